//! Triggers, the events that abilities wait for: 效果的發揮.1, 用語集.發揮時機, 戰鬥步驟.⑤.3, 戰鬥步驟.⑦.1, 戰鬥步驟.⑦.3, 重疲勞.6;
//! ruling-40, ruling-73, ruling-74, ruling-95, ruling-96, ruling-97, ruling-99.

use super::super::BattleSpirits;
use super::super::ability;
use super::super::facts::is_by_effect;
use super::super::findings;
use super::super::printed::{CardData, Kind};
use super::super::raise::Heard;
use super::super::table::{self, Game, Means, Phase, TurnStep, Verb, owner};
use super::{Filter, KeywordName};
use crate::abilities::filter::has_all;
use crate::abilities::lint::meant;
use crate::abilities::{Bound, FilterWord, Lint, Scene, Side};
use crate::kernel::{Change, Event, Object, Point, Seat, Spot, wire};
use crate::triggers;
use crate::verdict::Cite;

type Happened = Event<BattleSpirits>;

/// The card itself.
#[wire(Copy)]
pub enum ThisCard {
    /// The card that the ability stands on.
    This,
}

/// To which card something happens.
#[wire(Default)]
pub struct Who {
    /// The card that the ability stands on.
    pub card: Option<ThisCard>,
    /// Whose card, seen from the player of the ability.
    pub side: Option<Side>,
    /// What it has to be.
    #[optional]
    pub fits: Vec<Filter>,
    /// What the other card of the event has to be: of a block the attacker, of being blocked the blocker.
    #[optional]
    pub other: Vec<Filter>,
    /// By which means; an effect is the part before ▶, too [FAQ.效果通則.Q11].
    pub means: Option<Means>,
    /// By whose effect or cost.
    pub by: Option<Side>,
    /// What the card has to be that does it, as it is at the event.
    #[optional]
    pub source: Vec<Filter>,
}

/// Of a player.
#[wire(Default)]
pub struct Whose {
    /// To whom.
    #[optional]
    pub of: Side,
    /// By which means.
    pub means: Option<Means>,
    /// By whose attack, effect or cost.
    pub by: Option<Side>,
    /// What the card has to be that does it.
    #[optional]
    pub source: Vec<Filter>,
}

/// By a player.
#[wire(Default)]
pub struct ByWhom {
    /// Who.
    #[optional]
    pub who: Side,
    /// What the card has to be.
    #[optional]
    pub fits: Vec<Filter>,
    /// By 地鳴, of cards that are milled.
    #[optional]
    pub by_rumble: bool,
    /// What the card has to be that does it, as it is at the event.
    #[optional]
    pub source: Vec<Filter>,
}

/// A step of a turn begins.
#[wire(Copy)]
pub struct StepOf {
    /// Which.
    pub step: TurnStep,
    /// In whose turn.
    #[optional]
    pub of: Side,
}

/// An effect of a keyword is raised.
#[wire]
pub struct KeywordRaised {
    /// Which.
    pub keyword: KeywordName,
    /// On which card.
    #[optional]
    pub on: Who,
}

/// The BP of a spirit reaches a number.
#[wire]
pub struct Reached {
    /// Which number.
    pub n: u32,
    /// Of which spirit.
    #[optional]
    pub on: Who,
}

/// Any battle.
#[wire]
pub struct AnyBattle {}

/// A timing word that a card has an ability of [ruling-105].
#[wire(Copy)]
pub enum Moment {
    /// 『召喚時』.
    Summoned,
    /// 『配置時』.
    Deployed,
    /// 『攻擊時』.
    Attacks,
    /// 『防禦時』.
    Blocks,
    /// 『破壞時』.
    Destroyed,
}

impl Moment {
    /// The moment of an event; `None`: no timing word names it.
    pub fn of(verb: Verb) -> Option<Moment> {
        let all = [Moment::Summoned, Moment::Deployed, Moment::Attacks, Moment::Blocks, Moment::Destroyed];
        all.into_iter().find(|moment| moment.verb() == verb)
    }

    /// What happens to the card then.
    pub const fn verb(self) -> Verb {
        match self {
            Moment::Summoned => Verb::Summoned,
            Moment::Deployed => Verb::Deployed,
            Moment::Attacks => Verb::Attacked,
            Moment::Blocks => Verb::Blocked,
            Moment::Destroyed => Verb::Destroyed,
        }
    }
}

