//! What stands before ▶ of an activated ability: FAQ.效果通則.Q11, 費用支付.④, 費用支付.④.1; ruling-33, ruling-57, ruling-72.

use super::super::BattleSpirits;
use super::super::activate::EffectCost;
use super::super::amounts::{Amount as Cores, CoreZone, Source as Place, total};
use super::super::prohibition;
use super::super::table::{
    self, DECK, EXILE, FIELD, Game, HAND, LIFE, Posture, RESERVE, TRASH, Verb, ZoneOf, cores, holder, list,
    lies_in, posture,
};
use super::super::zone::{self, By};
use super::Filter;
use crate::abilities::filter::has_all;
use crate::abilities::lasting::NOTHING;
use crate::abilities::{FilterWord, Lint, Scene};
use crate::kernel::{CardId, End, Holder, Object, Seat, wire};
use crate::words;

/// So many cards of some properties.
#[wire]
pub struct SoMany {
    /// How many.
    #[serde(default = "one")]
    pub n: u8,
    /// What they have to be.
    #[optional]
    pub fits: Vec<Filter>,
}

const fn one() -> u8 {
    1
}

/// So many cores of this card go somewhere.
#[wire(Copy)]
pub struct CoresOfThis {
    /// How many.
    #[serde(default = "one")]
    pub n: u8,
    /// To where.
    pub to: CoresTo,
}

/// Where cores of a card go as a cost.
#[wire(Copy)]
pub enum CoresTo {
    /// 廢棄區.
    Trash,
    /// 空間.
    Void,
    /// 預備區.
    Reserve,
    /// 生命值.
    Life,
}

/// Cores of this card go onto another own card.
#[wire]
pub struct CoresOnto {
    /// How many.
    #[serde(default = "one")]
    pub n: u8,
    /// What that card has to be.
    #[optional]
    pub fits: Vec<Filter>,
}

/// A number of something.
#[wire(Copy)]
pub struct Number {
    /// How many.
    pub n: u8,
}

/// The card itself.
#[wire]
pub struct OfThis {}

words! {
    @declare
    /// One part before ▶.
    pub enum Payment {
        /// This card is exhausted [ruling-33].
        ExhaustThis(OfThis),
        /// This card goes from hand to the trash.
        DiscardThis(OfThis),
        /// This card is destroyed.
        DestroyThis(OfThis),
        /// Own field cards are exhausted.
        Exhaust(SoMany),
        /// Own field cards are destroyed.
        Destroy(SoMany),
        /// Own field cards go back to hand.
        ToHand(SoMany),
        /// Hand cards go to the trash.
        Discard(SoMany),
        /// Hand cards are shown and go to the bottom of the deck.
        PutBack(SoMany),
        /// Cards of the own trash are exiled.
        Exile(SoMany),
        /// The top cards of the own deck go to the trash.
        Mill(Number),
        /// Cores of this card go away.
        CoresOfThis(CoresOfThis),
        /// Cores of this card go onto another.
        CoresOnto(CoresOnto),
        /// A cost is paid with cores of the reserve or of own field cards.
        Pay(Number),
    }
}

/// Everything before ▶: all of it is done, or nothing [FAQ.效果通則.Q11].
#[wire(Default)]
pub struct Cost {
    /// The parts, in this order.
    pub pay: Vec<Payment>,
}

/// Whose cost it is: the player, and the card that the ability stands on.
type Whose = (Seat, Object);

impl Payment {
    /// How many cards are named for it.
    fn count(&self) -> usize {
        match self {
            Payment::Exhaust(of)
            | Payment::Destroy(of)
            | Payment::ToHand(of)
            | Payment::Discard(of)
            | Payment::PutBack(of)
            | Payment::Exile(of) => usize::from(of.n),
            Payment::CoresOnto(_) => 1,
            _ => 0,
        }
    }

