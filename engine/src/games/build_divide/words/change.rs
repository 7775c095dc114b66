//! What lasts: numbers, keywords, abilities, prohibitions, duties, permissions, limits [ruling-1, ruling-49,
//! ruling-86, ruling-101, ruling-108].

use super::super::findings;
use super::super::table::{Game, Means, Verb};

use super::super::{BuildDivide, stat};
use super::effect::{Running, by};
use super::running::{Definition, GameInfluence};
use super::{AbilityId, Amount, Filter, Influence, Select};
use crate::abilities::lasting::{Change, Forbid, ForbidPlayer, Grant, Lose, Modify, Text, Whom, begin};
use crate::abilities::lint::{meant, snake};
use crate::abilities::topics::{Topical, Topics};
use crate::abilities::{
    EffectWord, FilterWord, Lasting, LastingWord, Lint, Next, Part, Pause, Scene, Side, can_all, can_any,
};
use crate::schema::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::game_kit::view;
use crate::kernel::{CardId, MapCards, Object, Proposal, Reach, wire};
use crate::verdict::Cite;
use crate::{named, words};

/// Numbers of a card that effects change.
#[wire(Copy, MapCards)]
pub enum Stat {
    /// 力量 [卡牌种类.单位.④].
    Power,
    /// 打击点 [卡牌种类.单位.⑤].
    Hit,
    /// The total cost [卡牌种类.单位.①].
    Cost,
}

/// The names of keywords.
#[wire(Copy, MapCards, Topical)]
#[topics(topics::KEYWORDS)]
pub enum Keyword {
    /// 诱导 [关键词.诱导].
    Decoy,
    /// 闪击 [关键词.闪击].
    Blitz,
    /// 审判 [关键词.审判].
    Judgment,
    /// 狂暴 [ruling-86].
    Berserk,
    /// 突击领域, of a released territory [ruling-105].
    Assault,
    /// Units that it damages are destroyed, whatever their power [ruling-103].
    Deadly,
}

impl Keyword {
    /// All keywords.
    pub const ALL: [Keyword; 6] = [
        Keyword::Decoy,
        Keyword::Blitz,
        Keyword::Judgment,
        Keyword::Berserk,
        Keyword::Assault,
        Keyword::Deadly,
    ];
}

/// When a running effect ends.
#[wire(Copy, Default, MapCards)]
pub enum Until {
    /// When the attack ends; without an attack the effect does nothing.
    Battle,
    /// 该回合中 [结束阶段.1].
    Turn,
    /// Until the next own turn begins.
    OwnNextTurn,
    /// Until the end of the opponent's turn: the one that is going on, else the next.
    OpponentTurnEnd,
    /// As long as the card stays where it is.
    #[default]
    Leaves,
    /// For the rest of the game, of what is done to players.
    Game,
}

named! {
    /// What an effect forbids: only what it names [ruling-1, ruling-108].
    enum Forbidden;
    /// What an effect forbids, whatever properties it refers to.
    names ForbiddenName, sets ForbiddenNames;
    /// Attacking.
    Attack,
    /// Attacking the player.
    AttackPlayer,
    /// Blocking.
    Block,
    /// Being attacked by units with these properties; without any, at all.
    BeAttacked(Vec<Filter>),
    /// Being blocked by units with these properties; without any, at all.
    BeBlocked(Vec<Filter>),
    /// Becoming a target of cards with these properties; without any, at all.
    BeTargeted(Vec<Filter>),
    /// Being destroyed by these means; without any, at all.
    BeDestroyed(Vec<Means>),
    /// Standing.
    Stand,
    /// Having its activated abilities used.
    Activate,
    /// Using cards with these properties (a player).
    Use(Vec<Filter>),
    /// Releasing the territory (a player).
    Release,
}

impl Forbidden {
    /// The properties of other cards that the prohibition names.
    pub fn fits(&self) -> &[Filter] {
        match self {
            Forbidden::BeAttacked(fits)
            | Forbidden::BeBlocked(fits)
            | Forbidden::BeTargeted(fits)
            | Forbidden::Use(fits) => fits,
            Forbidden::Attack
            | Forbidden::AttackPlayer
            | Forbidden::Block
            | Forbidden::BeDestroyed(_)
            | Forbidden::Stand
            | Forbidden::Activate
            | Forbidden::Release => &[],
        }
    }

