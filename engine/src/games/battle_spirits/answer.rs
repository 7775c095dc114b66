//! Answers to what a seat is asked, and what comes before an action's own conditions: 效果的發揮.5, 效果的發揮.6,
//! FAQ.效果通則.Q2, FAQ.指定效果.Q1, FAQ.指定效果.Q2, 靈動時機.6, 勝利條件, 遊戲準備; ruling-66, ruling-78, ruling-94.

use super::ability::AbilityId;
use super::action::Action;
use super::activate::EffectCost;
use super::reason::Reason;
use super::table::{self, Game};
use super::toll::{self, RequiredPayment, Tolls};
use super::words::Effect;
use super::{BattleSpirits, Question, Step, battle, prohibition};
use crate::abilities::answer::{CardRules, Wrong};
use crate::abilities::{Choice, Choosable, Choosing, EffectWord, FilterWord, Scene, Select};
use crate::game_kit::action::answers::{
    OfCards, OfMode, OfNumber, OfOrder, OfYesNo, OneValue, Rules, answers, choosable, seen,
};
use crate::game_kit::action::legal::{Slots, Values, dependent, each, several};
use crate::game_kit::action::pick::{waiting, waiting_names};
use crate::game_kit::action::{ActionKind, Actions, ExtraCheck, Kit};
use crate::game_kit::fields::fields;
use crate::game_kit::question::{Concern, Named};
use crate::game_kit::view::{Chosen, Seen};
use crate::kernel::shape::{Domain, Slot, Value};
use crate::kernel::{Asked, CardId, Does, Draft, Frame, Row, Seat, Viewer, ensure, test};
use crate::verdict::{Cite, Refusal};

type Time = crate::game_kit::action::Time<BattleSpirits>;

/// The rules that answers to choices inside effects cite.
pub const CHOICES: Rules = Rules {
    cards: |asks| CardRules { once: cite!("FAQ.指定效果.Q1"), count: asks, also: &[] },
    cards_time: &[cite!("FAQ.指定效果.Q1")],
    order_time: &[cite!("ruling-79")],
    yes_no_time: &[cite!("FAQ.效果通則.Q2")],
    number_time: &[cite!("FAQ.效果通則.Q2")],
    mode_time: &[cite!("FAQ.效果通則.Q2")],
};

/// The name of the first open question; empty if nothing is asked.
pub fn asked_name(game: &Game<'_>) -> String {
    game.state.asked.first().map_or_else(String::new, |asked| asked.question.name().to_owned())
}

/// Whether a question is one of the windows, which seats are always asked.
pub const fn is_window(question: &Question) -> bool {
    use Question::{Attack, Block, ChooseOrder, Flash, Main, Mulligan, SecondMain};
    matches!(question, ChooseOrder | Mulligan | Main | SecondMain | Attack | Flash | Block)
}

/// The refusal by the first unfulfilled condition of an action, among those before its first act. A condition
/// is passed over while one of its rules is suspended.
pub fn first_fault<A: ActionKind<BattleSpirits>>(
    game: &Game<'_>,
    seat: Seat,
    action: &A,
) -> Option<Refusal<Reason>> {
    for row in A::CONDITIONS {
        let Does::Test(test) = row.does else { return None };
        if let (Err(reason), true) = (test(game, seat, action), game.all_in_force(row.cites)) {
            let (first, also) = row.cites.split_first()?;
            return Some(Refusal::new(reason, *first).also(also).of(row.field(A::POINTERS)));
        }
    }
    None
}

/// Why an action is refused that does not answer what this seat is asked: first for a reason of the question
/// that is open, then for the first of the action's own conditions that is not fulfilled.
pub fn out_of_time(
    game: &Game<'_>,
    seat: Seat,
    action: &Action,
    asked: &Asked<BattleSpirits>,
) -> Refusal<Reason> {
    let question = &asked.question;
    let is_set_up = matches!(question, Question::ChooseOrder | Question::Mulligan);
    if is_set_up && !matches!(action, Action::ChooseOrder(_) | Action::Mulligan(_)) {
        return Refusal::new(Reason::SetUpOrder, cite!("遊戲準備"));
    }
    if !is_window(question) {
        return between_windows(game, action, asked);
    }
    own_fault(game, seat, action).unwrap_or_else(|| {
        let (first, also) =
            action.time(game, seat).split_first().unwrap_or((&BattleSpirits::NOTHING_ASKED, &[]));
        let reason = match asked.seat == seat {
            true => Reason::AnotherAnswer { asked: question.name().to_owned() },
            false => Reason::NotAsked { asked: Some(asked.seat) },
        };
        Refusal::new(reason, *first).also(also)
    })
}

