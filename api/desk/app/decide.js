// Decide a dispute: set the table up by tapping, choose the act, read the answer.

import { html, signal, useEffect, useLayoutEffect, useSignal } from "./lib.js";
import { part, read, send } from "./api.js";
import { go, href, pack, route } from "./address.js";
import { kept, language, wide } from "./prefs.js";
import { say, t } from "./i18n.js";
import { actionSchema, at, board, cardsOf, usualPool } from "./games.js";
import { announce, download, FileButton, notify, Sign } from "./ui.js";
import { PoolPicker } from "./cards.js";
import { Chips, useLoaded } from "./rules.js";
import { Board } from "./board.js";
import { Answer, Listing, Lost, tellOf } from "./answer.js";
import { caseFile, poolFile, readCase } from "./casefile.js";
import { forgetAll, noteOn, openOne, recent } from "./recent.js";
import { actKinds, Field, isWhole, kindOf, wordOf } from "./form.js";
import { plain } from "./names.js";
import { cardAt, freePlace, holds, playersOf, pointerTo } from "./table.js";
import { answer, asTranscribed, begin, beginWith, change, dispute, entry, names, offered, open, openFields, pool, poolName, position, shown, trouble, undo, undoable, verdict, way } from "./dispute.js";
import { cardsSpokenOf, choose, isLegalPick, mentions, nameOf, namesUnknown, pick, picked, picking, same, sentence, setAct, sheet, show, taken, valueOf } from "./acts.js";
import { Sheets } from "./sheets.js";
import { RoundTimer } from "./slip.js";
import { againstWriting } from "./reading.js";

/** @typedef {import("./table.js").Slot} Slot */

/** Whose half of the board is the near one. */
const facing = signal(0);

export function DecidePage() {
  // Before anything can be tapped: later it would undo a first tap on a slow device.
  useLayoutEffect(() => {
    open();
  }, [route.value.params.d, route.value.game]);
  useEffect(() => {
    const onKey = (/** @type {KeyboardEvent} */ event) => {
      if ((event.ctrlKey || event.metaKey) && event.key === "z" && !(event.target instanceof HTMLElement && event.target.closest("input, textarea"))) {
        event.preventDefault();
        undo();
      }
      if (event.key === "Escape" && picking.value) picking.value = null;
    };
    addEventListener("keydown", onKey);
    return () => {
      removeEventListener("keydown", onKey);
      picking.value = null;
      sheet.value = null;
    };
  }, []);
  if (!dispute.value || dispute.value.head.game !== route.value.game) {
    if (!route.value.params.d) return html`<${Begin} />`;
    return trouble.value ? html`<p class="answer open">${trouble.value.message}</p>` : html`<p class="quiet center">${t("loading_table")}</p>`;
  }
  return html`<div class="desk-page">
    <h1 class="visually-hidden">${t("decide_long")}</h1>
    <div class="desk-side"><${Tools} /><${Lost} lost=${dispute.value.lost} /><${Answering} /></div>
    <div class="desk-board"><${Table} /></div>
    <${Picking} />
    <${Sheets} />
  </div>`;
}

/** The first choice: which cards, which table. */
function Begin() {
  const of = route.value.game;
  const from = route.value.params.pool ?? usualPool(of);
  const draft = /** @type {any} */ (kept(`draft.${of}.decide`));
  return html`<div class="column">
    <h1>${t("begin_with")}</h1>
    <p class="quiet">${t("begin_says")}</p>
    ${draft?.d && html`<p><a class="deed" href=${href(of, "decide", "", { d: draft.d })}><span class="deed-icon"><${Sign} name="back" /></span><b>${t("go_on_with")}</b></a></p>`}
    <${PoolPicker} of=${of} value=${from} onPick=${(/** @type {string} */ next) => go(href(of, "decide", "", { pool: next }))} />
    <div class="row">
      <${FileButton} label=${t("open_case")} accept=".yaml,.yml,.json" onTexts=${(/** @type {string[]} */ texts) => {
        const saved = readCase(texts);
        if (!saved) notify(t("case_unreadable"));
        else if (saved.head.game === of) beginWith(saved);
        else pack(saved).then((d) => go(href(saved.head.game, "decide", "", { d })));
      }} />
    </div>
    <ul class="deeds">
      ${(board.value?.templates ?? []).map((template) => html`<li key=${template.id}><button type="button" class="deed" data-template=${template.id} onClick=${() => begin(template, from)}><b>${say(template.name)}</b></button></li>`)}
    </ul>
    <${Recents} of=${of} />
  </div>`;
}

