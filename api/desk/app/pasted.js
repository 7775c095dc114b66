// Logs that somebody pasted or opened, and what is wrong with them, in the language of the page.

import { t } from "./i18n.js";
import { games } from "./games.js";
import { plain } from "./names.js";

/** Where a text ceases to be JSON, as browsers say it; nothing: this one does not. @param {string} text @param {string} message */
function placeIn(text, message) {
  const said = message.match(/line (\d+),? column (\d+)/);
  if (said) return { line: Number(said[1]), column: Number(said[2]) };
  const position = message.match(/position (\d+)/);
  if (!position) return null;
  const lines = text.slice(0, Number(position[1])).split("\n");
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}

/** A text as JSON. @param {string} text @returns {any} */
export function parsed(text) {
  try {
    return JSON.parse(text);
  } catch (error) {
    const place = placeIn(text, /** @type {Error} */ (error).message);
    throw new Error(place ? t("not_json_at", place) : t("not_json"));
  }
}

/** What is wrong with the game that a log names; empty: nothing is. @param {unknown} game */
export const againstGame = (game) => (games.peek().some((one) => one.game === game) ? "" : t("unknown_game", { game: plain(game).slice(0, 60) }));
