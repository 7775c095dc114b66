// A log that is being read: its entries, what the judge says of it, and the table at any entry.

import { batch, computed, effect, signal } from "./lib.js";
import { part, read, send } from "./api.js";
import { become, href, pack, route, unpackHere } from "./address.js";
import { keep, language, LONGEST_DRAFT } from "./prefs.js";
import { t } from "./i18n.js";
import { playersOf } from "./table.js";

/** @typedef {{head: Record<string, any>, actions: Record<string, any>[]}} Log */

/** @type {import("./lib.js").Signal<Log | null>} */
export const log = signal(null);
/** What the judge says of the whole. @type {import("./lib.js").Signal<any>} */
export const whole = signal(null);
/** What happened, step by step: before any entry, then entry by entry. @type {import("./lib.js").Signal<any[]>} */
export const steps = signal([]);
/** After how many entries the table is shown. */
export const at = signal(0);
/** Who looks: `full`, `seat0`, `seat1` or `public`. */
export const view = signal("full");
/** @type {import("./lib.js").Signal<Error | null>} */
export const trouble = signal(null);
/** The table after so many entries. @type {import("./lib.js").Signal<any>} */
export const here = signal(null);

/** After how many entries that is. */
export const shownAt = signal(0);
/** And who saw it. */
export const seenBy = signal("full");

export const length = computed(() => log.value?.actions.length ?? whole.value?.accepted ?? 0);
/** The index of the first illegal entry. */
export const refusedAt = computed(() => (whole.value?.illegal?.stage === "log" && log.value ? placeOf(whole.value.illegal) : null));
export const names = computed(() => playersOf(log.value?.head));
/** The last entry after which there is a table. */
export const last = computed(() => refusedAt.value ?? (whole.value?.not_judged ? Math.min(whole.value.accepted, length.value) : length.value));

/** A view counts the entries that it sees; the log counts all. @param {any} illegal */
const placeOf = (illegal) => (view.value === "full" ? illegal.at : indexOf(illegal.at));

/** The entries of the log that a view lists, each step's index in the log. */
const listed = computed(() => {
  const actions = log.value?.actions ?? [];
  /** @type {number[]} */
  const places = [];
  let from = 0;
  for (const step of steps.value.slice(1)) {
    const shown = step.action;
    let index = from;
    while (index < actions.length && !(actions[index]?.seat === shown?.seat && actions[index]?.type === shown?.type)) index += 1;
    if (index >= actions.length) index = from;
    places.push(index);
    from = index + 1;
  }
  return places;
});

/** The index in the log of the k-th entry that the view lists. @param {number} k */
export const indexOf = (k) => (view.value === "full" ? k : listed.value[k] ?? k);

/** How games say that a turn or a round begins. */
const BEGINS = /^(turn|round)_(starts|begins|began)$/;

/** After how many entries each turn has begun, by its number; a game that numbers rounds has those. @type {import("./lib.js").Signal<Map<number, number>>} */
export const turns = computed(() => {
  /** @type {Map<number, number>} */
  const places = new Map();
  for (const [index, step] of steps.value.entries())
    for (const event of step.events) {
      const turn = event.round ?? event.amount;
      if (BEGINS.test(event.verb) && typeof turn === "number" && !places.has(turn)) places.set(turn, index === 0 ? 0 : indexOf(index - 1) + 1);
    }
  return places;
});

/** @param {Log} of */
export const replayOf = (of) => ({ ...of.head, actions: of.actions });

/** Tables that were asked for, by view, language and place. @type {Map<string, Promise<any>>} */
let tables = new Map();

/** @type {ReturnType<typeof setTimeout> | undefined} */
let neighbours;

/** @param {number} place */
function table(place) {
  const now = log.peek();
  const key = `${view.peek()} ${language.peek()} ${place}`;
  let answer = tables.get(key);
  if (!answer && now) {
    // Steps of a log are kept apart, so that they do not push out what was judged.
    answer = send(`/v1/verify?listing=60&view=${view.peek()}`, { ...now.head, actions: now.actions.slice(0, place) }, undefined, { "x-desk-step": "yes" });
    tables.set(key, answer);
    answer.catch(() => tables.delete(key));
    if (tables.size > 400) tables.delete(tables.keys().next().value ?? "");
  }
  return answer ?? Promise.resolve(null);
}

let reading = new AbortController();
let readFor = "full";
effect(() => {
  const now = log.value;
  const who = view.value;
  void language.value;
  reading.abort();
  tables = new Map();
  // What another view saw does not stay until the answer is in, which without a network may be never.
  if (who !== readFor) forget();
  readFor = who;
  if (!now) return;
  reading = new AbortController();
  const { signal: stop } = reading;
  judge(now, who, stop).catch((error) => !stop.aborted && batch(() => ((trouble.value = error), (whole.value = null), (steps.value = []))));
});

/** Nothing of what the judge said is shown any more. */
function forget() {
  batch(() => {
    trouble.value = null;
    whole.value = null;
    here.value = null;
    steps.value = [];
  });
}

