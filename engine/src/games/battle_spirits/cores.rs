//! Moving cores: 主要階段.能量的移動.1–4, 靈魂能量.3, FAQ.效果通則.Q10, FAQ.靈魂能量.Q1; choosing them: FAQ.靈魂能量.Q2; ruling-35,
//! ruling-36, ruling-64, ruling-76, ruling-78, ruling-83.

use super::amounts::{Amount, CoreZone, Move, Source, total};
use super::answer::asked_name;
use super::reason::Reason;
use super::table::{self, Core, FIELD, Game, Verb, cores, list};
use super::zone::{By, carry};
use super::{BattleSpirits, Question, battle, pay, stat};
use crate::abilities::answer::give;
use crate::abilities::resolve::Pause;
use crate::abilities::{Answer, Choice, Choosable, Run};
use crate::game_kit::action::ActionKind;
use crate::game_kit::action::legal::{Slots, whole};
use crate::game_kit::fields::fields;
use crate::kernel::shape::{Domain, Share};
use crate::kernel::{Row, Seat, act, ensure, held, refuse_if, test};

type Time = crate::game_kit::action::Time<BattleSpirits>;

/// Cores are rearranged [主要階段.能量的移動.1].
#[fields]
pub struct MoveCores {
    /// What goes from where to where, all at once.
    pub moves: Vec<Move>,
}

impl MoveCores {
    /// The places that are named, each once.
    fn places(&self) -> Vec<Source> {
        let mut places: Vec<Source> = self.moves.iter().flat_map(|of| [of.from, of.to]).collect();
        places.sort_unstable();
        places.dedup();
        places
    }

    /// How many cores of each kind the list takes from a place.
    fn taken(&self, place: Source) -> [u64; 2] {
        let from = self.moves.iter().filter(|of| of.from == place);
        from.fold([0, 0], |[normal, soul], of| [normal + u64::from(of.normal), soul + u64::from(of.soul)])
    }

    /// How many cores of each kind the list puts on a place.
    fn put(&self, place: Source) -> [u64; 2] {
        let to = self.moves.iter().filter(|of| of.to == place);
        to.fold([0, 0], |[normal, soul], of| [normal + u64::from(of.normal), soul + u64::from(of.soul)])
    }
}

/// Whether all that a list takes from a place is there before the first core moves [ruling-76].
fn are_there(game: &Game<'_>, action: &MoveCores) -> Result<(), Reason> {
    let with_soul = game.hold(&[cite!("主要階段.能量的移動.3"), cite!("靈魂能量.2")]);
    for place in action.places() {
        let [normal, soul] = cores(game, place.holder());
        let soul = if with_soul { soul } else { 0 };
        let [taken_normal, taken_soul] = action.taken(place);
        let short = Reason::CoresNotThere {
            normal: u32::try_from(taken_normal).unwrap_or(u32::MAX),
            soul: u32::try_from(taken_soul).unwrap_or(u32::MAX),
        };
        ensure(taken_normal <= normal.into() && taken_soul <= soul.into(), short)?;
    }
    Ok(())
}

/// Whether another spirit is left with no core for a moment, if cores were taken one after the other.
fn empties_on_the_way(game: &Game<'_>, action: &MoveCores) -> bool {
    let all = |[normal, soul]: [u64; 2]| normal + soul;
    let emptied = |place: Source| match place {
        Source::Card(card) => {
            let there = u64::from(table::all_cores(game, place.holder()));
            let left = there.saturating_sub(all(action.taken(place)));
            stat::level(game, card) > 0 && left < pay::needed(game, card).into() && all(action.put(place)) > 0
        }
        Source::Zone(_) => false,
    };
    action.places().into_iter().any(emptied)
}

