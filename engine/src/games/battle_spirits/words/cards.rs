//! What effects do to cards: drawing, discarding, looking, turning them, letting them leave, ending battles.
//!
//! 用語集.抽牌, 用語集.破壞, 用語集.除外, 用語集.廢棄, 用語集.公開, 重疲勞.3, 重疲勞.4, FAQ.靈魂卡等的狀態.Q1, FAQ.靈魂卡等的狀態.Q3,
//! 戰鬥步驟.⑦.5; ruling-18, ruling-21, ruling-31, ruling-74, ruling-75, ruling-79, ruling-116.

use serde::{Deserialize, Serialize};

use super::super::facts::EndsEarly;
use super::super::table::{self, DECK, Detail, EXILE, Game, HAND, Means, OwnDetail, Posture, TRASH, Verb};
use super::super::zone::{self, By};
use super::super::{BattleSpirits, ability, battle, prohibition, replacement};
use super::effect::{Running, by_doer};
use super::{Effect, Select, Source};
use crate::abilities::effect::each_sentence;
use crate::abilities::lint::meant;
use crate::abilities::piles::{PileRules, PileVerbs};
use crate::abilities::{
    Actor, Answer, CardAction, EffectWord, Next, Objects, Pause, Piles, Scene, referable,
};
use crate::kernel::{Became, End, Object, PlaceId, Proposal, Seat, wire};
use crate::{card_actions, searches};

impl Piles for BattleSpirits {
    const AT_ONCE: bool = true;
    const PILE_VERBS: PileVerbs<Verb> = PileVerbs {
        draw: Verb::Drawn,
        mill: Verb::Milled,
        discard: Verb::Discarded,
        shuffle: Verb::Shuffled,
        to_deck: Verb::ToDeck,
    };
    const PILE_RULES: PileRules = PileRules {
        discard: cite!("ruling-78"),
        sealed: false,
        shuffle: cite!("ruling-79"),
        deck_order: cite!("ruling-79"),
    };

    fn deck(seat: Seat) -> PlaceId {
        table::DECK.of(seat)
    }

    fn hand() -> Source {
        Source::Hand
    }

    fn looked() -> Source {
        Source::Looked
    }

    fn may_draw(_: &Game<'_>, _: Seat) -> bool {
        true
    }

    fn draw(game: &mut Game<'_>, doer: Actor, seat: Seat, left: usize) -> bool {
        let by = By { seat, ..by_doer(doer, cite!("用語集.抽牌")) };
        zone::draw(game, Verb::Drawn, seat, left, by) == left
    }

    fn mill(game: &mut Game<'_>, doer: Actor, seat: Seat, left: usize) -> bool {
        zone::mill(game, seat, left, by_doer(doer, cite!("用語集.廢棄"))) == left
    }

    fn discard(game: &mut Game<'_>, doer: Actor, _: Seat, object: Object) -> bool {
        let put = zone::put(
            game,
            Verb::Discarded,
            object.card,
            TRASH,
            End::Top,
            by_doer(doer, cite!("用語集.廢棄")),
        );
        let detail = Detail { amount: 1, ..put.detail.clone() };
        begins(game, put.with(detail))
    }

    fn look_at(game: &mut Game<'_>, doer: Actor, object: Object) {
        let by = by_doer(doer, cite!("ruling-79"));
        game.propose(Proposal::told(Verb::Looked, by.seat, by.rule).to(object.card).by(by.source));
    }

    fn can_go_to_deck(game: &Game<'_>, object: Object) -> bool {
        !table::waits(game, object.card)
    }

    fn to_deck(game: &mut Game<'_>, doer: Actor, object: Object, end: End) -> bool {
        let proposal = zone::into_deck(game, object.card, end, by_doer(doer, cite!("效果的發揮.1")));
        begins(game, proposal)
    }

    fn deck_order(run: &mut Running<'_, '_>, objects: Objects) -> Result<Objects, Pause> {
        run.order_by_owner(objects, cite!("ruling-79"), true)
    }
}

