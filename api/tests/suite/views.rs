//! Logs that look the same to a seat get the same bytes, in every call with `view`. The test makes pairs of
//! logs whose difference a seat cannot see: cards that the seat never saw change places within a deck, the
//! other seat makes another hidden choice, or, with declared chance, other hidden cards are drawn.
//! `VIEW_PAIRS` sets the number of pairs.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::common::{get, post};
use actix_web::body::to_bytes;
use actix_web::dev::ServiceResponse;
use actix_web::rt::System;
use actix_web::test::{TestRequest, call_service, init_service};
use actix_web::web;
use rules_judge::http::service::{Service, app};
use rules_judge::limits::Limits;
use rules_judge_replays::answer::{Query, Trace, Verdict, VerdictKind, View};
use rules_judge_replays::codec::digest::Digest;
use rules_judge_replays::judging::Judge;
use rules_judge_replays::tools::case::schema;
use rules_judge_replays::tools::case::shape::Shape;
use serde_json::{Value, json};

/// Pseudo-random numbers from a seed.
struct Dice(u64, u64);

impl Dice {
    fn new(number: u64) -> Dice {
        Dice(number, 0)
    }

    fn below(&mut self, bound: usize) -> usize {
        self.1 += 1;
        let bytes = Digest::of_parts(&[&self.0.to_be_bytes(), &self.1.to_be_bytes()]).0;
        usize::try_from(u64::from_be_bytes(*bytes.first_chunk().unwrap()) % bound.max(1) as u64).unwrap()
    }
}

/// The samples of a game.
fn samples(game: &str) -> Vec<Value> {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../replays/samples").join(game).join("games.ndjson.zst");
    let lines = zstd::decode_all(std::fs::File::open(path).unwrap()).unwrap();
    let lines = lines.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
    lines.map(|line| serde_json::from_slice(line).unwrap()).collect()
}

/// The samples of a game as logs with declared chance.
fn declared(judge: &Judge, samples: &[Value]) -> Vec<Value> {
    let bots = [["random", "keen"], ["curious", "curious"], ["keen", "random"], ["curious", "random"]];
    let with_decks = samples.iter().filter_map(one_by_one);
    let step = samples.len() / bots.len();
    let played = with_decks.step_by(step).zip(bots).enumerate().map(|(number, (mut replay, bots))| {
        let fields = replay.as_object_mut().unwrap();
        fields.remove("seed");
        fields.insert("chance".to_owned(), "declared".into());
        fields.insert("salt".to_owned(), "5a".repeat(16).into());
        fields.insert("actions".to_owned(), json!([]));
        let text = judge.play_on(replay.to_string().as_bytes(), number as u64, bots).unwrap();
        serde_json::from_slice(&text).unwrap()
    });
    played.collect()
}

fn is_outcome(entry: &Value) -> bool {
    entry["type"] == "chance"
}

fn cut(replay: &Value, count: usize) -> Value {
    let mut replay = replay.clone();
    replay["actions"].as_array_mut().unwrap().truncate(count);
    replay
}

fn with_entry(replay: &Value, entry: &Value) -> Value {
    let mut replay = replay.clone();
    replay["actions"].as_array_mut().unwrap().push(entry.clone());
    replay
}

/// The lists in a deck from which cards are dealt or a hand is made.
const LISTS: [&str; 3] = ["cards", "units", "orders"];

/// The replay with one line for each card of a deck; `None`: it begins with a position.
fn one_by_one(replay: &Value) -> Option<Value> {
    let mut replay = replay.clone();
    for player in replay["players"].as_array_mut()? {
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

/// The numbers of cards that an answer names.
fn named(value: &Value, found: &mut BTreeSet<u64>) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                let no_card = [
                    "seat", "turn", "count", "accepted", "at", "n", "amount", "power", "score", "attack",
                    "value", "times", "number", "on_seat",
                ];
                if !no_card.contains(&name.as_str()) {
                    found.extend(value.as_u64());
                }
                named(value, found);
            }
        }
        Value::Array(items) => {
            found.extend(items.iter().filter_map(Value::as_u64));
            items.iter().for_each(|item| named(item, found));
        }
        _ => {}
    }
}

