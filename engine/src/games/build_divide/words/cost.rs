//! Costs besides the energy of a card, and paying inside a text: 用语.起动能力.2, 用语.舍弃, 用语.生命最上方的卡放到墓地, 用语.指示物;
//! ruling-13, ruling-55, ruling-87, ruling-88, ruling-89, ruling-94, ruling-98.

use super::super::findings;
use super::super::pay::{self, EnergyPrice};
use super::super::printed::EnergyCost;
use super::super::table::{
    self, DECK, ENERGY, FIELD, GRAVEYARD, Game, HAND, LIFE, REMOVED, TERRITORY, Verb, lies_in, list, mark,
};
use super::super::targets::groups_of;
use super::super::zone::{self, By};
use super::super::{BuildDivide, Step};
use super::effect::{Running, begun as begun_of, did};
use super::target::{colors_of, summed};
use super::{Effect, Filter, Stat};
use crate::abilities::filter::has_all;
use crate::abilities::target::{Group, Whole, sets};
use crate::abilities::{Bound, EffectWord, FilterWord, Lint, Next, Objects, Pause, Scene, Side};
use crate::game_kit::action::legal::{Values, dependent};
use crate::game_kit::cost::{self, Form as _, Named as _, Need, Part, Payer, forms};
use crate::kernel::shape::{Domain, Slot as ShapeSlot};
use crate::kernel::{Acts, CardId, End, Frame, Object, Seat, wire};
use crate::verdict::Cite;

/// What is paid.
#[wire]
pub struct Costs {
    /// All of it: energy first, then the rest in this order.
    pub pay: Vec<Cost>,
}

/// How many cards a part takes, and what they have to be.
#[wire]
pub struct Many {
    /// How many.
    #[optional]
    pub n: u32,
    /// What they have to be.
    #[optional]
    pub fits: Vec<Filter>,
    /// Of units that are rested, in place of a number: any that have so much power in all [ruling-88].
    pub total_power: Option<u32>,
    /// Of cards that are removed: so many different colours in all, at least; without a number, any that have
    /// them [ruling-87].
    pub colors: Option<u32>,
}

/// One part of a cost.
#[wire]
pub enum Cost {
    /// Energy is rested.
    Energy(EnergyCost),
    /// Energy of any colour is rested, as much as the number X.
    X,
    /// This card is rested; it has to stand.
    RestThis,
    /// This card is destroyed.
    DestroyThis,
    /// The own territory is closed; it has to be released.
    CloseTerritory,
    /// Counters of the player are removed.
    RemoveCounters {
        /// Which.
        name: String,
        /// How many.
        n: u32,
    },
    /// The top cards of the own deck go to the graveyard.
    Mill(Many),
    /// The top cards of the own life go to the graveyard.
    Life(Many),
    /// Own standing units are rested.
    Rest(Many),
    /// Own units are destroyed.
    Destroy(Many),
    /// Own units go back to the hand.
    Return(Many),
    /// Cards of the own hand are discarded.
    Discard(Many),
    /// Cards of the own hand become auras of this [ruling-85].
    PutUnder(Many),
    /// Own units become auras of this [ruling-85].
    AttachUnits(Many),
    /// Auras of this are discarded [ruling-85].
    DiscardAuras(Many),
    /// Cards of the own graveyard are removed.
    Exile(Many),
    /// Cards of the own energy zone go to the graveyard.
    EnergyToGraveyard(Many),
    /// Own standing energy is turned face down [ruling-89].
    FaceDown(Many),
}

/// Where a part takes its cards from; two parts of a cost cannot take from the same store independently.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Store {
    Hand,
    Units,
    Energy,
    Graveyard,
    Auras,
}

