/// The place of the rule that an id stands below, read off the id: the longest id of the list that
/// it begins with and after which a new part begins. A part begins with a dot, a bracket or a mark,
/// and a letter after a digit begins one: `505.2a` stands below `505.2`, that below `505`,
/// `十一.8(5)` below `十一.8`. `101.10` does not stand below `101.1`, `十一` not below `十`, and
/// `601.5-2` is another `601.5`, not a part of it.
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
