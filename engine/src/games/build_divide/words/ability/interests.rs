//! What the abilities of a card listen to and change, without a look at each of them.

use super::super::trigger::Trigger;
use super::{Ability, Body, Zone};
use crate::games::build_divide::printed::Pool;
use crate::games::build_divide::{BuildDivide, table};
use crate::kernel::{Card, ListenMask, Union};

/// What a card's abilities listen to and change: read before the abilities themselves, to pass most cards
/// over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Union)]
pub struct Interests {
    /// The events that its abilities wait for on the field, by the bits of their verbs.
    pub listens: u64,
    /// The events that they wait for in other zones, as bits of their verbs.
    pub listens_elsewhere: u64,
    /// The topics of its continuous abilities that work on the field, as bits.
    pub about: u64,
    /// The topics of those that work in other zones, as bits.
    pub about_elsewhere: u64,
    /// Whether it replaces something.
    pub replaces: bool,
}

/// The zones in which an ability works that names no zone.
const ON_TABLE: [table::Zone; 2] = [table::Zone::Field, table::Zone::Territory];
/// The zones that an ability can name.
const ELSEWHERE: [table::Zone; 3] = [table::Zone::Hand, table::Zone::Graveyard, table::Zone::Energy];

impl ListenMask<BuildDivide> for Interests {
    fn listens(zone: table::Zone) -> bool {
        ON_TABLE.contains(&zone) || ELSEWHERE.contains(&zone)
    }

    fn of(pool: &Pool, zone: table::Zone, card: &Card<BuildDivide>) -> Interests {
        pool.interests(card.definition).map_or(Interests::NONE, |interests| interests.within(zone))
    }

    fn of_any(pool: &Pool, zone: table::Zone) -> Interests {
        pool.summary.within(zone)
    }
}

impl Interests {
    /// The interests of a card that lies in a zone.
    fn within(self, zone: table::Zone) -> Interests {
        let bits = |zones: &[table::Zone]| if zones.contains(&zone) { u64::MAX } else { 0 };
        let (here, elsewhere) = (bits(&ON_TABLE), bits(&ELSEWHERE));
        Interests {
            listens: self.listens & here,
            listens_elsewhere: self.listens_elsewhere & elsewhere,
            about: self.about & here,
            about_elsewhere: self.about_elsewhere & elsewhere,
            replaces: self.replaces && here != 0,
        }
    }

    /// The interests of several abilities.
    pub fn of<'a>(abilities: impl IntoIterator<Item = &'a Ability>) -> Interests {
        Union::of_all(abilities.into_iter().map(|ability| {
            let (listens, about) = (ability.trigger().map_or(0, Trigger::listens), ability.about());
            let there = ability.head.zone == Zone::Field;
            let (here, elsewhere) = if there { (u64::MAX, 0) } else { (0, u64::MAX) };
            Interests {
                listens: listens & here,
                listens_elsewhere: listens & elsewhere,
                about: about & here,
                about_elsewhere: about & elsewhere,
                replaces: matches!(ability.body, Body::Replacement { .. }),
            }
        }))
    }
}
