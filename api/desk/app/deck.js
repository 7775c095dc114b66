// Deck check: a pasted list is read line by line, and every fault is shown at its line.

import { html, useEffect, useRef, useSignal } from "./lib.js";
import { send } from "./api.js";
import { become, href, pack, route, unpack } from "./address.js";
import { keepTyped, language, typed } from "./prefs.js";
import { say, t } from "./i18n.js";
import { at, board, cardsOf, usualPool } from "./games.js";
import { PoolPicker } from "./cards.js";
import { Chips } from "./rules.js";

/** @typedef {{text: string, fault?: string, names?: string, pointer?: string, name?: string}} Line */

/** The first section that takes a card. @param {any[]} sections @param {any} data */
const sectionFor = (sections, data) =>
  sections.find((section) => section.where && section.where.is.includes(String(at(data, section.where.path)))) ??
  sections.find((section) => section.form === "lines" && !section.where);

/** A pasted list as a deck. @param {string} text @param {any[]} sections @param {Map<string, import("./games.js").Card>} cards */
export function readDeck(text, sections, cards) {
  /** @type {Record<string, any>} */
  const deck = {};
  /** @type {Line[]} */
  const lines = [];
  /** @type {Map<string, import("./games.js").Card[]>} */
  const named = new Map();
  for (const card of cards.values())
    for (const name of card.names.split("\n")) named.set(name, [...(named.get(name) ?? []), card]);
  let heading = null;
  for (const raw of text.split(/\r?\n/)) {
    const line = raw.trim();
    const bare = line.replace(/[#\[\]【】*:：()（）\d]/g, "").trim().toLowerCase();
    if (line === "" || line.startsWith("//")) {
      lines.push({ text: raw });
      continue;
    }
    const titled = sections.find((section) => [section.field, ...Object.values(section.name)].some((name) => String(name).toLowerCase() === bare));
    if (titled && titled.form !== "value") {
      heading = titled;
      lines.push({ text: raw, name: `— ${say(titled.name)}` });
      continue;
    }
    const value = line.match(/^([^:：]+)[:：]\s*(.+)$/);
    const said = value && sections.find((section) => section.form === "value" && [section.field, ...Object.values(section.name)].some((name) => String(name).toLowerCase() === (value[1] ?? "").trim().toLowerCase()));
    if (said && value) {
      const word = (value[2] ?? "").trim();
      deck[said.field] = /^\d+$/.test(word) ? Number(word) : word;
      lines.push({ text: raw, name: `${say(said.name)} ${word}`, pointer: `/deck/${said.field}` });
      continue;
    }
    const counted = line.match(/^(\d+)\s*[x×*]?\s+(.+)$/i) ?? line.match(/^(.+?)\s*[x×*]\s*(\d+)$/i)?.toSpliced(1, 2, line.replace(/^.*[x×*]\s*/i, ""), line.replace(/\s*[x×*]\s*\d+$/i, ""));
    const n = counted ? Number(counted[1]) : 1;
    const word = (counted ? counted[2] : line)?.trim() ?? "";
    const found = named.get(word.toLowerCase()) ?? named.get((word.split(/\s+/)[0] ?? "").toLowerCase()) ?? [];
    if (!Number.isSafeInteger(n) || n < 1 || n > 999) {
      lines.push({ text: raw, fault: "line_unread" });
      continue;
    }
    if (found.length !== 1) {
      const names = found.map((card) => card.id).join(", ");
      lines.push({ text: raw, fault: found.length ? "line_several" : "line_unknown", names });
      continue;
    }
    const [card] = /** @type {[import("./games.js").Card]} */ (found);
    const section = heading ?? sectionFor(sections, card.data) ?? sections[0];
    const list = (deck[section.field] ??= []);
    const pointer = `/deck/${section.field}/${list.length}`;
    if (section.form === "ids") for (let i = 0; i < n; i += 1) list.push(card.id);
    else list.push({ card: card.id, n });
    lines.push({ text: raw, name: `${n} × ${card.name}`, pointer });
  }
  return { deck, lines };
}

export function DeckPage() {
  const of = route.value.game;
  const pool = route.value.params.pool ?? usualPool(of);
  const text = useSignal(route.value.params.d ? "" : typed(`draft.${of}.deck`));
  const result = useSignal(/** @type {{lines: Line[], answer: any, problem: string} | null} */ (null));
  useEffect(() => {
    const { d } = route.value.params;
    if (!d) return;
    unpack(d).then((kept) => {
      text.value = String(kept?.text ?? "");
      if (text.value) check();
      else result.value = { lines: [], answer: null, problem: t("link_unreadable") };
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
      const { deck, lines } = readDeck(text.value, board.value?.deck ?? [], cards);
      become(href(of, "deck", "", { pool: from, d }));
      const answer = await send("/v1/decks/check", { game: of, pool: from, deck }, stop);
      result.value = { lines, answer, problem: "" };
    } catch (error) {
      if (!stop.aborted) result.value = { lines: [], answer: null, problem: /** @type {Error} */ (error).message };
    }
  }
  useEffect(() => {
    if (result.value) check();
  }, [language.value]);
  const shown = result.value;
  const faults = shown?.answer?.faults ?? shown?.answer?.refusals ?? [];
  const unread = shown?.lines.filter((line) => line.fault).length ?? 0;
  /** @param {Line} line */
  const faultsAt = (line) => (line.pointer ? faults.filter((/** @type {any} */ fault) => fault.pointer === line.pointer || fault.pointer?.startsWith(`${line.pointer}/`)) : []);
  const placed = new Set(shown?.lines.flatMap(faultsAt));
  const rest = faults.filter((/** @type {any} */ fault) => !placed.has(fault));
  const count = faults.length + unread;
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
        ${shown.lines.map((line, index) => {
          const here = faultsAt(line);
          if (!line.text.trim()) return null;
          return html`<li key=${index} value=${index + 1} class=${here.length || line.fault ? "bad" : ""}>
            <span>${line.name ?? line.text}</span>
            ${line.fault && html`<p class="fault">${t(/** @type {any} */ (line.fault), { names: line.names ?? "" })}</p>`}
            ${here.map((/** @type {any} */ fault) => html`<p class="fault">${fault.message} <${Chips} ids=${fault.cites} /></p>`)}
          </li>`;
        })}
      </ol>
      ${(shown.answer?.not_exact ?? []).length > 0 &&
      html`<h2>${t("not_exact")}</h2><ul>${shown.answer.not_exact.map((/** @type {any} */ one) => html`<li><code>${one.card}</code> ${t(one.fidelity === "unsupported" ? "unsupported" : "approximate")}${one.lost && `: ${one.lost}`}</li>`)}</ul>`}
    </section>`}
  </div>`;
}
