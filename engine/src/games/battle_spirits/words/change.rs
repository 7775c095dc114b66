//! What lasts: numbers, keywords, abilities, prohibitions, permissions, duties: FAQ.BP.Q1, FAQ.效果通則.Q3,
//! 回合流程.1, FAQ.指定效果.Q4; ruling-34, ruling-37, ruling-51, ruling-58, ruling-108.

use super::super::ability::AbilityId;
use super::super::findings;
use super::super::printed::{Color, Level};
use super::super::replacement::Elsewhere;
use super::super::table::{Detail, Game, Means, OwnDetail, Verb};
use super::super::{BattleSpirits, raise, stat};
use super::effect::{Running, by};
use super::keyword::KeywordName;
use super::running::GameInfluence;
use super::toll::{Price, Tolled};
use super::{
    Allowed, Effect, Filter, Forbidden, ForbiddenName, Influence, Moment, Scope, Select, Stat, Take, Until,
    context,
};
use crate::abilities::effect::lint_list;
use crate::abilities::lasting::{
    Allow, Change, Forbid, ForbidPlayer, Grant, GrantAbility, Modify, Text, Whom, begin, begins_open,
};
use crate::abilities::topics::Topics;
use crate::abilities::{
    Answer, Choosable, EffectWord, Lasting, LastingWord, Lint, Next, Objects, Part, Pause, Scene, can_all,
    can_any,
};
use crate::game_kit::view;
use crate::kernel::{CardId, MapCards, Modifier, Object, Proposal, Reach, wire};
use crate::words;

words! {
    /// What a standing effect does.
    pub enum Static: Static<BattleSpirits> {
        /// A number changes.
        Modify(Modify<BattleSpirits>),
        /// Cards get a keyword.
        Grant(Grant<BattleSpirits>),
        /// Cards get an ability of this card.
        GrantAbility(GrantAbility<BattleSpirits>),
        /// Cards cannot do something.
        Forbid(Forbid<BattleSpirits>),
        /// Players cannot do something.
        ForbidPlayer(ForbidPlayer<BattleSpirits>),
        /// Cards may do something beyond the rules.
        Allow(Allow<BattleSpirits>),
        /// Cards have to do something.
        Must(Must),
        /// Cards cannot do something, or have it done to them, without a payment.
        Toll(Toll),
        /// Nexuses are treated as spirits.
        TreatAsSpirit(TreatAsSpirit),
        /// Cards get a family.
        GiveFamily(GiveFamily),
        /// All reduction symbols of cards that the player uses count as filled.
        FillReduction(FillReduction),
        /// While the player uses cards, there are more symbols.
        SymbolsFor(SymbolsFor),
        /// The player draws more cards in the own draw step.
        DrawMore(DrawMore),
        /// Something goes elsewhere instead.
        Redirect(Redirect),
        /// Effects of a timing word are raised at another moment, too.
        AlsoRaised(AlsoRaised),
    }
}

crate::topics! {
    /// Topics: what effects are about, as sets of bits.
    pub mod topics: u64;
    {
        /// What changes BP.
        BP,
        /// What changes costs.
        COST,
        /// What changes levels.
        LEVEL,
        /// What changes how many cores levels need.
        LEVEL_CORES,
        /// What changes symbols.
        SYMBOLS,
        /// What changes how much life an attack takes.
        LIFE_LOSS,
        /// What changes numbers of 激鬥.
        RUMBLE,
        /// What gives keywords.
        KEYWORDS,
        /// What gives abilities.
        ABILITIES,
        /// What allows something.
        ALLOWS,
        /// What demands something.
        DUTIES,
        /// What makes nexuses spirits.
        SPIRITS,
        /// What gives families.
        FAMILIES,
        /// What waits for its moment.
        LATER,
        /// What reduces costs.
        REDUCTION,
        /// What raises the number of cards that the draw step draws.
        DRAWS,
        /// What asks for a payment.
        TOLLS,
        /// What redirects cards or cores to another place.
        ELSEWHERE,
        /// What adds a moment to effects.
        MOMENTS,
        /// What keeps spirits with less BP from blocking.
        WEAKER_BLOCKERS,
        /// What forbids something to cards.
        CARDS[super::super::ForbiddenName] forbids_cards,
        /// What forbids something to players.
        PLAYERS[super::super::ForbiddenName] forbids_players,
    }
    {}
}

