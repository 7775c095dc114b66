//! Costs paid with cards: parts that are paid independently of each other, and the cards that an entry names
//! for them, form by form. Each game defines its parts.

use super::findings;
use crate::abilities::answer::named_twice;
use crate::abilities::target::{Whole, sets};
use crate::abilities::{Answer, Bound, Choosable, Language, Lint, Pause, Run};
use crate::kernel::shape::{Domain, Looks, Slot};
use crate::kernel::{Acts, CardId, Match, Object, Seat};
use crate::texts::Saying;
use crate::verdict::Cite;

/// The forms of cost for which an entry names cards.
pub trait Form: Copy + PartialEq + 'static {
    /// All forms.
    const ALL: &'static [Self];

    /// The field of an entry.
    fn field(self) -> &'static str;

    /// The name under which texts find the cards; texts cannot choose cards under it.
    fn key(self) -> &'static str;
}

/// The cards that an entry names for a cost.
pub trait Named: Default {
    /// Its forms.
    type Form: Form;

    /// The cards named for a form.
    fn cards(&self, form: Self::Form) -> &[CardId];

    /// Sets the cards for a form.
    fn set(&mut self, form: Self::Form, cards: Vec<CardId>);
}

/// The payer of a cost, with the circumstances.
#[derive(Debug, Clone, Copy)]
pub struct Payer<'a> {
    /// The player.
    pub seat: Seat,
    /// The object that has the cost.
    pub me: Object,
    /// Whether that object is a card that is being used.
    pub is_used: bool,
    /// Whether the object's card cannot be named.
    pub aside: bool,
    /// The cards that other parts take already.
    pub besides: &'a [CardId],
}

/// The cards that can be named for a part, and the smallest and largest number of them.
pub type Need = (Vec<CardId>, (usize, usize));

/// Whether these are as many cards as are needed, each of them one that can be named, and none twice.
pub fn meets((from, (min, max)): &Need, cards: &[CardId]) -> bool {
    (*min..=*max).contains(&cards.len())
        && named_twice(cards).is_none()
        && cards.iter().all(|card| from.contains(card))
}

/// A part of a cost.
pub trait Part<L: Language>: PartialEq {
    /// The cards that an entry names.
    type Named: Named;

    /// The form of its cards; `None`: it takes no named cards.
    fn form(&self) -> Option<<Self::Named as Named>::Form>;

    /// The cards that can be named now; `None`: the part needs none.
    fn need(&self, game: &Match<'_, L>, by: Payer<'_>) -> Option<Need>;

    /// The test of a set of these cards as a whole; `None`: every set is legal.
    fn whole<'a>(&self, game: &'a Match<'_, L>, from: &[CardId]) -> Option<Whole<'a>>;

    /// Whether what needs no named cards can be paid.
    fn is_payable(&self, game: &Match<'_, L>, by: Payer<'_>) -> bool;

    /// Whether the part takes the card that has the cost.
    fn takes_this(&self) -> bool;

    /// Pays the part with the named cards.
    fn pay<'p>(&self, game: &mut impl Acts<'p, L>, by: Payer<'_>, cards: &[CardId], rule: Cite);
}

/// The form in which cards are named for a part.
type FormOf<L, P> = <<P as Part<L>>::Named as Named>::Form;

/// The payer for the choice of named cards, which must not include the cost's own card if a part takes it.
fn naming<'a, L: Language, P: Part<L>>(by: Payer<'a>, parts: &[&P]) -> Payer<'a> {
    Payer { aside: by.aside || parts.iter().any(|part| part.takes_this()), ..by }
}

/// The sets of cards that can be named for a part.
fn choices<L: Language, P: Part<L>>(game: &Match<'_, L>, part: &P, (from, bounds): Need) -> Domain {
    match part.whole(game, &from) {
        Some(whole) => sets(&from, bounds, whole, game.listing_looks()),
        None => Domain::Subset { from, max: bounds.1, min: bounds.0 },
    }
}

/// Whether the named cards pay all parts exactly.
pub fn is_paid<L: Language, P: Part<L>>(
    game: &Match<'_, L>,
    by: Payer<'_>,
    parts: &[&P],
    named: &P::Named,
) -> bool {
    let naming = naming::<L, P>(by, parts);
    let is_met = |part: &&P| {
        let Some(need) = part.need(game, naming) else { return true };
        let cards = part.form().map_or(&[][..], |form| named.cards(form));
        meets(&need, cards) && part.whole(game, cards).is_none_or(|whole| whole(cards))
    };
    let asks = |form: &FormOf<L, P>| parts.iter().any(|part| part.form() == Some(*form));
    parts.iter().all(|part| part.is_payable(game, by) && is_met(part))
        && FormOf::<L, P>::ALL.iter().all(|form| asks(form) || named.cards(*form).is_empty())
}

/// The slots for the named cards; `None`: the parts cannot be paid.
pub fn slots<L: Language, P: Part<L>>(game: &Match<'_, L>, by: Payer<'_>, parts: &[&P]) -> Option<Vec<Slot>> {
    let naming = naming::<L, P>(by, parts);
    let mut slots = Vec::new();
    for part in parts {
        if !part.is_payable(game, by) {
            return None;
        }
        if let (Some(form), Some(need)) = (part.form(), part.need(game, naming)) {
            let domain = Some(choices(game, *part, need)).filter(|domain| !domain.is_empty())?;
            slots.push(Slot { name: form.field(), domain });
        }
    }
    Some(slots)
}

