//! The requests: each number stands for one word, grown in one way, in one position, and for the walk of a client who
//! asks what is legal there and does some of it.

use std::collections::BTreeSet;
use std::path::Path;

use rules_judge_engine::games;
use rules_judge_replays::canonical::canonical;
use rules_judge_replays::case::{load, run};
use rules_judge_replays::digest::Digest;
use rules_judge_replays::judge::Judge;
use serde_json::{Value, json};

use super::card::{GROWTHS, Gardener, Growth};
use super::vocabulary::{Vocabulary, Word};
use crate::mutation::Dice;
use crate::sample;
use crate::wire::{Answer, Request};

/// How much is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size {
    /// The most bytes of a request.
    pub request: usize,
    /// The most bytes of a card.
    pub card: usize,
    /// How many changes of a card are tried.
    pub tries: usize,
    /// How often a card lies in a list of a position.
    pub copies: usize,
    /// How many entries are played.
    pub entries: usize,
}

impl Size {
    /// As much as the service has to bear.
    pub const LARGE: Size = Size { request: 1_000_000, card: 60_000, tries: 60, copies: 150, entries: 8 };
    /// As much as an ordinary test asks for.
    pub const SMALL: Size = Size { request: 20_000, card: 1_500, tries: 12, copies: 3, entries: 2 };
}

/// One request.
#[derive(Debug, Clone)]
pub struct Attack {
    /// What it grows.
    pub name: String,
    /// The request.
    pub request: Request,
}

/// What becomes of a request; `None`: the walk ends.
pub type Ask<'a> = &'a mut dyn FnMut(&Attack) -> Option<Answer>;

/// A position of a dispute case, and the cards that it names.
#[derive(Debug)]
struct Ground {
    replay: Value,
    cards: Vec<usize>,
}

/// A game to be attacked.
#[derive(Debug)]
struct Front {
    game: &'static str,
    /// The pool of its cases.
    pool: Value,
    cards: Vec<Value>,
    /// Of each card: the classes that it has places for, and the words that stand there.
    says: Vec<(BTreeSet<String>, BTreeSet<Word>)>,
    vocabulary: Vocabulary,
    words: Vec<Word>,
    grounds: Vec<Ground>,
    samples: Vec<Vec<u8>>,
}

/// All attacks.
#[derive(Debug)]
pub struct Attacks {
    judge: Judge,
    fronts: Vec<Front>,
}

impl Front {
    fn of(judge: &Judge, game: &'static str) -> Result<Front, String> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases").join(game);
        let suite = load::suite(&root).map_err(|unread| unread.to_string())?;
        let pool = suite.pool.clone().ok_or_else(|| format!("the cases of {game} have no pool"))?;
        let cards = pool.get("cards").and_then(Value::as_array).cloned().unwrap_or_default();
        let vocabulary = Vocabulary::of(game, &cards)?;
        let said = |card: &Value| {
            let sites = vocabulary.sites(card);
            let words = sites.iter().filter_map(|site| {
                let there = card.pointer(&site.pointer)?;
                let name = match there {
                    Value::Object(word) => word.keys().next()?.clone(),
                    other => other.as_str()?.to_owned(),
                };
                Some(Word { class: site.class.clone(), name })
            });
            (sites.iter().map(|site| site.class.clone()).collect(), words.collect())
        };
        let says = cards.iter().map(said).collect();
        let mut grounds = Vec::new();
        for case in suite.chapters.iter().flat_map(|chapter| &chapter.cases) {
            // A case may be about a header that cannot be read, or a game without cards of its own.
            let Ok(mut replay) = run::replay(judge, &suite, case) else { continue };
            let own = replay.as_object_mut().is_some_and(|header| header.remove("pool").is_some());
            let Some(start) = replay.pointer("/start/position").filter(|_| own) else { continue };
            let mut texts = BTreeSet::new();
            each_text(start, &mut |text| {
                texts.insert(text.to_owned());
            });
            let named = |card: &Value| card.get("id").and_then(Value::as_str).is_some_and(|id| texts.contains(id));
            let cards = (0..cards.len()).filter(|at| cards.get(*at).is_some_and(named)).collect();
            grounds.push(Ground { replay, cards });
        }
        let words = vocabulary.words();
        let samples = sample::load(game)?.into_iter().take(4).collect();
        Ok(Front { game, pool, cards, says, vocabulary, words, grounds, samples })
    }

