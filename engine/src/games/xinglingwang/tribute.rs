//! Who can be a tribute of a unit, and how many each counts as.
//!
//! 十二.3 tributes; 十五.禁錮.1, 六.7 who cannot be one; ruling-15 sets of tributes.

use std::collections::BTreeSet;

use smallvec::SmallVec;

use super::table::{self, Mark};
use super::words::KeywordName;
use super::words::ability::Ability;
use super::words::continuous::{Static, statics};
use super::words::tribute::{CountsAsTributes, TributesFromHand};
use super::{Xinglingwang, prohibition, stat};
use crate::abilities::Scene;
use crate::abilities::filter::has_all;
use crate::abilities::target::sets;
use crate::kernel::shape::{Domain, Value, Weighed};
use crate::kernel::{CardId, Match, Object, Seat};
use crate::verdict::Cite;

type Game<'p> = Match<'p, Xinglingwang>;

/// Which card of the hand is shown while tributes are chosen.
#[derive(Debug, Clone, Copy)]
pub enum Shown {
    /// This one, or none.
    This(Option<CardId>),
    /// Whichever helps.
    Any,
}

/// Whether a unit can be a tribute of another one of a player; the rule against it [十二.3, 十五.禁錮.1, 六.7].
pub fn fault(game: &Game<'_>, seat: Seat, unit: CardId, card: CardId) -> Option<Cite> {
    if table::side(game, card) != Some(seat) || !is_asked_for(game, seat, unit, card) {
        return Some(cite!("十二.3"));
    }
    if stat::has_keyword(game, card, KeywordName::Confined) {
        return Some(cite!("十五.禁錮.1"));
    }
    prohibition::tribute(game, card).then_some(cite!("六.7"))
}

/// Whether a card is what a unit asks for as its tributes.
pub fn is_asked_for(game: &Game<'_>, seat: Seat, unit: CardId, card: CardId) -> bool {
    let asked = table::printed(game, unit).unit.as_ref().map_or(&[][..], |unit| unit.tributes.as_slice());
    let scene =
        Scene { seat, me: game.state.table.object(unit), subject: None, other: None, bound: &stat::NOTHING };
    has_all(game, &scene, asked, card)
}

/// Whether a text lets a tribute count as more for a unit, with what is shown for it.
fn lets_count(
    game: &Game<'_>,
    scene: &Scene<'_>,
    word: &CountsAsTributes,
    (unit, card): (CardId, CardId),
    shown: Shown,
) -> bool {
    let shows = |card: CardId| has_all(game, scene, &word.showing, card);
    let in_hand = || game.state.table.list(table::HAND.of(scene.seat)).iter().copied();
    word.what.takes_in(game, scene, card)
        && has_all(game, scene, &word.of, unit)
        && (word.showing.is_empty()
            || match shown {
                Shown::This(shown) => shown.is_some_and(shows),
                Shown::Any => game.any_card(in_hand().filter(|other| *other != unit), |_, card| shows(card)),
            })
}

/// How many tributes of a unit another one counts as: at least, and at most.
pub fn counts(game: &Game<'_>, unit: CardId, card: CardId, shown: Shown) -> (u32, u32) {
    let least = stat::tribute_value(game, card);
    let (mut most, mut besides) = (i64::from(least), SmallVec::<[(i64, i64); 2]>::new());
    let reaches = |scene: &Scene<'_>, each: &Static| match each {
        Static::CountsAsTributes(word) => lets_count(game, scene, word, (unit, card), shown),
        _ => false,
    };
    stat::each_static(game, statics::TRIBUTES, reaches, |scene, each| {
        if let Static::CountsAsTributes(word) = each {
            let n = word.n.value(game, scene);
            match &word.instead_of {
                Some(before) => besides.push((before.value(game, scene), n)),
                None => most = most.max(n),
            }
        }
    });
    if let Some((_, n)) = besides.iter().filter(|(before, _)| *before == most).max_by_key(|(_, n)| *n) {
        most = most.max(*n);
    }
    (least, u32::try_from(game.counted(most, stat::MOST_TRIBUTES)).unwrap_or(least))
}

/// The units of a player that can be tributes of a unit, with what they count for.
pub fn on_field(game: &Game<'_>, seat: Seat, unit: CardId, shown: Shown) -> Vec<Weighed> {
    let units = table::units(game, seat).into_iter();
    let free = units.filter(|card| fault(game, seat, unit, *card).is_none());
    free.map(|card| {
        let (least, weight) = counts(game, unit, card, shown);
        Weighed { card, least: (least < weight).then_some(least), weight }
    })
    .collect()
}

/// Whether showing a card of the hand lets any unit of its player count as more tributes of a unit.
pub fn helps(game: &Game<'_>, seat: Seat, unit: CardId, shown: CardId) -> bool {
    let more = |card: &CardId| {
        let with = counts(game, unit, *card, Shown::This(Some(shown)));
        with != counts(game, unit, *card, Shown::This(None))
    };
    shown != unit && game.state.table.list(table::FIELD.of(seat)).iter().any(more)
}

/// A text by which a card in hand can be a tribute.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FromHand {
    /// The card that it stands on.
    pub source: Object,
    /// How many tributes the card counts as.
    pub n: u32,
    /// It lets only one card each turn.
    pub once: bool,
}

