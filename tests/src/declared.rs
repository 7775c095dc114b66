//! The log of a seeded game as a paper game would have it: with its outcomes told.

use std::collections::BTreeMap;

use rules_judge_engine::games::Registered;
use rules_judge_engine::kernel::{
    Chance, Change, DeclaredChance, End, Event, Match, PlaceId, Point, Spot, Wanted,
};
use rules_judge_replays::format::Entry;
use rules_judge_replays::judge::Judge;
use rules_judge_replays::outcome::{Step, take};
use rules_judge_replays::run;
use serde_json::{Value, json};

use crate::walk::Opened;

/// Which card lies where in the places of a table, as far as events tell.
struct Lists(BTreeMap<PlaceId, Vec<u16>>);

impl Lists {
    fn of<G: Registered>(game: &Match<'_, G>) -> Lists {
        let places = game.state.table.places();
        Lists(places.map(|(id, place)| (id, place.cards.iter().map(|card| card.0).collect())).collect())
    }

    fn take<G: Registered>(&mut self, event: &Event<G>) {
        if event.point != Point::Done {
            return;
        }
        match &event.happening.change {
            Change::Move(card, to, end, _) => {
                for list in self.0.values_mut() {
                    list.retain(|other| *other != card.0);
                }
                if let Spot::Place(place, _) = to {
                    let list = self.0.entry(*place).or_default();
                    let at = if *end == End::Top { 0 } else { list.len() };
                    list.insert(at, card.0);
                }
            }
            Change::Arrange(place, order) => {
                self.0.insert(*place, order.iter().map(|card| card.0).collect());
            }
            _ => {}
        }
    }
}

/// A seeded game and the same game with declared chance, entry by entry.
pub struct Pair<'o, G: Registered> {
    opened: &'o Opened<G>,
    /// The seeded game.
    pub seeded: Match<'o, G>,
    /// The same with declared chance.
    pub declared: Match<'o, G>,
    /// The declared log so far.
    pub log: Vec<Value>,
    seed: Box<dyn Chance>,
}

impl<'o, G: Registered> Pair<'o, G> {
    /// Both games at their first decision.
    pub fn new(opened: &'o Opened<G>) -> Option<Pair<'o, G>> {
        let start = run::start(&opened.replay, &opened.pool)?;
        let declared = Match::new(&*opened.pool, start.clone(), &DeclaredChance);
        let seed = run::chance(&opened.replay);
        let mut pair = Pair { opened, seeded: opened.resume(start), declared, log: Vec::new(), seed };
        pair.declared.record = Some(Vec::new());
        pair.seeded.record = Some(Vec::new());
        let before = Lists::of(&pair.seeded);
        pair.seeded.advance();
        pair.declared.advance();
        pair.come_out(before);
        Some(pair)
    }

    /// One entry more in both.
    pub fn step(&mut self, entry: &Entry<G::Action>) {
        let before = Lists::of(&self.seeded);
        assert!(matches!(take(&mut self.seeded, entry), Step::Taken), "the sample is legal");
        let step = take(&mut self.declared, entry);
        assert!(matches!(step, Step::Taken), "{step:?} of {:?} at {}", entry.sent(), self.log.len());
        self.log.push(Value::Object(entry.sent()));
        self.come_out(before);
    }

    fn come_out(&mut self, mut lists: Lists) {
        let events = self.seeded.take_events().unwrap_or_default();
        let mut events = events.iter();
        loop {
            let told = self.declared.take_events().unwrap_or_default().len();
            events.by_ref().take(told).for_each(|event| lists.take(event));
            let Some(due) = self.declared.due() else { break };
            let label = due.label.clone();
            let entry = match due.wanted {
                Wanted::Number(bound) => {
                    let number = self.seed.below(&label, bound).expect("a seed");
                    json!({ "label": label, "number": number, "seat": null, "type": "chance" })
                }
                Wanted::Card(slot) => {
                    let place = self.declared.state.table.place_of(slot).expect("a place");
                    let list = self.declared.state.table.list(place);
                    let index = list.iter().position(|card| *card == slot).expect("in its place");
                    let card = lists.0.get(&place).and_then(|list| list.get(index)).expect("a card there");
                    json!({ "card": card, "label": label, "seat": null, "type": "chance" })
                }
            };
            let read: Entry<G::Action> = serde_json::from_value(entry.clone()).expect("an outcome");
            let step = take(&mut self.declared, &read);
            assert!(matches!(step, Step::Taken), "{step:?} of {entry} at {}", self.log.len());
            self.log.push(entry);
        }
        assert_eq!(events.len(), 0, "the seeded game told more, at {}", self.log.len());
    }

    /// The replay with declared chance.
    pub fn replay(&self, seeded: &Value) -> Value {
        let mut replay = seeded.clone();
        let fields = replay.as_object_mut().expect("an object");
        fields.remove("seed");
        fields.insert("chance".into(), "declared".into());
        fields.insert("actions".into(), self.log.clone().into());
        replay
    }

    /// The log of the seeded game.
    pub fn entries(&self) -> &'o [Entry<G::Action>] {
        self.opened.entries()
    }
}

/// A paper game between bots with the decks of a sample: the log tells what came out.
///
/// # Errors
/// It could not be played.
pub fn played(judge: &Judge, replay: &Value, number: u64) -> Result<Value, String> {
    let bots = [["random", "keen"], ["curious", "curious"], ["keen", "random"], ["curious", "random"]];
    let mut paper = replay.clone();
    let fields = paper.as_object_mut().ok_or("an object")?;
    fields.remove("seed");
    fields.insert("chance".into(), "declared".into());
    fields.insert("actions".into(), json!([]));
    let pair = bots.get(number as usize % bots.len()).copied().unwrap_or_default();
    let text = judge.play_on(paper.to_string().as_bytes(), number, pair);
    let text = text.map_err(|fault| format!("{fault:?}"))?;
    serde_json::from_slice(&text).map_err(|error| error.to_string())
}

/// Where what is known differs from what is so: `known` may say `null` of a card in place of what it
/// is, and nothing else may differ.
pub fn difference(known: &Value, so: &Value, way: &str) -> Option<String> {
    match (known, so) {
        (Value::Object(known), Value::Object(so)) => {
            let blank = |value: &Value| value.get("id").is_some_and(Value::is_null);
            if blank(&Value::Object(known.clone())) && so.contains_key("id") {
                return None;
            }
            if known.len() != so.len() {
                return Some(way.to_owned());
            }
            known.iter().find_map(|(name, known)| match so.get(name) {
                Some(so) => difference(known, so, &format!("{way}/{name}")),
                None => Some(format!("{way}/{name}")),
            })
        }
        (Value::Array(known), Value::Array(so)) if known.len() == so.len() => {
            let mut pairs = known.iter().zip(so).enumerate();
            pairs.find_map(|(at, (known, so))| difference(known, so, &format!("{way}/{at}")))
        }
        (known, so) => (known != so).then(|| format!("{way}: {known} and {so}")),
    }
}
