//! Samples: complete games between bots, compressed into one file per game.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use rules_judge_engine::games::{self, Vocabulary};
use rules_judge_replays::answer::{Fault, FaultCode};
use rules_judge_replays::judging::Judge;

/// The columns of a manifest.
pub const COLUMNS: [&str; 8] = ["line", "how", "number", "bots", "decks", "entries", "ending", "winner"];

/// The folder of a game's samples.
pub fn folder(game: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../replays/samples").join(game)
}

/// The replays of a game's samples, one per line of the file.
pub fn load(game: &str) -> Result<Vec<Vec<u8>>, String> {
    let lines = unpack(&folder(game).join("games.ndjson.zst"))?;
    Ok(lines.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()).map(<[u8]>::to_vec).collect())
}

/// Plays so many games with the exact published cards of a game; empty: it has no such pool, or one of too
/// few cards for a deck.
pub fn official(game: &str, count: u64) -> Vec<Vec<u8>> {
    const PAIRS: [[&str; 2]; 3] = [["keen", "curious"], ["curious", "gentle"], ["random", "keen"]];
    let (judge, pool) = (Judge::new(), format!("{game}/official"));
    let games = (1..).zip(PAIRS.iter().cycle());
    let played =
        games.map_while(|(number, bots)| match judge.play_around(game, Some(&pool), number, *bots) {
            Ok(replay) => Some(replay),
            Err(Fault { code: FaultCode::UnknownPool | FaultCode::BadQuery, .. }) if number == 1 => None,
            Err(fault) => panic!("{pool}, game {number}: {fault:?}"),
        });
    played.take(usize::try_from(count).unwrap_or(0)).collect()
}

/// The rows of a game's manifest, each as long as [`COLUMNS`].
pub fn manifest(game: &str) -> Result<Vec<Vec<String>>, String> {
    let path = folder(game).join("manifest.tsv");
    let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(text.lines().skip(1).map(|row| row.split('\t').map(str::to_owned).collect()).collect())
}

/// The bytes of a compressed file.
pub fn unpack(path: &Path) -> Result<Vec<u8>, String> {
    let fault = |error: std::io::Error| format!("{}: {error}", path.display());
    let file = std::fs::File::open(path).map_err(fault)?;
    zstd::decode_all(file).map_err(fault)
}

/// Writes bytes as a compressed file, the same for the same bytes.
pub fn pack(path: &Path, bytes: &[u8]) -> Result<(), String> {
    let fault = |error: std::io::Error| format!("{}: {error}", path.display());
    let packed = zstd::encode_all(bytes, 19).map_err(fault)?;
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(fault)?;
    }
    std::fs::write(path, packed).map_err(fault)
}

/// The actions and endings that have to occur in the samples of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wanted {
    /// Every kind of action that can be legal.
    pub kinds: BTreeSet<String>,
    /// The kinds that may be logged at any time.
    pub standing: BTreeSet<String>,
    /// Every ending.
    pub endings: BTreeSet<String>,
}

/// The actions and endings that have to occur in the samples of a game; `None`: there is no such game.
pub fn wanted(game: &str) -> Option<Wanted> {
    let info = games::info(game)?;
    let Vocabulary { actions, needless, endings, unsampled, .. } = info.vocabulary;
    let set = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<BTreeSet<_>>();
    Some(Wanted {
        kinds: &set(actions) - &set(needless),
        standing: set(info.standing),
        endings: &set(endings) - &set(unsampled),
    })
}
