// Keeps the page, and what was answered before, readable without a network. The service writes the version and the
// names of the files in.

/** The path of the service on its host: it may stand behind a proxy, under a prefix. */
const ROOT = new URL("./", self.location.href).pathname;
const VERSION = "desk @version@";
const FILES = ["@files@"];
const ANSWERS = "desk kept";
/** The files of the judge, where a device keeps it: the page puts them there. */
const MODULE = "desk module";
/** How many judgements are kept, steps of logs, and pages of rules and cards, the oldest going first. */
const MOST = { judged: 600, steps: 600, looked_up: 2_000 };
/** After what time something that is kept is shown while the network is still asked, in ms. */
const PATIENCE_MS = 4_000;

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(VERSION)
      // The files of a version never change: what the browser has of them is not fetched again.
      .then((cache) => cache.addAll([new Request(ROOT, { cache: "reload" }), ...FILES.map((path) => ROOT + path)]))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => ![VERSION, ANSWERS, MODULE].includes(name)).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

/** Which kind of answer a request gets. @param {Request} request */
const kindOf = (request) => (request.method === "GET" ? "looked_up" : request.headers.has("x-desk-step") ? "steps" : "judged");

/** Where answers of a kind are kept. @param {string} kind */
const folder = (kind) => `${ROOT}desk/kept/${kind}/`;

/** The name that an answer is kept under: of everything that it depends on. A browser may keep one answer for an address, whatever its language. */
async function named(request) {
  const said = `${request.url}\n${request.headers.get("accept-language")}\n${await request.clone().text()}`;
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(said));
  const hex = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return new Request(`${folder(kindOf(request))}${hex}`);
}

async function keep(kind, name, response) {
  const cache = await caches.open(ANSWERS);
  await cache.put(name, response);
  const like = (await cache.keys()).filter((one) => new URL(one.url).pathname.startsWith(folder(kind)));
  await Promise.all(like.slice(0, Math.max(0, like.length - MOST[kind])).map((old) => cache.delete(old)));
}

/** What is kept under a name, marked as such; nothing, if nothing is. */
async function keptAs(name) {
  const kept = await (await caches.open(ANSWERS)).match(name);
  if (!kept) return null;
  const headers = new Headers(kept.headers);
  headers.set("x-desk-kept", "yes");
  return new Response(kept.body, { status: kept.status, headers });
}

/** Whether an answer comes from the service, and not from what stands before it, such as the page of a network that wants a login. */
const isOurs = (response) =>
  ![502, 504].includes(response.status) && (/json/.test(response.headers.get("content-type") ?? "") || response.headers.has("content-security-policy"));

/** Asks the service, and what is kept where it cannot be reached, or takes long. */
async function asked(event) {
  const { request } = event;
  const name = await named(request);
  const network = fetch(request).then(async (response) => {
    if (!isOurs(response)) return (await keptAs(name)) ?? response;
    // What one types is not worth a place.
    if (response.ok && !new URL(request.url).searchParams.has("q")) event.waitUntil(keep(kindOf(request), name, response.clone()));
    return response;
  });
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS)).then(() => keptAs(name)).then((kept) => kept ?? network);
  // The answer is kept even where it comes after what was kept before is shown.
  event.waitUntil(network.catch(() => {}));
  return Promise.race([network, late]).catch(async (error) => {
    const kept = await keptAs(name);
    if (!kept) throw error;
    return kept;
  });
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin || !pathname.startsWith(ROOT)) return;
  const path = pathname.slice(ROOT.length);
  if (request.method === "GET" && (path === "" || path.startsWith("desk/"))) {
    // Messengers add parameters to the address of the page.
    event.respondWith(caches.open(VERSION).then((cache) => cache.match(request, { ignoreVary: true, ignoreSearch: path === "" })).then((kept) => kept ?? fetch(request)));
  } else if (request.method === "GET" && path.startsWith("module/") && request.cache !== "reload") {
    event.respondWith(caches.open(MODULE).then((cache) => cache.match(request, { ignoreVary: true })).then((kept) => kept ?? fetch(request)));
  } else if (["GET", "POST"].includes(request.method) && (path.startsWith("v1/") || (request.method === "GET" && /^(rules|card-words)/.test(path)))) {
    event.respondWith(asked(event));
  }
});
