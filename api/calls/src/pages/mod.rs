//! Pages for people. They need no scripts and have the style of the page for judges.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use rules_judge_replays::answer::{Fault, Language};
use rules_judge_replays::judging::Judge;

use crate::answer::{Given, Head};
use crate::call::{Question, Way};
use crate::links;
use crate::request::Request;

pub(crate) mod card_words;
pub(crate) mod docs;
pub(crate) mod problems;
pub(crate) mod proofs;
pub(crate) mod rules;

/// A page without scripts, with the style and security policy of the page for judges. Links in its body begin
/// at the root of the service (`href="/…"`); this function makes them relative, since a proxy may serve the
/// service under a prefix.
pub(crate) fn page(path: &str, language: Language, title: &str, body: &str) -> Given {
    let tag = language.tag();
    let title = escaped(title);
    let root = links::root(path);
    // Texts have escaped quotes, so only links contain this string.
    let body = body.replace("href=\"/", &format!("href=\"{root}"));
    let text = format!(
        "<!doctype html>\n<html lang=\"{tag}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{title}</title>\n\
         <link rel=\"icon\" href=\"{root}desk/icon.svg\" type=\"image/svg+xml\">\n\
         <link rel=\"stylesheet\" href=\"{root}desk/desk.css\">\n</head>\n<body>\n<main class=\"column \
             book\">\n\
         {body}</main>\n</body>\n</html>\n"
    );
    Given::lying(text.into(), Head::Page)
}

/// A question whose answer is a page. `make` returns its title and body in the language of the request.
fn made<F>(way: Way, request: &Request<'_>, make: F) -> Result<Question, Fault>
where
    F: FnOnce(&Judge, Language) -> Result<(String, String), Fault> + Send + 'static,
{
    request.no_query()?;
    let (language, path) = (request.language(), request.path.to_owned());
    Ok(Question::new(way, move |judge, _, _| {
        let (title, body) = make(judge, language)?;
        Ok(page(&path, language, &title, &body))
    }))
}

/// The title of a game in the language of the page.
pub(crate) fn title(judge: &Judge, game: &str, language: Language) -> &'static str {
    let games = judge.games().games;
    games.iter().find(|line| line.game == game).map_or("", |line| line.title.text(language))
}

/// A text with the special characters of HTML escaped.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Characters that need no encoding in a segment of a path.
const IN_PATH: &AsciiSet = &NON_ALPHANUMERIC.remove(b'.').remove(b'-').remove(b'_');

/// A text as a segment of a path.
pub(crate) fn in_path(text: &str) -> String {
    utf8_percent_encode(text, IN_PATH).to_string()
}
