//! 碧藍航線集換式對戰卡牌 (Azur Lane TCG), edition of 2025-05-28.
//!
//! The files follow the chapters of the book: [`setup`], [`deck`] and [`ending`] chapter 1,
//! [`printed`] chapter 2, [`play`], [`remodel`], [`standby`], [`answer`] and [`stat`] chapter 3, [`table`] and
//! [`zone`] chapter 4, [`turn`], [`battle`] and [`damage`] chapter 5; chapter 6 is the vocabulary in
//! [`words`]. [`prohibition`] is the rule that “cannot” wins.

#[allow(missing_docs)]
pub mod rules {
    //! The rule index: ids, texts, rulings, messages, limits.

    use crate::verdict::citation::Texts;
    use crate::verdict::{Rule, RuleBook, RuleKind};

    include!(concat!(env!("OUT_DIR"), "/azur_lane.rs"));
}

/// The citation of an id; an id that the index does not have does not compile.
macro_rules! cite {
    ($id:literal) => {
        const { $crate::verdict::citation::find($crate::games::azur_lane::rules::IDS, $id) }
    };
}

pub mod action;
pub mod answer;
pub mod battle;
pub mod damage;
pub mod deck;
pub mod ending;
pub mod legal;
pub mod play;
pub mod position;
pub mod printed;
pub mod prohibition;
pub mod reason;
mod registered;
pub mod remodel;
pub mod setup;
pub mod standby;
pub mod stat;
pub mod table;
pub mod turn;
pub mod view;
pub mod words;
pub mod zone;

use serde::{Deserialize, Serialize};

use crate::card::memory::Remembers;
use crate::card::{self, Choice, ChoiceRules, Language, Resolution, Scene};
use crate::kernel::{
    BySeat, Cell, Checks, Draft, EachCard, Event, Game, Happening, Match, Object, Policy, Seat, Stage, State,
    Triggers, Waiting,
};
use crate::verdict::Cite;
use action::Action;

/// The game.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, EachCard, Serialize, Deserialize,
)]
pub struct AzurLane;

/// How a card lies under another [408.1].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, EachCard, Serialize, Deserialize)]
pub struct Under;

/// What a seat is asked.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, EachCard, Serialize, Deserialize)]
pub enum Question {
    /// Who starts [101.5].
    ChooseFirst,
    /// Exchange of the opening hand [101.6].
    Mulligan,
    /// The main phase [503.1].
    Main,
    /// Attack, or end of the battle phase [508.4].
    BattleChoice,
    /// The attack step [505.5].
    AttackWindow,
    /// The defence step [506.1].
    DefenceWindow,
    /// The next standby skill [304.2b].
    ChooseTrigger,
    /// 絕地反擊 [508.1a].
    LastStand,
    /// A choice inside a skill.
    Choice(Choice<AzurLane>),
}

impl Question {
    /// Its name on the wire.
    pub const fn name(&self) -> &'static str {
        match self {
            Question::ChooseFirst => "choose_first",
            Question::Mulligan => "mulligan",
            Question::Main => "main",
            Question::BattleChoice => "battle_choice",
            Question::AttackWindow => "attack_window",
            Question::DefenceWindow => "defence_window",
            Question::ChooseTrigger => "choose_trigger",
            Question::LastStand => "last_stand",
            Question::Choice(choice) => match choice.what {
                crate::card::Choosable::Cards { .. } => "choose_cards",
                crate::card::Choosable::Order { .. } => "choose_order",
                crate::card::Choosable::Position(_) => "choose_position",
                crate::card::Choosable::YesNo => "choose_yes_no",
                crate::card::Choosable::Number { .. } => "choose_number",
                crate::card::Choosable::Mode(_) => "choose_mode",
                crate::card::Choosable::Pieces { .. } => "choose_cubes",
            },
        }
    }
}

/// Every kind of question on the wire.
pub const QUESTIONS: [&str; 15] = [
    "choose_first",
    "mulligan",
    "main",
    "battle_choice",
    "attack_window",
    "defence_window",
    "choose_trigger",
    "last_stand",
    "choose_cards",
    "choose_order",
    "choose_position",
    "choose_yes_no",
    "choose_number",
    "choose_mode",
    "choose_cubes",
];

/// Steps on the agenda.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, EachCard, Serialize, Deserialize)]
pub enum Step {
    /// Set-up goes on.
    SetUp(setup::SetUp),
    /// The turn passes to the other player.
    NextTurn,
    /// A waiting skill begins to be processed.
    Standby(Seat, standby::Standby),
    /// A skill is being processed.
    Resolve(Box<Resolution<AzurLane>>),
    /// Damage is being dealt.
    Damage(damage::Damage),
    /// A battle ends; whether that was told.
    BattleEnds(bool, Cite),
}