    /// The prohibition of this name without further properties.
    const fn unconditional(name: ForbiddenName) -> Forbidden {
        match name {
            ForbiddenName::Attack => Forbidden::Attack,
            ForbiddenName::AttackPlayer => Forbidden::AttackPlayer,
            ForbiddenName::Block => Forbidden::Block,
            ForbiddenName::BeAttacked => Forbidden::BeAttacked(Vec::new()),
            ForbiddenName::BeBlocked => Forbidden::BeBlocked(Vec::new()),
            ForbiddenName::BeTargeted => Forbidden::BeTargeted(Vec::new()),
            ForbiddenName::BeDestroyed => Forbidden::BeDestroyed(Vec::new()),
            ForbiddenName::Stand => Forbidden::Stand,
            ForbiddenName::Activate => Forbidden::Activate,
            ForbiddenName::Use => Forbidden::Use(Vec::new()),
            ForbiddenName::Release => Forbidden::Release,
        }
    }

    fn lint(&self, lint: &mut Lint<'_, BuildDivide>, to_players: bool) {
        if matches!(self, Forbidden::Use(_) | Forbidden::Release) != to_players {
            lint.find("never_effective", findings::forbidden_to(!to_players));
        }
        lint_later(lint, &snake(&format!("{:?}", self.name())), self.fits());
    }
}

/// Checks properties that are read while the effect runs. They cannot refer to cards that sentences chose,
/// only to the number that was chosen last.
fn lint_later(lint: &mut Lint<'_, BuildDivide>, key: &str, fits: &[Filter]) {
    let unavailable = super::context::SENTENCES.into_iter().filter(|name| *name != meant::NUMBER);
    let unavailable = unavailable.chain(super::context::EVENT).collect();
    lint.nested(unavailable, |lint| lint.each(key, fits, |lint, filter| filter.lint(lint)));
}

/// What an effect allows a player beyond the rules [ruling-1].
#[wire]
pub enum Allowed {
    /// Using own graveyard cards with these properties.
    UseFromGraveyard(Vec<Filter>),
    /// Using hand cards with these properties without their energy cost.
    UseFree(Vec<Filter>),
    /// Placing energy once more in a turn [主要阶段.能量的配置.3].
    ExtraEnergy,
    /// So many cards in hand at the end of the own turn [ruling-41].
    HandLimit(u32),
    /// Paying the specified colours of Evol costs with energy of any colour [ruling-94].
    EvolOfAnyColor,
    /// Of commands with these properties, which offer one of several modes, carrying out two of them in place
    /// of one; the player has to, if two are possible [ruling-107].
    TwoModes(Vec<Filter>),
}

/// What cards have to do if they can; what forbids it wins [ruling-1].
#[wire(Copy, MapCards)]
pub enum Duty {
    /// Attacking in the own attack phase.
    Attack,
    /// Blocking when it is asked for.
    Block,
    /// Being the target of an attack.
    BeAttacked,
}

/// What a player leaves out once.
#[wire(Copy, MapCards)]
pub enum Skipped {
    /// Standing all cards in the stand phase.
    Stand,
    /// The draw of the draw phase.
    Draw,
}

words! {
    /// What a continuous ability does.
    pub enum Static: Static<BuildDivide> {
        /// A number changes.
        Modify(Modify<BuildDivide>),
        /// Cards get a keyword.
        Grant(Grant<BuildDivide>),
        /// Cards lose a keyword.
        Lose(Lose<BuildDivide>),
        /// Cards cannot do something.
        Forbid(Forbid<BuildDivide>),
        /// Players cannot do something.
        ForbidPlayer(ForbidPlayer<BuildDivide>),
        /// Cards have to do something.
        Must(Must),
        /// Players may do something beyond the rules.
        AllowPlayer(AllowPlayer),
        /// Players use at most so many cards in a turn.
        LimitUses(LimitUses),
        /// Damage to units is more.
        RaiseDamage(RaiseDamage),
    }
}

