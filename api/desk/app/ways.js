// The ways in which an act can be done that lacks fields: what is still asked for, what is taken without
// asking, and every completion to be judged where none is legal.

import { at } from "./games.js";
import { allowed, completed } from "./shapes.js";
import { everything, laid } from "./table.js";

/** @typedef {import("./form.js").Kind} Kind */
/** @typedef {import("./form.js").ActKind} ActKind */
/**
 * @typedef {{is: "ask", field: string, values: any[]} | {is: "whole", entry: Record<string, any>, others:
 * number[]} | {is: "never"}} Way
 */

/** Fields of a payment: the plainest one is taken, the others are offered. */
const PAID = new Set(["pay", "cost"]);

/** What is asked for by a tap on the table. */
const TAPPED = new Set(["card", "at", "cell", "cards", "cells"]);
/** And by a button. */
const SAID = new Set(["choice", "flag", "number", "seat"]);

/** The most completions that are judged where none is legal. */
const TRIED = 64;

/**
 * Whether a value says nothing, so that its field may be left out: no card, no cell, no count of anything.
 * @param {any} value @returns {boolean}
 */
const isNothing = (value) =>
  value === undefined || value === null || value === false ||
  (Array.isArray(value) ? value.length === 0 : typeof value === "object" && Object.values(value).every(isZero));

/** The same of a count. @param {any} value */
const isZero = (value) => value === 0 || isNothing(value);

/** Fields of an object in which 0 is a player or a card. */
const NAMES = new Set(["seat", "from"]);

/** A value as a text to be compared with another. @param {any} value @returns {string} */
export function same(value) {
  if (Array.isArray(value)) return `[${value.map(same)}]`;
  if (!value || typeof value !== "object") return JSON.stringify(value ?? null);
  const names = Object.keys(value).sort().filter((name) => !isZero(value[name]) || NAMES.has(name));
  return `{${names.map((name) => `${name}:${same(value[name])}`)}}`;
}

/**
 * Whether an answer has every field that is chosen.
 * @param {Record<string, any>} answer @param {Record<string, any>} chosen
 */
const fits = (answer, chosen) =>
  Object.entries(chosen).every(([name, value]) => same(answer[name]) === same(value) || (isZero(answer[name] ?? null) && isZero(value) && (answer[name] === undefined || typeof value !== "number")));

/** What has to be tapped of a field, if anything has. @param {Kind | undefined} kind */
export const isTapped = (kind) => kind !== undefined && (TAPPED.has(kind.kind) || (kind.kind === "either" && kind.options.some((one) => TAPPED.has(one.kind))));

/**
 * How an act goes on. What the act needs and has to be tapped is asked for; so is what has several legal
 * values, unless it may be left out or is a payment.
 * @param {ActKind} kind @param {Record<string, any>} chosen @param {any} asked what the player is asked
 * @returns {Way}
 */
export function wayOf(kind, chosen, asked) {
  const { seat, ...said } = chosen;
  const shapes = (asked?.shapes ?? []).filter((/** @type {any} */ one) => one.type === kind.type);
  const listing = asked?.listing ?? [];
  const places = listing.flatMap((/** @type {any} */ one, /** @type {number} */ place) => (fits(one, said) ? [place] : []));
  const made = asked?.complete ? null : shapes.map((/** @type {any} */ shape) => completed(shape, said)).find(Boolean);
  if (places.length === 0 && !made) {
    const open = kind.required.filter((name) => said[name] === undefined);
    return open.length === 0 && Object.keys(kind.fields).every((name) => said[name] !== undefined) ? { is: "whole", entry: chosen, others: [] } : { is: "never" };
  }
  const names = [...new Set([...shapes.flatMap((/** @type {any} */ shape) => shape.slots.map((/** @type {any} */ slot) => slot.name.split(".")[0])), ...kind.required])];
  for (const name of names) {
    const field = kind.fields[name];
    if (said[name] !== undefined || !field || PAID.has(name)) continue;
    const further = asked.complete ? [] : shapes.flatMap((/** @type {any} */ shape) => allowed(shape, name, said));
    const all = [...places.map((/** @type {number} */ place) => listing[place][name] ?? null), ...further];
    const values = [...new Map(all.map((value) => [same(value), value])).values()];
    const isNeeded = kind.required.includes(name) && isTapped(field);
    const isOpen = (isTapped(field) || SAID.has(field.kind)) && values.length > 1 && !values.some(field.kind === "number" ? isZero : isNothing);
    if (isNeeded || isOpen || (kind.required.includes(name) && field.kind === "flag" && values.length > 1)) return { is: "ask", field: name, values };
  }
  const entry = { ...(places.length > 0 ? listing[places[0]] : made), ...chosen };
  // Another payment is another way, too.
  const unpaid = Object.fromEntries(Object.entries(said).filter(([name]) => !PAID.has(name)));
  const others = listing.flatMap((/** @type {any} */ one, /** @type {number} */ place) => (fits(one, unpaid) && same({ ...one, seat }) !== same(entry) ? [place] : []));
  return { is: "whole", entry, others };
}

