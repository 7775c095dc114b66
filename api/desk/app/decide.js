// Decide a dispute: set the table up by tapping, choose the act, read the answer.

import { batch, html, signal, useEffect, useSignal } from "./lib.js";
import { send } from "./api.js";
import { go, href, pack, route } from "./address.js";
import { kept, wide } from "./prefs.js";
import { say, t } from "./i18n.js";
import { actionSchema, at, board, usualPool } from "./games.js";
import { announce, download, notify, Segments, Sheet, Sign, Stepper } from "./ui.js";
import { CardLine, CardView, PoolPicker, useFound } from "./cards.js";
import { Chips } from "./rules.js";
import { Board } from "./board.js";
import { Answer, Listing } from "./answer.js";
import { caseFile } from "./casefile.js";
import { ShareSheet } from "./share.js";
import { actKinds, Field, wordOf } from "./form.js";
import { cardAt, everything, fitting, freePlace, holds, laid, pile, samePlace, withCard, withValue, zoneOf } from "./table.js";
import { allowed } from "./shapes.js";
import {
  answer, begin, change, changePosition, chosen, dispute, entry, names, open, openFields, pool, poolName, position, shown, trouble, undo, undoable, verdict,
} from "./dispute.js";

/** @typedef {import("./table.js").Where} Where */
/** @typedef {import("./table.js").Slot} Slot */

/** What lies open over the page. @type {import("./lib.js").Signal<{kind: "card" | "put" | "zone" | "table" | "act" | "share", where?: Where, zone?: string, seat?: number, path?: string} | null>} */
const sheet = signal(null);
/** What is being tapped. @type {import("./lib.js").Signal<import("./form.js").Pick | null>} */
const picking = signal(null);
/** @type {import("./lib.js").Signal<any[]>} */
const picked = signal([]);
/** Who sits near. */
const facing = signal(0);

/** @param {import("./table.js").Placed} card */
function nameOf(card) {
  if (!card?.card) return t("hidden");
  return card.name ?? pool.value.get(card.card)?.name ?? card.card;
}

/** @param {import("./form.js").Pick} asked */
function pick(asked) {
  batch(() => {
    sheet.value = null;
    picked.value = asked.chosen ?? [];
    picking.value = asked;
  });
  announce(t("tap_prompt", { what: asked.prompt }));
  if (!wide.value) requestAnimationFrame(() => document.querySelector(".desk-board")?.scrollIntoView({ block: "start" }));
}

/** @param {any} one @param {any} other */
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** A tap on a place while something is picked. @param {Slot} slot */
function taken(slot) {
  const asked = picking.value;
  if (!asked) return;
  const value = valueOf(asked.want, slot);
  if (value === undefined) return;
  if (!asked.many) {
    picking.value = null;
    asked.onPick(value);
    return;
  }
  const before = picked.value.length;
  const others = picked.value.filter((one) => !same(one, value));
  picked.value = others.length < before ? others : [...picked.value, value];
}

/** @param {import("./form.js").Pick["want"]} want @param {Slot} slot */
function valueOf(want, slot) {
  if (want === "where") return slot.where;
  if (want === "card") return slot.card ? { place: slot.where } : undefined;
  if (want === "cell") return slot.where.at;
  return slot.where.cell ? { cell: slot.where.cell, seat: slot.where.seat } : undefined;
}

/** A value of an act for people. @param {any} value @returns {string} */
function show(value) {
  if (value === null || value === undefined) return "–";
  if (value.place) {
    const now = shown.value;
    const slot = now && board.value && everything(board.value, now.table, now.kind).find((one) => samePlace(one.where, value.place));
    return slot?.card ? `${nameOf(slot.card)}${value.place.cell ? ` (${value.place.cell})` : ""}` : "?";
  }
  if (typeof value === "number") {
    const now = shown.value;
    const slot = now && board.value && everything(board.value, now.table, now.kind).find((one) => one.card?.id === value);
    return slot?.card ? `${nameOf(slot.card)}${slot.where.cell ? ` (${slot.where.cell})` : ""}` : String(value);
  }
  if (Array.isArray(value)) return value.every((one) => typeof one === "number") ? value.join(",") : value.map(show).join(", ");
  if (value.cell !== undefined) return `${names.value[value.seat]} ${value.cell}`;
  if (typeof value === "string") return wordOf(value);
  return Object.entries(value).map(([name, one]) => `${wordOf(name)} ${typeof one === "number" ? one : show(one)}`).join(", ");
}