/** What the judge said, in a word. @type {Record<string, "allowed" | "not_allowed" | "not_judged">} */
const WORDS = { legal: "allowed", illegal: "not_allowed", not_judged: "not_judged" };

/** The last disputes of this device in this game. @param {{of: string}} props */
function Recents({ of }) {
  const list = recent.value.filter((one) => one.game === of);
  if (list.length === 0) return null;
  return html`<section class="recents"><h2>${t("last_disputes")}</h2>
    <ul class="rule-list">${list.map((one) => html`<li key=${one.d}><a class="card-row" href=${href(of, "decide", "", { d: one.d })}>
      <b>${t("says", { who: "AB"[one.seat] ?? "", what: wordOf(one.type) })}</b><span>${t(WORDS[one.verdict] ?? "not_judged")}</span>
      <span class="quiet">${[one.table && `${t("table_number")} ${one.table}`, one.note, new Date(one.at).toLocaleString(language.value)].filter(Boolean).join(" · ")}</span></a></li>`)}</ul>
    <button type="button" class="quiet-button" data-do="forget" onClick=${forgetAll}>${t("forget_all")}</button></section>`;
}

/** What the judge notes of a dispute, for the list of the last ones and for the slip. */
function Notes() {
  const one = openOne();
  if (!one) return null;
  /** @param {"table" | "note"} field @param {"table_number" | "note"} name */
  const line = (field, name) => html`<label class="field"><span>${t(name)}</span><input data-note=${field} maxlength="200" value=${one[field]} onChange=${(/** @type {any} */ event) => noteOn(field, event.target.value)} /></label>`;
  return html`<details class="notes"><summary>${t("note_here")}${one.table && html` <span class="quiet">${one.table}</span>`}</summary>${line("table", "table_number")}${line("note", "note")}</details>`;
}

function Tools() {
  return html`<div class="tools row">
    <button type="button" onClick=${() => go(href(route.value.game, "decide"))}>${t("new_table")}</button>
    <button type="button" disabled=${!undoable.value} onClick=${undo} aria-label=${t("undo")}><${Sign} name="undo" /> <span class="wide-only">${t("undo")}</span></button>
    <button type="button" onClick=${() => (facing.value = 1 - facing.value)} aria-label=${t("turn_round")}><${Sign} name="turn" /></button>
    <button type="button" data-do="share" onClick=${() => (sheet.value = { kind: "share" })} aria-label=${t("share")}><${Sign} name="share" /> <span class="wide-only">${t("share")}</span></button>
    <${RoundTimer} />
  </div>`;
}

/** The moment of the table as a line that opens its settings. */
function Moment() {
  const set = position.value ?? shown.value?.table ?? {};
  const parts = (board.value?.table ?? [])
    .filter((control) => control.form !== "fields" && control.form !== "flag" && holds(set, control.when))
    .flatMap((control) => {
      const value = at(set, control.path);
      if (value === undefined || value === null) return [];
      if (control.form === "seat") return [control.path === "active" ? `${names.value[value]}` : `${say(control.name)} ${names.value[value]}`];
      if (control.form === "choice") return [say(control.values?.find((one) => one.value === value)?.name) || String(value)];
      return [`${say(control.name)} ${value}`];
    });
  const step = !position.value && (shown.value?.table.step ?? shown.value?.table.phase);
  const text = [...parts, step ? wordOf(step) : ""].filter(Boolean).join(" · ");
  return position.value
    ? html`<button type="button" class="moment" onClick=${() => (sheet.value = { kind: "table" })}>${text} <span aria-hidden="true">▾</span><span class="visually-hidden">${t("table_settings")}</span></button>`
    : html`<p class="moment">${text}</p>`;
}

