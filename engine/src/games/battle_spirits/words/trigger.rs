//! The events that abilities wait for: 效果的發揮.1, 用語集.發揮時機, 戰鬥步驟.⑤.3, 戰鬥步驟.⑦.1, 戰鬥步驟.⑦.3, 重疲勞.6; ruling-40,
//! ruling-73, ruling-74, ruling-95, ruling-96, ruling-97, ruling-99.

use super::super::BattleSpirits;
use super::super::ability;
use super::super::findings;
use super::super::printed::{CardData, Kind};
use super::super::raise::Heard;
use super::super::table::{self, Game, Means, Phase, TurnStep, Verb, owner};
use super::{Filter, KeywordName};
use crate::abilities::filter::has_all;
use crate::abilities::{Bound, FilterWord, Lint, Scene, Side};
use crate::kernel::{Event, Object, Point, Spot, wire};
use crate::verdict::Cite;
use crate::words;

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
    /// By which means.
    pub means: Option<Means>,
    /// By whose effect or cost.
    pub by: Option<Side>,
}

/// Of a player.
#[wire(Default)]
pub struct Whose {
    /// To whom.
    #[optional]
    pub of: Side,
    /// By which means.
    pub means: Option<Means>,
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

words! {
    @declare
    /// What an ability waits for.
    pub enum Trigger {
        /// 『召喚時』, or a spirit is summoned.
        Summoned(Who),
        /// 『配置時』, or a nexus is deployed.
        Deployed(Who),
        /// 『攻擊時』, or a spirit attacks.
        Attacks(Who),
        /// 『防禦時』, or a spirit blocks.
        Blocks(Who),
        /// A spirit is blocked.
        IsBlocked(Who),
        /// 『破壞時』, or a card is destroyed.
        Destroyed(Who),
        /// 『對手破壞時』 [ruling-40].
        DestroyedByOpponent(Who),
        /// A card is depleted.
        Depleted(Who),
        /// A card begins to leave the field, or leaves it at once.
        Leaves(Who),
        /// A field card goes back to hand or deck.
        Returns(Who),
        /// A card is refreshed, by one stage or more [重疲勞.6].
        Refreshes(Who),
        /// A card is exhausted, heavily too.
        Exhausted(Who),
        /// A card is exhausted heavily.
        HeavyExhausted(Who),
        /// A spirit destroys only the opposing one by comparing BP [ruling-95].
        WinsBattle(Who),
        /// A step begins: 『自己的攻擊階段開始時』, 『自己的結束階段』 and others.
        StepEnters(StepOf),
        /// 戰鬥結算時.
        BattleResolution(AnyBattle),
        /// 戰鬥結束時.
        BattleEnd(AnyBattle),
        /// 戰鬥結束時 of a battle of certain spirits.
        BattleEndOf(Who),
        /// 戰鬥結束後.
        BattleAfter(AnyBattle),
        /// A player's life is reduced.
        LifeReduced(Whose),
        /// A player draws by an effect.
        DrawnByEffect(ByWhom),
        /// A player discards.
        Discarded(ByWhom),
        /// Cards of a player's deck go to the trash.
        Milled(ByWhom),
        /// A player uses a magic.
        MagicUsed(ByWhom),
        /// An effect of a keyword is raised.
        KeywordRaised(KeywordRaised),
        /// Cores come off a card, by an effect or a cost.
        CoresLeave(Who),
        /// BP becomes this number or more, from below it [ruling-97].
        BpReached(Reached),
    }
}

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

const DEPARTURES: &[Verb] = &[Verb::Destroyed, Verb::Depleted, Verb::Returned, Verb::ToDeck];

impl Who {
    fn lint(&self, lint: &mut Lint<'_, BattleSpirits>) {
        lint.each("fits", &self.fits, |lint, filter| filter.lint(lint));
        lint.each("other", &self.other, |lint, filter| filter.lint(lint));
        if self.card.is_some() && self.side.is_some() {
            lint.find("wrong_attribute", findings::one_owner());
        }
    }

    /// Whether it is the card itself.
    pub const fn is_this(&self) -> bool {
        self.card.is_some()
    }

