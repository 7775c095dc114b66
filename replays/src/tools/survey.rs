//! A survey of a pool: bots play many games with its exact cards, each deck built around the next card of the
//! pool. The result tells how games ended, what went wrong, and which abilities were never used.
//!
//! An ability counts as used in a game if an event names it, or if replacing it by something inert changes
//! the game: an entry of the log is refused, or events or the table differ. The second test takes long, so
//! only cards that left their deck are tested, and an ability without effect in several games is tested only
//! in every eighth. On request, abilities that no game used are tested on the small tables of `try`.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use rules_judge_engine::game_kit::sentence::AbilityAt;
use rules_judge_engine::games::{Reader, Registered, Visit};
use rules_judge_engine::kernel::{Event, Match, Viewer};
use rules_judge_engine::maps::map_of;
use rules_judge_engine::writer;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::answer::{Fault, FaultCode, Language, Query, VerdictKind, detail};
use crate::catalog::cards::{card_of, exact};
use crate::catalog::read_back;
use crate::codec::canonical::canonical;
use crate::codec::digest::{Digest, Seed};
use crate::codec::format::{PoolName, Replay};
use crate::judging::Judge;
use crate::judging::chance::Stream;
use crate::judging::entry::{EntryResult, take};
use crate::judging::{judgement, run};
use crate::tools::bot::{self, Played, seed_of};
use crate::tools::decks;

/// The bots of successive games, if the plan names none.
const PAIRS: [[&str; 2]; 6] = [
    ["keen", "keen"],
    ["curious", "curious"],
    ["gentle", "keen"],
    ["random", "keen"],
    ["gentle", "curious"],
    ["random", "curious"],
];

/// An ability is tested in each of the first 12 games with its card, then in every eighth.
const EVERY_TIME: u32 = 12;
const NOW_AND_THEN: u32 = 8;
/// At most so many abilities of other cards are tried in place of one that cannot be left out.
const OTHERS: usize = 16;
/// At most so many decks are tried until one may be played against the first.
const AGAINST: u64 = 64;

/// The plan of a survey.
#[derive(Debug, Clone)]
pub struct Plan<'a> {
    /// The game.
    pub game: &'a str,
    /// The name of the pool; without it, `demo`.
    pub pool: Option<&'a str>,
    /// The card around which every deck is built, by its id or the code of a printing; then its abilities
    /// alone are counted. Without it each deck is built around another card.
    pub card: Option<&'a str>,
    /// The number of games.
    pub games: u64,
    /// The number of the first game.
    pub first: u64,
    /// The bots; without them each game has others.
    pub bots: Option<[&'a str; 2]>,
    /// The decks of both; without them each game has others.
    pub decks: Option<[Value; 2]>,
    /// Replays with this pool; what they use counts as used in a game.
    pub logs: Vec<Value>,
    /// Whether abilities that no game used are tested on the small tables of `try`.
    pub tables: bool,
}

/// The results of games with a pool.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Survey {
    /// The number of abilities of the exact cards of the pool.
    pub abilities: usize,
    /// The number of games by the reason of their end.
    pub endings: BTreeMap<String, u64>,
    /// The number of entries of all logs.
    pub entries: usize,
    /// The games that went wrong.
    pub faults: Vec<SurveyFault>,
    /// The game.
    pub game: String,
    /// The number of games played.
    pub games: u64,
    /// The digest of the pool.
    pub pool: String,
    /// The abilities that only the small tables of `try` use, in the order of the pool.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tried: Vec<UnusedAbility>,
    /// The abilities that were not used, in the order of the pool.
    pub unused: Vec<UnusedAbility>,
}

/// A game that could not be judged to its end, or not as it was played.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SurveyFault {
    /// The bots.
    pub bots: [String; 2],
    /// The code: `illegal`, `unfinished`, or why it was not judged.
    pub code: String,
    /// The number of the game.
    pub number: u64,
    /// The replay, if there is one.
    pub replay: Value,
}

/// An ability of a card.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct UnusedAbility {
    /// The card.
    pub card: String,
    /// Its place, as a JSON pointer into the card.
    pub place: String,
    /// Its text in English.
    pub text: String,
}

