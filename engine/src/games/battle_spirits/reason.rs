//! The reasons for refusals: stable codes, each with the cards and numbers that its message names.

use crate::game_kit::reason::reasons;
use crate::kernel::CardId;

reasons! {
    /// Too few cards in a deck.
    TooFewCards {
        /// How many it has.
        count: u64,
        /// How many it needs.
        least: u64,
    },
    /// Too many copies of one name.
    TooManyCopies {
        /// The name.
        name: String,
        /// How many there are.
        count: u64,
        /// The most.
        most: u64,
    },
    /// A kind of card that the format does not have.
    KindNotAllowed {
        /// Its id.
        card: String,
    },
    /// The block icon is no letter.
    IconNotALetter {
        /// Its id.
        card: String,
        /// The icon.
        icon: String,
    },
    /// The block icon is not one of those of the date.
    IconNotCurrent {
        /// Its id.
        card: String,
        /// The icon.
        icon: String,
    },
    /// Only the winner of the draw chooses the order.
    NotTheWinner for All,
    /// It was decided already.
    AlreadyDecided for All,
    /// The first player decides first.
    NotFirstToDecide for All,
    /// Another step of the set-up comes first.
    SetUpOrder for All,
    /// Only the turn player does this.
    NotYourTurn for All,
    /// It is no main step.
    NotAMainStep {
        /// What is asked now.
        asked: String,
    } for All,
    /// It is not the attack step.
    NotTheAttackStep {
        /// What is asked now.
        asked: String,
    } for All,
    /// The first turn has no attack step.
    FirstTurn for All,
    /// In a flash timing the card does not say that it is summoned then; who does not see the card does not
    /// learn that.
    NotInFlashTiming {
        /// The card.
        card: CardId,
    },
    /// The card is not there from where it would be used, or of another kind.
    NotUsableFromThere {
        /// The card.
        card: CardId,
    },
    /// The card has no 繼召.
    NoKeisho {
        /// The card.
        card: CardId,
    },
    /// Not a card with an EX symbol in the own trash.
    NotAnExCard {
        /// The card.
        card: CardId,
    },
    /// No cost is paid, so that nothing is exiled for it.
    NoCostIsPaid,
    /// More cards are exiled than the card has reduction symbols.
    TooManyExiled {
        /// How many are named.
        named: usize,
        /// The most.
        most: u32,
    },
    /// The EX symbol has no colour of a reduction symbol.
    WrongExColor {
        /// The card.
        card: CardId,
    },
    /// A card is exiled that fills no reduction symbol.
    ExiledForNothing {
        /// The card.
        card: CardId,
    },
    /// A reduction was declined.
    ReductionDeclined {
        /// The cost.
        cost: i64,
        /// What was paid.
        paid: i64,
    } or waived,
    /// The payment is not the cost.
    WrongPayment {
        /// The cost.
        cost: i64,
        /// What was paid.
        paid: i64,
    } or waived,
    /// A use that an effect makes is not paid.
    EffectUseNotPaid {
        /// The cost.
        cost: i64,
        /// What was paid.
        paid: i64,
    } or waived,
    /// No cores are paid from there.
    SourceCannotPay,
    /// No cores are placed from there.
    SourceCannotPlace,
    /// The card says that cost and cores on it come from the reserve only.
    ReserveOnly {
        /// The card.
        card: CardId,
    },
    /// Cores of the opponent.
    CoresOfOpponent,
    /// These cores are not there.
    CoresNotThere {
        /// Normal cores named.
        normal: u32,
        /// Soul cores named.
        soul: u32,
    },
    /// The lowest level is not reached.
    BelowLowestLevel {
        /// The card.
        card: CardId,
        /// Cores needed.
        needs: u32,
        /// Cores on it.
        there: u32,
    } or waived,
    /// The card has no 靈魂魔法.
    NoSoulMagic {
        /// The card.
        card: CardId,
    },
    /// No symbol of the colour on the own field.
    NoSymbol {
        /// The card.
        card: CardId,
    } or waived,
    /// The soul core is out of reach.
    SoulCoreOutOfReach,
    /// The payment is not exactly the soul core.
    NotTheSoulCore,
    /// 繼召 and 靈魂魔法 together.
    KeishoWithSoulMagic,
    /// The card has no such effect.
    NoSuchEffect {
        /// The card.
        card: CardId,
    },
    /// A main effect in a flash timing.
    MainInFlashTiming or waived,
    /// A main effect outside the own main step.
    MainOutOfMainStep or waived,
    /// A flash effect outside its timings.
    FlashOutOfTiming or waived,
    /// The other player may use an effect now.
    NotHolder for All,
    /// An effect is in progress.
    EffectInProgress for All,
    /// An effect of this card name was used this turn.
    NameUsedUp {
        /// The card.
        card: CardId,
    } or waived,
    /// The card has no such ability.
    NoSuchAbility {
        /// The card.
        card: CardId,
        /// As written.
        ability: u8,
    },
    /// The ability is not active at this level.
    InactiveAtLevel {
        /// The card.
        card: CardId,
        /// The level.
        level: u8,
    } or waived,
    /// The card waits to leave.
    SourceWaits {
        /// The card.
        card: CardId,
    },
    /// It is not the time for this ability.
    WrongTiming {
        /// The card.
        card: CardId,
    } or waived,
    /// It is not the time that the ability's timing word names.
    OutsideTimingWord {
        /// The card.
        card: CardId,
    } or waived,
    /// The ability's condition does not hold.
    ConditionNotMet {
        /// The card.
        card: CardId,
    } or waived,
    /// What stands before ▶ cannot be done completely with what is named.
    CostNotComplete {
        /// The card.
        card: CardId,
    } or waived,
    /// An effect asks for a payment for this, and what is named is not exactly that.
    TollNotPaid {
        /// The card, if it is about one.
        card: Option<CardId>,
    } or waived,
    /// The ability was used this turn.
    UsedThisTurn {
        /// The card.
        card: CardId,
    } or waived,
    /// The ability was used in this battle.
    UsedThisBattle {
        /// The card.
        card: CardId,
    } or waived,
    /// Cores are not rearranged to or from there.
    PlaceNotFree,
    /// The soul core cannot lie there.
    SoulCoreMisplaced,
    /// Nothing moves.
    NothingMoves,
    /// A nexus does not fight.
    NexusCannotFight {
        /// The card.
        card: CardId,
    } for WhoSeesItsCards,
    /// The card is not on the player's own field.
    NotOnOwnField {
        /// The card.
        card: CardId,
    } for WhoSeesItsCards,
    /// The card is exhausted.
    IsExhausted {
        /// The card.
        card: CardId,
    } for WhoSeesItsCards or waived,
    /// The card is heavy-exhausted.
    IsHeavyExhausted {
        /// The card.
        card: CardId,
    } for WhoSeesItsCards or waived,
    /// A battle is in progress.
    BattleInProgress for All,
    /// The battle is not over.
    BattleNotOver for All,
    /// No block is asked of this player.
    NotTheDefender for All,
    /// A blocker is declared already.
    OneBlockerOnly for All,
    /// It is no flash timing.
    NoFlashTiming for All,
    /// An effect forbids it.
    Prohibited {
        /// The card, if it is about one.
        card: Option<CardId>,
    } or waived,
    /// A spirit must attack.
    MustAttack {
        /// The spirit.
        card: CardId,
    } for All or waived,
    /// A spirit must block.
    MustBlock {
        /// The spirit.
        card: CardId,
    } for All or waived,
    /// Only the turn player orders effects.
    NotTheTurnPlayer for All,
    /// The effect is none of those that can be picked.
    OlderBatch {
        /// The card.
        card: CardId,
        /// As written.
        ability: u8,
    } for WhoSeesItsCards,
    /// Another number of cards or cores is asked for.
    WrongNumber {
        /// The least.
        least: usize,
        /// The most.
        most: usize,
        /// How many are named.
        named: usize,
    } or waived,
    /// The card does not fit.
    DoesNotFit {
        /// The card.
        card: CardId,
    },
    /// The card is exiled.
    IsExiled {
        /// The card.
        card: CardId,
    },
    /// Only the owner of the cores chooses them.
    NotOwnerOfCores for All,
}
