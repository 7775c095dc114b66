// Names that somebody wrote, as the page tells them.

/** What shows nothing itself and changes how what stands beside it is shown: controls, separators of lines, marks of direction. */
const controls = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu;
const fromRight = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** A name without controls. @param {any} name */
export const plain = (name) => String(name ?? "").replace(controls, "");

/** The same as a sentence has it: a name from right to left stands apart from what is around it. @param {any} name */
export function inSentence(name) {
  const told = plain(name);
  return fromRight.test(told) ? `\u2068${told}\u2069` : told;
}
