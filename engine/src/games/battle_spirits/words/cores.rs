//! What effects do with cores: 靈魂能量.3, FAQ.靈魂能量.Q2, FAQ.效果通則.Q10, 用語集.空間; ruling-35, ruling-36, ruling-66,
//! ruling-78, ruling-83, ruling-109, ruling-119.

use std::fmt;

use serde::de::value::{MapAccessDeserializer, StrDeserializer};
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use super::super::amounts::{CoreZone, Source as Place};
use super::super::cores::CoreChoice;
use super::super::findings;
use super::super::table::{self, Game, LIFE, RESERVE, TRASH, Verb, ZoneOf, cores, holder, owner};
use super::super::zone;
use super::super::{BattleSpirits, Question, prohibition};
use super::effect::{Running, by};
use super::{Amount, Select};
use crate::abilities::{Answer, EffectWord, Lint, Next, Objects, Pause, Scene, Side, candidates};
use crate::kernel::{Holder, Object, Seat, Spelled, wire};
use crate::schema::JsonSchema;

/// Where cores lie or go.
#[wire]
pub enum Where {
    /// 空間.
    Void,
    /// 預備區.
    Reserve,
    /// 生命值.
    Life,
    /// 廢棄區.
    Trash,
    /// 除外.
    Exile,
    /// On the cards meant.
    On(Select),
}

/// How many cores go from each place.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum HowMany {
    /// So many, or as many as there are.
    Number(Amount),
    /// All of them.
    All(AllWord),
}

impl<'de> Deserialize<'de> for HowMany {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<HowMany, D::Error> {
        struct Either;

        impl<'de> Visitor<'de> for Either {
            type Value = HowMany;

            fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str("a whole number, a word for one, or `all`")
            }

            fn visit_i64<E: Error>(self, number: i64) -> Result<HowMany, E> {
                Ok(HowMany::Number(Amount::Number(number)))
            }

            fn visit_u64<E: Error>(self, number: u64) -> Result<HowMany, E> {
                i64::try_from(number).map(Amount::Number).map(HowMany::Number).map_err(E::custom)
            }

            fn visit_str<E: Error>(self, word: &str) -> Result<HowMany, E> {
                if word == AllWord::All.word() {
                    return Ok(HowMany::All(AllWord::All));
                }
                Amount::deserialize(StrDeserializer::new(word)).map(HowMany::Number)
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<HowMany, A::Error> {
                Amount::deserialize(MapAccessDeserializer::new(map)).map(HowMany::Number)
            }
        }

        deserializer.deserialize_any(Either)
    }
}

/// All cores.
#[wire(Copy)]
pub enum AllWord {
    /// All of them.
    All,
}

/// What a text says of the soul core.
#[wire(Copy, Default)]
pub enum SoulCore {
    /// Nothing: it may be one of them where it may go [靈魂能量.3].
    #[default]
    Unnamed,
    /// It is not one of them.
    Without,
    /// Only it.
    Only,
}

/// Cores go from one place to another; their owner chooses which [FAQ.靈魂能量.Q2]. What leaves a card goes into
/// zones of its owner [FAQ.效果通則.Q10]. From the void so many go onto each of the cards.
#[wire(Part<BattleSpirits>)]
pub struct MoveCores {
    /// How many from each place; without it, one.
    #[serde(default = "one")]
    #[part(plain)]
    pub n: HowMany,
    /// So many in total from all places of a player, at least one from each as far as the number goes
    /// [ruling-35].
    #[optional]
    pub in_total: bool,
    /// Only until so many are left there [ruling-109].
    pub until: Option<u32>,
    /// From where.
    #[part(plain)]
    pub from: Where,
    /// To where.
    #[part(plain)]
    pub to: Where,
    /// Whose zone they leave, or get.
    #[optional]
    pub of: Side,
    /// What the text says of the soul core.
    #[optional]
    pub soul: SoulCore,
}

