// usage: node run.mjs URL CHROMIUM [PART…]    (the service that is tested, the browser, and which parts; without: all)
// With BLESS=1 only the pictures are taken, and become those that are kept.
import { beyondList, ending, offered } from "./acts.mjs";
import { fits, accessible, fail, failures, launch, visit } from "./browser.mjs";
import { compare, decide, GAMES, lookUp, lost, readLog, rule, setUp, stale, tables } from "./deeds.mjs";
import { PARTLY, assumed, partly, stated, timing } from "./partly.mjs";
import { PROOF, proof } from "./proof.mjs";
import { keeping, keys, large, slip } from "./hall.mjs";
import { keptJudge } from "./kept.mjs";
import { keyword, pasted, printed, renewed, scripts, searching, spreadsheet, turns, waiting } from "./told.mjs";
import { firstPage, hostile, offline, opening, overSlowLine, size, stepping, typing, views } from "./quality.mjs";
import { pictures } from "./shots.mjs";

const [url, chromium, ...named] = process.argv.slice(2);
const parts = process.env.BLESS === "1" ? ["pictures"] : named;
const WIDTHS = [360, 1280];
const LANGUAGES = ["en", "zh-TW", "zh-CN"];
const browser = await launch(chromium);
const where = { url, width: 360, language: "en" };

/** @param {string} part */
const isMeant = (part) => parts.length === 0 || parts.includes(part);

/** Seconds by what is tested. */
const seconds = new Map();

/** @param {string} part @param {() => Promise<any>} deed */
async function timed(part, deed) {
  const from = performance.now();
  const result = await deed();
  seconds.set(part, (seconds.get(part) ?? 0) + (performance.now() - from) / 1000);
  return result;
}

/** Two at a time: the machine has two processors. @param {[string, () => Promise<any>][]} jobs */
async function all(jobs) {
  const left = jobs.filter(([part]) => isMeant(part));
  const lane = async () => {
    for (let job = left.shift(); job; job = left.shift()) await timed(...job);
  };
  await Promise.all([lane(), lane()]);
}

const figures = [];
const counted = new Map();
const jobs = [];
// What is measured comes first, without other visits beside it; other tests may run beside it.
if (isMeant("measuring"))
  await timed("measuring", async () => {
    figures.push(`all of the page: ${await size(url)} bytes compressed`);
    figures.push(`the first page: ${await firstPage(browser, where)} bytes with headers, in two rounds`);
    figures.push(`the first page at 400 kbit/s and 300 ms: ${await overSlowLine(browser, where)} ms (aim: 2 500)`);
    figures.push(`usable on a processor a quarter as fast: ${await opening(browser, where)} ms (aim: 1 000)`);
    figures.push(`a step in a log of 3 000 entries: ${await stepping(browser, where)} ms (aim: 100)`);
    figures.push(`a letter of the search: ${await typing(browser, where)} ms (aim: 50)`);
  });
jobs.push(["offline", () => offline(browser, where)], ["offline", () => views(browser, where)]);
jobs.push(["kept", async () => {
  const by = await keptJudge(browser, where);
  if (by) figures.push(`kept on the device, a page without a network is answered ${by}`);
}]);
jobs.push(["rule", () => lost(browser, where)]);
jobs.push(["stale", () => stale(browser, where)], ["tables", () => tables(browser, { ...where, width: 1280 })]);
jobs.push(["hall", () => keeping(browser, where)], ["hall", () => keys(browser, where)], ["hall", () => slip(browser, where)]);
for (const [at, told] of [searching, printed, scripts, pasted, spreadsheet, waiting, renewed].entries()) jobs.push(["told", () => told(browser, { ...where, width: WIDTHS[at % 2] })]);
for (const [place, game] of GAMES.entries())
  jobs.push(["told", () => keyword(browser, { ...where, width: WIDTHS[place % 2] }, game)], ["told", () => turns(browser, { ...where, width: WIDTHS[(place + 1) % 2] }, game)]);
for (const [place, game] of GAMES.entries())
  for (const [at, width] of WIDTHS.entries()) jobs.push(["hall", () => large(browser, { ...where, width, axe: at === place % 2 }, game)]);
