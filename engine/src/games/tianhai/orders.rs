//! Orders are deployed on units: 部署指令牌.1–部署指令牌.5, 指令牌与费用.4, 指令牌与费用.6–指令牌与费用.8, 指令牌与费用.15, 指令牌与费用.17, 游戏概述.3,
//! 移动.1–移动.4, 防御.2–防御.4, 攻击.1, 弃牌堆.2, 战场.4–战场.6; ruling-13 to ruling-16, ruling-18, ruling-19, ruling-24,
//! ruling-26, ruling-28, ruling-52, ruling-61, ruling-68, ruling-69, ruling-80.

use super::play::{FIRST_ROUND, MORE, MOST, count, is_free, limit, may_count, not_in_pile};
use super::printed::OrderType;
use super::prohibition::{self, Forbidden};
use super::reason::Reason;
use super::rules::limits::ORDERS_ON_A_UNIT;
use super::table::{
    self, Facing, Game, HAND, Note, Phase, Verb, cell_of, corners, lies_in, list, mark, order_of, order_type,
    owner, printed, sequences, unit_at, units,
};
use super::turn::{active, own_unit};
use super::words::What;
use super::zone::{self, By};
use super::{Question, Step, Tianhai, answer, stat};
use crate::game_kit::action::legal::{Choices, Slots, alike, each, whole};
use crate::game_kit::action::{ActionKind, first_fault};
use crate::game_kit::fields::fields;
use crate::game_kit::grid::{self, Coordinates, Frame};
use crate::game_kit::view::Seen;
use crate::kernel::shape::{Domain, Path, Value};
use crate::kernel::{CardId, Cell, PlaceId, Row, Seat, Viewer, ensure, refuse_if, test};
use crate::verdict::Cite;

type Time = crate::game_kit::action::Time<Tianhai>;

/// An order is deployed on a unit [部署指令牌.1].
#[fields]
pub struct DeployOrder {
    /// How many cells the unit advances with a charge [ruling-68].
    #[optional]
    pub advance: u8,
    /// The cell of the unit.
    pub at: Coordinates,
    /// The order.
    pub card: CardId,
    /// The direction in which the facing edge looks, of an attack or defence order [指令牌与费用.17].
    pub facing: Option<Facing>,
    /// The cells that the unit moves to, one after the other, of a move order [移动.2].
    #[optional]
    pub path: Vec<Coordinates>,
    /// The sequence that is spent [部署指令牌.2].
    pub sequence: Option<u16>,
}

/// Whether it is this player's play phase.
fn is_own_play(game: &Game<'_>, seat: Seat) -> bool {
    active(game) == seat && game.state.facts.phase == Phase::Play
}

/// Whether this player would deploy a defence order as a reaction [防御.2].
fn is_reaction(game: &Game<'_>, seat: Seat) -> bool {
    active(game) != seat && game.state.facts.phase == Phase::Defence
}

/// The type of an order of this player; `None` for any other card.
fn own_type(game: &Game<'_>, seat: Seat, card: CardId) -> Option<OrderType> {
    order_type(game, card).filter(|_| owner(game, card) == seat)
}

/// Refuses an order of this player of the type `kind` if `is_time` is false. With `kind` `None` it refuses
/// every other card.
fn in_time(
    game: &Game<'_>,
    seat: Seat,
    card: CardId,
    kind: Option<OrderType>,
    is_time: bool,
) -> Result<(), Reason> {
    let is_kind = game.state.table.card(card).is_some() && own_type(game, seat, card) == kind;
    refuse_if(is_kind && !is_time, Reason::NotTheTime { asked: answer::asked_name(game) })
}

