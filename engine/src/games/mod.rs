//! The registry of the five games, and the only module in which they meet.

/// Declares a game's rule index, which the build generates from `rules/<game>`, and `cite!` for its ids. An
/// unknown id does not compile. The parameter `$` is passed on to the inner macro.
macro_rules! rulebook {
    ($game:ident, $dollar:tt) => {
        #[allow(missing_docs)]
        pub mod rules {
            //! The rule index: ids, texts, rulings, messages, limits.

            use crate::verdict::citation::Texts;
            use crate::verdict::{Rule, RuleBook, RuleKind};

            include!(concat!(env!("OUT_DIR"), "/", stringify!($game), ".rs"));
        }

        /// The citation of an id; an unknown id does not compile.
        macro_rules! cite {
                    ($dollar id:literal) => {
                        const { crate::verdict::citation::find(crate::games::$game::rules::IDS, $dollar id) }
                    };
                }
    };
}

/// Declares the items that every [`Game`](crate::kernel::Game) has in common: its types and functions from
/// its chapters, and actions from the kit.
macro_rules! in_chapters {
    () => {
        type Pool = printed::Pool;
        type Zone = table::Zone;
        type Verb = table::Verb;
        type Step = Step;
        type Stage = table::Phase;
        type Question = Question;
        type Action = action::Action;
        type Reason = reason::Reason;
        type Facts = Facts;
        type Ending = ending::Ending;

        fn check(
            draft: &mut crate::kernel::Draft<'_, '_, Self>,
            seat: crate::kernel::Seat,
            action: &action::Action,
        ) {
            crate::game_kit::action::time::check(draft, seat, action);
        }

        fn perform(
            game: &mut crate::kernel::Match<'_, Self>,
            seat: crate::kernel::Seat,
            action: &action::Action,
        ) {
            crate::game_kit::action::time::perform(game, seat, action);
        }

        fn answers(
            game: &mut crate::kernel::Match<'_, Self>,
            seat: crate::kernel::Seat,
        ) -> Vec<crate::kernel::shape::Shape> {
            let question = game.asked(seat).map(|asked| asked.question.clone());
            question.map_or_else(Vec::new, |question| {
                <action::Action as crate::game_kit::action::Actions<Self>>::shapes(game, seat, &question)
            })
        }

        fn can_be_waived(reason: &reason::Reason) -> bool {
            crate::game_kit::reason::Asking::can_be_waived(reason)
        }

        fn active(game: &crate::kernel::Match<'_, Self>) -> crate::kernel::Seat {
            game.state.facts.active
        }

        fn schedule(number: u8) -> &'static [crate::kernel::Stage<Self>] {
            turn::TABLES.get(usize::from(number)).copied().unwrap_or_default()
        }

        fn stage_ends(game: &mut crate::kernel::Match<'_, Self>, stage: table::Phase) -> bool {
            turn::stage_ends(game, stage)
        }

        fn sees(
            game: &crate::kernel::Match<'_, Self>,
            viewer: crate::kernel::Viewer,
            lies: &crate::kernel::Lies<Self>,
        ) -> bool {
            view::sees(game, viewer, lies)
        }

        fn is_answer(action: &action::Action) -> bool {
            crate::game_kit::action::Actions::when(action) == crate::game_kit::action::When::Asked
        }
    };
}

