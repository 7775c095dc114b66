//! The steps that using a card, activating an ability and using a shot share: modes, the number X, targets,
//! what is paid besides energy, and the way onto the chain: 主要阶段.卡牌的使用.1, 触发效果.shot, 快速与连锁.1; ruling-13,
//! ruling-15, ruling-22, ruling-34, ruling-55.

use super::chain::{self, Use, What};
use super::pay;
use super::reason::Reason;
use super::table::{Came, Game, HAND, Verb, lies_in};
use super::words::cost::{self as costs, EffectCost};
use super::words::{Ability, AbilityId, Cost, Group};
use super::zone::{self, By};
use super::{BuildDivide, Question, ability, answer, targets};
use crate::abilities::target;
use crate::abilities::{Bound, ConditionWord, Scene};
use crate::game_kit::action::legal::{Slot, each, whole};
use crate::game_kit::cost::{self, Payer};
use crate::game_kit::fields::Fielded;
use crate::kernel::shape::Value;
use crate::kernel::{Acts, CardId, Object, Row, Seat, ensure, test};

/// What a player chooses for a text when it is used.
#[derive(Debug, Clone, Copy)]
pub struct Choice<'a> {
    /// The numbers of the chosen modes, from 1; empty: the text has none.
    pub modes: &'a [u8],
    /// The targets, group by group.
    pub targets: &'a [CardId],
    /// The number X, if the cost asks for one.
    pub x: Option<u8>,
}

/// An action that uses a card, an ability or a shot.
pub trait Uses: Fielded + 'static {
    /// The bits of the fields that name the card or ability.
    const NAMED: u16;
    /// The bit of the field with the modes.
    const MODES: u16;
    /// The bit of the field with the number X.
    const X: u16;
    /// The bit of the field that names what is paid besides energy.
    const COST: u16;
    /// The bit of the field with the energy; 0: the action pays none.
    const PAY: u16;
    /// The bit of the field with the targets.
    const TARGETS: u16;
    /// Whether the action uses a card: such a card cannot be part of its own cost.
    const IS_CARD: bool;

    /// The card that is used, or whose ability is used.
    fn used(&self) -> CardId;

    /// The text that is used; `None`: a unit has none.
    fn text(&self, game: &Game<'_>) -> Option<AbilityId>;

    /// The parts of its cost.
    fn parts<'p>(&self, game: &Game<'p>) -> Vec<&'p Cost>;

    /// What the player chooses for its text.
    fn choice(&self) -> Choice<'_>;

    /// What the action names as payment besides energy.
    fn besides(&self) -> &EffectCost;

    /// The energy cards that pay.
    fn energy(&self) -> &[CardId];

    /// The player and the cards of the payment, as costs read them.
    fn payer(&self, game: &Game<'_>, seat: Seat) -> Payer<'_> {
        let me = game.state.table.object(self.used());
        Payer { is_used: Self::IS_CARD, aside: Self::IS_CARD, besides: self.energy(), ..payer(seat, me) }
    }
}

/// The player and the card of a payment for a used card.
pub const fn payer(seat: Seat, me: Object) -> Payer<'static> {
    Payer { seat, me, is_used: true, aside: true, besides: &[] }
}

/// Implements [`Uses`] for an action, from the names of its fields.
macro_rules! uses {
    (
        $name:ident, named: $named:expr, used: $used:ident, card: $is_card:literal,
        pay: [$($pay:ident $bit:ident)?],
        text: |$of_text:ident, $in_text:ident| $text:expr,
        parts: |$of_parts:ident, $in_parts:ident| $parts:expr,
    ) => {
        impl crate::games::build_divide::using::Uses for $name {
            const NAMED: u16 = $named;
            const MODES: u16 = Self::MODES;
            const X: u16 = Self::X;
            const COST: u16 = Self::COST;
            const TARGETS: u16 = Self::TARGETS;
            const IS_CARD: bool = $is_card;
            const PAY: u16 = 0 $( | Self::$bit )?;

            fn used(&self) -> CardId {
                self.$used
            }

            fn text(&self, $in_text: &Game<'_>) -> Option<AbilityId> {
                let $of_text = self;
                $text
            }

            fn parts<'p>(&self, $in_parts: &Game<'p>) -> Vec<&'p Cost> {
                let $of_parts = self;
                $parts
            }

            fn choice(&self) -> Choice<'_> {
                Choice { modes: &self.modes, targets: &self.targets, x: self.x }
            }

            fn besides(&self) -> &EffectCost {
                &self.cost
            }

            fn energy(&self) -> &[CardId] {
                [&[][..] $(, &self.$pay)?].last().copied().unwrap_or_default()
            }
        }
    };
}
pub(super) use uses;

