//! What effects do to numbers and keywords, and to counters.
//!
//! 六.7 prohibitions; 七.4 conferring; 十五.充能, 十五.耗能, 十五.獎勵; ruling-52, ruling-53, ruling-56,
//! ruling-63, ruling-71.

use super::super::ability::AbilityId;
use super::super::findings;
use super::super::table;
use super::super::zone;
use super::super::{Xinglingwang, magic, stat};
use super::continuous::{Static, topics};
use super::effect::{Game, Running, by};
use super::running::GameInfluence;
use super::{
    Allowed, AllowedName, Amount, Forbidden, ForbiddenName, Influence, Keyword, KeywordName, Select, Stat,
    Until, possible, standing,
};
use crate::abilities::lint::meant;
use crate::abilities::topics::Topics;
use crate::abilities::{Answer, Choosable, EffectWord, Lasting, Lint, Next, Part, Pause, Scene, Side};
use crate::by_selection;
use crate::kernel::{CardId, Object, Reach, wire};
use crate::verdict::Cite;

impl Lasting for Xinglingwang {
    type Stat = Stat;
    type Keyword = Keyword;
    type Lost = KeywordName;
    type Forbidden = Forbidden;
    type Allowed = Allowed;
    type Static = Static;
    type GameInfluence = GameInfluence;
    type ForbiddenName = ForbiddenName;
    type AllowedName = AllowedName;

    const TOPICS: Topics = Topics {
        abilities: topics::GRANT_ABILITIES,
        types: topics::TYPES,
        names: topics::NAMES,
        forbids: topics::FORBIDS,
        allows: topics::ALLOWS,
    };

    fn forbids_players(_: &Forbidden) -> u64 {
        topics::FORBIDS_PLAYERS
    }

    fn forbidden_name(forbidden: &Forbidden) -> (ForbiddenName, bool) {
        (forbidden.name(), forbidden.has_properties())
    }

    fn allowed_name(allowed: &Allowed) -> Option<(AllowedName, bool)> {
        Some(allowed.name())
    }

    fn forbidden_otherwise(own: &GameInfluence) -> Option<Forbidden> {
        match own {
            GameInfluence::Forbid(plain) => Some(plain.word()),
            GameInfluence::Later(_) => None,
        }
    }

    fn waiting(own: &GameInfluence) -> Option<AbilityId> {
        own.waiting()
    }

