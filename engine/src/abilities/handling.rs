//! Handling: a sentence determines its cards, and then does something to one after the other.

use std::marker::PhantomData;

#[cfg(feature = "schemas")]
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::shorthand::{self, ShortOrFields};
use super::{
    Amount, Answer, EffectWord, Language, Lint, Next, Objects, Part, Pause, Run, Scene, Select, Side, Take,
};
use crate::kernel::{Match, Object, Plain, Seat};
use crate::verdict::Cite;

/// The text that acts: its player and its object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Actor {
    /// The player.
    pub seat: Seat,
    /// The object.
    pub me: Object,
}

impl<'p, L: Language> Run<'_, 'p, L> {
    /// The player and the object of the running text.
    pub fn doer(&self) -> Actor {
        Actor { seat: self.seat(), me: self.me() }
    }

    /// Handles one card after the other with decisions of its own, and returns whether all could be done.
    ///
    /// # Errors
    /// The resolution has to wait, for a decision for example.
    pub fn each_asking(
        &mut self,
        objects: &[Object],
        mut act: impl FnMut(&mut Self, Object) -> Result<bool, Pause>,
    ) -> Result<(), Pause> {
        let keep = self.decided();
        while let Some(&object) = objects.get(self.done()) {
            if !act(self, object)? {
                self.falls_short();
            }
            self.one_done(keep);
        }
        Ok(())
    }

    /// The cards of a selection, in the order in which the sentence handles them. Both are fixed before the
    /// sentence handles the first.
    pub fn pick(&mut self, select: &Select<L>, rule: Cite) -> Result<Objects, Pause> {
        self.pick_by(Side::Own, select, rule)
    }

    /// As [`Run::pick`], for a sentence that a side carries out: each player chooses among its own cards.
    pub fn pick_by(&mut self, by: Side, select: &Select<L>, rule: Cite) -> Result<Objects, Pause> {
        let mut objects = Objects::new();
        for seat in by.in_turn_order(self.game, self.seat()) {
            objects.extend(self.select_as(seat, select, rule, false, |_, _| true)?);
        }
        let objects = self.fix(|game| {
            L::in_handling_order(game, &mut objects);
            objects
        });
        self.bind(select.name(), objects.clone());
        Ok(objects)
    }

    /// Handles one object after the other, and lets whatever one of them triggers run first. Objects that
    /// have left are skipped. `act` returns whether it was done.
    pub fn each(
        &mut self,
        objects: &[Object],
        act: impl FnMut(&mut Self, Object) -> bool,
    ) -> Result<(), Pause> {
        self.each_there(objects, |game, object| game.state.table.is_current(object), act)
    }

    /// As [`Run::each`], with a test of its own for objects that have left.
    fn each_there(
        &mut self,
        objects: &[Object],
        is_there: impl Fn(&Match<'p, L>, Object) -> bool,
        mut act: impl FnMut(&mut Self, Object) -> bool,
    ) -> Result<(), Pause> {
        let (floor, keep) = (self.game.height(), self.decided());
        while let Some(&object) = objects.get(self.done()) {
            if !(is_there(self.game, object) && act(self, object)) {
                self.falls_short();
            }
            self.one_done(keep);
            // After the last object, wait only for what is still being carried out.
            let more = self.done() < objects.len();
            if self.game.height() > floor || (more && self.game.is_interrupted(floor)) {
                return Err(Pause::Pushed);
            }
        }
        Ok(())
    }

    /// Handles several objects at once, and lets whatever that triggers run first.
    pub fn together(
        &mut self,
        objects: &[Object],
        act: impl FnOnce(&mut Match<'p, L>, &[Object]),
    ) -> Result<(), Pause> {
        if self.done() == 0 {
            let (floor, keep) = (self.game.height(), self.decided());
            let there = objects.iter().copied().filter(|object| self.game.state.table.is_current(*object));
            let there: Objects = there.collect();
            act(self.game, &there);
            self.one_done(keep);
            if self.game.height() > floor {
                return Err(Pause::Pushed);
            }
        }
        Ok(())
    }

    /// Lets later sentences refer to the new objects that these have become.
    fn follow_all(&mut self, objects: &[Object]) {
        for &object in objects {
            match self.game.state.table.is_current(object) {
                true => self.falls_short(),
                false => self.follow(object),
            }
        }
    }

    /// Does something `n` times for each seat of a side, one time after the other, and stops for a seat as
    /// soon as it is not possible. How often is fixed at the beginning. `act` gets the number of times that
    /// are left for the seat. Returns whether everything was done.
    pub fn counted(
        &mut self,
        who: Side,
        n: &Amount<L>,
        mut act: impl FnMut(&mut Match<'p, L>, Seat, usize) -> bool,
    ) -> Result<bool, Pause> {
        let value = n.value(self.game, &self.scene());
        let n = match self.decide_unasked(|_| Answer::Number(value)) {
            Answer::Number(n) => n.clamp(0, MOST_COUNTED) as usize,
            _ => 0,
        };
        let seats = who.in_turn_order(self.game, self.seat());
        let (floor, keep) = (self.game.height(), self.decided());
        while self.done() < n * seats.len() {
            let Some(&seat) = seats.get(self.done() / n.max(1)) else { break };
            let did = act(self.game, seat, n - self.done() % n.max(1));
            self.one_done(keep);
            if !did {
                self.falls_short();
                // Skip what is left for this seat: it is not possible either.
                while !self.done().is_multiple_of(n) {
                    self.one_done(keep);
                }
            }
            // After the last time, wait only for what is still being carried out.
            let more = self.done() < n * seats.len();
            if self.game.height() > floor || (more && self.game.is_interrupted(floor)) {
                return Err(Pause::Pushed);
            }
        }
        Ok(self.is_complete() && n > 0)
    }
}

/// The largest number of repetitions for one seat.
const MOST_COUNTED: i64 = 1_000;

/// The cards that a selection could take: in a place, those that can be chosen; otherwise, the objects
/// referred to that have not left.
pub fn candidates<L: Language>(game: &Match<'_, L>, scene: &Scene<'_>, select: &Select<L>) -> Objects {
    let mut objects = referable(game, scene, select);
    if let Select::Cards(cards) = select {
        objects.retain(|object| L::can_be_chosen(game, scene, cards, object.card));
    }
    objects
}

/// As [`candidates`], for a sentence that only refers to the cards, so that no card is exempt.
pub fn referable<L: Language>(game: &Match<'_, L>, scene: &Scene<'_>, select: &Select<L>) -> Objects {
    let table = &game.state.table;
    match select {
        Select::Cards(cards) if cards.takes_any(game, scene) || L::fitted(game, scene, cards).is_some() => {
            let domain = L::fitted(game, scene, cards).unwrap_or_else(|| cards.domain(game, scene));
            domain.into_iter().map(|card| L::object_there(game, &cards.from, card)).collect()
        }
        Select::Cards(_) => Objects::new(),
        other => {
            let is_there = |object: &Object| object.item.is_some() || table.is_current(*object);
            other.all(game, scene).into_iter().filter(is_there).collect()
        }
    }
}

/// Whether a sentence can handle any card that its selection could take.
pub fn can_any<L: Language>(
    game: &Match<'_, L>,
    scene: &Scene<'_>,
    select: &Select<L>,
    can: impl Fn(Object) -> bool,
) -> bool {
    candidates(game, scene, select).into_iter().any(can)
}

/// Whether a sentence can handle as many cards as its selection requires; if it handles all of several at
/// once, at least one.
pub fn can_all<L: Language>(
    game: &Match<'_, L>,
    scene: &Scene<'_>,
    select: &Select<L>,
    can: impl Fn(Object) -> bool,
) -> bool {
    let wanted = match select {
        Select::Cards(cards) => match &cards.take {
            Take::Exactly(amount) => amount.count(game, scene).max(1),
            _ => 1,
        },
        _ => 1,
    };
    candidates(game, scene, select).into_iter().filter(|object| can(*object)).count() >= wanted
}

/// An action on one card after the other, as a word of a game's texts.
pub trait CardAction<L: Language>: Plain {
    /// The verb of the event, for games that look up afterwards whether it happened; `None`: the result of
    /// `act` counts.
    const VERB: Option<L::Verb> = None;
    /// The rule by which the cards are chosen.
    const CHOSEN_BY: Cite = L::CHOICE_RULES.text;

    /// Acts on several cards at once, in games in which that is one event; a card on which it acted is a new
    /// object. `None`: it acts on one after the other.
    const TOGETHER: Option<fn(&mut Match<'_, L>, Actor, &[Object])> = None;

    /// Reports uses that cannot mean anything.
    fn lint(_lint: &mut Lint<'_, L>) {}

    /// Whether later sentences follow the card to the object that it becomes.
    fn is_followed(_game: &Match<'_, L>, _object: Object) -> bool {
        true
    }

    /// Whether the object is still there to be acted on.
    fn is_there(game: &Match<'_, L>, object: Object) -> bool {
        game.state.table.is_current(object)
    }

    /// The order in which it acts.
    fn order(_run: &mut Run<'_, '_, L>, objects: Objects) -> Result<Objects, Pause> {
        Ok(objects)
    }

    /// Whether it can act on a card that is there.
    fn can(game: &Match<'_, L>, scene: &Scene<'_>, object: Object) -> bool;

    /// Acts on a card, and returns whether it was done.
    fn act(game: &mut Match<'_, L>, actor: Actor, object: Object) -> bool;
}

/// Common word: something is done to each of the cards meant; later sentences refer to them as they are then.
/// Where the player of the text carries it out, the cards are all that is written.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields, bound = "", remote = "Self")]
pub struct Each<L: Language, D: CardAction<L>> {
    /// Which cards.
    pub what: Select<L>,
    /// Who carries it out; both: each player chooses for itself.
    #[serde(default, skip_serializing_if = "super::is_default")]
    pub by: Side,
    #[serde(skip)]
    action: PhantomData<D>,
}

impl<L: Language, D: CardAction<L>> Serialize for Each<L, D> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.by {
            Side::Own => self.what.serialize(serializer),
            _ => <Each<L, D>>::serialize(self, serializer),
        }
    }
}

impl<'de, L: Language, D: CardAction<L>> Deserialize<'de> for Each<L, D> {
    fn deserialize<R: Deserializer<'de>>(deserializer: R) -> Result<Self, R::Error> {
        shorthand::read(deserializer)
    }
}

impl<'de, L: Language, D: CardAction<L>> ShortOrFields<'de> for Each<L, D> {
    type Short = Select<L>;
    const FIELDS: &'static [&'static str] = &["what", "by"];
    const EXPECTING: &'static str = "cards, or `what` and `by`";

    fn short(what: Select<L>) -> Self {
        Each::of(what)
    }

    fn with_fields<R: Deserializer<'de>>(deserializer: R) -> Result<Self, R::Error> {
        <Each<L, D>>::deserialize(deserializer)
    }
}

