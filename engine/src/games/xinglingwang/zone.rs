//! Everything that moves, rests or turns a card, or counts something, each with its rule.
//!
//! 二.1 drawing; 八 states; 十.1–十.7 leaving the field; 十五.充能, 十五.耗能, 十五.獎勵 counters;
//! 十五.搭乘, 十五.下車 travelers; 十五.合體.5 piles; ruling-44, ruling-54, ruling-63, ruling-64.

use smallvec::SmallVec;

use super::field::{self, Where};
use super::printed::MagicType;
use super::table::{self, Mark, Means, Piece, State, Verb, Zone, ZoneOf};
use super::words::continuous::{Static, topics};
use super::words::{Influence, Until};
use super::{Memory, Step, Xinglingwang, prohibition, stat};
use crate::abilities::{Scene, memory};
use crate::game_kit::proposing::{self, marked};
pub(crate) use crate::game_kit::proposing::{happen, put};
use crate::game_kit::view;
use crate::kernel::{CardId, Change, End, Holder, Match, Object, Proposal, Reach, Seat, Spot, Together};

type Game<'p> = Match<'p, Xinglingwang>;

/// Who lets something happen, by which means, by which text and rule.
pub(crate) type By = proposing::By<Means>;

pub(crate) type Proposed = Proposal<Xinglingwang>;

/// The same proposal, on which nothing triggers.
pub(crate) fn silent(mut proposal: Proposed) -> Proposed {
    proposal.detail.own.silent = true;
    proposal
}

/// A number as a count; below 0 it is 0.
pub(crate) fn count(number: i64) -> u32 {
    u32::try_from(number.max(0)).unwrap_or(u32::MAX)
}

/// 抽牌 of one card; `false`: the deck is empty or an effect forbids it [ruling-9].
pub(crate) fn draw(game: &mut Game<'_>, seat: Seat, by: By) -> bool {
    let Some(&top) = game.state.table.list(table::DECK.of(seat)).first() else { return false };
    let floor = game.height();
    let drawn = put(game, Verb::Draw, top, table::HAND, End::Bottom, By { seat, ..by });
    game.propose(drawn).is_done() || game.height() > floor
}

/// 抽牌 of `n` cards together, or of as many as the deck has [二.1, ruling-9].
pub(crate) fn draw_together(game: &mut Game<'_>, seat: Seat, n: usize, by: By) {
    let cards = game.state.table.list(table::DECK.of(seat)).iter().take(n);
    let drawn = |card: &CardId| put(game, Verb::Draw, *card, table::HAND, End::Bottom, By { seat, ..by });
    let all: Vec<_> = cards.map(drawn).collect();
    // Abilities that come before drawing come before the first card.
    if all.iter().any(|proposal| super::ability::waits_before_done(game, proposal)) {
        return game.propose_together(all);
    }
    for proposal in all {
        game.propose(proposal);
    }
}

const fn verb_into(zone: Zone) -> Verb {
    match zone {
        Zone::Hand => Verb::ToHand,
        Zone::Deck => Verb::ToDeck,
        Zone::Exile => Verb::Exile,
        Zone::Graveyard
        | Zone::Field
        | Zone::FieldCard
        | Zone::Forest
        | Zone::Using
        | Zone::Counters
        | Zone::Shelf => Verb::ToGraveyard,
    }
}

/// Remembers the numbers of a unit that is about to leave the field, for texts that still refer to it.
pub(crate) fn remember(game: &mut Game<'_>, card: CardId, verb: Verb, means: Means) {
    if table::side(game, card).is_none() {
        return;
    }
    let object = game.state.table.object(card);
    let left = Memory {
        object,
        attack: stat::attack(game, card),
        score: stat::score(game, card),
        place: field::position(game, card).map(Where::index),
        state: table::mark(game, card).state,
        verb,
        means,
        phase: game.state.facts.phase,
    };
    memory::remember(game, left);
}

/// Sends a card into a zone of its owner as the event `verb`; a traveler goes to its forest instead [十.5,
/// 十.7, ruling-64].
pub(crate) fn send(game: &mut Game<'_>, card: CardId, verb: Verb, zone: Zone, end: End, by: By) -> bool {
    let proposal = into_zone(game, card, verb, zone, end, by);
    game.propose(proposal).is_done()
}

