//! What effects do with units on the field: bringing them in, moving and changing them.
//!
//! 九.2, 九.3 entering; 十二.6 summoning without tributes; 十五.禁錮.3; 十五.變為.1 to .3; ruling-17, ruling-18,
//! ruling-49.

use super::super::field::{self, Where};
use super::super::findings;
use super::super::table::{self, Mark, Verb, Zone};
use super::super::zone;
use super::super::{Xinglingwang, entering, prohibition, stat};
use super::effect::{Game, Running, begun, by, did_to_all, rebind, rebind_moved};
use super::filter::Row;
use super::{Select, possible, standing};
use crate::abilities::{Choosing, EffectWord, Lint, Next, Objects, Part, Pause, Scene, Side};
use crate::by_selection;
use crate::game_kit::used::UsedInTurn;
use crate::kernel::{Became, CardId, Change, End, Object, Proposal, Seat, wire};

pub(super) fn indices(places: &[Where]) -> Vec<u8> {
    places.iter().map(|at| at.index()).collect()
}

pub(super) const fn half(side: Side, me: Seat) -> Seat {
    match side {
        Side::Opponent => me.other(),
        Side::Own | Side::Both => me,
    }
}

/// Who chooses a position: the player of the text, or the enemy where it says so.
pub(super) const fn placer(chooser: Choosing, me: Seat) -> Seat {
    match chooser {
        Choosing::Opponent => me.other(),
        Choosing::You | Choosing::Random => me,
    }
}

/// Reports that a card that is not on the field yet goes to the other row: it has none.
pub(super) fn lint_entrance(to: Option<&Destination>, lint: &mut Lint<'_, Xinglingwang>) {
    if matches!(to, Some(Destination::OtherRow)) {
        lint.find("wrong_attribute", findings::in_no_row());
    }
}

/// Reports that a position is chosen at random: only players choose positions.
pub(super) fn lint_placer(chooser: Choosing, lint: &mut Lint<'_, Xinglingwang>) {
    if chooser == Choosing::Random {
        lint.find("wrong_chooser", findings::player_chooses_position());
    }
}

/// The positions where a text can bring a card in: those that it names, else those that 九.2 allows. Where the
/// text puts the card on the own half, a card that may enter on the enemy's half may go there, too.
fn entrances(
    game: &Game<'_>,
    scene: &Scene<'_>,
    card: CardId,
    (side, to, verb): (Side, Option<&Destination>, Verb),
) -> field::Positions {
    let own = half(side, scene.seat);
    if let Some(to) = to {
        return to.places_on(game, scene, own, None);
    }
    let mut places = entering::entries_of(game, scene.seat, card, own);
    if side == Side::Own && entering::goes_to_enemy_half(game, scene.seat, card, verb) {
        places.extend(entering::entries_of(game, scene.seat, card, own.other()));
    }
    places
}

/// Lets cards enter by 召喚 or 額外打出 of an effect [十二.6].
fn bring_in(
    run: &mut Running<'_, '_>,
    what: &Select,
    chooser: Choosing,
    how: (Side, Option<&Destination>, Verb),
) -> Result<Next, Pause> {
    let cards = run.pick(what, cite!("十二.6"))?;
    let begun = begun(run);
    let (floor, keep) = (run.game.height(), run.decided());
    let (seat, verb) = (placer(chooser, run.seat()), how.2);
    while let Some(&object) = cards.get(run.done()) {
        let may = run.game.state.table.is_current(object)
            && !table::is_unit(run.game, object.card)
            && entering::may_enter_by_effect(run.game, object.card, run.me());
        if may {
            let places = entrances(run.game, &run.scene(), object.card, how);
            if let Some(at) = run
                .position(seat, Some(object.card), &indices(&places), cite!("九.2"))?
                .and_then(Where::from_index)
            {
                let by = by(run, cite!("十二.6"));
                entering::enter(run.game, object.card, at, verb, by);
            }
        }
        run.one_done(keep);
        if run.game.is_interrupted(floor) {
            return Err(Pause::Pushed);
        }
    }
    let all = !cards.is_empty() && did_to_all(run, begun, verb, &cards);
    rebind_moved(run, begun, what, verb, &cards);
    Ok(Next::Done(all))
}

