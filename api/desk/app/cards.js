// Cards: what one says, and the browser among them.

import { html, useEffect, useSignal } from "./lib.js";
import { back, become, go, href, route } from "./address.js";
import { language } from "./prefs.js";
import { say, t } from "./i18n.js";
import { part, search } from "./api.js";
import { board, cardOf, cardsOf, pools, poolsOf, usualPool } from "./games.js";
import { Segments } from "./ui.js";
import { bookOf, RuleLine, showRule, useLoaded } from "./rules.js";
import { rulingsOn, Worded, wordsOf } from "./keywords.js";

/** The name of a pool that is called by its digest. @param {string} said */
const nameOfPool = (said) => pools.value.find((one) => one.pool === said)?.name ?? said;

/** Whether a pool of the service has cards that were made up for it. @param {string} pool its name */
const isInvented = (pool) => pool.endsWith("/demo");

/** What a card says; on a page of its own with the rulings on that. @param {{of: string, pool: string, id: string, isWhole?: boolean}} props */
export function CardView({ of, pool, id, isWhole = false }) {
  const cards = useLoaded(() => cardsOf(of, pool), [of, pool, language.value]);
  // Without these the text stands as it is.
  const words = useLoaded(() => wordsOf(of), [of, language.value]);
  const book = useLoaded(() => bookOf(of), [of, language.value]);
  if (cards === null) return html`<p class="quiet">${t("loading_cards")}</p>`;
  const card = cards?.get(id);
  if (!card) return html`<p class="quiet">${t("nothing_found")}</p>`;
  const { facts, text, printings, inexact } = card;
  const rulings = isWhole && words && book ? rulingsOn(card, words, book) : [];
  return html`<article class="card-view">
    <p class="facts"><code>${id}</code> ${isInvented(nameOfPool(pool)) && html`<span class="tag">${t("invented_card")}</span>`} ${facts.map((fact) => html`<span class="fact">${fact}</span>`)}</p>
    ${inexact &&
    html`<p class="warning">${t(inexact.fidelity === "unsupported" ? "unsupported" : "approximate")}${inexact.lost && `: ${inexact.lost}`}</p>`}
    ${text.length ? text.map((/** @type {string} */ line) => html`<p class="card-line"><${Worded} text=${line} keywords=${words?.keywords ?? []} of=${of} /></p>`) : html`<p class="quiet">${t("no_text")}</p>`}
    ${printings.length > 0 && html`<p class="quiet">${t("says", { who: t("printings"), what: printings.join(t("comma")) })}</p>`}
    ${rulings.length > 0 && html`<section class="card-rulings"><h2 class="small">${t("rulings_on_card")}</h2>${rulings.map((rule) => html`<${RuleLine} key=${rule.id} rule=${rule} onPick=${(/** @type {string} */ one) => showRule(one, of)} />`)}</section>`}
  </article>`;
}

/** The pool of the page, and how it is changed. @param {{of: string, value: string, onPick: (pool: string) => void}} props */
export function PoolPicker({ of, value, onPick }) {
  const all = poolsOf(of);
  const invented = isInvented(value) && html`<p class="quiet invented">${t("invented")}</p>`;
  if (all.length < 2) return invented;
  const options = all.map((pool) => {
    const short = pool.name.slice(of.length + 1);
    return { value: pool.name, name: short === "official" ? t("pool_official") : short === "demo" ? t("pool_demo") : short };
  });
  return html`<${Segments} label=${t("pool")} value=${value} options=${options} onPick=${onPick} />${invented}`;
}

/** @typedef {import("./games.js").Card} Card */

/** The cards in whose id, names, facts and abilities all words stand, those that begin with the first word before the others. @param {Iterable<Card>} cards @param {string} text @param {number} most @returns {Card[]} */
function find(cards, text, most) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  /** @type {Card[]} */
  const begins = [];
  /** @type {Card[]} */
  const others = [];
  for (const card of cards) {
    if (!words.every((word) => card.names.includes(word) || [...card.facts, ...card.text].join(" ").toLowerCase().includes(word))) continue;
    (words[0] && card.names.split("\n").some((name) => name.startsWith(words[0] ?? "")) ? begins : others).push(card);
    if (begins.length >= most) break;
  }
  return [...begins, ...others].slice(0, most);
}

