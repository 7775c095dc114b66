//! Units on their way to the field, played or summoned.
//!
//! 二.3 and 十二.2 the normal play; 二.4(1) and 十三.2 that of a formation; 九.1–九.3 entering; 十二.3 red stars and
//! tributes; 十二.4 and 十二.※2 blue stars; 十二.5 when nothing can be played; 十二.6 by effects; 十五.搭乘.1; 十五.吞食合體.1;
//! 十五.掩護.1; ruling-13 to ruling-18, ruling-43, ruling-46, ruling-54, ruling-61.

use smallvec::SmallVec;

use super::ability::{self, FRAME, Pending};
use super::action::Tactic;
use super::field::{self, Where};
use super::play::in_formation;
use super::reason::Reason;
use super::table::{self, Edge, Mark, Phase, Role, State, Verb, Way, Zone};
use super::words::KeywordName;
use super::words::ability::Ability;
use super::words::trigger::PhaseName;
use super::zone::{self, By};
use super::{Question, Step, Xinglingwang, prohibition, stat};
use crate::abilities::filter::has_all;
use crate::abilities::{ConditionWord, Resolution, Scene};
use crate::kernel::{CardId, Change, End, Frame, Match, Object, Proposal, Seat, Spot, held};
use crate::verdict::Refusal;

type Game<'p> = Match<'p, Xinglingwang>;

/// How far a unit has come on its way to the field.
#[held(Copy)]
pub enum PlayStage {
    /// What the blue frame asks for is done [十二.4].
    Frame,
    /// The tributes are sacrificed one by one [十二.3].
    Sacrifice,
    /// It is placed [九.2].
    Place,
    /// It was about to enter; it stands there unless what came before prevented it [六.4].
    Arrive,
    /// It stands, and what answers that is done; its 立即 comes [十二.2].
    Immediate,
    /// Its 立即 is done [十五.掩護.2].
    Entered,
}

/// A unit on its way to the field.
#[held]
pub struct Play {
    /// Who plays it.
    pub seat: Seat,
    /// The card.
    pub card: Object,
    /// To which half.
    pub side: Seat,
    /// Whether it is played, played besides, or summoned.
    pub verb: Verb,
    /// Whether it is the normal play of a phase.
    pub normal: bool,
    /// The tributes in line order.
    pub tributes: Vec<Object>,
    /// Those in hand that go to the graveyard without being sacrificed.
    pub unsacrificed: Vec<Object>,
    /// How many of them are gone.
    pub next: u8,
    /// How far it has come.
    pub stage: PlayStage,
    /// The edge chosen for the tribute that is swallowed next.
    pub edge: Option<Edge>,
    /// The position chosen.
    pub at: Option<u8>,
    /// The object whose text brings it in.
    pub source: Option<Object>,
    /// Its 立即 is negated [ruling-58].
    pub negated: bool,
}

impl Play {
    fn by(&self, rule: crate::verdict::Cite) -> By {
        By { source: self.source, ..By::rule(self.seat, rule) }
    }

    /// A unit that already stands on the field, with only 立即 and the announcement of its entry to come.
    pub(crate) const fn entered(
        seat: Seat,
        card: Object,
        side: Seat,
        verb: Verb,
        source: Option<Object>,
    ) -> Play {
        Play {
            seat,
            card,
            side,
            verb,
            normal: false,
            tributes: Vec::new(),
            unsacrificed: Vec::new(),
            next: 0,
            stage: PlayStage::Immediate,
            edge: None,
            at: None,
            source,
            negated: false,
        }
    }
}

/// Negates the 立即 of a unit that is being played; `false`: none was still to come [十二.2, ruling-58].
pub(crate) fn negate_immediate(game: &mut Game<'_>, unit: Object) -> bool {
    let place = game.state.agenda.iter().rposition(|frame| has_pending_immediate(frame, unit));
    match place.and_then(|place| game.state.agenda.get_mut(place)) {
        Some(Frame::Step(Step::Play(play))) => {
            play.negated = true;
            true
        }
        _ => false,
    }
}

