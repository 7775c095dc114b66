// The large answer: allowed or not, every reason with its rules, what is legal instead, what happens.

import { html, useSignal } from "./lib.js";
import { answeredBy, keptVersion } from "./keeper.js";
import { wide } from "./prefs.js";
import { say, t } from "./i18n.js";
import { board } from "./games.js";
import { Chips, Quoted } from "./rules.js";
import { CardView } from "./cards.js";

/**
 * A reason for people: a card is called by its name and place, and by its number only where these do not
 * tell it from another.
 * @param {any} refusal
 * @returns {string}
 */
export function tellOf({ message, named_cards: named }) {
  const cards = Object.values(named ?? {}).flat();
  const calls = cards.map((card) => JSON.stringify([card.name, card.place]));
  return cards.reduce((text, card, index) => (card.name && calls.every((call, other) => call !== calls[index] || cards[other].id === card.id) ? text.replaceAll(new RegExp(`#${card.id} (?=\\S)`, "g"), "") : text), message);
}

/** What happened, sentence by sentence; what an ability says stands where it first does something. @param {{events: any[]}} props */
export function Events({ events }) {
  const quoted = new Set();
  const isNew = (/** @type {string} */ said) => said && !quoted.has(said) && quoted.add(said);
  // What is about to happen and then does is one happening.
  const comes = (/** @type {any} */ event, /** @type {number} */ index) =>
    event.point !== "done" && events.slice(index + 1).some((later) => later.verb === event.verb && later.card?.id === event.card?.id && later.seat === event.seat);
  return html`<ol class="events">${events.filter((event, index) => !comes(event, index)).map(
    (event, index) => html`<li key=${index}>${event.text} ${event.cite && html`<${Chips} ids=${[event.cite]} />`}${isNew(event.ability_text) && html`<q class="ability">${event.ability_text}</q>`}</li>`,
  )}</ol>`;
}

/** What a table lacks that the one had from which it was set up. @param {{lost: unknown}} props */
export const Lost = ({ lost }) =>
  Array.isArray(lost) && lost.length > 0 && html`<div class="lost" role="status"><p class="warning">${t("lost")}</p><ul>${lost.map((one, index) => html`<li key=${index}>${String(one)}</li>`)}</ul></div>`;

/** Legal answers that read differently: of many that read alike one is enough, they differ in unknown cards. @param {any} asked @returns {{entry: any, text: string, ability?: string}[]} */
function linesOf(asked) {
  const lines = (asked.listing ?? []).map((/** @type {any} */ entry, /** @type {number} */ index) => ({ entry, text: asked.texts?.[index] ?? entry.type, ability: asked.ability_texts?.[index] }));
  const seen = new Set();
  const isNew = (/** @type {string} */ read) => !seen.has(read) && seen.add(read);
  return lines.filter((/** @type {any} */ line) => isNew(`${line.text}\n${line.ability ?? ""}`));
}

/** Who is asked where an act is disputed: the player of the act, or else the other. @param {any} said @param {number | null} seat */
export function askedInstead(said, seat) {
  const asked = (said.next ?? []).filter((/** @type {any} */ one) => one.listing);
  return asked.find((/** @type {any} */ one) => one.seat === seat) ?? asked[0] ?? null;
}

/** How many legal answers read differently; with a plus where not all are listed. @param {any} asked */
export const countOf = (asked) => `${linesOf(asked).length}${asked.complete ? "" : "+"}`;

/** Longer lists can be searched. */
const SEARCHED = 12;

/** Legal answers as buttons. @param {{asked: any, first?: string, onPick: (entry: any) => void}} props */
export function Listing({ asked, first, onPick }) {
  const all = useSignal(false);
  const text = useSignal("");
  const words = text.value.toLowerCase();
  const lines = linesOf(asked);
  const some = words ? lines.filter((line) => line.text.toLowerCase().includes(words)) : lines;
  some.sort((/** @type {any} */ a, /** @type {any} */ b) => Number(b.entry.type === first) - Number(a.entry.type === first));
  const shown = all.value ? some : some.slice(0, 6);
  return html`${lines.length > SEARCHED && html`<input type="search" placeholder=${t("search")} aria-label=${t("search")} value=${text.value} onInput=${(/** @type {any} */ event) => (text.value = event.target.value)} />`}
  <ul class="listing">
    ${shown.map((/** @type {any} */ line) => html`<li><button type="button" onClick=${() => onPick(line.entry)}>${line.text}${line.ability && html`<q class="ability">${line.ability}</q>`}</button></li>`)}
    ${some.length > shown.length && html`<li><button type="button" class="quiet-button" onClick=${() => (all.value = true)}>${t("all_n", { n: some.length })}</button></li>`}
  </ul>`;
}

