//! Using an ability of a card on the field, in hand or in the trash: 主要階段.使用效果.1–3, 效果的發揮.2, 用語集.起動：主要,
//! 用語集.起動：靈動, 用語集.發揮時機, 能量增減.2, FAQ.靈魂卡等的狀態.Q2, FAQ.效果通則.Q3, FAQ.效果通則.Q7, FAQ.效果通則.Q9, FAQ.效果通則.Q11;
//! ruling-33, ruling-57, ruling-59, ruling-72, ruling-86.

use super::ability::{self, AbilityId};
use super::amounts::Amount;
use super::facts::{Battle, BeforeCost};
use super::reason::Reason;
use super::table::{self, Detail, FIELD, Game, HAND, TRASH, Verb, ZoneOf, list};
use super::words::ability::{Body, Period, Zone};
use super::words::cost::Paid;
use super::words::{Ability, Effect, Mode, Select, Source, Take};
use super::{BattleSpirits, Question, Step, battle, magic, stat};
use crate::abilities::effect::May;
use crate::abilities::{Cards, ConditionWord, EffectWord, Objects, Resolution, Scene};
use crate::game_kit::action::ActionKind;
use crate::game_kit::action::legal::{Slots, each, several};
use crate::game_kit::fields::fields;
use crate::kernel::shape::{Slot as ShapeSlot, Value};
use crate::kernel::{Acts, CardId, Object, Proposal, Row, Seat, act, ensure, refuse_if, test};

type Time = crate::game_kit::action::Time<BattleSpirits>;

/// What is named for the part before ▶.
#[fields]
#[derive(Default, Hash)]
pub struct EffectCost {
    /// Cards that something is done with, in the order of the parts.
    #[optional]
    pub cards: Vec<CardId>,
    /// Cores that are paid.
    #[optional]
    pub pay: Vec<Amount>,
}

/// An ability of a field card, or of a hand card that is marked 靈動 [主要階段.使用效果.1].
#[fields]
pub struct UseEffect {
    /// Which ability of the card, counted from 1.
    pub ability: u8,
    /// What is named for the part before ▶.
    #[optional]
    pub cost: Box<EffectCost>,
    /// The card that it stands on.
    pub source: CardId,
}

impl UseEffect {
    /// The ability that the action names by its number; `None`: the card has none of that number.
    fn id(&self, game: &Game<'_>) -> Option<AbilityId> {
        let number = self.ability.checked_sub(1)?;
        ability::of_card(game, self.source).nth(number.into())
    }

    /// The named ability and its text, if it is one that players use.
    fn printed<'p>(&self, game: &Game<'p>) -> Option<(AbilityId, &'p Ability)> {
        let id = self.id(game)?;
        Some((id, ability::by_id(game, id).filter(|ability| ability.is_activated())?))
    }

    /// The object with the ability.
    fn me(&self, game: &Game<'_>) -> Object {
        game.state.table.object(self.source)
    }

    /// The parts of the cost, each with the cards and cores that the action names for it; `None`: these do
    /// not pay the cost.
    fn paid<'p>(&self, game: &Game<'p>, seat: Seat) -> Option<Vec<Paid<'p>>> {
        let (_, activated) = self.printed(game)?;
        let resolution = Resolution::<BattleSpirits>::new(
            seat,
            self.me(game),
            self.id(game)?,
            cite!("主要階段.使用效果.2"),
        );
        let named = (self.cost.cards.as_slice(), self.cost.pay.as_slice());
        match &activated.head.cost {
            Some(costs) => costs.paid_with(game, &resolution.scene(), named),
            None => (named.0.is_empty() && named.1.is_empty()).then(Vec::new),
        }
    }
}

/// The zone in which its card lies while an ability is effective.
const fn zone_of(zone: Zone) -> ZoneOf {
    match zone {
        Zone::Field | Zone::Given => FIELD,
        Zone::Hand => HAND,
        Zone::Trash => TRASH,
    }
}

/// The cards of a player whose abilities might be used: those on the field, in hand and in the trash.
fn sources(game: &Game<'_>, seat: Seat) -> Vec<CardId> {
    [FIELD, HAND, TRASH].map(|zone| list(game, zone, seat)).concat()
}

