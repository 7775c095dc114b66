//! Build Divide, the rules of the first sets.
//!
//! The files follow the chapters of the book: [`setup`] and [`deck`] 卡组构筑 and 准备, [`printed`] 卡牌种类, [`turn`]
//! 回合的流程, [`play`], [`pay`], [`activate`], [`using`] 主要阶段 and 使用费用, [`chain`] and [`targets`] 快速与连锁,
//! [`battle`] and [`declare`] 攻击阶段, 阻挡 and 战斗, [`damage`] and [`shot`] 生命受到伤害 and 触发效果, [`territory`] 领域的解放,
//! [`zone`], [`table`], [`stat`] and [`ability`] 用语, [`rule_processing`] destruction and lost players,
//! [`ending`] 胜利条件; [`words`] is the vocabulary of cards.
//!
//! The hardest part. Damage to life is a loop that reads its amount anew before each point: a frame with the
//! source, the bonus and the points dealt. The window inside the loop has the chain's height as its floor
//! (`Closing::ChainAtFloor`). Automatic abilities wait for the next window (`Triggers::OntoChain`), and
//! priority goes back to the turn player (`Speaking::BackToFirst`). Targets (`abilities/target.rs`) are
//! chosen when a use goes on the chain and looked at again when it is resolved.

rulebook!(build_divide, $);

pub mod ability;
pub mod action;
pub mod activate;
pub mod answer;
pub mod battle;
pub mod cards;
pub mod chain;
pub mod damage;
pub mod deck;
pub mod declare;
pub mod ending;
pub mod facts;
pub(crate) mod findings;
pub mod pay;
pub mod play;
pub mod position;
pub mod printed;
pub mod prohibition;
pub mod reason;
mod registered;
pub mod rule_processing;
pub mod setup;
pub mod shot;
pub mod stat;
pub mod table;
pub mod targets;
pub mod territory;
pub mod turn;
pub mod using;
pub mod view;
pub mod words;
pub mod zone;

pub use facts::Facts;

use crate::abilities::{
    Answer, Cards, Choice, ChoiceRules, EffectWord, Language, Resolution, Run, Scene, SourceWord, Take,
};
use crate::game_kit::action::{Kit, answers};
use crate::game_kit::proposing;
use crate::game_kit::question::questions;
use crate::game_kit::sentence::AbilityAt;
use crate::kernel::{
    Bound, CardId, Checks, Event, Frame, Game, InexactText, Match, Object, PlaceId, Policy, Proposal, Seat,
    State, Triggers, Viewer, Waiting, held,
};
use crate::verdict::{Cite, Refusal};
use action::Action;

/// The game.
#[held(Copy, Default)]
pub struct BuildDivide;

