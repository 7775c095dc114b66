// Tables: the zones of a state or of a position as the board's description names them, and changes of a position.

import { at } from "./games.js";
import { inSentence } from "./names.js";

/** @typedef {import("./types.js").Board} Board */
/** @typedef {import("./types.js").Zone} Zone */
/** @typedef {import("./types.js").Position} Position */

/**
 * A place: in a zone of a player (or of both, then the seat is of who owns the card there).
 * @typedef {{zone: string, seat: number, cell?: string, index?: number, inner?: number, at?: number[]}} Where
 */

/** A card on the table; without an id of the pool it is unknown. @typedef {{card: string | null, id?: number | null, name?: string, [name: string]: any}} Placed */

/** Something that lies somewhere, or an empty cell. @typedef {{where: Where, card: Placed | null}} Slot */

/** A zone as it is drawn. @typedef {{zone: Zone, seat: number, slots: Slot[], rows?: Slot[][], count?: number, value?: any, unknown?: boolean}} Laid */

/** @param {Board} board @param {string} id @returns {{zone: Zone, shared: boolean}} */
export function zoneOf(board, id) {
  const shared = board.shared.find((zone) => zone.id === id);
  if (shared) return { zone: shared, shared: true };
  const zone = board.zones.find((one) => one.id === id);
  if (!zone) throw new Error(`no zone ${id}`);
  return { zone, shared: false };
}

/** What the players of a log or a dispute are called. @param {Record<string, any> | undefined} head */
export const playersOf = (head) => [0, 1].map((seat) => inSentence(head?.players?.[seat]?.name) || "AB"[seat] || "");

/** The pointer of a table that leads to a card. @param {Board} board @param {Record<string, any>} table @param {Slot} slot */
export const pointerTo = (board, table, slot) =>
  board.pointers.find((pointer) => {
    const value = at(table, pointer.state);
    return slot.card?.id !== undefined && slot.card.id !== null && (Array.isArray(value) ? value.includes(slot.card.id) : value === slot.card.id);
  });

/** @param {any} one @returns {Placed} */
const placed = (one) => (typeof one === "string" ? { card: one } : one);

/** More unknown cards than any table has. */
const TOO_MANY = 10_000;

/**
 * How many unknown cards an item of a list of cards stands for; nothing: it is a card.
 * @param {any} item
 * @returns {number | undefined}
 */
const unknownIn = (item) => (Number.isInteger(item?.unknown) && item.unknown >= 0 && item.unknown < TOO_MANY ? item.unknown : undefined);

/**
 * The cards that lie somewhere, each with its place from the top; a position has none for its unknown cards.
 * @param {any} value a list of cards and numbers of unknown ones, such a number, or what a state says
 * @returns {{count: number, cards: {index: number, card: Placed}[]}}
 */
export function pile(value) {
  if (!Array.isArray(value) && unknownIn(value) === undefined) return { count: value?.count ?? 0, cards: (value?.cards ?? []).map((/** @type {any} */ card, /** @type {number} */ index) => ({ index, card: placed(card) })) };
  const runs = runsOf(value);
  return {
    count: runs.reduce((count, run) => count + run.count, 0),
    cards: runs.flatMap((run) => (run.item === undefined ? [] : [{ index: run.from, card: placed(run.item) }])),
  };
}

/**
 * Cards of a position: one that is known, or several unknown ones which lie together.
 * @typedef {{from: number, count: number, item?: any}} Run
 */

/**
 * What a list of cards in a position consists of, from the top.
 * @param {any} value
 * @returns {Run[]}
 */
export function runsOf(value) {
  let from = 0;
  return (Array.isArray(value) ? value : value ? [value] : []).map((item) => {
    const unknown = unknownIn(item);
    const run = { from, count: unknown ?? 1, ...(unknown === undefined && { item }) };
    from += run.count;
    return run;
  });
}

