//! 星靈王.
//!
//! The files follow the chapters of the book: [`setup`] and [`deck`] chapter 一, [`turn`] 二, [`ending`] 三 and
//! 十四, [`table`] 四 and 八, [`field`] 五, [`ability`] and [`activate`] 六, [`magic`] 七, [`entering`] 九, [`zone`]
//! 十, [`tactics`], [`attackers`] and [`battle`] 十一, [`play`] and [`tribute`] 十二, [`formation`] 十三,
//! [`combination`], [`stat`] and [`words`] 十五. [`prohibition`] is the rule that “cannot” wins [六.7],
//! [`replacement`] the ruling on 改為 and 代替 [ruling-59].
//!
//! The hardest part. Moments 前/時/後 around every event are answered at once, with the unit still in place at
//! 時: a waiting `Frame::Pending` passes `Point::Before` and `Point::At` before it is carried out,
//! `Match::departing` says what is about to leave, and `Triggers::AtOnce` nests the answers.
//! `Checks::AfterEachChange` looks at attack conditions after every change. Battles are declared in one turn
//! and fought in the next: marks on units plus a table of stages. Merged units are piles whose members have a
//! role.

rulebook!(xinglingwang, $);

pub mod ability;
pub mod action;
pub mod activate;
pub mod answer;
pub mod attackers;
pub mod battle;
pub mod combination;
pub mod deck;
pub mod ending;
pub mod entering;
pub mod facts;
pub mod field;
pub(crate) mod findings;
pub mod formation;
pub mod interests;
pub mod magic;
pub mod play;
pub mod position;
pub mod printed;
pub mod prohibition;
pub mod question;
pub mod reason;
mod registered;
pub mod replacement;
pub mod setup;
pub mod stat;
pub mod table;
pub mod tactics;
pub mod tribute;
pub mod turn;
pub mod view;
pub mod words;
pub mod zone;

use serde::{Deserialize, Serialize};

use crate::abilities::{self, Answer, Cards, Choice, ChoiceRules, Choosable, Language, Resolution, Scene};
use crate::game_kit::action::{Kit, answers};
use crate::game_kit::proposing;
use crate::game_kit::sentence::AbilityAt;
use crate::kernel::{
    Bound, CardId, Checks, Event, Frame, Game, InexactText, Match, Object, PlaceId, Policy, Proposal, Seat,
    State, Triggers, Viewer, Waiting, held,
};
use crate::verdict::Cite;
use action::Action;
pub use facts::{Defence, Facts, Happened, Memory, PassedOver};
pub use question::Question;

/// The game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct Xinglingwang;

/// Steps on the agenda.
#[held]
pub enum Step {
    /// Set-up goes on.
    SetUp(setup::SetUp),
    /// The turn passes to the other player.
    NextTurn,
    /// A waiting ability begins to be worked off.
    Pending(Seat, ability::Pending),
    /// An ability is being announced or processed.
    Resolve(Box<Resolution<Xinglingwang>>),
    /// A magic card that was used is processed.
    Magic(Box<Resolution<Xinglingwang>>),
    /// A magic card that was processed goes where it belongs; since when its effects began.
    AfterMagic(Seat, Object, u32),
    /// A field card is laid; whether the old one has been dealt with.
    LayField(Seat, Object, bool),
    /// A unit is on its way to the field.
    Play(entering::Play),
    /// A unit has been moved, once what comes before that is over.
    Moved(Object),
    /// A unit that has slid attacks, and the position that it designates [十五.滑行.1].
    Slid(Object, Option<u8>),
    /// A unit attacks once the enemy has chosen the position that it designates [十五.遠程.1].
    Aim(Object, Option<u8>),
    /// A unit has moved onto another one to combine with it [十五.機械合體.2].
    Joins(Seat, Object, Object),
    /// 掩護, with the answer once there is one.
    Cover(Object, Option<Object>, Option<bool>),
    /// Something may happen instead of something else.
    /// A combination is being made.
    Combine(combination::Combination),
    /// The next battle.
    Battles,
    /// The next unit is judged in the destruction of a battle.
    Destruction(u8),
    /// 偷襲, with the answer once there is one.
    Sneak(Option<bool>),
}

impl Step {
    fn resolve(resolution: Resolution<Xinglingwang>) -> Step {
        Step::Resolve(Box::new(resolution))
    }
}

impl Game for Xinglingwang {
    const POLICY: Policy = Policy {
        triggers_order: &[cite!("六.1")],
        ..Policy::new(Checks::AfterEachChange, Triggers::AtOnce, true)
    };

