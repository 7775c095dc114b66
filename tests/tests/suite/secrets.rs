//! What a seat cannot see it cannot find out by asking: faces that it was not shown are exchanged,
//! entries of which it sees nothing are left out, and every answer stays the same, byte for byte.
//! `SECRETS` says how many points of each kind of entry are looked at (2).
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use std::collections::{BTreeMap, BTreeSet};

use rules_judge_replays::answer::{Query, Trace, Verdict, VerdictKind, View};
use rules_judge_replays::judge::Judge;
use rules_judge_tests::mutation::Dice;
use rules_judge_tests::sample;
use serde_json::{Value, json};

const VIEWS: [View; 3] = [View::Seat0, View::Seat1, View::Public];

/// So many points of each kind.
fn points_wanted() -> usize {
    std::env::var("SECRETS").map_or(2, |count| count.parse().expect("a number"))
}

/// The sample games that begin with decks, with one line for each card.
fn samples(game: &str) -> Vec<Value> {
    let lines = sample::load(game).unwrap();
    let all = lines.iter().map(|line| serde_json::from_slice::<Value>(line).unwrap());
    all.filter(|replay| replay.get("seed").is_some_and(Value::is_string)).filter_map(one_by_one).collect()
}

fn one_by_one(mut replay: Value) -> Option<Value> {
    for player in replay.get_mut("players")?.as_array_mut()? {
        let mut single = Vec::new();
        for line in player["deck"]["cards"].as_array()? {
            single.extend((0..line["n"].as_u64()?).map(|_| json!({ "card": line["card"], "n": 1 })));
        }
        player["deck"]["cards"] = single.into();
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

fn judged(judge: &Judge, replay: &Value, view: View) -> Option<Verdict> {
    let query = Query { view, trace: Trace::Events, ..Query::default() };
    judge.verify(replay.to_string().as_bytes(), &query).ok()
}

/// The cards whose faces stand in an answer: a number together with what card it is.
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

/// What an onlooker was shown, after the log and on the way.
pub(crate) fn shown(verdict: &Verdict) -> BTreeSet<u64> {
    let mut found = BTreeSet::new();
    faces(&json!(verdict.trace), &mut found);
    faces(&json!(verdict.state), &mut found);
    found
}

/// The numbers in the fields of an entry that name cards.
fn named(value: &Value, found: &mut BTreeSet<u64>) {
    const NO_CARD: [&str; 13] = [
        "seat",
        "first",
        "side",
        "of",
        "skill",
        "ability",
        "number",
        "mode",
        "down",
        "down_rested",
        "up",
        "up_rested",
        "type",
    ];
    match value {
        Value::Object(fields) => {
            fields.iter().filter(|(name, _)| !NO_CARD.contains(&name.as_str())).for_each(|(_, inner)| {
                named(inner, found);
            });
        }
        Value::Array(items) => items.iter().for_each(|item| named(item, found)),
        other => found.extend(other.as_u64()),
    }
}

/// The same replay with the cards that were never shown dealt anew within each deck, and those whose face
/// is another now.
fn dealt_anew(replay: &Value, shown: &BTreeSet<u64>, dice: &mut Dice) -> (Value, Vec<u64>) {
    let (mut other, mut changed) = (replay.clone(), Vec::new());
    let mut number = 0;
    for player in other["players"].as_array_mut().unwrap() {
        number += player["deck"]["flagship"].as_array().map_or(0, Vec::len) as u64;
        let cards = player["deck"]["cards"].as_array_mut().unwrap();
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
    (other, changed)
}

/// Whether an onlooker is shown the same of both, and of none a card that differs.
fn looks_the_same(judge: &Judge, both: [&Value; 2], changed: &[u64], view: View) -> bool {
    let full = both.map(|replay| judged(judge, replay, View::Full));
    let [Some(one), Some(two)] = &full else { return false };
    let asked =
        |verdict: &Verdict| -> Vec<_> { verdict.next.iter().map(|item| (item.kind, item.seat)).collect() };
    let legal = |verdict: &Verdict| verdict.verdict == VerdictKind::Legal;
    legal(one)
        && legal(two)
        && asked(one) == asked(two)
        && one.outcome == two.outcome
        && both.iter().all(|replay| {
            judged(judge, replay, view).is_some_and(|verdict| {
                let shown = shown(&verdict);
                changed.iter().all(|card| !shown.contains(card))
            })
        })
}

/// Entries of every kind that names a card: `card` in every place, another one in the others.
fn tries(game: &str, card: u64, known: u64, seat: u64) -> Vec<Value> {
    let at = json!({ "cell": "F1", "seat": seat });
    let both = |one: &str, two: &str, kind: &str| {
        [json!({ "type": kind, one: card, two: known }), json!({ "type": kind, one: known, two: card })]
    };
    let mut tries = match game {
        "azur-lane" => vec![
            json!({ "type": "play_ship", "card": card, "at": at }),
            json!({ "type": "play_ship", "card": card, "at": at, "from": "retreat" }),
            json!({ "type": "play_ship", "card": card, "at": at, "alternative": { "discard": [known] } }),
            json!({ "type": "play_ship", "card": known, "at": at, "alternative": { "discard": [card] } }),
            json!({ "type": "play_event", "card": card }),
            json!({ "type": "play_event", "card": card, "skill": 1 }),
            json!({ "type": "play_event", "card": card, "pay": { "down": 1 } }),
            json!({ "type": "play_event", "card": known, "cost": { "discard": [card] } }),
            json!({ "type": "activate", "source": card, "skill": 1 }),
            json!({ "type": "activate", "source": card, "skill": 2 }),
            json!({ "type": "activate", "source": known, "skill": 1, "cost": { "discard": [card] } }),
            json!({ "type": "remodel", "card": card, "base": known, "at": at }),
            json!({ "type": "remodel", "card": known, "base": card, "at": at }),
            json!({ "type": "support", "card": card, "from": "field" }),
            json!({ "type": "support", "card": card, "from": "hand" }),
            json!({ "type": "counter", "card": card }),
            json!({ "type": "counter", "card": known, "cost": { "discard": [card] } }),
            json!({ "type": "chase", "card": card }),
            json!({ "type": "choose_trigger", "card": card, "skill": 1 }),
            json!({ "type": "move", "card": card, "to": at }),
        ],
        "xinglingwang" => vec![
            json!({ "type": "play_unit", "card": card }),
            json!({ "type": "play_unit", "card": card, "side": 1 - seat }),
            json!({ "type": "play_unit", "card": card, "tributes": [known] }),
            json!({ "type": "play_unit", "card": known, "tributes": [card] }),
            json!({ "type": "use_card", "card": card }),
            json!({ "type": "activate", "source": card }),
            json!({ "type": "activate", "source": card, "ability": 1 }),
            json!({ "type": "move", "unit": card, "to": at }),
            json!({ "type": "attack", "unit": card }),
            json!({ "type": "attack", "unit": card, "slide_to": at }),
            json!({ "type": "attack", "unit": card, "position": at }),
            json!({ "type": "mech", "unit": card, "target": card, "under": "unit", "expose": "attack" }),
            json!({ "type": "mech", "unit": known, "target": card, "under": "unit", "expose": "attack" }),
            json!({ "type": "mech", "unit": card, "target": known, "under": "target", "expose": "attack" }),
            json!({ "type": "exile_excess", "cards": [card] }),
            json!({ "type": "mulligan", "cards": [card] }),
            json!({ "type": "choose_trigger", "card": card }),
            json!({ "type": "choose_trigger", "card": card, "ability": 1 }),
        ],
        other => panic!("say here which entries of {other} name cards"),
    };
    if game == "azur-lane" {
        tries.extend(both("attacker", "target", "attack"));
    }
    tries.push(json!({ "type": "choose_cards", "cards": [card] }));
    tries.push(json!({ "type": "choose_cards", "cards": [known, card] }));
    tries.push(json!({ "type": "choose_order", "order": [card, known] }));
    for entry in &mut tries {
        entry["seat"] = json!(seat);
    }
    tries
}

/// The points to look at: so many before each kind of entry, by a die.
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

/// What a judge answers to one entry more.
fn answered(judge: &Judge, base: &str, entry: &Value, view: View) -> (Option<VerdictKind>, String) {
    let body = json!({ "action": entry, "base": base }).to_string();
    match judge.go_on(body.as_bytes(), &Query { view, ..Query::default() }) {
        Ok(verdict) => (Some(verdict.verdict), serde_json::to_string(&verdict).unwrap()),
        Err(fault) => (None, format!("{fault:?}")),
    }
}

fn no_refusal_tells_a_hidden_face(game: &str) {
    let (judge, mut dice) = (Judge::new().with_memory(64 << 20), Dice::new(5));
    let samples = samples(game);
    let (mut windows, mut compared) = (BTreeSet::new(), 0);
    for (nth, at) in points(&samples, points_wanted(), &mut dice) {
        let one = cut(&samples[nth], at);
        for view in VIEWS {
            let Some(verdict) = judged(&judge, &one, view) else { continue };
            let shown = shown(&verdict);
            let (two, changed) = dealt_anew(&one, &shown, &mut dice);
            if changed.is_empty() || !looks_the_same(&judge, [&one, &two], &changed, view) {
                continue;
            }
            let full = judged(&judge, &one, View::Full).unwrap();
            windows.extend(full.next.iter().map(|item| item.kind));
            // What happened on the way is not kept, only a judgement without it can be gone on from.
            let bases = [&one, &two].map(|replay| {
                let verdict = judge.verify(replay.to_string().as_bytes(), &Query::default());
                verdict.unwrap().replay_digest.unwrap()
            });
            // Cards that stand open are what else such an entry names; hands hold what can be tried.
            let mut open = BTreeSet::new();
            faces(&json!(judged(&judge, &one, View::Public).unwrap().state), &mut open);
            let mut hands = BTreeSet::new();
            for player in full.state.as_ref().unwrap().read().unwrap()["players"].as_array().unwrap() {
                faces(&player["hand"], &mut hands);
            }
            let (in_hand, elsewhere): (Vec<u64>, Vec<u64>) =
                changed.iter().partition(|card| hands.contains(card));
            let mut cards = Vec::new();
            for mut from in [in_hand, elsewhere] {
                for _ in 0..from.len().min(4) {
                    cards.push(from.swap_remove(dice.below(from.len())));
                }
            }
            let open: Vec<u64> = open.into_iter().collect();
            for card in cards {
                let known = open.get(dice.below(open.len())).copied().unwrap_or(0);
                for entry in (0..2).flat_map(|seat| tries(game, card, known, seat)) {
                    let answers = bases.each_ref().map(|base| answered(&judge, base, &entry, view));
                    let [Some(VerdictKind::Illegal), Some(VerdictKind::Illegal)] =
                        [answers[0].0, answers[1].0]
                    else {
                        continue;
                    };
                    compared += 1;
                    assert!(
                        answers[0].1 == answers[1].1,
                        "{game}, sample {nth}, {at} entries, {view:?}, {entry}:\n{}\n{}",
                        part(&answers[0].1, &answers[1].1),
                        part(&answers[1].1, &answers[0].1)
                    );
                }
            }
        }
    }
    println!("{game}: {compared} refused entries, windows {windows:?}");
    assert!(compared > 1000 && windows.len() > 8, "{compared} {windows:?}");
}

/// Where a text becomes another.
fn part(text: &str, other: &str) -> String {
    let same = text.chars().zip(other.chars()).take_while(|(one, other)| one == other).count();
    text.chars().skip(same.saturating_sub(150)).take(400).collect()
}

#[test]
fn no_refusal_of_azur_lane_tells_a_hidden_face() {
    no_refusal_tells_a_hidden_face("azur-lane");
}

#[test]
fn no_refusal_of_xinglingwang_tells_a_hidden_face() {
    no_refusal_tells_a_hidden_face("xinglingwang");
}

/// Whatever of an accepted entry of the other seat is told names only cards that are seen at that time.
#[test]
fn no_accepted_entry_names_a_hidden_card() {
    let (judge, mut dice) = (Judge::new(), Dice::new(7));
    let mut looked_at = 0;
    for game in ["azur-lane", "xinglingwang"] {
        let samples = samples(game);
        for (nth, at) in points(&samples, 12 * points_wanted(), &mut dice) {
            let sample = &samples[nth];
            for view in VIEWS {
                let own = entries(sample)[at]["seat"]
                    == json!(match view {
                        View::Seat0 => Some(0),
                        View::Seat1 => Some(1),
                        _ => None,
                    });
                let before = judged(&judge, &cut(sample, at), view).unwrap();
                let after = judged(&judge, &cut(sample, at + 1), view).unwrap();
                if own || after.accepted == before.accepted {
                    continue;
                }
                let trace = after.trace.clone().unwrap();
                let last = trace.last().unwrap();
                let (mut names, mut seen) = (BTreeSet::new(), BTreeSet::new());
                named(&last["action"], &mut names);
                faces(&json!(before.state), &mut seen);
                faces(&last["events"], &mut seen);
                // What was turned over on the way is known until it lies elsewhere.
                let events = trace.iter().filter_map(|step| step["events"].as_array()).flatten();
                events.filter(|event| event["verb"] == "reveal").for_each(|event| faces(event, &mut seen));
                looked_at += usize::from(!names.is_empty());
                let hidden: Vec<_> = names.difference(&seen).collect();
                assert!(
                    hidden.is_empty(),
                    "{game}, sample {nth}, entry {at}, {view:?}: {hidden:?} in {last}"
                );
            }
        }
    }
    println!("{looked_at} entries that name cards");
    assert!(looked_at > 100, "{looked_at}");
}

/// A log with an entry of which a seat sees nothing, and one without it in which the seat that was asked
/// holds other cards: whoever sees neither gets the same.
#[test]
fn an_unseen_entry_leaves_nothing_behind() {
    let (judge, mut dice) = (Judge::new(), Dice::new(11));
    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    for game in ["azur-lane", "xinglingwang"] {
        let samples = samples(game);
        for (nth, at) in points(&samples, 40 * points_wanted(), &mut dice) {
            let (sample, entry) = (&samples[nth], &entries(&samples[nth])[at]);
            let kind = entry["type"].as_str().unwrap();
            if !matches!(kind, "last_stand" | "choose_yes_no" | "choose_trigger" | "choose_cards" | "arrange")
            {
                continue;
            }
            // What is sorted while somebody is asked stands in the middle of what happens, and so shows that he is
            // asked: `next` tells that to everybody at that moment.
            if at.checked_sub(1).is_some_and(|before| entries(sample)[before]["type"] == "arrange") {
                continue;
            }
            for view in VIEWS {
                let one = cut(sample, at + 1);
                let [before, after] =
                    [at, at + 1].map(|count| judged(&judge, &cut(sample, count), view).unwrap());
                if after.accepted > before.accepted {
                    continue;
                }
                let shown = shown(&after);
                let shorter = cut(sample, at);
                for _ in 0..30 {
                    let (two, changed) = match kind {
                        "arrange" => (shorter.clone(), Vec::new()),
                        _ => dealt_anew(&shorter, &shown, &mut dice),
                    };
                    if !looks_the_same(&judge, [&one, &two], &changed, view) {
                        continue;
                    }
                    *kinds.entry(format!("{game} {kind}")).or_default() += 1;
                    for query in [
                        Query { view, ..Query::default() },
                        Query { view, trace: Trace::Events, ..Query::default() },
                        Query { view, at: Some(1 << 40), ..Query::default() },
                    ] {
                        let [one, two] = [&one, &two].map(|replay| {
                            match judge.verify(replay.to_string().as_bytes(), &query) {
                                Ok(verdict) => serde_json::to_string(&verdict).unwrap(),
                                Err(fault) => format!("{fault:?}"),
                            }
                        });
                        assert!(
                            one == two,
                            "{game}, sample {nth}, entry {at}, {view:?}, {entry}:\n{}\n{}",
                            part(&one, &two),
                            part(&two, &one)
                        );
                    }
                    break;
                }
            }
        }
    }
    println!("{kinds:?}");
    assert!(kinds.len() >= 4, "{kinds:?}");
}
