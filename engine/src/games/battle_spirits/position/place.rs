//! Makes a state of a position, or lists all its faults in the order of ruling-84.

use smallvec::SmallVec;

use super::super::ability::AbilityId;
use super::super::facts::{Battle, Lost, ThisTurn};
use super::super::printed::{ABILITY_LIMIT, Kind, Pool};
use super::super::reason::Reason;
use super::super::rules::limits::{PLAYERS, SOUL_CORES};
use super::super::setup::SetUp;
use super::super::table::{self, Came, Core, Mark, Phase, Zone, ZoneOf, holder};
use super::super::turn::{BATTLE, FIRST_TURN, TABLES, TURN};
use super::super::words::change::topics;
use super::super::words::running::ability;
use super::super::{BattleSpirits, Question, Step, battle};
use super::running::{Begun, is_in_text};
use super::{Cores, Half, LostSpirit, Opens, Position, Standing, WINDOWS, WindowName};
use crate::game_kit::position::{CARD_LIMIT, lay};
use crate::game_kit::zone::open_zones;
use crate::kernel::{
    Asked, CardId, Cell, Closing, Cursor, Frame, Holder, Influence as Influencing, Match, Modifier, NoChance,
    Object, Progress, Reach, Seat, Speaking, State, Window,
};
use crate::verdict::{Cite, Refusal};

type Table = State<BattleSpirits>;

/// Standing effects have begun before this instant, running ones after it [ruling-84].
const BEGINNING: u32 = 2 * CARD_LIMIT as u32 * ABILITY_LIMIT as u32;
/// The most turns that a position may have behind it.
const LAST_TURN: u16 = 10_000;

/// The faults that were found so far.
#[derive(Default)]
struct Faults(Vec<Refusal<Reason>>);

impl Faults {
    fn fault(&mut self, what: &'static str, field: impl Into<String>, cite: Cite) {
        self.0.push(Refusal::new(Reason::ImpossiblePosition { what }, cite).of(field.into()));
    }
}

impl Position {
    /// The state of this position, or all its faults.
    pub fn place(&self, pool: &Pool) -> Result<Table, Vec<Refusal<Reason>>> {
        let mut faults = Faults::default();
        self.field_faults(pool, &mut faults);
        self.turn_faults(&mut faults);
        self.battle_faults(pool, &mut faults);
        self.used_faults(pool, &mut faults);
        self.effect_faults(pool, &mut faults);
        if !faults.0.is_empty() {
            return Err(faults.0);
        }
        let game = Match::new(pool, self.build(pool), &NoChance);
        self.placed_faults(&game, &mut faults);
        if faults.0.is_empty() { Ok(game.state) } else { Err(faults.0) }
    }

    /// Every field card with its pointer.
    fn standing(&self) -> impl Iterator<Item = (String, &Standing)> {
        self.players.iter().enumerate().flat_map(|(seat, half)| {
            let field = half.field.iter().enumerate();
            field.map(move |(index, standing)| (format!("/players/{seat}/field/{index}"), standing))
        })
    }

    /// The field card with a number, and its player.
    fn field_card(&self, card: CardId) -> Option<(Seat, &Standing)> {
        let mut before = 0;
        for (seat, half) in Seat::BOTH.into_iter().zip(&self.players) {
            let index = usize::from(card.0).checked_sub(before);
            if let Some(standing) = index.and_then(|index| half.field.get(index)) {
                return Some((seat, standing));
            }
            before += half.count();
        }
        None
    }

    /// Whether an effect of the position changes how many cores levels need [ruling-126].
    fn changes_level_cores(&self, pool: &Pool) -> bool {
        let topic = topics::LEVEL_CORES;
        let stands = self.standing().any(|(_, standing)| {
            let interests = pool.find(&standing.card).and_then(|place| pool.interests(place));
            interests.is_some_and(|of| of.about & topic != 0)
        });
        let begun = self.effects.iter().flat_map(|running| running.begun(pool));
        stands || begun.into_iter().any(|begun| Influencing::about(&begun.influence) & topic != 0)
    }

