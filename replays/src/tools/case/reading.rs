//! Reads the parts of a case file from its text as a tree with places.
//!
//! A plain `312.3` is a number in YAML. Where a text is asked for, it is what stands in the file, letter by
//! letter; where a number is asked for, it may stand in quotes.

use rules_judge_engine::tree;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use serde_saphyr::{Location, Spanned};

use super::yaml_places::Placed;

/// Why a part cannot be read.
#[derive(Debug, Clone)]
pub(super) struct Misread {
    /// The place of the part.
    pub(super) at: Location,
    /// What was expected there.
    pub(super) message: String,
}

/// A part of a file.
#[derive(Debug, Clone, Copy)]
pub(super) struct Part<'a> {
    /// The text of the file.
    text: &'a str,
    node: &'a Spanned<Placed>,
}

impl<'a> Part<'a> {
    /// The whole of a file.
    pub(super) const fn whole(text: &'a str, node: &'a Spanned<Placed>) -> Part<'a> {
        Part { text, node }
    }

    /// A fault of this part.
    pub(super) fn misread(self, message: impl Into<String>) -> Misread {
        Misread { at: self.node.referenced, message: message.into() }
    }

    fn wrong<T>(self, expected: &str) -> Result<T, Misread> {
        Err(self.misread(format!("{expected} is expected here")))
    }

    const fn is_null(self) -> bool {
        matches!(self.node.value, Placed::Plain(Value::Null))
    }

    /// What stands in the file.
    fn source(self) -> Option<&'a str> {
        let span = self.node.defined.span();
        let start = usize::try_from(span.byte_offset()?).ok()?;
        let length = usize::try_from(span.byte_len()?).ok()?;
        self.text.get(start..start.checked_add(length)?).map(str::trim)
    }

    /// The part without places.
    pub(super) fn value(self) -> Result<Value, Misread> {
        Ok(self.node.value.value())
    }

    /// A text.
    pub(super) fn text(self) -> Result<String, Misread> {
        let text = match &self.node.value {
            Placed::Plain(Value::String(text)) => Some(text.as_str()),
            Placed::Plain(Value::Number(_) | Value::Bool(_)) => self.source(),
            Placed::Plain(Value::Null | Value::Array(_) | Value::Object(_))
            | Placed::Object(_)
            | Placed::List(_) => None,
        };
        text.map_or_else(|| self.wrong("a text"), |text| Ok(text.to_owned()))
    }

    /// A number from 0 on.
    pub(super) fn count(self) -> Result<usize, Misread> {
        match &self.node.value {
            Placed::Plain(Value::Number(number)) => number.as_u64().and_then(|count| count.try_into().ok()),
            Placed::Plain(Value::String(text)) => text.parse().ok(),
            Placed::Plain(_) | Placed::Object(_) | Placed::List(_) => None,
        }
        .map_or_else(|| self.wrong("a whole number from 0 on"), Ok)
    }

    /// `true` or `false`.
    pub(super) fn flag(self) -> Result<bool, Misread> {
        match &self.node.value {
            Placed::Plain(Value::Bool(is)) => Some(*is),
            Placed::Plain(Value::String(text)) => text.parse().ok(),
            Placed::Plain(_) | Placed::Object(_) | Placed::List(_) => None,
        }
        .map_or_else(|| self.wrong("`true` or `false`"), Ok)
    }

    /// A word, as it is read from JSON.
    pub(super) fn word<T: DeserializeOwned>(self) -> Result<T, Misread> {
        tree::read(&self.value()?).map_err(|misread| self.misread(misread.error.to_string()))
    }

    /// A value with its place.
    pub(super) fn placed<T>(self, read: fn(Part<'a>) -> Result<T, Misread>) -> Result<Spanned<T>, Misread> {
        Ok(Spanned::new(read(self)?, self.node.referenced, self.node.defined))
    }

    /// A list; nothing at all is an empty one.
    pub(super) fn list<T>(self, read: fn(Part<'a>) -> Result<T, Misread>) -> Result<Vec<T>, Misread> {
        match &self.node.value {
            Placed::List(items) => items.iter().map(|node| read(Part { node, ..self })).collect(),
            Placed::Plain(_) if self.is_null() => Ok(Vec::new()),
            Placed::Plain(_) | Placed::Object(_) => self.wrong("a list"),
        }
    }

    /// A list that says something.
    pub(super) fn some<T>(self, read: fn(Part<'a>) -> Result<T, Misread>) -> Result<Vec<T>, Misread> {
        let list = self.list(read)?;
        match list.is_empty() {
            true => Err(self.misread("the list is empty: a case says something")),
            false => Ok(list),
        }
    }

    /// A list of texts.
    pub(super) fn texts(self) -> Result<Vec<String>, Misread> {
        self.list(Part::text)
    }

    /// A text with its place.
    pub(super) fn placed_text(self) -> Result<Spanned<String>, Misread> {
        self.placed(Part::text)
    }

    /// An object without places; nothing at all is an empty one.
    pub(super) fn object(self) -> Result<Map<String, Value>, Misread> {
        match self.node.value.value() {
            Value::Object(fields) => Ok(fields),
            Value::Null => Ok(Map::new()),
            Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => self.wrong("an object"),
        }
    }

    /// The fields of an object; nothing at all is an empty one.
    pub(super) fn fields(self) -> Result<Fields<'a>, Misread> {
        match &self.node.value {
            Placed::Object(fields) => Ok(Fields { part: self, fields, known: Vec::new() }),
            Placed::Plain(_) if self.is_null() => Ok(Fields { part: self, fields: &[], known: Vec::new() }),
            Placed::Plain(_) | Placed::List(_) => self.wrong("an object"),
        }
    }
}

/// The fields of an object, which are read one by one.
#[derive(Debug)]
pub(super) struct Fields<'a> {
    part: Part<'a>,
    fields: &'a [(Spanned<String>, Spanned<Placed>)],
    known: Vec<&'static str>,
}

impl<'a> Fields<'a> {
    fn find(&mut self, name: &'static str) -> Option<Part<'a>> {
        self.known.push(name);
        let (_, node) = self.fields.iter().find(|(key, _)| key.value == name)?;
        Some(Part { node, ..self.part })
    }

    /// A field that has to be there.
    pub(super) fn need<T>(
        &mut self,
        name: &'static str,
        read: impl FnOnce(Part<'a>) -> Result<T, Misread>,
    ) -> Result<T, Misread> {
        let part = self.find(name).ok_or_else(|| self.part.misread(format!("`{name}` is missing")))?;
        read(part)
    }

    /// A field that may be left out; `null` is a value.
    pub(super) fn there<T>(
        &mut self,
        name: &'static str,
        read: impl FnOnce(Part<'a>) -> Result<T, Misread>,
    ) -> Result<Option<T>, Misread> {
        self.find(name).map(read).transpose()
    }

    /// A field that may be left out, or `null`.
    pub(super) fn maybe<T>(
        &mut self,
        name: &'static str,
        read: impl FnOnce(Part<'a>) -> Result<T, Misread>,
    ) -> Result<Option<T>, Misread> {
        self.find(name).filter(|part| !part.is_null()).map(read).transpose()
    }

    /// Refuses fields that were not read.
    pub(super) fn end(self) -> Result<(), Misread> {
        match self.fields.iter().find(|(key, _)| !self.known.contains(&key.value.as_str())) {
            Some((key, _)) => {
                Err(Misread { at: key.referenced, message: format!("there is no `{}`", key.value) })
            }
            None => Ok(()),
        }
    }
}
