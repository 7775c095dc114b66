//! Cards whose data do not say all that is printed on them. Judging ends where a text of such a card begins,
//! or changes something that is read; a table on which nothing reads it is judged.

use std::cell::Cell;

use crate::kernel::table::{CardId, Change, Spot, Table};
use crate::kernel::{Game, Halt, Lies, Match, Viewer};

/// The cards that games are played with, as the kernel asks for them: a definition is the place of one.
pub trait Definitions: Send + Sync + 'static {
    /// How many there are.
    fn count(&self) -> u16;

    /// Whether the data of any differ from what is printed.
    fn has_inexact(&self) -> bool;

    /// How the data of a card differ from what is printed on it; `None`: they are exact.
    fn inexact(&self, definition: u16) -> Option<Inexact>;
}

/// For games without cards.
impl Definitions for () {
    fn count(&self) -> u16 {
        0
    }

    fn has_inexact(&self) -> bool {
        false
    }

    fn inexact(&self, _: u16) -> Option<Inexact> {
        None
    }
}

/// How the data of a card differ from what is printed on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Inexact {
    /// Every ability is there, and something about one differs.
    Differs,
    /// An ability, or a part of one, is missing.
    Lacks,
}

/// A text that judging cannot rely on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InexactText {
    /// The card on which it works; `None`: what it began goes on by itself.
    pub card: Option<CardId>,
    /// The card whose data it is part of.
    pub definition: u16,
}

/// What judging and listing found of such texts.
#[derive(Debug, Default)]
pub(in crate::kernel) struct Reliance {
    /// The text at which judging ended.
    text: Cell<Option<InexactText>>,
    /// Whether conditions that were read without judging came to such a text.
    pub(in crate::kernel) was_met: Cell<bool>,
    /// Whether a listing left out what could not be judged.
    leaves_out: Cell<bool>,
}

impl<G: Game> Match<'_, G> {
    /// A text of a definition begins, mostly on a card, or changes something that is read.
    #[inline]
    pub fn rely_on_text(&self, card: Option<CardId>, definition: u16) {
        if self.is_inexact(definition) {
            self.cannot_rely_on(InexactText { card, definition });
        }
    }

    /// Whether the data of a definition differ from what is printed.
    #[inline]
    pub fn is_inexact(&self, definition: u16) -> bool {
        self.pool.inexact(definition).is_some()
    }

    #[cold]
    fn cannot_rely_on(&self, text: InexactText) {
        if self.declared.unclear.get().is_some() {
            self.declared.unclear.set(Some(true));
        } else if !self.declared.judging.get() {
            self.reliance.was_met.set(true);
        } else if self.halted().is_none() {
            self.reliance.text.set(Some(text));
            self.halt(Halt::CardFeature);
        }
    }

    /// An entry uses a card and names others. How and when a card is used is part of its text; of others,
    /// those that lie open where their texts work may have something to say about it.
    pub fn rely_on_entry(&self, used: Option<CardId>, named: impl FnOnce() -> Vec<CardId>) {
        if !self.pool.has_inexact() {
            return;
        }
        for id in named() {
            let Some(card) = self.state.table.card(id).filter(|_| self.state.is_known(id)) else { continue };
            let works = || self.works_at(card.spot) && self.sees_card(Viewer::Public, id);
            if used == Some(id) || self.is_inexact(card.definition) && works() {
                self.rely_on_text(Some(id), card.definition);
            }
        }
    }

    /// A card comes to where its text works, or leaves: a text that is missing may be about just that.
    pub(in crate::kernel) fn rely_on_moved(&self, change: &Change<G>) {
        let (id, to, mark) = match change {
            Change::Move(id, to, _, mark) => (*id, *to, *mark),
            Change::Together(changes) => {
                return changes.iter().for_each(|change| self.rely_on_moved(change));
            }
            Change::Nothing
            | Change::Mark(..)
            | Change::Pieces(..)
            | Change::Arrange(..)
            | Change::Open(..)
            | Change::Close(_)
            | Change::Note(..) => return,
        };
        let Some(card) = self.state.table.card(id) else { return };
        let (from, definition) = (card.lies(), card.definition);
        if self.pool.inexact(definition) != Some(Inexact::Lacks)
            || !Table::<G>::is_zone_change(from.spot, to)
            || !self.state.is_known(id)
        {
            return;
        }
        let after = Lies { spot: to, mark, ..from };
        let works = |lies: Lies<G>| self.works_at(lies.spot) && G::sees(self, Viewer::Public, &lies);
        if works(from) || works(after) {
            self.rely_on_text(Some(id), definition);
        }
    }

    /// Whether texts of cards work at a spot.
    fn works_at(&self, spot: Spot<G>) -> bool {
        let place = match spot {
            Spot::Place(place, _) => Some(place),
            Spot::Member(host, _) => self.state.table.place_of(host),
        };
        place
            .and_then(|place| self.state.table.place(place))
            .is_some_and(|place| G::texts_work_in(place.zone))
    }

    /// Lists something without what could not be judged. Whether anything was left out comes with it.
    pub fn listing<T>(&mut self, list: impl FnOnce(&mut Self) -> T) -> (T, bool) {
        self.reliance.leaves_out.set(false);
        let listed = list(self);
        (listed, self.reliance.leaves_out.take())
    }

    /// A listing goes on without this.
    pub(in crate::kernel) fn leave_out(&self) {
        self.reliance.leaves_out.set(true);
    }

    /// The text at which judging ended, if that is why.
    pub fn inexact_text(&self) -> Option<InexactText> {
        self.reliance.text.get().filter(|_| self.halted() == Some(Halt::CardFeature))
    }
}