/// Damage that units are dealt is more, each time [ruling-31].
#[wire(Part<BuildDivide>)]
pub struct RaiseDamage {
    /// Which units.
    pub what: Select,
    /// How much more.
    #[part(count)]
    pub by: Amount,
}

impl LastingWord<BuildDivide> for RaiseDamage {
    fn change(&self) -> Change<'_, BuildDivide> {
        Change::Own(topics::DAMAGE)
    }
}

crate::topics! {
    /// Topics: what effects are about, as sets of bits.
    pub mod topics: u64;
    {
        /// What changes numbers.
        NUMBERS[super::Stat],
        /// What gives or takes keywords.
        KEYWORDS,
        /// What gives abilities.
        ABILITIES,
        /// What takes all abilities.
        NO_ABILITIES,
        /// What demands something.
        DUTIES,
        /// What allows players something.
        ALLOWS,
        /// What limits uses.
        LIMITS,
        /// What changes who controls a unit.
        CONTROL,
        /// What makes a territory a unit.
        UNITS,
        /// What waits for its moment.
        LATER,
        /// What raises damage to units.
        DAMAGE,
        /// What forbids anything.
        FORBIDS[super::ForbiddenName],
    }
    {}
}

/// What cards lose: a keyword, or all abilities.
impl Topical for Option<Keyword> {
    fn topics(&self) -> u64 {
        self.map_or(topics::NO_ABILITIES, |keyword| keyword.topics())
    }
}

impl Lasting for BuildDivide {
    type Stat = Stat;
    type Keyword = Keyword;
    type Lost = Option<Keyword>;
    type Forbidden = Forbidden;
    type Allowed = Allowed;
    type Static = Static;
    type GameInfluence = GameInfluence;
    type ForbiddenName = ForbiddenName;
    type AllowedName = ForbiddenName;

    const TOPICS: Topics = Topics {
        abilities: topics::ABILITIES,
        types: 0,
        names: 0,
        forbids: topics::FORBIDS,
        allows: topics::ALLOWS,
    };
    const DOUBLES_LAST: bool = true;
    const CHANGES_BY_CARD: bool = true;

    fn forbidden_name(forbidden: &Forbidden) -> (ForbiddenName, bool) {
        (forbidden.name(), !forbidden.fits().is_empty())
    }

    /// No permission of this game is for cards.
    fn allowed_name(_: &Allowed) -> Option<(ForbiddenName, bool)> {
        None
    }

    fn forbidden_otherwise(own: &GameInfluence) -> Option<Forbidden> {
        match own {
            GameInfluence::Forbid(name) => Some(Forbidden::unconditional(*name)),
            GameInfluence::Must(_)
            | GameInfluence::AllowPlayer(_)
            | GameInfluence::LimitUses(_)
            | GameInfluence::Copy(_)
            | GameInfluence::Control
            | GameInfluence::Unit
            | GameInfluence::Later(_) => None,
        }
    }

    fn waiting(own: &GameInfluence) -> Option<AbilityId> {
        own.waiting()
    }