impl Survey {
    /// The abilities that no game used, as a table; the column `used` has `try` where a small table uses it,
    /// or else a dash.
    pub fn unused_lines(&self) -> String {
        let mut lines: Vec<(&UnusedAbility, &str)> = self.unused.iter().map(|unused| (unused, "-")).collect();
        lines.extend(self.tried.iter().map(|tried| (tried, "try")));
        lines.sort();
        let mut table = String::from("card\tplace\tused\ttext\n");
        for (UnusedAbility { card, place, text }, used) in lines {
            let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
            table.push_str(&format!("{card}\t{place}\t{used}\t{text}\n"));
        }
        table
    }
}

/// The abilities that are not used yet, by their cards, each with the number of games in which its card was
/// seen.
type Abilities = BTreeMap<String, Vec<(read_back::Line, u32)>>;

impl Judge {
    /// Plays games with a pool, and calls `played` with their number after each.
    ///
    /// # Errors
    /// There is no such game, pool or bot, the decks are against the rules, or the pool has too few cards for
    /// a deck.
    pub fn survey(&self, plan: &Plan<'_>, played: &mut dyn FnMut(u64)) -> Result<Survey, Fault> {
        struct Surveying<'a, 'b>(&'a Judge, &'a Plan<'b>, &'a mut dyn FnMut(u64));

        impl Visit for Surveying<'_, '_> {
            type Out = Result<Survey, Fault>;

            fn visit<G: Registered>(self) -> Self::Out {
                Game::<G>::new(self.0, self.1.pool)?.around(self.1.card)?.survey(self.1, self.2)
            }
        }

        self.dispatch(plan.game, Surveying(self, plan, played))?
    }

    /// Plays the game of this number in a survey, and returns the replay's canonical bytes.
    ///
    /// # Errors
    /// As [`Judge::survey`].
    pub fn play_around(
        &self,
        game: &str,
        pool: Option<&str>,
        number: u64,
        bots: [&str; 2],
    ) -> Result<Vec<u8>, Fault> {
        struct Playing<'a>(&'a Judge, Option<&'a str>, u64, [&'a str; 2]);

        impl Visit for Playing<'_> {
            type Out = Result<Vec<u8>, Fault>;

            fn visit<G: Registered>(self) -> Self::Out {
                let Playing(judge, pool, number, bots) = self;
                let surveyed = Game::<G>::new(judge, pool)?;
                canonical(&surveyed.played(number, bots, None)?.replay)
            }
        }

        self.dispatch(game, Playing(self, pool, number, bots))?
    }

    /// Plays a game with both decks built around a card, and returns the replay's canonical bytes. The replay
    /// names its pool, or has it whole if it is no bundled one.
    ///
    /// # Errors
    /// As [`Judge::survey`]; there is no such card.
    pub fn play_card(
        &self,
        game: &str,
        pool: Option<&str>,
        card: &str,
        number: u64,
        bots: [&str; 2],
    ) -> Result<Vec<u8>, Fault> {
        struct Playing<'a>(&'a Judge, Option<&'a str>, &'a str, u64, [&'a str; 2]);

        impl Visit for Playing<'_> {
            type Out = Result<Vec<u8>, Fault>;

            fn visit<G: Registered>(self) -> Self::Out {
                let Playing(judge, pool, card, number, bots) = self;
                let surveyed = Game::<G>::new(judge, pool)?.around(Some(card))?;
                let mut replay = surveyed.played(number, bots, None)?.replay;
                replay["pool"] = judge.pools.reference(G::INFO.id, &surveyed.digest);
                canonical(&replay)
            }
        }

        self.dispatch(game, Playing(self, pool, card, number, bots))?
    }
}

/// The game and pool of a survey.
struct Game<'a, G: Registered> {
    judge: &'a Judge,
    digest: Digest,
    pool: Arc<G::Pool>,
    data: &'a Value,
    /// The cards whose data are exact.
    exact: Vec<&'a Value>,
    /// The card around which every deck is built.
    around: Option<&'a Value>,
}

fn id(card: &Value) -> &str {
    card.get("id").and_then(Value::as_str).unwrap_or_default()
}

