//! The normal play, and where a unit enters.
//!
//! 二.3 and 十二.2 the normal play; 二.4(1) and 十三.2 that of a formation; 九.2, 九.3 where; 十二.3 red stars and
//! tributes; 十二.4 and 十二.※2 blue stars; 十二.5 when nothing can be played; ruling-13 to ruling-18, ruling-61.

use std::collections::BTreeMap;

use super::action::At;
use super::entering::{Play, PlayStage, enter_traveler, frame_met, frame_phase};
use super::field::{self, Where};
use super::reason::Reason;
use super::table::{self, Phase, Verb};
use super::tribute::{self, Assignment};
use super::words::KeywordName;
use super::zone::{self, By};
use super::{Question, Step, Xinglingwang, entering, prohibition, stat};
use crate::abilities::{Answer, Choosable, Language};
use crate::game_kit::action::answers::each_once;
use crate::game_kit::action::legal::{Choices, Slots, alike, each, whole};
use crate::game_kit::action::{ActionKind, ExtraCheck, Kit};
use crate::game_kit::fields::fields;
use crate::game_kit::view::Seen;
use crate::kernel::shape::{Domain, Value};
use crate::kernel::{CardId, Draft, Match, Object, Row, Seat, Viewer, ensure, refuse_if, test};
use crate::verdict::Refusal;

type Game<'p> = Match<'p, Xinglingwang>;
type Time = crate::game_kit::action::Time<Xinglingwang>;

/// Whether a unit in hand can be played now as the normal play. A frame with a cost never counts, because
/// nobody has to pay it [ruling-13].
fn playable(game: &Game<'_>, seat: Seat, card: CardId, formation: bool) -> bool {
    let printed = table::printed(game, card);
    if !printed.is_unit_card() || prohibition::play(game, seat, card) {
        return false;
    }
    if stat::is_blue(game, card) {
        let asks = printed.as_unit().and_then(|unit| unit.frame.as_ref()).is_some_and(|f| !f.pay.is_empty());
        return !asks && frame_met(game, seat, card);
    }
    let needs = stat::red_star(game, card);
    needs == 0 || (!formation && tribute::payable(game, seat, card))
}

/// Whether the normal play of a phase can be made [十二.2, 十二.5, 十三.4, ruling-13].
pub(crate) fn can_play(game: &Game<'_>, seat: Seat, formation: bool) -> bool {
    field::has_room(game, seat)
        && ((table::forest(game, seat) > 0 && !prohibition::summon_traveler(game, seat))
            || game.any_card(game.state.table.list(table::HAND.of(seat)).iter().copied(), |game, card| {
                playable(game, seat, card, formation)
            }))
}

/// Whether a play now would be that of a formation, not that of the summon phase.
pub(super) fn in_formation(game: &Game<'_>) -> bool {
    game.state.facts.phase == Phase::Tactics
}

fn not_yet_played(game: &Game<'_>, formation: bool) -> Result<(), Reason> {
    let facts = &game.state.facts;
    let made = if formation { facts.formation_play } else { facts.normal_play };
    refuse_if(in_formation(game) == formation && made && facts.extra_plays == 0, Reason::AlreadyPlayed)
}

/// 打出 a unit from hand as the normal play [十二.2, 十三.2].
#[fields]
pub struct PlayUnit {
    /// The unit.
    pub card: CardId,
    /// Whose half it is played to, if the card may be played to another than the own one.
    pub side: Option<Seat>,
    /// A card in hand that is shown so that tributes count as more.
    pub shown: Option<CardId>,
    /// Cards in hand that are tributes by an effect.
    #[optional]
    pub from_hand: Vec<CardId>,
    /// The units that are sacrificed [十二.3].
    #[optional]
    pub tributes: Vec<CardId>,
}

impl PlayUnit {
    /// The numbers of tributes that the cards from the hand can count for, each with the texts that allow it.
    fn by_hand(&self, game: &Game<'_>, seat: Seat) -> BTreeMap<i64, Assignment> {
        let ways = tribute::assign(game, seat, self.card, &self.from_hand);
        ways.unwrap_or_else(|_| BTreeMap::from([(0, Assignment::new())]))
    }

    /// The least and the most that the tributes on the field count for.
    fn on_field(&self, game: &Game<'_>) -> (i64, i64) {
        let shown = self.shown;
        let counts = self.tributes.iter().map(|card| tribute::counts(game, self.card, *card, shown));
        counts.fold((0, 0), |(least, most), (low, high)| (least + i64::from(low), most + i64::from(high)))
    }

