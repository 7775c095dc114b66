//! Pools of cards: their limits, their linter, and how cards are found.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;

use crate::schema::JsonSchema;

use super::fact::{FactFault, FactFaultKind, Stated};
use super::findings;
use super::name::NameTexts;
use crate::abilities::lint::{COMPARED_LIMIT, FINDING_LIMIT, Vocabulary, nearest};
use crate::abilities::{Finding, Language, Lint};
use crate::kernel::{Definitions, Inexact, Plain, wire};

/// The largest number of cards in a pool.
pub const POOL_LIMIT: usize = 2_000;
/// The largest number of values that a pool declares for one open list.
pub const DECLARED_LIMIT: usize = 500;
/// The largest number of items in a list of a card.
pub const ITEM_LIMIT: usize = 50;
/// The longest text of a card or of a declared value, in characters; texts printed for people may be longer.
pub const TEXT_LIMIT: usize = 200;

/// A card in the form of a pool.
pub trait CardForm<L: Language> {
    /// The id by which decks and states name the card.
    fn id(&self) -> &str;

    /// Reports faults of the card.
    fn lint(&self, lint: &mut Lint<'_, L>);
}

/// All faults of a pool; empty: the pool can be used. `said` is the game that the pool names, `game` the one
/// that reads it.
pub fn lint<L: Language>(
    said: &str,
    game: &str,
    cards: &[impl CardForm<L>],
    vocabulary: &Vocabulary,
) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut find = |code, pointer: String, message| {
        findings.push(Finding { code, pointer, message, nearest: None });
    };
    if said != game {
        find("wrong_game", "/game".into(), findings::another_game());
    }
    if cards.len() > POOL_LIMIT {
        find("too_many_cards", "/cards".into(), findings::card_limit(POOL_LIMIT));
        return findings;
    }
    let mut ids: BTreeMap<&str, usize> = BTreeMap::new();
    for (index, card) in cards.iter().enumerate() {
        if let Some(first) = ids.insert(card.id(), index) {
            find("id_twice", format!("/cards/{index}/id"), findings::id_of_another(first));
        }
    }
    let mut compared = 0;
    for (index, card) in cards.iter().enumerate() {
        let mut lint = Lint::new(format!("/cards/{index}"), vocabulary);
        lint.compared = compared;
        card.lint(&mut lint);
        compared = lint.compared;
        findings.append(&mut lint.findings);
        if findings.len() >= FINDING_LIMIT {
            break;
        }
    }
    findings.truncate(FINDING_LIMIT);
    findings
}

/// All warnings about the cards of a pool; empty if the pool has faults.
pub fn warnings<L: Language>(cards: &[impl CardForm<L>], vocabulary: &Vocabulary) -> Vec<Finding> {
    let mut warnings = Vec::new();
    for (index, card) in cards.iter().take(POOL_LIMIT).enumerate() {
        let mut lint = Lint::new(format!("/cards/{index}"), vocabulary);
        card.lint(&mut lint);
        if !lint.findings.is_empty() {
            return Vec::new();
        }
        warnings.append(&mut lint.warnings);
        if warnings.len() >= FINDING_LIMIT {
            break;
        }
    }
    warnings.truncate(FINDING_LIMIT);
    warnings
}

/// The indices of a pool's cards, sorted by id. A search compares the first eight bytes as one number, and
/// the rest only if those are equal.
#[derive(Debug, Clone, Default)]
pub struct Index(Vec<(u64, String, u16)>);

/// The first eight bytes of a text as one number, padded with zeros. Numbers are ordered like their texts,
/// apart from equal ones.
#[inline(always)]
pub fn first_bytes(text: &[u8]) -> u64 {
    if let Some(eight) = text.first_chunk() {
        return u64::from_be_bytes(*eight);
    }
    let short = |bytes: &[u8]| bytes.iter().fold(0, |number, byte| number << 8 | u64::from(*byte));
    let number = match text.split_first_chunk() {
        Some((four, rest)) => u64::from(u32::from_be_bytes(*four)) << (8 * rest.len()) | short(rest),
        None => short(text),
    };
    // A shift by 64 bits, for an empty text, gives 0.
    number.unbounded_shl(64 - 8 * text.len() as u32)
}

