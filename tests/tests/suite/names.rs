//! `MapCards` visits every card that a state or an entry names, so that it can be renumbered.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use rules_judge_engine::games::{self, Registered, Visit};
use rules_judge_engine::kernel::{CardId, MapCards, Match, State};
use rules_judge_replays::judging::Judge;
use rules_judge_tests::names::written;
use rules_judge_tests::sample;
use rules_judge_tests::walk::{self, Opened};

/// The number of samples tested of each game, spread over all of them.
const SAMPLES: usize = 60;

fn sorted(mut cards: Vec<CardId>) -> Vec<CardId> {
    cards.sort_unstable();
    cards
}

/// The cards that a state refers to, apart from the table itself and the knowledge of its cards.
fn referred<G: Registered>(state: &State<G>) -> Vec<CardId> {
    let State { agenda, chain, waiting, modifiers, asked, answers, outcome, facts, .. } = state;
    written(&(agenda, chain, waiting, modifiers, asked, answers, outcome, facts))
}

struct Named<'a>(&'a Judge);

impl Visit for Named<'_> {
    /// The numbers of cards named in states and in entries.
    type Out = (usize, usize);

    fn visit<G: Registered>(self) -> Self::Out {
        let lines = sample::load(G::INFO.id).unwrap();
        let (mut in_states, mut in_entries) = (0, 0);
        let step = lines.len().div_ceil(SAMPLES);
        for (line, text) in lines.iter().enumerate().step_by(step) {
            let opened = Opened::<G>::read(self.0, text).unwrap();
            let mut game: Match<'_, G> = opened.game().unwrap();
            for (at, entry) in opened.entries().iter().enumerate() {
                let cards = referred(&game.state);
                in_states += cards.len();
                assert_eq!(sorted(game.state.cards()), sorted(cards), "{} {line} {at}", G::INFO.id);
                let (_, action) = entry.action().unwrap();
                let cards = written(action);
                in_entries += cards.len();
                assert_eq!(sorted(action.cards()), sorted(cards), "{} {:?}", G::INFO.id, entry.sent());
                assert!(walk::step(&mut game, entry));
            }
        }
        (in_states, in_entries)
    }
}

#[test]
fn every_card_that_is_written_down_is_handed_out() {
    let judge = Judge::new();
    for game in games::IDS {
        let (in_states, in_entries) = games::dispatch(game, Named(&judge)).unwrap();
        println!("{game}: {in_states} names in states, {in_entries} in entries");
        assert!(in_states > 5_000 && in_entries > 1_000, "{game}: {in_states} {in_entries}");
    }
}
