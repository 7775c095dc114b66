//! Battle Spirits, rule manual of the format STANDARD, ver. 1.0.
//!
//! The files follow the chapters of the manual: [`setup`] and [`deck`] 遊戲準備 and 牌組, [`printed`] 卡牌解說,
//! [`turn`] 回合流程, [`play`], [`pay`], [`keisho`], [`magic`], [`activate`] and [`cores`] 費用支付 and 主要階段,
//! [`battle`] and [`declare`] 攻擊階段 and 靈動時機, [`toll`] payments without which a text forbids an action,
//! [`zone`], [`table`] and [`stat`] 用語集, [`ability`], [`raise`], [`standing`] and [`replacement`] 效果的發揮,
//! [`ending`] 勝利條件; [`words`] is the vocabulary of cards.
//!
//! The hardest part. Cores are counted pieces held by cards (`Holder::Card`). Paying from spirits is a line
//! that acts in the draft, so that a payment one short takes everything back; a spirit that pays itself empty
//! becomes the subject of a waiting proposal (待機狀態) and can be saved by it (`Match::save`). Effects come in
//! batches, the newest first (`Triggers::NewestBatch`). BP folds with a floor after each step
//! (`Fold::Sequence`).

rulebook!(battle_spirits, $);

pub mod ability;
pub mod action;
pub mod activate;
pub mod amounts;
pub mod answer;
pub mod battle;
pub mod cores;
pub mod deck;
pub mod declare;
pub mod ending;
pub mod facts;
pub(crate) mod findings;
pub mod keisho;
pub mod magic;
pub mod pay;
pub mod play;
pub mod position;
pub mod printed;
pub mod prohibition;
pub mod raise;
pub mod reason;
pub mod reduction;
mod registered;
pub mod replacement;
pub mod setup;
pub mod standing;
pub mod stat;
pub mod table;
pub mod toll;
pub mod turn;
pub mod view;
pub mod words;
pub mod zone;

pub use facts::Facts;

use crate::abilities::{
    Answer, Cards, Choice, ChoiceRules, Choosing, EffectWord, Language, Resolution, Scene, Take,
};
use crate::game_kit::action::{Kit, answers};
use crate::game_kit::proposing;
use crate::game_kit::question::questions;
use crate::game_kit::sentence::AbilityAt;
use crate::kernel::{
    Bound, CardId, Checks, Event, Game, InexactText, Match, Object, Policy, Proposal, Seat, State, Triggers,
    Viewer, Waiting, held,
};
use crate::verdict::{Cite, Refusal};
use action::Action;

/// The game.
#[held(Copy, Default)]
pub struct BattleSpirits;

