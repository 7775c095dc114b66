//! A seat cannot find out by requests what it does not see: hidden faces are exchanged, entries that it does
//! not see are left out, and every answer stays the same, byte for byte. `SECRETS` sets the number of points
//! of each kind of entry (default 1).
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use std::collections::{BTreeMap, BTreeSet};

use rules_judge_engine::games::{self, Faces, Registered, Seen, Visit};
use rules_judge_engine::kernel::{Seat, Viewer};
use rules_judge_replays::answer::{Query, Trace, Verdict, VerdictKind, View};
use rules_judge_replays::codec::outcome::KIND as CHANCE;
use rules_judge_replays::judging::Judge;
use rules_judge_replays::judging::entry::seen;
use rules_judge_tests::games as tested;
use rules_judge_tests::mutation::Dice;
use rules_judge_tests::walk::{Opened, step};
use rules_judge_tests::{declared, naming, sample};
use serde_json::{Value, json};

const VIEWS: [View; 3] = [View::Seat0, View::Seat1, View::Public];

/// The number of points of each kind.
fn points_wanted() -> usize {
    std::env::var("SECRETS").map_or(1, |count| count.parse().expect("a number"))
}

/// The source of outcomes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Chance {
    Seeded,
    Declared,
    /// From the seed, with published cards.
    Published,
}

/// The number of games with published cards.
const PUBLISHED: u64 = 4;

/// The sample games that begin with decks, whose lists have one line for each card; or games with declared
/// chance with some of their decks.
fn samples(game: &str, chance: Chance) -> Vec<Value> {
    let lines = match chance {
        Chance::Published => sample::official(game, PUBLISHED),
        _ => sample::load(game).unwrap(),
    };
    let all = lines.iter().map(|line| serde_json::from_slice::<Value>(line).unwrap());
    let seeded = all.filter(|replay| replay.get("seed").is_some_and(Value::is_string)).filter_map(one_by_one);
    match chance {
        Chance::Seeded | Chance::Published => seeded.collect(),
        Chance::Declared => {
            let judge = Judge::new();
            let games = seeded.step_by(10).zip(0..);
            games.map(|(replay, number)| declared::played(&judge, &replay, number).unwrap()).collect()
        }
    }
}

/// The lists of a deck that are dealt, or from which a hand is made.
const LISTS: [&str; 3] = ["cards", "units", "orders"];

fn one_by_one(mut replay: Value) -> Option<Value> {
    for player in replay.get_mut("players")?.as_array_mut()? {
        player.get("deck")?.as_object()?;
        for list in LISTS {
            let Some(lines) = player["deck"].get_mut(list).and_then(Value::as_array_mut) else { continue };
            let mut single = Vec::new();
            for line in lines.iter() {
                single.extend((0..line["n"].as_u64()?).map(|_| json!({ "card": line["card"], "n": 1 })));
            }
            *lines = single;
        }
    }
    Some(replay)
}

fn entries(replay: &Value) -> &Vec<Value> {
    replay["actions"].as_array().unwrap()
}

fn cut(replay: &Value, count: usize) -> Value {
    let mut replay = replay.clone();
    replay["actions"].as_array_mut().unwrap().truncate(count);
    replay
}

/// The verdict with a trace from this entry on.
fn judged(judge: &Judge, replay: &Value, view: View, from: Option<usize>) -> Option<Verdict> {
    let query = Query { view, trace: Trace::Events, from, ..Query::default() };
    judge.verify(replay.to_string().as_bytes(), &query).ok()
}

/// The verdict without a trace.
fn reached(judge: &Judge, replay: &Value, view: View) -> Option<Verdict> {
    judge.verify(replay.to_string().as_bytes(), &Query { view, ..Query::default() }).ok()
}

/// The cards whose faces an answer shows: their number together with their id.
pub(crate) fn faces(value: &Value, found: &mut BTreeSet<u64>) {
    match value {
        Value::Object(fields) => {
            if fields.get("card").is_some_and(Value::is_string) {
                found.extend(fields.get("id").and_then(Value::as_u64));
            }
            fields.values().for_each(|inner| faces(inner, found));
        }
        Value::Array(items) => items.iter().for_each(|item| faces(item, found)),
        _ => {}
    }
}

