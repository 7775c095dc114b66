// Words of the page, in the language of the page.

import { language, LANGUAGES } from "./prefs.js";
import { FRAME_TEXTS } from "./frame-texts.js";

/** @typedef {keyof typeof FRAME_TEXTS | keyof typeof import("./page-texts.js").PAGE_TEXTS} Key */

/** The words that are loaded, each in every language. @type {Record<string, string[]>} */
const texts = { ...FRAME_TEXTS };

/** The pages bring their words with them. @param {Record<string, string[]>} more */
export const addTexts = (more) => Object.assign(texts, more);

/** @param {Key} key @param {Record<string, string | number>} [values] */
export function t(key, values) {
  const all = texts[key];
  const text = all?.[LANGUAGES.indexOf(language.value)] ?? all?.[0] ?? key;
  return values ? text.replace(/\{(\w+)\}/g, (place, name) => String(values[name] ?? place)) : text;
}

/** A text that the service gives in every language. @param {any} text @returns {string} */
export function say(text) {
  if (text === null || text === undefined) return "";
  if (typeof text === "string") return text;
  const order = { en: ["en", "zh-Hant", "zh-Hans"], "zh-Hant": ["zh-Hant", "zh-Hans", "en"], "zh-Hans": ["zh-Hans", "zh-Hant", "en"] };
  for (const tag of order[language.value]) if (text[tag]) return text[tag];
  return String(Object.values(text)[0] ?? "");
}
