// Measures the module: the time until the first verdict, verdicts, steps of a long log, and the memory.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { load } from "../../openapi/clients/wasm-js/loader.js";

const [folder, samples] = process.argv.slice(2);
const headers = { "content-type": "application/json" };
const began = performance.now();
const judge = await load({ base: pathToFileURL(`${folder}/`) });
console.log(`loaded and compiled in ${(performance.now() - began).toFixed(0)} ms`);
const ask = async (path, value) => {
  const response = await judge.fetch(path, { method: "POST", headers, body: JSON.stringify(value) });
  const answer = await response.json();
  if (response.status !== 200) throw new Error(JSON.stringify(answer));
  return answer;
};
const median = (times) => times.sort((a, b) => a - b)[Math.floor(times.length / 2)];
const timed = async (times, question) => {
  const taken = [];
  for (let nth = 0; nth < times; nth += 1) {
    const from = performance.now();
    await question(nth);
    taken.push(performance.now() - from);
  }
  return taken;
};
for (const game of ["azur-lane", "battle-spirits", "build-divide", "tianhai", "xinglingwang"]) {
  const log = JSON.parse(readFileSync(`${samples}/${game}/example.json`, "utf8"));
  const { actions } = log;
  const [first] = await timed(1, () => ask("/v1/verify", log));
  // Without a seed of its own each verdict would be that of a judgement which is kept: each asks for another beginning.
  const cut = (entries) => ({ ...log, actions: actions.slice(0, entries) });
  await timed(100, (nth) => ask("/v1/verify", cut(actions.length - (nth % 8))));
  const verdict = median(await timed(40, (nth) => ask("/v1/verify", cut(actions.length - (nth % 8)))));
  let base = (await ask("/v1/verify", cut(actions.length - 1))).replay_digest;
  const step = median(await timed(40, () => ask("/v1/moves", { action: actions.at(-1), base })));
  const legal = median(await timed(40, () => ask("/v1/legal-actions", cut(actions.length - 1))));
  const memory = ((await judge.memory()) / 2 ** 20).toFixed(1);
  console.log(
    `${game}: ${actions.length} entries: first verdict ${first.toFixed(0)} ms, then ${verdict.toFixed(2)}; ` +
      `a step ${step.toFixed(2)}; legal answers ${legal.toFixed(2)}; ${memory} MiB`,
  );
}
// The longest log of each game that bots played.
for (const line of readFileSync(`${folder}/requests.longest`, "utf8").split("\n")) {
  const log = JSON.parse(line);
  const cut = (entries) => ({ ...log, actions: log.actions.slice(0, entries) });
  const of200 = median(await timed(20, (nth) => ask("/v1/verify", cut(200 - nth))));
  const whole = median(await timed(5, (nth) => ask("/v1/verify", cut(log.actions.length - nth))));
  const base = (await ask("/v1/verify", cut(log.actions.length - 1))).replay_digest;
  const step = median(await timed(20, () => ask("/v1/moves", { action: log.actions.at(-1), base })));
  const memory = ((await judge.memory()) / 2 ** 20).toFixed(1);
  console.log(
    `${log.game}: 200 entries ${of200.toFixed(2)} ms (50); ${log.actions.length} entries ${whole.toFixed(1)} ms; ` +
      `a step after these ${step.toFixed(2)} ms (100); ${memory} MiB`,
  );
}