    /// The texts that make the cards from the hand tributes, in the way that adds up to the star.
    fn texts(&self, game: &Game<'_>, seat: Seat) -> Assignment {
        let (needs, (least, most)) = (stat::red_star(game, self.card), self.on_field(game));
        let mut ways = self.by_hand(game, seat).into_iter();
        let exact = ways.find(|(sum, _)| (least..=most).contains(&(needs - sum)));
        exact.map(|(_, texts)| texts).unwrap_or_default()
    }

    /// Whether no position is free for the unit, and neither a tribute nor the cost of its frame may free one
    /// [九.3].
    fn lacks_room(&self, game: &Game<'_>, seat: Seat) -> bool {
        let own = self.side.is_none_or(|side| side == seat);
        let tributes = own && !self.tributes.is_empty();
        let pays = !table::printed(game, self.card).frame_effects().is_empty();
        let full = || entering::entries_of(game, seat, self.card, self.side.unwrap_or(seat)).is_empty();
        !tributes && !pays && full()
    }
}

impl ActionKind<Xinglingwang> for PlayUnit {
    const USES: fn(&Self) -> Option<CardId> = |action| Some(action.card);
    const CONDITIONS: &'static [Row<Xinglingwang, Self>] = &[
        test(0, 0, &[cite!("二.3"), cite!("十二.2")], |game, _, _| not_yet_played(game, false)),
        test(0, 0, &[cite!("二.4(1)"), cite!("十三.2")], |game, _, _| not_yet_played(game, true)),
        test(Self::CARD, Self::CARD, &[cite!("十二.2")], |game, seat, action| {
            ensure(
                table::lies_in(game, action.card, table::HAND, seat),
                Reason::NotInHand { card: action.card },
            )
        }),
        test(Self::CARD, Self::CARD, &[cite!("十二.2")], |game, _, action| {
            ensure(table::printed(game, action.card).is_unit_card(), Reason::NotAUnit { card: action.card })
        }),
        test(Self::CARD, Self::CARD, &[cite!("十二.※2"), cite!("十三.2")], |game, _, action| {
            let blue = stat::is_blue(game, action.card);
            refuse_if(
                in_formation(game) && blue && !frame_phase(game, action.card),
                Reason::NeedsTribute { card: action.card },
            )
        }),
        test(Self::CARD, Self::CARD, &[cite!("二.4(1)"), cite!("十三.2")], |game, seat, action| {
            refuse_if(
                in_formation(game)
                    && stat::red_star(game, action.card) > 0
                    && !prohibition::may_play_red_star(game, seat),
                Reason::NeedsTribute { card: action.card },
            )
        }),
        test(
            Self::SIDE,
            Self::CARD | Self::SIDE,
            &[cite!("九.2"), cite!("ruling-61")],
            |game, seat, action| {
                let may = table::printed(game, action.card).as_unit().is_some_and(|unit| unit.to_enemy_half);
                match action.side {
                    Some(side) if !may || side == seat => Err(Reason::OwnHalfOnly { card: action.card }),
                    _ => Ok(()),
                }
            },
        ),
        test(
            Self::SHOWN,
            Self::CARD | Self::SHOWN,
            &[cite!("六.1"), cite!("ruling-15")],
            |game, seat, action| {
                let Some(card) = action.shown else { return Ok(()) };
                let there = table::lies_in(game, card, table::HAND, seat);
                ensure(there, Reason::NotInHand { card })?;
                let starred = stat::red_star(game, action.card) > 0;
                ensure(starred && tribute::raises(game, seat, action.card, card), Reason::NotOffered { card })
            },
        ),
        test(Self::FROM_HAND, Self::FROM_HAND, &[cite!("十二.3")], |_, _, action| {
            each_once(&action.from_hand)
        }),
        test(
            Self::FROM_HAND,
            Self::CARD | Self::FROM_HAND,
            &[cite!("十二.3"), cite!("ruling-15")],
            |game, seat, action| {
                let mut cards = action.from_hand.iter();
                let elsewhere = cards.find(|card| !table::lies_in(game, **card, table::HAND, seat));
                if let Some(card) = elsewhere {
                    return Err(Reason::NotInHand { card: *card });
                }
                let assigned = tribute::assign(game, seat, action.card, &action.from_hand);
                assigned.map(drop).map_err(|card| Reason::NotATribute { card })
            },
        ),
        test(Self::TRIBUTES, Self::TRIBUTES, &[cite!("十二.3")], |_, _, action| {
            each_once(&action.tributes)
        }),
        test(
            Self::TRIBUTES,
            Self::TRIBUTES,
            &[cite!("十二.3"), cite!("ruling-15")],
            |game, seat, action| {
                let mut tributes = action.tributes.iter();
                let not_own = tributes.find(|card| table::side(game, **card) != Some(seat));
                not_own.map_or(Ok(()), |card| Err(Reason::NotOwnUnit { card: *card }))
            },
        ),
        test(
            Self::TRIBUTES,
            Self::CARD | Self::TRIBUTES,
            &[cite!("十二.3"), cite!("ruling-15")],
            |game, seat, action| {
                let mut tributes = action.tributes.iter();
                let other = tributes.find(|card| !tribute::is_eligible(game, seat, action.card, **card));
                other.map_or(Ok(()), |card| Err(Reason::NotATribute { card: *card }))
            },
        ),
        test(Self::TRIBUTES, Self::TRIBUTES, &[cite!("十五.禁錮.1")], |game, _, action| {
            let mut tributes = action.tributes.iter();
            let confined = tributes.find(|card| stat::has_keyword(game, **card, KeywordName::Confined));
            confined.map_or(Ok(()), |card| Err(Reason::NotATribute { card: *card }))
        }),
        test(Self::TRIBUTES, Self::TRIBUTES, &[cite!("六.7")], |game, _, action| {
            let mut tributes = action.tributes.iter();
            let barred = tributes.find(|card| prohibition::tribute(game, **card));
            barred.map_or(Ok(()), |card| Err(Reason::NotATribute { card: *card }))
        }),
        test(Self::CARD, Self::CARD, &[cite!("十二.3"), cite!("ruling-15")], |game, seat, action| {
            let needs = stat::red_star(game, action.card);
            ensure(needs == 0 || tribute::payable(game, seat, action.card), Reason::TributesLacking { needs })
        }),
        test(
            Self::TRIBUTES,
            Self::CARD | Self::SHOWN | Self::FROM_HAND | Self::TRIBUTES,
            &[cite!("十二.3"), cite!("ruling-15")],
            |game, seat, action| {
                let (needs, (least, most)) = (stat::red_star(game, action.card), action.on_field(game));
                // In each way the hand can count, the sum nearest to the star.
                let nearest = |sum: &i64| needs.min(sum + most).max(sum + least);
                let given = action.by_hand(game, seat).keys().map(nearest).min_by_key(|n| (n - needs).abs());
                let given = given.unwrap_or_default();
                ensure(given == needs, Reason::WrongTributes { needs, given })
            },
        ),
        test(Self::CARD, Self::CARD, &[cite!("十二.4"), cite!("ruling-17")], |game, seat, action| {
            refuse_if(
                stat::is_blue(game, action.card) && !frame_met(game, seat, action.card),
                Reason::FrameNotMet { card: action.card },
            )
        }),
        test(0, Self::CARD | Self::SIDE | Self::TRIBUTES, &[cite!("九.3")], |game, seat, action| {
            refuse_if(action.lacks_room(game, seat), Reason::NoRoom)
        }),
        test(Self::CARD, Self::CARD, &[cite!("六.7")], |game, seat, action| {
            refuse_if(
                prohibition::play(game, seat, action.card),
                Reason::ForbiddenByEffect { card: Some(action.card) },
            )
        }),
    ];
    const SLOTS: Slots<Xinglingwang, Self> = &[&[
        each("card", Self::CARD, |game, seat, _| {
            Value::cards(game.state.table.list(table::HAND.of(seat)).to_vec())
        }),
        each("side", Self::SIDE, |_, seat, _| vec![Value::Nothing, Value::Seat(seat.other())]),
        each("shown", Self::SHOWN, |game, seat, action| {
            let card = action.card;
            let mut values = vec![Value::Nothing];
            if stat::red_star(game, card) > 0 && tribute::is_shown_for(game) {
                let hand = game.state.table.list(table::HAND.of(seat)).to_vec().into_iter();
                values
                    .extend(hand.filter(|shown| tribute::raises(game, seat, card, *shown)).map(Value::Card));
            }
            values
        }),
        alike("from_hand", Self::FROM_HAND, |game, seat, action| {
            let (sets, is_complete) = tribute::sets_in_hand(game, seat, action.card, action.shown);
            let values = std::iter::once(Value::Nothing).chain(sets).collect();
            Choices { is_complete, ..Choices::all_different(values) }
        }),
        whole("tributes", Self::TRIBUTES, |game, seat, action| {
            let needs = stat::red_star(game, action.card);
            let by_hand = action.by_hand(game, seat);
            let totals = by_hand.keys().filter_map(|sum| u32::try_from(needs - sum).ok());
            // Without a tribute on the field no position becomes free.
            let lacks_room = action.tributes.is_empty() && action.lacks_room(game, seat);
            let totals: Vec<u32> = totals.filter(|total| *total > 0 || !lacks_room).collect();
            let from = match totals.iter().any(|total| *total > 0) {
                true => tribute::on_field(game, seat, action.card, action.shown),
                false => Vec::new(),
            };
            match totals.as_slice() {
                [] => None,
                [total] => Some(Domain::Sum { from, total: *total }),
                totals => Some(tribute::any_sum(game, &from, totals)),
            }
        }),
    ]];
    const ANSWERS: fn(&Question) -> bool =
        |question| matches!(question, Question::Summon | Question::Formation);
    const TIME: Time = |_, _| &[cite!("十二.2"), cite!("二.3"), cite!("十三.2")];

    /// Reveals the unit if it has a star, then schedules what its frame asks for, its tributes and its entry
    /// [十二.3, 十二.4].
    fn perform(&self, game: &mut Game<'_>, seat: Seat, _: Option<&Question>) {
        let card = self.card;
        let starred = stat::is_blue(game, card) || stat::red_star(game, card) > 0;
        if starred {
            let rule = if stat::is_blue(game, card) { cite!("十二.4") } else { cite!("十二.3") };
            zone::reveal(game, card, By::rule(seat, rule));
        }
        if let Some(shown) = self.shown {
            zone::reveal(game, shown, By::rule(seat, cite!("六.1")));
        }
        let texts = self.texts(game, seat);
        tribute::use_up(game, &texts);
        let unsacrificed = texts.iter().filter(|text| text.unsacrificed);
        let unsacrificed = unsacrificed.map(|text| game.state.table.object(text.card)).collect();
        let cards = self.tributes.iter().chain(&self.from_hand);
        let mut tributes: Vec<Object> = cards.map(|card| game.state.table.object(*card)).collect();
        field::in_line_order(game, &mut tributes);
        let asks = !table::printed(game, card).frame_effects().is_empty() && game.in_force(cite!("十二.4"));
        game.push(Step::Play(Play {
            normal: true,
            tributes,
            unsacrificed,
            stage: if asks { PlayStage::Frame } else { PlayStage::Sacrifice },
            ..Play::entered(seat, game.state.table.object(card), self.side.unwrap_or(seat), Verb::Play, None)
        }));
    }

    /// The other seat learns of the card from its events, some of which come only after a position is chosen.
    fn seen(&self, _: &Game<'_>, _: Seat, _: Viewer) -> Seen {
        Seen::Without("card")
    }
}

