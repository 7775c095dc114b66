//! Everything that moves, rests or turns a card or a cube, each with its rule.
//!
//! 204.6b cubes; 302.1c and 403.3c replacing; 307.2 entering; 313.1a drawing; 313.3a discarding;
//! 313.6a destroying; 313.10a retreating; 400.3 owners' zones; 400.6 new objects; 408 stacks.

use super::AzurLane;
use super::Memory;
use super::table::{self, CubeKind, Detail, Mark, Means, Verb};
use super::words::{Influence, Stat, Until};
use crate::abilities::memory;
use crate::game_kit::proposing::{self, happen, marked};
use crate::game_kit::view;
use crate::kernel::{Acts, CardId, Cell, Change, End, Match, Object, Proposal, Reach, Seat, Spot, Together};

type Game<'p> = Match<'p, AzurLane>;

/// Who lets something happen, by which means, by which text and rule.
pub(crate) type By = proposing::By<Means>;

/// A number of cards or cubes to move: a value below 0 moves none [309.1a].
pub(crate) fn count(number: i64) -> u32 {
    u32::try_from(number.max(0)).unwrap_or(u32::MAX)
}

/// 抽卡: draws cards one at a time, until the deck is empty [313.1b, 103.3].
pub(crate) fn draw<'p>(acts: &mut impl Acts<'p, AzurLane>, n: usize, by: By) {
    for left in (1..=n).rev() {
        if !draw_one(acts, left, by) {
            return;
        }
    }
}

/// Draws the first of the `left` cards that are still to be drawn. Returns whether it was drawn.
pub(crate) fn draw_one<'p>(acts: &mut impl Acts<'p, AzurLane>, left: usize, by: By) -> bool {
    let seat = by.seat;
    let deck = acts.game().state.table.list(table::DECK.of(seat));
    let short = left > deck.len() && !acts.game().all_in_force(&[cite!("103.3"), cite!("313.1b")]);
    let Some(&top) = deck.first().filter(|_| !short && acts.game().in_force(cite!("313.1a"))) else {
        return false;
    };
    let to = Spot::Place(table::HAND.of(seat), Cell::NONE);
    let proposal = Proposal::moved(Verb::Draw, seat, top, to, End::Bottom, by.rule);
    acts.propose(proposal.by(by.source)).is_done()
}

/// Proposes that a card goes to a zone of its owner [400.3].
fn to_owner<'p>(
    acts: &mut impl Acts<'p, AzurLane>,
    card: CardId,
    zone: table::ZoneOf,
    end: End,
    proposal: Proposal<AzurLane>,
) -> bool {
    let owner = match acts.game().in_force(cite!("400.3")) {
        true => table::owner(acts.game(), card),
        false => proposal.seat,
    };
    let to = Spot::Place(zone.of(owner), Cell::NONE);
    acts.propose(proposal.changing(Change::Move(card, to, end, Mark::default()))).is_done()
}

/// Keeps the last known information on a card that is about to leave the battlefield [ruling-20].
pub(crate) fn remember(game: &mut Game<'_>, card: CardId) {
    let Some(place) = table::battlefield_cell(game, card) else { return };
    let left = Memory {
        object: game.state.table.object(card),
        place,
        rested: table::mark(game, card).rested,
        is_over_others: !game.state.table.pile(card).is_empty(),
        power: super::stat::value(game, card, Stat::Power),
        support: super::stat::value(game, card, Stat::Support),
        cost: super::stat::value(game, card, Stat::Cost),
        keywords: super::stat::keyword_names(game, card),
        has_no_skills: super::stat::has_no_skills(game, card),
    };
    memory::remember(game, left);
}

/// Moves the cards under a card that leaves the battlefield: under the same card, in their order, if it goes
/// under another [408.3]; otherwise to their owners' retreat zones, where this triggers nothing [408.5,
/// 408.5a].
pub(crate) fn moves_with(game: &Game<'_>, leaving: &Proposal<AzurLane>) -> Together<AzurLane> {
    let Change::Move(host, to, ..) = leaving.change else { return Together::new() };
    if !table::is_on_battlefield(game, host) {
        return Together::new();
    }
    let under = game.state.table.pile(host).iter().map(|&card| match to {
        Spot::Member(..) => {
            let moved = Proposal::moved(Verb::PutUnder, leaving.seat, card, to, End::Bottom, cite!("408.3"));
            moved.by(leaving.source)
        }
        Spot::Place(..) => {
            let to = Spot::Place(table::RETREAT.of(table::owner(game, card)), Cell::NONE);
            let moved = Proposal::moved(Verb::ToRetreat, leaving.seat, card, to, End::Top, cite!("408.5"));
            moved.by(leaving.source)
        }
    });
    under.collect()
}