/// What is last known of a card that left the battlefield.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, EachCard, Serialize, Deserialize)]
pub struct Memory {
    /// The object.
    pub object: Object,
    /// On whose battlefield it stood, and where.
    pub place: (Seat, Cell),
    /// Whether it was rested.
    pub rested: bool,
    /// Whether cards lay under it.
    pub is_over_others: bool,
    /// Its power.
    pub power: Option<i64>,
    /// Its support value.
    pub support: Option<i64>,
    /// Its cost.
    pub cost: Option<i64>,
    /// Its keywords, as a set of bits.
    pub keywords: u16,
    /// Whether it had no skill.
    pub has_no_skills: bool,
}

/// What the state holds besides the table.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, EachCard, Serialize, Deserialize)]
pub struct Facts {
    /// The starting player as agreed before the game.
    pub agreed_first: Option<Seat>,
    /// The starting player.
    pub starting: Seat,
    /// The active player [301.1].
    pub active: Seat,
    /// The turn, counted from 1; 0 in set-up.
    pub turn: u16,
    /// The phase.
    pub phase: table::Phase,
    /// The step of the battle.
    pub step: Option<table::Phase>,
    /// Answers about the opening hands.
    pub mulligans: BySeat<Option<bool>>,
    /// The battle.
    pub battle: Option<battle::Battle>,
    /// Whose flagship was hit without durability [312.3b].
    pub hit_without_durability: BySeat<bool>,
    /// State triggers whose condition held at the last look [ruling-22]; `None`: nobody has looked yet.
    pub holding: Option<Vec<(Object, standby::Ability)>>,
    /// What is last known of cards that left this turn [ruling-20].
    pub remembered: Vec<Memory>,
    /// Gained skills that are limited and were used this turn [602.5].
    pub used: Vec<(Object, standby::Ability)>,
}

impl Game for AzurLane {
    const POLICY: Policy = Policy {
        checks_of_table: true,
        checks_wait: &[cite!("312.2")],
        triggers_wait: &[cite!("306.1b")],
        triggers_order: &[cite!("304.2b"), cite!("306.1a"), cite!("306.2")],
        automatic_first: &[cite!("500.6a")],
        ..Policy::new(Checks::BetweenProcessings, Triggers::AfterProcessing, true)
    };

    type Pool = printed::Pool;
    type Zone = table::Zone;
    type Role = Under;
    type Piece = table::CubeKind;
    type Mark = table::Mark;
    type Verb = table::Verb;
    type Detail = table::Detail;
    type Influence = words::Influence;
    type Scope = words::Scope;
    type Until = words::Until;
    type Step = Step;
    type Stage = table::Phase;
    type Question = Question;
    type Action = Action;
    type Reason = reason::Reason;
    type Trigger = standby::Standby;
    type Facts = Facts;
    type Ending = ending::Ending;
    type Summary = printed::Traits;
    type Glance = ();

    fn run(game: &mut Match<'_, Self>, step: Step) {
        match step {
            Step::SetUp(set_up) => setup::run(game, set_up),
            Step::NextTurn => turn::next(game),
            Step::Standby(seat, standby) => standby::run(game, seat, standby),
            Step::Resolve(resolution) => standby::resolve(game, *resolution),
            Step::Damage(damage) => damage::run(game, damage),
            Step::BattleEnds(told, rule) => battle::ends(game, told, rule),
        }
    }

