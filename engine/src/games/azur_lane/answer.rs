//! Answers to questions, and the refusals that come before an action's own conditions.
//!
//! 102.1 the end; 103.4, 103.4b, 103.4c order of choices; 304.2b waiting skills; 306.1b nothing
//! interrupts; 500.2, 503.2, 505.5 windows; 201.2, 201.3, 403.4, 408.2b cards outside a text;
//! 403.3a positions; 309.1b numbers; 400.5, 401.2, 402.2, 404.2, 405.2, 405.3, 408.2a handling.

use super::action::{Action, At, Cubes, Handled};
use super::reason::Reason;
use super::table::{self, Phase};
use super::words::{Effect, Select, Take};
use super::{AzurLane, Question, Step, play, prohibition};
use crate::abilities::answer::{CardRules, give};
use crate::abilities::{Answer, Cards, Choice, Choosable, EffectWord, FilterWord, Scene};
use crate::game_kit::action::answers::{Rules, choosable};
use crate::game_kit::action::legal::{Slots, whole};
use crate::game_kit::action::pick::{Orders, PickCheck, picks};
use crate::game_kit::action::time::{not_the_time, unasked};
use crate::game_kit::action::{ActionKind, Actions, ExtraCheck, When};
use crate::game_kit::fields::fields;
use crate::game_kit::question::Concern;
use crate::game_kit::view::{self, Seen};
use crate::kernel::shape::{Domain, Share};
use crate::kernel::{Asked, CardId, Draft, Frame, Match, Row, Seat, Viewer, refuse_if, test};
use crate::verdict::{Cite, Refusal};

type Game<'p> = Match<'p, AzurLane>;
type Time = crate::game_kit::action::Time<AzurLane>;
type Checking<'m, 'p> = Draft<'m, 'p, AzurLane>;

fn refuse(reason: Reason, cite: Cite) -> Refusal<Reason> {
    Refusal::new(reason, cite)
}

/// The rules by which choices inside skills are refused.
pub(crate) const CHOICES: Rules = Rules {
    cards: |_| CardRules { once: cite!("306.1"), count: cite!("ruling-41"), also: &[cite!("103.3")] },
    cards_time: &[cite!("103.4c")],
    order_time: &[cite!("401.4")],
    yes_no_time: &[cite!("303.3a"), cite!("ruling-98")],
    number_time: &[cite!("309.1b")],
    mode_time: &[cite!("103.4c")],
};

/// Refuses an action that does not answer the question: another answer is asked for, skills wait, or it is
/// not the time for the action or not this player's turn.
pub(crate) fn out_of_time(
    game: &Game<'_>,
    seat: Seat,
    action: &Action,
    asked: &Asked<AzurLane>,
) -> Refusal<Reason> {
    let fits = action.answers(&asked.question);
    let name = asked.question.name().to_owned();
    let waiting = match &asked.question {
        Question::ChooseTrigger => Some(cite!("304.2b")),
        Question::Choice(choice) => Some(choice.rule),
        Question::LastStand => Some(cite!("508.1a")),
        Question::ChooseFirst | Question::Mulligan | Question::Main | Question::BattleChoice => None,
        Question::AttackWindow | Question::DefenceWindow => None,
    };
    let choosing = match &asked.question {
        Question::ChooseFirst => Some(cite!("101.5")),
        Question::Mulligan => Some(cite!("103.4")),
        Question::Main | Question::BattleChoice | Question::AttackWindow | Question::DefenceWindow => None,
        Question::ChooseTrigger | Question::Choice(_) | Question::LastStand => waiting,
    };
    if let Some(rule) = choosing
        && action.is_choice()
    {
        if matches!(action, Action::Mulligan(_)) && game.state.facts.mulligans.get(seat).is_some() {
            return refuse(Reason::AlreadyAnswered, cite!("101.6"));
        }
        return match (&asked.question, fits) {
            (Question::ChooseFirst, true) => refuse(Reason::NotTheChooser, rule),
            (Question::Mulligan, true) => {
                refuse(Reason::NotFirstToAnswer, rule).also(&[cite!("101.6"), cite!("ruling-13")])
            }
            (_, true) => refuse(Reason::NotAsked { asked: Some(asked.seat) }, rule),
            (_, false) => refuse(Reason::AnotherAnswer { asked: name }, rule),
        };
    }
    if waiting.is_some() {
        let facts = &game.state.facts;
        let rule = if matches!(action, Action::Pass(_)) {
            cite!("500.2")
        } else if facts.phase == Phase::Main {
            cite!("503.2")
        } else if facts.step == Some(Phase::AttackStep) {
            cite!("505.5")
        } else {
            cite!("306.1b")
        };
        return refuse(Reason::SkillsWait, rule).also(&[cite!("306.1b")]);
    }
    not_the_time(game, seat, action, unasked::<AzurLane>(action, &asked.question))
}