/// Why an action is refused while an effect or a rule asks something inside its own processing [靈動時機.6].
fn between_windows(game: &Game<'_>, action: &Action, asked: &Asked<BattleSpirits>) -> Refusal<Reason> {
    let question = &asked.question;
    let uses = matches!(
        action,
        Action::UseMagic(_)
            | Action::UseEffect(_)
            | Action::Summon(_)
            | Action::Deploy(_)
            | Action::FlashPass(_)
    );
    if uses
        && battle::is_flash_timing(game)
        && !action.answers(question)
        && game.in_force(cite!("靈動時機.6"))
    {
        return Refusal::new(Reason::EffectInProgress, cite!("靈動時機.6"))
            .also(&[cite!("基本行動.魔法卡.3")]);
    }
    let reason = match (question, action.answers(question)) {
        (Question::OrderEffects(_), true) => Reason::NotTheTurnPlayer,
        (Question::Cores(_), true) => Reason::NotOwnerOfCores,
        (_, true) => Reason::NotAsked { asked: Some(asked.seat) },
        (_, false) => Reason::AnotherAnswer { asked: question.name().to_owned() },
    };
    Refusal::new(reason, question.rule())
}

/// The refusal by the first condition of an action that is not fulfilled; answers to choices have none that
/// could be read before they are asked for.
fn own_fault(game: &Game<'_>, seat: Seat, action: &Action) -> Option<Refusal<Reason>> {
    match action {
        Action::ChooseOrder(action) => first_fault(game, seat, action),
        Action::Mulligan(action) => first_fault(game, seat, action),
        Action::Summon(action) => first_fault(game, seat, action),
        Action::Deploy(action) => first_fault(game, seat, action),
        Action::UseMagic(action) => first_fault(game, seat, action),
        Action::UseEffect(action) => first_fault(game, seat, action),
        Action::MoveCores(action) => first_fault(game, seat, action),
        Action::EndStep(action) => first_fault(game, seat, action),
        Action::Attack(action) => first_fault(game, seat, action),
        Action::FlashPass(action) => first_fault(game, seat, action),
        Action::Block(action) => first_fault(game, seat, action),
        Action::NoBlock(action) => first_fault(game, seat, action),
        Action::OrderEffects(_)
        | Action::Optional(_)
        | Action::Designate(_)
        | Action::ChooseCard(_)
        | Action::ChooseCores(_)
        | Action::ChooseMode(_)
        | Action::ChooseNumber(_)
        | Action::Arrange(_)
        | Action::Concede(_) => None,
    }
}

/// Why a card cannot be chosen: it is exiled; it waits to leave; it lacks what the text asks for.
pub fn not_among(
    game: &Game<'_>,
    seat: Seat,
    choice: &Choice<BattleSpirits>,
    card: CardId,
) -> Refusal<Reason> {
    if game.state.table.card(card).is_none() {
        return Refusal::new(Reason::NoSuchCard { card }, cite!("FAQ.指定效果.Q1"));
    }
    if Seat::BOTH.into_iter().any(|of| table::lies_in(game, card, table::EXILE, of)) {
        return Refusal::new(Reason::IsExiled { card }, cite!("用語集.除外"));
    }
    let resolution = game.state.agenda.iter().rev().find_map(|frame| match frame {
        Frame::Step(Step::Resolve(resolution)) => Some(resolution),
        _ => None,
    });
    let word = resolution.and_then(|resolution| resolution.word(game));
    let designates = !word.is_some_and(EffectWord::only_refers);
    if designates && table::waits(game, card) {
        return Refusal::new(Reason::SourceWaits { card }, cite!("FAQ.靈魂卡等的狀態.Q2"))
            .also(&[cite!("ruling-71")]);
    }
    let Some(resolution) = resolution else {
        return Refusal::new(Reason::DoesNotFit { card }, choice.rule);
    };
    // The player of the effect pays, even if the other player chooses for it [ruling-107].
    let by = (resolution.seat, resolution.me);
    if designates && prohibition::designation(game, card, (by.0, by.1.card)) {
        return Refusal::new(Reason::Prohibited { card: Some(card) }, cite!("FAQ.效果通則.Q3"));
    }
    let selection = match word.and_then(EffectWord::selection) {
        Some(Select::Cards(cards)) => Some(cards),
        _ => None,
    };
    let unpaid = RequiredPayment::of_designation(game, by, &[card]);
    let by_other = selection.as_ref().is_some_and(|cards| cards.chooser != Choosing::You);
    let cannot_pay = by_other && !unpaid.is_nothing() || unpaid.slots(game).is_none();
    if designates && table::is_on_field(game, card) && cannot_pay {
        return Refusal::new(Reason::TollNotPaid { card: Some(card) }, cite!("ruling-94"))
            .also(&[cite!("FAQ.效果通則.Q3")]);
    }
    let Some(cards) = selection else {
        return Refusal::new(Reason::DoesNotFit { card }, choice.rule);
    };
    let scene = Scene { seat: cards.carried_out_by(seat), ..resolution.scene() };
    let refusal = Refusal::new(Reason::DoesNotFit { card }, cards.rule_against(game, &scene, card));
    // A card that fits now and still could not be chosen did not fit before the cost was paid.
    if cards.takes_in(game, &scene, card) {
        return refusal.also(&[cite!("ruling-72")]);
    }
    refusal.also(cards.lacked_by(game, &scene, card).map_or(&[], FilterWord::also))
}

