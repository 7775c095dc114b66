// Rules: chips that open one beside the board, the rule itself, and the search as one types.

import { effect, html, signal, useEffect, useLayoutEffect, useSignal } from "./lib.js";
import { part, read, readAll, search } from "./api.js";
import { back, become, go, href, route } from "./address.js";
import { language, LANGUAGES } from "./prefs.js";
import { say, t } from "./i18n.js";
import { inScript } from "./script.js";
import { copy, Marked, notify, Sheet, Sign } from "./ui.js";
import { game } from "./games.js";

/** The rule that is open beside the page. @type {import("./lib.js").Signal<{game: string, id: string} | null>} */
export const openRule = signal(null);

/** @param {string} id @param {string} of */
export function showRule(id, of) {
  openRule.value = { game: of, id };
}

// It belongs to the page that it was opened on.
let openedOn = "";
effect(() => {
  const { game: of, page } = route.value;
  if (openedOn !== `${of} ${page}`) openRule.value = null;
  openedOn = `${of} ${page}`;
});

/** A rule by its number, which opens it; `reach` -1: by pointer only. @param {{id: string, of?: string, reach?: 0 | -1}} props */
export function Chip({ id, of, reach = 0 }) {
  const book = of ?? route.value.game;
  return html`<button type="button" class="chip" data-rule=${id} tabindex=${reach} onClick=${() => showRule(id, book)}><span class="visually-hidden">${t("rule")} </span>${ruleName(id)}</button>`;
}

/** A rule as the page names it: our rulings in its language, others in its script. @param {string} id */
export const ruleName = (id) => inScript(id, language.value).replace(/^ruling-/, `${t("kind_ruling")} `);

/** Rules of the books that were read, whose numbers have headings in them. @type {Set<string>} */
const headed = new Set();
/** Numbers of rules as texts name them: our rulings, and those with headings. */
let numbers = /\bruling-\w+/gu;

/** @param {Iterable<string>} ids */
function noteNumbers(ids) {
  for (const id of ids) if (/\p{Script=Han}/u.test(id)) headed.add(id);
  const longest = [...headed].sort((one, other) => other.length - one.length);
  numbers = new RegExp(["\\bruling-\\w+", ...longest.map((id) => id.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))].join("|"), "gu");
}

/** A text with the rules that it names as the page names them. @param {string | undefined} text */
export const inWords = (text) => (text ?? "").replace(numbers, ruleName);

/** @param {{ids: string[], of?: string, reach?: 0 | -1}} props */
export const Chips = ({ ids, of, reach }) => html`<span class="chips">${ids.map((id) => html`<${Chip} key=${id} id=${id} of=${of} reach=${reach} />`)}</span>`;

/** @typedef {{date: string | null, source: string}} Official an official answer to the question of a ruling */
/** @typedef {{id: string, kind: string, text: string, question?: string, reason?: string, parent: string | null, cites: string[], hits?: string[], matched?: string, printed?: Record<string, string>, confirmed_by?: Official[], differs_from?: Official[]}} Rule */

/** @type {Map<string, Promise<Map<string, Rule>>>} */
const books = new Map();

/** The rules and rulings of a game by their numbers, in a language. @param {string} of @param {string} [tag] @param {RequestInit} [more] @returns {Promise<Map<string, Rule>>} */
export function bookOf(of, tag = language.peek(), more = {}) {
  const key = `${tag} ${of}`;
  let book = books.get(key);
  if (!book) {
    book = readAll(`/v1/games/${part(of)}/rules?limit=500`, tag, more).then((pages) => {
      const rules = new Map(pages.flatMap((page) => page.rules.map((/** @type {Rule} */ rule) => [rule.id, rule])));
      noteNumbers(rules.keys());
      return rules;
    });
    books.set(key, book);
    book.catch(() => books.delete(key));
  }
  return book;
}

/** @param {string} of */
const useBook = (of) => useLoaded(() => bookOf(of), [of, language.value]);

/** A rule by number with its text, as quoted in an answer. @param {{id: string, of?: string}} props */
export function Quoted({ id, of }) {
  const book = useBook(of ?? route.value.game);
  const rule = book?.get(id);
  return html`<blockquote class="quoted">
    <${Chip} id=${id} of=${of} /> ${rule && html`<${Mark} rule=${rule} />`}
    ${rule?.question && html`<em>${inWords(rule.question)}</em>`}
    <p>${book === null ? t("loading_rules") : inWords(rule?.text) || t("nothing_found")}</p>
    <${Printed} rule=${rule} />
  </blockquote>`;
}

