//! Paying for a card that is used, and putting cores on it: 費用支付.1, 費用支付.①–⑤.4, 繼召.1–5, 靈魂魔法.1,
//! FAQ.支付費用.Q1–Q4, FAQ.效果通則.Q10; ruling-10 to ruling-12, ruling-14 to ruling-17, ruling-24, ruling-52,
//! ruling-55. Which cards are exiled is in [`super::keisho`].

use super::amounts::{Amount, CoreZone, Source, total};
use super::printed::ex_symbols;
use super::reason::Reason;
use super::reduction::cost;
use super::table::{
    self, Came, Core, Detail, EXILE, FIELD, Game, HAND, Mark, TRASH, USING, Verb, cores, holder, list,
};
use super::words::use_card::{self, EffectUse};
use super::zone::{self, By, carry};
use super::{BattleSpirits, prohibition, stat};
use crate::game_kit::fields::Fielded;
use crate::kernel::shape::{Domain, Share, Value};
use crate::kernel::{
    Acts, CardId, Cell, Change, End, Holder, Proposal, Row, Seat, Spot, act, ensure, refuse_if, test,
};

pub(super) type Line<A> = Row<BattleSpirits, A>;

/// A card that is used and paid for [費用支付.1].
pub trait Uses: Fielded + 'static {
    /// The bit of the field with the card.
    const CARD: u16;
    /// The bit of the field with the exiled cards.
    const KEISHO: u16;
    /// The bits of the fields that say what pays, and how.
    const PAY: u16;

    /// The card.
    fn card(&self) -> CardId;

    /// The cards that are exiled for it.
    fn keisho(&self) -> &[CardId];

    /// The cores that are paid.
    fn pay(&self) -> &[Amount];

    /// Whether the soul core alone is paid by 靈魂魔法.
    fn by_soul_magic(&self) -> bool {
        false
    }
}

/// A card that gets cores when it is used [費用支付.⑤].
pub trait Places: Uses {
    /// The bit of the field with the cores that are put on the card.
    const PLACE: u16;
    /// Whether it is a nexus.
    const IS_NEXUS: bool;

    /// The cores that are put on it.
    fn place(&self) -> &[Amount];
}

/// The conditions of a use from the moment at which the card is shown until it is paid for. The action's own
/// conditions come before them, those about the paid card after them.
macro_rules! with_payment {
    ([$($own:expr),* $(,)?] $(, [$($after:expr),* $(,)?])?) => {
        &[
            $($own,)*
            $crate::games::battle_spirits::pay::revealed(),
            $crate::games::battle_spirits::keisho::needs_a_cost(),
            $crate::games::battle_spirits::keisho::is_printed(),
            $crate::games::battle_spirits::keisho::once(),
            $crate::games::battle_spirits::keisho::of_ex_cards(),
            $crate::games::battle_spirits::keisho::count(),
            $crate::games::battle_spirits::keisho::colors(),
            $crate::games::battle_spirits::keisho::fills(),
            $crate::games::battle_spirits::pay::exiled(),
            $crate::games::battle_spirits::pay::reduction_is_compulsory(),
            $crate::games::battle_spirits::pay::effect_use_is_paid(),
            $crate::games::battle_spirits::pay::cost_is_paid(),
            $crate::games::battle_spirits::pay::paid_from_own(),
            $crate::games::battle_spirits::pay::paid_from_there(),
            $crate::games::battle_spirits::pay::paid_from_reserve(),
            $crate::games::battle_spirits::pay::paid_cores_are_there(),
            $crate::games::battle_spirits::pay::paid_above_floor(),
            $crate::games::battle_spirits::pay::paid(),
            $crate::games::battle_spirits::pay::cost_was_fixed(),
            $crate::games::battle_spirits::pay::own_spirits_may_pay(),
            $($($after,)*)?
        ]
    };
}
pub(super) use with_payment;

/// The use that an effect asks of a seat now [FAQ.支付費用.Q3]; `None`: none does.
pub fn by_effect<'g>(game: &'g Game<'_>, seat: Seat) -> Option<&'g EffectUse> {
    use_card::asked(game, seat)
}

