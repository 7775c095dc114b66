//! What is searched for among cards, as it is written: conditions that all have to hold, and `or` between
//! alternatives.
//!
//! ```text
//! query      = conditions { "or" conditions }
//! conditions = condition { condition }
//! condition  = [ "-" ] ( word | '"' text '"' | name sign value )
//! sign       = ":" | "=" | "!=" | "<" | "<=" | ">" | ">=" | "≠" | "≤" | "≥"
//! value      = word | '"' text '"'
//! ```

use crate::answer::detail::{self, Detail};
use crate::answer::{Fault, FaultCode};
use crate::catalog::limits::SEARCH_CONDITIONS;

/// How a fact is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sign {
    /// The value has it: a number is this one, a word has this text in it.
    Has,
    /// The value is this number or this word.
    Is,
    /// No value is.
    IsNot,
    Below,
    AtMost,
    Above,
    AtLeast,
}

/// The signs as they are written; of two that begin alike the longer one first.
const SIGNS: [(&str, Sign); 10] = [
    ("!=", Sign::IsNot),
    ("<=", Sign::AtMost),
    (">=", Sign::AtLeast),
    (":", Sign::Has),
    ("=", Sign::Is),
    ("<", Sign::Below),
    (">", Sign::Above),
    ("≠", Sign::IsNot),
    ("≤", Sign::AtMost),
    ("≥", Sign::AtLeast),
];

/// What is compared with which value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Compared {
    pub(super) name: String,
    pub(super) sign: Sign,
}

/// One condition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Condition {
    /// Where it begins, in characters counted from 1.
    pub(super) at: usize,
    /// Whether it must not hold.
    pub(super) negated: bool,
    /// What is compared; nothing: the text stands anywhere on the card.
    pub(super) compared: Option<Compared>,
    pub(super) value: String,
}

/// The fault of a search that cannot be read, at a character counted from 1.
pub(super) fn fault(at: usize, detail: Detail) -> Fault {
    Fault { place: Some((1, at)), ..Fault::new(FaultCode::BadQuery, detail) }
}

/// What is left to read.
struct Reader<'q> {
    rest: &'q str,
    /// The character that the rest begins with, counted from 1.
    at: usize,
}

impl<'q> Reader<'q> {
    fn skip(&mut self, length: usize) -> &'q str {
        let (taken, rest) = self.rest.split_at_checked(length).unwrap_or((self.rest, ""));
        self.rest = rest;
        self.at += taken.chars().count();
        taken
    }

    fn skip_spaces(&mut self) {
        let rest = self.rest.trim_start();
        self.skip(self.rest.len() - rest.len());
    }

    /// What stands before the next space.
    fn word(&self) -> &'q str {
        self.rest.split(char::is_whitespace).next().unwrap_or_default()
    }

    /// A text in quotation marks, if one begins here.
    fn quoted(&mut self) -> Result<Option<&'q str>, Fault> {
        let Some(inner) = self.rest.strip_prefix('"') else { return Ok(None) };
        let at = self.at;
        let length = inner.find('"').ok_or_else(|| fault(at, detail::search_unclosed(at)))?;
        let text = inner.get(..length).unwrap_or_default();
        self.skip(length + 2);
        if text.trim().is_empty() {
            return Err(fault(at, detail::search_no_value(at)));
        }
        Ok(Some(text))
    }

    fn condition(&mut self) -> Result<Condition, Fault> {
        let at = self.at;
        let negated = self.rest.starts_with('-');
        if negated {
            self.skip(1);
            if self.word().is_empty() {
                return Err(fault(at, detail::search_no_value(at)));
            }
        }
        if let Some(text) = self.quoted()? {
            return Ok(Condition { at, negated, compared: None, value: text.to_owned() });
        }
        let word = self.word();
        let before_quote = word.find('"').unwrap_or(word.len());
        let sign = (0..before_quote).find_map(|place| {
            let rest = word.get(place..)?;
            let (written, sign) = SIGNS.iter().find(|(written, _)| rest.starts_with(written))?;
            Some((place, written.len(), *sign))
        });
        let Some((length, signed, sign)) = sign else {
            let value = self.skip(word.len()).to_owned();
            return Ok(Condition { at, negated, compared: None, value });
        };
        let name = self.skip(length).to_owned();
        let at_sign = self.at;
        if name.is_empty() {
            return Err(fault(at_sign, detail::search_no_name(at_sign)));
        }
        self.skip(signed);
        let value = match self.quoted()? {
            Some(text) => text.to_owned(),
            None => self.skip(self.word().len()).to_owned(),
        };
        if value.is_empty() {
            return Err(fault(at_sign, detail::search_no_value(at_sign)));
        }
        Ok(Condition { at, negated, compared: Some(Compared { name, sign }), value })
    }
}