/**
 * A list of cards as a position says it: unknown cards that lie together are one number, and where all are
 * unknown that number stands in place of the list.
 * @param {any[]} items
 * @returns {any}
 */
function joined(items) {
  const list = items.reduce((/** @type {any[]} */ all, item) => {
    const [last, more] = [unknownIn(all.at(-1)), unknownIn(item)];
    if (more === 0) return all;
    return last !== undefined && more !== undefined ? [...all.slice(0, -1), { unknown: last + more }] : [...all, item];
  }, []);
  return list.length === 1 && unknownIn(list[0]) !== undefined ? list[0] : list;
}

/**
 * The items above a place from the top, and those from there on.
 * @param {any} value
 * @param {number} index
 * @returns {[any[], any[]]}
 */
function partedAt(value, index) {
  /** @type {[any[], any[]]} */
  const parts = [[], []];
  for (const { from, count, item } of runsOf(value)) {
    const above = Math.min(Math.max(index - from, 0), count);
    if (item !== undefined) parts[above > 0 ? 0 : 1].push(item);
    else {
      parts[0].push({ unknown: above });
      parts[1].push({ unknown: count - above });
    }
  }
  return parts;
}

/**
 * A list of cards in which so many unknown ones lie together from a place on.
 * @param {any} value
 * @param {Run} run those that lay there
 * @param {number} count
 */
export const withUnknown = (value, run, count) => joined([...partedAt(value, run.from)[0], { unknown: count }, ...partedAt(value, run.from + run.count)[1]]);

/**
 * A list of cards in which one lies at another place from the top.
 * @param {any} value
 * @param {number} from
 * @param {number} to
 */
export function movedTo(value, from, to) {
  const taken = runsOf(value).find((run) => run.from === from);
  if (taken?.item === undefined) return value;
  const [above, below] = partedAt(listWith(value, from, null), to);
  return joined([...above, taken.item, ...below]);
}

/**
 * A zone of a state or of a position.
 * @param {Board} board @param {Record<string, any>} table @param {"state" | "position"} kind @param {Zone} zone @param {number} seat
 * @returns {Laid}
 */
export function laid(board, table, kind, zone, seat) {
  const shared = board.shared.includes(zone);
  const path = kind === "state" ? zone.state : zone.position;
  const value = path === undefined || path === null ? undefined : at(shared ? table : table.players?.[seat], path);
  /** @type {Laid} */
  const result = { zone, seat, slots: [], value };
  const where = { zone: zone.id, seat };
  if (zone.form === "cells") {
    result.rows = (zone.cells ?? []).map((row) => row.map((cell) => ({ where: { ...where, cell }, card: value?.[cell] ?? null })));
    result.slots = result.rows.flat();
  } else if (zone.form === "row") {
    result.slots = (value ?? []).map((/** @type {any} */ card, /** @type {number} */ index) => ({ where: { ...where, seat: card.seat ?? seat, index }, card: placed(card) }));
  } else if (zone.form === "one") {
    result.slots = [{ where, card: value ? placed(value) : null }];
  } else if (zone.form === "grid") {
    result.slots = (value ?? []).map((/** @type {any} */ card) => ({ where: { ...where, seat: card.seat, at: card.at }, card }));
  } else if (zone.form === "pile") {
    const { count, cards } = pile(value);
    result.count = count;
    result.slots = cards.map(({ card, index }) => ({ where: { ...where, index }, card }));
  } else if (zone.form === "piles") {
    result.count = value?.length ?? 0;
    result.slots = (value ?? []).flatMap((/** @type {any} */ one, /** @type {number} */ index) =>
      pile(one.cards ?? one).cards.map(({ card, index: inner }) => ({ where: { ...where, index, inner }, card })),
    );
  }
  return result;
}

