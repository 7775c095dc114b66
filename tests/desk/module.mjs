// The judge as a module in a page, in a worker of its own: it answers as the service does, also without a network. Run by
// tests/wasm.sh: node tests/desk/module.mjs URL CHROMIUM SAMPLES
import { readFileSync } from "node:fs";
import { check, failures, launch } from "./browser.mjs";

const [url, chromium, samples] = process.argv.slice(2);
const browser = await launch(chromium);
const context = await browser.newContext();
const page = await context.newPage();
const said = [];
page.on("console", (message) => said.push(message.text()));
await page.goto(url);
const games = ["azur-lane", "battle-spirits", "build-divide", "tianhai", "xinglingwang"];
const logs = games.map((game) => readFileSync(`${samples}/${game}/illegal.json`, "utf8"));
const asked = [
  ...logs.map((body) => ["/v1/verify?view=public", body]),
  ...games.map((game) => [`/v1/games/${game}/rules?q=hand&limit=5`, null]),
  ["/v1/verify", "{"],
];
// Functions of the page: they are sent there as text.
const load = async (base) => {
  const { inWorker } = await import(new URL("module/loader.js", base).href);
  globalThis.judge = await inWorker({ base: new URL("module/", base) });
};
const answers = async ([requests, here]) => {
  const given = [];
  for (const [path, body] of requests) {
    const headers = { "content-type": "application/json", "accept-language": "zh-Hant" };
    const init = body === null ? { headers } : { method: "POST", headers, body };
    const response = await (here ? globalThis.judge.fetch(path, init) : fetch(path, init));
    const text = (await response.text()).replace(/,"request_id":"[^"]*"/, "");
    given.push([response.status, response.headers.get("content-type"), text]);
  }
  return given;
};
const { files } = await (await context.request.get(new URL("module", url).href)).json();
check(files.length === 3, `the files of the module: ${JSON.stringify(files)}`);
const began = Date.now();
await page.evaluate(load, url);
console.log(`loaded in ${Date.now() - began} ms; ${files[0].sent} bytes were sent of ${files[0].bytes}`);
const from = await page.evaluate(answers, [asked, false]);
await context.setOffline(true);
const offline = await page.evaluate(answers, [asked, true]);
for (const [nth, [path]] of asked.entries()) {
  check(JSON.stringify(offline[nth]) === JSON.stringify(from[nth]), `${path}: ${offline[nth]} is not ${from[nth]}`);
}
const memory = await page.evaluate(() => globalThis.judge.memory());
check(memory < 64 * 2 ** 20, `the memory is ${memory} bytes`);
check(!said.some((line) => /policy|violat/i.test(line)), `the console says: ${said.join("; ")}`);
await browser.close();
console.log(`${asked.length} requests without a network, ${failures.length} failures`);
process.exit(failures.length ? 1 : 0);
