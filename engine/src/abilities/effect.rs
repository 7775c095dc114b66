//! Effects of abilities: the words that games have in common.

use super::class::class;
use super::findings;
use super::lasting::{Begins, Change, Lasting, Text};
use super::lint::meant;
use super::resolve::{Answer, Pause, Run};
use super::{
    Amount, Bound, Choosable, ConditionWord, Language, Lint, Objects, Part, Scene, Select, can_all, can_any,
    candidates, referable,
};
use crate::kernel::{Match, Seat, wire};
use crate::verdict::Cite;

/// Where the interpreter goes after a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Next {
    /// To the next word; the value says whether this one was carried out completely.
    Done(bool),
    /// Into the list with this number inside the word.
    Into(u8),
}

/// An instruction of an ability.
#[class(Effect, by_object, list = crate::abilities::effect::lint_list)]
pub trait EffectWord<L: Language>: Part<L> {
    /// The word on the wire, which names the purpose of its choices.
    #[word(is = self.word())]
    fn spelled(&self) -> String {
        String::new()
    }

    /// All words of its class.
    #[word(is = Self::words())]
    fn vocabulary() -> Vec<String>
    where
        Self: Sized,
    {
        Vec::new()
    }

    /// Reports instructions that cannot mean anything.
    #[word(part = lint_part)]
    fn lint(&self, lint: &mut Lint<'_, L>) {
        self.lint_part(lint);
    }

    /// Carries it out, or goes on with it after a pause.
    ///
    /// # Errors
    /// The word has to wait for a seat or for something on the agenda, or judging stops.
    fn run(&self, run: &mut Run<'_, '_, L>) -> Result<Next, Pause>;

    /// Whether the instruction can do anything now: only then it is offered.
    fn can_do_some(&self, game: &Match<'_, L>, scene: &Scene<'_>) -> bool;

    /// Whether it can be carried out completely now, for texts that must be carried out completely or not at
    /// all.
    fn can_do_all(&self, game: &Match<'_, L>, scene: &Scene<'_>) -> bool {
        self.can_do_some(game, scene)
    }

    /// The rules that say when it can be paid as part of a cost: the main one, and those that add to it.
    /// `None`: the rulebook has none about it.
    fn cost_rules(&self) -> Option<(Cite, &'static [Cite])> {
        None
    }

    /// Whether it only chooses cards for later sentences, so that alone it has no effect.
    fn only_chooses(&self) -> bool {
        false
    }

    /// Whether it does nothing to its cards, so that even a card that must not be chosen can be among them.
    fn only_refers(&self) -> bool {
        false
    }

    /// The selection whose cards later sentences refer to.
    fn selection(&self) -> Option<Select<L>> {
        self.selects().cloned()
    }

    /// Binds, for a test of later sentences, all cards that this sentence could take.
    fn bind_expected(&self, game: &Match<'_, L>, scene: &Scene<'_>, bound: &mut Bound) {
        if let Some(select) = self.selection() {
            bind_supposed(game, scene, bound, &select, self.only_refers());
        }
    }

    /// Narrows what [`EffectWord::bind_expected`] bound to the card at index `nth`; `false`: there are fewer.
    fn bind_nth(&self, bound: &mut Bound, nth: usize) -> bool {
        self.selection().is_some_and(|select| bind_one(bound, &select, nth))
    }

    /// Whether both players can tell if it can be carried out.
    #[word(part = is_open_part)]
    fn is_open(&self) -> bool {
        self.is_open_part()
    }

    /// Whether the interpreter repeats the word after one of its lists, with its decisions kept, instead of
    /// going on to the next word.
    fn comes_again(&self) -> bool {
        false
    }

    /// The list with this number, from 0, inside the word; `None`: it has fewer.
    fn branch(&self, _number: u8) -> Option<&[<L as Language>::Effect]> {
        None
    }

    /// What a sentence begins that a position names: an influence that only this game has, as it is without
    /// chosen cards, and until when. `None`: positions of the game name no sentence for what it begins.
    fn begins(&self, _text: &Text<L>) -> Option<Begins<L>>
    where
        L: Lasting,
    {
        None
    }

    /// The change that it makes for a duration; `None`: it makes none.
    fn lasts(&self) -> Option<Change<'_, L>>
    where
        L: Lasting,
    {
        None
    }
}

