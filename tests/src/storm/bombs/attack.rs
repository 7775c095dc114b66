//! The requests: each number stands for one word, grown in one way, in one position, and for the walk of a client who
//! asks what is legal there and does some of it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use rules_judge_engine::games;
use rules_judge_replays::canonical::canonical;
use rules_judge_replays::case::{load, run};
use rules_judge_replays::digest::Digest;
use rules_judge_replays::judge::Judge;
use serde_json::{Value, json};

use super::card::Gardener;
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
    /// How many changes of a card are tried until the linter takes one.
    pub tries: usize,
    /// How much is put into a field of a position.
    pub copies: &'static [usize],
    /// How many changes are made on the way.
    pub steps: usize,
    /// How often an entry is played again.
    pub again: usize,
}

impl Size {
    /// As much as the service has to bear.
    pub const LARGE: Size = Size {
        request: 1_000_000,
        card: 60_000,
        tries: 12,
        copies: &[150, 40, 12, 6, 3, 1],
        steps: 60,
        again: 40,
    };
    /// As much as an ordinary test asks for.
    pub const SMALL: Size =
        Size { request: 20_000, card: 1_500, tries: 12, copies: &[3, 1], steps: 4, again: 2 };
}

/// One request.
#[derive(Debug, Clone)]
pub struct Attack {
    /// What it grows.
    pub name: String,
    /// The request.
    pub request: Request,
}

/// What becomes of a request, and what it cost, in any measure; `None`: the walk ends.
pub type Ask<'a> = &'a mut dyn FnMut(&Attack) -> Option<(Answer, u64)>;

/// A way that was gone, and where it ended.
#[derive(Debug, Clone)]
pub struct Way {
    game: &'static str,
    at: usize,
    /// The game, the word, and the number of the way.
    pub name: String,
    standing: Option<Standing>,
}

impl Way {
    /// What telling what stands at its end costs.
    pub fn cost(&self) -> u64 {
        self.standing.as_ref().map_or(0, |standing| standing.cost)
    }
}

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
    /// The pool of its cases, without cards.
    pool: Value,
    cards: Vec<Value>,
    positions: Vocabulary,
    /// Of each card: the classes that it has places for, and the definitions in which these are.
    says: Vec<BTreeSet<(String, String)>>,
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
        let mut pool = suite.pool.clone().ok_or_else(|| format!("the cases of {game} have no pool"))?;
        let cards = match pool.get_mut("cards").map(Value::take) {
            Some(Value::Array(cards)) => cards,
            _ => return Err(format!("the pool of the cases of {game} has no cards")),
        };
        let vocabulary = Vocabulary::of_cards(game, &cards)?;
        let positions = Vocabulary::of_positions(game)?;
        let said =
            |card: &Value| vocabulary.sites(card).into_iter().map(|site| (site.class, site.holder)).collect();
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
            let named =
                |card: &Value| card.get("id").and_then(Value::as_str).is_some_and(|id| texts.contains(id));
            let cards = (0..cards.len()).filter(|at| cards.get(*at).is_some_and(named)).collect();
            grounds.push(Ground { replay, cards });
        }
        let words = vocabulary.words();
        let samples = sample::load(game)?.into_iter().take(4).collect();
        Ok(Front { game, pool, cards, positions, says, vocabulary, words, grounds, samples })
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
        let all = (0..most)
            .flat_map(|at| self.fronts.iter().filter_map(move |front| Some((front, front.words.get(at)?))));
        let count = self.words();
        all.into_iter().nth(number.checked_rem(count)?)
    }

    /// The game, class and name of the word of a number.
    pub fn name(&self, number: usize) -> String {
        let word = self.word(number);
        word.map_or_else(String::new, |(front, word)| format!("{} {}.{}", front.game, word.class, word.name))
    }

    /// Goes the way of a number. `None`: no card with the word was found that the linter takes.
    pub fn walk(&self, number: usize, size: Size, ask: Ask<'_>) -> Option<Way> {
        let (front, word) = self.word(number)?;
        let mut dice = Dice::new(number as u64);
        let takes = |card: &Value| self.takes(front, card);
        let gardener = gardener(front, &takes, size);
        for _ in 0..8 {
            let (ground, at, holder) = pick(front, word, &mut dice)?;
            let Some(planted) =
                front.cards.get(at).and_then(|card| gardener.plant(card, word, holder, &mut dice))
            else {
                continue;
            };
            let name = format!("{} {number}", self.name(number));
            let walk = Walk { front, at, name: &name, size, gardener: &gardener };
            let standing = walk.look(planted, ground.replay.clone(), ask).flatten();
            let standing = standing.map(|standing| walk.go(standing, true, &mut dice, ask));
            return Some(Way { game: front.game, at, name, standing });
        }
        None
    }

    /// Goes on from where another way has ended.
    pub fn go_on(&self, way: &Way, number: usize, size: Size, ask: Ask<'_>) -> Option<Way> {
        let front = self.fronts.iter().find(|front| front.game == way.game)?;
        let mut dice = Dice::new(number as u64);
        let takes = |card: &Value| self.takes(front, card);
        let gardener = gardener(front, &takes, size);
        let walk = Walk { front, at: way.at, name: &way.name, size, gardener: &gardener };
        let standing = walk.go(way.standing.clone()?, false, &mut dice, ask);
        Some(Way { standing: Some(standing), ..way.clone() })
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
            let gardener = gardener(front, &takes, size);
            let mut grown = Vec::new();
            for card in front.cards.iter().skip(number * 3).take(3) {
                let mut card = card.clone();
                for _ in 0..size.steps {
                    card = gardener.changed(&card, &mut dice).unwrap_or(card);
                }
                grown.push(card);
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
                let log =
                    header.as_object_mut().and_then(|header| header.remove("actions")).unwrap_or_default();
                let body = json!({ "header": header, "logs": vec![log; 8] }).to_string();
                ask(&Attack { name: name("comparison"), request: Request::post("/v1/compare", body) });
            }
        }
    }
}