questions! {
    BuildDivide;
    #[doc = "Whether to redraw [准备.4.2]."] Mulligan = "mulligan" always [cite!("准备.4.2")],
    #[doc = "The window of the stand phase."] Stand = "stand" always [cite!("ruling-18")],
    #[doc = "The window before the draw."] BeforeDraw = "before_draw" always [cite!("ruling-18")],
    #[doc = "The window after the draw."] AfterDraw = "after_draw" always [cite!("ruling-18")],
    #[doc = "The main phase."] Main = "main" always [cite!("主要阶段.1")],
    #[doc = "The window at the start of the attack phase."] AttackStart =
        "attack_start" always [cite!("ruling-18")],
    #[doc = "The next attack."] ChooseAttack = "choose_attack" always [cite!("攻击阶段.1")],
    #[doc = "The window after an attack is declared."] AfterAttack =
        "after_attack" always [cite!("ruling-18")],
    #[doc = "The block."] ChooseBlock = "choose_block" always [cite!("阻挡.1")],
    #[doc = "The window after a block."] AfterBlock = "after_block" always [cite!("ruling-18")],
    #[doc = "The window before the damage of a battle."] Battle = "battle" always [cite!("ruling-77")],
    #[doc = "The window between points of damage."] Damage = "damage" always [cite!("ruling-35")],
    #[doc = "The window at the end of an attack."] AttackEnd = "attack_end" always [cite!("ruling-18")],
    #[doc = "The window of the end phase."] End = "end" always [cite!("ruling-18")],
    #[doc = "Whether a card that was turned over is used."] Shot(CardId) = "shot" always [cite!("触发效果.shot")],
    #[doc = "Whether the territory is released with an \
        ace."] Release(CardId) = "release" always [cite!("领域的解放.3")],
    #[doc = "So many cards are discarded down to the hand \
        limit."] HandLimit(usize) = "hand_limit" [cite!("结束阶段.2")],
    #[doc = "Cards are discarded by a text."] Discard(Choice<BuildDivide>) = "discard" [cite!("用语.舍弃")],
    #[doc = "The next waiting ability."] ChooseTrigger = "choose_trigger" always [cite!("ruling-21")],
    #[doc = "What happens instead."] ChooseReplacement = "choose_replacement" [cite!("ruling-50")],
    #[doc = "Where cards that are looked at go."] Scout(answer::Scouting) = "scout" [cite!("关键词.侦查")];
    choices {
        Cards = "choose_cards",
        YesNo = "choose_yes_no",
        Number = "choose_number",
        Mode = "choose_mode",
        Order = "choose_order",
    }
    and {
        Cells = "choose_cells",
        Pieces = "choose_pieces",
        Position = "choose_position",
    }
}

/// Steps on the agenda.
#[held]
pub enum Step {
    /// Set-up goes on.
    SetUp(setup::SetUp),
    /// The turn passes to the other player.
    NextTurn,
    /// An item of the chain is resolved.
    Resolve(Box<chain::Use>),
    /// A text is carried out.
    Carry(Box<Resolution<BuildDivide>>),
    /// Something is put off until a text is carried out.
    PutOff(Box<words::instead::PutOff>),
    /// What was put off happens to an object.
    Happen(Object, Box<zone::Proposed>),
    /// A command that was resolved leaves the chain.
    CommandEnds(Object),
    /// A waiting ability is put on the chain.
    Put(Box<chain::Put>),
    /// Damage to life goes on.
    Damage(damage::Damage),
    /// Units with blitz strike in battle.
    FirstHalf,
    /// The others do; which have struck.
    SecondHalf([bool; 2]),
    /// The end phase looks at the table.
    EndCheck,
    /// It has looked, when so many events had been.
    EndChecked(u32),
    /// A moment of rule processing.
    Process,
}

impl Game for BuildDivide {
    const POLICY: Policy = Policy {
        checks_of_table: true,
        triggers_order: &[cite!("ruling-21")],
        ..Policy::new(Checks::AtMoments, Triggers::OntoChain, true)
    };

    in_chapters! {}
    without! { Derived Note Piece }
    type ListenMask = words::ability::Interests;
    type Role = table::Role;
    type Mark = cards::Mark;
    type Detail = table::Detail;
    type Influence = words::Influence;
    type Scope = words::Scope;
    type Until = words::Until;
    type Trigger = ability::Raised;

    fn run(game: &mut Match<'_, Self>, step: Step) {
        match step {
            Step::SetUp(set_up) => setup::run(game, set_up),
            Step::NextTurn => turn::next(game),
            Step::Resolve(used) => chain::resolve(game, *used),
            Step::Carry(resolution) => resolution.run_effects(game),
            Step::PutOff(put_off) => put_off.run(game),
            Step::Happen(subject, proposal) => words::instead::happen(game, subject, *proposal),
            Step::CommandEnds(card) => chain::command_ends(game, card),
            Step::Put(put) => chain::put(game, *put),
            Step::Damage(damage) => damage::deal(game, damage),
            Step::FirstHalf => battle::first_half(game),
            Step::SecondHalf(struck) => battle::second_half(game, struck),
            Step::EndCheck => game.push(Step::EndChecked(game.state.event_number)),
            Step::EndChecked(since) => turn::end_checked(game, since),
            Step::Process => game.facts_mut().striking = false,
        }
    }

