//! Cards whose data do not express all of their printed text. Judging stops where the text of such a card
//! begins to work or changes a value that is read. A table on which nothing reads the text is judged in full.
//! The same holds for facts of a definition that the pool does not know: judging stops where one is read.

use std::cell::Cell;

use crate::kernel::table::{CardId, Change, Spot, Table};
use crate::kernel::{Game, Halt, Lies, Match, Viewer};

/// The card pool as the kernel sees it. A definition is an index into it.
pub trait Definitions: Send + Sync + 'static {
    /// The number of definitions.
    fn count(&self) -> u16;

    /// Whether the data of any card differ from the print, or lack a fact.
    fn has_inexact(&self) -> bool;

    /// How the data of a card differ from the print; `None`: they are exact.
    fn inexact(&self, definition: u16) -> Option<Inexact>;

    /// Whether the pool does not know some fact about a card.
    fn lacks_fact(&self, _definition: u16) -> bool {
        false
    }
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

/// How the data of a card differ from the print.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Inexact {
    /// All abilities are there, but one of them is not exact.
    Differs,
    /// An ability or a part of one is missing.
    Lacks,
}

/// A text on which judging cannot rely.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InexactText {
    /// The card on which the text works; `None`: an effect that has outlived its card.
    pub card: Option<CardId>,
    /// The definition that has the text.
    pub definition: u16,
}

/// The inexact texts that judging and listing came across.
#[derive(Debug, Default)]
pub(in crate::kernel) struct Reliance {
    /// The card at which judging stopped, for its text or for a fact of this name.
    at: Cell<Option<(InexactText, Option<&'static str>)>>,
    /// Whether a trial reading of conditions (outside judging) met such a text.
    pub(in crate::kernel) was_met: Cell<bool>,
    /// Whether a listing omitted an entry that could not be judged.
    omits: Cell<bool>,
}

impl<G: Game> Match<'_, G> {
    /// Called where a text of this definition begins to work or changes a value: stops judging if the text is
    /// inexact.
    #[inline]
    pub fn rely_on_text(&self, card: Option<CardId>, definition: u16) {
        if self.is_inexact(definition) {
            self.cannot_rely_on(InexactText { card, definition }, None);
        }
    }

    /// Called where a rule reads a fact about a card that the pool does not know: stops judging.
    #[cold]
    pub fn rely_on_fact(&self, card: CardId, fact: &'static str) {
        let definition = self.definition(card);
        self.cannot_rely_on(InexactText { card: Some(card), definition }, Some(fact));
    }

    /// Whether the data of a definition differ from what is printed.
    #[inline]
    pub fn is_inexact(&self, definition: u16) -> bool {
        self.pool.inexact(definition).is_some()
    }

    #[cold]
    fn cannot_rely_on(&self, text: InexactText, fact: Option<&'static str>) {
        if self.declared.unclear.get().is_some() {
            self.declared.unclear.set(Some(true));
        } else if !self.declared.judging.get() {
            self.reliance.was_met.set(true);
        } else if self.halted().is_none() {
            self.reliance.at.set(Some((text, fact)));
            self.halt(Halt::CardFeature);
        }
    }

    /// Called where an entry uses a card and names others. How and when a card may be used is part of its
    /// text; each named card that lies open where its texts work may restrict the entry.
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

    /// Called where a card enters or leaves a zone in which its texts work: a missing text may be about that
    /// very move.
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

    /// Whether texts of cards work at this spot.
    fn works_at(&self, spot: Spot<G>) -> bool {
        let place = match spot {
            Spot::Place(place, _) => Some(place),
            Spot::Member(host, _) => self.state.table.place_of(host),
        };
        place
            .and_then(|place| self.state.table.place(place))
            .is_some_and(|place| G::texts_work_in(place.zone))
    }

    /// Runs a listing that omits what cannot be judged, and returns with it whether it omitted anything.
    pub fn listing<T>(&mut self, list: impl FnOnce(&mut Self) -> T) -> (T, bool) {
        self.reliance.omits.set(false);
        let listed = list(self);
        (listed, self.reliance.omits.take())
    }

    /// Records that the running listing omits an entry.
    pub(in crate::kernel) fn omit(&self) {
        self.reliance.omits.set(true);
    }

    /// The card at whose text, or at a fact about which, judging stopped; `None` if it stopped for another
    /// reason or not at all.
    pub fn inexact_text(&self) -> Option<InexactText> {
        self.stopped_at().map(|(text, _)| text)
    }

    /// The field of that card which neither the pool nor the request knows; `None`: it was its text.
    pub fn unknown_fact(&self) -> Option<&'static str> {
        self.stopped_at()?.1
    }

    fn stopped_at(&self) -> Option<(InexactText, Option<&'static str>)> {
        self.reliance.at.get().filter(|_| self.halted() == Some(Halt::CardFeature))
    }
}
