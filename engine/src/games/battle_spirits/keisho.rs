//! 繼召: cards of the own trash that are exiled for a cost: 繼召.1–5, 用語集.繼召; ruling-13, ruling-14, ruling-16.

use std::collections::{BTreeMap, BTreeSet};

use super::pay::{Line, Uses, came, is_free};
use super::printed::{Color, ex_symbols};
use super::reason::Reason;
use super::reduction::{reductions, symbols_on_field};
use super::stat;
use super::table::{self, Game, TRASH, list, printed};
use crate::abilities::answer::named_twice;
use crate::game_kit::action::legal::Choices;
use crate::kernel::shape::{Colored, Complete, Domain, Matching, Value};
use crate::kernel::{CardId, Seat, Spelled, ensure, refuse_if, test};

/// Nothing is exiled where no cost is paid [ruling-16].
pub const fn needs_a_cost<A: Uses>() -> Line<A> {
    test(A::KEISHO, A::KEISHO | A::CARD, &[cite!("繼召.2"), cite!("ruling-16")], |game, seat, action| {
        refuse_if(!action.keisho().is_empty() && is_free(game, seat), Reason::NoCostIsPaid)
    })
}

/// The card has 《繼召》 [繼召.1].
pub const fn is_printed<A: Uses>() -> Line<A> {
    test(A::KEISHO, A::KEISHO | A::CARD, &[cite!("繼召.1")], |game, _, action| {
        let card = action.card();
        ensure(action.keisho().is_empty() || printed(game, card).keisho, Reason::NoKeisho { card })
    })
}

/// No card is exiled twice.
pub const fn once<A: Uses>() -> Line<A> {
    test(A::KEISHO, A::KEISHO, &[cite!("繼召.2")], |_, _, action| match named_twice(action.keisho()) {
        Some(card) => Err(Reason::NamedTwice { card }),
        None => Ok(()),
    })
}

fn is_ex_card(game: &Game<'_>, seat: Seat, card: CardId) -> bool {
    table::lies_in(game, card, TRASH, seat) && ex_symbols(game, card).next().is_some()
}

/// The exiled cards lie in the player's trash and have an EX symbol [繼召.2].
pub const fn of_ex_cards<A: Uses>() -> Line<A> {
    test(A::KEISHO, A::KEISHO, &[cite!("繼召.2"), cite!("用語集.繼召")], |game, seat, action| {
        match action.keisho().iter().find(|card| !is_ex_card(game, seat, **card)) {
            Some(&card) => Err(Reason::NotAnExCard { card }),
            None => Ok(()),
        }
    })
}

/// No more cards are exiled than the used card has reduction symbols [繼召.4].
pub const fn count<A: Uses>() -> Line<A> {
    test(A::KEISHO, A::KEISHO | A::CARD, &[cite!("繼召.4")], |game, _, action| {
        let named = action.keisho().len();
        if named == 0 {
            return Ok(());
        }
        let most = reductions(game, action.card()).iter().map(|(_, n)| *n).fold(0, u32::saturating_add);
        ensure(named <= most as usize, Reason::TooManyExiled { named, most })
    })
}

/// Each exiled card has an EX symbol of a colour of the reduction symbols [繼召.5].
pub const fn colors<A: Uses>() -> Line<A> {
    test(A::KEISHO, A::KEISHO | A::CARD, &[cite!("繼召.5")], |game, _, action| {
        if action.keisho().is_empty() {
            return Ok(());
        }
        let colors = reductions(game, action.card());
        let fits = |card: CardId| {
            let mut ex = ex_symbols(game, card);
            ex.any(|symbols| colors.iter().any(|(color, n)| *color == symbols.color && *n > 0))
        };
        match action.keisho().iter().find(|card| !fits(**card)) {
            Some(&card) => Err(Reason::WrongExColor { card }),
            None => Ok(()),
        }
    })
}

/// The reduction symbols that exiled cards can fill: all of them, since 繼召 comes before the symbols of the
/// field [繼召.3].
fn slots(game: &Game<'_>, seat: Seat, card: CardId) -> Vec<Color> {
    if stat::fills_all(game, seat, card, came(game, seat)) {
        return Vec::new();
    }
    let left = |(color, most): (Color, u32)| {
        let first =
            if game.in_force(cite!("繼召.3")) { 0 } else { symbols_on_field(game, seat, color, most) };
        std::iter::repeat_n(color, most.saturating_sub(first) as usize)
    };
    reductions(game, card).into_iter().flat_map(left).collect()
}

