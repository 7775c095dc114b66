//! Costs besides the energy of a card, and paying inside a text: 用语.起动能力.2, 用语.舍弃, 用语.生命最上方的卡放到墓地, 用语.指示物;
//! ruling-13, ruling-55, ruling-87, ruling-88, ruling-89, ruling-94, ruling-98.

use super::super::pay::{self, Due};
use super::super::printed::EnergyCost;
use super::super::table::{
    self, DECK, ENERGY, FIELD, GRAVEYARD, Game, HAND, LIFE, REMOVED, Verb, lies_in, list, mark,
};
use super::super::zone::{self, By};
use super::super::{BuildDivide, stat};
use super::effect::Running;
use super::target::{colors_of, sets};
use super::{Effect, Filter};
use crate::abilities::filter::has_all;
use crate::abilities::{
    Answer, Bound, Choosable, EffectWord, FilterWord, Lint, Next, Objects, Pause, Scene, Side,
};
use crate::game_kit::fields::fields;
use crate::kernel::shape::{Domain, Slot as ShapeSlot, Value};
use crate::kernel::{Acts, CardId, End, Object, Seat, wire};
use crate::verdict::Cite;

/// What is paid.
#[wire]
pub struct Costs {
    /// All of it; energy first, then the rest in this order.
    pub pay: Vec<Cost>,
}

/// One part of a cost.
#[wire]
pub enum Cost {
    /// Energy is rested.
    Energy(EnergyCost),
    /// This card is rested; it has to stand.
    RestThis,
    /// Own standing units are rested.
    Rest {
        /// How many.
        n: Option<u32>,
        /// In place of a number: any that have so much power in all [ruling-88].
        total_power: Option<u32>,
        /// What they have to be.
        #[optional]
        fits: Vec<Filter>,
    },
    /// Cards of the own hand are discarded.
    Discard {
        /// How many.
        n: u32,
        /// What they have to be.
        #[optional]
        fits: Vec<Filter>,
    },
    /// The top cards of the own deck go to the graveyard.
    Mill {
        /// How many.
        n: u32,
    },
    /// The top cards of the own life go to the graveyard.
    Life {
        /// How many.
        n: u32,
    },
    /// Own units are destroyed.
    Destroy {
        /// How many.
        n: u32,
        /// What they have to be.
        #[optional]
        fits: Vec<Filter>,
    },
    /// This card is destroyed.
    DestroyThis,
    /// Own units go back to the hand.
    Return {
        /// How many.
        n: u32,
        /// What they have to be.
        #[optional]
        fits: Vec<Filter>,
    },
    /// Cards of the own energy zone go to the graveyard.
    EnergyToGraveyard {
        /// How many.
        n: u32,
    },
    /// Counters of the player are removed.
    RemoveCounters {
        /// Which.
        name: String,
        /// How many.
        n: u32,
    },
    /// The own territory is closed; it has to be released.
    CloseTerritory,
    /// Energy of any colour, as much as the number X.
    X,
    /// Cards of the own graveyard are removed.
    Exile {
        /// How many.
        n: u32,
        /// What they have to be.
        #[optional]
        fits: Vec<Filter>,
        /// So many different colours in all, at least [ruling-87].
        colors: Option<u32>,
    },
    /// Own standing energy is turned face down [ruling-89].
    FaceDown {
        /// How many.
        n: u32,
    },
    /// Auras of this are discarded [ruling-85].
    DiscardAuras {
        /// How many.
        n: u32,
    },
    /// Cards of the own hand become auras of this [ruling-85].
    PutUnder {
        /// How many.
        n: u32,
        /// What they have to be.
        #[optional]
        fits: Vec<Filter>,
    },
}

/// What is named for the parts of a cost that leave a choice.
#[fields]
#[derive(Default, Hash)]
pub struct EffectCost {
    /// Auras that are discarded.
    #[optional]
    pub auras: Vec<CardId>,
    /// Units that are destroyed.
    #[optional]
    pub destroy: Vec<CardId>,
    /// Hand cards that are discarded.
    #[optional]
    pub discard: Vec<CardId>,
    /// Energy cards that go to the graveyard.
    #[optional]
    pub energy: Vec<CardId>,
    /// Cards of the graveyard that are removed.
    #[optional]
    pub exile: Vec<CardId>,
    /// Energy cards that are turned face down.
    #[optional]
    pub face_down: Vec<CardId>,
    /// Hand cards that become auras.
    #[optional]
    pub put_under: Vec<CardId>,
    /// Units that are rested.
    #[optional]
    pub rest: Vec<CardId>,
    /// Units that go back to the hand.
    #[optional]
    #[serde(rename = "return")]
    pub to_hand: Vec<CardId>,
}

