//! The published vectors in `openapi/vectors/` are what this crate computes. With `UPDATE_VECTORS=1` in the
//! environment the test writes the files instead.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, missing_docs)]

use std::path::PathBuf;

use proptest::prelude::*;
use rules_judge_engine::games::{self, Registered, Visit};
use rules_judge_engine::kernel::chance::Chance;
use rules_judge_replays::answer::{FaultCode, Query, View};
use rules_judge_replays::codec::canonical::{canonical, canonical_of};
use rules_judge_replays::codec::chain::{Chain, ReplayName, replay_digest};
use rules_judge_replays::codec::described::kept;
use rules_judge_replays::codec::digest::{Commit, Digest, Reveal, Seed};
use rules_judge_replays::codec::entry::Entry;
use rules_judge_replays::codec::format::{FORMAT, part};
use rules_judge_replays::judging::Judge;
use rules_judge_replays::judging::chance::{BadReveal, SeededChance, Stream, block, seed_from};
use rules_judge_replays::tools::case::{self, load};
use serde_json::{Value, json};

fn seeds() -> [Seed; 2] {
    let counting = std::array::from_fn(|at| u8::try_from(at).unwrap());
    [Seed([0; 32]), Seed(counting)]
}

/// A bound that rejects almost every second number.
const FRAYED: u64 = (1 << 63) + 1;

fn blocks() -> Value {
    let longest = "x".repeat(255);
    let mut list = Vec::new();
    for seed in seeds() {
        for label in ["first", "shuffle/seat0/1", "shuffle/seat1/1", longest.as_str()] {
            for index in [0, 1, (1 << 53) - 1] {
                let bytes = block(&seed, label, index).unwrap();
                let numbers: Vec<String> = bytes
                    .as_chunks::<8>()
                    .0
                    .iter()
                    .map(|number| u64::from_be_bytes(*number).to_string())
                    .collect();
                list.push(json!({
                    "seed": seed, "label": label, "index": index, "block": hex::encode(bytes),
                    "numbers": numbers,
                }));
            }
        }
    }
    json!(list)
}

fn below() -> Value {
    let mut list = Vec::new();
    for seed in seeds() {
        for bound in [1, 2, 3, 6, 8, 50, 1 << 32, FRAYED, u64::MAX] {
            let label = format!("pick/{bound}");
            let mut stream = Stream::new(&seed, &label).unwrap();
            let drawn: Vec<String> = (0..12).map(|_| stream.below(bound).unwrap().to_string()).collect();
            // The next number of the stream shows how many were taken, rejected ones included.
            let next = stream.take().unwrap();
            let mut plain = Stream::new(&seed, &label).unwrap();
            let taken = (0..).find(|_| plain.take().unwrap() == next).unwrap();
            list.push(json!({
                "seed": seed, "label": label, "below": bound.to_string(), "drawn": drawn, "taken": taken,
            }));
        }
    }
    json!(list)
}

fn shuffles() -> Value {
    let mut list = Vec::new();
    for seed in seeds() {
        for count in [0, 1, 2, 5, 50] {
            for label in ["shuffle/seat0/1", "shuffle/seat1/2"] {
                let order = SeededChance::new(seed).shuffle(label, count).unwrap();
                list.push(json!({"seed": seed, "label": label, "count": count, "order": order}));
            }
        }
    }
    json!(list)
}

fn commits() -> Value {
    let reveals = [Reveal([7; 32]), Reveal(seeds()[1].0)];
    let commits = reveals.map(|reveal| Commit(Digest::of(&reveal.0).0));
    json!([{"commits": commits, "reveals": reveals, "seed": seed_from(&commits, &reveals).unwrap()}])
}

