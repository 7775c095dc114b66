//! Which effects of a magic card can be chosen, and which cards an ability can choose.
//!
//! 七.1 timing; 十二.※1 pending tributes; 十五.魔法抗性, 十五.效果抗性 resistances; 十五.合體.1, 十五.寄生合體.1 and
//! ruling-44 what nothing goes under.

use smallvec::SmallVec;

use super::super::words::trigger::Timing;
use super::super::words::{Effect, Select, effect};
use super::super::{Xinglingwang, combination, magic, prohibition};
use super::{AbilityId, Game, MODE, USE, USE_AT, by_magic, effects, text};
use crate::abilities::resolve::ResolutionStage;
use crate::abilities::{Resolution, Scene};
use crate::kernel::{CardId, Object, Seat};
use crate::verdict::Cite;

/// The effects of a magic card that its user can choose among at this time, each with its number from 1;
/// empty for a card with a single effect.
pub(crate) fn modes(game: &Game<'_>, scene: &Scene<'_>, id: AbilityId) -> SmallVec<[(u8, AbilityId); 2]> {
    let magic = game.pool.card(id.definition).magic.as_ref().filter(|_| matches!(id.index, USE | USE_AT));
    let modes = magic.map_or(&[][..], |magic| &magic.modes).iter();
    let is_time = |timing: &[Timing]| match (timing, id.index) {
        ([], _) => true,
        (timing, USE) => magic::is_time(game, scene, timing),
        (timing, _) => {
            timing.iter().any(|timing| matches!(timing, Timing::Moment(on) if !magic::is_battle_moment(on)))
        }
    };
    let numbered = (1..).zip(modes).filter(|(_, mode)| is_time(&mode.timing));
    numbered.map(|(number, _)| (number, AbilityId { index: MODE - 1 + number, ..id })).collect()
}

/// Whether the id stands for a magic card with several effects of which none has been chosen yet.
pub(crate) fn has_modes(game: &Game<'_>, id: AbilityId) -> bool {
    let magic = game.pool.card(id.definition).magic.as_ref().filter(|_| matches!(id.index, USE | USE_AT));
    magic.is_some_and(|magic| !magic.modes.is_empty())
}

/// What an ability chooses cards for, where a rule restricts the choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// Whatever its text says.
    Any,
    /// To go under one of them with 寄生合體.
    Parasite,
}

/// What later effects do with the cards that are chosen under a name.
pub(crate) fn purpose_of(effects: &[Effect], name: Option<&str>) -> Purpose {
    let is_named = |select: &Select| matches!(select, Select::Named(named) if Some(named.as_str()) == name);
    if effect::goes_under(effects, is_named) { Purpose::Parasite } else { Purpose::Any }
}

/// What a resolution does with the cards that it is choosing now.
pub(crate) fn purpose(game: &Game<'_>, resolution: &Resolution<Xinglingwang>) -> Purpose {
    if let ResolutionStage::Cost(part) = resolution.stage {
        let text = text(game, resolution.ability);
        let target = text.and_then(|text| text.targets.get(usize::from(part)));
        return target.map_or(Purpose::Any, |target| {
            purpose_of(effects(game, resolution.ability), target.name.as_deref())
        });
    }
    let word = resolution.word(game);
    if matches!(word, Some(Effect::Parasite(_))) {
        return Purpose::Parasite;
    }
    let Some(Effect::Choose(word)) = word else { return Purpose::Any };
    let later = resolution.later(game);
    let next = later.get(..1).unwrap_or_default();
    let name = match &word.0 {
        Select::Cards(cards) => cards.name.as_deref(),
        _ => None,
    };
    match effect::goes_under(next, |select| *select == Select::Chosen) {
        true => Purpose::Parasite,
        false => purpose_of(later, name),
    }
}

/// The rule by which the ability of `me`, of player `seat`, cannot choose a card [十五.魔法抗性, 十五.效果抗性, 十二.※1,
/// 十五.合體.1].
pub(crate) fn target_fault(
    game: &Game<'_>,
    (seat, me): (Seat, Object),
    id: AbilityId,
    purpose: Purpose,
    card: CardId,
) -> Option<Cite> {
    let resisted = prohibition::choosing(game, seat, me, by_magic(id), card);
    resisted.or_else(|| match purpose {
        Purpose::Any => None,
        Purpose::Parasite => combination::parasite_fault(game, me, card),
    })
}