const fn one() -> HowMany {
    HowMany::Number(Amount::one())
}

/// One place that cores leave, and where they go.
#[derive(Debug, Clone, Copy)]
struct Way {
    from: Holder,
    to: Holder,
    seat: Seat,
    place: Place,
}

impl Where {
    fn zone(&self) -> Option<(ZoneOf, CoreZone)> {
        Some(match self {
            Where::Reserve => (RESERVE, CoreZone::Reserve),
            Where::Life => (LIFE, CoreZone::Life),
            Where::Trash => (TRASH, CoreZone::Trash),
            Where::Exile => (table::EXILE, CoreZone::Exile),
            Where::Void | Where::On(_) => return None,
        })
    }

    const fn cards(&self) -> Option<&Select> {
        match self {
            Where::On(select) => Some(select),
            Where::Reserve | Where::Life | Where::Trash | Where::Exile | Where::Void => None,
        }
    }

    fn lint(&self, lint: &mut Lint<'_, BattleSpirits>, key: &str) {
        if let Where::On(select) = self {
            lint.inside(key, |lint| lint.inside("on", |lint| select.lint(lint)));
        }
    }

    /// Whether a soul core may go there although the text names no soul core [靈魂能量.3, ruling-36].
    fn is_for_soul_core(&self, game: &Game<'_>) -> bool {
        matches!(self, Where::Reserve | Where::Trash | Where::On(_))
            || !game.all_in_force(&[cite!("靈魂能量.3"), cite!("ruling-36")])
    }
}

impl MoveCores {
    /// How many cores of each kind could go from a place.
    fn there(&self, game: &Game<'_>, from: Holder) -> [u32; 2] {
        let [normal, soul] = match from {
            Holder::Supply => [u32::MAX, 0],
            _ => cores(game, from),
        };
        match self.soul {
            SoulCore::Only => [0, soul],
            SoulCore::Without => [normal, 0],
            SoulCore::Unnamed if self.to.is_for_soul_core(game) => [normal, soul],
            SoulCore::Unnamed => [normal, 0],
        }
    }

    /// How many go from a place.
    fn count(&self, game: &Game<'_>, scene: &Scene<'_>, from: Holder) -> u32 {
        let [normal, soul] = self.there(game, from);
        let all = normal.saturating_add(soul);
        let wanted = match &self.n {
            HowMany::Number(n) => u32::try_from(n.value(game, scene).max(0)).unwrap_or(u32::MAX),
            HowMany::All(_) => u32::MAX,
        };
        let wanted = if from == Holder::Supply { wanted.min(MOST) } else { wanted };
        let floor = match from {
            Holder::Card(card) => self.until.unwrap_or(0).max(prohibition::core_floor(game, card)),
            _ => self.until.unwrap_or(0),
        };
        let above = match from {
            Holder::Supply => u32::MAX,
            _ => table::all_cores(game, from).saturating_sub(floor),
        };
        wanted.min(all).min(above)
    }

