//! Whoever sees the same gets the same bytes, in every call that takes `view`. Pairs of logs are made
//! whose difference a seat cannot see: cards that it never saw are dealt anew among the places of one
//! deck, or the other seat chooses otherwise without its being seen. `VIEW_PAIRS` says how many.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use std::collections::BTreeSet;
use std::path::Path;

use crate::common::{get, post};
use actix_web::body::to_bytes;
use actix_web::dev::ServiceResponse;
use actix_web::rt::System;
use actix_web::test::{TestRequest, call_service, init_service};
use actix_web::web;
use rules_judge::limits::Limits;
use rules_judge::service::{Service, app};
use rules_judge_replays::answer::{Query, Trace, Verdict, VerdictKind, View};
use rules_judge_replays::digest::Digest;
use rules_judge_replays::judge::Judge;
use serde_json::{Value, json};

/// Dice that fall the same way for the same number.
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

/// The sample games of a game.
fn samples(game: &str) -> Vec<Value> {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../replays/samples").join(game).join("games.ndjson.zst");
    let lines = zstd::decode_all(std::fs::File::open(path).unwrap()).unwrap();
    let lines = lines.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
    lines.map(|line| serde_json::from_slice(line).unwrap()).collect()
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

/// The same with one line for each card of a deck; `None`: the game begins at a position.
fn one_by_one(replay: &Value) -> Option<Value> {
    let mut replay = replay.clone();
    for player in replay["players"].as_array_mut()? {
        let mut single = Vec::new();
        for line in player["deck"]["cards"].as_array()? {
            single.extend((0..line["n"].as_u64()?).map(|_| json!({ "card": line["card"], "n": 1 })));
        }
        player["deck"]["cards"] = single.into();
    }
    Some(replay)
}

/// Numbers of cards that an answer names.
fn named(value: &Value, found: &mut BTreeSet<u64>) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                let no_card =
                    ["seat", "turn", "count", "accepted", "at", "n", "amount", "power", "score", "attack"];
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

/// Numbers of cards whose face an onlooker was shown, after the log and on the way.
fn seen(verdict: &Verdict) -> BTreeSet<u64> {
    let mut found = BTreeSet::new();
    named(&json!(verdict.trace), &mut found);
    named(&json!(verdict.next), &mut found);
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
        // What runs and what waits speaks of cards by their numbers.
        for part in ["effects", "waiting", "battle"] {
            named(&state[part], &mut found);
        }
    }
    found
}

/// The same replay with the cards that were never seen dealt anew within each deck; `None`: all of them
/// are alike.
fn dealt_anew(replay: &Value, seen: &BTreeSet<u64>, dice: &mut Dice) -> Option<(Value, BTreeSet<u64>)> {
    let (mut other, mut hidden) = (replay.clone(), BTreeSet::new());
    let mut number = 0;
    for player in other["players"].as_array_mut().unwrap() {
        number += player["deck"]["flagship"].as_array().map_or(0, Vec::len) as u64;
        let cards = player["deck"]["cards"].as_array_mut().unwrap();
        let places: Vec<usize> =
            (0..cards.len()).filter(|nth| !seen.contains(&(number + *nth as u64))).collect();
        let mut faces: Vec<Value> = places.iter().map(|place| cards[*place].clone()).collect();
        for place in places {
            cards[place] = faces.remove(dice.below(faces.len()));
            hidden.insert(number + place as u64);
        }
        number += cards.len() as u64;
    }
    (other != *replay).then_some((other, hidden))
}

struct Pair {
    one: Value,
    two: Value,
    /// Cards that are not the same in both.
    hidden: BTreeSet<u64>,
    /// Whether an entry is not the same in both, so that what is shown has to be compared itself: what was
    /// chosen under cover is uncovered later, and then the two do not look the same any more.
    chosen: bool,
}

const VIEWS: [(&str, View); 3] = [("seat0", View::Seat0), ("seat1", View::Seat1), ("public", View::Public)];

fn judged(judge: &Judge, replay: &Value, view: View) -> Option<Verdict> {
    let query = Query { view, trace: Trace::Events, ..Query::default() };
    judge.verify(replay.to_string().as_bytes(), &query).ok()
}

/// Whether a pair can be told apart only by what the onlooker is not shown: both are legal, ask the same,
/// and show none of the cards that differ.
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
            judged(judge, replay, view).is_some_and(|verdict| seen(&verdict).is_disjoint(&pair.hidden))
        })
        && (!pair.chosen || shown(judge, &pair.one, view) == shown(judge, &pair.two, view))
}

/// What an onlooker is shown, entry by entry.
fn shown(judge: &Judge, replay: &Value, view: View) -> Option<Value> {
    judged(judge, replay, view).map(|verdict| json!(verdict.trace))
}