fn canonical_texts() -> Value {
    let inputs = [
        "{}",
        "[]",
        "null",
        " [ 1 , -1 , 0 , 9007199254740991, -9007199254740991 ] ",
        r#"{"b": 1, "a": {"d": [], "c": {}}, "A": true, "": false}"#,
        r#"{"\u20ac": 1, "\r": 2, "\ufb33": 3, "1": 4, "\ud83d\ude00": 5, "\u0080": 6, "\u00f6": 7}"#,
        r#"["\u0000\u0008\t\n\f\r\u001f\u007f", "\"\\\/", "\u6230\u9b25\u6b65\u9a5f.\u2464", "戰鬥步驟.⑤"]"#,
        r#"{"type": "mulligan", "seat": 0, "redo": false}"#,
    ];
    let item = |input: &str| {
        let bytes = canonical(&serde_json::from_str::<Value>(input).unwrap()).unwrap();
        json!({
            "input": input, "canonical": String::from_utf8(bytes.clone()).unwrap(),
            "sha256": Digest::of(&bytes),
        })
    };
    json!(inputs.map(item))
}

/// A salt of the fewest digits.
const SALT: &str = "00112233445566778899aabbccddeeff";

fn header() -> Value {
    json!({
        "format": FORMAT, "game": "azur-lane", "edition": "2025-05-28", "pool": Digest::of(b"{}"),
        "options": {"first": 1},
        "seed": seeds()[1],
        "players": [
            {"name": "A", "deck": {"flagship": "f-1", "cards": [{"card": "c-1", "n": 4}]}},
            {"name": "碧", "deck": {"flagship": "f-2", "cards": []}},
        ],
    })
}

fn entries() -> [Value; 3] {
    [
        json!({"seat": 0, "type": "mulligan", "redo": false}),
        json!({"seat": 1, "type": "mulligan", "redo": true}),
        json!({"seat": 0, "type": "attack", "attacker": 31, "target": {"cell": [0, 3]}}),
    ]
}

fn chains() -> Value {
    let mut chain = Chain::start(&header()).unwrap();
    let mut digests = vec![chain.digest()];
    for entry in entries() {
        digests.push(chain.push(&entry).unwrap());
    }
    // A header with commits and reveals in place of the seed, and nothing logged yet.
    let mut committed = header();
    committed.as_object_mut().unwrap().remove("seed");
    let Value::Object(pair) = commits()[0].clone() else { panic!("a commit") };
    committed["seed_commit"] = pair.into_iter().filter(|(name, _)| name != "seed").collect();
    // A header with a salt, and the same one without, whose digest is another.
    let mut salted = header();
    salted.as_object_mut().unwrap().remove("seed");
    salted["chance"] = "declared".into();
    let unsalted = salted.clone();
    salted["salt"] = SALT.into();
    let alone = [committed, salted, unsalted].map(|header| {
        let start = Chain::start(&header).unwrap().digest();
        json!({"header": header, "entries": [], "digests": [start]})
    });
    let mut list = vec![json!({"header": header(), "entries": entries(), "digests": digests})];
    list.extend(alone);
    json!(list)
}

/// Claims, verdicts, and the answers about the claims.
fn claims() -> Value {
    let judge = Judge::new();
    let game = include_bytes!("../../samples/azur-lane/example.json");
    let illegal = include_bytes!("../../samples/azur-lane/illegal.json");
    let state = |bytes: &[u8]| {
        let query = Query { state_digest: true, ..Query::default() };
        judge.verify(bytes, &query).unwrap().state_digest.unwrap()
    };
    let other = Digest::of(b"").to_string();
    let mut list = Vec::new();
    let logs: [(&[u8], &str, Option<usize>); 3] =
        [(game, "example", None), (game, "example", Some(3)), (illegal, "illegal", None)];
    for (bytes, sample, at) in logs {
        let state = state(bytes);
        for view in [View::Full, View::Seat1] {
            for claim in [
                json!({}),
                json!({"winner": 0}),
                json!({"winner": 1, "kind": "win"}),
                json!({"winner": null, "kind": null, "reason": null}),
                json!({"kind": "draw", "reason": "concede"}),
                json!({"state": state}),
                json!({"state": other, "winner": 1}),
            ] {
                let mut replay: Value = serde_json::from_slice(bytes).unwrap();
                replay["claim"] = claim.clone();
                let query = Query { at, view, ..Query::default() };
                let verdict = judge.verify(replay.to_string().as_bytes(), &query).unwrap();
                let view = if view == View::Full { "full" } else { "seat1" };
                list.push(json!({
                    "sample": sample, "at": at, "view": view, "claim": claim, "verdict": verdict.verdict,
                    "outcome": verdict.outcome, "state_digest": verdict.state_digest, "answer": verdict.claim,
                }));
            }
        }
    }
    json!(list)
}

