// Measures the module: the time until it judges, the first verdict, verdicts and steps when it is warm, and the memory. The
// program of the service says how long the same takes it: `rules-judge bench`.
import { readFileSync } from "node:fs";
import { load } from "../../openapi/clients/wasm-js/loader.js";

const [folder, samples] = process.argv.slice(2);
const headers = { "content-type": "application/json" };
const bytes = readFileSync(`${folder}/rules_judge.wasm`);
const began = performance.now();
const wasm = await WebAssembly.compile(bytes);
const compiled = performance.now();
let judge = await load({ wasm });
console.log(`compiled in ${(compiled - began).toFixed(0)} ms, started in ${(performance.now() - compiled).toFixed(0)} ms`);

const ask = async (path, value) => {
  const response = await judge.fetch(path, { method: "POST", headers, body: JSON.stringify(value) });
  const answer = await response.text();
  if (response.status !== 200) throw new Error(answer);
  return answer;
};
/** The least and the median of some times in milliseconds: on a busy machine the least says most. */
const timed = async (times, question) => {
  const taken = [];
  for (let nth = 0; nth < times; nth += 1) {
    const from = performance.now();
    await question(nth);
    taken.push(performance.now() - from);
  }
  taken.sort((a, b) => a - b);
  return { least: taken[0], median: taken[Math.floor(taken.length / 2)] };
};
const shown = ({ least, median }) => `${least.toFixed(2)} ms (median ${median.toFixed(2)})`;
const memory = async () => `${((await judge.memory()) / 2 ** 20).toFixed(1)} MiB`;

for (const line of readFileSync(`${folder}/requests.longest`, "utf8").split("\n")) {
  const log = JSON.parse(line);
  const entries = log.actions.length;
  const cut = (count) => ({ ...log, actions: log.actions.slice(0, count) });
  const example = JSON.parse(readFileSync(`${samples}/${log.game}/example.json`, "utf8"));
  judge = await load({ wasm });
  const first = performance.now();
  await ask("/v1/verify", example);
  const after = performance.now() - first;
  // No beginning of a log is judged twice by one instance, so that none is a judgement that was kept.
  await timed(150, (nth) => ask("/v1/verify", cut(250 - nth)));
  judge = await load({ wasm });
  await ask("/v1/verify", example);
  const of200 = await timed(24, (nth) => ask("/v1/verify", cut(212 - nth)));
  const whole = await timed(8, (nth) => ask("/v1/verify", cut(entries - nth)));
  const base = JSON.parse(await ask("/v1/verify", cut(entries - 1))).replay_digest;
  const step = await timed(24, () => ask("/v1/moves", { action: log.actions.at(-1), base }));
  const legal = await timed(24, (nth) => ask("/v1/legal-actions", cut(180 - nth)));
  console.log(`${log.game}: first verdict of a new instance ${after.toFixed(0)} ms; memory ${await memory()}`);
  console.log(`  200 entries (at most 50 ms): ${shown(of200)}`);
  console.log(`  ${entries} entries: ${shown(whole)}`);
  console.log(`  a step after ${entries - 1} entries (at most 100 ms): ${shown(step)}`);
  console.log(`  legal answers after 170 entries: ${shown(legal)}`);
}