/// The cards that a view has shown, in its trace, after the log, or as what its question is about.
pub(crate) fn shown(verdict: &Verdict) -> BTreeSet<u64> {
    let mut found = BTreeSet::new();
    faces(&json!(verdict.trace), &mut found);
    faces(&json!(verdict.state), &mut found);
    verdict.next.iter().for_each(|item| faces(&json!(item.about), &mut found));
    found
}

/// The replay with the cards that were never shown dealt again within each deck, and the cards whose face is
/// another now.
fn redealt(replay: &Value, shown: &BTreeSet<u64>, dice: &mut Dice) -> (Value, Vec<u64>) {
    let (mut other, mut changed) = (replay.clone(), Vec::new());
    let mut number = 0;
    for player in other["players"].as_array_mut().unwrap() {
        let deck = &player["deck"];
        // The flagship or territory is numbered before the cards of the deck.
        number += ["flagship", "territory"]
            .map(|part| deck[part].as_array().map_or(0, Vec::len))
            .iter()
            .sum::<usize>() as u64;
        let beside = deck["d_deck"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|line| line["n"].as_u64())
            .sum::<u64>();
        // In a game without a deck, the lists from which the hand is made, each by itself.
        for list in LISTS {
            let Some(cards) = player["deck"].get_mut(list).and_then(Value::as_array_mut) else { continue };
            let places: Vec<usize> =
                (0..cards.len()).filter(|nth| !shown.contains(&(number + *nth as u64))).collect();
            let mut left: Vec<Value> = places.iter().map(|place| cards[*place].clone()).collect();
            for place in places {
                let face = left.remove(dice.below(left.len()));
                if face != cards[place] {
                    changed.push(number + place as u64);
                }
                cards[place] = face;
            }
            number += cards.len() as u64;
        }
        number += beside;
    }
    (other, changed)
}

/// The questions after a log, and the cards that a view has shown.
struct Reached {
    full: Verdict,
    shown: BTreeSet<u64>,
}

impl Reached {
    /// `None`: the log is not legal.
    fn of(judge: &Judge, replay: &Value, view: View) -> Option<Reached> {
        let full = reached(judge, replay, View::Full).filter(|full| full.verdict == VerdictKind::Legal)?;
        Some(Reached { full, shown: shown(&judged(judge, replay, view, None)?) })
    }
}

/// Whether another log asks the same, and neither log has shown one of the changed cards.
fn looks_the_same(judge: &Judge, one: &Reached, two: &Value, changed: &[u64], view: View) -> bool {
    let asked =
        |verdict: &Verdict| -> Vec<_> { verdict.next.iter().map(|item| (item.kind, item.seat)).collect() };
    let hides = |shown: &BTreeSet<u64>| changed.iter().all(|card| !shown.contains(card));
    let asks_the_same = |two: &Verdict| {
        two.verdict == VerdictKind::Legal && asked(&one.full) == asked(two) && one.full.outcome == two.outcome
    };
    hides(&one.shown)
        && reached(judge, two, View::Full).is_some_and(|two| asks_the_same(&two))
        && judged(judge, two, view, None).is_some_and(|verdict| hides(&shown(&verdict)))
}

/// Every game, with a seed and with declared chance.
fn games_of_both() -> impl Iterator<Item = (&'static str, Chance)> {
    games::IDS.iter().flat_map(|game| [(*game, Chance::Seeded), (*game, Chance::Declared)])
}

/// As [`games_of_both`], and with published cards where a pool has enough.
fn games_of_all() -> impl Iterator<Item = (&'static str, Chance)> {
    let published = games::IDS.iter().filter(|game| !sample::official(game, 1).is_empty());
    games_of_both().chain(published.map(|game| (*game, Chance::Published)))
}

/// The number of entries that name the card, of all kinds, with another card in their other places.
const TRIES: usize = 4;

fn tries(game: &str, card: u64, known: u64, seat: u64, dice: &mut Dice) -> Vec<Value> {
    let mut all = naming::entries(game, card, known, seat);
    (0..(TRIES * points_wanted()).min(all.len())).map(|_| all.swap_remove(dice.below(all.len()))).collect()
}

/// Draws points: so many before each kind of entry.
fn points(samples: &[Value], wanted: usize, dice: &mut Dice) -> Vec<(usize, usize)> {
    let mut of_kind: BTreeMap<&str, Vec<(usize, usize)>> = BTreeMap::new();
    for (nth, sample) in samples.iter().enumerate() {
        for (at, entry) in entries(sample).iter().enumerate() {
            of_kind.entry(entry["type"].as_str().unwrap()).or_default().push((nth, at));
        }
    }
    let mut points = Vec::new();
    for mut places in of_kind.into_values() {
        for _ in 0..wanted.min(places.len()) {
            points.push(places.swap_remove(dice.below(places.len())));
        }
    }
    points
}

