//! The reasons of refusals: stable codes, with the values that their messages show.

use smol_str::SmolStr;

use crate::game_kit::reason::reasons;
use crate::kernel::CardId;

reasons! {
    /// The first player answers first.
    NotFirstToAnswer for All,
    /// Each player changes the opening hand once.
    AlreadyAnswered for All,
    /// The card is not in the player's hand.
    NotInHand {
        /// The card.
        card: CardId,
    },
    /// The card is no unit.
    NotAUnit {
        /// The card.
        card: CardId,
    },
    /// The card is not the player's own on the field.
    NotOwnUnit {
        /// The card.
        card: CardId,
    } for WhoSeesItsCards,
    /// The card is no magic card.
    NotMagic {
        /// The card.
        card: CardId,
    },
    /// The normal play of this phase has been made.
    AlreadyPlayed for All or waived,
    /// A formation allows only a unit that needs no tribute.
    NeedsTribute {
        /// The card.
        card: CardId,
    } or waived,
    /// The tributes do not add to the number in the star.
    WrongTributes {
        /// The number in the star.
        needs: i64,
        /// What the named tributes count for.
        given: i64,
    } or waived,
    /// No tributes add to the number in the star.
    TributesLacking {
        /// The number in the star.
        needs: i64,
    } or waived,
    /// The unit cannot be a tribute.
    NotATribute {
        /// The unit.
        card: CardId,
    },
    /// What the blue frame says is not met.
    FrameNotMet {
        /// The card.
        card: CardId,
    } or waived,
    /// No position is free.
    NoRoom for WhoSeesItsCards,
    /// Nothing but exactly timed effects comes between two moves or attacks.
    ContinuousAction or waived,
    /// Only combinations are made in the machine phase.
    InMachinePhase,
    /// An effect forbids it.
    ForbiddenByEffect {
        /// The card, if it is about one.
        card: Option<CardId>,
    } or waived,
    /// There is no such position.
    NoSuchPosition {
        /// As written.
        cell: SmolStr,
    },
    /// The card is played onto the own half, which is not named.
    OwnHalfOnly {
        /// The card.
        card: CardId,
    },
    /// The position is on the other half.
    WrongHalf {
        /// As written.
        cell: SmolStr,
    },
    /// A unit stands there.
    PositionTaken {
        /// The position.
        cell: SmolStr,
    } for WhoSeesItsCards,
    /// The front row has room.
    FrontRowFirst {
        /// The position.
        cell: SmolStr,
    } for WhoSeesItsCards or waived,
    /// The position cannot be chosen.
    PositionNotAmongChoices {
        /// The position.
        cell: SmolStr,
    },
    /// The forest is empty.
    ForestEmpty for WhoSeesItsCards,
    /// It cannot be used now.
    WrongTiming {
        /// The card.
        card: CardId,
    } or waived,
    /// The defence phase was skipped.
    DefenceSkipped {
        /// The card.
        card: CardId,
    } or waived,
    /// The defence phase is over.
    DefenceOver {
        /// The card.
        card: CardId,
    } or waived,
    /// A condition of the text does not hold.
    ConditionNotMet {
        /// The card.
        card: CardId,
    } or waived,
    /// There is nothing that it could choose.
    NoTarget {
        /// The card.
        card: CardId,
    },
    /// There is too little energy.
    NotEnoughEnergy {
        /// What it costs.
        needs: i64,
        /// What is there.
        there: i64,
    },
    /// What has to be done first is not possible.
    CostNotPayable {
        /// The card.
        card: CardId,
    },
    /// X would be less than one.
    XIsZero {
        /// The card.
        card: CardId,
    },
    /// The effect was used this turn.
    UsedThisTurn {
        /// The card.
        card: CardId,
    } or waived,
    /// The card has no such effect that works there.
    NoSuchAbility {
        /// The card.
        card: CardId,
    },
    /// The machine phase has been entered this turn.
    MachineUsed for All or waived,
    /// The unit has no 機械合體.
    NoMechCombine {
        /// The unit.
        card: CardId,
    },
    /// The unit is no machine.
    NotAMachine {
        /// The unit.
        card: CardId,
    },
    /// The unit is a combined unit.
    IsCombined {
        /// The unit.
        card: CardId,
    },
    /// The unit is confined.
    IsConfined {
        /// The unit.
        card: CardId,
    } or waived,
    /// A unit of this name has taken part.
    NameTookPart {
        /// The unit.
        card: CardId,
    } or waived,
    /// The tactics phase is skipped.
    TacticsSkipped for All,
    /// The other tactic was chosen.
    OtherTactic for All,
    /// No unit can attack.
    NoAttackPossible,
    /// The formation's play comes before its moves.
    PlayFirst,
    /// A unit that entered in front this turn stays there.
    StaysInFront {
        /// The unit.
        card: CardId,
    } for WhoSeesItsCards or waived,
    /// The unit stands there.
    StandsThere {
        /// The unit.
        card: CardId,
    },
    /// The unit is not upright.
    NotUpright {
        /// The unit.
        card: CardId,
    } for WhoSeesItsCards,
    /// The unit has attacked this turn.
    AttackedThisTurn {
        /// The unit.
        card: CardId,
    } for WhoSeesItsCards or waived,
    /// A blocker cannot attack.
    BlocksItself {
        /// The unit.
        card: CardId,
    } or waived,
    /// No enemy unit is in front.
    NoEnemyInFront {
        /// The unit.
        card: CardId,
    } for WhoSeesItsCards,
    /// The unit that would be attacked cannot be attacked.
    NotAttackable {
        /// The attacker.
        card: CardId,
        /// The target.
        target: CardId,
    },
    /// A ranged attack designates a position.
    NoPositionNamed {
        /// The unit.
        card: CardId,
    },
    /// Only a ranged attack designates a position.
    NotRanged {
        /// The unit.
        card: CardId,
    },
    /// No enemy unit stands on the designated position in front.
    NobodyThere {
        /// The position.
        cell: SmolStr,
    },
    /// The unit does not glide.
    DoesNotGlide {
        /// The unit.
        card: CardId,
    },
    /// From there it could not attack.
    CannotAttackFromThere {
        /// The position.
        cell: SmolStr,
    },
    /// At least one unit attacks.
    AttackFirst or waived,
    /// A unit has to be played or a traveler summoned.
    PlayIsDue or waived,
    /// The formation or the attack is not finished.
    NotFinished,
    /// What would be answered was not offered: its conditions were not met, or nothing of it could be done.
    NotOffered {
        /// The card that it stands on.
        card: CardId,
    },
    /// That effect does not wait now.
    NotWaiting {
        /// The card.
        card: CardId,
    },
    /// The countdown runs.
    CountdownRuns for All,
    /// The score is too low.
    ScoreTooLow {
        /// The score.
        score: i64,
        /// What is needed.
        needs: i64,
    } for All or waived,
    /// There are too few units more than the enemy has.
    TooFewUnits {
        /// Own units.
        own: i64,
        /// The enemy's units.
        enemy: i64,
    } for All or waived,
    /// The zone is hidden.
    HiddenZone for All,
    /// A name stands too often in the deck.
    TooManyOfOneName {
        /// The name.
        name: String,
        /// How often.
        count: u64,
        /// The most.
        most: u64,
    },
    /// A card is of another race.
    WrongRace {
        /// The card's id.
        card: String,
    },
    /// No card is of the declared race.
    NoCardOfRace,
    /// The magic of the deck is worth too much.
    TooMuchMana {
        /// What it is worth.
        total: i64,
        /// The most.
        most: i64,
    },
    /// No race is declared.
    NoRace,
}
