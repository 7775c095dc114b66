// The board: zones as the game's description lays them out, cards drawn from their data. The far half is turned round.

import { html } from "./lib.js";
import { say, t } from "./i18n.js";
import { at } from "./games.js";
import { holds, laid, zoneOf } from "./table.js";
import { wordOf } from "./form.js";

/** @typedef {import("./table.js").Slot} Slot */
/** @typedef {import("./table.js").Laid} Laid */

/**
 * @typedef {{
 *   board: import("./types.js").Board, table: Record<string, any>, kind: "state" | "position", names: string[],
 *   nameOf: (card: import("./table.js").Placed) => string,
 *   onSlot: (slot: Slot) => void, onZone: (one: Laid) => void,
 *   can?: (slot: Slot) => boolean, picked?: (slot: Slot) => boolean, marked?: (slot: Slot) => string,
 *   asked?: number[], facing?: number, place?: number, seenBy?: string, arrows?: boolean
 * }} View
 */

/** What a card of a state is called. @param {import("./table.js").Placed} card */
export const nameOf = (card) => (card?.card ? card.name ?? card.card : t("hidden"));

/** How many empty cells are drawn around a grid. */
const MARGIN = 1;

/** Where an arrow leads, as steps to the right and downwards. @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * Moves the focus to the nearest card or zone in the direction of an arrow: one that lies straight ahead, or
 * else beside.
 * @param {KeyboardEvent} event
 */
function byArrows(event) {
  const way = ARROWS[event.key];
  const from = event.target instanceof HTMLElement ? event.target.closest("button") : null;
  if (!way || !from || !(event.currentTarget instanceof HTMLElement)) return;
  event.preventDefault();
  const [x, y] = way;
  const here = from.getBoundingClientRect();
  const all = [...event.currentTarget.querySelectorAll("button")].flatMap((one) => {
    const box = one.getBoundingClientRect();
    const right = box.left + box.width / 2 - here.left - here.width / 2;
    const down = box.top + box.height / 2 - here.top - here.height / 2;
    const ahead = right * x + down * y;
    const beside = Math.abs(right * y) + Math.abs(down * x);
    const isStraight = beside < (x ? here.height + box.height : here.width + box.width) / 2;
    return ahead > 1 ? [{ one, far: ahead + beside, isStraight }] : [];
  });
  all.sort((one, other) => Number(other.isStraight) - Number(one.isStraight) || one.far - other.far);
  all[0]?.one.focus();
}

/** The table: the far half, what both share, the near half. @param {View} view */
export function Board(view) {
  const { board, table } = view;
  const near = view.facing ?? 0;
  const order = [1 - near, near];
  return html`<div class="board" data-at=${view.place} data-view=${view.seenBy} onKeyDown=${view.arrows ? byArrows : undefined}>
    <${Half} view=${view} seat=${order[0]} far=${true} />
    ${board.shared.map((zone) => html`<div class="middle" key=${zone.id}><${Zone} view=${view} one=${laid(board, table, view.kind, zone, near)} far=${false} /></div>`)}
    <${Half} view=${view} seat=${order[1]} far=${false} />
  </div>`;
}

/** @param {{view: View, seat: number, far: boolean}} props */
function Half({ view, seat, far }) {
  const rows = far ? [...view.board.layout].reverse() : view.board.layout;
  const active = view.table.active === seat;
  return html`<div role="group" class=${`half ${far ? "far" : "near"} ${active ? "active" : ""}`} aria-label=${view.names[seat]}>
    <p class="half-name"><b>${view.names[seat]}</b>${active && html` <span class="tag">${t("their_turn")}</span>`}${view.asked?.includes(seat) && html` <span class="tag asks">${t("is_asked")}</span>`}</p>
    ${rows.map((row, index) => html`<div class="board-row" key=${index}>${row.map((id) => html`<${Zone} key=${id} view=${view} one=${laid(view.board, view.table, view.kind, zoneOf(view.board, id).zone, seat)} far=${far} />`)}</div>`)}
  </div>`;
}

