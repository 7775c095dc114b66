//! What is printed on cards, and the pool of all cards of a game.
//!
//! 卡牌種類.1 kinds; 卡牌解說.①–⑧ parts of a card; 屬性.1 colours; 真界放.1 levels by the soul core; 靈魂卡的消滅.1 the lowest
//! level; 用語集.靈魂魔法.

use super::BattleSpirits;
use super::findings;
use super::table::{self, Game};
use super::words::Ability;
use super::words::ability::{Body, Zone};
use crate::abilities::Lint;
use crate::abilities::lasting::topics_of;
use crate::abilities::lint::Vocabulary;
use crate::game_kit::fact::{Fact, Stated};
use crate::game_kit::name::Name;
use crate::game_kit::pool::{self, CardForm, Printing};
use crate::game_kit::registered::Registered;
use crate::kernel::{CardId, MapCards, Union, wire};

/// 卡牌種類 [卡牌種類.1].
#[wire(Copy, Default, MapCards)]
pub enum Kind {
    /// 靈魂卡.
    Spirit,
    /// 核心卡.
    Nexus,
    /// 魔法卡.
    Magic,
    /// A kind of other formats: no deck may have it.
    #[default]
    Other,
}

/// 屬性 [屬性.1].
#[wire(Copy, Default, MapCards)]
pub enum Color {
    /// 紅.
    #[default]
    Red,
    /// 紫.
    Purple,
    /// 綠.
    Green,
    /// 白.
    White,
    /// 黃.
    Yellow,
    /// 藍.
    Blue,
}

impl Color {
    /// All colours.
    pub const ALL: [Color; 6] =
        [Color::Red, Color::Purple, Color::Green, Color::White, Color::Yellow, Color::Blue];
}

/// 減輕標誌 of a colour [卡牌解說.③].
#[wire(Copy)]
pub struct Reduction {
    /// The colour.
    pub color: Color,
    /// How many.
    pub n: u8,
}

/// 標誌 of a colour [卡牌解說.⑦].
#[wire(Copy)]
pub struct Symbols {
    /// The colour.
    pub color: Color,
    /// How many.
    pub n: u8,
    /// Whether they are EX symbols [用語集.EX標誌].
    #[optional]
    pub ex: bool,
}

/// A line of the level table [卡牌解說.⑥].
#[wire(Copy)]
pub struct Level {
    /// The level.
    pub lv: u8,
    /// Cores needed.
    pub cores: u32,
    /// BP, of a spirit.
    pub bp: Option<u32>,
    /// 真界放: the soul core alone reaches it, too [真界放.1]; `null`: the pool does not know it.
    #[optional]
    pub shinkaiho: Fact<bool>,
}

/// A card as data.
#[wire(Default)]
pub struct CardData {
    /// How header and state name it; unique in its pool.
    pub id: String,
    /// The number of its printing; without it, the id. It does not make a card another one [牌組.6].
    pub number: Option<String>,
    /// 卡牌種類.
    pub kind: Kind,
    /// Its name, with the same-name number if it has one [牌組.7].
    pub name: Name,
    /// 屬性.
    pub color: Color,
    /// 費用.
    pub cost: u8,
    /// 減輕標誌; `null`: the pool does not know them.
    #[optional]
    pub reduction: Fact<Vec<Reduction>>,
    /// 標誌; `null`: the pool does not know them.
    #[optional]
    pub symbols: Fact<Vec<Symbols>>,
    /// 系統.
    #[optional]
    pub families: Vec<String>,
    /// The level table, of spirits and nexuses.
    #[optional]
    pub levels: Vec<Level>,
    /// The block icon [卡牌解說.⑧].
    pub icon: String,
    /// 《繼召》 [繼召.1].
    #[optional]
    pub keisho: bool,
    /// 《靈魂魔法》 with its colour [靈魂魔法.1].
    pub soul_magic: Option<Color>,
    /// Abilities.
    #[optional]
    pub abilities: Vec<Ability>,
    /// The printed text, for people; it means nothing to the judge.
    pub text: Option<String>,
}

/// A set of cards as data.
pub type PoolData = pool::PoolData<BattleSpirits>;
/// A pool, ready to be played with.
pub type Pool = pool::Pool<BattleSpirits>;

