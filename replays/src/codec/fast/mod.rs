//! The fast reader of a replay in canonical bytes, whose outermost fields may have any order. It reads
//! replays of two decks, a log, and perhaps names, an edition and a seed in one pass. Of a replay with other
//! fields it reads the log, and leaves the rest to the general reader.
//!
//! It never refuses, as [`crate::codec::fast::entries`]: whatever is wrong is left to the reader in
//! [`crate::codec::format`], which alone judges what is wrong and where.

mod entries;
mod scan;
mod value;

use memchr::memmem;
use rules_judge_engine::games::Registered;
use serde::Deserialize;

pub(crate) use crate::codec::fast::entries::{one as entry, reads_entry};

use crate::codec::facts::Facts;
use crate::codec::fast::entries::entries;
use crate::codec::fast::scan::Scan;
use crate::codec::fast::value::ValueReader;
use crate::codec::format::{FORMAT, LIST_LIMIT, Opening, PoolName, Replay, is_too_long};
use crate::codec::json::{ALL_VALUES_LIMIT, NODES_LIMIT, VALUES_LIMIT};
use crate::codec::resolved::{HeaderField, resolved};
use crate::judging::Pools;

/// The game of a replay; a guess until the replay is read.
pub(crate) fn game(text: &str) -> Option<&str> {
    const NAMED: &str = "\"game\":\"";
    let (game, _) =
        text.get(memmem::find(text.as_bytes(), NAMED.as_bytes())? + NAMED.len()..)?.split_once('"')?;
    Some(game)
}

/// Reads a replay of this game.
pub(crate) fn replay<G: Registered>(text: &str, pools: Pools<'_>) -> Option<Replay<G>> {
    let (mut log, mut players) = (None, None);
    let (mut edition, mut format, mut game, mut seed) = (None, None, None, None);
    let (mut is_usual, mut values_of_log) = (true, 0);
    let mut scan = Scan::new(text, ALL_VALUES_LIMIT);
    scan.blanks();
    scan.open(b'{')?;
    loop {
        let key = scan.key()?;
        let start = scan.at();
        let is_read = match key {
            "actions" if log.is_none() => {
                let before = scan.values;
                let actions = entries::<G>(&mut scan)?;
                values_of_log = scan.values - before;
                log = Some((start..scan.at(), actions));
                true
            }
            "players" if players.is_none() => {
                players = scan.attempt(both::<G>);
                players.is_some()
            }
            "edition" => take_text(&mut scan, &mut edition),
            "format" => take_text(&mut scan, &mut format),
            "game" => take_text(&mut scan, &mut game),
            "seed" => take_text(&mut scan, &mut seed),
            _ => false,
        };
        if !is_read {
            scan.value()?;
            is_usual = false;
        }
        if scan.comma().is_none() {
            break;
        }
    }
    scan.close(b'}')?;
    scan.blanks();
    // The list of the log counts as a value outside of the log.
    let values = scan.values - values_of_log + 1;
    if !scan.is_over() || scan.nodes > NODES_LIMIT || values > VALUES_LIMIT || game != Some(G::INFO.id) {
        return None;
    }
    let (place, actions) = log?;
    match (players, format) {
        (Some(players), Some(format)) if is_usual && format == FORMAT => {
            header::<G>(edition, seed, players, pools).map(|replay| Replay { actions, ..replay })
        }
        _ => Replay::read_around(text, place, actions, pools),
    }
}

/// Reads a string into a field that was not there before. `false`: it is no string, or the field occurs
/// twice; the general reader finds out which.
fn take_text<'a>(scan: &mut Scan<'a>, field: &mut Option<&'a str>) -> bool {
    if field.is_some() {
        return false;
    }
    *field = scan.attempt(Scan::string);
    field.is_some()
}

/// The replay of a header, without its log. Its strings have no escapes, so their text is their canonical
/// form.
fn header<G: Registered>(
    edition: Option<&str>,
    seed: Option<&str>,
    [zero, one]: [Player<'_, G::Deck>; 2],
    pools: Pools<'_>,
) -> Option<Replay<G>> {
    let edition = edition.unwrap_or(G::INFO.edition);
    let quoted = |text: &str| ["\"", text, "\""].concat().into();
    let mut header: Vec<HeaderField<'_>> = vec![
        ("edition", quoted(edition)),
        ("format", quoted(FORMAT)),
        ("game", quoted(G::INFO.id)),
        ("players", ["[", zero.sent, ",", one.sent, "]"].concat().into()),
        ("pool", quoted(&pools.default.to_string())),
    ];
    header.extend(seed.map(|seed| ("seed", quoted(seed))));
    Some(Replay {
        opening: Opening::Decks(Box::new([zero.deck, one.deck]), G::Options::default()),
        actions: Vec::new(),
        assumed: Vec::new(),
        claim: None,
        declared: false,
        seed: match seed {
            Some(seed) => Some(seed.parse().ok()?),
            None => None,
        },
        has_secret: seed.is_some(),
        edition: edition.to_owned(),
        facts: Facts::default(),
        pool: PoolName { digest: pools.default, inline: None },
        header: resolved(header),
    })
}

