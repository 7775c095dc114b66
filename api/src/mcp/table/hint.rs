//! Finds what a table lacks, and for each lack a statement that adds it.

use rules_judge_replays::answer::{Fault, FaultCode, Language, Verdict};
use rules_judge_replays::catalog::board::{Board, BoardZone, ControlForm, ZoneForm};
use serde_json::{Value, json};

use super::Lack;

/// Judges the table without a log and returns what is missing or wrong.
///
/// # Errors
/// The judge could not judge: it is overloaded, or a check in it failed.
pub(super) fn missing(
    board: &Board,
    judged: &Result<Verdict, Fault>,
    language: Language,
) -> Result<Vec<Lack>, Fault> {
    let lack = |message: &str, pointer: Option<&str>, cites: &[String]| Lack {
        cites: cites.to_vec(),
        message: message.to_owned(),
        pointer: pointer.map(str::to_owned),
        say: pointer.and_then(|pointer| statement(board, pointer, message)),
        statement: None,
    };
    let verdict = match judged {
        Ok(verdict) => verdict,
        Err(fault) if matches!(fault.code, FaultCode::Overloaded | FaultCode::Internal) => {
            return Err(fault.clone());
        }
        Err(fault) => return Ok(vec![lack(fault.detail_in(language), fault.pointer.as_deref(), &[])]),
    };
    let refusals = verdict.illegal.iter().flat_map(|illegal| &illegal.refusals);
    let mut lacks: Vec<Lack> =
        refusals.map(|refusal| lack(&refusal.message, Some(&refusal.pointer), &refusal.cites)).collect();
    lacks.extend(verdict.not_judged.iter().map(|reason| lack(&reason.message, None, &reason.cites)));
    Ok(lacks)
}

/// A statement about the part that the pointer names, or about the field that the message calls missing.
fn statement(board: &Board, pointer: &str, message: &str) -> Option<Value> {
    let rest = pointer.strip_prefix("/start/position")?;
    let mut parts = rest.split('/').skip(1);
    match (parts.next(), parts.next(), parts.next()) {
        (Some("players"), Some(seat), field) => {
            let seat: u64 = seat.parse().ok()?;
            let is_named = |zone: &&BoardZone| {
                let path = zone.position.as_deref();
                match field {
                    Some(field) => path == Some(field),
                    None => path.is_some_and(|path| message.contains(&format!("{path:?}"))),
                }
            };
            Some(of_zone(board.zones.iter().find(is_named)?, Some(seat)))
        }
        (Some(field), ..) => match board.shared.iter().find(|zone| zone.position.as_deref() == Some(field)) {
            Some(zone) => Some(of_zone(zone, None)),
            None => of_control(board, |path| path == field),
        },
        (None, ..) => of_control(board, |path| message.contains(&format!("{path:?}"))),
    }
}

fn of_control(board: &Board, is_it: impl Fn(&str) -> bool) -> Option<Value> {
    let control = board.table.iter().find(|control| is_it(&control.path))?;
    let value = match control.form {
        ControlForm::Choice => {
            let values = control.values.iter().map(|value| value.value.to_string());
            json!(format!("<{}>", values.collect::<Vec<_>>().join(" | ")))
        }
        ControlForm::Seat => json!("<0 | 1>"),
        ControlForm::Fields => control
            .fields
            .iter()
            .map(|field| (field.path.clone(), json!(format!("<{}>", field.name.en))))
            .collect(),
        _ => json!(format!("<{}>", control.name.en)),
    };
    Some(json!({ "do": "set", "what": control.path, "value": value }))
}

fn of_zone(zone: &BoardZone, seat: Option<u64>) -> Value {
    let mut say = match zone.form {
        ZoneForm::Cells => {
            let cells: Vec<&str> = zone.cells.iter().flatten().map(String::as_str).collect();
            json!({ "do": "place", "card": "<name, code or id>", "cell": format!("<{}>", cells.join(" | ")) })
        }
        ZoneForm::Grid => {
            json!({ "do": "place", "seat": "<0 | 1>", "card": "<name, code or id>", "cell": [0, 0] })
        }
        ZoneForm::Counts => {
            let counts = zone.counts.iter().map(|count| (count.field.clone(), json!(0)));
            json!({ "do": "number", "value": counts.collect::<Value>() })
        }
        ZoneForm::Number | ZoneForm::Text => json!({ "do": "number", "value": "<value>" }),
        ZoneForm::Pile => json!({ "do": "unknown", "count": "<how many>" }),
        ZoneForm::One | ZoneForm::Row | ZoneForm::Piles => {
            json!({ "do": "place", "card": "<name, code or id>" })
        }
    };
    if let Some(fields) = say.as_object_mut() {
        fields.insert("zone".to_owned(), zone.id.clone().into());
        fields.extend(seat.map(|seat| ("seat".to_owned(), seat.into())));
    }
    say
}