impl<'a, G: Registered> Game<'a, G> {
    fn new(judge: &'a Judge, pool: Option<&str>) -> Result<Game<'a, G>, Fault> {
        let pools = judge.pools.of_game(G::INFO.id)?;
        let digest = pool.map_or(Ok(pools.default), |name| pools.digest(name))?;
        let unknown = || Fault::new(FaultCode::UnknownPool, detail::unknown_pool());
        let data = &*judge.pools.find(G::INFO.id, &digest).ok_or_else(unknown)?.data;
        let pool = judge.pool::<G>(&PoolName { digest, inline: None })?;
        Ok(Game { judge, digest, pool, data, exact: exact(data), around: None })
    }

    /// With every deck built around this card, if one is given by its id or the code of a printing.
    fn around(self, card: Option<&str>) -> Result<Game<'a, G>, Fault> {
        let Some(card) = card else { return Ok(self) };
        let around = card_of(self.data, card)?;
        Ok(Game { around: Some(around), ..self })
    }

    /// The abilities of the chosen exact cards.
    fn abilities(&self, is_chosen: impl Fn(&str) -> bool) -> Abilities {
        let lines = |card: &Value| -> Vec<(read_back::Line, u32)> {
            let lines = read_back::lines::<G>(card, self.data, Language::English).into_iter();
            lines.filter(|line| is_ability::<G>(card, &line.place)).map(|line| (line, 0)).collect()
        };
        let chosen = self.exact.iter().filter(|card| is_chosen(id(card)));
        map_of(chosen.map(|card| (id(card).to_owned(), lines(card))))
    }

    fn survey(&self, plan: &Plan<'_>, played: &mut dyn FnMut(u64)) -> Result<Survey, Fault> {
        let mut unused = self.abilities(|card| self.around.is_none_or(|around| id(around) == card));
        let mut survey = Survey {
            abilities: unused.values().map(Vec::len).sum(),
            game: G::INFO.id.to_owned(),
            pool: self.digest.to_string(),
            ..Survey::default()
        };
        for log in &plan.logs {
            self.remove_used(log, &mut unused, plan.card.is_some())?;
        }
        for count in 0..plan.games {
            self.one(plan, plan.first.wrapping_add(count), &mut unused, &mut survey)?;
            survey.games += 1;
            played(survey.games);
        }
        if plan.tables {
            let untried = self.untried(&unused)?;
            let tried = |card: &str, line: &read_back::Line| {
                !untried.get(card).is_some_and(|lines| lines.iter().any(|(left, _)| left == line))
            };
            survey.tried = self.listed(&unused, tried);
            unused = untried;
        }
        survey.unused = self.listed(&unused, |_, _| true);
        Ok(survey)
    }

