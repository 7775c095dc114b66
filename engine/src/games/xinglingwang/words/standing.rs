//! What an ability can refer to, by its card and its timing. The linter refuses words that refer to nothing.
//!
//! 六.1 timing; 六.4 moments; 十一.8 battles; ruling-19 phases; ruling-30 本次戰鬥.

use super::super::Xinglingwang;
use super::super::findings;
use super::super::table::{Means, Verb};
use super::Until;
use super::events::{ANY, DEFENCE, Moves, Other, Phases, Row, TACTICS, To, When, of_announced, of_name};
use super::trigger::{CardZone, Moment, On, PhaseName, Timing, Whom};
use crate::abilities::Lint;
use crate::abilities::lint::meant;
use crate::texts::Saying;

/// Units on the field with their places and states.
pub(crate) const ON_FIELD: &str = "on_field";
/// The battle that is going on.
pub(crate) const BATTLE: &str = "battle";
/// An attack or battle that something could last for.
pub(crate) const ATTACK: &str = "attack";
/// A card that is about to leave the field.
pub(crate) const DEPARTURE: &str = "departure";
/// The unit that the text stands on.
pub(crate) const OWN_UNIT: &str = "own_unit";
/// The magic card that the text stands on.
pub(crate) const OWN_MAGIC: &str = "own_magic";
/// The unit that a card lies under.
pub(crate) const HOST: &str = "host";
/// The sacrifices for the unit that the text stands on.
pub(crate) const TRIBUTES: &str = "tributes";
/// A sentence that is about to show the top of a deck.
pub(crate) const SHOWING: &str = "showing";
/// The roles of a battle.
const FIGHTERS: [&str; 3] = ["attacker", "defender", "opponent_in_battle"];

fn of_event(on: &On, verb: Verb) -> Phases {
    match Row::of(verb).when {
        When::In(phases) => phases,
        When::OfPhase => of_announced(on.phase),
    }
}

fn of_on(on: &On) -> Phases {
    match on.event.as_slice() {
        [] => ANY,
        events => events.iter().fold(0, |all, verb| all | of_event(on, *verb)),
    }
}

impl On {
    fn any(&self, is_true: impl Fn(Verb) -> bool) -> bool {
        self.event.is_empty() || self.event.iter().any(|verb| is_true(*verb))
    }

    fn has_subject(&self) -> bool {
        self.any(|verb| Row::of(verb).to != To::Nobody)
    }

    fn has_other(&self) -> bool {
        !self.event.is_empty() && self.any(|verb| has_other(verb, self.means))
    }

    /// Reports properties that none of the events can have.
    pub(super) fn lint_event(&self, lint: &mut Lint<'_, Xinglingwang>) {
        let mut never = |is_true: bool, why: fn() -> Saying| {
            if is_true {
                lint.find("never_heard", why());
            }
        };
        let goes = |verb: Verb, zone: CardZone| match Row::of(verb).moves {
            Moves::No => false,
            Moves::Anywhere => true,
            Moves::Into(there) => there == zone,
        };
        never(self.who.is_some() && !self.has_subject(), findings::events_of_no_card);
        never(!self.other.is_empty() && !self.has_other(), findings::events_without_other);
        let activates = self.event.contains(&Verb::Activate);
        never(!self.awaited.is_empty() && !activates, findings::only_activated_awaited);
        let phases = self.any(|verb| matches!(verb, Verb::PhaseStarts | Verb::PhaseEnds));
        never(self.phase.is_some() && !phases, findings::only_phase_events);
        let into = self.into.is_none_or(|zone| self.any(|verb| goes(verb, zone)));
        never(!into, findings::never_goes_there);
        let moves = self.any(|verb| Row::of(verb).moves != Moves::No);
        never(self.from.is_some() && !moves, findings::never_from_zone);
        let enters = |verb| verb == Verb::Move || goes(verb, CardZone::Field);
        never(self.onto.is_some() && !self.any(enters), findings::never_to_position);
        never(self.from.is_some() && self.from == self.into, findings::stays_where_it_is);
        never(
            !self.any(|verb| self.means.is_none_or(|means| Row::of(verb).can_be_by(means))),
            findings::never_by_these_means,
        );
    }

    /// Whether none of the events is about cards on the field.
    pub(super) fn lacks_field(&self) -> bool {
        !self.any(|verb| Row::of(verb).to != To::OffField)
    }

    /// Whether all of the events happen to cards on the field only.
    pub(super) fn is_on_field_only(&self) -> bool {
        !self.any(|verb| Row::of(verb).to != To::OnField)
    }
}

/// Whether an event by these means has another card.
fn has_other(verb: Verb, means: Option<Means>) -> bool {
    match Row::of(verb).other {
        Other::No => false,
        Other::Yes => true,
        Other::ByBattle => means.is_none_or(|means| means == Means::Battle),
    }
}

