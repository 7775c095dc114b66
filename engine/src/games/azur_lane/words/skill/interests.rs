//! What the skills of a card wait for and change, without a look at each of them.

use super::super::Trigger;
use super::{Body, Skill, Zone};
use crate::abilities::lasting::topics_of;
use crate::games::azur_lane::printed::Pool;
use crate::games::azur_lane::{AzurLane, table};
use crate::kernel::{Card, ListenMask, Union};

/// What a side of a card reacts to or changes, as sets of bits. The loop between two proposals reads these
/// sets for every card; they lie close together in memory, and most are empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Union)]
pub struct Interests {
    /// The events that auto skills wait for on the battlefield, as a set of bits.
    pub listens_on_battlefield: u64,
    /// Those of these events that may happen to another card.
    pub listens_to_others: u64,
    /// The events that auto skills wait for in hand.
    pub listens_in_hand: u64,
    /// The events that auto skills wait for in the retreat zone.
    pub listens_in_retreat: u64,
    /// The events that auto skills wait for under another card.
    pub listens_under: u64,
    /// What the continuous skills do, as a set of [`topics`](super::topics).
    pub topics: u64,
    /// What those continuous skills do that are effective in hand or in the retreat zone.
    pub topics_elsewhere: u64,
    /// The keyword skills that are printed, as a set of bits.
    pub keywords: u16,
    /// Whether any skill fires when a condition becomes true.
    pub has_state: bool,
}

impl Skill {
    /// What it reacts to or changes.
    fn interests(&self) -> Interests {
        let Skill { head, body } = self;
        let here = self.events_in(Zone::Battlefield);
        let does = topics_of::<AzurLane>(&head.apply);
        let elsewhere = head.zone.covers(Zone::Hand) || head.zone.covers(Zone::Retreat);
        Interests {
            listens_on_battlefield: here,
            listens_to_others: if self.trigger().is_some_and(Trigger::is_of_itself) { 0 } else { here },
            listens_in_hand: self.events_in(Zone::Hand),
            listens_in_retreat: self.events_in(Zone::Retreat),
            listens_under: self.events_in(Zone::Under),
            topics: does,
            topics_elsewhere: if elsewhere { does } else { 0 },
            keywords: self.plain_keyword().map_or(0, |keyword| keyword.name().bit()),
            has_state: matches!(body, Body::State { .. }),
        }
    }
}

impl Interests {
    /// The part that counts in a zone. A card on the battlefield may lie under another card, so its events
    /// there count.
    const fn within(self, zone: table::Zone) -> Interests {
        match zone {
            table::Zone::Battlefield => {
                Interests { listens_in_hand: 0, listens_in_retreat: 0, topics_elsewhere: 0, ..self }
            }
            table::Zone::Hand => Interests {
                listens_in_hand: self.listens_in_hand,
                topics_elsewhere: self.topics_elsewhere,
                ..Interests::NONE
            },
            table::Zone::Retreat => Interests {
                listens_in_retreat: self.listens_in_retreat,
                topics_elsewhere: self.topics_elsewhere,
                ..Interests::NONE
            },
            table::Zone::Deck | table::Zone::Durability | table::Zone::Outside => Interests::NONE,
            table::Zone::CubeDeck | table::Zone::CostZone => Interests::NONE,
        }
    }

    /// The events that auto skills wait for in a zone.
    pub const fn listens_in(&self, zone: Zone) -> u64 {
        match zone {
            Zone::Battlefield => self.listens_on_battlefield,
            Zone::Hand => self.listens_in_hand,
            Zone::Retreat => self.listens_in_retreat,
            Zone::Under => self.listens_under,
            Zone::Deck | Zone::Anywhere | Zone::Granted => 0,
        }
    }

    /// The events that auto skills wait for off the battlefield: in hand, in the retreat zone or under
    /// another card.
    pub const fn listens_elsewhere(&self) -> u64 {
        self.listens_in_hand | self.listens_in_retreat | self.listens_under
    }
}

impl ListenMask<AzurLane> for Interests {
    fn listens(zone: table::Zone) -> bool {
        matches!(zone, table::Zone::Battlefield | table::Zone::Hand | table::Zone::Retreat)
    }

    fn of(pool: &Pool, zone: table::Zone, card: &Card<AzurLane>) -> Interests {
        pool.interests(card.definition)
            .map_or(Interests::NONE, |sides| *sides.up(card.mark.back))
            .within(zone)
    }

    fn of_any(pool: &Pool, zone: table::Zone) -> Interests {
        pool.summary.within(zone)
    }
}

/// The interests of both sides of a card; a card without a back has those of the front twice.
#[derive(Debug, Clone)]
pub struct Sides([Interests; 2]);

impl Sides {
    /// The interests of the skills of the front, and of those of the back.
    pub(in super::super::super) fn of(front: &[Skill], back: Option<&[Skill]>) -> Sides {
        let of = |skills: &[Skill]| Union::of_all(skills.iter().map(Skill::interests));
        let front = of(front);
        Sides([front, back.map_or(front, of)])
    }

    /// The interests of either side.
    pub fn either(&self) -> Interests {
        Union::of_all(self.0)
    }

    /// The interests of the side that is up.
    #[inline]
    pub const fn up(&self, back: bool) -> &Interests {
        let Sides([front, reverse]) = self;
        if back { reverse } else { front }
    }
}