fn known(at: &At) -> Result<(), Reason> {
    match Where::of(at) {
        Some(_) => Ok(()),
        None => Err(Reason::NoSuchPosition { cell: at.cell.clone() }),
    }
}

fn free_entry(game: &Game<'_>, at: &At) -> Result<(), Reason> {
    let Some(place) = Where::of(at) else { return Ok(()) };
    let cell = at.cell.clone();
    if field::at(game, place).is_some() {
        return Err(Reason::PositionTaken { cell });
    }
    ensure(
        entering::traveler_entries(game, place.side, place.side).contains(&place),
        Reason::FrontRowFirst { cell },
    )
}

/// 召喚 a traveler as the normal play [十二.2, 十三.2].
#[fields]
pub struct SummonTraveler {
    /// Where it enters.
    pub at: At,
}

impl ActionKind<Xinglingwang> for SummonTraveler {
    const CONDITIONS: &'static [Row<Xinglingwang, Self>] = &[
        test(0, 0, &[cite!("二.3"), cite!("十二.2")], |game, _, _| not_yet_played(game, false)),
        test(0, 0, &[cite!("二.4(1)"), cite!("十三.2")], |game, _, _| not_yet_played(game, true)),
        test(0, 0, &[cite!("四.6"), cite!("ruling-6")], |game, seat, _| {
            ensure(table::forest(game, seat) > 0, Reason::ForestEmpty)
        }),
        test(0, 0, &[cite!("九.3")], |game, seat, _| {
            field::has_room(game, seat).then_some(()).ok_or(Reason::NoRoom)
        }),
        test(Self::AT, Self::AT, &[cite!("四.9"), cite!("ruling-2")], |_, _, action| known(&action.at)),
        test(Self::AT, Self::AT, &[cite!("九.2")], |_, seat, action| {
            ensure(action.at.seat == seat, Reason::WrongHalf { cell: action.at.cell.clone() })
        }),
        test(Self::AT, Self::AT, &[cite!("九.2")], |game, _, action| free_entry(game, &action.at)),
        test(0, 0, &[cite!("六.7")], |game, seat, _| {
            refuse_if(prohibition::summon_traveler(game, seat), Reason::ForbiddenByEffect { card: None })
        }),
    ];
    const SLOTS: Slots<Xinglingwang, Self> = &[&[each("at", Self::AT, |_, seat, _| field::values(seat))]];
    const ANSWERS: fn(&Question) -> bool =
        |question| matches!(question, Question::Summon | Question::Formation);
    const TIME: Time = |_, _| &[cite!("十二.2"), cite!("二.3"), cite!("十三.2")];

    fn perform(&self, game: &mut Game<'_>, seat: Seat, _: Option<&Question>) {
        let Some(at) = Where::of(&self.at) else { return };
        let rule = if in_formation(game) { cite!("十三.2") } else { cite!("十二.2") };
        enter_traveler(game, seat, at, true, By::rule(seat, rule));
    }
}