/// Declares functions of [`Game`](crate::kernel::Game) and [`Kit`](crate::game_kit::action::Kit) by the
/// functions of the chapters that do their work.
macro_rules! delegate {
    ($( $name:ident = $to:path; )*) => { $( delegate!(@ $name $to); )* };
    (@ stage_begins $to:path) => {
        fn stage_begins(game: &mut crate::kernel::Match<'_, Self>, stage: Self::Stage) {
            $to(game, stage);
        }
    };
    (@ stage_announced $to:path) => {
        fn stage_announced(
            game: &mut crate::kernel::Match<'_, Self>,
            stage: Self::Stage,
            rule: crate::verdict::Cite,
        ) {
            $to(game, stage, rule);
        }
    };
    (@ prohibited $to:path) => {
        fn prohibited(
            game: &crate::kernel::Match<'_, Self>,
            proposal: &crate::kernel::Proposal<Self>,
        ) -> Option<crate::verdict::Cite> {
            $to(game, proposal)
        }
    };
    (@ replacements $to:path) => {
        fn replacements(
            game: &mut crate::kernel::Match<'_, Self>,
            proposal: &crate::kernel::Proposal<Self>,
        ) -> Vec<crate::kernel::Replacement<Self>> {
            $to(game, proposal)
        }
    };
    (@ replacement_question $to:path) => {
        fn replacement_question(
            game: &crate::kernel::Match<'_, Self>,
            deciding: &crate::kernel::Deciding<Self>,
        ) -> (crate::kernel::Seat, Self::Question) {
            $to(game, deciding)
        }
    };
    (@ departs $to:path) => {
        fn departs(
            game: &mut crate::kernel::Match<'_, Self>,
            proposal: &crate::kernel::Proposal<Self>,
        ) {
            $to(game, proposal);
        }
    };
    (@ moves_with $to:path) => {
        fn moves_with(
            game: &crate::kernel::Match<'_, Self>,
            proposal: &crate::kernel::Proposal<Self>,
        ) -> crate::kernel::Together<Self> {
            $to(game, proposal)
        }
    };
    (@ waits_before_done $to:path) => {
        fn waits_before_done(
            game: &crate::kernel::Match<'_, Self>,
            proposal: &crate::kernel::Proposal<Self>,
        ) -> bool {
            $to(game, proposal)
        }
    };
    (@ on_event $to:path) => {
        fn on_event(game: &mut crate::kernel::Match<'_, Self>, event: &crate::kernel::Event<Self>) {
            $to(game, event);
        }
    };
    (@ check_state $to:path) => {
        fn check_state(game: &mut crate::kernel::Match<'_, Self>) {
            $to(game);
        }
    };
    (@ abort_obsolete $to:path) => {
        fn abort_obsolete(game: &mut crate::kernel::Match<'_, Self>) {
            $to(game);
        }
    };
    (@ loop_found $to:path) => {
        fn loop_found(game: &mut crate::kernel::Match<'_, Self>) {
            $to(game);
        }
    };
    (@ concern $to:path) => {
        fn concern(
            game: &crate::kernel::Match<'_, Self>,
            asked: &crate::kernel::Asked<Self>,
        ) -> crate::game_kit::question::Concern {
            $to(game, asked)
        }
    };
    (@ out_of_time $to:path) => {
        fn out_of_time(
            game: &crate::kernel::Match<'_, Self>,
            seat: crate::kernel::Seat,
            action: &Self::Action,
            asked: &crate::kernel::Asked<Self>,
        ) -> crate::verdict::Refusal<Self::Reason> {
            $to(game, seat, action, asked)
        }
    };
    (@ not_among $to:path) => {
        fn not_among(
            game: &crate::kernel::Match<'_, Self>,
            seat: crate::kernel::Seat,
            choice: &crate::abilities::Choice<Self>,
            card: crate::kernel::CardId,
        ) -> crate::verdict::Refusal<Self::Reason> {
            $to(game, seat, choice, card)
        }
    };
}

/// Declares the types of a [`Game`](crate::kernel::Game) that a game does without.
macro_rules! without {
    ($($name:ident)*) => { $( type $name = (); )* };
}

