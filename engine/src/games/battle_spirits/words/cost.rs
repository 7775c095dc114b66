//! The cost of an ability, which is the part before ▶: FAQ.效果通則.Q11, 效果的發揮.2; ruling-33, ruling-57,
//! ruling-72, ruling-90.

use super::super::BattleSpirits;
use super::super::amounts::{Amount, CoreZone, Source, total};
use super::super::findings;
use super::super::pay::{self, are_there, available, payable_soul_core, shares};
use super::super::prohibition;
use super::super::table::{
    self, Core, DECK, Detail, EXILE, FIELD, Game, HAND, LIFE, Posture, RESERVE, TRASH, Verb, cores, holder,
    list,
};
use super::super::zone::{self, By, carry};
use super::Filter;
use crate::abilities::answer::named_twice;
use crate::abilities::filter::has_all;
use crate::abilities::{FilterWord, Lint, Scene};
use crate::kernel::shape::{Domain, Share, Slot as ShapeSlot, Value};
use crate::kernel::{Acts, CardId, End, Holder, Object, Seat, wire};
use crate::verdict::Cite;

/// The part before ▶.
#[wire]
pub struct Costs {
    /// What is done, all of it and completely, in this order [FAQ.效果通則.Q11]; what lets cards wait comes last.
    pub pay: Vec<Cost>,
}

/// Where cores are put that are taken off a card as a cost.
#[wire(Copy, Default)]
pub enum CostTo {
    /// 廢棄區.
    #[default]
    Trash,
    /// 預備區.
    Reserve,
    /// 空間.
    Void,
    /// 生命值.
    Life,
}

/// One part of it.
#[wire]
pub enum Cost {
    /// This card is exhausted; it has to stand upright [ruling-33].
    ExhaustThis,
    /// So many own field cards are exhausted.
    Exhaust {
        /// How many.
        n: u32,
        /// What they have to be.
        #[optional]
        fits: Vec<Filter>,
    },
    /// This card is discarded from the hand.
    DiscardThis,
    /// So many cards of the own hand are discarded.
    Discard {
        /// How many.
        n: u32,
        /// What they have to be.
        #[optional]
        fits: Vec<Filter>,
    },
    /// So many cards of the own hand are shown and put under the own deck.
    PutBack {
        /// How many.
        n: u32,
        /// What they have to be.
        #[optional]
        fits: Vec<Filter>,
    },
    /// So many cards of the own trash are exiled.
    Exile {
        /// How many.
        n: u32,
        /// What they have to be.
        #[optional]
        fits: Vec<Filter>,
    },
    /// Cores are taken off this card.
    CoresOfThis {
        /// How many.
        n: u32,
        /// Where they go.
        #[optional]
        to: CostTo,
    },
    /// Cores of this card go onto another own field card, which the effect can mean as chosen.
    CoresOnto {
        /// How many.
        n: u32,
        /// What that card has to be.
        #[optional]
        fits: Vec<Filter>,
    },
    /// Cores of the reserve and of own field cards are paid; nothing reduces that [ruling-90].
    Pay {
        /// How many.
        n: u32,
    },
    /// Cores of the own reserve go to the trash.
    Reserve {
        /// How many.
        n: u32,
    },
    /// The soul core goes to the trash.
    SoulCore,
    /// This card is destroyed.
    DestroyThis,
    /// This card is put under the own deck.
    PutBackThis,
    /// So many own field cards are destroyed.
    Destroy {
        /// How many.
        n: u32,
        /// What they have to be.
        #[optional]
        fits: Vec<Filter>,
    },
    /// So many own field cards go back to the hand.
    ToHand {
        /// How many.
        n: u32,
        /// What they have to be.
        #[optional]
        fits: Vec<Filter>,
    },
    /// So many cards of the own deck go to the trash.
    Mill {
        /// How many.
        n: u32,
    },
}

/// What an answer has to name for a part of the cost.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Need {
    /// How many of which cards.
    pub cards: Option<(Vec<CardId>, usize)>,
    /// How many of which cores.
    pub cores: Option<(Vec<Share>, u32)>,
}

