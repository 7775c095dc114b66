//! Properties of cards, and the zones that selections search.
//!
//! Chapter 2 of the book: 201 name, 202 cost, 203 colour, 204 kind, 205 attributes, 207 power,
//! 208 support; chapter 4 for the places.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::super::findings;
use super::super::printed::{Color, Force, Kind, Printed};
use super::super::{AzurLane, stat, table};
use super::{Amount, KeywordName, Select, Stat, context};
use crate::abilities::filter::{AnyOf, NotThis, looked_at};
use crate::abilities::lint::meant;
use crate::abilities::property::{Among, NameContains, Other, OwnerIs, SameName};
use crate::abilities::spelling::Spelling;
use crate::abilities::{Compared, FilterWord, Lint, Named, Part, Scene, SourceWord};
use crate::kernel::{CardId, Cell, Match, Object, Seat, wire};
use crate::verdict::Cite;
use crate::{numbers, property, words};

words! {
    /// A property that a card has or does not have.
    pub enum Filter: Filter<AzurLane> {
        /// One of these kinds.
        Kind(KindIs),
        /// 「N」: this name, or a name that counts as it.
        Name(NameIs),
        /// 『S』: a name with these characters in it.
        NameContains(NameContains),
        /// 「N」以外: no name is this one.
        NameIsNot(NameIsNot),
        /// The same name as the cards meant.
        SameName(SameName<AzurLane>),
        /// Another card than the one that the text stands on.
        Other(Other),
        /// One of the cards meant.
        Among(Among<AzurLane>),
        /// Its owner, seen from the player of the ability.
        Owner(OwnerIs),
        /// One of these camps.
        Camp(CampIs),
        /// This force.
        Force(ForceIs),
        /// One of these ship types.
        Type(TypeIs),
        /// Has this colour.
        Color(ColorIs),
        /// Its cost compared with a number.
        Cost(Compared<AzurLane, CostIs>) may_change,
        /// Its power compared with a number.
        Power(Compared<AzurLane, PowerIs>) may_change,
        /// Active or rested.
        State(StateIs) may_change,
        /// In this row.
        Row(RowIs) may_change,
        /// On one of these positions.
        Position(PositionIs) may_change,
        /// Shares an edge with the cards meant.
        Adjacent(Adjacent) may_change,
        /// Has no skill.
        NoSkills(NoSkills) may_change,
        /// Has this keyword.
        Keyword(HasKeyword) may_change,
        /// Has cards under it.
        HasUnder(HasUnder) may_change,
        /// Its flagship face.
        Face(FaceIs) may_change,
        /// At least one of these properties.
        Any(AnyOf<AzurLane>),
        /// Not this property.
        Not(NotThis<AzurLane>),
    }
}

impl Filter {
    /// Whether a card could have this property in some game: its print has to agree as far as it decides the
    /// property.
    pub fn could_fit(&self, card: &Printed) -> bool {
        self.by_print(card).unwrap_or(true)
    }

    /// The number of values that a card is compared with.
    pub fn size(&self) -> usize {
        match self {
            Filter::Kind(is) => is.0.len(),
            Filter::Camp(is) => is.0.len(),
            Filter::Type(is) => is.0.len(),
            Filter::Any(any) => any.0.iter().map(Filter::size).sum(),
            Filter::Not(not) => not.0.size(),
            Filter::Name(_) | Filter::NameContains(_) | Filter::NameIsNot(_) | Filter::SameName(_) => 1,
            Filter::Other(_) | Filter::Among(_) | Filter::Owner(_) | Filter::Force(_) | Filter::Color(_) => 1,
            Filter::Cost(_) | Filter::Power(_) | Filter::State(_) | Filter::Row(_) | Filter::Position(_) => 1,
            Filter::Adjacent(_) | Filter::NoSkills(_) | Filter::Keyword(_) | Filter::HasUnder(_) => 1,
            Filter::Face(_) => 1,
        }
    }