    /// The ways that cores take, from and to these cards.
    fn ways(&self, game: &Game<'_>, scene: &Scene<'_>, from: &Objects, to: &Objects) -> Vec<Way> {
        let on_field = |object: &&Object| table::stands(game, **object);
        let mut ways = Vec::new();
        let mut add = |seat: Seat, from: Holder, place: Place| {
            let onto = to.iter().filter(on_field).map(|object| Holder::Card(object.card));
            let most = if from == Holder::Supply { usize::MAX } else { 1 };
            let targets: Vec<Holder> = match &self.to {
                Where::Void => vec![Holder::Supply],
                Where::On(_) => onto.take(most).collect(),
                zone @ (Where::Reserve | Where::Life | Where::Trash | Where::Exile) => {
                    zone.zone().into_iter().map(|(zone, _)| holder(zone, seat)).collect()
                }
            };
            for to in targets.into_iter().filter(|to| *to != from) {
                // No core goes to a card of the other player [FAQ.效果通則.Q10].
                let of_other = matches!(to, Holder::Card(card) if owner(game, card) != seat);
                let crosses = of_other && from != Holder::Supply && game.in_force(cite!("FAQ.效果通則.Q10"));
                if !crosses {
                    ways.push(Way { from, to, seat, place });
                }
            }
        };
        match &self.from {
            Where::On(_) => {
                for object in from.iter().filter(on_field) {
                    add(owner(game, object.card), Holder::Card(object.card), Place::Card(object.card));
                }
            }
            Where::Void => {
                for &seat in self.of.seats(scene.seat) {
                    add(seat, Holder::Supply, Place::zone(CoreZone::Void, seat));
                }
            }
            zone @ (Where::Reserve | Where::Life | Where::Trash | Where::Exile) => {
                for &seat in self.of.seats(scene.seat) {
                    if let Some((of, word)) = zone.zone() {
                        add(seat, holder(of, seat), Place::zone(word, seat));
                    }
                }
            }
        }
        ways
    }

    fn verb(&self) -> Verb {
        match self.from {
            Where::Void => Verb::CoreGained,
            Where::Life => Verb::LifeReduced,
            Where::Reserve | Where::Trash | Where::Exile | Where::On(_) => Verb::CoresMoved,
        }
    }

    /// Moves cores off one place; returns whether all cores that the text asks for moved.
    fn carry(&self, run: &mut Running<'_, '_>, way: Way) -> Result<bool, Pause> {
        let count = self.count(run.game, &run.scene(), way.from);
        let over = vec![(way.place, self.there(run.game, way.from))];
        let choice = CoreChoice { over, count, bounds: Vec::new() };
        let moved = carry_chosen(run, way.seat, choice, &[[way.from, way.to]], self.verb())?;
        let wanted = match &self.n {
            HowMany::Number(n) => n.value(run.game, &run.scene()),
            HowMany::All(_) => 1,
        };
        Ok(moved && count > 0 && (self.until.is_some() || i64::from(count) >= wanted))
    }
}

impl MoveCores {
    /// Moves a number in total off the places of one player; returns whether all cores that the text asks for
    /// moved [ruling-35].
    fn carry_total(&self, run: &mut Running<'_, '_>, ways: &[Way]) -> Result<bool, Pause> {
        let Some(seat) = ways.first().map(|way| way.seat) else { return Ok(true) };
        let (game, scene) = (&*run.game, run.scene());
        let most: Vec<u32> = ways.iter().map(|way| self.count(game, &scene, way.from)).collect();
        let there = most.iter().fold(0u32, |sum, count| sum.saturating_add(*count));
        let wanted = match &self.n {
            HowMany::Number(n) => u32::try_from(n.value(game, &scene).max(0)).unwrap_or(u32::MAX),
            HowMany::All(_) => there,
        };
        let count = wanted.min(there);
        let filled = u32::try_from(most.iter().filter(|count| **count > 0).count()).unwrap_or(u32::MAX);
        let least = u32::from(count >= filled && game.in_force(cite!("ruling-35")));
        let bounds = most.iter().map(|most| (least.min(*most), *most)).collect();
        let over = ways.iter().map(|way| (way.place, self.there(game, way.from))).collect();
        let choice = CoreChoice { over, count, bounds };
        let ways: Vec<[Holder; 2]> = ways.iter().map(|way| [way.from, way.to]).collect();
        let moved = carry_chosen(run, seat, choice, &ways, self.verb())?;
        Ok(moved && count > 0 && count >= wanted)
    }
}

