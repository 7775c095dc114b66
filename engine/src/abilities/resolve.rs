//! The interpreter: a cursor over an ability's effects, with what was chosen so far. It can stop at any
//! choice, as plain data.
//!
//! After a pause a word runs from its beginning again. It reads its earlier decisions from the memo instead
//! of asking again, and `done` counts the subjects that it has handled.

use smallvec::SmallVec;

use super::{
    Bound, Cards, Choice, Choosable, Choosing, EffectWord, Language, Next, Objects, Scene, Select, Side,
};
use crate::kernel::{CardId, Cell, Checks, Match, Object, Seat, held};
use crate::verdict::Cite;

/// An answer to a choice.
#[held]
pub enum Answer {
    /// Cards in the order given.
    Cards(Vec<CardId>),
    /// Objects fixed when the word began; no decision.
    Objects(Objects),
    /// Cells in the order given.
    Cells(Vec<Cell>),
    /// A position, by the game's number.
    Position(u8),
    /// Yes or no.
    Flag(bool),
    /// A number or mode.
    Number(i64),
    /// Counted pieces, by the game's numbers of their kinds.
    Pieces(Vec<(u8, u32)>),
    /// How much had happened when the word began, by the game's count; no decision.
    Begun(u32),
}

/// Why a word stops before it is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pause {
    /// It asked a seat.
    Asked,
    /// It put a step on the agenda that runs first.
    Pushed,
    /// Judging stopped.
    Halted,
}

/// Where a resolution stands.
#[held(Copy)]
pub enum ResolutionStage {
    /// Its optional cost is being offered.
    Offer,
    /// Its cost is being paid.
    Cost(u8),
    /// Its effects are being processed.
    Effects,
}

/// What the word that is being processed decided so far.
#[held(Default)]
pub struct Memo {
    /// Its decisions in the order in which it asks for them.
    pub decided: Vec<Answer>,
    /// How many of its subjects it has dealt with.
    pub done: u16,
    /// Whether something of it was not possible.
    pub short: bool,
    /// Whether a sentence of its list was not carried out completely.
    pub broken: bool,
}

/// An ability being processed.
#[held]
#[serde(bound = "")]
pub struct Resolution<L: Language> {
    /// Whose it is.
    pub seat: Seat,
    /// What it stands on.
    pub me: Object,
    /// Which ability.
    pub ability: L::Ability,
    /// The object that the event happened to.
    pub subject: Option<Object>,
    /// The other object of the event.
    pub other: Option<Object>,
    /// How far it is.
    pub stage: ResolutionStage,
    /// The cursor: for each nested list the branch that led into it and the place in it.
    pub path: SmallVec<[(u8, u8); 4]>,
    /// The length of the path at which the processing ends.
    pub base: u8,
    /// Decisions of the word under the cursor.
    pub memo: Memo,
    /// Decisions of the words around it.
    pub outer: Vec<Memo>,
    /// What earlier sentences chose.
    pub bound: Bound,
    /// The rule that asks for its processing.
    pub rule: Cite,
}

impl<L: Language> Resolution<L> {
    /// A resolution that begins with the first effect of an ability.
    pub fn new(seat: Seat, me: Object, ability: L::Ability, rule: Cite) -> Resolution<L> {
        Resolution {
            seat,
            me,
            ability,
            subject: None,
            other: None,
            stage: ResolutionStage::Effects,
            path: SmallVec::from_slice(&[(0, 0)]),
            base: 1,
            memo: Memo::default(),
            outer: Vec::new(),
            bound: Bound::NONE,
            rule,
        }
    }

