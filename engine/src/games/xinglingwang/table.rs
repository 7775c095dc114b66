//! The zones of both players, what lies in them, and the events that happen there.
//!
//! 四.1–四.11 zones; 八 states; 二 drawing; 六 using and activating; 九 entering; 十 leaving; 十一 and 十三 tactics; 十五
//! named effects; ruling-60 sides.

use super::Xinglingwang;
use super::ability::AbilityId;
use super::interests::Interests;
use super::printed::{CardData, TRAVELER_DEFINITION};
use super::words::ability::Effective;
use crate::game_kit::fields::words;
use crate::game_kit::proposing::{self, MeansWord};
use crate::game_kit::used::UsedInTurn;
use crate::game_kit::zone::zones;
pub use crate::game_kit::zone::{host, lies_in, mark, owner};
use crate::kernel::{BySeat, CardId, Holder, MapCards, Match, Object, Seat, Spot, Table, held, wire};

zones! {
    /// The zones of a player. The shelf holds the figures that travelers on the field are shown with.
    Zone {
        /// 牌庫 [四.2].
        Deck = "deck" as DECK,
        /// 手牌 [四.1].
        Hand = "hand" as HAND,
        /// 前排戰線 and 後排戰線 of one half [四.9].
        Field = "field" as FIELD,
        /// 墓地 [四.3].
        Graveyard = "graveyard" as GRAVEYARD,
        /// 除外區 [四.8].
        Exile = "exile" as EXILE,
        /// 場地區 [四.5].
        FieldCard = "field_card" as FIELD_CARD,
        /// 森林 [四.6]: counted travelers.
        Forest = "forest" as FOREST,
        /// A magic card that is being used [七.1].
        Using = "using" as USING,
        /// 獎勵區 and the counter of energy [四.11, 十五.充能.1].
        Counters = "counters" as COUNTERS,
        /// Figures that stand for no traveler now.
        Shelf = "shelf" as SHELF,
    }
}

impl Zone {
    /// The zone of a text's vocabulary in which texts of cards here are effective; `None`: nowhere.
    pub(crate) const fn effective(self) -> Option<Effective> {
        match self {
            Zone::Field | Zone::FieldCard => Some(Effective::Field),
            Zone::Hand => Some(Effective::Hand),
            Zone::Graveyard => Some(Effective::Graveyard),
            Zone::Deck | Zone::Exile | Zone::Forest | Zone::Using | Zone::Counters | Zone::Shelf => None,
        }
    }
}

/// Counted pieces.
#[held(Copy)]
#[serde(rename_all = "snake_case")]
pub enum Piece {
    /// 小旅人: in a forest, under a carrier, or shown by a figure on the field.
    Traveler,
    /// 獎勵.
    Reward,
    /// 充能能量.
    Energy,
}

/// How a card lies under a unit.
#[held(Copy)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// A lower unit of a combination, with the edge that it shows [十五.合體.2].
    Lower(Edge),
    /// Conferred magic [七.4].
    Magic,
}

words! {
    /// The edge that a lower unit shows [十五.合體.2, ruling-40].
    Edge {
        /// The attack number with 貫穿, 劇毒, 遠程, or the shield.
        Attack = "attack",
        /// The star number.
        Score = "score",
    }
}

/// The state of a unit [八.1, 八.2, 八.3].
#[wire(Copy, Default, MapCards)]
pub enum State {
    /// 直立.
    #[default]
    Upright,
    /// 進攻.
    Attacking,
    /// 橫放.
    Rested,
}

/// How a unit came onto the field.
#[wire(Copy, Default, MapCards)]
pub enum Way {
    /// 打出.
    #[default]
    Play,
    /// 額外打出.
    ExtraPlay,
    /// 召喚.
    Summon,
    /// In a combination, or apart from one.
    Otherwise,
}

/// What a card carries until it changes zone.
#[held(Copy, Default)]
pub struct Mark {
    /// Its state.
    pub state: State,
    /// The turn in which it entered; 0: before.
    pub entered: u16,
    /// How it entered.
    pub way: Way,
    /// It entered in the front row, and has not been in the back row since [十三.3].
    pub kept_in_front: bool,
    /// The turn in which its side last attacked with it in its own turn; 0: never [十一.3].
    pub attacked: u16,
    /// The position that a ranged attack designates [十五.遠程.1].
    pub designated: Option<u8>,
    /// Abilities used in a turn [ruling-72].
    pub used: UsedInTurn<[u64; 4]>,
    /// For a card that has just left the field: the zone that it went to, and the half that it left.
    pub left: Option<(Zone, Seat)>,
}