/// What is fixed for a trigger, whatever its text says.
struct Row {
    /// The events that it waits for: the bits of their verbs.
    listens: u64,
    /// The kinds of cards that it can happen to.
    kinds: &'static [Kind],
    /// The timing words that it is if it happens to the card with the ability.
    moments: &'static [Moment],
    /// The rule of its timing word.
    word: TimingWord,
    /// Whether it happens only to cards that lie on the field.
    from_field: bool,
    /// Whether a card can hear the event while it waits to leave by it [FAQ.靈魂卡等的狀態.Q2].
    waits: bool,
    /// Whether the card of the event is hidden: its properties are not read.
    hidden: bool,
    /// Whether the card of the event is no field card.
    elsewhere: bool,
}

impl Row {
    const PLAIN: Row = Row {
        listens: 0,
        kinds: &[Kind::Spirit, Kind::Nexus, Kind::Magic, Kind::Other],
        moments: &[],
        word: TimingWord::None,
        from_field: false,
        waits: false,
        hidden: false,
        elsewhere: false,
    };

    /// Whether the trigger hears an event at this point of it. A field card that departs begins to wait at
    /// that moment, and is heard of then alone; one that leaves at once is heard of before it leaves
    /// [ruling-75].
    fn is_heard_at(&self, game: &Game<'_>, event: &Happened) -> bool {
        let verb = event.proposal.verb;
        let from_field =
            matches!(event.from, Some(Spot::Place(place, _)) if table::FIELD.seat(place).is_some());
        let departs =
            DEPARTURES.contains(&verb) && from_field && game.in_force(cite!("FAQ.靈魂卡等的狀態.Q1"));
        let at_once = verb.leaves_at_once() && from_field && game.in_force(cite!("ruling-75"));
        let point = if departs || at_once { Point::At } else { Point::Done };
        event.point == point && (from_field || !self.from_field)
    }
}

