//! Abilities: each paragraph of a card is one. Kinds: 效果的發揮.1, 用語集.起動：主要, 用語集.起動：靈動, 基本行動.魔法卡.2; periods:
//! 用語集.發揮時機.攻擊中 and others.

use super::super::BattleSpirits;
use super::super::ability::AbilityId;
use super::super::findings;
use super::super::printed::{CardData, Kind};
use super::super::raise::Heard;
use super::super::stat;
use super::super::table::{Came, Game, Phase, owner};
use super::cost::Costs;
use super::keyword::KeywordAbility;
use super::trigger::Trigger;
use super::{Condition, Effect, KeywordName, Stat, Static, context};
use crate::abilities::effect::lint_list;
use crate::abilities::lasting::{Change, NumberChange, lint_continuous};
use crate::abilities::lint::meant;
use crate::abilities::{Bound, ConditionWord, LastingWord, Lint, Scene};
use crate::game_kit::fact::Fact;
use crate::heads;
use crate::kernel::{Adjustment, Event, Object, wire};
use crate::verdict::Cite;

/// Which effect of a magic, or when an activated ability may be used.
#[wire(Copy)]
pub enum Mode {
    /// 主要.
    Main,
    /// 靈動.
    Flash,
}

/// Where an ability is effective.
#[wire(Copy, Default)]
pub enum Zone {
    /// 場地.
    #[default]
    Field,
    /// 手牌.
    Hand,
    /// 廢棄區.
    Trash,
    /// Not by itself: on the field, on the cards that another ability of its card gives it to.
    Given,
}

impl Zone {
    /// Whether this is the field.
    pub const fn is_field(self) -> bool {
        matches!(self, Zone::Field)
    }
}

/// The period that a timing word names [用語集.發揮時機].
#[wire(Copy)]
pub enum Period {
    /// 『攻擊中』.
    Attacking,
    /// 『防禦中』.
    Blocking,
    /// 『攻擊／防禦中』.
    Battling,
    /// 『自己的主要階段』, ⑤ and ⑦ [ruling-29].
    OwnMainStep,
    /// 『自己的攻擊階段』.
    OwnAttackStep,
    /// The attack step of the opponent.
    OpponentAttackStep,
    /// The attack step of either player.
    AnyAttackStep,
    /// The own turn.
    OwnTurn,
    /// The turn of the opponent.
    OpponentTurn,
}

impl Period {
    /// The rule of the period.
    pub const fn rule(self) -> Cite {
        match self {
            Period::Attacking | Period::Battling => cite!("用語集.發揮時機.攻擊中"),
            Period::Blocking => cite!("用語集.發揮時機.防禦中"),
            Period::OwnMainStep => cite!("用語集.發揮時機.自己的主要階段"),
            Period::OwnAttackStep | Period::OpponentAttackStep | Period::AnyAttackStep => {
                cite!("用語集.發揮時機.自己的攻擊階段")
            }
            Period::OwnTurn | Period::OpponentTurn => cite!("用語集.發揮時機"),
        }
    }

    /// Whether the period runs for a card.
    pub fn runs(self, game: &Game<'_>, me: Object) -> bool {
        let facts = &game.state.facts;
        let own = owner(game, me.card) == facts.active;
        // 『攻擊中』 and 『防禦中』 last until ⑦.2 of the battle.
        let lasts = facts.state != Some(Phase::AfterBattle) || !game.in_force(cite!("戰鬥步驟.⑦.2"));
        let fights = |fighter: Option<Object>| fighter == Some(me) && lasts;
        let in_step = |phase: Phase| facts.phase == phase;
        let main = in_step(Phase::Main) || (in_step(Phase::SecondMain) && game.in_force(cite!("ruling-29")));
        match self {
            Period::Attacking => fights(facts.attacker()),
            Period::Blocking => fights(facts.blocker()),
            Period::Battling => fights(facts.attacker()) || fights(facts.blocker()),
            Period::OwnMainStep => own && main,
            Period::OwnAttackStep => own && in_step(Phase::Attack),
            Period::OpponentAttackStep => !own && in_step(Phase::Attack),
            Period::AnyAttackStep => in_step(Phase::Attack),
            Period::OwnTurn => own,
            Period::OpponentTurn => !own,
        }
    }
}

/// An ability of a magic [基本行動.魔法卡.2].
#[wire]
pub struct Magic {
    /// Which effect it is.
    pub mode: Mode,
    /// 「自身每回合僅能使用 1 次同卡牌名的此效果」 [FAQ.效果通則.Q9].
    #[optional]
    pub once_per_turn_by_name: bool,
    /// It cannot be used in a main step.
    #[optional]
    pub not_in_main: bool,
    /// What has to be true for it to do something.
    pub when: Option<Condition>,
    /// What it does.
    #[serde(rename = "do")]
    pub effects: Vec<Effect>,
}