/// The phases of a turn, and the steps of the end phase and of a battle.
#[wire(Copy, Default, MapCards)]
pub enum Phase {
    /// Before turn 1.
    #[default]
    Setup,
    /// 抽牌階段 [二.1].
    Draw,
    /// 防守階段 [二.2].
    Defence,
    /// Before the main phase: the declared early end [十二.1].
    EarlyEndCheck,
    /// 召喚階段 [二.3].
    Summon,
    /// 戰術階段 [二.4].
    Tactics,
    /// 結束階段: its effects [二.5(1)].
    End,
    /// The hand limit [二.5(2)].
    HandLimit,
    /// The countdown [二.5(3)].
    Countdown,
    /// The declaration of an early end [二.5(4)].
    EarlyEnd,
    /// 回合結束 [二.5(5)].
    TurnEnd,
    /// After the turn; nobody's turn [十四.※].
    AfterTurn,
    /// 戰鬥結算前 [十一.8(1)].
    BeforeBattle,
    /// The units that are attacked have become the targets [十一.4].
    Targets,
    /// 戰鬥結算時 [十一.8(2)].
    Comparison,
    /// The side that succeeded [十一.8(3)].
    Winner,
    /// The side that failed [十一.8(4)].
    Loser,
    /// 戰鬥破壞判定 [十一.8(5)].
    Destruction,
    /// Just before the attacker is rested [十五.偷襲.1].
    Sneak,
    /// The attacker is rested [十一.8(6)].
    Resting,
    /// The battle is over [十一.8(7)].
    BattleOver,
}

impl Phase {
    /// The bit of this phase in sets of phases.
    pub(crate) const fn bit(self) -> u32 {
        1 << self as u8
    }
}

words! {
    /// What the book calls proposals. Its schema leaves out what no text waits for.
    Verb {
        /// It was drawn who is the first player.
        #[schemars(skip_deserializing)]
        Order = "order" with amount,
        /// A player changed the opening hand.
        #[schemars(skip_deserializing)]
        Mulligan = "mulligan" with amount,
        /// 抽牌.
        Draw = "draw" with by card from other to,
        /// 洗牌.
        Shuffle = "shuffle",
        /// 打出.
        Play = "play" with by card from other to,
        /// 額外打出.
        ExtraPlay = "extra_play" with by card from other to,
        /// 召喚.
        Summon = "summon" with by card from other to,
        /// A unit has been played or summoned, and its 立即 is done.
        Entered = "entered" with by card from other,
        /// 合體時: two units are about to become one.
        Combine = "combine" with by card from other,
        /// 合體後: the combined unit stands [十五.合體.1].
        Combined = "combined" with by card from other,
        /// A card goes under another.
        #[schemars(skip_deserializing)]
        PutUnder = "put_under" with by card from other to,
        /// 分開.
        Split = "split" with by card from other to,
        /// 變為: the new card.
        Transform = "transform" with by card from other to,
        /// 變為: the old card.
        Replaced = "replaced" with by card from other to,
        /// 被破壞.
        Destroy = "destroy" with by card from other to,
        /// 被獻祭.
        Sacrifice = "sacrifice" with by card from other to,
        /// 除外.
        Exile = "exile" with by card from other to,
        /// Into hand.
        ToHand = "to_hand" with by card from other to,
        /// Into a deck.
        ToDeck = "to_deck" with by card from other to,
        /// Into the graveyard otherwise.
        ToGraveyard = "to_graveyard" with by card from other to,
        /// From hand into the graveyard.
        Discard = "discard" with by card from other to,
        /// From the deck into the graveyard.
        Mill = "mill" with by card from other to,
        /// To another position of the same half.
        Move = "move" with by card from other to,
        /// Becomes 直立.
        Upright = "upright" with by card from other,
        /// Becomes 橫放.
        Rest = "rest" with by card from other,
        /// Becomes 進攻.
        Attack = "attack" with by card from other,
        /// Becomes the target of an attack: when its battle begins, or by an effect [十一.4, ruling-82].
        Targeted = "targeted" with by card from other,
        /// A magic card is announced.
        #[schemars(skip_deserializing)]
        Announce = "announce" with by card from other,
        /// A magic card is used [使用時].
        UseMagic = "use_magic" with by card from other,
        /// A magic card is conferred, or a field card is laid.
        Lay = "lay" with by card from other to,
        /// An ability is activated.
        Activate = "activate" with ability by card from other,
        /// 無效化.
        Negate = "negate" with by card from other,
        /// A running effect begins.
        #[schemars(skip_deserializing)]
        Effect = "effect" with by card from other,
        /// A player is about to show the top of the own deck.
        ShowTop = "show_top",
        /// 展示.
        Reveal = "reveal" with by card from other,
        /// 查看.
        Look = "look" with by card from other,
        /// 搭乘 and 上車.
        Board = "board" with amount by card from other to,
        /// 下車 and travelers that return to a forest.
        Alight = "alight" with amount by card from other to,
        /// 充能.
        Charge = "charge" with amount by card from other,
        /// 耗能.
        Spend = "spend" with amount by card from other,
        /// Rewards are gained.
        Reward = "reward" with amount by card from other,
        /// Rewards are lost.
        LoseReward = "lose_reward" with amount by card from other,
        /// Energy is lost without being spent.
        LoseEnergy = "lose_energy" with amount by card from other,
        /// 還魂.
        Ghost = "ghost" with by card from other to,
        /// Attacks were compared.
        Compare = "compare" with amount by card from other,
        /// 戰鬥成功.
        BattleWon = "battle_won" with by card from other,
        /// 戰鬥失敗.
        BattleLost = "battle_lost" with by card from other,
        /// 偷襲成功.
        SneakSuccess = "sneak_success" with by card from other,
        /// A battle is over.
        BattleOver = "battle_over" with by card from other,
        /// A tactic was chosen.
        Tactic = "tactic",
        /// The machine phase begins or ends.
        Machine = "machine",
        /// The current player wants to end a phase.
        #[schemars(skip_deserializing)]
        EndPhase = "end_phase" with by,
        /// 倒數階段 begins.
        CountdownStarts = "countdown_starts",
        /// A star card is turned over.
        StarTurned = "star_turned" with amount,
        /// 宣告提早結束.
        DeclareEarlyEnd = "declare_early_end" with amount,
        /// A declaration is void.
        EarlyEndVoid = "early_end_void",
        /// A turn begins; the amount is its number.
        TurnStarts = "turn_starts" with amount,
        /// 主要階段開始.
        MainStarts = "main_starts",
        /// 主要階段結束.
        MainEnds = "main_ends",
        /// A phase begins, or a battle is about to.
        PhaseStarts = "phase_starts" with phase,
        /// A phase ends.
        PhaseEnds = "phase_ends" with phase,
        /// The turn has ended [十四.※].
        TurnEnded = "turn_ended",
    }
}
const _: () = assert!(Verb::WORDS.len() <= 64);

