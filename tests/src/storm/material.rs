//! The material of requests: committed games, the dispute cases, decks, pools and ids.

use std::path::Path;

use rules_judge_engine::games;
use rules_judge_replays::codec::canonical::canonical;
use rules_judge_replays::codec::digest::Digest;
use rules_judge_replays::judging::Judge;
use rules_judge_replays::tools::case::{load, run};
use serde_json::{Value, json};

use crate::mutation::Dice;
use crate::sample;
use crate::wire::Request;

/// Pages that need no further parameter.
const PAGES: [&str; 8] =
    ["/healthz", "/readyz", "/metrics", "/openapi.json", "/docs", "/", "/v1/games", "/problems/too_large"];

/// Whole requests and parts of them.
#[derive(Debug)]
pub struct Material {
    /// Replays that can be judged: sample games, and the tables of the cases.
    pub replays: Vec<Value>,
    /// Pools of every game.
    pub pools: Vec<Value>,
    /// Ids of rules and cards, with their game.
    pub ids: Vec<(String, &'static str, String)>,
    /// Digests of judgements and pools that the service can know.
    pub digests: Vec<String>,
}

impl Material {
    /// Reads so many samples of each game and every `each`th case.
    ///
    /// # Errors
    /// A sentence, if a committed file cannot be read.
    pub fn gather(samples: usize, each: usize) -> Result<Material, String> {
        let judge = Judge::new();
        let (mut replays, mut pools, mut ids, mut digests) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let read = |bytes: &[u8]| serde_json::from_slice::<Value>(bytes).map_err(|error| error.to_string());
        for game in games::IDS {
            let mut texts = sample::load(game)?;
            texts.sort_by_key(Vec::len);
            let step = (texts.len() / samples.max(1)).max(1);
            for text in texts.iter().step_by(step) {
                replays.push(read(text)?);
            }
            let path = root.join("../engine/cards").join(game).join("pool.json");
            let pool = read(&std::fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?)?;
            let name = canonical(&pool).map_err(|fault| fault.detail)?;
            digests.push(Digest::of(&name).to_string());
            for card in pool.get("cards").and_then(Value::as_array).into_iter().flatten() {
                if let Some(id) = card.get("id").and_then(Value::as_str) {
                    ids.push(((*game).to_owned(), "cards", id.to_owned()));
                }
            }
            pools.push(pool);
            let suite = load::suite(&root.join("cases").join(game)).map_err(|unread| unread.to_string())?;
            let cases = suite.chapters.iter().flat_map(|chapter| &chapter.cases);
            for case in cases.step_by(each.max(1)) {
                // The header of a case may be unreadable; such a replay is left out.
                if let Ok(mut replay) = run::replay(&judge, &suite, case) {
                    if replay.get("pool").is_some() {
                        replay["pool"] = suite.pool.clone().unwrap_or_default();
                    }
                    replays.push(replay);
                }
            }
            let rules = judge.rules(game, &Default::default()).map_err(|fault| fault.detail)?;
            ids.extend(rules.rules.iter().map(|rule| ((*game).to_owned(), "rules", rule.id.to_owned())));
        }
        digests.push(Digest::of(b"nothing").to_string());
        Ok(Material { replays, pools, ids, digests })
    }

    /// A replay, cut anywhere.
    pub fn replay(&self, dice: &mut Dice) -> Value {
        let mut replay = dice.pick(&self.replays).cloned().unwrap_or_default();
        if let Some(Value::Array(actions)) = replay.get_mut("actions") {
            // Mostly short ones: long logs seldom show more.
            let most = if dice.below(8) == 0 { actions.len() + 1 } else { actions.len().min(40) + 1 };
            actions.truncate(dice.below(most));
        }
        replay
    }

    /// The body of a move: the last entry of a replay, and the log before it or a digest.
    fn next_move(&self, dice: &mut Dice) -> Value {
        let mut replay = self.replay(dice);
        let last = replay.get_mut("actions").and_then(Value::as_array_mut).and_then(Vec::pop);
        let action = last.unwrap_or_else(|| json!({ "seat": 0, "type": "pass" }));
        match dice.below(3) {
            0 => json!({ "action": action, "base": dice.pick(&self.digests) }),
            _ => json!({ "action": action, "replay": replay }),
        }
    }

