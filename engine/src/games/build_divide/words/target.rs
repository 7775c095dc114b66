//! Targets: cards that are chosen on use, or when an ability is put on the chain: 快速与连锁.2; ruling-13, ruling-21, ruling-22,
//! ruling-87, ruling-88, ruling-95, ruling-108.

use super::super::printed::Color;
use super::super::table::{Game, printed};
use super::super::{BuildDivide, prohibition, stat, table};
use super::{Filter, Source, Stat, Take};
use crate::abilities::lint::meant;
use crate::abilities::resolve::{Memo, ResolutionStage};
use crate::abilities::{
    Answer, Bound, Cards, Choosable, Choosing, Lint, Objects, Pause, Resolution, Run, Scene, Side, SourceWord,
};
use crate::kernel::shape::{Domain, Value};
use crate::kernel::{CardId, Object, Seat, wire};

/// One group of targets.
#[wire]
pub struct Group {
    /// Whose.
    #[optional]
    pub side: Side,
    /// Where.
    #[optional]
    pub from: Source,
    /// What they have to be: every one of these.
    #[optional]
    pub fits: Vec<Filter>,
    /// How many.
    pub take: Take,
    /// A name under which sentences refer to them.
    pub name: Option<String>,
    /// A sum over all of them [ruling-88].
    pub total: Option<Total>,
    /// No colour is on all of them [ruling-87].
    #[optional]
    pub no_common_color: bool,
    /// No two have one name [ruling-95].
    #[optional]
    pub different_names: bool,
}

/// A sum over a set of cards, below 0 counted as 0 [ruling-88].
#[wire(Copy)]
pub struct Total {
    /// Of what.
    pub stat: Stat,
    /// The most.
    pub at_most: Option<u32>,
    /// The least.
    pub at_least: Option<u32>,
}

impl Total {
    fn holds(self, game: &Game<'_>, cards: &[CardId]) -> bool {
        let value = |card: &CardId| match self.stat {
            Stat::Power => stat::power(game, *card),
            Stat::Hit => stat::hit(game, *card),
            Stat::Cost => stat::cost(game, *card),
        };
        let sum = cards.iter().map(|card| value(card).max(0)).fold(0, i64::saturating_add);
        self.at_most.is_none_or(|most| sum <= most.into())
            && self.at_least.is_none_or(|least| sum >= least.into())
    }
}

/// The cards that were chosen, group by group.
pub type Targets = Vec<Objects>;

/// The most groups of one text.
const GROUP_LIMIT: usize = 4;
/// The most sets of cards that are told apart where not every set of the cards is legal.
pub const SETS_LIMIT: usize = 500;

/// The sets of `min` to `max` of these cards that are legal as a whole, as far as they are told apart.
pub fn sets(
    from: &[CardId],
    (min, max): (usize, usize),
    is_legal: impl Fn(&[CardId]) -> bool,
) -> Vec<Vec<CardId>> {
    let domain = Domain::Subset { from: from.to_vec(), max, min };
    let cards = |value: Value| match value {
        Value::Cards(cards) => cards,
        _ => Vec::new(),
    };
    let all =
        (0..domain.count().min(crate::kernel::shape::COUNT_LIMIT)).map_while(|number| domain.member(number));
    all.map(cards).filter(|set| is_legal(set)).take(SETS_LIMIT).collect()
}

/// How many different colours cards have in all, and whether one is on all of them [ruling-87].
pub fn colors_of(game: &Game<'_>, cards: &[CardId]) -> (usize, bool) {
    let has = |color: Color| move |card: &CardId| printed(game, *card).colors.contains(&color);
    let all = Color::ALL.iter().copied().filter(|color| cards.iter().any(has(*color))).count();
    (all, Color::ALL.iter().copied().any(|color| cards.iter().all(has(color))))
}

impl Group {
    /// The cards that it can take.
    pub fn cards(&self) -> Cards<BuildDivide> {
        Cards {
            side: self.side,
            from: self.from.clone(),
            fits: self.fits.clone(),
            take: self.take.clone(),
            chooser: Choosing::You,
            name: self.name.clone(),
        }
    }

    /// The least and the most cards; a number that is said has to be reached.
    fn bounds(&self, game: &Game<'_>, scene: &Scene<'_>, count: usize) -> (usize, usize) {
        match &self.take {
            Take::All => (count, count),
            Take::Exactly(amount) => {
                let n = amount.count(game, scene);
                (n, n)
            }
            Take::UpTo(amount) => (0, amount.count(game, scene).min(count)),
            Take::Any => (0, count),
        }
    }

