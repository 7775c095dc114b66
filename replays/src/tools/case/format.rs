//! The format of case files: a list of tables, the entries played at each, and the expected answer of the
//! judge.
//!
//! The format knows no game. `A` and `B` stand for the seats 0 and 1. A reference such as `A.F1`,
//! `A.hand.van400`, `A.deck.0` or `A.F1.under.grave` names a card by where it lies in the full
//! state just before the entry; see [`super::paths`].

use rules_judge_engine::either::NumberOrWord;
use rules_judge_engine::schema::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use serde_saphyr::Spanned;

use super::reading::{Misread, Part};
use crate::codec::outcome::ChanceWord;

/// One table, what is done at it, and what a judge says then.
#[derive(Debug, Clone, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Case {
    /// Unique in the folder of the game.
    #[schemars(with = "String")]
    pub id: Spanned<String>,
    /// The game; without it that of the pool beside the file, else the name of the folder.
    #[schemars(default)]
    pub game: Option<String>,
    /// What it is about.
    pub title: String,
    /// Why the verdict is what it is.
    pub why: String,
    /// The table.
    #[schemars(with = "Given")]
    pub given: Spanned<Given>,
    /// What is done: entries as they stand in a log, with `A` and `B` for seats, and references
    /// where a card's number would stand.
    #[schemars(with = "Vec<Map<String, Value>>")]
    pub when: Vec<Spanned<Value>>,
    /// What a judge says.
    #[schemars(with = "Then")]
    pub then: Spanned<Then>,
    /// Of an illegal case: the one thing that makes it legal.
    #[schemars(default)]
    pub legal_with: Option<LegalWith>,
    /// The rules. Of an illegal case the first one is what the first refusal has to name first; each of a
    /// legal case is seen at work in it: an event names it, or without it something else happens or a fact
    /// does not hold. Left out, `also` names the rules, or no rule is compared.
    #[schemars(default)]
    #[schemars(with = "Vec<String>", length(min = 1))]
    pub cites: Vec<Spanned<String>>,
    /// Further rules that explain the case, which are not compared with what it shows.
    #[schemars(default)]
    #[schemars(with = "Vec<String>")]
    pub also: Vec<Spanned<String>>,
}

impl Case {
    /// Reads a case.
    pub(super) fn read(part: Part<'_>) -> Result<Case, Misread> {
        let mut fields = part.fields()?;
        let case = Case {
            id: fields.need("id", Part::placed_text)?,
            game: fields.maybe("game", Part::text)?,
            title: fields.need("title", Part::text)?,
            why: fields.need("why", Part::text)?,
            given: fields.need("given", |part| part.placed(Given::read))?,
            when: fields.need("when", |part| part.list(entry))?,
            then: fields.need("then", |part| part.placed(Then::read))?,
            legal_with: fields.maybe("legal_with", LegalWith::read)?,
            cites: fields.there("cites", |part| part.some(Part::placed_text))?.unwrap_or_default(),
            also: fields.there("also", |part| part.list(Part::placed_text))?.unwrap_or_default(),
        };
        fields.end()?;
        Ok(case)
    }

    /// Every rule that the case names.
    pub fn rules(&self) -> impl Iterator<Item = &Spanned<String>> {
        self.cites.iter().chain(&self.also)
    }

    /// Whether every entry stands.
    pub const fn is_legal(&self) -> bool {
        matches!(self.then.value.verdict, Expected::Legal | Expected::LegalWithRulings)
    }
}

fn entry(part: Part<'_>) -> Result<Spanned<Value>, Misread> {
    part.placed(|part| part.object().map(Value::Object))
}

/// The table a case starts from: exactly one of `header` and `position`.
#[derive(Debug, Clone, JsonSchema)]
#[schemars(with = "GivenFields")]
pub struct Given {
    /// The seed of all random steps.
    pub seed: Option<String>,
    /// Whether the outcomes of random steps stand among the entries.
    pub chance: Option<ChanceWord>,
    /// What is printed on cards, in fields that their pool does not know.
    pub facts: Option<Vec<Value>>,
    /// Where it starts.
    pub start: Start,
}

/// Where a case starts.
#[derive(Debug, Clone)]
pub enum Start {
    /// Before the first decision: the fields of a replay besides format, game, pool, seed and
    /// actions.
    Header(Map<String, Value>),
    /// At a position in the notation of the game.
    Position(Value),
}

