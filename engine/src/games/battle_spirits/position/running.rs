//! Running effects of a position: what they do, by the ability that began them or by words of their own.
//!
//! 效果的發揮.1 whatever a text says; FAQ.指定效果.Q4, ruling-37 "all …" with a duration.

use smallvec::SmallVec;

use super::super::BattleSpirits;
use super::super::printed::Pool;
use super::super::words::running::{Does, Sentence, ability};
use super::super::words::{Effect, GameInfluence, Influence, Scope, Select, Stat, Take, Until};
use crate::abilities::lasting::{Change, NumberChange, Text};
use crate::abilities::{Amount, EffectWord, Lasting, LastingWord};
use crate::game_kit::position::Source;
use crate::game_kit::running::{LARGEST, Written};
use crate::kernel::{CardId, Match, Reach, Seat, wire};

/// A running effect: by the ability that began it, or by what it does and until when.
#[wire]
pub struct Running {
    /// Whose effect it is.
    pub seat: Seat,
    /// The card whose ability began it, by its id in the pool: it does all that the sentences of that ability
    /// say.
    #[schemars(example = &"bs-001")]
    pub card: Option<String>,
    /// Which of its abilities, counted from 1.
    pub ability: Option<u8>,
    /// In place of a card and its ability: what it does.
    pub does: Option<Does>,
    /// The field cards that it is on, by their numbers in this position.
    #[optional]
    #[schemars(skip_serializing_if = "crate::game_kit::wire::never")]
    pub on: Vec<CardId>,
    /// The player that it is on, in place of cards.
    pub player: Option<Seat>,
    /// In place of cards: the sentence whose "all …" it covers, now and later. An ability whose sentence says
    /// so needs neither this nor cards.
    pub all: Option<Sentence>,
    /// When it ends; of an ability, what its sentences say counts.
    pub until: Option<Until>,
    /// The card whose text began it.
    pub source: Option<Source>,
    /// The rule that it rests on.
    #[schemars(example = &"效果的發揮.1")]
    pub rule: Option<String>,
}

/// An effect as it runs in a game.
pub(super) struct Begun {
    pub influence: Influence,
    pub until: Until,
    /// The selection that the effect goes on to cover, if it stays open.
    pub scope: Option<Scope>,
}

impl Running {
    /// What the effect does; for an ability, all of its sentences that last.
    pub(super) fn begun(&self, pool: &Pool) -> Vec<Begun> {
        let scope = || Some(Scope { text: self.all.as_ref()?.held(pool)?.0 });
        if let Some(does) = &self.does {
            let begun = does.influence(pool).zip(self.until);
            return begun
                .map(|(influence, until)| Begun { influence, until, scope: scope() })
                .into_iter()
                .collect();
        }
        let named = self.card.as_deref().zip(self.ability);
        let Some((id, ability)) = named.and_then(|(card, number)| ability(pool, card, number)) else {
            return Vec::new();
        };
        let sentences = ability.effects().iter().zip(0u8..);
        sentences
            .filter_map(|(word, place)| {
                self.sentence(word, Text { ability: id, path: SmallVec::from_slice(&[(0, place)]) })
            })
            .collect()
    }

    /// The running effect that one sentence of the ability begins.
    fn sentence(&self, word: &Effect, text: Text<BattleSpirits>) -> Option<Begun> {
        let (influence, until) = match (word.begins(&text), word.lasts()) {
            (Some((own, until)), _) => (Influence::Own(own), until),
            (None, Some(Change::Modify(word))) => (changed(word.stat, &word.by)?, word.until()),
            (None, Some(Change::Grant(word))) => (Influence::Grant(word.keyword), word.until()),
            (None, Some(Change::Lose(word))) => (Influence::Lose(word.keyword), word.until()),
            (None, Some(Change::GrantAbility(word))) => {
                (Influence::GrantAbility(BattleSpirits::sibling(text.ability, word.ability)), word.until())
            }
            (None, Some(Change::Forbid(word))) => (Influence::Forbid(text.clone(), 0), word.until()),
            (None, Some(Change::ForbidPlayer(word))) => (Influence::Forbid(text.clone(), 0), word.until),
            (None, Some(Change::Allow(word))) => (Influence::Allow(text.clone()), word.until()),
            (None, Some(Change::CountsAsType(_) | Change::CountsAsName(_)))
            | (None, Some(Change::AllowPlayer(_) | Change::Own(_)) | None) => return None,
        };
        let takes_all = matches!(word.selection(), Some(Select::Cards(cards)) if cards.take == Take::All);
        let is_open = takes_all && until != Until::Always;
        let scope = (is_open && self.on.is_empty()).then_some(Scope { text });
        Some(Begun { influence, until, scope })
    }