/// Whether the 立即 of a played unit is still to come in this frame.
pub(crate) fn has_pending_immediate(frame: &Frame<Xinglingwang>, unit: Object) -> bool {
    let Frame::Step(Step::Play(play)) = frame else { return false };
    let is_it = match play.stage {
        PlayStage::Arrive => {
            play.card.card == unit.card && play.card.incarnation.wrapping_add(1) == unit.incarnation
        }
        PlayStage::Immediate => play.card == unit,
        PlayStage::Frame | PlayStage::Sacrifice | PlayStage::Place | PlayStage::Entered => false,
    };
    is_it && !play.negated && play.verb != Verb::Summon
}

/// Whether a unit is a chosen tribute of this frame that has not been sacrificed yet [十二.※1].
pub(crate) fn is_pending_tribute(frame: &Frame<Xinglingwang>, card: CardId) -> bool {
    matches!(frame, Frame::Step(Step::Play(play)) if play.stage <= PlayStage::Sacrifice
        && play.tributes.iter().any(|tribute| tribute.card == card))
}

/// How many more travelers a unit may carry [十五.搭乘.2].
pub(crate) fn room_for_passengers(game: &Game<'_>, card: CardId) -> u32 {
    stat::capacity(game, card).unwrap_or(0).saturating_sub(table::passengers(game, card))
}

/// Whether an effect of `source` may bring a card in as a unit: a blue star only if its frame allows it
/// [十二.4].
pub(crate) fn may_enter_by_effect(game: &Game<'_>, card: CardId, source: Object) -> bool {
    let printed = table::printed(game, card);
    let frame = printed.as_unit().and_then(|unit| unit.frame.as_ref());
    let opens = frame.is_none_or(|frame| {
        let (seat, me) = (table::owner(game, card), game.state.table.object(card));
        let scene = Scene::of(seat, me);
        frame.by_effect
            && has_all(game, &scene, &frame.by, source.card)
            && frame_condition_met(game, seat, card)
    });
    printed.is_unit_card() && opens
}

fn frame_condition_met(game: &Game<'_>, seat: Seat, card: CardId) -> bool {
    let Some(frame) = table::printed(game, card).as_unit().and_then(|unit| unit.frame.as_ref()) else {
        return false;
    };
    let scene = Scene::of(seat, game.state.table.object(card));
    frame.when.as_ref().is_none_or(|when| when.is_true(game, &scene))
}

/// Whether a card with a blue frame can be played now: phase, condition and cost of the frame [十二.4,
/// ruling-17].
pub(super) fn frame_met(game: &Game<'_>, seat: Seat, card: CardId) -> bool {
    let Some(frame) = table::printed(game, card).as_unit().and_then(|unit| unit.frame.as_ref()) else {
        return false;
    };
    let scene = Scene::of(seat, game.state.table.object(card));
    frame_phase(game, card)
        && frame_condition_met(game, seat, card)
        && ability::cost_fault(game, &scene, &frame.pay).is_none()
}

pub(super) fn frame_phase(game: &Game<'_>, card: CardId) -> bool {
    let frame = table::printed(game, card).as_unit().and_then(|unit| unit.frame.as_ref());
    let phase = frame.and_then(|frame| frame.phase);
    phase.is_some_and(|allowed| match game.state.facts.phase {
        Phase::Tactics => matches!(allowed, PhaseName::Main | PhaseName::Tactics),
        phase => allowed.is(phase),
    })
}

/// Where a player may play or summon a card on a half: in the front row as long as it has room, unless a text
/// says otherwise [九.2].
pub(crate) fn entries_of(game: &Game<'_>, seat: Seat, card: CardId, side: Seat) -> field::Positions {
    let unit = table::printed(game, card).as_unit();
    let mut places = field::empty(game, side);
    if side != table::owner(game, card) && unit.is_some_and(|unit| unit.enemy_back_row) {
        places.retain(|at| !at.is_front());
        return places;
    }
    let anywhere =
        || unit.is_some_and(|unit| unit.to_back_row) || prohibition::may_enter_behind(game, seat, card);
    if places.iter().any(|at| at.is_front()) && !anywhere() {
        places.retain(|at| at.is_front());
    }
    places
}

