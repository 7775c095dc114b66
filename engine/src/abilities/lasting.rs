//! What lasts: numbers, keywords, abilities, prohibitions, permissions.
//!
//! The same words say what a continuous ability does while it is effective and what an effect does until an
//! end. What an effect began is an [`Influence`] of a running effect; [`standing`](super::standing) puts both
//! together.

use crate::schema::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::findings;
use super::{
    Amount, EffectWord, Language, Lint, Next, Objects, Pause, Resolution, Run, Scene, Select, Side,
    SourceWord, Word, can_all, can_any,
};
use crate::kernel::{self, CardId, Game, Held, MapCards, Match, Modifier, Object, Reach, Seat, wire};

/// What lasts in a game.
pub trait Lasting: Language + Game<Until: Word + Default, Influence = Influence<Self>> {
    /// Numbers of a card that effects change.
    type Stat: Word + Held + Copy;
    /// Keywords with their numbers.
    type Keyword: Word + Held + Copy;
    /// What is taken away: a keyword by its name, or more.
    type Lost: Word + Held + Copy;
    /// What is forbidden.
    type Forbidden: Word;
    /// What is allowed beyond the rules.
    type Allowed: Word;
    /// What a continuous ability does.
    type Static: Word + LastingWord<Self>;
    /// What else running effects do.
    type GameInfluence: Word + Held;
    /// What is forbidden, without the properties that a text names.
    type ForbiddenName: Word + Copy;
    /// What is allowed, without the properties that a text names.
    type AllowedName: Word + Copy;

    /// Whether a number is doubled after everything else that changes it, whenever that comes. Else it is
    /// doubled as it is then, which a continuous ability cannot do.
    const DOUBLES_LAST: bool = false;

    /// What is forbidden by its name, and whether only with cards of some properties.
    fn forbidden_name(forbidden: &Self::Forbidden) -> (Self::ForbiddenName, bool);

    /// What is allowed by its name, and whether only with cards of some properties; `None`: the game allows
    /// nothing.
    fn allowed_name(allowed: &Self::Allowed) -> Option<(Self::AllowedName, bool)>;