    fn each_static(
        game: &Game<'_>,
        wanted: u64,
        reaches: impl Fn(&Scene<'_>, &Static) -> bool,
        use_it: impl FnMut(&Scene<'_>, &Static),
    ) {
        stat::each_static(game, wanted, reaches, use_it);
    }

    fn number(game: &Game<'_>, card: CardId, stat: Stat) -> Option<i64> {
        stat::value(game, card, stat)
    }

    fn number_of(game: &Game<'_>, object: Object, stat: Stat, there: bool) -> Option<i64> {
        stat::of_object(game, object, stat, there)
    }

    /// Power and hit of units are public; a cost is read only when its card is used.
    fn is_seen(stat: Stat) -> bool {
        stat != Stat::Cost
    }

    fn sibling(ability: AbilityId, number: u8) -> AbilityId {
        AbilityId { number: number.saturating_sub(1), mode: 0, ..ability }
    }

    fn can_begin(game: &Game<'_>, until: Until) -> bool {
        until != Until::Battle || game.state.facts.attack.is_some()
    }

    fn begin(
        run: &mut Running<'_, '_>,
        influence: Influence,
        reach: Reach<BuildDivide>,
        until: Until,
    ) -> bool {
        if !<BuildDivide as Lasting>::can_begin(run.game, until) {
            return false;
        }
        let (verb, rule) = begin_event(&influence);
        let by = by(run, rule);
        let card = view::subject(run.game, &reach);
        let announced = Proposal::told(verb, by.seat, rule).by(by.source);
        run.game.propose(Proposal { subject: card, ..announced });
        run.game.begin(influence, reach, until, by.seat, by.source, rule);
        true
    }

    fn lint_until(lint: &mut Lint<'_, BuildDivide>, until: Until) {
        if until == Until::Game {
            lint.find("no_duration", findings::lasts_with_card());
        }
    }

    fn lint_keyword(lint: &mut Lint<'_, BuildDivide>, keyword: Keyword, _: &Select) {
        if matches!(keyword, Keyword::Judgment | Keyword::Assault) {
            lint.find("wrong_attribute", findings::keyword_printed_or_given());
        }
    }

    fn lint_forbidden(lint: &mut Lint<'_, BuildDivide>, what: &Forbidden, to_players: bool) {
        what.lint(lint, to_players);
    }

    fn lint_given(lint: &mut Lint<'_, BuildDivide>, number: u8, _: bool) {
        let place = usize::from(number).checked_sub(1);
        lint.gives.extend(place);
        if place.and_then(|place| lint.given.get(place).copied()) != Some(true) {
            lint.find("wrong_attribute", findings::not_givable());
        }
    }
}

/// The verb and the rule of the event with which an effect begins.
const fn begin_event(influence: &Influence) -> (Verb, Cite) {
    let verb = match influence {
        Influence::Add(..) | Influence::Become(..) | Influence::Multiply(..) => Verb::Modify,
        Influence::Grant(_) | Influence::GrantAbility(_) | Influence::Own(GameInfluence::Copy(_)) => {
            Verb::Grant
        }
        Influence::Lose(_) => Verb::Lose,
        Influence::Forbid(..) | Influence::Own(GameInfluence::Forbid(_)) => Verb::Forbid,
        Influence::CountsAsType(_)
        | Influence::CountsAsName(_)
        | Influence::Allow(_)
        | Influence::Own(
            GameInfluence::Must(_)
            | GameInfluence::AllowPlayer(_)
            | GameInfluence::LimitUses(_)
            | GameInfluence::Control
            | GameInfluence::Unit
            | GameInfluence::Later(_),
        ) => Verb::Effect,
    };
    (verb, cite!("ruling-1"))
}

/// Cards have to do something if they can [ruling-1].
#[wire(Part<BuildDivide>)]
pub struct Must {
    /// Which cards.
    pub what: Select,
    /// What.
    pub duty: Duty,
    /// When it ends, where an effect says it; without it, it lasts as long as the cards do.
    #[optional]
    pub until: Until,
}

impl LastingWord<BuildDivide> for Must {
    fn until(&self) -> Until {
        self.until
    }

    fn change(&self) -> Change<'_, BuildDivide> {
        Change::Own(topics::DUTIES)
    }
}

impl EffectWord<BuildDivide> for Must {
    fn lint(&self, lint: &mut Lint<'_, BuildDivide>) {
        LastingWord::lint(self, lint);
        lint.inside("until", |lint| BuildDivide::lint_until(lint, self.until));
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let objects = run.pick(&self.what, cite!("ruling-22"))?;
        Ok(Next::Done(begin(
            run,
            Whom::These(objects),
            Influence::Own(GameInfluence::Must(self.duty)),
            self.until,
        )))
    }

    fn can_do_some(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        BuildDivide::can_begin(game, self.until) && can_any(game, scene, &self.what, |_| true)
    }

    fn can_do_all(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        BuildDivide::can_begin(game, self.until) && can_all(game, scene, &self.what, |_| true)
    }

    fn lasts(&self) -> Option<Change<'_, BuildDivide>> {
        Some(self.change())
    }
}