    /// The fields with a fault, apart from the cards that the effect is on.
    pub(super) fn faults(&self, pool: &Pool) -> Vec<&'static str> {
        let begun = self.begun(pool);
        let mut faults = Vec::new();
        let plainly = self.until.is_some() || self.all.is_some();
        match &self.does {
            Some(_) if self.card.is_some() || self.ability.is_some() => faults.push("ability"),
            Some(_) if self.until.is_none() => faults.push("until"),
            Some(does) if does.amount() > LARGEST || begun.is_empty() => faults.push("does"),
            None if begun.is_empty() => faults.push("ability"),
            None if plainly
                && self.until.is_none_or(|until| begun.iter().any(|begun| begun.until != until)) =>
            {
                faults.push("until");
            }
            _ => {}
        }
        let is_open = begun.iter().any(|begun| begun.scope.is_some());
        let whom =
            usize::from(!self.on.is_empty()) + usize::from(self.player.is_some()) + usize::from(is_open);
        if whom != 1 && !begun.is_empty() {
            faults.push("on");
        }
        if self.rule.as_ref().is_some_and(|rule| super::super::rules::RULES.cite(rule).is_none()) {
            faults.push("rule");
        }
        faults
    }

    /// Every card id in this effect, with its pointer.
    pub(super) fn ids(&self) -> Vec<(String, String)> {
        let card = self.card.iter().map(|card| ("/card".to_owned(), card.clone()));
        let does = self.does.iter().filter_map(Does::card);
        let does = does.map(|(field, card)| (format!("/does/{field}"), card.to_owned()));
        let all = self.all.iter().map(|all| ("/all/card".to_owned(), all.card.clone()));
        card.chain(does).chain(all).collect()
    }
}

/// How a number changes, if the text itself has the amount.
fn changed(stat: Stat, by: &NumberChange<BattleSpirits>) -> Option<Influence> {
    match by {
        NumberChange::Add(Amount::Number(n)) => Some(Influence::Add(stat, *n)),
        NumberChange::Become(Amount::Number(n)) => Some(Influence::Become(stat, *n)),
        NumberChange::Multiply(by) => Some(Influence::Multiply(stat, *by)),
        _ => None,
    }
}

/// Whether the sentences to which an effect refers do what the effect does.
pub(super) fn is_in_text(game: &Match<'_, BattleSpirits>, begun: &Begun) -> bool {
    let selects_all = |scope: &Scope| {
        let what = scope.text.word(game).and_then(EffectWord::selection);
        matches!(what, Some(Select::Cards(cards)) if cards.take == Take::All)
    };
    let is_in_text = match &begun.influence {
        Influence::Forbid(text, _) => text.forbidden(game).is_some(),
        Influence::Allow(text) => text.allowed(game).is_some(),
        Influence::Own(
            own @ (GameInfluence::Toll(text)
            | GameInfluence::TreatAsSpirit(text)
            | GameInfluence::GiveFamily(text)
            | GameInfluence::Redirect(text)
            | GameInfluence::FixSymbols(text)),
        ) => {
            let said = text.word(game).and_then(|word| word.begins(text));
            said.is_some_and(|(said, _)| said == *own)
        }
        Influence::Own(GameInfluence::Later(made)) => matches!(made.text.word(game), Some(Effect::Later(_))),
        Influence::GrantAbility(ability) => super::super::ability::by_id(game, *ability).is_some(),
        Influence::Own(GameInfluence::Must(_) | GameInfluence::ForbidWeakerBlockers)
        | Influence::Add(..)
        | Influence::Become(..)
        | Influence::Multiply(..)
        | Influence::Grant(_)
        | Influence::Lose(_)
        | Influence::CountsAsType(_)
        | Influence::CountsAsName(_) => true,
    };
    is_in_text && begun.scope.as_ref().is_none_or(selects_all)
}

/// Whom an effect reaches, as a position expresses it: cards, a player, or the selection of a sentence.
pub(super) type Whom = (Vec<CardId>, Option<Seat>, Option<Sentence>);

/// Whom a reach covers; `None`: no position can express it.
pub(super) fn whom(
    pool: &Pool,
    reach: &Reach<BattleSpirits>,
    number: impl Fn(CardId) -> Option<CardId>,
) -> Option<Whom> {
    Some(match reach {
        Reach::Objects(objects) => {
            let on = objects.iter().map(|object| number(object.card)).collect::<Option<Vec<CardId>>>()?;
            (Some(on).filter(|on| !on.is_empty())?, None, None)
        }
        Reach::Seat(seat) => (Vec::new(), Some(*seat), None),
        Reach::Open(Scope { text }) => (Vec::new(), None, Some(Sentence::of(pool, &(text.clone(), 0))?)),
    })
}