/// The fields of [`Given`] as they are written.
#[derive(Debug, JsonSchema)]
#[schemars(deny_unknown_fields)]
struct GivenFields {
    /// 64 hexadecimal digits.
    #[schemars(default)]
    seed: Option<String>,
    /// `declared`, in place of a seed: the outcomes of random steps are entries of the type `chance`.
    #[schemars(default)]
    chance: Option<ChanceWord>,
    /// What is printed on cards, in fields that their pool does not know, as in a replay.
    #[schemars(default)]
    facts: Option<Vec<Value>>,
    /// Decks and options, as in a replay.
    #[schemars(default)]
    header: Option<Map<String, Value>>,
    /// A table without a history, in the notation of the game.
    #[schemars(default)]
    position: Option<Map<String, Value>>,
}

impl Given {
    fn read(part: Part<'_>) -> Result<Given, Misread> {
        let mut fields = part.fields()?;
        let read = GivenFields {
            seed: fields.maybe("seed", Part::text)?,
            chance: fields.maybe("chance", Part::word)?,
            facts: fields.maybe("facts", |part| part.list(Part::value))?,
            header: fields.maybe("header", Part::object)?,
            position: fields.maybe("position", Part::object)?,
        };
        fields.end()?;
        read.try_into().map_err(|message: String| part.misread(message))
    }
}

impl TryFrom<GivenFields> for Given {
    type Error = String;

    fn try_from(fields: GivenFields) -> Result<Self, String> {
        let start = match (fields.header, fields.position) {
            (Some(header), None) => Start::Header(header),
            (None, Some(position)) => Start::Position(Value::Object(position)),
            _ => return Err("`given` has either `header` or `position`".into()),
        };
        if fields.chance.is_some() && fields.seed.is_some() {
            return Err("`given` has either `seed` or `chance`".into());
        }
        Ok(Given { seed: fields.seed, chance: fields.chance, facts: fields.facts, start })
    }
}

/// The look-alike of an illegal case: with one entry or one fact of the table in another form, the
/// same entries are legal. `legal_with` has either `entry` or `given` and `is`.
#[derive(Debug, Clone, JsonSchema)]
#[schemars(with = "LegalWithFields")]
pub enum LegalWith {
    /// The illegal entry in another form.
    Entry(Map<String, Value>),
    /// What stands at a way into the header or position instead.
    Given(String, Value),
}

/// The fields of [`LegalWith`] as they are written.
#[derive(Debug, JsonSchema)]
#[schemars(deny_unknown_fields)]
struct LegalWithFields {
    /// The illegal entry in another form.
    #[schemars(default)]
    entry: Option<Map<String, Value>>,
    /// A way into the header or position, such as `players.0.hand.1`.
    #[schemars(default)]
    given: Option<String>,
    /// What stands there instead; `null`: nothing.
    #[schemars(default)]
    is: Option<Value>,
}

impl LegalWith {
    fn read(part: Part<'_>) -> Result<LegalWith, Misread> {
        let mut fields = part.fields()?;
        let read = LegalWithFields {
            entry: fields.maybe("entry", Part::object)?,
            given: fields.maybe("given", Part::text)?,
            is: fields.there("is", Part::value)?,
        };
        fields.end()?;
        read.try_into().map_err(|message: String| part.misread(message))
    }
}

impl TryFrom<LegalWithFields> for LegalWith {
    type Error = String;

    fn try_from(fields: LegalWithFields) -> Result<Self, String> {
        match (fields.entry, fields.given, fields.is) {
            (Some(entry), None, None) => Ok(LegalWith::Entry(entry)),
            (None, Some(path), Some(is)) => Ok(LegalWith::Given(path, is)),
            _ => Err("`legal_with` has either `entry`, or `given` and `is`".into()),
        }
    }
}

/// What a judge says.
#[derive(Debug, Clone, JsonSchema)]
#[schemars(with = "ThenFields")]
pub struct Then {
    /// Legal, or where it is not.
    pub verdict: Expected,
    /// Why it is not judged.
    pub code: Option<String>,
    /// What can be seen then; never empty.
    pub facts: Vec<Spanned<Fact>>,
}

