//! What the loop between two proposals asks about a card: what it waits for, and what its continuous
//! abilities do, by the zone that it lies in.
//!
//! 六.1, 六.3, 六.4 timing and moments; 四.1, 四.3, 四.5, 四.9 where texts are effective; 十五.阻擋.4 the shield.

use super::Xinglingwang;
use super::printed::{CardData, Pool};
use super::table::Zone;
use super::words::ability::{Body, Effective};
use super::words::trigger::{On, Timing};
use super::words::{KeywordName, KeywordNames};
use crate::abilities::lasting::topics_of;
use crate::kernel::{Card, ListenMask, Union};

/// What a card waits for and changes in one zone: what the loop between two proposals asks of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Union)]
pub struct ZoneInterests {
    /// The verbs that it waits for, as a set of bits.
    pub listens: u64,
    /// The phases whose beginning or end it waits for, as a set of bits: all, where it waits for any.
    pub phases: u32,
    /// The verbs that it comes before, as a set of bits [六.4].
    pub before: u64,
    /// What its continuous abilities do, as a set of bits.
    pub topics: u64,
    /// Its printed keywords, which count on the field; the shield counts as 阻擋.
    pub keywords: KeywordNames,
    /// Whether something else may happen because of it.
    pub replaces: bool,
}

impl ZoneInterests {
    fn listen_to(&mut self, on: &On) {
        self.listens |= on.verbs();
        self.phases |= on.phase.map_or(u32::MAX, |phase| phase.phase().bit());
        self.before |= on.before();
    }
}

/// The interests of a card in each zone. They lie together in memory because most cards have none, and the
/// loop passes those over without reading their abilities.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Union)]
pub struct Interests {
    field: ZoneInterests,
    hand: ZoneInterests,
    graveyard: ZoneInterests,
    shown: ZoneInterests,
}

impl Interests {
    /// The interests of a card of the pool; a traveler has none.
    #[inline]
    pub(crate) fn in_pool(pool: &Pool, definition: u16) -> &Interests {
        pool.interests(definition).unwrap_or(&Interests::NONE)
    }

    pub(crate) const fn at(&self, effective: Effective) -> &ZoneInterests {
        match effective {
            Effective::Field => &self.field,
            Effective::Hand => &self.hand,
            Effective::Graveyard => &self.graveyard,
            Effective::Shown => &self.shown,
        }
    }

    fn at_mut(&mut self, effective: Effective) -> &mut ZoneInterests {
        match effective {
            Effective::Field => &mut self.field,
            Effective::Hand => &mut self.hand,
            Effective::Graveyard => &mut self.graveyard,
            Effective::Shown => &mut self.shown,
        }
    }

    pub(super) fn of(card: &CardData) -> Interests {
        let names = card.keywords.iter().map(|keyword| KeywordNames::of(&[keyword.name()]));
        let shield =
            if card.has_shield() { KeywordNames::of(&[KeywordName::Block]) } else { KeywordNames::NONE };
        let mut interests = Interests::NONE;
        interests.field.keywords = names.fold(shield, KeywordNames::or);
        for ability in card.all_abilities() {
            let there = interests.at_mut(ability.head.zone);
            there.topics |= topics_of::<Xinglingwang>(&ability.head.apply);
            match &ability.body {
                Body::Triggered { on } => there.listen_to(on),
                Body::Replacement { .. } => there.replaces = true,
                Body::Immediate {} | Body::Activated { .. } | Body::Continuous {} => {}
            }
        }
        // Magic with an exact moment triggers in hand [六.3].
        let timings = card.magic.iter().filter_map(|magic| magic.timing.known());
        for timing in timings.flatten() {
            if let Timing::Moment(on) = timing {
                interests.hand.listen_to(on);
            }
        }
        interests
    }
}

impl ListenMask<Xinglingwang> for ZoneInterests {
    fn listens(zone: Zone) -> bool {
        zone.effective().is_some()
    }

    fn of(pool: &Pool, zone: Zone, card: &Card<Xinglingwang>) -> ZoneInterests {
        zone.effective()
            .map_or(ZoneInterests::NONE, |effective| *Interests::in_pool(pool, card.definition).at(effective))
    }

    fn of_any(pool: &Pool, zone: Zone) -> ZoneInterests {
        zone.effective().map_or(ZoneInterests::NONE, |effective| *pool.summary.interests.at(effective))
    }
}