/** The act as a sentence: the judge's own where it is legal, else its kind and what was tapped. */
function sentence() {
  const act = dispute.value?.act;
  if (!act) return "";
  const made = entry.value;
  const asked = verdict.value?.next?.find((/** @type {any} */ one) => one.seat === act.seat);
  const index = made && asked?.listing.findIndex((/** @type {any} */ one) => same({ ...one, seat: act.seat }, Object.fromEntries(Object.entries({ ...made, seat: act.seat }).sort())) || same(sorted({ ...one, seat: act.seat }), sorted(made)));
  if (index !== undefined && index !== null && index >= 0 && asked.texts?.[index]) return asked.texts[index];
  const { seat, type, ...fields } = act;
  const told = Object.entries(fields).map(([, value]) => (value === true ? t("yes") : value === false ? t("no") : show(value)));
  return `${names.value[seat]}: ${wordOf(type)}${told.length ? ` — ${told.join(", ")}` : ""}`;
}

/** @param {any} value @returns {any} */
const sorted = (value) =>
  Array.isArray(value) ? value.map(sorted) : value && typeof value === "object" ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, one]) => [name, sorted(one)])) : value;

/** Sets a part of the act, and asks for the next part that has to be tapped. @param {Record<string, any>} act */
function setAct(act) {
  const now = dispute.value;
  if (!now) return;
  change({ ...now, act });
  const kind = actKinds(actionSchema.value).find((one) => one.type === act.type);
  const next = kind?.required.find((name) => act[name] === undefined);
  const field = next && kind?.fields[next];
  if (!next || !field) return;
  const want = /** @type {Record<string, "card" | "place" | "cell">} */ ({ card: "card", cards: "card", at: "place", cell: "cell", cells: "cell" })[field.kind];
  const either = field.kind === "either" && field.options.find((option) => option.kind === "card");
  if (want) pick({ prompt: wordOf(next), want, many: field.kind === "cards" || field.kind === "cells", onPick: (value) => setAct({ ...act, [next]: value }) });
  else if (either) pick({ prompt: wordOf(next), want: "card", onPick: (value) => setAct({ ...act, [next]: value }) });
}

/** An answer from a list becomes the act. @param {any} listed @param {number | null} seat */
function choose(listed, seat) {
  const now = dispute.value;
  // What came out at random is no act that anybody disputes: it is told, and the game goes on.
  if (now && listed.type === "chance") change({ ...now, actions: [...now.actions, { ...listed, seat: null }], act: null });
  else setAct({ ...listed, seat });
}

