//! What lasts: changed numbers, keywords, abilities, prohibitions, permissions.
//!
//! The same words declare what a continuous ability does while it is effective, and what an effect does until
//! an end. An effect starts an [`Influence`] of a running effect. [`standing`](crate::abilities::standing)
//! adds up both.

mod change;
mod text;

use crate::schema::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::class::class;
use super::findings;
use super::topics::{Topical, Topics};
use super::{
    Amount, DerivePart, EffectWord, Language, Lint, Next, Objects, Part, Pause, Run, Scene, Select, Side,
    Word, can_all, can_any,
};
use crate::kernel::{self, CardId, Game, Held, MapCards, Match, Modifier, Object, Reach, Union, wire};

pub use change::Change;
pub(super) use text::NOBODY;
pub use text::{Made, Text};

/// A game's vocabulary of what lasts.
pub trait Lasting: Language + Game<Until: Word + Default, Influence = Influence<Self>> {
    /// The numbers of a card that effects change.
    type Stat: Word + Held + Copy + Topical;
    /// The keywords, with their numbers.
    type Keyword: Word + Held + Copy + Topical;
    /// What a card can lose: a keyword by its name, or more.
    type Lost: Word + Held + Copy + Topical;
    /// What can be forbidden; its topics are those of a prohibition for cards.
    type Forbidden: Word + Topical;
    /// What can be allowed beyond the rules.
    type Allowed: Word;
    /// The words of continuous abilities.
    type Static: Word + LastingWord<Self>;
    /// Further kinds of running effects.
    type GameInfluence: Word + Held + Topical;
    /// Kinds of prohibitions, without the properties of cards that a text names.
    type ForbiddenName: Word + Copy;
    /// Kinds of permissions, without the properties of cards that a text names.
    type AllowedName: Word + Copy;

    /// The topics of changes that have one topic each.
    const TOPICS: Topics;

    /// Whether a doubled number is doubled after all other changes, whenever they begin. Otherwise the effect
    /// doubles the present number, which a continuous ability cannot do.
    const DOUBLES_LAST: bool = false;

    /// Whether the change of a number by a continuous ability may depend on the card whose number it is; the
    /// change calls that card `subject`.
    const CHANGES_BY_CARD: bool = false;

    /// The kind of a prohibition, and whether it covers only cards with certain properties.
    fn forbidden_name(forbidden: &Self::Forbidden) -> (Self::ForbiddenName, bool);

    /// The kind of a permission, and whether it covers only cards with certain properties; `None`: the game
    /// has no permissions.
    fn allowed_name(allowed: &Self::Allowed) -> Option<(Self::AllowedName, bool)>;

    /// The topics of a prohibition for players.
    fn forbids_players(forbidden: &Self::Forbidden) -> u64 {
        forbidden.topics()
    }

    /// The prohibition in one of the game's own kinds of running effects.
    fn forbidden_otherwise(_influence: &Self::GameInfluence) -> Option<Self::Forbidden> {
        None
    }

    /// The ability that waits for its moment, of one of the game's own kinds of running effects.
    fn waiting(_influence: &Self::GameInfluence) -> Option<Self::Ability> {
        None
    }

