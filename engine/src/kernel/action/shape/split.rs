//! Amounts that are divided among several shares.

use super::Value;
use super::domain::Share;
use super::looks::Looks;

/// The least and the greatest amount that the shares from each index on can give.
fn bounds(over: &[Share]) -> Vec<(u64, u64)> {
    let mut bounds = vec![(0, 0)];
    let (mut least, mut most) = (0u64, 0u64);
    for share in over.iter().rev() {
        least += u64::from(share.least);
        most += u64::from(share.most);
        bounds.push((least, most));
    }
    bounds.reverse();
    bounds
}

/// Whether some amount in `min..=max` is possible.
pub(super) fn is_possible(min: u32, max: u32, over: &[Share]) -> bool {
    let each = over.iter().all(|share| share.least <= share.most);
    let (least, most) = bounds(over).first().copied().unwrap_or((0, 0));
    each && least.max(u64::from(min)) <= most.min(u64::from(max))
}

/// The number of ways to take each amount, without the first shares: index by the number of shares left out,
/// then by amount. `None`: the looks ran out.
fn ways(max: u32, over: &[Share], looks: &Looks) -> Option<Vec<Vec<u64>>> {
    let there = over.iter().map(|share| share.most).fold(0, u32::saturating_add);
    let amounts = usize::try_from(max.min(there)).ok()?.checked_add(1)?;
    if !looks.spend(amounts.saturating_mul(over.len() + 1)) {
        return None;
    }
    let mut row = vec![0u64; amounts];
    *row.first_mut()? = 1;
    let mut rows = vec![row];
    for share in over.iter().rev() {
        let last = rows.last()?;
        let (least, most) = (usize::try_from(share.least).ok()?, usize::try_from(share.most).ok()?);
        let at = |amount: Option<usize>| amount.and_then(|amount| last.get(amount)).copied().unwrap_or(0);
        let mut next: Vec<u64> = Vec::with_capacity(amounts);
        let mut sum = 0u64;
        for amount in 0..amounts {
            // From one amount to the next, one number enters the sum and one leaves it; a saturated sum is
            // computed anew.
            let (comes, goes) =
                (at(amount.checked_sub(least)), at(amount.checked_sub(most.saturating_add(1))));
            sum = match sum.checked_add(comes) {
                _ if least > most => 0,
                Some(more) if sum < u64::MAX => more.saturating_sub(goes),
                _ => {
                    let takes = least..=most.min(amount);
                    if !looks.spend(takes.clone().count()) {
                        return None;
                    }
                    takes.map(|taken| at(amount.checked_sub(taken))).fold(0, u64::saturating_add)
                }
            };
            next.push(sum);
        }
        rows.push(next);
    }
    rows.reverse();
    Some(rows)
}

/// The number of members; `u64::MAX`: more than can be counted.
pub(super) fn count(min: u32, max: u32, over: &[Share], looks: &Looks) -> u64 {
    let Some(rows) = ways(max, over, looks) else { return u64::MAX };
    let amounts = rows.first().map_or(&[][..], Vec::as_slice);
    amounts.iter().skip(min as usize).fold(0, |sum, ways| sum.saturating_add(*ways))
}

fn value(over: &[Share], takes: &[u32]) -> Value {
    // Without shares there are no holders to name.
    if over.is_empty() {
        return Value::Nothing;
    }
    let taken = over.iter().zip(takes.iter().copied()).filter(|(_, count)| *count > 0);
    match over.iter().all(|share| share.from.is_none()) {
        true => Value::Pieces(taken.map(|(share, count)| (share.kind, count)).collect()),
        false => {
            let held = |(share, count): (&Share, u32)| {
                (share.from.clone().unwrap_or(Value::Nothing), share.kind, count)
            };
            Value::Held(taken.map(held).collect())
        }
    }
}

/// The member with this number: smaller amounts first; for one amount, those that take more of the first
/// shares.
pub(super) fn member(min: u32, max: u32, over: &[Share], mut number: u64, looks: &Looks) -> Option<Value> {
    let rows = ways(max, over, looks)?;
    let all = rows.first()?;
    let mut left = usize::try_from(min).ok()?;
    loop {
        let ways = *all.get(left)?;
        if number < ways {
            break;
        }
        number -= ways;
        left += 1;
    }
    let mut taken = Vec::new();
    for (share, rest) in over.iter().zip(rows.iter().skip(1)) {
        let mut takes = (share.least as usize..=(share.most as usize).min(left)).rev();
        let takes = takes.find(|taken| {
            let ways = rest.get(left - taken).copied().unwrap_or(0);
            let here = number < ways;
            if !here {
                number -= ways;
            }
            here
        })?;
        left -= takes;
        taken.push(u32::try_from(takes).ok()?);
    }
    Some(value(over, &taken))
}

/// The members in the order of their numbers, each computed from the one before.
pub(super) struct Members<'d> {
    over: &'d [Share],
    bounds: Vec<(u64, u64)>,
    amount: u64,
    max: u64,
    /// The amounts that the next one takes of each share.
    next: Option<Vec<u32>>,
    looks: &'d Looks,
}

impl<'d> Members<'d> {
    pub(super) fn of(min: u32, max: u32, over: &'d [Share], looks: &'d Looks) -> Members<'d> {
        let bounds = bounds(over);
        let (least, most) = bounds.first().copied().unwrap_or((0, 0));
        let (amount, max) = (least.max(min.into()), most.min(max.into()));
        let mut members = Members { over, bounds, amount, max, next: None, looks };
        if is_possible(min, u32::try_from(max).unwrap_or(u32::MAX), over) {
            members.next = Some(members.filled(Vec::new(), amount));
        }
        members
    }

    /// The first member that begins with `takes`, if the other shares give `left`.
    fn filled(&self, mut takes: Vec<u32>, mut left: u64) -> Vec<u32> {
        let rest = self.over.iter().zip(self.bounds.iter().skip(1)).skip(takes.len());
        for (share, (least, _)) in rest {
            let taken = u64::from(share.most).min(left.saturating_sub(*least));
            left = left.saturating_sub(taken);
            takes.push(u32::try_from(taken).unwrap_or(u32::MAX));
        }
        takes
    }

    fn after(&mut self, takes: &[u32]) -> Option<Vec<u32>> {
        let mut left = 0u64;
        for (place, taken) in takes.iter().enumerate().rev() {
            left += u64::from(*taken);
            let (Some(share), Some((_, most))) = (self.over.get(place), self.bounds.get(place + 1)) else {
                continue;
            };
            let Some(fewer) = taken.checked_sub(1).filter(|fewer| *fewer >= share.least) else { continue };
            let rest = left - u64::from(fewer);
            if rest <= *most {
                let begin = takes.iter().copied().take(place).chain([fewer]).collect();
                return Some(self.filled(begin, rest));
            }
        }
        self.amount += 1;
        (self.amount <= self.max).then(|| self.filled(Vec::new(), self.amount))
    }
}

impl Iterator for Members<'_> {
    type Item = Value;

    fn next(&mut self) -> Option<Value> {
        let takes = self.next.take().filter(|_| self.looks.spend(self.over.len() + 1))?;
        self.next = self.after(&takes);
        Some(value(self.over, &takes))
    }
}
