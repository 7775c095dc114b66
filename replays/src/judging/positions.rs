//! The state after a log as a position, which another replay can start from.

use rules_judge_engine::game_kit::question::Named;
use rules_judge_engine::games::{Faces, Registered, Visit};
use rules_judge_engine::kernel::{CardId, Match, Seat, Viewer};
use serde_json::{Value, json as value};

use crate::answer::position::{AskedAnswer, InexpressibleAnswer, NumberedCard, PositionAnswer};
use crate::answer::{Fault, Query, Verdict};
use crate::codec::format::{self, Replay};
use crate::codec::json;
use crate::judging::judge::Judge;
use crate::judging::judgement::{End, Judgement, Run};
use crate::judging::seen_cards::SeenCards;

impl Judge {
    /// The state after a replay as a position. A log that is not legal is answered by its verdict.
    ///
    /// # Errors
    /// A fault, if the request cannot be judged at all.
    pub fn position(
        &self,
        body: &[u8],
        query: &Query,
    ) -> Result<Result<PositionAnswer, Box<Verdict>>, Fault> {
        struct Position<'a>(&'a Judge, &'a [u8], &'a Query);

        impl Visit for Position<'_> {
            type Out = Result<Result<PositionAnswer, Box<Verdict>>, Fault>;

            fn visit<G: Registered>(self) -> Self::Out {
                let Position(judge, body, query) = self;
                let replay = Replay::<G>::read(body, judge.pools.of_game(G::INFO.id)?);
                let replay = replay.map_err(|fault| fault.of_replay(query.view))?;
                let (replay, pool) = judge.complete(replay, query.view)?;
                judge.run(&replay, &pool, query).position(&judge.cache)
            }
        }

        self.dispatch(&format::game_of(body)?, Position(self, body, query))?
    }
}

impl<G: Registered> Run<'_, G> {
    /// The state after the log as a position, or the verdict of a log that is not legal.
    fn position(&self, cache: &crate::cache::Cache) -> Result<Result<PositionAnswer, Box<Verdict>>, Fault> {
        let entries = self.entries()?;
        if let (true, Ok(state)) = (self.replay.edition == G::INFO.edition, self.opened()) {
            let chance = crate::judging::judgement::chance(self.replay);
            let mut judgement = self.begin(state, &*chance, false);
            judgement.seen_cards = Some(SeenCards::new(self.viewer()));
            judgement.game.record = Some(Vec::new());
            let stopped = self.fold(&mut judgement, entries)?;
            if stopped.is_none() && matches!(judgement.end, End::Open) {
                return self.positioned(&judgement).map(Ok);
            }
        }
        self.verdict(Some(cache)).map(|verdict| Err(Box::new(verdict)))
    }

    fn positioned(&self, judgement: &Judgement<'_, G>) -> Result<PositionAnswer, Fault> {
        let viewer = self.viewer();
        // The effects of a waiting entry do not count yet.
        let before = self.before_waiting(&judgement.game);
        let game = before.as_ref().unwrap_or(&judgement.game);
        let (made, ..) = game.telling(|game| G::to_position(game, viewer));
        let known = |card: &_| game.sees_card(viewer, *card) && game.state.is_known(*card);
        let numbered = made.cards.iter().copied().zip((0..).map(CardId));
        let mut cards: Vec<_> =
            numbered.filter(|(id, _)| known(id)).map(|(id, becomes)| NumberedCard { becomes, id }).collect();
        let position = made.position.as_ref().map(json::tree).transpose();
        let mut position = position.map_err(|error| Fault::unwritten(&error))?;
        if let (Some(position), Some(seen_cards)) = (&mut position, &judgement.seen_cards) {
            cards.extend(name_seen_cards(game, viewer, position, &made.cards, seen_cards));
        }
        cards.sort_by_key(|card| card.id);
        let language = self.query.language;
        let inexpressible = made.left_out.into_iter();
        let asked = game.state.asked.iter().map(|asked| AskedAnswer {
            kind: asked.question.name().to_owned(),
            sealed: asked.sealed,
            seat: asked.seat.number(),
        });
        let inexpressible: Vec<_> =
            inexpressible.map(|(pointer, why)| InexpressibleAnswer::new(pointer, why, language)).collect();
        Ok(PositionAnswer {
            accepted: judgement.listed,
            cards,
            complete: inexpressible.is_empty(),
            edition: self.replay.edition.clone(),
            game: G::INFO.id.to_owned(),
            has_secret: self.replay.has_secret,
            inexpressible,
            next: asked.collect(),
            pool: self.replay.pool.digest.to_string(),
            position,
            semantics: G::INFO.semantics,
        })
    }
}

/// Names the cards of hidden hands that the table has shown to the viewer, and returns their new numbers.
/// They stand before the unknown ones, since the viewer does not know their order.
fn name_seen_cards<G: Registered>(
    game: &Match<'_, G>,
    viewer: Viewer,
    position: &mut Value,
    numbered: &[CardId],
    seen_cards: &SeenCards,
) -> Vec<NumberedCard> {
    let mut named = Vec::new();
    for (id, place) in game.state.table.places().filter(|(id, _)| !game.sees_place(viewer, *id)) {
        let Some(zone) = json::tree(&place.zone).ok().and_then(|word| word.as_str().map(str::to_owned))
        else {
            continue;
        };
        let is_hand = G::INFO.vocabulary.zones.contains(&(zone.as_str(), Faces::Owner));
        let seen: Vec<CardId> = if is_hand { seen_cards.at(game, id) } else { Vec::new() };
        let first = place.cards.iter().filter_map(|card| numbered.iter().position(|one| one == card)).min();
        let pile = position.pointer_mut(&format!("/players/{}/{zone}", place.seat.map_or(0, Seat::number)));
        let (Some(first), Some(pile), false) = (first, pile, seen.is_empty()) else { continue };
        let face = |card: &CardId| {
            let definition = game.state.table.card(*card)?.definition;
            G::card_id(game.pool, definition).map(Value::from)
        };
        let mut cards: Vec<Value> = seen.iter().filter_map(face).collect();
        let unknown = place.cards.len().saturating_sub(cards.len());
        cards.extend((unknown > 0).then(|| value!({ "unknown": unknown })));
        *pile = cards.into();
        let numbers = (first..).filter_map(|number| u16::try_from(number).ok()).map(CardId);
        named.extend(seen.iter().zip(numbers).map(|(card, becomes)| NumberedCard { becomes, id: *card }));
    }
    named
}
