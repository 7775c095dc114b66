//! Sentences about events, questions and answers, in the languages of the texts. The templates of each game
//! are data (`rules/<game>/sentences.<language>.tsv`); the parts that fill them in come from a view, so that
//! they reveal nothing hidden.
//!
//! A template names parts in braces: `{card}`, `{amount}`; `{least..most}` is a range. Text in brackets is
//! omitted if a part in it is missing: `[ with {other}]`.

use super::action::Kit;
use super::grid::{Coordinates, cells};
use super::name::in_sentence;
use super::view::{CardRef, PlaceView};
use crate::kernel::shape::Value;
use crate::kernel::{CardId, Cell, Event, Match, Point, Seat, Spelled};
use crate::verdict::RuleBook;

/// The language and names for sentences: the texts of the game, the index of the language, and the names of
/// the players.
#[derive(Debug, Clone, Copy)]
pub struct Speech<'a> {
    /// The texts of the game.
    pub book: &'static RuleBook,
    /// The index of the language in [`Texts`](crate::verdict::Texts).
    pub language: usize,
    /// The players' names, if they have any.
    pub names: [Option<&'a str>; 2],
    /// The texts of abilities, if the caller wants them.
    pub abilities: Option<AbilityTexts<'a>>,
}

/// The position of an ability's data in its card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AbilityAt {
    /// The member with this index, from 0, of the lists of
    /// [`ability_lists`](crate::game_kit::registered::GameInfo::ability_lists) put together.
    Nth(usize),
    /// A field, as a JSON pointer into the card; all items, if it is a list.
    Field(&'static str),
    /// The item with this index, from 0, of the list at this JSON pointer into the card.
    Member(&'static str, usize),
}

/// Gives the text of an ability of a card, by the card's definition.
#[derive(Clone, Copy)]
pub struct AbilityTexts<'a>(pub &'a dyn Fn(u16, AbilityAt) -> Option<String>);

impl std::fmt::Debug for AbilityTexts<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("AbilityTexts")
    }
}

impl Speech<'_> {
    /// The text of an ability; `None`: the caller wants none, or no card has it.
    pub fn ability<G: Kit>(&self, game: &Match<'_, G>, ability: Option<G::Ability>) -> Option<String> {
        let AbilityTexts(text) = self.abilities?;
        let (definition, at) = G::ability_at(game, ability?)?;
        text(definition, at)
    }

    /// The text of an event's ability, if the viewer sees the card that has it.
    pub fn event_ability<G: Kit>(
        &self,
        game: &Match<'_, G>,
        event: &Event<G>,
        is_seen: bool,
    ) -> Option<String> {
        self.ability(game, G::event_ability(game, event).filter(|_| is_seen))
    }
}

/// A place in a sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// The position, if the zone has positions.
    pub cell: Option<&'static str>,
    /// The owner of the zone.
    pub seat: Option<Seat>,
    /// The zone; empty for a position that needs none.
    pub zone: &'static str,
}

impl<Z: Spelled> From<&PlaceView<Z>> for Place {
    fn from(place: &PlaceView<Z>) -> Place {
        Place { cell: place.cell, seat: place.seat, zone: place.zone.word() }
    }
}

/// A card in a sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NamedCard<'a> {
    /// Its name; `None`: its face is hidden.
    pub name: Option<&'a str>,
    /// Its place, if the sentence mentions that.
    pub place: Option<Place>,
}

/// A part that fills in a template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part<'a> {
    /// The part is missing.
    Nothing,
    /// A card whose face is hidden.
    Unseen,
    /// A card.
    Card(NamedCard<'a>),
    /// Cards.
    Cards(Vec<NamedCard<'a>>),
    /// A player.
    Seat(Seat),
    /// A number.
    Number(i64),
    /// Yes or no.
    Flag(bool),
    /// A word of the wire.
    Word(&'a str),
    /// A place.
    Place(Place),
    /// Cells of a grid.
    Cells(Vec<Cell>),
    /// Counted pieces by kind.
    Pieces(&'a [(&'static str, u32)]),
    /// Counted pieces by holder, a card or a place, and kind.
    Held(Vec<(Part<'a>, &'static str, u32)>),
    /// Counted pieces that go from one holder to another, by kind.
    Moved(Vec<(Part<'a>, Part<'a>, &'static str, u32)>),
    /// A text that is not changed: a sentence, or a part of one.
    Text(&'a str),
    /// A name, or another text that a user wrote.
    Name(&'a str),
}

/// Members of events that fill in templates.
pub trait Said {
    /// The part for a member, which may be missing.
    fn said(member: Option<&Self>) -> Part<'_>;
}

macro_rules! said {
    ($($type:ty: |$member:ident| $part:expr;)*) => { $(
        impl Said for $type {
            fn said(member: Option<&Self>) -> Part<'_> {
                member.map_or(Part::Nothing, |$member| $part)
            }
        }
    )* };
}

said! {
    u8: |number| Part::Number((*number).into());
    u16: |number| Part::Number((*number).into());
    u32: |number| Part::Number((*number).into());
    i64: |number| Part::Number(*number);
    Seat: |seat| Part::Seat(*seat);
    &'static str: |word| Part::Word(word);
    String: |text| Part::Name(text);
    Coordinates: |at| Part::Cells(vec![at.0]);
    Vec<Coordinates>: |all| Part::Cells(cells(all));
    // Sentences never mention both.
    [u16; 2]: |_both| Part::Nothing;
}

impl<W: Spelled> Said for W {
    fn said(member: Option<&W>) -> Part<'_> {
        member.map_or(Part::Nothing, |word| Part::Word(word.word()))
    }
}

impl<Z: Spelled> Said for PlaceView<Z> {
    fn said(member: Option<&Self>) -> Part<'_> {
        Part::place(member)
    }
}

impl<Z: Spelled> Said for CardRef<'_, Z> {
    fn said(member: Option<&Self>) -> Part<'_> {
        Part::card(member)
    }
}

