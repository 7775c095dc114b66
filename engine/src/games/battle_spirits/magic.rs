//! Using magic: 主要階段.使用魔法卡.1, 主要階段.使用魔法卡.2, 基本行動.魔法卡.1–3, 靈魂魔法.1–4, 靈動時機.2, 靈動時機.4, FAQ.效果通則.Q3, FAQ.效果通則.Q9,
//! FAQ.支付費用.Q4; ruling-16, ruling-17, ruling-24, ruling-38, ruling-39, ruling-48, ruling-55.

use super::ability::{self, AbilityId};
use super::amounts::Amount;
use super::pay::{self, Uses, with_payment};
use super::printed::Kind;
use super::reason::Reason;
use super::table::{self, Came, Core, Detail, Game, Mark, TRASH, USING, Verb, owner, printed};
use super::words::Mode;
use super::words::ability::Body;
use super::zone::{self, By};
use super::{BattleSpirits, Question, Step, battle, keisho, prohibition, reduction};
use crate::game_kit::action::ActionKind;
use crate::game_kit::action::legal::{Slot, Slots, alike, each, whole};
use crate::game_kit::fields::{Fielded, fields, words};
use crate::kernel::shape::{Domain, Value};
use crate::kernel::{Acts, CardId, End, Proposal, Row, Seat, act, ensure, refuse_if, test};

type Time = crate::game_kit::action::Time<BattleSpirits>;

words! {
    /// Which effect of a magic is used.
    MagicMode {
        /// 主要.
        Main = "main",
        /// 靈動.
        Flash = "flash",
    }
}

/// A magic is used [主要階段.使用魔法卡.1].
#[fields]
pub struct UseMagic {
    /// The card, from hand.
    pub card: CardId,
    /// Cards that are exiled by 繼召.
    #[optional]
    pub keisho: Vec<CardId>,
    /// Which effect.
    pub mode: MagicMode,
    /// Cores that are paid.
    #[optional]
    pub pay: Vec<Amount>,
    /// Whether the soul core alone is paid by 靈魂魔法.
    #[optional]
    pub soul_magic: bool,
}

/// The abilities that make up the main or the flash effect of a magic.
fn of_mode(game: &Game<'_>, card: CardId, mode: MagicMode) -> Vec<AbilityId> {
    let is = |id: &AbilityId| {
        let is_it =
            |of: Mode| matches!((of, mode), (Mode::Main, MagicMode::Main) | (Mode::Flash, MagicMode::Flash));
        let ability = ability::by_id(game, *id);
        ability.is_some_and(|ability| matches!(ability.body, Body::Magic { mode, .. } if is_it(mode)))
    };
    ability::of_card(game, card).filter(is).collect()
}

/// Whether a magic has an effect of this kind.
pub fn has(game: &Game<'_>, card: CardId, mode: MagicMode) -> bool {
    !of_mode(game, card, mode).is_empty()
}

/// Whether a player has used this effect of this card name in this turn [FAQ.效果通則.Q9].
pub fn is_name_used_up(game: &Game<'_>, seat: Seat, card: CardId, mode: MagicMode) -> bool {
    of_mode(game, card, mode).into_iter().any(|id| ability::is_name_used_up(game, seat, id))
}

/// Whether the own field has a symbol of the colour of a magic's 靈魂魔法 [靈魂魔法.2].
fn has_symbol(game: &Game<'_>, seat: Seat, card: CardId) -> bool {
    let color = printed(game, card).soul_magic;
    color.is_none_or(|color| reduction::symbols_on_field(game, seat, color, 1) > 0)
}

/// Whether a magic can be paid for by 靈魂魔法.
pub fn can_pay_by_soul(game: &Game<'_>, seat: Seat, card: CardId) -> bool {
    printed(game, card).soul_magic.is_some()
        && has_symbol(game, seat, card)
        && pay::payable_soul_core(game, seat).is_some()
}

fn is_own_main_step(game: &Game<'_>, seat: Seat) -> bool {
    game.state.facts.phase.is_main() && seat == game.state.facts.active
}

/// In a flash timing only the player who is asked uses an effect [靈動時機.4].
pub fn is_holder(game: &Game<'_>, seat: Seat) -> Result<(), Reason> {
    ensure(!battle::is_flash_timing(game) || game.asked(seat).is_some(), Reason::NotHolder)
}

impl Uses for UseMagic {
    const CARD: u16 = Self::CARD;
    const KEISHO: u16 = Self::KEISHO;
    const PAY: u16 = Self::PAY | Self::SOUL_MAGIC;

    fn card(&self) -> CardId {
        self.card
    }

    fn keisho(&self) -> &[CardId] {
        &self.keisho
    }