impl ActionKind<BattleSpirits> for MoveCores {
    const CONDITIONS: &'static [Row<BattleSpirits, Self>] = &[
        test(0, 0, &[cite!("主要階段.能量的移動.1")], |game, seat, _| {
            let is_own = seat == game.state.facts.active && game.state.facts.phase.is_main();
            ensure(is_own, Reason::NotAMainStep { asked: asked_name(game) })
        }),
        test(Self::MOVES, Self::MOVES, &[cite!("FAQ.效果通則.Q10")], |game, seat, action| {
            let own = |place: Source| match place {
                Source::Card(card) => !table::lies_in(game, card, FIELD, seat.other()),
                Source::Zone(zone) => zone.seat == seat,
            };
            ensure(action.places().into_iter().all(own), Reason::CoresOfOpponent)
        }),
        test(Self::MOVES, Self::MOVES, &[cite!("靈魂能量.3")], |game, seat, action| {
            let goes = |of: &Move| of.soul == 0 || of.to.is_free(game, seat);
            ensure(action.moves.iter().all(goes), Reason::SoulCoreMisplaced)
        }),
        test(Self::MOVES, Self::MOVES, &[cite!("主要階段.能量的移動.1")], |game, seat, action| {
            let is_free = |place: Source| place.is_free(game, seat);
            ensure(action.places().into_iter().all(is_free), Reason::PlaceNotFree)
        }),
        test(Self::MOVES, Self::MOVES, &[cite!("主要階段.能量的移動.1")], |game, _, action| {
            are_there(game, action)
        }),
        test(
            Self::MOVES,
            Self::MOVES,
            &[cite!("主要階段.能量的移動.1"), cite!("ruling-76")],
            |_, _, action| {
                let moves_some = |of: &Move| u64::from(of.normal) + u64::from(of.soul) > 0;
                let changes =
                    action.places().into_iter().any(|place| action.taken(place) != action.put(place));
                ensure(changes && action.moves.iter().all(moves_some), Reason::NothingMoves)
            },
        ),
        // All at once: the last cores of two spirits may change places [FAQ.靈魂能量.Q1].
        test(Self::MOVES, Self::MOVES, &[cite!("主要階段.能量的移動.1")], |game, _, action| {
            let one_by_one = !game.holds(cite!("FAQ.靈魂能量.Q1"));
            refuse_if(one_by_one && empties_on_the_way(game, action), Reason::NothingMoves)
        }),
        act(Self::MOVES, &[cite!("主要階段.能量的移動.1")], |game, seat, action| {
            for of in &action.moves {
                let way = [of.from.holder(), of.to.holder()];
                let by = By::rule(seat, cite!("主要階段.能量的移動.1"));
                carry(game, Verb::CoresMoved, [of.normal, of.soul], way, by);
            }
        }),
    ];
    const ANSWERS: fn(&Question) -> bool =
        |question| matches!(question, Question::Main | Question::SecondMain);
    const TIME: Time = |_, _| &[cite!("主要階段.能量的移動.1")];

    /// Everything was done by the conditions.
    fn perform(&self, _: &mut Game<'_>, _: Seat, _: Option<&Question>) {}
}

/// What the owner of cores chooses [FAQ.靈魂能量.Q2].
#[held]
pub struct CoreChoice {
    /// Where cores are taken: normal cores and soul cores there.
    pub over: Vec<(Source, [u32; 2])>,
    /// How many.
    pub count: u32,
    /// The soul core cannot go where they are sent [靈魂能量.3, ruling-36].
    pub keeps_soul: bool,
}

/// The places that cores can be taken from, in a fixed order: they number the choices inside effects.
fn all_places(game: &Game<'_>) -> Vec<Source> {
    let of = |seat: Seat| {
        let zones = [CoreZone::Reserve, CoreZone::Life, CoreZone::Trash, CoreZone::Exile];
        let zones = zones.map(|zone| Source::zone(zone, seat)).into_iter();
        zones.chain(list(game, FIELD, seat).into_iter().map(Source::Card))
    };
    Seat::BOTH.into_iter().flat_map(of).collect()
}

/// What is chosen at a place: normal cores, the soul core, the soul core that has to stay.
const AT_A_PLACE: usize = 3;

