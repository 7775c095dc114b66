//! Using an activated ability: 用语.起动能力, 用语.起动能力.2, 用语.起动能力.3, 用语.自动能力, 用语.永续能力.2, 卡牌种类.领域.2, 使用时点.快速,
//! 快速与连锁.1; ruling-1, ruling-13, ruling-15, ruling-18, ruling-20, ruling-22, ruling-44, ruling-45, ruling-48,
//! ruling-98, ruling-101.

use super::chain::{Use, What};
use super::pay::{self, EnergyPrice};
use super::printed::Timing;
use super::reason::Reason;
use super::table::{self, Detail, ENERGY, FIELD, GRAVEYARD, Game, HAND, TERRITORY, Verb, lies_in, list};
use super::using::{self, Choice, Uses, uses};
use super::words::ability::{Body, Zone};
use super::words::cost::{self, EffectCost};
use super::words::{Ability, AbilityId, Cost};
use super::zone::By;
use super::{BuildDivide, Question, ability, answer, prohibition, stat};
use crate::game_kit::action::ActionKind;
use crate::game_kit::action::legal::{Slots, each, several};
use crate::game_kit::fields::{Fielded, fields};
use crate::kernel::shape::Value;
use crate::kernel::{Acts, CardId, Object, Proposal, Row, Seat, act, ensure, refuse_if, test};

type Time = crate::game_kit::action::Time<BuildDivide>;

/// An activated ability is used [用语.起动能力].
#[fields]
pub struct Activate {
    /// Which ability of the card, counted from 1; of a territory those of the back first; one that an effect
    /// gave has 16 more than on its own card.
    pub ability: u8,
    /// What is named for costs besides energy.
    #[optional]
    pub cost: Box<EffectCost>,
    /// Which of several texts, counted from 1 [ruling-13].
    #[optional]
    pub modes: Vec<u8>,
    /// The energy that is rested.
    #[optional]
    pub pay: Vec<CardId>,
    /// The card that it stands on.
    pub source: CardId,
    /// The targets, group by group [ruling-22].
    #[optional]
    pub targets: Vec<CardId>,
    /// The number X [ruling-13].
    pub x: Option<u8>,
}

impl Activate {
    /// The object with the ability.
    fn me(&self, game: &Game<'_>) -> Object {
        game.state.table.object(self.source)
    }

    /// The ability that the action names by its number, and whether an effect gave it to the card.
    fn named(&self, game: &Game<'_>) -> Option<(AbilityId, bool)> {
        let number = self.ability.checked_sub(1)?;
        match number.checked_sub(ability::GIVEN) {
            None => ability::of_card(game, self.source).nth(number.into()).map(|id| (id, false)),
            Some(number) => {
                let mut given = stat::given(game, self.me(game)).into_iter();
                given.find(|id| id.number == number).map(|id| (id, true))
            }
        }
    }

    fn id(&self, game: &Game<'_>) -> Option<AbilityId> {
        self.named(game).map(|(id, _)| id)
    }

    /// The named ability, if its card has it now.
    fn ability<'p>(&self, game: &Game<'p>) -> Option<&'p Ability> {
        ability::by_id(game, self.id(game)?)
    }

    fn activated<'p>(&self, game: &Game<'p>) -> Option<&'p Ability> {
        self.ability(game).filter(|ability| ability.is_activated())
    }

    fn price(&self, game: &Game<'_>) -> EnergyPrice {
        cost::energy(&self.parts(game), self.x.unwrap_or(0))
    }

    /// Whether the ability has normal timing. The rules that make others quick have to be in force.
    fn is_normal(&self, game: &Game<'_>) -> bool {
        self.activated(game).is_some_and(|ability| {
            matches!(ability.body, Body::Activated { timing: Timing::Normal })
                || !game.in_force(cite!("使用时点.快速"))
        })
    }
}

uses! {
    Activate, named: NAMED, used: source, card: false, pay: [pay PAY],
    text: |action, game| action.id(game),
    parts: |action, game| {
        let cost = action.activated(game).and_then(|word| word.head.cost.as_ref());
        cost.into_iter().flat_map(|costs| &costs.pay).collect()
    },
}

