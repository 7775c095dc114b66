//! What the commands say about a verdict, a fault or a list of findings.

use rules_judge_replays::answer::ruling::RulingKind;
use rules_judge_replays::answer::{
    Illegal, Language, Legal, NextDecision, NotJudged, RefusalAnswer, Verdict, VerdictKind, View,
};
use rules_judge_replays::judging::Judge;
use serde_json::Value;

use crate::cli::Ending;
use crate::cli::diagnostic::{File, Finding, Note, Place, Severity, render};
use crate::cli::terminal::printable;
use crate::http::fault::Problem;

/// What a report is written with.
#[derive(Debug, Clone, Copy)]
pub struct Teller<'a> {
    /// Knows the texts of rules.
    pub judge: &'a Judge,
    /// Language of rule texts.
    pub language: Language,
    /// Whether the text is coloured.
    pub colours: bool,
}

/// How a verdict ends a command.
pub fn ending(verdict: &Verdict) -> Ending {
    match verdict.verdict {
        VerdictKind::Legal | VerdictKind::LegalWithRulings => Ending::Good,
        VerdictKind::Illegal => Ending::Against,
        VerdictKind::NotJudged => Ending::Unjudged,
    }
}

impl Teller<'_> {
    /// A verdict about a file.
    ///
    /// A seat's view counts only the entries that the seat may see, so its pointers do not fit the
    /// file; and the file says what the seat may not know. Then the file is not shown.
    pub fn verdict(&self, verdict: &Verdict, file: &File<'_>, view: View) -> String {
        let file = &File { bytes: file.bytes.filter(|_| view == View::Full), ..*file };
        match (&verdict.illegal, &verdict.not_judged) {
            (Some(illegal), _) => self.illegal(verdict, illegal, file),
            (None, Some(not_judged)) => self.not_judged(verdict, not_judged, file),
            (None, None) => legal_line(verdict, &file.label()) + &rulings(verdict),
        }
    }

    fn illegal(&self, verdict: &Verdict, illegal: &Illegal, file: &File<'_>) -> String {
        let Some((first, others)) = illegal.refusals.split_first() else {
            return printable(&format!("{}: illegal\n", file.label()));
        };
        if illegal.at.is_none() {
            // A header has no order of entries: every fault of it stands for itself.
            let findings = illegal.refusals.iter();
            return findings.map(|refusal| self.refusal(refusal, &verdict.game, Vec::new(), file)).collect();
        }
        let mut notes = Vec::new();
        notes.extend(entry_note(verdict, illegal).map(Note::Note));
        notes.extend(position(verdict).map(|text| Note::Note(format!("position: {text}"))));
        for other in others {
            let cited = other.cites.join(", ");
            notes.push(Note::Note(format!("also: {} ({}; {cited})", other.message, other.code)));
        }
        notes.extend(illegal.legal.as_ref().and_then(legal_help).map(Note::Help));
        self.refusal(first, &verdict.game, notes, file)
    }

    fn refusal(&self, refusal: &RefusalAnswer, game: &str, mut notes: Vec<Note>, file: &File<'_>) -> String {
        let rules = refusal.cites.iter().map(|id| Note::Note(self.rule(game, id)));
        // Rules come before help: the reason first, then the way out.
        let help = notes.iter().position(|note| matches!(note, Note::Help(_))).unwrap_or(notes.len());
        notes.splice(help..help, rules);
        let label = refusal.cites.first().map(|id| format!("against {id}")).unwrap_or_default();
        let place = Place::Pointer(&refusal.pointer);
        let (code, message) = (refusal.code.as_str(), refusal.message.as_str());
        let finding = Finding { severity: Severity::Error, code, message, place, label, notes };
        render(&finding, file, self.colours)
    }

    fn rule(&self, game: &str, id: &str) -> String {
        match self.judge.rule_text(game, id, self.language) {
            Some(text) => format!("rule {id}: {text}"),
            None => format!("rule {id}"),
        }
    }

    fn not_judged(&self, verdict: &Verdict, not_judged: &NotJudged, file: &File<'_>) -> String {
        let pointer = not_judged.at.map(|at| format!("/actions/{at}"));
        let mut notes =
            vec![Note::Note(format!("{} entries before it are within the rules", verdict.accepted))];
        notes.extend(not_judged.place.as_ref().map(|place| {
            let whose = place.seat.map(|seat| format!("seat {seat}: ")).unwrap_or_default();
            let index = place.index.map(|index| format!(", number {index} from the top")).unwrap_or_default();
            Note::Note(format!("the card lies here: {whose}{}{index}", place.zone))
        }));
        notes.extend(not_judged.cites.iter().map(|id| Note::Note(self.rule(&verdict.game, id))));
        notes.extend(position(verdict).map(|text| Note::Note(format!("position: {text}"))));
        let place = pointer.as_deref().map_or(Place::Nowhere, Place::Pointer);
        let finding = Finding {
            severity: Severity::Error,
            code: &not_judged.code,
            message: &not_judged.message,
            place,
            label: String::new(),
            notes,
        };
        render(&finding, file, self.colours)
    }

    /// A problem with a file.
    pub fn problem(&self, problem: &Problem, file: &File<'_>) -> String {
        let place = match (&problem.pointer, problem.line.zip(problem.column)) {
            (_, Some((line, column))) => Place::LineColumn(line, column),
            (Some(pointer), None) => Place::Pointer(pointer),
            (None, None) => Place::Nowhere,
        };
        let mut notes = Vec::new();
        if let (Some(pointer), Place::LineColumn(..)) = (&problem.pointer, place) {
            notes.push(Note::Note(format!("at {pointer}")));
        }
        let message = format!("{}: {}", problem.title, problem.detail);
        let (code, label) = (problem.code, String::new());
        let finding = Finding { severity: Severity::Error, code, message: &message, place, label, notes };
        render(&finding, file, self.colours)
    }

    /// One item of a list of findings: `code`, `message`, and if there are `pointer`, `cites`, `nearest`.
    pub fn finding(&self, item: &Value, game: Option<&str>, file: &File<'_>) -> String {
        self.item(Severity::Error, item, game, file)
    }

    /// One item of a list of warnings.
    pub fn warning(&self, item: &Value, file: &File<'_>) -> String {
        self.item(Severity::Warning, item, None, file)
    }

    fn item(&self, severity: Severity, item: &Value, game: Option<&str>, file: &File<'_>) -> String {
        let word = |name: &str| item.get(name).and_then(Value::as_str);
        let cites = item.get("cites").and_then(Value::as_array).map(Vec::as_slice).unwrap_or(&[]);
        let cites: Vec<&str> = cites.iter().filter_map(Value::as_str).collect();
        let mut notes: Vec<Note> =
            cites.iter().map(|id| Note::Note(self.rule(game.unwrap_or(""), id))).collect();
        notes.extend(
            word("nearest").map(|nearest| Note::Help(format!("the nearest known word is {nearest}"))),
        );
        let code = word("code").unwrap_or("finding");
        let finding = Finding {
            severity,
            code,
            message: word("message").unwrap_or(code),
            place: word("pointer").map_or(Place::Nowhere, Place::Pointer),
            label: cites.first().map(|id| format!("against {id}")).unwrap_or_default(),
            notes,
        };
        render(&finding, file, self.colours)
    }
}

