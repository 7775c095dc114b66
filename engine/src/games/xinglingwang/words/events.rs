//! What is known of every event, whichever card it happens to: one row for each verb. The linter compares
//! with it what abilities wait for, and the loop finds in it the events that something can come before or
//! take the place of.
//!
//! 六.4 moments; 十.1 to 十.5 leaving; 十一.8 battles; ruling-19 phases; ruling-59 replacements.

use super::super::table::{Means, Verb};
use super::trigger::{CardZone, PhaseName, ToldPhase};

/// The phases in which an event can be, as bits.
pub(super) type Phases = u8;
pub(super) const DEFENCE: Phases = 2;
pub(super) const TACTICS: Phases = 8;
pub(super) const ANY: Phases = 63;
const DRAW: Phases = 1;
const SUMMON: Phases = 4;
const END: Phases = 16;
const AFTER: Phases = 32;

pub(super) const fn of_name(phase: PhaseName) -> Phases {
    match phase {
        PhaseName::Draw => DRAW,
        PhaseName::Defence => DEFENCE,
        PhaseName::Main => SUMMON | TACTICS,
        PhaseName::Summon => SUMMON,
        PhaseName::Tactics => TACTICS,
        PhaseName::End => END,
        PhaseName::Turn => ANY,
    }
}

pub(super) const fn of_announced(phase: Option<ToldPhase>) -> Phases {
    match phase {
        Some(ToldPhase::Draw) => DRAW,
        Some(ToldPhase::Defence | ToldPhase::BeforeBattle) => DEFENCE,
        Some(ToldPhase::Summon) => SUMMON,
        Some(ToldPhase::Tactics) => TACTICS,
        Some(ToldPhase::End) => END,
        None => ANY,
    }
}

/// When an event can be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum When {
    /// In these phases.
    In(Phases),
    /// In the phase that begins or ends.
    OfPhase,
}

/// To what an event happens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum To {
    /// To no card.
    Nobody,
    /// To a card anywhere.
    Card,
    /// To a card that stands on the field then.
    OnField,
    /// To a card that neither stands on the field nor leaves it.
    OffField,
}

/// Where an event moves its card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Moves {
    /// It does not.
    No,
    /// To this zone.
    Into(CardZone),
    /// The event leaves it open.
    Anywhere,
}

/// Which other card an event has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Other {
    /// None.
    No,
    /// One.
    Yes,
    /// In a battle, the unit that destroys.
    ByBattle,
}

/// What is known of the events of a verb.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Row {
    /// Whether texts can wait for them.
    pub heard: bool,
    /// When they can be.
    pub when: When,
    /// To what they happen.
    pub to: To,
    /// Which other card they have.
    pub other: Other,
    /// Where they move the card.
    pub moves: Moves,
    /// By which means they can be, besides by a rule, a unit and magic.
    pub means: &'static [Means],
    /// Whether abilities can come before them [六.4].
    pub before: bool,
    /// Whether something else can happen instead: the card leaves the field by a text or a battle
    /// [ruling-59].
    pub replaced: bool,
}

impl Row {
    /// Happens to a card, at any time.
    const CARD: Row = Row {
        heard: true,
        when: When::In(ANY),
        to: To::Card,
        other: Other::No,
        moves: Moves::No,
        means: &[],
        before: false,
        replaced: false,
    };
    /// Happens to no card, at any time.
    const NOBODY: Row = Row { to: To::Nobody, ..Row::CARD };
    /// Bookkeeping.
    const UNHEARD: Row = Row { heard: false, ..Row::NOBODY };
    /// A card enters the field.
    const ENTERS: Row = Row { before: true, ..Row::CARD.moving(CardZone::Field) };
    /// Happens to a unit where it stands.
    const ON_FIELD: Row = Row { to: To::OnField, before: true, ..Row::CARD };
    /// Happens to a card in another zone.
    const OFF_FIELD: Row = Row { to: To::OffField, ..Row::CARD };
    /// Has another card.
    const WITH_OTHER: Row = Row { other: Other::Yes, ..Row::CARD };
    /// Has the opponent of a battle.
    const OF_BATTLE: Row = Row { means: &[Means::Battle], ..Row::WITH_OTHER };

    const fn in_phases(self, phases: Phases) -> Row {
        Row { when: When::In(phases), ..self }
    }

    const fn moving(self, zone: CardZone) -> Row {
        Row { moves: Moves::Into(zone), ..self }
    }

    /// A card leaves the field for a zone.
    const fn leaving(zone: CardZone) -> Row {
        Row { before: true, replaced: true, ..Row::CARD.moving(zone) }
    }

