//! Probe: Battle Spirits. The turn and the battle as tables of stages, a use as one draft, departures as proposals
//! that wait for their batch, cores that go along with their card, depletion as a check between instructions.
//!
//! The scenarios are those of the game's page, with its ids of rules; `cards` has only what they use.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, missing_docs)]

mod cards;
mod scenarios;

use crate::probe::*;
use cards::CARDS;
use rules_judge_engine::kernel::*;
use rules_judge_engine::verdict::{Cite, Refusal};

rules! {
    TURN_PLAYER "回合流程.4" FIRST_TURN "回合流程.第一回合" START "回合流程.①" CORE "回合流程.②" DRAW "回合流程.③"
    REFRESH "回合流程.④.1" CORES_BACK "回合流程.④.2" MAIN "回合流程.⑤" ATTACK_STEP "回合流程.⑥" SECOND_MAIN "回合流程.⑦"
    END "回合流程.⑧" ATTACK_NOTE "攻擊階段.※" ONE_ATTACK "攻擊階段.1" END_ATTACKS "戰鬥步驟.⑦.6"
    MAIN_ACTIONS "主要階段.1" SUMMON "主要階段.召喚靈魂卡.1" MAGIC "主要階段.使用魔法卡.1"
    MAGIC_TO_TRASH "主要階段.使用魔法卡.2" MOVE_CORES "主要階段.能量的移動.1" MAGIC_TIMING "基本行動.魔法卡.2"
    NO_ANSWER "基本行動.魔法卡.3" REVEALED "費用支付.①" COST "費用支付.③" REDUCE "費用支付.③.1" PAY "費用支付.④"
    PAYER "費用支付.④.1" PLACE "費用支付.⑤" PLACED_FROM "費用支付.⑤.2" LOWEST "費用支付.⑤.3"
    KEISHO "繼召.1" KEISHO_EX "繼召.2" KEISHO_COUNT "繼召.4" SOUL "靈魂能量.3"
    DEPLETED "靈魂卡的消滅.1" DEPLETED_CORES "靈魂卡的消滅.2" WAITS "FAQ.靈魂卡等的狀態.Q1"
    NO_TARGET "FAQ.靈魂卡等的狀態.Q2" WHOSE_CORE "FAQ.靈魂能量.Q2" DESIGNATED "FAQ.指定效果.Q1"
    MAY "FAQ.效果通則.Q2" RAISED "效果的發揮.1" CLASS_A "效果的發揮.4" ORDER "效果的發揮.5" NEWEST "效果的發揮.6"
    DECLARE "戰鬥步驟.①" FLASH_1 "戰鬥步驟.②" BLOCK "戰鬥步驟.③" FLASH_2 "戰鬥步驟.④" RESOLUTION "戰鬥步驟.⑤.3"
    LIFE "戰鬥步驟.⑤.1" COMPARED "戰鬥步驟.⑤.2" LOSER "戰鬥步驟.⑥.1" LEFT_CORES "戰鬥步驟.⑥.2" BATTLE_END "戰鬥步驟.⑦.1"
    EXPIRED "戰鬥步驟.⑦.2" AFTER_BATTLE "戰鬥步驟.⑦.3" FLASH_TIMING "靈動時機.1" NO_MAIN "靈動時機.2"
    HOLDER "靈動時機.4" WHOLE "靈動時機.6" EXHAUSTED "基本行動.回復與疲勞.2" NEXUS "基本行動.核心卡.2"
    WON "勝利條件" NO_LIFE "勝利條件.1" NO_DECK "勝利條件.2"
}