forms! {
    /// Units that become auras.
    Attach = "attach_units" in attach_units from Units;
    /// Auras that are discarded.
    Auras = "auras" in auras from Auras;
    /// Units that are destroyed.
    Destroy = "destroy" in destroy from Units;
    /// Hand cards that are discarded.
    Discard = "discard" in discard from Hand;
    /// Energy cards that go to the graveyard.
    Energy = "energy" in energy from Energy;
    /// Cards of the graveyard that are removed.
    Exile = "exile" in exile from Graveyard;
    /// Energy cards that are turned face down.
    FaceDown = "face_down" in face_down from Energy;
    /// Hand cards that become auras.
    PutUnder = "put_under" in put_under from Hand;
    /// Units that are rested.
    Rest = "rest" in rest from Units;
    /// Units that go back to the hand.
    Return = "return" in to_hand from Units;
}

/// The name under which a text finds the number X.
const X: &str = "paid x";

/// The number X that the player chose for the use.
pub fn x(bound: &Bound) -> i64 {
    cost::count_of(bound, X)
}

/// How many cards paid a part of this form.
pub fn paid(bound: &Bound, form: Form) -> i64 {
    cost::count_of(bound, form.key())
}

/// Binds the number X, so that the text can refer to it.
pub fn bind_x(bound: &mut Bound, x: u8, me: Object) {
    if x > 0 {
        bound.named.push((X.to_owned(), Objects::from_elem(me, x.into())));
    }
}

fn number(n: u32) -> usize {
    usize::try_from(n).unwrap_or(usize::MAX)
}

impl Cost {
    /// The name of the part on the wire, how many cards it takes, and the form in which an answer names them.
    const fn spec(&self) -> (&'static str, Option<&Many>, Option<Form>) {
        match self {
            Cost::Energy(_) => ("energy", None, None),
            Cost::X => ("x", None, None),
            Cost::RestThis => ("rest_this", None, None),
            Cost::DestroyThis => ("destroy_this", None, None),
            Cost::CloseTerritory => ("close_territory", None, None),
            Cost::RemoveCounters { .. } => ("remove_counters", None, None),
            Cost::Mill(many) => ("mill", Some(many), None),
            Cost::Life(many) => ("life", Some(many), None),
            Cost::Rest(many) => ("rest", Some(many), Some(Form::Rest)),
            Cost::Destroy(many) => ("destroy", Some(many), Some(Form::Destroy)),
            Cost::Return(many) => ("return", Some(many), Some(Form::Return)),
            Cost::Discard(many) => ("discard", Some(many), Some(Form::Discard)),
            Cost::PutUnder(many) => ("put_under", Some(many), Some(Form::PutUnder)),
            Cost::AttachUnits(many) => ("attach_units", Some(many), Some(Form::Attach)),
            Cost::DiscardAuras(many) => ("discard_auras", Some(many), Some(Form::Auras)),
            Cost::Exile(many) => ("exile", Some(many), Some(Form::Exile)),
            Cost::EnergyToGraveyard(many) => ("energy_to_graveyard", Some(many), Some(Form::Energy)),
            Cost::FaceDown(many) => ("face_down", Some(many), Some(Form::FaceDown)),
        }
    }

    fn store(&self) -> Option<Store> {
        self.spec().2.map(Form::store)
    }

    /// Reports what can never have an effect.
    fn lint(&self, lint: &mut Lint<'_, BuildDivide>) {
        let (name, many, form) = self.spec();
        lint.inside(name, |lint| {
            if let Cost::Energy(cost) = self {
                cost.lint(lint);
            }
            let counts = |n: u32, total: bool| (n == 0) == total;
            let right = match (self, many) {
                (Cost::RemoveCounters { n, .. }, _) => counts(*n, false),
                // A part with colours takes as many cards as have them, or a fixed number.
                (_, Some(Many { colors: Some(_), total_power: None, .. })) => true,
                (_, Some(many)) => counts(many.n, many.total_power.is_some()),
                (_, None) => true,
            };
            if !right {
                lint.find("wrong_number", findings::part_asks_nothing());
            }
            let Some(Many { fits, total_power, colors, .. }) = many else { return };
            let wrong_total = total_power.is_some() && form != Some(Form::Rest);
            let wrong = wrong_total || colors.is_some() && form != Some(Form::Exile);
            if wrong || form.is_none() && !fits.is_empty() {
                lint.find("wrong_attribute", findings::no_such_limit());
            }
            let elsewhere = self.store() != Some(Store::Units);
            lint.excluding(elsewhere.then_some(super::context::ON_FIELD), |lint| {
                lint.each("fits", fits, |lint, filter| filter.lint(lint));
            });
        });
    }
}