/// The first rule by which a unit may not enter a cell. The cell that the unit itself stands on counts as
/// empty.
fn entry_fault(game: &Game<'_>, at: Cell, unit: Option<CardId>) -> Option<(Cite, Reason)> {
    let rules = [cite!("战场.4"), cite!("战场.5"), cite!("战场.6")];
    let is_own = |rule: Cite| rule == cite!("战场.6") && unit.is_some() && unit_at(game, at) == unit;
    let mut broken = rules.into_iter().filter(|rule| game.in_force(*rule) && !is_own(*rule));
    broken.find_map(|rule| Some((rule, is_free(game, at, rule).err()?)))
}

fn refused_by(fault: Option<(Cite, Reason)>, rule: Cite) -> Result<(), Reason> {
    match fault {
        Some((by, reason)) if by == rule => Err(reason),
        _ => Ok(()),
    }
}

impl DeployOrder {
    const COST: u16 = Self::CARD | Self::SEQUENCE;
    const TURNS: u16 = Self::CARD | Self::FACING;
    const UNIT: u16 = Self::AT | Self::CARD;
    const WAY: u16 = Self::AT | Self::CARD | Self::PATH;
    const ADVANCES: u16 = Self::AT | Self::CARD | Self::ADVANCE | Self::FACING;

    fn unit(&self, game: &Game<'_>) -> Option<CardId> {
        unit_at(game, self.at.0)
    }

    fn kind(&self, game: &Game<'_>) -> Option<OrderType> {
        order_type(game, self.card)
    }

    /// The sequence that the action names.
    fn spent(&self, game: &Game<'_>, seat: Seat) -> Option<(PlaceId, Note)> {
        table::sequence(game, seat, self.sequence?)
    }

    /// Whether the sequence pays the order exactly, as a reaction or not; the other case is left to its own
    /// row [部署指令牌.2, ruling-14].
    fn pays(&self, game: &Game<'_>, seat: Seat, reaction: bool) -> Result<(), Reason> {
        let cost = stat::cost(game, self.card);
        if cost == 0 || is_reaction(game, seat) != reaction {
            return Ok(());
        }
        let Some((place, _)) = self.spent(game, seat) else { return Err(Reason::NoSuchSequence) };
        let count = game.state.table.list(place).len();
        let is_exact = i64::try_from(count) == Ok(cost);
        ensure(is_exact, Reason::WrongSequenceLength { card: self.card, cost, count })
    }

    /// Whether the order has the mark of the unit [部署指令牌.3c, 指令牌与费用.6–指令牌与费用.8].
    fn has_mark(&self, game: &Game<'_>) -> bool {
        let order = printed(game, self.card).order.as_ref();
        let unit = self.unit(game).and_then(|unit| printed(game, unit).unit.as_ref());
        let Some((order, unit)) = order.zip(unit) else { return true };
        match order.marks.as_slice() {
            [] => game.in_force(cite!("指令牌与费用.8")),
            [first, _, ..] if !game.in_force(cite!("指令牌与费用.7")) => *first == unit.mark,
            marks => marks.contains(&unit.mark),
        }
    }

    /// Whether the text of the order allows the unit [指令牌与费用.15, ruling-18].
    fn is_allowed(&self, game: &Game<'_>) -> bool {
        let order = printed(game, self.card).order.as_ref();
        let Some((order, unit)) = order.zip(self.unit(game)) else { return true };
        let card = printed(game, unit);
        let names =
            |name: &String| *name == card.id || card.unit.as_ref().is_some_and(|unit| unit.mark == *name);
        (order.allow.is_empty() || order.allow.iter().any(names)) && !order.deny.iter().any(names)
    }

    /// How many steps the unit may move with this order, and whether diagonally.
    fn mobility(&self, game: &Game<'_>) -> (u8, bool) {
        self.unit(game).and_then(|unit| stat::mobility(game, self.card, unit)).unwrap_or((0, false))
    }

    /// How many cells the unit may advance; `None`: the order has no charge.
    fn charge(&self, game: &Game<'_>) -> Option<u8> {
        stat::charge(game, self.card, self.unit(game)?)
    }

