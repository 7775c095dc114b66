//! Last known information: what cards were when they left.

use super::Language;
use crate::kernel::{Acts, Held, Match, Object};

/// The largest number of memories from one turn.
pub const MOST_REMEMBERED: usize = 2_000;

/// Games that remember cards that have left.
pub trait Remembers: Language {
    /// What the game remembers of one card.
    type Memory: Held;

    /// The object that a memory describes.
    fn remembered_as(memory: &Self::Memory) -> Object;

    /// All memories, the oldest first.
    fn memories(facts: &Self::Facts) -> &[Self::Memory];

    /// The list of memories, to change.
    fn memories_mut(facts: &mut Self::Facts) -> &mut Vec<Self::Memory>;
}

/// Declares the field of the facts that has the memories, and the field of a memory that has its object.
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

/// The memory of an object that has left.
pub fn last_known<'g, L: Remembers>(game: &'g Match<'_, L>, object: Object) -> Option<&'g L::Memory> {
    newest(game, |left| left == object.alone())
}

/// The memory of the object that a card was before it left and became `object`.
pub fn last_known_before<'g, L: Remembers>(game: &'g Match<'_, L>, object: Object) -> Option<&'g L::Memory> {
    let before = Object { incarnation: object.incarnation.wrapping_sub(1), ..object };
    newest(game, |left| left == object.alone() || left == before.alone())
}

fn newest<'g, L: Remembers>(game: &'g Match<'_, L>, is_it: impl Fn(Object) -> bool) -> Option<&'g L::Memory> {
    let memories = L::memories(&game.state.facts).iter().rev().take_while(|_| game.spend(1));
    memories.into_iter().find(|memory| is_it(L::remembered_as(memory)))
}
