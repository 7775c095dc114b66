//! Views: what a viewer sees of cards, places, running effects and events in any game.

use std::fmt::Debug;

use crate::schema::JsonSchema;
use serde::Serialize;
use smol_str::SmolStr;

use super::zone::zone_of;
use crate::abilities::lasting::{Influence, Lasting};
use crate::abilities::{Choice, Choosable, Language};
use crate::game_kit::registered::Registered;
use crate::kernel::{
    CardId, Change, Event, Game, Indices, Match, Modifier, Object, PlaceId, Proposal, Reach, Seat, Spelled,
    Spot, Viewer,
};

/// A card whose face is seen, as far as anybody knows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CardView<'m> {
    /// What it is, its id in the pool; none if its face is unknown.
    #[schemars(extend("format" = "card"))]
    pub card: Option<&'m str>,
    /// Its number on this table; none if it is unknown which card it is.
    pub id: Option<CardId>,
    /// Its name, where a language is asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<&'m str>,
}

/// A card that an answer refers to, as far as the viewer may know it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "CardRef")]
pub struct CardRef<'m, Z> {
    /// What it is, its id in the pool; left out if its face is unknown.
    #[schemars(extend("format" = "card"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub card: Option<&'m str>,
    /// Its number on this table; left out if it is unknown which card it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<CardId>,
    /// Its name in the asked language; left out if its face is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<&'m str>,
    /// Where it is, in an event: where it was before; left out if it is no longer there as the same object.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<PlaceView<Z>>,
}

/// A pile or hand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PileView<'m> {
    /// Its cards, top first; left out where the viewer does not see them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cards: Option<Vec<CardView<'m>>>,
    /// How many there are.
    pub count: usize,
}

/// A place as an event names it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "PlaceView")]
pub struct PlaceView<Z> {
    /// The position, where the zone has some.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cell: Option<&'static str>,
    /// Whose; none if it is shared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// Which zone.
    pub zone: Z,
}

/// A running effect: what it does, to whom, until when, from which card, by which rule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(bound = "")]
#[schemars(bound = "G::Until: JsonSchema", rename = "EffectView")]
pub struct EffectView<'m, G: Sight> {
    /// The rule that it rests on.
    pub cite: &'static str,
    /// What it does.
    pub does: G::Does,
    /// The cards that it is on, those whose faces the viewer sees.
    pub on: Vec<CardView<'m>>,
    /// The player that it is on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub on_seat: Option<Seat>,
    /// Whose effect it is.
    pub seat: Seat,
    /// The card whose text began it, if the viewer sees its face where it lies now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<CardView<'m>>,
    /// When it ends.
    pub until: G::Until,
}

/// What a running effect does. Fields stand in the order of the canonical bytes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case", bound = "")]
#[schemars(bound = "L: Lasting", rename = "EffectDoes")]
pub enum Does<L: Lasting> {
    /// Adds to a number.
    Add {
        /// Which number.
        stat: L::Stat,
        /// How much; below 0: takes away.
        value: i64,
    },
    /// Makes a number this.
    Become {
        /// Which number.
        stat: L::Stat,
        /// What it is then.
        value: i64,
    },
    /// Multiplies the final number.
    Multiply {
        /// Which number.
        stat: L::Stat,
        /// By how much.
        times: u8,
    },
    /// Gives a keyword.
    Grant {
        /// Which.
        what: L::Keyword,
    },
    /// Takes something away.
    Lose {
        /// Which keyword; `null`: every ability.
        what: L::Lost,
    },
    /// Gives an ability of a card, as if it stood on the cards that the effect is on.
    GrantAbility {
        /// Which ability of that card, counted from 1; left out where it has no number.
        #[serde(skip_serializing_if = "Option::is_none")]
        number: Option<u8>,
        /// The card's id in the pool.
        #[schemars(extend("format" = "card"))]
        of: SmolStr,
    },
    /// Cards count as this type, too.
    CountsAsType {
        /// Which.
        what: String,
    },
    /// Cards count as having this name, too.
    CountsAsName {
        /// Which.
        what: String,
    },
    /// Forbids something.
    Forbid {
        /// Whether only with cards of the properties that the text names.
        partly: bool,
        /// What.
        what: L::ForbiddenName,
    },
    /// Allows something beyond the rules.
    Allow {
        /// Whether only with cards of the properties that the text names.
        partly: bool,
        /// What.
        what: L::AllowedName,
    },
    /// Waits for a later moment and does then what its text says.
    Later {
        /// Which ability of that card says it, counted from 1; left out where it has no number.
        #[serde(skip_serializing_if = "Option::is_none")]
        number: Option<u8>,
        /// The id in the pool of the card whose text it is.
        #[schemars(extend("format" = "card"))]
        of: SmolStr,
    },
}

