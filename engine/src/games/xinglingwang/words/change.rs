//! What effects do to numbers and keywords, and to counters.
//!
//! 六.7 prohibitions; 七.4 conferring; 十五.充能, 十五.耗能, 十五.獎勵; ruling-52, ruling-53, ruling-56,
//! ruling-63, ruling-71.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::super::table;
use super::super::zone;
use super::super::{Xinglingwang, magic, stat};
use super::effect::{Game, Running, by_selection, cause, each, pick, wanted};
use super::possible::{Act, acting};
use super::{
    Amount, Forbidden, Influence, Keyword, KeywordName, Select, Stat, Text, Until, possible, standing,
};
use crate::card::lint::meant;
use crate::card::{Answer, Choosable, EffectWord, Lint, Next, Pause, Scene, Side};
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
    /// The final number is multiplied [ruling-71].
    Multiply(u8),
}

/// The sentence that is being processed.
fn text_of(run: &Running<'_, '_>) -> Text {
    Text { ability: run.resolution.ability, path: run.resolution.path.clone() }
}

/// Begins an influence on the cards meant.
fn begin(run: &mut Running<'_, '_>, objects: &[Object], influence: Influence, until: Until) {
    let there: smallvec::SmallVec<[Object; 2]> =
        objects.iter().copied().filter(|object| run.game.state.table.is_current(*object)).collect();
    if !there.is_empty() {
        let rule = match &influence {
            Influence::Add(..) | Influence::Become(..) | Influence::Multiply(..) => cite!("ruling-71"),
            Influence::Forbid(_) | Influence::ForbidText(_) => cite!("六.7"),
            _ => cite!("六.1"),
        };
        let why = cause(run, rule);
        zone::begin(run.game, influence, Reach::Objects(there), until, why);
    }
}