function Table() {
  const now = shown.value;
  const desc = board.value;
  if (!now || !desc) return trouble.value ? html`<p class="answer bad">${trouble.value.message}</p>` : html`<p class="quiet center">${t("loading_table")}</p>`;
  const act = dispute.value?.act ?? {};
  const asked = picking.value;
  const inAct = (/** @type {Slot} */ slot) => Object.entries(act).find(([, value]) => mentions(value, slot))?.[0];
  return html`<${Moment} />
    ${position.value && !asked && html`<p class="quiet hint">${t("board_says")}</p>`}
    <${Board}
      board=${desc} table=${now.table} kind=${now.kind} names=${names.value} nameOf=${nameOf} facing=${facing.value} arrows=${true}
      asked=${(verdict.value?.next ?? []).map((/** @type {any} */ one) => one.seat)}
      can=${asked ? (/** @type {Slot} */ slot) => valueOf(asked, slot) !== undefined && isLegalPick(asked, slot) : undefined}
      picked=${(/** @type {Slot} */ slot) => (asked ? picked.value.some((one) => same(one, valueOf(asked, slot))) : inAct(slot) !== undefined)}
      marked=${(/** @type {Slot} */ slot) => (inAct(slot) ? wordOf(inAct(slot) ?? "") : say(pointerTo(desc, now.table, slot)?.name))}
      onSlot=${(/** @type {Slot} */ slot) => {
        if (picking.value) taken(slot);
        // A card that was just put is there before the changed table is judged.
        else if (slot.card || (position.value && cardAt(desc, position.value, slot.where))) sheet.value = { kind: "card", where: slot.where };
        else if (position.value) sheet.value = { kind: "put", where: slot.where };
      }}
      onZone=${(/** @type {import("./table.js").Laid} */ one) => {
        if (picking.value?.want === "where") taken({ where: freePlace(desc, position.value ?? now.table, one.zone.id, one.seat), card: null });
        else sheet.value = { kind: "zone", zone: one.zone.id, seat: one.seat };
      }}
    />
    <${Effects} table=${now.table} />`;
}

/** @param {{table: any}} props */
function Effects({ table }) {
  const list = table.effects ?? [];
  if (!list.length) return null;
  return html`<details class="effects"><summary>${t("effects")} (${list.length})</summary><ul>${list.map((/** @type {any} */ one) => html`<li>${one.source ? nameOf(one.source) : ""} ${effectText(one)} → ${(one.on ?? []).map(nameOf).join(", ") || names.value[one.on_seat]} ${one.cite && html`<${Chips} ids=${[one.cite]} />`}</li>`)}</ul></details>`;
}

/** @param {any} one */
const effectText = (one) => [one.does?.kind, one.does?.stat, one.does?.value, one.does?.what].filter((part) => part !== undefined && part !== null).map((part) => (typeof part === "string" ? wordOf(part) : typeof part === "number" ? (part > 0 ? `+${part}` : part) : show(part))).join(" ");

/** What has to be tapped, at the foot of the page. */
function Picking() {
  const asked = picking.value;
  if (!asked) return null;
  return html`<div class="prompt" role="status">
    <span>${asked.want ? t("tap_prompt", { what: asked.prompt }) : asked.prompt}${asked.many && picked.value.length ? ` (${picked.value.map(show).join(t("comma"))})` : ""}</span>
    ${asked.many &&
    html`<button type="button" class="primary" onClick=${() => {
      picking.value = null;
      asked.onPick(picked.value);
    }}>${t("done")}</button>`}
    ${(asked.words ?? []).map((word) => html`<button type="button" key=${word.name} data-value=${String(word.value)} onClick=${() => asked.onPick(word.value)}>${word.name}</button>`)}
    <button type="button" onClick=${() => (picking.value = null)}>${t("cancel")}</button>
  </div>`;
}

/** Whose fault of a table it is, and where, as far as its place says. @param {string | undefined} pointer */
function whose(pointer) {
  const [, seat, field, cell] = pointer?.match(/\/players\/(\d)(?:\/(\w+)(?:\/(\w+))?)?/) ?? [];
  if (seat === undefined) return "";
  const zone = board.value?.zones.find((one) => one.position === field);
  const where = [names.value[Number(seat)], zone && say(zone.name), zone?.form === "cells" ? cell : ""].filter(Boolean).join(" ");
  return t("says", { who: where, what: "" });
}

/**
 * What is not known of a card that matters, and the way to judge it as it is written.
 * @param {{unjudged: any}} props
 */
function Inexact({ unjudged }) {
  const now = dispute.value;
  if (!now) return null;
  const card = unjudged?.card && pool.value.get(unjudged.card);
  const judge = async () => {
    try {
      const next = await asTranscribed(now);
      if (dispute.peek() === now) change(next);
    } catch (error) {
      notify(/** @type {Error} */ (error).message);
    }
  };
  return html`${card && html`<div class="inexact"><p><b>${card.name}</b>${card.inexact && html` ${card.inexact.lost}`}</p>
    ${unjudged.fact && html`<${Printed} key=${`${unjudged.card} ${unjudged.fact}`} now=${now} card=${unjudged.card} field=${unjudged.fact} />`}
    ${card.inexact && !unjudged.fact && html`<button type="button" data-do="transcribe" onClick=${judge}>${t("as_transcribed")}</button>`}</div>`}
    ${now.transcribed && html`<${Transcribed} now=${now} />`}`;
}