/// Puts a card into its owner's hand [400.3].
pub(crate) fn to_hand(game: &mut Game<'_>, card: CardId, by: By) -> bool {
    to_owner(game, card, table::HAND, End::Bottom, by.proposal(Verb::ToHand))
}

/// Puts a card into its owner's deck [400.3].
pub(crate) fn to_deck<'p>(acts: &mut impl Acts<'p, AzurLane>, card: CardId, end: End, by: By) -> bool {
    to_owner(acts, card, table::DECK, end, by.proposal(Verb::ToDeck))
}

/// Puts a card into its owner's durability zone [400.3].
pub(crate) fn to_durability(game: &mut Game<'_>, card: CardId, end: End, by: By) -> bool {
    to_owner(game, card, table::DURABILITY, end, by.proposal(Verb::ToDurability))
}

/// Puts a card into its owner's retreat zone, neither destroyed nor discarded [400.3].
pub(crate) fn to_retreat<'p>(acts: &mut impl Acts<'p, AzurLane>, card: CardId, by: By) -> bool {
    to_owner(acts, card, table::RETREAT, End::Top, by.proposal(Verb::ToRetreat))
}

/// 捨棄: discards a card from hand [313.3a].
pub(crate) fn discard<'p>(acts: &mut impl Acts<'p, AzurLane>, card: CardId, by: By) -> bool {
    table::lies_in(acts.game(), card, table::HAND, table::owner(acts.game(), card))
        && to_owner(acts, card, table::RETREAT, End::Top, by.proposal(Verb::Discard))
}

/// 擊破 or 撤退: puts a ship from the battlefield into the retreat zone, by the verb of the proposal [313.6a,
/// 313.10a].
pub(crate) fn leave<'p>(
    acts: &mut impl Acts<'p, AzurLane>,
    card: CardId,
    proposal: Proposal<AzurLane>,
) -> bool {
    table::is_on_battlefield(acts.game(), card) && to_owner(acts, card, table::RETREAT, End::Top, proposal)
}

/// 登場: a ship enters on a cell of its player's battlefield. A ship that stands there goes to the retreat zone
/// first [302.1c, 403.3c, ruling-36].
pub(crate) fn enter(game: &mut Game<'_>, card: CardId, cell: Cell, rested: bool, by: By) -> bool {
    let place = table::BATTLEFIELD.of(by.seat);
    if let Some(there) = game.state.table.on_cell(place, cell) {
        leave(game, there, Proposal::told(Verb::Retreat, by.seat, cite!("403.3c")));
        if game.state.table.on_cell(place, cell).is_some() {
            return false;
        }
    }
    // A ship enters active, unless the text says rested.
    let rested = rested || !game.in_force(cite!("307.2"));
    let since =
        if game.in_force(cite!("400.6")) { game.state.facts.turn } else { table::mark(game, card).since };
    let mark = Mark { rested, since, ..Mark::default() };
    let change = Change::Move(card, Spot::Place(place, cell), End::Bottom, mark);
    game.propose(Proposal::told(Verb::Enter, by.seat, by.rule).changing(change).by(by.source)).is_done()
}

/// Moves a card to another cell of the same battlefield; it stays the same object.
pub(crate) fn move_to(game: &mut Game<'_>, card: CardId, cell: Cell, by: By) -> bool {
    let Some((side, _)) = table::battlefield_cell(game, card) else { return false };
    let to = Spot::Place(table::BATTLEFIELD.of(side), cell);
    let proposal = Proposal::moved(Verb::Move, by.seat, card, to, End::Bottom, by.rule);
    game.propose(proposal.by(by.source)).is_done()
}

/// Puts a card under another card, at the very bottom; the cards under it follow in their order [408.3,
/// 408.4].
pub(crate) fn put_under<'p>(acts: &mut impl Acts<'p, AzurLane>, card: CardId, host: CardId, by: By) -> bool {
    let to = Spot::Member(host, super::Under);
    let end = if acts.game().in_force(cite!("408.4")) { End::Bottom } else { End::Top };
    acts.propose(Proposal::moved(Verb::PutUnder, by.seat, card, to, end, by.rule).by(by.source)).is_done()
}

/// Rests a card; a rested card does not change [ruling-45].
pub(crate) fn rest<'p>(acts: &mut impl Acts<'p, AzurLane>, card: CardId, by: By) -> bool {
    let game = acts.game();
    let rests = !table::mark(game, card).rested && table::is_on_battlefield(game, card);
    let rested = rests.then(|| marked(game, Verb::Rest, card, by, |mark| mark.rested = true));
    happen(acts, rested)
}

/// Makes a rested card active.
pub(crate) fn activate(game: &mut Game<'_>, card: CardId, by: By) -> bool {
    let activates = table::mark(game, card).rested && table::is_on_battlefield(game, card);
    let active = activates.then(|| marked(game, Verb::Activate, card, by, |mark| mark.rested = false));
    happen(game, active)
}