    fn pay(&self) -> &[Amount] {
        &self.pay
    }

    fn by_soul_magic(&self) -> bool {
        self.soul_magic
    }
}

const CARD: Slot<BattleSpirits, UseMagic> =
    each("card", UseMagic::CARD, |game, seat, _| Value::cards(pay::at_hand(game, seat)));
const MODE: Slot<BattleSpirits, UseMagic> = each("mode", UseMagic::MODE, |_, _, _| MagicMode::values());

impl ActionKind<BattleSpirits> for UseMagic {
    const USES: fn(&Self) -> Option<CardId> = |action| Some(action.card);
    const CONDITIONS: &'static [Row<BattleSpirits, Self>] = with_payment!(
        [
            // Stands before every condition that reads a hidden face, so that this refusal reveals none.
            test(0, 0, &[cite!("靈動時機.4")], |game, seat, _| is_holder(game, seat)),
            test(
                Self::CARD,
                Self::CARD,
                &[cite!("主要階段.使用魔法卡.1"), cite!("基本行動.魔法卡.1")],
                |game, seat, &UseMagic { card, .. }| {
                    let usable =
                        pay::is_at_hand(game, seat, card) && table::is_printed(game, card, Kind::Magic);
                    ensure(usable, Reason::NotUsableFromThere { card })
                }
            ),
            test(
                Self::MODE,
                Self::CARD | Self::MODE,
                &[cite!("主要階段.使用魔法卡.1")],
                |game, _, &UseMagic { card, mode, .. }| ensure(
                    has(game, card, mode),
                    Reason::NoSuchEffect { card }
                )
            ),
            test(Self::MODE, Self::MODE, &[cite!("FAQ.支付費用.Q3")], |game, seat, action| {
                let only = pay::by_effect(game, seat).and_then(|of| of.mode);
                ensure(
                    only.is_none_or(|only| only == action.mode),
                    Reason::NoSuchEffect { card: action.card },
                )
            }),
            test(Self::MODE, Self::MODE, &[cite!("靈動時機.2")], |game, seat, action| {
                let main = action.mode == MagicMode::Main && pay::by_effect(game, seat).is_none();
                refuse_if(main && battle::is_flash_timing(game), Reason::MainInFlashTiming)
            }),
            test(Self::MODE, Self::MODE, &[cite!("基本行動.魔法卡.2")], |game, seat, action| {
                let main = action.mode == MagicMode::Main && pay::by_effect(game, seat).is_none();
                ensure(!main || is_own_main_step(game, seat), Reason::MainOutOfMainStep)
            }),
            test(Self::MODE, Self::MODE, &[cite!("基本行動.魔法卡.2")], |game, seat, action| {
                let flash = action.mode == MagicMode::Flash && pay::by_effect(game, seat).is_none();
                let is_time = is_own_main_step(game, seat) || battle::is_flash_timing(game);
                ensure(!flash || is_time, Reason::FlashOutOfTiming)
            }),
            test(
                Self::CARD,
                Self::CARD,
                &[cite!("FAQ.效果通則.Q3")],
                |game, seat, &UseMagic { card, .. }| {
                    refuse_if(prohibition::using(game, seat, card), Reason::Prohibited { card: Some(card) })
                }
            ),
            test(
                Self::CARD,
                Self::CARD | Self::MODE,
                &[cite!("FAQ.效果通則.Q9")],
                |game, seat, action| {
                    let used_up = is_name_used_up(game, seat, action.card, action.mode);
                    refuse_if(used_up, Reason::NameUsedUp { card: action.card })
                }
            ),
            test(
                Self::SOUL_MAGIC,
                Self::CARD | Self::SOUL_MAGIC,
                &[cite!("靈魂魔法.1"), cite!("用語集.靈魂魔法")],
                |game, _, &UseMagic { card, soul_magic, .. }| {
                    ensure(
                        !soul_magic || printed(game, card).soul_magic.is_some(),
                        Reason::NoSoulMagic { card },
                    )
                }
            ),
            test(Self::SOUL_MAGIC, Self::SOUL_MAGIC, &[cite!("ruling-16")], |game, seat, action| {
                let free = pay::by_effect(game, seat).is_some_and(|of| of.free);
                refuse_if(action.soul_magic && free, Reason::NoCostIsPaid)
            }),
            test(Self::KEISHO, Self::KEISHO | Self::SOUL_MAGIC, &[cite!("ruling-16")], |_, _, action| {
                refuse_if(action.soul_magic && !action.keisho.is_empty(), Reason::KeishoWithSoulMagic)
            }),
            test(
                Self::SOUL_MAGIC,
                Self::CARD | Self::SOUL_MAGIC,
                &[cite!("靈魂魔法.2"), cite!("靈魂魔法.3")],
                |game, seat, &UseMagic { card, soul_magic, .. }| {
                    ensure(!soul_magic || has_symbol(game, seat, card), Reason::NoSymbol { card })
                }
            ),
            test(
                Self::SOUL_MAGIC,
                Self::SOUL_MAGIC,
                &[cite!("靈魂魔法.4")],
                |game, seat, &UseMagic { soul_magic, .. }| {
                    ensure(!soul_magic || pay::soul_core(game, seat).is_some(), Reason::SoulCoreOutOfReach)
                }
            ),
            test(Self::PAY, Self::PAY | Self::SOUL_MAGIC, &[cite!("靈魂魔法.1")], |_, _, action| {
                let soul_alone = matches!(action.pay.as_slice(), [Amount { normal: 0, soul: 1, .. }]);
                ensure(!action.soul_magic || soul_alone, Reason::NotTheSoulCore)
            }),
        ],
        [
            // The card whose symbol allows 靈魂魔法 may also hold the soul core that pays [FAQ.支付費用.Q4].
            test(Self::SOUL_MAGIC, Self::ALL, &[cite!("靈魂魔法.2")], |game, seat, action| {
                let card = action.card;
                let asked_again = action.soul_magic && !game.in_force(cite!("FAQ.支付費用.Q4"));
                ensure(!asked_again || has_symbol(game, seat, card), Reason::NoSymbol { card })
            }),
            act(Self::ALL, &[cite!("主要階段.使用魔法卡.1")], |game, seat, action| {
                let ability = of_mode(game, action.card, action.mode).first().map(|id| id.number);
                let by = pay::by_effect(game, seat).map(|of| of.by);
                // The magic keeps the number of EX symbols that were exiled for it, and whether 魔述 used it:
                // its text may ask for that [ruling-103].
                let before = table::mark(game, action.card);
                let came = match pay::came(game, seat) {
                    came @ Came::Spellcast => came,
                    Came::Otherwise | Came::Used | Came::Effect | Came::SpiritCall | Came::FormChange => {
                        before.came
                    }
                };
                let mark = Mark { keisho: pay::exiled_for(game, action), came, ..before };
                let rule = cite!("主要階段.使用魔法卡.1");
                let used = Proposal::marked(Verb::MagicUsed, seat, action.card, mark, rule);
                game.propose(used.by(by).with(Detail { ability, ..Detail::default() }));
            }),
        ]
    );
    const SLOTS: Slots<BattleSpirits, Self> = &[
        &[
            CARD,
            MODE,
            alike("keisho", Self::KEISHO, |game, seat, action| keisho::choices(game, seat, action.card)),
            whole("pay", Self::PAY, |game, seat, action| {
                pay::payments(game, seat, action.card, &action.keisho)
            }),
        ],
        &[
            CARD,
            MODE,
            each("soul_magic", Self::SOUL_MAGIC, |_, _, _| vec![Value::Flag(true)]),
            whole("pay", Self::PAY, |game, seat, _| {
                let from = pay::payable_soul_core(game, seat)?.value();
                Some(Domain::only(Value::Held(vec![(from, Core::Soul.name(), 1)])))
            }),
        ],
    ];
    const ANSWERS: fn(&Question) -> bool = |question| {
        matches!(question, Question::Main | Question::SecondMain | Question::Flash | Question::EffectUse(_))
    };
    const TIME: Time = |_, _| &[cite!("主要階段.使用魔法卡.1")];

    /// Carries the effect out, then puts the card into the trash; effects that were raised meanwhile wait
    /// [主要階段.使用魔法卡.2, ruling-10, ruling-24].
    fn perform(&self, game: &mut Game<'_>, seat: Seat, question: Option<&Question>) {
        let me = game.state.table.object(self.card);
        if question == Some(&Question::Flash) {
            battle::used_in_flash(game);
        }
        game.push(Step::MagicEnds(self.card));
        for id in of_mode(game, self.card, self.mode).into_iter().rev() {
            ability::note_use(game, seat, me, id);
            game.push(Step::BeginEffect(seat, me, id));
        }
    }
}

/// Puts a used magic into the trash, unless its effect has moved it elsewhere [主要階段.使用魔法卡.2, ruling-24].
pub fn end(game: &mut Game<'_>, card: CardId) {
    let seat = owner(game, card);
    if table::lies_in(game, card, USING, seat) {
        let by = By::rule(seat, cite!("主要階段.使用魔法卡.2"));
        let to_trash = zone::put(game, Verb::MagicToTrash, card, TRASH, End::Top, by);
        game.propose(to_trash);
    }
}
