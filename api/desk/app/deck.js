// Deck check: the service reads a pasted list line by line, and every fault is shown at its line.

import { html, useEffect, useRef, useSignal } from "./lib.js";
import { send } from "./api.js";
import { become, href, pack, route, unpack } from "./address.js";
import { keepTyped, language, typed } from "./prefs.js";
import { say, t } from "./i18n.js";
import { board, cardsOf, usualPool } from "./games.js";
import { PoolPicker } from "./cards.js";
import { Chips } from "./rules.js";

/** @typedef {{line: number, text: string, read: {card?: string, n?: number, part: string, pointer: string} | null, unused: string[], near: string[]}} Line */

export function DeckPage() {
  const of = route.value.game;
  const pool = route.value.params.pool ?? usualPool(of);
  const text = useSignal(route.value.params.d ? "" : typed(`draft.${of}.deck`));
  const result = useSignal(/** @type {{cards: Map<string, import("./games.js").Card>, answer: any, problem: string} | null} */ (null));
  useEffect(() => {
    const { d } = route.value.params;
    if (!d) return;
    unpack(d).then((kept) => {
      text.value = String(kept?.text ?? "");
      if (text.value) check();
      else result.value = { cards: new Map(), answer: null, problem: t("link_unreadable") };
    });
  }, []);
  const checking = useRef(new AbortController());
  useEffect(() => () => checking.current.abort(), []);
  /** @param {string} [other] */
  async function check(other) {
    const from = other ?? pool;
    checking.current.abort();
    checking.current = new AbortController();
    const { signal: stop } = checking.current;
    try {
      const [cards, d] = await Promise.all([cardsOf(of, from), pack({ text: text.value })]);
      if (stop.aborted) return;
      become(href(of, "deck", "", { pool: from, d }));
      const answer = await send("/v1/decks/check", { game: of, pool: from, list: text.value }, stop);
      result.value = { cards, answer, problem: "" };
    } catch (error) {
      if (!stop.aborted) result.value = { cards: new Map(), answer: null, problem: /** @type {Error} */ (error).message };
    }
  }
  useEffect(() => {
    if (result.value) check();
  }, [language.value]);
  const shown = result.value;
  /** @type {Line[]} */
  const lines = shown?.answer?.lines ?? [];
  const faults = shown?.answer?.faults ?? [];
  /** @param {Line} line */
  const faultsAt = (line) =>
    faults.filter((/** @type {any} */ fault) => line.read && (fault.pointer === line.read.pointer || fault.pointer?.startsWith(`${line.read.pointer}/`)));
  const placed = new Set(lines.flatMap(faultsAt));
  const rest = faults.filter((/** @type {any} */ fault) => !placed.has(fault));
  const count = faults.length + lines.filter((line) => line.unused.length > 0).length;
  /** @param {string} id */
  const named = (id) => shown?.cards.get(id)?.name ?? id;
  /** @param {Line} line */
  const asRead = ({ text, read }) => (read?.card ? `${read.n} × ${named(read.card)}` : text);
  return html`<div class="column deck-page">
    <h1>${t("deck_long")}</h1>
    <${PoolPicker} of=${of} value=${pool} onPick=${(/** @type {string} */ next) => (shown ? check(next) : become(href(of, "deck", "", { pool: next })))} />
    <label class="field"><span>${t("deck_paste")}</span>
      <textarea rows="8" placeholder=${t("deck_hint")} value=${text.value} onInput=${(/** @type {any} */ event) => {
        text.value = event.target.value;
        keepTyped(`draft.${of}.deck`, text.value);
      }}></textarea>
    </label>
    <p class="quiet">${(board.value?.deck ?? []).map((section) => (section.default === undefined ? say(section.name) : `${say(section.name)} ${section.default}`)).join(" · ")}</p>
    <button type="button" class="primary" data-do="check" disabled=${!text.value.trim()} onClick=${() => check()}>${t("deck_check")}</button>
    ${shown &&
    html`<section role="status">
      ${shown.problem
        ? html`<p class="answer bad"><b>${t("failed")}</b> ${shown.problem}</p>`
        : html`<p class=${`answer ${count ? "bad" : "good"}`}><b>${count ? t("deck_bad", { n: count }) : t("deck_good")}</b></p>`}
      ${rest.length > 0 && html`<h2>${t("whole_deck")}</h2>${rest.map((/** @type {any} */ fault) => html`<p class="fault">${fault.message} <${Chips} ids=${fault.cites} /></p>`)}`}
      <h2>${t("deck_as_read")}</h2>
      <ol class="deck-lines">
        ${lines.map((line) => {
          const here = faultsAt(line);
          if (!line.text.trim()) return null;
          return html`<li key=${line.line} value=${line.line} class=${here.length || line.unused.length ? "bad" : ""}>
            <span>${asRead(line)}</span>
            ${line.unused.length > 0 && html`<p class="fault">${t("line_unused", { words: line.unused.join("  ") })}</p>`}
            ${line.near.length > 0 && html`<p class="quiet">${t("line_near", { names: line.near.map((id) => `${named(id)} (${id})`).join(", ") })}</p>`}
            ${here.map((/** @type {any} */ fault) => html`<p class="fault">${fault.message} <${Chips} ids=${fault.cites} /></p>`)}
          </li>`;
        })}
      </ol>
      ${(shown.answer?.not_exact ?? []).length > 0 &&
      html`<h2>${t("not_exact")}</h2><ul>${shown.answer.not_exact.map((/** @type {any} */ one) => html`<li><code>${one.card}</code> ${t(one.fidelity === "unsupported" ? "unsupported" : "approximate")}${one.lost && `: ${one.lost}`}</li>`)}</ul>`}
    </section>`}
  </div>`;
}
