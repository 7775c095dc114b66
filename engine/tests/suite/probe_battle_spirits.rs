//! Probe: Battle Spirits. The turn and the battle as tables of stages, a use as one draft, departures as proposals
//! that wait for their batch, cores that go along with their card, depletion as a check between instructions.
//!
//! The scenarios are those of the game's page, with its ids of rules; `cards` has only what they use.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, missing_docs)]

mod battles;
mod cards;
mod effects;
mod position;
mod scenarios;
mod turn;
mod uses;

use crate::probe::*;
use cards::CARDS;
use effects::*;
use rules_judge_engine::kernel::*;
use rules_judge_engine::verdict::{Cite, Refusal};
use turn::*;
use uses::*;

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
    WON "勝利條件" INSTEAD "ruling-87" NO_LIFE "勝利條件.1" NO_DECK "勝利條件.2"
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
    enum Question { Main, Attack, Flash, Block, Order, OrderStanding, Instead, Optional(Effect), Designate(Effect), Cores(Effect) }
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
    /// Whether its owner may exile it instead of its being destroyed.
    exiled_instead: bool,
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

fn put(verb: Verb, seat: Seat, (card, owner): (CardId, Seat), zone: Zone, rule: Cite) -> Proposal<Spirits> {
    Proposal::moved(verb, seat, card, Spot::Place(place(zone, owner), Cell::NONE), End::Bottom, rule)
}

fn cores(verb: Verb, seat: Seat, count: u32, core: Core, way: [Holder; 2], rule: Cite) -> Proposal<Spirits> {
    let about = way.iter().find_map(|holder| match holder {
        Holder::Card(card) => Some(*card),
        _ => None,
    });
    let change = Change::Pieces(count, (way[0], core), (way[1], core));
    Proposal { subject: about, ..Proposal::told(verb, seat, rule).changing(change).with(count) }
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
            game.propose(cores(verb, seat, count, core, way, rule));
        }
    }
}

fn draw(game: &mut Play<'_>, seat: Seat, count: usize, source: Option<Object>, rule: Cite) {
    let drawn: Vec<_> = list(game, Zone::Deck, seat).into_iter().take(count).collect();
    let proposal = |card| put(Verb::Draw, seat, (card, seat), Zone::Hand, rule).by(source);
    game.propose_together(drawn.into_iter().map(proposal).collect());
}

fn active(game: &Play<'_>) -> Seat {
    game.state.facts.active
}

fn defender(game: &Play<'_>) -> Seat {
    active(game).other()
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
    without! { Note Pool Role Scope ListenMask Derived }
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
                game.propose(put(Verb::EndMagic, owner, (card, owner), Zone::Trash, MAGIC_TO_TRASH));
            }
        }
    }

    fn check(draft: &mut Draft<'_, '_, Self>, seat: Seat, action: &Action) {
        let Some(asked) = draft.game.state.asked.first().cloned() else { return refuse(draft, WON) };
        match (asked.question, action) {
            (Question::Order | Question::OrderStanding, &Action::Order(source, text)) => {
                draft.rows(ORDERING, &["/source"], seat, &(source, text));
            }
            (Question::Optional(_) | Question::Instead, Action::Optional(_)) if seat == asked.seat => {}
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
            (Question::Optional(_) | Question::Instead, _) | (_, Action::Optional(_)) => refuse(draft, MAY),
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
                game.propose(Proposal::told(Verb::Block, seat, BLOCK).to(*card));
                game.pass();
            }
            (&Action::Order(source, text), Question::OrderStanding) => begin_standing(game, (source, text)),
            (&Action::Order(source, text), _) => game.start_waiting(in_batch(game, (source, text)).unwrap()),
            (Action::Optional(yes), Question::Instead) => game.decide_replacement(yes.then_some(0)),
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
        let told = Proposal { subject: attacker, ..Proposal::told(verb, active(game), rule) };
        game.propose(told);
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
    fn prohibited(game: &Play<'_>, proposal: &Proposal<Self>) -> Option<Cite> {
        let again = matches!(
            proposal.verb,
            Verb::Destroy | Verb::Deplete | Verb::Return | Verb::Exhaust | Verb::Refresh
        );
        (again && waits(game, proposal.card()?)).then_some(NO_TARGET)
    }

    fn replacements(game: &mut Play<'_>, proposal: &Proposal<Self>) -> Vec<Replacement<Self>> {
        let card = proposal.card().filter(|_| proposal.verb == Verb::Destroy);
        let card = card.filter(|&card| printed(game, card).exiled_instead);
        let exiled = card.map(|card| {
            let owner = owner(game, card);
            put(Verb::Exile, owner, (card, owner), Zone::Exile, INSTEAD)
        });
        let replacement =
            |exiled| Replacement { instead: Instead::Proposals(vec![exiled]), optional: true, rule: INSTEAD };
        exiled.map(replacement).into_iter().collect()
    }

    fn replacement_question(game: &Play<'_>, deciding: &Deciding<Self>) -> (Seat, Question) {
        let card = deciding.proposal().and_then(Proposal::card).unwrap();
        (owner(game, card), Question::Instead)
    }

    fn has_moments(_: &Play<'_>, proposal: &Proposal<Self>) -> bool {
        matches!(proposal.verb, Verb::Destroy | Verb::Deplete | Verb::Return)
    }

    /// The cores of a card that leaves the field go to its owner's reserve.
    fn goes_along(game: &Play<'_>, proposal: &Proposal<Self>) -> Together<Self> {
        let Some(card) = proposal.card() else { return Together::new() };
        let seat = owner(game, card);
        if !lies_in(game, card, Zone::Field, seat) {
            return Together::new();
        }
        let rule = if proposal.verb == Verb::Deplete { DEPLETED_CORES } else { LEFT_CORES };
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

    fn on_event(game: &mut Play<'_>, event: &Event<Self>) {
        let proposal = &event.proposal;
        let (about, by, verb) = (event.subject, proposal.seat, proposal.verb);
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
                    (Point::Done, Verb::Draw, On::DrawnByEffect) => by == own && proposal.source.is_some(),
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
        game.propose_together(depleted.collect());
    }

    fn abort_obsolete(game: &mut Play<'_>) {
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