/// An ability that is raised by an event [效果的發揮.1].
#[wire]
pub struct Triggered {
    /// The event.
    pub on: Trigger,
    /// The period in which it is raised.
    #[serde(rename = "while")]
    pub period: Option<Period>,
    /// The levels that have it; empty: all.
    #[optional]
    pub levels: Vec<u8>,
    /// Where its card has to be.
    #[optional]
    pub zone: Zone,
    /// Its condition, looked at when it is carried out [ruling-85].
    pub when: Option<Condition>,
    /// 〔每回合1次〕.
    #[optional]
    pub once_per_turn: bool,
    /// 〔每次戰鬥1次〕.
    #[optional]
    pub once_per_battle: bool,
    /// Each player may have this effect of cards with this name raised only once per turn
    /// [FAQ.效果通則.Q9].
    #[optional]
    pub once_per_turn_by_name: bool,
    /// 〔不可重複〕.
    #[optional]
    pub no_overlap: bool,
    /// What it does.
    #[serde(rename = "do")]
    pub effects: Vec<Effect>,
}

/// An ability that is in force as long as a state lasts [效果的發揮.1, ruling-25].
#[wire]
pub struct Standing {
    /// The period.
    #[serde(rename = "while")]
    pub period: Option<Period>,
    /// The levels that have it; empty: all.
    #[optional]
    pub levels: Vec<u8>,
    /// What has to be true.
    pub when: Option<Condition>,
    /// 〔每回合1次〕, of a permission.
    #[optional]
    pub once_per_turn: bool,
    /// 〔不可重複〕: of a player's cards with this name one has it in force.
    #[optional]
    pub no_overlap: bool,
    /// What it does.
    pub apply: Vec<Static>,
}

/// An ability that a player uses [用語集.起動：主要, 用語集.起動：靈動].
#[wire]
pub struct Activated {
    /// When it may be used.
    pub timing: Mode,
    /// The period of its timing word.
    #[serde(rename = "while")]
    pub period: Option<Period>,
    /// The levels that have it; empty: all.
    #[optional]
    pub levels: Vec<u8>,
    /// Where its card has to be.
    #[optional]
    pub zone: Zone,
    /// What has to be true for it to be used [主要階段.使用效果.3].
    pub when: Option<Condition>,
    /// 〔每回合1次〕.
    #[optional]
    pub once_per_turn: bool,
    /// 〔每次戰鬥1次〕.
    #[optional]
    pub once_per_battle: bool,
    /// 「自身每回合僅能使用 1 次同卡牌名的此效果」 [FAQ.效果通則.Q9].
    #[optional]
    pub once_per_turn_by_name: bool,
    /// The part before ▶.
    pub cost: Option<Costs>,
    /// What it does.
    #[serde(rename = "do")]
    pub effects: Vec<Effect>,
}

/// From the hand its card may be summoned in a flash timing, too [ruling-121].
#[wire]
pub struct FlashSummon {
    /// The period.
    #[serde(rename = "while")]
    pub period: Option<Period>,
    /// Cost and cores on it come from the reserve only.
    #[optional]
    pub reserve_only: bool,
}

/// What fills the reduction symbols of a card besides the symbols of the field [ruling-113].
#[wire(Copy)]
pub enum Fills {
    /// All of them count as filled.
    All,
    /// The symbols of the cards in the own trash fill them, too.
    FromTrash,
}

/// When a player uses its card, its reduction symbols are filled in another way [ruling-113].
#[wire]
pub struct OwnReduction {
    /// Only if the card is summoned in this way.
    pub came: Option<Came>,
    /// What has to be true.
    pub when: Option<Condition>,
    /// What fills them.
    pub fills: Fills,
}

/// In the hand its card may be given this cost where its player looks for a card by 【Fチェンジ】 [ruling-124].
#[wire]
pub struct FormCost {
    /// What has to be true.
    pub when: Option<Condition>,
    /// The cost.
    pub cost: u8,
}