#[cfg(feature = "schemas")]
impl<L: Language, D: CardAction<L>> JsonSchema for Each<L, D> {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Each".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let (what, by) = (generator.subschema_for::<Select<L>>(), generator.subschema_for::<Side>());
        schemars::json_schema!({
            "description": "Which cards; with `by`, who carries it out.",
            "anyOf": [what, {
                "type": "object",
                "properties": { "what": what, "by": by },
                "required": ["what"],
                "additionalProperties": false,
            }],
        })
    }
}

impl<L: Language, D: CardAction<L>> Each<L, D> {
    /// The action on these cards, carried out by the text's player.
    pub const fn of(what: Select<L>) -> Each<L, D> {
        Each { what, by: Side::Own, action: PhantomData }
    }
}

impl<L: Language, D: CardAction<L>> Part<L> for Each<L, D> {
    fn lint_part(&self, lint: &mut Lint<'_, L>) {
        D::lint(lint);
        self.what.lint(lint);
    }

    fn is_open_part(&self) -> bool {
        self.what.is_open()
    }

    fn selects(&self) -> Option<&Select<L>> {
        Some(&self.what)
    }
}

impl<L: Language, D: CardAction<L>> EffectWord<L> for Each<L, D> {
    fn run(&self, run: &mut Run<'_, '_, L>) -> Result<Next, Pause> {
        let rule = if self.by == Side::Both { L::CHOICE_RULES.together } else { D::CHOSEN_BY };
        let objects = run.pick_by(self.by, &self.what, rule)?;
        let objects = D::order(run, objects)?;
        let (begun, actor) = (L::begun(run), run.doer());
        if let Some(act) = D::TOGETHER {
            run.together(&objects, |game, there| act(game, actor, there))?;
            let seen = match D::VERB.filter(|_| L::LOOKS_BACK) {
                Some(verb) => L::has_done(run, begun, verb, &self.what, &objects),
                None => {
                    run.follow_all(&objects);
                    true
                }
            };
            return Ok(Next::Done(seen && run.is_complete() && !objects.is_empty()));
        }
        run.each_there(&objects, D::is_there, |run, object| {
            let is_followed = run.game.state.table.is_current(object) && D::is_followed(run.game, object);
            let done = D::act(run.game, actor, object);
            match D::VERB {
                Some(_) if L::LOOKS_BACK => true,
                _ => {
                    if done && is_followed {
                        run.follow(object);
                    }
                    done
                }
            }
        })?;
        let seen = D::VERB.is_none_or(|verb| L::has_done(run, begun, verb, &self.what, &objects));
        Ok(Next::Done(seen && run.is_complete() && !objects.is_empty()))
    }

    fn can_do_some(&self, game: &Match<'_, L>, scene: &Scene<'_>) -> bool {
        let can = |scene: &Scene<'_>| can_any(game, scene, &self.what, |object| D::can(game, scene, object));
        self.by.seats(scene.seat).iter().any(|&seat| can(&Scene { seat, ..*scene }))
    }

    fn can_do_all(&self, game: &Match<'_, L>, scene: &Scene<'_>) -> bool {
        let can = |scene: &Scene<'_>| can_all(game, scene, &self.what, |object| D::can(game, scene, object));
        self.by.seats(scene.seat).iter().all(|&seat| can(&Scene { seat, ..*scene }))
    }
}