/// Binds all cards that a sentence could take.
fn bind_supposed<L: Language>(
    game: &Match<'_, L>,
    scene: &Scene<'_>,
    bound: &mut Bound,
    select: &Select<L>,
    only_refers: bool,
) {
    let cards = if only_refers { referable } else { candidates };
    bound.bind(select.name(), cards(game, scene, select));
}

/// Narrows the bound cards to the one at index `nth`; `false`: there are fewer, or only one was bound anyway.
fn bind_one<L: Language>(bound: &mut Bound, select: &Select<L>, nth: usize) -> bool {
    let Some(&object) = bound.chosen.get(nth).filter(|_| bound.chosen.len() > 1) else { return false };
    bound.bind(select.name(), Objects::from_elem(object, 1));
    true
}

/// Calls `use_it` for every sentence of a list and of the lists inside them.
pub fn each_sentence<L: Language>(list: &[L::Effect], use_it: &mut dyn FnMut(&L::Effect)) {
    for sentence in list {
        use_it(sentence);
        branches::<L>(sentence).for_each(|inner| each_sentence::<L>(inner, use_it));
    }
}

/// The lists inside a sentence.
pub fn branches<L: Language>(sentence: &L::Effect) -> impl Iterator<Item = &[L::Effect]> {
    (0..=u8::MAX).map_while(|number| sentence.branch(number))
}

/// A choice of a number is tested with this many of the smallest numbers, and the largest, before the word is
/// not offered.
const TRIED_NUMBERS: usize = 20;

/// The largest number of sentences in one list.
pub const SENTENCE_LIMIT: usize = 50;

/// The first sentence of a list that can do anything now. Sentences before it do nothing, but choose the
/// cards that it refers to: the search tries all their candidates together, and those of one sentence each
/// alone. A sentence that only chooses counts only if the list does nothing else.
fn first_feasible<L: Language>(list: &[L::Effect], game: &Match<'_, L>, scene: &Scene<'_>) -> Option<usize> {
    if let Found::At(index) = feasible_with(list, game, scene, None) {
        return Some(index);
    }
    for place in 0..list.len().saturating_sub(1) {
        for nth in 0.. {
            match feasible_with(list, game, scene, Some((place, nth))) {
                Found::At(index) => return Some(index),
                Found::Nowhere => {}
                Found::NoMore => break,
            }
        }
    }
    None
}

/// The result of trying a list of sentences.
enum Found {
    At(usize),
    Nowhere,
    /// The sentence has no further candidate.
    NoMore,
}

/// As [`first_feasible`], where the sentence at this index chooses only its candidate `nth`.
fn feasible_with<L: Language>(
    list: &[L::Effect],
    game: &Match<'_, L>,
    scene: &Scene<'_>,
    one: Option<(usize, usize)>,
) -> Found {
    let only_chooses = list.iter().all(EffectWord::only_chooses);
    let mut bound = scene.bound.clone();
    for (index, word) in list.iter().enumerate() {
        if !game.spend(1) {
            return Found::NoMore;
        }
        let before = bound.clone();
        let scene = Scene { bound: &before, ..*scene };
        let feasible = word.can_do_some(game, &scene);
        if feasible && (only_chooses || !word.only_chooses()) {
            return Found::At(index);
        }
        bound.did = feasible;
        word.bind_expected(game, &scene, &mut bound);
        if let Some((place, nth)) = one
            && place == index
            && !word.bind_nth(&mut bound, nth)
        {
            return Found::NoMore;
        }
    }
    Found::Nowhere
}

/// Whether any sentence of a list can do anything now.
pub fn is_any_feasible<L: Language>(list: &[L::Effect], game: &Match<'_, L>, scene: &Scene<'_>) -> bool {
    first_feasible(list, game, scene).is_some()
}

/// The first sentence that cannot be carried out completely, after those before it chose their cards.
pub fn first_lacking<'e, L: Language>(
    list: &'e [L::Effect],
    game: &Match<'_, L>,
    scene: &Scene<'_>,
) -> Option<&'e L::Effect> {
    let mut bound = scene.bound.clone();
    for part in list {
        let before = bound.clone();
        let chosen = Scene { bound: &before, ..*scene };
        if !part.can_do_all(game, scene) && !part.can_do_all(game, &chosen) {
            return Some(part);
        }
        part.bind_expected(game, &chosen, &mut bound);
    }
    None
}

