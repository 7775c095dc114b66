//! What skills do to cards outside the battlefield: drawing, discarding, looking, sending them on.
//!
//! 313.1 drawing; 313.3 discarding; 313.4 shuffling; 313.7 looking; 313.8 revealing; 400.3, 401.4, 404.3,
//! 405.2 where they go and in which order; ruling-40, ruling-79, ruling-80.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::super::table::{self, Means, Verb};
use super::super::{AzurLane, zone};
use super::effect::{Game, Running, feasible, feasible_by_selection, in_owners_order, is_there};
use super::{Amount, Filter, Select, Take};
use crate::card::{Cards, Choosing, EffectWord, Lint, Next, Objects, Pause, Scene, Side, SourceWord};
use crate::kernel::End;
use crate::word;

word! {
    /// 抽卡: one card at a time [313.1a, 313.1b].
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
        lint.inside("n", |lint| self.n.lint(lint));
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let n = self.n.value(run.game, &run.scene());
        let source = Some(run.me());
        let mut all = true;
        for seat in self.who.in_turn_order(run.game, run.seat()) {
            let before = run.game.state.table.list(table::HAND.of(seat)).len() as i64;
            zone::draw(run.game, seat, n, source, cite!("313.1a"));
            all &= run.game.state.table.list(table::HAND.of(seat)).len() as i64 - before == n;
        }
        Ok(Next::Done(all))
    }
}

word! {
    /// 捨棄: hand to retreat zone [313.3a]; the player who carries it out chooses [ruling-40].
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
        let any = !chosen.is_empty();
        for (seat, object) in chosen {
            zone::discard(run.game, seat, object.card, Means::Skill, source, cite!("313.3a"));
        }
        Ok(Next::Done(any))
    }

    fn is_feasible(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        feasible(&Select::Cards(self.cards()), game, scene)
    }

    fn is_open(&self) -> bool {
        self.fits.is_empty()
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

impl EffectWord<AzurLane> for Look {
    fn lint(&self, lint: &mut Lint<'_, AzurLane>) {
        lint.inside("from", |lint| self.from.lint(lint));
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let seat = run.seat();
        let mut looked = Objects::new();
        for &owner in self.side.seats(seat) {
            for card in self.from.cards(run.game, &run.scene(), owner).iter() {
                looked.push(run.game.state.table.object(*card));
            }
        }
        let source = Some(run.me());
        for object in &looked {
            zone::look(run.game, seat, object.card, source, cite!("313.7a"));
        }
        let any = !looked.is_empty();
        run.resolution.bound.looked = looked;
        Ok(Next::Done(any))
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

    feasible_by_selection!();
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
}

word! {
    /// Cards go to their owners' hands [400.3].
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
            all &= is_there(run.game, object)
                && zone::to_hand(run.game, seat, object.card, source, cite!("306.1"));
        }
        Ok(Next::Done(all))
    }

    feasible_by_selection!();
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
    /// Cards go into their owners' decks.
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

    feasible_by_selection!();
}

fn shuffled(run: &mut Running<'_, '_>, mut cards: Objects) -> Result<Objects, Pause> {
    let mut ordered = Objects::with_capacity(cards.len());
    while !cards.is_empty() {
        let label = format!("pick/{}", run.game.state.clock);
        run.game.state.clock += 1;
        let Some(number) = run.game.draw_number(&label, cards.len() as u64, cite!("401.4"), false) else {
            return Err(Pause::Halted);
        };
        let index = usize::try_from(number).unwrap_or(0).min(cards.len() - 1);
        ordered.push(cards.remove(index));
    }
    Ok(ordered)
}

word! {
    /// Cards go to their owners' retreat zones, neither destroyed nor discarded.
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
            all &= is_there(run.game, object)
                && zone::to_retreat(run.game, seat, object.card, source, cite!("404.3"));
        }
        Ok(Next::Done(all))
    }

    feasible_by_selection!();
}

word! {
    /// Cards go face down to their owners' durability zones.
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

    feasible_by_selection!();
}
