//! Activation costs, alternative costs and remodel costs [303.3, 303.4, 601.8a].

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::super::table::{self, CubeKind, Means, Verb};
use super::super::{AzurLane, zone};
use super::filter::{Face, Filter, Source, State, StateIs};
use super::{Amount, Take};
use crate::card::{Answer, Cards, Choosing, FilterWord, Lint, Pause, Run, Scene, Side};
use crate::kernel::{Acts, CardId, Match, Object};
use crate::verdict::Cite;

/// The part left of 「：」.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Costs {
    /// 「可以…：」: the player decides whether to pay [303.3a].
    #[serde(default)]
    pub optional: bool,
    /// What is paid, all of it, in this order [ruling-38].
    pub pay: Vec<Cost>,
}

/// The most parts of one cost.
pub const COST_LIMIT: usize = 10;

/// One part of a cost.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Cost {
    /// Rest so many own active cubes.
    RestCubes {
        /// How many.
        n: u32,
        /// Only cubes of this face.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        face: Option<Face>,
    },
    /// Return so many own cubes to the cube deck.
    ReturnCubes {
        /// How many.
        n: u32,
    },
    /// Discard so many own hand cards.
    Discard {
        /// How many.
        n: u32,
        /// What they have to be.
        #[serde(default)]
        fits: Vec<Filter>,
    },
    /// Rest this card.
    RestThis {},
    /// Rest so many own ships.
    Rest {
        /// How many.
        n: u32,
        /// What they have to be.
        #[serde(default)]
        fits: Vec<Filter>,
    },
    /// Put so many own ships from the battlefield into the retreat zone.
    Retreat {
        /// How many.
        n: u32,
        /// What they have to be.
        #[serde(default)]
        fits: Vec<Filter>,
    },
    /// Put this card from the battlefield into the retreat zone.
    RetreatThis {},
    /// Put so many cards of the own durability zone into the retreat zone, from the top.
    Durability {
        /// How many.
        n: u32,
    },
    /// Put so many cards of the own retreat zone on the bottom of the deck.
    RetreatZoneToDeck {
        /// How many.
        n: u32,
        /// What they have to be.
        #[serde(default)]
        fits: Vec<Filter>,
    },
    /// Put so many own hand cards under this card.
    PutUnder {
        /// How many.
        n: u32,
        /// What they have to be.
        #[serde(default)]
        fits: Vec<Filter>,
    },
    /// Draw so many cards [313.1a].
    Draw {
        /// How many.
        n: u32,
    },
}

/// What somebody has to choose in order to pay a part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Need {
    /// Nothing.
    Nothing,
    /// So many of these cards.
    Cards(Vec<CardId>, usize),
    /// So many of these cubes.
    Cubes(Vec<(CubeKind, u32)>, u32),
}

type Game<'p> = Match<'p, AzurLane>;

impl Cost {
    /// Looks for what cannot be meant.
    pub fn lint(&self, lint: &mut Lint<'_, AzurLane>) {
        let (kind, n) = match self {
            Cost::RestCubes { n, .. } => ("rest_cubes", *n),
            Cost::ReturnCubes { n } => ("return_cubes", *n),
            Cost::Discard { n, .. } => ("discard", *n),
            Cost::Rest { n, .. } => ("rest", *n),
            Cost::Retreat { n, .. } => ("retreat", *n),
            Cost::Durability { n } => ("durability", *n),
            Cost::RetreatZoneToDeck { n, .. } => ("retreat_zone_to_deck", *n),
            Cost::PutUnder { n, .. } => ("put_under", *n),
            Cost::Draw { n } => ("draw", *n),
            Cost::RestThis {} | Cost::RetreatThis {} => return,
        };
        lint.inside(kind, |lint| {
            if n == 0 || n > 50 {
                lint.inside("n", |lint| lint.find("number_out_of_range", "a cost asks for 1 to 50"));
            }
            if let Some(cards) = self.cards() {
                lint.each("fits", &cards.fits, |lint, filter| filter.lint(lint));
            }
        });
    }