/// The text in its chosen mode; `None`: the text has no such mode [ruling-13].
fn mode(game: &Game<'_>, id: AbilityId, modes: &[u8]) -> Option<AbilityId> {
    let count = ability::by_id(game, id).map_or(0, Ability::modes);
    match (count, modes) {
        (0, []) => Some(AbilityId { mode: 0, ..id }),
        (1.., &[mode]) if (1..=count).contains(&usize::from(mode)) => Some(AbilityId { mode, ..id }),
        _ => None,
    }
}

impl Choice<'_> {
    /// What a text can refer to before it is on the chain: the number X.
    fn bound(self, me: Object) -> Bound {
        let mut bound = Bound::NONE;
        costs::bind_x(&mut bound, self.x.unwrap_or(0), me);
        bound
    }

    /// Calls `look` with the groups of targets of a text.
    fn aimed<T>(
        self,
        game: &Game<'_>,
        (seat, me): (Seat, Object),
        text: Option<AbilityId>,
        look: impl FnOnce(&Scene<'_>, &[Group]) -> T,
    ) -> T {
        let id = text.and_then(|id| mode(game, id, self.modes));
        let (groups, bound) = (id.map_or(&[][..], |id| targets::groups(game, id)), self.bound(me));
        look(&Scene { seat, me, subject: None, other: None, bound: &bound }, groups)
    }

    /// The use with its targets, made before anything is paid: paying may move the chosen cards.
    fn prepared(self, game: &Game<'_>, used: Use) -> Use {
        let by = (used.seat, used.source);
        let targets = self.aimed(game, by, used.what.text(), |scene, groups| {
            target::split(game, scene, groups, self.targets)
        });
        Use { targets: targets.unwrap_or_default(), bound: self.bound(used.source), ..used }
    }
}

/// The text offers the mode, and its cost asks for X [ruling-13].
pub const fn is_offered<A: Uses>() -> Row<BuildDivide, A> {
    test(A::MODES, A::NAMED | A::MODES | A::X, &[cite!("ruling-13")], |game, _, action| {
        let Choice { modes, x, .. } = action.choice();
        let mode = action.text(game).map_or(modes.is_empty(), |id| mode(game, id, modes).is_some());
        let x = x.is_some() == costs::asks_for_x(&action.parts(game)) && (A::PAY != 0 || x.unwrap_or(0) == 0);
        ensure(mode && x, Reason::WrongMode { card: action.used() })
    })
}

/// The player pays exactly the parts of the cost besides energy [ruling-13, ruling-34, ruling-55].
pub const fn is_paid<A: Uses>() -> Row<BuildDivide, A> {
    let reads = A::NAMED | A::COST | A::PAY;
    test(A::COST, reads, &[cite!("ruling-13"), cite!("ruling-55")], |game, seat, action| {
        let (payer, parts) = (action.payer(game, seat), action.parts(game));
        let paid = cost::is_paid(game, payer, &parts, action.besides());
        ensure(paid, Reason::CostNotPaid { card: action.used() })
    })
}

/// The targets fill the groups of the text [ruling-22].
pub const fn aims<A: Uses>() -> Row<BuildDivide, A> {
    test(A::TARGETS, A::NAMED | A::MODES | A::X | A::TARGETS, &[cite!("ruling-22")], |game, seat, action| {
        let (card, choice) = (action.used(), action.choice());
        let by = (seat, game.state.table.object(card));
        let targets = choice.aimed(game, by, action.text(game), |scene, groups| {
            target::split(game, scene, groups, choice.targets)
        });
        ensure(targets.is_some(), Reason::WrongTargets { card })
    })
}

