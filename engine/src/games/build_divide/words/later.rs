//! Delayed effects, which a sentence creates for later events: ruling-1, ruling-21.

use super::super::BuildDivide;
use super::super::ability::Raised;
use super::super::chain::Carried;
use super::super::findings;
use super::super::table::Game;
use super::effect::Running;
use super::{Effect, GameInfluence, Group, Influence, Trigger, Until, context};
use crate::abilities::effect::lint_list;
use crate::abilities::lasting::{Made, Text};
use crate::abilities::lint::meant;
use crate::abilities::trigger::Heard;
use crate::abilities::{Bound, EffectWord, Lasting, Lint, Next, Pause, Scene};
use crate::game_kit::running::Begun;
use crate::kernel::{Event, Object, Reach, Seat, wire};

/// Until an end, whenever something happens, this is put on the chain; it needs its source no longer. The
/// targets of the `target` sentences with which it begins are chosen then [ruling-22].
#[wire(Part<BuildDivide>)]
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

impl EffectWord<BuildDivide> for Later {
    fn lint(&self, lint: &mut Lint<'_, BuildDivide>) {
        lint.inside("on", |lint| self.on.lint(lint));
        if self.until == Until::Leaves {
            lint.inside("until", |lint| lint.find("no_duration", findings::no_end()));
        }
        let others = context::SENTENCES.into_iter().filter(|name| *name != meant::CHOSEN);
        let unavailable =
            others.chain([context::PAID]).chain(self.on.unavailable().iter().copied()).collect();
        lint.with_unavailable(unavailable, |lint| lint_list(lint, "do", &self.effects));
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let made = Made::of(run);
        let reach = Reach::Seat(run.seat());
        Ok(Next::Done(BuildDivide::begin(run, Influence::Own(GameInfluence::Later(made)), reach, self.until)))
    }

    fn can_do_some(&self, game: &Game<'_>, _: &Scene<'_>) -> bool {
        BuildDivide::can_begin(game, self.until)
    }

    fn begins(&self, text: &Text<BuildDivide>) -> Option<(GameInfluence, Until)> {
        Some((GameInfluence::Later(Made::by(text.clone())), self.until))
    }

    fn branch(&self, number: u8) -> Option<&[Effect]> {
        (number == 0).then_some(self.effects.as_slice())
    }
}

/// Triggers the delayed effects that wait for this event.
pub fn on_event(game: &mut Game<'_>, event: &Event<BuildDivide>) {
    let mut heard: Vec<(u32, bool, Seat, Raised)> = Vec::new();
    for modifier in game.running_effects(super::change::topics::LATER) {
        let Influence::Own(GameInfluence::Later(made)) = &modifier.influence else { continue };
        let (Some(me), Some(Effect::Later(word))) = (modifier.source, made.text.word(game)) else { continue };
        let bound = Bound { chosen: made.chosen.iter().copied().collect(), ..Bound::NONE };
        if let Some(Heard { subject, other, amount }) = word.on.hears(game, me, event, &bound) {
            let (ability, later) = (made.text.ability, Some(Box::new(made.clone())));
            let raised = Raised { me, ability, subject, other, amount, given: false, later };
            heard.push((modifier.time, word.once, modifier.seat, raised));
        }
    }
    for (time, once, seat, raised) in heard {
        if once {
            game.expire(|modifier| {
                modifier.time == time && matches!(modifier.influence, Influence::Own(GameInfluence::Later(_)))
            });
        }
        game.wait(seat, raised);
    }
}

impl Made<BuildDivide> {
    /// The groups of targets: those of the sentences that it begins with.
    pub fn targets<'p>(&self, game: &Game<'p>) -> Vec<&'p Group> {
        let Some(Effect::Later(word)) = self.text.word(game) else { return Vec::new() };
        let aims = |effect: &'p Effect| {
            let Effect::Target(target) = effect else { return None };
            Some(&target.0)
        };
        word.effects.iter().map_while(aims).collect()
    }

    /// The resolution of its sentences, from the one after those that choose targets.
    pub fn resolution(&self, game: &Game<'_>, seat: Seat, me: Object) -> Carried {
        let mut resolution = Carried::new(seat, me, self.text.ability, cite!("快速与连锁.3"));
        resolution.path.clone_from(&self.text.path);
        resolution.path.push((0, u8::try_from(self.targets(game).len()).unwrap_or(u8::MAX)));
        resolution.base = u8::try_from(resolution.path.len()).unwrap_or(u8::MAX);
        resolution
    }
}