/// The proposal of [`send`].
fn into_zone(game: &Game<'_>, card: CardId, verb: Verb, zone: Zone, end: End, by: By) -> Proposed {
    let owner = table::owner(game, card);
    let side = table::side(game, card);
    let place: ZoneOf = if table::is_traveler(game, card) { table::SHELF } else { zone.place() };
    let left = side.map(|side| (zone, side));
    let change = Change::Move(card, place.spot(owner), end, Mark { left, ..Mark::default() });
    let mut proposal: Proposed = by.proposal(verb).changing(change);
    proposal.detail.own.into = Some(zone);
    proposal
}

/// [`send`] with the usual verb of the zone.
pub(crate) fn send_to(game: &mut Game<'_>, card: CardId, zone: Zone, end: End, by: By) -> bool {
    send(game, card, verb_into(zone), zone, end, by)
}

/// Whether a card can be destroyed where it lies: a unit, the field card, or conferred magic.
pub(crate) fn is_destructible(game: &Game<'_>, card: CardId) -> bool {
    table::is_unit(game, card)
        || matches!(table::zone_of(game, card), Some((Zone::FieldCard, _)))
        || table::is_conferred(game, card)
}

/// A proposal that destroys a card: it goes to the graveyard once the abilities of that moment are done
/// [十.2]. `other`: the unit that destroys it in battle. `None`: nothing destroys a card where it lies.
pub(crate) fn destroying(game: &Game<'_>, card: CardId, other: Option<Object>, by: By) -> Option<Proposed> {
    is_destructible(game, card).then(|| {
        let mut proposal = into_zone(game, card, Verb::Destroy, Zone::Graveyard, End::Bottom, by);
        proposal.detail.other = other;
        proposal
    })
}

/// Destroys a card; returns whether it was destroyed at once.
pub(crate) fn destroy(game: &mut Game<'_>, card: CardId, by: By) -> bool {
    let destroyed = destroying(game, card, None, by);
    happen(game, destroyed)
}

/// Sacrifices a unit: it goes to the graveyard once the abilities of that moment are done [十.3].
pub(crate) fn sacrifice(game: &mut Game<'_>, card: CardId, by: By) -> bool {
    table::is_unit(game, card)
        && game.in_force(cite!("十.3"))
        && send(game, card, Verb::Sacrifice, Zone::Graveyard, End::Bottom, by)
}

/// Moves a unit to a free position; it stays the same object.
pub(crate) fn move_to(game: &mut Game<'_>, card: CardId, to: Where, by: By) {
    if !table::is_unit(game, card) || field::at(game, to).is_some() {
        return;
    }
    let (unit, floor) = (game.state.table.object(card), game.height());
    let change = Change::Move(card, to.spot(), End::Bottom, Mark::default());
    if game.propose(by.proposal(Verb::Move).changing(change)).is_done() {
        moved(game, unit);
    } else if game.height() > floor {
        game.push_above(floor, Step::Moved(unit));
    }
}

/// Notes that a unit has been in the back row: a formation may move it freely from then on [十三.3, 十五.掩護.3].
pub(crate) fn moved(game: &mut Game<'_>, unit: Object) {
    if !table::stands(game, unit) {
        return;
    }
    let card = unit.card;
    let mark = table::mark(game, card);
    let freed = game.in_force(cite!("十五.掩護.3"));
    if freed && mark.kept_in_front && field::position(game, card).is_some_and(|at| !at.is_front()) {
        let mark = Mark { kept_in_front: false, ..mark };
        silent_mark(game, card, mark);
    }
}

/// Changes a mark without an event of the book: nothing triggers on it.
pub(crate) fn silent_mark(game: &mut Game<'_>, card: CardId, mark: Mark) {
    let seat = table::owner(game, card);
    game.propose(silent(Proposal::marked(Verb::Effect, seat, card, mark, cite!("十三.3"))));
}