    /// Whether an event of these objects is one of those that are meant, whatever the objects are.
    fn covers(&self, game: &Game<'_>, me: Object, event: &Happened, subject: Object) -> bool {
        let seat = owner(game, me.card);
        let detail = &event.proposal.detail;
        let by_seat = matches!(detail.means, Means::Effect | Means::Cost | Means::Battle);
        let by = self.by.is_none_or(|by| by_seat && by.covers(seat, event.proposal.seat));
        (self.card.is_none() || subject == me)
            && self.side.is_none_or(|side| side.covers(seat, owner(game, subject.card)))
            && self.means.is_none_or(|means| means == detail.means)
            && by
    }
}

/// Whether an object has what is asked of it at the event; `None`: it has not, and will not have it when the
/// effect is carried out either [ruling-85].
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

impl ByWhom {
    fn lint(&self, lint: &mut Lint<'_, BattleSpirits>) {
        lint.each("fits", &self.fits, |lint, filter| filter.lint(lint));
    }
}

impl Trigger {
    /// The events that it waits for, as a set of bits of their verbs.
    pub fn listens(&self) -> u64 {
        let verbs: &[Verb] = match self {
            Trigger::Summoned(_) => &[Verb::Summoned],
            Trigger::Deployed(_) => &[Verb::Deployed],
            Trigger::Attacks(_) => &[Verb::Attacked],
            Trigger::Blocks(_) | Trigger::IsBlocked(_) => &[Verb::Blocked],
            Trigger::Destroyed(_) | Trigger::DestroyedByOpponent(_) | Trigger::WinsBattle(_) => {
                &[Verb::Destroyed]
            }
            Trigger::Depleted(_) => &[Verb::Depleted],
            Trigger::Leaves(_) => {
                &[Verb::Destroyed, Verb::Depleted, Verb::Returned, Verb::ToDeck, Verb::Exiled, Verb::ToTrash]
            }
            Trigger::Returns(_) => &[Verb::Returned, Verb::ToDeck],
            Trigger::Refreshes(_) => &[Verb::Refreshed],
            Trigger::Exhausted(_) => &[Verb::Exhausted, Verb::HeavyExhausted],
            Trigger::HeavyExhausted(_) => &[Verb::HeavyExhausted],
            Trigger::StepEnters(_) => &[Verb::StepEntered],
            Trigger::BattleResolution(_) => &[Verb::ResolutionBegan],
            Trigger::BattleEnd(_) | Trigger::BattleEndOf(_) => &[Verb::BattleEnded],
            Trigger::BattleAfter(_) => &[Verb::BattleOver],
            Trigger::LifeReduced(_) => &[Verb::LifeReduced],
            Trigger::DrawnByEffect(_) => &[Verb::Drawn],
            Trigger::Discarded(_) => &[Verb::Discarded],
            Trigger::Milled(_) => &[Verb::Milled],
            Trigger::MagicUsed(_) => &[Verb::MagicUsed],
            Trigger::KeywordRaised(_) => &[Verb::EffectRaised, Verb::EffectUsed],
            Trigger::CoresLeave(_) => &[Verb::CoresMoved, Verb::CoresPaid],
            Trigger::BpReached(_) => &[Verb::BpRose],
        };
        verbs.iter().fold(0, |all, verb| all | verb.bit())
    }

    /// Which moment it is of its own card.
    pub fn moment(&self) -> Option<Moment> {
        Some(match self {
            Trigger::Summoned(who) if who.is_this() => Moment::Summoned,
            Trigger::Deployed(who) if who.is_this() => Moment::Deployed,
            Trigger::Attacks(who) if who.is_this() => Moment::Attacks,
            Trigger::Blocks(who) if who.is_this() => Moment::Blocks,
            Trigger::Destroyed(who) | Trigger::DestroyedByOpponent(who) if who.is_this() => Moment::Destroyed,
            _ => return None,
        })
    }

    /// Whether it is one of the waiting state of its own card [FAQ.靈魂卡等的狀態.Q2].
    pub fn is_of_waiting_state(&self) -> bool {
        match self {
            Trigger::Destroyed(who)
            | Trigger::DestroyedByOpponent(who)
            | Trigger::Depleted(who)
            | Trigger::Leaves(who)
            | Trigger::Returns(who) => who.is_this(),
            _ => false,
        }
    }