macro_rules! bringing {
    ($(#[$meta:meta])* $name:ident, $verb:expr) => {
        $(#[$meta])*
        #[wire(Part<Xinglingwang>)]
        pub struct $name {
            /// Which cards.
            pub what: Select,
            /// On whose half.
            #[optional]
            pub side: Side,
            /// On which of its empty positions; without it, where 九.2 says.
            pub to: Option<Destination>,
            /// Who chooses the positions.
            #[optional]
            pub chooser: Choosing,
        }

        impl EffectWord<Xinglingwang> for $name {
            fn lint(&self, lint: &mut Lint<'_, Xinglingwang>) {
                self.lint_part(lint);
                lint_entrance(self.to.as_ref(), lint);
                lint_placer(self.chooser, lint);
            }

            fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
                bring_in(run, &self.what, self.chooser, (self.side, self.to.as_ref(), $verb))
            }

            by_selection!(
                Xinglingwang: |word, game, scene, object| {
                    let how = (word.side, word.to.as_ref(), $verb);
                    !table::is_unit(game, object.card)
                        && entering::may_enter_by_effect(game, object.card, scene.me)
                        && !prohibition::entering(game, scene.seat)
                        && !entrances(game, scene, object.card, how).is_empty()
                }
            );
        }
    };
}

bringing!(
    /// 召喚: units enter without tributes and without their 立即 [十二.6, ruling-18].
    Summon,
    Verb::Summon
);
bringing!(
    /// 額外打出: units are played without tributes; their 立即 is processed [十二.6, ruling-18].
    ExtraPlay,
    Verb::ExtraPlay
);

/// Where a unit goes.
#[wire(Part<Xinglingwang>)]
pub enum Destination {
    /// Any empty position of its half.
    Any,
    /// An empty position of this row of its half.
    Row(Row),
    /// An empty position of one of these lanes of its half.
    Lane(#[part(with = standing::lanes)] Vec<u8>),
    /// The position directly behind the cards meant.
    Behind(Select),
    /// The empty positions beside the cards meant.
    Beside(Select),
    /// The position directly in front of the cards meant.
    InFront(Select),
    /// The position where the cards meant stand, or stood last.
    Former(Select),
    /// The other position of its lane.
    OtherRow,
}

impl Destination {
    /// The empty positions of a half that the destination names; `from` is the position of the unit.
    pub(super) fn places_on(
        &self,
        game: &Game<'_>,
        scene: &Scene<'_>,
        side: Seat,
        from: Option<Where>,
    ) -> field::Positions {
        let near: Vec<Where> = match self {
            Destination::Behind(what)
            | Destination::Beside(what)
            | Destination::InFront(what)
            | Destination::Former(what) => what
                .all(game, scene)
                .into_iter()
                .filter_map(|object| stat::place(game, scene, object.card))
                .collect(),
            Destination::Any | Destination::Row(_) | Destination::Lane(_) | Destination::OtherRow => {
                Vec::new()
            }
        };
        let fits = |at: &Where| match self {
            Destination::Any => true,
            Destination::Row(row) => row.has(*at),
            Destination::Lane(lanes) => lanes.contains(&(at.lane() + 1)),
            Destination::Behind(_) => near.iter().any(|of| of.directly_behind() == Some(*at)),
            Destination::Beside(_) => {
                near.iter().any(|of| of.beside(game.state.facts.first).contains(&Some(*at)))
            }
            Destination::InFront(_) => near.iter().any(|of| of.directly_in_front() == Some(*at)),
            Destination::Former(_) => near.contains(at),
            Destination::OtherRow => {
                from.is_some_and(|from| at.lane() == from.lane() && at.is_front() != from.is_front())
            }
        };
        field::empty(game, side).into_iter().filter(fits).collect()
    }
}

/// Whose half a unit goes to.
#[wire(Copy)]
pub enum Half {
    /// That of the player of the text.
    Own,
    /// That of the enemy.
    Opponent,
    /// That of the unit's owner.
    Owner,
}

/// A unit moves to an empty position; 禁錮 does not stop it [十五.禁錮.3].
#[wire(Part<Xinglingwang>)]
pub struct Move {
    /// Which units.
    pub what: Select,
    /// Where.
    pub to: Destination,
    /// On whose half; without a word, on the one where it stands.
    pub half: Option<Half>,
    /// Who chooses the position.
    #[optional]
    pub chooser: Choosing,
}

impl Move {
    fn places(&self, game: &Game<'_>, scene: &Scene<'_>, unit: CardId) -> field::Positions {
        let Some(from) = field::position(game, unit).filter(|_| !prohibition::being_moved(game, unit)) else {
            return field::Positions::new();
        };
        let side = match self.half {
            None => from.side,
            Some(Half::Own) => scene.seat,
            Some(Half::Opponent) => scene.seat.other(),
            Some(Half::Owner) => table::owner(game, unit),
        };
        self.to.places_on(game, scene, side, Some(from))
    }
}

impl EffectWord<Xinglingwang> for Move {
    fn lint(&self, lint: &mut Lint<'_, Xinglingwang>) {
        self.lint_part(lint);
        lint_placer(self.chooser, lint);
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let cards = run.pick(&self.what, cite!("六.1"))?;
        let begun = begun(run);
        let (floor, keep) = (run.game.height(), run.decided());
        let seat = placer(self.chooser, run.seat());
        while let Some(&object) = cards.get(run.done()) {
            let bound = stat::has_keyword(run.game, object.card, super::KeywordName::Confined)
                && !run.game.in_force(cite!("十五.禁錮.3"));
            if table::stands(run.game, object) && !bound {
                let places = self.places(run.game, &run.scene(), object.card);
                let at = run.position(seat, Some(object.card), &indices(&places), cite!("六.1"))?;
                if let Some(at) = at.and_then(Where::from_index) {
                    let by = by(run, cite!("六.1"));
                    zone::move_to(run.game, object.card, at, by);
                }
            }
            run.one_done(keep);
            if run.game.is_interrupted(floor) {
                return Err(Pause::Pushed);
            }
        }
        Ok(Next::Done(!cards.is_empty() && did_to_all(run, begun, Verb::Move, &cards)))
    }

    fn can_do_some(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        possible::any(game, scene, &self.what, |unit| !self.places(game, scene, unit.card).is_empty())
    }
}

/// Two units change places.
#[wire(Part<Xinglingwang>)]
pub struct Swap {
    /// One unit.
    pub one: Select,
    /// The other.
    pub other: Select,
}

impl EffectWord<Xinglingwang> for Swap {
    /// Units stand openly.
    fn is_open(&self) -> bool {
        true
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let one = run.pick(&self.one, cite!("六.1"))?;
        let other = run.pick(&self.other, cite!("六.1"))?;
        let (Some(one), Some(other)) = (one.first(), other.first()) else { return Ok(Next::Done(false)) };
        if run.done() > 0 {
            return Ok(Next::Done(true));
        }
        let keep = run.decided();
        let by = by(run, cite!("六.1"));
        let both = table::stands(run.game, *one) && table::stands(run.game, *other);
        let did = both && zone::swap(run.game, one.card, other.card, by);
        run.one_done(keep);
        Ok(Next::Done(did))
    }

    fn can_do_some(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        let others = possible::candidates(game, scene, &self.other);
        let can =
            |unit: &Object| table::is_unit(game, unit.card) && !prohibition::being_moved(game, unit.card);
        possible::any(game, scene, &self.one, |one| {
            can(&one) && others.iter().any(|other| *other != one && can(other))
        })
    }
}

/// What a unit becomes.
#[wire(Part<Xinglingwang>)]
pub enum Into {
    /// The card that is used, or that the ability stands on.
    This,
    /// A traveler of that half's forest.
    Traveler,
    /// A card.
    Card(Select),
}

/// 變為: a unit with its magic goes to the graveyard, and the other card stands in its place, in
/// its state [十五.變為.1, 十五.變為.2].
#[wire(Part<Xinglingwang>)]
pub struct Transform {
    /// Which unit.
    pub what: Select,
    /// Into what.
    pub into: Into,
}

impl EffectWord<Xinglingwang> for Transform {
    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let units = run.pick(&self.what, cite!("十五.變為.1"))?;
        let into = match &self.into {
            Into::This => Objects::from_elem(run.me(), 1),
            Into::Traveler => Objects::new(),
            Into::Card(what) => run.pick(what, cite!("十五.變為.1"))?,
        };
        let Some(&unit) = units.first().filter(|unit| table::stands(run.game, **unit)) else {
            return Ok(Next::Done(run.done() > 0));
        };
        if run.done() > 0 {
            return Ok(Next::Done(true));
        }
        let keep = run.decided();
        let by = by(run, cite!("十五.變為.1"));
        let (Some(at), mark) = (field::position(run.game, unit.card), table::mark(run.game, unit.card))
        else {
            return Ok(Next::Done(false));
        };
        let next = match &self.into {
            Into::Traveler => zone::figure(run.game, at.side, by),
            Into::This | Into::Card(_) => {
                into.first().filter(|card| run.game.state.table.is_current(**card)).map(|card| card.card)
            }
        };
        let Some(next) = next.filter(|card| table::printed(run.game, *card).as_unit().is_some()) else {
            return Ok(Next::Done(false));
        };
        run.one_done(keep);
        zone::send(run.game, unit.card, Verb::Replaced, Zone::Graveyard, End::Bottom, by);
        // Used-up limits belong to the card that has gone.
        let mark = Mark { used: UsedInTurn::default(), left: None, ..mark };
        let mark = match run.game.in_force(cite!("十五.變為.3")) {
            true => mark,
            false => Mark { kept_in_front: at.is_front(), entered: run.game.state.facts.turn, ..mark },
        };
        let change = Change::Move(next, at.spot(), End::Bottom, mark);
        let mut proposal: Proposal<Xinglingwang> =
            Proposal::told(Verb::Transform, by.seat, cite!("十五.變為.2")).changing(change);
        proposal.detail.other = Some(unit);
        if matches!(run.game.propose(proposal.by(by.source)), Became::Withdrawn(_)) {
            zone::put_back(run.game, next);
        }
        // Later sentences about the unit refer to the card that it has become [ruling-80].
        let now = run.game.state.table.object(next);
        let changed: Vec<_> = into.first().into_iter().chain([&unit]).map(|before| (*before, now)).collect();
        rebind(run, &changed, None, &[unit]);
        Ok(Next::Done(true))
    }

    fn can_do_some(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        let is_unit = |card: Object| table::printed(game, card.card).as_unit().is_some();
        possible::any(game, scene, &self.what, |unit| match (&self.into, table::side(game, unit.card)) {
            (_, None) => false,
            (Into::This, _) => game.state.table.is_current(scene.me) && scene.me != unit && is_unit(scene.me),
            (Into::Traveler, Some(side)) => table::forest(game, side) > 0,
            (Into::Card(what), _) => possible::any(game, scene, what, |card| card != unit && is_unit(card)),
        })
    }
}
