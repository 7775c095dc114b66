// Cards: what one says, and the browser among them.

import { html, useEffect, useMemo, useSignal } from "./lib.js";
import { back, become, go, href, route } from "./address.js";
import { language } from "./prefs.js";
import { say, t } from "./i18n.js";
import { at, board, cardsOf, poolsOf, usualPool } from "./games.js";
import { Segments } from "./ui.js";
import { useLoaded } from "./rules.js";

/** Numbers by their names, or a text in every language. @param {any} fact @param {any} value */
const counted = (fact, value) =>
  Object.values(value).every((one) => typeof one === "number")
    ? Object.entries(value).map(([name, count]) => `${fact.values?.[name] ? say(fact.values[name]) : name} ${count}`).join("·")
    : say(value);

/** Facts of a card as text, in the order in which the board's description lists them. @param {any} data @returns {string[]} */
export function factsOf(data) {
  const facts = [];
  for (const fact of board.value?.facts ?? []) {
    const value = at(data, fact.path);
    if (value === undefined || value === null || value === false) continue;
    const word = (/** @type {any} */ one) => (fact.values?.[one] ? say(fact.values[one]) : typeof one === "object" ? counted(fact, one) : String(one));
    const text = Array.isArray(value) ? value.map(word).join("·") : word(value);
    facts.push(fact.name ? `${say(fact.name)} ${text}` : text);
  }
  return facts;
}

/** What a card says. @param {{of: string, pool: string, id: string}} props */
export function CardView({ of, pool, id }) {
  const cards = useLoaded(() => cardsOf(of, pool), [of, pool, language.value]);
  if (cards === null) return html`<p class="quiet">${t("loading")}</p>`;
  const card = cards?.get(id);
  if (!card) return html`<p class="quiet">${t("nothing_found")}</p>`;
  const { data, text, printings, inexact } = card;
  return html`<article class="card-view">
    <p class="facts"><code>${id}</code> ${factsOf(data).map((fact) => html`<span class="fact">${fact}</span>`)}</p>
    ${inexact &&
    html`<p class="warning">${t(inexact.fidelity === "unsupported" ? "unsupported" : "approximate")}${inexact.lost && `: ${inexact.lost}`}</p>`}
    ${text.length ? text.map((/** @type {string} */ line) => html`<p class="card-line">${line}</p>`) : html`<p class="quiet">${t("no_text")}</p>`}
    ${printings.length > 0 && html`<p class="quiet">${t("says", { who: t("printings"), what: printings.join(t("comma")) })}</p>`}
  </article>`;
}

/** The pool of the page, and how it is changed. @param {{of: string, value: string, onPick: (pool: string) => void}} props */
export function PoolPicker({ of, value, onPick }) {
  const all = poolsOf(of);
  if (all.length < 2) return null;
  const options = all.map((pool) => {
    const short = pool.name.slice(of.length + 1);
    return { value: pool.name, name: short === "official" ? t("pool_official") : short === "demo" ? t("pool_demo") : short };
  });
  return html`<${Segments} label=${t("pool")} value=${value} options=${options} onPick=${onPick} />`;
}

/** @typedef {import("./games.js").Card} Card */

/** The cards in whose id, names and facts all words stand, those that begin with the first word before the others. @param {Iterable<Card>} cards @param {string} text @param {number} most @returns {Card[]} */
function find(cards, text, most) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  /** @type {Card[]} */
  const begins = [];
  /** @type {Card[]} */
  const others = [];
  for (const card of cards) {
    if (!words.every((word) => card.names.includes(word) || factsOf(card.data).join(" ").toLowerCase().includes(word))) continue;
    (words[0] && card.names.split("\n").some((name) => name.startsWith(words[0] ?? "")) ? begins : others).push(card);
    if (begins.length >= most) break;
  }
  return [...begins, ...others].slice(0, most);
}

/** Cards of a pool that fit what is typed; `null` until they are there. @param {string} of @param {string} pool @param {string} text @param {number} most */
export function useFound(of, pool, text, most) {
  const cards = useLoaded(() => cardsOf(of, pool), [of, pool, language.value]);
  return useMemo(() => (cards === null ? null : find(cards?.values() ?? [], text, most)), [cards, text, most]);
}

/** A line for a card in a list. @param {{card: import("./games.js").Card, onPick: () => void, current?: boolean}} props */
export const CardLine = ({ card, onPick, current }) =>
  html`<button type="button" class="card-row" data-card=${card.id} aria-current=${current ?? false} onClick=${onPick}>
    <b>${card.name}</b><code>${card.id}</code><span class="quiet">${factsOf(card.data).slice(0, 4).join(" · ")}</span>
  </button>`;

export function CardsPage() {
  const of = route.value.game;
  const pool = route.value.params.pool ?? usualPool(of);
  const text = useSignal(route.value.params.q ?? "");
  const id = route.value.arg;
  const found = useFound(of, pool, text.value, 80);
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
      <p class="quiet count" role="status">${found === null ? t("loading") : found.length ? "" : t("nothing_found")}</p>
      <ul class="rule-list">
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
      <${CardView} of=${of} pool=${pool} id=${id} />
    </section>`}
  </div>`;
}
