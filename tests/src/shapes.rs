//! Makes actions from shapes as `openapi/shapes.md` describes, using the answer alone: neither listings nor
//! types of the engine.

use rules_judge_engine::game_kit::sentence::Speech;
use rules_judge_engine::games::Registered;
use rules_judge_engine::kernel::Viewer;
use rules_judge_replays::answer::ListingLimit;
use rules_judge_replays::codec::entry::Entry;
use rules_judge_replays::judging::Judge;
use rules_judge_replays::judging::entry::{EntryResult, take};
use rules_judge_replays::judging::render;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::mutation::Dice;
use crate::walk::Opened;

/// Makes actions from shapes.
#[derive(Debug)]
pub struct Maker<'d> {
    /// The dice that shuffle candidates; `None` keeps their order.
    pub dice: Option<&'d mut Dice>,
    /// The most values of a slot that are tried, and the most actions that are made from a shape.
    pub most: usize,
}

impl Maker<'_> {
    /// Actions of a shape, without their seat.
    ///
    /// # Errors
    /// A domain that is not known.
    pub fn actions(&mut self, shape: &Value) -> Result<Vec<Value>, String> {
        let slots = shape.get("slots").and_then(Value::as_array).ok_or("a shape without slots")?;
        let mut fields = Map::new();
        fields.insert("type".to_owned(), shape.get("type").cloned().ok_or("a shape without a type")?);
        let mut found = Vec::new();
        self.fill(slots, &Value::Object(fields), &mut found)?;
        Ok(found)
    }

    fn fill(&mut self, slots: &[Value], action: &Value, found: &mut Vec<Value>) -> Result<(), String> {
        let Some((slot, rest)) = slots.split_first() else {
            found.push(action.clone());
            return Ok(());
        };
        let name = slot.get("name").and_then(Value::as_str).ok_or("a slot without a name")?;
        let domain = slot.get("domain").ok_or("a slot without a domain")?;
        for value in self.values(domain, action)? {
            let mut filled = action.clone();
            match (name, value) {
                // Groups of a slot without a name are fields of the action.
                ("", Value::Object(groups)) => {
                    groups.into_iter().try_for_each(|(name, cards)| set(&mut filled, &name, cards))?;
                }
                (name, value) => set(&mut filled, name, value)?,
            }
            self.fill(rest, &filled, found)?;
            if found.len() >= self.most {
                break;
            }
        }
        Ok(())
    }

    /// Values that may stand in a slot, given the fields before it.
    fn values(&mut self, domain: &Value, action: &Value) -> Result<Vec<Value>, String> {
        let (kind, domain) = domain.as_object().and_then(|domain| domain.iter().next()).ok_or("no domain")?;
        let part = |name: &str| domain.get(name).ok_or_else(|| format!("{kind} has no {name}"));
        let list = |name: &str| {
            let list = part(name)?.as_array().cloned();
            list.ok_or_else(|| format!("{name} of {kind} is no list"))
        };
        let number = |name: &str| {
            let number = part(name)?.as_i64();
            number.ok_or_else(|| format!("{name} of {kind} is no number"))
        };
        Ok(match kind.as_str() {
            "one_of" | "some_of" => {
                self.mixed(domain.as_array().cloned().ok_or_else(|| format!("{kind} is no list"))?)
            }
            "by" => {
                let before = without_empty(&get(action, part("field")?.as_str().ok_or("field is no name")?));
                let is = |case: &&Value| {
                    let values = case.get("is").and_then(Value::as_array);
                    values.into_iter().flatten().any(|value| without_empty(value) == before)
                };
                let case = list("cases")?.iter().find(is).and_then(|case| case.get("domain")).cloned();
                match case.as_ref().or(domain.get("otherwise")) {
                    Some(domain) => self.values(domain, action)?,
                    None => Vec::new(),
                }
            }
            "number" => {
                let (least, most) = (number("min")?, number("max")?);
                let span = usize::try_from(most - least).map_err(|_| "an empty range")?;
                let first = self.dice.as_mut().map_or(0, |dice| dice.below(span.saturating_add(1)));
                let numbers = (0..=span).map(|step| (first + step) % (span + 1)).take(self.most);
                numbers.map(|step| json!(least + step as i64)).collect()
            }
            "subset" => {
                let (least, most) = (number("min")?, number("max")?);
                let ones = list("from")?.into_iter().map(|card| (card, 1)).collect();
                self.sets(ones, least, most)
            }
            "sum" => {
                let weighed = |one: &Value| Some((one.get("card")?.clone(), one.get("weight")?.as_i64()?));
                let cards: Option<Vec<_>> = list("from")?.iter().map(weighed).collect();
                let total = number("total")?;
                self.sets(cards.ok_or("no weights")?, total, total)
            }
            "sequence" => {
                let length = usize::try_from(number("length")?).map_err(|_| "a length below 0")?;
                self.rows(list("from")?, length)
            }
            "order" => {
                let cards = domain.as_array().cloned().ok_or("order is no list")?;
                let length = cards.len();
                self.rows(cards, length)
            }
            "partition" => {
                let (groups, of) = (list("groups")?, list("of")?);
                let rows = self.rows(of, list("of")?.len());
                rows.into_iter().map(|row| self.groups(&groups, row)).collect()
            }
            "matching" => self.matching(&list("from")?, (number("min")?, number("max")?), domain)?,
            "split" => self.splits(domain, action)?,
            "moves" => self.moves(domain)?,
            "path" => {
                let path = Path::deserialize(domain).map_err(|error| error.to_string())?;
                let mut found = Vec::new();
                self.ways(&path, &mut Vec::new(), &mut found);
                found
            }
            other => return Err(format!("{other} is not a domain that these games have")),
        })
    }

    /// Shuffles values.
    fn mixed<T>(&mut self, mut values: Vec<T>) -> Vec<T> {
        if let Some(dice) = self.dice.as_mut() {
            for last in (1..values.len()).rev() {
                values.swap(last, dice.below(last + 1));
            }
        }
        values.truncate(self.most);
        values
    }

    /// Sets of cards whose weights add up to between `least` and `most`.
    fn sets(&mut self, mut cards: Vec<(Value, i64)>, least: i64, most: i64) -> Vec<Value> {
        if let Some(dice) = self.dice.as_mut() {
            for last in (1..cards.len()).rev() {
                cards.swap(last, dice.below(last + 1));
            }
        }
        let mut found = Vec::new();
        self.set(&cards, (least, most), &mut Vec::new(), &mut found);
        found
    }

    fn set(
        &mut self,
        cards: &[(Value, i64)],
        (least, most): (i64, i64),
        chosen: &mut Vec<Value>,
        found: &mut Vec<Value>,
    ) {
        let rest: i64 = cards.iter().map(|(_, weight)| weight).sum();
        if found.len() >= self.most || rest < least || most < 0 {
            return;
        }
        let Some(((card, weight), others)) = cards.split_first() else {
            found.push(json!(chosen));
            return;
        };
        let takes_first = self.dice.as_mut().is_some_and(|dice| dice.below(2) == 0);
        for takes in [takes_first, !takes_first] {
            if takes {
                chosen.push(card.clone());
                self.set(others, (least - weight, most - weight), chosen, found);
                chosen.pop();
            } else {
                self.set(others, (least, most), chosen, found);
            }
        }
    }

    /// Sequences of so many of these cards.
    fn rows(&mut self, cards: Vec<Value>, length: usize) -> Vec<Value> {
        let mut found = Vec::new();
        let cards = self.mixed_all(cards);
        rows(&cards, length, self.most, &mut Vec::new(), &mut found);
        found
    }

    /// A row of cards cut into groups, each an entry of an object.
    fn groups(&mut self, groups: &[Value], row: Value) -> Value {
        let (mut rest, mut object) = (row.as_array().cloned().unwrap_or_default(), Map::new());
        for (place, group) in groups.iter().enumerate() {
            let is_last = place + 1 == groups.len();
            let cut = self.dice.as_mut().map_or(0, |dice| dice.below(rest.len() + 1));
            let left = rest.split_off(if is_last { rest.len() } else { cut });
            object.insert(
                group.as_str().unwrap_or_default().to_owned(),
                std::mem::replace(&mut rest, left).into(),
            );
        }
        Value::Object(object)
    }

    /// Sets of cards that fill slots by their colours.
    fn matching(
        &mut self,
        from: &[Value],
        (least, most): (i64, i64),
        domain: &Value,
    ) -> Result<Vec<Value>, String> {
        let lists = |value: Option<&Value>| -> Vec<Vec<Value>> {
            let lists = value.and_then(Value::as_array).into_iter().flatten();
            lists.map(|list| list.as_array().cloned().unwrap_or_default()).collect()
        };
        let slots = lists(domain.get("slots"));
        let colors = |card: &Value| {
            let colored = from.iter().find(|colored| colored.get("card") == Some(card));
            colored.and_then(|colored| colored.get("colors")?.as_array().cloned()).unwrap_or_default()
        };
        let fills = match domain.get("complete").and_then(Value::as_str) {
            Some("slots") => |slots: &[Vec<Value>], cards: &[Vec<Value>]| fill(slots, cards),
            Some("cards") => |slots: &[Vec<Value>], cards: &[Vec<Value>]| fill(cards, slots),
            other => return Err(format!("a matching has to be complete by {other:?}")),
        };
        let cards: Vec<Value> = from.iter().filter_map(|colored| colored.get("card").cloned()).collect();
        let mut found = Vec::new();
        let all = std::mem::replace(&mut self.most, usize::MAX);
        let sets = self.sets(cards.into_iter().map(|card| (card, 1)).collect(), least, most);
        self.most = all;
        for set in sets {
            let chosen: Vec<Vec<Value>> = set.as_array().into_iter().flatten().map(colors).collect();
            if found.len() < self.most && fills(&slots, &chosen) {
                found.push(set);
            }
        }
        Ok(found)
    }

    fn mixed_all<T>(&mut self, cards: Vec<T>) -> Vec<T> {
        let most = std::mem::replace(&mut self.most, usize::MAX);
        let mixed = self.mixed(cards);
        self.most = most;
        mixed
    }

    /// Counts of pieces, zeros included.
    fn splits(&mut self, domain: &Value, action: &Value) -> Result<Vec<Value>, String> {
        let taken = domain.get("after").and_then(Value::as_str).map(|field| get(action, field));
        let (mut shares, mut holders) = (Vec::new(), Vec::new());
        for share in domain.get("over").and_then(Value::as_array).ok_or("a split over nothing")? {
            let count = |name: &str| share.get(name).and_then(Value::as_i64);
            let kind = share.get("kind").and_then(Value::as_str).ok_or("a share without a kind")?.to_owned();
            let from = share.get("from");
            let of_holder = |taken: &Value| match (from, taken) {
                (Some(from), Value::Array(held)) => {
                    held.iter().find(|held| held.get("from") == Some(from)).cloned()
                }
                (_, taken) => Some(taken.clone()),
            };
            let gone = taken.as_ref().and_then(of_holder);
            let gone = gone.and_then(|taken| taken.get(&kind).and_then(Value::as_i64)).unwrap_or(0);
            let most = count("most").ok_or("a share without a bound")?;
            // The holder's number in front distinguishes the kinds of different holders.
            let name = from.map_or(kind.clone(), |_| format!("{} {kind}", shares.len()));
            shares.push((name, count("least").unwrap_or(0), most - gone));
            holders.extend(from.map(|from| (from.clone(), kind)));
        }
        let bound = |name: &str| domain.get(name).and_then(Value::as_i64).ok_or("a split without bounds");
        let mut found = Vec::new();
        self.split(&shares, (bound("min")?, bound("max")?), &mut Map::new(), &mut found);
        if holders.is_empty() {
            return Ok(found);
        }
        let held = |counts: Value| {
            let mut list: Vec<Value> = Vec::new();
            for ((name, _, _), (from, kind)) in shares.iter().zip(&holders) {
                let count = counts.get(name).cloned().unwrap_or(Value::Null);
                if count == 0 {
                    continue;
                }
                match list
                    .iter_mut()
                    .find(|held| held.get("from") == Some(from))
                    .and_then(Value::as_object_mut)
                {
                    Some(fields) => drop(fields.insert(kind.clone(), count)),
                    None => list.push(json!({"from": from, kind.clone(): count})),
                }
            }
            Value::Array(list)
        };
        Ok(found.into_iter().map(held).collect())
    }

    /// Moves of pieces of one kind between holders; a holder that has to keep pieces keeps them.
    fn moves(&mut self, domain: &Value) -> Result<Vec<Value>, String> {
        let list = |name: &str| domain.get(name).and_then(Value::as_array).cloned().unwrap_or_default();
        let (keep, over, to) = (list("keep"), list("over"), list("to"));
        let there = |holder: &Value| -> i64 {
            let of = over.iter().filter(|share| share.get("from") == Some(holder));
            of.filter_map(|share| share.get("most").and_then(Value::as_i64)).sum()
        };
        let mut found = Vec::new();
        for share in &over {
            let kind = share.get("kind").and_then(Value::as_str).ok_or("a share without a kind")?;
            let most = share.get("most").and_then(Value::as_i64).ok_or("a share without a bound")?;
            let from = share.get("from").ok_or("a share without a holder")?;
            let kept = keep.iter().find(|keep| keep.get("holder") == Some(from));
            let kept = kept.and_then(|keep| keep.get("least").and_then(Value::as_i64)).unwrap_or(0);
            for to in to.iter().filter(|to| *to != from) {
                for count in 1..=most.min(there(from) - kept) {
                    found.push(json!([{"from": from, "to": to, kind: count}]));
                }
            }
        }
        Ok(self.mixed(found))
    }

    /// Continues a path over cells, step by step to a neighbour.
    fn ways(&mut self, path: &Path, way: &mut Vec<[i64; 2]>, found: &mut Vec<Value>) {
        let at = way.last().copied().unwrap_or(path.from);
        let stops_first = self.dice.as_mut().is_none_or(|dice| dice.below(2) == 0);
        for stops in [stops_first, !stops_first] {
            if stops {
                if way.len() >= path.min && !path.passed.contains(&at) && found.len() < self.most {
                    found.push(json!(way));
                }
                continue;
            }
            if way.len() >= path.max {
                continue;
            }
            for cell in self.mixed_all(path.steps(at)) {
                if found.len() >= self.most {
                    return;
                }
                way.push(cell);
                self.ways(path, way, found);
                way.pop();
            }
        }
    }

    fn split(
        &mut self,
        shares: &[(String, i64, i64)],
        (least, most): (i64, i64),
        taken: &mut Map<String, Value>,
        found: &mut Vec<Value>,
    ) {
        let rest: i64 = shares.iter().map(|(.., most)| most).sum();
        if found.len() >= self.most || rest < least || most < 0 {
            return;
        }
        let Some(((kind, at_least, at_most), others)) = shares.split_first() else {
            found.push(json!(taken));
            return;
        };
        let span = usize::try_from(at_most - at_least).unwrap_or(0);
        let first = self.dice.as_mut().map_or(0, |dice| dice.below(span + 1));
        for step in 0..=span {
            let count = at_least + ((first + step) % (span + 1)) as i64;
            taken.insert(kind.clone(), json!(count));
            self.split(others, (least - count, most - count), taken, found);
            taken.remove(kind);
        }
    }
}

