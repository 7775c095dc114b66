//! What effects do to cards: drawing, discarding, looking, sending them away, turning them.
//!
//! 二.1 drawing; 六.1 whatever a text says; 六.6 who chooses and in which order; 十.1 to 十.5 leaving;
//! 十五.橫放.1, 十五.橫放.2; ruling-9 too few cards, ruling-11 轉正, ruling-64 travelers, ruling-75 looking.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::super::table::{self, State, Verb, Zone};
use super::super::zone::{self, Cause};
use super::super::{Xinglingwang, prohibition};
use super::effect::{
    Game, Running, begun, bind_moved, by_selection, cause, complete, each, follow, pick, wanted,
};
use super::possible::{Act, acting};
use super::{Amount, Filter, Select, Take, possible, standing};
use crate::card::lint::meant;
use crate::card::{Answer, Cards, Choosing, EffectWord, Lint, Next, Objects, Pause, Scene, Side, SourceWord};
use crate::kernel::{CardId, End, Object, Seat};
use crate::verdict::Cite;
use crate::word;

word! {
    /// 抽牌: one card at a time, as many as there are [ruling-9].
    Draw {
        /// Who draws.
        #[serde(default)]
        who: Side,
        /// How many.
        #[serde(default = "Amount::one")]
        n: Amount,
    }
}

impl EffectWord<Xinglingwang> for Draw {
    fn lint(&self, lint: &mut Lint<'_, Xinglingwang>) {
        standing::number(lint, "n", &self.n);
        lint.learn(meant::CHOSEN);
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        counted(run, self.who, &self.n, (Verb::Draw, zone::draw), cite!("六.2"))
    }

    fn is_feasible(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        let can = |seat| !deck(game, seat).is_empty() && !prohibition::draw(game, seat);
        possible::is_some(&self.n, game, scene) && possible::for_any(self.who, scene, can)
    }
}

impl Draw {
    /// Whether each player can draw as many.
    pub(super) fn is_whole(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        let n = self.n.count(game, scene);
        possible::for_each(self.who, scene, |seat| {
            deck(game, seat).len() >= n && !prohibition::draw(game, seat)
        })
    }
}

fn deck<'g>(game: &'g Game<'_>, seat: Seat) -> &'g [CardId] {
    game.state.table.list(table::DECK.of(seat))
}

