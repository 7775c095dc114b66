//! 天海战记, the rulebook without a date.
//!
//! The files follow the headings of the book: `setup` and `deck` 准备游戏, `printed` 单位牌 and 指令牌与费用, `table` 战场
//! and 指令区与指令序列, `zone` everything that moves, `turn` 玩家行动, 维持阶段 and 回收阶段, `play` 打牌阶段, `orders` 部署指令牌 and
//! 移动, `settlement` 结算阶段 and 伤害结算, `stat` the numbers, `ending` 战斗胜利; `cards` declares what the state holds
//! of cards and who sees it, and `words` is the vocabulary of orders.
//!
//! The hardest part. The battlefield is one shared place with cells (`game_kit/grid`). Cost sequences are
//! places made while the game runs (`Change::Open`, `Close`), and what one entry does to several cards is one
//! event (`Change::Together`). Texts that a step of the settlement brings up follow right after it
//! (`Triggers::RightAfter`). A decided turn is played out (`ends_at_once: false`).

rulebook!(tianhai, $);

pub mod action;
pub(crate) mod answer;
pub mod cards;
pub mod deck;
pub mod ending;
pub mod facts;
pub(crate) mod findings;
pub(crate) mod orders;
pub(crate) mod play;
pub mod position;
pub mod printed;
pub(crate) mod prohibition;
pub mod reason;
mod registered;
pub(crate) mod settlement;
pub mod setup;
pub(crate) mod stat;
pub mod table;
pub(crate) mod turn;
pub mod view;
pub mod words;
pub(crate) mod zone;

pub use facts::Facts;

use crate::abilities::{Choice, Resolution};
use crate::game_kit::action::draw::lapse;
use crate::game_kit::action::{Kit, answers};
use crate::game_kit::question::questions;
use crate::game_kit::sentence::AbilityAt;
use crate::kernel::{
    Bound, CardId, Checks, Event, Game, InexactText, Match, Object, Policy, Proposal, Seat, State, Triggers,
    Viewer, Waiting, held,
};
use crate::verdict::Cite;
use action::Action;

/// The game.
#[held(Copy, Default)]
pub struct Tianhai;

questions! {
    Tianhai;
    /// A vanguard is placed [先锋部署.1, 先锋部署.2].
    Vanguard = "vanguard" always [cite!("先锋部署.1")],
    /// The maintenance phase [维持阶段.0].
    Maintenance = "maintenance" always [cite!("维持阶段.0")],
    /// The play phase [打牌阶段.1].
    Play = "play" always [cite!("打牌阶段.1")],
    /// Targets of a range part are chosen [攻击.2].
    Targets(settlement::Choosing) = "targets" [cite!("攻击.2")],
    /// The defence window [防御.2].
    Defence = "defence" always [cite!("防御.2")],
    /// Cells of annihilated targets are taken [伤害结算.11].
    Occupation = "occupation" always [cite!("伤害结算.11")],
    /// The recovery phase [回收阶段.1].
    Recovery = "recovery" always [cite!("回收阶段.1")],
    /// Units are chosen for a text [ruling-58].
    Units(Choice<Tianhai>) = "choose_units" [cite!("ruling-58")];
    choices {
        Cards = "choose_cards",
        Cells = "choose_cells",
        YesNo = "choose_yes_no",
        Number = "choose_number",
        Mode = "choose_mode",
    }
    and {
        Order = "choose_order",
        Pieces = "choose_pieces",
        Position = "choose_position",
    }
}

/// Steps on the agenda.
#[held]
pub enum Step {
    /// Set-up goes on.
    SetUp(setup::SetUp),
    /// A turn begins.
    Turn(turn::Begin),
    /// Texts hear of a moment that is no event.
    Moment(words::What, Option<Object>),
    /// The settlement goes on.
    Settle(settlement::Settle),
    /// A text is carried out.
    Carry(Box<Resolution<Tianhai>>),
}

impl Game for Tianhai {
    const POLICY: Policy = Policy {
        triggers_order: &[cite!("ruling-58")],
        ..Policy::new(Checks::BetweenProcessings, Triggers::RightAfter, false)
    };

    in_chapters! {}
    without! { ListenMask Piece }
    type Derived = table::Derived;
    type Role = table::Role;
    type Mark = cards::Mark;
    type Note = table::Note;
    type Detail = table::Detail;
    type Influence = words::Influence;
    type Scope = words::Scope;
    type Until = words::Until;
    type Trigger = words::Raised;

