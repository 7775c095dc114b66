// A dispute: a table, what was done at it so far, and the act in question. It stands in the address; the judge is asked
// again whenever it changes.

import { batch, computed, effect, signal } from "./lib.js";
import { send } from "./api.js";
import { become, href, pack, route, unpackHere } from "./address.js";
import { keep, keepHere, keptHere, language } from "./prefs.js";
import { another, remember } from "./recent.js";
import { t } from "./i18n.js";
import { actionSchema, board, cardsOf, declaredBy } from "./games.js";
import { everything, played, playersOf, renumbered, samePlace } from "./table.js";
import { actKinds } from "./form.js";
import { isTapped, triedOf, wayOf } from "./ways.js";

/**
 * `act` is the disputed entry; a card in it is `{place}`, so that it stays that card when the table around it changes.
 * With `amends` the table is that of a log, which is being corrected. `lost` says what the table lacks that the one had
 * from which it was set up. With `transcribed` its pool has its cards as they are written, and the named one
 * says what that leaves out.
 * @typedef {{head: Record<string, any>, actions: Record<string, any>[], act: Record<string, any> | null,
 *   amends?: {head: Record<string, any>, before: any[], left: number, text: string}, lost?: string[], assumed?: any[],
 * transcribed?: string}} Dispute
 */

/** @type {import("./lib.js").Signal<Dispute | null>} */
export const dispute = signal(null);
/** What the judge says of the table; and of the act. @type {import("./lib.js").Signal<any>} */
export const verdict = signal(null);
/** @type {import("./lib.js").Signal<any>} */
export const answer = signal(null);
/** @type {import("./lib.js").Signal<Error | null>} */
export const trouble = signal(null);
/** Cards of the pool by their ids. @type {import("./lib.js").Signal<Map<string, import("./games.js").Card>>} */
export const pool = signal(new Map());

/** @type {string[]} */
let past = [];
export const undoable = signal(false);

/** The position, if the table can be changed. */
export const position = computed(() => (dispute.value && dispute.value.actions.length === 0 ? dispute.value.head.start?.position ?? null : null));
/** The table as it is drawn: as the judge sees it, or as it was set up where it cannot be. */
export const shown = computed(() => {
  const state = verdict.value?.state;
  if (state) return { table: state, kind: /** @type {const} */ ("state") };
  const set = dispute.value?.head.start?.position;
  return set ? { table: set, kind: /** @type {const} */ ("position") } : null;
});
/** The name or digest of its pool; of one that stands in the log, or that it does not name, what the judge says. */
export const poolName = computed(() => (typeof dispute.value?.head.pool === "string" ? dispute.value.head.pool : verdict.value?.pool ?? ""));
export const names = computed(() => playersOf(dispute.value?.head));

/** So many steps can be taken back after a reload. */
const KEPT_STEPS = 40;

/** Whether the table is the user's own work: an older one that is only looked at does not take the place of the draft. */
let isOwn = false;

/** Changes the dispute, with a step that can be undone. @param {Dispute} next */
export function change(next) {
  isOwn = true;
  if (dispute.value) past.push(JSON.stringify(dispute.value));
  if (past.length > 200) past = past.slice(-200);
  undoable.value = past.length > 0;
  dispute.value = next;
}

export function undo() {
  const before = past.pop();
  undoable.value = past.length > 0;
  if (before) dispute.value = JSON.parse(before);
}

/** @param {(old: any) => any} how */
export function changePosition(how) {
  const now = dispute.value;
  if (!now || !position.value) return;
  const next = how(position.value);
  change({ ...now, head: { ...now.head, start: { position: board.value ? renumbered(board.value, position.value, next) : next } } });
}

/** Begins with a dispute that was saved. @param {Dispute} saved */
export function beginWith(saved) {
  another();
  change(saved);
}

/** Begins with a template. @param {import("./types.js").Board["templates"][number]} template @param {string} from */
export function begin(template, from) {
  const cast = board.value?.casts[from] ?? {};
  another();
  change({
    head: {
      format: "rules-judge/1", game: route.value.game, pool: from, players: [{ name: "A" }, { name: "B" }],
      chance: "declared", start: { position: played(template.position, cast) },
    },
    actions: [],
    act: null,
  });
}

/**
 * The dispute with the cards at its table as they are written, whatever that leaves out of what is printed
 * on them.
 * @param {Dispute} now
 * @returns {Promise<Dispute>}
 */
export async function asTranscribed(now) {
  const from = poolName.peek();
  const cards = await cardsOf(now.head.game, from);
  const text = JSON.stringify([now.head.start, now.head.players, now.head.facts, now.actions]);
  const some = [...cards.values()].filter((card) => text.includes(JSON.stringify(card.id)));
  const declares = await declaredBy(now.head.game, from);
  const pool = { game: now.head.game, name: "transcribed", ...(declares && { declares }), cards: some.map((card) => card.data) };
  return { ...now, head: { ...now.head, pool }, transcribed: now.transcribed ?? from };
}

