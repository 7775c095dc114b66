//! Keywords: each is a word for an ordinary ability: 用語集.關鍵字效果; ruling-89 to ruling-94, ruling-123.

#[cfg(feature = "schemas")]
use std::borrow::Cow;

use crate::schema::JsonSchema;
#[cfg(feature = "schemas")]
use schemars::{Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::super::BattleSpirits;
use super::super::findings;
use super::super::printed::{Color, Kind};
use super::super::table::{self, Game, TRASH, printed};
use super::ability::{Ability, Activated, Mode, Period, Standing, Triggered};
use super::change::{Price, Toll, Tolled};
use super::cost::{Cost, Costs};
use super::filter::{CostIs, FamilyIs, KindIs};
use super::trigger::{ThisCard, Trigger, Who};
use super::use_card::{CallSpirit, UseCard, UseMagic};
use super::{Amount, Effect, Filter, Quantity, Select, Source, Stat, Static, Take, Until, context};
use crate::abilities::amount::{Count, Times};
use crate::abilities::effect::May;
use crate::abilities::lasting::{Grant, Modify, NumberChange};
use crate::abilities::piles::Mill;
use crate::abilities::{Cards, Choosing, Compared, Is, Lint, QuantityWord, Scene, Side};
use crate::kernel::{MapCards, wire};
use crate::verdict::Cite;
use crate::words;

/// The names of keywords, for cards that are asked whether they have one.
#[wire(Copy, MapCards)]
pub enum KeywordName {
    /// 真界放.
    Shinkaiho,
    /// 繼召.
    Keisho,
    /// 靈魂魔法.
    SoulMagic,
    /// 激突 [ruling-89].
    Clash,
    /// 增幅 [ruling-90].
    Amplify,
    /// 地鳴 [ruling-91].
    Rumble,
    /// 操靈 [ruling-92].
    SpiritCall,
    /// 魔述 [ruling-93].
    Spellcast,
    /// 水流 [ruling-123].
    Current,
    /// 迷彩 [ruling-94].
    Camouflage,
}

/// 激突 [ruling-89].
#[wire]
pub struct Clash {}

/// 增幅: family and BP for each spirit of it [ruling-90].
#[wire]
pub struct Amplify {
    /// The family.
    pub family: String,
    /// BP for each own spirit of it.
    pub by: u32,
}

/// 迷彩: what has to be paid [ruling-94].
#[wire(Copy)]
pub struct Camouflage {
    /// How many cores.
    pub n: u8,
}

/// A number of cards.
#[wire(Copy)]
pub struct Rumble {
    /// How many cards.
    pub n: u8,
}

/// Cards of a family and a cost.
#[wire]
pub struct OfFamilyAndCost {
    /// The family.
    pub family: String,
    /// The cost: of 操靈 at most this, of 水流 at least.
    pub cost: u8,
}

/// Cards of a family.
#[wire]
pub struct OfFamily {
    /// The family.
    pub family: String,
}

words! {
    @declare
    /// A keyword with its parameters.
    pub enum Keyword {
        /// 激突: while this attacks, opposing spirits block if they can [ruling-89].
        Clash(Clash),
        /// 增幅 [ruling-90].
        Amplify(Amplify),
        /// 地鳴 [ruling-91].
        Rumble(Rumble),
        /// 操靈 [ruling-92].
        SpiritCall(OfFamilyAndCost),
        /// 魔述 [ruling-93].
        Spellcast(OfFamily),
        /// 水流 [ruling-123].
        Current(OfFamilyAndCost),
        /// 迷彩: effects of opposing spirits designate this only for a payment [ruling-94].
        Camouflage(Camouflage),
    }
}

/// What is written of a keyword on a card.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct KeywordText {
    /// Which, with its parameters.
    is: Keyword,
    /// The levels that have it; without it, all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    levels: Vec<u8>,
}

/// A keyword as an ability of a card.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct KeywordAbility {
    text: KeywordText,
    /// The ability that the keyword is a word for.
    plain: Box<Ability>,
}

impl KeywordAbility {
    fn new(text: KeywordText) -> KeywordAbility {
        let plain = Box::new(text.is.plain(text.levels.clone()));
        KeywordAbility { text, plain }
    }

    /// The ability that the keyword is a word for.
    pub fn plain(&self) -> &Ability {
        &self.plain
    }