/** A rule of the book is restated here; a ruling is ours. @param {{rule: Rule}} props */
export const Mark = ({ rule }) => html`<span class="quiet small-mark">${t(rule.kind === "ruling" ? "ruling" : "restated_mark")}</span>`;

/**
 * The sentence that is printed in the book, where the organiser gave it to the service: in the language of the page, or
 * as it is there.
 * @param {{rule: Rule | undefined}} props
 */
export function Printed({ rule }) {
  const text = say(rule?.printed);
  if (!text) return null;
  const tag = Object.entries(rule?.printed ?? {}).find(([, one]) => one === text)?.[0];
  return html`<p class="printed"><span class="tag">${t("printed_mark")}</span> <span lang=${tag}>${text}</span></p>`;
}

/** What a promise gives: `null` until then, `undefined` where it fails. @template T @param {() => Promise<T>} load @param {unknown[]} when @returns {T | null | undefined} */
export function useLoaded(load, when) {
  const value = useSignal(/** @type {any} */ (null));
  useEffect(() => {
    let stale = false;
    // What was there belongs to another question.
    value.value = null;
    load().then(
      (loaded) => !stale && (value.value = loaded),
      (error) => {
        if (stale) return;
        value.value = undefined;
        notify(error.message);
      },
    );
    return () => {
      stale = true;
    };
  }, when);
  return value.value;
}

/** @param {{of: string, id: string, onMove: (id: string) => void}} props */
export function RuleView({ of, id, onMove }) {
  const book = useBook(of);
  // Another rule is read from its beginning.
  useLayoutEffect(() => document.querySelector("dialog[open] .sheet-body:has(.rule)")?.scrollTo(0, 0), [id]);
  if (book === null) return html`<p class="quiet">${t("loading_rules")}</p>`;
  const rule = book?.get(id);
  if (!book || !rule) return html`<p class="quiet">${t("nothing_found")}</p>`;
  // What stands around a rule is read off the list, which needs no network.
  const all = [...book.values()];
  const isRuling = rule.kind === "ruling";
  // Rules follow rules, and rulings follow rulings.
  const row = all.filter((other) => (other.kind === "ruling") === isRuling);
  const place = row.indexOf(rule);
  const [previous, next] = [row[place - 1], row[place + 1]];
  const near = new Set([rule.parent, ...all.flatMap((other) => (other.parent === id ? [other.id] : []))]);
  const citing = all.filter((other) => other.cites.includes(id));
  /** @type {[string, Rule[]][]} */
  const lists = [
    [t("above"), rule.parent ? [book.get(rule.parent) ?? []].flat() : []],
    [t("below"), all.filter((other) => other.parent === id)],
    [t("rulings_on_it"), citing.filter((other) => other.kind === "ruling")],
    [t("cites"), rule.cites.flatMap((cited) => (near.has(cited) ? [] : book.get(cited) ?? []))],
    [t("cited_by"), citing.filter((other) => other.kind !== "ruling" && !near.has(other.id))],
  ];
  return html`<article class="rule">
    <p class="rule-tags">
      <span class=${`tag ${rule.kind}`}>${t(/** @type {any} */ (`kind_${rule.kind}`))}</span>
      <span class="quiet small-mark">${t(isRuling ? "ruling_note" : "restated")}</span>
    </p>
    ${isRuling && html`<${OfficialAnswers} rule=${rule} />`}
    ${rule.question && html`<p class="rule-question"><b>${t("question")}</b> ${inWords(rule.question)}</p>`}
    <p class="rule-text">${inWords(rule.text)}</p>
    <${Printed} rule=${rule} />
    ${rule.reason && html`<p class="rule-reason"><b>${t("reason")}</b> ${inWords(rule.reason)}</p>`}
    ${lists.map(([heading, rules]) => rules.length > 0 && html`<section key=${heading}><h2 class="small">${heading}</h2>${rules.map((one) => html`<${RuleLine} key=${one.id} rule=${one} onPick=${onMove} />`)}</section>`)}
    <nav class="row spread" aria-label=${t("rule")}>
      ${previous ? html`<button type="button" class="quiet-button" data-rule=${previous.id} onClick=${() => onMove(previous.id)}>‹ ${ruleName(previous.id)}</button>` : html`<span></span>`}
      ${next && html`<button type="button" class="quiet-button" data-rule=${next.id} onClick=${() => onMove(next.id)}>${ruleName(next.id)} ›</button>`}
    </nav>
    <${Shown} key=${`shown ${of} ${id}`} of=${of} id=${id} />
    <${OtherLanguages} key=${`${of} ${id}`} of=${of} id=${id} />
    <p><button type="button" class="quiet-button" onClick=${() => copy(new URL(`rules/${part(of)}/${part(id)}`, document.baseURI).href, t("link_copied"))}><${Sign} name="share" /> ${t("link_here")}</button></p>
  </article>`;
}

