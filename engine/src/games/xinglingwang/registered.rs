//! The game as callers outside the engine know it.

use super::action::{self, Action};
use super::{
    QUESTIONS, Question, Xinglingwang, answer, deck, ending, entry, legal, machine, magic, position, printed,
    reason, rules, setup, table, tactics, view,
};
use crate::games::{Faces, Vocabulary};
use crate::kernel::{ActionTable, Event, Match, Seat, State};
use crate::verdict::Cite;

impl crate::games::Registered for Xinglingwang {
    const ID: &'static str = "xinglingwang";
    // The book has no date: its threshold for an early end sets it apart from newer ones [ruling-1].
    const EDITION: &'static str = "fifteen-points";
    const SEMANTICS: u32 = 1;
    const STANDING: &'static [&'static str] = &["concede", "peek"];
    const VOCABULARY: Vocabulary = Vocabulary {
        actions: action::KINDS,
        needless: &["peek"],
        questions: &QUESTIONS,
        always: &[
            "mulligan",
            "before_battle",
            "winner",
            "loser",
            "summon",
            "tactic",
            "formation",
            "moves",
            "attack",
            "attacks",
            "tactics_end",
            "machine",
            "closing",
            "early_end",
        ],
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

    fn action_tables() -> Vec<ActionTable> {
        vec![
            ActionTable::of("mulligan", setup::MULLIGAN, setup::MULLIGAN_FIELDS),
            ActionTable::of("play_unit", entry::PLAY_UNIT, entry::PLAY_UNIT_FIELDS),
            ActionTable::of("summon_traveler", entry::SUMMON_TRAVELER, entry::SUMMON_TRAVELER_FIELDS),
            ActionTable::by_question("place"),
            ActionTable::of("use_card", magic::USE_CARD, magic::USE_CARD_FIELDS).and_text(),
            ActionTable::of("activate", magic::ACTIVATE, magic::ACTIVATE_FIELDS).and_text(),
            ActionTable::of("enter_mech", machine::ENTER, machine::ENTER_FIELDS),
            ActionTable::of("mech", machine::MECH, machine::MECH_FIELDS),
            ActionTable::free("exit_mech"),
            ActionTable::of("choose_tactic", tactics::CHOOSE_TACTIC, tactics::CHOOSE_TACTIC_FIELDS),
            ActionTable::of("move", tactics::MOVE, tactics::MOVE_FIELDS),
            ActionTable::of("end_moves", tactics::END_MOVES, tactics::END_MOVES_FIELDS),
            ActionTable::of("attack", tactics::ATTACK, tactics::ATTACK_FIELDS).and_text(),
            ActionTable::of("end_attacks", tactics::END_ATTACKS, tactics::END_ATTACKS_FIELDS),
            ActionTable::of("end_phase", tactics::END_PHASE, tactics::END_PHASE_FIELDS),
            ActionTable::of("exile_excess", ending::EXILE_EXCESS, ending::EXILE_EXCESS_FIELDS),
            ActionTable::of("declare_early_end", ending::DECLARE, ending::DECLARE_FIELDS),
            ActionTable::free("pass"),
            ActionTable::by_question("choose_trigger"),
            ActionTable::by_question("choose_cards"),
            ActionTable::by_question("choose_order"),
            ActionTable::free("choose_yes_no"),
            ActionTable::by_question("choose_number"),
            ActionTable::by_question("choose_mode"),
            ActionTable::free("choose_edge"),
            ActionTable::free("concede"),
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
        Some(format!("#{} {}", card.0, table::printed(game, card).name))
    }

    fn reason_readers(reason: &reason::Reason) -> crate::games::Readers {
        view::readers(reason)
    }

    fn randomness() -> Cite {
        cite!("ruling-7")
    }

    fn secrecy() -> Cite {
        cite!("四.1")
    }
}