/// The cores of a choice, which `seat`, whose cores they are, makes [FAQ.靈魂能量.Q2, ruling-78] if more than
/// one selection is legal [ruling-66]. `None`: the answer was about something else.
pub(super) fn choose_cores(
    run: &mut Running<'_, '_>,
    seat: Seat,
    choice: CoreChoice,
) -> Result<Option<Vec<(u8, u32)>>, Pause> {
    let rules = [cite!("FAQ.靈魂能量.Q2"), cite!("ruling-78")];
    if !choice.is_open() || !run.game.all_in_force(&rules) {
        return Ok(Some(choice.first()));
    }
    match run.remembered() {
        Some(Answer::Pieces(pieces)) => Ok(Some(pieces)),
        Some(_) => Ok(None),
        None => {
            run.game.ask(seat, Question::Cores(choice));
            Err(Pause::Asked)
        }
    }
}

/// Moves cores of the places of a choice, each along the way of its place; returns whether all of them moved.
pub(super) fn carry_chosen(
    run: &mut Running<'_, '_>,
    seat: Seat,
    choice: CoreChoice,
    ways: &[[Holder; 2]],
    verb: Verb,
) -> Result<bool, Pause> {
    let Some(pieces) = choose_cores(run, seat, choice)? else { return Ok(false) };
    let by = by(run, cite!("用語集.能量"));
    let mut moved = true;
    for (place, way) in ways.iter().enumerate() {
        moved &= zone::carry(run.game, verb, CoreChoice::of_place(&pieces, place), *way, by);
    }
    Ok(moved)
}

/// The most cores that one effect takes from the void.
const MOST: u32 = 1_000;

impl EffectWord<BattleSpirits> for MoveCores {
    fn lint(&self, lint: &mut Lint<'_, BattleSpirits>) {
        if let HowMany::Number(n) = &self.n {
            lint.inside("n", |lint| n.lint_count(lint));
        }
        self.from.lint(lint, "from");
        self.to.lint(lint, "to");
        if self.in_total && (self.from.cards().is_none() || matches!(self.n, HowMany::All(_))) {
            lint.inside("in_total", |lint| lint.find("wrong_attribute", findings::total_only_from_cards()));
        }
        if self.from == self.to && self.from.cards().is_none() {
            lint.find("wrong_attribute", findings::cores_stay());
        }
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let picked = |run: &mut Running<'_, '_>, of: &Where| match of.cards() {
            Some(select) => run.pick(select, cite!("FAQ.指定效果.Q1")),
            None => Ok(Objects::new()),
        };
        let from = picked(run, &self.from)?;
        let to = picked(run, &self.to)?;
        let ways = self.ways(run.game, &run.scene(), &from, &to);
        let keep = run.decided();
        if self.in_total {
            let of = |seat: Seat| ways.iter().copied().filter(|way| way.seat == seat).collect::<Vec<Way>>();
            let groups = Seat::BOTH.map(of);
            while let Some(group) = groups.get(run.done()) {
                if !self.carry_total(run, group)? {
                    run.falls_short();
                }
                run.one_done(keep);
            }
            return Ok(Next::Done(!ways.is_empty()));
        }
        while let Some(&way) = ways.get(run.done()) {
            if !self.carry(run, way)? {
                run.falls_short();
            }
            run.one_done(keep);
        }
        Ok(Next::Done(!ways.is_empty()))
    }

    fn can_do_some(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        let found = |of: &Where| match of.cards() {
            Some(select) => candidates(game, scene, select),
            None => Objects::new(),
        };
        let (from, to) = (found(&self.from), found(&self.to));
        let tos = if to.is_empty() {
            vec![Objects::new()]
        } else {
            to.iter().map(|to| Objects::from_elem(*to, 1)).collect()
        };
        tos.iter().any(|to| {
            let ways = self.ways(game, scene, &from, to);
            ways.iter().any(|way| self.count(game, scene, way.from) > 0)
        })
    }

    fn is_open(&self) -> bool {
        [&self.from, &self.to].into_iter().filter_map(|of| of.cards()).all(Select::is_open)
    }

    fn selection(&self) -> Option<Select> {
        self.from.cards().or(self.to.cards()).cloned()
    }
}