/// Registers a game: its constants are given here, and its functions come from its chapters, which have the
/// same names in every game.
macro_rules! registered {
    (
        $game:ident: $id:literal, $edition:literal, $semantics:literal;
        title: $title:expr,
        $( pools { $( $pool:literal, )* } )?
        decks { $( $deck:literal, )* }
        abilities { $( $list:literal, )* }
        inert: $inert:literal,
        vocabulary { $( $word:ident: $words:expr, )* }
        randomness: $randomness:expr,
        secrecy: $secrecy:expr,
        judge: $judge:expr,
        name: $name:expr,
        $( together: $together:expr, )?
        $( hidden_zone: $hidden_zone:expr, )?
    ) => {
        // Statics stand in the program once, whichever crates read them.
        static INFO: crate::game_kit::registered::GameInfo = crate::game_kit::registered::GameInfo {
            id: $id,
            title: $title,
            edition: $edition,
            semantics: $semantics,
            rules: &super::rules::RULES,
            messages: super::rules::MESSAGES,
            action_tables: <super::action::Action as crate::game_kit::action::Actions<$game>>::tables,
            standing: <super::action::Action as crate::game_kit::action::Actions<$game>>::STANDING,
            // Some games have words of every kind.
            #[allow(clippy::needless_update)]
            vocabulary: crate::game_kit::registered::Vocabulary {
                actions: <super::action::Action as crate::game_kit::action::Actions<$game>>::KINDS,
                questions: super::Question::KINDS,
                always: super::Question::ALWAYS,
                verbs: super::table::Verb::WORDS,
                members: super::table::Verb::MEMBERS,
                endings: super::ending::Ending::WORDS,
                $( $word: $words, )*
                ..crate::game_kit::registered::Vocabulary::NONE
            },
            demo_pool: DEMO_POOL,
            pools: &[
                ("demo", DEMO_POOL),
                $( $(
                    (
                        $pool,
                        include_str!(concat!(
                            env!("CARGO_MANIFEST_DIR"), "/cards/", $id, "/", $pool, ".json"
                        )),
                    ),
                )* )?
            ],
            decks: &[$(
                include_str!(concat!(
                    env!("CARGO_MANIFEST_DIR"), "/cards/", $id, "/decks/", $deck, ".json"
                )),
            )*],
            trials: include_str!(concat!(
                env!("CARGO_MANIFEST_DIR"), "/cards/", $id, "/trials.json"
            )),
            board: include_str!(concat!(
                env!("CARGO_MANIFEST_DIR"), "/rules/", $id, "/board.json"
            )),
            ability_lists: &[$( $list, )*],
            inert: $inert,
            randomness: $randomness,
            secrecy: $secrecy,
            judge: $judge,
        };

        const DEMO_POOL: &str =
            include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/cards/", $id, "/pool.json"));

        impl crate::game_kit::registered::Registered for $game {
            const INFO: &'static crate::game_kit::registered::GameInfo = &INFO;

            type PoolData = super::printed::PoolData;
            type Deck = super::deck::Deck;
            type Options = super::setup::Options;
            type Position = super::position::Position;
            type Stated = crate::game_kit::pool::FactList<$game>;
            type StateView<'m> = super::view::StateView<'m>;
            type EventView<'m> = super::view::EventView<'m>;

            fn compile(data: &Self::PoolData) -> Result<Self::Pool, Vec<crate::abilities::Finding>> {
                data.compile()
            }

            fn warnings(data: &Self::PoolData) -> Vec<crate::abilities::Finding> {
                data.warnings()
            }

            fn with_facts(
                pool: &Self::Pool,
                facts: &Self::Stated,
            ) -> Result<Self::Pool, crate::game_kit::fact::FactFault> {
                pool.with_facts(facts)
            }

            fn stated_cards(facts: &Self::Stated) -> Vec<&str> {
                facts.cards().collect()
            }

            fn deck_faults(
                pool: &Self::Pool,
                deck: &Self::Deck,
                options: &Self::Options,
            ) -> Vec<crate::verdict::Refusal<Self::Reason>> {
                deck.faults(pool, options)
            }

            $( fn hidden_zone(
                position: &Self::Position,
                viewer: crate::kernel::Viewer,
                pointer: &str,
            ) -> Option<String> {
                $hidden_zone(position, viewer, pointer)
            } )?

            $( fn faults_together(
                pool: &Self::Pool,
                decks: &[Self::Deck; 2],
                _: &Self::Options,
            ) -> Vec<crate::verdict::Refusal<Self::Reason>> {
                $together(pool, decks)
            } )?

            fn from_decks(
                pool: &Self::Pool,
                decks: &[Self::Deck; 2],
                options: &Self::Options,
            ) -> crate::kernel::State<Self> {
                super::setup::table(pool, decks, options)
            }

            fn from_position(
                pool: &Self::Pool,
                position: &Self::Position,
            ) -> Result<crate::kernel::State<Self>, Vec<crate::verdict::Refusal<Self::Reason>>> {
                position.place(pool)
            }

            fn to_position(
                game: &crate::kernel::Match<'_, Self>,
                viewer: crate::kernel::Viewer,
            ) -> crate::game_kit::position::Made<Self::Position> {
                super::position::position_of(game, viewer)
            }

            fn state_view<'m>(
                game: &'m crate::kernel::Match<'_, Self>,
                reader: crate::game_kit::view::Reader,
            ) -> Self::StateView<'m> {
                super::view::state(game, reader)
            }

            fn event_views<'m>(
                game: &'m crate::kernel::Match<'_, Self>,
                events: &[crate::kernel::Event<Self>],
                viewer: crate::kernel::Viewer,
                speech: &crate::game_kit::sentence::Speech<'_>,
            ) -> Vec<Self::EventView<'m>> {
                super::view::events(game, events, viewer, speech)
            }

            fn card_id(pool: &Self::Pool, definition: u16) -> Option<&str> {
                pool.cards().get(usize::from(definition)).map(|card| card.id.as_str())
            }

            fn card_name(pool: &Self::Pool, definition: u16, language: usize) -> Option<&str> {
                let name: fn(&Self::Pool, u16, usize) -> Option<&str> = $name;
                name(pool, definition, language).filter(|name| !name.is_empty())
            }
        }

        described! { $id;
            super::action::Action = "action",
            super::deck::Deck = "deck",
            super::setup::Options = "options",
            super::printed::PoolData = "pool",
            super::position::Position = "position",
            crate::game_kit::pool::FactList<$game> = "facts",
        }
    };
}

