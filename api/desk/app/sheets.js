// The sheets over the page on which a dispute is decided: a card, a zone, a card to be put, the moment, the acts.

import { html, useSignal } from "./lib.js";
import { route } from "./address.js";
import { say, t } from "./i18n.js";
import { actionSchema, at, board } from "./games.js";
import { Segments, Sheet, Stepper } from "./ui.js";
import { CardLine, CardView, useFound } from "./cards.js";
import { countOf, Listing } from "./answer.js";
import { ShareSheet } from "./share.js";
import { actKinds, wordOf } from "./form.js";
import { cardAt, everything, fitting, freePlace, holds, laid, movedTo, pile, runsOf, samePlace, withCard, withUnknown, withValue, zoneOf } from "./table.js";
import { changePosition, names, pool, poolName, position, shown, trouble, verdict } from "./dispute.js";
import { choose, nameOf, pick, picking, setAct, sheet, taken } from "./acts.js";
import { Control, useText } from "./controls.js";

/** @typedef {import("./table.js").Where} Where */

/** The sheets over the page. */
export function Sheets() {
  const open = sheet.value;
  if (!open) return null;
  const close = () => (sheet.value = null);
  if (open.kind === "card" && open.where) return html`<${CardSheet} where=${open.where} onClose=${close} />`;
  if (open.kind === "put" && open.where) return html`<${PutSheet} where=${open.where} onClose=${open.zone ? () => (sheet.value = { kind: "zone", zone: open.zone, seat: open.seat }) : close} />`;
  if (open.kind === "zone" && open.zone) return html`<${ZoneSheet} id=${open.zone} seat=${open.seat ?? 0} onClose=${close} />`;
  if (open.kind === "share") return html`<${ShareSheet} onClose=${close} />`;
  if (open.kind === "table") return html`<${TableSheet} onClose=${close} />`;
  return html`<${ActSheet} seat=${open.seat} onClose=${close} />`;
}

/** A place for people: whose, and where. @param {Where} where */
const placeOf = ({ zone, seat, cell, at: to }) =>
  `${names.value[seat]} ${cell ?? (to ? `(${to.join(", ")})` : board.value ? say(zoneOf(board.value, zone).zone.name) : "")}`;

/** Acts that begin with a card of this zone. @param {Where} where */
function actsOf(where) {
  return (board.value?.acts ?? []).filter((act) => act.zones.includes(where.zone));
}

/**
 * Legal answers that name a card, or the cell where it lies.
 * @param {import("./table.js").Slot} slot
 * @returns {any}
 */
function legalWith(slot) {
  const id = slot.card?.id;
  const { at: place } = slot.where;
  const names = (/** @type {any} */ value, /** @type {string} */ field) =>
    typeof value === "number" ? value === id && CARDS.has(kindsOf(field)) : Array.isArray(value) && (place ? String(value) === String(place) : value.includes(id));
  const kinds = new Map(actKinds(actionSchema.value).map((kind) => [kind.type, kind]));
  let fields = /** @type {Record<string, import("./form.js").Kind>} */ ({});
  const kindsOf = (/** @type {string} */ field) => fields[field]?.kind ?? "";
  for (const asked of verdict.value?.next ?? []) {
    const places = (asked.listing ?? []).flatMap((/** @type {any} */ one, /** @type {number} */ index) => {
      fields = kinds.get(one.type)?.fields ?? {};
      return Object.entries(one).some(([field, value]) => names(value, field)) ? [index] : [];
    });
    if (places.length === 0) continue;
    const of = (/** @type {any[] | undefined} */ list) => places.map((/** @type {number} */ index) => list?.[index]);
    return { seat: asked.seat, complete: asked.complete, listing: of(asked.listing), texts: of(asked.texts) };
  }
  return null;
}

/** Fields in which a number is that of a card. */
const CARDS = new Set(["card", "either"]);

/** So many legal answers are shown with a card without a tap. */
const FEW = 3;

/**
 * Kinds of acts as buttons: those that are legal now, marked, and the others behind a tap where there are any.
 * @template {{type: string}} T
 * @param {{kinds: T[], legal: Set<string>, onPick: (kind: T) => void, children?: unknown}} props
 */
function ActKinds({ kinds, legal, onPick, children }) {
  const some = kinds.filter((kind) => legal.has(kind.type));
  const others = kinds.filter((kind) => !legal.has(kind.type));
  /** @param {T[]} list */
  const grid = (list) => html`<div class="act-grid">
    ${list.map((kind) => html`<button type="button" key=${kind.type} data-act=${kind.type} class=${legal.has(kind.type) ? "is-legal" : ""} onClick=${() => onPick(kind)}>${wordOf(kind.type)}</button>`)}
  </div>`;
  return html`${some.length > 0 && html`<p class="quiet">${t("legal_marked")}</p>${grid(some)}`}
    ${children}
    ${some.length === 0 && grid(others)}
    ${some.length > 0 && others.length > 0 && html`<details class="anything-else"><summary>${t("anything_else")}</summary>${grid(others)}</details>`}`;
}