/// A path over cells as its domain describes it.
#[derive(Deserialize)]
struct Path {
    blocked: Vec<[i64; 2]>,
    diagonal: bool,
    from: [i64; 2],
    max: usize,
    min: usize,
    #[serde(default)]
    passed: Vec<[i64; 2]>,
    within: Option<[[i64; 2]; 2]>,
}

impl Path {
    /// The cells that a step from a cell may enter.
    fn steps(&self, [x, y]: [i64; 2]) -> Vec<[i64; 2]> {
        let around = (-1..=1_i64).flat_map(|north| (-1..=1_i64).map(move |east| [east, north]));
        let steps = around
            .filter(|&[east, north]| (east != 0 || north != 0) && (self.diagonal || east == 0 || north == 0));
        let cells = steps.map(|[east, north]| [x + east, y + north]);
        let is_inside = |[x, y]: [i64; 2]| {
            self.within.is_none_or(|[[west, south], [east, north]]| {
                (west..=east).contains(&x) && (south..=north).contains(&y)
            })
        };
        cells.filter(|cell| is_inside(*cell) && !self.blocked.contains(cell)).collect()
    }
}

/// Whether every list can be matched with one of the others that shares an item with it.
fn fill(lists: &[Vec<Value>], others: &[Vec<Value>]) -> bool {
    let Some((first, rest)) = lists.split_first() else { return true };
    (0..others.len()).any(|place| {
        let mut left = others.to_vec();
        let other = left.remove(place);
        first.iter().any(|item| other.contains(item)) && fill(rest, &left)
    })
}

