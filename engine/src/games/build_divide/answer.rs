//! Answers to what a seat is asked, and what comes before an action's own conditions: 结束阶段.2, 用语.舍弃, 用语.舍弃.2,
//! 关键词.侦查, 准备.5, 胜利条件.0; ruling-1, ruling-18, ruling-20, ruling-21, ruling-22, ruling-41, ruling-47,
//! ruling-52, ruling-74.

use super::ability;
use super::action::Action;
use super::reason::Reason;
use super::table::{self, DECK, Detail, Game, HAND, Phase, Verb, Zone, list};
use super::zone::{self, By};
use super::{BuildDivide, Question, choice_of};
use crate::abilities::answer::{CardRules, give};
use crate::abilities::{Answer, Choice, Choosable};
use crate::game_kit::action::answers::{Rules, choosable, each_once};
use crate::game_kit::action::legal::{Slots, several, whole};
use crate::game_kit::action::pick::{Orders, PickCheck};
use crate::game_kit::action::{ActionKind, Actions, When};
use crate::game_kit::fields::fields;
use crate::game_kit::question::Concern;
use crate::game_kit::view::Seen;
use crate::kernel::shape::{Domain, Slot};
use crate::kernel::{Asked, CardId, End, Proposal, Row, Seat, Viewer, ensure, held, test};
use crate::verdict::{Cite, Refusal};

type Time = crate::game_kit::action::Time<BuildDivide>;

/// The rules that answers to choices inside abilities cite.
pub const CHOICES: Rules = Rules {
    cards: |asks| CardRules { once: asks, count: asks, also: &[] },
    ..Rules::by(&[cite!("ruling-22")])
};

/// The rule that a refusal cites if nothing is asked.
pub const NOTHING_ASKED: Cite = cite!("胜利条件.0");

/// The name of the first open question; empty if nothing is asked.
pub fn asked_name(game: &Game<'_>) -> String {
    game.state.asked.first().map_or_else(String::new, |asked| asked.question.name().to_owned())
}

/// Whether a question is a window, in which seats have priority [ruling-20].
pub const fn is_window(question: &Question) -> bool {
    use Question::{
        AfterAttack, AfterBlock, AfterDraw, AttackEnd, AttackStart, Battle, BeforeDraw, Damage, End, Main,
        Stand,
    };
    matches!(
        question,
        Stand
            | BeforeDraw
            | AfterDraw
            | Main
            | AttackStart
            | AfterAttack
            | AfterBlock
            | AttackEnd
            | End
            | Battle
            | Damage
    )
}

/// Refuses an action while no window is open.
pub fn in_window(game: &Game<'_>) -> Result<(), Reason> {
    let open = game.state.asked.first().is_some_and(|asked| is_window(&asked.question));
    ensure(open, Reason::NoWindow { asked: asked_name(game) })
}

/// Refuses a seat that does not have priority [ruling-18].
pub fn has_priority(game: &Game<'_>, seat: Seat) -> Result<(), Reason> {
    ensure(game.asked(seat).is_some_and(|asked| is_window(&asked.question)), Reason::NoPriority)
}

/// Whether it is the main phase of this seat [使用时点.普通].
pub fn is_own_main_phase(game: &Game<'_>, seat: Seat) -> bool {
    game.state.facts.active == seat && game.state.facts.phase == Phase::Main
}

/// Why an action is refused that does not answer what this seat is asked: nothing can be used while something
/// else is asked [ruling-20]; otherwise its own conditions refuse it.
pub fn out_of_time(
    game: &Game<'_>,
    seat: Seat,
    action: &Action,
    asked: &Asked<BuildDivide>,
) -> Refusal<Reason> {
    let question = &asked.question;
    let uses =
        matches!(action, Action::UseCard(_) | Action::Activate(_) | Action::PlaceEnergy(_) | Action::Pass(_));
    if uses
        && !is_window(question)
        && *question != Question::ChooseAttack
        && game.in_force(cite!("ruling-20"))
    {
        return Refusal::new(Reason::NoWindow { asked: asked_name(game) }, cite!("ruling-20"));
    }
    action.fault(game, seat).unwrap_or_else(|| {
        let time = action.time(game, seat);
        let (first, also) = time.split_first().unwrap_or((&NOTHING_ASKED, &[]));
        let reason = match (asked.seat == seat, action.is_choice()) {
            (true, true) => Reason::NoSuchChoice,
            (true, false) => Reason::AnotherAnswer { asked: question.name().to_owned() },
            (false, _) => Reason::NotAsked { asked: Some(asked.seat) },
        };
        Refusal::new(reason, *first).also(also)
    })
}

