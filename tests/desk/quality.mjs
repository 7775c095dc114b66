// What is measured: size, speed, work without a network, and that whatever a log or a pool says is shown as text.
import { readFile } from "node:fs/promises";
import { gunzipSync } from "node:zlib";
import { get } from "node:http";
import { check, fits, visit } from "./browser.mjs";

const root = new URL("../../", import.meta.url);
const read = (path) => readFile(new URL(path, root), "utf8");

/** The most that all of the page may weigh on the way, compressed. */
const MOST_BYTES = 100 * 1024;
/** The most that comes over the line before the first page can be read, with the headers of answers. */
const MOST_FIRST_BYTES = 40 * 1024;
/** A slow line: bytes a second, and how long anything is on its way. */
const SLOW = { offline: false, downloadThroughput: 400_000 / 8, uploadThroughput: 400_000 / 8, latency: 300 };
/** Longer than this nothing takes that works at all; how long it takes is printed, never checked. */
const STUCK_MS = 5000;

const fetched = (url) =>
  new Promise((resolve, reject) => {
    get(url, { headers: { "accept-encoding": "gzip" } }, (answer) => {
      const parts = [];
      answer.on("data", (part) => parts.push(part));
      answer.on("end", () => resolve({ bytes: Buffer.concat(parts), headers: answer.headers }));
    }).on("error", reject);
  });

const plain = ({ bytes, headers }) => (headers["content-encoding"] === "gzip" ? gunzipSync(bytes) : bytes).toString();

export async function size(url) {
  const worker = await fetched(`${url}/sw.js`);
  const text = plain(worker);
  // Only where the module is served, the page may compile it.
  const { version: module } = JSON.parse(plain(await fetched(`${url}/module`)));
  const files = [...text.matchAll(/"(desk\/[^"]+)"/g)].map((found) => found[1]);
  check(files.some((path) => path.endsWith("/bundle/pages.js")), `the service worker names ${files}`);
  let all = worker.bytes.length;
  for (const path of ["", ...files]) {
    const { bytes, headers } = await fetched(`${url}/${path}`);
    all += bytes.length;
    const policy = headers["content-security-policy"] ?? "";
    const others = module ? policy.replace(" 'wasm-unsafe-eval'", "") : policy;
    check(others.includes("default-src 'none'") && !others.includes("unsafe"), `/${path}: the policy is ${policy}`);
    check(headers["x-content-type-options"] === "nosniff", `/${path}: may be sniffed`);
  }
  check(all <= MOST_BYTES, `all of the page weighs ${all} bytes`);
  return all;
}

/**
 * The first page can be read after two rounds of requests: the page, and what it names. Every other request is held, and
 * nothing is asked for twice. Returns how many bytes come over the line.
 */