    /// The pool with these cards in place of its own.
    fn pool_of(&self, cards: Vec<Value>) -> Value {
        let mut pool = self.pool.clone();
        if let Some(pool) = pool.as_object_mut() {
            pool.insert("cards".to_owned(), cards.into());
        }
        pool
    }
}

fn each_text(value: &Value, see: &mut dyn FnMut(&str)) {
    match value {
        Value::String(text) => see(text),
        Value::Array(items) => items.iter().for_each(|item| each_text(item, see)),
        Value::Object(fields) => fields.values().for_each(|field| each_text(field, see)),
        _ => {}
    }
}

impl Attacks {
    /// Gathers what there is to be attacked.
    ///
    /// # Errors
    /// A sentence, if a committed file cannot be read.
    pub fn gather() -> Result<Attacks, String> {
        let judge = Judge::new();
        let fronts = games::IDS.iter().map(|game| Front::of(&judge, game)).collect::<Result<_, _>>()?;
        Ok(Attacks { judge, fronts })
    }

    /// How many words there are, in all games.
    pub fn words(&self) -> usize {
        self.fronts.iter().map(|front| front.words.len()).sum()
    }

    /// The word of a number, game by game in turn.
    fn word(&self, number: usize) -> Option<(&Front, &Word)> {
        let most = self.fronts.iter().map(|front| front.words.len()).max()?;
        let all = (0..most).flat_map(|at| self.fronts.iter().filter_map(move |front| Some((front, front.words.get(at)?))));
        let count = self.words();
        all.into_iter().nth(number.checked_rem(count)?)
    }

    /// Goes the way of a number. `false`: no card with the word was found that the linter takes.
    pub fn walk(&self, number: usize, size: Size, ask: Ask<'_>) -> bool {
        let Some((front, word)) = self.word(number) else { return false };
        let round = number / self.words().max(1);
        let growth = GROWTHS.get(round % GROWTHS.len()).copied().unwrap_or(Growth::Mixed);
        let mut dice = Dice::new(number as u64);
        let takes = |card: &Value| self.takes(front, card);
        let gardener =
            Gardener { vocabulary: &front.vocabulary, takes: &takes, bytes: size.card, tries: size.tries };
        for _ in 0..8 {
            let Some((ground, at)) = pick(front, word, &mut dice) else { return false };
            let Some(card) = front.cards.get(at) else { continue };
            let Some(planted) = gardener.plant(card, word, &mut dice) else { continue };
            let grown = gardener.grow(&planted, growth, &mut dice);
            let name = format!("{} {}.{} {growth:?}", front.game, word.class, word.name);
            Walk { front, ground, at, name, size }.go(grown, &mut dice, ask);
            return true;
        }
        false
    }

    fn takes(&self, front: &Front, card: &Value) -> bool {
        let pool = front.pool_of(vec![card.clone()]);
        let told = self.judge.lint_pool(pool.to_string().as_bytes());
        told.is_ok_and(|told| told.pointer("/findings").and_then(Value::as_array).is_some_and(Vec::is_empty))
    }

