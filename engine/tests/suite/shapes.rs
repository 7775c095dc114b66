//! Legal answers as shapes: every listed member is contained, nothing else is, and each member is listed
//! once.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, missing_docs)]

use std::collections::BTreeSet;

use proptest::prelude::*;
use rules_judge_engine::kernel::shape::{
    COUNT_LIMIT, Case, Colored, Complete, Domain, Keep, LISTING_LOOKS, Looks, Matching, Moves, Path, Shape,
    Share, Value, Weighed, count, count_within, listing, listing_within,
};
use rules_judge_engine::kernel::{CardId, Cell};

const COLORS: [&str; 3] = ["red", "green", "blue"];

fn cards(most: usize) -> impl Strategy<Value = Vec<CardId>> {
    (0..=most).prop_map(|count| (0..count as u16).map(CardId).collect())
}

fn colors() -> impl Strategy<Value = Vec<smol_str::SmolStr>> {
    prop::collection::btree_set(0..3usize, 0..3)
        .prop_map(|colors| colors.into_iter().map(|color| COLORS[color].into()).collect())
}

fn matching() -> impl Strategy<Value = Domain> {
    let complete = prop_oneof![Just(Complete::Slots), Just(Complete::Cards)];
    let from = prop::collection::vec(colors(), 0..5);
    let slots = prop::collection::vec(colors(), 0..4);
    (complete, from, slots, 0..4usize, 0..5usize).prop_map(|(complete, from, slots, min, max)| {
        let from = (0..).map(CardId).zip(from).map(|(card, colors)| Colored { card, colors });
        Domain::Matching(Matching { complete, from: from.collect(), max, min, slots })
    })
}

fn split() -> impl Strategy<Value = Domain> {
    (0..5u32, 0..4u32, prop::collection::vec((0..2u32, 0..4u32), 0..4), any::<bool>()).prop_map(
        |(min, more, bounds, held)| {
            let share = |(place, (least, most)): (usize, (u32, u32))| {
                let from = held.then(|| Value::Card(CardId(place as u16 / 2)));
                Share { from, kind: ["core", "soul"][place % 2], least, most: least.max(most) }
            };
            let over = bounds.into_iter().enumerate().filter(|(place, _)| held || *place < 2).map(share);
            Domain::Split { after: None, max: min + more, min, over: over.collect() }
        },
    )
}

fn path() -> impl Strategy<Value = Domain> {
    let cell = (-1..=1i16, -1..=1i16).prop_map(|(x, y)| Cell { x, y });
    let cells = prop::collection::vec(cell, 0..4);
    (cells.clone(), cells, any::<bool>(), 0..2u8, 0..3u8, any::<bool>()).prop_map(
        |(blocked, passed, diagonal, min, more, edge)| {
            let within = edge.then_some((Cell { x: -1, y: 0 }, Cell { x: 1, y: 1 }));
            Domain::Path(Path {
                blocked,
                diagonal,
                from: Cell::NONE,
                max: (min + more).min(3),
                min,
                passed,
                within,
            })
        },
    )
}

/// Pieces of one kind on three cards, and one more on the first.
fn moves() -> impl Strategy<Value = Domain> {
    let holders = || (0..3).map(|card| Value::Card(CardId(card)));
    let most = prop::collection::vec(0..3u32, 3..4);
    (most, 0..2u32, 0..3usize, 0..3u32).prop_map(move |(most, soul, to, least)| {
        let share = |from: Value, kind, most| Share { from: Some(from), kind, least: 0, most };
        let cores = holders().zip(most).map(|(from, most)| share(from, "core", most));
        let over = cores.chain([share(Value::Card(CardId(0)), "soul", soul)]).collect();
        let keep = (least > 0).then_some(Keep { holder: Value::Card(CardId(1)), least });
        Domain::Moves(Moves { keep: keep.into_iter().collect(), over, to: holders().take(to).collect() })
    })
}