/** @param {{view: View, one: Laid, far: boolean}} props */
function Zone({ view, one, far }) {
  const { zone } = one;
  const name = say(zone.name);
  if (zone.form === "cells" && one.rows) {
    // Lanes run across both halves; else each player counts from the own left.
    const near = view.facing ?? 0;
    const turned = zone.lanes ? near === (at(view.table, zone.lanes) ?? 0) : far;
    const across = one.rows.map((row) => (turned ? row.toReversed() : row));
    const rows = far ? across.toReversed() : across;
    return html`<div class="zone cells" role="group" aria-label=${name} style=${{ "--columns": rows[0]?.length ?? 1 }}>
      ${rows.flat().map((slot) => html`<${Card} key=${slot.where.cell} view=${view} slot=${slot} zone=${zone} />`)}
    </div>`;
  }
  if (zone.form === "grid") return html`<${Grid} view=${view} one=${one} />`;
  if (zone.form === "row" || zone.form === "one") {
    const cards = one.slots.filter((slot) => slot.card);
    return html`<div class=${`zone line form-${zone.form}`} role="group" aria-label=${name}>
      <button type="button" data-zone=${`${zone.id}.${one.seat}`} class="zone-name" onClick=${() => view.onZone(one)}>${name}${zone.form === "row" && html` <b>${cards.length}</b>`}</button>
      <div class="line-cards">${cards.map((slot) => html`<${Card} key=${`${slot.card?.id} ${slot.where.index}`} view=${view} slot=${slot} zone=${zone} />`)}</div>
    </div>`;
  }
  return html`<${Pile} view=${view} one=${one} />`;
}

/** What is only counted, as a button that opens it. @param {{view: View, one: Laid}} props */
function Pile({ view, one }) {
  const { zone } = one;
  const name = say(zone.name);
  let shown;
  if (zone.form === "counts") {
    const counted = (zone.counts ?? []).filter((count) => one.value?.[count.field]);
    shown = counted.length ? counted.map((count) => html`<span><b>${one.value[count.field]}</b> ${say(count.short)}</span>`) : html`<b>0</b>`;
  } else if (zone.form === "pile") {
    const open = one.slots.filter((slot) => slot.card?.card).length;
    shown = html`<b>${one.count}</b>${open > 0 && open < (one.count ?? 0) && !zone.open ? html`<span class="quiet"> ${t("known", { n: open })}</span>` : ""}`;
  } else if (zone.form === "piles") {
    shown = html`<b>${one.count}</b>`;
  } else {
    const values = view.board.facts.find((fact) => fact.path === zone.state)?.values ?? {};
    const text = [one.value ?? ""].flat().map((value) => (values[value] ? say(values[value]) : value)).join(" ");
    shown = html`<b>${text === "" ? "–" : text}</b>`;
  }
  const can = one.slots.some((slot) => view.can?.(slot));
  return html`<button type="button" data-zone=${`${zone.id}.${one.seat}`} class=${`pile ${can ? "can" : ""}`} onClick=${() => view.onZone(one)}><span class="pile-name">${name}</span> <span class="pile-count">${shown}</span></button>`;
}

/** A grid without bounds: the cells around what lies on it. @param {{view: View, one: Laid}} props */
function Grid({ view, one }) {
  const cells = one.slots.map((slot) => slot.where.at ?? [0, 0]);
  const xs = cells.map((cell) => cell[0] ?? 0);
  const ys = cells.map((cell) => cell[1] ?? 0);
  const [left, right] = [Math.min(0, ...xs) - MARGIN, Math.max(0, ...xs) + MARGIN];
  const [low, high] = [Math.min(0, ...ys) - MARGIN, Math.max(0, ...ys) + MARGIN];
  const turned = (view.facing ?? 0) === 1;
  const columns = Array.from({ length: right - left + 1 }, (_, index) => left + index);
  const rows = Array.from({ length: high - low + 1 }, (_, index) => high - index);
  if (turned) {
    columns.reverse();
    rows.reverse();
  }
  return html`<div class="grid-scroll"><div class="zone grid" role="group" aria-label=${say(one.zone.name)} style=${{ "--columns": columns.length }}>
    ${rows.flatMap((y) =>
      columns.map((x) => {
        const slot = one.slots.find((other) => other.where.at?.[0] === x && other.where.at?.[1] === y);
        return html`<${Card} key=${`${x},${y}`} view=${view} slot=${slot ?? { where: { zone: one.zone.id, seat: view.facing ?? 0, at: [x, y] }, card: null }} zone=${one.zone} label=${`${x},${y}`} />`;
      }),
    )}
  </div></div>`;
}