    /// Requests that grow other things than one card: pools, logs, batches.
    pub fn others(&self, number: usize, size: Size, ask: Ask<'_>) {
        let mut dice = Dice::new(number as u64);
        for front in &self.fronts {
            let takes = |card: &Value| self.takes(front, card);
            let gardener =
                Gardener { vocabulary: &front.vocabulary, takes: &takes, bytes: size.card, tries: size.tries };
            let mut grown = Vec::new();
            for card in front.cards.iter().skip(number * 3).take(3) {
                grown.push(gardener.grow(card, Growth::Mixed, &mut dice));
            }
            if grown.is_empty() {
                continue;
            }
            let mut cards = Vec::new();
            let mut bytes = 0;
            for (nth, card) in grown.iter().cycle().take(2_000).enumerate() {
                let mut card = card.clone();
                if let Some(card) = card.as_object_mut() {
                    card.insert("id".to_owned(), json!(format!("x-{nth}")));
                }
                bytes += card.to_string().len() + 1;
                if bytes > size.request * 9 / 10 {
                    break;
                }
                cards.push(card);
            }
            let pool = front.pool_of(cards);
            let mut odd = pool.clone();
            misspell(&mut odd, &mut dice);
            for (what, pool) in [("a pool", &pool), ("a misspelt pool", &odd)] {
                let name = format!("{} {what}", front.game);
                // What cannot be written is no JSON of ours.
                let Ok(bytes) = canonical(pool) else { continue };
                let mut request = Request::post(format!("/v1/pools/{}", Digest::of(&bytes)), bytes);
                request.method = "PUT".to_owned();
                ask(&Attack { name, request });
            }
            for (nth, text) in front.samples.iter().enumerate() {
                let name = |what: &str| format!("{} sample {nth} {what}", front.game);
                for query in ["trace=states&digest=state", "trace=events&view=seat1"] {
                    let request = Request::post(format!("/v1/verify?{query}"), text.clone());
                    ask(&Attack { name: name("trace"), request });
                }
                let lines = (size.request / (text.len() + 1)).clamp(1, 200);
                let body = [text.as_slice(), b"\n"].concat().repeat(lines);
                let mut request = Request::post("/v1/verify/batch?trace=events", body);
                request.set("content-type", "application/x-ndjson");
                ask(&Attack { name: name("batch"), request });
                let Ok(mut header) = serde_json::from_slice::<Value>(text) else { continue };
                let log = header.as_object_mut().and_then(|header| header.remove("actions")).unwrap_or_default();
                let body = json!({ "header": header, "logs": vec![log; 8] }).to_string();
                ask(&Attack { name: name("comparison"), request: Request::post("/v1/compare", body) });
            }
        }
    }
}

/// A position whose cards say the word, else one that has room for it.
fn pick<'f>(front: &'f Front, word: &Word, dice: &mut Dice) -> Option<(&'f Ground, usize)> {
    let fit = |says: &dyn Fn(&(BTreeSet<String>, BTreeSet<Word>)) -> bool| -> Vec<(&'f Ground, usize)> {
        let of = |ground: &'f Ground| {
            let cards = ground.cards.iter().filter(|at| front.says.get(**at).is_some_and(says));
            cards.map(move |at| (ground, *at)).collect::<Vec<_>>()
        };
        front.grounds.iter().flat_map(of).collect()
    };
    let proven = fit(&|(_, words)| words.contains(word));
    let able = if proven.is_empty() { fit(&|(classes, _)| classes.contains(&word.class)) } else { proven };
    dice.pick(&able).copied()
}

/// Every few texts of a pool as long as a word that the nearest is looked for.
fn misspell(value: &mut Value, dice: &mut Dice) {
    match value {
        Value::String(text) if dice.below(3) == 0 => *text = format!("{text:z>60}"),
        Value::Array(items) => items.iter_mut().for_each(|item| misspell(item, dice)),
        Value::Object(fields) => {
            for (name, field) in fields.iter_mut().filter(|(name, _)| *name != "game") {
                if !(name == "id" || name == "cards" && field.is_string()) {
                    misspell(field, dice);
                }
            }
        }
        _ => {}
    }
}

struct Walk<'a> {
    front: &'a Front,
    ground: &'a Ground,
    /// The card that is replaced.
    at: usize,
    name: String,
    size: Size,
}

