//! The reasons for refusals: stable codes, each with the cards and numbers that its message names.

use crate::game_kit::reason::reasons;
use crate::kernel::CardId;

reasons! {
    #[doc = "The player has redrawn already."] AlreadyRedrawn for All,
    #[doc = "The first hand of a redraw is gone."] FirstHandIsGone for All,
    #[doc = "The player has kept the hand."] AlreadyAnswered for All,
    #[doc = "The first player answers first."] NotFirstToAnswer for All,
    #[doc = "It is the other player's turn."] NotOwnTurn for All,
    #[doc = "It is not the main phase."] NotMainPhase { #[doc = "What is asked now."] asked: String } for All,
    #[doc = "No window is open."] NoWindow { #[doc =
        "What is asked now."] asked: String } for WhoSeesItsCards,
    #[doc = "The other player has priority."] NoPriority for WhoSeesItsCards,
    #[doc = "Something waits on the chain."] ChainNotEmpty for WhoSeesItsCards,
    #[doc = "Energy was placed this turn."] EnergyAlreadyPlaced for All,
    #[doc = "The card is not in the own hand."] NotInHand { #[doc = "The card."] card: CardId },
    #[doc = "The card cannot be used like this."] NotUsable { #[doc = "The card."] card: CardId },
    /// Normal timing outside the own main phase; who does not see the card does not learn that.
    WrongTiming { #[doc = "The card."] card: CardId } for WhoSeesItsCards or waived,
    #[doc = "An effect forbids it."] ForbiddenByEffect or waived,
    #[doc = "The card does not pay."] EnergyNotStanding { #[doc = "The card."] card: CardId } or waived,
    /// The payment is not the total cost.
    WrongPayment { #[doc = "The cost."] cost: i64, #[doc = "What was paid."] paid: usize } or waived,
    #[doc =
        "The payment lacks specified colours."] WrongColors { #[doc = "The card."] card: CardId } or waived,
    #[doc = "Other costs are not paid."] CostNotPaid { #[doc = "The card."] card: CardId } or waived,
    #[doc = "Not the targets that the text asks \
        for."] WrongTargets { #[doc = "The card."] card: CardId } or waived,
    #[doc = "Not one of the options of the text."] WrongMode { #[doc = "The card."] card: CardId },
    /// The card is not where this needs it.
    NotOwnCard { #[doc = "The card."] card: CardId } for WhoSeesItsCards,
    /// An automatic ability.
    IsAutomatic { #[doc = "The card."] card: CardId, #[doc = "As written."] ability: u8 } for WhoSeesItsCards,
    /// A continuous ability or a keyword.
    IsContinuous { #[doc = "The card."] card: CardId, #[doc =
        "As written."] ability: u8 } for WhoSeesItsCards,
    /// The face with this ability is not up.
    NotReleased { #[doc = "The card."] card: CardId, #[doc =
        "As written."] ability: u8 } for WhoSeesItsCards or waived,
    /// The limit of the ability is used up.
    UsedThisTurn { #[doc = "The card."] card: CardId, #[doc =
        "As written."] ability: u8 } for WhoSeesItsCards or waived,
    #[doc = "No attack is asked for."] NotAttackStep { #[doc = "What is asked now."] asked: String } for All,
    #[doc =
        "The card is rested."] IsRested { #[doc = "The card."] card: CardId } for WhoSeesItsCards or waived,
    #[doc =
        "The card cannot be attacked."] NotATarget { #[doc = "The card."] card: CardId } for WhoSeesItsCards,
    #[doc = "A decoy has to be attacked."] DecoyFirst for All or waived,
    #[doc = "There is nothing to block."] NoAttackToBlock for All,
    #[doc = "The attack was blocked."] AlreadyBlocked for All,
    /// The card was not turned over by damage.
    NotByDamage { #[doc = "The card."] card: CardId } for WhoSeesItsCards,
    #[doc = "The card has no shot."] NoShot { #[doc = "The card."] card: CardId } for WhoSeesItsCards,
    #[doc = "The card is the other player's."] NotOwner for All,
    #[doc = "The moment of the shot is \
        past."] ShotIsPast { #[doc = "The card."] card: CardId } for WhoSeesItsCards,
    #[doc = "The territory is released already."] AlreadyReleased for All,
    #[doc = "No ace has just entered."] NoAceEntered for All,
    /// The ace was not used from hand.
    AceNotFromHand { #[doc = "The ace."] card: CardId } for WhoSeesItsCards,
    #[doc = "Ace and territory share no \
        title."] OtherTitle { #[doc = "The ace."] card: CardId } for WhoSeesItsCards,
    /// The difference is not paid.
    DifferenceNotPaid { #[doc = "The difference."] cost: i64, #[doc =
        "What was paid."] paid: usize } for All or waived,
    #[doc = "No discard is asked for."] NoDiscardAsked for All,
    #[doc = "Not exactly the cards looked at."] WrongScout,
    #[doc = "The hand is the other player's."] NotHandOwner for All,
    /// Too many cards of one name.
    TooManyOfOneName { #[doc = "The name."] name: String, #[doc =
        "How many there are."] count: u64, #[doc = "The most."] most: u64 },
    #[doc = "Not exactly one territory."] WrongTerritoryCount { #[doc = "How many there are."] count: u64 },
    #[doc = "A territory among the cards of the deck."] TerritoryInDeck { #[doc = "Its id."] card: String },
    #[doc = "Another card as the territory."] NotATerritory { #[doc = "Its id."] card: String },
    /// Not exactly so many busters.
    WrongBusterCount { #[doc = "How many there are."] count: u64, #[doc =
        "How many are needed."] needs: u64 },
    /// Too many shots.
    TooManyShots { #[doc = "How many there are."] count: u64, #[doc = "The most."] most: u64 },
    #[doc = "A redraw of single cards."] PartialRedraw for All,
    /// The card has no such ability.
    NoSuchAbility { #[doc = "The card."] card: CardId, #[doc = "As written."] ability: u8 },
    #[doc = "The ability's condition does not \
        hold."] ConditionNotMet { #[doc = "The card."] card: CardId } or waived,
    /// The ability does not wait.
    NotWaiting { #[doc = "The card."] card: CardId, #[doc = "As written."] ability: u8 },
    #[doc = "A unit must attack."] MustAttack { #[doc = "The unit."] card: CardId } for All or waived,
    #[doc =
        "A unit must be attacked."] MustBeAttacked { #[doc = "The unit."] card: CardId } for All or waived,
    #[doc = "A unit must block."] MustBlock { #[doc = "The unit."] card: CardId } for All or waived,
    /// With berserk other targets cannot be chosen.
    BerserkTarget { #[doc = "The unit."] card: CardId } for All or waived,
    #[doc = "The card has no such cost."] NoSuchCost { #[doc = "The card."] card: CardId },
    #[doc = "Nobody looks at these cards."] HiddenZone for All,
    #[doc = "These cards are open anyway."] OpenAnyway for All,
    /// Too many cards in a D-deck.
    TooManyInDDeck { #[doc = "How many there are."] count: u64, #[doc = "The most."] most: u64 },
}