/// Whether its timing lets a player use an ability now: 主要 in the player's own main step, 靈動 in a flash
/// timing, too.
fn is_time(game: &Game<'_>, seat: Seat, timing: Mode) -> bool {
    let own_main = game.state.facts.phase.is_main() && seat == game.state.facts.active;
    match timing {
        Mode::Main => own_main,
        // 靈動 is not only for magic cards.
        Mode::Flash => {
            game.in_force(cite!("主要階段.使用效果.1")) && (own_main || battle::is_flash_timing(game))
        }
    }
}

/// The condition that abilities of this timing are used in time, with the rules that it cites.
macro_rules! timing {
    ($timing:pat, [$($rule:literal),+]) => {
        test(
            Self::ABILITY,
            Self::SOURCE | Self::ABILITY,
            &[$(cite!($rule)),+],
            |game, seat, action| match action.printed(game) {
                Some((_, Ability { body: Body::Activated { timing: timing @ $timing }, .. })) => {
                    ensure(is_time(game, seat, *timing), Reason::WrongTiming { card: action.source })
                }
                _ => Ok(()),
            },
        )
    };
}

/// The condition that the period of an ability's timing word runs, for the timing words of one rule.
macro_rules! timing_word {
    ($period:pat, $rule:literal) => {
        test(Self::ABILITY, Self::SOURCE | Self::ABILITY, &[cite!($rule)], |game, _, action| {
            match action.printed(game).and_then(|(_, activated)| activated.head.period) {
                Some(period @ $period) => {
                    let runs = period.runs(game, action.me(game));
                    ensure(runs, Reason::OutsideTimingWord { card: action.source })
                }
                _ => Ok(()),
            }
        })
    };
}

