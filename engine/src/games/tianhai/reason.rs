//! Why something is refused: stable codes with what their messages refer to.

use crate::game_kit::grid::Coordinates;
use crate::game_kit::reason::reasons;
use crate::kernel::CardId;

reasons! {
    time for WhoSeesItsCards, choices for WhoSeesItsCards;
    #[doc = "No hand is given."] NoHand,
    #[doc = "A unit among the orders, or the other way round."] WrongKind { #[doc = "Its id."] card: String },
    /// Not exactly so many units.
    WrongUnitCount { #[doc = "How many there are."] count: u64, #[doc = "How many are needed."] needs: u64 },
    /// Not exactly so many orders.
    WrongOrderCount { #[doc = "How many there are."] count: u64, #[doc = "How many are needed."] needs: u64 },
    /// Too many of one unit.
    TooManyOfOneUnit { #[doc = "Its id."] card: String, #[doc =
        "How many there are."] count: u64, #[doc = "The most."] most: u64 },
    /// Too many of one order.
    TooManyOfOneOrder { #[doc = "Its id."] card: String, #[doc =
        "How many there are."] count: u64, #[doc = "The most."] most: u64 },
    #[doc = "Units of several factions."] MixedFactions,
    #[doc = "An order of another faction."] ForeignOrder { #[doc = "Its id."] card: String },
    #[doc = "Both hands are of one faction."] SameFaction,
    #[doc = "Vanguards are placed first."] SetupNotFinished for All,
    #[doc = "Both vanguards stand."] SetupIsOver for All,
    #[doc = "It is not this player's to place one."] NotYourVanguard for All,
    #[doc = "The card is not in the own hand."] NotInHand { #[doc = "The card."] card: CardId },
    #[doc = "The card is an order."] NotAUnit { #[doc = "The card."] card: CardId },
    /// A vanguard stands on one cell only.
    WrongVanguardCell { #[doc = "The cell."] at: Coordinates, #[doc =
        "The only one."] needs: Coordinates } for WhoSeesItsCards or waived,
    #[doc = "It is the other player's turn."] NotYourTurn for All,
    #[doc = "It is another phase."] NotThePhase { #[doc = "What is asked now."] asked: String } for All,
    #[doc = "No unit of the own is \
        there."] NotOwnUnit { #[doc = "The cell."] at: Coordinates } for WhoSeesItsCards,
    #[doc = "The unit lies face up."] AlreadyFaceUp { #[doc = "The cell."] at: Coordinates } for All,
    #[doc = "The unit carries no order."] NoOrder { #[doc = "The cell."] at: Coordinates } for All,
    #[doc = "The order stays on its \
        unit."] StaysOnUnit { #[doc = "The cell."] at: Coordinates } for All or waived,
    /// The limit of plays is reached.
    NoPlaysLeft { #[doc = "The limit."] limit: i64, #[doc = "Counted already."] plays: u16, #[doc =
        "Of which round."] round: u16 } for WhoSeesItsCards or waived,
    #[doc = "The cell lies beyond the edge of the \
        table."] OffTheTable { #[doc = "The cell."] at: Coordinates } for WhoSeesItsCards,
    #[doc = "The cell lies outside the agreed \
        size."] OutsideBoard { #[doc = "The cell."] at: Coordinates } for WhoSeesItsCards,
    #[doc = "A unit is there."] CellOccupied { #[doc = "The cell."] at: Coordinates } for WhoSeesItsCards,
    /// No face-up unit of the own is around.
    NotAroundOwnUnit { #[doc = "The cell."] at: Coordinates } for WhoSeesItsCards or waived,
    #[doc = "An enemy is \
        adjacent."] AdjacentToEnemy { #[doc = "The cell."] at: Coordinates } for WhoSeesItsCards or waived,
    #[doc = "The card lies in the discard \
        pile."] InDiscardPile { #[doc = "The card."] card: CardId } for WhoKnowsWhereItLies,
    #[doc = "The card is a unit."] NotAnOrderCard { #[doc = "The card."] card: CardId },
    #[doc = "There is no such sequence."] NoSuchSequence for WhoSeesItsCards,
    #[doc = "The order costs nothing."] SequenceNotNeeded { #[doc = "The order."] card: CardId },
    /// The sequence has another length.
    WrongSequenceLength { #[doc = "The order."] card: CardId, #[doc = "Its cost."] cost: i64, #[doc =
        "The length."] count: usize } or waived,
    #[doc = "No unit is there."] NoUnit { #[doc = "The cell."] at: Coordinates } for WhoSeesItsCards,
    #[doc = "The unit lies face \
        down."] FaceDown { #[doc = "The cell."] at: Coordinates } for WhoSeesItsCards or waived,
    #[doc =
        "The unit carries an order."] HasOrder { #[doc = "The cell."] at: Coordinates } for WhoSeesItsCards,
    #[doc = "The order has not the mark of the \
        unit."] WrongMark { #[doc = "The cell."] at: Coordinates, #[doc = "The order."] card: CardId } or waived,
    #[doc = "The text of the order is against the \
        unit."] UnitNotAllowed { #[doc = "The cell."] at: Coordinates, #[doc = "The order."] card: CardId } or waived,
    #[doc = "A card was paid into the sequence in this round."] PaidThisRound { #[doc =
        "Its number."] sequence: u16 } for WhoSeesItsCards or waived,
    #[doc = "The order needs a facing."] NoFacing,
    #[doc = "The order has no facing."] FacingNotNeeded,
    #[doc = "The order does not move its unit."] NoPathHere,
    #[doc = "The path has too many \
        steps."] PathTooLong { #[doc = "The most."] most: u8, #[doc = "The steps."] steps: usize } or waived,
    #[doc = "The cell is not next to the one \
        before."] NotAStep { #[doc = "The cell."] at: Coordinates } or waived,
    #[doc = "A diagonal step."] DiagonalStep { #[doc = "The cell."] at: Coordinates } or waived,
    #[doc = "The order has no charge."] NoAdvanceHere,
    #[doc = "The charge is \
        shorter."] AdvanceTooLong { #[doc = "The most."] most: u8, #[doc = "The cells."] steps: u8 } or waived,
    /// The targets of another attacker are asked for.
    AnotherAttacker { #[doc = "The cell."] at: Coordinates, #[doc =
        "The attacker's."] needs: Coordinates } for All,
    #[doc =
        "There is no target to choose there."] NotACandidate { #[doc = "The cell."] at: Coordinates } for All,
    #[doc = "Only the opponent closes the window."] NotYourWindow for All,
    #[doc = "Targets are still chosen."] TargetsOpen for All,
    #[doc = "The cell is not open."] CellNotOpen { #[doc = "The cell."] at: Coordinates } for All,
    /// The unit may not take the cell.
    NotAMeleeAttacker { #[doc = "The cell."] at: Coordinates, #[doc =
        "The unit's."] from: Coordinates } for All,
    #[doc = "The step is not over."] StepNotOver { #[doc = "What is asked now."] asked: String } for All,
    #[doc = "An offer is open already."] OfferOpen for All,
    #[doc = "The other player has offered nothing."] NoOffer for All,
    #[doc = "These cards are hidden."] HiddenZone for All,
    #[doc = "An effect forbids it."] ForbiddenByEffect or waived,
}