    /// What it hears of an event.
    pub fn hears(&self, game: &Game<'_>, me: Object, event: &Happened, bound: &Bound) -> Option<Heard> {
        let verb = event.proposal.verb;
        if self.listens() & verb.bit() == 0 {
            return None;
        }
        // A field card that departs begins to wait at that moment, and is heard of then alone; one that
        // leaves at once, before it does [ruling-75].
        let from_field =
            matches!(event.from, Some(Spot::Place(place, _)) if table::FIELD.seat(place).is_some());
        let departs =
            DEPARTURES.contains(&verb) && from_field && game.in_force(cite!("FAQ.靈魂卡等的狀態.Q1"));
        let at_once = verb.leaves_at_once() && from_field && game.in_force(cite!("ruling-75"));
        let of_field = matches!(self, Trigger::Leaves(_) | Trigger::Returns(_));
        if event.point != if departs || at_once { Point::At } else { Point::Done } || of_field && !from_field
        {
            return None;
        }
        let detail = &event.proposal.detail;
        // Soul and normal cores that one instruction moves are one event with a number [ruling-74].
        let whole = detail.whole.filter(|_| game.in_force(cite!("ruling-74"))).unwrap_or(detail.amount);
        let (subject, other, amount) = (event.subject, detail.other, whole);
        if detail.whole.is_some() && amount == 0 {
            return None;
        }
        let seat = owner(game, me.card);
        // Only other events look at what their objects have to be.
        let heard = |is_meant: bool, subject, other| {
            if !is_meant {
                return None;
            }
            let scene = Scene { seat, me, subject, other, bound };
            let [of_subject, of_other] = self.asks();
            let fitted = [fits(game, &scene, of_subject, subject)?, fits(game, &scene, of_other, other)?];
            Some(Heard { subject, other, amount, fitted })
        };
        match self {
            Trigger::Summoned(who)
            | Trigger::Deployed(who)
            | Trigger::Attacks(who)
            | Trigger::Blocks(who)
            | Trigger::Destroyed(who)
            | Trigger::Depleted(who)
            | Trigger::Leaves(who)
            | Trigger::Returns(who)
            | Trigger::Refreshes(who)
            | Trigger::Exhausted(who)
            | Trigger::HeavyExhausted(who)
            | Trigger::CoresLeave(who) => {
                // What came onto the field is meant as what it is there.
                let is_entry = matches!(self, Trigger::Summoned(_) | Trigger::Deployed(_));
                let subject = if is_entry { event.became } else { subject }?;
                // A card sees what happens to itself, too.
                let unheard = subject == me && !who.is_this() && !game.in_force(cite!("ruling-73"));
                let is_meant = !unheard && who.covers(game, me, event, subject);
                heard(is_meant, Some(subject), other)
            }
            Trigger::IsBlocked(who) => {
                let (attacker, blocker) = (other?, subject?);
                let is_meant = who.covers(game, me, event, attacker);
                heard(is_meant, Some(attacker), Some(blocker))
            }
            Trigger::DestroyedByOpponent(who) => {
                let subject = subject?;
                let own_or_cost = event.proposal.seat == owner(game, subject.card)
                    || !matches!(detail.means, Means::Effect | Means::Battle);
                let by_opponent = !own_or_cost || !game.in_force(cite!("ruling-40"));
                let is_meant = by_opponent && who.covers(game, me, event, subject);
                heard(is_meant, Some(subject), other)
            }
            Trigger::WinsBattle(who) => {
                let battle = game.state.facts.battle.as_ref()?;
                let (loser, winner) = (subject?, battle.winner.filter(|_| detail.means == Means::Battle)?);
                let only = game.in_force(cite!("ruling-95"));
                let won = loser != winner && detail.other == Some(winner) && only;
                let is_meant = won && who.covers(game, me, event, winner);
                heard(is_meant, Some(winner), Some(loser))
            }
            Trigger::StepEnters(on) => {
                let step = detail.phase?;
                let again = on.step == TurnStep::Main
                    && step == Phase::SecondMain
                    && game.in_force(cite!("ruling-96"));
                let whose = on.of.covers(seat, game.state.facts.active);
                heard((on.step.phase() == step || again) && whose, subject, other)
            }
            Trigger::BattleResolution(_) | Trigger::BattleEnd(_) | Trigger::BattleAfter(_) => {
                heard(true, subject, other)
            }
            Trigger::BattleEndOf(who) => {
                let facts = &game.state.facts;
                let fighters = [(facts.attacker(), facts.blocker()), (facts.blocker(), facts.attacker())];
                let fighters = fighters.into_iter().filter_map(|(fighter, other)| {
                    let fighter = fighter.filter(|fighter| table::stands(game, *fighter))?;
                    let is_meant = who.covers(game, me, event, fighter);
                    heard(is_meant, Some(fighter), other)
                });
                // The attacker before the blocker, unless it would first have to get what is asked of it.
                fighters.min_by_key(|heard| heard.fitted.contains(&false))
            }
            Trigger::LifeReduced(whose) => {
                let is_meant = whose.of.covers(seat, life_of(event)?)
                    && whose.means.is_none_or(|means| means == detail.means);
                heard(is_meant, event.proposal.source, other)
            }
            Trigger::DrawnByEffect(by) => {
                let once = amount > 0 || !game.in_force(cite!("ruling-74"));
                let first = detail.means == Means::Effect && once;
                let is_meant = first && by.who.covers(seat, owner(game, subject?.card));
                heard(is_meant, subject, other)
            }
            Trigger::Discarded(by) | Trigger::Milled(by) => {
                let card = event.became?;
                let is_meant = (amount > 0 || !by.fits.is_empty())
                    && by.who.covers(seat, owner(game, card.card))
                    && (!by.by_rumble || is_by_rumble(game, event));
                heard(is_meant, Some(card), other)
            }
            Trigger::MagicUsed(by) => {
                let is_meant = by.who.covers(seat, event.proposal.seat);
                heard(is_meant, Some(subject?), other)
            }
            Trigger::KeywordRaised(raised) => {
                let card = subject?;
                let number = usize::from(detail.ability?);
                let ability = table::printed(game, card.card).abilities.get(number)?;
                let is_it = ability.keyword() == Some(raised.keyword);
                let is_meant = is_it && raised.on.covers(game, me, event, card);
                heard(is_meant, Some(card), other)
            }
            Trigger::BpReached(Reached { n, on }) => {
                let (card, n) = (subject?, i64::from(*n));
                let before = game.state.facts.bp.iter().find(|(other, _)| *other == card);
                // Without that rule every rise above the number would count.
                let was_below = before.is_some_and(|(_, bp)| *bp < n) || !game.in_force(cite!("ruling-97"));
                let is_meant = was_below && amount >= n && on.covers(game, me, event, card);
                heard(is_meant, Some(card), other)
            }
        }
    }

