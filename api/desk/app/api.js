// The service, asked as any client asks it. A request that meets no network waits, visibly, until there is one.

import { signal } from "./lib.js";
import { language } from "./prefs.js";
import { ask as askJudge, answeredBy } from "./keeper.js";

/** @typedef {"games" | "table" | "rules" | "cards" | "deck" | "compare" | "judgement" | "page"} What what a request is for */
/** @typedef {{what: What, why: "network" | "busy" | "slow"}} Wait */

/** What is waited for, and why. @type {import("./lib.js").Signal<Wait[]>} */
export const waiting = signal([]);

/** @param {Wait} wait */
export const waitFor = (wait) => (waiting.value = [...waiting.peek(), wait]);

/** What a path of the service is asked for. @type {[RegExp, What][]} */
const PATHS = [
  [/^\/v1\/(games|pools)$/, "games"], [/\/(board|schemas\/\w+)$/, "table"], [/\/rules\b/, "rules"], [/\/(cards|card-words)\b/, "cards"],
  [/^\/v1\/decks\//, "deck"], [/^\/v1\/compare/, "compare"],
];

/** @param {string} path @returns {What} */
const whatOf = (path) => PATHS.find(([pattern]) => pattern.test(path))?.[1] ?? "judgement";
/** Whether the last answer came from what this device kept. */
export const offline = signal(false);

addEventListener("online", () => (offline.value = false));

/** For so many milliseconds, or until the network is back. @param {number} ms @param {AbortSignal} [signal] */
const pause = (ms, signal) =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(done, ms);
    function done() {
      clearTimeout(timer);
      removeEventListener("online", done);
      signal?.removeEventListener("abort", done);
      if (signal?.aborted) reject(signal.reason);
      else resolve(null);
    }
    addEventListener("online", done);
    signal?.addEventListener("abort", done);
  });

/** After what time a request without an answer is sent again, in ms. */
const AGAIN_MS = 3000;
/** After what time the page says what it waits for, in ms. */
const SLOW_MS = 1200;

/** Answers of what stands before a service that cannot be reached, or is asked too much. */
const LATER = [429, 502, 503, 504];

/**
 * @param {string} path from the root of the service, which may lie below that of the host
 * @param {RequestInit} init what nobody waits for has a low priority
 * @param {(response: Response) => Promise<any>} [bodyOf] @returns {Promise<any>}
 */
async function ask(path, init, bodyOf = (response) => response.json()) {
  const what = whatOf(path);
  /** @type {Wait | null} */
  let wait = null;
  const say = (/** @type {Wait["why"] | null} */ why) => {
    if (wait?.why === why) return;
    const before = wait;
    wait = why && { what, why };
    waiting.value = [...waiting.peek().filter((one) => one !== before), ...(wait ? [wait] : [])];
  };
  const slow = init.priority === "low" ? undefined : setTimeout(() => wait ?? say("slow"), SLOW_MS);
  try {
    for (;;) {
      let ms = AGAIN_MS;
      let busy = false;
      try {
        const response = await askJudge(path, init);
        if (!LATER.includes(response.status)) {
          // What breaks off, or is no JSON, is no answer of the service.
          const body = await (response.ok ? bodyOf(response) : response.json());
          offline.value = answeredBy.peek() === "service" && response.headers.get("x-desk-kept") === "yes";
          if (response.ok) return body;
          throw new Problem(body);
        }
        busy = response.status === 429 || response.status === 503;
        ms = 1000 * Math.max(1, Number(response.headers.get("retry-after")) || 1);
      } catch (error) {
        if (error instanceof Problem || init.signal?.aborted) throw error;
      }
      say(busy ? "busy" : "network");
      await pause(ms, init.signal ?? undefined);
    }
  } finally {
    clearTimeout(slow);
    say(null);
  }
}

/** What the service says against a request. */
class Problem extends Error {
  /** @param {any} body */
  constructor(body) {
    super(body?.detail || body?.title || "");
  }
}

/** @type {Map<string, Promise<any>>} */
const answers = new Map();

/** Headers of a request for an answer in a language; without a language, none. @param {string} tag @returns {RequestInit} */
const inLanguage = (tag) => (tag ? { headers: { "accept-language": tag } } : {});

/**
 * What lies at a path, in a language, which is empty where the answer has all of them; asked for once.
 * @param {string} path
 * @param {string} [tag]
 * @param {RequestInit} [more]
 * @returns {Promise<any>}
 */
export function read(path, tag = language.peek(), more = {}) {
  const key = `${tag} ${path}`;
  let answer = answers.get(key);
  if (!answer) {
    answer = ask(path, { ...inLanguage(tag), ...more });
    answers.set(key, answer);
    answer.catch(() => answers.delete(key));
  }
  return answer;
}

/** What was sent before the service worker took over. @type {[string, RequestInit][]} */
let early = [];

/** How much of it is sent once more. */
const MOST_EARLY = 20;

/** Asks once more for what was asked before the service worker took over, so that it keeps that, too. */
export function askAgain() {
  const read = [...answers.keys()].map((key) => {
    const [tag = "", path = ""] = key.split(/ (.*)/);
    return /** @type {[string, RequestInit]} */ ([path, inLanguage(tag)]);
  });
  // What the service refused it refuses again, and that was shown.
  for (const [path, init] of [...read, ...early]) ask(path, init).catch(() => {});
  early = [];
}

/** Asks while one types; an earlier question is given up. @param {string} path @param {AbortSignal} signal */
export const search = (path, signal) => ask(path, { headers: { "accept-language": language.peek() }, signal });

/** @param {string} path @param {unknown} body @param {AbortSignal} [signal] @param {Record<string, string>} [more] further headers @returns {Promise<any>} */
export function send(path, body, signal, more) {
  const headers = { "accept-language": language.peek(), "content-type": "application/json", ...more };
  const init = { method: "POST", headers, body: JSON.stringify(body) };
  if (navigator.serviceWorker?.controller === null && early.length < MOST_EARLY) early.push([path, init]);
  return ask(path, { ...init, ...(signal && { signal }) });
}

/** What is read before anybody asks for it. @type {RequestInit} */
export const AHEAD = { priority: "low" };

/** A page without scripts, in the language of the page. @param {string} path @param {RequestInit} [more] @returns {Promise<string>} */
export const readText = (path, more) => ask(path, { ...inLanguage(language.peek()), ...more }, (response) => response.text());

/** Every page of a list. @param {string} path @param {string} [tag] @param {RequestInit} [more] @returns {Promise<any[]>} */
export async function readAll(path, tag = language.peek(), more = {}) {
  const pages = [];
  for (let next = path; next; ) {
    const page = await read(next, tag, more);
    pages.push(page);
    next = page.has_more ? path.split("?")[0] + page.next : "";
  }
  return pages;
}

/** @param {string} text */
export const part = encodeURIComponent;