/// A form of cost for which cards are named.
#[wire(Copy)]
pub enum Form {
    /// Auras.
    Auras,
    /// Destroyed units.
    Destroy,
    /// Discarded cards.
    Discard,
    /// Energy cards that go to the graveyard.
    Energy,
    /// Removed cards.
    Exile,
    /// Energy that is turned face down.
    FaceDown,
    /// Cards that become auras.
    PutUnder,
    /// Rested units.
    Rest,
    /// Returned units.
    Return,
}

/// Where cards are taken from for a part, of which two cannot take without regard to each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Store {
    Hand,
    Units,
    Energy,
    Graveyard,
    Auras,
}

impl Form {
    const ALL: [Form; 9] = [
        Form::Auras,
        Form::Destroy,
        Form::Discard,
        Form::Energy,
        Form::Exile,
        Form::FaceDown,
        Form::PutUnder,
        Form::Rest,
        Form::Return,
    ];

    /// The field of an entry.
    const fn field(self) -> &'static str {
        match self {
            Form::Auras => "cost.auras",
            Form::Destroy => "cost.destroy",
            Form::Discard => "cost.discard",
            Form::Energy => "cost.energy",
            Form::Exile => "cost.exile",
            Form::FaceDown => "cost.face_down",
            Form::PutUnder => "cost.put_under",
            Form::Rest => "cost.rest",
            Form::Return => "cost.return",
        }
    }

    /// Under which name a text finds the cards; no text can choose under it.
    const fn key(self) -> &'static str {
        match self {
            Form::Auras => "paid auras",
            Form::Destroy => "paid destroy",
            Form::Discard => "paid discard",
            Form::Energy => "paid energy",
            Form::Exile => "paid exile",
            Form::FaceDown => "paid face_down",
            Form::PutUnder => "paid put_under",
            Form::Rest => "paid rest",
            Form::Return => "paid return",
        }
    }

    const fn store(self) -> Store {
        match self {
            Form::Auras => Store::Auras,
            Form::Destroy | Form::Rest | Form::Return => Store::Units,
            Form::Discard | Form::PutUnder => Store::Hand,
            Form::Energy | Form::FaceDown => Store::Energy,
            Form::Exile => Store::Graveyard,
        }
    }
}

impl EffectCost {
    /// The cards that are named for a form.
    pub fn cards(&self, form: Form) -> &[CardId] {
        match form {
            Form::Auras => &self.auras,
            Form::Destroy => &self.destroy,
            Form::Discard => &self.discard,
            Form::Energy => &self.energy,
            Form::Exile => &self.exile,
            Form::FaceDown => &self.face_down,
            Form::PutUnder => &self.put_under,
            Form::Rest => &self.rest,
            Form::Return => &self.to_hand,
        }
    }

    fn set(&mut self, form: Form, cards: Vec<CardId>) {
        let field = match form {
            Form::Auras => &mut self.auras,
            Form::Destroy => &mut self.destroy,
            Form::Discard => &mut self.discard,
            Form::Energy => &mut self.energy,
            Form::Exile => &mut self.exile,
            Form::FaceDown => &mut self.face_down,
            Form::PutUnder => &mut self.put_under,
            Form::Rest => &mut self.rest,
            Form::Return => &mut self.to_hand,
        };
        *field = cards;
    }
}

/// Under which name a text finds the number X.
const X: &str = "paid x";

/// The number X that was chosen on use.
pub fn x(bound: &Bound) -> i64 {
    named(bound, X)
}

/// How many cards were paid in a form.
pub fn paid(bound: &Bound, form: Form) -> i64 {
    named(bound, form.key())
}

fn named(bound: &Bound, key: &str) -> i64 {
    let named = bound.named.iter().find(|(name, _)| name == key);
    named.map_or(0, |(_, objects)| i64::try_from(objects.len()).unwrap_or(i64::MAX))
}

/// A text can refer to the number X.
pub fn bind_x(bound: &mut Bound, x: u8, me: Object) {
    if x > 0 {
        bound.named.push((X.to_owned(), Objects::from_elem(me, x.into())));
    }
}