/// The cards that a question is about; in an attack, those that fight.
pub fn concern(game: &Game<'_>, asked: &Asked<BuildDivide>) -> Concern {
    if let Some(choice) = choice_of(&asked.question) {
        let ability = ability::number(choice.ability, false);
        return Concern { card: Some(choice.me.card), ability, ..Concern::default() };
    }
    match asked.question {
        Question::Shot(card) | Question::Release(card) => Concern { card: Some(card), ..Concern::default() },
        Question::AfterAttack | Question::AfterBlock | Question::ChooseBlock => {
            let attack = game.state.facts.attack;
            let other = attack.and_then(|attack| attack.target).map(|target| target.card);
            Concern { card: attack.map(|attack| attack.attacker.card), other, ..Concern::default() }
        }
        _ => Concern::default(),
    }
}

/// Priority is given up [ruling-18, ruling-59].
#[fields]
pub struct Pass {}

impl ActionKind<BuildDivide> for Pass {
    const CONDITIONS: &'static [Row<BuildDivide, Self>] = &[
        test(0, 0, &[cite!("ruling-20")], |game, _, _| in_window(game)),
        test(0, 0, &[cite!("ruling-18")], |game, seat, _| has_priority(game, seat)),
    ];
    const ANSWERS: fn(&Question) -> bool = is_window;
    const TIME: Time = |_, _| &[cite!("ruling-18")];

    fn perform(&self, game: &mut Game<'_>, _: Seat, _: Option<&Question>) {
        game.pass();
    }
}

/// Hand cards that are discarded, by the hand limit or by a text [结束阶段.2, 用语.舍弃].
#[fields]
pub struct Discard {
    /// The cards; their order means nothing.
    pub cards: Vec<CardId>,
}

/// The seat that is asked to discard, the least and the most cards, and the rule.
fn discarding(game: &Game<'_>) -> Option<(Seat, (usize, usize), Cite)> {
    let asked = game.state.asked.first()?;
    match &asked.question {
        Question::HandLimit(count) => Some((asked.seat, (*count, *count), cite!("结束阶段.2"))),
        Question::Discard(Choice { what: Choosable::Cards { min, max, .. }, .. }) => {
            Some((asked.seat, (*min, *max), cite!("用语.舍弃")))
        }
        _ => None,
    }
}

fn counts(game: &Game<'_>, action: &Discard, rule: Cite) -> Result<(), Reason> {
    let Some((_, (least, most), _)) = discarding(game).filter(|(.., of)| *of == rule) else { return Ok(()) };
    let named = action.cards.len();
    ensure((least..=most).contains(&named), Reason::WrongCount { least, most, named })
}

fn asks(game: &Game<'_>, in_end_phase: bool) -> Result<(), Reason> {
    let is_it = (game.state.facts.phase == Phase::End) == in_end_phase;
    ensure(!is_it || discarding(game).is_some(), Reason::NoDiscardAsked)
}