/** What only the service understands: comparisons of facts, what is left out, and phrases. */
const SYNTAX = /[<>=:"≠≤≥]|(?:^|\s)-\S|\sor\s/;

/**
 * `cards` is `null` while they are looked for; `count`: how many fit, as far as that is known; `fault`: why
 * none can be found; `said`: the text that was looked for.
 * @typedef {{cards: Card[] | null, count: number | null, fault: string, said: string}} Found
 */

/**
 * Cards of a pool that fit what is typed: words at once, by what the page knows; then what the service says, which
 * knows the other languages and facts by name.
 * @param {string} of
 * @param {string} pool
 * @param {string} text
 * @param {number} most
 * @returns {Found}
 */
export function useFound(of, pool, text, most) {
  const found = useSignal(/** @type {Found} */ ({ cards: null, count: null, fault: "", said: "" }));
  useEffect(() => {
    const stop = new AbortController();
    const isOurs = !SYNTAX.test(text);
    const words = text.trim();
    const put = (/** @type {Partial<Found>} */ next) => stop.signal.aborted || (found.value = { ...found.peek(), count: null, fault: "", ...next });
    const asked = words ? search(`/v1/games/${part(of)}/cards?abilities=text&limit=${most}&pool=${part(pool)}&q=${part(words)}`, stop.signal) : null;
    const local = cardsOf(of, pool).then((all) => (isOurs ? { cards: find(all.values(), text, most), size: all.size } : null));
    local.then((found) => {
      if (!found) return;
      const { cards, size } = found;
      put({ cards, count: !words ? size : cards.length < most ? cards.length : null, said: text });
    }, (error) => put({ cards: [], fault: error.message, said: text }));
    asked?.then(
      async (answer) => {
        const first = (await local.catch(() => null))?.cards;
        /** @type {Card[]} */
        const told = answer.cards.map((/** @type {any} */ data, /** @type {number} */ index) => cardOf(data, answer.texts[index]));
        // What begins with the words stays first.
        const order = [...(first ?? []), ...told].filter((card) => told.some(({ id }) => id === card.id));
        put({ cards: [...new Map(order.map((card) => [card.id, card])).values()].slice(0, most), count: answer.count, said: text });
      },
      // What was found here stands.
      (error) => isOurs || put({ cards: [], fault: error.message, said: text }),
    );
    return () => stop.abort();
  }, [of, pool, text, most, language.value]);
  return found.value;
}

/** How cards are searched, with examples of this game's facts. */
export function SearchHelp() {
  const facts = board.value?.facts ?? [];
  const number = facts.find((fact) => fact.name && !fact.values);
  const word = facts.find((fact) => fact.values);
  const [value] = Object.values(word?.values ?? {});
  /** @param {any} fact */
  const named = (fact) => (fact.name && !/\s/.test(say(fact.name)) ? say(fact.name) : fact.path.split(".").at(-1));
  const examples = [number && `${named(number)}<=3`, word && value && `${named(word)}:${say(value)}`].filter(Boolean);
  return html`<details class="search-help"><summary>${t("search_help")}</summary><p class="quiet">${t("search_syntax")} ${examples.map((example) => html`<code>${example}</code> `)}<code>-keyword:…</code></p></details>`;
}

/** A line for a card in a list. @param {{card: import("./games.js").Card, onPick: () => void, current?: boolean}} props */
export const CardLine = ({ card, onPick, current }) =>
  html`<button type="button" class="card-row" data-card=${card.id} aria-current=${current ?? false} onClick=${onPick}>
    <b>${card.name}</b><code>${card.id}</code><span class="quiet">${card.facts.slice(0, 4).join(" · ")}</span>
  </button>`;

export function CardsPage() {
  const of = route.value.game;
  const pool = route.value.params.pool ?? usualPool(of);
  const text = useSignal(route.value.params.q ?? "");
  const id = route.value.arg;
  const { cards: found, count, fault, said } = useFound(of, pool, text.value, 80);
  const name = useLoaded(async () => (id ? (await cardsOf(of, pool)).get(id)?.name ?? id : ""), [of, pool, id, language.value]);
  // A step back in the history says another text.
  useEffect(() => {
    text.value = route.value.params.q ?? "";
  }, [route.value.params.q]);
  return html`<div class=${`lookup ${id ? "has-one" : ""}`}>
    <section class="lookup-list">
      <h1 class="visually-hidden">${t("cards_long")}</h1>
      <input
        type="search"
        class="big-search"
        placeholder=${t("search_cards")}
        aria-label=${t("search_cards")}
        value=${text.value}
        onInput=${(/** @type {any} */ event) => {
          text.value = event.target.value;
          become(href(of, "cards", "", { q: text.value, pool }));
        }}
      />
      <${PoolPicker} of=${of} value=${pool} onPick=${(/** @type {string} */ next) => become(href(of, "cards", "", { q: text.value, pool: next }))} />
      <${SearchHelp} />
      <p class="quiet count" role="status">${fault || (found === null ? t("loading_cards") : found.length === 0 ? t("nothing_found") : count === null ? "" : t("cards_found", { n: count }))}</p>
      <ul class="rule-list" data-said=${said}>
        ${(found ?? []).map((card) => html`<li key=${card.id}><${CardLine} card=${card} current=${card.id === id} onPick=${() => go(href(of, "cards", card.id, { q: text.value, pool }))} /></li>`)}
      </ul>
    </section>
    ${id &&
    html`<section class="lookup-one" aria-label=${name ?? id}>
      <header class="row">
        <button type="button" class="plain narrow-only" onClick=${() => back(href(of, "cards", "", { q: text.value, pool }))}>‹ ${t("back")}</button>
        <h1>${name}</h1>
      </header>
      <h2 class="quiet">${t("read_as")}</h2>
      <${CardView} of=${of} pool=${pool} id=${id} isWhole=${true} />
    </section>`}
  </div>`;
}
