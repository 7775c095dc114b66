//! The shelf that replicas share: a replica continues from judgements of another, does not accept forged
//! values, and gives the same answers when the server fails.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::calls::{bytes, entries, games, played, until};
use crate::common::shelf::{Fake, Manner};
use crate::common::{Answer, get, post, send};
use actix_web::test::TestRequest;
use actix_web::web;
use rules_judge::http::service::Service;
use rules_judge::limits::Limits;
use rules_judge::shared::link::Server;
use rules_judge::shared::seal::{PREFIX, Seal, Seals};
use rules_judge::shared::{Shelf, ShelfLimits};
use rules_judge_replays::cache::shared::{Shared, SharedCounts, SharedState};
use rules_judge_replays::codec::canonical::digest;
use rules_judge_replays::codec::digest::Digest;
use rules_judge_replays::judging::Judge;
use serde_json::{Value, json};

/// Far longer than anything here takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(300);
const SECRET: &[u8] = b"the secret of the replicas of the tests";

type Replica = web::Data<Service>;

fn replica_with(url: &str, secret: &[u8], limits: Limits) -> Replica {
    replica_of(url, Seal::of(secret).unwrap().into(), limits, ShelfLimits::from(&limits))
}

/// A replica that checks its shelf often, so that tests do not wait for it.
fn checking(url: &str, seals: Seals) -> Replica {
    let often = ShelfLimits { check_time: Duration::from_millis(20), ..ShelfLimits::from(&patient()) };
    replica_of(url, seals, patient(), often)
}

fn replica_of(url: &str, seals: Seals, limits: Limits, shelf: ShelfLimits) -> Replica {
    let shelf = Shelf::open(Server::of(url).unwrap(), seals, shelf).unwrap();
    web::Data::new(Service::new(Judge::new().with_shared(Arc::new(shelf)), limits).unwrap())
}

fn seal(secret: &[u8]) -> Seal {
    Seal::of(secret).unwrap()
}

/// Limits with far more time for answers than usual, since the machine may be busy.
fn patient() -> Limits {
    Limits { shared_time: Duration::from_secs(1), ..Limits::default() }
}

fn replica(fake: &Fake) -> Replica {
    replica_with(&fake.url(), SECRET, patient())
}

/// A replica that is connected to its shelf.
fn ready(fake: &Fake) -> Replica {
    let replica = replica(fake);
    becomes("the shelf is there", || state(&replica) == SharedState::Ready);
    replica
}

fn alone() -> Replica {
    web::Data::new(Service::new(Judge::new(), Limits::default()).unwrap())
}

fn state(replica: &Replica) -> SharedState {
    replica.judge().shared().unwrap().state()
}

fn counts(replica: &Replica) -> SharedCounts {
    replica.judge().shared().unwrap().counts()
}