/// Lints a list of effects.
pub fn lint_list<L: Language>(lint: &mut Lint<'_, L>, key: &str, list: &[L::Effect]) {
    if list.len() > SENTENCE_LIMIT {
        lint.find("too_many_sentences", findings::sentence_limit(SENTENCE_LIMIT));
    }
    lint.each(key, list, lint_sentence);
}

/// Lints one effect; later ones can refer to what it did.
fn lint_sentence<L: Language>(lint: &mut Lint<'_, L>, effect: &L::Effect) {
    effect.lint(lint);
    lint.learn(meant::DID);
    if let Some(what) = effect.selection() {
        lint.acts_on(&what, L::acts_on_field(effect));
        lint.learn(meant::CHOSEN);
    }
}

/// Common word: do the first list if something is true, else the second.
#[wire(Part)]
pub struct If<L: Language> {
    /// What has to be true when this sentence is reached.
    pub when: L::Condition,
    /// What is done then.
    #[serde(rename = "do")]
    pub then: Vec<L::Effect>,
    /// What is done otherwise.
    #[optional]
    #[serde(rename = "else")]
    pub otherwise: Vec<L::Effect>,
}

impl<L: Language> If<L> {
    /// What is done if the condition `holds`, or otherwise.
    fn list(&self, holds: bool) -> &[L::Effect] {
        if holds { &self.then } else { &self.otherwise }
    }
}

impl<L: Language> EffectWord<L> for If<L> {
    fn run(&self, run: &mut Run<'_, '_, L>) -> Result<Next, Pause> {
        let holds = self.when.is_true(run.game, &run.scene());
        Ok(if self.list(holds).is_empty() { Next::Done(false) } else { Next::Into(u8::from(!holds)) })
    }

    fn can_do_some(&self, game: &Match<'_, L>, scene: &Scene<'_>) -> bool {
        is_any_feasible(self.list(self.when.is_true(game, scene)), game, scene)
    }

    fn can_do_all(&self, game: &Match<'_, L>, scene: &Scene<'_>) -> bool {
        let list = self.list(self.when.is_true(game, scene));
        EffectWord::<L>::can_do_some(self, game, scene) && first_lacking::<L>(list, game, scene).is_none()
    }

    /// The condition may read hidden cards.
    fn is_open(&self) -> bool {
        false
    }

    fn branch(&self, number: u8) -> Option<&[L::Effect]> {
        match number {
            0 => Some(&self.then),
            1 => Some(&self.otherwise),
            _ => None,
        }
    }
}

/// Common word: the number of one of several texts is chosen, and that text is done.
#[wire(Part)]
pub struct ChooseOne<L: Language>(pub Vec<Vec<L::Effect>>);

impl<L: Language> ChooseOne<L> {
    /// The numbers from 0 of the texts that can be chosen.
    pub fn possible(&self, game: &Match<'_, L>, scene: &Scene<'_>) -> Vec<u8> {
        let can = |list: &[L::Effect]| !L::ONLY_POSSIBLE_MODES || is_possible(list, game, scene);
        (0..).zip(&self.0).filter(|(_, list)| can(list)).map(|(number, _)| number).collect()
    }
}

/// Whether a text can do anything, or names cards to which it would be done. Where hidden cards decide, it is
/// possible: nobody has to show that there is no such card.
fn is_possible<L: Language>(list: &[L::Effect], game: &Match<'_, L>, scene: &Scene<'_>) -> bool {
    let mut is_possible = is_any_feasible(list, game, scene);
    each_sentence::<L>(list, &mut |sentence| {
        let names = |select: Select<L>| !candidates(game, scene, &select).is_empty();
        is_possible = is_possible || !sentence.is_open() || sentence.selection().is_some_and(names);
    });
    is_possible
}

impl<L: Language> EffectWord<L> for ChooseOne<L> {
    fn lint(&self, lint: &mut Lint<'_, L>) {
        if self.0.len() < 2 || self.0.len() > 10 {
            lint.find("wrong_mode_count", findings::wrong_mode_count());
        }
        self.lint_part(lint);
    }

