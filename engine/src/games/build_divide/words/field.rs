//! What texts do to units, territories, the attack and the chain: 领域的解放.2; ruling-1, ruling-10, ruling-22,
//! ruling-31, ruling-45, ruling-58, ruling-60, ruling-71, ruling-85, ruling-105.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::super::findings;
use super::super::printed::Kind;
use super::super::table::{self, Body, Came, Game, Means, Verb, controller, mark, printed};
use super::super::zone::{self, Entry};
use super::super::{BuildDivide, battle, chain, prohibition, stat};
use super::cards::{standing, stands};
use super::change::{Keyword, Until, topics};
use super::effect::{Running, begun as begun_of, by, by_doer, by_selection, has_done};
use super::filter::State;
use super::running::GameInfluence;
use super::{Amount, Influence, Select};
use crate::abilities::lasting::{Whom, begin};
use crate::abilities::{Actor, EffectWord, Lasting, Lint, Next, Objects, Part, Pause, Scene, can_any};
use crate::card_actions;
use crate::kernel::{CardId, Event, Modifier, Object, Point, Proposal, Reach, wire};

card_actions! { BuildDivide:
    /// 破坏: field cards go to their owners' graveyards, all at once [ruling-10].
    Destroy: Verb::Destroy, can |game, scene, object| {
        table::is_unit(game, object.card)
            && prohibition::destroyed(game, object.card, Means::Effect).is_none()
    }, |game, doer, object| false, {
        const TOGETHER: Option<fn(&mut Game<'_>, Actor, &[Object])> = Some(|game, doer, objects| {
            let by = by_doer(doer, cite!("ruling-10"));
            let units = objects.iter().filter(|object| table::is_unit(game, object.card));
            let gone = units.map(|object| zone::destroying(game, object.card, Some(doer.me), by)).collect();
            game.propose_together(gone);
        });
    };

    /// 静置: cards that stand are rested.
    Rest: Verb::Rest, can |game, scene, object| zone::resting(game, object.card, by_scene(scene)).is_some(),
    |game, doer, object| {
        let rested = zone::resting(game, object.card, by_doer(doer, cite!("ruling-1")));
        zone::happen(game, rested)
    };

    /// 竖置: rested cards stand.
    Stand: Verb::Stand, can |game, scene, object| {
        zone::standing(game, object.card, by_scene(scene)).is_some()
            && prohibition::stands(game, object.card).is_none()
    }, |game, doer, object| {
        let stands = zone::standing(game, object.card, by_doer(doer, cite!("ruling-1")));
        zone::happen(game, stands)
    };

    /// What waits on the chain is countered [ruling-58].
    Counter, can |game, scene, object| chain::item_of(game, object).is_some(), |game, doer, object| {
        chain::counter(game, object, by_doer(doer, cite!("ruling-58")))
    }, {
        fn is_there(game: &Game<'_>, object: Object) -> bool {
            chain::item_of(game, object).is_some()
        }
    };
}

const fn by_scene(scene: &Scene<'_>) -> zone::By {
    by_doer(Actor { seat: scene.seat, me: scene.me }, cite!("ruling-1"))
}

/// Damage to units, to all of them at once; no battle [ruling-71].
#[wire(Part<BuildDivide>)]
pub struct DamageUnit {
    /// Which units.
    pub what: Select,
    /// How much.
    #[part(count)]
    pub n: Amount,
}

impl EffectWord<BuildDivide> for DamageUnit {
    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let units = run.pick(&self.what, cite!("ruling-22"))?;
        let n = self.n.value(run.game, &run.scene());
        let (by, other) = (by(run, cite!("ruling-71")), Some(run.me()));
        let game = &mut *run.game;
        let there: Objects = units.iter().copied().filter(|unit| table::stands(game, *unit)).collect();
        let dealt = there.iter().filter_map(|unit| zone::damaging(game, unit.card, n, other, by)).collect();
        game.propose_together(dealt);
        Ok(Next::Done(n > 0 && there.len() == units.len() && !units.is_empty() && run.is_complete()))
    }

    by_selection!(|word, game, scene, card| table::is_unit(game, card) && word.n.value(game, scene) > 0);
}

/// Two units deal damage as much as their power to each other, both at once; no battle [ruling-71,
/// ruling-106].
#[wire(Part<BuildDivide>)]
pub struct MutualDamage(pub Select, pub Select);

