// The act in question: what is tapped for it, what is said of it, and what lies open over the page.

import { batch, effect, signal } from "./lib.js";
import { wide } from "./prefs.js";
import { t } from "./i18n.js";
import { at, board } from "./games.js";
import { announce } from "./ui.js";
import { wordOf } from "./form.js";
import { everything, samePlace, zoneOf } from "./table.js";
import { isTapped } from "./ways.js";
import { change, dispute, entry, kind, names, offered, pool, shown, way } from "./dispute.js";

/** @typedef {import("./table.js").Where} Where */
/** @typedef {import("./table.js").Slot} Slot */

/** What lies open over the page; a card that is put into a zone leads back to it. @type {import("./lib.js").Signal<{kind: "card" | "put" | "zone" | "table" | "act" | "share", where?: Where, zone?: string, seat?: number} | null>} */
export const sheet = signal(null);
/** What is being tapped. @type {import("./lib.js").Signal<import("./form.js").Pick | null>} */
export const picking = signal(null);
/** @type {import("./lib.js").Signal<any[]>} */
export const picked = signal([]);

/** @param {import("./table.js").Placed} card */
export function nameOf(card) {
  if (!card?.card) return t("hidden");
  return card.name ?? pool.value.get(card.card)?.name ?? card.card;
}

/** @param {import("./form.js").Pick} asked */
export function pick(asked) {
  batch(() => {
    sheet.value = null;
    picked.value = asked.chosen ?? [];
    picking.value = asked;
  });
  announce(t("tap_prompt", { what: asked.prompt }));
  if (!wide.value && asked.want) requestAnimationFrame(() => document.querySelector(".desk-board")?.scrollIntoView({ block: "start" }));
}

/** @param {any} one @param {any} other */
export const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** A tap on a place while something is picked. @param {Slot} slot */
export function taken(slot) {
  const asked = picking.value;
  if (!asked) return;
  const value = valueOf(asked, slot);
  if (value === undefined) return;
  if (!asked.many) {
    picking.value = null;
    asked.onPick(value);
    return;
  }
  const before = picked.value.length;
  const others = picked.value.filter((one) => !same(one, value));
  picked.value = others.length < before ? others : [...picked.value, value];
}

/** What a place is worth to what is picked; nothing: it cannot be meant. @param {import("./form.js").Pick} asked @param {Slot} slot */
export function valueOf({ want, from }, slot) {
  if (!want) return undefined;
  if (from && (slot.where.zone !== from.zone || slot.where.seat !== from.seat)) return undefined;
  if (want === "where") return slot.where;
  if (want === "card") return slot.card ? { place: slot.where } : undefined;
  if (want === "cell") return slot.where.at;
  return slot.where.cell ? { cell: slot.where.cell, seat: slot.where.seat } : undefined;
}

/** A value of an act for people. @param {any} value @returns {string} */
export function show(value) {
  if (value === null || value === undefined) return "–";
  if (value.place) {
    const now = shown.value;
    const slot = now && board.value && everything(board.value, now.table, now.kind).find((one) => samePlace(one.where, value.place));
    return slot?.card ? `${nameOf(slot.card)}${value.place.cell ? ` (${value.place.cell})` : ""}` : "?";
  }
  if (typeof value === "number") {
    const now = shown.value;
    const slot = now && board.value && everything(board.value, now.table, now.kind).find((one) => one.card?.id === value);
    return slot?.card ? `${nameOf(slot.card)}${slot.where.cell ? ` (${slot.where.cell})` : ""}` : String(value);
  }
  if (Array.isArray(value)) return isCell(value) ? [unitAt(value), `(${value.join(", ")})`].filter(Boolean).join(" ") : value.map(show).join(t("comma"));
  if (value.cell !== undefined) return `${names.value[value.seat]} ${value.cell}`;
  if (typeof value === "string") return wordOf(value);
  return Object.entries(value).map(([name, one]) => `${wordOf(name)} ${typeof one === "number" ? one : show(one)}`).join(t("comma"));
}

/** What lies on a cell of a grid, by its name. @param {number[]} cell */
function unitAt(cell) {
  const now = shown.value;
  const slots = now && board.value ? everything(board.value, now.table, now.kind) : [];
  const card = slots.find((slot) => String(slot.where.at) === String(cell))?.card;
  return card ? nameOf(card) : "";
}

/** Whether a list is the two coordinates of a cell, and not two cards. @param {any[]} value */
const isCell = (value) => value.length === 2 && value.every((one) => typeof one === "number") && board.value?.zones.concat(board.value.shared).some((zone) => zone.form === "grid");

/** The act as a sentence: the judge's own where it is legal, else its kind and what was tapped. */
export function sentence() {
  const act = dispute.value?.act;
  if (!act) return "";
  const made = entry.value;
  const asked = offered.value;
  const index = made && asked?.listing?.findIndex((/** @type {any} */ one) => same({ ...one, seat: act.seat }, Object.fromEntries(Object.entries({ ...made, seat: act.seat }).sort())) || same(sorted({ ...one, seat: act.seat }), sorted(made)));
  if (index !== undefined && index !== null && index >= 0 && asked.texts?.[index]) return asked.texts[index];
  const { seat, type, ...fields } = act;
  const values = Object.entries(fields).map(([, value]) => (value === true ? t("yes") : value === false ? t("no") : show(value)));
  const what = values.length ? `${wordOf(type)} — ${values.join(t("comma"))}` : wordOf(type);
  return t("says", { who: names.value[seat] ?? "", what });
}

