// A browser that counts taps, and records console errors and requests to other hosts.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { chromium } from "playwright-core";

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The flags that Chromium needs without a display, as root, and on a machine without a network. */
const FLAGS = [
  "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync",
];

export const launch = (path) => chromium.launch({ executablePath: path, args: FLAGS });

/** Failed checks so far. */
export const failures = [];

/** Notes a failed check, and prints it at once: the whole takes long on a busy machine. */
export function fail(what) {
  failures.push(what);
  console.log(`failed: ${what}`);
}

export function check(holds, what) {
  if (!holds) fail(what);
  return holds;
}

/**
 * A page at an address, closed when what is done with it is done. Nothing may be reported on its console, but for what is
 * expected of a visit (`silent`).
 */
export async function visit(browser, { url, path = "", width, language, scheme = "light", workers = "block", silent, name }, deed) {
  const context = await browser.newContext({
    viewport: { width, height: width < 600 ? 740 : 860 }, locale: language, colorScheme: scheme, serviceWorkers: workers, acceptDownloads: true,
  });
  const page = await context.newPage();
  // A busy machine is slow: only what never comes fails.
  page.setDefaultTimeout(300_000);
  page.on("console", (message) => {
    if (message.type() === "error" && !silent?.test(message.text())) fail(`${name}: console: ${message.text()}`);
  });
  page.on("pageerror", (error) => fail(`${name}: ${error.message}`));
  page.on("request", (request) => {
    if (!request.url().startsWith(url) && !/^(blob|data):/.test(request.url())) fail(`${name}: asks elsewhere: ${request.url()}`);
  });
  try {
    await page.goto(`${url}/${path}`);
    return await deed(page, context);
  } catch (error) {
    fail(`${name}: ${error.message.split("\n").slice(0, 4).join(" ")}`);
    await page.screenshot({ path: `${process.env.SHOTS ?? "."}/failed-${name.replaceAll(/\W+/g, "-")}.png` }).catch(() => {});
    return null;
  } finally {
    await context.close();
  }
}

/** No violation of the rules of accessibility that axe knows. */
export async function accessible(page, name) {
  await page.evaluate(axe);
  const found = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  for (const one of found.violations) {
    const where = one.nodes.slice(0, 3).map((node) => `${node.target.join(" ")} ${node.any?.[0]?.message ?? ""}`).join("; ");
    fail(`${name}: axe: ${one.id}: ${one.help}: ${where}`);
  }
}

/** Nothing is wider than the screen. */
export async function fits(page, name) {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  check(over <= 0, `${name}: ${over} px wider than the screen`);
}

/** Taps things one after the other, and counts. */
export class Finger {
  taps = 0;
  typed = 0;
  /** Calls of the judge that are not answered yet. */
  open = new Set();

  constructor(page) {
    this.page = page;
    page.on("request", (request) => request.url().includes("/v1/") && this.open.add(request));
    for (const end of ["requestfinished", "requestfailed"]) page.on(end, (request) => this.open.delete(request));
  }

  /** Waits until the judge has answered: only then a sheet marks what is legal. */
  async answered() {
    for (let quiet = 0; quiet < 3; quiet = this.open.size === 0 ? quiet + 1 : 0) await this.page.waitForTimeout(50);
  }

  async tap(selector) {
    await this.page.locator(selector).first().click();
    this.taps += 1;
  }

  /** Taps a kind of act on a sheet; where it is not legal now, other kinds are opened for it first. */
  async act(selector) {
    await this.answered();
    const button = this.page.locator(selector).first();
    const others = this.page.locator("dialog .anything-else:not([open]) summary").first();
    for (let tries = 0; tries < 20; tries += 1) {
      await button.or(others).first().waitFor();
      if (!(await button.isVisible()) && (await others.isVisible())) await this.tap("dialog .anything-else:not([open]) summary");
      // A table that is judged meanwhile may move the button.
      const isTapped = await button.click({ timeout: 1000 }).then(() => true, () => false);
      if (isTapped) {
        this.taps += 1;
        return;
      }
    }
    throw new Error(`${selector} cannot be tapped`);
  }

  async type(selector, text) {
    await this.page.locator(selector).first().pressSequentially(text);
    this.typed += [...text].length;
  }
}
