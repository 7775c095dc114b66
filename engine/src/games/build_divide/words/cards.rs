//! What texts do to cards outside the field: drawing, discarding, looking, sending them on: 用语.抽, 用语.抽.2,
//! 用语.舍弃, 用语.舍弃.2; ruling-1, ruling-12, ruling-39, ruling-55, ruling-75, ruling-89.

use serde::{Deserialize, Serialize};

use super::super::BuildDivide;
use super::super::table::{self, Detail, ENERGY, GRAVEYARD, Game, HAND, LIFE, REMOVED, Verb, Zone};
use super::super::zone::{self, DrawRules};
use super::effect::{Running, by, by_doer, by_selection};
use super::filter::State;
use super::{Effect, Select, Source};
use crate::abilities::piles::{PileRules, PileVerbs};
use crate::abilities::{Actor, EffectWord, Next, Objects, Pause, Piles};
use crate::kernel::{CardId, End, Object, PlaceId, Proposal, Seat, wire};
use crate::verdict::Cite;
use crate::{card_actions, searches};

impl Piles for BuildDivide {
    const PILE_VERBS: PileVerbs<Verb> = PileVerbs {
        draw: Verb::Draw,
        mill: Verb::Mill,
        discard: Verb::Discard,
        shuffle: Verb::Shuffle,
        to_deck: Verb::ToDeck,
    };
    const PILE_RULES: PileRules = PileRules {
        discard: cite!("用语.舍弃"),
        sealed: true,
        shuffle: cite!("ruling-75"),
        deck_order: cite!("ruling-1"),
    };
    // A draw that finds no card loses the game [用语.抽.2].
    const DRAWS_IN_VAIN: bool = true;

    fn deck(seat: Seat) -> PlaceId {
        table::DECK.of(seat)
    }

    fn hand() -> Source {
        Source::Hand
    }

    fn looked() -> Source {
        Source::Looked
    }

    fn drawable(game: &Game<'_>, seat: Seat) -> usize {
        table::count(game, table::DECK, seat).saturating_add(table::count(game, LIFE, seat))
    }

    fn next_to_draw(game: &Game<'_>, seat: Seat) -> Option<CardId> {
        let top = |zone: table::ZoneOf| game.state.table.list(zone.of(seat)).first().copied();
        top(table::DECK).or_else(|| top(LIFE))
    }

    fn may_draw(_: &Game<'_>, _: Seat) -> bool {
        true
    }

    fn draw(game: &mut Game<'_>, doer: Actor, seat: Seat, _: usize) -> bool {
        let by = zone::By { seat, ..by_doer(doer, cite!("用语.抽")) };
        zone::draw(game, seat, 1, DrawRules::TEXT, by) == 1
    }

    fn mill(game: &mut Game<'_>, doer: Actor, seat: Seat, _: usize) -> bool {
        zone::mill(game, seat, 1, by_doer(doer, cite!("ruling-1"))) == 1
    }

    fn discard(game: &mut Game<'_>, doer: Actor, seat: Seat, object: Object) -> bool {
        let by = zone::By { seat, ..by_doer(doer, cite!("用语.舍弃")) };
        zone::discard(game, &[object.card], by);
        !game.state.table.is_current(object)
    }

    fn look_at(game: &mut Game<'_>, doer: Actor, object: Object) {
        let announced = Proposal::told(Verb::Look, doer.seat, cite!("ruling-1")).to(object.card);
        game.propose(announced.by(Some(doer.me)));
    }

    fn can_go_to_deck(game: &Game<'_>, object: Object) -> bool {
        can_leave(game, object.card)
    }

    fn to_deck(game: &mut Game<'_>, doer: Actor, object: Object, end: End) -> bool {
        let by = by_doer(doer, cite!("ruling-1"));
        let proposal = zone::leaving(game, Verb::ToDeck, object.card, table::DECK, end, by);
        game.propose(proposal).is_done()
    }

    fn deck_order(run: &mut Running<'_, '_>, objects: Objects) -> Result<Objects, Pause> {
        run.order_by_owner(objects, cite!("ruling-1"), true)
    }
}

searches!(BuildDivide);

/// Whether a card can leave its place: a territory that is no unit cannot.
pub(super) fn can_leave(game: &Game<'_>, card: CardId) -> bool {
    !matches!(table::lies(game, card), Some((Zone::Territory, _))) || table::is_unit(game, card)
}

/// Whether a card can go to a zone of its owner.
fn can_go(game: &Game<'_>, card: CardId, to: table::ZoneOf) -> bool {
    can_leave(game, card) && !table::lies_in(game, card, to, table::owner(game, card))
}

/// Puts several cards into zones of their owners together.
fn leave_together(
    game: &mut Game<'_>,
    verb: Verb,
    (to, end): (table::ZoneOf, End),
    doer: Actor,
    of: &[Object],
) {
    let by = by_doer(doer, cite!("ruling-1"));
    let goes = of.iter().filter(|object| can_go(game, object.card, to));
    let goes = goes.map(|object| zone::leaving(game, verb, object.card, to, end, by)).collect();
    game.propose_together(goes);
}

