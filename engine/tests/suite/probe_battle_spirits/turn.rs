//! Turn and battle as tables: 回合流程, 攻擊階段, 戰鬥步驟.①–⑦; ruling-7, ruling-8, ruling-28.

use super::*;

pub(super) const TURN: u8 = 0;
pub(super) const SHORT_TURN: u8 = 1;
pub(super) const BATTLE: u8 = 2;
/// Places in the table of a turn, then in that of a battle.
pub(super) const TO_REFRESH: u8 = 3;
pub(super) const TO_MAIN: u8 = 4;
pub(super) const TO_ATTACK: u8 = 5;
pub(super) const TO_SECOND_MAIN: u8 = 6;
pub(super) const TO_FLASH_1: u8 = 1;
pub(super) const TO_BLOCK: u8 = 2;
pub(super) const TO_FLASH_2: u8 = 3;
pub(super) const TO_RESOLUTION: u8 = 4;
pub(super) const TO_BATTLE_END: u8 = 6;

pub(super) const fn stage(name: Name, rule: Cite) -> Stage<Spirits> {
    Stage { name, rule, automatic: &[], window: None }
}

pub(super) const fn asking(name: Name, rule: Cite, window: Asks<Spirits>) -> Stage<Spirits> {
    Stage { name, rule, automatic: &[], window: Some(window) }
}

pub(super) const fn doing(
    name: Name,
    rule: Cite,
    automatic: &'static [Automatic<Spirits>],
) -> Stage<Spirits> {
    Stage { name, rule, automatic, window: None }
}

pub(super) const FLASH_ASKS: Asks<Spirits> = Asks {
    question: Question::Flash,
    who: defender,
    speaking: Speaking::Alternating,
    closing: Closing::TwoPasses,
};
pub(super) const DRAWS: Stage<Spirits> = doing(Name::Draw, DRAW, &[Automatic { rule: DRAW, run: draw_step }]);
pub(super) const REFRESHES: Stage<Spirits> = doing(
    Name::Refresh,
    REFRESH,
    &[Automatic { rule: REFRESH, run: refresh }, Automatic { rule: CORES_BACK, run: cores_back }],
);
pub(super) const MAINS: Stage<Spirits> = asking(Name::Main, MAIN, Asks::one(Question::Main, active));
pub(super) const LAPSES: Stage<Spirits> = doing(
    Name::Lapse,
    END,
    &[Automatic { rule: END, run: |game, _| game.expire(|effect| effect.until == Until::Turn) }],
);

pub(super) const TURN_TABLE: &[Stage<Spirits>] = &[
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
pub(super) const SHORT_TURN_TABLE: &[Stage<Spirits>] =
    &[stage(Name::Start, START), DRAWS, REFRESHES, MAINS, stage(Name::End, END), LAPSES];

pub(super) const BATTLE_TABLE: &[Stage<Spirits>] = &[
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

pub(super) fn gain(game: &mut Play<'_>, rule: Cite) {
    let (seat, way) = (active(game), [Holder::Supply, holder(Source::Reserve, active(game))]);
    carry(game, Verb::Gain, seat, (1, 0), way, rule);
}

pub(super) fn draw_step(game: &mut Play<'_>, rule: Cite) {
    draw(game, active(game), 1, None, rule);
}

/// One stage, all at the same time.
pub(super) fn refresh(game: &mut Play<'_>, rule: Cite) {
    let seat = active(game);
    let refreshed = list(game, Zone::Field, seat).into_iter().filter_map(|card| {
        let state = match game.state.table.card(card).unwrap().mark {
            Posture::Refreshed => return None,
            Posture::Exhausted => Posture::Refreshed,
            Posture::Heavy => Posture::Exhausted,
        };
        Some(Proposal::marked(Verb::Refresh, seat, card, state, rule))
    });
    game.propose_together(refreshed.collect());
}

pub(super) fn cores_back(game: &mut Play<'_>, rule: Cite) {
    let seat = active(game);
    let way = [Source::Trash, Source::Reserve].map(|from| holder(from, seat));
    let [normal, soul] = held(game, way[0]);
    carry(game, Verb::Cores, seat, (normal, soul), way, rule);
}

pub(super) fn exhaust(game: &mut Play<'_>, seat: Seat, card: CardId, rule: Cite) {
    if game.state.table.card(card).unwrap().mark == Posture::Refreshed {
        game.propose(Proposal::marked(Verb::Exhaust, seat, card, Posture::Exhausted, rule));
    }
}

pub(super) fn exhaust_attacker(game: &mut Play<'_>, rule: Cite) {
    exhaust(game, active(game), game.state.facts.battle.unwrap().attacker.card, rule);
}

pub(super) fn reduce_life(game: &mut Play<'_>, rule: Cite) {
    let battle = game.state.facts.battle.unwrap();
    let (seat, way) =
        (defender(game), [Source::Life, Source::Reserve].map(|from| holder(from, defender(game))));
    if battle.blocker.is_none() && game.state.table.is_current(battle.attacker) {
        let lost = symbols(game, battle.attacker.card).min(held(game, way[0])[0]);
        carry(game, Verb::Life, seat, (lost, 0), way, rule);
    }
}

/// The lower BP loses; equal ones lose both, together.
pub(super) fn compare(game: &mut Play<'_>, rule: Cite) {
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
        game.propose_together(destroyed.collect());
    }
}

/// Which state of a battle follows, where it is not the next one.
pub(super) fn battle_leaves_out(game: &Play<'_>, battle: Battle, name: Name) -> Option<u8> {
    match name {
        Name::Declare | Name::Flash1 | Name::Block | Name::Flash2 | Name::Resolution if battle.over => {
            Some(TO_BATTLE_END)
        }
        Name::Flash1 if !game.state.table.is_current(battle.attacker) => Some(TO_RESOLUTION),
        Name::Block if battle.blocker.is_none() => Some(TO_RESOLUTION),
        _ => None,
    }
}