fn replays() -> Value {
    let mut list = Vec::new();
    for (log, semantics) in [(Digest::of(b""), 1), (Digest::of(b"log"), 3)] {
        let name = ReplayName {
            edition: "2025-05-28",
            format: FORMAT,
            game: "azur-lane",
            log,
            pool: Digest::of(b"{}"),
            semantics,
        };
        list.push(json!({"name": name, "digest": replay_digest(&name).unwrap()}));
    }
    json!(list)
}

/// Values with redundant fields, and their canonical forms.
fn forms() -> Value {
    struct Form<'a>(&'a str, &'a Value);

    impl Visit for Form<'_> {
        type Out = Vec<u8>;

        fn visit<G: Registered>(self) -> Vec<u8> {
            let Form(schema, sent) = self;
            match schema {
                "action" => {
                    let entry: Entry<G::Action> = serde_json::from_value(sent.clone()).unwrap();
                    entry.canonical().to_vec()
                }
                "deck" => canonical_of(&part::<G::Deck>(sent.clone(), "").unwrap()).unwrap(),
                _ => canonical_of(&part::<G::Position>(sent.clone(), "").unwrap()).unwrap(),
            }
        }
    }

    let list = [
        (
            "azur-lane",
            "action",
            json!({
                "type": "play_ship", "seat": 0, "card": 12, "from": null, "at": {"seat": 0, "cell": "F1"},
                "pay": {"down": 0, "up": 1},
            }),
        ),
        (
            "azur-lane",
            "action",
            json!({
                "type": "play_event", "seat": 1, "card": 60, "cost": {"discard": [], "cubes": {"up": 0}},
                "pay": {},
            }),
        ),
        (
            "azur-lane",
            "action",
            json!({"type": "play_event", "seat": 1, "card": 60, "alternative": {"rest": []}}),
        ),
        ("azur-lane", "action", json!({"type": "choose_cards", "seat": 0, "cards": []})),
        ("azur-lane", "action", json!({"type": "choose_number", "seat": 0, "number": 0})),
        ("azur-lane", "deck", json!({"flagship": [], "cards": [{"n": 4, "card": "rj-010"}], "cubes": null})),
        (
            "azur-lane",
            "position",
            json!({
                "turn": 1, "active": 0, "window": "main", "effects": [], "battle": null,
                "players": [
                    {
                        "battlefield": {
                            "B2": {"card": "rj-001", "state": "active", "fresh": false, "under": []},
                        },
                        "hand": [], "cubes": {"up": 0},
                    },
                    {
                        "battlefield": {"B2": {"card": "rj-001", "state": "rested", "face": "front"}},
                        "deck": {"unknown": 0},
                    },
                ],
            }),
        ),
        ("xinglingwang", "action", json!({"type": "mulligan", "seat": 0, "cards": []})),
        (
            "xinglingwang",
            "action",
            json!({"type": "play_unit", "seat": 1, "card": 3, "side": null, "tributes": []}),
        ),
        ("xinglingwang", "deck", json!({"cards": [], "forest": 0, "race": null})),
    ];
    let forms = list.into_iter().map(|(game, schema, sent)| {
        let bytes = games::dispatch(game, Form(schema, &sent)).unwrap();
        let text = String::from_utf8(bytes.clone()).unwrap();
        json!({
            "canonical": text, "game": game, "schema": schema, "sent": sent,
            "sha256": Digest::of(&bytes).to_string(),
        })
    });
    forms.collect()
}

