//! 碧藍航線集換式對戰卡牌 (Azur Lane TCG), edition of 2025-05-28.
//!
//! The files follow the chapters of the book: `setup`, `deck` and `ending` chapter 1, `printed` chapter 2,
//! `play`, `pay`, `activate`, `remodel`, `standby`, `answer` and `stat` chapter 3, `table` and `zone` chapter
//! 4, `turn`, `battle` and `damage` chapter 5; chapter 6 is the vocabulary in `words`. `prohibition`:
//! “cannot” wins over “can” [103.2].
//!
//! The hardest part. Nothing interrupts a processing, and standby skills run active player first with a
//! restart after each: `Checks::BetweenProcessings` with `Triggers::AfterProcessing`. A battle is a second
//! table of stages on top of the battle phase's window; its early end unwinds frames down to that table. 絕地反擊
//! interrupts damage with a decision, so the damage is a frame of its own.

rulebook!(azur_lane, $);

pub mod action;
pub(crate) mod activate;
pub(crate) mod answer;
pub(crate) mod battle;
pub(crate) mod damage;
pub mod deck;
pub mod ending;
pub(crate) mod findings;
pub(crate) mod pay;
pub(crate) mod play;
pub mod position;
pub mod printed;
pub(crate) mod prohibition;
pub mod reason;
mod registered;
pub(crate) mod remodel;
pub mod setup;
pub(crate) mod standby;
pub(crate) mod stat;
pub mod table;
pub(crate) mod turn;
pub mod view;
pub mod words;
pub(crate) mod zone;

use crate::abilities::{Choice, ChoiceRules, Language, Resolution, Scene};
use crate::game_kit::action::{Kit, answers};
use crate::game_kit::proposing;
use crate::game_kit::question::questions;
use crate::game_kit::sentence::AbilityAt;
use crate::kernel::{
    Bound, BySeat, CardId, Cell, Checks, Event, Game, InexactText, Match, Object, Policy, Proposal, Seat,
    State, Triggers, Viewer, Waiting, held,
};
use crate::verdict::Cite;

/// The game.
#[held(Copy, Default)]
pub struct AzurLane;

/// How a card lies under another [408.1].
#[held(Copy)]
pub struct Under;

questions! {
    AzurLane;
    /// Who starts [101.5].
    ChooseFirst = "choose_first" always [cite!("101.5")],
    /// Exchange of the opening hand [101.6].
    Mulligan = "mulligan" always [cite!("101.6")],
    /// The main phase [503.1].
    Main = "main" always [cite!("503.1")],
    /// Attack, or end of the battle phase [508.4].
    BattleChoice = "battle_choice" always [cite!("508.4")],
    /// The attack step [505.5].
    AttackWindow = "attack_window" always [cite!("505.5")],
    /// The defence step [506.1].
    DefenceWindow = "defence_window" always [cite!("506.1")],
    /// The next standby skill [304.2b].
    ChooseTrigger = "choose_trigger" [cite!("304.2b")],
    /// 絕地反擊 [508.1a].
    LastStand = "last_stand" [cite!("508.1a")];
    choices {
        Cards = "choose_cards",
        Order = "choose_order",
        Position = "choose_position",
        YesNo = "choose_yes_no",
        Number = "choose_number",
        Mode = "choose_mode",
        Pieces = "choose_cubes",
    }
    and {
        Cells = "choose_cells",
    }
}

/// Steps on the agenda.
#[held]
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
#[held]
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
#[held(Default)]
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
    /// State triggers whose condition held at the last look [ruling-22]; `None`: not evaluated yet.
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

    in_chapters! {}
    without! { Derived Note }
    type Role = Under;
    type Piece = table::CubeKind;
    type Mark = table::Mark;
    type Detail = table::Detail;
    type Influence = words::Influence;
    type Scope = words::Scope;
    type Until = words::Until;
    type Trigger = standby::Standby;
    type ListenMask = words::skill::Interests;

    fn run(game: &mut Match<'_, Self>, step: Step) {
        match step {
            Step::SetUp(set_up) => setup::run(game, set_up),
            Step::NextTurn => turn::next(game),
            Step::Standby(seat, standby) => standby::run(game, seat, standby),
            Step::Resolve(resolution) => standby::resolve(game, *resolution),
            Step::Damage(damage) => damage::run(game, damage),
            Step::BattleEnds(announced, rule) => battle::ends(game, announced, rule),
        }
    }

    fn is_processing(step: &Step) -> bool {
        !matches!(step, Step::NextTurn | Step::BattleEnds(..))
    }

    delegate! {
        stage_begins = turn::stage_begins;
        stage_announced = turn::stage_announced;
        prohibited = prohibition::of_proposal;
        moves_with = zone::moves_with;
        on_event = standby::on_event;
        check_state = ending::confirm;
        abort_obsolete = battle::end_early;
        loop_found = ending::endless;
    }

    fn cannot_happen() -> reason::Reason {
        reason::Reason::ForbiddenByEffect { card: None }
    }

    fn is_told(proposal: &Proposal<Self>, viewer: Viewer) -> bool {
        proposing::is_told(proposal, table::Verb::Look, viewer)
    }

    fn shows_other_side(one: table::Mark, other: table::Mark) -> bool {
        one.back != other.back
    }

    const BOUNDS: &'static [Bound<Self>] = deck::BOUNDS;

    fn texts_work_in(zone: table::Zone) -> bool {
        zone == table::Zone::Battlefield
    }

    fn trigger_text(standby: &standby::Standby) -> Option<InexactText> {
        Some(InexactText { card: Some(standby.me.card), definition: standby.ability.definition })
    }

    fn departs(game: &mut Match<'_, Self>, proposal: &Proposal<Self>) {
        if let Some(card) = proposal.card() {
            zone::remember(game, card);
        }
    }

    fn collect_state_triggers(game: &mut Match<'_, Self>) {
        if game.state.facts.turn > 0 {
            standby::collect_state_triggers(game);
        }
    }

    fn named_alike(one: &Waiting<Self>, other: &Waiting<Self>) -> bool {
        one.trigger.me.card == other.trigger.me.card
            && one.trigger.ability.number == other.trigger.ability.number
    }

    fn still_waits(game: &Match<'_, Self>, waiting: &Waiting<Self>) -> bool {
        standby::still_waits(game, &waiting.trigger)
    }

    fn trigger_step(waiting: Waiting<Self>) -> Step {
        Step::Standby(waiting.seat, waiting.trigger)
    }

    fn trigger_question() -> Question {
        Question::ChooseTrigger
    }

    fn forget(state: &mut State<Self>) {
        state.facts.remembered.clear();
    }
}

