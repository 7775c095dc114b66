// Fields of actions by their schema, so that any act of any game can be put together.

import { html } from "./lib.js";
import { say, t } from "./i18n.js";
import { board } from "./games.js";
import { Segments, Stepper } from "./ui.js";

/**
 * What kind of value a field takes.
 * @typedef {{kind: "card" | "at" | "cell" | "seat" | "flag" | "number" | "text", optional?: boolean}
 *   | {kind: "choice", values: any[], optional?: boolean}
 *   | {kind: "cards" | "cells", optional?: boolean}
 *   | {kind: "list", item: Kind, optional?: boolean}
 *   | {kind: "counts", fields: string[], optional?: boolean}
 *   | {kind: "object", fields: Record<string, Kind>, required: string[], optional?: boolean}
 *   | {kind: "tagged", options: Record<string, Kind>, optional?: boolean}
 *   | {kind: "either", options: Kind[], optional?: boolean}} Kind
 */

/** A word of the wire as people say it: as the game does, or as the page does. @param {string} word */
export const wordOf = (word) => (board.value?.words[word] ? say(board.value.words[word]) : word === "ruling" ? t("kind_ruling") : word.replaceAll("_", " "));

/** @param {any} schema @param {any} root @returns {Kind} */
export function kindOf(schema, root) {
  if (schema.$ref) {
    const name = schema.$ref.split("/").pop();
    if (name === "CardId") return { kind: "card" };
    if (name === "At") return { kind: "at" };
    if (name === "Coordinates") return { kind: "cell" };
    if (name === "Seat") return { kind: "seat" };
    return kindOf(root.$defs?.[name] ?? {}, root);
  }
  const options = schema.anyOf ?? schema.oneOf;
  if (options) {
    const some = options.filter((/** @type {any} */ option) => option.type !== "null");
    if (some.length === 1) return { ...kindOf(some[0], root), optional: true };
    if (some.every((/** @type {any} */ option) => option.const !== undefined)) return { kind: "choice", values: some.map((/** @type {any} */ option) => option.const) };
    const kinds = some.map((/** @type {any} */ option) => kindOf(option, root));
    // Objects with one field, whose name says which of them it is.
    const tags = kinds.map((/** @type {Kind} */ one) => (one.kind === "object" && one.required.length === 1 && Object.keys(one.fields).length === 1 ? Object.entries(one.fields)[0] : undefined));
    if (tags.every(Boolean)) return { kind: "tagged", options: Object.fromEntries(tags) };
    return { kind: "either", options: kinds };
  }
  if (schema.const !== undefined) return { kind: "choice", values: [schema.const] };
  if (schema.enum) return { kind: "choice", values: schema.enum };
  const type = Array.isArray(schema.type) ? schema.type.find((/** @type {string} */ one) => one !== "null") : schema.type;
  if (type === "boolean") return { kind: "flag" };
  if (type === "integer") return { kind: "number" };
  if (type === "array") {
    const item = kindOf(schema.items ?? {}, root);
    if (item.kind === "card") return { kind: "cards" };
    if (item.kind === "cell") return { kind: "cells" };
    return { kind: "list", item };
  }
  if (type === "object") {
    const fields = Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, inner]) => [name, kindOf(inner, root)]));
    const all = Object.values(fields);
    if (all.length > 0 && all.every((field) => field.kind === "number")) return { kind: "counts", fields: Object.keys(fields) };
    return { kind: "object", fields, required: schema.required ?? [] };
  }
  return { kind: "text" };
}

/** Whether a value has everything that its kind needs. @param {Kind} kind @param {any} value @returns {boolean} */
export function isWhole(kind, value) {
  if (value === undefined || value === null) return false;
  if (kind.kind === "list") return value.every((/** @type {any} */ item) => isWhole(kind.item, item));
  if (kind.kind === "object") {
    const isNeeded = (/** @type {string} */ field) => kind.required.includes(field);
    return Object.entries(kind.fields).every(([field, inner]) => (value[field] === undefined ? !isNeeded(field) : isWhole(inner, value[field])) && !(isNeeded(field) && value[field].length === 0));
  }
  if (kind.kind === "tagged") return Object.entries(value).some(([tag, inner]) => kind.options[tag] && isWhole(kind.options[tag], inner));
  return true;
}

