//! Using a card by an effect: FAQ.支付費用.Q3, 效果的發揮.3; ruling-16, ruling-54, ruling-65, ruling-66, ruling-77.

use super::super::magic::{self, MagicMode};
use super::super::printed::Kind;
use super::super::table::{self, Came, Game, printed};
use super::super::{BattleSpirits, Question, Step, keisho, pay, prohibition, reduction, stat};
use super::effect::Running;
use super::{Filter, Select, Source, Take};
use crate::abilities::lint::meant;
use crate::abilities::{
    Answer, Cards, Choosing, EffectWord, FilterWord, Lint, Next, Part, Pause, Scene, Side,
};
use crate::kernel::{CardId, Object, Seat, held, wire};

/// A player uses one card of a place; which one is part of the answer [ruling-77].
#[wire]
pub struct UseCard {
    /// From where.
    #[serde(default = "hand")]
    pub from: Source,
    /// What the card has to be.
    #[optional]
    pub fits: Vec<Filter>,
    /// One of these cards, in place of those of a place.
    pub what: Option<Select>,
    /// Without paying its cost [ruling-16].
    #[optional]
    pub free: bool,
    /// Of a magic: only this effect.
    pub mode: Option<super::Mode>,
    /// Of a spirit or a nexus: later sentences mean it, on the field, as chosen.
    #[optional]
    pub chosen: bool,
}

const fn hand() -> Source {
    Source::Hand
}

impl Part<BattleSpirits> for UseCard {
    fn lint_part(&self, lint: &mut Lint<'_, BattleSpirits>) {
        self.select().lint(lint);
        if self.chosen {
            lint.learn(meant::CHOSEN);
        }
    }

    fn is_open_part(&self) -> bool {
        self.select().is_open()
    }
}

impl UseCard {
    fn select(&self) -> Select {
        let cards = Cards {
            side: Side::Own,
            from: self.from.clone(),
            fits: self.fits.clone(),
            take: Take::Exactly(crate::abilities::Amount::one()),
            chooser: Choosing::You,
            name: None,
        };
        self.what.clone().unwrap_or(Select::Cards(cards))
    }

    fn uses(&self, game: &Game<'_>, scene: &Scene<'_>, kind: Kind, came: Came) -> EffectUse {
        let objects = self.select().all(game, scene).into_iter();
        let there = objects.filter(|object| game.state.table.is_current(*object)).map(|object| object.card);
        let mut cards: Vec<CardId> = there.filter(|card| printed(game, *card).kind == kind).collect();
        if came == Came::FormChange && self.what.is_none() && self.from == Source::Hand {
            let others = table::list(game, table::HAND, scene.seat).into_iter();
            let others =
                others.filter(|card| !cards.contains(card) && self.fits_at_form_cost(game, scene, *card));
            let others: Vec<CardId> = others.collect();
            cards.extend(others);
        }
        let mode = self.mode.map(|mode| match mode {
            super::Mode::Main => MagicMode::Main,
            super::Mode::Flash => MagicMode::Flash,
        });
        EffectUse { cards, free: self.free, mode, came, by: scene.me }
    }

    /// Whether a card fits at a cost that its own text may give it for 【Fチェンジ】 [ruling-124].
    fn fits_at_form_cost(&self, game: &Game<'_>, scene: &Scene<'_>, card: CardId) -> bool {
        let data = printed(game, card);
        let costs = data.abilities.iter().filter_map(|of| of.form_cost(game, game.state.table.object(card)));
        let fits = |cost: i64| self.fits.iter().all(|filter| fits_at(game, scene, filter, card, cost));
        data.kind == Kind::Spirit && costs.into_iter().any(fits)
    }

    fn run(&self, run: &mut Running<'_, '_>, kind: Kind, came: Came) -> Result<Next, Pause> {
        if let Some(begun) = run.remembered() {
            if let Answer::Objects(before) = begun {
                let moved = before.into_iter().filter(|object| !run.game.state.table.is_current(*object));
                let now = moved.map(|object| run.game.state.table.object(object.card));
                let used = now.filter(|object| table::is_on_field(run.game, object.card)).collect();
                run.resolution.bound.bind(None, used);
            }
            return Ok(Next::Done(true));
        }
        let of = self.uses(run.game, &run.scene(), kind, came);
        let seat: Seat = run.seat();
        if !is_possible(run.game, seat, &of) {
            return Ok(Next::Done(false));
        }
        let cards = of.cards.iter().map(|card| run.game.state.table.object(*card)).collect();
        let begun = if self.chosen { Answer::Objects(cards) } else { Answer::Flag(true) };
        run.decide_unasked(|_| begun);
        begin(run.game, seat, of);
        Err(Pause::Pushed)
    }

    fn can_do_some(&self, game: &Game<'_>, scene: &Scene<'_>, kind: Kind, came: Came) -> bool {
        let of = self.uses(game, scene, kind, came);
        is_possible(game, scene.seat, &of)
    }
}