    fn field_faults(&self, pool: &Pool, faults: &mut Faults) {
        let printed = |standing: &Standing| pool.find(&standing.card).map(|place| pool.card(place));
        let changes_cores = self.changes_level_cores(pool);
        for (at, standing) in self.standing() {
            let lowest = printed(standing).and_then(|card| card.levels.first());
            let is_below = lowest.is_some_and(|level| standing.cores.total() < u64::from(level.cores));
            // Texts may lower the number of cores that a level needs, which the table alone does not tell.
            if is_below && !changes_cores {
                faults.fault("below_lowest_level", at + "/cores", cite!("靈魂卡的消滅.1"));
            }
        }
        for (seat, half) in self.players.iter().enumerate() {
            if half.life.total() == 0 {
                faults.fault("no_life", format!("/players/{seat}/life"), cite!("勝利條件.1"));
            }
        }
        for (seat, half) in self.players.iter().enumerate() {
            let piles = [half.life, half.reserve, half.trash_cores, half.exile_cores].into_iter();
            let all = piles.chain(half.field.iter().map(|standing| standing.cores));
            if all.map(|cores| u64::from(cores.soul)).sum::<u64>() > u64::from(SOUL_CORES.value) {
                faults.fault("two_soul_cores", format!("/players/{seat}"), SOUL_CORES.cite);
            }
        }
        for (at, standing) in self.standing() {
            match printed(standing).map(|card| card.kind) {
                Some(Kind::Magic) => {
                    faults.fault("kind_of_card", at + "/card", cite!("主要階段.使用魔法卡.2"));
                }
                Some(Kind::Other) => faults.fault("kind_of_card", at + "/card", cite!("卡牌種類.1")),
                Some(Kind::Spirit | Kind::Nexus) | None => {}
            }
        }
    }

    /// The player of the odd turns, who is first unless the position names the first player.
    const fn first_by_turn(&self) -> Seat {
        if self.turn > 0 && self.turn.is_multiple_of(2) { self.active.other() } else { self.active }
    }

    fn turn_faults(&self, faults: &mut Faults) {
        let window = self.window;
        if self.turn == 1 && !window.is_in_first_turn() {
            faults.fault("first_turn", "/window", cite!("回合流程.第一回合"));
        }
        if self.players.len() != PLAYERS.value as usize {
            faults.fault("two_halves", "/players", PLAYERS.cite);
        }
        if window.is_set_up() != (self.turn == 0) || self.turn > LAST_TURN {
            faults.fault("turn", "/turn", cite!("ruling-84"));
        }
        if self.first.is_some_and(|first| first != self.first_by_turn()) {
            faults.fault("first_player", "/first", cite!("遊戲準備.⑥"));
        }
        if self.answered.is_some() && window != WindowName::Mulligan {
            faults.fault("answered", "/answered", cite!("遊戲準備.⑦.1"));
        }
    }

    fn battle_faults(&self, pool: &Pool, faults: &mut Faults) {
        let Some(fight) = &self.battle else {
            if self.window.is_in_battle() {
                faults.fault("battle", "/battle", cite!("戰鬥步驟.①"));
            }
            return;
        };
        if !self.window.is_in_battle() {
            faults.fault("battle", "/battle", cite!("攻擊階段.1"));
        }
        let of = |card: CardId, seat: Seat| self.field_card(card).is_some_and(|(owner, _)| owner == seat);
        if fight.attacker.is_some_and(|card| !of(card, self.active)) {
            faults.fault("attacker", "/battle/attacker", cite!("戰鬥步驟.①"));
        }
        if fight.blocker.is_some_and(|card| !of(card, self.active.other())) {
            faults.fault("blocker", "/battle/blocker", cite!("戰鬥步驟.③"));
        }
        if self.window == WindowName::Block {
            if self.is_blocked() {
                faults.fault("blocker", "/battle", cite!("戰鬥步驟.③.2"));
            }
            if fight.attacker.is_none() {
                faults.fault("attacker", "/battle/attacker", cite!("ruling-7"));
            }
        }
        let is_flash = self.window == WindowName::Flash;
        match fight.timing {
            Some(2) if !self.is_blocked() => {
                faults.fault("timing", "/battle/timing", cite!("戰鬥步驟.④"));
            }
            Some(1) if self.is_blocked() => faults.fault("timing", "/battle/timing", cite!("戰鬥步驟.②")),
            None => {}
            Some(1 | 2) if is_flash => {}
            Some(_) => faults.fault("timing", "/battle/timing", cite!("靈動時機.1")),
        }
        if fight.holder.is_some() && !is_flash {
            faults.fault("holder", "/battle/holder", cite!("靈動時機.4"));
        }
        if fight.passes > u8::from(is_flash) {
            faults.fault("passes", "/battle/passes", cite!("靈動時機.5"));
        }
        for (index, used) in fight.used.iter().enumerate() {
            let there = self.field_card(used.card);
            let used = there.and_then(|(_, standing)| ability(pool, &standing.card, used.ability));
            if !used.is_some_and(|(_, ability)| ability.head.once_per_battle) {
                let at = format!("/battle/used/{index}");
                faults.fault("used", at, cite!("用語集.效果限制.每次戰鬥1次"));
            }
        }
    }

