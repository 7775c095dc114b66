//! What reductions leave of a cost: 費用支付.1, 費用支付.2, 費用支付.②, 費用支付.③, 繼召.2, 繼召.3; ruling-14, ruling-15,
//! ruling-113.

use super::pay::{came, is_free};
use super::printed::{self, Color, Symbols, ex_symbols};
use super::stat;
use super::table::{Came, FIELD, Game, TRASH, list, printed};
use crate::kernel::{CardId, Seat};

/// The reduction symbols of a card by colour [用語集.減輕標誌].
pub fn reductions(game: &Game<'_>, card: CardId) -> Vec<(Color, u32)> {
    let mut sums: Vec<(Color, u32)> = Vec::new();
    for line in printed::reduction(game, card) {
        match sums.iter_mut().find(|(color, _)| *color == line.color) {
            Some((_, sum)) => *sum = sum.saturating_add(line.n.into()),
            None => sums.push((line.color, line.n.into())),
        }
    }
    sums
}

/// The symbols of a colour on the own field [費用支付.②]; nexuses and EX symbols count [基本行動.核心卡.2, 用語集.EX標誌].
/// `most`: how many of them matter; cards whose symbols are unknown are asked for only below it.
pub fn symbols_on_field(game: &Game<'_>, seat: Seat, color: Color, most: u32) -> u32 {
    let counts = |card: &CardId| {
        (stat::is_spirit(game, *card) || game.in_force(cite!("基本行動.核心卡.2")))
            && (game.in_force(cite!("用語集.EX標誌")) || ex_symbols(game, *card).next().is_none())
    };
    symbols_of(game, list(game, FIELD, seat).into_iter().filter(counts), color, most)
}

/// The symbols of a colour in the own trash, EX symbols among them, without those of cards that are exiled
/// [ruling-113].
fn symbols_in_trash(game: &Game<'_>, seat: Seat, color: Color, most: u32, keisho: &[CardId]) -> u32 {
    let stays = |card: &CardId| !keisho.contains(card);
    symbols_of(game, list(game, TRASH, seat).into_iter().filter(stays), color, most)
}

/// The symbols of a colour of these cards. `most`: how many of them matter; cards whose symbols are unknown
/// are asked for only below it.
fn symbols_of(game: &Game<'_>, cards: impl Iterator<Item = CardId>, color: Color, most: u32) -> u32 {
    let count = |cards: Vec<CardId>| {
        let counted = cards.into_iter().map(|card| stat::symbols(game, card, Some(color)));
        counted.fold(0, u32::saturating_add)
    };
    let is_unknown = |card: &CardId| printed(game, *card).symbols.is_unknown();
    let (unknown, known): (Vec<CardId>, Vec<CardId>) = cards.partition(is_unknown);
    let there = count(known);
    if there < most { there.saturating_add(count(unknown)) } else { there }
}

/// Whether no symbol can fill a reduction symbol: then the cost is the same whatever is printed.
fn nothing_fills(game: &Game<'_>, (seat, came): (Seat, Came), card: CardId, keisho: &[CardId]) -> bool {
    let none = |color| {
        symbols_on_field(game, seat, color, 1) == 0 && stat::more_symbols(game, seat, color, card) == 0
    };
    let by_text = stat::fills_all(game, seat, card, came) || stat::fills_from_trash(game, card, came);
    keisho.is_empty() && !by_text && Color::ALL.into_iter().all(none)
}

/// How many EX symbols of a colour the exiled cards have [繼召.2, ruling-14].
fn exiled_symbols(game: &Game<'_>, keisho: &[CardId], color: Color) -> u32 {
    let all = keisho.iter().flat_map(|card| ex_symbols(game, *card));
    all.filter(|symbols| symbols.color == color)
        .map(|Symbols { n, .. }| u32::from(n))
        .fold(0, u32::saturating_add)
}

/// By how much a cost is reduced: every reduction symbol that a symbol of its colour fills takes off 1
/// [費用支付.2, 費用支付.③].
fn reduction(game: &Game<'_>, (seat, came): (Seat, Came), card: CardId, keisho: &[CardId]) -> i64 {
    let reduces = game.all_in_force(&[cite!("費用支付.2"), cite!("費用支付.②")]);
    let fills_all = reduces && stat::fills_all(game, seat, card, came);
    let from_trash = reduces && stat::fills_from_trash(game, card, came);
    // Without 繼召.3 the exiled cards come after the field is counted, which is too late for them.
    let comes_first = game.in_force(cite!("繼召.3"));
    if printed(game, card).reduction.is_unknown() && nothing_fills(game, (seat, came), card, keisho) {
        return 0;
    }
    let filled = reductions(game, card).into_iter().map(|(color, most)| {
        let exiled = if comes_first { exiled_symbols(game, keisho, color) } else { 0 };
        let on_field = match reduces {
            _ if fills_all => most,
            true => {
                let more = stat::more_symbols(game, seat, color, card);
                let matter = most.saturating_sub(exiled.saturating_add(more));
                let on_field = symbols_on_field(game, seat, color, matter);
                let matter = matter.saturating_sub(on_field);
                let in_trash = match from_trash {
                    true => symbols_in_trash(game, seat, color, matter, keisho),
                    false => 0,
                };
                on_field.saturating_add(in_trash).saturating_add(more)
            }
            false => 0,
        };
        most.min(on_field.saturating_add(exiled))
    });
    i64::from(filled.fold(0, u32::saturating_add))
}

/// The cost that is left to pay after reductions [費用支付.③, ruling-15].
pub fn cost(game: &Game<'_>, seat: Seat, card: CardId, keisho: &[CardId]) -> i64 {
    cost_as(game, (seat, came(game, seat)), card, keisho)
}

/// The cost that is left to pay after reductions, if the card comes onto the field in this way
/// [費用支付.③, ruling-15].
pub fn cost_as(game: &Game<'_>, (seat, came): (Seat, Came), card: CardId, keisho: &[CardId]) -> i64 {
    if is_free(game, seat) || !game.in_force(cite!("費用支付.1")) {
        return 0;
    }
    let full = stat::cost(game, card);
    let off = if game.in_force(cite!("費用支付.③")) {
        reduction(game, (seat, came), card, keisho)
    } else {
        0
    };
    full.saturating_sub(off).max(0)
}
