// A client over the module, as it is over the service: openapi-fetch, whose types are generated from openapi.json.
import { readFileSync } from "node:fs";
import createClient from "openapi-fetch";
import { load } from "./package/loader.js";

const judge = await load();
const client = createClient({ baseUrl: "http://judge.invalid", fetch: judge.fetch });
const games = await client.GET("/v1/games");
const rules = await client.GET("/v1/games/{game}/rules", {
  params: { path: { game: "build-divide" }, query: { q: "attack", limit: 1 } },
  headers: { "accept-language": "zh-Hans" },
});
const log = JSON.parse(readFileSync(`${process.argv[2]}/build-divide/illegal.json`, "utf8"));
const verdict = await client.POST("/v1/verify", { params: { query: { view: "public" } }, body: log });
const fault = await client.POST("/v1/verify", { body: { game: "none" } });
const found = [games.data.games.length, rules.data.rules.length, verdict.data.verdict, fault.error.code];
if (JSON.stringify(found) !== '[5,1,"illegal","unknown_game"]') throw new Error(JSON.stringify(found));
console.log(`a generated client over the module: ${found.join(", ")}`);
