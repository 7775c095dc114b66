//! Summoning spirits and deploying nexuses: 主要階段.1, 主要階段.召喚靈魂卡.1, 主要階段.配置核心卡.1, 回合流程.4, FAQ.效果通則.Q3,
//! FAQ.支付費用.Q2, FAQ.支付費用.Q3; ruling-53, ruling-54, ruling-77, ruling-121. Paying and placing cores are in
//! [`super::pay`].

use super::amounts::Amount;
use super::answer::asked_name;
use super::pay::{self, Places, Uses, with_payment};
use super::printed::Kind;
use super::reason::Reason;
use super::table::{self, Game, HAND, USING};
use super::words::ability::Body;
use super::{BattleSpirits, Question, battle, keisho, magic, prohibition};
use crate::game_kit::action::ActionKind;
use crate::game_kit::action::legal::{Slots, alike, each, whole};
use crate::game_kit::fields::fields;
use crate::kernel::shape::Value;
use crate::kernel::{CardId, Row, Seat, ensure, refuse_if, test};

type Time = crate::game_kit::action::Time<BattleSpirits>;

/// A spirit is summoned [主要階段.召喚靈魂卡.1].
#[fields]
pub struct Summon {
    /// The card, from hand.
    pub card: CardId,
    /// Cards that are exiled by 繼召.
    #[optional]
    pub keisho: Vec<CardId>,
    /// Cores that are paid.
    #[optional]
    pub pay: Vec<Amount>,
    /// Cores that are put on it.
    #[optional]
    pub place: Vec<Amount>,
}

/// A nexus is deployed [主要階段.配置核心卡.1].
#[fields]
pub struct Deploy {
    /// The card, from hand.
    pub card: CardId,
    /// Cards that are exiled by 繼召.
    #[optional]
    pub keisho: Vec<CardId>,
    /// Cores that are paid.
    #[optional]
    pub pay: Vec<Amount>,
    /// Cores that are put on it.
    #[optional]
    pub place: Vec<Amount>,
}

/// Whether cost and cores come from the reserve only, if a text lets a hand card be summoned in the flash
/// timing that runs; `None`: no text does [ruling-121].
pub fn in_flash(game: &Game<'_>, seat: Seat, card: CardId) -> Option<bool> {
    let in_hand = [HAND, USING].into_iter().any(|zone| table::lies_in(game, card, zone, seat));
    if !in_hand || !battle::is_flash_timing(game) || pay::by_effect(game, seat).is_some() {
        return None;
    }
    let me = game.state.table.object(card);
    let abilities = &table::printed(game, card).abilities;
    abilities
        .iter()
        .find_map(|ability| {
            let Body::FlashSummon { reserve_only } = ability.body else { return None };
            ability.is_in_period(game, me).then_some(reserve_only)
        })
        .filter(|_| game.in_force(cite!("ruling-121")))
}

/// Whether a text lets a hand card be summoned in the flash timing that runs.
fn is_in_flash(game: &Game<'_>, seat: Seat, card: CardId) -> bool {
    battle::is_flash_timing(game) && game.answer_of(card, |game| in_flash(game, seat, card).is_some())
}

/// The reason for refusing an untimely use: `open`, or in a flash timing one that does not reveal that the
/// hand card has no text for it.
fn untimely(game: &Game<'_>, card: CardId, open: Reason) -> Reason {
    if battle::is_flash_timing(game) { Reason::NotInFlashTiming { card } } else { open }
}

/// It is the player's own turn, unless an effect or the card itself lets the card be used [回合流程.4, ruling-54,
/// ruling-121].
fn is_turn_of(game: &Game<'_>, seat: Seat, card: CardId) -> Result<(), Reason> {
    let by_text = pay::by_effect(game, seat).is_some() || is_in_flash(game, seat, card);
    ensure(by_text || seat == game.state.facts.active, untimely(game, card, Reason::NotYourTurn))
}

/// It is a main step, unless an effect or the card itself lets the card be used [主要階段.1, ruling-54,
/// ruling-121].
fn is_main_step(game: &Game<'_>, seat: Seat, card: CardId) -> Result<(), Reason> {
    let by_text = pay::by_effect(game, seat).is_some() || is_in_flash(game, seat, card);
    let is_time = by_text || game.state.facts.phase.is_main();
    ensure(is_time, untimely(game, card, Reason::NotAMainStep { asked: asked_name(game) }))
}

