//! Targets: cards that a player chooses before a text is carried out, and that are checked again when it is.
//! A group of targets is a selection, perhaps with a limit on the set of its cards. Sentences refer to the
//! first group as the last choice and to others by name.

use super::answer::named_twice;
use super::findings;
use super::lint::meant;
use super::resolve::{Memo, ResolutionStage};
use super::{
    Answer, Bound, Cards, Choosable, Language, Lint, Objects, Pause, Resolution, Run, Scene, SourceWord, Take,
};
use crate::kernel::shape::{COUNT_LIMIT, Domain, Looks, Sets, Value};
use crate::kernel::{CardId, Match, Object, Seat};
use crate::verdict::Cite;

/// A test of a set of cards as a whole.
pub type Whole<'a> = Box<dyn Fn(&[CardId]) -> bool + 'a>;

/// The chosen cards, group by group.
pub type Targets = Vec<Objects>;

/// The largest number of groups in one text.
pub const GROUP_LIMIT: usize = 4;
/// The largest number of sets that are listed where a group limits the set.
pub const SETS_LIMIT: usize = 500;

/// One group of targets.
pub trait Group<L: Language> {
    /// The selection.
    fn cards(&self) -> Cards<L>;

    /// Whether nothing else, such as protection, keeps a card from being a target now.
    fn is_free(&self, game: &Match<'_, L>, scene: &Scene<'_>, card: CardId) -> bool;

    /// The test of a set of these cards as a whole; `None`: every set is legal.
    fn whole<'a>(&self, game: &'a Match<'_, L>, from: &[CardId]) -> Option<Whole<'a>>;
}

impl<L: Language, G: Group<L>> Group<L> for &G {
    fn cards(&self) -> Cards<L> {
        (**self).cards()
    }

    fn is_free(&self, game: &Match<'_, L>, scene: &Scene<'_>, card: CardId) -> bool {
        (**self).is_free(game, scene, card)
    }

    fn whole<'a>(&self, game: &'a Match<'_, L>, from: &[CardId]) -> Option<Whole<'a>> {
        (**self).whole(game, from)
    }
}

/// The largest number of sets that are tested.
const LOOKED_AT: usize = COUNT_LIMIT as usize;
/// The looks that testing a set takes, besides one for each card.
const JUDGING: usize = 8;

/// The first sets of `min` to `max` cards that are legal as a whole, up to a number, and whether these are
/// all.
pub fn first_sets(
    from: &[CardId],
    (min, max): (usize, usize),
    is_legal: impl Fn(&[CardId]) -> bool,
    (most, looks): (usize, &Looks),
) -> (Vec<Value>, bool) {
    let places = (min..=max.min(from.len())).flat_map(|size| Sets::of(from.len(), size));
    let (mut found, mut seen) = (Vec::new(), 0);
    for places in places {
        seen += 1;
        if found.len() >= most || seen > LOOKED_AT || !looks.spend(JUDGING + places.len()) {
            return (found, false);
        }
        let set: Vec<CardId> = places.into_iter().filter_map(|place| from.get(place)).copied().collect();
        if is_legal(&set) {
            found.push(Value::Cards(set));
        }
    }
    (found, true)
}

/// The sets of `min` to `max` of these cards that are legal as a whole, up to [`SETS_LIMIT`].
pub fn sets(
    from: &[CardId],
    bounds: (usize, usize),
    is_legal: impl Fn(&[CardId]) -> bool,
    looks: &Looks,
) -> Domain {
    let (sets, is_complete) = first_sets(from, bounds, is_legal, (SETS_LIMIT, looks));
    Domain::listed(sets, is_complete)
}

/// The legal sets of these cards.
pub fn among<L: Language>(
    game: &Match<'_, L>,
    group: &impl Group<L>,
    from: Vec<CardId>,
    (min, max): (usize, usize),
) -> Domain {
    match group.whole(game, &from) {
        Some(whole) => sets(&from, (min, max), whole, game.listing_looks()),
        None => Domain::Subset { from, max, min },
    }
}

