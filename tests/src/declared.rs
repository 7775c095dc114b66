//! Turns the log of a seeded game into one with declared chance, as a paper game has it.

#![allow(clippy::expect_used)]

use std::collections::BTreeMap;

use rules_judge_engine::games::Registered;
use rules_judge_engine::kernel::{
    Asked, CardId, Chance, Change, DeclaredChance, End, Event, ListenMask, MapCards, Match, PlaceId, Point,
    Rename, Seat, Spot, State, Union, Viewer, Wanted,
};
use rules_judge_engine::verdict::Refusal;
use rules_judge_replays::codec::entry::Entry;
use rules_judge_replays::judging::Judge;
use rules_judge_replays::judging::entry::{EntryResult, Reasons, take};
use rules_judge_replays::judging::judgement;
use serde_json::{Value, json};

use crate::walk::Opened;

/// The cards of each place of a table, as far as events show them.
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
        match &event.proposal.change {
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

/// A seeded game and the same game with declared chance, entry by entry. In the second, unknown cards have
/// numbers of their own: the card at the same place is the same card.
pub struct Pair<'o, G: Registered> {
    opened: &'o Opened<G>,
    /// The seeded game.
    pub seeded: Match<'o, G>,
    /// The game with declared chance.
    pub declared: Match<'o, G>,
    /// The declared log so far.
    pub log: Vec<Value>,
    /// The indices of outcomes that no seat sees, since only the rules read the face. With each, whether any
    /// card that it may be has abilities in that zone.
    pub read: Vec<(usize, bool)>,
    seed: Box<dyn Chance>,
    /// For each known card, its number in the declared game.
    known: BTreeMap<CardId, CardId>,
}

/// Renumbers cards; those not in the map keep their numbers.
struct Names<'n>(&'n BTreeMap<CardId, CardId>);

impl Rename for Names<'_> {
    fn card(&mut self, card: &mut CardId) {
        *card = self.0.get(card).copied().unwrap_or(*card);
    }
}

