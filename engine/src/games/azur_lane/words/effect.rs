//! What skills do [306.1, 313.1–313.10].
//!
//! Several cards that move at once move one by one in their owner's order [401.4, 403.5, 404.3];
//! both players' choices are all made, the active player's first, before anything is done [103.4].

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::super::damage::Damage;
use super::super::table::{self, CubeKind, Detail, Means, Verb};
use super::super::{AzurLane, Step, ending, prohibition, standby, zone};
use super::filter::{Face, LOOKED, Row, State};
use super::{
    Allowed, Amount, Filter, Forbidden, Influence, Keyword, KeywordName, Select, Stat, Take, Trigger, Until,
};
use crate::card::effect::{Choose, ChooseNumber, ChooseOne, If, May, lint_list};
use crate::card::{Cards, Choosing, EffectWord, Lint, Next, Pause, Run, Scene, Side, SourceWord};
use crate::kernel::{CardId, End, Match, Object, Reach, Seat};
use crate::words;

words! {
    /// Something that a skill does.
    pub enum Effect: Effect<AzurLane> {
        /// Do something if a condition holds.
        If(If<AzurLane>),
        /// The player may do something.
        May(May<AzurLane>),
        /// One of several texts.
        ChooseOne(ChooseOne<AzurLane>),
        /// Cards are chosen for later sentences.
        Choose(Choose<AzurLane>),
        /// A number is chosen [309.1b].
        ChooseNumber(ChooseNumber),
        /// 抽卡.
        Draw(Draw),
        /// 捨棄.
        Discard(Discard),
        /// 查看.
        Look(Look),
        /// 公開.
        Reveal(Reveal),
        /// 洗牌.
        Shuffle(Shuffle),
        /// Cards go to their owners' hands.
        ToHand(ToHand),
        /// Cards go into their owners' decks.
        ToDeck(ToDeck),
        /// Cards go to their owners' retreat zones.
        ToRetreat(ToRetreat),
        /// Cards go face down to their owners' durability zones.
        ToDurability(ToDurability),
        /// 登場.
        Enter(Enter),
        /// 擊破.
        Destroy(Destroy),
        /// 撤退.
        Retreat(Retreat),
        /// Cards become rested.
        Rest(Rest),
        /// Cards become active.
        Activate(Activate),
        /// A number of cards changes.
        Modify(Modify),
        /// Cards get a keyword.
        Grant(Grant),
        /// Cards get a skill.
        GrantSkill(GrantSkill),
        /// Cards lose a keyword, or every skill.
        Lose(Lose),
        /// Cards cannot do something.
        Forbid(Forbid),
        /// Players cannot do something.
        ForbidPlayer(ForbidPlayer),
        /// Cards may do something beyond the rules.
        Allow(Allow),
        /// Cubes come from the cube deck into the cost zone.
        AddCubes(AddCubes),
        /// Rested cubes become active.
        ActivateCubes(ActivateCubes),
        /// Active cubes become rested.
        RestCubes(RestCubes),
        /// Cubes go back to the cube deck.
        ReturnCubes(ReturnCubes),
        /// Cubes are turned over.
        TurnCubes(TurnCubes),
        /// The flagship is turned over.
        Flip(Flip),
        /// Events are used without payment.
        UseEvent(UseEvent),
        /// Cards go under another card.
        PutUnder(PutUnder),
        /// A card moves to an empty position.
        Move(Move),
        /// Two cards change places.
        Swap(Swap),
        /// 造成傷害.
        Damage(DealDamage),
        /// A player wins or loses, or the game is a draw.
        EndGame(EndGame),
        /// A trigger that comes up later.
        Later(LaterWord),
    }
}

type Game<'p> = Match<'p, AzurLane>;
type Running<'r, 'p> = Run<'r, 'p, AzurLane>;

