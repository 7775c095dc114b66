//! Running effects as data: what they do in the state, in positions and in views
//! ([`effects!`](rules_judge_derive::effects)); in positions also to what, and until when. An effect for
//! which the common words have no form is written as a reference to the sentence that began it.

pub use rules_judge_derive::effects;

use crate::schema::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};
use smallvec::SmallVec;

use super::position::{PositionBuilder, Source};
use super::thing::Same;
use crate::abilities::lasting::{Change, Influence, Made, Text};
use crate::abilities::shorthand::{self, Keys, ShortOrFields};
use crate::abilities::{EffectWord, Lasting, Word};
use crate::game_kit::registered::Registered;
use crate::kernel::{Match, Modifier, Object, Reach, Seat, State, wire};
use crate::verdict::Cite;

/// What a running effect holds besides its kind.
pub trait EffectFact<L: Lasting>: Sized {
    /// Its form in positions.
    type Said;
    /// Its form in views.
    type Seen;

    /// The form in a position.
    fn said(&self, pool: &L::Pool) -> Self::Said;

    /// What a position says; `None`: the pool has no such card.
    fn held(said: &Self::Said, pool: &L::Pool) -> Option<Self>;

    /// The form in a view.
    fn seen(&self, pool: &L::Pool) -> Self::Seen;

    /// The id of the card that a position names.
    fn card(_: &Self::Said) -> Option<&str> {
        None
    }
}

impl<L: Lasting, T: Same> EffectFact<L> for T {
    type Said = T;
    type Seen = T;

    fn said(&self, _: &L::Pool) -> T {
        self.clone()
    }

    fn held(said: &T, _: &L::Pool) -> Option<T> {
        Some(said.clone())
    }

    fn seen(&self, _: &L::Pool) -> T {
        self.clone()
    }
}

impl<L: Lasting> EffectFact<L> for i64 {
    type Said = i64;
    type Seen = i64;

    fn said(&self, _: &L::Pool) -> i64 {
        *self
    }

    fn held(said: &i64, _: &L::Pool) -> Option<i64> {
        Some(*said)
    }

    fn seen(&self, _: &L::Pool) -> i64 {
        *self
    }
}

/// What a sentence began.
pub trait Begun<L: Lasting> {
    /// The sentence.
    fn text(&self) -> &Text<L>;

    /// Whether it holds nothing besides.
    fn is_plain(&self) -> bool {
        true
    }

    /// What the sentence begins that refers to nothing chosen.
    fn by(text: Text<L>) -> Self;
}

impl<L: Lasting> Begun<L> for Text<L> {
    fn text(&self) -> &Text<L> {
        self
    }

    fn by(text: Text<L>) -> Self {
        text
    }
}

impl<L: Lasting> Begun<L> for Made<L> {
    fn text(&self) -> &Text<L> {
        &self.text
    }

    fn is_plain(&self) -> bool {
        self.chosen.is_empty()
    }

    fn by(text: Text<L>) -> Self {
        Made { text, chosen: Vec::new() }
    }
}

/// The sentence, if there is nothing besides.
pub fn only_text<L: Lasting>(begun: &impl Begun<L>) -> Option<Text<L>> {
    begun.is_plain().then(|| begun.text().clone())
}

/// How positions write what the state holds by places in the pool: an ability; a sentence with the number
/// that was chosen.
pub trait Written<L: Lasting, H>: Sized {
    /// What it is; `None`: the pool has no such card or ability.
    fn held(&self, pool: &L::Pool) -> Option<H>;

    /// How it is written; `None`: it cannot be.
    fn of(pool: &L::Pool, held: &H) -> Option<Self>;

    /// The id of its card.
    fn card(&self) -> &str;
}

/// A word of a position for a running effect that only the game has.
pub trait OwnWord<L: Lasting>: Word {
    /// What it is in the state; `None`: the pool has no such card.
    fn held(&self, pool: &L::Pool) -> Option<L::GameInfluence>;

    /// The word for what the state holds; `None`: there is none.
    fn of(pool: &L::Pool, held: &L::GameInfluence) -> Option<Self>;

    /// The id of the card in it, with its pointer.
    fn card(&self) -> Option<(&'static str, &str)>;
}

/// A game's own part in that: its abilities and its own kinds of effects.
pub trait Runs: Lasting + Registered {
    /// The game's own kinds of effects, as positions write them.
    type OwnDoes: OwnWord<Self>;

    /// An ability by its card's id and its number there, from 1.
    fn ability_of(pool: &Self::Pool, card: &str, number: u8) -> Option<Self::Ability>;

    /// The card's id and the number of an ability; `None`: no card of the pool has it.
    fn ability_named(pool: &Self::Pool, ability: Self::Ability) -> Option<(String, u8)>;