fn is_usable(game: &Game<'_>, seat: Seat, card: CardId, kind: Kind) -> Result<(), Reason> {
    let usable = pay::is_at_hand(game, seat, card) && table::is_printed(game, card, kind);
    ensure(usable, Reason::NotUsableFromThere { card })
}

macro_rules! enters_the_field {
    ($($name:ident, $kind:expr, $is_nexus:literal, $rule:literal, [$($lowest:expr)?];)*) => { $(
        impl Uses for $name {
            const CARD: u16 = Self::CARD;
            const KEISHO: u16 = Self::KEISHO;
            const PAY: u16 = Self::PAY;

            fn card(&self) -> CardId {
                self.card
            }

            fn keisho(&self) -> &[CardId] {
                &self.keisho
            }

            fn pay(&self) -> &[Amount] {
                &self.pay
            }
        }

        impl Places for $name {
            const PLACE: u16 = Self::PLACE;
            const IS_NEXUS: bool = $is_nexus;

            fn place(&self) -> &[Amount] {
                &self.place
            }
        }

        impl ActionKind<BattleSpirits> for $name {
            const USES: fn(&Self) -> Option<CardId> = |action| Some(action.card);
            const CONDITIONS: &'static [Row<BattleSpirits, Self>] = with_payment!(
                [
                    // Stands before every condition that reads a hidden face, so that this refusal reveals
                    // none.
                    test(0, 0, &[cite!("靈動時機.4")], |game, seat, _| magic::is_holder(game, seat)),
                    test(0, Self::CARD, &[cite!("回合流程.4")], |game, seat, action| {
                        is_turn_of(game, seat, action.card)
                    }),
                    test(0, Self::CARD, &[cite!("主要階段.1")], |game, seat, action| {
                        is_main_step(game, seat, action.card)
                    }),
                    test(Self::CARD, Self::CARD, &[cite!($rule)], |game, seat, action| {
                        is_usable(game, seat, action.card, $kind)
                    }),
                    test(Self::CARD, Self::CARD, &[cite!("FAQ.效果通則.Q3")], |game, seat, action| {
                        let card = Some(action.card);
                        refuse_if(prohibition::using(game, seat, action.card), Reason::Prohibited { card })
                    }),
                ],
                [
                    pay::placed_from_own(),
                    pay::placed_from_there(),
                    pay::placed_from_reserve(),
                    pay::placed_cores_are_there(),
                    pay::placed_above_floor(),
                    pay::placed(),
                    pay::own_spirits_may_give(),
                    $($lowest,)?
                    pay::enters(),
                ]
            );
            const SLOTS: Slots<BattleSpirits, Self> = &[&[
                each("card", Self::CARD, |game, seat, _| Value::cards(pay::at_hand(game, seat))),
                alike("keisho", Self::KEISHO, |game, seat, action| {
                    keisho::choices(game, seat, action.card)
                }),
                whole("pay", Self::PAY, |game, seat, action| {
                    pay::payments(game, seat, action.card, &action.keisho)
                }),
                whole("place", Self::PLACE, |game, seat, action| {
                    pay::placings(game, seat, action.card, &action.keisho)
                }),
            ]];
            // The text of a hand card lets it be summoned in a flash timing [ruling-121].
            const ANSWERS: fn(&Question) -> bool = |question| {
                matches!(question, Question::Main | Question::SecondMain | Question::EffectUse(_))
                    || !$is_nexus && *question == Question::Flash
            };
            const TIME: Time = |_, _| &[cite!("主要階段.1")];

            fn perform(&self, game: &mut Game<'_>, _: Seat, question: Option<&Question>) {
                if question == Some(&Question::Flash) {
                    battle::used_in_flash(game);
                }
            }
        }
    )* };
}

enters_the_field! {
    Summon, Kind::Spirit, false, "主要階段.召喚靈魂卡.1", [pay::lowest_level()];
    Deploy, Kind::Nexus, true, "主要階段.配置核心卡.1", [];
}