impl ActionKind<BuildDivide> for Discard {
    const IS_CHOICE: bool = true;
    const CONDITIONS: &'static [Row<BuildDivide, Self>] = &[
        test(0, 0, &[cite!("用语.舍弃.2")], |game, seat, _| {
            ensure(discarding(game).is_none_or(|(of, ..)| of == seat), Reason::NotHandOwner)
        }),
        test(0, 0, &[cite!("结束阶段.2")], |game, _, _| asks(game, true)),
        test(0, 0, &[cite!("用语.舍弃")], |game, _, _| asks(game, false)),
        test(Self::CARDS, Self::CARDS, &[cite!("结束阶段.2")], |game, _, action| {
            counts(game, action, cite!("结束阶段.2"))
        }),
        test(Self::CARDS, Self::CARDS, &[cite!("用语.舍弃")], |game, _, action| {
            counts(game, action, cite!("用语.舍弃"))
        }),
        test(Self::CARDS, Self::CARDS, &[cite!("用语.舍弃")], |_, _, action| each_once(&action.cards)),
        test(Self::CARDS, Self::CARDS, &[cite!("用语.舍弃")], |game, seat, action| {
            let elsewhere = action.cards.iter().find(|card| !table::lies_in(game, **card, HAND, seat));
            elsewhere.map_or(Ok(()), |card| Err(Reason::NotInHand { card: *card }))
        }),
        test(Self::CARDS, Self::CARDS, &[cite!("用语.舍弃")], |game, seat, action| {
            let Some(Choosable::Cards { from, .. }) = choosable(game, seat) else { return Ok(()) };
            let outside = action.cards.iter().find(|card| !from.contains(card));
            outside.map_or(Ok(()), |card| Err(Reason::NotAmongChoices { card: *card }))
        }),
    ];
    const SLOTS: Slots<BuildDivide, Self> = &[&[whole("cards", Self::CARDS, |game, seat, _| {
        let (_, (min, max), _) = discarding(game)?;
        let from = match choosable(game, seat) {
            Some(Choosable::Cards { from, .. }) => from.clone(),
            _ => list(game, HAND, seat),
        };
        Some(Domain::Subset { from, max, min })
    })]];
    const ANSWERS: fn(&Question) -> bool =
        |question| matches!(question, Question::HandLimit(_) | Question::Discard(_));
    const TIME: Time = |_, _| &[cite!("用语.舍弃")];

    fn perform(&self, game: &mut Game<'_>, seat: Seat, question: Option<&Question>) {
        match question.and_then(choice_of) {
            Some(Choice { what: Choosable::Cards { from, .. }, .. }) => {
                let chosen = from.iter().copied().filter(|card| self.cards.contains(card)).collect();
                give(game, Answer::Cards(chosen));
            }
            _ => zone::discard(game, &self.cards, By::rule(seat, cite!("结束阶段.2"))),
        }
    }

    /// Of cards that both players discard together, each player sees the own alone until both have chosen
    /// [ruling-56].
    fn seen(&self, game: &Game<'_>, seat: Seat, _: Viewer) -> Seen {
        match choosable(game, seat) {
            Some(Choosable::Cards { hidden: true, .. }) => Seen::Without("cards"),
            _ => Seen::Whole,
        }
    }
}

/// The player picks which of several waiting abilities goes on the chain next [ruling-21].
impl Orders for BuildDivide {
    const ASKS_NEXT: fn(&Question) -> bool = |question| matches!(question, Question::ChooseTrigger);
    const NEXT: &'static [Cite] = &[cite!("ruling-21")];
    const PICK: PickCheck = PickCheck::IfAsked;
    const SORTED: bool = true;

    fn not_waiting(card: CardId, ability: Option<u8>) -> Reason {
        Reason::NotWaiting { card, ability: ability.unwrap_or_default() }
    }
}

/// What a player scouts [关键词.侦查].
#[held]
pub struct Scouting {
    /// Whose deck it is.
    pub seat: Seat,
    /// The cards that are looked at, the top first.
    pub cards: Vec<CardId>,
    /// By which text.
    pub by: By,
}

/// A player looks at the top cards of the own deck, at all of them if there are fewer. If there are none,
/// nobody is asked [关键词.侦查, ruling-47].
pub fn scout(game: &mut Game<'_>, seat: Seat, count: i64, by: By) {
    let by = by.by(cite!("关键词.侦查"));
    let count = usize::try_from(count).unwrap_or(0);
    let cards: Vec<CardId> = list(game, DECK, seat).into_iter().take(count).collect();
    for &card in &cards {
        let announced = Proposal::told(Verb::Look, seat, by.rule).to(card).by(by.source);
        game.propose(announced.with(Detail { means: by.means, ..Detail::default() }));
    }
    if !cards.is_empty() && game.in_force(by.rule) {
        game.ask(seat, Question::Scout(Scouting { seat, cards, by }));
    }
}

/// Where the cards of a scout go [关键词.侦查].
#[fields]
pub struct Scout {
    /// Those that go to the bottom; the last one is the last card of the deck.
    #[optional]
    pub bottom: Vec<CardId>,
    /// Those that go to the top; the first one is the new top card.
    #[optional]
    pub top: Vec<CardId>,
}

fn scouting<'g>(game: &'g Game<'_>, seat: Seat) -> Option<&'g Scouting> {
    match &game.asked(seat)?.question {
        Question::Scout(scouting) => Some(scouting),
        _ => None,
    }
}

