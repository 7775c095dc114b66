// From a shape to an action, as openapi/shapes.md says: what a judge has chosen already is kept, and the rest is filled in
// with the first values that are legal with it.

/** @typedef {{slots: {name: string, domain: any}[], type: string}} Shape */

/** So many steps are taken at most: a payment out of very many cards is chosen by hand. */
const MOST = 20_000;
let steps = 0;

/**
 * The first action of a shape that has these fields; nothing: there is none, or it is too far to find.
 * @param {Shape} shape @param {Record<string, any>} chosen @returns {Record<string, any> | null}
 */
export function completed(shape, chosen) {
  steps = 0;
  try {
    return filled(shape.slots, { type: shape.type }, chosen).next().value ?? null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** The values of the first open field that a shape allows, where they are listed. @param {Shape} shape @param {string} name @param {Record<string, any>} chosen @returns {any[]} */
export function allowed(shape, name, chosen) {
  const slot = shape.slots.find((one) => one.name === name);
  if (!slot) return [];
  return listed(slot.domain, chosen);
}

/** @param {any} domain @param {Record<string, any>} chosen @returns {any[]} */
function listed(domain, chosen) {
  if ("one_of" in domain) return domain.one_of;
  if ("some_of" in domain) return domain.some_of;
  if ("subset" in domain) return domain.subset.from;
  if ("order" in domain) return domain.order;
  if ("sequence" in domain) return domain.sequence.from;
  if ("sum" in domain) return domain.sum.from.map((/** @type {any} */ one) => one.card);
  if ("matching" in domain) return domain.matching.from.map((/** @type {any} */ one) => one.card);
  if ("by" in domain) {
    const before = said(field(chosen, domain.by.field));
    const cases = domain.by.cases.filter((/** @type {any} */ one) => before === "null" || one.is.some((/** @type {any} */ value) => said(value) === before));
    return cases.flatMap((/** @type {any} */ one) => listed(one.domain, chosen));
  }
  return [];
}

/** @param {Shape["slots"]} slots @param {any} action @param {Record<string, any>} chosen @returns {Generator<any>} */
function* filled(slots, action, chosen) {
  const [slot, ...rest] = slots;
  if (slot === undefined) {
    yield action;
    return;
  }
  const top = slot.name.split(".")[0] ?? "";
  const given = top in chosen;
  for (const value of given && top === slot.name ? [chosen[top]] : values(slot.domain, action)) {
    if ((steps += 1) > MOST) throw new RangeError("too far");
    const is = "one_of" in slot.domain && slot.domain.one_of.every((/** @type {any} */ one) => said(one) !== said(value));
    if (is && given) continue;
    yield* filled(rest, written(action, slot.name, value), chosen);
  }
}

const isFields = (/** @type {any} */ value) => typeof value === "object" && value !== null && !Array.isArray(value);
/** The action with a field more. A dot leads into an inner field; without a name the value's fields are the action's. @param {any} action @param {any} name @param {any} value @returns {any} */
function written(action, name, value) {
  if (name === "") {
    return { ...action, ...(isFields(value) ? value : {}) };
  }
  const dot = name.indexOf(".");
  if (dot < 0) {
    return { ...action, [name]: value };
  }
  const outer = action[name.slice(0, dot)];
  return { ...action, [name.slice(0, dot)]: written(isFields(outer) ? outer : {}, name.slice(dot + 1), value) };
}
/** @param {any} action @param {any} name @returns {any} */
function field(action, name) {
  return name.split(".").reduce((/** @type {any} */ value, /** @type {any} */ part) => (isFields(value) ? (value[part] ?? null) : null), action);
}
/** A value without what says nothing, as a text to be compared with another. @param {any} value @returns {any} */
function said(value) {
  if (isFields(value)) {
    const some = Object.entries(value).filter((/** @type {any} */ [, inner]) => inner !== 0);
    return some.length === 0 ? "null" : JSON.stringify(some.sort((/** @type {any} */ [one], /** @type {any} */ [other]) => (one < other ? -1 : 1)));
  }
  return Array.isArray(value) && value.length === 0 ? "null" : JSON.stringify(value);
}
/** Every value that may stand in a slot, given the fields before it. @param {any} domain @param {any} action @returns {Generator<any>} */
function* values(domain, action) {
  if ("one_of" in domain) {
    yield* domain.one_of;
  }
  else if ("some_of" in domain) {
    yield* domain.some_of;
  }
  else if ("by" in domain) {
    const before = said(field(action, domain.by.field));
    const cases = domain.by.cases.filter((/** @type {any} */ one) => one.is.some((/** @type {any} */ value) => said(value) === before));
    for (const one of cases.length === 0 && domain.by.otherwise ? [{ domain: domain.by.otherwise }] : cases) {
      yield* values(one.domain, action);
    }
  }
  else if ("number" in domain) {
    const { max, min } = domain.number;
    for (let number = min; number <= max; number += 1) {
      yield number;
    }
  }
  else if ("subset" in domain) {
    const { from, max, min } = domain.subset;
    yield* sets(from.map((/** @type {any} */ card) => ({ card, weight: 1 })), min, max);
  }
  else if ("sum" in domain) {
    const { from, total } = domain.sum;
    yield* sets(from, total, total);
  }
  else if ("sequence" in domain) {
    yield* rows(domain.sequence.from, domain.sequence.length);
  }
  else if ("order" in domain) {
    yield* rows(domain.order, domain.order.length);
  }
  else if ("partition" in domain) {
    for (const row of rows(domain.partition.of, domain.partition.of.length)) {
      yield* groups(domain.partition.groups, row);
    }
  }
  else if ("matching" in domain) {
    const { from, max, min } = domain.matching;
    const colors = new Map(from.map((/** @type {any} */ one) => [one.card, one.colors]));
    for (const cards of sets(from.map((/** @type {any} */ { card }) => ({ card, weight: 1 })), min, max)) {
      if (matches(domain.matching, cards.map((/** @type {any} */ card) => colors.get(card) ?? []))) {
        yield cards;
      }
    }
  }
  else if ("split" in domain) {
    yield* splits(domain.split, domain.split.after === undefined ? null : field(action, domain.split.after));
  }
  else if ("moves" in domain) {
    yield* moves(domain.moves);
  }
  else {
    yield* paths(domain.path, domain.path.from, []);
  }
}
/** Sets of cards whose weights add to no less than the one and no more than the other. @param {any} cards @param {any} least @param {any} most @returns {Generator<any>} */
function* sets(cards, least, most) {
  if ((steps += 1) > MOST) throw new RangeError("too far");
  if (most < 0 || cards.reduce((/** @type {any} */ sum, /** @type {any} */ { weight }) => sum + weight, 0) < least) {
    return;
  }
  const [first, ...others] = cards;
  if (first === undefined) {
    yield [];
    return;
  }
  for (const takes of [false, true]) {
    if (takes) {
      for (const more of sets(others, least - first.weight, most - first.weight)) {
        yield [first.card, ...more];
      }
    }
    else {
      yield* sets(others, least, most);
    }
  }
}
/** So many of the cards, one after the other. @param {any} cards @param {any} length @returns {Generator<any>} */
function* rows(cards, length) {
  if (length === 0) {
    yield [];
    return;
  }
  for (const [at, card] of cards.entries()) {
    for (const more of rows([...cards.slice(0, at), ...cards.slice(at + 1)], length - 1)) {
      yield [card, ...more];
    }
  }
}
/** The row cut into groups. @param {any} names @param {any} row @returns {Generator<any>} */
function* groups(names, row) {
  const [name, ...others] = names;
  if (name === undefined) {
    return;
  }
  if (others.length === 0) {
    yield { [name]: row };
    return;
  }
  for (let cut = 0; cut <= row.length; cut += 1) {
    for (const more of groups(others, row.slice(cut))) {
      yield { [name]: row.slice(0, cut), ...more };
    }
  }
}
/** Whether cards, by their colours, fill the slots: every slot, or each card one. @param {any} matching @param {any} cards @returns {any} */
function matches(matching, cards) {
  const fill = (/** @type {any} */ wants, /** @type {any} */ offers) => {
    const [want, ...others] = wants;
    return (want === undefined ||
      offers.some((/** @type {any} */ offer, /** @type {any} */ at) => offer.some((/** @type {any} */ color) => want.includes(color)) && fill(others, offers.filter((/** @type {any} */ _, /** @type {any} */ other) => other !== at))));
  };
  return matching.complete === "slots" ? fill(matching.slots, cards) : fill(cards, matching.slots);
}
/** Counts of pieces by kind; of pieces that lie with holders, one item for each holder. Zeros may be written. @param {any} split @param {any} taken @returns {Generator<any>} */
function* splits(split, taken) {
  const gone = (/** @type {any} */ share) => {
    const held = Array.isArray(taken)
      ? taken.find((/** @type {any} */ one) => isFields(one) && JSON.stringify(one.from) === JSON.stringify(share.from))
      : taken;
    return isFields(held) ? Number(held[share.kind] ?? 0) : 0;
  };
  /** @param {any} shares @param {any} least @param {any} most @returns {Generator<any>} */
  function* counts(shares, least, most) {
    const room = (/** @type {any} */ share) => share.most - gone(share);
    if (most < 0 || shares.reduce((/** @type {any} */ sum, /** @type {any} */ share) => sum + room(share), 0) < least) {
      return;
    }
    const [share, ...others] = shares;
    if (share === undefined) {
      yield [];
      return;
    }
    const low = share.least ?? 0;
    const range = Array.from({ length: Math.max(room(share) - low + 1, 0) }, (/** @type {any} */ _, /** @type {any} */ step) => low + step);
    for (const count of range) {
      for (const more of counts(others, least - count, most - count)) {
        yield [count, ...more];
      }
    }
  }
  for (const row of counts(split.over, split.min, split.max)) {
    if (split.over.every((/** @type {any} */ share) => share.from === undefined)) {
      yield Object.fromEntries(split.over.map((/** @type {any} */ share, /** @type {any} */ at) => [share.kind, row[at] ?? 0]));
      continue;
    }
    const held = [];
    for (const [at, share] of split.over.entries()) {
      const count = row[at] ?? 0;
      if (count > 0) {
        const last = held.at(-1);
        if (last !== undefined && JSON.stringify(last.from) === JSON.stringify(share.from)) {
          last[share.kind] = count;
        }
        else {
          held.push({ from: share.from ?? null, [share.kind]: count });
        }
      }
    }
    yield held;
  }
}
/** Pieces of one kind that go from one holder to another; an action may name several such ways, too. @param {any} it @returns {Generator<any>} */
function* moves(it) {
  const same = (/** @type {any} */ one, /** @type {any} */ other) => JSON.stringify(one) === JSON.stringify(other);
  const ways = it.over.flatMap((/** @type {any} */ share) => {
    const there = it.over.filter((/** @type {any} */ other) => same(other.from, share.from)).reduce((/** @type {any} */ sum, /** @type {any} */ other) => sum + other.most, 0);
    const kept = it.keep?.find((/** @type {any} */ keep) => same(keep.holder, share.from))?.least ?? 0;
    const counts = Array.from({ length: Math.max(Math.min(share.most, there - kept), 0) }, (/** @type {any} */ _, /** @type {any} */ count) => count + 1);
    const targets = it.to.filter((/** @type {any} */ to) => !same(to, share.from));
    return targets.flatMap((/** @type {any} */ to) => counts.map((/** @type {any} */ count) => ({ from: share.from ?? null, to, [share.kind]: count })));
  });
  for (const way of ways) {
    yield [way];
  }
}
/** Ways over cells, step by step to a neighbour; the last cell is none that may only be passed. @param {any} path @param {any} at @param {any} way @returns {Generator<any>} */
function* paths(path, at, way) {
  const has = (/** @type {any} */ cells, /** @type {any} */ cell) => cells.some((/** @type {any} */ [x, y]) => x === cell[0] && y === cell[1]);
  const ends = path.min <= way.length && !has(path.passed ?? [], at);
  const around = [-1, 0, 1].flatMap((/** @type {any} */ x) => [-1, 0, 1].map((/** @type {any} */ y) => [x, y]));
  const steps = around.filter((/** @type {any} */ [x, y]) => (x !== 0 || y !== 0) && (path.diagonal || x === 0 || y === 0));
  for (const stops of [false, true]) {
    if (stops && ends) {
      yield way;
    }
    for (const [x, y] of !stops && way.length < path.max ? (steps) : []) {
      const cell = [at[0] + x, at[1] + y];
      const [[left, low], [right, high]] = path.within ?? [cell, cell];
      const inside = left <= cell[0] && cell[0] <= right && low <= cell[1] && cell[1] <= high;
      if (inside && !has(path.blocked, cell)) {
        yield* paths(path, cell, [...way, cell]);
      }
    }
  }
}
