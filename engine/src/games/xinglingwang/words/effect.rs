//! The list of all effects, and what they share: how cards are picked and handled one after the other.
//! What they do is in [`super::cards`], [`super::entry`], [`super::traveler`], [`super::fight`] and [`super::change`].
//!
//! 六.2 as much as possible, 若成功; 六.6 all targets first, then one after the other in line order;
//! 十五.禁錮.2 what moves itself; ruling-47 resistances, ruling-77 as many as possible.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::super::ability;
use super::super::table::{self, Verb};
use super::super::zone::Cause;
use super::super::{Deed, Xinglingwang};
use super::cards::{
    Destroy, Discard, Draw, Exile, Look, Mill, Rest, Reveal, Sacrifice, Shuffle, ToDeck, ToGraveyard, ToHand,
    Upright,
};
use super::change::{
    Charge, Confer, CountsAsName, CountsAsType, Forbid, ForbidPlayer, Grant, GrantAbility, Lose, LoseEnergy,
    LoseReward, Modify, Reward, Spend, SpendX, TakeMagic,
};
use super::entry::{ExtraPlay, Move, Parasite, Split, Summon, Swap, Transform};
use super::fight::{AttackAgain, ExtraNormalPlay, MakeAttack, Negate, Redirect, Save, UseNormalPlay};
use super::traveler::{Alight, Board, ReturnGhosts, SummonTravelers};
use super::{Amount, Select, Take, possible, standing};
use crate::card::effect::{ChooseNumber, ChooseOne, If, May, lint_list};
use crate::card::{Answer, Cards, EffectWord, Lint, Next, Objects, Pause, Run, Scene};
use crate::kernel::{CardId, Match, Object};
use crate::verdict::Cite;
use crate::{word, words};

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
        /// Several things so many times.
        Repeat(Repeat),
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
        /// Further normal plays are allowed in this phase.
        ExtraNormalPlay(ExtraNormalPlay),
        /// This takes the place of the phase's normal play.
        UseNormalPlay(UseNormalPlay),
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
        /// Units may attack once more this turn.
        AttackAgain(AttackAgain),
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
        /// Cards count as having a name, too.
        CountsAsName(CountsAsName),
        /// Cards cannot do something.
        Forbid(Forbid),
        /// Players cannot do something.
        ForbidPlayer(ForbidPlayer),
        /// 賦予: the magic card goes under the unit.
        Confer(Confer),
        /// Conferred magic goes under another unit.
        TakeMagic(TakeMagic),
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
        /// Energy is lost.
        LoseEnergy(LoseEnergy),
    }
}

pub(super) type Game<'p> = Match<'p, Xinglingwang>;
pub(super) type Running<'r, 'p> = Run<'r, 'p, Xinglingwang>;

/// Why an ability does something.
pub(super) fn cause(run: &Running<'_, '_>, rule: Cite) -> Cause {
    let means = ability::means(run.game, run.me());
    Cause { means, source: Some(run.me()), ..Cause::rule(run.seat(), rule) }
}

