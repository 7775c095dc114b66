// A whole game over a generated client, by shapes alone: each answer is made from what the client read, and sent as the
// client writes it. Run as dist/CLIENT.mjs URL REPLAY… (the header of each REPLAY is played anew).

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { actions, type Dice, type Fields, type Json, type Shape } from "../../openapi/clients/typescript/src/shapes";

type Asked = { seat: number; shapes: Shape[] };
export type Verdict = { illegal: Json; next: Asked[]; outcome: Json; replay_digest: string; verdict: string };
/** With JSON in and out: judges a log, whose last entry follows on the log of a digest. */
export type Client = {
  verify: (replay: Fields) => Promise<Verdict>;
  move: (replay: Fields, last: Fields, base: string) => Promise<Verdict>;
};

/** Longer games of random answers are conceded. */
const LONGEST = 400;

async function game(name: string, client: Client, source: string): Promise<void> {
  let state = 7;
  const dice: Dice = (bound) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
  const replay = { ...(JSON.parse(await readFile(source, "utf8")) as Fields), actions: [] as Fields[] };
  let verdict = await client.verify(replay);
  for (let asked = verdict.next[0]; asked !== undefined; asked = verdict.next[0]) {
    const shape = asked.shapes[dice(asked.shapes.length)];
    const made = replay.actions.length < LONGEST && shape !== undefined ? actions(shape, dice).next() : undefined;
    assert(made === undefined || made.done === false, `nothing can be made of ${JSON.stringify(shape)}`);
    const action = { ...(made?.value ?? { type: "concede" }), seat: asked.seat };
    replay.actions.push(action);
    verdict = await client.move(replay, action, verdict.replay_digest);
    assert.equal(verdict.verdict, "legal", JSON.stringify([action, verdict]));
  }
  const whole = await client.verify(replay);
  assert(whole.outcome !== null && whole.replay_digest === verdict.replay_digest, "the log is another");
  console.log(`${name}: ${String(replay.game)}, ${replay.actions.length} answers, none refused`);
}

/** Every game of the command line. */
export async function play(name: string, connect: (url: string) => Client): Promise<void> {
  const [url, ...sources] = process.argv.slice(2);
  assert(url !== undefined && sources.length > 0, `usage: ${name}.mjs URL REPLAY…`);
  for (const source of sources) {
    await game(name, connect(url), source);
  }
}