/// The cards that can be targets now, and how many of them to choose; a required number must be reached.
fn domain_of<L: Language>(
    game: &Match<'_, L>,
    scene: &Scene<'_>,
    group: &impl Group<L>,
) -> (Vec<CardId>, (usize, usize)) {
    let cards = group.cards();
    let mut from = cards.domain(game, scene);
    from.retain(|card| group.is_free(game, scene, *card));
    let bounds = match &cards.take {
        Take::Exactly(amount) => [amount.count(game, scene); 2].into(),
        _ => cards.bounds(game, scene, from.len()),
    };
    (from, bounds)
}

/// Divides the cards of an answer into groups: each group takes as many as it can before the next. `None`:
/// the groups require other cards.
pub fn split<L: Language>(
    game: &Match<'_, L>,
    scene: &Scene<'_>,
    groups: &[impl Group<L>],
    cards: &[CardId],
) -> Option<Targets> {
    let Some((first, rest)) = groups.split_first() else { return cards.is_empty().then(Vec::new) };
    let (from, (min, max)) = domain_of(game, scene, first);
    for count in (min..=max.min(cards.len())).rev() {
        let (own, others) = cards.split_at_checked(count)?;
        let fits = named_twice(own).is_none() && own.iter().all(|card| from.contains(card));
        if fits
            && first.whole(game, own).is_none_or(|whole| whole(own))
            && let Some(rest) = split(game, scene, rest, others)
        {
            let from = first.cards().from;
            let own = own.iter().map(|card| L::object_there(game, &from, *card)).collect();
            return Some(std::iter::once(own).chain(rest).collect());
        }
    }
    None
}

/// The domain of an answer that names all targets, group by group; `None`: there are too few targets.
pub fn domain<L: Language>(
    game: &Match<'_, L>,
    scene: &Scene<'_>,
    groups: &[impl Group<L>],
) -> Option<Domain> {
    let of = |group: &_| {
        let (from, bounds) = domain_of(game, scene, group);
        among(game, group, from, bounds)
    };
    match groups {
        [] => return Some(Domain::only(Value::Nothing)),
        [only] => return Some(of(only)).filter(|domain| !domain.is_empty()),
        _ => {}
    }
    let (mut rows, mut is_complete): (Vec<Vec<CardId>>, bool) = (vec![Vec::new()], true);
    for group in groups {
        let (sets, has_all) = of(group).first(SETS_LIMIT, game.listing_looks());
        is_complete &= has_all;
        let longer = |row: &Vec<CardId>| -> Vec<Vec<CardId>> {
            sets.iter().map(|set| [row.as_slice(), &set.named()].concat()).collect()
        };
        is_complete &= rows.len().saturating_mul(sets.len()) <= SETS_LIMIT;
        rows = rows.iter().flat_map(longer).take(SETS_LIMIT).collect();
    }
    let rows = rows.into_iter().map(Value::Cards).collect();
    Some(Domain::listed(rows, is_complete)).filter(|domain| !domain.is_empty())
}

/// The choice among these cards if there is nothing to decide: the only legal set, or the empty set if there
/// is none.
fn only_set<L: Language>(
    game: &Match<'_, L>,
    group: &impl Group<L>,
    from: &[CardId],
    bounds: (usize, usize),
) -> Option<Vec<CardId>> {
    let whole = group.whole(game, from);
    let is_legal = |set: &[CardId]| game.spend(1) && whole.as_ref().is_none_or(|whole| whole(set));
    let (first, _) = first_sets(from, bounds, is_legal, (2, &Looks::of(u64::MAX)));
    match first.as_slice() {
        [] => Some(Vec::new()),
        [only] => Some(only.named()),
        _ => None,
    }
}