/** @typedef {{type: string, fields: Record<string, Kind>, required: string[]}} ActKind */

/** The kinds of actions of a game. @param {any} schema @returns {ActKind[]} */
export function actKinds(schema) {
  return (schema?.oneOf ?? []).map((/** @type {any} */ one) => {
    const { type, ...fields } = one.properties;
    return {
      type: type.const,
      fields: Object.fromEntries(Object.entries(fields).map(([name, inner]) => [name, kindOf(inner, schema)])),
      required: (one.required ?? []).filter((/** @type {string} */ name) => name !== "type"),
    };
  });
}

/**
 * Asks for something on the board.
 * `words`: what may be said in place of a card; `from`: only what lies in this zone of this player is meant; `field`: the
 * field of the act that is asked for.
 * @typedef {{prompt: string, want?: "card" | "place" | "cell" | "where", from?: {zone: string, seat: number}, words?: {value: any, name: string}[], field?: string, many?: boolean, chosen?: any[], onPick: (value: any) => void}} Pick
 */

/** So many words fit beside each other; of more, one is chosen in a list. */
const MOST_SEGMENTS = 12;

/**
 * A field of an act.
 * @param {{name: string, kind: Kind, value: any, names: string[], pick: (asked: Pick) => void, show: (value: any) => string, onValue: (value: any) => void, filled?: any}} props
 */