/// The beginning of each game with declared chance, always taking the first answer.
fn declared() -> Value {
    let judge = Judge::new();
    let games = judge.games().games;
    let mut list = Vec::new();
    for game in games {
        let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("samples").join(game.game);
        let sample = std::fs::read(folder.join("example.json")).unwrap();
        let mut replay: Value = serde_json::from_slice(&sample).unwrap();
        let fields = replay.as_object_mut().unwrap();
        fields.remove("seed");
        fields.remove("claim");
        fields.insert("chance".into(), "declared".into());
        fields.insert("salt".into(), SALT.into());
        fields.insert("actions".into(), json!([]));
        let verify = |replay: &Value| judge.verify(replay.to_string().as_bytes(), &Query::default()).unwrap();
        let mut verdict = verify(&replay);
        let mut digests = vec![verdict.log_digest.clone().unwrap()];
        for _ in 0..24 {
            let asked = &verdict.next[0];
            let listing = &asked.legal.as_ref().unwrap().listing;
            let has_fields = |answer: &&Value| answer.as_object().unwrap().len() > 1;
            let mut entry = listing.iter().find(has_fields).unwrap_or(&listing[0]).clone();
            entry["seat"] = asked.seat.into();
            replay["actions"].as_array_mut().unwrap().push(entry);
            verdict = verify(&replay);
            assert_eq!(verdict.illegal, None);
            digests.push(verdict.log_digest.clone().unwrap());
        }
        let mut header = replay.clone();
        let entries = header.as_object_mut().unwrap().remove("actions").unwrap();
        header["edition"] = verdict.edition.as_str().into();
        header["pool"] = verdict.pool.as_str().into();
        let name = json!({
            "edition": verdict.edition, "format": FORMAT, "game": verdict.game, "log": verdict.log_digest,
            "pool": verdict.pool, "semantics": verdict.semantics,
        });
        let replay = json!({"digest": verdict.replay_digest, "name": name});
        list.push(json!({"digests": digests, "entries": entries, "header": header, "replay": replay}));
    }
    json!(list)
}

/// A value with every optional field written out.
fn in_full(value: &Value, schema: &Value, root: &Value) -> Value {
    let resolved = |schema: &Value| match schema["$ref"].as_str() {
        Some(place) => root["$defs"][place.rsplit('/').next().unwrap()].clone(),
        None => schema.clone(),
    };
    let mut schema = resolved(schema);
    while let Some(several) = schema.get("oneOf").or_else(|| schema.get("anyOf")) {
        let several = several.as_array().unwrap().iter().map(resolved);
        match several.into_iter().find(|one| one.get("oneOf").is_some() || may_be(value, one)) {
            Some(one) => schema = one,
            None => return value.clone(),
        }
    }
    match value {
        Value::Array(items) => items.iter().map(|item| in_full(item, &schema["items"], root)).collect(),
        Value::Object(fields) => {
            let mut full = fields.clone();
            for (name, of) in schema["properties"].as_object().into_iter().flatten() {
                let left_out = of.get("default").cloned().unwrap_or(Value::Null);
                let is_required = schema["required"]
                    .as_array()
                    .is_some_and(|names| names.iter().any(|other| other == name));
                match full.get_mut(name) {
                    Some(inner) => *inner = in_full(inner, of, root),
                    None if is_required => {}
                    None => drop(full.insert(name.clone(), left_out)),
                }
            }
            full.into()
        }
        other => other.clone(),
    }
}

/// Whether a value can be this member of a union: an object by its required and allowed fields and its
/// constants.
fn may_be(value: &Value, schema: &Value) -> bool {
    let Value::Object(fields) = value else { return schema["type"] == "array" && value.is_array() };
    let Some(known) = schema["properties"].as_object() else { return false };
    let mut required = schema["required"].as_array().into_iter().flatten();
    required.all(|name| fields.contains_key(name.as_str().unwrap()))
        && fields.iter().all(|(name, field)| {
            known.get(name).is_some_and(|of| of.get("const").is_none_or(|only| only == field))
        })
}

/// A log with every optional field written out.
fn log_in_full(log: &Value) -> Value {
    let game = log["game"].as_str().unwrap();
    let full = |name: &str, value: &Value| {
        let schema = kept(game, name).unwrap();
        in_full(value, &schema, &schema)
    };
    let mut log = log.clone();
    for entry in log["actions"].as_array_mut().unwrap() {
        let acted = |entry: &mut Value| {
            let seat = entry.as_object_mut().unwrap().remove("seat").unwrap();
            *entry = full("action", entry);
            entry["seat"] = seat;
        };
        let is_of_seat = !entry["seat"].is_null();
        if let Some(allowed) = entry.get_mut("allow") {
            acted(allowed);
        } else if is_of_seat {
            acted(entry);
        }
    }
    match log.pointer("/start/position") {
        Some(position) => log["start"]["position"] = full("position", position),
        None => {
            let empty = json!({});
            log["options"] = full("options", log.get("options").unwrap_or(&empty));
            for player in log["players"].as_array_mut().unwrap() {
                player["deck"] = full("deck", player.get("deck").unwrap_or(&empty));
            }
        }
    }
    for name in ["chance", "claim", "salt", "seed", "seed_commit", "start"] {
        if log.get(name).is_none() {
            log[name] = Value::Null;
        }
    }
    log
}