/// The rule by which a card hears an event under a timing word.
enum TimingWord {
    /// It hears the event without one.
    None,
    /// What happens to the card itself.
    Own(Cite),
    /// What the card itself does, by the verb.
    OwnBy(&'static [(Verb, Cite)]),
    /// A step of the card's player, by the step [用語集.發揮時機].
    OwnStep(&'static [(Phase, Cite)]),
    /// What happens to a card that stays exhausted.
    StaysExhausted(Cite),
}

const SPIRITS: &[Kind] = &[Kind::Spirit];
const NEXUSES: &[Kind] = &[Kind::Nexus];
const FIELD_CARDS: &[Kind] = &[Kind::Spirit, Kind::Nexus];

triggers! {
    /// 『召喚時』, or a spirit is summoned.
    Summoned(Who), [Summoned], arrives, kinds = SPIRITS, moments = &[Moment::Summoned],
        word = TimingWord::Own(cite!("用語集.發揮時機.召喚時"));
    /// 『配置時』, or a nexus is deployed.
    Deployed(Who), [Deployed], arrives, kinds = NEXUSES, moments = &[Moment::Deployed],
        word = TimingWord::Own(cite!("用語集.發揮時機.配置時"));
    /// 『攻擊時』, or a spirit attacks.
    Attacks(Who), [Attacked], happens_to, kinds = SPIRITS, moments = &[Moment::Attacks],
        word = TimingWord::Own(cite!("用語集.發揮時機.攻擊時"));
    /// 『防禦時』, or a spirit blocks.
    Blocks(Who), [Blocked], happens_to, kinds = SPIRITS, moments = &[Moment::Blocks],
        word = TimingWord::Own(cite!("用語集.發揮時機.防禦時"));
    /// 『攻擊／防禦時』, or a spirit attacks or blocks.
    Fights(Who), [Attacked Blocked], happens_to, kinds = SPIRITS,
        moments = &[Moment::Attacks, Moment::Blocks], word = TimingWord::OwnBy(&[
            (Verb::Attacked, cite!("用語集.發揮時機.攻擊時")),
            (Verb::Blocked, cite!("用語集.發揮時機.防禦時")),
        ]);
    /// A spirit is blocked.
    IsBlocked(Who), [Blocked], is_blocked, kinds = SPIRITS;
    /// 『破壞時』, or a card is destroyed.
    Destroyed(Who), [Destroyed], happens_to, kinds = FIELD_CARDS, moments = &[Moment::Destroyed],
        word = TimingWord::Own(cite!("用語集.發揮時機.破壞時")), waits = true;
    /// 『對手破壞時』 [ruling-40].
    DestroyedByOpponent(Who), [Destroyed], destroyed_by_opponent, kinds = FIELD_CARDS,
        moments = &[Moment::Destroyed], word = TimingWord::Own(cite!("用語集.發揮時機.對手破壞時")),
        waits = true;
    /// A card is depleted.
    Depleted(Who), [Depleted], happens_to, kinds = FIELD_CARDS, waits = true;
    /// A card begins to leave the field, or leaves it at once.
    Leaves(Who), [Destroyed Depleted Returned ToDeck Exiled ToTrash], happens_to, kinds = FIELD_CARDS,
        from_field = true, waits = true;
    /// A field card goes back to hand or deck.
    Returns(Who), [Returned ToDeck], happens_to, kinds = FIELD_CARDS, from_field = true, waits = true;
    /// A card is refreshed, by one stage or more [重疲勞.6].
    Refreshes(Who), [Refreshed], happens_to, kinds = FIELD_CARDS,
        word = TimingWord::StaysExhausted(cite!("重疲勞.6"));
    /// A card is exhausted, heavily too.
    Exhausted(Who), [Exhausted HeavyExhausted], happens_to, kinds = FIELD_CARDS;
    /// A card is exhausted heavily.
    HeavyExhausted(Who), [HeavyExhausted], happens_to, kinds = FIELD_CARDS;
    /// A spirit destroys only the opposing one by comparing BP [ruling-95].
    WinsBattle(Who), [Destroyed], wins_battle, kinds = SPIRITS;
    /// A step begins: 『自己的攻擊階段開始時』, 『自己的結束階段』 and others.
    StepEnters(StepOf), [StepEntered], step_enters, word = TimingWord::OwnStep(&[
        (Phase::Attack, cite!("用語集.發揮時機.自己的攻擊階段開始時")),
        (Phase::End, cite!("用語集.發揮時機.自己的結束階段")),
    ]);
    /// 戰鬥結算時.
    BattleResolution(AnyBattle), [ResolutionBegan], any_battle;
    /// 戰鬥結束時.
    BattleEnd(AnyBattle), [BattleEnded], any_battle;
    /// 戰鬥結束時 of a battle of certain spirits.
    BattleEndOf(Who), [BattleEnded], battle_ends, kinds = SPIRITS;
    /// 戰鬥結束後.
    BattleAfter(AnyBattle), [BattleOver], any_battle;
    /// A player's life is reduced.
    LifeReduced(Whose), [LifeReduced], life_reduced;
    /// A player draws by an effect.
    DrawnByEffect(ByWhom), [Drawn], drawn, hidden = true, elsewhere = true;
    /// A player discards.
    Discarded(ByWhom), [Discarded], goes_to_trash, elsewhere = true;
    /// Cards of a player's deck go to the trash.
    Milled(ByWhom), [Milled], goes_to_trash, elsewhere = true;
    /// A player uses a magic.
    MagicUsed(ByWhom), [MagicUsed], magic_used, elsewhere = true;
    /// An effect of a keyword is raised.
    KeywordRaised(KeywordRaised), [EffectRaised EffectUsed], keyword_raised;
    /// Cores come off a card, by an effect or a cost.
    CoresLeave(Who), [CoresMoved CoresPaid], happens_to, kinds = FIELD_CARDS;
    /// BP becomes this number or more, from below it [ruling-97].
    BpReached(Reached), [BpRose], bp_reached, kinds = SPIRITS;
    /// A "BP+" of a flash effect begins on a spirit, of several once.
    BpRaisedByFlash(Who), [EffectBegan], raised_by_flash, kinds = SPIRITS;
}

const DEPARTURES: &[Verb] = &[Verb::Destroyed, Verb::Depleted, Verb::Returned, Verb::ToDeck];

/// What the texts of triggers have in common.
trait TriggerText {
    /// Reports the faults of the text. `may`: the event can happen to the card with the ability.
    fn lint(&self, _lint: &mut Lint<'_, BattleSpirits>, _may: bool) {}

    /// Whether it means only the card with the ability, or only steps of its player.
    fn is_own(&self) -> bool {
        false
    }

    /// The properties that it asks for: those of the subject, and those of the other object.
    fn asks(&self) -> [&[Filter]; 2] {
        [&[], &[]]
    }
}

impl TriggerText for Who {
    fn lint(&self, lint: &mut Lint<'_, BattleSpirits>, may: bool) {
        lint.each("fits", &self.fits, |lint, filter| filter.lint(lint));
        lint.each("other", &self.other, |lint, filter| filter.lint(lint));
        lint.each("source", &self.source, |lint, filter| filter.lint(lint));
        if self.card.is_some() && self.side.is_some() {
            lint.find("wrong_attribute", findings::one_owner());
        }
        if self.is_this() && !may {
            lint.find("never_heard", findings::not_to_this_kind());
        }
    }

    fn is_own(&self) -> bool {
        self.is_this()
    }

    fn asks(&self) -> [&[Filter]; 2] {
        [&self.fits, &self.other]
    }
}

impl TriggerText for Whose {
    fn lint(&self, lint: &mut Lint<'_, BattleSpirits>, _: bool) {
        lint.each("source", &self.source, |lint, filter| filter.lint(lint));
    }

    fn asks(&self) -> [&[Filter]; 2] {
        [&self.source, &[]]
    }
}

impl TriggerText for ByWhom {
    fn lint(&self, lint: &mut Lint<'_, BattleSpirits>, _: bool) {
        lint.each("fits", &self.fits, |lint, filter| filter.lint(lint));
        lint.each("source", &self.source, |lint, filter| filter.lint(lint));
    }

    fn asks(&self) -> [&[Filter]; 2] {
        [&self.fits, &[]]
    }
}

impl TriggerText for StepOf {
    fn is_own(&self) -> bool {
        self.of == Side::Own
    }
}

impl TriggerText for AnyBattle {}

impl TriggerText for KeywordRaised {
    fn lint(&self, lint: &mut Lint<'_, BattleSpirits>, may: bool) {
        self.on.lint(lint, may);
    }

    fn asks(&self) -> [&[Filter]; 2] {
        self.on.asks()
    }
}

impl TriggerText for Reached {
    fn lint(&self, lint: &mut Lint<'_, BattleSpirits>, may: bool) {
        if self.n == 0 {
            lint.find("never_heard", findings::bp_below_zero());
        }
        lint.inside("on", |lint| self.on.lint(lint, may));
    }

    fn asks(&self) -> [&[Filter]; 2] {
        self.on.asks()
    }
}

impl Who {
    /// Whether only the card with the ability can be the subject.
    pub const fn is_this(&self) -> bool {
        self.card.is_some()
    }

    /// Whether the trigger covers an event with this subject, apart from the properties of its objects.
    fn covers(&self, game: &Game<'_>, me: Object, event: &Happened, subject: Object) -> bool {
        let seat = owner(game, me.card);
        let detail = &event.proposal.detail;
        (self.card.is_none() || subject == me)
            && self.side.is_none_or(|side| side.covers(seat, owner(game, subject.card)))
            && self.means.is_none_or(|means| {
                means == detail.means || means == Means::Effect && is_by_effect(&event.proposal)
            })
            && is_by(self.by, seat, event)
            && is_from(game, (seat, me), &self.source, event)
    }
}

/// Whether an event comes from a player of this side: by an effect, a cost or a battle.
fn is_by(by: Option<Side>, seat: Seat, event: &Happened) -> bool {
    let by_seat = matches!(event.proposal.detail.means, Means::Effect | Means::Cost | Means::Battle);
    by.is_none_or(|by| by_seat && by.covers(seat, event.proposal.seat))
}

/// Whether an event comes from a card with these properties, as it is at the event.
fn is_from(game: &Game<'_>, (seat, me): (Seat, Object), source: &[Filter], event: &Happened) -> bool {
    let is_it = |from: Object| has_all(game, &Scene::of(seat, me), source, from.card);
    source.is_empty() || event.proposal.source.is_some_and(is_it)
}

/// Whether an object has these properties at the event. `None`: it has not, and will not get them before the
/// effect is carried out [ruling-85].
fn fits(game: &Game<'_>, scene: &Scene<'_>, properties: &[Filter], object: Option<Object>) -> Option<bool> {
    if properties.is_empty() {
        return Some(true);
    }
    let card = object?.card;
    let fits = has_all(game, scene, properties, card);
    let is_lasting = |property: &&Filter| !property.may_change();
    let lacks = |property: &Filter| !has_all(game, scene, std::slice::from_ref(property), card);
    let is_out =
        !fits && (properties.iter().filter(is_lasting).any(lacks) || !game.in_force(cite!("ruling-85")));
    (!is_out).then_some(fits)
}

impl Trigger {
    /// The events that the trigger waits for: the bits of their verbs.
    pub const fn listens(&self) -> u64 {
        self.row().listens
    }

    /// The timing words that the trigger is, if its subject is the card with the ability.
    pub fn moments(&self) -> &'static [Moment] {
        if self.text().is_own() { self.row().moments } else { &[] }
    }

    /// Whether a card can hear the event while it waits to leave by it [FAQ.靈魂卡等的狀態.Q2].
    pub fn is_of_waiting_state(&self) -> bool {
        self.row().waits && self.text().is_own()
    }

    /// The names of the cards that the event finds elsewhere than on the field, or that wait to leave it: no
    /// effect turns or destroys those [ruling-18].
    pub fn away(&self) -> Vec<&'static str> {
        let Row { waits, elsewhere, .. } = *self.row();
        let this = self.text().is_own() && waits;
        let names = [(meant::SUBJECT, waits || elsewhere), (meant::THIS, this)];
        names.into_iter().filter_map(|(name, away)| away.then_some(name)).collect()
    }

    /// The rule by which a card hears an event under a timing word, as its own or as a step of its player
    /// [用語集.發揮時機], or hears that it refreshes while it stays exhausted [重疲勞.6].
    pub fn timing_word(&self, game: &Game<'_>, event: &Happened) -> Option<Cite> {
        let is_exhausted = |subject: Object| table::posture(game, subject.card) == table::Posture::Exhausted;
        match self.row().word {
            TimingWord::None => None,
            TimingWord::Own(rule) => self.text().is_own().then_some(rule),
            TimingWord::OwnBy(verbs) => {
                let verb = Some(event.proposal.verb).filter(|_| self.text().is_own())?;
                verbs.iter().find(|(of, _)| *of == verb).map(|(_, rule)| *rule)
            }
            TimingWord::OwnStep(steps) => {
                let step = event.proposal.detail.phase.filter(|_| self.text().is_own())?;
                steps.iter().find(|(of, _)| *of == step).map(|(_, rule)| *rule)
            }
            TimingWord::StaysExhausted(rule) => event.subject.is_some_and(is_exhausted).then_some(rule),
        }
    }

    /// What an ability with this trigger hears of an event; `None`: the event does not trigger it.
    pub fn hears(&self, game: &Game<'_>, me: Object, event: &Happened, bound: &Bound) -> Option<Heard> {
        self.hear(event.proposal.verb.bit(), |row| {
            if !row.is_heard_at(game, event) {
                return None;
            }
            let detail = &event.proposal.detail;
            // Soul and normal cores that one instruction moves are one event with a number [ruling-74].
            let whole = detail.own.whole;
            let amount = whole.filter(|_| game.in_force(cite!("ruling-74"))).unwrap_or(detail.amount);
            if whole.is_some() && amount == 0 {
                return None;
            }
            let seat = owner(game, me.card);
            Some(Hearing { trigger: self, game, me, seat, event, bound, amount })
        })
    }

    /// Whether an object may lack the properties at the event and get them before the effect is carried out.
    pub fn may_change(&self) -> bool {
        self.asks().into_iter().flatten().any(FilterWord::may_change)
    }

    /// The properties that the trigger asks for: those of the subject, and those of the other object.
    pub fn asks(&self) -> [&[Filter]; 2] {
        match self.row().hidden {
            true => [&[], &[]],
            false => self.text().asks(),
        }
    }

    /// Reports the faults of a trigger that any card may hear.
    pub fn lint_anywhere(&self, lint: &mut Lint<'_, BattleSpirits>) {
        lint.inside(&self.word(), |lint| self.text().lint(lint, true));
    }

    /// Reports the faults of a trigger on a card, also that a card of this kind cannot hear it.
    pub fn lint(&self, lint: &mut Lint<'_, BattleSpirits>, card: &CardData) {
        let may = self.row().kinds.contains(&card.kind);
        lint.inside(&self.word(), |lint| self.text().lint(lint, may));
    }
}

/// A trigger and an event that it waits for.
struct Hearing<'h, 'p> {
    trigger: &'h Trigger,
    game: &'h Game<'p>,
    /// The card that the ability stands on.
    me: Object,
    /// The player of the ability.
    seat: Seat,
    event: &'h Happened,
    bound: &'h Bound,
    /// The number of the event.
    amount: i64,
}

impl Hearing<'_, '_> {
    /// The event as the ability hears it, if the trigger covers it and its objects have the properties that
    /// the trigger asks for, or may still get them.
    fn heard(&self, covered: bool, subject: Option<Object>, other: Option<Object>) -> Option<Heard> {
        // The properties of objects are read only if the trigger covers the event.
        if !covered {
            return None;
        }
        let Hearing { game, me, seat, bound, amount, .. } = *self;
        let scene = Scene { seat, me, subject, other, bound };
        let [of_subject, of_other] = self.trigger.asks();
        let fitted = [fits(game, &scene, of_subject, subject)?, fits(game, &scene, of_other, other)?];
        Some(Heard { subject, other, amount, fitted })
    }

