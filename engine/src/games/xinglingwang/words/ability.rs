//! The forms of abilities: bodies, replacements, blue frames.
//!
//! 六.1 timing and conditions; 六.4 moments; 七.1 magic; 十二.2 立即; 十二.4 blue frames; ruling-19 phases; ruling-22
//! optional; ruling-59 replacements; ruling-72 limits.

use super::super::Xinglingwang;
use super::super::findings;
use super::super::replacement::REPLACEABLE;
use super::super::table::{Means, Verb};
use super::continuous::Continuous;
use super::trigger::{On, PhaseName, Timing, Whom};
use super::{Amount, Condition, Effect, Filter, standing};
use crate::abilities::condition::Did;
use crate::abilities::effect::{DoAll, If, lint_list};
use crate::abilities::lasting::lint_continuous;
use crate::abilities::lint::meant;
use crate::abilities::{Cards, ConditionWord, FilterWord, Lint, Side};
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
pub struct Body {
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

impl Body {
    /// Reports words that can refer to nothing or never be true. `away`: the names of the cards that are not
    /// on the field then.
    pub(crate) fn lint(&self, lint: &mut Lint<'_, Xinglingwang>, away: Vec<&'static str>) {
        lint.apart(|lint| {
            if let Some(when) = &self.when {
                lint.condition_of_event(&away, |lint| lint.inside("when", |lint| when.lint(lint)));
            }
            lint.while_away(away, |lint| self.lint_sentences(lint));
        });
    }

    fn lint_sentences(&self, lint: &mut Lint<'_, Xinglingwang>) {
        if let Some(x) = &self.x {
            standing::number(lint, "x", x);
            lint.learn(meant::NUMBER);
        }
        if self.targets.len() > 4 {
            lint.find("too_many_targets", findings::target_limit());
        }
        lint.each("targets", &self.targets, |lint, cards| {
            if cards.name.is_none() {
                lint.find("unnamed_target", findings::nameless_target());
            }
            cards.lint(lint);
            lint.learn(meant::CHOSEN);
        });
        lint_list(lint, "cost", &self.cost);
        lint_list(lint, "do", &self.effects);
    }

    /// The body as it is processed: the cost becomes the first effect, and the rest depends on its success
    /// [六.2].
    #[must_use]
    pub(crate) fn prepared(&self) -> Body {
        let mut body = self.clone();
        if !self.cost.is_empty() {
            let rest = Effect::If(If {
                when: Condition::Did(Did {}),
                then: std::mem::take(&mut body.effects),
                otherwise: Vec::new(),
            });
            body.effects = vec![Effect::DoAll(DoAll(self.cost.clone())), rest];
        }
        body
    }
}

/// One of several effects of a magic card, of which one is chosen when the card is used.
#[wire]
pub struct Mode {
    /// When it can be chosen: one of these; without any, whenever the card can be used.
    #[optional]
    pub timing: Vec<Timing>,
    /// What it does.
    pub effect: Body,
}

impl Mode {
    /// See [`Body::prepared`].
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
    pub body: Body,
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
    pub body: Body,
}

impl Triggered {
    fn lint_on(&self, lint: &mut Lint<'_, Xinglingwang>) {
        self.on.lint(lint);
        let only_on_field = matches!(self.on.who, Some(Whom::This)) && self.on.is_on_field_only();
        if only_on_field && self.zone != Effective::Field {
            lint.find("never_heard", findings::only_on_field());
        }
        let shown = self.on.event == [Verb::Reveal] && self.on.who == Some(Whom::This);
        if self.zone == Effective::Shown && !shown {
            lint.find("never_heard", findings::shown_waits());
        }
    }
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
    pub body: Body,
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
    pub body: Body,
}

/// One ability of a card.
#[wire]
pub enum Ability {
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

impl Ability {
    pub(crate) const fn body(&self) -> Option<&Body> {
        match self {
            Ability::Immediate(ability) => Some(&ability.body),
            Ability::Triggered(ability) => Some(&ability.body),
            Ability::Activated(ability) => Some(&ability.body),
            Ability::Replacement(ability) => Some(&ability.body),
            Ability::Continuous(_) => None,
        }
    }

