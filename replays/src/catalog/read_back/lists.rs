//! Lists: how their members are joined, what members that follow each other have in common, and durations
//! that several of them share.

use serde_json::Value;

use super::{Node, ReadBack};

/// The field of a sentence that says how long it lasts, and the name of its type in every schema of pools.
const LASTS: (&str, &str) = ("until", "Until");

/// Which of two sentences that last equally long leaves the duration out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shared {
    /// The second.
    Again,
    /// The first.
    Yet,
}

impl Shared {
    /// What a part of a template asks for, and the rest of its name.
    pub(super) fn asked(part: &str) -> Option<(Shared, &str)> {
        let again = part.strip_prefix('<').map(|rest| (Shared::Again, rest));
        again.or_else(|| part.strip_prefix('>').map(|rest| (Shared::Yet, rest)))
    }

    /// The name of its rows.
    const fn rows(self) -> &'static str {
        match self {
            Shared::Again => "again",
            Shared::Yet => "yet",
        }
    }
}

impl<'a> ReadBack<'a> {
    pub(super) fn list(&self, node: Node<'_>, members: &[Value], role: &str, depth: usize) -> Option<String> {
        let of = self.members(node, members).next()?.of;
        let joint = |kind: &str| self.rows(kind, of).first().map(|row| row.text);
        let others = joint("list").or_else(|| self.rows("list", "-").first().map(|row| row.text));
        let others = others.unwrap_or("{list}{next}");
        joined(self.texts_of(node, members, role, depth), others, joint("last").unwrap_or(others))
    }

    /// The texts of those members of a list that have one in this role, each with the template that joins it
    /// to the one before it if they last equally long.
    pub(super) fn texts_of(
        &self,
        node: Node<'_>,
        members: &[Value],
        role: &str,
        depth: usize,
    ) -> Vec<(String, Option<&'a str>)> {
        let members: Vec<_> = self.members(node, members).filter(|member| self.has(*member, role)).collect();
        let (mut texts, mut at) = (Vec::new(), 0);
        while let Some(rest) = members.get(at..).filter(|rest| !rest.is_empty()) {
            if let Some((count, text)) = self.in_common(rest, depth).filter(|_| role.is_empty()) {
                texts.push((text, None));
                at += count;
                continue;
            }
            let again = self.shared(Shared::Again, &members, at);
            let yet = self.shared(Shared::Yet, &members, at);
            let before = at.checked_sub(1).and_then(|before| self.shared(Shared::Yet, &members, before));
            let joint = again.or(before).map(|(_, joint)| joint);
            let reader: ReadBack<'_> = *self;
            let reader = ReadBack { said: again.or(yet).map(|(said, _)| said), ..reader };
            let text = rest.first().and_then(|member| reader.node(*member, role, depth + 1));
            texts.extend(text.map(|text| (text, joint)));
            at += 1;
        }
        texts
    }

    /// The text of those members at the beginning of a list that have their first part in common, and how
    /// many they are.
    fn in_common(&self, members: &[Node<'_>], depth: usize) -> Option<(usize, String)> {
        let node = *members.first()?;
        let (word, first, _) = two_parts(node.value)?;
        let row = self.rows("common", node.of).iter().find(|row| row.when == word)?;
        let parts = members.iter().map_while(|member| two_parts(member.value));
        let alike = parts.take_while(|(other, part, _)| *other == word && *part == first);
        let seconds: Vec<&Value> = alike.map(|(_, _, second)| second).collect();
        if seconds.len() < 2 {
            return None;
        }
        let count = seconds.len();
        let parts: Value = std::iter::once(first).chain(seconds).cloned().collect();
        let whole = Value::Object([(word.to_owned(), parts)].into_iter().collect());
        let mut text = String::new();
        self.fill(row.text, Node { value: &whole, ..node }, depth + 1, &mut text);
        Some((count, text))
    }

    /// The duration that the member of a list at this index leaves out because one beside it says the same,
    /// and the template that joins the two.
    fn shared<'v>(&self, shared: Shared, members: &[Node<'v>], at: usize) -> Option<(&'v Value, &'a str)>
    where
        'a: 'v,
    {
        let (first, second) = match shared {
            Shared::Again => (at.checked_sub(1)?, at),
            Shared::Yet => (at, at.checked_add(1)?),
        };
        let (first, second) = (*members.get(first)?, *members.get(second)?);
        let (before, after) = (self.lasts(first)?, self.lasts(second)?);
        let rows = self.rows(shared.rows(), second.of);
        let row = rows.iter().find(|row| before == after && self.is_true(row.when, second))?;
        Some((if shared == Shared::Again { after } else { before }, row.text))
    }

    /// How long a sentence lasts, if it need not say so.
    fn lasts<'v>(&self, sentence: Node<'v>) -> Option<&'v Value>
    where
        'a: 'v,
    {
        let held = self.payload(sentence, LASTS.0);
        let mut required = held.schema.get("required").and_then(Value::as_array).into_iter().flatten();
        if required.any(|field| field == LASTS.0) {
            return None;
        }
        self.inner(held, LASTS.0).filter(|found| found.of == LASTS.1).map(|found| found.value)
    }

    /// Reads the member of a list at a path, if one beside it says how long it lasts.
    pub(super) fn beside(&self, shared: Shared, name: &str, node: Node<'_>, depth: usize) -> Option<String> {
        let (path, role) = name.split_once(':').unwrap_or((name, ""));
        let (list, place) = match path.rsplit_once('.') {
            Some((list, place)) => (self.inner(node, list)?, place),
            None => (self.payload(node, path), path),
        };
        let members: Vec<_> = self.members(list, list.value.as_array()?).collect();
        let at = place.parse::<usize>().ok()?.checked_sub(1)?;
        let (said, _) = self.shared(shared, &members, at)?;
        let reader: ReadBack<'_> = *self;
        ReadBack { said: Some(said), ..reader }.node(*members.get(at)?, role, depth + 1)
    }
}

/// A word that holds two parts.
fn two_parts(value: &Value) -> Option<(&str, &Value, &Value)> {
    let (word, parts) = value.as_object().filter(|map| map.len() == 1)?.iter().next()?;
    let [first, second] = parts.as_array()?.as_slice() else { return None };
    Some((word, first, second))
}

/// Joins texts by a template, the last two by another one, where a text does not bring its own; nothing:
/// there are none.
pub(super) fn joined(texts: Vec<(String, Option<&str>)>, others: &str, last: &str) -> Option<String> {
    let end = texts.len().checked_sub(1)?;
    let mut texts = texts.into_iter().enumerate();
    let (_, (first, _)) = texts.next()?;
    Some(texts.fold(first, |list, (at, (next, joint))| {
        let template = joint.unwrap_or(if at == end { last } else { others });
        template.replace("{list}", &list).replace("{next}", &next)
    }))
}