/// The zones in which a card lies while an ability that works in this kind of zone can be used.
const fn zones(zone: Zone) -> &'static [table::ZoneOf] {
    match zone {
        Zone::Field => &[FIELD, TERRITORY],
        Zone::Hand => &[HAND],
        Zone::Graveyard => &[GRAVEYARD],
        Zone::Energy => &[ENERGY],
    }
}

/// Whether a card lies in one of these zones of a player.
fn lies_in_any(game: &Game<'_>, seat: Seat, card: CardId, zones: &[table::ZoneOf]) -> bool {
    zones.iter().any(|zone| lies_in(game, card, *zone, seat))
}

/// Whether a player may use abilities of a card: of the own field or territory those that the card has now,
/// elsewhere those whose text names that zone [用语.起动能力, ruling-48].
fn is_own(game: &Game<'_>, seat: Seat, action: &Activate) -> bool {
    let card = action.source;
    lies_in_any(game, seat, card, &[FIELD, TERRITORY])
        || lies_in_any(game, seat, card, &[HAND, GRAVEYARD, ENERGY])
            && action.activated(game).is_some_and(|word| lies_in_any(game, seat, card, zones(word.head.zone)))
}

/// The cards of a player whose abilities might be used.
fn sources(game: &Game<'_>, seat: Seat) -> Vec<CardId> {
    let all = [FIELD, TERRITORY, HAND, GRAVEYARD, ENERGY].map(|zone| list(game, zone, seat));
    all.concat().into_iter().filter(|card| !numbers(game, *card).is_empty()).collect()
}

/// The activated abilities of a card by their numbers on the wire.
fn numbers(game: &Game<'_>, card: CardId) -> Vec<u8> {
    let me = game.state.table.object(card);
    let own = ability::of_card(game, card).map(|id| (id, false));
    let given = stat::given(game, me).into_iter().map(|id| (id, true));
    let all = own
        .chain(given)
        .filter(|(id, _)| ability::by_id(game, *id).is_some_and(|ability| ability.is_activated()));
    all.filter_map(|(id, given)| ability::number(id, given)).collect()
}

const NAMED: u16 = Activate::SOURCE | Activate::ABILITY;