/// Does something so many times for each seat, one at a time; stops where it is no longer possible.
/// How often, and for how many seats it stopped early, is fixed when it begins.
fn counted(
    run: &mut Running<'_, '_>,
    who: Side,
    n: &Amount,
    (verb, mut act): (Verb, impl FnMut(&mut Game<'_>, Seat, Cause) -> bool),
    rule: Cite,
) -> Result<Next, Pause> {
    let value = n.value(run.game, &run.scene());
    let n = match run.settle(|_| Answer::Number(value)) {
        Answer::Number(n) => n.clamp(0, 1_000) as usize,
        _ => 0,
    };
    let (seats, begun) = (who.in_turn_order(run.game, run.seat()), begun(run));
    let (floor, keep, why) = (run.game.state.agenda.len(), run.decided(), cause(run, rule));
    while run.done() < n * seats.len() {
        let Some(&seat) = seats.get(run.done() / n.max(1)) else { break };
        let did = act(run.game, seat, why);
        run.one_done(keep);
        if !did {
            run.falls_short();
            // The rest of this seat's is not possible either.
            while !run.done().is_multiple_of(n) {
                run.one_done(keep);
            }
        }
        // After the last one only what is still being carried out has to be waited for.
        let more = run.done() < n * seats.len();
        if run.game.state.agenda.len() > floor || (more && run.game.is_interrupted(floor)) {
            return Err(Pause::Pushed);
        }
    }
    bind_moved(run, begun, verb);
    Ok(Next::Done(run.is_whole() && n > 0))
}

word! {
    /// From hand into the graveyard; whoever discards chooses.
    Discard {
        /// Who discards.
        #[serde(default)]
        who: Side,
        /// How many.
        #[serde(default = "Take::one")]
        take: Take,
        /// What they have to be.
        #[serde(default)]
        fits: Vec<Filter>,
        /// Who chooses, seen from the discarding player.
        #[serde(default)]
        chooser: Choosing,
    }
}

impl Discard {
    fn cards(&self) -> Cards<Xinglingwang> {
        Cards {
            side: Side::Own,
            from: super::Source::Hand,
            fits: self.fits.clone(),
            take: self.take.clone(),
            chooser: self.chooser,
            name: None,
        }
    }

    /// Whether this is so for a player's own cards.
    fn by(&self, game: &Game<'_>, scene: &Scene<'_>, seat: Seat, is_so: fn(usize, usize) -> bool) -> bool {
        let scene = Scene { seat, ..*scene };
        let there = possible::candidates(game, &scene, &Select::Cards(self.cards())).len();
        let wanted = match &self.take {
            Take::Exactly(amount) => amount.count(game, &scene),
            _ => 1,
        };
        is_so(there, wanted)
    }

    /// Whether each player can discard as many.
    pub(super) fn is_whole(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        possible::for_each(self.who, scene, |seat| {
            self.by(game, scene, seat, |there, wanted| there >= wanted)
        })
    }

    /// The cards that could be discarded.
    pub(super) fn candidates(&self, game: &Game<'_>, scene: &Scene<'_>) -> Objects {
        let select = Select::Cards(self.cards());
        let of = |seat: &Seat| possible::candidates(game, &Scene { seat: *seat, ..*scene }, &select);
        self.who.seats(scene.seat).iter().flat_map(of).collect()
    }
}

impl EffectWord<Xinglingwang> for Discard {
    fn lint(&self, lint: &mut Lint<'_, Xinglingwang>) {
        self.cards().lint(lint);
        lint.learn(meant::CHOSEN);
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let select = Select::Cards(self.cards());
        let mut chosen = Objects::new();
        let mut enough = true;
        for seat in self.who.in_turn_order(run.game, run.seat()) {
            let cards = run.select_as(seat, &select, cite!("六.6"), false, |_, _| true)?;
            enough &= cards.len() >= wanted(run, &select);
            chosen.extend(cards);
        }
        run.bind(None, chosen.clone());
        let (begun, why) = (begun(run), cause(run, cite!("六.1")));
        each(run, &chosen, |game, object| {
            zone::send(game, object.card, Verb::Discard, Zone::Graveyard, End::Bottom, why);
        })?;
        follow(run, begun, &select, Verb::Discard, &chosen);
        Ok(Next::Done(enough && !chosen.is_empty()))
    }

    fn is_feasible(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        possible::for_any(self.who, scene, |seat| self.by(game, scene, seat, |there, _| there > 0))
    }

    fn is_open(&self) -> bool {
        self.fits.is_empty()
    }
}

word! {
    /// The top cards of a deck go into the graveyard, one by one.
    Mill {
        /// Whose deck.
        #[serde(default)]
        who: Side,
        /// How many.
        #[serde(default = "Amount::one")]
        n: Amount,
    }
}

impl EffectWord<Xinglingwang> for Mill {
    fn lint(&self, lint: &mut Lint<'_, Xinglingwang>) {
        standing::number(lint, "n", &self.n);
        lint.learn(meant::CHOSEN);
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let mill = |game: &mut Game<'_>, seat: Seat, cause: Cause| {
            let Some(&top) = game.state.table.list(table::DECK.of(seat)).first() else { return false };
            zone::send(game, top, Verb::Mill, Zone::Graveyard, End::Bottom, cause)
        };
        counted(run, self.who, &self.n, (Verb::Mill, mill), cite!("六.1"))
    }

    fn is_feasible(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        let can = |seat| !deck(game, seat).is_empty();
        possible::is_some(&self.n, game, scene) && possible::for_any(self.who, scene, can)
    }
}

impl Mill {
    /// Whether each deck has as many.
    pub(super) fn is_whole(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        let n = self.n.count(game, scene);
        possible::for_each(self.who, scene, |seat| deck(game, seat).len() >= n)
    }
}

word! {
    /// 查看: only the player sees them; later sentences find them under `looked`.
    Look {
        /// Whose cards.
        #[serde(default)]
        side: Side,
        /// Where.
        from: super::Source,
    }
}

impl EffectWord<Xinglingwang> for Look {
    fn lint(&self, lint: &mut Lint<'_, Xinglingwang>) {
        lint.inside("from", |lint| self.from.lint(lint));
        lint.learn(meant::LOOKED);
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let mut looked = Objects::new();
        for &owner in self.side.seats(run.seat()) {
            let cards = self.from.cards(run.game, &run.scene(), owner);
            looked.extend(cards.iter().map(|card| run.game.state.table.object(*card)));
        }
        let why = cause(run, cite!("六.1"));
        for object in &looked {
            zone::look(run.game, object.card, why);
        }
        let any = !looked.is_empty();
        run.resolution.bound.looked = looked;
        Ok(Next::Done(any))
    }

    fn is_feasible(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        possible::for_any(self.side, scene, |seat| !self.from.cards(game, scene, seat).is_empty())
    }
}

word! {
    /// 展示: both see them.
    Reveal {
        /// Which cards.
        what: Select,
    }
}

impl EffectWord<Xinglingwang> for Reveal {
    fn lint(&self, lint: &mut Lint<'_, Xinglingwang>) {
        lint.inside("what", |lint| self.what.lint(lint));
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let cards = pick(run, &self.what, cite!("六.1"))?;
        let why = cause(run, cite!("六.1"));
        each(run, &cards, |game, object| zone::reveal(game, object.card, why))?;
        Ok(Next::Done(!cards.is_empty() && cards.len() >= wanted(run, &self.what)))
    }

    by_selection!();
}

acting!(Reveal, |this, scene| Act::Anything);

word! {
    /// 洗牌.
    Shuffle {
        /// Whose deck.
        #[serde(default)]
        who: Side,
    }
}

impl EffectWord<Xinglingwang> for Shuffle {
    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        for seat in self.who.in_turn_order(run.game, run.seat()) {
            run.game.shuffle(Verb::Shuffle, table::DECK.of(seat), seat, cite!("六.1"));
        }
        Ok(Next::Done(true))
    }

    fn is_feasible(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        possible::for_any(self.who, scene, |seat| !deck(game, seat).is_empty())
    }
}

