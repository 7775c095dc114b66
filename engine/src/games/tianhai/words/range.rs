//! Range parts of attack orders [攻击.2, ruling-21].

use crate::schema::JsonSchema;
use serde::Serialize;

use super::super::Tianhai;
use super::super::findings;
use crate::abilities::Lint;
use crate::abilities::grid::lint_offsets;
use crate::either::number_or_word;
use crate::kernel::{MapCards, wire};

/// All of them, on the wire.
#[wire(Copy, MapCards)]
pub enum Every {
    /// All.
    All,
}

/// How many of the enemies in a range part are targets: `all`, or so many by choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, MapCards, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Pick {
    /// All of them.
    Every(Every),
    /// So many, by choice.
    Exactly(u8),
}

number_or_word!(Pick: Exactly or Every);

impl Pick {
    /// All of them.
    pub const ALL: Pick = Pick::Every(Every::All);

    /// Whether at least one enemy is a target.
    pub const fn is_possible(self) -> bool {
        !matches!(self, Pick::Exactly(0))
    }
}

impl Default for Pick {
    fn default() -> Pick {
        Pick::ALL
    }
}

/// What units between do.
#[wire(Copy, Default, MapCards)]
pub enum Sight {
    /// Nothing.
    #[default]
    Over,
    /// The first unit ends it.
    Direct,
}

/// A part of the range of an attack order.
#[wire(MapCards)]
pub struct RangePart {
    /// Its cells: so far ahead, so far to the right.
    pub cells: Vec<(i16, i16)>,
    /// How many of the enemies there are targets.
    #[optional(told)]
    pub pick: Pick,
    /// What units between do.
    #[optional(told)]
    pub sight: Sight,
    /// Whether it is an attack in melee.
    #[optional(told)]
    pub melee: bool,
}

impl RangePart {
    /// Reports the faults of this range part.
    pub fn lint(&self, lint: &mut Lint<'_, Tianhai>) {
        lint.inside("cells", |lint| lint_offsets(lint, &self.cells));
        if !self.pick.is_possible() {
            lint.inside("pick", |lint| lint.find("number_out_of_range", findings::one_to_choose()));
        }
    }
}
