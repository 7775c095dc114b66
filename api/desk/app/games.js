// Games, pools, boards and cards as the service has them, kept while the page is open.

import { batch, computed, signal, effect } from "./lib.js";
import { part, read, readAll } from "./api.js";
import { language } from "./prefs.js";
import { say, t } from "./i18n.js";
import { inSentence } from "./names.js";
import { route } from "./address.js";

/** @typedef {import("./types.js").Board} Board */

/** @type {import("./lib.js").Signal<any[]>} */
export const games = signal([]);
/** @type {import("./lib.js").Signal<any[]>} */
export const pools = signal([]);

/** The game of the page. */
export const game = computed(() => games.value.find((line) => line.game === route.value.game) ?? null);
/** @type {import("./lib.js").Signal<Board | null>} */
export const board = signal(null);
/** The shape of its actions. @type {import("./lib.js").Signal<any>} */
export const actionSchema = signal(null);

/** Why what every page needs is not there. @type {import("./lib.js").Signal<Error | null>} */
export const trouble = signal(null);

/** What has all languages in it is read once, whatever the language of the page, and as index.html reads it ahead. */
const ANY = "";

/** Reads what every page needs. */
export async function loadGames() {
  try {
    const [list, named] = await Promise.all([read("/v1/games", ANY), read("/v1/pools", ANY)]);
    pools.value = named.pools;
    games.value = list.games;
  } catch (error) {
    trouble.value = /** @type {Error} */ (error);
  }
}

effect(() => {
  const id = game.value?.game;
  board.value = null;
  actionSchema.value = null;
  if (!id) return;
  const paths = [`/v1/games/${part(id)}/board`, `/v1/games/${part(id)}/schemas/action`];
  Promise.all(paths.map((path) => read(path, ANY))).then(
    ([drawn, schema]) => {
      if (game.peek()?.game !== id) return;
      batch(() => {
        actionSchema.value = schema;
        board.value = drawn;
      });
    },
    (error) => (trouble.value = error),
  );
});

/** The pools of a game, the published cards first. @param {string} id */
export const poolsOf = (id) =>
  pools.value
    .filter((pool) => pool.game === id)
    .sort((a, b) => Number(b.name.endsWith("/official")) - Number(a.name.endsWith("/official")));

/** The pool that is meant where none is said. @param {string} id */
export const usualPool = (id) => poolsOf(id)[0]?.name ?? `${id}/demo`;

/** A card with its facts, text, printings and fidelity; `names` is what it is found by. @typedef {{id: string, name: string, names: string, data: any, facts: string[], text: string[], printings: string[], inexact: any}} Card */

/** @type {Map<string, Promise<Map<string, Card>>>} */
const decks = new Map();

/** All cards of a pool by their ids, with names in the language of the page. @param {string} id @param {string} said its name or digest @param {RequestInit} [more] @returns {Promise<Map<string, Card>>} */
export function cardsOf(id, said, more) {
  const pool = pools.peek().find((one) => one.pool === said)?.name ?? said;
  const key = `${language.peek()} ${pool}`;
  let cards = decks.get(key);
  if (!cards) {
    cards = readAll(`/v1/games/${part(id)}/cards?abilities=text&limit=500&pool=${part(pool)}`, language.peek(), more).then(
      (pages) => new Map(pages.flatMap((page) => page.cards.map((/** @type {any} */ data, /** @type {number} */ index) => [data.id, cardOf(data, page.texts[index])]))),
    );
    decks.set(key, cards);
    cards.catch(() => decks.delete(key));
  }
  return cards;
}

/**
 * What a pool declares for its cards.
 * @param {string} id
 * @param {string} pool its name or digest
 * @returns {Promise<any>}
 */
export const declaredBy = async (id, pool) => (await read(`/v1/games/${part(id)}/cards?limit=1&pool=${part(pool)}`)).declares;

/** A card is found by its id, the codes of its printings, and its names in all languages. @param {any} data @param {any} told @returns {Card} */
export function cardOf(data, told) {
  const all = typeof data.name === "string" ? [data.name] : Object.values(data.name ?? {});
  const names = [...new Set([data.id, ...told.printings, ...all].map((name) => String(name).toLowerCase()))].join("\n");
  return { id: data.id, name: inSentence(say(data.name)) || inSentence(data.id), names, data, facts: told.facts, text: told.text, printings: told.printings, inexact: told.not_exact };
}

/** Where the files of the page lie: a folder above this module, bundled or not. */
export const FILES = new URL("../", import.meta.url);

/** A log of a game that ends with an entry against the rules. @param {string} id @returns {Promise<string>} */
export async function sampleOf(id) {
  const answer = await fetch(new URL(`examples/${part(id)}.json`, FILES)).catch(() => null);
  if (!answer?.ok) throw new Error(t("part_missing"));
  return answer.text();
}

/** A value at a path of names and numbers. @param {any} value @param {string} path */
export function at(value, path) {
  if (path === "") return value;
  for (const name of path.split(".")) value = value?.[name];
  return value;
}