/// Whether a card can be used from where it lies: from its player's hand, or as one that an effect lets that
/// player use.
pub fn is_at_hand(game: &Game<'_>, seat: Seat, card: CardId) -> bool {
    match by_effect(game, seat) {
        Some(of) => of.cards.contains(&card),
        None => table::lies_in(game, card, HAND, seat),
    }
}

/// The cards that a seat can use: those of its hand, or those that an effect lets use.
pub fn at_hand(game: &Game<'_>, seat: Seat) -> Vec<CardId> {
    by_effect(game, seat).map_or_else(|| list(game, HAND, seat).into_vec(), |of| of.cards.clone())
}

/// Whether step ④ of paying is left out: an effect lets the card be used without paying its cost
/// [FAQ.支付費用.Q3, ruling-16].
pub fn is_free(game: &Game<'_>, seat: Seat) -> bool {
    by_effect(game, seat).is_some_and(|of| of.free)
}

/// How many EX symbols all exiled cards have; texts ask for this number [ruling-103].
pub fn exiled_for<A: Uses>(game: &Game<'_>, action: &A) -> u8 {
    let ex = action.keisho().iter().flat_map(|card| ex_symbols(game, *card));
    let ex = ex.map(|symbols| u32::from(symbols.n)).fold(0, u32::saturating_add);
    u8::try_from(ex).unwrap_or(u8::MAX)
}

/// How a card that a seat uses now comes onto the field.
pub fn came(game: &Game<'_>, seat: Seat) -> Came {
    by_effect(game, seat).map_or(Came::Used, |of| of.came)
}

fn cost_of<A: Uses>(game: &Game<'_>, seat: Seat, action: &A) -> i64 {
    cost(game, seat, action.card(), action.keisho())
}

fn paid_of(amounts: &[Amount]) -> i64 {
    i64::try_from(total(amounts)).unwrap_or(i64::MAX)
}

/// Shows the card; it is in use now, neither in a hand nor on the field [費用支付.①, ruling-24].
pub const fn revealed<A: Uses>() -> Line<A> {
    act(A::CARD, &[cite!("費用支付.①")], |game, seat, action| {
        let by = By::rule(seat, cite!("費用支付.①"));
        let shown = zone::put(game, Verb::Revealed, action.card(), USING, End::Top, by);
        let detail = Detail { shown: true, ..shown.detail.clone() };
        game.propose(shown.with(detail));
    })
}

/// Exiles the cards, then fixes the cost [繼召.2, 繼召.3, 費用支付.③].
pub const fn exiled<A: Uses>() -> Line<A> {
    act(A::CARD | A::KEISHO | A::PAY, &[cite!("費用支付.③")], |game, seat, action| {
        let cost = cost_of(game, seat, action);
        for &card in action.keisho() {
            let by = By::cost(seat, None, cite!("繼召.2"));
            let exiled = zone::put(game, Verb::Exiled, card, EXILE, End::Top, by);
            game.propose(exiled);
        }
        if !action.by_soul_magic() && !is_free(game, seat) {
            let announced = Proposal::told(Verb::CostFixed, seat, cite!("費用支付.③")).to(action.card());
            game.propose(announced.with(Detail { amount: cost, ..Detail::default() }));
        }
    })
}

/// A reduction cannot be declined [費用支付.③.1, ruling-12].
pub const fn reduction_is_compulsory<A: Uses>() -> Line<A> {
    test(
        A::PAY,
        A::CARD | A::KEISHO | A::PAY,
        &[cite!("費用支付.③.1"), cite!("ruling-12")],
        |game, seat, action| {
            let (cost, paid) = (cost_of(game, seat, action), paid_of(action.pay()));
            let reduced = !is_free(game, seat) && cost < stat::cost(game, action.card());
            let declined = paid > cost && reduced && !action.by_soul_magic();
            refuse_if(declined, Reason::ReductionDeclined { cost, paid })
        },
    )
}

/// A card that an effect lets a player use is paid for as usual [FAQ.支付費用.Q3].
pub const fn effect_use_is_paid<A: Uses>() -> Line<A> {
    test(A::PAY, A::CARD | A::KEISHO | A::PAY, &[cite!("FAQ.支付費用.Q3")], |game, seat, action| {
        let (cost, paid) = (cost_of(game, seat, action), paid_of(action.pay()));
        let is_paid = by_effect(game, seat).is_none() || action.by_soul_magic() || cost == paid;
        ensure(is_paid, Reason::EffectUseNotPaid { cost, paid })
    })
}