searches!(BattleSpirits);

/// Carries a proposal out, or lets its card begin to wait; returns whether it did.
pub(super) fn begins(game: &mut Game<'_>, proposal: Proposal<BattleSpirits>) -> bool {
    matches!(game.propose(proposal), Became::Done | Became::Waiting)
}

fn is_elsewhere(game: &Game<'_>, object: Object, zone: table::ZoneOf) -> bool {
    !Seat::BOTH.into_iter().any(|seat| table::lies_in(game, object.card, zone, seat))
}

/// Whether a field card can be turned: it has such an orientation and does not wait to leave [ruling-18].
fn can_turn(game: &Game<'_>, object: Object, is_so: impl Fn(Posture) -> bool) -> bool {
    table::is_on_field(game, object.card)
        && !table::waits(game, object.card)
        && is_so(table::posture(game, object.card))
}

/// Whether an effect can make a card leave: it does not wait to leave already [ruling-18].
fn can_leave(game: &Game<'_>, object: Object) -> bool {
    !(table::is_on_field(game, object.card) && table::waits(game, object.card))
}

/// Cards that one instruction destroys, where a text puts several of them into a deck in place of the trash:
/// the owner of the deck arranges those [ruling-79, ruling-116].
fn in_deck_order(run: &mut Running<'_, '_>, objects: Objects) -> Result<Objects, Pause> {
    let (game, scene) = (&*run.game, run.scene());
    let goes_there = |object: &Object| {
        Destroy::can(game, &scene, *object)
            && replacement::of_destroyed(game, object.card, Means::Effect).0 == DECK
    };
    let there = match run.done() {
        0 => {
            let there: Objects = objects.iter().copied().filter(goes_there).collect();
            if there.len() < 2 {
                return Ok(objects);
            }
            run.fix(|_| there)
        }
        // Some are destroyed already: which ones were arranged is remembered.
        _ => match run.remembered() {
            Some(Answer::Objects(there)) => there,
            _ => return Ok(objects),
        },
    };
    let mut arranged = run.order_by_owner(there.clone(), cite!("ruling-79"), true)?.into_iter();
    let in_order = |object: Object| match there.contains(&object) {
        true => arranged.next().unwrap_or(object),
        false => object,
    };
    Ok(objects.into_iter().map(in_order).collect())
}