/** Every card that lies on a table, with its place. @param {Board} board @param {Record<string, any>} table @param {"state" | "position"} kind @returns {Slot[]} */
export function everything(board, table, kind) {
  const own = [0, 1].flatMap((seat) => board.zones.map((zone) => laid(board, table, kind, zone, seat)));
  const both = board.shared.map((zone) => laid(board, table, kind, zone, 0));
  return [...both, ...own].flatMap((one) => one.slots).filter((slot) => slot.card);
}

/** Whether two places are the same. @param {Where} one @param {Where} other */
export const samePlace = (one, other) =>
  one.zone === other.zone && one.seat === other.seat && one.cell === other.cell && one.index === other.index &&
  one.inner === other.inner && String(one.at) === String(other.at);

/** The path of a zone in a position. @param {Board} board @param {Where} where */
function pathOf(board, where) {
  const { zone, shared } = zoneOf(board, where.zone);
  if (zone.position === undefined || zone.position === null) return null;
  return { zone, path: shared ? zone.position : `players.${where.seat}.${zone.position}` };
}

/** What a position says at a path, changed. @param {any} value @param {string[]} path @param {(old: any) => any} change @returns {any} */
export function changed(value, path, change) {
  const [first, ...rest] = path;
  if (first === undefined) return change(value);
  const inner = changed(value?.[first], rest, change);
  if (Array.isArray(value)) return value.map((one, index) => (index === Number(first) ? inner : one));
  const copy = { ...value };
  if (inner === undefined) delete copy[first];
  else copy[first] = inner;
  return copy;
}

/** A position with a value at a path. @param {Position} position @param {string} path @param {any} value @returns {Position} */
export const withValue = (position, path, value) => changed(position, path.split("."), () => value);

/** The card of a place as the position says it. @param {Board} board @param {Position} position @param {Where} where @returns {any} */
export function cardAt(board, position, where) {
  const place = pathOf(board, where);
  const value = place && at(position, place.path);
  if (!place || value === undefined || value === null) return null;
  if (place.zone.form === "cells") return value[where.cell ?? ""] ?? null;
  if (place.zone.form === "one") return placed(value);
  if (place.zone.form === "grid") return value.find((/** @type {any} */ one) => String(one.at) === String(where.at)) ?? null;
  const [list, index] = place.zone.form === "piles" ? [value[where.index ?? 0]?.cards, where.inner] : [value, where.index];
  const found = runsOf(list).find((run) => run.from === (index ?? 0))?.item;
  return found === undefined ? null : placed(found);
}

/**
 * A position with another card at a place; `null`: with none there.
 * @param {Board} board @param {Position} position @param {Where} where @param {any} card @returns {Position}
 */
export function withCard(board, position, where, card) {
  const place = pathOf(board, where);
  if (!place) return position;
  const { form } = place.zone;
  return changed(position, place.path.split("."), (old) => {
    if (form === "cells") {
      const cells = { ...old };
      if (card) cells[where.cell ?? ""] = card;
      else delete cells[where.cell ?? ""];
      return cells;
    }
    if (form === "one") return card ?? undefined;
    if (form === "grid") {
      const others = (old ?? []).filter((/** @type {any} */ one) => String(one.at) !== String(where.at));
      return card ? [...others, { ...card, at: where.at, seat: card.seat ?? where.seat }] : others;
    }
    if (form === "piles") {
      return (old ?? []).map((/** @type {any} */ one, /** @type {number} */ index) => (index === where.index ? { ...one, cards: listWith(one.cards, where.inner, card && card.card) } : one));
    }
    return listWith(old, where.index, card && form === "pile" ? card.card : card);
  });
}

/**
 * A list of cards with one put at a place, where it takes that of the card there, known or not, or with none
 * there. Without a place it goes to the end, above unknown cards that lie there.
 * @param {any} old
 * @param {number | undefined} index
 * @param {any} item
 */
function listWith(old, index, item) {
  const last = runsOf(old).at(-1);
  const end = last && last.item === undefined ? last.from : Infinity;
  const [above] = partedAt(old, index ?? end);
  const [, below] = partedAt(old, index === undefined ? end : index + 1);
  return joined([...above, ...(item ? [item] : []), ...below]);
}

