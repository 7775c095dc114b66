//! Abilities as a pool writes them: texts, replacements, blue frames.
//!
//! 六.1 timing and conditions; 六.4 moments; 七.1 magic; 十二.2 立即; 十二.4 blue frames; ruling-19 phases; ruling-22
//! optional; ruling-59 replacements; ruling-72 limits.

use super::super::continuous::Static;
use super::super::trigger::{On, PhaseName, Timing, Whom};
use super::super::{Amount, Condition, Effect, Filter};
use crate::abilities::condition::Did;
use crate::abilities::effect::{DoAll, If};
use crate::abilities::{Cards, Side};
use crate::games::xinglingwang::Xinglingwang;
use crate::games::xinglingwang::table::{Means, Verb};
use crate::kernel::wire;

/// How often an ability can be used [ruling-72].
#[wire(Copy)]
pub enum Limit {
    /// 限一次: this card, once a turn.
    Turn,
    /// 同名卡限一次: cards of this name, once a turn.
    Name,
}

/// What an ability or a magic card does.
#[wire(Default)]
#[schemars(rename = "Body")]
pub struct Text {
    /// What has to be true.
    pub when: Option<Condition>,
    /// How often it can be used.
    pub limit: Option<Limit>,
    /// X; it has to be at least 1 [六.※2].
    pub x: Option<Amount>,
    /// What is chosen when it is used; each has a name.
    #[optional]
    pub targets: Vec<Cards<Xinglingwang>>,
    /// The part before 若成功; it can be used only if all of it is possible.
    #[optional]
    pub cost: Vec<Effect>,
    /// What is done.
    #[optional]
    #[serde(rename = "do")]
    pub effects: Vec<Effect>,
}

impl Text {
    /// The text as it is processed: the cost becomes the first effect, and the rest depends on its success
    /// [六.2].
    #[must_use]
    pub(crate) fn prepared(&self) -> Text {
        let mut text = self.clone();
        if !self.cost.is_empty() {
            let rest = Effect::If(If {
                when: Condition::Did(Did {}),
                then: std::mem::take(&mut text.effects),
                otherwise: Vec::new(),
            });
            text.effects = vec![Effect::DoAll(DoAll(self.cost.clone())), rest];
        }
        text
    }
}

/// One of several effects of a magic card, of which one is chosen when the card is used.
#[wire]
pub struct Mode {
    /// When it can be chosen: one of these; without any, whenever the card can be used.
    #[optional]
    pub timing: Vec<Timing>,
    /// What it does.
    pub effect: Text,
}

impl Mode {
    /// See [`Text::prepared`].
    #[must_use]
    pub(crate) fn prepared(&self) -> Mode {
        Mode { timing: self.timing.clone(), effect: self.effect.prepared() }
    }
}

/// Where an ability is effective.
#[wire(Copy, Default)]
pub enum Effective {
    /// On the field: as a unit, as conferred magic, as the field card.
    #[default]
    Field,
    /// In hand.
    Hand,
    /// In the graveyard.
    Graveyard,
    /// Where it is shown: in hand, in the deck, or wherever else [四.1, 四.2].
    Shown,
}

/// 立即 [十二.2].
#[wire]
pub struct Immediate {
    /// 可: its player decides.
    #[optional]
    pub optional: bool,
    /// What it does.
    #[serde(rename = "body")]
    pub text: Text,
}

/// 某時機: an effect that waits for a moment.
#[wire]
pub struct Triggered {
    /// What it waits for.
    pub on: On,
    /// 可: its player decides.
    #[optional]
    pub optional: bool,
    /// Where the card has to be.
    #[optional]
    pub zone: Effective,
    /// What it does.
    #[serde(rename = "body")]
    pub text: Text,
}

/// An effect that is used in a phase.
#[wire]
pub struct Activated {
    /// When; one of these is enough.
    pub timing: Vec<Timing>,
    /// Where the card has to be.
    #[optional]
    pub zone: Effective,
    /// What it does.
    #[serde(rename = "body")]
    pub text: Text,
}

/// 改為, 代替: something else happens [ruling-59].
#[wire]
pub struct ReplacementAbility {
    /// What does not happen: one of these.
    pub event: Vec<Verb>,
    /// To whom it does not happen.
    pub who: Whom,
    /// By which means.
    pub means: Option<Means>,
    /// 可: its player decides.
    #[optional]
    pub optional: bool,
    /// Who decides, where it is optional; without a word, the player on whose half the unit stands.
    pub decides: Option<Side>,
    /// It is also there for the card itself where that lies in hand, in the deck or in the graveyard.
    #[optional]
    pub anywhere: bool,
    /// What is done instead; the unit is the subject.
    #[serde(rename = "body")]
    pub text: Text,
}

/// An effect that holds while the card is there.
#[wire]
pub struct Continuous {
    /// What has to be true.
    pub when: Option<Condition>,
    /// Where the card has to be.
    #[optional]
    pub zone: Effective,
    /// What it does.
    pub apply: Vec<Static>,
}

/// One ability of a card, as a pool writes it.
#[wire]
#[schemars(rename = "Ability", description = "One ability of a card.")]
pub enum Written {
    /// 立即.
    Immediate(Immediate),
    /// At a moment.
    Triggered(Triggered),
    /// In a phase.
    Activated(Activated),
    /// While the card is there.
    Continuous(Continuous),
    /// Instead of something.
    Replacement(ReplacementAbility),
}

/// What a blue frame says [十二.4, ruling-17].
#[wire]
pub struct Frame {
    /// The phases in which it allows the play; without it, it is never played from hand but by an effect.
    pub phase: Option<PhaseName>,
    /// What has to be true.
    pub when: Option<Condition>,
    /// What is done before the unit is placed.
    #[optional]
    pub pay: Vec<Effect>,
    /// An effect may bring it in.
    #[optional]
    pub by_effect: bool,
    /// Only effects of cards with these properties may.
    #[optional]
    pub by: Vec<Filter>,
}