/// Pays all parts.
pub fn pay<'p, L: Language, P: Part<L>>(
    game: &mut impl Acts<'p, L>,
    by: Payer<'_>,
    parts: &[&P],
    named: &P::Named,
    rule: Cite,
) {
    for part in parts {
        let cards = part.form().map_or(&[][..], |form| named.cards(form));
        part.pay(game, by, cards, rule);
    }
}

/// Binds the cards paid, so that the text can refer to them.
pub fn bind<L: Language, N: Named>(game: &Match<'_, L>, named: &N, bound: &mut Bound) {
    for form in N::Form::ALL.iter().filter(|form| !named.cards(**form).is_empty()) {
        let objects = named.cards(*form).iter().map(|card| game.state.table.object(*card)).collect();
        bound.named.push((form.key().to_owned(), objects));
    }
}

/// The number of cards bound under the name of a form.
pub fn count_of(bound: &Bound, key: &str) -> i64 {
    let named = bound.named.iter().find(|(name, _)| name == key);
    named.map_or(0, |(_, objects)| i64::try_from(objects.len()).unwrap_or(i64::MAX))
}

/// Asks for cards during a resolution, if there is a choice.
pub fn ask_for<L: Language>(
    run: &mut Run<'_, '_, L>,
    seat: Seat,
    domain: &Domain,
    (from, (min, max)): Need,
    rule: Cite,
) -> Result<Vec<CardId>, Pause> {
    let answer = match run.remembered() {
        Some(answer) => answer,
        None => match domain.first(2, &Looks::default()).0.as_slice() {
            [] if !domain.is_open() => run.decide_unasked(|_| Answer::Cards(Vec::new())),
            [only] if !domain.is_open() => run.decide_unasked(|_| Answer::Cards(only.named())),
            _ => run.ask(seat, Choosable::Cards { from, min, max, hidden: false }, rule, true)?,
        },
    };
    Ok(if let Answer::Cards(cards) = answer { cards } else { Vec::new() })
}

/// Asks for the cards that the parts need.
pub fn ask<L: Language, P: Part<L>>(
    run: &mut Run<'_, '_, L>,
    by: Payer<'_>,
    parts: &[&P],
    rule: Cite,
) -> Result<P::Named, Pause> {
    let (naming, mut named) = (naming::<L, P>(by, parts), P::Named::default());
    for part in parts {
        if let (Some(form), Some(need)) = (part.form(), part.need(run.game, naming)) {
            let domain = choices(run.game, *part, need.clone());
            named.set(form, ask_for(run, by.seat, &domain, need, rule)?);
        }
    }
    Ok(named)
}

/// The largest number of parts in a cost.
const PART_LIMIT: usize = 8;

/// Reports parts that cannot mean anything. `alike` compares two parts: same form, or cards from the same
/// place.
pub fn lint<L: Language, P>(lint: &mut Lint<'_, L>, parts: &[P], alike: impl Fn(&P, &P) -> bool) {
    if parts.is_empty() || parts.len() > PART_LIMIT {
        lint.find("empty_list", findings::part_limit(PART_LIMIT));
    }
    lint_after(lint, parts, PART_LIMIT, |before, part| {
        let shared = before.iter().any(|other| alike(other, part));
        shared.then(|| ("cost_shared", findings::parts_alike()))
    });
}

/// Reports what `fault` finds of a part and those before it, for each of the first `most` parts of a cost.
pub fn lint_after<L: Language, P>(
    lint: &mut Lint<'_, L>,
    parts: &[P],
    most: usize,
    fault: impl Fn(&[P], &P) -> Option<(&'static str, Saying)>,
) {
    for (index, part) in parts.iter().enumerate().take(most) {
        let before = parts.get(..index).unwrap_or(&[]);
        if let Some((code, message)) = fault(before, part) {
            lint.inside(&format!("pay/{index}"), |lint| lint.find(code, message));
        }
    }
}

/// Declares the forms of cost: each with its name on the wire, its field, and the place of its cards.
macro_rules! forms {
    ($( #[doc = $doc:literal] $form:ident = $wire:tt in $field:ident from $store:ident; )*) => {
        /// What is named for the parts of a cost that leave a choice.
        #[$crate::game_kit::fields::fields]
        #[derive(Default, Hash)]
        pub struct EffectCost { $(
            #[doc = $doc]
            #[optional]
            #[serde(rename = $wire)]
            pub $field: Vec<$crate::kernel::CardId>,
        )* }

        /// A form of cost for which cards are named.
        #[$crate::kernel::wire(Copy)]
        pub enum Form { $(
            #[doc = $doc]
            #[serde(rename = $wire)]
            $form,
        )* }

        impl Form {
            /// The place of its cards.
            const fn store(self) -> Store {
                match self { $( Form::$form => Store::$store, )* }
            }
        }

        impl $crate::game_kit::cost::Form for Form {
            const ALL: &'static [Form] = &[$(Form::$form),*];

            fn field(self) -> &'static str {
                match self { $( Form::$form => concat!("cost.", $wire), )* }
            }

            fn key(self) -> &'static str {
                match self { $( Form::$form => concat!("paid ", $wire), )* }
            }
        }

        impl $crate::game_kit::cost::Named for EffectCost {
            type Form = Form;

            fn cards(&self, form: Form) -> &[$crate::kernel::CardId] {
                match form { $( Form::$form => &self.$field, )* }
            }

            fn set(&mut self, form: Form, cards: Vec<$crate::kernel::CardId>) {
                match form { $( Form::$form => self.$field = cards, )* }
            }
        }
    };
}
pub(crate) use forms;