/// A domain without dependencies.
fn domain() -> impl Strategy<Value = Domain> {
    let weighed = prop::collection::vec((0..4u32, prop::option::of(0..5u32)), 0..6);
    prop_oneof![
        cards(5).prop_map(|cards| Domain::OneOf(Value::cards(cards))),
        (cards(6), 0..4usize, 0..7usize).prop_map(|(from, min, max)| Domain::Subset { from, min, max }),
        (cards(4), 0..4usize).prop_map(|(from, length)| Domain::Sequence { from, length }),
        cards(4).prop_map(Domain::Order),
        (cards(3), 0..3usize).prop_map(|(of, groups)| Domain::Partition {
            groups: ["top", "middle", "bottom"][..groups].to_vec(),
            of,
        }),
        (-3..3i64, -3..3i64).prop_map(|(min, max)| Domain::Number { min, max }),
        (weighed, 0..6u32).prop_map(|(weights, total)| {
            let from = (0..).map(CardId).zip(weights);
            let from = from.map(|(card, (weight, least))| Weighed { card, least, weight });
            Domain::Sum { from: from.collect(), total }
        }),
        matching(),
        split(),
        path(),
        moves(),
    ]
}

/// All values of a form that a field could have, more than any domain in these tests contains.
fn conceivable(domain: &Domain) -> Vec<Value> {
    let cards: Vec<CardId> = (0..6).map(CardId).collect();
    match domain {
        Domain::OneOf(_) | Domain::SomeOf(_) => Value::cards(cards),
        // Members list a set in ascending order; other orders are the same answer.
        Domain::Subset { .. } | Domain::Sum { .. } | Domain::Matching(_) => (0..64u32)
            .map(|bits| Value::Cards(cards.iter().copied().filter(|card| bits >> card.0 & 1 == 1).collect()))
            .collect(),
        Domain::Sequence { .. } | Domain::Order(_) => sequences(4, 4).into_iter().map(Value::Cards).collect(),
        Domain::Partition { groups, .. } => conceivable_groups(groups),
        Domain::Number { .. } => (-5..5).map(Value::Number).collect(),
        Domain::Split { over, .. } => conceivable_splits(over),
        Domain::Path(_) => conceivable_paths(),
        Domain::Moves(moves) => conceivable_moves(moves),
        Domain::By { .. } => Vec::new(),
    }
}

