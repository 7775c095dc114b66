//! Cached values that are derived from the state. A property compares them with computed ones before every
//! entry of the samples; these are the cases that no sample has.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, missing_docs)]

use rules_judge_engine::games::azur_lane::printed::Kind;
use rules_judge_engine::games::azur_lane::rules::limits::STARTING_HAND;
use rules_judge_engine::games::azur_lane::{AzurLane, Under, table};
use rules_judge_engine::kernel::{Change, End, Proposal, Seat, Spot};
use rules_judge_replays::cache::record;
use rules_judge_replays::judging::Judge;
use rules_judge_tests::sample;
use rules_judge_tests::walk::{self, Opened};

/// The cached values follow a flagship that turns over with another card under it.
#[test]
fn derived_values_follow_a_flagship_that_turns_over_a_card() {
    let (judge, samples) = (Judge::new(), sample::load("azur-lane").unwrap());
    let mut turned = 0;
    for text in samples.iter().step_by(9) {
        let opened = Opened::<AzurLane>::read(&judge, text).unwrap();
        let mut game = opened.after(opened.entries().len() / 2).unwrap();
        for seat in Seat::BOTH {
            let field = game.state.table.list(table::BATTLEFIELD.of(seat)).iter().copied();
            let flagship = field.into_iter().find(|card| table::printed(&game, *card).kind == Kind::Flagship);
            let other = game.state.table.list(table::HAND.of(seat)).first().copied();
            let (Some(flagship), Some(other)) = (flagship, other) else { continue };
            let mark = table::mark(&game, flagship);
            let changes = [
                Change::Move(other, Spot::Member(flagship, Under), End::Bottom, table::Mark::default()),
                Change::Mark(flagship, table::Mark { back: !mark.back, ..mark }),
                Change::Mark(flagship, mark),
            ];
            for change in changes {
                walk::derived_values(&game);
                game.propose(Proposal::told(table::Verb::Effect, seat, STARTING_HAND.cite).changing(change));
                let bytes = record::write::<AzurLane>(&game.state, None).unwrap();
                let restored = opened.resume(record::read::<AzurLane>(&bytes).unwrap().0);
                assert_eq!(walk::derived_values(&game), walk::derived_values(&restored));
                turned += 1;
            }
        }
    }
    assert!(turned > 30, "{turned} changes were made");
}