    /// The context in which the ability is read.
    pub fn scene(&self) -> Scene<'_> {
        Scene { seat: self.seat, me: self.me, subject: self.subject, other: self.other, bound: &self.bound }
    }

    /// Adds an answer to the memo.
    pub fn answer(&mut self, answer: Answer) {
        self.memo.decided.push(answer);
    }

    /// Resets the counters of when its words began, to compare states.
    pub fn forget_begun(&mut self) {
        for memo in self.outer.iter_mut().chain([&mut self.memo]) {
            for answer in &mut memo.decided {
                if let Answer::Begun(count) = answer {
                    *count = 0;
                }
            }
        }
    }

    /// The list of effects at the cursor.
    fn list<'p>(&self, game: &Match<'p, L>) -> &'p [L::Effect] {
        self.list_at(game, &self.path)
    }

    fn list_at<'p>(&self, game: &Match<'p, L>, path: &[(u8, u8)]) -> &'p [L::Effect] {
        let mut list = L::effects(game, self.ability);
        for window in path.windows(2) {
            if let [(_, place), (branch, _)] = window {
                list =
                    list.get(usize::from(*place)).and_then(|word| word.branch(*branch)).unwrap_or_default();
            }
        }
        list
    }

    /// Whether no effect is left.
    fn is_over(&self, game: &Match<'_, L>) -> bool {
        let mut path = self.path.clone();
        let word = |path: &[(u8, u8)]| {
            let &(_, place) = path.last()?;
            self.list_at(game, path).get(usize::from(place))
        };
        while word(&path).is_none() {
            if path.len() <= usize::from(self.base) {
                return true;
            }
            path.pop();
            if word(&path).is_some_and(EffectWord::comes_again) {
                return false;
            }
            if let Some((_, place)) = path.last_mut() {
                *place += 1;
            }
        }
        false
    }

    /// The effect at the cursor.
    pub fn word<'p>(&self, game: &Match<'p, L>) -> Option<&'p L::Effect> {
        let &(_, place) = self.path.last()?;
        self.list(game).get(usize::from(place))
    }

    /// The effects that follow the cursor in its list.
    pub fn later<'p>(&self, game: &Match<'p, L>) -> &'p [L::Effect] {
        let place = self.path.last().map_or(0, |&(_, place)| usize::from(place));
        self.list(game).get(place + 1..).unwrap_or(&[])
    }

    /// Stops judging if its text is inexact.
    fn rely_on(&self, game: &Match<'_, L>) {
        if let Some(definition) = L::definition_of(self.ability) {
            game.rely_on_text(Some(self.me.card), definition);
        }
    }

    /// Carries out effects until the end or a pause.
    pub fn run_effects(mut self, game: &mut Match<'_, L>) {
        self.rely_on(game);
        while !self.path.is_empty() && !game.has_ended() && game.halted().is_none() {
            let Some(word) = self.word(game) else {
                if self.path.len() <= usize::from(self.base) {
                    return;
                }
                self.path.pop();
                let memo = self.outer.pop().unwrap_or_default();
                if self.word(game).is_some_and(EffectWord::comes_again) {
                    self.memo = memo;
                } else {
                    self.sentence_is_over(!memo.broken);
                }
                continue;
            };
            if !game.spend(1) {
                return;
            }
            let floor = game.height();
            let (outcome, after) = self.run_word(game, |run| word.run(run));
            match outcome {
                Ok(Next::Done(did)) => {
                    let did = did && !self.memo.short;
                    self.sentence_is_over(did);
                    // After each instruction such a game checks the table.
                    let checked = L::POLICY.checks == Checks::AfterEachChange && !self.is_over(game);
                    if checked || !after.is_empty() || game.is_interrupted(floor) {
                        return self.wait_for(game, floor, after);
                    }
                }
                Ok(Next::Into(branch)) => {
                    let memo = std::mem::take(&mut self.memo);
                    self.outer.push(memo);
                    self.path.push((branch, 0));
                }
                Err(_) => return self.wait_for(game, floor, after),
            }
        }
    }

    /// Advances the cursor after a sentence. A list was carried out completely if all its sentences were.
    fn sentence_is_over(&mut self, did: bool) {
        self.memo = Memo::default();
        self.bound.did = did;
        if let Some(list) = self.outer.last_mut() {
            list.broken |= !did;
        }
        if let Some((_, place)) = self.path.last_mut() {
            *place += 1;
        }
    }

    /// Runs a word, and binds what it chose once it is done.
    fn run_word<'p, T>(
        &mut self,
        game: &mut Match<'p, L>,
        word: impl FnOnce(&mut Run<'_, 'p, L>) -> Result<T, Pause>,
    ) -> (Result<T, Pause>, Vec<L::Step>) {
        let mut run = Run { game, resolution: self, cursor: 0, after: Vec::new(), chosen: Vec::new() };
        let outcome = word(&mut run);
        let (after, chosen) = (run.after, run.chosen);
        if outcome.is_ok() {
            for (name, objects) in chosen {
                self.bound.bind(name.as_deref(), objects);
            }
        }
        (outcome, after)
    }

    /// Runs a part that is no effect, such as a cost, and binds what it chose.
    pub fn part<'p, T>(
        &mut self,
        game: &mut Match<'p, L>,
        part: impl FnOnce(&mut Run<'_, 'p, L>) -> Result<T, Pause>,
    ) -> Result<T, Pause> {
        self.rely_on(game);
        self.run_word(game, part).0
    }

    /// Puts the rest of the resolution beneath the steps that the word has put on the agenda.
    fn wait_for(self, game: &mut Match<'_, L>, floor: isize, after: Vec<L::Step>) {
        game.push_above(floor, L::resolution_step(self));
        for step in after.into_iter().rev() {
            game.push(step);
        }
    }
}