/// Whether a card would have a property if it had this cost.
fn fits_at(game: &Game<'_>, scene: &Scene<'_>, filter: &Filter, card: CardId, cost: i64) -> bool {
    if let Filter::Cost(compared) = filter {
        compared.is.is_true(cost, compared.with.value(game, scene))
    } else if let Filter::Any(any) = filter {
        any.0.iter().any(|filter| fits_at(game, scene, filter, card, cost))
    } else if let Filter::Not(not) = filter {
        !fits_at(game, scene, &not.0, card, cost)
    } else {
        filter.fits(game, scene, card)
    }
}

macro_rules! uses {
    ($($(#[$meta:meta])* $name:ident, $kind:expr, $came:expr;)*) => { $(
        $(#[$meta])*
        #[wire(Part<BattleSpirits>)]
        pub struct $name(pub UseCard);

        impl EffectWord<BattleSpirits> for $name {
            fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
                self.0.run(run, $kind, $came)
            }

            fn can_do_some(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
                self.0.can_do_some(game, scene, $kind, $came)
            }
        }
    )* };
}

uses! {
    /// A spirit is summoned [主要階段.召喚靈魂卡.1].
    Summon, Kind::Spirit, Came::Effect;
    /// A spirit is summoned by 操靈 [ruling-92].
    CallSpirit, Kind::Spirit, Came::SpiritCall;
    /// A spirit is summoned by Fチェンジ [ruling-124].
    ChangeForm, Kind::Spirit, Came::FormChange;
    /// A nexus is deployed [主要階段.配置核心卡.1].
    Deploy, Kind::Nexus, Came::Effect;
    /// A magic is used [主要階段.使用魔法卡.1].
    UseMagic, Kind::Magic, Came::Effect;
    /// A magic is used by 魔述 [ruling-93].
    Spellcast, Kind::Magic, Came::Spellcast;
}

/// What an effect lets a player use.
#[held]
pub struct EffectUse {
    /// The cards that it allows, wherever they lie.
    pub cards: Vec<CardId>,
    /// Without paying the cost.
    pub free: bool,
    /// Of a magic: this effect alone.
    pub mode: Option<MagicMode>,
    /// How a card that is used so comes onto the field.
    pub came: Came,
    /// What the text stands on.
    pub by: Object,
}

/// The use that an effect asks of a seat now; `None`: none does.
pub fn asked<'g>(game: &'g Game<'_>, seat: Seat) -> Option<&'g EffectUse> {
    let Question::EffectUse(of) = &game.asked(seat)?.question else { return None };
    Some(of)
}

/// Whether a player can use one of the cards: the cores of the reserve and of all own field cards cover its
/// cost and its lowest level [ruling-77].
pub fn is_possible(game: &Game<'_>, seat: Seat, of: &EffectUse) -> bool {
    let is_possible = |&card: &CardId| {
        let there = i64::from(pay::available(game, seat));
        let (least, needed) = (least_cost(game, seat, card, of), i64::from(stat::needed(game, card)));
        if prohibition::using(game, seat, card) {
            return false;
        }
        match printed(game, card).kind {
            Kind::Spirit | Kind::Nexus => least.saturating_add(needed) <= there,
            Kind::Magic => {
                let modes = [MagicMode::Main, MagicMode::Flash].into_iter();
                let mut modes = modes.filter(|mode| of.mode.is_none_or(|only| only == *mode));
                let has_one = modes.any(|mode| {
                    magic::has(game, card, mode) && !magic::is_name_used_up(game, seat, card, mode)
                });
                has_one && (least <= there || !of.free && magic::can_pay_by_soul(game, seat, card))
            }
            Kind::Other => false,
        }
    };
    of.cards.iter().any(is_possible)
}

/// The lowest cost of a card, over all sets of cards that can be exiled for it.
fn least_cost(game: &Game<'_>, seat: Seat, card: CardId, of: &EffectUse) -> i64 {
    if of.free {
        return 0;
    }
    let sets = keisho::each_kind(game, seat, card);
    sets.iter()
        .map(|keisho| reduction::cost_as(game, (seat, of.came), card, keisho))
        .min()
        .unwrap_or(i64::MAX)
}

/// Asks a player for the use that an effect makes. If no use is legal, nobody is asked and that part is not
/// done [ruling-54, ruling-66].
pub fn run(game: &mut Game<'_>, seat: Seat, of: EffectUse) {
    if is_possible(game, seat, &of) {
        game.ask(seat, Question::EffectUse(of));
    }
}

/// Puts the use that an effect makes on the agenda; returns whether a legal use exists.
pub fn begin(game: &mut Game<'_>, seat: Seat, of: EffectUse) -> bool {
    let is_possible = is_possible(game, seat, &of);
    if is_possible {
        game.push(Step::EffectUse(seat, of));
    }
    is_possible
}