    /// Rules are processed when a window is about to ask, after each point of damage, after each half of a
    /// battle, and at the end of the turn [ruling-11].
    fn is_processing(step: &Step) -> bool {
        !matches!(step, Step::Process | Step::EndChecked(_))
    }

    /// A unit that goes from one side of the field to the other stays the same object [ruling-60].
    fn are_one_zone(one: PlaceId, other: PlaceId) -> bool {
        [one, other].into_iter().all(|place| table::FIELD.seat(place).is_some())
    }

    delegate! {
        stage_begins = turn::stage_begins;
        prohibited = prohibition::of_proposal;
        replacements = words::replacements;
        replacement_question = words::replacement_question;
        // Abilities hear of a card that leaves by its last state [ruling-76].
        departs = words::remember;
        moves_with = zone::moves_with;
        on_event = ability::on_event;
        check_state = rule_processing::process;
        loop_found = ending::endless;
    }

    fn stage_announced(game: &mut Match<'_, Self>, stage: table::Phase, _: Cite) {
        turn::stage_announced(game, stage);
    }

    fn shows_other_side(_: table::Mark, _: table::Mark) -> bool {
        false
    }

    fn cannot_happen() -> reason::Reason {
        reason::Reason::ForbiddenByEffect
    }

    fn is_told(proposal: &Proposal<Self>, viewer: Viewer) -> bool {
        proposing::is_told(proposal, table::Verb::Look, viewer)
    }

    const BOUNDS: &'static [Bound<Self>] = deck::BOUNDS;

    fn texts_work_in(zone: table::Zone) -> bool {
        matches!(zone, table::Zone::Field | table::Zone::Territory)
    }

    fn trigger_text(raised: &ability::Raised) -> Option<InexactText> {
        Some(InexactText { card: Some(raised.me.card), definition: raised.ability.definition })
    }

    fn trigger_step(waiting: Waiting<Self>) -> Step {
        Step::Put(Box::new(chain::Put::new(waiting.seat, waiting.trigger)))
    }

    fn trigger_question() -> Question {
        Question::ChooseTrigger
    }

    fn forget(state: &mut State<Self>) {
        state.facts.remembered.clear();
        state.facts.just_now = facts::JustNow::default();
        state.facts.happened.clear();
        state.facts.spared = None;
        state.facts.this_turn = crate::kernel::BySeat::default();
        for frame in &mut state.agenda {
            if let Frame::Step(step) = frame
                && let Some(resolution) = Self::resolution(step)
            {
                resolution.forget_begun();
            }
        }
    }
}

/// The choice inside an ability that a question is about.
pub fn choice_of(question: &Question) -> Option<&Choice<BuildDivide>> {
    match question {
        Question::Choice(choice) | Question::Discard(choice) => Some(choice),
        Question::Mulligan
        | Question::Stand
        | Question::BeforeDraw
        | Question::AfterDraw
        | Question::Main
        | Question::AttackStart
        | Question::ChooseAttack
        | Question::AfterAttack
        | Question::ChooseBlock
        | Question::AfterBlock
        | Question::Battle
        | Question::Damage
        | Question::AttackEnd
        | Question::End
        | Question::Shot(_)
        | Question::Release(_)
        | Question::HandLimit(_)
        | Question::ChooseTrigger
        | Question::ChooseReplacement
        | Question::Scout(_) => None,
    }
}