/// Exchanges the positions of two units; `false`: an effect forbids to move one.
pub(crate) fn swap(game: &mut Game<'_>, one: CardId, other: CardId, by: By) -> bool {
    let (Some(a), Some(b)) = (field::position(game, one), field::position(game, other)) else { return false };
    if a == b || [one, other].into_iter().any(|unit| prohibition::being_moved(game, unit)) {
        return false;
    }
    let step = |card: CardId, to: Where| {
        by.proposal(Verb::Move).changing(Change::Move(card, to.spot(), End::Bottom, Mark::default()))
    };
    let units = [one, other].map(|card| game.state.table.object(card));
    let both = [step(one, b), step(other, a)];
    if both.iter().any(|proposal| super::ability::waits_before_done(game, proposal)) {
        for unit in units {
            game.push(Step::Moved(unit));
        }
        game.propose_together(both.into());
        return true;
    }
    for proposal in both {
        game.propose(proposal);
    }
    for unit in units {
        moved(game, unit);
    }
    true
}

/// Turns a unit upright, to attack, or to rest [八, ruling-11]; `false`: nothing changed.
pub(crate) fn turn(game: &mut Game<'_>, card: CardId, state: State, by: By) -> bool {
    let mark = table::mark(game, card);
    if mark.state == state || !table::is_unit(game, card) {
        return false;
    }
    let cancels = mark.state == State::Attacking && state == State::Rested && by.source.is_some();
    if cancels && !game.in_force(cite!("十五.橫放.2")) {
        return false;
    }
    let verb = match state {
        State::Upright => Verb::Upright,
        State::Attacking => Verb::Attack,
        State::Rested => Verb::Rest,
    };
    let designated = if state == State::Attacking { mark.designated } else { None };
    let turned = marked(game, verb, card, by, |mark| (mark.state, mark.designated) = (state, designated));
    game.propose(turned).is_done()
}

/// Moves at most `n` counted pieces, as many as there are; returns how many.
fn pieces(
    game: &mut Game<'_>,
    verb: Verb,
    n: u32,
    kind: Piece,
    between: (Holder, Holder),
    (by, subject): (By, Option<CardId>),
) -> u32 {
    let (from, to) = between;
    let n = n.min(game.state.table.pieces(from, kind));
    if n > 0 {
        let mut proposal: Proposed = by.proposal(verb).changing(Change::Pieces(n, (from, kind), (to, kind)));
        proposal.detail.amount = i64::from(n);
        proposal.subject = subject;
        game.propose(proposal);
    }
    n
}

/// The most energy that a player has [十五.充能.1].
pub(crate) const ENERGY_LIMIT: u32 = super::rules::limits::ENERGY.value;
/// The most rewards that a player can have; far above any real game.
pub(crate) const REWARD_LIMIT: u32 = 1_000_000;

/// 充能 up to the limit; a number below zero changes nothing [十五.充能.1, 十五.充能.2]. Returns how much was gained.
pub(crate) fn charge(game: &mut Game<'_>, seat: Seat, n: i64, by: By) -> u32 {
    if n < 0 && !game.in_force(cite!("十五.充能.2")) {
        let less = count(n.saturating_neg()).min(table::energy(game, seat));
        spend(game, seat, less, by);
        return 0;
    }
    let n = count(n).min(ENERGY_LIMIT.saturating_sub(table::energy(game, seat)));
    let to = Holder::Place(table::COUNTERS.of(seat));
    pieces(game, Verb::Charge, n, Piece::Energy, (Holder::Supply, to), (By { seat, ..by }, None))
}

/// 耗能 of exactly `n`; `false`: there is too little energy [十五.耗能.1].
pub(crate) fn spend(game: &mut Game<'_>, seat: Seat, n: u32, by: By) -> bool {
    let from = Holder::Place(table::COUNTERS.of(seat));
    table::energy(game, seat) >= n
        && pieces(game, Verb::Spend, n, Piece::Energy, (from, Holder::Supply), (By { seat, ..by }, None)) == n
}

/// Takes energy without spending it, down to zero; returns how much [十五.充能.1].
pub(crate) fn lose_energy(game: &mut Game<'_>, seat: Seat, n: u32, by: By) -> u32 {
    let from = Holder::Place(table::COUNTERS.of(seat));
    pieces(game, Verb::LoseEnergy, n, Piece::Energy, (from, Holder::Supply), (By { seat, ..by }, None))
}

