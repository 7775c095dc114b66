// The judge on this device: the module that the service may offer, kept and asked in a worker in place of the
// service.

import { signal } from "./lib.js";
import { keep, kept } from "./prefs.js";

/** @typedef {{version: string, files: {name: string, bytes: number, sent: number}[]}} Offer */
/**
 * @typedef {{fetch: (input: string, init?: RequestInit) => Promise<Response>, version: string, close: () =>
 * void}} Judge
 */

/** Where the files of the module are kept; the service worker answers with them. */
const CACHE = "desk module";

/**
 * What the service offers; nothing: that is not known, or it offers nothing.
 * @type {import("./lib.js").Signal<Offer | null>}
 */
export const offer = signal(null);
/** The version of the module that is kept; empty: none is. */
export const keptVersion = signal(String(kept("judge") ?? ""));
/** How far it is. @type {import("./lib.js").Signal<"no" | "loading" | "ready" | "failed">} */
export const state = signal("no");
/** Who answered last. @type {import("./lib.js").Signal<"" | "service" | "device">} */
export const answeredBy = signal("");

/**
 * Whether a device could keep the judge at all: an address without encryption on another host has no
 * workers.
 */
export const isPossible = isSecureContext && "serviceWorker" in navigator && "caches" in globalThis && typeof Worker === "function" && typeof WebAssembly === "object";

const base = new URL("module/", document.baseURI);

/** Asks what the service offers. */
export async function look() {
  if (!isPossible) return;
  try {
    const answer = await fetch("module");
    const said = answer.ok ? await answer.json() : null;
    offer.value = Array.isArray(said?.files) && said.files.length > 0 ? said : null;
  } catch {
    offer.value = null;
  }
  // A service with another build answers otherwise: what is kept follows it.
  if (offer.value && keptVersion.value && offer.value.version !== keptVersion.value) await keepJudge();
}

/** Puts the files of an offer into the cache, all or none of them. @param {Offer} said */
async function store(said) {
  const cache = await caches.open(CACHE);
  const answers = await Promise.all(said.files.map(async ({ name }) => {
    const answer = await fetch(new URL(name, base), { cache: "reload" });
    if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
    return /** @type {[URL, Response]} */ ([new URL(name, base), answer]);
  }));
  for (const [address, answer] of answers) await cache.put(address, answer);
}

/** Keeps the judge on this device; from then on it answers. */
export async function keepJudge() {
  const said = offer.value;
  if (!said) return;
  state.value = "loading";
  try {
    // What was kept before does not answer for files of another build.
    await caches.delete(CACHE);
    await store(said);
    keptVersion.value = said.version;
    keep("judge", said.version);
    judge?.close();
    judge = null;
    await start();
  } catch {
    state.value = "failed";
  }
}

/** Keeps the judge no longer. */
export async function dropJudge() {
  judge?.close();
  judge = null;
  starting = null;
  keptVersion.value = "";
  keep("judge", null);
  state.value = "no";
  await caches.delete(CACHE);
  await look();
}

addEventListener("online", look);

/** @type {Judge | null} */
let judge = null;
/** @type {Promise<Judge | null> | null} */
let starting = null;

/** Starts what is kept; nothing: it cannot be started. @returns {Promise<Judge | null>} */
function start() {
  starting = (async () => {
    state.value = "loading";
    try {
      const { inWorker } = await import(new URL("loader.js", base).href);
      judge = await inWorker({ base });
      state.value = "ready";
      return judge;
    } catch {
      state.value = "failed";
      return null;
    }
  })();
  return starting;
}

if (isPossible && keptVersion.value) start();

/**
 * Asks the judge on this device, or else the service. While it starts the service is asked; where that
 * cannot be reached, the answer waits for the judge.
 * @param {string} path
 * @param {RequestInit} init
 * @returns {Promise<Response>}
 */
export async function ask(path, init) {
  if (judge) {
    try {
      return await by("device", judge.fetch(path, init));
    } catch (error) {
      if (init.signal?.aborted) throw error;
    }
  }
  try {
    return await by("service", fetch(path.replace(/^\//, ""), init));
  } catch (error) {
    const late = init.signal?.aborted ? null : await starting;
    if (!late) throw error;
    return by("device", late.fetch(path, init));
  }
}

/** @param {"service" | "device"} who @param {Promise<Response>} answer */
async function by(who, answer) {
  const response = await answer;
  answeredBy.value = who;
  return response;
}
