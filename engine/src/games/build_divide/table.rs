//! Where things lie: 卡牌种类.0, 准备.2, 准备.5, 准备.6, 竖置阶段.2, 领域的解放.2; ruling-7, ruling-12, ruling-45, ruling-60,
//! ruling-105, and what is read off the table.

use super::BuildDivide;
pub use super::cards::{Body, InTurn, Mark};
use super::printed::{CardData, Icon, Kind};
use crate::game_kit::fields::words;
use crate::game_kit::proposing::{self, MeansWord, TextMeans};
use crate::game_kit::zone::zones;
pub use crate::game_kit::zone::{host, lies_in, mark, owner};
use crate::kernel::{CardId, MapCards, Match, Object, Seat, Spot, held, wire};

zones! {
    /// The zones of a player.
    Zone {
        #[doc = "领域."] Territory = "territory" as TERRITORY,
        #[doc = "场."] Field = "field" as FIELD,
        #[doc = "能量区."] Energy = "energy" as ENERGY,
        #[doc = "手牌."] Hand = "hand" as HAND,
        #[doc = "山札."] Deck = "deck" as DECK,
        #[doc = "生命区, the top first."] Life = "life" as LIFE,
        #[doc = "墓地."] Graveyard = "graveyard" as GRAVEYARD,
        #[doc = "除外."] Removed = "removed" as REMOVED,
        /// Used cards that wait on the chain [快速与连锁.2]; the order of all items is the chain's own.
        Chain = "chain" as CHAIN,
        #[doc = "Cards put aside in a redraw, to which no text refers \
            [手牌重抽.1]."] #[schemars(skip_deserializing)] Aside = "aside" as ASIDE,
        #[doc = "The D-deck [ruling-104]."] DDeck = "d_deck" as D_DECK,
    }
}

/// How a card belongs to another card: it is an aura of it [ruling-85].
#[wire(Copy, MapCards)]
pub enum Role {
    /// An aura.
    Aura,
}

words! {
    /// How a unit came onto the field, for texts that ask it.
    #[derive(Default)]
    Came {
        #[doc = "In no way that a text asks for."] #[default] Otherwise = "otherwise",
        #[doc = "It was used."] Used = "used",
        #[doc = "It was used with an Evol cost [ruling-94]."] Evol = "evol",
        #[doc = "It was used as a shot."] Shot = "shot",
        #[doc = "An effect put it there."] Effect = "effect",
    }
}

words! {
    /// The phases of a turn [回合的流程.2], then the other lines of the tables of turns and attacks.
    #[derive(Default)]
    Phase {
        #[doc =
        "Before turn 1: no text refers to it."] #[default] #[schemars(skip_deserializing)] Setup = "setup",
        #[doc = "竖置阶段."] Stand = "stand",
        #[doc = "抽卡阶段."] Draw = "draw",
        #[doc = "主要阶段."] Main = "main",
        #[doc = "攻击阶段."] Attack = "attack",
        #[doc = "结束阶段."] End = "end",
        #[doc = "The draw of the phase, and what follows \
            it."] #[schemars(skip_deserializing)] AfterDraw = "after_draw",
        #[doc = "The next attack is chosen."] #[schemars(skip_deserializing)] ChooseAttack = "choose_attack",
        #[doc =
        "Damage and effects of the turn end [结束阶段.1]."] #[schemars(skip_deserializing)] CleanUp = "clean_up",
        #[doc = "The window of an end phase that goes on \
            [ruling-40]."] #[schemars(skip_deserializing)] EndAgain = "end_again",
        #[doc = "An attack is declared."] #[schemars(skip_deserializing)] Declaration = "declaration",
        #[doc = "The block is chosen."] #[schemars(skip_deserializing)] Block = "block",
        #[doc = "After a block."] #[schemars(skip_deserializing)] AfterBlock = "after_block",
        #[doc = "The battle, or the damage to life."] #[schemars(skip_deserializing)] Battle = "battle",
        #[doc = "The attack ends."] #[schemars(skip_deserializing)] AttackEnd = "attack_end",
    }
}

impl Phase {
    /// Whether it is a phase of the turn, and not another line of a table.
    pub const fn is_phase(self) -> bool {
        self as u8 <= Phase::End as u8
    }
}

