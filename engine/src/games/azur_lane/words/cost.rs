//! Activation costs, alternative costs and remodel costs [303.3, 303.4, 601.8a].

use super::super::AzurLane;
use super::super::action::{Form, Store};
use super::super::findings;
use super::super::table::{self, CubeKind, Verb};
use super::super::zone::{self, By};
use super::filter::{Face, Filter, Source, State, StateIs};
use super::{Amount, Take, context};
use crate::abilities::lint::meant;
use crate::abilities::{Answer, Cards, Choosable, Choosing, Lint, Objects, Part, Pause, Run, Scene, Side};
use crate::game_kit::cost::lint_after;
use crate::kernel::{Acts, CardId, Match, wire};
use crate::verdict::Cite;

/// The part left of 「：」.
#[wire]
pub struct Costs {
    /// 「可以…：」: the player decides whether to pay [303.3a].
    #[optional]
    pub optional: bool,
    /// What is paid, all of it, in this order [ruling-38]. Everything is chosen before anything is paid; the
    /// first sentence refers to the cards as chosen last.
    pub pay: Vec<Cost>,
}

/// The most parts of one cost.
pub const COST_LIMIT: usize = 10;

/// The order of cards that are put on the bottom of a deck as a cost [401.4].
#[wire(Copy, Default)]
pub enum BottomOrder {
    /// The one in which they are named.
    #[default]
    Chosen,
    /// The seed's, hidden from both: the order in which they are named means nothing.
    Random,
}

/// One part of a cost.
#[wire(Part<AzurLane>)]
pub enum Cost {
    /// Rest so many own active cubes.
    RestCubes {
        /// How many.
        n: u32,
        /// Only cubes of this face.
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
        #[optional]
        #[part(excluding(context::POSITION))]
        fits: Vec<Filter>,
    },
    /// Rest this card.
    RestThis,
    /// Rest so many own ships.
    Rest {
        /// How many.
        n: u32,
        /// What they have to be.
        #[optional]
        fits: Vec<Filter>,
    },
    /// Put so many own ships from the battlefield into the retreat zone.
    Retreat {
        /// How many.
        n: u32,
        /// What they have to be.
        #[optional]
        fits: Vec<Filter>,
    },
    /// Put this card from the battlefield into the retreat zone.
    RetreatThis,
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
        #[optional]
        #[part(excluding(context::POSITION))]
        fits: Vec<Filter>,
        /// In which order: the one that is chosen, or one that nobody knows.
        #[optional]
        order: BottomOrder,
    },
    /// Put so many own hand cards under this card.
    PutUnder {
        /// How many.
        n: u32,
        /// What they have to be.
        #[optional]
        #[part(excluding(context::POSITION))]
        fits: Vec<Filter>,
    },
    /// Draw so many cards [313.1a].
    Draw {
        /// How many.
        n: u32,
    },
}

/// What a seat has to choose in order to pay a part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Need {
    /// Nothing.
    Nothing,
    /// That many of these cards.
    Cards(Vec<CardId>, usize),
    /// That many cubes, up to the count of each kind.
    Cubes(Vec<(CubeKind, u32)>, u32),
}

type Game<'p> = Match<'p, AzurLane>;

/// What is fixed for a part of a cost, and what its text says of the cards or cubes that pay it.
struct Spec<'c> {
    /// Its name on the wire.
    word: &'static str,
    /// The form in which an action names cards or cubes for it; `None`: it names none.
    form: Option<Form>,
    /// How many cards or cubes it takes.
    n: u32,
    /// What chosen cards have to be.
    fits: &'c [Filter],
}

