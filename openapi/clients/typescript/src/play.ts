// A client in TypeScript. Its types are generated from openapi.json into src/api.d.ts:
// checks the decks, plays a game by asking for the legal answers, judges the log, breaks it, and
// reads the rule that says so.
//
// usage: node dist/play.js URL REPLAY    (the header of REPLAY is played anew)

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import createClient from "openapi-fetch";
import type { components, paths } from "./api.js";

type Action = components["schemas"]["Action"];
type Entry = components["schemas"]["Entry"];
type Problem = components["schemas"]["Problem"];
type Replay = components["schemas"]["Replay"];
type Verdict = components["schemas"]["Verdict"];

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
const ENDS = ["end_phase", "pass"];

/** Any action: at first one that does something, as a game of passes has no end worth seeing; then one that goes on. */
function choose(listing: Action[], turn: number): Action {
  const fitting = listing.filter((action) => ENDS.includes(action.type) === (turn >= 100));
  const from = fitting.length > 0 ? fitting : listing;
  const dice = (Math.imul(turn + 1, 2654435761) >>> 0) >>> 8;
  const chosen = from[dice % from.length];
  assert(chosen !== undefined, "nothing is listed");
  return chosen;
}

async function verify(body: Replay): Promise<Verdict> {
  return answer(await client.POST("/v1/verify", { body }));
}

const replay: Replay = { ...(JSON.parse(await readFile(source, "utf8")) as Replay), actions: [] };

for (const player of replay.players) {
  const deck = player.deck as Record<string, unknown>;
  const check = answer(await client.POST("/v1/decks/check", { body: { game: replay.game, deck } }));
  assert(check.legal, JSON.stringify(check.faults));
}

let verdict = await verify(replay);
while (verdict.next.length > 0) {
  assert(replay.actions.length < 3000, "the game has no end");
  const legal = answer(await client.POST("/v1/legal-actions", { body: replay }));
  assert("next" in legal, "a legal log has legal answers");
  const asked = legal.next.find((one) => one.listing !== undefined);
  assert(asked?.listing !== undefined, "nobody is asked");
  const action: Entry = { ...choose(asked.listing, replay.actions.length), seat: asked.seat };
  const base = verdict.replay_digest;
  assert(base !== null, "the full view has digests");
  const moved = await client.POST("/v1/moves", { body: { action, base } });
  if (moved.error?.code === "unknown_base") {
    // The judge may have forgotten the game; the log never does.
    verdict = answer(await client.POST("/v1/moves", { body: { action, replay } }));
  } else {
    verdict = answer(moved);
  }
  assert.equal(verdict.verdict, "legal", JSON.stringify(verdict.illegal));
  replay.actions.push(action);
}

const whole = await verify(replay);
assert.equal(whole.log_digest, verdict.log_digest);
assert(whole.outcome !== null, "the game has no outcome");

const last = replay.actions.at(-1);
assert(last !== undefined, "the game has no entries");
const broken = await verify({ ...replay, actions: [...replay.actions, last] });
assert.equal(broken.verdict, "illegal");
assert.equal(broken.illegal?.at, replay.actions.length);
const cited = broken.illegal.refusals[0]?.cites[0];
assert(cited !== undefined, "a refusal without a citation");
const rule = answer(
  await client.GET("/v1/games/{game}/rules/{id}", { params: { path: { game: replay.game, id: cited } } }),
);
assert.equal(rule.id, cited);

// A fault is typed, too.
const fault = await client.POST("/v1/verify", { body: { ...replay, game: "chess" } });
assert.equal(fault.error?.code, "unknown_game");

console.log(`typescript: ${replay.game}, ${replay.actions.length} entries, ${whole.outcome.reason}; one more is against ${cited}: ${rule.text}`);