words! {
    /// What the book calls proposals.
    Verb {
        #[doc = "A deck is shuffled [准备.1, 手牌重抽.2, ruling-75]."] Shuffle = "shuffle",
        #[doc = "A territory is laid down [准备.2]."] PlaceTerritory = "place_territory" with card from,
        #[doc = "Who goes first [准备.3]."] FirstPlayer = "first_player",
        #[doc = "A card is drawn [用语.抽]."] Draw = "draw" with by card from to,
        #[doc = "A card is put aside in a redraw [手牌重抽.1]."] SetAside = "set_aside" with card from to,
        #[doc = "It goes back into the deck [手牌重抽.2]."] ReturnAside = "return_aside" with card from to,
        #[doc = "A card is laid into life [准备.5]."] PlaceLife = "place_life" with card from to,
        #[doc = "Energy is placed [准备.6, 主要阶段.能量的配置.1]."] PlaceEnergy = "place_energy" with by card from to,
        #[doc = "A turn begins; the amount is its number [回合的流程.1]."] TurnStarts = "turn_starts" with amount,
        #[doc = "A turn ends [结束阶段.3]."] TurnEnds = "turn_ends",
        #[doc = "A phase begins [回合的流程.3]."] PhaseStarts = "phase_starts" with phase,
        #[doc = "竖置."] Stand = "stand" with by card from,
        #[doc = "静置."] Rest = "rest" with by card from,
        #[doc = "A card is used and goes on the chain [主要阶段.卡牌的使用.1]."] Use = "use" with card from to,
        #[doc = "An ability is activated [用语.起动能力]."] Activate = "activate" with ability card from,
        #[doc =
        "An automatic ability goes on the chain [用语.自动能力]."] Trigger = "trigger" with ability card from,
        /// A card becomes a target of an item of the chain [ruling-90].
        Targeted = "targeted" with card from other,
        #[doc = "The top item resolves [快速与连锁.3]."] Resolve = "resolve" with ability card from,
        #[doc =
        "It does nothing, for no target is legal [ruling-22]."] Fizzle = "fizzle" with ability card from,
        #[doc = "It is countered [ruling-58]."] Counter = "counter" with ability by card from to,
        #[doc = "A unit enters the field [主要阶段.卡牌的使用.1]."] Enter = "enter" with by card from to,
        #[doc = "A territory is released [领域的解放.3]."] Release = "release" with by card from other,
        #[doc = "It is not [领域的解放.3]."] DeclineRelease = "decline_release" with card from,
        #[doc = "It is closed [ruling-45]."] Close = "close" with by card from,
        #[doc = "It becomes a unit [ruling-105]."] BecomeUnit = "become_unit" with by card from,
        /// An attack is declared; `other` is the attacked unit [攻击阶段.1].
        Attack = "attack" with card from other,
        #[doc = "A block is declared; `other` is the attacker [阻挡.2]."] Block = "block" with card from other,
        #[doc = "The attack is aimed at something else."] Redirect = "redirect" with by card from other,
        #[doc = "A unit battles another [战斗.1]."] Battle = "battle" with card from other,
        #[doc = "The attack ends without damage [ruling-27]."] AttackVoid = "attack_void",
        /// A battle of a unit ends; the amount is 1 if it has won [ruling-79].
        BattleEnds = "battle_ends" with amount card from other,
        #[doc = "The attack ends."] AttackEnds = "attack_ends" with card from,
        #[doc = "A unit is dealt damage [战斗.2]."] DamageUnit = "damage_unit" with amount by card from other,
        #[doc = "A unit is destroyed [卡牌种类.单位.④]."] Destroy = "destroy" with by card from other to,
        /// A point of damage: a card of life is turned over [生命受到伤害.①].
        DamageLife = "damage_life" with by card from other to,
        #[doc = "What its icon is [触发效果.1]."] Icon = "icon" with card from icon,
        #[doc = "One more point [触发效果.buster]."] Buster = "buster" with card from,
        #[doc = "A shot is used [触发效果.shot]."] Shot = "shot" with card from to,
        #[doc = "It is not [触发效果.shot.2]."] DeclineShot = "decline_shot" with card from,
        #[doc = "The rest of the damage is void [触发效果.3]."] DamageVoid = "damage_void",
        /// Damage to a player is over of which at least one point was dealt, which is the amount [ruling-83].
        DamageEnds = "damage_ends" with amount by card from,
        /// A card goes from life to the graveyard without damage [用语.生命最上方的卡放到墓地].
        LifeToGraveyard = "life_to_graveyard" with by card from to,
        #[doc = "舍弃 [用语.舍弃]."] Discard = "discard" with by card from to,
        #[doc = "Damage and effects of the turn end [结束阶段.1]."] WearOff = "wear_off" with card from,
        #[doc = "侦查: so many went to the top [关键词.侦查]."] Scout = "scout" with amount,
        #[doc = "A player looks at a card."] Look = "look" with by card from,
        #[doc = "A card is shown."] Reveal = "reveal" with by card from to,
        #[doc = "From the deck to the graveyard."] Mill = "mill" with by card from to,
        #[doc = "To a hand."] ToHand = "to_hand" with by card from to,
        #[doc = "Into a deck."] ToDeck = "to_deck" with by card from to,
        #[doc = "To the energy zone."] ToEnergy = "to_energy" with by card from to,
        #[doc = "Into life."] ToLife = "to_life" with by card from to,
        #[doc = "Otherwise to a graveyard."] ToGraveyard = "to_graveyard" with by card from to,
        #[doc = "除外."] Remove = "remove" with by card from to,
        #[doc =
        "It becomes an aura of `other` [ruling-85]."] PutUnder = "put_under" with by card from other to,
        #[doc = "Energy is turned face down [ruling-89]."] FaceDown = "face_down" with by card from,
        #[doc = "A player takes control of a card [ruling-60]."] TakeControl =
        "take_control" with by card from to,
        #[doc = "A running effect on numbers begins."] Modify = "modify" with by card from,
        #[doc = "One that gives something begins."] Grant = "grant" with by card from,
        #[doc = "One that takes something away begins."] Lose = "lose" with by card from,
        #[doc = "One that forbids something begins."] Forbid = "forbid" with by card from,
        #[doc = "Another one begins."] Effect = "effect" with by card from,
        #[doc =
        "The counters of a player change by the amount [关键词.审判]."] Counters = "counters" with amount by kind,
        #[doc = "A player is marked as lost [生命受到伤害.①.2, 抽卡阶段.4]."] LoseMark = "lose_mark",
    }
}