/// Where a player may summon a traveler on a half [九.2].
pub(crate) fn traveler_entries(game: &Game<'_>, seat: Seat, side: Seat) -> field::Positions {
    match game.state.table.list(table::SHELF.of(side)).iter().min() {
        Some(figure) => entries_of(game, seat, *figure, side),
        None => field::entries(game, side),
    }
}

/// Whether a player may play or summon a card on the enemy's half, too [ruling-61].
pub(crate) fn goes_to_enemy_half(game: &Game<'_>, seat: Seat, card: CardId, verb: Verb) -> bool {
    let unit = table::printed(game, card).as_unit();
    table::owner(game, card) == seat
        && unit.is_some_and(|unit| match verb == Verb::Summon {
            true => unit.summoned_to_enemy_half,
            false => unit.to_enemy_half,
        })
}

/// Takes a unit on its way to the field one stage further: frame, tributes, position, 立即, entered.
pub(crate) fn run(game: &mut Game<'_>, mut play: Play) {
    match play.stage {
        PlayStage::Frame => {
            play.stage = PlayStage::Sacrifice;
            let (seat, card) = (play.seat, play.card);
            game.push(Step::Play(play));
            let id = ability::id_of(game, card.card, FRAME);
            game.push(Step::resolve(Resolution::new(seat, card, id, cite!("十二.4"))));
        }
        PlayStage::Sacrifice => sacrifice(game, play),
        PlayStage::Place => place(game, play),
        PlayStage::Arrive => arrive(game, &play),
        PlayStage::Immediate => {
            play.stage = PlayStage::Entered;
            if !game.in_force(cite!("十五.掩護.2")) && table::stands(game, play.card) {
                let proposal = Proposal::told(Verb::Entered, play.seat, cite!("九.1")).to(play.card.card);
                game.propose(proposal.by(play.source));
            }
            let (seat, card, verb) = (play.seat, play.card, play.verb);
            let is_played = matches!(verb, Verb::Play | Verb::ExtraPlay) && !play.negated;
            game.push(Step::Play(play));
            if is_played && table::stands(game, card) {
                immediates(game, seat, card);
            }
        }
        PlayStage::Entered => {
            if table::stands(game, play.card) {
                let proposal = Proposal::told(Verb::Entered, play.seat, cite!("九.1")).to(play.card.card);
                game.propose(proposal.by(play.source));
            }
        }
    }
}

/// Sacrifices the next tribute, in line order; one with 吞食合體 goes under the unit instead [十二.3, 十.3,
/// 十五.吞食合體.1].
fn sacrifice(game: &mut Game<'_>, mut play: Play) {
    let Some(&tribute) = play.tributes.get(usize::from(play.next)) else {
        play.stage = PlayStage::Place;
        return game.push(Step::Play(play));
    };
    if table::lies_in(game, tribute.card, table::HAND, play.seat) && game.state.table.is_current(tribute) {
        play.next += 1;
        let by = play.by(cite!("十二.3"));
        let is_quiet = play.unsacrificed.contains(&tribute);
        let verb = if is_quiet { Verb::ToGraveyard } else { Verb::Sacrifice };
        game.push(Step::Play(play));
        zone::send(game, tribute.card, verb, Zone::Graveyard, End::Bottom, by);
        return;
    }
    if !table::stands(game, tribute) {
        play.next += 1;
        return game.push(Step::Play(play));
    }
    let swallowed =
        stat::has_keyword(game, tribute.card, KeywordName::Swallow) && game.state.table.is_current(play.card);
    if swallowed && play.edge.is_none() {
        let seat = play.seat;
        game.push(Step::Play(play));
        return game.ask(seat, Question::Edge);
    }
    let edge = play.edge.take();
    play.next += 1;
    let (by, host) = (play.by(cite!("十二.3")), play.card.card);
    game.push(Step::Play(play));
    match edge {
        Some(edge) => {
            let to = Spot::Member(host, Role::Lower(edge));
            let change = Change::Move(tribute.card, to, End::Bottom, Mark::default());
            let proposal = Proposal::told(Verb::Sacrifice, by.seat, cite!("十五.吞食合體.1"));
            game.propose(proposal.changing(change));
        }
        None => {
            zone::sacrifice(game, tribute.card, by);
        }
    }
}