/// A part with the cards and cores that an answer names for it.
#[derive(Debug, Clone)]
pub struct Paid<'c> {
    part: &'c Cost,
    cards: Vec<CardId>,
    cores: Vec<Amount>,
}

/// The rule that all parts cite.
const RULE: Cite = cite!("FAQ.效果通則.Q11");

impl Cost {
    /// The name of the part on the wire, how many it asks for, and the properties of its cards.
    const fn form(&self) -> (&'static str, u32, &[Filter]) {
        match self {
            Cost::ExhaustThis => ("exhaust_this", 1, &[]),
            Cost::Exhaust { n, fits } => ("exhaust", *n, fits.as_slice()),
            Cost::DiscardThis => ("discard_this", 1, &[]),
            Cost::Discard { n, fits } => ("discard", *n, fits.as_slice()),
            Cost::PutBack { n, fits } => ("put_back", *n, fits.as_slice()),
            Cost::Exile { n, fits } => ("exile", *n, fits.as_slice()),
            Cost::CoresOfThis { n, .. } => ("cores_of_this", *n, &[]),
            Cost::CoresOnto { n, fits } => ("cores_onto", *n, fits.as_slice()),
            Cost::Pay { n } => ("pay", *n, &[]),
            Cost::Reserve { n } => ("reserve", *n, &[]),
            Cost::SoulCore => ("soul_core", 1, &[]),
            Cost::DestroyThis => ("destroy_this", 1, &[]),
            Cost::PutBackThis => ("put_back_this", 1, &[]),
            Cost::Destroy { n, fits } => ("destroy", *n, fits.as_slice()),
            Cost::ToHand { n, fits } => ("to_hand", *n, fits.as_slice()),
            Cost::Mill { n } => ("mill", *n, &[]),
        }
    }

    /// How many cards an answer names for the part.
    const fn card_count(&self) -> u32 {
        match self {
            Cost::Exhaust { n, .. }
            | Cost::Discard { n, .. }
            | Cost::PutBack { n, .. }
            | Cost::Exile { n, .. }
            | Cost::Destroy { n, .. }
            | Cost::ToHand { n, .. } => *n,
            Cost::CoresOnto { .. } => 1,
            Cost::ExhaustThis
            | Cost::DiscardThis
            | Cost::CoresOfThis { .. }
            | Cost::Pay { .. }
            | Cost::Reserve { .. }
            | Cost::SoulCore
            | Cost::DestroyThis
            | Cost::PutBackThis
            | Cost::Mill { .. } => 0,
        }
    }

    const fn takes_cores(&self) -> bool {
        matches!(
            self,
            Cost::CoresOfThis { .. }
                | Cost::CoresOnto { .. }
                | Cost::Pay { .. }
                | Cost::Reserve { .. }
                | Cost::SoulCore
        )
    }

    /// Whether the part is paid only when the use is carried out: cards begin to wait to leave, or the deck
    /// is turned over.
    const fn is_late(&self) -> bool {
        matches!(
            self,
            Cost::DestroyThis
                | Cost::PutBackThis
                | Cost::Destroy { .. }
                | Cost::ToHand { .. }
                | Cost::Mill { .. }
        )
    }

    /// Reports what can never have an effect.
    fn lint(&self, lint: &mut Lint<'_, BattleSpirits>) {
        let (name, n, fits) = self.form();
        if n == 0 {
            lint.find("wrong_number", findings::part_asks_nothing());
        }
        lint.inside(name, |lint| lint.each("fits", fits, |lint, filter| filter.lint(lint)));
    }