impl EffectWord<BuildDivide> for MutualDamage {
    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let one = run.select(&self.0, cite!("ruling-106"))?;
        let other = run.select(&self.1, cite!("ruling-106"))?;
        let (Some(&one), Some(&other)) = (one.first(), other.first()) else { return Ok(Next::Done(false)) };
        let by = by(run, cite!("ruling-106"));
        let game = &mut *run.game;
        if one == other || !table::stands(game, one) || !table::stands(game, other) {
            return Ok(Next::Done(false));
        }
        let strikes = [(one, other), (other, one)];
        let dealt = strikes.iter().filter_map(|(from, to)| {
            zone::damaging(game, to.card, stat::power(game, from.card), Some(*from), by)
        });
        let dealt: Vec<_> = dealt.collect();
        let both = dealt.len() == 2;
        game.propose_together(dealt);
        Ok(Next::Done(both))
    }

    fn can_do_some(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        let stands = |unit: Object| table::stands(game, unit);
        let has_other = |one: Object| can_any(game, scene, &self.1, |other| other != one && stands(other));
        can_any(game, scene, &self.0, |one| stands(one) && has_other(one))
    }
}

/// Units enter on the player's side, without being used; later sentences refer to those that entered
/// [ruling-9].
#[wire(Part<BuildDivide>)]
pub struct Enter {
    /// Which cards.
    pub what: Select,
    /// How they enter; without it, standing.
    #[serde(default = "standing", skip_serializing_if = "stands")]
    pub state: State,
    /// Commands enter as units with this; in any other zone they are commands again [ruling-100].
    pub as_unit: Option<AsUnit>,
}

/// What a command is on the field as a unit; `this` is the card that enters, and numbers are those that it
/// has when it does [ruling-100].
#[wire]
pub struct AsUnit {
    /// 力量.
    pub power: Amount,
    /// 打击点.
    pub hit: Amount,
    /// Its keywords.
    #[optional]
    pub keywords: Vec<Keyword>,
    /// It has power, hit and keywords only while the own territory is released.
    #[optional]
    pub awakened: bool,
}

impl AsUnit {
    /// The unit as which a card enters.
    fn body(&self, game: &Game<'_>, scene: &Scene<'_>, me: Object) -> Body {
        let scene = Scene { me, ..*scene };
        Body {
            power: self.power.value(game, &scene),
            hit: self.hit.value(game, &scene),
            keywords: self.keywords.iter().copied().collect(),
            awakened: self.awakened,
        }
    }
}

impl Part<BuildDivide> for AsUnit {
    fn lint_part(&self, lint: &mut Lint<'_, BuildDivide>) {
        self.power.lint_at("power", lint);
        self.hit.lint_at("hit", lint);
        if self.keywords.iter().any(|keyword| matches!(keyword, Keyword::Judgment | Keyword::Assault)) {
            lint.inside("keywords", |lint| {
                lint.find("wrong_attribute", findings::keyword_printed_or_given());
            });
        }
    }
}

impl Enter {
    fn can_enter(&self, game: &Game<'_>, card: CardId) -> bool {
        let on_field = matches!(table::lies(game, card), Some((table::Zone::Field, _)));
        let kind = if self.as_unit.is_some() { Kind::Command } else { Kind::Unit };
        !on_field && table::is_printed(game, card, kind)
    }
}

impl EffectWord<BuildDivide> for Enter {
    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let cards = run.pick(&self.what, cite!("ruling-22"))?;
        let by = by(run, cite!("ruling-9"));
        let entry = Entry::new(run.seat(), Came::Effect, self.state == State::Rested);
        run.each(&cards, |run, object| {
            let body = self.as_unit.as_ref().map(|body| body.body(run.game, &run.scene(), object));
            let entered = self.can_enter(run.game, object.card)
                && chain::enter(run.game, object.card, Entry { body, ..entry }, by);
            if entered {
                run.follow(object);
            }
            entered
        })?;
        Ok(Next::Done(run.is_complete() && !cards.is_empty()))
    }

    by_selection!(|word, game, scene, card| word.can_enter(game, card));
}

/// Cards become auras of another one, each of which gives power [ruling-85].
#[wire(Part<BuildDivide>)]
pub struct PutUnder {
    /// Which cards.
    pub what: Select,
    /// Under which card.
    #[serde(default = "this", skip_serializing_if = "is_this")]
    pub under: Select,
}

