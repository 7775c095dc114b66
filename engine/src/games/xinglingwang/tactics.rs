//! The tactics phase: formation and attack.
//!
//! 二.4 one of the two; 十一.1–十一.4 attacks; 十三.1–十三.5 formation; 八.3; 十五.貫穿.2, 十五.遠程.1 and .3,
//! 十五.阻擋.1–.3, 十五.破甲.1, 十五.滑行.1–.2, 十五.禁錮.1–.2; ruling-23 to ruling-27, ruling-32, ruling-33,
//! ruling-39, ruling-79, ruling-82.

use super::action::{At, Tactic};
use super::field::{self, Where};
use super::formation::play_first;
use super::play;
use super::reason::Reason;
use super::table::{self, Mark, Phase, State, Verb};
use super::words::continuous::{Static, topics};
use super::words::{KeywordName, KeywordNames};
use super::zone::{self, By};
use super::{Question, Step, Xinglingwang, prohibition, stat};
use smallvec::SmallVec;
use smol_str::SmolStr;

use crate::abilities::Scene;
use crate::game_kit::action::legal::{Slots, each};
use crate::game_kit::action::{ActionKind, ExtraCheck};
use crate::game_kit::fields::fields;
use crate::kernel::shape::Value;
use crate::kernel::{CardId, Draft, Frame, Match, Object, Proposal, Row, Seat, ensure, refuse_if, test};
use crate::verdict::{Cite, Refusal};

type Game<'p> = Match<'p, Xinglingwang>;
type Time = crate::game_kit::action::Time<Xinglingwang>;

/// The reason why a unit cannot attack its target, with the rules to cite.
pub type Fault = (Reason, &'static [Cite]);

/// Whether a unit can attack a target: 阻擋, 破甲 and prohibitions decide [十五.阻擋.2, 十五.破甲.1, 六.7].
pub(crate) fn is_attackable(game: &Game<'_>, attacker: CardId, target: CardId) -> bool {
    let resists = || {
        !game.in_force(cite!("十五.破甲.3")) && stat::has_keyword(game, target, KeywordName::EffectResistance)
    };
    let breaks = || {
        stat::has_keyword(game, attacker, KeywordName::ArmorBreak)
            && game.in_force(cite!("十五.破甲.1"))
            && !resists()
    };
    let blocked = stat::has_keyword(game, target, KeywordName::Block) && !breaks();
    !blocked && !prohibition::be_attacked(game, target, attacker)
}

/// Whether an effect alone, not 阻擋, keeps the target from being attacked [六.7].
pub(super) fn is_warded(game: &Game<'_>, attacker: CardId, target: CardId) -> bool {
    !stat::has_keyword(game, target, KeywordName::Block) && prohibition::be_attacked(game, target, attacker)
}

/// The enemy units in front of a position, nearest first.
pub(crate) fn enemies_in_front(game: &Game<'_>, at: Where) -> SmallVec<[(Where, CardId); 2]> {
    let (mut front, mut back) = (None, None);
    for &unit in game.state.table.list(table::FIELD.of(at.side.other())) {
        let Some(place) = field::position(game, unit).filter(|place| place.lane() == at.lane()) else {
            continue;
        };
        let row = if place.is_front() { &mut front } else { &mut back };
        row.get_or_insert((place, unit));
    }
    front.into_iter().chain(back).collect()
}

/// Who designates the position of a ranged attack that a text lets reach any position of the enemy's half.
/// Where several texts do, one that gives the choice to the enemy decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Aim {
    /// The player of the unit, as ever [十五.遠程.1].
    Own,
    /// The enemy.
    Enemy,
}

/// What decides which units an attack of a unit reaches, read once.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Reach {
    /// The unit has 貫穿.
    pub pierces: bool,
    /// The unit has 遠程.
    pub ranged: bool,
    /// A text lets the attack designate any position. `None`: only the positions in front can be designated
    /// [十五.遠程.1], or the attack designates none.
    aim: Option<Aim>,
}

impl Reach {
    /// The keywords on which it depends.
    pub(crate) const KEYWORDS: KeywordNames = KeywordNames::of(&[KeywordName::Pierce, KeywordName::Ranged]);

    /// The reach of a unit.
    pub(crate) fn of(game: &Game<'_>, card: CardId) -> Reach {
        Reach::with(game, card, stat::keyword_names(game, card, Reach::KEYWORDS))
    }