/// The answer to one more entry.
fn answered(judge: &Judge, base: &str, entry: &Value, view: View) -> (Option<VerdictKind>, String) {
    let body = json!({ "action": entry, "base": base }).to_string();
    match judge.resume(body.as_bytes(), &Query { view, ..Query::default() }) {
        Ok(verdict) => (Some(verdict.verdict), serde_json::to_string(&verdict).unwrap()),
        Err(fault) => (None, format!("{fault:?}")),
    }
}

/// Some of the changed cards: at most four in hands, and at most four elsewhere.
fn cards_to_try(full: &Verdict, changed: &[u64], dice: &mut Dice) -> Vec<u64> {
    let mut hands = BTreeSet::new();
    for player in full.state.as_ref().unwrap().read().unwrap()["players"].as_array().unwrap() {
        faces(&player["hand"], &mut hands);
    }
    let (in_hand, elsewhere): (Vec<u64>, Vec<u64>) = changed.iter().partition(|card| hands.contains(card));
    let mut cards = Vec::new();
    for mut from in [in_hand, elsewhere] {
        for _ in 0..from.len().min(4) {
            cards.push(from.swap_remove(dice.below(from.len())));
        }
    }
    cards
}

/// Entries of the viewer or of the other seat name a hidden card, and open cards in their other places:
/// refusals are the same whatever the hidden card is.
fn no_refusal_depends_on_a_hidden_face(game: &str, chance: Chance) {
    let (judge, mut dice) = (Judge::new().with_memory(64 << 20), Dice::new(5));
    let samples = samples(game, chance);
    let (mut windows, mut pairs, mut compared) = (BTreeSet::new(), 0, 0);
    for (nth, at) in points(&samples, points_wanted(), &mut dice) {
        let one = cut(&samples[nth], at);
        for view in VIEWS {
            let Some(first) = Reached::of(&judge, &one, view) else { continue };
            let (two, changed) = redealt(&one, &first.shown, &mut dice);
            if changed.is_empty() || !looks_the_same(&judge, &first, &two, &changed, view) {
                continue;
            }
            pairs += 1;
            let query = Query { view, ..Query::default() };
            let positions = [&one, &two].map(|replay| {
                let made = judge.position(replay.to_string().as_bytes(), &query).unwrap().unwrap();
                json!([made.position, made.cards, made.inexpressible])
            });
            assert_eq!(
                positions[0], positions[1],
                "{game}, {chance:?}, sample {nth}, {at} entries, {view:?}"
            );
            let full = first.full;
            windows.extend(full.next.iter().map(|item| item.kind));
            // Only a judgement without a trace can be continued.
            let bases = [&one, &two].map(|replay| {
                let verdict = judge.verify(replay.to_string().as_bytes(), &Query::default());
                verdict.unwrap().replay_digest.unwrap()
            });
            let mut open = BTreeSet::new();
            faces(&json!(reached(&judge, &one, View::Public).unwrap().state), &mut open);
            let open: Vec<u64> = open.into_iter().collect();
            for card in cards_to_try(&full, &changed, &mut dice) {
                let known = open.get(dice.below(open.len())).copied().unwrap_or(0);
                let mut entries: Vec<Value> =
                    (0..2).flat_map(|seat| tries(game, card, known, seat, &mut dice)).collect();
                // An impossible outcome.
                if let Some(label) = full.next.iter().find_map(|asked| asked.label.as_ref()) {
                    let outcome =
                        |card: u64| json!({ "card": card, "label": label, "seat": null, "type": "chance" });
                    entries = vec![outcome(card), outcome(known)];
                }
                for entry in entries {
                    let answers = bases.each_ref().map(|base| answered(&judge, base, &entry, view));
                    let [Some(VerdictKind::Illegal), Some(VerdictKind::Illegal)] =
                        [answers[0].0, answers[1].0]
                    else {
                        continue;
                    };
                    compared += 1;
                    assert!(
                        answers[0].1 == answers[1].1,
                        "{game}, {chance:?}, sample {nth}, {at} entries, {view:?}, {entry}:\n{}\n{}",
                        part(&answers[0].1, &answers[1].1),
                        part(&answers[1].1, &answers[0].1)
                    );
                }
            }
        }
    }
    println!("{game}, {chance:?}: {pairs} pairs, {compared} refused entries, windows {windows:?}");
    if chance == Chance::Published {
        assert!(samples.is_empty() || compared > 100 && windows.len() > 1, "{compared} {windows:?}");
        return;
    }
    let least = tested::of(game).unwrap().secrets.windows;
    assert!(compared > 1000 && windows.len() >= least, "{compared} {windows:?}");
}