impl Verb {
    /// The bit of this verb in a set of events.
    pub const fn bit(self) -> u64 {
        1 << self as u8
    }
}
const _: () = assert!(Verb::WORDS.len() <= u64::BITS as usize);

words! {
    /// By which means something happens.
    #[derive(Default)]
    Means {
        #[doc = "By the rules."] #[default] Rule = "rule",
        #[doc = "By damage in battle."] Battle = "battle",
        #[doc = "By damage otherwise."] Damage = "damage",
        #[doc = "By a power of 0 or less [ruling-10]."] Power = "power",
        #[doc = "As a cost."] Cost = "cost",
        #[doc = "By an effect."] Effect = "effect",
    }
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
    /// What a card turned over shows.
    pub icon: Option<Icon>,
    /// Of counters: which.
    pub kind: Option<String>,
    /// Of a card that was used: what is noted of its use.
    pub came: Came,
}

/// What a proposal says besides.
pub type Detail = proposing::Detail<Means, Phase, u8, OwnDetail>;

/// A match of this game.
pub type Game<'p> = Match<'p, BuildDivide>;

/// What is printed on a card.
pub fn printed<'p>(game: &Game<'p>, card: CardId) -> &'p CardData {
    game.pool.card(game.definition(card))
}

/// The cards of a player's zone.
pub fn list(game: &Game<'_>, zone: ZoneOf, seat: Seat) -> Vec<CardId> {
    game.state.table.list(zone.of(seat)).to_vec()
}

/// How many cards a player's zone has.
pub fn count(game: &Game<'_>, zone: ZoneOf, seat: Seat) -> usize {
    game.state.table.list(zone.of(seat)).len()
}

/// The zone of a card that lies under no other, and the player of the zone; on the field this is the
/// controller [ruling-60].
pub fn lies(game: &Game<'_>, card: CardId) -> Option<(Zone, Seat)> {
    match game.state.table.card(card)?.spot {
        Spot::Place(place, _) => Zone::at(place),
        Spot::Member(..) => None,
    }
}

/// The controller of a card: on the field the player on whose side it lies, else its owner.
pub fn controller(game: &Game<'_>, card: CardId) -> Seat {
    match lies(game, card) {
        Some((Zone::Field, seat)) => seat,
        _ => owner(game, card),
    }
}

/// The territory of a player.
pub fn territory(game: &Game<'_>, seat: Seat) -> Option<CardId> {
    game.state.table.list(TERRITORY.of(seat)).first().copied()
}

/// Whether a player's territory is released.
pub fn is_released(game: &Game<'_>, seat: Seat) -> bool {
    territory(game, seat).is_some_and(|card| mark(game, card).released)
}

/// Whether a card is a unit on the field, or a territory that is a unit [ruling-105].
pub fn is_unit(game: &Game<'_>, card: CardId) -> bool {
    match lies(game, card) {
        Some((Zone::Field, _)) => true,
        Some((Zone::Territory, _)) => super::stat::is_assaulting(game, card),
        _ => false,
    }
}

/// The units of a player: those on the field, and the territory while it is one [ruling-105].
pub fn units(game: &Game<'_>, seat: Seat) -> Vec<CardId> {
    let mut units = list(game, FIELD, seat);
    units.extend(territory(game, seat).filter(|card| super::stat::is_assaulting(game, *card)));
    units
}

/// The units of both players, the turn player's first.
pub fn all_units(game: &Game<'_>) -> Vec<CardId> {
    let active = game.state.facts.active;
    [active, active.other()].map(|seat| units(game, seat)).concat()
}

/// Whether an object is still the unit that it was.
pub fn stands(game: &Game<'_>, object: Object) -> bool {
    game.state.table.is_current(object) && is_unit(game, object.card)
}

/// Whether a card is of a kind that is printed on it.
pub fn is_printed(game: &Game<'_>, card: CardId, kind: Kind) -> bool {
    game.answer_of(card, |game| printed(game, card).kind == kind)
}

/// The cards on the field of both players, the turn player's first.
pub fn fields(game: &Game<'_>) -> Vec<CardId> {
    let active = game.state.facts.active;
    [active, active.other()].map(|seat| list(game, FIELD, seat)).concat()
}
