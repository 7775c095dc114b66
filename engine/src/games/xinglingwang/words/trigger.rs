//! What abilities wait for, and when cards and abilities can be used.
//!
//! 六.1 timing; 六.3, 六.4 moments; 七.1 magic; ruling-19 phases.

use super::super::Xinglingwang;
use super::super::findings;
use super::super::magic;
use super::super::table::{Means, Phase, Verb, Zone};
use super::events::{self, Row};
use super::{Filter, standing};
use crate::abilities::{Lint, Part, Side};
use crate::kernel::{Seat, wire};

/// The phases that cards name.
#[wire(Copy)]
pub enum PhaseName {
    /// 抽牌階段.
    Draw,
    /// 防守階段.
    Defence,
    /// 主要階段: the summon and the tactics phase.
    Main,
    /// 召喚階段.
    Summon,
    /// 戰術階段.
    Tactics,
    /// 結束階段.
    End,
    /// 回合: any phase.
    Turn,
}

impl PhaseName {
    /// Whether a phase is one of those that the word names.
    pub(crate) const fn is(self, phase: Phase) -> bool {
        match self {
            PhaseName::Draw => matches!(phase, Phase::Draw),
            PhaseName::Defence => matches!(phase, Phase::Defence),
            PhaseName::Main => matches!(phase, Phase::Summon | Phase::Tactics),
            PhaseName::Summon => matches!(phase, Phase::Summon),
            PhaseName::Tactics => matches!(phase, Phase::Tactics),
            PhaseName::End => matches!(phase, Phase::End),
            PhaseName::Turn => !matches!(phase, Phase::Setup | Phase::AfterTurn),
        }
    }
}

/// The phases and steps whose beginning is announced; so is the end of all but the last.
#[wire(Copy)]
pub enum ToldPhase {
    /// 抽牌階段.
    Draw,
    /// 防守階段.
    Defence,
    /// 召喚階段.
    Summon,
    /// 戰術階段.
    Tactics,
    /// 結束階段.
    End,
    /// 戰鬥結算前.
    BeforeBattle,
}

impl ToldPhase {
    pub(crate) const fn phase(self) -> Phase {
        match self {
            ToldPhase::Draw => Phase::Draw,
            ToldPhase::Defence => Phase::Defence,
            ToldPhase::Summon => Phase::Summon,
            ToldPhase::Tactics => Phase::Tactics,
            ToldPhase::End => Phase::End,
            ToldPhase::BeforeBattle => Phase::BeforeBattle,
        }
    }
}

/// The zones that texts refer to.
#[wire(Copy)]
pub enum CardZone {
    /// 牌庫.
    Deck,
    /// 手牌.
    Hand,
    /// 前排戰線 and 後排戰線.
    Field,
    /// 墓地.
    Graveyard,
    /// 除外區.
    Exile,
    /// 場地區.
    FieldCard,
}

impl CardZone {
    pub(crate) const fn zone(self) -> Zone {
        match self {
            CardZone::Deck => Zone::Deck,
            CardZone::Hand => Zone::Hand,
            CardZone::Field => Zone::Field,
            CardZone::Graveyard => Zone::Graveyard,
            CardZone::Exile => Zone::Exile,
            CardZone::FieldCard => Zone::FieldCard,
        }
    }
}

/// Whom an event has to be about.
#[wire(Part<Xinglingwang>)]
pub enum Whom {
    /// The card that the ability stands on.
    This,
    /// The unit that the card lies under.
    #[part(refers_to = standing::HOST)]
    Host,
    /// A card with these properties on this side.
    Cards {
        /// On whose half it stands or stood, else whose card it is.
        #[optional]
        side: Side,
        /// What it has to be.
        #[optional]
        fits: Vec<Filter>,
    },
}

/// The moment around an event [六.4].
#[wire(Copy, Default)]
pub enum Moment {
    /// 前.
    Before,
    /// 時.
    #[default]
    At,
    /// 進入墓地前: the last instant at which a destroyed or sacrificed card is still on the field, after all
    /// effects of the moment 時 of both players have been processed [十.2, 十.3, 十二.3].
    Leaving,
    /// 後.
    After,
}

/// What an ability waits for.
#[wire(Default)]
pub struct On {
    /// What happens: one of these.
    pub event: Vec<Verb>,
    /// Before, at, or after it.
    #[optional]
    pub moment: Moment,
    /// About whom.
    pub who: Option<Whom>,
    /// Whose event: who did it, or whose turn or phase it is.
    pub of: Option<Side>,
    /// By which means.
    pub means: Option<Means>,
    /// Which phase begins or ends.
    pub phase: Option<ToldPhase>,
    /// Where the card came from.
    pub from: Option<CardZone>,
    /// Where the card went.
    pub into: Option<CardZone>,
    /// On whose half the unit stands then.
    pub onto: Option<Side>,
    /// The card whose text asked for it has these properties; what the ability does means it by `other`, if
    /// the event has no other card.
    #[optional]
    pub by: Vec<Filter>,
    /// Of an effect that is activated: it waited for one of these events.
    #[optional]
    pub awaited: Vec<Verb>,
    /// The other card of the event has these properties: the opponent of a battle, the unit that destroys in
    /// battle.
    #[optional]
    pub other: Vec<Filter>,
}

