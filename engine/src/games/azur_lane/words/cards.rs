//! What skills do to cards outside the battlefield: drawing, discarding, looking, sending them on.
//!
//! 313.1 drawing; 313.3 discarding; 313.4 shuffling; 313.7 looking; 313.8 revealing; 400.3, 401.4, 404.3,
//! 405.2 where they go and in which order; ruling-40, ruling-79, ruling-80.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::super::table::{self, Means, Verb};
use super::super::{AzurLane, prohibition, zone};
use super::effect::{Game, Running, by_selection, feasible, in_owners_order, is_there};
use super::{Amount, Filter, Select, Take};
use crate::card::lint::meant;
use crate::card::{Bound, Cards, Choosing, EffectWord, Lint, Next, Objects, Pause, Scene, Side, SourceWord};
use crate::kernel::{CardId, End, Seat};
use crate::word;

word! {
    /// 抽卡: one card at a time [313.1a, 313.1b]. Later sentences speak of the cards drawn.
    Draw {
        /// Who draws.
        #[serde(default)]
        who: Side,
        /// How many.
        #[serde(default = "Amount::one")]
        n: Amount,
    }
}

impl EffectWord<AzurLane> for Draw {
    fn lint(&self, lint: &mut Lint<'_, AzurLane>) {
        lint.inside("n", |lint| self.n.lint_count(lint));
        lint.learn(meant::CHOSEN);
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let n = self.n.count(run.game, &run.scene());
        let source = Some(run.me());
        let mut drawn = Objects::new();
        let mut all = n > 0;
        for seat in self.who.in_turn_order(run.game, run.seat()) {
            let hand = table::HAND.of(seat);
            let before = run.game.state.table.list(hand).len();
            zone::draw(run.game, seat, n, source, cite!("313.1a"));
            let table = &run.game.state.table;
            let new = table.list(hand).get(before..).unwrap_or_default();
            all &= new.len() == n;
            drawn.extend(new.iter().map(|&card| table.object(card)));
        }
        run.bind(None, drawn);
        Ok(Next::Done(all))
    }

    fn is_feasible(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        let can = |seat: &Seat| {
            !game.state.table.list(table::DECK.of(*seat)).is_empty() && prohibition::may_draw(game, *seat)
        };
        self.n.count(game, scene) > 0 && self.who.seats(scene.seat).iter().any(can)
    }
}

word! {
    /// 捨棄: hand to retreat zone [313.3a]; the player who carries it out chooses [ruling-40]. Later sentences speak
    /// of the cards in the retreat zone.
    Discard {
        /// Who discards.
        #[serde(default)]
        who: Side,
        /// How many.
        #[serde(default = "Take::one")]
        take: Take,
        /// What they have to be.
        #[serde(default)]
        fits: Vec<Filter>,
        /// Who chooses, seen from the discarding player.
        #[serde(default)]
        chooser: Choosing,
        /// Where the cards are found: in hand, or among those of the hand that were looked at.
        #[serde(default = "hand")]
        from: super::Source,
    }
}

fn hand() -> super::Source {
    super::Source::Hand
}

