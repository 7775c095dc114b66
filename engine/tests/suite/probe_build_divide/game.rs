//! The game: its words, rule processing, the turn and the attack as tables of stages.

mod actions;
mod battle;
mod chain;

use super::cards::{CARDS, Card, Icon, Kind, Lasting};
use super::*;
use battle::*;
use chain::*;

words! {
    #[derive(Default)]
    pub(super) struct BuildDivide;
    pub(super) enum Zone { Territory, Field, Energy, Hand, Graveyard, Life, Deck, Chain }
    #[derive(Default)]
    pub(super) struct Mark { pub(super) rested: bool, pub(super) released: bool, pub(super) damage: i64 }
    pub(super) enum Influence { Power(i64), Hit(i64) }
    pub(super) enum Until { Turn }
    pub(super) enum Verb {
        Rest, Stand, Draw, PlaceEnergy, Use, Trigger, Resolve, Fizzle, Counter, Enter, Release, Attack, Block, Battle,
        AttackVoid, DamageUnit, Destroy, Return, ToGraveyard, DamageLife, Buster, Shot, DeclineShot, DamageVoid,
        Discard, WearOff, LoseMark, TurnEnds, Modify,
    }
    /// When an automatic ability starts.
    pub(super) enum On { Enters, Battles, Discarded, LifeDamaged }
    /// What a command or an ability does.
    pub(super) enum Text {
        Nothing, Damage(i64), Rest, Destroy, Power(i64), Hit(i64), Grow(i64), Counter, Draw(u8), MayDraw, Discard, Revive,
        Return, DamageOpponent, DamageSelf,
    }
    pub(super) enum Line {
        Stand, BeforeDraw, Draw, Main, AttackStart, ChooseAttack, End, CleanUp, EndAgain, Declared, Block, Blocked, Battle, AttackEnd,
    }
    pub(super) enum Question {
        Window(Line), BattleWindow, DamageWindow, ChooseAttack, ChooseBlock, Shot(CardId), Release(CardId),
        Discard { count: usize, limit: bool }, ChooseTrigger, ChooseCard, YesNo, ChooseReplacement,
    }
    pub(super) enum Ending { Damage, DeckOut, BothLose }
    pub(super) enum Loss { Damage, OwnDamage, DrawPhase, Text }
    pub(super) struct Trigger { source: Object, ability: usize }
    pub(super) enum Target { Card(Object), Item(ItemId) }
    /// How much damage a procedure deals.
    pub(super) enum Due { HitOf(Object), Fixed(i64) }
    /// What an item of the chain does when it is resolved.
    pub(super) struct Use { seat: Seat, source: Object, kind: ItemKind, text: Text, target: Option<Target> }
    pub(super) enum ItemKind { Unit { from_hand: bool }, Command, Ability }
    pub(super) enum Step {
        Resolve(Use), CommandDone(Object), Draw(Seat, u8),
        DamageLife { due: Due, by: Seat, on: Seat, dealt: i64, bonus: i64 },
        ReturnInstead(CardId), FirstHalf, SecondHalf { struck: [bool; 2] },
        Put { seat: Seat, trigger: Trigger, chosen: Option<CardId> },
        EndCheck, EndChecked { since: u32 },
        /// A moment of rule processing.
        Process,
    }
    pub(super) struct Attack { attacker: Object, target: Option<Object>, blocked: bool }
}

data! {
    pub(super) enum Action {
        Pass, Use { card: CardId, pay: Vec<CardId>, target: Option<CardId> }, PlaceEnergy(CardId),
        DeclareAttack { attacker: CardId, target: Option<CardId> }, EndAttackPhase, DeclareBlock(CardId), NoBlock,
        UseShot { card: CardId, target: Option<CardId> }, DeclineShot, Release(Vec<CardId>), DeclineRelease,
        Discard(Vec<CardId>), ChooseTrigger { card: CardId, ability: usize }, ChooseCard(CardId), YesNo(bool),
        ChooseReplacement(Option<u8>),
    }
    /// What happened in the processing of the last entry, for refusals that ask for it.
    #[derive(Default)]
    pub(super) struct JustNow { entered: Vec<(Object, bool)>, turned: Vec<CardId> }
    #[derive(Default)]
    pub(super) struct Facts {
        pub(super) active: Seat, pub(super) turn: u32, energy_placed: bool, attack: Option<Attack>,
        lost: BySeat<Option<Loss>>, offers: Vec<Object>, again: bool, just_now: JustNow,
    }
}