words! {
    #[derive(Default)]
    struct Spirits;
    enum Zone { Deck, Hand, Field, Trash, Exile, Using, Reserve, Life }
    enum Core { Normal, Soul }
    #[derive(Default)]
    enum Posture { #[default] Refreshed, Exhausted, Heavy }
    enum Verb {
        Reveal, Exile, FixCost, Pay, Place, Summon, EndMagic, Cores, Gain, Draw, Mill, Discard, Refresh, Exhaust,
        Attack, Block, Resolve, Life, Destroy, Deplete, Return, BattleEnd, AttackStep,
    }
    /// The steps of a turn, then the states of a battle.
    #[derive(Default)]
    enum Name {
        #[default] Start, Core, Draw, Refresh, Main, Attack, SecondMain, End, Lapse,
        Declare, Flash1, Block, Flash2, Resolution, Outcome, BattleEnd, Expiry, After,
    }
    enum Ending { Life, Deck }
    enum Color { Red, Green, White, Purple }
    enum Kind { Spirit, Nexus, Magic }
    /// When a text is carried out; the texts of the waiting state come first.
    enum On {
        Destroyed, DestroyedByOpponent, Depleted, OwnDestroyed, Summoned, Attacks, OwnAttacks, OpponentAttacks,
        AttackStepBegins, BattleEnds, DrawnByEffect, WhileAttacking(i64), Main, Flash,
    }
    enum Whose { Own, Opposing, Any }
    /// To what something is done; a spirit has to have at most this BP.
    enum Whom { Hand(Whose), Spirit(Whose, i64), Subject(i64), It }
    enum What { Destroy, Return, Exhaust, Discard, Bp(i64, Until), Drain(u32) }
    enum Do { Draw(usize), DrawByReserve(u32), Gain(u32), Mill(usize), Stay, EndBattle, To(Whom, What) }
    enum Until { Battle, Turn, Standing(u8) }
    struct Bp(i64);
    /// An effect that is being carried out: the next instruction, the card designated last, the card of the event.
    struct Effect {
        seat: Seat, source: Object, text: u8, next: u8, agreed: bool, it: Option<Object>, about: Option<Object>,
    }
    struct Raised { source: Object, text: u8, about: Option<Object> }
    enum Step { Effect(Effect), EndMagic(CardId) }
    enum Question { Main, Attack, Flash, Block, Order, OrderStanding, Optional(Effect), Designate(Effect), Cores(Effect) }
    enum Source { Reserve, Life, Trash, Card(CardId) }
    struct Move { from: Source, to: Source, normal: u32, soul: u32 }
    struct Battle { attacker: Object, blocker: Option<Object>, over: bool }
    #[derive(Default)]
    struct Facts { turn: u32, active: Seat, step: Name, battle: Option<Battle> }
}

/// A source of cores, normal ones, soul cores.
type Cores = Vec<(Source, u32, u32)>;

data! {
    struct Use { card: CardId, keisho: Vec<CardId>, pay: Cores, place: Cores, flash: bool }
    enum Action {
        Summon(Use), UseMagic(Use), MoveCores(Vec<Move>), EndStep, Attack(CardId), FlashPass,
        Block(CardId), NoBlock, Order(Object, u8), Optional(bool), Designate(CardId), ChooseCores(u32, u32),
    }
}

struct Text {
    on: On,
    /// The lowest level that has it.
    level: u8,
    may: bool,
    does: &'static [Do],
}

struct Printed {
    name: &'static str,
    kind: Kind,
    color: Color,
    cost: u32,
    reduction: u32,
    symbols: u32,
    ex: bool,
    keisho: bool,
    levels: &'static [(u32, i64)],
    texts: &'static [Text],
}

type Play<'p> = Match<'p, Spirits>;

const fn place(zone: Zone, seat: Seat) -> PlaceId {
    PlaceId(zone as u16 * 2 + seat.number() as u16)
}

fn printed(game: &Play<'_>, card: CardId) -> &'static Printed {
    &CARDS[usize::from(game.state.table.card(card).unwrap().definition)]
}

fn list(game: &Play<'_>, zone: Zone, seat: Seat) -> Vec<CardId> {
    game.state.table.list(place(zone, seat)).to_vec()
}

fn lies_in(game: &Play<'_>, card: CardId, zone: Zone, seat: Seat) -> bool {
    game.state.table.list(place(zone, seat)).contains(&card)
}

/// The field of both seats.
fn field(game: &Play<'_>) -> Vec<CardId> {
    Seat::BOTH.map(|seat| list(game, Zone::Field, seat)).concat()
}

fn waits(game: &Play<'_>, card: CardId) -> bool {
    game.departing(game.state.table.object(card)).is_some()
}

fn held(game: &Play<'_>, holder: Holder) -> [u32; 2] {
    [Core::Normal, Core::Soul].map(|core| game.state.table.pieces(holder, core))
}

fn holder(from: Source, seat: Seat) -> Holder {
    match from {
        Source::Reserve => Holder::Place(place(Zone::Reserve, seat)),
        Source::Life => Holder::Place(place(Zone::Life, seat)),
        Source::Trash => Holder::Place(place(Zone::Trash, seat)),
        Source::Card(card) => Holder::Card(card),
    }
}

/// 0: below the lowest level.
fn level(game: &Play<'_>, card: CardId) -> u8 {
    let cores = held(game, Holder::Card(card)).iter().sum();
    printed(game, card).levels.iter().filter(|(needed, _)| *needed <= cores).count() as u8
}

fn symbols(game: &Play<'_>, card: CardId) -> u32 {
    if level(game, card) == 0 { 0 } else { printed(game, card).symbols }
}

/// Whether a standing text is in force, and how much it gives.
fn standing(game: &Play<'_>, source: Object, text: u8) -> Option<i64> {
    let attacks = game.state.facts.battle.is_some_and(|battle| battle.attacker == source);
    let text = &printed(game, source.card).texts[usize::from(text)];
    let in_force = attacks
        && game.state.table.is_current(source)
        && !waits(game, source.card)
        && level(game, source.card) >= text.level;
    match text.on {
        On::WhileAttacking(by) if in_force => Some(by),
        _ => None,
    }
}

/// The BP of the level, then every change in the order in which it began, with a floor after each.
fn bp(game: &Play<'_>, card: CardId) -> i64 {
    let object = game.state.table.object(card);
    let base = match level(game, card) {
        0 => 0,
        level => printed(game, card).levels[usize::from(level) - 1].1,
    };
    let in_force = |modifier: &&Modifier<Spirits>| match (modifier.until, modifier.source) {
        (Until::Standing(text), Some(source)) => standing(game, source, text).is_some(),
        _ => true,
    };
    let effects = game.running_effects(u64::MAX).iter().filter(|modifier| modifier.names(object));
    let changes = effects.filter(in_force).map(|effect| (effect.time, Adjustment::Add(effect.influence.0)));
    fold(base, changes, Fold::Sequence(0))
}

fn put(verb: Verb, seat: Seat, (card, owner): (CardId, Seat), zone: Zone, rule: Cite) -> Happening<Spirits> {
    Happening::moved(verb, seat, card, Spot::Place(place(zone, owner), Cell::NONE), End::Bottom, rule)
}

fn cores(verb: Verb, seat: Seat, count: u32, core: Core, way: [Holder; 2], rule: Cite) -> Happening<Spirits> {
    let about = way.iter().find_map(|holder| match holder {
        Holder::Card(card) => Some(*card),
        _ => None,
    });
    let change = Change::Pieces(count, (way[0], core), (way[1], core));
    Happening { subject: about, ..Happening::told(verb, seat, rule).changing(change).with(count) }
}

/// Cores of both kinds go from one holder to another: one instruction.
fn carry<'p>(
    game: &mut impl Acts<'p, Spirits>,
    verb: Verb,
    seat: Seat,
    (normal, soul): (u32, u32),
    way: [Holder; 2],
    rule: Cite,
) {
    for (count, core) in [(normal, Core::Normal), (soul, Core::Soul)] {
        if count > 0 {
            game.happen(cores(verb, seat, count, core, way, rule));
        }
    }
}

fn draw(game: &mut Play<'_>, seat: Seat, count: usize, source: Option<Object>, rule: Cite) {
    let drawn: Vec<_> = list(game, Zone::Deck, seat).into_iter().take(count).collect();
    let happening = |card| put(Verb::Draw, seat, (card, seat), Zone::Hand, rule).by(source);
    game.happen_together(drawn.into_iter().map(happening).collect());
}

fn active(game: &Play<'_>) -> Seat {
    game.state.facts.active
}

fn defender(game: &Play<'_>) -> Seat {
    active(game).other()
}

// ---------------------------------------------------------------- turn and battle

const TURN: u8 = 0;
const SHORT_TURN: u8 = 1;
const BATTLE: u8 = 2;
/// Places in the table of a turn, then in that of a battle.
const TO_REFRESH: u8 = 3;
const TO_MAIN: u8 = 4;
const TO_ATTACK: u8 = 5;
const TO_SECOND_MAIN: u8 = 6;
const TO_FLASH_1: u8 = 1;
const TO_BLOCK: u8 = 2;
const TO_FLASH_2: u8 = 3;
const TO_RESOLUTION: u8 = 4;
const TO_BATTLE_END: u8 = 6;

const fn stage(name: Name, rule: Cite) -> Stage<Spirits> {
    Stage { name, rule, automatic: &[], window: None }
}

const fn asking(name: Name, rule: Cite, window: Asks<Spirits>) -> Stage<Spirits> {
    Stage { name, rule, automatic: &[], window: Some(window) }
}

const fn doing(name: Name, rule: Cite, automatic: &'static [Automatic<Spirits>]) -> Stage<Spirits> {
    Stage { name, rule, automatic, window: None }
}

const FLASH_ASKS: Asks<Spirits> = Asks {
    question: Question::Flash,
    who: defender,
    speaking: Speaking::Alternating,
    closing: Closing::TwoPasses,
};
const DRAWS: Stage<Spirits> = doing(Name::Draw, DRAW, &[Automatic { rule: DRAW, run: draw_step }]);
const REFRESHES: Stage<Spirits> = doing(
    Name::Refresh,
    REFRESH,
    &[Automatic { rule: REFRESH, run: refresh }, Automatic { rule: CORES_BACK, run: cores_back }],
);
const MAINS: Stage<Spirits> = asking(Name::Main, MAIN, Asks::one(Question::Main, active));
const LAPSES: Stage<Spirits> = doing(
    Name::Lapse,
    END,
    &[Automatic { rule: END, run: |game, _| game.expire(|effect| effect.until == Until::Turn) }],
);

const TURN_TABLE: &[Stage<Spirits>] = &[
    stage(Name::Start, START),
    doing(Name::Core, CORE, &[Automatic { rule: CORE, run: gain }]),
    DRAWS,
    REFRESHES,
    MAINS,
    asking(Name::Attack, ATTACK_STEP, Asks::one(Question::Attack, active)),
    asking(Name::SecondMain, SECOND_MAIN, Asks::one(Question::Main, active)),
    stage(Name::End, END),
    LAPSES,
];

/// The first player's first turn.
const SHORT_TURN_TABLE: &[Stage<Spirits>] =
    &[stage(Name::Start, START), DRAWS, REFRESHES, MAINS, stage(Name::End, END), LAPSES];

const BATTLE_TABLE: &[Stage<Spirits>] = &[
    doing(Name::Declare, DECLARE, &[Automatic { rule: DECLARE, run: exhaust_attacker }]),
    asking(Name::Flash1, FLASH_1, FLASH_ASKS),
    asking(Name::Block, BLOCK, Asks::one(Question::Block, defender)),
    asking(Name::Flash2, FLASH_2, FLASH_ASKS),
    stage(Name::Resolution, RESOLUTION),
    doing(
        Name::Outcome,
        COMPARED,
        &[Automatic { rule: LIFE, run: reduce_life }, Automatic { rule: LOSER, run: compare }],
    ),
    stage(Name::BattleEnd, BATTLE_END),
    doing(
        Name::Expiry,
        EXPIRED,
        &[Automatic { rule: EXPIRED, run: |game, _| game.expire(|effect| effect.until == Until::Battle) }],
    ),
    stage(Name::After, AFTER_BATTLE),
];

fn gain(game: &mut Play<'_>, rule: Cite) {
    let (seat, way) = (active(game), [Holder::Supply, holder(Source::Reserve, active(game))]);
    carry(game, Verb::Gain, seat, (1, 0), way, rule);
}

fn draw_step(game: &mut Play<'_>, rule: Cite) {
    draw(game, active(game), 1, None, rule);
}

/// One stage, all at the same time.
fn refresh(game: &mut Play<'_>, rule: Cite) {
    let seat = active(game);
    let refreshed = list(game, Zone::Field, seat).into_iter().filter_map(|card| {
        let state = match game.state.table.card(card).unwrap().mark {
            Posture::Refreshed => return None,
            Posture::Exhausted => Posture::Refreshed,
            Posture::Heavy => Posture::Exhausted,
        };
        Some(Happening::marked(Verb::Refresh, seat, card, state, rule))
    });
    game.happen_together(refreshed.collect());
}

fn cores_back(game: &mut Play<'_>, rule: Cite) {
    let seat = active(game);
    let way = [Source::Trash, Source::Reserve].map(|from| holder(from, seat));
    let [normal, soul] = held(game, way[0]);
    carry(game, Verb::Cores, seat, (normal, soul), way, rule);
}

fn exhaust(game: &mut Play<'_>, seat: Seat, card: CardId, rule: Cite) {
    if game.state.table.card(card).unwrap().mark == Posture::Refreshed {
        game.happen(Happening::marked(Verb::Exhaust, seat, card, Posture::Exhausted, rule));
    }
}

fn exhaust_attacker(game: &mut Play<'_>, rule: Cite) {
    exhaust(game, active(game), game.state.facts.battle.unwrap().attacker.card, rule);
}

fn reduce_life(game: &mut Play<'_>, rule: Cite) {
    let battle = game.state.facts.battle.unwrap();
    let (seat, way) =
        (defender(game), [Source::Life, Source::Reserve].map(|from| holder(from, defender(game))));
    if battle.blocker.is_none() && game.state.table.is_current(battle.attacker) {
        let lost = symbols(game, battle.attacker.card).min(held(game, way[0])[0]);
        carry(game, Verb::Life, seat, (lost, 0), way, rule);
    }
}

/// The lower BP loses; equal ones lose both, together.
fn compare(game: &mut Play<'_>, rule: Cite) {
    let battle = game.state.facts.battle.unwrap();
    let Some(blocker) = battle.blocker else { return };
    let fighters = [battle.attacker, blocker];
    if fighters.iter().all(|&fighter| game.state.table.is_current(fighter)) {
        let highest = fighters.map(|fighter| bp(game, fighter.card));
        let losers = [(0, 1), (1, 0)].into_iter().filter(|&(me, other)| highest[me] <= highest[other]);
        let destroyed = losers.map(|(me, _)| {
            let owner = owner(game, fighters[me].card);
            put(Verb::Destroy, owner.other(), (fighters[me].card, owner), Zone::Trash, rule)
        });
        game.happen_together(destroyed.collect());
    }
}

/// Which state of a battle follows, where it is not the next one.
fn battle_leaves_out(game: &Play<'_>, battle: Battle, name: Name) -> Option<u8> {
    match name {
        Name::Declare | Name::Flash1 | Name::Block | Name::Flash2 | Name::Resolution if battle.over => {
            Some(TO_BATTLE_END)
        }
        Name::Flash1 if !game.state.table.is_current(battle.attacker) => Some(TO_RESOLUTION),
        Name::Block if battle.blocker.is_none() => Some(TO_RESOLUTION),
        _ => None,
    }
}

// ---------------------------------------------------------------- uses

fn check_cores(game: &Play<'_>, seat: Seat, cores: &[(Source, u32, u32)]) -> Result<(), String> {
    let own = |from: &Source| match from {
        Source::Reserve => true,
        Source::Card(card) => lies_in(game, *card, Zone::Field, seat),
        Source::Life | Source::Trash => false,
    };
    cores.iter().all(|(from, ..)| own(from)).then_some(()).ok_or("not a source".into())
}

fn check_there(game: &Play<'_>, seat: Seat, cores: &[(Source, u32, u32)]) -> Result<(), String> {
    let there = |&(from, normal, soul): &(Source, u32, u32)| {
        let [normals, souls] = held(game, holder(from, seat));
        normal <= normals && soul <= souls
    };
    let once = (1..cores.len()).all(|at| cores[..at].iter().all(|(from, ..)| *from != cores[at].0));
    (once && cores.iter().all(there)).then_some(()).ok_or("cores not there".into())
}

fn total(cores: &[(Source, u32, u32)]) -> u32 {
    cores.iter().map(|(_, normal, soul)| normal + soul).sum()
}

/// What is to be paid: the cards exiled first, then the own field, up to the reduction.
fn cost(game: &Play<'_>, seat: Seat, of: &Use) -> u32 {
    let used = printed(game, of.card);
    let exiled: u32 = of.keisho.iter().map(|&card| printed(game, card).symbols).sum();
    let own =
        list(game, Zone::Field, seat).into_iter().filter(|&card| printed(game, card).color == used.color);
    let on_field: u32 = own.map(|card| symbols(game, card)).sum();
    used.cost.saturating_sub(used.reduction.min(exiled + on_field))
}

fn is_main(game: &Play<'_>) -> bool {
    game.state.asked[0].question == Question::Main
}

fn in_flash_timing(game: &Play<'_>) -> bool {
    let flash =
        |frame: &Frame<Spirits>| matches!(frame, Frame::Window(window) if window.question == Question::Flash);
    game.state.agenda.iter().any(flash)
}

fn holds(yes: bool, otherwise: &str) -> Result<(), String> {
    if yes { Ok(()) } else { Err(otherwise.into()) }
}

const FIELDS: &[&str] = &["/card", "/keisho", "/pay", "/place"];

const SUMMONING: &[Row<Spirits, Use>] = &[
    test(0, 0, &[TURN_PLAYER], |game, seat, _| holds(seat == active(game), "not your turn")),
    test(0, 0, &[MAIN_ACTIONS], |game, _, _| holds(is_main(game), "not a main step")),
    test(1, 1, &[SUMMON], |game, seat, of| {
        let spirit = printed(game, of.card).kind == Kind::Spirit;
        holds(spirit && lies_in(game, of.card, Zone::Hand, seat), "no spirit in hand")
    }),
];

const USING_MAGIC: &[Row<Spirits, Use>] = &[
    test(1, 1, &[MAGIC], |game, seat, of| {
        let on = if of.flash { On::Flash } else { On::Main };
        let has = printed(game, of.card).texts.iter().any(|text| text.on == on);
        holds(has && lies_in(game, of.card, Zone::Hand, seat), "no such magic in hand")
    }),
    test(0, 1, &[NO_MAIN], |game, _, of| holds(of.flash || !in_flash_timing(game), "main in flash timing")),
    test(0, 1, &[MAGIC_TIMING], |game, seat, _| {
        let main = is_main(game) && seat == active(game);
        holds(main || game.state.asked[0].question == Question::Flash, "no timing for it")
    }),
    test(0, 1, &[HOLDER], |game, seat, _| holds(game.state.asked[0].seat == seat, "not the holder")),
];

const PAYING: &[Row<Spirits, Use>] = &[
    act(1, &[REVEALED], |game, seat, of| {
        game.happen(put(Verb::Reveal, seat, (of.card, seat), Zone::Using, REVEALED));
    }),
    test(2, 3, &[KEISHO], |game, _, of| {
        holds(of.keisho.is_empty() || printed(game, of.card).keisho, "no keisho")
    }),
    test(2, 3, &[KEISHO_EX], |game, seat, of| {
        let ex = |card: &CardId| lies_in(game, *card, Zone::Trash, seat) && printed(game, *card).ex;
        holds(of.keisho.iter().all(ex), "no EX card")
    }),
    test(2, 3, &[KEISHO_COUNT], |game, _, of| {
        holds(of.keisho.len() <= printed(game, of.card).reduction as usize, "too many")
    }),
    act(3, &[KEISHO_EX], |game, seat, of| {
        for &card in &of.keisho {
            game.happen(put(Verb::Exile, seat, (card, seat), Zone::Exile, KEISHO_EX));
        }
    }),
    test(4, 7, &[REDUCE], |game, seat, of| {
        let (cost, full) = (cost(game, seat, of), printed(game, of.card).cost);
        holds(cost == full || total(&of.pay) <= cost, "reduction declined")
    }),
    test(4, 7, &[PAY], |game, seat, of| {
        let (cost, paid) = (cost(game, seat, of), total(&of.pay));
        if cost == paid { Ok(()) } else { Err(format!("cost {cost}, paid {paid}")) }
    }),
    test(4, 4, &[PAYER], |game, seat, of| check_cores(game, seat, &of.pay)),
    test(4, 4, &[PAY], |game, seat, of| check_there(game, seat, &of.pay)),
    act(7, &[COST, PAY], |game, seat, of| {
        let cost = cost(game, seat, of);
        game.happen(Happening::told(Verb::FixCost, seat, COST).with(cost));
        for &(from, normal, soul) in &of.pay {
            let way = [from, Source::Trash].map(|from| holder(from, seat));
            carry(game, Verb::Pay, seat, (normal, soul), way, PAY);
        }
    }),
];

const PLACING: &[Row<Spirits, Use>] = &[
    test(8, 15, &[PLACED_FROM], |game, seat, of| check_cores(game, seat, &of.place)),
    test(8, 15, &[PLACE], |game, seat, of| check_there(game, seat, &of.place)),
    act(15, &[PLACE], |game, seat, of| {
        for &(from, normal, soul) in &of.place {
            carry(
                game,
                Verb::Place,
                seat,
                (normal, soul),
                [holder(from, seat), Holder::Card(of.card)],
                PLACE,
            );
        }
    }),
    test(8, 15, &[LOWEST], |game, _, of| holds(level(game, of.card) > 0, "below its lowest level")),
    act(15, &[SUMMON], |game, seat, of| {
        game.happen(put(Verb::Summon, seat, (of.card, seat), Zone::Field, SUMMON));
    }),
];

const MOVING: &[Row<Spirits, Vec<Move>>] = &[
    test(0, 0, &[MOVE_CORES], |game, seat, _| {
        holds(is_main(game) && seat == active(game), "not your main step")
    }),
    test(1, 1, &[SOUL], |game, seat, moves| {
        let goes = |of: &Move| of.soul == 0 || check_cores(game, seat, &[(of.to, 0, 1)]).is_ok();
        holds(moves.iter().all(goes), "not the soul core")
    }),
    test(1, 1, &[MOVE_CORES], |game, seat, moves| {
        let ends = moves.iter().flat_map(|of| [(of.from, 0, 0), (of.to, 0, 0)]);
        check_cores(game, seat, &ends.collect::<Vec<_>>())
    }),
    test(1, 1, &[MOVE_CORES], |game, seat, moves| {
        let taken = moves.iter().map(|of| (of.from, of.normal, of.soul));
        check_there(game, seat, &taken.collect::<Vec<_>>())
    }),
    act(1, &[MOVE_CORES], |game, seat, moves| {
        for of in moves {
            let way = [of.from, of.to].map(|source| holder(source, seat));
            carry(game, Verb::Cores, seat, (of.normal, of.soul), way, MOVE_CORES);
        }
    }),
];

const ATTACKING: &[Row<Spirits, CardId>] = &[
    test(0, 0, &[DECLARE], |game, seat, _| holds(seat == active(game), "not your turn")),
    test(0, 0, &[FIRST_TURN, ATTACK_NOTE], |game, _, _| holds(game.state.facts.turn > 1, "first turn")),
    test(0, 0, &[ATTACK_STEP], |game, _, _| {
        holds(game.state.facts.step == Name::Attack, "not the attack step")
    }),
    test(0, 0, &[ONE_ATTACK], |game, _, _| holds(game.state.facts.battle.is_none(), "a battle is on")),
    test(1, 1, &[DECLARE], |game, seat, card| {
        holds(lies_in(game, *card, Zone::Field, seat), "not on your field")
    }),
    test(1, 1, &[NEXUS], |game, _, card| holds(printed(game, *card).kind == Kind::Spirit, "no spirit")),
    test(1, 1, &[EXHAUSTED], |game, _, card| is_refreshed(game, *card)),
];

const BLOCKING: &[Row<Spirits, CardId>] = &[
    test(0, 0, &[BLOCK], |game, seat, _| {
        let asked = &game.state.asked[0];
        holds(asked.question == Question::Block && asked.seat == seat, "no block is asked of you")
    }),
    test(1, 1, &[BLOCK], |game, seat, card| {
        holds(lies_in(game, *card, Zone::Field, seat), "not on your field")
    }),
    test(1, 1, &[NEXUS], |game, _, card| holds(printed(game, *card).kind == Kind::Spirit, "no spirit")),
    test(1, 1, &[EXHAUSTED], |game, _, card| is_refreshed(game, *card)),
];

fn is_refreshed(game: &Play<'_>, card: CardId) -> Result<(), String> {
    holds(game.state.table.card(card).unwrap().mark == Posture::Refreshed, "exhausted")
}

/// The order of a batch: of effects that wait, or of standing effects that begin together.
const ORDERING: &[Row<Spirits, (Object, u8)>] = &[
    test(0, 0, &[ORDER], |game, seat, _| holds(seat == game.state.asked[0].seat, "not the turn player")),
    test(1, 1, &[NEWEST, ORDER], |game, _, raised| {
        let standing = game.state.asked[0].question == Question::OrderStanding;
        let found =
            if standing { beginning(game).contains(raised) } else { in_batch(game, *raised).is_some() };
        holds(found, "not in the newest batch")
    }),
];

const DESIGNATING: &[Row<Spirits, CardId>] = &[
    test(1, 1, &[NO_TARGET], |game, _, card| holds(!waits(game, *card), "it waits")),
    test(1, 1, &[DESIGNATED], |game, _, card| {
        let Question::Designate(effect) = game.state.asked[0].question else {
            return Err("not asked".into());
        };
        holds(candidates(game, effect).contains(card), "does not fit")
    }),
];

const CHOOSING_CORES: &[Row<Spirits, (u32, u32)>] = &[
    test(0, 0, &[WHOSE_CORE], |game, seat, _| holds(seat == game.state.asked[0].seat, "not your cores")),
    test(1, 1, &[DESIGNATED], |game, _, &(normal, soul)| {
        let Question::Cores(effect) = game.state.asked[0].question else { return Err("not asked".into()) };
        let there = held(game, Holder::Card(effect.it.unwrap().card));
        let Some(Do::To(_, What::Drain(count))) = instruction(game, effect) else {
            return Err("not asked".into());
        };
        holds(normal <= there[0] && soul <= there[1] && normal + soul == count, "wrong number")
    }),
];

fn in_batch(game: &Play<'_>, (source, text): (Object, u8)) -> Option<usize> {
    let (_, indices) = game.next_waiting()?;
    indices.into_iter().find(|&index| {
        let raised = game.state.waiting[index].trigger;
        (raised.source, raised.text) == (source, text)
    })
}

// ---------------------------------------------------------------- effects

fn instruction(game: &Play<'_>, effect: Effect) -> Option<Do> {
    let text = &printed(game, effect.source.card).texts[usize::from(effect.text)];
    text.does.get(usize::from(effect.next)).copied()
}

fn seats(seat: Seat, whose: Whose) -> Vec<Seat> {
    match whose {
        Whose::Own => vec![seat],
        Whose::Opposing => vec![seat.other()],
        Whose::Any => Seat::BOTH.to_vec(),
    }
}

/// What the next instruction of an effect may be done to. Nobody designates a card that waits.
fn candidates(game: &Play<'_>, effect: Effect) -> Vec<CardId> {
    let current = |object: &Object| game.state.table.is_current(*object);
    match instruction(game, effect) {
        Some(Do::To(Whom::Hand(whose), _)) => {
            seats(effect.seat, whose).into_iter().flat_map(|seat| list(game, Zone::Hand, seat)).collect()
        }
        Some(Do::To(Whom::Spirit(whose, most), _)) => {
            let there = seats(effect.seat, whose).into_iter().flat_map(|seat| list(game, Zone::Field, seat));
            let spirits = there.filter(|&card| printed(game, card).kind == Kind::Spirit);
            spirits.filter(|&card| !waits(game, card) && bp(game, card) <= most).collect()
        }
        Some(Do::To(Whom::Subject(most), _)) => {
            let about = effect.about.into_iter().filter(current).map(|object| object.card);
            about.filter(|&card| bp(game, card) <= most).collect()
        }
        Some(Do::To(Whom::It, _)) => {
            effect.it.into_iter().filter(current).map(|object| object.card).collect()
        }
        _ => Vec::new(),
    }
}

/// One instruction of an effect: a step of its own, so that the table is checked before the next one.
fn resolve(game: &mut Play<'_>, effect: Effect) {
    let Some(instruction) = instruction(game, effect) else { return };
    let candidates = candidates(game, effect);
    let may = printed(game, effect.source.card).texts[usize::from(effect.text)].may && !effect.agreed;
    let Do::To(whom, _) = instruction else {
        if may {
            return game.ask(effect.seat, Question::Optional(effect));
        }
        return act_on(game, effect, None);
    };
    match candidates[..] {
        [] => act_on(game, effect, None),
        _ if may => game.ask(effect.seat, Question::Optional(effect)),
        [card] => act_on(game, effect, Some(card)),
        _ => {
            let asked = match whom {
                Whom::Hand(Whose::Opposing) => effect.seat.other(),
                _ => effect.seat,
            };
            game.ask(asked, Question::Designate(effect));
        }
    }
}

fn act_on(game: &mut Play<'_>, effect: Effect, chosen: Option<CardId>) {
    let it = chosen.map(|card| game.state.table.object(card)).or(effect.it);
    let (seat, source) = (effect.seat, Some(effect.source));
    let instruction = instruction(game, effect).unwrap();
    let asks_cores = match (instruction, chosen) {
        (Do::To(_, What::Drain(count)), Some(card)) => {
            let [normal, soul] = held(game, Holder::Card(card));
            normal > 0 && soul > 0 && count < normal + soul
        }
        _ => false,
    };
    if let (true, Some(card)) = (asks_cores, chosen) {
        return game.ask(owner(game, card), Question::Cores(Effect { it, ..effect }));
    }
    game.push(Step::Effect(Effect { next: effect.next + 1, it, ..effect }));
    match (instruction, chosen) {
        (Do::Draw(count), _) => draw(game, seat, count, source, RAISED),
        (Do::DrawByReserve(per), _) => {
            let cores: u32 = held(game, holder(Source::Reserve, seat)).iter().sum();
            draw(game, seat, (cores / per) as usize, source, RAISED);
        }
        (Do::Gain(count), _) => {
            carry(
                game,
                Verb::Gain,
                seat,
                (count, 0),
                [Holder::Supply, holder(Source::Reserve, seat)],
                RAISED,
            );
        }
        (Do::Mill(count), _) => {
            let milled: Vec<_> = list(game, Zone::Deck, seat.other()).into_iter().take(count).collect();
            let happening =
                |card| put(Verb::Mill, seat, (card, seat.other()), Zone::Trash, RAISED).by(source);
            game.happen_together(milled.into_iter().map(happening).collect());
        }
        (Do::Stay, _) => {
            game.save(effect.source, WAITS);
        }
        (Do::EndBattle, _) => {
            if let Some(battle) = &mut game.facts_mut().battle {
                battle.over = true;
            }
        }
        (Do::To(_, what), Some(card)) => act_on_card(game, effect, what, card),
        (Do::To(..), None) => {}
    }
}

fn act_on_card(game: &mut Play<'_>, effect: Effect, what: What, card: CardId) {
    let (seat, owner, source) = (effect.seat, owner(game, card), Some(effect.source));
    let mut go = |verb, by, zone| {
        game.happen(put(verb, by, (card, owner), zone, RAISED).by(source));
    };
    match what {
        What::Destroy => go(Verb::Destroy, seat, Zone::Trash),
        What::Return => go(Verb::Return, seat, Zone::Hand),
        What::Discard => go(Verb::Discard, owner, Zone::Trash),
        What::Exhaust => exhaust(game, seat, card, RAISED),
        What::Bp(by, until) => {
            if until != Until::Battle || game.state.facts.battle.is_some() {
                let reach = Reach::Objects([game.state.table.object(card)].into_iter().collect());
                game.begin(Bp(by), reach, until, seat, source, RAISED);
            }
        }
        What::Drain(count) => {
            let [normal, soul] = held(game, Holder::Card(card));
            let all = (normal.min(count), soul.min(count.saturating_sub(normal)));
            drain(game, effect, card, all);
        }
    }
}

fn drain(game: &mut Play<'_>, effect: Effect, card: CardId, cores: (u32, u32)) {
    let way = [Holder::Card(card), holder(Source::Reserve, owner(game, card))];
    carry(game, Verb::Cores, effect.seat, cores, way, RAISED);
}

/// Standing effects whose state has begun and that are not in force yet.
fn beginning(game: &Play<'_>) -> Vec<(Object, u8)> {
    let sources = field(game).into_iter().map(|card| game.state.table.object(card));
    let texts = sources
        .flat_map(|source| (0..printed(game, source.card).texts.len() as u8).map(move |text| (source, text)));
    texts
        .filter(|&(source, text)| standing(game, source, text).is_some() && !in_force(game, source, text))
        .collect()
}

fn in_force(game: &Play<'_>, source: Object, text: u8) -> bool {
    let began = (Until::Standing(text), Some(source));
    game.state.modifiers.iter().any(|modifier| (modifier.until, modifier.source) == began)
}

fn begin_standing(game: &mut Play<'_>, (source, text): (Object, u8)) {
    if let Some(by) = standing(game, source, text) {
        let reach = Reach::Objects([source].into_iter().collect());
        game.begin(Bp(by), reach, Until::Standing(text), owner(game, source.card), Some(source), CLASS_A);
    }
}

/// What stands no more ends, what stands anew begins. `false`: the turn player is asked which of several begins first.
fn check_standing(game: &mut Play<'_>) -> bool {
    let stand = game.state.modifiers.iter().filter_map(|modifier| match (modifier.until, modifier.source) {
        (Until::Standing(text), Some(source)) => Some((source, text)),
        _ => None,
    });
    let over: Vec<_> = stand.filter(|&(source, text)| standing(game, source, text).is_none()).collect();
    if !over.is_empty() {
        game.expire(|modifier| {
            over.iter().any(|&(source, text)| {
                (modifier.until, modifier.source) == (Until::Standing(text), Some(source))
            })
        });
    }
    let begin = beginning(game);
    // Their order matters if several change one number and one of them lowers it.
    let lowers = |&(source, text): &(Object, u8)| standing(game, source, text).is_some_and(|by| by < 0);
    let rivals = |one: &(Object, u8)| begin.iter().filter(|other| other.0 == one.0).count();
    if begin.iter().any(|one| lowers(one) && rivals(one) > 1) {
        game.ask(active(game), Question::OrderStanding);
        return false;
    }
    begin.into_iter().for_each(|one| begin_standing(game, one));
    true
}

fn refuse(draft: &mut Draft<'_, '_, Spirits>, rule: Cite) {
    draft.refuse(Refusal::new("not asked that".into(), rule));
}

impl Influence for Bp {}

impl Game for Spirits {
    const POLICY: Policy = Policy {
        triggers_order: &[ORDER],
        ..Policy::new(Checks::AfterEachChange, Triggers::NewestBatch, true)
    };
    without! { Note Pool Role Scope Summary Glance }
    own! { Zone Verb Step Question Action Until Facts Ending }
    type Piece = Core;
    type Mark = Posture;
    /// A cost, or how many cores.
    type Detail = u32;
    type Influence = Bp;
    type Stage = Name;
    type Reason = String;
    type Trigger = Raised;

    fn cannot_happen() -> String {
        "cannot happen".into()
    }

    fn run(game: &mut Play<'_>, step: Step) {
        match step {
            Step::Effect(effect) => resolve(game, effect),
            Step::EndMagic(card) => {
                let owner = owner(game, card);
                game.happen(put(Verb::EndMagic, owner, (card, owner), Zone::Trash, MAGIC_TO_TRASH));
            }
        }
    }

    fn check(draft: &mut Draft<'_, '_, Self>, seat: Seat, action: &Action) {
        let Some(asked) = draft.game.state.asked.first().cloned() else { return refuse(draft, WON) };
        match (asked.question, action) {
            (Question::Order | Question::OrderStanding, &Action::Order(source, text)) => {
                draft.rows(ORDERING, &["/source"], seat, &(source, text));
            }
            (Question::Optional(_), Action::Optional(_)) if seat == asked.seat => {}
            (Question::Designate(_), Action::Designate(card)) if seat == asked.seat => {
                draft.rows(DESIGNATING, &["/cards"], seat, card);
            }
            (Question::Cores(_), &Action::ChooseCores(normal, soul)) => {
                draft.rows(CHOOSING_CORES, &["/cores"], seat, &(normal, soul));
            }
            (
                Question::Order | Question::Optional(_) | Question::Designate(_) | Question::Cores(_),
                Action::UseMagic(_) | Action::FlashPass,
            ) if in_flash_timing(draft.game) => {
                draft.refuse(Refusal::new("an effect is in progress".into(), WHOLE).also(&[NO_ANSWER]));
            }
            (Question::Order | Question::OrderStanding, _) | (_, Action::Order(..)) => refuse(draft, ORDER),
            (Question::Optional(_), _) | (_, Action::Optional(_)) => refuse(draft, MAY),
            (Question::Designate(_), _) | (_, Action::Designate(_)) => refuse(draft, DESIGNATED),
            (Question::Cores(_), _) | (_, Action::ChooseCores(..)) => refuse(draft, WHOSE_CORE),
            (_, Action::Summon(of)) => {
                for rows in [SUMMONING, PAYING, PLACING] {
                    draft.rows(rows, FIELDS, seat, of);
                }
            }
            (_, Action::UseMagic(of)) => {
                for rows in [USING_MAGIC, PAYING] {
                    draft.rows(rows, FIELDS, seat, of);
                }
            }
            (_, Action::MoveCores(moves)) => draft.rows(MOVING, &["/moves"], seat, moves),
            (_, Action::Attack(card)) => draft.rows(ATTACKING, &["/spirit"], seat, card),
            (_, Action::Block(card)) => draft.rows(BLOCKING, &["/spirit"], seat, card),
            (_, Action::EndStep) if seat != active(draft.game) => refuse(draft, TURN_PLAYER),
            (Question::Main | Question::Attack, Action::EndStep) => {}
            (_, Action::EndStep) => refuse(draft, END_ATTACKS),
            (Question::Flash, Action::FlashPass) if seat == asked.seat => {}
            (question, Action::FlashPass) => {
                refuse(draft, if question == Question::Flash { HOLDER } else { FLASH_TIMING })
            }
            (Question::Block, Action::NoBlock) if seat == asked.seat => {}
            (_, Action::NoBlock) => refuse(draft, BLOCK),
        }
    }

    fn perform(game: &mut Play<'_>, seat: Seat, action: &Action) {
        let asked = std::mem::take(&mut game.state.asked)[0].clone();
        match (action, asked.question) {
            // Everything was done in the draft.
            (Action::Summon(_) | Action::MoveCores(_), _) => {}
            (Action::UseMagic(of), question) => {
                let on = if of.flash { On::Flash } else { On::Main };
                let text = printed(game, of.card).texts.iter().position(|text| text.on == on).unwrap() as u8;
                let source = game.state.table.object(of.card);
                if question == Question::Flash {
                    game.used();
                }
                game.push(Step::EndMagic(of.card));
                game.push(Step::Effect(Effect {
                    seat,
                    source,
                    text,
                    next: 0,
                    agreed: false,
                    it: None,
                    about: None,
                }));
            }
            (Action::EndStep | Action::FlashPass | Action::NoBlock, _) => game.pass(),
            (Action::Attack(card), _) => {
                let attacker = game.state.table.object(*card);
                game.facts_mut().battle = Some(Battle { attacker, blocker: None, over: false });
                game.begin_stage(BATTLE, 0);
            }
            (Action::Block(card), _) => {
                let blocker = game.state.table.object(*card);
                game.facts_mut().battle.as_mut().unwrap().blocker = Some(blocker);
                exhaust(game, seat, *card, BLOCK);
                game.happen(Happening::told(Verb::Block, seat, BLOCK).to(*card));
                game.pass();
            }
            (&Action::Order(source, text), Question::OrderStanding) => begin_standing(game, (source, text)),
            (&Action::Order(source, text), _) => game.start_waiting(in_batch(game, (source, text)).unwrap()),
            (Action::Optional(true), Question::Optional(effect)) => {
                game.push(Step::Effect(Effect { agreed: true, ..effect }));
            }
            (Action::Designate(card), Question::Designate(effect)) => act_on(game, effect, Some(*card)),
            (&Action::ChooseCores(normal, soul), Question::Cores(effect)) => {
                game.push(Step::Effect(Effect { next: effect.next + 1, ..effect }));
                drain(game, effect, effect.it.unwrap().card, (normal, soul));
            }
            _ => {}
        }
    }

    fn is_processing(_: &Step) -> bool {
        true
    }

    fn active(game: &Play<'_>) -> Seat {
        active(game)
    }

    fn schedule(number: u8) -> &'static [Stage<Self>] {
        match number {
            TURN => TURN_TABLE,
            SHORT_TURN => SHORT_TURN_TABLE,
            _ => BATTLE_TABLE,
        }
    }

    fn stage_begins(game: &mut Play<'_>, name: Name) {
        if name <= Name::Lapse {
            game.facts_mut().step = name;
        }
    }

    fn stage_announced(game: &mut Play<'_>, name: Name, rule: Cite) {
        let verb = match name {
            Name::Attack => Verb::AttackStep,
            Name::Declare => Verb::Attack,
            Name::Resolution => Verb::Resolve,
            Name::BattleEnd => Verb::BattleEnd,
            _ => return,
        };
        let attacker = game.state.facts.battle.map(|battle| battle.attacker.card);
        let told = Happening { subject: attacker, ..Happening::told(verb, active(game), rule) };
        game.happen(told);
    }

    fn stage_ends(game: &mut Play<'_>, name: Name) -> bool {
        match (name, game.state.facts.battle) {
            (Name::Lapse, _) => {
                let facts = game.facts_mut();
                (facts.turn, facts.active) = (facts.turn + 1, facts.active.other());
                game.begin_stage(TURN, 0);
                false
            }
            (Name::After, _) => {
                game.facts_mut().battle = None;
                false
            }
            (_, Some(battle)) => match battle_leaves_out(game, battle, name) {
                Some(line) => {
                    game.begin_stage(BATTLE, line);
                    false
                }
                None => true,
            },
            _ => true,
        }
    }

    /// What waits to leave is not removed again, nor turned.
    fn prohibited(game: &Play<'_>, happening: &Happening<Self>) -> Option<Cite> {
        let again = matches!(
            happening.verb,
            Verb::Destroy | Verb::Deplete | Verb::Return | Verb::Exhaust | Verb::Refresh
        );
        (again && waits(game, happening.card()?)).then_some(NO_TARGET)
    }

    fn has_moments(_: &Play<'_>, happening: &Happening<Self>) -> bool {
        matches!(happening.verb, Verb::Destroy | Verb::Deplete | Verb::Return)
    }

    /// The cores of a card that leaves the field go to its owner's reserve.
    fn goes_along(game: &Play<'_>, happening: &Happening<Self>) -> Together<Self> {
        let Some(card) = happening.card() else { return Together::new() };
        let seat = owner(game, card);
        if !lies_in(game, card, Zone::Field, seat) {
            return Together::new();
        }
        let rule = if happening.verb == Verb::Deplete { DEPLETED_CORES } else { LEFT_CORES };
        let way = [Holder::Card(card), holder(Source::Reserve, seat)];
        let there = held(game, way[0]).into_iter().zip([Core::Normal, Core::Soul]);
        there
            .filter(|(count, _)| *count > 0)
            .map(|(count, core)| cores(Verb::Cores, seat, count, core, way, rule))
            .collect()
    }

    fn sees(_: &Play<'_>, viewer: Viewer, lies: &Lies<Self>) -> bool {
        let Spot::Place(at, _) = lies.spot else { return true };
        match at.0 / 2 {
            deck if deck == Zone::Deck as u16 => false,
            hand if hand == Zone::Hand as u16 => viewer.is(lies.owner),
            _ => true,
        }
    }

    fn hear(game: &mut Play<'_>, event: &Event<Self>) {
        let happening = &event.happening;
        let (about, by, verb) = (event.subject, happening.seat, happening.verb);
        let subject = event.became.map(|object| object.card);
        let whose = subject.map(|card| owner(game, card));
        for me in field(game) {
            let (mine, own) = (subject == Some(me), owner(game, me));
            for (text, Text { on, level: needed, .. }) in (0..).zip(printed(game, me).texts) {
                let raised = match (event.point, verb, on) {
                    (Point::At, Verb::Destroy, On::Destroyed) | (Point::At, Verb::Deplete, On::Depleted) => {
                        mine
                    }
                    (Point::At, Verb::Destroy, On::DestroyedByOpponent) => mine && by != own,
                    (Point::At, Verb::Destroy, On::OwnDestroyed) => whose == Some(own),
                    (Point::Done, Verb::Summon, On::Summoned) | (Point::Done, Verb::Attack, On::Attacks) => {
                        mine
                    }
                    (Point::Done, Verb::Attack, On::OwnAttacks) => whose == Some(own),
                    (Point::Done, Verb::Attack, On::OpponentAttacks) => whose == Some(own.other()),
                    (Point::Done, Verb::AttackStep, On::AttackStepBegins) => by == own,
                    (Point::Done, Verb::BattleEnd, On::BattleEnds) => true,
                    (Point::Done, Verb::Draw, On::DrawnByEffect) => by == own && happening.source.is_some(),
                    _ => false,
                };
                if raised && level(game, me) >= *needed && (!waits(game, me) || *on <= On::Depleted) {
                    game.wait(own, Raised { source: game.state.table.object(me), text, about });
                }
            }
        }
    }

    fn still_waits(game: &Play<'_>, waiting: &Waiting<Self>) -> bool {
        let Raised { source, text, .. } = waiting.trigger;
        let text = &printed(game, source.card).texts[usize::from(text)];
        game.state.table.is_current(source)
            && level(game, source.card) >= text.level
            && (!waits(game, source.card) || text.on <= On::Depleted)
    }

    fn check_state(game: &mut Play<'_>) {
        for seat in Seat::BOTH {
            if held(game, holder(Source::Life, seat)) == [0, 0] {
                game.end(Some(seat.other()), Ending::Life, &[NO_LIFE, WON]);
            }
        }
        let seat = active(game);
        if game.state.facts.step == Name::Start && list(game, Zone::Deck, seat).is_empty() {
            game.end(Some(seat.other()), Ending::Deck, &[NO_DECK, WON]);
        }
        if game.has_ended() || !check_standing(game) {
            return;
        }
        let empty = field(game).into_iter().filter(|&card| level(game, card) == 0 && !waits(game, card));
        let depleted = empty.map(|card| {
            let owner = owner(game, card);
            put(Verb::Deplete, owner, (card, owner), Zone::Trash, DEPLETED)
        });
        game.happen_together(depleted.collect());
    }

    fn cut_short(game: &mut Play<'_>) {
        let over = game.state.facts.battle.is_some_and(|battle| battle.over);
        if over && matches!(game.state.agenda.last(), Some(Frame::Window(_))) {
            game.state.agenda.pop();
        }
    }

    fn trigger_step(waiting: Waiting<Self>) -> Step {
        let Raised { source, text, about } = waiting.trigger;
        Step::Effect(Effect { seat: waiting.seat, source, text, next: 0, agreed: false, it: None, about })
    }

    fn trigger_question() -> Question {
        Question::Order
    }
}