/// The first difference of two texts.
fn part(text: &str, other: &str) -> String {
    let same = text.chars().zip(other.chars()).take_while(|(one, other)| one == other).count();
    text.chars().skip(same.saturating_sub(150)).take(400).collect()
}

#[test]
fn no_refusal_of_any_game_depends_on_a_hidden_face() {
    std::thread::scope(|scope| {
        for game in games::IDS {
            scope.spawn(move || {
                no_refusal_depends_on_a_hidden_face(game, Chance::Seeded);
                no_refusal_depends_on_a_hidden_face(game, Chance::Declared);
                no_refusal_depends_on_a_hidden_face(game, Chance::Published);
            });
        }
    });
}

/// A view of an accepted entry of the other seat names only cards that the view shows at that time.
#[test]
fn no_accepted_entry_names_a_hidden_card() {
    let (judge, mut dice) = (Judge::new(), Dice::new(7));
    for (game, chance) in games_of_all() {
        let (samples, mut looked_at) = (samples(game, chance), 0);
        let wanted = if chance == Chance::Published { 2 } else { 5 };
        for (nth, at) in points(&samples, wanted * points_wanted(), &mut dice) {
            let sample = &samples[nth];
            for view in VIEWS {
                let own = entries(sample)[at]["seat"]
                    == json!(match view {
                        View::Seat0 => Some(0),
                        View::Seat1 => Some(1),
                        _ => None,
                    });
                if own {
                    continue;
                }
                let before = reached(&judge, &cut(sample, at), view).unwrap();
                let log = cut(sample, at + 1);
                let after = judged(&judge, &log, view, Some(before.accepted)).unwrap();
                if after.accepted == before.accepted {
                    continue;
                }
                let trace = json!(after.trace);
                let last = trace.as_array().unwrap().last().unwrap();
                let names: BTreeSet<u64> = naming::cards(game, &last["action"]).into_iter().collect();
                let mut seen = BTreeSet::new();
                faces(&json!(before.state), &mut seen);
                faces(&last["events"], &mut seen);
                // A card that lay open on the way was seen; the place that it went to is hidden.
                let is_open = |event: &&Value| {
                    let mut zones = rules_judge_tests::games::zones(game).iter();
                    zones.any(|(zone, faces)| *faces == Faces::Everybody && event["to"]["zone"] == *zone)
                };
                let events = last["events"].as_array().into_iter().flatten();
                let gone = events.filter(is_open).filter(|event| event["card"]["id"].is_null()).count();
                looked_at += usize::from(!names.is_empty());
                if names.difference(&seen).count() > gone {
                    // A card that was turned over on the way is known until it moves.
                    let trace = json!(judged(&judge, &log, view, None).unwrap().trace);
                    let steps = trace.as_array().into_iter().flatten();
                    let events = steps.filter_map(|step| step["events"].as_array()).flatten();
                    events
                        .filter(|event| event["verb"] == "reveal")
                        .for_each(|event| faces(event, &mut seen));
                }
                let hidden: Vec<_> = names.difference(&seen).collect();
                assert!(
                    hidden.len() <= gone,
                    "{game}, {chance:?}, sample {nth}, entry {at}, {view:?}: {hidden:?} in {last}"
                );
            }
        }
        println!("{game}, {chance:?}: {looked_at} entries that name cards");
        let least = tested::of(game).unwrap().secrets.named;
        let least = if chance == Chance::Published { least.min(1) } else { least };
        assert!(looked_at >= least, "{game}, {chance:?}: {looked_at}");
    }
}

/// The entries of a sample that some view does not show, with these views.
struct Unseen<'a>(&'a Judge, &'a Value);