impl<Z> Said for Vec<CardRef<'_, Z>> {
    fn said(member: Option<&Self>) -> Part<'_> {
        member.map_or(Part::Nothing, |cards| {
            Part::Cards(cards.iter().map(|card| NamedCard { name: card.name, place: None }).collect())
        })
    }
}

impl<'a> Part<'a> {
    /// A number, or nothing.
    pub fn number<N: Into<i64>>(number: Option<N>) -> Part<'a> {
        number.map_or(Part::Nothing, |number| Part::Number(number.into()))
    }

    /// A word, or nothing.
    pub fn word<W: Spelled>(word: Option<W>) -> Part<'a> {
        word.map_or(Part::Nothing, |word| Part::Word(word.word()))
    }

    /// A place, or nothing.
    pub fn place<Z: Spelled>(place: Option<&PlaceView<Z>>) -> Part<'a> {
        place.map_or(Part::Nothing, |place| Part::Place(place.into()))
    }

    /// The card of an event, if its face is visible; with its position, because the event names the zone
    /// itself.
    pub fn card<Z: Spelled>(card: Option<&CardRef<'a, Z>>) -> Part<'a> {
        let Some(card) = card else { return Part::Unseen };
        let place = card.place.as_ref().map(Place::from).filter(|place| place.cell.is_some());
        Part::Card(NamedCard { name: card.name, place })
    }

    /// The value of a field; `card` names a card.
    pub fn field(value: &'a Value, card: &dyn Fn(CardId) -> NamedCard<'a>) -> Part<'a> {
        match value {
            value if value.says_nothing() => Part::Nothing,
            Value::Card(id) => Part::Card(card(*id)),
            Value::Cards(cards) => Part::Cards(cards.iter().map(|id| card(*id)).collect()),
            Value::Position(seat, cell) => {
                Part::Place(Place { cell: Some(*cell), seat: Some(*seat), zone: "" })
            }
            Value::Zone(seat, zone) => Part::Place(Place { cell: None, seat: Some(*seat), zone }),
            Value::Seat(seat) => Part::Seat(*seat),
            Value::Flag(flag) => Part::Flag(*flag),
            Value::Number(number) => Part::Number(*number),
            Value::Word(word) => Part::Word(word),
            Value::Pieces(pieces) => Part::Pieces(pieces),
            Value::Held(pieces) => {
                let held = |(of, kind, count): &'a (Value, &'static str, u32)| {
                    (Part::field(of, card), *kind, *count)
                };
                Part::Held(pieces.iter().map(held).collect())
            }
            Value::Moved(pieces) => {
                let moved = |(from, to, kind, count): &'a (Value, Value, &'static str, u32)| {
                    (Part::field(from, card), Part::field(to, card), *kind, *count)
                };
                Part::Moved(pieces.iter().map(moved).collect())
            }
            Value::Cell(cell) => Part::Cells(vec![*cell]),
            Value::Cells(cells) => Part::Cells(cells.clone()),
            // No template uses values of these forms.
            Value::Nothing | Value::Groups(_) | Value::Numbers(_) => Part::Nothing,
        }
    }

    /// Whether the part is not missing.
    fn is_present(&self) -> bool {
        match self {
            Part::Nothing | Part::Unseen => false,
            Part::Cards(cards) => !cards.is_empty(),
            Part::Cells(cells) => !cells.is_empty(),
            Part::Held(pieces) => !pieces.is_empty(),
            Part::Moved(pieces) => !pieces.is_empty(),
            _ => true,
        }
    }

    /// Whether the part equals this word or number.
    fn is(&self, text: &str) -> bool {
        match self {
            Part::Word(word) => *word == text,
            Part::Number(number) => text.parse() == Ok(*number),
            Part::Flag(flag) => text.parse() == Ok(*flag),
            _ => false,
        }
    }
}

