//! What effects do to cards: drawing, discarding, looking, sending them away, turning them.
//!
//! 二.1 drawing; 六.1 whatever a text says; 六.6 who chooses and in which order; 十.1 to 十.5 leaving;
//! 十五.橫放.1, 十五.橫放.2; ruling-9 too few cards, ruling-11 轉正, ruling-64 travelers, ruling-75 looking.

use serde::{Deserialize, Serialize};

use super::super::table::{self, State, Verb, Zone};
use super::super::zone::{self, By};
use super::super::{Step, Xinglingwang, prohibition};
use super::effect::{Game, Running, by, by_doer};
use super::{Amount, Effect, Select, Source, Take, standing};
use crate::abilities::piles::{PileRules, PileVerbs};
use crate::abilities::{
    Actor, Answer, Cards, Choosable, Each, EffectWord, Next, Objects, Pause, Piles, Scene, Side,
};
use crate::kernel::{End, Frame, Object, PlaceId, Proposal, Seat, wire};
use crate::{card_actions, searches};

impl Piles for Xinglingwang {
    const PILE_VERBS: PileVerbs<Verb> = PileVerbs {
        draw: Verb::Draw,
        mill: Verb::Mill,
        discard: Verb::Discard,
        shuffle: Verb::Shuffle,
        to_deck: Verb::ToDeck,
    };
    const PILE_RULES: PileRules = PileRules {
        discard: cite!("六.6"),
        sealed: false,
        shuffle: cite!("六.1"),
        deck_order: cite!("六.6"),
    };

    fn deck(seat: Seat) -> PlaceId {
        table::DECK.of(seat)
    }

    fn hand() -> Source {
        Source::Hand
    }

    fn looked() -> Source {
        Source::Looked
    }

    fn may_draw(game: &Game<'_>, seat: Seat) -> bool {
        !prohibition::draw(game, seat)
    }

    fn draw(game: &mut Game<'_>, doer: Actor, seat: Seat, _: usize) -> bool {
        zone::draw(game, seat, by_doer(game, doer, cite!("六.2")))
    }

    fn mill(game: &mut Game<'_>, doer: Actor, seat: Seat, _: usize) -> bool {
        let top = game.state.table.list(table::DECK.of(seat)).first().copied();
        let by = by_doer(game, doer, cite!("六.1"));
        top.is_some_and(|top| zone::send(game, top, Verb::Mill, Zone::Graveyard, End::Bottom, by))
    }

    fn discard(game: &mut Game<'_>, doer: Actor, _: Seat, object: Object) -> bool {
        let by = by_doer(game, doer, cite!("六.1"));
        zone::send(game, object.card, Verb::Discard, Zone::Graveyard, End::Bottom, by)
    }

    fn look_at(game: &mut Game<'_>, doer: Actor, object: Object) {
        zone::look(game, object.card, by_doer(game, doer, cite!("六.1")));
    }

    fn to_deck(game: &mut Game<'_>, doer: Actor, object: Object, end: End) -> bool {
        zone::send_to(game, object.card, Zone::Deck, end, leaving(game, doer, object))
    }

    fn deck_order(run: &mut Running<'_, '_>, objects: Objects) -> Result<Objects, Pause> {
        let seat = run.seat();
        run.order(seat, objects, cite!("六.6"), true)
    }
}

searches!(Xinglingwang, reveal RevealCards);

card_actions! { Xinglingwang:
    /// 展示: both see them.
    Reveal, can |game, scene, object| true, |game, doer, object| {
        zone::reveal(game, object.card, by_doer(game, doer, cite!("六.1")));
        true
    };

    /// 回手牌: to the owners' hands; travelers to their forest [十.5, ruling-64].
    ToHand: Verb::ToHand, can |game, scene, object| !lies_in(game, object, Zone::Hand), |game, doer, object| {
        zone::send_to(game, object.card, Zone::Hand, End::Bottom, leaving(game, doer, object))
    };

    /// 進入墓地, without being destroyed [十.1].
    ToGraveyard: Verb::ToGraveyard, can |game, scene, object| !lies_in(game, object, Zone::Graveyard),
    |game, doer, object| {
        zone::send_to(game, object.card, Zone::Graveyard, End::Bottom, leaving(game, doer, object))
    };

    /// 被破壞 [十.2].
    Destroy: Verb::Destroy, can |game, scene, object| {
        zone::is_destructible(game, object.card) && prohibition::destruction(game, object.card).is_none()
    }, |game, doer, object| zone::destroy(game, object.card, by_doer(game, doer, cite!("十.2")));

    /// 被除外 [十.4].
    Exile: Verb::Exile, can |game, scene, object| !lies_in(game, object, Zone::Exile), |game, doer, object| {
        let by = by_doer(game, doer, cite!("十.4"));
        zone::send_to(game, object.card, Zone::Exile, End::Bottom, by)
    };

    /// 獻祭 [十.3].
    Sacrifice: Verb::Sacrifice, can |game, scene, object| {
        table::is_unit(game, object.card) && !prohibition::sacrifice(game, object.card)
    }, |game, doer, object| zone::sacrifice(game, object.card, by_doer(game, doer, cite!("十.3")));

    /// 橫放; an attack is cancelled by it [十五.橫放.1, 十五.橫放.2].
    Rest: Verb::Rest, can |game, scene, object| can_turn(game, object, State::Rested), |game, doer, object| {
        zone::turn(game, object.card, State::Rested, by_doer(game, doer, cite!("十五.橫放.1")))
    };

    /// 轉正; an attack is cancelled by it [ruling-11].
    Upright: Verb::Upright, can |game, scene, object| can_turn(game, object, State::Upright),
    |game, doer, object| {
        zone::turn(game, object.card, State::Upright, by_doer(game, doer, cite!("ruling-11")))
    };
}

