//! What running effects of this game do: in the state, in positions and in views.
//!
//! ruling-51 duties; ruling-94 payments; ruling-108 nexuses as spirits; ruling-116 redirections.

use smallvec::SmallVec;

use super::super::BattleSpirits;
use super::super::ability::AbilityId;
use super::super::printed::Pool;
use super::Ability;
use super::change::{Duty, topics};
use crate::abilities::lasting::{Made, Text};
use crate::game_kit::running::{Written, effects};
use crate::game_kit::thing::Same;
use crate::kernel::wire;

effects! {
    BattleSpirits;
    /// What running effects of this game do besides.
    held GameInfluence;
    /// What a running effect does.
    said Does with {
        /// Takes a keyword away.
        Lose,
        /// Gives an ability.
        GrantAbility(PrintedAbility),
        /// Forbids what a sentence says.
        Forbid(Sentence),
        /// Allows what a sentence says.
        Allow(Sentence),
    };
    /// What a running effect of this book does besides.
    seen OwnDoes in DoesView;

    /// Demands something [ruling-51].
    #[said = "Demands something."]
    Must {
        /// What.
        what: Duty,
    } about topics::DUTIES,
    /// Asks for a payment without which something cannot be done, as a text says [ruling-94].
    #[said = "Asks for a payment, as a sentence says."]
    Toll {
        /// Which ability of that card says it, counted from 1.
        text: Text<BattleSpirits>,
    } said Sentence about topics::TOLLS,
    /// Lets nexuses be treated as spirits, as a text says [ruling-108].
    #[said = "Lets nexuses be treated as spirits, as a sentence says."]
    TreatAsSpirit {
        /// Which ability of that card says it, counted from 1.
        text: Text<BattleSpirits>,
    } said Sentence about topics::SPIRITS,
    /// Gives a family, as a text says [用語集.系統].
    #[said = "Gives a family, as a sentence says."]
    GiveFamily {
        /// Which ability of that card says it, counted from 1.
        text: Text<BattleSpirits>,
    } said Sentence about topics::FAMILIES,
    /// Sends something elsewhere instead, as a text says [ruling-116].
    #[said = "Sends something elsewhere instead, as a sentence says."]
    Redirect {
        /// Which ability of that card says it, counted from 1.
        text: Text<BattleSpirits>,
    } said Sentence about topics::ELSEWHERE,
    /// Fixes the number and the colour of symbols, as a text says [ruling-114].
    #[said = "Fixes the number and the colour of symbols, as a sentence says."]
    FixSymbols {
        /// Which ability of that card says it, counted from 1.
        text: Text<BattleSpirits>,
    } said Sentence about topics::SYMBOLS,
    /// No spirit of the player of the card can be blocked by spirits whose BP is at most that of the card
    /// [FAQ.效果通則.Q3].
    ForbidWeakerBlockers about topics::WEAKER_BLOCKERS,
    /// Does later what a text says.
    #[said = "Does later what a sentence says that means no chosen cards."]
    Later { text: Made<BattleSpirits> } said Sentence as Later about topics::LATER,
}

impl Same for Duty {}

/// A printed ability.
#[wire]
pub struct PrintedAbility {
    /// The card, by its id in the pool.
    #[schemars(example = &"bs-001")]
    pub card: String,
    /// Which of its abilities, counted from 1.
    pub ability: u8,
}

/// A sentence of an ability.
#[wire]
pub struct Sentence {
    /// The card, by its id in the pool.
    #[schemars(example = &"bs-001")]
    pub card: String,
    /// Which of its abilities, counted from 1.
    pub ability: u8,
    /// Where the sentence stands in what the ability does: for each nested list the branch that leads into it
    /// and the place in it, counted from 0.
    pub at: Vec<(u8, u8)>,
    /// The number that was chosen, where the sentence refers to one.
    #[optional(told)]
    pub chosen: i64,
}

/// An ability of a card by its number, counted from 1.
pub fn ability<'p>(pool: &'p Pool, card: &str, number: u8) -> Option<(AbilityId, &'p Ability)> {
    let (definition, number) = (pool.find(card)?, number.checked_sub(1)?);
    let ability = pool.card(definition).abilities.get(usize::from(number))?;
    Some((AbilityId { definition, number }, ability))
}

impl Written<BattleSpirits, AbilityId> for PrintedAbility {
    fn held(&self, pool: &Pool) -> Option<AbilityId> {
        Some(ability(pool, &self.card, self.ability)?.0)
    }

    fn of(pool: &Pool, held: &AbilityId) -> Option<PrintedAbility> {
        let card = pool.card(held.definition);
        card.abilities.get(usize::from(held.number))?;
        Some(PrintedAbility { card: card.id.clone(), ability: held.number.checked_add(1)? })
    }

    fn card(&self) -> &str {
        &self.card
    }
}

impl Written<BattleSpirits, (Text<BattleSpirits>, i64)> for Sentence {
    fn held(&self, pool: &Pool) -> Option<(Text<BattleSpirits>, i64)> {
        let (ability, _) = ability(pool, &self.card, self.ability)?;
        Some((Text { ability, path: SmallVec::from_slice(&self.at) }, self.chosen))
    }

    fn of(pool: &Pool, (text, chosen): &(Text<BattleSpirits>, i64)) -> Option<Sentence> {
        let PrintedAbility { card, ability } = PrintedAbility::of(pool, &text.ability)?;
        Some(Sentence { card, ability, at: text.path.to_vec(), chosen: *chosen })
    }

    fn card(&self) -> &str {
        &self.card
    }
}