/// Refuses a card that cannot be chosen: it lies under another card, an effect forbids it, a later sentence
/// asks for it, or it lacks what the text asks for.
pub(crate) fn not_among(
    game: &Game<'_>,
    seat: Seat,
    choice: &Choice<AzurLane>,
    card: CardId,
) -> Refusal<Reason> {
    if game.state.table.card(card).is_none() {
        return refuse(Reason::NoSuchCard { card }, choice.rule);
    }
    if table::host(game, card).is_some() {
        return refuse(Reason::NotAmongChoices { card }, cite!("408.2b"));
    }
    let Some(Frame::Step(Step::Resolve(resolution))) = game.state.agenda.last() else {
        return refuse(Reason::NotAmongChoices { card }, choice.rule);
    };
    let scene = Scene { seat: resolution.seat, ..resolution.scene() };
    let word = resolution
        .word(game)
        .filter(|_| resolution.stage == crate::abilities::resolve::ResolutionStage::Effects);
    let selection = word.and_then(selection_of);
    if let Some(cards) = &selection {
        let own_scene = Scene { seat, ..scene };
        let fits_own = cards.takes_in(game, &own_scene, card);
        if (fits_own || cards.takes_in(game, &scene, card))
            && matches!(word, Some(Effect::Enter(_)))
            && prohibition::enter(game, resolution.seat, card).is_some()
        {
            return refuse(Reason::ForbiddenByEffect { card: Some(card) }, cite!("103.2"));
        }
    }
    // A later sentence that takes all cards asks for no choice, so nobody can make that choice too early.
    let chooses = |cards: &Cards<AzurLane>| !matches!(cards.take, Take::All);
    let mut later = resolution.later(game).iter().filter_map(selection_of).filter(chooses);
    if later.any(|cards| cards.takes_in(game, &scene, card)) {
        return refuse(Reason::NotYetThisChoice { card }, cite!("103.4c"));
    }
    let Some(cards) = selection else { return refuse(Reason::NotAmongChoices { card }, choice.rule) };
    let scene = Scene { seat: cards.carried_out_by(seat), ..scene };
    let refusal = refuse(Reason::NotAmongChoices { card }, cards.rule_against(game, &scene, card));
    refusal.also(cards.lacked_by(game, &scene, card).map_or(&[], FilterWord::also))
}

/// The cards that a word chooses among. A word that discards does not tell on its own from whose hand.
fn selection_of(word: &Effect) -> Option<Cards<AzurLane>> {
    let Some(Select::Cards(cards)) = word.selection() else { return None };
    (!matches!(word, Effect::Discard(_))).then_some(cards)
}

/// The window is closed [500.2].
#[fields]
pub struct Pass {}

impl ActionKind<AzurLane> for Pass {
    const ANSWERS: fn(&Question) -> bool = |question| {
        use Question::{AttackWindow, BattleChoice, DefenceWindow, Main};
        matches!(question, Main | BattleChoice | AttackWindow | DefenceWindow)
    };
    const TIME: Time = |_, _| &[cite!("500.2")];

