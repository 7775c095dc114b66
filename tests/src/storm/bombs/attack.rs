//! The requests. A number stands for one word in one position and for a search: it changes card, position and
//! log and keeps what costs more, with legal answers that the service lists.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use rules_judge_engine::games;
use rules_judge_replays::answer::Language;
use rules_judge_replays::codec::canonical::canonical;
use rules_judge_replays::codec::digest::Digest;
use rules_judge_replays::judging::Judge;
use rules_judge_replays::tools::case::{load, run};
use serde_json::{Value, json};

use super::card::CardMutator;
use super::vocabulary::{Vocabulary, Word};
use crate::mutation::Dice;
use crate::sample;
use crate::wire::{Answer, Request};

/// The sizes of requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size {
    /// The most bytes of a request.
    pub request: usize,
    /// The most bytes of a card.
    pub card: usize,
    /// The most changes of a card that are tried until the linter accepts one.
    pub tries: usize,
    /// The numbers of items with which a field of a position is filled.
    pub copies: &'static [usize],
    /// The number of changes of a search.
    pub steps: usize,
    /// The most repetitions of an entry.
    pub again: usize,
}

impl Size {
    /// Up to the limits of the service.
    pub const LARGE: Size = Size {
        request: 1_000_000,
        card: 60_000,
        tries: 12,
        copies: &[150, 40, 12, 6, 3, 1],
        steps: 60,
        again: 40,
    };
    /// Small enough for the test suite.
    pub const SMALL: Size =
        Size { request: 20_000, card: 1_500, tries: 12, copies: &[3, 1], steps: 4, again: 2 };
}

/// One request.
#[derive(Debug, Clone)]
pub struct Attack {
    /// The word or field that it grows.
    pub name: String,
    /// The request.
    pub request: Request,
}

/// Sends a request, and returns the answer and its cost, in any measure; `None`: the search ends.
pub type Ask<'a> = &'a mut dyn FnMut(&Attack) -> Option<(Answer, u64)>;

/// The most expensive replay that a search found.
#[derive(Debug, Clone)]
pub struct Candidate {
    game: &'static str,
    at: usize,
    /// The game, the word, and the number of the search.
    pub name: String,
    evaluated: Option<Evaluated>,
}

impl Candidate {
    /// The cost of its answers.
    pub fn cost(&self) -> u64 {
        self.evaluated.as_ref().map_or(0, |evaluated| evaluated.cost)
    }
}

/// A position of a case, and the cards that it names.
#[derive(Debug)]
struct Scenario {
    replay: Value,
    cards: Vec<usize>,
}

/// The material of attacks on one game.
#[derive(Debug)]
struct Corpus {
    game: &'static str,
    /// The pool of its cases, without cards.
    pool: Value,
    cards: Vec<Value>,
    positions: Vocabulary,
    /// For each card, the classes of words that it has places for, and the definitions around these places.
    slots: Vec<BTreeSet<(String, String)>>,
    vocabulary: Vocabulary,
    words: Vec<Word>,
    scenarios: Vec<Scenario>,
    samples: Vec<Vec<u8>>,
}

/// All attacks.
#[derive(Debug)]
pub struct Attacks {
    judge: Judge,
    corpora: Vec<Corpus>,
}