/// Binds the chosen cards for later sentences.
pub fn bind<L: Language>(groups: &[impl Group<L>], targets: &Targets, bound: &mut Bound) {
    for (group, objects) in groups.iter().zip(targets).rev() {
        bound.bind(group.cards().name.as_deref(), objects.clone());
    }
}

/// Drops cards that are no legal targets any more. `false`: targets were required, and none is left.
pub fn recheck<L: Language>(
    game: &Match<'_, L>,
    scene: &Scene<'_>,
    groups: &[impl Group<L>],
    targets: &mut Targets,
) -> bool {
    let mut had_any = targets.iter().any(|objects| !objects.is_empty());
    for (group, objects) in groups.iter().zip(targets.iter_mut()) {
        let (from, (min, _)) = domain_of(game, scene, group);
        had_any |= min > 0;
        let place = group.cards().from;
        let number = |object: &Object| L::number_there(game, &place, *object);
        objects.retain(|object| number(object).is_some_and(|card| from.contains(&card)));
    }
    !had_any || targets.iter().any(|objects| !objects.is_empty())
}

/// Chooses the targets of a text during a resolution: as many as there are. Asks only where there is a
/// choice.
pub fn choose<L: Language>(
    groups: &[impl Group<L>],
    run: &mut Run<'_, '_, L>,
    me: Object,
    rule: Cite,
) -> Result<Targets, Pause> {
    let seat = run.seat();
    let mut targets = Targets::new();
    for group in groups {
        let answer = match run.remembered() {
            Some(answer) => answer,
            None => {
                let scene = Scene { me, ..run.scene() };
                let (from, (min, max)) = domain_of(run.game, &scene, group);
                let (min, max) = (min.min(from.len()), max.min(from.len()));
                match only_set(run.game, group, &from, (min, max)) {
                    Some(only) => run.decide_unasked(|_| Answer::Cards(only)),
                    None => {
                        let what = Choosable::Cards { from, min, max, hidden: false };
                        run.ask(seat, what, rule, true)?
                    }
                }
            }
        };
        let Answer::Cards(cards) = answer else { continue };
        let from = group.cards().from;
        targets.push(cards.iter().map(|card| L::object_there(run.game, &from, *card)).collect());
    }
    Ok(targets)
}

/// As [`choose`], before a resolution begins. While a seat is asked, the resolution is at its stage `Offer`.
pub fn choose_first<L: Language>(
    game: &mut Match<'_, L>,
    resolution: &mut Resolution<L>,
    groups: &[impl Group<L>],
    rule: Cite,
) -> Result<Targets, Pause> {
    resolution.stage = ResolutionStage::Offer;
    let targets = resolution.part(game, |run| choose(groups, run, run.me(), rule))?;
    resolution.stage = ResolutionStage::Effects;
    resolution.memo = Memo::default();
    Ok(targets)
}

/// Reports groups of targets that cannot mean anything.
pub fn lint_group<L: Language>(lint: &mut Lint<'_, L>, group: &impl Group<L>) {
    let cards = group.cards();
    cards.lint(lint);
    if matches!(cards.take, Take::All) {
        lint.find("wrong_attribute", findings::group_of_all());
    }
    if !cards.from.is_told(Seat::Zero) {
        lint.find("blind_choice", findings::group_unseen());
    }
}

/// Reports groups of targets that cannot mean anything, and lets sentences refer to them.
pub fn lint<L: Language>(lint: &mut Lint<'_, L>, groups: &[impl Group<L>]) {
    if groups.len() > GROUP_LIMIT {
        lint.find("too_many_parts", findings::group_limit(GROUP_LIMIT));
    }
    for (index, group) in groups.iter().enumerate() {
        lint.inside(&format!("targets/{index}"), |lint| {
            lint_group(lint, group);
            if index > 0 && group.cards().name.is_none() {
                lint.find("unbound_name", findings::nameless_group());
            }
        });
    }
    if !groups.is_empty() {
        lint.learn(meant::CHOSEN);
    }
}
