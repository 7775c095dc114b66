//! The schemas of everything that is read, as data: the build packs them from `openapi/schemas` and
//! `openapi/types`.
//!
//! The feature `schemas` makes them from the Rust types, for a test that compares both and for games that are
//! not published.

use std::collections::BTreeMap;
use std::io::Read as _;
use std::sync::{Arc, LazyLock, OnceLock};

use flate2::read::ZlibDecoder;
use rules_judge_engine::schema::Described;
use serde_json::Value;

/// The schemas of one game, or of every game, by their names.
type Named = BTreeMap<String, Arc<Value>>;

/// The schema of the parts of an answer that a case looks at.
pub(crate) const CASE_ANSWER: &str = "case_answer";
/// The schema of what a case sends.
pub(crate) const CASE_REQUEST: &str = "case_request";
/// The schema of a file of cases.
pub(crate) const CASE_FILE: &str = "case_file";
/// The schema of a state as an answer shows it.
pub(crate) const STATE: &str = "state";

/// Each game id with its packed schemas; the empty id has those of every game.
const PACKED: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/schemas.rs"));

/// The packed schemas of each game, which the first request for one of them unpacks.
static KEPT: LazyLock<BTreeMap<&str, (&[u8], OnceLock<Named>)>> =
    LazyLock::new(|| PACKED.iter().map(|(game, packed)| (*game, (*packed, OnceLock::new()))).collect());

/// Unpacks bytes that the build packed into the program; only the build could get them wrong.
pub fn unpacked(packed: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let read = ZlibDecoder::new(packed).read_to_end(&mut bytes);
    debug_assert!(read.is_ok(), "{read:?}");
    bytes
}

/// Packed schemas by their names; a test asks for each of them.
fn named(packed: &[u8]) -> Named {
    let schemas: BTreeMap<String, Value> = serde_json::from_slice(&unpacked(packed)).unwrap_or_default();
    schemas.into_iter().map(|(name, schema)| (name, Arc::new(schema))).collect()
}

/// The packed schema of a game, or of every game (the empty id), by its name.
pub fn kept(game: &str, name: &str) -> Option<Arc<Value>> {
    let (packed, schemas) = KEPT.get(game)?;
    schemas.get_or_init(|| named(packed)).get(name).cloned()
}

/// The schema of a type.
pub(crate) fn schema<T: Described + ?Sized>() -> Arc<Value> {
    kept(T::GAME, T::NAME).unwrap_or_else(made::<T>)
}

/// The build packs no schemas of types of tests and of games that are not published.
#[cfg(not(feature = "schemas"))]
fn made<T: Described + ?Sized>() -> Arc<Value> {
    Arc::new(Value::Bool(true))
}

#[cfg(feature = "schemas")]
use making::made;

#[cfg(feature = "schemas")]
pub mod making {
    //! Makes the packed schemas from the types.

    use std::any::type_name;
    use std::collections::BTreeMap;
    use std::sync::{Arc, Mutex, PoisonError};

    use rules_judge_engine::games::{self, Registered, Visit};
    use rules_judge_engine::schema::{Described, JsonSchema};
    use schemars::generate::SchemaSettings;
    use serde_json::Value;

    use super::{CASE_ANSWER, CASE_FILE, CASE_REQUEST};
    use crate::codec::entry::Entry;
    use crate::codec::format::{Named, Sent};
    use crate::judging::{Comparison, ComparisonHead, DeckCheck, Move, MoveHead};
    use crate::tools::case;

    /// The schema of a type that the build does not pack. Schemas of whole vocabularies take long to make, so
    /// each is made once.
    pub(super) fn made<T: JsonSchema + ?Sized>() -> Arc<Value> {
        static MADE: Mutex<BTreeMap<&str, Arc<Value>>> = Mutex::new(BTreeMap::new());
        let name = type_name::<T>();
        let made = MADE.lock().unwrap_or_else(PoisonError::into_inner).get(name).cloned();
        made.unwrap_or_else(|| {
            let schema = Arc::new(schema::<T>());
            MADE.lock().unwrap_or_else(PoisonError::into_inner).insert(name, Arc::clone(&schema));
            schema
        })
    }

