//! Makes positions of full states, for tests that change what a seat cannot see.

use std::collections::BTreeSet;

use rules_judge_engine::games::Faces;
use rules_judge_replays::answer::NextDecision;
use serde_json::{Value, json};

use crate::games::{self, Tested};
use crate::mutation::Dice;

/// The way in which a game's positions are made of its states.
#[derive(Debug, Clone, Copy)]
pub struct Form(&'static Tested);

impl Form {
    /// The form of a game.
    pub fn of_game(game: &str) -> Option<Form> {
        games::of(game).map(Form)
    }

    /// The position of a full state in which one seat is asked; `None`: no position expresses it.
    pub fn position(&self, state: &Value, next: &[NextDecision]) -> Option<Value> {
        match next {
            [asked] => (self.0.position)(state, asked.kind),
            _ => None,
        }
    }

    /// The hidden zones.
    fn hidden_zones(&self) -> impl Iterator<Item = &'static (&'static str, Faces)> + use<> {
        games::zones(self.0.game).iter().filter(|(_, faces)| *faces != Faces::Everybody)
    }

    /// The position with every hidden zone unknown.
    pub fn hidden(&self, position: &Value) -> Value {
        let mut hidden = position.clone();
        for half in hidden["players"].as_array_mut().into_iter().flatten() {
            for (zone, _) in self.hidden_zones() {
                let cards = half[zone].as_array().map_or(0, Vec::len);
                half[zone] = json!({ "unknown": cards });
            }
        }
        hidden
    }

    /// The position with about half of the cards of every hidden zone unknown, each as an item of its own.
    pub fn partly_hidden(&self, position: &Value, dice: &mut Dice) -> Value {
        let mut hidden = position.clone();
        for half in hidden["players"].as_array_mut().into_iter().flatten() {
            for (zone, _) in self.hidden_zones() {
                for card in half[zone].as_array_mut().into_iter().flatten() {
                    if dice.below(2) == 0 {
                        *card = json!({ "unknown": 1 });
                    }
                }
            }
        }
        hidden
    }

    /// The cards that a seat does not see, with their numbers, in lists within which they can be exchanged:
    /// one for each half, unless the game has its own.
    fn unseen(&self, position: &Value, viewer: usize) -> Vec<Vec<(String, u64)>> {
        if let Some(unseen) = self.0.unseen {
            return unseen(position, viewer);
        }
        let (mut lists, mut number) = (Vec::new(), 0);
        for (seat, half) in position["players"].as_array().into_iter().flatten().enumerate() {
            number += (self.0.before_zones)(half);
            let mut places = Vec::new();
            for (zone, faces) in games::zones(self.0.game) {
                let cards = half[zone].as_array().map_or(0, Vec::len);
                if *faces == Faces::Nobody || (*faces == Faces::Owner && seat != viewer) {
                    let place =
                        |index: usize| (format!("/players/{seat}/{zone}/{index}"), (number + index) as u64);
                    places.extend((0..cards).map(place));
                }
                number += cards;
            }
            lists.push(places);
        }
        lists
    }

    /// The position with the faces that a seat does not see dealt again, and the numbers of those cards.
    pub fn redealt(&self, position: &Value, viewer: usize, dice: &mut Dice) -> (Value, BTreeSet<u64>) {
        let (mut dealt, mut hidden) = (position.clone(), BTreeSet::new());
        for places in self.unseen(position, viewer) {
            let mut faces: Vec<Value> =
                places.iter().filter_map(|(at, _)| position.pointer(at).cloned()).collect();
            for (at, card) in places {
                hidden.insert(card);
                if let Some(face) = dealt.pointer_mut(&at) {
                    *face = faces.remove(dice.below(faces.len()));
                }
            }
        }
        (dealt, hidden)
    }
}