/// A running word.
#[derive(Debug)]
pub struct Run<'r, 'p, L: Language> {
    /// The match.
    pub game: &'r mut Match<'p, L>,
    /// The resolution.
    pub resolution: &'r mut Resolution<L>,
    /// The number of decisions read from the memo.
    cursor: usize,
    /// The steps that run before the next word.
    after: Vec<L::Step>,
    /// The cards that later sentences will refer to, some under a name. Until the word is done, its own
    /// numbers and selections refer to earlier choices.
    chosen: Vec<(Option<String>, Objects)>,
}

impl<'r, 'p, L: Language> Run<'r, 'p, L> {
    /// The context in which the ability is read.
    pub fn scene(&self) -> Scene<'_> {
        self.resolution.scene()
    }

    /// The player of the ability.
    pub fn seat(&self) -> Seat {
        self.resolution.seat
    }

    /// The object that has the ability.
    pub fn me(&self) -> Object {
        self.resolution.me
    }

    /// Adds a step that runs before the next word; the word then returns [`Pause::Pushed`], or is done.
    pub fn push(&mut self, step: L::Step) {
        self.after.push(step);
    }

    /// The number of subjects handled so far.
    pub fn done(&self) -> usize {
        usize::from(self.resolution.memo.done)
    }

    /// Counts one more subject as handled, and drops the decisions after the first `keep`, which concerned it
    /// alone.
    pub fn one_done(&mut self, keep: usize) {
        self.resolution.memo.done += 1;
        self.resolution.memo.decided.truncate(keep);
        self.cursor = self.cursor.min(keep);
    }

    /// The number of decisions that the word has read so far.
    pub fn decided(&self) -> usize {
        self.cursor
    }

    /// The next decision of the word from the memo; `None`: it was not made yet.
    pub fn remembered(&mut self) -> Option<Answer> {
        let answer = self.resolution.memo.decided.get(self.cursor).cloned()?;
        self.cursor += 1;
        Some(answer)
    }

    fn remember(&mut self, answer: Answer) -> Answer {
        self.resolution.memo.decided.push(answer.clone());
        self.cursor += 1;
        answer
    }

    /// Makes a decision without asking a seat, and keeps it in the memo.
    pub fn decide_unasked(&mut self, decide: impl FnOnce(&mut Match<'p, L>) -> Answer) -> Answer {
        match self.remembered() {
            Some(answer) => answer,
            None => {
                let answer = decide(self.game);
                self.remember(answer)
            }
        }
    }

    /// Asks a seat.
    ///
    /// # Errors
    /// [`Pause`] until the seat has answered.
    pub fn ask(&mut self, seat: Seat, what: Choosable, rule: Cite, open: bool) -> Result<Answer, Pause> {
        self.ask_about(seat, what, None, rule, (open, false))
    }

    /// As [`Run::ask`], for a choice about one of several cards, which the question names.
    pub fn ask_for(
        &mut self,
        seat: Seat,
        what: Choosable,
        card: CardId,
        rule: Cite,
    ) -> Result<Answer, Pause> {
        self.ask_about(seat, what, Some(card), rule, (true, false))
    }

    fn ask_about(
        &mut self,
        seat: Seat,
        what: Choosable,
        about: Option<CardId>,
        rule: Cite,
        (open, sealed): (bool, bool),
    ) -> Result<Answer, Pause> {
        if let Some(answer) = self.remembered() {
            return Ok(answer);
        }
        let (ability, me) = (self.resolution.ability, self.resolution.me);
        let choice = Choice { what, ability, me, about, rule, open };
        let question = L::choice_question(self.game, choice);
        if sealed {
            self.game.ask_sealed(seat, question);
        } else {
            self.game.ask(seat, question);
        }
        Err(Pause::Asked)
    }

    /// The objects of a selection. Asks where there is a choice, and keeps the answer in the memo.
    pub fn select(&mut self, select: &Select<L>, rule: Cite) -> Result<Objects, Pause> {
        let seat = self.seat();
        self.select_as(seat, select, rule, false, |_, _| true)
    }

    /// As [`Run::select`], for a sentence that `seat` carries out (“own” cards are that seat's), without
    /// cards that `allowed` refuses.
    pub fn select_as(
        &mut self,
        seat: Seat,
        select: &Select<L>,
        rule: Cite,
        sealed: bool,
        allowed: impl Fn(&Match<'p, L>, CardId) -> bool,
    ) -> Result<Objects, Pause> {
        let Select::Cards(cards) = select else {
            let objects = select.fixed(self.game, &self.scene()).unwrap_or_default();
            self.bind(None, objects.clone());
            return Ok(objects);
        };
        let answer = match self.remembered() {
            Some(answer) => answer,
            None => {
                let scene = Scene { seat, ..self.scene() };
                let fitted = L::fitted(self.game, &scene, cards);
                let domain: Vec<CardId> = fitted
                    .unwrap_or_else(|| cards.domain(self.game, &scene))
                    .into_iter()
                    .filter(|&card| {
                        allowed(self.game, card) && L::may_choose(self.game, self.resolution, cards, card)
                    })
                    .collect();
                let (min, max) = cards.bounds(self.game, &scene, domain.len());
                let priced = |card: &&CardId| L::need_not_choose(self.game, self.resolution, cards, **card);
                let min = min.min(domain.len() - domain.iter().filter(priced).count());
                self.resolution.memo.short |= cards.asks_for(self.game, &scene) > domain.len();
                self.choose(seat, cards, domain, (min, max), rule, sealed)?
            }
        };
        let Answer::Cards(chosen) = answer else { return Ok(Objects::new()) };
        let object = |card: &CardId| L::object_there(self.game, &cards.from, *card);
        let objects: Objects = chosen.iter().map(object).collect();
        self.bind(cards.name.as_deref(), objects.clone());
        Ok(objects)
    }

    fn current(&self, card: CardId) -> Object {
        self.game.state.table.object(card)
    }

    /// Binds cards for later sentences; the running one still refers to the earlier choice.
    pub fn bind(&mut self, name: Option<&str>, objects: Objects) {
        self.chosen.push((name.map(str::to_owned), objects));
    }

    /// Lets later sentences follow a card that this sentence moved.
    pub fn follow(&mut self, object: Object) {
        let now = self.current(object.card);
        self.resolution.bound.follow(object, now);
        let chosen = self.chosen.iter_mut().flat_map(|(_, objects)| objects);
        chosen.filter(|other| **other == object).for_each(|other| *other = now);
    }

    /// Records that a part of the word was not possible.
    pub fn falls_short(&mut self) {
        self.resolution.memo.short = true;
    }

    /// Whether every part of the word was possible so far.
    pub fn is_complete(&self) -> bool {
        !self.resolution.memo.short
    }

    /// The objects that an earlier run of the word fixed. Decisions up to them count as read.
    pub fn fixed(&mut self) -> Option<Objects> {
        let decided = self.resolution.memo.decided.iter();
        let (index, objects) = decided.enumerate().find_map(|(index, answer)| match answer {
            Answer::Objects(objects) => Some((index, objects.clone())),
            _ => None,
        })?;
        self.cursor = index + 1;
        Some(objects)
    }

    /// Fixes objects when the word begins.
    pub fn fix(&mut self, decide: impl FnOnce(&mut Match<'p, L>) -> Objects) -> Objects {
        match self.decide_unasked(|game| Answer::Objects(decide(game))) {
            Answer::Objects(objects) => objects,
            _ => Objects::new(),
        }
    }

    fn choose(
        &mut self,
        seat: Seat,
        cards: &Cards<L>,
        domain: Vec<CardId>,
        (min, max): (usize, usize),
        rule: Cite,
        sealed: bool,
    ) -> Result<Answer, Pause> {
        use super::SourceWord;
        let asks_anyway = cards.chooser != Choosing::Random && L::asks_anyway(cards);
        if (min == domain.len() || max == 0) && !asks_anyway {
            let chosen = if max == 0 { Vec::new() } else { domain };
            return Ok(self.remember(Answer::Cards(chosen)));
        }
        let chooser = match cards.chooser {
            Choosing::You => seat,
            Choosing::Opponent => seat.other(),
            Choosing::Random => return self.pick_at_random(domain, max, rule),
        };
        let owners = cards.side.seats(seat);
        let public = owners.iter().all(|&owner| cards.from.is_told(owner));
        let what = Choosable::Cards { from: domain, min, max, hidden: sealed && !public };
        match self.ask_about(chooser, what, None, rule, (public, sealed && !public)) {
            Err(pause) => Err(pause),
            Ok(answer) => Ok(answer),
        }
    }

    fn pick_at_random(&mut self, mut domain: Vec<CardId>, count: usize, rule: Cite) -> Result<Answer, Pause> {
        let mut chosen = Vec::with_capacity(count);
        while chosen.len() < count && !domain.is_empty() {
            let Some(index) = self.game.pick_index(domain.len(), rule) else { return Err(Pause::Halted) };
            chosen.push(domain.remove(index));
        }
        Ok(self.remember(Answer::Cards(chosen)))
    }

    /// The order in which several cards of one owner move. Asks if there is more than one card.
    pub fn order(
        &mut self,
        seat: Seat,
        objects: Objects,
        rule: Cite,
        hidden: bool,
    ) -> Result<Objects, Pause> {
        if objects.len() < 2 || !self.game.in_force(rule) {
            return Ok(objects);
        }
        let cards = objects.iter().map(|object| object.card).collect();
        let answer = self.ask(seat, Choosable::Order { cards, hidden }, rule, true)?;
        match answer {
            Answer::Cards(order) => Ok(order
                .iter()
                .filter_map(|card| objects.iter().copied().find(|object| object.card == *card))
                .collect()),
            _ => Ok(objects),
        }
    }

    /// The order in which cards of several owners move: each owner orders its own, the active player's cards
    /// first.
    pub fn order_by_owner(&mut self, objects: Objects, rule: Cite, hidden: bool) -> Result<Objects, Pause> {
        let mut ordered = Objects::with_capacity(objects.len());
        for seat in Side::Both.in_turn_order(self.game, self.seat()) {
            let own = |object: &Object| L::owner(self.game, object.card) == seat;
            let own = objects.iter().copied().filter(own).collect();
            ordered.extend(self.order(seat, own, rule, hidden)?);
        }
        Ok(ordered)
    }

    /// Objects in a random order.
    pub fn in_random_order(&mut self, objects: Objects, rule: Cite) -> Result<Objects, Pause> {
        let cards: Vec<CardId> = objects.iter().map(|object| object.card).collect();
        let count = cards.len();
        let order = match self.remembered() {
            Some(answer) => answer,
            None => self.pick_at_random(cards, count, rule)?,
        };
        let Answer::Cards(order) = order else { return Ok(objects) };
        let object = |card: &CardId| objects.iter().copied().find(|object| object.card == *card);
        Ok(order.iter().filter_map(object).collect())
    }

    /// One of several positions for a card. Asks if there is more than one.
    pub fn position(
        &mut self,
        seat: Seat,
        card: Option<CardId>,
        positions: &[u8],
        rule: Cite,
    ) -> Result<Option<u8>, Pause> {
        match positions {
            [] => Ok(None),
            &[only] if self.cursor >= self.resolution.memo.decided.len() => {
                self.remember(Answer::Position(only));
                Ok(Some(only))
            }
            _ => match self.ask_about(
                seat,
                Choosable::Position(positions.to_vec()),
                card,
                rule,
                (true, false),
            )? {
                Answer::Position(position) => Ok(Some(position)),
                _ => Ok(None),
            },
        }
    }

    /// Asks a seat for yes or no.
    pub fn yes_no(&mut self, seat: Seat, rule: Cite, open: bool) -> Result<bool, Pause> {
        match self.ask(seat, Choosable::YesNo, rule, open)? {
            Answer::Flag(flag) => Ok(flag),
            _ => Ok(false),
        }
    }
}