fn this() -> Select {
    Select::This
}

fn is_this(select: &Select) -> bool {
    *select == Select::This
}

/// Whether a card can have auras.
fn can_have_auras(game: &Game<'_>, object: Object) -> bool {
    let place = table::lies(game, object.card).map(|(zone, _)| zone);
    game.state.table.is_current(object) && matches!(place, Some(table::Zone::Field | table::Zone::Territory))
}

fn can_be_aura(game: &Game<'_>, card: CardId, host: Object) -> bool {
    card != host.card && printed(game, card).kind != Kind::Territory
}

impl EffectWord<BuildDivide> for PutUnder {
    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let hosts = run.select(&self.under, cite!("ruling-22"))?;
        let cards = run.pick(&self.what, cite!("ruling-22"))?;
        let by = by(run, cite!("ruling-85"));
        let Some(host) = hosts.first().copied().filter(|host| can_have_auras(run.game, *host)) else {
            return Ok(Next::Done(false));
        };
        run.each(&cards, |run, object| {
            let put = can_be_aura(run.game, object.card, host)
                && run.game.propose(zone::putting_under(object.card, host, by)).is_done();
            if put {
                run.follow(object);
            }
            put
        })?;
        Ok(Next::Done(run.is_complete() && !cards.is_empty()))
    }

    fn can_do_some(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        can_any(game, scene, &self.under, |host| {
            can_have_auras(game, host)
                && can_any(game, scene, &self.what, |object| can_be_aura(game, object.card, host))
        })
    }

    fn is_open(&self) -> bool {
        self.what.is_open()
    }
}

/// The player takes control of units until an end; they keep their state and what runs on them [ruling-60].
#[wire(Part<BuildDivide>)]
pub struct TakeControl {
    /// Which units.
    pub what: Select,
    /// When they go back.
    #[optional]
    pub until: Until,
}

impl EffectWord<BuildDivide> for TakeControl {
    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let units = run.pick(&self.what, cite!("ruling-22"))?;
        let (by, seat) = (by(run, cite!("ruling-60")), run.seat());
        run.each(&units, |run, unit| {
            let taken = zone::taking_control(run.game, unit.card, seat, by);
            let reach = Whom::These(Objects::from_elem(unit, 1));
            zone::happen(run.game, taken)
                && begin(run, reach, Influence::Own(GameInfluence::Control), self.until)
        })?;
        Ok(Next::Done(run.is_complete() && !units.is_empty()))
    }

    by_selection!(
        |word, game, scene, card| table::is_unit(game, card) && controller(game, card) != scene.seat,
        lint | this,
        lint | lint.inside("until", |lint| BuildDivide::lint_until(lint, this.until))
    );
}

/// Gives units back to their owners when the effects end that gave control of them [ruling-60].
pub fn give_back(game: &mut Game<'_>, ends: impl Fn(&Modifier<BuildDivide>) -> bool) {
    let running = game.running_effects(topics::CONTROL).iter();
    let over = running.filter(|modifier| {
        matches!(modifier.influence, Influence::Own(GameInfluence::Control)) && ends(modifier)
    });
    let units: SmallVec<[Object; 4]> = over
        .filter_map(|modifier| match &modifier.reach {
            Reach::Objects(objects) => objects.first().copied(),
            _ => None,
        })
        .collect();
    for unit in units {
        let owner = table::owner(game, unit.card);
        if game.state.table.is_current(unit) {
            let by = zone::By::rule(owner, cite!("ruling-60"));
            let given_back = zone::taking_control(game, unit.card, owner, by);
            zone::happen(game, given_back);
        }
    }
}

/// The attack that is going on is aimed at another unit.
#[wire(Part<BuildDivide>)]
pub struct RedirectAttack(#[part(what)] pub Select);

impl EffectWord<BuildDivide> for RedirectAttack {
    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let units = run.pick(&self.0, cite!("ruling-22"))?;
        let by = by(run, cite!("ruling-1"));
        let happened = units.first().is_some_and(|unit| battle::redirect(run.game, *unit, by));
        Ok(Next::Done(happened))
    }

    fn can_do_some(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        game.state.facts.attack.is_some() && can_any(game, scene, &self.0, |unit| table::stands(game, unit))
    }
}

/// The attack that is going on ends.
#[wire(Part<BuildDivide>)]
pub struct EndAttack {}

