//! What effects do to cards: moving, turning, numbers, keywords, counters.
//!
//! 六.2 as much as possible; 六.6 all targets first, then one after the other in line order; 十 leaving;
//! 十五.充能, 十五.耗能, 十五.獎勵; ruling-47, ruling-52, ruling-53, ruling-56, ruling-71, ruling-75.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::super::ability;
use super::super::table::{self, State, Verb, Zone};
use super::super::zone::{self, Cause};
use super::super::{Xinglingwang, stat, tactics};
use super::change::{
    Charge, Confer, CountsAsType, Forbid, ForbidPlayer, Grant, GrantAbility, Lose, LoseReward, Modify,
    Reward, Spend, SpendX,
};
use super::entry::{
    Alight, Board, ExtraPlay, Move, Parasite, ReturnGhosts, Split, Summon, SummonTravelers, Swap, Transform,
};
use super::filter::LOOKED;
use super::{Amount, Filter, KeywordName, Select, Take};
use crate::card::effect::{ChooseNumber, ChooseOne, If, May};
use crate::card::{Answer, Cards, Choosing, EffectWord, Lint, Next, Pause, Run, Scene, Side, SourceWord};
use crate::kernel::{CardId, End, Happening, Match, Object, Seat};
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

macro_rules! word {
    ($(#[$meta:meta])* $name:ident { $( $(#[$field_meta:meta])* $field:ident: $type:ty, )* }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
        #[serde(deny_unknown_fields)]
        pub struct $name { $( $(#[$field_meta])* pub $field: $type, )* }
    };
}
pub(super) use word;

pub(super) fn one() -> Amount {
    Amount::Number(1)
}

fn exactly_one() -> Take {
    Take::Exactly(one())
}

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
fn complete(run: &Running<'_, '_>, select: &Select, verb: Verb, objects: &[Object]) -> bool {
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

/// The seats of a side, the current player's first [六.6].
pub(super) fn in_turn_order(game: &Game<'_>, side: Side, me: Seat) -> Vec<Seat> {
    let mut seats = side.seats(me).to_vec();
    let active = game.state.facts.active;
    seats.sort_by_key(|seat| *seat != active);
    seats
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

pub(super) fn is_open(select: &Select) -> bool {
    match select {
        Select::Cards(cards) => cards.from.is_seen(Seat::Zero, Seat::One),
        _ => true,
    }
}

macro_rules! by_selection {
    () => {
        fn is_feasible(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
            feasible(&self.what, game, scene)
        }

        fn is_open(&self) -> bool {
            is_open(&self.what)
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

word! {
    /// 抽牌: one card at a time, as many as there are [ruling-9].
    Draw {
        /// Who draws.
        #[serde(default)]
        who: Side,
        /// How many.
        #[serde(default = "one")]
        n: Amount,
    }
}

impl EffectWord<Xinglingwang> for Draw {
    fn lint(&self, lint: &mut Lint<'_, Xinglingwang>) {
        lint.inside("n", |lint| self.n.lint(lint));
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        counted(run, self.who, &self.n, zone::draw, cite!("二.1"))
    }
}

/// Does something so many times for each seat, one at a time; stops where it is no longer possible.
/// How often, and for how many seats it stopped early, is fixed when it begins.
fn counted(
    run: &mut Running<'_, '_>,
    who: Side,
    n: &Amount,
    mut act: impl FnMut(&mut Game<'_>, Seat, Cause) -> bool,
    rule: Cite,
) -> Result<Next, Pause> {
    let value = n.value(run.game, &run.scene());
    let n = match run.settle(|_| Answer::Number(value)) {
        Answer::Number(n) => n.clamp(0, 1_000) as usize,
        _ => 0,
    };
    let seats = in_turn_order(run.game, who, run.seat());
    let (floor, keep, why) = (run.game.state.agenda.len(), run.decided(), cause(run, rule));
    let mut whole = true;
    while run.done() < n * seats.len() {
        let Some(&seat) = seats.get(run.done() / n.max(1)) else { break };
        let did = act(run.game, seat, why);
        run.one_done(keep);
        if !did {
            whole = false;
            // The rest of this seat's is not possible either.
            while !run.done().is_multiple_of(n) {
                run.one_done(keep);
            }
        }
        if run.game.is_interrupted(floor) && run.done() < n * seats.len() {
            return Err(Pause::Pushed);
        }
    }
    Ok(Next::Done(whole && n > 0))
}

word! {
    /// From hand into the graveyard; whoever discards chooses.
    Discard {
        /// Who discards.
        #[serde(default)]
        who: Side,
        /// How many.
        #[serde(default = "exactly_one")]
        take: Take,
        /// What they have to be.
        #[serde(default)]
        fits: Vec<Filter>,
        /// Who chooses, seen from the discarding player.
        #[serde(default)]
        chooser: Choosing,
    }
}

impl Discard {
    fn selection(&self) -> Select {
        Select::Cards(Cards {
            side: Side::Own,
            from: super::Source::Hand,
            fits: self.fits.clone(),
            take: self.take.clone(),
            chooser: self.chooser,
            name: None,
        })
    }
}

impl EffectWord<Xinglingwang> for Discard {
    fn lint(&self, lint: &mut Lint<'_, Xinglingwang>) {
        self.selection().lint(lint);
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let select = self.selection();
        let mut chosen = Vec::new();
        let mut enough = true;
        for seat in in_turn_order(run.game, self.who, run.seat()) {
            let cards = run.select_as(seat, &select, cite!("六.6"), false, |_, _| true)?;
            enough &= cards.len() >= wanted(run, &select);
            chosen.extend(cards);
        }
        run.bind(None, chosen.clone());
        let why = cause(run, cite!("六.1"));
        each(run, &chosen, |game, object| {
            zone::send(game, object.card, Verb::Discard, Zone::Graveyard, End::Bottom, why);
        })?;
        Ok(Next::Done(enough && !chosen.is_empty()))
    }

    fn is_feasible(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        feasible(&self.selection(), game, scene)
    }

    fn is_open(&self) -> bool {
        self.fits.is_empty()
    }
}

word! {
    /// The top cards of a deck go into the graveyard, one by one.
    Mill {
        /// Whose deck.
        #[serde(default)]
        who: Side,
        /// How many.
        #[serde(default = "one")]
        n: Amount,
    }
}

impl EffectWord<Xinglingwang> for Mill {
    fn lint(&self, lint: &mut Lint<'_, Xinglingwang>) {
        lint.inside("n", |lint| self.n.lint(lint));
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let mill = |game: &mut Game<'_>, seat: Seat, cause: Cause| {
            let Some(&top) = game.state.table.list(table::DECK.of(seat)).first() else { return false };
            zone::send(game, top, Verb::Mill, Zone::Graveyard, End::Bottom, cause)
        };
        counted(run, self.who, &self.n, mill, cite!("六.1"))
    }
}

word! {
    /// 查看: only the player sees them; later sentences find them under `looked`.
    Look {
        /// Whose cards.
        #[serde(default)]
        side: Side,
        /// Where.
        from: super::Source,
    }
}

impl EffectWord<Xinglingwang> for Look {
    fn lint(&self, lint: &mut Lint<'_, Xinglingwang>) {
        lint.inside("from", |lint| self.from.lint(lint));
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let mut looked = Vec::new();
        for &owner in self.side.seats(run.seat()) {
            let cards = self.from.cards(run.game, &run.scene(), owner);
            looked.extend(cards.into_iter().map(|card| run.game.state.table.object(card)));
        }
        let why = cause(run, cite!("六.1"));
        for object in &looked {
            zone::look(run.game, object.card, why);
        }
        let any = !looked.is_empty();
        run.bind(Some(LOOKED), looked);
        Ok(Next::Done(any))
    }
}

word! {
    /// 展示: both see them.
    Reveal {
        /// Which cards.
        what: Select,
    }
}

impl EffectWord<Xinglingwang> for Reveal {
    fn lint(&self, lint: &mut Lint<'_, Xinglingwang>) {
        self.what.lint(lint);
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let cards = pick(run, &self.what, cite!("六.1"))?;
        let why = cause(run, cite!("六.1"));
        each(run, &cards, |game, object| zone::reveal(game, object.card, why))?;
        Ok(Next::Done(!cards.is_empty() && cards.len() >= wanted(run, &self.what)))
    }

    by_selection!();
}

word! {
    /// 洗牌.
    Shuffle {
        /// Whose deck.
        #[serde(default)]
        who: Side,
    }
}

impl EffectWord<Xinglingwang> for Shuffle {
    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        for seat in in_turn_order(run.game, self.who, run.seat()) {
            run.game.shuffle(Verb::Shuffle, table::DECK.of(seat), seat, cite!("六.1"));
        }
        Ok(Next::Done(true))
    }
}

macro_rules! sending {
    ($(#[$meta:meta])* $name:ident, $verb:expr, $rule:literal, |$game:ident, $object:ident, $why:ident| $act:expr) => {
        word! {
            $(#[$meta])*
            $name {
                /// Which cards.
                what: Select,
            }
        }

        impl EffectWord<Xinglingwang> for $name {
            fn lint(&self, lint: &mut Lint<'_, Xinglingwang>) {
                self.what.lint(lint);
            }

            fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
                let cards = pick(run, &self.what, cite!("六.1"))?;
                let $why = cause(run, cite!($rule));
                each(run, &cards, |$game, $object| {
                    let _ = $act;
                })?;
                Ok(Next::Done(complete(run, &self.what, $verb, &cards)))
            }

            by_selection!();
        }
    };
}

sending!(
    /// 回手牌: to the owners' hands; travelers to their forest [十.5, ruling-64].
    ToHand, Verb::ToHand, "十.1",
    |game, object, why| zone::send_to(game, object.card, Zone::Hand, End::Bottom, why)
);
sending!(
    /// 進入墓地, without being destroyed [十.1].
    ToGraveyard, Verb::ToGraveyard, "十.1",
    |game, object, why| zone::send_to(game, object.card, Zone::Graveyard, End::Bottom, why)
);
sending!(
    /// 被破壞 [十.2].
    Destroy, Verb::Destroy, "十.2", |game, object, why| zone::destroy(game, object.card, why)
);
sending!(
    /// 被除外 [十.4].
    Exile, Verb::Exile, "十.4",
    |game, object, why| zone::send_to(game, object.card, Zone::Exile, End::Bottom, why)
);
sending!(
    /// 獻祭 [十.3].
    Sacrifice, Verb::Sacrifice, "十.3", |game, object, why| zone::sacrifice(game, object.card, why)
);
sending!(
    /// 橫放; an attack is cancelled by it [十五.橫放.1, 十五.橫放.2].
    Rest, Verb::Rest, "十五.橫放.1", |game, object, why| zone::turn(game, object.card, State::Rested, why)
);
sending!(
    /// 轉正; an attack is cancelled by it [ruling-11].
    Upright, Verb::Upright, "ruling-11",
    |game, object, why| zone::turn(game, object.card, State::Upright, why)
);

/// Where in a deck cards go.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum DeckEnd {
    /// On top, in the order that their player chooses.
    Top,
    /// At the bottom, in the order that their player chooses.
    Bottom,
    /// The deck is shuffled afterwards.
    #[default]
    Shuffled,
}

word! {
    /// Cards go into their owners' decks.
    ToDeck {
        /// Which cards.
        what: Select,
        /// Where.
        #[serde(default)]
        end: DeckEnd,
    }
}

impl EffectWord<Xinglingwang> for ToDeck {
    fn lint(&self, lint: &mut Lint<'_, Xinglingwang>) {
        self.what.lint(lint);
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let cards = pick(run, &self.what, cite!("六.1"))?;
        let mut ordered = match self.end {
            DeckEnd::Shuffled => cards,
            _ => {
                let seat = run.seat();
                run.order(seat, cards, cite!("六.6"), true)?
            }
        };
        if self.end == DeckEnd::Top {
            ordered.reverse();
        }
        let end = if self.end == DeckEnd::Top { End::Top } else { End::Bottom };
        let why = cause(run, cite!("十.1"));
        each(run, &ordered, |game, object| {
            zone::send_to(game, object.card, Zone::Deck, end, why);
        })?;
        if self.end == DeckEnd::Shuffled {
            for seat in Seat::BOTH {
                let owns = |object: &Object| table::owner(run.game, object.card) == seat;
                if ordered.iter().any(owns) {
                    run.game.shuffle(Verb::Shuffle, table::DECK.of(seat), seat, cite!("六.1"));
                }
            }
        }
        Ok(Next::Done(complete(run, &self.what, Verb::ToDeck, &ordered)))
    }

    by_selection!();
}

word! {
    /// 進攻: an upright unit that meets the conditions attacks [ruling-79].
    MakeAttack {
        /// Which units.
        what: Select,
    }
}

impl EffectWord<Xinglingwang> for MakeAttack {
    fn lint(&self, lint: &mut Lint<'_, Xinglingwang>) {
        self.what.lint(lint);
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let cards = pick(run, &self.what, cite!("十一.1"))?;
        let (floor, keep) = (run.game.state.agenda.len(), run.decided());
        while let Some(&object) = cards.get(run.done()) {
            let upright = table::stands(run.game, object)
                && table::mark(run.game, object.card).state == State::Upright
                && !stat::has_keyword(run.game, object.card, KeywordName::Block)
                && !super::super::prohibition::declare_attack(run.game, object.card);
            if let Some(at) = table::position(run.game, object.card).filter(|_| upright) {
                let designated = match tactics::designates(run.game, object.card) {
                    true => {
                        let places = tactics::designations(run.game, object.card, at);
                        let places: Vec<u8> = places.into_iter().map(table::Where::index).collect();
                        let seat = run.seat();
                        run.position(seat, &places, cite!("十五.遠程.1"))?
                    }
                    false => None,
                };
                let place = designated.and_then(table::Where::from_index);
                if tactics::target_fault(run.game, object.card, at, place).is_none() {
                    let why = cause(run, cite!("ruling-79"));
                    tactics::begin(run.game, object.card, place, why);
                }
            }
            run.one_done(keep);
            if run.game.is_interrupted(floor) {
                return Err(Pause::Pushed);
            }
        }
        Ok(Next::Done(complete(run, &self.what, Verb::Attack, &cards)))
    }

    by_selection!();
}

word! {
    /// 改為進攻: attacking units attack this one instead, and nothing else [ruling-82].
    Redirect {
        /// Which attacking units.
        what: Select,
        /// Whom they attack.
        to: Select,
    }
}

impl EffectWord<Xinglingwang> for Redirect {
    fn lint(&self, lint: &mut Lint<'_, Xinglingwang>) {
        lint.inside("what", |lint| self.what.lint(lint));
        lint.inside("to", |lint| self.to.lint(lint));
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let attackers = pick(run, &self.what, cite!("六.1"))?;
        let targets = pick(run, &self.to, cite!("六.1"))?;
        let Some(&target) = targets.first().filter(|target| table::stands(run.game, **target)) else {
            return Ok(Next::Done(false));
        };
        let why = cause(run, cite!("ruling-82"));
        each(run, &attackers, |game, attacker| {
            if table::stands(game, attacker) && table::mark(game, attacker.card).state == State::Attacking {
                let facts = game.facts_mut();
                facts.redirects.retain(|(other, _)| *other != attacker);
                facts.redirects.push((attacker, target));
                let mut told: Happening<Xinglingwang> =
                    Happening::told(Verb::Targeted, why.seat, why.rule).to(target.card);
                told.detail.other = Some(attacker);
                told.detail.means = why.means;
                game.happen(told.by(why.source));
            }
        })?;
        Ok(Next::Done(!attackers.is_empty()))
    }

    by_selection!();
}

word! {
    /// 無效化: what is being used or activated is not processed [ruling-58].
    Negate {
        /// The card or unit; usually the one of the event.
        what: Select,
    }
}

impl EffectWord<Xinglingwang> for Negate {
    fn lint(&self, lint: &mut Lint<'_, Xinglingwang>) {
        self.what.lint(lint);
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let cards = pick(run, &self.what, cite!("六.1"))?;
        let why = cause(run, cite!("ruling-58"));
        each(run, &cards, |game, object| {
            game.facts_mut().negated.push(object);
            let told = Happening::told(Verb::Negate, why.seat, why.rule).to(object.card);
            game.happen(told.by(why.source));
        })?;
        Ok(Next::Done(!cards.is_empty()))
    }

    by_selection!();
}

word! {
    /// What is about to be destroyed or sacrificed stays.
    Save {
        /// Which units.
        what: Select,
    }
}

impl EffectWord<Xinglingwang> for Save {
    fn lint(&self, lint: &mut Lint<'_, Xinglingwang>) {
        self.what.lint(lint);
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let cards = pick(run, &self.what, cite!("六.1"))?;
        let mut any = false;
        for object in cards {
            any |= run.game.save(object, cite!("ruling-59"));
        }
        Ok(Next::Done(any))
    }

    by_selection!();
}
