//! Writes verdicts, faults and lists of findings as text for people.

use rules_judge_replays::answer::detail::{Answers, Detail, Entries};
use rules_judge_replays::answer::ruling::RulingKind;
use rules_judge_replays::answer::{
    Illegal, Language, Legal, NextDecision, NotJudged, RefusalAnswer, Verdict, VerdictKind, View,
};
use rules_judge_replays::codec::pointer::locate;
use rules_judge_replays::judging::Judge;
use serde_json::Value;

use crate::cli::diagnostic::{File, Finding, Note, Place, Severity, render};
use crate::cli::terminal::printable;
use crate::cli::{Ending, phrases};
use crate::http::fault::Problem;

/// What writing a report needs.
#[derive(Debug, Clone, Copy)]
pub struct Reporter<'a> {
    /// The judge, which has the texts of rules.
    pub judge: &'a Judge,
    /// Language of rule texts.
    pub language: Language,
    /// Whether the text is coloured.
    pub colours: bool,
}

/// The exit code for a verdict.
pub fn ending(verdict: &Verdict) -> Ending {
    match verdict.verdict {
        VerdictKind::Legal | VerdictKind::LegalWithRulings => Ending::Good,
        VerdictKind::Illegal => Ending::Against,
        VerdictKind::NotJudged => Ending::Unjudged,
    }
}

