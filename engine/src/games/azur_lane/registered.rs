//! The game as callers outside the engine know it.

use super::action::{self, Action};
use super::{
    AzurLane, QUESTIONS, Question, answer, battle, damage, deck, ending, legal, play, position, printed,
    reason, remodel, rules, setup, table, view,
};
use crate::games::{Faces, Vocabulary};
use crate::kernel::{ActionTable, Event, Match, Seat, State};
use crate::verdict::Cite;

impl crate::games::Registered for AzurLane {
    const ID: &'static str = "azur-lane";
    const EDITION: &'static str = "2025-05-28";
    const SEMANTICS: u32 = 1;
    const STANDING: &'static [&'static str] = &["arrange", "concede", "peek"];
    const VOCABULARY: Vocabulary = Vocabulary {
        actions: action::KINDS,
        needless: &["move", "peek"],
        questions: &QUESTIONS,
        always: &["choose_first", "mulligan", "main", "battle_choice", "attack_window", "defence_window"],
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

    fn action_tables() -> Vec<ActionTable> {
        vec![
            ActionTable::free("choose_first"),
            ActionTable::of("mulligan", setup::MULLIGAN, setup::MULLIGAN_FIELDS),
            ActionTable::of("play_ship", play::PLAY_SHIP, play::SHIP_FIELDS),
            ActionTable::of("play_event", play::PLAY_EVENT, play::USE_FIELDS),
            ActionTable::of("activate", play::ACTIVATE, play::ACTIVATE_FIELDS),
            ActionTable::of("remodel", remodel::REMODEL, remodel::REMODEL_FIELDS),
            ActionTable::of("attack", battle::ATTACK, battle::ATTACK_FIELDS),
            ActionTable::of("support", battle::SUPPORT, battle::SUPPORT_FIELDS),
            ActionTable::of("counter", play::COUNTER, play::USE_FIELDS),
            ActionTable::of("chase", play::CHASE, play::USE_FIELDS),
            ActionTable::of("last_stand", damage::LAST_STAND, damage::FIELDS),
            ActionTable::free("pass"),
            ActionTable::of("choose_trigger", answer::CHOOSE_TRIGGER, answer::CARD_FIELDS),
            ActionTable::by_question("choose_cards"),
            ActionTable::by_question("choose_order"),
            ActionTable::by_question("choose_position"),
            ActionTable::free("choose_yes_no"),
            ActionTable::by_question("choose_number"),
            ActionTable::by_question("choose_mode"),
            ActionTable::by_question("choose_cubes"),
            ActionTable::free("concede"),
            ActionTable::of("arrange", answer::ARRANGE, answer::ZONE_FIELDS),
            ActionTable::of("move", answer::MOVE_CARD, answer::CARD_FIELDS),
            ActionTable::of("peek", answer::PEEK, answer::ZONE_FIELDS),
        ]
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

    fn shapes(game: &mut Match<'_, Self>, seat: Seat) -> Vec<crate::kernel::shape::Shape> {
        legal::shapes(game, seat)
    }

    fn action_from_member(
        kind: &str,
        fields: &[(&'static str, crate::kernel::shape::Value)],
    ) -> Option<Action> {
        Action::from_member(kind, fields)
    }

    fn read_action<'de, D: serde::Deserializer<'de>>(
        kind: &str,
        fields: D,
    ) -> Option<Result<Action, D::Error>> {
        Action::read(kind, fields)
    }

    fn question_name(question: &Question) -> &'static str {
        question.name()
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

    fn action_view(
        game: &Match<'_, Self>,
        seat: Seat,
        action: &Action,
        viewer: crate::kernel::Viewer,
    ) -> crate::games::Seen {
        view::action(game, seat, action, viewer)
    }

    fn card_id(pool: &printed::Pool, definition: u16) -> Option<&str> {
        pool.cards().get(usize::from(definition)).map(|card| card.id.as_str())
    }

    fn card_label(game: &Match<'_, Self>, card: crate::kernel::CardId) -> Option<String> {
        game.state.table.card(card)?;
        let name = table::face(game, card).names.first()?;
        Some(format!("#{} {name}", card.0))
    }

    fn reason_readers(reason: &reason::Reason) -> crate::games::Readers {
        view::readers(reason)
    }

    fn randomness() -> Cite {
        cite!("ruling-12")
    }

    fn secrecy() -> Cite {
        cite!("400.2")
    }
}