export const firstPage = (browser, where) =>
  visit(browser, { ...where, path: "rules", name: "first page" }, async (page, context) => {
    const named = [...plain(await fetched(`${where.url}/`)).matchAll(/(?:href|src)="([^"#]+)"/g)].map((found) => new URL(found[1], `${where.url}/`).href);
    const session = await context.newCDPSession(page);
    await session.send("Network.enable");
    await session.send("Network.setCacheDisabled", { cacheDisabled: true });
    let bytes = 0;
    const asked = [];
    session.on("Network.requestWillBeSent", ({ request }) => asked.push(request.url));
    session.on("Network.loadingFinished", ({ encodedDataLength }) => (bytes += encodedDataLength));
    // What is never answered keeps nobody waiting who does not need it.
    await page.route((address) => address.href !== `${where.url}/` && !named.includes(address.href), () => {});
    await page.goto(`${where.url}/`, { waitUntil: "commit" });
    await page.locator("a.game").first().waitFor();
    await page.waitForTimeout(300);
    // The icon stands on the page and beside its title.
    const first = asked.filter((address) => (address === `${where.url}/` || named.includes(address)) && !address.endsWith("icon.svg"));
    check(first.length > 4 && new Set(first).size === first.length, `first page: asks for ${first}`);
    check(bytes <= MOST_FIRST_BYTES, `first page: ${bytes} bytes`);
    return bytes;
  });

/** How long the first page takes to be read over a slow line, in ms. */
export const overSlowLine = (browser, where) =>
  visit(browser, { ...where, path: "rules", name: "slow line" }, async (page, context) => {
    const session = await context.newCDPSession(page);
    await session.send("Network.enable");
    await session.send("Network.setCacheDisabled", { cacheDisabled: true });
    await session.send("Network.emulateNetworkConditions", SLOW);
    const from = performance.now();
    await page.goto(`${where.url}/`, { waitUntil: "commit" });
    await page.locator("a.game").first().waitFor();
    return Math.round(performance.now() - from);
  });

const median = (numbers) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** The best of three visits with an empty cache: what the machine does besides is not the page's. */
export async function opening(browser, where) {
  const times = [];
  for (let visits = 0; visits < 3; visits += 1) {
    const took = await visit(browser, { ...where, name: "opening" }, async (page, context) => {
      const session = await context.newCDPSession(page);
      await session.send("Network.setCacheDisabled", { cacheDisabled: true });
      await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
      await page.goto(`${where.url}/#/azur-lane`, { waitUntil: "commit" });
      await page.reload({ waitUntil: "commit" });
      const from = performance.now();
      await page.locator("a.deed").first().waitFor();
      return performance.now() - from;
    });
    if (took !== null) times.push(took);
  }
  check(times.length > 0, "the page cannot be used");
  return Math.round(Math.min(...times));
}

/** A log of 3 000 entries: from a key to the board. */
export const stepping = (browser, where) =>
  visit(browser, { ...where, path: "#/azur-lane/log", name: "stepping" }, async (page) => {
    const log = JSON.parse(await read("replays/samples/azur-lane/example.json"));
    const looks = Array.from({ length: 3000 - log.actions.length }, (_, index) => ({ seat: index % 2, type: "peek", of: index % 2, zone: "hand" }));
    log.actions.splice(20, 0, ...looks);
    await page.locator("textarea").fill(JSON.stringify(log));
    await page.click("[data-do=read]");
    await page.locator(".scrubber").waitFor();
    const times = await page.evaluate(async (stuck) => {
      const input = document.querySelector(".scrubber input");
      const taken = [];
      for (const place of [2990, 15, 1500, 2200, 40, 2999, 700, 1, 1200]) {
        const start = performance.now();
        input.value = String(place);
        input.dispatchEvent(new Event("input", { bubbles: true }));
        const place_of = () => document.querySelector(".board")?.dataset.at;
        while (place_of() !== String(place)) {
          if (performance.now() - start > stuck) return [...taken, stuck];
          await new Promise((resolve) => setTimeout(resolve, 2));
        }
        taken.push(performance.now() - start);
      }
      return taken;
    }, STUCK_MS);
    check(times.every((time) => time < STUCK_MS), "an entry of a long log is never shown");
    return Math.round(median(times));
  });

export const typing = (browser, where) =>
  visit(browser, { ...where, path: "#/battle-spirits/rules", name: "typing" }, async (page) => {
    await page.locator(".rule-line").nth(40).waitFor();
    const times = await page.evaluate(async (stuck) => {
      const input = document.querySelector(".big-search");
      const taken = [];
      for (const text of ["c", "co", "cor", "core", "core s", "core", "cos", "cost"]) {
        const start = performance.now();
        input.value = text;
        input.dispatchEvent(new Event("input", { bubbles: true }));
        while (document.querySelector(".rule-list")?.dataset.said !== text) {
          if (performance.now() - start > stuck) return [...taken, stuck];
          await new Promise((resolve) => setTimeout(resolve, 1));
        }
        taken.push(performance.now() - start);
      }
      return taken;
    }, STUCK_MS);
    check(times.every((time) => time < STUCK_MS), "a letter of the search finds nothing");
    return Math.round(median(times));
  });

/** After the first visit rules, cards and earlier answers stay readable; a new question waits and goes on by itself. */
export const offline = (browser, where) =>
  visit(browser, { ...where, workers: "allow", silent: /net::ERR_/, name: "offline" }, async (page, context) => {
    const books = new Set();
    page.on("requestfinished", (request) => request.url().includes("/rules?limit=") && books.add(request.headers()["accept-language"]));
    // Nothing but the service worker keeps answers.
    await (await context.newCDPSession(page)).send("Network.setCacheDisabled", { cacheDisabled: true });
    await page.goto(`${where.url}/#/azur-lane/rules`);
    await page.locator(".rule-line").nth(5).waitFor();
    // What was read before the worker took over is kept, too.
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await page.waitForTimeout(500);
    await page.goto(`${where.url}/#/azur-lane/decide?pool=azur-lane/demo`);
    await page.click("[data-template=attack]");
    await page.locator(".board").waitFor();
    await page.waitForTimeout(300);
    const table = page.url();
    await page.goto(`${where.url}/#/azur-lane/cards`);
    await page.locator(".card-row").first().waitFor();
    // What can be looked up is fetched once the page is quiet, in every language.
    for (let tries = 0; books.size < 3 && tries < 200; tries += 1) await page.waitForTimeout(50);
    check(books.size === 3, `offline: rules are fetched in ${[...books]}`);
    await page.waitForTimeout(500);
    await context.setOffline(true);
    await page.reload();
    await page.locator(".card-row").first().waitFor();
    // A card and a rule that nobody opened before.
    await page.locator(".card-row").nth(7).click();
    await page.locator(".card-view .facts").waitFor();
    await page.goto(`${where.url}/#/azur-lane/rules?q=505`);
    await page.locator(".rule-line mark").first().waitFor();
    await page.locator(".rule-line").nth(3).click();
    await page.locator(".lookup-one .rule-text").waitFor();
    await page.click(".other-languages summary");
    await page.waitForFunction(() => [...document.querySelectorAll(".other-languages p")].every((one) => (one.textContent ?? "").length > 8));
    // In another language, and with the other cards.
    await page.selectOption(".language", "zh-Hant");
    await page.reload();
    await page.locator(".lookup-one .rule-text").waitFor();
    await page.selectOption(".language", "en");
    await page.goto(`${where.url}/#/azur-lane/cards?pool=azur-lane/demo`);
    await page.locator(".card-row[data-card^=rj-]").first().waitFor();
    await page.goto(table);
    await page.reload();
    await page.locator(".board").waitFor();
    // This was never asked: it waits, says so, and goes on.
    await page.click("[data-place='battlefield.0.B1']");
    await page.click("dialog [data-value=rested]");
    await page.keyboard.press("Escape");
    await page.locator(".network").waitFor();
    await context.setOffline(false);
    await page.locator(".network").waitFor({ state: "detached" });
    await page.locator("[data-place='battlefield.0.B1'].sideways").waitFor();
  });

/** Without a network another view shows nothing of what the view before it saw. */
export const views = (browser, where) =>
  visit(browser, { ...where, path: "#/azur-lane/log", silent: /net::ERR_/, name: "another view" }, async (page, context) => {
    await page.click("[data-do=example]");
    await page.locator(".board[data-view=full]").waitFor();
    await page.locator(".narration li").nth(3).waitFor();
    await page.click("[data-zone='hand.1']");
    const hand = await page.locator("dialog [data-card]").evaluateAll((rows) => rows.map((row) => row.dataset.card));
    check(hand.length > 0, "another view: no card of the hand is seen by all");
    await page.keyboard.press("Escape");
    await page.locator("dialog").waitFor({ state: "detached" });
    await context.setOffline(true);
    await page.click(".tools [data-value=seat0]");
    await page.locator(".tools [data-value=seat0][aria-pressed=true]").waitFor();
    await page.locator(".network").waitFor();
    const left = await page.locator("main").evaluate((main) => main.innerHTML);
    check((await page.locator(".board, .narration li, .verdict").count()) === 0, "another view: the board of the view before it stays");
    check(!hand.some((card) => left.includes(card)), "another view: cards of the other's hand stay");
    await context.setOffline(false);
    await page.locator(".board[data-view=seat0]").waitFor();
    check(page.url().includes("view=seat0"), `another view: the address is ${page.url().replace(/d=.*/, "")}`);
    // The address says the view, of a log that is read already, too.
    await page.evaluate(() => (location.hash = location.hash.replace("view=seat0", "view=public")));
    await page.locator(".board[data-view=public]").waitFor();
    await page.locator(".tools [data-value=public][aria-pressed=true]").waitFor();
  });

const MARKUP = `<img src=x onerror="globalThis.pwned=1"><script>globalThis.pwned=1</script>&lt;b>`;

/** A log with markup in every text that a log or a pool can carry. */
export const hostile = (browser, where) =>
  visit(browser, { ...where, path: "#/azur-lane/log", name: "hostile" }, async (page) => {
    const log = JSON.parse(await read("replays/samples/azur-lane/illegal.json"));
    const pool = JSON.parse(await read("engine/cards/azur-lane/pool.json"));
    // Ships name each other by their names.
    for (const card of pool.cards.filter((one) => one.kind !== "ship")) {
      card.name = `${MARKUP} ${card.id}`;
      if (card.text) card.text = MARKUP;
    }
    log.pool = pool;
    log.players.forEach((player) => (player.name = MARKUP));
    const unharmed = async (what) => {
      const found = await page.evaluate(() => [globalThis.pwned, document.querySelectorAll("img[src=x], main script, dialog script").length]);
      check(found[0] === undefined && found[1] === 0, `hostile: ${what} is taken for markup`);
      await fits(page, `hostile: ${what}`);
    };
    await page.locator("textarea").fill(JSON.stringify(log));
    await page.click("[data-do=read]");
    await page.locator(".board").waitFor();
    check((await page.locator(".half-name").first().innerText()).includes("<img"), "hostile: a name is not shown as it is");
    check((await page.locator(".card-name").allInnerTexts()).some((name) => name.includes("<img")), "hostile: a card's name is not shown as it is");
    await unharmed("a log");
    await page.locator(".card:not(.empty)").first().click();
    await page.locator("dialog .card-view").waitFor();
    await unharmed("a card");
    await page.keyboard.press("Escape");
    await page.click(".ruling-form summary");
    await page.fill(".ruling-form input", MARKUP);
    await page.click("[data-do=stands]");
    await page.locator(".narration .tag.ruling").waitFor();
    await page.locator("body").press("Home");
    await page.locator("body").press("End");
    await unharmed("a ruling");
    await page.click("[data-do=report]");
    await page.locator(".report").waitFor();
    await page.waitForTimeout(300);
    await unharmed("a report");
    await page.goto(`${where.url}/#/azur-lane/rules?q=${encodeURIComponent(MARKUP)}`);
    await page.waitForFunction((text) => document.querySelector(".rule-list")?.dataset.said === text, MARKUP);
    await unharmed("a search");
    await page.goto(`${where.url}/#/azur-lane/deck`);
    await page.locator("textarea").fill(`4 ${MARKUP}\n${MARKUP}: ${MARKUP}`);
    await page.click("[data-do=check]");
    await page.locator(".deck-lines").waitFor();
    await unharmed("a deck");
    await page.goto(`${where.url}/#/${encodeURIComponent(MARKUP)}/${encodeURIComponent(MARKUP)}?d=${encodeURIComponent(MARKUP)}`);
    await page.locator("main").waitFor();
    await unharmed("an address");
  });