/// A player who has a deck, perhaps a name, and nothing else.
struct Player<'a, D> {
    deck: D,
    /// The bytes of the deck in the text.
    sent: &'a str,
}

/// Reads the list of two players that begins here.
fn both<'a, G: Registered>(scan: &mut Scan<'a>) -> Option<[Player<'a, G::Deck>; 2]> {
    let mut players = [None, None];
    let mut seats = players.iter_mut();
    scan.lines(|scan| {
        *seats.next()? = Some(player(scan)?);
        Some(())
    })?;
    let [zero, one] = players;
    Some([zero?, one?])
}

fn player<'a, D: Deserialize<'a>>(scan: &mut Scan<'a>) -> Option<Player<'a, D>> {
    let start = scan.at();
    let mut deck = None;
    scan.object(|scan, key| match key {
        // A deck of so few values has no list over the limit.
        "deck" => {
            let start = scan.at();
            deck = Some(scan.within(LIST_LIMIT, |scan| D::deserialize(ValueReader(scan)).ok())?);
            (!may_say_nothing(scan.since(start)?)).then_some(())
        }
        "name" => scan.string().filter(|name| !is_too_long(name)).map(|_| ()),
        _ => None,
    })?;
    Some(Player { deck: deck?, sent: scan.since(start)? })
}

/// Whether a deck may have empty fields, so that its bytes are perhaps not canonical.
fn may_say_nothing(deck: &str) -> bool {
    let bytes = deck.as_bytes();
    bytes.windows(2).any(|pair| matches!(pair, b"[]" | b"{}" | b":0" | b":n" | b":f"))
}

#[cfg(test)]
mod tests {
    use rules_judge_engine::games::Registered;
    use rules_judge_engine::games::azur_lane::AzurLane;
    use rules_judge_engine::games::xinglingwang::Xinglingwang;

    use crate::codec::digest::Digest;
    use crate::judging::Pools;

    const SEED: &str = "00000000000000000000000000000000000000000000000000000000000000ff";

    fn reads<G: Registered>(text: &str) -> Option<usize> {
        let replay = super::replay::<G>(text, Pools::only(Digest::of(b"demo")))?;
        assert_eq!(super::game(text), Some(G::INFO.id));
        Some(replay.actions.len())
    }

    fn azur(actions: &str) -> String {
        let deck = r#"{"cards":[{"card":"a","n":4},{"card":"b","n":1}],"cubes":10,"flagship":["c"]}"#;
        format!(
            "{{\"actions\":{actions},\"format\":\"rules-judge/1\",\"game\":\"azur-lane\",\
             \"players\":[{{\"deck\":{deck},\"name\":\"one\"}},{{\"deck\":{{}}}}],\"seed\":\"{SEED}\"}}"
        )
    }

    /// A deck of as many values as this reader takes, and one more value whose successor is missing.
    #[test]
    fn what_is_over_a_limit_is_not_passed_over() {
        let lines = |count: usize| vec![r#"{"card":"x","n":1}"#; count].join(",");
        let deck = |lines: &str, rest: &str| {
            azur("[]").replacen(r#"{"deck":{}}"#, &format!(r#"{{"deck":{{"cards":[{lines}]{rest}}}}}"#), 1)
        };
        assert_eq!(reads::<AzurLane>(&deck(&lines(332), r#","cubes":1"#)), Some(0));
        assert_eq!(reads::<AzurLane>(&deck(&lines(333), "")), Some(0));
        for count in 330..340 {
            for rest in [r#","cubes":"#, r#","cubes":,"flagship":"#, r#","flagship":"#, ","] {
                assert_eq!(reads::<AzurLane>(&deck(&lines(count), rest)), None, "{count} {rest}");
            }
        }
    }

    /// The fast and the general reader give the same replay.
    #[test]
    fn usual_replays_are_read_fast() {
        let actions = [
            r#"{"first":1,"seat":1,"type":"choose_first"}"#,
            r#"{"keep":[],"redo":false,"seat":1,"type":"mulligan"}"#,
            r#"{"seat":0,"type":"pass"}"#,
            r#"{"at":{"cell":"F2","seat":1},"card":101,"pay":{"down":1,"up":2},"seat":1,"type":"play_ship"}"#,
            r#"{"cost":{"cubes":{"up":1},"under":[82,3]},"seat":1,"skill":1,"source":101,"type":"activate"}"#,
            r#"{"at":{"cell":"F1","seat":1},"seat":1,"type":"last_stand","use":true}"#,
            r#"{"number":-3,"seat":1,"type":"choose_number"}"#,
        ];
        assert_eq!(reads::<AzurLane>(&azur(&format!("[{}]", actions.join(",")))), Some(7));
        assert_eq!(reads::<AzurLane>(&azur(&format!("[\n {}\n]", actions.join(",\n ")))), Some(7));
        let other = format!(
            " {{\"seed\":\"{SEED}\",\
             \"players\":[{{\"deck\":{{\"cards\":[],\"forest\":3,\"race\":\"x\"}}}},{{\"deck\":{{}}}}],\
             \"game\":\"xinglingwang\",\"format\":\"rules-judge/1\",\"edition\":\"e\",\"actions\":[\
             {{\"position\":{{\"cell\":\"F1\",\"seat\":0}},\"seat\":1,\
             \"slide_to\":{{\"cell\":\"F2\",\"seat\":0}},\"type\":\"attack\",\"unit\":1}},\
             {{\"seat\":1,\"to\":{{\"cell\":\"F5\",\"seat\":1}},\"type\":\"move\",\"unit\":34}}]}} "
        );
        assert_eq!(reads::<Xinglingwang>(&other), Some(2));
        assert_eq!(reads::<AzurLane>(&other), None);
    }

    #[test]
    fn unusual_replays_are_left_to_the_general_reader() {
        for action in [
            r#"{"type":"pass","seat":0}"#,
            r#"{"seat":0,"seat":0,"type":"pass"}"#,
            r#"{"seat":0,"type":"pass","type":"pass"}"#,
            r#"{"seat":0,"type":"pass","x":1}"#,
            r#"{"a":1,"seat":0,"type":"pass"}"#,
            r#"{"seat":2,"type":"pass"}"#,
            r#"{"seat":00,"type":"pass"}"#,
            r#"{"type":"pass"}"#,
            r#"{"seat":0}"#,
            r#"{"seat":0,"type":"no_such_thing"}"#,
            r#"{"seat":0, "type":"pass"}"#,
            r#"{"seat":0,"type":"pass",}"#,
            r#"{,"seat":0,"type":"pass"}"#,
            r#"["seat",0]"#,
            "{}",
            r#"{"cards":[1],"seat":0,"type":"pass"}"#,
            r#"{"cards":[1,],"seat":0,"type":"choose_cards"}"#,
            r#"{"cards":{"type":"pass"},"seat":0,"type":"choose_cards"}"#,
            // The kind stands at another place than the look-up assumes.
            r#"{"at":{"cell":"F1","seat":0,"type":"pass"},"seat":0,"type":"choose_position"}"#,
            r#"{"number":1,"seat":0,"type":"choose_number"},"#,
            r#"{"number":01,"seat":0,"type":"choose_number"}"#,
        ] {
            assert_eq!(reads::<AzurLane>(&azur(&format!("[{action}]"))), None, "{action}");
        }
        let usual = azur(r#"[{"seat":0,"type":"pass"}]"#);
        assert_eq!(reads::<AzurLane>(&usual), Some(1));
        // Only the log of these is read fast.
        for (from, to) in [
            ("\"format\"", "\"claim\":{\"kind\":null},\"format\""),
            ("\"name\":\"one\"", "\"name\":null"),
            ("\"format\"", "\"edition\":null,\"format\""),
            ("\"game\"", "\"options\":{},\"game\""),
        ] {
            assert_eq!(reads::<AzurLane>(&usual.replacen(from, to, 1)), Some(1), "{to}");
        }
        for (from, to) in [
            ("\"format\"", "\"options\":{\"b\":1,\"a\":1},\"format\""),
            ("\"format\"", "\"claim\":[],\"format\""),
            ("\"format\"", "\"claim\": {},\"format\""),
            ("\"format\"", "\"other\":1,\"format\""),
            ("\"format\"", "\"game\":\"azur-lane\",\"format\""),
            ("\"seed\":", "\"seed\":\"\",\"seed\":"),
            ("\"seed\":", "\"seed\":null,\"seed\":"),
            ("rules-judge/1", "rules-judge/2"),
            ("\"name\":\"one\"", "\"name\":\"\\u0041\""),
            ("\"n\":4", "\"n\":4,\"n\":4"),
            ("\"cubes\":10", "\"cubes\":1e1"),
            ("\"card\":\"a\",\"n\":4", "\"n\":4,\"card\":\"a\""),
            (",{\"deck\":{}}", ""),
            (",{\"deck\":{}}", ",{\"deck\":{}},{\"deck\":{}}"),
            ("00ff\"}", "00ff\"}}"),
            ("00ff\"}", "00ff\"},"),
            ("00ff\"}", "00ff\""),
            ("00ff\"", "00FF\""),
        ] {
            let unusual = usual.replacen(from, to, 1);
            assert_ne!(unusual, usual, "{from}");
            assert_eq!(reads::<AzurLane>(&unusual), None, "{unusual}");
        }
    }
}