for (const width of WIDTHS) {
  jobs.push(["hostile", () => hostile(browser, { ...where, width })]);
  jobs.push(["set up", () => setUp(browser, { ...where, width, axe: true })]);
}
// Every deed meets every game, width and language, deciding each game in each language and at each width. What is the
// same in all games (look up, compare) meets each game at one width in one language. Accessibility is looked at once
// for a deed and a game, at the one width for one game and at the other for the next; once a width where games are alike.
for (const [place, game] of GAMES.entries()) {
  const language = (/** @type {number} */ more) => LANGUAGES[(place + more) % 3];
  const width = WIDTHS[place % 2];
  const places = [{ url, width: 360, language: "en" }, { url, width: 1280, language: "zh-TW" }, { url, width, language: "zh-CN", axe: true }];
  for (const one of places)
    jobs.push(["decide", async () => {
      const count = await decide(browser, one, game);
      if (count && one.width === 360 && one.language === "en") counted.set(game, count);
    }]);
  for (const [at, width] of WIDTHS.entries())
    jobs.push(["read a log", () => readLog(browser, { url, width, language: language(at), axe: at === place % 2 }, game)]);
  jobs.push(["look up", () => lookUp(browser, { url, width, language: language(1), axe: place < 2 }, game)]);
  jobs.push(["rule", () => rule(browser, { url, width: WIDTHS[(place + 1) % 2], language: "en" }, game)]);
  jobs.push(["compare", () => compare(browser, { url, width: WIDTHS[(place + 1) % 2], language: language(2), axe: place < 2 }, game)]);
}
for (const [place, dispute] of PROOF.entries())
  for (const [at, language] of LANGUAGES.entries())
    jobs.push(["proof", async () => {
      const taps = await proof(browser, { url, width: WIDTHS[(place + at) % 2], language, axe: at === place % 3 }, dispute);
      if (taps && language === "en") figures.push(`${dispute.asks} ${taps} taps`);
    }]);
jobs.push(["acts", () => beyondList(browser, where)], ["acts", () => ending(browser, where)]);
for (const width of WIDTHS) jobs.push(["acts", () => offered(browser, { ...where, width })]);
for (const width of WIDTHS) jobs.push(["partly", () => partly(browser, { ...where, width, axe: true })]);
for (const [place, dispute] of PARTLY.entries())
  for (const [at, language] of LANGUAGES.entries())
    jobs.push(["partly", () => proof(browser, { url, width: WIDTHS[(place + at) % 2], language, axe: at === place % 3 }, dispute)]);
for (const [place, game] of GAMES.entries())
  jobs.push(["assumed", () => assumed(browser, { url, width: WIDTHS[place % 2], language: LANGUAGES[place % 3], axe: true }, game)]);
for (const width of WIDTHS) jobs.push(["stated", () => stated(browser, { ...where, width, axe: true })]);
for (const [at, language] of LANGUAGES.entries())
  jobs.push(["stated", () => timing(browser, { url, width: WIDTHS[at % 2], language, axe: true })]);
for (const language of LANGUAGES)
  jobs.push(["start", () =>
    visit(browser, { url, width: 360, language, name: `home ${language}` }, async (page) => {
      await page.locator(".game").first().waitFor();
      await fits(page, `home ${language}`);
      await accessible(page, `home ${language}`);
      await page.emulateMedia({ colorScheme: "dark" });
      await accessible(page, `home ${language}, dark`);
    })]);
// Pages without a script, each at one width in one language.
const PAGES = ["docs", "problems/too_many", "proofs", "card-words/tianhai", "rules/xinglingwang", "rules/azur-lane/506.1"];
for (const [place, path] of PAGES.entries())
  jobs.push(["pages", () => {
    const [language, width] = [LANGUAGES[place % 3], WIDTHS[place % 2]];
    const name = `page ${path} ${language}`;
    return visit(browser, { url, path, width, language, name }, async (page) => {
      await page.locator("main h1").waitFor();
      await fits(page, name);
      await accessible(page, name);
      await page.emulateMedia({ colorScheme: "dark" });
      await accessible(page, `${name}, dark`);
    });
  }]);
for (const job of await pictures(browser, url)) jobs.push(["pictures", job]);
const unknown = parts.find((part) => part !== "measuring" && !jobs.some(([name]) => name === part));
if (unknown) fail(`there is no part ${unknown}`);
await all(jobs);
await browser.close();

for (const [game, { taps, typed }] of counted) console.log(`${game}: ${taps} taps, ${typed} characters from the start to the answer`);
for (const figure of figures) console.log(figure);
console.log(`seconds, two at a time: ${[...seconds].map(([part, took]) => `${part} ${took.toFixed(0)}`).join(", ")}`);
if (failures.length) {
  console.log(`\n${failures.length} checks of the desk failed`);
  process.exit(1);
}
console.log("desk: done");
