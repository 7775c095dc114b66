//! Continuing from the position of a state equals continuing the log that led to it.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::BTreeMap;

use rules_judge_engine::game_kit::position::Inexpressible;
use rules_judge_engine::game_kit::question::Named;
use rules_judge_engine::games::{self, Reader, Registered, Visit};
use rules_judge_engine::kernel::{CardId, MapCards, Match, NoChance, Rename, Viewer};
use rules_judge_replays::codec::entry::{Entry, What};
use rules_judge_replays::judging::Judge;
use rules_judge_tests::games as tested;
use rules_judge_tests::sample;
use rules_judge_tests::walk::{Opened, step};
use serde_json::{Value, json};

/// Renumbers cards by their place in a list.
struct Numbers<'n>(&'n [CardId]);

impl Rename for Numbers<'_> {
    fn card(&mut self, card: &mut CardId) {
        *card = self.0.get(usize::from(card.0)).copied().unwrap_or(*card);
    }
}

/// The compared parts: the state and the legal answers.
fn shown<G: Registered>(game: &mut Match<'_, G>) -> (Value, Vec<Value>) {
    // The counter of a card's earlier objects does not restart in a position.
    let reader = Reader { viewer: Viewer::Full, language: None };
    let state = without(serde_json::to_value(G::state_view(game, reader)).unwrap(), "incarnation");
    let seats: Vec<_> = game.state.asked.iter().map(|asked| asked.seat).collect();
    let shapes = |seat| in_any_order(serde_json::to_value(G::shapes(game, seat)).unwrap());
    (state, seats.into_iter().map(shapes).collect())
}

/// Removes the fields of this name.
fn without(value: Value, left_out: &str) -> Value {
    match value {
        Value::Object(fields) => {
            let kept = fields.into_iter().filter(|(name, _)| name != left_out);
            kept.map(|(name, field)| (name, without(field, left_out))).collect()
        }
        Value::Array(list) => list.into_iter().map(|item| without(item, left_out)).collect(),
        value => value,
    }
}

/// Sorts every list.
fn in_any_order(value: Value) -> Value {
    match value {
        Value::Array(list) => {
            let mut list: Vec<Value> = list.into_iter().map(in_any_order).collect();
            list.sort_by_key(Value::to_string);
            Value::Array(list)
        }
        Value::Object(fields) => {
            fields.into_iter().map(|(name, field)| (name, in_any_order(field))).collect()
        }
        value => value,
    }
}

/// Removes differences that follow from the numbers of cards, which a position changes: the order of cards
/// that moved together or of abilities that triggered together, and which of several equal figures stands for
/// a token.
fn without_order(value: &Value, tokens: &[&str]) -> Value {
    match value {
        Value::Object(fields) => {
            let is_token =
                fields.get("card").and_then(Value::as_str).is_some_and(|card| tokens.contains(&card));
            let kept = fields.iter().filter(|(name, _)| !(is_token && name.as_str() == "id"));
            kept.map(|(name, field)| (name.clone(), without_order(field, tokens))).collect()
        }
        Value::Array(list) => {
            in_any_order(list.iter().map(|item| without_order(item, tokens)).collect::<Vec<_>>().into())
        }
        value => value.clone(),
    }
}

/// The results of the walk over the samples of a game.
#[derive(Debug, Default)]
struct Found {
    decisions: usize,
    complete: usize,
    /// The number of entries judged from a position.
    followed: usize,
    /// The number of positions in which an order depends on the numbers of cards, and on no rule.
    ordered: usize,
    /// The number of positions that were followed to a random step.
    random: usize,
    left_out: BTreeMap<(Inexpressible, &'static str), usize>,
}

impl Found {
    /// The share of the decisions that a position expresses, what is left out of the others, and how many
    /// entries were followed, as a line.
    fn line(&self, id: &str) -> String {
        let tenths = (self.complete * 1000).checked_div(self.decisions).unwrap_or_default();
        let (percent, rest) = (tenths / 10, tenths % 10);
        let Found { decisions, complete, followed, ordered, random, left_out } = self;
        format!(
            "{id}: a position expresses {percent}.{rest} % of the decisions, {complete} of {decisions}; \
             {followed} entries were followed, {random} positions to a random step, and in {ordered} an \
             order depends on numbers of cards; left out, by the question: {left_out:?}"
        )
    }