pub(super) type Play<'p> = Match<'p, BuildDivide>;

impl rules_judge_engine::kernel::Influence for Influence {}

pub(super) const fn place(zone: Zone, seat: Seat) -> PlaceId {
    let seat = if matches!(zone, Zone::Chain) { 0 } else { seat.number() as u16 };
    PlaceId(zone as u16 * 2 + seat)
}

pub(super) fn definition(game: &Play<'_>, card: CardId) -> &'static Card {
    &CARDS[usize::from(game.state.table.card(card).unwrap().definition)]
}

pub(super) fn mark(game: &Play<'_>, card: CardId) -> Mark {
    game.state.table.card(card).unwrap().mark
}

pub(super) fn list(game: &Play<'_>, zone: Zone, seat: Seat) -> Vec<CardId> {
    game.state.table.list(place(zone, seat)).to_vec()
}

fn lies_in(game: &Play<'_>, card: CardId, zone: Zone, seat: Seat) -> bool {
    game.state.table.place_of(card) == Some(place(zone, seat))
}

fn on_field(game: &Play<'_>, card: CardId) -> bool {
    Seat::BOTH.into_iter().any(|seat| lies_in(game, card, Zone::Field, seat))
}

fn line(game: &Play<'_>) -> Option<Line> {
    game.state.agenda.iter().rev().find_map(|frame| match frame {
        Frame::Stage(cursor) => Some(BuildDivide::schedule(cursor.schedule)[usize::from(cursor.line)].name),
        _ => None,
    })
}

/// Printed, then running effects and what lies on the table, in the order of time.
fn stat(game: &Play<'_>, card: CardId, printed: i64, of: fn(Influence) -> Option<i64>) -> i64 {
    let object = game.state.table.object(card);
    let running = game.state.modifiers.iter().filter(|modifier| modifier.names(object));
    let running = running.filter_map(|modifier| Some((modifier.time, of(modifier.influence)?)));
    let (seat, is_power) = (owner(game, card), of(Influence::Power(0)).is_some());
    let lying = [Zone::Territory, Zone::Field].into_iter().flat_map(|zone| list(game, zone, seat));
    let lying = lying.filter_map(|source| {
        let works = definition(game, source).kind == Kind::Unit || mark(game, source).released;
        let more = match definition(game, source).lasting {
            Lasting::Banner if source != card => 1000,
            Lasting::Walls | Lasting::Moat if source == card && list(game, Zone::Life, seat).len() >= 10 => {
                2000
            }
            _ => return None,
        };
        (is_power && works).then_some((game.state.table.since(source), more))
    });
    let all = running.chain(lying).map(|(time, more)| (time, Adjustment::Add(more)));
    fold(printed, all, Fold::Layers(None))
}

pub(super) fn power(game: &Play<'_>, card: CardId) -> i64 {
    stat(game, card, definition(game, card).power, |influence| match influence {
        Influence::Power(more) => Some(more),
        Influence::Hit(_) => None,
    })
}

fn hit(game: &Play<'_>, card: CardId) -> i64 {
    stat(game, card, definition(game, card).hit, |influence| match influence {
        Influence::Hit(more) => Some(more),
        Influence::Power(_) => None,
    })
}

fn moved(game: &Play<'_>, verb: Verb, card: CardId, zone: Zone, rule: Cite) -> Proposal<BuildDivide> {
    let seat = owner(game, card);
    Proposal::moved(verb, seat, card, Spot::Place(place(zone, seat), Cell::NONE), End::Bottom, rule)
}

fn rested<'p>(game: &mut impl Acts<'p, BuildDivide>, card: CardId, rule: Cite) {
    let (seat, mark) = (owner(game.game(), card), mark(game.game(), card));
    game.propose(Proposal::marked(Verb::Rest, seat, card, Mark { rested: true, ..mark }, rule));
}

