//! What is last known of cards that have left.

use super::Language;
use crate::kernel::{Acts, Held, Match, Object};

/// The most of what is remembered from one turn in a list.
pub const MOST_REMEMBERED: usize = 2_000;

/// Games that remember what cards were when they left.
pub trait Remembers: Language {
    /// What is remembered of one.
    type Memory: Held;

    /// Which object it was.
    fn remembered_as(memory: &Self::Memory) -> Object;

    /// All that is remembered, the oldest first.
    fn memories(facts: &Self::Facts) -> &[Self::Memory];

    /// The list of it.
    fn memories_mut(facts: &mut Self::Facts) -> &mut Vec<Self::Memory>;
}

/// Declares that a game keeps in its facts what is `remembered`, each with its `object`.
#[macro_export]
macro_rules! remembers {
    ($language:ty: $memory:ty) => {
        impl $crate::abilities::memory::Remembers for $language {
            type Memory = $memory;

            fn remembered_as(memory: &$memory) -> $crate::kernel::Object {
                memory.object
            }

            fn memories(facts: &Self::Facts) -> &[$memory] {
                &facts.remembered
            }

            fn memories_mut(facts: &mut Self::Facts) -> &mut Vec<$memory> {
                &mut facts.remembered
            }
        }
    };
}

/// Remembers a card that is about to leave.
pub fn remember<'p, L: Remembers>(acts: &mut impl Acts<'p, L>, memory: L::Memory) {
    let game = acts.game();
    if game.has_room(L::memories(&game.state.facts).len(), MOST_REMEMBERED) {
        L::memories_mut(acts.facts_mut()).push(memory);
    }
}

/// What an object was when it left.
pub fn last_known<'g, L: Remembers>(game: &'g Match<'_, L>, object: Object) -> Option<&'g L::Memory> {
    newest(game, |left| left == object.alone())
}

/// The same of what an object has become by leaving.
pub fn last_known_before<'g, L: Remembers>(game: &'g Match<'_, L>, object: Object) -> Option<&'g L::Memory> {
    let before = Object { incarnation: object.incarnation.wrapping_sub(1), ..object };
    newest(game, |left| left == object.alone() || left == before.alone())
}

fn newest<'g, L: Remembers>(game: &'g Match<'_, L>, is_it: impl Fn(Object) -> bool) -> Option<&'g L::Memory> {
    let memories = L::memories(&game.state.facts).iter().rev().take_while(|_| game.spend(1));
    memories.into_iter().find(|memory| is_it(L::remembered_as(memory)))
}