impl<L: Lasting> Does<L> {
    /// The view of an influence that every game with abilities has; `named` gives the card's id and the
    /// number of an ability. `None`: the influence is the game's own.
    pub fn of(
        game: &Match<'_, L>,
        influence: &Influence<L>,
        named: impl Fn(&L::Ability) -> (SmolStr, Option<u8>),
    ) -> Option<Does<L>> {
        let forbid = |forbidden: &L::Forbidden| {
            let (what, partly) = L::forbidden_name(forbidden);
            Does::Forbid { partly, what }
        };
        Some(match influence {
            Influence::Add(stat, value) => Does::Add { stat: *stat, value: *value },
            Influence::Become(stat, value) => Does::Become { stat: *stat, value: *value },
            Influence::Multiply(stat, times) => Does::Multiply { stat: *stat, times: *times },
            Influence::Grant(what) => Does::Grant { what: *what },
            Influence::Lose(what) => Does::Lose { what: *what },
            Influence::GrantAbility(ability) => {
                let (of, number) = named(ability);
                Does::GrantAbility { number, of }
            }
            Influence::CountsAsType(what) => Does::CountsAsType { what: what.clone() },
            Influence::CountsAsName(what) => Does::CountsAsName { what: what.clone() },
            Influence::Forbid(text, _) => forbid(text.forbidden(game)?),
            Influence::Allow(text) => {
                let (what, partly) = L::allowed_name(text.allowed(game)?)?;
                Does::Allow { partly, what }
            }
            Influence::Own(own) => match L::waiting(own) {
                Some(ability) => {
                    let (of, number) = named(&ability);
                    Does::Later { number, of }
                }
                None => forbid(&L::forbidden_otherwise(own)?),
            },
        })
    }
}

/// What the other seat sees of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seen {
    /// All of it.
    Whole,
    /// All but this field.
    Without(&'static str),
    /// Nothing.
    Nothing,
}

/// The answer of an entry to a choice of an effect.
#[derive(Debug, Clone, Copy)]
pub enum Chosen<'a> {
    /// Yes or no.
    YesNo(bool),
    /// Cards.
    Cards(&'a [CardId]),
    /// An order of cards, in this field.
    Order(&'static str),
}

/// What the other seat sees of an answer to a choice. Unless the choice is `open`, it does not see that a
/// seat declined, and sees of a choice only that it was made. For a sealed choice every viewer sees that it
/// was made, whatever it was.
pub fn chosen<L: Language>(choice: Option<&Choice<L>>, open: bool, what: Chosen<'_>) -> Seen {
    let sealed = matches!(choice.map(|choice| &choice.what), Some(Choosable::Cards { hidden: true, .. }));
    match what {
        Chosen::YesNo(false) if !open => Seen::Nothing,
        Chosen::Cards([]) if !open && !sealed => Seen::Nothing,
        Chosen::Cards(_) if !open => Seen::Without("cards"),
        Chosen::Order(field) => match choice.map(|choice| &choice.what) {
            Some(Choosable::Order { hidden: true, .. }) => Seen::Without(field),
            _ => Seen::Whole,
        },
        Chosen::YesNo(_) | Chosen::Cards(_) => Seen::Whole,
    }
}

/// What a game's viewers see.
pub trait Sight: Game<Zone: Spelled> {
    /// The view of what a running effect does.
    type Does: Clone + Debug + PartialEq + Eq + Serialize + JsonSchema;

    /// The id of a card in the pool.
    fn printed_id<'m>(game: &'m Match<'_, Self>, card: CardId) -> &'m str;

    /// The name of a card as it lies, in the language at this index of [`Texts`](crate::verdict::Texts).
    fn name<'m>(game: &'m Match<'_, Self>, card: CardId, language: usize) -> Option<&'m str>;

    /// The place of a spot; `None`: events do not name it.
    fn place(game: &Match<'_, Self>, spot: Spot<Self>) -> Option<PlaceView<Self::Zone>> {
        let (zone, seat) = zone_of(game, spot)?;
        Some(PlaceView { cell: None, seat, zone })
    }

    /// The view of a running effect; `None`: the viewer sees nothing of it.
    fn does(game: &Match<'_, Self>, viewer: Viewer, influence: &Self::Influence) -> Option<Self::Does>;
}

/// Whether a viewer can tell that a seat has to pick one of several triggers, and which it picks: at least
/// two different ones stand on cards that the viewer sees, and so does the picked one.
pub fn picks_in_public<G: Sight>(
    game: &Match<'_, G>,
    viewer: Viewer,
    picked: CardId,
    card_of: impl Fn(&G::Trigger) -> CardId,
) -> bool {
    let candidates = game.next_waiting().map_or_else(Indices::new, |(_, indices)| indices);
    let waiting = candidates.iter().filter_map(|index| game.state.waiting.get(*index));
    let mut seen = waiting.filter(|waiting| game.sees_card(viewer, card_of(&waiting.trigger)));
    let first = seen.next();
    let choice = first.is_some_and(|first| seen.any(|other| !G::named_alike(first, other)));
    choice && game.sees_card(viewer, picked)
}

/// The reader of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reader {
    /// Decides what the reader sees.
    pub viewer: Viewer,
    /// The language of names by its index in [`Texts`](crate::verdict::Texts). `None`: cards have no names,
    /// which gives the form that does not depend on languages.
    pub language: Option<usize>,
}

/// A card whose face is visible.
pub fn card<'m, G: Sight>(game: &'m Match<'_, G>, reader: Reader, id: CardId) -> CardView<'m> {
    let is_known = game.state.is_known(id);
    let name = reader.language.filter(|_| is_known).and_then(|language| G::name(game, id, language));
    let card = is_known.then(|| G::printed_id(game, id));
    CardView { card, id: (!game.state.unknown.stands_in(id)).then_some(id), name }
}

/// A card whose face is visible, with its name and place.
pub fn card_ref<'m, G: Sight>(game: &'m Match<'_, G>, id: CardId, language: usize) -> CardRef<'m, G::Zone> {
    let reader = Reader { viewer: Viewer::Full, language: Some(language) };
    let CardView { card, id: number, name } = card(game, reader, id);
    let place = game.state.table.card(id).and_then(|lies| G::place(game, lies.spot));
    CardRef { card, id: number, name, place }
}

/// A further object of an event, with its place as long as it is the same object.
pub fn object_ref<'m, G: Sight>(
    game: &'m Match<'_, G>,
    object: Object,
    language: usize,
) -> CardRef<'m, G::Zone> {
    let card = card_ref(game, object.card, language);
    let place = card.place.filter(|_| game.state.table.is_current(object));
    CardRef { place, ..card }
}