    /// Whether what it asks may be unavailable at the event and be there when the effect is carried out.
    pub fn may_change(&self) -> bool {
        self.asks().into_iter().flatten().any(Filter::may_change)
    }

    /// What it asks of the object that the event happened to, and of the other one.
    pub fn asks(&self) -> [&[Filter]; 2] {
        match self {
            Trigger::Summoned(who)
            | Trigger::Deployed(who)
            | Trigger::Attacks(who)
            | Trigger::Blocks(who)
            | Trigger::IsBlocked(who)
            | Trigger::Destroyed(who)
            | Trigger::DestroyedByOpponent(who)
            | Trigger::Depleted(who)
            | Trigger::Leaves(who)
            | Trigger::Returns(who)
            | Trigger::Refreshes(who)
            | Trigger::Exhausted(who)
            | Trigger::HeavyExhausted(who)
            | Trigger::WinsBattle(who)
            | Trigger::BattleEndOf(who)
            | Trigger::CoresLeave(who)
            | Trigger::KeywordRaised(KeywordRaised { on: who, .. })
            | Trigger::BpReached(Reached { on: who, .. }) => [&who.fits, &who.other],
            Trigger::LifeReduced(whose) => [&whose.source, &[]],
            Trigger::Discarded(by) | Trigger::Milled(by) | Trigger::MagicUsed(by) => [&by.fits, &[]],
            Trigger::StepEnters(_)
            | Trigger::BattleResolution(_)
            | Trigger::BattleEnd(_)
            | Trigger::BattleAfter(_)
            | Trigger::DrawnByEffect(_) => [&[], &[]],
        }
    }

    /// Looks for what cannot be meant by something that is done later.
    pub fn lint_anywhere(&self, lint: &mut Lint<'_, BattleSpirits>) {
        self.lint_of(lint, (true, true));
    }

    /// Looks for what cannot be meant on a card.
    pub fn lint(&self, lint: &mut Lint<'_, BattleSpirits>, card: &CardData) {
        self.lint_of(lint, (card.kind == Kind::Spirit, card.kind == Kind::Nexus));
    }

