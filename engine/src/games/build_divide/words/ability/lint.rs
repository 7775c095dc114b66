//! What abilities say that can never have an effect.

use super::super::change::Keyword;
use super::super::effect::Effect;
use super::super::keyword::{JudgmentOf, Printed};
use super::super::target::{Group, lint_groups};
use super::super::trigger::Trigger;
use super::super::{Static, context};
use super::{Ability, Body, Setup, Text, Zone};
use crate::abilities::effect::lint_list;
use crate::abilities::lasting::{Change, lint_continuous};
use crate::abilities::lint::meant;
use crate::abilities::{ConditionWord, LastingWord, Lint};
use crate::games::build_divide::printed::Kind;
use crate::games::build_divide::{BuildDivide, findings};
use crate::texts::Saying;

/// Where an ability is printed: the kind of its card, and for a territory the face.
#[derive(Debug, Clone, Copy)]
pub struct Printing {
    /// The kind of the card.
    pub kind: Kind,
    /// Whether it is on the back of a territory.
    pub back: bool,
}

impl Ability {
    /// Reports what can never have an effect.
    pub fn lint(&self, lint: &mut Lint<'_, BuildDivide>, on: Printing) {
        let word = match self.body {
            _ if self.head.keyword.is_some() => "keyword",
            Body::Automatic { .. } => "automatic",
            Body::Activated { .. } => "activated",
            Body::Continuous {} => "continuous",
            Body::Command {} => "command",
            Body::Evol { .. } => "evol",
            Body::Alternative { .. } => "alternative",
            Body::Replacement { .. } => "replacement",
            Body::Setup { .. } => "setup",
        };
        lint.inside(word, |lint| {
            if let Some(message) = self.misplaced(on) {
                lint.find("wrong_attribute", message);
            }
            if let Some(awakened) = &self.head.awakened {
                lint.inside("awakened", |lint| awakened.lint(lint));
            }
            let away = self.away(on);
            self.lint_words(lint, away);
        });
    }

    /// The names of the cards that are not on the field when the ability is carried out.
    fn away(&self, on: Printing) -> Vec<&'static str> {
        let mut away =
            self.trigger().filter(|_| self.head.keyword.is_none()).map_or_else(Vec::new, Trigger::away);
        let elsewhere = self.head.zone != Zone::Field || on.kind == Kind::Command;
        away.extend(elsewhere.then_some(meant::THIS));
        away
    }

    /// The finding about an ability that cannot be printed there.
    fn misplaced(&self, on: Printing) -> Option<Saying> {
        let is = |kind: Kind| on.kind == kind;
        let elsewhere = self.head.zone != Zone::Field;
        if self.keyword() == Some(Keyword::Assault) {
            return (!is(Kind::Territory) || on.back).then(findings::only_front_of_territory);
        }
        if self.head.keyword.is_some() {
            return is(Kind::Command).then(findings::command_without_keywords);
        }
        let message = match self.body {
            Body::Command {} if !is(Kind::Command) => findings::only_commands(),
            Body::Evol { .. } | Body::Alternative { .. } if is(Kind::Territory) => {
                findings::territory_never_used()
            }
            Body::Setup { .. } if !on.back => findings::setup_on_back(),
            Body::Automatic { .. } | Body::Activated { .. } | Body::Continuous {}
                if is(Kind::Command) && !elsewhere =>
            {
                findings::command_never_on_field()
            }
            Body::Automatic { .. } | Body::Activated { .. } | Body::Continuous {}
                if is(Kind::Territory) && elsewhere =>
            {
                findings::territory_in_own_zone()
            }
            Body::Replacement { .. } if is(Kind::Command) => findings::command_never_on_field(),
            Body::Automatic { .. }
            | Body::Activated { .. }
            | Body::Continuous {}
            | Body::Command {}
            | Body::Evol { .. }
            | Body::Alternative { .. }
            | Body::Replacement { .. }
            | Body::Setup { .. } => return None,
        };
        Some(message)
    }

    fn lint_words(&self, lint: &mut Lint<'_, BuildDivide>, away: Vec<&'static str>) {
        if let Some(keyword) = &self.head.keyword {
            if matches!(keyword.printed, Printed::Judgment(JudgmentOf { n: 0 })) {
                lint.find("number_out_of_range", findings::at_least_one());
            }
            return;
        }
        let mut unavailable = context::SENTENCES.to_vec();
        unavailable.push(context::PUT_OFF);
        unavailable.extend(self.cost().is_none().then_some(context::PAID));
        match &self.body {
            Body::Automatic { on } => {
                unavailable.extend_from_slice(on.unavailable());
                lint.inside("on", |lint| on.lint(lint));
            }
            Body::Replacement { event, who, then_happens, .. } => {
                unavailable.push(meant::OTHER);
                lint.inside("who", |lint| who.lint(lint, &[]));
                lint.filled(event);
                if *then_happens {
                    unavailable.retain(|name| *name != context::PUT_OFF);
                }
            }
            Body::Setup { setup } => {
                unavailable.extend(context::EVENT);
                let none =
                    Setup { hand: None, energy: None, copies: None, main_copies: None, copies_in_all: None };
                if *setup == none {
                    lint.find("nothing_meant", findings::setup_changes_number());
                }
            }
            Body::Activated { .. }
            | Body::Continuous {}
            | Body::Command {}
            | Body::Evol { .. }
            | Body::Alternative { .. } => unavailable.extend(context::EVENT),
        }
        lint.nested(unavailable, |lint| {
            if let Some(when) = &self.head.when {
                let look = |lint: &mut Lint<'_, BuildDivide>| lint.inside("when", |lint| when.lint(lint));
                if self.trigger().is_some() {
                    lint.condition_of_event(&away, look);
                } else {
                    look(lint);
                }
            }
            if let Some(cost) = self.cost() {
                lint.inside("cost", |lint| cost.lint(lint));
            }
            match self.body {
                Body::Continuous {} => {
                    lint_continuous(lint, &self.head.apply, self.head.zone == Zone::Hand);
                    let takes_all =
                        |each: &Static| matches!(each.change(), Change::Lose(word) if word.keyword.is_none());
                    if self.head.apply.iter().any(takes_all) {
                        lint.find("wrong_attribute", findings::takes_keyword_only());
                    }
                }
                Body::Automatic { .. } | Body::Activated { .. } | Body::Command {} => {
                    lint.while_away(away, |lint| lint_modes(lint, self.text(0), &self.head.modes));
                }
                Body::Replacement { .. } => lint_modes(lint, self.text(0), &[]),
                Body::Evol { .. } | Body::Alternative { .. } | Body::Setup { .. } => {}
            }
        });
    }
}

fn lint_text(lint: &mut Lint<'_, BuildDivide>, targets: &[Group], effects: &[Effect]) {
    if effects.is_empty() {
        lint.find("empty_list", findings::text_does_nothing());
    }
    lint_groups(lint, targets);
    lint_list(lint, "do", effects);
}

/// Reports faults in a text, which is one list of sentences or has two to ten modes.
fn lint_modes(lint: &mut Lint<'_, BuildDivide>, text: (&[Group], &[Effect]), modes: &[Text]) {
    if modes.is_empty() {
        return lint_text(lint, text.0, text.1);
    }
    if !text.0.is_empty() || !text.1.is_empty() || modes.len() < 2 || modes.len() > 10 {
        lint.find("wrong_mode_count", findings::ability_modes());
    }
    let bound = lint.bound.clone();
    lint.each("modes", modes, |lint, mode| {
        lint.bound.clone_from(&bound);
        lint_text(lint, &mode.targets, &mode.effects);
    });
}
