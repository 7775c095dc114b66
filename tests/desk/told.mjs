// What the page tells: what is searched and found, what a keyword means, what is printed, what was invented, what it waits
// for, and what is wrong with what was pasted, in the language of the page.
import { readFile } from "node:fs/promises";
import { accessible, check, fits, visit } from "./browser.mjs";

const sample = (game) => readFile(new URL(`../../replays/samples/${game}/example.json`, import.meta.url), "utf8");
const json = (body, status = 200) => ({ status, contentType: "application/json", body: JSON.stringify(body) });

/** Words are found at once; the service gets what was typed as it was typed, and what it says against it is shown. */
export const searching = (browser, where) =>
  visit(browser, { ...where, path: "#/azur-lane/cards?pool=azur-lane/demo", silent: /400|ERR_FAILED/, name: "searching" }, async (page) => {
    await page.locator(".card-row").nth(5).waitFor();
    const answer = await (await fetch(`${where.url}/v1/games/azur-lane/cards?abilities=text&limit=3&pool=azur-lane/demo`)).json();
    const asked = [];
    await page.route(/\/cards\?.*[?&]q=/, (route) => {
      const { searchParams } = new URL(route.request().url());
      asked.push([searchParams.get("q"), searchParams.get("pool")]);
      return route.fulfill(searchParams.get("q") === "cost<" ? json({ code: "bad_query", detail: "a number is missing", status: 400 }, 400) : json(answer));
    });
    const first = answer.cards.map((card) => card.id);
    const listed = () => page.locator(".card-row").evaluateAll((rows) => rows.map((row) => row.dataset.card));
    await page.fill(".big-search", 'cost<=3 -keyword:guard "the top"');
    await page.waitForFunction((n) => document.querySelectorAll(".card-row").length === n, first.length);
    check(String(await listed()) === String(first), `searching: ${await listed()}`);
    check(String(asked.at(-1)) === 'cost<=3 -keyword:guard "the top",azur-lane/demo', `searching: the service was asked ${asked.at(-1)}`);
    await page.fill(".big-search", "cost<");
    await page.locator(".count", { hasText: "a number is missing" }).waitFor();
    check((await page.locator(".card-row").count()) === 0, "searching: cards are listed beside a fault");
    await page.click(".search-help summary");
    await page.locator(".search-help code").nth(1).waitFor();
    await fits(page, "searching");
    await accessible(page, "searching");
    // Words of an ability, without the service.
    await page.unroute(/\/cards\?.*[?&]q=/);
    await page.route(/\/cards\?.*[?&]q=/, (route) => route.abort());
    await page.fill(".big-search", "strike");
    await page.waitForFunction(() => document.querySelector(".rule-list")?.dataset.said === "strike");
    check((await page.locator(".card-row").count()) > 0, "searching: no card has the ability");
  });

/** Where a keyword of each game stands, and the rule that says what it is. */
const KEYWORDS = {
  "azur-lane": { q: "strike", rule: "601.5-2" }, "battle-spirits": { q: "clash", rule: "ruling-89" }, "build-divide": { q: "blitz", rule: "关键词.闪击" },
  tianhai: { q: "breach", rule: "ruling-71" }, xinglingwang: { q: "overload", rule: "十五.超載" },
};

/** A keyword in a text opens its rule, rulings stand on a card's page, and invented cards are said to be. */
export const keyword = (browser, where, game) =>
  visit(browser, { ...where, path: `#/${game}/cards?pool=${game}/demo`, name: `keyword ${game}` }, async (page) => {
    const { q, rule } = KEYWORDS[game];
    const word = new RegExp(`\\b${q}\\b`, "i");
    const answer = await (await fetch(`${where.url}/v1/games/${game}/cards?abilities=text&limit=500&pool=${game}/demo`)).json();
    const card = answer.cards[answer.texts.findIndex(({ text }) => text.some((line) => word.test(line)))];
    await page.locator(".invented").first().waitFor();
    await page.goto(`${where.url}/#/${game}/cards/${card.id}?pool=${game}/demo`);
    const link = page.locator(".card-view .keyword", { hasText: new RegExp(`^${q}$`, "i") }).first();
    const opens = await link.getAttribute("data-rule");
    check(opens === rule || opens.startsWith(`${rule}.`), `keyword ${game}: ${q} opens ${opens}`);
    check((await page.locator(".card-view .tag").first().innerText()) === "Invented card", `keyword ${game}: the card is not said to be invented`);
    // A ruling that says what the keyword is stands on the card's page itself; others cite its rule.
    if (rule.startsWith("ruling-")) await page.locator(`.card-rulings [data-rule=${rule}]`).waitFor();
    await fits(page, `keyword ${game}`);
    await link.click();
    await page.locator("dialog .rule-text").waitFor();
    await accessible(page, `keyword ${game}`);
  });

