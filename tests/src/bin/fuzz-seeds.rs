//! Writes the seeds of the fuzzers: `fuzz-seeds FOLDER`, one folder below it for each target.

use std::path::Path;

use rules_judge_replays::codec::canonical;
use rules_judge_tests::mutation::Dice;
use rules_judge_tests::storm::Material;
use serde_json::{Value, json};

/// Names the pool of a replay by its digest, which the targets know; every twelfth replay keeps an inline
/// pool of the cards that it names.
fn short_pool(replay: &mut Value, dice: &mut Dice) -> Result<(), String> {
    let Some(pool) = replay.as_object_mut().and_then(|replay| replay.remove("pool")) else { return Ok(()) };
    let mut short = json!(canonical::digest(&pool).map_err(|fault| fault.detail)?.to_string());
    if dice.below(12) == 0 {
        let text = replay.to_string();
        let named = |card: &Value| card.get("id").is_some_and(|id| text.contains(&id.to_string()));
        short = pool;
        if let Some(Value::Array(cards)) = short.get_mut("cards") {
            cards.retain(named);
        }
    }
    if let Some(replay) = replay.as_object_mut() {
        replay.insert("pool".to_owned(), short);
    }
    Ok(())
}

fn main() -> Result<(), String> {
    let folder = std::env::args().nth(1).ok_or("usage: fuzz-seeds FOLDER")?;
    let mut material = Material::gather(10, 3)?;
    let mut dice = Dice::new(0);
    for replay in &mut material.replays {
        short_pool(replay, &mut dice)?;
    }
    let write = |target: &str, name: String, bytes: &[u8]| {
        let folder = Path::new(&folder).join(target);
        std::fs::create_dir_all(&folder)
            .and_then(|()| std::fs::write(folder.join(name), bytes))
            .map_err(|error| error.to_string())
    };
    for (number, replay) in material.replays.iter().enumerate() {
        let mut replay = replay.clone();
        // Short logs are judged fast; mutation finds what is rare in long ones.
        if let Some(Value::Array(actions)) = replay.get_mut("actions") {
            actions.truncate(40);
        }
        write("verify", format!("{number}.json"), replay.to_string().as_bytes())?;
        if let Some(position) = replay.pointer("/start/position") {
            write("position", format!("{number}.json"), position.to_string().as_bytes())?;
        }
    }
    for (number, pool) in material.pools.iter().enumerate() {
        // A few cards at a time.
        for (part, cards) in pool
            .get("cards")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .collect::<Vec<_>>()
            .chunks(3)
            .enumerate()
        {
            let mut few = pool.clone();
            if let Some(place) = few.get_mut("cards") {
                *place = json!(cards);
            }
            write("lint", format!("{number}-{part}.json"), few.to_string().as_bytes())?;
        }
    }
    for number in 0..200 {
        let request = material.request(&mut dice);
        let body = request.body.clone().unwrap_or_default();
        if body.len() > 20_000 {
            continue;
        }
        let mut bytes = format!("{} {}\n", request.method, request.target).into_bytes();
        for (name, value) in &request.headers {
            bytes.extend([name.as_bytes(), b":", value, b"\n"].concat());
        }
        bytes.push(b'\n');
        bytes.extend(body);
        write("http", format!("{number}"), &bytes)?;
    }
    Ok(())
}
