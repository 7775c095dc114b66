//! Properties of every game at every step. A further game is one more line at the end.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, missing_docs)]

mod views;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{LazyLock, Mutex};

use proptest::prelude::*;
use rules_judge_engine::game_kit::question::Named;
use rules_judge_engine::games::{self, Faces, Registered, Visit};
use rules_judge_engine::kernel::shape::{self, Member, Shape};
use rules_judge_engine::kernel::{Match, Seat};
use rules_judge_replays::answer::{Language, NextDecision, Query, Trace, VerdictKind, View};
use rules_judge_replays::cache::record;
use rules_judge_replays::cache::store::{Store, StoreLimits};
use rules_judge_replays::codec::digest::Digest;
use rules_judge_replays::judging::Judge;
use rules_judge_replays::judging::judgement::state_digest;
use rules_judge_tests::member;
use rules_judge_tests::mutation::{self, Dice};
use rules_judge_tests::position::Form;
use rules_judge_tests::sample;
use rules_judge_tests::walk::{self, Opened};
use serde_json::{Value, json};

use views::{a_view_keeps_secrets, equal_observations_give_equal_bodies};

static JUDGE: LazyLock<Judge> = LazyLock::new(Judge::new);
/// Loaded games by id and kind of cards.
type Games = Mutex<BTreeMap<(String, With), &'static [Vec<u8>]>>;

static SAMPLES: Games = Mutex::new(BTreeMap::new());

/// The cards of the games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum With {
    /// The invented ones of the demo pool.
    Demo,
    /// The published ones.
    Official,
}

/// The number of games with published cards.
const PUBLISHED: u64 = 4;

/// The samples of a game, read or played once.
fn samples(game: &str, with: With) -> &'static [Vec<u8>] {
    let mut samples = SAMPLES.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let games = || match with {
        With::Demo => sample::load(game).unwrap(),
        With::Official => sample::official(game, PUBLISHED),
    };
    samples.entry((game.to_owned(), with)).or_insert_with(|| games().leak())
}

/// Places in samples, as line and step.
type Places = Vec<(usize, usize)>;

/// The places of a game's samples by class: the kind of the next entry, the question, the number of answers.
/// Most places are of few classes, so a class is drawn first.
fn classes<G: Registered>(with: With) -> &'static [Places] {
    static CLASSES: Mutex<BTreeMap<(&str, With), &'static [Places]>> = Mutex::new(BTreeMap::new());
    let mut classes = CLASSES.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    classes.entry((G::INFO.id, with)).or_insert_with(|| {
        let mut found: BTreeMap<String, Places> = BTreeMap::new();
        for (line, text) in samples(G::INFO.id, with).iter().enumerate() {
            let opened = Opened::<G>::read(&JUDGE, text).unwrap();
            let mut game = opened.game().unwrap();
            for (step, entry) in opened.entries().iter().enumerate() {
                let mut add = |class: String| found.entry(class).or_default().push((line, step));
                add(entry.sent()["type"].to_string());
                for asked in &game.state.asked {
                    add(asked.question.name().to_owned());
                }
                for seat in asked(&game) {
                    let count = shape::count(&G::shapes(&mut game, seat));
                    add(count.map_or(0, u64::next_power_of_two).to_string());
                }
                assert!(walk::step(&mut game, entry));
            }
        }
        found.into_values().collect::<Vec<_>>().leak()
    })
}

/// A case for a property: a step of a sample, and dice.
#[derive(Debug, Clone, Copy)]
struct Case {
    with: With,
    line: prop::sample::Index,
    step: prop::sample::Index,
    number: u64,
}

/// Prints the place when a property fails.
struct Place(String);

impl Drop for Place {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("failed at {}", self.0);
        }
    }
}

impl Case {
    fn text<G: Registered>(&self) -> &'static [u8] {
        let samples = samples(G::INFO.id, self.with);
        &samples[self.line.index(samples.len())]
    }

    /// The sample, opened; the number of the step; the dice.
    fn open<G: Registered>(&self) -> (Opened<G>, usize, Dice) {
        let opened = Opened::<G>::read(&JUDGE, self.text::<G>()).unwrap();
        let step = self.step.index(opened.entries().len() + 1);
        (opened, step, Dice::new(self.number))
    }

    /// As [`Case::open`], at a step of a drawn class. Returns the text, too, and the name of the place.
    fn open_special<G: Registered>(&self) -> (Opened<G>, usize, Dice, &'static [u8], Place) {
        let classes = classes::<G>(self.with);
        let class = &classes[self.step.index(classes.len())];
        let (line, step) = class[self.line.index(class.len())];
        let text = &samples(G::INFO.id, self.with)[line];
        let place = Place(format!("{:?}, line {}, before entry {step}", self.with, line + 1));
        (Opened::<G>::read(&JUDGE, text).unwrap(), step, Dice::new(self.number), text, place)
    }
}