impl Kit for BuildDivide {
    const CHOICES: answers::Rules = answer::CHOICES;
    const NOTHING_ASKED: Cite = answer::NOTHING_ASKED;
    const CONCESSION: (ending::Ending, &'static [Cite]) = (ending::Ending::Concession, &[cite!("ruling-2")]);

    fn ability_number(ability: words::AbilityId) -> Option<u8> {
        ability::number(ability, false)
    }

    fn ability_at(game: &Match<'_, Self>, id: words::AbilityId) -> Option<(u16, AbilityAt)> {
        ability::by_id(game, id)?;
        Some((id.definition, AbilityAt::Nth(id.number.into())))
    }

    /// The number of a given ability lies above the printed ones, so events do not name it.
    fn event_ability(game: &Match<'_, Self>, event: &Event<Self>) -> Option<words::AbilityId> {
        let (definition, number) = (game.definition(event.subject?.card), event.proposal.detail.ability?);
        Some(words::AbilityId { definition, number, mode: 0 })
    }

    delegate! {
        concern = answer::concern;
        out_of_time = answer::out_of_time;
    }

    /// Discards are answered by an action of their own [用语.舍弃].
    fn is_answered_by_cards(question: &Question) -> bool {
        !matches!(question, Question::Discard(_))
    }

    /// Forgets what happened while the last entry was processed.
    fn begins(game: &mut Match<'_, Self>, _: Seat, _: &Action, _: Option<&Question>) -> bool {
        if game.state.facts.just_now != facts::JustNow::default() {
            game.facts_mut().just_now = facts::JustNow::default();
        }
        let is_carried_out = |frame: &Frame<Self>| matches!(frame, Frame::Step(Step::Carry(_)));
        if !game.state.facts.happened.is_empty() && !game.state.agenda.iter().any(is_carried_out) {
            game.facts_mut().happened.clear();
        }
        false
    }

    /// Refuses targets and payments that are legal one by one and not as a set [使用费用.2, ruling-22, ruling-87,
    /// ruling-88].
    fn not_together(
        game: &Match<'_, Self>,
        seat: Seat,
        choice: &Choice<Self>,
        cards: &[CardId],
    ) -> Option<Refusal<reason::Reason>> {
        let limit = words::cost::limit(game, seat)?;
        let reason = reason::Reason::WrongTargets { card: choice.me.card };
        (!limit.is_legal(game, cards)).then(|| Refusal::new(reason, choice.rule))
    }

    fn sets(
        game: &Match<'_, Self>,
        seat: Seat,
        from: &[CardId],
        bounds: (usize, usize),
    ) -> Option<crate::kernel::shape::Domain> {
        words::cost::limit(game, seat)?.domain(game, from, bounds)
    }

    /// Gives an answer to the ability that asked for it, or to the question whether something happens instead
    /// [ruling-50].
    fn give(game: &mut Match<'_, Self>, answer: Answer) {
        match (game.deciding(), &answer) {
            (Some(_), Answer::Flag(yes)) => game.decide_replacement(yes.then_some(0)),
            _ => crate::abilities::answer::give(game, answer),
        }
    }

    fn trigger_ability(raised: &ability::Raised) -> Option<words::AbilityId> {
        Some(raised.ability)
    }

    fn trigger_name(raised: &ability::Raised) -> (CardId, Option<u8>) {
        (raised.me.card, ability::number(raised.ability, raised.given))
    }
}

impl Language for BuildDivide {
    type Effect = words::Effect;
    type Condition = words::Condition;
    type Filter = words::Filter;
    type Source = words::Source;
    type Quantity = words::Quantity;
    type Ability = words::AbilityId;

    const ROLES: &'static [&'static str] = &["attacker", "attack_target", "battle_opponent", "territory"];

    const CHOICE_RULES: ChoiceRules = ChoiceRules {
        text: cite!("ruling-22"),
        together: cite!("ruling-56"),
        property: cite!("ruling-22"),
        optional: cite!("ruling-22"),
        number: cite!("ruling-22"),
    };

    const LARGEST_NUMBER: i64 = 1_000;

    fn definition_of(ability: words::AbilityId) -> Option<u16> {
        Some(ability.definition)
    }

    fn acts_on_field(sentence: &words::Effect) -> bool {
        use words::Effect::{DamageUnit, Destroy, Rest, Stand, TakeControl};
        let of_field = |stat: words::Stat| stat != words::Stat::Cost;
        matches!(sentence, Destroy(_) | DamageUnit(_) | Rest(_) | Stand(_) | TakeControl(_))
            || sentence.lasts().is_some_and(|change| change.is_of_field(of_field))
    }