/// The numbers of cards whose faces an onlooker saw, during the log and after it.
fn seen(verdict: &Verdict, replay: &Value, view: View) -> BTreeSet<u64> {
    let mut found = BTreeSet::new();
    // The trace lacks the outcomes of an entry that still waits, although a seat sees what it draws.
    if verdict.waiting.is_some() {
        let (word, _) = VIEWS.into_iter().find(|(_, other)| *other == view).unwrap();
        let own = format!("draw/{word}/");
        let outcomes =
            replay["actions"].as_array().unwrap().iter().rev().take_while(|entry| is_outcome(entry));
        let drawn =
            outcomes.filter(|entry| entry["label"].as_str().is_some_and(|label| label.starts_with(&own)));
        found.extend(drawn.filter_map(|entry| entry["card"].as_u64()));
    }
    named(&json!(verdict.trace), &mut found);
    // The list of cards that may be drawn shows none of them.
    let asked: Vec<_> = verdict.next.iter().filter(|asked| asked.seat.is_some()).collect();
    named(&json!(asked), &mut found);
    let mut in_state = |value: &Value| {
        fn walk(value: &Value, found: &mut BTreeSet<u64>) {
            match value {
                Value::Object(fields) => {
                    found.extend(fields.get("id").and_then(Value::as_u64));
                    fields.values().for_each(|inner| walk(inner, found));
                }
                Value::Array(items) => items.iter().for_each(|item| walk(item, found)),
                _ => {}
            }
        }
        walk(value, &mut found);
    };
    if let Some(state) = &verdict.state {
        let state = &state.read().unwrap();
        in_state(state);
        // Running and waiting effects refer to cards by number.
        for part in ["effects", "waiting", "battle"] {
            named(&state[part], &mut found);
        }
    }
    found
}

/// How many cards of a deck have numbers before those of its list, and how many after them.
fn around(deck: &Value) -> (u64, u64) {
    let before = ["flagship", "territory"].map(|part| deck[part].as_array().map_or(0, Vec::len));
    let after = deck["d_deck"].as_array().into_iter().flatten().filter_map(|line| line["n"].as_u64());
    (before.iter().sum::<usize>() as u64, after.sum())
}

/// The replay with the unseen cards of each deck dealt in another order; `None`: they are all alike.
fn dealt_again(replay: &Value, seen: &BTreeSet<u64>, dice: &mut Dice) -> Option<(Value, BTreeSet<u64>)> {
    let (mut other, mut hidden) = (replay.clone(), BTreeSet::new());
    let mut number = 0;
    for player in other["players"].as_array_mut().unwrap() {
        let (before, beside) = around(&player["deck"]);
        number += before;
        for list in LISTS {
            let Some(cards) = player["deck"].get_mut(list).and_then(Value::as_array_mut) else { continue };
            let places: Vec<usize> =
                (0..cards.len()).filter(|nth| !seen.contains(&(number + *nth as u64))).collect();
            let mut faces: Vec<Value> = places.iter().map(|place| cards[*place].clone()).collect();
            for place in places {
                cards[place] = faces.remove(dice.below(faces.len()));
                hidden.insert(number + place as u64);
            }
            number += cards.len() as u64;
        }
        number += beside;
    }
    (other != *replay).then_some((other, hidden))
}

struct Pair {
    one: Value,
    two: Value,
    /// Cards that differ between the two logs.
    hidden: BTreeSet<u64>,
    /// The number in the second log for a number of the first, where they differ.
    renamed: BTreeMap<u64, u64>,
    /// Whether an entry differs. What the onlooker sees must be compared then: a hidden choice is revealed
    /// later, and from there on the logs do not look the same.
    chosen: bool,
}

const VIEWS: [(&str, View); 3] = [("seat0", View::Seat0), ("seat1", View::Seat1), ("public", View::Public)];

fn judged(judge: &Judge, replay: &Value, view: View) -> Option<Verdict> {
    let query = Query { view, trace: Trace::Events, ..Query::default() };
    judge.verify(replay.to_string().as_bytes(), &query).ok()
}

