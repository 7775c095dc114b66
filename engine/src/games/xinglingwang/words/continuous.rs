//! Continuous effects: what holds while the card is there.
//!
//! 六.7 prohibitions; 十五.耗能.2 cheaper energy; ruling-71 the order of numbers.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::super::Xinglingwang;
use super::ability::Effective;
use super::filter::Source;
use super::{Amount, Condition, Forbidden, Keyword, KeywordName, KeywordNames, Select, Stat, standing};
use crate::card::{Lint, Side, SourceWord};
use crate::kernel::Seat;

/// What a continuous effect does.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Static {
    /// Adds to a number.
    Add {
        /// Which number.
        stat: Stat,
        /// How much.
        n: Amount,
        /// Of which cards.
        to: Select,
    },
    /// Makes a number this.
    Become {
        /// Which number.
        stat: Stat,
        /// What.
        n: Amount,
        /// Of which cards.
        to: Select,
    },
    /// Multiplies the final number [ruling-71].
    Multiply {
        /// Which number.
        stat: Stat,
        /// By how much.
        by: u8,
        /// Of which cards.
        to: Select,
    },
    /// Gives a keyword.
    Grant {
        /// Which.
        keyword: Keyword,
        /// To which cards.
        to: Select,
    },
    /// Takes a keyword away.
    Lose {
        /// Which.
        keyword: KeywordName,
        /// From which cards.
        to: Select,
    },
    /// Gives an ability of this card, of any kind but a continuous one.
    GrantAbility {
        /// Which of its abilities, counted from 1.
        ability: u8,
        /// To which cards.
        to: Select,
    },
    /// They count as this type, too.
    CountsAsType {
        /// Which.
        kind: String,
        /// Which cards.
        to: Select,
    },
    /// They count as having this name, too.
    CountsAsName {
        /// Which.
        name: String,
        /// Which cards.
        to: Select,
    },
    /// Cards cannot do something [六.7].
    Forbid {
        /// What.
        what: Forbidden,
        /// Which cards.
        to: Select,
    },
    /// Players cannot do something [六.7].
    ForbidPlayer {
        /// What.
        what: Forbidden,
        /// Who.
        #[serde(default)]
        side: Side,
    },
    /// 耗能 costs a player so much less [十五.耗能.2].
    CheaperEnergy {
        /// How much.
        n: Amount,
        /// Who.
        #[serde(default)]
        side: Side,
    },
}

/// Sets of what continuous abilities and running effects are about.
pub mod statics {
    use super::super::{FORBIDDEN_NAMES, ForbiddenName, KEYWORD_NAMES, KeywordNames, Stat};

    /// What gives types.
    pub const TYPES: u64 = 1 << 4;
    /// What gives names.
    pub const NAMES: u64 = 1 << 5;
    /// What makes energy cheaper.
    pub const ENERGY: u64 = 1 << 6;
    const KEYWORDS: u32 = 7;
    const CARDS: u32 = KEYWORDS + KEYWORD_NAMES;
    const PLAYERS: u32 = CARDS + FORBIDDEN_NAMES;
    /// What gives abilities.
    pub const GRANT_ABILITIES: u64 = 1 << (PLAYERS + FORBIDDEN_NAMES);
    const _: () = assert!(PLAYERS + FORBIDDEN_NAMES < u64::BITS);
    /// What forbids anything to anybody.
    pub const FORBIDS: u64 = GRANT_ABILITIES - (1 << CARDS);

    /// What changes a number.
    pub const fn of(stat: Stat) -> u64 {
        1 << stat as u32
    }

    /// What gives or takes one of these keywords.
    pub const fn keywords(names: KeywordNames) -> u64 {
        (names.bits() as u64) << KEYWORDS
    }

    /// What forbids this to cards.
    pub const fn forbids_cards(what: ForbiddenName) -> u64 {
        1 << (CARDS + what as u32)
    }

    /// What forbids this to players.
    pub const fn forbids_players(what: ForbiddenName) -> u64 {
        1 << (PLAYERS + what as u32)
    }
}

/// Whether everybody sees some of the cards, of a text on a hidden one.
fn is_public(to: &Select) -> bool {
    match to {
        Select::This => false,
        Select::Cards(cards) => matches!(cards.from, Source::HandAndField) || cards.from.is_told(Seat::Zero),
        Select::Subject | Select::Other | Select::Chosen | Select::Named(_) | Select::Role(_) => true,
    }
}