    /// What something is about, as a set of bits.
    fn about(what: About<'_, Self>) -> u64;

    /// What an effect is that lasts, if it is one.
    fn lasting(effect: &Self::Effect) -> Option<Change<'_, Self>>;

    /// What one of the game's own running effects forbids.
    fn forbidden_otherwise(_influence: &Self::GameInfluence) -> Option<Self::Forbidden> {
        None
    }

    /// Calls `use_it` for everything among `wanted` that an effective continuous ability does and that
    /// `reaches` what is asked about.
    fn each_static(
        game: &Match<'_, Self>,
        wanted: u64,
        reaches: impl Fn(&Scene<'_>, &Self::Static) -> bool,
        use_it: impl FnMut(&Scene<'_>, &Self::Static),
    );

    /// The number of a card now.
    fn number(game: &Match<'_, Self>, card: CardId, stat: Self::Stat) -> Option<i64>;

    /// That of an object, as texts read it; of one that is no more, as it was last known, unless it is looked
    /// for where it lies (`there`).
    fn number_of(game: &Match<'_, Self>, object: Object, stat: Self::Stat, there: bool) -> Option<i64>;

    /// Whether everybody sees a change of this number.
    fn is_seen(stat: Self::Stat) -> bool;

    /// How an ability of the same card is named, by its number from 1.
    fn sibling(ability: Self::Ability, number: u8) -> Self::Ability;

    /// Whether an effect with this end can begin.
    fn can_begin(_game: &Match<'_, Self>, _until: Self::Until) -> bool {
        true
    }

    /// A running effect begins; whether it did.
    fn begin(
        run: &mut Run<'_, '_, Self>,
        influence: Influence<Self>,
        reach: Reach<Self>,
        until: Self::Until,
    ) -> bool;

    /// Whether an effect with this end reaches cards that come later, too, so that it begins although none is
    /// there.
    fn stays_open(_game: &Match<'_, Self>, _what: &Select<Self>, _until: Self::Until) -> bool {
        false
    }

    /// Whom an effect with this end covers that stays open to cards that come later; without it, the cards
    /// that are there.
    fn scope(
        _run: &Run<'_, '_, Self>,
        _what: &Select<Self>,
        _until: Self::Until,
    ) -> Option<<Self as Game>::Scope> {
        None
    }

    /// Whether a running effect that stays open covers a card.
    fn covers(_game: &Match<'_, Self>, _effect: &Modifier<Self>, _card: CardId) -> bool {
        false
    }

    /// Looks for what cannot be meant by an end.
    fn lint_until(lint: &mut Lint<'_, Self>, until: Self::Until);

    /// Looks for what cannot be meant by changing a number of cards.
    fn lint_modified(_lint: &mut Lint<'_, Self>, _stat: Self::Stat, _of: &Select<Self>) {}

    /// Looks for what cannot be meant by giving cards a keyword.
    fn lint_keyword(_lint: &mut Lint<'_, Self>, _keyword: Self::Keyword, _to: &Select<Self>) {}

    /// Looks for what cannot be meant by forbidding something, to players or to cards.
    fn lint_forbidden(lint: &mut Lint<'_, Self>, what: &Self::Forbidden, to_players: bool);

    /// Looks for what cannot be meant by allowing something.
    fn lint_allowed(_lint: &mut Lint<'_, Self>, _what: &Self::Allowed) {}

    /// Looks for what cannot be meant by giving an ability of the card, for a time or as long as another is
    /// effective.
    fn lint_given(lint: &mut Lint<'_, Self>, number: u8, by_continuous: bool);
}

/// What a change is about, so that a query about something else skips it.
#[derive(Debug, Clone, Copy)]
pub enum About<'a, L: Lasting> {
    /// A number.
    Stat(L::Stat),
    /// A keyword that is given.
    Keyword(L::Keyword),
    /// What is taken away.
    Lost(L::Lost),
    /// Abilities that are given.
    Abilities,
    /// Types that are given.
    Types,
    /// Names that are given.
    Names,
    /// Prohibitions for cards; without a word, all.
    ForCards(Option<&'a L::Forbidden>),
    /// Prohibitions for players; without a word, all.
    ForPlayers(Option<&'a L::Forbidden>),
    /// Permissions.
    Allowed,
    /// What the game has besides.
    Own(&'a L::GameInfluence),
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
                L::about(About::Stat(*stat))
            }
            Influence::Grant(keyword) => L::about(About::Keyword(*keyword)),
            Influence::Lose(lost) => L::about(About::Lost(*lost)),
            Influence::GrantAbility(_) => L::about(About::Abilities),
            Influence::CountsAsType(_) => L::about(About::Types),
            Influence::CountsAsName(_) => L::about(About::Names),
            Influence::Forbid(..) => L::about(About::ForCards(None)) | L::about(About::ForPlayers(None)),
            Influence::Allow(_) => L::about(About::Allowed),
            Influence::Own(own) => L::about(About::Own(own)),
        }
    }
}

/// One sentence of an ability.
#[derive(
    Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, MapCards, Serialize, Deserialize, JsonSchema,
)]
#[serde(bound = "")]
#[schemars(bound = "L: Language", rename = "Text")]
pub struct Text<L: Language> {
    /// The ability.
    pub ability: L::Ability,
    /// Where in its effects the sentence stands.
    #[schemars(with = "Vec<(u8, u8)>")]
    pub path: SmallVec<[(u8, u8); 4]>,
}

impl<L: Language> Text<L> {
    /// The sentence that is being processed.
    pub fn of(resolution: &Resolution<L>) -> Text<L> {
        Text { ability: resolution.ability, path: resolution.path.clone() }
    }

    /// The sentence itself.
    pub fn word<'p>(&self, game: &Match<'p, L>) -> Option<&'p L::Effect> {
        if let Some(definition) = L::definition_of(self.ability) {
            game.rely_on_text(None, definition);
        }
        let mut resolution = Resolution::new(Seat::Zero, NOBODY, self.ability, L::CHOICE_RULES.text);
        resolution.path.clone_from(&self.path);
        resolution.word(game)
    }
}

/// No card: the source of what no text began.
pub(super) const NOBODY: Object = Object { card: CardId(0), incarnation: 0, item: None };

/// A word for something that lasts, and what it says.
#[derive(Debug, Clone, Copy)]
pub enum Change<'a, L: Lasting> {
    /// A number changes.
    Modify(&'a Modify<L>),
    /// A keyword is given.
    Grant(&'a Grant<L>),
    /// Something is taken away.
    Lose(&'a Lose<L>),
    /// An ability is given.
    GrantAbility(&'a GrantAbility<L>),
    /// A type is given.
    CountsAsType(&'a CountsAsType<L>),
    /// A name is given.
    CountsAsName(&'a CountsAsName<L>),
    /// Something is forbidden to cards.
    Forbid(&'a Forbid<L>),
    /// Something is forbidden to players.
    ForbidPlayer(&'a ForbidPlayer<L>),
    /// Something is allowed to cards.
    Allow(&'a Allow<L>),
    /// Something is allowed to players.
    AllowPlayer(&'a AllowPlayer<L>),
    /// What the game has besides, by what it is about.
    Own(u64),
}

impl<L: Lasting> Change<'_, L> {
    /// What it is about.
    pub fn about(&self) -> u64 {
        match self {
            Change::Modify(word) => L::about(About::Stat(word.stat)),
            Change::Grant(word) => L::about(About::Keyword(word.keyword)),
            Change::Lose(word) => L::about(About::Lost(word.keyword)),
            Change::GrantAbility(_) => L::about(About::Abilities),
            Change::CountsAsType(_) => L::about(About::Types),
            Change::CountsAsName(_) => L::about(About::Names),
            Change::Forbid(word) => L::about(About::ForCards(Some(&word.forbidden))),
            Change::ForbidPlayer(word) => L::about(About::ForPlayers(Some(&word.forbidden))),
            Change::Allow(_) | Change::AllowPlayer(_) => L::about(About::Allowed),
            Change::Own(about) => *about,
        }
    }

    /// Whether it changes what everybody sees, of a text on a hidden card.
    fn is_seen(&self) -> bool {
        match self {
            Change::Modify(word) => L::is_seen(word.stat) && is_public(&word.what),
            Change::Grant(word) => is_public(&word.what),
            Change::Lose(word) => is_public(&word.what),
            Change::GrantAbility(word) => is_public(&word.what),
            _ => false,
        }
    }
}

/// Whether everybody sees some of the cards, of a text on a hidden one.
fn is_public<L: Language>(to: &Select<L>) -> bool {
    match to {
        Select::This => false,
        Select::Cards(cards) => cards.from.is_partly_told(Seat::Zero),
        Select::Subject | Select::Other | Select::Chosen | Select::Named(_) | Select::Role(_) => true,
    }
}

/// A word of a continuous ability.
pub trait LastingWord<L: Lasting> {
    /// Looks for what cannot be meant.
    fn lint(&self, lint: &mut Lint<'_, L>);

    /// When it ends, where an effect says it.
    fn until(&self) -> L::Until {
        L::Until::default()
    }

    /// What it says.
    fn change(&self) -> Change<'_, L>;
}

/// Walks what a continuous ability does.
pub fn lint_continuous<L: Lasting>(lint: &mut Lint<'_, L>, apply: &[L::Static], in_hand: bool) {
    if apply.is_empty() {
        lint.find("empty_list", findings::ability_does_nothing());
    }
    lint.each("apply", apply, |lint, each| {
        LastingWord::lint(each, lint);
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

/// Walks an effect that lasts.
fn lint_effect<L: Lasting>(lint: &mut Lint<'_, L>, word: &impl LastingWord<L>) {
    word.lint(lint);
    lint.inside("until", |lint| L::lint_until(lint, word.until()));
    if let Change::GrantAbility(word) = word.change() {
        lint.inside("ability", |lint| L::lint_given(lint, word.ability, false));
    }
}

/// Declares a word that lasts and reaches cards: its fields, how it is read, and what an effect begins with
/// it.
macro_rules! lasting {
    (
        $(#[$meta:meta])* $name:ident, $tag:literal, { $( $(#[$field_meta:meta])* $field:ident: $type:ty, )* },
        lint |$this:ident, $lint:ident| $lint_body:expr,
        |$word:ident, $run:ident, $objects:ident| $begin:expr
    ) => {
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
        #[serde(deny_unknown_fields, bound = "")]
        #[schemars(bound = "L: Lasting", rename = $tag)]
        pub struct $name<L: Lasting> {
            /// Which cards; of an effect, the ones that are there then.
            pub what: Select<L>,
            $( $(#[$field_meta])* pub $field: $type, )*
            /// When it ends, where an effect says it; without it, it lasts as long as the cards do.
            #[serde(default, skip_serializing_if = "super::is_default")]
            pub until: L::Until,
        }

        impl<L: Lasting> LastingWord<L> for $name<L> {
            fn lint(&self, $lint: &mut Lint<'_, L>) {
                $lint.inside("what", |lint| self.what.lint(lint));
                let $this = self;
                $lint_body
            }

            fn until(&self) -> L::Until {
                self.until
            }

            fn change(&self) -> Change<'_, L> {
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

            fn is_open(&self) -> bool {
                self.what.is_open()
            }

            fn selection(&self) -> Option<Select<L>> {
                Some(self.what.clone())
            }
        }
    };
}

/// Whether an effect can begin that reaches cards that come later, too.
pub fn begins_open<L: Lasting>(game: &Match<'_, L>, what: &Select<L>, until: L::Until) -> bool {
    L::stays_open(game, what, until) && L::can_begin(game, until)
}

/// Whether a card can be changed so until then.
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

/// Whom an effect reaches that begins.
pub enum Whom<L: Lasting> {
    /// These cards.
    These(Objects),
    /// Whatever fits now and later.
    Open(L::Scope),
}

/// Begins an influence on the cards meant; whether it began on all of them.
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
        stat: L::Stat,
        /// How.
        by: NumberChange<L>,
    },
    lint |word, lint| {
        L::lint_modified(lint, word.stat, &word.what);
        word.by.lint(lint);
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

/// Adds to the number of each card what it is now.
fn double<L: Lasting>(run: &mut Run<'_, '_, L>, whom: Whom<L>, word: &Modify<L>) -> bool {
    let objects = match whom {
        Whom::These(objects) => objects,
        // Each card by what it is now.
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
        keyword: L::Keyword,
    },
    lint |word, lint| L::lint_keyword(lint, word.keyword, &word.what),
    |word, run, objects| begin(run, objects, Influence::Grant(word.keyword), word.until)
);

lasting!(
    /// Common word: something is taken away from cards.
    Lose, "Lose", {
        /// Which keyword; in games that know it, without a word: every ability.
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
    lint |_word, _lint| {},
    |word, run, objects| begin(run, objects, Influence::CountsAsName(word.name.clone()), word.until)
);

lasting!(
    /// Common word: cards cannot do something.
    Forbid, "Forbid", {
        /// What.
        forbidden: L::Forbidden,
    },
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
        allowed: L::Allowed,
    },
    lint |word, lint| lint.inside("allowed", |lint| L::lint_allowed(lint, &word.allowed)),
    |word, run, objects| begin(run, objects, Influence::Allow(Text::of(run.resolution)), word.until)
);

/// Common word: players cannot do something.
#[wire]
pub struct ForbidPlayer<L: Lasting> {
    /// Who.
    #[optional]
    pub who: Side,
    /// What.
    pub forbidden: L::Forbidden,
    /// When it ends, where an effect says it; without it, never.
    #[optional]
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
}

/// Common word: players may do something beyond the rules.
#[wire]
pub struct AllowPlayer<L: Lasting> {
    /// Who.
    #[optional]
    pub who: Side,
    /// What.
    pub allowed: L::Allowed,
    /// When it ends, where an effect says it; without it, never.
    #[optional]
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
}