export function DecidePage() {
  useEffect(() => {
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
  if (!dispute.value || dispute.value.head.game !== route.value.game) return route.value.params.d ? html`<p class="quiet center">${t("loading")}</p>` : html`<${Begin} />`;
  return html`<div class="desk-page">
    <h1 class="visually-hidden">${t("decide_long")}</h1>
    <div class="desk-side"><${Tools} /><${Answering} /></div>
    <div class="desk-board"><${Table} /></div>
    <${Picking} />
    <${Sheets} />
  </div>`;
}

/** The first choice: which cards, which table. */
function Begin() {
  const of = route.value.game;
  const from = route.value.params.pool ?? usualPool(of);
  const draft = /** @type {any} */ (kept(`draft.${of}`));
  return html`<div class="column">
    <h1>${t("begin_with")}</h1>
    ${draft?.d && html`<p><a class="deed" href=${href(of, draft.page, "", { d: draft.d })}><span class="deed-icon"><${Sign} name="back" /></span><b>${t("go_on_with")}</b></a></p>`}
    <${PoolPicker} of=${of} value=${from} onPick=${(/** @type {string} */ next) => go(href(of, "decide", "", { pool: next }))} />
    <ul class="deeds">
      ${(board.value?.templates ?? []).map((template) => html`<li key=${template.id}><button type="button" class="deed" data-template=${template.id} onClick=${() => begin(template, from)}><b>${say(template.name)}</b></button></li>`)}
    </ul>
  </div>`;
}

function Tools() {
  return html`<div class="tools row">
    <button type="button" onClick=${() => go(href(route.value.game, "decide"))}>${t("new_table")}</button>
    <button type="button" disabled=${!undoable.value} onClick=${undo} aria-label=${t("undo")}><${Sign} name="undo" /> <span class="wide-only">${t("undo")}</span></button>
    <button type="button" onClick=${() => (facing.value = 1 - facing.value)} aria-label=${t("turn_round")}><${Sign} name="turn" /></button>
    <button type="button" data-do="share" onClick=${() => (sheet.value = { kind: "share" })} aria-label=${t("share")}><${Sign} name="share" /> <span class="wide-only">${t("share")}</span></button>
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
      if (control.form === "seat") return [`${names.value[value]}`];
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
  if (!now || !desc) return trouble.value ? html`<p class="answer bad">${trouble.value.message}</p>` : html`<p class="quiet center">${t("loading")}</p>`;
  const act = dispute.value?.act ?? {};
  const asked = picking.value;
  const inAct = (/** @type {Slot} */ slot) => Object.entries(act).find(([, value]) => mentions(value, slot))?.[0];
  const pointed = (/** @type {Slot} */ slot) =>
    desc.pointers.find((pointer) => {
      const value = at(now.table, pointer.state);
      return slot.card?.id !== undefined && slot.card.id !== null && (Array.isArray(value) ? value.includes(slot.card.id) : value === slot.card.id);
    });
  return html`<${Moment} />
    <${Board}
      board=${desc} table=${now.table} kind=${now.kind} names=${names.value} nameOf=${nameOf} facing=${facing.value}
      asked=${(verdict.value?.next ?? []).map((/** @type {any} */ one) => one.seat)}
      can=${asked ? (/** @type {Slot} */ slot) => valueOf(asked.want, slot) !== undefined && isLegalPick(slot) : undefined}
      picked=${(/** @type {Slot} */ slot) => (asked ? picked.value.some((one) => same(one, valueOf(asked.want, slot))) : inAct(slot) !== undefined)}
      marked=${(/** @type {Slot} */ slot) => (inAct(slot) ? wordOf(inAct(slot) ?? "") : say(pointed(slot)?.name))}
      onSlot=${(/** @type {Slot} */ slot) => {
        if (picking.value) taken(slot);
        else if (slot.card) sheet.value = { kind: "card", where: slot.where };
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

/** @param {any} value @param {Slot} slot @returns {boolean} */
function mentions(value, slot) {
  if (typeof value === "number") return false;
  if (value?.place) return samePlace(value.place, slot.where);
  if (Array.isArray(value)) return value.some((one) => mentions(one, slot));
  return value?.cell !== undefined && slot.where.cell === value.cell && slot.where.seat === value.seat;
}

/** Whether a place is among the legal values of what is picked; where none are listed, any. @param {Slot} slot */
function isLegalPick(slot) {
  const act = chosen.value;
  const next = openFields.value[0];
  if (!act || !next) return true;
  const asked = verdict.value?.next?.find((/** @type {any} */ one) => one.seat === act.seat);
  const shape = asked?.shapes?.find((/** @type {any} */ one) => one.type === act.type);
  if (!shape) return true;
  const values = allowed(shape, next, act);
  if (!values.length) return true;
  return values.some((value) => (typeof value === "number" ? value === slot.card?.id : same(sorted(value), sorted(valueOf(picking.value?.want ?? "card", slot)))));
}

/** What is asked of the one who taps, at the foot. */
function Picking() {
  const asked = picking.value;
  if (!asked) return null;
  return html`<div class="prompt" role="status">
    <span>${t("tap_prompt", { what: asked.prompt })}${asked.many && picked.value.length ? `: ${picked.value.map(show).join(", ")}` : ""}</span>
    ${asked.many &&
    html`<button type="button" class="primary" onClick=${() => {
      picking.value = null;
      asked.onPick(picked.value);
    }}>${t("done")}</button>`}
    <button type="button" onClick=${() => (picking.value = null)}>${t("cancel")}</button>
  </div>`;
}

/** The answer, or the way to it. */
function Answering() {
  const now = dispute.value;
  // On a phone the answer comes into view when it is there.
  useEffect(() => {
    if (answer.value && !wide.value && !picking.value) scrollTo({ top: 0 });
    if (answer.value) announce(t(answer.value.illegal ? "not_allowed" : answer.value.not_judged ? "not_judged" : "allowed"));
  }, [answer.value]);
  if (!now) return null;
  const faults = verdict.value?.illegal?.stage === "header" ? verdict.value.illegal.refusals : [];
  if (faults.length) {
    return html`<section class="verdict"><div class="answer open" role="status"><b>${t("no_table")}</b></div>
      ${faults.map((/** @type {any} */ fault) => html`<p class="fault">${fault.message} <${Chips} ids=${fault.cites} /></p>`)}</section>`;
  }
  if (trouble.value) return html`<section class="verdict"><div class="answer open" role="status"><b>${t("failed")}</b><p>${trouble.value.message}</p></div></section>`;
  if (!now.act) {
    const next = verdict.value?.next ?? [];
    const chance = next.find((/** @type {any} */ one) => one.kind === "chance");
    return html`<section class="verdict">
      ${now.amends && html`<${Amending} />`}
      ${now.actions.length > 0 && html`<${SoFar} />`}
      ${next.length > 0 && html`<p class="quiet">${next.map((/** @type {any} */ one) => one.text).join(" · ")}</p>`}
      ${chance && html`<${Listing} asked=${chance} onPick=${(/** @type {any} */ one) => choose(one, null)} />`}
      ${verdict.value?.not_judged && html`<p class="answer open">${verdict.value.not_judged.message}</p>`}
      ${verdict.value?.outcome && html`<p class="answer good"><b>${t("game_over")}</b></p>`}
      ${!chance && html`<button type="button" class="primary big" onClick=${() => (sheet.value = { kind: "act", seat: next[0]?.seat ?? 0 })}>${t("choose_act")}</button>`}
    </section>`;
  }
  const isReady = answer.value !== null && entry.value !== null;
  // The answer stands first; what it was asked with stands below it.
  return html`${isReady && html`<${Answer} said=${answer.value} sentence=${sentence()} seat=${now.act.seat} onPick=${(/** @type {any} */ one) => choose(one, now.act?.seat ?? null)}><${AfterAnswer} /><//>`}
    <${Composer} />`;
}

function AfterAnswer() {
  const now = dispute.value;
  const said = answer.value;
  if (!now || !said) return null;
  const report = async () => go(href(route.value.game, "report", "", { d: await pack({ head: now.head, actions: now.actions, act: said.entry, sentence: sentence() }) }));
  return html`<div class="row">
    ${said.verdict !== "illegal" && !said.not_judged && (said.next.length > 0 || said.waiting) && html`<button type="button" class="primary" data-do="go-on" onClick=${() => change({ ...now, actions: [...now.actions, said.entry], act: null })}>${t("go_on")}</button>`}
    <button type="button" data-do="report" onClick=${report}>${t("report")}</button>
    <button type="button" data-do="case" onClick=${() => download("dispute.yaml", caseFile(now, said.entry, said, sentence()), "text/yaml")}>${t("save_case")}</button>
  </div>`;
}

/** The table as it is now becomes one that can be changed. @param {import("./dispute.js").Dispute} now @param {any} [more] */
export async function setUpAnew(now, more) {
  try {
    const said = await send("/v1/positions", { ...now.head, actions: now.actions });
    if (!said.position) {
      notify(t("failed"));
      return;
    }
    const { start: _, seed: _seed, seed_commit: _commit, options: _options, claim: _claim, players, ...head } = now.head;
    const named = [0, 1].map((seat) => ({ name: players?.[seat]?.name || "AB"[seat] }));
    change({ head: { ...head, players: named, chance: "declared", start: { position: said.position } }, actions: [], act: null, ...more });
  } catch (error) {
    notify(/** @type {Error} */ (error).message);
  }
}

/** The table of a log is being corrected: with a ruling it goes on from there. */
function Amending() {
  const now = dispute.value;
  const amends = now?.amends;
  if (!now || !amends) return null;
  const put = async () => {
    const ruling = { seat: null, type: "ruling", ...(amends.text && { text: amends.text }), position: position.value };
    const actions = [...amends.before, ruling];
    go(href(route.value.game, "log", "", { at: String(actions.length), d: await pack({ head: amends.head, actions }) }));
  };
  return html`<div class="answer open"><p>${t("correcting")}</p><button type="button" class="primary" onClick=${put}>${t("into_log")}</button></div>`;
}

function SoFar() {
  const now = dispute.value;
  if (!now) return null;
  return html`<div class="row"><span class="quiet">${t("so_far")}: ${now.actions.length}</span>
    <button type="button" data-do="step-back" onClick=${() => change({ ...now, actions: now.actions.slice(0, -1), act: null })}>${t("step_back")}</button>
    <button type="button" onClick=${() => setUpAnew(now, {})}>${t("edit_from_here")}</button></div>`;
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
  /** @param {[string, import("./form.js").Kind]} field */
  const row = ([name, field]) =>
    html`<${Field} key=${name} name=${name} kind=${field} value=${act[name]} filled=${made[name]} names=${names.value} pick=${pick} show=${show} onValue=${(/** @type {any} */ value) => setAct({ ...act, [name]: value })} />`;
  return html`<section class="composer">
    <div class="row spread">
      <h2>${names.value[act.seat]}: ${wordOf(act.type)}</h2>
      <button type="button" onClick=${() => (sheet.value = { kind: "act", seat: act.seat })}>${t("another_act")}</button>
      <button type="button" class="plain icon" aria-label=${t("cancel")} onClick=${() => change({ ...now, act: null })}>✕</button>
    </div>
    ${openFields.value.length > 0 && main.map(row)}
    ${openFields.value.length === 0 && fields.length > 0 && html`<details><summary>${t("more_fields")}</summary>${main.map(row)}${rest.map(row)}</details>`}
  </section>`;
}

/** The sheets over the page. */
function Sheets() {
  const open = sheet.value;
  if (!open) return null;
  const close = () => (sheet.value = null);
  if (open.kind === "card" && open.where) return html`<${CardSheet} where=${open.where} onClose=${close} />`;
  if (open.kind === "put" && open.where) return html`<${PutSheet} where=${open.where} path=${open.path} onClose=${close} />`;
  if (open.kind === "zone" && open.zone) return html`<${ZoneSheet} id=${open.zone} seat=${open.seat ?? 0} onClose=${close} />`;
  if (open.kind === "share") return html`<${ShareSheet} onClose=${close} />`;
  if (open.kind === "table") return html`<${TableSheet} onClose=${close} />`;
  return html`<${ActSheet} seat=${open.seat ?? 0} onClose=${close} />`;
}

/** Acts that begin with a card of this zone. @param {Where} where */
function actsOf(where) {
  return (board.value?.acts ?? []).filter((act) => act.zones.includes(where.zone));
}

/** @param {{where: Where, onClose: () => void}} props */
function CardSheet({ where, onClose }) {
  const now = shown.value;
  const desc = board.value;
  const set = position.value;
  if (!now || !desc) return null;
  const slot = everything(desc, now.table, now.kind).find((one) => samePlace(one.where, where));
  const card = slot?.card;
  if (!card) return null;
  const said = set ? cardAt(desc, set, where) ?? { card: card.card } : null;
  const piece = desc.pieces[zoneOf(desc, where.zone).zone.piece ?? ""];
  const editable = set && zoneOf(desc, where.zone).zone.position !== undefined;
  /** @param {any} next */
  const put = (next) => changePosition((old) => withCard(desc, old, where, next));
  return html`<${Sheet} title=${nameOf(card)} onClose=${onClose}>
    ${editable && said && (piece?.controls ?? []).filter((control) => holds(said, control.when)).map((control) => html`<${Control} key=${control.path} control=${control} value=${at(said, control.path)} onValue=${(/** @type {any} */ value) => put(withValue(said, control.path, value))} />`)}
    <h2 class="small">${t("acts_with")}</h2>
    <div class="act-grid">
      ${actsOf(where).map((act) => html`<button type="button" key=${act.type} data-act=${act.type} onClick=${() => {
        onClose();
        const preset = Object.fromEntries(Object.entries(act.values ?? {}).flatMap(([field, zones]) => (zones[where.zone] === undefined ? [] : [[field, zones[where.zone]]])));
        setAct({ type: act.type, seat: where.seat, [act.field]: act.form === "cell" ? where.at : act.form === "at" ? { cell: where.cell, seat: where.seat } : { place: where }, ...preset });
      }}>${wordOf(act.type)}</button>`)}
    </div>
    ${editable &&
    html`<div class="row">
      <button type="button" data-do="move" onClick=${() => moving(where, said)}>${t("move_card")}</button>
      <button type="button" onClick=${() => {
        changePosition((old) => withCard(desc, old, freePlace(desc, old, where.zone, where.seat), fitting(desc, said, where)));
        onClose();
      }}>${t("copy_card")}</button>
      <button type="button" onClick=${() => (sheet.value = { kind: "put", where })}>${t("replace")}</button>
      <button type="button" onClick=${() => {
        put(null);
        onClose();
      }}>${t("remove")}</button>
    </div>`}
    ${card.card && html`<h2 class="small">${t("what_card_says")}</h2><${CardView} of=${route.value.game} pool=${poolName.value} id=${card.card} />`}
  <//>`;
}

/** Asks where a card goes, and puts it there. @param {Where} from @param {any} card */
function moving(from, card) {
  const desc = board.value;
  if (!desc) return;
  pick({
    prompt: t("tap_place"),
    want: "where",
    onPick: (/** @type {Where} */ to) =>
      changePosition((old) => withCard(desc, withCard(desc, old, from, null), to, fitting(desc, card, to))),
  });
}

/** What can be set up of a table or of a card. @param {{control: import("./types.js").Control, value: any, onValue: (value: any) => void, base?: string}} props */
function Control({ control, value, onValue }) {
  const label = say(control.name);
  const said = value ?? control.default;
  if (control.form === "choice") {
    const options = (control.values ?? []).map((one) => ({ value: one.value, name: say(one.name) }));
    if (options.length > 5) return html`<div class="control" role="group" aria-label=${label}><span>${label}</span><div class="choices">${options.map((one) => html`<button type="button" key=${String(one.value)} aria-pressed=${one.value === said} data-value=${String(one.value)} onClick=${() => onValue(one.value)}>${one.name}</button>`)}</div></div>`;
    return html`<div class="control"><span>${label}</span><${Segments} label=${label} value=${said} options=${options} onPick=${onValue} /></div>`;
  }
  if (control.form === "flag") return html`<div class="control"><span>${label}</span><${Segments} label=${label} value=${said ?? false} options=${[{ value: true, name: t("yes") }, { value: false, name: t("no") }]} onPick=${(/** @type {boolean} */ next) => onValue(next || undefined)} /></div>`;
  if (control.form === "number") return html`<div class="control"><${Stepper} label=${label} value=${said ?? 0} min=${control.min ?? 0} max=${control.max ?? 9999} onPick=${onValue} /></div>`;
  if (control.form === "seat") return html`<div class="control"><span>${label}</span><${Segments} label=${label} value=${said} options=${names.value.map((name, seat) => ({ value: seat, name }))} onPick=${onValue} /></div>`;
  if (control.form === "counts") return html`<fieldset class="control"><legend>${label}</legend>${(control.values ?? []).map((one) => html`<${Stepper} key=${String(one.value)} label=${say(one.name)} value=${said?.[String(one.value)] ?? 0} onPick=${(/** @type {number} */ count) => onValue({ ...said, [String(one.value)]: count })} />`)}</fieldset>`;
  if (control.form === "cards_of_pool" || control.form === "card_of_pool") return html`<${PoolCards} control=${control} value=${said} onValue=${onValue} />`;
  if (control.form === "fields") {
    return html`<fieldset class="control"><legend>${label}</legend>${(control.fields ?? []).map((field) => html`<${Control} key=${field.path} control=${field} value=${at(said, field.path)} onValue=${(/** @type {any} */ one) => onValue({ ...said, [field.path]: one })} />`)}</fieldset>`;
  }
  if (control.form === "text") return html`<label class="control"><span>${label}</span><input value=${said ?? ""} onChange=${(/** @type {any} */ event) => onValue(event.target.value || undefined)} /></label>`;
  // What is tapped on the board.
  return html`<div class="control"><span>${label}</span>
    <button type="button" onClick=${() => pick({ prompt: label, want: control.form === "at" ? "place" : control.form === "cell_of_grid" ? "cell" : "card", onPick: (picked) => onValue(numbered(control, picked)) })}>${said === undefined || said === null ? t("tap_it") : control.form === "index" || control.form === "card_number" ? show(indexed(control, said)) : show(said)}</button>
    ${(control.values ?? []).length > 0 && html`<${Segments} label=${label} value=${said} options=${(control.values ?? []).map((one) => ({ value: one.value, name: say(one.name) }))} onPick=${onValue} />`}
  </div>`;
}

/** A tapped card as a position names it. @param {import("./types.js").Control} control @param {any} picked */
function numbered(control, picked) {
  if (!picked?.place) return picked;
  if (control.form === "index") return picked.place.index;
  const now = shown.value;
  const slot = now && board.value && everything(board.value, now.table, now.kind).find((one) => samePlace(one.where, picked.place));
  return slot?.card?.id ?? undefined;
}

/** @param {import("./types.js").Control} control @param {any} said */
const indexed = (control, said) => (control.form === "index" && typeof said === "number" ? `#${said + 1}` : said);

/** Cards of the pool that lie with a card. @param {{control: import("./types.js").Control, value: any, onValue: (value: any) => void}} props */
function PoolCards({ control, value, onValue }) {
  const many = control.form === "cards_of_pool";
  const list = many ? value ?? [] : value ? [value] : [];
  const text = useText();
  const found = useFound(route.value.game, poolName.value, text.value, 5);
  return html`<div class="control"><span>${say(control.name)}</span>
    ${list.map((/** @type {any} */ one, /** @type {number} */ index) => html`<button type="button" key=${index} class="token" onClick=${() => onValue(many ? list.toSpliced(index, 1) : undefined)}>${nameOf({ card: typeof one === "string" ? one : one.card })} ✕</button>`)}
    <input type="search" placeholder=${t("search_cards")} aria-label=${say(control.name)} value=${text.value} onInput=${(/** @type {any} */ event) => (text.value = event.target.value)} />
    ${text.value && html`<ul class="rule-list">${found.map((card) => html`<li key=${card.id}><${CardLine} card=${card} onPick=${() => {
      text.value = "";
      onValue(many ? [...list, card.id] : card.id);
    }} /></li>`)}</ul>`}
  </div>`;
}

const useText = () => useSignal("");

/** @param {{where: Where, path?: string, onClose: () => void}} props */
function PutSheet({ where, onClose }) {
  const text = useText();
  const desc = board.value;
  const found = useFound(route.value.game, poolName.value, text.value, 40);
  if (!desc) return null;
  return html`<${Sheet} title=${t("place_card")} onClose=${onClose}>
    <input type="search" class="big-search" autofocus placeholder=${t("search_cards")} aria-label=${t("search_cards")} value=${text.value} onInput=${(/** @type {any} */ event) => (text.value = event.target.value)} />
    <ul class="rule-list">
      ${found.map((card) => html`<li key=${card.id}><${CardLine} card=${card} onPick=${() => {
        changePosition((old) => {
          const before = cardAt(desc, old, where);
          return withCard(desc, old, where, before ? { ...before, card: card.id } : { card: card.id });
        });
        onClose();
      }} /></li>`)}
    </ul>
  <//>`;
}

/** @param {{id: string, seat: number, onClose: () => void}} props */
function ZoneSheet({ id, seat, onClose }) {
  const now = shown.value;
  const desc = board.value;
  const set = position.value;
  if (!now || !desc) return null;
  const { zone, shared } = zoneOf(desc, id);
  const one = laid(desc, now.table, now.kind, zone, seat);
  const path = zone.position === undefined ? null : shared ? zone.position : `players.${seat}.${zone.position}`;
  const said = set && path ? at(set, path) : undefined;
  /** @param {any} value */
  const put = (value) => path && changePosition((old) => withValue(old, path, value));
  const title = `${names.value[seat]}: ${say(zone.name)}`;
  const known = one.slots.filter((slot) => slot.card?.card);
  return html`<${Sheet} title=${title} onClose=${onClose}>
    ${zone.form === "counts" && (zone.counts ?? []).map((count) => (set && path ? html`<div class="control" key=${count.field}><${Stepper} label=${say(count.name)} value=${said?.[count.field] ?? 0} onPick=${(/** @type {number} */ n) => put({ ...said, [count.field]: n })} /></div>` : html`<p key=${count.field}>${say(count.name)}: <b>${one.value?.[count.field] ?? 0}</b></p>`))}
    ${zone.form === "number" && (set && path ? html`<div class="control"><${Stepper} label=${say(zone.name)} value=${said ?? 0} onPick=${put} /></div>` : html`<p><b>${one.value}</b></p>`)}
    ${zone.form === "text" && (set && path ? html`<label class="control"><span>${say(zone.name)}</span><input value=${said ?? ""} onChange=${(/** @type {any} */ event) => put(event.target.value || undefined)} /></label>` : html`<p><b>${one.value ?? "–"}</b></p>`)}
    ${["pile", "row", "one", "piles"].includes(zone.form) &&
    html`
      ${zone.form === "pile" && set && path && (!Array.isArray(said) || said.length === 0) && html`<div class="control"><${Stepper} label=${t("unknown_count")} value=${pile(said).count} onPick=${(/** @type {number} */ n) => put({ unknown: n })} /></div>`}
      <ul class="rule-list">${known.map((slot, index) => html`<li key=${index}><button type="button" class="card-row" data-card=${slot.card?.card} onClick=${() => {
        if (picking.value) taken(slot);
        else sheet.value = { kind: "card", where: slot.where };
      }}><b>${nameOf(slot.card ?? { card: null })}</b><code>${slot.card?.card}</code></button></li>`)}</ul>
      ${known.length === 0 && html`<p class="quiet">${one.count ?? 0} × ${t("hidden")}</p>`}
      ${set && path && zone.form !== "piles" && html`<div class="row">
        <button type="button" class="primary" onClick=${() => (sheet.value = { kind: "put", where: zone.form === "one" ? { zone: id, seat } : { zone: id, seat, index: known.length } })}>+ ${t("add_card")}</button>
        ${zone.form === "pile" && Array.isArray(said) && said.length > 0 && html`<button type="button" onClick=${() => put({ unknown: said.length })}>${t("unknown_is")}</button>`}
      </div>`}
    `}
    ${picking.value && known.length === 0 && one.slots.length > 0 && html`<div class="row">${one.slots.slice(0, 12).map((slot, index) => html`<button type="button" key=${index} onClick=${() => { sheet.value = null; taken(slot); }}>${index + 1}</button>`)}</div>`}
  <//>`;
}

/** @param {{onClose: () => void}} props */
function TableSheet({ onClose }) {
  const set = position.value;
  const desc = board.value;
  if (!set || !desc) return null;
  return html`<${Sheet} title=${t("table_settings")} onClose=${onClose}>
    ${desc.table.filter((control) => holds(set, control.when)).map((control) => html`<${Control} key=${control.path} control=${control} value=${at(set, control.path)} onValue=${(/** @type {any} */ value) =>
      changePosition((old) => {
        // What belongs to another moment goes with it.
        let next = withValue(old, control.path, value);
        for (const other of desc.table) if (other.when && !holds(next, other.when)) next = withValue(next, other.path, undefined);
        return next;
      })} />`)}
  <//>`;
}

/** @param {{seat: number, onClose: () => void}} props */
function ActSheet({ seat, onClose }) {
  const by = useSignal(seat);
  const asked = verdict.value?.next?.find((/** @type {any} */ one) => one.seat === by.value);
  const legal = new Set((asked?.shapes ?? []).map((/** @type {any} */ shape) => shape.type));
  const kinds = actKinds(actionSchema.value);
  kinds.sort((a, b) => Number(legal.has(b.type)) - Number(legal.has(a.type)));
  return html`<${Sheet} title=${t("which_act")} onClose=${onClose}>
    <${Segments} label=${t("whose_act")} value=${by.value} options=${names.value.map((name, one) => ({ value: one, name }))} onPick=${(/** @type {number} */ one) => (by.value = one)} />
    <div class="act-grid">
      ${kinds.map((kind) => html`<button type="button" key=${kind.type} data-act=${kind.type} class=${legal.has(kind.type) ? "is-legal" : ""} onClick=${() => {
        onClose();
        setAct({ type: kind.type, seat: by.value });
      }}>${wordOf(kind.type)}</button>`)}
    </div>
    ${asked && html`<h2 class="small">${t("legal_now_n", { n: asked.count ?? "…" })}</h2><${Listing} asked=${asked} onPick=${(/** @type {any} */ one) => {
      onClose();
      choose(one, by.value);
    }} />`}
  <//>`;
}