    /// The reach of a unit of which the caller has read these keywords, [`Reach::KEYWORDS`] among them.
    pub(crate) fn with(game: &Game<'_>, card: CardId, keywords: KeywordNames) -> Reach {
        let (pierces, ranged) = (keywords.has(KeywordName::Pierce), keywords.has(KeywordName::Ranged));
        let plain = Reach { pierces, ranged, aim: None };
        let aim = if plain.is_on_one_position() { aim(game, card) } else { None };
        Reach { aim, ..plain }
    }

    /// Whether the attack fights one position only, which somebody designates [ruling-32].
    const fn is_on_one_position(self) -> bool {
        self.ranged && !self.pierces
    }

    /// Whether the enemy chooses the position that the attack designates.
    pub(crate) fn is_aimed_by_enemy(self) -> bool {
        self.aim == Some(Aim::Enemy)
    }

    /// Whether the player of the unit designates the position of the attack [ruling-32].
    pub(crate) fn designates(self) -> bool {
        self.is_on_one_position() && !self.is_aimed_by_enemy()
    }
}

/// Whether a text lets a ranged attack of a unit designate any position, and who does so.
fn aim(game: &Game<'_>, card: CardId) -> Option<Aim> {
    let mut aim = None;
    let reaches = |scene: &Scene<'_>, each: &Static| {
        let Static::AimsAnywhere(word) = each else { return false };
        word.what.takes_in(game, scene, card)
    };
    stat::each_static(game, topics::ALLOWS, reaches, |_, each| {
        if let Static::AimsAnywhere(word) = each {
            aim = aim.max(Some(if word.chosen_by_enemy { Aim::Enemy } else { Aim::Own }));
        }
    });
    aim
}

/// The enemy units that an attack from a position can reach: those in front, nearest first; all in line
/// order, where a text lets a ranged attack designate any position.
pub(super) fn within_reach(game: &Game<'_>, reach: Reach, at: Where) -> SmallVec<[(Where, CardId); 2]> {
    if reach.aim.is_none() {
        return enemies_in_front(game, at);
    }
    let enemies = field::units(game, at.side.other()).into_iter();
    enemies.filter_map(|unit| Some((field::position(game, unit)?, unit))).collect()
}

/// Why a unit could not attack from a position: there is no enemy unit in front, or none that it can attack.
/// `designated` is the position that a ranged attack names [十一.1, 十一.3, 十五.貫穿.2, 十五.遠程.1, 十五.遠程.3].
pub(crate) fn target_fault(
    game: &Game<'_>,
    card: CardId,
    reach: Reach,
    at: Where,
    designated: Option<Where>,
) -> Option<Fault> {
    let enemies = within_reach(game, reach, at);
    let Some(&(_, first)) = enemies.first() else {
        return Some((Reason::NoEnemyInFront { card }, &[cite!("十一.1")]));
    };
    let refused = |target: CardId, cites: &'static [Cite]| {
        if is_attackable(game, card, target) {
            return None;
        }
        let cites = if is_warded(game, card, target) { &[cite!("六.7"), cite!("十一.4")] } else { cites };
        Some((Reason::NotAttackable { card, target }, cites))
    };
    match (reach.pierces, reach.ranged) {
        (true, true) => {
            let any = enemies.iter().any(|(_, target)| is_attackable(game, card, *target));
            let reason = Reason::NotAttackable { card, target: first };
            (!any).then_some((reason, &[cite!("十五.阻擋.2"), cite!("十五.遠程.3")]))
        }
        (false, true) => {
            let Some(place) = designated else {
                if reach.is_aimed_by_enemy() {
                    let reason = Reason::NotAttackable { card, target: first };
                    return Some((reason, &[cite!("十五.阻擋.2"), cite!("十五.遠程.1")]));
                }
                return Some((Reason::NoPositionNamed { card }, &[cite!("十五.遠程.1")]));
            };
            match enemies.iter().find(|(there, _)| *there == place) {
                None => {
                    let cell = place.name().into();
                    Some((Reason::NobodyThere { cell }, &[cite!("十五.遠程.1")]))
                }
                Some((_, target))
                    if *target != first && !game.in_force(cite!("十五.遠程.3")) && reach.aim.is_none() =>
                {
                    let reason = Reason::NotAttackable { card, target: *target };
                    Some((reason, &[cite!("十五.遠程.1")]))
                }
                Some((_, target)) => refused(*target, &[cite!("十五.阻擋.2"), cite!("十五.遠程.1")]),
            }
        }
        (true, false) => refused(first, &[cite!("十五.貫穿.2"), cite!("十五.阻擋.2")]),
        (false, false) => refused(first, &[cite!("十五.阻擋.2"), cite!("十一.4")]),
    }
}