macro_rules! word {
    ($(#[$meta:meta])* $name:ident { $( $(#[$field_meta:meta])* $field:ident: $type:ty, )* }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
        #[serde(deny_unknown_fields)]
        pub struct $name { $( $(#[$field_meta])* pub $field: $type, )* }
    };
}

fn one() -> Amount {
    Amount::Number(1)
}

fn exactly_one() -> Take {
    Take::Exactly(one())
}

/// The seats of a side, the active player's first [103.4].
fn in_turn_order(game: &Game<'_>, side: Side, me: Seat) -> Vec<Seat> {
    let mut seats = side.seats(me).to_vec();
    let active = game.state.facts.active;
    seats.sort_by_key(|seat| *seat != active);
    seats
}

/// Groups by owner, the active player's first, each group in its owner's order.
fn in_owners_order(
    run: &mut Running<'_, '_>,
    objects: Vec<Object>,
    rule: crate::verdict::Cite,
    hidden: bool,
) -> Result<Vec<Object>, Pause> {
    let mut ordered = Vec::with_capacity(objects.len());
    for seat in in_turn_order(run.game, Side::Both, run.seat()) {
        let own: Vec<Object> =
            objects.iter().copied().filter(|object| table::owner(run.game, object.card) == seat).collect();
        ordered.extend(run.order(seat, own, rule, hidden)?);
    }
    Ok(ordered)
}

fn is_there(game: &Game<'_>, object: Object) -> bool {
    game.state.table.is_current(object)
}

fn feasible(select: &Select, game: &Game<'_>, scene: &Scene<'_>) -> bool {
    match select {
        Select::Cards(cards) => !cards.domain(game, scene).is_empty(),
        other => other.all(game, scene).iter().any(|object| is_there(game, *object)),
    }
}

fn is_open(select: &Select) -> bool {
    match select {
        Select::Cards(cards) => cards.from.is_seen(Seat::Zero, Seat::One),
        _ => true,
    }
}

macro_rules! feasible_by_selection {
    () => {
        fn is_feasible(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
            feasible(&self.what, game, scene)
        }

        fn is_open(&self) -> bool {
            is_open(&self.what)
        }
    };
}

word! {
    /// 抽卡: one card at a time [313.1a, 313.1b].
    Draw {
        /// Who draws.
        #[serde(default)]
        who: Side,
        /// How many.
        #[serde(default = "one")]
        n: Amount,
    }
}

impl EffectWord<AzurLane> for Draw {
    fn lint(&self, lint: &mut Lint<'_, AzurLane>) {
        lint.inside("n", |lint| self.n.lint(lint));
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let n = self.n.value(run.game, &run.scene());
        let source = Some(run.me());
        let mut all = true;
        for seat in in_turn_order(run.game, self.who, run.seat()) {
            let before = run.game.state.table.list(table::HAND.of(seat)).len() as i64;
            zone::draw(run.game, seat, n, source, cite!("313.1a"));
            all &= run.game.state.table.list(table::HAND.of(seat)).len() as i64 - before == n;
        }
        Ok(Next::Done(all))
    }
}

word! {
    /// 捨棄: hand to retreat zone [313.3a]; the player who carries it out chooses [ruling-40].
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
        /// Where the cards are found: in hand, or among those of the hand that were looked at.
        #[serde(default = "hand")]
        from: super::Source,
    }
}

fn hand() -> super::Source {
    super::Source::Hand
}

impl Discard {
    fn selection(&self) -> Select {
        Select::Cards(Cards {
            side: Side::Own,
            from: self.from.clone(),
            fits: self.fits.clone(),
            take: self.take.clone(),
            chooser: self.chooser,
            name: None,
        })
    }
}

impl EffectWord<AzurLane> for Discard {
    fn lint(&self, lint: &mut Lint<'_, AzurLane>) {
        self.selection().lint(lint);
        if !matches!(self.from, super::Source::Hand | super::Source::Looked) {
            lint.find("not_a_discard", "only hand cards are discarded [313.3a]");
        }
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let sealed = self.who == Side::Both;
        let select = self.selection();
        let rule = if sealed { cite!("103.4") } else { cite!("313.3a") };
        let mut chosen = Vec::new();
        for seat in in_turn_order(run.game, self.who, run.seat()) {
            for object in run.select_as(seat, &select, rule, sealed, |_, _| true)? {
                chosen.push((seat, object));
            }
        }
        run.bind(None, chosen.iter().map(|(_, object)| *object).collect());
        let source = Some(run.me());
        let any = !chosen.is_empty();
        for (seat, object) in chosen {
            zone::discard(run.game, seat, object.card, Means::Skill, source, cite!("313.3a"));
        }
        Ok(Next::Done(any))
    }

    fn is_feasible(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        feasible(&self.selection(), game, scene)
    }

    fn is_open(&self) -> bool {
        self.fits.is_empty()
    }
}

word! {
    /// 查看: only the player sees them [313.7a]; later sentences find them under `looked`.
    Look {
        /// Whose cards.
        #[serde(default)]
        side: Side,
        /// Where.
        from: super::Source,
    }
}

impl EffectWord<AzurLane> for Look {
    fn lint(&self, lint: &mut Lint<'_, AzurLane>) {
        lint.inside("from", |lint| self.from.lint(lint));
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let seat = run.seat();
        let mut looked = Vec::new();
        for &owner in self.side.seats(seat) {
            for card in self.from.cards(run.game, &run.scene(), owner) {
                looked.push(run.game.state.table.object(card));
            }
        }
        let source = Some(run.me());
        for object in &looked {
            zone::look(run.game, seat, object.card, source, cite!("313.7a"));
        }
        let any = !looked.is_empty();
        run.bind(Some(LOOKED), looked);
        Ok(Next::Done(any))
    }
}

word! {
    /// 公開: both see them; they stay where they are [313.8a, ruling-79].
    Reveal {
        /// Which cards.
        what: Select,
    }
}

impl EffectWord<AzurLane> for Reveal {
    fn lint(&self, lint: &mut Lint<'_, AzurLane>) {
        self.what.lint(lint);
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let cards = run.select(&self.what, cite!("313.8a"))?;
        let (seat, source) = (run.seat(), Some(run.me()));
        for object in &cards {
            zone::reveal(run.game, seat, object.card, source, cite!("313.8a"));
        }
        Ok(Next::Done(!cards.is_empty()))
    }

    feasible_by_selection!();
}

word! {
    /// 洗牌 [313.4a].
    Shuffle {
        /// Whose deck.
        #[serde(default)]
        who: Side,
    }
}

impl EffectWord<AzurLane> for Shuffle {
    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        for seat in in_turn_order(run.game, self.who, run.seat()) {
            run.game.shuffle(Verb::Shuffle, table::DECK.of(seat), seat, cite!("313.4a"));
        }
        Ok(Next::Done(true))
    }
}

word! {
    /// Cards go to their owners' hands [400.3].
    ToHand {
        /// Which cards.
        what: Select,
    }
}

impl EffectWord<AzurLane> for ToHand {
    fn lint(&self, lint: &mut Lint<'_, AzurLane>) {
        self.what.lint(lint);
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let cards = run.select(&self.what, cite!("306.1"))?;
        let (seat, source) = (run.seat(), Some(run.me()));
        let mut all = !cards.is_empty();
        for object in cards {
            all &= is_there(run.game, object)
                && zone::to_hand(run.game, seat, object.card, source, cite!("306.1"));
        }
        Ok(Next::Done(all))
    }

    feasible_by_selection!();
}

/// In which order several cards go into a deck.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum DeckOrder {
    /// The owner's, hidden from the other player [401.4].
    #[default]
    Chosen,
    /// The seed's, hidden from both [ruling-80].
    Random,
    /// The order in which they lay.
    Kept,
}

/// Which end of a pile.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum PileEnd {
    /// On top.
    Top,
    /// At the bottom.
    #[default]
    Bottom,
}

