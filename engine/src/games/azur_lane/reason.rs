//! The codes of refusals, each with the parameters of its message. A code never changes.

use smol_str::SmolStr;

use super::printed::Kind;
use crate::game_kit::reason::reasons;
use crate::kernel::CardId;

reasons! {
    /// Triggered skills have to be processed first.
    SkillsWait for All,
    /// Only the player picked at random decides who starts.
    NotTheChooser for All,
    /// The starting player answers first.
    NotFirstToAnswer for All,
    /// Each player exchanges once.
    AlreadyAnswered for All,
    /// All cards are exchanged or none.
    PartialExchange for All,
    /// The card is not of the kind that this needs.
    WrongKind {
        /// The card.
        card: CardId,
        /// What is needed.
        needs: Kind,
    },
    /// The card is not in the player's hand.
    NotInHand {
        /// The card.
        card: CardId,
    },
    /// No skill opens that zone for the card.
    ZoneNotOpen {
        /// The card.
        card: CardId,
    },
    /// No position is named.
    NoPosition,
    /// The position is not on the player's own battlefield.
    NotOwnBattlefield,
    /// There is no such position.
    NoSuchPosition {
        /// As written.
        cell: SmolStr,
    },
    /// The flagship stands there.
    FlagshipStandsThere {
        /// The position.
        cell: SmolStr,
    },
    /// These cubes are not there, or not active.
    CubesNotActive {
        /// Active cubes offered of each face: down, up.
        offered: (u32, u32),
        /// How many cubes are offered that are rested already.
        rested: u64,
        /// Active cubes there: down, up.
        there: (u32, u32),
    },
    /// The payment is not the cost.
    WrongPayment {
        /// The cost.
        cost: i64,
        /// How many cubes were offered.
        paid: i64,
    } or waived,
    /// The card offers no other cost.
    NoAlternativeCost {
        /// The card.
        card: CardId,
    },
    /// The other cost is not paid as it says.
    AlternativeNotPaid {
        /// The card.
        card: CardId,
    } or waived,
    /// An effect forbids it.
    ForbiddenByEffect {
        /// The card, if it is about one.
        card: Option<CardId>,
    } or waived,
    /// The event has no skill for this window.
    NoSkillForWindow {
        /// The card.
        card: CardId,
    },
    /// It has to be said which skill.
    SkillNotNamed {
        /// The card.
        card: CardId,
    },
    /// That is not a skill of this kind, or not effective where the card is.
    SkillNotEffective {
        /// The card.
        card: CardId,
        /// As written.
        skill: u8,
    },
    /// The skill stands on the side that is down.
    SideIsDown {
        /// The card.
        card: CardId,
    },
    /// The skill's condition does not hold.
    ConditionNotMet {
        /// The card.
        card: CardId,
    } or waived,
    /// The skill was used this turn.
    UsedThisTurn {
        /// The card.
        card: CardId,
    } or waived,
    /// The activation cost cannot be paid, or is not paid as it says.
    CostNotPaid {
        /// The card.
        card: CardId,
    } or waived,
    /// The card has no remodel skill.
    NoRemodel {
        /// The card.
        card: CardId,
    },
    /// The ship is not one that the remodel skill names.
    NotTheBase {
        /// The ship.
        base: CardId,
    },
    /// Nothing attacks in the starting player's first turn.
    NoAttackInFirstTurn for All or waived,
    /// The card is not the player's own on the battlefield.
    NotOwnCard {
        /// The card.
        card: CardId,
    } for WhoSeesItsCards,
    /// The card is rested.
    IsRested {
        /// The card.
        card: CardId,
    } for WhoSeesItsCards or waived,
    /// The card entered this turn.
    EnteredThisTurn {
        /// The card.
        card: CardId,
    } for WhoSeesItsCards or waived,
    /// The target is not a card of the opponent on the battlefield.
    NotAnOpponentsCard {
        /// The target.
        target: CardId,
    } for WhoSeesItsCards,
    /// A ship has to be rested to be attacked.
    TargetNotRested {
        /// The target.
        target: CardId,
    } for WhoSeesItsCards or waived,
    /// The target is out of reach.
    OutOfReach {
        /// The attacker.
        attacker: CardId,
        /// The target.
        target: CardId,
    } for WhoSeesItsCards or waived,
    /// The card's support range does not cover this.
    NotInSupportRange {
        /// The card.
        card: CardId,
    } or waived,
    /// The card is not next to the battling card.
    NotAdjacent {
        /// The card.
        card: CardId,
    } for WhoSeesItsCards or waived,
    /// The card has not this keyword.
    KeywordMissing {
        /// The card.
        card: CardId,
    },
    /// Another choice comes first.
    NotYetThisChoice {
        /// The card.
        card: CardId,
    },
    /// The position cannot be chosen.
    PositionNotAmongChoices {
        /// As written.
        cell: SmolStr,
    },
    /// No such skill waits.
    NotWaiting {
        /// The card.
        card: CardId,
    },
    /// Nobody may look there.
    HiddenZone for All,
    /// That order is fixed.
    FixedOrder for All,
    /// Cards change position only by rule or skill.
    FixedPosition {
        /// The card.
        card: CardId,
    } for WhoSeesItsCards,
    /// A part of what a player brings is missing.
    PartMissing {
        /// Which.
        part: &'static str,
    },
    /// There is exactly one flagship.
    WrongFlagshipCount {
        /// How many there are.
        count: usize,
    },
    /// Such a card cannot be in a deck.
    NotADeckCard {
        /// Its id.
        card: String,
    },
    /// Too many cards of one number.
    TooManyOfOneNumber {
        /// The number.
        number: String,
        /// How many there are.
        count: u64,
        /// The most.
        most: u64,
    },
    /// The card has a colour that the flagship lacks.
    ColorNotInFlagship {
        /// Its id.
        card: String,
    },
    /// The cube deck has another size.
    WrongCubeCount {
        /// How many cubes it has.
        count: u32,
        /// How many it needs.
        needs: u32,
    },
}