/// One paragraph of a card, as a pool writes it.
#[wire]
#[schemars(rename = "Ability", description = "One paragraph of a card.")]
pub enum Written {
    /// Raised by an event.
    Triggered(Triggered),
    /// In force while a state lasts.
    Standing(Standing),
    /// Used by a player.
    Activated(Activated),
    /// An effect of a magic.
    Magic(Magic),
    /// From the hand it may be summoned in a flash timing.
    FlashSummon(FlashSummon),
    /// When it is used, its reduction symbols are filled in another way.
    OwnReduction(OwnReduction),
    /// In the hand it may be given another cost for 【Fチェンジ】.
    FormCost(FormCost),
    /// A keyword, which stands for one of the others.
    Keyword(KeywordAbility),
}

/// What abilities of every kind can have; what a kind lacks is at its default.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Head {
    /// The keyword that the ability is.
    pub keyword: Option<KeywordAbility>,
    /// The period of its timing word.
    pub period: Option<Period>,
    /// The levels that have it; empty: all of them.
    pub levels: Vec<u8>,
    /// The zone in which it is effective.
    pub zone: Zone,
    /// Its condition.
    pub when: Option<Condition>,
    /// 〔每回合1次〕.
    pub once_per_turn: bool,
    /// 〔每次戰鬥1次〕.
    pub once_per_battle: bool,
    /// 「自身每回合僅能使用 1 次同卡牌名的此效果」, or have it raised.
    pub once_per_turn_by_name: bool,
    /// 〔不可重複〕.
    pub no_overlap: bool,
    /// The part before ▶.
    pub cost: Option<Costs>,
    /// What a standing effect does while it is in force.
    pub apply: Vec<Static>,
    /// The sentences of its effect.
    pub effects: Vec<Effect>,
}

heads! {
    /// One paragraph of a card.
    Ability of Written, Head;
    /// What one kind of ability has alone.
    Body {
        /// Raised by an event.
        Triggered(Triggered {
            on,
            period,
            levels,
            zone,
            when,
            once_per_turn,
            once_per_battle,
            once_per_turn_by_name,
            no_overlap,
            effects,
        }): [
            period levels zone when once_per_turn once_per_battle once_per_turn_by_name no_overlap effects
        ], {
            /// The event.
            on: Trigger
        };
        /// In force while a state lasts.
        Standing(Standing { period, levels, when, once_per_turn, no_overlap, apply }):
            [period levels when once_per_turn no_overlap apply];
        /// Used by a player.
        Activated(Activated {
            timing,
            period,
            levels,
            zone,
            when,
            once_per_turn,
            once_per_battle,
            once_per_turn_by_name,
            cost,
            effects,
        }): [
            period levels zone when once_per_turn once_per_battle once_per_turn_by_name cost effects
        ], {
            /// When it may be used.
            timing: Mode
        };
        /// An effect of a magic.
        Magic(Magic { mode, once_per_turn_by_name, not_in_main, when, effects }):
            [once_per_turn_by_name when effects], {
            /// Which effect it is.
            mode: Mode,
            /// It cannot be used in a main step.
            not_in_main: bool
        };
        /// From the hand it may be summoned in a flash timing.
        FlashSummon(FlashSummon { period, reserve_only }): [period], {
            /// Cost and cores on it come from the reserve only.
            reserve_only: bool
        };
        /// When it is used, its reduction symbols are filled in another way.
        OwnReduction(OwnReduction { came, when, fills }): [when], {
            /// Only if the card is summoned in this way.
            came: Option<Came>,
            /// What fills them.
            fills: Fills
        };
        /// In the hand it may be given another cost for 【Fチェンジ】.
        FormCost(FormCost { when, cost }): [when], {
            /// The cost.
            cost: u8
        };
    }
    Keyword is keyword;
}

impl Ability {
    /// The sentences of its effect; of a standing effect those that it adds to a draw.
    pub fn effects(&self) -> &[Effect] {
        let added = self.head.apply.iter().find_map(|each| {
            if let Static::DrawMore(word) = each { Some(word.then.as_slice()) } else { None }
        });
        added.unwrap_or(&self.head.effects)
    }

    /// The keyword that the ability is, if any.
    pub fn keyword(&self) -> Option<KeywordName> {
        self.head.keyword.as_ref().map(KeywordAbility::name)
    }

    /// The event that triggers it, if one does.
    pub const fn trigger(&self) -> Option<&Trigger> {
        if let Body::Triggered { on } = &self.body { Some(on) } else { None }
    }

