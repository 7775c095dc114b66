//! Whether anything of a text can be done, so that it may be offered or activated, and whether all of what
//! stands before 若成功 can.
//!
//! 六.1 conditions; 六.2 as much as possible, 若成功; 六.6 and ruling-47 who can be chosen; ruling-77 as many as
//! there are; ruling-86 nothing at all.

use super::super::table::{self, State, Zone};
use super::super::{Xinglingwang, entry, machine, prohibition, tactics, zone};
use super::effect::Game;
use super::{Amount, Effect, Select, Take};
use crate::card::{Bound, Cards, ConditionWord, EffectWord, Objects, Scene, Side};
use crate::kernel::{CardId, Object, Seat};

/// Whether it is magic being used that a text stands on: used already, or about to be.
fn is_used_magic(game: &Game<'_>, me: Object) -> bool {
    table::printed(game, me.card).magic.is_some()
        && matches!(table::zone_of(game, me.card), Some((Zone::Using | Zone::Hand, _)))
}

/// The cards that a selection could take: those of a place that can be chosen there, and what is meant otherwise
/// as far as it is still there.
pub(super) fn candidates(game: &Game<'_>, scene: &Scene<'_>, select: &Select) -> Objects {
    let table = &game.state.table;
    match select {
        Select::Cards(cards) => {
            let by_magic = is_used_magic(game, scene.me);
            let free =
                |card: &_| prohibition::choosing(game, scene.seat, scene.me, by_magic, *card).is_none();
            let domain = cards.domain(game, scene);
            if cards.bounds(game, scene, domain.len()).1 == 0 {
                return Objects::new();
            }
            domain.into_iter().filter(free).map(|card| table.object(card)).collect()
        }
        other => other.all(game, scene).into_iter().filter(|object| table.is_current(*object)).collect(),
    }
}

/// Whether a sentence can do what it does to one of the cards that a selection could take.
pub fn any(game: &Game<'_>, scene: &Scene<'_>, select: &Select, can: impl Fn(Object) -> bool) -> bool {
    candidates(game, scene, select).into_iter().any(can)
}

/// Whether it can do it to as many of them as the selection asks for: to all of several at once, at least one.
fn enough(game: &Game<'_>, scene: &Scene<'_>, select: &Select, can: impl Fn(Object) -> bool) -> bool {
    let wanted = match select {
        Select::Cards(Cards { take: Take::Exactly(amount), .. }) => amount.count(game, scene).max(1),
        _ => 1,
    };
    candidates(game, scene, select).into_iter().filter(|object| can(*object)).count() >= wanted
}

/// Whether an amount is at least one.
pub(super) fn is_some(amount: &Amount, game: &Game<'_>, scene: &Scene<'_>) -> bool {
    amount.value(game, scene) > 0
}

/// Whether this is so for a player of a side.
pub(super) fn for_any(side: Side, scene: &Scene<'_>, is_so: impl Fn(Seat) -> bool) -> bool {
    side.seats(scene.seat).iter().any(|seat| is_so(*seat))
}

pub(super) fn for_each(side: Side, scene: &Scene<'_>, is_so: impl Fn(Seat) -> bool) -> bool {
    side.seats(scene.seat).iter().all(|seat| is_so(*seat))
}

fn lies_in(game: &Game<'_>, object: Object, zone: Zone) -> bool {
    matches!(table::zone_of(game, object.card), Some((there, _)) if there == zone)
}

/// What a sentence does to one card after the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Act {
    /// It can be done to whatever is there.
    Anything,
    /// To whatever stands on the field as a unit.
    Unit,
    /// It goes into a zone.
    Into(Zone),
    /// 被破壞.
    Destroy,
    /// It gets a state.
    Turn(State),
    /// It begins to attack.
    Attack,
    /// It may attack once more.
    AttackAgain,
    /// It enters a half.
    Enter(Seat),
    /// The magic that the text stands on goes under it.
    Confer(Object),
    /// What is being used or activated is not processed.
    Negate,
    /// What is about to leave stays.
    Save,
    /// 分開.
    Split,
    /// Its unit goes under it with 寄生合體.
    Parasite,
}

impl Act {
    /// Whether it can be done to a card that is there.
    pub(super) fn can(self, game: &Game<'_>, scene: &Scene<'_>, object: Object) -> bool {
        let card = object.card;
        match self {
            Act::Anything => true,
            Act::Unit => table::is_unit(game, card),
            Act::Into(zone) => !lies_in(game, object, zone),
            Act::Destroy => {
                zone::is_destructible(game, card) && prohibition::destruction(game, card).is_none()
            }
            Act::Turn(state) => {
                table::is_unit(game, card)
                    && table::mark(game, card).state != state
                    && !prohibition::turning(game, card)
            }
            Act::Attack => tactics::could_begin(game, card),
            Act::AttackAgain => {
                table::is_unit(game, card) && table::mark(game, card).attacked == game.state.facts.turn
            }
            Act::Enter(side) => {
                !table::is_unit(game, card)
                    && entry::may_enter_by_effect(game, card)
                    && !entry::entries_of(game, card, side).is_empty()
            }
            Act::Confer(magic) => {
                table::is_unit(game, card)
                    && game.state.table.is_current(magic)
                    && !table::is_unit(game, magic.card)
            }
            Act::Negate => super::fight::is_processed(game, object),
            Act::Save => game.departing(object).is_some(),
            Act::Split => {
                let side = table::side(game, card);
                table::is_combined(game, card) && side.is_some_and(|side| table::has_room(game, side))
            }
            Act::Parasite => {
                table::stands(game, scene.me)
                    && !table::is_combined(game, scene.me.card)
                    && machine::parasite_fault(game, scene.me, card).is_none()
            }
        }
    }
}

