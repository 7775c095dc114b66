// Keywords in the texts of cards: what they are called, and the rule of each. The service says both on its page of the
// words of a game's cards.

import { html } from "./lib.js";
import { part, readText } from "./api.js";
import { language } from "./prefs.js";
import { bookOf, showRule } from "./rules.js";

/** @typedef {import("./rules.js").Rule} Rule */
/** A word of the ability language: the type that it is of, what it means, how it reads, and the rules behind it. @typedef {{type: string, code: string, meaning: string, phrase: string, rules: string[]}} Word */
/** @typedef {{name: string, rule: string}} Keyword */
/** @typedef {{words: Word[], keywords: Keyword[]}} Words */

/** The types whose words are keywords; of a keyword in both the first says its name. */
const TYPES = ["KeywordName", "Keyword"];

/** @type {Map<string, Promise<Words>>} */
const known = new Map();

/** The words of a game's cards in the language of the page. @param {string} of @param {RequestInit} [more] @returns {Promise<Words>} */
export function wordsOf(of, more) {
  const key = `${language.peek()} ${of}`;
  let words = known.get(key);
  if (!words) {
    words = Promise.all([readText(`/card-words/${part(of)}`, more), bookOf(of, language.peek(), more)]).then(([page, book]) => {
      const read = readWords(page);
      return { words: read, keywords: keywordsIn(read, book) };
    });
    known.set(key, words);
    words.catch(() => known.delete(key));
  }
  return words;
}

/** @param {string} page @returns {Word[]} */
function readWords(page) {
  const doc = new DOMParser().parseFromString(page, "text/html");
  return [...doc.querySelectorAll("h2[id]")].flatMap((heading) =>
    [...(heading.nextElementSibling?.querySelectorAll("tr") ?? [])].flatMap((row) => {
      const [code, meaning, phrase] = [...row.querySelectorAll("td")].map((cell) => cell.textContent ?? "");
      if (code === undefined || meaning === undefined) return [];
      const rules = [...meaning.matchAll(/\[([^\]]+)\]/g)].flatMap((found) => (found[1] ?? "").split(", "));
      return [{ type: heading.id, code, meaning, phrase: phrase ?? "", rules }];
    }),
  );
}

/** The names of keywords with their rules; a keyword without a rule of its own is left out. @param {Word[]} words @param {Map<string, Rule>} book @returns {Keyword[]} */
function keywordsIn(words, book) {
  const ids = [...book.keys()];
  const all = TYPES.flatMap((type) => words.filter((word) => word.type === type && word.code));
  const first = all.filter((word, index) => all.findIndex((one) => one.code === word.code) === index);
  return first.flatMap((word) => {
    // What the book calls it comes first in what it means.
    const term = word.meaning.split(/[:.,[]| \w(?=\W|$)/)[0]?.trim() ?? "";
    const others = words.filter((one) => one !== word && one.code === word.code && one.meaning.startsWith(term));
    const named = [word, ...others].flatMap((one) => one.rules).find((id) => book.has(id));
    const rule = named ?? ids.find((id) => term && id.split(".").at(-1) === term) ?? ids.find((id) => term && id.split(".").includes(term));
    // Without brackets, and without what differs from card to card.
    const name = word.phrase.replaceAll(/[【】《》「」『』〔〕]/g, "").replace(/[{（(].*$/s, "").replace(/[\s:：+]+$/, "").trim();
    return rule && name ? [{ name, rule }] : [];
  });
}

/** @param {string} text */
const literal = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** A name as a text may have it: one in small letters also begins a sentence. @param {string} name */
const written = (name) => (/^[a-z]/.test(name) ? `[${name.slice(0, 1)}${name.slice(0, 1).toUpperCase()}]${literal(name.slice(1))}` : literal(name));

/** The keyword that a text calls so. @param {Keyword[]} keywords @param {string} said */
const called = (keywords, said) => keywords.find(({ name }) => name === said || name === said.slice(0, 1).toLowerCase() + said.slice(1));

/** Where keywords stand in a text: the text in parts, every second one the name of a keyword. @param {string} text @param {Keyword[]} keywords */
function split(text, keywords) {
  if (keywords.length === 0) return [text];
  const names = keywords.map(({ name }) => name).sort((one, other) => other.length - one.length);
  // Names of letters are whole words.
  return text.split(new RegExp(`((?<![A-Za-z])(?:${names.map(written).join("|")})(?![A-Za-z]))`));
}

/** The keywords that stand in texts. @param {string[]} texts @param {Keyword[]} keywords @returns {Keyword[]} */
export function keywordsAt(texts, keywords) {
  return [...new Set(texts.flatMap((text) => split(text, keywords).flatMap((piece, index) => (index % 2 === 1 ? called(keywords, piece) ?? [] : []))))];
}

/** A text of a card, whose keywords open their rules. @param {{text: string, keywords: Keyword[], of: string}} props */
export function Worded({ text, keywords, of }) {
  return split(text, keywords).map((piece, index) => {
    const keyword = index % 2 === 1 && called(keywords, piece);
    return keyword ? html`<button type="button" class="keyword" data-rule=${keyword.rule} onClick=${() => showRule(keyword.rule, of)}>${piece}</button>` : piece;
  });
}

/** Every name of a field and every text in the data of a card. @param {any} data @param {Set<string>} [into] @returns {Set<string>} */
function codesOf(data, into = new Set()) {
  if (typeof data === "string") into.add(data);
  else if (Array.isArray(data)) for (const one of data) codesOf(one, into);
  else if (data && typeof data === "object")
    for (const [name, one] of Object.entries(data)) {
      into.add(name);
      codesOf(one, into);
    }
  return into;
}

/**
 * The rulings on what a card says: those on its keywords, those behind words of its data that have one meaning, and
 * those that name it.
 * @param {import("./games.js").Card} card
 * @param {Words} words
 * @param {Map<string, Rule>} book
 * @returns {Rule[]}
 */
export function rulingsOn(card, { words, keywords }, book) {
  const about = new Set(keywordsAt(card.text, keywords).map(({ rule }) => rule));
  const codes = codesOf(card.data);
  for (const code of codes) {
    const meanings = words.filter((word) => word.code === code);
    if (new Set(meanings.map((word) => word.type)).size === 1) for (const word of meanings) for (const id of word.rules) if (book.get(id)?.kind === "ruling") about.add(id);
  }
  const names = [card.id, card.name.length > 1 ? card.name : card.id];
  const isNamed = (/** @type {Rule} */ rule) => names.some((name) => `${rule.question ?? ""}${rule.text}`.includes(name));
  return [...book.values()].filter((rule) => rule.kind === "ruling" && (about.has(rule.id) || rule.cites.some((id) => about.has(id) && book.get(id)?.kind !== "ruling") || isNamed(rule)));
}