impl CoreChoice {
    /// A choice of counted pieces inside an effect as one of cores.
    pub fn of(game: &Game<'_>, choice: &Choice<BattleSpirits>) -> Option<CoreChoice> {
        let Choosable::Pieces { count, over: numbered } = &choice.what else { return None };
        let (places, mut keeps_soul) = (all_places(game), false);
        let mut over: Vec<(Source, [u32; 2])> = Vec::new();
        for (number, there) in numbered {
            let (place, kind) = (usize::from(*number) / AT_A_PLACE, usize::from(*number) % AT_A_PLACE);
            let source = *places.get(place)?;
            keeps_soul |= kind == 2;
            let of_kind = usize::from(kind > 0);
            match over.iter_mut().find(|(other, _)| *other == source) {
                Some((_, cores)) => *cores.get_mut(of_kind)? = *there,
                None if of_kind == 0 => over.push((source, [*there, 0])),
                None => over.push((source, [0, *there])),
            }
        }
        Some(CoreChoice { over, count: *count, keeps_soul })
    }

    /// The same as a choice of counted pieces.
    fn pieces(&self, game: &Game<'_>) -> Choosable {
        let places = all_places(game);
        let soul = if self.keeps_soul { 2 } else { 1 };
        let mut over = Vec::new();
        for (source, cores) in &self.over {
            let place = places.iter().position(|place| place == source);
            for (kind, there) in [0, soul].into_iter().zip(cores) {
                let number = place.and_then(|place| u8::try_from(place * AT_A_PLACE + kind).ok());
                over.extend(number.filter(|_| *there > 0).map(|number| (number, *there)));
            }
        }
        Choosable::Pieces { count: self.count, over }
    }

    fn normal(&self) -> u64 {
        self.over.iter().map(|(_, [normal, _])| u64::from(*normal)).sum()
    }

    fn soul(&self) -> u64 {
        self.over.iter().map(|(_, [_, soul])| u64::from(*soul)).sum()
    }

    /// How many are moved: fewer than asked for if there are fewer [ruling-35, ruling-36].
    fn moved(&self) -> u64 {
        let soul = if self.keeps_soul { 0 } else { self.soul() };
        u64::from(self.count).min(self.normal() + soul)
    }

    /// Whether there is something to choose: cores of two kinds or of two places, and fewer are moved than lie there.
    fn is_open(&self) -> bool {
        let kinds = self.over.iter().flat_map(|(_, cores)| cores).filter(|count| **count > 0).count();
        kinds > 1 && u64::from(self.count) < self.normal() + self.soul()
    }

    /// All that can be moved, up to the number.
    fn all(&self) -> Vec<Amount> {
        let mut left = self.count;
        let mut amounts = Vec::new();
        for &(from, [normal, soul]) in &self.over {
            let normal = normal.min(left);
            let soul = if self.keeps_soul { 0 } else { soul.min(left - normal) };
            left -= normal + soul;
            if normal + soul > 0 {
                amounts.push(Amount { from, normal, soul });
            }
        }
        amounts
    }

    fn domain(&self) -> Option<Domain> {
        let share = |from: Source, core: Core, most: u32| Share {
            from: Some(from.value()),
            kind: core.name(),
            least: 0,
            most,
        };
        let over = self.over.iter().flat_map(|(from, [normal, soul])| {
            let soul = if self.keeps_soul { 0 } else { *soul };
            [share(*from, Core::Normal, *normal), share(*from, Core::Soul, soul)]
        });
        let over = over.filter(|share| share.most > 0).collect();
        Some(Domain::split(u32::try_from(self.moved()).ok()?, over))
    }
}

/// The owner of places chooses which of the cores there an effect moves; where there is no choice nobody is asked
/// [FAQ.靈魂能量.Q2, ruling-66]. `keeps_soul`: the soul core is not addressed and cannot go where they are sent.
pub fn choose(
    run: &mut Run<'_, '_, BattleSpirits>,
    seat: Seat,
    from: &[Source],
    count: u32,
    keeps_soul: bool,
) -> Result<Vec<Amount>, Pause> {
    let keeps_soul = keeps_soul && run.game.holds(cite!("靈魂能量.3"));
    let over = from.iter().map(|from| (*from, cores(run.game, from.holder()))).collect();
    let choice = CoreChoice { over, count, keeps_soul };
    if !choice.is_open() {
        return Ok(choice.all());
    }
    let answer = run.ask(seat, choice.pieces(run.game), cite!("FAQ.靈魂能量.Q2"), true)?;
    Ok(answered(run.game, &answer))
}

