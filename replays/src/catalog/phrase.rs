//! From what is printed to data: the words of a game's cards, and the abilities of a pool, that read most
//! like a phrase of any language.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use rules_judge_engine::games::{Registered, Visit};
use serde::Serialize;
use serde_json::Value;

use crate::answer::{Fault, Language};
use crate::catalog::cards::cards;
use crate::catalog::read_back;
use crate::catalog::search::{folded, tokens};
use crate::judging::Judge;

const LANGUAGES: [Language; 3] =
    [Language::English, Language::TraditionalChinese, Language::SimplifiedChinese];
/// At most so many words, and so many abilities.
const MOST: usize = 8;

/// A word that reads like a phrase.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LikeWord {
    /// What it means.
    pub meaning: String,
    /// The type of the schema in which it stands.
    pub of: String,
    /// The word.
    pub word: String,
}

/// An ability that reads like a phrase.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LikeAbility {
    /// The id of its card.
    pub card: String,
    /// Its data.
    pub data: Value,
    /// Where they stand, as a JSON pointer into the card.
    pub place: String,
    /// Its text in the asked language.
    pub text: String,
}

/// What reads like a phrase, the most alike first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LikePhrase {
    /// Abilities of the pool.
    pub abilities: Vec<LikeAbility>,
    /// Words of the game.
    pub words: Vec<LikeWord>,
}

/// The tokens of a phrase.
struct Wanted(BTreeSet<String>);

impl Wanted {
    fn of(phrase: &str) -> Wanted {
        let folded = folded(phrase);
        let pairs = tokens(&folded, false);
        let found = if pairs.is_empty() { tokens(&folded, true) } else { pairs };
        Wanted(found.into_iter().map(|(_, token)| token).collect())
    }

    /// How well a text fits: how many tokens of the phrase it has, and how many others. `None`: it has fewer
    /// than half of them.
    fn rank(&self, text: &str) -> Option<(Reverse<usize>, usize)> {
        let text: BTreeSet<String> =
            tokens(&folded(text), true).into_iter().map(|(_, token)| token).collect();
        let common = self.0.intersection(&text).count();
        let is_like = common > 0 && common.saturating_mul(2) >= self.0.len();
        is_like.then(|| (Reverse(common), text.len()))
    }
}

/// The most alike of some items.
fn best<T>(mut found: Vec<((Reverse<usize>, usize), T)>) -> Vec<T> {
    found.sort_by_key(|(rank, _)| *rank);
    found.into_iter().map(|(_, item)| item).take(MOST).collect()
}

struct Finding<'a> {
    judge: &'a Judge,
    pool: &'a Value,
    wanted: Wanted,
    language: Language,
}

impl Finding<'_> {
    fn words<G: Registered>(&self) -> Vec<LikeWord> {
        let [english, traditional, simplified] = LANGUAGES.map(read_back::words::<G>);
        let others = traditional.iter().zip(&simplified);
        let found = english.iter().zip(others).filter_map(|(word, (traditional, simplified))| {
            let texts = [&word.meaning, &word.phrase, &traditional.phrase, &simplified.phrase];
            let rank = texts.into_iter().filter_map(|text| self.wanted.rank(text)).min()?;
            let read_back::Word { of, word, meaning, .. } = word.clone();
            Some((rank, LikeWord { meaning, of, word }))
        });
        best(found.collect())
    }

    fn abilities<G: Registered>(&self) -> Result<Vec<LikeAbility>, Fault> {
        let mut found = Vec::new();
        for (id, card) in cards(self.pool) {
            self.judge.is_waited_for()?;
            let all = LANGUAGES.map(|language| read_back::lines::<G>(card, self.pool, language));
            let asked = LANGUAGES.iter().position(|language| *language == self.language).unwrap_or(0);
            let own = all.get(asked).into_iter().flatten();
            for (place, line) in own.enumerate() {
                let texts = all.iter().filter_map(|lines| lines.get(place));
                let Some(rank) = texts.filter_map(|line| self.wanted.rank(&line.text)).min() else {
                    continue;
                };
                found.push((
                    rank,
                    LikeAbility {
                        card: id.to_owned(),
                        data: card.pointer(&line.place).cloned().unwrap_or_default(),
                        place: line.place.clone(),
                        text: line.text.clone(),
                    },
                ));
            }
        }
        Ok(best(found))
    }
}

impl Visit for Finding<'_> {
    type Out = Result<LikePhrase, Fault>;

    fn visit<G: Registered>(self) -> Self::Out {
        Ok(LikePhrase { abilities: self.abilities::<G>()?, words: self.words::<G>() })
    }
}

impl Judge {
    /// The words of a game and the abilities of a pool that read like a printed phrase.
    ///
    /// # Errors
    /// There is no such game or pool.
    pub fn like_phrase(
        &self,
        game: &str,
        pool: Option<&str>,
        phrase: &str,
        language: Language,
    ) -> Result<LikePhrase, Fault> {
        let (game, _, pool) = self.pool_data(game, pool)?;
        let wanted = Wanted::of(phrase);
        self.dispatch(game, Finding { judge: self, pool: &pool, wanted, language })?
    }
}
