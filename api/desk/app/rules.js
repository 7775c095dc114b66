// Rules: chips that open one beside the board, the rule itself, and the search as one types.

import { html, signal, useEffect, useSignal } from "./lib.js";
import { part, read, readAll, search } from "./api.js";
import { become, go, href, route } from "./address.js";
import { language, LANGUAGES } from "./prefs.js";
import { t } from "./i18n.js";
import { copy, Marked, Sheet, Sign } from "./ui.js";
import { game } from "./games.js";

/** The rule that is open beside the page. @type {import("./lib.js").Signal<{game: string, id: string} | null>} */
export const openRule = signal(null);

/** @param {string} id @param {string} of */
export function showRule(id, of) {
  openRule.value = { game: of, id };
}

/** A rule by its number, which opens it. @param {{id: string, of?: string}} props */
export function Chip({ id, of }) {
  const book = of ?? route.value.game;
  return html`<button type="button" class="chip" data-rule=${id} onClick=${() => showRule(id, book)}><span class="visually-hidden">${t("rule")} </span>${ruleName(id)}</button>`;
}

/** Our rulings are named in the language of the page. @param {string} id */
export const ruleName = (id) => id.replace(/^ruling-/, `${t("kind_ruling")} `);

/** @param {{ids: string[], of?: string}} props */
export const Chips = ({ ids, of }) => html`<span class="chips">${ids.map((id) => html`<${Chip} key=${id} id=${id} of=${of} />`)}</span>`;

/** @param {string} of @param {string} id */
export const readRule = (of, id) => read(`/v1/games/${part(of)}/rules/${part(id)}`);

/** A rule by number with its text, as quoted in an answer. @param {{id: string, of?: string}} props */
export function Quoted({ id, of }) {
  const rule = useLoaded(() => readRule(of ?? route.value.game, id), [id, of, language.value]);
  return html`<blockquote class="quoted">
    <${Chip} id=${id} of=${of} />
    <p>${rule?.text ?? "…"}</p>
  </blockquote>`;
}

/** What a promise gives; nothing until then. @template T @param {() => Promise<T>} load @param {unknown[]} when @returns {T | null} */
export function useLoaded(load, when) {
  const value = useSignal(/** @type {any} */ (null));
  useEffect(() => {
    let stale = false;
    load().then((loaded) => !stale && (value.value = loaded), () => !stale && (value.value = null));
    return () => {
      stale = true;
    };
  }, when);
  return value.value;
}

/** @param {{of: string, id: string, onMove: (id: string) => void}} props */
export function RuleView({ of, id, onMove }) {
  const rule = useLoaded(() => readRule(of, id), [of, id, language.value]);
  const parent = useLoaded(async () => (rule?.parent ? readRule(of, rule.parent) : null), [rule?.parent, language.value]);
  if (!rule) return html`<p class="quiet">${t("loading")}</p>`;
  /** @param {string} to @param {string} [text] */
  const line = (to, text) =>
    html`<button type="button" class="rule-line" key=${to} onClick=${() => onMove(to)}><b>${ruleName(to)}</b><span>${text ?? ""}</span></button>`;
  return html`<article class="rule">
    <p class="rule-tags">
      <span class=${`tag ${rule.kind}`}>${t(/** @type {any} */ (`kind_${rule.kind}`))}</span>
      ${rule.ours && html`<span class="quiet">${t("ruling_note")}</span>`}
    </p>
    ${rule.question && html`<p class="rule-question"><b>${t("question")}</b> ${rule.question}</p>`}
    <p class="rule-text">${rule.text}</p>
    ${rule.reason && html`<p class="rule-reason"><b>${t("reason")}</b> ${rule.reason}</p>`}
    ${rule.parent && html`<section><h2 class="small">${t("above")}</h2>${line(rule.parent, parent?.text)}</section>`}
    ${rule.children.length > 0 && html`<section><h2 class="small">${t("below")}</h2>${rule.children.map((/** @type {string} */ child) => html`<${RuleLine} key=${child} of=${of} id=${child} onPick=${onMove} />`)}</section>`}
    <nav class="row spread" aria-label=${t("rule")}>
      ${rule.previous ? html`<button type="button" class="quiet-button" onClick=${() => onMove(rule.previous)}>‹ ${ruleName(rule.previous)}</button>` : html`<span></span>`}
      ${rule.next && html`<button type="button" class="quiet-button" onClick=${() => onMove(rule.next)}>${ruleName(rule.next)} ›</button>`}
    </nav>
    <details class="other-languages">
      <summary>${t("other_languages")}</summary>
      ${LANGUAGES.filter((tag) => tag !== language.value).map((tag) => html`<p key=${tag} lang=${tag}>${rule.texts[tag]}</p>`)}
    </details>
    <p><button type="button" class="quiet-button" onClick=${() => copy(`${location.origin}/rules/${part(of)}/${part(id)}`, t("link_copied"))}><${Sign} name="share" /> ${t("link_here")}</button></p>
  </article>`;
}

/** @param {{of: string, id: string, onPick: (id: string) => void}} props */
function RuleLine({ of, id, onPick }) {
  const rule = useLoaded(() => readRule(of, id), [of, id, language.value]);
  return html`<button type="button" class="rule-line" onClick=${() => onPick(id)}><b>${ruleName(id)}</b><span>${rule?.text ?? ""}</span></button>`;
}

/** The open rule, over the page. */
export function RuleSheet() {
  const open = openRule.value;
  if (!open) return null;
  return html`<${Sheet} title=${ruleName(open.id)} kind="side" onClose=${() => (openRule.value = null)}>
    <${RuleView} of=${open.game} id=${open.id} onMove=${(/** @type {string} */ id) => showRule(id, open.game)} />
  <//>`;
}