impl Lasting for BattleSpirits {
    type Stat = Stat;
    type Keyword = KeywordName;
    type Lost = KeywordName;
    type Forbidden = Forbidden;
    type Allowed = Allowed;
    type Static = Static;
    type GameInfluence = GameInfluence;
    type ForbiddenName = ForbiddenName;
    type AllowedName = Allowed;

    const TOPICS: Topics = Topics {
        abilities: topics::ABILITIES,
        types: 0,
        names: 0,
        forbids: topics::CARDS | topics::PLAYERS,
        allows: topics::ALLOWS,
    };

    fn forbids_players(forbidden: &Forbidden) -> u64 {
        topics::forbids_players(forbidden.name().0)
    }

    fn forbidden_name(forbidden: &Forbidden) -> (ForbiddenName, bool) {
        forbidden.name()
    }

    fn allowed_name(allowed: &Allowed) -> Option<(Allowed, bool)> {
        Some((*allowed, false))
    }

    fn waiting(own: &GameInfluence) -> Option<AbilityId> {
        own.waiting()
    }

    fn each_static(
        game: &Game<'_>,
        wanted: u64,
        reaches: impl Fn(&Scene<'_>, &Static) -> bool,
        mut use_it: impl FnMut(&Scene<'_>, &Static),
    ) {
        stat::each_standing(game, wanted, reaches, |scene, each, _| use_it(scene, each));
    }

    fn number(game: &Game<'_>, card: CardId, stat: Stat) -> Option<i64> {
        stat::value(game, card, stat)
    }

    fn number_of(game: &Game<'_>, object: Object, stat: Stat, _: bool) -> Option<i64> {
        stat::value(game, object.card, stat)
    }

    fn is_seen(_: Stat) -> bool {
        true
    }

    fn sibling(ability: AbilityId, number: u8) -> AbilityId {
        AbilityId { number: number.saturating_sub(1), ..ability }
    }

    /// An effect 「本次戰鬥中」 cannot begin outside a battle [ruling-58].
    fn can_begin(game: &Game<'_>, until: Until) -> bool {
        until != Until::Battle || game.state.facts.battle.is_some() || !game.in_force(cite!("ruling-58"))
    }

    fn begin(
        run: &mut Running<'_, '_>,
        influence: Influence,
        reach: Reach<BattleSpirits>,
        until: Until,
    ) -> bool {
        if !<BattleSpirits as Lasting>::can_begin(run.game, until) {
            return false;
        }
        let rule = match &influence {
            Influence::Add(Stat::Bp, _) | Influence::Become(Stat::Bp, _) => cite!("FAQ.BP.Q1"),
            Influence::Forbid(..) | Influence::Own(GameInfluence::ForbidWeakerBlockers) => {
                cite!("FAQ.效果通則.Q3")
            }
            Influence::Own(GameInfluence::Later(_)) => cite!("ruling-99"),
            Influence::Own(GameInfluence::Redirect(_)) => cite!("ruling-116"),
            Influence::Own(GameInfluence::FixSymbols(_)) => cite!("ruling-114"),
            Influence::Own(
                GameInfluence::Must(_)
                | GameInfluence::Toll(_)
                | GameInfluence::TreatAsSpirit(_)
                | GameInfluence::GiveFamily(_),
            )
            | Influence::Add(..)
            | Influence::Become(..)
            | Influence::Multiply(..)
            | Influence::Grant(_)
            | Influence::Lose(_)
            | Influence::GrantAbility(_)
            | Influence::CountsAsType(_)
            | Influence::CountsAsName(_)
            | Influence::Allow(_) => cite!("效果的發揮.1"),
        };
        let by = by(run, rule);
        let card = view::subject(run.game, &reach);
        let mut announced = Proposal::told(Verb::EffectBegan, by.seat, rule).by(by.source);
        let raised = raise::bp_by_flash(run, &influence, &reach);
        if !raised.is_empty() {
            let own = OwnDetail { raised, ..OwnDetail::default() };
            announced = announced.with(Detail { means: Means::Effect, own, ..Detail::default() });
        }
        run.game.propose(Proposal { subject: card, ..announced });
        run.game.begin(influence, reach, until, by.seat, by.source, rule);
        true
    }

    /// A text with "all …" and a duration designates nothing: its effect also reaches cards that come later
    /// [FAQ.指定效果.Q4, ruling-37].
    fn stays_open(game: &Game<'_>, what: &Select, until: Until) -> bool {
        let all = matches!(what, Select::Cards(cards) if cards.take == Take::All);
        all && until != Until::Always && game.all_in_force(&[cite!("FAQ.指定效果.Q4"), cite!("ruling-37")])
    }

    fn scope(run: &Running<'_, '_>, what: &Select, until: Until) -> Option<Scope> {
        let is_open = <BattleSpirits as Lasting>::stays_open(run.game, what, until);
        is_open.then(|| Scope { text: Text::of(run.resolution) })
    }

    fn covers(game: &Game<'_>, effect: &Modifier<BattleSpirits>, card: CardId) -> bool {
        let Reach::Open(Scope { text }) = &effect.reach else { return false };
        let Some(what) = text.word(game).and_then(EffectWord::selection) else { return false };
        let me = effect.source.unwrap_or_else(|| game.state.table.object(card));
        let scene = Scene::of(effect.seat, me);
        let mut covers = false;
        game.reading(|| covers = what.takes_in(game, &scene, card));
        covers
    }

    fn lint_until(lint: &mut Lint<'_, BattleSpirits>, until: Until) {
        if until == Until::Battle && lint.is_unavailable(context::BATTLE) {
            lint.find("no_duration", findings::no_battle());
        }
    }

    /// A text about the levels of all matching cards must not match by what follows from their levels.
    fn lint_modified(lint: &mut Lint<'_, BattleSpirits>, stat: Stat, what: &Select) {
        let Select::Cards(cards) = what else { return };
        if stat == Stat::LevelCores
            && cards.take == Take::All
            && cards.fits.iter().any(|filter| filter.asks(Filter::follows_from_level))
        {
            lint.find("wrong_attribute", findings::follows_from_level());
        }
    }

    fn lint_keyword(lint: &mut Lint<'_, BattleSpirits>, keyword: KeywordName, _: &Select) {
        if !keyword.is_given() {
            lint.find("wrong_attribute", findings::keyword_as_ability());
        }
    }

    fn lint_forbidden(lint: &mut Lint<'_, BattleSpirits>, what: &Forbidden, to_players: bool) {
        what.lint(lint, to_players);
    }

    fn lint_given(lint: &mut Lint<'_, BattleSpirits>, number: u8, _: bool) {
        let place = usize::from(number).checked_sub(1);
        lint.gives.extend(place);
        if place.and_then(|place| lint.given.get(place).copied()) != Some(true) {
            lint.find("wrong_attribute", findings::not_givable());
        }
    }
}

/// What cards have to do if they can [ruling-51].
#[wire(Copy, MapCards)]
pub enum Duty {
    /// Attacking before the step ends.
    Attack,
    /// Attacking before any other spirit [ruling-117].
    AttackFirst,
    /// Blocking: at least one of those that have to, if one can.
    Block,
}

/// A text that treats all matching nexuses as spirits must not match by kind: the kind depends on that very
/// text.
fn lint_open(lint: &mut Lint<'_, BattleSpirits>, about: u64, what: &Select) {
    let Select::Cards(cards) = what else { return };
    let by_kind = cards.fits.iter().any(|filter| filter.asks(|inner| matches!(inner, Filter::Kind(_))));
    if about == topics::SPIRITS && cards.take == Take::All && by_kind {
        lint.find("wrong_attribute", findings::kind_by_originally());
    }
}

/// Declares the lasting words of this game: of each its fields, its topics, and the influence that an effect
/// begins with it, where it stands at a text.
macro_rules! own_lasting {
    ($(
        $(#[$meta:meta])* $name:ident { $( $(#[$field_meta:meta])* $field:ident: $type:ty, )* },
        $about:expr, $own:expr $(, lint |$this:ident, $lint:ident| $more:expr)?;
    )*) => { $(
        $(#[$meta])*
        #[wire(Part<BattleSpirits>)]
        pub struct $name {
            /// Which cards.
            pub what: Select,
            $( $(#[$field_meta])* pub $field: $type, )*
            /// When it ends, where an effect says it; without it, it lasts as long as the cards do.
            #[optional]
            pub until: Until,
        }

        impl $name {
            /// The influence that an effect begins with it, where it stands at a text.
            const BEGINS: fn(&$name, Text<BattleSpirits>) -> GameInfluence = $own;
        }

        impl LastingWord<BattleSpirits> for $name {
            fn lint(&self, lint: &mut Lint<'_, BattleSpirits>) {
                self.lint_part(lint);
                lint_open(lint, $about, &self.what);
                $( let ($this, $lint) = (self, lint); $more; )?
            }

            fn until(&self) -> Until {
                self.until
            }

            fn change(&self) -> Change<'_, BattleSpirits> {
                Change::Own($about)
            }
        }

        impl EffectWord<BattleSpirits> for $name {
            fn lint(&self, lint: &mut Lint<'_, BattleSpirits>) {
                LastingWord::lint(self, lint);
                lint.inside("until", |lint| BattleSpirits::lint_until(lint, self.until));
            }

            fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
                let whom = match BattleSpirits::scope(run, &self.what, self.until) {
                    Some(scope) => Whom::Open(scope),
                    None => Whom::These(run.pick(&self.what, cite!("FAQ.指定效果.Q1"))?),
                };
                let own = $name::BEGINS(self, Text::of(run.resolution));
                Ok(Next::Done(begin(run, whom, Influence::Own(own), self.until)))
            }

            fn can_do_some(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
                let can = <BattleSpirits as Lasting>::can_begin(game, self.until);
                begins_open(game, &self.what, self.until)
                    || can && can_any(game, scene, &self.what, |_| true)
            }

            fn can_do_all(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
                let can = <BattleSpirits as Lasting>::can_begin(game, self.until);
                begins_open(game, &self.what, self.until)
                    || can && can_all(game, scene, &self.what, |_| true)
            }

            fn begins(&self, text: &Text<BattleSpirits>) -> Option<(GameInfluence, Until)> {
                Some(($name::BEGINS(self, text.clone()), self.until))
            }

            fn lasts(&self) -> Option<Change<'_, BattleSpirits>> {
                Some(self.change())
            }
        }
    )* };
}

/// All reduction symbols of cards with these properties count as filled when the player uses them
/// [ruling-113].
#[wire(Part<BattleSpirits>)]
pub struct FillReduction {
    /// Of which cards.
    #[optional]
    #[part(excluding(context::ON_FIELD))]
    pub fits: Vec<Filter>,
}

/// While the player uses cards with these properties, there are so many symbols more [ruling-110].
#[wire(Part<BattleSpirits>)]
pub struct SymbolsFor {
    /// Of which colour.
    pub color: Color,
    /// How many.
    pub n: u8,
    /// For which cards.
    #[optional]
    #[part(excluding(context::ON_FIELD))]
    pub fits: Vec<Filter>,
}

/// In the own draw step the player draws so many cards more, and then something is done at once [ruling-98].
#[wire(Part<BattleSpirits>)]
pub struct DrawMore {
    /// How many.
    pub n: u8,
    /// What is done after that draw, also if no card was there.
    #[optional]
    pub then: Vec<Effect>,
}

impl LastingWord<BattleSpirits> for DrawMore {
    fn lint(&self, lint: &mut Lint<'_, BattleSpirits>) {
        if self.n == 0 {
            lint.inside("n", |lint| lint.find("wrong_number", findings::at_least_one()));
        }
        if !self.then.is_empty() {
            lint_list(lint, "then", &self.then);
        }
    }

    fn change(&self) -> Change<'_, BattleSpirits> {
        Change::Own(topics::DRAWS)
    }
}

/// Cards get so many symbols more of a colour that their symbols have; of several colours the player of the
/// text chooses one. A card without symbols gets none.
#[wire(Part<BattleSpirits>)]
pub struct MoreSymbols {
    /// Which cards.
    pub what: Select,
    /// How many.
    #[part(plain)]
    pub n: u8,
    /// When it ends.
    #[optional]
    #[part(plain)]
    pub until: Until,
}

impl MoreSymbols {
    fn colors(game: &Game<'_>, card: CardId) -> Vec<Color> {
        let has = |color: &Color| stat::symbols(game, card, Some(*color)) > 0;
        Color::ALL.into_iter().filter(has).collect()
    }
}

impl EffectWord<BattleSpirits> for MoreSymbols {
    fn lint(&self, lint: &mut Lint<'_, BattleSpirits>) {
        self.lint_part(lint);
        if self.n == 0 {
            lint.inside("n", |lint| lint.find("wrong_number", findings::at_least_one()));
        }
        lint.inside("until", |lint| BattleSpirits::lint_until(lint, self.until));
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let objects = run.pick(&self.what, cite!("FAQ.指定效果.Q1"))?;
        let mut more = Vec::new();
        for object in objects {
            let colors = MoreSymbols::colors(run.game, object.card);
            let mut place = 0;
            if colors.len() > 1 {
                let count = u8::try_from(colors.len()).unwrap_or(u8::MAX);
                let answer = run.ask(run.seat(), Choosable::Mode(count), cite!("用語集.標誌"), true)?;
                let Answer::Number(number) = answer else { return Ok(Next::Done(false)) };
                place = usize::try_from(number.saturating_sub(1)).unwrap_or_default();
            }
            more.extend(colors.get(place).map(|color| (object, *color)));
        }
        let mut some = false;
        for (object, color) in more {
            let influence = Influence::Add(Stat::Symbols(color), self.n.into());
            some |= begin(run, Whom::These(Objects::from_elem(object, 1)), influence, self.until);
        }
        Ok(Next::Done(some))
    }

    fn can_do_some(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        let can = |object: Object| !MoreSymbols::colors(game, object.card).is_empty();
        <BattleSpirits as Lasting>::can_begin(game, self.until) && can_any(game, scene, &self.what, can)
    }
}

/// Effects of cards under one timing word are raised at another moment of these cards, too; that does not
/// make them effects of that moment [ruling-112].
#[wire(Part<BattleSpirits>)]
pub struct AlsoRaised {
    /// Of which cards.
    pub what: Select,
    /// Under which timing word.
    #[part(plain)]
    pub moment: Moment,
    /// When else they are raised.
    #[part(plain)]
    pub at: Moment,
}

impl LastingWord<BattleSpirits> for AlsoRaised {
    fn lint(&self, lint: &mut Lint<'_, BattleSpirits>) {
        self.lint_part(lint);
        if self.moment == self.at {
            lint.find("never_effective", findings::same_moment());
        }
    }

    fn change(&self) -> Change<'_, BattleSpirits> {
        Change::Own(topics::MOMENTS)
    }
}

macro_rules! reducing {
    ($($name:ident)*) => { $(
        impl LastingWord<BattleSpirits> for $name {
            fn change(&self) -> Change<'_, BattleSpirits> {
                Change::Own(topics::REDUCTION)
            }
        }
    )* };
}