    /// Whether a card has this property by its print; `None`: the print does not decide.
    fn by_print(&self, card: &Printed) -> Option<bool> {
        let names = card.front().names;
        Some(match self {
            Filter::Kind(is) => is.0.contains(&card.kind),
            Filter::Name(is) => names.iter().any(|name| *name == *is.0),
            Filter::NameContains(is) => names.iter().any(|name| name.contains(&*is.0)),
            Filter::NameIsNot(is) => names.iter().all(|name| *name != *is.0),
            Filter::Camp(is) => card.camps.iter().any(|camp| is.0.contains(camp)),
            Filter::Force(is) => card.force == Some(is.0),
            Filter::Type(is) => card.ship_type.as_ref().is_some_and(|own| is.0.contains(own)),
            Filter::Color(is) => card.colors.contains(&is.0),
            Filter::Any(any) => {
                let mut each = any.0.iter().map(|filter| filter.by_print(card));
                return each
                    .try_fold(Some(false), |all, fits| match fits {
                        Some(true) => Err(Some(true)),
                        fits => Ok(all.and(fits)),
                    })
                    .unwrap_or_else(|found| found);
            }
            Filter::Not(not) => !not.0.by_print(card)?,
            Filter::Other(_)
            | Filter::SameName(_)
            | Filter::Among(_)
            | Filter::Owner(_)
            | Filter::Cost(_)
            | Filter::Power(_)
            | Filter::State(_)
            | Filter::Row(_)
            | Filter::Position(_)
            | Filter::Adjacent(_)
            | Filter::NoSkills(_)
            | Filter::Keyword(_)
            | Filter::HasUnder(_)
            | Filter::Face(_) => return None,
        })
    }
}

type Game<'p> = Match<'p, AzurLane>;

