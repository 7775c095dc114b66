// The judge that is kept on the device: without a network it decides disputes, reads a log, checks a deck and
// searches rules. Where the service has no module, a loader of the same interface stands in for it, which
// asks the service beside the network of the page.
import { createServer, request } from "node:http";
import { readFile } from "node:fs/promises";
import { check, visit } from "./browser.mjs";

const disputes = JSON.parse(await readFile(new URL("disputes.json", import.meta.url), "utf8"));
const LOADER = `export const inWorker = async () => ({
  version: "0", close() {},
  async fetch(path, init = {}) {
    const { status, headers, body } = await globalThis.askedBeside(String(path), init.method ?? "GET", init.headers ?? {}, init.body ?? null);
    return new Response(body, { status, headers });
  },
});`;
const OFFER = { files: [{ bytes: LOADER.length, name: "loader.js", sent: LOADER.length }], version: "1" };

/** The service, with the stand-in of a module before it. */
async function standIn(url) {
  const server = createServer((asked, answer) => {
    const send = (kind, text) => answer.writeHead(200, { "content-type": kind }).end(text);
    if (asked.url === "/module") return send("application/json", JSON.stringify(OFFER));
    if (asked.url === "/module/loader.js") return send("text/javascript", LOADER);
    const onward = request(url + asked.url, { method: asked.method, headers: asked.headers }, (response) => {
      answer.writeHead(response.statusCode, response.headers);
      response.pipe(answer);
    });
    onward.on("error", () => answer.destroy());
    asked.pipe(onward);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, url: `http://127.0.0.1:${server.address().port}` };
}

/** Decides the dispute of a game, from its templates to the answer. */
async function decides(page, url, game) {
  const { template, taps, cites } = disputes[game];
  await page.goto(`${url}/#/${game}/decide?pool=${game}/demo`);
  await page.click(`[data-template=${template}]`);
  await page.locator(".board").waitFor();
  for (const selector of taps) await page.locator(selector).first().click();
  await page.locator(".verdict .answer[data-verdict=illegal]").waitFor();
  const chip = await page.locator(".verdict .chip").first().getAttribute("data-rule");
  check(chip === cites, `kept: ${game} cites ${chip}, not ${cites}`);
  check((await page.locator(".answered-by").getAttribute("data-by")) === "device", `kept: ${game} was not answered on the device`);
}

export async function keptJudge(browser, where) {
  const said = await fetch(`${where.url}/module`).then((answer) => (answer.ok ? answer.json() : { files: [] }));
  const hasModule = said.files.length > 0;
  const { server, url } = hasModule ? { server: null, url: where.url } : await standIn(where.url);
  const taken = await visit(browser, { ...where, url, workers: "allow", silent: /net::ERR_/, name: "kept" }, async (page, context) => {
    await context.exposeFunction("askedBeside", async (path, method, headers, body) => {
      const answer = await fetch(where.url + path, { method, headers, body: body ?? undefined });
      return { status: answer.status, headers: [...answer.headers].filter(([name]) => name !== "content-encoding"), body: await answer.text() };
    });
    await page.reload();
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await page.click("[data-do=keep]");
    await page.locator("[data-do=drop]").waitFor();
    await context.setOffline(true);
    for (const game of Object.keys(disputes)) await decides(page, url, game);
    // A reload starts it again.
    await page.reload();
    await page.locator(".answered-by[data-by=device]").waitFor();
    await page.goto(`${url}/#/build-divide/log`);
    await page.click("[data-do=example]");
    await page.locator(".answer[data-verdict=illegal]").waitFor();
    await page.locator(".board").waitFor();
    await page.goto(`${url}/#/build-divide/deck?pool=build-divide/demo`);
    await page.locator("textarea").fill("3 no such card");
    await page.click("[data-do=check]");
    await page.locator(".deck-lines li.bad").first().waitFor();
    await page.goto(`${url}/#/build-divide/rules`);
    await page.locator(".rule-line").first().waitFor();
    await page.locator(".big-search").fill("block");
    await page.locator(".rule-line mark").first().waitFor();
    check((await page.locator(".network").count()) === 0, "kept: the page waits for the network");
    await context.setOffline(false);
    await page.goto(`${url}/#/`);
    await page.click("[data-do=drop]");
    await page.locator("[data-do=keep]").waitFor();
    return true;
  });
  server?.close();
  server?.closeAllConnections();
  return taken && (hasModule ? "by the module of the service" : "by a stand-in for the module, which the service does not have");
}