    /// The name of the keyword.
    pub const fn name(&self) -> KeywordName {
        match self.text.is {
            Keyword::Clash(_) => KeywordName::Clash,
            Keyword::Amplify(_) => KeywordName::Amplify,
            Keyword::Rumble(_) => KeywordName::Rumble,
            Keyword::SpiritCall(_) => KeywordName::SpiritCall,
            Keyword::Spellcast(_) => KeywordName::Spellcast,
            Keyword::Current(_) => KeywordName::Current,
            Keyword::Camouflage(_) => KeywordName::Camouflage,
        }
    }

    /// The number of a 地鳴; `None`: the keyword is another one.
    pub const fn rumble(&self) -> Option<u8> {
        match self.text.is {
            Keyword::Rumble(Rumble { n }) => Some(n),
            Keyword::Clash(_)
            | Keyword::Amplify(_)
            | Keyword::SpiritCall(_)
            | Keyword::Spellcast(_)
            | Keyword::Current(_)
            | Keyword::Camouflage(_) => None,
        }
    }

    /// The rule that defines the keyword.
    pub const fn rule(&self) -> Cite {
        match self.text.is {
            Keyword::Clash(_) => cite!("ruling-89"),
            Keyword::Amplify(_) => cite!("ruling-90"),
            Keyword::Rumble(_) => cite!("ruling-91"),
            Keyword::SpiritCall(_) => cite!("ruling-92"),
            Keyword::Spellcast(_) => cite!("ruling-93"),
            Keyword::Current(_) => cite!("ruling-123"),
            Keyword::Camouflage(_) => cite!("ruling-94"),
        }
    }

    /// Reports what can never have an effect.
    pub fn lint(&self, lint: &mut Lint<'_, BattleSpirits>, kind: Kind) {
        let of_spirits = !matches!(self.text.is, Keyword::Current(_));
        if of_spirits && kind != Kind::Spirit || kind == Kind::Magic {
            lint.find("wrong_attribute", findings::no_such_keyword());
        }
        let mut family = |family: &String| lint.inside("is/family", |lint| lint.declared("family", family));
        match &self.text.is {
            Keyword::Amplify(word) => family(&word.family),
            Keyword::SpiritCall(word) | Keyword::Current(word) => family(&word.family),
            Keyword::Spellcast(word) => family(&word.family),
            Keyword::Clash(_) | Keyword::Rumble(_) | Keyword::Camouflage(_) => {}
        }
        let zero = matches!(
            self.text.is,
            Keyword::Rumble(Rumble { n: 0 })
                | Keyword::Camouflage(Camouflage { n: 0 })
                | Keyword::Amplify(Amplify { by: 0, .. })
        );
        if zero {
            lint.inside("is", |lint| lint.find("number_out_of_range", findings::at_least_one()));
        }
    }
}

impl Serialize for KeywordAbility {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.text.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for KeywordAbility {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        KeywordText::deserialize(deserializer).map(KeywordAbility::new)
    }
}

#[cfg(feature = "schemas")]
impl JsonSchema for KeywordAbility {
    fn schema_name() -> Cow<'static, str> {
        "KeywordAbility".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        KeywordText::json_schema(generator)
    }
}

/// A selection of the player's own cards of a place.
fn own(from: Source, fits: Vec<Filter>, take: Take) -> Select {
    Select::Cards(Cards { side: Side::Own, from, fits, take, chooser: Choosing::You, name: None })
}

fn family(family: &str) -> Filter {
    Filter::Family(FamilyIs(vec![family.to_owned()]))
}

fn spirits(of: &str) -> Vec<Filter> {
    vec![Filter::Kind(KindIs(vec![Kind::Spirit])), family(of)]
}

fn cost(is: Is, cost: u8) -> Filter {
    Filter::Cost(Compared::<BattleSpirits, CostIs>::of(is, Amount::Number(i64::from(cost))))
}

fn word(quantity: Quantity) -> Amount {
    Amount::Word(Box::new(quantity))
}