macro_rules! filter {
    ($(#[$meta:meta])* $name:ident($($inner:tt)*), $rule:literal, $($fits:tt)*) => {
        property! { AzurLane: $(#[$meta])* $name($($inner)*), cite!($rule), $($fits)* }
    };
}

filter!(
    /// Kinds [204.2].
    KindIs(Vec<Kind>), "204.2", |this, game, _scene, card| this.0.contains(&table::printed(game, card).kind),
    lint |this, lint| {
        let never = |kind: &Kind| match kind {
            Kind::Flagship => lint.is_unavailable(context::POSITION),
            Kind::Event => lint.is_unavailable(context::EVENTS),
            Kind::Ship => false,
        };
        if this.0.iter().all(never) {
            lint.find("never_true", findings::no_such_kind());
        }
    }
);
filter!(
    /// A name [201.2, 201.4].
    NameIs(Spelling), "201.2", |this, game, _scene, card| AzurLane::has_name(game, card, &this.0)
);

impl Named for AzurLane {
    const NAME_CONTAINS: Cite = cite!("201.3");

    fn names<'g>(game: &'g Game<'_>, card: CardId) -> SmallVec<[&'g str; 2]> {
        table::face(game, card).names.iter().map(String::as_str).collect()
    }

    fn has_name(game: &Game<'_>, card: CardId, name: &str) -> bool {
        let names = table::face(game, card).names;
        let other = || game.in_force(cite!("201.4")) && names.iter().any(|own| own == name);
        names.first().is_some_and(|first| first == name) || other()
    }
}

/// No name is this one, neither in full nor without its marks [201.2, 201.4, ruling-11].
#[wire(Part<AzurLane>)]
pub struct NameIsNot(pub Spelling);

impl FilterWord<AzurLane> for NameIsNot {
    fn fits(&self, game: &Game<'_>, _: &Scene<'_>, card: CardId) -> bool {
        table::face(game, card).names.iter().all(|name| *name != *self.0)
    }

    fn rule(&self) -> Cite {
        cite!("201.2")
    }

    fn also(&self) -> &'static [Cite] {
        &[cite!("201.4"), cite!("ruling-11")]
    }
}

filter!(
    /// Camps [205.3a].
    CampIs(Vec<String>), "205.3a", |this, game, _scene, card| {
        table::printed(game, card).camps.iter().any(|camp| this.0.contains(camp))
    }, lint |this, lint| this.0.iter().for_each(|camp| lint.declared("camp", camp))
);
filter!(
    /// A force [205.4].
    ForceIs(Force), "205.4", |this, game, _scene, card| table::printed(game, card).force == Some(this.0)
);
filter!(
    /// Ship types [205.2a].
    TypeIs(Vec<String>), "205.2a", |this, game, _scene, card| {
        table::printed(game, card).ship_type.as_ref().is_some_and(|is| this.0.contains(is))
    }, lint |this, lint| this.0.iter().for_each(|is| lint.declared("type", is))
);
filter!(
    /// A colour [308.1].
    ColorIs(Color), "308.1", |this, game, _scene, card| table::printed(game, card).colors.contains(&this.0)
);
/// How a card lies on a battlefield; for an object that is gone or has just left for another zone, how it lay
/// last [ruling-20].
#[derive(Clone, Copy)]
struct Lay {
    place: (Seat, Cell),
    rested: bool,
    is_over_others: bool,
}

impl Lay {
    fn of_card(game: &Game<'_>, card: CardId) -> Option<Lay> {
        let place = table::battlefield_cell(game, card)?;
        let is_over_others = !game.state.table.pile(card).is_empty();
        Some(Lay { place, rested: table::mark(game, card).rested, is_over_others })
    }

    fn of_object(game: &Game<'_>, object: Object) -> Option<Lay> {
        let now = game.state.table.is_current(object).then(|| Lay::of_card(game, object.card)).flatten();
        now.or_else(|| {
            let memory = stat::last_position(game, object)?;
            let (place, rested, is_over_others) = (memory.place, memory.rested, memory.is_over_others);
            Some(Lay { place, rested, is_over_others })
        })
    }
}

/// Declares a property that depends on how a card lies on a battlefield.
macro_rules! lying {
    (
        $(#[$meta:meta])*
        $name:ident $(($inner:ty))?, $rule:literal,
        |$this:ident, $game:ident, $scene:ident, $lay:ident| $fits:expr
        $(, lint |$lint:ident| $lint_body:expr)?
    ) => {
        lying!(@type $(#[$meta])* $name $(($inner))?);

        impl $name {
            #[allow(unused_variables)]
            fn has(&self, $game: &Game<'_>, $scene: &Scene<'_>, lay: Option<Lay>) -> bool {
                let $this = self;
                lay.is_some_and(|$lay| $fits)
            }
        }

        impl FilterWord<AzurLane> for $name {
            fn lint(&self, lint: &mut Lint<'_, AzurLane>) {
                if lint.is_unavailable(context::POSITION) {
                    lint.find("never_true", findings::only_on_battlefield());
                }
                self.lint_part(lint);
                $( let ($this, $lint) = (self, lint); $lint_body )?
            }

            fn fits(&self, game: &Game<'_>, scene: &Scene<'_>, card: CardId) -> bool {
                self.has(game, scene, Lay::of_card(game, card))
            }

            fn fits_object(&self, game: &Game<'_>, scene: &Scene<'_>, object: Object) -> bool {
                self.has(game, scene, Lay::of_object(game, object))
            }

            fn rule(&self) -> Cite {
                cite!($rule)
            }
        }
    };
    (@type $(#[$meta:meta])* $name:ident($inner:ty)) => {
        $(#[$meta])*
        #[wire(Part<AzurLane>)]
        pub struct $name(pub $inner);
    };
    (@type $(#[$meta:meta])* $name:ident) => {
        $(#[$meta])*
        #[wire(Part<AzurLane>)]
        pub struct $name {}
    };
}

lying!(
    /// A row [403.3a].
    RowIs(Row), "403.3a", |this, game, scene, lay| Row::of(lay.place.1) == this.0
);
lying!(
    /// Positions [403.3a].
    PositionIs(Vec<String>), "403.3a", |this, game, scene, lay| {
        this.0.iter().any(|name| *name == table::cell_name(lay.place.1))
    }, lint |lint| if this.0.iter().any(|name| table::cell_named(name).is_none()) {
        lint.find("unknown_position", findings::positions());
    }
);
lying!(
    /// A state [307.1].
    StateIs(State), "307.1", |this, game, scene, lay| (this.0 == State::Rested) == lay.rested
);
lying!(
    /// Cards under it [408.2c].
    HasUnder, "408.2c", |this, game, scene, lay| lay.is_over_others
);
lying!(
    /// Orthogonally adjacent on the same battlefield [505.5a].
    Adjacent(Box<Select>), "505.5a", |this, game, scene, lay| {
        let (seat, cell) = lay.place;
        this.0.all(game, scene).iter().filter_map(|other| Lay::of_object(game, *other)).any(|other| {
            let (other_seat, other) = other.place;
            seat == other_seat && cell.adjacent(other)
        })
    }
);
filter!(
    /// A face [204.3c].
    FaceIs(Face), "204.3c", |this, game, _scene, card| (this.0 == Face::Back) == table::mark(game, card).back,
    lint |_this, lint| if lint.is_unavailable(context::POSITION) {
        lint.find("never_true", findings::no_other_face());
    }
);
/// A keyword [601.1].
#[wire(Part<AzurLane>)]
pub struct HasKeyword(pub KeywordName);

impl FilterWord<AzurLane> for HasKeyword {
    fn fits(&self, game: &Game<'_>, _: &Scene<'_>, card: CardId) -> bool {
        stat::has_keyword(game, card, self.0)
    }

    fn fits_object(&self, game: &Game<'_>, scene: &Scene<'_>, object: Object) -> bool {
        match stat::last_known(game, object) {
            Some(memory) => memory.keywords & self.0.bit() != 0,
            None => self.fits(game, scene, object.card),
        }
    }

    fn rule(&self) -> Cite {
        cite!("601.1")
    }
}

/// A row of the battlefield [403.3a].
#[wire(Copy)]
pub enum Row {
    /// 前排.
    Front,
    /// 後排.
    Back,
}

impl Row {
    /// The row of a cell.
    pub const fn of(cell: crate::kernel::Cell) -> Row {
        if cell.y == 0 { Row::Front } else { Row::Back }
    }
}

/// 激活 or 休息 [307.1a].
#[wire(Copy)]
pub enum State {
    /// Active, 激活.
    Active,
    /// Rested, 休息.
    Rested,
}

/// A side of a flagship [204.3a].
#[wire(Copy)]
pub enum Face {
    /// The front, 正面.
    Front,
    /// The back, 反面.
    Back,
}

numbers! { AzurLane:
    /// The cost now [ruling-33].
    CostIs, |game, card| stat::cost(game, card), |game, object| stat::of_object(game, object, Stat::Cost);
    /// The power now [207.1].
    PowerIs, |game, card| stat::value(game, card, Stat::Power),
    |game, object| stat::of_object(game, object, Stat::Power);
}

/// No skill, printed or gained [ruling-95].
#[wire(Part<AzurLane>)]
pub struct NoSkills {}

impl FilterWord<AzurLane> for NoSkills {
    fn fits(&self, game: &Game<'_>, _: &Scene<'_>, card: CardId) -> bool {
        stat::has_no_skills(game, card)
    }

    fn fits_object(&self, game: &Game<'_>, scene: &Scene<'_>, object: Object) -> bool {
        match stat::last_known(game, object) {
            Some(memory) => memory.has_no_skills,
            None => self.fits(game, scene, object.card),
        }
    }

    fn rule(&self) -> Cite {
        cite!("ruling-95")
    }
}

/// Where cards are looked for; without a word, on the battlefield [403.4].
#[wire(Default, Part<AzurLane>)]
pub enum Source {
    /// 戰場, the top cards of stacks.
    #[default]
    Battlefield,
    /// 手牌.
    Hand,
    /// 撤退區.
    Retreat,
    /// The whole deck.
    Deck,
    /// The top cards of the deck.
    DeckTop(#[part(count)] Amount),
    /// The bottom cards of the deck.
    DeckBottom(#[part(count)] Amount),
    /// The top cards of the durability zone.
    DurabilityTop(#[part(count)] Amount),
    /// The cards under the cards meant [408.2c].
    Under(Box<Select>),
    /// The cards that the player is looking at.
    #[part(refers_to = meant::LOOKED)]
    Looked,
}

impl SourceWord<AzurLane> for Source {
    fn unavailable(&self) -> &'static [&'static str] {
        match self {
            Source::Battlefield => &[context::EVENTS],
            Source::Hand
            | Source::Retreat
            | Source::Deck
            | Source::DeckTop(_)
            | Source::DeckBottom(_)
            | Source::DurabilityTop(_)
            | Source::Under(_)
            | Source::Looked => &[context::POSITION],
        }
    }

    fn cards<'g>(&self, game: &'g Game<'_>, scene: &Scene<'_>, seat: Seat) -> Cow<'g, [CardId]> {
        let state = &game.state.table;
        let list = |zone: table::ZoneOf| state.list(zone.of(seat));
        let top = |cards: &'g [CardId], n: &Amount| cards.get(..n.count(game, scene)).unwrap_or(cards);
        match self {
            Source::Battlefield if !game.in_force(cite!("403.4")) => {
                let hand = list(table::HAND).iter().copied();
                table::by_position(game, seat).into_iter().chain(hand).collect()
            }
            Source::Battlefield => table::by_position(game, seat).into(),
            Source::Hand => list(table::HAND).into(),
            Source::Retreat => list(table::RETREAT).into(),
            Source::Deck => list(table::DECK).into(),
            Source::DeckTop(n) => top(list(table::DECK), n).into(),
            Source::DeckBottom(n) => {
                list(table::DECK).iter().rev().copied().take(n.count(game, scene)).collect()
            }
            Source::DurabilityTop(n) => top(list(table::DURABILITY), n).into(),
            Source::Under(_) if !game.in_force(cite!("408.2c")) => Cow::default(),
            Source::Under(what) => what
                .all(game, scene)
                .iter()
                .filter(|host| table::side_of(game, host.card) == Some(seat))
                .flat_map(|host| state.pile(host.card).to_vec())
                .collect(),
            Source::Looked => looked_at(game, scene, seat).into(),
        }
    }

    fn unordered<'g>(&self, game: &'g Game<'_>, scene: &Scene<'_>, seat: Seat) -> Cow<'g, [CardId]> {
        if matches!(self, Source::Battlefield) && game.in_force(cite!("403.4")) {
            return game.state.table.list(table::BATTLEFIELD.of(seat)).into();
        }
        self.cards(game, scene, seat)
    }

    fn asks_for(&self, game: &Game<'_>, scene: &Scene<'_>) -> usize {
        match self {
            Source::DeckTop(n) | Source::DeckBottom(n) | Source::DurabilityTop(n) => n.count(game, scene),
            Source::Battlefield
            | Source::Hand
            | Source::Retreat
            | Source::Deck
            | Source::Under(_)
            | Source::Looked => 0,
        }
    }

    fn is_seen(&self, owner: Seat, viewer: Seat) -> bool {
        match self {
            Source::Battlefield | Source::Retreat | Source::Under(_) => true,
            Source::Hand => owner == viewer,
            Source::Deck | Source::DeckTop(_) | Source::DeckBottom(_) | Source::DurabilityTop(_) => false,
            Source::Looked => true,
        }
    }

    /// Only one player sees the cards that are looked at [313.7a].
    fn is_told(&self, owner: Seat) -> bool {
        !matches!(self, Source::Looked) && self.is_seen(owner, owner.other())
    }

    fn rule(&self) -> Cite {
        match self {
            Source::Battlefield => cite!("403.4"),
            Source::Hand => cite!("402.2"),
            Source::Retreat => cite!("404.2"),
            Source::Deck | Source::DeckTop(_) | Source::DeckBottom(_) => cite!("401.2"),
            Source::DurabilityTop(_) => cite!("405.2"),
            Source::Under(_) => cite!("408.2c"),
            Source::Looked => cite!("313.7a"),
        }
    }
}