    /// Whether a card can be a target now; a card that is being used is none of its own [ruling-22].
    fn can_be(&self, game: &Game<'_>, scene: &Scene<'_>, card: CardId) -> bool {
        self.cards().takes_in(game, scene, card) && is_free(game, scene, card)
    }

    /// The cards that can be a target now.
    pub fn domain(&self, game: &Game<'_>, scene: &Scene<'_>) -> Vec<CardId> {
        let mut domain = self.cards().domain(game, scene);
        domain.retain(|card| is_free(game, scene, *card));
        domain
    }

    /// Whether not every set of its cards is legal.
    const fn is_of_a_whole(&self) -> bool {
        self.total.is_some() || self.no_common_color || self.different_names
    }

    /// Whether a set of its cards is legal as a whole.
    pub fn is_legal(&self, game: &Game<'_>, cards: &[CardId]) -> bool {
        let names = || cards.iter().map(|card| printed(game, *card).called());
        let named_once = |(place, name): (usize, &str)| !names().take(place).any(|other| other == name);
        self.total.is_none_or(|total| total.holds(game, cards))
            && !(self.no_common_color && cards.len() > 1 && colors_of(game, cards).1)
            && (!self.different_names || names().enumerate().all(named_once))
    }

    /// Whether these cards, one after the other, are targets that the group asks for.
    fn is_met(&self, game: &Game<'_>, scene: &Scene<'_>, cards: &[CardId]) -> bool {
        let twice = |(place, card): (usize, &CardId)| cards.iter().take(place).any(|other| other == card);
        !cards.iter().enumerate().any(twice)
            && cards.iter().all(|card| self.can_be(game, scene, *card))
            && self.is_legal(game, cards)
    }

    /// The sets that can be chosen.
    fn choices(&self, game: &Game<'_>, scene: &Scene<'_>) -> Domain {
        let from = self.domain(game, scene);
        let (min, max) = self.bounds(game, scene, from.len());
        self.among(game, from, (min, max))
    }

    /// The legal sets of these cards.
    pub fn among(&self, game: &Game<'_>, from: Vec<CardId>, (min, max): (usize, usize)) -> Domain {
        match self.is_of_a_whole() {
            false => Domain::Subset { from, max, min },
            true => {
                let sets = sets(&from, (min, max), |set| self.is_legal(game, set));
                Domain::OneOf(sets.into_iter().map(Value::Cards).collect())
            }
        }
    }
}

/// Whether nothing keeps a card from being a target: it is not the card that is being used, and no effect forbids it.
fn is_free(game: &Game<'_>, scene: &Scene<'_>, card: CardId) -> bool {
    let stays = matches!(table::lies(game, card), Some((table::Zone::Field | table::Zone::Territory, _)));
    let is_used = card == scene.me.card && !stays;
    !is_used && prohibition::targeted(game, card, (scene.seat, scene.me.card)).is_none()
}

/// Looks for what groups of targets cannot mean, and what sentences can refer to by them.
pub fn lint_groups(lint: &mut Lint<'_, BuildDivide>, groups: &[Group]) {
    if groups.len() > GROUP_LIMIT {
        lint.find("too_many_parts", format!("a text has at most {GROUP_LIMIT} groups of targets"));
    }
    lint.each("targets", groups, |lint, group| {
        group.cards().lint(lint);
        if matches!(group.take, Take::All) {
            lint.inside("take", |lint| {
                lint.find("wrong_attribute", "targets are chosen; “all” chooses none")
            });
        }
        if !group.from.is_told(Seat::Zero) {
            lint.inside("from", |lint| lint.find("blind_choice", "a target is a card that both players see"));
        }
        if group.total.is_some_and(|total| total.at_most.is_none() && total.at_least.is_none()) {
            lint.inside("total", |lint| {
                lint.find("nothing_meant", "a total is at_most or at_least a number")
            });
        }
    });
    for (index, group) in groups.iter().enumerate().skip(1) {
        if group.name.is_none() {
            lint.inside(format!("targets/{index}"), |lint| {
                lint.find("unbound_name", "sentences can refer to a further group by a name only");
            });
        }
    }
    if !groups.is_empty() {
        lint.learn(meant::CHOSEN);
    }
}

/// The cards of an entry, group by group: the first of them take as many as they can; `None`: they are not what the groups
/// ask for [ruling-22].
pub fn split(game: &Game<'_>, scene: &Scene<'_>, groups: &[Group], cards: &[CardId]) -> Option<Targets> {
    let Some((first, rest)) = groups.split_first() else { return cards.is_empty().then(Vec::new) };
    let there = first.domain(game, scene).len();
    let (min, max) = first.bounds(game, scene, there);
    for count in (min..=max.min(cards.len())).rev() {
        let (own, others) = cards.split_at_checked(count)?;
        if first.is_met(game, scene, own)
            && let Some(rest) = split(game, scene, rest, others)
        {
            let own = own.iter().map(|card| game.state.table.object(*card)).collect();
            return Some(std::iter::once(own).chain(rest).collect());
        }
    }
    None
}