impl ActionKind<BuildDivide> for Activate {
    const USES: fn(&Self) -> Option<CardId> = |action| Some(action.source);
    const CONDITIONS: &'static [Row<BuildDivide, Self>] = &[
        test(Self::SOURCE, NAMED, &[cite!("用语.起动能力")], |game, seat, action| {
            ensure(is_own(game, seat, action), Reason::NotOwnCard { card: action.source })
        }),
        test(Self::ABILITY, NAMED, &[cite!("用语.起动能力")], |game, _, action| {
            let &Activate { source: card, ability, .. } = action;
            let used = match action.ability(game) {
                None => false,
                Some(ability) => !matches!(
                    ability.body,
                    Body::Command {} | Body::Evol { .. } | Body::Alternative { .. } | Body::Setup { .. }
                ),
            };
            ensure(used, Reason::NoSuchAbility { card, ability })
        }),
        test(Self::ABILITY, NAMED, &[cite!("用语.自动能力")], |game, _, action| {
            let &Activate { source: card, ability, .. } = action;
            let is_automatic = |of: &Ability| of.head.keyword.is_none() && of.trigger().is_some();
            refuse_if(action.ability(game).is_some_and(is_automatic), Reason::IsAutomatic { card, ability })
        }),
        test(Self::ABILITY, NAMED, &[cite!("用语.永续能力.2")], |game, _, action| {
            let &Activate { source: card, ability, .. } = action;
            let is_continuous = |of: &Ability| {
                of.head.keyword.is_some() || matches!(of.body, Body::Continuous {} | Body::Replacement { .. })
            };
            refuse_if(action.ability(game).is_some_and(is_continuous), Reason::IsContinuous { card, ability })
        }),
        test(Self::ABILITY, NAMED, &[cite!("卡牌种类.领域.2")], |game, seat, action| {
            let &Activate { source: card, ability, .. } = action;
            let is_down =
                |id: AbilityId| lies_in(game, card, TERRITORY, seat) && !ability::is_up(game, card, id);
            let is_down = action.named(game).is_some_and(|(id, given)| !given && is_down(id));
            refuse_if(is_down, Reason::NotReleased { card, ability })
        }),
        test(Self::ABILITY, NAMED, &[cite!("用语.起动能力.2")], |game, seat, action| {
            let untimely = action.is_normal(game) && !answer::is_own_main_phase(game, seat);
            refuse_if(untimely, Reason::WrongTiming { card: action.source })
        }),
        test(0, 0, &[cite!("ruling-20")], |game, _, _| answer::in_window(game)),
        test(0, 0, &[cite!("ruling-18")], |game, seat, _| answer::has_priority(game, seat)),
        test(0, NAMED, &[cite!("ruling-15"), cite!("使用时点.普通")], |game, _, action| {
            using::chain_is_free(game, action.is_normal(game))
        }),
        test(Self::SOURCE, NAMED, &[cite!("ruling-1")], |game, _, action| {
            let forbidden = prohibition::activates(game, action.source).is_some();
            refuse_if(forbidden, Reason::ForbiddenByEffect)
        }),
        test(
            Self::ABILITY,
            NAMED,
            &[cite!("用语.起动能力.2"), cite!("ruling-44")],
            |game, seat, action| {
                let Some((id, given)) = action.named(game) else { return Ok(()) };
                let me = action.me(game);
                // Another condition asks which face is up.
                let there = given
                    || ability::is_there(game, me, id)
                    || lies_in(game, me.card, TERRITORY, seat) && !ability::is_up(game, me.card, id);
                let holds = there && using::condition_holds(game, (seat, me), id);
                ensure(holds, Reason::ConditionNotMet { card: action.source })
            },
        ),
        test(Self::ABILITY, NAMED, &[cite!("用语.起动能力.3")], |game, _, action| {
            let &Activate { source: card, ability, .. } = action;
            let used_up = action.id(game).is_some_and(|id| ability::is_used_up(game, action.me(game), id));
            refuse_if(used_up, Reason::UsedThisTurn { card, ability })
        }),
        using::is_offered(),
        test(
            Self::COST,
            NAMED | Self::PAY | Self::COST | Self::X,
            &[cite!("用语.起动能力.2"), cite!("ruling-55")],
            |game, seat, action| {
                let (price, parts, payer) =
                    (action.price(game), action.parts(game), action.payer(game, seat));
                let paid = pay::pays(game, seat, &price, &action.pay)
                    && crate::game_kit::cost::is_paid(game, payer, &parts, &action.cost);
                ensure(paid, Reason::CostNotPaid { card: action.source })
            },
        ),
        using::aims(),
        act(Self::ALL, &[cite!("用语.起动能力")], |game, seat, action| {
            let payer = action.payer(game, seat);
            if let Some((id, given)) = action.named(game) {
                let number = ability::number(id, given).map(|number| number.saturating_sub(1));
                let detail = Detail { ability: number, ..Detail::default() };
                let announced = Proposal::told(Verb::Activate, seat, cite!("用语.起动能力"));
                game.propose(announced.to(action.source).with(detail));
                let used = Use { given, ..Use::new(seat, payer.me, What::Ability(id)) };
                using::prepare(game, used, action.choice());
            }
            let parts = action.parts(game.game());
            pay::rest(game, &action.pay, By::cost(seat, Some(payer.me), cite!("用语.起动能力.2")));
            crate::game_kit::cost::pay(game, payer, &parts, &action.cost, cite!("用语.起动能力.2"));
        }),
    ];
    const SLOTS: Slots<BuildDivide, Self> = &[&[
        each("source", Self::SOURCE, |game, seat, _| Value::cards(sources(game, seat))),
        each("ability", Self::ABILITY, |game, _, action| {
            numbers(game, action.source).into_iter().map(|number| Value::Number(number.into())).collect()
        }),
        using::modes(),
        using::numbers(),
        several(Self::PAY | Self::COST, |game, seat, action| {
            cost::slots(game, action.payer(game, seat), &action.price(game), &action.parts(game))
        }),
        using::targets(),
    ]];
    const ANSWERS: fn(&Question) -> bool = answer::is_window;
    const TIME: Time = |_, _| &[cite!("ruling-20")];

    fn perform(&self, game: &mut Game<'_>, _: Seat, question: Option<&Question>) {
        if let Some((source, id)) =
            game.state.facts.prepared.as_ref().and_then(|used| Some((used.source, used.what.text()?)))
        {
            ability::note_use(game, source, id);
        }
        using::put_on(game, &self.cost, question);
    }
}