/// What a seat pays with, and for which object.
#[derive(Debug, Clone, Copy)]
pub struct Payer {
    /// Who.
    pub seat: Seat,
    /// The object that the cost stands on.
    pub me: Object,
    /// Whether it is a card that is being used: it cannot be paid with.
    pub aside: bool,
}

impl Payer {
    const fn scene(self) -> Scene<'static> {
        static NONE: Bound = Bound::NONE;
        Scene { seat: self.seat, me: self.me, subject: None, other: None, bound: &NONE }
    }

    fn by(self, rule: Cite) -> By {
        By::cost(self.seat, Some(self.me), rule)
    }
}

/// The cards that have to be named for a part.
#[derive(Debug, Clone)]
struct Need<'c> {
    form: Form,
    from: Vec<CardId>,
    min: usize,
    max: usize,
    part: &'c Cost,
}

impl Need<'_> {
    /// Whether cards that are named fit together.
    fn is_legal(&self, game: &Game<'_>, cards: &[CardId]) -> bool {
        self.part.is_legal(game, cards)
    }

    fn domain(&self, game: &Game<'_>) -> Domain {
        match self.part {
            Cost::Rest { total_power: Some(_), .. } | Cost::Exile { colors: Some(_), .. } => {
                let sets = sets(&self.from, (self.min, self.max), |set| self.is_legal(game, set));
                Domain::OneOf(sets.into_iter().map(Value::Cards).collect())
            }
            _ => Domain::Subset { from: self.from.clone(), max: self.max, min: self.min },
        }
    }

    fn is_met(&self, game: &Game<'_>, cards: &[CardId]) -> bool {
        let twice = |(place, card): (usize, &CardId)| cards.iter().take(place).any(|other| other == card);
        (self.min..=self.max).contains(&cards.len())
            && !cards.iter().enumerate().any(twice)
            && cards.iter().all(|card| self.from.contains(card))
            && self.is_legal(game, cards)
    }
}

fn number(n: u32) -> usize {
    usize::try_from(n).unwrap_or(usize::MAX)
}

impl Cost {
    /// Its name on the wire, its number, and what its cards have to be.
    const fn said(&self) -> (&'static str, u32, &[Filter]) {
        match self {
            Cost::Energy(_) => ("energy", 1, &[]),
            Cost::RestThis => ("rest_this", 1, &[]),
            Cost::Rest { n, total_power, fits } => {
                let n = match (n, total_power) {
                    (Some(n), None) | (None, Some(n)) => *n,
                    _ => 0,
                };
                ("rest", n, fits.as_slice())
            }
            Cost::Discard { n, fits } => ("discard", *n, fits.as_slice()),
            Cost::Mill { n } => ("mill", *n, &[]),
            Cost::Life { n } => ("life", *n, &[]),
            Cost::Destroy { n, fits } => ("destroy", *n, fits.as_slice()),
            Cost::DestroyThis => ("destroy_this", 1, &[]),
            Cost::Return { n, fits } => ("return", *n, fits.as_slice()),
            Cost::EnergyToGraveyard { n } => ("energy_to_graveyard", *n, &[]),
            Cost::RemoveCounters { n, .. } => ("remove_counters", *n, &[]),
            Cost::CloseTerritory => ("close_territory", 1, &[]),
            Cost::X => ("x", 1, &[]),
            Cost::Exile { n, fits, .. } => ("exile", *n, fits.as_slice()),
            Cost::FaceDown { n } => ("face_down", *n, &[]),
            Cost::DiscardAuras { n } => ("discard_auras", *n, &[]),
            Cost::PutUnder { n, fits } => ("put_under", *n, fits.as_slice()),
        }
    }

    /// The form in which cards are named for it.
    const fn form(&self) -> Option<Form> {
        Some(match self {
            Cost::Rest { .. } => Form::Rest,
            Cost::Discard { .. } => Form::Discard,
            Cost::Destroy { .. } => Form::Destroy,
            Cost::Return { .. } => Form::Return,
            Cost::EnergyToGraveyard { .. } => Form::Energy,
            Cost::Exile { .. } => Form::Exile,
            Cost::FaceDown { .. } => Form::FaceDown,
            Cost::DiscardAuras { .. } => Form::Auras,
            Cost::PutUnder { .. } => Form::PutUnder,
            _ => return None,
        })
    }