    /// The schema of a type for reading.
    pub fn schema<T: JsonSchema + ?Sized>() -> Value {
        let mut schema =
            SchemaSettings::draft2020_12().into_generator().into_root_schema_for::<T>().to_value();
        join_lines(&mut schema);
        schema
    }

    /// Joins the lines of each paragraph of every description, since where the comment of a type breaks its
    /// lines says nothing to a reader of its schema. Lists and tables keep their lines.
    pub fn join_lines(schema: &mut Value) {
        match schema {
            Value::Array(items) => items.iter_mut().for_each(join_lines),
            Value::Object(fields) => {
                for (name, field) in fields {
                    match field {
                        Value::String(text) if name == "description" => *text = joined(text),
                        _ => join_lines(field),
                    }
                }
            }
            _ => {}
        }
    }

    fn joined(text: &str) -> String {
        let mut joined = String::with_capacity(text.len());
        for line in text.lines() {
            let begins =
                line.is_empty() || joined.is_empty() || line.starts_with(['-', '*', '|', '`', '#', ' ']);
            if begins || joined.ends_with('\n') {
                joined.push_str(if joined.is_empty() || joined.ends_with("\n\n") { "" } else { "\n" });
            } else {
                joined.push(' ');
            }
            joined.push_str(line);
        }
        joined
    }

    /// Types by their names.
    #[derive(Default)]
    struct Types(BTreeMap<&'static str, Value>);

    impl Types {
        fn add<T: Described>(&mut self) {
            self.0.insert(T::NAME, schema::<T>());
        }
    }

    /// The file of `openapi/types` of a game: types with the definitions that they share, each in a line. The
    /// name of a definition that only one type has in this form names the type, too.
    pub fn file(game: &str) -> Option<String> {
        let mut shared: BTreeMap<String, Value> = BTreeMap::new();
        let mut types = types(game)?;
        for (of, schema) in &mut types {
            let Some(definitions) = schema.get_mut("$defs") else { continue };
            let mut names = Vec::new();
            for (name, definition) in definitions.as_object().into_iter().flatten() {
                let is_other = shared.get(name).is_some_and(|known| known != definition);
                let name = if is_other { format!("{name}@{of}") } else { name.clone() };
                shared.insert(name.clone(), definition.clone());
                names.push(name);
            }
            *definitions = names.into();
        }
        let lines = |lines: Vec<String>| lines.join(",\n");
        let shared = lines(shared.iter().map(|(name, schema)| format!("\"{name}\": {schema}")).collect());
        let types = lines(types.iter().map(|(name, schema)| format!("\"{name}\": {schema}")).collect());
        Some(format!("{{\n\"$defs\": {{\n{shared}\n}},\n\"types\": {{\n{types}\n}}\n}}\n"))
    }

    /// The schemas of a game in `openapi/types`; of every game for the empty id. `None`: there is no such
    /// game.
    pub fn types(game: &str) -> Option<BTreeMap<&'static str, Value>> {
        struct OfGame;

        impl Visit for OfGame {
            type Out = Types;

            fn visit<G: Registered>(self) -> Types {
                let mut types = Types::default();
                types.add::<Entry<G::Action>>();
                types.add::<Sent<G::Action>>();
                types.add::<Move<G::Action>>();
                types.add::<Comparison<G::Action>>();
                types.0.insert(CASE_ANSWER, case::making::answer::<G>());
                types.0.insert(CASE_REQUEST, case::making::request::<G>());
                types
            }
        }

        if !game.is_empty() {
            return games::dispatch(game, OfGame).map(|types| types.0);
        }
        let mut types = Types::default();
        types.add::<Value>();
        types.add::<Named>();
        types.add::<MoveHead>();
        types.add::<ComparisonHead>();
        types.add::<DeckCheck>();
        types.0.insert(CASE_FILE, case::format::made_schema());
        Some(types.0)
    }
}