fn hurt(game: &Play<'_>, card: CardId, damage: i64, rule: Cite) -> Proposal<BuildDivide> {
    let mark = mark(game, card);
    let damage = mark.damage + damage.max(0);
    Proposal::marked(Verb::DamageUnit, owner(game, card), card, Mark { damage, ..mark }, rule)
}

fn tell(game: &mut Play<'_>, verb: Verb, seat: Seat, card: Option<CardId>, rule: Cite) {
    let told = Proposal::told(verb, seat, rule);
    game.propose(card.into_iter().fold(told, Proposal::to));
}

fn lose(game: &mut Play<'_>, seat: Seat, loss: Loss, rule: Cite) {
    tell(game, Verb::LoseMark, seat, None, rule);
    *game.facts_mut().lost.get_mut(seat) = Some(loss);
}

/// One card at a time: from the deck, then from life, then the attempt loses.
fn draw(game: &mut Play<'_>, seat: Seat, count: u8, rules: [Cite; 3], loss: Loss) {
    for _ in 0..count {
        let top = |zone| list(game, zone, seat).first().copied();
        let (card, rule) = match (top(Zone::Deck), top(Zone::Life)) {
            (Some(card), _) => (card, rules[0]),
            (None, Some(card)) => (card, rules[1]),
            (None, None) => return lose(game, seat, loss, rules[2]),
        };
        game.propose(moved(game, Verb::Draw, card, Zone::Hand, rule));
    }
}

fn discard(game: &mut Play<'_>, cards: &[CardId], rule: Cite) {
    game.propose_together(
        cards.iter().map(|&card| moved(game, Verb::Discard, card, Zone::Graveyard, rule)).collect(),
    );
}

// Rule processing.

/// What an ace lacks of its owner's territory; `None`: it has another title, or the territory is released.
fn difference(game: &Play<'_>, ace: CardId) -> Option<usize> {
    let territory = *list(game, Zone::Territory, owner(game, ace)).first()?;
    let (ace, to) = (definition(game, ace), definition(game, territory));
    let may = !mark(game, territory).released && ace.title == to.title;
    may.then_some(to.cost.saturating_sub(ace.cost))
}

fn standing_energy(game: &Play<'_>, seat: Seat) -> usize {
    list(game, Zone::Energy, seat).into_iter().filter(|&card| !mark(game, card).rested).count()
}

/// One pass: lost players, an offered release, destruction. `true`: something was destroyed.
fn process(game: &mut Play<'_>) -> bool {
    let lost = Seat::BOTH.map(|seat| *game.state.facts.lost.get(seat));
    let (winner, loss) = match lost {
        [None, None] => (None, None),
        [Some(loss), None] => (Some(Seat::One), Some(loss)),
        [None, Some(loss)] => (Some(Seat::Zero), Some(loss)),
        [Some(_), Some(_)] => {
            game.end(None, Ending::BothLose, &[DRAWN_GAME]);
            return false;
        }
    };
    if let Some(loss) = loss {
        let (ending, cites) = match loss {
            Loss::Damage => (Ending::Damage, [WON_BY_DAMAGE, NO_CARD]),
            Loss::OwnDamage => (Ending::Damage, [NO_CARD, OWN_DAMAGE]),
            Loss::DrawPhase => (Ending::DeckOut, [WON_BY_DECK, CANNOT_DRAW]),
            Loss::Text => (Ending::DeckOut, [WON_BY_DECK, TEXT_DRAW_LIFE]),
        };
        game.end(winner, ending, &cites);
        return false;
    }
    while let Some(&ace) = game.state.facts.offers.first() {
        let seat = owner(game, ace.card);
        let difference = difference(game, ace.card).filter(|_| game.state.table.is_current(ace));
        if difference.is_some_and(|difference| difference <= standing_energy(game, seat)) {
            game.ask(seat, Question::Release(ace.card));
            return false;
        }
        game.facts_mut().offers.remove(0);
    }
    let units = Seat::BOTH.map(|seat| list(game, Zone::Field, seat)).concat();
    let doomed = units.into_iter().filter(|&unit| power(game, unit) <= mark(game, unit).damage.max(0));
    let doomed: Vec<CardId> = doomed.collect();
    game.propose_together(
        doomed.iter().map(|&unit| moved(game, Verb::Destroy, unit, Zone::Graveyard, POWER)).collect(),
    );
    doomed.into_iter().any(|unit| !on_field(game, unit))
}