/// The payment is exactly the cost [費用支付.④].
pub const fn cost_is_paid<A: Uses>() -> Line<A> {
    test(A::PAY, A::CARD | A::KEISHO | A::PAY, &[cite!("費用支付.④")], |game, seat, action| {
        let (cost, paid) = (cost_of(game, seat, action), paid_of(action.pay()));
        // The two conditions above refuse every other number, unless the rule of effect uses or of reduction
        // is suspended.
        let by_text = by_effect(game, seat).is_some() && !game.in_force(cite!("FAQ.支付費用.Q3"));
        let declined = !game.in_force(cite!("費用支付.③.1")) && paid == stat::cost(game, action.card());
        let is_paid = action.by_soul_magic() || cost == paid || by_text || declined;
        ensure(is_paid, Reason::WrongPayment { cost, paid })
    })
}

/// Whether all cores are those of a player [FAQ.效果通則.Q10].
pub fn are_own(game: &Game<'_>, seat: Seat, amounts: &[Amount]) -> Result<(), Reason> {
    let own = |amount: &Amount| match amount.from {
        Source::Card(card) => !table::lies_in(game, card, FIELD, seat.other()),
        Source::Zone(zone) => zone.seat == seat,
    };
    ensure(amounts.iter().all(own), Reason::CoresOfOpponent)
}

/// Whether every named source is named once and has the named cores.
pub fn are_there(game: &Game<'_>, amounts: &[Amount], with_soul: bool) -> Result<(), Reason> {
    for (place, amount) in amounts.iter().enumerate() {
        let [normal, soul] = cores(game, amount.from.holder());
        let there = amount.normal <= normal && amount.soul <= if with_soul { soul } else { 0 };
        let once = amounts.iter().take(place).all(|other| other.from != amount.from);
        let not_there = Reason::CoresNotThere { normal: amount.normal, soul: amount.soul };
        ensure(there && once, not_there)?;
    }
    Ok(())
}

/// Refuses to leave a card with fewer cores than an effect demands [ruling-119].
fn keep_floor(game: &Game<'_>, amounts: &[Amount]) -> Result<(), Reason> {
    let below = |amount: &&Amount| match amount.from {
        Source::Card(card) => {
            let there = u64::from(table::all_cores(game, Holder::Card(card)));
            let left = there.saturating_sub(amount.total());
            amount.total() > 0 && left < prohibition::core_floor(game, card).into()
        }
        Source::Zone(_) => false,
    };
    if let Some(Source::Card(card)) = amounts.iter().find(below).map(|amount| amount.from) {
        return Err(Reason::Prohibited { card: Some(card) });
    }
    Ok(())
}

/// Paying leaves no card with fewer cores than an effect demands [FAQ.效果通則.Q3, ruling-119].
pub const fn paid_above_floor<A: Uses>() -> Line<A> {
    test(A::PAY, A::PAY, &[cite!("FAQ.效果通則.Q3"), cite!("ruling-119")], |game, _, action| {
        keep_floor(game, action.pay())
    })
}

/// Putting cores on the used card leaves no other card with fewer cores than an effect demands [FAQ.效果通則.Q3,
/// ruling-119].
pub const fn placed_above_floor<A: Places>() -> Line<A> {
    test(
        A::PLACE,
        A::CARD | A::KEISHO | A::PAY | A::PLACE,
        &[cite!("FAQ.效果通則.Q3"), cite!("ruling-119")],
        |game, _, action| keep_floor(game, action.place()),
    )
}

/// The player pays with own cores [FAQ.效果通則.Q10].
pub const fn paid_from_own<A: Uses>() -> Line<A> {
    test(A::PAY, A::PAY, &[cite!("FAQ.效果通則.Q10")], |game, seat, action| {
        are_own(game, seat, action.pay())
    })
}

/// The cores that pay come from the reserve or the player's field cards [費用支付.④.1].
pub const fn paid_from_there<A: Uses>() -> Line<A> {
    test(A::PAY, A::PAY, &[cite!("費用支付.④.1")], |game, seat, action| {
        let can_pay = action.pay().iter().all(|amount| amount.from.is_free(game, seat));
        ensure(can_pay, Reason::SourceCannotPay)
    })
}