/// Gives 獎勵; a number below zero changes nothing [十五.獎勵.2]. Returns how much was gained.
pub(crate) fn reward(game: &mut Game<'_>, seat: Seat, n: i64, by: By) -> u32 {
    if n < 0 && !game.in_force(cite!("十五.獎勵.2")) {
        lose_reward(game, seat, count(n.saturating_neg()), by);
        return 0;
    }
    let total = i64::from(count(n)) + i64::from(table::reward(game, seat));
    let n = count(game.counted(total, i64::from(REWARD_LIMIT))).saturating_sub(table::reward(game, seat));
    let to = Holder::Place(table::COUNTERS.of(seat));
    pieces(game, Verb::Reward, n, Piece::Reward, (Holder::Supply, to), (By { seat, ..by }, None))
}

/// Takes 獎勵, down to zero; returns how much [十五.獎勵.1].
pub(crate) fn lose_reward(game: &mut Game<'_>, seat: Seat, n: u32, by: By) -> u32 {
    let from = Holder::Place(table::COUNTERS.of(seat));
    pieces(game, Verb::LoseReward, n, Piece::Reward, (from, Holder::Supply), (By { seat, ..by }, None))
}

/// Lets at most `n` travelers of a forest board a carrier; returns how many [十五.搭乘.1].
pub(crate) fn board(game: &mut Game<'_>, carrier: CardId, forest: Seat, n: u32, by: By) -> u32 {
    let from = Holder::Place(table::FOREST.of(forest));
    pieces(game, Verb::Board, n, Piece::Traveler, (from, Holder::Card(carrier)), (by, Some(carrier)))
}

/// Lets a traveler on the field board a carrier, which is no leaving of the field [十五.上車.1].
pub(crate) fn board_from_field(game: &mut Game<'_>, traveler: CardId, carrier: CardId, by: By) -> bool {
    let mut boards = put(game, Verb::Board, traveler, table::SHELF, End::Bottom, by);
    boards.detail.other = Some(game.state.table.object(carrier));
    game.propose(silent(boards)).is_done()
}

/// 下車 of at most `n` travelers to the forest of the carrier's half; returns how many [十五.下車.1].
pub(crate) fn alight(game: &mut Game<'_>, carrier: CardId, n: u32, by: By) -> u32 {
    let side = table::side(game, carrier).unwrap_or_else(|| table::owner(game, carrier));
    let to = Holder::Place(table::FOREST.of(side));
    pieces(game, Verb::Alight, n, Piece::Traveler, (Holder::Card(carrier), to), (by, Some(carrier)))
}

/// Takes a traveler from a forest and puts it on a figure of the shelf, which can then enter; `None`: the
/// forest is empty.
pub(crate) fn figure(game: &mut Game<'_>, forest: Seat, by: By) -> Option<CardId> {
    let table = &game.state.table;
    let (shelf, hosts) = (table.list(table::SHELF.of(forest)).iter().copied(), table.hosts());
    // A figure on the shelf that shows a traveler is about to enter already.
    let shows = |card: CardId| game.state.table.pieces(Holder::Card(card), Piece::Traveler) > 0;
    let free = |card: &CardId| hosts.binary_search(card).is_err() || !shows(*card);
    let figure = shelf.filter(free).min()?;
    let from = Holder::Place(table::FOREST.of(forest));
    if game.state.table.pieces(from, Piece::Traveler) == 0 || !game.in_force(cite!("四.6")) {
        return None;
    }
    let change = Change::Pieces(1, (from, Piece::Traveler), (Holder::Card(figure), Piece::Traveler));
    game.propose(silent(by.proposal(Verb::Effect).changing(change)));
    Some(figure)
}

/// Returns the traveler of a figure that did not enter: it has never left its forest [四.6].
pub(crate) fn put_back(game: &mut Game<'_>, figure: CardId) {
    let holder = Holder::Card(figure);
    let shows = game.state.table.pieces(holder, Piece::Traveler) > 0;
    if shows && table::is_traveler(game, figure) && !table::is_unit(game, figure) {
        let owner = table::owner(game, figure);
        let forest = Holder::Place(table::FOREST.of(owner));
        let change = Change::Pieces(1, (holder, Piece::Traveler), (forest, Piece::Traveler));
        game.propose(silent(By::rule(owner, cite!("四.6")).proposal(Verb::Effect).changing(change)));
    }
}

/// 展示 shows the face of a card to both players.
pub(crate) fn reveal(game: &mut Game<'_>, card: CardId, by: By) {
    let mut proposal: Proposed = by.proposal(Verb::Reveal).to(card);
    proposal.detail.shown = true;
    game.propose(proposal);
}