    fn covers(&self, who: &Who, subject: Object) -> bool {
        who.covers(self.game, self.me, self.event, subject)
    }

    /// A card came onto the field; it is judged by what it is there.
    fn arrives(&self, who: &Who) -> Option<Heard> {
        self.of(who, self.event.became?)
    }

    /// Something happens to the subject of the event.
    fn happens_to(&self, who: &Who) -> Option<Heard> {
        self.of(who, self.event.subject?)
    }

    /// Something happens to a card.
    fn of(&self, who: &Who, subject: Object) -> Option<Heard> {
        // Without ruling-73 a card does not hear what happens to itself.
        let unheard = subject == self.me && !who.is_this() && !self.game.in_force(cite!("ruling-73"));
        let covered = !unheard && self.covers(who, subject);
        self.heard(covered, Some(subject), self.event.proposal.detail.other)
    }

    fn is_blocked(&self, who: &Who) -> Option<Heard> {
        let (attacker, blocker) = (self.event.proposal.detail.other?, self.event.subject?);
        self.heard(self.covers(who, attacker), Some(attacker), Some(blocker))
    }

    fn destroyed_by_opponent(&self, who: &Who) -> Option<Heard> {
        let (proposal, subject) = (&self.event.proposal, self.event.subject?);
        let own_or_cost = proposal.seat == owner(self.game, subject.card)
            || !matches!(proposal.detail.means, Means::Effect | Means::Battle);
        let by_opponent = !own_or_cost || !self.game.in_force(cite!("ruling-40"));
        self.heard(by_opponent && self.covers(who, subject), Some(subject), proposal.detail.other)
    }

