//! Effects on decks and hands: drawing, milling, discarding, looking, putting cards back, shuffling.

use super::findings;
use super::handling::can_all;
use super::lint::meant;
use super::shorthand::short_number;
use super::{
    Actor, Amount, Bound, Cards, Choosing, EffectWord, Language, Lint, Next, Objects, Part, Pause, Run,
    Scene, Select, Side, SourceWord, Take, can_any,
};
use crate::kernel::{CardId, End, Game, Match, Object, PlaceId, Seat, wire};
use crate::verdict::Cite;

/// A game's decks and hands, and its actions on them.
pub trait Piles: Language {
    /// Whether all cards that a sentence draws or mills move at once, as one event.
    const AT_ONCE: bool = false;
    /// The verbs of these actions.
    const PILE_VERBS: PileVerbs<Self::Verb>;
    /// The rules of these actions.
    const PILE_RULES: PileRules;

    /// The deck of a player.
    fn deck(seat: Seat) -> PlaceId;

    /// The source for cards in hand.
    fn hand() -> Self::Source;

    /// The source for cards that a player looks at.
    fn looked() -> Self::Source;

    /// Whether moving cards from this source to where discarded cards go is discarding.
    fn is_discarded_from(source: &Self::Source) -> bool {
        *source == Self::hand() || *source == Self::looked()
    }

    /// The largest number of cards that a player can draw now.
    fn drawable(game: &Match<'_, Self>, seat: Seat) -> usize {
        game.state.table.list(Self::deck(seat)).len()
    }

    /// The card that a player draws next; `None`: drawing does nothing.
    fn next_to_draw(game: &Match<'_, Self>, seat: Seat) -> Option<CardId> {
        game.state.table.list(Self::deck(seat)).first().copied()
    }

    /// Whether an attempt to draw from an empty deck is an event.
    const DRAWS_IN_VAIN: bool = false;

