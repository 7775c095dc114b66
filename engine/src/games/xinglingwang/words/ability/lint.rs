//! What abilities say that can refer to nothing or never be true.

use super::super::trigger::{On, PhaseName, Whom};
use super::super::{events, standing};
use super::{Ability, Body, Effective, Frame, Text};
use crate::abilities::lasting::lint_continuous;
use crate::abilities::lint::meant;
use crate::abilities::{ConditionWord, Lint, Part, Side};
use crate::games::xinglingwang::table::Verb;
use crate::games::xinglingwang::{Xinglingwang, findings};

impl Text {
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
            lint.inside("x", |lint| x.lint_count(lint));
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
        self.cost.lint_at("cost", lint);
        self.effects.lint_at("do", lint);
    }
}

impl Ability {
    /// Reports words that can refer to nothing or never be true.
    pub(crate) fn lint(&self, lint: &mut Lint<'_, Xinglingwang>) {
        let (kind, unavailable, mut away) = match &self.body {
            Body::Immediate {} => ("immediate", standing::when_played(), Vec::new()),
            Body::Triggered { on } => ("triggered", standing::after_event(on), on.away()),
            Body::Activated { timing } => {
                ("activated", standing::when_used(timing), standing::away_when_used(timing))
            }
            Body::Continuous {} => ("continuous", standing::always(), Vec::new()),
            Body::Replacement { .. } => ("replacement", standing::instead(), Vec::new()),
        };
        away.extend((self.head.zone != Effective::Field).then_some(meant::THIS));
        lint.inside(kind, |lint| {
            lint.excluding(unavailable, |lint| self.lint_text(lint, away));
            self.lint_kind(lint);
        });
    }

    fn lint_text(&self, lint: &mut Lint<'_, Xinglingwang>, away: Vec<&'static str>) {
        let head = &self.head;
        if !self.is_continuous() {
            return lint.inside("body", |lint| head.text.lint(lint, away));
        }
        head.when.lint_at("when", lint);
        lint_continuous(lint, &head.apply, head.zone == Effective::Hand);
    }

    /// Reports what its kind alone can say.
    fn lint_kind(&self, lint: &mut Lint<'_, Xinglingwang>) {
        let zone = self.head.zone;
        match &self.body {
            Body::Immediate {} => {}
            Body::Continuous {} => {
                if zone == Effective::Shown {
                    lint.find("never_heard", findings::shown_continuous());
                }
            }
            Body::Triggered { on } => lint.inside("on", |lint| lint_on(lint, on, zone)),
            Body::Activated { timing } => {
                if zone == Effective::Shown {
                    lint.find("never_heard", findings::shown_activates());
                }
                if timing.is_empty() {
                    lint.find("empty_list", findings::ability_without_timing());
                }
                if timing.iter().any(|timing| !timing.is_open()) {
                    lint.find("never_heard", findings::activated_when());
                }
                timing.lint_at("timing", lint);
            }
            Body::Replacement { event, who, decides, anywhere, .. } => {
                if !event.iter().all(|verb| events::REPLACEABLE & verb.bit() != 0) {
                    lint.find("not_replaced", findings::only_leaving_replaced());
                }
                who.lint_at("who", lint);
                if decides.is_some_and(|side| side == Side::Both || !self.head.optional) {
                    lint.find("wrong_chooser", findings::one_decides());
                }
                if *anywhere && *who != Whom::This {
                    lint.find("wrong_attribute", findings::only_this_anywhere());
                }
            }
        }
    }
}

/// Reports what an ability that is effective in this zone never hears.
fn lint_on(lint: &mut Lint<'_, Xinglingwang>, on: &On, zone: Effective) {
    on.lint_part(lint);
    let only_on_field = matches!(on.who, Some(Whom::This)) && on.is_on_field_only();
    if only_on_field && zone != Effective::Field {
        lint.find("never_heard", findings::only_on_field());
    }
    let shown = on.event == [Verb::Reveal] && on.who == Some(Whom::This);
    if zone == Effective::Shown && !shown {
        lint.find("never_heard", findings::shown_waits());
    }
}

impl Frame {
    /// Reports words that can refer to nothing or never be true.
    pub(crate) fn lint(&self, lint: &mut Lint<'_, Xinglingwang>) {
        if self.phase.is_none() && !(self.by_effect && self.pay.is_empty()) {
            lint.find("wrong_attribute", findings::brought_in_by_effects());
        }
        lint.excluding(standing::in_frame(self.phase.unwrap_or(PhaseName::Turn)), |lint| {
            lint.apart(|lint| {
                self.when.lint_at("when", lint);
                self.pay.lint_at("pay", lint);
            });
            if !self.by.is_empty() && !self.by_effect {
                lint.find("wrong_attribute", findings::named_effects());
            }
            self.by.lint_at("by", lint);
        });
    }
}
