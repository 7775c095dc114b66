//! Turns a position into a state, or lists all its faults [ruling-position].

use super::super::cards::{Face, FieldOrder, FieldUnit, Half, numbers};
use super::super::facts::BareField;
use super::super::printed::{CardData, OrderType, Pool};
use super::super::prohibition::Forbidden;
use super::super::reason::Reason;
use super::super::rules::limits::{
    ANNIHILATED_TO_WIN, HAND, ORDER_COPIES, ORDERS, PLAYERS, UNIT_COPIES, UNITS, UNITS_IN_A_CELL,
};
use super::super::settlement::{self, Chosen, Fallen};
use super::super::setup::{self, SetUp};
use super::super::table::{self, Game, Phase, unit_at};
use super::super::turn::{Begin, line_of};
use super::super::words::Keyword;
use super::super::words::change::topics;
use super::super::{Step, Tianhai, play};
use super::{NamedCard, Opens, Position, WINDOWS, WindowName};
use crate::abilities::topics::Topical;
use crate::game_kit::grid::{self, Coordinates, centred, is_within};
use crate::game_kit::position;
use crate::game_kit::thing::{Laid, Thing};
use crate::kernel::{Cursor, Frame, Match, NoChance, Object, Progress, Seat, State, Window};
use crate::verdict::{Cite, Refusal};

type Table = State<Tianhai>;

/// The largest number of a position's round.
const LAST_ROUND: u16 = 10_000;
/// The rule of a fault that no rule of the book names.
const OURS: Cite = cite!("ruling-position");

type Faults = position::Faults<Reason>;