    /// Whether they can be by these means.
    pub(super) fn can_be_by(&self, means: Means) -> bool {
        matches!(means, Means::Rule | Means::Unit | Means::Magic) || self.means.contains(&means)
    }

    /// The row of a verb.
    pub(super) const fn of(verb: Verb) -> Row {
        match verb {
            Verb::Order | Verb::Mulligan | Verb::Effect | Verb::EndPhase => Row::UNHEARD,
            Verb::PutUnder | Verb::Announce => Row { heard: false, moves: Moves::Anywhere, ..Row::CARD },
            Verb::Draw => Row { before: true, ..Row::OFF_FIELD.moving(CardZone::Hand) },
            Verb::Play | Verb::ExtraPlay | Verb::Summon => Row::ENTERS,
            Verb::Entered | Verb::Activate | Verb::Negate | Verb::Reveal | Verb::Look | Verb::Alight => {
                Row::CARD
            }
            Verb::Combine => Row { to: To::OnField, ..Row::WITH_OTHER },
            Verb::Combined => Row::WITH_OTHER,
            Verb::Split => Row { to: To::OnField, ..Row::CARD.moving(CardZone::Field) },
            Verb::Transform => Row::WITH_OTHER.moving(CardZone::Field),
            Verb::Replaced => Row::CARD.moving(CardZone::Graveyard),
            Verb::Destroy => Row {
                other: Other::ByBattle,
                means: &[Means::Battle, Means::Decay],
                ..Row::leaving(CardZone::Graveyard)
            },
            Verb::Sacrifice | Verb::ToGraveyard => Row::leaving(CardZone::Graveyard),
            Verb::Exile => Row::leaving(CardZone::Exile),
            Verb::ToHand => Row::leaving(CardZone::Hand),
            Verb::ToDeck => Row::leaving(CardZone::Deck),
            Verb::Discard | Verb::Mill => Row::OFF_FIELD.moving(CardZone::Graveyard),
            Verb::Ghost => Row::OFF_FIELD.moving(CardZone::Hand),
            Verb::UseMagic => Row::OFF_FIELD,
            Verb::Move | Verb::Upright | Verb::Attack => Row::ON_FIELD,
            Verb::Rest => Row { means: &[Means::Decay], ..Row::ON_FIELD },
            Verb::Targeted => Row::OF_BATTLE,
            Verb::Compare | Verb::BattleWon | Verb::BattleLost => Row::OF_BATTLE.in_phases(DEFENCE),
            Verb::SneakSuccess | Verb::BattleOver => Row::CARD.in_phases(DEFENCE),
            Verb::Lay => Row { moves: Moves::Anywhere, ..Row::WITH_OTHER },
            Verb::Board => Row { moves: Moves::Anywhere, ..Row::CARD },
            Verb::Shuffle
            | Verb::ShowTop
            | Verb::Charge
            | Verb::Spend
            | Verb::Reward
            | Verb::LoseReward
            | Verb::LoseEnergy => Row::NOBODY,
            Verb::Tactic => Row::NOBODY.in_phases(TACTICS),
            Verb::Machine | Verb::MainEnds => Row::NOBODY.in_phases(SUMMON | TACTICS),
            Verb::MainStarts => Row::NOBODY.in_phases(SUMMON),
            Verb::CountdownStarts | Verb::StarTurned | Verb::DeclareEarlyEnd => Row::NOBODY.in_phases(END),
            Verb::EarlyEndVoid | Verb::TurnStarts => Row::NOBODY.in_phases(DRAW),
            Verb::PhaseStarts | Verb::PhaseEnds => Row { when: When::OfPhase, ..Row::NOBODY },
            Verb::TurnEnded => Row::NOBODY.in_phases(AFTER),
        }
    }
}

/// The verbs of the events that something can come before, and of those that something else can replace.
const SETS: (u64, u64) = {
    let (mut before, mut replaced, mut rest) = (0, 0, Verb::ALL);
    while let [verb, more @ ..] = rest {
        let row = Row::of(*verb);
        before |= if row.before { verb.bit() } else { 0 };
        replaced |= if row.replaced { verb.bit() } else { 0 };
        rest = more;
    }
    (before, replaced)
};

/// The verbs of the events before which abilities can come, as a set of bits [六.4].
pub(crate) const BEFORE: u64 = SETS.0;
/// The verbs of the events that texts can replace, as a set of bits [ruling-59].
pub(crate) const REPLACEABLE: u64 = SETS.1;