    /// What an answer has to name for the part now; `None`: the part cannot be paid completely [ruling-33,
    /// ruling-57].
    pub fn need(&self, game: &Game<'_>, scene: &Scene<'_>) -> Option<Need> {
        let (seat, me) = (scene.seat, scene.me);
        let (_, n, fits) = self.form();
        let count = usize::try_from(self.card_count()).ok()?;
        let stays = |card: &CardId| !table::waits(game, *card);
        let upright = |card: &CardId| {
            let stands =
                table::posture(game, *card) == Posture::Refreshed || !game.in_force(cite!("ruling-33"));
            stays(card) && stands
        };
        let (from, is_possible) = match self {
            Cost::ExhaustThis => (Vec::new(), table::stands(game, me) && upright(&me.card)),
            Cost::DestroyThis | Cost::PutBackThis => (Vec::new(), table::stands(game, me) && stays(&me.card)),
            Cost::DiscardThis => (Vec::new(), table::lies_in(game, me.card, HAND, seat)),
            Cost::Mill { n } => (Vec::new(), list(game, DECK, seat).len() as u64 >= u64::from(*n)),
            Cost::SoulCore => (Vec::new(), payable_soul_core(game, seat).is_some()),
            Cost::Pay { n } => (Vec::new(), available(game, seat) >= *n),
            Cost::Reserve { n } => (Vec::new(), table::all_cores(game, holder(RESERVE, seat)) >= *n),
            Cost::CoresOfThis { .. } => (Vec::new(), true),
            Cost::Exhaust { .. } => (list(game, FIELD, seat).into_iter().filter(upright).collect(), true),
            Cost::Destroy { .. } | Cost::ToHand { .. } | Cost::CoresOnto { .. } => {
                (list(game, FIELD, seat).into_iter().filter(stays).collect(), true)
            }
            Cost::Discard { .. } | Cost::PutBack { .. } => (list(game, HAND, seat).into_vec(), true),
            Cost::Exile { .. } => (list(game, TRASH, seat).into_vec(), true),
        };
        let not_itself = matches!(
            self,
            Cost::CoresOnto { .. } | Cost::Discard { .. } | Cost::PutBack { .. } | Cost::Exile { .. }
        );
        let can = |card: &CardId| !(not_itself && *card == me.card) && has_all(game, scene, fits, *card);
        let from: Vec<CardId> = from.into_iter().filter(can).collect();
        let cores = match self {
            Cost::Pay { n } => Some((shares(game, seat), *n)),
            Cost::Reserve { n } => Some((reserve_shares(game, seat), *n)),
            Cost::CoresOfThis { .. } | Cost::CoresOnto { .. } => self.of_this(game, me, n)?,
            Cost::ExhaustThis
            | Cost::Exhaust { .. }
            | Cost::DiscardThis
            | Cost::Discard { .. }
            | Cost::PutBack { .. }
            | Cost::Exile { .. }
            | Cost::SoulCore
            | Cost::DestroyThis
            | Cost::PutBackThis
            | Cost::Destroy { .. }
            | Cost::ToHand { .. }
            | Cost::Mill { .. } => None,
        };
        let cards = (count > 0).then_some((from, count));
        let enough = cards.as_ref().is_none_or(|(from, count)| from.len() >= *count);
        (is_possible && enough).then_some(Need { cards, cores })
    }

    /// The cores of its own card that an answer names, if the soul core may be one of them; outer `None`:
    /// there are not enough.
    #[allow(clippy::option_option)]
    fn of_this(&self, game: &Game<'_>, me: Object, n: u32) -> Option<Option<(Vec<Share>, u32)>> {
        let there = self.movable(game, me);
        let all = there.iter().fold(0, |sum: u32, count| sum.saturating_add(*count));
        let left = table::all_cores(game, Holder::Card(me.card)).checked_sub(n)?;
        if !table::stands(game, me) || all < n || left < prohibition::core_floor(game, me.card) {
            return None;
        }
        let share = |(core, most): (Core, u32)| Share {
            from: Some(Source::Card(me.card).value()),
            kind: core.name(),
            least: 0,
            most,
        };
        let chooses = there.iter().all(|count| *count > 0) && n < all;
        Some(chooses.then(|| (Core::ALL.into_iter().zip(there).map(share).collect(), n)))
    }