/// The sets of cards that can be exiled for a card, each card for a reduction symbol of its own [ruling-13].
fn matching(game: &Game<'_>, seat: Seat, card: CardId, from: Vec<CardId>) -> Matching {
    let slots = slots(game, seat, card);
    let name = |color: Color| smol_str::SmolStr::new_static(Spelled::word(&color));
    let colored = from.into_iter().map(|card| Colored {
        card,
        colors: ex_symbols(game, card).map(|symbols| name(symbols.color)).collect(),
    });
    Matching {
        complete: Complete::Cards,
        from: colored.collect(),
        max: slots.len(),
        min: 0,
        slots: slots.into_iter().map(|color| vec![name(color)]).collect(),
    }
}

/// Each exiled card fills a reduction symbol of its own [ruling-13].
pub const fn fills<A: Uses>() -> Line<A> {
    test(A::KEISHO, A::KEISHO | A::CARD, &[cite!("ruling-13")], |game, seat, action| {
        let keisho = action.keisho();
        if keisho.is_empty() {
            return Ok(());
        }
        let domain = Domain::Matching(matching(game, seat, action.card(), keisho.to_vec()));
        // The cards up to `count` fill symbols of their own; the first card after them fills none and is
        // blamed.
        let fill = |count: &usize| {
            let first = keisho.iter().take(*count).copied().collect();
            domain.contains(&Value::Cards(first), &[])
        };
        match (1..=keisho.len()).find(|count| !fill(count)).and_then(|count| keisho.get(count - 1)) {
            Some(&card) => Err(Reason::ExiledForNothing { card }),
            None => Ok(()),
        }
    })
}

/// The most sets of exiled cards that a shape of legal answers lists, the smallest first.
const SETS_LIMIT: usize = 2_000;

/// The sets of cards that can be exiled for a card. The EX symbols of a set decide what it fills and what is
/// left to pay, so sets with the same symbols are of one kind.
pub fn choices(game: &Game<'_>, seat: Seat, card: CardId) -> Choices {
    let nothing = || Choices::all_different(vec![Value::Nothing]);
    if is_free(game, seat) || !printed(game, card).keisho {
        return nothing();
    }
    let is_unknown = |card: &CardId| printed(game, *card).symbols.is_unknown();
    let (unknown, known): (Vec<CardId>, Vec<CardId>) =
        list(game, TRASH, seat).into_iter().partition(is_unknown);
    let ex: Vec<CardId> = known.into_iter().filter(|&card| is_ex_card(game, seat, card)).collect();
    // It is unknown which cards of the trash, or how many, can be exiled.
    let lacks_fact = !unknown.is_empty() || !ex.is_empty() && printed(game, card).reduction.is_unknown();
    if ex.is_empty() || printed(game, card).reduction.is_unknown() {
        return Choices { is_complete: !lacks_fact, ..nothing() };
    }
    let domain = Domain::Matching(matching(game, seat, card, ex));
    let (sets, is_complete) = domain.first(SETS_LIMIT, game.listing_looks());
    let is_complete = is_complete && !lacks_fact;
    let mut kinds: BTreeMap<Vec<Vec<(Color, u8)>>, usize> = BTreeMap::new();
    let values = sets.into_iter().map(|set| {
        let symbols = |card: CardId| -> Vec<(Color, u8)> {
            ex_symbols(game, card).map(|symbols| (symbols.color, symbols.n)).collect()
        };
        let mut of_cards: Vec<Vec<(Color, u8)>> = set.named().into_iter().map(symbols).collect();
        of_cards.sort_unstable();
        let number = kinds.len();
        let kind = *kinds.entry(of_cards).or_insert(number);
        (kind, if set.says_nothing() { Value::Nothing } else { set })
    });
    Choices { values: values.collect(), is_complete }
}

/// One set of each kind among those that can be exiled for a card.
pub fn each_kind(game: &Game<'_>, seat: Seat, card: CardId) -> Vec<Vec<CardId>> {
    let mut seen = BTreeSet::new();
    let values = choices(game, seat, card).values.into_iter();
    values.filter(|(kind, _)| seen.insert(*kind)).map(|(_, set)| set.named()).collect()
}