impl<'o, G: Registered> Pair<'o, G> {
    /// Both games at their first decision.
    pub fn new(opened: &'o Opened<G>) -> Option<Pair<'o, G>> {
        Pair::from(opened, judgement::start(&opened.replay, &opened.pool)?)
    }

    /// As [`Pair::new`], with a declared game on whose table less is known.
    pub fn from(opened: &'o Opened<G>, less: State<G>) -> Option<Pair<'o, G>> {
        let start = judgement::start(&opened.replay, &opened.pool)?;
        let declared = Match::new(&*opened.pool, less, &DeclaredChance);
        let seed = judgement::chance(&opened.replay);
        let (log, read, known) = (Vec::new(), Vec::new(), BTreeMap::new());
        let mut pair = Pair { opened, seeded: opened.resume(start), declared, log, read, seed, known };
        pair.meet();
        pair.declared.record = Some(Vec::new());
        pair.seeded.record = Some(Vec::new());
        let before = Lists::of(&pair.seeded);
        pair.seeded.advance();
        pair.declared.advance();
        pair.come_out(before);
        Some(pair)
    }

    /// The numbers of all cards in the declared game, matched by place.
    pub fn names(&self) -> BTreeMap<CardId, CardId> {
        let (seeded, declared) = (&self.seeded.state.table, &self.declared.state.table);
        let mut pairs: Vec<(CardId, CardId)> = Vec::new();
        for (id, place) in seeded.places() {
            assert_eq!(place.cards.len(), declared.list(id).len(), "at place {id:?}");
            pairs.extend(place.cards.iter().copied().zip(declared.list(id).iter().copied()));
        }
        let mut names = BTreeMap::new();
        while let Some((seeded_name, name)) = pairs.pop() {
            let (one, other) = (seeded.pile(seeded_name), declared.pile(name));
            assert_eq!(one.len(), other.len(), "under {seeded_name:?}");
            pairs.extend(one.iter().copied().zip(other.iter().copied()));
            names.insert(seeded_name, name);
        }
        names
    }

    /// Checks that known cards lie at the same places in both games, with the same faces.
    fn meet(&mut self) {
        for (card, name) in self.names() {
            if self.declared.state.is_known(name) {
                let of = |game: &Match<'_, G>, card: CardId| {
                    game.state.table.card(card).map(|card| (card.definition, card.owner, card.mark))
                };
                assert_eq!(of(&self.declared, name), of(&self.seeded, card), "at {}", self.log.len());
                let before = self.known.insert(card, name);
                assert!(before.is_none_or(|before| before == name), "at {}", self.log.len());
            }
        }
    }

    /// The question of a seat in both games, with the card numbers of the declared one.
    pub fn asked(&self, seat: Seat) -> [Option<Asked<G>>; 2] {
        let mut seeded = self.seeded.asked(seat).cloned();
        seeded.each_card(&mut Names(&self.names()));
        [seeded, self.declared.asked(seat).cloned()]
    }

    /// The entry with the card numbers of the declared game.
    pub fn renamed(&self, entry: &Entry<G::Action>) -> Entry<G::Action> {
        let Some((seat, action)) = entry.action() else { return entry.clone() };
        let mut action = action.clone();
        action.each_card(&mut Names(&self.names()));
        Entry::new(seat, action).expect("an action")
    }

    /// Plays one more entry in both games.
    pub fn step(&mut self, entry: &Entry<G::Action>) {
        let before = Lists::of(&self.seeded);
        let renamed = self.renamed(entry);
        assert!(matches!(take(&mut self.seeded, entry), EntryResult::Taken), "the sample is legal");
        let step = take(&mut self.declared, &renamed);
        assert!(matches!(step, EntryResult::Taken), "{step:?} of {:?} at {}", renamed.sent(), self.log.len());
        self.log.push(Value::Object(renamed.sent()));
        self.come_out(before);
        self.meet();
    }

    fn come_out(&mut self, mut lists: Lists) {
        let events = self.seeded.take_events().unwrap_or_default();
        let mut events = events.iter();
        loop {
            let new_events = self.declared.take_events().unwrap_or_default().len();
            events.by_ref().take(new_events).for_each(|event| lists.take(event));
            let Some(due) = self.declared.due() else { break };
            let viewers = [Viewer::Seat(Seat::Zero), Viewer::Seat(Seat::One), Viewer::Public];
            if let Wanted::Card(slot) = due.wanted
                && !viewers.iter().any(|viewer| due.is_seen(&self.declared, *viewer))
            {
                self.read.push((self.log.len(), self.may_speak(slot)));
            }
            let entry = match due.wanted {
                Wanted::Number(bound) => {
                    let number = self.seed.below(&due.label, bound).expect("a seed");
                    json!({ "label": due.label, "number": number, "seat": null, "type": "chance" })
                }
                Wanted::Card(slot) => {
                    let place = self.declared.state.table.place_of(slot).expect("a place");
                    let list = self.declared.state.table.list(place);
                    let index = list.iter().position(|card| *card == slot).expect("in its place");
                    let before = lists.0.get(&place).expect("a place that was there");
                    // A cost is paid before its events are recorded, so the top cards are gone already.
                    let gone = before.len().checked_sub(list.len()).expect("nothing came");
                    let card = before.get(index + gone).expect("a card there");
                    self.outcome(&due.label, CardId(*card))
                }
            };
            self.declare_outcome(&entry);
        }
        assert_eq!(events.len(), 0, "the seeded game told more, at {}", self.log.len());
    }

    /// Whether any card that may lie at a slot has abilities there.
    fn may_speak(&self, slot: CardId) -> bool {
        let table = &self.declared.state.table;
        let place = table.place_of(slot).and_then(|place| table.place(place)).expect("a place");
        let possible = self.declared.possible();
        let named = possible.cards.iter().filter_map(|card| Some(table.card(*card)?.definition));
        let mut lies = table.card(slot).expect("a card").clone();
        possible.definitions.iter().copied().chain(named).any(|definition| {
            lies.definition = definition;
            G::ListenMask::of(&self.opened.pool, place.zone, &lies) != G::ListenMask::NONE
        })
    }

    /// The outcome that shows a card of the seeded game.
    fn outcome(&self, label: &str, card: CardId) -> Value {
        let card = match self.known.get(&card) {
            Some(name) => json!(name),
            None => {
                let definition = self.seeded.state.table.card(card).expect("a card").definition;
                json!(G::card_id(&self.opened.pool, definition).expect("a definition of the pool"))
            }
        };
        json!({ "card": card, "label": label, "seat": null, "type": "chance" })
    }

    fn declare_outcome(&mut self, entry: &Value) {
        let read: Entry<G::Action> = serde_json::from_value(entry.clone()).expect("an outcome");
        let step = take(&mut self.declared, &read);
        assert!(matches!(step, EntryResult::Taken), "{step:?} of {entry} at {}", self.log.len());
        self.log.push(entry.clone());
    }

    /// The first reason of each game against an entry that is not in the log; `None`: it is legal.
    pub fn refused(&mut self, entry: &Entry<G::Action>) -> [Option<String>; 2] {
        let summary = |refusal: &Refusal<G::Reason>| {
            let reason = serde_json::to_value(&refusal.reason).expect("a reason");
            let code = reason.get("code").unwrap_or(&reason).clone();
            format!("{code} {:?} {}", G::INFO.rules.id(refusal.cite), refusal.field)
        };
        let Some((seat, action)) = entry.action() else { return [None, None] };
        let refused = self.seeded.check(seat, action).err();
        let seeded = refused.as_ref().and_then(|refusals| refusals.first()).map(summary);
        let state = self.declared.state.clone();
        let mut game = Match::new(&*self.opened.pool, state, &DeclaredChance);
        // Until a shuffle, a slot has the number that it had before the entry.
        let slots: BTreeMap<CardId, CardId> =
            self.names().into_iter().map(|(card, name)| (name, card)).collect();
        let mut step = take(&mut game, &self.renamed(entry));
        while let (EntryResult::Taken, Some(due)) = (&step, game.due()) {
            let Wanted::Card(slot) = due.wanted else { break };
            let Some(card) = slots.get(&slot) else { break };
            let outcome = self.outcome(&due.label, *card);
            let outcome: Entry<G::Action> = serde_json::from_value(outcome).expect("an outcome");
            step = take(&mut game, &outcome);
        }
        let declared = match &step {
            EntryResult::Refused(Reasons::Rules(refusals, _)) => refusals.first().map(summary),
            _ => None,
        };
        [seeded, declared]
    }

    /// The replay with declared chance, and a salt, so that it is kept.
    pub fn replay(&self, seeded: &Value) -> Value {
        let mut replay = seeded.clone();
        let fields = replay.as_object_mut().expect("an object");
        fields.remove("seed");
        fields.insert("chance".into(), "declared".into());
        fields.insert("salt".into(), SALT.into());
        fields.insert("actions".into(), self.log.clone().into());
        replay
    }

    /// The log of the seeded game.
    pub fn entries(&self) -> &'o [Entry<G::Action>] {
        self.opened.entries()
    }
}