impl Part<BuildDivide> for Cost {
    type Named = EffectCost;

    fn form(&self) -> Option<Form> {
        self.spec().2
    }

    /// Limits the set of cards as a whole [ruling-87, ruling-88].
    fn whole<'a>(&self, game: &'a Game<'_>, from: &[CardId]) -> Option<Whole<'a>> {
        let (many, colors) = (self.spec().1?, self.spec().1?.colors);
        match (many.total_power, colors) {
            (Some(least), _) => Some(summed(game, from, Stat::Power, move |sum| sum >= i64::from(least))),
            (None, Some(least)) => Some(Box::new(move |set| colors_of(game, set).0 >= number(least))),
            (None, None) => None,
        }
    }

    fn takes_this(&self) -> bool {
        matches!(self, Cost::RestThis | Cost::DestroyThis)
    }

    /// Energy that pays another part of the cost cannot be turned face down.
    fn need(&self, game: &Game<'_>, by: Payer<'_>) -> Option<Need> {
        let (_, many, form) = self.spec();
        let (many, form, seat, me) = (many?, form?, by.seat, by.me.card);
        let stands = |card: &CardId| !mark(game, *card).is_rested();
        let mut from: Vec<CardId> = match form {
            Form::Auras => game.state.table.pile(me).to_vec(),
            Form::Discard | Form::PutUnder => list(game, HAND, seat),
            Form::Destroy | Form::Return => list(game, FIELD, seat),
            // The card cannot be put under itself.
            Form::Attach => list(game, FIELD, seat).into_iter().filter(|card| *card != me).collect(),
            Form::Rest => table::units(game, seat).into_iter().filter(stands).collect(),
            Form::Energy => list(game, ENERGY, seat),
            Form::FaceDown => {
                pay::standing(game, seat).into_iter().filter(|card| !by.besides.contains(card)).collect()
            }
            Form::Exile => list(game, GRAVEYARD, seat),
        };
        let scene = Scene::of(seat, by.me);
        from.retain(|card| !(*card == me && by.aside) && has_all(game, &scene, &many.fits, *card));
        let n = number(many.n);
        let any = many.total_power.is_some() || many.colors.is_some() && many.n == 0;
        let bounds = if any { (1, from.len()) } else { (n, n) };
        Some((from, bounds))
    }

    /// Whether the part can be paid completely [ruling-55].
    fn is_payable(&self, game: &Game<'_>, by: Payer<'_>) -> bool {
        let (seat, me) = (by.seat, by.me);
        let lies = |zones: &[table::ZoneOf]| zones.iter().any(|zone| lies_in(game, me.card, *zone, seat));
        match self {
            Cost::RestThis => {
                let there = game.state.table.is_current(me) && lies(&[FIELD, ENERGY, TERRITORY]);
                there && mark(game, me.card).stands()
            }
            Cost::DestroyThis => table::stands(game, me),
            Cost::Mill(many) => table::count(game, DECK, seat) >= number(many.n),
            Cost::Life(many) => table::count(game, LIFE, seat) >= number(many.n),
            Cost::RemoveCounters { name, n } => game.state.facts.counters(seat, name) >= *n,
            Cost::CloseTerritory => table::is_released(game, seat),
            Cost::PutUnder(_) | Cost::AttachUnits(_) => {
                by.is_used || table::stands(game, me) || game.state.table.is_current(me) && lies(&[TERRITORY])
            }
            Cost::Energy(_)
            | Cost::X
            | Cost::Rest(_)
            | Cost::Destroy(_)
            | Cost::Return(_)
            | Cost::Discard(_)
            | Cost::Exile(_)
            | Cost::EnergyToGraveyard(_)
            | Cost::DiscardAuras(_)
            | Cost::FaceDown(_) => true,
        }
    }