    fn each_static(
        game: &Game<'_>,
        wanted: u64,
        reaches: impl Fn(&Scene<'_>, &Static) -> bool,
        visit: impl FnMut(&Scene<'_>, &Static),
    ) {
        stat::each_static(game, wanted, reaches, visit);
    }

    fn number(game: &Game<'_>, card: CardId, stat: Stat) -> Option<i64> {
        stat::value(game, card, stat)
    }

    fn number_of(game: &Game<'_>, object: Object, stat: Stat, there: bool) -> Option<i64> {
        match there {
            true => stat::now(game, object.card, stat),
            false => stat::of_object(game, object, stat),
        }
    }

    fn is_seen(stat: Stat) -> bool {
        matches!(stat, Stat::Attack | Stat::Score)
    }

    fn sibling(ability: AbilityId, number: u8) -> AbilityId {
        AbilityId { index: number.saturating_sub(1), ..ability }
    }

    fn begin(
        run: &mut Running<'_, '_>,
        influence: Influence,
        reach: Reach<Xinglingwang>,
        until: Until,
    ) -> bool {
        let rule = match &influence {
            Influence::Add(..) | Influence::Become(..) | Influence::Multiply(..) => cite!("ruling-71"),
            Influence::Forbid(..) | Influence::Own(GameInfluence::Forbid(_)) => cite!("六.7"),
            Influence::Own(GameInfluence::Later(_))
            | Influence::Grant(_)
            | Influence::Lose(_)
            | Influence::GrantAbility(_)
            | Influence::CountsAsType(_)
            | Influence::CountsAsName(_)
            | Influence::Allow(_) => cite!("六.1"),
        };
        let by = by(run, rule);
        zone::begin(run.game, influence, reach, until, by);
        true
    }

    fn lint_until(lint: &mut Lint<'_, Xinglingwang>, until: Until) {
        standing::until(lint, until);
    }

    fn lint_forbidden(lint: &mut Lint<'_, Xinglingwang>, what: &Forbidden, to_players: bool) {
        what.lint(lint, to_players);
    }

    fn lint_allowed(lint: &mut Lint<'_, Xinglingwang>, what: &Allowed) {
        what.lint_part(lint);
    }

    fn lint_given(lint: &mut Lint<'_, Xinglingwang>, number: u8, by_continuous: bool) {
        if standing::own_ability(lint, number) == Some(false) && by_continuous {
            lint.find("wrong_attribute", findings::continuous_gives_continuous());
        }
    }
}

/// 賦予: the magic card that is used goes under one unit and works there [七.4, ruling-63].
#[wire(Part<Xinglingwang>)]
pub struct Confer {
    /// The unit.
    #[part(refers_to = standing::OWN_MAGIC)]
    pub what: Select,
}

impl EffectWord<Xinglingwang> for Confer {
    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let units = run.pick(&self.what, cite!("七.4"))?;
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

    by_selection!(
        Xinglingwang: |word, game, scene, unit| {
            table::is_unit(game, unit.card)
                && game.state.table.is_current(scene.me)
                && !table::is_unit(game, scene.me.card)
        }
    );
}

/// Magic that is conferred to a unit goes under another one and works there from then on
/// [七.4, ruling-63].
#[wire(Part<Xinglingwang>)]
pub struct TakeMagic {
    /// The magic; cards from `magic_on`.
    pub what: Select,
    /// The unit that it goes under.
    pub to: Select,
}

impl EffectWord<Xinglingwang> for TakeMagic {
    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let cards = run.pick(&self.what, cite!("六.1"))?;
        let units = run.pick(&self.to, cite!("六.1"))?;
        let Some(&unit) = units.first().filter(|unit| table::stands(run.game, **unit)) else {
            return Ok(Next::Done(false));
        };
        let seat = run.seat();
        run.each(&cards, |run, object| {
            magic::hand_over(run.game, seat, object.card, unit);
            true
        })?;
        let there = |object: &Object| table::host(run.game, object.card) == Some(unit.card);
        Ok(Next::Done(!cards.is_empty() && cards.iter().all(there)))
    }

    fn can_do_some(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        let hosts = possible::candidates(game, scene, &self.to);
        possible::any(game, scene, &self.what, |magic| {
            let host = table::host(game, magic.card);
            let other = |unit: &Object| table::is_unit(game, unit.card) && Some(unit.card) != host;
            host.is_some() && hosts.iter().any(other)
        })
    }
}

macro_rules! counter {
    (
        $(#[$meta:meta])* $name:ident, $rule:literal,
        |$game:ident, $seat:ident, $n:ident, $by:ident| $act:expr,
        room |$see:ident, $whose:ident| $room:expr
    ) => {
        $(#[$meta])*
        #[wire(Part<Xinglingwang>)]
        pub struct $name {
            /// Who.
            #[optional]
            pub who: Side,
            /// How much.
            #[serde(default = "Amount::one")]
            #[part(count)]
            pub n: Amount,
        }

        impl EffectWord<Xinglingwang> for $name {
            fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
                let $n = self.n.value(run.game, &run.scene());
                let $by = by(run, cite!($rule));
                let mut all = true;
                for $seat in self.who.in_turn_order(run.game, run.seat()) {
                    let $game = &mut *run.game;
                    all &= $act;
                }
                Ok(Next::Done(all))
            }

            fn can_do_some(&self, $see: &Game<'_>, scene: &Scene<'_>) -> bool {
                possible::is_some(&self.n, $see, scene)
                    && possible::for_any(self.who, scene, |$whose| $room > 0)
            }

            fn can_do_all(&self, $see: &Game<'_>, scene: &Scene<'_>) -> bool {
                let n = self.n.value($see, scene);
                self.can_do_some($see, scene)
                    && possible::for_each(self.who, scene, |$whose| i64::from($room) >= n)
            }

            fn cost_rules(&self) -> Option<(Cite, &'static [Cite])> {
                Some((cite!($rule), &[]))
            }
        }
    };
}

counter!(
    /// 充能: never less than nothing, up to five [十五.充能.1, 十五.充能.2].
    Charge, "十五.充能.1", |game, seat, n, by| i64::from(zone::charge(game, seat, n, by)) >= n,
    room |game, seat| zone::ENERGY_LIMIT.saturating_sub(table::energy(game, seat))
);
counter!(
    /// 獎勵 is gained, never less than nothing [十五.獎勵.2].
    Reward, "十五.獎勵.1", |game, seat, n, by| {
        let more = by.source.filter(|_| n > 0).map_or(0, |source| stat::extra_reward(game, source));
        i64::from(zone::reward(game, seat, n.saturating_add(more), by)) >= n
    },
    room |game, seat| zone::REWARD_LIMIT.saturating_sub(table::reward(game, seat))
);

counter!(
    /// 獎勵 is lost, down to zero [十五.獎勵.1].
    LoseReward, "十五.獎勵.1", |game, seat, n, by| {
        i64::from(zone::lose_reward(game, seat, zone::count(n), by)) >= n
    },
    room |game, seat| table::reward(game, seat)
);

counter!(
    /// Energy is lost without being spent, down to zero [十五.充能.1].
    LoseEnergy, "十五.充能.1", |game, seat, n, by| {
        i64::from(zone::lose_energy(game, seat, zone::count(n), by)) >= n
    },
    room |game, seat| table::energy(game, seat)
);

/// 耗能 n [十五.耗能.1, 十五.耗能.2].
#[wire(Part<Xinglingwang>)]
pub struct Spend {
    /// How much.
    #[part(count)]
    pub n: Amount,
}

impl EffectWord<Xinglingwang> for Spend {
    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let seat = run.seat();
        let (needs, _) = stat::energy_cost(run.game, seat, self.n.value(run.game, &run.scene()));
        let by = by(run, cite!("十五.耗能.1"));
        Ok(Next::Done(zone::spend(run.game, seat, zone::count(needs), by)))
    }

    fn can_do_some(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        let (needs, _) = stat::energy_cost(game, scene.seat, self.n.value(game, scene));
        i64::from(table::energy(game, scene.seat)) >= needs
    }
}

/// 耗能X: from 1 to the energy that is there; later sentences refer to `x` [ruling-53].
#[wire(Part<Xinglingwang>)]
pub struct SpendX {}

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
        let by = by(run, cite!("十五.耗能.1"));
        Ok(Next::Done(zone::spend(run.game, seat, zone::count(x), by)))
    }

    fn can_do_some(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        table::energy(game, scene.seat) >= 1
    }
}