/// What can be named as targets; `None`: there are not those that the groups ask for.
pub fn domain(game: &Game<'_>, scene: &Scene<'_>, groups: &[Group]) -> Option<Domain> {
    match groups {
        [] => return Some(Domain::only(Value::Nothing)),
        [only] => return Some(only.choices(game, scene)).filter(|domain| domain.count() > 0),
        _ => {}
    }
    let mut rows: Vec<Vec<CardId>> = vec![Vec::new()];
    for group in groups {
        let domain = group.choices(game, scene);
        let sets: Vec<Value> =
            (0..domain.count()).take(SETS_LIMIT).map_while(|number| domain.member(number)).collect();
        let longer = |row: &Vec<CardId>| -> Vec<Vec<CardId>> {
            sets.iter().map(|set| [row.as_slice(), &set.named()].concat()).collect()
        };
        rows = rows.iter().flat_map(longer).take(SETS_LIMIT).collect();
    }
    Some(Domain::OneOf(rows.into_iter().map(Value::Cards).collect())).filter(|domain| domain.count() > 0)
}

/// Whether an ability of a card could be used now as far as its targets are concerned.
pub fn are_there(game: &Game<'_>, scene: &Scene<'_>, groups: &[Group]) -> bool {
    groups.iter().all(|group| group.choices(game, scene).count() > 0)
}

/// The text refers to what was chosen: the first group is what was chosen last, those with a name can be named.
pub fn bind(groups: &[Group], targets: &Targets, bound: &mut Bound) {
    for (group, objects) in groups.iter().zip(targets).rev() {
        bound.bind(group.name.as_deref(), objects.clone());
    }
}

/// Leaves out what is no legal target any more. `false`: there were or should be targets, and none is left [ruling-22].
pub fn recheck(game: &Game<'_>, scene: &Scene<'_>, groups: &[Group], targets: &mut Targets) -> bool {
    let asks = |group: &Group| matches!(&group.take, Take::Exactly(_)) && group.bounds(game, scene, 0).0 > 0;
    let had_any = targets.iter().any(|objects| !objects.is_empty()) || groups.iter().any(asks);
    for (group, objects) in groups.iter().zip(targets.iter_mut()) {
        let table = &game.state.table;
        objects.retain(|object| table.is_current(*object) && group.can_be(game, scene, object.card));
    }
    !had_any || targets.iter().any(|objects| !objects.is_empty())
}

/// Chooses the targets of a text inside a resolution: as many as there are; asked is only what leaves a choice [ruling-21,
/// ruling-22].
pub fn choose(groups: &[Group], run: &mut Run<'_, '_, BuildDivide>, me: Object) -> Result<Targets, Pause> {
    let seat = run.seat();
    let mut targets = Targets::new();
    for group in groups {
        let answer = match run.remembered() {
            Some(answer) => answer,
            None => {
                let scene = Scene { me, ..run.scene() };
                let from = group.domain(run.game, &scene);
                let (min, max) = group.bounds(run.game, &scene, from.len());
                let (min, max) = (min.min(from.len()), max.min(from.len()));
                let domain = group.among(run.game, from.clone(), (min, max));
                match domain.count() {
                    0 | 1 => {
                        let only = domain.member(0).map(|value| value.named()).unwrap_or_default();
                        run.settle(|_| Answer::Cards(only))
                    }
                    _ => {
                        let what = Choosable::Cards { from, min, max, hidden: false };
                        run.ask(seat, what, cite!("ruling-22"), true)?
                    }
                }
            }
        };
        let Answer::Cards(cards) = answer else { continue };
        targets.push(cards.iter().map(|card| run.game.state.table.object(*card)).collect());
    }
    Ok(targets)
}

/// The same for an ability that is put on the chain. While it is asked, the resolution is at its stage `Offer`.
pub fn choose_for(
    game: &mut Game<'_>,
    resolution: &mut Resolution<BuildDivide>,
    groups: &[Group],
) -> Result<Targets, Pause> {
    resolution.stage = ResolutionStage::Offer;
    let targets = resolution.part(game, |run| choose(groups, run, run.me()))?;
    resolution.stage = ResolutionStage::Effects;
    resolution.memo = Memo::default();
    bind(groups, &targets, &mut resolution.bound);
    Ok(targets)
}