    /// The field of an action's `cost` in which the chosen cards stand.
    pub const fn field(&self) -> &'static str {
        match self {
            Cost::Discard { .. } => "cost.discard",
            Cost::Rest { .. } => "cost.rest",
            Cost::Retreat { .. } => "cost.retreat",
            Cost::RetreatZoneToDeck { .. } => "cost.bottom",
            Cost::PutUnder { .. } => "cost.under",
            Cost::RestCubes { .. } => "cost.cubes",
            Cost::ReturnCubes { .. } => "cost.return_cubes",
            Cost::RestThis {} | Cost::RetreatThis {} | Cost::Durability { .. } | Cost::Draw { .. } => "cost",
        }
    }

    /// The cards that can be chosen for it.
    fn cards(&self) -> Option<Cards<AzurLane>> {
        let (n, from, mut fits) = match self {
            Cost::Discard { n, fits } | Cost::PutUnder { n, fits } => (n, Source::Hand, fits.clone()),
            Cost::Rest { n, fits } | Cost::Retreat { n, fits } => (n, Source::Battlefield, fits.clone()),
            Cost::RetreatZoneToDeck { n, fits } => (n, Source::Retreat, fits.clone()),
            _ => return None,
        };
        if matches!(self, Cost::Rest { .. }) {
            fits.push(Filter::State(StateIs(State::Active)));
        }
        if matches!(self, Cost::Rest { .. } | Cost::Retreat { .. }) {
            fits.push(Filter::Kind(super::filter::KindIs(vec![super::super::printed::Kind::Ship])));
        }
        Some(Cards {
            side: Side::Own,
            from,
            fits,
            take: Take::Exactly(Amount::Number(i64::from(*n))),
            chooser: Choosing::You,
            name: None,
        })
    }

    /// What has to be chosen to pay it, the card in use being set aside [ruling-92]; `None`: it
    /// cannot be paid.
    pub fn need(&self, game: &Game<'_>, scene: &Scene<'_>, aside: Option<CardId>) -> Option<Need> {
        let seat = scene.seat;
        let enough = |yes: bool| yes.then_some(Need::Nothing);
        match self {
            Cost::RestCubes { n, face } => {
                let mut kinds = vec![CubeKind::Down, CubeKind::Up];
                kinds.retain(|kind| match face {
                    Some(Face::Front) => *kind == CubeKind::Up,
                    Some(Face::Back) => *kind == CubeKind::Down,
                    None => true,
                });
                cubes(game, scene, kinds, *n)
            }
            Cost::ReturnCubes { n } => cubes(
                game,
                scene,
                vec![CubeKind::Down, CubeKind::DownRested, CubeKind::Up, CubeKind::UpRested],
                *n,
            ),
            Cost::RestThis {} => enough(
                game.state.table.is_current(scene.me)
                    && table::is_on_battlefield(game, scene.me.card)
                    && !table::mark(game, scene.me.card).rested,
            ),
            Cost::RetreatThis {} => {
                enough(game.state.table.is_current(scene.me) && table::is_on_battlefield(game, scene.me.card))
            }
            Cost::Durability { n } => {
                enough(game.state.table.list(table::DURABILITY.of(seat)).len() >= *n as usize)
            }
            Cost::Draw { n } => enough(
                game.state.table.list(table::DECK.of(seat)).len() >= *n as usize
                    && super::super::prohibition::draw(game, seat).is_none(),
            ),
            Cost::Discard { n, .. }
            | Cost::Rest { n, .. }
            | Cost::Retreat { n, .. }
            | Cost::RetreatZoneToDeck { n, .. }
            | Cost::PutUnder { n, .. } => {
                if matches!(self, Cost::PutUnder { .. })
                    && !(game.state.table.is_current(scene.me)
                        && table::is_on_battlefield(game, scene.me.card))
                {
                    return None;
                }
                let mut domain = self.cards()?.domain(game, scene);
                domain.retain(|card| Some(*card) != aside);
                let n = *n as usize;
                (domain.len() >= n).then_some(Need::Cards(domain, n))
            }
        }
    }

    /// Pays it with what was chosen.
    pub fn pay<'p>(
        &self,
        acts: &mut impl Acts<'p, AzurLane>,
        scene: &Scene<'_>,
        cards: &[CardId],
        cubes: &[(CubeKind, u32)],
        rule: Cite,
    ) {
        let (seat, source) = (scene.seat, Some(scene.me));
        match self {
            Cost::RestCubes { .. } => {
                for &(kind, n) in cubes {
                    zone::rest_cubes(acts, seat, kind, n, Means::Cost, source, rule);
                }
            }
            Cost::ReturnCubes { .. } => {
                for &(kind, n) in cubes {
                    zone::return_cubes(acts, seat, kind, n, source, rule);
                }
            }
            Cost::Discard { .. } => {
                for &card in cards {
                    zone::discard(acts, seat, card, Means::Cost, source, rule);
                }
            }
            Cost::RestThis {} => {
                zone::rest(acts, seat, scene.me.card, Means::Cost, source, rule);
            }
            Cost::Rest { .. } => {
                for &card in cards {
                    zone::rest(acts, seat, card, Means::Cost, source, rule);
                }
            }
            Cost::Retreat { .. } => {
                for &card in cards {
                    zone::leave(acts, seat, card, Verb::Retreat, zone::detail(Means::Cost), source, rule);
                }
            }
            Cost::RetreatThis {} => {
                zone::leave(
                    acts,
                    seat,
                    scene.me.card,
                    Verb::Retreat,
                    zone::detail(Means::Cost),
                    source,
                    rule,
                );
            }
            Cost::Durability { n } => {
                for _ in 0..*n {
                    if let Some(&card) = acts.game().state.table.list(table::DURABILITY.of(seat)).first() {
                        zone::to_retreat(acts, seat, card, source, rule);
                    }
                }
            }
            Cost::RetreatZoneToDeck { .. } => {
                for &card in cards {
                    zone::to_deck(acts, seat, card, crate::kernel::End::Bottom, source, rule);
                }
            }
            Cost::PutUnder { .. } => {
                for &card in cards {
                    zone::put_under(acts, seat, card, scene.me.card, source, rule);
                }
            }
            Cost::Draw { n } => zone::draw(acts, seat, i64::from(*n), source, rule),
        }
    }
}

