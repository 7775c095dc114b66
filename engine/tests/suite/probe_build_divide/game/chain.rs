//! The chain: what is put there, and what it does when it is resolved.

use super::*;

pub(super) fn has_target(text: Text) -> bool {
    use Text::{Counter, Damage, Destroy, Hit, Power, Rest, Return, Revive};
    matches!(text, Damage(_) | Power(_) | Return | Rest | Destroy | Hit(_) | Counter | Revive)
}

/// The item that a card on the chain is, if it waits there.
pub(super) fn waiting_item(game: &Play<'_>, card: CardId) -> Option<ItemId> {
    let item = game.state.chain.iter().find(|item| item.source == Some(game.state.table.object(card)))?;
    let waits = lies_in(game, card, Zone::Chain, Seat::Zero)
        && !game.state.agenda.contains(&Frame::Resolving(item.id));
    waits.then_some(item.id)
}

pub(super) fn may_target(game: &Play<'_>, seat: Seat, text: Text, card: CardId) -> bool {
    match text {
        Text::Damage(_) | Text::Power(_) | Text::Return => on_field(game, card),
        Text::Rest | Text::Destroy | Text::Hit(_) => lies_in(game, card, Zone::Field, seat.other()),
        Text::Counter => waiting_item(game, card).is_some(),
        Text::Revive => {
            lies_in(game, card, Zone::Graveyard, seat) && definition(game, card).kind == Kind::Unit
        }
        _ => false,
    }
}

pub(super) fn targets_of(game: &Play<'_>, seat: Seat, text: Text) -> Vec<CardId> {
    game.state
        .table
        .cards()
        .map(|(card, _)| card)
        .filter(|&card| may_target(game, seat, text, card))
        .collect()
}

pub(super) fn fits(game: &Play<'_>, seat: Seat, text: Text, target: Option<CardId>) -> bool {
    match target {
        Some(card) => has_target(text) && may_target(game, seat, text, card),
        None => !has_target(text),
    }
}

pub(super) fn put_on_chain(
    game: &mut Play<'_>,
    seat: Seat,
    source: Object,
    kind: ItemKind,
    text: Text,
    target: Option<CardId>,
) {
    let target = target.map(|card| match waiting_item(game, card) {
        Some(item) => Target::Item(item),
        None => Target::Card(game.state.table.object(card)),
    });
    game.onto_chain(seat, Some(source), Step::Resolve(Use { seat, source, kind, text, target }));
}

/// A used card is put on the chain as the object that it is there.
pub(super) fn use_card(
    game: &mut Play<'_>,
    seat: Seat,
    card: CardId,
    from_hand: bool,
    target: Option<CardId>,
) {
    let card = game.state.table.object(card);
    let Card { kind, text, .. } = *definition(game, card.card);
    let kind = if kind == Kind::Unit { ItemKind::Unit { from_hand } } else { ItemKind::Command };
    put_on_chain(game, seat, card, kind, text, target);
}

/// A waiting ability is put on the chain, after its target is chosen.
pub(super) fn put(game: &mut Play<'_>, seat: Seat, trigger: Trigger, chosen: Option<CardId>) {
    let (_, text) = definition(game, trigger.source.card).automatic[trigger.ability];
    let target = match (chosen, &targets_of(game, seat, text)[..]) {
        (None, [_, _, ..]) => {
            game.push(Step::Put { seat, trigger, chosen });
            return game.ask(seat, Question::ChooseCard);
        }
        (None, only) => only.first().copied(),
        (chosen, _) => chosen,
    };
    tell(game, Verb::Trigger, seat, Some(trigger.source.card), AUTOMATIC);
    put_on_chain(game, seat, trigger.source, ItemKind::Ability, text, target);
}

pub(super) fn resolve(game: &mut Play<'_>, item: Use) {
    let Use { seat, source, kind, text, target } = item;
    if kind == ItemKind::Command {
        game.push(Step::CommandDone(source));
    }
    let is_legal = match target {
        Some(Target::Card(object)) => {
            game.state.table.is_current(object) && may_target(game, seat, text, object.card)
        }
        Some(Target::Item(item)) => game.item(item).is_some(),
        None => !has_target(text),
    };
    if !is_legal {
        return tell(game, Verb::Fizzle, seat, Some(source.card), ON_TARGETS);
    }
    tell(game, Verb::Resolve, seat, Some(source.card), CHAIN);
    if let ItemKind::Unit { from_hand } = kind {
        return enter(game, source.card, from_hand, USES);
    }
    perform_text(game, item);
}

pub(super) fn enter(game: &mut Play<'_>, card: CardId, from_hand: bool, rule: Cite) {
    game.propose(moved(game, Verb::Enter, card, Zone::Field, rule));
    let object = game.state.table.object(card);
    if definition(game, card).title.is_empty() {
        return;
    }
    game.facts_mut().just_now.entered.push((object, from_hand));
    if from_hand {
        game.facts_mut().offers.push(object);
    }
}

pub(super) fn perform_text(game: &mut Play<'_>, Use { seat, source, text, target, .. }: Use) {
    let card = match target {
        Some(Target::Card(object)) => object.card,
        Some(Target::Item(item)) => return counter(game, item),
        None => source.card,
    };
    let modify = |game: &mut Play<'_>, influence: Influence| {
        let reach = Reach::Objects([game.state.table.object(card)].into_iter().collect());
        game.begin(influence, reach, Until::Turn, seat, Some(source), TEXT);
        tell(game, Verb::Modify, seat, Some(card), TEXT);
    };
    let damage = |on| Step::DamageLife { due: Due::Fixed(1), by: seat, on, dealt: 0, bonus: 0 };
    match text {
        Text::Damage(amount) => drop(game.propose(hurt(game, card, amount, TEXT))),
        Text::Rest => rested(game, card, TEXT),
        Text::Destroy => drop(game.propose(moved(game, Verb::Destroy, card, Zone::Graveyard, DESTROYS))),
        Text::Return => drop(game.propose(moved(game, Verb::Return, card, Zone::Hand, TEXT))),
        Text::Revive => enter(game, card, false, TEXT),
        Text::Grow(_) if !on_field(game, card) => {}
        Text::Power(more) | Text::Grow(more) => modify(game, Influence::Power(more)),
        Text::Hit(more) => modify(game, Influence::Hit(more)),
        Text::Draw(count) => game.push(Step::Draw(seat, count)),
        Text::MayDraw => game.ask(seat, Question::YesNo),
        Text::Discard => match &list(game, Zone::Hand, seat)[..] {
            [_, _, ..] => game.ask(seat, Question::Discard { count: 1, limit: false }),
            all => discard(game, all, DISCARDS),
        },
        Text::DamageOpponent => game.push(damage(seat.other())),
        Text::DamageSelf => game.push(damage(seat)),
        Text::Nothing | Text::Counter => {}
    }
}

pub(super) fn counter(game: &mut Play<'_>, item: ItemId) {
    if let Some(source) = game.take_off_chain(item).and_then(|item| item.source) {
        game.propose(moved(game, Verb::Counter, source.card, Zone::Graveyard, COUNTERS));
    }
}
