//! Who lets something happen, and proposals that say so.

use super::zone::{ZoneOf, mark, owner};
use crate::kernel::{Acts, CardId, End, Game, MapCards, Match, Object, Proposal, Seat, Viewer, held};
use crate::verdict::Cite;

/// By which means something happens, in the words of a game.
pub trait MeansWord: Copy + MapCards {
    /// By the rules.
    const RULE: Self;
}

/// The words of a game in which whatever a text does has one means, whichever card the text stands on.
pub trait TextMeans: MeansWord {
    /// As a cost.
    const COST: Self;
    /// By an effect.
    const EFFECT: Self;
}

/// In games whose texts ask for no means, there is one.
impl MeansWord for () {
    const RULE: () = ();
}

impl TextMeans for () {
    const COST: () = ();
    const EFFECT: () = ();
}

/// Who lets something happen, by which means, by which text and rule.
#[held(Copy)]
pub struct By<M: MeansWord> {
    /// Who carries it out.
    pub seat: Seat,
    /// By which means.
    pub means: M,
    /// The object whose text asks for it.
    pub source: Option<Object>,
    /// The rule.
    pub rule: Cite,
}

impl<M: MeansWord> By<M> {
    /// A source that is a rule alone.
    pub const fn rule(seat: Seat, rule: Cite) -> By<M> {
        By { seat, means: M::RULE, source: None, rule }
    }

    /// The same source with another rule.
    #[must_use]
    pub const fn by(self, rule: Cite) -> By<M> {
        By { rule, ..self }
    }

    /// What a proposal says of it.
    pub fn detail<D: From<M>>(self) -> D {
        D::from(self.means)
    }

    /// A proposal that changes nothing yet.
    pub fn proposal<G: Game<Detail: From<M>>>(self, verb: G::Verb) -> Proposal<G> {
        Proposal::told(verb, self.seat, self.rule).with(self.detail()).by(self.source)
    }
}

impl<M: TextMeans> By<M> {
    /// A source that is an effect.
    pub const fn effect(seat: Seat, source: Object, rule: Cite) -> By<M> {
        By { seat, means: M::EFFECT, source: Some(source), rule }
    }

    /// A source that is a cost.
    pub const fn cost(seat: Seat, source: Option<Object>, rule: Cite) -> By<M> {
        By { seat, means: M::COST, source, rule }
    }
}

/// What a proposal says besides: `P` are the phases, `A` is what names an ability, `Own` what only the
/// proposals of one game say.
#[held]
pub struct Detail<M: MeansWord, P: MapCards, A: MapCards, Own: MapCards> {
    /// By which means.
    pub means: M,
    /// The other card: the target of an attack, what destroys, what a card goes under.
    pub other: Option<Object>,
    /// Which phase or step.
    pub phase: Option<P>,
    /// A number that belongs to it.
    pub amount: i64,
    /// Which ability, as the game names abilities of a card.
    pub ability: Option<A>,
    /// The face is shown to everybody although both zones are hidden.
    pub shown: bool,
    /// What only this game says.
    pub own: Own,
}

impl<M: MeansWord, P: MapCards, A: MapCards, Own: MapCards> Detail<M, P, A, Own> {
    /// A detail that says this alone.
    pub const fn of(own: Own) -> Self {
        Detail { means: M::RULE, other: None, phase: None, amount: 0, ability: None, shown: false, own }
    }
}

impl<M: MeansWord, P: MapCards, A: MapCards, Own: MapCards + Default> Detail<M, P, A, Own> {
    /// A detail with this amount alone.
    pub fn amount(amount: u32) -> Self {
        Detail { amount: i64::from(amount), ..Self::default() }
    }
}

impl<M: MeansWord, P: MapCards, A: MapCards, Own: MapCards + Default> Default for Detail<M, P, A, Own> {
    fn default() -> Self {
        Detail::of(Own::default())
    }
}

impl<M: MeansWord, P: MapCards, A: MapCards, Own: MapCards + Default> From<M> for Detail<M, P, A, Own> {
    fn from(means: M) -> Self {
        Detail { means, ..Self::default() }
    }
}

/// Whether a proposal itself shows its card's face to a viewer, wherever the card lies: to everybody, or to
/// the player who `looks` at it.
pub fn is_told<G, M: MeansWord, P: MapCards, A: MapCards, Own: MapCards>(
    proposal: &Proposal<G>,
    looks: G::Verb,
    viewer: Viewer,
) -> bool
where
    G: Game<Detail = Detail<M, P, A, Own>>,
{
    proposal.detail.shown || proposal.verb == looks && viewer.is(proposal.seat)
}

/// A proposal that puts a card into a zone of its owner.
pub fn put<G: Game<Detail: From<M>>, M: MeansWord, const ZONES: u16>(
    game: &Match<'_, G>,
    verb: G::Verb,
    card: CardId,
    zone: ZoneOf<ZONES>,
    end: End,
    by: By<M>,
) -> Proposal<G> {
    let to = zone.spot(owner(game, card));
    Proposal::moved(verb, by.seat, card, to, end, by.rule).with(by.detail()).by(by.source)
}

/// A proposal that changes what a card carries.
pub fn marked<G: Game<Detail: From<M>>, M: MeansWord>(
    game: &Match<'_, G>,
    verb: G::Verb,
    card: CardId,
    by: By<M>,
    change: impl FnOnce(&mut G::Mark),
) -> Proposal<G> {
    let mut after = mark(game, card);
    change(&mut after);
    Proposal::marked(verb, by.seat, card, after, by.rule).with(by.detail()).by(by.source)
}

/// Proposes something, if it is possible; returns whether it happened.
pub fn happen<'p, G: Game>(game: &mut impl Acts<'p, G>, proposal: Option<Proposal<G>>) -> bool {
    proposal.is_some_and(|proposal| game.propose(proposal).is_done())
}
