// Plays a log step by step with a handle of the module, and says how many moves a second of the processor: figures.mjs MODULE LOG
import { readFileSync } from "node:fs";

const [path, file] = process.argv.slice(2);
const module = await WebAssembly.compile(readFileSync(path));
const { exports } = await WebAssembly.instantiate(module, {});
const [BEGIN, END, STEP] = [0, 1, 2];
const room = 1 << 20;
const block = exports.alloc(room) >>> 0;

function play(op, handle, body) {
  const view = new DataView(exports.memory.buffer);
  view.setUint32(block, 24 + body.length, true);
  [op, handle, 0, 3, 0, 0].forEach((number, place) => view.setInt32(block + 4 + 4 * place, number, true));
  new Uint8Array(exports.memory.buffer).set(body, block + 28);
  const answer = exports.play(block) >>> 0;
  const told = new DataView(exports.memory.buffer);
  if (told.getInt32(answer + 12, true) !== 0) throw new Error("the judge refuses a step of a sample");
  return told.getInt32(answer + 16, true);
}

const bytes = (value) => new TextEncoder().encode(JSON.stringify(value));
const log = JSON.parse(readFileSync(file, "utf8"));
const header = bytes({ ...log, actions: [] });
const entries = log.actions.map(bytes);
const nothing = new Uint8Array();

function played() {
  const handle = play(BEGIN, -1, header);
  for (const entry of entries) play(STEP, handle, entry);
  play(END, handle, nothing);
}

/** Milliseconds of the processor that this process has taken. */
function busy() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

const warm = busy();
while (busy() - warm < 2000) played();
let moves = 0;
const began = busy();
while (busy() - began < 1000) {
  played();
  moves += entries.length;
}
console.log(Math.round((moves / (busy() - began)) * 1000));