/// The salt of all games with declared chance in tests: without one their judgements are not kept.
pub const SALT: &str = "00112233445566778899aabbccddeeff";

/// Plays a game between bots with declared chance and the decks of a sample.
///
/// # Errors
/// It could not be played.
pub fn played(judge: &Judge, replay: &Value, number: u64) -> Result<Value, String> {
    let bots = [["random", "keen"], ["curious", "curious"], ["keen", "random"], ["curious", "random"]];
    let mut paper = replay.clone();
    let fields = paper.as_object_mut().ok_or("an object")?;
    fields.remove("seed");
    fields.insert("chance".into(), "declared".into());
    fields.insert("salt".into(), SALT.into());
    fields.insert("actions".into(), json!([]));
    let pair = bots.get(number as usize % bots.len()).copied().unwrap_or_default();
    let text = judge.play_on(paper.to_string().as_bytes(), number, pair);
    let text = text.map_err(|fault| format!("{fault:?}"))?;
    serde_json::from_slice(&text).map_err(|error| error.to_string())
}

/// The first difference of a state with unknown cards from the real one: `known` may have `null` in place of
/// a card's face, and no other difference.
pub fn difference(known: &Value, so: &Value, path: &str) -> Option<String> {
    match (known, so) {
        (Value::Object(known), Value::Object(so)) => {
            let blank = |value: &Value| value.get("id").is_some_and(Value::is_null);
            if blank(&Value::Object(known.clone())) && so.contains_key("id") {
                return None;
            }
            if known.len() != so.len() {
                return Some(path.to_owned());
            }
            known.iter().find_map(|(name, known)| match so.get(name) {
                Some(so) => difference(known, so, &format!("{path}/{name}")),
                None => Some(format!("{path}/{name}")),
            })
        }
        (Value::Array(known), Value::Array(so)) if known.len() == so.len() => {
            let mut pairs = known.iter().zip(so).enumerate();
            pairs.find_map(|(at, (known, so))| difference(known, so, &format!("{path}/{at}")))
        }
        (known, so) => (known != so).then(|| format!("{path}: {known} and {so}")),
    }
}