impl Discard {
    fn cards(&self) -> Cards<AzurLane> {
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

impl EffectWord<AzurLane> for Discard {
    fn lint(&self, lint: &mut Lint<'_, AzurLane>) {
        self.cards().lint(lint);
        if !matches!(self.from, super::Source::Hand | super::Source::Looked) {
            lint.find("not_a_discard", "only hand cards are discarded [313.3a]");
        }
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let sealed = self.who == Side::Both;
        let select = Select::Cards(self.cards());
        let rule = if sealed { cite!("103.4") } else { cite!("313.3a") };
        let mut chosen = Vec::new();
        for seat in self.who.in_turn_order(run.game, run.seat()) {
            for object in run.select_as(seat, &select, rule, sealed, |_, _| true)? {
                chosen.push((seat, object));
            }
        }
        run.bind(None, chosen.iter().map(|(_, object)| *object).collect());
        let source = Some(run.me());
        let mut all = !chosen.is_empty();
        for (seat, object) in chosen {
            all &= zone::discard(run.game, seat, object.card, Means::Skill, source, cite!("313.3a"));
            run.follow(object);
        }
        Ok(Next::Done(all))
    }

    fn is_feasible(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        let mut seats = self.who.seats(scene.seat).iter();
        seats.any(|&seat| self.cards().takes_any(game, &Scene { seat, ..*scene }))
    }

    fn is_open(&self) -> bool {
        self.fits.is_empty()
    }

    fn selection(&self) -> Option<Select> {
        Some(Select::Cards(Cards { side: self.who, ..self.cards() }))
    }
}

word! {
    /// 查看: only the player sees them [313.7a]; later sentences find them under `looked`.
    Look {
        /// Whose cards.
        #[serde(default)]
        side: Side,
        /// Where.
        from: super::Source,
    }
}

impl Look {
    /// The cards that are looked at.
    fn cards(&self, game: &Game<'_>, scene: &Scene<'_>) -> Objects {
        let mut looked = Objects::new();
        for &owner in self.side.seats(scene.seat) {
            let cards = self.from.cards(game, scene, owner);
            looked.extend(cards.iter().map(|card| game.state.table.object(*card)));
        }
        looked
    }
}

impl EffectWord<AzurLane> for Look {
    fn lint(&self, lint: &mut Lint<'_, AzurLane>) {
        lint.inside("from", |lint| self.from.lint(lint));
        lint.learn(meant::LOOKED);
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let seat = run.seat();
        let looked = self.cards(run.game, &run.scene());
        let asked = self.from.asks_for(run.game, &run.scene()).saturating_mul(self.side.seats(seat).len());
        let all = !looked.is_empty() && looked.len() >= asked;
        let source = Some(run.me());
        for object in &looked {
            zone::look(run.game, seat, object.card, source, cite!("313.7a"));
        }
        run.resolution.bound.looked = looked;
        Ok(Next::Done(all))
    }

    fn is_feasible(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        !self.cards(game, scene).is_empty()
    }

    fn supposes(&self, game: &Game<'_>, scene: &Scene<'_>, bound: &mut Bound) {
        bound.looked = self.cards(game, scene);
    }
}

word! {
    /// 公開: both see them; they stay where they are [313.8a, ruling-79].
    Reveal {
        /// Which cards.
        what: Select,
    }
}

impl EffectWord<AzurLane> for Reveal {
    fn lint(&self, lint: &mut Lint<'_, AzurLane>) {
        lint.inside("what", |lint| self.what.lint(lint));
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let cards = run.select(&self.what, cite!("313.8a"))?;
        let (seat, source) = (run.seat(), Some(run.me()));
        for object in &cards {
            zone::reveal(run.game, seat, object.card, source, cite!("313.8a"));
        }
        Ok(Next::Done(!cards.is_empty()))
    }

    by_selection!(|word, game, scene, card| true);
}

word! {
    /// 洗牌 [313.4a].
    Shuffle {
        /// Whose deck.
        #[serde(default)]
        who: Side,
    }
}

impl EffectWord<AzurLane> for Shuffle {
    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        for seat in self.who.in_turn_order(run.game, run.seat()) {
            run.game.shuffle(Verb::Shuffle, table::DECK.of(seat), seat, cite!("313.4a"));
        }
        Ok(Next::Done(true))
    }

    fn is_feasible(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        let mut seats = self.who.seats(scene.seat).iter();
        seats.any(|&seat| !game.state.table.list(table::DECK.of(seat)).is_empty())
    }
}

word! {
    /// Cards go to their owners' hands [400.3], where later sentences still speak of them.
    ToHand {
        /// Which cards.
        what: Select,
    }
}

impl EffectWord<AzurLane> for ToHand {
    fn lint(&self, lint: &mut Lint<'_, AzurLane>) {
        lint.inside("what", |lint| self.what.lint(lint));
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let cards = run.select(&self.what, cite!("306.1"))?;
        let (seat, source) = (run.seat(), Some(run.me()));
        let mut all = !cards.is_empty();
        for object in cards {
            let moved = is_there(run.game, object)
                && is_elsewhere(run.game, object.card, table::HAND)
                && zone::to_hand(run.game, seat, object.card, source, cite!("306.1"));
            all &= moved;
            if moved {
                run.follow(object);
            }
        }
        Ok(Next::Done(all))
    }

    by_selection!(|word, game, scene, card| is_movable(game, card, table::HAND));
}

/// Whether a card lies elsewhere than in a zone of its owner; in decks and durability zones another place is elsewhere.
fn is_elsewhere(game: &Game<'_>, card: CardId, zone: table::ZoneOf) -> bool {
    let ordered = zone == table::DECK || zone == table::DURABILITY;
    ordered || !table::lies_in(game, card, zone, table::owner(game, card))
}

/// Whether a card can go to a zone of its owner.
fn is_movable(game: &Game<'_>, card: CardId, zone: table::ZoneOf) -> bool {
    is_elsewhere(game, card, zone) && prohibition::may_leave(game, card)
}

/// In which order several cards go into a deck.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum DeckOrder {
    /// The owner's, hidden from the other player [401.4].
    #[default]
    Chosen,
    /// The seed's, hidden from both [ruling-80].
    Random,
    /// The order in which they lay.
    Kept,
}