crate::remembers! { AzurLane: Memory }

impl Kit for AzurLane {
    fn ability_number(ability: standby::Ability) -> Option<u8> {
        Some(ability.number)
    }

    fn ability_at(game: &Match<'_, Self>, ability: standby::Ability) -> Option<(u16, AbilityAt)> {
        standby::skill(game, ability)?;
        let faces = game.pool.card(ability.definition).faces();
        let before: usize = faces.take(ability.face.into()).map(|face| face.skills.len()).sum();
        Some((ability.definition, AbilityAt::Nth(before + usize::from(ability.skill))))
    }

    /// The printed skill of an event. A gained skill has a number above the printed ones, so that the card
    /// has no skill at its place.
    fn event_ability(game: &Match<'_, Self>, event: &Event<Self>) -> Option<standby::Ability> {
        let (card, number) = (event.subject?.card, event.proposal.detail.ability?);
        let face = u8::from(event.mark.back);
        Some(standby::Ability {
            definition: game.definition(card),
            face,
            number,
            skill: number.checked_sub(1)?,
        })
    }

    delegate! {
        concern = answer::concern;
        out_of_time = answer::out_of_time;
        not_among = answer::not_among;
    }

    const CHOICES: answers::Rules = answer::CHOICES;
    const NOTHING_ASKED: Cite = cite!("102.1");
    /// The ending by conceding, and its rules; no effect can forbid it [103.1, ruling-82].
    const CONCESSION: (ending::Ending, &'static [Cite]) =
        (ending::Ending::Concession, &[cite!("102.3a"), cite!("103.1")]);

    fn trigger_ability(standby: &standby::Standby) -> Option<standby::Ability> {
        Some(standby.ability)
    }

    fn trigger_name(standby: &standby::Standby) -> (CardId, Option<u8>) {
        (standby.me.card, Some(standby.ability.number))
    }

    fn asks_openly(game: &Match<'_, Self>, choice: &Choice<Self>) -> bool {
        (choice.open || !game.in_force(cite!("103.4a"))) && game.in_force(cite!("103.4b"))
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

    fn acts_on_field(sentence: &words::Effect) -> bool {
        use words::Effect;
        matches!(sentence, Effect::Destroy(_) | Effect::Retreat(_) | Effect::Rest(_))
            || matches!(sentence, Effect::Activate(_) | Effect::Move(_))
            || matches!(sentence, Effect::Modify(word) if word.stat == words::Stat::Power)
    }

    fn definition_of(ability: standby::Ability) -> Option<u16> {
        Some(ability.definition)
    }

    fn effects<'p>(game: &Match<'p, Self>, ability: standby::Ability) -> &'p [words::Effect] {
        standby::effects(game, ability)
    }

    fn resolution_step(resolution: Resolution<Self>) -> Step {
        Step::Resolve(Box::new(resolution))
    }

    fn resolution(step: &mut Step) -> Option<&mut Resolution<Self>> {
        let Step::Resolve(resolution) = step else { return None };
        Some(resolution)
    }

    fn choice_question(_: &Match<'_, Self>, choice: Choice<Self>) -> Question {
        Question::Choice(choice)
    }

    fn choice(question: &Question) -> Option<&Choice<Self>> {
        let Question::Choice(choice) = question else { return None };
        Some(choice)
    }

    fn role(game: &Match<'_, Self>, scene: &Scene<'_>, role: &str) -> Option<Object> {
        let battle = game.state.facts.battle.as_ref();
        let object = |card| game.state.table.object(card);
        match role {
            "attacker" => battle.map(|battle| battle.attacker),
            "target" => battle.map(|battle| battle.target),
            "own_flagship" => table::flagship(game, scene.seat).map(object),
            "opponent_flagship" => table::flagship(game, scene.seat.other()).map(object),
            "host" => table::host(game, scene.me.card).map(object),
            _ => None,
        }
    }
}