/// The positions that a question offers.
fn positions(question: &Question) -> Option<&[u8]> {
    if let Question::Place(positions) | Question::Aim(positions) = question {
        return Some(positions);
    }
    let Choosable::Position(positions) = &Xinglingwang::choice(question)?.what else { return None };
    Some(positions)
}

/// Where a unit enters or goes to.
#[fields]
pub struct Place {
    /// The position.
    pub at: At,
}

impl ActionKind<Xinglingwang> for Place {
    const IS_CHOICE: bool = true;
    const FURTHER: ExtraCheck = ExtraCheck::Question;
    const SLOTS: Slots<Xinglingwang, Self> = &[&[whole("at", Self::AT, |game, seat, _| {
        let asked = positions(&game.asked(seat)?.question)?.iter();
        let places = asked.filter_map(|index| Where::from_index(*index));
        Some(Domain::OneOf(places.map(Where::value).collect()))
    })]];
    const ANSWERS: fn(&Question) -> bool = |question| positions(question).is_some();
    const TIME: Time = |_, _| &[cite!("九.2")];

    /// The position has to be one of those that the question offers [九.2].
    fn check(&self, draft: &mut Draft<'_, '_, Xinglingwang>, seat: Seat) {
        let game = &*draft.game;
        let Some(question) = game.asked(seat).map(|asked| &asked.question) else { return };
        let Some(positions) = positions(question) else { return };
        let aims = matches!(question, Question::Aim(_));
        let entering = !aims
            && Xinglingwang::choice(question)
                .is_none_or(|choice| choice.rule == cite!("九.2") || choice.rule == cite!("十五.分開.2"));
        let cell = self.at.cell.clone();
        let Some(place) = Where::of(&self.at) else {
            let reason = Reason::NoSuchPosition { cell };
            return draft
                .refuse(Refusal::new(reason, cite!("四.9")).also(&[cite!("ruling-2")]).of("/at/cell"));
        };
        if positions.contains(&place.index()) {
            return;
        }
        let split = matches!(game.asked(seat).map(|asked| &asked.question),
            Some(Question::Choice(choice)) if choice.rule == cite!("十五.分開.2"));
        let half =
            positions.iter().filter_map(|index| Where::from_index(*index)).any(|at| at.side == place.side);
        let departing = field::at(game, place).map(|card| game.state.table.object(card));
        let departing = departing.and_then(|object| game.departing(object)).map(|leaving| leaving.verb);
        let rule = if split {
            cite!("十五.分開.2")
        } else if entering {
            cite!("九.2")
        } else if aims {
            cite!("十五.遠程.1")
        } else {
            cite!("六.1")
        };
        // A unit that is being destroyed or sacrificed still takes its position [十.2, 十.3].
        let (rule, also) = match departing {
            Some(Verb::Sacrifice) => (cite!("十.3"), Some(rule)),
            Some(Verb::Exile) => (cite!("十.4"), Some(rule)),
            Some(_) => (cite!("十.2"), Some(rule)),
            None => (rule, None),
        };
        let reason = if !half {
            Reason::WrongHalf { cell }
        } else if field::at(game, place).is_some() && !aims {
            Reason::PositionTaken { cell }
        } else if entering && !place.is_front() {
            Reason::FrontRowFirst { cell }
        } else {
            Reason::PositionNotAmongChoices { cell }
        };
        let field = if half { "/at/cell" } else { "/at/seat" };
        let also: Vec<crate::verdict::Cite> = also.into_iter().collect();
        draft.refuse(Refusal::new(reason, rule).also(&also).of(field));
    }

    fn perform(&self, game: &mut Game<'_>, _: Seat, _: Option<&Question>) {
        if let Some(at) = Where::of(&self.at) {
            Xinglingwang::give(game, Answer::Position(at.index()));
        }
    }
}
