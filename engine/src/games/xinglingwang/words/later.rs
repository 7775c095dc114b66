//! Effects that wait for a moment still to come, and effects that replace events for a time.
//!
//! 六.3, 六.4 moments; 六.5 sources that have gone; 十一.8(8) and ruling-30 how long; ruling-59 replacements.

use super::super::Xinglingwang;
use super::super::ability::{AbilityId, LATER_RANK, Pending};
use super::super::findings;
use super::super::table::{Means, Verb};
use super::continuous::topics;
use super::effect::{Game, Running};
use super::events;
use super::running::GameInfluence;
use super::trigger::{Moment, On, Whom};
use super::{Condition, Effect, Influence, Until, standing};
use crate::abilities::lasting::Made;
use crate::abilities::lint::meant;
use crate::abilities::{
    Bound, ConditionWord, EffectWord, Lasting, Lint, Next, Part, Pause, Resolution, Scene,
};
use crate::kernel::{Event, Object, Proposal, Reach, Seat, wire};

/// Until an end, whenever something happens, this is done; it needs its source no longer [六.5].
#[wire(Part<Xinglingwang>)]
pub struct Later {
    /// What it waits for.
    pub on: On,
    /// When it ends.
    #[optional]
    pub until: Until,
    /// Only the first time.
    #[optional]
    pub once: bool,
    /// What is done; `chosen` are the cards that were chosen last when it was made.
    #[serde(rename = "do")]
    pub effects: Vec<Effect>,
}

/// Until an end, whenever this would happen, something else happens; it needs its source no longer
/// [ruling-59].
#[wire(Part<Xinglingwang>)]
pub struct InsteadUntil {
    /// What does not happen: one of these.
    pub event: Vec<Verb>,
    /// To whom it does not happen.
    pub who: Whom,
    /// By which means.
    pub means: Option<Means>,
    /// What has to be true then.
    pub when: Option<Condition>,
    /// When it ends.
    pub until: Until,
    /// What is done instead; the unit is the subject.
    #[serde(rename = "do")]
    pub effects: Vec<Effect>,
}

impl Made<Xinglingwang> {
    fn bound(&self) -> Bound {
        Bound { chosen: self.chosen.iter().copied().collect(), ..Bound::NONE }
    }

    /// The ability that the sentence is a part of.
    pub(crate) const fn ability(&self) -> AbilityId {
        self.text.ability
    }

    /// The resolution that processes the sentence.
    pub(crate) fn resolution(
        &self,
        seat: Seat,
        me: Object,
        rule: crate::verdict::Cite,
    ) -> Resolution<Xinglingwang> {
        let mut resolution = Resolution::new(seat, me, self.text.ability, rule);
        resolution.path.clone_from(&self.text.path);
        resolution.path.push((0, 0));
        resolution.base = u8::try_from(resolution.path.len()).unwrap_or(u8::MAX);
        resolution.bound = self.bound();
        resolution
    }
}

/// Of the sentences before it, the sentence for later knows only the cards chosen last: all else is
/// unavailable.
fn unavailable_inside(unavailable: Vec<&'static str>) -> Vec<&'static str> {
    unavailable.into_iter().filter(|name| *name != meant::CHOSEN).collect()
}

/// How what is made for later is carried out: it begins to run.
macro_rules! made_for_later {
    () => {
        fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
            let reach = Reach::Seat(run.seat());
            let made = Influence::Own(GameInfluence::Later(Made::of(run)));
            Ok(Next::Done(Xinglingwang::begin(run, made, reach, self.until)))
        }

        fn can_do_some(&self, _: &Game<'_>, _: &Scene<'_>) -> bool {
            true
        }

        fn branch(&self, number: u8) -> Option<&[Effect]> {
            (number == 0).then_some(self.effects.as_slice())
        }
    };
}

