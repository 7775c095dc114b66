// A dispute as a case file, in the form of tests/cases/README.md. JSON values are YAML, too.

/** @param {any} entry */
const withLetters = (entry) => ({ ...entry, ...(typeof entry.seat === "number" && { seat: "AB"[entry.seat] }) });

/** Rules that an answer names: what a refusal cites, what happened by, what is asked by. @param {any} said @returns {string[]} */
function citesOf(said) {
  const refusal = said.illegal?.refusals[0]?.cites ?? said.not_judged?.cites ?? [];
  if (refusal.length > 0) return refusal;
  const events = (said.trace?.at(-1)?.events ?? []).map((/** @type {any} */ event) => event.cite);
  const asked = (said.next ?? []).map((/** @type {any} */ one) => one.about?.rule);
  return [...events, ...(said.outcome?.cites ?? []), ...asked].filter(Boolean).slice(0, 1);
}

/**
 * The pool of a case as the file beside it: the name of a pool that the service has, or the pool itself. The cards of
 * the demo pool need none.
 * @param {Record<string, any>} head @returns {string | null}
 */
export function poolFile({ pool, game }) {
  return pool === undefined || pool === null || pool === `${game}/demo` ? null : `${JSON.stringify(pool)}\n`;
}

/**
 * @param {{head: Record<string, any>, actions: any[]}} dispute @param {any} entry @param {any} said @param {string} sentence
 */
export function caseFile(dispute, entry, said, sentence) {
  const { head, actions } = dispute;
  const given = head.start?.position ? { position: head.start.position } : { header: { players: head.players, options: head.options } };
  const { illegal, not_judged: unjudged } = said;
  const facts = illegal
    ? [{ illegal: "refusals.0.code", is: illegal.refusals[0]?.code }]
    : said.outcome
      ? [{ outcome: "", has: { kind: said.outcome.kind, reason: said.outcome.reason } }]
      : [{ next: "0", has: { kind: said.next?.[0]?.kind } }];
  const then = { verdict: said.verdict, ...(illegal && { at: actions.length }), ...(unjudged && { at: actions.length, code: unjudged.code }), facts };
  const cites = citesOf(said);
  const lines = [
    `- id: desk-1`,
    `  game: ${head.game}`,
    `  title: ${JSON.stringify(sentence)}`,
    `  why: ${JSON.stringify(illegal?.refusals[0]?.message ?? unjudged?.message ?? sentence)}`,
    `  given: ${JSON.stringify({ ...given, ...(head.facts && { facts: head.facts }), ...(head.seed ? { seed: head.seed } : head.chance ? { chance: head.chance } : {}) })}`,
    `  when:`,
    ...[...actions, entry].map((one) => `    - ${JSON.stringify(withLetters(one))}`),
    `  then: ${JSON.stringify(then)}`,
    ...(cites.length > 0 ? [`  cites: ${JSON.stringify(cites)}`] : []),
  ];
  const pool = poolFile(head) ? ["# The cards are those of pool.json, which was saved with this file and has to lie beside it."] : [];
  return `${[...pool, ...lines].join("\n")}\n`;
}

/** A line of a case file as a value. @param {string} text @param {RegExp} line @returns {any} */
const valueIn = (text, line) => JSON.parse(line.exec(text)?.[1] ?? "null");

/**
 * The dispute of a case file that this page saved, with the pool that may lie beside it; `null`: it is none.
 * @param {string[]} texts the files, in any order @returns {import("./dispute.js").Dispute | null}
 */
export function readCase(texts) {
  try {
    const text = texts.find((one) => /^ {2}given: \{/m.test(one)) ?? "";
    const other = texts.find((one) => one !== text);
    const game = /^ {2}game: ([\w-]+)$/m.exec(text)?.[1];
    const { position, header, ...chance } = valueIn(text, /^ {2}given: (\{.*\})$/m) ?? {};
    const lines = [...text.matchAll(/^ {4}- (\{.*\})$/gm)].map((line) => JSON.parse(line[1] ?? "null"));
    const entries = lines.map((entry) => ({ ...entry, ...(typeof entry.seat === "string" && { seat: "AB".indexOf(entry.seat) }) }));
    if (!game || (!position && !header)) return null;
    const head = {
      format: "rules-judge/1", game, pool: other ? JSON.parse(other) : `${game}/demo`, players: [{ name: "A" }, { name: "B" }],
      ...chance, ...header, ...(position && { start: { position } }),
    };
    return { head, actions: entries.slice(0, -1), act: entries.at(-1) ?? null };
  } catch {
    return null;
  }
}