    /// The sentence to which such an influence refers.
    fn begun_by(own: &Self::GameInfluence) -> Option<&Text<Self>>;
}

/// Which number, and by how much it is changed or what it becomes.
#[wire]
#[serde(expecting = "a list of a number's name and an amount")]
pub struct Changed<L: Lasting>(pub L::Stat, pub i32);

/// Which number, and by what it is multiplied.
#[wire]
#[serde(expecting = "a list of a number's name and a factor")]
pub struct Multiplied<L: Lasting>(pub L::Stat, pub u8);

/// A printed ability.
#[wire]
pub struct PrintedAbility {
    /// The card, by its id in the pool.
    pub card: String,
    /// Which of its abilities, counted from 1.
    pub ability: u8,
}

/// A sentence of an ability.
#[wire]
pub struct Sentence {
    /// The card, by its id in the pool.
    pub card: String,
    /// Which of its abilities, counted from 1.
    pub ability: u8,
    /// Where the sentence stands in what the ability does: for each nested list the branch that leads into it
    /// and the place in it, counted from 0.
    pub at: Vec<(u8, u8)>,
    /// The number that was chosen, where the sentence refers to one.
    #[optional(told)]
    pub chosen: i64,
}

impl Sentence {
    fn text<L: Runs>(&self, pool: &L::Pool) -> Option<Text<L>> {
        let ability = L::ability_of(pool, &self.card, self.ability)?;
        Some(Text { ability, path: SmallVec::from_slice(&self.at) })
    }

    /// The influence that the sentence begins without chosen cards; `None`: it begins none.
    fn influence<L: Runs>(&self, game: &Match<'_, L>) -> Option<Influence<L>> {
        let text = self.text(game.pool)?;
        let word = text.word(game)?;
        let change = word.lasts();
        if change.and_then(Change::forbidden).is_some() {
            return Some(Influence::Forbid(text, self.chosen));
        }
        if change.and_then(Change::allowed).is_some() {
            return Some(Influence::Allow(text));
        }
        word.begins(&text).map(|(own, _)| Influence::Own(own))
    }