    fn perform(&self, game: &mut Game<'_>, _: Seat, _: Option<&Question>) {
        if game.in_force(cite!("500.2")) {
            game.pass();
        }
    }
}

/// The next standby skill [304.2b].
#[fields]
pub struct ChooseTrigger {
    /// The card that it stands on.
    pub card: CardId,
    /// Which skill of its side, counted from 1 over all its skills; gained ones follow the printed ones in
    /// the order in which they were gained, a gained 潛水 comes last.
    pub skill: u8,
}

picks! {
    ChooseTrigger, skill SKILL;
}

/// The player picks one of the own skills that wait.
impl Orders for AzurLane {
    const ASKS_NEXT: fn(&Question) -> bool = |question| matches!(question, Question::ChooseTrigger);
    const NEXT: &'static [Cite] = &[cite!("304.2b")];
    const PICK: PickCheck = PickCheck::Always;

    fn not_waiting(card: CardId, _: Option<u8>) -> Reason {
        Reason::NotWaiting { card }
    }

    /// If the waiting skills stand on hidden cards, both the card and the pick itself would tell something
    /// about them.
    fn sees_pick(game: &Game<'_>, viewer: Viewer, card: CardId) -> bool {
        view::picks_in_public(game, viewer, card, |waiting| waiting.me.card)
    }
}

/// A position.
#[fields]
pub struct ChoosePosition {
    /// The position.
    pub at: At,
}

impl ActionKind<AzurLane> for ChoosePosition {
    const IS_CHOICE: bool = true;
    const FURTHER: ExtraCheck = ExtraCheck::Question;
    const SLOTS: Slots<AzurLane, Self> = &[&[whole("at", Self::AT, |game, seat, _| {
        let Choosable::Position(positions) = choosable(game, seat)? else { return None };
        Some(Domain::OneOf(positions.iter().map(|&position| table::value(seat, position)).collect()))
    })]];
    const ANSWERS: fn(&Question) -> bool =
        |question| asks(question, |what| matches!(what, Choosable::Position(_)));
    const TIME: Time = |_, _| &[cite!("204.4b")];

    /// The position is one of those that the question offers.
    fn check(&self, draft: &mut Checking<'_, '_>, seat: Seat) {
        let Some(choice) = crate::abilities::answer::choice(draft.game, seat) else { return };
        let Choosable::Position(positions) = &choice.what else { return };
        let cell = self.at.cell.clone();
        let Some(named) = table::cell_named(&cell) else {
            return draft.refuse(refuse(Reason::NoSuchPosition { cell }, cite!("403.3a")).of("/at/cell"));
        };
        if self.at.seat != seat {
            return draft.refuse(refuse(Reason::NotOwnBattlefield, cite!("403.1")).of("/at/seat"));
        }
        if positions.contains(&table::position(named)) {
            return;
        }
        let refusal = match play::is_free_of_flagship(draft.game, &self.at) {
            Err(reason) => refuse(reason, cite!("403.3c")),
            Ok(()) => {
                refuse(Reason::PositionNotAmongChoices { cell }, choice.rule).also(&[cite!("ruling-37")])
            }
        };
        draft.refuse(refusal.of("/at/cell"));
    }

    fn perform(&self, game: &mut Game<'_>, _: Seat, _: Option<&Question>) {
        if let Some(cell) = table::cell_named(&self.at.cell) {
            give(game, Answer::Position(table::position(cell)));
        }
    }
}

/// Whether a question asks for a choice for which `is` is true.
fn asks(question: &Question, is: impl Fn(&Choosable) -> bool) -> bool {
    matches!(question, Question::Choice(choice) if is(&choice.what))
}

/// The counts above 0 by the number of their kind.
pub(crate) fn pieces(cubes: &Cubes) -> Vec<(u8, u32)> {
    let kinds = cubes.by_kind().into_iter().enumerate();
    kinds.filter(|(_, (_, count))| *count > 0).map(|(number, (_, count))| (number as u8, count)).collect()
}

