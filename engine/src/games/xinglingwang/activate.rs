//! Activated effects: which there are, and using one.
//!
//! 六.1 timing and conditions; 六.3 nothing interrupts but exact moments; 六.7 prohibitions; 十一.2, 十三.5,
//! 十五.機械合體.6 what comes in between; ruling-60 whose they are.

use super::ability::{
    self, AbilityId, Effectiveness, MOST_LOWER, PER_CARD, each_place_that, granted_to, id_at,
};
use super::magic::{is_time, not_between, scene_now, uses};
use super::reason::Reason;
use super::words::ability::{Ability, Effective};
use super::words::trigger::Timing;
use super::{Question, Xinglingwang, prohibition, table};
use crate::abilities::Scene;
use crate::game_kit::action::legal::{Slots, each};
use crate::game_kit::action::{ActionKind, ExtraCheck};
use crate::game_kit::fields::fields;
use crate::kernel::shape::Value;
use crate::kernel::{CardId, Draft, Match, Object, Row, Seat, ensure, refuse_if, test};

type Game<'p> = Match<'p, Xinglingwang>;
type Time = crate::game_kit::action::Time<Xinglingwang>;

/// The printed abilities at a place that players activate, each with when they can.
fn activated_at<'p>(
    game: &Game<'p>,
    place: Effectiveness,
) -> impl Iterator<Item = (AbilityId, &'p [Timing])> {
    let abilities = (0..).zip(table::printed(game, place.card).all_abilities()).skip(place.first);
    abilities.filter_map(move |(index, ability)| {
        let timing = ability.timing().filter(|_| ability.head.zone == place.effective)?;
        Some((id_at(game, place, index), timing))
    })
}

/// The activated abilities that effects give to a unit.
fn activated_granted<'p>(game: &Game<'p>, card: CardId) -> Vec<(AbilityId, &'p [Timing])> {
    if !table::is_unit(game, card) {
        return Vec::new();
    }
    let activated = |(id, ability): (AbilityId, &'p Ability)| {
        let timing = ability.timing().filter(|_| ability.head.zone == Effective::Field)?;
        Some((id, timing))
    };
    granted_to(game, card).into_iter().filter_map(activated).collect()
}

/// The cards of a player that have activated abilities where they lie, in the order of 六.1.
pub(crate) fn with_activated(game: &Game<'_>, seat: Seat) -> Vec<CardId> {
    let mut cards = Vec::new();
    let has = |game: &Game<'_>, place: Effectiveness| {
        let here = || {
            activated_at(game, place).next().is_some() || !activated_granted(game, place.me.card).is_empty()
        };
        place.seat == seat && here()
    };
    each_place_that(
        game,
        |_| true,
        has,
        |place| {
            if !cards.contains(&place.me.card) && has(game, place) {
                cards.push(place.me.card);
            }
        },
    );
    cards
}

/// The numbers of granted abilities begin above those of all printed ones.
const GRANTED: u8 = (MOST_LOWER + 1) * PER_CARD;

/// The activated abilities of a card where it lies, each with the number by which an action names it, from 1:
/// its own, those on the edges of its lower units, then those granted to it.
pub(crate) fn activated<'p>(game: &Game<'p>, card: CardId) -> Vec<(u8, AbilityId, Object, &'p [Timing])> {
    let mut found = Vec::new();
    let is_of_card = |_: &Game<'_>, place: Effectiveness| place.me.card == card;
    each_place_that(
        game,
        |_| true,
        is_of_card,
        |place| {
            if place.me.card == card {
                for (id, timing) in activated_at(game, place) {
                    found.push((id.index.saturating_add(1), id, place.me, timing));
                }
            }
        },
    );
    let me = game.state.table.object(card);
    let granted = activated_granted(game, card);
    if let Some(last) = granted.len().checked_sub(1) {
        game.has_room(last, usize::from(u8::MAX - GRANTED));
    }
    for (number, (id, timing)) in (GRANTED + 1..=u8::MAX).zip(granted) {
        found.push((number, id, me, timing));
    }
    found
}

/// The activated abilities of a card that a player's action can name; none for another player's card.
pub(crate) fn choices<'p>(
    game: &Game<'p>,
    seat: Seat,
    source: CardId,
) -> Vec<(u8, AbilityId, Object, &'p [Timing])> {
    if table::owner(game, source) != seat {
        return Vec::new();
    }
    activated(game, source)
}