impl PileEnd {
    const fn end(self) -> End {
        match self {
            PileEnd::Top => End::Top,
            PileEnd::Bottom => End::Bottom,
        }
    }
}

word! {
    /// Cards go into their owners' decks.
    ToDeck {
        /// Which cards.
        what: Select,
        /// Where in the deck.
        #[serde(default)]
        end: PileEnd,
        /// In which order.
        #[serde(default)]
        order: DeckOrder,
    }
}

impl EffectWord<AzurLane> for ToDeck {
    fn lint(&self, lint: &mut Lint<'_, AzurLane>) {
        self.what.lint(lint);
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let cards = run.select(&self.what, cite!("306.1"))?;
        let mut ordered = match self.order {
            DeckOrder::Chosen => in_owners_order(run, cards, cite!("401.4"), true)?,
            DeckOrder::Kept => cards,
            DeckOrder::Random => shuffled(run, cards)?,
        };
        if self.end == PileEnd::Top {
            ordered.reverse();
        }
        let (seat, source) = (run.seat(), Some(run.me()));
        let mut all = !ordered.is_empty();
        for object in ordered {
            all &= is_there(run.game, object)
                && zone::to_deck(run.game, seat, object.card, self.end.end(), source, cite!("401.4"));
        }
        Ok(Next::Done(all))
    }

    feasible_by_selection!();
}

fn shuffled(run: &mut Running<'_, '_>, mut cards: Vec<Object>) -> Result<Vec<Object>, Pause> {
    let mut ordered = Vec::with_capacity(cards.len());
    while !cards.is_empty() {
        let label = format!("pick/{}", run.game.state.clock);
        run.game.state.clock += 1;
        let Some(number) = run.game.draw_number(&label, cards.len() as u64, cite!("401.4"), false) else {
            return Err(Pause::Halted);
        };
        let index = usize::try_from(number).unwrap_or(0).min(cards.len() - 1);
        ordered.push(cards.remove(index));
    }
    Ok(ordered)
}

word! {
    /// Cards go to their owners' retreat zones, neither destroyed nor discarded.
    ToRetreat {
        /// Which cards.
        what: Select,
    }
}

impl EffectWord<AzurLane> for ToRetreat {
    fn lint(&self, lint: &mut Lint<'_, AzurLane>) {
        self.what.lint(lint);
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let cards = run.select(&self.what, cite!("306.1"))?;
        let ordered = in_owners_order(run, cards, cite!("404.3"), false)?;
        let (seat, source) = (run.seat(), Some(run.me()));
        let mut all = !ordered.is_empty();
        for object in ordered {
            all &= is_there(run.game, object)
                && zone::to_retreat(run.game, seat, object.card, source, cite!("404.3"));
        }
        Ok(Next::Done(all))
    }

    feasible_by_selection!();
}

