//! Running effects of a position: what they do, and which words began them.
//!
//! 306.1 effects of texts; 103.1, 103.2 allowing and forbidding; 602.5 gained skills.

use smallvec::SmallVec;

use super::super::action::At;
use super::super::printed::Pool;
use super::super::standby::Ability;
use super::super::words::filter::Face;
use super::super::words::{Influence, Until};
use super::super::{AzurLane, standby};
use crate::abilities::lasting::Text;
use crate::game_kit::position::Source;
use crate::game_kit::running::{Written, effects};
use crate::kernel::{Match, Seat, wire};

/// A skill of a card.
#[wire]
pub struct SkillOf {
    /// The card, by its id in the pool.
    #[schemars(example = &"rj-010")]
    pub card: String,
    /// On which side it stands; without it, on the front.
    pub face: Option<Face>,
    /// Which skill of that side, counted from 1.
    pub skill: u8,
    /// Its number among the skills of the card that has it, where that is another one.
    pub number: Option<u8>,
}

/// A sentence of a skill.
#[wire]
pub struct Sentence {
    /// The card, by its id in the pool.
    #[schemars(example = &"rj-010")]
    pub card: String,
    /// On which side the skill stands; without it, on the front.
    pub face: Option<Face>,
    /// Which skill of that side, counted from 1.
    pub skill: u8,
    /// Where the sentence stands in what the skill does: for each nested list the branch that leads into it
    /// and the place in it, counted from 0.
    pub at: Vec<(u8, u8)>,
    /// The number that was chosen, where the sentence refers to one.
    #[optional(told)]
    pub chosen: i64,
}

effects! {
    AzurLane;
    /// What a running effect does.
    said Does with {
        /// Takes a keyword away; without a name, all skills.
        Lose,
        /// Gives a skill.
        GrantSkill(SkillOf) for GrantAbility,
        /// Forbids what a sentence says.
        Forbid(Sentence),
        /// Allows what a sentence says.
        Allow(Sentence),
    };
}

/// A running effect: by the skill that began it, or by what it does and until when.
#[wire]
pub struct Running {
    /// The card whose skill began it, by its id in the pool: it does all that the sentences of that skill
    /// say.
    #[schemars(example = &"rj-010")]
    pub card: Option<String>,
    /// Which skill of its front, counted from 1.
    pub skill: Option<u8>,
    /// In place of a card and its skill: what it does.
    pub does: Option<Does>,
    /// With `does`: when it ends.
    pub until: Option<Until>,
    /// Whose effect it is.
    pub seat: Seat,
    /// The cards that it is on.
    #[optional(told)]
    pub on: Vec<At>,
    /// The player that it is on, in place of cards.
    pub player: Option<Seat>,
    /// With `does`: the card whose text began it.
    pub source: Option<Source>,
    /// With `does`: the rule that it rests on.
    #[schemars(example = &"304.2b")]
    pub rule: Option<String>,
}

fn ability(pool: &Pool, card: &str, face: Option<Face>, skill: u8) -> Option<Ability> {
    let (definition, place) = (pool.find(card)?, skill.checked_sub(1)?);
    Some(Ability { definition, face: u8::from(face == Some(Face::Back)), number: skill, skill: place })
}

/// The card, side and number of a printed skill.
fn named(pool: &Pool, ability: Ability) -> Option<(String, Option<Face>, u8)> {
    let face = pool.card(ability.definition).face(ability.face)?;
    face.skills.get(usize::from(ability.skill))?;
    let side = (ability.face > 0).then_some(Face::Back);
    Some((pool.card(ability.definition).id.clone(), side, ability.skill.checked_add(1)?))
}

impl Written<AzurLane, Ability> for SkillOf {
    fn held(&self, pool: &Pool) -> Option<Ability> {
        let ability = ability(pool, &self.card, self.face, self.skill)?;
        Some(Ability { number: self.number.unwrap_or(self.skill), ..ability })
    }

    fn of(pool: &Pool, held: &Ability) -> Option<SkillOf> {
        let (card, face, skill) = named(pool, *held)?;
        Some(SkillOf { card, face, skill, number: (held.number != skill).then_some(held.number) })
    }

    fn card(&self) -> &str {
        &self.card
    }
}

impl Written<AzurLane, (Text<AzurLane>, i64)> for Sentence {
    fn held(&self, pool: &Pool) -> Option<(Text<AzurLane>, i64)> {
        let ability = ability(pool, &self.card, self.face, self.skill)?;
        Some((Text { ability, path: SmallVec::from_slice(&self.at) }, self.chosen))
    }

    fn of(pool: &Pool, (text, chosen): &(Text<AzurLane>, i64)) -> Option<Sentence> {
        let (card, face, skill) = named(pool, text.ability)?;
        let (at, chosen) = (text.path.to_vec(), *chosen);
        // A position has no field for the number of a gained skill on its card, so it cannot express such a
        // sentence.
        (text.ability.number == skill).then_some(Sentence { card, face, skill, at, chosen })
    }

    fn card(&self) -> &str {
        &self.card
    }
}

/// Whether the sentence that an influence refers to forbids, allows or gives what the influence needs.
pub(super) fn word_matches(game: &Match<'_, AzurLane>, influence: &Influence) -> bool {
    match influence {
        Influence::Forbid(text, _) => text.forbidden(game).is_some(),
        Influence::Allow(text) => text.allowed(game).is_some(),
        Influence::GrantAbility(ability) => standby::skill(game, *ability).is_some(),
        Influence::Add(..)
        | Influence::Become(..)
        | Influence::Multiply(..)
        | Influence::Grant(_)
        | Influence::Lose(_)
        | Influence::CountsAsType(_)
        | Influence::CountsAsName(_)
        | Influence::Own(_) => true,
    }
}