/// Carries a word out for all its cards at once, which puts them into other zones.
macro_rules! together {
    ($verb:expr, $to:expr, $end:expr) => {
        const TOGETHER: Option<fn(&mut Game<'_>, Actor, &[Object])> =
            Some(|game, doer, objects| leave_together(game, $verb, ($to, $end), doer, objects));
    };
}

card_actions! { BuildDivide:
    /// Both players see cards, which stay where they are [ruling-52].
    Reveal, can |game, scene, object| true, |game, doer, object| {
        let announced = Proposal::told(Verb::Reveal, doer.seat, cite!("ruling-1")).to(object.card);
        game.propose(announced.by(Some(doer.me)).with(Detail { shown: true, ..Detail::default() })).is_done()
    };

    /// Cards go to their owners' hands [ruling-12].
    ToHand: Verb::ToHand, can |game, scene, object| can_go(game, object.card, HAND),
    |game, doer, object| false,
    { together!(Verb::ToHand, HAND, End::Bottom); };

    /// Cards go to their owners' graveyards, neither destroyed nor discarded.
    ToGraveyard: Verb::ToGraveyard, can |game, scene, object| can_go(game, object.card, GRAVEYARD),
    |game, doer, object| false,
    { together!(Verb::ToGraveyard, GRAVEYARD, End::Top); };

    /// Cards are removed.
    Exile: Verb::Remove, can |game, scene, object| can_go(game, object.card, REMOVED),
    |game, doer, object| false,
    { together!(Verb::Remove, REMOVED, End::Top); };

    /// Energy is turned face down [ruling-89].
    FaceDown, can |game, scene, object| is_face_up_energy(game, object.card), |game, doer, object| {
        let by = by_doer(doer, cite!("ruling-89"));
        let turned = zone::turning_down(game, object.card, by);
        let turned = turned.filter(|_| is_face_up_energy(game, object.card));
        zone::happen(game, turned)
    };
}

fn is_face_up_energy(game: &Game<'_>, card: CardId) -> bool {
    matches!(table::lies(game, card), Some((Zone::Energy, _))) && !table::mark(game, card).is_face_down()
}

/// Which end of life.
#[wire(Copy, Default)]
pub enum LifeEnd {
    /// The top.
    #[default]
    Top,
    /// The bottom.
    Bottom,
}

/// Cards go face down into their owners' lives, the top of which is yellow if there are enough [ruling-7].
#[wire(Part<BuildDivide>)]
pub struct ToLife {
    /// Which cards.
    pub what: Select,
    /// Where.
    #[optional]
    pub end: LifeEnd,
}

impl EffectWord<BuildDivide> for ToLife {
    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let cards = run.pick(&self.what, cite!("ruling-22"))?;
        let mut ordered = run.order_by_owner(cards, cite!("ruling-1"), true)?;
        let end = match self.end {
            LifeEnd::Top => End::Top,
            LifeEnd::Bottom => End::Bottom,
        };
        if end == End::Top {
            ordered.reverse();
        }
        let by = by(run, cite!("ruling-1"));
        run.each(&ordered, |run, object| {
            let goes = can_leave(run.game, object.card);
            let proposal = zone::leaving(run.game, Verb::ToLife, object.card, LIFE, end, by);
            goes && run.game.propose(proposal).is_done()
        })?;
        Ok(Next::Done(run.is_complete() && !ordered.is_empty()))
    }

    by_selection!(|word, game, scene, card| can_leave(game, card));
}

/// Cards become energy of their owners; later sentences refer to them there [ruling-16].
#[wire(Part<BuildDivide>)]
pub struct ToEnergy {
    /// Which cards.
    pub what: Select,
    /// How they lie; without it, standing.
    #[serde(default = "standing", skip_serializing_if = "stands")]
    pub state: State,
}

/// The state of a card whose text names none: standing.
pub(super) const fn standing() -> State {
    State::Standing
}

/// Whether this state is standing.
pub(super) const fn stands(state: &State) -> bool {
    matches!(state, State::Standing)
}

impl EffectWord<BuildDivide> for ToEnergy {
    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        const RULE: Cite = cite!("ruling-16");
        let cards = run.pick(&self.what, cite!("ruling-22"))?;
        let (by, rested) = (by(run, RULE), self.state == State::Rested);
        run.each(&cards, |run, object| {
            let goes = can_go(run.game, object.card, ENERGY);
            let proposal = zone::to_energy(run.game, Verb::ToEnergy, object.card, rested, by);
            let happened = goes && run.game.propose(proposal).is_done();
            if happened {
                run.follow(object);
            }
            happened
        })?;
        Ok(Next::Done(run.is_complete() && !cards.is_empty()))
    }

    by_selection!(|word, game, scene, card| can_go(game, card, ENERGY));
}