/// The field of the modes in legal answers.
pub const fn modes<A: Uses>() -> Slot<BuildDivide, A> {
    each("modes", A::MODES, |game, _, action| {
        let text = action.text(game).and_then(|id| ability::by_id(game, id));
        match text.map_or(0, Ability::modes) {
            0 => vec![Value::Nothing],
            count => (1..).take(count).map(|mode| Value::Numbers(vec![mode])).collect(),
        }
    })
}

/// The field of X in legal answers: at most as much as the player has standing energy.
pub const fn numbers<A: Uses>() -> Slot<BuildDivide, A> {
    each("x", A::X, |game, seat, action| match costs::asks_for_x(&action.parts(game)) {
        true => {
            let most = if A::PAY == 0 { 0 } else { pay::standing(game, seat).len().min(u8::MAX.into()) };
            (0..).take(most + 1).map(Value::Number).collect()
        }
        false => vec![Value::Nothing],
    })
}

/// The field of the targets in legal answers.
pub const fn targets<A: Uses>() -> Slot<BuildDivide, A> {
    whole("targets", A::TARGETS, |game, seat, action| {
        let by = (seat, game.state.table.object(action.used()));
        action
            .choice()
            .aimed(game, by, action.text(game), |scene, groups| target::domain(game, scene, groups))
    })
}

/// Whether the condition of a text allows its use.
pub fn condition_holds(game: &Game<'_>, (seat, me): (Seat, Object), id: AbilityId) -> bool {
    let when = ability::by_id(game, id).and_then(Ability::when);
    let scene = Scene::of(seat, me);
    when.is_none_or(|when| when.is_true(game, &scene))
}

/// Refuses a use of normal timing while the chain is not empty [ruling-15, 快速与连锁.1].
pub fn chain_is_free(game: &Game<'_>, is_normal: bool) -> Result<(), Reason> {
    let needs = is_normal || !game.in_force(cite!("快速与连锁.1"));
    ensure(!needs || game.state.chain.is_empty(), Reason::ChainNotEmpty)
}

/// Keeps a use until it is paid for and goes on the chain.
pub fn prepare<'p>(game: &mut impl Acts<'p, BuildDivide>, used: Use, choice: Choice<'_>) {
    let table = game.game();
    let in_mode = |id: AbilityId| mode(table, id, choice.modes).unwrap_or(id);
    let what = match used.what {
        What::Unit => What::Unit,
        What::Command(id) => What::Command(in_mode(id)),
        What::Ability(id) => What::Ability(in_mode(id)),
    };
    let used = choice.prepared(table, Use { what, ..used });
    game.facts_mut().prepared = Some(Box::new(used));
}

/// Shows a used card and moves it onto the chain, and keeps its use with what the player chose.
pub fn show<'p>(
    game: &mut impl Acts<'p, BuildDivide>,
    (seat, card): (Seat, CardId),
    choice: Choice<'_>,
    came: Came,
) {
    let (verb, rule) = match came {
        Came::Shot => (Verb::Shot, cite!("触发效果.shot")),
        _ => (Verb::Use, cite!("主要阶段.卡牌的使用.1")),
    };
    let table = game.game();
    let Some(what) = chain::what(table, card, 0) else { return };
    let (from_hand, before) = (lies_in(table, card, HAND, seat), table.state.table.object(card));
    prepare(game, Use { came, from_hand, ..Use::new(seat, before, what) }, choice);
    let shown = zone::onto_chain(game.game(), verb, card, By::rule(seat, rule));
    game.propose(shown);
    let source = game.game().state.table.object(card);
    if let Some(used) = &mut game.facts_mut().prepared {
        used.source = source;
    }
}

/// Puts the kept use on the chain, after it is paid for; its text can refer to what paid.
pub fn put_on(game: &mut Game<'_>, cost: &EffectCost, question: Option<&Question>) {
    let Some(mut used) = game.facts_mut().prepared.take() else { return };
    cost::bind(game, cost, &mut used.bound);
    chain::put_on(game, *used);
    if question.is_some_and(answer::is_window) {
        game.used();
    }
}
