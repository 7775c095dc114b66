// A verdict as a page to print or to send: the dispute, the table, the decision with its rules, and the digests.

import { html, useEffect, useSignal } from "./lib.js";
import { send } from "./api.js";
import { route, unpack } from "./address.js";
import { language, wide } from "./prefs.js";
import { say, t } from "./i18n.js";
import { at, board, cardsOf, game } from "./games.js";
import { playersOf, pointerTo } from "./table.js";
import { copy } from "./ui.js";
import { Board, nameOf } from "./board.js";
import { Events, Lost, tellOf } from "./answer.js";
import { begun, SlipFields } from "./slip.js";
import { Code } from "./share.js";
import { wordOf } from "./form.js";
import { bookOf, inWords, Mark, Printed, ruleName, useLoaded } from "./rules.js";
import { CardView } from "./cards.js";

/** Every rule of an answer once, in its order; the one that permits what is allowed stands first. @param {any} said @param {any} permits @returns {string[]} */
function cited(said, permits) {
  const events = said.trace?.at(-1)?.events ?? [];
  const all = [...(said.rulings ?? []).flatMap((/** @type {any} */ ruling) => ruling.overruled.flatMap((/** @type {any} */ one) => one.refusals.flatMap((/** @type {any} */ refusal) => refusal.cites))), ...(said.illegal?.refusals ?? []).flatMap((/** @type {any} */ one) => one.cites), ...(said.not_judged?.cites ?? []), ...(said.outcome?.cites ?? []), ...(said.illegal ? [] : events.map((/** @type {any} */ event) => event.cite))];
  return [...new Set([said.verdict === "legal" && permits, ...all].filter((id) => typeof id === "string"))].slice(0, 24);
}