/**
 * `isWhole`: there are no others; `isBare`: the first is the act as it is; `paid`: from which place on
 * everything is paid.
 * @typedef {{entries: Record<string, any>[], isWhole: boolean, isBare: boolean, paid: number}} Completions
 */

/**
 * The completions of an act of which none is known to be legal, the act as it is first.
 * @param {ActKind} kind
 * @param {Record<string, any>} chosen
 * @param {import("./types.js").Board} board
 * @param {any} state
 * @param {any} asked what the player is asked
 * @returns {Completions}
 */
export function completions(kind, chosen, board, state, asked) {
  const known = { ...knownOf(board, state, chosen.seat), shares: sharesOf(asked?.shapes) };
  let all = [chosen];
  let isWhole = true;
  const open = Object.entries(kind.fields).filter(([name]) => chosen[name] === undefined);
  for (const [name, field] of open.filter(([name]) => kind.required.includes(name))) {
    const values = valuesOf(field, known);
    all = all.flatMap((one) => values.map((value) => ({ ...one, [name]: value })));
    isWhole &&= all.length <= TRIED;
    all = all.slice(0, TRIED);
  }
  // What may be left out is tried one field at a time; a payment is all that there is.
  const values = (/** @type {[string, Kind]} */ [, field]) => valuesOf(field, known).filter((value) => !isNothing(value));
  const more = open.filter(([name]) => !kind.required.includes(name));
  const [first] = all;
  if (first) for (const one of more.filter(([name, field]) => isTapped(field) && !PAID.has(name))) all.push(...values(one).map((value) => ({ ...first, [one[0]]: value })));
  isWhole &&= all.length <= TRIED;
  all = all.slice(0, TRIED);
  const paid = all.length;
  const pays = more.filter(([name]) => PAID.has(name)).flatMap((one) => values(one).slice(-1).map((value) => [one[0], value]));
  if (pays.length > 0) all.push(...all.slice(0, TRIED / 2).map((one) => ({ ...one, ...Object.fromEntries(pays) })));
  return { entries: all, isWhole, isBare: same(all[0]) === same(chosen), paid };
}

/**
 * @typedef {{cards: number[], own: {cards: number[], counts: Record<string, number>}[], cells: any[],
 * places: number[][]}} Known
 */

/**
 * What the player holds that pays somewhere, by its holder: as far as what is legal says it.
 * @param {any} shapes
 * @returns {any[]}
 */
function sharesOf(shapes) {
  const found = new Map();
  const look = (/** @type {any} */ value) => {
    if (value === null || typeof value !== "object") return;
    if (value.from !== undefined && value.kind && value.most) found.set(same(value.from), { ...(found.get(same(value.from)) ?? { from: value.from }), [value.kind]: value.most });
    Object.values(value).forEach(look);
  };
  look(shapes);
  return [...found.values()];
}

/**
 * What fields may name at a table: what lies open first, of the opponent first.
 * @param {import("./types.js").Board} board
 * @param {any} state
 * @param {number} seat
 * @returns {Known}
 */
function knownOf(board, state, seat) {
  const slots = everything(board, state, "state").filter((slot) => slot.card?.id !== undefined && slot.card.id !== null && slot.card.card);
  const isOpen = (/** @type {import("./table.js").Slot} */ slot) => slot.where.cell !== undefined || slot.where.at !== undefined || board.zones.some((zone) => zone.id === slot.where.zone && (zone.form === "row" || zone.form === "one"));
  const rank = (/** @type {import("./table.js").Slot} */ slot) => (isOpen(slot) ? 0 : 2) + Number(slot.where.seat === seat);
  const ids = slots.filter((slot) => isOpen(slot) || slot.where.seat === seat).sort((one, other) => rank(one) - rank(other)).map((slot) => Number(slot.card?.id));
  const own = board.zones.map((zone) => {
    const one = laid(board, state, "state", zone, seat);
    const counts = zone.form === "counts" ? Object.fromEntries((zone.counts ?? []).map((count) => [count.field, Number(one.value?.[count.field] ?? 0)])) : {};
    return { counts, cards: zone.form === "row" ? one.slots.flatMap((slot) => slot.card?.id ?? []) : [] };
  });
  const cells = [1 - seat, seat].flatMap((of) => board.zones.flatMap((zone) => (zone.cells ?? []).flat().map((cell) => ({ cell, seat: of }))));
  const places = board.shared.filter((zone) => zone.form === "grid").flatMap((zone) => (at(state, zone.state ?? "") ?? []).map((/** @type {any} */ piece) => piece.at));
  return { cards: ids, own, cells, places };
}

