//! The cards that lie open before a player: what the state holds of them, what positions say and what views
//! show [ruling-52].

use std::mem::size_of;

use super::facts::Counted;
use super::position::used;
use super::printed::Pool;
use super::table::{self, Came, Game, Role, Zone};
use super::words::filter::State;
use super::words::{AbilityId, Keyword, Skipped};
use super::{BuildDivide, stat, view};
use crate::game_kit::pile::Pile;
use crate::game_kit::position::{Inexpressible, PositionBuilder};
use crate::game_kit::thing::{Aspect, Face, Owner, Same, StateFact, things};
use crate::game_kit::view::{CardView, Reader, cards};
use crate::kernel::{self, CardId, held, wire};

things! {
    BuildDivide;

    /// What a card carries until it changes zone [ruling-12].
    mark Mark;

    /// What a command is as a unit [ruling-100].
    part Body as AsUnit {
        /// 力量.
        needed power: i64,
        /// 打击点.
        needed hit: i64,
        /// Its keywords.
        keywords: Keywords,
        /// It has them only while the own territory is released.
        awakened: bool,
    }

    /// A territory.
    thing Territory, TerritoryView {
        /// The card's id in the pool.
        #[seen = "Its id in the pool."]
        #[schemars(example = &"bd-t01")]
        open needed card: String in Face,
        /// Its front is up.
        #[seen = "Whether its front is up."]
        open released: bool,
        /// Standing or rested.
        open state: State,
        /// The damage marked on it, while it is a unit [ruling-105].
        unshown damage: i64,
        /// It was released, or became a unit, this turn.
        #[seen = "Whether it was released, or became a unit, this turn."]
        open fresh: InTurn,
        /// The cards under it, by their ids.
        #[seen = "The cards under it."]
        open auras: Vec<String> in Auras,
        /// Its abilities that are limited and were used this turn, counted from 1 [用语.起动能力.3].
        #[seen = "Its abilities that are limited and were used this turn, counted from 1."]
        open used: Vec<u8> in Used,
        /// As the unit that it is besides; none: it is none [ruling-105].
        open derived unit: Option<UnitView<'m>> = view::as_unit for reader,
    }

    /// A card in the energy zone.
    thing Energy, EnergyView {
        /// The card's id in the pool.
        #[seen = "Its id in the pool."]
        #[schemars(example = &"bd-001")]
        open needed card: String in Face,
        /// Standing, rested or face down.
        open state: State,
        /// Its abilities that are limited and were used this turn, counted from 1 [ruling-98].
        #[seen = "Its abilities that are limited and were used this turn, counted from 1."]
        open used: Vec<u8> in Used,
    }

    /// A unit on the field.
    thing Standing, UnitView {
        /// The card's id in the pool.
        #[seen = "Its id in the pool."]
        #[schemars(example = &"bd-001")]
        open needed card: String in Face,
        /// Standing or rested.
        open state: State,
        /// The damage marked on it.
        open damage: i64,
        /// It entered this turn.
        #[seen = "Whether it entered this turn."]
        open fresh: InTurn,
        /// How it entered.
        open came: Came,
        /// The number of the ability that offers the Evol cost with which it was used; 0: none [ruling-94].
        unshown evol: u8,
        /// It came from a graveyard.
        #[seen = "Whether it came from a graveyard."]
        open from_graveyard: bool,
        /// Of a command: as what unit it entered [ruling-100].
        unshown as_unit: Option<Body>,
        /// The player whose deck it came from; without it, the player on whose side it is.
        #[seen = "The player whose deck it came from."]
        open owner: Option<kernel::Seat> in Owner,
        /// The cards under it, by their ids; they belong to the owner of the unit [ruling-85].
        #[seen = "The cards under it, each of which gives it power [ruling-85]."]
        open auras: Vec<String> in Auras,
        /// Its abilities that are limited and were used this turn, counted from 1 [用语.起动能力.3].
        #[seen = "Its abilities that are limited and were used this turn, counted from 1."]
        open used: Vec<u8> in Used,
        /// Its hit now.
        open derived hit: i64 = stat::hit,
        /// Its keywords now.
        open derived keywords: Vec<Keyword> = stat::keywords,
        /// Its power now.
        open derived power: i64 = stat::power,
    }

    #[doc = "One player's half of the table. Lists are top first. Card numbers count through a position \
        seat by seat:\nterritory, field, each with the cards under it, then energy, hand, deck, life, \
        graveyard, removed cards,\nD-deck."]
    #[seen = "One player's half."]
    player Half, HalfView {
        /// 领域.
        open territory: Option<Territory> as TerritoryView in Zone::Territory by "准备.2",
        /// 场.
        open field: Vec<Standing> as UnitView in Zone::Field by "ruling-52",
        /// 能量区.
        open energy: Vec<Energy> as EnergyView in Zone::Energy by "准备.6",
        /// 手牌.
        owner hand: Pile in Zone::Hand by "ruling-74",
        /// 山札.
        sealed deck: Pile in Zone::Deck by "准备.1",
        /// 生命区.
        #[seen = "生命区, yellow and red."]
        sealed life: Pile in Zone::Life by "准备.5",
        /// 墓地.
        open graveyard: Pile in Zone::Graveyard by "ruling-52",
        /// Cards removed from the game.
        open removed: Pile in Zone::Removed by "ruling-52",
        /// D卡組 [ruling-104].
        #[seen = "D卡組."]
        owner d_deck: Pile in Zone::DDeck by "ruling-104",
        /// Used cards that wait.
        open unsaid chain in Zone::Chain by "ruling-52",
        /// Cards put aside in a redraw.
        owner unsaid aside in Zone::Aside by "ruling-6",
        /// 指示物 of the player [用语.指示物].
        #[seen = "指示物 of the player, by their names."]
        open counters: Counters,
        /// What this player leaves out the next time.
        #[seen = "What the player leaves out the next time."]
        open skips: Vec<Skipped>,
        /// What happened this turn to or by this player.
        open this_turn: Counted,
        /// The cards of life that count as red [ruling-7].
        open derived red_life: usize = view::red_life,
        /// The cards of life that count as yellow [ruling-7].
        open derived yellow_life: usize = view::yellow_life,
    }
}

