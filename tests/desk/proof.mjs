// Disputes as judges have them, from opening the page to the answer: how many taps they take, and that the
// answer quotes the rule that decides.
import { readFile } from "node:fs/promises";
import { accessible, check, Finger, fits, visit } from "./browser.mjs";

export const PROOF = JSON.parse(await readFile(new URL("proof.json", import.meta.url), "utf8"));

/** How an answer begins for which every way to do the act was judged. */
const HOWEVER = { en: "No, however it is done", "zh-TW": "不可以，無論怎麼做", "zh-CN": "不可以，无论怎么做" };

/** A step of a dispute: a tap, what is typed into the sheet, or a key. */
async function step(finger, text) {
  const [kind, rest] = text.split(/ (.*)/s);
  if (kind === "key") await finger.page.keyboard.press(rest);
  else if (kind === "type") {
    // What is typed takes the place of what stood there, at once: a table that is judged anew draws the
    // number again.
    const input = finger.page.locator("dialog input").first();
    await input.fill(rest);
    await input.dispatchEvent("change");
    finger.typed += [...rest].length;
  } else if (text.startsWith("[data-act=")) await finger.act(text);
  else await finger.tap(text);
}

export const proof = (browser, where, dispute) =>
  visit(browser, { ...where, name: `proof: ${dispute.asks} ${where.language}` }, async (page) => {
    const name = `proof: ${dispute.asks} ${where.language}`;
    const finger = new Finger(page);
    const asked = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await finger.tap(`.games a[href='#/${dispute.game}']`);
    await finger.tap("a.deed[href$='/decide']");
    await finger.tap(`[data-template=${dispute.template}]`);
    await page.locator(".board").waitFor();
    for (const text of dispute.steps) await step(finger, text);
    const box = dispute.verdict ? `.verdict .answer[data-verdict=${dispute.verdict}]` : ".verdict .fault";
    await page.locator(box).first().waitFor();
    const cited = dispute.verdict ? ".verdict .quoted .chip" : ".verdict .fault .chip";
    // Each change of a table is judged: the answer is the last one.
    await page.locator(`${cited}[data-rule="${dispute.cites}"]`).first().waitFor();
    const rule = await page.locator(cited).first().getAttribute("data-rule");
    check(rule === dispute.cites, `${name}: quotes ${rule}, not ${dispute.cites}`);
    check(finger.taps <= dispute.most, `${name}: ${finger.taps} taps, not ${dispute.most}`);
    const text = await page.locator(".verdict").innerText();
    check(!/#\d/.test(text), `${name}: a card is called by its number: ${text}`);
    if (dispute.however) {
      const heading = await page.locator(".verdict .answer b").innerText();
      check(heading === HOWEVER[where.language], `${name}: the answer begins with ${heading}`);
      check(asked.filter((path) => path === "/v1/completions").length === 1, `${name}: completions are asked for ${asked.filter((path) => path === "/v1/completions").length} times`);
    }
    await fits(page, name);
    if (where.axe) await accessible(page, name);
    if (dispute.verdict === "legal") {
      // The report quotes first what permits it, too.
      await page.click("[data-do=report]");
      const first = await page.locator(".report .quoted").first().getAttribute("data-rule");
      check(first === dispute.cites, `${name}: the report quotes ${first} first`);
    }
    return finger.taps;
  });