/// Whether the text of a card demands cores of the reserve for this summon [ruling-121].
fn reserve_only(game: &Game<'_>, seat: Seat, card: CardId) -> bool {
    super::play::in_flash(game, seat, card) == Some(true)
}

/// Whether all cores come from the reserve, if the text of the card demands it [ruling-121].
fn from_reserve(game: &Game<'_>, seat: Seat, card: CardId, amounts: &[Amount]) -> bool {
    let elsewhere = |amount: &Amount| matches!(amount.from, Source::Card(_));
    !reserve_only(game, seat, card) || !amounts.iter().any(elsewhere)
}

/// The cores that pay come from the reserve, if the text of the card demands it [ruling-121].
pub const fn paid_from_reserve<A: Uses>() -> Line<A> {
    test(
        A::PAY,
        A::CARD | A::PAY,
        &[cite!("費用支付.④.1"), cite!("ruling-121")],
        |game, seat, action| {
            let card = action.card();
            ensure(from_reserve(game, seat, card, action.pay()), Reason::ReserveOnly { card })
        },
    )
}

/// The cores that are put on the card come from the reserve, if its text demands it [ruling-121].
pub const fn placed_from_reserve<A: Places>() -> Line<A> {
    test(
        A::PLACE,
        A::CARD | A::KEISHO | A::PAY | A::PLACE,
        &[cite!("費用支付.⑤.2"), cite!("ruling-121")],
        |game, seat, action| {
            let card = action.card();
            ensure(from_reserve(game, seat, card, action.place()), Reason::ReserveOnly { card })
        },
    )
}

/// The cores that pay are there; the soul core counts like a normal one [費用支付.④, 費用支付.④.2].
pub const fn paid_cores_are_there<A: Uses>() -> Line<A> {
    test(A::PAY, A::PAY, &[cite!("費用支付.④")], |game, _, action| {
        let with_soul =
            action.by_soul_magic() || game.all_in_force(&[cite!("費用支付.④.2"), cite!("靈魂能量.2")]);
        are_there(game, action.pay(), with_soul)
    })
}

/// Moves the cores that pay to the player's trash [費用支付.④, ruling-17].
pub const fn paid<A: Uses>() -> Line<A> {
    act(A::CARD | A::KEISHO | A::PAY, &[cite!("費用支付.④")], |game, seat, action| {
        let rule = if action.by_soul_magic() { cite!("靈魂魔法.1") } else { cite!("費用支付.④") };
        for amount in action.pay() {
            let way = [amount.from.holder(), holder(TRASH, seat)];
            carry(game, Verb::CoresPaid, amount.by_kind(), way, By::cost(seat, None, rule));
        }
    })
}

/// The cost was fixed before the first core moved, and does not change by paying [FAQ.支付費用.Q1].
pub const fn cost_was_fixed<A: Uses>() -> Line<A> {
    test(A::PAY, A::CARD | A::KEISHO | A::PAY, &[cite!("費用支付.④")], |game, seat, action| {
        if game.in_force(cite!("FAQ.支付費用.Q1")) || action.by_soul_magic() {
            return Ok(());
        }
        let (cost, paid) = (cost_of(game, seat, action), paid_of(action.pay()));
        ensure(cost == paid, Reason::WrongPayment { cost, paid })
    })
}

/// Whether these sources include an own card that is now below its lowest level while the rule that permits
/// this is suspended.
fn empties_against_rule(game: &Game<'_>, amounts: &[Amount]) -> bool {
    let emptied = |amount: &Amount| match amount.from {
        Source::Card(card) => stat::is_empty(game, card),
        Source::Zone(_) => false,
    };
    !game.in_force(cite!("FAQ.支付費用.Q2")) && amounts.iter().any(emptied)
}

/// Own spirits may be paid empty [FAQ.支付費用.Q2].
pub const fn own_spirits_may_pay<A: Uses>() -> Line<A> {
    test(A::PAY, A::CARD | A::KEISHO | A::PAY, &[cite!("費用支付.④")], |game, _, action| {
        refuse_if(empties_against_rule(game, action.pay()), Reason::SourceCannotPay)
    })
}

