// The last disputes of this device, each with a table number and a note of the judge.

import { signal } from "./lib.js";
import { keep, kept } from "./prefs.js";

/**
 * `d` is the packed document of the address, `verdict` that of the judge.
 * @typedef {{game: string, d: string, type: string, seat: number, verdict: string, at: number, table:
 * string, note: string}} Recent
 */

/** So many are kept, and none whose document is longer. */
const MOST = 10;
const LONGEST = 20_000;

const stored = kept("recent");
/** @type {import("./lib.js").Signal<Recent[]>} */
export const recent = signal(Array.isArray(stored) ? stored.filter((one) => typeof one?.d === "string" && typeof one.game === "string") : []);

/** The one that is open: another act at the same table takes its place. */
let open = "";

/** @param {Recent[]} list */
function put(list) {
  recent.value = list.slice(0, MOST);
  keep("recent", recent.value);
}

/** A dispute was answered. @param {string} game @param {string} d @param {any} act @param {any} said */
export function remember(game, d, act, said) {
  if (d.length > LONGEST) return;
  const before = recent.peek().find((one) => one.game === game && (one.d === d || one.d === open));
  const line = { game, d, type: String(act?.type ?? ""), seat: Number(act?.seat ?? 0), verdict: String(said.verdict), at: Date.now(), table: before?.table ?? "", note: before?.note ?? "" };
  open = d;
  put([line, ...recent.peek().filter((one) => one !== before)]);
}

/** Another dispute is opened, perhaps one of these. @param {string} [d] */
export const another = (d = "") => (open = recent.peek().some((one) => one.d === d) ? d : "");

/**
 * What the judge notes of the dispute that was answered last.
 * @param {"table" | "note"} field
 * @param {string} text
 */
export function noteOn(field, text) {
  put(recent.peek().map((one) => (one.d === open ? { ...one, [field]: text } : one)));
}

/** The dispute that is open, if it was answered. */
export const openOne = () => recent.value.find((one) => one.d === open) ?? null;

export const forgetAll = () => put([]);
