//! Standing effects: what effective continuous abilities and running effects do together to a card or player.

use smallvec::SmallVec;

use super::lasting::{Change, Influence, Modify, NOBODY, NumberChange};
use super::topics::Topical;
use super::{Bound, EffectWord, Lasting, LastingWord, Scene};
use crate::kernel::{Adjustment, CardId, Match, Modifier, Object, Reach, Seat};

/// The changes of a number, and the factor of their sum.
#[derive(Debug)]
pub struct Adjustments {
    /// The changes, each with its time.
    pub list: SmallVec<[(u32, Adjustment); 8]>,
    /// The factor of the sum.
    pub factor: i64,
}

impl Adjustments {
    /// All changes of a number of a card.
    pub fn of<L: Lasting>(game: &Match<'_, L>, card: CardId, stat: L::Stat) -> Adjustments {
        let object = game.state.table.object(card);
        let wanted = stat.topics();
        let mut adjustments = Adjustments { list: SmallVec::new(), factor: 1 };
        let reaches = |scene: &Scene<'_>, each: &L::Static| match each.change() {
            Change::Modify(word) => word.stat == stat && word.what.takes_in(game, scene, card),
            _ => false,
        };
        L::each_static(game, wanted, reaches, |scene, each| {
            if let Change::Modify(word) = each.change() {
                let changed = Some(object).filter(|_| L::CHANGES_BY_CARD);
                adjustments.add(game, &Scene { subject: changed.or(scene.subject), ..*scene }, word);
            }
        });
        let Adjustments { list, factor } = &mut adjustments;
        for modifier in running_on(game, wanted, object) {
            match modifier.influence {
                Influence::Add(which, n) if which == stat => {
                    list.push((modifier.time, Adjustment::Add(n)));
                }
                Influence::Become(which, n) if which == stat => {
                    list.push((modifier.time, Adjustment::Set(n)));
                }
                Influence::Multiply(which, by) if which == stat => {
                    *factor = factor.saturating_mul(i64::from(by));
                }
                _ => {}
            }
        }
        adjustments
    }

    /// Adds the change by a word of a continuous ability.
    pub fn add<L: Lasting>(&mut self, game: &Match<'_, L>, scene: &Scene<'_>, word: &Modify<L>) {
        match &word.by {
            NumberChange::Add(n) => self.list.push((0, Adjustment::Add(n.value(game, scene)))),
            NumberChange::Become(n) => {
                let since = game.state.table.since(scene.me.card);
                self.list.push((since, Adjustment::Set(n.value(game, scene))));
            }
            NumberChange::Multiply(by) => self.factor = self.factor.saturating_mul(i64::from(*by)),
            NumberChange::Double => self.factor = self.factor.saturating_mul(2),
        }
    }
}

/// The running effects with a wanted topic that list or cover an object.
pub fn running_on<'g, L: Lasting>(
    game: &'g Match<'_, L>,
    wanted: u64,
    object: Object,
) -> impl Iterator<Item = &'g Modifier<L>> {
    let covers = move |modifier: &&Modifier<L>| match modifier.reach {
        // Effects with other topics must not be asked whom they cover: the answer may depend on this very
        // question.
        Reach::Open(_) => {
            crate::kernel::Influence::about(&modifier.influence) & wanted != 0
                && L::covers(game, modifier, object.card)
        }
        _ => modifier.names(object),
    };
    game.running_effects(wanted).iter().filter(covers)
}

/// A change of the keywords of a card.
#[derive(Debug, Clone, Copy)]
pub enum Given<L: Lasting> {
    /// The card gets this keyword.
    Keyword(L::Keyword),
    /// The card loses this.
    Lost(L::Lost),
}