/// Which end of a pile.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum PileEnd {
    /// On top.
    Top,
    /// At the bottom.
    #[default]
    Bottom,
}

impl PileEnd {
    const fn end(self) -> End {
        match self {
            PileEnd::Top => End::Top,
            PileEnd::Bottom => End::Bottom,
        }
    }
}

word! {
    /// Cards go into their owners' decks; later sentences do not speak of them any more.
    ToDeck {
        /// Which cards.
        what: Select,
        /// Where in the deck.
        #[serde(default)]
        end: PileEnd,
        /// In which order.
        #[serde(default)]
        order: DeckOrder,
    }
}

impl EffectWord<AzurLane> for ToDeck {
    fn lint(&self, lint: &mut Lint<'_, AzurLane>) {
        lint.inside("what", |lint| self.what.lint(lint));
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let cards = run.select(&self.what, cite!("306.1"))?;
        let mut ordered = match self.order {
            DeckOrder::Chosen => in_owners_order(run, cards, cite!("401.4"), true)?,
            DeckOrder::Kept => cards,
            DeckOrder::Random => shuffled(run, cards)?,
        };
        if self.end == PileEnd::Top {
            ordered.reverse();
        }
        let (seat, source) = (run.seat(), Some(run.me()));
        let mut all = !ordered.is_empty();
        for object in ordered {
            all &= is_there(run.game, object)
                && zone::to_deck(run.game, seat, object.card, self.end.end(), source, cite!("401.4"));
        }
        Ok(Next::Done(all))
    }

    by_selection!(|word, game, scene, card| is_movable(game, card, table::DECK));
}

fn shuffled(run: &mut Running<'_, '_>, mut cards: Objects) -> Result<Objects, Pause> {
    let mut ordered = Objects::with_capacity(cards.len());
    while !cards.is_empty() {
        let Some(index) = run.game.pick_index(cards.len(), cite!("401.4")) else {
            return Err(Pause::Halted);
        };
        ordered.push(cards.remove(index));
    }
    Ok(ordered)
}

word! {
    /// Cards go to their owners' retreat zones, neither destroyed nor discarded; later sentences still speak of them.
    ToRetreat {
        /// Which cards.
        what: Select,
    }
}

impl EffectWord<AzurLane> for ToRetreat {
    fn lint(&self, lint: &mut Lint<'_, AzurLane>) {
        lint.inside("what", |lint| self.what.lint(lint));
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let cards = run.select(&self.what, cite!("306.1"))?;
        let ordered = in_owners_order(run, cards, cite!("404.3"), false)?;
        let (seat, source) = (run.seat(), Some(run.me()));
        let mut all = !ordered.is_empty();
        for object in ordered {
            let moved = is_there(run.game, object)
                && is_elsewhere(run.game, object.card, table::RETREAT)
                && zone::to_retreat(run.game, seat, object.card, source, cite!("404.3"));
            all &= moved;
            if moved {
                run.follow(object);
            }
        }
        Ok(Next::Done(all))
    }

    by_selection!(|word, game, scene, card| is_movable(game, card, table::RETREAT));
}

word! {
    /// Cards go face down to their owners' durability zones; later sentences do not speak of them any more.
    ToDurability {
        /// Which cards.
        what: Select,
        /// Where.
        #[serde(default)]
        end: PileEnd,
    }
}

impl EffectWord<AzurLane> for ToDurability {
    fn lint(&self, lint: &mut Lint<'_, AzurLane>) {
        lint.inside("what", |lint| self.what.lint(lint));
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let cards = run.select(&self.what, cite!("306.1"))?;
        let ordered = in_owners_order(run, cards, cite!("405.3"), true)?;
        let (seat, source) = (run.seat(), Some(run.me()));
        let mut all = !ordered.is_empty();
        for object in ordered {
            all &= is_there(run.game, object)
                && zone::to_durability(run.game, seat, object.card, self.end.end(), source, cite!("405.3"));
        }
        Ok(Next::Done(all))
    }

    by_selection!(|word, game, scene, card| is_movable(game, card, table::DURABILITY));
}