/// The cards meant: chosen among those that can be chosen, in the order in which they are handled.
/// Both are fixed before the first of them is handled [六.6, ruling-47].
pub(super) fn pick(run: &mut Running<'_, '_>, select: &Select, rule: Cite) -> Result<Objects, Pause> {
    let (seat, me, id) = (run.seat(), run.me(), run.resolution.ability);
    let purpose = ability::purpose(run.game, run.resolution);
    if matches!(select, Select::This | Select::Subject | Select::Other | Select::Role(_)) {
        return run.select_as(seat, select, rule, false, |_, _| true);
    }
    let free =
        |game: &Game<'_>, card: CardId| ability::target_fault(game, (seat, me), id, purpose, card).is_none();
    let mut objects = run.select_as(seat, select, rule, false, free)?;
    objects = run.fix(|game| {
        if game.holds(cite!("六.6")) {
            table::in_line_order(game, &mut objects);
        }
        objects
    });
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
        Take::Exactly(amount) => amount.count(run.game, &run.scene()),
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

/// How much had happened in this entry when the sentence began: what it did itself comes after that.
pub(super) fn begun(run: &mut Running<'_, '_>) -> usize {
    let happened = run.game.state.facts.happened.len();
    match run.settle(|_| Answer::Begun(u32::try_from(happened).unwrap_or(0))) {
        Answer::Begun(count) => count as usize,
        _ => 0,
    }
}

/// Whether a sentence has done this to each of the objects [六.2]: it looks at what this text did since
/// it began, not at what others did to them.
pub(super) fn did(run: &Running<'_, '_>, begun: usize, verb: Verb, objects: &[Object]) -> bool {
    let (me, happened) = (run.me(), &run.game.state.facts.happened);
    let own = |object: Object| Deed { verb, object, source: Some(me) };
    let looks = objects.len().saturating_mul(happened.len().saturating_sub(begun));
    run.game.spend(looks)
        && objects.iter().all(|object| happened.iter().skip(begun).any(|deed| *deed == own(*object)))
}

/// Whether a sentence was carried out completely [六.2, ruling-77]; those that follow mean by the cards that it
/// moved what they are now.
pub(super) fn complete(
    run: &mut Running<'_, '_>,
    begun: usize,
    select: &Select,
    verb: Verb,
    objects: &[Object],
) -> bool {
    let complete = objects.len() >= wanted(run, select) && did(run, begun, verb, objects);
    follow(run, begun, select, verb, objects);
    complete
}

/// What a card is now that a text has moved once since its sentence began; a traveler that has left is none.
fn moved(run: &Running<'_, '_>, begun: usize, verb: Verb, object: Object) -> Option<Object> {
    let now = run.game.state.table.object(object.card);
    let once = now.incarnation == object.incarnation.wrapping_add(1);
    let figure = table::is_traveler(run.game, now.card) && !table::is_unit(run.game, now.card);
    (once && !figure && did(run, begun, verb, &[object])).then_some(now)
}

/// The sentences that follow mean by the cards that this one has moved what they are now.
pub(super) fn follow(
    run: &mut Running<'_, '_>,
    begun: usize,
    select: &Select,
    verb: Verb,
    objects: &[Object],
) {
    let changed: SmallVec<[(Object, Object); 4]> = objects
        .iter()
        .filter_map(|object| moved(run, begun, verb, *object).map(|now| (*object, now)))
        .collect();
    let name = match select {
        Select::Cards(cards) => cards.name.as_deref(),
        _ => None,
    };
    mean(run, &changed, name, objects);
}

/// The sentences that follow mean other objects than those before, and by what this one chose, these.
pub(super) fn mean(
    run: &mut Running<'_, '_>,
    changed: &[(Object, Object)],
    name: Option<&str>,
    chosen: &[Object],
) {
    if changed.is_empty() {
        return;
    }
    let now =
        |object: Object| changed.iter().find(|(before, _)| *before == object).map_or(object, |(_, now)| *now);
    let resolution = &mut *run.resolution;
    resolution.me = now(resolution.me);
    resolution.subject = resolution.subject.map(now);
    resolution.other = resolution.other.map(now);
    let bound = &mut resolution.bound;
    let named = bound.named.iter_mut().flat_map(|(_, objects)| objects);
    named.chain(&mut bound.chosen).for_each(|object| *object = now(*object));
    run.bind(name, chosen.iter().copied().map(now).collect());
}

/// The sentences that follow speak of the cards that this one has moved so since it began, as they are now.
pub(super) fn bind_moved(run: &mut Running<'_, '_>, begun: usize, verb: Verb) {
    let me = run.me();
    let happened = run.game.state.facts.happened.get(begun..).unwrap_or_default();
    if !run.game.spend(happened.len()) {
        return;
    }
    let own = happened.iter().filter(|deed| deed.verb == verb && deed.source == Some(me));
    let moved: Objects = own
        .map(|deed| Object { incarnation: deed.object.incarnation.wrapping_add(1), ..deed.object })
        .filter(|now| run.game.state.table.is_current(*now))
        .collect();
    run.bind(None, moved);
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
        // After the last one only what is still being carried out has to be waited for.
        let more = run.done() < objects.len();
        if run.game.state.agenda.len() > floor || (more && run.game.is_interrupted(floor)) {
            return Err(Pause::Pushed);
        }
    }
    Ok(())
}

macro_rules! by_selection {
    () => {
        fn is_feasible(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
            let act = self.act(scene);
            possible::any(game, scene, &self.what, |object| act.can(game, scene, object))
        }

        fn is_open(&self) -> bool {
            self.what.is_open()
        }

        fn selection(&self) -> Option<Select> {
            Some(self.what.clone())
        }
    };
}
pub(super) use by_selection;