// The turn and the attack as tables.

fn active(game: &Play<'_>) -> Seat {
    game.state.facts.active
}

const fn window(line: Line) -> Option<Asks<BuildDivide>> {
    let (speaking, closing) = (Speaking::BackToFirst, Closing::TwoPasses);
    Some(Asks { question: Question::Window(line), who: active, speaking, closing })
}

const fn stage(
    name: Line,
    rule: Cite,
    automatic: &'static [Automatic<BuildDivide>],
    window: Option<Asks<BuildDivide>>,
) -> Stage<BuildDivide> {
    Stage { name, rule, automatic, window }
}

fn stand_all(game: &mut Play<'_>, rule: Cite) {
    let seat = active(game);
    let all =
        [Zone::Field, Zone::Energy, Zone::Territory].into_iter().flat_map(|zone| list(game, zone, seat));
    let rested = all.filter(|&card| mark(game, card).rested);
    let stand =
        |card| Proposal::marked(Verb::Stand, seat, card, Mark { rested: false, ..mark(game, card) }, rule);
    game.propose_together(rested.map(stand).collect());
}

fn draw_of_turn(game: &mut Play<'_>, rule: Cite) {
    if game.state.facts.turn > 1 || !game.holds(FIRST_DRAW) {
        draw(game, active(game), 1, [rule, DRAWS_LIFE, CANNOT_DRAW], Loss::DrawPhase);
    }
}

fn declared(game: &mut Play<'_>, rule: Cite) {
    let Some(attack) = game.state.facts.attack else { return };
    rested(game, attack.attacker.card, rule);
    tell(game, Verb::Attack, active(game), Some(attack.attacker.card), rule);
}

fn ask_block(game: &mut Play<'_>, _: Cite) {
    let other = active(game).other();
    let could = list(game, Zone::Field, other).into_iter().any(|unit| !mark(game, unit).rested);
    if could && attack(game).is_some() {
        game.ask(other, Question::ChooseBlock);
    }
}

/// Damage and what lasts for the turn go together.
fn wear_off(game: &mut Play<'_>, rule: Cite) {
    game.expire(|modifier| modifier.until == Until::Turn);
    let units = Seat::BOTH.map(|seat| list(game, Zone::Field, seat)).concat();
    let healed = units.into_iter().filter(|&unit| mark(game, unit).damage > 0).map(|unit| {
        Proposal::marked(Verb::WearOff, active(game), unit, Mark { damage: 0, ..mark(game, unit) }, rule)
    });
    game.propose_together(healed.collect());
}

fn ask_hand_limit(game: &mut Play<'_>, _: Cite) {
    let hand = list(game, Zone::Hand, active(game)).len();
    if hand > 5 {
        game.ask(active(game), Question::Discard { count: hand - 5, limit: true });
    }
}

pub(super) const TURN: u8 = 0;
pub(super) const ATTACK: u8 = 1;