impl Visit for Unseen<'_> {
    type Out = Vec<(usize, View)>;

    fn visit<G: Registered>(self) -> Self::Out {
        let opened = Opened::<G>::read(self.0, self.1.to_string().as_bytes()).unwrap();
        let (mut game, mut found) = (opened.game().unwrap(), Vec::new());
        for (at, entry) in opened.entries().iter().enumerate() {
            let viewers = [Viewer::Seat(Seat::Zero), Viewer::Seat(Seat::One), Viewer::Public];
            let unseen = |viewer| seen(&game, entry, viewer) == Seen::Nothing;
            found.extend(
                VIEWS
                    .into_iter()
                    .zip(viewers)
                    .filter(|(_, viewer)| unseen(*viewer))
                    .map(|(view, _)| (at, view)),
            );
            assert!(step(&mut game, entry));
        }
        found
    }
}

/// Actions that may be logged at any time.
fn standing(game: &str) -> &'static [&'static str] {
    struct Standing;

    impl Visit for Standing {
        type Out = &'static [&'static str];

        fn visit<G: Registered>(self) -> Self::Out {
            G::INFO.standing
        }
    }

    games::dispatch(game, Standing).unwrap()
}

/// The log with another outcome in place of this one, and the new card.
fn another_outcome(
    judge: &Judge,
    before: &Value,
    entry: &Value,
    dice: &mut Dice,
) -> Option<(Value, Option<u64>)> {
    let next = json!(reached(judge, before, View::Full)?.next);
    let listing = next[0]["listing"].as_array()?;
    let mut other = dice.pick(listing)?.clone();
    other["seat"] = Value::Null;
    (other["card"] != entry["card"]).then_some(())?;
    let card = other["card"].as_u64();
    let mut log = entries(before).to_vec();
    log.push(other);
    let mut replay = before.clone();
    replay["actions"] = json!(log);
    Some((replay, card))
}

/// The entries that some view does not show, by kind: sample, index and view. Without `all` only outcomes.
fn unseen_entries<'s>(
    judge: &Judge,
    game: &str,
    samples: &'s [Value],
    all: bool,
) -> BTreeMap<&'s str, Vec<(usize, usize, View)>> {
    let mut of_kind: BTreeMap<&str, Vec<(usize, usize, View)>> = BTreeMap::new();
    for (nth, sample) in samples.iter().enumerate() {
        for (at, view) in games::dispatch(game, Unseen(judge, sample)).unwrap() {
            let kind = entries(sample)[at]["type"].as_str().unwrap();
            if all || kind == CHANCE {
                of_kind.entry(kind).or_default().push((nth, at, view));
            }
        }
    }
    of_kind
}

/// Whether a view shows that a seat was asked, though not the answer at this index: the entry counts as
/// accepted, it waits, or it comes after sorting.
fn shows_its_question(judge: &Judge, sample: &Value, at: usize, view: View, standing: &[&str]) -> bool {
    // Sorting during a question stands in the middle of the events, and so shows that a seat was asked:
    // `next` showed that in every view.
    let before = at.checked_sub(1).and_then(|before| entries(sample)[before]["type"].as_str());
    if before.is_some_and(|before| standing.contains(&before)) {
        return true;
    }
    let before = reached(judge, &cut(sample, at), view).unwrap();
    let after = reached(judge, &cut(sample, at + 1), view).unwrap();
    // A waiting entry is visible until it is complete, since `next` showed who was asked.
    after.accepted > before.accepted || after.waiting.is_some() && before.waiting.is_none()
}

/// Checks that a view gets the same bytes for both logs, with and without a trace, and as a fault.
fn check_same_answers(judge: &Judge, logs: [&Value; 2], view: View, place: &str) {
    for query in [
        Query { view, ..Query::default() },
        Query { abilities: true, view, trace: Trace::Events, ..Query::default() },
        Query { view, at: Some(1 << 40), ..Query::default() },
    ] {
        let [one, two] = logs.map(|replay| match judge.verify(replay.to_string().as_bytes(), &query) {
            Ok(verdict) => serde_json::to_string(&verdict).unwrap(),
            Err(fault) => format!("{fault:?}"),
        });
        assert!(one == two, "{place}:\n{}\n{}", part(&one, &two), part(&two, &one));
    }
}

