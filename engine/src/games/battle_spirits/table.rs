//! Where things lie: 場地, 牌組, 手牌, 廢棄區, 預備區, 生命值, 空間, 除外 (用語集, 前言.能量), and what is read off the table.

use smallvec::SmallVec;

use super::BattleSpirits;
use super::printed::{CardData, Kind};
use crate::game_kit::fields::words;
use crate::game_kit::proposing::{self, MeansWord, TextMeans};
use crate::game_kit::zone::zones;
pub use crate::game_kit::zone::{lies_in, mark, owner};
use crate::kernel::{CardId, Holder, MapCards, Match, Object, Seat, held, wire};

zones! {
    /// The zones of a player. The void is the endless supply.
    Zone {
        /// 牌組.
        Deck = "deck" as DECK,
        /// 手牌.
        Hand = "hand" as HAND,
        /// 場地.
        Field = "field" as FIELD,
        /// 廢棄區: cards and cores.
        Trash = "trash" as TRASH,
        /// 預備區: cores.
        Reserve = "reserve" as RESERVE,
        /// 生命值: cores.
        Life = "life" as LIFE,
        /// 除外: cards and cores.
        Exile = "exile" as EXILE,
        /// The card that is being used, revealed [費用支付.①, ruling-24].
        Using = "using" as USING,
    }
}

/// 能量 and 靈魂能量, which is one of a kind for each player [所需能量.2].
#[wire(Copy, MapCards)]
pub enum Core {
    /// 能量.
    Normal,
    /// 靈魂能量.
    Soul,
}

impl Core {
    /// Both kinds of cores.
    pub const ALL: [Core; 2] = [Core::Normal, Core::Soul];

    /// Its name on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Core::Normal => "normal",
            Core::Soul => "soul",
        }
    }
}

/// 回復, 疲勞, 重疲勞 [基本行動.回復與疲勞.1, 基本行動.回復與疲勞.2, 重疲勞.1].
#[wire(Copy, Default, MapCards)]
pub enum Posture {
    /// 回復.
    #[default]
    Refreshed,
    /// 疲勞.
    Exhausted,
    /// 重疲勞.
    HeavyExhausted,
}

/// How a card came onto the field, for texts that ask it [ruling-103].
#[wire(Copy, Default, MapCards)]
pub enum Came {
    /// In no way that a text asks for.
    #[default]
    Otherwise,
    /// It was summoned or deployed by a player's use.
    Used,
    /// It was summoned by an effect.
    Effect,
    /// It was summoned by 【操靈】.
    SpiritCall,
    /// It was summoned by 【Fチェンジ】.
    FormChange,
    /// Of a magic: it was used by 【魔述】.
    Spellcast,
}

/// What a card carries until it changes zone.
#[held(Copy, Default)]
pub struct Mark {
    /// Its orientation.
    pub posture: Posture,
    /// The turn in which it came onto the field; 0: before.
    pub since: u16,
    /// How it came.
    pub came: Came,
    /// The EX symbols that were exiled for it by 繼召 [ruling-103].
    pub keisho: u8,
}

/// The steps of a turn [回合流程.2], then the states of a battle [戰鬥步驟.①–⑦].
#[wire(Copy, Default, MapCards)]
pub enum Phase {
    /// Before turn 1.
    #[default]
    Setup,
    /// 開始階段.
    Start,
    /// 能量階段.
    Core,
    /// 抽牌階段.
    Draw,
    /// 回復階段.
    Refresh,
    /// 主要階段.
    Main,
    /// 攻擊階段.
    Attack,
    /// 第二主要階段.
    SecondMain,
    /// 結束階段.
    End,
    /// What lasts for the turn ends [回合流程.⑧].
    TurnOver,
    /// 宣告攻擊.
    Declaration,
    /// The first 靈動時機.
    FirstFlash,
    /// 宣告防禦.
    Block,
    /// The second 靈動時機.
    SecondFlash,
    /// 戰鬥結算: effects of that moment [戰鬥步驟.⑤.3].
    Resolution,
    /// Life is reduced, if nothing blocks [戰鬥步驟.⑤.1].
    LifeLoss,
    /// BP are compared, and who loses is destroyed [戰鬥步驟.⑤.2, 戰鬥步驟.⑥.1].
    Comparison,
    /// 戰鬥結束時 [戰鬥步驟.⑦.1].
    BattleEnd,
    /// What lasts for the battle ends [戰鬥步驟.⑦.2].
    BattleOver,
    /// 戰鬥結束後 [戰鬥步驟.⑦.3].
    AfterBattle,
}

impl Phase {
    /// Which flash timing of a battle it is, 1 or 2 [靈動時機.1].
    pub fn flash(self) -> Option<u8> {
        let second = (self == Phase::SecondFlash).then_some(2);
        if self == Phase::FirstFlash { Some(1) } else { second }
    }

    /// Whether it is a state of a battle.
    pub const fn is_of_battle(self) -> bool {
        self as u8 >= Phase::Declaration as u8
    }