macro_rules! sending {
    ($(#[$meta:meta])* $name:ident, $verb:expr, $can:expr, $rule:literal, |$game:ident, $object:ident, $why:ident| $act:expr) => {
        word! {
            $(#[$meta])*
            $name {
                /// Which cards.
                what: Select,
            }
        }

        impl EffectWord<Xinglingwang> for $name {
            fn lint(&self, lint: &mut Lint<'_, Xinglingwang>) {
                lint.inside("what", |lint| self.what.lint(lint));
            }

            fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
                let cards = pick(run, &self.what, cite!("六.1"))?;
                let (begun, $why) = (begun(run), cause(run, cite!($rule)));
                each(run, &cards, |$game, $object| {
                    let _ = $act;
                })?;
                Ok(Next::Done(complete(run, begun, &self.what, $verb, &cards)))
            }

            by_selection!();
        }

        acting!($name, |this, scene| $can);
    };
}

sending!(
    /// 回手牌: to the owners' hands; travelers to their forest [十.5, ruling-64].
    ToHand, Verb::ToHand, Act::Into(Zone::Hand), "十.1",
    |game, object, why| {
        let why = leaving(game, object, why);
        zone::send_to(game, object.card, Zone::Hand, End::Bottom, why)
    }
);
sending!(
    /// 進入墓地, without being destroyed [十.1].
    ToGraveyard, Verb::ToGraveyard, Act::Into(Zone::Graveyard), "十.1",
    |game, object, why| {
        let why = leaving(game, object, why);
        zone::send_to(game, object.card, Zone::Graveyard, End::Bottom, why)
    }
);
sending!(
    /// 被破壞 [十.2].
    Destroy, Verb::Destroy, Act::Destroy, "十.2", |game, object, why| zone::destroy(game, object.card, why)
);
sending!(
    /// 被除外 [十.4].
    Exile, Verb::Exile, Act::Into(Zone::Exile), "十.4",
    |game, object, why| zone::send_to(game, object.card, Zone::Exile, End::Bottom, why)
);
sending!(
    /// 獻祭 [十.3].
    Sacrifice, Verb::Sacrifice, Act::Unit, "十.3", |game, object, why| zone::sacrifice(game, object.card, why)
);
sending!(
    /// 橫放; an attack is cancelled by it [十五.橫放.1, 十五.橫放.2].
    Rest, Verb::Rest, Act::Turn(State::Rested), "十五.橫放.1", |game, object, why| zone::turn(game, object.card, State::Rested, why)
);
sending!(
    /// 轉正; an attack is cancelled by it [ruling-11].
    Upright, Verb::Upright, Act::Turn(State::Upright), "ruling-11",
    |game, object, why| zone::turn(game, object.card, State::Upright, why)
);

/// The cause of a card's way: what is not on the field does not leave it; a text moves it there as far as
/// it can [十.1, 六.2].
fn leaving(game: &Game<'_>, object: Object, why: Cause) -> Cause {
    match table::zone_of(game, object.card) {
        Some((Zone::Deck | Zone::Hand | Zone::Graveyard | Zone::Exile | Zone::Using, _)) => {
            Cause { rule: cite!("六.2"), ..why }
        }
        _ => why,
    }
}

/// Where in a deck cards go.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum DeckEnd {
    /// On top, in the order that their player chooses.
    Top,
    /// At the bottom, in the order that their player chooses.
    Bottom,
    /// The deck is shuffled afterwards.
    #[default]
    Shuffled,
}