impl Corpus {
    fn of(judge: &Judge, game: &'static str) -> Result<Corpus, String> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases").join(game);
        let suite = load::suite(&root).map_err(|unread| unread.to_string())?;
        let mut pool = suite.pool.clone().ok_or_else(|| format!("the cases of {game} have no pool"))?;
        let cards = match pool.get_mut("cards").map(Value::take) {
            Some(Value::Array(cards)) => cards,
            _ => return Err(format!("the pool of the cases of {game} has no cards")),
        };
        let vocabulary = Vocabulary::of_cards(game, &cards)?;
        let positions = Vocabulary::of_positions(game)?;
        let slots_of =
            |card: &Value| vocabulary.sites(card).into_iter().map(|site| (site.class, site.holder)).collect();
        let slots = cards.iter().map(slots_of).collect();
        let mut scenarios = Vec::new();
        for case in suite.chapters.iter().flat_map(|chapter| &chapter.cases) {
            // The header of a case may be unreadable, or its game may have no cards.
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
            scenarios.push(Scenario { replay, cards });
        }
        let words = vocabulary.words();
        let samples = sample::load(game)?.into_iter().take(4).collect();
        Ok(Corpus { game, pool, cards, positions, slots, vocabulary, words, scenarios, samples })
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

fn each_text(value: &Value, visit: &mut dyn FnMut(&str)) {
    match value {
        Value::String(text) => visit(text),
        Value::Array(items) => items.iter().for_each(|item| each_text(item, visit)),
        Value::Object(fields) => fields.values().for_each(|field| each_text(field, visit)),
        _ => {}
    }
}

impl Attacks {
    /// Reads the cases, samples and schemas of all games.
    ///
    /// # Errors
    /// A sentence, if a committed file cannot be read.
    pub fn gather() -> Result<Attacks, String> {
        let judge = Judge::new();
        let corpora = games::IDS.iter().map(|game| Corpus::of(&judge, game)).collect::<Result<_, _>>()?;
        Ok(Attacks { judge, corpora })
    }

    /// The number of words of all games.
    pub fn words(&self) -> usize {
        self.corpora.iter().map(|corpus| corpus.words.len()).sum()
    }

    /// The word of a number, game by game in turn.
    fn word(&self, number: usize) -> Option<(&Corpus, &Word)> {
        let most = self.corpora.iter().map(|corpus| corpus.words.len()).max()?;
        let all = (0..most).flat_map(|at| {
            self.corpora.iter().filter_map(move |corpus| Some((corpus, corpus.words.get(at)?)))
        });
        let count = self.words();
        all.into_iter().nth(number.checked_rem(count)?)
    }

    /// The game, class and name of the word of a number.
    pub fn name(&self, number: usize) -> String {
        let word = self.word(number);
        word.map_or_else(String::new, |(corpus, word)| {
            format!("{} {}.{}", corpus.game, word.class, word.name)
        })
    }

    /// Runs the search of a number. `None`: the linter accepted no card with the word.
    pub fn search(&self, number: usize, size: Size, ask: Ask<'_>) -> Option<Candidate> {
        let (corpus, word) = self.word(number)?;
        let mut dice = Dice::new(number as u64);
        let takes = |card: &Value| self.takes(corpus, card);
        let mutator = mutator(corpus, &takes, size);
        for _ in 0..8 {
            let (scenario, at, holder) = pick(corpus, word, &mut dice)?;
            let Some(inserted) =
                corpus.cards.get(at).and_then(|card| mutator.insert(card, word, holder, &mut dice))
            else {
                continue;
            };
            let name = format!("{} {number}", self.name(number));
            let search = Search { corpus, at, name: &name, size, mutator: &mutator };
            let evaluated = search.evaluate(inserted, scenario.replay.clone(), ask).flatten();
            let evaluated = evaluated.map(|evaluated| search.run(evaluated, true, &mut dice, ask));
            return Some(Candidate { game: corpus.game, at, name, evaluated });
        }
        None
    }

    /// Searches on from a candidate.
    pub fn search_on(
        &self,
        candidate: &Candidate,
        number: usize,
        size: Size,
        ask: Ask<'_>,
    ) -> Option<Candidate> {
        let corpus = self.corpora.iter().find(|corpus| corpus.game == candidate.game)?;
        let mut dice = Dice::new(number as u64);
        let takes = |card: &Value| self.takes(corpus, card);
        let mutator = mutator(corpus, &takes, size);
        let search = Search { corpus, at: candidate.at, name: &candidate.name, size, mutator: &mutator };
        let evaluated = search.run(candidate.evaluated.clone()?, false, &mut dice, ask);
        Some(Candidate { evaluated: Some(evaluated), ..candidate.clone() })
    }

    fn takes(&self, corpus: &Corpus, card: &Value) -> bool {
        let pool = corpus.pool_of(vec![card.clone()]);
        let answer = self.judge.lint_pool(pool.to_string().as_bytes(), Language::English);
        answer.is_ok_and(|answer| {
            answer.pointer("/findings").and_then(Value::as_array).is_some_and(Vec::is_empty)
        })
    }

    /// Sends requests that grow a table field by field: numbers, the cards already there, and each card of
    /// the position wherever it may lie. Accepted growth stays, so that legal answers get the largest
    /// domains.
    pub fn tables(&self, number: usize, size: Size, ask: Ask<'_>) {
        for corpus in &self.corpora {
            let takes = |card: &Value| self.takes(corpus, card);
            let mutator = mutator(corpus, &takes, size);
            let scenario = number.checked_rem(corpus.scenarios.len()).and_then(|at| corpus.scenarios.get(at));
            let Some(scenario) = scenario else { continue };
            for &at in &scenario.cards {
                let Some(card) = corpus.cards.get(at) else { continue };
                let id = card.get("id").and_then(Value::as_str).unwrap_or_default();
                let name = format!("{} table {number} {id}", corpus.game);
                let search = Search { corpus, at, name: &name, size, mutator: &mutator };
                if search.grow_table(card, id, scenario.replay.clone(), ask).is_none() {
                    return;
                }
            }
        }
    }

    /// Sends requests that grow pools, logs and batches.
    pub fn others(&self, number: usize, size: Size, ask: Ask<'_>) {
        let mut dice = Dice::new(number as u64);
        for corpus in &self.corpora {
            let takes = |card: &Value| self.takes(corpus, card);
            let mutator = mutator(corpus, &takes, size);
            let mut grown = Vec::new();
            for card in corpus.cards.iter().skip(number * 3).take(3) {
                let mut card = card.clone();
                for _ in 0..size.steps {
                    card = mutator.changed(&card, &mut dice).unwrap_or(card);
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
            let pool = corpus.pool_of(cards);
            let mut odd = pool.clone();
            misspell(&mut odd, &mut dice);
            for (what, pool) in [("a pool", &pool), ("a misspelt pool", &odd)] {
                let name = format!("{} {what}", corpus.game);
                // A value without canonical form is skipped.
                let Ok(bytes) = canonical(pool) else { continue };
                let mut request = Request::post(format!("/v1/pools/{}", Digest::of(&bytes)), bytes);
                request.method = "PUT".to_owned();
                ask(&Attack { name, request });
            }
            for (nth, text) in corpus.samples.iter().enumerate() {
                let name = |what: &str| format!("{} sample {nth} {what}", corpus.game);
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

fn mutator<'a>(corpus: &'a Corpus, takes: &'a dyn Fn(&Value) -> bool, size: Size) -> CardMutator<'a> {
    CardMutator { vocabulary: &corpus.vocabulary, takes, bytes: size.card, tries: size.tries }
}

/// Picks a position, one of its cards, and a definition in which the card has a place for the class of a
/// word, each of these with equal probability. If no card has a place for the class, picks any card.
fn pick<'f>(corpus: &'f Corpus, word: &Word, dice: &mut Dice) -> Option<(&'f Scenario, usize, &'f str)> {
    let mut held: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, slots) in corpus.slots.iter().enumerate() {
        // A card that no position has cannot be used.
        if !corpus.scenarios.iter().any(|scenario| scenario.cards.contains(&at)) {
            continue;
        }
        for (_, holder) in slots.iter().filter(|(class, _)| *class == word.class) {
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
    let scenarios: Vec<&Scenario> =
        corpus.scenarios.iter().filter(|scenario| scenario.cards.contains(&at)).collect();
    Some((dice.pick(&scenarios)?, at, holder))
}

/// Replaces some texts of a pool by unknown words of the greatest length for which the nearest is searched.
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

struct Search<'a> {
    corpus: &'a Corpus,
    /// The card that is replaced.
    at: usize,
    name: &'a str,
    size: Size,
    mutator: &'a CardMutator<'a>,
}

/// A replay with its answers.
#[derive(Debug, Clone)]
struct Evaluated {
    card: Value,
    /// A replay that is legal.
    replay: Value,
    /// Its verdict, and the questions after it.
    verdict: Value,
    asked: Value,
    /// The cost of both answers.
    cost: u64,
}

impl Search<'_> {
    /// Changes the card, the position and the log in turn, and keeps a change that does not cost less. With
    /// `begins` it first fills the position at any cost.
    fn run(&self, mut best: Evaluated, begins: bool, dice: &mut Dice, ask: Ask<'_>) -> Evaluated {
        let id = best.card.get("id").and_then(Value::as_str).unwrap_or_default().to_owned();
        for step in 0..self.size.steps {
            let begins = begins && step < self.size.steps / 4;
            let mut next = best.clone();
            let changed = match if begins { 3 } else { dice.below(8) } {
                0..3 => self.mutator.changed(&next.card, dice).map(|card| next.card = card),
                3 => self.fill_position(&mut next.replay, &id, dice),
                4..7 => self.play(&best, &mut next.replay, &id, dice),
                _ => next.replay.get_mut("actions").and_then(Value::as_array_mut).map(|log| {
                    log.truncate(dice.below(log.len() + 1));
                }),
            };
            if changed.is_none() {
                continue;
            }
            match self.evaluate(next.card, next.replay, ask) {
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

    /// Judges a replay with the card, with its log cut to its legal part. `Some(None)`: it cannot be judged;
    /// `None`: the search ends.
    fn evaluate(&self, card: Value, mut replay: Value, ask: Ask<'_>) -> Option<Option<Evaluated>> {
        let mut texts = BTreeSet::new();
        each_text(replay.pointer("/start/position")?, &mut |text| {
            texts.insert(text.to_owned());
        });
        let named =
            |card: &Value| card.get("id").and_then(Value::as_str).is_some_and(|id| texts.contains(id));
        let others =
            self.corpus.cards.iter().enumerate().filter(|(at, other)| *at != self.at && named(other));
        let cards = others.map(|(_, other)| other).chain([&card]).cloned().collect();
        replay.as_object_mut()?.insert("pool".to_owned(), self.corpus.pool_of(cards));
        let (verdict, of_verdict) = self.ask("/v1/verify?trace=events", replay.to_string(), ask)?;
        let Some(accepted) = verdict.get("accepted").and_then(Value::as_u64) else { return Some(None) };
        if verdict.pointer("/illegal/stage").is_some_and(|stage| stage == "header") {
            return Some(None);
        }
        let log = replay.get_mut("actions").and_then(Value::as_array_mut)?;
        log.truncate(usize::try_from(accepted).unwrap_or(0));
        let (asked, of_asked) = self.ask("/v1/legal-actions", replay.to_string(), ask)?;
        // A long log has a long trace; that is no cost of the card.
        let entries = replay.get("actions").and_then(Value::as_array).map_or(0, Vec::len) as u64;
        let cost = of_asked.max(of_verdict / (1 + entries / 4));
        Some(Some(Evaluated { card, replay, verdict, asked, cost }))
    }

    fn ask(&self, target: &str, body: String, ask: Ask<'_>) -> Option<(Value, u64)> {
        if body.len() > self.size.request {
            return None;
        }
        let (answer, cost) =
            ask(&Attack { name: self.name.to_owned(), request: Request::post(target, body) })?;
        Some((serde_json::from_slice(&answer.body).ok()?, cost))
    }

    /// Grows a position as far as the judge accepts it. `None`: the search ends.
    fn grow_table(&self, card: &Value, id: &str, mut replay: Value, ask: Ask<'_>) -> Option<()> {
        replay.as_object_mut()?.insert("actions".to_owned(), json!([]));
        let most = self.size.copies.first().copied().unwrap_or(1);
        for kind in [Growth::Numbers, Growth::Copies, Growth::Card] {
            let Some(position) = replay.pointer("/start/position") else { return Some(()) };
            let mut fields = Vec::new();
            match kind {
                Growth::Card => {
                    let filled = self.corpus.positions.fillable(position, id, self.size.copies);
                    let largest =
                        filled.into_iter().filter_map(|(place, all)| Some((place, all.into_iter().next()?)));
                    fields.extend(largest);
                }
                Growth::Numbers | Growth::Copies => grown(position, "", kind, most, &mut fields),
            }
            for (pointer, much) in fields {
                let mut next = replay.clone();
                if put(&mut next, &format!("/start/position{pointer}"), much).is_some()
                    && self.evaluate(card.clone(), next.clone(), ask)?.is_some()
                {
                    replay = next;
                }
            }
        }
        // Many such lines in one request, with a normal request at the same time.
        let line = format!("{replay}\n");
        let lines = (self.size.request / line.len()).min(BATCH_LINES);
        let mut request = Request::post("/v1/verify/batch", line.repeat(lines));
        request.set("content-type", "application/x-ndjson");
        ask(&Attack { name: format!("{} batch", self.name), request }).map(|_| ())
    }

    /// Fills a field of the position, with the card wherever one is named.
    fn fill_position(&self, replay: &mut Value, id: &str, dice: &mut Dice) -> Option<()> {
        let position = replay.pointer("/start/position")?;
        let mut fields = self.corpus.positions.fillable(position, id, self.size.copies);
        fields.retain(|(_, all)| !all.is_empty());
        let (pointer, all) = dice.pick(&fields)?;
        let much = dice.pick(all)?.clone();
        put(replay, &format!("/start/position{pointer}"), much)
    }

    /// Plays one of the legal answers, perhaps again and again.
    fn play(&self, best: &Evaluated, replay: &mut Value, id: &str, dice: &mut Dice) -> Option<()> {
        let mut own = BTreeSet::new();
        numbers_of(&best.verdict, id, &mut own);
        let entry = choose(&best.asked, &own, dice)?;
        let times = if dice.below(2) == 0 { 1 } else { self.size.again };
        replay.get_mut("actions")?.as_array_mut()?.extend(vec![entry; times]);
        Some(())
    }
}

/// The part of a position that grows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Growth {
    /// Numbers of pieces.
    Numbers,
    /// Lists, with copies of their first items.
    Copies,
    /// Fields that can name a card.
    Card,
}

/// The most lines of a batch of tables.
const BATCH_LINES: usize = 80;

/// The largest count of pieces that a position has.
const MOST_PIECES: u64 = 1_000;

/// The fields inside a value that grow, with what they become.
fn grown(value: &Value, pointer: &str, kind: Growth, most: usize, fields: &mut Vec<(String, Value)>) {
    match value {
        Value::Object(of) => {
            for (name, inner) in of {
                let pointer = format!("{pointer}/{name}");
                match inner {
                    Value::Number(_) if kind == Growth::Numbers && pointer.starts_with("/players") => {
                        fields.push((pointer, json!(MOST_PIECES)));
                    }
                    Value::Array(items) if kind == Growth::Copies && name != "players" => {
                        fields.extend(items.first().map(|item| (pointer, json!(vec![item; most]))));
                    }
                    inner => grown(inner, &pointer, kind, most, fields),
                }
            }
        }
        Value::Array(items) => {
            for (at, inner) in items.iter().enumerate() {
                grown(inner, &format!("{pointer}/{at}"), kind, most, fields);
            }
        }
        _ => {}
    }
}

/// Sets a field.
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