export function Field({ name, kind, value, names, pick, show, onValue, filled }) {
  const label = wordOf(name);
  const shown = value ?? filled;
  if (kind.kind === "card" || kind.kind === "at" || kind.kind === "cell") {
    const want = kind.kind === "card" ? "card" : kind.kind === "at" ? "place" : "cell";
    return html`<div class="act-field"><span>${label}</span>
      <button type="button" class=${shown === undefined ? "wanted" : ""} onClick=${() => pick({ prompt: label, want, onPick: onValue })}>${shown === undefined ? t("tap_it") : show(shown)}</button>
    </div>`;
  }
  if (kind.kind === "cards" || kind.kind === "cells") {
    const list = shown ?? [];
    return html`<div class="act-field"><span>${label}</span>
      <button type="button" onClick=${() => pick({ prompt: label, want: kind.kind === "cards" ? "card" : "cell", many: true, chosen: list, onPick: onValue })}>${list.length ? list.map(show).join(t("comma")) : t("none_chosen")}</button>
    </div>`;
  }
  if (kind.kind === "seat") return html`<div class="act-field"><span>${label}</span><${Segments} label=${label} value=${shown} options=${names.map((one, seat) => ({ value: seat, name: one }))} onPick=${onValue} /></div>`;
  if (kind.kind === "flag") return html`<div class="act-field"><span>${label}</span><${Segments} label=${label} value=${shown} options=${[{ value: true, name: t("yes") }, { value: false, name: t("no") }]} onPick=${onValue} /></div>`;
  if (kind.kind === "choice" && kind.values.length > MOST_SEGMENTS) {
    return html`<label class="act-field"><span>${label}</span><select value=${shown ?? ""} onChange=${(/** @type {any} */ event) => onValue(event.target.value)}>
      ${shown === undefined && html`<option value="" disabled selected></option>`}
      ${kind.values.map((one) => html`<option key=${one} value=${one}>${wordOf(String(one))}</option>`)}
    </select></label>`;
  }
  if (kind.kind === "choice") return html`<div class="act-field"><span>${label}</span><${Segments} label=${label} value=${shown} options=${kind.values.map((one) => ({ value: one, name: typeof one === "string" ? wordOf(one) : String(one) }))} onPick=${onValue} /></div>`;
  if (kind.kind === "number") return html`<div class="act-field"><${Stepper} label=${label} value=${shown ?? 0} onPick=${onValue} /></div>`;
  if (kind.kind === "counts") {
    return html`<fieldset class="act-field"><legend>${label}</legend>
      ${kind.fields.map((field) => html`<${Stepper} key=${field} label=${wordOf(field)} value=${shown?.[field] ?? 0} onPick=${(/** @type {number} */ count) => onValue({ ...shown, [field]: count })} />`)}
    </fieldset>`;
  }
  if (kind.kind === "object") {
    return html`<fieldset class="act-field"><legend>${label}</legend>
      ${Object.entries(kind.fields).map(([field, inner]) => html`<${Field} key=${field} name=${field} kind=${inner} value=${shown?.[field]} names=${names} pick=${pick} show=${show} onValue=${(/** @type {any} */ one) => onValue({ ...shown, [field]: one })} />`)}
    </fieldset>`;
  }
  if (kind.kind === "tagged") {
    const tag = Object.keys(shown ?? {})[0];
    const inner = tag === undefined ? undefined : kind.options[tag];
    const fields = inner?.kind === "object" ? inner.fields : {};
    return html`<fieldset class="act-field"><legend>${label}</legend>
      <${Segments} label=${label} value=${tag} options=${Object.keys(kind.options).map((one) => ({ value: one, name: wordOf(one) }))} onPick=${(/** @type {string} */ one) => one !== tag && onValue({ [one]: {} })} />
      ${tag !== undefined && Object.entries(fields).map(([field, of]) => html`<${Field} key=${`${tag} ${field}`} name=${field} kind=${of} value=${shown[tag][field]} names=${names} pick=${pick} show=${show} onValue=${(/** @type {any} */ one) => onValue({ [tag]: { ...shown[tag], [field]: one } })} />`)}
    </fieldset>`;
  }
  if (kind.kind === "list") {
    const list = shown ?? [];
    return html`<fieldset class="act-field"><legend>${label}</legend>
      ${list.map(
        (/** @type {any} */ item, /** @type {number} */ index) => html`<div class="list-item" key=${index}>
          <${Field} name=${String(index + 1)} kind=${kind.item} value=${item} names=${names} pick=${pick} show=${show} onValue=${(/** @type {any} */ one) => onValue(list.map((/** @type {any} */ old, /** @type {number} */ at) => (at === index ? one : old)))} />
          <button type="button" class="plain icon" aria-label=${t("remove")} onClick=${() => onValue(list.toSpliced(index, 1))}>✕</button>
        </div>`,
      )}
      <button type="button" onClick=${() => onValue([...list, kind.item.kind === "object" || kind.item.kind === "counts" ? {} : null])}>+ ${t("add")}</button>
    </fieldset>`;
  }
  if (kind.kind === "either") {
    // A card or a cell is tapped; what else may stand there is named beside it.
    const words = kind.options.flatMap((option) => (option.kind === "choice" ? option.values : []));
    const others = kind.options.filter((option) => option.kind === "object");
    const touched = kind.options.find((option) => option.kind === "card" || option.kind === "at" || option.kind === "cell");
    return html`<div class="act-field"><span>${label}</span>
      ${touched && html`<button type="button" class=${shown === undefined ? "wanted" : ""} onClick=${() => pick({ prompt: label, want: touched.kind === "card" ? "card" : touched.kind === "at" ? "place" : "cell", onPick: onValue })}>${shown === undefined || typeof shown === "string" ? t("tap_it") : show(shown)}</button>`}
      ${words.length > 0 && html`<${Segments} label=${label} value=${shown} options=${words.map((one) => ({ value: one, name: wordOf(String(one)) }))} onPick=${onValue} />`}
      ${others.map((option, index) => html`<${Field} key=${index} name=${t("or")} kind=${option} value=${shown && typeof shown === "object" && !shown.place ? shown : undefined} names=${names} pick=${pick} show=${show} onValue=${onValue} />`)}
    </div>`;
  }
  return html`<label class="act-field"><span>${label}</span><input value=${shown ?? ""} onChange=${(/** @type {any} */ event) => onValue(event.target.value)} /></label>`;
}