word! {
    /// Cards go face down to their owners' durability zones.
    ToDurability {
        /// Which cards.
        what: Select,
        /// Where.
        #[serde(default)]
        end: PileEnd,
    }
}

impl EffectWord<AzurLane> for ToDurability {
    fn lint(&self, lint: &mut Lint<'_, AzurLane>) {
        self.what.lint(lint);
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let cards = run.select(&self.what, cite!("306.1"))?;
        let ordered = in_owners_order(run, cards, cite!("405.3"), true)?;
        let (seat, source) = (run.seat(), Some(run.me()));
        let mut all = !ordered.is_empty();
        for object in ordered {
            all &= is_there(run.game, object)
                && zone::to_durability(run.game, seat, object.card, self.end.end(), source, cite!("405.3"));
        }
        Ok(Next::Done(all))
    }

    feasible_by_selection!();
}

fn active() -> State {
    State::Active
}

word! {
    /// 登場, free of cost [302.1d, 313.2a]: on any own position except the flagship's, replacing a
    /// ship there, unless the text asks for an empty one [ruling-37].
    Enter {
        /// Which cards.
        what: Select,
        /// Active or rested.
        #[serde(default = "active")]
        state: State,
        /// Only on an empty position.
        #[serde(default)]
        empty_only: bool,
        /// Only in this row.
        #[serde(default)]
        row: Option<Row>,
    }
}

fn in_row(mut positions: Vec<u8>, row: Option<Row>) -> Vec<u8> {
    positions.retain(|&position| row.is_none_or(|row| Row::of(table::cell(position)) == row));
    positions
}

impl EffectWord<AzurLane> for Enter {
    fn lint(&self, lint: &mut Lint<'_, AzurLane>) {
        self.what.lint(lint);
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let seat = run.seat();
        let may_enter = |game: &Game<'_>, card: CardId| prohibition::enter(game, seat, card).is_none();
        let cards = run.select_as(seat, &self.what, cite!("306.1"), false, may_enter)?;
        if cards.is_empty() {
            return Ok(Next::Done(false));
        }
        let ordered = run.order(seat, cards, cite!("403.5"), false)?;
        let keep = run.decided();
        let source = Some(run.me());
        while let Some(&object) = ordered.get(run.done()) {
            if is_there(run.game, object) && may_enter(run.game, object.card) {
                let positions = in_row(table::positions(run.game, seat, self.empty_only), self.row);
                let rule = if self.empty_only { cite!("403.3a") } else { cite!("204.4b") };
                if let Some(at) = run.position(seat, &positions, rule)? {
                    let rested = self.state == State::Rested;
                    zone::enter(
                        run.game,
                        seat,
                        object.card,
                        table::cell(at),
                        rested,
                        source,
                        cite!("302.1d"),
                    );
                }
            }
            run.one_done(keep);
        }
        let entered = ordered.iter().all(|object| table::is_on_battlefield(run.game, object.card));
        Ok(Next::Done(entered))
    }

    fn is_feasible(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        let cards = match &self.what {
            Select::Cards(cards) => cards.domain(game, scene),
            other => other.all(game, scene).iter().filter(|o| is_there(game, **o)).map(|o| o.card).collect(),
        };
        cards.iter().any(|&card| prohibition::enter(game, scene.seat, card).is_none())
            && !in_row(table::positions(game, scene.seat, self.empty_only), self.row).is_empty()
    }

    fn is_open(&self) -> bool {
        is_open(&self.what)
    }
}

/// Both words of leaving by a skill.
fn leave_together(run: &mut Running<'_, '_>, by: Side, what: &Select, verb: Verb) -> Result<Next, Pause> {
    let mut chosen = Vec::new();
    for seat in in_turn_order(run.game, by, run.seat()) {
        let rule = if by == Side::Both { cite!("103.4") } else { cite!("306.1") };
        chosen.extend(run.select_as(seat, what, rule, false, |_, _| true)?);
    }
    run.bind(None, chosen.clone());
    let ordered = in_owners_order(run, chosen, cite!("404.3"), false)?;
    let (seat, source) = (run.seat(), Some(run.me()));
    let rule = if verb == Verb::Destroy { cite!("313.6a") } else { cite!("313.10a") };
    let with = Detail { means: Means::Skill, other: source, ..Detail::default() };
    let mut all = !ordered.is_empty();
    for object in ordered {
        all &= is_there(run.game, object)
            && zone::leave(run.game, seat, object.card, verb, with.clone(), source, rule);
    }
    Ok(Next::Done(all))
}

word! {
    /// 擊破: a ship goes from the battlefield to the retreat zone [313.6a].
    Destroy {
        /// Which ships.
        what: Select,
        /// Who carries it out; both: each player chooses for itself.
        #[serde(default)]
        by: Side,
    }
}

impl EffectWord<AzurLane> for Destroy {
    fn lint(&self, lint: &mut Lint<'_, AzurLane>) {
        self.what.lint(lint);
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        leave_together(run, self.by, &self.what, Verb::Destroy)
    }

