//! Rulings of a judge as entries of a log: a position replaces the table, or an illegal entry stands.

use rules_judge_engine::kernel::Seat;
use rules_judge_engine::schema::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::answer::{Fault, FaultCode, detail};
use crate::codec::entry::{Entry, What};
use crate::codec::json::there;

/// The value of `type` of a ruling.
pub const KIND: &str = "ruling";
pub(crate) const ALLOW: &str = "allow";
/// The most rulings of a log.
pub const RULING_LIMIT: usize = 100;
/// The longest text of a ruling, in characters.
pub const RULING_TEXT_LIMIT: usize = 500;
/// The most bytes of a ruling, in canonical form.
pub const RULING_BYTES: usize = 64 * 1024;

/// The word that `type` says of a ruling.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RulingWord {
    /// A judge rules.
    Ruling,
}

/// A ruling as it stands in a log: it has either `allow` or `position`. `E` is an action with its seat, `P` a
/// position of the game.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, bound(deserialize = "E: Deserialize<'de>, P: Deserialize<'de>"))]
pub struct RulingEntry<E, P> {
    /// An entry that stands as if it had been legal.
    #[serde(default, deserialize_with = "there")]
    #[schemars(with = "E")]
    pub allow: Option<E>,
    /// The table from here on. Its cards are numbered anew.
    #[serde(default, deserialize_with = "there")]
    #[schemars(with = "P")]
    pub position: Option<P>,
    /// `null`: it is no entry of a player.
    pub seat: (),
    /// Why, for people.
    #[schemars(length(max = 500))]
    pub text: String,
    /// `ruling`.
    #[serde(rename = "type")]
    pub kind: RulingWord,
}

/// A ruling that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ruling<A> {
    /// Why, for people.
    pub text: String,
    /// The decision.
    pub rules: Rules<A>,
}

/// The decision of a judge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Rules<A> {
    /// This action of a seat stands.
    Allow(Seat, A),
    /// The game goes on from this position, in the form of the game.
    Position(Value),
}

impl<A> Ruling<A> {
    /// Refuses a text longer than [`RULING_TEXT_LIMIT`]. The pointer of the fault begins at the entry.
    pub(crate) fn is_bounded(&self) -> Result<(), Fault> {
        if self.text.chars().count() <= RULING_TEXT_LIMIT {
            return Ok(());
        }
        Err(Fault::new(FaultCode::WrongShape, detail::ruling_text(RULING_TEXT_LIMIT)).at("/text"))
    }

    /// The field of the ruling: `allow` or `position`.
    pub(crate) const fn field(&self) -> &'static str {
        match self.rules {
            Rules::Allow(..) => ALLOW,
            Rules::Position(_) => "position",
        }
    }
}

/// Reads a ruling from the fields of an entry.
pub(crate) fn read<'de, A>(sent: &Map<String, Value>) -> Result<Ruling<A>, String>
where
    Entry<A>: Deserialize<'de>,
{
    let read = RulingEntry::<Entry<A>, Value>::deserialize(Value::Object(sent.clone()));
    let read = read.map_err(|error| error.to_string())?;
    let rules = match (read.allow, read.position) {
        (Some(entry), None) => match entry.what {
            What::Action(seat, action) => Rules::Allow(seat, action),
            What::Outcome(_) | What::Ruling(_) => {
                return Err("a ruling allows what a seat did".to_owned());
            }
        },
        (None, Some(position)) => Rules::Position(position),
        _ => return Err("a ruling has either \"allow\" or \"position\"".to_owned()),
    };
    Ok(Ruling { text: read.text, rules })
}
