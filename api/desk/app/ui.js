// Parts that all pages use.

import { html, signal, useEffect, useRef } from "./lib.js";
import { t } from "./i18n.js";

/** What screen readers announce: the last change. */
export const announced = signal("");

/** @param {string} text */
export function announce(text) {
  announced.value = "";
  queueMicrotask(() => (announced.value = text));
}

/** A short notice at the foot of the page, for a moment. */
export const notice = signal("");
/** @type {ReturnType<typeof setTimeout> | undefined} */
let noticed;

/** @param {string} text */
export function notify(text) {
  notice.value = text;
  clearTimeout(noticed);
  noticed = setTimeout(() => (notice.value = ""), 2600);
}

/**
 * A sheet over the page: from the foot on a phone, in the middle elsewhere. It keeps the focus, and Escape or a tap
 * beside it closes it.
 * @param {{title: unknown, onClose: () => void, children?: unknown, kind?: string, head?: unknown}} props
 */
export function Sheet({ title, onClose, children, kind, head }) {
  const ref = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useEffect(() => {
    const dialog = ref.current;
    const before = /** @type {HTMLElement | null} */ (document.activeElement);
    if (dialog && !dialog.open) dialog.showModal();
    document.documentElement.classList.add("covered");
    return () => {
      // What lies under an open dialog takes no focus.
      dialog?.close();
      if (!document.querySelector("dialog[open]")) document.documentElement.classList.remove("covered");
      before?.focus();
    };
  }, []);
  return html`<dialog
    ref=${ref}
    class=${`sheet ${kind ?? ""}`}
    aria-labelledby="sheet-title"
    onCancel=${(/** @type {Event} */ event) => {
      event.preventDefault();
      onClose();
    }}
    onClick=${(/** @type {MouseEvent} */ event) => event.target === ref.current && onClose()}
  >
    <div class="sheet-box">
      <header class="sheet-head">
        <h2 id="sheet-title" tabindex="-1">${title}</h2>
        ${head}
        <button type="button" class="plain icon" aria-label=${t("close")} onClick=${onClose}>✕</button>
      </header>
      <div class="sheet-body">${children}</div>
      ${notice.value && html`<p class="notice shown" role="status">${notice.value}</p>`}
    </div>
  </dialog>`;
}

/**
 * One of a few values, as buttons beside each other.
 * @param {{label: string, value: unknown, options: {value: unknown, name: string}[], onPick: (value: any) => void}} props
 */
export function Segments({ label, value, options, onPick }) {
  return html`<div class="segments" role="group" aria-label=${label}>
    ${options.map(
      (option) =>
        html`<button
          type="button"
          key=${String(option.value)}
          data-value=${String(option.value)}
          aria-pressed=${option.value === value}
          onClick=${() => onPick(option.value)}
        >
          ${option.name}
        </button>`,
    )}
  </div>`;
}

/**
 * A number with a button on each side.
 * @param {{label: string, value: number, min?: number, max?: number, onPick: (value: number) => void}} props
 */
export function Stepper({ label, value, min = 0, max = 999, onPick }) {
  /** @param {number} next */
  const pick = (next) => onPick(Math.min(max, Math.max(min, Math.trunc(next) || 0)));
  return html`<div class="stepper" role="group" aria-label=${label}>
    <span class="stepper-name">${label}</span>
    <button type="button" aria-label=${`${label} −1`} disabled=${value <= min} onClick=${() => pick(value - 1)}>−</button>
    <input
      inputmode="numeric"
      aria-label=${label}
      value=${value}
      onChange=${(/** @type {any} */ event) => pick(Number(event.target.value))}
      onFocus=${(/** @type {any} */ event) => event.target.select()}
    />
    <button type="button" aria-label=${`${label} +1`} disabled=${value >= max} onClick=${() => pick(value + 1)}>+</button>
  </div>`;
}

