//! What skills change for a time: numbers, keywords, what is forbidden and allowed, what comes later.
//!
//! 103.1, 103.2 allowing and forbidding; 306.1 whatever a text says; ruling-75 doubling.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::super::{AzurLane, standby, zone};
use super::Effect;
use super::effect::{Game, Running, by_selection, feasible, is_there};
use super::{
    Allowed, Amount, Forbidden, Influence, Keyword, KeywordName, Select, Stat, Trigger, Until, context,
};
use crate::card::effect::lint_list;
use crate::card::{EffectWord, Lint, Next, Objects, Pause, Scene, Side};
use crate::kernel::{Object, Reach};
use crate::word;

/// How a number changes.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum NumberChange {
    /// So much more; below 0: less.
    Add(Amount),
    /// It becomes this.
    Become(Amount),
    /// It is doubled [ruling-75].
    Double {},
}

/// Begins an influence on the cards meant; whether it began on all of them.
fn begin(run: &mut Running<'_, '_>, objects: Objects, influence: Influence, until: Until) -> bool {
    let all = objects.len();
    let there: smallvec::SmallVec<[Object; 2]> =
        objects.into_iter().filter(|object| is_there(run.game, *object)).collect();
    if there.is_empty() {
        return false;
    }
    let (seat, me, whole) = (run.resolution.seat, run.resolution.me, there.len() == all);
    zone::begin(run.game, seat, influence, Reach::Objects(there), until, Some(me)) && whole
}

word! {
    /// A number of cards changes for a time [309.1a, ruling-74, ruling-75].
    Modify {
        /// Which cards; the ones that are there now [ruling-91].
        what: Select,
        /// Which number.
        stat: Stat,
        /// How.
        by: NumberChange,
        /// Until when.
        until: Until,
    }
}

impl EffectWord<AzurLane> for Modify {
    fn lint(&self, lint: &mut Lint<'_, AzurLane>) {
        lint.inside("what", |lint| self.what.lint(lint));
        match &self.by {
            NumberChange::Add(n) => lint.inside("by/add", |lint| n.lint_nonzero(lint)),
            NumberChange::Become(n) => lint.inside("by/become", |lint| n.lint(lint)),
            NumberChange::Double {} => {}
        }
        lint.inside("until", |lint| self.until.lint(lint));
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let cards = run.select(&self.what, cite!("306.1"))?;
        let all = match &self.by {
            NumberChange::Add(n) => {
                let n = n.value(run.game, &run.scene());
                begin(run, cards, Influence::Add(self.stat, n), self.until)
            }
            NumberChange::Become(n) => {
                let n = n.value(run.game, &run.scene());
                begin(run, cards, Influence::Become(self.stat, n), self.until)
            }
            NumberChange::Double {} => {
                let mut all = !cards.is_empty();
                for object in cards {
                    let now = super::super::stat::value(run.game, object.card, self.stat).unwrap_or(0);
                    let doubled = Influence::Add(self.stat, now);
                    all &= begin(run, Objects::from_elem(object, 1), doubled, self.until);
                }
                all
            }
        };
        Ok(Next::Done(all))
    }

    by_selection!(|word, game, scene, card| {
        zone::can_begin(game, word.until) && super::super::stat::value(game, card, word.stat).is_some()
    });
}