/// Compares a log with an entry that a seat does not see with one that has another outcome there, or has no
/// such entry because the asked seat holds other cards: a view that shows neither is the same.
#[test]
fn an_unseen_entry_leaves_nothing_behind() {
    let (judge, mut dice) = (Judge::new(), Dice::new(11));
    for (game, chance) in games_of_both() {
        // In games in which every hand brings the question up, only outcomes are tested.
        let asks_some_hands = tested::of(game).unwrap().asks_some_hands;
        if chance == Chance::Seeded && !asks_some_hands {
            continue;
        }
        let (samples, standing) = (samples(game, chance), standing(game));
        let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
        let of_kind = unseen_entries(&judge, game, &samples, asks_some_hands);
        if !tested::of(game).unwrap().secrets.unseen {
            assert!(of_kind.is_empty(), "{game}, {chance:?}: {:?}", of_kind.keys());
            continue;
        }
        let wanted = points_wanted() * (72 / of_kind.len().max(1)).clamp(8, 24);
        for (kind, mut places) in of_kind {
            // For some entries hardly any other hand looks the same, so more of them are tried.
            for _ in 0..(96 * points_wanted()).min(places.len()) {
                if kinds.get(kind).is_some_and(|found| *found >= wanted) {
                    break;
                }
                let (nth, at, view) = places.swap_remove(dice.below(places.len()));
                let (sample, entry) = (&samples[nth], &entries(&samples[nth])[at]);
                if shows_its_question(&judge, sample, at, view, standing) {
                    continue;
                }
                let one = cut(sample, at + 1);
                let Some(first) = Reached::of(&judge, &one, view) else { continue };
                let shorter = cut(sample, at);
                for _ in 0..30 {
                    let (two, changed) = match kind {
                        // Judging stops without the outcome, so another outcome is compared.
                        CHANCE => match another_outcome(&judge, &shorter, entry, &mut dice) {
                            Some((two, card)) => {
                                (two, [entry["card"].as_u64(), card].into_iter().flatten().collect())
                            }
                            None => break,
                        },
                        kind if standing.contains(&kind) => (shorter.clone(), Vec::new()),
                        _ => redealt(&shorter, &first.shown, &mut dice),
                    };
                    if !looks_the_same(&judge, &first, &two, &changed, view) {
                        continue;
                    }
                    *kinds.entry(kind).or_default() += 1;
                    let place = format!("{game}, {chance:?}, sample {nth}, entry {at}, {view:?}, {entry}");
                    check_same_answers(&judge, [&one, &two], view, &place);
                    break;
                }
            }
        }
        println!("{game}, {chance:?}: {kinds:?}");
        assert!(kinds.values().sum::<usize>() > 20, "{game}, {chance:?}: {kinds:?}");
    }
}

/// An effect on cards of a hand and one that finds no card there look the same to others: in the state, in
/// the events and as a position.
#[test]
fn an_effect_on_hidden_cards_is_not_seen() {
    let judge = Judge::new();
    let log = |hidden: &str| {
        json!({
            "actions": [{ "card": 0, "seat": 0, "type": "use_card" }],
            "format": "rules-judge/1", "game": "xinglingwang", "players": [{}, {}],
            "pool": "xinglingwang/official", "seed": "00".repeat(32),
            "start": { "position": {
                "active": 0, "turn": 5, "window": "summon",
                "players": [
                    { "deck": ["ART-0004", "ART-0005"], "hand": ["ART-0018", hidden] },
                    { "deck": ["CAT-0003"], "field": { "F1": { "card": "CAT-0003" } } },
                ],
            } },
        })
        .to_string()
    };
    // The effect applies to units of its race in hand.
    let logs = [log("ART-0009"), log("CAT-0003")];
    let texts = |log: &str, view: View| {
        let query = Query { abilities: true, view, trace: Trace::Events, ..Query::default() };
        let position = judge.position(log.as_bytes(), &query).unwrap().unwrap();
        let verdict = judge.verify(log.as_bytes(), &query).unwrap();
        assert_eq!(verdict.verdict, VerdictKind::Legal, "{:?}", verdict.illegal);
        [serde_json::to_string(&verdict).unwrap(), serde_json::to_string(&position).unwrap()]
    };
    for view in [View::Seat1, View::Public] {
        let [with, without] = logs.each_ref().map(|log| texts(log, view));
        for (with, without) in with.iter().zip(&without) {
            assert!(with == without, "{view:?}:\n{}\n{}", part(with, without), part(without, with));
        }
    }
    // Its player sees the difference.
    let own = logs.each_ref().map(|log| texts(log, View::Seat0)[0].contains("\"verb\":\"effect\""));
    assert_eq!(own, [true, false]);
}
