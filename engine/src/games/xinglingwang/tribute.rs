//! Who can be a tribute of a unit, and how many each counts as.
//!
//! 十二.3 tributes; 十五.禁錮.1, 六.7 who cannot be one; ruling-15 sets of tributes.

use std::collections::{BTreeMap, BTreeSet};

use smallvec::SmallVec;

use super::ability::AbilityId;
use super::field;
use super::table::{self, Mark};
use super::words::KeywordName;
use super::words::continuous::{Static, topics};
use super::words::tribute::{CountsAsTributes, TributesFromHand};
use super::{Xinglingwang, prohibition, stat};
use crate::abilities::Scene;
use crate::abilities::filter::has_all;
use crate::abilities::target::{SETS_LIMIT, first_sets};
use crate::kernel::shape::{Domain, Value, Weighed};
use crate::kernel::{CardId, Match, Object, Seat};
use crate::verdict::Cite;

type Game<'p> = Match<'p, Xinglingwang>;

/// The rule by which `card` cannot be a tribute of `unit`, which player `seat` plays [十二.3, 十五.禁錮.1, 六.7].
pub(crate) fn fault(game: &Game<'_>, seat: Seat, unit: CardId, card: CardId) -> Option<Cite> {
    if table::side(game, card) != Some(seat) || !is_eligible(game, seat, unit, card) {
        return Some(cite!("十二.3"));
    }
    if stat::has_keyword(game, card, KeywordName::Confined) {
        return Some(cite!("十五.禁錮.1"));
    }
    prohibition::tribute(game, card).then_some(cite!("六.7"))
}

/// Whether a card has the properties that a unit asks of its tributes.
pub(crate) fn is_eligible(game: &Game<'_>, seat: Seat, unit: CardId, card: CardId) -> bool {
    let asked = table::printed(game, unit).as_unit().map_or(&[][..], |unit| unit.tributes.as_slice());
    let scene = Scene::of(seat, game.state.table.object(unit));
    has_all(game, &scene, asked, card)
}

/// Whether a text lets the tribute `card` of `unit` count as more, given the card `shown` for it.
fn applies(
    game: &Game<'_>,
    scene: &Scene<'_>,
    word: &CountsAsTributes,
    (unit, card): (CardId, CardId),
    shown: Option<CardId>,
) -> bool {
    let shows = |card: CardId| has_all(game, scene, &word.showing, card);
    word.what.takes_in(game, scene, card)
        && has_all(game, scene, &word.of, unit)
        && (word.showing.is_empty() || shown.is_some_and(shows))
}

/// The least and the most tributes of `unit` that `card` can count as, 1 to [`stat::MOST_TRIBUTES`]
/// [ruling-15].
pub(crate) fn counts(game: &Game<'_>, unit: CardId, card: CardId, shown: Option<CardId>) -> (u32, u32) {
    let least = stat::tribute_value(game, card);
    let (mut most, mut raised) = (i64::from(least), SmallVec::<[(i64, i64); 2]>::new());
    let reaches = |scene: &Scene<'_>, each: &Static| {
        let Static::CountsAsTributes(word) = each else { return false };
        applies(game, scene, word, (unit, card), shown)
    };
    stat::each_static(game, topics::TRIBUTES, reaches, |scene, each| {
        if let Static::CountsAsTributes(word) = each {
            let n = word.n.value(game, scene);
            match &word.instead_of {
                Some(before) => raised.push((before.value(game, scene), n)),
                None => most = most.max(n),
            }
        }
    });
    if let Some((_, n)) = raised.iter().filter(|(before, _)| *before == most).max_by_key(|(_, n)| *n) {
        most = most.max(*n);
    }
    (least, u32::try_from(game.counted(most, stat::MOST_TRIBUTES)).unwrap_or(least))
}

/// The units of a player that can be tributes of a unit, each with what it counts as.
pub(crate) fn on_field(game: &Game<'_>, seat: Seat, unit: CardId, shown: Option<CardId>) -> Vec<Weighed> {
    let units = field::units(game, seat).into_iter();
    let free = units.filter(|card| fault(game, seat, unit, *card).is_none());
    free.map(|card| {
        let (least, weight) = counts(game, unit, card, shown);
        Weighed { card, least: (least < weight).then_some(least), weight }
    })
    .collect()
}

/// Whether showing a card of the hand changes what any unit of the player counts as.
pub(crate) fn raises(game: &Game<'_>, seat: Seat, unit: CardId, shown: CardId) -> bool {
    let more = |card: &CardId| {
        let with = counts(game, unit, *card, Some(shown));
        with != counts(game, unit, *card, None)
    };
    shown != unit && game.state.table.list(table::FIELD.of(seat)).iter().any(more)
}

/// A text by which a card in hand can be a tribute.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FromHand {
    /// The card in hand.
    pub card: CardId,
    /// The object that the text stands on.
    pub source: Object,
    /// Its ability.
    pub ability: AbilityId,
    /// How many tributes the card counts as.
    pub n: u32,
    /// It lets only one card each turn.
    pub once: bool,
    /// The card goes to the graveyard without being sacrificed.
    pub unsacrificed: bool,
}

