// What the page keeps on the device by itself: preferences and drafts. Answers are kept by the service worker.

import { effect, signal } from "./lib.js";

/** What a device keeps as a draft has at most so many characters. */
export const LONGEST_DRAFT = 200_000;

/** @param {string} key @returns {unknown} */
export function kept(key) {
  try {
    return JSON.parse(localStorage.getItem(`desk.${key}`) ?? "null");
  } catch {
    return null;
  }
}

/** @param {string} key @param {unknown} value */
export function keep(key, value) {
  try {
    if (value === null || value === undefined) localStorage.removeItem(`desk.${key}`);
    else localStorage.setItem(`desk.${key}`, JSON.stringify(value));
  } catch {
    // A device without room or with storage switched off: the address holds everything that matters.
  }
}

/** What this tab keeps until it is closed. @param {string} key @returns {any} */
export function keptHere(key) {
  try {
    return JSON.parse(sessionStorage.getItem(`desk.${key}`) ?? "null");
  } catch {
    return null;
  }
}

/** @param {string} key @param {unknown} value */
export function keepHere(key, value) {
  try {
    sessionStorage.setItem(`desk.${key}`, JSON.stringify(value));
  } catch {
    // Without room for it nothing can be taken back after a reload.
    sessionStorage.removeItem(`desk.${key}`);
  }
}

/** What is typed, kept as a draft while it is not too long. @param {string} name @param {string} text */
export const keepTyped = (name, text) => keep(name, text && text.length < LONGEST_DRAFT ? { text } : null);

/** What was typed. @param {string} name */
export const typed = (name) => String(/** @type {any} */ (kept(name))?.text ?? "");

/** @typedef {"en" | "zh-Hant" | "zh-Hans"} Language */
/** @type {Language[]} */
export const LANGUAGES = ["en", "zh-Hant", "zh-Hans"];

/** The language that the browser prefers. @returns {Language} */
function preferred() {
  for (const tag of navigator.languages ?? [navigator.language]) {
    const low = tag.toLowerCase();
    if (low.startsWith("zh")) return /hant|tw|hk|mo/.test(low) ? "zh-Hant" : "zh-Hans";
    if (low.startsWith("en")) return "en";
  }
  return "en";
}

const said = /** @type {Language} */ (kept("language"));
export const language = signal(LANGUAGES.includes(said) ? said : preferred());

/** `auto`, `light` or `dark`. */
export const theme = signal(/** @type {string} */ (kept("theme") ?? "auto"));

/** Whether the screen is wide enough for two columns. */
export const wide = signal(matchMedia("(min-width: 1000px)").matches);
matchMedia("(min-width: 1000px)").addEventListener("change", (event) => (wide.value = event.matches));

effect(() => {
  document.documentElement.lang = language.value;
  keep("language", language.value);
});
effect(() => {
  if (theme.value === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme.value;
  keep("theme", theme.value === "auto" ? null : theme.value);
});