/// Looks for what cannot be meant by doing something to cards.
trait LintField {
    fn lint(&self, what: &Select, lint: &mut Lint<'_, AzurLane>);
}

impl LintField for u8 {
    fn lint(&self, what: &Select, lint: &mut Lint<'_, AzurLane>) {
        lint.inside("what", |lint| what.lint(lint));
        let place = usize::from(*self).checked_sub(1);
        lint.inside("skill", |lint| match place.and_then(|place| lint.given.get(place).copied()) {
            Some(true) => {}
            Some(false) => lint.find("wrong_attribute", "this kind of skill cannot be given to another card"),
            None => lint.find("number_out_of_range", "this side of the card has no such skill"),
        });
        lint.gives.extend(place);
    }
}

impl LintField for Keyword {
    fn lint(&self, what: &Select, lint: &mut Lint<'_, AzurLane>) {
        super::skill::lint_grant(lint, *self, what, "what");
    }
}

impl LintField for Option<KeywordName> {
    fn lint(&self, what: &Select, lint: &mut Lint<'_, AzurLane>) {
        lint.inside("what", |lint| what.lint(lint));
    }
}

impl LintField for Forbidden {
    fn lint(&self, what: &Select, lint: &mut Lint<'_, AzurLane>) {
        lint.inside("what", |lint| what.lint(lint));
        lint.inside("forbidden", |lint| Forbidden::lint(self, lint, false));
    }
}

impl LintField for Allowed {
    fn lint(&self, what: &Select, lint: &mut Lint<'_, AzurLane>) {
        lint.inside("what", |lint| what.lint(lint));
        lint.inside("allowed", |lint| Allowed::lint(self, lint));
    }
}

macro_rules! influencing {
    ($(#[$meta:meta])* $name:ident { $field:ident: $type:ty, $field_doc:literal }, |$this:ident, $run:ident| $influence:expr) => {
        word! {
            $(#[$meta])*
            $name {
                #[doc = "Which cards."]
                what: Select,
                #[doc = $field_doc]
                $field: $type,
                #[doc = "Until when."]
                until: Until,
            }
        }

        impl EffectWord<AzurLane> for $name {
            fn lint(&self, lint: &mut Lint<'_, AzurLane>) {
                LintField::lint(&self.$field, &self.what, lint);
                lint.inside("until", |lint| self.until.lint(lint));
            }

            fn run(&self, $run: &mut Running<'_, '_>) -> Result<Next, Pause> {
                let cards = $run.select(&self.what, cite!("306.1"))?;
                let $this = self;
                let _ = $this;
                let influence = $influence;
                Ok(Next::Done(begin($run, cards, influence, self.until)))
            }

            by_selection!(|word, game, scene, card| zone::can_begin(game, word.until));
        }
    };
}

influencing!(
    /// Cards get a keyword for a time.
    Grant { keyword: Keyword, "Which." }, |this, run| Influence::Grant(this.keyword)
);
influencing!(
    /// Cards get a skill of this card's side for a time: an auto, activated or continuous one on the battlefield, 反制,
    /// 追擊 or 改造 in hand. One of the zone `granted` works only where it is given.
    GrantSkill { skill: u8, "Which skill, counted from 1." },
    |this, run| Influence::GrantSkill(standby::Ability {
        skill: this.skill.saturating_sub(1),
        number: this.skill,
        ..run.resolution.ability
    })
);
influencing!(
    /// Cards lose a keyword, or every skill, for a time.
    Lose { keyword: Option<KeywordName>, "Which; none: every skill." },
    |this, run| this.keyword.map_or(Influence::LoseSkills, Influence::Lose)
);
influencing!(
    /// Cards cannot do something for a time [103.2].
    Forbid { forbidden: Forbidden, "What." },
    |this, run| Influence::Forbid(standby::Text::of(run.resolution), run.resolution.bound.number)
);
influencing!(
    /// Cards may do something for a time [103.1].
    Allow { allowed: Allowed, "What." }, |this, run| Influence::Allow(standby::Text::of(run.resolution))
);

word! {
    /// Players cannot do something for a time [103.2].
    ForbidPlayer {
        /// Who.
        who: Side,
        /// What.
        forbidden: Forbidden,
        /// Until when.
        until: Until,
    }
}

impl EffectWord<AzurLane> for ForbidPlayer {
    fn lint(&self, lint: &mut Lint<'_, AzurLane>) {
        lint.inside("forbidden", |lint| self.forbidden.lint(lint, true));
        lint.inside("until", |lint| self.until.lint(lint));
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let number = run.resolution.bound.number;
        let mut all = true;
        for &seat in self.who.seats(run.seat()) {
            let influence = Influence::Forbid(standby::Text::of(run.resolution), number);
            let (me, seat_of) = (run.me(), run.seat());
            all &= zone::begin(run.game, seat_of, influence, Reach::Seat(seat), self.until, Some(me));
        }
        Ok(Next::Done(all))
    }

    fn is_feasible(&self, game: &Game<'_>, _: &Scene<'_>) -> bool {
        zone::can_begin(game, self.until)
    }
}

word! {
    /// A trigger that comes up later in the game, once.
    LaterWord {
        /// The event that it waits for.
        on: Trigger,
        /// What is done then; it still knows what was chosen before.
        #[serde(rename = "do")]
        effects: Vec<Effect>,
        /// Until when it waits.
        until: Until,
    }
}

impl EffectWord<AzurLane> for LaterWord {
    fn lint(&self, lint: &mut Lint<'_, AzurLane>) {
        lint.inside("until", |lint| self.until.lint(lint));
        let heard = self.on.lacking();
        // The event is read without what was chosen before.
        let unknown = heard.iter().copied().chain(context::SENTENCES).collect();
        lint.anew(unknown, |lint| lint.inside("on", |lint| self.on.lint(lint)));
        let event: Vec<_> = context::EVENT.into_iter().chain(context::IN_BATTLE).collect();
        lint.instead_of(&event, heard, |lint| lint_list(lint, "do", &self.effects));
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let (seat, me) = (run.seat(), run.me());
        let (text, bound) = (standby::Text::of(run.resolution), run.resolution.bound.clone());
        let later = Influence::Later(Box::new(standby::Later { text, me, bound }));
        Ok(Next::Done(zone::begin(run.game, seat, later, Reach::Seat(seat), self.until, Some(me))))
    }

    fn is_feasible(&self, game: &Game<'_>, _: &Scene<'_>) -> bool {
        zone::can_begin(game, self.until)
    }

    fn branch(&self, _: u8) -> &[Effect] {
        &self.effects
    }
}