impl FromHand {
    /// Whether both come from the same text and that text allows one card each turn only.
    fn excludes(&self, other: &FromHand) -> bool {
        self.once && self.source == other.source && self.ability == other.ability
    }
}

/// The texts that make cards in hand tributes, one for each card.
pub type Assignment = SmallVec<[FromHand; 4]>;

fn is_used(game: &Game<'_>, source: Object, ability: AbilityId) -> bool {
    table::mark(game, source.card).used.contains(game.state.facts.turn, ability.index)
}

/// The texts by which a card in hand can be a tribute of a unit, those without a limit first.
pub(crate) fn from_hand(game: &Game<'_>, seat: Seat, unit: CardId, card: CardId) -> SmallVec<[FromHand; 2]> {
    let mut found: SmallVec<[FromHand; 2]> = SmallVec::new();
    if card == unit || !is_eligible(game, seat, unit, card) {
        return found;
    }
    let lets = |scene: &Scene<'_>, word: &TributesFromHand| {
        scene.seat == seat && has_all(game, scene, &word.of, unit) && has_all(game, scene, &word.fits, card)
    };
    let reaches = |scene: &Scene<'_>, each: &Static| {
        let Static::TributesFromHand(word) = each else { return false };
        lets(scene, word)
    };
    stat::each_static_of(game, topics::TRIBUTES, reaches, |scene, ability, each| {
        if let Static::TributesFromHand(word) = each
            && !(word.once && is_used(game, scene.me, ability))
        {
            let n = game.counted(word.n.value(game, scene).max(1), stat::MOST_TRIBUTES);
            found.push(FromHand {
                card,
                source: scene.me,
                ability,
                n: u32::try_from(n).unwrap_or(1),
                once: word.once,
                unsacrificed: word.unsacrificed,
            });
        }
    });
    // A text without a limit is used up before one for a single card.
    found.sort_by_key(|text| text.once);
    found
}

/// The ways in which cards in hand can be tributes together. The key is what they count as together and which
/// limited texts they use; ways with the same key are equivalent.
struct Assigned {
    ways: BTreeMap<(i64, SmallVec<[(Object, AbilityId); 2]>), Assignment>,
}

impl Assigned {
    /// The only way to use no card.
    fn empty() -> Assigned {
        Assigned { ways: BTreeMap::from([((0, SmallVec::new()), Assignment::new())]) }
    }

    /// The ways with one more card, for which each of these texts can be used.
    fn with(&self, texts: &[FromHand], spend: &dyn Fn(usize) -> bool) -> Assigned {
        let mut ways = BTreeMap::new();
        if spend(self.ways.len().saturating_mul(texts.len())) {
            for ((sum, used), before) in &self.ways {
                let free = |text: &&FromHand| !before.iter().any(|other| other.excludes(text));
                for text in texts.iter().filter(free) {
                    let mut used = used.clone();
                    if text.once {
                        used.push((text.source, text.ability));
                        used.sort_unstable();
                    }
                    let with = || before.iter().copied().chain([*text]).collect();
                    ways.entry((sum + i64::from(text.n), used)).or_insert_with(with);
                }
            }
        }
        Assigned { ways }
    }

    /// For each possible sum the way that uses the fewest limited texts.
    fn by_sum(self) -> BTreeMap<i64, Assignment> {
        let mut best: BTreeMap<i64, (usize, Assignment)> = BTreeMap::new();
        for ((sum, used), texts) in self.ways {
            let rarer = best.get(&sum).is_none_or(|(before, _)| used.len() < *before);
            if rarer {
                best.insert(sum, (used.len(), texts));
            }
        }
        best.into_iter().map(|(sum, (_, texts))| (sum, texts)).collect()
    }
}

/// For each number that these cards in hand can count as together, the texts that make them tributes,
/// whatever their order; `Err`: a card for which no text is left.
pub(crate) fn assign(
    game: &Game<'_>,
    seat: Seat,
    unit: CardId,
    cards: &[CardId],
) -> Result<BTreeMap<i64, Assignment>, CardId> {
    let texts = |card| from_hand(game, seat, unit, card);
    assigned(cards, texts, &|looks| game.spend(looks))
}

/// [`assign`] with the texts of each card.
fn assigned<T: AsRef<[FromHand]>>(
    cards: &[CardId],
    texts: impl Fn(CardId) -> T,
    spend: &dyn Fn(usize) -> bool,
) -> Result<BTreeMap<i64, Assignment>, CardId> {
    let mut cards = SmallVec::<[CardId; 4]>::from_slice(cards);
    cards.sort_unstable();
    let mut assigned = Assigned::empty();
    for card in cards {
        assigned = assigned.with(texts(card).as_ref(), spend);
        if assigned.ways.is_empty() {
            return Err(card);
        }
    }
    Ok(assigned.by_sum())
}

/// Marks the texts for one card each turn as used.
pub(crate) fn use_up(game: &mut Game<'_>, texts: &[FromHand]) {
    let turn = game.state.facts.turn;
    for text in texts.iter().filter(|text| text.once) {
        let card = text.source.card;
        if game.state.table.is_current(text.source) {
            let mark = table::mark(game, card);
            let mark = Mark { used: mark.used.with(turn, text.ability.index), ..mark };
            super::zone::silent_mark(game, card, mark);
        }
    }
}