/** @param {any} value @returns {any} */
const sorted = (value) =>
  Array.isArray(value) ? value.map(sorted) : value && typeof value === "object" ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, one]) => [name, sorted(one)])) : value;

/** Sets a part of the act. @param {Record<string, any>} act */
export function setAct(act) {
  const now = dispute.value;
  if (!now) return;
  picking.value = null;
  change({ ...now, act });
}

/** What is tapped for a field. @type {Record<string, "card" | "place" | "cell">} */
const WANTED = { card: "card", cards: "card", at: "place", cell: "cell", cells: "cell" };

/** What was asked for last, so that what was put aside is not asked for again. */
let lastAsked = "";

// What the act still needs is asked for by itself.
effect(() => {
  const now = way.value;
  const act = dispute.value?.act;
  const field = now?.is === "ask" ? kind.value?.fields[now.field] : undefined;
  if (now?.is !== "ask" || !act || !field) {
    lastAsked = "";
    if (picking.peek()?.field) picking.value = null;
    return;
  }
  const key = JSON.stringify([act, now.field]);
  if (key === lastAsked || sheet.peek()) return;
  lastAsked = key;
  const { field: name, values } = now;
  const options = field.kind === "either" ? field.options : [field];
  const touched = options.find((one) => isTapped(one));
  const said = values.filter((value) => !touched || typeof value === "string").map((value) => ({ value, name: nameOfValue(name, value) }));
  pick({
    prompt: wordOf(name), ...(touched && { want: WANTED[touched.kind] }), words: said, field: name,
    many: touched?.kind === "cards" || touched?.kind === "cells", onPick: (value) => setAct({ ...act, [name]: value }),
  });
});

/** What a button says that stands for a value. @param {string} name @param {any} value */
const nameOfValue = (name, value) =>
  value === true ? t("yes") : value === false ? t("no") : typeof value === "number" ? `${wordOf(name)} ${value}` : show(value);

/** An answer from a list becomes the act. @param {any} listed @param {number | null} seat */
export function choose(listed, seat) {
  const now = dispute.value;
  // A random outcome is not disputed: it is entered, and the game goes on.
  if (now && listed.type === "chance") change({ ...now, actions: [...now.actions, { ...listed, seat: null }], act: null });
  else setAct({ ...listed, seat });
}

/** @param {any} value @param {Slot} slot @returns {boolean} */
export function mentions(value, slot) {
  if (typeof value === "number") return false;
  if (value?.place) return samePlace(value.place, slot.where);
  if (Array.isArray(value)) return value.some((one) => mentions(one, slot));
  return value?.cell !== undefined && slot.where.cell === value.cell && slot.where.seat === value.seat;
}

/** The cards of the act, and those of which a refusal speaks, as ids of the pool. @param {any} said @returns {string[]} */
export function cardsSpokenOf(said) {
  const now = shown.value;
  if (!now || !board.value) return [];
  const act = Object.values(dispute.value?.act ?? {});
  const named = (said.illegal?.refusals ?? []).flatMap((/** @type {any} */ one) => Object.values(one.named_cards ?? {}).flat());
  const numbers = new Set(named.map((/** @type {any} */ one) => one.id));
  const slots = everything(board.value, now.table, now.kind).filter((slot) => numbers.has(slot.card?.id) || act.some((value) => mentions(value, slot)));
  return [...new Set(slots.flatMap(cardsOn))].filter((id) => pool.value.has(id));
}

/** A card and those that lie on it, as ids of the pool. @param {Slot} slot @returns {string[]} */
function cardsOn({ card, where }) {
  const desc = board.value;
  const lists = desc ? desc.pieces[zoneOf(desc, where.zone).zone.piece ?? ""]?.lists ?? [] : [];
  const on = lists.flatMap((list) => [at(card, list.path) ?? []].flat());
  return [card, ...on].flatMap((one) => one?.card ?? []);
}

/** Whether an act that may go on names a card which nobody has named yet: then it depends on which card that is. @param {any} said */
export function namesUnknown(said) {
  const now = shown.value;
  if (!said.waiting || !now || !board.value) return false;
  const act = Object.values(dispute.value?.act ?? {});
  return everything(board.value, now.table, now.kind).some((slot) => slot.card && !slot.card.card && act.some((value) => mentions(value, slot)));
}

/**
 * Whether a place is among the legal values of what is picked; where none are listed, any.
 * @param {import("./form.js").Pick} asked
 * @param {Slot} slot
 */
export function isLegalPick(asked, slot) {
  const now = way.value;
  if (now?.is !== "ask" || asked.field !== now.field || now.values.length === 0) return true;
  const values = asked.many ? now.values.flat() : now.values;
  return values.some((value) => (typeof value === "number" ? value === slot.card?.id : same(sorted(value), sorted(valueOf(asked, slot)))));
}