impl Index {
    /// Adds further names of cards.
    pub fn add<'c>(&mut self, names: impl Iterator<Item = (&'c str, &'c str)>) {
        let further: Vec<_> = names
            .filter_map(|(name, id)| Some((first_bytes(name.as_bytes()), name.to_owned(), self.find(id)?)))
            .collect();
        self.0.extend(further);
        self.0.sort_unstable();
    }

    /// The index of cards with these ids, in their order.
    pub fn new<'c>(ids: impl Iterator<Item = &'c str>) -> Index {
        let mut places: Vec<_> =
            ids.zip(0..).map(|(id, at)| (first_bytes(id.as_bytes()), id.to_owned(), at)).collect();
        places.sort_unstable();
        Index(places)
    }

    /// The index of a card.
    pub fn find(&self, id: &str) -> Option<u16> {
        let first = first_bytes(id.as_bytes());
        let from = self.0.partition_point(|(other, ..)| *other < first);
        let alike = self.0.get(from..)?;
        // Nearly always the first id with this beginning is the right one.
        let found = match alike.first()? {
            (_, other, place) if other == id => return Some(*place),
            _ => alike.binary_search_by(|(other, name, _)| (*other, name.as_str()).cmp(&(first, id))).ok()?,
        };
        alike.get(found).map(|(.., place)| *place)
    }

    /// The known id that is nearest to an unknown one.
    pub fn nearest(&self, id: &str) -> Option<String> {
        nearest(id, self.0.iter().map(|(_, id, _)| id.as_str()))
    }

    /// The first unknown card: the pointer to its id, and the nearest known id.
    pub fn unknown(&self, named: &impl Names) -> Option<(String, Option<String>)> {
        if named.are_all(&|id| self.find(id).is_some()) {
            return None;
        }
        let (pointer, id) = named.ids().into_iter().find(|(_, id)| self.find(id).is_none())?;
        let near = self.nearest(&id);
        Some((pointer, near))
    }
}

/// A value that names cards by their ids.
pub trait Names {
    /// Every id with its pointer.
    fn ids(&self) -> Vec<(String, String)>;

    /// A limit of the service that the value exceeds, although no rule forbids it: the pointer and a
    /// sentence.
    fn too_much(&self) -> Option<(String, String)> {
        None
    }

    /// Whether all ids are known; cheaper than finding the unknown ones.
    fn are_all(&self, known: &dyn Fn(&str) -> bool) -> bool {
        self.ids().iter().all(|(_, id)| known(id))
    }
}

/// A game's cards: their written form, and their form in play.
pub trait Printing: Language {
    /// The game's id.
    const GAME: &'static str;

    /// The written form of a card.
    type Data: CardForm<Self> + Plain + JsonSchema;
    /// The values that a pool adds to the book's lists.
    type Declares: Plain + Default + JsonSchema;
    /// The form in play.
    type Printed: Debug + Clone + Send + Sync;
    /// What the game reads of a card most often, kept close together in memory.
    type Interests: Debug + Clone + Send + Sync;
    /// What the game reads of all cards of a pool at once.
    type Summary: Debug + Clone + Send + Sync;
    /// What a request may say of a card, in fields that a pool may not know.
    type Stated: Stated<Self::Printed>;

    /// The values that the words of a pool may name.
    fn vocabulary(declares: &Self::Declares) -> Vocabulary;

    /// Reports faults of a pool as a whole, if each of its cards is right.
    fn lint_together(_pool: &PoolData<Self>, _findings: &mut Vec<Finding>) {}

    /// The form in play of a card.
    fn printed(card: &Self::Data) -> Self::Printed;

    /// Whether a card has a field that the pool does not know.
    fn lacks_fact(_card: &Self::Printed) -> bool {
        false
    }

    /// A card without any text.
    fn blank() -> Self::Printed;

    /// What the game reads most often.
    fn interests(card: &Self::Printed) -> Self::Interests;

    /// What the game reads of all cards at once.
    fn summary(cards: &[Self::Printed], interests: &[Self::Interests]) -> Self::Summary;

    /// A card that every game has and no pool, by its definition.
    fn in_no_pool(_summary: &Self::Summary, _definition: u16) -> Option<&Self::Printed> {
        None
    }
}

/// How far the data of a card are from what is printed on it.
#[wire(Copy)]
pub enum Fidelity {
    /// Something differs in a detail.
    Approximate,
    /// Something is left out.
    Unsupported,
}

impl From<Fidelity> for Inexact {
    fn from(fidelity: Fidelity) -> Inexact {
        match fidelity {
            Fidelity::Approximate => Inexact::Differs,
            Fidelity::Unsupported => Inexact::Lacks,
        }
    }
}

/// Why the data of a card do not say all that is printed on it.
#[wire(Copy)]
pub enum Lack {
    /// It speaks of something that the rulebook does not have.
    BeyondTheBook,
    /// No word says it.
    MissingWord,
    /// The source of the pool says too little, or contradicts itself.
    UnclearSource,
}