card_actions! { BattleSpirits:
    /// 公開: both see them [用語集.公開].
    Reveal, can |game, scene, object| true, |game, doer, object| {
        let by = by_doer(doer, cite!("用語集.公開"));
        let shown = Detail { shown: true, ..Detail::default() };
        game.propose(by.proposal(Verb::Revealed).with(shown).to(object.card));
        true
    };

    /// Into its owner's hand; a field card begins to wait [FAQ.靈魂卡等的狀態.Q1].
    ToHand, can |game, scene, object| is_elsewhere(game, object, HAND) && can_leave(game, object),
    |game, doer, object| {
        let by = by_doer(doer, cite!("效果的發揮.1"));
        let proposal = match table::is_on_field(game, object.card) {
            true => zone::returning(game, object.card, by),
            false => zone::put(game, Verb::ToHand, object.card, HAND, End::Bottom, by),
        };
        begins(game, proposal)
    };

    /// To its owner's trash, without being destroyed.
    ToTrash, can |game, scene, object| is_elsewhere(game, object, TRASH) && can_leave(game, object),
    |game, doer, object| {
        let from_deck = !is_elsewhere(game, object, DECK);
        let verb = if from_deck { Verb::Milled } else { Verb::ToTrash };
        let put = zone::put(game, verb, object.card, TRASH, End::Top, by_doer(doer, cite!("用語集.廢棄")));
        let detail = Detail { amount: 1, ..put.detail.clone() };
        begins(game, put.with(detail))
    };

    /// 破壞 [用語集.破壞].
    Destroy, can |game, scene, object| {
        table::is_on_field(game, object.card)
            && !table::waits(game, object.card)
            && !prohibition::destruction(game, object.card, scene.seat)
    }, |game, doer, object| {
        let proposal = zone::destroying(game, object.card, None, by_doer(doer, cite!("用語集.破壞")));
        table::is_on_field(game, object.card) && begins(game, proposal)
    }, {
        fn order(run: &mut Running<'_, '_>, objects: Objects) -> Result<Objects, Pause> {
            in_deck_order(run, objects)
        }
    };

    /// 破壞, which raises no effect of the destroyed card [FAQ.效果通則.Q3].
    DestroySilently, can |game, scene, object| Destroy::can(game, scene, object), |game, doer, object| {
        let proposal = zone::destroying(game, object.card, None, by_doer(doer, cite!("用語集.破壞")));
        let own = OwnDetail { silent: true, ..proposal.detail.own.clone() };
        let detail = Detail { own, ..proposal.detail.clone() };
        table::is_on_field(game, object.card) && begins(game, proposal.with(detail))
    }, {
        fn order(run: &mut Running<'_, '_>, objects: Objects) -> Result<Objects, Pause> {
            in_deck_order(run, objects)
        }
    };

    /// 除外, at once [用語集.除外, ruling-75].
    Exile, can |game, scene, object| is_elsewhere(game, object, EXILE) && can_leave(game, object),
    |game, doer, object| {
        let put = zone::put(game, Verb::Exiled, object.card, EXILE, End::Top, by_doer(doer, cite!("用語集.除外")));
        begins(game, put)
    };

    /// 疲勞: only what stands upright [FAQ.靈魂卡等的狀態.Q3].
    Exhaust, can |game, scene, object| can_turn(game, object, |posture| posture == Posture::Refreshed),
    |game, doer, object| {
        let proposal = zone::exhausting(game, object.card, by_doer(doer, cite!("FAQ.靈魂卡等的狀態.Q3")));
        // A card that was exhausted before does not count as exhausted by this effect [FAQ.指定效果.Q3].
        zone::happen(game, proposal) || !game.in_force(cite!("FAQ.指定效果.Q3"))
    };

    /// 重疲勞, which only effects do [重疲勞.4].
    HeavyExhaust,
    can |game, scene, object| can_turn(game, object, |posture| posture != Posture::HeavyExhausted),
    |game, doer, object| {
        let proposal = zone::heavy_exhausting(game, object.card, by_doer(doer, cite!("重疲勞.4")));
        zone::happen(game, proposal)
    };

    /// 回復, one stage [重疲勞.3].
    Refresh, can |game, scene, object| {
        can_turn(game, object, |posture| posture != Posture::Refreshed)
            && !prohibition::refreshing(game, object.card)
    }, |game, doer, object| {
        let proposal = zone::refreshing(game, object.card, by_doer(doer, cite!("用語集.回復")));
        zone::happen(game, proposal)
    };
}

/// A card that waits to leave stays on the field [FAQ.靈魂卡等的狀態.Q1, ruling-21].
#[wire(Part<BattleSpirits>)]
pub struct Stay(#[part(what)] pub Select);

impl EffectWord<BattleSpirits> for Stay {
    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let objects = run.pick(&self.0, cite!("FAQ.指定效果.Q1"))?;
        let by = (run.me(), run.resolution.ability);
        let mut all = !objects.is_empty();
        for object in objects {
            all &= zone::stay(run.game, object, by);
        }
        Ok(Next::Done(all))
    }

    fn can_do_some(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        let can = |object: Object| table::waits(game, object.card) && !self.has_done(game, scene.me, object);
        referable(game, scene, &self.0).into_iter().any(can)
    }

    /// A sentence that lets a card stay is about cards that wait to leave.
    fn only_refers(&self) -> bool {
        true
    }
}