static TURN_TABLE: [Stage<BuildDivide>; 9] = [
    stage(Line::Stand, STANDS, &[Automatic { rule: STANDS, run: stand_all }], window(Line::Stand)),
    stage(Line::BeforeDraw, PHASES, &[], window(Line::BeforeDraw)),
    stage(Line::Draw, DRAWS, &[Automatic { rule: DRAWS, run: draw_of_turn }], window(Line::Draw)),
    stage(Line::Main, MAIN, &[], window(Line::Main)),
    stage(Line::AttackStart, PHASES, &[], window(Line::AttackStart)),
    stage(Line::ChooseAttack, ATTACKS, &[], Some(Asks::one(Question::ChooseAttack, active))),
    stage(Line::End, PHASES, &[], window(Line::End)),
    stage(
        Line::CleanUp,
        PHASES,
        &[
            Automatic { rule: END, run: wear_off },
            Automatic { rule: PHASES, run: |game, _| game.push(Step::EndCheck) },
            Automatic { rule: HAND_LIMIT, run: ask_hand_limit },
        ],
        None,
    ),
    stage(Line::EndAgain, PHASES, &[], window(Line::EndAgain)),
];

static ATTACK_TABLE: [Stage<BuildDivide>; 5] = [
    stage(Line::Declared, ATTACKS, &[Automatic { rule: ATTACKS, run: declared }], window(Line::Declared)),
    stage(Line::Block, BLOCKS, &[Automatic { rule: BLOCKS, run: ask_block }], None),
    stage(Line::Blocked, BLOCKED, &[], window(Line::Blocked)),
    stage(Line::Battle, BATTLE, &[Automatic { rule: BATTLE, run: begin_battle }], None),
    stage(Line::AttackEnd, BATTLE, &[], window(Line::AttackEnd)),
];

/// Where a line of the two tables stands.
pub(super) fn cursor(name: Line, progress: Progress) -> Cursor {
    let find = |table: &[Stage<BuildDivide>]| table.iter().position(|stage| stage.name == name);
    match find(&TURN_TABLE) {
        Some(line) => Cursor { schedule: TURN, line: line as u8, progress },
        None => Cursor { schedule: ATTACK, line: find(&ATTACK_TABLE).unwrap() as u8, progress },
    }
}

fn go_to(game: &mut Play<'_>, line: Line) -> bool {
    let Cursor { schedule, line, .. } = cursor(line, Progress::Begin);
    game.begin_stage(schedule, line);
    false
}

impl Game for BuildDivide {
    const POLICY: Policy = Policy::new(Checks::AtMoments, Triggers::OntoChain, true);
    without! { Note Pool Role Piece Detail Scope ListenMask Derived }
    own! { Zone Mark Influence Until Verb Step Question Action Trigger Facts Ending }
    type Stage = Line;
    type Reason = String;

    fn cannot_happen() -> String {
        "cannot happen".into()
    }

    fn run(game: &mut Play<'_>, step: Step) {
        match step {
            Step::Resolve(item) => resolve(game, item),
            Step::CommandDone(card) => {
                game.propose(moved(game, Verb::ToGraveyard, card.card, Zone::Graveyard, CHAIN));
            }
            Step::Draw(seat, count) => {
                draw(game, seat, count, [TEXT_DRAW, TEXT_DRAW_LIFE, TEXT_DRAW_LIFE], Loss::Text);
            }
            Step::DamageLife { due, by, on, dealt, bonus } => damage_life(game, due, by, on, dealt, bonus),
            Step::FirstHalf if attack(game).is_none() => begin_battle(game, BATTLE),
            Step::FirstHalf => {
                let blitz = |game: &Play<'_>, unit| definition(game, unit).lasting == Lasting::Blitz;
                let units = attack(game).map(|attack| [Some(attack.attacker), attack.target]);
                let first =
                    units.unwrap_or_default().map(|unit| unit.is_some_and(|unit| blitz(game, unit.card)));
                game.push(Step::SecondHalf { struck: first });
                strike(game, |index, _| first[index], BLITZ);
            }
            Step::SecondHalf { struck } => drop(strike(game, |index, _| !struck[index], STRIKES)),
            Step::Put { seat, trigger, chosen } => put(game, seat, trigger, chosen),
            Step::EndCheck => game.push(Step::EndChecked { since: game.state.event_number }),
            Step::EndChecked { since } => {
                let again = game.state.event_number != since || !game.state.waiting.is_empty();
                game.facts_mut().again = again;
            }
            Step::ReturnInstead(card) => {
                game.propose(moved(game, Verb::Return, card, Zone::Hand, REPLACES));
            }
            Step::Process => {}
        }
    }

