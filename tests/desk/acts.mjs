// How an act is chosen and completed: what a sheet offers first, and acts beyond the list of legal answers.
import { accessible, check, fits, visit } from "./browser.mjs";

/** The sheet of a card has its legal acts first, marked; the others are one tap away. */
export const offered = (browser, where) =>
  visit(browser, { ...where, path: "#/azur-lane/decide?pool=azur-lane/demo", name: `offered ${where.width}` }, async (page) => {
    const name = `offered ${where.width}`;
    await page.click("[data-template=attack]");
    await page.locator(".verdict .primary").waitFor();
    await page.click("[data-place='battlefield.0.B1']");
    const others = page.locator("dialog .anything-else");
    await others.waitFor();
    const acts = await page.locator("dialog [data-act]").evaluateAll((all) => all.map((one) => [one.dataset.act, one.className, one.checkVisibility()]));
    check(String(acts[0]) === "attack,is-legal,true", `${name}: the first act is ${acts[0]}`);
    check(acts.length > 2 && acts.slice(1).every(([, kind, isShown]) => kind === "" && !isShown), `${name}: what is not legal stands as ${acts.slice(1)}`);
    check((await page.locator("dialog .legal-with[open] .listing button").count()) > 0, `${name}: legal answers are no sentences`);
    await others.locator("summary").click();
    await page.locator("dialog [data-act=support]").waitFor();
    await fits(page, name);
    await accessible(page, name);
    await page.keyboard.press("Escape");
    // Where nothing is legal with a card, nothing is behind a tap.
    await page.click("[data-place='battlefield.1.F2']");
    await page.locator("dialog [data-act=support]").waitFor();
    check((await others.count()) === 0, `${name}: acts of a card without a legal one are behind a tap`);
  });

/** A legal answer that the page has no list of is found by the judge, and asked for field by field. */
export const beyondList = (browser, where) =>
  visit(browser, { ...where, path: "#/azur-lane/decide?pool=azur-lane/demo", name: "beyond the list" }, async (page) => {
    const asked = [];
    page.on("request", (request) => request.method() === "POST" && asked.push(new URL(request.url()).pathname));
    await page.route("**/v1/verify?listing=300", async (route) => {
      const answer = await (await route.fetch()).json();
      for (const one of answer.next ?? []) Object.assign(one, { complete: false, listing: [], shapes: [], texts: [] });
      return route.fulfill({ contentType: "application/json", body: JSON.stringify(answer) });
    });
    await page.click("[data-template=attack]");
    await page.locator(".verdict .primary").waitFor();
    await page.click("[data-place='battlefield.0.B1']");
    await page.click("dialog [data-act=attack]");
    await page.locator(".prompt").waitFor();
    await page.locator("[data-place='battlefield.1.F3'].can").click();
    await page.locator(".answer.good[data-verdict=legal]").waitFor();
    check(asked.includes("/v1/completions") && !asked.some((path) => path.endsWith("/batch")), `beyond the list: asks ${asked}`);
    // The page may still ask about the next decision.
    await page.unrouteAll({ behavior: "ignoreErrors" });
  });

/** What ends something quotes the rule of the question, and not that of what follows; what nobody asks for quotes its own. */
export const ending = (browser, where) =>
  visit(browser, { ...where, path: "#/azur-lane/decide?pool=azur-lane/demo", name: "ending" }, async (page) => {
    await page.click("[data-template=main]");
    for (const [act, rule] of [["pass", "503.1"], ["concede", "102.3a"]]) {
      await page.click(act === "pass" ? ".verdict .primary" : ".composer button");
      await page.locator("dialog .anything-else summary").click();
      await page.click(`dialog [data-act=${act}]`);
      await page.locator(`.verdict .quoted .chip[data-rule="${rule}"]`).waitFor();
      check((await page.locator(".verdict .quoted .chip").count()) === 1, `ending: ${act} quotes more than ${rule}`);
    }
  });