    /// Whether it is ⑤ or ⑦ [回合流程.⑦, ruling-29].
    pub const fn is_main(self) -> bool {
        matches!(self, Phase::Main | Phase::SecondMain)
    }
}

/// A step of a turn, as texts name it [回合流程.2].
#[wire(Copy)]
pub enum TurnStep {
    /// 開始階段.
    Start,
    /// 能量階段.
    Core,
    /// 抽牌階段.
    Draw,
    /// 回復階段.
    Refresh,
    /// 主要階段.
    Main,
    /// 攻擊階段.
    Attack,
    /// 第二主要階段.
    SecondMain,
    /// 結束階段.
    End,
}

impl TurnStep {
    /// The phase of a game that this step is.
    pub const fn phase(self) -> Phase {
        match self {
            TurnStep::Start => Phase::Start,
            TurnStep::Core => Phase::Core,
            TurnStep::Draw => Phase::Draw,
            TurnStep::Refresh => Phase::Refresh,
            TurnStep::Main => Phase::Main,
            TurnStep::Attack => Phase::Attack,
            TurnStep::SecondMain => Phase::SecondMain,
            TurnStep::End => Phase::End,
        }
    }
}

words! {
    /// What the book calls proposals.
    Verb {
        /// A deck is shuffled [遊戲準備.②].
        Shuffled = "shuffled",
        /// Cores are laid into the life [遊戲準備.③].
        LifeLaid = "life_laid" with amount core to,
        /// Cores are laid into the reserve [遊戲準備.④].
        ReserveLaid = "reserve_laid" with amount core to,
        /// A card of the opening hand [遊戲準備.⑤].
        HandDrawn = "hand_drawn" with amount card from to,
        /// It was drawn who chooses the order [遊戲準備.⑥].
        Picked = "picked",
        /// Who goes first was chosen; the amount is the first player [遊戲準備.⑥].
        OrderChosen = "order_chosen" with amount,
        /// A player answered whether to redraw: 1 or 0 [遊戲準備.⑦.1].
        RedrawAnswered = "redraw_answered" with amount,
        /// A card of a hand that is redrawn goes into the deck [遊戲準備.⑦.3].
        Redrawn = "redrawn" with card from to,
        /// A turn begins; the amount is its number [回合流程.2].
        TurnBegan = "turn_began" with amount,
        /// A step of the turn begins [回合流程.2].
        StepEntered = "step_entered" with phase,
        /// Cores come from the void.
        CoreGained = "core_gained" with amount by card core to,
        /// A card is drawn [用語集.抽牌].
        Drawn = "drawn" with amount by card from to,
        /// One stage of orientation back [回合流程.④.1, 重疲勞.3].
        Refreshed = "refreshed" with by card from,
        /// Cores go back from the trash [回合流程.④.2].
        CoresReturned = "cores_returned" with amount core from to,
        /// What lasted for a battle or a turn ended [戰鬥步驟.⑦.2, 回合流程.⑧].
        EffectsEnded = "effects_ended",
        /// A running effect began.
        EffectBegan = "effect_began" with by card from,
        /// A card is shown [費用支付.①].
        Revealed = "revealed" with by card from to,
        /// 除外.
        Exiled = "exiled" with by card from to,
        /// What is to be paid [費用支付.③].
        CostFixed = "cost_fixed" with amount card from,
        /// Cores are paid [費用支付.④].
        CoresPaid = "cores_paid" with amount by card core from to,
        /// Cores are put on the card that is used [費用支付.⑤].
        CoresPlaced = "cores_placed" with amount by card core from other,
        /// 召喚.
        Summoned = "summoned" with by card from to,
        /// 配置.
        Deployed = "deployed" with by card from to,
        /// A magic is used [主要階段.使用魔法卡.1].
        MagicUsed = "magic_used" with ability by card from,
        /// A magic that was used goes to the trash [主要階段.使用魔法卡.2].
        MagicToTrash = "magic_to_trash" with card from to,
        /// An ability is used [主要階段.使用效果.2].
        EffectUsed = "effect_used" with ability card from,
        /// An effect is raised [效果的發揮.1].
        EffectRaised = "effect_raised" with ability card from,
        /// Cores change their place.
        CoresMoved = "cores_moved" with amount by card core from other to,
        /// An attack was declared [戰鬥步驟.①].
        Attacked = "attacked" with card from,
        /// 疲勞.
        Exhausted = "exhausted" with by card from,
        /// 重疲勞.
        HeavyExhausted = "heavy_exhausted" with by card from,
        /// A flash timing begins; the amount says which [戰鬥步驟.②, 戰鬥步驟.④].
        FlashOpened = "flash_opened" with amount,
        /// A flash timing is over [靈動時機.5].
        FlashClosed = "flash_closed" with amount,
        /// A block was declared; `other` is the attacker [戰鬥步驟.③].
        Blocked = "blocked" with card from other,
        /// 戰鬥結算 begins [戰鬥步驟.⑤.3].
        ResolutionBegan = "resolution_began",
        /// Life was reduced [戰鬥步驟.⑤.1].
        LifeReduced = "life_reduced" with amount by card core from to,
        /// BP were compared; the amount is by how much the attacker has more [戰鬥步驟.⑤.2].
        Compared = "compared" with amount card from other,
        /// 戰鬥結束時 [戰鬥步驟.⑦.1].
        BattleEnded = "battle_ended",
        /// 戰鬥結束後 [戰鬥步驟.⑦.3].
        BattleOver = "battle_over",
        /// 消滅 [靈魂卡的消滅.1].
        Depleted = "depleted" with by card from to,
        /// 破壞 [用語集.破壞].
        Destroyed = "destroyed" with by card from other to,
        /// Back to a hand.
        Returned = "returned" with by card from to,
        /// Into a deck.
        ToDeck = "to_deck" with by card from to,
        /// From hand to the trash.
        Discarded = "discarded" with amount by card from to,
        /// From the deck to the trash.
        Milled = "milled" with amount by card from to,
        /// Otherwise to the trash.
        ToTrash = "to_trash" with by card from to,
        /// Otherwise into a hand.
        ToHand = "to_hand" with by card from to,
        /// A player looks at a card.
        Looked = "looked" with by card from,
        /// A spirit has more BP than before, which is the amount [ruling-97].
        BpRose = "bp_rose" with amount card from,
    }
}