/** All rules of a game in the language of the page. @param {string} of @returns {Promise<any[]>} */
const allRules = (of) => readAll(`/v1/games/${part(of)}/rules?limit=500`, "rules");

/** What a rule is found by, worked out once. @type {WeakMap<any, string>} */
const searched = new WeakMap();

/** @param {any} rule */
function searchText(rule) {
  let all = searched.get(rule);
  if (all === undefined) {
    all = `${rule.id}\n${rule.text}\n${rule.question ?? ""}`.toLowerCase();
    searched.set(rule, all);
  }
  return all;
}

/** The words that are searched for; a ruling by its number as chips show it. @param {string} text */
const wordsOf = (text) => text.trim().replace(/^(?:r|ruling|裁定)[- ]?(\d+)$/i, "ruling-$1");

/** @param {any[]} rules @param {string} text */
function findRules(rules, text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const first = words[0] ?? "";
  const found = rules.filter((rule) => words.every((word) => searchText(rule).includes(word)));
  const rank = (/** @type {any} */ rule) => (rule.id.toLowerCase() === first ? 0 : rule.id.toLowerCase().startsWith(first) ? 1 : 2);
  return found.sort((a, b) => rank(a) - rank(b)).map((rule) => ({ ...rule, hits: words }));
}

/** How many lines are drawn at first. */
const LINES = 50;
const LINES_WHILE_TYPING = 15;

/** The rules that were found. Its props stay the same while one types, so it is drawn anew only for another result. @param {{of: string, id: string, text: import("./lib.js").Signal<string>, found: import("./lib.js").Signal<any>, most: import("./lib.js").Signal<number>}} props */
function Lines({ of, id, text, found, most }) {
  const { rules, said } = found.value;
  return html`<ul class="rule-list" data-said=${said}>
      ${rules.slice(0, most.value).map(
        (/** @type {any} */ rule) => html`<li key=${rule.id}>
          <button type="button" class="rule-line" aria-current=${rule.id === id} onClick=${() => go(href(of, "rules", rule.id, { q: text.value }))}>
            <b><${Marked} text=${ruleName(rule.id)} hits=${rule.hits} /></b>
            <span>
              ${rule.question && html`<em><${Marked} text=${rule.question} hits=${rule.hits} /></em> `}
              <${Marked} text=${rule.text} hits=${rule.hits} />
            </span>
          </button>
        </li>`,
      )}
    </ul>
    ${rules.length > most.value && html`<button type="button" onClick=${() => (most.value += 200)}>${t("more")}</button>`}`;
}

/** The search among rules, and one rule beside it. */
export function RulesPage() {
  const of = route.value.game;
  const text = useSignal(route.value.params.q ?? "");
  const found = useSignal(/** @type {{rules: any[], terms: any[], count: number, said: string}} */ ({ rules: [], terms: [], count: 0, said: "" }));
  const id = route.value.arg;
  // More are drawn when they are asked for: a long list would delay every letter.
  const most = useSignal(LINES);
  useEffect(() => {
    const words = wordsOf(text.value);
    most.value = words ? LINES_WHILE_TYPING : LINES;
    const stop = new AbortController();
    allRules(of).then((rules) => {
      if (stop.signal.aborted) return;
      const local = words ? findRules(rules, words) : rules;
      found.value = { rules: local, terms: [], count: local.length, said: words };
      if (!words || !navigator.onLine) return;
      // The service knows the words of the other languages, too.
      search(`/v1/games/${part(of)}/rules?limit=60&q=${part(words)}`, stop.signal).then(
        (answer) => answer.count > 0 && (found.value = { ...answer, said: words }),
        () => {},
      );
    });
    return () => stop.abort();
  }, [of, text.value, language.value]);
  /** @param {string} to */
  const open = (to) => go(href(of, "rules", to, { q: text.value }));
  const { rules, terms, count } = found.value;
  return html`<div class=${`lookup ${id ? "has-one" : ""}`}>
    <section class="lookup-list">
      <h1 class="visually-hidden">${t("rules_long")}</h1>
      <input
        type="search"
        class="big-search"
        placeholder=${t("search_rules")}
        aria-label=${t("search_rules_hint")}
        value=${text.value}
        onInput=${(/** @type {any} */ event) => {
          text.value = event.target.value;
          become(href(of, "rules", "", { q: text.value }));
        }}
      />
      <p class="quiet count" role="status">${rules.length ? t("results", { n: count }) : text.value ? t("nothing_found") : t("loading")} · ${t("edition", { edition: game.value?.edition ?? "" })}</p>
      ${terms.length > 0 &&
      html`<details class="terms"><summary>${t("terms")}</summary><dl>
        ${terms.slice(0, 6).map((term) => html`<dt>${[...new Set(LANGUAGES.map((tag) => term.terms[tag]))].filter(Boolean).join(" · ")}</dt><dd>${term.definition}</dd>`)}
      </dl></details>`}
      <${Lines} of=${of} id=${id} text=${text} found=${found} most=${most} />
    </section>
    ${id &&
    html`<section class="lookup-one" aria-label=${t("rule")}>
      <header class="row">
        <button type="button" class="plain narrow-only" onClick=${() => go(href(of, "rules", "", { q: text.value }))}>‹ ${t("back")}</button>
        <h1>${ruleName(id)}</h1>
      </header>
      <${RuleView} of=${of} id=${id} onMove=${open} />
    </section>`}
  </div>`;
}