/**
 * Asks what is printed on a card in a field that its pool does not know, and says it in the header.
 * @param {{now: import("./dispute.js").Dispute, card: string, field: string}} props
 */
function Printed({ now, card, field }) {
  const schema = useLoaded(() => read(`/v1/games/${part(now.head.game)}/schemas/facts`, ""), [now.head.game]);
  const stated = useSignal(/** @type {any} */ (undefined));
  const items = schema && kindOf(schema, schema);
  const of = items?.kind === "list" && items.item.kind === "object" ? items.item.fields[field] : undefined;
  if (!of) return null;
  const judge = () => {
    /** @type {any[]} */
    const facts = now.head.facts ?? [];
    const old = facts.find((one) => one.card === card);
    const said = { card, ...old, [field]: stated.value };
    change({ ...now, head: { ...now.head, facts: [...facts.filter((one) => one !== old), said] } });
  };
  return html`<p>${t("what_is_printed")}</p>
    <${Field} name=${field} kind=${of} value=${stated.value} names=${names.value} pick=${() => {}} show=${String} onValue=${(/** @type {any} */ one) => (stated.value = one)} />
    <button type="button" data-do="state-fact" disabled=${!isWhole(of, stated.value)} onClick=${judge}>${t("judge_with_it")}</button>`;
}

/**
 * What the cards at the table leave out of what is printed on them.
 * @param {{now: import("./dispute.js").Dispute}} props
 */
function Transcribed({ now }) {
  const original = useLoaded(() => cardsOf(now.head.game, now.transcribed ?? ""), [now.transcribed, language.value]);
  /** @type {any[]} */
  const cards = now.head.pool?.cards ?? [];
  const lost = cards.flatMap(({ id }) => original?.get(id) ?? []).filter((card) => card.inexact);
  return html`<div class="warning transcribed" role="status"><p>${t("transcribed")}</p><ul>${lost.map((card) => html`<li key=${card.id}><b>${card.name}</b> ${card.inexact.lost}</li>`)}</ul></div>`;
}

