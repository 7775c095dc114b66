//! What the linter says of skills.

use super::super::cost::{lint_order, lint_parts};
use super::super::filter::Source;
use super::super::{Keyword, Select, Static, Trigger, context};
use super::{Body, Gate, Head, Skill, Zone};
use crate::abilities::effect::lint_list;
use crate::abilities::lasting::lint_continuous;
use crate::abilities::lint::meant;
use crate::abilities::{ConditionWord, FilterWord, Lint};
use crate::games::azur_lane::{AzurLane, findings};

impl Head {
    /// Reports faults of when a skill can be fired, and of what is paid and done. `elsewhere`: the zones
    /// where the card does not lie when its condition is read; `closed`: the gates that are never open when
    /// the skill fires.
    fn lint_text(&self, lint: &mut Lint<'_, AzurLane>, elsewhere: Vec<&'static str>, closed: &[Gate]) {
        self.lint_gates(lint, closed);
        self.lint_when(lint, elsewhere);
        self.lint_cost_and_effects(lint);
    }

    /// Reports faults of what is paid and done.
    fn lint_cost_and_effects(&self, lint: &mut Lint<'_, AzurLane>) {
        if let Some(cost) = &self.cost {
            lint.inside("cost", |lint| cost.lint(lint));
        }
        if self.effects.is_empty() {
            lint.find("empty_list", findings::skill_does_nothing());
        }
        lint_list(lint, "do", &self.effects);
    }

    /// Reports faults of the condition, which is read while the card lies in none of the zones of
    /// `elsewhere`.
    fn lint_when(&self, lint: &mut Lint<'_, AzurLane>, elsewhere: Vec<&'static str>) {
        if let Some(when) = &self.when {
            lint.excluding(elsewhere, |lint| lint.inside("when", |lint| when.lint(lint)));
        }
    }

    /// Reports gates that are never open together, or not at the moment when the skill needs them.
    fn lint_gates(&self, lint: &mut Lint<'_, AzurLane>, closed: &[Gate]) {
        let own = |gate: &Gate| matches!(gate, Gate::OwnTurn | Gate::OwnMainPhase);
        let apart = self.gates.iter().any(own) && !self.gates.iter().all(own);
        if apart || self.gates.iter().any(|gate| closed.contains(gate)) {
            lint.inside("gates", |lint| lint.find("never_effective", findings::windows_never_open()));
        }
    }

    /// Reports faults of what is paid for the card.
    fn lint_pay(&self, lint: &mut Lint<'_, AzurLane>) {
        lint_parts(lint, &self.pay);
        lint_order(lint, &self.pay);
    }

    fn lint_triggered(&self, lint: &mut Lint<'_, AzurLane>, on: &Trigger) {
        let mut unavailable = self.zone.unavailable();
        unavailable.extend(on.unavailable());
        lint.with_unavailable(unavailable.clone(), |lint| lint.inside("on", |lint| on.lint(lint)));
        // The event may have moved the card to any zone.
        let elsewhere = match on.may_take_this() {
            true => Vec::new(),
            false => vec![context::IN_DECK, context::IN_DURABILITY],
        };
        let mut away = on.away();
        away.extend(matches!(self.zone, Zone::Hand | Zone::Retreat).then_some(meant::THIS));
        lint.with_unavailable(unavailable, |lint| {
            lint.inside("body", |lint| {
                lint.condition_of_event(&away, |lint| {
                    self.lint_gates(lint, &[]);
                    self.lint_when(lint, elsewhere);
                });
                lint.while_away(away, |lint| self.lint_cost_and_effects(lint));
            });
        });
    }

    fn lint_applied(&self, lint: &mut Lint<'_, AzurLane>) {
        self.lint_gates(lint, &[]);
        let unavailable: Vec<_> = self.zone.unavailable().into_iter().chain(context::EVENT).collect();
        lint.with_unavailable(unavailable, |lint| {
            self.lint_when(lint, self.zone.elsewhere());
            let unseen = matches!(self.zone, Zone::Hand | Zone::Deck | Zone::Anywhere);
            lint_continuous(lint, &self.apply, unseen);
            if self.zone == Zone::Deck {
                lint.each("apply", &self.apply, |lint, each| {
                    if !matches!(each, Static::Modify(word) if matches!(word.what, Select::This)) {
                        lint.find("never_effective", findings::in_deck_own_numbers());
                    }
                });
            }
            if self.apply.iter().any(|each| matches!(each, Static::Lose(word) if word.keyword.is_none())) {
                lint.find("wrong_attribute", findings::takes_keyword_only());
            }
        });
    }

    fn lint_last_stand(&self, lint: &mut Lint<'_, AzurLane>, unavailable: Vec<&'static str>) {
        self.lint_gates(lint, &[]);
        let zones = [context::IN_BATTLEFIELD, context::IN_HAND, context::IN_RETREAT, context::IN_DECK];
        let unavailable = unavailable.into_iter().chain(zones).chain([context::HOST]).collect();
        lint.with_unavailable(unavailable, |lint| self.lint_when(lint, Vec::new()));
    }
}