/// The positions that a ranged attack from a position can designate.
pub(crate) fn designations(game: &Game<'_>, card: CardId, reach: Reach, at: Where) -> field::Positions {
    let enemies = within_reach(game, reach, at).into_iter();
    enemies.filter(|(_, target)| is_attackable(game, card, *target)).map(|(place, _)| place).collect()
}

fn could_attack_from(game: &Game<'_>, card: CardId, reach: Reach, at: Where) -> bool {
    match reach.is_on_one_position() {
        true => !designations(game, card, reach, at).is_empty(),
        false => target_fault(game, card, reach, at, None).is_none(),
    }
}

/// Whether an effect could make a unit attack from where it stands [ruling-79].
pub(crate) fn could_begin(game: &Game<'_>, card: CardId) -> bool {
    field::position(game, card).is_some_and(|at| {
        table::mark(game, card).state == State::Upright
            && !stat::has_keyword(game, card, KeywordName::Block)
            && !prohibition::declare_attack(game, card)
            && could_attack_from(game, card, Reach::of(game, card), at)
    })
}

/// Where a unit could slide to before it attacks [十五.滑行.1, 十五.滑行.2, ruling-39].
fn slides(game: &Game<'_>, card: CardId, reach: Reach) -> field::Positions {
    let Some(at) = field::position(game, card) else { return field::Positions::new() };
    let slides = stat::has_keyword(game, card, KeywordName::Glide) && is_free_to_move(game, card);
    if !slides {
        return field::Positions::new();
    }
    let empty = field::empty(game, at.side).into_iter();
    empty.filter(|place| could_attack_from(game, card, reach, *place)).collect()
}

fn is_free_to_move(game: &Game<'_>, card: CardId) -> bool {
    !stat::has_keyword(game, card, KeywordName::Confined) && !prohibition::moves(game, card)
}

/// Whether a player could declare an attack of a unit now, prohibitions apart [十一.1, ruling-23].
fn could_attack(game: &Game<'_>, seat: Seat, card: CardId) -> bool {
    let mark = table::mark(game, card);
    let Some(at) = field::position(game, card) else { return false };
    let attacks_or_slides = || {
        let reach = Reach::of(game, card);
        could_attack_from(game, card, reach, at) || !slides(game, card, reach).is_empty()
    };
    at.side == seat
        && mark.state == State::Upright
        && mark.attacked != game.state.facts.turn
        && !stat::has_keyword(game, card, KeywordName::Block)
        && attacks_or_slides()
}

/// Whether a player has a unit that can attack now; `with_prohibitions`: and that no effect forbids to.
fn any_can_attack(game: &Game<'_>, seat: Seat, with_prohibitions: bool) -> bool {
    let mut units = game.state.table.list(table::FIELD.of(seat)).iter();
    units.any(|&card| {
        could_attack(game, seat, card) && !(with_prohibitions && prohibition::declare_attack(game, card))
    })
}

/// One of the two tactics [二.4].
#[fields]
pub struct ChooseTactic {
    /// Which.
    pub tactic: Tactic,
}

impl ActionKind<Xinglingwang> for ChooseTactic {
    const CONDITIONS: &'static [Row<Xinglingwang, Self>] = &[
        test(Self::TACTIC, Self::TACTIC, &[cite!("六.7"), cite!("十一.1")], |game, seat, action| {
            let barred = || !any_can_attack(game, seat, true) && any_can_attack(game, seat, false);
            refuse_if(action.tactic == Tactic::Attack && barred(), Reason::ForbiddenByEffect { card: None })
        }),
        test(Self::TACTIC, Self::TACTIC, &[cite!("十一.1"), cite!("ruling-23")], |game, seat, action| {
            refuse_if(
                action.tactic == Tactic::Attack && !any_can_attack(game, seat, true),
                Reason::NoAttackPossible,
            )
        }),
    ];
    const SLOTS: Slots<Xinglingwang, Self> = &[&[each("tactic", Self::TACTIC, |_, _, _| Tactic::values())]];
    const ANSWERS: fn(&Question) -> bool = |question| matches!(question, Question::Tactic);
    const TIME: Time = |_, _| &[cite!("二.4")];

    fn perform(&self, game: &mut Game<'_>, seat: Seat, _: Option<&Question>) {
        game.facts_mut().tactic = Some(self.tactic);
        let (question, rule) = match self.tactic {
            Tactic::Formation => (Question::Formation, cite!("二.4(1)")),
            Tactic::Attack => (Question::Attack, cite!("二.4(2)")),
        };
        ask_instead(game, question);
        game.propose(Proposal::told(Verb::Tactic, seat, rule));
    }
}