impl ActionKind<BattleSpirits> for UseEffect {
    const USES: fn(&Self) -> Option<CardId> = |action| Some(action.source);
    const CONDITIONS: &'static [Row<BattleSpirits, Self>] = &[
        // Stands before every condition that reads a hidden face, so that this refusal reveals none.
        test(0, 0, &[cite!("靈動時機.4")], |game, seat, _| magic::is_holder(game, seat)),
        test(Self::SOURCE, Self::SOURCE, &[cite!("主要階段.使用效果.1")], |game, seat, action| {
            let card = action.source;
            let own = [FIELD, HAND, TRASH].into_iter().any(|zone| table::lies_in(game, card, zone, seat));
            ensure(own, Reason::NotUsableFromThere { card })
        }),
        test(
            Self::SOURCE,
            Self::SOURCE | Self::ABILITY,
            &[cite!("主要階段.使用效果.1")],
            |game, seat, action| {
                let card = action.source;
                let zone = action.printed(game).map(|(_, activated)| zone_of(activated.head.zone));
                let is_there = zone.is_none_or(|zone| table::lies_in(game, card, zone, seat));
                ensure(is_there, Reason::NotUsableFromThere { card })
            },
        ),
        test(
            Self::ABILITY,
            Self::SOURCE | Self::ABILITY,
            &[cite!("主要階段.使用效果.2")],
            |game, _, &UseEffect { ability, source: card, .. }| {
                let of_card = UseEffect { ability, source: card, cost: Box::default() };
                ensure(of_card.printed(game).is_some(), Reason::NoSuchAbility { card, ability })
            },
        ),
        test(Self::SOURCE, Self::SOURCE, &[cite!("FAQ.靈魂卡等的狀態.Q2")], |game, _, action| {
            refuse_if(table::waits(game, action.source), Reason::SourceWaits { card: action.source })
        }),
        test(Self::ABILITY, Self::SOURCE | Self::ABILITY, &[cite!("能量增減.2")], |game, _, action| {
            let card = action.source;
            let of_field = action.printed(game).filter(|(_, activated)| activated.head.zone == Zone::Field);
            let is_active = of_field.is_none_or(|(id, _)| ability::is_active(game, action.me(game), id));
            ensure(is_active, Reason::InactiveAtLevel { card, level: stat::level(game, card) })
        }),
        timing!(Mode::Main, ["用語集.起動：主要", "主要階段.使用效果.2"]),
        timing!(Mode::Flash, ["用語集.起動：靈動"]),
        timing_word!(Period::Attacking | Period::Battling, "用語集.發揮時機.攻擊中"),
        timing_word!(Period::Blocking, "用語集.發揮時機.防禦中"),
        timing_word!(Period::OwnMainStep, "用語集.發揮時機.自己的主要階段"),
        timing_word!(
            Period::OwnAttackStep | Period::OpponentAttackStep | Period::AnyAttackStep,
            "用語集.發揮時機.自己的攻擊階段"
        ),
        timing_word!(Period::OwnTurn | Period::OpponentTurn, "用語集.發揮時機"),
        test(
            Self::ABILITY,
            Self::SOURCE | Self::ABILITY,
            &[cite!("用語集.效果限制.每回合1次")],
            |game, _, action| {
                let used = |(id, activated): (AbilityId, &Ability)| {
                    activated.head.once_per_turn && game.state.facts.used.contains(&(action.me(game), id))
                };
                let used = action.printed(game).is_some_and(used);
                refuse_if(used, Reason::UsedThisTurn { card: action.source })
            },
        ),
        test(
            Self::ABILITY,
            Self::SOURCE | Self::ABILITY,
            &[cite!("用語集.效果限制.每次戰鬥1次")],
            |game, _, action| {
                let battle = game.state.facts.battle.as_ref();
                let used = |(id, activated): (AbilityId, &Ability)| {
                    let is_used = |battle: &Battle| battle.used.contains(&(action.me(game), id));
                    // Outside a battle no effect with 〔每次戰鬥1次〕 can be used [ruling-58].
                    activated.head.once_per_battle && battle.is_none_or(is_used)
                };
                let used = action.printed(game).is_some_and(used);
                refuse_if(used, Reason::UsedThisBattle { card: action.source })
            },
        ),
        test(
            Self::ABILITY,
            Self::SOURCE | Self::ABILITY,
            &[cite!("FAQ.效果通則.Q9")],
            |game, seat, action| {
                let id = action.printed(game).map(|(id, _)| id);
                let used_up = id.is_some_and(|id| ability::is_name_used_up(game, seat, id));
                refuse_if(used_up, Reason::NameUsedUp { card: action.source })
            },
        ),
        test(
            Self::ABILITY,
            Self::SOURCE | Self::ABILITY,
            &[cite!("主要階段.使用效果.3"), cite!("效果的發揮.2")],
            |game, seat, action| {
                let Some((id, activated)) = action.printed(game) else { return Ok(()) };
                let resolution =
                    Resolution::<BattleSpirits>::new(seat, action.me(game), id, cite!("主要階段.使用效果.3"));
                let holds =
                    activated.head.when.as_ref().is_none_or(|when| when.is_true(game, &resolution.scene()));
                ensure(holds, Reason::ConditionNotMet { card: action.source })
            },
        ),
        test(
            Self::COST,
            Self::SOURCE | Self::ABILITY | Self::COST,
            &[cite!("FAQ.效果通則.Q11")],
            |game, seat, action| {
                let can_do_all = action.paid(game, seat).is_some() || action.printed(game).is_none();
                ensure(can_do_all, Reason::CostNotComplete { card: action.source })
            },
        ),
        act(
            Self::SOURCE | Self::ABILITY | Self::COST,
            &[cite!("主要階段.使用效果.2")],
            |game, seat, action| {
                let (me, id) = (action.me(game), action.id(game));
                let used = Proposal::told(Verb::EffectUsed, seat, cite!("主要階段.使用效果.2")).to(me.card);
                let ability = id.map(|id| id.number);
                let before_cost = id.and_then(|id| before_cost(game.game(), (seat, me), id));
                game.facts_mut().before_cost = before_cost;
                game.propose(used.with(Detail { ability, shown: true, ..Detail::default() }));
                for part in action.paid(game, seat).unwrap_or_default() {
                    part.pay(game, (seat, me), false);
                }
            },
        ),
    ];
    const SLOTS: Slots<BattleSpirits, Self> = &[&[
        each("source", Self::SOURCE, |game, seat, _| {
            let usable = |card: &CardId| {
                let mut own = ability::of_card(game, *card);
                own.any(|id| ability::by_id(game, id).is_some_and(|ability| ability.is_activated()))
            };
            Value::cards(sources(game, seat).into_iter().filter(usable))
        }),
        each("ability", Self::ABILITY, |game, _, action| {
            let count = ability::of_card(game, action.source).count();
            (1..).take(count).map(Value::Number).collect()
        }),
        several(Self::COST, cost_slots),
    ]];
    const ANSWERS: fn(&Question) -> bool =
        |question| matches!(question, Question::Main | Question::SecondMain | Question::Flash);
    const TIME: Time = |_, _| &[cite!("主要階段.使用效果.1")];

    /// Pays the parts of the cost that effects can respond to (cards leave, cards are milled), then carries
    /// the effect out, even if its source has begun to wait by then [ruling-72].
    fn perform(&self, game: &mut Game<'_>, seat: Seat, question: Option<&Question>) {
        let Some(id) = self.id(game) else { return };
        if question == Some(&Question::Flash) {
            battle::used_in_flash(game);
        }
        let me = self.me(game);
        ability::note_use(game, seat, me, id);
        let named = (self.cost.cards.as_slice(), self.cost.pay.as_slice());
        let costs = ability::by_id(game, id).and_then(|ability| ability.head.cost.as_ref());
        let parts = costs.and_then(|costs| costs.parts(named)).unwrap_or_default();
        for part in &parts {
            part.pay(game, (seat, me), true);
            part.mill(game, (seat, me));
        }
        let onto: Objects =
            parts.iter().filter_map(Paid::onto).map(|card| game.state.table.object(card)).collect();
        game.push(match onto.is_empty() {
            true => Step::BeginEffect(seat, me, id),
            // The effect can mean the card that got cores.
            false => {
                let mut resolution = Resolution::new(seat, me, id, cite!("效果的發揮.1"));
                resolution.bound.chosen = onto;
                Step::Resolve(Box::new(resolution))
            }
        });
    }
}

