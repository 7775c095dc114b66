//! Words that begin running effects (numbers, keywords, prohibitions, permissions), and what continuous
//! abilities do to the settlement: 打牌阶段.2, 攻击.2, 伤害结算.4b, 伤害结算.5, 伤害结算.9; ruling-10, ruling-31, ruling-47,
//! ruling-58.

use smallvec::SmallVec;
use smol_str::SmolStr;

use super::super::findings;
use super::super::prohibition::{Allowed, Forbidden};
use super::super::table::{self, Detail, Game, OwnDetail, Verb};
use super::super::zone::By;
use super::super::{Tianhai, stat};
use super::effect::Running;
use super::keyword::KeywordName;
use super::{AbilityId, Amount, Influence, Keyword, RangePart, Select, Source};
use crate::abilities::lasting::{Allow, Change, Forbid, Grant, Lose, Modify, NumberChange};
use crate::abilities::topics::Topics;
use crate::abilities::{EffectWord, Lasting, LastingWord, Lint, Next, Part, Pause, Scene, Side};
use crate::game_kit::running::effects;
use crate::kernel::{CardId, Cell, MapCards, Modifier, Object, Proposal, Reach, Seat, Viewer, wire};
use crate::{word_type, words};

/// Numbers that texts read; some of them effects change.
#[wire(Copy, MapCards)]
pub enum Stat {
    /// The value of the order on a unit [指令牌与费用.10].
    Combat,
    /// 基本战斗力 [单位牌.4].
    BaseCombat,
    /// The cost of an order [指令牌与费用.3].
    Cost,
    /// The number of 机动 of a move order in hand [ruling-61].
    Mobility,
    /// 生命值 [单位牌.6].
    Hp,
    /// 创伤.
    Wounds,
    /// Hit points less wounds.
    HpLeft,
}

impl Stat {
    /// All numbers, in the order of their bits.
    pub const ALL: [Stat; 7] =
        [Stat::Combat, Stat::BaseCombat, Stat::Cost, Stat::Mobility, Stat::Hp, Stat::Wounds, Stat::HpLeft];
}

/// When a running effect ends.
#[wire(Copy, Default, MapCards)]
pub enum Until {
    /// As long as the order that began it lies on its unit.
    #[default]
    WhileOnUnit,
    /// Until the settlement is over.
    Settlement,
    /// Until the turn ends.
    Turn,
    /// Until the round ends.
    Round,
    /// Until the next own maintenance.
    OwnMaintenance,
}

effects! {
    Tianhai;
    /// What running effects of this game do besides.
    held GameInfluence;
    /// What a running effect of this book does besides.
    seen OwnDoesView in DoesView;

    /// Adds to the limit of plays of a player.
    Plays {
        /// How much; below 0: takes away.
        value: i64,
    } about topics::PLAYS,
    /// Makes the limit of plays of a player this.
    PlaysAre {
        /// What it is then.
        value: i64,
    } about topics::PLAYS,
}

words! {
    /// What a continuous ability does.
    pub enum Static: Static<Tianhai> {
        /// A number changes.
        Modify(Modify<Tianhai>),
        /// The limit of plays changes.
        ModifyPlays(ModifyPlays),
        /// Orders get a keyword.
        Grant(Grant<Tianhai>),
        /// Orders lose a keyword.
        Lose(Lose<Tianhai>),
        /// Units cannot do something.
        Forbid(Forbid<Tianhai>),
        /// Units may do something beyond the rules.
        Allow(Allow<Tianhai>),
        /// A range part after the printed ones.
        AddTargets(AddTargets),
        /// A target defends with its base combat.
        UseBaseCombat(UseBaseCombat),
        /// Damage to the unit is reduced.
        ReduceDamage(ReduceDamage),
        /// Step 9 leaves this order.
        Keep(Keep),
        /// This order is not counted.
        FreePlay(FreePlay),
    }
}

crate::topics! {
    /// Topics of effects, as sets of bits: the loop asks only for effects on a topic.
    pub mod topics: u64;
    {
        /// Changes numbers.
        NUMBERS[super::Stat],
        /// Gives or takes keywords.
        KEYWORDS,
        /// Allows something beyond the rules.
        ALLOWS,
        /// Changes the limit of plays.
        PLAYS,
        /// Adds range parts.
        TARGETS,
        /// Lets a target defend with its base combat.
        BASE,
        /// Reduces damage.
        REDUCES,
        /// Keeps an order in step 9.
        KEEPS,
        /// Keeps a deployment from counting against the limit of plays.
        FREE,
        /// Forbids anything.
        FORBIDS[super::Forbidden],
    }
    {}
}

impl Lasting for Tianhai {
    type Stat = Stat;
    type Keyword = Keyword;
    type Lost = KeywordName;
    type Forbidden = Forbidden;
    type Allowed = Allowed;
    type Static = Static;
    type GameInfluence = GameInfluence;
    type ForbiddenName = Forbidden;
    type AllowedName = Allowed;