/// Declares a lasting word for players: its fields, its topics, and the influence that an effect begins with
/// it.
macro_rules! for_players {
    (
        $(#[$meta:meta])* $name:ident { $( $(#[$field_meta:meta])* $field:ident: $type:ty, )* },
        $about:expr, |$word:ident, $run:ident| $own:expr, $(begins |$text:ident| $begun:expr,)?
        lint |$this:ident, $lint:ident| $more:expr
    ) => {
        $(#[$meta])*
        #[wire(Part<BuildDivide>)]
        pub struct $name {
            /// Who.
            #[optional]
            pub who: Side,
            $( $(#[$field_meta])* pub $field: $type, )*
            /// When it ends, where an effect says it; without it, never.
            #[optional]
            pub until: Until,
        }

        impl LastingWord<BuildDivide> for $name {
            fn lint(&self, $lint: &mut Lint<'_, BuildDivide>) {
                let $this = self;
                $more
            }

            fn until(&self) -> Until {
                self.until
            }

            fn change(&self) -> Change<'_, BuildDivide> {
                Change::Own($about)
            }
        }

        impl EffectWord<BuildDivide> for $name {
            fn lint(&self, lint: &mut Lint<'_, BuildDivide>) {
                LastingWord::lint(self, lint);
            }

            fn run(&self, $run: &mut Running<'_, '_>) -> Result<Next, Pause> {
                let mut all = true;
                for &seat in self.who.seats($run.seat()) {
                    let $word = self;
                    let own = Influence::Own($own);
                    all &= BuildDivide::begin($run, own, Reach::Seat(seat), self.until);
                }
                Ok(Next::Done(all))
            }

            fn can_do_some(&self, game: &Game<'_>, _: &Scene<'_>) -> bool {
                BuildDivide::can_begin(game, self.until)
            }

            $(
                fn begins(&self, $text: &Text<BuildDivide>) -> Option<(GameInfluence, Until)> {
                    Some(($begun, self.until))
                }
            )?
        }
    };
}

for_players! {
    /// Players may do something beyond the rules [ruling-1].
    AllowPlayer {
        /// What.
        #[part(plain)]
        allowed: Allowed,
    },
    topics::ALLOWS, |word, run| {
        let _ = word;
        GameInfluence::AllowPlayer(Text::of(run.resolution))
    },
    begins |text| GameInfluence::AllowPlayer(text.clone()),
    lint |this, lint| match &this.allowed {
        Allowed::UseFromGraveyard(fits) => lint_later(lint, "allowed/use_from_graveyard", fits),
        Allowed::UseFree(fits) => lint_later(lint, "allowed/use_free", fits),
        Allowed::TwoModes(fits) => lint_later(lint, "allowed/two_modes", fits),
        Allowed::ExtraEnergy | Allowed::HandLimit(_) | Allowed::EvolOfAnyColor => {}
    }
}

for_players! {
    /// Players use at most so many cards in a turn [ruling-1].
    LimitUses {
        /// How many.
        n: u32,
    },
    topics::LIMITS, |word, run| GameInfluence::LimitUses(word.n), lint |_this, _lint| {}
}

/// A card gains the abilities that are printed on another one, as it is when this is carried out
/// [ruling-101].
#[wire(Part<BuildDivide>)]
pub struct Copy {
    /// Which cards gain them.
    pub what: Select,
    /// Of which card.
    pub of: Select,
    /// When it ends.
    #[optional]
    pub until: Until,
}

impl EffectWord<BuildDivide> for Copy {
    /// Later sentences refer to neither card.
    fn selection(&self) -> Option<Select> {
        None
    }

    fn lint(&self, lint: &mut Lint<'_, BuildDivide>) {
        self.lint_part(lint);
        lint.inside("until", |lint| BuildDivide::lint_until(lint, self.until));
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let of = run.select(&self.of, cite!("ruling-101"))?;
        let what = run.select(&self.what, cite!("ruling-101"))?;
        let Some(&of) = of.first() else { return Ok(Next::Done(false)) };
        let copy = GameInfluence::Copy(Definition(run.game.definition(of.card)));
        Ok(Next::Done(begin(run, Whom::These(what), Influence::Own(copy), self.until)))
    }

    fn can_do_some(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        can_any(game, scene, &self.of, |_| true) && can_any(game, scene, &self.what, |_| true)
    }
}
