//! Words that begin running effects: on numbers and keywords, prohibitions and permissions, delayed triggers.
//!
//! 103.1, 103.2 allowing and forbidding; 306.1 effects of texts; ruling-75 doubling.

use super::super::findings;
use super::super::{AzurLane, standby, stat, zone};
use super::effect::{Game, Running};
use super::skill::topics;
use super::{
    Allowed, AllowedName, Effect, Forbidden, ForbiddenName, Influence, Keyword, KeywordName, Select, Stat,
    Static, Trigger, Until, context,
};
use crate::abilities::effect::lint_list;
use crate::abilities::lasting::Text;
use crate::abilities::topics::{Topical, Topics};
use crate::abilities::{EffectWord, Lasting, Lint, Next, Pause, Scene};
use crate::kernel::{CardId, Object, Reach, wire};

/// What cards lose: a keyword, or every skill.
impl Topical for Option<KeywordName> {
    fn topics(&self) -> u64 {
        self.map_or_else(|| topics::LOSE_SKILLS, |keyword| keyword.topics())
    }
}

impl Lasting for AzurLane {
    type Stat = Stat;
    type Keyword = Keyword;
    type Lost = Option<KeywordName>;
    type Forbidden = Forbidden;
    type Allowed = Allowed;
    type Static = Static;
    type GameInfluence = Box<standby::Later>;
    type ForbiddenName = ForbiddenName;
    type AllowedName = AllowedName;

    const TOPICS: Topics = Topics {
        abilities: topics::GRANT_SKILLS,
        types: 0,
        names: 0,
        forbids: topics::FORBID,
        allows: topics::ALLOW,
    };

    fn forbidden_name(forbidden: &Forbidden) -> (ForbiddenName, bool) {
        forbidden.name()
    }

    fn allowed_name(allowed: &Allowed) -> Option<(AllowedName, bool)> {
        Some(allowed.name())
    }

    fn waiting(later: &Box<standby::Later>) -> Option<standby::Ability> {
        Some(later.text.ability)
    }

    fn each_static(
        game: &Game<'_>,
        wanted: u64,
        reaches: impl Fn(&Scene<'_>, &Static) -> bool,
        use_it: impl FnMut(&Scene<'_>, &Static),
    ) {
        stat::each_static(game, wanted, reaches, use_it);
    }

    fn number(game: &Game<'_>, card: CardId, stat: Stat) -> Option<i64> {
        stat::value(game, card, stat)
    }

    fn number_of(game: &Game<'_>, object: Object, stat: Stat, _: bool) -> Option<i64> {
        stat::of_object(game, object, stat)
    }

    fn is_seen(stat: Stat) -> bool {
        stat != Stat::Cost
    }

    fn sibling(ability: standby::Ability, number: u8) -> standby::Ability {
        standby::Ability { skill: number.saturating_sub(1), number, ..ability }
    }

    fn can_begin(game: &Game<'_>, until: Until) -> bool {
        zone::can_begin(game, until)
    }

    fn begin(run: &mut Running<'_, '_>, influence: Influence, reach: Reach<AzurLane>, until: Until) -> bool {
        let actor = run.doer();
        zone::begin(run.game, actor.seat, influence, reach, until, Some(actor.me))
    }

    fn lint_until(lint: &mut Lint<'_, AzurLane>, until: Until) {
        until.lint(lint);
    }

    fn lint_keyword(lint: &mut Lint<'_, AzurLane>, keyword: Keyword, to: &Select) {
        super::skill::lint_grant(lint, keyword, to);
    }

    fn lint_forbidden(lint: &mut Lint<'_, AzurLane>, what: &Forbidden, to_players: bool) {
        what.lint(lint, to_players);
    }

    fn lint_allowed(lint: &mut Lint<'_, AzurLane>, what: &Allowed) {
        what.lint(lint);
    }

    fn lint_given(lint: &mut Lint<'_, AzurLane>, number: u8, _: bool) {
        let place = usize::from(number).checked_sub(1);
        match place.and_then(|place| lint.given.get(place).copied()) {
            Some(true) => {}
            Some(false) => lint.find("wrong_attribute", findings::skill_not_givable()),
            None => lint.find("number_out_of_range", findings::no_such_skill()),
        }
        lint.gives.extend(place);
    }
}

/// A trigger that comes up later in the game, once.
#[wire(Part<AzurLane>)]
pub struct LaterWord {
    /// The event that it waits for.
    #[part(plain)]
    pub on: Trigger,
    /// What is done then; it still knows what was chosen before.
    #[serde(rename = "do")]
    pub effects: Vec<Effect>,
    /// Until when it waits.
    #[part(plain)]
    pub until: Until,
}

impl EffectWord<AzurLane> for LaterWord {
    fn lint(&self, lint: &mut Lint<'_, AzurLane>) {
        lint.inside("until", |lint| self.until.lint(lint));
        let unavailable = self.on.unavailable();
        // When the event is compared with the trigger, the choices of earlier sentences are not known.
        let unknown = unavailable.iter().copied().chain(context::SENTENCES).collect();
        lint.nested(unknown, |lint| lint.inside("on", |lint| self.on.lint(lint)));
        let event: Vec<_> = context::EVENT.into_iter().chain(context::IN_BATTLE).collect();
        lint.instead_of(&event, unavailable, |lint| lint_list(lint, "do", &self.effects));
    }

    /// That it waits is open, whatever is done then.
    fn is_open(&self) -> bool {
        true
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let (seat, me) = (run.seat(), run.me());
        let (text, bound) = (Text::of(run.resolution), run.resolution.bound.clone());
        let later = Influence::Own(Box::new(standby::Later { text, me, bound }));
        Ok(Next::Done(zone::begin(run.game, seat, later, Reach::Seat(seat), self.until, Some(me))))
    }

    fn can_do_some(&self, game: &Game<'_>, _: &Scene<'_>) -> bool {
        zone::can_begin(game, self.until)
    }

    fn branch(&self, number: u8) -> Option<&[Effect]> {
        (number == 0).then_some(self.effects.as_slice())
    }
}