    /// How many normal and soul cores can be taken from its card: the soul core only if the place that it
    /// goes to may hold it [靈魂能量.3].
    fn movable(&self, game: &Game<'_>, me: Object) -> [u32; 2] {
        let [normal, soul] = cores(game, Holder::Card(me.card));
        let goes = !matches!(self, Cost::CoresOfThis { to: CostTo::Void | CostTo::Life, .. });
        [normal, if goes || !game.in_force(cite!("靈魂能量.3")) { soul } else { 0 }]
    }
}

/// The cores of a player's reserve, as places that pay.
fn reserve_shares(game: &Game<'_>, seat: Seat) -> Vec<Share> {
    let reserve = Source::zone(CoreZone::Reserve, seat).value();
    let mut shares = shares(game, seat);
    shares.retain(|share| share.from.as_ref() == Some(&reserve));
    shares
}

/// Whether the named cores are exactly `n` of these.
fn are_among(game: &Game<'_>, named: &[Amount], over: &[Share], n: u32) -> bool {
    let most = |amount: &Amount, core: Core| {
        let from = amount.from.value();
        let share = over.iter().find(|share| share.from.as_ref() == Some(&from) && share.kind == core.name());
        share.map_or(0, |share| share.most)
    };
    let fits = |amount: &Amount| {
        amount.normal <= most(amount, Core::Normal) && amount.soul <= most(amount, Core::Soul)
    };
    total(named) == u64::from(n) && named.iter().all(fits) && are_there(game, named, true).is_ok()
}

/// The most sets of cards that a shape of legal answers lists, if several parts of a cost take cards.
const SETS_LIMIT: usize = 500;

/// Extends each row of cards by every choice of `count` more cards; also says whether no row was left out.
fn longer(
    game: &Game<'_>,
    rows: &[Vec<CardId>],
    (from, count): (&[CardId], usize),
) -> (Vec<Vec<CardId>>, bool) {
    let (mut all, mut is_complete) = (Vec::new(), true);
    for row in rows {
        let from: Vec<CardId> = from.iter().copied().filter(|card| !row.contains(card)).collect();
        let left = SETS_LIMIT.saturating_sub(all.len());
        let (sets, has_all) =
            Domain::Subset { from, max: count, min: count }.first(left, game.listing_looks());
        is_complete &= has_all;
        all.extend(sets.into_iter().map(|set| [row.as_slice(), &set.named()].concat()));
        if left == 0 {
            break;
        }
    }
    (all, is_complete)
}

impl Costs {
    /// Whether a part chooses the card that gets cores, so that the effect can mean it.
    pub fn chooses(&self) -> bool {
        self.pay.iter().any(|part| matches!(part, Cost::CoresOnto { .. }))
    }

    /// Reports what can never have an effect.
    pub fn lint(&self, lint: &mut Lint<'_, BattleSpirits>) {
        if self.pay.is_empty() {
            lint.find("empty_list", findings::before_arrow());
        }
        if self.pay.iter().filter(|part| part.takes_cores()).count() > 1 {
            lint.find("wrong_attribute", findings::one_part_takes_cores());
        }
        lint.each("pay", &self.pay, |lint, part| part.lint(lint));
    }

    /// The fields of `cost` that an answer fills now; `None`: the cost cannot be paid completely.
    pub fn slots(&self, game: &Game<'_>, scene: &Scene<'_>) -> Option<Vec<ShapeSlot>> {
        let (mut cards, mut cores): (Vec<(Vec<CardId>, usize)>, Vec<(Vec<Share>, u32)>) =
            (Vec::new(), Vec::new());
        for part in &self.pay {
            let need = part.need(game, scene)?;
            cards.extend(need.cards);
            cores.extend(need.cores);
        }
        let domain = match cores.as_slice() {
            [] => None,
            [(over, n)] => Some(pay::split(None, [*n, *n], over.clone())),
            _ => Some(self.reserve_and_more(game, scene.seat)?),
        };
        let mut slots: Vec<ShapeSlot> =
            domain.map(|domain| ShapeSlot { name: "cost.pay", domain }).into_iter().collect();
        let domain = match <[(Vec<CardId>, usize); 1]>::try_from(cards) {
            Ok([(from, count)]) => Some(Domain::Subset { from, max: count, min: count }),
            Err(cards) if cards.is_empty() => None,
            // The cards of several parts follow one another, and no card is named twice.
            Err(cards) => {
                let (mut rows, mut is_complete): (Vec<Vec<CardId>>, bool) = (vec![Vec::new()], true);
                for (from, count) in cards {
                    let (all, has_all) = longer(game, &rows, (&from, count));
                    (rows, is_complete) = (all, is_complete && has_all);
                }
                let rows: Vec<Value> = rows.into_iter().map(Value::Cards).collect();
                Some(Domain::listed(rows, is_complete)).filter(|domain| !domain.is_empty()).map(Some)?
            }
        };
        slots.splice(0..0, domain.map(|domain| ShapeSlot { name: "cost.cards", domain }));
        Some(slots)
    }