/// Whether the entries are within the rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Expected {
    /// All of them.
    Legal,
    /// All of them, with rulings among them.
    LegalWithRulings,
    /// The header is not.
    IllegalHeader,
    /// The entry with this index, counted from 0, is not.
    IllegalEntry(usize),
    /// All before the entry with this index are; that one cannot be judged.
    NotJudged(usize),
}

/// The fields of [`Then`] as they are written.
#[derive(Debug, JsonSchema)]
#[schemars(deny_unknown_fields)]
struct ThenFields {
    /// `legal`: every entry is.
    verdict: VerdictWord,
    /// Of an illegal case the index of the first illegal entry, or `header`; of one that is not judged to its
    /// end the index of the entry that cannot be judged, or the number of entries if an outcome is missing
    /// after them.
    #[schemars(default)]
    at: Option<At>,
    /// Of a case that is not judged, why: the code of `not_judged`, such as `step_limit`.
    #[schemars(default)]
    code: Option<String>,
    /// What can be seen after the last legal entry.
    #[schemars(with = "Vec<Fact>", length(min = 1))]
    facts: Vec<Spanned<Fact>>,
}

/// A verdict in one word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum VerdictWord {
    /// Every entry is within the rules.
    Legal,
    /// Every entry is, or stands or is overruled by a ruling among them.
    LegalWithRulings,
    /// One entry, or the header, is not.
    Illegal,
    /// The entries are not judged to their end.
    NotJudged,
}

/// Where a case is illegal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, JsonSchema)]
#[schemars(untagged)]
enum At {
    /// The index of an entry, counted from 0.
    Entry(usize),
    /// The header.
    Header(HeaderWord),
}

/// The word for the header.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum HeaderWord {
    /// Decks, options.
    Header,
}

impl Then {
    fn read(part: Part<'_>) -> Result<Then, Misread> {
        let mut fields = part.fields()?;
        let read = ThenFields {
            verdict: fields.need("verdict", Part::word)?,
            at: fields.maybe("at", At::read)?,
            code: fields.maybe("code", Part::text)?,
            facts: fields.need("facts", |part| part.some(|part| part.placed(Fact::read)))?,
        };
        fields.end()?;
        read.try_into().map_err(|message: String| part.misread(message))
    }
}

impl At {
    fn read(part: Part<'_>) -> Result<At, Misread> {
        Ok(match part.word()? {
            NumberOrWord::Number(entry) => At::Entry(entry),
            NumberOrWord::Word(header) => At::Header(header),
        })
    }
}

impl TryFrom<ThenFields> for Then {
    type Error = String;

    fn try_from(fields: ThenFields) -> Result<Self, String> {
        if (fields.verdict == VerdictWord::NotJudged) != fields.code.is_some() {
            return Err("a case that is not judged says `code`, and no other does".into());
        }
        let verdict = match (fields.verdict, fields.at) {
            (VerdictWord::Legal, None) => Expected::Legal,
            (VerdictWord::LegalWithRulings, None) => Expected::LegalWithRulings,
            (VerdictWord::Illegal, Some(At::Header(_))) => Expected::IllegalHeader,
            (VerdictWord::Illegal, Some(At::Entry(at))) => Expected::IllegalEntry(at),
            (VerdictWord::NotJudged, Some(At::Entry(at))) => Expected::NotJudged(at),
            (VerdictWord::Legal | VerdictWord::LegalWithRulings, Some(_)) => {
                return Err("a legal case has no `at`".into());
            }
            (VerdictWord::Illegal | VerdictWord::NotJudged, _) => {
                return Err("a case that is not legal says `at` which entry".into());
            }
        };
        Ok(Then { verdict, code: fields.code, facts: fields.facts })
    }
}

/// One thing that can be seen in a judge's answer.
#[derive(Debug, Clone, JsonSchema)]
#[schemars(with = "FactFields")]
pub struct Fact {
    /// What is looked at, and what is seen there.
    pub seen: Seen,
    /// The view.
    pub view: View,
    /// After so many entries; without it after the last legal one.
    pub after: Option<usize>,
}

/// The part of the answer that a fact is about, and what it states.
#[derive(Debug, Clone)]
pub enum Seen {
    /// A part of the answer.
    Part {
        /// Which part.
        root: Root,
        /// The path into it.
        path: String,
        /// What the fact states of it.
        test: Test,
    },
    /// Events.
    Trace {
        /// Their verb.
        verb: String,
        /// Only events of the entry with this index.
        entry: Option<usize>,
        /// Every such event in order: fields it has.
        events: Vec<Value>,
    },
    /// Another log whose answers in this view do not differ in a byte.
    Alike(Alike),
}

