//! The form of fields on the wire: a thing has the same form in every game.
//!
//! A value that can be a word, a number or an object is an enum for readers that are not [human
//! readable](serde::Deserializer::is_human_readable): its unit variants have the names of the words, the
//! others are called `number` and `object`. Snapshots write the number of the variant, and the reader of
//! canonical bytes decides by the first byte.

#[cfg(feature = "schemas")]
use schemars::json_schema;
use serde::Deserialize;

/// Whether a field has its default, so that it is left out.
pub(crate) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// Never skips: schemas omit the default of a field that may be skipped, and every default must be in the
/// schema.
#[cfg(feature = "schemas")]
pub(crate) const fn never<T>(_: &T) -> bool {
    false
}

/// Reads a field that is left out at its default. JSON may have the default or `null` all the same. Readers
/// of canonical bytes are not [human readable](serde::Deserializer::is_human_readable) and accept only the
/// written form, in which the field is missing.
pub(crate) fn maybe<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: serde::Deserializer<'de>,
    T: Deserialize<'de> + Default + PartialEq,
{
    if deserializer.is_human_readable() {
        return Ok(Option::deserialize(deserializer)?.unwrap_or_default());
    }
    let value = T::deserialize(deserializer)?;
    if value == T::default() {
        return Err(serde::de::Error::custom("leave a field out that says nothing"));
    }
    Ok(value)
}

/// The number of a position named by its row (F in front, B behind) and its column, from 1; positions are
/// numbered row by row.
pub(crate) const fn position_named(name: &str, columns: u8) -> Option<u8> {
    let [row @ (b'F' | b'B'), column] = *name.as_bytes() else { return None };
    let column = column.wrapping_sub(b'1');
    if column < columns { Some(columns * (row == b'B') as u8 + column) } else { None }
}

/// Whether [`position_named`] gives each of these names its index, and gives no other name a number.
pub(crate) const fn are_named(names: &[&str], columns: u8) -> bool {
    let mut all = names.len() == 2 * columns as usize;
    let mut rest = names;
    while let [before @ .., name] = rest {
        all = all && matches!(position_named(name, columns), Some(number) if number as usize == before.len());
        rest = before;
    }
    all
}

/// The schema of fields that [`maybe`] reads: each may also be `null`.
#[cfg(feature = "schemas")]
pub(crate) fn may_say_nothing(schema: &mut schemars::Schema) {
    let required = schema.get("required").and_then(|names| names.as_array()).cloned().unwrap_or_default();
    let required: Vec<&str> = required.iter().filter_map(|name| name.as_str()).collect();
    let fields = schema.get_mut("properties").and_then(|fields| fields.as_object_mut());
    for (name, field) in fields.into_iter().flatten() {
        let Some(field) = field.as_object_mut().filter(|_| !required.contains(&name.as_str())) else {
            continue;
        };
        let or_null = match (field.get("type").cloned(), field.remove("$ref")) {
            (Some(kind), _) if kind.is_string() => json_schema!({ "type": [kind, "null"] }),
            (_, Some(other)) => json_schema!({ "anyOf": [{ "$ref": other }, { "type": "null" }] }),
            // This schema allows `null` already.
            _ => continue,
        };
        field.extend(or_null.as_object().cloned().into_iter().flatten());
    }
}