/** @param {{where: Where, onClose: () => void}} props */
function CardSheet({ where, onClose }) {
  const now = shown.value;
  const desc = board.value;
  const set = position.value;
  if (!now || !desc) return null;
  const slot = everything(desc, now.table, now.kind).find((one) => samePlace(one.where, where));
  const there = set && cardAt(desc, set, where);
  // Until a changed table is judged, a card that is named or moved is known from the position alone.
  const card = there && there.card !== slot?.card?.card ? there : slot?.card;
  if (!card) return null;
  const said = set ? there ?? { card: card.card } : null;
  const { zone, shared } = zoneOf(desc, where.zone);
  const piece = desc.pieces[zone.piece ?? ""];
  const editable = set && zone.position !== undefined;
  /** @param {any} next */
  const put = (next) => changePosition((old) => withCard(desc, old, where, next));
  const legal = slot ? legalWith(slot) : null;
  const path = shared ? zone.position : `players.${where.seat}.${zone.position}`;
  const list = editable && zone.form === "pile" && zone.id !== HAND ? at(set, path ?? "") : null;
  const isAmongUnknown = runsOf(list).some((run) => run.item === undefined);
  return html`<${Sheet} title=${`${nameOf(card)} · ${placeOf(where)}`} onClose=${onClose}>
    ${editable && said && (piece?.controls ?? []).filter((control) => holds(said, control.when)).map((control) => html`<${Control} key=${control.path} control=${control} value=${at(said, control.path)} onValue=${(/** @type {any} */ value) => put(withValue(said, control.path, value))} />`)}
    ${isAmongUnknown && html`<div class="control"><${Stepper} label=${t("from_the_top")} value=${(where.index ?? 0) + 1} min=${1} max=${pile(list).count} onPick=${(/** @type {number} */ place) => {
      changePosition((old) => withValue(old, path ?? "", movedTo(at(old, path ?? ""), where.index ?? 0, place - 1)));
      sheet.value = { kind: "card", where: { ...where, index: place - 1 } };
    }} /></div>`}
    <h2 class="small">${t("acts_with")}</h2>
    <${ActKinds} kinds=${actsOf(where)} legal=${new Set(legal?.listing.map((/** @type {any} */ one) => one.type))} onPick=${(/** @type {any} */ act) => {
      onClose();
      const preset = Object.fromEntries(Object.entries(act.values ?? {}).flatMap(([field, zones]) => (zones[where.zone] === undefined ? [] : [[field, zones[where.zone]]])));
      setAct({ type: act.type, seat: where.seat, [act.field]: act.form === "cell" ? where.at : { place: where }, ...preset });
    }}>${legal && legal.listing.length > 0 && html`<details class="legal-with" open=${legal.listing.length <= FEW}><summary>${t("legal_with_it", { n: countOf(legal) })}</summary><${Listing} asked=${legal} onPick=${(/** @type {any} */ one) => {
      onClose();
      choose(one, legal.seat);
    }} /></details>`}<//>
    ${editable &&
    html`<h2 class="small">${t("change_table")}</h2><div class="row">
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

/** The zone in which no card lies above another. */
const HAND = "hand";

/** @param {{where: Where, onClose: () => void}} props */
function PutSheet({ where, onClose }) {
  const text = useText();
  const desc = board.value;
  const { cards: found, fault } = useFound(route.value.game, poolName.value, text.value, 40);
  if (!desc) return null;
  return html`<${Sheet} title=${t("place_card")} onClose=${onClose}>
    <input type="search" class="big-search" autofocus placeholder=${t("search_cards")} aria-label=${t("search_cards")} value=${text.value} onInput=${(/** @type {any} */ event) => (text.value = event.target.value)} />
    ${(fault || found?.length === 0) && html`<p class="quiet" role="status">${fault || t("nothing_found")}</p>`}
    <ul class="rule-list">
      ${(found ?? []).map((card) => html`<li key=${card.id}><${CardLine} card=${card} onPick=${() => {
        changePosition((old) => {
          const before = cardAt(desc, old, where);
          return withCard(desc, old, where, before ? { ...before, card: card.id } : { card: card.id });
        });
        onClose();
      }} /></li>`)}
    </ul>
  <//>`;
}

/**
 * A card of a zone, which is tapped for an act or opens its sheet.
 * @param {{slot: import("./table.js").Slot, onClose: () => void}} props
 */
const ZoneLine = ({ slot, onClose }) => html`<li><button type="button" class="card-row" data-card=${slot.card?.card} onClick=${() => {
  if (!picking.value) sheet.value = { kind: "card", where: slot.where };
  else {
    if (!picking.value.many) onClose();
    taken(slot);
  }
}}><b>${nameOf(slot.card ?? { card: null })}</b><code>${slot.card?.card}</code><span class="quiet">${(pool.value.get(slot.card?.card ?? "")?.facts ?? []).slice(0, 4).join(" · ")}</span></button></li>`;

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
  const title = t("says", { who: names.value[seat] ?? "", what: say(zone.name) });
  const hidden = one.slots.filter((slot) => slot.card && !slot.card.card);
  // A position that can be changed is shown as it is set up.
  const isSet = zone.form === "pile" && set && path;
  const known = (isSet ? laid(desc, set, "position", zone, seat) : one).slots.filter((slot) => slot.card?.card);
  const runs = isSet ? runsOf(said) : [];
  // Unknown cards may lie between others; more of them are added below all.
  const last = runs.at(-1);
  const blank = [...runs.filter((run) => run.item === undefined), ...(last && last.item === undefined ? [] : [{ from: pile(said).count, count: 0 }])];
  const first = blank[0]?.count ? blank[0].from : pile(said).count;
  return html`<${Sheet} title=${title} onClose=${onClose}>
    ${zone.form === "counts" && (zone.counts ?? []).map((count) => (set && path ? html`<div class="control" key=${count.field}><${Stepper} label=${say(count.name)} value=${said?.[count.field] ?? 0} onPick=${(/** @type {number} */ n) => put({ ...said, [count.field]: n })} /></div>` : html`<p key=${count.field}>${say(count.name)} <b>${one.value?.[count.field] ?? 0}</b></p>`))}
    ${zone.form === "number" && (set && path ? html`<div class="control"><${Stepper} label=${say(zone.name)} value=${said ?? 0} onPick=${put} /></div>` : html`<p><b>${one.value}</b></p>`)}
    ${zone.form === "text" && (set && path ? html`<label class="control"><span>${say(zone.name)}</span><input value=${said ?? ""} onChange=${(/** @type {any} */ event) => put(event.target.value || undefined)} /></label>` : html`<p><b>${one.value ?? "–"}</b></p>`)}
    ${["pile", "row", "one", "piles"].includes(zone.form) &&
    html`
      <ul class="rule-list">${[...known.map((slot) => ({ from: slot.where.index ?? 0, slot })), ...(isSet ? blank.map((run) => ({ from: run.from, run })) : [])].sort((one, other) => one.from - other.from).map((line) => ("run" in line ? html`<li key=${`unknown ${line.from}`} class="control"><${Stepper} label=${t(known.length > 0 ? "unknown_more" : "unknown_count")} value=${line.run.count} onPick=${(/** @type {number} */ n) => put(withUnknown(said, line.run, n))} /></li>` : html`<${ZoneLine} key=${line.slot.where.inner ?? line.from} slot=${line.slot} onClose=${onClose} />`))}</ul>
      ${known.length === 0 && !isSet && html`<p class="quiet">${one.count ?? 0} × ${t("hidden")}</p>`}
      ${picking.value && hidden.length > 0 && html`<p class="small-label">${t("hidden")}</p><div class="row" role="group" aria-label=${t("hidden")}>${hidden.slice(0, 12).map((slot, index) => html`<button type="button" key=${index} onClick=${() => { sheet.value = null; taken(slot); }}>${(slot.where.index ?? index) + 1}</button>`)}</div>`}
      ${set && path && zone.form !== "piles" && html`<div class="row">
        <button type="button" class="primary" onClick=${() => (sheet.value = { kind: "put", zone: id, seat, where: zone.form === "one" ? { zone: id, seat } : { zone: id, seat, index: zone.form === "pile" ? first : known.length } })}>+ ${t("add_card")}</button>
        ${isSet && known.length > 0 && html`<button type="button" data-do="unknown" onClick=${() => put({ unknown: pile(said).count })}>${t("unknown_is")}</button>`}
      </div>`}
    `}
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

/** @param {{seat?: number, onClose: () => void}} props */
function ActSheet({ seat, onClose }) {
  const by = useSignal(/** @type {number | undefined} */ (seat));
  // Who acts is known when the table is judged.
  if (!verdict.value && !trouble.value) return html`<${Sheet} title=${t("which_act")} onClose=${onClose}><p class="quiet">${t("loading_table")}</p><//>`;
  const who = by.value ?? verdict.value?.next?.[0]?.seat ?? 0;
  const asked = verdict.value?.next?.find((/** @type {any} */ one) => one.seat === who);
  const legal = new Set((asked?.shapes ?? []).map((/** @type {any} */ shape) => shape.type));
  const kinds = actKinds(actionSchema.value);
  return html`<${Sheet} title=${t("which_act")} onClose=${onClose}>
    <p class="small-label">${t("whose_act")}</p>
    <${Segments} label=${t("whose_act")} value=${who} options=${names.value.map((name, one) => ({ value: one, name }))} onPick=${(/** @type {number} */ one) => (by.value = one)} />
    ${asked && html`<h2 class="small">${t("legal_now_n", { n: countOf(asked) })}</h2><${Listing} asked=${asked} onPick=${(/** @type {any} */ one) => {
      onClose();
      choose(one, who);
    }} />`}
    <${ActKinds} kinds=${kinds} legal=${legal} onPick=${(/** @type {import("./form.js").ActKind} */ kind) => {
      onClose();
      setAct({ type: kind.type, seat: who });
    }} />
  <//>`;
}