/// Calls `look` for every wanted keyword that effects give a card, and for everything that they take away.
pub fn each_keyword<L: Lasting>(
    game: &Match<'_, L>,
    card: CardId,
    wanted: u64,
    mut look: impl FnMut(Given<L>),
) {
    let reaches = |scene: &Scene<'_>, each: &L::Static| match each.change() {
        Change::Grant(word) => word.what.takes_in(game, scene, card),
        Change::Lose(word) => word.what.takes_in(game, scene, card),
        _ => false,
    };
    L::each_static(game, wanted, reaches, |_, each| match each.change() {
        Change::Grant(word) => look(Given::Keyword(word.keyword)),
        Change::Lose(word) => look(Given::Lost(word.keyword)),
        _ => {}
    });
    for modifier in running_on(game, wanted, game.state.table.object(card)) {
        match modifier.influence {
            Influence::Grant(keyword) => look(Given::Keyword(keyword)),
            Influence::Lose(lost) => look(Given::Lost(lost)),
            _ => {}
        }
    }
}

/// Whether effects let a card count as having this type.
pub fn counts_as_type<L: Lasting>(game: &Match<'_, L>, card: CardId, kind: &str) -> bool {
    let wanted = L::TOPICS.types;
    let given =
        |modifier: &Modifier<L>| matches!(&modifier.influence, Influence::CountsAsType(own) if own == kind);
    let mut found = running_on(game, wanted, game.state.table.object(card)).any(given);
    let reaches = |scene: &Scene<'_>, each: &L::Static| match each.change() {
        Change::CountsAsType(word) => word.kind == kind && word.what.takes_in(game, scene, card),
        _ => false,
    };
    L::each_static(game, wanted, reaches, |_, _| found = true);
    found
}

/// Whether effects let a card count as having this name.
pub fn counts_as_name<L: Lasting>(game: &Match<'_, L>, card: CardId, name: &str) -> bool {
    let wanted = L::TOPICS.names;
    let given =
        |modifier: &Modifier<L>| matches!(&modifier.influence, Influence::CountsAsName(own) if own == name);
    let mut found = running_on(game, wanted, game.state.table.object(card)).any(given);
    let reaches = |scene: &Scene<'_>, each: &L::Static| match each.change() {
        Change::CountsAsName(word) => word.name == name && word.what.takes_in(game, scene, card),
        _ => false,
    };
    L::each_static(game, wanted, reaches, |_, _| found = true);
    found
}