/// The counters of a player by their names.
pub type Counters = Vec<(String, u32)>;

/// Counters of a player.
#[wire]
pub struct Counter {
    /// How many.
    pub n: u32,
    /// Their name.
    #[schemars(example = &"judgment")]
    pub name: String,
}

/// Those of which there are any.
impl StateFact<BuildDivide> for Counters {
    type Said = Vec<Counter>;
    type Seen = Vec<Counter>;

    fn said(&self, _: &kernel::State<BuildDivide>) -> Vec<Counter> {
        let any = self.iter().filter(|(_, n)| *n > 0);
        any.map(|(name, n)| Counter { n: *n, name: name.clone() }).collect()
    }

    fn held(said: &Vec<Counter>, _: &kernel::State<BuildDivide>) -> Counters {
        said.iter().map(|counter| (counter.name.clone(), counter.n)).collect()
    }
}

impl Same for Vec<Skipped> {}

impl Same for Came {}
impl Same for State {}

impl Mark {
    /// 竖置.
    pub const fn stands(&self) -> bool {
        matches!(self.state, State::Standing)
    }

    /// 静置.
    pub const fn is_rested(&self) -> bool {
        matches!(self.state, State::Rested)
    }

    /// Of energy: it lies face down [ruling-89].
    pub const fn is_face_down(&self) -> bool {
        matches!(self.state, State::FaceDown)
    }
}

/// The turn in which something happened to a card; 0: before the game.
#[held(Copy, Default)]
pub struct InTurn(pub u16);

/// Whether it is this turn.
impl StateFact<BuildDivide> for InTurn {
    type Said = bool;
    type Seen = bool;

    fn said(&self, state: &kernel::State<BuildDivide>) -> bool {
        self.0 > 0 && self.0 == state.facts.turn
    }