    fn run(&self, run: &mut Run<'_, '_, L>) -> Result<Next, Pause> {
        match self.possible(run.game, &run.scene()).as_slice() {
            [] => return Ok(Next::Done(false)),
            [only] => return Ok(Next::Into(*only)),
            _ => {}
        }
        let (seat, rule) = (run.seat(), run.resolution.rule);
        match run.ask(seat, Choosable::Mode(self.0.len() as u8), rule, true)? {
            Answer::Number(mode) => Ok(Next::Into(u8::try_from(mode - 1).unwrap_or(0))),
            _ => Ok(Next::Done(false)),
        }
    }

    fn can_do_some(&self, game: &Match<'_, L>, scene: &Scene<'_>) -> bool {
        self.0.iter().any(|list| is_any_feasible(list, game, scene))
    }

    fn branch(&self, number: u8) -> Option<&[L::Effect]> {
        self.0.get(usize::from(number)).map(Vec::as_slice)
    }
}

/// Common word: cards are chosen, so that later sentences can refer to them.
#[wire(Part)]
pub struct Choose<L: Language>(#[part(what)] pub Select<L>);

impl<L: Language> EffectWord<L> for Choose<L> {
    fn run(&self, run: &mut Run<'_, '_, L>) -> Result<Next, Pause> {
        let rule = run.resolution.rule;
        let chosen = run.pick(&self.0, rule)?;
        Ok(Next::Done(!chosen.is_empty()))
    }

    fn can_do_some(&self, game: &Match<'_, L>, scene: &Scene<'_>) -> bool {
        can_any(game, scene, &self.0, |_| true)
    }

    fn can_do_all(&self, game: &Match<'_, L>, scene: &Scene<'_>) -> bool {
        can_all(game, scene, &self.0, |_| true)
    }

    fn only_chooses(&self) -> bool {
        true
    }
}

/// Common word: the player may do this; it is offered only if something of it can be done. It is carried out
/// completely if each of its sentences is.
#[wire(Part)]
pub struct May<L: Language>(pub Vec<L::Effect>);

impl<L: Language> EffectWord<L> for May<L> {
    fn lint(&self, lint: &mut Lint<'_, L>) {
        lint_decided(lint, &self.0);
    }

    fn run(&self, run: &mut Run<'_, '_, L>) -> Result<Next, Pause> {
        let seat = run.seat();
        decide(run, seat, &self.0)
    }

    fn can_do_some(&self, game: &Match<'_, L>, scene: &Scene<'_>) -> bool {
        is_any_feasible(&self.0, game, scene)
    }

    fn branch(&self, number: u8) -> Option<&[L::Effect]> {
        (number == 0).then_some(self.0.as_slice())
    }
}

/// Common word: the opponent decides whether this is done; who does it, the sentences say. It is offered only
/// if something of it can be done. It is carried out completely if each of its sentences is.
#[wire(Part)]
pub struct OpponentMay<L: Language>(pub Vec<L::Effect>);

impl<L: Language> EffectWord<L> for OpponentMay<L> {
    fn lint(&self, lint: &mut Lint<'_, L>) {
        lint_decided(lint, &self.0);
    }

    fn run(&self, run: &mut Run<'_, '_, L>) -> Result<Next, Pause> {
        let seat = run.seat().other();
        decide(run, seat, &self.0)
    }

    fn can_do_some(&self, game: &Match<'_, L>, scene: &Scene<'_>) -> bool {
        is_any_feasible(&self.0, game, scene)
    }

    fn branch(&self, number: u8) -> Option<&[L::Effect]> {
        (number == 0).then_some(self.0.as_slice())
    }
}

fn lint_decided<L: Language>(lint: &mut Lint<'_, L>, sentences: &[L::Effect]) {
    if sentences.is_empty() || sentences.len() > SENTENCE_LIMIT {
        lint.find("empty_list", findings::decision_sentences(SENTENCE_LIMIT));
    }
    for (index, effect) in sentences.iter().enumerate() {
        lint.inside(&index.to_string(), |lint| lint_sentence(lint, effect));
    }
}

/// Asks a player whether to carry out sentences, if any of them can be carried out.
fn decide<L: Language>(run: &mut Run<'_, '_, L>, seat: Seat, sentences: &[L::Effect]) -> Result<Next, Pause> {
    let Some(first) = first_feasible(sentences, run.game, &run.scene()) else {
        return Ok(Next::Done(false));
    };
    let open = sentences.iter().take(first + 1).all(EffectWord::is_open);
    let yes = run.yes_no(seat, L::CHOICE_RULES.optional, open)?;
    Ok(if yes { Next::Into(0) } else { Next::Done(false) })
}

/// Common word: a number is chosen freely.
#[wire(Part)]
pub struct ChooseNumber {
    /// The largest number; without it, the largest that there is.
    pub most: Option<u32>,
}

impl<L: Language> EffectWord<L> for ChooseNumber {
    fn lint(&self, lint: &mut Lint<'_, L>) {
        if self.most == Some(0) {
            lint.inside("most", |lint| lint.find("number_out_of_range", findings::nothing_to_choose()));
        }
        lint.learn(meant::NUMBER);
    }

    fn run(&self, run: &mut Run<'_, '_, L>) -> Result<Next, Pause> {
        let (seat, rule) = (run.seat(), L::CHOICE_RULES.number);
        let max = self.most.map_or(L::LARGEST_NUMBER, i64::from);
        if let Answer::Number(number) = run.ask(seat, Choosable::Number { min: 0, max }, rule, true)? {
            run.resolution.bound.number = number;
        }
        Ok(Next::Done(true))
    }

    fn can_do_some(&self, _: &Match<'_, L>, _: &Scene<'_>) -> bool {
        true
    }

    fn only_chooses(&self) -> bool {
        true
    }

    fn bind_expected(&self, _: &Match<'_, L>, _: &Scene<'_>, bound: &mut Bound) {
        bound.number = self.most.map_or(L::LARGEST_NUMBER, i64::from);
    }

    fn bind_nth(&self, bound: &mut Bound, nth: usize) -> bool {
        let most = self.most.map_or(L::LARGEST_NUMBER, i64::from);
        let number = i64::try_from(nth).ok().filter(|number| *number < most && nth < TRIED_NUMBERS);
        number.inspect(|number| bound.number = *number).is_some()
    }
}

/// Common word: several sentences as one part, which is done completely or counts as not done.
#[wire(Part)]
pub struct DoAll<L: Language>(pub Vec<L::Effect>);

impl<L: Language> EffectWord<L> for DoAll<L> {
    fn run(&self, _: &mut Run<'_, '_, L>) -> Result<Next, Pause> {
        Ok(Next::Into(0))
    }

    fn branch(&self, number: u8) -> Option<&[L::Effect]> {
        (number == 0).then_some(self.0.as_slice())
    }

    fn can_do_some(&self, game: &Match<'_, L>, scene: &Scene<'_>) -> bool {
        first_lacking::<L>(&self.0, game, scene).is_none()
    }
}

/// The largest number of repetitions.
const REPEAT_LIMIT: i64 = 100;

/// Common word: several sentences so many times, one time after the other; how often is fixed when it begins.
#[wire(Part)]
pub struct Repeat<L: Language> {
    /// How many times, up to 100.
    #[part(count)]
    pub n: Amount<L>,
    /// What is done each time.
    #[serde(rename = "do")]
    pub each: Vec<L::Effect>,
}

impl<L: Language> EffectWord<L> for Repeat<L> {
    fn lint(&self, lint: &mut Lint<'_, L>) {
        if self.each.is_empty() {
            lint.find("empty_list", findings::repeats_nothing());
        }
        self.lint_part(lint);
    }

    fn run(&self, run: &mut Run<'_, '_, L>) -> Result<Next, Pause> {
        let before = run.resolution.memo.decided.is_empty().then(|| self.n.value(run.game, &run.scene()));
        let n = match run
            .decide_unasked(|game| Answer::Number(game.counted(before.unwrap_or(0).max(0), REPEAT_LIMIT)))
        {
            Answer::Number(n) => usize::try_from(n).unwrap_or(0),
            _ => 0,
        };
        if run.done() >= n {
            return Ok(Next::Done(n > 0));
        }
        let keep = run.decided();
        run.one_done(keep);
        Ok(Next::Into(0))
    }

    fn comes_again(&self) -> bool {
        true
    }

    fn branch(&self, number: u8) -> Option<&[L::Effect]> {
        (number == 0).then_some(self.each.as_slice())
    }

    fn can_do_some(&self, game: &Match<'_, L>, scene: &Scene<'_>) -> bool {
        self.n.count(game, scene) > 0 && is_any_feasible::<L>(&self.each, game, scene)
    }
}