fn cubes(game: &Game<'_>, scene: &Scene<'_>, kinds: Vec<CubeKind>, n: u32) -> Option<Need> {
    let counts: Vec<(CubeKind, u32)> = kinds
        .into_iter()
        .map(|kind| (kind, table::cubes(game, scene.seat, kind)))
        .filter(|(_, count)| *count > 0)
        .collect();
    (counts.iter().map(|(_, count)| count).sum::<u32>() >= n).then_some(Need::Cubes(counts, n))
}

impl Costs {
    /// Looks for what cannot be meant.
    pub fn lint(&self, lint: &mut Lint<'_, AzurLane>) {
        if self.pay.is_empty() || self.pay.len() > COST_LIMIT {
            lint.find("empty_list", format!("a cost has 1 to {COST_LIMIT} parts"));
        }
        let mut fields: Vec<&str> =
            self.pay.iter().map(Cost::field).filter(|field| *field != "cost").collect();
        fields.sort_unstable();
        if fields.windows(2).any(|pair| pair.first() == pair.last()) {
            lint.find("cost_twice", "one form of cost stands twice; write one with the sum");
        }
        lint.each("pay", &self.pay, |lint, cost| cost.lint(lint));
    }

    /// Whether all of it can be paid now [ruling-38].
    pub fn is_payable(&self, game: &Game<'_>, scene: &Scene<'_>, aside: Option<CardId>) -> bool {
        self.pay.iter().all(|cost| cost.need(game, scene, aside).is_some())
    }
}

/// Pays one part of a cost inside a resolution, asking where there is a choice.
pub fn pay_asking(cost: &Cost, run: &mut Run<'_, '_, AzurLane>) -> Result<(), Pause> {
    let rule = cite!("303.3");
    let seat = run.seat();
    let need = cost.need(run.game, &run.scene(), None);
    let (mut cards, mut cubes) = (Vec::new(), Vec::new());
    match need {
        Some(Need::Nothing) => {}
        Some(Need::Cards(domain, n)) => {
            let answer = if domain.len() == n {
                Answer::Cards(domain)
            } else {
                let what = crate::card::Choosable::Cards { from: domain, min: n, max: n, hidden: false };
                run.ask(seat, what, rule, true)?
            };
            if let Answer::Cards(chosen) = answer {
                cards = chosen;
            }
        }
        Some(Need::Cubes(counts, n)) => {
            let numbered =
                |kind: CubeKind| table::COST_ZONE_KINDS.iter().position(|(other, _)| *other == kind);
            let all: u32 = counts.iter().map(|(_, count)| count).sum();
            let answer = match counts.as_slice() {
                [(kind, _)] => Answer::Pieces(vec![(numbered(*kind).unwrap_or(0) as u8, n)]),
                _ => {
                    let over: Vec<(u8, u32)> = counts
                        .iter()
                        .map(|(kind, count)| (numbered(*kind).unwrap_or(0) as u8, *count))
                        .collect();
                    if all == n {
                        Answer::Pieces(over)
                    } else {
                        run.ask(seat, crate::card::Choosable::Pieces { count: n, over }, rule, true)?
                    }
                }
            };
            if let Answer::Pieces(chosen) = answer {
                let kinds = chosen.into_iter().filter_map(|(number, count)| {
                    Some((table::COST_ZONE_KINDS.get(usize::from(number))?.0, count))
                });
                cubes.extend(kinds);
            }
        }
        None => return Ok(()),
    }
    let scene_parts = (run.me(), run.resolution.bound.clone());
    let scene = Scene { seat, me: scene_parts.0, subject: None, other: None, bound: &scene_parts.1 };
    cost.pay(run.game, &scene, &cards, &cubes, rule);
    Ok(())
}

/// The object that a scene stands on, for costs paid before there is a resolution.
pub fn scene_of(seat: crate::kernel::Seat, me: Object) -> Scene<'static> {
    static NONE: crate::card::Bound = crate::card::Bound::NONE;
    Scene { seat, me, subject: None, other: None, bound: &NONE }
}