/// Whether an onlooker sees no difference between the two logs: both are legal, ask the same seats, and show
/// none of the cards that differ.
fn looks_the_same(judge: &Judge, pair: &Pair, view: View) -> bool {
    let full = [&pair.one, &pair.two].map(|replay| judged(judge, replay, View::Full));
    let [Some(one), Some(two)] = full else { return false };
    let asked =
        |verdict: &Verdict| -> Vec<_> { verdict.next.iter().map(|item| (item.kind, item.seat)).collect() };
    one.verdict == VerdictKind::Legal
        && two.verdict == VerdictKind::Legal
        && asked(&one) == asked(&two)
        && one.outcome == two.outcome
        && [&pair.one, &pair.two].iter().all(|replay| {
            judged(judge, replay, view)
                .is_some_and(|verdict| seen(&verdict, replay, view).is_disjoint(&pair.hidden))
        })
        && (!pair.chosen || shown(judge, &pair.one, view) == shown(judge, &pair.two, view))
}

/// What an onlooker sees, entry by entry.
fn shown(judge: &Judge, replay: &Value, view: View) -> Option<Value> {
    judged(judge, replay, view).map(|verdict| json!(verdict.trace))
}

/// A pair of the first kind: unseen cards are dealt in another order.
fn dealt(judge: &Judge, replay: &Value, view: View, dice: &mut Dice) -> Option<Pair> {
    let one = one_by_one(replay)?;
    let (two, hidden) = dealt_again(&one, &seen(&judged(judge, &one, view)?, &one, view), dice)?;
    Some(Pair { one, two, hidden, renamed: BTreeMap::new(), chosen: false })
}

/// A pair of the second kind: the last entry is another legal answer of the same seat, and looks the same to
/// the onlooker.
fn chosen(judge: &Judge, replay: &Value, dice: &mut Dice) -> Option<Pair> {
    let mut before = replay.clone();
    let last = before["actions"].as_array_mut().unwrap().pop()?;
    let asked = judged(judge, &before, View::Full)?.next;
    let asked = asked.into_iter().find(|item| item.seat.map(u64::from) == last["seat"].as_u64())?;
    let listing = asked.legal?.listing;
    let mut other = listing.get(dice.below(listing.len()))?.clone();
    other["seat"] = last["seat"].clone();
    let (one, two) = (replay.clone(), with_entry(&before, &other));
    let (hidden, renamed) = (BTreeSet::new(), BTreeMap::new());
    (one != two).then_some(Pair { one, two, hidden, renamed, chosen: true })
}

/// A pair of the third kind, with declared chance: unseen cards are replaced by others of the same deck
/// wherever the log names them.
fn came_out(judge: &Judge, replay: &Value, view: View, dice: &mut Dice) -> Option<Pair> {
    let one = one_by_one(replay)?;
    let seen = seen(&judged(judge, &one, view)?, &one, view);
    let (mut renamed, mut number) = (BTreeMap::new(), 0);
    for player in one["players"].as_array()? {
        let (before, beside) = around(&player["deck"]);
        number += before;
        let lists = LISTS.iter().filter_map(|list| player["deck"].get(list)?.as_array());
        let cards = lists.map(Vec::len).sum::<usize>() as u64;
        let unseen: Vec<u64> = (number..number + cards).filter(|card| !seen.contains(card)).collect();
        let mut left = unseen.clone();
        renamed.extend(unseen.into_iter().map(|card| (card, left.swap_remove(dice.below(left.len())))));
        number += cards + beside;
    }
    let mut two = one.clone();
    let game = one["game"].as_str()?;
    for entry in two["actions"].as_array_mut()? {
        *entry = with_others(game, entry, &renamed);
    }
    let hidden = renamed.iter().filter(|(card, other)| card != other).map(|(card, _)| *card).collect();
    (one["actions"] != two["actions"]).then_some(Pair { one, two, hidden, renamed, chosen: false })
}