    fn held(said: &bool, state: &kernel::State<BuildDivide>) -> InTurn {
        InTurn(if *said { state.facts.turn } else { 0 })
    }
}

/// A set of keywords, as bits.
#[held(Copy, Default)]
pub struct Keywords(u8);

impl Keywords {
    /// Whether a keyword is in the set.
    pub const fn has(self, keyword: Keyword) -> bool {
        self.0 & (1 << keyword as u8) != 0
    }
}

impl FromIterator<Keyword> for Keywords {
    fn from_iter<I: IntoIterator<Item = Keyword>>(keywords: I) -> Keywords {
        Keywords(keywords.into_iter().fold(0, |bits, keyword| bits | 1 << keyword as u8))
    }
}

const _: () = assert!(Keyword::ALL.len() <= 8 * size_of::<Keywords>());

impl StateFact<BuildDivide> for Keywords {
    type Said = Vec<Keyword>;
    type Seen = Vec<Keyword>;

    fn said(&self, _: &kernel::State<BuildDivide>) -> Vec<Keyword> {
        Keyword::ALL.into_iter().filter(|keyword| self.has(*keyword)).collect()
    }

    fn held(said: &Vec<Keyword>, _: &kernel::State<BuildDivide>) -> Keywords {
        said.iter().copied().collect()
    }
}

/// The cards under a card, which belong to its owner [ruling-85].
#[derive(Debug)]
pub struct Auras;

impl Aspect<BuildDivide> for Auras {
    type Said = Vec<String>;
    type Seen<'m> = Vec<CardView<'m>>;

    fn said(builder: &mut PositionBuilder<'_, '_, BuildDivide>, card: CardId) -> Vec<String> {
        let game = builder.game;
        let auras = game.state.table.pile(card).to_vec();
        if auras.iter().any(|aura| table::owner(game, *aura) != table::owner(game, card)) {
            let at = |seat: kernel::Seat, zone: &str| format!("/players/{}/{zone}", seat.number());
            let at = match table::lies(game, card) {
                Some((table::Zone::Territory, seat)) => at(seat, "territory/auras"),
                _ => at(table::controller(game, card), "field"),
            };
            builder.inexpressible(at, Inexpressible::Place);
        }
        auras.into_iter().map(|aura| builder.card(aura)).collect()
    }

    fn seen<'m>(game: &'m Game<'_>, reader: Reader, card: CardId) -> Vec<CardView<'m>> {
        cards(game, reader, game.state.table.pile(card))
    }

    fn after(auras: &Vec<String>, pool: &Pool, state: &mut kernel::State<BuildDivide>, card: CardId) {
        let owner = state.table.card(card).map(|card| card.owner).unwrap_or_default();
        for aura in auras.iter().filter_map(|id| pool.find(id)) {
            state.table.set_member(aura, owner, card, Role::Aura, Mark::default());
        }
    }

    fn ids<'s>(auras: &'s Vec<String>, at: &str, ids: &mut Vec<(String, &'s str)>) {
        ids.extend(auras.iter().enumerate().map(|(place, id)| (format!("{at}/{place}"), id.as_str())));
    }
}

/// The limited abilities of a card that were used this turn, counted from 1.
#[derive(Debug)]
pub struct Used;

impl Aspect<BuildDivide> for Used {
    type Said = Vec<u8>;
    type Seen<'m> = Vec<u8>;

    fn said(builder: &mut PositionBuilder<'_, '_, BuildDivide>, card: CardId) -> Vec<u8> {
        used(builder.game, card)
    }

    fn seen(game: &Game<'_>, _: Reader, card: CardId) -> Vec<u8> {
        used(game, card)
    }

    fn after(used: &Vec<u8>, _: &Pool, state: &mut kernel::State<BuildDivide>, card: CardId) {
        let me = state.table.object(card);
        let Some(definition) = state.table.card(card).map(|card| card.definition) else { return };
        let numbers = used.iter().filter_map(|number| number.checked_sub(1));
        let used = numbers.map(|number| (me, AbilityId { definition, number, mode: 0 }));
        state.facts.used.extend(used);
    }
}