fn gardener<'a>(front: &'a Front, takes: &'a dyn Fn(&Value) -> bool, size: Size) -> Gardener<'a> {
    Gardener { vocabulary: &front.vocabulary, takes, bytes: size.card, tries: size.tries }
}

/// A position, one of its cards, and a definition in which that has a place for the class of a word: each of these
/// definitions as likely as the others, and each card that has it. Where no card has a place for the class, any card.
fn pick<'f>(front: &'f Front, word: &Word, dice: &mut Dice) -> Option<(&'f Ground, usize, &'f str)> {
    let mut held: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, says) in front.says.iter().enumerate() {
        // Without a position the card cannot be used.
        if !front.grounds.iter().any(|ground| ground.cards.contains(&at)) {
            continue;
        }
        for (_, holder) in says.iter().filter(|(class, _)| *class == word.class) {
            held.entry(holder).or_default().push(at);
        }
        held.entry("").or_default().push(at);
    }
    if held.len() > 1 {
        held.remove("");
    }
    let holders: Vec<(&str, Vec<usize>)> = held.into_iter().collect();
    let (holder, cards) = dice.pick(&holders)?;
    let at = *dice.pick(cards)?;
    let grounds: Vec<&Ground> = front.grounds.iter().filter(|ground| ground.cards.contains(&at)).collect();
    Some((dice.pick(&grounds)?, at, holder))
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
    /// The card that is replaced.
    at: usize,
    name: &'a str,
    size: Size,
    gardener: &'a Gardener<'a>,
}

/// Where a walk stands.
#[derive(Debug, Clone)]
struct Standing {
    card: Value,
    /// A replay that is legal.
    replay: Value,
    /// The verdict on it, and who is asked what after it.
    verdict: Value,
    asked: Value,
    /// What telling both cost.
    cost: u64,
}