    fn check(draft: &mut Draft<'_, '_, Self>, seat: Seat, action: &Action) {
        actions::check(draft, seat, action);
    }

    fn perform(game: &mut Play<'_>, seat: Seat, action: &Action) {
        actions::perform(game, seat, action);
    }

    fn is_processing(step: &Step) -> bool {
        !matches!(step, Step::Process | Step::EndChecked { .. })
    }

    fn active(game: &Play<'_>) -> Seat {
        active(game)
    }

    fn schedule(number: u8) -> &'static [Stage<Self>] {
        if number == TURN { &TURN_TABLE } else { &ATTACK_TABLE }
    }

    fn stage_ends(game: &mut Play<'_>, line: Line) -> bool {
        match line {
            Line::ChooseAttack if game.state.facts.attack.is_some() => go_to(game, Line::Declared),
            Line::Block if game.state.facts.attack.is_some_and(|attack| !attack.blocked) => {
                go_to(game, Line::Battle)
            }
            Line::AttackEnd => {
                game.facts_mut().attack = None;
                go_to(game, Line::ChooseAttack)
            }
            Line::EndAgain => go_to(game, Line::CleanUp),
            Line::CleanUp if !game.state.facts.again => {
                tell(game, Verb::TurnEnds, active(game), None, TURN_ENDS);
                let facts = game.facts_mut();
                (facts.active, facts.turn, facts.energy_placed) =
                    (facts.active.other(), facts.turn + 1, false);
                go_to(game, Line::Stand)
            }
            _ => true,
        }
    }

    fn replacements(game: &mut Play<'_>, proposal: &Proposal<Self>) -> Vec<Replacement<Self>> {
        let Some(card) = proposal.card().filter(|_| proposal.verb == Verb::Destroy) else {
            return Vec::new();
        };
        let (instead, optional) = match definition(game, card).lasting {
            Lasting::Returns => {
                let to_hand = moved(game, Verb::Return, card, Zone::Hand, REPLACES);
                (Instead::Proposals(vec![to_hand]), true)
            }
            Lasting::Moat => (Instead::Step(Step::ReturnInstead(card)), false),
            _ => return Vec::new(),
        };
        vec![Replacement { instead, optional, rule: REPLACES }]
    }

    fn replacement_question(game: &Play<'_>, deciding: &Deciding<Self>) -> (Seat, Question) {
        let card = deciding.proposal().and_then(Proposal::card);
        (card.map_or(active(game), |card| owner(game, card)), Question::ChooseReplacement)
    }

    fn on_event(game: &mut Play<'_>, event: &Event<Self>) {
        let (Some(subject), Some(now)) = (event.subject, event.became) else { return };
        let (on, who) = match event.proposal.verb {
            Verb::Enter => (On::Enters, vec![now]),
            Verb::Battle => (On::Battles, vec![now]),
            Verb::Discard => (On::Discarded, vec![subject]),
            Verb::DamageLife => {
                let units = Seat::BOTH.map(|seat| list(game, Zone::Field, seat)).concat();
                (On::LifeDamaged, units.into_iter().map(|unit| game.state.table.object(unit)).collect())
            }
            _ => return,
        };
        for source in who.into_iter().filter(|_| event.point == Point::Done) {
            let abilities = definition(game, source.card).automatic.iter().enumerate();
            for (ability, _) in abilities.filter(|(_, (hears, _))| *hears == on) {
                game.wait(owner(game, source.card), Trigger { source, ability });
            }
        }
    }

    fn check_state(game: &mut Play<'_>) {
        while process(game) && game.state.asked.is_empty() {}
    }

    fn trigger_step(waiting: Waiting<Self>) -> Step {
        Step::Put { seat: waiting.seat, trigger: waiting.trigger, chosen: None }
    }

    fn trigger_question() -> Question {
        Question::ChooseTrigger
    }
}