export function ReportPage() {
  const doc = useSignal(/** @type {any} */ (null));
  const before = useSignal(/** @type {any} */ (null));
  const said = useSignal(/** @type {any} */ (null));
  const wrong = useSignal("");
  const slip = useSignal(/** @type {import("./slip.js").Slip | null} */ (null));
  useEffect(() => {
    const stop = new AbortController();
    wrong.value = "";
    unpack(route.value.params.d).then((kept) => {
      if (stop.signal.aborted) return;
      doc.value = kept;
      if (!kept?.head || !Array.isArray(kept.actions)) {
        wrong.value = t("link_unreadable");
        return;
      }
      const replay = { ...kept.head, actions: kept.actions };
      Promise.all([
        send("/v1/verify?listing=12&digest=state", replay, stop.signal),
        send(`/v1/verify?abilities=text&listing=12&digest=state&trace=events&from=${kept.actions.length}`, { ...replay, actions: kept.act ? [...kept.actions, kept.act] : kept.actions }, stop.signal),
      ]).then(
        ([first, second]) => {
          before.value = first;
          said.value = second;
        },
        (error) => !stop.signal.aborted && (wrong.value = error.message),
      );
    });
    return () => stop.abort();
  }, [route.value.params.d, language.value]);
  const rules = useLoaded(async () => {
    const book = said.value ? await bookOf(route.value.game) : new Map();
    return said.value ? cited(said.value, doc.value?.permits).flatMap((id) => book.get(id) ?? []) : [];
  }, [said.value, language.value]);
  const pool = said.value?.pool ?? "";
  const cards = useLoaded(async () => {
    /** @type {string[]} */
    const ids = Array.isArray(doc.value?.cards) ? doc.value.cards : [];
    const all = ids.length > 0 && pool ? await cardsOf(route.value.game, pool) : new Map();
    return ids.flatMap((id) => all.get(id) ?? []);
  }, [doc.value, pool, language.value]);
  const desc = board.value;
  if (wrong.value) return html`<p class="answer open">${wrong.value}</p>`;
  if (!doc.value || !said.value || !before.value || !desc) return html`<p class="quiet center">${t("loading_log")}</p>`;
  const { illegal, not_judged: unjudged, outcome } = said.value;
  const names = playersOf(doc.value.head);
  const state = before.value.state;
  const act = doc.value.act;
  const decision = illegal ? t("not_allowed") : unjudged ? t("not_judged") : doc.value.depends ? t("depends") : act ? t("allowed") : said.value.verdict === "legal_with_rulings" ? t("log_legal_rulings") : t("log_legal");
  const events = said.value.trace?.at(-1)?.events ?? [];
  const filled = slip.value ?? begun(names);
  const digests = ["edition", "pool", "semantics", "accepted_digest", "log_digest", "replay_digest", "state_digest"];
  const plain = () =>
    [
      `${say(game.value?.title)} · ${decision}`,
      ...Object.entries(filled).filter((one) => one[1]).map(([name, text]) => `${t(/** @type {any} */ (`slip_${name}`))}: ${text}`),
      doc.value.sentence ?? "",
      ...(Array.isArray(doc.value.lost) && doc.value.lost.length > 0 ? [t("lost"), ...doc.value.lost.map(String)] : []),
      ...(illegal?.refusals ?? []).map((/** @type {any} */ one) => `${tellOf(one)} (${one.cites.join(", ")})`),
      unjudged?.message ?? "",
      ...(rules ?? []).map((rule) => `${ruleName(rule.id)}: ${inWords(rule.text)}${say(rule.printed) ? `\n  ${t("printed_mark")}: ${say(rule.printed)}` : ""}`),
      ...(illegal ? [] : events.map((/** @type {any} */ event) => `${event.text}${event.cite ? ` (${ruleName(event.cite)})` : ""}`)),
      ...digests.map((name) => `${name}: ${said.value[name]}`),
      location.href,
    ].filter(Boolean).join("\n");
  return html`<article class="report column">
    <div class="row no-print">
      <button type="button" class="primary" onClick=${() => print()}>${t("print")}</button>
      <button type="button" onClick=${() => copy(plain(), t("text_copied"))}>${t("copy_text")}</button>
    </div>
    <h1>${t("report_of", { game: say(game.value?.title) })}</h1>
    <p class="quiet">${new Date().toLocaleString(language.value)} · ${names.join(" – ")}</p>
    <${SlipFields} slip=${filled} onSlip=${(/** @type {import("./slip.js").Slip} */ next) => (slip.value = next)} />
    ${act && html`<h2>${t("the_dispute")}</h2><p class="rule-text">${!doc.value.sentence && html`${doc.value.actions.length + 1} `}${doc.value.sentence || t("says", { who: names[act.seat] ?? "", what: wordOf(act.type) })}</p>`}
    <h2>${t("the_decision")}</h2>
    <p class=${`answer ${illegal ? "bad" : unjudged || doc.value.depends ? "open" : "good"}`}><b>${decision}</b></p>
    ${(illegal?.refusals ?? []).map((/** @type {any} */ one) => html`<p>${tellOf(one)} <span class="quiet">(${one.cites.join(", ")})</span></p>`)}
    ${unjudged && html`<p>${unjudged.message}</p>`}
    ${outcome && html`<p>${outcome.winner === null || outcome.winner === undefined ? t("draw_result") : t("wins", { name: names[outcome.winner] ?? "" })}</p>`}
    ${(said.value.rulings ?? []).map((/** @type {any} */ ruling) => html`<p>${t("says", { who: `${ruling.at + 1} ${t("judge")}`, what: ruling.text })}</p>
      ${ruling.overruled.map((/** @type {any} */ one) => html`<p>${t("says", { who: t("log_illegal_at", { n: one.at + 1 }), what: one.refusals.map((/** @type {any} */ refusal) => refusal.message).join(" ") })} <span class="quiet">(${one.refusals.flatMap((/** @type {any} */ refusal) => refusal.cites).map(ruleName).join(t("comma"))})</span></p>`)}`)}
    ${rules && rules.length > 0 && html`<h2>${t("the_rules")}</h2>`}
    ${(rules ?? []).map((rule) => html`<blockquote class="quoted" key=${rule.id} data-rule=${rule.id}><b>${ruleName(rule.id)}</b> <${Mark} rule=${rule} /><p>${inWords(rule.text)}</p><${Printed} rule=${rule} /></blockquote>`)}
    ${rules && rules.length > 0 && html`<p class="quiet">${t("restated")}</p>`}
    ${cards && cards.length > 0 && html`<div class="no-print"><h2>${t("the_cards")}</h2>${cards.map((/** @type {import("./games.js").Card} */ card) => html`<section key=${card.id}><h3>${card.name}</h3><${CardView} of=${route.value.game} pool=${pool} id=${card.id} /></section>`)}</div>`}
    ${illegal?.legal?.texts?.length > 0 && html`<h2 class="no-print">${t("instead")}</h2><ul class="plain-list no-print">${[...new Set(illegal.legal.texts)].slice(0, 12).map((text) => html`<li>${text}</li>`)}</ul>`}
    ${!illegal && act && events.length > 0 && html`<h2>${t("what_happens")}</h2><${Events} events=${events} />`}
    ${state && html`<h2>${t("the_table")}</h2>
      <${Lost} lost=${doc.value.lost} />
      <p>${[at(state, "turn") ?? at(state, "round"), names[state.active], wordOf(state.step ?? state.phase ?? "")].filter((part) => part !== undefined && part !== "").join(" · ")}</p>
      <div class="report-board" inert=${!wide.value || undefined}><${Board} board=${desc} table=${state} kind="state" names=${names} nameOf=${nameOf} marked=${(/** @type {import("./table.js").Slot} */ slot) => say(pointerTo(desc, state, slot)?.name)} onSlot=${() => {}} onZone=${() => {}} /></div>`}
    <div class="report-link"><${Code} link=${location.href} /></div>
    <h2>${t("digests")}</h2>
    <dl class="digests">${digests.filter((name) => said.value[name]).map((name) => html`<dt>${name}</dt><dd><code>${said.value[name]}</code></dd>`)}</dl>
  </article>`;
}