/// The logs of the cases of every game, and a judge that knows their pools.
fn case_logs() -> (Judge, Vec<Value>) {
    let judge = Judge::new();
    let mut logs = Vec::new();
    for game in games::IDS {
        let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../tests/cases").join(game);
        let suite = load::suite(&folder).unwrap();
        let cases = suite.chapters.iter().flat_map(|chapter| &chapter.cases);
        logs.extend(cases.map(|case| case::run::replay(&judge, &suite, case).unwrap()));
    }
    (judge, logs)
}

fn log_digest(judge: &Judge, log: &Value) -> String {
    judge.verify(log.to_string().as_bytes(), &Query::default()).unwrap().log_digest.unwrap()
}

/// Writing the default of a field does not change the digest of the log.
#[test]
fn what_may_be_left_out_changes_no_digest() {
    let (judge, logs) = case_logs();
    let mut longer = 0;
    for log in &logs {
        let full = log_in_full(log);
        longer += usize::from(full.to_string().len() > log.to_string().len() + 100);
        assert_eq!(log_digest(&judge, &full), log_digest(&judge, log), "{log}\n{full}");
    }
    assert!(logs.len() > 1000 && longer > 1000, "{longer} of {}", logs.len());
}

/// Logs with every optional field, and their digests: for each game one with decks, and one from a position.
fn logs() -> Value {
    let (judge, cases) = case_logs();
    let mut list = Vec::new();
    for game in games::IDS {
        let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("samples").join(game);
        let mut sample: Value =
            serde_json::from_slice(&std::fs::read(folder.join("example.json")).unwrap()).unwrap();
        sample["actions"].as_array_mut().unwrap().truncate(12);
        let position =
            cases.iter().find(|log| log["game"] == *game && log.pointer("/start/position").is_some());
        for log in [&sample, position.unwrap()] {
            let sent = log_in_full(log);
            let verdict = judge.verify(sent.to_string().as_bytes(), &Query::default()).unwrap();
            list.push(json!({
                "edition": verdict.edition, "log_digest": verdict.log_digest, "pool": verdict.pool,
                "sent": sent,
            }));
        }
    }
    json!(list)
}

#[test]
fn published_vectors() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../openapi/vectors");
    let update = std::env::var_os("UPDATE_VECTORS").is_some_and(|value| value == "1");
    for (name, computed) in [
        ("blocks", blocks()),
        ("below", below()),
        ("shuffles", shuffles()),
        ("commits", commits()),
        ("canonical", canonical_texts()),
        ("forms", forms()),
        ("chains", chains()),
        ("claims", claims()),
        ("declared", declared()),
        ("replays", replays()),
        ("logs", logs()),
    ] {
        let path = folder.join(format!("{name}.json"));
        if update {
            let lines: Vec<String> = computed.as_array().unwrap().iter().map(Value::to_string).collect();
            std::fs::write(&path, format!("[\n{}\n]\n", lines.join(",\n"))).unwrap();
        }
        let published: Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
        assert!(published == computed, "{} differs; UPDATE_VECTORS=1 writes it anew", path.display());
    }
}