impl EffectWord<Xinglingwang> for Later {
    fn lint(&self, lint: &mut Lint<'_, Xinglingwang>) {
        self.on.lint_at("on", lint);
        if matches!(self.on.moment, Moment::Before | Moment::Leaving) {
            lint.find("never_heard", findings::later_not_before());
        }
        if matches!(self.on.who, Some(Whom::Host)) {
            lint.find("nothing_meant", findings::later_under_no_unit());
        }
        if self.until == Until::Leaves || (self.until == Until::Game && !self.once) {
            lint.inside("until", |lint| lint.find("no_duration", findings::no_end()));
        }
        lint.inside("until", |lint| standing::until(lint, self.until));
        lint.with_unavailable(unavailable_inside(standing::after_event(&self.on)), |lint| {
            self.effects.lint_at("do", lint);
        });
    }

    made_for_later!();
}

impl EffectWord<Xinglingwang> for InsteadUntil {
    fn lint(&self, lint: &mut Lint<'_, Xinglingwang>) {
        if !self.event.iter().all(|verb| events::REPLACEABLE & verb.bit() != 0) {
            lint.find("not_replaced", findings::only_leaving_replaced());
        }
        if self.event.is_empty() {
            lint.find("empty_list", findings::no_replaced_event());
        }
        if matches!(self.who, Whom::Host) {
            lint.find("nothing_meant", findings::later_under_no_unit());
        }
        if matches!(self.until, Until::Leaves | Until::Game) {
            lint.inside("until", |lint| lint.find("no_duration", findings::no_end()));
        }
        lint.inside("until", |lint| standing::until(lint, self.until));
        lint.with_unavailable(unavailable_inside(standing::instead()), |lint| self.lint_part(lint));
    }

    made_for_later!();
}

/// Puts the sentences that were made for later and that this event triggers on the waiting list.
pub(crate) fn on_event(game: &mut Game<'_>, event: &Event<Xinglingwang>) {
    let mut queued: Vec<(u32, bool, Seat, Pending)> = Vec::new();
    for modifier in game.running_effects(topics::LATER) {
        let Influence::Own(GameInfluence::Later(made)) = &modifier.influence else { continue };
        let (Some(me), Some(Effect::Later(word))) = (modifier.source, made.text.word(game)) else { continue };
        let bound = made.bound();
        let subject = event.became.or(event.subject);
        let other = word.on.other_of(event);
        let scene = Scene { seat: modifier.seat, me, subject, other, bound: &bound };
        if let Some(later) = word.on.hears(game, &scene, event) {
            let (ability, rank) = (made.ability(), LATER_RANK + later);
            let later = Some(Box::new(made.clone()));
            let pending = Pending { later, ..Pending::of(ability, me, (subject, other), rank) };
            queued.push((modifier.time, word.once, modifier.seat, pending));
        }
    }
    for (time, once, seat, pending) in queued {
        if once {
            game.expire(|modifier| {
                modifier.time == time && matches!(modifier.influence, Influence::Own(GameInfluence::Later(_)))
            });
        }
        game.wait(seat, pending);
    }
}

/// The sentences made for a time that replace a proposal about a unit, each with its player, its source and
/// the clock time at which it began.
pub(crate) fn instead(
    game: &Game<'_>,
    proposal: &Proposal<Xinglingwang>,
    subject: Object,
) -> Vec<(Seat, Object, u32, Made<Xinglingwang>)> {
    let mut found = Vec::new();
    for modifier in game.running_effects(topics::LATER) {
        let Influence::Own(GameInfluence::Later(made)) = &modifier.influence else { continue };
        let (Some(me), Some(Effect::InsteadUntil(word))) = (modifier.source, made.text.word(game)) else {
            continue;
        };
        let bound = made.bound();
        let other = proposal.detail.other.or(proposal.source);
        let scene = Scene { seat: modifier.seat, me, subject: Some(subject), other, bound: &bound };
        let applies = word.event.contains(&proposal.verb)
            && word.means.is_none_or(|means| means == proposal.detail.means)
            && word.who.concerns(game, &scene, subject.card)
            && word.when.as_ref().is_none_or(|when| when.is_true(game, &scene));
        if applies {
            found.push((modifier.seat, me, modifier.time, made.clone()));
        }
    }
    found
}