impl Keyword {
    /// The ability that the keyword is a word for.
    fn plain(&self, levels: Vec<u8>) -> Ability {
        let this = Who { card: Some(ThisCard::This), ..Who::default() };
        match self {
            Keyword::Clash(_) => {
                let (what, keyword, until) = (Select::This, KeywordName::Clash, Until::Always);
                standing(Some(Period::Attacking), levels, Static::Grant(Grant { what, keyword, until }))
            }
            Keyword::Camouflage(Camouflage { n }) => {
                let toll = Toll {
                    what: Select::This,
                    unpaid: Tolled::BeDesignated(vec![Kind::Spirit]),
                    price: Price::Pay(u32::from(*n)),
                    until: Until::Always,
                };
                standing(None, levels, Static::Toll(toll))
            }
            Keyword::Amplify(of) => {
                let cost = Costs { pay: vec![Cost::Pay { n: 1 }] };
                let used = Used { period: Period::Battling, once_per_battle: true, cost: Some(cost) };
                used.ability(levels, of.effect())
            }
            Keyword::Rumble(Rumble { n }) => {
                let n = word(Quantity::Rumble(RumbleOf(*n)));
                let mut ability = triggered(Trigger::BattleEndOf(this), levels);
                ability.period = Some(Period::Attacking);
                ability.effects = vec![Effect::Mill(Mill { who: Side::Opponent, n })];
                Ability::Triggered(ability)
            }
            Keyword::SpiritCall(of) => {
                let fits = vec![family(&of.family), cost(Is::AtMost, of.cost)];
                let call = UseCard { from: Source::Trash, fits, what: None, free: false, mode: None };
                let mut ability = triggered(Trigger::Summoned(this), levels);
                ability.effects = vec![Effect::May(May(vec![Effect::CallSpirit(CallSpirit(call))]))];
                Ability::Triggered(ability)
            }
            Keyword::Spellcast(of) => {
                let fits = vec![family(&of.family)];
                let free =
                    UseCard { from: Source::Hand, fits, what: None, free: true, mode: Some(Mode::Flash) };
                let used = Used { period: Period::Attacking, once_per_battle: true, cost: None };
                used.ability(levels, Effect::UseMagic(UseMagic(free)))
            }
            Keyword::Current(of) => {
                let mut fits = spirits(&of.family);
                fits.push(cost(Is::AtLeast, of.cost));
                let modify = Modify {
                    what: own(Source::Field, fits, Take::one()),
                    stat: Stat::Symbols(Color::Green),
                    by: NumberChange::Add(Amount::one()),
                    until: Until::Battle,
                };
                let cost = Costs { pay: vec![Cost::ExhaustThis] };
                let used = Used { period: Period::OwnAttackStep, once_per_battle: false, cost: Some(cost) };
                used.ability(levels, Effect::Modify(modify))
            }
        }
    }
}

impl Amplify {
    /// This card's BP rises for the battle, by as much for each own spirit of the family.
    fn effect(&self) -> Effect {
        let each = Quantity::Count(Count(own(Source::Field, spirits(&self.family), Take::All)));
        let by = Quantity::Times(Times(Amount::Number(i64::from(self.by)), word(each)));
        Effect::Modify(Modify {
            what: Select::This,
            stat: Stat::Bp,
            by: NumberChange::Add(word(by)),
            until: Until::Battle,
        })
    }
}

/// A standing effect that does one thing.
fn standing(period: Option<Period>, levels: Vec<u8>, does: Static) -> Ability {
    Ability::Standing(Standing { period, levels, when: None, once_per_turn: false, apply: vec![does] })
}

/// A flash effect that a player uses.
struct Used {
    period: Period,
    once_per_battle: bool,
    cost: Option<Costs>,
}

impl Used {
    fn ability(self, levels: Vec<u8>, effect: Effect) -> Ability {
        Ability::Activated(Activated {
            timing: Mode::Flash,
            period: Some(self.period),
            levels,
            zone: super::ability::Zone::Field,
            when: None,
            once_per_turn: false,
            once_per_battle: self.once_per_battle,
            once_per_turn_by_name: false,
            cost: self.cost,
            effects: vec![effect],
        })
    }
}

fn triggered(on: Trigger, levels: Vec<u8>) -> Triggered {
    Triggered {
        on,
        period: None,
        levels,
        zone: super::ability::Zone::Field,
        when: None,
        once_per_turn: false,
        once_per_battle: false,
        no_overlap: false,
        effects: Vec::new(),
    }
}

/// The number of a 地鳴 as it is now: raised by texts, and less by the printed cost of a spirit card that
/// blocked and lies in the opposing trash [ruling-91].
#[wire(Copy)]
pub struct RumbleOf(pub u8);

impl QuantityWord<BattleSpirits> for RumbleOf {
    fn lint(&self, lint: &mut Lint<'_, BattleSpirits>) {
        lint.refers_to(context::BATTLE);
    }

    fn value(&self, game: &Game<'_>, scene: &Scene<'_>) -> i64 {
        let number = super::super::stat::rumble(game, scene.me.card, self.0);
        let blocker = game.state.facts.blocker().map(|blocker| blocker.card);
        let blocker = blocker.filter(|card| table::lies_in(game, *card, TRASH, scene.seat.other()));
        let less = blocker.map(|card| printed(game, card)).filter(|card| card.kind == Kind::Spirit);
        number.saturating_sub(less.map_or(0, |card| card.cost.into()))
    }
}