    fn run(game: &mut Match<'_, Self>, step: Step) {
        match step {
            Step::SetUp(set_up) => setup::run(game, set_up),
            Step::Turn(begin) => turn::run(game, begin),
            Step::Moment(moment, unit) => words::on_moment(game, moment, unit),
            Step::Settle(settle) => settlement::run(game, settle),
            Step::Carry(resolution) => words::raise::resolve(game, *resolution),
        }
    }

    fn is_processing(step: &Step) -> bool {
        matches!(step, Step::Carry(_))
    }

    delegate! {
        stage_begins = turn::stage_begins;
        prohibited = prohibition::of_proposal;
        departs = words::remember;
        moves_with = zone::moves_with;
        on_event = words::on_event;
    }

    fn stage_announced(game: &mut Match<'_, Self>, stage: table::Phase, _: Cite) {
        turn::stage_announced(game, stage);
    }

    fn cannot_happen() -> reason::Reason {
        reason::Reason::ForbiddenByEffect
    }

    fn is_told(proposal: &Proposal<Self>, _: Viewer) -> bool {
        proposal.verb == table::Verb::UnitKnown
    }

    const BOUNDS: &'static [Bound<Self>] = deck::BOUNDS;

    fn texts_work_in(zone: table::Zone) -> bool {
        zone == table::Zone::Battlefield
    }

    fn trigger_text(raised: &words::Raised) -> Option<InexactText> {
        Some(InexactText { card: Some(raised.me.card), definition: raised.ability.definition })
    }

    /// An ability stops waiting if its order leaves its unit, except if it waits for just that [ruling-58].
    fn still_waits(game: &Match<'_, Self>, waiting: &Waiting<Self>) -> bool {
        waiting.trigger.leaving || stat::carrier(game, waiting.trigger.me).is_some()
    }

    fn trigger_step(waiting: Waiting<Self>) -> Step {
        words::trigger_step(waiting)
    }

    fn trigger_question() -> Question {
        Question::Play
    }

    fn forget(state: &mut State<Self>) {
        state.facts.remembered.clear();
    }
}

impl Kit for Tianhai {
    const CHOICES: answers::Rules = answer::CHOICES;
    const NOTHING_ASKED: Cite = answer::NOTHING_ASKED;
    const CONCESSION: (ending::Ending, &'static [Cite]) =
        (ending::Ending::Concession, &[cite!("战斗胜利.2"), cite!("ruling-42")]);

    /// A game is over when it is decided and its last turn has been played [ruling-39].
    fn over(game: &Match<'_, Self>) -> Option<Vec<Cite>> {
        let is_over = game.state.outcome.is_some() && game.state.asked.is_empty();
        is_over.then(|| vec![answer::NOTHING_ASKED])
    }

    delegate! {
        out_of_time = answer::out_of_time;
        concern = answer::concern;
    }

    fn numbers(game: &Match<'_, Self>, seat: Seat) -> Option<Vec<i64>> {
        words::cost::sequences_asked(game, seat)
    }

    fn ability_number(ability: words::AbilityId) -> Option<u8> {
        words::raise::number(ability)
    }

    /// Answers name units by their cells [ruling-77].
    fn is_answered_by_cards(question: &Question) -> bool {
        !matches!(question, Question::Units(_))
    }

    fn ability_at(game: &Match<'_, Self>, id: words::AbilityId) -> Option<(u16, AbilityAt)> {
        words::ability::of(game, id)?;
        Some((id.definition, AbilityAt::Nth(id.number.into())))
    }

    fn event_ability(game: &Match<'_, Self>, event: &Event<Self>) -> Option<words::AbilityId> {
        let (definition, number) = (game.definition(event.subject?.card), event.proposal.detail.ability?);
        Some(words::AbilityId { definition, number })
    }

    /// An action of a player ends the other player's offer of a draw [ruling-43].
    fn begins(game: &mut Match<'_, Self>, seat: Seat, _: &Action, _: Option<&Question>) -> bool {
        lapse(game, seat.other());
        false
    }

    fn trigger_ability(raised: &words::Raised) -> Option<words::AbilityId> {
        Some(raised.ability)
    }

    fn trigger_name(raised: &words::Raised) -> (CardId, Option<u8>) {
        (raised.me.card, words::raise::number(raised.ability))
    }
}