/// Values that a pool adds to the lists of the book.
#[wire(Default)]
pub struct Declares {
    /// The families of its cards.
    #[optional]
    pub families: Vec<String>,
}

/// What a card's abilities listen to and change: read first, so that most cards are passed over without
/// reading their abilities.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Union)]
pub struct Interests {
    /// The events that its triggered abilities wait for on the field: bits of their verbs, see
    /// [`Verb::bit`](super::table::Verb::bit).
    pub listens: u64,
    /// The events that they wait for in other zones, as bits.
    pub listens_elsewhere: u64,
    /// The events that abilities wait for which it gives to cards, as bits.
    pub given: u64,
    /// Whether it has a standing effect.
    pub stands: bool,
    /// The topics of its standing effects, as bits of [`topics`](super::words::change::topics).
    pub about: u64,
}

impl Interests {
    fn of(ability: &Ability) -> Interests {
        let events = ability.listens();
        let of = |is_so: bool| if is_so { events } else { 0 };
        let zone = ability.head.zone;
        Interests {
            listens: of(zone.is_field()),
            listens_elsewhere: of(!zone.is_field() && zone != Zone::Given),
            given: of(zone == Zone::Given),
            stands: ability.is_standing(),
            about: topics_of::<BattleSpirits>(&ability.head.apply),
        }
    }
}

/// The most abilities of a card: the marks of 〔每回合1次〕 have so many bits.
pub const ABILITY_LIMIT: usize = 16;

impl CardData {
    /// The name by which deck construction and texts compare cards [ruling-46].
    pub fn called(&self) -> &str {
        self.name.printed()
    }
}

/// The reduction symbols that are printed on a card [卡牌解說.③].
pub fn reduction<'p>(game: &Game<'p>, card: CardId) -> &'p [Reduction] {
    let reduction = &table::printed(game, card).reduction;
    reduction.read(game, card, "reduction").map_or(&[], Vec::as_slice)
}

/// The symbols that are printed on a card [卡牌解說.⑦].
pub fn symbols<'p>(game: &Game<'p>, card: CardId) -> &'p [Symbols] {
    let symbols = &table::printed(game, card).symbols;
    symbols.read(game, card, "symbols").map_or(&[], Vec::as_slice)
}

/// The EX symbols that are printed on a card [用語集.EX標誌].
pub fn ex_symbols<'p>(game: &Game<'p>, card: CardId) -> impl Iterator<Item = Symbols> + use<'p> {
    symbols(game, card).iter().copied().filter(|symbols| symbols.ex && symbols.n > 0)
}

/// Whether a line of the level table of a card is marked 真界放 [真界放.1].
pub fn is_marked(game: &Game<'_>, card: CardId, line: &Level) -> bool {
    line.shinkaiho.read(game, card, "shinkaiho").copied().unwrap_or_default()
}

/// What a request says is printed on a card.
#[wire(Default)]
pub struct StatedCard {
    /// The id of the card, or the number of one of its printings.
    pub card: String,
    /// 減輕標誌 [卡牌解說.③].
    pub reduction: Option<Vec<Reduction>>,
    /// Whether the lines of the level table of which the pool does not know it are marked 真界放 [真界放.1].
    pub shinkaiho: Option<bool>,
    /// 標誌 [卡牌解說.⑦].
    pub symbols: Option<Vec<Symbols>>,
}

impl Stated<CardData> for StatedCard {
    fn card(&self) -> &str {
        &self.card
    }

    fn is_empty(&self) -> bool {
        self.reduction.is_none() && self.shinkaiho.is_none() && self.symbols.is_none()
    }

    fn state(&self, printed: &mut CardData) -> Result<(), &'static str> {
        printed.reduction.state(self.reduction.as_ref(), "reduction")?;
        if let Some(stated) = self.shinkaiho {
            let is_open = printed.levels.iter().any(|line| line.shinkaiho.is_unknown());
            let is_marked = printed.levels.iter().any(|line| line.shinkaiho == Fact::Known(true));
            if !is_open && is_marked != stated {
                return Err("shinkaiho");
            }
            let open = printed.levels.iter_mut().filter(|line| line.shinkaiho.is_unknown());
            open.for_each(|line| line.shinkaiho = Fact::Known(stated));
        }
        printed.symbols.state(self.symbols.as_ref(), "symbols")
    }
}