/// A part of the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Root {
    /// `state`.
    State,
    /// `next`.
    Next,
    /// `outcome`.
    Outcome,
    /// `illegal`.
    Illegal,
    /// `trace`.
    Trace,
    /// `waiting`.
    Waiting,
    /// `not_judged`.
    NotJudged,
    /// `rulings`.
    Rulings,
}

impl Root {
    /// The field of the answer.
    pub const fn field(self) -> &'static str {
        match self {
            Root::State => "state",
            Root::Next => "next",
            Root::Outcome => "outcome",
            Root::Illegal => "illegal",
            Root::Trace => "trace",
            Root::Waiting => "waiting",
            Root::NotJudged => "not_judged",
            Root::Rulings => "rulings",
        }
    }
}

/// A statement about a part of the answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Test {
    /// Exactly this; what is not there counts as null.
    Is(Value),
    /// At least these fields; lists item by item.
    Has(Value),
    /// A list of cards with these ids, each as often, in any order.
    Holds(Vec<String>),
    /// A list of numbers of the cards that these references name, in any order.
    Cards(Vec<String>),
    /// So many items (or fields that are not null), counting only those that have these fields.
    Count(usize, Value),
    /// It is not there.
    Absent,
}

/// Another log: one entry is another one.
#[derive(Debug, Clone, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Alike {
    /// The index of the entry.
    pub at: usize,
    /// What stands there instead.
    #[schemars(with = "Map<String, Value>")]
    pub action: Value,
}

impl Alike {
    fn read(part: Part<'_>) -> Result<Alike, Misread> {
        let mut fields = part.fields()?;
        let alike =
            Alike { at: fields.need("at", Part::count)?, action: fields.need("action", Part::value)? };
        fields.end()?;
        Ok(alike)
    }
}

/// The view of the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum View {
    /// Everything in the log.
    #[default]
    Full,
    /// Seat 0.
    Seat0,
    /// Seat 1.
    Seat1,
    /// What both seats and spectators see.
    Public,
}

/// The fields of [`Fact`] as they are written: exactly one of `state`, `next`, `outcome`, `illegal`,
/// `waiting`, `not_judged`, `rulings`, `told`, `trace` and `alike`, and of all but the last one exactly one
/// test.
#[derive(Debug, Default, JsonSchema)]
#[schemars(deny_unknown_fields, default)]
struct FactFields {
    /// A way into the state, such as `A.hand.count`; `A` and `B` stand for the players, and what a
    /// player does not have is looked for on its battlefield.
    state: Option<String>,
    /// A way into the list of who is asked, such as `0.kind`.
    next: Option<String>,
    /// A way into the outcome; empty: all of it.
    outcome: Option<String>,
    /// A way into what is said about the illegal entry.
    illegal: Option<String>,
    /// A way into what is said about the entry that waits for outcomes.
    waiting: Option<String>,
    /// A way into why the entries are not judged to their end.
    not_judged: Option<String>,
    /// A way into the list of rulings, such as `0.waived.0.code`.
    rulings: Option<String>,
    /// A way into the trace, such as `1.action.cards`; what happens before the
    /// first entry is 0.
    told: Option<String>,
    /// The verb of events; only `is` can follow.
    trace: Option<String>,
    /// Another log whose answers in this view do not differ.
    alike: Option<Alike>,
    /// Exactly this; what is not there counts as null. For a trace: the fields of every such event
    /// in order.
    is: Option<Value>,
    /// At least these fields; lists item by item.
    has: Option<Value>,
    /// The ids of the cards in a list, each as often, in any order.
    holds: Option<Vec<String>>,
    /// References to the cards in a list, in any order.
    cards: Option<Vec<String>>,
    /// How many items, or fields that are not null.
    count: Option<usize>,
    /// Count only those that have these fields.
    #[schemars(rename = "where")]
    only: Option<Value>,
    /// It is not there.
    absent: Option<bool>,
    /// The view.
    view: View,
    /// After so many entries.
    after: Option<usize>,
    /// Of a trace only the events after the entry with this index.
    entry: Option<usize>,
}

