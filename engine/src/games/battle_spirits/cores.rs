//! Moving cores: 主要階段.能量的移動.1–4, 靈魂能量.3, FAQ.效果通則.Q10, FAQ.靈魂能量.Q1; choosing them: FAQ.靈魂能量.Q2; ruling-35,
//! ruling-36, ruling-64, ruling-76, ruling-78, ruling-83.

use std::borrow::Cow;

use super::amounts::{Amount, CoreZone, Move, Source, total};
use super::answer::asked_name;
use super::reason::Reason;
use super::table::{self, Core, FIELD, Game, Verb, cores, list};
use super::zone::{By, carry};
use super::{BattleSpirits, Question, battle, pay, prohibition, stat};
use crate::abilities::Answer;
use crate::abilities::answer::give;
use crate::game_kit::action::ActionKind;
use crate::game_kit::action::legal::{Slots, whole};
use crate::game_kit::fields::fields;
use crate::kernel::shape::{Domain, Keep, Moves, Share, Value};
use crate::kernel::{Row, Seat, act, ensure, held, refuse_if, test};

type Time = crate::game_kit::action::Time<BattleSpirits>;

/// Cores are rearranged [主要階段.能量的移動.1].
#[fields]
pub struct MoveCores {
    /// What goes from where to where, all at once.
    pub moves: Vec<Move>,
}