#[track_caller]
fn becomes(what: &str, mut is: impl FnMut() -> bool) {
    let started = Instant::now();
    while !is() {
        assert!(started.elapsed() < PATIENCE, "{what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Waits until the queue of writes is empty.
fn written(replica: &Replica) {
    becomes("all is written", || counts(replica).queued_bytes == 0);
}

fn next(base: &Value, action: &Value) -> TestRequest {
    post("/v1/moves", &bytes(&json!({ "action": action, "base": base })))
}

fn same(one: &Answer, other: &Answer) {
    assert_eq!((one.status, one.text()), (other.status, other.text()));
}

#[actix_web::test]
async fn replicas_go_on_from_what_others_judged() {
    for game in games() {
        let (fake, single) = (Fake::start(Manner::Sound), alone());
        let replicas = [ready(&fake), ready(&fake), ready(&fake)];
        let (game, length) = (played(game), 12);
        let begin = bytes(&until(&game, 0));
        let mut verdict = send(&replicas[0], post("/v1/verify", &begin)).await;
        same(&verdict, &send(&single, post("/v1/verify", &begin)).await);
        for (at, action) in entries(&game).iter().take(length).enumerate() {
            written(&replicas[at % 3]);
            let base = verdict.json()["replay_digest"].clone();
            verdict = send(&replicas[(at + 1) % 3], next(&base, action)).await;
            same(&verdict, &send(&single, next(&base, action)).await);
            assert_eq!(verdict.json()["accepted"], at + 1);
        }
        written(&replicas[length % 3]);
        // Every replica answers with a judgement that is kept.
        let name = verdict.json()["replay_digest"].as_str().unwrap().to_owned();
        let kept = send(&replicas[(length + 1) % 3], get(&format!("/v1/verdicts/{name}"))).await;
        same(&kept, &send(&single, get(&format!("/v1/verdicts/{name}"))).await);
        // A whole log is judged without a look at the shelf.
        let whole = bytes(&until(&game, length));
        let late = ready(&fake);
        assert_eq!(send(&late, post("/v1/verify", &whole)).await.json(), verdict.json());
        let hits: u64 = replicas.iter().map(|replica| counts(replica).hits).sum();
        assert_eq!((hits, counts(&late).hits + counts(&late).misses), (length as u64 + 1, 0));
        // Names on the shelf do not show digests, since a digest gives access to its replay, and values do
        // not show the seed.
        let seed = game["seed"].as_str().unwrap();
        let seed: Vec<u8> =
            (0..32).map(|at| u8::from_str_radix(&seed[2 * at..2 * at + 2], 16).unwrap()).collect();
        fake.values(|values| {
            assert!(!values.is_empty());
            for (key, value) in values {
                let key = String::from_utf8(key.clone()).unwrap();
                assert!(key.starts_with(PREFIX) && !key.contains(name.trim_start_matches("sha256:")));
                assert!(!value.windows(8).any(|part| seed.windows(8).any(|secret| part == secret)));
            }
        });
    }
}

#[actix_web::test]
async fn a_pool_that_was_sent_to_one_is_known_to_all() {
    let fake = Fake::start(Manner::Sound);
    let (one, other) = (ready(&fake), ready(&fake));
    let game = played(games()[0]);
    let demo: Value =
        serde_json::from_str(include_str!("../../../engine/cards/azur-lane/pool.json")).unwrap();
    let mut pool = demo;
    pool["cards"][0]["power"] = json!(500);
    let name = digest(&pool).unwrap().to_string();
    let mut replay = until(&game, 4);
    replay["pool"] = json!(name);
    let body = bytes(&replay);
    send(&other, post("/v1/verify", &body)).await.is_fault(404, "unknown_pool");
    let put = || {
        TestRequest::put()
            .uri(&format!("/v1/pools/{name}"))
            .insert_header(("content-type", "application/json"))
            .set_payload(bytes(&pool))
    };
    assert_eq!(send(&one, put()).await.status, 201);
    written(&one);
    same(&send(&other, post("/v1/verify", &body)).await, &send(&one, post("/v1/verify", &body)).await);
    assert_eq!(send(&other, post("/v1/verify", &body)).await.json()["verdict"], "legal");
    // Sending a log again restores what the server lost.
    fake.values(|values| values.clear());
    let third = ready(&fake);
    send(&third, post("/v1/verify", &body)).await.is_fault(404, "unknown_pool");
    assert_eq!(send(&one, put()).await.status, 200);
    written(&one);
    assert_eq!(send(&third, post("/v1/verify", &body)).await.json()["verdict"], "legal");
}

/// A shelf that has another pool under every name.
#[derive(Debug)]
struct OtherPool(Vec<u8>);

impl Shared for OtherPool {
    fn get(&self, _: &Digest) -> Option<Vec<u8>> {
        Some(self.0.clone())
    }

    fn put(&self, _: &Digest, _: &[u8]) {}

    fn forget(&self, _: &Digest) {}

    fn state(&self) -> SharedState {
        SharedState::Ready
    }

    fn counts(&self) -> SharedCounts {
        SharedCounts::default()
    }
}

#[actix_web::test]
async fn a_pool_is_believed_only_with_its_digest() {
    let pool = include_bytes!("../../../engine/cards/azur-lane/pool.json").to_vec();
    let judge = Judge::new().with_shared(Arc::new(OtherPool(pool)));
    let service = web::Data::new(Service::new(judge, Limits::default()).unwrap());
    let mut replay = until(&played(games()[0]), 4);
    replay["pool"] = json!(format!("sha256:{}", "a".repeat(64)));
    send(&service, post("/v1/verify", &bytes(&replay))).await.is_fault(404, "unknown_pool");
}

#[actix_web::test]
async fn lies_on_the_shelf_are_not_believed() {
    let game = played(games()[0]);
    let (begin, action) = (bytes(&until(&game, 6)), &entries(&game)[6]);
    let right = {
        let single = alone();
        let base = send(&single, post("/v1/verify", &begin)).await.json()["replay_digest"].clone();
        (base.clone(), send(&single, next(&base, action)).await)
    };
    let key: Digest = right.0.as_str().unwrap().parse().unwrap();
    let strange = Seal::of(b"the secret of a stranger, just as long").unwrap();
    // Forgeries: first from the record of this judgement, then from that of another.
    type Lie<'a> = &'a dyn Fn(&[u8], &[u8]) -> Vec<u8>;
    let lies: [(&str, Lie<'_>); 9] = [
        ("noise", &|_, _| b"legal".to_vec()),
        ("zeros", &|own, _| vec![0; own.len()]),
        ("one byte", &|_, _| vec![1]),
        ("another judgement", &|_, other| other.to_vec()),
        ("cut off", &|own, _| own[..own.len() - 1].to_vec()),
        ("continued", &|own, _| [own, &b"x"[..]].concat()),
        ("a bit", &|own, _| {
            [&own[..own.len() / 2], &[own[own.len() / 2] ^ 1], &own[own.len() / 2 + 1..]].concat()
        }),
        ("too much", &|_, _| vec![1; 3 << 20]),
        ("another secret", &|own, _| strange.close(&key, own).unwrap()),
    ];
    for (lie, forge) in lies {
        let fake = Fake::start(Manner::Sound);
        let writer = ready(&fake);
        send(&writer, post("/v1/verify", &begin)).await;
        let mut another = until(&game, 6);
        another["players"][0]["name"] = json!("another");
        send(&writer, post("/v1/verify", &bytes(&another))).await;
        written(&writer);
        let name = Seal::of(SECRET).unwrap().name(&key).into_bytes();
        fake.values(|values| {
            assert_eq!(values.len(), 2);
            let own = values[&name].clone();
            let other = values.iter().find(|(key, _)| **key != name).unwrap().1.clone();
            values.insert(name.clone(), forge(&own, &other));
        });
        let reader = ready(&fake);
        send(&reader, next(&right.0, action)).await.is_fault(404, "unknown_base");
        assert_eq!((counts(&reader).unsound, counts(&reader).hits), (1, 0), "{lie}");
        assert_eq!(state(&reader), SharedState::Ready, "{lie}");
        // With the log in the request the replica judges correctly, and overwrites the forgery.
        let whole = bytes(&json!({ "action": action, "replay": until(&game, 6) }));
        assert_eq!(send(&reader, post("/v1/moves", &whole)).await.json(), right.1.json(), "{lie}");
        send(&reader, post("/v1/verify", &begin)).await;
        written(&reader);
        same(&send(&ready(&fake), next(&right.0, action)).await, &right.1);
    }
}

#[actix_web::test]
async fn something_else_under_a_name_is_no_fault_of_the_server() {
    let fake = Fake::start(Manner::Other);
    let replica = ready(&fake);
    let base = json!(format!("sha256:{}", "a".repeat(64)));
    send(&replica, next(&base, &json!({}))).await.is_fault(404, "unknown_base");
    assert_eq!((counts(&replica).unsound, state(&replica)), (1, SharedState::Ready));
}

#[actix_web::test]
async fn replicas_with_different_secrets_share_nothing() {
    let fake = Fake::start(Manner::Sound);
    let game = played(games()[0]);
    let other = replica_with(&fake.url(), b"the secret of a stranger, just as long", patient());
    becomes("the shelf is there", || state(&other) == SharedState::Ready);
    let base =
        send(&other, post("/v1/verify", &bytes(&until(&game, 2)))).await.json()["replay_digest"].clone();
    written(&other);
    let own = checking(&fake.url(), seal(SECRET).into());
    becomes("the keys differ", || state(&own) == SharedState::OtherKey);
    assert_eq!(send(&own, get("/readyz")).await.json()["shared"], "other_key");
    let page = send(&own, get("/metrics")).await.text();
    for line in ["other_key\"} 1", "ready\"} 0", "away\"} 0"] {
        assert!(page.contains(&format!("rules_judge_shared_state{{state=\"{line}\n")), "{line}\n{page}");
    }
    send(&own, next(&base, &entries(&game)[2])).await.is_fault(404, "unknown_base");
    assert_eq!((counts(&own).misses, counts(&own).unsound), (1, 0));
    // The replica that came first notices nothing. When it ends, its canary expires.
    assert_eq!(state(&other), SharedState::Ready);
    drop(other);
    becomes("the keys agree", || {
        fake.forgets_canary();
        state(&own) == SharedState::Ready
    });
}

#[actix_web::test]
async fn replicas_change_their_secret_one_by_one() {
    let fake = Fake::start(Manner::Sound);
    let new_secret = b"the next secret of the replicas of the tests";
    let of = |own: &[u8], accepted: Option<&[u8]>| {
        let replica = checking(&fake.url(), Seals { own: seal(own), accepted: accepted.map(seal) });
        becomes("the shelf is there", || state(&replica) == SharedState::Ready);
        replica
    };
    // Each pair runs while the secret changes, and one replica continues from judgements of the other.
    let game = played(games()[0]);
    let steps: [(&[u8], Option<&[u8]>); 4] =
        [(SECRET, None), (SECRET, Some(new_secret)), (new_secret, Some(SECRET)), (new_secret, None)];
    for (nth, pair) in steps.windows(2).enumerate() {
        let replicas = [of(pair[0].0, pair[0].1), of(pair[1].0, pair[1].1)];
        for (at, (one, two)) in [(0, 1), (1, 0)].into_iter().enumerate() {
            let mut begin = until(&game, 2);
            begin["players"][0]["name"] = json!(format!("{nth} {at}"));
            let base = send(&replicas[one], post("/v1/verify", &bytes(&begin))).await.json()["replay_digest"]
                .clone();
            written(&replicas[one]);
            let moved = send(&replicas[two], next(&base, &entries(&game)[2])).await;
            assert_eq!(moved.json()["accepted"], 3, "step {nth}, from {one} to {two}");
            assert_eq!((counts(&replicas[two]).hits, counts(&replicas[two]).unsound), (1, 0));
            assert_eq!(state(&replicas[two]), SharedState::Ready);
        }
    }
}

#[actix_web::test]
async fn a_user_without_the_right_to_delete_shows_as_read_only() {
    let fake = Fake::start(Manner::NoDelete);
    let game = played(games()[0]);
    let replica = replica(&fake);
    becomes("it gives", || state(&replica) == SharedState::ReadOnly);
    for at in 0..20 {
        send(&replica, post("/v1/verify", &bytes(&until(&game, at)))).await;
        assert_eq!(state(&replica), SharedState::ReadOnly);
    }
    assert_eq!((counts(&replica).kept, counts(&replica).dropped), (0, 20));
}

#[actix_web::test]
async fn lost_writes_show_although_the_server_takes_probes() {
    let fake = Fake::start(Manner::Sound);
    let game = played(games()[0]);
    let replica = checking(&fake.url(), seal(SECRET).into());
    becomes("the shelf is there", || state(&replica) == SharedState::Ready);
    fake.behaves(Manner::FullForValues);
    let write = async |name: String| {
        let mut replay = until(&game, 2);
        replay["players"][0]["name"] = json!(name);
        send(&replica, post("/v1/verify", &bytes(&replay))).await;
    };
    let mut lost = 0;
    let started = Instant::now();
    while state(&replica) != SharedState::LosingWrites {
        assert!(started.elapsed() < PATIENCE, "{:?}", counts(&replica));
        write(format!("lost {lost}")).await;
        lost += 1;
    }
    assert_eq!(counts(&replica).kept, 0);
    fake.behaves(Manner::Sound);
    let mut kept = 0;
    while state(&replica) != SharedState::Ready {
        assert!(started.elapsed() < PATIENCE, "{:?}", counts(&replica));
        write(format!("kept {kept}")).await;
        kept += 1;
    }
    assert!(counts(&replica).kept > 0);
}

#[actix_web::test]
async fn writes_that_were_lost_are_forgotten_without_further_ones() {
    for manner in [Manner::FullForValues, Manner::Closing, Manner::Silent] {
        let fake = Fake::start(Manner::Sound);
        let replica = checking(&fake.url(), seal(SECRET).into());
        becomes("the shelf is there", || state(&replica) == SharedState::Ready);
        fake.behaves(manner);
        let lost = |counts: SharedCounts| counts.dropped + counts.refused;
        let mut replay = until(&played(games()[0]), 2);
        while lost(counts(&replica)) == 0 {
            replay["players"][0]["name"] = json!(format!("{:?}", Instant::now()));
            send(&replica, post("/v1/verify", &bytes(&replay))).await;
        }
        fake.behaves(Manner::Sound);
        becomes("the shelf is there again", || state(&replica) == SharedState::Ready);
    }
}

/// Asserts that a server with this behaviour changes no answer, is left alone after a failure, and is used
/// again later.
async fn changes_no_answer(manner: Manner) {
    let game = played(games()[0]);
    let (begin, action) = (bytes(&until(&game, 3)), &entries(&game)[3]);
    let single = alone();
    let judged = send(&single, post("/v1/verify", &begin)).await;
    let base = judged.json()["replay_digest"].clone();
    let moved = send(&single, next(&base, action)).await;
    let fake = Fake::start(Manner::Sound);
    let limits = Limits { shared_time: Duration::from_millis(50), ..Limits::default() };
    let replica = replica_with(&fake.url(), SECRET, limits);
    becomes("the shelf is there", || state(&replica) == SharedState::Ready);
    fake.behaves(manner);
    let asked = fake.asked();
    for _ in 0..200 {
        same(&send(&replica, post("/v1/verify", &begin)).await, &judged);
        let unknown = json!(format!("sha256:{}", "a".repeat(64)));
        send(&replica, next(&unknown, action)).await.is_fault(404, "unknown_base");
        // The replica judged this one itself.
        same(&send(&replica, next(&base, action)).await, &moved);
    }
    // Each of the 200 requests would have waited for the server.
    let SharedCounts { skipped, unanswered, hits, failures, .. } = counts(&replica);
    assert_eq!((skipped + unanswered, hits), (200, 0), "{manner:?}");
    assert!(skipped >= 150 && failures > 0, "{manner:?}: {skipped} of 200, {failures} failures");
    assert!(fake.asked() - asked <= unanswered, "{manner:?}");
    becomes("the shelf is away", || state(&replica) == SharedState::Away);
    let page = send(&replica, get("/readyz")).await.json();
    assert_eq!(page, json!({ "shared": "away", "status": "ready", "store": "none" }));
    fake.behaves(Manner::Sound);
    becomes("the shelf is there again", || state(&replica) == SharedState::Ready);
}

#[actix_web::test]
async fn a_silent_server_changes_no_answer() {
    changes_no_answer(Manner::Silent).await;
}

#[actix_web::test]
async fn a_slow_server_changes_no_answer() {
    changes_no_answer(Manner::Trickling).await;
}

#[actix_web::test]
async fn a_server_that_speaks_something_else_changes_no_answer() {
    changes_no_answer(Manner::Babbling).await;
}

#[actix_web::test]
async fn a_server_that_closes_changes_no_answer() {
    changes_no_answer(Manner::Closing).await;
}

#[actix_web::test]
async fn a_server_that_only_greets_is_left_alone() {
    let fake = Fake::start(Manner::SilentForValues);
    let limits = Limits { shared_time: Duration::from_millis(50), ..Limits::default() };
    let replica = replica_with(&fake.url(), SECRET, limits);
    becomes("the shelf is there", || state(&replica) == SharedState::Ready);
    let base = json!(format!("sha256:{}", "a".repeat(64)));
    let started = Instant::now();
    let mut requests: u64 = 0;
    while started.elapsed() < Duration::from_secs(2) {
        send(&replica, next(&base, &json!({}))).await.is_fault(404, "unknown_base");
        requests += 1;
    }
    // After 0.25, 0.5 and 1 second the replica asks again, each time with one request, and with another one
    // that came before the first failed. A slow machine asks less often.
    assert!((1..=8).contains(&fake.asked()), "{} of {requests}", fake.asked());
    assert_eq!(counts(&replica).unanswered + counts(&replica).skipped, requests);
}

#[actix_web::test]
async fn nobody_has_to_be_there() {
    // A port on which nothing listens any more.
    let address = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let replica = replica_with(&format!("redis://:password@{address}"), SECRET, Limits::default());
    let game = played(games()[0]);
    let verdict = send(&replica, post("/v1/verify", &bytes(&until(&game, 3)))).await.json();
    assert_eq!(verdict["verdict"], "legal");
    let moved = send(&replica, next(&verdict["replay_digest"], &entries(&game)[3])).await.json();
    assert_eq!(moved["accepted"], 4);
    assert_eq!(state(&replica), SharedState::Away);
    assert_eq!((counts(&replica).kept, counts(&replica).dropped), (0, 2));
}

#[actix_web::test]
async fn a_full_shelf_gives_what_it_has() {
    let fake = Fake::start(Manner::Sound);
    let game = played(games()[0]);
    let writer = ready(&fake);
    let base =
        send(&writer, post("/v1/verify", &bytes(&until(&game, 3)))).await.json()["replay_digest"].clone();
    written(&writer);
    fake.behaves(Manner::Full);
    send(&writer, post("/v1/verify", &bytes(&until(&game, 2)))).await;
    becomes("it takes nothing", || state(&writer) == SharedState::ReadOnly);
    assert_eq!((counts(&writer).kept, counts(&writer).refused), (1, 1));
    let late = replica(&fake);
    becomes("it gives", || state(&late) == SharedState::ReadOnly);
    assert_eq!(send(&late, next(&base, &entries(&game)[3])).await.json()["accepted"], 4);
    let page = send(&late, get("/metrics")).await.text();
    for line in [
        "total{what=\"hits\"} 1",
        "total{what=\"dropped\"} 1",
        "state{state=\"read_only\"} 1",
        "total{what=\"kept\"} 0",
    ] {
        assert!(page.contains(&format!("rules_judge_shared_{line}\n")), "{line}\n{page}");
    }
    assert_eq!(send(&late, get("/readyz")).await.json()["shared"], "read_only");
}

#[actix_web::test]
async fn what_is_kept_and_what_waits_is_bounded() {
    let game = played(games()[0]);
    let fake = Fake::start(Manner::Sound);
    let small = replica_with(&fake.url(), SECRET, Limits { shared_value_bytes: 100, ..patient() });
    becomes("the shelf is there", || state(&small) == SharedState::Ready);
    send(&small, post("/v1/verify", &bytes(&until(&game, 3)))).await;
    assert_eq!((counts(&small).too_large, counts(&small).kept), (1, 0));
    let most = 20_000;
    let slow = replica_with(&fake.url(), SECRET, Limits { shared_queue_bytes: most, ..patient() });
    becomes("the shelf is there", || state(&slow) == SharedState::Ready);
    fake.behaves(Manner::Silent);
    for count in 0..60 {
        let mut replay = until(&game, 3);
        replay["players"][0]["name"] = json!(format!("{count}"));
        assert_eq!(send(&slow, post("/v1/verify", &bytes(&replay))).await.json()["verdict"], "legal");
        assert!(counts(&slow).queued_bytes <= most);
    }
    becomes("the shelf is away", || state(&slow) == SharedState::ReadOnly && counts(&slow).queued_bytes == 0);
    let SharedCounts { kept, dropped, refused, .. } = counts(&slow);
    assert_eq!((kept, dropped + refused), (0, 60));
}

#[test]
fn the_command_takes_no_shelf_without_a_secret() {
    let folder = tempfile::tempdir().unwrap();
    let (short, open) = (folder.path().join("short"), folder.path().join("open"));
    std::fs::write(&short, "short").unwrap();
    std::fs::write(&open, SECRET).unwrap();
    let mut wrong: Vec<Vec<&str>> = vec![
        vec!["--shared", "redis://:password@127.0.0.1"],
        vec!["--shared-key", open.to_str().unwrap()],
        vec!["--shared", "redis://:password@127.0.0.1", "--shared-key", short.to_str().unwrap()],
    ];
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        for (path, mode) in [(&short, 0o600), (&open, 0o644)] {
            std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
        }
        wrong.push(vec!["--shared", "redis://:password@127.0.0.1", "--shared-key", open.to_str().unwrap()]);
    }
    for arguments in wrong {
        let output = Command::new(env!("CARGO_BIN_EXE_rules-judge"))
            .args(["serve", "--listen", "127.0.0.1:0"])
            .args(&arguments)
            .output()
            .unwrap();
        let text = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {text}");
        assert!(!text.contains("password") && !text.contains("of the replicas"), "{text}");
    }
    let secret = open;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        std::fs::set_permissions(&secret, std::fs::Permissions::from_mode(0o600)).unwrap();
    }
    let wrong = ["--shared", "http://:password@127.0.0.1", "--shared-key", secret.to_str().unwrap()];
    let output = Command::new(env!("CARGO_BIN_EXE_rules-judge")).arg("serve").args(wrong).output().unwrap();
    let text = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(text.contains("redis+cluster://") && !text.contains("password"), "{text}");
}