impl Verb {
    /// The bit of this verb in sets of verbs.
    pub(crate) const fn bit(self) -> u64 {
        1 << self as u8
    }
}

/// By which means something happens.
#[wire(Copy, Default, MapCards)]
pub enum Means {
    /// By the rules.
    #[default]
    Rule,
    /// By battle [十.2].
    Battle,
    /// By the effect of a unit.
    Unit,
    /// By magic.
    Magic,
    /// By 衰退.
    Decay,
}

impl MeansWord for Means {
    const RULE: Means = Means::Rule;
}

/// What only proposals of this game say.
#[held(Default)]
pub struct OwnDetail {
    /// The zone that the book means, where a traveler goes to its forest instead [十.5].
    pub into: Option<Zone>,
    /// It triggers nothing.
    pub silent: bool,
}

/// What a proposal says besides.
pub type Detail = proposing::Detail<Means, Phase, AbilityId, OwnDetail>;

/// What the checks after each change ask of the table; cached until it changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Derived {
    /// Whether magic or travelers lie under a unit.
    pub is_laden: bool,
    /// Whether some unit on a half attacks [八.3].
    pub attacks: BySeat<bool>,
}

impl crate::kernel::Derived<Xinglingwang> for Derived {
    fn of(table: &Table<Xinglingwang>) -> Derived {
        let is_unit = |card: CardId| {
            let spot = table.card(card).map(|card| card.spot);
            matches!(spot, Some(Spot::Place(place, _)) if FIELD.seat(place).is_some())
        };
        let is_magic = |card: &CardId| {
            let spot = table.card(*card).map(|card| card.spot);
            matches!(spot, Some(Spot::Member(_, Role::Magic)))
        };
        // The traveler on a figure is the one that it shows, no passenger.
        let carries = |host: CardId| {
            table.card(host).is_some_and(|host| host.definition != TRAVELER_DEFINITION)
                && table.pieces(Holder::Card(host), Piece::Traveler) > 0
        };
        let is_laden = |host: CardId| carries(host) || table.pile(host).iter().any(is_magic);
        let attacks = |seat: Seat| {
            let mut units = table.list(FIELD.of(seat)).iter().filter_map(|unit| table.card(*unit));
            units.any(|unit| unit.mark.state == State::Attacking)
        };
        let hosts = table.hosts();
        Derived {
            is_laden: hosts.iter().any(|host| is_unit(*host) && is_laden(*host)),
            attacks: BySeat(attacks(Seat::Zero), attacks(Seat::One)),
        }
    }
}