/// A pair of the first kind: unseen cards dealt anew.
fn dealt(judge: &Judge, replay: &Value, view: View, dice: &mut Dice) -> Option<Pair> {
    let one = one_by_one(replay)?;
    let (two, hidden) = dealt_anew(&one, &seen(&judged(judge, &one, view)?), dice)?;
    Some(Pair { one, two, hidden, chosen: false })
}

/// A pair of the second kind: the last entry is another of the same seat's legal answers, and the onlooker
/// is shown the same of it.
fn chosen(judge: &Judge, replay: &Value, dice: &mut Dice) -> Option<Pair> {
    let mut before = replay.clone();
    let last = before["actions"].as_array_mut().unwrap().pop()?;
    let asked = judged(judge, &before, View::Full)?.next;
    let asked = asked.into_iter().find(|item| item.seat.map(u64::from) == last["seat"].as_u64())?;
    let listing = asked.legal?.listing;
    let mut other = listing.get(dice.below(listing.len()))?.clone();
    other["seat"] = last["seat"].clone();
    let (one, two) = (replay.clone(), with_entry(&before, &other));
    (one != two).then(|| Pair { one, two, hidden: BTreeSet::new(), chosen: true })
}

async fn bytes_of(response: ServiceResponse<impl actix_web::body::MessageBody>) -> (u16, Vec<u8>) {
    let status = response.status().as_u16();
    let Ok(bytes) = to_bytes(response.into_body()).await else { panic!("no body") };
    if status == 200 {
        return (status, bytes.to_vec());
    }
    // The id of a request is its own.
    let mut problem: Value = serde_json::from_slice(&bytes).unwrap();
    problem.as_object_mut().unwrap().remove("request_id");
    (status, problem.to_string().into_bytes())
}