    fn used_faults(&self, pool: &Pool, faults: &mut Faults) {
        for (at, standing) in self.standing() {
            for (index, number) in standing.used.iter().enumerate() {
                let ability = ability(pool, &standing.card, *number);
                if !ability.is_some_and(|(_, ability)| ability.head.once_per_turn) {
                    faults.fault("used", format!("{at}/used/{index}"), cite!("用語集.效果限制.每回合1次"));
                }
            }
        }
        for (seat, half) in self.players.iter().enumerate() {
            for (index, name) in half.names_used.iter().enumerate() {
                if limited_by_name(pool, name).is_empty() {
                    let at = format!("/players/{seat}/names_used/{index}");
                    faults.fault("used", at, cite!("FAQ.效果通則.Q9"));
                }
            }
        }
    }

    fn effect_faults(&self, pool: &Pool, faults: &mut Faults) {
        let count: usize = self.players.iter().map(Half::count).sum();
        for (index, effect) in self.effects.iter().enumerate() {
            let mut wrong = |field: &str| {
                faults.fault("effect", format!("/effects/{index}/{field}"), cite!("ruling-84"));
            };
            effect.faults(pool).into_iter().for_each(&mut wrong);
            for (place, card) in effect.on.iter().enumerate() {
                if self.field_card(*card).is_none() {
                    wrong(&format!("on/{place}"));
                }
            }
            if effect.source.as_ref().is_some_and(|source| usize::from(source.card.0) >= count) {
                wrong("source/card");
            }
        }
    }

    /// Faults that only the placed table shows: running effects that refer to sentences of another kind.
    fn placed_faults(&self, game: &Match<'_, BattleSpirits>, faults: &mut Faults) {
        for (index, effect) in self.effects.iter().enumerate() {
            if !effect.begun(game.pool).iter().all(|begun| is_in_text(game, begun)) {
                faults.fault("effect", format!("/effects/{index}/does"), cite!("ruling-84"));
            }
        }
    }

    /// Whether a block was declared.
    fn is_blocked(&self) -> bool {
        self.battle.as_ref().is_some_and(|fight| fight.blocked || fight.blocker.is_some())
    }

    fn build(&self, pool: &Pool) -> Table {
        let mut state = Table::default();
        open_zones(&mut state, Zone::ALL);
        for (seat, half) in Seat::BOTH.into_iter().zip(&self.players) {
            self.lay_half(pool, seat, half, &mut state);
        }
        (state.facts.fresh, state.clock) = (self.turn > 0, BEGINNING);
        self.begin_effects(pool, &mut state);
        state.facts.battle = self.battle_facts(pool, &state);
        self.schedule(&mut state);
        state
    }

    /// Lays the cards and cores of a player, and notes what this player did in the turn.
    fn lay_half(&self, pool: &Pool, seat: Seat, half: &Half, state: &mut Table) {
        for standing in &half.field {
            let Some(definition) = pool.find(&standing.card) else { continue };
            let place = table::FIELD.of(seat);
            let card = state.table.set_card(definition, seat, place, Cell::NONE, self.mark(standing));
            standing.cores.lie(state, Holder::Card(card));
            let me = state.table.object(card);
            let used = standing.used.iter().filter_map(|number| number.checked_sub(1));
            state.facts.used.extend(used.map(|number| (me, AbilityId { definition, number })));
        }
        let lists: [ZoneOf; 4] = [table::HAND, table::DECK, table::TRASH, table::EXILE];
        for (zone, (_, list)) in lists.into_iter().zip(half.lists()) {
            lay(state, pool, seat, zone.of(seat), list);
        }
        half.life.lie(state, holder(table::LIFE, seat));
        half.reserve.lie(state, holder(table::RESERVE, seat));
        half.trash_cores.lie(state, holder(table::TRASH, seat));
        half.exile_cores.lie(state, holder(table::EXILE, seat));
        let names = half
            .names_used
            .iter()
            .flat_map(|name| limited_by_name(pool, name).into_iter().map(|number| (name.clone(), number)));
        *state.facts.names_used.get_mut(seat) = names.collect();
        let costs = half.attack_costs.iter().map(|cost| i64::from(*cost));
        *state.facts.attack_costs.get_mut(seat) = costs.collect();
        *state.facts.this_turn.get_mut(seat) = half.this_turn.facts();
        let lost = |of: &LostSpirit| {
            let LostSpirit { level, how, by, source, .. } = *of;
            Some(Lost { definition: pool.find(&of.card)?, level, how, by, source })
        };
        *state.facts.lost.get_mut(seat) = half.lost.iter().filter_map(lost).collect();
        *state.facts.used_cards.get_mut(seat) =
            half.used_cards.iter().filter_map(|id| pool.find(id)).collect();
    }

