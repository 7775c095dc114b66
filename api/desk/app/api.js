// The service, asked as any client asks it. A request that meets no network waits, visibly, until there is one.

import { signal } from "./lib.js";
import { language } from "./prefs.js";

/** How many requests wait for the network. */
export const waiting = signal(0);
/** Whether the last answer came from what this device kept. */
export const offline = signal(false);

/** A problem document. */
export class Problem extends Error {
  /** @param {number} status @param {any} body */
  constructor(status, body) {
    super(body?.detail || body?.title || String(status));
    this.status = status;
    this.code = body?.code ?? "";
    this.pointer = body?.pointer ?? "";
    this.title = body?.title ?? "";
  }
}

/** @param {number} ms @param {AbortSignal} [signal] */
const pause = (ms, signal) =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(done, ms);
    function done() {
      clearTimeout(timer);
      removeEventListener("online", done);
      if (signal?.aborted) reject(signal.reason);
      else resolve(null);
    }
    addEventListener("online", done);
    signal?.addEventListener("abort", done);
  });

/** @param {string} path @param {RequestInit} init @returns {Promise<any>} */
async function ask(path, init) {
  let waits = false;
  try {
    for (;;) {
      let response;
      try {
        response = await fetch(path, init);
      } catch (error) {
        if (init.signal?.aborted) throw error;
        if (!waits) {
          waits = true;
          waiting.value += 1;
        }
        await pause(3000, init.signal ?? undefined);
        continue;
      }
      offline.value = response.headers.get("x-desk-kept") === "yes";
      if (response.status === 429 || response.status === 503) {
        await pause(1000 * Number(response.headers.get("retry-after") ?? 1), init.signal ?? undefined);
        continue;
      }
      const body = await response.json().catch(() => null);
      init.signal?.throwIfAborted();
      if (!response.ok || body === null) throw new Problem(response.status, body);
      return body;
    }
  } finally {
    if (waits) waiting.value -= 1;
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

/** Asks once more for what was read before the service worker took over, so that it keeps that, too. */
export function readAgain() {
  for (const key of answers.keys()) {
    const [tag = "", path = ""] = key.split(/ (.*)/);
    ask(path, { headers: { "accept-language": tag } }).catch(() => {});
  }
}

/** Asks while one types; an earlier question is given up. @param {string} path @param {AbortSignal} signal */
export const search = (path, signal) => ask(path, { headers: { "accept-language": language.peek() }, signal });

/** @param {string} path @param {unknown} body @param {AbortSignal} [signal] @returns {Promise<any>} */
export function send(path, body, signal) {
  const headers = { "accept-language": language.peek(), "content-type": "application/json" };
  return ask(path, { method: "POST", headers, body: JSON.stringify(body), ...(signal && { signal }) });
}

/** Every page of a list. @param {string} path @param {string} [tag] @returns {Promise<any[]>} */
export async function readAll(path, tag = language.peek()) {
  const pages = [];
  for (let next = path; next; ) {
    const page = await read(next, tag);
    pages.push(page);
    next = page.has_more ? page.next : "";
  }
  return pages;
}

/** @param {string} text */
export const part = encodeURIComponent;