    /// The body of a comparison: a log, and the same log with a change.
    fn comparison(&self, dice: &mut Dice) -> Value {
        let mut header = self.replay(dice);
        let log = header.as_object_mut().and_then(|header| {
            header.remove("claim");
            header.remove("actions")
        });
        let log = log.unwrap_or_else(|| json!([]));
        let mut other = log.as_array().cloned().unwrap_or_default();
        crate::mutation::of_log(&mut other, 100, dice);
        json!({ "header": header, "logs": [log, other] })
    }

    /// The path of a game, a rule or a card, or of a search.
    fn look_up(&self, dice: &mut Dice) -> String {
        let (game, kind, id) = dice.pick(&self.ids).cloned().unwrap_or_default();
        let id = id.bytes().fold(String::new(), |path, byte| path + &format!("%{byte:02X}"));
        match dice.below(4) {
            0 => format!("/v1/games/{game}/{kind}?q={id}&limit=5"),
            1 => format!("/v1/games/{game}"),
            _ => format!("/v1/games/{game}/{kind}/{id}"),
        }
    }

    /// A well-formed request of any call.
    pub fn request(&self, dice: &mut Dice) -> Request {
        let view = ["", "view=full", "view=seat0", "view=seat1", "view=public"];
        let trace = ["", "trace=none", "trace=events", "trace=states"];
        let mut query = Vec::new();
        let text = |value: &Value| value.to_string();
        let call = dice.below(16);
        let (path, body) = match call {
            0..4 => {
                query.extend([*dice.pick(&view).unwrap_or(&""), *dice.pick(&trace).unwrap_or(&"")]);
                ("/v1/verify".to_owned(), Some(text(&self.replay(dice))))
            }
            4 | 5 => {
                query.push(*dice.pick(&view).unwrap_or(&""));
                let path = if call == 4 { "/v1/legal-actions" } else { "/v1/positions" };
                (path.to_owned(), Some(text(&self.replay(dice))))
            }
            6 | 7 => {
                let body = self.next_move(dice);
                query.push(*dice.pick(&view).unwrap_or(&""));
                ("/v1/moves".to_owned(), Some(text(&body)))
            }
            8 => ("/v1/compare".to_owned(), Some(text(&self.comparison(dice)))),
            9 => {
                let replay = self.replay(dice);
                let deck = replay.pointer("/players/0/deck").cloned().unwrap_or_else(|| json!({}));
                ("/v1/decks/check".to_owned(), Some(text(&json!({ "deck": deck, "game": replay["game"] }))))
            }
            10 => {
                let lines: Vec<String> = (0..dice.below(4)).map(|_| text(&self.replay(dice))).collect();
                ("/v1/verify/batch".to_owned(), Some(lines.join("\n")))
            }
            11 => {
                let pool = dice.pick(&self.pools).cloned().unwrap_or_default();
                let name = canonical(&pool).map(|bytes| Digest::of(&bytes).to_string()).unwrap_or_default();
                (format!("/v1/pools/{name}"), Some(text(&pool)))
            }
            12 => {
                query.push(*dice.pick(&view).unwrap_or(&""));
                let digest = dice.pick(&self.digests).cloned().unwrap_or_default();
                (format!("/v1/verdicts/{digest}"), None)
            }
            13 | 14 => (self.look_up(dice), None),
            _ => ((*dice.pick(&PAGES).unwrap_or(&"/")).to_owned(), None),
        };
        query.retain(|part| !part.is_empty());
        let mark = if query.is_empty() { "" } else { "?" };
        let target = format!("{path}{mark}{}", query.join("&"));
        let Some(body) = body else { return Request::get(target) };
        let mut request = Request::post(target, body);
        match call {
            10 => request.set("content-type", "application/x-ndjson"),
            11 => request.method = "PUT".to_owned(),
            _ => {}
        }
        request
    }
}