/// An entry with other cards.
fn with_others(game: &str, entry: &Value, renamed: &BTreeMap<u64, u64>) -> Value {
    let mut entry = entry.clone();
    let mut rename = |card: &mut Value| {
        if let Some(other) = card.as_u64().and_then(|number| renamed.get(&number)) {
            *card = (*other).into();
        }
    };
    if is_outcome(&entry) {
        entry.get_mut("card").into_iter().for_each(&mut rename);
        return entry;
    }
    let cards = BTreeSet::new();
    let shape = Shape { document: &schema::of(game).unwrap().request, cards: &cards };
    shape.each_card(&shape.field("entry"), &mut entry, &mut rename);
    entry
}

async fn bytes_of(response: ServiceResponse<impl actix_web::body::MessageBody>) -> (u16, Vec<u8>) {
    let status = response.status().as_u16();
    let Ok(bytes) = to_bytes(response.into_body()).await else { panic!("no body") };
    if status == 200 {
        return (status, bytes.to_vec());
    }
    // Each request has its own id.
    let mut problem: Value = serde_json::from_slice(&bytes).unwrap();
    problem.as_object_mut().unwrap().remove("request_id");
    (status, problem.to_string().into_bytes())
}

/// The results of comparing pairs.
#[derive(Default)]
struct Counts {
    /// How many pairs were compared.
    compared: usize,
    /// How many answers were compared.
    bodies: usize,
    /// How many pairs had an entry that is refused.
    refused: usize,
    /// How many pairs waited for an outcome.
    waiting: usize,
    /// The differences, one line for each pair.
    differ: Vec<String>,
}