impl On {
    /// The verbs before which the ability triggers, as a set of bits [六.4].
    pub(crate) fn before(&self) -> u64 {
        match self.moment {
            Moment::Before => self.verbs() & events::BEFORE,
            Moment::At | Moment::Leaving | Moment::After => 0,
        }
    }

    /// The verbs that the ability waits for, as a set of bits; one that names only a zone waits for all.
    pub(crate) fn verbs(&self) -> u64 {
        match self.event.as_slice() {
            [] => u64::MAX,
            verbs => verbs.iter().fold(0, |all, verb| all | verb.bit()),
        }
    }
}

impl Part<Xinglingwang> for On {
    fn lint_part(&self, lint: &mut Lint<'_, Xinglingwang>) {
        if self.event.is_empty() && self.from.is_none() && self.into.is_none() {
            lint.find("empty_list", findings::trigger_of_nothing());
        }
        if self.event.iter().any(|verb| !Row::of(*verb).heard) {
            lint.find("never_heard", findings::never_awaited());
        }
        if self.moment == Moment::Before && !self.event.iter().all(|verb| events::BEFORE & verb.bit() != 0) {
            lint.find("never_heard", findings::no_moment_before());
        }
        let leaves = |verb: &Verb| matches!(verb, Verb::Destroy | Verb::Sacrifice);
        if self.moment == Moment::Leaving && (self.event.is_empty() || !self.event.iter().all(leaves)) {
            lint.find("never_heard", findings::no_moment_of_leaving());
        }
        self.lint_event(lint);
        // The filters may refer to the cards of the event.
        lint.excluding(standing::after_event(self), |lint| {
            let elsewhere = self.lacks_field().then_some(standing::ON_FIELD);
            lint.excluding(elsewhere, |lint| self.who.lint_at("who", lint));
            self.other.lint_at("other", lint);
            lint.excluding([standing::ON_FIELD], |lint| self.by.lint_at("by", lint));
        });
    }
}

/// When a magic card can be used, as a request states it for a card whose timing its pool does not know.
#[wire]
pub enum TimingName {
    /// In a phase: 主要階段, 敵方防守階段 [ruling-19].
    Phase {
        /// Which.
        phase: PhaseName,
        /// Whose turn, seen from the user.
        #[optional]
        turn: Side,
    },
    /// At an exact moment [六.3].
    Moment {
        /// What happens: one of these.
        event: Vec<Verb>,
        /// Who does it, or whose turn or phase it is.
        of: Option<Side>,
        /// Which phase begins or ends.
        phase: Option<ToldPhase>,
    },
}

impl TimingName {
    /// As the pool would have it.
    pub(crate) fn timing(&self) -> Timing {
        match self {
            TimingName::Phase { phase, turn } => Timing::Phase { phase: *phase, turn: *turn },
            TimingName::Moment { event, of, phase } => {
                Timing::Moment(On { event: event.clone(), of: *of, phase: *phase, ..On::default() })
            }
        }
    }
}

/// When a card or ability can be used.
#[wire(Part<Xinglingwang>)]
pub enum Timing {
    /// In a phase: 主要階段, 敵方防守階段 [ruling-19].
    Phase {
        /// Which.
        phase: PhaseName,
        /// Whose turn, seen from the user.
        #[optional]
        turn: Side,
    },
    /// At an exact moment [六.3].
    Moment(On),
}

impl Timing {
    /// Whether players have a window at this timing; exact moments have none, except success and failure in
    /// battle.
    pub(super) fn is_open(&self) -> bool {
        match self {
            Timing::Phase { .. } => true,
            Timing::Moment(on) => magic::is_battle_moment(on),
        }
    }

    /// Whether two timings can be at the same time.
    pub(crate) fn meets(&self, other: &Timing) -> bool {
        const PHASES: [Phase; 5] = [Phase::Draw, Phase::Defence, Phase::Summon, Phase::Tactics, Phase::End];
        match (self, other) {
            (Timing::Phase { phase, turn }, Timing::Phase { phase: other, turn: of }) => {
                PHASES.iter().any(|now| phase.is(*now) && other.is(*now))
                    && Seat::BOTH
                        .iter()
                        .any(|seat| [turn, of].iter().all(|side| side.covers(Seat::Zero, *seat)))
            }
            (Timing::Moment(on), Timing::Moment(other)) => {
                magic::is_battle_moment(on) == magic::is_battle_moment(other)
            }
            (Timing::Phase { phase, .. }, Timing::Moment(on))
            | (Timing::Moment(on), Timing::Phase { phase, .. }) => {
                magic::is_battle_moment(on) && phase.is(Phase::Defence)
            }
        }
    }
}
