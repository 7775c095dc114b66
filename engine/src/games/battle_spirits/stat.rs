//! Numbers of cards as effects make them: 能量增減.1, 能量增減.2, 真界放.1, FAQ.BP.Q1, FAQ.BP.Q2; ruling-19, ruling-22,
//! ruling-34.

use super::printed::{Color, Level};
use super::table::{self, Core, Game, printed};
use super::words::Influence;
use crate::kernel::{Adjustment, CardId, Fold, Holder, fold};

/// The line of the level table that a card has reached; none: below its lowest level.
pub fn line<'p>(game: &Game<'p>, card: CardId) -> Option<&'p Level> {
    let levels = &printed(game, card).levels;
    let lowest = levels.first()?;
    let there = table::all_cores(game, Holder::Card(card));
    if there < lowest.cores {
        return None;
    }
    let has_soul = game.state.table.pieces(Holder::Card(card), Core::Soul) > 0;
    let by_soul = |level: &Level| level.shinkaiho && has_soul && game.holds(cite!("真界放.1"));
    levels.iter().rev().find(|level| there >= level.cores || by_soul(level))
}

/// The level of a card; 0: below its lowest [用語集.消滅].
pub fn level(game: &Game<'_>, card: CardId) -> u8 {
    line(game, card).map_or(0, |line| line.lv)
}

/// The symbols of a card, those of one colour or all of them, EX symbols among them [用語集.EX標誌].
pub fn symbols(game: &Game<'_>, card: CardId, color: Option<Color>) -> u32 {
    if level(game, card) == 0 && game.holds(cite!("ruling-19")) {
        return 0;
    }
    let symbols = printed(game, card).symbols.iter();
    let counted = symbols.filter(|symbols| color.is_none_or(|color| color == symbols.color));
    counted.map(|symbols| u32::from(symbols.n)).sum()
}

/// The BP of its level, then every change in the order in which it began, with a floor after each [ruling-34].
pub fn bp(game: &Game<'_>, card: CardId) -> i64 {
    let object = game.state.table.object(card);
    let base = line(game, card).and_then(|line| line.bp).map_or(0, i64::from);
    let effects = game.running_effects(u64::MAX).iter().filter(|modifier| modifier.names(object));
    let changes = effects.map(|effect| match effect.influence {
        Influence::Bp(by) => (effect.time, Adjustment::Add(by)),
    });
    fold(base, changes, Fold::Sequence(0))
}

/// The cost of a card before reductions [ruling-15].
pub fn cost(game: &Game<'_>, card: CardId) -> i64 {
    printed(game, card).cost.max(0)
}

/// Whether a field card counts as a spirit now [用語集.靈魂卡, ruling-108].
pub fn is_spirit(game: &Game<'_>, card: CardId) -> bool {
    printed(game, card).kind == super::printed::Kind::Spirit
}