fn unavailable(phases: Phases, (subject, other, departure): (bool, bool, bool)) -> Vec<&'static str> {
    let mut unavailable = vec![meant::CHOSEN, meant::NUMBER, meant::DID, meant::LOOKED, SHOWING];
    if phases & DEFENCE == 0 {
        unavailable.extend(FIGHTERS);
        unavailable.push(BATTLE);
    }
    if phases & (DEFENCE | TACTICS) == 0 {
        unavailable.push(ATTACK);
    }
    unavailable.extend((!subject).then_some(meant::SUBJECT));
    unavailable.extend((!other).then_some(meant::OTHER));
    unavailable.extend((!departure).then_some(DEPARTURE));
    unavailable
}

/// What an ability that waits for a moment cannot refer to.
pub(crate) fn after_event(on: &On) -> Vec<&'static str> {
    let departs = on.any(|verb| Row::of(verb).replaced);
    let mut unavailable =
        unavailable(of_on(on), (on.has_subject(), on.has_other() || !on.by.is_empty(), departs));
    if on.event.contains(&Verb::ShowTop) {
        unavailable.retain(|name| *name != SHOWING);
    }
    unavailable
}

/// What a card or ability with these timings cannot refer to.
pub(crate) fn when_used(timings: &[Timing]) -> Vec<&'static str> {
    let (mut phases, mut subject, mut other, mut departs) = (0, false, false, false);
    for timing in timings {
        match timing {
            Timing::Phase { phase, .. } => phases |= of_name(*phase),
            Timing::Moment(on) => {
                phases |= of_on(on);
                subject |= on.has_subject();
                other |= on.has_other() || !on.by.is_empty();
                departs |= on.any(|verb| Row::of(verb).replaced);
            }
        }
    }
    unavailable(phases, (subject, other, departs))
}

impl On {
    /// The names of the cards that are not on the field at this moment: before a card is played, or after it
    /// has left. What is being destroyed or sacrificed still stands there at that moment [十.2, 十.3].
    pub(super) fn away(&self) -> Vec<&'static str> {
        let is_away = |verb: &Verb| {
            let row = Row::of(*verb);
            row.to == To::OffField
                || match self.moment {
                    Moment::Before => row.before && row.moves == Moves::Into(CardZone::Field),
                    Moment::At | Moment::Leaving => false,
                    Moment::After => row.replaced,
                }
        };
        let away = !self.event.is_empty() && self.event.iter().all(is_away);
        let this = matches!(self.who, Some(Whom::This)).then_some(meant::THIS);
        Some(meant::SUBJECT).into_iter().chain(this).filter(|_| away).collect()
    }
}

/// The names of the cards that are not on the field when a card or ability with these timings is used.
pub(crate) fn away_when_used(timings: &[Timing]) -> Vec<&'static str> {
    let away = |timing: &Timing| match timing {
        Timing::Phase { .. } => false,
        Timing::Moment(on) => on.away().contains(&meant::SUBJECT),
    };
    let all = !timings.is_empty() && timings.iter().all(away);
    all.then_some(meant::SUBJECT).into_iter().collect()
}

/// What 立即 cannot refer to.
pub(crate) fn when_played() -> Vec<&'static str> {
    unavailable(ANY, (true, false, false))
}

/// What a replacement cannot refer to: it is processed before any card departs.
pub(crate) fn instead() -> Vec<&'static str> {
    unavailable(ANY, (true, true, false))
}

/// What a text without an event or a timing cannot refer to.
pub(crate) fn always() -> Vec<&'static str> {
    unavailable(ANY, (false, false, false))
}

/// What a blue frame cannot refer to.
pub(crate) fn in_frame(phase: PhaseName) -> Vec<&'static str> {
    unavailable(of_name(phase), (false, false, false))
}

/// Whether a continuous ability may give the card's ability of this number from 1; reports a number without
/// an ability.
pub(crate) fn own_ability(lint: &mut Lint<'_, Xinglingwang>, number: u8) -> Option<bool> {
    let place = number.checked_sub(1).map(usize::from);
    let given = place.and_then(|place| lint.given.get(place)).copied();
    if given.is_none() {
        lint.find("number_out_of_range", findings::no_such_ability());
    }
    given
}

/// Reports a property of units on the field where the card cannot be one.
pub(crate) fn on_field(lint: &mut Lint<'_, Xinglingwang>) {
    if lint.is_unavailable(ON_FIELD) {
        lint.find("never_fits", findings::not_on_field());
    }
}

/// Reports 本次戰鬥 and 本次進攻 where there is no battle or attack to last for [ruling-30].
pub(crate) fn until(lint: &mut Lint<'_, Xinglingwang>, until: Until) {
    if until == Until::Battle && lint.is_unavailable(ATTACK) {
        lint.find("nothing_meant", findings::no_attack_or_battle());
    }
}

/// Reports lanes without a number from 1 to 5.
pub(crate) fn lanes(lint: &mut Lint<'_, Xinglingwang>, lanes: &[u8]) {
    lint.filled(lanes);
    if lanes.iter().any(|lane| !(1..=super::super::field::LANES).contains(lane)) {
        lint.find("number_out_of_range", findings::lanes());
    }
}