/// Why candidates cannot be chosen together: 「最多」 alone lets a player take none [FAQ.指定效果.Q2].
pub fn not_together(game: &Game<'_>, cards: &[CardId]) -> Option<Refusal<Reason>> {
    let none = Wrong::Count { least: 1, most: 1, named: 0 };
    let is_wrong = cards.is_empty() && !game.in_force(cite!("FAQ.指定效果.Q2"));
    is_wrong.then(|| Refusal::new(none.into(), cite!("FAQ.指定效果.Q1")))
}

/// The rule by which a choice is asked for [FAQ.指定效果.Q1, FAQ.指定效果.Q2, FAQ.效果通則.Q2].
pub const fn rule_of(choice: &Choice<BattleSpirits>) -> Cite {
    match choice.what {
        Choosable::Cards { min: 0, .. } => cite!("FAQ.指定效果.Q2"),
        Choosable::Cards { .. } | Choosable::Cells(_) | Choosable::Position(_) => cite!("FAQ.指定效果.Q1"),
        Choosable::Order { .. } => cite!("ruling-79"),
        Choosable::Pieces { .. } => cite!("FAQ.靈魂能量.Q2"),
        Choosable::YesNo | Choosable::Number { .. } | Choosable::Mode(_) => cite!("FAQ.效果通則.Q2"),
    }
}

/// The numbers from 1 of the texts of which a player can choose one; `None`: all of them, or the choice is
/// another [FAQ.效果通則.Q2, FAQ.指定效果.Q1].
pub fn possible_modes(game: &Game<'_>) -> Option<Vec<i64>> {
    let Some(Frame::Step(Step::Resolve(resolution))) = game.state.agenda.last() else { return None };
    let Some(Effect::ChooseOne(texts)) = resolution.word(game) else { return None };
    let possible = texts.possible(game, &resolution.scene());
    (possible.len() < texts.0.len())
        .then(|| possible.into_iter().map(|number| i64::from(number) + 1).collect())
}

/// Whether a choice is one of field cards, and so a designation.
pub fn is_designation(game: &Game<'_>, choice: &Choice<BattleSpirits>) -> bool {
    match &choice.what {
        Choosable::Cards { from, .. } => from.iter().all(|card| table::is_on_field(game, *card)),
        _ => true,
    }
}

/// Cards of the field that an effect designates [FAQ.指定效果.Q1].
#[fields]
pub struct Designate {
    /// The cards; their order means nothing.
    pub cards: Vec<CardId>,
    /// What is paid, where an effect asks for it [ruling-94].
    #[optional]
    pub cost: Box<EffectCost>,
}

impl Tolls for Designate {
    const COST: u16 = Self::COST;
    const WITH: u16 = Self::CARDS;

    fn required(&self, game: &Game<'_>, seat: Seat) -> RequiredPayment {
        required_for(game, seat, &self.cards)
    }

    fn cost(&self) -> &EffectCost {
        &self.cost
    }
}

