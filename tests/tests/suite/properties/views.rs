//! Properties of views.

use super::*;

/// A view never has cards of hidden zones, answers of the other seat, or digests.
pub(super) fn a_view_keeps_secrets<G: Registered>(case: &Case) {
    let mut dice = Dice::new(case.number);
    let text = perhaps_changed::<G>(case, &mut dice);
    for (view, seat) in [(View::Seat0, Some(0)), (View::Seat1, Some(1)), (View::Public, None)] {
        let query = Query { view, trace: Trace::States, state_digest: true, ..Query::default() };
        let Ok(verdict) = JUDGE.verify(&text, &query) else { return };
        let digests =
            [&verdict.accepted_digest, &verdict.log_digest, &verdict.replay_digest, &verdict.state_digest];
        assert_eq!(digests, [&None; 4], "{view:?}");
        assert!(!serde_json::to_string(&verdict.trace).unwrap().contains("digest"), "{view:?}");
        let next = serde_json::to_value(&verdict.next).unwrap();
        for item in next.as_array().unwrap() {
            let shown =
                item.get("shapes").is_some() || item.get("listing").is_some() || item.get("count").is_some();
            assert_eq!(shown, item["seat"].as_u64() == seat, "{view:?}: {item}");
        }
        if let Some(illegal) = &verdict.illegal
            && illegal.legal.is_some()
        {
            assert!(verdict.next.iter().any(|item| item.seat.map(u64::from) == seat), "{view:?}");
        }
        let Some(state) = &verdict.state else { continue };
        let state = state.read().unwrap();
        for (number, half) in state["players"].as_array().unwrap().iter().enumerate() {
            for (zone, faces) in G::INFO.vocabulary.zones {
                let shown = half[zone].get("cards").is_some();
                let is_open = match faces {
                    Faces::Everybody => true,
                    Faces::Owner => Some(number as u64) == seat,
                    Faces::Nobody => false,
                };
                assert_eq!(shown, is_open, "{view:?}: {zone} of {number}");
            }
        }
    }
}

/// Every card that is shown with its face, and every card that an action names.
fn shown(value: &Value, found: &mut BTreeSet<u64>) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                let names_card =
                    ["id", "card", "target", "attacker", "base", "source"].contains(&name.as_str());
                if let Some(card) = value.as_u64().filter(|_| names_card) {
                    found.insert(card);
                }
                match value {
                    Value::Array(items) if ["cards", "order"].contains(&name.as_str()) => {
                        found.extend(items.iter().filter_map(Value::as_u64));
                    }
                    _ => {}
                }
                shown(value, found);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| shown(item, found)),
        _ => {}
    }
}

/// The header of a game of the case from a position.
fn header<G: Registered>(case: &Case, position: &Value, pool: Value) -> Value {
    let mut header = json!({
        "actions": [], "format": "rules-judge/1", "game": G::INFO.id, "players": [{}, {}],
        "seed": Digest::of(&case.number.to_be_bytes()).to_string().trim_start_matches("sha256:"),
        "start": { "position": position },
    });
    if !pool.is_null() {
        header["pool"] = pool;
    }
    header
}

fn refused(text: &[u8]) -> bool {
    let verdict = JUDGE.verify(text, &Query::default());
    verdict.is_ok_and(|verdict| verdict.verdict == VerdictKind::Illegal)
}

/// Both logs up to an entry, then the same random change of an entry of the first.
fn with_wrong_entry(logs: [&Vec<u8>; 2], at: usize, dice: &mut Dice) -> [Vec<u8>; 2] {
    let mut wrong = Value::Null;
    logs.map(|text| {
        let mut replay: Value = serde_json::from_slice(text).unwrap();
        let log = replay["actions"].as_array_mut().unwrap();
        if wrong.is_null() {
            wrong = dice.pick(log).cloned().unwrap_or_default();
            wrong["seat"] = Value::from(dice.below(2));
            mutation::of_action(&mut wrong, log, 100, dice);
        }
        log.truncate(at);
        log.push(wrong.clone());
        serde_json::to_vec(&replay).unwrap()
    })
}

/// Two logs that differ only in cards that a seat does not see give it the same bytes, as long as none of
/// these cards is shown to it and both logs ask the same.
pub(super) fn equal_observations_give_equal_bodies<G: Registered>(case: &Case) {
    let (_, step, mut dice, text, _place) = case.open_special::<G>();
    let full = Query { at: Some(step), ..Query::default() };
    let verdict = JUDGE.verify(text, &full).unwrap();
    let form = Form::of_game(G::INFO.id).expect("a game without a form of its positions");
    let Some(position) = verdict.state.and_then(|state| form.position(&state.read().unwrap(), &verdict.next))
    else {
        return;
    };
    let viewer = dice.below(2);
    let (other, hidden) = form.redealt(&position, viewer, &mut dice);
    let pool = serde_json::from_slice::<Value>(text).unwrap()["pool"].take();
    let one = serde_json::to_vec(&header::<G>(case, &position, pool)).unwrap();
    let one = JUDGE.play_on(&one, case.number, ["curious", "keen"]).unwrap();
    let mut two: Value = serde_json::from_slice(&one).unwrap();
    let length = two["actions"].as_array().unwrap().len();
    two["start"]["position"] = other;
    let two = serde_json::to_vec(&two).unwrap();
    let view = [View::Seat0, View::Seat1][viewer];
    let same = |one: &[u8], two: &[u8], query: &Query| -> bool {
        let query = Query { abilities: true, view, trace: Trace::Events, ..*query };
        let answers =
            [one, two].map(|text| serde_json::to_value(JUDGE.verify(text, &query).unwrap()).unwrap());
        for answer in &answers {
            let mut seen = BTreeSet::new();
            shown(answer, &mut seen);
            if seen.iter().any(|card| hidden.contains(card)) {
                return false;
            }
        }
        if answers[0] != answers[1] {
            let texts = answers.map(|answer| serde_json::to_string(&answer).unwrap());
            let log = String::from_utf8_lossy(one);
            panic!("{view:?}, {:?} entries:\n{}\n{}\nof {log}", query.at, texts[0], texts[1]);
        }
        true
    };
    for at in 0..=length.min(30) {
        let query = Query { at: Some(at), ..Query::default() };
        let (Ok(first), Ok(second)) = (JUDGE.verify(&one, &query), JUDGE.verify(&two, &query)) else {
            return;
        };
        let questions =
            |next: &[NextDecision]| -> Vec<_> { next.iter().map(|item| (item.kind, item.seat)).collect() };
        if second.verdict != VerdictKind::Legal
            || questions(&first.next) != questions(&second.next)
            || first.outcome != second.outcome
            || !same(&one, &two, &query)
        {
            return;
        }
        // The same with an entry that both logs refuse.
        let wrongs = with_wrong_entry([&one, &two], at, &mut dice);
        if refused(&wrongs[0]) && refused(&wrongs[1]) {
            same(&wrongs[0], &wrongs[1], &Query::default());
        }
    }
}