fn rows(cards: &[Value], length: usize, most: usize, row: &mut Vec<Value>, found: &mut Vec<Value>) {
    if row.len() == length {
        found.push(json!(row));
        return;
    }
    for card in cards {
        if found.len() >= most {
            return;
        }
        if !row.contains(card) {
            row.push(card.clone());
            rows(cards, length, most, row, found);
            row.pop();
        }
    }
}

/// Normalises a value: removes counts of 0, and replaces empty lists and objects by `null`.
fn without_empty(value: &Value) -> Value {
    match value {
        Value::Array(items) if items.is_empty() => Value::Null,
        Value::Object(fields) => {
            let fields: Map<String, Value> = fields
                .iter()
                .filter(|(_, value)| **value != 0)
                .map(|(name, value)| (name.clone(), value.clone()))
                .collect();
            if fields.is_empty() { Value::Null } else { Value::Object(fields) }
        }
        other => other.clone(),
    }
}

/// The value of a field; a dot leads into an inner field. An absent field is `null`.
fn get(action: &Value, name: &str) -> Value {
    name.split('.').try_fold(action, |value, name| value.get(name)).cloned().unwrap_or(Value::Null)
}

/// Writes a field; a dot leads into an inner field.
fn set(action: &mut Value, name: &str, value: Value) -> Result<(), String> {
    let fields = action.as_object_mut().ok_or("no object to write into")?;
    match name.split_once('.') {
        None => drop(fields.insert(name.to_owned(), value)),
        Some((outer, inner)) => set(fields.entry(outer).or_insert_with(|| json!({})), inner, value)?,
    }
    Ok(())
}

