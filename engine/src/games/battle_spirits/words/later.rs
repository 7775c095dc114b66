//! Delayed effects, which a sentence creates for later events: FAQ.效果通則.Q6; ruling-58, ruling-99.

use super::super::BattleSpirits;
use super::super::findings;
use super::super::raise::{self, Heard, Raised};
use super::super::table::Game;
use super::change::topics;
use super::effect::Running;
use super::{Effect, GameInfluence, Influence, Trigger, Until, context};
use crate::abilities::effect::{is_any_feasible, lint_list};
use crate::abilities::lasting::Made;
use crate::abilities::lint::meant;
use crate::abilities::{Bound, EffectWord, Lasting, Lint, Next, Objects, Pause, Scene};
use crate::kernel::{Event, Object, Reach, Seat, held, wire};

/// Until an end, whenever something happens, this is done; it needs its source no longer [ruling-99].
#[wire(Part<BattleSpirits>)]
pub struct Later {
    /// What it waits for.
    #[part(plain)]
    pub on: Trigger,
    /// When it ends.
    pub until: Until,
    /// Only the first time.
    #[optional]
    pub once: bool,
    /// What is done; `chosen` are the cards that were chosen last when it was made.
    #[serde(rename = "do")]
    pub effects: Vec<Effect>,
}

/// A sentence whose moment has come.
#[held]
pub struct Delayed {
    /// The sentence.
    pub made: Made<BattleSpirits>,
    /// When it was made, which no other was.
    pub time: u32,
}

impl EffectWord<BattleSpirits> for Later {
    fn lint(&self, lint: &mut Lint<'_, BattleSpirits>) {
        lint.inside("on", |lint| self.on.lint_anywhere(lint));
        lint.inside("until", |lint| BattleSpirits::lint_until(lint, self.until));
        if self.until == Until::Always {
            lint.inside("until", |lint| lint.find("no_duration", findings::no_end()));
        }
        let unavailable = context::SENTENCES.into_iter().filter(|name| *name != meant::CHOSEN).collect();
        lint.with_unavailable(unavailable, |lint| lint_list(lint, "do", &self.effects));
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let made = Made::of(run);
        let reach = Reach::Seat(run.seat());
        Ok(Next::Done(BattleSpirits::begin(
            run,
            Influence::Own(GameInfluence::Later(made)),
            reach,
            self.until,
        )))
    }

    fn can_do_some(&self, game: &Game<'_>, _: &Scene<'_>) -> bool {
        <BattleSpirits as Lasting>::can_begin(game, self.until)
    }

    fn branch(&self, number: u8) -> Option<&[Effect]> {
        (number == 0).then_some(self.effects.as_slice())
    }
}

/// Raises the delayed effects that wait for this event.
pub fn on_event(game: &mut Game<'_>, event: &Event<BattleSpirits>) {
    let mut heard: Vec<(u32, bool, Seat, Raised)> = Vec::new();
    for modifier in game.running_effects(topics::LATER) {
        let Influence::Own(GameInfluence::Later(made)) = &modifier.influence else { continue };
        let (Some(me), Some(word)) = (modifier.source, made.word(game)) else { continue };
        let bound = Bound { chosen: made.still_chosen(game, event.subject), ..Bound::NONE };
        if let Some(Heard { subject, other, amount, fitted }) = word.on.hears(game, me, event, &bound) {
            let (ability, fitted) = (made.text.ability, Some(fitted));
            let later = Some(Box::new(Delayed { made: made.clone(), time: modifier.time }));
            let raised = Raised { me, ability, subject, other, amount, fitted, given: false, later };
            // If an object of the event may still get the properties that the trigger asks for, this is not
            // the first time yet.
            let is_first = word.once && !word.on.may_change();
            heard.push((modifier.time, is_first, modifier.seat, raised));
        }
    }
    for (time, is_first, seat, raised) in heard {
        if is_first {
            end(game, time);
        }
        game.wait(seat, raised);
    }
}

/// Ends the delayed effect that was created at this time.
fn end(game: &mut Game<'_>, time: u32) {
    game.expire(|modifier| {
        modifier.time == time && matches!(modifier.influence, Influence::Own(GameInfluence::Later(_)))
    });
}

impl Made<BattleSpirits> {
    /// The sentence that created it.
    fn word<'p>(&self, game: &Game<'p>) -> Option<&'p Later> {
        let Effect::Later(word) = self.text.word(game)? else { return None };
        Some(word)
    }

    /// The chosen cards that are still the same objects. A card that has left and come back is another
    /// object; one that leaves by the event itself still counts [ruling-27].
    fn still_chosen(&self, game: &Game<'_>, leaves: Option<Object>) -> Objects {
        let followed = !game.in_force(cite!("ruling-27"));
        let is_same =
            |object: &Object| followed || game.state.table.is_current(*object) || leaves == Some(*object);
        self.chosen.iter().copied().filter(is_same).collect()
    }
}

impl Delayed {
    /// The event that the effect waits for.
    pub fn trigger<'p>(&self, game: &Game<'p>) -> Option<&'p Trigger> {
        self.made.word(game).map(|word| &word.on)
    }

    /// Whether any of its sentences can do something.
    pub fn can_do_some(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        let word = self.made.word(game);
        word.is_some_and(|word| is_any_feasible::<BattleSpirits>(&word.effects, game, scene))
    }

    /// Its event took place: an effect for the first time only is over, also for further events of the same
    /// batch.
    pub fn happens(&self, game: &mut Game<'_>) {
        if self.made.word(game).is_some_and(|word| word.once && word.on.may_change()) {
            let time = self.time;
            end(game, time);
            let is_it = |delayed: &Delayed| delayed.time == time;
            game.state.waiting.retain(|waiting| !waiting.trigger.later.as_deref().is_some_and(is_it));
        }
    }

    /// The resolution of its sentences.
    pub fn resolution(&self, game: &Game<'_>, seat: Seat, raised: &Raised) -> raise::Carried {
        let mut resolution = raise::Carried::new(seat, raised.me, raised.ability, cite!("ruling-99"));
        resolution.path.clone_from(&self.made.text.path);
        resolution.path.push((0, 0));
        resolution.base = u8::try_from(resolution.path.len()).unwrap_or(u8::MAX);
        resolution.bound.chosen = self.made.still_chosen(game, raised.subject);
        (resolution.subject, resolution.other) = (raised.subject, raised.other);
        resolution.bound.number = raised.amount;
        resolution
    }
}