    fn check(draft: &mut Draft<'_, '_, Self>, seat: Seat, action: &Action) {
        if let Some(refusal) = answer::timing(draft.game, seat, action) {
            draft.refuse(refusal);
            return;
        }
        match action {
            Action::ChooseFirst(_) | Action::Pass(_) | Action::ChooseYesNo(_) | Action::Concede(_) => {}
            Action::Mulligan(action) => setup::check_mulligan(draft, seat, action),
            Action::PlayShip(action) => play::check_ship(draft, seat, action),
            Action::PlayEvent(action) => play::check_event(draft, seat, action),
            Action::Activate(action) => play::check_activate(draft, seat, action),
            Action::Remodel(action) => remodel::check_remodel(draft, seat, action),
            Action::Attack(action) => battle::check_attack(draft, seat, action),
            Action::Support(action) => battle::check_support(draft, seat, action),
            Action::Counter(action) => play::check_counter(draft, seat, action),
            Action::Chase(action) => play::check_chase(draft, seat, action),
            Action::LastStand(action) => damage::check(draft, seat, action),
            Action::ChooseTrigger(action) => {
                draft.rows(answer::CHOOSE_TRIGGER, answer::CARD_FIELDS, seat, action);
            }
            Action::ChooseCards(action) => answer::check_cards(draft, seat, action),
            Action::ChooseOrder(action) => card::answer::check_order(draft, seat, &action.order),
            Action::ChoosePosition(action) => answer::check_position(draft, seat, action),
            Action::ChooseNumber(action) => card::answer::check_number(draft, seat, action.number),
            Action::ChooseMode(action) => card::answer::check_mode(draft, seat, action.mode),
            Action::ChooseCubes(action) => answer::check_cubes(draft, seat, action),
            Action::Arrange(action) => draft.rows(answer::ARRANGE, answer::ZONE_FIELDS, seat, action),
            Action::MoveCard(action) => draft.rows(answer::MOVE_CARD, answer::CARD_FIELDS, seat, action),
            Action::Peek(action) => draft.rows(answer::PEEK, answer::ZONE_FIELDS, seat, action),
        }
    }

    fn perform(game: &mut Match<'_, Self>, seat: Seat, action: &Action) {
        use crate::card::Answer;
        let picked = match action {
            Action::ChooseTrigger(action) => answer::waiting(game, action),
            _ => None,
        };
        let set = match action {
            Action::ChooseCards(action) => card::answer::as_set(game, seat, &action.cards),
            _ => Vec::new(),
        };
        if !matches!(action, Action::Arrange(_) | Action::Concede(_) | Action::Peek(_)) {
            game.state.asked.clear();
        }
        match action {
            Action::ChooseFirst(action) => setup::decide(game, seat, action.first),
            Action::Mulligan(action) => setup::mulligan(game, seat, action),
            Action::PlayShip(action) => play::play_ship(game, seat, action),
            Action::PlayEvent(action) => play::play_event(game, seat, action),
            Action::Activate(action) => play::activate(game, seat, action),
            Action::Remodel(action) => remodel::remodel(game, seat, action),
            Action::Attack(action) => battle::attack(game, action),
            Action::Support(action) => battle::support(game, seat, action),
            Action::Counter(action) => play::from_hand(game, seat, action.parts(), true),
            Action::Chase(action) => play::from_hand(game, seat, action.parts(), false),
            Action::LastStand(action) => damage::perform(game, seat, action),
            Action::Pass(_) => {
                if game.holds(cite!("500.2")) {
                    game.pass();
                }
            }
            Action::ChooseTrigger(_) => {
                if let Some(index) = picked {
                    game.start_waiting(index);
                }
            }
            Action::ChooseCards(_) => card::answer::give(game, Answer::Cards(set)),
            Action::ChooseOrder(action) => card::answer::give(game, Answer::Cards(action.order.clone())),
            Action::ChoosePosition(action) => {
                if let Some(cell) = table::cell_named(&action.at.cell) {
                    card::answer::give(game, Answer::Position(table::position(cell)));
                }
            }
            Action::ChooseYesNo(action) => card::answer::give(game, Answer::Flag(action.accept)),
            Action::ChooseNumber(action) => card::answer::give(game, Answer::Number(action.number)),
            Action::ChooseMode(action) => card::answer::give(game, Answer::Number(action.mode)),
            Action::ChooseCubes(action) => {
                card::answer::give(game, Answer::Pieces(answer::pieces(&action.cubes)))
            }
            Action::Concede(_) => ending::concede(game, seat),
            Action::Arrange(_) | Action::MoveCard(_) | Action::Peek(_) => {}
        }
    }

    fn is_processing(step: &Step) -> bool {
        !matches!(step, Step::NextTurn | Step::BattleEnds(..))
    }

    fn active(game: &Match<'_, Self>) -> Seat {
        game.state.facts.active
    }

