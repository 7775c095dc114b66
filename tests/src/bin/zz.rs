#![allow(clippy::unwrap_used, missing_docs)]
use std::collections::BTreeMap;
use rules_judge_engine::games::{self, Registered, Visit};
use rules_judge_engine::kernel::{EachCard, Match, NoChance, Rename, Viewer, CardId};
use rules_judge_engine::game_kit::question::Named;
use rules_judge_replays::codec::entry::What;
use rules_judge_replays::judging::Judge;
use rules_judge_tests::walk::{Opened, step};

struct To<'n>(&'n [CardId]);
impl Rename for To<'_> { fn card(&mut self, card: &mut CardId) { *card = self.0.get(card.0 as usize).copied().unwrap_or(*card); } }

fn main() {
    struct Look;
    impl Visit for Look {
        type Out = ();
        fn visit<G: Registered>(self) {
            let judge = Judge::new();
            let mut count: BTreeMap<String, usize> = BTreeMap::new();
            let (mut all, mut good, mut checked) = (0, 0, 0);
            for (line, text) in rules_judge_tests::sample::load(G::ID).unwrap().iter().enumerate().step_by(7) {
                let opened = Opened::<G>::read(&judge, text).unwrap();
                let mut game = opened.game().unwrap();
                let entries = opened.entries();
                for at in 0..entries.len() {
                    all += 1;
                    let q: Vec<_> = game.state.asked.iter().map(|a| a.question.name()).collect();
                    let made = G::to_position(&game, Viewer::Full);
                    for (p, w) in &made.left_out { *count.entry(format!("{w:?} {q:?} {}", p.split('/').nth(1).unwrap_or(""))).or_default() += 1; }
                    if made.left_out.is_empty() {
                        good += 1;
                        if all % 11 == 0 {
                        let numbers = made.numbers().unwrap();
                        let placed = G::from_position(&opened.pool, made.position.as_ref().unwrap()).unwrap();
                        let mut placed = Match::new(&*opened.pool, placed, &NoChance);
                        placed.advance();
                        let mut before = opened.resume(game.state.clone());
                        for (n, entry) in entries[at..].iter().enumerate().take(12) {
                            let mut renamed = before.state.clone();
                            assert!(renamed.renumber(&numbers));
                            let mut expected = opened.resume(renamed);
                            let view = |game: &Match<'_, G>| serde_json::to_value(G::state_view(game, Viewer::Full)).unwrap();
                            let (e, g) = (view(&expected), view(&placed));
                            if e != g { println!("{} line {line} at {at}+{n}\n{e}\n{g}", G::ID); break; }
                            let seats: Vec<_> = expected.state.asked.iter().map(|a| a.seat).collect();
                            let legal = |game: &mut Match<'_, G>| seats.iter().map(|s| format!("{:?}", G::shapes(game, *s))).collect::<Vec<_>>();
                            let (a, b) = (legal(&mut expected), legal(&mut placed));
                            if a != b { println!("shapes {} line {line} at {at}+{n}\n{a:?}\n{b:?}", G::ID); break; }
                            let (sh, pi) = (before.state.shuffles.clone(), before.state.picks);
                            if !step(&mut before, entry) { break }
                            if before.state.shuffles != sh || before.state.picks != pi { break; }
                            let mut entry = entry.clone();
                            if let What::Action(_, action) = &mut entry.what { action.each_card(&mut To(&numbers)); }
                            if !step(&mut placed, &entry) { println!("refused {} line {line} at {at}+{n} {entry:?}", G::ID); break; }
                            checked += 1;
                        }
                        }
                    }
                    assert!(step(&mut game, &entries[at]));
                }
            }
            println!("{} {good} of {all}, {checked}", G::ID);
            for (k, n) in count { println!("{} {n:6} {k}", G::ID); }
        }
    }
    for id in games::IDS { games::dispatch(id, Look); }
}
