// Words of the page, in the language of the page.

import { language, LANGUAGES } from "./prefs.js";
import { TEXTS } from "./texts.js";

/** @param {keyof typeof TEXTS} key @param {Record<string, string | number>} [values] */
export function t(key, values) {
  const text = TEXTS[key][LANGUAGES.indexOf(language.value)] ?? TEXTS[key][0];
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