impl Cost {
    fn spec(&self) -> Spec<'_> {
        let (word, form, n, fits): (_, _, _, &[Filter]) = match self {
            Cost::RestCubes { n, .. } => ("rest_cubes", Some(Form::Cubes), *n, &[]),
            Cost::ReturnCubes { n } => ("return_cubes", Some(Form::ReturnCubes), *n, &[]),
            Cost::Discard { n, fits } => ("discard", Some(Form::Discard), *n, fits),
            Cost::Rest { n, fits } => ("rest", Some(Form::Rest), *n, fits),
            Cost::Retreat { n, fits } => ("retreat", Some(Form::Retreat), *n, fits),
            Cost::Durability { n } => ("durability", None, *n, &[]),
            Cost::RetreatZoneToDeck { n, fits, .. } => ("retreat_zone_to_deck", Some(Form::Bottom), *n, fits),
            Cost::PutUnder { n, fits } => ("put_under", Some(Form::Under), *n, fits),
            Cost::Draw { n } => ("draw", None, *n, &[]),
            Cost::RestThis => ("rest_this", None, 1, &[]),
            Cost::RetreatThis => ("retreat_this", None, 1, &[]),
        };
        Spec { word, form, n, fits }
    }

    /// The form in which an action names cards or cubes for this part; `None`: it names none.
    pub fn form(&self) -> Option<Form> {
        self.spec().form
    }

    /// Where the cards or cubes lie that can be chosen for this part.
    fn store(&self) -> Option<Store> {
        self.form().map(Form::store)
    }

    /// Whether this part is paid with the card that the skill stands on.
    const fn takes_this(&self) -> bool {
        matches!(self, Cost::RestThis | Cost::RetreatThis)
    }

    /// Whether later sentences can refer to the cards that paid this part. Cards that went into a deck cannot
    /// be told apart.
    fn leaves_cards(&self) -> bool {
        matches!(self.store(), Some(Store::Hand | Store::Ships))
    }

    /// Whether the card that the skill stands on has to be on the battlefield to pay this part.
    const fn needs_this_on_battlefield(&self) -> bool {
        self.takes_this() || matches!(self, Cost::PutUnder { .. })
    }

    /// Whether the cards that pay this part go into the deck in a random order.
    pub const fn is_left_to_chance(&self) -> bool {
        matches!(self, Cost::RetreatZoneToDeck { order: BottomOrder::Random, .. })
    }

    /// Reports the faults of this part.
    fn lint(&self, lint: &mut Lint<'_, AzurLane>) {
        let Spec { word, n, .. } = self.spec();
        lint.inside(word, |lint| {
            if n == 0 || n > 50 {
                lint.inside("n", |lint| lint.find("number_out_of_range", findings::part_range()));
            }
            if self.needs_this_on_battlefield() && lint.is_unavailable(context::THIS_ON_BATTLEFIELD) {
                lint.find("never_payable", findings::paid_elsewhere());
            }
        });
        self.lint_part(lint);
    }

    /// The selection of cards for this part; `None`: it is not paid with chosen cards.
    fn cards(&self) -> Option<Cards<AzurLane>> {
        let Spec { form, n, fits, .. } = self.spec();
        let store = form?.store();
        let from = match store {
            Store::Hand => Source::Hand,
            Store::Ships => Source::Battlefield,
            Store::RetreatZone => Source::Retreat,
            Store::Cubes => return None,
        };
        let mut fits = fits.to_vec();
        if form == Some(Form::Rest) {
            fits.push(Filter::State(StateIs(State::Active)));
        }
        if store == Store::Ships {
            fits.push(Filter::Kind(super::filter::KindIs(vec![super::super::printed::Kind::Ship])));
        }
        Some(Cards {
            side: Side::Own,
            from,
            fits,
            take: Take::Exactly(Amount::Number(i64::from(n))),
            chooser: Choosing::You,
            name: None,
        })
    }

    /// What has to be chosen to pay this part without the cards of `aside`; `None`: it cannot be paid.
    fn need(&self, game: &Game<'_>, scene: &Scene<'_>, aside: [Option<CardId>; 2]) -> Option<Need> {
        let seat = scene.seat;
        let enough = |yes: bool| yes.then_some(Need::Nothing);
        match self {
            Cost::RestCubes { n, face } => {
                // The kinds stand in the order of their names.
                let kinds = super::cubes::active_of(*face).iter().rev().copied();
                cubes(game, scene, kinds.collect(), *n)
            }
            Cost::ReturnCubes { n } => {
                let kinds = table::COST_ZONE_KINDS.map(|(kind, _)| kind);
                cubes(game, scene, kinds.to_vec(), *n)
            }
            Cost::RestThis => enough(
                game.state.table.is_current(scene.me)
                    && table::is_on_battlefield(game, scene.me.card)
                    && !table::mark(game, scene.me.card).rested,
            ),
            Cost::RetreatThis => {
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
                domain.retain(|card| !aside.contains(&Some(*card)));
                let n = *n as usize;
                (domain.len() >= n).then_some(Need::Cards(domain, n))
            }
        }
    }

    /// Pays this part with the choice.
    pub fn pay<'p>(
        &self,
        acts: &mut impl Acts<'p, AzurLane>,
        scene: &Scene<'_>,
        cards: &[CardId],
        cubes: &[(CubeKind, u32)],
        rule: Cite,
    ) {
        let seat = scene.seat;
        let (as_cost, by) = (By::cost(seat, Some(scene.me), rule), By::effect(seat, scene.me, rule));
        match self {
            Cost::RestCubes { .. } => {
                for &(kind, n) in cubes {
                    zone::rest_cubes(acts, (kind, n), as_cost);
                }
            }
            Cost::ReturnCubes { .. } => {
                for &(kind, n) in cubes {
                    zone::return_cubes(acts, kind, n, by);
                }
            }
            Cost::Discard { .. } => {
                for &card in cards {
                    zone::discard(acts, card, as_cost);
                }
            }
            Cost::RestThis => {
                zone::rest(acts, scene.me.card, as_cost);
            }
            Cost::Rest { .. } => {
                for &card in cards {
                    zone::rest(acts, card, as_cost);
                }
            }
            Cost::Retreat { .. } | Cost::RetreatThis => {
                let this = [scene.me.card];
                let ships = if matches!(self, Cost::RetreatThis) { &this } else { cards };
                for &card in ships {
                    zone::leave(acts, card, as_cost.proposal(Verb::Retreat));
                }
            }
            Cost::Durability { n } => {
                for _ in 0..*n {
                    if let Some(&card) = acts.game().state.table.list(table::DURABILITY.of(seat)).first() {
                        zone::to_retreat(acts, card, by);
                    }
                }
            }
            Cost::RetreatZoneToDeck { .. } => {
                for &card in cards {
                    zone::to_deck(acts, card, crate::kernel::End::Bottom, by);
                }
            }
            Cost::PutUnder { .. } => {
                for &card in cards {
                    zone::put_under(acts, card, scene.me.card, by);
                }
            }
            Cost::Draw { n } => zone::draw(acts, *n as usize, by),
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
    /// Reports the faults of a cost.
    pub fn lint(&self, lint: &mut Lint<'_, AzurLane>) {
        if self.pay.is_empty() {
            lint.find("empty_list", findings::no_cost());
        }
        lint_parts(lint, &self.pay);
        if self.pay.iter().any(Cost::leaves_cards) {
            lint.learn(meant::CHOSEN);
        }
    }
}

/// Reports parts of one cost that are paid from the same cards or cubes, or are wrong by themselves. If the
/// parts are independent, a cost can be paid if each part can be [ruling-38].
pub fn lint_parts(lint: &mut Lint<'_, AzurLane>, parts: &[Cost]) {
    if parts.len() > COST_LIMIT {
        lint.find("too_many_parts", findings::cost_limit(COST_LIMIT));
    }
    lint.each("pay", parts, |lint, cost| cost.lint(lint));
    // A longer list has its finding already.
    lint_after(lint, parts, COST_LIMIT, |before, part| {
        if before.iter().any(|other| other.spec().word == part.spec().word) {
            return Some(("cost_twice", findings::cost_twice()));
        }
        let shared = before.iter().any(|other| takes_from(other, part));
        shared.then(|| ("cost_shared", findings::cost_shared()))
    });
}

/// Reports a random order in the cost of a card: only the cost of a skill can have one.
pub fn lint_order(lint: &mut Lint<'_, AzurLane>, parts: &[Cost]) {
    lint.each("pay", parts, |lint, part| {
        if part.is_left_to_chance() {
            lint.inside("retreat_zone_to_deck/order", |lint| {
                lint.find("wrong_attribute", findings::only_skills_at_random());
            });
        }
    });
}

/// Whether a part takes away what a later part is paid from.
fn takes_from(before: &Cost, after: &Cost) -> bool {
    let leaves = matches!(before, Cost::RetreatThis) && after.needs_this_on_battlefield();
    leaves || (before.store().is_some() && before.store() == after.store())
}

/// What has to be chosen to pay one part of a cost; `None`: it cannot be paid. The card in use cannot pay
/// [ruling-92], nor can the card that the skill stands on if another part is paid with it or a later part
/// needs it on the battlefield.
pub fn need(
    parts: &[Cost],
    part: &Cost,
    game: &Game<'_>,
    scene: &Scene<'_>,
    aside: Option<CardId>,
) -> Option<Need> {
    let mut after = parts.iter().skip_while(|other| !std::ptr::eq(*other, part)).skip(1);
    let is_kept = parts.iter().any(Cost::takes_this) || after.any(Cost::needs_this_on_battlefield);
    let this = is_kept.then_some(scene.me.card);
    part.need(game, scene, [aside, this])
}

/// Whether every part of a cost can be paid now [ruling-38].
pub fn is_payable(parts: &[Cost], game: &Game<'_>, scene: &Scene<'_>, aside: Option<CardId>) -> bool {
    parts.iter().all(|part| need(parts, part, game, scene, aside).is_some())
}

/// The cards and cubes that pay one part.
type Chosen = (Vec<CardId>, Vec<(CubeKind, u32)>);

/// Pays a cost while a text is processed. First it asks for the choice of every part, then it pays all parts;
/// a cost that cannot be paid completely is not paid at all [ruling-38]. Returns whether it was paid.
pub fn pay_asking(parts: &[Cost], run: &mut Run<'_, '_, AzurLane>) -> Result<bool, Pause> {
    let rule = cite!("303.3");
    let mut chosen: Vec<Chosen> = Vec::new();
    for part in parts {
        let Some(need) = need(parts, part, run.game, &run.scene(), None) else { return Ok(false) };
        let (mut cards, cubes) = choose(need, run, rule)?;
        if part.is_left_to_chance() {
            cards.sort_unstable();
            let objects = cards.iter().map(|&card| run.game.state.table.object(card)).collect();
            let ordered = run.in_random_order(objects, cite!("401.4"))?;
            cards = ordered.iter().map(|object| object.card).collect();
        }
        chosen.push((cards, cubes));
    }
    let (seat, me, bound) = (run.seat(), run.me(), run.resolution.bound.clone());
    let scene = Scene { seat, me, subject: None, other: None, bound: &bound };
    for (part, (cards, cubes)) in parts.iter().zip(&chosen) {
        part.pay(run.game, &scene, cards, cubes, rule);
    }
    let paid = parts.iter().zip(&chosen).map(|(part, (cards, _))| (part, cards.as_slice()));
    run.resolution.bound.chosen = left_by(run.game, paid);
    Ok(true)
}

/// Pays the parts with a random order. This happens after the use is accepted, so that a refused use draws no
/// random number.
pub fn pay_by_chance(
    parts: &[Cost],
    game: &mut Game<'_>,
    scene: &Scene<'_>,
    named: impl Fn(&Cost) -> Vec<CardId>,
) {
    for part in parts.iter().filter(|part| part.is_left_to_chance()) {
        let Some(domain) = part.cards().map(|cards| cards.domain(game, scene)) else { continue };
        let mut cards = named(part);
        cards.retain(|card| domain.contains(card));
        // Sorted, so that the order of the names has no effect on where the cards lie.
        cards.sort_unstable();
        let mut ordered = Vec::with_capacity(cards.len());
        while !cards.is_empty() {
            let Some(index) = game.pick_index(cards.len(), cite!("401.4")) else { return };
            ordered.push(cards.remove(index));
        }
        part.pay(game, scene, &ordered, &[], cite!("303.3"));
    }
}

/// The cards that paid a cost, as objects where they lie afterwards: sentences refer to them as the last
/// chosen cards.
pub fn left_by<'c>(game: &Game<'_>, paid: impl Iterator<Item = (&'c Cost, &'c [CardId])>) -> Objects {
    let cards = paid.filter(|(part, _)| part.leaves_cards()).flat_map(|(_, cards)| cards);
    cards.map(|&card| game.state.table.object(card)).collect()
}