    fn wins_battle(&self, who: &Who) -> Option<Heard> {
        let detail = &self.event.proposal.detail;
        let battle = self.game.state.facts.battle.as_ref()?;
        let loser = self.event.subject?;
        let winner = battle.winner.filter(|_| detail.means == Means::Battle)?;
        let only = self.game.in_force(cite!("ruling-95"));
        let won = loser != winner && detail.other == Some(winner) && only;
        self.heard(won && self.covers(who, winner), Some(winner), Some(loser))
    }

    /// A battle ends: the attacker hears of it before the blocker, unless only the blocker has the properties
    /// that the trigger asks for.
    fn battle_ends(&self, who: &Who) -> Option<Heard> {
        let facts = &self.game.state.facts;
        let fighters = [(facts.attacker(), facts.blocker()), (facts.blocker(), facts.attacker())];
        let fighters = fighters.into_iter().filter_map(|(fighter, other)| {
            let fighter = fighter.filter(|fighter| table::stands(self.game, *fighter))?;
            self.heard(self.covers(who, fighter), Some(fighter), other)
        });
        fighters.min_by_key(|heard| heard.fitted.contains(&false))
    }

    fn any_battle(&self, _: &AnyBattle) -> Option<Heard> {
        self.heard(true, self.event.subject, self.event.proposal.detail.other)
    }

