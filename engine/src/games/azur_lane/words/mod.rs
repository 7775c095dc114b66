//! The vocabulary of Azur Lane's skills: the words that it takes over from [`crate::abilities`] and its own.

pub mod cards;
pub mod change;
pub mod condition;
pub mod cost;
pub mod cubes;
pub mod damage;
pub mod effect;
pub mod field;
pub mod filter;
pub mod skill;
pub mod trigger;

use crate::kernel::held;
use crate::kernel::wire;

pub use condition::{Condition, Quantity};
pub use cost::{Cost, Costs, Need};
pub use effect::Effect;
pub use filter::{Filter, Source};
pub use skill::{Skill, Static};
pub use trigger::{Trigger, Whom};

use self::skill::topics;
use super::AzurLane;
use super::findings;
use super::table::Phase;
use crate::abilities::lint::meant;
use crate::abilities::topics::Topical;
use crate::abilities::{Lint, Part};
use crate::kernel::MapCards;
use crate::verdict::Cite;

/// Numbers of a card that effects change.
#[wire(Copy, MapCards)]
pub enum Stat {
    /// 戰力 [207.1].
    Power,
    /// 支援值 [208.3].
    Support,
    /// 費用 [202.1].
    Cost,
}

/// Keyword skills that a card has without further words.
#[wire(Copy, MapCards, Topical)]
#[topics(topics::KEYWORDS)]
pub enum Keyword {
    /// 速攻 [601.4].
    Rush,
    /// 遠程 [601.5].
    LongRange,
    /// 強擊+X [601.5-2].
    Strike(i32),
    /// 固守+X [601.6].
    Guard(i32),
    /// 潛水 [601.7].
    Dive,
    /// 絕地反擊, for cards of a durability zone that gain it; a printed one is a skill of its own [601.2].
    LastStand,
}

/// The names of keyword skills, for cards that are asked whether they have one.
#[wire(Copy, MapCards, Topical)]
#[topics(topics::KEYWORDS)]
pub enum KeywordName {
    /// 速攻.
    Rush,
    /// 遠程.
    LongRange,
    /// 強擊.
    Strike,
    /// 固守.
    Guard,
    /// 潛水.
    Dive,
    /// 反制.
    Counter,
    /// 追擊.
    Chase,
    /// 絕地反擊.
    LastStand,
    /// 改造.
    Remodel,
    /// 【主階段啟動】: an event with a skill for the main phase, another card with an activated skill [602.17].
    Main,
}

impl KeywordName {
    /// The bit of this keyword in sets of keywords.
    pub const fn bit(self) -> u16 {
        1 << self as u16
    }
}

impl Keyword {
    /// The rule that defines this keyword.
    pub const fn rule(self) -> Cite {
        match self {
            Keyword::Rush => cite!("601.4"),
            Keyword::LongRange => cite!("601.5"),
            Keyword::Strike(_) => cite!("601.5-2"),
            Keyword::Guard(_) => cite!("601.6"),
            Keyword::Dive => cite!("601.7"),
            Keyword::LastStand => cite!("601.2"),
        }
    }

    /// Reports numbers outside their range.
    pub fn lint(self, lint: &mut Lint<'_, AzurLane>) {
        if matches!(
            self,
            Keyword::Strike(..=0)
                | Keyword::Guard(..=0)
                | Keyword::Strike(1_000_001..)
                | Keyword::Guard(1_000_001..)
        ) {
            lint.find("number_out_of_range", findings::added_range());
        }
    }

    /// Its name.
    pub const fn name(self) -> KeywordName {
        match self {
            Keyword::Rush => KeywordName::Rush,
            Keyword::LongRange => KeywordName::LongRange,
            Keyword::Strike(_) => KeywordName::Strike,
            Keyword::Guard(_) => KeywordName::Guard,
            Keyword::Dive => KeywordName::Dive,
            Keyword::LastStand => KeywordName::LastStand,
        }
    }
}

/// What words may be unable to refer to, depending on where they stand, as [`Lint::is_unavailable`] names it.
pub mod context {
    use crate::abilities::lint::meant;