word! {
    /// Cards go into their owners' decks.
    ToDeck {
        /// Which cards.
        what: Select,
        /// Where.
        #[serde(default)]
        end: DeckEnd,
    }
}

impl EffectWord<Xinglingwang> for ToDeck {
    fn lint(&self, lint: &mut Lint<'_, Xinglingwang>) {
        lint.inside("what", |lint| self.what.lint(lint));
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let cards = pick(run, &self.what, cite!("六.1"))?;
        let mut ordered = match self.end {
            DeckEnd::Shuffled => cards,
            _ => {
                let seat = run.seat();
                run.order(seat, cards, cite!("六.6"), true)?
            }
        };
        if self.end == DeckEnd::Top {
            ordered.reverse();
        }
        let end = if self.end == DeckEnd::Top { End::Top } else { End::Bottom };
        let (begun, why) = (begun(run), cause(run, cite!("十.1")));
        each(run, &ordered, |game, object| {
            let why = leaving(game, object, why);
            zone::send_to(game, object.card, Zone::Deck, end, why);
        })?;
        if self.end == DeckEnd::Shuffled {
            for seat in Seat::BOTH {
                let owns = |object: &Object| table::owner(run.game, object.card) == seat;
                if ordered.iter().any(owns) {
                    run.game.shuffle(Verb::Shuffle, table::DECK.of(seat), seat, cite!("六.1"));
                }
            }
        }
        Ok(Next::Done(complete(run, begun, &self.what, Verb::ToDeck, &ordered)))
    }

    by_selection!();
}

acting!(ToDeck, |this, scene| Act::Anything);
