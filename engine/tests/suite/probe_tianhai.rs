//! Probe: 天海战记 as far as its hardest scenarios need it, in the form of a game.
//!
//! A battlefield without bounds that both seats share and whose units are named by their cells; units that only their
//! owner sees until they are attacked; sequences of orders as places that are opened and closed during the game;
//! orders as members of a unit's pile; a round of two turns over which plays are counted; a settlement of which each
//! step is a stage; an outcome after which the turn is played to its end.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, missing_docs)]

mod effects;
mod given;
mod reading;
mod scenarios;
mod settlement;
mod tables;
mod views;

use crate::probe::*;
use rules_judge_engine::kernel::*;
use rules_judge_engine::verdict::Cite;

rules! {
    TROOPS "游戏概述.3" TABLE_EDGE "战场.4" BOARD "战场.5" ONE_UNIT "战场.6" TURNS "玩家行动.2" PHASES "玩家行动.3"
    NEXT_ROUND "决定先手.2" FLIP "维持阶段.1" MOVES_GO "维持阶段.2" ORDERS_GO "维持阶段.3" PLAY "打牌阶段.1"
    PLAYS "打牌阶段.2" FIRST_ROUND "打牌阶段.3" ONE_MORE "打牌阶段.4" FIVE "打牌阶段.5" ANY_NUMBER "打牌阶段.6"
    DEPLOY_UNIT "部署单位牌.1" AROUND "部署单位牌.2" NEAR_ENEMY "部署单位牌.3" PAY "支付费用.1" DEPLOY "部署指令牌.1"
    COST "部署指令牌.2" ON_UNIT "部署指令牌.3" FACE_UP "部署指令牌.3a" ONE_ORDER "部署指令牌.3b" SAME_MARK "部署指令牌.3c"
    SPENT "部署指令牌.4" LOCKED "部署指令牌.5" NO_COST "指令牌与费用.4" MARKS "指令牌与费用.6" FACING "指令牌与费用.17"
    IN_PILE "弃牌堆.2" PILE_DOWN "弃牌堆.4" MOVE_TIME "移动.1" PATH "移动.2" STRAIGHT "移动.3" MOVE_STAYS "移动.5"
    DEFENCE_TIME "防御.2" REACTION_COST "防御.3" REACTION "防御.4" DEFENCE_STAYS "防御.5" ATTACK_TIME "攻击.1"
    CHOICE "攻击.2" ATTACK_STAYS "攻击.4" SETTLEMENT "伤害结算.0" ATTACKERS "伤害结算.1" TARGETS "伤害结算.2"
    SUM "伤害结算.3" OFF "伤害结算.4a" WOUNDS "伤害结算.6a" MORE_WOUNDS "伤害结算.6b" ANNIHILATED "伤害结算.7a"
    OUT "伤害结算.7b" ORDER_OUT "伤害结算.7c" EACH "伤害结算.8" COLLECTED "伤害结算.9" UNHURT "伤害结算.10"
    OCCUPY "伤害结算.11" RECOVERY "回收阶段.1" RECOVERED "回收阶段.2" WON "战斗胜利.1" CONCEDED "战斗胜利.2"
    HIDDEN_AREA "进阶规则.1" HIDDEN_PILE "进阶规则.2" OWN_ORDERS "ruling-9" OWN_AREA "ruling-12" EXACT "ruling-14"
    LOCK "ruling-15" OWN_UNITS "ruling-16" ORDER_FACING "ruling-19" FIXED_LIST "ruling-22" WINDOW "ruling-25"
    OWN_PHASES "ruling-27" KNOWN "ruling-33" ONE_OCCUPIES "ruling-35" PLAYED_OUT "ruling-39" BARE "ruling-40"
    BOTH_BEATEN "ruling-41" LOOKING "ruling-45" COUNTER "ruling-74"
}

