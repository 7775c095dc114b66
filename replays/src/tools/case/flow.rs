//! Values on one line, in the notation of case files.

use serde_json::Value;

/// A value in the flow notation of YAML.
pub fn flow(value: &Value) -> String {
    match value {
        Value::Object(fields) => {
            let fields = fields.iter().map(|(name, value)| format!("{}: {}", scalar(name), flow(value)));
            format!("{{{}}}", fields.collect::<Vec<_>>().join(", "))
        }
        Value::Array(items) => format!("[{}]", items.iter().map(flow).collect::<Vec<_>>().join(", ")),
        Value::String(text) => scalar(text),
        other => other.to_string(),
    }
}

/// A string, quoted where YAML would read it as something else.
fn scalar(text: &str) -> String {
    const NO_TEXT: [&str; 12] =
        ["null", "true", "false", "yes", "no", "on", "off", "y", "n", "inf", "nan", "~"];
    let plain = |letter: char| letter.is_alphanumeric() || matches!(letter, '.' | '_' | '-');
    let is_text = text.starts_with(|letter: char| letter.is_alphabetic())
        && text.chars().all(plain)
        && !NO_TEXT.contains(&text.to_ascii_lowercase().as_str());
    if is_text { text.to_owned() } else { Value::from(text).to_string() }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::flow;

    #[test]
    fn what_is_written_is_read_back() {
        let value = json!({
            "a": [1, -2, true, null, "F1", "rj-010", "", "1", "yes", "No", "null", "~", "1e3", "0x1", "a: b"],
            "十五.掩護.1": {"": "戰鬥", "#": "a b", "-": ".inf", "1": "\"\n"},
        });
        let text = flow(&value);
        assert_eq!(text.lines().count(), 1, "{text}");
        assert_eq!(serde_saphyr::from_str::<serde_json::Value>(&text).ok(), Some(value), "{text}");
        assert_eq!(flow(&json!({"cell": "F1", "seat": 0})), "{cell: F1, seat: 0}");
    }
}
