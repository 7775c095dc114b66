//! Tables on which scenarios begin, and short forms for entries and facts.

use super::*;

pub(super) const A: Seat = Seat::Zero;
pub(super) const B: Seat = Seat::One;

/// The citation of an id.
pub(super) fn rule(id: &str) -> Cite {
    rules_judge_engine::verdict::citation::find(IDS, id)
}

/// A table before the scenario: life 5, decks of 20, everything else empty.
pub(super) struct Position(State<Spirits>);

impl Position {
    pub(super) fn new(turn: u32, active: Seat) -> Position {
        Position::with_decks(turn, active, [20, 20])
    }

    pub(super) fn with_decks(turn: u32, active: Seat, decks: [u16; 2]) -> Position {
        use Zone::{Deck, Exile, Field, Hand, Life, Reserve, Trash, Using};
        let mut state = places(&[Deck, Hand, Field, Trash, Exile, Using, Reserve, Life]);
        for (seat, count) in Seat::BOTH.into_iter().zip(decks) {
            state.table.set_copies(0, count, seat, place(Deck, seat), Posture::Refreshed);
        }
        state.facts = Facts { turn, active, step: Name::Main, battle: None }.into();
        let mut position = Position(state);
        Seat::BOTH.into_iter().for_each(|seat| position.cores(seat, Life, 5, 0));
        position
    }

    pub(super) fn cores(&mut self, seat: Seat, zone: Zone, normal: u32, soul: u32) {
        for (count, core) in [(normal, Core::Normal), (soul, Core::Soul)] {
            self.0.table.set_pieces(Holder::Place(place(zone, seat)), core, count);
        }
    }

    pub(super) fn card(&mut self, seat: Seat, zone: Zone, name: &str) -> CardId {
        self.turned(seat, zone, name, Posture::Refreshed)
    }

    pub(super) fn turned(&mut self, seat: Seat, zone: Zone, name: &str, posture: Posture) -> CardId {
        let definition = CARDS.iter().position(|card| card.name == name).unwrap() as u16;
        self.0.table.set_card(definition, seat, place(zone, seat), Cell::NONE, posture)
    }

    pub(super) fn hand(&mut self, seat: Seat, name: &str) -> CardId {
        self.card(seat, Zone::Hand, name)
    }

    /// A card on the field with so many normal and soul cores.
    pub(super) fn field(&mut self, seat: Seat, name: &str, normal: u32, soul: u32) -> CardId {
        let card = self.card(seat, Zone::Field, name);
        for (count, core) in [(normal, Core::Normal), (soul, Core::Soul)] {
            self.0.table.set_pieces(Holder::Card(card), core, count);
        }
        card
    }

    /// Before a step's automatic part.
    pub(super) fn before(mut self, schedule: u8, line: u8) -> Play<'static> {
        self.0.agenda.push(Frame::Stage(Cursor { schedule, line, progress: Progress::Begin }));
        start(self.0)
    }

    /// At the window of a step.
    pub(super) fn at(mut self, step: Name, schedule: u8, line: u8) -> Play<'static> {
        self.0.facts.step = step;
        self.0.agenda.push(Frame::Stage(Cursor { schedule, line, progress: Progress::Window }));
        start(self.0)
    }

    pub(super) fn main(self) -> Play<'static> {
        self.at(Name::Main, TURN, TO_MAIN)
    }

    pub(super) fn attack_step(self) -> Play<'static> {
        self.at(Name::Attack, TURN, TO_ATTACK)
    }

    /// In a battle, at the window of one of its states: attacker and blocker are exhausted.
    pub(super) fn battle(mut self, line: u8, attacker: CardId, blocker: Option<CardId>) -> Play<'static> {
        let active = self.0.facts.active;
        let object = |card| Object { card, incarnation: 0 };
        self.0.facts.step = Name::Attack;
        self.0.facts.battle =
            Some(Battle { attacker: object(attacker), blocker: blocker.map(object), over: false });
        self.0.agenda.push(Frame::Stage(Cursor { schedule: TURN, line: TO_ATTACK, progress: Progress::End }));
        self.0.agenda.push(Frame::Window(Window::one(Question::Attack, active)));
        self.0.agenda.push(Frame::Stage(Cursor { schedule: BATTLE, line, progress: Progress::Window }));
        let mut game = start(self.0);
        for fighter in [Some(attacker), blocker].into_iter().flatten() {
            exhaust(&mut game, active, fighter, DECLARE);
        }
        game.record = Some(Vec::new());
        game
    }
}

pub(super) fn summon(card: CardId, pay: &[(Source, u32, u32)], place: &[(Source, u32, u32)]) -> Action {
    Action::Summon(Use { card, keisho: Vec::new(), pay: pay.to_vec(), place: place.to_vec(), flash: false })
}

pub(super) fn magic(card: CardId, flash: bool, pay: &[(Source, u32, u32)]) -> Action {
    Action::UseMagic(Use { card, keisho: Vec::new(), pay: pay.to_vec(), place: Vec::new(), flash })
}

pub(super) const fn moved(from: Source, to: Source, normal: u32, soul: u32) -> Move {
    Move { from, to, normal, soul }
}

/// The first citation of a refusal.
pub(super) fn refused_by(game: &mut Play<'_>, seat: Seat, action: Action) -> Cite {
    refused(game, seat, action)[0].1
}

pub(super) fn order(game: &Play<'_>, card: CardId, text: u8) -> Action {
    Action::Order(game.state.table.object(card), text)
}

pub(super) fn reserve(game: &Play<'_>, seat: Seat) -> [u32; 2] {
    held(game, holder(Source::Reserve, seat))
}

pub(super) fn trash_cores(game: &Play<'_>, seat: Seat) -> [u32; 2] {
    held(game, holder(Source::Trash, seat))
}

pub(super) fn life(game: &Play<'_>, seat: Seat) -> u32 {
    held(game, holder(Source::Life, seat))[0]
}

pub(super) fn on_card(game: &Play<'_>, card: CardId) -> [u32; 2] {
    held(game, Holder::Card(card))
}

pub(super) fn count(game: &Play<'_>, zone: Zone, seat: Seat) -> usize {
    list(game, zone, seat).len()
}

pub(super) fn in_trash(game: &Play<'_>, card: CardId) -> bool {
    lies_in(game, card, Zone::Trash, owner(game, card))
}

pub(super) fn posture(game: &Play<'_>, card: CardId) -> Posture {
    game.state.table.card(card).unwrap().mark
}

/// Everybody passes in the open flash timing.
pub(super) fn both_pass(game: &mut Play<'_>) {
    for _ in 0..2 {
        let (seat, _) = asked(game).unwrap();
        play(game, seat, Action::FlashPass);
    }
}

pub(super) const ONE: [(Source, u32, u32); 1] = [(Source::Reserve, 1, 0)];
pub(super) const TWO: [(Source, u32, u32); 1] = [(Source::Reserve, 2, 0)];