fn cases(with: With) -> impl Strategy<Value = Case> {
    let (line, step) = (any::<prop::sample::Index>(), any::<prop::sample::Index>());
    (line, step, any::<u64>()).prop_map(move |(line, step, number)| Case { with, line, step, number })
}

fn written<G: Registered>(action: &G::Action) -> Value {
    serde_json::to_value(action).unwrap()
}

fn is_standing<G: Registered>(action: &Value) -> bool {
    G::INFO.standing.contains(&action["type"].as_str().unwrap())
}

/// The seats that are asked.
fn asked<G: Registered>(game: &Match<'_, G>) -> Vec<Seat> {
    game.state.asked.iter().map(|asked| asked.seat).collect()
}

/// So many members of shapes: all of them, or some at random.
fn some_members<G: Registered>(shapes: &[Shape], most: u64, dice: &mut Dice) -> Vec<G::Action> {
    let all = shape::count(shapes).is_some_and(|count| count <= most);
    let members = match all {
        true => shape::listing(shapes, most),
        false => (0..most)
            .map(|_| {
                let shape = dice.pick(shapes).unwrap();
                // Members beyond the limit have no number if a slot depends on another.
                let number = dice.below(shape.count().min(shape::COUNT_LIMIT) as usize) as u64;
                Member { kind: shape.kind, fields: shape.member(number).unwrap() }
            })
            .collect(),
    };
    let action = |member: &Member| {
        let action = G::action_from_member(member.kind, &member.fields);
        action.unwrap_or_else(|| panic!("no action has the form {member:?}"))
    };
    members.iter().map(action).collect()
}

/// Every listed answer is accepted and stands once, and listing changes nothing.
fn every_member_is_accepted<G: Registered>(case: &Case) {
    let (opened, step, mut dice, _, _place) = case.open_special::<G>();
    let mut game = opened.after(step).unwrap();
    let before = game.state.clone();
    for seat in asked(&game) {
        let shapes = G::shapes(&mut game, seat);
        assert!(!shapes.is_empty(), "somebody is asked and nothing is legal");
        let exact = shape::count(&shapes);
        // Sometimes all of them, however many.
        let most = if exact.is_some() && dice.below(32) == 0 { shape::COUNT_LIMIT } else { 200 };
        let members = some_members::<G>(&shapes, most, &mut dice);
        let exact_members = exact.filter(|count| *count <= most);
        assert!(exact_members.is_none_or(|count| count == members.len() as u64), "the count is wrong");
        let mut seen = BTreeSet::new();
        for action in &members {
            let value = written::<G>(action);
            assert!(member::lies_in(&shapes, &value), "a member does not lie in its shape: {value}");
            if let Err(refusals) = game.check(seat, action) {
                panic!("a member is refused: {value}: {refusals:?}");
            }
            let normal = member::normal_form(&shapes, &value).to_string();
            assert!(seen.insert(normal) || exact_members.is_none(), "a member stands twice: {value}");
        }
        let limit = shape::LISTING_LIMIT;
        let listed = shape::listing(&shapes, limit);
        let has_open = |shape: &Shape| shape.slots.iter().any(|slot| slot.domain.is_open());
        // A cut listing has answers of every kind.
        for shape in shapes.iter().filter(|shape| !has_open(shape)) {
            let is_listed = listed.iter().any(|member| member.kind == shape.kind);
            let has_members = shape::count(std::slice::from_ref(shape)) != Some(0);
            assert!(is_listed || !has_members, "the listing has no {}", shape.kind);
        }
        let listing = listed.len() as u64;
        let is_open = shapes.iter().any(has_open);
        let wanted = exact.map_or(limit, |count| count.min(limit));
        // The listing of an open shape without a count may end early.
        let may_end = is_open && exact.is_none();
        assert!(if may_end { (1..=wanted).contains(&listing) } else { listing == wanted });
    }
    assert!(game.state == before, "looking changed the state");
}