type Game<'p> = Match<'p, Xinglingwang>;

/// The printed card; the traveler for a figure.
#[inline]
pub(crate) fn printed<'p>(game: &Game<'p>, card: CardId) -> &'p CardData {
    game.pool.card(game.definition(card))
}

#[inline]
pub(crate) fn interests<'p>(game: &Game<'p>, card: CardId) -> &'p Interests {
    Interests::in_pool(game.pool, game.definition(card))
}

pub(crate) fn is_traveler(game: &Game<'_>, card: CardId) -> bool {
    game.answer_of(card, |game| game.definition(card) == TRAVELER_DEFINITION)
}

/// Whether a card stands on the field as a unit.
#[inline]
pub(crate) fn is_unit(game: &Game<'_>, card: CardId) -> bool {
    side(game, card).is_some()
}

/// Whether an object still stands on the field as a unit.
#[inline]
pub(crate) fn stands(game: &Game<'_>, object: Object) -> bool {
    game.state.table.is_current(object) && is_unit(game, object.card)
}

/// The player of the half that a unit stands on; `None`: it is no unit on the field [ruling-60].
#[inline]
pub(crate) fn side(game: &Game<'_>, card: CardId) -> Option<Seat> {
    match game.state.table.card(card)?.spot {
        Spot::Place(place, _) => FIELD.seat(place),
        Spot::Member(..) => None,
    }
}

/// The zone of a card and its player; `None` for a card under another.
pub(crate) fn zone_of(game: &Game<'_>, card: CardId) -> Option<(Zone, Seat)> {
    match game.state.table.card(card)?.spot {
        Spot::Place(place, _) => Zone::at(place),
        Spot::Member(..) => None,
    }
}

/// The lower units of a combined unit, the topmost first, each with the edge that it shows [十五.合體.2].
pub(crate) fn lower(game: &Game<'_>, card: CardId) -> impl Iterator<Item = (CardId, Edge)> {
    let members = game.state.table.pile(card).iter();
    members.filter_map(|member| {
        let Spot::Member(_, Role::Lower(edge)) = game.state.table.card(*member)?.spot else { return None };
        Some((*member, edge))
    })
}

/// Whether a card is magic that lies under a unit [七.4].
pub(crate) fn is_conferred(game: &Game<'_>, card: CardId) -> bool {
    let spot = game.state.table.card(card).map(|card| card.spot);
    matches!(spot, Some(Spot::Member(_, Role::Magic)))
}

pub(crate) fn conferred(game: &Game<'_>, card: CardId) -> impl Iterator<Item = CardId> {
    let members = game.state.table.pile(card).iter().copied();
    members.filter(move |member| is_conferred(game, *member))
}

/// 合體後的單位 [十五.合體.1].
pub(crate) fn is_combined(game: &Game<'_>, card: CardId) -> bool {
    lower(game, card).next().is_some()
}

/// Travelers under a unit [十五.搭乘.1].
pub(crate) fn passengers(game: &Game<'_>, card: CardId) -> u32 {
    if is_traveler(game, card) { 0 } else { game.state.table.pieces(Holder::Card(card), Piece::Traveler) }
}

/// Travelers in a forest [四.6].
pub(crate) fn forest(game: &Game<'_>, seat: Seat) -> u32 {
    game.state.table.pieces(Holder::Place(FOREST.of(seat)), Piece::Traveler)
}

/// 充能能量 [十五.充能.1].
pub(crate) fn energy(game: &Game<'_>, seat: Seat) -> u32 {
    game.state.table.pieces(Holder::Place(COUNTERS.of(seat)), Piece::Energy)
}

/// 獎勵 [十五.獎勵.1].
pub(crate) fn reward(game: &Game<'_>, seat: Seat) -> u32 {
    game.state.table.pieces(Holder::Place(COUNTERS.of(seat)), Piece::Reward)
}

/// The field card of a player [四.5].
pub(crate) fn field_card(game: &Game<'_>, seat: Seat) -> Option<CardId> {
    game.state.table.list(FIELD_CARD.of(seat)).first().copied()
}
