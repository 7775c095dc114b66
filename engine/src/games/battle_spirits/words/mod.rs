//! The vocabulary of abilities: the common words it takes over and the words it adds.

pub mod ability;
pub mod cards;
pub mod change;
pub mod condition;
pub mod context;
pub mod cores;
pub mod cost;
pub mod effect;
pub mod filter;
pub mod gather;
pub mod keyword;
pub mod later;
pub mod raise;
pub mod running;
pub mod toll;
pub mod trigger;
pub mod use_card;

pub use ability::{Ability, Mode};
pub use change::{Duty, Static};
pub use condition::{Condition, Quantity};
pub use effect::Effect;
pub use filter::{Filter, Source};
pub use keyword::KeywordName;
pub use running::GameInfluence;
pub use toll::{Price, Tolled};
pub use trigger::{Moment, Trigger};

use self::change::topics;
use super::BattleSpirits;
use super::findings;
use super::printed::{Color, Kind};
use super::table::{Game, owner};
use crate::abilities::Lint;
use crate::abilities::lasting::Text;
use crate::abilities::topics::Topical;
use crate::kernel::{CardId, MapCards, Object, Seat, held, wire};

/// Short for this game's selection of cards.
pub type Select = crate::abilities::Select<BattleSpirits>;
/// Short for this game's numbers.
pub type Amount = crate::abilities::Amount<BattleSpirits>;
/// Short for how many cards are taken.
pub type Take = crate::abilities::Take<BattleSpirits>;
/// What running effects of this game do.
pub type Influence = crate::abilities::lasting::Influence<BattleSpirits>;

/// Numbers of a card that effects change.
#[wire(Copy, MapCards, Topical)]
pub enum Stat {
    /// BP [FAQ.BP.Q1].
    #[topics(topics::BP)]
    Bp,
    /// 費用 before reductions [ruling-15].
    #[topics(topics::COST)]
    Cost,
    /// Lv as which it is treated [ruling-111].
    #[topics(topics::LEVEL)]
    Level,
    /// Cores that each of its levels needs [ruling-126].
    #[topics(topics::LEVEL_CORES)]
    LevelCores,
    /// 標誌 of a colour.
    #[topics(topics::SYMBOLS)]
    Symbols(Color),
    /// 標誌 of all colours: where it becomes a number, nothing raises it [ruling-114].
    #[topics(topics::SYMBOLS)]
    AllSymbols,
    /// Cores by which its attack reduces life, if it has a symbol [ruling-115].
    #[topics(topics::LIFE_LOSS)]
    LifeLoss,
    /// The number of its 地鳴 [ruling-91].
    #[topics(topics::RUMBLE)]
    Rumble,
}

/// What an effect forbids [FAQ.效果通則.Q3].
#[wire]
pub enum Forbidden {
    /// Attacking.
    Attack,
    /// Blocking.
    Block,
    /// Being blocked by spirits with these properties; without any, at all.
    BeBlocked(Vec<Filter>),
    /// Being refreshed.
    Refresh,
    /// Being designated by effects of the opponent's cards of these kinds [ruling-107].
    BeDesignated(Vec<Kind>),
    /// Being destroyed by comparing BP.
    LoseBattles,
    /// Being destroyed by effects of the opponent.
    BeDestroyed,
    /// Being used; by a player: cards with these properties.
    Use(Vec<Filter>),
    /// Having its attack reduce life.
    ReduceLife,
    /// Having fewer cores than this [ruling-119].
    CoresBelow(u32),
    /// Having effects under these timing words raised.
    Raise(Vec<Moment>),
}

