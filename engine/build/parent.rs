/// The index of the rule above an id, derived from the id alone: the longest id in the list that is a prefix
/// of it and ends where a new part begins. A dot, a bracket, a mark, or a letter after a digit begins a part:
/// `505.2` is above `505.2a`, `505` above `505.2`, `十一.8` above `十一.8(5)`. `101.1` is not above `101.10`, nor
/// `十` above `十一`; and `601.5-2` is another `601.5`, not a part of it.
pub(crate) fn derived(id: &str, ids: &[&str]) -> Option<usize> {
    let starts = id.char_indices().rev().map(|(start, _)| start).filter(|start| *start > 0);
    starts.filter(|&start| begins_a_part(id, start)).find_map(|start| {
        let above = id.get(..start)?;
        ids.iter().position(|other| *other == above)
    })
}

fn begins_a_part(id: &str, start: usize) -> bool {
    let Some((before, after)) = id.split_at_checked(start) else { return false };
    match (before.chars().next_back(), after.chars().next()) {
        (_, Some('.' | '(' | '（' | '※')) => true,
        (Some(last), Some('①'..='⑳')) => last != '.',
        (Some(last), Some(next)) => last.is_ascii_digit() && next.is_ascii_lowercase(),
        _ => false,
    }
}
