// Keeps the page, and what was answered before, readable without a network. The service writes the version and the
// names of the files in.

const VERSION = "desk @version@";
const FILES = ["@files@"];
const ANSWERS = "desk kept";
/** How many judgements are kept, and how many pages of rules and cards, the oldest going first. */
const MOST = { POST: 600, GET: 2_000 };
/** Where answers to a method are kept. @param {string} method */
const folder = (method) => `/desk/kept/${method}/`;

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

/** The name that an answer is kept under: of everything that it depends on. A browser may keep one answer for an address, whatever its language. */
async function named(request) {
  const said = `${request.url}\n${request.headers.get("accept-language")}\n${await request.clone().text()}`;
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(said));
  const hex = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return new Request(`${folder(request.method)}${hex}`);
}

async function keep(method, name, response) {
  const cache = await caches.open(ANSWERS);
  await cache.put(name, response);
  const like = (await cache.keys()).filter((one) => new URL(one.url).pathname.startsWith(folder(method)));
  await Promise.all(like.slice(0, Math.max(0, like.length - MOST[method])).map((old) => cache.delete(old)));
}

/** Asks the service, and what is kept where it cannot be reached. */
async function asked(event) {
  const { method } = event.request;
  const name = await named(event.request);
  try {
    const response = await fetch(event.request);
    if (response.ok) event.waitUntil(keep(method, name, response.clone()));
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
  } else if (request.method in MOST && (pathname.startsWith("/v1/") || (request.method === "GET" && pathname.startsWith("/rules")))) {
    event.respondWith(asked(event));
  }
});