/** The replay of a dispute. @param {Dispute} of @param {Record<string, any>[]} more */
export const replayOf = (of, more = []) => ({ ...of.head, actions: [...of.actions, ...more] });

/** Whether the board of its game is there: the page may be at another game. */
const isHere = computed(() => board.value?.game === dispute.value?.head.game);

/** What is chosen of the act so far, with cards by their numbers. */
export const chosen = computed(() => {
  const act = dispute.value?.act;
  const now = shown.value;
  if (!act || !board.value || !now || !isHere.value) return null;
  return resolved(act, everything(board.value, now.table, now.kind)) ?? null;
});

/** The kind of the act in question. */
export const kind = computed(() => {
  const act = isHere.value ? dispute.value?.act : null;
  return (act && actKinds(actionSchema.value).find((one) => one.type === act.type)) ?? null;
});

/** What the player of the act is asked. */
const asked = computed(() => verdict.value?.next?.find((/** @type {any} */ one) => one.seat === chosen.value?.seat));

/** How the act goes on by the legal answers that are listed. */
const listedWay = computed(() => {
  const plain = chosen.value;
  const act = dispute.value?.act;
  if (act && kind.value && shown.value?.kind === "position" && !trouble.value) {
    // Before the table is judged, what the act needs can be tapped.
    const open = kind.value;
    const field = open.required.find((name) => act[name] === undefined && isTapped(open.fields[name]));
    return field ? /** @type {import("./ways.js").Way} */ ({ is: "ask", field, values: [] }) : null;
  }
  if (!plain || !kind.value || shown.value?.kind !== "state") return null;
  return wayOf(kind.value, plain, asked.value);
});

/**
 * What the judge says of the completions of an act that no listed answer fits.
 * @type {import("./lib.js").Signal<{of: string, said: any} | null>}
 */
const tried = signal(null);
const triedKey = computed(() => (listedWay.value?.is === "never" && dispute.value ? `${language.value} ${JSON.stringify(replayOf(dispute.value, [chosen.value ?? {}]))}` : ""));
const completions = computed(() => (triedKey.value && tried.value?.of === triedKey.value ? tried.value.said : null));

/** The legal answers of which the act may be one. */
export const offered = computed(() => {
  /** @type {any[]} */
  const fitting = completions.value?.fitting ?? [];
  return fitting.length > 0 ? { ...asked.value, complete: true, listing: fitting.map((one) => one.act), texts: fitting.map((one) => one.text) } : asked.value;
});

/** How the act goes on: what is asked for, or what is judged. */
export const way = computed(() => {
  const first = listedWay.value;
  const said = completions.value;
  if (first?.is !== "never" || !said || !kind.value || !chosen.value) return first;
  if (said.fitting.length > 0) return wayOf(kind.value, chosen.value, offered.value);
  // Where nothing could be judged, what is missing is asked for.
  const field = said.nearest ? undefined : kind.value.required.find((name) => chosen.value?.[name] === undefined);
  return field ? /** @type {import("./ways.js").Way} */ ({ is: "ask", field, values: [] }) : first;
});

/** The act as an entry, with cards by their numbers; nothing: something of it is still open. */
export const entry = computed(() => {
  if (way.value?.is === "whole") return way.value.entry;
  return way.value?.is === "never" && completions.value ? completions.value.nearest?.act ?? chosen.value : null;
});

/** @param {any} value @param {import("./table.js").Slot[]} slots @returns {any} */
function resolved(value, slots) {
  if (value?.place) {
    const id = slots.find((slot) => samePlace(slot.where, value.place))?.card?.id;
    return id === null ? undefined : id;
  }
  if (Array.isArray(value)) {
    const all = value.map((one) => resolved(one, slots));
    return all.includes(undefined) ? undefined : all;
  }
  if (value && typeof value === "object") {
    const all = Object.entries(value).map(([name, one]) => [name, resolved(one, slots)]);
    return all.some(([, one]) => one === undefined) ? undefined : Object.fromEntries(all);
  }
  return value;
}

/** What is still open of the act. */
export const openFields = computed(() => {
  const act = dispute.value?.act;
  if (!act || !kind.value || entry.value) return [];
  const asked = way.value?.is === "ask" ? [way.value.field] : [];
  return [...new Set([...asked, ...kind.value.required.filter((name) => act[name] === undefined)])];
});

let judging = new AbortController();
/** What is being judged, or was. */
let judged = "";

/** Nothing of what the judge said is shown any more. */
function forget() {
  judged = "";
  judging.abort();
  batch(() => {
    verdict.value = null;
    answer.value = null;
    trouble.value = null;
  });
}

/**
 * A header whose table says what was assumed of it.
 * @param {Record<string, any>} head @param {any[]} assumed @returns {Record<string, any>}
 */
function filledIn(head, assumed) {
  const position = structuredClone(head.start.position);
  for (const { pointer, value } of assumed) {
    const names = pointer.split("/").slice(3);
    const last = names.pop();
    names.reduce((/** @type {any} */ inner, /** @type {string} */ name) => inner?.[name], position)[last] = value;
  }
  return { ...head, start: { position } };
}

