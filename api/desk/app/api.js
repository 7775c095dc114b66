// The service, asked as any client asks it. A request that meets no network waits, visibly, until there is one.

import { signal } from "./lib.js";
import { language } from "./prefs.js";
import { ask as askJudge, answeredBy } from "./keeper.js";

/** How many requests wait for the network. */
export const waiting = signal(0);
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

/** Answers of what stands before a service that cannot be reached, or is asked too much. */
const LATER = [429, 502, 503, 504];

/**
 * @param {string} path from the root of the service, which may lie below that of the host
 * @param {RequestInit} init
 * @param {(response: Response) => Promise<any>} [bodyOf] @returns {Promise<any>}
 */
async function ask(path, init, bodyOf = (response) => response.json()) {
  let waits = false;
  try {
    for (;;) {
      let ms = AGAIN_MS;
      try {
        const response = await askJudge(path, init);
        if (!LATER.includes(response.status)) {
          // What breaks off, or is no JSON, is no answer of the service.
          const body = await (response.ok ? bodyOf(response) : response.json());
          offline.value = answeredBy.peek() === "service" && response.headers.get("x-desk-kept") === "yes";
          if (response.ok) return body;
          throw new Problem(body);
        }
        ms = 1000 * Math.max(1, Number(response.headers.get("retry-after")) || 1);
      } catch (error) {
        if (error instanceof Problem || init.signal?.aborted) throw error;
      }
      if (!waits) {
        waits = true;
        waiting.value += 1;
      }
      await pause(ms, init.signal ?? undefined);
    }
  } finally {
    if (waits) waiting.value -= 1;
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

/** What lies at a path, in a language; asked for once. @param {string} path @param {string} [tag] @returns {Promise<any>} */
export function read(path, tag = language.peek()) {
  const key = `${tag} ${path}`;
  let answer = answers.get(key);
  if (!answer) {
    answer = ask(path, { headers: { "accept-language": tag } });
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
    return /** @type {[string, RequestInit]} */ ([path, { headers: { "accept-language": tag } }]);
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

/**
 * Judges several logs with one request; nothing: this one has not the form of a log.
 * @param {string} query
 * @param {unknown[]} logs
 * @param {AbortSignal} signal
 * @returns {Promise<any[]>}
 */
export function judgeAll(query, logs, signal) {
  const headers = { "accept-language": language.peek(), "content-type": "application/x-ndjson", accept: "application/x-ndjson" };
  const body = logs.map((log) => JSON.stringify(log)).join("\n");
  return ask(`/v1/verify/batch?${query}`, { method: "POST", headers, body, signal }, async (response) => {
    const lines = (await response.text()).trim().split("\n").map((line) => JSON.parse(line));
    if (!lines.at(-1)?.done) throw new Error("broken off");
    return lines.slice(0, -1).map((line) => line.verdict);
  });
}

/** Every page of a list. @param {string} path @param {string} [tag] @returns {Promise<any[]>} */
export async function readAll(path, tag = language.peek()) {
  const pages = [];
  for (let next = path; next; ) {
    const page = await read(next, tag);
    pages.push(page);
    next = page.has_more ? path.split("?")[0] + page.next : "";
  }
  return pages;
}

/** @param {string} text */
export const part = encodeURIComponent;