/// The sums up to `needs` that the player's units on the field can reach.
fn sums_on_field(
    game: &Game<'_>,
    seat: Seat,
    unit: CardId,
    needs: i64,
    shown: Option<CardId>,
) -> BTreeSet<i64> {
    let mut sums = BTreeSet::from([0i64]);
    for tribute in on_field(game, seat, unit, shown) {
        let (least, most) = (i64::from(tribute.least()), i64::from(tribute.most()));
        let more =
            |sum: &i64| (least..=most).map(|n| *sum + n).filter(|sum| *sum <= needs).collect::<Vec<_>>();
        let more: Vec<i64> = sums.iter().flat_map(more).collect();
        sums.extend(more);
    }
    sums
}

/// Whether a player can reach exactly the tributes that a unit needs, with or without showing a card of the
/// hand [十二.3, ruling-15].
pub(crate) fn payable(game: &Game<'_>, seat: Seat, unit: CardId) -> bool {
    let hand = game.state.table.list(table::HAND.of(seat)).iter().copied();
    payable_with(game, seat, unit, None)
        || is_shown_for(game)
            && game.any_card(hand.filter(|card| *card != unit), |game, card| {
                payable_with(game, seat, unit, Some(card))
            })
}

fn payable_with(game: &Game<'_>, seat: Seat, unit: CardId, shown: Option<CardId>) -> bool {
    let needs = stat::red_star(game, unit);
    let sums = sums_on_field(game, seat, unit, needs, shown);
    let mut assigned = Assigned::empty();
    let is_met = |assigned: &Assigned| assigned.ways.keys().any(|(sum, _)| sums.contains(&(needs - sum)));
    for &card in game.state.table.list(table::HAND.of(seat)) {
        if is_met(&assigned) {
            return true;
        }
        let texts = game.answer_of(card, |game| from_hand(game, seat, unit, card));
        let with = assigned
            .with(&texts, &|looks| game.spend(looks))
            .ways
            .into_iter()
            .filter(|((sum, _), _)| *sum <= needs);
        for (way, texts) in with {
            assigned.ways.entry(way).or_insert(texts);
        }
    }
    is_met(&assigned)
}

/// Whether any text in play lets tributes count as more if a card is shown.
pub(crate) fn is_shown_for(game: &Game<'_>) -> bool {
    let mut found = false;
    let shows = |_: &Scene<'_>, each: &Static| {
        let Static::CountsAsTributes(word) = each else { return false };
        !word.showing.is_empty()
    };
    stat::each_static(game, topics::TRIBUTES, shows, |_, _| found = true);
    found
}

/// The sets of cards in hand that can be tributes together so that units on the field can pay the rest;
/// `true`: the list is complete.
pub(crate) fn sets_in_hand(
    game: &Game<'_>,
    seat: Seat,
    unit: CardId,
    shown: Option<CardId>,
) -> (Vec<Value>, bool) {
    let needs = stat::red_star(game, unit);
    if needs == 0 {
        return (Vec::new(), true);
    }
    let hand = game.state.table.list(table::HAND.of(seat)).iter().copied();
    let texts: BTreeMap<CardId, Vec<FromHand>> = hand
        .map(|card| (card, from_hand(game, seat, unit, card).into_vec()))
        .filter(|(_, texts)| !texts.is_empty())
        .collect();
    let hand = game.state.table.list(table::HAND.of(seat)).iter().copied();
    let from: Vec<CardId> = hand.filter(|card| texts.contains_key(card)).collect();
    let max = from.len().min(usize::try_from(needs).unwrap_or(0));
    let sums = sums_on_field(game, seat, unit, needs, shown);
    let looks = game.listing_looks();
    let fits = |cards: &[CardId]| {
        let ways =
            assigned(cards, |card| texts.get(&card).map_or(&[][..], Vec::as_slice), &|n| looks.spend(n));
        ways.is_ok_and(|ways| ways.keys().any(|sum| sums.contains(&(needs - sum))))
    };
    let (sets, is_complete) = first_sets(&from, (1, max), fits, (SETS_LIMIT, looks));
    (sets, is_complete && !looks.are_used_up())
}

/// The sets of units that add up to one of these totals.
pub(crate) fn any_sum(game: &Game<'_>, from: &[Weighed], totals: &[u32]) -> Domain {
    let (mut sets, mut is_complete): (Vec<Vec<CardId>>, bool) = (Vec::new(), true);
    for &total in totals {
        let domain = Domain::Sum { from: from.to_vec(), total };
        let (members, has_all) = domain.first(SUMS_LIMIT, game.listing_looks());
        is_complete &= has_all;
        sets.extend(members.iter().map(Value::named));
    }
    sets.sort_unstable();
    sets.dedup();
    Domain::listed(sets.into_iter().map(Value::Cards).collect(), is_complete)
}

/// The most sets of units that the listing enumerates for each of several totals.
const SUMS_LIMIT: usize = 2_000;