impl Verb {
    /// The bit of this verb in a set of events.
    pub const fn bit(self) -> u64 {
        1 << self as u8
    }

    /// Whether a field card leaves at once by this verb, without waiting first [ruling-75].
    pub const fn leaves_at_once(self) -> bool {
        matches!(self, Verb::Exiled | Verb::ToTrash)
    }
}
const _: () = assert!(Verb::WORDS.len() <= u64::BITS as usize);

/// By which means something happens.
#[wire(Copy, Default, MapCards)]
pub enum Means {
    /// By the rules.
    #[default]
    Rule,
    /// By battle: comparing BP, or an attack.
    Battle,
    /// As a cost.
    Cost,
    /// By an effect.
    Effect,
}

impl MeansWord for Means {
    const RULE: Means = Means::Rule;
}

impl TextMeans for Means {
    const COST: Means = Means::Cost;
    const EFFECT: Means = Means::Effect;
}

/// What only proposals of this game say.
#[held(Default)]
pub struct OwnDetail {
    /// Of an instruction with several events: its whole number in the first of them, 0 in the others
    /// [ruling-74].
    pub whole: Option<i64>,
    /// Of a destruction: it raises no effect of the destroyed card.
    pub silent: bool,
    /// Of a "BP+" of a flash effect that begins: the spirits whose BP it raises.
    pub raised: Vec<Object>,
}

/// What a proposal says besides.
pub type Detail = proposing::Detail<Means, Phase, u8, OwnDetail>;

/// A match of this game.
pub type Game<'p> = Match<'p, BattleSpirits>;

/// What is printed on a card.
pub fn printed<'p>(game: &Game<'p>, card: CardId) -> &'p CardData {
    game.pool.card(game.definition(card))
}

/// The cards of a player's zone.
pub fn list(game: &Game<'_>, zone: ZoneOf, seat: Seat) -> SmallVec<[CardId; 8]> {
    SmallVec::from_slice(game.state.table.list(zone.of(seat)))
}

/// The field of both players, the turn player's first.
pub fn fields(game: &Game<'_>) -> SmallVec<[CardId; 16]> {
    let active = game.state.facts.active;
    [active, active.other()].iter().flat_map(|seat| game.state.table.list(FIELD.of(*seat))).copied().collect()
}

/// Whether a card lies on the field of either player.
pub fn is_on_field(game: &Game<'_>, card: CardId) -> bool {
    Seat::BOTH.into_iter().any(|seat| lies_in(game, card, FIELD, seat))
}

/// Whether an object is still on the field.
pub fn stands(game: &Game<'_>, object: Object) -> bool {
    game.state.table.is_current(object) && is_on_field(game, object.card)
}

/// Whether a card is of a kind that is printed on it.
pub fn is_printed(game: &Game<'_>, card: CardId, kind: Kind) -> bool {
    game.answer_of(card, |game| printed(game, card).kind == kind)
}

/// Whether a field card is in 待機狀態 [FAQ.靈魂卡等的狀態.Q1].
pub fn waits(game: &Game<'_>, card: CardId) -> bool {
    game.departing(game.state.table.object(card)).is_some()
}

/// The orientation of a field card.
pub fn posture(game: &Game<'_>, card: CardId) -> Posture {
    mark(game, card).posture
}

/// Normal cores and soul cores of a holder.
pub fn cores(game: &Game<'_>, holder: Holder) -> [u32; 2] {
    Core::ALL.map(|core| game.state.table.pieces(holder, core))
}

/// How many cores a holder has, the soul core among them.
pub fn all_cores(game: &Game<'_>, holder: Holder) -> u32 {
    game.state.table.all_pieces(holder)
}

/// A player's zone as a holder of cores.
pub const fn holder(zone: ZoneOf, seat: Seat) -> Holder {
    Holder::Place(zone.of(seat))
}