    fn lint_of(&self, lint: &mut Lint<'_, BattleSpirits>, (is_spirit, is_nexus): (bool, bool)) {
        let key = self.word();
        lint.inside(key, |lint| {
            let of_this = |who: &Who, may: bool, lint: &mut Lint<'_, BattleSpirits>| {
                who.lint(lint);
                if who.is_this() && !may {
                    lint.find("never_heard", findings::not_to_this_kind());
                }
            };
            match self {
                Trigger::Summoned(who)
                | Trigger::Attacks(who)
                | Trigger::Blocks(who)
                | Trigger::IsBlocked(who)
                | Trigger::WinsBattle(who)
                | Trigger::BattleEndOf(who) => of_this(who, is_spirit, lint),
                Trigger::Deployed(who) => of_this(who, is_nexus, lint),
                Trigger::Destroyed(who)
                | Trigger::DestroyedByOpponent(who)
                | Trigger::Depleted(who)
                | Trigger::Leaves(who)
                | Trigger::Returns(who)
                | Trigger::Refreshes(who)
                | Trigger::Exhausted(who)
                | Trigger::HeavyExhausted(who)
                | Trigger::CoresLeave(who) => of_this(who, is_spirit || is_nexus, lint),
                Trigger::LifeReduced(whose) => {
                    lint.each("source", &whose.source, |lint, filter| filter.lint(lint));
                }
                Trigger::DrawnByEffect(by)
                | Trigger::Discarded(by)
                | Trigger::Milled(by)
                | Trigger::MagicUsed(by) => by.lint(lint),
                Trigger::KeywordRaised(raised) => raised.on.lint(lint),
                Trigger::BpReached(reached) => {
                    if reached.n == 0 {
                        lint.find("never_heard", findings::bp_below_zero());
                    }
                    lint.inside("on", |lint| of_this(&reached.on, is_spirit, lint));
                }
                Trigger::StepEnters(_)
                | Trigger::BattleResolution(_)
                | Trigger::BattleEnd(_)
                | Trigger::BattleAfter(_) => {}
            }
        });
    }
}

/// Whether an event is what a 地鳴 does that is being carried out.
fn is_by_rumble(game: &Game<'_>, event: &Happened) -> bool {
    let Some(&(me, ability, _)) = game.state.facts.raising.last() else { return false };
    let is_rumble = |ability: &super::Ability| ability.keyword() == Some(KeywordName::Rumble);
    event.proposal.source == Some(me) && ability::by_id(game, ability).is_some_and(is_rumble)
}

/// Whose life an event reduces.
fn life_of(event: &Happened) -> Option<crate::kernel::Seat> {
    use crate::kernel::{Change, Seat};
    let Change::Pieces(_, (from, _), _) = &event.proposal.change else { return None };
    Seat::BOTH.into_iter().find(|&seat| *from == table::holder(table::LIFE, seat))
}

impl Trigger {
    /// The rule of the timing word by which a card hears this event of its own, or of its player's step
    /// [用語集.發揮時機]; of a spirit that is exhausted still, that it refreshed all the same [重疲勞.6].
    pub fn timing_word(&self, game: &Game<'_>, event: &Happened) -> Option<Cite> {
        let own = |who: &Who| who.is_this();
        Some(match self {
            Trigger::Summoned(who) if own(who) => cite!("用語集.發揮時機.召喚時"),
            Trigger::Deployed(who) if own(who) => cite!("用語集.發揮時機.配置時"),
            Trigger::Attacks(who) if own(who) => cite!("用語集.發揮時機.攻擊時"),
            Trigger::Blocks(who) if own(who) => cite!("用語集.發揮時機.防禦時"),
            Trigger::Destroyed(who) if own(who) => cite!("用語集.發揮時機.破壞時"),
            Trigger::DestroyedByOpponent(who) if own(who) => cite!("用語集.發揮時機.對手破壞時"),
            Trigger::StepEnters(entered) if entered.of == Side::Own => match event.proposal.detail.phase? {
                Phase::Attack => cite!("用語集.發揮時機.自己的攻擊階段開始時"),
                Phase::End => cite!("用語集.發揮時機.自己的結束階段"),
                _ => return None,
            },
            Trigger::Refreshes(_)
                if event.subject.is_some_and(|subject| {
                    table::posture(game, subject.card) == table::Posture::Exhausted
                }) =>
            {
                cite!("重疲勞.6")
            }
            _ => return None,
        })
    }
}
