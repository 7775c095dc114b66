//! Something else happens instead of a destruction, a sacrifice, or another way off the field.
//!
//! 六.4 and 十.2: before the moments of what would happen; ruling-59: at most one replacement of one
//! happening; the player on whose half the unit stands says yes or no to a single optional one, and
//! picks among several, “nothing instead” being the last where all are optional.

use serde::{Deserialize, Serialize};

use super::ability::{self, AbilityId};
use super::table::{self, Verb, Zone};
use super::words::ability::{Ability, Effective, ReplacementAbility, Whom};
use super::zone::{self, Cause};
use super::{Question, Step, Xinglingwang, prohibition};
use crate::card::filter::has_all;
use crate::card::resolve::Stage;
use crate::card::{Bound, Choice, Choosable, Resolution, Scene};
use crate::kernel::{CardId, EachCard, End, Match, Object, Seat};

type Game<'p> = Match<'p, Xinglingwang>;

/// What can be replaced: every way off the field that a text or battle brings about.
pub const REPLACEABLE: [Verb; 6] =
    [Verb::Destroy, Verb::Exile, Verb::Sacrifice, Verb::ToHand, Verb::ToDeck, Verb::ToGraveyard];

/// An ability that would replace something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, EachCard, Serialize, Deserialize)]
pub struct Candidate {
    /// Which.
    pub ability: AbilityId,
    /// What it stands on.
    pub me: Object,
    /// Whose it is.
    pub seat: Seat,
}

/// Something that may be replaced.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, EachCard, Serialize, Deserialize)]
pub struct Replacing {
    /// The card.
    pub card: Object,
    /// What would happen to it.
    pub verb: Verb,
    /// Where it would go.
    pub zone: Zone,
    /// To which end of it.
    pub end: End,
    /// Why.
    pub cause: Cause,
    /// What could happen instead.
    pub candidates: Vec<Candidate>,
    /// Whether nothing may happen instead, too.
    pub optional: bool,
    /// Which of them, counted from 1; 0: none.
    pub answer: Option<u8>,
}

fn concerns(game: &Game<'_>, replacement: &ReplacementAbility, scene: &Scene<'_>, card: CardId) -> bool {
    match &replacement.who {
        Whom::This => scene.me.card == card,
        Whom::Host => table::host(game, scene.me.card) == Some(card),
        Whom::Cards { side, fits } => {
            let seat = table::side(game, card).unwrap_or_else(|| table::owner(game, card));
            side.covers(scene.seat, seat) && has_all(game, scene, fits, card)
        }
    }
}

/// What could happen instead; whether all of it is optional. What is optional and not possible is noted.
fn candidates(game: &mut Game<'_>, verb: Verb, card: CardId, cause: Cause) -> (Vec<Candidate>, bool) {
    let (mut found, mut optional, mut passed_over) = (Vec::new(), true, Vec::new());
    let subject = game.state.table.object(card);
    let mut consider = |id: AbilityId, me: Object, seat: Seat, replacement: &ReplacementAbility| {
        let (bound, other) = (Bound::NONE, cause.by.or(cause.source));
        let scene = Scene { seat, me, subject: Some(subject), other, bound: &bound };
        let fits = replacement.event.contains(&verb)
            && replacement.means.is_none_or(|means| means == cause.means)
            && concerns(game, replacement, &scene, card);
        if !fits {
            return;
        }
        let fault = match replacement.optional {
            true => ability::offer_fault(game, &scene, id),
            false => ability::fault(game, &scene, id),
        };
        match fault {
            None => {
                found.push(Candidate { ability: id, me, seat });
                optional &= replacement.optional;
            }
            Some(fault) if replacement.optional => passed_over.push((me, fault)),
            Some(_) => {}
        }
    };
    ability::each_place_that(
        game,
        |says| says.replaces,
        |_, place| place.effective == Effective::Field,
        |place| {
            let abilities = &table::printed(game, place.card).abilities;
            for (index, ability) in abilities.iter().enumerate().skip(place.first) {
                if let (Ability::Replacement(replacement), Effective::Field) = (ability, place.effective) {
                    let id = AbilityId { index: index as u8, ..ability::id_of(game, place.card, 0) };
                    consider(id, place.me, place.seat, replacement);
                }
            }
        },
    );
    if ability::is_giving(game) {
        for (unit, seat) in ability::units(game) {
            for (id, ability) in ability::given(game, unit) {
                if let Ability::Replacement(replacement) = ability {
                    consider(id, game.state.table.object(unit), seat, replacement);
                }
            }
        }
    }
    let seat = table::side(game, card).unwrap_or_else(|| table::owner(game, card));
    for (me, fault) in passed_over {
        ability::pass_over(game, seat, me, &fault);
    }
    (found, optional)
}

/// Whether something else may happen instead; then that is decided first.
pub fn intervenes(
    game: &mut Game<'_>,
    card: CardId,
    verb: Verb,
    (zone, end): (Zone, End),
    cause: Cause,
) -> bool {
    // What returns by 偷襲 leaves the rest of its pile behind: that is one act [十五.偷襲.5].
    let replaceable = REPLACEABLE.contains(&verb) && cause.rule != cite!("十五.偷襲.1");
    let on_field =
        table::is_unit(game, card) || matches!(table::zone_of(game, card), Some((Zone::FieldCard, _)));
    let prohibited = verb == Verb::Destroy && prohibition::destruction(game, card).is_some();
    if !replaceable || !on_field || prohibited {
        return false;
    }
    let (candidates, optional) = candidates(game, verb, card, cause);
    if candidates.is_empty() {
        return false;
    }
    let card = game.state.table.object(card);
    game.push(Step::Replace(Replacing { card, verb, zone, end, cause, candidates, optional, answer: None }));
    true
}

/// Decides what happens, and lets it happen.
pub fn run(game: &mut Game<'_>, replacing: Replacing) {
    let count = replacing.candidates.len() as u8;
    if !game.state.table.is_current(replacing.card) {
        return;
    }
    let answer = match replacing.answer {
        Some(answer) => answer,
        None if count == 1 && !replacing.optional => 1,
        None => {
            let card = replacing.card.card;
            let seat = table::side(game, card).unwrap_or_else(|| table::owner(game, card));
            let what = match count {
                1 => Choosable::YesNo,
                _ => Choosable::Mode(count + u8::from(replacing.optional)),
            };
            let Some(&Candidate { ability, me, .. }) = replacing.candidates.first() else { return };
            let choice = Choice { what, ability, me, rule: cite!("ruling-59"), open: true };
            game.push(Step::Replace(replacing));
            return game.ask(seat, Question::Choice(choice));
        }
    };
    let chosen = answer.checked_sub(1).and_then(|index| replacing.candidates.get(usize::from(index)));
    match chosen {
        Some(candidate) => {
            let mut resolution =
                Resolution::new(candidate.seat, candidate.me, candidate.ability, cite!("ruling-59"));
            resolution.subject = Some(replacing.card);
            resolution.other = replacing.cause.by.or(replacing.cause.source);
            resolution.stage = Stage::Cost(0);
            game.push(Step::resolve(resolution));
        }
        None => {
            let Replacing { card, verb, zone, end, cause, .. } = replacing;
            zone::carry(game, card.card, verb, zone, end, cause);
        }
    }
}