    /// The parts with the cards and cores that are named for each, cards in the order of the parts; `None`:
    /// too few or too many are named.
    pub fn parts<'c>(&'c self, (cards, cores): (&[CardId], &[Amount])) -> Option<Vec<Paid<'c>>> {
        let mut left = cards;
        let mut parts = Vec::new();
        let is_divided = self.pay.iter().filter(|part| part.takes_cores()).count() > 1;
        let [of_reserve, more] = self.divided(cores);
        for part in &self.pay {
            let count = usize::try_from(part.card_count()).ok()?;
            let (own, rest) = left.split_at_checked(count)?;
            left = rest;
            let cores = match (part.takes_cores(), is_divided) {
                (false, _) => Vec::new(),
                (true, false) => cores.to_vec(),
                (true, true) if matches!(part, Cost::Reserve { .. }) => of_reserve.clone(),
                (true, true) => more.clone(),
            };
            parts.push(Paid { part, cards: own.to_vec(), cores });
        }
        left.is_empty().then_some(parts)
    }

    /// The parts, if the named cards and cores pay them completely; `None`: they do not, a card is named
    /// twice, or something is named without need [FAQ.效果通則.Q11].
    pub fn paid_with<'c>(
        &'c self,
        game: &Game<'_>,
        scene: &Scene<'_>,
        (cards, cores): (&[CardId], &[Amount]),
    ) -> Option<Vec<Paid<'c>>> {
        let parts = self.parts((cards, cores))?;
        let mut named_cores = false;
        for Paid { part, cards, cores } in &parts {
            let need = part.need(game, scene)?;
            named_cores |= need.cores.is_some();
            let of_cards = need.cards.is_none_or(|(from, _)| cards.iter().all(|card| from.contains(card)));
            let fits = of_cards && need.cores.is_none_or(|(over, n)| are_among(game, cores, &over, n));
            if !fits {
                return None;
            }
        }
        let are_there = !named_cores || are_there(game, cores, true).is_ok();
        (named_twice(cards).is_none() && are_there && (named_cores || cores.is_empty())).then_some(parts)
    }
}