/// 展示: both see the cards. That the top of the own deck is about to be shown is announced before, and texts
/// may let the player show more of it and choose what counts as shown.
#[wire(Part<Xinglingwang>)]
pub struct RevealCards(#[part(what)] pub Each<Xinglingwang, Reveal>);

impl RevealCards {
    /// If the word shows the top of the own deck: how many cards, and the name that later sentences use.
    pub(crate) fn top(&self) -> Option<(&Amount, Option<&str>)> {
        match &self.0.what {
            Select::Cards(Cards {
                side: Side::Own,
                from: Source::DeckTop(n),
                fits,
                take: Take::All,
                name,
                ..
            }) if fits.is_empty() && self.0.by == Side::Own => Some((n, name.as_deref())),
            _ => None,
        }
    }
}

impl EffectWord<Xinglingwang> for RevealCards {
    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let Some((n, name)) = self.top() else { return self.0.run(run) };
        let (seat, floor) = (run.seat(), run.game.height());
        let announced = !run.resolution.memo.decided.is_empty();
        run.decide_unasked(|_| Answer::Begun(0));
        if !announced {
            let by = by(run, cite!("六.4"));
            run.game.propose(Proposal::told(Verb::ShowTop, seat, by.rule).by(by.source));
            if run.game.is_interrupted(floor) {
                return Err(Pause::Pushed);
            }
        }
        let more = match run.resolution.memo.decided.get(run.decided()) {
            Some(Answer::Number(more)) => usize::try_from(*more).unwrap_or(0),
            _ => return self.0.run(run),
        };
        run.remembered();
        let count = n.count(run.game, &run.scene());
        let shown = run.fix(|game| {
            let top = game.state.table.list(table::DECK.of(seat)).iter().take(count.saturating_add(more));
            top.map(|card| game.state.table.object(*card)).collect()
        });
        let doer = run.doer();
        run.each(&shown, |run, object| {
            zone::reveal(run.game, object.card, by_doer(run.game, doer, cite!("六.1")));
            true
        })?;
        let counts = match count < shown.len() {
            true => {
                let from = shown.iter().map(|object| object.card).collect();
                let what = Choosable::Cards { from, min: count, max: count, hidden: false };
                match run.ask(seat, what, cite!("六.1"), true)? {
                    Answer::Cards(cards) => {
                        shown.iter().copied().filter(|each| cards.contains(&each.card)).collect()
                    }
                    _ => Objects::new(),
                }
            }
            false => shown,
        };
        let all = !counts.is_empty();
        run.bind(name, counts);
        Ok(Next::Done(all))
    }

    fn can_do_some(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        self.0.can_do_some(game, scene)
    }

    fn can_do_all(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        self.0.can_do_all(game, scene)
    }
}

/// 額外展示1張: one card more of the top of the deck is shown where a text is about to show some, and its player
/// chooses which of them count as shown.
#[wire(Part<Xinglingwang>)]
#[part(refers_to = standing::SHOWING)]
pub struct ShowFurther {}

/// The index on the agenda of a resolution that has announced to show the top of a player's deck and has not
/// shown it yet.
fn showing(game: &Game<'_>, seat: Seat) -> Option<usize> {
    game.state.agenda.iter().rposition(|frame| {
        let Frame::Step(Step::Resolve(resolution)) = frame else { return false };
        let shows = matches!(resolution.word(game), Some(Effect::Reveal(word)) if word.top().is_some());
        shows && resolution.seat == seat && (1..=2).contains(&resolution.memo.decided.len())
    })
}

impl EffectWord<Xinglingwang> for ShowFurther {
    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let place = showing(run.game, run.seat());
        let Some(Frame::Step(Step::Resolve(resolution))) =
            place.and_then(|place| run.game.state.agenda.get_mut(place))
        else {
            return Ok(Next::Done(false));
        };
        match resolution.memo.decided.last_mut() {
            Some(Answer::Number(more)) => *more = more.saturating_add(1),
            _ => resolution.answer(Answer::Number(1)),
        }
        Ok(Next::Done(true))
    }

    fn can_do_some(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        let place = showing(game, scene.seat).and_then(|place| game.state.agenda.get(place));
        let Some(Frame::Step(Step::Resolve(resolution))) = place else { return false };
        let Some(Effect::Reveal(word)) = resolution.word(game) else { return false };
        let shown = word.top().map(|(n, _)| n.count(game, &resolution.scene()));
        shown.is_some_and(|shown| shown < game.state.table.list(table::DECK.of(scene.seat)).len())
    }
}

fn lies_in(game: &Game<'_>, object: Object, zone: Zone) -> bool {
    matches!(table::zone_of(game, object.card), Some((there, _)) if there == zone)
}

fn can_turn(game: &Game<'_>, object: Object, state: State) -> bool {
    table::is_unit(game, object.card)
        && table::mark(game, object.card).state != state
        && !prohibition::turning(game, object.card)
}

/// Who lets a card move: by 十.1 a card that leaves the field, by 六.2 cards in other zones, which a text moves
/// as far as it can.
fn leaving(game: &Game<'_>, doer: Actor, object: Object) -> By {
    let rule = match table::zone_of(game, object.card) {
        Some((Zone::Deck | Zone::Hand | Zone::Graveyard | Zone::Exile | Zone::Using, _)) => cite!("六.2"),
        _ => cite!("十.1"),
    };
    by_doer(game, doer, rule)
}