/// What a seat has to pay for designating these cards; cards that it cannot designate cost nothing.
fn required_for(game: &Game<'_>, seat: Seat, cards: &[CardId]) -> RequiredPayment {
    let asked = game.asked(seat).and_then(|asked| super::choice_of(&asked.question));
    let Some(Choice { me, what: Choosable::Cards { from, .. }, .. }) = asked else {
        return RequiredPayment::nothing(seat, game.state.table.object(CardId(u16::MAX)));
    };
    let can_be = |card: &CardId| from.contains(card) && table::is_on_field(game, *card);
    let designates = game.state.agenda.last().is_some_and(|frame| match frame {
        Frame::Step(Step::Resolve(resolution)) => !resolution.word(game).is_some_and(EffectWord::only_refers),
        _ => false,
    });
    let cards: Vec<CardId> = cards.iter().copied().filter(|card| designates && can_be(card)).collect();
    RequiredPayment::of_designation(game, (seat, *me), &cards)
}

/// A player designates as many cards as the text asks for, of those that cost nothing and of those that the
/// player pays for: neither leaving out the others nor paying for some reduces that number [ruling-35,
/// ruling-94].
fn takes_enough(game: &Game<'_>, seat: Seat, cards: &[CardId]) -> Result<(), Reason> {
    let Some(Choosable::Cards { from, min, max, .. }) = choosable(game, seat) else { return Ok(()) };
    let is_free = |card: &&CardId| required_for(game, seat, &[**card]).is_nothing();
    let free = from.iter().filter(is_free).count();
    let paid = cards.iter().filter(|card| from.contains(card) && !is_free(card)).count();
    let least = free.saturating_add(paid).min(*max);
    let wrong = Wrong::Count { least, most: *max, named: cards.len() };
    ensure(free == from.len() || *min != free.min(*max) || cards.len() >= least, wrong.into())
}

/// The fields of a designation: the sets of cards, and for each set what pays for it.
fn designations(game: &mut Game<'_>, seat: Seat, _: &Designate) -> Option<Vec<Slot>> {
    let domain = OfCards::domain(game, seat).filter(|domain| !domain.is_empty())?;
    let Domain::Subset { from, .. } = &domain else { return None };
    if required_for(game, seat, from).is_nothing() {
        return Some(vec![Slot { name: "cards", domain }]);
    }
    let values = Values::of(game, &domain);
    dependent("cards", domain, values, |set| match set {
        Value::Cards(cards) if takes_enough(game, seat, cards).is_ok() => {
            required_for(game, seat, cards).slots(game)
        }
        _ => None,
    })
}

/// Reads a designation like the kit's choice of cards, with the payment before it.
impl ActionKind<BattleSpirits> for Designate {
    const IS_CHOICE: bool = true;
    const FURTHER: ExtraCheck = OfCards::FURTHER;
    const SLOTS: Slots<BattleSpirits, Self> =
        &[&[several(Self::CARDS | <Self as Tolls>::COST, designations)]];
    const CONDITIONS: &'static [Row<BattleSpirits, Self>] = &[
        test(
            Self::CARDS,
            Self::CARDS,
            &[cite!("FAQ.指定效果.Q1"), cite!("ruling-94")],
            |game, seat, action| takes_enough(game, seat, &action.cards),
        ),
        toll::is_paid(),
        toll::pays(),
    ];
    const ANSWERS: fn(&Question) -> bool =
        |question| matches!(question, Question::Choice(choice) if OfCards::answers(&choice.what));
    const TIME: Time = |_, _| OfCards::time(&CHOICES);

    fn check(&self, draft: &mut Draft<'_, '_, BattleSpirits>, seat: Seat) {
        OfCards::check(draft, seat, &self.cards, "/cards");
    }

    fn perform(&self, game: &mut Game<'_>, _: Seat, question: Option<&Question>) {
        let what = question.and_then(BattleSpirits::choosable);
        BattleSpirits::give(game, OfCards::answer(&self.cards, what));
    }

    fn seen(&self, game: &Game<'_>, seat: Seat, _: Viewer) -> Seen {
        seen(game, seat, Chosen::Cards(&self.cards))
    }
}

/// Cards of the hand, the trash or among those that are looked at.
#[fields]
pub struct ChooseCard {
    /// The cards; their order means nothing.
    pub cards: Vec<CardId>,
}

/// Whether something is done [FAQ.效果通則.Q2].
#[fields]
pub struct Optional {
    /// Yes.
    pub yes: bool,
}