impl Static {
    /// Whether it changes what everybody sees: numbers and keywords of cards that lie open.
    pub fn is_seen(&self) -> bool {
        match self {
            Static::Add { stat, to, .. }
            | Static::Become { stat, to, .. }
            | Static::Multiply { stat, to, .. } => {
                matches!(stat, Stat::Attack | Stat::Score) && is_public(to)
            }
            Static::Grant { to, .. } | Static::GrantAbility { to, .. } | Static::Lose { to, .. } => {
                is_public(to)
            }
            Static::CountsAsType { .. }
            | Static::CountsAsName { .. }
            | Static::Forbid { .. }
            | Static::ForbidPlayer { .. }
            | Static::CheaperEnergy { .. } => false,
        }
    }

    /// What it is about, so that whoever asks about something else can pass it over.
    pub const fn bit(&self) -> u64 {
        match self {
            Static::Add { stat, .. } | Static::Become { stat, .. } | Static::Multiply { stat, .. } => {
                statics::of(*stat)
            }
            Static::Grant { keyword, .. } => statics::keywords(KeywordNames::of(&[keyword.name()])),
            Static::Lose { keyword, .. } => statics::keywords(KeywordNames::of(&[*keyword])),
            Static::GrantAbility { .. } => statics::GRANT_ABILITIES,
            Static::CountsAsType { .. } => statics::TYPES,
            Static::Forbid { what, .. } => statics::forbids_cards(what.name()),
            Static::ForbidPlayer { what, .. } => statics::forbids_players(what.name()),
            Static::CheaperEnergy { .. } => statics::ENERGY,
            Static::CountsAsName { .. } => statics::NAMES,
        }
    }

    /// Looks for what cannot be meant.
    pub fn lint(&self, lint: &mut Lint<'_, Xinglingwang>) {
        match self {
            Static::Add { n, to, .. } => {
                if matches!(n, Amount::Number(0)) {
                    lint.inside("add/n", |lint| lint.find("number_out_of_range", "adding 0 does nothing"));
                }
                lint.inside("add/n", |lint| n.lint(lint));
                lint.inside("add/to", |lint| to.lint(lint));
            }
            Static::Become { n, to, .. } => {
                lint.inside("become/n", |lint| n.lint(lint));
                lint.inside("become/to", |lint| to.lint(lint));
            }
            Static::Multiply { to, by, .. } => {
                if *by == 1 {
                    lint.inside("multiply/by", |lint| {
                        lint.find("number_out_of_range", "multiplying by 1 does nothing")
                    });
                }
                lint.inside("multiply/to", |lint| to.lint(lint));
            }
            Static::Grant { to, .. } => lint.inside("grant/to", |lint| to.lint(lint)),
            Static::Lose { to, .. } => lint.inside("lose/to", |lint| to.lint(lint)),
            Static::GrantAbility { ability, to } => {
                lint.inside("grant_ability/ability", |lint| {
                    if standing::own_ability(lint, *ability) == Some(false) {
                        lint.find("wrong_attribute", "a continuous ability gives no continuous ability");
                    }
                });
                lint.inside("grant_ability/to", |lint| to.lint(lint));
            }
            Static::CountsAsType { to, .. } => lint.inside("counts_as_type/to", |lint| to.lint(lint)),
            Static::CountsAsName { to, .. } => lint.inside("counts_as_name/to", |lint| to.lint(lint)),
            Static::Forbid { what, to } => {
                lint.inside("forbid/what", |lint| what.lint(lint));
                lint.inside("forbid/to", |lint| to.lint(lint));
            }
            Static::ForbidPlayer { what, .. } => lint.inside("forbid_player/what", |lint| what.lint(lint)),
            Static::CheaperEnergy { n, .. } => lint.inside("cheaper_energy/n", |lint| n.lint(lint)),
        }
    }
}

/// An effect that holds while the card is there.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Continuous {
    /// What has to be true.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<Condition>,
    /// Where the card has to be.
    #[serde(default)]
    pub zone: Effective,
    /// What it does.
    pub apply: Vec<Static>,
}