impl Reporter<'_> {
    /// The text about a verdict on a file.
    ///
    /// In a seat's view the pointers count only the entries that the seat may see, so they do not fit the
    /// file. The file also contains what the seat may not know. So the text quotes the file in the full view
    /// only.
    pub fn verdict(&self, verdict: &Verdict, file: &File<'_>, view: View) -> String {
        let file = &File { bytes: file.bytes.filter(|_| view == View::Full), ..*file };
        match (&verdict.illegal, &verdict.not_judged) {
            (Some(illegal), _) => self.illegal(verdict, illegal, file),
            (None, Some(not_judged)) => self.not_judged(verdict, not_judged, file),
            (None, None) => {
                legal_line(verdict, &file.label(), self.language) + &rulings(verdict, self.language)
            }
        }
    }

    fn illegal(&self, verdict: &Verdict, illegal: &Illegal, file: &File<'_>) -> String {
        let Some((first, others)) = illegal.refusals.split_first() else {
            let illegal = phrases::illegal().into_text(self.language);
            return printable(&format!("{}: {illegal}\n", file.label()));
        };
        if illegal.at.is_none() {
            // The faults of a header have no order, so each is a finding of its own.
            let findings = illegal.refusals.iter();
            return findings.map(|refusal| self.refusal(refusal, &verdict.game, Vec::new(), file)).collect();
        }
        let mut notes = Vec::new();
        notes.extend(entry_note(verdict, illegal, self.language).map(Note::Note));
        notes.extend(self.position(verdict));
        for other in others {
            let cited = other.cites.join(", ");
            let also = phrases::also(&other.message, &other.code, &cited);
            notes.push(Note::Note(also.into_text(self.language)));
        }
        notes.extend(
            illegal.legal.as_ref().and_then(|legal| legal_help(legal, self.language)).map(Note::Help),
        );
        self.refusal(first, &verdict.game, notes, file)
    }

    fn refusal(&self, refusal: &RefusalAnswer, game: &str, mut notes: Vec<Note>, file: &File<'_>) -> String {
        let rules = refusal.cites.iter().map(|id| Note::Note(self.rule(game, id)));
        // Rules come before help: the reader wants the reason first and then the remedy.
        let help = notes.iter().position(|note| matches!(note, Note::Help(_))).unwrap_or(notes.len());
        notes.splice(help..help, rules);
        let label = refusal.cites.first().map(|id| self.against(id)).unwrap_or_default();
        let place = Place::Pointer(&refusal.pointer);
        let (code, message) = (refusal.code.as_str(), refusal.message.as_str());
        let finding = Finding { severity: Severity::Error, code, message, place, label, notes };
        render(&finding, file, self.colours, self.language)
    }

    fn against(&self, id: &str) -> String {
        phrases::against(id).into_text(self.language)
    }

    fn rule(&self, game: &str, id: &str) -> String {
        let line = match self.judge.rule_text(game, id, self.language) {
            Some(text) => phrases::rule(id, &text),
            None => phrases::bare_rule(id),
        };
        line.into_text(self.language)
    }

    fn position(&self, verdict: &Verdict) -> Option<Note> {
        let parts = position(verdict, self.language)?;
        Some(Note::Note(phrases::position(&parts).into_text(self.language)))
    }

    fn not_judged(&self, verdict: &Verdict, not_judged: &NotJudged, file: &File<'_>) -> String {
        let pointer = not_judged.at.map(|at| format!("/actions/{at}"));
        let language = self.language;
        let before = match verdict.accepted {
            1 => phrases::one_legal_before(),
            count => phrases::legal_before(Entries(count as u64)),
        };
        let mut notes = vec![Note::Note(before.into_text(language))];
        notes.extend(not_judged.place.as_ref().map(|place| {
            let seat = |seat: u8| phrases::seat(seat.into()).into_text(language) + ": ";
            let whose = place.seat.map(seat).unwrap_or_default();
            let from_top = |index| phrases::from_top(index).into_text(language);
            let index = place.index.map(from_top).unwrap_or_default();
            Note::Note(phrases::card_lies(&format!("{whose}{}{index}", place.zone)).into_text(language))
        }));
        notes.extend(not_judged.cites.iter().map(|id| Note::Note(self.rule(&verdict.game, id))));
        notes.extend(self.position(verdict));
        let place = pointer.as_deref().map_or(Place::Nowhere, Place::Pointer);
        let finding = Finding {
            severity: Severity::Error,
            code: &not_judged.code,
            message: &not_judged.message,
            place,
            label: String::new(),
            notes,
        };
        render(&finding, file, self.colours, self.language)
    }

    /// The text about a problem document.
    pub fn problem(&self, problem: &Problem, file: &File<'_>) -> String {
        let is_there = |pointer: &&String| file.bytes.is_some_and(|bytes| locate(bytes, pointer).is_some());
        let place = match (&problem.pointer, problem.line.zip(problem.column)) {
            (pointer, Some((line, column))) => match pointer.as_ref().filter(is_there) {
                Some(pointer) => Place::Pointer(pointer),
                None => Place::LineColumn(line, column),
            },
            (Some(pointer), None) => Place::Pointer(pointer),
            (None, None) => Place::Nowhere,
        };
        let mut notes = Vec::new();
        let is_inside = |pointer: &&String| problem.line.is_some() && !pointer.is_empty();
        if let Some(pointer) = problem.pointer.as_ref().filter(is_inside) {
            notes.push(Note::Note(phrases::at_pointer(pointer).into_text(self.language)));
        }
        let message = phrases::titled(problem.title, &problem.detail).into_text(self.language);
        let (code, label) = (problem.code, String::new());
        let finding = Finding { severity: Severity::Error, code, message: &message, place, label, notes };
        render(&finding, file, self.colours, self.language)
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
        notes.extend(word("nearest").map(|word| Note::Help(phrases::nearest(word).into_text(self.language))));
        let code = word("code").unwrap_or("finding");
        let finding = Finding {
            severity,
            code,
            message: word("message").unwrap_or(code),
            place: word("pointer").map_or(Place::Nowhere, Place::Pointer),
            label: cites.first().map(|id| self.against(id)).unwrap_or_default(),
            notes,
        };
        render(&finding, file, self.colours, self.language)
    }
}

fn legal_line(verdict: &Verdict, name: &str, language: Language) -> String {
    let in_language = |text: Detail| text.into_text(language);
    let entries = Entries(verdict.accepted as u64);
    let mut line = in_language(match verdict.rulings.is_empty() {
        true => phrases::legal(name, entries),
        false => phrases::legal_with_rulings(name, entries),
    });
    if let Some(at) = verdict.waiting.as_ref().and_then(|waiting| waiting.at) {
        line.push_str(&in_language(phrases::not_complete(at)));
    }
    if let Some(outcome) = &verdict.outcome {
        let winner = outcome.get("winner").and_then(Value::as_u64);
        let result = match winner {
            Some(seat) => phrases::wins(phrases::seat(seat).text(language)),
            None => phrases::draw(),
        };
        line.push_str(&in_language(result));
        if let Some(reason) = outcome.get("reason").and_then(Value::as_str) {
            line.push_str(&in_language(phrases::because(reason)));
        }
    } else if let Some(asked) = asked(&verdict.next, language) {
        line.push_str(&in_language(phrases::further(&asked)));
    }
    line.push('\n');
    printable(&line)
}

