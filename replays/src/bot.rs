//! Built-in bots that play seeded games.

use rules_judge_engine::games::Registered;
use rules_judge_engine::kernel::shape::{self, Member, Shape};
use rules_judge_engine::kernel::{Match, Seat};
use serde_json::{Value, json};

use crate::answer::{Fault, FaultCode};
use crate::canonical::canonical;
use crate::chance::{SeededChance, Stream};
use crate::digest::{Digest, Seed};
use crate::format::{Entry, FORMAT};

/// The names of the bots.
pub const BOTS: [&str; 2] = ["random", "keen"];

/// After so many entries a bot gives up.
const PATIENCE: usize = 3_000;

/// The seed of a game's number.
pub fn seed_of(number: u64) -> Seed {
    Seed(Digest::of(format!("rules-judge/bots/{number}").as_bytes()).0)
}

/// Plays a game between two bots with two of the bundled decks, and returns the replay's canonical
/// bytes. `random` takes any legal action, `keen` prefers those that are not a pass.
///
/// # Errors
/// `BadQuery` for an unknown bot, `Internal` if the game cannot be carried on.
pub fn play<G: Registered>(pool: &G::Pool, number: u64, bots: [&str; 2]) -> Result<Vec<u8>, Fault> {
    if let Some(unknown) = bots.iter().find(|bot| !BOTS.contains(bot)) {
        return Err(Fault::new(FaultCode::BadQuery, format!("no bot “{unknown}”; bots are {}", BOTS.join(", "))));
    }
    let internal = |detail: &str| Fault::new(FaultCode::Internal, detail);
    let seed = seed_of(number);
    let mut dice = Stream::new(&seed, "bot/play").ok_or_else(|| internal("no stream"))?;
    let mut below = |bound: u64| dice.below(bound.max(1)).unwrap_or(0);
    let decks = G::DEMO_DECKS;
    let mut pick = || {
        let index = usize::try_from(below(decks.len() as u64)).unwrap_or(0);
        decks.get(index).copied().ok_or_else(|| internal("no bundled decks"))
    };
    let texts = [pick()?, pick()?];
    let mut values = Vec::new();
    let mut read = Vec::new();
    for text in texts {
        let value: Value = serde_json::from_str(text).map_err(|error| internal(&error.to_string()))?;
        read.push(crate::format::part::<G::Deck>(value.clone(), "")?);
        values.push(value);
    }
    let decks: [G::Deck; 2] = read.try_into().map_err(|_| internal("two decks"))?;
    let chance = SeededChance::new(seed);
    let mut game = Match::new(pool, G::from_decks(pool, &decks, &G::Options::default()), &chance);
    game.advance();
    let mut actions = Vec::new();
    while let Some(seat) = game.state.asked.first().map(|asked| asked.seat) {
        let action = match actions.len() < PATIENCE {
            true => choose::<G>(&mut game, seat, bots[usize::from(seat.number())] == "keen", &mut below),
            false => None,
        };
        let action = action.or_else(|| G::action_from_member("concede", &[]));
        let action = action.ok_or_else(|| internal("nothing can be done"))?;
        match game.check(seat, &action) {
            Ok(permit) => permit.apply(),
            Err(refusals) => return Err(internal(&format!("a listed action was refused: {refusals:?}"))),
        }
        actions.push(Value::Object(Entry::new(seat, action)?.sent));
        if game.halted().is_some() {
            actions.pop();
            break;
        }
    }
    let players: Vec<Value> = bots
        .iter()
        .zip(values)
        .enumerate()
        .map(|(seat, (bot, deck))| json!({ "deck": deck, "name": format!("{bot} {seat}") }))
        .collect();
    canonical(&json!({
        "actions": actions,
        "edition": G::EDITION,
        "format": FORMAT,
        "game": G::ID,
        "players": players,
        "seed": seed.to_string(),
    }))
}

fn choose<G: Registered>(
    game: &mut Match<'_, G>,
    seat: Seat,
    keen: bool,
    below: &mut impl FnMut(u64) -> u64,
) -> Option<G::Action> {
    let mut shapes: Vec<Shape> = G::shapes(game, seat);
    if keen && shapes.len() > 1 && below(8) > 0 {
        shapes.retain(|shape| !shape.slots.is_empty());
    }
    let index = usize::try_from(below(shapes.len() as u64)).unwrap_or(0);
    let shape = shapes.get(index)?;
    let number = below(shape.count().min(1 << 40));
    let member = Member { kind: shape.kind, fields: shape.member(number)? };
    G::action_from_member(member.kind, &member.fields)
}

/// Every member of shapes up to a limit, as actions.
pub fn members<G: Registered>(shapes: &[Shape], limit: u64) -> Vec<G::Action> {
    let members = shape::listing(shapes, limit);
    members.iter().filter_map(|member| G::action_from_member(member.kind, &member.fields)).collect()
}