    /// These abilities, in the order of the pool.
    fn listed(
        &self,
        of: &Abilities,
        is_listed: impl Fn(&str, &read_back::Line) -> bool,
    ) -> Vec<UnusedAbility> {
        let of_card = |card: &&'a Value| {
            let card = id(card);
            let lines = of.get(card).into_iter().flatten().map(|(line, _)| line);
            lines
                .filter(|line| is_listed(card, line))
                .map(move |line| UnusedAbility {
                    card: card.to_owned(),
                    place: line.place.clone(),
                    text: line.text.clone(),
                })
                .collect::<Vec<_>>()
        };
        self.exact.iter().flat_map(of_card).collect()
    }

    /// The abilities that no small table of `try` uses either.
    fn untried(&self, unused: &Abilities) -> Result<Abilities, Fault> {
        let mut left = Abilities::new();
        for (card, lines) in unused.iter().filter(|(_, lines)| !lines.is_empty()) {
            // Count 0 games, so that every table is tested.
            left.insert(card.clone(), lines.iter().map(|(line, _)| (line.clone(), 0)).collect());
            let trial =
                self.judge.try_card(G::INFO.id, card, Some(&self.digest.to_string()), Language::English)?;
            for table in trial.tables {
                for answer in table.answers {
                    let mut replay = table.replay.clone();
                    if let Some(actions) = replay.get_mut("actions") {
                        *actions = answer.actions.into();
                    }
                    self.remove_used(&replay, &mut left, false)?;
                }
            }
        }
        Ok(left)
    }

    /// Plays a game; its replay names the pool.
    fn played(&self, number: u64, bots: [&str; 2], decks: Option<&[Value; 2]>) -> Result<Played, Fault> {
        let seed: Seed = seed_of(number);
        let no_stream = || Fault::new(FaultCode::Internal, "no stream");
        let mut dice = Stream::new(&seed, "bot/survey").ok_or_else(no_stream)?;
        let mut below = |bound: u64| dice.below(bound.max(1)).unwrap_or(0);
        let (decks, values) = match decks {
            Some([one, other]) => {
                let read = |deck: &Value| crate::codec::format::part::<G::Deck>(deck.clone(), "/deck");
                ([read(one)?, read(other)?], [one.clone(), other.clone()])
            }
            None => {
                let none = || Fault::new(FaultCode::BadQuery, detail::no_legal_deck());
                let mut deck = |at: u64| {
                    let at = usize::try_from(at % self.exact.len().max(1) as u64).unwrap_or(0);
                    let card = self.around.or_else(|| self.exact.get(at).copied()).ok_or_else(none)?;
                    decks::around::<G>(&self.pool, &self.exact, card, &mut below)
                };
                // Both decks go through all cards of the pool, in changing pairs.
                let (first, first_value) = deck(number)?;
                let against = (0..AGAINST).map(|next| deck(number.wrapping_mul(7).wrapping_add(3 + next)));
                let may_be_played = |other: &Result<(G::Deck, Value), Fault>| match other {
                    Ok((other, _)) => {
                        let both = [first.clone(), other.clone()];
                        G::faults_together(&self.pool, &both, &G::Options::default()).is_empty()
                    }
                    Err(_) => true,
                };
                let mut against = against.filter(may_be_played);
                let (second, second_value) = against.next().ok_or_else(none)??;
                ([first, second], [first_value, second_value])
            }
        };
        let mut game = bot::between::<G>(&self.pool, &decks, values, &seed, bots, &mut below)?;
        game.replay["pool"] = self.digest.to_string().into();
        Ok(game)
    }

    /// Plays one game, and removes the abilities that it used.
    fn one(
        &self,
        plan: &Plan<'_>,
        number: u64,
        unused: &mut Abilities,
        survey: &mut Survey,
    ) -> Result<(), Fault> {
        let other = PAIRS.get(usize::try_from(number % PAIRS.len() as u64).unwrap_or(0));
        let bots = plan.bots.or(other.copied()).unwrap_or(["random"; 2]);
        let Played { replay, halted } = self.played(number, bots, plan.decks.as_ref())?;
        let mut fault = |code: &str| {
            let (bots, mut replay) = (bots.map(str::to_owned), replay.clone());
            replay["pool"] = self.judge.pools.reference(G::INFO.id, &self.digest);
            survey.faults.push(SurveyFault { bots, code: code.to_owned(), number, replay });
        };
        if let Some(halt) = halted {
            fault(run::halt_code(halt));
            return Ok(());
        }
        let verdict = self.judge.verify(&canonical(&replay)?, &Query::default())?;
        let reason =
            verdict.outcome.as_ref().and_then(|outcome| outcome.get("reason")).and_then(Value::as_str);
        match (verdict.verdict, reason, &verdict.not_judged) {
            (VerdictKind::Legal, Some(reason), _) => {
                *survey.endings.entry(reason.to_owned()).or_default() += 1;
            }
            (VerdictKind::Legal, None, _) => fault("unfinished"),
            (_, _, Some(why)) => fault(&why.code),
            _ => fault("illegal"),
        }
        survey.entries += replay.get("actions").and_then(Value::as_array).map_or(0, Vec::len);
        self.remove_used(&replay, unused, false)
    }

    /// Removes the abilities that a game used, of the cards that were seen in it or of all (`of_all`: a
    /// refused entry shows no cards).
    fn remove_used(&self, replay: &Value, unused: &mut Abilities, of_all: bool) -> Result<(), Fault> {
        let read = Replay::<G>::read(&canonical(replay)?, self.judge.pools.of_game(G::INFO.id)?)?;
        if read.pool.digest != self.digest {
            return Err(Fault::new(FaultCode::UnknownPool, detail::another_pool()).at("/pool"));
        }
        let small = self.pool_of(replay);
        let mut seen_cards = Seen::default();
        let whole = fingerprints::<G>(&read, &self.pool, None, &mut seen_cards);
        // The pool has only the cards that the log names; if one of the others matters, the whole pool is
        // taken.
        let again =
            |pool: &G::Pool, like: Option<&[u64]>| fingerprints::<G>(&read, pool, like, &mut Seen::default());
        let is_enough = |data: &Value| {
            crate::catalog::lint::compiled::<G>(data).is_ok_and(|pool| again(&pool, None) == whole)
        };
        let mut data = None;
        let seen_cards: BTreeMap<&str, &[AbilityAt]> =
            map_of(seen_cards.cards.iter().filter_map(|(definition, seen)| {
                Some((G::card_id(&self.pool, *definition)?, seen.as_slice()))
            }));
        for (card, lines) in unused.iter_mut().filter(|(_, lines)| !lines.is_empty()) {
            let seen = match seen_cards.get(card.as_str()) {
                Some(seen) => *seen,
                None if of_all => &[],
                None => continue,
            };
            let of_pool = |cards: &Value| -> Option<usize> {
                cards.get("cards")?.as_array()?.iter().position(|other| id(other) == card.as_str())
            };
            let places: BTreeSet<String> = of_pool(self.data)
                .and_then(|at| self.data.get("cards")?.get(at))
                .map(|card| seen.iter().filter_map(|at| read_back::place_of::<G>(card, *at)).collect())
                .unwrap_or_default();
            lines.retain_mut(|(line, games)| {
                *games = games.saturating_add(1);
                if places.contains(&line.place) {
                    return false;
                }
                if *games > EVERY_TIME && *games % NOW_AND_THEN != 0 {
                    return true;
                }
                let data = data
                    .get_or_insert_with(|| if is_enough(&small) { small.clone() } else { self.data.clone() });
                let Some(at) = of_pool(data) else { return true };
                !without::<G>(data, self.data, at, &line.place)
                    .any(|pool| again(&pool, Some(&whole)) != whole)
            });
        }
        Ok(())
    }

    /// The pool with only the cards that a log names.
    fn pool_of(&self, replay: &Value) -> Value {
        let mut pool: Map<String, Value> = self.data.as_object().cloned().unwrap_or_default();
        let keep = |list: &mut Value, field: &str| {
            if let Value::Array(items) = list {
                items.retain(|item| {
                    let card = item.get(field).and_then(Value::as_str).unwrap_or_default();
                    is_named(replay, card)
                });
            }
        };
        for (list, field) in [("cards", "id"), ("printings", "card"), ("not_exact", "card")] {
            if let Some(list) = pool.get_mut(list) {
                keep(list, field);
            }
        }
        Value::Object(pool)
    }
}