/// Cubes for a cost that a skill asks for.
#[fields]
pub struct ChooseCubes {
    /// The cubes.
    pub cubes: Cubes,
}

impl ActionKind<AzurLane> for ChooseCubes {
    const IS_CHOICE: bool = true;
    const FURTHER: ExtraCheck = ExtraCheck::Question;
    const SLOTS: Slots<AzurLane, Self> = &[&[whole("cubes", Self::CUBES, |game, seat, _| {
        let Choosable::Pieces { count, over } = choosable(game, seat)? else { return None };
        let shares = over.iter().filter_map(|(number, most)| {
            let (_, kind) = table::COST_ZONE_KINDS.get(usize::from(*number))?;
            Some(Share::of(kind, *most))
        });
        Some(Domain::split(*count, shares.collect()))
    })]];
    const ANSWERS: fn(&Question) -> bool =
        |question| asks(question, |what| matches!(what, Choosable::Pieces { .. }));
    const TIME: Time = |_, _| &[cite!("303.3")];

    /// The cubes are as many as the question asks for, of the kinds that it offers.
    fn check(&self, draft: &mut Checking<'_, '_>, seat: Seat) {
        let Some(choice) = crate::abilities::answer::choice(draft.game, seat) else { return };
        let Choosable::Pieces { count, over } = &choice.what else { return };
        let given = pieces(&self.cubes);
        let there = |kind: u8| over.iter().find(|(other, _)| *other == kind).map_or(0, |(_, count)| *count);
        let total: u64 = given.iter().map(|(_, count)| u64::from(*count)).sum();
        let missing =
            given.iter().any(|(kind, count)| *count > there(*kind)).then(|| Reason::CubesNotActive {
                offered: (self.cubes.down, self.cubes.up),
                rested: self.cubes.rested(),
                there: (there(0), there(2)),
            });
        let (count, rule) = (*count, choice.rule);
        if total != u64::from(count) {
            let paid = i64::try_from(total).unwrap_or(i64::MAX);
            let reason = Reason::WrongPayment { cost: i64::from(count), paid };
            draft.refuse(refuse(reason, rule).of("/cubes"));
        }
        if let Some(reason) = missing.filter(|_| !draft.is_refused()) {
            draft.refuse(refuse(reason, cite!("204.6a")).of("/cubes"));
        }
    }

    fn perform(&self, game: &mut Game<'_>, _: Seat, _: Option<&Question>) {
        give(game, Answer::Pieces(pieces(&self.cubes)));
    }
}

/// A card is moved by hand: never allowed [400.5].
#[fields]
pub struct MoveCard {
    /// The card.
    pub card: CardId,
    /// Where to.
    pub to: At,
}

impl ActionKind<AzurLane> for MoveCard {
    const WHEN: When = When::Never;
    const CONDITIONS: &'static [Row<AzurLane, Self>] =
        &[test(Self::CARD, Self::CARD, &[cite!("400.5")], |_, _, action| {
            Err(Reason::FixedPosition { card: action.card })
        })];
    const TIME: Time = |_, _| &[cite!("400.5")];

