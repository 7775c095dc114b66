//! Unknown faces: what can be said of such a card without asking which it is.
//!
//! A face is asked for only where it can change an answer. So a question about an unknown card is put for
//! every definition that the card may have; where all answers are alike, its definition is not needed. What
//! reads another such card meanwhile is not clear, and the first of them is asked for.

use crate::kernel::{BLANK, CardId, Game, ListenMask, Match};

/// So many looks it costs to find out which cards a card may be, and one more for so many of them: about what
/// the same time costs otherwise.
const FINDING_OUT: usize = 4;
const PASSED_OVER: usize = 16;

impl<G: Game> Match<'_, G> {
    /// The definition of a card as the rules read it. Of an unknown card this asks, or
    /// judging cannot go on; looking for legal answers learns that it cannot tell.
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

    /// Whether it is known of every card which it is.
    #[inline]
    pub(in crate::kernel) fn is_all_known(&self) -> bool {
        self.state.unknown.is_empty() && !self.state.table.has_blank()
    }

    /// Whether it is unknown which card this is.
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
        let looks = u32::try_from(FINDING_OUT + (cards.len() + definitions.len()) / PASSED_OVER);
        self.fuel.readings.set(self.fuel.readings.get().saturating_add(looks.unwrap_or(u32::MAX)));
        definitions
    }

    /// The definitions with which a card may be found, ascending: those of the cards that may lie there, and
    /// those that what is public leaves to one without a name.
    pub(in crate::kernel) fn definitions_left_of(&self, card: CardId) -> Vec<u16> {
        let (cards, by_place) = self.candidates(card);
        let mut left = if by_place.is_empty() { by_place } else { self.definitions_left(card, &|_| true) };
        left.extend(cards.iter().filter_map(|card| self.state.table.card(*card)).map(|card| card.definition));
        left.sort_unstable();
        left.dedup();
        left
    }

    /// The answer to a question, if it can be given without reading an unknown face. Nothing is asked for.
    pub fn clear<T>(&self, ask: impl FnOnce(&Self) -> T) -> Option<T> {
        if self.is_all_known() {
            return Some(ask(self));
        }
        let outer = self.declared.unclear.replace(Some(false));
        let answer = ask(self);
        let unclear = self.declared.unclear.replace(outer);
        (unclear == Some(false)).then_some(answer)
    }

    /// The answer to a question if a card had this definition.
    fn supposing<T>(&self, card: CardId, definition: u16, ask: impl FnOnce(&Self) -> T) -> Option<T> {
        let outer = self.declared.supposed.replace(Some((card, definition)));
        let answer = self.clear(ask);
        self.declared.supposed.set(outer);
        answer
    }

    /// The answer to a question about a card that is the same whichever card it is. `None`: it has to be
    /// known which it is, or others.
    pub fn whichever<T: PartialEq>(&self, card: CardId, ask: impl Fn(&Self) -> T) -> Option<T> {
        if !self.is_unclear(card) {
            return self.clear(ask);
        }
        // One card is supposed at a time.
        if self.declared.supposed.get().is_some() {
            return None;
        }
        let mut definitions = self.definitions_of(card).into_iter();
        let answer = |definition| self.spend(1).then(|| self.supposing(card, definition, &ask)).flatten();
        let agreed = answer(definitions.next()?)?;
        definitions.all(|definition| answer(definition).as_ref() == Some(&agreed)).then_some(agreed)
    }

    /// The answer to a question about a card. Which card it is has to be known only if not every card that it
    /// may be gives the same answer.
    #[inline]
    pub fn answer_of<T: PartialEq>(&self, card: CardId, ask: impl Fn(&Self) -> T) -> T {
        let agreed = if self.is_unclear(card) { self.whichever(card, &ask) } else { None };
        agreed.unwrap_or_else(|| ask(self))
    }

    /// Whether any of these cards is so. An unknown one is asked for only if none of the others is.
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

    /// Whether a card may matter to a question. Of an unknown card: whether one that it may be says this,
    /// and then matters, or that is undecided. If not, its definition is not needed.
    pub fn may_matter(
        &self,
        card: CardId,
        says: impl Fn(&G::ListenMask) -> bool,
        matters: impl Fn(&Self) -> bool,
    ) -> bool {
        !self.is_unclear(card) || self.may_matter_unknown(card, &says, &matters)
    }

    #[cold]
    fn may_matter_unknown(
        &self,
        id: CardId,
        says: &dyn Fn(&G::ListenMask) -> bool,
        matters: &dyn Fn(&Self) -> bool,
    ) -> bool {
        let table = &self.state.table;
        let zone = table.place_of(id).and_then(|place| table.place(place)).map(|place| place.zone);
        let (Some(mut card), Some(zone)) = (table.card(id).cloned(), zone) else { return false };
        self.definitions_of(id).into_iter().any(|definition| {
            card.definition = definition;
            says(&G::ListenMask::of(self.pool, zone, &card))
                && (self.declared.supposed.get().is_some()
                    || self.spend(1) && self.supposing(id, definition, matters) != Some(false))
        })
    }
}