    const fn takes_this(&self) -> bool {
        matches!(self, Cost::RestThis | Cost::DestroyThis)
    }

    /// Looks for what cannot be meant.
    fn lint(&self, lint: &mut Lint<'_, BuildDivide>) {
        let (name, n, fits) = self.said();
        lint.inside(name, |lint| {
            if let Cost::Energy(cost) = self {
                cost.lint(lint);
            }
            if n == 0 {
                lint.find("wrong_number", "a part of a cost asks for at least one");
            }
            let elsewhere = !matches!(self.form().map(Form::store), Some(Store::Units));
            lint.without(elsewhere.then_some(super::context::ON_FIELD), |lint| {
                lint.each("fits", fits, |lint, filter| filter.lint(lint));
            });
        });
    }

    /// Whether cards that are named for it fit together [ruling-87, ruling-88].
    fn is_legal(&self, game: &Game<'_>, cards: &[CardId]) -> bool {
        match self {
            Cost::Rest { total_power: Some(least), .. } => {
                let power = cards.iter().map(|card| stat::power(game, *card).max(0));
                power.fold(0, i64::saturating_add) >= i64::from(*least)
            }
            Cost::Exile { colors: Some(least), .. } => colors_of(game, cards).0 >= number(*least),
            _ => true,
        }
    }

    /// The cards that can be named for it now; energy that pays besides is left out by `pay`.
    fn need(&self, game: &Game<'_>, by: Payer, keeps_this: bool, pay: &[CardId]) -> Option<Need<'_>> {
        let (form, (_, n, fits)) = (self.form()?, self.said());
        let (seat, me) = (by.seat, by.me.card);
        let stands = |card: &CardId| !mark(game, *card).rested;
        let from: Vec<CardId> = match form {
            Form::Auras => game.state.table.pile(me).to_vec(),
            Form::Discard | Form::PutUnder => list(game, HAND, seat),
            Form::Destroy | Form::Return => list(game, FIELD, seat),
            Form::Rest => table::units(game, seat).into_iter().filter(stands).collect(),
            Form::Energy => list(game, ENERGY, seat),
            Form::FaceDown => {
                pay::standing(game, seat).into_iter().filter(|card| !pay.contains(card)).collect()
            }
            Form::Exile => list(game, GRAVEYARD, seat),
        };
        let scene = by.scene();
        let is_kept = |card: &CardId| *card == me && (by.aside || keeps_this);
        let from: Vec<CardId> =
            from.into_iter().filter(|card| !is_kept(card) && has_all(game, &scene, fits, *card)).collect();
        let (min, max) = match self {
            Cost::Rest { total_power: Some(_), .. } => (1, from.len()),
            _ => (number(n), number(n)),
        };
        Some(Need { form, from, min, max, part: self })
    }

    /// Whether a part without a choice can be paid [ruling-55].
    fn is_payable(&self, game: &Game<'_>, by: Payer) -> bool {
        let (seat, me) = (by.seat, by.me);
        let there = |zone, n: u32| table::count(game, zone, seat) >= number(n);
        match self {
            Cost::RestThis => {
                let is_there = [FIELD, ENERGY, table::TERRITORY].into_iter();
                let mut is_there = is_there.filter(|zone| lies_in(game, me.card, *zone, seat));
                let state = mark(game, me.card);
                game.state.table.is_current(me)
                    && is_there.next().is_some()
                    && !state.rested
                    && !state.face_down
            }
            Cost::DestroyThis => table::stands(game, me),
            Cost::Mill { n } => there(DECK, *n),
            Cost::Life { n } => there(LIFE, *n),
            Cost::RemoveCounters { name, n } => game.state.facts.counters(seat, name) >= *n,
            Cost::CloseTerritory => table::is_released(game, seat),
            Cost::PutUnder { .. } => by.aside || table::stands(game, me),
            _ => true,
        }
    }

    /// Does it with the cards that are named.
    fn pay<'p>(&self, game: &mut impl Acts<'p, BuildDivide>, payer: Payer, cards: &[CardId], rule: Cite) {
        let (seat, me, by) = (payer.seat, payer.me, payer.by(rule));
        let top = |game: &Game<'_>, zone, n: u32| -> Vec<CardId> {
            list(game, zone, seat).into_iter().take(number(n)).collect()
        };
        let cards = match self {
            Cost::RestThis | Cost::DestroyThis => vec![me.card],
            Cost::CloseTerritory => table::territory(game.game(), seat).into_iter().collect(),
            Cost::Mill { n } => top(game.game(), DECK, *n),
            Cost::Life { n } => top(game.game(), LIFE, *n),
            _ => cards.to_vec(),
        };
        for card in cards {
            let table = game.game();
            let put = |verb, zone| Some(zone::leaving(table, verb, card, zone, End::Bottom, by));
            let done = match self {
                Cost::RestThis | Cost::Rest { .. } => zone::resting(table, card, by),
                Cost::DestroyThis | Cost::Destroy { .. } => Some(zone::destroying(table, card, None, by)),
                Cost::CloseTerritory => Some(zone::closing(table, card, by)),
                Cost::Return { .. } => put(Verb::ToHand, HAND),
                Cost::Discard { .. } => put(Verb::Discard, GRAVEYARD),
                Cost::Mill { .. } => put(Verb::Mill, GRAVEYARD),
                Cost::Life { .. } => put(Verb::LifeToGraveyard, GRAVEYARD),
                Cost::Exile { .. } => put(Verb::Remove, REMOVED),
                Cost::EnergyToGraveyard { .. } | Cost::DiscardAuras { .. } => {
                    put(Verb::ToGraveyard, GRAVEYARD)
                }
                Cost::FaceDown { .. } => zone::turning_down(table, card, by),
                Cost::PutUnder { .. } => Some(zone::putting_under(card, me, by)),
                Cost::Energy(_) | Cost::X | Cost::RemoveCounters { .. } => None,
            };
            zone::happen(game, done);
        }
        if let Cost::RemoveCounters { name, n } = self {
            zone::change_counters(game, seat, (name, -i64::from(*n)), by);
        }
    }
}