/** A card on its way to another place keeps what the place can say of it. @param {Board} board @param {any} card @param {Where} to */
export function fitting(board, card, to) {
  const { zone } = zoneOf(board, to.zone);
  if (zone.form === "pile" || zone.form === "piles") return { card: card.card };
  const { at: _, ...rest } = card;
  return rest;
}

/** The first empty place of a zone. @param {Board} board @param {Position} position @param {string} zone @param {number} seat @returns {Where} */
export function freePlace(board, position, zone, seat) {
  const one = laid(board, position, "position", zoneOf(board, zone).zone, seat);
  const empty = one.slots.find((slot) => !slot.card);
  return empty?.where ?? { zone, seat };
}

/** The cards of a position in the order of their numbers. @param {Board} board @param {Position} position @returns {unknown[]} */
function inOrder(board, position) {
  return [0, 1].flatMap((seat) =>
    (board.numbering ?? []).flatMap((path) => {
      const runs = runsOf(at(position, `players.${seat}.${path}`));
      // Cards that are the same text are told apart by their places.
      return runs.flatMap(({ from, count, item }) => (typeof item === "object" ? [item] : Array.from({ length: count }, (_, more) => `${seat} ${path} ${from + more}`)));
    }),
  );
}

/**
 * A changed position in which controls that take cards by their numbers still take the same cards.
 * @param {Board} board @param {Position} old @param {Position} changed @returns {Position}
 */
export function renumbered(board, old, changed) {
  if (!board.numbering?.length) return changed;
  const [before, after] = [inOrder(board, old), inOrder(board, changed)];
  /** @type {Map<unknown, string>} */
  const places = new Map(before.map((card, number) => [card, placeIn(board, old, number)]));
  const moved = (/** @type {number} */ number) => {
    const same = after.indexOf(before[number]);
    if (same >= 0) return same;
    // What is said of the card changed: it lies where it lay. Where a list became shorter it is gone.
    const there = places.get(before[number]) ?? "";
    const [seat, path] = there.split(" ");
    const count = (/** @type {Position} */ position) => pile(at(position, `players.${seat}.${path}`)).count;
    const found = count(old) === count(changed) ? after.findIndex((_, other) => placeIn(board, changed, other) === there) : -1;
    return found >= 0 ? found : undefined;
  };
  const numbers = board.table.flatMap((control) => [control, ...(control.fields ?? []).map((field) => ({ ...field, path: `${control.path}.${field.path}` }))]).filter((control) => control.form === "card_number");
  return numbers.reduce((position, { path }) => {
    const number = at(position, path);
    return typeof number === "number" && number === at(old, path) ? withValue(position, path, moved(number)) : position;
  }, changed);
}

/** Whose list the card of a number lies in, and where. @param {Board} board @param {Position} position @param {number} number */
function placeIn(board, position, number) {
  let from = 0;
  for (const seat of [0, 1])
    for (const path of board.numbering ?? []) {
      const { count } = pile(at(position, `players.${seat}.${path}`));
      if (number < from + count) return `${seat} ${path} ${number - from}`;
      from += count;
    }
  return "";
}

/** A template with the cards that a pool gives to its roles. @param {any} value @param {Record<string, string>} cast @returns {any} */
export function played(value, cast) {
  if (typeof value === "string") return cast[value] ?? value;
  if (Array.isArray(value)) return value.map((one) => played(one, cast));
  if (value && typeof value === "object") return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, played(inner, cast)]));
  return value;
}

/** Whether a value is one of those of a condition; what is not said has its default. @param {any} table @param {any} when */
export const holds = (table, when) => !when || when.is.some((/** @type {any} */ value) => value === (at(table, when.path) ?? null) || (value === false && at(table, when.path) === undefined));
