// What a judge in a hall needs beside the answer: disputes that are kept, keys, large text, the slip.
import { readFile } from "node:fs/promises";
import { accessible, check, fits, visit } from "./browser.mjs";

const PLACE = "#/azur-lane/decide?pool=azur-lane/demo";

/** The dispute of this page: may a ship of the back row attack a flagship of the back row? */
async function dispute(page) {
  await page.click("[data-template=attack]");
  for (const selector of ["[data-place='battlefield.0.B1']", "[data-act=attack]", "[data-place='battlefield.1.B2']"]) await page.locator(selector).first().click();
  await page.locator(".answer[data-verdict=illegal]").waitFor();
  await page.waitForFunction(() => location.hash.includes("d="));
}

/**
 * Undo lives through a reload, tabs keep the dispute, the device lists it with its table, and its case file
 * opens again.
 */
export const keeping = (browser, where) =>
  visit(browser, { ...where, path: PLACE, name: "keeping" }, async (page) => {
    await dispute(page);
    await page.click(".notes summary");
    await page.fill("[data-note=table]", "12");
    await page.fill("[data-note=note]", "<b>by the window</b>");
    await page.keyboard.press("Tab");
    await page.reload();
    await page.locator(".answer[data-verdict=illegal]").waitFor();
    await page.keyboard.press("Control+z");
    await page.locator(".answer").waitFor({ state: "detached" });
    // Loaded anew; going back would race with the address that follows.
    await page.goto("about:blank");
    await page.goto(`${where.url}/${PLACE}`);
    await dispute(page);
    await page.click(".tabs .page-link:nth-child(3)");
    await page.locator(".rule-line").first().waitFor();
    await page.click(".tabs .page-link:nth-child(1)");
    await page.locator(".answer[data-verdict=illegal]").waitFor();
    const files = page.waitForEvent("download");
    await page.click("[data-do=case]");
    const saved = await (await files).path();
    await page.click(".tools button");
    await page.locator(".recents .card-row").first().waitFor();
    const lines = await page.locator(".recents .card-row").allInnerTexts();
    check(lines.some((line) => line.includes("12") && line.includes("<b>by the window</b>")), `keeping: the list says ${lines}`);
    await accessible(page, "keeping, the list");
    const file = page.locator("input[type=file]");
    await file.setInputFiles({ name: "dispute.yaml", mimeType: "text/yaml", buffer: await readFile(saved) });
    await page.locator(".answer[data-verdict=illegal]").waitFor();
    await page.click(".tools button");
    await page.locator(".recents .card-row").last().click();
    await page.locator(".answer[data-verdict=illegal]").waitFor();
  });

/** Arrows move over the board, and a question mark shows what keys do. */
export const keys = (browser, where) =>
  visit(browser, { ...where, width: 1280, path: PLACE, name: "keys" }, async (page) => {
    await page.click("[data-template=attack]");
    await page.locator("[data-place='battlefield.0.F1']").focus();
    for (const [key, place] of [["ArrowRight", "battlefield.0.F2"], ["ArrowDown", "battlefield.0.B2"], ["ArrowLeft", "battlefield.0.B1"], ["ArrowUp", "battlefield.0.F1"]]) {
      await page.keyboard.press(key);
      const now = await page.evaluate(() => document.activeElement?.getAttribute("data-place"));
      check(now === place, `keys: ${key} leads to ${now}, not ${place}`);
    }
    await page.keyboard.press("?");
    await page.locator("dialog .keys").first().waitFor();
    await accessible(page, "keys");
    await page.keyboard.press("Escape");
    await page.locator("dialog").waitFor({ state: "detached" });
  });

const TEMPLATES = { "azur-lane": "attack", xinglingwang: "attacks", "battle-spirits": "flash", "build-divide": "attack", tianhai: "targets" };

/** With text of twice the size navigation and cards stay, and nothing of a card is cut off. */
export const large = (browser, where, game) =>
  visit(browser, { ...where, path: `#/${game}/decide`, name: `large text ${game} ${where.width}` }, async (page) => {
    const name = `large text ${game} ${where.width}`;
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync("html { font-size: 200%; }");
      document.adoptedStyleSheets = [sheet];
    });
    await page.click(`[data-template=${TEMPLATES[game]}]`);
    await page.locator(".board .card:not(.empty)").first().waitFor();
    await page.waitForTimeout(300);
    await fits(page, name);
    const links = where.width < 1000 ? ".tabs .page-link" : ".bar-pages .page-link";
    check((await page.locator(`${links}:visible`).count()) === 6, `${name}: not every page is in the bar`);
    const cut = await page.evaluate(() =>
      [...document.querySelectorAll(".card-name, .numbers, .badges, .pile-count")]
        .filter((one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 4)
        .map((one) => one.textContent));
    check(cut.length === 0, `${name}: cut off: ${cut}`);
    if (where.axe) await accessible(page, name);
  });

/** The report as the slip of a judge, on one page. */
export const slip = (browser, where) =>
  visit(browser, { ...where, path: PLACE, name: "slip" }, async (page) => {
    await dispute(page);
    await page.click("[data-do=report]");
    await page.locator(".report .quoted").first().waitFor();
    await page.click(".report details summary");
    for (const [field, text] of [["event", "Spring Cup"], ["infraction", "<b>an attack</b>"], ["remedy", "taken back"]]) await page.fill(`[data-slip=${field}]`, text);
    const said = await page.locator(".slip").evaluate((list) => list.textContent);
    check(["Spring Cup", "<b>an attack</b>", "taken back"].every((text) => said.includes(text)), `slip: it says ${said}`);
    await fits(page, "slip");
    await accessible(page, "slip");
    const pages = (await page.pdf({ format: "A4" })).toString("latin1").match(/\/Type \/Page\b/g)?.length;
    check(pages === 1, `slip: ${pages} pages`);
    // What belongs to the event stays for the next slip.
    await page.reload();
    await page.click(".report details summary");
    check((await page.inputValue("[data-slip=event]")) === "Spring Cup", "slip: the event is forgotten");
  });
