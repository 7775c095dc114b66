//! The list of all effects, and what they share: how cards are picked and handled one after the other.
//! What they do is in [`super::cards`], [`super::entry`], [`super::fight`] and [`super::change`].
//!
//! 六.2 as much as possible, 若成功; 六.6 all targets first, then one after the other in line order;
//! 十五.禁錮.2 what moves itself; ruling-47 resistances, ruling-77 as many as possible.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::super::Xinglingwang;
use super::super::ability;
use super::super::table::{self, Verb};
use super::super::zone::Cause;
use super::cards::{
    Destroy, Discard, Draw, Exile, Look, Mill, Rest, Reveal, Sacrifice, Shuffle, ToDeck, ToGraveyard, ToHand,
    Upright,
};
use super::change::{
    Charge, Confer, CountsAsType, Forbid, ForbidPlayer, Grant, GrantAbility, Lose, LoseReward, Modify,
    Reward, Spend, SpendX,
};
use super::entry::{
    Alight, Board, ExtraPlay, Move, Parasite, ReturnGhosts, Split, Summon, SummonTravelers, Swap, Transform,
};
use super::fight::{MakeAttack, Negate, Redirect, Save};
use super::{Select, Take};
use crate::card::effect::{ChooseNumber, ChooseOne, If, May};
use crate::card::{Cards, EffectWord, Lint, Next, Pause, Run, Scene};
use crate::kernel::{CardId, Match, Object};
use crate::verdict::Cite;
use crate::words;

words! {
    /// Something that an effect does.
    pub enum Effect: Effect<Xinglingwang> {
        /// Do something if a condition holds.
        If(If<Xinglingwang>),
        /// The player may do something.
        May(May<Xinglingwang>),
        /// One of several texts.
        ChooseOne(ChooseOne<Xinglingwang>),
        /// Cards are chosen for later sentences.
        Choose(Choose),
        /// A number is chosen.
        ChooseNumber(ChooseNumber),
        /// Several things, which are done completely or not [六.2].
        DoAll(DoAll),
        /// 抽牌.
        Draw(Draw),
        /// From hand into the graveyard.
        Discard(Discard),
        /// From the deck into the graveyard.
        Mill(Mill),
        /// 查看.
        Look(Look),
        /// 展示.
        Reveal(Reveal),
        /// 洗牌.
        Shuffle(Shuffle),
        /// 回手牌.
        ToHand(ToHand),
        /// Into a deck.
        ToDeck(ToDeck),
        /// 進入墓地.
        ToGraveyard(ToGraveyard),
        /// 被破壞.
        Destroy(Destroy),
        /// 被除外.
        Exile(Exile),
        /// 獻祭.
        Sacrifice(Sacrifice),
        /// 召喚小旅人.
        SummonTravelers(SummonTravelers),
        /// 召喚.
        Summon(Summon),
        /// 額外打出.
        ExtraPlay(ExtraPlay),
        /// A unit moves.
        Move(Move),
        /// Two units change places.
        Swap(Swap),
        /// 橫放.
        Rest(Rest),
        /// 轉正.
        Upright(Upright),
        /// 進攻.
        Attack(MakeAttack),
        /// 改為進攻.
        Redirect(Redirect),
        /// 無效化.
        Negate(Negate),
        /// What is about to leave stays.
        Save(Save),
        /// A number changes.
        Modify(Modify),
        /// Cards get a keyword.
        Grant(Grant),
        /// Cards lose a keyword.
        Lose(Lose),
        /// Cards get an ability of this card.
        GrantAbility(GrantAbility),
        /// Cards count as a type, too.
        CountsAsType(CountsAsType),
        /// Cards cannot do something.
        Forbid(Forbid),
        /// Players cannot do something.
        ForbidPlayer(ForbidPlayer),
        /// 賦予: the magic card goes under the unit.
        Confer(Confer),
        /// 變為.
        Transform(Transform),
        /// 寄生合體.
        Parasite(Parasite),
        /// 分開.
        Split(Split),
        /// 充能.
        Charge(Charge),
        /// 耗能.
        Spend(Spend),
        /// 耗能X.
        SpendX(SpendX),
        /// 上車.
        Board(Board),
        /// 下車.
        Alight(Alight),
        /// 還魂.
        ReturnGhosts(ReturnGhosts),
        /// 獎勵 is gained.
        Reward(Reward),
        /// 獎勵 is lost.
        LoseReward(LoseReward),
    }
}

pub(super) type Game<'p> = Match<'p, Xinglingwang>;
pub(super) type Running<'r, 'p> = Run<'r, 'p, Xinglingwang>;

/// Why an ability does something.
pub(super) fn cause(run: &Running<'_, '_>, rule: Cite) -> Cause {
    let means = ability::means(run.game, run.me());
    Cause { seat: run.seat(), means, source: Some(run.me()), rule }
}