    /// This card on the battlefield.
    pub const THIS_ON_BATTLEFIELD: &str = "this on the battlefield";
    /// Position, row, state and the like of the cards of a selection.
    pub const POSITION: &str = "position";
    /// Events among the cards of a selection.
    pub const EVENTS: &str = "events";
    /// A battle that is going on.
    pub const BATTLE: &str = "battle";
    /// The attacking card.
    pub const ATTACKER: &str = "attacker";
    /// The attacked card.
    pub const TARGET: &str = "target";
    /// The card that this one lies under.
    pub const HOST: &str = "host";
    /// This card in a deck.
    pub const IN_DECK: &str = "in the deck";
    /// This card in a durability zone.
    pub const IN_DURABILITY: &str = "in the durability zone";
    /// This card on the battlefield, by itself or under another.
    pub const IN_BATTLEFIELD: &str = "in the battlefield";
    /// This card in hand.
    pub const IN_HAND: &str = "in hand";
    /// This card in the retreat zone.
    pub const IN_RETREAT: &str = "in the retreat zone";

    /// What only earlier sentences provide.
    pub const SENTENCES: [&str; 4] = [meant::CHOSEN, meant::NUMBER, meant::DID, meant::LOOKED];
    /// What only the event of a triggered skill provides.
    pub const EVENT: [&str; 2] = [meant::SUBJECT, meant::OTHER];
    /// What only a battle provides.
    pub const IN_BATTLE: [&str; 3] = [BATTLE, ATTACKER, TARGET];
}

/// When an effect ends [500.3, 508.3, 509.2].
#[wire(Copy, Default, MapCards)]
pub enum Until {
    /// 本次戰鬥中: at 508.3; outside a battle the effect does nothing [ruling-66].
    Battle,
    /// 本回合中, 回合結束前: at 509.2.
    Turn,
    /// 直到該階段: when that phase or step begins.
    Start(Phase),
    /// 直到該階段結束: when that phase or step ends.
    End(Phase),
    /// 下一個對方的重置階段中: through the opponent's next reset phase.
    OpponentReset,
    /// 下一個己方的重置階段中: through the player's own next reset phase.
    OwnReset,
    /// At the end of the opponent's turn: the one that is going on, else the next.
    OpponentTurn,
    /// Without end, as long as the object stays.
    #[default]
    Always,
}