/** What a table that says less was taken to hold, with the rules of the set-up. @param {{assumed: any[]}} props */
function Assumed({ assumed }) {
  if (!assumed.length) return null;
  const held = (/** @type {any} */ value) => (typeof value === "number" ? value : Object.values(value).reduce((/** @type {number} */ sum, count) => sum + count, 0));
  const line = (/** @type {any} */ one) => {
    const [, seat, field] = /players\/(\d)\/(.*)$/.exec(one.pointer) ?? ["", "", one.pointer];
    const zone = board.value?.zones.find((zone) => zone.position === field);
    return html`<li key=${one.pointer}>${"AB"[Number(seat)]} · ${zone ? say(zone.name) : field}: ${held(one.value)} <${Chips} ids=${one.cites} /></li>`;
  };
  return html`<details class="assumed"><summary>${t("assumed_n", { n: assumed.length })}</summary><ul>${assumed.map(line)}</ul></details>`;
}

/**
 * @param {{
 *   said: any, depends: boolean, sentence: string, onPick: (entry: any, seat: number) => void, children?: unknown, seat: number, cards: {id: string, name: string}[],
 *   game: string, pool: string, permits?: string, inexact?: unknown, assumed?: any[]
 * }} props
 */
export function Answer({ said, depends, sentence, onPick, children, seat, cards, game, pool, permits, inexact, assumed }) {
  const { illegal, not_judged: unjudged } = said;
  const kind = illegal ? "bad" : unjudged || depends ? "open" : "good";
  const ways = illegal ? said.tried : null;
  const word = t(illegal ? (ways?.count > 1 ? (ways.isNever ? "never" : "never_tried") : "not_allowed") : unjudged ? "not_judged" : depends ? "depends" : "allowed");
  const [first, ...others] = illegal?.refusals ?? [];
  const events = (said.trace ?? []).at(-1)?.events ?? [];
  // Of what is allowed the rule is quoted that permits it, or else the one by which something happens first.
  const cited = permits ?? events.find((/** @type {any} */ event) => event.cite)?.cite ?? said.outcome?.cites[0];
  const legal = askedInstead(said, seat);
  return html`<section class="verdict" aria-label=${word}>
    <div class=${`answer ${kind}`} role="status" data-verdict=${said.verdict}>
      <b>${word}</b>
      <p class="sentence">${sentence}</p>
      ${first && html`<p class="first-reason">${tellOf(first)}</p>`}
      ${unjudged && html`<p>${unjudged.message}</p>`}
    </div>
    ${inexact}
    ${first?.cites.map((/** @type {string} */ id) => html`<${Quoted} key=${id} id=${id} />`)}
    ${others.length > 0 && html`<h2 class="small">${t("and_also")}</h2>${others.map((/** @type {any} */ refusal) => html`<div class="reason"><p>${tellOf(refusal)}</p>${refusal.cites.map((/** @type {string} */ id) => html`<${Quoted} key=${id} id=${id} />`)}</div>`)}`}
    ${ways?.count > 1 && html`<details class="ways"><summary>${t(ways.isShared ? "ways_shared" : "ways_tried", { n: ways.count })}</summary>
      ${ways.others.map((/** @type {any} */ one) => html`<p key=${one.refusal.message}>${t("ways_refused", { n: one.count })} ${tellOf(one.refusal)} <${Chips} ids=${one.refusal.cites} /></p>`)}</details>`}
    ${unjudged?.cites?.map((/** @type {string} */ id) => html`<${Quoted} key=${id} id=${id} />`)}
    ${illegal && (legal?.listing?.length ? html`<details class="instead"><summary>${t("instead")} (${countOf(legal)})</summary><${Listing} asked=${legal} first=${illegal.action?.type} onPick=${(/** @type {any} */ one) => onPick(one, legal.seat)} /></details>` : html`<p class="quiet">${t("none_legal")}</p>`)}
    ${!illegal && !unjudged && events.length > 0 && html`<h2 class="small">${t("what_happens")}</h2><${Events} events=${events} />`}
    ${!illegal && !unjudged && cited && html`<${Quoted} id=${cited} />`}
    <p class="quiet restated">${t("restated")}</p>
    <${Assumed} assumed=${assumed ?? []} />
    ${!illegal && said.outcome && html`<p><b>${t("game_over")}</b> <${Chips} ids=${said.outcome.cites} /></p>`}
    ${!illegal && said.next?.length > 0 && html`<p class="quiet">${t("says", { who: t("then_asked"), what: said.next.map((/** @type {any} */ one) => one.text).join(" · ") })}</p>`}
    ${cards.map(({ id, name }) => html`<details class="spoken-of" key=${id} open=${wide.value}><summary>${name}</summary><${CardView} of=${game} pool=${pool} id=${id} /></details>`)}
    ${children}
    ${answeredBy.value && keptVersion.value && html`<p class="quiet answered-by" data-by=${answeredBy.value}>${t(answeredBy.value === "device" ? "by_device" : "by_service")}</p>`}
  </section>`;
}
