//! Groups of targets, and what limits a set of cards as a whole: ruling-13, ruling-22, ruling-87, ruling-88,
//! ruling-95, ruling-108.

use super::super::findings;
use super::super::printed::Color;
use super::super::table::{Game, Zone, lies, printed};
use super::super::{BuildDivide, chain, prohibition, stat};
use super::effect::Running;
use super::{Filter, Source, Stat, Take};
use crate::abilities::lint::meant;
use crate::abilities::target::{self, Whole};
use crate::abilities::{Cards, Choosing, EffectWord, Lint, Next, Pause, Scene, Side};
use crate::kernel::{CardId, Object, wire};

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
    /// No two have a title in common [ruling-84].
    #[optional]
    pub different_titles: bool,
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

/// Limits a set of these cards by the sum of a number, which `is_right` has to accept [ruling-88].
pub fn summed<'a>(
    game: &Game<'_>,
    from: &[CardId],
    stat: Stat,
    is_right: impl Fn(i64) -> bool + 'a,
) -> Whole<'a> {
    let value = |card: &CardId| (*card, stat::value(game, *card, stat).unwrap_or(0).max(0));
    let values: Vec<(CardId, i64)> = from.iter().map(value).collect();
    Box::new(move |set| {
        let all = set.iter().filter_map(|card| values.iter().find(|(other, _)| other == card));
        is_right(all.fold(0, |sum: i64, (_, value)| sum.saturating_add(*value)))
    })
}

/// How many different colours these cards have, and whether one colour is on all of them [ruling-87].
pub fn colors_of(game: &Game<'_>, cards: &[CardId]) -> (usize, bool) {
    let has = |color: Color| move |card: &CardId| printed(game, *card).colors.contains(&color);
    let all = Color::ALL.iter().copied().filter(|color| cards.iter().any(has(*color))).count();
    (all, Color::ALL.iter().copied().any(|color| cards.iter().all(has(color))))
}

/// Whether no two cards have a title in common [ruling-84].
fn titled_apart(game: &Game<'_>, cards: &[CardId]) -> bool {
    let titles = |card: &CardId| &printed(game, *card).titles;
    let all: usize = cards.iter().map(|card| titles(card).len()).sum();
    if !game.spend(all.saturating_mul(all)) {
        return false;
    }
    let apart = |one: &CardId, other: &CardId| !titles(one).iter().any(|title| titles(other).contains(title));
    cards.iter().enumerate().all(|(place, card)| cards.iter().take(place).all(|other| apart(card, other)))
}

/// A group of cards that a text chooses without making them targets: prohibitions to become a target do not
/// matter.
#[derive(Debug)]
pub struct Unaimed<'g>(pub &'g Group);

impl target::Group<BuildDivide> for Unaimed<'_> {
    fn cards(&self) -> Cards<BuildDivide> {
        target::Group::cards(self.0)
    }

    fn is_free(&self, _: &Game<'_>, _: &Scene<'_>, _: CardId) -> bool {
        true
    }

    fn whole<'a>(&self, game: &'a Game<'_>, from: &[CardId]) -> Option<Whole<'a>> {
        self.0.whole(game, from)
    }
}