/** @param {Rule} rule */
const isOursAlone = (rule) => rule.kind === "ruling" && !rule.confirmed_by && !rule.differs_from;

/** The rules of a list, or only the rulings without an official answer. @param {Rule[]} rules @param {boolean} oursAlone */
const listed = (rules, oursAlone) => (oursAlone ? rules.filter(isOursAlone) : rules);

/** What the publisher says about the question of a ruling. @param {{rule: Rule}} props */
function OfficialAnswers({ rule }) {
  if (isOursAlone(rule)) return html`<p class="quiet">${t("ours_alone")}</p>`;
  const line = (/** @type {string} */ heading) => (/** @type {Official} */ { date, source }) => html`<li key=${source}>${heading}: ${inWords(source)}${date && ` (${date})`}</li>`;
  return html`<ul class="plain-list">${(rule.confirmed_by ?? []).map(line(t("confirmed_by")))}${(rule.differs_from ?? []).map(line(t("differs_from")))}</ul>`;
}

/** How the judge is seen to apply a rule, and the cases that cite it: fetched when they are asked for. @param {{of: string, id: string}} props */
function Shown({ of, id }) {
  const open = useSignal(false);
  const rule = useLoaded(async () => (open.value ? read(`/v1/games/${part(of)}/rules/${part(id)}`) : undefined), [of, id, language.value, open.value]);
  return html`<details class="shown-by" onToggle=${(/** @type {any} */ event) => (open.value = event.target.open)}>
    <summary>${t("shown_by")}</summary>
    ${rule?.proofs.length > 0 && html`<ul class="plain-list">${rule.proofs.map((/** @type {{case: string, proof: string}} */ { case: name, proof }) => html`<li key=${name + proof}>${t(/** @type {any} */ (`proof_${proof}`))} (${name})</li>`)}</ul>`}
    ${rule?.cases.length > 0 && html`<p class="quiet">${t("cases_of_rule")}: ${rule.cases.join(", ")}</p>`}
    ${rule && rule.proofs.length + rule.cases.length === 0 && html`<p class="quiet">${t("shown_by_none")}</p>`}
  </details>`;
}

/** A rule in the languages that the page is not in, fetched when they are asked for. @param {{of: string, id: string}} props */
function OtherLanguages({ of, id }) {
  const open = useSignal(false);
  const tags = LANGUAGES.filter((tag) => tag !== language.value);
  const rules = useLoaded(async () => (open.value ? Promise.all(tags.map(async (tag) => ({ tag, ...(await bookOf(of, tag)).get(id) }))) : []), [of, id, language.value, open.value]);
  return html`<details class="other-languages" onToggle=${(/** @type {any} */ event) => (open.value = event.target.open)}>
    <summary>${t("other_languages")}</summary>
    ${(rules ?? []).map(({ tag, question, text, reason, printed }) => html`<p key=${tag} lang=${tag}>${[question, text, reason].filter(Boolean).join(" ")}</p>${printed?.[tag] && html`<p class="printed"><span class="tag">${t("printed_mark")}</span> <span lang=${tag}>${printed[tag]}</span></p>`}`)}
  </details>`;
}

/** @param {{rule: Rule, onPick: (id: string) => void}} props */
export const RuleLine = ({ rule, onPick }) =>
  html`<button type="button" class="rule-line" data-rule=${rule.id} onClick=${() => onPick(rule.id)}><b>${ruleName(rule.id)}</b><span>${inWords(rule.question ?? rule.text)}</span></button>`;

/** The open rule, over the page. */
export function RuleSheet() {
  const open = openRule.value;
  if (!open) return null;
  return html`<${Sheet} title=${ruleName(open.id)} kind="side" onClose=${() => (openRule.value = null)}>
    <${RuleView} of=${open.game} id=${open.id} onMove=${(/** @type {string} */ id) => showRule(id, open.game)} />
  <//>`;
}