/// Every accepted action lies in a shape, and a refused one does not change the state.
fn accepted_is_a_member_and_refused_changes_nothing<G: Registered>(case: &Case) {
    let (opened, step, mut dice, _, _place) = case.open_special::<G>();
    let mut game = opened.after(step).unwrap();
    let (before, bytes) = (game.state.clone(), record::write::<G>(&game.state, None).unwrap());
    let log: Vec<Value> =
        opened.entries().iter().map(|entry| written::<G>(entry.action().unwrap().1)).collect();
    let cards = game.state.table.card_count();
    let shapes: BTreeMap<Seat, Vec<Shape>> =
        asked(&game).into_iter().map(|seat| (seat, G::shapes(&mut game, seat))).collect();
    let mut tries: Vec<(Seat, G::Action)> = Vec::new();
    if let Some(entry) = opened.entries().get(step) {
        let (seat, action) = entry.action().unwrap();
        tries.push((seat, action.clone()));
    }
    for (seat, shapes) in &shapes {
        let members = some_members::<G>(shapes, 64, &mut dice);
        tries.extend(members.iter().map(|action| (seat.other(), action.clone())));
        let members: Vec<Value> = members.iter().map(written::<G>).collect();
        for _ in 0..400 {
            let from = if dice.below(4) == 0 { &log } else { &members };
            let Some(mut action) = dice.pick(from).cloned() else { continue };
            for _ in 0..=dice.below(2) {
                mutation::of_action(&mut action, &log, cards, &mut dice);
            }
            if let Ok(action) = serde_json::from_value::<G::Action>(action) {
                tries.push((*seat, action));
            }
        }
    }
    let mut refused = 0;
    for (seat, action) in &tries {
        let value = written::<G>(action);
        let accepted = game.check(*seat, action).is_ok();
        refused += usize::from(!accepted);
        if accepted && !is_standing::<G>(&value) {
            let lies = shapes.get(seat).is_some_and(|shapes| member::lies_in(shapes, &value));
            assert!(lies, "accepted of {seat:?}, but in no shape: {value}; shapes {shapes:?}");
        }
        assert!(game.state == before, "checking changed the state: {value}");
    }
    assert!(record::write::<G>(&game.state, None).unwrap() == bytes, "the snapshot changed");
    if let Some((seat, action)) = tries.last() {
        // The same holds for values outside of the state: the next entry is judged as if nothing was tried.
        let _ = game.check(*seat, action);
    }
    if let Some(entry) = opened.entries().get(step) {
        let mut fresh = opened.after(step).unwrap();
        assert!(walk::step(&mut game, entry) && walk::step(&mut fresh, entry));
        assert!(game.state == fresh.state, "{refused} refused actions left something behind");
    }
}

/// Nothing is lost or doubled.
fn cards_and_pieces_stay<G: Registered>(case: &Case) {
    let (opened, _, _) = case.open::<G>();
    let mut game = opened.game().unwrap();
    let inventory = walk::inventory::<G>(&game.state.table);
    for (index, entry) in opened.entries().iter().enumerate() {
        assert!(walk::step(&mut game, entry));
        assert!(walk::inventory::<G>(&game.state.table) == inventory, "after entry {index}");
        assert_eq!(walk::disorder::<G>(&game.state.table), Vec::<String>::new(), "after entry {index}");
    }
}

/// A check that is skipped, because nothing that it depends on changed, would find the same: a game that runs
/// every check before every entry comes to the same state.
fn skipped_checks_would_find_the_same<G: Registered>(case: &Case) {
    let (opened, _, _) = case.open::<G>();
    let (mut game, mut looks) = (opened.game().unwrap(), opened.game().unwrap());
    for (index, entry) in opened.entries().iter().enumerate() {
        // A mutable borrow marks them as changed.
        let _ = (&mut *looks.state.table, &mut *looks.state.modifiers, &mut *looks.state.facts);
        assert!(walk::step(&mut game, entry) && walk::step(&mut looks, entry), "entry {index}");
        // Only the fuel differs.
        looks.state.spent = game.state.spent;
        assert!(looks.state == game.state, "after entry {index}");
    }
}

