//! Tables in the notation of the scenarios: what is not given lies in the hands.

use super::*;

pub(super) const P1: Seat = Seat::Zero;
pub(super) const P2: Seat = Seat::One;

const fn part(cells: &'static [(i16, i16)], pick: Option<usize>, direct: bool, melee: bool) -> Part {
    Part { cells, pick, direct, melee }
}

/// 近战
pub(super) const MELEE: Part = part(&[(1, 0)], None, false, true);
/// 横扫
pub(super) const SWEEP: Part = part(&[(1, -1), (1, 0), (1, 1)], None, false, true);
/// 侧击
pub(super) const FLANK: Part = part(&[(0, -1), (0, 1)], Some(1), false, true);
/// 直射2
pub(super) const DIRECT_2: Part = part(&[(1, 0), (2, 0)], None, true, false);
/// 直射3
pub(super) const DIRECT_3: Part = part(&[(1, 0), (2, 0), (3, 0)], None, true, false);
/// 覆射2
pub(super) const BARRAGE_2: Part =
    part(&[(1, -1), (1, 0), (1, 1), (2, -1), (2, 0), (2, 1), (3, -1), (3, 0), (3, 1)], None, false, false);

const PLAIN: OrderCard =
    OrderCard { kind: Kind::Defence, cost: 0, marks: &[], combat: None, range: &[], keywords: &[] };

pub(super) const fn attack(combat: i64, range: &'static [Part]) -> OrderCard {
    OrderCard { kind: Kind::Attack, combat: Some(combat), range, ..PLAIN }
}

pub(super) const fn defence(combat: i64) -> OrderCard {
    OrderCard { combat: Some(combat), ..PLAIN }
}

pub(super) const fn moves(combat: i64, steps: usize) -> OrderCard {
    OrderCard { kind: Kind::Move(steps), combat: Some(combat), ..PLAIN }
}

impl OrderCard {
    pub(super) const fn cost(self, cost: usize) -> OrderCard {
        OrderCard { cost, ..self }
    }

    pub(super) const fn marks(self, marks: &'static [&'static str]) -> OrderCard {
        OrderCard { marks, ..self }
    }

    pub(super) const fn keywords(self, keywords: &'static [Keyword]) -> OrderCard {
        OrderCard { keywords, ..self }
    }

    /// With the combat of its unit.
    pub(super) const fn dash(self) -> OrderCard {
        OrderCard { combat: None, ..self }
    }
}

pub(super) const fn at((x, y): (i16, i16)) -> Cell {
    Cell::new(x, y)
}

/// A table that is being laid.
pub(super) struct Given {
    pool: Vec<Definition>,
    pub(super) state: State<Tianhai>,
    phase: Phase,
}

impl Given {
    /// An empty table in a round, in a turn, in a phase after what is automatic there.
    pub(super) fn new(round: u32, active: Seat, phase: Phase) -> Given {
        let mut state = State::default();
        state.table.set_place(Zone::Field, None);
        for zone in [Zone::Hand, Zone::DiscardPile, Zone::Out] {
            for seat in Seat::BOTH {
                state.table.set_place(zone, Some(seat));
            }
        }
        *state.facts = Facts { round, active, ..Facts::default() };
        Given { pool: Vec::new(), state, phase }
    }

    fn define(&mut self, definition: Definition) -> u16 {
        self.pool.push(definition);
        (self.pool.len() - 1) as u16
    }

    fn set(&mut self, definition: Definition, seat: Seat, place: PlaceId, cell: Cell, mark: Mark) -> CardId {
        let definition = self.define(definition);
        self.state.table.set_card(definition, seat, place, cell, mark)
    }