/** What an organiser gave as printed stands beside ours, which is marked as restated. */
export const printed = (browser, where) =>
  visit(browser, { ...where, path: "#/azur-lane/rules", name: "printed" }, async (page) => {
    await page.route(/\/rules\?limit=500/, async (route) => {
      const answer = await (await route.fetch()).json();
      answer.rules.find((rule) => rule.id === "505.5a").printed = { "zh-Hant": "<b>虛構</b>的句子。", en: "<b>An invented</b> sentence." };
      return route.fulfill(json(answer));
    });
    await page.reload();
    await page.goto(`${where.url}/#/azur-lane/rules/505.5a`);
    await page.locator(".lookup-one .printed", { hasText: "<b>An invented</b> sentence." }).waitFor();
    check((await page.locator(".lookup-one .rule-tags .small-mark").innerText()).startsWith("Rules are restated"), "printed: ours is not marked");
    await accessible(page, "printed");
    await page.goto(`${where.url}/#/azur-lane/rules/505.5b`);
    await page.locator(".lookup-one h1", { hasText: "505.5b" }).waitFor();
    await page.locator(".lookup-one .printed").waitFor({ state: "detached" });
  });

/** Rules are numbered by headings in the script of the page. */
export const scripts = (browser, where) =>
  visit(browser, { ...where, language: "zh-TW", path: "#/build-divide/rules?q=閃擊", name: "scripts" }, async (page) => {
    await page.locator(".rule-line b", { hasText: "關鍵詞.閃擊" }).first().waitFor();
    await page.goto(`${where.url}/#/battle-spirits/rules/${encodeURIComponent("戰鬥步驟.③")}`);
    await page.selectOption(".language", "zh-Hans");
    await page.locator(".lookup-one h1", { hasText: "战斗步骤.③" }).waitFor();
    await page.selectOption(".language", "en");
    await page.locator(".lookup-one h1", { hasText: "戰鬥步驟.③" }).waitFor();
  });

/** What cannot be read says why and where, in the language of the page; so does a log of an unknown game. */
export const pasted = (browser, where) =>
  visit(browser, { ...where, language: "zh-TW", path: "#/azur-lane/log", name: "pasted" }, async (page) => {
    const says = async (text, expected) => {
      await page.locator("textarea").fill(text);
      await page.click("[data-do=read]");
      await page.locator(".fault", { hasText: expected }).waitFor();
    };
    await says('{"game": "azur-lane",\n x}', "第 2 行第 2 字");
    await says('{"game": "chess", "players": [{}, {}], "actions": []}', "此處沒有「chess」這個遊戲");
    await says('{"game": "azur-lane"}', "這不是紀錄");
    await page.goto(`${where.url}/#/chess/rules`);
    await page.locator("[role=alert]", { hasText: "chess" }).waitFor();
    await page.locator("a.game").first().waitFor();
  });