/// A game continues from a snapshot as without one, even without caches of derived values: these save time
/// and no fuel.
fn a_snapshot_goes_on_the_same_way<G: Registered>(case: &Case) {
    let (opened, far, _) = case.open::<G>();
    let mut game = opened.game().unwrap();
    let mut from_afar = None;
    for (index, entry) in opened.entries().iter().enumerate() {
        let bytes = record::write::<G>(&game.state, None).unwrap();
        let (state, _) = record::read::<G>(&bytes).expect("a snapshot of this build");
        assert!(state == game.state, "before entry {index}: the snapshot reads back otherwise");
        if index == far {
            from_afar = Some(opened.resume(state.clone()));
        }
        let mut bare = opened.resume(state.clone());
        bare.cache_nothing();
        let mut resumed = opened.resume(state);
        resumed.advance();
        assert!(resumed.state == game.state, "before entry {index}: the game goes on without an entry");
        // The cached values equal newly computed ones.
        let [kept, restored] = [&game, &resumed].map(walk::derived_values);
        assert_eq!(kept, restored, "before entry {index}");
        assert!(walk::step(&mut game, entry) && walk::step(&mut resumed, entry), "entry {index}");
        assert!(resumed.state == game.state, "after entry {index}");
        assert_eq!(resumed.halted(), game.halted());
        assert!(walk::step(&mut bare, entry), "entry {index}, with nothing kept");
        assert_eq!(bare.state.spent, game.state.spent, "after entry {index}, with nothing kept");
        assert!(bare.state == game.state, "after entry {index}, with nothing kept");
        if let Some(resumed) = &mut from_afar {
            assert!(walk::step(resumed, entry), "entry {index}, resumed before {far}");
        }
    }
    if let Some(resumed) = from_afar {
        assert!(resumed.state == game.state, "resumed before {far}");
    }
    // The verdict of the whole log has the digest of this state.
    let query = Query { state_digest: true, ..Query::default() };
    let verdict = JUDGE.verify(case.text::<G>(), &query).unwrap();
    assert_eq!(verdict.state_digest, state_digest(&game).unwrap().map(|digest| digest.to_string()));
    assert_eq!(verdict.accepted, opened.entries().len());
}

/// A JSON text of a value with random order of keys, blanks and escapes.
fn scrawl(value: &Value, dice: &mut Dice, out: &mut String) {
    let blank =
        |dice: &mut Dice, out: &mut String| out.push_str(["", "", " ", "\n\t", "\r\n  "][dice.below(5)]);
    blank(dice, out);
    match value {
        Value::Object(fields) => {
            let mut left: Vec<(&String, &Value)> = fields.iter().collect();
            out.push('{');
            blank(dice, out);
            while !left.is_empty() {
                let (name, value) = left.remove(dice.below(left.len()));
                scrawl(&Value::from(name.as_str()), dice, out);
                out.push(':');
                scrawl(value, dice, out);
                if !left.is_empty() {
                    out.push(',');
                }
            }
            out.push('}');
        }
        Value::Array(items) => {
            out.push('[');
            blank(dice, out);
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                scrawl(item, dice, out);
            }
            out.push(']');
        }
        Value::String(text) => {
            out.push('"');
            for letter in text.chars() {
                if dice.below(6) == 0 {
                    for unit in letter.encode_utf16(&mut [0; 2]) {
                        out.push_str(&format!("\\u{unit:04x}"));
                    }
                } else {
                    let quoted = Value::from(letter.to_string()).to_string();
                    out.push_str(&quoted[1..quoted.len() - 1]);
                }
            }
            out.push('"');
        }
        other => out.push_str(&other.to_string()),
    }
    blank(dice, out);
}

/// The order of keys, blanks and escapes of the request change no digest.
fn the_form_of_the_json_does_not_matter<G: Registered>(case: &Case) {
    let mut dice = Dice::new(case.number);
    let replay: Value = serde_json::from_slice(case.text::<G>()).unwrap();
    let mut text = String::new();
    scrawl(&replay, &mut dice, &mut text);
    let query = Query { state_digest: true, ..Query::default() };
    let one = JUDGE.verify(case.text::<G>(), &query).unwrap();
    let other = JUDGE.verify(text.as_bytes(), &query).unwrap();
    assert_eq!(serde_json::to_string(&one).unwrap(), serde_json::to_string(&other).unwrap());
}

/// The log, perhaps with a change.
fn perhaps_changed<G: Registered>(case: &Case, dice: &mut Dice) -> Vec<u8> {
    let mut replay: Value = serde_json::from_slice(case.text::<G>()).unwrap();
    if dice.below(3) > 0 {
        mutation::of_log(replay["actions"].as_array_mut().unwrap(), 100, dice);
    }
    if dice.below(3) > 0 {
        replay["actions"].as_array_mut().unwrap().truncate(case.step.index(100));
    }
    serde_json::to_vec(&replay).unwrap()
}