    fn step_enters(&self, on: &StepOf) -> Option<Heard> {
        let detail = &self.event.proposal.detail;
        let step = detail.phase?;
        let again =
            on.step == TurnStep::Main && step == Phase::SecondMain && self.game.in_force(cite!("ruling-96"));
        let whose = on.of.covers(self.seat, self.game.state.facts.active);
        self.heard((on.step.phase() == step || again) && whose, self.event.subject, detail.other)
    }

    fn life_reduced(&self, whose: &Whose) -> Option<Heard> {
        let (proposal, seat) = (&self.event.proposal, life_of(self.event)?);
        let covered = whose.of.covers(self.seat, seat)
            && whose.means.is_none_or(|means| means == proposal.detail.means)
            && is_by(whose.by, self.seat, self.event);
        self.heard(covered, proposal.source, proposal.detail.other)
    }

    fn drawn(&self, by: &ByWhom) -> Option<Heard> {
        let detail = &self.event.proposal.detail;
        let once = self.amount > 0 || !self.game.in_force(cite!("ruling-74"));
        let first = detail.means == Means::Effect && once;
        let covered = first
            && by.who.covers(self.seat, owner(self.game, self.event.subject?.card))
            && is_from(self.game, (self.seat, self.me), &by.source, self.event);
        self.heard(covered, self.event.subject, detail.other)
    }

