//! The game as callers outside the engine know it.

use super::action::Action;
use super::{Question, Xinglingwang, deck, ending, position, printed, reason, rules, setup, table, view};
use crate::game_kit::action::Actions;
use crate::games::{Faces, Vocabulary};
use crate::kernel::{Event, Match, State};
use crate::verdict::Cite;

impl crate::games::Registered for Xinglingwang {
    const ID: &'static str = "xinglingwang";
    // The book has no date: its threshold for an early end sets it apart from newer ones [ruling-1].
    const EDITION: &'static str = "fifteen-points";
    const SEMANTICS: u32 = 1;
    const VOCABULARY: Vocabulary = Vocabulary {
        actions: Action::KINDS,
        needless: &["peek"],
        questions: Question::KINDS,
        always: Question::ALWAYS,
        verbs: table::VERBS,
        endings: ending::ENDINGS,
        // A loop of compulsory parts needs cards that the demo pool does not have.
        unsampled: &["endless_loop"],
        endless: &["energy", "reward"],
        tokens: &[printed::TRAVELER],
        zones: &[
            ("hand", Faces::Owner),
            ("deck", Faces::Nobody),
            ("graveyard", Faces::Everybody),
            ("exile", Faces::Everybody),
        ],
    };
    const DEMO_POOL: &'static str = include_str!("../../../cards/xinglingwang/pool.json");
    const DEMO_DECKS: &'static [&'static str] = &[
        include_str!("../../../cards/xinglingwang/decks/amber.json"),
        include_str!("../../../cards/xinglingwang/decks/bastion.json"),
        include_str!("../../../cards/xinglingwang/decks/cogwork.json"),
        include_str!("../../../cards/xinglingwang/decks/dredge.json"),
        include_str!("../../../cards/xinglingwang/decks/eddy.json"),
        include_str!("../../../cards/xinglingwang/decks/ferry.json"),
        include_str!("../../../cards/xinglingwang/decks/prowl.json"),
        include_str!("../../../cards/xinglingwang/decks/spore.json"),
        include_str!("../../../cards/xinglingwang/decks/surge.json"),
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
        Some(format!("#{} {}", card.0, table::printed(game, card).name))
    }

    fn randomness() -> Cite {
        cite!("ruling-7")
    }

    fn secrecy() -> Cite {
        cite!("四.1")
    }
}