words! {
    #[derive(Default)]
    struct Tianhai;
    enum Zone { Hand, DiscardPile, Out, Field, OrderArea }
    enum Facing { North, East, South, West }
    /// How a card lies: face up; face down, a unit that its owner sees, or one that was attacked and everybody knows;
    /// an order that looks in a direction.
    #[derive(Default)]
    enum Mark { #[default] Up, Down, Known, Looks(Facing) }
    /// The role of an order on its unit.
    struct Carried;
    struct Wound;
    /// What is written on a sequence: how many its owner had opened before it, and the round of the last payment.
    #[derive(Default)]
    struct Note { number: u32, paid_round: u32 }
    enum Verb {
        BeginRound, DiscardOrder, Flip, DeployUnit, OpenSequence, NoteSequence, PayCost, DeployOrder, SpendSequence,
        CloseSequence, Move, ListTargets, MakeKnown, Strike, Wound, Annihilate, StrikeBack, Occupy, Recover
    }
    /// The sum of the attackers, the divisor, and what follows.
    struct Numbers { attack: i64, defence: i64, damage: i64 }
    /// The stages of a turn; from `Targets` to `Collection` they are its settlement.
    enum Phase {
        Maintenance, Play, Targets, Defence, Damage, CounterAttack, Occupation, Collection, Recovery, Recovered
    }
    enum Question { Maintenance, Play, Targets, Defence, Occupation, Recovery }
    enum Ending { Annihilation, EmptyBattlefield, BothBeaten, Concession }
    /// One target is settled.
    enum Step { Strike(Object) }
    struct DeployUnit { card: CardId, at: Cell }
    struct Pay { card: CardId, sequence: Option<u32> }
    struct Occupy { at: Cell, from: Cell }
    enum Peek { OrderArea(Seat), DiscardPile(Seat), Battlefield(Cell) }
    /// A target on the list of an attacker.
    struct Attack { attacker: Object, target: Object, melee: bool }
}

data! {
    struct DeployOrder { card: CardId, at: Cell, facing: Option<Facing>, sequence: Option<u32>, path: Vec<Cell> }
    struct ChooseTargets { at: Cell, targets: Vec<Cell> }
    enum Action {
        Flip(Cell), DiscardOrder(Cell), DeployUnit(DeployUnit), Pay(Pay), DeployOrder(DeployOrder),
        ChooseTargets(ChooseTargets), DefendDone, Occupy(Occupy), EndPhase, Concede, Peek(Peek)
    }
    /// A range part with more candidates than it takes.
    struct Choice { attacker: Object, count: usize, candidates: Vec<Object>, melee: bool }
    /// The cell of an annihilated target, and those that may take it.
    struct OpenCell { at: Cell, by: Vec<Object> }
    #[derive(Default)]
    struct Facts {
        first: Seat, active: Seat, round: u32,
        /// Columns and rows, if a size was agreed.
        board: Option<(i16, i16)>,
        advanced: bool,
        /// Whether an empty battlefield loses nothing.
        bare_field_continues: bool,
        plays: BySeat<u32>, debt: BySeat<u32>,
        /// Sequences opened so far.
        opened: BySeat<u32>,
        /// The lists of targets of this settlement, and what is still to be chosen of them.
        attacks: Vec<Attack>, choices: Vec<Choice>,
        open_cells: Vec<OpenCell>,
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// With the number of 机动.
    Move(usize),
    Defence,
    Attack,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Keyword {
    Lasting,
    CounterAttack,
}

/// A part of a range: cells ahead and to the right, how many of the enemies there, whether the first unit ends it.
#[derive(Debug, Clone, Copy)]
struct Part {
    cells: &'static [(i16, i16)],
    pick: Option<usize>,
    direct: bool,
    melee: bool,
}

#[derive(Debug, Clone, Copy)]
struct UnitCard {
    mark: &'static str,
    combat: i64,
    hp: u32,
}

#[derive(Debug, Clone, Copy)]
struct OrderCard {
    kind: Kind,
    cost: usize,
    marks: &'static [&'static str],
    /// `None`: that of the unit.
    combat: Option<i64>,
    range: &'static [Part],
    keywords: &'static [Keyword],
}

#[derive(Debug, Clone, Copy)]
enum Definition {
    Unit(UnitCard),
    Order(OrderCard),
}

type Match<'p> = rules_judge_engine::kernel::Match<'p, Tianhai>;

const FIELD: PlaceId = PlaceId(0);
const TABLE_REACH: u16 = 1000;
const UNITS: usize = 5;
const MOST_PLAYS: u32 = 5;

const fn place(zone: Zone, seat: Seat) -> PlaceId {
    PlaceId(1 + zone as u16 * 2 + seat.number() as u16)
}

fn active(game: &Match<'_>) -> Seat {
    game.state.facts.active
}

fn opponent(game: &Match<'_>) -> Seat {
    active(game).other()
}

fn phase(game: &Match<'_>) -> Option<Phase> {
    let line = |frame: &Frame<Tianhai>| match frame {
        Frame::Stage(cursor) => Some(usize::from(cursor.line)),
        _ => None,
    };
    TURN.get(game.state.agenda.iter().rev().find_map(line)?).map(|stage| stage.name)
}

fn definition(game: &Match<'_>, card: CardId) -> Option<Definition> {
    game.pool.get(usize::from(game.state.table.card(card)?.definition)).copied()
}

fn unit_card(game: &Match<'_>, card: CardId) -> Option<UnitCard> {
    match definition(game, card)? {
        Definition::Unit(unit) => Some(unit),
        Definition::Order(_) => None,
    }
}

fn order_card(game: &Match<'_>, card: CardId) -> Option<OrderCard> {
    match definition(game, card)? {
        Definition::Order(order) => Some(order),
        Definition::Unit(_) => None,
    }
}

fn unit_at(game: &Match<'_>, at: Cell) -> Option<CardId> {
    game.state.table.on_cell(FIELD, at)
}

fn own_unit(game: &Match<'_>, seat: Seat, at: Cell) -> Option<CardId> {
    unit_at(game, at).filter(|unit| owner(game, *unit) == seat)
}

fn cell(game: &Match<'_>, unit: CardId) -> Option<Cell> {
    match game.state.table.card(unit)?.spot {
        Spot::Place(FIELD, cell) => Some(cell),
        _ => None,
    }
}

fn mark(game: &Match<'_>, card: CardId) -> Mark {
    game.state.table.card(card).map_or(Mark::Up, |card| card.mark)
}

/// Ascending y, then ascending x.
fn canonical(game: &Match<'_>, units: &mut [CardId]) {
    units.sort_by_key(|unit| cell(game, *unit).map(|cell| (cell.y, cell.x)));
}

fn units(game: &Match<'_>, seat: Seat) -> Vec<CardId> {
    let on_field = game.state.table.list(FIELD).iter().copied();
    let mut units: Vec<_> = on_field.filter(|unit| owner(game, *unit) == seat).collect();
    canonical(game, &mut units);
    units
}

/// The order on a unit, with its card.
fn order_on(game: &Match<'_>, unit: CardId) -> Option<(CardId, OrderCard)> {
    let order = *game.state.table.pile(unit).first()?;
    Some((order, order_card(game, order)?))
}

/// The sequences of a seat from top to bottom.
fn sequences(game: &Match<'_>, seat: Seat) -> Vec<(PlaceId, Note)> {
    let places = game.state.table.places();
    let own = places.filter(|(_, place)| place.zone == Zone::OrderArea && place.seat == Some(seat));
    let mut sequences: Vec<_> = own.map(|(id, place)| (id, place.note)).collect();
    sequences.sort_by_key(|(_, note)| note.number);
    sequences
}

fn sequence(game: &Match<'_>, seat: Seat, number: u32) -> Option<(PlaceId, Note)> {
    sequences(game, seat).into_iter().find(|(_, note)| note.number == number)
}

fn limit(game: &Match<'_>, seat: Seat, round: u32) -> u32 {
    let second = u32::from(seat != game.state.facts.first);
    MOST_PLAYS.min(round.saturating_add(1 + second))
}

fn in_place(game: &Match<'_>, place: PlaceId, card: CardId) -> bool {
    game.state.table.list(place).contains(&card)
}

fn is_reaction(game: &Match<'_>, seat: Seat) -> bool {
    phase(game) == Some(Phase::Defence) && seat == opponent(game)
}

/// A turn, as section 7 has it.
const TURN: &[Stage<Tianhai>] = {
    const fn stage(
        name: Phase,
        rule: Cite,
        automatic: &'static [Automatic<Tianhai>],
        window: Option<Asks<Tianhai>>,
    ) -> Stage<Tianhai> {
        Stage { name, rule, automatic, window }
    }
    const fn does(
        rule: Cite,
        run: fn(&mut rules_judge_engine::kernel::Match<'_, Tianhai>, Cite),
    ) -> Automatic<Tianhai> {
        Automatic { rule, run }
    }
    use Phase::{
        Collection, CounterAttack, Damage, Defence, Maintenance, Occupation, Play, Recovered, Recovery,
        Targets,
    };
    &[
        stage(
            Maintenance,
            PHASES,
            &[does(MOVES_GO, effects::discard_moves)],
            Some(Asks::one(Question::Maintenance, active)),
        ),
        stage(Play, ANY_NUMBER, &[], Some(Asks::one(Question::Play, active))),
        stage(
            Targets,
            ATTACKERS,
            &[does(TARGETS, effects::list_targets)],
            Some(Asks::one(Question::Targets, active)),
        ),
        stage(
            Defence,
            WINDOW,
            &[does(TARGETS, effects::tell_targets)],
            Some(Asks::one(Question::Defence, opponent)),
        ),
        stage(Damage, SUM, &[does(EACH, effects::strike_all)], None),
        stage(CounterAttack, COUNTER, &[does(UNHURT, effects::strike_back)], None),
        stage(Occupation, OCCUPY, &[], Some(Asks::one(Question::Occupation, active))),
        stage(Collection, SETTLEMENT, &[does(COLLECTED, effects::collect)], None),
        stage(Recovery, RECOVERY, &[], Some(Asks::one(Question::Recovery, active))),
        stage(Recovered, RECOVERED, &[does(RECOVERED, effects::recover)], None),
    ]
};

impl Game for Tianhai {
    const POLICY: Policy =
        Policy { checks_of_table: true, ..Policy::new(Checks::BetweenProcessings, Triggers::AtOnce, false) };
    without! { Influence Scope Until Trigger ListenMask Derived }
    own! { Zone Mark Note Verb Step Question Action Facts Ending }
    type Pool = Vec<Definition>;
    type Role = Carried;
    type Piece = Wound;
    type Detail = Option<Numbers>;
    type Stage = Phase;
    type Reason = &'static str;

    fn cannot_happen() -> &'static str {
        "cannot_happen"
    }

    fn run(game: &mut Match<'_>, Step::Strike(target): Step) {
        effects::strike(game, target);
    }

    fn check(draft: &mut Draft<'_, '_, Self>, seat: Seat, action: &Action) {
        draft.rows(tables::ANY, &[], seat, action);
        if draft.is_refused() {
            return;
        }
        match action {
            Action::Flip(at) => draft.rows(tables::FLIP_UNIT, &["/at"], seat, at),
            Action::DiscardOrder(at) => draft.rows(tables::LIFT_ORDER, &["/at"], seat, at),
            Action::DeployUnit(action) => draft.rows(tables::PLAY_UNIT, &["/card", "/at"], seat, action),
            Action::Pay(action) => draft.rows(tables::PAY_COST, &["/card", "/sequence"], seat, action),
            Action::DeployOrder(action) => draft.rows(tables::PLAY_ORDER, tables::ORDER_FIELDS, seat, action),
            Action::ChooseTargets(action) => draft.rows(tables::CHOOSE, &["/at", "/targets"], seat, action),
            Action::DefendDone => draft.rows(tables::CLOSE_DEFENCE, &[], seat, &()),
            Action::Occupy(action) => draft.rows(tables::TAKE_CELL, &["/at", "/from"], seat, action),
            Action::EndPhase => draft.rows(tables::END_PHASE, &[], seat, &()),
            Action::Concede => {}
            Action::Peek(peek) => draft.rows(tables::LOOK, &["/zone"], seat, peek),
        }
    }

    fn is_answer(action: &Action) -> bool {
        !matches!(action, Action::Concede | Action::Peek(_))
    }

    fn perform(game: &mut Match<'_>, seat: Seat, action: &Action) {
        effects::perform(game, seat, action);
    }

    fn active(game: &Match<'_>) -> Seat {
        active(game)
    }

    fn schedule(_: u8) -> &'static [Stage<Self>] {
        TURN
    }

    fn stage_ends(game: &mut Match<'_>, stage: Phase) -> bool {
        if stage == Phase::Recovered {
            effects::next_turn(game);
        }
        stage != Phase::Recovered
    }

    fn goes_along(game: &Match<'_>, proposal: &Proposal<Self>) -> Together<Self> {
        effects::goes_along(game, proposal)
    }

    /// A unit that lies face down is seen by its owner; orders are seen on units, and by their owner elsewhere unless
    /// the advanced rules hide them.
    fn sees(game: &Match<'_>, viewer: Viewer, lies: &Lies<Self>) -> bool {
        let Spot::Place(place, _) = lies.spot else { return true };
        let own = viewer.is(lies.owner);
        match game.state.table.place(place).map(|place| place.zone) {
            Some(Zone::Field) => own || lies.mark != Mark::Down,
            Some(Zone::Out) => true,
            Some(Zone::Hand) => own,
            Some(Zone::OrderArea | Zone::DiscardPile) => own && !game.state.facts.advanced,
            None => false,
        }
    }

    fn on_event(game: &mut Match<'_>, event: &Event<Self>) {
        effects::on_event(game, event);
    }

    fn check_state(game: &mut Match<'_>) {
        effects::check_end(game);
    }

    fn abort_obsolete(game: &mut Match<'_>) {
        effects::close_empty_window(game);
    }

    fn trigger_step(_: Waiting<Self>) -> Step {
        unreachable!("no card of these scenarios has a trigger")
    }

    fn trigger_question() -> Question {
        Question::Play
    }
}
