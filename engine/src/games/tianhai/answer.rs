//! Refusals that come before an action's own conditions, and looking at hidden cards: 准备游戏.1, 弃牌堆.4, 支付费用.1,
//! 部署单位牌.1, 进阶规则.1, 进阶规则.2; ruling-39, ruling-45, ruling-58, ruling-79.

use super::action::Action;
use super::reason::Reason;
use super::table::{Game, Phase, Zone, mark, owner, unit_at};
use super::{Question, Tianhai};
use crate::game_kit::action::answers::Rules;
use crate::game_kit::action::{ActionKind, Actions, Kit, When};
use crate::game_kit::fields::fields;
use crate::game_kit::grid::Coordinates;
use crate::game_kit::question::Concern;
use crate::game_kit::view::Seen;
use crate::kernel::{Asked, Row, Seat, Viewer, ensure, refuse_if, test};
use crate::verdict::{Cite, Refusal};

type Time = crate::game_kit::action::Time<Tianhai>;

/// The rules by which choices inside abilities are refused.
pub(crate) const CHOICES: Rules = Rules::by(&[cite!("ruling-58")]);

/// The rule by which an action is refused when no player is asked anything.
pub(crate) const NOTHING_ASKED: Cite = cite!("ruling-39");

/// The name of the question that is asked now; empty if there is none.
pub(crate) fn asked_name(game: &Game<'_>) -> String {
    game.state.asked.first().map_or_else(String::new, |asked| asked.question.name().to_owned())
}

/// Refuses an action that does not answer the question: by set-up, by a choice inside an effect, else by the
/// action's own conditions and its time.
pub(crate) fn out_of_time(
    game: &Game<'_>,
    seat: Seat,
    action: &Action,
    asked: &Asked<Tianhai>,
) -> Refusal<Reason> {
    let set_up = game.state.facts.phase == Phase::Vanguard && !matches!(action, Action::PlaceVanguard(_));
    if set_up && game.in_force(cite!("准备游戏.1")) {
        return Refusal::new(Reason::SetupNotFinished, cite!("准备游戏.1"));
    }
    // The rules ask for targets, texts ask for every other choice.
    if action.is_choice() && !matches!(action, Action::ChooseTargets(_)) {
        return Refusal::new(Reason::NoSuchChoice, cite!("ruling-58"));
    }
    if Tianhai::choosable(&asked.question).is_some() && game.in_force(cite!("ruling-58")) {
        let asked = asked.question.name().to_owned();
        return Refusal::new(Reason::AnotherAnswer { asked }, cite!("ruling-58"));
    }
    action.fault(game, seat).unwrap_or_else(|| {
        let (first, also) = action.time(game, seat).split_first().unwrap_or((&NOTHING_ASKED, &[]));
        let reason = match action.is_choice() {
            true => Reason::NoSuchChoice,
            false => Reason::NotTheTime { asked: asked.question.name().to_owned() },
        };
        Refusal::new(reason, *first).also(also)
    })
}

/// The cards that a question is about: for a choice of targets the attacker, for a choice inside a text its
/// order.
pub(crate) fn concern(_: &Game<'_>, asked: &Asked<Tianhai>) -> Concern {
    let (card, ability) = match &asked.question {
        Question::Targets(choosing) => (Some(choosing.attacker.card), None),
        Question::Choice(choice) | Question::Units(choice) => {
            (Some(choice.me.card), super::words::raise::number(choice.ability))
        }
        _ => (None, None),
    };
    Concern { card, ability, ..Concern::default() }
}

/// A look at cards; of hidden ones it is refused [ruling-45].
#[fields]
pub struct Peek {
    /// Of the battlefield: the cell.
    pub at: Option<Coordinates>,
    /// Whose zone.
    pub of: Seat,
    /// Which.
    pub zone: Zone,
}

impl Peek {
    const WHAT: u16 = Self::OF | Self::ZONE | Self::AT;

    fn hides(&self, zone: Zone, whose: bool) -> Result<(), Reason> {
        refuse_if(self.zone == zone && whose, Reason::HiddenZone)
    }
}

impl ActionKind<Tianhai> for Peek {
    const WHEN: When = When::Standing;
    const CONDITIONS: &'static [Row<Tianhai, Self>] = &[
        test(Self::ZONE, Self::WHAT, &[cite!("支付费用.1")], |_, seat, action| {
            action.hides(Zone::OrderArea, action.of != seat)
        }),
        test(Self::ZONE, Self::WHAT, &[cite!("进阶规则.1")], |game, seat, action| {
            action.hides(Zone::OrderArea, action.of == seat && game.state.facts.agreed.advanced)
        }),
        test(Self::ZONE, Self::WHAT, &[cite!("弃牌堆.4")], |_, seat, action| {
            action.hides(Zone::DiscardPile, action.of != seat)
        }),
        test(Self::ZONE, Self::WHAT, &[cite!("进阶规则.2")], |game, seat, action| {
            action.hides(Zone::DiscardPile, action.of == seat && game.state.facts.agreed.advanced)
        }),
        test(Self::ZONE, Self::WHAT, &[cite!("ruling-45")], |_, seat, action| {
            action.hides(Zone::Hand, action.of != seat)
        }),
        test(Self::AT, Self::WHAT, &[cite!("部署单位牌.1")], |game, seat, action| {
            let unit = action.at.and_then(|at| unit_at(game, at.0)).filter(|unit| owner(game, *unit) != seat);
            let hidden = unit.is_some_and(|unit| mark(game, unit).is_covered());
            ensure(action.zone != Zone::Battlefield || !hidden, Reason::HiddenZone)
        }),
    ];
    const TIME: Time = |_, _| &[cite!("ruling-45")];

    fn perform(&self, _: &mut Game<'_>, _: Seat, _: Option<&Question>) {}

    fn seen(&self, _: &Game<'_>, seat: Seat, _: Viewer) -> Seen {
        if self.of == seat { Seen::Nothing } else { Seen::Whole }
    }
}