/// The cores that an answer names.
fn answered(game: &Game<'_>, answer: &Answer) -> Vec<Amount> {
    let Answer::Pieces(pieces) = answer else { return Vec::new() };
    let places = all_places(game);
    let mut amounts: Vec<Amount> = Vec::new();
    for (number, count) in pieces {
        let (place, kind) = (usize::from(*number) / AT_A_PLACE, usize::from(*number) % AT_A_PLACE);
        let Some(&from) = places.get(place) else { continue };
        let (normal, soul) = if kind == 0 { (*count, 0) } else { (0, *count) };
        match amounts.iter_mut().find(|amount| amount.from == from) {
            Some(amount) => {
                amount.normal = amount.normal.saturating_add(normal);
                amount.soul = amount.soul.saturating_add(soul);
            }
            None => amounts.push(Amount { from, normal, soul }),
        }
    }
    amounts
}

/// Cores of the own places that are moved by an effect [FAQ.靈魂能量.Q2].
#[fields]
pub struct ChooseCores {
    /// Which.
    pub cores: Vec<Amount>,
}

/// What is asked of a seat about cores.
fn asked<'g>(game: &'g Game<'_>, seat: Seat) -> Option<&'g CoreChoice> {
    match &game.asked(seat)?.question {
        Question::Cores(choice) => Some(choice),
        _ => None,
    }
}

impl ActionKind<BattleSpirits> for ChooseCores {
    const IS_CHOICE: bool = true;
    const CONDITIONS: &'static [Row<BattleSpirits, Self>] = &[
        test(
            Self::CORES,
            Self::CORES,
            &[cite!("靈魂能量.3"), cite!("ruling-36")],
            |game, seat, action| {
                let keeps = asked(game, seat).is_some_and(|choice| choice.keeps_soul);
                let goes = action.cores.iter().any(|amount| amount.soul > 0);
                refuse_if(keeps && goes, Reason::SoulCoreMisplaced)
            },
        ),
        test(Self::CORES, Self::CORES, &[cite!("FAQ.靈魂能量.Q2")], |game, seat, action| {
            let over = asked(game, seat).map_or(&[][..], |choice| &choice.over);
            let is_among = |amount: &Amount| over.iter().any(|(from, _)| *from == amount.from);
            match action.cores.iter().find(|amount| !is_among(amount)) {
                Some(amount) => Err(Reason::CoresNotThere { normal: amount.normal, soul: amount.soul }),
                None => pay::are_there(game, &action.cores, true),
            }
        }),
        test(
            Self::CORES,
            Self::CORES,
            &[cite!("FAQ.指定效果.Q1"), cite!("ruling-35")],
            |game, seat, action| {
                let Some(moved) = asked(game, seat).map(CoreChoice::moved) else { return Ok(()) };
                let (number, named) = (usize::try_from(moved), usize::try_from(total(&action.cores)));
                let (number, named) = (number.unwrap_or(usize::MAX), named.unwrap_or(usize::MAX));
                ensure(number == named, Reason::WrongNumber { least: number, most: number, named })
            },
        ),
    ];
    const SLOTS: Slots<BattleSpirits, Self> =
        &[&[whole("cores", Self::CORES, |game, seat, _| asked(game, seat)?.domain())]];
    const ANSWERS: fn(&Question) -> bool = |question| matches!(question, Question::Cores(_));
    const TIME: Time = |_, _| &[cite!("FAQ.靈魂能量.Q2")];

    fn perform(&self, game: &mut Game<'_>, _: Seat, _: Option<&Question>) {
        let lost = self.cores.iter().fold([0, 0], |[normal, soul]: [u32; 2], amount| {
            [normal.saturating_add(amount.normal), soul.saturating_add(amount.soul)]
        });
        if battle::life_is_chosen(game, lost) {
            return;
        }
        let places = all_places(game);
        let mut pieces = Vec::new();
        for amount in &self.cores {
            let place = places.iter().position(|place| *place == amount.from);
            for (kind, count) in [amount.normal, amount.soul].into_iter().enumerate() {
                let number = place.and_then(|place| u8::try_from(place * AT_A_PLACE + kind).ok());
                pieces.extend(number.filter(|_| count > 0).map(|number| (number, count)));
            }
        }
        give(game, Answer::Pieces(pieces));
    }
}