/// Places the unit, and asks for the position if there are several. A unit that has no position any more, or
/// that an effect forbids to play, is not played [九.2, 九.3, 六.7, ruling-14].
fn place(game: &mut Game<'_>, play: Play) {
    let card = play.card.card;
    let tributes: Vec<CardId> = play.tributes.iter().map(|tribute| tribute.card).collect();
    let by = play.by(cite!("九.2"));
    if !game.state.table.is_current(play.card) {
        return drop_swallowed(game, card, &tributes, by);
    }
    let entries = entries_of(game, play.seat, card, play.side);
    let forbidden = game.in_force(cite!("六.7")) && prohibition::play(game, play.seat, card);
    if forbidden || entries.is_empty() {
        let rule = if forbidden { cite!("六.7") } else { cite!("九.3") };
        game.withdraw(by.proposal(play.verb).to(card), rule);
        return drop_swallowed(game, card, &tributes, by);
    }
    let chosen = play.at.and_then(Where::from_index).filter(|at| entries.contains(at));
    let at = match (chosen, entries.as_slice()) {
        (Some(at), _) => at,
        (None, [only]) => *only,
        (None, _) => {
            let (seat, positions) = (play.seat, entries.iter().map(|at| at.index()).collect());
            game.push(Step::Play(Play { at: None, ..play }));
            return game.ask(seat, Question::Place(positions));
        }
    };
    keep_tributes(game, card, tributes.clone());
    if !enter_as(game, card, at, (play.verb, play.normal), by) {
        drop_swallowed(game, card, &tributes, by);
    }
}

/// Sends the tributes under the card of a unit that is not played after all to the graveyard [ruling-43].
fn drop_swallowed(game: &mut Game<'_>, card: CardId, tributes: &[CardId], by: By) {
    keep_tributes(game, card, Vec::new());
    let by = by.by(cite!("ruling-43"));
    let lower: Vec<CardId> = table::lower(game, card).map(|(lower, _)| lower).collect();
    for lower in lower.into_iter().filter(|lower| tributes.contains(lower)) {
        zone::send(game, lower, Verb::ToGraveyard, Zone::Graveyard, End::Bottom, by);
    }
}

/// Counts a normal play of the phase: the first uses up the phase's own, a later one an extra play that an
/// effect allows.
pub(crate) fn normal_play_made(game: &mut Game<'_>) {
    let formation = in_formation(game);
    let facts = game.facts_mut();
    let made = if formation { &mut facts.formation_play } else { &mut facts.normal_play };
    if *made {
        facts.extra_plays = facts.extra_plays.saturating_sub(1);
    }
    *made = true;
}

pub(crate) fn normal_play_is_open(game: &Game<'_>) -> bool {
    let facts = &game.state.facts;
    facts.phase == Phase::Summon && !facts.normal_play
        || facts.phase == Phase::Tactics && facts.tactic == Some(Tactic::Formation) && !facts.formation_play
}

/// Remembers the tributes of a unit for this turn, because its texts may refer to them [十二.3].
fn keep_tributes(game: &mut Game<'_>, unit: CardId, tributes: Vec<CardId>) {
    let kept = &mut game.facts_mut().tributes;
    kept.retain(|(other, _)| *other != unit);
    if !tributes.is_empty() {
        kept.push((unit, tributes));
    }
}

/// Lets a card enter by an effect, upright, with travelers on board [九.1, 九.2, 十五.搭乘.1]; its 立即 follows from
/// the agenda. `false`: it does not enter.
pub(crate) fn enter(game: &mut Game<'_>, card: CardId, at: Where, verb: Verb, by: By) -> bool {
    enter_as(game, card, at, (verb, false), by)
}