    fn pay<'p>(&self, game: &mut impl Acts<'p, BuildDivide>, payer: Payer<'_>, cards: &[CardId], rule: Cite) {
        let (seat, me, by) = (payer.seat, payer.me, By::cost(payer.seat, Some(payer.me), rule));
        let top = |game: &Game<'_>, zone, many: &Many| -> Vec<CardId> {
            list(game, zone, seat).into_iter().take(number(many.n)).collect()
        };
        let cards = match self {
            Cost::RestThis | Cost::DestroyThis => vec![me.card],
            Cost::CloseTerritory => table::territory(game.game(), seat).into_iter().collect(),
            Cost::Mill(many) => top(game.game(), DECK, many),
            Cost::Life(many) => top(game.game(), LIFE, many),
            Cost::Energy(_)
            | Cost::X
            | Cost::Rest(_)
            | Cost::Destroy(_)
            | Cost::Return(_)
            | Cost::Discard(_)
            | Cost::Exile(_)
            | Cost::EnergyToGraveyard(_)
            | Cost::DiscardAuras(_)
            | Cost::FaceDown(_)
            | Cost::PutUnder(_)
            | Cost::AttachUnits(_)
            | Cost::RemoveCounters { .. } => cards.to_vec(),
        };
        for card in cards {
            let table = game.game();
            let put = |verb, zone| Some(zone::leaving(table, verb, card, zone, End::Bottom, by));
            let proposal = match self {
                Cost::RestThis | Cost::Rest(_) => zone::resting(table, card, by),
                Cost::DestroyThis | Cost::Destroy(_) => Some(zone::destroying(table, card, None, by)),
                Cost::CloseTerritory => Some(zone::closing(table, card, by)),
                Cost::Return(_) => put(Verb::ToHand, HAND),
                Cost::Discard(_) => put(Verb::Discard, GRAVEYARD),
                Cost::Mill(_) => put(Verb::Mill, GRAVEYARD),
                Cost::Life(_) => put(Verb::LifeToGraveyard, GRAVEYARD),
                Cost::Exile(_) => put(Verb::Remove, REMOVED),
                Cost::EnergyToGraveyard(_) | Cost::DiscardAuras(_) => put(Verb::ToGraveyard, GRAVEYARD),
                Cost::FaceDown(_) => zone::turning_down(table, card, by),
                Cost::PutUnder(_) | Cost::AttachUnits(_) => Some(zone::putting_under(card, me, by)),
                Cost::Energy(_) | Cost::X | Cost::RemoveCounters { .. } => None,
            };
            zone::happen(game, proposal);
        }
        if let Cost::RemoveCounters { name, n } = self {
            zone::change_counters(game, seat, (name, -i64::from(*n)), by);
        }
    }
}

/// The energy price among parts of a cost, with the chosen number X.
pub fn energy(parts: &[&Cost], x: u8) -> EnergyPrice {
    parts.iter().fold(EnergyPrice::default(), |price, part| match part {
        Cost::Energy(cost) => price.and(&EnergyPrice::printed(*cost)),
        Cost::X => price.and(&EnergyPrice::any(x.into())),
        Cost::RestThis
        | Cost::Rest(_)
        | Cost::DestroyThis
        | Cost::Destroy(_)
        | Cost::Return(_)
        | Cost::Discard(_)
        | Cost::Mill(_)
        | Cost::Life(_)
        | Cost::Exile(_)
        | Cost::EnergyToGraveyard(_)
        | Cost::DiscardAuras(_)
        | Cost::FaceDown(_)
        | Cost::PutUnder(_)
        | Cost::AttachUnits(_)
        | Cost::CloseTerritory
        | Cost::RemoveCounters { .. } => price,
    })
}

/// Whether parts ask for a number X.
pub fn asks_for_x(parts: &[&Cost]) -> bool {
    parts.iter().any(|part| matches!(part, Cost::X))
}

