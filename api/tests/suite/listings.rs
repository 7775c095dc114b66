//! The number of legal answers in listings.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, missing_docs)]

use crate::calls::{bytes, entries, games, played, service, until};
use crate::common::{post, send};
use serde_json::{Value, json};

/// A listing has the requested number of answers, at the edges as well, and states whether it is complete.
#[actix_web::test]
async fn listings_are_as_long_as_is_asked_for() {
    let service = service();
    let mut cut = 0;
    for game in games() {
        let replay = played(game);
        for at in (0..entries(&replay).len()).step_by(7) {
            let ask = async |listing: &str| {
                let path = format!("/v1/legal-actions?at={at}&listing={listing}");
                send(&service, post(&path, &bytes(&replay))).await.json()["next"][0].clone()
            };
            let (none, all) = (ask("0").await, ask("1000").await);
            assert_eq!((&none["listing"], &none["shapes"]), (&json!([]), &all["shapes"]), "{game}");
            let length = all["listing"].as_array().unwrap().len();
            assert_eq!(all["complete"], json!(all["count"] == json!(length)), "{game} {at}");
            let few = ask("2").await;
            // In a listing that is cut off each kind has a share, and the first answers of each stay.
            let of = |answer: &Value, kind: &Value| -> Vec<Value> {
                let listing = answer["listing"].as_array().unwrap();
                listing.iter().filter(|answer| answer["type"] == *kind).cloned().collect()
            };
            let listed = few["listing"].as_array().unwrap();
            for answer in listed {
                let kind = &answer["type"];
                assert!(of(&all, kind).starts_with(&of(&few, kind)), "{game} {at} {kind}");
            }
            assert!(listed.len() <= 2);
            assert_eq!(few["complete"], json!(few["count"].as_u64().is_some_and(|count| count <= 2)));
            cut += usize::from(few["complete"] == false);
        }
        let whole = send(&service, post("/v1/verify?listing=0&at=1", &bytes(&replay))).await.json();
        assert_eq!(whole["next"][0]["listing"], json!([]));
        let body = json!({ "action": entries(&replay)[0], "replay": until(&replay, 0) });
        let moved = send(&service, post("/v1/moves?listing=0", &bytes(&body))).await.json();
        assert_eq!(moved["next"][0]["listing"], json!([]));
        for wrong in ["1001", "-1", "x", "", "+1"] {
            let path = format!("/v1/legal-actions?listing={wrong}");
            send(&service, post(&path, &bytes(&replay))).await.is_fault(400, "bad_query");
        }
    }
    assert!(cut > 5, "{cut}");
}