/// Whether a place of a card has an ability or a keyword, and not a member of another list, such as the
/// timings of a magic.
fn is_ability<G: Registered>(card: &Value, place: &str) -> bool {
    let (list, _) = place.rsplit_once('/').unwrap_or_default();
    G::INFO.ability_lists.contains(&list)
        || list.ends_with("/keywords")
        || !card.pointer(list).is_some_and(Value::is_array)
}

/// Whether a value names a card.
fn is_named(value: &Value, card: &str) -> bool {
    match value {
        Value::String(places) => places == card,
        Value::Array(items) => items.iter().any(|item| is_named(item, card)),
        Value::Object(fields) => fields.values().any(|field| is_named(field, card)),
        _ => false,
    }
}

/// The pools in which an ability of the card does nothing: an inert one in its place; where none fits, the
/// ability is left out; where that is impossible, the abilities that other cards have in that place, one
/// after the other.
fn without<'a, G: Registered>(
    data: &'a Value,
    whole: &'a Value,
    card: usize,
    of_card: &'a str,
) -> impl Iterator<Item = G::Pool> + 'a {
    let inert = serde_json::from_str(G::INFO.inert).unwrap_or_default();
    let place = format!("/cards/{card}{of_card}");
    let (list, last) = place.rsplit_once('/').unwrap_or_default();
    let mut replaced = data.clone();
    if let Some(ability) = replaced.pointer_mut(&place) {
        *ability = inert;
    }
    let mut left_out = data.clone();
    // Abilities are numbered through all lists, so only the last one can be left out without changing the
    // numbers of others.
    let card = data.pointer(&format!("/cards/{card}"));
    let members =
        |abilities: &&&str| card.and_then(|card| card.pointer(abilities)?.as_array()).map_or(0, Vec::len);
    let is_last = || {
        let last = G::INFO.ability_lists.iter().rev().find(|abilities| members(abilities) > 0);
        last.is_some_and(|abilities| list.ends_with(*abilities))
    };
    let is_numbered = G::INFO.ability_lists.iter().any(|abilities| list.ends_with(abilities));
    match left_out.pointer_mut(list) {
        Some(Value::Array(items)) => {
            let may_go =
                |at: &usize| *at < items.len() && (!is_numbered || *at + 1 == items.len() && is_last());
            if let Some(at) = last.parse().ok().filter(may_go) {
                items.remove(at);
            }
        }
        Some(Value::Object(fields)) => drop(fields.remove(last)),
        _ => {}
    }
    let compiled = |data: &Value| crate::catalog::lint::compiled::<G>(data).ok();
    let first = [replaced, left_out].iter().find_map(compiled);
    let most = if first.is_some() { 0 } else { OTHERS };
    let was = data.pointer(&place);
    let others = whole.get("cards").and_then(Value::as_array).into_iter().flatten();
    let others =
        others.filter_map(move |other| other.pointer(of_card)).filter(move |other| Some(*other) != was);
    let with_another = others.filter_map(move |other| {
        let mut data = data.clone();
        *data.pointer_mut(&place)? = other.clone();
        compiled(&data)
    });
    first.into_iter().chain(with_another.take(most))
}