/// [`enter`], or the entry of a normal play. Where abilities come before the entry, the agenda gets
/// [`PlayStage::Arrive`] and the result is `true`: the unit may still be kept out.
fn enter_as(game: &mut Game<'_>, card: CardId, at: Where, (verb, normal): (Verb, bool), by: By) -> bool {
    if verb != Verb::Play {
        keep_tributes(game, card, Vec::new());
    }
    let rested = table::printed(game, card).as_unit().is_some_and(|unit| unit.enters_rested);
    let state = if rested { State::Rested } else { State::Upright };
    let way = match verb {
        Verb::Play => Way::Play,
        Verb::ExtraPlay => Way::ExtraPlay,
        Verb::Summon => Way::Summon,
        _ => Way::Otherwise,
    };
    let mark = Mark { state, way, ..fresh_mark(game, at) };
    let change = Change::Move(card, at.spot(), End::Bottom, mark);
    let proposal = by.proposal(verb).changing(change);
    let (before, floor) = (game.state.table.object(card), game.height());
    if game.propose(proposal).is_done() {
        if normal {
            normal_play_made(game);
        }
        entered(game, card, at.side, verb, by);
        true
    } else if game.height() > floor {
        let play = Play::entered(by.seat, before, at.side, verb, by.source);
        let (stage, at) = (PlayStage::Arrive, Some(at.index()));
        game.push_above(floor, Step::Play(Play { normal, stage, at, ..play }));
        true
    } else {
        false
    }
}

/// Lets travelers board a unit that has entered, and schedules the rest of its entry [十五.搭乘.1].
fn entered(game: &mut Game<'_>, card: CardId, side: Seat, verb: Verb, by: By) {
    let n = stat::capacity(game, card).unwrap_or(0);
    if n > 0 {
        zone::board(game, card, side, n, by.by(cite!("十五.搭乘.1")));
    }
    let object = game.state.table.object(card);
    game.push(Step::Play(Play::entered(by.seat, object, side, verb, by.source)));
}

/// Continues an entry after the abilities that came before it: the unit has entered, or it goes back with its
/// tributes.
fn arrive(game: &mut Game<'_>, play: &Play) {
    let card = play.card.card;
    let incarnation = play.card.incarnation.wrapping_add(1);
    let there = field::position(game, card).map(Where::index) == play.at;
    let unit = Object { card, incarnation, item: None };
    if there && table::stands(game, unit) {
        if play.normal {
            normal_play_made(game);
        }
        let means = play.source.map_or(table::Means::Rule, |source| ability::means(game, source));
        entered(game, card, play.side, play.verb, By { means, ..play.by(cite!("九.2")) });
        if play.negated {
            negate_immediate(game, unit);
        }
    } else {
        zone::put_back(game, card);
        let kept = game.state.facts.tributes.iter().find(|(unit, _)| *unit == card);
        let tributes = kept.map(|(_, tributes)| tributes.clone()).unwrap_or_default();
        drop_swallowed(game, card, &tributes, play.by(cite!("九.2")));
    }
}

/// The mark of a unit that has just entered [十三.3].
pub(crate) fn fresh_mark(game: &Game<'_>, at: Where) -> Mark {
    let (entered, kept_in_front) = (game.state.facts.turn, at.is_front());
    Mark { entered, kept_in_front, way: Way::Otherwise, ..Mark::default() }
}

/// Lets a traveler of a forest enter, if the forest has one; `normal`: as the normal play of a phase.
pub(crate) fn enter_traveler(game: &mut Game<'_>, forest: Seat, at: Where, normal: bool, by: By) {
    if let Some(figure) = zone::figure(game, forest, by)
        && !enter_as(game, figure, at, (Verb::Summon, normal), by)
    {
        zone::put_back(game, figure);
    }
}