/// Replaces the question of the open window.
pub(crate) fn ask_instead(game: &mut Game<'_>, question: Question) {
    if let Some(Frame::Window(window)) = game.state.agenda.last_mut() {
        window.question = question;
    }
}

/// Where the unit of an attack will stand: the position that it slides to, else its own.
fn stand(game: &Game<'_>, action: &Attack) -> Option<Where> {
    match &action.slide_to {
        Some(at) => Where::of(at),
        None => field::position(game, action.unit),
    }
}

fn slide(action: &Attack) -> SmolStr {
    action.slide_to.as_ref().map_or_else(SmolStr::default, |at| at.cell.clone())
}

/// 進攻 [十一.1].
#[fields]
pub struct Attack {
    /// The position that a ranged attack designates [十五.遠程.1].
    pub position: Option<At>,
    /// Where the unit moves before [十五.滑行.1].
    pub slide_to: Option<At>,
    /// The unit.
    pub unit: CardId,
}

impl ActionKind<Xinglingwang> for Attack {
    const FURTHER: ExtraCheck = ExtraCheck::Text;
    const CONDITIONS: &'static [Row<Xinglingwang, Self>] = &[
        test(Self::UNIT, Self::UNIT, &[cite!("十一.1")], |game, seat, action| {
            ensure(table::side(game, action.unit) == Some(seat), Reason::NotOwnUnit { card: action.unit })
        }),
        test(Self::UNIT, Self::UNIT, &[cite!("八.3"), cite!("十一.1")], |game, _, action| {
            refuse_if(
                table::mark(game, action.unit).state == State::Rested,
                Reason::NotUpright { card: action.unit },
            )
        }),
        test(Self::UNIT, Self::UNIT, &[cite!("十一.1"), cite!("八.1")], |game, _, action| {
            refuse_if(
                table::mark(game, action.unit).state == State::Attacking,
                Reason::NotUpright { card: action.unit },
            )
        }),
        test(Self::UNIT, Self::UNIT, &[cite!("十一.3")], |game, _, action| {
            refuse_if(
                table::mark(game, action.unit).attacked == game.state.facts.turn,
                Reason::AttackedThisTurn { card: action.unit },
            )
        }),
        test(
            Self::UNIT,
            Self::UNIT,
            &[cite!("十五.合體.2"), cite!("十五.阻擋.1")],
            |game, _, action| {
                let shown = table::lower(game, action.unit).any(|(lower, edge)| {
                    let shield = table::printed(game, lower).has_shield();
                    edge == table::Edge::Attack
                        && (shield || stat::has_keyword(game, lower, KeywordName::Block))
                });
                refuse_if(
                    shown && stat::has_keyword(game, action.unit, KeywordName::Block),
                    Reason::BlocksItself { card: action.unit },
                )
            },
        ),
        test(Self::UNIT, Self::UNIT, &[cite!("十五.阻擋.1")], |game, _, action| {
            refuse_if(
                stat::has_keyword(game, action.unit, KeywordName::Block),
                Reason::BlocksItself { card: action.unit },
            )
        }),
        test(Self::UNIT, Self::UNIT, &[cite!("六.7")], |game, _, action| {
            refuse_if(
                prohibition::declare_attack(game, action.unit),
                Reason::ForbiddenByEffect { card: Some(action.unit) },
            )
        }),
        test(Self::SLIDE_TO, Self::UNIT | Self::SLIDE_TO, &[cite!("十五.滑行.1")], |game, _, action| {
            let glides = stat::has_keyword(game, action.unit, KeywordName::Glide);
            refuse_if(action.slide_to.is_some() && !glides, Reason::DoesNotGlide { card: action.unit })
        }),
        test(
            Self::SLIDE_TO,
            Self::UNIT | Self::SLIDE_TO,
            &[cite!("十五.禁錮.2"), cite!("十五.禁錮.1")],
            |game, _, action| {
                let confined = stat::has_keyword(game, action.unit, KeywordName::Confined);
                refuse_if(action.slide_to.is_some() && confined, Reason::IsConfined { card: action.unit })
            },
        ),
        test(Self::SLIDE_TO, Self::UNIT | Self::SLIDE_TO, &[cite!("六.7")], |game, _, action| {
            refuse_if(
                action.slide_to.is_some() && prohibition::moves(game, action.unit),
                Reason::ForbiddenByEffect { card: Some(action.unit) },
            )
        }),
        test(
            Self::SLIDE_TO,
            Self::UNIT | Self::SLIDE_TO,
            &[cite!("十五.滑行.1")],
            |game, seat, action| {
                let Some(at) = &action.slide_to else { return Ok(()) };
                match Where::of(at) {
                    None => Err(Reason::NoSuchPosition { cell: slide(action) }),
                    Some(_) if at.seat != seat => Err(Reason::WrongHalf { cell: slide(action) }),
                    Some(place) if field::at(game, place).is_some() => {
                        Err(Reason::PositionTaken { cell: slide(action) })
                    }
                    Some(_) => Ok(()),
                }
            },
        ),
        test(Self::SLIDE_TO, Self::UNIT | Self::SLIDE_TO, &[cite!("十五.滑行.2")], |game, _, action| {
            let from = action.slide_to.as_ref().and_then(Where::of);
            let could = |from| could_attack_from(game, action.unit, Reach::of(game, action.unit), from);
            refuse_if(
                from.is_some_and(|from| !could(from)),
                Reason::CannotAttackFromThere { cell: slide(action) },
            )
        }),
        test(Self::UNIT, Self::UNIT | Self::SLIDE_TO, &[cite!("十一.1")], |game, _, action| {
            let stand = stand(game, action);
            let reach = Reach::of(game, action.unit);
            refuse_if(
                stand.is_some_and(|at| within_reach(game, reach, at).is_empty()),
                Reason::NoEnemyInFront { card: action.unit },
            )
        }),
        test(
            Self::POSITION,
            Self::UNIT | Self::POSITION,
            &[cite!("十五.遠程.1"), cite!("六.1")],
            |game, seat, action| {
                refuse_if(
                    action.position.is_some() && Reach::of(game, action.unit).is_aimed_by_enemy(),
                    Reason::NotAsked { asked: Some(seat.other()) },
                )
            },
        ),
        test(
            Self::POSITION,
            Self::UNIT | Self::POSITION,
            &[cite!("十五.遠程.1"), cite!("ruling-32")],
            |game, _, action| {
                refuse_if(
                    action.position.is_some() && !Reach::of(game, action.unit).designates(),
                    Reason::NotRanged { card: action.unit },
                )
            },
        ),
    ];
    const SLOTS: Slots<Xinglingwang, Self> = &[&[
        each("unit", Self::UNIT, |game, seat, _| Value::cards(field::units(game, seat))),
        each("slide_to", Self::SLIDE_TO, |game, _, action| {
            let slides = slides(game, action.unit, Reach::of(game, action.unit)).into_iter();
            std::iter::once(Value::Nothing).chain(slides.map(Where::value)).collect()
        }),
        each("position", Self::POSITION, |game, _, action| {
            let reach = Reach::of(game, action.unit);
            match stand(game, action) {
                _ if !reach.designates() => vec![Value::Nothing],
                Some(from) => {
                    designations(game, action.unit, reach, from).into_iter().map(Where::value).collect()
                }
                None => Vec::new(),
            }
        }),
    ]];
    const ANSWERS: fn(&Question) -> bool =
        |question| matches!(question, Question::Attack | Question::Attacks);
    const TIME: Time = |_, _| &[cite!("十一.1")];

    /// The target of the attack [十一.4].
    fn check(&self, draft: &mut Draft<'_, '_, Xinglingwang>, _: Seat) {
        let Some(at) = stand(draft.game, self) else { return };
        let named = self.position.as_ref();
        if let Some(named) = named.filter(|named| Where::of(named).is_none()) {
            let reason = Reason::NoSuchPosition { cell: named.cell.clone() };
            return draft.refuse(Refusal::new(reason, cite!("十五.遠程.1")).of("/position"));
        }
        let reach = Reach::of(draft.game, self.unit);
        let designated = match named {
            // Any position that the enemy could choose will do.
            None if reach.is_aimed_by_enemy() => {
                designations(draft.game, self.unit, reach, at).into_iter().next()
            }
            named => named.and_then(Where::of),
        };
        let fault = target_fault(draft.game, self.unit, reach, at, designated);
        if let Some((reason, cites)) = fault
            && let Some((cite, also)) = cites.split_first()
        {
            let field = if named.is_some() { "/position" } else { "/unit" };
            draft.refuse(Refusal::new(reason, *cite).also(also).of(field));
        }
    }

    fn perform(&self, game: &mut Game<'_>, seat: Seat, _: Option<&Question>) {
        ask_instead(game, Question::Attacks);
        game.facts_mut().attacked = true;
        let (unit, floor) = (game.state.table.object(self.unit), game.height());
        if let Some(to) = self.slide_to.as_ref().and_then(Where::of) {
            zone::move_to(game, self.unit, to, By::rule(seat, cite!("十五.滑行.1")));
        }
        let designated = self.position.as_ref().and_then(Where::of).map(Where::index);
        if game.height() > floor {
            // Abilities come before the slide is carried out, so the attack waits on the agenda.
            return game.push_above(floor, Step::Slid(unit, designated));
        }
        slid(game, unit, designated);
    }
}