/// The fields that name what pays: energy in the field `pay`, and the cards that the parts need.
pub fn slots(game: &Game<'_>, by: Payer<'_>, price: &EnergyPrice, parts: &[&Cost]) -> Option<Vec<ShapeSlot>> {
    let domain = price.domain(game, &pay::standing(game, by.seat))?;
    if price.total > 0 && parts.iter().any(|part| matches!(part, Cost::FaceDown(_))) {
        // Energy that is turned face down cannot pay as well.
        let values = Values::of(game, &domain);
        return dependent("pay", domain, values, |value| {
            cost::slots(game, Payer { besides: &value.named(), ..by }, parts)
        });
    }
    let own = cost::slots(game, by, parts)?;
    Some(std::iter::once(ShapeSlot { name: "pay", domain }).chain(own).collect())
}

impl Costs {
    /// Reports what can never have an effect.
    pub fn lint(&self, lint: &mut Lint<'_, BuildDivide>) {
        lint_parts(lint, &self.pay);
    }
}

fn lint_parts(lint: &mut Lint<'_, BuildDivide>, pay: &[Cost]) {
    lint.each("pay", pay, |lint, part| part.lint(lint));
    cost::lint(lint, pay, |one, other| {
        one.spec().0 == other.spec().0 || one.store().is_some() && one.store() == other.store()
    });
}

/// A player may pay a cost; sentences after it ask whether it was paid.
#[wire(Part<BuildDivide>)]
pub struct Pay {
    /// Who decides and pays.
    #[optional]
    pub who: Side,
    /// What.
    #[part(plain)]
    pub pay: Vec<Cost>,
}

/// How the set of cards that a resolution asks for is limited as a whole.
#[derive(Debug, Clone)]
pub enum Limit<'c> {
    /// They are energy with these colours.
    Energy(EnergyPrice),
    /// They pay this part.
    Part(&'c Cost),
    /// They are the targets of this group.
    Group(&'c super::Group),
}

impl Limit<'_> {
    /// Whether these cards are legal as a set.
    pub fn is_legal(&self, game: &Game<'_>, cards: &[CardId]) -> bool {
        let whole = match self {
            Limit::Energy(price) => return price.is_covered(game, cards),
            Limit::Part(part) => part.whole(game, cards),
            Limit::Group(group) => group.whole(game, cards),
        };
        whole.is_none_or(|whole| whole(cards))
    }

    /// The legal sets of these cards; `None`: all sets are legal.
    pub fn domain(&self, game: &Game<'_>, from: &[CardId], bounds: (usize, usize)) -> Option<Domain> {
        let whole = match self {
            Limit::Energy(price) => return price.domain(game, from),
            Limit::Part(part) => part.whole(game, from),
            Limit::Group(group) => group.whole(game, from),
        };
        Some(sets(from, bounds, whole?, game.listing_looks()))
    }
}

/// The limit of one of the parts for which an answer names cards, by its place among them.
pub fn part_of<'c>(parts: &[&'c Cost], place: usize) -> Option<Limit<'c>> {
    parts.iter().copied().filter(|part| part.form().is_some()).nth(place).map(Limit::Part)
}

/// The limit of the set of cards that a text asks for now, if there is one.
pub fn limit<'p>(game: &Game<'p>, seat: Seat) -> Option<Limit<'p>> {
    use crate::abilities::Language;
    use crate::abilities::resolve::ResolutionStage;
    let choice = BuildDivide::choice(&game.asked(seat)?.question)?;
    let resolution = crate::abilities::asking(game, choice)?;
    let decided = resolution.memo.decided.len();
    if resolution.stage == ResolutionStage::Offer {
        let Some(Frame::Step(Step::Put(put))) = game.state.agenda.last() else { return None };
        return groups_of(game, &put.raised, resolution.ability).get(decided).copied().map(Limit::Group);
    }
    match resolution.word(game)? {
        // First comes the choice whether to pay, then energy, then part by part.
        Effect::Pay(word) => match decided.checked_sub(1)? {
            0 => Some(Limit::Energy(energy(&word.parts(), 0))),
            place => part_of(&word.parts(), place - 1),
        },
        Effect::UseCard(word) => word.limit(game, &resolution),
        Effect::Target(word) => Some(Limit::Group(&word.0)),
        Effect::Pick(word) => Some(Limit::Group(&word.0)),
        _ => None,
    }
}

