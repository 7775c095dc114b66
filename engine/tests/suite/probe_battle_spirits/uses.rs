//! What the entries of windows and answers have to fulfil: 費用支付.①–⑤, 繼召, 主要階段.能量的移動, 靈動時機, 戰鬥步驟.① and ③;
//! ruling-10 to ruling-12, ruling-68, ruling-71.

use super::*;

pub(super) fn check_cores(game: &Play<'_>, seat: Seat, cores: &[(Source, u32, u32)]) -> Result<(), String> {
    let own = |from: &Source| match from {
        Source::Reserve => true,
        Source::Card(card) => lies_in(game, *card, Zone::Field, seat),
        Source::Life | Source::Trash => false,
    };
    cores.iter().all(|(from, ..)| own(from)).then_some(()).ok_or("not a source".into())
}

pub(super) fn check_there(game: &Play<'_>, seat: Seat, cores: &[(Source, u32, u32)]) -> Result<(), String> {
    let there = |&(from, normal, soul): &(Source, u32, u32)| {
        let [normals, souls] = held(game, holder(from, seat));
        normal <= normals && soul <= souls
    };
    let once = (1..cores.len()).all(|at| cores[..at].iter().all(|(from, ..)| *from != cores[at].0));
    (once && cores.iter().all(there)).then_some(()).ok_or("cores not there".into())
}

pub(super) fn total(cores: &[(Source, u32, u32)]) -> u32 {
    cores.iter().map(|(_, normal, soul)| normal + soul).sum()
}

/// What is to be paid: the cards exiled first, then the own field, up to the reduction.
pub(super) fn cost(game: &Play<'_>, seat: Seat, of: &Use) -> u32 {
    let used = printed(game, of.card);
    let exiled: u32 = of.keisho.iter().map(|&card| printed(game, card).symbols).sum();
    let own =
        list(game, Zone::Field, seat).into_iter().filter(|&card| printed(game, card).color == used.color);
    let on_field: u32 = own.map(|card| symbols(game, card)).sum();
    used.cost.saturating_sub(used.reduction.min(exiled + on_field))
}

pub(super) fn is_main(game: &Play<'_>) -> bool {
    game.state.asked[0].question == Question::Main
}

pub(super) fn in_flash_timing(game: &Play<'_>) -> bool {
    let flash =
        |frame: &Frame<Spirits>| matches!(frame, Frame::Window(window) if window.question == Question::Flash);
    game.state.agenda.iter().any(flash)
}

pub(super) fn holds(yes: bool, otherwise: &str) -> Result<(), String> {
    if yes { Ok(()) } else { Err(otherwise.into()) }
}

pub(super) const FIELDS: &[&str] = &["/card", "/keisho", "/pay", "/place"];

pub(super) const SUMMONING: &[Row<Spirits, Use>] = &[
    test(0, 0, &[TURN_PLAYER], |game, seat, _| holds(seat == active(game), "not your turn")),
    test(0, 0, &[MAIN_ACTIONS], |game, _, _| holds(is_main(game), "not a main step")),
    test(1, 1, &[SUMMON], |game, seat, of| {
        let spirit = printed(game, of.card).kind == Kind::Spirit;
        holds(spirit && lies_in(game, of.card, Zone::Hand, seat), "no spirit in hand")
    }),
];

pub(super) const USING_MAGIC: &[Row<Spirits, Use>] = &[
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

pub(super) const PAYING: &[Row<Spirits, Use>] = &[
    act(1, &[REVEALED], |game, seat, of| {
        game.propose(put(Verb::Reveal, seat, (of.card, seat), Zone::Using, REVEALED));
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
            game.propose(put(Verb::Exile, seat, (card, seat), Zone::Exile, KEISHO_EX));
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
        game.propose(Proposal::told(Verb::FixCost, seat, COST).with(cost));
        for &(from, normal, soul) in &of.pay {
            let way = [from, Source::Trash].map(|from| holder(from, seat));
            carry(game, Verb::Pay, seat, (normal, soul), way, PAY);
        }
    }),
];

pub(super) const PLACING: &[Row<Spirits, Use>] = &[
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
        game.propose(put(Verb::Summon, seat, (of.card, seat), Zone::Field, SUMMON));
    }),
];

pub(super) const MOVING: &[Row<Spirits, Vec<Move>>] = &[
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

pub(super) const ATTACKING: &[Row<Spirits, CardId>] = &[
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

pub(super) const BLOCKING: &[Row<Spirits, CardId>] = &[
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

pub(super) fn is_refreshed(game: &Play<'_>, card: CardId) -> Result<(), String> {
    holds(game.state.table.card(card).unwrap().mark == Posture::Refreshed, "exhausted")
}

/// The order of a batch: of effects that wait, or of standing effects that begin together.
pub(super) const ORDERING: &[Row<Spirits, (Object, u8)>] = &[
    test(0, 0, &[ORDER], |game, seat, _| holds(seat == game.state.asked[0].seat, "not the turn player")),
    test(1, 1, &[NEWEST, ORDER], |game, _, raised| {
        let standing = game.state.asked[0].question == Question::OrderStanding;
        let found =
            if standing { beginning(game).contains(raised) } else { in_batch(game, *raised).is_some() };
        holds(found, "not in the newest batch")
    }),
];

pub(super) const DESIGNATING: &[Row<Spirits, CardId>] = &[
    test(1, 1, &[NO_TARGET], |game, _, card| holds(!waits(game, *card), "it waits")),
    test(1, 1, &[DESIGNATED], |game, _, card| {
        let Question::Designate(effect) = game.state.asked[0].question else {
            return Err("not asked".into());
        };
        holds(candidates(game, effect).contains(card), "does not fit")
    }),
];

pub(super) const CHOOSING_CORES: &[Row<Spirits, (u32, u32)>] = &[
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

pub(super) fn in_batch(game: &Play<'_>, (source, text): (Object, u8)) -> Option<usize> {
    let (_, indices) = game.next_waiting()?;
    indices.into_iter().find(|&index| {
        let raised = game.state.waiting[index].trigger;
        (raised.source, raised.text) == (source, text)
    })
}
