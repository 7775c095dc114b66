//! What effects do to cards: drawing, discarding, looking, sending them away, turning them.
//!
//! 二.1 drawing; 六.1 whatever a text says; 六.6 who chooses and in which order; 十.1 to 十.5 leaving;
//! 十五.橫放.1, 十五.橫放.2; ruling-9 too few cards, ruling-11 轉正, ruling-64 travelers, ruling-75 looking.

use serde::{Deserialize, Serialize};

use super::super::table::{self, State, Verb, Zone};
use super::super::zone::{self, Cause};
use super::super::{Xinglingwang, prohibition};
use super::effect::{Game, Running, cause_of};
use super::{Effect, Select, Source};
use crate::abilities::effect::Choose;
use crate::abilities::piles::{Look, PileRules, PileVerbs, Shuffle, ToDeck};
use crate::abilities::search::Searches;
use crate::abilities::{Doer, Each, Objects, Pause, Piles};
use crate::deeds;
use crate::kernel::{End, Object, PlaceId, Seat};

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

    fn is_discarded_from(source: &Source) -> bool {
        matches!(source, Source::Hand | Source::Looked)
    }

    fn may_draw(game: &Game<'_>, seat: Seat) -> bool {
        !prohibition::draw(game, seat)
    }

    fn draw(game: &mut Game<'_>, doer: Doer, seat: Seat, _: usize) -> bool {
        zone::draw(game, seat, cause_of(game, doer, cite!("六.2")))
    }

    fn mill(game: &mut Game<'_>, doer: Doer, seat: Seat, _: usize) -> bool {
        let top = game.state.table.list(table::DECK.of(seat)).first().copied();
        let why = cause_of(game, doer, cite!("六.1"));
        top.is_some_and(|top| zone::send(game, top, Verb::Mill, Zone::Graveyard, End::Bottom, why))
    }

    fn discard(game: &mut Game<'_>, doer: Doer, _: Seat, object: Object) -> bool {
        let why = cause_of(game, doer, cite!("六.1"));
        zone::send(game, object.card, Verb::Discard, Zone::Graveyard, End::Bottom, why)
    }

    fn look_at(game: &mut Game<'_>, doer: Doer, object: Object) {
        zone::look(game, object.card, cause_of(game, doer, cite!("六.1")));
    }

    fn to_deck(game: &mut Game<'_>, doer: Doer, object: Object, end: End) -> bool {
        zone::send_to(game, object.card, Zone::Deck, end, leaving(game, doer, object))
    }

    fn deck_order(run: &mut Running<'_, '_>, objects: Objects) -> Result<Objects, Pause> {
        let seat = run.seat();
        run.order(seat, objects, cite!("六.6"), true)
    }
}

impl Searches for Xinglingwang {
    fn looked() -> Source {
        Source::Looked
    }

    fn look(word: Look<Xinglingwang>) -> Effect {
        Effect::Look(word)
    }

    fn choose(word: Choose<Xinglingwang>) -> Effect {
        Effect::Choose(word)
    }

    fn reveal(what: Select) -> Effect {
        Effect::Reveal(Each::of(what))
    }

    fn to_hand(what: Select) -> Effect {
        Effect::ToHand(Each::of(what))
    }

    fn put_back(word: ToDeck<Xinglingwang>) -> Effect {
        Effect::ToDeck(word)
    }

    fn shuffle(word: Shuffle) -> Effect {
        Effect::Shuffle(word)
    }
}

deeds! { Xinglingwang:
    /// 展示: both see them.
    Reveal, can |game, scene, object| true, |game, doer, object| {
        zone::reveal(game, object.card, cause_of(game, doer, cite!("六.1")));
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
    }, |game, doer, object| zone::destroy(game, object.card, cause_of(game, doer, cite!("十.2")));

    /// 被除外 [十.4].
    Exile: Verb::Exile, can |game, scene, object| !lies_in(game, object, Zone::Exile), |game, doer, object| {
        let why = cause_of(game, doer, cite!("十.4"));
        zone::send_to(game, object.card, Zone::Exile, End::Bottom, why)
    };

    /// 獻祭 [十.3].
    Sacrifice: Verb::Sacrifice, can |game, scene, object| {
        table::is_unit(game, object.card) && !prohibition::sacrifice(game, object.card)
    }, |game, doer, object| zone::sacrifice(game, object.card, cause_of(game, doer, cite!("十.3")));

    /// 橫放; an attack is cancelled by it [十五.橫放.1, 十五.橫放.2].
    Rest: Verb::Rest, can |game, scene, object| can_turn(game, object, State::Rested), |game, doer, object| {
        zone::turn(game, object.card, State::Rested, cause_of(game, doer, cite!("十五.橫放.1")))
    };

    /// 轉正; an attack is cancelled by it [ruling-11].
    Upright: Verb::Upright, can |game, scene, object| can_turn(game, object, State::Upright),
    |game, doer, object| {
        zone::turn(game, object.card, State::Upright, cause_of(game, doer, cite!("ruling-11")))
    };
}

fn lies_in(game: &Game<'_>, object: Object, zone: Zone) -> bool {
    matches!(table::zone_of(game, object.card), Some((there, _)) if there == zone)
}

fn can_turn(game: &Game<'_>, object: Object, state: State) -> bool {
    table::is_unit(game, object.card)
        && table::mark(game, object.card).state != state
        && !prohibition::turning(game, object.card)
}

/// The cause of a card's way: what is not on the field does not leave it; a text moves it there as far as
/// it can [十.1, 六.2].
fn leaving(game: &Game<'_>, doer: Doer, object: Object) -> Cause {
    let rule = match table::zone_of(game, object.card) {
        Some((Zone::Deck | Zone::Hand | Zone::Graveyard | Zone::Exile | Zone::Using, _)) => cite!("六.2"),
        _ => cite!("十.1"),
    };
    cause_of(game, doer, rule)
}