/// 查看 shows the face of a card to one player only.
pub(crate) fn look(game: &mut Game<'_>, card: CardId, by: By) {
    game.propose(by.proposal(Verb::Look).to(card));
}

pub(crate) fn begin(
    game: &mut Game<'_>,
    influence: Influence,
    reach: Reach<Xinglingwang>,
    until: Until,
    by: By,
) {
    let mut proposal: Proposed = by.proposal(Verb::Effect);
    proposal.subject = view::subject(game, &reach);
    game.propose(proposal);
    game.begin(influence, reach, until, by.seat, by.source, by.rule);
}

/// The proposals that are carried out together with a unit's leaving: lower units go with it, magic to the
/// graveyards, travelers to the forest [十.6, 十.7, 十五.合體.5, ruling-54]. After 偷襲 the lower units stay instead
/// [十五.偷襲.5].
pub(crate) fn moves_with(game: &Game<'_>, leaving: &Proposed) -> Together<Xinglingwang> {
    let Change::Move(host, to, ..) = leaving.change else { return Together::new() };
    let owner = table::owner(game, host);
    let mut along = Together::new();
    if !table::is_unit(game, host) {
        // Swallowed tributes enter with the unit only if it is played; on any other way they go to the
        // graveyard [ruling-43].
        if leaving.verb != Verb::Play {
            let by = By::rule(owner, cite!("ruling-43"));
            let lower = table::lower(game, host);
            along.extend(
                lower.map(|(card, _)| {
                    into_zone(game, card, Verb::ToGraveyard, Zone::Graveyard, End::Bottom, by)
                }),
            );
        }
        return along;
    }
    if leaving.rule == cite!("十五.偷襲.1") {
        along.extend(super::combination::promote_lower(game, leaving));
    } else {
        let swallowed = matches!(to, Spot::Member(..));
        if !swallowed || game.in_force(cite!("十五.吞食合體.2")) {
            let zone = match (swallowed, leaving.detail.own.into) {
                (false, Some(zone)) => zone,
                _ => Zone::Graveyard,
            };
            let by = By::rule(owner, cite!("十五.合體.5"));
            let half = table::side(game, host).unwrap_or(owner);
            along
                .extend(table::lower(game, host).map(|(card, _)| leave_silently(game, card, zone, half, by)));
        }
    }
    for card in table::conferred(game, host) {
        let by = By::rule(owner, cite!("十.6"));
        along.push(into_zone(game, card, Verb::ToGraveyard, Zone::Graveyard, End::Bottom, by));
    }
    let riders = game.state.table.pieces(Holder::Card(host), Piece::Traveler);
    if riders > 0 {
        let (verb, to, rule) = match leaving.detail.other {
            Some(carrier) if leaving.verb == Verb::Board => {
                (Verb::Board, Holder::Card(carrier.card), leaving.rule)
            }
            _ if table::is_traveler(game, host) => {
                (Verb::Alight, Holder::Place(table::FOREST.of(owner)), cite!("十.5"))
            }
            _ => {
                let side = table::side(game, host).unwrap_or(owner);
                (Verb::Alight, Holder::Place(table::FOREST.of(side)), cite!("ruling-54"))
            }
        };
        let mut proposal: Proposed = By::rule(owner, rule).proposal(verb).changing(Change::Pieces(
            riders,
            (Holder::Card(host), Piece::Traveler),
            (to, Piece::Traveler),
        ));
        proposal.detail.amount = i64::from(riders);
        along.push(proposal);
    }
    along
}

/// The proposal by which a lower unit leaves with its upper one; it triggers nothing [十五.合體.5].
fn leave_silently(game: &Game<'_>, card: CardId, zone: Zone, half: Seat, by: By) -> Proposed {
    let owner = match game.in_force(cite!("十.7")) {
        true => table::owner(game, card),
        false => half,
    };
    let place = if table::is_traveler(game, card) { table::SHELF } else { zone.place() };
    let change = Change::Move(card, place.spot(owner), End::Bottom, Mark::default());
    silent(by.proposal(verb_into(zone)).changing(change))
}

