//! Effects: 效果的發揮, FAQ.指定效果; standing ones: ruling-34, ruling-70.

use super::*;

/// Whether a standing text is in force, and how much it gives.
pub(super) fn standing(game: &Play<'_>, source: Object, text: u8) -> Option<i64> {
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

pub(super) fn instruction(game: &Play<'_>, effect: Effect) -> Option<Do> {
    let text = &printed(game, effect.source.card).texts[usize::from(effect.text)];
    text.does.get(usize::from(effect.next)).copied()
}

pub(super) fn seats(seat: Seat, whose: Whose) -> Vec<Seat> {
    match whose {
        Whose::Own => vec![seat],
        Whose::Opposing => vec![seat.other()],
        Whose::Any => Seat::BOTH.to_vec(),
    }
}

/// What the next instruction of an effect may be done to. Nobody designates a card that waits.
pub(super) fn candidates(game: &Play<'_>, effect: Effect) -> Vec<CardId> {
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
pub(super) fn resolve(game: &mut Play<'_>, effect: Effect) {
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

pub(super) fn act_on(game: &mut Play<'_>, effect: Effect, chosen: Option<CardId>) {
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
            let proposal = |card| put(Verb::Mill, seat, (card, seat.other()), Zone::Trash, RAISED).by(source);
            game.propose_together(milled.into_iter().map(proposal).collect());
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

pub(super) fn act_on_card(game: &mut Play<'_>, effect: Effect, what: What, card: CardId) {
    let (seat, owner, source) = (effect.seat, owner(game, card), Some(effect.source));
    let mut go = |verb, by, zone| {
        game.propose(put(verb, by, (card, owner), zone, RAISED).by(source));
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

pub(super) fn drain(game: &mut Play<'_>, effect: Effect, card: CardId, cores: (u32, u32)) {
    let way = [Holder::Card(card), holder(Source::Reserve, owner(game, card))];
    carry(game, Verb::Cores, effect.seat, cores, way, RAISED);
}

/// Standing effects whose state has begun and that are not in force yet.
pub(super) fn beginning(game: &Play<'_>) -> Vec<(Object, u8)> {
    let sources = field(game).into_iter().map(|card| game.state.table.object(card));
    let texts = sources
        .flat_map(|source| (0..printed(game, source.card).texts.len() as u8).map(move |text| (source, text)));
    texts
        .filter(|&(source, text)| standing(game, source, text).is_some() && !in_force(game, source, text))
        .collect()
}

pub(super) fn in_force(game: &Play<'_>, source: Object, text: u8) -> bool {
    let began = (Until::Standing(text), Some(source));
    game.state.modifiers.iter().any(|modifier| (modifier.until, modifier.source) == began)
}

pub(super) fn begin_standing(game: &mut Play<'_>, (source, text): (Object, u8)) {
    if let Some(by) = standing(game, source, text) {
        let reach = Reach::Objects([source].into_iter().collect());
        game.begin(Bp(by), reach, Until::Standing(text), owner(game, source.card), Some(source), CLASS_A);
    }
}

/// What stands no more ends, what stands anew begins. `false`: the turn player is asked which of several begins first.
pub(super) fn check_standing(game: &mut Play<'_>) -> bool {
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