fn legal_line(verdict: &Verdict, name: &str) -> String {
    let legal = if verdict.rulings.is_empty() { "legal" } else { "legal with rulings" };
    let mut line = format!("{name}: {legal}, {} entries", verdict.accepted);
    if let Some(at) = verdict.waiting.as_ref().and_then(|waiting| waiting.at) {
        line.push_str(&format!("; entry {at} is not complete"));
    }
    if let Some(outcome) = &verdict.outcome {
        let winner = outcome.get("winner").and_then(Value::as_u64);
        let result = match winner {
            Some(seat) => format!(", seat {seat} wins"),
            None => ", a draw".to_owned(),
        };
        line.push_str(&result);
        if let Some(reason) = outcome.get("reason").and_then(Value::as_str) {
            line.push_str(&format!(" ({reason})"));
        }
    } else if let Some(asked) = asked(&verdict.next) {
        line.push_str(&format!("; {asked}"));
    }
    line.push('\n');
    printable(&line)
}

/// The rulings of a log, a line each with what they passed over below it.
fn rulings(verdict: &Verdict) -> String {
    let mut lines = String::new();
    for ruling in &verdict.rulings {
        let kind = match ruling.kind {
            RulingKind::Allow => "an entry stands",
            RulingKind::Position => "another position",
        };
        lines.push_str(&format!("  entry {}: ruling, {kind}: {}\n", ruling.at, printable(&ruling.text)));
        let told = |what: &str, refusal: &RefusalAnswer| {
            let cites = refusal.cites.join(", ");
            format!("    {what}: {} ({}; {cites})\n", printable(&refusal.message), refusal.code)
        };
        for overruled in &ruling.overruled {
            let what = format!("overrules entry {}", overruled.at);
            lines.extend(overruled.refusals.first().map(|refusal| told(&what, refusal)));
        }
        lines.extend(ruling.waived.iter().map(|refusal| told("waives", refusal)));
    }
    lines
}

fn entry_note(verdict: &Verdict, illegal: &Illegal) -> Option<String> {
    let (at, accepted) = (illegal.at?, verdict.accepted);
    let by = illegal.seat.map(|seat| format!(" by seat {seat}")).unwrap_or_default();
    let before = match verdict.waiting.as_ref().and_then(|waiting| waiting.at) {
        Some(waiting) => format!("the {accepted} entries before entry {waiting}, which waits for it,"),
        None => format!("the {accepted} entries before it"),
    };
    Some(format!("entry {at}{by}; {before} are within the rules"))
}

/// Turn, phase and active seat as far as the state says them, and who is asked.
fn position(verdict: &Verdict) -> Option<String> {
    let mut parts = Vec::new();
    let state = verdict.state.as_ref().and_then(|state| state.read().ok());
    for name in ["turn", "phase", "active"] {
        match state.as_ref().and_then(|state| state.get(name)) {
            Some(Value::String(word)) => parts.push(format!("{name} {word}")),
            Some(Value::Number(number)) => parts.push(format!("{name} {number}")),
            _ => {}
        }
    }
    parts.extend(asked(&verdict.next));
    (!parts.is_empty()).then(|| parts.join(", "))
}

/// Who is asked what.
pub fn asked(next: &[NextDecision]) -> Option<String> {
    let asked: Vec<String> = next
        .iter()
        .map(|item| {
            let who = item.seat.map_or_else(|| "chance".to_owned(), |seat| format!("seat {seat}"));
            format!("{who} is asked for {}", item.kind)
        })
        .collect();
    (!asked.is_empty()).then(|| asked.join(", "))
}

fn legal_help(legal: &Legal) -> Option<String> {
    let shapes = legal.shapes.read().ok()?;
    let mut kinds: Vec<&str> = Vec::new();
    for shape in shapes.as_array()? {
        let kind = ["type", "kind", "action"].iter().find_map(|name| shape.get(name).and_then(Value::as_str));
        kinds.extend(kind.filter(|kind| !kinds.contains(kind)));
    }
    if kinds.is_empty() {
        return None;
    }
    let number = legal.count.map(|count| format!(" ({count} answers)")).unwrap_or_default();
    Some(format!("legal here{number}: {}", kinds.join(", ")))
}
