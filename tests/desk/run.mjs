// usage: node run.mjs URL CHROMIUM    (the service that is tested, and the browser)
import { fits, accessible, failures, launch, visit } from "./browser.mjs";
import { compare, decide, GAMES, lookUp, readLog, setUp } from "./deeds.mjs";
import { hostile, offline, opening, size, stepping, typing } from "./quality.mjs";

const [url, chromium] = process.argv.slice(2);
const WIDTHS = [360, 1280];
const LANGUAGES = ["en", "zh-TW", "zh-CN"];
const browser = await launch(chromium);
const where = { url, width: 360, language: "en" };

/** Two at a time: the machine has two processors. */
async function all(jobs) {
  const left = [...jobs];
  const lane = async () => {
    for (let job = left.shift(); job; job = left.shift()) await job();
  };
  await Promise.all([lane(), lane()]);
}

const figures = [];
// What is measured comes first, with the machine to itself.
figures.push(`all of the page: ${await size(url)} bytes compressed`);
figures.push(`usable on a processor a quarter as fast: ${await opening(browser, where)} ms (aim: 1 000)`);
figures.push(`a step in a log of 3 000 entries: ${await stepping(browser, where)} ms (aim: 100)`);
figures.push(`a letter of the search: ${await typing(browser, where)} ms (aim: 50)`);

const counted = new Map();
const saved = [];
const jobs = [() => offline(browser, where), () => hostile(browser, where), () => hostile(browser, { ...where, width: 1280 })];
for (const width of WIDTHS) jobs.push(async () => saved.push(await setUp(browser, { ...where, width })));
for (const [place, game] of GAMES.entries()) {
  for (const width of WIDTHS)
    for (const language of LANGUAGES) {
      jobs.push(async () => {
        const count = await decide(browser, { url, width, language }, game);
        if (count && width === 360 && language === "en") counted.set(game, count);
      });
    }
  // The other deeds meet every width and every language, each game with two of the six.
  const pairs = WIDTHS.map((width, at) => ({ url, width, language: LANGUAGES[(place + at) % 3] }));
  for (const pair of pairs) {
    jobs.push(() => readLog(browser, pair, game));
    jobs.push(() => lookUp(browser, { ...pair, language: LANGUAGES[(place + 2) % 3] }, game));
    jobs.push(() => compare(browser, pair, game));
  }
}
for (const language of LANGUAGES)
  jobs.push(() =>
    visit(browser, { url, width: 360, language, name: `home ${language}` }, async (page) => {
      await page.locator(".game").first().waitFor();
      await fits(page, `home ${language}`);
      await accessible(page, `home ${language}`);
      await page.emulateMedia({ colorScheme: "dark" });
      await accessible(page, `home ${language}, dark`);
    }),
  );
await all(jobs);
await browser.close();

for (const [game, { taps, typed }] of counted) console.log(`${game}: ${taps} taps, ${typed} characters from the start to the answer`);
for (const figure of figures) console.log(figure);
for (const file of saved.filter(Boolean)) console.log(`case file: ${file}`);
if (failures.length) {
  console.log(`\n${failures.length} failures:`);
  for (const failure of failures) console.log(`  ${failure}`);
  process.exit(1);
}
console.log("desk: done");
