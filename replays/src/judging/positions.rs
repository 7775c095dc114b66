//! The state after a log as a position, which another replay can start from.

use rules_judge_engine::game_kit::question::Named;
use rules_judge_engine::games::{Registered, Visit};

use crate::answer::position::{AskedAnswer, InexpressibleAnswer, NumberedCard, PositionAnswer};
use crate::answer::{Fault, Query, Verdict};
use crate::codec::format::{self, Replay};
use crate::codec::json;
use crate::judging::judge::Judge;
use crate::judging::judgement::{End, Judgement, Run};

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
                let replay = Replay::<G>::read(body, judge.pools.of_game(G::ID)?);
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
        if let (true, Ok(state)) = (self.replay.edition == G::EDITION, self.opened()) {
            let chance = crate::judging::judgement::chance(self.replay);
            let mut judgement = self.begin(state, &*chance, false);
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
        let numbered = made.cards.iter().copied().zip((0..).map(rules_judge_engine::kernel::CardId));
        let mut cards: Vec<_> =
            numbered.filter(|(id, _)| known(id)).map(|(id, becomes)| NumberedCard { becomes, id }).collect();
        cards.sort_by_key(|card| card.id);
        let position = made.position.as_ref().map(json::tree).transpose();
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
            game: G::ID.to_owned(),
            has_secret: self.replay.has_secret,
            inexpressible,
            next: asked.collect(),
            pool: self.replay.pool.digest.to_string(),
            position: position.map_err(|error| Fault::unwritten(&error))?,
            semantics: G::SEMANTICS,
        })
    }
}