/// Cards that are chosen while a text is carried out, with limits on all of them; they are no targets. Later
/// sentences refer to them as chosen last, or by the name of the group.
#[wire(Part<BuildDivide>)]
pub struct Pick(#[part(plain)] pub Group);

impl EffectWord<BuildDivide> for Pick {
    fn lint(&self, lint: &mut Lint<'_, BuildDivide>) {
        target::lint_group(lint, &self.0);
        self.0.lint_total(lint);
        lint.learn(meant::CHOSEN);
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let groups = [Unaimed(&self.0)];
        let chosen = target::choose(&groups, run, run.me(), cite!("ruling-22"))?;
        target::bind(&groups, &chosen, &mut run.resolution.bound);
        Ok(Next::Done(chosen.iter().any(|objects| !objects.is_empty())))
    }

    fn can_do_some(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        !target::Group::cards(&self.0).domain(game, scene).is_empty()
    }

    fn only_chooses(&self) -> bool {
        true
    }
}

impl target::Group<BuildDivide> for Group {
    fn cards(&self) -> Cards<BuildDivide> {
        let Group { side, from, fits, take, name, .. } = self.clone();
        Cards { side, from, fits, take, chooser: Choosing::You, name }
    }

    /// A card cannot be a target of its own use, nor can one that an effect protects from becoming a target
    /// [ruling-22, ruling-108]. What protects a card does not protect its abilities on the chain.
    fn is_free(&self, game: &Game<'_>, scene: &Scene<'_>, card: CardId) -> bool {
        let on_chain = Some(card).filter(|_| self.from == Source::Chain);
        if on_chain.and_then(|number| chain::named(game, number)).is_some_and(|item| !chain::is_card(item)) {
            return true;
        }
        let stays = matches!(lies(game, card), Some((Zone::Field | Zone::Territory, _)));
        let is_used = card == scene.me.card && !stays;
        !is_used && prohibition::targeted(game, card, (scene.seat, scene.me.card)).is_none()
    }

    fn whole<'a>(&self, game: &'a Game<'_>, from: &[CardId]) -> Option<Whole<'a>> {
        let Group { total, no_common_color, different_names, different_titles, .. } = *self;
        let total = total.map(|Total { stat, at_most, at_least }| {
            summed(game, from, stat, move |sum| {
                at_most.is_none_or(|most| sum <= most.into())
                    && at_least.is_none_or(|least| sum >= least.into())
            })
        });
        let limited = total.is_some() || no_common_color || different_names || different_titles;
        let whole: Whole<'a> = Box::new(move |set| {
            let names = || set.iter().map(|card| printed(game, *card).called());
            let named_once = |(place, name): (usize, &str)| !names().take(place).any(|other| other == name);
            total.as_ref().is_none_or(|total| total(set))
                && !(no_common_color && set.len() > 1 && colors_of(game, set).1)
                && (!different_names || names().enumerate().all(named_once))
                && (!different_titles || titled_apart(game, set))
        });
        limited.then_some(whole)
    }
}

/// Targets that are chosen while a text is carried out, after what it did before: later sentences refer to
/// them as chosen last, or by the name of the group [ruling-22, ruling-90].
#[wire(Part<BuildDivide>)]
pub struct Target(#[part(plain)] pub Group);

impl EffectWord<BuildDivide> for Target {
    fn lint(&self, lint: &mut Lint<'_, BuildDivide>) {
        target::lint_group(lint, &self.0);
        self.0.lint_total(lint);
        lint.learn(meant::CHOSEN);
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let groups = std::slice::from_ref(&self.0);
        let targets = target::choose(groups, run, run.me(), cite!("ruling-22"))?;
        target::bind(groups, &targets, &mut run.resolution.bound);
        let (seat, me) = (run.seat(), run.me());
        let aimed: Vec<Object> = targets.into_iter().flatten().collect();
        chain::announce_targets(run.game, seat, &aimed, me);
        Ok(Next::Done(!aimed.is_empty()))
    }

    fn can_do_some(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        let cards = target::Group::cards(&self.0).domain(game, scene);
        cards.iter().any(|card| target::Group::is_free(&self.0, game, scene, *card))
    }

    fn only_chooses(&self) -> bool {
        true
    }
}

impl Group {
    fn lint_total(&self, lint: &mut Lint<'_, BuildDivide>) {
        if self.total.is_some_and(|total| total.at_most.is_none() && total.at_least.is_none()) {
            lint.inside("total", |lint| lint.find("nothing_meant", findings::total_needs_bound()));
        }
    }
}

/// Reports groups of targets that can never be filled, and notes what sentences can refer to by them.
pub fn lint_groups(lint: &mut Lint<'_, BuildDivide>, groups: &[Group]) {
    target::lint(lint, groups);
    lint.each("targets", groups, |lint, group| group.lint_total(lint));
}