/// The cards meant: chosen among those that can be chosen, in the order in which they are handled.
/// Both are fixed before the first of them is handled [六.6, ruling-47].
pub(super) fn pick(run: &mut Running<'_, '_>, select: &Select, rule: Cite) -> Result<Vec<Object>, Pause> {
    let (seat, me, id) = (run.seat(), run.me(), run.resolution.ability);
    let place = run.resolution.path.iter().map(|(branch, place)| format!("{branch}.{place}"));
    let which = match select {
        Select::Named(name) => name.clone(),
        Select::Chosen => "chosen".to_owned(),
        Select::Cards(_) => run.decided().to_string(),
        Select::This | Select::Subject | Select::Other | Select::Role(_) => {
            return run.select_as(seat, select, rule, false, |_, _| true);
        }
    };
    let key = format!("#{}#{which}", place.collect::<Vec<_>>().join("."));
    let free = |game: &Game<'_>, card: CardId| ability::may_choose(game, seat, me, id, card).is_none();
    let mut objects = run.select_as(seat, select, rule, false, free)?;
    let bound = &run.resolution.bound;
    if let Some((_, fixed)) = bound.named.iter().find(|(name, _)| *name == key) {
        objects.clone_from(fixed);
    } else {
        if run.game.holds(cite!("六.6")) {
            table::in_line_order(run.game, &mut objects);
        }
        run.resolution.bound.named.push((key, objects.clone()));
    }
    let name = match select {
        Select::Cards(cards) => cards.name.clone(),
        _ => None,
    };
    run.bind(name.as_deref(), objects.clone());
    Ok(objects)
}

/// How many cards a sentence asks for.
pub(super) fn wanted(run: &Running<'_, '_>, select: &Select) -> usize {
    let take = |cards: &Cards<Xinglingwang>| match &cards.take {
        Take::Exactly(amount) => usize::try_from(amount.value(run.game, &run.scene()).max(0)).unwrap_or(0),
        _ => 1,
    };
    match select {
        Select::Cards(cards) => take(cards),
        Select::Named(name) => {
            let body = ability::body(run.game, run.resolution.ability);
            let targets = body.map_or(&[][..], |body| body.targets.as_slice());
            targets.iter().find(|target| target.name.as_ref() == Some(name)).map_or(1, take)
        }
        _ => 1,
    }
}

/// Whether a sentence was carried out completely [六.2, ruling-77].
pub(super) fn complete(run: &Running<'_, '_>, select: &Select, verb: Verb, objects: &[Object]) -> bool {
    let happened = &run.game.state.facts.happened;
    objects.len() >= wanted(run, select) && objects.iter().all(|object| happened.contains(&(verb, *object)))
}

/// Handles one object after the other; whatever one of them brings up comes first [六.3].
pub(super) fn each(
    run: &mut Running<'_, '_>,
    objects: &[Object],
    mut act: impl FnMut(&mut Game<'_>, Object),
) -> Result<(), Pause> {
    let (floor, keep) = (run.game.state.agenda.len(), run.decided());
    while let Some(&object) = objects.get(run.done()) {
        if run.game.state.table.is_current(object) {
            act(run.game, object);
        }
        run.one_done(keep);
        if run.game.is_interrupted(floor) {
            return Err(Pause::Pushed);
        }
    }
    Ok(())
}

/// Whether there is anything that a sentence could be about.
pub(super) fn feasible(select: &Select, game: &Game<'_>, scene: &Scene<'_>) -> bool {
    match select {
        Select::Cards(cards) => {
            let domain = cards.domain(game, scene);
            let (least, _) = cards.bounds(game, scene, usize::MAX);
            !domain.is_empty() && domain.len() >= least.min(10_000)
                || matches!(cards.take, Take::Any | Take::UpTo(_))
        }
        other => other.all(game, scene).iter().any(|object| game.state.table.is_current(*object)),
    }
}

macro_rules! by_selection {
    () => {
        fn is_feasible(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
            feasible(&self.what, game, scene)
        }

        fn is_open(&self) -> bool {
            self.what.is_open()
        }
    };
}
pub(super) use by_selection;

/// Whether an effect moves the unit that it stands on by its own power [十五.禁錮.2].
pub fn moves_itself(effects: &[Effect]) -> bool {
    effects.iter().any(|effect| match effect {
        Effect::Move(word) => word.what == Select::This,
        Effect::Swap(word) => word.one == Select::This || word.other == Select::This,
        Effect::Parasite(_) => true,
        Effect::If(word) => moves_itself(&word.then),
        Effect::May(word) => moves_itself(&word.0),
        Effect::DoAll(word) => moves_itself(&word.0),
        _ => false,
    })
}

/// Cards are chosen, so that later sentences can speak of them.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Choose(pub Select);

impl EffectWord<Xinglingwang> for Choose {
    fn lint(&self, lint: &mut Lint<'_, Xinglingwang>) {
        self.0.lint(lint);
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let chosen = pick(run, &self.0, cite!("六.1"))?;
        let whole = chosen.len() >= wanted(run, &self.0);
        Ok(Next::Done(whole && !chosen.is_empty()))
    }

    fn is_feasible(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        feasible(&self.0, game, scene)
    }
}

/// Several sentences as one part before 若成功 [六.2].
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct DoAll(pub Vec<Effect>);

impl EffectWord<Xinglingwang> for DoAll {
    fn lint(&self, lint: &mut Lint<'_, Xinglingwang>) {
        for (index, effect) in self.0.iter().enumerate() {
            lint.inside(index.to_string(), |lint| effect.lint(lint));
        }
    }

    fn run(&self, _: &mut Running<'_, '_>) -> Result<Next, Pause> {
        Ok(Next::Into(0))
    }

    fn branch(&self, _: u8) -> &[Effect] {
        &self.0
    }

    fn is_feasible(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        self.0.iter().all(|effect| effect.is_feasible(game, scene))
    }
}
