//! Events: which of their skills is used, and using them by a skill.
//!
//! 302.1a revealing; 302.1c placing; 302.1d use without payment; 306.1b their own skill waits; 602.17
//! 【主階段啟動】; ruling-63 events outside their window.

use smallvec::SmallVec;

use super::AzurLane;
use super::printed::Kind;
use super::standby::{Standby, ability_of};
use super::table::{self, Detail, Means, Verb};
use super::words::{KeywordName, Skill};
use super::{stat, zone};
use crate::kernel::{CardId, Match, Object, Proposal, Seat};
use crate::verdict::Cite;

type Game<'p> = Match<'p, AzurLane>;

/// The 【主階段啟動】 skills of an event, by place.
pub fn main_skills(game: &Game<'_>, card: CardId) -> SmallVec<[u8; 4]> {
    if !game.in_force(cite!("602.17")) || stat::has_lost(game, card, KeywordName::Main) {
        return SmallVec::new();
    }
    let skills = &table::face(game, card).skills;
    let places = skills.iter().enumerate().filter(|(_, skill)| matches!(skill, Skill::Event(_)));
    places.map(|(place, _)| place as u8).collect()
}

/// The skill of an event that is used outside its window: its first 【主階段啟動】, else its single
/// other use skill [ruling-63].
pub fn main_skill(game: &Game<'_>, card: CardId) -> Option<u8> {
    if let Some(&place) = main_skills(game, card).first() {
        return Some(place);
    }
    let skills = &table::face(game, card).skills;
    let mut uses = skills
        .iter()
        .enumerate()
        .filter(|(_, skill)| matches!(skill, Skill::Counter(_) | Skill::Chase(_)))
        .map(|(place, _)| place as u8);
    match (uses.next(), uses.next()) {
        (Some(place), None) => Some(place),
        _ => None,
    }
}

/// An event is revealed and goes to the retreat zone [302.1a, 302.1c]; the object it is there.
pub fn lay_event(
    game: &mut Game<'_>,
    seat: Seat,
    card: CardId,
    source: Option<Object>,
    rule: Cite,
) -> Object {
    let shown = Detail { shown: true, means: Means::Rule, ..Detail::default() };
    game.propose(Proposal::told(Verb::Use, seat, rule).to(card).with(shown).by(source));
    zone::to_retreat(game, seat, card, source, cite!("302.1c"));
    game.state.table.object(card)
}

/// An event is used by a skill, without payment; its own skill waits [302.1d, 306.1b].
pub fn use_event_free(game: &mut Game<'_>, seat: Seat, card: CardId, source: Option<Object>, rule: Cite) {
    let Some(place) = main_skill(game, card) else { return };
    let ability = ability_of(game, card, place);
    let me = lay_event(game, seat, card, source, rule);
    if table::printed(game, card).kind == Kind::Event {
        game.wait(seat, Standby { ability, me, subject: None, other: None, later: None });
    }
}
