//! A table to begin with, and the notation of the scenarios.

use super::*;
use Entry::*;

pub(super) const A: Seat = Seat::Zero;
pub(super) const B: Seat = Seat::One;
pub(super) const PLAYER: &str = "";
pub(super) const NONE: &str = "";

/// An entry, with cards named as the scenarios name them: by their letter and number, or by name.
#[derive(Clone, Copy)]
pub(super) enum Entry {
    Pass,
    Use(&'static str, &'static str, &'static str),
    Place(&'static str),
    Attack(&'static str, &'static str),
    EndAttacks,
    Block(&'static str),
    NoBlock,
    Shot(&'static str, &'static str),
    DeclineShot,
    Release(&'static str),
    DeclineRelease,
    Discard(&'static str),
    Trigger(&'static str, usize),
    Choose(&'static str),
    YesNo(bool),
    Replace(Option<u8>),
}

pub(super) struct Case {
    pub(super) game: Play<'static>,
    ids: Vec<(String, CardId)>,
}

/// A table that stands at a window or question, before its first entry. Energy, field, hand, graveyard, life and deck
/// are lists of names, each with its state and damage; a number stands for so many cards of which nothing matters.
pub(super) fn table(active: Seat, line: Line, zones: &[(Seat, Zone, &[&str])]) -> Case {
    use Zone::{Chain, Deck, Energy, Field, Graveyard, Hand, Life, Territory};
    let mut state: State<BuildDivide> = places(&[Territory, Field, Energy, Hand, Graveyard, Life, Deck]);
    state.table.set_place(Chain, None);
    let mut ids = Vec::new();
    let all = [Territory, Field, Energy, Hand, Graveyard, Life, Deck];
    for (seat, zone) in Seat::BOTH.into_iter().flat_map(|seat| all.map(|zone| (seat, zone))) {
        let listed = zones.iter().find(|(other, in_zone, _)| (*other, *in_zone) == (seat, zone));
        let usual: &[&str] = match zone {
            Territory => &["夜幕回廊"],
            Life => &["10"],
            Deck => &["20"],
            _ => &[],
        };
        for (index, entry) in listed.map_or(usual, |(.., cards)| cards).iter().enumerate() {
            let mut words = entry.split(' ');
            let name = words.next().unwrap();
            let (name, copies) = name.parse().map_or((name, 1), |copies: usize| ("素", copies));
            let mut mark = Mark::default();
            for word in words {
                match word {
                    "静置" => mark.rested = true,
                    "解放" => mark.released = true,
                    damage => mark.damage = damage.parse().unwrap(),
                }
            }
            let definition = cards::CARDS.iter().position(|card| card.name == name).unwrap() as u16;
            for _ in 0..copies {
                let card = state.table.set_card(definition, seat, place(zone, seat), Cell::NONE, mark);
                let letter = match (zone, seat) {
                    (Field, A) => "a",
                    (Field, B) => "b",
                    (Energy, A) => "e",
                    (Energy, B) => "f",
                    _ => continue,
                };
                ids.push((format!("{letter}{}", index + 1), card));
            }
        }
    }
    state.facts.active = active;
    state.facts.turn = if active == A { 5 } else { 6 };
    // The beginning of a window is done; a question that a stage asks by itself is still to be asked.
    let asks_itself = matches!(line, Line::Block | Line::CleanUp);
    let progress = if asks_itself { Progress::Begin } else { Progress::Window };
    state.agenda.push(Frame::Stage(cursor(line, progress)));
    Case { game: start(state), ids }
}

impl Case {
    pub(super) fn card(&self, seat: Seat, name: &str) -> CardId {
        let by_id = self.ids.iter().find(|(id, _)| id == name).map(|(_, card)| *card);
        let by_name = |seat| {
            let cards = self.game.state.table.cards().map(|(card, _)| card);
            let mut own = cards.filter(|&card| owner(&self.game, card) == seat);
            own.find(|&card| definition(&self.game, card).name == name)
        };
        by_id.or_else(|| by_name(seat)).or_else(|| by_name(seat.other())).unwrap()
    }

    pub(super) fn cards(&self, seat: Seat, names: &str) -> Vec<CardId> {
        names.split(' ').filter(|name| !name.is_empty()).map(|name| self.card(seat, name)).collect()
    }

    pub(super) fn action(&self, seat: Seat, entry: Entry) -> Action {
        let one = |name| self.card(seat, name);
        let optional = |name: &str| self.cards(seat, name).first().copied();
        match entry {
            Pass => Action::Pass,
            Use(card, pay, target) => {
                Action::Use { card: one(card), pay: self.cards(seat, pay), target: optional(target) }
            }
            Place(card) => Action::PlaceEnergy(one(card)),
            Attack(attacker, target) => {
                Action::DeclareAttack { attacker: one(attacker), target: optional(target) }
            }
            EndAttacks => Action::EndAttackPhase,
            Block(blocker) => Action::DeclareBlock(one(blocker)),
            NoBlock => Action::NoBlock,
            Shot(card, target) => Action::UseShot { card: one(card), target: optional(target) },
            DeclineShot => Action::DeclineShot,
            Release(pay) => Action::Release(self.cards(seat, pay)),
            DeclineRelease => Action::DeclineRelease,
            Discard(cards) => Action::Discard(self.cards(seat, cards)),
            Trigger(card, ability) => Action::ChooseTrigger { card: one(card), ability },
            Choose(card) => Action::ChooseCard(one(card)),
            YesNo(accept) => Action::YesNo(accept),
            Replace(effect) => Action::ChooseReplacement(effect),
        }
    }

    pub(super) fn go(&mut self, seat: Seat, entry: Entry) -> &mut Case {
        let action = self.action(seat, entry);
        play(&mut self.game, seat, action);
        self
    }

    /// The turn player passes, then the other.
    pub(super) fn both(&mut self) -> &mut Case {
        let active = self.game.state.facts.active;
        self.go(active, Pass).go(active.other(), Pass)
    }

    /// The first citation of a refusal.
    pub(super) fn no(&mut self, seat: Seat, entry: Entry) -> Cite {
        let action = self.action(seat, entry);
        refused(&mut self.game, seat, action)[0].1
    }

    pub(super) fn names(&self, seat: Seat, zone: Zone) -> Vec<&'static str> {
        list(&self.game, zone, seat).into_iter().map(|card| definition(&self.game, card).name).collect()
    }

    pub(super) fn life(&self, seat: Seat) -> usize {
        list(&self.game, Zone::Life, seat).len()
    }

    pub(super) fn chain(&self) -> Vec<&'static str> {
        let source = |item: &Item<BuildDivide>| definition(&self.game, item.source.unwrap().card).name;
        self.game.state.chain.iter().map(source).collect()
    }

    pub(super) fn mark(&self, card: &str) -> Mark {
        mark(&self.game, self.card(A, card))
    }

    pub(super) fn power(&self, card: &str) -> i64 {
        power(&self.game, self.card(A, card))
    }

    pub(super) fn is_rested(&self, cards: &str) -> bool {
        self.cards(A, cards).into_iter().all(|card| mark(&self.game, card).rested)
    }

    pub(super) fn asks(&self, seat: Seat, question: Question) -> bool {
        asked(&self.game) == Some((seat, question))
    }

    /// Whether turn player is asked in that window.
    pub(super) fn at(&self, line: Line) -> bool {
        self.asks(self.game.state.facts.active, Question::Window(line))
    }

    pub(super) fn winner(&self) -> Option<Seat> {
        self.game.state.outcome.as_ref().and_then(|outcome| outcome.winner)
    }

    /// Whether what happened by itself, and how it ended, rests on all of these rules.
    pub(super) fn cites(&self, rules: &[Cite]) -> bool {
        let events = self.game.record.iter().flatten().map(|event| event.rule);
        let ending = self.game.state.outcome.iter().flat_map(|outcome| outcome.cites.clone());
        let all: Vec<Cite> = events.chain(ending).collect();
        rules.iter().all(|rule| all.contains(rule))
    }
}