/// What an effect forbids [103.2].
#[wire(Part<AzurLane>)]
pub enum Forbidden {
    /// Attacking; with properties: only such targets.
    Attack(Vec<Filter>),
    /// Supporting.
    Support,
    /// Becoming active.
    BecomeActive,
    /// Drawing cards (a player).
    Draw,
    /// Using cards with these properties (a player).
    Use(#[part(excluding(context::POSITION))] Vec<Filter>),
    /// Ships with these properties entering (a player).
    Enter(#[part(excluding(context::POSITION))] Vec<Filter>),
    /// Conceding (a player); it has no effect [103.1].
    Concede,
}

impl Topical for Forbidden {
    fn topics(&self) -> u64 {
        match self {
            Forbidden::Attack(fits) if fits.is_empty() => topics::FORBID_ATTACK | topics::FORBID_EVERY_ATTACK,
            Forbidden::Attack(_) => topics::FORBID_ATTACK,
            Forbidden::Support => topics::FORBID_SUPPORT,
            Forbidden::BecomeActive => topics::FORBID_BECOME_ACTIVE,
            Forbidden::Draw => topics::FORBID_DRAW,
            Forbidden::Use(_) => topics::FORBID_USE,
            Forbidden::Enter(_) => topics::FORBID_ENTER,
            Forbidden::Concede => 0,
        }
    }
}

/// What an effect forbids, whatever properties it refers to.
#[wire(Copy)]
pub enum ForbiddenName {
    /// Attacking.
    Attack,
    /// Supporting.
    Support,
    /// Becoming active.
    BecomeActive,
    /// Drawing cards (a player).
    Draw,
    /// Using cards (a player).
    Use,
    /// Ships entering (a player).
    Enter,
    /// Conceding (a player).
    Concede,
}

/// What an effect allows, whatever properties it refers to.
#[wire(Copy)]
pub enum AllowedName {
    /// Attacking active ships.
    AttackActive,
    /// Attacking on the turn it enters.
    AttackFresh,
}

impl Forbidden {
    /// The name, and whether it is limited to cards with some properties.
    pub const fn name(&self) -> (ForbiddenName, bool) {
        match self {
            Forbidden::Attack(fits) => (ForbiddenName::Attack, !fits.is_empty()),
            Forbidden::Support => (ForbiddenName::Support, false),
            Forbidden::BecomeActive => (ForbiddenName::BecomeActive, false),
            Forbidden::Draw => (ForbiddenName::Draw, false),
            Forbidden::Use(fits) => (ForbiddenName::Use, !fits.is_empty()),
            Forbidden::Enter(fits) => (ForbiddenName::Enter, !fits.is_empty()),
            Forbidden::Concede => (ForbiddenName::Concede, false),
        }
    }

    /// Reports a prohibition of players that names cards, or the other way round, and faults of its
    /// properties.
    pub fn lint(&self, lint: &mut Lint<'_, AzurLane>, to_players: bool) {
        let of_players = match self {
            Forbidden::Attack(_) | Forbidden::Support | Forbidden::BecomeActive => false,
            Forbidden::Draw | Forbidden::Use(_) | Forbidden::Enter(_) | Forbidden::Concede => true,
        };
        if of_players != to_players {
            lint.find("never_effective", findings::forbidden_to(of_players));
        }
        // A running effect keeps the number that was chosen last.
        let unavailable = context::SENTENCES.into_iter().filter(|name| *name != meant::NUMBER);
        lint.nested(unavailable.chain(context::EVENT).collect(), |lint| self.lint_part(lint));
    }
}

impl Allowed {
    /// The name, and whether it is limited to cards with some properties.
    pub const fn name(&self) -> (AllowedName, bool) {
        match self {
            Allowed::AttackActive(fits) => (AllowedName::AttackActive, !fits.is_empty()),
            Allowed::AttackFresh(fits) => (AllowedName::AttackFresh, !fits.is_empty()),
        }
    }

    /// Reports faults of the properties of the cards that this allows to be attacked.
    pub fn lint(&self, lint: &mut Lint<'_, AzurLane>) {
        let unavailable = context::SENTENCES.into_iter().chain(context::EVENT).collect();
        lint.nested(unavailable, |lint| self.lint_part(lint));
    }
}

impl Until {
    /// Reports a duration that cannot be here: a battle where there is none, or the set-up.
    pub fn lint(self, lint: &mut Lint<'_, AzurLane>) {
        match self {
            Until::Battle if lint.is_unavailable(context::BATTLE) => {
                lint.find("no_duration", findings::no_battle());
            }
            Until::Start(Phase::Setup) | Until::End(Phase::Setup) => {
                lint.find("never_true", findings::setup_is_no_phase());
            }
            Until::Battle | Until::Turn | Until::Start(_) | Until::End(_) => {}
            Until::OpponentReset | Until::OwnReset | Until::OpponentTurn | Until::Always => {}
        }
    }
}

/// What an effect allows beyond the rules [103.1].
#[wire(Part<AzurLane>)]
pub enum Allowed {
    /// Attacking active ships with these properties [505.2a].
    AttackActive(Vec<Filter>),
    /// Attacking cards with these properties on the turn it enters [ruling-52].
    AttackFresh(Vec<Filter>),
}

/// One face of a scope for running effects: unused by this game, whose one-shot effects take the
/// objects that are there [ruling-91].
#[held(Copy)]
pub enum Scope {}

/// Short for this game's selection of cards.
pub type Select = crate::abilities::Select<AzurLane>;
/// Short for this game's numbers.
pub type Amount = crate::abilities::Amount<AzurLane>;
/// Short for how many cards are taken.
pub type Take = crate::abilities::Take<AzurLane>;
/// Short for what running effects of this game do.
pub type Influence = crate::abilities::lasting::Influence<AzurLane>;