/// A cell of a grid in messages and sentences.
pub fn cell_text(cell: Cell) -> String {
    format!("({}, {})", cell.x, cell.y)
}

/// The parts of a sentence with their names.
pub type Parts<'a> = [(&'static str, Part<'a>)];

fn part<'p, 'a>(parts: &'p Parts<'a>, name: &str) -> &'p Part<'a> {
    parts.iter().find(|(other, _)| *other == name).map_or(&Part::Nothing, |(_, part)| part)
}

/// Whether the conditions of a template are true: `card`: the part exists; `!card`: it is missing;
/// `by=battle`: it has this value; `by=!battle`: it has another; `-`: no condition.
fn conditions_hold(when: &str, parts: &Parts<'_>) -> bool {
    when == "-"
        || when.split(' ').all(|condition| match condition.split_once('=') {
            Some((name, value)) => match value.strip_prefix('!') {
                Some(value) => !part(parts, name).is(value),
                None => part(parts, name).is(value),
            },
            None => match condition.strip_prefix('!') {
                Some(name) => !part(parts, name).is_present(),
                None => part(parts, condition).is_present(),
            },
        })
}

impl Speech<'_> {
    /// A sentence: the first template of the word whose conditions are true, filled in. If there is none, the
    /// word itself.
    pub fn sentence(&self, of: &str, word: &str, parts: &Parts<'_>) -> String {
        let mut out = String::with_capacity(96);
        self.say(of, word, parts, &mut out);
        out
    }

    /// The sentence of an event; one that is about to happen, or was withdrawn, says that.
    pub fn event(&self, verb: &str, point: Point, parts: &Parts<'_>) -> String {
        let sentence = self.sentence("event", verb, parts);
        match point {
            Point::Done => sentence,
            point => self.sentence("point", point.word(), &[("sentence", Part::Text(&sentence))]),
        }
    }

    /// A card by its name and place; a hidden card is called that.
    pub fn card_text<Z: Spelled>(&self, card: &CardRef<'_, Z>) -> String {
        let mut out = String::new();
        self.card(&NamedCard { name: card.name, place: card.place.as_ref().map(Place::from) }, &mut out);
        out
    }

    fn say(&self, of: &str, word: &str, parts: &Parts<'_>, out: &mut String) {
        let rows = self.book.sentences(of, word);
        match rows.iter().find(|row| conditions_hold(row.when, parts)) {
            Some(row) => {
                self.fill(row.text.get(self.language).copied().unwrap_or_default(), parts, out);
            }
            None => out.push_str(word),
        }
    }

    /// Fills in a template. `false`: a part was missing.
    fn fill(&self, template: &str, parts: &Parts<'_>, out: &mut String) -> bool {
        // Bytes are compared, since searching a short text for a pattern takes longer than reading it.
        let (mut rest, mut complete) = (template, true);
        while let Some(at) = rest.bytes().position(|byte| matches!(byte, b'{' | b'[')) {
            let (before, after) = rest.split_at(at);
            out.push_str(before);
            let is_optional = after.starts_with('[');
            let close = if is_optional { b']' } else { b'}' };
            let end = after.bytes().position(|byte| byte == close);
            let inside = end.and_then(|end| Some((after.get(1..end)?, after.get(end + 1..)?)));
            let Some((inner, after)) = inside else {
                rest = after;
                break;
            };
            if is_optional {
                let length = out.len();
                if !self.fill(inner, parts, out) {
                    out.truncate(length);
                }
            } else {
                complete &= self.part(inner, parts, out);
            }
            rest = after;
        }
        out.push_str(rest);
        complete
    }

    /// Writes a part. `false`: it is missing.
    fn part(&self, name: &str, parts: &Parts<'_>, out: &mut String) -> bool {
        let range = name.bytes().position(|byte| byte == b'.').map(|at| name.split_at(at));
        if let Some((least, most)) = range.and_then(|(least, most)| Some((least, most.strip_prefix("..")?))) {
            let (least, most) = (part(parts, least), part(parts, most));
            if least == most {
                return self.write("", least, parts, out);
            }
            self.say("part", "range", &[("least", least.clone()), ("most", most.clone())], out);
            return least.is_present() && most.is_present();
        }
        self.write(name, part(parts, name), parts, out)
    }

    fn write(&self, name: &str, part: &Part<'_>, parts: &Parts<'_>, out: &mut String) -> bool {
        match part {
            Part::Nothing => out.push('–'),
            Part::Unseen => self.say("part", "unseen", &[], out),
            Part::Card(card) => self.card(card, out),
            Part::Cards(cards) => self.cards(cards, out),
            Part::Seat(seat) => self.seat(*seat, out),
            Part::Number(number) => out.push_str(&number.to_string()),
            Part::Flag(flag) => self.word(name, if *flag { "true" } else { "false" }, out),
            Part::Word(word) => self.word(name, word, out),
            Part::Place(place) => {
                let own = match self::part(parts, "seat") {
                    Part::Seat(seat) => Some(*seat),
                    _ => None,
                };
                self.place(place, own, out);
            }
            Part::Cells(cells) => self.list(cells.iter().map(|cell| cell_text(*cell)), out),
            Part::Pieces(pieces) => {
                let piece = |&(kind, count): &(&'static str, u32)| {
                    let parts = [("kind", Part::Word(kind)), ("count", Part::Number(count.into()))];
                    self.sentence("part", "pieces", &parts)
                };
                self.list(pieces.iter().map(piece), out);
            }
            Part::Held(pieces) => {
                let piece = |(holder, kind, count): &(Part<'_>, &'static str, u32)| {
                    let (kind, count) = (Part::Word(kind), Part::Number((*count).into()));
                    let seat = self::part(parts, "seat").clone();
                    let parts =
                        [("kind", kind), ("count", count), ("holder", holder.clone()), ("seat", seat)];
                    self.sentence("part", "held", &parts)
                };
                self.list(pieces.iter().map(piece), out);
            }
            Part::Moved(pieces) => {
                let piece = |(from, to, kind, count): &(Part<'_>, Part<'_>, &'static str, u32)| {
                    let (kind, count) = (Part::Word(kind), Part::Number((*count).into()));
                    let seat = self::part(parts, "seat").clone();
                    let (from, to) = (("from", from.clone()), ("to", to.clone()));
                    self.sentence(
                        "part",
                        "moved",
                        &[("kind", kind), ("count", count), from, to, ("seat", seat)],
                    )
                };
                self.list(pieces.iter().map(piece), out);
            }
            Part::Text(text) => out.push_str(text),
            Part::Name(name) => out.push_str(&in_sentence(name)),
        }
        part.is_present()
    }

    fn list(&self, texts: impl Iterator<Item = String>, out: &mut String) {
        let join = |list: String, next: String| {
            self.sentence("part", "list", &[("list", Part::Text(&list)), ("next", Part::Text(&next))])
        };
        out.push_str(&texts.reduce(join).unwrap_or_default());
    }

    /// Writes cards in their order; neighbours with equal names are written once with their number.
    fn cards(&self, cards: &[NamedCard<'_>], out: &mut String) {
        let alike = |cards: &[NamedCard<'_>]| {
            let mut text = String::new();
            cards.iter().take(1).for_each(|card| self.card(card, &mut text));
            match i64::try_from(cards.len()) {
                Ok(1) | Err(_) => text,
                Ok(count) => {
                    let parts = [("count", Part::Number(count)), ("card", Part::Text(&text))];
                    self.sentence("part", "times", &parts)
                }
            }
        };
        self.list(cards.chunk_by(|one, other| one == other).map(alike), out);
    }

    fn card(&self, card: &NamedCard<'_>, out: &mut String) {
        let Some(name) = card.name else { return self.say("part", "unseen", &[], out) };
        let place = card.place.map_or(Part::Nothing, Part::Place);
        self.say("part", "card", &[("name", Part::Name(name)), ("place", place)], out);
    }

    fn seat(&self, seat: Seat, out: &mut String) {
        match self.names.get(usize::from(seat.number())).copied().flatten() {
            Some(name) => out.push_str(&in_sentence(name)),
            None => self.say("part", "seat", &[("number", Part::Number(seat.number().into()))], out),
        }
    }

    /// Writes a place; its owner too, unless that is `own`.
    fn place(&self, place: &Place, own: Option<Seat>, out: &mut String) {
        let mut name = String::new();
        match place.cell {
            Some(cell) => name.push_str(cell),
            None => self.word("zone", place.zone, &mut name),
        }
        match place.seat.filter(|seat| own.is_some_and(|own| own != *seat)) {
            Some(seat) => {
                self.say("part", "theirs", &[("seat", Part::Seat(seat)), ("place", Part::Text(&name))], out);
            }
            None => out.push_str(&name),
        }
    }

    fn word(&self, parameter: &str, word: &str, out: &mut String) {
        let known = self.book.word(parameter, word).and_then(|known| known.text.get(self.language));
        out.push_str(known.copied().unwrap_or(word));
    }
}