/// Begins the attack of a unit after its slide, if it still stands upright [十一.1, 十五.滑行.1].
pub(crate) fn slid(game: &mut Game<'_>, unit: Object, designated: Option<u8>) {
    let Some(side) = table::side(game, unit.card).filter(|_| table::stands(game, unit)) else { return };
    if table::mark(game, unit.card).state != State::Upright {
        return;
    }
    let reach = if designated.is_none() { Some(Reach::of(game, unit.card)) } else { None };
    let Some(reach) = reach.filter(|reach| reach.is_aimed_by_enemy()) else {
        let designated = designated.and_then(Where::from_index);
        begin(game, unit.card, designated, By::rule(side, cite!("十一.1")));
        return;
    };
    let Some(at) = field::position(game, unit.card) else { return };
    let places = designations(game, unit.card, reach, at);
    let places: Vec<u8> = places.into_iter().map(Where::index).collect();
    match places.as_slice() {
        [] => {}
        [only] => slid(game, unit, Some(*only)),
        _ => {
            game.push(Step::Aim(unit, None));
            game.ask(side.other(), Question::Aim(places));
        }
    }
}

/// The enemy has chosen the position that the attack of a unit designates [十五.遠程.1].
pub(crate) fn aimed(game: &mut Game<'_>, unit: Object, at: Option<u8>) {
    if at.is_some() {
        slid(game, unit, at);
    }
}