impl MoveCores {
    /// The places that the list of moves names, each once.
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

/// Whether each place has what the list takes from it before the first core moves [ruling-76].
fn are_there(game: &Game<'_>, action: &MoveCores) -> Result<(), Reason> {
    let with_soul = game.all_in_force(&[cite!("主要階段.能量的移動.3"), cite!("靈魂能量.2")]);
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

/// Whether taking the cores one move after the other would leave a spirit without cores for a moment.
fn empties_on_the_way(game: &Game<'_>, action: &MoveCores) -> bool {
    let all = |[normal, soul]: [u64; 2]| normal + soul;
    let emptied = |place: Source| match place {
        Source::Card(card) => {
            let there = u64::from(table::all_cores(game, place.holder()));
            let left = there.saturating_sub(all(action.taken(place)));
            stat::level(game, card) > 0
                && left < stat::needed(game, card).into()
                && all(action.put(place)) > 0
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
                let goes = |of: &Move| of.from != of.to && (of.normal > 0 || of.soul > 0);
                let changes =
                    action.places().into_iter().any(|place| action.taken(place) != action.put(place));
                ensure(changes && action.moves.iter().all(goes), Reason::NothingMoves)
            },
        ),
        test(
            Self::MOVES,
            Self::MOVES,
            &[cite!("FAQ.效果通則.Q3"), cite!("ruling-119")],
            |game, _, action| {
                let below = |place: &Source| match *place {
                    Source::Card(card) => {
                        let all = |[normal, soul]: [u64; 2]| normal + soul;
                        let there =
                            u64::from(table::all_cores(game, place.holder())) + all(action.put(*place));
                        let left = there.saturating_sub(all(action.taken(*place)));
                        all(action.taken(*place)) > 0 && left < prohibition::core_floor(game, card).into()
                    }
                    Source::Zone(_) => false,
                };
                refuse_if(action.places().iter().any(below), Reason::Prohibited { card: None })
            },
        ),
        // All cores move at once, so that the last cores of two spirits may change places [FAQ.靈魂能量.Q1].
        test(Self::MOVES, Self::MOVES, &[cite!("主要階段.能量的移動.1")], |game, _, action| {
            let one_by_one = !game.in_force(cite!("FAQ.靈魂能量.Q1"));
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
    const SLOTS: Slots<BattleSpirits, Self> =
        &[&[whole("moves", Self::MOVES, |game, seat, _| Some(Domain::Moves(rearrangements(game, seat))))]];
    const ANSWERS: fn(&Question) -> bool =
        |question| matches!(question, Question::Main | Question::SecondMain);
    const TIME: Time = |_, _| &[cite!("主要階段.能量的移動.1")];

    /// The condition that acts has moved the cores already.
    fn perform(&self, _: &mut Game<'_>, _: Seat, _: Option<&Question>) {}
}

/// The legal moves of cores in a main step [ruling-76].
fn rearrangements(game: &Game<'_>, seat: Seat) -> Moves {
    let cards = list(game, FIELD, seat);
    let keep = cards
        .iter()
        .map(|card| Keep { holder: Value::Card(*card), least: prohibition::core_floor(game, *card) });
    let keep = keep.filter(|keep| keep.least > 0).collect();
    let reserve = std::iter::once(Source::zone(CoreZone::Reserve, seat));
    let places: Vec<Source> = reserve.chain(cards.into_iter().map(Source::Card)).collect();
    let of_place = |place: &Source| {
        let from = place.value();
        let kinds = Core::ALL.into_iter().zip(cores(game, place.holder())).filter(|(_, most)| *most > 0);
        kinds.map(move |(core, most)| Share { from: Some(from.clone()), kind: core.name(), least: 0, most })
    };
    let over = places.iter().flat_map(of_place).collect();
    Moves { keep, over, to: places.into_iter().map(Source::value).collect() }
}

/// What the owner of cores chooses [FAQ.靈魂能量.Q2].
#[held]
pub struct CoreChoice {
    /// Where cores are taken: normal cores and soul cores there that can be chosen.
    pub over: Vec<(Source, [u32; 2])>,
    /// How many.
    pub count: u32,
    /// How many at least and at most come from each place [ruling-35, ruling-119]; empty: any number that is
    /// there.
    pub bounds: Vec<(u32, u32)>,
}

/// The most ways of taking cores that a shape of legal answers lists.
const LOTS_LIMIT: usize = 400;

impl CoreChoice {
    /// How many cores move: fewer than the text asks for if fewer are there [ruling-35, ruling-36].
    fn moved(&self) -> u64 {
        let there = self.over.iter().flat_map(|(_, cores)| cores).map(|count| u64::from(*count)).sum();
        u64::from(self.count).min(there)
    }

    /// How many normal and soul cores can be chosen at a place; `None`: none can.
    fn at(&self, place: Source) -> Option<[u32; 2]> {
        self.over.iter().find(|(from, _)| *from == place).map(|(_, cores)| *cores)
    }

    /// Whether more than one selection is legal [ruling-66].
    pub fn is_open(&self) -> bool {
        self.lots(2).len() > 1
    }

    /// The selection with the fewest soul cores of the first places: the only one, if one alone is legal.
    pub fn first(&self) -> Vec<(u8, u32)> {
        self.lots(1).first().map(|lot| self.pieces(lot)).unwrap_or_default()
    }

    /// The ways of taking the number, at most `limit` of them: normal and soul cores of each place.
    fn lots(&self, limit: usize) -> Vec<Vec<Amount>> {
        let any = |(_, [normal, soul]): &(Source, [u32; 2])| (0, normal.saturating_add(*soul));
        let bounds = match self.bounds.as_slice() {
            [] => Cow::Owned(self.over.iter().map(any).collect()),
            bounds => Cow::Borrowed(bounds),
        };
        let sum = |bounds: &[(u32, u32)], of: fn(&(u32, u32)) -> u32| {
            bounds.iter().map(of).fold(0, u32::saturating_add)
        };
        let mut rows: Vec<(Vec<Amount>, u32)> = vec![(Vec::new(), self.count)];
        for (place, &(from, [most_normal, most_soul])) in self.over.iter().enumerate() {
            let Some((&(least, most), rest)) = bounds.get(place..).and_then(<[_]>::split_first) else {
                return Vec::new();
            };
            let (after_least, after_most) = (sum(rest, |of| of.0), sum(rest, |of| of.1));
            let longer = |(row, left): (Vec<Amount>, u32)| {
                let least = least.max(left.saturating_sub(after_most));
                let here = least..=most.min(left.saturating_sub(after_least));
                here.flat_map(move |n| (0..=most_soul.min(n)).map(move |soul| (n, soul)))
                    .filter(move |(n, soul)| n.saturating_sub(*soul) <= most_normal)
                    .map(move |(n, soul)| {
                        let amount = Amount { from, normal: n.saturating_sub(soul), soul };
                        ([row.as_slice(), &[amount]].concat(), left.saturating_sub(n))
                    })
            };
            rows = rows.into_iter().flat_map(longer).take(limit).collect();
        }
        let moves = |row: Vec<Amount>| row.into_iter().filter(|amount| amount.total() > 0).collect();
        rows.into_iter().map(|(row, _)| moves(row)).collect()
    }

    fn domain(&self) -> Option<Domain> {
        if !self.bounds.is_empty() {
            let held = |amount: &Amount| {
                let (from, kinds) = (amount.from.value(), Core::ALL.into_iter().zip(amount.by_kind()));
                let kinds = kinds.filter(|(_, count)| *count > 0);
                kinds.map(|(core, count)| (from.clone(), core.name(), count)).collect::<Vec<_>>()
            };
            let mut lots = self.lots(LOTS_LIMIT.saturating_add(1));
            let is_complete = lots.len() <= LOTS_LIMIT;
            lots.truncate(LOTS_LIMIT);
            let values = lots.iter().map(|lot| Value::Held(lot.iter().flat_map(held).collect()));
            return Some(Domain::listed(values.collect(), is_complete));
        }
        let of_place = |(from, cores): &(Source, [u32; 2])| {
            let from = from.value();
            let kinds = Core::ALL.into_iter().zip(*cores).filter(|(_, most)| *most > 0);
            kinds.map(move |(core, most)| Share {
                from: Some(from.clone()),
                kind: core.name(),
                least: 0,
                most,
            })
        };
        let over = self.over.iter().flat_map(of_place).collect();
        Some(Domain::split(u32::try_from(self.moved()).ok()?, over))
    }

    /// The chosen cores as pairs of a number and a count. Place `i` of the choice gives its normal cores the
    /// number 2i and its soul core 2i + 1.
    fn pieces(&self, amounts: &[Amount]) -> Vec<(u8, u32)> {
        let mut pieces = Vec::new();
        for amount in amounts {
            let place = self.over.iter().position(|(from, _)| *from == amount.from);
            for (kind, count) in amount.by_kind().into_iter().enumerate() {
                let number = place.and_then(|place| u8::try_from(place * 2 + kind).ok());
                pieces.extend(number.filter(|_| count > 0).map(|number| (number, count)));
            }
        }
        pieces
    }

    /// How many normal and soul cores chosen pieces take from the place of this number.
    pub fn of_place(pieces: &[(u8, u32)], place: usize) -> [u32; 2] {
        [0, 1].map(|kind| {
            let number = u8::try_from(place * 2 + kind).ok();
            pieces.iter().filter(|(other, _)| Some(*other) == number).map(|(_, count)| *count).sum()
        })
    }
}

/// Cores of the own places that are moved by an effect [FAQ.靈魂能量.Q2].
#[fields]
pub struct ChooseCores {
    /// Which.
    pub cores: Vec<Amount>,
}

/// The choice of cores that a seat is asked for.
fn asked<'g>(game: &'g Game<'_>, seat: Seat) -> Option<&'g CoreChoice> {
    let Question::Cores(choice) = &game.asked(seat)?.question else { return None };
    Some(choice)
}

impl ActionKind<BattleSpirits> for ChooseCores {
    const IS_CHOICE: bool = true;
    const CONDITIONS: &'static [Row<BattleSpirits, Self>] = &[
        test(
            Self::CORES,
            Self::CORES,
            &[cite!("靈魂能量.3"), cite!("ruling-36")],
            |game, seat, action| {
                let Some(choice) = asked(game, seat) else { return Ok(()) };
                let stays = |amount: &Amount| {
                    amount.soul > 0 && choice.at(amount.from).is_some_and(|[_, soul]| soul == 0)
                };
                refuse_if(action.cores.iter().any(stays), Reason::SoulCoreMisplaced)
            },
        ),
        test(Self::CORES, Self::CORES, &[cite!("FAQ.靈魂能量.Q2")], |game, seat, action| {
            let is_among = |amount: &Amount| {
                let there = asked(game, seat).and_then(|choice| choice.at(amount.from));
                there.is_some_and(|[normal, _]| amount.normal <= normal)
            };
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
                let [moved, named] =
                    [moved, total(&action.cores)].map(|count| usize::try_from(count).unwrap_or(usize::MAX));
                ensure(moved == named, Reason::WrongNumber { least: moved, most: moved, named })
            },
        ),
        // If a text asks for a number in total, each named place gives at least one core.
        test(Self::CORES, Self::CORES, &[cite!("ruling-35")], |game, seat, action| {
            let Some(choice) = asked(game, seat) else { return Ok(()) };
            for (&(place, _), &(least, most)) in choice.over.iter().zip(&choice.bounds) {
                let of = action.cores.iter().filter(|amount| amount.from == place);
                let [least, most, named] = [least.into(), most.into(), of.map(Amount::total).sum::<u64>()]
                    .map(|count: u64| usize::try_from(count).unwrap_or(usize::MAX));
                ensure((least..=most).contains(&named), Reason::WrongNumber { least, most, named })?;
            }
            Ok(())
        }),
    ];
    const SLOTS: Slots<BattleSpirits, Self> =
        &[&[whole("cores", Self::CORES, |game, seat, _| asked(game, seat)?.domain())]];
    const ANSWERS: fn(&Question) -> bool = |question| matches!(question, Question::Cores(_));
    const TIME: Time = |_, _| &[cite!("FAQ.靈魂能量.Q2")];

    fn perform(&self, game: &mut Game<'_>, _: Seat, question: Option<&Question>) {
        let lost = self.cores.iter().fold([0, 0], |[normal, soul]: [u32; 2], amount| {
            [normal.saturating_add(amount.normal), soul.saturating_add(amount.soul)]
        });
        if battle::life_is_chosen(game, lost) {
            return;
        }
        if let Some(Question::Cores(choice)) = question {
            give(game, Answer::Pieces(choice.pieces(&self.cores)));
        }
    }
}
