// Asks the module what the service was asked, and compares status, content type and the bytes of the body.
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { load } from "../../openapi/clients/wasm-js/loader.js";

const [folder] = process.argv.slice(2);
const judge = await load({ base: pathToFileURL(`${folder}/`) });
let asked = 0;
let wrong = 0;
const lines = createInterface({ input: createReadStream(`${folder}/requests.ndjson`) });
for await (const line of lines) {
  const { method, uri, headers, body, answer } = JSON.parse(line);
  const bodyless = method === "GET" || method === "HEAD";
  const response = await judge.fetch(uri, { method, headers, ...(bodyless ? {} : { body: Buffer.from(body) }) });
  const bytes = Buffer.from(await response.arrayBuffer());
  const given = {
    status: response.status,
    "content-type": response.headers.get("content-type") ?? "",
    body: `sha256:${createHash("sha256").update(bytes).digest("hex")}`,
  };
  asked += 1;
  const differs = Object.keys(given).filter((name) => given[name] !== answer[name]);
  if (differs.length) {
    wrong += 1;
    console.error(`${method} ${uri}: ${differs} differ: ${JSON.stringify(given)}, not ${JSON.stringify(answer)}`);
    console.error(bytes.toString().slice(0, 300));
  }
}
const memory = ((await judge.memory()) / 2 ** 20).toFixed(1);
console.log(`${asked} requests, ${asked - wrong} with the same answer; ${memory} MiB of memory`);
if (wrong || asked < 1000) process.exit(1);