impl FactFields {
    fn read(part: Part<'_>) -> Result<FactFields, Misread> {
        let mut fields = part.fields()?;
        let read = FactFields {
            state: fields.maybe("state", Part::text)?,
            next: fields.maybe("next", Part::text)?,
            outcome: fields.maybe("outcome", Part::text)?,
            illegal: fields.maybe("illegal", Part::text)?,
            waiting: fields.maybe("waiting", Part::text)?,
            not_judged: fields.maybe("not_judged", Part::text)?,
            rulings: fields.maybe("rulings", Part::text)?,
            told: fields.maybe("told", Part::text)?,
            trace: fields.maybe("trace", Part::text)?,
            alike: fields.maybe("alike", Alike::read)?,
            is: fields.there("is", Part::value)?,
            has: fields.maybe("has", Part::value)?,
            holds: fields.maybe("holds", Part::texts)?,
            cards: fields.maybe("cards", Part::texts)?,
            count: fields.maybe("count", Part::count)?,
            only: fields.maybe("where", Part::value)?,
            absent: fields.maybe("absent", Part::flag)?,
            view: fields.there("view", Part::word)?.unwrap_or_default(),
            after: fields.maybe("after", Part::count)?,
            entry: fields.maybe("entry", Part::count)?,
        };
        fields.end()?;
        Ok(read)
    }

    fn roots(&self) -> Vec<(Root, String)> {
        let all = [
            (Root::State, &self.state),
            (Root::Next, &self.next),
            (Root::Outcome, &self.outcome),
            (Root::Illegal, &self.illegal),
            (Root::Trace, &self.told),
            (Root::Waiting, &self.waiting),
            (Root::NotJudged, &self.not_judged),
            (Root::Rulings, &self.rulings),
        ];
        all.into_iter().filter_map(|(root, path)| Some((root, path.clone()?))).collect()
    }

    fn tests(&mut self) -> Result<Vec<Test>, String> {
        let mut tests = Vec::new();
        tests.extend(self.is.take().map(Test::Is));
        tests.extend(self.has.take().map(Test::Has));
        tests.extend(self.holds.take().map(Test::Holds));
        tests.extend(self.cards.take().map(Test::Cards));
        let only = self.only.take();
        if only.is_some() && self.count.is_none() {
            return Err("`where` goes with `count`".into());
        }
        tests.extend(self.count.map(|count| Test::Count(count, only.unwrap_or(Value::Object(Map::new())))));
        match self.absent {
            Some(true) => tests.push(Test::Absent),
            Some(false) => return Err("`absent` is true or left away".into()),
            None => {}
        }
        Ok(tests)
    }
}

impl Fact {
    fn read(part: Part<'_>) -> Result<Fact, Misread> {
        FactFields::read(part)?.try_into().map_err(|message: String| part.misread(message))
    }
}

impl TryFrom<FactFields> for Fact {
    type Error = String;

    fn try_from(mut fields: FactFields) -> Result<Self, String> {
        let (view, after, entry) = (fields.view, fields.after, fields.entry);
        let mut tests = fields.tests()?;
        let mut roots = fields.roots();
        if entry.is_some() && fields.trace.is_none() {
            return Err("`entry` goes with `trace`".into());
        }
        let test = (tests.pop(), tests.is_empty());
        let root = (roots.pop(), roots.is_empty());
        let seen = match (root, fields.trace, fields.alike, test) {
            ((Some((root, path)), true), None, None, (Some(test), true)) => Seen::Part { root, path, test },
            ((None, true), Some(verb), None, (Some(Test::Is(Value::Array(events))), true)) => {
                Seen::Trace { verb, entry, events }
            }
            ((None, true), Some(_), None, _) => return Err("`trace` is followed by `is` with a list".into()),
            ((None, true), None, Some(alike), (None, true)) => Seen::Alike(alike),
            _ => {
                return Err(
                    "a fact looks at one of state, next, outcome, illegal, waiting, not_judged, rulings, \
                    told, \
                    trace and alike, and says one of is, has, holds, cards, count and absent"
                        .into(),
                );
            }
        };
        Ok(Fact { seen, view, after })
    }
}

/// The JSON Schema of a case file, made from the types.
#[cfg(feature = "schemas")]
pub fn made_schema() -> Value {
    let mut schema = crate::codec::described::making::schema::<Vec<Case>>();
    if let Some(fields) = schema.as_object_mut() {
        fields.insert("title".into(), "A case file: a list of cases".into());
    }
    schema
}
