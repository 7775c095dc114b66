//! Properties of cards, and where cards are looked for: 用語集.靈魂卡, 用語集.顏色, 用語集.系統, 用語集.費用, FAQ.BP.Q1, 用語集.Lv,
//! FAQ.靈魂能量.Q3, 重疲勞.5, 用語集.EX標誌, 用語集.能量, 戰鬥步驟.⑤.4; ruling-46, ruling-103 to ruling-105, ruling-108.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::super::facts::Battle;
use super::super::printed::{CardData, Color, Kind, ex_symbols};
use super::super::table::{self, Came, Core, Game, Posture, printed};
use super::super::{BattleSpirits, battle, stat};
use super::keyword::KeywordName;
use super::trigger::Moment;
use super::{Amount, Stat, context};
use crate::abilities::filter::{AnyOf, NotThis, looked_at};
use crate::abilities::lint::meant;
use crate::abilities::property::{Among, NameContains, Other, OwnerIs, SameName};
use crate::abilities::spelling::Spelling;
use crate::abilities::{Compared, FilterWord, Lint, Named, Scene, SourceWord};
use crate::kernel::{CardId, Holder, Seat, wire};
use crate::verdict::Cite;
use crate::{numbers, property, words};

words! {
    /// A property that a card has or does not have.
    pub enum Filter: Filter<BattleSpirits> {
        /// One of these kinds.
        Kind(KindIs),
        /// One of these colours.
        Color(ColorIs),
        /// One of these families.
        Family(FamilyIs),
        /// How many families it has.
        Families(Compared<BattleSpirits, FamiliesOf>),
        /// 「N」: exactly this name.
        Name(NameIs),
        /// A name with these characters in it.
        NameContains(NameContains),
        /// The same name as the cards meant.
        SameName(SameName<BattleSpirits>),
        /// Another card than the one that the text stands on.
        Other(Other),
        /// One of the cards meant.
        Among(Among<BattleSpirits>),
        /// Its owner, seen from the player of the ability.
        Owner(OwnerIs),
        /// Its cost compared with a number.
        Cost(Compared<BattleSpirits, CostIs>) may_change,
        /// Its BP compared with a number.
        Bp(Compared<BattleSpirits, BpIs>) may_change,
        /// Its level compared with a number.
        Level(Compared<BattleSpirits, LevelIs>) may_change,
        /// The cores on it compared with a number.
        Cores(Compared<BattleSpirits, CoresOn>) may_change,
        /// Its symbols compared with a number.
        Symbols(Compared<BattleSpirits, SymbolsOf>) may_change,
        /// Its orientation.
        State(StateIs) may_change,
        /// 真界放狀態.
        Shinkaiho(IsShinkaiho) may_change,
        /// The soul core lies on it.
        SoulCore(HasSoulCore) may_change,
        /// It has an EX symbol.
        Ex(HasEx),
        /// It waits to leave.
        Waiting(IsWaiting) may_change,
        /// It attacks.
        Attacking(IsAttacking),
        /// It blocks.
        Blocking(IsBlocking),
        /// It attacks, and a block was declared.
        Blocked(IsBlocked),
        /// It has this keyword.
        Has(HasKeyword) may_change,
        /// It has an ability of this moment.
        HasAbility(HasAbility) may_change,
        /// It has no text.
        NoText(HasNoText),
        /// It came onto the field in this turn.
        CameThisTurn(CameThisTurn),
        /// How it came onto the field.
        Came(CameBy),
        /// It was summoned with 繼召.
        WithKeisho(WithKeisho),
        /// One of these kinds is printed on it.
        Originally(OriginallyIs),
        /// An effect raises its BP.
        Raised(HasMoreBp) may_change,
        /// At least one of these properties.
        Any(AnyOf<BattleSpirits>),
        /// Not this property.
        Not(NotThis<BattleSpirits>),
    }
}