/**
 * Values that a field may have, as far as its kind says; of a payment the last one is all that there is.
 * @param {Kind} kind
 * @param {Known & {shares: any[]}} known
 * @returns {any[]}
 */
function valuesOf(kind, known) {
  if (kind.kind === "card") return known.cards;
  if (kind.kind === "at") return known.cells;
  if (kind.kind === "cell") return known.places;
  if (kind.kind === "seat") return [0, 1];
  if (kind.kind === "flag") return [true, false];
  if (kind.kind === "choice") return kind.values;
  if (kind.kind === "number") return [1, 2];
  if (kind.kind === "cards") return [[], ...known.own.filter((zone) => zone.cards.length > 0).map((zone) => zone.cards)];
  if (kind.kind === "cells") return [[], ...known.places.map((place) => [place])];
  if (kind.kind === "either") return kind.options.flatMap((option) => valuesOf(option, known));
  if (kind.kind === "counts") {
    const fitting = known.own.find((zone) => kind.fields.some((field) => zone.counts[field]));
    return [{}, ...(fitting ? [Object.fromEntries(kind.fields.map((field) => [field, fitting.counts[field] ?? 0]))] : [])];
  }
  if (kind.kind === "list") {
    const item = kind.item.kind === "object" ? kind.item.fields : {};
    return item.from && known.shares.length > 0 ? [[], known.shares] : [[]];
  }
  if (kind.kind === "object") return [Object.fromEntries(kind.required.map((name) => [name, valuesOf(kind.fields[name] ?? { kind: "text" }, known)[0]]))];
  return [];
}

/**
 * The reasons for which completions are refused.
 * @typedef {{count: number, isWhole: boolean, best: number, others: {count: number, message: string, cites:
 * string[], refusal: any}[]}} Tried
 */

/** @param {any} refusal */
const reasonOf = (refusal) => `${refusal.code} ${refusal.cites.join(" ")}`;

/**
 * Of completions that are all refused, the one that tells most: with the fewest reasons against it, of these
 * one with a reason that few others have; and why the others are refused.
 * @param {any[]} verdicts in the order of the completions; nothing: of another form
 * @param {Omit<Completions, "entries">} of
 * @returns {Tried | null}
 */
export function nearest(verdicts, { isWhole, isBare, paid }) {
  const refused = verdicts.flatMap((verdict, place) => (verdict?.illegal?.refusals.length ? [{ place, refusals: verdict.illegal.refusals }] : []));
  const legal = verdicts.findIndex((verdict) => verdict && !verdict.illegal);
  if (legal >= 0) return { count: 1, isWhole: false, best: legal, others: [] };
  if (refused.length === 0) return null;
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { refusals } of refused) for (const key of new Set(refusals.map(reasonOf))) counts.set(String(key), (counts.get(String(key)) ?? 0) + 1);
  const shared = [...counts].filter(([, count]) => count === refused.length).map(([key]) => key);
  // Where the act could be carried out as it is, what it leaves out decides only if the same rule says so.
  const bare = isBare && refused[0]?.place === 0 ? new Set(refused[0].refusals.flatMap((/** @type {any} */ one) => one.cites)) : null;
  const asBare = (/** @type {typeof refused[number]} */ one) => one.refusals.every((/** @type {any} */ refusal, /** @type {number} */ index) => reasonOf(refusal) === reasonOf(refused[0]?.refusals[index] ?? refusal));
  const likely = (/** @type {typeof refused[number]} */ one) => (!bare || one.place >= paid ? 0 : asBare(one) ? 1 : one.refusals.some((/** @type {any} */ refusal) => refusal.cites.some((/** @type {string} */ id) => bare.has(id))) ? 0 : 2);
  const rank = (/** @type {typeof refused[number]} */ one) => [one.refusals.length, likely(one), counts.get(reasonOf(one.refusals.at(-1))) ?? 0, Number(one.place < paid), one.place];
  const [best] = refused.map((one) => ({ ...one, rank: rank(one) })).sort((one, other) => one.rank.reduce((sum, value, place) => sum || value - (other.rank[place] ?? 0), 0));
  if (!best) return null;
  const told = new Set([...shared, ...best.refusals.map(reasonOf)]);
  const others = new Map();
  for (const { refusals } of refused) {
    const refusal = refusals.find((/** @type {any} */ one) => !told.has(reasonOf(one)));
    if (!refusal) continue;
    const group = others.get(reasonOf(refusal)) ?? { count: 0, message: refusal.message, cites: refusal.cites, refusal };
    group.count += 1;
    others.set(reasonOf(refusal), group);
  }
  return { count: refused.length, isWhole, best: best.place, others: [...others.values()].sort((one, other) => other.count - one.count).slice(0, 3) };
}