/// The cards seen in the events of a game, by their index in the pool, each with the abilities that were
/// used.
#[derive(Default)]
struct Seen {
    cards: BTreeMap<u16, Vec<AbilityAt>>,
}

impl Seen {
    fn take<G: Registered>(&mut self, game: &Match<'_, G>, events: &[Event<G>]) {
        for event in events {
            let objects = [event.subject, event.proposal.source].into_iter().flatten();
            let cards = objects.filter_map(|object| game.state.table.card(object.card));
            for card in cards {
                self.cards.entry(card.definition).or_default();
            }
            let ability = G::event_ability(game, event).and_then(|ability| G::ability_at(game, ability));
            if let Some((definition, at)) = ability {
                let used = self.cards.entry(definition).or_default();
                if !used.contains(&at) {
                    used.push(at);
                }
            }
        }
    }
}

/// The fingerprint of each entry of a log, made of its events and of the table after it; the list ends where
/// an entry is refused, or with the first that differs from those of another pool.
fn fingerprints<G: Registered>(
    replay: &Replay<G>,
    pool: &G::Pool,
    like: Option<&[u64]>,
    seen_cards: &mut Seen,
) -> Vec<u64> {
    let Some(state) = judgement::start(replay, pool) else { return Vec::new() };
    let chance = judgement::chance(replay);
    let mut game = Match::new(pool, state, &*chance);
    game.record = Some(Vec::new());
    game.advance();
    let mut numbers = vec![number(&mut game, seen_cards)];
    for entry in &replay.actions {
        let differs = like.is_some_and(|like| like.get(numbers.len() - 1) != numbers.last());
        if differs || !matches!(take(&mut game, entry), EntryResult::Taken) {
            break;
        }
        numbers.push(number(&mut game, seen_cards));
    }
    numbers
}

fn number<G: Registered>(game: &mut Match<'_, G>, seen_cards: &mut Seen) -> u64 {
    let mut hasher = DefaultHasher::new();
    let events = game.record.as_mut().map(std::mem::take).unwrap_or_default();
    seen_cards.take(game, &events);
    events.hash(&mut hasher);
    game.state.asked.hash(&mut hasher);
    let reader = Reader { viewer: Viewer::Full, language: None };
    let (view, ..) = game.telling(|game| writer::write(&G::state_view(game, reader)));
    view.unwrap_or_default().hash(&mut hasher);
    hasher.finish()
}