/// The rulings of a log, one on a line, and below each the refusals that it overrules.
fn rulings(verdict: &Verdict, language: Language) -> String {
    let mut lines = String::new();
    for ruling in &verdict.rulings {
        let text = printable(&ruling.text);
        let line = match ruling.kind {
            RulingKind::Allow => phrases::ruling_allows(ruling.at, &text),
            RulingKind::Position => phrases::ruling_position(ruling.at, &text),
        };
        lines.push_str(&format!("  {}\n", line.text(language)));
        let reason = |refusal: &RefusalAnswer| {
            phrases::ruled_reason(&printable(&refusal.message), &refusal.code, &refusal.cites.join(", "))
        };
        for overruled in &ruling.overruled {
            let first = overruled.refusals.first().map(|refusal| reason(refusal).into_text(language));
            let line = first.map(|reason| phrases::overrules(overruled.at, &reason).into_text(language));
            lines.extend(line.map(|line| format!("    {line}\n")));
        }
        for refusal in &ruling.waived {
            let line = phrases::waives(reason(refusal).text(language));
            lines.push_str(&format!("    {}\n", line.text(language)));
        }
    }
    lines
}

fn entry_note(verdict: &Verdict, illegal: &Illegal, language: Language) -> Option<String> {
    let at = illegal.at?;
    let entry = match illegal.seat {
        Some(seat) => phrases::entry_by(at, phrases::seat(seat.into()).text(language)),
        None => phrases::entry(at),
    };
    let waiting = verdict.waiting.as_ref().and_then(|waiting| waiting.at);
    let before = match (waiting, verdict.accepted) {
        (Some(waiting), 1) => phrases::one_before_waiting(waiting),
        (Some(waiting), count) => phrases::entries_before_waiting(Entries(count as u64), waiting),
        (None, 1) => phrases::one_before(),
        (None, count) => phrases::entries_before(Entries(count as u64)),
    };
    Some(entry.into_text(language) + before.text(language))
}

/// The turn, the phase and the active seat, if the state has them, and the questions to the seats.
fn position(verdict: &Verdict, language: Language) -> Option<String> {
    let mut parts = Vec::new();
    let state = verdict.state.as_ref().and_then(|state| state.read().ok());
    for name in ["turn", "phase", "active"] {
        match state.as_ref().and_then(|state| state.get(name)) {
            Some(Value::String(word)) => parts.push(format!("{name} {word}")),
            Some(Value::Number(number)) => parts.push(format!("{name} {number}")),
            _ => {}
        }
    }
    parts.extend(asked(&verdict.next, language));
    (!parts.is_empty()).then(|| parts.join(", "))
}

/// The questions to the seats as sentences in the language of the verdict.
pub fn asked(next: &[NextDecision], language: Language) -> Option<String> {
    let between = phrases::further("").into_text(language);
    let asked: Vec<&str> = next.iter().map(|item| item.text.as_str()).collect();
    (!asked.is_empty()).then(|| asked.join(&between))
}

/// Up to this number of legal answers are listed as sentences, more by their kinds.
const FEW: u64 = 6;

fn legal_help(legal: &Legal, language: Language) -> Option<String> {
    let shapes = legal.shapes.read().ok()?;
    let mut kinds: Vec<&str> = Vec::new();
    for shape in shapes.as_array()? {
        let kind = ["type", "kind", "action"].iter().find_map(|name| shape.get(name).and_then(Value::as_str));
        kinds.extend(kind.filter(|kind| !kinds.contains(kind)));
    }
    if kinds.is_empty() {
        return None;
    }
    let kinds = kinds.join(", ");
    let help = match legal.count {
        // The kinds of a few answers may be no help: the refused entry may be of the same kind.
        Some(count) if legal.complete && count <= FEW => {
            let answers = legal.texts.join(phrases::further("").text(language));
            phrases::legal_here_counted(Answers(count), &answers)
        }
        Some(count) => phrases::legal_here_counted(Answers(count), &kinds),
        None => phrases::legal_here(&kinds),
    };
    Some(help.into_text(language))
}