/// Declares what a word does to one card after the other.
macro_rules! acting {
    ($name:ident, |$this:ident, $scene:ident| $act:expr) => {
        impl $name {
            /// What it does to one card after the other.
            pub(super) fn act(
                &self,
                $scene: &$crate::card::Scene<'_>,
            ) -> $crate::games::xinglingwang::words::possible::Act {
                let $this = self;
                let _ = ($this, $scene);
                $act
            }
        }
    };
}
pub(super) use acting;

/// What a sentence does to one card after the other, and which they are, if it does the same to each.
fn acts<'e>(effect: &'e Effect, scene: &Scene<'_>) -> Option<(&'e Select, Act)> {
    macro_rules! of {
        ($($word:ident),* $(,)?) => {
            match effect {
                $( Effect::$word(word) => Some((&word.what, word.act(scene))), )*
                Effect::Choose(word) => Some((&word.0, Act::Anything)),
                _ => None,
            }
        };
    }
    of!(
        Reveal,
        ToHand,
        ToDeck,
        ToGraveyard,
        Destroy,
        Exile,
        Sacrifice,
        Rest,
        Upright,
        Summon,
        ExtraPlay,
        Attack,
        AttackAgain,
        Negate,
        Save,
        Modify,
        Grant,
        Lose,
        GrantAbility,
        CountsAsType,
        CountsAsName,
        Forbid,
        Parasite,
        Split,
        Confer,
    )
}

/// Whether all of a sentence can be done, as what stands before 若成功 needs it.
pub fn is_whole(effect: &Effect, game: &Game<'_>, scene: &Scene<'_>) -> bool {
    if let Some((what, act)) = acts(effect, scene) {
        return enough(game, scene, what, |object| act.can(game, scene, object));
    }
    effect.is_feasible(game, scene)
        && match effect {
            Effect::Draw(word) => word.is_whole(game, scene),
            Effect::Mill(word) => word.is_whole(game, scene),
            Effect::Discard(word) => word.is_whole(game, scene),
            Effect::SummonTravelers(word) => word.is_whole(game, scene),
            Effect::Charge(word) => for_each(word.who, scene, |seat| {
                let room = zone::ENERGY_LIMIT.saturating_sub(table::energy(game, seat));
                word.n.value(game, scene) <= i64::from(room)
            }),
            Effect::LoseReward(word) => for_each(word.who, scene, |seat| {
                i64::from(table::reward(game, seat)) >= word.n.value(game, scene)
            }),
            Effect::LoseEnergy(word) => for_each(word.who, scene, |seat| {
                i64::from(table::energy(game, seat)) >= word.n.value(game, scene)
            }),
            Effect::If(word) => {
                let list = if word.when.holds(game, scene) { &word.then } else { &word.otherwise };
                first_lacking(list, game, scene).is_none()
            }
            _ => true,
        }
}

/// The first of several sentences that cannot be done as a whole; what one of them chooses those after it may
/// speak of.
pub fn first_lacking<'e>(list: &'e [Effect], game: &Game<'_>, scene: &Scene<'_>) -> Option<&'e Effect> {
    let mut bound = scene.bound.clone();
    for part in list {
        let chosen = Scene { bound: &bound, ..*scene };
        if !is_whole(part, game, scene) && !is_whole(part, game, &chosen) {
            return Some(part);
        }
        bound = after(part, game, &chosen);
    }
    None
}

/// What later sentences could speak of after a sentence: all the cards that it could take.
pub fn after(effect: &Effect, game: &Game<'_>, scene: &Scene<'_>) -> Bound {
    let selection = effect.selection();
    let chosen = match (effect, &selection) {
        (_, Some(select)) => candidates(game, scene, select),
        (Effect::Discard(word), None) => word.candidates(game, scene),
        _ => return scene.bound.clone(),
    };
    let name = match &selection {
        Some(Select::Cards(cards)) => cards.name.as_deref(),
        _ => None,
    };
    let mut bound = scene.bound.clone();
    bound.bind(name, chosen);
    bound
}

/// Whether something holds for some choice of targets that are still to be chosen: for all of them together, or
/// for single ones.
pub fn with_targets(
    targets: &[Cards<Xinglingwang>],
    (game, scene): (&Game<'_>, &Scene<'_>),
    allowed: &dyn Fn(&Cards<Xinglingwang>, CardId) -> bool,
    holds: &dyn Fn(&Scene<'_>) -> bool,
) -> bool {
    let Some((target, rest)) = targets.split_first() else { return holds(scene) };
    let domain = target.domain(game, scene).into_iter().filter(|card| allowed(target, *card));
    let objects: Objects = domain.map(|card| game.state.table.object(card)).collect();
    let with = |chosen: Objects| {
        let mut bound = scene.bound.clone();
        bound.bind(target.name.as_deref(), chosen);
        with_targets(rest, (game, &Scene { bound: &bound, ..*scene }), allowed, holds)
    };
    let single = |object: &Object| game.look() && with(Objects::from_elem(*object, 1));
    with(objects.clone()) || objects.iter().any(single)
}
