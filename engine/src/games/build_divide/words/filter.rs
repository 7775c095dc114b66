//! Properties of cards, and where cards are looked for: 卡牌种类.单位.① to 卡牌种类.单位.⑩; ruling-4, ruling-76,
//! ruling-85, ruling-87, ruling-89, ruling-94, ruling-95, ruling-98.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::super::findings;
use super::super::printed::{Color, Icon, Kind, Timing};
use super::super::stat::{self, Fights};
use super::super::table::{self, Came, Game, Zone, mark, printed};
use super::super::{BuildDivide, chain};
use super::ability::Replaced;
use super::change::{Keyword, Stat};
use super::{Amount, Select, context};
use crate::abilities::filter::{AnyOf, NotThis, looked_at};
use crate::abilities::lint::meant;
use crate::abilities::property::{Among, NameContains, Other, OwnerIs, SameName};
use crate::abilities::spelling::Spelling;
use crate::abilities::{Compared, FilterWord, Lint, Named, Scene, SourceWord};
use crate::kernel::{CardId, Item, Object, Seat, wire};
use crate::verdict::Cite;
use crate::{numbers, properties_of_objects, property, words};

words! {
    /// A property that a card has or does not have.
    pub enum Filter: Filter<BuildDivide> {
        /// One of these kinds.
        Kind(KindIs),
        /// Exactly this name.
        Name(NameIs),
        /// A name with these characters in it.
        NameContains(NameContains),
        /// The same name as the cards meant.
        SameName(SameName<BuildDivide>),
        /// A title.
        Title(TitleIs),
        /// One of these attributes.
        Attribute(AttributeIs),
        /// One of these identity names.
        Identity(IdentityIs),
        /// One of these colours.
        Color(ColorIs),
        /// How many colours it has.
        Colors(Compared<BuildDivide, ColorsOfCard>),
        /// Its total cost compared with a number.
        Cost(Compared<BuildDivide, CostIs>) may_change,
        /// Its power compared with a number.
        Power(Compared<BuildDivide, PowerIs>) may_change,
        /// Its hit compared with a number.
        Hit(Compared<BuildDivide, HitIs>) may_change,
        /// An icon.
        Icon(IconIs),
        /// A keyword.
        Keyword(HasKeyword) may_change,
        /// Its state.
        State(StateIs) may_change,
        /// A timing.
        Timing(TimingIs),
        /// An ace.
        Ace(IsAce),
        /// Damage is marked on it.
        Damaged(IsDamaged) may_change,
        /// It entered in this turn.
        EnteredThisTurn(EnteredThisTurn),
        /// How it entered.
        Came(CameBy),
        /// It attacks.
        Attacking(IsAttacking) may_change,
        /// It blocks.
        Blocking(IsBlocking) may_change,
        /// It is in a battle.
        Battling(IsBattling) may_change,
        /// Auras lie under it.
        HasAuras(HasAuras) may_change,
        /// How it left the field, of a unit that is no more.
        Left(LeftBy),
        /// Another card than the one that the text stands on.
        Other(Other),
        /// One of the cards meant.
        Among(Among<BuildDivide>),
        /// Its owner, seen from the player of the ability.
        Owner(OwnerIs),
        /// What it is on the chain.
        OnChain(OnChainAs),
        /// At least one of these properties.
        Any(AnyOf<BuildDivide>),
        /// Not this property.
        Not(NotThis<BuildDivide>),
    }
}