impl ActionKind<BuildDivide> for Scout {
    const IS_CHOICE: bool = true;
    const CONDITIONS: &'static [Row<BuildDivide, Self>] =
        &[test(Self::TOP, Self::TOP | Self::BOTTOM, &[cite!("关键词.侦查")], |game, seat, action| {
            let Some(scouting) = scouting(game, seat) else { return Ok(()) };
            let (mut named, mut looked) =
                ([&action.top[..], &action.bottom].concat(), scouting.cards.clone());
            named.sort_unstable();
            looked.sort_unstable();
            ensure(named == looked, Reason::WrongScout)
        })];
    const SLOTS: Slots<BuildDivide, Self> = &[&[several(Self::TOP | Self::BOTTOM, |game, seat, _| {
        let of = scouting(game, seat)?.cards.clone();
        Some(vec![Slot { name: "", domain: Domain::Partition { groups: vec!["bottom", "top"], of } }])
    })]];
    const ANSWERS: fn(&Question) -> bool = |question| matches!(question, Question::Scout(_));
    const TIME: Time = |_, _| &[cite!("关键词.侦查")];

    fn perform(&self, game: &mut Game<'_>, seat: Seat, question: Option<&Question>) {
        let Some(Question::Scout(Scouting { by, .. })) = question else { return };
        for (cards, end) in
            [(self.bottom.clone(), End::Bottom), (self.top.iter().rev().copied().collect(), End::Top)]
        {
            for card in cards {
                let placed = zone::put(game, Verb::ToDeck, card, DECK, end, *by);
                game.propose(placed);
            }
        }
        let amount = i64::try_from(self.top.len()).unwrap_or(i64::MAX);
        game.propose(Proposal::told(Verb::Scout, seat, by.rule).with(Detail { amount, ..Detail::default() }));
    }

    /// The action itself shows no card; its event tells how many were looked at [关键词.侦查].
    fn seen(&self, _: &Game<'_>, _: Seat, _: Viewer) -> Seen {
        Seen::Nothing
    }
}

/// A look at cards: there only to be refused, hidden cards by their rule, others for they are open anyway.
#[fields]
pub struct Peek {
    /// Whose zone.
    pub of: Seat,
    /// Which.
    pub zone: Zone,
}

impl ActionKind<BuildDivide> for Peek {
    const WHEN: When = When::Never;
    const CONDITIONS: &'static [Row<BuildDivide, Self>] = &[
        test(Self::ZONE, Self::ZONE, &[cite!("准备.5")], |_, _, action| {
            ensure(action.zone != Zone::Life, Reason::HiddenZone)
        }),
        test(Self::ZONE, Self::ZONE | Self::OF, &[cite!("ruling-74")], |_, seat, action| {
            let is_hidden = match action.zone {
                Zone::Deck => true,
                Zone::Hand | Zone::DDeck => action.of != seat,
                _ => false,
            };
            ensure(!is_hidden, Reason::HiddenZone)
        }),
        test(Self::ZONE, Self::ZONE | Self::OF, &[cite!("ruling-52")], |_, _, _| Err(Reason::OpenAnyway)),
    ];
    const TIME: Time = |_, _| &[cite!("ruling-52")];

    fn perform(&self, _: &mut Game<'_>, _: Seat, _: Option<&Question>) {}
}

/// Which of several effects happens in place of something [ruling-50].
#[fields]
pub struct ChooseReplacement {
    /// Which of the list, counted from 1.
    pub effect: u8,
}

impl ActionKind<BuildDivide> for ChooseReplacement {
    const IS_CHOICE: bool = true;
    const CONDITIONS: &'static [Row<BuildDivide, Self>] =
        &[test(Self::EFFECT, Self::EFFECT, &[cite!("ruling-50")], |game, _, action| {
            let Some(deciding) = game.deciding() else { return Ok(()) };
            let most = deciding.replacements.len() as i64;
            let is_one = (1..=most).contains(&i64::from(action.effect));
            ensure(is_one, Reason::NumberOutOfRange { least: 1, most })
        })];
    const SLOTS: Slots<BuildDivide, Self> = &[&[whole("effect", Self::EFFECT, |game, _, _| {
        let max = game.deciding()?.replacements.len() as i64;
        Some(Domain::Number { max, min: 1 })
    })]];
    const ANSWERS: fn(&Question) -> bool = |question| matches!(question, Question::ChooseReplacement);
    const TIME: Time = |_, _| &[cite!("ruling-50")];

    fn perform(&self, game: &mut Game<'_>, _: Seat, _: Option<&Question>) {
        game.decide_replacement(self.effect.checked_sub(1));
    }
}
