/// The indices of the ids that occur in a text, in the order of the list. An id occurs only if it is not part
/// of a longer id or word: `505.2` occurs in "as 505.2 says", not in `505.2b`, `1505.2`, `505.20` or
/// `505.2-3`.
pub(crate) fn cited(text: &str, ids: &[&str]) -> Vec<usize> {
    let places =
        ids.iter().enumerate().filter(|(_, id)| text.match_indices(**id).any(|found| is_whole(text, found)));
    places.map(|(place, _)| place).collect()
}

fn is_whole(text: &str, (start, id): (usize, &str)) -> bool {
    let Some((before, rest)) = text.split_at_checked(start) else { return false };
    let mut after = rest.chars().skip(id.chars().count());
    let begins = !before.ends_with(|last: char| last.is_alphanumeric() || matches!(last, '.' | '-'));
    let ends = match (after.next(), after.next()) {
        (Some('.' | '(' | '（' | '-' | '※'), Some(further)) => !further.is_alphanumeric(),
        (Some(next), _) => !next.is_alphanumeric(),
        (None, _) => true,
    };
    begins && ends
}