macro_rules! filter {
    ($(#[$meta:meta])* $name:ident($($inner:tt)*), $rule:literal, $($fits:tt)*) => {
        property! { BattleSpirits: $(#[$meta])* $name($($inner)*), cite!($rule), $($fits)* }
    };
    // A property without a value.
    ($(#[$meta:meta])* $name:ident, $rule:literal, |$game:ident, $card:ident| $fits:expr) => {
        $(#[$meta])*
        #[wire(Part<BattleSpirits>)]
        pub struct $name {}

        impl FilterWord<BattleSpirits> for $name {
            fn lint(&self, lint: &mut Lint<'_, BattleSpirits>) {
                context::on_field(lint);
            }

            fn fits(&self, $game: &Game<'_>, _: &Scene<'_>, $card: CardId) -> bool {
                $fits
            }

            fn rule(&self) -> Cite {
                cite!($rule)
            }
        }
    };
}

filter!(
    /// Kinds; on the field a card may be treated as another one [用語集.靈魂卡, ruling-108].
    KindIs(Vec<Kind>), "用語集.靈魂卡", |this, game, _scene, card| this.0.contains(&stat::kind(game, card)),
    lint |this, lint| lint.filled(&this.0)
);
filter!(
    /// Colours [用語集.顏色].
    ColorIs(Vec<Color>), "用語集.顏色", |this, game, _scene, card| this.0.contains(&printed(game, card).color),
    lint |this, lint| lint.filled(&this.0)
);
filter!(
    /// Families, those that effects give a field card among them [用語集.系統].
    FamilyIs(Vec<String>), "用語集.系統",
    |this, game, _scene, card| this.is_of(printed(game, card)) || stat::is_given_family(game, card, &this.0),
    lint |this, lint| {
        lint.filled(&this.0);
        this.0.iter().for_each(|family| lint.declared("family", family));
    }
);
impl FamilyIs {
    /// Whether one of the families is printed on a card.
    pub fn is_of(&self, card: &CardData) -> bool {
        card.families.iter().any(|family| self.0.contains(family))
    }
}

filter!(
    /// A name in full [ruling-46].
    NameIs(Spelling), "ruling-46", |this, game, _scene, card| BattleSpirits::has_name(game, card, &this.0)
);
filter!(
    /// An orientation; 重疲勞 is 疲勞, too [重疲勞.5].
    StateIs(State), "重疲勞.5", |this, game, _scene, card| match (this.0, table::posture(game, card)) {
        (State::Exhausted, Posture::HeavyExhausted) => game.in_force(cite!("重疲勞.5")),
        (State::Refreshed, posture) => posture == Posture::Refreshed,
        (State::Exhausted | State::OnlyExhausted, posture) => posture == Posture::Exhausted,
        (State::HeavyExhausted, posture) => posture == Posture::HeavyExhausted,
    }, lint |_this, lint| context::on_field(lint)
);
filter!(
    /// 真界放狀態: the card is at the level that is marked so [FAQ.靈魂能量.Q3, 真界放.1].
    IsShinkaiho, "FAQ.靈魂能量.Q3", |game, card| stat::is_shinkaiho(game, card)
);
filter!(
    /// The soul core lies on it [用語集.能量].
    HasSoulCore, "用語集.能量", |game, card| game.state.table.pieces(Holder::Card(card), Core::Soul) > 0
);
filter!(
    /// It waits to leave [FAQ.靈魂卡等的狀態.Q2].
    IsWaiting, "FAQ.靈魂卡等的狀態.Q2", |game, card| table::waits(game, card)
);
filter!(
    /// It attacks [FAQ.指定效果.Q1].
    IsAttacking, "FAQ.指定效果.Q1", |game, card| {
        game.state.facts.attacker().is_some_and(|attacker| attacker == game.state.table.object(card))
    }
);
filter!(
    /// It blocks [FAQ.指定效果.Q1].
    IsBlocking, "FAQ.指定效果.Q1", |game, card| {
        game.state.facts.blocker().is_some_and(|blocker| blocker == game.state.table.object(card))
    }
);
filter!(
    /// It attacks, and a block was declared; it stays blocked when the blocker leaves [戰鬥步驟.⑤.4].
    IsBlocked, "FAQ.指定效果.Q1", |game, card| {
        let is_it = |battle: &&Battle| battle.attacker == Some(game.state.table.object(card));
        game.state.facts.battle.as_ref().filter(is_it).is_some_and(|battle| {
            battle.blocked && (battle::blocker(game).is_some() || game.in_force(cite!("戰鬥步驟.⑤.4")))
        })
    }
);
filter!(
    /// It came onto the field in this turn [FAQ.指定效果.Q1].
    CameThisTurn, "FAQ.指定效果.Q1", |game, card| {
        table::is_on_field(game, card) && table::mark(game, card).since == game.state.facts.turn
    }
);
filter!(
    /// It was summoned with 繼召, by at least one card [ruling-103].
    WithKeisho, "ruling-103", |game, card| table::mark(game, card).keisho > 0
);
filter!(
    /// An effect raises its BP, whatever others do [ruling-104].
    HasMoreBp, "ruling-104", |game, card| stat::has_more_bp(game, card)
);
filter!(
    /// How it came onto the field [ruling-103].
    CameBy(Came), "ruling-103", |this, game, _scene, card| table::mark(game, card).came == this.0,
    lint |_this, lint| context::on_field(lint)
);
filter!(
    /// Printed kinds [ruling-108].
    OriginallyIs(Vec<Kind>), "ruling-108",
    |this, game, _scene, card| this.0.contains(&printed(game, card).kind),
    lint |this, lint| lint.filled(&this.0)
);
filter!(
    /// A keyword [ruling-105].
    HasKeyword(KeywordName), "ruling-105", |this, game, _scene, card| stat::has_keyword(game, card, this.0)
);
filter!(
    /// An ability of a moment; on the field one that is there at the present level [ruling-105].
    HasAbility(Moment), "ruling-105", |this, game, _scene, card| stat::has_ability(game, card, this.0)
);

/// An EX symbol [用語集.EX標誌].
#[wire(Part<BattleSpirits>)]
pub struct HasEx {}

impl FilterWord<BattleSpirits> for HasEx {
    fn fits(&self, game: &Game<'_>, _: &Scene<'_>, card: CardId) -> bool {
        ex_symbols(game, card).next().is_some()
    }

    fn rule(&self) -> Cite {
        cite!("用語集.EX標誌")
    }
}

/// No ability is printed on it [ruling-105].
#[wire(Part<BattleSpirits>)]
pub struct HasNoText {}

impl FilterWord<BattleSpirits> for HasNoText {
    fn fits(&self, game: &Game<'_>, _: &Scene<'_>, card: CardId) -> bool {
        let card = printed(game, card);
        card.abilities.is_empty() && !card.keisho && card.soul_magic.is_none()
    }

    fn rule(&self) -> Cite {
        cite!("ruling-105")
    }
}

/// An orientation as texts name it.
#[wire(Copy)]
pub enum State {
    /// 回復.
    Refreshed,
    /// 疲勞, 重疲勞 among it.
    Exhausted,
    /// 疲勞 and not 重疲勞.
    OnlyExhausted,
    /// 重疲勞.
    HeavyExhausted,
}

impl Named for BattleSpirits {
    const NAME_CONTAINS: Cite = cite!("ruling-46");
    const SAME_NAME: Cite = cite!("ruling-46");

    fn names<'g>(game: &'g Game<'_>, card: CardId) -> SmallVec<[&'g str; 2]> {
        std::iter::once(printed(game, card).called()).collect()
    }

    fn has_name(game: &Game<'_>, card: CardId, name: &str) -> bool {
        printed(game, card).called() == name
    }
}

numbers! { BattleSpirits:
    /// The cost now [用語集.費用].
    CostIs [cite!("用語集.費用")], |game, card| Some(stat::cost(game, card));
    /// The BP now; only spirits on the field with a level have any [FAQ.BP.Q1].
    BpIs [cite!("FAQ.BP.Q1")], |game, card| stat::value(game, card, Stat::Bp);
    /// The level now [用語集.Lv].
    LevelIs [cite!("用語集.Lv")], |game, card| stat::value(game, card, Stat::Level);
    /// The cores on it, the soul core among them [用語集.能量].
    CoresOn [cite!("用語集.能量")], |game, card| {
        table::is_on_field(game, card).then(|| i64::from(table::all_cores(game, Holder::Card(card))))
    };
    /// How many families it has [用語集.系統].
    FamiliesOf [cite!("用語集.系統")], |game, card| {
        let families = &printed(game, card).families;
        let given = stat::given_families(game, card).into_iter();
        let more = given.filter(|given| !families.iter().any(|printed| printed == given)).count();
        i64::try_from(families.len().saturating_add(more)).ok()
    };
    /// Its symbols of all colours [用語集.標誌].
    SymbolsOf [cite!("用語集.標誌")], |game, card| Some(i64::from(stat::symbols(game, card, None)));
}

/// Where cards are looked for; without a word, on the field [用語集.場地].
#[wire(Default, Part<BattleSpirits>)]
pub enum Source {
    /// 場地.
    #[default]
    Field,
    /// 手牌.
    Hand,
    /// 廢棄區.
    Trash,
    /// The whole deck.
    Deck,
    /// The top cards of the deck.
    DeckTop(#[part(count)] Amount),
    /// 除外.
    Exile,
    /// The cards that the player is looking at.
    #[part(refers_to = meant::LOOKED)]
    Looked,
}

impl SourceWord<BattleSpirits> for Source {
    fn unavailable(&self) -> &'static [&'static str] {
        if *self == Source::Field { &[] } else { &[context::ON_FIELD] }
    }

    fn cards<'g>(&self, game: &'g Game<'_>, scene: &Scene<'_>, seat: Seat) -> Cow<'g, [CardId]> {
        let list = |zone: table::ZoneOf| game.state.table.list(zone.of(seat));
        match self {
            Source::Field => list(table::FIELD).into(),
            Source::Hand => list(table::HAND).into(),
            Source::Trash => list(table::TRASH).into(),
            Source::Deck => list(table::DECK).into(),
            Source::Exile => list(table::EXILE).into(),
            Source::DeckTop(n) => {
                let deck = list(table::DECK);
                deck.get(..n.count(game, scene)).unwrap_or(deck).into()
            }
            Source::Looked => looked_at(game, scene, seat).into(),
        }
    }

    fn asks_for(&self, game: &Game<'_>, scene: &Scene<'_>) -> usize {
        match self {
            Source::DeckTop(n) => n.count(game, scene),
            Source::Field | Source::Hand | Source::Trash | Source::Deck | Source::Exile | Source::Looked => 0,
        }
    }

    fn is_seen(&self, owner: Seat, viewer: Seat) -> bool {
        match self {
            Source::Hand => owner == viewer,
            Source::Deck | Source::DeckTop(_) => false,
            Source::Field | Source::Trash | Source::Exile | Source::Looked => true,
        }
    }

    fn is_told(&self, owner: Seat) -> bool {
        !matches!(self, Source::Looked) && self.is_seen(owner, owner.other())
    }

    fn rule(&self) -> Cite {
        cite!("FAQ.指定效果.Q1")
    }
}

impl Filter {
    /// Whether it is a property of this kind, or has one inside it.
    pub fn asks(&self, is_it: fn(&Filter) -> bool) -> bool {
        if let Filter::Any(any) = self {
            any.0.iter().any(|inner| inner.asks(is_it))
        } else if let Filter::Not(not) = self {
            not.0.asks(is_it)
        } else {
            is_it(self)
        }
    }

    /// Whether it depends on the families of a card.
    pub const fn is_of_family(&self) -> bool {
        matches!(self, Filter::Family(_) | Filter::Families(_))
    }

    /// Whether it depends on the level of a card.
    pub const fn follows_from_level(&self) -> bool {
        matches!(
            self,
            Filter::Level(_)
                | Filter::Bp(_)
                | Filter::Symbols(_)
                | Filter::Shinkaiho(_)
                | Filter::Has(_)
                | Filter::HasAbility(_)
        )
    }
}