/// Whether parts rest or destroy the card that they stand on.
fn keep_this(parts: &[&Cost]) -> bool {
    parts.iter().any(|part| part.takes_this())
}

/// The energy that parts ask for, X being a number.
pub fn energy(parts: &[&Cost], x: u8) -> Due {
    parts.iter().fold(Due::default(), |due, part| match part {
        Cost::Energy(cost) => due.and(&Due::printed(*cost)),
        Cost::X => due.and(&Due::any(x.into())),
        _ => due,
    })
}

/// Whether parts ask for a number X.
pub fn asks_for_x(parts: &[&Cost]) -> bool {
    parts.iter().any(|part| matches!(part, Cost::X))
}

/// Whether what is named pays all parts exactly, apart from energy; `pay` is the energy that is paid besides [ruling-13,
/// ruling-55].
pub fn is_paid(game: &Game<'_>, by: Payer, parts: &[&Cost], choice: &EffectCost, pay: &[CardId]) -> bool {
    let keeps = keep_this(parts);
    let is_met = |part: &&Cost| {
        part.is_payable(game, by)
            && part.need(game, by, keeps, pay).is_none_or(|need| need.is_met(game, choice.cards(need.form)))
    };
    let asks = |form: Form| parts.iter().any(|part| part.form() == Some(form));
    parts.iter().all(is_met) && Form::ALL.into_iter().all(|form| asks(form) || choice.cards(form).is_empty())
}

/// What can be named for the parts, apart from energy; `None`: they cannot be paid.
fn needs(game: &Game<'_>, by: Payer, parts: &[&Cost], pay: &[CardId]) -> Option<Vec<ShapeSlot>> {
    let keeps = keep_this(parts);
    let mut slots = Vec::new();
    for part in parts {
        if !part.is_payable(game, by) {
            return None;
        }
        if let Some(need) = part.need(game, by, keeps, pay) {
            let domain = need.domain(game);
            if domain.count() == 0 {
                return None;
            }
            slots.push(ShapeSlot { name: need.form.field(), domain });
        }
    }
    Some(slots)
}

/// What can be paid with: energy in the field `pay`, and what the parts need.
pub fn slots(game: &Game<'_>, by: Payer, due: &Due, parts: &[&Cost]) -> Option<Vec<ShapeSlot>> {
    let domain = due.domain(game, &pay::standing(game, by.seat))?;
    let turns = parts.iter().any(|part| matches!(part, Cost::FaceDown { .. }));
    if turns && due.total > 0 {
        // What is turned face down is not what pays.
        return crate::game_kit::action::legal::dependent("pay", domain, |value| {
            needs(game, by, parts, &value.named())
        });
    }
    let own = needs(game, by, parts, &[])?;
    Some(std::iter::once(ShapeSlot { name: "pay", domain }).chain(own).collect())
}