    feasible_by_selection!();
}

word! {
    /// 撤退: an own ship goes from the battlefield to the retreat zone [313.10a].
    Retreat {
        /// Which ships.
        what: Select,
        /// Who carries it out.
        #[serde(default)]
        by: Side,
    }
}

impl EffectWord<AzurLane> for Retreat {
    fn lint(&self, lint: &mut Lint<'_, AzurLane>) {
        self.what.lint(lint);
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        leave_together(run, self.by, &self.what, Verb::Retreat)
    }

    feasible_by_selection!();
}

macro_rules! turning {
    ($(#[$meta:meta])* $name:ident, $act:path) => {
        word! {
            $(#[$meta])*
            $name {
                /// Which cards.
                what: Select,
            }
        }

        impl EffectWord<AzurLane> for $name {
            fn lint(&self, lint: &mut Lint<'_, AzurLane>) {
                self.what.lint(lint);
            }

            fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
                let cards = run.select(&self.what, cite!("306.1"))?;
                let (seat, source) = (run.seat(), Some(run.me()));
                let mut all = !cards.is_empty();
                for object in cards {
                    all &= is_there(run.game, object)
                        && $act(run.game, seat, object.card, Means::Skill, source, cite!("307.1"));
                }
                Ok(Next::Done(all))
            }

            feasible_by_selection!();
        }
    };
}

turning!(
    /// Cards on the battlefield become rested; rested ones do not change [ruling-45].
    Rest,
    zone::rest
);
turning!(
    /// Cards on the battlefield become active.
    Activate,
    zone::activate
);

/// How a number changes.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum NumberChange {
    /// So much more; below 0: less.
    Add(Amount),
    /// It becomes this.
    Become(Amount),
    /// It is doubled [ruling-75].
    Double {},
}

/// Begins an influence on the cards meant.
fn begin(run: &mut Running<'_, '_>, objects: Vec<Object>, influence: Influence, until: Until) {
    let there: smallvec::SmallVec<[Object; 2]> =
        objects.into_iter().filter(|object| is_there(run.game, *object)).collect();
    if !there.is_empty() {
        zone::begin(
            run.game,
            run.resolution.seat,
            influence,
            Reach::Objects(there),
            until,
            Some(run.resolution.me),
        );
    }
}

word! {
    /// A number of cards changes for a time [309.1a, ruling-74, ruling-75].
    Modify {
        /// Which cards; the ones that are there now [ruling-91].
        what: Select,
        /// Which number.
        stat: Stat,
        /// How.
        by: NumberChange,
        /// Until when.
        until: Until,
    }
}

impl EffectWord<AzurLane> for Modify {
    fn lint(&self, lint: &mut Lint<'_, AzurLane>) {
        lint.inside("what", |lint| self.what.lint(lint));
        if let NumberChange::Add(n) | NumberChange::Become(n) = &self.by {
            lint.inside("by", |lint| n.lint(lint));
        }
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let cards = run.select(&self.what, cite!("306.1"))?;
        let any = !cards.is_empty();
        match &self.by {
            NumberChange::Add(n) => {
                let n = n.value(run.game, &run.scene());
                begin(run, cards, Influence::Add(self.stat, n), self.until);
            }
            NumberChange::Become(n) => {
                let n = n.value(run.game, &run.scene());
                begin(run, cards, Influence::Become(self.stat, n), self.until);
            }
            NumberChange::Double {} => {
                for object in cards {
                    let now = super::super::stat::value(run.game, object.card, self.stat).unwrap_or(0);
                    begin(run, vec![object], Influence::Add(self.stat, now), self.until);
                }
            }
        }
        Ok(Next::Done(any))
    }

    feasible_by_selection!();
}