/// A number.
#[fields]
pub struct ChooseNumber {
    /// The number.
    pub n: i64,
}

/// One of several texts, or of several things that could happen instead.
#[fields]
pub struct ChooseMode {
    /// Which, counted from 1.
    pub n: i64,
}

/// The order of cards that are put somewhere [ruling-79].
#[fields]
pub struct Arrange {
    /// The cards, the first goes first; into a deck: from top to bottom.
    pub cards: Vec<CardId>,
}

answers! {
    ChooseCard, cards: OfCards;
    Optional, yes: OfYesNo;
    ChooseNumber, n: OfNumber;
    ChooseMode, n: OfMode;
    Arrange, cards: OfOrder;
}

/// The next effect of the newest batch [效果的發揮.5], or the standing effect that begins first [ruling-70].
#[fields]
pub struct OrderEffects {
    /// Which ability of the card, counted from 1; of one that an effect gave, 16 more than on its own card.
    pub ability: u8,
    /// The card that it stands on.
    pub source: CardId,
}

/// The names of the effects among which the turn player picks the next one.
fn pickable(game: &Game<'_>) -> Vec<(CardId, Option<u8>)> {
    let asked = game.state.asked.first();
    if asked.is_none_or(|asked| asked.question != Question::OrderEffects(true)) {
        return waiting_names(game);
    }
    let began = super::standing::beginning(game).into_iter();
    began.map(|(me, ability)| (me.card, number(ability))).collect()
}

/// The number of an ability on the wire, counted from 1.
pub fn number(ability: AbilityId) -> Option<u8> {
    ability.number.checked_add(1)
}

impl ActionKind<BattleSpirits> for OrderEffects {
    const IS_CHOICE: bool = true;
    const CONDITIONS: &'static [Row<BattleSpirits, Self>] = &[test(
        Self::SOURCE,
        Self::SOURCE | Self::ABILITY,
        &[cite!("效果的發揮.6"), cite!("效果的發揮.5")],
        |game, _, action| {
            let picked = pickable(game).contains(&(action.source, Some(action.ability)));
            ensure(picked, Reason::OlderBatch { card: action.source, ability: action.ability })
        },
    )];
    const SLOTS: Slots<BattleSpirits, Self> = &[&[
        each("source", Self::SOURCE, |game, _, _| {
            let mut cards: Vec<CardId> = pickable(game).into_iter().map(|(card, _)| card).collect();
            cards.dedup();
            cards.sort_unstable();
            cards.dedup();
            Value::cards(cards)
        }),
        each("ability", Self::ABILITY, |game, _, action| {
            let own = pickable(game).into_iter().filter(|(card, _)| *card == action.source);
            own.filter_map(|(_, ability)| Some(Value::Number(i64::from(ability?)))).collect()
        }),
    ]];
    const ANSWERS: fn(&Question) -> bool = |question| matches!(question, Question::OrderEffects(_));
    const TIME: Time = |_, _| &[cite!("效果的發揮.5")];

    fn perform(&self, game: &mut Game<'_>, _: Seat, question: Option<&Question>) {
        let name = (self.source, Some(self.ability));
        if question == Some(&Question::OrderEffects(true)) {
            super::standing::begin_named(game, name);
        } else if let Some(index) = waiting(game, name) {
            game.start_waiting(index);
        }
    }
}

/// The cards that a question is about; in a state of a battle, those that fight.
pub fn concern(game: &Game<'_>, asked: &Asked<BattleSpirits>) -> Concern {
    match &asked.question {
        Question::Choice(choice) | Question::ChooseCard(choice) => {
            let (card, ability) = (Some(choice.me.card), number(choice.ability));
            Concern { card, ability, other: choice.about, ..Concern::default() }
        }
        Question::Flash | Question::Block => {
            let card = battle::attacker(game).map(|object| object.card);
            let other = battle::blocker(game).map(|object| object.card);
            Concern { card, other, ..Concern::default() }
        }
        Question::ChooseOrder
        | Question::Mulligan
        | Question::Main
        | Question::SecondMain
        | Question::Attack
        | Question::OrderEffects(_)
        | Question::Cores(_)
        | Question::EffectUse(_) => Concern::default(),
    }
}

/// The rule that a refusal cites if nothing is asked.
pub const NOTHING_ASKED: Cite = cite!("勝利條件");