/// After so many entries the seat that is asked concedes.
const PATIENCE: usize = 1_500;

/// Plays a game between seats that see only the shapes of their answers, and returns the replay.
///
/// # Errors
/// Why an answer was refused; a shape that cannot be read.
pub fn play<G: Registered>(judge: &Judge, number: u64) -> Result<Value, String> {
    let mut dice = Dice::new(number);
    let mut decks = Vec::new();
    for deck in G::INFO.decks {
        decks.push(serde_json::from_str::<Value>(deck).map_err(|error| error.to_string())?);
    }
    let first = dice.pick(&decks).ok_or("no bundled decks")?;
    let other = dice.below(decks.len());
    let mut begun = None;
    // The second deck, or the next one after it that may be played against the first.
    for second in decks.iter().cycle().skip(other).take(decks.len()) {
        let replay = json!({
            "actions": [], "format": "rules-judge/1", "game": G::INFO.id, "seed": format!("{number:064x}"),
            "players": [{ "deck": first }, { "deck": second }],
        });
        let opened = Opened::<G>::read(judge, replay.to_string().as_bytes())?;
        if opened.game().is_some() {
            begun = Some((replay, opened));
            break;
        }
    }
    let (mut replay, opened) = begun.ok_or("no decks that may be played together")?;
    let mut game = opened.game().ok_or("the header is against the rules")?;
    let speech = Speech { book: G::INFO.rules, language: 0, names: [None; 2], abilities: None };
    let mut log = Vec::new();
    while let Some(seat) =
        game.state.asked.first().map(|asked| asked.seat).filter(|_| game.halted().is_none())
    {
        let legal = render::legal_of(&mut game, seat, Viewer::Full, &speech, ListingLimit(0));
        let legal = legal.map_err(|fault| fault.detail)?;
        let shapes = legal.shapes.read().map_err(|error| error.to_string())?;
        let shape = shapes.as_array().and_then(|shapes| dice.pick(shapes));
        let action = match shape {
            Some(shape) if log.len() < PATIENCE => {
                Maker { dice: Some(&mut dice), most: 1 }.actions(shape)?.into_iter().next()
            }
            _ => Some(json!({ "type": "concede" })),
        };
        let mut entry = action.ok_or_else(|| format!("nothing can be made of {shape:?}"))?;
        set(&mut entry, "seat", json!(seat.number()))?;
        let read: Entry<G::Action> =
            serde_json::from_value(entry.clone()).map_err(|error| format!("{entry}: {error}"))?;
        match take(&mut game, &read) {
            EntryResult::Taken => log.push(entry),
            other => return Err(format!("{entry} of {shape:?}: {other:?}")),
        }
    }
    set(&mut replay, "actions", Value::Array(log))?;
    Ok(replay)
}