    /// The timing words under which its card has the ability.
    pub fn moments(&self) -> &'static [super::trigger::Moment] {
        self.trigger().map_or(&[], Trigger::moments)
    }

    /// Whether players use it.
    pub const fn is_activated(&self) -> bool {
        matches!(self.body, Body::Activated { .. })
    }

    /// Whether it is an effect that is used in flash timings.
    pub const fn is_flash(&self) -> bool {
        matches!(self.body, Body::Magic { mode: Mode::Flash, .. } | Body::Activated { timing: Mode::Flash })
    }

    /// Whether a card has the ability while it waits to leave: 『破壞時』, depletion, leaving [FAQ.靈魂卡等的狀態.Q2].
    pub fn is_of_waiting_state(&self) -> bool {
        self.trigger().is_some_and(Trigger::is_of_waiting_state)
    }

    /// The events that it waits for: the bits of their verbs.
    pub fn listens(&self) -> u64 {
        self.trigger().map_or(0, Trigger::listens)
    }

    /// How a standing effect changes the BP of which field cards now [ruling-70].
    pub fn number_changes(&self, game: &Game<'_>, me: Object, _: AbilityId) -> Vec<(Object, Adjustment)> {
        let scene = Scene::of(owner(game, me.card), me);
        let mut changes = Vec::new();
        for each in &self.head.apply {
            let Change::Modify(word) = each.change() else { continue };
            let by = match &word.by {
                NumberChange::Add(n) => Adjustment::Add(n.value(game, &scene)),
                NumberChange::Become(n) => Adjustment::Set(n.value(game, &scene)),
                NumberChange::Multiply(by) => Adjustment::Multiply(i64::from(*by)),
                NumberChange::Double => Adjustment::Multiply(2),
            };
            if word.stat == Stat::Bp {
                let cards = word.what.all(game, &scene).into_iter();
                changes.extend(cards.filter(|card| stat::is_spirit(game, card.card)).map(|card| (card, by)));
            }
        }
        changes
    }

    /// Whether it is a standing effect.
    pub const fn is_standing(&self) -> bool {
        matches!(self.body, Body::Standing {})
    }

    /// Whether the period of its timing word runs [用語集.發揮時機], and for a standing effect also whether the
    /// condition is true.
    pub fn is_in_period(&self, game: &Game<'_>, me: Object) -> bool {
        let head = &self.head;
        let runs = head.period.is_none_or(|period| !game.in_force(period.rule()) || period.runs(game, me));
        let holds = |when: &Condition| {
            let scene = Scene::of(owner(game, me.card), me);
            when.is_true(game, &scene)
        };
        let means_it = head.keyword.as_ref().is_none_or(|keyword| game.in_force(keyword.rule()));
        means_it && runs && (!self.is_standing() || head.when.as_ref().is_none_or(holds))
    }

    /// What fills the reduction symbols of its card, if a player uses the card now and it comes in this way;
    /// `None`: the ability says nothing of that [ruling-113].
    pub fn fills(&self, game: &Game<'_>, me: Object, came: Came) -> Option<Fills> {
        let Body::OwnReduction { came: only, fills } = &self.body else { return None };
        let holds = |when: &Condition| when.is_true(game, &Scene::of(owner(game, me.card), me));
        let is_so = only.is_none_or(|only| only == came) && self.head.when.as_ref().is_none_or(holds);
        is_so.then_some(*fills)
    }

    /// The cost that its card may be given in the hand for 【Fチェンジ】 now; `None`: the ability says nothing of
    /// that [ruling-124].
    pub fn form_cost(&self, game: &Game<'_>, me: Object) -> Option<i64> {
        let Body::FormCost { cost } = &self.body else { return None };
        let holds = |when: &Condition| when.is_true(game, &Scene::of(owner(game, me.card), me));
        self.head.when.as_ref().is_none_or(holds).then_some((*cost).into())
    }

    /// What the ability hears of an event; `None`: the event does not trigger it.
    pub fn hears(&self, game: &Game<'_>, me: Object, event: &Event<BattleSpirits>) -> Option<Heard> {
        let heard = self.trigger()?.hears(game, me, event, Bound::none());
        heard.filter(|_| self.is_in_period(game, me))
    }

    /// Reports what the ability can never do on this card.
    pub fn lint(&self, lint: &mut Lint<'_, BattleSpirits>, card: &CardData) {
        let key = match self.body {
            _ if self.head.keyword.is_some() => "keyword",
            Body::Triggered { .. } => "triggered",
            Body::Standing {} => "standing",
            Body::Activated { .. } => "activated",
            Body::Magic { .. } => "magic",
            Body::FlashSummon { .. } => "flash_summon",
            Body::OwnReduction { .. } => "own_reduction",
            Body::FormCost { .. } => "form_cost",
        };
        lint.inside(key, |lint| {
            self.lint_head(lint, card);
            self.lint_body(lint, card);
        });
    }

    fn is_of_fighting_spirits(&self) -> bool {
        matches!(self.head.period, Some(Period::Attacking | Period::Blocking | Period::Battling))
    }

    /// Levels, period and zone: whether a card of this kind can have such an ability.
    fn lint_head(&self, lint: &mut Lint<'_, BattleSpirits>, card: &CardData) {
        let has = |level: &u8| card.levels.iter().any(|line| line.lv == *level);
        if !self.head.levels.iter().all(has) {
            lint.inside("levels", |lint| lint.find("no_such_level", findings::no_such_level()));
        }
        let given = self.head.zone == Zone::Given;
        if self.is_of_fighting_spirits() && card.kind != Kind::Spirit && !given {
            lint.inside("while", |lint| lint.find("never_true", findings::only_spirits_fight()));
        }
        let is_of_magic = matches!(self.body, Body::Magic { .. });
        let is_elsewhere = self.trigger().is_some() && !self.head.zone.is_field();
        if given && (self.trigger().is_none() || !self.head.levels.is_empty()) {
            lint.find("wrong_attribute", findings::given_needs_event());
        }
        let is_wrong = is_of_magic != (card.kind == Kind::Magic) && card.kind != Kind::Other;
        if is_wrong && !is_elsewhere {
            lint.find("wrong_attribute", findings::magic_effects());
        }
    }

    /// The texts of the ability: its event or cost, its condition and its effects.
    fn lint_body(&self, lint: &mut Lint<'_, BattleSpirits>, card: &CardData) {
        let sentences = || context::SENTENCES.into_iter();
        let without_event = || sentences().chain([meant::SUBJECT, meant::OTHER]).collect::<Vec<_>>();
        if let Some(keyword) = &self.head.keyword {
            return keyword.lint(lint, card.kind);
        }
        let is_elsewhere = matches!(self.head.zone, Zone::Hand | Zone::Trash);
        match &self.body {
            Body::FlashSummon { .. } => {
                if card.kind != Kind::Spirit || self.is_of_fighting_spirits() {
                    lint.find("never_effective", findings::only_spirits_summoned());
                }
            }
            Body::OwnReduction { came, .. } => {
                if matches!(&card.reduction, Fact::Known(reduction) if reduction.is_empty()) {
                    lint.find("never_effective", findings::no_reduction_symbols());
                }
                if came.is_some_and(|came| came == Came::Otherwise || card.kind != Kind::Spirit) {
                    lint.inside("came", |lint| lint.find("never_true", findings::only_spirits_summoned()));
                }
                lint.nested(without_event(), |lint| {
                    lint.while_away(vec![meant::THIS], |lint| self.lint_when(lint));
                });
            }
            Body::FormCost { cost } => {
                if card.kind != Kind::Spirit {
                    lint.find("never_effective", findings::only_spirits_summoned());
                } else if *cost == card.cost {
                    lint.inside("cost", |lint| lint.find("never_effective", findings::has_this_cost()));
                }
                lint.nested(without_event(), |lint| {
                    lint.while_away(vec![meant::THIS], |lint| self.lint_when(lint));
                });
            }
            Body::Triggered { on } => {
                lint.inside("on", |lint| match self.head.zone == Zone::Given {
                    true => on.lint_anywhere(lint),
                    false => on.lint(lint, card),
                });
                let mut away = on.away();
                away.extend(is_elsewhere.then_some(meant::THIS));
                lint.nested(sentences().collect(), |lint| {
                    lint.condition_of_event(&away, |lint| self.lint_when(lint));
                    lint.while_away(away, |lint| lint_list(lint, "do", &self.head.effects));
                });
            }
            Body::Standing {} => lint.nested(without_event(), |lint| {
                self.lint_when(lint);
                lint_continuous(lint, &self.head.apply, false);
            }),
            Body::Activated { .. } | Body::Magic { .. } => {
                if let Some(cost) = &self.head.cost {
                    lint.inside("cost", |lint| cost.lint(lint));
                }
                let is_away = is_elsewhere || matches!(self.body, Body::Magic { .. });
                let away = is_away.then_some(meant::THIS).into_iter().collect();
                let chooses = self.head.cost.as_ref().is_some_and(Costs::chooses);
                lint.nested(without_event(), |lint| {
                    lint.while_away(away, |lint| {
                        self.lint_when(lint);
                        if chooses {
                            lint.learn(meant::CHOSEN);
                        }
                        lint_list(lint, "do", &self.head.effects);
                    });
                });
            }
        }
    }

    fn lint_when(&self, lint: &mut Lint<'_, BattleSpirits>) {
        if let Some(when) = &self.head.when {
            lint.inside("when", |lint| when.lint(lint));
        }
    }
}
