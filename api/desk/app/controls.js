// What can be set up of a table or of a card, by a description of it.

import { html, useSignal } from "./lib.js";
import { route } from "./address.js";
import { say, t } from "./i18n.js";
import { at, board } from "./games.js";
import { Segments, Stepper } from "./ui.js";
import { CardLine, useFound } from "./cards.js";
import { everything, samePlace } from "./table.js";
import { names, poolName, position, shown } from "./dispute.js";
import { nameOf, pick, show } from "./acts.js";

/** What can be set up of a table or of a card. @param {{control: import("./types.js").Control, value: any, onValue: (value: any) => void, base?: string}} props */
export function Control({ control, value, onValue }) {
  const label = say(control.name);
  // Where nothing is said and a control has a value for that, that one is shown as chosen.
  const said = value ?? control.default ?? (control.values?.some((one) => one.value === null) ? null : undefined);
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
  // What is tapped on the board.
  const from = pileOf(control);
  return html`<div class="control"><span>${label}</span>
    <button type="button" onClick=${() => pick({ prompt: label, want: control.form === "at" ? "place" : "card", ...(from && { from }), onPick: (picked) => onValue(numbered(control, picked)) })}>${said === undefined || said === null ? t("tap_it") : show(from && typeof said === "number" ? { place: { ...from, index: said } } : said)}</button>
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

/** Of a card that is named by its place: the zone, and whose. @param {import("./types.js").Control} control */
function pileOf({ form, zone, whose }) {
  if (form !== "index" || !zone) return null;
  const active = position.value?.active === 1 ? 1 : 0;
  return { zone, seat: whose === "other" ? 1 - active : active };
}

/** Cards of the pool that lie with a card. @param {{control: import("./types.js").Control, value: any, onValue: (value: any) => void}} props */
function PoolCards({ control, value, onValue }) {
  const many = control.form === "cards_of_pool";
  const list = many ? value ?? [] : value ? [value] : [];
  const text = useText();
  const { cards: found, fault } = useFound(route.value.game, poolName.value, text.value, 5);
  return html`<div class="control"><span>${say(control.name)}</span>
    ${list.map((/** @type {any} */ one, /** @type {number} */ index) => html`<button type="button" key=${index} class="token" onClick=${() => onValue(many ? list.toSpliced(index, 1) : undefined)}>${nameOf({ card: typeof one === "string" ? one : one.card })} ✕</button>`)}
    <input type="search" placeholder=${t("search_cards")} aria-label=${say(control.name)} value=${text.value} onInput=${(/** @type {any} */ event) => (text.value = event.target.value)} />
    ${text.value && fault && html`<p class="quiet" role="status">${fault}</p>`}
    ${text.value && html`<ul class="rule-list">${(found ?? []).map((card) => html`<li key=${card.id}><${CardLine} card=${card} onPick=${() => {
      text.value = "";
      onValue(many ? [...list, card.id] : card.id);
    }} /></li>`)}</ul>`}
  </div>`;
}

export const useText = () => useSignal("");