/// Own spirits may give their last cores to the used card, too [FAQ.支付費用.Q2].
pub const fn own_spirits_may_give<A: Places>() -> Line<A> {
    test(
        A::PLACE,
        A::CARD | A::KEISHO | A::PAY | A::PLACE,
        &[cite!("費用支付.⑤")],
        |game, _, action| refuse_if(empties_against_rule(game, action.place()), Reason::SourceCannotPlace),
    )
}

/// The player puts own cores on the card [FAQ.效果通則.Q10].
pub const fn placed_from_own<A: Places>() -> Line<A> {
    test(
        A::PLACE,
        A::CARD | A::KEISHO | A::PAY | A::PLACE,
        &[cite!("FAQ.效果通則.Q10")],
        |game, seat, action| are_own(game, seat, action.place()),
    )
}

/// The cores that are put on the card come from the reserve or the player's field cards [費用支付.⑤.2].
pub const fn placed_from_there<A: Places>() -> Line<A> {
    test(
        A::PLACE,
        A::CARD | A::KEISHO | A::PAY | A::PLACE,
        &[cite!("費用支付.⑤.2")],
        |game, seat, action| {
            let can_place = action.place().iter().all(|amount| amount.from.is_free(game, seat));
            ensure(can_place, Reason::SourceCannotPlace)
        },
    )
}

/// The cores that are put on the card are there after paying; the soul core counts like a normal one, and a
/// nexus may get some, too [費用支付.⑤, 費用支付.⑤.1, 費用支付.⑤.4].
pub const fn placed_cores_are_there<A: Places>() -> Line<A> {
    test(
        A::PLACE,
        A::CARD | A::KEISHO | A::PAY | A::PLACE,
        &[cite!("費用支付.⑤")],
        |game, _, action| {
            let with_soul = game.all_in_force(&[cite!("費用支付.⑤.4"), cite!("靈魂能量.2")]);
            let gets_none = A::IS_NEXUS && !game.in_force(cite!("費用支付.⑤.1"));
            match action.place().first().filter(|_| gets_none) {
                Some(first) => Err(Reason::CoresNotThere { normal: first.normal, soul: first.soul }),
                None => are_there(game, action.place(), with_soul),
            }
        },
    )
}

/// Puts the cores on the card [費用支付.⑤].
pub const fn placed<A: Places>() -> Line<A> {
    act(A::CARD | A::KEISHO | A::PAY | A::PLACE, &[cite!("費用支付.⑤")], |game, seat, action| {
        for amount in action.place() {
            let way = [amount.from.holder(), Holder::Card(action.card())];
            carry(game, Verb::CoresPlaced, amount.by_kind(), way, By::rule(seat, cite!("費用支付.⑤")));
        }
    })
}

/// A spirit gets at least as many cores as its lowest level needs, of either kind [費用支付.⑤.3, ruling-22].
pub const fn lowest_level<A: Places>() -> Line<A> {
    test(
        A::PLACE,
        A::CARD | A::KEISHO | A::PAY | A::PLACE,
        &[cite!("費用支付.⑤.3")],
        |game, _, action| {
            let card = action.card();
            let (needs, there) = (stat::needed(game, card), table::all_cores(game, Holder::Card(card)));
            ensure(there >= needs, Reason::BelowLowestLevel { card, needs, there })
        },
    )
}

/// Puts the card onto the field, upright and without marks [ruling-53].
pub const fn enters<A: Places>() -> Line<A> {
    act(A::CARD | A::KEISHO | A::PAY | A::PLACE, enters_by::<A>(), |game, seat, action| {
        let (rule, verb) = match A::IS_NEXUS {
            true => (cite!("主要階段.配置核心卡.1"), Verb::Deployed),
            false => (cite!("主要階段.召喚靈魂卡.1"), Verb::Summoned),
        };
        let by = By { source: by_effect(game, seat).map(|of| of.by), ..By::rule(seat, rule) };
        let mark = Mark {
            since: game.state.facts.turn,
            came: came(game, seat),
            keisho: exiled_for(game, action),
            ..Mark::default()
        };
        let to = Spot::Place(FIELD.of(table::owner(game, action.card())), Cell::NONE);
        let entering = zone::put(game, verb, action.card(), FIELD, End::Bottom, by);
        game.propose(entering.changing(Change::Move(action.card(), to, End::Bottom, mark)));
    })
}