/// Cards whose faces are visible.
pub fn cards<'m, G: Sight>(game: &'m Match<'_, G>, reader: Reader, cards: &[CardId]) -> Vec<CardView<'m>> {
    cards.iter().map(|&id| card(game, reader, id)).collect()
}

/// The cards of a place, if the viewer sees them: all or none.
pub fn pile<'m, G: Sight>(game: &'m Match<'_, G>, reader: Reader, place: PlaceId) -> PileView<'m> {
    let held = game.state.table.list(place);
    let open = game.sees_place(reader.viewer, place);
    PileView { cards: open.then(|| cards(game, reader, held)), count: held.len() }
}

/// The running effects that a viewer can know of. An effect on hidden cards alone is left out, because its
/// beginning tells that some of them fit. If a later sentence depends on whether it began, the rules reveal
/// that anyway.
pub fn seen_effects<'m, G: Sight>(
    game: &'m Match<'_, G>,
    viewer: Viewer,
) -> impl Iterator<Item = &'m Modifier<G>> {
    game.state.modifiers.iter().filter(move |modifier| sees_effect(game, viewer, modifier))
}

fn sees_effect<G: Sight>(game: &Match<'_, G>, viewer: Viewer, modifier: &Modifier<G>) -> bool {
    let is_hidden = match &modifier.reach {
        Reach::Objects(on) => !on.is_empty() && !on.iter().any(|object| game.sees_card(viewer, object.card)),
        _ => false,
    };
    !is_hidden && G::does(game, viewer, &modifier.influence).is_some()
}

/// Whether an event tells only that an effect began on a card that the viewer cannot see, which would reveal
/// the card; `begins`: its verb is the beginning of an effect.
pub fn begins_unseen<G: Sight>(game: &Match<'_, G>, viewer: Viewer, event: &Event<G>, begins: bool) -> bool {
    begins && event.subject.is_some() && !game.showed(viewer, event)
}

/// The card that the event of an effect's beginning names: one that everybody sees, if there is any.
pub fn subject<G: Game>(game: &Match<'_, G>, reach: &Reach<G>) -> Option<CardId> {
    let Reach::Objects(on) = reach else { return None };
    let open = on.iter().find(|object| game.sees_card(Viewer::Public, object.card));
    open.or(on.first()).map(|object| object.card)
}