/// The own territory is released [ruling-1].
#[wire(Part<BuildDivide>)]
pub struct ReleaseTerritory {}

/// The own territory is closed, and may be released again [ruling-45].
#[wire(Part<BuildDivide>)]
pub struct CloseTerritory {}

macro_rules! does {
    ($($name:ident, |$see:ident, $seat:ident| $can:expr, |$run:ident| $act:expr;)*) => { $(
        impl EffectWord<BuildDivide> for $name {
            fn run(&self, $run: &mut Running<'_, '_>) -> Result<Next, Pause> {
                Ok(Next::Done($act))
            }

            #[allow(unused_variables)]
            fn can_do_some(&self, $see: &Game<'_>, scene: &Scene<'_>) -> bool {
                let $seat = scene.seat;
                $can
            }
        }
    )* };
}

does! {
    EndAttack, |game, seat| game.state.facts.attack.is_some(), |run| battle::end_attack(run.game);

    ReleaseTerritory,
    |game, seat| !table::is_released(game, seat) && prohibition::releases(game, seat).is_none(),
    |run| {
        let (seat, by) = (run.seat(), by(run, cite!("ruling-1")));
        let territory = table::territory(run.game, seat);
        let territory = territory.filter(|_| prohibition::releases(run.game, seat).is_none());
        let released = territory.and_then(|card| zone::releasing(run.game, card, None, by));
        zone::happen(run.game, released)
    };
}

impl EffectWord<BuildDivide> for CloseTerritory {
    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let (seat, by, begun) = (run.seat(), by(run, cite!("ruling-45")), begun_of(run));
        let territory = table::territory(run.game, seat).map(|card| run.game.state.table.object(card));
        let territory: Objects = territory.into_iter().collect();
        run.together(&territory, |game, territories| {
            let closed = territories.iter().filter(|territory| mark(game, territory.card).released);
            let closed = closed.map(|territory| zone::closing(game, territory.card, by)).collect();
            game.propose_together(closed);
        })?;
        Ok(Next::Done(!territory.is_empty() && has_done(run, begun, Verb::Close, &territory)))
    }

    fn can_do_some(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        table::is_released(game, scene.seat)
    }
}

/// The own territory, which is released and has power and hit for that, becomes a unit, and has the keyword
/// 突击领域 as long as it is one [ruling-105].
#[wire(Copy, Part<BuildDivide>)]
pub struct BecomeUnit {
    /// When it is none any more.
    #[optional]
    pub until: Until,
}

fn can_become_unit(game: &Game<'_>, card: CardId) -> bool {
    mark(game, card).released && printed(game, card).assault.is_some() && !stat::is_assaulting(game, card)
}

impl EffectWord<BuildDivide> for BecomeUnit {
    fn lint(&self, lint: &mut Lint<'_, BuildDivide>) {
        lint.inside("until", |lint| BuildDivide::lint_until(lint, self.until));
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let territory = table::territory(run.game, run.seat());
        let Some(card) = territory.filter(|card| can_become_unit(run.game, *card)) else {
            return Ok(Next::Done(false));
        };
        let by = by(run, cite!("ruling-105"));
        Ok(Next::Done(become_unit(run.game, card, self.until, by)))
    }

    fn can_do_some(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        table::territory(game, scene.seat).is_some_and(|card| can_become_unit(game, card))
    }
}

fn become_unit(game: &mut Game<'_>, card: CardId, until: Until, by: zone::By) -> bool {
    let announced = Proposal::told(Verb::BecomeUnit, by.seat, by.rule).to(card).by(by.source);
    if !game.propose(announced).is_done() {
        return false;
    }
    let reach = Reach::Objects(SmallVec::from_elem(game.state.table.object(card), 1));
    game.begin(Influence::Own(GameInfluence::Unit), reach, until, by.seat, by.source, by.rule);
    true
}

/// A territory with assault is a unit at once when it is released, for the turn [ruling-105].
pub fn on_event(game: &mut Game<'_>, event: &Event<BuildDivide>) {
    let released = event.proposal.card().filter(|_| event.proposal.verb == Verb::Release);
    let becomes = |card: &CardId| {
        event.point == Point::Done && stat::has(game, *card, Keyword::Assault) && can_become_unit(game, *card)
    };
    if let Some(card) = released.filter(becomes) {
        let by = zone::By::rule(controller(game, card), cite!("ruling-105"));
        become_unit(game, card, Until::Turn, by);
    }
}