impl Skill {
    /// Reports the faults of this skill.
    pub fn lint(&self, lint: &mut Lint<'_, AzurLane>) {
        lint.nested(Vec::new(), |lint| self.lint_alone(lint));
    }

    fn lint_alone(&self, lint: &mut Lint<'_, AzurLane>) {
        let Skill { head, body } = self;
        let zone = head.zone;
        // Skills that a player decides to use, or that are always effective, have no event to refer to.
        let quiet: Vec<_> = zone.unavailable().into_iter().chain(context::EVENT).collect();
        let in_main: Vec<_> = quiet.iter().copied().chain(context::IN_BATTLE).collect();
        match body {
            Body::Triggered { .. } | Body::Activated {} if zone == Zone::Deck => {
                lint.find("never_effective", findings::in_deck_continuous_only());
            }
            Body::Triggered { on } => lint.inside("triggered", |lint| head.lint_triggered(lint, on)),
            Body::Activated {} => lint.inside("activated", |lint| {
                lint.with_unavailable(in_main, |lint| {
                    let closed = [Gate::OpponentTurn, Gate::OpponentMainPhase];
                    lint.inside("body", |lint| head.lint_text(lint, zone.elsewhere(), &closed));
                });
                if head.cost.as_ref().is_some_and(|cost| cost.optional) {
                    lint.find("optional_cost", findings::need_not_activate());
                }
            }),
            Body::State { becomes } => lint.inside("state", |lint| {
                lint.with_unavailable(quiet, |lint| {
                    lint.excluding(zone.elsewhere(), |lint| {
                        lint.inside("becomes", |lint| becomes.lint(lint));
                    });
                    lint.inside("body", |lint| head.lint_text(lint, zone.elsewhere(), &[]));
                });
            }),
            Body::Continuous {} => lint.inside("continuous", |lint| head.lint_applied(lint)),
            // Another skill or 絕地反擊 may use the event in a battle.
            Body::Event {} => lint.with_unavailable(quiet, |lint| {
                lint.inside("event", |lint| head.lint_text(lint, zone.elsewhere(), &[]));
            }),
            Body::Counter {} => lint.with_unavailable(quiet, |lint| {
                let closed = [Gate::OwnTurn, Gate::OwnMainPhase, Gate::OpponentMainPhase];
                lint.inside("counter", |lint| head.lint_text(lint, zone.elsewhere(), &closed));
            }),
            Body::Chase {} => lint.with_unavailable(quiet, |lint| {
                let closed = [Gate::OpponentTurn, Gate::OwnMainPhase, Gate::OpponentMainPhase];
                lint.inside("chase", |lint| head.lint_text(lint, zone.elsewhere(), &closed));
            }),
            Body::LastStand {} => lint.inside("last_stand", |lint| head.lint_last_stand(lint, quiet)),
            Body::Keyword { keyword: Keyword::LastStand } => {
                lint.find("wrong_keyword", findings::printed_last_stand());
            }
            Body::Keyword { keyword } => lint.inside("keyword", |lint| keyword.lint(lint)),
            Body::Remodel { base, .. } => lint.inside("remodel", |lint| {
                lint.with_unavailable(in_main, |lint| {
                    head.lint_pay(lint);
                    lint.excluding([context::EVENTS], |lint| {
                        lint.each("base", base, |lint, filter| filter.lint(lint));
                    });
                    head.lint_when(lint, zone.elsewhere());
                });
            }),
            Body::AlternativeCost {} => lint.inside("alternative_cost", |lint| {
                lint.with_unavailable(in_main, |lint| {
                    head.lint_pay(lint);
                    // A skill may let the player use the card from the retreat zone.
                    let elsewhere = zone.elsewhere().into_iter();
                    head.lint_when(lint, elsewhere.filter(|zone| *zone != context::IN_RETREAT).collect());
                });
            }),
        }
    }
}

/// Reports a keyword that the cards cannot use: 絕地反擊 is for cards of a durability zone, every other keyword
/// for cards on the battlefield [ruling-44].
pub(in super::super) fn lint_grant(lint: &mut Lint<'_, AzurLane>, keyword: Keyword, to: &Select) {
    lint.inside("keyword", |lint| keyword.lint(lint));
    let from = match to {
        Select::Cards(cards) => Some(&cards.from),
        // A card with a text that gives keywords, and the cards of roles, lie outside the durability zone.
        Select::This | Select::Role(_) => Some(&Source::Battlefield),
        Select::Subject | Select::Other | Select::Chosen | Select::Named(_) => None,
    };
    let durable = matches!(from, Some(Source::DurabilityTop(_)));
    let standing = matches!(from, Some(Source::Battlefield));
    let wrong = if keyword == Keyword::LastStand { !durable } else { !standing };
    if from.is_some() && wrong {
        lint.find("never_effective", findings::keyword_unused_there());
    }
}