    /// Follows the log from a state and from its position.
    fn follow<G: Registered>(&mut self, opened: &Opened<G>, game: &Match<'_, G>, rest: &[Entry<G::Action>]) {
        let made = G::to_position(game, Viewer::Full);
        let (position, numbers) = (made.position.as_ref().unwrap(), made.numbers().unwrap());
        // The position after writing and reading it.
        let position: G::Position = serde_json::from_value(serde_json::to_value(position).unwrap()).unwrap();
        let placed = G::from_position(&opened.pool, &position).unwrap();
        let mut placed = Match::new(&*opened.pool, placed, &NoChance);
        placed.advance();
        let mut log = opened.resume(game.state.clone());
        for entry in rest {
            let mut renumbered = log.state.clone();
            assert!(renumbered.renumber(&numbers));
            let (expected, found) = (shown(&mut opened.resume(renumbered)), shown(&mut placed));
            if expected != found {
                let bare = |state: &Value| without_order(state, G::INFO.vocabulary.tokens);
                assert_eq!(bare(&expected.0), bare(&found.0), "{}: {}", G::INFO.id, json!(position));
                self.ordered += 1;
                return;
            }
            let (shuffles, picks) = (log.state.shuffles, log.state.picks);
            assert!(step(&mut log, entry));
            if log.state.shuffles != shuffles || log.state.picks != picks {
                self.random += 1;
                return;
            }
            let mut entry = entry.clone();
            if let What::Action(_, action) = &mut entry.what {
                action.each_card(&mut Numbers(&numbers));
            }
            assert!(step(&mut placed, &entry), "{}: {:?} at {}", G::INFO.id, entry, json!(position));
            self.followed += 1;
        }
    }
}

/// For every decision of some samples that a position expresses, the position shows the same state, gives the
/// same legal answers, and accepts the entries that follow, up to a random step, since a position has no
/// seed.
#[test]
fn continuing_from_a_position_equals_continuing_the_log() {
    /// The most entries that are followed from a position.
    const FURTHER: usize = 10;

    struct Walk;

    impl Visit for Walk {
        type Out = Found;

        fn visit<G: Registered>(self) -> Found {
            let judge = Judge::new();
            let mut found = Found::default();
            for text in sample::load(G::INFO.id).unwrap().iter().step_by(16) {
                let opened = Opened::<G>::read(&judge, text).unwrap();
                let mut game = opened.game().unwrap();
                let entries = opened.entries();
                for (at, entry) in entries.iter().enumerate() {
                    let made = G::to_position(&game, Viewer::Full);
                    found.decisions += 1;
                    for (_, why) in &made.left_out {
                        let asked = game.state.asked.first().map_or("", |asked| asked.question.name());
                        *found.left_out.entry((*why, asked)).or_default() += 1;
                    }
                    if made.left_out.is_empty() {
                        found.complete += 1;
                        // Every state is compared; from every seventh position the log is followed.
                        if found.complete % 7 == 0 {
                            let rest = entries.get(at..).unwrap_or_default();
                            found.follow(&opened, &game, rest.get(..FURTHER).unwrap_or(rest));
                        }
                    }
                    assert!(step(&mut game, entry));
                }
            }
            found
        }
    }

    for id in games::IDS {
        let found = games::dispatch(id, Walk).unwrap();
        println!("{}", found.line(id));
        let (share, whole) = tested::of(id).unwrap().expressible;
        assert!(found.complete * whole > found.decisions * share, "{id}: {found:?}");
        // In a game without a draw no random step follows a position.
        let is_random = tested::of(id).unwrap().before_draw.is_some();
        assert!(found.followed > 500 && (found.random > 0) == is_random, "{id}: {found:?}");
        assert!(found.ordered * 20 < found.followed / 5, "{id}: {found:?}");
        // Everything that a position leaves out has a code.
        let other = found.left_out.keys().filter(|(why, _)| *why == Inexpressible::Other);
        assert_eq!(other.count(), 0, "{id}: {found:?}");
    }
}