/// The running effects that the viewer sees, in the order of time. Cards that the viewer cannot see where
/// they lie are not named.
pub fn effects<'m, G: Registered>(game: &'m Match<'_, G>, reader: Reader) -> Vec<EffectView<'m, G>> {
    let seen = seen_effects(game, reader.viewer);
    seen.filter_map(|modifier| effect(game, reader, modifier)).collect()
}

fn effect<'m, G: Registered>(
    game: &'m Match<'_, G>,
    reader: Reader,
    modifier: &Modifier<G>,
) -> Option<EffectView<'m, G>> {
    let seen = |card: CardId| game.sees_card(reader.viewer, card).then(|| self::card(game, reader, card));
    Some(EffectView {
        cite: G::INFO.rules.id(modifier.rule),
        does: G::does(game, reader.viewer, &modifier.influence)?,
        on: match &modifier.reach {
            Reach::Objects(objects) => objects.iter().filter_map(|object| seen(object.card)).collect(),
            _ => Vec::new(),
        },
        on_seat: match &modifier.reach {
            Reach::Seat(seat) => Some(*seat),
            _ => None,
        },
        seat: modifier.seat,
        source: modifier.source.and_then(|source| seen(source.card)),
        until: modifier.until,
    })
}

/// The way of a card in an event, for a viewer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Way<'m, Z> {
    /// The card, if its face is visible.
    pub card: Option<CardRef<'m, Z>>,
    /// Where it came from.
    pub from: Option<PlaceView<Z>>,
    /// Where it went.
    pub to: Option<PlaceView<Z>>,
}

/// The way of a card in an event. Its face is visible for the full view, for a viewer to whom the event shows
/// it, and if it comes from or goes to an open place.
pub fn way<'m, G: Sight>(
    game: &'m Match<'_, G>,
    event: &Event<G>,
    viewer: Viewer,
    language: usize,
) -> Way<'m, G::Zone> {
    let from = event.from.and_then(|spot| G::place(game, spot));
    let to = destination(&event.proposal).and_then(|spot| G::place(game, spot));
    let seen = game.showed(viewer, event);
    let subject = event.subject.filter(|_| seen).map(|object| CardRef {
        place: event.from.and_then(|spot| G::place(game, spot)),
        ..card_ref(game, object.card, language)
    });
    Way { card: subject, from, to }
}

fn destination<G: Game>(proposal: &Proposal<G>) -> Option<Spot<G>> {
    match proposal.change {
        Change::Move(_, to, ..) => Some(to),
        _ => None,
    }
}

/// Sorts events whose order a viewer must not learn by the cards' numbers.
pub fn hide_order<V>(
    views: &mut [V],
    viewer: Viewer,
    hidden: impl Fn(&V) -> bool,
    card: impl Fn(&V) -> Option<CardId>,
) {
    if viewer == Viewer::Full {
        return;
    }
    let mut start = 0;
    while start < views.len() {
        let run = views.iter().skip(start).take_while(|view| hidden(view)).count();
        if let Some(part) = views.get_mut(start..start + run) {
            part.sort_by_key(&card);
        }
        start += run.max(1);
    }
}

/// Declares the view of an event: the members of every event after `every`, and the optional ones; fields are
/// in the order of their names.
macro_rules! event_view {
    (
        $(#[$meta:meta])* $name:ident
        { $( $doc:literal $field:ident $(: $type:ty)? $(, every: $always:ty)?; )* } with parts
    ) => {
        event_view! { $(#[$meta])* $name { $( $doc $field $(: $type)? $(, every: $always)?; )* } }

        impl<'m> $name<'m> {
            /// The members of the event as parts of its sentence.
            fn parts(&self) -> Vec<(&'static str, crate::game_kit::sentence::Part<'_>)> {
                use crate::game_kit::sentence::Said;
                vec![$( (
                    stringify!($field),
                    $( <$type as Said>::said(self.$field.as_ref()) )?
                    $( <$always as Said>::said(Some(&self.$field)) )?
                ) ),*]
            }
        }
    };
    (
        $(#[$meta:meta])* $name:ident
        { $( $doc:literal $field:ident $(: $type:ty)? $(, every: $always:ty)?; )* }
    ) => {
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, crate::schema::JsonSchema)]
        pub struct $name<'m> { $(
            $(
                #[doc = $doc]
                #[serde(skip_serializing_if = "Option::is_none")]
                pub $field: Option<$type>,
            )?
            $(
                #[doc = $doc]
                pub $field: $always,
            )?
        )* }
    };
}
pub(crate) use event_view;