    in_chapters! {}
    without! { Note }
    type Role = table::Role;
    type Piece = table::Piece;
    type Mark = table::Mark;
    type Detail = table::Detail;
    type Influence = words::Influence;
    type Scope = words::Scope;
    type Until = words::Until;
    type Trigger = ability::Pending;
    type ListenMask = interests::ZoneInterests;
    type Derived = table::Derived;

    fn run(game: &mut Match<'_, Self>, step: Step) {
        match step {
            Step::SetUp(set_up) => setup::run(game, set_up),
            Step::NextTurn => turn::next(game),
            Step::Pending(seat, pending) => ability::run(game, seat, pending),
            Step::Resolve(resolution) => ability::resolve(game, *resolution),
            Step::Magic(resolution) => magic::process(game, *resolution),
            Step::AfterMagic(seat, me, start) => magic::after(game, seat, me, start),
            Step::LayField(seat, me, cleared) => magic::lay_field(game, seat, me, cleared),
            Step::Play(play) => entering::run(game, play),
            Step::Moved(unit) => zone::moved(game, unit),
            Step::Slid(unit, designated) => tactics::slid(game, unit, designated),
            Step::Aim(unit, at) => tactics::aimed(game, unit, at),
            Step::Joins(seat, unit, target) => combination::announce_joining(game, seat, unit, target),
            Step::Cover(cover, entered, answer) => entering::cover(game, cover, entered, answer),
            Step::Combine(combination) => combination::run(game, combination),
            Step::Battles => battle::next(game),
            Step::Destruction(number) => battle::destruction(game, number),
            Step::Sneak(answer) => battle::sneak(game, answer),
        }
    }

    delegate! {
        stage_begins = turn::stage_begins;
        stage_announced = turn::stage_announced;
        prohibited = prohibition::of_proposal;
        waits_before_done = ability::waits_before_done;
        moves_with = zone::moves_with;
        replacements = replacement::of;
        replacement_question = replacement::question;
        on_event = ability::on_event;
        abort_obsolete = battle::close_window;
        loop_found = ending::endless;
    }

    /// The two halves of the field are one zone: a unit that goes to the other half stays the same object
    /// [四.10, ruling-80].
    fn are_one_zone(one: PlaceId, other: PlaceId) -> bool {
        table::FIELD.seat(one).is_some() && table::FIELD.seat(other).is_some()
    }

    fn cannot_happen() -> reason::Reason {
        reason::Reason::ForbiddenByEffect { card: None }
    }

    fn is_told(proposal: &Proposal<Self>, viewer: Viewer) -> bool {
        proposing::is_told(proposal, table::Verb::Look, viewer)
    }

    const BOUNDS: &'static [Bound<Self>] = deck::BOUNDS;

    fn texts_work_in(zone: table::Zone) -> bool {
        zone.effective() == Some(words::ability::Effective::Field)
    }

    fn trigger_text(pending: &ability::Pending) -> Option<InexactText> {
        Some(InexactText { card: Some(pending.me.card), definition: pending.ability.definition })
    }

    fn departs(game: &mut Match<'_, Self>, proposal: &Proposal<Self>) {
        if let Some(card) = proposal.card() {
            zone::remember(game, card, proposal.verb, proposal.detail.means);
        }
    }

    fn check_state(game: &mut Match<'_, Self>) {
        // Each change may make another one necessary; the bound keeps one check finite.
        for _ in 0..100 {
            if !(zone::expire_magic(game) || attackers::recheck(game) || zone::destroy_at_once(game)) {
                break;
            }
        }
    }

    fn named_alike(one: &Waiting<Self>, other: &Waiting<Self>) -> bool {
        one.trigger.me.card == other.trigger.me.card && one.trigger.ability == other.trigger.ability
    }

    /// The moment 後, and the last instant before a unit leaves, come once both players' effects at the event
    /// are done, and before the next event begins [六.4, ruling-87].
    fn is_last(waiting: &Waiting<Self>) -> bool {
        waiting.trigger.rank > ability::DEPARTED_RANK
    }

    fn trigger_rank(waiting: &Waiting<Self>, _: usize) -> usize {
        usize::from(waiting.trigger.rank)
    }

    fn trigger_step(waiting: Waiting<Self>) -> Step {
        Step::Pending(waiting.seat, waiting.trigger)
    }

    fn trigger_question() -> Question {
        Question::ChooseTrigger
    }

    fn forget(state: &mut State<Self>) {
        state.facts.remembered.clear();
        state.facts.happened.clear();
        state.facts.passed_over.clear();
        state.facts.this_turn = crate::kernel::BySeat::default();
        for frame in &mut state.agenda {
            if let Frame::Step(Step::Resolve(resolution) | Step::Magic(resolution)) = frame {
                resolution.forget_begun();
            }
        }
        // Texts can refer only to objects that still exist.
        let table = &state.table;
        state.facts.activated.retain(|object| table.is_current(*object));
    }
}