    /// A card is discarded or milled.
    fn goes_to_trash(&self, by: &ByWhom) -> Option<Heard> {
        let card = self.event.became?;
        let covered = (self.amount > 0 || !by.fits.is_empty())
            && by.who.covers(self.seat, owner(self.game, card.card))
            && (!by.by_rumble || is_by_rumble(self.game, self.event))
            && is_from(self.game, (self.seat, self.me), &by.source, self.event);
        self.heard(covered, Some(card), self.event.proposal.detail.other)
    }

    fn magic_used(&self, by: &ByWhom) -> Option<Heard> {
        let proposal = &self.event.proposal;
        let covered = by.who.covers(self.seat, proposal.seat)
            && is_from(self.game, (self.seat, self.me), &by.source, self.event);
        self.heard(covered, Some(self.event.subject?), proposal.detail.other)
    }

    fn keyword_raised(&self, raised: &KeywordRaised) -> Option<Heard> {
        let (detail, card) = (&self.event.proposal.detail, self.event.subject?);
        let number = usize::from(detail.ability?);
        let ability = table::printed(self.game, card.card).abilities.get(number)?;
        let is_it = ability.keyword() == Some(raised.keyword);
        self.heard(is_it && self.covers(&raised.on, card), Some(card), detail.other)
    }

    /// One effect raises the BP of several spirits at once: one that has the properties is heard of.
    fn raised_by_flash(&self, who: &Who) -> Option<Heard> {
        let raised = self.event.proposal.detail.own.raised.iter();
        let heard = raised.filter_map(|spirit| self.of(who, *spirit));
        heard.min_by_key(|heard| heard.fitted.contains(&false))
    }

    fn bp_reached(&self, Reached { n, on }: &Reached) -> Option<Heard> {
        let (card, n) = (self.event.subject?, i64::from(*n));
        let before = self.game.state.facts.bp.iter().find(|(other, _)| *other == card);
        // Without ruling-97 every rise above the number would count.
        let was_below = before.is_some_and(|(_, bp)| *bp < n) || !self.game.in_force(cite!("ruling-97"));
        let covered = was_below && self.amount >= n && self.covers(on, card);
        self.heard(covered, Some(card), self.event.proposal.detail.other)
    }
}

/// Whether an event belongs to the 地鳴 that is being carried out.
fn is_by_rumble(game: &Game<'_>, event: &Happened) -> bool {
    let Some(&(me, ability, _)) = game.state.facts.raising.last() else { return false };
    let is_rumble = |ability: &super::Ability| ability.keyword() == Some(KeywordName::Rumble);
    event.proposal.source == Some(me) && ability::by_id(game, ability).is_some_and(is_rumble)
}

/// The player whose life an event reduces.
fn life_of(event: &Happened) -> Option<Seat> {
    let Change::Pieces(_, (from, _), _) = &event.proposal.change else { return None };
    Seat::BOTH.into_iter().find(|&seat| *from == table::holder(table::LIFE, seat))
}