/// Reads a running effect in the context that its text had when it began.
fn read<L: Lasting, T>(
    modifier: &Modifier<L>,
    number: i64,
    object: Object,
    read: impl FnOnce(&Scene<'_>) -> T,
) -> T {
    let bound = Bound { number, ..Bound::NONE };
    let me = modifier.source.unwrap_or(object);
    read(&Scene { seat: modifier.seat, me, subject: None, other: None, bound: &bound })
}

/// Reads what a running effect forbids; `None`: it forbids nothing.
fn forbidden<L: Lasting, T>(
    game: &Match<'_, L>,
    modifier: &Modifier<L>,
    object: Object,
    look: impl FnOnce(&Scene<'_>, &L::Forbidden) -> T,
) -> Option<T> {
    match &modifier.influence {
        Influence::Forbid(text, number) => {
            let what = text.forbidden(game)?;
            Some(read(modifier, *number, object, |scene| look(scene, what)))
        }
        Influence::Own(own) => {
            let what = L::forbidden_otherwise(own)?;
            Some(read(modifier, 0, object, |scene| look(scene, &what)))
        }
        _ => None,
    }
}

/// Calls `look` for everything with a wanted topic that effects forbid a card and that `is_it`.
pub fn each_forbidden_to_card<L: Lasting>(
    game: &Match<'_, L>,
    card: CardId,
    wanted: u64,
    is_it: impl Fn(&L::Forbidden) -> bool,
    mut look: impl FnMut(&L::Forbidden),
) {
    let reaches = |scene: &Scene<'_>, each: &L::Static| match each.change() {
        Change::Forbid(word) => word.what.takes_in(game, scene, card) && is_it(&word.forbidden),
        _ => false,
    };
    L::each_static(game, wanted, reaches, |_, each| {
        if let Change::Forbid(word) = each.change() {
            look(&word.forbidden);
        }
    });
    let object = game.state.table.object(card);
    for modifier in running_on(game, wanted, object) {
        let _ = forbidden(game, modifier, object, |_, what| is_it(what).then(|| look(what)));
    }
}

/// Whether an effect forbids a card something that has a wanted topic and `matches`.
pub fn is_forbidden_to_card<L: Lasting>(
    game: &Match<'_, L>,
    card: CardId,
    wanted: u64,
    matches: impl Fn(&Scene<'_>, &L::Forbidden, Option<L::Until>) -> bool,
) -> bool {
    let mut found = false;
    let reaches = |scene: &Scene<'_>, each: &L::Static| match each.change() {
        Change::Forbid(word) => {
            word.what.takes_in(game, scene, card) && matches(scene, &word.forbidden, None)
        }
        _ => false,
    };
    L::each_static(game, wanted, reaches, |_, _| found = true);
    let object = game.state.table.object(card);
    found
        || running_on(game, wanted, object).any(|modifier| {
            let matches = |scene: &Scene<'_>, what: &_| matches(scene, what, Some(modifier.until));
            forbidden(game, modifier, object, matches) == Some(true)
        })
}

/// Whether an effect forbids a player something that has a wanted topic and `matches`.
pub fn is_forbidden_to_player<L: Lasting>(
    game: &Match<'_, L>,
    seat: Seat,
    wanted: u64,
    matches: impl Fn(&Scene<'_>, &L::Forbidden) -> bool,
) -> bool {
    let mut found = false;
    let reaches = |scene: &Scene<'_>, each: &L::Static| match each.change() {
        Change::ForbidPlayer(word) => word.who.covers(scene.seat, seat) && matches(scene, &word.forbidden),
        _ => false,
    };
    L::each_static(game, wanted, reaches, |_, _| found = true);
    let reaches = |modifier: &&Modifier<L>| matches!(modifier.reach, Reach::Seat(reached) if reached == seat);
    found
        || game
            .running_effects(wanted)
            .iter()
            .filter(reaches)
            .any(|modifier| forbidden(game, modifier, NOBODY, &matches) == Some(true))
}

/// Whether an effect allows a card something that `matches`.
pub fn is_allowed<L: Lasting>(
    game: &Match<'_, L>,
    card: CardId,
    matches: impl Fn(&Scene<'_>, &L::Allowed) -> bool,
) -> bool {
    let wanted = L::TOPICS.allows;
    let mut found = false;
    let reaches = |scene: &Scene<'_>, each: &L::Static| match each.change() {
        Change::Allow(word) => word.what.takes_in(game, scene, card) && matches(scene, &word.allowed),
        _ => false,
    };
    L::each_static(game, wanted, reaches, |_, _| found = true);
    let object = game.state.table.object(card);
    found
        || running_on(game, wanted, object).any(|modifier| {
            let Influence::Allow(text) = &modifier.influence else { return false };
            let Some(Change::Allow(word)) = text.word(game).and_then(EffectWord::lasts) else { return false };
            read(modifier, 0, object, |scene| matches(scene, &word.allowed))
        })
}

/// Whether an effect allows a player something that `matches`.
pub fn is_allowed_to_player<L: Lasting>(
    game: &Match<'_, L>,
    seat: Seat,
    matches: impl Fn(&Scene<'_>, &L::Allowed) -> bool,
) -> bool {
    let wanted = L::TOPICS.allows;
    let mut found = false;
    let reaches = |scene: &Scene<'_>, each: &L::Static| match each.change() {
        Change::AllowPlayer(word) => word.who.covers(scene.seat, seat) && matches(scene, &word.allowed),
        _ => false,
    };
    L::each_static(game, wanted, reaches, |_, _| found = true);
    let reaches = |modifier: &&Modifier<L>| matches!(modifier.reach, Reach::Seat(reached) if reached == seat);
    found
        || game.running_effects(wanted).iter().filter(reaches).any(|modifier| {
            let Influence::Allow(text) = &modifier.influence else { return false };
            let Some(Change::AllowPlayer(word)) = text.word(game).and_then(EffectWord::lasts) else {
                return false;
            };
            read(modifier, 0, NOBODY, |scene| matches(scene, &word.allowed))
        })
}
