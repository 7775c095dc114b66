//! How fields stand on the wire: one thing has one form, whatever the game.

use serde::Deserialize;

/// Whether a field says nothing.
pub(crate) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// A field that says nothing is left out: one action has one form.
pub(crate) fn filled<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: serde::Deserializer<'de>,
    T: Deserialize<'de> + Default + PartialEq,
{
    let value = T::deserialize(deserializer)?;
    if value == T::default() {
        return Err(serde::de::Error::custom("leave a field out that says nothing"));
    }
    Ok(value)
}

/// The number of a position that is named by its row, F in front or B behind, and its column, counted from 1; they
/// are numbered row by row.
pub(crate) const fn position_named(name: &str, columns: u8) -> Option<u8> {
    let [row @ (b'F' | b'B'), column] = *name.as_bytes() else { return None };
    let column = column.wrapping_sub(b'1');
    if column < columns { Some(columns * (row == b'B') as u8 + column) } else { None }
}

/// Whether [`position_named`] gives each of these names its place among them, and no other name any.
pub(crate) const fn are_named(names: &[&str], columns: u8) -> bool {
    let mut all = names.len() == 2 * columns as usize;
    let mut rest = names;
    while let [before @ .., name] = rest {
        all = all && matches!(position_named(name, columns), Some(number) if number as usize == before.len());
        rest = before;
    }
    all
}

/// The schema of what [`filled`] takes: no `null`, and nothing that says nothing.
pub(crate) fn says_something(schema: &mut schemars::Schema) {
    let required = schema.get("required").and_then(|names| names.as_array()).cloned().unwrap_or_default();
    let required: Vec<&str> = required.iter().filter_map(|name| name.as_str()).collect();
    let fields = schema.get_mut("properties").and_then(|fields| fields.as_object_mut());
    for (name, field) in fields.into_iter().flatten() {
        let Some(field) = field.as_object_mut().filter(|_| !required.contains(&name.as_str())) else {
            continue;
        };
        let kind = field.get("type").and_then(|kind| kind.as_str()).map(str::to_owned);
        if let Some(kinds) = field.get_mut("type").and_then(|kinds| kinds.as_array_mut()) {
            kinds.retain(|kind| kind.as_str() != Some("null"));
            if let [kind] = kinds.as_slice() {
                let kind = kind.clone();
                field.insert("type".into(), kind);
            }
        } else if let Some(kinds) = field.remove("anyOf") {
            let first = kinds.as_array().and_then(|kinds| kinds.first()).and_then(|kind| kind.as_object());
            field.extend(first.cloned().into_iter().flatten());
        } else {
            let least = match kind.as_deref() {
                Some("integer") => "minimum",
                Some("array") => "minItems",
                _ => "minProperties",
            };
            field.insert(least.into(), 1.into());
        }
    }
}