/** A long log leads to an entry and to a turn. */
export const turns = (browser, where, game) =>
  visit(browser, { ...where, path: `#/${game}/log`, name: `turns ${game}` }, async (page) => {
    await page.locator("textarea").fill(await sample(game));
    await page.click("[data-do=read]");
    await page.locator(".board").waitFor();
    const state = () => page.locator(".moment").innerText();
    await page.click(".go-to");
    await page.fill("[data-go=turn]", "3");
    await page.keyboard.press("Enter");
    await page.locator(".moment", { hasText: /^3 · / }).waitFor();
    await page.locator("body").press("ArrowLeft");
    await page.locator(".moment", { hasText: /^2 · / }).waitFor();
    await page.click(".go-to");
    await accessible(page, `turns ${game}`);
    await page.fill("[data-go=entry]", "1");
    await page.keyboard.press("Enter");
    await page.locator(".board[data-at='1']").waitFor();
    check(!(await state()).startsWith("3"), `turns ${game}: entry 1 is in turn 3`);
  });

/** A deck as a spreadsheet copies it; its faults stand at their lines, in the language of the page. */
export const spreadsheet = (browser, where) =>
  visit(browser, { ...where, language: "zh-TW", path: "#/azur-lane/deck?pool=azur-lane/official", name: "spreadsheet" }, async (page) => {
    await page.locator("textarea").fill("編號\t卡名\t張數\nBP01-001\t薩拉托加\t1\nBP01-005\t\t4\nBP01-006\t\t9\nBP01-99X\t\t2\n");
    await page.click("[data-do=check]");
    await page.locator(".deck-lines li").nth(4).waitFor();
    const lines = await page.locator(".deck-lines li").evaluateAll((all) => all.map((one) => [one.value, one.className, one.textContent]));
    const at = (line) => lines.find(([number]) => number === line) ?? [];
    check(at(3)[1] === "" && at(3)[2].startsWith("4 × "), `spreadsheet: line 3 is ${at(3)}`);
    check(at(4)[1] === "bad" && /[一-龥]/.test(at(4)[2]), `spreadsheet: line 4 is ${at(4)}`);
    check(at(5)[1] === "bad" && at(5)[2].includes("BP01-99X"), `spreadsheet: line 5 is ${at(5)}`);
    await fits(page, "spreadsheet");
    await accessible(page, "spreadsheet");
  });

/** What takes long is said, by its name. */
export const waiting = (browser, where) =>
  visit(browser, { ...where, path: "#/azur-lane/deck?pool=azur-lane/demo", silent: /503/, name: "waiting" }, async (page) => {
    let go = () => {};
    const held = new Promise((resolve) => (go = resolve));
    let busy = true;
    await page.route("**/v1/decks/check", async (route) => {
      if (busy) {
        busy = false;
        return route.fulfill({ status: 503, headers: { "retry-after": "1" }, contentType: "application/json", body: "{}" });
      }
      await held;
      return route.continue();
    });
    await page.locator("textarea").fill("4 rj-001");
    await page.click("[data-do=check]");
    await page.locator(".network", { hasText: "The service is busy" }).waitFor();
    await page.locator(".network", { hasText: "the check of the deck" }).waitFor();
    await accessible(page, "waiting");
    go();
    await page.locator(".deck-lines li").first().waitFor();
    await page.locator(".network").waitFor({ state: "detached" });
    await page.route("**/v1/decks/check", async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 3000));
      return route.continue();
    });
    await page.click("[data-do=check]");
    await page.locator(".asking", { hasText: "the check of the deck" }).waitFor();
    await page.locator(".asking").waitFor({ state: "detached" });
  });

/** A page that stayed open while the service was renewed finds the rest of itself no more: it says so, and loads anew. */
export const renewed = (browser, where) =>
  visit(browser, { ...where, path: "rules", language: "zh-TW", silent: /404/, name: "renewed" }, async (page) => {
    await page.route("**/bundle/pages.js", (route) => route.fulfill({ status: 404, body: "" }));
    await page.goto(`${where.url}/#/`);
    await page.locator("a.game").first().click();
    await page.locator("a.deed[href$='/rules']").click();
    await page.locator("[role=alert]", { hasText: "此頁有一部分無法載入。" }).waitFor();
    await accessible(page, "renewed");
    await page.unroute("**/bundle/pages.js");
    await page.click("[role=alert] + button");
    await page.locator(".rule-line").first().waitFor();
  });