reducing! { FillReduction SymbolsFor }

own_lasting! {
    /// Cards have to do something if they can [ruling-51].
    Must {
        /// What.
        duty: Duty,
    },
    topics::DUTIES, |word, _| GameInfluence::Must(word.duty);

    /// Cards cannot do something, or have it done to them, unless it is paid for [ruling-94].
    Toll {
        /// What.
        #[part(plain)]
        unpaid: Tolled,
        /// What is paid.
        #[part(plain)]
        price: Price,
    },
    topics::TOLLS, |_, text| GameInfluence::Toll(text),
    lint |this, lint| lint.inside("price", |lint| this.price.lint(lint));

    /// Nexuses are treated as spirits of these levels, and their own abilities are off [ruling-108].
    TreatAsSpirit {
        /// The level table that counts.
        #[part(plain)]
        levels: Vec<Level>,
    },
    topics::SPIRITS, |_, text| GameInfluence::TreatAsSpirit(text);

    /// Cards that are destroyed, or cores of life that their attack reduces, go elsewhere instead
    /// [ruling-116].
    Redirect {
        /// What goes where.
        to: Elsewhere,
        /// Only what is destroyed by these means.
        means: Option<Means>,
    },
    topics::ELSEWHERE, |_, text| GameInfluence::Redirect(text),
    lint |this, lint| if this.to == Elsewhere::LifeToTrash && this.means.is_some() {
        lint.inside("means", |lint| lint.find("wrong_attribute", findings::means_of_life()));
    };

    /// Cards have exactly so many symbols of this colour and none of another; no effect raises the number
    /// [ruling-114].
    FixSymbols {
        /// Of which colour.
        #[part(plain)]
        color: Color,
        /// How many.
        #[part(plain)]
        n: u8,
    },
    topics::SYMBOLS, |_, text| GameInfluence::FixSymbols(text);

    /// No spirit of the player of these cards can be blocked by a spirit whose BP is at most that of one of
    /// them, as the BP are at the block [FAQ.效果通則.Q3, FAQ.BP.Q1].
    ForbidWeakerBlockers {},
    topics::WEAKER_BLOCKERS, |_, _| GameInfluence::ForbidWeakerBlockers;

    /// Field cards get a family besides those that are printed on them [用語集.系統].
    GiveFamily {
        /// Which.
        #[part(plain)]
        family: String,
    },
    topics::FAMILIES, |_, text| GameInfluence::GiveFamily(text),
    lint |this, lint| {
        lint.inside("family", |lint| lint.declared("family", &this.family));
        if let Select::Cards(cards) = &this.what
            && cards.take == Take::All
            && cards.fits.iter().any(|filter| filter.asks(Filter::is_of_family))
        {
            lint.find("wrong_attribute", findings::family_by_family());
        }
    };
}