/// Begins an attack; `false`: it was prevented.
pub(crate) fn begin(game: &mut Game<'_>, card: CardId, designated: Option<Where>, by: By) -> bool {
    let side = table::side(game, card);
    let mark = table::mark(game, card);
    // The limit of one attack a turn counts only attacks in the player's own turn [十一.3, ruling-79].
    let attacked = if side == Some(game.state.facts.active) { game.state.facts.turn } else { mark.attacked };
    let mark = Mark { attacked, designated: designated.map(Where::index), ..mark };
    zone::silent_mark(game, card, mark);
    zone::turn(game, card, State::Attacking, by)
}

/// The attacks are declared [十一.2].
#[fields]
pub struct EndAttacks {}

impl ActionKind<Xinglingwang> for EndAttacks {
    const CONDITIONS: &'static [Row<Xinglingwang, Self>] =
        &[test(0, 0, &[cite!("十一.1"), cite!("二.4(2)")], |game, seat, _| {
            let must_attack = !game.state.facts.attacked && any_can_attack(game, seat, true);
            refuse_if(must_attack, Reason::AttackFirst)
        })];
    const ANSWERS: fn(&Question) -> bool =
        |question| matches!(question, Question::Attack | Question::Attacks);
    const TIME: Time = |_, _| &[cite!("十一.1")];

    fn perform(&self, game: &mut Game<'_>, _: Seat, _: Option<&Question>) {
        ask_instead(game, Question::TacticsEnd);
    }
}