/// Which of its abilities lets cards in hand be tributes.
fn number(game: &Game<'_>, card: CardId) -> Option<u8> {
    let is_it = |ability: &Ability| {
        let Ability::Continuous(continuous) = ability else { return false };
        continuous.apply.iter().any(|each| matches!(each, Static::TributesFromHand(_)))
    };
    u8::try_from(table::printed(game, card).abilities.iter().position(is_it)?).ok()
}

fn is_used(game: &Game<'_>, source: Object) -> bool {
    let used = table::mark(game, source.card).used;
    number(game, source.card).is_some_and(|number| used.contains(game.state.facts.turn, number))
}

/// The texts by which a card in a player's hand can be a tribute of a unit.
pub fn from_hand(game: &Game<'_>, seat: Seat, unit: CardId, card: CardId) -> SmallVec<[FromHand; 2]> {
    let mut found = SmallVec::new();
    if card == unit || !is_asked_for(game, seat, unit, card) {
        return found;
    }
    let lets = |scene: &Scene<'_>, word: &TributesFromHand| {
        scene.seat == seat
            && has_all(game, scene, &word.of, unit)
            && has_all(game, scene, &word.fits, card)
            && !(word.once && is_used(game, scene.me))
    };
    let reaches = |scene: &Scene<'_>, each: &Static| match each {
        Static::TributesFromHand(word) => lets(scene, word),
        _ => false,
    };
    stat::each_static(game, statics::TRIBUTES, reaches, |scene, each| {
        if let Static::TributesFromHand(word) = each {
            let n = game.counted(word.n.value(game, scene).max(1), stat::MOST_TRIBUTES);
            found.push(FromHand { source: scene.me, n: u32::try_from(n).unwrap_or(1), once: word.once });
        }
    });
    found
}

/// By which text each of these cards in hand is a tribute; `Err`: the card that no text is left for.
pub fn assigned(
    game: &Game<'_>,
    seat: Seat,
    unit: CardId,
    cards: &[CardId],
) -> Result<SmallVec<[FromHand; 4]>, CardId> {
    let mut taken: SmallVec<[FromHand; 4]> = SmallVec::new();
    for &card in cards {
        let mut texts = from_hand(game, seat, unit, card);
        texts.sort_by_key(|text| text.once);
        let used = |text: &FromHand| text.once && taken.iter().any(|other| other.source == text.source);
        let free = texts.iter().find(|text| !used(text)).copied();
        taken.push(free.ok_or(card)?);
    }
    Ok(taken)
}

/// The texts that let only one card each turn have done so.
pub fn use_up(game: &mut Game<'_>, texts: &[FromHand]) {
    let turn = game.state.facts.turn;
    for text in texts.iter().filter(|text| text.once) {
        let card = text.source.card;
        if let Some(number) = number(game, card).filter(|_| game.state.table.is_current(text.source)) {
            let mark = table::mark(game, card);
            let mark = Mark { used: mark.used.with(turn, number), ..mark };
            super::zone::silent_mark(game, card, mark);
        }
    }
}

/// Whether a player can bring together exactly the tributes that a unit needs [十二.3, ruling-15].
pub fn payable(game: &Game<'_>, seat: Seat, unit: CardId) -> bool {
    let needs = stat::red_star(game, unit);
    let mut sums = BTreeSet::from([0i64]);
    let mut add = |least: i64, most: i64| {
        let more =
            |sum: &i64| (least..=most).map(|n| *sum + n).filter(|sum| *sum <= needs).collect::<Vec<_>>();
        let more: Vec<i64> = sums.iter().flat_map(more).collect();
        sums.extend(more);
    };
    for tribute in on_field(game, seat, unit, Shown::Any) {
        add(i64::from(tribute.least.unwrap_or(tribute.weight)), i64::from(tribute.weight));
    }
    let mut used: SmallVec<[Object; 4]> = SmallVec::new();
    for &card in game.state.table.list(table::HAND.of(seat)) {
        let texts = game.answer_of(card, |game| from_hand(game, seat, unit, card));
        let free = texts.iter().find(|text| !(text.once && used.contains(&text.source)));
        if let Some(text) = free {
            used.extend(text.once.then_some(text.source));
            add(i64::from(text.n), i64::from(text.n));
        }
    }
    sums.contains(&needs)
}

/// Whether any text lets tributes count as more for something that is shown.
pub fn is_shown_for(game: &Game<'_>) -> bool {
    let mut found = false;
    let shows = |_: &Scene<'_>, each: &Static| matches!(each, Static::CountsAsTributes(word) if !word.showing.is_empty());
    stat::each_static(game, statics::TRIBUTES, shows, |_, _| found = true);
    found
}

/// The sets of cards in hand that can be tributes of a unit together.
pub fn sets_in_hand(game: &Game<'_>, seat: Seat, unit: CardId) -> Vec<Vec<CardId>> {
    let needs = stat::red_star(game, unit);
    if needs == 0 {
        return Vec::new();
    }
    let hand = game.state.table.list(table::HAND.of(seat)).iter().copied();
    let from: Vec<CardId> = hand.filter(|card| !from_hand(game, seat, unit, *card).is_empty()).collect();
    let max = from.len().min(usize::try_from(needs).unwrap_or(0));
    let fits = |cards: &[CardId]| {
        let texts = assigned(game, seat, unit, cards);
        texts.is_ok_and(|texts| texts.iter().map(|text| i64::from(text.n)).sum::<i64>() <= needs)
    };
    match sets(&from, (1, max), fits) {
        Domain::OneOf(values) => values.iter().map(Value::named).collect(),
        _ => Vec::new(),
    }
}