/// The two requests of a call, one for each log of a pair.
type Call = (&'static str, Vec<TestRequest>);

fn text(value: &Value) -> Vec<u8> {
    value.to_string().into_bytes()
}

/// An entry for the end of both logs that is probably refused: one of the game, by either seat, at the wrong
/// time, or an impossible outcome.
fn wrong_entry(judge: &Judge, pair: &Pair, entries: &[Value], dice: &mut Dice, counts: &mut Counts) -> Value {
    let mut wrong = entries[dice.below(entries.len())].clone();
    let waiting =
        judged(judge, &pair.one, View::Full).unwrap().next.into_iter().find(|asked| asked.seat.is_none());
    counts.waiting += usize::from(waiting.is_some());
    match waiting.and_then(|waiting| waiting.label) {
        Some(label) if dice.below(4) > 0 => {
            wrong = json!({ "card": dice.below(110), "label": label, "seat": null, "type": "chance" });
        }
        _ if is_outcome(&wrong) => {}
        _ => wrong["seat"] = json!(dice.below(2)),
    }
    wrong
}

/// Every call about the two logs, at their end and after `at` of their `count` entries.
fn calls(both: [&Value; 2], digests: &[String; 2], word: &str, at: usize, count: usize) -> Vec<Call> {
    let posts = |path: String| -> Vec<TestRequest> { both.map(|replay| post(&path, &text(replay))).into() };
    let lines =
        |replay: &Value| [text(replay), b"\n{\n".to_vec(), text(&cut(replay, at)), b"\n".to_vec()].concat();
    let batch = |body: Vec<u8>| {
        TestRequest::post()
            .uri(&format!("/v1/verify/batch?view={word}"))
            .insert_header(("content-type", "application/x-ndjson"))
            .set_payload(body)
    };
    vec![
        ("verify", posts(format!("/v1/verify?view={word}"))),
        ("verify, kept", posts(format!("/v1/verify?view={word}"))),
        ("events", posts(format!("/v1/verify?trace=events&view={word}"))),
        ("states", posts(format!("/v1/verify?trace=states&digest=state&view={word}"))),
        ("earlier", posts(format!("/v1/verify?at={at}&view={word}"))),
        ("beyond", posts(format!("/v1/verify?at={}&view={word}", count + 1))),
        ("legal actions", posts(format!("/v1/legal-actions?view={word}"))),
        ("position", posts(format!("/v1/positions?view={word}"))),
        ("earlier position", posts(format!("/v1/positions?at={at}&view={word}"))),
        ("batch", both.map(|replay| batch(lines(replay))).into()),
        (
            "verdict",
            digests.each_ref().map(|digest| get(&format!("/v1/verdicts/{digest}?view={word}"))).into(),
        ),
    ]
}

/// Every call with an entry that is refused after both logs.
fn refused_calls(both: [&Value; 2], digests: &[String; 2], word: &str, wrong: &Value) -> Vec<Call> {
    let posts = |path: String| -> Vec<TestRequest> {
        both.map(|replay| post(&path, &text(&with_entry(replay, wrong)))).into()
    };
    let moves = format!("/v1/moves?view={word}");
    let of_replay = |replay: &Value| post(&moves, &text(&json!({ "action": wrong, "replay": replay })));
    let of_base = |base: &String| post(&moves, &text(&json!({ "action": wrong, "base": base })));
    vec![
        ("refused", posts(format!("/v1/verify?trace=events&view={word}"))),
        ("no legal actions", posts(format!("/v1/legal-actions?view={word}"))),
        ("no position", posts(format!("/v1/positions?view={word}"))),
        ("refused move", both.map(of_replay).into()),
        ("refused move from a base", digests.each_ref().map(of_base).into()),
    ]
}

/// The next entry of the sample after both logs, if they still look the same then.
fn move_calls(
    judge: &Judge,
    pair: &Pair,
    digests: &[String; 2],
    view: (&str, View),
    entry: &Value,
) -> Vec<Call> {
    let (word, view) = view;
    let both = [&pair.one, &pair.two];
    let game = pair.one["game"].as_str().unwrap();
    let next = [entry.clone(), with_others(game, entry, &pair.renamed)];
    let further = Pair {
        one: with_entry(&pair.one, &next[0]),
        two: with_entry(&pair.two, &next[1]),
        hidden: pair.hidden.clone(),
        renamed: pair.renamed.clone(),
        chosen: pair.chosen,
    };
    if !looks_the_same(judge, &further, view) {
        return Vec::new();
    }
    let uri = format!("/v1/moves?trace=events&view={word}");
    let of_replays = both
        .into_iter()
        .zip(&next)
        .map(|(replay, entry)| post(&uri, &text(&json!({ "action": entry, "replay": replay }))));
    let of_bases = digests
        .iter()
        .zip(&next)
        .map(|(base, entry)| post(&uri, &text(&json!({ "action": entry, "base": base }))));
    vec![("move", of_replays.collect()), ("move from a base", of_bases.collect())]
}

/// Where two bodies differ, with the text around it.
fn difference(one: &[u8], two: &[u8]) -> String {
    let [one, two] = [one, two].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
    let at = one.bytes().zip(two.bytes()).position(|(one, two)| one != two).unwrap_or(0);
    let part = |text: &str| {
        text.chars()
            .skip(text[..text.floor_char_boundary(at)].chars().count().saturating_sub(200))
            .take(400)
            .collect::<String>()
    };
    format!("byte {at}:\n{}\n{}", part(&one), part(&two))
}

/// Compares so many pairs, of all games and onlookers, made from every `step`th number, with a seed or with
/// declared chance.
async fn pairs(wanted: usize, first: u64, step: u64, paper: bool) -> Counts {
    let service = web::Data::new(Service::new(Judge::new(), Limits::default()).unwrap());
    let app = init_service(app(service.clone())).await;
    let judge = service.judge().as_ref();
    let games = judge.games().games.into_iter().map(|game| samples(game.game));
    let games: Vec<Vec<Value>> = match paper {
        true => games.map(|samples| declared(judge, &samples)).collect(),
        false => games.collect(),
    };
    let (mut counts, mut tries) = (Counts::default(), 0);
    while counts.compared < wanted {
        let number = first + tries * step;
        tries += 1;
        assert!(tries < 200 + 40 * wanted as u64, "only {} pairs in {tries} tries", counts.compared);
        let mut dice = Dice::new(number);
        let game = &games[dice.below(games.len())];
        let sample = &game[dice.below(game.len())];
        let entries = sample["actions"].as_array().unwrap();
        // Early in a game most cards are hidden; late in it most actions are possible.
        let most = if dice.below(4) == 0 { entries.len() } else { entries.len().min(60) };
        let count = 1 + dice.below(most);
        let replay = cut(sample, count);
        let (word, view) = VIEWS[dice.below(3)];
        let made = match dice.below(3) {
            0 if replay["actions"].as_array().unwrap().last().is_some_and(is_outcome) => None,
            0 => chosen(judge, &replay, &mut dice),
            1 if paper => came_out(judge, &replay, view, &mut dice),
            _ => dealt(judge, &replay, view, &mut dice),
        };
        let Some(pair) = made.filter(|pair| looks_the_same(judge, pair, view)) else { continue };
        counts.compared += 1;
        let both = [&pair.one, &pair.two];
        let wrong = wrong_entry(judge, &pair, entries, &mut dice, &mut counts);
        let is_illegal = |replay: &&Value| {
            let verdict = judged(judge, &with_entry(replay, &wrong), View::Full);
            verdict.is_some_and(|verdict| verdict.verdict == VerdictKind::Illegal)
        };
        let digests = both.map(|replay| judged(judge, replay, View::Full).unwrap().replay_digest.unwrap());
        let mut requests = calls(both, &digests, word, dice.below(count + 1), count);
        if both.iter().all(is_illegal) {
            counts.refused += 1;
            requests.extend(refused_calls(both, &digests, word, &wrong));
        }
        if let Some(entry) = entries.get(count) {
            requests.extend(move_calls(judge, &pair, &digests, (word, view), entry));
        }
        for (call, requests) in requests {
            let mut answers = Vec::new();
            for request in requests {
                answers.push(bytes_of(call_service(&app, request.to_request()).await).await);
            }
            counts.bodies += 1;
            if answers[0] != answers[1] {
                let where_they_differ = difference(&answers[0].1, &answers[1].1);
                counts
                    .differ
                    .push(format!("pair {number}, {word}, {call}, {where_they_differ}\nwrong: {wrong}"));
                break;
            }
        }
    }
    counts
}

/// Compares so many pairs on all cores.
fn all_pairs(wanted: usize, paper: bool) -> Counts {
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(wanted.max(1));
    // Each thread has its own service and its own numbers.
    let running: Vec<_> = (0..threads)
        .map(|nth| {
            let share = wanted / threads + usize::from(nth < wanted % threads);
            let (first, step) = (nth as u64 + 1, threads as u64);
            std::thread::spawn(move || System::new().block_on(pairs(share, first, step, paper)))
        })
        .collect();
    let mut all = Counts::default();
    for thread in running {
        let counts = thread.join().unwrap();
        all.compared += counts.compared;
        all.bodies += counts.bodies;
        all.refused += counts.refused;
        all.waiting += counts.waiting;
        all.differ.extend(counts.differ);
    }
    all
}

fn wanted() -> usize {
    std::env::var("VIEW_PAIRS").map_or(120, |pairs| pairs.parse().unwrap())
}

/// Asserts that no pair differs, and that enough was compared.
fn none_differs(counts: &Counts, wanted: usize) {
    let Counts { compared, bodies, refused, waiting, differ } = counts;
    println!(
        "{compared} pairs, {waiting} with an outcome due, {refused} with a refusal, {bodies} bodies of each"
    );
    if let Some(first) = differ.first() {
        let each: Vec<&str> =
            differ.iter().filter_map(|each| each.split_once(':')).map(|(each, _)| each).collect();
        panic!("{} of {compared} pairs differ: {}\n{first}", differ.len(), each.join("; "));
    }
    assert!(
        *compared == wanted && *bodies > 9 * wanted && *refused > wanted / 2,
        "{compared} {bodies} {refused}"
    );
}

#[test]
fn equal_observations_get_equal_bytes_in_every_call() {
    none_differs(&all_pairs(wanted(), false), wanted());
}

#[test]
fn equal_observations_of_declared_chance_get_equal_bytes_in_every_call() {
    let counts = all_pairs(wanted(), true);
    assert!(counts.waiting > wanted() / 20, "outcomes are due in {} pairs", counts.waiting);
    none_differs(&counts, wanted());
}