let asking = new AbortController();
effect(() => {
  const now = dispute.value;
  void [language.value, board.value];
  asking.abort();
  if (!now || route.peek().game !== now.head.game) return;
  // A table is drawn by the board of its game.
  if (verdict.peek()?.game !== now.head.game) forget();
  asking = new AbortController();
  const { signal: stop } = asking;
  // Only the table: the act is asked for when the table is known.
  send("/v1/verify?listing=300", replayOf(now), stop).then(
    (said) => {
      if (said.assumed?.length > 0) {
        // The table is shown, changed and kept with what was assumed of it; the judge says the same of it in full.
        dispute.value = { ...now, head: filledIn(now.head, said.assumed), assumed: said.assumed };
        return;
      }
      batch(() => {
        trouble.value = null;
        verdict.value = said;
      });
    },
    (error) => {
      if (stop.aborted) return;
      batch(() => {
        trouble.value = error;
        verdict.value = null;
      });
    },
  );
});

let trying = new AbortController();
effect(() => {
  const of = triedKey.value;
  trying.abort();
  const [now, act] = [dispute.peek(), chosen.peek()];
  if (!of || !now || !act || tried.peek()?.of === of) return;
  trying = new AbortController();
  const { signal: stop } = trying;
  send("/v1/completions?listing=300", { replay: replayOf(now), act }, stop).then(
    (said) => (tried.value = { of, said }),
    (error) => !stop.aborted && (trouble.value = error),
  );
});

effect(() => {
  const made = entry.value;
  const now = dispute.peek();
  const asked = made && now ? `${language.value} ${JSON.stringify(replayOf(now, [made]))}` : "";
  // The table was judged anew, and nothing of it changed.
  if (asked && asked === judged && trouble.peek() === null) return;
  judged = asked;
  judging.abort();
  // What was said of another act does not stay until this one is judged, which without a network may be never.
  answer.value = null;
  if (!made || !now) return;
  judging = new AbortController();
  const { signal: stop } = judging;
  send(`/v1/verify?abilities=text&listing=300&trace=events&from=${now.actions.length}`, replayOf(now, [made]), stop).then(
    (said) => {
      const tried = way.peek()?.is === "never" && completions.peek()?.nearest ? triedOf(completions.peek()) : null;
      answer.value = { ...said, entry: made, tried };
    },
    (error) => !stop.aborted && (trouble.value = error),
  );
});

/** The packed document that was last written into the address. */
let written = "";

// The address and a draft on the device follow.
effect(() => {
  const now = dispute.value;
  if (!now || route.peek().page !== "decide") return;
  pack(now).then((d) => {
    if (dispute.peek() !== now || route.peek().page !== "decide") return;
    written = d;
    become(href(now.head.game, "decide", "", { d }));
    keepHere("undo", { d, past: past.slice(-KEPT_STEPS) });
    if (isOwn) keep(`draft.${now.head.game}.decide`, { d });
    judgedAs.value = { d, of: now };
  });
});

/**
 * The document of the address, and what it is of.
 * @type {import("./lib.js").Signal<{d: string, of: Dispute} | null>}
 */
const judgedAs = signal(null);

// A dispute that was answered is among the last ones of the device.
effect(() => {
  const said = answer.value;
  const now = judgedAs.value;
  if (!said || !now || now.of !== dispute.peek() || !isOwn) return;
  remember(now.of.head.game, now.d, now.of.act, said);
});

effect(() => {
  const from = poolName.value;
  const game = route.value.game;
  void language.value;
  if (!from || game !== dispute.value?.head.game) return;
  const put = (/** @type {Map<string, import("./games.js").Card>} */ cards) => poolName.peek() === from && (pool.value = cards);
  // The cards of a pool that the service has no more are called by their ids.
  cardsOf(game, from).then(put, () => put(new Map()));
});

/** Opens what the address says. */
export async function open() {
  const { game, params: { d } } = route.value;
  if (!d) {
    past = [];
    undoable.value = false;
    written = "";
    batch(() => {
      dispute.value = null;
      forget();
    });
    return;
  }
  if (dispute.peek()?.head.game === game && d === written) return;
  const kept = await unpackHere();
  if (kept === undefined) return;
  if (kept === null) {
    batch(() => {
      dispute.value = null;
      forget();
      trouble.value = new Error(t("link_unreadable"));
    });
    return;
  }
  // After a reload what was done in this tab can still be taken back.
  const undone = keptHere("undo");
  past = undone?.d === d && Array.isArray(undone.past) ? undone.past : [];
  undoable.value = past.length > 0;
  isOwn = past.length > 0;
  another(d);
  const lost = Array.isArray(kept.lost) ? kept.lost.map(String) : [];
  batch(() => {
    forget();
    dispute.value = { head: kept.head, actions: kept.actions, act: kept.act ?? null, ...(lost.length > 0 && { lost }), ...(Array.isArray(kept.assumed) && { assumed: kept.assumed }), ...(typeof kept.transcribed === "string" && { transcribed: kept.transcribed }), ...(kept.amends?.head && Array.isArray(kept.amends.before) && { amends: kept.amends }) };
  });
}
