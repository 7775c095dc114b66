// A dispute as a case file, in the form of tests/cases/README.md. JSON values are YAML, too.

/** @param {any} entry */
const withLetters = (entry) => ({ ...entry, ...(typeof entry.seat === "number" && { seat: "AB"[entry.seat] }) });

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
  const events = said.trace?.at(-1)?.events ?? [];
  const cites = illegal?.refusals[0]?.cites ?? unjudged?.cites ?? [...new Set(events.map((/** @type {any} */ event) => event.cite).filter(Boolean))].slice(0, 1);
  const lines = [
    `- id: desk-1`,
    `  game: ${head.game}`,
    `  title: ${JSON.stringify(sentence)}`,
    `  why: ${JSON.stringify(illegal?.refusals[0]?.message ?? unjudged?.message ?? sentence)}`,
    `  given: ${JSON.stringify({ ...given, ...(head.seed ? { seed: head.seed } : head.chance ? { chance: head.chance } : {}) })}`,
    `  when:`,
    ...[...actions, entry].map((one) => `    - ${JSON.stringify(withLetters(one))}`),
    `  then: ${JSON.stringify(then)}`,
    `  cites: ${JSON.stringify(cites)}`,
  ];
  const pool = typeof head.pool === "string" && !head.pool.endsWith("/demo") ? [`# The cards are those of ${head.pool}: put that pool beside this file as pool.json.`] : [];
  return `${[...pool, ...lines].join("\n")}\n`;
}