/// The cards of one player in all zones.
#[derive(Default)]
struct Own<'p> {
    units: Vec<(String, &'p str)>,
    orders: Vec<(String, &'p str)>,
    /// Cards in zones that their kind does not enter, with the rules against it.
    misplaced: Vec<(String, &'static [Cite])>,
    /// The number of unknown face-down units.
    blank_units: usize,
    /// The number of unknown cards in zones for orders.
    blank_orders: usize,
    /// The number of unknown cards in hand.
    blank_hand: usize,
}

impl Position {
    /// The state that this position describes, or every fault of it with its pointer.
    pub fn place(&self, pool: &Pool) -> Result<Table, Vec<Refusal<Reason>>> {
        let mut faults = position::Faults(Vec::new());
        self.round_faults(&mut faults);
        self.card_faults(pool, &mut faults);
        for (index, unit) in self.field.iter().enumerate() {
            self.unit_faults(pool, index, unit, &mut faults);
        }
        self.sequence_faults(&mut faults);
        self.ending_faults(&mut faults);
        let is_readable = faults.0.is_empty();
        let mut game = Match::new(pool, self.build(pool), &NoChance);
        self.count_faults(&game, pool, &mut faults);
        if is_readable {
            self.place_choices(&mut game, &mut faults);
        }
        if faults.0.is_empty() { Ok(game.state) } else { Err(faults.0) }
    }

    fn is_set_up(&self) -> bool {
        self.window == WindowName::Vanguard
    }

    fn round_faults(&self, faults: &mut Faults) {
        if self.players.len() != PLAYERS.value as usize {
            faults.fault("two_halves", "/players", &[PLAYERS.cite]);
        }
        let is_right = match self.round {
            None => self.is_set_up(),
            Some(round) => !self.is_set_up() && (1..=LAST_ROUND).contains(&round),
        };
        if !is_right {
            faults.fault("round", "/round", &[OURS]);
        }
        if !self.is_set_up() {
            return;
        }
        let placed = usize::from(self.active != self.first());
        let is_vanguard = |unit: &FieldUnit| {
            unit.seat == self.first()
                && unit.at.0 == setup::cell_of_vanguard(true)
                && unit.face == Face::Up
                && unit.wounds == 0
                && unit.order.is_none()
        };
        if self.field.len() != placed || !self.field.iter().all(is_vanguard) {
            faults.fault("set_up", "/field", &[cite!("准备游戏.1")]);
        }
        for (seat, half) in self.players.iter().enumerate() {
            let only_hand = half.count() == half.hand.len() && half.sequences.is_empty();
            if !only_hand || half.plays > 0 || half.debt > 0 {
                faults.fault("set_up", format!("/players/{seat}"), &[cite!("准备游戏.1")]);
            }
        }
    }

    fn own<'p>(&'p self, pool: &Pool, seat: Seat, half: &'p Half) -> Own<'p> {
        let mut own = Own::default();
        let number = usize::from(seat.number());
        // A card counts by its kind, even in a zone for the other kind.
        for NamedCard { at, id, needs, .. } in self.named().into_iter().filter(|card| card.seat == number) {
            let is_unit = pool.find(id).is_some_and(|place| pool.card(place).unit.is_some());
            if let Some((_, rules)) = needs.filter(|(unit, _)| *unit != is_unit) {
                own.misplaced.push((at.clone(), rules));
            }
            if is_unit { own.units.push((at, id)) } else { own.orders.push((at, id)) }
        }
        own.blank_units = self.field.iter().filter(|unit| unit.seat == seat && unit.card.is_none()).count();
        own.blank_hand = half.hand.blank();
        own.blank_orders = half.lists().into_iter().skip(1).map(|(_, list)| list.blank()).sum();
        own
    }

    fn card_faults(&self, pool: &Pool, faults: &mut Faults) {
        let card = |id: &str| pool.find(id).map(|place| pool.card(place));
        let mut factions = Vec::new();
        for (seat, half) in Seat::BOTH.into_iter().zip(&self.players) {
            let at = format!("/players/{}", seat.number());
            let own = self.own(pool, seat, half);
            let (units, orders) = (own.units.len() + own.blank_units, own.orders.len() + own.blank_orders);
            let (need_units, need_orders) = (UNITS.value as usize, ORDERS.value as usize);
            // Unknown cards in hand may be of either kind.
            let units_fit = if own.blank_hand == 0 { units == need_units } else { units <= need_units };
            let orders_fit = if own.blank_hand == 0 { orders == need_orders } else { orders <= need_orders };
            if !units_fit {
                faults.fault("unit_count", at.clone(), &[UNITS.cite, OURS]);
            }
            if !orders_fit {
                faults.fault("order_count", at.clone(), &[ORDERS.cite, OURS]);
            }
            if units_fit && orders_fit && units + orders + own.blank_hand != HAND.value as usize {
                faults.fault("card_count", at.clone(), &[HAND.cite, OURS]);
            }
            for (cards, most, what, rule) in [
                (&own.units, UNIT_COPIES.value, "unit_copies", UNIT_COPIES.cite),
                (&own.orders, ORDER_COPIES.value, "order_copies", ORDER_COPIES.cite),
            ] {
                let mut ids: Vec<u16> = cards.iter().filter_map(|(_, id)| pool.find(id)).collect();
                ids.sort_unstable();
                let most = most as usize;
                if ids.chunk_by(|one, other| one == other).any(|same| same.len() > most) {
                    faults.fault(what, at.clone(), &[rule, OURS]);
                }
            }
            let of = |id: &str| card(id).filter(|card| card.unit.is_some()).map(|card| card.faction.clone());
            let mut known: Vec<String> = own.units.iter().filter_map(|(_, id)| of(id)).collect();
            known.sort_unstable();
            known.dedup();
            match known.as_slice() {
                [faction] => {
                    let foreign = |id: &str| card(id).is_some_and(|card| card.faction != *faction);
                    for (field, _) in own.orders.iter().filter(|(_, id)| foreign(id)) {
                        faults.fault("foreign_order", field.clone(), &[cite!("指令牌与费用.19"), OURS]);
                    }
                    factions.push(faction.clone());
                }
                [] => {}
                _ => faults.fault("one_faction", at.clone(), &[cite!("手牌.5"), OURS]),
            }
            for (field, rules) in own.misplaced {
                faults.fault("kind_of_card", field, rules);
            }
        }
        if let [one, other] = factions.as_slice()
            && one == other
        {
            faults.fault("two_factions", "/players", &[cite!("游戏概述.2"), cite!("ruling-7"), OURS]);
        }
    }

    fn unit_faults(&self, pool: &Pool, index: usize, unit: &FieldUnit, faults: &mut Faults) {
        let at = |field: &str| format!("/field/{index}{field}");
        let printed = |id: &str| pool.find(id).map(|place| pool.card(place));
        let is_duplicate = self.field.iter().take(index).any(|other| other.at == unit.at);
        if is_duplicate {
            faults.fault("one_unit", at("/at"), &[UNITS_IN_A_CELL.cite]);
        }
        if !is_within(table::TABLE, unit.at.0) {
            faults.fault("off_the_table", at("/at"), &[cite!("战场.4"), cite!("ruling-82")]);
        }
        let board = self.options.board.map(|board| centred(board.columns, board.rows));
        if board.is_some_and(|board| !is_within(board, unit.at.0)) {
            faults.fault("outside_board", at("/at"), &[cite!("战场.5"), cite!("ruling-4")]);
        }
        let down = unit.face == Face::Down;
        if unit.card.is_none() && (!down || unit.known) {
            faults.fault("unknown_cards", at("/card"), &[OURS]);
        }
        if unit.known && !down {
            faults.fault("known", at("/known"), &[cite!("ruling-33")]);
        }
        let own = unit.card.as_deref().and_then(printed);
        let hp = own.and_then(|card| card.unit.as_ref()).map(|unit| u32::from(unit.hp));
        if hp.is_some_and(|hp| unit.wounds >= hp) {
            faults.fault("wounds", at("/wounds"), &[cite!("伤害结算.7a")]);
        }
        if let Some(order) = &unit.order {
            self.order_faults(pool, index, unit, order, faults);
        }
    }

    /// Reports why the order on a unit cannot lie there [部署指令牌.3a, 部署指令牌.3c, 指令牌与费用.15, 指令牌与费用.17].
    fn order_faults(
        &self,
        pool: &Pool,
        index: usize,
        unit: &FieldUnit,
        order: &FieldOrder,
        faults: &mut Faults,
    ) {
        let at = |field: &str| format!("/field/{index}{field}");
        let printed = |id: &str| pool.find(id).map(|place| pool.card(place));
        if unit.face == Face::Down {
            faults.fault("order_face_down", at("/order"), &[cite!("部署指令牌.3a")]);
        }
        let own = unit.card.as_deref().and_then(printed);
        let Some(card) = printed(&order.card) else { return };
        let Some(data) = &card.order else { return };
        if let Some(own) = own.filter(|card| card.unit.is_some()) {
            let mark = own.unit.as_ref().map_or("", |unit| unit.mark.as_str());
            if !data.marks.is_empty() && !data.marks.iter().any(|other| other == mark) {
                faults.fault("order_mark", at("/order/card"), &[cite!("部署指令牌.3c"), OURS]);
            }
            let names = |name: &String| *name == own.id || name == mark;
            let allowed = data.allow.is_empty() || data.allow.iter().any(names);
            if !allowed || data.deny.iter().any(names) {
                let rules = [cite!("指令牌与费用.15"), cite!("ruling-18")];
                faults.fault("order_text", at("/order/card"), &rules);
            }
        }
        match (data.kind, order.facing) {
            (OrderType::Move, Some(_)) => {
                let rules = [cite!("ruling-19"), cite!("指令牌与费用.17")];
                faults.fault("facing", at("/order/facing"), &rules);
            }
            (OrderType::Defence | OrderType::Attack, None) => {
                let rules = [cite!("指令牌与费用.17"), cite!("ruling-19")];
                faults.fault("no_facing", at("/order/facing"), &rules);
            }
            (OrderType::Move, None) | (OrderType::Defence | OrderType::Attack, Some(_)) => {}
        }
        let charges = data.keywords.iter().any(|keyword| matches!(keyword, Keyword::Charge(_)));
        if order.bonus > 0 && !charges {
            faults.fault("bonus", at("/order/bonus"), &[cite!("ruling-68")]);
        }
        let is_active = unit.seat == self.active;
        if data.kind == OrderType::Move && self.window == WindowName::Maintenance && is_active {
            faults.fault("move_order", at("/order"), &[cite!("维持阶段.2"), cite!("ruling-8")]);
        }
        let fought = matches!(self.window, WindowName::Maintenance | WindowName::Recovery);
        if is_attack(card) && !self.may_stay(pool, card) && (!is_active || fought) {
            faults.fault("attack_order", at("/order"), &[cite!("攻击.4"), cite!("伤害结算.9")]);
        }
    }

    /// Whether step 9 may have left an attack order on its unit: by a keyword, by its text, or by the text of
    /// another card.
    fn may_stay(&self, pool: &Pool, card: &CardData) -> bool {
        let keywords = card.order.as_ref().map_or(&[][..], |order| &order.keywords);
        let of_others = Forbidden::LoseOrder.topics() | topics::KEYWORDS;
        keywords.contains(&Keyword::Lasting)
            || !card.abilities().is_empty()
            || self.texts_about(pool) & of_others != 0
    }

    /// The topics of the texts of all named cards, in whatever zone they lie now.
    fn texts_about(&self, pool: &Pool) -> u64 {
        let places = self.named().into_iter().filter_map(|card| pool.find(card.id));
        let texts = places.filter_map(|place| pool.interests(place));
        texts.fold(0, |all, interests| all | interests.about | interests.begins)
    }

    fn sequence_faults(&self, faults: &mut Faults) {
        let round = self.round.unwrap_or(0);
        for (seat, half) in self.players.iter().enumerate() {
            for (index, sequence) in half.sequences.iter().enumerate() {
                let at = |field: &str| format!("/players/{seat}/sequences/{index}{field}");
                if sequence.cards.is_empty() {
                    faults.fault("empty_sequence", at("/cards"), &[OURS]);
                }
                if sequence.paid_round > round || sequence.paid_round == 0 {
                    faults.fault("paid_round", at("/paid_round"), &[OURS]);
                }
            }
            // The last number is that of the next sequence, which is not open yet.
            let numbers: Vec<u16> =
                numbers(&half.sequences).chain(std::iter::once(half.next_number())).collect();
            let wrong = (1..numbers.len()).find(|next| numbers.get(next - 1) >= numbers.get(*next));
            if let Some(wrong) = wrong {
                let at = match half.sequences.get(wrong) {
                    Some(_) => format!("/players/{seat}/sequences/{wrong}/number"),
                    None => format!("/players/{seat}/opened"),
                };
                faults.fault("sequence_number", at, &[cite!("ruling-12")]);
            }
        }
    }

    fn ending_faults(&self, faults: &mut Faults) {
        if self.is_set_up() {
            return;
        }
        for (seat, half) in Seat::BOTH.into_iter().zip(&self.players) {
            let at = format!("/players/{}", seat.number());
            let stands = self.field.iter().any(|unit| unit.seat == seat);
            let all = half.out.len() >= ANNIHILATED_TO_WIN.value as usize;
            if all {
                faults.fault("all_annihilated", format!("{at}/out"), &[ANNIHILATED_TO_WIN.cite]);
            } else if !stands && self.options.bare_field == BareField::Loss {
                faults.fault("bare_field", "/field", &[cite!("ruling-40")]);
            }
        }
    }

    fn count_faults(&self, game: &Game<'_>, pool: &Pool, faults: &mut Faults) {
        let Some(round) = self.round.filter(|_| !self.is_set_up()) else { return };
        for (seat, half) in Seat::BOTH.into_iter().zip(&self.players) {
            let at = |field: &str| format!("/players/{}/{field}", seat.number());
            let limit = play::limit(game, seat, round);
            // A text that raised the limit may have left the table.
            if i64::from(half.plays) > limit && self.texts_about(pool) & topics::PLAYS == 0 {
                faults.fault("plays_above", at("plays"), &[cite!("打牌阶段.2"), OURS]);
            }
            let now = matches!(
                self.window,
                WindowName::Play | WindowName::Targets | WindowName::Defence | WindowName::Occupation
            );
            let of_turn = self.field.iter().filter(|unit| unit.seat == seat && seat == self.active && now);
            let deployed = of_turn.filter_map(|unit| pool.find(&unit.order.as_ref()?.card)).filter(|place| {
                let card = pool.card(*place);
                let kind = card.order.as_ref().map(|order| order.kind);
                // A text of the order may keep it from counting.
                let moves = kind == Some(OrderType::Move) && card.abilities().is_empty();
                moves || is_attack(card) && !self.may_stay(pool, card)
            });
            if deployed.count() > usize::from(half.plays) {
                faults.fault("plays_below", at("plays"), &[cite!("打牌阶段.2"), OURS]);
            }
            let is_first = seat == self.first();
            let before = self.active != seat
                && matches!(self.window, WindowName::Maintenance | WindowName::Play | WindowName::Targets);
            // In the first half of a round the second player reacts, in the second half the first player.
            let too_early = if is_first { self.active == seat || before } else { before };
            let too_many = i64::from(half.debt) > play::limit(game, seat, round.saturating_add(1));
            if half.debt > 0 && too_early || too_many {
                faults.fault("debt", at("debt"), &[cite!("防御.4"), cite!("ruling-26")]);
            }
        }
    }

    /// Puts into the state what the window needs (chosen targets, lists, open cells), or reports why it
    /// cannot.
    fn place_choices(&self, game: &mut Match<'_, Tianhai>, faults: &mut Faults) {
        let in_choice = matches!(self.window, WindowName::Targets | WindowName::Defence);
        for (index, chosen) in self.chosen.iter().enumerate() {
            let next = settlement::next_choice(game).filter(|_| in_choice);
            let object = |at: &Coordinates| -> Option<Object> {
                unit_at(game, at.0).map(|unit| game.state.table.object(unit))
            };
            let targets: Option<Vec<Object>> = chosen.targets.iter().map(object).collect();
            let mut cells = grid::cells(&chosen.targets);
            cells.sort_unstable();
            cells.dedup();
            let fits = next.zip(targets).filter(|(next, targets)| {
                object(&chosen.at) == Some(next.attacker)
                    && chosen.part == next.part
                    && cells.len() == usize::from(next.count)
                    && targets.len() == cells.len()
                    && targets.iter().all(|target| next.candidates.contains(target))
            });
            match fits {
                Some((next, mut targets)) => {
                    targets.sort_by_key(|target| table::cell_of(game, target.card).map(grid::in_rows));
                    let chosen = Chosen { attacker: next.attacker, part: next.part, targets };
                    game.facts_mut().settlement.chosen.push(chosen);
                }
                None => {
                    let rules = [cite!("攻击.2"), cite!("ruling-22")];
                    faults.fault("chosen", format!("/chosen/{index}"), &rules);
                }
            }
        }
        let is_open = settlement::next_choice(game).is_some();
        match self.window {
            WindowName::Targets if !is_open => {
                faults.fault("nothing_to_choose", "/window", &[cite!("攻击.2"), cite!("ruling-79")]);
            }
            WindowName::Defence if is_open => {
                faults.fault("chosen", "/chosen", &[cite!("攻击.2"), cite!("伤害结算.2")]);
            }
            WindowName::Defence => {
                let lists = settlement::lists(game);
                let facts = game.facts_mut();
                for (attacker, listed) in lists {
                    facts.settlement.attackers.push(attacker);
                    facts.settlement.listed.extend(listed);
                }
                let targets = settlement::in_order(game, &game.state.facts.settlement.listed);
                let settlement = &mut game.facts_mut().settlement;
                (settlement.targets, settlement.fixed) = (targets, true);
            }
            WindowName::Occupation => self.open_cells(game, faults),
            WindowName::Vanguard
            | WindowName::Maintenance
            | WindowName::Play
            | WindowName::Targets
            | WindowName::Recovery => {
                if !self.open.is_empty() {
                    faults.fault("open", "/open", &[cite!("伤害结算.11"), cite!("ruling-35")]);
                }
            }
        }
    }

    fn open_cells(&self, game: &mut Match<'_, Tianhai>, faults: &mut Faults) {
        let rules = [cite!("伤害结算.11"), cite!("ruling-35")];
        let attackers = settlement::attackers(game);
        let mut fallen: Vec<Fallen> = Vec::new();
        for (index, open) in self.open.iter().enumerate() {
            let at = open.at.0;
            let by: Option<Vec<Object>> = open
                .by
                .iter()
                .map(|from| unit_at(game, from.0).filter(|unit| attackers.contains(unit)))
                .map(|unit| unit.map(|unit| game.state.table.object(unit)))
                .collect();
            let is_free = unit_at(game, at).is_none() && table::is_inside(game, at);
            let is_duplicate = fallen.iter().any(|other| other.at == at);
            match by.filter(|by| !by.is_empty() && is_free && !is_duplicate) {
                Some(by) => fallen.push(Fallen { target: None, at, by, taken: false }),
                None => faults.fault("open", format!("/open/{index}"), &rules),
            }
        }
        if self.open.is_empty() {
            faults.fault("open", "/open", &rules);
        }
        let settlement = &mut game.facts_mut().settlement;
        (settlement.fallen, settlement.fixed) = (fallen, true);
    }

    fn build(&self, pool: &Pool) -> Table {
        let mut state = Table::default();
        setup::zones(&mut state);
        for unit in self.in_order().into_iter().filter_map(|place| self.field.get(place)) {
            unit.lay(pool, &mut state, Laid::by(unit.seat, table::FIELD));
        }
        for (seat, half) in Seat::BOTH.into_iter().zip(&self.players) {
            half.lay(pool, &mut state, seat);
        }
        let facts = &mut state.facts;
        facts.agreed = self.options;
        facts.first = Some(self.first());
        facts.active = self.active;
        facts.round = self.round.unwrap_or(0);
        facts.offer = self.offer;
        self.schedule(&mut state);
        state
    }

    /// Puts the window of the position on the agenda.
    fn schedule(&self, state: &mut Table) {
        let (active, first) = (self.active, self.first());
        let Some(opens) = WINDOWS.opens(self.window) else { return };
        let (phase, progress, asks) = match opens {
            Opens::SetUp => {
                state.facts.phase = Phase::Vanguard;
                state.agenda.push(Frame::Step(Step::Turn(Begin::Round)));
                if active == first {
                    state.agenda.push(Frame::Step(Step::SetUp(SetUp::Vanguard(first.other()))));
                }
                return state.agenda.push(Frame::Step(Step::SetUp(SetUp::Vanguard(active))));
            }
            Opens::Own(phase, question) => {
                (*phase, Progress::End, Frame::Window(Window::one(question.clone(), active)))
            }
            Opens::Others(phase, question) => {
                (*phase, Progress::End, Frame::Window(Window::one(question.clone(), active.other())))
            }
            Opens::Step(phase, settle) => (*phase, Progress::Window, Frame::Step(Step::Settle(*settle))),
        };
        state.facts.phase = phase;
        state.agenda.push(Frame::Stage(Cursor { schedule: 0, line: line_of(phase), progress }));
        state.agenda.push(asks);
    }
}

fn is_attack(card: &CardData) -> bool {
    card.order.as_ref().is_some_and(|order| order.kind == OrderType::Attack)
}
