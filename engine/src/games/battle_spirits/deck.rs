//! What a player brings: 卡牌種類.1, 牌組.3–牌組.7, 卡牌限制.1, 卡牌限制.2; ruling-45.

use super::printed::{Kind, Pool};
use super::reason::Reason;
use super::rules::limits::{COPIES, DECK_MINIMUM};
use crate::game_kit::deck::{self, Line};
use crate::game_kit::pool::Names;
use crate::kernel::wire;
use crate::verdict::Refusal;

/// What a player brings.
#[wire(Default)]
pub struct Deck {
    /// The deck.
    #[optional]
    #[schemars(skip_serializing_if = "crate::game_kit::wire::never")]
    pub cards: Vec<Line>,
}

impl Names for Deck {
    fn ids(&self) -> Vec<(String, String)> {
        deck::ids(&self.cards).collect()
    }

    fn are_all(&self, known: &dyn Fn(&str) -> bool) -> bool {
        self.cards.iter().all(|line| known(&line.card))
    }
}

impl Deck {
    /// Every fault of it, with the place in it; none: it may be played with. Unknown cards have been dealt with before.
    pub fn faults(&self, pool: &Pool) -> Vec<Refusal<Reason>> {
        let mut faults = Vec::new();
        for (index, line) in self.cards.iter().enumerate() {
            let Some(place) = pool.find(&line.card) else { continue };
            let printed = pool.card(place);
            let field = || format!("/cards/{index}/card");
            if printed.kind == Kind::Other {
                let reason = Reason::KindNotAllowed { card: line.card.to_string() };
                faults.push(Refusal::new(reason, cite!("卡牌種類.1")).of(field()));
            }
        }
        let count: u64 = self.cards.iter().map(|line| u64::from(line.n)).sum();
        if count < DECK_MINIMUM.value.into() {
            let reason = Reason::TooFewCards { count, least: DECK_MINIMUM.value.into() };
            faults.push(Refusal::new(reason, DECK_MINIMUM.cite).of("/cards"));
        }
        let name = |line: &Line| Some(pool.card(pool.find(&line.card)?).called());
        for (name, count, index) in deck::copies(&self.cards, name) {
            if count > COPIES.value.into() {
                let most = COPIES.value.into();
                let reason = Reason::TooManyCopies { name: name.to_owned(), count, most };
                let refusal = Refusal::new(reason, COPIES.cite).also(&[cite!("牌組.6")]);
                faults.push(refusal.of(format!("/cards/{index}/n")));
            }
        }
        faults
    }
}
