// Compare two accounts of one game: side by side where they part, with what each is worth there.

import { html, useEffect, useSignal } from "./lib.js";
import { send } from "./api.js";
import { become, go, href, pack, route, unpack } from "./address.js";
import { keepTyped, language, typed } from "./prefs.js";
import { t } from "./i18n.js";
import { FileButton } from "./ui.js";
import { Chips } from "./rules.js";
import { wordOf } from "./form.js";
import { againstGame, parsed } from "./pasted.js";
import { playersOf } from "./table.js";

/** How many entries before the difference are shown. */
const BEFORE = 4;
/** And from it on. */
const AFTER = 5;

/** @param {string} text @returns {any} */
function readLog(text) {
  const value = parsed(text);
  if (Array.isArray(value)) return { actions: value };
  if (!Array.isArray(value?.actions)) throw new Error(t("log_no_log"));
  return value;
}

/** Whether two values of JSON are the same, in whatever order their fields stand. @param {any} one @param {any} other @returns {boolean} */
function alike(one, other) {
  if (one === null || other === null || typeof one !== "object" || typeof other !== "object") return one === other;
  const fields = Object.keys(one);
  return Array.isArray(one) === Array.isArray(other) && fields.length === Object.keys(other).length && fields.every((field) => Object.hasOwn(other, field) && alike(one[field], other[field]));
}

export function ComparePage() {
  const { game, params: { d } } = route.value;
  const drafts = [1, 2].map((nth) => `draft.${game}.compare.${nth}`);
  const texts = drafts.map((name) => useSignal(typed(name)));
  const wrong = useSignal("");
  const both = useSignal(/** @type {any} */ (null));
  const tries = useSignal(0);
  // The address says what is compared.
  useEffect(() => {
    const stop = new AbortController();
    both.value = null;
    wrong.value = "";
    if (d) compare(d, stop.signal).catch((error) => !stop.signal.aborted && (wrong.value = error.message));
    return () => stop.abort();
  }, [d, language.value, tries.value]);
  /** @param {string} packed @param {AbortSignal} stop */
  async function compare(packed, stop) {
    const kept = await unpack(packed);
    if (!kept?.head || !Array.isArray(kept.logs)) throw new Error(t("link_unreadable"));
    const { head, logs } = /** @type {{head: any, logs: any[][]}} */ (kept);
    const answer = await send("/v1/compare", { header: head, logs }, stop);
    const from = Math.max(0, answer.common - BEFORE);
    const traced = await Promise.all(logs.map((actions) => send(`/v1/verify?trace=events&listing=0&from=${from}&to=${answer.common + AFTER}`, { ...head, actions }, stop)));
    if (!stop.aborted) both.value = { head, logs, answer, traced, from };
  }
  /** @param {number} index @param {string} text */
  function put(index, text) {
    const [signal, name] = [texts[index], drafts[index]];
    if (signal) signal.value = text;
    if (name) keepTyped(name, text);
  }
  function start() {
    try {
      const [first, second] = texts.map((text) => readLog(text.value));
      const [{ actions: _, ...head }, { actions: _others, ...other }] = first.game ? [first, second] : [second, first];
      // A list of entries alone is an account of the other's game.
      const fields = [...new Set([...Object.keys(head), ...Object.keys(other)])].filter((field) => !alike(head[field], other[field]));
      if (other.game && fields.length > 0) {
        wrong.value = t("headers_differ", { fields: fields.join(t("comma")) });
        return;
      }
      wrong.value = head.game === undefined ? t("log_no_log") : againstGame(head.game);
      if (wrong.value) return;
      pack({ head, logs: [first.actions, second.actions] }).then((d) => {
        tries.value += 1;
        become(href(game, "compare", "", { d }));
      });
    } catch (error) {
      wrong.value = /** @type {Error} */ (error).message;
    }
  }
  if (both.value) return html`<${Both} both=${both.value} onAgain=${() => become(href(game, "compare"))} />`;
  if (d && !wrong.value) return html`<p class="quiet center">${t("comparing")}</p>`;
  return html`<div class="column">
    <h1>${t("compare_long")}</h1>
    <div class="two">
      ${texts.map(
        (text, index) => html`<div key=${index}><label class="field"><span>${t("account", { n: index + 1 })}</span>
          <textarea rows="7" value=${text.value} onInput=${(/** @type {any} */ event) => put(index, event.target.value)}></textarea>
        </label><${FileButton} label=${`${t("log_file")} ${index + 1}`} onText=${(/** @type {string} */ read) => put(index, read)} /></div>`,
      )}
    </div>
    ${wrong.value && html`<p class="fault" role="alert">${wrong.value}</p>`}
    <button type="button" class="primary" data-do="compare" disabled=${texts.some((text) => !text.value.trim())} onClick=${start}>${t("compare")}</button>
  </div>`;
}

/** @param {{both: any, onAgain: () => void}} props */
function Both({ both, onAgain }) {
  const { head, logs, answer, traced, from } = both;
  const names = playersOf(head);
  const same = answer.difference === null;
  return html`<div>
    <h1>${t("compare_long")}</h1>
    <p class=${`answer ${same ? "good" : "open"}`} role="status"><b>${same ? t("accounts_same") : t("accounts_part", { n: answer.common + 1 })}</b></p>
    <div class="two">
      ${logs.map((/** @type {any[]} */ actions, /** @type {number} */ which) => {
        const verdict = answer.verdicts[which];
        const word = verdict.illegal ? t("log_illegal_at", { n: (verdict.illegal.at ?? 0) + 1 }) : verdict.not_judged ? t("not_judged") : t("log_legal");
        const steps = (traced[which].trace ?? []).filter((/** @type {any} */ step) => step.action);
        return html`<section class="panel" key=${which}>
          <h2>${t("account", { n: which + 1 })} · ${actions.length}</h2>
          <p class=${`answer ${verdict.illegal ? "bad" : verdict.not_judged ? "open" : "good"}`}><b>${word}</b></p>
          ${(verdict.illegal?.refusals ?? []).map((/** @type {any} */ one) => html`<p class="fault">${one.message} <${Chips} ids=${one.cites} /></p>`)}
          <ol class="narration compared">
            ${actions.slice(from, answer.common + AFTER).map((action, offset) => {
              const at = from + offset;
              const step = steps[offset];
              return html`<li key=${at} class=${at === answer.common ? "parts" : ""}><p class="narration-entry"><span class="narration-number">${at + 1}</span> <b>${names[action.seat] ?? t("judge")}</b> ${wordOf(action.type)}</p>
                ${step?.events.length > 0 && html`<p class="narration-short">${step.events.map((/** @type {any} */ event) => event.text).join("; ")}</p>`}</li>`;
            })}
            ${actions.length <= answer.common && html`<li class="parts"><p class="narration-entry">${t("account_ends")}</p></li>`}
          </ol>
          <button type="button" onClick=${async () => go(href(route.value.game, "log", "", { at: String(answer.common), d: await pack({ head, actions }) }))}>${t("log_long")}</button>
        </section>`;
      })}
    </div>
    <p><button type="button" onClick=${onAgain}>${t("again_compare")}</button></p>
  </div>`;
}