    fn schedule(number: u8) -> &'static [Stage<Self>] {
        match number {
            turn::TURN => turn::TURN_TABLE,
            _ => turn::BATTLE_TABLE,
        }
    }

    fn stage_begins(game: &mut Match<'_, Self>, stage: table::Phase) {
        turn::stage_begins(game, stage);
    }

    fn stage_announced(game: &mut Match<'_, Self>, stage: table::Phase, rule: Cite) {
        turn::stage_announced(game, stage, rule);
    }

    fn stage_ends(game: &mut Match<'_, Self>, stage: table::Phase) -> bool {
        turn::stage_ends(game, stage)
    }

    fn prohibited(game: &Match<'_, Self>, happening: &Happening<Self>) -> Option<Cite> {
        prohibition::of_happening(game, happening)
    }

    fn cannot_happen() -> reason::Reason {
        reason::Reason::ForbiddenByEffect { card: None }
    }

    fn shows(game: &Match<'_, Self>, happening: &Happening<Self>, viewer: crate::kernel::Viewer) -> bool {
        crate::wire::view::shows(game, happening, viewer)
    }

    fn shows_other_side(one: table::Mark, other: table::Mark) -> bool {
        one.back != other.back
    }

    fn definitions(pool: &printed::Pool, _: crate::kernel::Spot<Self>) -> Vec<u16> {
        // Flagships lie on the battlefield and nowhere else [400.4].
        let lies = |card: &printed::Printed| card.kind != printed::Kind::Flagship;
        (0..).zip(pool.cards()).filter(|(_, card)| lies(card)).map(|(place, _)| place).collect()
    }

    fn hear(game: &mut Match<'_, Self>, event: &Event<Self>) {
        standby::hear(game, event);
    }

    fn check_state(game: &mut Match<'_, Self>) {
        ending::confirm(game);
    }

    fn wake(game: &mut Match<'_, Self>) {
        if game.state.facts.turn > 0 {
            standby::wake(game);
        }
    }

    fn cut_short(game: &mut Match<'_, Self>) {
        battle::end_early(game);
    }

    fn named_alike(one: &Waiting<Self>, other: &Waiting<Self>) -> bool {
        one.trigger.me.card == other.trigger.me.card
            && one.trigger.ability.number == other.trigger.ability.number
    }

    fn trigger_step(waiting: Waiting<Self>) -> Step {
        Step::Standby(waiting.seat, waiting.trigger)
    }

    fn trigger_question() -> Question {
        Question::ChooseTrigger
    }

    fn loop_found(game: &mut Match<'_, Self>) {
        ending::endless(game);
    }

    fn leave_out(state: &mut State<Self>) {
        state.facts.remembered.clear();
    }
}

impl Remembers for AzurLane {
    type Memory = Memory;

    fn remembered_as(memory: &Memory) -> Object {
        memory.object
    }

    fn memories(facts: &Facts) -> &[Memory] {
        &facts.remembered
    }

    fn memories_mut(facts: &mut Facts) -> &mut Vec<Memory> {
        &mut facts.remembered
    }
}

impl Language for AzurLane {
    type Effect = words::Effect;
    type Condition = words::Condition;
    type Filter = words::Filter;
    type Source = words::Source;
    type Quantity = words::Quantity;
    type Ability = standby::Ability;

    const ROLES: &'static [&'static str] =
        &["attacker", "target", "own_flagship", "opponent_flagship", "host"];

    const CHOICE_RULES: ChoiceRules = ChoiceRules {
        text: cite!("306.1"),
        together: cite!("103.4"),
        property: cite!("306.1"),
        optional: cite!("303.3a"),
        number: cite!("309.1b"),
    };

    const LARGEST_NUMBER: i64 = i32::MAX as i64;

    fn effects<'p>(game: &Match<'p, Self>, ability: standby::Ability) -> &'p [words::Effect] {
        standby::effects(game, ability)
    }

    fn resolution_step(resolution: Resolution<Self>) -> Step {
        Step::Resolve(Box::new(resolution))
    }

    fn resolution(step: &mut Step) -> Option<&mut Resolution<Self>> {
        match step {
            Step::Resolve(resolution) => Some(resolution),
            _ => None,
        }
    }

    fn choice_question(choice: Choice<Self>) -> Question {
        Question::Choice(choice)
    }

    fn choice(question: &Question) -> Option<&Choice<Self>> {
        match question {
            Question::Choice(choice) => Some(choice),
            _ => None,
        }
    }

    fn role(game: &Match<'_, Self>, scene: &Scene<'_>, role: &str) -> Option<Object> {
        let battle = game.state.facts.battle.as_ref();
        let object = |card| game.state.table.object(card);
        match role {
            "attacker" => battle.map(|battle| battle.attacker),
            "target" => battle.map(|battle| battle.target),
            "own_flagship" => table::flagship(game, scene.seat).map(object),
            "opponent_flagship" => table::flagship(game, scene.seat.other()).map(object),
            "host" => table::host_of(game, scene.me.card).map(object),
            _ => None,
        }
    }
}
