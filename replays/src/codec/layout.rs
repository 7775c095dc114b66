//! JSON laid out for people.

/// The same JSON with one member or item a line, in the order and spelling of the source. Two blanks stand
/// before a line for each level, up to the level `deepest`.
pub fn one_member_a_line(source: &[u8], deepest: usize) -> Vec<u8> {
    let mut out = Vec::with_capacity(source.len().saturating_mul(2));
    let mut depth = 0_usize;
    let (mut quoted, mut escaped) = (false, false);
    let new_line = |out: &mut Vec<u8>, depth: usize| {
        out.push(b'\n');
        out.resize(out.len() + 2 * depth.min(deepest), b' ');
    };
    let mut bytes = source.iter().copied().peekable();
    while let Some(byte) = bytes.next() {
        if quoted {
            out.push(byte);
            quoted = escaped || byte != b'"';
            escaped = !escaped && byte == b'\\';
            continue;
        }
        match byte {
            b' ' | b'\t' | b'\n' | b'\r' => {}
            b'{' | b'[' => {
                out.push(byte);
                while bytes.next_if(u8::is_ascii_whitespace).is_some() {}
                if matches!(bytes.peek(), Some(b'}' | b']')) {
                    out.extend(bytes.next());
                } else {
                    depth += 1;
                    new_line(&mut out, depth);
                }
            }
            b'}' | b']' => {
                depth = depth.saturating_sub(1);
                new_line(&mut out, depth);
                out.push(byte);
            }
            b',' => {
                out.push(byte);
                new_line(&mut out, depth);
            }
            b':' => out.extend_from_slice(b": "),
            _ => {
                quoted = byte == b'"';
                out.push(byte);
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::one_member_a_line;

    #[test]
    fn json_is_laid_out_as_serde_json_does() {
        let value: Value = json!({
            "": [], "a\"b\\": {}, "c": [[1, -2], {"d": "x,[{:}]\n\u{7}\\"}, true, null],
            "e": {"f": {"g": "\\\""}},
        });
        let laid_out = one_member_a_line(value.to_string().as_bytes(), usize::MAX);
        assert_eq!(laid_out, serde_json::to_vec_pretty(&value).unwrap());
    }
}