/// Fields that have words of their own to look at.
trait LintField {
    fn lint(&self, _lint: &mut Lint<'_, AzurLane>) {}
}

impl LintField for u8 {}
impl LintField for Keyword {}
impl LintField for Option<KeywordName> {}

impl LintField for Forbidden {
    fn lint(&self, lint: &mut Lint<'_, AzurLane>) {
        lint.inside("forbidden", |lint| Forbidden::lint(self, lint));
    }
}

impl LintField for Allowed {
    fn lint(&self, lint: &mut Lint<'_, AzurLane>) {
        lint.inside("allowed", |lint| Allowed::lint(self, lint));
    }
}

macro_rules! influencing {
    ($(#[$meta:meta])* $name:ident { $field:ident: $type:ty, $field_doc:literal }, |$this:ident, $run:ident| $influence:expr) => {
        word! {
            $(#[$meta])*
            $name {
                #[doc = "Which cards."]
                what: Select,
                #[doc = $field_doc]
                $field: $type,
                #[doc = "Until when."]
                until: Until,
            }
        }

        impl EffectWord<AzurLane> for $name {
            fn lint(&self, lint: &mut Lint<'_, AzurLane>) {
                self.what.lint(lint);
                LintField::lint(&self.$field, lint);
            }

            fn run(&self, $run: &mut Running<'_, '_>) -> Result<Next, Pause> {
                let cards = $run.select(&self.what, cite!("306.1"))?;
                let any = !cards.is_empty();
                let $this = self;
                let _ = $this;
                let influence = $influence;
                begin($run, cards, influence, self.until);
                Ok(Next::Done(any))
            }

            feasible_by_selection!();
        }
    };
}

influencing!(
    /// Cards get a keyword for a time.
    Grant { keyword: Keyword, "Which." }, |this, run| Influence::Grant(this.keyword)
);
influencing!(
    /// Cards get an auto or continuous skill of this card's side for a time; one of the zone
    /// `granted` works only where it is given.
    GrantSkill { skill: u8, "Which skill, counted from 1." },
    |this, run| Influence::GrantSkill(standby::Ability {
        skill: this.skill.saturating_sub(1),
        ..run.resolution.ability
    })
);
influencing!(
    /// Cards lose a keyword, or every skill, for a time.
    Lose { keyword: Option<KeywordName>, "Which; none: every skill." },
    |this, run| this.keyword.map_or(Influence::LoseSkills, Influence::Lose)
);
influencing!(
    /// Cards cannot do something for a time [103.2].
    Forbid { forbidden: Forbidden, "What." },
    |this, run| Influence::Forbid(standby::Text::of(run.resolution), run.resolution.bound.number)
);
influencing!(
    /// Cards may do something for a time [103.1].
    Allow { allowed: Allowed, "What." }, |this, run| Influence::Allow(standby::Text::of(run.resolution))
);

word! {
    /// Players cannot do something for a time [103.2].
    ForbidPlayer {
        /// Who.
        who: Side,
        /// What.
        forbidden: Forbidden,
        /// Until when.
        until: Until,
    }
}

impl EffectWord<AzurLane> for ForbidPlayer {
    fn lint(&self, lint: &mut Lint<'_, AzurLane>) {
        lint.inside("forbidden", |lint| self.forbidden.lint(lint));
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let number = run.resolution.bound.number;
        for &seat in self.who.seats(run.seat()) {
            let influence = Influence::Forbid(standby::Text::of(run.resolution), number);
            let (me, seat_of) = (run.me(), run.seat());
            zone::begin(run.game, seat_of, influence, Reach::Seat(seat), self.until, Some(me));
        }
        Ok(Next::Done(true))
    }
}

fn down() -> Face {
    Face::Back
}

word! {
    /// Cubes come from the cube deck into the cost zone; as many as there are [103.3].
    AddCubes {
        /// Whose.
        #[serde(default)]
        who: Side,
        /// How many.
        #[serde(default = "one")]
        n: Amount,
        /// Which face is up.
        #[serde(default = "down")]
        face: Face,
        /// Active or rested [ruling-99].
        #[serde(default = "active")]
        state: State,
    }
}

impl EffectWord<AzurLane> for AddCubes {
    fn lint(&self, lint: &mut Lint<'_, AzurLane>) {
        lint.inside("n", |lint| self.n.lint(lint));
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let n = zone::count(self.n.value(run.game, &run.scene()));
        let kind = match (self.face, self.state) {
            (Face::Front, State::Active) => CubeKind::Up,
            (Face::Front, State::Rested) => CubeKind::UpRested,
            (Face::Back, State::Active) => CubeKind::Down,
            (Face::Back, State::Rested) => CubeKind::DownRested,
        };
        let source = Some(run.me());
        let mut all = true;
        for seat in in_turn_order(run.game, self.who, run.seat()) {
            all &= zone::add_cubes(run.game, seat, n, kind, source, cite!("306.1")) == n;
        }
        Ok(Next::Done(all))
    }
}

macro_rules! cubes {
    ($(#[$meta:meta])* $name:ident, [$($first:ident),*], |$game:ident, $seat:ident, $kind:ident, $n:ident, $source:ident| $act:expr) => {
        word! {
            $(#[$meta])*
            $name {
                #[doc = "Whose."]
                #[serde(default)]
                who: Side,
                #[doc = "How many, or as many as there are."]
                #[serde(default = "one")]
                n: Amount,
            }
        }

        impl EffectWord<AzurLane> for $name {
            fn lint(&self, lint: &mut Lint<'_, AzurLane>) {
                lint.inside("n", |lint| self.n.lint(lint));
            }

            fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
                let wanted = zone::count(self.n.value(run.game, &run.scene()));
                let $source = Some(run.me());
                let mut all = true;
                for $seat in in_turn_order(run.game, self.who, run.seat()) {
                    let mut left = wanted;
                    for $kind in [$(CubeKind::$first),*] {
                        let $game = &mut *run.game;
                        let $n = left.min(table::cubes($game, $seat, $kind));
                        if $n > 0 {
                            $act;
                            left -= $n;
                        }
                    }
                    all &= left == 0;
                }
                Ok(Next::Done(all))
            }
        }
    };
}

cubes!(
    /// Rested cubes become active, face-up ones first.
    ActivateCubes, [UpRested, DownRested], |game, seat, kind, n, source| {
        zone::activate_cubes(game, seat, kind, n, source, cite!("306.1"))
    }
);
cubes!(
    /// Active cubes become rested, face-up ones first; face-down ones go back at once [204.6b].
    RestCubes, [Up, Down], |game, seat, kind, n, source| {
        zone::rest_cubes(game, seat, kind, n, Means::Skill, source, cite!("204.6b"))
    }
);
cubes!(
    /// Cubes go back to the cube deck, rested and face-down ones first.
    ReturnCubes, [DownRested, UpRested, Down, Up], |game, seat, kind, n, source| {
        zone::return_cubes(game, seat, kind, n, source, cite!("306.1"))
    }
);

word! {
    /// Cubes are turned over; nothing else happens to them [ruling-99].
    TurnCubes {
        /// Whose.
        #[serde(default)]
        who: Side,
        /// How many, or as many as there are.
        #[serde(default = "one")]
        n: Amount,
        /// Which face is up afterwards.
        face: Face,
    }
}

impl EffectWord<AzurLane> for TurnCubes {
    fn lint(&self, lint: &mut Lint<'_, AzurLane>) {
        lint.inside("n", |lint| self.n.lint(lint));
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let wanted = zone::count(self.n.value(run.game, &run.scene()));
        let source = Some(run.me());
        let kinds = match self.face {
            Face::Front => [(CubeKind::Down, CubeKind::Up), (CubeKind::DownRested, CubeKind::UpRested)],
            Face::Back => [(CubeKind::Up, CubeKind::Down), (CubeKind::UpRested, CubeKind::DownRested)],
        };
        let mut all = true;
        for seat in in_turn_order(run.game, self.who, run.seat()) {
            let mut left = wanted;
            for (from, to) in kinds {
                let n = left.min(table::cubes(run.game, seat, from));
                if n > 0 {
                    zone::turn_cubes(run.game, seat, (from, to), n, source, cite!("306.1"));
                    left -= n;
                }
            }
            all &= left == 0;
        }
        Ok(Next::Done(all))
    }
}

word! {
    /// A flagship is turned over [204.3d, 602.2, ruling-68].
    Flip {
        /// Whose.
        #[serde(default)]
        side: Side,
        /// Which face is up afterwards.
        to: Face,
    }
}

impl EffectWord<AzurLane> for Flip {
    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let source = Some(run.me());
        for &seat in self.side.seats(run.seat()) {
            if let Some(flagship) = table::flagship(run.game, seat) {
                zone::flip(run.game, seat, flagship, self.to == Face::Back, source, cite!("602.2"));
            }
        }
        Ok(Next::Done(true))
    }
}

word! {
    /// Events are used without payment [302.1d]; their skills wait for the running one to end
    /// [306.1b].
    UseEvent {
        /// Which events.
        what: Select,
    }
}

impl EffectWord<AzurLane> for UseEvent {
    fn lint(&self, lint: &mut Lint<'_, AzurLane>) {
        self.what.lint(lint);
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let seat = run.seat();
        let may_use = |game: &Game<'_>, card: CardId| {
            !standby::main_skills(game, card).is_empty() && prohibition::use_card(game, seat, card).is_none()
        };
        let cards = run.select_as(seat, &self.what, cite!("306.1"), false, may_use)?;
        let source = Some(run.me());
        let any = !cards.is_empty();
        for object in cards {
            if is_there(run.game, object) {
                standby::use_event_free(run.game, seat, object.card, source, cite!("302.1d"));
            }
        }
        Ok(Next::Done(any))
    }

    feasible_by_selection!();
}

word! {
    /// Cards go under another card, at the very bottom [408.3, 408.4].
    PutUnder {
        /// Which cards.
        what: Select,
        /// Under which card.
        #[serde(default = "this")]
        under: Select,
    }
}

fn this() -> Select {
    Select::This
}

impl EffectWord<AzurLane> for PutUnder {
    fn lint(&self, lint: &mut Lint<'_, AzurLane>) {
        lint.inside("what", |lint| self.what.lint(lint));
        lint.inside("under", |lint| self.under.lint(lint));
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let host = run.select(&self.under, cite!("306.1"))?;
        let Some(&host) = host
            .first()
            .filter(|host| is_there(run.game, **host) && table::is_on_battlefield(run.game, host.card))
        else {
            return Ok(Next::Done(false));
        };
        let not_host = move |game: &Game<'_>, card: CardId| {
            card != host.card && table::flagship_side(game, card).is_none()
        };
        let seat = run.seat();
        let cards = run.select_as(seat, &self.what, cite!("306.1"), false, not_host)?;
        let ordered = run.order(seat, cards, cite!("408.4"), false)?;
        let source = Some(run.me());
        let mut all = !ordered.is_empty();
        for object in ordered {
            all &= is_there(run.game, object)
                && zone::put_under(run.game, seat, object.card, host.card, source, cite!("408.4"));
        }
        Ok(Next::Done(all))
    }

    feasible_by_selection!();
}

word! {
    /// A ship moves to an empty position of its side [400.5].
    Move {
        /// Which cards.
        what: Select,
        /// Only into this row.
        #[serde(default)]
        row: Option<Row>,
    }
}

impl EffectWord<AzurLane> for Move {
    fn lint(&self, lint: &mut Lint<'_, AzurLane>) {
        self.what.lint(lint);
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let cards = run.select(&self.what, cite!("306.1"))?;
        let keep = run.decided();
        let (seat, source) = (run.seat(), Some(run.me()));
        while let Some(&object) = cards.get(run.done()) {
            if is_there(run.game, object)
                && let Some((side, _)) = table::battlefield_cell(run.game, object.card)
            {
                let positions = in_row(table::positions(run.game, side, true), self.row);
                if let Some(at) = run.position(seat, &positions, cite!("400.5"))? {
                    zone::move_to(run.game, seat, object.card, table::cell(at), source, cite!("400.5"));
                }
            }
            run.one_done(keep);
        }
        Ok(Next::Done(!cards.is_empty()))
    }