/// The fields that name what pays for an ability; `None`: its cost cannot be paid.
fn cost_slots(game: &mut Game<'_>, seat: Seat, action: &UseEffect) -> Option<Vec<ShapeSlot>> {
    let (id, activated) = action.printed(game)?;
    let resolution =
        Resolution::<BattleSpirits>::new(seat, action.me(game), id, cite!("主要階段.使用效果.2"));
    match &activated.head.cost {
        Some(costs) => costs.slots(game, &resolution.scene()),
        None => Some(Vec::new()),
    }
}

/// The selection of the first sentence of an ability, if it designates field cards.
fn designated(effects: &[Effect]) -> Option<Cards<BattleSpirits>> {
    let first = effects.first()?;
    if let Effect::May(May(effects)) = first {
        return designated(effects);
    }
    let Select::Cards(cards) = first.selection()? else { return None };
    (cards.from == Source::Field && cards.take != Take::All).then_some(cards)
}

/// The field cards that the first sentence of an ability can designate, noted before its cost is paid
/// [ruling-72].
fn before_cost(game: &Game<'_>, (seat, me): (Seat, Object), id: AbilityId) -> Option<BeforeCost> {
    let ability = ability::by_id(game, id)?;
    ability.head.cost.as_ref()?;
    let cards = designated(ability.effects())?;
    let resolution = Resolution::<BattleSpirits>::new(seat, me, id, cite!("主要階段.使用效果.2"));
    Some(BeforeCost { card: me.card, ability: id, fits: cards.domain(game, &resolution.scene()) })
}

/// The field cards that an ability can designate after its cost is paid: those that fitted before and still
/// lie on the field [ruling-72].
pub fn fitted(game: &Game<'_>, scene: &Scene<'_>, cards: &Cards<BattleSpirits>) -> Option<Vec<CardId>> {
    let before = game.state.facts.before_cost.as_ref().filter(|before| before.card == scene.me.card)?;
    let is_it = designated(ability::effects(game, before.ability)).as_ref() == Some(cards);
    let there = || before.fits.iter().copied().filter(|card| table::is_on_field(game, *card));
    (is_it && game.in_force(cite!("ruling-72"))).then(|| there().collect())
}

/// Carries out an effect that a player used. The condition of a magic's effect is read now; that of an
/// ability was read when it was used [主要階段.使用魔法卡.1, 主要階段.使用效果.3, ruling-67, ruling-85].
pub fn begin_effect(game: &mut Game<'_>, seat: Seat, me: Object, id: AbilityId) {
    let Some(ability) = ability::by_id(game, id) else { return };
    let resolution = Resolution::new(seat, me, id, cite!("效果的發揮.1"));
    let when = ability.head.when.as_ref().filter(|_| !ability.is_activated());
    if when.is_none_or(|when| when.is_true(game, &resolution.scene())) {
        game.push(Step::Resolve(Box::new(resolution)));
    }
}
