//! Using a card by a text, without its energy: ruling-1, ruling-13, ruling-22, ruling-34, ruling-42,
//! ruling-78, ruling-107.

use super::super::pay::EnergyPrice;
use super::super::play;
use super::super::printed::Kind;
use super::super::table::{self, Came, Game};
use super::super::using::{self, Choice};
use super::super::{BuildDivide, ability, prohibition};
use super::cost::{self, Limit};
use super::effect::Running;
use super::{Ability, AbilityId, Cost, Filter, Source, Take};
use crate::abilities::target;
use crate::abilities::{
    Answer, Cards, Choosable, Choosing, EffectWord, Lint, Next, Pause, Resolution, Scene, Side, SourceWord,
};
use crate::kernel::{CardId, Seat, wire};

/// The player uses a card without its energy; what else its text costs is paid [ruling-34].
#[wire(Part<BuildDivide>)]
pub struct UseCard {
    /// From where.
    #[serde(default = "hand", skip_serializing_if = "is_hand")]
    pub from: Source,
    /// What the card has to be.
    #[optional]
    pub fits: Vec<Filter>,
}

const fn hand() -> Source {
    Source::Hand
}

fn is_hand(from: &Source) -> bool {
    *from == Source::Hand
}

/// The parts of a text's cost besides energy.
fn parts<'p>(game: &Game<'p>, id: Option<AbilityId>) -> Vec<&'p Cost> {
    let text = id.and_then(|id| ability::by_id(game, id)).and_then(Ability::cost);
    text.into_iter().flat_map(|costs| &costs.pay).filter(|part| !matches!(part, Cost::Energy(_))).collect()
}

/// Whether a text has modes to choose from.
fn has_modes(choices: &[Vec<u8>]) -> bool {
    choices.iter().any(|modes| !modes.is_empty())
}

/// The modes that an answer chooses, as the number of a choice from 1: of one mode that of the mode itself,
/// of two that of the pair in printed order.
fn chosen(choices: &[Vec<u8>], number: i64) -> &[u8] {
    let place = usize::try_from(number).ok().and_then(|number| number.checked_sub(1));
    place.and_then(|place| choices.get(place)).map_or(&[], Vec::as_slice)
}

impl UseCard {
    fn cards(&self) -> Cards<BuildDivide> {
        Cards {
            side: Side::Own,
            from: self.from.clone(),
            fits: self.fits.clone(),
            take: Take::one(),
            chooser: Choosing::You,
            name: None,
        }
    }

    /// The cards that the player could use by this text.
    fn usable(&self, game: &Game<'_>, scene: &Scene<'_>) -> Vec<CardId> {
        let seat = scene.seat;
        let can = |card: &CardId| {
            let me = game.state.table.object(*card);
            let scene = Scene::of(seat, me);
            let id = play::text(game, *card);
            let aimed = |id: AbilityId| {
                let mut all = using::choices(game, (seat, me), id).into_iter();
                let is_aimed =
                    |modes: Vec<u8>| target::domain(game, &scene, &using::groups(game, id, &modes)).is_some();
                using::condition_holds(game, (seat, me), id) && all.any(is_aimed)
            };
            let payer = using::payer(seat, me);
            !table::is_printed(game, *card, Kind::Territory)
                && prohibition::uses(game, seat, *card).is_none()
                && id.is_none_or(aimed)
                && cost::slots(game, payer, &EnergyPrice::default(), &parts(game, id)).is_some()
        };
        self.cards().domain(game, scene).into_iter().filter(can).collect()
    }

    /// The limit of the set of cards for which the text asks next, if there is one.
    pub fn limit<'p>(&self, game: &Game<'p>, resolution: &Resolution<BuildDivide>) -> Option<Limit<'p>> {
        let decided = &resolution.memo.decided;
        let Some(Answer::Cards(cards)) = decided.first() else { return None };
        let card = *cards.first()?;
        let id = play::text(game, card)?;
        let choices = using::choices(game, (resolution.seat, game.state.table.object(card)), id);
        let has_modes = has_modes(&choices);
        let chosen = match decided.get(1) {
            Some(Answer::Number(number)) if has_modes => chosen(&choices, *number),
            _ => &[],
        };
        let groups = using::groups(game, id, chosen);
        let place = decided.len().checked_sub(1 + usize::from(has_modes))?;
        match place.checked_sub(groups.len()) {
            None => groups.get(place).copied().map(Limit::Group),
            // The question for energy comes before the parts, and a card used by a text costs none.
            Some(place) => cost::part_of(&parts(game, Some(id)), place.checked_sub(1)?),
        }
    }

    fn asked(&self, run: &mut Running<'_, '_>, seat: Seat) -> Result<Option<CardId>, Pause> {
        let is_told = self.from.is_told(seat);
        let answer = match run.remembered() {
            Some(answer) => answer,
            None => {
                let from = self.usable(run.game, &run.scene());
                if from.is_empty() && is_told {
                    return Ok(None);
                }
                let what = Choosable::Cards { from, min: 0, max: 1, hidden: false };
                run.ask(seat, what, cite!("ruling-78"), is_told)?
            }
        };
        Ok(match answer {
            Answer::Cards(cards) => cards.first().copied(),
            _ => None,
        })
    }
}

impl EffectWord<BuildDivide> for UseCard {
    fn lint(&self, lint: &mut Lint<'_, BuildDivide>) {
        self.cards().lint(lint);
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let seat = run.seat();
        let Some(card) = self.asked(run, seat)? else { return Ok(Next::Done(false)) };
        let (me, text) = (run.game.state.table.object(card), play::text(run.game, card));
        let choices = text.map_or_else(Vec::new, |id| using::choices(run.game, (seat, me), id));
        let mut modes: &[u8] = &[];
        if has_modes(&choices) {
            let count = u8::try_from(choices.len()).unwrap_or(u8::MAX);
            if let Answer::Number(number) = run.ask(seat, Choosable::Mode(count), cite!("ruling-13"), true)? {
                modes = chosen(&choices, number);
            }
        }
        let groups = text.map_or_else(Vec::new, |id| using::groups(run.game, id, modes));
        let aimed = target::choose(&groups, run, me, cite!("ruling-22"))?;
        let parts = parts(run.game, text);
        let payer = using::payer(seat, me);
        let (_, cost) = cost::ask_parts(run, payer, &EnergyPrice::default(), &parts)?;
        let aimed: Vec<CardId> = aimed.iter().flatten().map(|object| object.card).collect();
        let x = cost::asks_for_x(&parts).then_some(0);
        using::show(run.game, (seat, card), Choice { modes, targets: &aimed, x }, Came::Used);
        let payer = using::payer(seat, run.game.state.table.object(card));
        crate::game_kit::cost::pay(run.game, payer, &parts, &cost, cite!("ruling-13"));
        using::put_on(run.game, &cost, None);
        Ok(Next::Done(true))
    }

    /// Whether a hidden card could be used stays secret [ruling-78].
    fn can_do_some(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        !self.from.is_told(scene.seat) || !self.usable(game, scene).is_empty()
    }

    fn is_open(&self) -> bool {
        self.from.is_told(Seat::Zero)
    }
}
