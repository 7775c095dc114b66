// The pages of a game and what they share: one file of the bundle, which the frame loads after the first page.

import { effect } from "./lib.js";
import { LANGUAGES, language } from "./prefs.js";
import { addTexts } from "./i18n.js";
import { PAGE_TEXTS } from "./page-texts.js";
import { AHEAD } from "./api.js";
import { board, cardsOf, game, poolsOf } from "./games.js";
import { bookOf, RulesPage, RuleSheet } from "./rules.js";
import { CardsPage } from "./cards.js";
import { wordsOf } from "./keywords.js";
import { DeckPage } from "./deck.js";
import { DecidePage } from "./decide.js";
import { LogPage } from "./log.js";
import { ComparePage } from "./compare.js";
import { ReportPage } from "./report.js";

addTexts(PAGE_TEXTS);

export { RuleSheet };

/** What draws a page, by its name in the address. @type {Record<string, () => any>} */
export const VIEWS = {
  decide: DecidePage, log: LogPage, rules: RulesPage, cards: CardsPage, deck: DeckPage, compare: ComparePage, report: ReportPage,
};

/** After what time without another game or language the page fetches what can be looked up, in ms. */
const QUIET_MS = 1500;

/** What can be looked up of a game: its rules and cards, then its rules in the other languages. @param {string} id */
async function fetchAhead(id) {
  await bookOf(id, language.peek(), AHEAD);
  await wordsOf(id, AHEAD);
  for (const pool of poolsOf(id)) await cardsOf(id, pool.name, AHEAD);
  for (const tag of LANGUAGES) await bookOf(id, tag, AHEAD);
}

// Rules, rulings and cards of a game that was opened can be read without a network, whether they were looked up or not.
effect(() => {
  const id = board.value && game.value?.game;
  void language.value;
  if (!id) return;
  // What fails is asked for again when it is looked up, and told then.
  const start = () => (navigator.onLine ? fetchAhead(id).catch(() => {}) : addEventListener("online", start, { once: true }));
  const timer = setTimeout(start, QUIET_MS);
  return () => {
    clearTimeout(timer);
    removeEventListener("online", start);
  };
});