    /// The cells over which the unit advances.
    fn way(&self, game: &Game<'_>) -> Vec<Cell> {
        let Some((unit, facing)) = self.unit(game).zip(self.facing) else { return Vec::new() };
        let Some(at) = cell_of(game, unit) else { return Vec::new() };
        let frame = Frame { at, facing };
        (1..=i32::from(self.advance)).map_while(|ahead| frame.cell(ahead, 0)).collect()
    }

    /// The first forbidden step of the path, with the rule against it.
    fn step_fault(&self, game: &Game<'_>) -> Option<(Cite, Reason)> {
        let unit = self.unit(game)?;
        let diagonal = self.mobility(game).1;
        let before = std::iter::once(&self.at).chain(&self.path);
        before.zip(&self.path).find_map(|(before, &at)| {
            let is_next = grid::around(before.0, at.0);
            let is_straight = before.0.adjacent(at.0) || diagonal || !is_next;
            let not_next = (!is_next && game.in_force(cite!("移动.2")))
                .then_some((cite!("移动.2"), Reason::NotAStep { at }));
            let not_straight = (!is_straight && game.in_force(cite!("移动.3")))
                .then_some((cite!("移动.3"), Reason::DiagonalStep { at }));
            not_next.or(not_straight).or_else(|| entry_fault(game, at.0, Some(unit)))
        })
    }

    /// Refuses the path if this rule forbids its first forbidden step.
    fn step(&self, game: &Game<'_>, rule: Cite) -> Result<(), Reason> {
        refused_by(self.step_fault(game), rule)
    }

    /// Refuses the advance if this rule forbids its first forbidden cell.
    fn over(&self, game: &Game<'_>, rule: Cite) -> Result<(), Reason> {
        refused_by(self.way(game).into_iter().find_map(|cell| entry_fault(game, cell, None)), rule)
    }

    /// Whether this deployment does not count against the limit of plays [ruling-10].
    fn is_uncounted(&self, game: &Game<'_>) -> bool {
        self.unit(game).is_some_and(|unit| stat::is_uncounted(game, self.card, unit))
    }

    fn counts(&self, game: &Game<'_>, seat: Seat, rule: Cite) -> Result<(), Reason> {
        if is_reaction(game, seat) || self.is_uncounted(game) { Ok(()) } else { may_count(game, seat, rule) }
    }
}

