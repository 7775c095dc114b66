//! The places of the parts of a YAML text.

use std::fmt;

use serde::de::{MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};
use serde_saphyr::Spanned;

/// A value with the places of its parts.
#[derive(Debug, Clone)]
pub(super) enum Placed {
    /// Fields in the order of the text.
    Object(Vec<(Spanned<String>, Spanned<Placed>)>),
    /// Items.
    List(Vec<Spanned<Placed>>),
    /// Anything else.
    Plain(Value),
}

impl Placed {
    /// The value alone.
    pub(super) fn value(&self) -> Value {
        match self {
            Placed::Object(fields) => {
                let fields = fields.iter().map(|(name, field)| (name.value.clone(), field.value.value()));
                Value::Object(fields.collect::<Map<_, _>>())
            }
            Placed::List(items) => items.iter().map(|item| item.value.value()).collect(),
            Placed::Plain(value) => value.clone(),
        }
    }

    /// Line and column of the value at the end of a path, or of its name; if the path ends earlier, of the
    /// last part that exists.
    pub(super) fn place(&self, path: &str, of_name: bool) -> Option<(u64, u64)> {
        let (name, rest) = path.split_once('.').unwrap_or((path, ""));
        let (key, inner) = match self {
            Placed::Object(fields) => {
                let (key, inner) = fields.iter().find(|(key, _)| key.value == name)?;
                (key.referenced, inner)
            }
            Placed::List(items) => {
                let inner = items.get(name.parse::<usize>().ok()?)?;
                (inner.referenced, inner)
            }
            Placed::Plain(_) => return None,
        };
        let here = if of_name && rest.is_empty() { key } else { inner.referenced };
        inner.value.place(rest, of_name).or(Some((here.line(), here.column())))
    }
}

/// Takes any value.
struct AnyValue;

impl<'de> Visitor<'de> for AnyValue {
    type Value = Placed;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("anything")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Placed, A::Error> {
        let mut fields = Vec::new();
        while let Some(field) = map.next_entry()? {
            fields.push(field);
        }
        Ok(Placed::Object(fields))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Placed, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = list.next_element()? {
            items.push(item);
        }
        Ok(Placed::List(items))
    }

    fn visit_bool<E>(self, value: bool) -> Result<Placed, E> {
        Ok(Placed::Plain(value.into()))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Placed, E> {
        Ok(Placed::Plain(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Placed, E> {
        Ok(Placed::Plain(value.into()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Placed, E> {
        Ok(Placed::Plain(value.into()))
    }

    fn visit_str<E>(self, value: &str) -> Result<Placed, E> {
        Ok(Placed::Plain(value.into()))
    }

    fn visit_unit<E>(self) -> Result<Placed, E> {
        Ok(Placed::Plain(Value::Null))
    }

    fn visit_none<E>(self) -> Result<Placed, E> {
        Ok(Placed::Plain(Value::Null))
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Placed, D::Error> {
        deserializer.deserialize_any(AnyValue)
    }
}

impl<'de> Deserialize<'de> for Placed {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Placed, D::Error> {
        deserializer.deserialize_any(AnyValue)
    }
}
