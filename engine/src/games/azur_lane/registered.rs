//! The game as callers outside the engine know it.

use super::action::Action;
use super::{AzurLane, Question, deck, ending, position, printed, reason, rules, setup, table, view};
use crate::game_kit::action::Actions;
use crate::games::{Faces, Vocabulary};
use crate::kernel::{Event, Match, State};
use crate::verdict::Cite;

impl crate::games::Registered for AzurLane {
    const ID: &'static str = "azur-lane";
    const EDITION: &'static str = "2025-05-28";
    const SEMANTICS: u32 = 1;
    const VOCABULARY: Vocabulary = Vocabulary {
        actions: Action::KINDS,
        needless: &["move", "peek"],
        questions: Question::KINDS,
        always: Question::ALWAYS,
        verbs: table::VERBS,
        endings: ending::ENDINGS,
        unsampled: &[],
        endless: &[],
        tokens: &[],
        zones: &[
            ("hand", Faces::Owner),
            ("deck", Faces::Nobody),
            ("durability", Faces::Nobody),
            ("retreat", Faces::Everybody),
        ],
    };
    const DEMO_POOL: &'static str = include_str!("../../../cards/azur-lane/pool.json");
    const DEMO_DECKS: &'static [&'static str] = &[
        include_str!("../../../cards/azur-lane/decks/driftwood.json"),
        include_str!("../../../cards/azur-lane/decks/foundry.json"),
        include_str!("../../../cards/azur-lane/decks/harvest.json"),
        include_str!("../../../cards/azur-lane/decks/lighthouse.json"),
        include_str!("../../../cards/azur-lane/decks/phoenix.json"),
        include_str!("../../../cards/azur-lane/decks/recycler.json"),
        include_str!("../../../cards/azur-lane/decks/tideforge.json"),
        include_str!("../../../cards/azur-lane/decks/vanguard.json"),
    ];

    type PoolData = printed::PoolData;
    type Deck = deck::Deck;
    type Options = setup::Options;
    type Position = position::Position;
    type StateView<'m> = view::StateView<'m>;
    type EventView<'m> = view::EventView<'m>;

    fn rules() -> &'static crate::verdict::RuleBook {
        &rules::RULES
    }

    fn messages() -> &'static [(&'static str, crate::verdict::Texts)] {
        rules::MESSAGES
    }

    fn compile(data: &printed::PoolData) -> Result<printed::Pool, Vec<crate::card::Finding>> {
        data.compile()
    }

    fn warnings(data: &printed::PoolData) -> Vec<crate::card::Finding> {
        data.warnings()
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

    fn state_view<'m>(game: &'m Match<'_, Self>, viewer: crate::kernel::Viewer) -> view::StateView<'m> {
        view::state(game, viewer)
    }

    fn event_views<'m>(
        game: &'m Match<'_, Self>,
        events: &[Event<Self>],
        viewer: crate::kernel::Viewer,
    ) -> Vec<view::EventView<'m>> {
        view::events(game, events, viewer)
    }

    fn card_id(pool: &printed::Pool, definition: u16) -> Option<&str> {
        pool.cards().get(usize::from(definition)).map(|card| card.id.as_str())
    }

    fn card_label(game: &Match<'_, Self>, card: crate::kernel::CardId) -> Option<String> {
        game.state.table.card(card)?;
        let name = table::face(game, card).names.first()?;
        Some(format!("#{} {name}", card.0))
    }

    fn randomness() -> Cite {
        cite!("ruling-12")
    }

    fn secrecy() -> Cite {
        cite!("400.2")
    }
}