/// Declares the names under which the schemas of a game's types are stored.
macro_rules! described {
    ($game:literal; $( $type:ty = $name:literal, )*) => {
        $( impl crate::schema::Described for $type {
            const GAME: &'static str = $game;
            const NAME: &'static str = $name;
        } )*
    };
}

pub mod azur_lane;
pub mod battle_spirits;
pub mod build_divide;
pub mod tianhai;
#[cfg(feature = "toy")]
pub mod toy;
pub mod xinglingwang;

pub use crate::game_kit::registered::{Faces, GameInfo, Readers, Registered, Vocabulary};
pub use crate::game_kit::view::{Reader, Seen};

/// An operation on a game that is known only by its id.
pub trait Visit {
    /// The result.
    type Out;

    /// Runs the operation for a game.
    fn visit<G: Registered>(self) -> Self::Out;
}

macro_rules! registry {
    ($($game:ty),*; unlisted: $($feature:literal $unlisted:ty,)*) => {
        /// The ids of all games, in the order of the registry.
        pub const IDS: &[&str] = &[$(<$game as Registered>::INFO.id),*];

        /// The ids of games that a feature adds, and that no list has.
        pub const UNLISTED: &[&str] = &[$( #[cfg(feature = $feature)] <$unlisted as Registered>::INFO.id ),*];

        /// What the game with this id says of itself; `None`: there is no such game.
        pub fn info(id: &str) -> Option<&'static GameInfo> {
            let all = [
                $( <$game as Registered>::INFO, )*
                $( #[cfg(feature = $feature)] <$unlisted as Registered>::INFO, )*
            ];
            all.into_iter().find(|info| info.id == id)
        }

        /// Runs an operation on the game with this id; `None`: there is no such game.
        pub fn dispatch<V: Visit>(id: &str, visit: V) -> Option<V::Out> {
            $( if id == <$game as Registered>::INFO.id {
                return Some(visit.visit::<$game>());
            } )*
            $( #[cfg(feature = $feature)]
            if id == <$unlisted as Registered>::INFO.id {
                return Some(visit.visit::<$unlisted>());
            } )*
            None
        }
    };
}

registry!(
    azur_lane::AzurLane,
    xinglingwang::Xinglingwang,
    battle_spirits::BattleSpirits,
    build_divide::BuildDivide,
    tianhai::Tianhai;
    unlisted: "toy" toy::Toy,
);