impl Kit for Xinglingwang {
    fn ability_number(ability: ability::AbilityId) -> Option<u8> {
        answer::ability_number(ability.index)
    }

    fn ability_at(game: &Match<'_, Self>, id: ability::AbilityId) -> Option<(u16, AbilityAt)> {
        let at = match id.index {
            ability::USE | ability::USE_AT => AbilityAt::Field(match ability::has_modes(game, id) {
                true => "/magic/modes",
                false => "/magic/effect",
            }),
            index @ ability::MODE.. => AbilityAt::Member("/magic/modes", (index - ability::MODE).into()),
            ability::FRAME => AbilityAt::Field("/unit/frame"),
            index => {
                ability::ability(game, id)?;
                AbilityAt::Nth((index % ability::PER_CARD).into())
            }
        };
        Some((id.definition, at))
    }

    fn event_ability(_: &Match<'_, Self>, event: &Event<Self>) -> Option<ability::AbilityId> {
        event.proposal.detail.ability
    }

    delegate! {
        concern = answer::concern;
        out_of_time = answer::out_of_time;
        not_among = answer::not_among;
    }

    const CHOICES: answers::Rules = answer::CHOICES;
    const NOTHING_ASKED: Cite = cite!("六.1");
    const CONCESSION: (ending::Ending, &'static [Cite]) = (ending::Ending::Concession, &[cite!("ruling-74")]);

    /// An action after the end is refused by the rule that ended the game, the first that the outcome names.
    fn over(game: &Match<'_, Self>) -> Option<Vec<Cite>> {
        let outcome = game.state.outcome.as_ref()?;
        Some(outcome.cites.first().copied().into_iter().chain([cite!("ruling-84")]).collect())
    }

    fn choosable(question: &Question) -> Option<&Choosable> {
        match question {
            Question::Cover(_) | Question::Sneak(_) => Some(&Choosable::YesNo),
            question => Self::choice(question).map(|choice| &choice.what),
        }
    }

    /// Hands an answer to what waits for it: a unit that enters, 掩護, 偷襲, a replacement, or a choice inside an
    /// effect.
    fn give(game: &mut Match<'_, Self>, answer: Answer) {
        match (game.state.agenda.last_mut(), answer) {
            (Some(Frame::Step(Step::Play(play))), Answer::Position(at)) => play.at = Some(at),
            (Some(Frame::Step(Step::Aim(_, given))), Answer::Position(at)) => *given = Some(at),
            (Some(Frame::Step(Step::Cover(_, _, given) | Step::Sneak(given))), Answer::Flag(accept)) => {
                *given = Some(accept);
            }
            (Some(Frame::Deciding(_)), Answer::Flag(accept)) => game.decide_replacement(accept.then_some(0)),
            (Some(Frame::Deciding(deciding)), Answer::Number(mode)) => {
                let replacement = u8::try_from(mode.saturating_sub(1)).ok();
                let there = replacement.filter(|index| usize::from(*index) < deciding.replacements.len());
                game.decide_replacement(there);
            }
            (_, answer) => abilities::answer::give(game, answer),
        }
    }

    fn modes(game: &Match<'_, Self>, _: Seat) -> Option<Vec<i64>> {
        ability::possible_modes(game)
    }

    fn trigger_ability(pending: &ability::Pending) -> Option<ability::AbilityId> {
        Some(pending.ability)
    }

    fn trigger_name(pending: &ability::Pending) -> (CardId, Option<u8>) {
        (pending.me.card, answer::ability_number(pending.ability.index))
    }

    fn begins(game: &mut Match<'_, Self>, _: Seat, action: &Action, question: Option<&Question>) -> bool {
        if game.state.facts.fresh {
            game.facts_mut().fresh = false;
        }
        if !game.state.facts.passed_over.is_empty() {
            game.facts_mut().passed_over.clear();
        }
        let running = |frame: &Frame<Self>| matches!(frame, Frame::Step(Step::Resolve(_) | Step::Magic(_)));
        if !game.state.facts.happened.is_empty() && !game.state.agenda.iter().any(running) {
            game.facts_mut().happened.clear();
        }
        if !game.state.facts.negated.is_empty() && !game.state.agenda.iter().any(running) {
            game.facts_mut().negated.clear();
        }
        if matches!(question, Some(Question::Closing)) {
            // The enemy answers once: after a card or an effect the current player's window is open again,
            // after a pass it closes [ruling-19].
            game.pass();
            if matches!(action, Action::Pass(_)) {
                game.pass();
                return true;
            }
        } else if matches!(action, Action::UseCard(_) | Action::Activate(_)) {
            game.used();
        }
        false
    }
}

crate::remembers! { Xinglingwang: Memory }

impl Language for Xinglingwang {
    type Effect = words::Effect;
    type Condition = words::Condition;
    type Filter = words::Filter;
    type Source = words::Source;
    type Quantity = words::Quantity;
    type Ability = ability::AbilityId;

