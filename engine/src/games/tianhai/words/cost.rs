//! Costs that a text asks for before its effects, paid completely or not at all: 弃牌堆.1, 指令区与指令序列.3, 伤害结算.6a;
//! ruling-47, ruling-58.

use super::super::findings;
use super::super::prohibition::{Forbidden, forbids};
use super::super::table::{self, Cause, Game, HAND, Verb, mark};
use super::super::zone::{self, By};
use super::super::{Tianhai, stat};
use super::effect::Running;
use super::{Amount, Filter, Source, Take, ability, context};
use crate::abilities::resolve::ResolutionStage;
use crate::abilities::{
    Answer, Cards, Choosable, Choosing, FilterWord, Language, Lint, Pause, Resolution, Scene, Select, Side,
    asking,
};
use crate::game_kit::proposing::happen;
use crate::kernel::{PlaceId, Seat, wire};
use crate::verdict::Cite;

/// The rule by which costs are chosen and paid.
const RULE: Cite = cite!("ruling-58");

/// What is paid.
#[wire]
pub struct Costs {
    /// All of it, in this order.
    pub pay: Vec<Cost>,
}

/// Orders of the own hand.
#[wire]
pub struct FromHand {
    /// How many.
    pub n: u8,
    /// What they have to be.
    #[optional]
    pub fits: Vec<Filter>,
}

/// A whole own sequence.
#[wire(Default)]
pub struct Whole {
    /// Of how many cards; without it, of any length.
    pub n: Option<u8>,
}

/// Wounds of the unit below the order.
#[wire]
pub struct SoMany {
    /// How many.
    pub n: u8,
}

/// One part of a cost.
#[wire]
pub enum Cost {
    /// Orders of the own hand are discarded.
    Discard(FromHand),
    /// A whole own sequence is discarded.
    DiscardSequence(Whole),
    /// The unit below the order takes wounds, not as many as would annihilate it.
    TakeWounds(SoMany),
    /// This order is discarded.
    DiscardThis,
}

impl Costs {
    /// Reports the faults of this part.
    pub fn lint(&self, lint: &mut Lint<'_, Tianhai>) {
        lint.filled(&self.pay);
        for (place, part) in self.pay.iter().enumerate() {
            lint.inside(&format!("pay/{place}"), |lint| {
                part.lint(lint);
                let alike = |other: &&Cost| std::mem::discriminant(*other) == std::mem::discriminant(part);
                if self.pay.iter().take(place).any(|other| alike(&other)) {
                    lint.find("wrong_attribute", findings::part_once());
                }
            });
        }
    }
}

impl Cost {
    fn lint(&self, lint: &mut Lint<'_, Tianhai>) {
        let (key, n) = match self {
            Cost::Discard(FromHand { n, fits }) => {
                lint.inside("discard", |lint| {
                    lint.excluding([context::UNIT], |lint| {
                        lint.each("fits", fits, |lint, filter| filter.lint(lint));
                    });
                });
                ("discard", Some(*n))
            }
            Cost::DiscardSequence(Whole { n }) => ("discard_sequence", *n),
            Cost::TakeWounds(SoMany { n }) => ("take_wounds", Some(*n)),
            Cost::DiscardThis => return,
        };
        if n == Some(0) {
            lint.inside(key, |lint| lint.find("wrong_number", findings::part_asks_nothing()));
        }
    }

    /// Whether this part can be paid completely.
    pub fn is_payable(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        match self {
            Cost::Discard(word) => word.cards().domain(game, scene).len() >= usize::from(word.n),
            Cost::DiscardSequence(word) => !word.candidates(game, scene.seat).is_empty(),
            Cost::TakeWounds(word) => stat::own_unit(game, scene).is_some_and(|unit| {
                let after = i64::from(mark(game, unit.card).wounds).saturating_add(i64::from(word.n));
                table::stands(game, unit) && after < stat::hp(game, unit.card)
            }),
            Cost::DiscardThis => stat::carrier(game, scene.me)
                .is_some_and(|unit| forbids(game, unit.card, Forbidden::LoseOrder).is_none()),
        }
    }

    /// Pays this part; asks if there is a choice.
    ///
    /// # Errors
    /// Where a choice is asked for.
    pub fn pay(&self, run: &mut Running<'_, '_>) -> Result<(), Pause> {
        let (seat, me) = (run.seat(), run.me());
        let by = By::effect(seat, me, RULE);
        match self {
            Cost::Discard(word) => {
                for order in run.select(&Select::Cards(word.cards()), RULE)? {
                    if table::lies_in(run.game, order.card, HAND, seat) {
                        let gone = zone::discarding_from_hand(run.game, order.card, by);
                        run.game.propose(gone);
                    }
                }
            }
            Cost::DiscardSequence(word) => {
                let candidates = word.candidates(run.game, seat);
                let chosen = match candidates.as_slice() {
                    [] => None,
                    [(number, _)] if run.decided() == 0 => Some(*number),
                    several => {
                        let numbers = || several.iter().map(|(number, _)| i64::from(*number));
                        let (min, max) = (numbers().min().unwrap_or(0), numbers().max().unwrap_or(0));
                        match run.ask(seat, Choosable::Number { min, max }, RULE, true)? {
                            Answer::Number(number) => u16::try_from(number).ok(),
                            _ => None,
                        }
                    }
                };
                if let Some(sequence) = chosen.and_then(|number| table::sequence(run.game, seat, number)) {
                    let gone = zone::spending(run.game, Verb::SequenceDiscarded, sequence, by);
                    run.game.propose(gone);
                }
            }
            Cost::TakeWounds(word) => {
                if let Some(unit) = stat::own_unit(run.game, &run.scene()) {
                    zone::wound(run.game, unit.card, i64::from(word.n), Some(me));
                }
            }
            Cost::DiscardThis => {
                if let Some(unit) = stat::carrier(run.game, me) {
                    let gone = zone::discarding(run.game, unit.card, Cause::Effect, by);
                    happen(run.game, gone);
                }
            }
        }
        Ok(())
    }
}

impl FromHand {
    fn cards(&self) -> Cards<Tianhai> {
        Cards {
            side: Side::Own,
            from: Source::Hand,
            fits: self.fits.clone(),
            take: Take::Exactly(Amount::Number(i64::from(self.n))),
            chooser: Choosing::You,
            name: None,
        }
    }
}

impl Whole {
    /// The numbers and places of the sequences that can pay this part.
    fn candidates(&self, game: &Game<'_>, seat: Seat) -> Vec<(u16, PlaceId)> {
        let all = table::sequences(game, seat).into_iter();
        let fits =
            |place: PlaceId| self.n.is_none_or(|n| game.state.table.list(place).len() == usize::from(n));
        all.filter(|(place, _)| fits(*place)).map(|(place, note)| (note.number, place)).collect()
    }
}

/// The numbers of the sequences among which a seat has to choose; `None`: it is not asked for one.
pub fn sequences_asked(game: &Game<'_>, seat: Seat) -> Option<Vec<i64>> {
    let choice = Tianhai::choice(&game.asked(seat)?.question)?;
    let resolution: Resolution<Tianhai> = asking(game, choice)?;
    let ResolutionStage::Cost(place) = resolution.stage else { return None };
    let cost = ability::of(game, resolution.ability)?.head.cost.as_ref()?;
    let Cost::DiscardSequence(word) = cost.pay.get(usize::from(place))? else { return None };
    let candidates = word.candidates(game, resolution.seat).into_iter();
    Some(candidates.map(|(number, _)| i64::from(number)).collect())
}