    /// A sentence looks back at what it did, since a replacement may have taken the place of an event
    /// [ruling-50].
    const LOOKS_BACK: bool = true;

    /// An object of the chain is an item, and not the card with it [ruling-22, ruling-58].
    fn object_there(game: &Match<'_, Self>, from: &words::Source, card: CardId) -> Object {
        let object = game.state.table.object(card);
        let item = Some(card).filter(|_| *from == words::Source::Chain);
        item.and_then(|number| chain::named(game, number))
            .map_or(object, |item| item.source.unwrap_or(object).of_item(item.id))
    }

    fn number_there(game: &Match<'_, Self>, from: &words::Source, object: Object) -> Option<CardId> {
        if *from != words::Source::Chain {
            return game.state.table.is_current(object).then_some(object.card);
        }
        let id = chain::item_of(game, object)?;
        chain::number_of(game, game.item(id)?)
    }

    fn fits_there(
        game: &Match<'_, Self>,
        scene: &Scene<'_>,
        from: &words::Source,
        fits: &[words::Filter],
        card: CardId,
    ) -> bool {
        let item = Some(card).filter(|_| *from == words::Source::Chain);
        match item.and_then(|number| chain::named(game, number)).filter(|item| !chain::is_card(item)) {
            Some(item) => fits.iter().all(|filter| filter.fits_ability(game, scene, item)),
            None => crate::abilities::filter::has_all(game, scene, fits, card),
        }
    }

    fn begun(run: &mut Run<'_, '_, Self>) -> usize {
        words::effect::begun(run)
    }

    fn has_done(
        run: &mut Run<'_, '_, Self>,
        begun: usize,
        verb: table::Verb,
        _: &words::Select,
        objects: &[Object],
    ) -> bool {
        words::effect::has_done(run, begun, verb, objects)
    }

    fn bind_done(run: &mut Run<'_, '_, Self>, begun: usize, verb: table::Verb) {
        words::effect::bind_done(run, begun, verb);
    }

    fn effects<'p>(game: &Match<'p, Self>, ability: words::AbilityId) -> &'p [words::Effect] {
        ability::effects(game, ability)
    }

    fn resolution_step(resolution: Resolution<Self>) -> Step {
        Step::Carry(Box::new(resolution))
    }

    fn resolution(step: &mut Step) -> Option<&mut Resolution<Self>> {
        match step {
            Step::Carry(resolution) => Some(resolution),
            Step::Put(put) => Some(&mut put.resolution),
            Step::SetUp(_)
            | Step::NextTurn
            | Step::Resolve(_)
            | Step::PutOff(_)
            | Step::Happen(..)
            | Step::CommandEnds(_)
            | Step::Damage(_)
            | Step::FirstHalf
            | Step::SecondHalf(_)
            | Step::EndCheck
            | Step::EndChecked(_)
            | Step::Process => None,
        }
    }

    /// A text that takes cards from a hand away asks for a discard.
    fn choice_question(game: &Match<'_, Self>, choice: Choice<Self>) -> Question {
        if words::asks_to_discard(game, &choice) {
            Question::Discard(choice)
        } else {
            Question::Choice(choice)
        }
    }

    fn choice(question: &Question) -> Option<&Choice<Self>> {
        choice_of(question)
    }

    fn role(game: &Match<'_, Self>, scene: &Scene<'_>, role: &str) -> Option<Object> {
        match role {
            "territory" => table::territory(game, scene.seat).map(|card| game.state.table.object(card)),
            _ => battle::role(game, scene.me, role),
        }
    }

    /// On the field, the player who controls the card [ruling-60].
    fn owner(game: &Match<'_, Self>, card: CardId) -> Seat {
        table::controller(game, card)
    }

    /// A choice by description from a hidden zone is offered even if nothing fits [ruling-78].
    fn asks_anyway(cards: &Cards<Self>) -> bool {
        let by_description = !cards.fits.is_empty() && !matches!(cards.take, Take::All);
        by_description && !cards.from.is_told(Seat::Zero)
    }
}