/// Asks for the payment of parts, energy first.
pub fn ask_parts(
    run: &mut Running<'_, '_>,
    by: Payer<'_>,
    price: &EnergyPrice,
    parts: &[&Cost],
) -> Result<(Vec<CardId>, EffectCost), Pause> {
    let standing = pay::standing(run.game, by.seat);
    let domain = price.domain(run.game, &standing).unwrap_or_else(|| Domain::OneOf(Vec::new()));
    let count = usize::try_from(price.total.max(0)).unwrap_or(usize::MAX);
    let rule = cite!("ruling-22");
    let energy = cost::ask_for(run, by.seat, &domain, (standing, (count, count)), rule)?;
    let named = cost::ask(run, Payer { besides: &energy, ..by }, parts, rule)?;
    Ok((energy, named))
}

/// The verbs by which field cards and territories go that pay by going.
const LEAVES: [Verb; 3] = [Verb::Destroy, Verb::ToHand, Verb::Close];

impl Cost {
    /// The cards that pay this part by leaving, for which a replacement may do something else.
    fn leaving(&self, game: &Game<'_>, by: Payer<'_>, named: &EffectCost) -> Vec<CardId> {
        match self {
            Cost::DestroyThis => vec![by.me.card],
            Cost::CloseTerritory => table::territory(game, by.seat).into_iter().collect(),
            Cost::Destroy(_) => named.cards(Form::Destroy).to_vec(),
            Cost::Return(_) => named.cards(Form::Return).to_vec(),
            Cost::Energy(_)
            | Cost::X
            | Cost::RestThis
            | Cost::Rest(_)
            | Cost::Discard(_)
            | Cost::Mill(_)
            | Cost::Life(_)
            | Cost::Exile(_)
            | Cost::EnergyToGraveyard(_)
            | Cost::DiscardAuras(_)
            | Cost::FaceDown(_)
            | Cost::PutUnder(_)
            | Cost::AttachUnits(_)
            | Cost::RemoveCounters { .. } => Vec::new(),
        }
    }
}

impl Pay {
    fn parts(&self) -> Vec<&Cost> {
        self.pay.iter().collect()
    }

    fn payer(&self, scene: &Scene<'_>) -> Payer<'static> {
        let seat = self.who.seats(scene.seat).first().copied().unwrap_or(scene.seat);
        Payer { seat, me: scene.me, is_used: false, aside: false, besides: &[] }
    }
}

impl EffectWord<BuildDivide> for Pay {
    fn lint(&self, lint: &mut Lint<'_, BuildDivide>) {
        lint_parts(lint, &self.pay);
        if self.who == Side::Both {
            lint.inside("who", |lint| lint.find("wrong_attribute", findings::one_player_pays()));
        }
        if asks_for_x(&self.parts()) {
            lint.find("wrong_attribute", findings::x_only_when_used());
        }
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let (parts, by) = (self.parts(), self.payer(&run.scene()));
        let price = energy(&parts, 0);
        let begins = run.resolution.memo.decided.is_empty();
        if begins && !self.can_do_some(run.game, &run.scene())
            || !run.yes_no(by.seat, cite!("ruling-22"), true)?
        {
            return Ok(Next::Done(false));
        }
        let (energy, named) = ask_parts(run, by, &price, &parts)?;
        let begun = begun_of(run);
        let leaving = run.fix(|game| {
            let cards = parts.iter().flat_map(|part| part.leaving(game, by, &named));
            cards.map(|card| game.state.table.object(card)).collect()
        });
        run.together(&[by.me], |game, _| {
            pay::rest(game, &energy, By::cost(by.seat, Some(by.me), cite!("ruling-1")));
            cost::pay(game, by, &parts, &named, cite!("ruling-1"));
        })?;
        // A card whose leaving was replaced has paid nothing [ruling-50].
        let is_paid = |object: &Object| LEAVES.iter().any(|verb| did(run, begun, *verb, *object));
        let paid = leaving.iter().all(is_paid);
        Ok(Next::Done(paid))
    }

    fn can_do_some(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        let parts = self.parts();
        slots(game, self.payer(scene), &energy(&parts, 0), &parts).is_some()
    }
}
