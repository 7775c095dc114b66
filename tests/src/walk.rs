//! Plays a replay entry by entry, with access to the match.

use std::collections::BTreeMap;
use std::sync::Arc;

use rules_judge_engine::games::Registered;
use rules_judge_engine::kernel::table::{CardId, Table};
use rules_judge_engine::kernel::{Chance, Holder, Match, Seat, Spot};
use rules_judge_replays::codec::entry::Entry;
use rules_judge_replays::codec::format::Replay;
use rules_judge_replays::judging::Judge;
use rules_judge_replays::judging::entry::{EntryResult, take};
use rules_judge_replays::judging::judgement;

/// A replay with its pool and its chance.
pub struct Opened<G: Registered> {
    /// The replay.
    pub replay: Replay<G>,
    /// The cards.
    pub pool: Arc<G::Pool>,
    chance: Box<dyn Chance>,
}

impl<G: Registered> std::fmt::Debug for Opened<G> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Opened").field("replay", &self.replay).finish_non_exhaustive()
    }
}

impl<G: Registered> Opened<G> {
    /// Reads a replay.
    pub fn read(judge: &Judge, bytes: &[u8]) -> Result<Opened<G>, String> {
        let (replay, pool) = judge.read::<G>(bytes).map_err(|fault| format!("{fault:?}"))?;
        let chance = judgement::chance(&replay);
        Ok(Opened { replay, pool, chance })
    }

    /// The game at its first decision; `None`: the header is against the rules.
    pub fn game(&self) -> Option<Match<'_, G>> {
        let mut game = Match::new(&*self.pool, judgement::start(&self.replay, &self.pool)?, &*self.chance);
        game.advance();
        Some(game)
    }

    /// A game that continues a state.
    pub fn resume(&self, state: rules_judge_engine::kernel::State<G>) -> Match<'_, G> {
        Match::new(&*self.pool, state, &*self.chance)
    }

    /// The log.
    pub fn entries(&self) -> &[Entry<G::Action>] {
        &self.replay.actions
    }

    /// The game after so many entries; `None`: one of them is illegal.
    pub fn after(&self, entries: usize) -> Option<Match<'_, G>> {
        let mut game = self.game()?;
        for entry in self.entries().iter().take(entries) {
            step(&mut game, entry).then_some(())?;
        }
        Some(game)
    }
}

/// Carries out one entry, if it is legal.
pub fn step<G: Registered>(game: &mut Match<'_, G>, entry: &Entry<G::Action>) -> bool {
    matches!(take(game, entry), EntryResult::Taken)
}

/// The parts of a table that never change: definition and owner of every card, and the number of pieces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Inventory {
    cards: Vec<(u16, Seat)>,
    pieces: u32,
}

/// The inventory of a table.
pub fn inventory<G: Registered>(table: &Table<G>) -> Inventory {
    let piece = |word: &&str| serde_json::from_value::<G::Piece>((*word).into()).ok();
    let endless: Vec<G::Piece> = G::INFO.vocabulary.endless.iter().filter_map(piece).collect();
    let holders = table.places().map(|(place, _)| Holder::Place(place));
    let holders = holders.chain(table.cards().map(|(card, _)| Holder::Card(card)));
    let finite = |holder: Holder| {
        let endless: u32 = endless.iter().map(|piece| table.pieces(holder, *piece)).sum();
        table.all_pieces(holder) - endless
    };
    Inventory {
        cards: table.cards().map(|(_, card)| (card.definition, card.owner)).collect(),
        pieces: holders.map(finite).sum(),
    }
}

/// The disorder of a table: each card has to lie in exactly the list that its spot names.
pub fn disorder<G: Registered>(table: &Table<G>) -> Vec<String> {
    let mut found = Vec::new();
    let mut seen: BTreeMap<CardId, usize> = BTreeMap::new();
    for (id, place) in table.places() {
        for card in &place.cards {
            *seen.entry(*card).or_default() += 1;
            if !table
                .card(*card)
                .is_some_and(|card| matches!(card.spot, Spot::Place(place, _) if place == id))
            {
                found.push(format!("card {} lies in place {} and says otherwise", card.0, id.0));
            }
        }
    }
    for (host, _) in table.cards() {
        for card in table.pile(host) {
            *seen.entry(*card).or_default() += 1;
            let spot = table.card(*card).map(|card| card.spot);
            if !spot.is_some_and(|spot| matches!(spot, Spot::Member(other, _) if other == host)) {
                found.push(format!("card {} lies under card {} and says otherwise", card.0, host.0));
            }
        }
    }
    for (card, _) in table.cards() {
        let lists = seen.get(&card).copied().unwrap_or(0);
        if lists != 1 {
            found.push(format!("card {} lies in {lists} lists", card.0));
        }
    }
    found
}

/// Every value that is derived from the state and cached, as text.
pub fn derived_values<G: Registered>(game: &Match<'_, G>) -> String {
    let table = &game.state.table;
    let of_places: Vec<_> =
        table.places().map(|(place, _)| (place, game.listen_mask(place), game.listeners(place))).collect();
    let about: Vec<usize> = (0..64).map(|bit| game.running_effects(1 << bit).len()).collect();
    format!(
        "{of_places:?} {:?} {:?} {:?} {about:?}",
        game.listen_mask_of_all(),
        game.derived(),
        table.hosts()
    )
}