macro_rules! filter {
    ($(#[$meta:meta])* $name:ident($($inner:tt)*), $rule:literal, $($fits:tt)*) => {
        property! { BuildDivide: $(#[$meta])* $name($($inner)*), cite!($rule), $($fits)* }
    };
}

filter!(
    /// Kinds; energy that lies face down has none [ruling-89], a territory that is a unit has both
    /// [ruling-105].
    KindIs(Vec<Kind>), "ruling-22", |this, game, _scene, card| {
        this.0.iter().any(|kind| stat::is_of_kind(game, card, *kind))
    }, lint |this, lint| lint.filled(&this.0)
);
filter!(
    /// A name in full [ruling-4, ruling-95].
    NameIs(Spelling), "卡牌种类.单位.②", |this, game, _scene, card| BuildDivide::has_name(game, card, &this.0)
);
filter!(
    /// A title; one of two is enough [ruling-84].
    TitleIs(String), "卡牌种类.单位.⑥", |this, game, _scene, card| printed(game, card).titles.contains(&this.0),
    lint |this, lint| lint.declared("title", &this.0)
);
filter!(
    /// Attributes.
    AttributeIs(Vec<String>), "卡牌种类.单位.⑩", |this, game, _scene, card| {
        printed(game, card).attributes.iter().any(|attribute| this.0.contains(attribute))
    }, lint |this, lint| {
        lint.filled(&this.0);
        this.0.iter().for_each(|attribute| lint.declared("attribute", attribute));
    }
);
filter!(
    /// Identity names: names in 《》, which are printed beside the attributes and are no card names.
    IdentityIs(Vec<String>), "卡牌种类.单位.⑩", |this, game, _scene, card| {
        printed(game, card).identities.iter().any(|identity| this.0.contains(identity))
    }, lint |this, lint| {
        lint.filled(&this.0);
        this.0.iter().for_each(|identity| lint.declared("identity", identity));
    }
);
filter!(
    /// Colours; energy that lies face down has none [ruling-89].
    ColorIs(Vec<Color>), "ruling-22", |this, game, _scene, card| {
        stat::colors(game, card).iter().any(|color| this.0.contains(color))
    }, lint |this, lint| lint.filled(&this.0)
);
filter!(
    /// An icon; energy that lies face down has none [ruling-89].
    IconIs(Icon), "卡牌种类.单位.⑦", |this, game, _scene, card| {
        printed(game, card).icon == Some(this.0) && !stat::is_face_down(game, card)
    }
);
filter!(
    /// A timing.
    TimingIs(Timing), "卡牌种类.单位.③", |this, game, _scene, card| printed(game, card).timing() == this.0
);

/// An ace [卡牌种类.单位.⑥].
#[wire(Part<BuildDivide>)]
pub struct IsAce {}

impl FilterWord<BuildDivide> for IsAce {
    fn fits(&self, game: &Game<'_>, _: &Scene<'_>, card: CardId) -> bool {
        printed(game, card).ace
    }

    fn rule(&self) -> Cite {
        cite!("卡牌种类.单位.⑥")
    }
}

/// Declares properties of units; a unit that has left has those that it had last [ruling-76].
macro_rules! of_unit {
    ($($(#[$meta:meta])* $name:ident { $($inner:ty)? }, |$this:ident, $seen:ident| $fits:expr;)*) => {
        properties_of_objects! { BuildDivide, cite!("ruling-22"), at context::on_field; $(
            $(#[$meta])* $name { $($inner)? }, |$this, game, scene, object| {
                let $seen = stat::seen(game, object);
                $fits
            };
        )* }
    };
}

of_unit! {
    /// Damage is marked on it [战斗.2].
    IsDamaged {}, |_this, seen| seen.mark.damage > 0;
    /// It entered in this turn.
    EnteredThisTurn {}, |_this, seen| seen.this_turn;
    /// How it entered.
    CameBy { How }, |this, seen| this.0.is_how(seen.mark);
    /// It attacks [攻击阶段.1].
    IsAttacking {}, |_this, seen| seen.fights == Some(Fights::Attacks);
    /// It blocks [阻挡.1].
    IsBlocking {}, |_this, seen| seen.fights == Some(Fights::Blocks);
    /// It attacks a unit, or is attacked, or blocks [用语.战斗].
    IsBattling {}, |_this, seen| seen.battles;
    /// Auras lie under it [ruling-85].
    HasAuras {}, |_this, seen| seen.auras > 0;
}

/// A keyword, printed or given.
#[wire(Part<BuildDivide>)]
pub struct HasKeyword(pub Keyword);

impl FilterWord<BuildDivide> for HasKeyword {
    fn fits(&self, game: &Game<'_>, _: &Scene<'_>, card: CardId) -> bool {
        stat::has(game, card, self.0)
    }

    fn fits_object(&self, game: &Game<'_>, scene: &Scene<'_>, object: Object) -> bool {
        match stat::left(game, object) {
            Some(last) => last.keywords.contains(&self.0),
            None => self.fits(game, scene, object.card),
        }
    }

    fn rule(&self) -> Cite {
        cite!("ruling-22")
    }
}

/// The ways off the field, one of which it took: of a unit that is no more, as it left last [ruling-76].
#[wire(Part<BuildDivide>)]
pub struct LeftBy(pub Vec<Replaced>);

impl FilterWord<BuildDivide> for LeftBy {
    fn lint(&self, lint: &mut Lint<'_, BuildDivide>) {
        lint.filled(&self.0);
        if self.0.iter().any(|way| matches!(way, Replaced::Close | Replaced::Stand | Replaced::Resolved)) {
            lint.find("never_fits", findings::not_leaving_so());
        }
    }

    /// A card that lies there has not left.
    fn fits(&self, _: &Game<'_>, _: &Scene<'_>, _: CardId) -> bool {
        false
    }

    fn fits_object(&self, game: &Game<'_>, _: &Scene<'_>, object: Object) -> bool {
        let took = |last: &stat::Memory| self.0.iter().any(|way| way.verb() == last.left_by);
        game.spend(self.0.len()) && stat::left(game, object).is_some_and(took)
    }

    fn rule(&self) -> Cite {
        cite!("ruling-76")
    }
}

/// How a unit entered.
#[wire(Copy)]
pub enum How {
    /// It was used from hand, with an Evol cost too [ruling-94].
    Used,
    /// It was used with an Evol cost [ruling-94].
    Evol,
    /// It was used with the Evol cost that the ability with this number offers, counted from 1 [ruling-94].
    EvolBy(u8),
    /// It was used as a shot [ruling-34].
    Shot,
    /// An effect put it there.
    Effect,
    /// It came from a graveyard.
    FromGraveyard,
}

impl How {
    /// Whether a unit with this mark entered in this way.
    pub const fn is_how(self, mark: table::Mark) -> bool {
        match self {
            How::Used => matches!(mark.came, Came::Used | Came::Evol),
            How::Evol => matches!(mark.came, Came::Evol),
            How::EvolBy(number) => matches!(mark.came, Came::Evol) && mark.evol == number,
            How::Shot => matches!(mark.came, Came::Shot),
            How::Effect => matches!(mark.came, Came::Effect),
            How::FromGraveyard => mark.from_graveyard,
        }
    }
}

/// A state as texts name it.
#[wire(Copy, Default, crate::kernel::MapCards)]
pub enum State {
    /// 竖置.
    #[default]
    Standing,
    /// 静置.
    Rested,
    /// Face down, of energy: it neither stands nor is rested [ruling-89].
    FaceDown,
}

impl State {
    /// Rested, or else standing.
    pub const fn of(rested: bool) -> State {
        if rested { State::Rested } else { State::Standing }
    }
}

filter!(
    /// Whether it stands.
    StateIs(State), "ruling-22", |this, game, _scene, card| {
        let (state, down) = (mark(game, card).state, stat::is_face_down(game, card));
        match this.0 {
            State::Standing => state != State::Rested && !down,
            State::Rested => state == State::Rested && !down,
            State::FaceDown => state == State::FaceDown,
        }
    }, lint |_this, lint| if lint.is_unavailable(context::STATE) {
        lint.find("never_fits", findings::neither_standing_nor_rested());
    }
);

/// What waits on the chain.
#[wire(Copy)]
pub enum OnChainAs {
    /// A card that was used.
    Card,
    /// An ability.
    Ability,
}

impl FilterWord<BuildDivide> for OnChainAs {
    fn lint(&self, lint: &mut Lint<'_, BuildDivide>) {
        if lint.is_unavailable(context::ON_CHAIN) {
            lint.find("never_fits", findings::not_on_chain());
        }
    }

    /// The property of a card; for abilities see [`Filter::fits_ability`].
    fn fits(&self, game: &Game<'_>, _: &Scene<'_>, card: CardId) -> bool {
        *self == OnChainAs::Card && matches!(table::lies(game, card), Some((Zone::Chain, _)))
    }

    fn fits_object(&self, game: &Game<'_>, scene: &Scene<'_>, object: Object) -> bool {
        match object.item.and_then(|item| game.item(item)) {
            Some(item) => (*self == OnChainAs::Card) == chain::is_card(item),
            None => self.fits(game, scene, object.card),
        }
    }

    fn rule(&self) -> Cite {
        cite!("ruling-22")
    }
}

impl Filter {
    /// Whether an ability on the chain has the property. An ability is no card, and has no property of one.
    pub fn fits_ability(&self, game: &Game<'_>, scene: &Scene<'_>, item: &Item<BuildDivide>) -> bool {
        match self {
            Filter::OnChain(what) => *what == OnChainAs::Ability,
            Filter::Owner(OwnerIs(side)) => side.covers(scene.seat, item.seat),
            Filter::Other(_) => item.source.is_none_or(|source| source.card != scene.me.card),
            Filter::Among(Among(of)) => of.all(game, scene).iter().any(|object| object.item == Some(item.id)),
            Filter::Any(AnyOf(filters)) => {
                filters.iter().any(|filter| filter.fits_ability(game, scene, item))
            }
            Filter::Not(NotThis(filter)) => !filter.fits_ability(game, scene, item),
            Filter::Kind(_)
            | Filter::Name(_)
            | Filter::NameContains(_)
            | Filter::SameName(_)
            | Filter::Title(_)
            | Filter::Attribute(_)
            | Filter::Identity(_)
            | Filter::Color(_)
            | Filter::Colors(_)
            | Filter::Cost(_)
            | Filter::Power(_)
            | Filter::Hit(_)
            | Filter::Icon(_)
            | Filter::Keyword(_)
            | Filter::State(_)
            | Filter::Timing(_)
            | Filter::Ace(_)
            | Filter::Damaged(_)
            | Filter::EnteredThisTurn(_)
            | Filter::Came(_)
            | Filter::Attacking(_)
            | Filter::Blocking(_)
            | Filter::Battling(_)
            | Filter::HasAuras(_)
            | Filter::Left(_) => false,
        }
    }
}

impl Named for BuildDivide {
    const NAME_CONTAINS: Cite = cite!("卡牌种类.单位.②");

    fn names<'g>(game: &'g Game<'_>, card: CardId) -> SmallVec<[&'g str; 2]> {
        std::iter::once(printed(game, card).called()).collect()
    }

    fn has_name(game: &Game<'_>, card: CardId, name: &str) -> bool {
        printed(game, card).called() == name
    }
}

numbers! { BuildDivide:
    /// How many colours it has; what has none, 0 [ruling-87].
    ColorsOfCard, |game, card| i64::try_from(stat::colors(game, card).len()).ok();
    /// The total cost now [卡牌种类.单位.①].
    CostIs [cite!("卡牌种类.单位.①")], |game, card| stat::value(game, card, Stat::Cost),
    |game, object| stat::of_object(game, object, Stat::Cost, false);
    /// The power now; only units have any [卡牌种类.单位.④].
    PowerIs [cite!("卡牌种类.单位.④")], |game, card| stat::value(game, card, Stat::Power),
    |game, object| stat::of_object(game, object, Stat::Power, false);
    /// The hit now; only units have any [卡牌种类.单位.⑤].
    HitIs [cite!("卡牌种类.单位.⑤")], |game, card| stat::value(game, card, Stat::Hit),
    |game, object| stat::of_object(game, object, Stat::Hit, false);
}

/// Where cards are looked for; without a word, on the field.
#[wire(Default, Part<BuildDivide>)]
pub enum Source {
    /// 场: the units of a player.
    #[default]
    Field,
    /// 手牌.
    Hand,
    /// 墓地.
    Graveyard,
    /// 能量区.
    Energy,
    /// The whole deck.
    Deck,
    /// The top cards of the deck.
    DeckTop(#[part(count)] Amount),
    /// The top cards of life.
    LifeTop(#[part(count)] Amount),
    /// 生命区.
    Life,
    /// 除外.
    Removed,
    /// What waits on the chain: cards that were used, and abilities, which have no properties of cards
    /// [快速与连锁.2].
    Chain,
    /// The cards that the player is looking at.
    #[part(refers_to = meant::LOOKED)]
    Looked,
    /// The auras of the cards meant [ruling-85].
    Under(Box<Select>),
    /// The D-deck [ruling-104].
    DDeck,
}

impl Source {
    /// The zone of a source that is one.
    const fn zone(&self) -> Option<Zone> {
        Some(match self {
            Source::Hand => Zone::Hand,
            Source::Graveyard => Zone::Graveyard,
            Source::Energy => Zone::Energy,
            Source::Deck => Zone::Deck,
            Source::Life => Zone::Life,
            Source::Removed => Zone::Removed,
            Source::DDeck => Zone::DDeck,
            Source::Field
            | Source::DeckTop(_)
            | Source::LifeTop(_)
            | Source::Chain
            | Source::Looked
            | Source::Under(_) => return None,
        })
    }
}

impl SourceWord<BuildDivide> for Source {
    fn unavailable(&self) -> &'static [&'static str] {
        match self {
            Source::Field => &[context::ON_CHAIN],
            Source::Energy => &[context::ON_FIELD, context::ON_CHAIN],
            Source::Chain => &[context::ON_FIELD, context::STATE],
            Source::Hand
            | Source::Graveyard
            | Source::Deck
            | Source::DeckTop(_)
            | Source::LifeTop(_)
            | Source::Life
            | Source::Removed
            | Source::Looked
            | Source::Under(_)
            | Source::DDeck => &[context::ON_FIELD, context::STATE, context::ON_CHAIN],
        }
    }

    fn cards<'g>(&self, game: &'g Game<'_>, scene: &Scene<'_>, seat: Seat) -> Cow<'g, [CardId]> {
        let list = |zone: table::ZoneOf| game.state.table.list(zone.of(seat));
        match self {
            Source::Field => table::units(game, seat).into(),
            Source::Chain => chain::numbers(game, seat).into(),
            Source::DeckTop(n) => {
                let deck = list(table::DECK);
                deck.get(..n.count(game, scene)).unwrap_or(deck).into()
            }
            Source::LifeTop(n) => {
                let life = list(table::LIFE);
                life.get(..n.count(game, scene)).unwrap_or(life).into()
            }
            Source::Looked => looked_at(game, scene, seat).into(),
            Source::Under(of) => {
                let mut auras = Vec::new();
                of.each(game, scene, |host| {
                    if table::controller(game, host) == seat {
                        auras.extend(game.state.table.pile(host));
                    }
                });
                auras.into()
            }
            Source::Hand
            | Source::Graveyard
            | Source::Energy
            | Source::Deck
            | Source::Life
            | Source::Removed
            | Source::DDeck => self.zone().map_or(&[][..], |zone| list(zone.place())).into(),
        }
    }

    fn asks_for(&self, game: &Game<'_>, scene: &Scene<'_>) -> usize {
        match self {
            Source::DeckTop(n) | Source::LifeTop(n) => n.count(game, scene),
            Source::Field
            | Source::Hand
            | Source::Graveyard
            | Source::Energy
            | Source::Deck
            | Source::Life
            | Source::Removed
            | Source::Chain
            | Source::Looked
            | Source::Under(_)
            | Source::DDeck => 0,
        }
    }

    fn is_seen(&self, owner: Seat, viewer: Seat) -> bool {
        match self {
            Source::Hand | Source::DDeck => owner == viewer,
            Source::Deck | Source::DeckTop(_) | Source::LifeTop(_) | Source::Life => false,
            Source::Field
            | Source::Graveyard
            | Source::Energy
            | Source::Removed
            | Source::Chain
            | Source::Looked
            | Source::Under(_) => true,
        }
    }

    fn is_told(&self, owner: Seat) -> bool {
        !matches!(self, Source::Looked) && self.is_seen(owner, owner.other())
    }

    fn rule(&self) -> Cite {
        cite!("ruling-22")
    }
}