impl Stay {
    /// Whether this text has already saved that card in this chain of departures, and so cannot again
    /// [ruling-21].
    fn has_done(&self, game: &Game<'_>, me: Object, saved: Object) -> bool {
        let mut stayed = game.state.facts.stayed.iter().filter(|stayed| stayed.by.0 == me);
        let is_this = |ability| {
            let mut found = false;
            each_sentence::<BattleSpirits>(ability::effects(game, ability), &mut |word| {
                found |= matches!(word, Effect::Stay(stay) if std::ptr::eq(stay, self));
            });
            found
        };
        stayed.any(|stayed| stayed.card == saved && is_this(stayed.by.1)) && game.in_force(cite!("ruling-21"))
    }
}

/// A card that waits to leave goes to its owner's hand when its wait is over, wherever it was to go
/// [FAQ.靈魂卡等的狀態.Q1, ruling-116].
#[wire(Part<BattleSpirits>)]
pub struct LeaveToHand(#[part(what)] pub Select);

impl EffectWord<BattleSpirits> for LeaveToHand {
    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let objects = run.pick(&self.0, cite!("FAQ.指定效果.Q1"))?;
        let mut all = !objects.is_empty();
        for object in objects {
            let to = HAND.spot(table::owner(run.game, object.card));
            all &= run.game.send(object, to, End::Bottom);
        }
        Ok(Next::Done(all))
    }

    fn can_do_some(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        referable(game, scene, &self.0).into_iter().any(|object| table::waits(game, object.card))
    }

    /// The sentence is about cards that wait to leave.
    fn only_refers(&self) -> bool {
        true
    }
}

/// The magic card of the event goes to its player's hand, out of the trash into which it was put after its
/// effect [主要階段.使用魔法卡.2].
#[wire(Part<BattleSpirits>)]
#[part(refers_to = meant::SUBJECT)]
pub struct ReturnUsed {}

impl ReturnUsed {
    /// The card in the trash, if it was put there after its effect and has not moved since.
    fn used(game: &Game<'_>, scene: &Scene<'_>) -> Option<Object> {
        let before = scene.subject?;
        let now = game.state.table.object(before.card);
        let in_trash = table::lies_in(game, now.card, TRASH, table::owner(game, now.card));
        (in_trash && before.incarnation.checked_add(1) == Some(now.incarnation)).then_some(now)
    }
}

impl EffectWord<BattleSpirits> for ReturnUsed {
    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let Some(used) = ReturnUsed::used(run.game, &run.scene()) else { return Ok(Next::Done(false)) };
        let by = by_doer(run.doer(), cite!("效果的發揮.1"));
        let proposal = zone::put(run.game, Verb::ToHand, used.card, HAND, End::Bottom, by);
        Ok(Next::Done(begins(run.game, proposal)))
    }

    fn can_do_some(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        ReturnUsed::used(game, scene).is_some()
    }
}

/// The battle ends after this effect [戰鬥步驟.⑦.5].
#[wire(Part<BattleSpirits>)]
pub struct EndBattle {}

/// The attack step ends after this effect, and a battle before it [ruling-31].
#[wire(Part<BattleSpirits>)]
pub struct EndAttackStep {}

/// The turn ends after this effect; the end step is held [ruling-31].
#[wire(Part<BattleSpirits>)]
pub struct EndTurn {}

macro_rules! ends {
    ($($name:ident, |$game:ident| $end:expr, |$see:ident| $can:expr;)*) => { $(
        impl EffectWord<BattleSpirits> for $name {
            fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
                let $game = &mut *run.game;
                Ok(Next::Done($end))
            }

            fn can_do_some(&self, $see: &Game<'_>, _: &Scene<'_>) -> bool {
                $can
            }
        }
    )* };
}

ends! {
    EndBattle, |game| battle::end_battle(game), |game| game.state.facts.battle.is_some();
    EndAttackStep, |game| battle::end_step_or_turn(game, EndsEarly::AttackStep),
    |game| game.state.facts.phase == table::Phase::Attack;
    EndTurn, |game| battle::end_step_or_turn(game, EndsEarly::Turn), |game| game.state.facts.turn > 0;
}