    /// A unit with its mark, combat and hit points, face up.
    pub(super) fn unit(&mut self, seat: Seat, cell: (i16, i16), card: (&'static str, i64, u32)) -> CardId {
        self.set(unit(card), seat, FIELD, at(cell), Mark::Up)
    }

    /// The same face down.
    pub(super) fn down(&mut self, seat: Seat, cell: (i16, i16), card: (&'static str, i64, u32)) -> CardId {
        self.set(unit(card), seat, FIELD, at(cell), Mark::Down)
    }

    pub(super) fn wounds(&mut self, unit: CardId, count: u32) {
        self.state.table.set_pieces(Holder::Card(unit), Wound, count);
    }

    /// An order on a unit. Moves and attacks of the active player were played in this turn.
    pub(super) fn on(&mut self, unit: CardId, order: OrderCard, facing: Option<Facing>) -> CardId {
        let seat = self.state.table.card(unit).unwrap().owner;
        let lasts = order.kind == Kind::Defence || order.keywords.contains(&Keyword::Lasting);
        if seat == self.state.facts.active && !lasts {
            *self.state.facts.plays.get_mut(seat) += 1;
        }
        let definition = self.define(Definition::Order(order));
        let mark = facing.map_or(Mark::Up, Mark::Looks);
        self.state.table.set_member(definition, seat, unit, Carried, mark)
    }

    /// A unit with an attack order.
    pub(super) fn attacker(
        &mut self,
        seat: Seat,
        cell: (i16, i16),
        card: (&'static str, i64, u32),
        order: OrderCard,
        facing: Facing,
    ) -> (CardId, CardId) {
        let unit = self.unit(seat, cell, card);
        (unit, self.on(unit, order, Some(facing)))
    }

    pub(super) fn hand(&mut self, seat: Seat, order: OrderCard) -> CardId {
        self.set(Definition::Order(order), seat, place(Zone::Hand, seat), Cell::NONE, Mark::Up)
    }

    pub(super) fn hand_unit(&mut self, seat: Seat, card: (&'static str, i64, u32)) -> CardId {
        self.set(unit(card), seat, place(Zone::Hand, seat), Cell::NONE, Mark::Up)
    }

    pub(super) fn discarded(&mut self, seat: Seat, order: OrderCard) -> CardId {
        self.set(Definition::Order(order), seat, place(Zone::DiscardPile, seat), Cell::NONE, Mark::Up)
    }

    pub(super) fn annihilated(&mut self, seat: Seat, count: usize) {
        for _ in 0..count {
            self.set(unit(("骑", 1, 1)), seat, place(Zone::Out, seat), Cell::NONE, Mark::Up);
        }
    }

    /// A sequence of so many orders below the others, last paid in a round.
    pub(super) fn sequence(&mut self, seat: Seat, cards: usize, paid_round: u32) -> Vec<CardId> {
        let opened = self.state.facts.opened.get_mut(seat);
        let number = *opened;
        *opened += 1;
        let place = self.state.table.set_place(Zone::OrderArea, Some(seat));
        self.state.table.set_note(place, Note { number, paid_round });
        let set = |_| self.set(Definition::Order(PLAIN), seat, place, Cell::NONE, Mark::Up);
        (0..cards).map(set).collect()
    }

    /// Fills up the hands and asks the first question.
    pub(super) fn start(mut self) -> Match<'static> {
        for seat in Seat::BOTH {
            let count = |wanted: fn(&Definition) -> bool| {
                let cards = self.state.table.cards().filter(|(_, card)| card.owner == seat);
                cards.filter(|(_, card)| wanted(&self.pool[usize::from(card.definition)])).count()
            };
            let units = count(|definition| matches!(definition, Definition::Unit(_)));
            let orders = count(|definition| matches!(definition, Definition::Order(_)));
            for _ in units..UNITS {
                self.hand_unit(seat, ("骑", 3, 3));
            }
            for _ in orders..10 {
                self.hand(seat, PLAIN);
            }
        }
        let line = TURN.iter().position(|stage| stage.name == self.phase).unwrap() as u8;
        let cursor = Cursor { schedule: 0, line, progress: Progress::Window };
        self.state.agenda.push(Frame::Stage(cursor));
        let pool: &'static Vec<Definition> = Box::leak(Box::new(self.pool));
        let mut game = Match::new(pool, self.state, &NoChance);
        game.record = Some(Vec::new());
        game.advance();
        game
    }
}

const fn unit((mark, combat, hp): (&'static str, i64, u32)) -> Definition {
    Definition::Unit(UnitCard { mark, combat, hp })
}
