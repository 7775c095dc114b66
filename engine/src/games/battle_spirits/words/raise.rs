//! The word that raises effects of other cards: ruling-71, ruling-112.

use super::super::BattleSpirits;
use super::super::Step;
use super::super::ability::{self, AbilityId};
use super::super::findings;
use super::super::raise::Raised;
use super::super::table::{self, Game, owner};
use super::effect::Running;
use super::trigger::Moment;
use super::{KeywordName, Select};
use crate::abilities::{Answer, Choosable, EffectWord, Lint, Next, Part, Pause, Scene, referable};
use crate::kernel::{Object, wire};

/// Abilities of a card are carried out inside this effect, by its controller, if they are there at its
/// present level; their own event need not have happened [ruling-112].
#[wire(Part<BattleSpirits>)]
pub struct RaiseAbility {
    /// Which cards; one that waits to leave may be one of them [ruling-71].
    pub what: Select,
    /// The timing word of the abilities.
    pub moment: Option<Moment>,
    /// The keyword that they are.
    pub keyword: Option<KeywordName>,
    /// Of each card only one of them, which the player of this text chooses.
    #[optional]
    pub one: bool,
}

impl RaiseAbility {
    fn of(&self, game: &Game<'_>, object: Object) -> Vec<(AbilityId, bool)> {
        let is_it = |(id, _): &(AbilityId, bool)| {
            ability::by_id(game, *id).is_some_and(|ability| {
                let named = self.moment.is_some() || self.keyword.is_some();
                named
                    && self.moment.is_none_or(|moment| ability.moments().contains(&moment))
                    && self.keyword.is_none_or(|keyword| ability.keyword() == Some(keyword))
            })
        };
        match table::stands(game, object) {
            true => ability::referred(game, object.card).into_iter().filter(is_it).collect(),
            false => Vec::new(),
        }
    }
}

impl EffectWord<BattleSpirits> for RaiseAbility {
    fn lint(&self, lint: &mut Lint<'_, BattleSpirits>) {
        self.lint_part(lint);
        if self.moment.is_none() && self.keyword.is_none() {
            lint.find("nothing_meant", findings::which_abilities());
        }
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let objects = run.pick(&self.what, cite!("ruling-112"))?;
        let mut raised = Vec::new();
        for object in objects {
            let mut abilities = self.of(run.game, object);
            if self.one && abilities.len() > 1 {
                let count = u8::try_from(abilities.len()).unwrap_or(u8::MAX);
                let answer = run.ask(run.seat(), Choosable::Mode(count), cite!("ruling-112"), true)?;
                let Answer::Number(number) = answer else { return Ok(Next::Done(false)) };
                let place = usize::try_from(number.saturating_sub(1)).ok();
                abilities = place.and_then(|place| abilities.get(place).copied()).into_iter().collect();
            }
            raised.push((object, abilities));
        }
        let batch = run.game.state.batch;
        let mut some = false;
        for (object, abilities) in raised {
            for (ability, given) in abilities {
                let seat = owner(run.game, object.card);
                let raised = Raised {
                    me: object,
                    ability,
                    subject: Some(object),
                    other: None,
                    amount: 0,
                    fitted: None,
                    given,
                    later: None,
                };
                run.push(Step::Raise(seat, batch, raised));
                some = true;
            }
        }
        Ok(Next::Done(some))
    }

    fn can_do_some(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        let is_left = |object: Object, id| !ability::is_used_up(game, owner(game, object.card), object, id);
        let can = |object| self.of(game, object).into_iter().any(|(id, _)| is_left(object, id));
        referable(game, scene, &self.what).into_iter().any(can)
    }

    /// The abilities of a card are carried out even while it waits to leave: the sentence does nothing to the
    /// card [ruling-71].
    fn only_refers(&self) -> bool {
        true
    }
}