    const PURPOSES: &'static [&'static str] = &[answer::STAY_UNDER];

    fn purpose(game: &Match<'_, Self>, choice: &Choice<Self>) -> Option<std::borrow::Cow<'static, str>> {
        answer::purpose(game, choice)
    }

    const ROLES: &'static [&'static str] = &["attacker", "defender", "host", "opponent_in_battle"];

    const CHOICE_RULES: ChoiceRules = ChoiceRules {
        text: cite!("六.1"),
        together: cite!("六.6"),
        property: cite!("六.1"),
        optional: cite!("六.1"),
        number: cite!("六.1"),
    };

    const LOOKS_BACK: bool = true;

    fn acts_on_field(sentence: &words::Effect) -> bool {
        use words::Effect::{Attack, AttackAgain, Destroy, Modify, Move, Rest, Sacrifice, Upright};
        let changes_stat = |stat| matches!(stat, words::Stat::Attack | words::Stat::Score);
        matches!(sentence, Destroy(_) | Sacrifice(_) | Move(_) | Rest(_) | Upright(_))
            || matches!(sentence, Attack(_) | AttackAgain(_))
            || matches!(sentence, Modify(word) if changes_stat(word.stat))
    }

    /// Whatever stands on the field is a unit.
    fn is_never_there(from: &words::Source, property: &words::Filter) -> bool {
        let magic = words::filter::KindIs(words::filter::CardKind::Magic);
        *from == words::Source::Field && *property == words::Filter::Kind(magic)
    }

    /// After a turn it is no player's turn [十四.※].
    fn whose_turn(game: &Match<'_, Self>) -> Option<Seat> {
        (game.state.facts.phase != table::Phase::AfterTurn).then_some(game.state.facts.active)
    }

    const LARGEST_NUMBER: i64 = 1_000;

    /// A selection of all cards chooses them, too, so resistances count [ruling-47].
    fn may_choose(
        game: &Match<'_, Self>,
        resolution: &Resolution<Self>,
        _: &Cards<Self>,
        card: CardId,
    ) -> bool {
        let purpose = ability::purpose(game, resolution);
        let by = (resolution.seat, resolution.me);
        ability::target_fault(game, by, resolution.ability, purpose, card).is_none()
    }

    fn can_be_chosen(game: &Match<'_, Self>, scene: &Scene<'_>, _: &Cards<Self>, card: CardId) -> bool {
        prohibition::choosing(game, scene.seat, scene.me, magic::is_being_used(game, scene.me), card)
            .is_none()
    }

    fn in_handling_order(game: &Match<'_, Self>, objects: &mut abilities::Objects) {
        if game.in_force(cite!("六.6")) {
            field::in_line_order(game, objects);
        }
    }

    fn begun(run: &mut abilities::Run<'_, '_, Self>) -> usize {
        words::effect::begun(run)
    }

    fn has_done(
        run: &mut abilities::Run<'_, '_, Self>,
        begun: usize,
        verb: table::Verb,
        select: &words::Select,
        objects: &[Object],
    ) -> bool {
        words::effect::complete(run, begun, select, verb, objects)
    }

    fn bind_done(run: &mut abilities::Run<'_, '_, Self>, begun: usize, verb: table::Verb) {
        words::effect::bind_moved(run, begun, verb);
    }

    fn definition_of(ability: ability::AbilityId) -> Option<u16> {
        Some(ability.definition)
    }

    fn effects<'p>(game: &Match<'p, Self>, ability: ability::AbilityId) -> &'p [words::Effect] {
        ability::effects(game, ability)
    }

    fn resolution_step(resolution: Resolution<Self>) -> Step {
        Step::resolve(resolution)
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
        match role {
            "attacker" => battle::fighters(game).map(|(attacker, _)| attacker),
            "defender" => battle::fighters(game).and_then(|(_, defender)| defender),
            "host" => table::host(game, scene.me.card).map(|card| game.state.table.object(card)),
            "opponent_in_battle" => {
                let (attacker, defender) = battle::fighters(game)?;
                if attacker == scene.me { defender } else { Some(attacker) }
            }
            _ => None,
        }
    }
}
