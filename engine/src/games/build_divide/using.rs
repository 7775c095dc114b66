//! The steps that using a card, activating an ability and using a shot share: modes, the number X, targets,
//! what is paid besides energy, and the way onto the chain: 主要阶段.卡牌的使用.1, 触发效果.shot, 快速与连锁.1; ruling-13,
//! ruling-15, ruling-22, ruling-34, ruling-55, ruling-107.

use super::chain::{self, Use, What};
use super::pay;
use super::reason::Reason;
use super::table::{Came, Game, HAND, Verb, lies_in};
use super::words::ability::Body;
use super::words::cost::{self as costs, EffectCost};
use super::words::{Ability, AbilityId, Cost, Group};
use super::zone::{self, By};
use super::{BuildDivide, Question, ability, answer, prohibition, targets};
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

/// The modes that a player can choose together for a text: none of a text without modes, one of several, or
/// two in printed order where a text lets the player carry out two and two are possible [ruling-13,
/// ruling-107].
pub fn choices(game: &Game<'_>, (seat, me): (Seat, Object), id: AbilityId) -> Vec<Vec<u8>> {
    let ability = ability::by_id(game, id);
    let count = u8::try_from(ability.map_or(0, Ability::modes)).unwrap_or(u8::MAX);
    if count == 0 {
        return vec![Vec::new()];
    }
    if ability.is_some_and(|ability| matches!(ability.body, Body::Command {}))
        && prohibition::two_modes(game, seat, me.card)
    {
        let scene = Scene::of(seat, me);
        let is_possible = |mode: &u8| {
            let groups = targets::groups(game, AbilityId { mode: *mode, ..id });
            target::domain(game, &scene, groups).is_some()
        };
        let possible: Vec<u8> = (1..=count).filter(is_possible).collect();
        let pairs = possible.iter().enumerate().flat_map(|(place, one)| {
            possible.iter().skip(place.saturating_add(1)).map(|other| vec![*one, *other])
        });
        let pairs: Vec<Vec<u8>> = pairs.collect();
        if !pairs.is_empty() {
            return pairs;
        }
    }
    (1..=count).map(|mode| vec![mode]).collect()
}

/// The groups of targets of a text in modes that are chosen together, those of the first mode first.
pub fn groups<'p>(game: &Game<'p>, id: AbilityId, modes: &[u8]) -> Vec<&'p Group> {
    let none = modes.is_empty().then_some(0);
    let modes = modes.iter().copied().chain(none);
    modes.flat_map(|mode| targets::groups(game, AbilityId { mode, ..id })).collect()
}

/// The text in its chosen modes, the second with a mode if two are chosen; `None`: the player cannot choose
/// these [ruling-13, ruling-107].
fn texts(
    game: &Game<'_>,
    by: (Seat, Object),
    id: AbilityId,
    modes: &[u8],
) -> Option<(AbilityId, Option<AbilityId>)> {
    let in_mode = |mode: u8| AbilityId { mode, ..id };
    choices(game, by, id).iter().any(|choice| choice == modes).then(|| match modes {
        [] => (in_mode(0), None),
        [one] => (in_mode(*one), None),
        [one, other, ..] => (in_mode(*one), Some(in_mode(*other))),
    })
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
        look: impl FnOnce(&Scene<'_>, &[&Group]) -> T,
    ) -> T {
        let text = text.filter(|id| texts(game, (seat, me), *id, self.modes).is_some());
        let groups = text.map_or_else(Vec::new, |id| groups(game, id, self.modes));
        let bound = self.bound(me);
        look(&Scene { seat, me, subject: None, other: None, bound: &bound }, &groups)
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
    test(A::MODES, A::NAMED | A::MODES | A::X, &[cite!("ruling-13")], |game, seat, action| {
        let Choice { modes, x, .. } = action.choice();
        let by = (seat, game.state.table.object(action.used()));
        let mode = action.text(game).map_or(modes.is_empty(), |id| texts(game, by, id, modes).is_some());
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
    each("modes", A::MODES, |game, seat, action| {
        let by = (seat, game.state.table.object(action.used()));
        let choices = action.text(game).map_or_else(|| vec![Vec::new()], |id| choices(game, by, id));
        let value = |modes: Vec<u8>| match modes.is_empty() {
            true => Value::Nothing,
            false => Value::Numbers(modes.into_iter().map(Into::into).collect()),
        };
        choices.into_iter().map(value).collect()
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
    let when = ability::by_id(game, id).and_then(|ability| ability.head.when.as_ref());
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
    let chosen = used.what.text().and_then(|id| texts(table, (used.seat, used.source), id, choice.modes));
    let in_mode = |id: AbilityId| chosen.map_or(id, |(one, _)| one);
    let what = match used.what {
        What::Unit => What::Unit,
        What::Command(id) => What::Command(in_mode(id)),
        What::Ability(id) => What::Ability(in_mode(id)),
    };
    let second = chosen.and_then(|(_, other)| other).map_or(0, |other| other.mode);
    let used = choice.prepared(table, Use { what, second, ..used });
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