/// Does all parts, apart from energy.
pub fn pay<'p>(
    game: &mut impl Acts<'p, BuildDivide>,
    by: Payer,
    parts: &[&Cost],
    choice: &EffectCost,
    rule: Cite,
) {
    for part in parts {
        let cards = part.form().map_or(&[][..], |form| choice.cards(form));
        part.pay(game, by, cards, rule);
    }
}

/// A text can refer to what was paid.
pub fn bind(game: &Game<'_>, choice: &EffectCost, bound: &mut Bound) {
    for form in Form::ALL.into_iter().filter(|form| !choice.cards(*form).is_empty()) {
        let objects = choice.cards(form).iter().map(|card| game.state.table.object(*card)).collect();
        bound.named.push((form.key().to_owned(), objects));
    }
}

/// The most parts of one cost.
const COST_LIMIT: usize = 8;

impl Costs {
    /// Looks for what cannot be meant: each part is chosen and paid without regard to the others.
    pub fn lint(&self, lint: &mut Lint<'_, BuildDivide>) {
        lint_parts(lint, &self.pay);
    }

    /// The parts.
    pub fn parts(&self) -> impl Iterator<Item = &Cost> {
        self.pay.iter()
    }
}

fn lint_parts(lint: &mut Lint<'_, BuildDivide>, pay: &[Cost]) {
    if pay.is_empty() || pay.len() > COST_LIMIT {
        lint.find("empty_list", format!("a cost has 1 to {COST_LIMIT} parts"));
    }
    lint.each("pay", pay, |lint, part| part.lint(lint));
    for (index, part) in pay.iter().enumerate().take(COST_LIMIT) {
        let mut before = pay.iter().take(index);
        if before.any(|other| takes_from_same(other, part)) {
            lint.inside(format!("pay/{index}"), |lint| {
                lint.find(
                    "cost_shared",
                    "a part before this one is of the same form or takes from the same cards",
                );
            });
        }
    }
}

fn takes_from_same(one: &Cost, other: &Cost) -> bool {
    let (of_one, of_other) = (one.form().map(Form::store), other.form().map(Form::store));
    one.said().0 == other.said().0 || of_one.is_some() && of_one == of_other
}

/// A player may pay a cost; sentences after it ask whether it was paid.
#[wire]
pub struct Pay {
    /// Who decides and pays.
    #[optional]
    pub who: Side,
    /// What.
    pub pay: Vec<Cost>,
}

/// How a set of cards is limited as a whole that a resolution asks for.
#[derive(Debug, Clone)]
pub enum Whole<'c> {
    /// They are energy with these colours.
    Energy(Due),
    /// They pay this part.
    Part(&'c Cost),
    /// They are the targets of this group.
    Group(&'c super::Group),
}

impl Whole<'_> {
    /// Whether cards are legal together.
    pub fn is_legal(&self, game: &Game<'_>, cards: &[CardId]) -> bool {
        match self {
            Whole::Energy(due) => due.is_covered(game, cards),
            Whole::Part(part) => part.is_legal(game, cards),
            Whole::Group(group) => group.is_legal(game, cards),
        }
    }

    /// The legal sets of these cards.
    pub fn domain(&self, game: &Game<'_>, from: &[CardId], (min, max): (usize, usize)) -> Option<Domain> {
        match self {
            Whole::Energy(due) => due.domain(game, from),
            Whole::Part(part) => {
                let form = part.form()?;
                Some(Need { form, from: from.to_vec(), min, max, part }.domain(game))
            }
            Whole::Group(group) => Some(group.among(game, from.to_vec(), (min, max))),
        }
    }
}

impl Pay {
    fn parts(&self) -> Vec<&Cost> {
        self.pay.iter().collect()
    }

    fn payer(&self, scene: &Scene<'_>) -> Payer {
        let seat = self.who.seats(scene.seat).first().copied().unwrap_or(scene.seat);
        Payer { seat, me: scene.me, aside: false }
    }

