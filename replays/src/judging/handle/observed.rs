//! What a seat of a game that is played on sees, as numbers.

use std::collections::BTreeMap;
use std::sync::Arc;

use rules_judge_engine::game_kit::question::{AskedText, Named as _};
use rules_judge_engine::game_kit::view::card_ref;
use rules_judge_engine::games::{Reader, Registered};
use rules_judge_engine::kernel::shape::{self, Looks, Member};
use rules_judge_engine::kernel::{CardId, Seat, Viewer};
use serde_json::Value;

use crate::answer::{Fault, Query};
use crate::judging::handle::played::Played;
use crate::judging::handle::{FieldOptions, laid_out};
use crate::judging::judgement::{Judgement, Run};
use crate::judging::render::Answers;
use crate::observation::write::{Numbers, Row};
use crate::observation::{NOTHING, OPTION_WIDTH, OPTIONS};

impl<G: Registered> Played<G> {
    /// Writes what a seat sees, and its options where all its answers are options of one choice.
    pub(super) fn write_seen(&mut self, seat: Seat, row: &mut [i32]) -> Result<(), Fault> {
        let layout = laid_out::<G>()?;
        row.fill(NOTHING);
        self.find_answers();
        let kept = self.answers.take();
        let pool = Arc::clone(&self.pool);
        let card = |id: &str| number_of(G::find_card(&pool, id));
        let numbers = Numbers { layout: &layout, card: &card, seat: seat.number() };
        let is_whole = |(asked, answers): &&(Seat, Answers)| *asked == seat && answers.is_one_choice();
        let options = kept.as_ref().filter(is_whole).map(|(_, answers)| &answers.members);
        self.with(&Query::default(), |run, judgement| {
            let game = &judgement.game;
            let reader = Reader { viewer: Viewer::Seat(seat), language: None };
            game.telling(|game| numbers.write(&G::state_view(game, reader), row));
            let asked = game.asked(seat).filter(|_| game.due().is_none());
            set(row, 0, asked.map_or(NOTHING, |asked| numbers.word(asked.question.name())));
            set(row, 2, 0);
            set(row, 3, i32::from(asked.is_some()));
            let Some(members) = options else { return };
            let first =
                |each: &Member| each.fields.iter().find_map(|(_, value)| value.named().first().copied());
            let firsts: Vec<_> = members.iter().map(first).collect();
            let faces = faces(run, judgement, seat, &firsts, &card);
            set(row, 1, numbers.word(ANSWER));
            set(row, 2, narrow(members.len()));
            let places = row.get_mut(layout.options..).unwrap_or_default().chunks_exact_mut(OPTION_WIDTH);
            for ((place, each), face) in places.zip(members).zip(faces) {
                let mut row = Row::new(numbers.word(each.kind), face);
                each.fields.iter().for_each(|(_, value)| numbers.values(value, &mut row));
                place.copy_from_slice(&row.numbers);
            }
        });
        self.answers = kept;
        Ok(())
    }

    /// Writes the options of a field that is chosen.
    pub(super) fn write_options(
        &mut self,
        seat: Seat,
        given: &FieldOptions,
        row: &mut [i32],
    ) -> Result<(), Fault> {
        let layout = laid_out::<G>()?;
        self.find_answers();
        let kept = self.answers.take();
        let pool = Arc::clone(&self.pool);
        let card = |id: &str| number_of(G::find_card(&pool, id));
        let numbers = Numbers { layout: &layout, card: &card, seat: seat.number() };
        let shapes =
            kept.as_ref().filter(|(asked, _)| *asked == seat).map(|(_, answers)| answers.shapes.as_slice());
        let takes_cards = given.kind.as_deref().zip(shapes).is_some_and(|(kind, shapes)| {
            let shapes = shapes.iter().filter(|shape| shape.kind == kind);
            let mut slots = shapes.flat_map(|shape| &shape.slots).filter(|slot| slot.name == given.field);
            slots.any(|slot| {
                slot.domain.members(&Looks::default()).take(OPTIONS).any(|value| !value.named().is_empty())
            })
        });
        let firsts: Vec<_> =
            given.values.iter().map(|value| first_number(value).filter(|_| takes_cards)).collect();
        self.with(&Query::default(), |run, judgement| {
            let faces = faces(run, judgement, seat, &firsts, &card);
            let field = given.field.rsplit('.').next().unwrap_or_default();
            set(row, 1, numbers.word(field));
            set(row, 2, narrow(given.values.len()));
            let options = row.get_mut(layout.options..).unwrap_or_default();
            options.fill(NOTHING);
            for ((place, value), face) in options.chunks_exact_mut(OPTION_WIDTH).zip(&given.values).zip(faces)
            {
                let own = value.get("type").and_then(Value::as_str);
                let kind = own.or(given.kind.as_deref()).map_or(NOTHING, |kind| numbers.word(kind));
                let mut row = Row::new(kind, face);
                if own.is_none() {
                    numbers.json_values(value, &mut row);
                }
                place.copy_from_slice(&row.numbers);
            }
        });
        self.answers = kept;
        Ok(())
    }
}

/// The field of a choice among whole answers.
const ANSWER: &str = "answer";

/// The number of a card in the pool, from 1; 0: the pool does not have it.
fn number_of(place: Option<u16>) -> i32 {
    place.map_or(0, |place| i32::from(place) + 1)
}

fn narrow(number: usize) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

fn set(row: &mut [i32], place: usize, number: i32) {
    if let Some(found) = row.get_mut(place) {
        *found = number;
    }
}

/// The first whole number of an option that is chosen by itself.
fn first_number(value: &Value) -> Option<CardId> {
    match value {
        Value::Number(number) => Some(CardId(u16::try_from(number.as_u64()?).ok()?)),
        Value::Array(items) => items.iter().find_map(first_number),
        Value::Object(fields) => fields.values().find_map(first_number),
        _ => None,
    }
}

/// The numbers of cards in the pool, as far as a seat that is asked about them knows their faces.
fn faces<G: Registered>(
    run: &Run<'_, G>,
    judgement: &Judgement<'_, G>,
    seat: Seat,
    cards: &[Option<CardId>],
    number: &dyn Fn(&str) -> i32,
) -> Vec<i32> {
    let (game, viewer) = (&judgement.game, Viewer::Seat(seat));
    let face = |id: CardId| card_ref(game, id, 0).card.map_or(NOTHING, number);
    // What a text shows to the seat, though it lies hidden.
    let hidden = cards.iter().flatten().filter(|card| !game.sees_card(viewer, **card)).copied();
    let hidden: Vec<CardId> = hidden.collect();
    let mut shown: BTreeMap<CardId, i32> = BTreeMap::new();
    if !hidden.is_empty()
        && let Some(asked) = game.asked(seat)
    {
        let speech = run.speech(&judgement.names);
        let naming = Member { kind: ANSWER, fields: vec![(ANSWER, shape::Value::Cards(hidden))] };
        let (known, ..) = game.telling(|game| {
            let told = AskedText::of(game, asked, viewer, &speech);
            told.answers(game, asked, viewer, &[naming], &speech).cards
        });
        shown.extend(known.iter().filter_map(|known| Some((known.id?, known.card.map_or(NOTHING, number)))));
    }
    let seen = |card: &Option<CardId>| match card {
        Some(card) if game.sees_card(viewer, *card) => face(*card),
        Some(card) => shown.get(card).copied().unwrap_or(NOTHING),
        None => NOTHING,
    };
    cards.iter().map(seen).collect()
}
