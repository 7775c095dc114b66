// Pictures of the page, compared with those in shots/. Every character is the same blank in them (blank.ttf), so that
// only boxes and colours count, which are the same on machines with other fonts. BLESS=1 writes them anew.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import pixelmatch from "pixelmatch";
import { PNG } from "pngjs";
import { check, fail, visit } from "./browser.mjs";
import { GAMES } from "./deeds.mjs";

const folder = new URL("shots/", import.meta.url);
const font = (await readFile(new URL("blank.ttf", import.meta.url))).toString("base64");
const isBlessing = process.env.BLESS === "1";

/** How far a pixel may differ in colour, and how many of a thousand may differ more. */
const COLOR = 0.03;
const MOST_OF_THOUSAND = 2;
/** With another version of Chromium edges and controls are drawn otherwise. */
const MOST_OF_THOUSAND_ELSEWHERE = 30;

const SIZES = [
  { width: 360, scheme: "light" },
  { width: 1280, scheme: "light" },
];
const DARK = [{ width: 360, scheme: "dark" }];

/** Text as blanks of one size, nothing that moves or stays in place while the page is scrolled. */
async function blank(page) {
  await page.evaluate(async (bytes) => {
    const face = new FontFace("Blank", Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0)).buffer);
    document.fonts.add(await face.load());
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`
      *, *::before, *::after { font-family: Blank !important; transition: none !important; animation: none !important; caret-color: transparent !important; }
      .bar, .tabs { position: static !important; }`);
    document.adoptedStyleSheets = [sheet];
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  }, font);
}

/** One picture against the one that is kept. */
async function compared(name, bytes, most) {
  const file = new URL(`${name}.png`, folder);
  if (isBlessing) {
    await writeFile(file, bytes);
    return;
  }
  const kept = await readFile(file).catch(() => null);
  if (!check(kept !== null, `picture ${name}: there is none in tests/desk/shots; BLESS=1 tests/desk.sh makes it`)) return;
  const [was, is] = [PNG.sync.read(kept), PNG.sync.read(bytes)];
  const place = `${process.env.SHOTS ?? "."}/shot-${name}`;
  const isSameSize = was.width === is.width && was.height === is.height;
  if (!isSameSize && most === MOST_OF_THOUSAND_ELSEWHERE) {
    console.log(`skipped: picture ${name}, which has another size in this version of Chromium.`);
    return;
  }
  const difference = new PNG({ width: is.width, height: is.height });
  const differing = isSameSize ? pixelmatch(was.data, is.data, difference.data, is.width, is.height, { threshold: COLOR }) : is.width * is.height;
  const ofThousand = (1000 * differing) / (is.width * is.height);
  if (ofThousand <= most) return;
  await writeFile(`${place}.png`, bytes);
  if (isSameSize) await writeFile(`${place}-difference.png`, PNG.sync.write(difference));
  const how = isSameSize ? `${ofThousand.toFixed(1)} of 1000 pixels differ` : `${is.width}×${is.height} instead of ${was.width}×${was.height}`;
  fail(`picture ${name}: ${how}, see ${place}.png; BLESS=1 tests/desk.sh takes it as it is`);
}

/** The start, and the board of each game as its first template lays it out: a visit for each size. */
export async function pictures(browser, url) {
  const version = browser.version().split(".")[0];
  const file = new URL("chromium.txt", folder);
  if (isBlessing) {
    await mkdir(folder, { recursive: true });
    await writeFile(file, `${version}\n`);
  }
  const made = (await readFile(file, "utf8").catch(() => "")).trim();
  if (made !== version) console.log(`pictures: made with Chromium ${made}, compared with Chromium ${version}: more may differ`);
  const most = made === version ? MOST_OF_THOUSAND : MOST_OF_THOUSAND_ELSEWHERE;
  return [...SIZES, ...DARK].map(({ width, scheme }) => () =>
    visit(browser, { url, width, language: "en", scheme, name: `pictures ${width} ${scheme}` }, async (page) => {
      const kind = `${width}-${scheme}`;
      await page.locator(".game").first().waitFor();
      await blank(page);
      await compared(`start-${kind}`, await page.screenshot({ fullPage: true }), most);
      for (const game of scheme === "dark" ? GAMES.slice(0, 1) : GAMES) {
        // Another game by its address: the page and the blank font stay.
        await page.goto(`${url}/#/${game}/decide?pool=${game}/demo`);
        // Not with the mouse, which would stay over something.
        await page.locator("[data-template]").first().dispatchEvent("click");
        await page.locator(".board .tag.asks").waitFor();
        await compared(`${game}-${kind}`, await page.locator(".board").screenshot(), most);
      }
    }));
}