/// The lists inside a word.
fn lists(effect: &Effect) -> SmallVec<[&[Effect]; 2]> {
    match effect {
        Effect::If(word) => [word.then.as_slice(), &word.otherwise].into_iter().collect(),
        Effect::ChooseOne(word) => word.0.iter().map(Vec::as_slice).collect(),
        Effect::May(word) => std::iter::once(word.0.as_slice()).collect(),
        Effect::DoAll(word) => std::iter::once(word.0.as_slice()).collect(),
        Effect::Repeat(word) => std::iter::once(word.each.as_slice()).collect(),
        _ => SmallVec::new(),
    }
}

/// Whether a text has such a word anywhere in it.
pub fn any_word(effects: &[Effect], is_meant: &dyn Fn(&Effect) -> bool) -> bool {
    let inside = |effect: &Effect| lists(effect).into_iter().any(|list| any_word(list, is_meant));
    effects.iter().any(|effect| is_meant(effect) || inside(effect))
}

/// Whether an effect moves the unit that it stands on by its own power [十五.禁錮.2].
pub fn moves_itself(effects: &[Effect]) -> bool {
    any_word(effects, &|effect| match effect {
        Effect::Move(word) => word.what == Select::This,
        Effect::Swap(word) => word.one == Select::This || word.other == Select::This,
        Effect::Parasite(_) => true,
        _ => false,
    })
}

/// Whether a text puts its unit under the cards of a selection with 寄生合體.
pub fn goes_under(effects: &[Effect], is_meant: impl Fn(&Select) -> bool) -> bool {
    any_word(effects, &|effect| matches!(effect, Effect::Parasite(word) if is_meant(&word.what)))
}

/// Cards are chosen, so that later sentences can speak of them.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Choose(pub Select);

impl EffectWord<Xinglingwang> for Choose {
    fn lint(&self, lint: &mut Lint<'_, Xinglingwang>) {
        self.0.lint(lint);
    }

    fn selection(&self) -> Option<Select> {
        Some(self.0.clone())
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let chosen = pick(run, &self.0, cite!("六.1"))?;
        let whole = chosen.len() >= wanted(run, &self.0);
        Ok(Next::Done(whole && !chosen.is_empty()))
    }

    fn is_feasible(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        possible::any(game, scene, &self.0, |_| true)
    }

    fn is_open(&self) -> bool {
        self.0.is_open()
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
        possible::first_lacking(&self.0, game, scene).is_none()
    }

    fn is_open(&self) -> bool {
        self.0.iter().all(EffectWord::is_open)
    }
}

/// The most often that something is repeated.
const REPEAT_LIMIT: i64 = 100;

word! {
    /// Several things so many times, one time after the other; how often is fixed when it begins.
    Repeat {
        /// How many times, up to 100.
        n: Amount,
        /// What is done each time.
        #[serde(rename = "do")]
        each: Vec<Effect>,
    }
}

impl EffectWord<Xinglingwang> for Repeat {
    fn lint(&self, lint: &mut Lint<'_, Xinglingwang>) {
        standing::number(lint, "n", &self.n);
        if self.each.is_empty() {
            lint.find("empty_list", "something is repeated");
        }
        lint_list(lint, "do", &self.each);
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let before = run.resolution.memo.decided.is_empty().then(|| self.n.value(run.game, &run.scene()));
        let n =
            match run.settle(|game| Answer::Number(game.counted(before.unwrap_or(0).max(0), REPEAT_LIMIT))) {
                Answer::Number(n) => usize::try_from(n).unwrap_or(0),
                _ => 0,
            };
        if run.done() >= n {
            return Ok(Next::Done(n > 0));
        }
        let keep = run.decided();
        run.one_done(keep);
        Ok(Next::Into(0))
    }

    fn comes_again(&self) -> bool {
        true
    }

    fn branch(&self, _: u8) -> &[Effect] {
        &self.each
    }

    fn is_feasible(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        possible::is_some(&self.n, game, scene)
            && self.each.iter().any(|effect| effect.is_feasible(game, scene))
    }

    fn is_open(&self) -> bool {
        self.each.iter().all(EffectWord::is_open)
    }
}