/// Commits and reveals give the seed that docs describe; a reveal without its commit is a fault.
#[test]
fn reveals_are_the_seed_of_the_game() {
    let judge = Judge::new();
    let sample: Value =
        serde_json::from_slice(include_bytes!("../../samples/azur-lane/example.json")).unwrap();
    let start = |change: &dyn Fn(&mut serde_json::Map<String, Value>)| {
        let mut replay = sample.clone();
        replay["actions"] = json!([]);
        change(replay.as_object_mut().unwrap());
        judge.verify(replay.to_string().as_bytes(), &Query::default())
    };
    let commit = commits()[0].clone();
    let pair = json!({"commits": commit["commits"], "reveals": commit["reveals"]});
    let seeded = start(&|replay| {
        replay.insert("seed".into(), commit["seed"].clone());
    })
    .unwrap();
    let committed = start(&|replay| {
        replay.remove("seed");
        replay.insert("seed_commit".into(), pair.clone());
    })
    .unwrap();
    assert_eq!((&seeded.state, &seeded.next), (&committed.state, &committed.next));
    // They are two headers all the same.
    assert_ne!(seeded.log_digest, committed.log_digest);
    let fault = start(&|replay| {
        replay.remove("seed");
        let mut pair = pair.clone();
        pair["reveals"][1] = pair["reveals"][0].clone();
        replay.insert("seed_commit".into(), pair);
    })
    .unwrap_err();
    assert_eq!(fault.code, FaultCode::BadReveal);
    assert_eq!(fault.pointer.as_deref(), Some("/seed_commit/reveals/1"));
    let fault = start(&|replay| {
        replay.insert("seed_commit".into(), pair.clone());
    })
    .unwrap_err();
    assert_eq!((fault.code, fault.pointer.as_deref()), (FaultCode::WrongShape, Some("/seed_commit")));
}

#[test]
fn the_vectors_contain_rejections() {
    let taken = |bound: u64| -> Vec<u64> {
        let of_bound = |item: &&Value| item["below"].as_str() == Some(&bound.to_string());
        below()
            .as_array()
            .unwrap()
            .iter()
            .filter(of_bound)
            .map(|item| item["taken"].as_u64().unwrap())
            .collect()
    };
    assert_eq!((taken(1), taken(8)), (vec![0, 0], vec![12, 12]));
    assert!(taken(FRAYED).iter().all(|numbers| *numbers > 15));
}

#[test]
fn labels_and_bounds() {
    let seed = seeds()[1];
    let chance = SeededChance::new(seed);
    assert_eq!(chance.below("first", 0), None);
    assert_eq!(chance.below("first", 1), Some(0));
    assert_eq!(chance.shuffle("first", 0), Some(vec![]));
    for bad in ["", "é", &"x".repeat(256)] {
        assert_eq!((chance.below(bad, 2), chance.shuffle(bad, 2), block(&seed, bad, 0)), (None, None, None));
    }
    assert_eq!(chance.below("pick/1", 100), chance.below("pick/1", 100));
    assert_ne!(chance.shuffle("a", 50), chance.shuffle("b", 50));
    let reveals = [Reveal([1; 32]), Reveal([2; 32])];
    let commits = reveals.map(|reveal| Commit(Digest::of(&reveal.0).0));
    assert_eq!(seed_from(&commits, &[reveals[0], reveals[0]]), Err(BadReveal { seat: 1 }));
    assert_eq!(seed_from(&[commits[1], commits[0]], &reveals), Err(BadReveal { seat: 0 }));
}

#[test]
fn chains_name_prefixes() {
    let [one, two, three] = entries();
    let mut chain = Chain::start(&header()).unwrap();
    chain.push(&one).unwrap();
    let mut resumed = Chain::resume(chain.digest());
    let mut plain = Chain::start_canonical(&canonical(&header()).unwrap());
    plain.push_canonical(&canonical(&one).unwrap());
    assert_eq!((chain, chain), (resumed, plain));
    let branch = resumed.push(&three).unwrap();
    assert_ne!(chain.push(&two).unwrap(), branch);
    assert!(Chain::start(&json!(0.5)).is_err() && chain.push(&json!(0.5)).is_err());
}

proptest! {
    #[test]
    fn shuffles_are_permutations(bytes: [u8; 32], count in 0_usize..200) {
        let mut order = SeededChance::new(Seed(bytes)).shuffle("shuffle/seat0/1", count).unwrap();
        order.sort_unstable();
        prop_assert!(order.into_iter().eq(0..count));
    }

    #[test]
    fn draws_are_below_their_bound(bytes: [u8; 32], bound in 1_u64..) {
        prop_assert!(SeededChance::new(Seed(bytes)).below("first", bound).unwrap() < bound);
    }
}