/** @param {Log} now @param {string} who @param {AbortSignal} stop */
async function judge(now, who, stop) {
  const first = await send(`/v1/verify?abilities=text&trace=events&listing=200&view=${who}`, replayOf(now), stop);
  const all = [...(first.trace ?? [])];
  for (let next = first.trace_next; next !== null && next !== undefined && !stop.aborted; ) {
    const more = await send(`/v1/verify?abilities=text&trace=events&listing=0&view=${who}&from=${next}`, replayOf(now), stop);
    all.push(...(more.trace ?? []));
    next = more.trace_next;
  }
  if (stop.aborted) return;
  batch(() => {
    trouble.value = null;
    whole.value = first;
    steps.value = all;
    if (at.value < 0 || at.value > length.value) at.value = last.value;
  });
}

effect(() => {
  const place = Math.min(at.value, last.value);
  const ready = whole.value;
  const who = view.value;
  void language.value;
  if (!log.value || !ready) return;
  if (!ready.state && ready.illegal?.stage === "header") {
    here.value = null;
    return;
  }
  const isStale = () => whole.peek() !== ready || Math.min(at.peek(), last.peek()) !== place || view.peek() !== who;
  table(place).then((answer) => {
    if (isStale()) return;
    batch(() => {
      here.value = answer;
      shownAt.value = place;
      seenBy.value = who;
    });
    // The neighbours are likely next; they must not delay the step that is shown.
    clearTimeout(neighbours);
    neighbours = setTimeout(() => {
      if (Math.min(at.peek(), last.peek()) !== place || !log.peek()) return;
      if (place < last.peek()) table(place + 1).catch(() => {});
      if (place > 0) table(place - 1).catch(() => {});
    }, 150);
  }, (error) => !isStale() && (trouble.value = error));
});

/** Why a log with a ruling cannot be written: what the judge says against it; empty: it can. @param {Record<string, any>} head @param {any[]} actions @returns {Promise<string>} */
export async function againstWriting(head, actions) {
  try {
    const said = await send("/v1/verify?listing=0", { ...head, actions });
    return said.illegal?.refusals.map((/** @type {any} */ one) => one.message).join(" ") ?? said.not_judged?.message ?? "";
  } catch (error) {
    return /** @type {Error} */ (error).message;
  }
}

/** Reads another log. @param {any} replay @param {number} [place] */
export function show(replay, place) {
  const { actions = [], ...head } = replay;
  batch(() => {
    forget();
    at.value = place ?? -1;
    log.value = { head, actions };
  });
}

/** A judgement that is still kept, by its digest: without its log, which only its sender has. @param {string} digest */
async function showKept(digest) {
  batch(() => {
    log.value = null;
    forget();
  });
  try {
    const verdict = await read(`/v1/verdicts/${part(digest)}?view=full`);
    if (route.peek().arg !== digest) return;
    if (verdict.game !== route.peek().game) become(href(verdict.game, "log", digest));
    batch(() => {
      whole.value = verdict;
      here.value = verdict;
      at.value = verdict.accepted;
    });
  } catch (error) {
    if (route.peek().arg === digest) trouble.value = /** @type {Error} */ (error);
  }
}

let packed = /** @type {{log: Log, d: string} | null} */ (null);

effect(() => {
  const now = log.value;
  const place = at.value;
  const who = view.value;
  if (!now || route.peek().page !== "log") return;
  const say = (/** @type {string} */ d) => {
    if (log.peek() !== now || at.peek() !== place || view.peek() !== who || route.peek().page !== "log") return;
    become(href(now.head.game, "log", "", { at: place >= 0 ? String(place) : undefined, view: who === "full" ? undefined : who, d }));
    keep(`draft.${now.head.game}.log`, d.length < LONGEST_DRAFT ? { d } : null);
  };
  if (packed?.log === now) say(packed.d);
  else
    pack(now).then((d) => {
      packed = { log: now, d };
      say(d);
    });
});

/** Opens what the address says. */
export async function open() {
  const { arg, params: { d } } = route.value;
  const said = Number(route.value.params.at ?? -1);
  const place = Number.isSafeInteger(said) ? said : -1;
  const who = ["seat0", "seat1", "public"].find((one) => one === route.value.params.view) ?? "full";
  if (arg) {
    await showKept(arg);
    return;
  }
  if (!d) {
    batch(() => {
      log.value = null;
      forget();
    });
    return;
  }
  if (packed?.d === d && log.peek() === packed.log) {
    batch(() => {
      view.value = who;
      if (place >= 0) at.value = place;
    });
    return;
  }
  const kept = await unpackHere();
  if (kept === undefined) return;
  if (kept === null) {
    batch(() => {
      log.value = null;
      forget();
      trouble.value = new Error(t("link_unreadable"));
    });
    return;
  }
  batch(() => {
    view.value = who;
    at.value = place;
    packed = { log: { head: kept.head, actions: kept.actions }, d };
    forget();
    log.value = packed.log;
  });
}
