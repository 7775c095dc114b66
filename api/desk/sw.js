// Keeps the page, and what was answered before, readable without a network. The service writes the version and the
// names of the files in.

const VERSION = "desk @version@";
const FILES = ["@files@"];
const ANSWERS = "desk answers";
const KEPT = `/desk/answers/`;
/** How many judgements are kept, and how many pages of rules and cards, the oldest going first. */
const MOST = { judged: 600, looked_up: 2_000 };

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(VERSION)
      .then((cache) => cache.addAll(["/", ...FILES].map((path) => new Request(path, { cache: "reload" }))))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== VERSION && name !== ANSWERS).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

/** The name that an answer to a body is kept under: of everything that it depends on. */
async function named(request) {
  const said = `${request.url}\n${request.headers.get("accept-language")}\n${await request.clone().text()}`;
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(said));
  const hex = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return new Request(`${KEPT}${hex}`);
}

async function keep(name, response) {
  const cache = await caches.open(ANSWERS);
  await cache.put(name, response);
  const isJudged = (/** @type {Request} */ one) => new URL(one.url).pathname.startsWith(KEPT);
  const like = (await cache.keys()).filter((one) => isJudged(one) === isJudged(name));
  const most = isJudged(name) ? MOST.judged : MOST.looked_up;
  await Promise.all(like.slice(0, Math.max(0, like.length - most)).map((old) => cache.delete(old)));
}

/** Asks the service, and what is kept where it cannot be reached. */
async function asked(event, name) {
  try {
    const response = await fetch(event.request);
    if (response.ok) event.waitUntil(keep(name, response.clone()));
    return response;
  } catch (error) {
    const kept = await (await caches.open(ANSWERS)).match(name);
    if (!kept) throw error;
    const headers = new Headers(kept.headers);
    headers.set("x-desk-kept", "yes");
    return new Response(kept.body, { status: kept.status, headers });
  }
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin) return;
  if (request.method === "GET" && (pathname === "/" || pathname.startsWith("/desk/"))) {
    event.respondWith(caches.open(VERSION).then((cache) => cache.match(request, { ignoreVary: true })).then((kept) => kept ?? fetch(request)));
  } else if (request.method === "GET" && (pathname.startsWith("/v1/") || pathname.startsWith("/rules"))) {
    event.respondWith(asked(event, request));
  } else if (request.method === "POST" && pathname.startsWith("/v1/")) {
    event.respondWith(named(request).then((name) => asked(event, name)));
  }
});