    /// What is asked for when a decision about it stands at a place: after that whether to pay, energy, then part by part.
    pub fn whole(&self, decided: usize) -> Option<Whole<'_>> {
        match decided.checked_sub(1)? {
            0 => Some(Whole::Energy(energy(&self.parts(), 0))),
            place => part_of(&self.parts(), place - 1),
        }
    }

    fn can_be_paid(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        let (parts, by) = (self.parts(), self.payer(scene));
        slots(game, by, &energy(&parts, 0), &parts).is_some()
    }
}

/// Of the parts for which cards are named, the one at a place.
pub fn part_of<'c>(parts: &[&'c Cost], place: usize) -> Option<Whole<'c>> {
    parts.iter().copied().filter(|part| part.form().is_some()).nth(place).map(Whole::Part)
}

/// Asks for cards where there is a choice.
fn ask_for(
    run: &mut Running<'_, '_>,
    seat: Seat,
    domain: &Domain,
    (from, min, max): (Vec<CardId>, usize, usize),
) -> Result<Vec<CardId>, Pause> {
    let answer = match run.remembered() {
        Some(answer) => answer,
        None if domain.count() <= 1 => {
            let only = domain.member(0).map(|value| value.named()).unwrap_or_default();
            run.settle(|_| Answer::Cards(only))
        }
        None => {
            run.ask(seat, Choosable::Cards { from, min, max, hidden: false }, cite!("ruling-22"), true)?
        }
    };
    Ok(match answer {
        Answer::Cards(cards) => cards,
        _ => Vec::new(),
    })
}

/// Asks for what parts need, energy first.
pub fn ask_parts(
    run: &mut Running<'_, '_>,
    by: Payer,
    due: &Due,
    parts: &[&Cost],
) -> Result<(Vec<CardId>, EffectCost), Pause> {
    let standing = pay::standing(run.game, by.seat);
    let domain = due.domain(run.game, &standing).unwrap_or_else(|| Domain::OneOf(Vec::new()));
    let count = usize::try_from(due.total.max(0)).unwrap_or(usize::MAX);
    let energy = ask_for(run, by.seat, &domain, (standing, count, count))?;
    let (keeps, mut choice) = (keep_this(parts), EffectCost::default());
    for part in parts {
        if let Some(need) = part.need(run.game, by, keeps, &energy) {
            let domain = need.domain(run.game);
            let cards = ask_for(run, by.seat, &domain, (need.from.clone(), need.min, need.max))?;
            choice.set(need.form, cards);
        }
    }
    Ok((energy, choice))
}

impl EffectWord<BuildDivide> for Pay {
    fn lint(&self, lint: &mut Lint<'_, BuildDivide>) {
        lint_parts(lint, &self.pay);
        if self.who == Side::Both {
            lint.inside("who", |lint| lint.find("wrong_attribute", "one player pays"));
        }
        if self.pay.iter().any(|part| matches!(part, Cost::X)) {
            lint.find("wrong_attribute", "the number X is chosen on use");
        }
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let (parts, by) = (self.parts(), self.payer(&run.scene()));
        let due = energy(&parts, 0);
        if run.decided() == 0
            && run.resolution.memo.decided.is_empty()
            && !self.can_be_paid(run.game, &run.scene())
        {
            return Ok(Next::Done(false));
        }
        if !run.yes_no(by.seat, cite!("ruling-22"), true)? {
            return Ok(Next::Done(false));
        }
        let (energy, choice) = ask_parts(run, by, &due, &parts)?;
        pay::rest(run.game, &energy, by.by(cite!("ruling-1")));
        pay(run.game, by, &parts, &choice, cite!("ruling-1"));
        Ok(Next::Done(true))
    }

    fn is_feasible(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        self.can_be_paid(game, scene)
    }
}

/// What limits the set of cards as a whole that a text asks for now, if anything does.
pub fn whole<'p>(game: &Game<'p>, seat: Seat) -> Option<Whole<'p>> {
    use crate::abilities::Language;
    use crate::abilities::resolve::ResolutionStage;
    let choice = BuildDivide::choice(&game.asked(seat)?.question)?;
    let resolution = crate::abilities::asking(game, choice)?;
    let decided = resolution.memo.decided.len();
    if resolution.stage == ResolutionStage::Offer {
        let ability = super::super::effect::ability(game, resolution.ability)?;
        return ability.targets(resolution.ability.mode).get(decided).map(Whole::Group);
    }
    match resolution.word(game)? {
        Effect::Pay(word) => word.whole(decided),
        Effect::UseCard(word) => word.whole(game, &resolution),
        _ => None,
    }
}