impl Walk<'_> {
    fn go(&self, card: Value, dice: &mut Dice, ask: Ask<'_>) {
        let id = card.get("id").and_then(Value::as_str).unwrap_or_default().to_owned();
        let cards = self.ground.cards.iter().filter_map(|at| match *at == self.at {
            true => Some(card.clone()),
            false => self.front.cards.get(*at).cloned(),
        });
        let mut replay = self.ground.replay.clone();
        if let Some(header) = replay.as_object_mut() {
            header.insert("pool".to_owned(), self.front.pool_of(cards.collect()));
        }
        let Some(mut answer) = self.verify(&replay, "trace=events", ask) else { return };
        if let Some(crowded) = self.crowd(&replay, &id, dice, ask) {
            replay = crowded;
            let Some(again) = self.verify(&replay, "trace=events", ask) else { return };
            answer = again;
        }
        for _ in 0..=self.size.entries {
            let Some(accepted) = answer.get("accepted").and_then(Value::as_u64) else { return };
            let accepted = usize::try_from(accepted).unwrap_or(0);
            if let Some(Value::Array(log)) = replay.get_mut("actions") {
                log.truncate(accepted);
            }
            let Some(asked) = self.ask("/v1/legal-actions", replay.to_string(), ask) else { return };
            let Some(entry) = choose(&asked, dice) else { break };
            let body = json!({ "action": entry, "replay": replay }).to_string();
            if self.ask("/v1/moves", body, ask).is_none() {
                return;
            }
            if let Some(Value::Array(log)) = replay.get_mut("actions") {
                log.push(entry);
            }
            let Some(next) = self.verify(&replay, "trace=events&view=seat0", ask) else { return };
            answer = next;
        }
        self.verify(&replay, "trace=states&digest=state", ask);
    }

    fn verify(&self, replay: &Value, query: &str, ask: Ask<'_>) -> Option<Value> {
        self.ask(&format!("/v1/verify?{query}"), replay.to_string(), ask)
    }

    fn ask(&self, target: &str, body: String, ask: Ask<'_>) -> Option<Value> {
        if body.len() > self.size.request {
            return None;
        }
        let answer = ask(&Attack { name: self.name.clone(), request: Request::post(target, body) })?;
        serde_json::from_slice(&answer.body).ok()
    }

    /// The position with many copies of the card, wherever it stands in a list.
    fn crowd(&self, replay: &Value, id: &str, dice: &mut Dice, ask: Ask<'_>) -> Option<Value> {
        let mut crowded = replay.clone();
        let mut lists = Vec::new();
        lists_of(replay.pointer("/start/position")?, id, &mut "/start/position".to_owned(), &mut lists);
        let mut changed = false;
        for _ in 0..lists.len().min(4) {
            let pointer = lists.swap_remove(dice.below(lists.len()));
            for copies in [self.size.copies, self.size.copies / 4, 3] {
                let mut other = crowded.clone();
                let Some(Value::Array(items)) = other.pointer_mut(&pointer) else { break };
                let Some(item) = items.iter().find(|item| has(item, id)).cloned() else { break };
                items.resize(items.len().max(copies), item);
                let answer = self.verify(&other, "at=0", ask)?;
                let is_taken = answer.get("verdict").is_some_and(|verdict| verdict != "illegal");
                if is_taken {
                    crowded = other;
                    changed = true;
                    break;
                }
            }
        }
        changed.then_some(crowded)
    }
}

fn has(value: &Value, id: &str) -> bool {
    match value {
        Value::String(text) => text == id,
        Value::Object(fields) => fields.values().any(|field| has(field, id)),
        _ => false,
    }
}

/// The pointers of all lists in which a card stands.
fn lists_of(value: &Value, id: &str, pointer: &mut String, found: &mut Vec<String>) {
    let length = pointer.len();
    match value {
        Value::Array(items) => {
            if items.iter().any(|item| has(item, id)) {
                found.push(pointer.clone());
            }
            for (at, item) in items.iter().enumerate() {
                pointer.push_str(&format!("/{at}"));
                lists_of(item, id, pointer, found);
                pointer.truncate(length);
            }
        }
        Value::Object(fields) => {
            for (name, field) in fields {
                pointer.push_str(&format!("/{name}"));
                lists_of(field, id, pointer, found);
                pointer.truncate(length);
            }
        }
        _ => {}
    }
}

/// One of the legal answers that are listed, mostly one that says much.
fn choose(answer: &Value, dice: &mut Dice) -> Option<Value> {
    let asked: Vec<&Value> = answer.get("next")?.as_array()?.iter().collect();
    let asked = dice.pick(&asked)?;
    let mut listed: Vec<&Value> = asked.get("listing")?.as_array()?.iter().collect();
    if dice.below(4) > 0 {
        let most = listed.iter().map(|entry| entry.as_object().map_or(0, serde_json::Map::len)).max()?;
        listed.retain(|entry| entry.as_object().is_some_and(|entry| entry.len() == most));
    }
    let mut entry = (*dice.pick(&listed)?).clone();
    entry.as_object_mut()?.insert("seat".to_owned(), asked.get("seat").cloned().unwrap_or_default());
    Some(entry)
}