    /// Calls `use_it` for each word of an effective continuous ability that has a wanted topic and that
    /// `reaches` the card or player in question.
    fn each_static(
        game: &Match<'_, Self>,
        wanted: u64,
        reaches: impl Fn(&Scene<'_>, &Self::Static) -> bool,
        use_it: impl FnMut(&Scene<'_>, &Self::Static),
    );

    /// A number of a card now.
    fn number(game: &Match<'_, Self>, card: CardId, stat: Self::Stat) -> Option<i64>;

    /// A number of an object as texts read it. For one that has left: as it was last known, or, with `there`,
    /// as the card is where it lies now.
    fn number_of(game: &Match<'_, Self>, object: Object, stat: Self::Stat, there: bool) -> Option<i64>;

    /// Whether both players see a change of this number.
    fn is_seen(stat: Self::Stat) -> bool;

    /// The name of the ability of the same card with this number, from 1.
    fn sibling(ability: Self::Ability, number: u8) -> Self::Ability;

    /// Whether an effect with this end can begin now.
    fn can_begin(_game: &Match<'_, Self>, _until: Self::Until) -> bool {
        true
    }

    /// Starts a running effect; `false`: a rule prevents it.
    fn begin(
        run: &mut Run<'_, '_, Self>,
        influence: Influence<Self>,
        reach: Reach<Self>,
        until: Self::Until,
    ) -> bool;

    /// Whether an effect with this end also reaches cards that come later, so that it begins even if no card
    /// is there.
    fn stays_open(_game: &Match<'_, Self>, _what: &Select<Self>, _until: Self::Until) -> bool {
        false
    }

    /// The scope of an effect with this end that also reaches cards that come later; `None`: it reaches only
    /// the cards that are there.
    fn scope(
        _run: &Run<'_, '_, Self>,
        _what: &Select<Self>,
        _until: Self::Until,
    ) -> Option<<Self as Game>::Scope> {
        None
    }

    /// Whether an open running effect covers a card.
    fn covers(_game: &Match<'_, Self>, _effect: &Modifier<Self>, _card: CardId) -> bool {
        false
    }

    /// Reports ends that cannot mean anything.
    fn lint_until(lint: &mut Lint<'_, Self>, until: Self::Until);

    /// Reports changes of numbers that cannot mean anything.
    fn lint_modified(_lint: &mut Lint<'_, Self>, _stat: Self::Stat, _of: &Select<Self>) {}

    /// Reports keywords that cannot be given.
    fn lint_keyword(_lint: &mut Lint<'_, Self>, _keyword: Self::Keyword, _to: &Select<Self>) {}

    /// Reports prohibitions that cannot mean anything, on players or on cards.
    fn lint_forbidden(lint: &mut Lint<'_, Self>, what: &Self::Forbidden, to_players: bool);

    /// Reports permissions that cannot mean anything.
    fn lint_allowed(_lint: &mut Lint<'_, Self>, _what: &Self::Allowed) {}

    /// Reports an ability of this card that cannot be given to another one, for a time or as long as a
    /// continuous ability is effective.
    fn lint_given(lint: &mut Lint<'_, Self>, number: u8, by_continuous: bool);
}

/// What a running effect does.
#[wire(MapCards)]
pub enum Influence<L: Lasting> {
    /// Adds to a number.
    Add(L::Stat, i64),
    /// Makes a number this.
    Become(L::Stat, i64),
    /// Multiplies the final number.
    Multiply(L::Stat, u8),
    /// Gives a keyword.
    Grant(L::Keyword),
    /// Takes something away.
    Lose(L::Lost),
    /// Gives an ability, as if it stood on the card.
    GrantAbility(L::Ability),
    /// It counts as this type, too.
    CountsAsType(String),
    /// It counts as having this name, too.
    CountsAsName(String),
    /// Forbids what a text says; with the number chosen when it began, where the text refers to one.
    Forbid(Text<L>, i64),
    /// Allows what a text says.
    Allow(Text<L>),
    /// What the game has besides.
    Own(L::GameInfluence),
}

impl<L: Lasting> kernel::Influence for Influence<L> {
    fn about(&self) -> u64 {
        match self {
            Influence::Add(stat, _) | Influence::Become(stat, _) | Influence::Multiply(stat, _) => {
                stat.topics()
            }
            Influence::Grant(keyword) => keyword.topics(),
            Influence::Lose(lost) => lost.topics(),
            Influence::GrantAbility(_) => L::TOPICS.abilities,
            Influence::CountsAsType(_) => L::TOPICS.types,
            Influence::CountsAsName(_) => L::TOPICS.names,
            Influence::Forbid(..) => L::TOPICS.forbids,
            Influence::Allow(_) => L::TOPICS.allows,
            Influence::Own(own) => own.topics(),
        }
    }
}

/// An influence that only a game has, and until when it runs.
pub type Begins<L> = (<L as Lasting>::GameInfluence, <L as Game>::Until);

/// A word that lasts.
#[class(Static)]
pub trait LastingWord<L: Lasting>: Part<L> {
    /// Reports uses that cannot mean anything.
    #[word(part = lint_part)]
    fn lint(&self, lint: &mut Lint<'_, L>) {
        self.lint_part(lint);
    }

    /// The end, for an effect.
    fn until(&self) -> <L as Game>::Until {
        L::Until::default()
    }

    /// The change by its kind.
    fn change(&self) -> Change<'_, L>;
}

/// The topics of the words of a continuous ability.
pub fn topics_of<L: Lasting>(apply: &[L::Static]) -> u64 {
    Union::of_all(apply.iter().map(|each| each.change().about()))
}

/// Lints the words of a continuous ability.
pub fn lint_continuous<L: Lasting>(lint: &mut Lint<'_, L>, apply: &[L::Static], in_hand: bool) {
    if apply.is_empty() {
        lint.find("empty_list", findings::ability_does_nothing());
    }
    lint.each("apply", apply, |lint, each| {
        lint.changing_by_card(L::CHANGES_BY_CARD, |lint| LastingWord::lint(each, lint));
        if each.until() != L::Until::default() {
            lint.find("wrong_attribute", findings::continuous_until());
        }
        match each.change() {
            Change::Modify(word) if matches!(word.by, NumberChange::Double) && !L::DOUBLES_LAST => {
                lint.find("wrong_attribute", findings::cannot_double());
            }
            Change::GrantAbility(word) => {
                lint.inside("grant_ability/ability", |lint| L::lint_given(lint, word.ability, true));
            }
            _ => {}
        }
        if in_hand && each.change().is_seen() {
            lint.warn("seen_from_hand", findings::seen_from_hand());
        }
    });
}

/// Lints an effect that lasts.
fn lint_effect<L: Lasting>(lint: &mut Lint<'_, L>, word: &impl LastingWord<L>) {
    word.lint(lint);
    lint.inside("until", |lint| L::lint_until(lint, word.until()));
    if let Change::GrantAbility(word) = word.change() {
        lint.inside("ability", |lint| L::lint_given(lint, word.ability, false));
    }
}

/// Declares a lasting word that reaches cards: its fields, its form on the wire, and the influence of an
/// effect. `topic` is the topic that every game with the word has: one that has none does not compile.
macro_rules! lasting {
    (
        $(#[$meta:meta])* $name:ident, $tag:literal,
        { $( $(#[$field_meta:meta])* $field:ident: $type:ty, )* },
        $(topic $topic:ident,)?
        lint |$this:ident, $lint:ident| $lint_body:expr,
        |$word:ident, $run:ident, $objects:ident| $begin:expr
    ) => {
        $(#[$meta])*
        #[derive(
            Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash,
            Serialize, Deserialize, JsonSchema, DerivePart,
        )]
        #[serde(deny_unknown_fields, bound = "")]
        #[schemars(bound = "L: Lasting", rename = $tag)]
        pub struct $name<L: Lasting> {
            /// Which cards; of an effect, the ones that are there then.
            pub what: Select<L>,
            $( $(#[$field_meta])* pub $field: $type, )*
            /// When it ends, where an effect says it; without it, it lasts as long as the cards do.
            #[serde(default, skip_serializing_if = "super::is_default")]
            #[part(plain)]
            pub until: L::Until,
        }

        impl<L: Lasting> LastingWord<L> for $name<L> {
            fn lint(&self, $lint: &mut Lint<'_, L>) {
                self.lint_part($lint);
                let $this = self;
                $lint_body
            }

            fn until(&self) -> L::Until {
                self.until
            }

            fn change(&self) -> Change<'_, L> {
                $( const { assert!(L::TOPICS.$topic != 0, "the game has no topic for this word") } )?
                Change::$name(self)
            }
        }

        impl<L: Lasting> EffectWord<L> for $name<L> {
            fn lint(&self, lint: &mut Lint<'_, L>) {
                lint_effect(lint, self);
            }

            fn run(&self, $run: &mut Run<'_, '_, L>) -> Result<Next, Pause> {
                let $word = self;
                let scope = L::scope($run, &self.what, self.until);
                let $objects = match scope {
                    Some(scope) => Whom::Open(scope),
                    None => Whom::These($run.pick(&self.what, L::CHOICE_RULES.text)?),
                };
                Ok(Next::Done($begin))
            }

            fn can_do_some(&self, game: &Match<'_, L>, scene: &Scene<'_>) -> bool {
                begins_open(game, &self.what, self.until)
                    || can_any(game, scene, &self.what, |object| {
                        can_change(game, self.change(), self.until, object)
                    })
            }

            fn can_do_all(&self, game: &Match<'_, L>, scene: &Scene<'_>) -> bool {
                begins_open(game, &self.what, self.until)
                    || can_all(game, scene, &self.what, |object| {
                        can_change(game, self.change(), self.until, object)
                    })
            }

            fn lasts(&self) -> Option<Change<'_, L>> {
                Some(self.change())
            }
        }
    };
}

/// Whether an effect can begin that also reaches cards that come later.
pub fn begins_open<L: Lasting>(game: &Match<'_, L>, what: &Select<L>, until: L::Until) -> bool {
    L::stays_open(game, what, until) && L::can_begin(game, until)
}

/// Whether a card can be changed until this end.
fn can_change<L: Lasting>(
    game: &Match<'_, L>,
    change: Change<'_, L>,
    until: L::Until,
    object: Object,
) -> bool {
    let has_it = match change {
        Change::Modify(word) => L::number(game, object.card, word.stat).is_some(),
        _ => true,
    };
    has_it && L::can_begin(game, until)
}

/// What an effect that begins reaches.
pub enum Whom<L: Lasting> {
    /// These objects.
    These(Objects),
    /// Every card that fits, now or later.
    Open(L::Scope),
}

/// Starts an influence on the selected cards, and returns whether it began on all of them.
pub fn begin<L: Lasting>(
    run: &mut Run<'_, '_, L>,
    whom: Whom<L>,
    influence: Influence<L>,
    until: L::Until,
) -> bool {
    let objects = match whom {
        Whom::These(objects) => objects,
        Whom::Open(scope) => return L::begin(run, influence, Reach::Open(scope), until),
    };
    let all = objects.len();
    let there = objects.into_iter().filter(|object| run.game.state.table.is_current(*object));
    let there: SmallVec<[Object; 2]> = there.collect();
    let whole = there.len() == all;
    !there.is_empty() && L::begin(run, influence, Reach::Objects(there), until) && whole
}

/// How a number changes.
#[wire]
pub enum NumberChange<L: Language> {
    /// So much more; below 0: less.
    Add(Amount<L>),
    /// It becomes this.
    Become(Amount<L>),
    /// The final number is multiplied.
    Multiply(u8),
    /// As much is added as it is now.
    Double,
}

impl<L: Language> NumberChange<L> {
    fn lint(&self, lint: &mut Lint<'_, L>) {
        match self {
            NumberChange::Add(n) => lint.inside("by/add", |lint| n.lint_nonzero(lint)),
            NumberChange::Become(n) => lint.inside("by/become", |lint| n.lint(lint)),
            NumberChange::Multiply(1) => lint.inside("by/multiply", |lint| {
                lint.find("number_out_of_range", findings::multiplied_by_one());
            }),
            NumberChange::Multiply(_) | NumberChange::Double => {}
        }
    }
}

lasting!(
    /// Common word: a number of cards changes.
    Modify, "Modify", {
        /// Which number.
        #[part(plain)]
        stat: L::Stat,
        /// How.
        #[part(plain)]
        by: NumberChange<L>,
    },
    lint |word, lint| {
        L::lint_modified(lint, word.stat, &word.what);
        lint.of_changed_card(|lint| word.by.lint(lint));
    },
    |word, run, objects| {
        let influence = match &word.by {
            NumberChange::Add(n) => Some(Influence::Add(word.stat, n.value(run.game, &run.scene()))),
            NumberChange::Become(n) => Some(Influence::Become(word.stat, n.value(run.game, &run.scene()))),
            NumberChange::Multiply(by) => Some(Influence::Multiply(word.stat, *by)),
            NumberChange::Double => L::DOUBLES_LAST.then_some(Influence::Multiply(word.stat, 2)),
        };
        match influence {
            Some(influence) => begin(run, objects, influence, word.until),
            None => double(run, objects, word),
        }
    }
);

/// Adds to the number of each card its present value.
fn double<L: Lasting>(run: &mut Run<'_, '_, L>, whom: Whom<L>, word: &Modify<L>) -> bool {
    let objects = match whom {
        Whom::These(objects) => objects,
        // Each card has a value of its own.
        Whom::Open(_) => word.what.all(run.game, &run.scene()),
    };
    let mut all = !objects.is_empty();
    for object in objects {
        let now = L::number(run.game, object.card, word.stat).unwrap_or(0);
        all &= begin(
            run,
            Whom::These(Objects::from_elem(object, 1)),
            Influence::Add(word.stat, now),
            word.until,
        );
    }
    all
}

lasting!(
    /// Common word: cards get a keyword.
    Grant, "Grant", {
        /// Which.
        #[part(plain)]
        keyword: L::Keyword,
    },
    lint |word, lint| L::lint_keyword(lint, word.keyword, &word.what),
    |word, run, objects| begin(run, objects, Influence::Grant(word.keyword), word.until)
);

lasting!(
    /// Common word: something is taken away from cards.
    Lose, "Lose", {
        /// Which keyword; in games that know it, without a word: every ability.
        #[part(plain)]
        keyword: L::Lost,
    },
    lint |_word, _lint| {},
    |word, run, objects| begin(run, objects, Influence::Lose(word.keyword), word.until)
);

lasting!(
    /// Common word: cards get an ability of this card.
    GrantAbility, "GrantAbility", {
        /// Which of its abilities, counted from 1.
        ability: u8,
    },
    topic abilities,
    lint |_word, _lint| {},
    |word, run, objects| {
        let ability = L::sibling(run.resolution.ability, word.ability);
        begin(run, objects, Influence::GrantAbility(ability), word.until)
    }
);

lasting!(
    /// Common word: cards count as a type, too.
    CountsAsType, "CountsAsType", {
        /// Which.
        kind: String,
    },
    topic types,
    lint |word, lint| lint.inside("kind", |lint| lint.declared("type", &word.kind)),
    |word, run, objects| begin(run, objects, Influence::CountsAsType(word.kind.clone()), word.until)
);

lasting!(
    /// Common word: cards count as having a name, too.
    CountsAsName, "CountsAsName", {
        /// Which.
        #[serde(deserialize_with = "super::spelling::read")]
        name: String,
    },
    topic names,
    lint |_word, _lint| {},
    |word, run, objects| begin(run, objects, Influence::CountsAsName(word.name.clone()), word.until)
);

lasting!(
    /// Common word: cards cannot do something.
    Forbid, "Forbid", {
        /// What.
        #[part(plain)]
        forbidden: L::Forbidden,
    },
    topic forbids,
    lint |word, lint| lint.inside("forbidden", |lint| L::lint_forbidden(lint, &word.forbidden, false)),
    |word, run, objects| {
        let text = Text::of(run.resolution);
        begin(run, objects, Influence::Forbid(text, run.resolution.bound.number), word.until)
    }
);

lasting!(
    /// Common word: cards may do something beyond the rules.
    Allow, "Allow", {
        /// What.
        #[part(plain)]
        allowed: L::Allowed,
    },
    topic allows,
    lint |word, lint| lint.inside("allowed", |lint| L::lint_allowed(lint, &word.allowed)),
    |word, run, objects| begin(run, objects, Influence::Allow(Text::of(run.resolution)), word.until)
);

/// Common word: players cannot do something.
#[wire(Part)]
pub struct ForbidPlayer<L: Lasting> {
    /// Who.
    #[optional]
    pub who: Side,
    /// What.
    #[part(plain)]
    pub forbidden: L::Forbidden,
    /// When it ends, where an effect says it; without it, never.
    #[optional]
    #[part(plain)]
    pub until: L::Until,
}

impl<L: Lasting> LastingWord<L> for ForbidPlayer<L> {
    fn lint(&self, lint: &mut Lint<'_, L>) {
        lint.inside("forbidden", |lint| L::lint_forbidden(lint, &self.forbidden, true));
    }

    fn until(&self) -> L::Until {
        self.until
    }

    fn change(&self) -> Change<'_, L> {
        Change::ForbidPlayer(self)
    }
}

impl<L: Lasting> EffectWord<L> for ForbidPlayer<L> {
    fn lint(&self, lint: &mut Lint<'_, L>) {
        lint_effect(lint, self);
    }

    fn run(&self, run: &mut Run<'_, '_, L>) -> Result<Next, Pause> {
        let number = run.resolution.bound.number;
        let mut all = true;
        for &seat in self.who.seats(run.seat()) {
            let influence = Influence::Forbid(Text::of(run.resolution), number);
            all &= L::begin(run, influence, Reach::Seat(seat), self.until);
        }
        Ok(Next::Done(all))
    }

    fn can_do_some(&self, game: &Match<'_, L>, _: &Scene<'_>) -> bool {
        L::can_begin(game, self.until)
    }

    fn lasts(&self) -> Option<Change<'_, L>> {
        Some(self.change())
    }
}

/// Common word: players may do something beyond the rules.
#[wire(Part)]
pub struct AllowPlayer<L: Lasting> {
    /// Who.
    #[optional]
    pub who: Side,
    /// What.
    #[part(plain)]
    pub allowed: L::Allowed,
    /// When it ends, where an effect says it; without it, never.
    #[optional]
    #[part(plain)]
    pub until: L::Until,
}

impl<L: Lasting> LastingWord<L> for AllowPlayer<L> {
    fn lint(&self, lint: &mut Lint<'_, L>) {
        lint.inside("allowed", |lint| L::lint_allowed(lint, &self.allowed));
    }

    fn until(&self) -> L::Until {
        self.until
    }

    fn change(&self) -> Change<'_, L> {
        const { assert!(L::TOPICS.allows != 0, "the game has no topic for this word") }
        Change::AllowPlayer(self)
    }
}

impl<L: Lasting> EffectWord<L> for AllowPlayer<L> {
    fn lint(&self, lint: &mut Lint<'_, L>) {
        lint_effect(lint, self);
    }

    fn run(&self, run: &mut Run<'_, '_, L>) -> Result<Next, Pause> {
        let mut all = true;
        for &seat in self.who.seats(run.seat()) {
            let influence = Influence::Allow(Text::of(run.resolution));
            all &= L::begin(run, influence, Reach::Seat(seat), self.until);
        }
        Ok(Next::Done(all))
    }

    fn can_do_some(&self, game: &Match<'_, L>, _: &Scene<'_>) -> bool {
        L::can_begin(game, self.until)
    }

    fn lasts(&self) -> Option<Change<'_, L>> {
        Some(self.change())
    }
}
