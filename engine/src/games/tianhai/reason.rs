//! The codes of refusals, each with the parameters of its message. A code never changes.

use crate::game_kit::grid::Coordinates;
use crate::game_kit::reason::reasons;
use crate::kernel::CardId;

reasons! {
    time for WhoSeesItsCards, choices for WhoSeesItsCards;
    /// No hand is given.
    NoHand,
    /// A unit among the orders, or the other way round.
    WrongKind {
        /// Its id.
        card: String,
    },
    /// Not exactly so many units.
    WrongUnitCount {
        /// How many there are.
        count: u64,
        /// How many are needed.
        needs: u64,
    },
    /// Not exactly so many orders.
    WrongOrderCount {
        /// How many there are.
        count: u64,
        /// How many are needed.
        needs: u64,
    },
    /// Too many of one unit.
    TooManyOfOneUnit {
        /// Its id.
        card: String,
        /// How many there are.
        count: u64,
        /// The most.
        most: u64,
    },
    /// Too many of one order.
    TooManyOfOneOrder {
        /// Its id.
        card: String,
        /// How many there are.
        count: u64,
        /// The most.
        most: u64,
    },
    /// Units of several factions.
    MixedFactions,
    /// An order of another faction.
    ForeignOrder {
        /// Its id.
        card: String,
    },
    /// Both hands are of one faction.
    SameFaction,
    /// Vanguards are placed first.
    SetupNotFinished for All,
    /// Both vanguards stand.
    SetupIsOver for All,
    /// It is not this player's to place one.
    NotYourVanguard for All,
    /// The card is not in the own hand.
    NotInHand {
        /// The card.
        card: CardId,
    },
    /// The card is an order.
    NotAUnit {
        /// The card.
        card: CardId,
    },
    /// A vanguard stands on one cell only.
    WrongVanguardCell {
        /// The cell.
        at: Coordinates,
        /// The only one.
        needs: Coordinates,
    } for WhoSeesItsCards or waived,
    /// It is the other player's turn.
    NotYourTurn for All,
    /// It is another phase.
    NotThePhase {
        /// What is asked now.
        asked: String,
    } for All,
    /// No unit of the own is there.
    NotOwnUnit {
        /// The cell.
        at: Coordinates,
    } for WhoSeesItsCards,
    /// The unit lies face up.
    AlreadyFaceUp {
        /// The cell.
        at: Coordinates,
    } for All,
    /// The unit carries no order.
    NoOrder {
        /// The cell.
        at: Coordinates,
    } for All,
    /// The order stays on its unit.
    StaysOnUnit {
        /// The cell.
        at: Coordinates,
    } for All or waived,
    /// The limit of plays is reached.
    NoPlaysLeft {
        /// The limit.
        limit: i64,
        /// Counted already.
        plays: u16,
        /// Of which round.
        round: u16,
    } for WhoSeesItsCards or waived,
    /// The cell lies beyond the edge of the table.
    OffTheTable {
        /// The cell.
        at: Coordinates,
    } for WhoSeesItsCards,
    /// The cell lies outside the agreed size.
    OutsideBoard {
        /// The cell.
        at: Coordinates,
    } for WhoSeesItsCards,
    /// A unit is there.
    CellOccupied {
        /// The cell.
        at: Coordinates,
    } for WhoSeesItsCards,
    /// No face-up unit of the own is around.
    NotAroundOwnUnit {
        /// The cell.
        at: Coordinates,
    } for WhoSeesItsCards or waived,
    /// An enemy is adjacent.
    AdjacentToEnemy {
        /// The cell.
        at: Coordinates,
    } for WhoSeesItsCards or waived,
    /// The card lies in the discard pile.
    InDiscardPile {
        /// The card.
        card: CardId,
    } for WhoKnowsWhereItLies,
    /// The card is a unit.
    NotAnOrderCard {
        /// The card.
        card: CardId,
    },
    /// There is no such sequence.
    NoSuchSequence for WhoSeesItsCards,
    /// The order costs nothing.
    SequenceNotNeeded {
        /// The order.
        card: CardId,
    },
    /// The sequence has another length.
    WrongSequenceLength {
        /// The order.
        card: CardId,
        /// Its cost.
        cost: i64,
        /// The length.
        count: usize,
    } or waived,
    /// No unit is there.
    NoUnit {
        /// The cell.
        at: Coordinates,
    } for WhoSeesItsCards,
    /// The unit lies face down.
    FaceDown {
        /// The cell.
        at: Coordinates,
    } for WhoSeesItsCards or waived,
    /// The unit carries an order.
    HasOrder {
        /// The cell.
        at: Coordinates,
    } for WhoSeesItsCards,
    /// The order has not the mark of the unit.
    WrongMark {
        /// The cell.
        at: Coordinates,
        /// The order.
        card: CardId,
    } or waived,
    /// The text of the order is against the unit.
    UnitNotAllowed {
        /// The cell.
        at: Coordinates,
        /// The order.
        card: CardId,
    } or waived,
    /// A card was paid into the sequence in this round.
    PaidThisRound {
        /// Its number.
        sequence: u16,
    } for WhoSeesItsCards or waived,
    /// The order needs a facing.
    NoFacing,
    /// The order has no facing.
    FacingNotNeeded,
    /// The order does not move its unit.
    NoPathHere,
    /// The path has too many steps.
    PathTooLong {
        /// The most.
        most: u8,
        /// The steps.
        steps: usize,
    } or waived,
    /// The cell is not next to the one before.
    NotAStep {
        /// The cell.
        at: Coordinates,
    } or waived,
    /// A diagonal step.
    DiagonalStep {
        /// The cell.
        at: Coordinates,
    } or waived,
    /// The order has no charge.
    NoAdvanceHere,
    /// The charge is shorter.
    AdvanceTooLong {
        /// The most.
        most: u8,
        /// The cells.
        steps: u8,
    } or waived,
    /// The targets of another attacker are asked for.
    AnotherAttacker {
        /// The cell.
        at: Coordinates,
        /// The attacker's.
        needs: Coordinates,
    } for All,
    /// The cell lies outside the range from which targets are chosen.
    OutsideRange {
        /// The cell.
        at: Coordinates,
    } for All,
    /// There is no target to choose there.
    NotACandidate {
        /// The cell.
        at: Coordinates,
    } for All,
    /// Only the opponent closes the window.
    NotYourWindow for All,
    /// Targets are still chosen.
    TargetsOpen for All,
    /// The cell is not open.
    CellNotOpen {
        /// The cell.
        at: Coordinates,
    } for All,
    /// The unit may not take the cell.
    NotAMeleeAttacker {
        /// The cell.
        at: Coordinates,
        /// The unit's.
        from: Coordinates,
    } for All,
    /// The step is not over.
    StepNotOver {
        /// What is asked now.
        asked: String,
    } for All,
    /// An offer is open already.
    OfferOpen for All,
    /// The other player has offered nothing.
    NoOffer for All,
    /// These cards are hidden.
    HiddenZone for All,
    /// An effect forbids it.
    ForbiddenByEffect or waived,
}