/// The alternatives, each with the conditions that have to hold. None is without conditions.
///
/// # Errors
/// `BadQuery` with the character at which it cannot be read, or with too many conditions.
pub(super) fn read(text: &str) -> Result<Vec<Vec<Condition>>, Fault> {
    let mut reader = Reader { rest: text, at: 1 };
    let (mut all, mut conditions) = (Vec::new(), Vec::new());
    let mut count = 0_usize;
    loop {
        reader.skip_spaces();
        let at = reader.at;
        let word = reader.word();
        let ends = word.is_empty();
        if ends || word.eq_ignore_ascii_case("or") {
            if conditions.is_empty() {
                return Err(fault(at, detail::search_nothing_beside_or(at)));
            }
            all.push(std::mem::take(&mut conditions));
            if ends {
                return Ok(all);
            }
            reader.skip(word.len());
            continue;
        }
        count += 1;
        if count > SEARCH_CONDITIONS {
            return Err(fault(at, detail::search_conditions(SEARCH_CONDITIONS)));
        }
        conditions.push(reader.condition()?);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::Language;

    fn read_back(text: &str) -> Vec<Vec<String>> {
        let told = |condition: &Condition| {
            let Condition { at, negated, compared, value } = condition;
            let compared =
                compared.as_ref().map_or(String::new(), |of| format!("{} {:?} ", of.name, of.sign));
            format!("{at} {}{compared}{value}", if *negated { "not " } else { "" })
        };
        let told = |all: &Vec<Condition>| all.iter().map(told).collect();
        read(text).unwrap().iter().map(told).collect()
    }

    #[test]
    fn conditions_are_read_with_their_places() {
        for (text, expected) in [
            ("flame", vec![vec!["1 flame"]]),
            ("  cost<=3 -keyword:flying ", vec![vec!["3 cost AtMost 3", "11 not keyword Has flying"]]),
            ("費用≤3 遠程", vec![vec!["1 費用 AtMost 3", "6 遠程"]]),
            (r#""two words" name="a b"c"#, vec![vec!["1 two words", "13 name Is a b", "23 c"]]),
            (r#"-"x y""#, vec![vec!["1 not x y"]]),
            ("a or b c OR d", vec![vec!["1 a"], vec!["6 b", "8 c"], vec!["13 d"]]),
            ("a!=1 b!c d≠e", vec![vec!["1 a IsNot 1", "6 b!c", "10 d IsNot e"]]),
            (r#"ab"c d"#, vec![vec![r#"1 ab"c"#, "6 d"]]),
            ("BP01-001 a:b:c x>-2", vec![vec!["1 BP01-001", "10 a Has b:c", "16 x Above -2"]]),
            // Signs of full width belong to names of cards.
            ("最奥：風牙岩 ゲン＝ボー", vec![vec!["1 最奥：風牙岩", "8 ゲン＝ボー"]]),
            (r#""or""#, vec![vec!["1 or"]]),
        ] {
            assert_eq!(read_back(text), expected, "{text}");
        }
    }

    #[test]
    fn a_search_that_cannot_be_read_names_the_character() {
        for (text, at, word) in [
            (r#"a "b"#, 3, "quotation mark"),
            (r#"a:"b"#, 3, "quotation mark"),
            (r#""" a"#, 1, "value"),
            (r#"a:" ""#, 3, "value"),
            ("費用: a", 3, "value"),
            ("a -", 3, "value"),
            ("- a", 1, "value"),
            (":3", 1, "name"),
            ("-<=3", 2, "name"),
            ("or a", 1, "or"),
            ("a or", 5, "or"),
            ("a or or b", 6, "or"),
        ] {
            let fault = read(text).unwrap_err();
            assert_eq!((fault.code, fault.place), (FaultCode::BadQuery, Some((1, at))), "{text}");
            let said = fault.detail_in(Language::English).to_owned();
            assert!(said.contains(word) && said.contains(&at.to_string()), "{text}: {said}");
        }
    }

    #[test]
    fn a_search_has_so_many_conditions() {
        let text = |count: usize| vec!["a"; count].join(" or ");
        assert_eq!(read(&text(SEARCH_CONDITIONS)).unwrap().len(), SEARCH_CONDITIONS);
        let fault = read(&text(SEARCH_CONDITIONS + 1)).unwrap_err();
        assert!(fault.detail.contains(&SEARCH_CONDITIONS.to_string()), "{fault:?}");
    }
}