macro_rules! influencing {
    ($(#[$meta:meta])* $name:ident { $( $(#[$field_meta:meta])* $field:ident: $type:ty ),* $(,)? }, |$this:ident, $run:ident| $influence:expr $(, lint |$lthis:ident, $lint:ident| $lint_body:expr)?) => {
        word! {
            $(#[$meta])*
            $name {
                /// Which cards.
                what: Select,
                $( $(#[$field_meta])* $field: $type, )*
                /// Until when.
                until: Until,
            }
        }

        impl EffectWord<Xinglingwang> for $name {
            fn lint(&self, lint: &mut Lint<'_, Xinglingwang>) {
                lint.inside("what", |lint| self.what.lint(lint));
                standing::until(lint, self.until);
                $( let ($lthis, $lint) = (self, lint); $lint_body; )?
            }

            fn run(&self, $run: &mut Running<'_, '_>) -> Result<Next, Pause> {
                let cards = pick($run, &self.what, cite!("六.1"))?;
                let $this = self;
                let _ = $this;
                let influence = $influence;
                begin($run, &cards, influence, self.until);
                Ok(Next::Done(!cards.is_empty() && cards.len() >= wanted($run, &self.what)))
            }

            by_selection!();
        }

        acting!($name, |this, scene| Act::Anything);
    };
}

influencing!(
    /// A number of cards changes for a time [ruling-71].
    Modify {
        /// Which number.
        stat: Stat,
        /// How.
        by: NumberChange,
    },
    |this, run| match &this.by {
        NumberChange::Add(n) => Influence::Add(this.stat, n.value(run.game, &run.scene())),
        NumberChange::Become(n) => Influence::Become(this.stat, n.value(run.game, &run.scene())),
        NumberChange::Multiply(by) => Influence::Multiply(this.stat, *by),
    },
    lint |this, lint| match &this.by {
        NumberChange::Add(n) => lint.inside("by/add", |lint| {
            if matches!(n, Amount::Number(0)) {
                lint.find("number_out_of_range", "adding 0 does nothing");
            }
            n.lint(lint);
        }),
        NumberChange::Become(n) => lint.inside("by/become", |lint| n.lint(lint)),
        NumberChange::Multiply(1) => {
            lint.inside("by/multiply", |lint| lint.find("number_out_of_range", "multiplying by 1 does nothing"));
        }
        NumberChange::Multiply(_) => {}
    }
);
influencing!(
    /// Cards get a keyword for a time.
    Grant {
        /// Which.
        keyword: Keyword,
    },
    |this, run| Influence::Grant(this.keyword)
);
influencing!(
    /// Cards lose a keyword for a time.
    Lose {
        /// Which.
        keyword: KeywordName,
    },
    |this, run| Influence::Lose(this.keyword)
);
influencing!(
    /// Cards get an ability of this card for a time.
    GrantAbility {
        /// Which of its abilities, counted from 1.
        ability: u8,
    },
    |this, run| Influence::GrantAbility(super::super::ability::AbilityId {
        index: this.ability.saturating_sub(1),
        ..run.resolution.ability
    }),
    lint |this, lint| lint.inside("ability", |lint| {
        standing::own_ability(lint, this.ability);
    })
);
influencing!(
    /// Cards count as a type, too, for a time.
    CountsAsType {
        /// Which.
        kind: String,
    },
    |this, run| Influence::CountsAsType(this.kind.clone()),
    lint |this, lint| lint.inside("kind", |lint| lint.declared("type", &this.kind))
);
influencing!(
    /// Cards count as having a name, too, for a time.
    CountsAsName {
        /// Which.
        name: String,
    },
    |this, run| Influence::CountsAsName(this.name.clone())
);
influencing!(
    /// Cards cannot do something for a time [六.7].
    Forbid {
        /// What.
        forbidden: Forbidden,
    },
    |this, run| Influence::ForbidText(text_of(run)),
    lint |this, lint| lint.inside("forbidden", |lint| this.forbidden.lint(lint))
);

word! {
    /// Players cannot do something for a time [六.7].
    ForbidPlayer {
        /// Who.
        who: Side,
        /// What.
        forbidden: Forbidden,
        /// Until when.
        until: Until,
    }
}

impl EffectWord<Xinglingwang> for ForbidPlayer {
    fn lint(&self, lint: &mut Lint<'_, Xinglingwang>) {
        lint.inside("forbidden", |lint| self.forbidden.lint(lint));
        standing::until(lint, self.until);
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let why = cause(run, cite!("六.7"));
        for &seat in self.who.seats(run.seat()) {
            let influence = Influence::ForbidText(text_of(run));
            zone::begin(run.game, influence, Reach::Seat(seat), self.until, why);
        }
        Ok(Next::Done(true))
    }

    fn is_feasible(&self, _: &Game<'_>, _: &Scene<'_>) -> bool {
        true
    }
}

word! {
    /// 賦予: the magic card that is used goes under one unit and works there [七.4, ruling-63].
    Confer {
        /// The unit.
        what: Select,
    }
}

impl EffectWord<Xinglingwang> for Confer {
    fn lint(&self, lint: &mut Lint<'_, Xinglingwang>) {
        lint.speaks_of(standing::OWN_MAGIC);
        lint.inside("what", |lint| self.what.lint(lint));
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let units = pick(run, &self.what, cite!("七.4"))?;
        let (seat, me) = (run.seat(), run.me());
        let unit = units.first().filter(|unit| table::stands(run.game, **unit));
        let laid = match unit {
            Some(unit) if run.game.state.table.is_current(me) && !table::is_unit(run.game, me.card) => {
                magic::lay_under(run.game, seat, me.card, unit.card, cite!("七.4"))
            }
            _ => false,
        };
        Ok(Next::Done(laid))
    }

    by_selection!();
}

acting!(Confer, |this, scene| Act::Confer(scene.me));

word! {
    /// Magic that is conferred to a unit goes under another one and works there from then on
    /// [七.4, ruling-63].
    TakeMagic {
        /// The magic; cards from `magic_on`.
        what: Select,
        /// The unit that it goes under.
        to: Select,
    }
}

impl EffectWord<Xinglingwang> for TakeMagic {
    fn lint(&self, lint: &mut Lint<'_, Xinglingwang>) {
        lint.inside("what", |lint| self.what.lint(lint));
        lint.inside("to", |lint| self.to.lint(lint));
    }

    fn selection(&self) -> Option<Select> {
        Some(self.what.clone())
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let cards = pick(run, &self.what, cite!("六.1"))?;
        let units = pick(run, &self.to, cite!("六.1"))?;
        let Some(&unit) = units.first().filter(|unit| table::stands(run.game, **unit)) else {
            return Ok(Next::Done(false));
        };
        let seat = run.seat();
        each(run, &cards, |game, object| {
            magic::hand_over(game, seat, object.card, unit);
        })?;
        let there = |object: &Object| table::host(run.game, object.card) == Some(unit.card);
        Ok(Next::Done(!cards.is_empty() && cards.iter().all(there)))
    }

    fn is_feasible(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        let hosts = possible::candidates(game, scene, &self.to);
        possible::any(game, scene, &self.what, |magic| {
            let host = table::host(game, magic.card);
            let other = |unit: &Object| table::is_unit(game, unit.card) && Some(unit.card) != host;
            host.is_some() && hosts.iter().any(other)
        })
    }

    fn is_open(&self) -> bool {
        self.what.is_open() && self.to.is_open()
    }
}

macro_rules! counter {
    ($(#[$meta:meta])* $name:ident, $rule:literal, |$game:ident, $seat:ident, $n:ident, $why:ident| $act:expr, can |$see:ident, $whose:ident| $can:expr) => {
        word! {
            $(#[$meta])*
            $name {
                /// Who.
                #[serde(default)]
                who: Side,
                /// How much.
                #[serde(default = "Amount::one")]
                n: Amount,
            }
        }

        impl EffectWord<Xinglingwang> for $name {
            fn lint(&self, lint: &mut Lint<'_, Xinglingwang>) {
                standing::number(lint, "n", &self.n);
            }

            fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
                let $n = self.n.value(run.game, &run.scene());
                let $why = cause(run, cite!($rule));
                let mut all = true;
                for $seat in self.who.in_turn_order(run.game, run.seat()) {
                    let $game = &mut *run.game;
                    all &= $act;
                }
                Ok(Next::Done(all))
            }

            fn is_feasible(&self, $see: &Game<'_>, scene: &Scene<'_>) -> bool {
                possible::is_some(&self.n, $see, scene) && possible::for_any(self.who, scene, |$whose| $can)
            }
        }
    };
}

counter!(
    /// 充能: never less than nothing, up to five [十五.充能.1, 十五.充能.2].
    Charge, "十五.充能.1", |game, seat, n, why| i64::from(zone::charge(game, seat, n, why)) >= n,
    can |game, seat| table::energy(game, seat) < zone::ENERGY_LIMIT
);
counter!(
    /// 獎勵 is gained, never less than nothing [十五.獎勵.2].
    Reward, "十五.獎勵.1", |game, seat, n, why| i64::from(zone::reward(game, seat, n, why)) >= n,
    can |game, seat| table::reward(game, seat) < zone::REWARD_LIMIT
);

counter!(
    /// 獎勵 is lost, down to zero [十五.獎勵.1].
    LoseReward, "十五.獎勵.1", |game, seat, n, why| {
        i64::from(zone::lose_reward(game, seat, zone::count(n), why)) >= n
    },
    can |game, seat| table::reward(game, seat) > 0
);

counter!(
    /// Energy is lost without being spent, down to zero [十五.充能.1].
    LoseEnergy, "十五.充能.1", |game, seat, n, why| {
        i64::from(zone::lose_energy(game, seat, zone::count(n), why)) >= n
    },
    can |game, seat| table::energy(game, seat) > 0
);

word! {
    /// 耗能 n [十五.耗能.1, 十五.耗能.2].
    Spend {
        /// How much.
        n: Amount,
    }
}

impl EffectWord<Xinglingwang> for Spend {
    fn lint(&self, lint: &mut Lint<'_, Xinglingwang>) {
        standing::number(lint, "n", &self.n);
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let seat = run.seat();
        let (needs, _) = stat::energy_cost(run.game, seat, self.n.value(run.game, &run.scene()));
        let why = cause(run, cite!("十五.耗能.1"));
        Ok(Next::Done(zone::spend(run.game, seat, zone::count(needs), why)))
    }

    fn is_feasible(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        let (needs, _) = stat::energy_cost(game, scene.seat, self.n.value(game, scene));
        i64::from(table::energy(game, scene.seat)) >= needs
    }
}

word! {
    /// 耗能X: from 1 to the energy that is there; later sentences speak of `x` [ruling-53].
    SpendX {}
}

impl EffectWord<Xinglingwang> for SpendX {
    fn lint(&self, lint: &mut Lint<'_, Xinglingwang>) {
        lint.learn(meant::NUMBER);
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let seat = run.seat();
        let max = i64::from(table::energy(run.game, seat));
        if run.decided() == 0 && max < 1 && run.resolution.memo.decided.is_empty() {
            return Ok(Next::Done(false));
        }
        let x = match max {
            1 if run.resolution.memo.decided.is_empty() => 1,
            _ => match run.ask(seat, Choosable::Number { min: 1, max }, cite!("十五.耗能.1"), true)? {
                Answer::Number(x) => x,
                _ => return Ok(Next::Done(false)),
            },
        };
        run.resolution.bound.number = x;
        let why = cause(run, cite!("十五.耗能.1"));
        Ok(Next::Done(zone::spend(run.game, seat, zone::count(x), why)))
    }

    fn is_feasible(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        table::energy(game, scene.seat) >= 1
    }
}