/** A text with the words that hit marked. @param {{text: string, hits?: string[]}} props */
export function Marked({ text, hits = [] }) {
  const words = hits.filter(Boolean).sort((a, b) => b.length - a.length);
  if (!words.length) return text;
  const pattern = new RegExp(words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|"), "gi");
  const parts = [];
  let from = 0;
  for (const hit of text.matchAll(pattern)) {
    parts.push(text.slice(from, hit.index), html`<mark>${hit[0]}</mark>`);
    from = hit.index + hit[0].length;
  }
  parts.push(text.slice(from));
  return parts;
}

/** Drawn signs, since not every device has the same letters. */
const SIGNS = {
  share: "M10 13a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-6-6l-1.5 1.5M14 11a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 6 6l1.5-1.5",
  undo: "M4 9h10a5 5 0 0 1 0 10h-4M4 9l4-4M4 9l4 4",
  turn: "M8 4v16M8 20l-4-4M8 20l4-4M16 20V4M16 4l-4 4M16 4l4 4",
  scales: "M12 4v16M7 20h10M5 7h14M5 7l-3 6a3 3 0 0 0 6 0zM19 7l-3 6a3 3 0 0 0 6 0z",
  log: "M5 4h14v16H5zM8 8h8M8 12h8M8 16h5",
  rules: "M5 4h6a2 2 0 0 1 2 2v14a2 2 0 0 0-2-2H5zM19 4h-4a2 2 0 0 0-2 2",
  cards: "M4 6h9v14H4zM8 3h9a2 2 0 0 1 2 2v12",
  deck: "M5 7h14M5 12h14M5 17h14M3 7h.01M3 12h.01M3 17h.01",
  compare: "M4 5h7v14H4zM13 5h7v14h-7z",
  clock: "M12 8v5l3 2M9 2h6M12 5a8 8 0 1 0 0 16a8 8 0 1 0 0 -16",
  back: "M15 5l-7 7 7 7",
  ahead: "M9 5l7 7-7 7",
  first: "M18 5l-7 7 7 7M7 5v14",
  last: "M6 5l7 7-7 7M17 5v14",
};

/** @param {{name: keyof typeof SIGNS}} props */
export const Sign = ({ name }) =>
  html`<svg class="sign" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round"><path d=${SIGNS[name]} /></svg>`;

/** Puts the focus back on the page, or on what lies over it, where a button went away with what it did. */
export function keepFocus() {
  if (document.activeElement && document.activeElement !== document.body) return;
  const over = [...document.querySelectorAll("dialog[open] h2")].at(-1) ?? document.getElementById("content");
  if (over instanceof HTMLElement) over.focus({ preventScroll: true });
}

/** Whether a field is typed into, so that keys of the page are letters. @param {KeyboardEvent} event */
export const isTyping = (event) =>
  event.ctrlKey || event.metaKey || event.altKey ||
  (event.target instanceof HTMLElement && event.target.closest("input, textarea, select, dialog") !== null);

/** Gives a file to the device. @param {string} name @param {string} text @param {string} [type] */
export function download(name, text, type = "application/json") {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/**
 * A button that reads a file of the device, or several.
 * @param {{label: string, primary?: boolean, accept?: string, onText?: (text: string) => void, onTexts?:
 * (texts: string[]) => void}} props
 */
export function FileButton({ label, primary, accept, onText, onTexts }) {
  const input = useRef(/** @type {HTMLInputElement | null} */ (null));
  return html`<button type="button" class=${primary ? "primary" : ""} onClick=${() => input.current?.click()}>${label}</button>
    <input ref=${input} type="file" class="visually-hidden" tabindex="-1" aria-label=${label} accept=${accept ?? ".json,application/json"} multiple=${onTexts !== undefined} onChange=${async (/** @type {any} */ event) => {
      const texts = await Promise.all([...event.target.files].map((file) => file.text()));
      if (texts[0] !== undefined) onText?.(texts[0]);
      if (texts.length > 0) onTexts?.(texts);
    }} />`;
}

/** @param {string} text @param {string} said */
export async function copy(text, said) {
  try {
    await navigator.clipboard.writeText(text);
    notify(said);
  } catch {
    const area = document.createElement("textarea");
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
    notify(said);
  }
}