    /// The cards that may be named for it.
    fn cards(&self, game: &Game<'_>, (seat, me): Whose) -> Vec<CardId> {
        let (zone, fits) = match self {
            Payment::Exhaust(of) | Payment::Destroy(of) | Payment::ToHand(of) => (FIELD, &of.fits),
            Payment::Discard(of) | Payment::PutBack(of) => (HAND, &of.fits),
            Payment::Exile(of) => (TRASH, &of.fits),
            Payment::CoresOnto(of) => (FIELD, &of.fits),
            _ => return Vec::new(),
        };
        let scene = Scene { seat, me, subject: None, other: None, bound: &NOTHING };
        let can = |card: &CardId| {
            let waits = zone == FIELD && table::waits(game, *card);
            let is_free = match self {
                Payment::Exhaust(_) => posture(game, *card) == Posture::Refreshed,
                Payment::CoresOnto(_) => *card != me.card,
                // The card in hand whose ability is used stays there until its own part.
                Payment::Discard(_) | Payment::PutBack(_) => *card != me.card,
                _ => true,
            };
            !waits && is_free && has_all(game, &scene, fits, *card)
        };
        list(game, zone, seat).into_iter().filter(can).collect()
    }

    /// How many cores of this card it takes.
    fn cores_of_this(&self) -> u32 {
        match self {
            Payment::CoresOfThis(of) => of.n.into(),
            Payment::CoresOnto(of) => of.n.into(),
            _ => 0,
        }
    }

    /// Whether a part of which nothing is named can be done.
    fn can_do(&self, game: &Game<'_>, (seat, me): Whose) -> bool {
        let on_field = lies_in(game, me.card, FIELD, seat) && !table::waits(game, me.card);
        match self {
            Payment::ExhaustThis(_) => {
                let upright = posture(game, me.card) == Posture::Refreshed || !game.holds(cite!("ruling-33"));
                on_field && upright
            }
            Payment::DestroyThis(_) => on_field,
            Payment::DiscardThis(_) => lies_in(game, me.card, HAND, seat),
            Payment::Mill(of) => list(game, DECK, seat).len() >= usize::from(of.n),
            _ => true,
        }
    }

    fn lint(&self, lint: &mut Lint<'_, BattleSpirits>) {
        let (n, fits): (u8, &[Filter]) = match self {
            Payment::Exhaust(of)
            | Payment::Destroy(of)
            | Payment::ToHand(of)
            | Payment::Discard(of)
            | Payment::PutBack(of)
            | Payment::Exile(of) => (of.n, &of.fits),
            Payment::Mill(of) | Payment::Pay(of) => (of.n, &[]),
            Payment::CoresOfThis(of) => (of.n, &[]),
            Payment::CoresOnto(of) => (of.n, &of.fits),
            Payment::ExhaustThis(_) | Payment::DiscardThis(_) | Payment::DestroyThis(_) => return,
        };
        lint.inside(self.word(), |lint| {
            if n == 0 {
                lint.inside("n", |lint| lint.find("number_out_of_range", "a part needs at least one"));
            }
            lint.each("fits", fits, |lint, filter| filter.lint(lint));
        });
    }
}

impl Cost {
    /// Whether nothing is asked for.
    pub fn is_empty(&self) -> bool {
        self.pay.is_empty()
    }

    /// How many cards have to be named.
    pub fn count(&self, _: &Game<'_>, _: Seat, _: Object) -> usize {
        self.pay.iter().map(Payment::count).sum()
    }

    /// The cards that may be named.
    pub fn cards(&self, game: &Game<'_>, seat: Seat, me: Object) -> Vec<CardId> {
        let mut cards: Vec<CardId> = Vec::new();
        for card in self.pay.iter().flat_map(|part| part.cards(game, (seat, me))) {
            if !cards.contains(&card) {
                cards.push(card);
            }
        }
        cards
    }

    /// How many cores of reserve and field a cost asks for.
    fn paid(&self) -> u32 {
        let of = |part: &Payment| if let Payment::Pay(of) = part { u32::from(of.n) } else { 0 };
        self.pay.iter().map(of).fold(0, u32::saturating_add)
    }