    const TOPICS: Topics =
        Topics { abilities: 0, types: 0, names: 0, forbids: topics::FORBIDS, allows: topics::ALLOWS };

    /// No player is forbidden anything.
    fn forbids_players(_: &Forbidden) -> u64 {
        0
    }

    fn forbidden_name(forbidden: &Forbidden) -> (Forbidden, bool) {
        (*forbidden, false)
    }

    fn allowed_name(allowed: &Allowed) -> Option<(Allowed, bool)> {
        Some((*allowed, false))
    }

    fn each_static(
        game: &Game<'_>,
        wanted: u64,
        reaches: impl Fn(&Scene<'_>, &Static) -> bool,
        visit: impl FnMut(&Scene<'_>, &Static),
    ) {
        stat::each_static(game, wanted, reaches, visit);
    }

    fn number(game: &Game<'_>, card: CardId, stat: Stat) -> Option<i64> {
        stat::of_object(game, game.state.table.object(card), stat)
    }

    fn number_of(game: &Game<'_>, object: Object, stat: Stat, _: bool) -> Option<i64> {
        stat::of_object(game, object, stat)
    }

    /// Only the player who deploys an order sees its cost and mobility.
    fn is_seen(stat: Stat) -> bool {
        !matches!(stat, Stat::Cost | Stat::Mobility)
    }

    fn sibling(ability: AbilityId, number: u8) -> AbilityId {
        AbilityId { number: number.saturating_sub(1), ..ability }
    }

    fn begin(run: &mut Running<'_, '_>, influence: Influence, reach: Reach<Tianhai>, until: Until) -> bool {
        let (me, seat, rule) = (run.me(), run.seat(), cite!("ruling-58"));
        // An effect that lasts while the order lies on its unit cannot begin once it has left.
        if until == Until::WhileOnUnit && stat::carrier(run.game, me).is_none() {
            return false;
        }
        let game = &mut *run.game;
        let by = By::effect(seat, me, rule);
        let objects: SmallVec<[Object; 2]> = match &reach {
            Reach::Objects(objects) => objects.clone(),
            _ => SmallVec::new(),
        };
        // Combat and keywords belong to the order that lies on the unit now, not to one that the unit carries
        // later.
        let of_orders = matches!(
            influence,
            Influence::Add(Stat::Combat, _)
                | Influence::Become(Stat::Combat, _)
                | Influence::Grant(_)
                | Influence::Lose(_)
        );
        let order = |object: &Object| match stat::carrier(game, *object) {
            Some(_) => Some(*object),
            None => table::order_of(game, object.card).map(|order| game.state.table.object(order)),
        };
        let reach = match of_orders {
            true => Reach::Objects(objects.iter().filter_map(order).collect()),
            false => reach,
        };
        if matches!(&reach, Reach::Objects(objects) if objects.is_empty()) {
            return false;
        }
        // The event names a unit by its cell. A card in hand is the subject instead, so that the other player
        // does not see the event.
        let on: SmallVec<[(Option<Cell>, Option<CardId>); 2]> = match objects.as_slice() {
            [] => SmallVec::from_elem((None, None), 1),
            objects => {
                let on = objects.iter().map(|object| (table::cell_of(game, object.card), object.card));
                on.map(|(at, card)| (at, at.is_none().then_some(card))).collect()
            }
        };
        for (at, subject) in on {
            let detail = Detail::of(OwnDetail { at, ..OwnDetail::default() });
            let proposal = by.proposal(verb(&influence)).with(detail);
            game.propose(Proposal { subject, ..proposal });
        }
        game.begin(influence, reach, until, seat, Some(me), rule);
        true
    }

    fn lint_until(_: &mut Lint<'_, Tianhai>, _: Until) {}

    fn lint_modified(lint: &mut Lint<'_, Tianhai>, stat: Stat, of: &Select) {
        let in_hand = matches!(of, Select::Cards(cards) if cards.from == Source::Hand);
        let message = match stat {
            Stat::Combat | Stat::BaseCombat if in_hand => findings::only_units_have_number(),
            Stat::Cost | Stat::Mobility if !in_hand => findings::only_of_orders_in_hand(),
            Stat::Hp | Stat::Wounds | Stat::HpLeft => findings::number_fixed(),
            Stat::Combat | Stat::BaseCombat | Stat::Cost | Stat::Mobility => return,
        };
        lint.inside("stat", |lint| lint.find("wrong_attribute", message));
    }

    fn lint_keyword(lint: &mut Lint<'_, Tianhai>, keyword: Keyword, _: &Select) {
        let of_deploying = matches!(keyword, Keyword::Mobility(_) | Keyword::Diagonal | Keyword::Charge(_));
        if of_deploying || !keyword.has_right_numbers() {
            lint.inside("keyword", |lint| {
                lint.find("wrong_attribute", findings::keyword_not_for_order());
            });
        }
    }

    fn lint_forbidden(_: &mut Lint<'_, Tianhai>, _: &Forbidden, _: bool) {}

    fn lint_given(lint: &mut Lint<'_, Tianhai>, _: u8, _: bool) {
        lint.find("wrong_attribute", findings::orders_give_keywords());
    }
}

/// The verb of the event with which an effect begins.
const fn verb(influence: &Influence) -> Verb {
    match influence {
        Influence::Grant(_) => Verb::Granted,
        Influence::Lose(_) => Verb::Lost,
        Influence::Forbid(..) => Verb::Forbidden,
        Influence::Allow(_) => Verb::Allowed,
        _ => Verb::Modified,
    }
}

/// Ends the running effects with this duration; with `of`, only those of this player.
pub fn expire(game: &mut Game<'_>, until: Until, of: Option<Seat>) {
    game.expire(|modifier: &Modifier<Tianhai>| {
        modifier.until == until && of.is_none_or(|seat| modifier.seat == seat)
    });
}

/// The limit of plays of players changes [打牌阶段.2].
#[wire(Part<Tianhai>)]
pub struct ModifyPlays {
    /// Whose.
    #[optional]
    pub who: Side,
    /// How.
    #[part(plain)]
    pub by: NumberChange<Tianhai>,
    /// When it ends, where an effect says it.
    #[optional]
    pub until: Until,
}

impl LastingWord<Tianhai> for ModifyPlays {
    fn lint(&self, lint: &mut Lint<'_, Tianhai>) {
        match &self.by {
            NumberChange::Add(n) => lint.inside("by/add", |lint| n.lint_nonzero(lint)),
            NumberChange::Become(n) => lint.inside("by/become", |lint| n.lint(lint)),
            NumberChange::Multiply(_) | NumberChange::Double => lint.inside("by", |lint| {
                lint.find("wrong_attribute", findings::plays_not_multiplied());
            }),
        }
    }

    fn until(&self) -> Until {
        self.until
    }

    fn change(&self) -> Change<'_, Tianhai> {
        Change::Own(topics::PLAYS)
    }
}

impl EffectWord<Tianhai> for ModifyPlays {
    fn lint(&self, lint: &mut Lint<'_, Tianhai>) {
        LastingWord::lint(self, lint);
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let own = match &self.by {
            NumberChange::Become(n) => GameInfluence::PlaysAre(n.value(run.game, &run.scene())),
            NumberChange::Add(n) => GameInfluence::Plays(n.value(run.game, &run.scene())),
            NumberChange::Multiply(_) | NumberChange::Double => return Ok(Next::Done(false)),
        };
        let mut all = true;
        for &seat in self.who.seats(run.seat()) {
            all &= Tianhai::begin(run, Influence::Own(own.clone()), Reach::Seat(seat), self.until);
        }
        Ok(Next::Done(all))
    }

    fn can_do_some(&self, _: &Game<'_>, _: &Scene<'_>) -> bool {
        true
    }

    fn lasts(&self) -> Option<Change<'_, Tianhai>> {
        Some(self.change())
    }
}

/// Declares the changes that only continuous abilities make: name, topic, lint.
macro_rules! continuous {
    ($(
        $(#[$meta:meta])*
        $name:ident $(($inner:ty))?, $about:expr, |$this:ident, $lint:ident| $body:expr;
    )*) => { $(
        word_type! { $(#[$meta])* $name { $($inner)? } }

        impl Part<Tianhai> for $name {
            fn lint_part(&self, $lint: &mut Lint<'_, Tianhai>) {
                let $this = self;
                $body
            }
        }

        impl LastingWord<Tianhai> for $name {
            fn change(&self) -> Change<'_, Tianhai> {
                Change::Own($about)
            }
        }
    )* };
}

continuous! {
    /// A range part after the printed ones, of an attack order [攻击.2, ruling-21].
    AddTargets(RangePart), topics::TARGETS, |this, lint| this.0.lint(lint);
    /// The target defends with its base combat [伤害结算.4b]: the unit below the order, or what that unit
    /// attacks.
    UseBaseCombat(Select), topics::BASE, |this, lint| this.0.lint(lint);
    /// Damage to the unit below the order is so much less in step 5 [ruling-31].
    ReduceDamage(Amount), topics::REDUCES, |this, lint| this.0.lint_nonzero(lint);
    /// Step 9 leaves this order [伤害结算.9].
    Keep, topics::KEEPS, |_this, _lint| {};
    /// This order is not counted when it is deployed [ruling-10].
    FreePlay, topics::FREE, |_this, _lint| {};
}

/// What a running effect does, as every viewer sees it; `None`: a view cannot say it.
pub fn does(game: &Game<'_>, _: Viewer, influence: &Influence) -> Option<DoesView> {
    let named = |ability: &AbilityId| {
        (SmolStr::new(&game.pool.card(ability.definition).id), ability.number.checked_add(1))
    };
    DoesView::of(game, influence, named)
}