const fn enters_by<A: Places>() -> &'static [crate::verdict::Cite] {
    match A::IS_NEXUS {
        true => &[cite!("主要階段.配置核心卡.1")],
        false => &[cite!("主要階段.召喚靈魂卡.1")],
    }
}

/// The reserve and field cards of a player, each with the cores that can be taken there. Cores that an effect
/// keeps on a card are left out, normal ones first [ruling-119].
pub fn shares(game: &Game<'_>, seat: Seat) -> Vec<Share> {
    let reserve = std::iter::once(Source::zone(CoreZone::Reserve, seat));
    let cards = list(game, FIELD, seat).into_iter().map(Source::Card);
    let held = reserve.chain(cards).flat_map(|from| {
        let kept = match from {
            Source::Card(card) => prohibition::core_floor(game, card),
            Source::Zone(_) => 0,
        };
        let [normal, soul] = cores(game, from.holder());
        let free = [normal.saturating_sub(kept), soul.saturating_sub(kept.saturating_sub(normal))];
        let there = Core::ALL.into_iter().zip(free);
        there.filter(|(_, most)| *most > 0).map(move |(core, most)| Share {
            from: Some(from.value()),
            kind: core.name(),
            least: 0,
            most,
        })
    });
    held.collect()
}

/// Where a player's soul core lies, among the places that pay: the reserve or an own field card [靈魂魔法.4].
pub fn soul_core(game: &Game<'_>, seat: Seat) -> Option<Source> {
    let reserve = std::iter::once(Source::zone(CoreZone::Reserve, seat));
    let mut places = reserve.chain(list(game, FIELD, seat).into_iter().map(Source::Card));
    places.find(|place| game.state.table.pieces(place.holder(), Core::Soul) > 0)
}

/// Where a player's soul core lies, unless an effect keeps it on its card [ruling-119].
pub fn payable_soul_core(game: &Game<'_>, seat: Seat) -> Option<Source> {
    soul_core(game, seat)
        .filter(|from| keep_floor(game, &[Amount { from: *from, normal: 0, soul: 1 }]).is_ok())
}

/// How many cores lie in the reserve and on the cards of a player.
pub fn available(game: &Game<'_>, seat: Seat) -> u32 {
    sum(&shares(game, seat))
}

fn sum(shares: &[Share]) -> u32 {
    shares.iter().map(|share| share.most).fold(0, u32::saturating_add)
}

/// The places whose cores pay for a used card and go onto it.
fn shares_for(game: &Game<'_>, seat: Seat, card: CardId) -> Vec<Share> {
    let mut shares = shares(game, seat);
    if reserve_only(game, seat, card) {
        let reserve = Source::zone(CoreZone::Reserve, seat).value();
        shares.retain(|share| share.from.as_ref() == Some(&reserve));
    }
    shares
}

/// The legal payments of a card's cost; `None`: it cannot be paid.
pub fn payments(game: &Game<'_>, seat: Seat, card: CardId, keisho: &[CardId]) -> Option<Domain> {
    let (cost, over) = (u32::try_from(cost(game, seat, card, keisho)).ok()?, shares_for(game, seat, card));
    (cost <= sum(&over)).then(|| split(None, [cost, cost], over))
}

/// The legal ways to put cores on a card after paying; `None`: there is none.
pub fn placings(game: &Game<'_>, seat: Seat, card: CardId, keisho: &[CardId]) -> Option<Domain> {
    let (over, min) = (shares_for(game, seat, card), stat::needed(game, card));
    let cost = u32::try_from(cost(game, seat, card, keisho)).ok()?;
    let max = sum(&over).checked_sub(cost).filter(|left| *left >= min)?;
    Some(split(Some("pay"), [min, max], over))
}

/// From `min` to `max` cores of these places, less what the field `after` took. Without a place it is the
/// empty list, since a split over nothing does not say that its members are lists.
pub fn split(after: Option<&'static str>, [min, max]: [u32; 2], over: Vec<Share>) -> Domain {
    match over.is_empty() {
        true => Domain::only(Value::Held(Vec::new())),
        false => Domain::Split { after, max, min, over },
    }
}