    fn of<L: Runs>(pool: &L::Pool, text: &Text<L>, chosen: i64) -> Option<Sentence> {
        let (card, ability) = L::ability_named(pool, text.ability)?;
        Some(Sentence { card, ability, at: text.path.to_vec(), chosen })
    }
}

/// Declares what running effects of a position do. The changes of numbers and keywords have the same words in
/// every game. `Lose` comes first, with its own description. The other words come with the arms of three
/// matches: from a word to the state, from the state to a word, and from a word to the card in it. The first
/// two find cards `by` a value.
macro_rules! does {
    (
        $(#[$doc:meta])*
        pub enum $name:ident[$($parameter:ident: $bound:ident)?]: $game:ident {
            $(#[$lose:meta])*
            Lose,
            $( $(#[$other_doc:meta])* $other:ident $(($what:ty))?, )*
        }
        by $cards:ident: $of:ty;
        influence { $($influence:tt)* }
        of { $($word:tt)* }
        card { $($card:tt)* }
    ) => {
        $(#[$doc])*
        pub enum $name $(<$parameter: $bound>)? {
            /// Adds to a number.
            Add($crate::game_kit::running::Changed<$game>),
            /// Makes a number this.
            Become($crate::game_kit::running::Changed<$game>),
            /// Multiplies the final number.
            Multiply($crate::game_kit::running::Multiplied<$game>),
            /// Gives a keyword.
            Grant(<$game as $crate::abilities::Lasting>::Keyword),
            $(#[$lose])*
            Lose(<$game as $crate::abilities::Lasting>::Lost),
            $( $(#[$other_doc])* $other $(($what))?, )*
        }

        #[allow(unused_variables)]
        impl $(<$parameter: $bound>)? $name $(<$parameter>)? {
            /// What it is in the state; `None`: the pool has no such card or sentence.
            pub fn influence(&self, $cards: $of) -> Option<$crate::abilities::lasting::Influence<$game>> {
                use $crate::abilities::lasting::Influence;
                use $crate::game_kit::running::{Changed, Multiplied};
                Some(match self {
                    $name::Add(Changed(stat, n)) => Influence::Add(*stat, i64::from(*n)),
                    $name::Become(Changed(stat, n)) => Influence::Become(*stat, i64::from(*n)),
                    $name::Multiply(Multiplied(stat, by)) => Influence::Multiply(*stat, *by),
                    $name::Grant(keyword) => Influence::Grant(*keyword),
                    $name::Lose(lost) => Influence::Lose(*lost),
                    $($influence)*
                })
            }

            /// The word for what the state holds; `None`: there is none, or the number is too large.
            pub fn of(
                $cards: $of,
                influence: &$crate::abilities::lasting::Influence<$game>,
            ) -> Option<Self> {
                use $crate::abilities::lasting::Influence;
                use $crate::game_kit::running::{Changed, Multiplied};
                let number = |n: &i64| i32::try_from(*n).ok();
                Some(match influence {
                    Influence::Add(stat, n) => $name::Add(Changed(*stat, number(n)?)),
                    Influence::Become(stat, n) => $name::Become(Changed(*stat, number(n)?)),
                    Influence::Multiply(stat, by) => $name::Multiply(Multiplied(*stat, *by)),
                    Influence::Grant(keyword) => $name::Grant(*keyword),
                    Influence::Lose(lost) => $name::Lose(*lost),
                    Influence::CountsAsType(_) | Influence::CountsAsName(_) => return None,
                    $($word)*
                })
            }

            /// The id of the card in it, with its pointer.
            pub fn card(&self) -> Option<(&'static str, &str)> {
                match self {
                    $name::Add(_) | $name::Become(_) | $name::Multiply(_) => None,
                    $name::Grant(_) | $name::Lose(_) => None,
                    $($card)*
                }
            }

            /// The amount by which a number changes, or which it becomes; 0 if there is none.
            pub const fn amount(&self) -> u32 {
                match self {
                    $name::Add(changed) | $name::Become(changed) => changed.1.unsigned_abs(),
                    $name::Multiply(_) | $name::Grant(_) | $name::Lose(_) $( | $name::$other { .. } )* => 0,
                }
            }
        }
    };
}
pub(crate) use does;

does! {
    /// What running effects of many games do.
    #[wire(Keys)]
    pub enum Common[L: Runs]: L {
        /// Takes something away.
        Lose,
        /// Gives an ability.
        GrantAbility(PrintedAbility),
        /// What a sentence says that lasts.
        Says(Sentence),
    }
    by game: &Match<'_, L>;
    influence {
        Common::GrantAbility(printed) => {
            Influence::GrantAbility(L::ability_of(game.pool, &printed.card, printed.ability)?)
        }
        Common::Says(sentence) => sentence.influence(game)?,
    }
    of {
        Influence::GrantAbility(ability) => {
            let (card, ability) = L::ability_named(game.pool, *ability)?;
            Common::GrantAbility(PrintedAbility { card, ability })
        }
        Influence::Forbid(text, chosen) => Common::Says(Sentence::of::<L>(game.pool, text, *chosen)?),
        Influence::Allow(text) => Common::Says(Sentence::of::<L>(game.pool, text, 0)?),
        Influence::Own(own) => Common::Says(Sentence::of::<L>(game.pool, L::begun_by(own)?, 0)?),
    }
    card {
        Common::GrantAbility(printed) => Some(("grant_ability/card", printed.card.as_str())),
        Common::Says(sentence) => Some(("says/card", sentence.card.as_str())),
    }
}

/// What a running effect does.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, JsonSchema)]
#[serde(untagged, bound = "")]
#[schemars(bound = "L: Runs", rename = "EffectOfPosition")]
pub enum Does<L: Runs> {
    /// What effects of many games do.
    Common(Common<L>),
    /// What only those of this game do.
    Own(L::OwnDoes),
}

impl<'de, L: Runs> Deserialize<'de> for Does<L> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Does<L>, D::Error> {
        shorthand::read(deserializer)
    }
}

impl<'de, L: Runs> ShortOrFields<'de> for Does<L> {
    type Short = L::OwnDoes;
    const FIELDS: &'static [&'static str] = Common::<L>::KEYS;
    const EXPECTING: &'static str = "a word for what a running effect does";

    fn short(own: L::OwnDoes) -> Self {
        Does::Own(own)
    }

    fn with_fields<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Common::deserialize(deserializer).map(Does::Common)
    }
}

/// A card that lies open before a player, by its place among those there.
#[wire(Copy)]
pub struct On {
    /// Whose side it is on.
    pub seat: Seat,
    /// Its place in the list `field` of that side, counted from 0; without it, the card that lies beside the
    /// field.
    pub field: Option<u16>,
}

/// A running effect.
#[wire]
pub struct Running<L: Runs> {
    /// What it does.
    pub does: Does<L>,
    /// The cards that it is on.
    #[optional(told)]
    pub on: Vec<On>,
    /// The player that it is on, in place of cards.
    pub player: Option<Seat>,
    /// The rule that it rests on.
    pub rule: Option<String>,
    /// Whose effect it is.
    pub seat: Seat,
    /// The card whose text began it.
    pub source: Option<Source>,
    /// When it ends.
    pub until: L::Until,
}

/// The largest amount of a running effect.
pub const LARGEST: u32 = 1_000_000;

impl<L: Runs> Does<L> {
    /// The influence; `None`: no card has such a text.
    pub fn influence(&self, game: &Match<'_, L>) -> Option<Influence<L>> {
        match self {
            Does::Common(common) => common.influence(game),
            Does::Own(own) => own.held(game.pool).map(Influence::Own),
        }
    }

    /// The written form of an influence; `None`: it has none.
    pub fn of(game: &Match<'_, L>, influence: &Influence<L>) -> Option<Does<L>> {
        let own = match influence {
            Influence::Own(own) => <L::OwnDoes as OwnWord<L>>::of(game.pool, own),
            Influence::Add(..)
            | Influence::Become(..)
            | Influence::Multiply(..)
            | Influence::Grant(_)
            | Influence::Lose(_)
            | Influence::GrantAbility(_)
            | Influence::CountsAsType(_)
            | Influence::CountsAsName(_)
            | Influence::Forbid(..)
            | Influence::Allow(_) => None,
        };
        let does = match own {
            Some(own) => Does::Own(own),
            None => Does::Common(Common::of(game, influence)?),
        };
        (does.influence(game).as_ref() == Some(influence)).then_some(does)
    }
}

impl<L: Runs> Running<L> {
    /// The wrong fields; `lies` finds the cards that the effect is on.
    pub fn faults(
        &self,
        game: &Match<'_, L>,
        lies: impl Fn(&State<L>, &On) -> Option<Object>,
    ) -> Vec<String> {
        let mut faults = Vec::new();
        let amount = match &self.does {
            Does::Common(common) => common.amount(),
            Does::Own(_) => 0,
        };
        if amount > LARGEST || self.does.influence(game).is_none() {
            faults.push("does".to_owned());
        }
        if self.on.is_empty() == self.player.is_none() {
            faults.push("on".to_owned());
        }
        if self.rule.as_ref().is_some_and(|rule| L::INFO.rules.cite(rule).is_none()) {
            faults.push("rule".to_owned());
        }
        if self.source.as_ref().is_some_and(|source| game.state.table.card(source.card).is_none()) {
            faults.push("source".to_owned());
        }
        let nowhere = self.on.iter().enumerate().filter(|(_, on)| lies(&game.state, on).is_none());
        faults.extend(nowhere.map(|(place, _)| format!("on/{place}")));
        faults
    }

    /// The running effect, from a point in time on; `rule` is cited if the effect names none.
    pub fn begun(
        &self,
        game: &Match<'_, L>,
        lies: impl Fn(&State<L>, &On) -> Option<Object>,
        time: u32,
        rule: Cite,
    ) -> Option<Modifier<L>> {
        let on = self.on.iter().filter_map(|on| lies(&game.state, on)).collect();
        let own = self.rule.as_ref().and_then(|rule| L::INFO.rules.cite(rule));
        Some(Modifier {
            time,
            influence: self.does.influence(game)?,
            reach: self.player.map_or(Reach::Objects(on), Reach::Seat),
            until: self.until,
            seat: self.seat,
            source: self.source.as_ref().and_then(|source| source.object(&game.state)),
            rule: own.unwrap_or(rule),
        })
    }

    /// The id of the card in the effect, with its pointer.
    pub fn id(&self) -> Option<(String, String)> {
        let (field, card) = match &self.does {
            Does::Common(common) => common.card()?,
            Does::Own(own) => own.card()?,
        };
        Some((format!("/does/{field}"), card.to_owned()))
    }

    /// The written form of a running effect; `None`: it has none.
    fn of(
        making: &PositionBuilder<'_, '_, L>,
        modifier: &Modifier<L>,
        on: impl Fn(Object) -> Option<On>,
    ) -> Option<Running<L>> {
        let (reached, player) = match &modifier.reach {
            Reach::Objects(objects) => {
                let reached = objects.iter().map(|object| on(*object)).collect::<Option<Vec<On>>>()?;
                (Some(reached).filter(|reached| !reached.is_empty())?, None)
            }
            Reach::Seat(seat) => (Vec::new(), Some(*seat)),
            Reach::Open(_) => return None,
        };
        Some(Running {
            does: Does::of(making.game, &modifier.influence)?,
            on: reached,
            player,
            rule: Some(L::INFO.rules.id(modifier.rule).to_owned()),
            seat: modifier.seat,
            source: modifier.source.and_then(|source| making.source(source, |_| true)),
            until: modifier.until,
        })
    }
}

/// The running effects of a table in the order of time, as its position writes them; `on` gives the place of
/// an object.
pub fn said<L: Runs>(
    making: &mut PositionBuilder<'_, '_, L>,
    on: impl Fn(&Match<'_, L>, Object) -> Option<On>,
) -> Vec<Running<L>> {
    making.effects(|making, modifier| Running::of(making, modifier, |object| on(making.game, object)))
}
