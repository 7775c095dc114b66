//! Uses that an effect makes: FAQ.支付費用.Q3, 效果的發揮.3; ruling-16, ruling-54, ruling-65, ruling-66, ruling-77.

use super::magic::{self, MagicMode};
use super::printed::Kind;
use super::table::{Came, Game, printed};
use super::{Question, Step, keisho, pay, prohibition};
use crate::kernel::{CardId, Object, Seat, held};

/// What an effect lets a player use.
#[held]
pub struct EffectUse {
    /// The cards that it allows, wherever they lie.
    pub cards: Vec<CardId>,
    /// Without paying the cost.
    pub free: bool,
    /// Of a magic: this effect alone.
    pub mode: Option<MagicMode>,
    /// How a card that is used so comes onto the field.
    pub came: Came,
    /// What the text stands on.
    pub by: Object,
}

/// What a seat is asked to use now, if it is.
pub fn asked<'g>(game: &'g Game<'_>, seat: Seat) -> Option<&'g EffectUse> {
    match &game.asked(seat)?.question {
        Question::EffectUse(of) => Some(of),
        _ => None,
    }
}

/// Whether a player can use one of the cards: the cores of the reserve and of all own field cards suffice for
/// its cost and its lowest level [ruling-77].
pub fn is_possible(game: &Game<'_>, seat: Seat, of: &EffectUse) -> bool {
    let is_possible = |&card: &CardId| {
        let there = i64::from(pay::available(game, seat));
        let (least, needed) = (least_cost(game, seat, card, of), i64::from(pay::needed(game, card)));
        if prohibition::using(game, seat, card) {
            return false;
        }
        match printed(game, card).kind {
            Kind::Spirit | Kind::Nexus => least.saturating_add(needed) <= there,
            Kind::Magic => {
                let modes = [MagicMode::Main, MagicMode::Flash].into_iter();
                let mut modes = modes.filter(|mode| of.mode.is_none_or(|only| only == *mode));
                let has_one = modes.any(|mode| {
                    magic::has(game, card, mode) && !magic::is_name_used_up(game, seat, card, mode)
                });
                has_one && (least <= there || !of.free && magic::can_pay_by_soul(game, seat, card))
            }
            Kind::Other => false,
        }
    };
    of.cards.iter().any(is_possible)
}

/// The least that a card costs, with the cards exiled for it that help most.
fn least_cost(game: &Game<'_>, seat: Seat, card: CardId, of: &EffectUse) -> i64 {
    if of.free {
        return 0;
    }
    let sets = keisho::each_kind(game, seat, card);
    sets.iter().map(|keisho| pay::cost(game, seat, card, keisho)).min().unwrap_or(i64::MAX)
}

/// An effect makes a player use a card; without a legal way nobody is asked, and that part is not done
/// [ruling-54, ruling-66].
pub fn run(game: &mut Game<'_>, seat: Seat, of: EffectUse) {
    if is_possible(game, seat, &of) {
        game.ask(seat, Question::EffectUse(of));
    }
}

/// An effect makes a player use a card. Whether there is a legal way.
pub fn begin(game: &mut Game<'_>, seat: Seat, of: EffectUse) -> bool {
    let is_possible = is_possible(game, seat, &of);
    if is_possible {
        game.push(Step::EffectUse(seat, of));
    }
    is_possible
}