    fn perform(&self, _: &mut Game<'_>, _: Seat, _: Option<&Question>) {}
}

/// A row that refuses if the condition on the zone and its owner is true.
macro_rules! refused_if {
    ($cites:expr, $reason:expr, |$zone:ident, $own:ident| $wrong:expr) => {
        test(Self::ZONE, Self::ZONE, $cites, |_, seat, action| {
            let ($zone, $own) = (action.zone, action.of == seat);
            refuse_if($wrong, $reason)
        })
    };
}

/// Own cards are put in another order; it has no effect [400.5].
#[fields]
pub struct Arrange {
    /// The card whose stack is meant.
    pub card: Option<CardId>,
    /// Whose zone.
    pub of: Seat,
    /// Which zone.
    pub zone: Handled,
}

impl ActionKind<AzurLane> for Arrange {
    const WHEN: When = When::Standing;
    /// A player may arrange the own hand, retreat zone and cost zone, and nothing else.
    const CONDITIONS: &'static [Row<AzurLane, Self>] = &[
        refused_if!(&[cite!("401.2"), cite!("400.5")], Reason::FixedOrder, |zone, _own| zone
            == Handled::Deck),
        refused_if!(&[cite!("404.2"), cite!("400.5")], Reason::FixedOrder, |zone, own| {
            zone == Handled::Retreat && !own
        }),
        refused_if!(&[cite!("405.3"), cite!("400.5")], Reason::FixedOrder, |zone, _own| {
            zone == Handled::Durability
        }),
        refused_if!(&[cite!("408.2a"), cite!("400.5")], Reason::FixedOrder, |zone, _own| zone
            == Handled::Stack),
        refused_if!(&[cite!("400.5")], Reason::FixedOrder, |zone, own| {
            matches!(zone, Handled::Hand | Handled::CostZone) && !own
        }),
    ];
    const TIME: Time = |_, _| &[cite!("400.5")];

    fn perform(&self, _: &mut Game<'_>, _: Seat, _: Option<&Question>) {}

    fn seen(&self, _: &Game<'_>, _: Seat, _: Viewer) -> Seen {
        if self.zone == Handled::Hand { Seen::Nothing } else { Seen::Whole }
    }
}

/// A look at hidden cards: never allowed [400.2].
#[fields]
pub struct Peek {
    /// Whose zone.
    pub of: Seat,
    /// Which zone.
    pub zone: Handled,
}

impl ActionKind<AzurLane> for Peek {
    const WHEN: When = When::Standing;
    /// A player may not look at hidden cards; looking at the own hand and at public zones changes nothing
    /// [402.2, 404.2, ruling-85].
    const CONDITIONS: &'static [Row<AzurLane, Self>] = &[
        refused_if!(&[cite!("401.2"), cite!("400.2")], Reason::HiddenZone, |zone, _own| zone
            == Handled::Deck),
        refused_if!(&[cite!("405.2"), cite!("400.2")], Reason::HiddenZone, |zone, _own| {
            zone == Handled::Durability
        }),
        refused_if!(&[cite!("402.2"), cite!("400.2")], Reason::HiddenZone, |zone, own| {
            zone == Handled::Hand && !own
        }),
    ];
    const TIME: Time = |_, _| &[cite!("400.2")];

    fn perform(&self, _: &mut Game<'_>, _: Seat, _: Option<&Question>) {}

    fn seen(&self, _: &Game<'_>, _: Seat, _: Viewer) -> Seen {
        if self.zone == Handled::Hand { Seen::Nothing } else { Seen::Whole }
    }
}

/// The cards that a question is about: the card whose text asks and the card that a position is chosen for;
/// in a step of a battle the two cards that fight; for 絕地反擊 the durability card, whose owner looks at it
/// before deciding [508.1a].
pub(crate) fn concern(game: &Game<'_>, asked: &Asked<AzurLane>) -> Concern {
    match &asked.question {
        Question::Choice(choice) => {
            let other = choice.about.filter(|about| *about != choice.me.card);
            Concern {
                card: Some(choice.me.card),
                ability: Some(choice.ability.number),
                other,
                ..Concern::default()
            }
        }
        Question::AttackWindow | Question::DefenceWindow => {
            let battle = game.state.facts.battle.as_ref();
            let (card, other) = battle.map(|battle| (battle.attacker.card, battle.target.card)).unzip();
            Concern { card, other, ..Concern::default() }
        }
        Question::LastStand => {
            let card = super::damage::top(game, asked.seat);
            Concern { card, is_looked_at: true, ..Concern::default() }
        }
        Question::ChooseFirst | Question::Mulligan | Question::ChooseTrigger => Concern::default(),
        Question::Main | Question::BattleChoice => Concern::default(),
    }
}