/** A place as a text. @param {import("./table.js").Where} where */
const placeOf = (where) => [where.zone, where.seat, where.cell ?? where.at ?? where.index].filter((part) => part !== undefined).join(".");

/** A card, or an empty cell. @param {{view: View, slot: Slot, zone: import("./types.js").Zone, label?: string}} props */
export function Card({ view, slot, zone, label }) {
  const { card, where } = slot;
  const cell = label ?? where.cell;
  const can = view.can?.(slot) ?? false;
  const picked = view.picked?.(slot) ?? false;
  const states = `${can ? "can" : ""} ${picked ? "picked" : ""} ${where.seat === (view.facing ?? 0) ? "own" : "other"}`;
  if (!card) {
    return html`<button type="button" class=${`card empty ${states}`} data-place=${placeOf(where)} onClick=${() => view.onSlot(slot)}><span class="cell-name">${cell}<span class="visually-hidden"> ${t("empty")}</span></span></button>`;
  }
  const piece = view.board.pieces[zone.piece ?? ""];
  const sideways = piece?.sideways && holds(card, piece.sideways);
  const hidden = !card.card || (piece?.hidden && holds(card, piece.hidden));
  const facing = piece?.facing ? at(card, piece.facing) : undefined;
  const name = view.nameOf(card);
  const numbers = (piece?.numbers ?? []).flatMap((number) => {
    // Where nothing changes a number, a state may have the printed one alone.
    const value = at(card, number.path) ?? at(card, number.path.replace(/\w+$/, "base_$&"));
    return value === undefined || value === null || (number.hide_zero && !value) ? [] : [{ ...number, value }];
  });
  const badges = (piece?.badges ?? []).filter((badge) => holds(card, badge) && at(card, badge.path) !== undefined);
  const lists = (piece?.lists ?? []).flatMap((list) => {
    const value = at(card, list.path);
    const count = Array.isArray(value) ? value.length : value ? 1 : 0;
    return count ? [{ name: say(list.name), text: Array.isArray(value) ? `+${count}` : view.nameOf(value), count }] : [];
  });
  const mark = view.marked?.(slot);
  return html`<button
    type="button"
    data-place=${placeOf(where)}
    class=${`card ${mark ? "marked" : ""} ${sideways ? "sideways" : ""} ${hidden ? "face-down" : ""} ${states}`}
    aria-pressed=${view.picked ? picked : undefined}
    onClick=${() => view.onSlot(slot)}
  >
    ${mark && html`<span class="card-mark">${mark}</span>`}
    <span class="card-name">${cell && html`<span class="visually-hidden">${cell} </span>`}${name}</span>
    ${facing && html`<span class="visually-hidden">${wordOf(facing)}</span><span class=${`facing ${facing} ${(view.facing ?? 0) === 1 ? "turned" : ""}`} aria-hidden="true">▲</span>`}
    ${(badges.length > 0 || lists.length > 0) && html`<span class="badges">${badges.map((badge) => html`<span>${say(badge.name)}</span>`)}${lists.map((list) => html`<span><span class="visually-hidden">${list.name} </span>${list.text}</span>`)}</span>`}
    ${numbers.length > 0 && html`<span class="numbers">${numbers.map((number) => html`<span><span class="visually-hidden">${say(number.name)} </span>${number.prefix ?? ""}${number.value}${number.suffix ?? ""}</span>`)}</span>`}
  </button>`;
}