    /// Begins the running effects in their order, each at an instant of its own.
    fn begin_effects(&self, pool: &Pool, state: &mut Table) {
        for effect in &self.effects {
            let on: SmallVec<[Object; 2]> = effect.on.iter().map(|card| state.table.object(*card)).collect();
            let rule = effect.rule.as_ref().and_then(|rule| super::super::rules::RULES.cite(rule));
            let source = effect.source.as_ref().and_then(|source| source.object(state));
            for Begun { influence, until, scope } in effect.begun(pool) {
                let reach = match (scope, effect.player) {
                    (Some(scope), _) => Reach::Open(scope),
                    (None, Some(player)) => Reach::Seat(player),
                    (None, None) => Reach::Objects(on.clone()),
                };
                let (time, rule) = (state.clock, rule.unwrap_or(cite!("ruling-84")));
                state.clock += 1;
                let seat = effect.seat;
                state.modifiers.push(Modifier { time, influence, reach, until, seat, source, rule });
            }
        }
    }

    /// The battle that is going on, if there is one.
    fn battle_facts(&self, pool: &Pool, state: &Table) -> Option<Battle> {
        let fight = self.battle.as_ref()?;
        let object = |card: CardId| state.table.object(card);
        let used = fight.used.iter().filter_map(|used| {
            let definition = pool.find(&self.field_card(used.card)?.1.card)?;
            Some((object(used.card), AbilityId { definition, number: used.ability.checked_sub(1)? }))
        });
        Some(Battle {
            attacker: fight.attacker.map(object),
            blocker: fight.blocker.map(object),
            blocked: self.is_blocked(),
            used: used.collect(),
            ..Battle::default()
        })
    }

    fn mark(&self, standing: &Standing) -> Mark {
        let came = match standing.came {
            Came::Otherwise if standing.summoned_this_turn => Came::Used,
            came => came,
        };
        Mark {
            posture: standing.state,
            since: if standing.summoned_this_turn { self.turn } else { 0 },
            came,
            keisho: standing.keisho,
        }
    }

    /// The line of a step in the table of this turn.
    fn line_of(&self, phase: Phase) -> (u8, u8) {
        let schedule = if self.turn == 1 { FIRST_TURN } else { TURN };
        let stages = TABLES.get(usize::from(schedule)).copied().unwrap_or_default();
        let line = stages.iter().position(|stage| stage.name == phase).unwrap_or(0);
        (schedule, line as u8)
    }

    /// Writes the agenda of the place that the table stands at: set-up, else a step of the turn, and a state
    /// of the battle on top of the attack step.
    fn schedule(&self, state: &mut Table) {
        let Some(opens) = WINDOWS.opens(self.window) else { return };
        if self.schedule_set_up(opens, state) {
            return;
        }
        for seat in Seat::BOTH {
            *state.facts.redraws.get_mut(seat) = Some(false);
        }
        let (phase, question) = match opens {
            Opens::Asked | Opens::Answers => return,
            Opens::Step(phase) => {
                state.facts.phase = *phase;
                return state.agenda.push(stage(self.line_of(*phase), Progress::Begin));
            }
            Opens::Window(phase, question) => (*phase, question.clone()),
            Opens::Flash | Opens::Block | Opens::Resolution => (Phase::Attack, Question::Attack),
        };
        state.facts.phase = phase;
        state.agenda.push(stage(self.line_of(phase), Progress::End));
        state.agenda.push(Frame::Window(Window::one(question, self.active)));
        self.schedule_battle(opens, state);
    }

