//! Unknown faces: answers that do not need the identity of a card.
//!
//! The rules ask for a face only where it can change an answer. The kernel puts a question about an unknown
//! card once for each definition that the card may have. If all answers are equal, it needs no outcome. If
//! the question reads a second unknown card meanwhile, the answer is unclear, and the first card becomes due.

use crate::kernel::{BLANK, CardId, Game, ListenMask, Match};

/// Finding the possible definitions of a card costs this many looks, and one more for every
/// [`DEFINITIONS_PER_LOOK`] of them: about as many as other work of the same duration.
const FINDING_LOOKS: usize = 4;
const DEFINITIONS_PER_LOOK: usize = 16;

impl<G: Game> Match<'_, G> {
    /// The definition of a card, as the rules read it. For an unknown card, its outcome becomes due or
    /// judging ends; a listing of legal answers records that the answer is unclear.
    #[inline]
    pub fn definition(&self, card: CardId) -> u16 {
        let definition = self.state.table.card(card).map_or(BLANK, |card| card.definition);
        if self.state.unknown.is_empty() && definition != BLANK {
            return definition;
        }
        self.definition_of_unknown(card, definition)
    }

    #[cold]
    fn definition_of_unknown(&self, card: CardId, definition: u16) -> u16 {
        if self.state.table.card(card).is_none() || self.state.is_known(card) {
            return definition;
        }
        if let Some((_, definition)) = self.declared.supposed.get().filter(|(supposed, _)| *supposed == card)
        {
            return definition;
        }
        if let [only] = *self.definitions_of(card) {
            return only;
        }
        if self.declared.unclear.get().is_some() {
            self.declared.unclear.set(Some(true));
        } else if self.declared.judging.get() {
            self.need(card, None, None);
        } else {
            self.declared.guessed.set(Some(card));
        }
        BLANK
    }

    /// Whether the identity of every card is known.
    #[inline]
    pub(in crate::kernel) fn is_all_known(&self) -> bool {
        self.state.unknown.is_empty() && !self.state.table.has_blank()
    }

    /// Whether the identity of this card is unknown.
    #[inline]
    pub fn is_unclear(&self, card: CardId) -> bool {
        !self.is_all_known() && self.is_unclear_among_known(card)
    }

    #[cold]
    fn is_unclear_among_known(&self, card: CardId) -> bool {
        let supposed = self.declared.supposed.get().is_some_and(|(supposed, _)| supposed == card);
        !supposed && !self.state.is_known(card)
    }

    /// The definitions that a card may have, ascending.
    fn definitions_of(&self, card: CardId) -> Vec<u16> {
        let (cards, mut definitions) = self.candidates(card);
        let named = cards.iter().filter_map(|card| self.state.table.card(*card));
        definitions.extend(named.map(|card| card.definition));
        definitions.sort_unstable();
        definitions.dedup();
        let looks = u32::try_from(FINDING_LOOKS + (cards.len() + definitions.len()) / DEFINITIONS_PER_LOOK);
        self.fuel.readings.set(self.fuel.readings.get().saturating_add(looks.unwrap_or(u32::MAX)));
        definitions
    }

    /// The definitions that an outcome may give a card, ascending: those of the named cards that may lie at
    /// its slot, and those that the bounds allow for a blank card.
    pub(in crate::kernel) fn definitions_left_of(&self, card: CardId) -> Vec<u16> {
        let (cards, by_place) = self.candidates(card);
        let mut left = if by_place.is_empty() { by_place } else { self.definitions_left(card, &|_| true) };
        left.extend(cards.iter().filter_map(|card| self.state.table.card(*card)).map(|card| card.definition));
        left.sort_unstable();
        left.dedup();
        left
    }

    /// The answer to a question that reads no unknown face; `None`: it reads one. No outcome becomes due.
    pub fn clear<T>(&self, ask: impl FnOnce(&Self) -> T) -> Option<T> {
        if self.is_all_known() {
            return Some(ask(self));
        }
        let outer = self.declared.unclear.replace(Some(false));
        let answer = ask(self);
        let unclear = self.declared.unclear.replace(outer);
        (unclear == Some(false)).then_some(answer)
    }

    /// The answer to a question, supposing that a card has this definition.
    fn supposing<T>(&self, card: CardId, definition: u16, ask: impl FnOnce(&Self) -> T) -> Option<T> {
        let outer = self.declared.supposed.replace(Some((card, definition)));
        let answer = self.clear(ask);
        self.declared.supposed.set(outer);
        answer
    }

    /// The answer to a question about a card, if it is the same for every definition that the card may have.
    /// `None`: it depends on this card or on another unknown one.
    pub fn whichever<T: PartialEq>(&self, card: CardId, ask: impl Fn(&Self) -> T) -> Option<T> {
        if !self.is_unclear(card) {
            return self.clear(ask);
        }
        // Only one card is supposed at a time.
        if self.declared.supposed.get().is_some() {
            return None;
        }
        let mut definitions = self.definitions_of(card).into_iter();
        let answer = |definition| self.spend(1).then(|| self.supposing(card, definition, &ask)).flatten();
        let agreed = answer(definitions.next()?)?;
        definitions.all(|definition| answer(definition).as_ref() == Some(&agreed)).then_some(agreed)
    }

    /// The answer to a question about a card. The identity of the card becomes due only if the possible
    /// definitions give different answers.
    #[inline]
    pub fn answer_of<T: PartialEq>(&self, card: CardId, ask: impl Fn(&Self) -> T) -> T {
        let agreed = if self.is_unclear(card) { self.whichever(card, &ask) } else { None };
        agreed.unwrap_or_else(|| ask(self))
    }

    /// Whether the question holds for any of these cards. An unknown card becomes due only if no other card
    /// satisfies it.
    pub fn any_card(
        &self,
        cards: impl IntoIterator<Item = CardId>,
        is_so: impl Fn(&Self, CardId) -> bool,
    ) -> bool {
        let mut open = None;
        for card in cards {
            match self.whichever(card, |game| is_so(game, card)) {
                Some(true) => return true,
                Some(false) => {}
                None => open = open.or(Some(card)),
            }
        }
        open.is_some_and(|card| is_so(self, card))
    }

    /// Whether a card may matter to a question. An unknown card may if one of its possible definitions passes
    /// the filter and then matters, or if that is unclear; otherwise its face is not needed.
    pub fn may_matter(
        &self,
        card: CardId,
        listens: impl Fn(&G::ListenMask) -> bool,
        matters: impl Fn(&Self) -> bool,
    ) -> bool {
        !self.is_unclear(card) || self.may_matter_unknown(card, &listens, &matters)
    }

    #[cold]
    fn may_matter_unknown(
        &self,
        id: CardId,
        listens: &dyn Fn(&G::ListenMask) -> bool,
        matters: &dyn Fn(&Self) -> bool,
    ) -> bool {
        let table = &self.state.table;
        let zone = table.place_of(id).and_then(|place| table.place(place)).map(|place| place.zone);
        let (Some(mut card), Some(zone)) = (table.card(id).cloned(), zone) else { return false };
        self.definitions_of(id).into_iter().any(|definition| {
            card.definition = definition;
            listens(&G::ListenMask::of(self.pool, zone, &card))
                && (self.declared.supposed.get().is_some()
                    || self.spend(1) && self.supposing(id, definition, matters) != Some(false))
        })
    }
}