/// A card whose data do not say all that is printed on it.
#[wire]
pub struct NotExact {
    /// Its id.
    pub card: String,
    /// How far it is from what is printed.
    pub fidelity: Fidelity,
    /// What is lost, in a sentence.
    pub lost: NameTexts,
    /// Why.
    pub why: Option<Lack>,
    /// The question whose answer would make it exact.
    pub question: Option<NameTexts>,
}

/// Further printings of a card.
#[wire]
pub struct Printings {
    /// Its id.
    pub card: String,
    /// The codes of its other printings; decks and positions may name it by any of them.
    pub codes: Vec<String>,
}

/// A set of cards as data.
#[wire]
pub struct PoolData<G: Printing> {
    /// The game's id.
    pub game: String,
    /// What the pool is called.
    pub name: String,
    /// Which version of it this is.
    #[optional]
    pub version: String,
    /// Values beyond those of the book.
    #[optional]
    pub declares: G::Declares,
    /// The cards.
    pub cards: Vec<G::Data>,
    /// Printings of the same cards under other codes.
    #[optional]
    pub printings: Vec<Printings>,
    /// The cards whose data do not say all that is printed on them; the data of every other card are exact.
    #[optional]
    pub not_exact: Vec<NotExact>,
}

impl<G: Printing> PoolData<G> {
    /// The values that the pool's words may name.
    pub fn vocabulary(&self) -> Vocabulary {
        G::vocabulary(&self.declares)
    }

    /// All faults of the pool; empty: it can be used.
    pub fn lint(&self) -> Vec<Finding> {
        let mut findings = lint(&self.game, G::GAME, &self.cards, &self.vocabulary());
        if findings.is_empty() {
            self.lint_codes(&mut findings);
            G::lint_together(self, &mut findings);
        }
        findings
    }

    /// Checks codes of printings (none is an id, none is used twice) and remarks about cards (each names a
    /// card of the pool).
    fn lint_codes(&self, findings: &mut Vec<Finding>) {
        let ids = || self.cards.iter().map(CardForm::id);
        let mut seen: BTreeSet<&str> = ids().collect();
        let named =
            self.printings.iter().map(|each| &each.card).enumerate().map(|(at, id)| ("printings", at, id));
        let lost =
            self.not_exact.iter().map(|each| &each.card).enumerate().map(|(at, id)| ("not_exact", at, id));
        let unknown = named.chain(lost).filter(|(_, _, id)| !seen.contains(id.as_str()));
        // Comparisons are limited, so later findings have no nearest id.
        let comparisons = COMPARED_LIMIT / self.cards.len().max(1);
        findings.extend(unknown.take(FINDING_LIMIT).enumerate().map(|(number, (list, at, id))| Finding {
            code: "unknown_card",
            pointer: format!("/{list}/{at}/card"),
            message: findings::unknown_card(id),
            nearest: (number < comparisons).then(|| nearest(id, ids())).flatten(),
        }));
        let codes = self.printings.iter().enumerate();
        let codes = codes.flat_map(|(at, each)| each.codes.iter().enumerate().map(move |code| (at, code)));
        let again = codes.filter(|(_, (_, code))| !seen.insert(code));
        findings.extend(again.take(FINDING_LIMIT).map(|(at, (place, _))| Finding {
            code: "id_twice",
            pointer: format!("/printings/{at}/codes/{place}"),
            message: findings::code_of_another(),
            nearest: None,
        }));
        findings.truncate(FINDING_LIMIT);
    }

    /// All warnings about the pool.
    pub fn warnings(&self) -> Vec<Finding> {
        warnings(&self.cards, &self.vocabulary())
    }

    /// The pool in the form for play.
    ///
    /// # Errors
    /// All faults of the pool.
    pub fn compile(&self) -> Result<Pool<G>, Vec<Finding>> {
        let findings = self.lint();
        if !findings.is_empty() {
            return Err(findings);
        }
        let cards: Vec<G::Printed> = self.cards.iter().map(G::printed).collect();
        let interests: Vec<G::Interests> = cards.iter().map(G::interests).collect();
        let mut index = Index::new(self.cards.iter().map(CardForm::id));
        let codes = self.printings.iter().flat_map(|each| each.codes.iter().map(|code| (code, &each.card)));
        index.add(codes.map(|(code, card)| (code.as_str(), card.as_str())));
        let mut inexact = Vec::new();
        for each in &self.not_exact {
            let place = index.find(&each.card).map_or(0, usize::from);
            inexact.resize(inexact.len().max(place + 1), None);
            if let Some(of) = inexact.get_mut(place) {
                *of = Some(each.fidelity.into());
            }
        }
        let mut lacks_fact: Vec<bool> = cards.iter().map(G::lacks_fact).collect();
        lacks_fact.truncate(lacks_fact.iter().rposition(|lacks| *lacks).map_or(0, |last| last + 1));
        Ok(Pool {
            index,
            inexact,
            lacks_fact,
            summary: G::summary(&cards, &interests),
            cards,
            interests,
            blank: G::blank(),
        })
    }
}