/// Turns a flagship over; it stays the same card [204.3d].
pub(crate) fn flip(game: &mut Game<'_>, card: CardId, back: bool, by: By) -> bool {
    let mark = match game.in_force(cite!("204.3d")) {
        true => table::mark(game, card),
        false => Mark { rested: false, ..table::mark(game, card) },
    };
    let proposal = Proposal::marked(Verb::Flip, by.seat, card, Mark { back, ..mark }, by.rule);
    mark.back != back && game.propose(proposal.by(by.source)).is_done()
}

/// Turns up to `n` cubes of the first kind into the second. Returns how many.
fn pieces<'p>(
    acts: &mut impl Acts<'p, AzurLane>,
    verb: Verb,
    n: u32,
    (from, to): (CubeKind, CubeKind),
    by: By,
) -> u32 {
    let seat = by.seat;
    let n = n.min(table::cubes(acts.game(), seat, from));
    if n > 0 {
        let change =
            Change::Pieces(n, (table::cube_holder(seat, from), from), (table::cube_holder(seat, to), to));
        let with = Detail { amount: i64::from(n), ..by.means.into() };
        acts.propose(by.proposal(verb).changing(change).with(with));
    }
    n
}

/// Moves cubes from the cube deck into the cost zone, as many as there are [103.3].
pub(crate) fn add_cubes(game: &mut Game<'_>, n: u32, kind: CubeKind, by: By) -> u32 {
    pieces(game, Verb::AddCubes, n, (CubeKind::Stored, kind), by)
}

/// Rests cubes; face-down ones go back to the cube deck at once [204.6b, ruling-31].
pub(crate) fn rest_cubes<'p>(acts: &mut impl Acts<'p, AzurLane>, (kind, n): (CubeKind, u32), by: By) -> u32 {
    match kind {
        CubeKind::Up => pieces(acts, Verb::RestCubes, n, (kind, CubeKind::UpRested), by),
        CubeKind::Down => {
            pieces(acts, Verb::ReturnCubes, n, (kind, CubeKind::Stored), by.by(cite!("204.6b")))
        }
        CubeKind::Stored | CubeKind::UpRested | CubeKind::DownRested => 0,
    }
}

/// Makes rested cubes active.
pub(crate) fn activate_cubes(game: &mut Game<'_>, kind: CubeKind, n: u32, by: By) -> u32 {
    let to = match kind {
        CubeKind::UpRested => CubeKind::Up,
        CubeKind::DownRested => CubeKind::Down,
        CubeKind::Stored | CubeKind::Up | CubeKind::Down => return 0,
    };
    pieces(game, Verb::ActivateCubes, n, (kind, to), by)
}

/// Puts cubes back into the cube deck.
pub(crate) fn return_cubes<'p>(acts: &mut impl Acts<'p, AzurLane>, kind: CubeKind, n: u32, by: By) -> u32 {
    pieces(acts, Verb::ReturnCubes, n, (kind, CubeKind::Stored), by)
}

/// Turns cubes over [ruling-99].
pub(crate) fn turn_cubes(game: &mut Game<'_>, kinds: (CubeKind, CubeKind), n: u32, by: By) -> u32 {
    pieces(game, Verb::TurnCubes, n, kinds, by)
}

/// 公開: shows the face of a card to both players [313.8a].
pub(crate) fn reveal(game: &mut Game<'_>, card: CardId, by: By) {
    let shown = Detail { shown: true, ..Detail::default() };
    game.propose(Proposal::told(Verb::Reveal, by.seat, by.rule).to(card).with(shown).by(by.source));
}

/// 查看: shows the face of a card to one player [313.7a].
pub(crate) fn look(game: &mut Game<'_>, card: CardId, by: By) {
    game.propose(Proposal::told(Verb::Look, by.seat, by.rule).to(card).by(by.source));
}

/// Whether an effect of this duration can begin: outside a battle, one for the battle does nothing
/// [ruling-66].
pub(crate) fn can_begin(game: &Game<'_>, until: Until) -> bool {
    until != Until::Battle || game.state.facts.battle.is_some()
}

/// Begins a running effect. Returns whether it began.
pub(crate) fn begin(
    game: &mut Game<'_>,
    seat: Seat,
    influence: Influence,
    reach: Reach<AzurLane>,
    until: Until,
    source: Option<Object>,
) -> bool {
    if !can_begin(game, until) {
        return false;
    }
    let mut proposal = Proposal::told(Verb::Effect, seat, cite!("306.1")).by(source);
    proposal.subject = view::subject(game, &reach);
    game.propose(proposal);
    game.begin(influence, reach, until, seat, source, cite!("306.1"));
    true
}
