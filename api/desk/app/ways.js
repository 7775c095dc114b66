// The ways in which an act can be done that lacks fields: what is still asked for, what is taken without
// asking, and what the judge says of its completions where no listed answer fits.

import { allowed, completed } from "./shapes.js";

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
 * What is told of the completions of an act that are all refused: how many were judged, whether no other is
 * legal, whether the first reason against the one that is shown stands against all, and the other reasons,
 * each with how many are refused for it.
 * @typedef {{count: number, isNever: boolean, isShared: boolean, others: {count: number, refusal: any}[]}} Tried
 */

/** Reasons are the same whichever card they are about. @param {any} refusal */
const reasonOf = (refusal) => `${refusal.code} ${refusal.cites.join(" ")}`;

/** How many of the other reasons are told. */
const TOLD = 3;

/**
 * The reasons against the completions of an act, of which the nearest one is shown.
 * @param {any} said the answer of `/v1/completions`
 * @returns {Tried}
 */
export function triedOf({ refused, complete, reasons, nearest }) {
  const told = nearest.refusals.map(reasonOf);
  return {
    count: refused, isNever: complete,
    isShared: reasons.some((/** @type {any} */ one) => one.count === refused && reasonOf(one.refusal) === told[0]),
    others: reasons.filter((/** @type {any} */ one) => !told.includes(reasonOf(one.refusal))).slice(0, TOLD),
  };
}
