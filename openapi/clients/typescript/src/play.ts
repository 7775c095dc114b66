// A client in TypeScript. Its types are generated from openapi.json into src/api.d.ts: checks the decks, plays a game by
// asking for the legal answers, prints the board, the question and the log, judges the log, breaks it, and reads the rule
// that says so. It knows nothing that the document does not say.
//
// usage: node dist/play.js URL REPLAY    (the header of REPLAY is played anew)

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import createClient from "openapi-fetch";
import type { components, paths } from "./api.js";
import { board, log, question } from "./draw.js";

type Schemas = components["schemas"];
type AnyEntry = Schemas["AnyEntry"];
type LegalAnswer = Schemas["LegalAnswer"];
type Problem = Schemas["Problem"];
type Replay = Schemas["Replay"];
type Seat = Schemas["Seat"];
type Verdict = Schemas["Verdict"];

const [url, source] = process.argv.slice(2);
assert(url !== undefined && source !== undefined, "usage: play.js URL REPLAY");
const client = createClient<paths>({ baseUrl: url });

/** What was answered, or the fault as an error. */
function answer<T>(result: { data?: T; error?: Problem }): T {
  if (result.data === undefined) {
    throw new Error(`${result.error?.code}: ${result.error?.detail}`);
  }
  return result.data;
}

/** What ends a seat's turn to speak, or a phase. */
const ENDS = ["end_phase", "pass", "end_step", "flash_pass", "no_block"];

/** Any action: at first one that does something, as a game of passes has no end worth seeing; then one that goes on. */
function choose<A extends { type: string }>(listing: A[], turn: number): A {
  const fitting = listing.filter((action) => ENDS.includes(action.type) === (turn >= 100));
  const from = fitting.length > 0 ? fitting : listing;
  const dice = (Math.imul(turn + 1, 2654435761) >>> 0) >>> 8;
  const chosen = from[dice % from.length];
  assert(chosen !== undefined, "nothing is listed");
  return chosen;
}

/** The question that is answered next. */
function asking<Q extends { listing?: unknown[]; seat: Seat | null }>(next: Q[]): Q & { seat: Seat } {
  const asked = next.find((one) => one.listing !== undefined);
  assert(asked !== undefined && asked.seat !== null, "nobody is asked");
  return { ...asked, seat: asked.seat };
}

/** Answers a question and logs the answer. */
function decide(legal: LegalAnswer, replay: Replay): AnyEntry {
  const turn = replay.actions.length;
  if (legal.game === "azur-lane" && replay.game === "azur-lane") {
    const asked = asking(legal.next);
    console.log(question(asked).join("\n"));
    const action = choose(asked.listing ?? [], turn);
    assert(action.type !== "chance", "with a seed no outcome is asked for");
    const entry: Schemas["AzurLaneEntry"] = { ...action, seat: asked.seat };
    replay.actions.push(entry);
    return entry;
  }
  if (legal.game === "xinglingwang" && replay.game === "xinglingwang") {
    const asked = asking(legal.next);
    console.log(question(asked).join("\n"));
    const action = choose(asked.listing ?? [], turn);
    assert(action.type !== "chance", "with a seed no outcome is asked for");
    const entry: Schemas["XinglingwangEntry"] = { ...action, seat: asked.seat };
    replay.actions.push(entry);
    return entry;
  }
  if (legal.game === "battle-spirits" && replay.game === "battle-spirits") {
    const asked = asking(legal.next);
    console.log(question(asked).join("\n"));
    const action = choose(asked.listing ?? [], turn);
    assert(action.type !== "chance", "with a seed no outcome is asked for");
    const entry: Schemas["BattleSpiritsEntry"] = { ...action, seat: asked.seat };
    replay.actions.push(entry);
    return entry;
  }
  if (legal.game === "build-divide" && replay.game === "build-divide") {
    const asked = asking(legal.next);
    console.log(question(asked).join("\n"));
    const action = choose(asked.listing ?? [], turn);
    assert(action.type !== "chance", "with a seed no outcome is asked for");
    const entry: Schemas["BuildDivideEntry"] = { ...action, seat: asked.seat };
    replay.actions.push(entry);
    return entry;
  }
  if (legal.game === "tianhai" && replay.game === "tianhai") {
    const asked = asking(legal.next);
    console.log(question(asked).join("\n"));
    const action = choose(asked.listing ?? [], turn);
    assert(action.type !== "chance", "with a seed no outcome is asked for");
    const entry: Schemas["TianhaiEntry"] = { ...action, seat: asked.seat };
    replay.actions.push(entry);
    return entry;
  }
  throw new Error("the answer is of another game");
}

async function verify(body: Replay): Promise<Verdict> {
  return answer(await client.POST("/v1/verify", { body }));
}

const sent: unknown = JSON.parse(await readFile(source, "utf8"));
const replay: Replay = { ...(sent as Replay), actions: [] };

for (const player of replay.players) {
  const deck = player.deck ?? {};
  const body = { deck, game: replay.game } as Schemas["DeckCheck"];
  const check = answer(await client.POST("/v1/decks/check", { body }));
  assert(check.legal, JSON.stringify(check.faults));
}

const query = { trace: "events" } as const;
let verdict = answer(await client.POST("/v1/verify", { body: replay, params: { query } }));
console.log(log(verdict).join("\n"));
let turn = -1;
while (verdict.next.length > 0) {
  assert(replay.actions.length < 3000, "the game has no end");
  const state = verdict.state;
  const now = state === null ? turn : "round" in state ? state.round : state.turn;
  if (now !== turn) {
    turn = now;
    console.log(board(verdict).join("\n"));
  }
  const legal = answer(await client.POST("/v1/legal-actions", { body: replay }));
  assert("next" in legal, "a legal log has legal answers");
  const base = verdict.replay_digest;
  assert(base !== null, "the full view has digests");
  const before = { ...replay, actions: [...replay.actions] } as Replay;
  const action = decide(legal, replay);
  const moved = await client.POST("/v1/moves", { body: { action, base }, params: { query } });
  if (moved.error?.code === "unknown_base") {
    // The judge may have forgotten the game; the log never does.
    verdict = answer(await client.POST("/v1/moves", { body: { action, replay: before }, params: { query } }));
  } else {
    verdict = answer(moved);
  }
  assert.equal(verdict.verdict, "legal", JSON.stringify(verdict.illegal));
  console.log(log(verdict).join("\n"));
}

const whole = await verify(replay);
assert.equal(whole.log_digest, verdict.log_digest);
assert(whole.outcome !== null, "the game has no outcome");
console.log(board(whole).join("\n"));

const last = replay.actions.at(-1);
assert(last !== undefined, "the game has no entries");
const broken = await verify({ ...replay, actions: [...replay.actions, last] } as Replay);
assert.equal(broken.verdict, "illegal");
assert.equal(broken.illegal?.at, replay.actions.length);
const cited = broken.illegal.refusals[0]?.cites[0];
assert(cited !== undefined, "a refusal without a citation");
const rule = answer(
  await client.GET("/v1/games/{game}/rules/{id}", { params: { path: { game: replay.game, id: cited } } }),
);
assert.equal(rule.id, cited);

// A fault is typed, too.
const fault = await client.POST("/v1/verify", { body: { ...replay, game: "chess" } as unknown as Replay });
assert.equal(fault.error?.code, "unknown_game");

console.log(
  `typescript: ${replay.game}, ${replay.actions.length} entries, ${whole.outcome.reason}; one more is against ${cited}: ${rule.text}`,
);