fn asked(game: &Game<'_>, seat: Seat) -> Option<Question> {
    game.asked(seat).map(|asked| asked.question.clone())
}

fn must_summon(game: &Game<'_>, seat: Seat) -> bool {
    asked(game, seat) == Some(Question::Summon)
        && !game.state.facts.normal_play
        && (play::can_play(game, seat, false) || !game.in_force(cite!("十二.5")))
}

/// The index on the agenda of the window of a player's summon phase.
pub(crate) fn summon_window(game: &Game<'_>, seat: Seat) -> Option<usize> {
    let is_summon = |frame: &Frame<Xinglingwang>| {
        let Frame::Window(window) = frame else { return false };
        window.question == Question::Summon && window.first == seat
    };
    game.state.agenda.iter().rposition(is_summon)
}

/// Lets an effect end the summon phase of a player, once the effect is done [二.3]. `false`: it is not that
/// player's summon phase.
pub(crate) fn end_summon(game: &mut Game<'_>, seat: Seat, by: By) -> bool {
    if summon_window(game, seat).is_none() {
        return false;
    }
    let is_announced = game.propose(By { seat, ..by }.proposal(Verb::EndPhase)).is_done();
    match summon_window(game, seat).filter(|_| is_announced) {
        Some(place) => {
            game.state.agenda.remove(place);
            true
        }
        None => false,
    }
}

/// The phase is over [十二.2, 十三.2].
#[fields]
pub struct EndPhase {}

impl ActionKind<Xinglingwang> for EndPhase {
    const CONDITIONS: &'static [Row<Xinglingwang, Self>] = &[
        test(0, 0, &[cite!("十二.6"), cite!("十二.2")], |game, seat, _| {
            let mut units = game.state.table.list(table::FIELD.of(seat)).iter();
            let mut entered = || units.any(|&card| table::mark(game, card).entered == game.state.facts.turn);
            refuse_if(must_summon(game, seat) && entered(), Reason::PlayIsDue)
        }),
        test(0, 0, &[cite!("十二.2"), cite!("ruling-13")], |game, seat, _| {
            refuse_if(must_summon(game, seat), Reason::PlayIsDue)
        }),
        test(0, 0, &[cite!("二.4")], |game, seat, _| {
            refuse_if(matches!(asked(game, seat), Some(Question::Tactic)), Reason::NotFinished)
        }),
        test(0, 0, &[cite!("十三.2")], |game, seat, _| {
            let is_formation = matches!(asked(game, seat), Some(Question::Formation));
            refuse_if(is_formation && play_first(game, seat), Reason::PlayIsDue)
        }),
        test(0, 0, &[cite!("十三.5")], |game, seat, _| {
            refuse_if(
                matches!(asked(game, seat), Some(Question::Formation | Question::Moves)),
                Reason::NotFinished,
            )
        }),
        test(0, 0, &[cite!("十一.1"), cite!("二.4(2)")], |game, seat, _| {
            refuse_if(matches!(asked(game, seat), Some(Question::Attack)), Reason::AttackFirst)
        }),
        test(0, 0, &[cite!("十一.2")], |game, seat, _| {
            refuse_if(matches!(asked(game, seat), Some(Question::Attacks)), Reason::NotFinished)
        }),
        test(0, 0, &[cite!("十五.機械合體.3")], |game, seat, _| {
            refuse_if(matches!(asked(game, seat), Some(Question::Machine)), Reason::InMachinePhase)
        }),
    ];
    const ANSWERS: fn(&Question) -> bool = |question| {
        use Question::{Attack, Attacks, Formation, Machine, Moves, Summon, Tactic, TacticsEnd};
        matches!(question, Summon | Tactic | Formation | Moves | Attack | Attacks | TacticsEnd | Machine)
    };
    const TIME: Time = |game, _| {
        if game.state.facts.phase == Phase::Summon {
            &[cite!("十二.2"), cite!("十三.2")]
        } else if game.state.facts.phase == Phase::Tactics {
            &[cite!("二.4")]
        } else {
            &[cite!("六.1")]
        }
    };

    /// Asks the enemy once more before the phase ends [ruling-19].
    fn perform(&self, game: &mut Game<'_>, seat: Seat, _: Option<&Question>) {
        game.open_window(crate::kernel::Window::one(Question::Closing, seat.other()));
        game.propose(Proposal::told(Verb::EndPhase, seat, cite!("ruling-19")));
    }
}