/// So many pairs, of all games and onlookers, made from every `step`th number: how many were compared, how
/// many bodies, and how many pairs had an entry that is refused.
async fn pairs(wanted: usize, first: u64, step: u64) -> (usize, usize, usize) {
    let service = web::Data::new(Service::new(Judge::new(), Limits::default()).unwrap());
    let app = init_service(app(service.clone())).await;
    let judge = service.judge().as_ref();
    let games: Vec<Vec<Value>> = judge.games().games.iter().map(|game| samples(game.game)).collect();
    let (mut compared, mut bodies, mut refused, mut tries) = (0, 0, 0, 0);
    while compared < wanted {
        let number = first + tries * step;
        tries += 1;
        assert!(tries < 200 + 20 * wanted as u64, "only {compared} pairs in {tries} tries");
        let mut dice = Dice::new(number);
        let game = &games[dice.below(games.len())];
        let sample = &game[dice.below(game.len())];
        let entries = sample["actions"].as_array().unwrap();
        // Early in a game most is hidden, late in it most can happen.
        let most = if dice.below(4) == 0 { entries.len() } else { entries.len().min(60) };
        let count = 1 + dice.below(most);
        let replay = cut(sample, count);
        let (word, view) = VIEWS[dice.below(3)];
        let made = match dice.below(3) {
            0 => chosen(judge, &replay, &mut dice),
            _ => dealt(judge, &replay, view, &mut dice),
        };
        let Some(pair) = made.filter(|pair| looks_the_same(judge, pair, view)) else { continue };
        compared += 1;
        let both = [&pair.one, &pair.two];
        // An entry that both refuse: one of the game, of either seat, at the wrong time.
        let mut wrong = entries[dice.below(entries.len())].clone();
        wrong["seat"] = json!(dice.below(2));
        let full = both.map(|replay| judged(judge, &with_entry(replay, &wrong), View::Full));
        let wrong_in_both = full
            .iter()
            .all(|verdict| verdict.as_ref().is_some_and(|verdict| verdict.verdict == VerdictKind::Illegal));
        let digests = both.map(|replay| judged(judge, replay, View::Full).unwrap().replay_digest.unwrap());
        let at = dice.below(count + 1);
        let text = |value: &Value| value.to_string().into_bytes();
        let lines = |replay: &Value| {
            [text(replay), b"\n{\n".to_vec(), text(&cut(replay, at)), b"\n".to_vec()].concat()
        };
        let batch = |body: Vec<u8>| {
            TestRequest::post()
                .uri(&format!("/v1/verify/batch?view={word}"))
                .insert_header(("content-type", "application/x-ndjson"))
                .set_payload(body)
        };
        let mut requests: Vec<(&str, Vec<TestRequest>)> = vec![
            ("verify", both.map(|r| post(&format!("/v1/verify?view={word}"), &text(r))).into()),
            ("verify, kept", both.map(|r| post(&format!("/v1/verify?view={word}"), &text(r))).into()),
            ("events", both.map(|r| post(&format!("/v1/verify?trace=events&view={word}"), &text(r))).into()),
            (
                "states",
                both.map(|r| post(&format!("/v1/verify?trace=states&digest=state&view={word}"), &text(r)))
                    .into(),
            ),
            ("earlier", both.map(|r| post(&format!("/v1/verify?at={at}&view={word}"), &text(r))).into()),
            (
                "beyond",
                both.map(|r| post(&format!("/v1/verify?at={}&view={word}", count + 1), &text(r))).into(),
            ),
            ("legal actions", both.map(|r| post(&format!("/v1/legal-actions?view={word}"), &text(r))).into()),
            ("batch", both.map(|r| batch(lines(r))).into()),
            (
                "verdict",
                digests.each_ref().map(|digest| get(&format!("/v1/verdicts/{digest}?view={word}"))).into(),
            ),
        ];
        if wrong_in_both {
            refused += 1;
            requests.extend([
                (
                    "refused",
                    both.map(|r| {
                        post(&format!("/v1/verify?trace=events&view={word}"), &text(&with_entry(r, &wrong)))
                    })
                    .into(),
                ),
                (
                    "no legal actions",
                    both.map(|r| {
                        post(&format!("/v1/legal-actions?view={word}"), &text(&with_entry(r, &wrong)))
                    })
                    .into(),
                ),
                (
                    "refused move",
                    both.map(|r| {
                        post(
                            &format!("/v1/moves?view={word}"),
                            &text(&json!({ "action": wrong, "replay": r })),
                        )
                    })
                    .into(),
                ),
                (
                    "refused move from a base",
                    digests
                        .each_ref()
                        .map(|base| {
                            post(
                                &format!("/v1/moves?view={word}"),
                                &text(&json!({ "action": wrong, "base": base })),
                            )
                        })
                        .into(),
                ),
            ]);
        }
        // The next entry of the sample, if it is one for both.
        if let Some(entry) = entries.get(count) {
            let further = Pair {
                one: with_entry(&pair.one, entry),
                two: with_entry(&pair.two, entry),
                hidden: pair.hidden.clone(),
                chosen: pair.chosen,
            };
            if looks_the_same(judge, &further, view) {
                requests.push((
                    "move",
                    both.map(|r| {
                        post(
                            &format!("/v1/moves?view={word}"),
                            &text(&json!({ "action": entry, "replay": r })),
                        )
                    })
                    .into(),
                ));
                requests.push((
                    "move from a base",
                    digests
                        .each_ref()
                        .map(|base| {
                            post(
                                &format!("/v1/moves?view={word}"),
                                &text(&json!({ "action": entry, "base": base })),
                            )
                        })
                        .into(),
                ));
            }
        }
        for (call, requests) in requests {
            let mut answers = Vec::new();
            for request in requests {
                answers.push(bytes_of(call_service(&app, request.to_request()).await).await);
            }
            bodies += 1;
            if answers[0] != answers[1] {
                let [one, two] =
                    [&answers[0], &answers[1]].map(|(_, bytes)| String::from_utf8_lossy(bytes).into_owned());
                let at = one.bytes().zip(two.bytes()).position(|(one, two)| one != two).unwrap_or(0);
                let part = |text: &str| {
                    text.chars()
                        .skip(text[..at].chars().count().saturating_sub(200))
                        .take(400)
                        .collect::<String>()
                };
                panic!(
                    "pair {number}, {word}, {call}, byte {at}:\n{}\n{}\nwrong: {wrong}",
                    part(&one),
                    part(&two)
                );
            }
        }
    }
    (compared, bodies, refused)
}

#[test]
fn equal_observations_get_equal_bytes_in_every_call() {
    let wanted = std::env::var("VIEW_PAIRS").map_or(120, |pairs| pairs.parse().unwrap());
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(wanted.max(1));
    // Each thread has a service of its own and its own numbers.
    let running: Vec<_> = (0..threads)
        .map(|nth| {
            let share = wanted / threads + usize::from(nth < wanted % threads);
            std::thread::spawn(move || System::new().block_on(pairs(share, nth as u64 + 1, threads as u64)))
        })
        .collect();
    let (mut compared, mut bodies, mut refused) = (0, 0, 0);
    for thread in running {
        let counts = thread.join().unwrap();
        (compared, bodies, refused) = (compared + counts.0, bodies + counts.1, refused + counts.2);
    }
    println!("{compared} pairs, {bodies} bodies of each, {refused} with a refusal, none differs");
    assert!(
        compared == wanted && bodies > 9 * wanted && refused > wanted / 2,
        "{compared} {bodies} {refused}"
    );
}