    /// Writes who goes first, and the agenda of the set-up. `true`: the table stands in the set-up.
    fn schedule_set_up(&self, opens: &Opens, state: &mut Table) -> bool {
        let active = self.active;
        let first = self.first.unwrap_or_else(|| self.first_by_turn());
        let facts = &mut state.facts;
        facts.chooser = self.chooser;
        facts.turn = self.turn;
        if matches!(opens, Opens::Asked) {
            let seat = self.chooser.unwrap_or(active);
            facts.chooser = Some(seat);
            state.asked.push(Asked { seat, question: Question::ChooseOrder, sealed: false });
            return true;
        }
        (facts.first, facts.active, facts.order_is_chosen) = (first, active, true);
        if matches!(opens, Opens::Answers) {
            facts.active = first;
            *facts.redraws.get_mut(first) = self.answered;
            state.agenda.push(Frame::Step(Step::SetUp(SetUp::Answers)));
            return true;
        }
        false
    }

    /// Puts the state of the battle that the table stands in on top of the attack step's window.
    fn schedule_battle(&self, opens: &Opens, state: &mut Table) {
        let (facts, agenda) = (&mut state.facts, &mut state.agenda);
        let (fight, defender) = (self.battle.as_ref(), self.active.other());
        let timing = fight.and_then(|fight| fight.timing);
        let is_second = timing.map_or(self.is_blocked(), |timing| timing == 2);
        match opens {
            Opens::Flash => {
                let (line, phase) = match is_second {
                    true => (battle::line::SECOND_FLASH, Phase::SecondFlash),
                    false => (battle::line::FIRST_FLASH, Phase::FirstFlash),
                };
                facts.state = Some(phase);
                agenda.push(stage((BATTLE, line), Progress::End));
                agenda.push(Frame::Window(Window {
                    speaker: fight.and_then(|fight| fight.holder).unwrap_or(defender),
                    speaking: Speaking::Alternating,
                    closing: Closing::TwoPasses,
                    passes: fight.map_or(0, |fight| fight.passes),
                    ..Window::one(Question::Flash, defender)
                }));
            }
            Opens::Block => {
                facts.state = Some(Phase::Block);
                agenda.push(stage((BATTLE, battle::line::BLOCK), Progress::End));
                agenda.push(Frame::Window(Window::one(Question::Block, defender)));
            }
            Opens::Resolution => {
                agenda.push(stage((BATTLE, battle::line::RESOLUTION), Progress::Begin));
            }
            Opens::Asked | Opens::Answers | Opens::Step(_) | Opens::Window(..) => {}
        }
    }
}

/// A line of a table of stages, as the agenda has it.
fn stage((schedule, line): (u8, u8), progress: Progress) -> Frame<BattleSpirits> {
    Frame::Stage(Cursor { schedule, line, progress })
}

impl Cores {
    /// How many of both kinds.
    pub(super) fn total(self) -> u64 {
        u64::from(self.normal) + u64::from(self.soul)
    }

    fn lie(self, state: &mut Table, holder: Holder) {
        state.table.set_pieces(holder, Core::Normal, self.normal);
        state.table.set_pieces(holder, Core::Soul, self.soul);
    }
}

impl super::ThisTurn {
    const fn facts(self) -> ThisTurn {
        ThisTurn {
            attacks: self.attacks,
            blocks: self.blocks,
            life_lost: self.life_lost,
            cards_used: self.cards_used,
            magic_used: self.magic_used,
            summoned: self.summoned,
            destroyed: self.destroyed,
            depleted: self.depleted,
            depleted_by_opponent: self.depleted_by_opponent,
            destroyed_by_opponent: self.destroyed_by_opponent,
        }
    }

    /// What a game counted in this turn, as a position has it.
    pub const fn of(facts: &ThisTurn) -> super::ThisTurn {
        super::ThisTurn {
            attacks: facts.attacks,
            blocks: facts.blocks,
            life_lost: facts.life_lost,
            cards_used: facts.cards_used,
            magic_used: facts.magic_used,
            summoned: facts.summoned,
            destroyed: facts.destroyed,
            depleted: facts.depleted,
            depleted_by_opponent: facts.depleted_by_opponent,
            destroyed_by_opponent: facts.destroyed_by_opponent,
        }
    }
}

/// The numbers, from 0, of abilities that cards of a name may have used once a turn [FAQ.效果通則.Q9].
fn limited_by_name(pool: &Pool, name: &str) -> Vec<u8> {
    let named = pool.cards().iter().filter(|card| card.called() == name);
    let abilities = named.flat_map(|card| (0..).zip(&card.abilities));
    let limited = abilities.filter(|(_, ability)| ability.head.once_per_turn_by_name);
    let mut numbers: Vec<u8> = limited.map(|(number, _)| number).collect();
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}