/** The answer, or the way to it. */
function Answering() {
  const now = dispute.value;
  // On a phone the answer comes into view when it is there.
  useEffect(() => {
    if (answer.value && !wide.value && !picking.value) scrollTo({ top: 0 });
    if (answer.value) announce(t(answer.value.illegal ? "not_allowed" : answer.value.not_judged ? "not_judged" : namesUnknown(answer.value) ? "depends" : "allowed"));
  }, [answer.value]);
  if (!now) return null;
  const faults = verdict.value?.illegal?.stage === "header" ? verdict.value.illegal.refusals : [];
  if (faults.length) {
    return html`<section class="verdict"><div class="answer open" role="status"><b>${t("no_table")}</b></div>
      ${faults.map((/** @type {any} */ fault) => html`<p class="fault">${whose(fault.pointer)}${tellOf(fault)} <${Chips} ids=${fault.cites} /></p>`)}</section>`;
  }
  if (trouble.value) return html`<section class="verdict"><div class="answer open" role="status"><b>${t("failed")}</b><p>${trouble.value.message}</p></div></section>`;
  if (!now.act) {
    const next = verdict.value?.next ?? [];
    const chance = next.find((/** @type {any} */ one) => one.kind === "chance");
    return html`<section class="verdict">
      ${now.amends && position.value && html`<${Amending} />`}
      ${now.actions.length > 0 && html`<${SoFar} />`}
      ${next.length > 0 && html`<p class="quiet">${next.map((/** @type {any} */ one) => one.text).join(" · ")}</p>`}
      ${chance && html`<${Listing} asked=${chance} onPick=${(/** @type {any} */ one) => choose(one, null)} />`}
      ${verdict.value?.illegal && html`<div class="answer bad" role="status"><b>${t("log_illegal_at", { n: verdict.value.illegal.at + 1 })}</b></div>${verdict.value.illegal.refusals.map((/** @type {any} */ one) => html`<div class="reason"><p>${one.message}</p><${Chips} ids=${one.cites} /></div>`)}`}
      ${verdict.value?.not_judged && html`<p class="answer open">${verdict.value.not_judged.message}</p>`}
      <${Inexact} unjudged=${verdict.value?.not_judged} />
      ${verdict.value?.outcome && html`<p class="answer good"><b>${t("game_over")}</b></p>`}
      ${!chance && html`<button type="button" class="primary big" onClick=${() => (sheet.value = { kind: "act" })}>${t("choose_act")}</button>`}
    </section>`;
  }
  const isReady = answer.value !== null;
  const cards = isReady ? cardsSpokenOf(answer.value).map((id) => ({ id, name: nameOf({ card: id }) })) : [];
  // The answer stands first; what it was asked with stands below it.
  return html`${!isReady && (entry.value || way.value?.is === "never") && html`<section class="verdict"><div class="answer open" role="status"><b>${t("judging")}</b><p class="sentence">${sentence()}</p></div></section>`}
    ${isReady && html`<${Answer} said=${answer.value} depends=${namesUnknown(answer.value)} cards=${cards} game=${now.head.game} pool=${poolName.value} sentence=${sentence()} seat=${now.act.seat} onPick=${choose} permits=${permitted(now.act.type)} assumed=${now.assumed} inexact=${html`<${Inexact} unjudged=${answer.value.not_judged} />`}><${AfterAnswer} /><//>`}
    <${Composer} />`;
}

/**
 * The rule that allows a kind of action. An answer that names nothing ends something or declines it: what
 * happens then is by a rule of what follows, and the rule is that of the question.
 * @param {string | undefined} type
 * @returns {string | undefined}
 */
function permitted(type) {
  if (!type) return undefined;
  const asked = verdict.value?.next?.find((/** @type {any} */ one) => one.seat === dispute.value?.act?.seat);
  const isBare = asked?.listing?.some((/** @type {any} */ one) => one.type === type && Object.keys(one).length === 1);
  // What may be done at any time, such as conceding, is no answer to the question.
  const isAsked = [...(asked?.listing ?? []), ...(asked?.shapes ?? [])].some((/** @type {any} */ one) => one.type === type);
  const happens = !isBare && (answer.value?.trace ?? []).at(-1)?.events?.some((/** @type {any} */ event) => event.cite);
  const permits = board.value?.permits ?? {};
  return permits[`${type}.${asked?.kind}`] ?? permits[type] ?? (isAsked && !happens ? asked.about?.rule : undefined);
}

function AfterAnswer() {
  const now = dispute.value;
  const said = answer.value;
  if (!now || !said) return null;
  const save = () => {
    download("dispute.yaml", caseFile(now, said.entry, said, sentence()), "text/yaml");
    const beside = poolFile(now.head);
    if (beside) download("pool.json", beside);
  };
  const report = async () => go(href(route.value.game, "report", "", { d: await pack({ head: now.head, actions: now.actions, act: said.entry, sentence: sentence(), lost: now.lost, depends: namesUnknown(said), cards: cardsSpokenOf(said), permits: said.verdict === "legal" ? permitted(now.act?.type) : undefined }) }));
  return html`<div class="row">
    ${said.verdict !== "illegal" && !said.not_judged && (said.next.length > 0 || said.waiting) && html`<button type="button" class="primary" data-do="go-on" onClick=${() => {
      change({ ...now, actions: [...now.actions, said.entry], act: null });
      scrollTo(0, 0);
    }}>${t("go_on")}</button>`}
    <button type="button" data-do="report" onClick=${report}>${t("report")}</button>
    <button type="button" data-do="case" onClick=${save}>${t("save_case")}</button>
  </div><${Notes} />`;
}

/** The table as it is now, as one that can be changed; nothing: it cannot be said, and it was told why. @param {import("./dispute.js").Dispute} now @returns {Promise<import("./dispute.js").Dispute | null>} */
export async function setUpAnew(now) {
  try {
    const said = await send("/v1/positions", { ...now.head, actions: now.actions });
    // Of a table that was never reached the answer says why.
    const messages = (said.inexpressible ?? said.illegal?.refusals ?? []).map((/** @type {any} */ one) => one.message);
    if (!said.position) {
      notify(messages.join(" ") || t("failed"));
      return null;
    }
    const lost = [...new Set([...(now.lost ?? []), ...messages])];
    const { start: _, seed: _seed, seed_commit: _commit, options: _options, claim: _claim, ...head } = now.head;
    const players = playersOf(head).map((name) => ({ name: plain(name) }));
    return { head: { ...head, players, chance: "declared", start: { position: said.position } }, actions: [], act: null, ...(lost.length > 0 && { lost }) };
  } catch (error) {
    notify(/** @type {Error} */ (error).message);
    return null;
  }
}

/** The table of a log is being corrected: with a ruling it goes on from there. */
function Amending() {
  const wrong = useSignal("");
  const now = dispute.value;
  const amends = now?.amends;
  if (!now || !amends) return null;
  const put = async () => {
    const ruling = { seat: null, type: "ruling", text: amends.text || t("correct_table"), position: position.value };
    const actions = [...amends.before, ruling];
    wrong.value = await againstWriting(amends.head, actions);
    const d = wrong.value === "" && (await pack({ head: amends.head, actions }));
    if (d && dispute.peek() === now) go(href(now.head.game, "log", "", { at: String(actions.length), d }));
  };
  return html`<div class="answer open"><p>${t("correcting")}${amends.left > 0 && html` ${t("left_out", { n: amends.left })}`}</p><button type="button" class="primary" data-do="into-log" onClick=${put}>${t("into_log")}</button>${wrong.value && html`<p class="fault" role="alert">${wrong.value}</p>`}</div>`;
}

function SoFar() {
  const now = dispute.value;
  if (!now) return null;
  const edit = async () => {
    const next = await setUpAnew(now);
    if (next && dispute.peek() === now) change(next);
  };
  return html`<div class="row"><span class="quiet">${t("so_far", { n: now.actions.length })}</span>
    <button type="button" data-do="step-back" onClick=${() => change({ ...now, actions: now.actions.slice(0, -1), act: null })}>${t("step_back")}</button>
    <button type="button" data-do="edit" onClick=${edit}>${t("edit_from_here")}</button></div>`;
}

/** So many other ways are shown without a tap. */
const FEW = 6;

/** Other legal ways to do what is chosen: what was taken without asking can be changed by a tap. */
function otherWays() {
  const others = way.value?.is === "whole" ? way.value.others : [];
  const asked = offered.value;
  if (!asked || others.length === 0) return null;
  const of = (/** @type {any[]} */ list) => others.map((place) => list?.[place]);
  return { listing: of(asked.listing), texts: of(asked.texts), complete: asked.complete };
}

/** The act that is chosen, field by field. */
function Composer() {
  const now = dispute.value;
  const act = now?.act;
  if (!now || !act) return null;
  const kind = actKinds(actionSchema.value).find((one) => one.type === act.type);
  if (!kind) return null;
  const made = entry.value ?? {};
  const fields = Object.entries(kind.fields);
  const main = fields.filter(([name, field]) => kind.required.includes(name) || act[name] !== undefined || (field.kind === "counts" && !field.optional));
  const rest = fields.filter(([name]) => !main.some(([other]) => other === name));
  const assumed = (way.value?.is === "whole" ? Object.entries(made) : []).filter(([name]) => kind.fields[name] && act[name] === undefined).map(([name, value]) => `${wordOf(name)} ${show(value)}`);
  /** @param {[string, import("./form.js").Kind]} field */
  const row = ([name, field]) =>
    html`<${Field} key=${name} name=${name} kind=${field} value=${act[name]} filled=${made[name]} names=${names.value} pick=${pick} show=${show} onValue=${(/** @type {any} */ value) => setAct({ ...act, [name]: value })} />`;
  const others = otherWays();
  return html`<section class="composer">
    <div class="row spread">
      <h2>${t("says", { who: names.value[act.seat] ?? "", what: wordOf(act.type) })}</h2>
      <button type="button" onClick=${() => (sheet.value = { kind: "act", seat: act.seat })}>${t("another_act")}</button>
      <button type="button" class="plain icon" aria-label=${t("cancel")} onClick=${() => change({ ...now, act: null })}>✕</button>
    </div>
    ${others && html`<details class="other-ways" open=${others.listing.length <= FEW}><summary>${t("other_ways", { n: others.listing.length })}</summary><${Listing} asked=${others} onPick=${(/** @type {any} */ one) => choose(one, act.seat)} /></details>`}
    ${openFields.value.length > 0 && main.map(row)}
    ${openFields.value.length === 0 && fields.length > 0 && html`<details><summary>${t("more_fields")}${assumed.length > 0 && html` <span class="quiet">${t("says", { who: t("assumed"), what: assumed.join(t("comma")) })}</span>`}</summary>${main.map(row)}${rest.map(row)}</details>`}
  </section>`;
}