/// Asks for the choice that a part needs, if there is one.
fn choose(need: Need, run: &mut Run<'_, '_, AzurLane>, rule: Cite) -> Result<Chosen, Pause> {
    let seat = run.seat();
    match need {
        Need::Nothing => Ok(Chosen::default()),
        Need::Cards(domain, n) if domain.len() == n => Ok((domain, Vec::new())),
        Need::Cards(domain, n) => {
            let what = Choosable::Cards { from: domain, min: n, max: n, hidden: false };
            let Answer::Cards(cards) = run.ask(seat, what, rule, true)? else { return Ok(Chosen::default()) };
            Ok((cards, Vec::new()))
        }
        Need::Cubes(counts, n) => {
            let all: u32 = counts.iter().map(|(_, count)| count).sum();
            if let [(kind, _)] = counts.as_slice() {
                return Ok((Vec::new(), vec![(*kind, n)]));
            }
            if all == n {
                return Ok((Vec::new(), counts));
            }
            let numbered =
                |kind: CubeKind| table::COST_ZONE_KINDS.iter().position(|(other, _)| *other == kind);
            let over =
                counts.iter().map(|(kind, count)| (numbered(*kind).unwrap_or(0) as u8, *count)).collect();
            let what = Choosable::Pieces { count: n, over };
            let Answer::Pieces(pieces) = run.ask(seat, what, rule, true)? else {
                return Ok(Chosen::default());
            };
            let kinds = pieces.into_iter().filter_map(|(number, count)| {
                Some((table::COST_ZONE_KINDS.get(usize::from(number))?.0, count))
            });
            Ok((Vec::new(), kinds.collect()))
        }
    }
}