    /// How many cores of this card are taken.
    fn taken(&self) -> u32 {
        self.pay.iter().map(Payment::cores_of_this).fold(0, u32::saturating_add)
    }

    /// Whether the player chooses which cores of this card are taken: the soul core is one of those that may go.
    fn chooses_core(&self, game: &Game<'_>, me: Object) -> bool {
        let [normal, soul] = cores(game, Holder::Card(me.card));
        let taken = self.taken();
        let keeps = |part: &Payment| {
            matches!(part, Payment::CoresOfThis(CoresOfThis { to: CoresTo::Void | CoresTo::Life, .. }))
        };
        taken > 0 && soul > 0 && normal >= taken && !self.pay.iter().any(keeps)
    }

    /// How many cores have to be named.
    pub fn cores(&self, game: &Game<'_>, _: Seat, me: Object) -> u32 {
        let of_this = if self.chooses_core(game, me) { self.taken() } else { 0 };
        self.paid().saturating_add(of_this)
    }

    /// From where cores may be named.
    pub fn core_sources(&self, game: &Game<'_>, seat: Seat, me: Object) -> Vec<Place> {
        if self.paid() > 0 {
            let field = list(game, FIELD, seat).into_iter().map(Place::Card);
            return std::iter::once(Place::zone(CoreZone::Reserve, seat)).chain(field).collect();
        }
        if self.chooses_core(game, me) { vec![Place::Card(me.card)] } else { Vec::new() }
    }

    /// The cards of each part; where nothing is named, those that have to be taken.
    fn parts(&self, game: &Game<'_>, whose: Whose, named: &[CardId]) -> Option<Vec<Vec<CardId>>> {
        let mut rest = named.iter().copied();
        let mut taken: Vec<CardId> = Vec::new();
        let mut parts = Vec::new();
        for part in &self.pay {
            let (count, mut can) = (part.count(), part.cards(game, whose));
            can.retain(|card| !taken.contains(card));
            let cards: Vec<CardId> = match named.is_empty() && can.len() == count {
                true => can.clone(),
                false => rest.by_ref().take(count).collect(),
            };
            if cards.len() != count || !cards.iter().all(|card| can.contains(card)) {
                return None;
            }
            for (place, card) in cards.iter().enumerate() {
                if cards.iter().take(place).any(|other| other == card) {
                    return None;
                }
            }
            taken.extend(&cards);
            parts.push(cards);
        }
        rest.next().is_none().then_some(parts)
    }

    /// Whether all of it can be done with what is named [FAQ.效果通則.Q11].
    pub fn can_pay(&self, game: &Game<'_>, seat: Seat, me: Object, named: &EffectCost) -> bool {
        let whose = (seat, me);
        let there = table::all_cores(game, Holder::Card(me.card));
        let floor = prohibition::core_floor(game, me.card);
        let asked = u64::from(self.cores(game, seat, me));
        let sources = self.core_sources(game, seat, me);
        let is_there = |amount: &Cores| {
            let [normal, soul] = cores(game, amount.from.holder());
            sources.contains(&amount.from) && amount.normal <= normal && amount.soul <= soul
        };
        let once = |(place, amount): (usize, &Cores)| {
            named.pay.iter().take(place).all(|other| other.from != amount.from)
        };
        let of_this = self.taken() == 0 || there.saturating_sub(floor) >= self.taken();
        self.pay.iter().all(|part| part.can_do(game, whose))
            && self.parts(game, whose, &named.cards).is_some()
            && of_this
            && total(&named.pay) == asked
            && named.pay.iter().all(is_there)
            && named.pay.iter().enumerate().all(once)
    }

