// Is this drop legal? Asks the package, as its README does, before each entry of a log.
import { readFileSync } from "node:fs";
import { load } from "./package/loader.js";

const judge = await load();
const headers = { "content-type": "application/json" };
for (const game of ["azur-lane", "battle-spirits", "build-divide", "tianhai", "xinglingwang"]) {
  const { actions, ...header } = JSON.parse(readFileSync(`${process.argv[2]}/${game}/example.json`, "utf8"));
  let base = null;
  for (const action of actions.slice(0, 20)) {
    const body = JSON.stringify({ action, ...(base ? { base } : { replay: { ...header, actions: [] } }) });
    const response = await judge.fetch("/v1/moves", { method: "POST", headers, body });
    const verdict = await response.json();
    if (response.status !== 200 || verdict.verdict === "illegal") throw new Error(JSON.stringify(verdict));
    base = verdict.replay_digest;
  }
  const body = JSON.stringify({ action: { ...actions[0], seat: 1 - actions[0].seat }, base });
  const { verdict, illegal } = await (await judge.fetch("/v1/moves", { method: "POST", headers, body })).json();
  if (verdict !== "illegal") throw new Error(`${game}: ${verdict}`);
  console.log(`${game}: 20 entries are legal, one is not: ${illegal.refusals[0].message}`);
}
