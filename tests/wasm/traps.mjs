// A module that traps is answered as 500, and a fresh instance answers what comes next.
import { load } from "./package/loader.js";

// (module (memory (export "memory") 1) (func (export "alloc") (param i32) (result i32) i32.const 8)
//   (func (export "free") (param i32)) (func (export "call") (param i32) (result i32) unreachable))
const bytes = [
  [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
  [0x01, 0x0a, 0x02, 0x60, 0x01, 0x7f, 0x01, 0x7f, 0x60, 0x01, 0x7f, 0x00],
  [0x03, 0x04, 0x03, 0x00, 0x01, 0x00],
  [0x05, 0x03, 0x01, 0x00, 0x01],
  [0x07, 0x20, 0x04, 0x06, ...Buffer.from("memory"), 0x02, 0x00, 0x05, ...Buffer.from("alloc"), 0x00, 0x00],
  [0x04, ...Buffer.from("free"), 0x00, 0x01, 0x04, ...Buffer.from("call"), 0x00, 0x02],
  [0x0a, 0x0d, 0x03, 0x04, 0x00, 0x41, 0x08, 0x0b, 0x02, 0x00, 0x0b, 0x03, 0x00, 0x00, 0x0b],
].flat();
const trapping = await load({ wasm: new Uint8Array(bytes) });
for (const language of ["en", "zh-TW"]) {
  const response = await trapping.fetch("/v1/games", { headers: { "accept-language": language } });
  const problem = await response.json();
  if (response.status !== 500 || problem.code !== "internal") throw new Error(JSON.stringify(problem));
  console.log(`a trap: ${response.status} ${problem.title}`);
}

// What no call takes is refused by the module, which goes on.
const judge = await load();
const headers = { "content-type": "application/json" };
const large = await judge.fetch("/v1/verify", { method: "POST", headers, body: new Uint8Array(40 * 2 ** 20) });
if (large.status !== 413) throw new Error(`${large.status}`);
const games = await judge.fetch("/v1/games");
if (games.status !== 200) throw new Error(`${games.status}`);
const left = AbortSignal.abort();
const aborted = await judge.fetch("/v1/games", { signal: left }).catch((error) => error.name);
if (aborted !== "AbortError") throw new Error(`${aborted}`);