/// The ability that an action names; a card with a single one needs no number.
pub(crate) fn named_ability<'p>(
    game: &Game<'p>,
    seat: Seat,
    action: &Activate,
) -> Option<(AbilityId, Object, &'p [Timing])> {
    let choices = choices(game, seat, action.source);
    let found = match action.ability {
        Some(number) if choices.len() > 1 => choices.into_iter().find(|(other, ..)| *other == number),
        None if choices.len() == 1 => choices.into_iter().next(),
        _ => None,
    };
    found.map(|(_, id, me, timing)| (id, me, timing))
}

/// 發動 an effect [六.1].
#[fields]
pub struct Activate {
    /// Which ability of the card, counted from 1; left out if only one can be meant.
    pub ability: Option<u8>,
    /// The card.
    pub source: CardId,
}

impl ActionKind<Xinglingwang> for Activate {
    const USES: fn(&Self) -> Option<CardId> = |action| Some(action.source);
    const FURTHER: ExtraCheck = ExtraCheck::Text;
    const CONDITIONS: &'static [Row<Xinglingwang, Self>] = &[
        test(Self::SOURCE, Self::SOURCE, &[cite!("六.1")], |game, seat, action| {
            refuse_if(
                game.state.table.card(action.source).is_none()
                    || choices(game, seat, action.source).is_empty(),
                Reason::NoSuchAbility { card: action.source },
            )
        }),
        test(Self::ABILITY, Self::SOURCE | Self::ABILITY, &[cite!("六.1")], |game, seat, action| {
            match named_ability(game, seat, action) {
                Some(_) => Ok(()),
                None => Err(Reason::NoSuchAbility { card: action.source }),
            }
        }),
        test(Self::SOURCE, Self::SOURCE | Self::ABILITY, &[cite!("六.1")], |game, seat, action| {
            let Some((_, me, timing)) = named_ability(game, seat, action) else { return Ok(()) };
            ensure(is_time(game, &Scene::of(seat, me), timing), Reason::WrongTiming { card: action.source })
        }),
        test(0, Self::SOURCE, &[cite!("十三.5"), cite!("六.3")], |game, seat, _| {
            not_between(game, seat, "moves")
        }),
        test(0, Self::SOURCE, &[cite!("十一.2"), cite!("六.3")], |game, seat, _| {
            not_between(game, seat, "attacks")
        }),
        test(0, Self::SOURCE, &[cite!("十五.機械合體.6"), cite!("六.3")], |game, seat, _| {
            not_between(game, seat, "machine")
        }),
        test(Self::SOURCE, Self::SOURCE, &[cite!("六.7")], |game, _, action| {
            refuse_if(
                prohibition::activate(game, action.source),
                Reason::ForbiddenByEffect { card: Some(action.source) },
            )
        }),
    ];
    const SLOTS: Slots<Xinglingwang, Self> = &[&[
        each("source", Self::SOURCE, |game, seat, _| Value::cards(with_activated(game, seat))),
        each("ability", Self::ABILITY, |game, seat, action| {
            match choices(game, seat, action.source).as_slice() {
                [_] => vec![Value::Nothing],
                several => several.iter().map(|(number, ..)| Value::Number(i64::from(*number))).collect(),
            }
        }),
    ]];
    const ANSWERS: fn(&Question) -> bool = |question| uses(question);
    const TIME: Time = |_, _| &[cite!("六.1"), cite!("六.3")];

    /// The ability's own condition, limit, targets and cost.
    fn check(&self, draft: &mut Draft<'_, '_, Xinglingwang>, seat: Seat) {
        let Some((id, me, timing)) = named_ability(draft.game, seat, self) else { return };
        let scene = scene_now(draft.game, seat, me, timing);
        ability::check(draft, &scene, id, "/source");
    }

    fn perform(&self, game: &mut Game<'_>, seat: Seat, _: Option<&Question>) {
        if let Some((id, me, timing)) = named_ability(game, seat, self) {
            let scene = scene_now(game, seat, me, timing);
            ability::begin(game, &scene, id);
        }
    }
}