impl Walk<'_> {
    /// Changes the card, the position and the log, one after the other, and goes on from whatever costs no less. To
    /// begin with there is much put into the position, whatever it costs.
    fn go(&self, mut best: Standing, begins: bool, dice: &mut Dice, ask: Ask<'_>) -> Standing {
        let id = best.card.get("id").and_then(Value::as_str).unwrap_or_default().to_owned();
        for step in 0..self.size.steps {
            let begins = begins && step < self.size.steps / 4;
            let mut next = best.clone();
            let changed = match if begins { 3 } else { dice.below(8) } {
                0..3 => self.gardener.changed(&next.card, dice).map(|card| next.card = card),
                3 => self.crowd(&mut next.replay, &id, dice),
                4..7 => self.play(&best, &mut next.replay, &id, dice),
                _ => next.replay.get_mut("actions").and_then(Value::as_array_mut).map(|log| {
                    log.truncate(dice.below(log.len() + 1));
                }),
            };
            if changed.is_none() {
                continue;
            }
            match self.look(next.card, next.replay, ask) {
                None => return best,
                Some(Some(next)) if begins || next.cost >= best.cost / 8 * 7 => best = next,
                Some(_) => {}
            }
        }
        if let Some(entry) = choose(&best.asked, &BTreeSet::new(), dice) {
            let body = json!({ "action": entry, "replay": best.replay }).to_string();
            self.ask("/v1/moves?view=seat1", body, ask);
        }
        for query in ["trace=states&digest=state", "trace=events&view=seat0"] {
            self.ask(&format!("/v1/verify?{query}"), best.replay.to_string(), ask);
        }
        best
    }

    /// What a replay with the card comes to, its log cut to what is legal of it. `Some(None)`: it is none; `None`: the
    /// walk ends.
    fn look(&self, card: Value, mut replay: Value, ask: Ask<'_>) -> Option<Option<Standing>> {
        let mut texts = BTreeSet::new();
        each_text(replay.pointer("/start/position")?, &mut |text| {
            texts.insert(text.to_owned());
        });
        let named =
            |card: &Value| card.get("id").and_then(Value::as_str).is_some_and(|id| texts.contains(id));
        let others = self.front.cards.iter().enumerate().filter(|(at, other)| *at != self.at && named(other));
        let cards = others.map(|(_, other)| other).chain([&card]).cloned().collect();
        replay.as_object_mut()?.insert("pool".to_owned(), self.front.pool_of(cards));
        let (verdict, of_verdict) = self.ask("/v1/verify?trace=events", replay.to_string(), ask)?;
        let Some(accepted) = verdict.get("accepted").and_then(Value::as_u64) else { return Some(None) };
        if verdict.pointer("/illegal/stage").is_some_and(|stage| stage == "header") {
            return Some(None);
        }
        let log = replay.get_mut("actions").and_then(Value::as_array_mut)?;
        log.truncate(usize::try_from(accepted).unwrap_or(0));
        let (asked, of_asked) = self.ask("/v1/legal-actions", replay.to_string(), ask)?;
        // A long log has a long trace; that says nothing of the card.
        let entries = replay.get("actions").and_then(Value::as_array).map_or(0, Vec::len) as u64;
        let cost = of_asked.max(of_verdict / (1 + entries / 4));
        Some(Some(Standing { card, replay, verdict, asked, cost }))
    }

    fn ask(&self, target: &str, body: String, ask: Ask<'_>) -> Option<(Value, u64)> {
        if body.len() > self.size.request {
            return None;
        }
        let (answer, cost) =
            ask(&Attack { name: self.name.to_owned(), request: Request::post(target, body) })?;
        Some((serde_json::from_slice(&answer.body).ok()?, cost))
    }

    /// Puts much into a field of the position, the card wherever one is named.
    fn crowd(&self, replay: &mut Value, id: &str, dice: &mut Dice) -> Option<()> {
        let position = replay.pointer("/start/position")?;
        let mut room = self.front.positions.room(position, id, self.size.copies);
        room.retain(|(_, all)| !all.is_empty());
        let (pointer, all) = dice.pick(&room)?;
        let much = dice.pick(all)?.clone();
        put(replay, &format!("/start/position{pointer}"), much)
    }

    /// Plays one of the legal answers, perhaps again and again.
    fn play(&self, best: &Standing, replay: &mut Value, id: &str, dice: &mut Dice) -> Option<()> {
        let mut own = BTreeSet::new();
        numbers_of(&best.verdict, id, &mut own);
        let entry = choose(&best.asked, &own, dice)?;
        let times = if dice.below(2) == 0 { 1 } else { self.size.again };
        replay.get_mut("actions")?.as_array_mut()?.extend(vec![entry; times]);
        Some(())
    }
}

/// Puts something into a field.
fn put(value: &mut Value, pointer: &str, part: Value) -> Option<()> {
    let (above, field) = pointer.rsplit_once('/')?;
    value.pointer_mut(above)?.as_object_mut()?.insert(field.to_owned(), part);
    Some(())
}

/// The numbers of a card on the table, as an answer has them.
fn numbers_of(value: &Value, id: &str, found: &mut BTreeSet<u64>) {
    match value {
        Value::Object(fields) => {
            if fields.get("card").and_then(Value::as_str) == Some(id) {
                found.extend(fields.get("id").and_then(Value::as_u64));
            }
            fields.values().for_each(|field| numbers_of(field, id, found));
        }
        Value::Array(items) => items.iter().for_each(|item| numbers_of(item, id, found)),
        _ => {}
    }
}

fn names(value: &Value, cards: &BTreeSet<u64>) -> bool {
    match value {
        Value::Number(number) => number.as_u64().is_some_and(|number| cards.contains(&number)),
        Value::Array(items) => items.iter().any(|item| names(item, cards)),
        Value::Object(fields) => fields.iter().any(|(name, field)| name != "seat" && names(field, cards)),
        _ => false,
    }
}

/// One of the legal answers that are listed, mostly one that names the card.
fn choose(answer: &Value, own: &BTreeSet<u64>, dice: &mut Dice) -> Option<Value> {
    let asked: Vec<&Value> = answer.get("next")?.as_array()?.iter().collect();
    let asked = dice.pick(&asked)?;
    let listed: Vec<&Value> = asked.get("listing")?.as_array()?.iter().collect();
    let of_own: Vec<&Value> = listed.iter().copied().filter(|entry| names(entry, own)).collect();
    let from = if of_own.is_empty() || dice.below(8) == 0 { listed } else { of_own };
    let mut entry = (*dice.pick(&from)?).clone();
    entry.as_object_mut()?.insert("seat".to_owned(), asked.get("seat").cloned().unwrap_or_default());
    Some(entry)
}