    /// See [`Body::prepared`].
    #[must_use]
    pub(crate) fn prepared(&self) -> Ability {
        let mut ability = self.clone();
        match &mut ability {
            Ability::Immediate(ability) => ability.body = ability.body.prepared(),
            Ability::Triggered(ability) => ability.body = ability.body.prepared(),
            Ability::Activated(ability) => ability.body = ability.body.prepared(),
            Ability::Replacement(ability) => ability.body = ability.body.prepared(),
            Ability::Continuous(_) => {}
        }
        ability
    }

    /// Reports words that can refer to nothing or never be true.
    pub(crate) fn lint(&self, lint: &mut Lint<'_, Xinglingwang>) {
        let kind = match self {
            Ability::Immediate(_) => "immediate",
            Ability::Triggered(_) => "triggered",
            Ability::Activated(_) => "activated",
            Ability::Continuous(_) => "continuous",
            Ability::Replacement(_) => "replacement",
        };
        lint.inside(kind, |lint| self.lint_parts(lint));
    }

    /// The names of the cards that are not on the field when the ability is carried out.
    fn away(&self) -> Vec<&'static str> {
        let (mut away, zone) = match self {
            Ability::Triggered(ability) => (ability.on.away(), ability.zone),
            Ability::Activated(ability) => (standing::away_when_used(&ability.timing), ability.zone),
            Ability::Immediate(_) | Ability::Continuous(_) | Ability::Replacement(_) => {
                (Vec::new(), Effective::Field)
            }
        };
        away.extend((zone != Effective::Field).then_some(meant::THIS));
        away
    }

    fn lint_parts(&self, lint: &mut Lint<'_, Xinglingwang>) {
        let unavailable = match self {
            Ability::Immediate(_) => standing::when_played(),
            Ability::Triggered(ability) => standing::after_event(&ability.on),
            Ability::Activated(ability) => standing::when_used(&ability.timing),
            Ability::Continuous(_) => standing::always(),
            Ability::Replacement(_) => standing::instead(),
        };
        lint.excluding(unavailable, |lint| {
            if let Some(body) = self.body() {
                lint.inside("body", |lint| body.lint(lint, self.away()));
            }
            if let Ability::Continuous(ability) = self {
                if let Some(when) = &ability.when {
                    lint.inside("when", |lint| when.lint(lint));
                }
                lint_continuous(lint, &ability.apply, ability.zone == Effective::Hand);
            }
        });
        match self {
            Ability::Continuous(ability) if ability.zone == Effective::Shown => {
                lint.find("never_heard", findings::shown_continuous());
            }
            Ability::Immediate(_) | Ability::Continuous(_) => {}
            Ability::Triggered(ability) => lint.inside("on", |lint| ability.lint_on(lint)),
            Ability::Activated(ability) => {
                if ability.zone == Effective::Shown {
                    lint.find("never_heard", findings::shown_activates());
                }
                if ability.timing.is_empty() {
                    lint.find("empty_list", findings::ability_without_timing());
                }
                if ability.timing.iter().any(|timing| !timing.is_open()) {
                    lint.find("never_heard", findings::activated_when());
                }
                lint.each("timing", &ability.timing, |lint, timing| timing.lint(lint));
            }
            Ability::Replacement(ability) => {
                if !ability.event.iter().all(|verb| REPLACEABLE.contains(verb)) {
                    lint.find("not_replaced", findings::only_leaving_replaced());
                }
                lint.inside("who", |lint| ability.who.lint(lint));
                if ability.decides.is_some_and(|side| side == Side::Both || !ability.optional) {
                    lint.find("wrong_chooser", findings::one_decides());
                }
                if ability.anywhere && ability.who != Whom::This {
                    lint.find("wrong_attribute", findings::only_this_anywhere());
                }
            }
        }
    }
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

impl Frame {
    /// Reports words that can refer to nothing or never be true.
    pub(crate) fn lint(&self, lint: &mut Lint<'_, Xinglingwang>) {
        if self.phase.is_none() && !(self.by_effect && self.pay.is_empty()) {
            lint.find("wrong_attribute", findings::brought_in_by_effects());
        }
        lint.excluding(standing::in_frame(self.phase.unwrap_or(PhaseName::Turn)), |lint| {
            lint.apart(|lint| {
                if let Some(when) = &self.when {
                    lint.inside("when", |lint| when.lint(lint));
                }
                lint_list(lint, "pay", &self.pay);
            });
            if !self.by.is_empty() && !self.by_effect {
                lint.find("wrong_attribute", findings::named_effects());
            }
            lint.each("by", &self.by, |lint, filter| filter.lint(lint));
        });
    }
}