questions! {
    BattleSpirits;
    /// Who goes first [遊戲準備.⑥].
    ChooseOrder = "choose_order" always [cite!("遊戲準備.⑥")],
    /// Whether to redraw [遊戲準備.⑦.2].
    Mulligan = "mulligan" always [cite!("遊戲準備.⑦.2")],
    /// The main step [主要階段.1].
    Main = "main" always [cite!("主要階段.1")],
    /// The second main step [主要階段.1].
    SecondMain = "second_main" always [cite!("主要階段.1")],
    /// The attack step between battles [回合流程.⑥].
    Attack = "attack" always [cite!("回合流程.⑥")],
    /// A flash timing [靈動時機.4].
    Flash = "flash" always [cite!("靈動時機.4")],
    /// The block [戰鬥步驟.③].
    Block = "block" always [cite!("戰鬥步驟.③")],
    /// The next effect of the newest batch; whether it is about standing effects that begin together
    /// [效果的發揮.5].
    OrderEffects(bool) = "order_effects" [cite!("效果的發揮.5")],
    /// Cards that do not lie on the field.
    ChooseCard(Choice<BattleSpirits>) = "choose_card" [cite!("FAQ.效果通則.Q2")],
    /// Which cores go [FAQ.靈魂能量.Q2].
    Cores(cores::CoreChoice) = "choose_cores" [cite!("FAQ.靈魂能量.Q2")],
    /// A use that an effect makes [FAQ.支付費用.Q3].
    EffectUse(words::use_card::EffectUse) = "effect_use" always [cite!("FAQ.支付費用.Q3")];
    choices {
        Cards = "designate",
        YesNo = "optional",
        Number = "choose_number",
        Mode = "choose_mode",
        Order = "arrange",
    }
    and {
        Cells = "choose_cells",
        Pieces = "choose_cores",
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
    /// An effect that was raised, in which batch, is carried out.
    Raise(Seat, u32, raise::Raised),
    /// A player's life is reduced by cores that the player chooses.
    LoseLife(Seat, zone::By),
    /// An effect that was used is carried out.
    BeginEffect(Seat, Object, ability::AbilityId),
    /// A magic that was used goes to the trash.
    MagicEnds(CardId),
    /// An effect makes a player use a card.
    EffectUse(Seat, words::use_card::EffectUse),
    /// An effect is being carried out.
    Resolve(Box<Resolution<BattleSpirits>>),
}

impl Game for BattleSpirits {
    const POLICY: Policy = Policy {
        checks_of_table: true,
        triggers_order: &[cite!("效果的發揮.5")],
        ..Policy::new(Checks::AfterEachChange, Triggers::NewestBatch, true)
    };

    in_chapters! {}
    without! { Derived ListenMask Note Role }
    type Piece = table::Core;
    type Mark = table::Mark;
    type Detail = table::Detail;
    type Influence = words::Influence;
    type Scope = words::Scope;
    type Until = words::Until;
    type Trigger = raise::Raised;

    fn run(game: &mut Match<'_, Self>, step: Step) {
        match step {
            Step::SetUp(set_up) => setup::run(game, set_up),
            Step::NextTurn => turn::next(game),
            Step::Raise(seat, batch, raised) => raise::raise(game, seat, batch, &raised),
            // The answer takes the cores, and the step has nothing left to do.
            Step::LoseLife(..) => {}
            Step::BeginEffect(seat, me, ability) => activate::begin_effect(game, seat, me, ability),
            Step::MagicEnds(card) => magic::end(game, card),
            Step::EffectUse(seat, of) => words::use_card::run(game, seat, of),
            Step::Resolve(resolution) => raise::resolve(game, *resolution),
        }
    }

    fn is_processing(step: &Step) -> bool {
        !matches!(step, Step::NextTurn)
    }

    delegate! {
        stage_begins = turn::stage_begins;
        prohibited = prohibition::of_proposal;
        replacements = replacement::replacements;
        replacement_question = replacement::question;
        waits_before_done = zone::waits_before_done;
        // Effects hear of a card that leaves at once while it still lies on the field [ruling-75].
        departs = raise::leaves_at_once;
        moves_with = zone::moves_with;
        on_event = raise::on_event;
        loop_found = ending::endless;
    }

    fn cannot_happen() -> reason::Reason {
        reason::Reason::Prohibited { card: None }
    }

    fn is_told(proposal: &Proposal<Self>, viewer: Viewer) -> bool {
        proposing::is_told(proposal, table::Verb::Looked, viewer)
    }

    const BOUNDS: &'static [Bound<Self>] = deck::BOUNDS;

    fn texts_work_in(zone: table::Zone) -> bool {
        zone == table::Zone::Field
    }

    fn trigger_text(raised: &raise::Raised) -> Option<InexactText> {
        Some(InexactText { card: Some(raised.me.card), definition: raised.ability.definition })
    }

    fn check_state(game: &mut Match<'_, Self>) {
        ending::check(game);
        if !game.has_ended() && standing::check(game) {
            zone::deplete(game);
            raise::watch_bp(game);
        }
    }

    fn abort_obsolete(game: &mut Match<'_, Self>) {
        battle::end_early(game);
        turn::end_early(game);
    }

    fn still_waits(game: &Match<'_, Self>, waiting: &Waiting<Self>) -> bool {
        raise::still_waits(game, waiting)
    }

    /// Two effects that one ability raised by two events have the same name.
    fn named_alike(one: &Waiting<Self>, other: &Waiting<Self>) -> bool {
        one.trigger.me.card == other.trigger.me.card && one.trigger.ability == other.trigger.ability
    }

    fn trigger_step(waiting: Waiting<Self>) -> Step {
        Step::Raise(waiting.seat, waiting.batch, waiting.trigger)
    }

    fn trigger_question() -> Question {
        Question::OrderEffects(false)
    }

    fn forget(state: &mut State<Self>) {
        state.facts.remembered.clear();
        state.facts.raising.clear();
        state.facts.bp.clear();
        // A standing effect that ended and began again has another time, but the same place in the order.
        state.facts.standing.clear();
    }
}

/// The choice inside an effect that a question is about.
pub fn choice_of(question: &Question) -> Option<&Choice<BattleSpirits>> {
    let (Question::Choice(choice) | Question::ChooseCard(choice)) = question else { return None };
    Some(choice)
}

impl Kit for BattleSpirits {
    const CHOICES: answers::Rules = answer::CHOICES;
    const NOTHING_ASKED: Cite = answer::NOTHING_ASKED;
    const CONCESSION: (ending::Ending, &'static [Cite]) =
        (ending::Ending::Conceded, &[cite!("ruling-43"), cite!("勝利條件")]);

    fn ability_number(ability: ability::AbilityId) -> Option<u8> {
        answer::number(ability)
    }

    fn ability_at(game: &Match<'_, Self>, id: ability::AbilityId) -> Option<(u16, AbilityAt)> {
        ability::by_id(game, id)?;
        Some((id.definition, AbilityAt::Nth(id.number.into())))
    }

    /// The number of a given ability lies above the printed ones, so events do not name it.
    fn event_ability(game: &Match<'_, Self>, event: &Event<Self>) -> Option<ability::AbilityId> {
        let (definition, number) = (game.definition(event.subject?.card), event.proposal.detail.ability?);
        Some(ability::AbilityId { definition, number })
    }

    delegate! {
        concern = answer::concern;
        out_of_time = answer::out_of_time;
        not_among = answer::not_among;
    }

    fn not_together(
        game: &Match<'_, Self>,
        _: Seat,
        _: &Choice<Self>,
        cards: &[CardId],
    ) -> Option<Refusal<reason::Reason>> {
        answer::not_together(game, cards)
    }

    /// Cards of the field are designated, by an action of their own [FAQ.指定效果.Q1].
    fn is_answered_by_cards(question: &Question) -> bool {
        matches!(question, Question::ChooseCard(_))
    }

    /// A player's action in a window begins a new chain of departures [ruling-21].
    fn begins(game: &mut Match<'_, Self>, _: Seat, _: &Action, question: Option<&Question>) -> bool {
        if question.is_some_and(answer::is_window) && !game.state.facts.stayed.is_empty() {
            game.facts_mut().stayed.clear();
        }
        false
    }

    /// Gives an answer to the effect that asked for it, or to the choice of a destroyed card's destination
    /// [ruling-87]. A yes to 「可」 may be what raises the effect [FAQ.效果通則.Q2].
    fn give(game: &mut Match<'_, Self>, answer: Answer) {
        if answer == Answer::Flag(true) {
            raise::is_accepted(game);
        }
        match (game.deciding(), &answer) {
            (Some(_), Answer::Number(mode)) => {
                let index = u8::try_from(mode.saturating_sub(1)).unwrap_or(0);
                game.decide_replacement(Some(index));
            }
            _ => crate::abilities::answer::give(game, answer),
        }
    }

    fn modes(game: &Match<'_, Self>, _: Seat) -> Option<Vec<i64>> {
        answer::possible_modes(game)
    }

    fn trigger_ability(raised: &raise::Raised) -> Option<ability::AbilityId> {
        Some(raised.ability)
    }

    fn trigger_name(raised: &raise::Raised) -> (CardId, Option<u8>) {
        let number = answer::number(raised.ability);
        let more = if raised.given { ability::GIVEN } else { 0 };
        (raised.me.card, number.map(|number| number.saturating_add(more)))
    }
}

/// Whether a sentence designates the cards that it takes. One that takes all cards does not, nor one that
/// only refers to a card [FAQ.指定效果.Q4, ruling-71].
fn is_designating(
    game: &Match<'_, BattleSpirits>,
    resolution: &Resolution<BattleSpirits>,
    take: &Take<BattleSpirits>,
) -> bool {
    *take != Take::All && !resolution.word(game).is_some_and(EffectWord::only_refers)
}

impl Language for BattleSpirits {
    type Effect = words::Effect;
    type Condition = words::Condition;
    type Filter = words::Filter;
    type Source = words::Source;
    type Quantity = words::Quantity;
    type Ability = ability::AbilityId;

    const ROLES: &'static [&'static str] = &["attacker", "blocker", "battling"];

    const CHOICE_RULES: ChoiceRules = ChoiceRules {
        text: cite!("效果的發揮.1"),
        together: cite!("ruling-41"),
        property: cite!("FAQ.指定效果.Q1"),
        optional: cite!("FAQ.效果通則.Q2"),
        number: cite!("FAQ.效果通則.Q2"),
    };

    const OWNER_RULE: Option<Cite> = Some(cite!("用語集.對手"));

    /// An effect without 「可」 is raised as far as the situation permits, and is not raised where nothing can
    /// be designated [FAQ.效果通則.Q2, FAQ.指定效果.Q1].
    const ONLY_POSSIBLE_MODES: bool = true;

    const LARGEST_NUMBER: i64 = 1_000;

    fn acts_on_field(sentence: &words::Effect) -> bool {
        let of_field = |stat: words::Stat| stat != words::Stat::Cost;
        use words::Effect::{Destroy, DestroySilently, Exhaust, HeavyExhaust, Refresh};
        matches!(sentence, Destroy(_) | DestroySilently(_) | Exhaust(_) | HeavyExhaust(_) | Refresh(_))
            || sentence.lasts().is_some_and(|change| change.is_of_field(of_field))
    }

    fn is_never_there(from: &words::Source, property: &words::Filter) -> bool {
        let words::Filter::Kind(words::filter::KindIs(kinds)) = property else { return false };
        let of_field = |kind: &printed::Kind| matches!(kind, printed::Kind::Spirit | printed::Kind::Nexus);
        *from == words::Source::Field && !kinds.iter().any(of_field)
    }

    fn definition_of(ability: ability::AbilityId) -> Option<u16> {
        Some(ability.definition)
    }

    fn effects<'p>(game: &Match<'p, Self>, ability: ability::AbilityId) -> &'p [words::Effect] {
        ability::effects(game, ability)
    }

    fn resolution_step(resolution: Resolution<Self>) -> Step {
        Step::Resolve(Box::new(resolution))
    }

    fn resolution(step: &mut Step) -> Option<&mut Resolution<Self>> {
        let Step::Resolve(resolution) = step else { return None };
        Some(resolution)
    }

    fn choice_question(game: &Match<'_, Self>, choice: Choice<Self>) -> Question {
        let choice = Choice { rule: answer::rule_of(&choice), ..choice };
        match answer::is_designation(game, &choice) {
            true => Question::Choice(choice),
            false => Question::ChooseCard(choice),
        }
    }

    fn choice(question: &Question) -> Option<&Choice<Self>> {
        choice_of(question)
    }

    fn role(game: &Match<'_, Self>, scene: &Scene<'_>, role: &str) -> Option<Object> {
        let (attacker, blocker) = (game.state.facts.attacker(), game.state.facts.blocker());
        match role {
            "attacker" => attacker,
            "blocker" => blocker,
            "battling" if attacker == Some(scene.me) => blocker,
            "battling" if blocker == Some(scene.me) => attacker,
            _ => None,
        }
    }

    /// A sentence that designates cannot choose a card that waits to leave, nor one that an effect protects
    /// from being designated [ruling-71, ruling-107].
    fn may_choose(
        game: &Match<'_, Self>,
        resolution: &Resolution<Self>,
        cards: &Cards<Self>,
        card: CardId,
    ) -> bool {
        // Only the player of the effect can pay for a designation [ruling-94, ruling-107].
        let unpaid =
            || cards.chooser != Choosing::You && Self::need_not_choose(game, resolution, cards, card);
        !is_designating(game, resolution, &cards.take)
            || Self::can_be_chosen(game, &resolution.scene(), cards, card) && !unpaid()
    }

    /// A player may leave out cards whose designation has to be paid for [ruling-94].
    fn need_not_choose(
        game: &Match<'_, Self>,
        resolution: &Resolution<Self>,
        cards: &Cards<Self>,
        card: CardId,
    ) -> bool {
        let by = (resolution.seat, resolution.me);
        table::is_on_field(game, card)
            && is_designating(game, resolution, &cards.take)
            && !toll::RequiredPayment::of_designation(game, by, &[card]).is_nothing()
    }

    /// Field cards are judged by how they were before the part before ▶ was paid [ruling-72].
    fn fitted(game: &Match<'_, Self>, scene: &Scene<'_>, cards: &Cards<Self>) -> Option<Vec<CardId>> {
        activate::fitted(game, scene, cards)
    }

    /// A sentence with "all …" designates no card, so nothing protects a card from it [FAQ.指定效果.Q4].
    fn can_be_chosen(game: &Match<'_, Self>, scene: &Scene<'_>, cards: &Cards<Self>, card: CardId) -> bool {
        if cards.take == Take::All || !table::is_on_field(game, card) {
            return true;
        }
        let waits = table::waits(game, card) && game.in_force(cite!("ruling-71"));
        let forbidden = prohibition::designation(game, card, (scene.seat, scene.me.card))
            || toll::RequiredPayment::of_designation(game, (scene.seat, scene.me), &[card])
                .slots(game)
                .is_none();
        !(waits || forbidden && game.in_force(cite!("FAQ.效果通則.Q3")))
    }
}
