//! Running effects of a position as data: what they do, on what, until when. What no words say that games
//! have alike is said by the sentence of an ability that began it.

use crate::schema::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::position::{Inexpressible, PositionBuilder, Source};
use super::view;
use crate::abilities::lasting::{Change, Influence, Text};
use crate::abilities::{Lasting, Word};
use crate::game_kit::registered::Registered;
use crate::kernel::{Match, Modifier, Object, Reach, Seat, State, wire};
use crate::verdict::Cite;

/// What a game says of its abilities and its own effects so that they can be said without a history.
pub trait Runs: Lasting + Registered {
    /// What running effects do that only this game has, as a position says it.
    type OwnDoes: Word;

    /// An ability, by the id of its card in the pool and its number there, counted from 1.
    fn ability_of(pool: &Self::Pool, card: &str, number: u8) -> Option<Self::Ability>;

    /// The card and number of an ability; `None`: it stands on no card of the pool.
    fn ability_named(pool: &Self::Pool, ability: Self::Ability) -> Option<(String, u8)>;

    /// Such an effect in a game.
    fn game_influence(pool: &Self::Pool, does: &Self::OwnDoes) -> Option<Self::GameInfluence>;

    /// How it is said; `None`: only by the sentence that began it, if at all.
    fn own_does(pool: &Self::Pool, own: &Self::GameInfluence) -> Option<Self::OwnDoes>;

    /// What a sentence begins that only this game has.
    fn lasts(word: &Self::Effect, text: &Text<Self>) -> Option<Self::GameInfluence>;

    /// The sentence that such an effect refers to.
    fn begun_by(own: &Self::GameInfluence) -> Option<&Text<Self>>;

    /// The id of the card that it names, with the way to it.
    fn own_card(does: &Self::OwnDoes) -> Option<(&'static str, &str)>;
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

    fn of<L: Runs>(pool: &L::Pool, text: &Text<L>, chosen: i64) -> Option<Sentence> {
        let (card, ability) = L::ability_named(pool, text.ability)?;
        Some(Sentence { card, ability, at: text.path.to_vec(), chosen })
    }
}

/// What running effects of many games do.
#[wire]
pub enum Common<L: Lasting> {
    /// Adds to a number.
    Add(Changed<L>),
    /// Makes a number this.
    Become(Changed<L>),
    /// Multiplies the final number.
    Multiply(Multiplied<L>),
    /// Gives a keyword.
    Grant(L::Keyword),
    /// Takes something away.
    Lose(L::Lost),
    /// Gives an ability.
    GrantAbility(PrintedAbility),
    /// What a sentence says that lasts.
    Says(Sentence),
}

/// What a running effect does.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(untagged, bound = "")]
#[schemars(bound = "L: Runs", rename = "EffectOfPosition")]
pub enum Does<L: Runs> {
    /// What effects of many games do.
    Common(Common<L>),
    /// What only those of this game do.
    Own(L::OwnDoes),
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
const LARGEST: u32 = 1_000_000;

impl<L: Runs> Common<L> {
    fn influence(&self, game: &Match<'_, L>) -> Option<Influence<L>> {
        Some(match self {
            Common::Add(Changed(stat, n)) => Influence::Add(*stat, i64::from(*n)),
            Common::Become(Changed(stat, n)) => Influence::Become(*stat, i64::from(*n)),
            Common::Multiply(Multiplied(stat, by)) => Influence::Multiply(*stat, *by),
            Common::Grant(keyword) => Influence::Grant(*keyword),
            Common::Lose(lost) => Influence::Lose(*lost),
            Common::GrantAbility(printed) => {
                Influence::GrantAbility(L::ability_of(game.pool, &printed.card, printed.ability)?)
            }
            Common::Says(sentence) => {
                let text = sentence.text(game.pool)?;
                let word = text.word(game)?;
                match L::lasting(word) {
                    Some(Change::Forbid(_) | Change::ForbidPlayer(_)) => {
                        Influence::Forbid(text, sentence.chosen)
                    }
                    Some(Change::Allow(_) | Change::AllowPlayer(_)) => Influence::Allow(text),
                    _ => Influence::Own(L::lasts(word, &text)?),
                }
            }
        })
    }