impl Paid<'_> {
    /// Pays the part, if it is paid at this time.
    pub fn pay<'p>(&self, game: &mut impl Acts<'p, BattleSpirits>, (seat, me): (Seat, Object), late: bool) {
        if self.part.is_late() == late {
            self.pay_by(game, (seat, me), RULE);
        }
    }

    /// Pays the part, by a rule: first the cards that were named for it, then the cores.
    pub fn pay_by<'p>(
        &self,
        game: &mut impl Acts<'p, BattleSpirits>,
        (seat, me): (Seat, Object),
        rule: Cite,
    ) {
        let by = By::cost(seat, Some(me), rule);
        self.pay_cards(game, me, by);
        self.pay_cores(game, (seat, me), by);
    }

    fn pay_cards<'p>(&self, game: &mut impl Acts<'p, BattleSpirits>, me: Object, by: By) {
        let this = [me.card];
        let is_this = matches!(
            self.part,
            Cost::ExhaustThis | Cost::DiscardThis | Cost::DestroyThis | Cost::PutBackThis
        );
        let cards = if is_this { &this[..] } else { &self.cards };
        for &card in cards {
            let table = game.game();
            let proposal = match self.part {
                Cost::ExhaustThis | Cost::Exhaust { .. } => zone::exhausting(table, card, by),
                Cost::DiscardThis | Cost::Discard { .. } => {
                    Some(zone::put(table, Verb::Discarded, card, TRASH, End::Top, by))
                }
                Cost::PutBack { .. } => {
                    let under = zone::into_deck(table, card, End::Bottom, by);
                    let detail = Detail { shown: true, ..under.detail.clone() };
                    Some(under.with(detail))
                }
                Cost::Exile { .. } => Some(zone::put(table, Verb::Exiled, card, EXILE, End::Top, by)),
                Cost::DestroyThis | Cost::Destroy { .. } => Some(zone::destroying(table, card, None, by)),
                Cost::PutBackThis => Some(zone::into_deck(table, card, End::Bottom, by)),
                Cost::ToHand { .. } => Some(zone::returning(table, card, by)),
                Cost::CoresOfThis { .. }
                | Cost::CoresOnto { .. }
                | Cost::Pay { .. }
                | Cost::Reserve { .. }
                | Cost::SoulCore
                | Cost::Mill { .. } => None,
            };
            zone::happen(game, proposal);
        }
    }

    fn pay_cores<'p>(&self, game: &mut impl Acts<'p, BattleSpirits>, (seat, me): (Seat, Object), by: By) {
        match self.part {
            Cost::CoresOfThis { n, to } => {
                let to = match to {
                    CostTo::Trash => holder(TRASH, seat),
                    CostTo::Reserve => holder(RESERVE, seat),
                    CostTo::Life => holder(LIFE, seat),
                    CostTo::Void => Holder::Supply,
                };
                let taken = self.taken(game.game(), me, *n);
                carry(game, Verb::CoresMoved, taken, [Holder::Card(me.card), to], by);
            }
            Cost::CoresOnto { n, .. } => {
                if let Some(&card) = self.cards.first() {
                    let taken = self.taken(game.game(), me, *n);
                    carry(game, Verb::CoresMoved, taken, [Holder::Card(me.card), Holder::Card(card)], by);
                }
            }
            Cost::Pay { .. } | Cost::Reserve { .. } => {
                for amount in &self.cores {
                    let way = [amount.from.holder(), holder(TRASH, seat)];
                    carry(game, Verb::CoresPaid, amount.by_kind(), way, by);
                }
            }
            Cost::SoulCore => {
                if let Some(from) = payable_soul_core(game.game(), seat) {
                    carry(game, Verb::CoresPaid, [0, 1], [from.holder(), holder(TRASH, seat)], by);
                }
            }
            Cost::ExhaustThis
            | Cost::Exhaust { .. }
            | Cost::DiscardThis
            | Cost::Discard { .. }
            | Cost::PutBack { .. }
            | Cost::Exile { .. }
            | Cost::DestroyThis
            | Cost::PutBackThis
            | Cost::Destroy { .. }
            | Cost::ToHand { .. }
            | Cost::Mill { .. } => {}
        }
    }

    /// How many cores of each kind come off the card itself: those that were named, else `n`, normal ones
    /// first.
    fn taken(&self, game: &Game<'_>, me: Object, n: u32) -> [u32; 2] {
        match self.cores.first() {
            Some(named) => named.by_kind(),
            None => {
                let [normal, soul] = self.part.movable(game, me);
                let normal = normal.min(n);
                [normal, soul.min(n - normal)]
            }
        }
    }

    /// Mills the cards that the part asks for.
    pub fn mill(&self, game: &mut Game<'_>, (seat, me): (Seat, Object)) {
        if let Cost::Mill { n } = self.part {
            zone::mill(game, seat, *n as usize, By::cost(seat, Some(me), RULE));
        }
    }

    /// The card onto which the part puts cores.
    pub fn onto(&self) -> Option<CardId> {
        matches!(self.part, Cost::CoresOnto { .. }).then(|| self.cards.first().copied()).flatten()
    }

    /// The cards that are named for the part.
    pub fn cards(&self) -> &[CardId] {
        &self.cards
    }
}