impl ActionKind<Tianhai> for DeployOrder {
    const USES: fn(&Self) -> Option<CardId> = |action| Some(action.card);
    const REFUSED_SHOWS: &'static [&'static str] = &["at"];
    const CONDITIONS: &'static [Row<Tianhai, Self>] = &[
        test(0, Self::CARD, &[cite!("移动.1")], |game, seat, action| {
            in_time(game, seat, action.card, Some(OrderType::Move), is_own_play(game, seat))
        }),
        test(0, Self::CARD, &[cite!("攻击.1")], |game, seat, action| {
            in_time(game, seat, action.card, Some(OrderType::Attack), is_own_play(game, seat))
        }),
        test(0, Self::CARD, &[cite!("伤害结算.2"), cite!("ruling-25")], |game, seat, action| {
            let early = active(game) != seat && game.state.facts.phase == Phase::Targets;
            in_time(game, seat, action.card, Some(OrderType::Defence), !early)
        }),
        test(0, Self::CARD, &[cite!("防御.2")], |game, seat, action| {
            let is_time = is_own_play(game, seat) || is_reaction(game, seat);
            in_time(game, seat, action.card, Some(OrderType::Defence), is_time)
        }),
        test(0, Self::CARD, &[cite!("打牌阶段.1")], |game, seat, action| {
            in_time(game, seat, action.card, None, is_own_play(game, seat))
        }),
        test(Self::CARD, Self::CARD, &[cite!("弃牌堆.2")], |game, seat, action| {
            not_in_pile(game, seat, action.card)
        }),
        test(
            Self::CARD,
            Self::CARD,
            &[cite!("部署指令牌.1")],
            |game, seat, &DeployOrder { card, .. }| {
                ensure(lies_in(game, card, HAND, seat), Reason::NotInHand { card })
            },
        ),
        test(Self::CARD, Self::CARD, &[cite!("部署指令牌.1")], |game, _, action| {
            ensure(action.kind(game).is_some(), Reason::NotAnOrderCard { card: action.card })
        }),
        test(0, Self::UNIT, FIRST_ROUND, |game, seat, action| action.counts(game, seat, cite!("打牌阶段.3"))),
        test(0, Self::UNIT, MOST, |game, seat, action| action.counts(game, seat, cite!("打牌阶段.5"))),
        test(0, Self::UNIT, MORE, |game, seat, action| action.counts(game, seat, cite!("打牌阶段.4"))),
        test(0, Self::UNIT, &[cite!("防御.4"), cite!("ruling-26")], |game, seat, action| {
            let facts = &game.state.facts;
            let (plays, round) = (*facts.debt.get(seat), facts.round.saturating_add(1));
            let limit = limit(game, seat, round);
            let is_over =
                is_reaction(game, seat) && !action.is_uncounted(game) && i64::from(plays) + 1 > limit;
            refuse_if(is_over, Reason::NoPlaysLeft { limit, plays, round })
        }),
        test(
            Self::SEQUENCE,
            Self::COST,
            &[cite!("部署指令牌.2"), cite!("指令牌与费用.4"), cite!("ruling-13")],
            |game, _, action| {
                let needless = stat::cost(game, action.card) == 0 && action.sequence.is_some();
                refuse_if(needless, Reason::SequenceNotNeeded { card: action.card })
            },
        ),
        test(
            Self::SEQUENCE,
            Self::COST,
            &[cite!("部署指令牌.2"), cite!("防御.3")],
            |game, seat, action| action.pays(game, seat, true),
        ),
        test(
            Self::SEQUENCE,
            Self::COST,
            &[cite!("部署指令牌.2"), cite!("ruling-14")],
            |game, seat, action| action.pays(game, seat, false),
        ),
        test(Self::AT, Self::AT, &[cite!("部署指令牌.3")], |game, _, action| {
            ensure(action.unit(game).is_some(), Reason::NoUnit { at: action.at })
        }),
        test(Self::AT, Self::AT, &[cite!("游戏概述.3"), cite!("ruling-16")], |game, seat, action| {
            let is_own = action.unit(game).is_none_or(|unit| owner(game, unit) == seat);
            ensure(is_own, Reason::NotOwnUnit { at: action.at })
        }),
        test(Self::AT, Self::AT, &[cite!("部署指令牌.3a")], |game, _, action| {
            let down = action.unit(game).is_some_and(|unit| mark(game, unit).is_face_down());
            refuse_if(down, Reason::FaceDown { at: action.at })
        }),
        test(Self::AT, Self::AT, &[ORDERS_ON_A_UNIT.cite], |game, _, action| {
            let there = action.unit(game).and_then(|unit| order_of(game, unit));
            ensure(there.is_none(), Reason::HasOrder { at: action.at })
        }),
        test(
            Self::AT,
            Self::UNIT,
            &[cite!("部署指令牌.3c"), cite!("指令牌与费用.6")],
            |game, _, action| {
                ensure(action.has_mark(game), Reason::WrongMark { at: action.at, card: action.card })
            },
        ),
        test(
            Self::AT,
            Self::UNIT,
            &[cite!("指令牌与费用.15"), cite!("ruling-18")],
            |game, _, action| {
                ensure(action.is_allowed(game), Reason::UnitNotAllowed { at: action.at, card: action.card })
            },
        ),
        test(Self::AT, Self::UNIT, &[cite!("ruling-47")], |game, _, action| {
            let unit = action.unit(game);
            let against = unit.and_then(|unit| prohibition::forbids(game, unit, Forbidden::TakeOrder));
            ensure(against.is_none(), Reason::UnitNotAllowed { at: action.at, card: action.card })
        }),
        test(
            Self::SEQUENCE,
            Self::SEQUENCE,
            &[cite!("部署指令牌.5"), cite!("ruling-15")],
            |game, seat, action| {
                let paid = action.spent(game, seat).map(|(_, note)| note);
                let locked = paid.filter(|note| note.paid_round == game.state.facts.round);
                locked.map_or(Ok(()), |note| Err(Reason::PaidThisRound { sequence: note.number }))
            },
        ),
        test(Self::FACING, Self::TURNS, &[cite!("指令牌与费用.17")], |game, _, action| {
            let needs = action.kind(game) != Some(OrderType::Move);
            ensure(!needs || action.facing.is_some(), Reason::NoFacing)
        }),
        test(Self::FACING, Self::TURNS, &[cite!("ruling-19")], |game, _, action| {
            let needs = action.kind(game) != Some(OrderType::Move);
            ensure(needs || action.facing.is_none(), Reason::FacingNotNeeded)
        }),
        test(Self::PATH, Self::WAY, &[cite!("移动.2")], |game, _, action| {
            let moves = action.kind(game) == Some(OrderType::Move);
            ensure(moves || action.path.is_empty(), Reason::NoPathHere)
        }),
        test(Self::PATH, Self::WAY, &[cite!("移动.2")], |game, _, action| {
            let (most, steps) = (action.mobility(game).0, action.path.len());
            ensure(steps <= usize::from(most), Reason::PathTooLong { most, steps })
        }),
        test(Self::PATH, Self::WAY, &[cite!("移动.2")], |game, _, this| this.step(game, cite!("移动.2"))),
        test(Self::PATH, Self::WAY, &[cite!("移动.3")], |game, _, this| this.step(game, cite!("移动.3"))),
        test(Self::PATH, Self::WAY, &[cite!("战场.4")], |game, _, this| this.step(game, cite!("战场.4"))),
        test(Self::PATH, Self::WAY, &[cite!("战场.5")], |game, _, this| this.step(game, cite!("战场.5"))),
        test(Self::PATH, Self::WAY, &[cite!("战场.6"), cite!("ruling-61")], |game, _, action| {
            action.step(game, cite!("战场.6"))
        }),
        test(Self::ADVANCE, Self::ADVANCES, &[cite!("ruling-68")], |game, _, action| {
            let steps = action.advance;
            match action.charge(game) {
                _ if steps == 0 => Ok(()),
                None => Err(Reason::NoAdvanceHere),
                Some(most) => ensure(steps <= most, Reason::AdvanceTooLong { most, steps }),
            }
        }),
        test(Self::ADVANCE, Self::ADVANCES, &[cite!("战场.4"), cite!("ruling-68")], |game, _, action| {
            action.over(game, cite!("战场.4"))
        }),
        test(Self::ADVANCE, Self::ADVANCES, &[cite!("战场.5"), cite!("ruling-68")], |game, _, action| {
            action.over(game, cite!("战场.5"))
        }),
        test(Self::ADVANCE, Self::ADVANCES, &[cite!("战场.6"), cite!("ruling-68")], |game, _, action| {
            action.over(game, cite!("战场.6"))
        }),
    ];
    const SLOTS: Slots<Tianhai, Self> = &[&[
        each("card", Self::CARD, |game, seat, _| Value::cards(list(game, HAND, seat))),
        each("at", Self::AT, |game, seat, _| {
            units(game, seat).into_iter().filter_map(|unit| cell_of(game, unit)).map(Value::Cell).collect()
        }),
        alike("sequence", Self::SEQUENCE, |game, seat, action| {
            if stat::cost(game, action.card) == 0 {
                return Choices::all_different(vec![Value::Nothing]);
            }
            let all = sequences(game, seat);
            // Only the length counts, and whether it was paid into in this round.
            let pays = |(place, note): &(PlaceId, Note)| {
                (game.state.table.list(*place).len(), note.paid_round == game.state.facts.round)
            };
            let of_kind = |sequence: &(PlaceId, Note)| {
                let kind = all.iter().position(|other| pays(other) == pays(sequence)).unwrap_or_default();
                (kind, Value::Number(sequence.1.number.into()))
            };
            Choices { values: all.iter().map(of_kind).collect(), is_complete: true }
        }),
        alike("facing", Self::FACING, |game, _, action| {
            let facings = match action.kind(game) {
                Some(OrderType::Move) => vec![Value::Nothing],
                Some(OrderType::Attack | OrderType::Defence) | None => Facing::values(),
            };
            // Only how far the unit may advance depends on the facing.
            let advances = action.charge(game).is_some_and(|most| most > 0);
            let of_kind = |(number, facing)| (if advances { number } else { 0 }, facing);
            let values = facings.into_iter().enumerate().map(of_kind).collect();
            Choices { values, is_complete: true }
        }),
        each("advance", Self::ADVANCE, |game, _, action| {
            let most = action.charge(game).unwrap_or(0);
            let cells = (1..=most).map(|n| Value::Number(n.into()));
            std::iter::once(Value::Nothing).chain(cells).collect()
        }),
        whole("path", Self::PATH, |game, seat, action| {
            let unit = own_unit(game, seat, action.at)?;
            if action.kind(game) != Some(OrderType::Move) {
                return Some(Domain::only(Value::Nothing));
            }
            let (max, diagonal) = action.mobility(game);
            let others = table::all_units(game).iter().copied().filter(|other| *other != unit);
            let blocked = others.filter_map(|other| cell_of(game, other)).collect();
            let within = Some(corners(game));
            Some(Domain::Path(Path {
                blocked,
                diagonal,
                passed: Vec::new(),
                from: action.at.0,
                max,
                min: 0,
                within,
            }))
        }),
    ]];
    const ANSWERS: fn(&Question) -> bool = |question| matches!(question, Question::Play | Question::Defence);
    const TIME: Time = |_, _| &[cite!("打牌阶段.1")];

    /// Lays the order down, spends the sequence, moves the unit and counts the play [部署指令牌.4, 移动.2, 防御.4,
    /// ruling-80].
    fn perform(&self, game: &mut Game<'_>, seat: Seat, _: Option<&Question>) {
        let Some(unit) = self.unit(game) else { return };
        let (reaction, free) = (is_reaction(game, seat), self.is_uncounted(game));
        let way = self.way(game);
        let by = By::rule(seat, cite!("部署指令牌.1"));
        let laid = zone::laying(game, self.card, unit, self.facing, by);
        if !game.propose(laid).is_done() {
            return;
        }
        if let Some(spent) = self.spent(game, seat) {
            let spending =
                zone::spending(game, Verb::SequenceSpent, spent, By::rule(seat, cite!("部署指令牌.4")));
            game.propose(spending);
        }
        zone::move_along(game, unit, &grid::cells(&self.path), 0, By::rule(seat, cite!("移动.2")));
        zone::move_along(game, unit, &way, 1, By::rule(seat, cite!("ruling-68")));
        if reaction && !free {
            let debt = game.facts_mut().debt.get_mut(seat);
            *debt = debt.saturating_add(1);
        } else if !free {
            count(game, seat);
        }
        let unit = game.state.table.object(unit);
        game.push(Step::Moment(What::Deployed, Some(unit)));
    }

    /// Hides a refused deployment: it would tell something about a card in hand.
    fn seen(&self, game: &Game<'_>, seat: Seat, _: Viewer) -> Seen {
        match first_fault::<Tianhai, Self>(self, game, seat) {
            None => Seen::Whole,
            Some(_) => Seen::Without("card"),
        }
    }
}