/// A stored judgement is answered byte for byte like a fresh one.
fn stored_is_like_fresh<G: Registered>(case: &Case) {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path(), StoreLimits::default());
    let judge = Judge::new().with_store(store);
    let mut dice = Dice::new(case.number);
    let text = perhaps_changed::<G>(case, &mut dice);
    let answer = |judge: &Judge, query: &Query| match judge.verify(&text, query) {
        Ok(verdict) => serde_json::to_string(&verdict).unwrap(),
        Err(fault) => format!("{fault:?}"),
    };
    let plain = Query::default();
    let queries = [
        plain,
        plain,
        Query { language: Language::TraditionalChinese, state_digest: true, ..plain },
        Query { view: View::Seat1, ..plain },
        Query { trace: Trace::Events, ..plain },
        Query { language: Language::SimplifiedChinese, ..plain },
    ];
    for query in queries {
        assert_eq!(answer(&judge, &query), answer(&JUDGE, &query), "{query:?}");
        judge.store().unwrap().flush();
    }
    let counts = judge.store().unwrap().counts();
    let fault = answer(&JUDGE, &plain).starts_with("Fault");
    assert!(fault || counts.hits > 0, "nothing came from the store: {counts:?}");
}

type Property = &'static str;

struct Try(Property, Case);

impl Visit for Try {
    type Out = ();

    fn visit<G: Registered>(self) {
        let Try(property, case) = self;
        match property {
            "members" => every_member_is_accepted::<G>(&case),
            "accepted" => accepted_is_a_member_and_refused_changes_nothing::<G>(&case),
            "inventory" => cards_and_pieces_stay::<G>(&case),
            "untouched" => skipped_checks_would_find_the_same::<G>(&case),
            "snapshot" => a_snapshot_goes_on_the_same_way::<G>(&case),
            "writing" => the_form_of_the_json_does_not_matter::<G>(&case),
            "stored" => stored_is_like_fresh::<G>(&case),
            "secrets" => a_view_keeps_secrets::<G>(&case),
            "observations" => equal_observations_give_equal_bodies::<G>(&case),
            other => panic!("no property {other}"),
        }
    }
}

fn attempt(game: &str, property: Property, case: Case) {
    assert!(games::dispatch(game, Try(property, case)).is_some(), "no game {game}");
}

/// A game's share of so many tries, or of `PROPTEST_CASES`; with published cards a tenth of it.
fn tries(of_all_games: u32, with: With) -> ProptestConfig {
    let cases = of_all_games / games::IDS.len() as u32;
    let cases = if with == With::Demo { cases } else { cases / 10 };
    let cases = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(cases);
    ProptestConfig { cases, failure_persistence: None, max_shrink_iters: 0, ..ProptestConfig::default() }
}

macro_rules! games {
    ($tried:ident, $with:ident: $($module:ident = $game:literal;)*) => {
        $(mod $module {
            use super::*;

            proptest! {
                #![proptest_config(tries(2_000, With::$with))]

                #[test]
                fn every_member_is_accepted(case in cases(With::$with)) { attempt($game, "members", case); }

                #[test]
                fn accepted_is_a_member_and_refused_changes_nothing(case in cases(With::$with)) {
                    attempt($game, "accepted", case);
                }
            }

            proptest! {
                #![proptest_config(tries(600, With::$with))]

                #[test]
                fn a_view_keeps_secrets(case in cases(With::$with)) { attempt($game, "secrets", case); }

                #[test]
                fn equal_observations_give_equal_bodies(case in cases(With::$with)) {
                    attempt($game, "observations", case);
                }
            }

            proptest! {
                #![proptest_config(tries(300, With::$with))]

                #[test]
                fn cards_and_pieces_stay(case in cases(With::$with)) {
                    attempt($game, "inventory", case);
                }

                #[test]
                fn skipped_checks_would_find_the_same(case in cases(With::$with)) {
                    attempt($game, "untouched", case);
                }

                #[test]
                fn a_snapshot_goes_on_the_same_way(case in cases(With::$with)) {
                    attempt($game, "snapshot", case);
                }

                #[test]
                fn the_form_of_the_json_does_not_matter(case in cases(With::$with)) {
                    attempt($game, "writing", case);
                }

                #[test]
                fn stored_is_like_fresh(case in cases(With::$with)) {
                    attempt($game, "stored", case);
                }
            }
        })*

        /// The games of this test.
        const $tried: &[&str] = &[$($game),*];
    };
}

games! {
    DEMO, Demo:
    azur_lane = "azur-lane";
    xinglingwang = "xinglingwang";
    battle_spirits = "battle-spirits";
    build_divide = "build-divide";
    tianhai = "tianhai";
}

// The published cards of the other games make no deck.
games! {
    OFFICIAL, Official:
    azur_lane_official = "azur-lane";
    xinglingwang_official = "xinglingwang";
    battle_spirits_official = "battle-spirits";
}

#[test]
fn every_game_is_tried() {
    assert_eq!(DEMO, games::IDS);
    let published = games::IDS.iter().filter(|game| !sample::official(game, 1).is_empty());
    assert_eq!(OFFICIAL, published.copied().collect::<Vec<_>>());
}