/** What a rule is found by, worked out once. @type {WeakMap<any, string>} */
const searched = new WeakMap();

/** @param {any} rule */
function searchText(rule) {
  let all = searched.get(rule);
  if (all === undefined) {
    all = `${rule.id}\n${ruleName(rule.id)}\n${rule.text}\n${rule.question ?? ""}`.toLowerCase();
    searched.set(rule, all);
  }
  return all;
}

/** The words that are searched for; a ruling by its number as chips show it. @param {string} text */
const wordsOf = (text) => text.trim().replace(/^(?:r|ruling|裁定)[- ]?(\d+)$/i, "ruling-$1");

/** @param {Rule[]} rules @param {string} text */
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

/** The rules that were found. Its props stay the same while one types, so it is drawn anew only for another result. @param {{of: string, id: string, text: import("./lib.js").Signal<string>, found: import("./lib.js").Signal<any>, most: import("./lib.js").Signal<number>, oursAlone: import("./lib.js").Signal<boolean>}} props */
function Lines({ of, id, text, found, most, oursAlone }) {
  const { said } = found.value;
  const rules = listed(found.value.rules, oursAlone.value);
  return html`<ul class="rule-list" data-said=${said}>
      ${rules.slice(0, most.value).map(
        (/** @type {any} */ rule) => html`<li key=${rule.id}>
          <button type="button" class="rule-line" aria-current=${rule.id === id} onClick=${() => go(href(of, "rules", rule.id, { q: text.value }))}>
            <b><${Marked} text=${ruleName(rule.id)} hits=${rule.hits} /></b>
            <span>
              ${rule.matched && html`<q><${Marked} text=${rule.matched} hits=${rule.hits} /></q> `}
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
  const oursAlone = useSignal(false);
  // More are drawn when they are asked for: a long list would delay every letter.
  const most = useSignal(LINES);
  useEffect(() => {
    const words = wordsOf(text.value);
    most.value = words ? LINES_WHILE_TYPING : LINES;
    const stop = new AbortController();
    bookOf(of).then((book) => {
      if (stop.signal.aborted) return;
      const rules = [...book.values()];
      const local = words ? findRules(rules, words) : rules;
      found.value = { rules: local, terms: [], count: local.length, said: words };
      if (!words || !navigator.onLine) return;
      // The service knows the words of the other languages, too.
      search(`/v1/games/${part(of)}/rules?limit=500&q=${part(words)}`, stop.signal).then(
        (answer) => answer.count > 0 && (found.value = { ...answer, said: words }),
        // What was found here stands.
        (error) => !stop.signal.aborted && notify(error.message),
      );
    }, (error) => !stop.signal.aborted && notify(error.message));
    return () => stop.abort();
  }, [of, text.value, language.value]);
  // A step back in the history says another text.
  useEffect(() => {
    text.value = route.value.params.q ?? "";
  }, [route.value.params.q]);
  /** @param {string} to */
  const open = (to) => go(href(of, "rules", to, { q: text.value }));
  const { terms } = found.value;
  const rules = listed(found.value.rules, oursAlone.value);
  const count = oursAlone.value ? rules.length : found.value.count;
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
      <p class="quiet count" role="status">${rules.length ? t("results", { n: count }) : text.value ? t("nothing_found") : t("loading_rules")} · ${t("edition", { edition: game.value?.edition ?? "" })}</p>
      ${terms.length > 0 &&
      html`<details class="terms"><summary>${t("terms")}</summary><dl>
        ${terms.slice(0, 6).map((term) => html`<dt>${[...new Set(LANGUAGES.map((tag) => term.terms[tag]))].filter(Boolean).join(" · ")}</dt><dd>${term.definition}</dd>`)}
      </dl></details>`}
      <label class="check"><input type="checkbox" checked=${oursAlone.value} onChange=${(/** @type {any} */ event) => (oursAlone.value = event.target.checked)} /> ${t("only_ours")}</label>
      <${Lines} of=${of} id=${id} text=${text} found=${found} most=${most} oursAlone=${oursAlone} />
    </section>
    ${id &&
    html`<section class="lookup-one" aria-label=${t("rule")}>
      <header class="row">
        <button type="button" class="plain narrow-only" onClick=${() => back(href(of, "rules", "", { q: text.value }))}>‹ ${t("back")}</button>
        <h1 data-rule=${id}>${ruleName(id)}</h1>
      </header>
      <${RuleView} of=${of} id=${id} onMove=${open} />
    </section>`}
  </div>`;
}