    /// Whether a player can draw.
    fn may_draw(game: &Match<'_, Self>, seat: Seat) -> bool;

    /// A player draws a card, with `left` cards still to draw; `false`: it did not happen.
    fn draw(game: &mut Match<'_, Self>, actor: Actor, seat: Seat, left: usize) -> bool;

    /// The top card of a deck goes where discarded cards go, with `left` cards still to mill; `false`: it did
    /// not happen.
    fn mill(game: &mut Match<'_, Self>, actor: Actor, seat: Seat, left: usize) -> bool;

    /// A player discards a card; `false`: it did not happen.
    fn discard(game: &mut Match<'_, Self>, actor: Actor, seat: Seat, object: Object) -> bool;

    /// The player of a text looks at a card.
    fn look_at(game: &mut Match<'_, Self>, actor: Actor, object: Object);

    /// Whether a card can go into its owner's deck.
    fn can_go_to_deck(_game: &Match<'_, Self>, _object: Object) -> bool {
        true
    }

    /// A card goes into its owner's deck; `false`: it did not happen.
    fn to_deck(game: &mut Match<'_, Self>, actor: Actor, object: Object, end: End) -> bool;

    /// Asks for the order of cards that go into decks.
    fn deck_order(run: &mut Run<'_, '_, Self>, objects: Objects) -> Result<Objects, Pause>;
}

/// A game's verbs for actions on decks and hands.
#[derive(Debug, Clone, Copy)]
pub struct PileVerbs<V> {
    /// Drawing.
    pub draw: V,
    /// Moving cards from the deck to where discarded cards go.
    pub mill: V,
    /// Discarding.
    pub discard: V,
    /// Shuffling.
    pub shuffle: V,
    /// Moving cards into a deck.
    pub to_deck: V,
}

/// A game's rules about actions on decks and hands.
#[derive(Debug, Clone, Copy)]
pub struct PileRules {
    /// Discarding, and who chooses.
    pub discard: Cite,
    /// Whether several players choose what they discard before either sees the other's choice.
    pub sealed: bool,
    /// Shuffling.
    pub shuffle: Cite,
    /// The order of cards that go into a deck.
    pub deck_order: Cite,
}

fn deck<'g, L: Piles>(game: &'g Match<'_, L>, seat: Seat) -> &'g [CardId] {
    game.state.table.list(L::deck(seat))
}

/// The top card of a seat, the verb of moving it, and whether an attempt without one is an event.
type Top<L> = (fn(&Match<'_, L>, Seat) -> Option<CardId>, <L as Game>::Verb, bool);

/// Moves the top card of decks `n` times for each player of a side.
fn top_cards<L: Piles>(
    run: &mut Run<'_, '_, L>,
    who: Side,
    n: &Amount<L>,
    (next, verb, in_vain): Top<L>,
    mut act: impl FnMut(&mut Match<'_, L>, Actor, Seat, usize) -> bool,
) -> Result<Next, Pause> {
    if L::AT_ONCE {
        return all_at_once(run, who, n, act);
    }
    let (begun, actor) = (L::begun(run), run.doer());
    let mut moved = Objects::new();
    let all = run.counted(who, n, |game, seat, left| {
        let top = next(game, seat);
        let done = (top.is_some() || in_vain) && act(game, actor, seat, left);
        if done {
            moved.extend(top.map(|top| game.state.table.object(top)));
        }
        done
    })?;
    if L::LOOKS_BACK {
        L::bind_done(run, begun, verb);
    } else {
        run.bind(None, moved);
    }
    Ok(Next::Done(all))
}

/// Moves several cards at once from the top of decks.
fn all_at_once<L: Piles>(
    run: &mut Run<'_, '_, L>,
    who: Side,
    n: &Amount<L>,
    mut act: impl FnMut(&mut Match<'_, L>, Actor, Seat, usize) -> bool,
) -> Result<Next, Pause> {
    let (n, actor) = (n.count(run.game, &run.scene()), run.doer());
    let (mut all, mut moved) = (n > 0, Objects::new());
    for seat in who.in_turn_order(run.game, run.seat()).into_iter().filter(|_| n > 0) {
        let top: Vec<_> = deck(run.game, seat).iter().copied().take(n).collect();
        all &= act(run.game, actor, seat, n);
        let gone = top.into_iter().filter(|card| !deck(run.game, seat).contains(card));
        moved.extend(gone.map(|card| run.game.state.table.object(card)));
    }
    run.bind(None, moved);
    Ok(Next::Done(all))
}

/// Common word: cards are drawn one at a time, as many as there are; later sentences refer to them. A
/// number alone: by the player of the text.
#[wire(Part)]
#[serde(remote = "Self")]
#[schemars(transform = super::shorthand::or_number)]
pub struct Draw<L: Language> {
    /// Who draws.
    #[optional]
    pub who: Side,
    /// How many.
    #[serde(default = "Amount::<L>::one")]
    #[part(count)]
    pub n: Amount<L>,
}

short_number!(
    L: Language, Draw<L>, "a whole number, or `who` and `n`",
    |n| Draw { who: Side::Own, n: Amount::Number(n) },
    |word| match (word.who, &word.n) {
        (Side::Own, Amount::Number(n)) => Some(*n),
        _ => None,
    }
);

impl<L: Piles> EffectWord<L> for Draw<L> {
    fn lint(&self, lint: &mut Lint<'_, L>) {
        self.lint_part(lint);
        lint.learn(meant::CHOSEN);
    }

    fn run(&self, run: &mut Run<'_, '_, L>) -> Result<Next, Pause> {
        top_cards(run, self.who, &self.n, (L::next_to_draw, L::PILE_VERBS.draw, L::DRAWS_IN_VAIN), L::draw)
    }

    fn can_do_some(&self, game: &Match<'_, L>, scene: &Scene<'_>) -> bool {
        let can = |seat: &Seat| L::drawable(game, *seat) > 0 && L::may_draw(game, *seat);
        self.n.count(game, scene) > 0 && self.who.seats(scene.seat).iter().any(can)
    }

    fn can_do_all(&self, game: &Match<'_, L>, scene: &Scene<'_>) -> bool {
        let n = self.n.count(game, scene);
        let can = |seat: &Seat| L::drawable(game, *seat) >= n && L::may_draw(game, *seat);
        n > 0 && self.who.seats(scene.seat).iter().all(can)
    }
}

/// Common word: the top cards of a deck go where discarded cards go, one by one; later sentences refer to
/// them. A number alone: from the own deck.
#[wire(Part)]
#[serde(remote = "Self")]
#[schemars(transform = super::shorthand::or_number)]
pub struct Mill<L: Language> {
    /// Whose deck.
    #[optional]
    pub who: Side,
    /// How many.
    #[serde(default = "Amount::<L>::one")]
    #[part(count)]
    pub n: Amount<L>,
}

short_number!(
    L: Language, Mill<L>, "a whole number, or `who` and `n`",
    |n| Mill { who: Side::Own, n: Amount::Number(n) },
    |word| match (word.who, &word.n) {
        (Side::Own, Amount::Number(n)) => Some(*n),
        _ => None,
    }
);

impl<L: Piles> EffectWord<L> for Mill<L> {
    fn lint(&self, lint: &mut Lint<'_, L>) {
        self.lint_part(lint);
        lint.learn(meant::CHOSEN);
    }

    fn run(&self, run: &mut Run<'_, '_, L>) -> Result<Next, Pause> {
        let top = |game: &Match<'_, L>, seat: Seat| deck(game, seat).first().copied();
        top_cards(run, self.who, &self.n, (top, L::PILE_VERBS.mill, false), L::mill)
    }

    fn can_do_some(&self, game: &Match<'_, L>, scene: &Scene<'_>) -> bool {
        let can = |seat: &Seat| !deck(game, *seat).is_empty();
        self.n.count(game, scene) > 0 && self.who.seats(scene.seat).iter().any(can)
    }

    fn can_do_all(&self, game: &Match<'_, L>, scene: &Scene<'_>) -> bool {
        let n = self.n.count(game, scene);
        n > 0 && self.who.seats(scene.seat).iter().all(|seat| deck(game, *seat).len() >= n)
    }
}

/// Common word: cards are discarded from hand; the player who discards chooses. Later sentences refer to them
/// where they are then.
#[wire(Part)]
pub struct Discard<L: Piles> {
    /// Who discards.
    #[optional]
    pub who: Side,
    /// How many.
    #[serde(default = "Take::<L>::one")]
    #[part(plain)]
    pub take: Take<L>,
    /// What they have to be.
    #[optional]
    pub fits: Vec<L::Filter>,
    /// Who chooses, seen from the discarding player.
    #[optional]
    pub chooser: Choosing,
    /// Where the cards are found: in hand, or among those of the hand that were looked at.
    #[serde(default = "L::hand")]
    pub from: L::Source,
}

impl<L: Piles> Discard<L> {
    fn cards(&self) -> Cards<L> {
        Cards {
            side: Side::Own,
            from: self.from.clone(),
            fits: self.fits.clone(),
            take: self.take.clone(),
            chooser: self.chooser,
            name: None,
        }
    }
}

impl<L: Piles> EffectWord<L> for Discard<L> {
    fn lint(&self, lint: &mut Lint<'_, L>) {
        self.cards().lint(lint);
        if !L::is_discarded_from(&self.from) {
            lint.find("not_a_discard", findings::only_hand_discarded());
        }
    }

    fn run(&self, run: &mut Run<'_, '_, L>) -> Result<Next, Pause> {
        let sealed = self.who == Side::Both && L::PILE_RULES.sealed;
        let rule = if sealed { L::CHOICE_RULES.together } else { L::PILE_RULES.discard };
        let select = Select::Cards(self.cards());
        let mut chosen = Objects::new();
        for seat in self.who.in_turn_order(run.game, run.seat()) {
            chosen.extend(run.select_as(seat, &select, rule, sealed, |_, _| true)?);
        }
        run.bind(None, chosen.clone());
        let (begun, actor) = (L::begun(run), run.doer());
        run.each(&chosen, |run, object| {
            let owner = L::owner(run.game, object.card);
            let done = L::discard(run.game, actor, owner, object);
            if done && !L::LOOKS_BACK {
                run.follow(object);
            }
            done || L::LOOKS_BACK
        })?;
        let seen = L::has_done(run, begun, L::PILE_VERBS.discard, &select, &chosen);
        Ok(Next::Done(seen && run.is_complete() && !chosen.is_empty()))
    }

    fn can_do_some(&self, game: &Match<'_, L>, scene: &Scene<'_>) -> bool {
        let mut seats = self.who.seats(scene.seat).iter();
        seats.any(|&seat| self.cards().takes_any(game, &Scene { seat, ..*scene }))
    }

    fn can_do_all(&self, game: &Match<'_, L>, scene: &Scene<'_>) -> bool {
        let select = Select::Cards(self.cards());
        let mut seats = self.who.seats(scene.seat).iter();
        seats.all(|&seat| can_all(game, &Scene { seat, ..*scene }, &select, |_| true))
    }

    fn is_open(&self) -> bool {
        self.fits.is_empty()
    }

    fn selection(&self) -> Option<Select<L>> {
        Some(Select::Cards(Cards { side: self.who, ..self.cards() }))
    }
}

/// Common word: only the player sees these cards; later sentences find them under `looked`.
#[wire(Part)]
pub struct Look<L: Language> {
    /// Whose cards.
    #[optional]
    pub side: Side,
    /// Where.
    pub from: L::Source,
}

impl<L: Language> Look<L> {
    /// The cards to look at.
    fn cards(&self, game: &Match<'_, L>, scene: &Scene<'_>) -> Objects {
        let mut looked = Objects::new();
        for &owner in self.side.seats(scene.seat) {
            let cards = self.from.cards(game, scene, owner);
            looked.extend(cards.iter().map(|card| game.state.table.object(*card)));
        }
        looked
    }
}

impl<L: Piles> EffectWord<L> for Look<L> {
    fn lint(&self, lint: &mut Lint<'_, L>) {
        self.lint_part(lint);
        lint.learn(meant::LOOKED);
    }

    fn run(&self, run: &mut Run<'_, '_, L>) -> Result<Next, Pause> {
        let (actor, players) = (run.doer(), self.side.seats(run.seat()).len());
        let looked = self.cards(run.game, &run.scene());
        let asked = self.from.asks_for(run.game, &run.scene()).saturating_mul(players);
        let all = !looked.is_empty() && looked.len() >= asked;
        for object in &looked {
            L::look_at(run.game, actor, *object);
        }
        run.resolution.bound.looked = looked;
        Ok(Next::Done(all))
    }

    fn can_do_some(&self, game: &Match<'_, L>, scene: &Scene<'_>) -> bool {
        !self.cards(game, scene).is_empty()
    }

    fn bind_expected(&self, game: &Match<'_, L>, scene: &Scene<'_>, bound: &mut Bound) {
        bound.looked = self.cards(game, scene);
    }
}

/// Common word: decks are shuffled.
#[wire(Part)]
pub struct Shuffle {
    /// Whose deck.
    #[optional]
    pub who: Side,
}

impl<L: Piles> EffectWord<L> for Shuffle {
    fn run(&self, run: &mut Run<'_, '_, L>) -> Result<Next, Pause> {
        for seat in self.who.in_turn_order(run.game, run.seat()) {
            run.game.shuffle(L::PILE_VERBS.shuffle, L::deck(seat), seat, L::PILE_RULES.shuffle);
        }
        Ok(Next::Done(true))
    }

    fn can_do_some(&self, game: &Match<'_, L>, scene: &Scene<'_>) -> bool {
        self.who.seats(scene.seat).iter().any(|&seat| !deck(game, seat).is_empty())
    }
}

/// In which order several cards go into a deck.
#[wire(Copy, Default)]
pub enum DeckOrder {
    /// The one that is chosen, hidden from the other player.
    #[default]
    Chosen,
    /// The seed's, hidden from both.
    Random,
    /// The order in which they lay.
    Kept,
}

/// Where in a deck cards go.
#[wire(Copy)]
pub enum DeckEnd {
    /// On top.
    Top,
    /// At the bottom.
    Bottom,
    /// Anywhere: the deck is shuffled afterwards.
    Shuffled,
}

/// Common word: cards go into their owners' decks.
#[wire(Part)]
pub struct ToDeck<L: Language> {
    /// Which cards.
    pub what: Select<L>,
    /// Where in the deck.
    pub end: DeckEnd,
    /// In which order.
    #[optional]
    pub order: DeckOrder,
}

impl<L: Piles> EffectWord<L> for ToDeck<L> {
    fn run(&self, run: &mut Run<'_, '_, L>) -> Result<Next, Pause> {
        let cards = run.pick(&self.what, L::CHOICE_RULES.text)?;
        let mut ordered = match (self.end, self.order) {
            (DeckEnd::Shuffled, _) | (_, DeckOrder::Kept) => cards,
            (_, DeckOrder::Chosen) => L::deck_order(run, cards)?,
            (_, DeckOrder::Random) => run.in_random_order(cards, L::PILE_RULES.deck_order)?,
        };
        let end = if self.end == DeckEnd::Top { End::Top } else { End::Bottom };
        if end == End::Top {
            ordered.reverse();
        }
        let (begun, actor) = (L::begun(run), run.doer());
        run.each(&ordered, |run, object| L::to_deck(run.game, actor, object, end) || L::LOOKS_BACK)?;
        if self.end == DeckEnd::Shuffled {
            for seat in Seat::BOTH {
                if ordered.iter().any(|object| L::owner(run.game, object.card) == seat) {
                    run.game.shuffle(L::PILE_VERBS.shuffle, L::deck(seat), seat, L::PILE_RULES.shuffle);
                }
            }
        }
        let seen = L::has_done(run, begun, L::PILE_VERBS.to_deck, &self.what, &ordered);
        Ok(Next::Done(seen && run.is_complete() && !ordered.is_empty()))
    }

    fn can_do_some(&self, game: &Match<'_, L>, scene: &Scene<'_>) -> bool {
        can_any(game, scene, &self.what, |object| L::can_go_to_deck(game, object))
    }

    fn can_do_all(&self, game: &Match<'_, L>, scene: &Scene<'_>) -> bool {
        can_all(game, scene, &self.what, |object| L::can_go_to_deck(game, object))
    }
}
