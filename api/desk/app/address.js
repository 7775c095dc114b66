// The address holds everything: which game, which page, and the table, entry and branch as a packed document.
// `#/GAME/PAGE/ARGUMENT?name=value&d=PACKED`

import { effect, signal } from "./lib.js";

/** @typedef {{game: string, page: string, arg: string, params: Record<string, string>}} Route */

/** @param {string} hash @returns {Route} */
function parse(hash) {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split(/\?(.*)/s);
  const [game = "", page = "", ...rest] = path.split("/").map(decoded);
  return { game, page, arg: rest.join("/"), params: Object.fromEntries(new URLSearchParams(query)) };
}

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Where the page is. */
export const route = signal(parse(location.hash));

/** The address of a page. @param {string} game @param {string} [page] @param {string} [arg] @param {Record<string, string | undefined>} [params] */
export function href(game, page = "", arg = "", params = {}) {
  const path = [game, page, arg].filter((part) => part !== "").map(encodeURIComponent).join("/");
  const said = Object.entries(params).filter((entry) => entry[1] !== undefined && entry[1] !== "");
  const query = new URLSearchParams(/** @type {[string, string][]} */ (said)).toString();
  return `#/${path}${query ? `?${query}` : ""}`;
}

/** Goes there, with a step in the history that knows that it came from here. @param {string} to */
export function go(to) {
  if (to !== location.hash) history.pushState({ inside: true }, "", to);
  route.value = parse(to);
  scrollTo(0, 0);
}

/** Goes a step back, or where that leads away from the page, there. @param {string} to */
export function back(to) {
  if (history.state?.inside) history.back();
  else go(to);
}

/** Says in place where the page is now. @param {string} to */
export function become(to) {
  history.replaceState(history.state, "", to);
  route.value = parse(to);
}

/** Where each page of a game was left, by game and page. @type {Map<string, string>} */
const left = new Map();
effect(() => {
  const { game, page } = route.value;
  if (page) left.set(`${game} ${page}`, location.hash);
});

/** The address of a page as it was left. @param {string} game @param {string} page */
export const hrefBack = (game, page) => left.get(`${game} ${page}`) ?? href(game, page);

addEventListener("popstate", () => (route.value = parse(location.hash)));
addEventListener("hashchange", () => (route.value = parse(location.hash)));

/** @param {Uint8Array} bytes @param {CompressionStream | DecompressionStream} stream */
async function through(bytes, stream) {
  const body = new Blob([/** @type {BlobPart} */ (bytes)]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(body).arrayBuffer());
}

/** A document as a text that an address can hold. @param {unknown} doc */
export async function pack(doc) {
  const bytes = await through(new TextEncoder().encode(JSON.stringify(doc)), new CompressionStream("deflate-raw"));
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/**
 * The log or dispute of the address, `null` where it cannot be read. Nothing where the page is elsewhere by then; a document
 * of another game leads to the page of that game.
 * @returns {Promise<any>}
 */
export async function unpackHere() {
  const { game, page, params } = route.peek();
  const kept = await unpack(params.d);
  const now = route.peek();
  if (now.params.d !== params.d || now.game !== game || now.page !== page) return undefined;
  if (!kept?.head || !Array.isArray(kept.actions)) return null;
  if (kept.head.game === game) return kept;
  become(href(String(kept.head.game), page, "", now.params));
  return undefined;
}

/** And back; what cannot be read is nothing. @param {string | undefined} text @returns {Promise<any>} */
export async function unpack(text) {
  if (!text) return null;
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw"))));
  } catch {
    return null;
  }
}