    /// All of it is done.
    pub fn pay(&self, game: &mut Game<'_>, seat: Seat, me: Object, named: &EffectCost) {
        let Some(parts) = self.parts(game, (seat, me), &named.cards) else { return };
        let by = By::cost(seat, Some(me), cite!("FAQ.效果通則.Q11"));
        let mut of_this = self.chosen(game, me, named);
        for (part, cards) in self.pay.iter().zip(parts) {
            match part {
                Payment::ExhaustThis(_) => {
                    let exhausted = zone::exhausting(game, me.card, by);
                    zone::happen(game, exhausted);
                }
                Payment::DestroyThis(_) => {
                    let destroyed = zone::destroying(game, me.card, None, by);
                    game.propose(destroyed);
                }
                Payment::DiscardThis(_) => put(game, Verb::Discarded, me.card, TRASH, by),
                Payment::Exhaust(_) => {
                    let exhausted = cards.iter().filter_map(|card| zone::exhausting(game, *card, by)).collect();
                    game.propose_together(exhausted);
                }
                Payment::Destroy(_) => {
                    let destroyed = cards.iter().map(|card| zone::destroying(game, *card, None, by)).collect();
                    game.propose_together(destroyed);
                }
                Payment::ToHand(_) => {
                    let returned = cards.iter().map(|card| zone::returning(game, *card, by)).collect();
                    game.propose_together(returned);
                }
                Payment::Discard(_) => cards.iter().for_each(|card| put(game, Verb::Discarded, *card, TRASH, by)),
                Payment::PutBack(_) => {
                    for &card in &cards {
                        let mut back = zone::into_deck(game, card, End::Bottom, by);
                        back.detail.shown = true;
                        game.propose(back);
                    }
                }
                Payment::Exile(_) => cards.iter().for_each(|card| put(game, Verb::Exiled, *card, EXILE, by)),
                Payment::Mill(of) => {
                    zone::mill(game, seat, of.n.into(), by);
                }
                Payment::CoresOfThis(of) => {
                    let to = match of.to {
                        CoresTo::Trash => holder(TRASH, seat),
                        CoresTo::Void => Holder::Supply,
                        CoresTo::Reserve => holder(RESERVE, seat),
                        CoresTo::Life => holder(LIFE, seat),
                    };
                    take(game, &mut of_this, of.n.into(), [Holder::Card(me.card), to], by);
                }
                Payment::CoresOnto(of) => {
                    if let Some(&card) = cards.first() {
                        let way = [Holder::Card(me.card), Holder::Card(card)];
                        take(game, &mut of_this, of.n.into(), way, by);
                    }
                }
                Payment::Pay(_) => {
                    for amount in &named.pay {
                        let way = [amount.from.holder(), holder(TRASH, seat)];
                        zone::carry(game, Verb::CoresPaid, amount.by_kind(), way, by);
                    }
                }
            }
        }
    }

    /// Which cores of this card are taken: those that are named; else normal ones first.
    fn chosen(&self, game: &Game<'_>, me: Object, named: &EffectCost) -> [u32; 2] {
        let own = named.pay.iter().find(|amount| amount.from == Place::Card(me.card));
        if let Some(own) = own.filter(|_| self.chooses_core(game, me)) {
            return own.by_kind();
        }
        let [normal, _] = cores(game, Holder::Card(me.card));
        let taken = self.taken();
        [normal.min(taken), taken.saturating_sub(normal)]
    }

    /// Looks for what cannot be meant.
    pub fn lint(&self, lint: &mut Lint<'_, BattleSpirits>) {
        lint.each("pay", &self.pay, |lint, part| part.lint(lint));
        if self.paid() > 0 && self.taken() > 0 {
            lint.find("wrong_attribute", "either a cost is paid or cores of this card are taken");
        }
    }
}

fn put(game: &mut Game<'_>, verb: Verb, card: CardId, zone: ZoneOf, by: By) {
    let mut proposal = zone::put(game, verb, card, zone, End::Top, by);
    proposal.detail.amount = 1;
    game.propose(proposal);
}

/// So many of the cores that are to be taken go one way.
fn take(game: &mut Game<'_>, left: &mut [u32; 2], count: u32, way: [Holder; 2], by: By) {
    let normal = left[0].min(count);
    let soul = left[1].min(count.saturating_sub(normal));
    *left = [left[0].saturating_sub(normal), left[1].saturating_sub(soul)];
    zone::carry(game, Verb::CoresMoved, [normal, soul], way, by);
}