/// Whether conferred magic stays under its unit: it is permanent, or an effect of it still runs [七.4].
fn lasts(game: &Game<'_>, magic: CardId) -> bool {
    let printed = table::printed(game, magic).magic.as_ref();
    let from_it = |source: Option<Object>| source.is_some_and(|source| source.card == magic);
    printed.is_some_and(|printed| printed.kind == MagicType::Permanent)
        || game.state.modifiers.iter().any(|modifier| from_it(modifier.source))
}

/// By how many the travelers under a unit exceed those that it may carry [十五.搭乘.2].
fn too_many(game: &Game<'_>, unit: CardId) -> u32 {
    match table::passengers(game, unit) {
        0 => 0,
        riders => riders.saturating_sub(stat::capacity(game, unit).unwrap_or(0)),
    }
}

/// Whether magic or travelers under a unit have to leave it.
fn has_excess(game: &Game<'_>, unit: CardId) -> bool {
    table::conferred(game, unit).any(|magic| !lasts(game, magic)) || too_many(game, unit) > 0
}

/// Sends conferred magic whose effects are over to its owner's graveyard [七.4, ruling-63], and lets travelers
/// alight from a carrier that has too many [十五.搭乘.2]. `true`: something moved.
#[inline]
pub(crate) fn expire_magic(game: &mut Game<'_>) -> bool {
    game.derived().is_laden && unload(game)
}

#[inline(never)]
fn unload(game: &mut Game<'_>) -> bool {
    let hosts: SmallVec<[CardId; 8]> = SmallVec::from_slice(game.state.table.hosts());
    if !hosts.iter().any(|host| table::is_unit(game, *host) && has_excess(game, *host)) {
        return false;
    }
    let mut moved = false;
    for seat in Seat::BOTH {
        for unit in game.state.table.snapshot(table::FIELD.of(seat)) {
            if !hosts.contains(&unit) {
                continue;
            }
            for card in table::conferred(game, unit).collect::<Vec<_>>() {
                if !lasts(game, card) {
                    let by = By::rule(table::owner(game, card), cite!("七.4"));
                    send(game, card, Verb::ToGraveyard, Zone::Graveyard, End::Bottom, by);
                    moved = true;
                }
            }
            let riders = too_many(game, unit);
            if riders > 0 {
                alight(game, unit, riders, By::rule(seat, cite!("十五.搭乘.2")));
                moved = true;
            }
        }
    }
    moved
}

/// Destroys the next card that a continuous ability destroys at once [十.2]. `true`: a card is being
/// destroyed.
#[inline]
pub(crate) fn destroy_at_once(game: &mut Game<'_>) -> bool {
    if game.listen_mask_of_all().topics & topics::DESTROYS != 0 {
        return destroy_next(game);
    }
    if !game.state.facts.doomed.is_empty() {
        game.facts_mut().doomed.clear();
    }
    false
}

#[inline(never)]
fn destroy_next(game: &mut Game<'_>) -> bool {
    let mut doomed: Vec<(Object, Object, Seat)> = Vec::new();
    let destroys = |_: &Scene<'_>, each: &Static| matches!(each, Static::Destroys(_));
    stat::each_static(game, topics::DESTROYS, destroys, |scene, each| {
        if let Static::Destroys(word) = each {
            let all = word.what.all(game, scene);
            doomed.extend(all.into_iter().map(|object| (object, scene.me, scene.seat)));
        }
    });
    // Each ability tries to destroy each object once: a unit that a replacement saved is left alone
    // [ruling-59].
    let is_still_listed =
        |entry: &(Object, Object)| doomed.iter().any(|(object, source, _)| (*object, *source) == *entry);
    if !game.state.facts.doomed.iter().all(is_still_listed) {
        game.facts_mut().doomed.retain(is_still_listed);
    }
    let can = |&(object, source, _): &(Object, Object, Seat)| {
        is_destructible(game, object.card)
            && !game.state.facts.doomed.contains(&(object, source))
            && game.departing(object).is_none()
            && prohibition::destruction(game, object.card).is_none()
    };
    let Some((object, source, seat)) = doomed.iter().copied().find(can) else { return false };
    game.facts_mut().doomed.push((object, source));
    let means = super::ability::means(game, source);
    let (source, rule) = (Some(source), cite!("十.2"));
    let floor = game.height();
    destroy(game, object.card, By { seat, means, source, rule }) || game.height() > floor
}