/// All cuts of rows of different cards into named groups.
fn conceivable_groups(groups: &[&'static str]) -> Vec<Value> {
    let mut values = Vec::new();
    for row in sequences(4, 4) {
        for cuts in 0..25usize {
            let (first, second) = ((cuts % 5).min(row.len()), (cuts / 5).min(row.len()));
            let ends = [first, second.max(first), row.len()];
            let starts = [0, ends[0], ends[1]];
            let group = |place: usize| (groups[place], row[starts[place]..ends[place]].to_vec());
            let value = Value::Groups((0..groups.len()).map(group).collect());
            if !values.contains(&value) {
                values.push(value);
            }
        }
    }
    values
}

/// All ways to take up to four pieces of each share.
fn conceivable_splits(over: &[Share]) -> Vec<Value> {
    // Without shares, nothing decides whether an answer names holders.
    if over.is_empty() {
        return vec![Value::Nothing];
    }
    let held = over.iter().any(|share| share.from.is_some());
    let mut values = vec![Vec::new()];
    for share in over {
        let taken = |rest: &Vec<(Option<Value>, &'static str, u32)>| {
            let rest = rest.clone();
            let share = share.clone();
            (0..5u32).map(move |count| {
                let piece = (share.from.clone(), share.kind, count);
                let piece = (count > 0).then_some(piece);
                rest.iter().cloned().chain(piece).collect::<Vec<_>>()
            })
        };
        values = values.iter().flat_map(taken).collect();
    }
    let value = |pieces: Vec<(Option<Value>, &'static str, u32)>| match held {
        true => {
            Value::Held(pieces.into_iter().map(|(from, kind, count)| (from.unwrap(), kind, count)).collect())
        }
        false => Value::Pieces(pieces.into_iter().map(|(_, kind, count)| (kind, count)).collect()),
    };
    values.into_iter().map(value).collect()
}

/// All rows of up to two cells near the middle.
fn conceivable_paths() -> Vec<Value> {
    let cell = |number: usize| Cell { x: (number % 5) as i16 - 2, y: (number / 5) as i16 - 2 };
    let mut values = vec![Vec::new()];
    let mut all = values.clone();
    for _ in 0..2 {
        values = values
            .iter()
            .flat_map(|path: &Vec<Cell>| {
                (0..25).map(|number| path.iter().copied().chain([cell(number)]).collect::<Vec<_>>())
            })
            .collect();
        all.extend(values.clone());
    }
    all.into_iter().map(Value::Cells).collect()
}

/// All ways to move pieces of each share to each of three cards.
fn conceivable_moves(moves: &Moves) -> Vec<Value> {
    let mut values = vec![Vec::new()];
    for share in &moves.over {
        for to in (0..3).map(|card| Value::Card(CardId(card))) {
            let more = |rest: &Vec<(Value, Value, &'static str, u32)>| {
                let (rest, from, to) = (rest.clone(), share.from.clone().unwrap(), to.clone());
                let kind = share.kind;
                (0..=share.most).map(move |count| {
                    let piece = (count > 0).then(|| (from.clone(), to.clone(), kind, count));
                    rest.iter().cloned().chain(piece).collect::<Vec<_>>()
                })
            };
            values = values.iter().flat_map(more).collect();
        }
    }
    values.into_iter().map(Value::Moved).collect()
}

/// All rows of different cards with these numbers, up to a length.
fn sequences(cards: u16, most: usize) -> Vec<Vec<CardId>> {
    let (mut all, mut last) = (vec![Vec::new()], vec![Vec::new()]);
    for _ in 0..most {
        last = last
            .iter()
            .flat_map(|row: &Vec<CardId>| {
                let more = (0..cards).map(CardId).filter(|card| !row.contains(card));
                more.map(|card| row.iter().copied().chain([card]).collect::<Vec<_>>()).collect::<Vec<_>>()
            })
            .collect();
        all.extend(last.clone());
    }
    all
}

/// Whether [`conceivable`] includes a value: it leaves out longer paths.
fn is_thought_of(value: &Value) -> bool {
    !matches!(value, Value::Cells(cells) if cells.len() > 2)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn a_domain_contains_its_members_and_nothing_else(domain in domain()) {
        let looks = Looks::default();
        let count = domain.count(&looks);
        prop_assert!(count <= COUNT_LIMIT);
        prop_assert_eq!(domain.is_empty(), count == 0);
        let numbered: Vec<Value> = (0..count).map(|number| domain.member(number, &looks).unwrap()).collect();
        let members: Vec<Value> = domain.members(&looks).collect();
        prop_assert_eq!(&members, &numbered, "the members do not stand in the order of their numbers");
        let only = members.first().filter(|_| members.len() == 1);
        let found = domain.only_member(&looks);
        prop_assert_eq!(found.as_ref(), only);
        let distinct: BTreeSet<String> = members.iter().map(|member| format!("{member:?}")).collect();
        prop_assert_eq!(distinct.len(), members.len(), "a member stands twice in {:?}", members);
        for member in &members {
            prop_assert!(domain.contains(member, &[]), "{:?} is listed, but not contained", member);
        }
        let listed: Vec<&Value> = members.iter().filter(|member| is_thought_of(member)).collect();
        let contained: Vec<Value> =
            conceivable(&domain).into_iter().filter(|value| domain.contains(value, &[])).collect();
        let set = |values: Vec<&Value>| {
            values.into_iter().map(|value| format!("{value:?}")).collect::<BTreeSet<_>>()
        };
        prop_assert_eq!(set(contained.iter().collect()), set(listed));
    }

    #[test]
    fn a_shape_lists_each_of_its_members_once(slots in prop::collection::vec(domain(), 0..3)) {
        const NAMES: [&str; 3] = ["first", "second", "third"];
        let shape = slots.iter().zip(NAMES).fold(Shape::new("act"), |shape, (domain, name)| {
            shape.slot(name, domain.clone())
        });
        let members = listing(std::slice::from_ref(&shape), 2_000);
        prop_assert_eq!(members.len() as u64, shape.count().min(2_000));
        let distinct: BTreeSet<_> = members.iter().map(|member| format!("{member:?}")).collect();
        prop_assert_eq!(distinct.len(), members.len());
        prop_assert!(members.iter().all(|member| shape.contains(&member.fields)));
        if shape.count() <= COUNT_LIMIT / 2 {
            prop_assert_eq!(count(&[shape.clone(), shape.clone()]), Some(2 * shape.count()));
        }
    }

    /// A slot that depends on another one has the members of its cases' domains.
    #[test]
    fn a_dependent_slot_has_the_members_of_its_cases(
        of_one in domain(), of_two in domain(), rest in domain(), amount in 0..4u32,
    ) {
        let values = Value::cards((0..4).map(CardId));
        let cases = vec![
            Case { domain: of_one.clone(), is: values[..2].to_vec() },
            Case { domain: of_two.clone(), is: values[2..3].to_vec() },
        ];
        let shape = Shape::new("act")
            .slot("card", Domain::OneOf(values))
            .slot("with", Domain::By { cases, field: "card", otherwise: None })
            .slot("rest", rest.clone());
        let counted = |domain: &Domain| domain.count(&Looks::default());
        let wanted = (2 * counted(&of_one) + counted(&of_two)).saturating_mul(counted(&rest));
        prop_assert_eq!(shape.count(), if wanted > COUNT_LIMIT { shape.count() } else { wanted });
        let members = listing(std::slice::from_ref(&shape), 500);
        prop_assert_eq!(members.len() as u64, wanted.min(500));
        for member in &members {
            prop_assert!(shape.contains(&member.fields), "{:?}", member);
            // The fourth card has no case.
            prop_assert_ne!(&member.fields[0].1, &Value::Card(CardId(3)));
        }
        let distinct: BTreeSet<_> = members.iter().map(|member| format!("{member:?}")).collect();
        prop_assert_eq!(distinct.len(), members.len());

        // What the payment takes is not left for the rest.
        let over = vec![Share::of("core", 3), Share::of("soul", 1)];
        let shape = Shape::new("act").slot("pay", Domain::split(amount, over.clone())).slot(
            "place",
            Domain::Split { after: Some("pay"), max: 4, min: 1, over },
        );
        let members = listing(std::slice::from_ref(&shape), COUNT_LIMIT);
        prop_assert_eq!(members.len() as u64, shape.count());
        let taken = |value: &Value, of: &str| match value {
            Value::Pieces(pieces) => {
                pieces.iter().filter(|(kind, _)| *kind == of).map(|(_, count)| count).sum()
            }
            _ => 0u32,
        };
        for member in &members {
            let sum = |of| taken(&member.fields[0].1, of) + taken(&member.fields[1].1, of);
            prop_assert!(sum("core") <= 3 && sum("soul") <= 1 && shape.contains(&member.fields));
        }
        // All ways to split four pieces into paid, placed and left.
        let ways = (0..=3u32).flat_map(|core| (0..=1u32).map(move |soul| (core, soul)));
        let wanted: u32 = ways
            .filter(|(core, soul)| core + soul == amount)
            .map(|(core, soul)| (4 - core) * (2 - soul) - 1)
            .sum();
        prop_assert_eq!(members.len() as u32, wanted);
    }
}

#[test]
fn a_path_stays_inside_and_off_what_is_blocked() {
    let cell = |x, y| Cell { x, y };
    let path = Path {
        passed: Vec::new(),
        from: cell(0, 0),
        within: Some((cell(0, 0), cell(1, 1))),
        blocked: vec![cell(1, 0)],
        diagonal: false,
        min: 1,
        max: 2,
    };
    let shape = Shape::new("walk").slot("path", Domain::Path(path));
    let ways: Vec<_> =
        listing(&[shape], COUNT_LIMIT).into_iter().map(|walk| walk.fields[0].1.clone()).collect();
    let expected = [vec![cell(0, 1)], vec![cell(0, 1), cell(1, 1)], vec![cell(0, 1), cell(0, 0)]];
    assert_eq!(ways, expected.map(Value::Cells));
}

/// Domains of every kind whose count or listing searches, each at the largest size in a position.
fn largest() -> Vec<Domain> {
    let cards = || (0..300).map(CardId);
    let share =
        |place: u16| Share { from: Some(Value::Card(CardId(place))), kind: "core", least: 0, most: 1_000 };
    let colored = |card: CardId| Colored {
        card,
        colors: COLORS.iter().skip(usize::from(card.0 % 3)).map(|color| (*color).into()).collect(),
    };
    let slots = |count: usize| (0..count).map(|slot| vec![COLORS[slot % 3].into()]).collect::<Vec<_>>();
    let matching = |complete, (min, max), count| {
        Domain::Matching(Matching {
            complete,
            from: cards().map(colored).collect(),
            max,
            min,
            slots: slots(count),
        })
    };
    let weighed = |card: CardId| Weighed { card, least: Some(1), weight: u32::from(card.0) + 1 };
    let path = Path {
        blocked: (0..300).map(|x| Cell { x, y: 3 }).collect(),
        diagonal: true,
        from: Cell { x: 0, y: 0 },
        max: u8::MAX,
        min: 0,
        passed: Vec::new(),
        within: None,
    };
    let moves = Moves {
        keep: cards().map(|card| Keep { holder: Value::Card(card), least: 1 }).collect(),
        over: (0..300).map(share).collect(),
        to: cards().map(Value::Card).collect(),
    };
    vec![
        Domain::Subset { from: cards().collect(), max: 300, min: 0 },
        Domain::Sequence { from: cards().collect(), length: 300 },
        Domain::Order(cards().collect()),
        Domain::Partition { groups: vec!["top", "middle", "bottom"], of: cards().collect() },
        Domain::Number { max: i64::MAX, min: i64::MIN },
        Domain::Sum { from: cards().map(weighed).collect(), total: 1_000 },
        matching(Complete::Slots, (150, 150), 100),
        matching(Complete::Cards, (0, 150), 150),
        matching(Complete::Slots, (0, 300), 200),
        Domain::split(150_000, (0..300).map(share).collect()),
        Domain::Split { after: None, max: 300_000, min: 1, over: (0..300).map(share).collect() },
        Domain::Path(path),
        Domain::Moves(moves),
    ]
}

/// Counting and listing the largest domains stays within the budget, lists only members, and needs no budget
/// to tell whether there is one.
#[test]
fn the_largest_domains_are_counted_and_listed_within_their_looks() {
    for domain in largest() {
        assert!(!domain.is_empty(), "{domain:?}");
        let looks = Looks::default();
        assert!(domain.count(&looks) > COUNT_LIMIT, "{domain:?}");
        let looks = Looks::default();
        let members: Vec<Value> = domain.members(&looks).take(64).collect();
        assert_eq!(members.len(), 64, "{domain:?}");
        assert!(members.iter().all(|member| domain.contains(member, &[])), "{domain:?}");
        assert_eq!(domain.members(&Looks::of(0)).count(), 0, "{domain:?}");
        assert_eq!(domain.only_member(&Looks::default()), None, "{domain:?}");
    }
}

/// The later domain differs with each value of a payment: counting and listing all of them together stays
/// within the same budget.
#[test]
fn dependent_slots_of_the_largest_size_are_counted_and_listed_within_their_looks() {
    let over = || {
        (0..300).map(|card| Share {
            from: Some(Value::Card(CardId(card))),
            kind: "core",
            least: 0,
            most: 1_000,
        })
    };
    let shape = Shape::new("place")
        .slot("pay", Domain::split(5, over().collect()))
        .slot("place", Domain::Split { after: Some("pay"), max: 299_995, min: 1, over: over().collect() });
    let looks = Looks::default();
    assert_eq!(count_within(std::slice::from_ref(&shape), &looks), None);
    let looks = Looks::default();
    let members = listing_within(std::slice::from_ref(&shape), 64, &looks);
    assert_eq!(members.len(), 64);
    assert!(members.iter().all(|member| shape.contains(&member.fields)));
    assert!(looks.left() > LISTING_LOOKS / 2, "{} looks are left", looks.left());
    // When the looks run out, fewer members are listed and nothing is counted.
    assert_eq!(count_within(std::slice::from_ref(&shape), &Looks::of(10)), None);
    assert!(listing_within(&[shape], 64, &Looks::of(2_000)).len() < 64);
}

/// An open list contains values beyond its list, with any later fields.
#[test]
fn what_was_not_looked_through_is_contained_and_not_counted() {
    let cases = vec![Case { domain: Domain::only(Value::Number(1)), is: vec![Value::Card(CardId(0))] }];
    let otherwise = Some(Box::new(Domain::anything()));
    let shape = Shape::new("act")
        .slot("card", Domain::SomeOf(vec![Value::Card(CardId(0))]))
        .slot("with", Domain::By { cases, field: "card", otherwise });
    assert_eq!(count(std::slice::from_ref(&shape)), None);
    let listed = listing(std::slice::from_ref(&shape), 64);
    assert_eq!(listed.len(), 1);
    let fields = |card, number| [("card", Value::Card(CardId(card))), ("with", Value::Number(number))];
    assert!(shape.contains(&fields(0, 1)) && shape.contains(&fields(7, 2)));
    assert!(!shape.contains(&fields(0, 2)), "a value that is listed has its case");
}

/// If not all members are listed, every kind gets a share, and others get what one kind leaves.
#[test]
fn every_kind_has_its_share_of_a_listing() {
    let cards = |count: u16| Domain::OneOf((0..count).map(|card| Value::Card(CardId(card))).collect());
    let shapes = [
        Shape::new("move").slot("card", cards(100)),
        Shape::new("play").slot("card", cards(5)),
        Shape::new("move").slot("to", cards(100)),
        Shape::new("attack").slot("card", cards(100)),
        Shape::new("pass"),
    ];
    let kinds = |limit: u64| {
        let members = listing(&shapes, limit);
        let mut counts: Vec<(&str, usize)> = Vec::new();
        for member in &members {
            match counts.last_mut().filter(|(kind, _)| *kind == member.kind) {
                Some((_, count)) => *count += 1,
                None => counts.push((member.kind, 1)),
            }
        }
        counts
    };
    assert_eq!(kinds(64), [("pass", 1), ("move", 29), ("play", 5), ("attack", 29)]);
    assert_eq!(kinds(5), [("pass", 1), ("move", 2), ("play", 1), ("attack", 1)]);
    assert_eq!(kinds(2), [("pass", 1), ("move", 1)]);
    assert_eq!(kinds(1), [("pass", 1)]);
    assert_eq!(kinds(0), []);
    assert_eq!(kinds(1_000), [("pass", 1), ("move", 200), ("play", 5), ("attack", 100)]);
    // A longer listing includes a shorter one.
    let longer = listing(&shapes, 65);
    assert!(listing(&shapes, 64).iter().all(|member| longer.contains(member)));
}

/// A kind whose members are expensive leaves looks for the kinds after it.
#[test]
fn a_costly_kind_leaves_looks_to_the_others() {
    let over = (0..300).map(|card| Share {
        from: Some(Value::Card(CardId(card))),
        kind: "core",
        least: 0,
        most: 1_000,
    });
    let costly = Shape::new("place").slot("pay", Domain::split(5, over.collect()));
    let cheap = Shape::new("play").slot("card", Domain::OneOf(vec![Value::Card(CardId(0))]));
    let needed =
        (1..).find(|looks| listing_within(std::slice::from_ref(&cheap), 64, &Looks::of(*looks)).len() == 1);
    let needed = needed.unwrap();
    // With this budget the expensive kind alone cannot fill the listing.
    let looks = Looks::of(2 * needed);
    let members = listing_within(&[costly.clone(), cheap], 64, &looks);
    assert!(members.iter().any(|member| member.kind == "play"), "{members:?}");
    let alone = listing_within(&[costly], 64, &Looks::of(2 * needed));
    assert!(alone.len() < 64, "{}", alone.len());
}