/// Puts the 立即 of a unit, of the edges under it and those granted to it on the waiting list; its player
/// chooses the order [十二.2, ruling-18].
fn immediates(game: &mut Game<'_>, seat: Seat, unit: Object) {
    if prohibition::immediate(game, seat, unit.card) {
        return;
    }
    // With 十五.掩護.2 suspended, 掩護 comes before 立即.
    let rank = if game.in_force(cite!("十五.掩護.2")) { 0 } else { u16::MAX };
    let cards = std::iter::once((0, unit.card))
        .chain(ability::numbered_lower(game, unit.card))
        .collect::<SmallVec<[_; 2]>>();
    for (lower, card) in cards {
        let first = if lower == 0 { 0 } else { table::printed(game, card).edge() };
        let printed = table::printed(game, card);
        for (index, ability) in printed.all_abilities().enumerate().skip(first) {
            if ability.is_immediate() {
                let ability = ability::id_under(game, card, (lower, index));
                game.wait(seat, Pending::of(ability, unit, (Some(unit), None), rank));
            }
        }
    }
    for (ability, _) in
        ability::granted_to(game, unit.card).iter().filter(|(_, granted)| granted.is_immediate())
    {
        game.wait(seat, Pending::of(*ability, unit, (Some(unit), None), rank));
    }
}

/// Whether a unit has 立即: printed, on an edge under it, or granted [十二.2, ruling-18].
pub(crate) fn has_immediate(game: &Game<'_>, card: CardId) -> bool {
    let under = ability::numbered_lower(game, card).into_iter().any(|(_, lower)| {
        let printed = table::printed(game, lower);
        printed.all_abilities().skip(printed.edge()).any(Ability::is_immediate)
    });
    under
        || table::printed(game, card).all_abilities().any(Ability::is_immediate)
        || ability::granted_to(game, card).iter().any(|(_, granted)| granted.is_immediate())
}

/// Where 掩護 would move the unit that entered: directly behind the covering unit, if that position is free
/// [十五.掩護.1, ruling-46].
pub(crate) fn cover_position(game: &Game<'_>, cover: CardId, entered: CardId) -> Option<Where> {
    let behind = field::position(game, cover)?.directly_behind()?;
    (is_covered_by(game, entered, cover) && field::at(game, behind).is_none()).then_some(behind)
}

/// Whether a unit with 掩護 stands beside the one that entered.
pub(crate) fn is_covered_by(game: &Game<'_>, entered: CardId, cover: CardId) -> bool {
    let (at, beside) = (field::position(game, cover), field::position(game, entered));
    let next = at.is_some_and(|at| beside.is_some() && at.beside(game.state.facts.first).contains(&beside));
    next && stat::has_keyword(game, cover, KeywordName::Cover)
}

/// Notes why 掩護 is not offered although a unit entered beside it: it stands in the back row, or the position
/// behind it is taken [ruling-46].
pub(crate) fn pass_over_cover(game: &mut Game<'_>, seat: Seat, cover: Object) {
    let refusal = Refusal::new(Reason::NotOffered { card: cover.card }, cite!("十五.掩護.1"));
    ability::pass_over(game, seat, cover, &refusal.also(&[cite!("ruling-46")]));
}

/// Offers 掩護, or carries it out once the player has said yes.
pub(crate) fn cover(game: &mut Game<'_>, cover: Object, entered: Option<Object>, answer: Option<bool>) {
    let half = table::side(game, cover.card).unwrap_or_else(|| table::owner(game, cover.card));
    let stand = table::stands(game, cover) && entered.is_some_and(|entered| table::stands(game, entered));
    let behind = entered
        .filter(|_| stand)
        .and_then(|entered| cover_position(game, cover.card, entered.card).map(|behind| (entered, behind)));
    let Some((entered, behind)) = behind else { return pass_over_cover(game, half, cover) };
    let seat = behind.side;
    match answer {
        None => {
            game.push(Step::Cover(cover, Some(entered), None));
            game.ask(seat, Question::Cover(cover));
        }
        Some(true) => {
            let by = By { source: Some(cover), ..By::rule(seat, cite!("十五.掩護.1")) };
            zone::move_to(game, entered.card, behind, by);
        }
        Some(false) => {}
    }
}