    fn of(pool: &L::Pool, influence: &Influence<L>) -> Option<Common<L>> {
        let number = |n: &i64| i32::try_from(*n).ok();
        let says = |text, chosen| Some(Common::Says(Sentence::of(pool, text, chosen)?));
        Some(match influence {
            Influence::Add(stat, n) => Common::Add(Changed(*stat, number(n)?)),
            Influence::Become(stat, n) => Common::Become(Changed(*stat, number(n)?)),
            Influence::Multiply(stat, by) => Common::Multiply(Multiplied(*stat, *by)),
            Influence::Grant(keyword) => Common::Grant(*keyword),
            Influence::Lose(lost) => Common::Lose(*lost),
            Influence::GrantAbility(ability) => {
                let (card, ability) = L::ability_named(pool, *ability)?;
                Common::GrantAbility(PrintedAbility { card, ability })
            }
            Influence::Forbid(text, chosen) => says(text, *chosen)?,
            Influence::Allow(text) => says(text, 0)?,
            Influence::Own(own) => says(L::begun_by(own)?, 0)?,
            Influence::CountsAsType(_) | Influence::CountsAsName(_) => return None,
        })
    }

    /// The amount in it.
    const fn amount(&self) -> u32 {
        match self {
            Common::Add(Changed(_, n)) | Common::Become(Changed(_, n)) => n.unsigned_abs(),
            Common::Multiply(_)
            | Common::Grant(_)
            | Common::Lose(_)
            | Common::GrantAbility(_)
            | Common::Says(_) => 0,
        }
    }
}

impl<L: Runs> Does<L> {
    /// What it is in a game; `None`: no card says that.
    pub fn influence(&self, game: &Match<'_, L>) -> Option<Influence<L>> {
        match self {
            Does::Common(common) => common.influence(game),
            Does::Own(own) => L::game_influence(game.pool, own).map(Influence::Own),
        }
    }

    /// How an influence is said; `None`: it cannot be.
    pub fn of(game: &Match<'_, L>, influence: &Influence<L>) -> Option<Does<L>> {
        let own = match influence {
            Influence::Own(own) => L::own_does(game.pool, own),
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
            None => Does::Common(Common::of(game.pool, influence)?),
        };
        (does.influence(game).as_ref() == Some(influence)).then_some(does)
    }
}

impl<L: Runs> Running<L> {
    /// The fields that are wrong with it; `lies` finds the cards that it is on.
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
        if self.rule.as_ref().is_some_and(|rule| L::rules().cite(rule).is_none()) {
            faults.push("rule".to_owned());
        }
        if self.source.as_ref().is_some_and(|source| game.state.table.card(source.card).is_none()) {
            faults.push("source".to_owned());
        }
        let nowhere = self.on.iter().enumerate().filter(|(_, on)| lies(&game.state, on).is_none());
        faults.extend(nowhere.map(|(place, _)| format!("on/{place}")));
        faults
    }

    /// The effect as it runs in a game, from this time on; without a rule of its own it rests on this one.
    pub fn begun(
        &self,
        game: &Match<'_, L>,
        lies: impl Fn(&State<L>, &On) -> Option<Object>,
        time: u32,
        rule: Cite,
    ) -> Option<Modifier<L>> {
        let on = self.on.iter().filter_map(|on| lies(&game.state, on)).collect();
        let own = self.rule.as_ref().and_then(|rule| L::rules().cite(rule));
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

    /// The id of the card that it names, with its pointer in this effect.
    pub fn id(&self) -> Option<(String, String)> {
        let (field, card) = match &self.does {
            Does::Common(Common::GrantAbility(printed)) => ("grant_ability/card", printed.card.as_str()),
            Does::Common(Common::Says(sentence)) => ("says/card", sentence.card.as_str()),
            Does::Common(
                Common::Add(_) | Common::Become(_) | Common::Multiply(_) | Common::Grant(_) | Common::Lose(_),
            ) => return None,
            Does::Own(own) => L::own_card(own)?,
        };
        Some((format!("/does/{field}"), card.to_owned()))
    }

    /// How a running effect is said; `None`: it cannot be.
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
            rule: Some(L::rules().id(modifier.rule).to_owned()),
            seat: modifier.seat,
            source: modifier.source.and_then(|source| making.source(source, |_| true)),
            until: modifier.until,
        })
    }
}

/// The running effects of a table, in the order of time, as its position says them; `on` says where an object
/// lies.
pub fn said<L: Runs>(
    making: &mut PositionBuilder<'_, '_, L>,
    on: impl Fn(&Match<'_, L>, Object) -> Option<On>,
) -> Vec<Running<L>> {
    let mut effects = Vec::new();
    let (game, viewer) = (making.game, making.viewer);
    let seen = view::seen_effects(game, viewer);
    for (index, modifier) in seen.enumerate() {
        match Running::of(making, modifier, |object| on(making.game, object)) {
            Some(effect) => effects.push(effect),
            None => making.inexpressible(format!("/effects/{index}"), Inexpressible::Effect),
        }
    }
    effects
}