/// What an effect forbids, whatever properties it refers to.
#[wire(Copy)]
pub enum ForbiddenName {
    /// Attacking.
    Attack,
    /// Blocking.
    Block,
    /// Being blocked.
    BeBlocked,
    /// Being refreshed.
    Refresh,
    /// Being designated.
    BeDesignated,
    /// Being destroyed by comparing BP.
    LoseBattles,
    /// Being destroyed by effects.
    BeDestroyed,
    /// Being used.
    Use,
    /// Having its attack reduce life.
    ReduceLife,
    /// Having fewer cores.
    CoresBelow,
    /// Having effects under timing words raised.
    Raise,
}

impl Topical for Forbidden {
    fn topics(&self) -> u64 {
        topics::forbids_cards(self.name().0)
    }
}

impl Forbidden {
    /// Its name, and whether it is limited to cards with some properties.
    pub const fn name(&self) -> (ForbiddenName, bool) {
        match self {
            Forbidden::Attack => (ForbiddenName::Attack, false),
            Forbidden::Block => (ForbiddenName::Block, false),
            Forbidden::BeBlocked(fits) => (ForbiddenName::BeBlocked, !fits.is_empty()),
            Forbidden::Refresh => (ForbiddenName::Refresh, false),
            Forbidden::BeDesignated(kinds) => (ForbiddenName::BeDesignated, !kinds.is_empty()),
            Forbidden::LoseBattles => (ForbiddenName::LoseBattles, false),
            Forbidden::BeDestroyed => (ForbiddenName::BeDestroyed, false),
            Forbidden::Use(fits) => (ForbiddenName::Use, !fits.is_empty()),
            Forbidden::ReduceLife => (ForbiddenName::ReduceLife, false),
            Forbidden::CoresBelow(_) => (ForbiddenName::CoresBelow, false),
            Forbidden::Raise(_) => (ForbiddenName::Raise, false),
        }
    }

    /// Reports a prohibition that can never have an effect on players, or on cards.
    pub fn lint(&self, lint: &mut Lint<'_, BattleSpirits>, to_players: bool) {
        if matches!(self, Forbidden::Use(_)) != to_players {
            lint.find("never_effective", findings::forbidden_to(!to_players));
        }
        let (key, fits) = match self {
            Forbidden::Raise(moments) => {
                return lint.inside("raise", |lint| lint.filled(moments));
            }
            Forbidden::BeBlocked(fits) => ("be_blocked", fits),
            Forbidden::Use(fits) => ("use", fits),
            Forbidden::Attack
            | Forbidden::Block
            | Forbidden::Refresh
            | Forbidden::BeDesignated(_)
            | Forbidden::LoseBattles
            | Forbidden::BeDestroyed
            | Forbidden::ReduceLife
            | Forbidden::CoresBelow(_) => return,
        };
        use crate::abilities::FilterWord;
        lint.each(key, fits, |lint, filter| filter.lint(lint));
    }
}

/// What an effect allows beyond the rules [回合流程.1].
#[wire(Copy)]
pub enum Allowed {
    /// Attacking although exhausted [ruling-82].
    AttackExhausted,
    /// Blocking although exhausted [ruling-118].
    BlockExhausted,
}

/// When a running effect ends.
#[wire(Copy, Default, MapCards)]
pub enum Until {
    /// 本次戰鬥中 [戰鬥步驟.⑦.2]; outside a battle the effect does nothing [ruling-58].
    Battle,
    /// Until the step ends.
    Step,
    /// 本回合中 [回合流程.⑧].
    Turn,
    /// As long as the card stays.
    #[default]
    Always,
}

/// Whom a running effect covers that stays open: whatever a sentence selects now and later [ruling-37].
#[held]
pub struct Scope {
    /// The sentence.
    pub text: Text<BattleSpirits>,
}

/// What is last known of a card that left the field.
#[held]
pub struct Memory {
    /// The object.
    pub object: Object,
    /// Whose it was.
    pub owner: Seat,
}

impl Memory {
    /// What stays known of a card that is about to leave.
    pub fn of(game: &Game<'_>, card: CardId) -> Memory {
        Memory { object: game.state.table.object(card), owner: owner(game, card) }
    }
}
