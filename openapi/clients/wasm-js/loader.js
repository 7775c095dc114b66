// Loads the rules judge as a module for WebAssembly, and asks it as if it were a service: `fetch` takes a path with its
// query and gives a Response. It runs in browsers, in workers and in Node.

const MODULE = "rules_judge.wasm";
const PROBLEM = "application/problem+json";
const SENT_HEADERS = ["accept-language", "content-encoding", "content-type", "if-none-match"];
/** Bytes of a body that no call takes more of; the module says so of bodies that are longer. */
const MOST_BYTES = 32 * 1024 * 1024;
const NO_BODY = new Set([204, 304]);

/** The languages in which the loader says that the judge broke, as the service says it. */
const BROKEN = {
  en: [
    "The judge broke on this request",
    "A check inside the judge failed. The request id finds it in the log.",
  ],
  "zh-Hant": ["裁判在此請求上出錯", "裁判的內部檢查未通過；可由 request id 在日誌中找到。"],
  "zh-Hans": ["裁判在此请求上出错", "裁判的内部检查未通过；可由 request id 在日志中找到。"],
};

/** The module's bytes, or the compiled module. */
async function compiled({ wasm, base }) {
  if (wasm instanceof WebAssembly.Module) return wasm;
  if (wasm !== undefined && !(wasm instanceof URL) && typeof wasm !== "string") return WebAssembly.compile(wasm);
  const address = new URL(wasm ?? MODULE, base ?? import.meta.url);
  if (address.protocol === "file:") {
    const { readFile } = await import("node:fs/promises");
    return WebAssembly.compile(await readFile(address));
  }
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address.href}: ${response.status}`);
  // A server that does not know the content type makes the stream unusable, but not the bytes.
  const type = response.headers.get("content-type") ?? "";
  if (type.startsWith("application/wasm") && WebAssembly.compileStreaming) {
    return WebAssembly.compileStreaming(response);
  }
  return WebAssembly.compile(await response.arrayBuffer());
}

/** A request as the module takes it: the head, and the body if there is one. */
async function taken(input, init) {
  const request = input instanceof Request ? input : undefined;
  const address = new URL(request?.url ?? String(input), "http://judge.invalid/");
  const headers = new Headers(init?.headers ?? request?.headers);
  let body = init?.body;
  if (body === undefined && request && !["GET", "HEAD"].includes(request.method)) body = await request.arrayBuffer();
  if (body !== undefined && body !== null) {
    // Headers and bytes as `fetch` would send them.
    const sent = new Response(body);
    const type = sent.headers.get("content-type");
    if (type && !headers.has("content-type")) headers.set("content-type", type);
    body = new Uint8Array(await sent.arrayBuffer()).subarray(0, MOST_BYTES + 1);
  }
  const names = SENT_HEADERS.filter((name) => headers.has(name));
  return {
    head: {
      method: (init?.method ?? request?.method ?? "GET").toUpperCase(),
      path: address.pathname,
      query: address.search.replace(/^\?/, ""),
      headers: Object.fromEntries(names.map((name) => [name, headers.get(name)])),
    },
    body: body ?? new Uint8Array(),
  };
}

/** The answer as `fetch` gives it. */
function given({ status, headers, body }) {
  return new Response(NO_BODY.has(status) ? null : body, { status, headers });
}

/** What is answered where the module trapped: the problem that the service answers. */
function broken(head) {
  const wanted = (head.headers["accept-language"] ?? "").toLowerCase();
  const traditional = /zh-(hant|tw|hk|mo)/.test(wanted);
  const language = wanted.startsWith("zh") ? (traditional ? "zh-Hant" : "zh-Hans") : "en";
  const [title, detail] = BROKEN[language];
  const problem = { code: "internal", detail, status: 500, title, type: "/problems/internal" };
  const headers = [["content-type", PROBLEM], ["content-language", language], ["cache-control", "no-store"]];
  return { status: 500, headers, body: new TextEncoder().encode(JSON.stringify(problem)) };
}

/** An instance of the module, and a fresh one after each that trapped. */
class Instances {
  #module;
  #instance;

  constructor(module) {
    this.#module = module;
    this.#start();
  }

  #start() {
    this.#instance = WebAssembly.instantiate(this.#module, {});
  }

  async memory() {
    return (await this.#instance).exports.memory.buffer.byteLength;
  }

  async answer({ head, body }) {
    const { exports } = await this.#instance;
    try {
      return called(exports, new TextEncoder().encode(JSON.stringify(head)), body);
    } catch (error) {
      // A stack that is full is a RangeError.
      if (!(error instanceof WebAssembly.RuntimeError || error instanceof RangeError)) throw error;
      this.#start();
      return broken(head);
    }
  }
}

/** The answer of an instance to a request, in blocks of its memory. */
function called({ alloc, call, free, memory }, head, body) {
  const request = alloc(4 + head.length + body.length) >>> 0;
  if (request === 0) throw new Error("the address and headers of the request are too long");
  new DataView(memory.buffer).setUint32(request, head.length, true);
  const bytes = new Uint8Array(memory.buffer);
  bytes.set(head, request + 4);
  bytes.set(body, request + 4 + head.length);
  const answer = call(request) >>> 0;
  // The memory may have grown, and has another buffer then.
  const view = new DataView(memory.buffer);
  const [length, ofHead] = [view.getUint32(answer, true), view.getUint32(answer + 4, true)];
  const from = answer + 8;
  const text = new TextDecoder().decode(new Uint8Array(memory.buffer, from, ofHead));
  const given = memory.buffer.slice(from + ofHead, answer + 4 + length);
  free(answer);
  return { ...JSON.parse(text), body: new Uint8Array(given) };
}

/** Throws if the caller of `fetch` no longer waits. */
function stillWanted(init, input) {
  const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined);
  signal?.throwIfAborted();
  return signal;
}

/**
 * Loads the judge here.
 *
 * `base` is the address of the folder of the files, `wasm` the module itself (bytes, a compiled module, or its address).
 */
export async function load(options = {}) {
  const instances = new Instances(await compiled(options));
  await instances.memory();
  return {
    async fetch(input, init) {
      stillWanted(init, input);
      return given(await instances.answer(await taken(input, init)));
    },
    memory: () => instances.memory(),
    close() {},
    /** The same without Request and Response, for a worker. */
    answer: (request) => instances.answer(request),
  };
}

/** Loads the judge in a worker of its own, so that a page stays quick while it judges. */
export async function inWorker(options = {}) {
  const base = new URL(options.base ?? ".", import.meta.url);
  const worker = new Worker(new URL("worker.js", base), { type: "module" });
  const waiting = new Map();
  let count = 0;
  let ended = null;
  const end = (error) => {
    ended ??= error;
    for (const { reject } of waiting.values()) reject(ended);
    waiting.clear();
    worker.terminate();
  };
  worker.onerror = (event) => end(new Error(event.message || "the worker could not be started"));
  worker.onmessage = ({ data: { id, answer, error } }) => {
    const asked = waiting.get(id);
    waiting.delete(id);
    if (error !== undefined) asked?.reject(new Error(error));
    else asked?.resolve(answer);
  };
  const ask = (message, transfer = []) =>
    new Promise((resolve, reject) => {
      if (ended) return reject(ended);
      const id = (count += 1);
      waiting.set(id, { resolve, reject });
      worker.postMessage({ id, ...message }, transfer);
    });
  try {
    const wasm = options.wasm instanceof URL ? options.wasm.href : options.wasm;
    await ask({ load: { base: base.href, wasm } });
  } catch (error) {
    end(error);
    throw error;
  }
  return {
    async fetch(input, init) {
      const signal = stillWanted(init, input);
      const request = await taken(input, init);
      const answer = ask({ request }, [request.body.buffer]);
      if (!signal) return given(await answer);
      const left = new Promise((_, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason), { once: true });
      });
      return given(await Promise.race([answer, left]));
    },
    memory: () => ask({ memory: true }),
    close: () => end(new Error("the judge was closed")),
  };
}