    feasible_by_selection!();
}

word! {
    /// Two cards of one side change places [400.5].
    Swap {
        /// Two cards.
        what: Select,
    }
}

impl EffectWord<AzurLane> for Swap {
    fn lint(&self, lint: &mut Lint<'_, AzurLane>) {
        self.what.lint(lint);
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let cards = run.select(&self.what, cite!("306.1"))?;
        let (seat, source) = (run.seat(), Some(run.me()));
        let &[first, second] = cards.as_slice() else { return Ok(Next::Done(false)) };
        let cells =
            (table::battlefield_cell(run.game, first.card), table::battlefield_cell(run.game, second.card));
        let (Some((left, left_cell)), Some((right, right_cell))) = cells else {
            return Ok(Next::Done(false));
        };
        if left != right {
            return Ok(Next::Done(false));
        }
        zone::move_to(run.game, seat, first.card, right_cell, source, cite!("400.5"));
        zone::move_to(run.game, seat, second.card, left_cell, source, cite!("400.5"));
        Ok(Next::Done(true))
    }

    feasible_by_selection!();
}

fn opponent() -> Side {
    Side::Opponent
}

word! {
    /// 造成傷害 by a skill: as in a battle, so many times in a row [ruling-62].
    DealDamage {
        /// To whom.
        #[serde(default = "opponent")]
        who: Side,
        /// How many times.
        #[serde(default = "one")]
        n: Amount,
    }
}

impl EffectWord<AzurLane> for DealDamage {
    fn lint(&self, lint: &mut Lint<'_, AzurLane>) {
        lint.inside("n", |lint| self.n.lint(lint));
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let n = zone::count(self.n.value(run.game, &run.scene()));
        let seats = in_turn_order(run.game, self.who, run.seat());
        for seat in seats.into_iter().filter(|_| n > 0) {
            let damage = Damage::by_skill(seat, run.me(), n);
            run.push(Step::Damage(damage));
        }
        Ok(Next::Done(n > 0))
    }
}

/// How a skill ends the game [102.2a, 102.3d, 102.4b].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum EndGame {
    /// The player wins.
    Win,
    /// The player loses.
    Lose,
    /// The opponent loses.
    OpponentLoses,
    /// The game is a draw.
    Draw,
}

impl EffectWord<AzurLane> for EndGame {
    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let seat = run.seat();
        ending::by_skill(run.game, seat, *self);
        Ok(Next::Done(true))
    }
}

word! {
    /// A trigger that comes up later in the game, once.
    LaterWord {
        /// The event that it waits for.
        on: Trigger,
        /// What is done then; it still knows what was chosen before.
        #[serde(rename = "do")]
        effects: Vec<Effect>,
        /// Until when it waits.
        until: Until,
    }
}

impl EffectWord<AzurLane> for LaterWord {
    fn lint(&self, lint: &mut Lint<'_, AzurLane>) {
        lint.inside("on", |lint| self.on.lint(lint));
        lint_list(lint, "do", &self.effects);
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let (seat, me) = (run.seat(), run.me());
        let (text, bound) = (standby::Text::of(run.resolution), run.resolution.bound.clone());
        let later = standby::Later { text, me, bound };
        zone::begin(run.game, seat, Influence::Later(later), Reach::Seat(seat), self.until, Some(me));
        Ok(Next::Done(true))
    }

    fn branch(&self, _: u8) -> &[Effect] {
        &self.effects
    }
}
