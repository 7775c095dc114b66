//! The game as callers outside the engine know it.

use super::action::Action;
use super::{Question, Xinglingwang, deck, legal, position, printed, reason, rules, setup, table, view};
use crate::kernel::{Event, Match, Seat, State};
use crate::verdict::Cite;

impl crate::games::Registered for Xinglingwang {
    const ID: &'static str = "xinglingwang";
    // The book has no date: its threshold for an early end sets it apart from newer ones [ruling-1].
    const EDITION: &'static str = "fifteen-points";
    const SEMANTICS: u32 = 1;
    const STANDING: &'static [&'static str] = &["concede"];
    const DEMO_POOL: &'static str = include_str!("../../../cards/xinglingwang/pool.json");
    const DEMO_DECKS: &'static [&'static str] = &[
        include_str!("../../../cards/xinglingwang/decks/amber.json"),
        include_str!("../../../cards/xinglingwang/decks/bastion.json"),
        include_str!("../../../cards/xinglingwang/decks/cogwork.json"),
        include_str!("../../../cards/xinglingwang/decks/dredge.json"),
        include_str!("../../../cards/xinglingwang/decks/ferry.json"),
        include_str!("../../../cards/xinglingwang/decks/prowl.json"),
        include_str!("../../../cards/xinglingwang/decks/spore.json"),
        include_str!("../../../cards/xinglingwang/decks/surge.json"),
    ];

    type PoolData = printed::PoolData;
    type Deck = deck::Deck;
    type Options = setup::Options;
    type Position = position::Position;
    type StateView = view::StateView;
    type EventView = view::EventView;

    fn rules() -> &'static crate::verdict::RuleBook {
        &rules::RULES
    }

    fn messages() -> &'static [(&'static str, crate::verdict::Texts)] {
        rules::MESSAGES
    }

    fn compile(data: &printed::PoolData) -> Result<printed::Pool, Vec<crate::card::Finding>> {
        data.compile()
    }

    fn unknown_cards(pool: &printed::Pool, deck: &deck::Deck) -> Vec<(String, Option<String>)> {
        let unknown = deck.ids().filter(|(_, id)| pool.find(id).is_none());
        unknown.map(|(pointer, id)| (pointer, pool.nearest(id))).collect()
    }

    fn unknown_position_cards(
        pool: &printed::Pool,
        position: &position::Position,
    ) -> Vec<(String, Option<String>)> {
        let ids = position.ids();
        let unknown = ids.into_iter().filter(|(_, id)| pool.find(id).is_none());
        unknown.map(|(pointer, id)| (pointer, pool.nearest(&id))).collect()
    }

    fn deck_faults(pool: &printed::Pool, deck: &deck::Deck) -> Vec<crate::verdict::Refusal<reason::Reason>> {
        deck.faults(pool)
    }

    fn from_decks(pool: &printed::Pool, decks: &[deck::Deck; 2], options: &setup::Options) -> State<Self> {
        setup::table(pool, decks, options)
    }

    fn from_position(
        pool: &printed::Pool,
        position: &position::Position,
    ) -> Result<State<Self>, Vec<crate::verdict::Refusal<reason::Reason>>> {
        position.place(pool)
    }

    fn shapes(game: &mut Match<'_, Self>, seat: Seat) -> Vec<crate::kernel::shape::Shape> {
        legal::shapes(game, seat)
    }

    fn action_from_member(
        kind: &str,
        fields: &[(&'static str, crate::kernel::shape::Value)],
    ) -> Option<Action> {
        Action::from_member(kind, fields)
    }

    fn question_name(question: &Question) -> &'static str {
        question.name()
    }

    fn state_view(game: &Match<'_, Self>, viewer: crate::kernel::Viewer) -> view::StateView {
        view::state(game, viewer)
    }

    fn event_views(
        game: &Match<'_, Self>,
        events: &[Event<Self>],
        viewer: crate::kernel::Viewer,
    ) -> Vec<view::EventView> {
        view::events(game, events, viewer)
    }

    fn action_view(
        game: &Match<'_, Self>,
        seat: Seat,
        action: &Action,
        viewer: crate::kernel::Viewer,
    ) -> crate::games::Seen<Action> {
        view::action(game, seat, action, viewer)
    }

    fn card_label(game: &Match<'_, Self>, card: crate::kernel::CardId) -> Option<String> {
        game.state.table.card(card)?;
        Some(format!("#{} {}", card.0, table::printed(game, card).name))
    }

    fn reason_is_public(reason: &reason::Reason) -> bool {
        view::is_public(reason)
    }

    fn secrecy() -> Cite {
        cite!("四.1")
    }
}