impl CardForm<BattleSpirits> for CardData {
    fn id(&self) -> &str {
        &self.id
    }

    fn lint(&self, lint: &mut Lint<'_, BattleSpirits>) {
        if self.id.trim().is_empty() {
            lint.find("empty_name", findings::no_id());
        }
        self.name.lint("name", lint);
        lint.each("families", &self.families, |lint, family| lint.declared("family", family));
        self.lint_levels(lint);
        if self.soul_magic.is_some() && self.kind != Kind::Magic {
            lint.find("wrong_attribute", findings::only_magic_has_soul_magic());
        }
        if self.abilities.len() > ABILITY_LIMIT {
            lint.find("too_many_abilities", findings::ability_limit(ABILITY_LIMIT));
        }
        lint.given = self.abilities.iter().map(|ability| ability.head.zone == Zone::Given).collect();
        lint.gives.clear();
        lint.each("abilities", &self.abilities, |lint, ability| ability.lint(lint, self));
        for (place, ability) in self.abilities.iter().enumerate() {
            if ability.head.zone == Zone::Given && !lint.gives.contains(&place) {
                lint.inside(&format!("abilities/{place}"), |lint| {
                    lint.find("never_effective", findings::never_given());
                });
            }
        }
    }
}

impl CardData {
    fn lint_levels(&self, lint: &mut Lint<'_, BattleSpirits>) {
        let mut find = |message| lint.find("wrong_levels", message);
        let ascending = self.levels.windows(2).all(
            |pair| matches!(pair, [lower, higher] if lower.lv < higher.lv && lower.cores < higher.cores),
        );
        if !ascending || self.levels.iter().any(|level| level.lv == 0) {
            find(findings::levels_ascend());
        }
        let lowest = self.levels.first();
        if lowest.is_some_and(|level| level.shinkaiho != Fact::Known(false)) {
            find(findings::shinkaiho_on_lowest());
        }
        match self.kind {
            Kind::Spirit => {
                if lowest.is_none_or(|level| level.cores == 0) {
                    find(findings::spirit_needs_core());
                }
                if self.levels.iter().any(|level| level.bp.is_none()) {
                    find(findings::spirit_needs_bp());
                }
            }
            Kind::Nexus => {
                if lowest.is_none_or(|level| level.lv != 1 || level.cores > 0) {
                    find(findings::nexus_needs_level());
                }
                if self.levels.iter().any(|level| level.bp.is_some()) {
                    find(findings::nexus_has_no_bp());
                }
            }
            Kind::Magic if !self.levels.is_empty() => find(findings::magic_has_no_levels()),
            Kind::Magic | Kind::Other => {}
        }
        let is_mode = |ability: &Ability| matches!(ability.body, Body::Magic { .. });
        if self.kind == Kind::Magic && !self.abilities.iter().any(is_mode) {
            lint.find("no_effect", findings::magic_needs_effect());
        }
    }
}

impl Printing for BattleSpirits {
    const GAME: &'static str = BattleSpirits::INFO.id;

    type Data = CardData;
    type Declares = Declares;
    type Printed = CardData;
    type Interests = Interests;
    type Summary = Interests;
    type Stated = StatedCard;

    fn vocabulary(declares: &Declares) -> Vocabulary {
        Vocabulary::new(vec![("family", declares.families.clone())])
    }

    fn printed(card: &CardData) -> CardData {
        card.clone()
    }

    fn lacks_fact(card: &CardData) -> bool {
        card.reduction.is_unknown()
            || card.symbols.is_unknown()
            || card.levels.iter().any(|line| line.shinkaiho.is_unknown())
    }

    fn blank() -> CardData {
        CardData::default()
    }

    fn interests(card: &CardData) -> Interests {
        Union::of_all(card.abilities.iter().map(Interests::of))
    }

    fn summary(_: &[CardData], interests: &[Interests]) -> Interests {
        Union::of_all(interests.iter().copied())
    }
}