/// A pool in the form for play.
#[derive(Debug, Clone)]
pub struct Pool<G: Printing> {
    cards: Vec<G::Printed>,
    index: Index,
    /// For each card, in order.
    interests: Vec<G::Interests>,
    /// For all cards at once.
    pub summary: G::Summary,
    blank: G::Printed,
    /// How each card's data differ from the print, up to the last card for which they do.
    inexact: Vec<Option<Inexact>>,
    /// Whether each card has a field that the pool does not know, up to the last card that has one.
    lacks_fact: Vec<bool>,
}

/// The `facts` of a header: what is printed on cards, in fields that the pool does not know.
#[wire]
pub struct FactList<G: Printing>(pub Vec<G::Stated>);

impl<G: Printing> Default for FactList<G> {
    fn default() -> FactList<G> {
        FactList(Vec::new())
    }
}

impl<G: Printing> FactList<G> {
    /// The ids of the cards, in order.
    pub fn cards(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(Stated::card)
    }
}

impl<G: Printing> Pool<G> {
    /// A card by its definition.
    #[inline]
    pub fn card(&self, definition: u16) -> &G::Printed {
        let card = self.cards.get(usize::from(definition));
        card.or_else(|| G::in_no_pool(&self.summary, definition)).unwrap_or(&self.blank)
    }

    /// What the game reads most often of a card; `None`: no card of the pool has this definition.
    #[inline]
    pub fn interests(&self, definition: u16) -> Option<&G::Interests> {
        self.interests.get(usize::from(definition))
    }

    /// The definition of a card.
    pub fn find(&self, id: &str) -> Option<u16> {
        self.index.find(id)
    }

    /// All cards.
    pub fn cards(&self) -> &[G::Printed] {
        &self.cards
    }

    /// The pool with facts that it does not know.
    ///
    /// # Errors
    /// The first item that cannot be taken over.
    pub fn with_facts(&self, facts: &FactList<G>) -> Result<Pool<G>, FactFault> {
        let mut seen: BTreeMap<u16, usize> = BTreeMap::new();
        let mut places = Vec::with_capacity(facts.0.len());
        for (at, stated) in facts.0.iter().enumerate() {
            let fault = |kind| Err(FactFault { at, kind });
            let Some(definition) = self.find(stated.card()) else {
                return fault(FactFaultKind::UnknownCard(self.index.nearest(stated.card())));
            };
            if let Some(first) = seen.insert(definition, at) {
                return fault(FactFaultKind::Again(first));
            }
            if stated.is_empty() {
                return fault(FactFaultKind::Nothing);
            }
            places.push(usize::from(definition));
        }
        // Only facts about cards of this pool copy it.
        let mut pool = self.clone();
        for ((at, stated), place) in facts.0.iter().enumerate().zip(places) {
            let fault = |kind| Err(FactFault { at, kind });
            let Some(card) = pool.cards.get_mut(place) else {
                return fault(FactFaultKind::UnknownCard(None));
            };
            if let Err(field) = stated.state(card) {
                return fault(FactFaultKind::Contradicts(field));
            }
            if let Some(lacks) = pool.lacks_fact.get_mut(place) {
                *lacks = G::lacks_fact(card);
            }
            if let Some(interests) = pool.interests.get_mut(place) {
                *interests = G::interests(card);
            }
        }
        pool.summary = G::summary(&pool.cards, &pool.interests);
        Ok(pool)
    }
}

/// A pool that finds cards by their ids.
pub trait Indexed {
    /// The index of its cards.
    fn index(&self) -> &Index;
}

impl<G: Printing> Indexed for Pool<G> {
    fn index(&self) -> &Index {
        &self.index
    }
}

impl<G: Printing> Definitions for Pool<G> {
    fn count(&self) -> u16 {
        // A pool has at most [`POOL_LIMIT`] cards.
        u16::try_from(self.cards.len()).unwrap_or(u16::MAX)
    }

    #[inline]
    fn has_inexact(&self) -> bool {
        !self.inexact.is_empty() || !self.lacks_fact.is_empty()
    }

    #[inline]
    fn inexact(&self, definition: u16) -> Option<Inexact> {
        self.inexact.get(usize::from(definition)).copied().flatten()
    }

    fn lacks_fact(&self, definition: u16) -> bool {
        self.lacks_fact.get(usize::from(definition)).copied().unwrap_or_default()
    }
}
