// The six deeds of a judge, by taps and keys in the page.
import { mkdir, readFile } from "node:fs/promises";
import { inflateRawSync } from "node:zlib";
import { accessible, check, Finger, fits, visit } from "./browser.mjs";

const disputes = JSON.parse(await readFile(new URL("disputes.json", import.meta.url), "utf8"));
const samples = new URL("../../replays/samples/", import.meta.url);
export const GAMES = Object.keys(disputes);
const sample = (game, name) => readFile(new URL(`${game}/${name}.json`, samples), "utf8");

/** The text of the answer, when it is there. */
async function answered(page, verdict) {
  const box = page.locator(`.verdict .answer[data-verdict=${verdict}]`);
  await box.waitFor();
  return box.innerText();
}

/** The log or dispute in an address; nothing: there is none. */
export function documentOf(url) {
  const packed = new URLSearchParams(url.hash.split("?")[1]).get("d");
  return packed ? JSON.parse(inflateRawSync(Buffer.from(packed, "base64url")).toString()) : null;
}

/** Saves the dispute as a case file, with the pool beside it where that is not the example cards. */
async function saveCase(page, folder, count) {
  const files = [];
  page.on("download", (file) => files.push(file));
  await page.click("[data-do=case]");
  for (let tries = 0; files.length < count && tries < 100; tries += 1) await page.waitForTimeout(50);
  check(files.length === count, `${folder}: ${files.length} files were saved, not ${count}`);
  const place = `${process.env.SHOTS ?? "."}/saved-${folder}`;
  await mkdir(place, { recursive: true });
  for (const file of files) await file.saveAs(`${place}/${file.suggestedFilename()}`);
}

/** 1. Decide a dispute: from opening the page to the answer; on a phone with the example cards, else with the published. */
export const decide = (browser, where, game) =>
  visit(browser, { ...where, name: `decide ${game} ${where.width} ${where.language}` }, async (page) => {
    const name = `decide ${game} ${where.width} ${where.language}`;
    const { template, taps, cites } = disputes[game];
    const finger = new Finger(page);
    await finger.tap(`.games a[href='#/${game}']`);
    await finger.tap("a.deed[href$='/decide']");
    await page.locator("[data-template]").first().waitFor();
    const hasPublished = (await page.locator("[data-value$='/official']").count()) > 0;
    const pool = hasPublished && where.width > 1000 ? "official" : "demo";
    if (hasPublished && pool === "demo") await finger.tap("[data-value$='/demo']");
    await finger.tap(`[data-template=${template}]`);
    await page.locator(".board").waitFor();
    for (const selector of taps) await (selector.startsWith("[data-act=") ? finger.act(selector) : finger.tap(selector));
    const text = await answered(page, "illegal");
    check(/[^\s]{4}/.test(text), `${name}: the answer says nothing`);
    const chip = await page.locator(".verdict .chip").first().getAttribute("data-rule");
    check(chip === cites, `${name}: cites ${chip}, not ${cites}`);
    await page.waitForFunction(() => (document.querySelector(".verdict .quoted p")?.textContent?.length ?? 0) > 8);
    // What the cards of the act say stands beside it.
    const spokenOf = page.locator(".verdict .spoken-of");
    if (where.width < 1000) await spokenOf.first().locator("summary").click();
    await spokenOf.first().locator(".facts").waitFor();
    check(finger.taps <= 14 && finger.typed <= 20, `${name}: ${finger.taps} taps, ${finger.typed} characters`);
    await fits(page, name);
    if (where.axe) await accessible(page, name);
    await saveCase(page, `${game}-${where.width}-${where.language}`, pool === "demo" ? 1 : 2);
    // A reload loses nothing, and the link shows the same to others.
    await page.reload();
    check((await answered(page, "illegal")) === text, `${name}: a reload changes the answer`);
    // What is legal instead is one tap away, and is legal.
    const instead = page.locator(".instead");
    check((await instead.count()) === 1, `${name}: nothing legal is offered instead`);
    await instead.locator("summary").click();
    await instead.locator("li button").first().click();
    await answered(page, "legal");
    await page.keyboard.press("Control+z");
    check((await answered(page, "illegal")) === text, `${name}: undo does not undo`);
    return { taps: finger.taps, typed: finger.typed };
  });

/** Setting a table up: put, rest, move, count, undo, and a table that cannot be. */
export const setUp = (browser, where) =>
  visit(browser, { ...where, path: "#/azur-lane/decide?pool=azur-lane/demo", name: `set up ${where.width}` }, async (page) => {
    const name = `set up ${where.width}`;
    await page.click("[data-template=empty]");
    await page.click("[data-place='battlefield.0.F1']");
    await page.locator("dialog input[type=search]").fill("rj-02");
    await page.click("dialog [data-card=rj-026]");
    await page.locator("[data-place='battlefield.0.F1']:not(.empty)").waitFor();
    await page.click("[data-place='battlefield.0.F1']");
    await page.click("dialog [data-value=rested]");
    await page.locator("dialog [data-value=rested][aria-pressed=true]").waitFor();
    await page.click("dialog [data-do=move]");
    await page.click("[data-place='battlefield.0.B3']");
    await page.locator("[data-place='battlefield.0.B3'].sideways").waitFor();
    await page.click("[data-zone='hand.0']");
    await page.locator("dialog .stepper button").last().click();
    await page.keyboard.press("Escape");
    // The number is that of the answer to the changed table.
    await page.locator("[data-zone='hand.0']", { hasText: "6" }).waitFor();
    // Turn 1 has no attack step: every fault is listed, and undo takes it back.
    await page.click(".moment");
    await page.click("dialog [data-value=attack]");
    await page.keyboard.press("Escape");
    await page.locator(".verdict .fault").first().waitFor();
    if (where.axe) await accessible(page, `${name}, an impossible table`);
    await page.keyboard.press("Control+z");
    await page.locator(".verdict .fault").first().waitFor({ state: "detached" });
    await page.click("[data-do=share]");
    await page.locator(".qr").waitFor();
    if (where.axe) await accessible(page, `${name}, sharing`);
    await page.keyboard.press("Escape");
    // A legal act goes on, and the next one is asked for; the case file runs.
    await page.click(".verdict .primary");
    await page.click("dialog [data-act=pass]");
    await answered(page, "legal");
    await saveCase(page, `set-up-${where.width}`, 1);
    await page.click("[data-do=go-on]");
    await page.locator("[data-do=step-back]").waitFor();
  });

/** What was said of another act, table or game never stands under this one, however slowly the judge answers. */
export const stale = (browser, where) =>
  visit(browser, { ...where, path: "#/azur-lane/decide?pool=azur-lane/demo", name: "stale" }, async (page) => {
    await page.click("[data-template=defence]");
    await page.click("[data-place='battlefield.1.F2']");
    await page.click("dialog [data-value=rested]");
    await page.click("dialog [data-act=support]");
    await answered(page, "illegal");
    let slow = true;
    await page.route("**/v1/verify?abilities=*", async (route) => {
      if (slow) await new Promise((resolve) => setTimeout(resolve, 1500));
      await route.continue();
    });
    await page.click(".composer button");
    await page.click("dialog [data-act=pass]");
    await page.locator(".composer h2", { hasText: /pass/i }).waitFor();
    check((await page.locator(".verdict .answer[data-verdict]").count()) === 0, "stale: the answer to the act before stands under this one");
    await answered(page, "legal");
    slow = false;
    // Tables of two games, and back in the history.
    for (const [game, template] of [["battle-spirits", "block"], ["xinglingwang", "attacks"]]) {
      await page.goto(`${where.url}/#/${game}/decide?pool=${game}/demo`);
      await page.click(`[data-template=${template}]`);
      await page.locator(".board .card:not(.empty)").first().waitFor();
      await page.waitForFunction(() => location.hash.includes("d="));
    }
    await page.goBack();
    await page.locator(".board [data-zone='reserve.0']").waitFor();
    check(page.url().includes("battle-spirits"), `stale: back leads to ${page.url()}`);
    await page.goto(`${where.url}/#/azur-lane/decide?d=abcd`);
    await page.locator(".answer.open").waitFor();
  });

/** In a game with lanes equal cells face each other, from either side; cards that are named by numbers stay who they are. */
export const tables = (browser, where) =>
  visit(browser, { ...where, path: "#/xinglingwang/decide?pool=xinglingwang/demo", name: "tables" }, async (page) => {
    await page.click("[data-template=attacks]");
    const left = (place) => page.locator(`[data-place='field.${place}']`).evaluate((card) => Math.round(card.getBoundingClientRect().left));
    await page.locator("[data-place='field.0.F1']").waitFor();
    for (const near of [0, 1]) {
      for (const cell of ["F1", "F2", "B5"]) check((await left(`0.${cell}`)) === (await left(`1.${cell}`)), `tables: ${cell} does not face ${cell}, ${near} being near`);
      check((await left("0.F1")) > (await left("0.F5")) === (near === 0), `tables: the first lane is not at the first player's right, ${near} being near`);
      await page.locator(".tools button").nth(2).click();
    }
    await page.goto(`${where.url}/#/battle-spirits/decide?pool=battle-spirits/demo`);
    await page.click("[data-template=block]");
    await page.locator(".card-mark").first().waitFor();
    const marked = () => page.locator(".card-mark").first().locator("xpath=..").getAttribute("data-place");
    const before = await marked();
    await page.click("[data-zone='hand.0']");
    await page.locator("dialog .stepper input").fill("0");
    await page.keyboard.press("Tab");
    await page.locator("[data-zone='hand.0'] b", { hasText: /^0$/ }).waitFor();
    await page.locator("dialog .primary").click();
    await page.locator("dialog [data-card]").first().click();
    // The sheet of the zone is there again.
    await page.locator("dialog .rule-list [data-card]").first().waitFor();
    await page.keyboard.press("Escape");
    await page.locator("dialog").waitFor({ state: "detached" });
    await page.locator("[data-zone='hand.0'] b", { hasText: /^1$/ }).waitFor();
    await page.waitForTimeout(300);
    check((await page.locator(".verdict .fault").count()) === 0 && (await marked()) === before, `tables: ${await page.locator(".verdict").innerText()}`);
    // An act with a card that nobody has named depends on that card; one without goes on whatever is drawn.
    await page.goto(`${where.url}/#/battle-spirits/decide`);
    await page.click("[data-value$='/demo']");
    await page.click("[data-template=flash]");
    await page.click(".verdict .primary");
    await page.click("dialog [data-act=flash_pass]");
    await page.locator(".answer.good[data-verdict=legal]").waitFor();
    await page.click("[data-do=go-on]");
    await page.locator("[data-do=step-back]").waitFor();
    await page.click(".verdict .primary");
    await page.click("dialog [data-act=use_magic]");
    await page.click("[data-zone='hand.0']");
    await page.locator("dialog .row button").first().click();
    await page.locator(".answer.open[data-verdict=legal]").waitFor();
    // A sheet gives the focus back.
    await page.goto(`${where.url}/#/azur-lane/decide?pool=azur-lane/demo`);
    await page.click("[data-template=attack]");
    await page.locator(".moment").focus();
    await page.keyboard.press("Enter");
    await page.locator("dialog[open]").waitFor();
    await page.keyboard.press("Escape");
    await page.locator("dialog").waitFor({ state: "detached" });
    check(await page.evaluate(() => document.activeElement?.classList.contains("moment")), "tables: the focus is lost after a sheet");
  });

/** 2. Read a log; 3. rule and go on; 6. the report. */
export const readLog = (browser, where, game) =>
  visit(browser, { ...where, path: `#/${game}/log`, name: `log ${game} ${where.width} ${where.language}` }, async (page) => {
    const name = `log ${game} ${where.width} ${where.language}`;
    const log = await sample(game, "illegal");
    // The example of the page is this log.
    if (where.width < 600) await page.click("[data-do=example]");
    else {
      await page.locator("textarea").fill(log);
      await page.click("[data-do=read]");
    }
    await answered(page, "illegal");
    await page.locator(".board").waitFor();
    const refused = Number(await page.locator(".scrubber input").inputValue());
    const total = JSON.parse(log).actions.length;
    check((await page.locator(".place").innerText()) === `${refused}/${total}`, `${name}: stands at ${await page.locator(".place").innerText()}`);
    await page.locator(".narration [aria-current=step]").waitFor();
    await page.locator("body").press("Home");
    await page.locator(".scrubber input").evaluate((input) => input.value === "0" || Promise.reject(new Error("not at the start")));
    await page.locator("body").press("ArrowRight");
    await page.locator("body").press("ArrowRight");
    check((await page.locator(".place").innerText()).startsWith("2/"), `${name}: two steps lead to ${await page.locator(".place").innerText()}`);
    await page.locator("body").press("r");
    check((await page.locator(".place").innerText()).startsWith(`${refused}/`), `${name}: r does not lead to the refusal`);
    // The buttons beside the bar: a step by keyboard, a step by a tap, held down to the start.
    const back = page.locator(".scrubber button").nth(1);
    for (const [how, left] of [[() => back.press("Enter"), 1], [() => back.click(), 2]]) {
      await how();
      const place = await page.locator(".place").innerText();
      check(place.startsWith(`${refused - left}/`), `${name}: ${left} steps back lead to ${place}`);
    }
    await back.hover();
    await page.mouse.down();
    await page.waitForTimeout(700);
    await page.mouse.up();
    check((await page.locator(".place").innerText()).startsWith("0/"), `${name}: held down, the button does not lead to the start`);
    // A finger that leaves the button, as one that scrolls, does not jump.
    const ahead = page.locator(".scrubber button").nth(2);
    await ahead.hover();
    await page.mouse.down();
    await page.mouse.move(2, 2);
    await page.waitForTimeout(700);
    await page.mouse.up();
    check((await page.locator(".place").innerText()).startsWith("0/"), `${name}: a finger that left the button jumps`);
    await page.locator("body").press("r");
    await fits(page, name);
    if (where.axe) await accessible(page, name);
    // A chip opens the rule beside the board, at any entry of the narration.
    for (const chip of [".verdict .chip", ".narration-short .chip"]) {
      await page.locator(chip).first().click();
      await page.locator("dialog .rule-text").waitFor();
      await page.keyboard.press("Escape");
      await page.locator("dialog").waitFor({ state: "detached" });
    }
    // A seat sees no card of the other's hand, and the page never asks for more.
    const asked = [];
    page.on("request", (request) => request.url().includes("/v1/verify") && asked.push(request.url()));
    await page.click(".tools [data-value=seat0]");
    await page.locator(".board[data-view=seat0]").waitFor();
    // What was asked for the full view before the tap may still go out.
    const since = asked.slice(asked.findIndex((url) => url.includes("view=seat0")));
    check(since.length > 0 && since.every((url) => url.includes("view=seat0")), `${name}: asks ${since.find((url) => !url.includes("view=seat0"))} for a seat`);
    await page.click("[data-zone='hand.1']");
    await page.locator("dialog[open] .sheet-body").waitFor();
    check((await page.locator("dialog [data-card]").count()) === 0, `${name}: a seat sees the other's hand`);
    await page.keyboard.press("Escape");
    await page.locator("dialog").waitFor({ state: "detached" });
    await page.click(".tools [data-value=full]");
    await page.locator(".board[data-view=full]").waitFor();
    await page.locator(".ruling-form").waitFor();
    // The refused entry stands, and the log has a ruling.
    await page.click(".ruling-form summary");
    await page.fill(".ruling-form input", "<b>we went on</b>");
    await page.click("[data-do=stands]");
    // An entry that cannot be carried out cannot stand: nothing is written then.
    const ends = (count) => page.waitForFunction((wanted) => document.querySelector(".ruling-form .fault") || document.querySelector(".place")?.textContent?.endsWith(`/${wanted}`), count);
    await ends(total + 1);
    const isRefused = (await page.locator(".ruling-form .fault").count()) > 0;
    check(isRefused === ["tianhai", "xinglingwang"].includes(game), `${name}: the ruling is ${isRefused ? "refused" : "written"}`);
    if (!isRefused) {
      await page.goBack();
      await ends(total);
    }
    // A link of the page, pasted, opens its log.
    const link = page.url();
    await page.click(".tools button");
    await page.locator("textarea").fill(link);
    await page.click("[data-do=read]");
    await page.waitForFunction((count) => document.querySelector(".place")?.textContent?.endsWith(`/${count}`), total);
    await page.click("[data-do=report]");
    await page.locator(".report .quoted").first().waitFor();
    check((await page.locator(".report code").count()) > 4, `${name}: the report has no digests`);
    if (where.axe) await accessible(page, `${name}, report`);
  });

/** 3. The table of a log is corrected, the log goes on from there, and what is downloaded is judged as it was shown. */
export const rule = (browser, where, game) =>
  visit(browser, { ...where, path: `#/${game}/log`, name: `rule ${game} ${where.width}` }, async (page) => {
    await page.click("[data-do=example]");
    await page.click(".ruling-form summary");
    await page.fill(".ruling-form input", "put right");
    await page.click("[data-do=correct]");
    await page.click("[data-do=into-log]");
    await page.locator(".answer[data-verdict=legal_with_rulings]").waitFor();
    await page.locator(".branches[open] .listing button").first().click();
    await page.waitForFunction(() => document.querySelectorAll(".narration li").length > 0 && document.querySelector(".answer[data-verdict=legal_with_rulings]"));
    const files = page.waitForEvent("download");
    await page.click("[data-do=download]");
    await (await files).saveAs(`${process.env.SHOTS ?? "."}/ruled-${game}.json`);
    const log = JSON.parse(await readFile(`${process.env.SHOTS ?? "."}/ruled-${game}.json`, "utf8"));
    check(log.actions.at(-2)?.type === "ruling", `rule ${game}: the log does not go on after the ruling`);
  });

/** A table that a position cannot say in full says what it lacks; where there is none, why. */
export const lost = (browser, where) =>
  visit(browser, { ...where, path: "#/battle-spirits/log", name: "lost" }, async (page) => {
    const log = JSON.parse(await sample("battle-spirits", "example"));
    for (const [entries, selector] of [[42, ".notice.shown"], [108, ".lost li"]]) {
      await page.goto(`${where.url}/#/battle-spirits/log`);
      await page.locator("textarea").fill(JSON.stringify({ ...log, actions: log.actions.slice(0, entries) }));
      await page.click("[data-do=read]");
      await page.click("[data-do=try]");
      await page.click("[data-do=edit]");
      const text = await page.locator(selector).first().innerText();
      check(/position/.test(text), `lost: after ${entries} entries it says ${text}`);
    }
    // The address follows the table when it has been packed, and is what a reload reads.
    await page.waitForURL((url) => documentOf(url)?.lost?.length > 0);
    await page.reload();
    await page.locator(".lost li").waitFor();
  });

/** 4. Compare two accounts. */
export const compare = (browser, where, game) =>
  visit(browser, { ...where, path: `#/${game}/compare`, name: `compare ${game} ${where.width}` }, async (page) => {
    const name = `compare ${game} ${where.width}`;
    const log = JSON.parse(await sample(game, "example"));
    const other = { ...log, actions: [...log.actions.slice(0, 7), ...log.actions.slice(8)] };
    await fits(page, `${name}, empty`);
    await page.locator("textarea").nth(0).fill(JSON.stringify(log));
    await page.locator("textarea").nth(1).fill(JSON.stringify(other));
    // Accounts of two games are not compared: it is said where their headers differ.
    await page.locator("textarea").nth(1).fill(JSON.stringify({ ...other, seed: `${log.seed}0` }));
    await page.click("[data-do=compare]");
    check((await page.locator("[role=alert]").innerText()).includes("seed"), `${name}: the fields that differ are not named`);
    check((await page.locator(".panel").count()) === 0, `${name}: two games are compared`);
    await page.locator("textarea").nth(1).fill(JSON.stringify(other));
    await page.click("[data-do=compare]");
    await page.locator(".compared .parts").first().waitFor();
    check((await page.locator(".compared .parts .narration-number").first().innerText()).trim() === "8", `${name}: not at entry 8`);
    check((await page.locator(".panel .answer").count()) === 2, `${name}: not both verdicts`);
    await fits(page, name);
    if (where.axe) await accessible(page, name);
  });

/** What stands around a rule is what the service says: above, below, the rulings on it, what it refers to, before and after it. */
async function beside(page, rules, name) {
  const lines = (await (await page.request.get(`${rules}?kind=ruling&limit=500`)).json()).rules;
  const ruling = lines.find((one) => one.cites.some((id) => !id.startsWith("ruling-")));
  const id = ruling.cites.find((one) => !one.startsWith("ruling-"));
  await page.evaluate((to) => (location.hash = location.hash.replace(/[^/]*$/, "") + encodeURIComponent(to)), id);
  await page.locator(`.lookup-one h1[data-rule="${id}"]`).waitFor();
  const wanted = await (await page.request.get(`${rules}/${encodeURIComponent(id)}`)).json();
  const shown = () => page.locator(".lookup-one section .rule-line").evaluateAll((all) => all.map((one) => one.dataset.rule));
  const near = [wanted.parent, ...wanted.children].filter(Boolean);
  const further = [...wanted.rulings, ...[...wanted.cites, ...wanted.cited_by].filter((one) => !near.includes(one))];
  check(JSON.stringify(await shown()) === JSON.stringify([...near, ...further]), `${name}: around ${id} stand ${await shown()}, not ${[...near, ...further]}`);
  const pair = await page.locator(".lookup-one nav button").evaluateAll((both) => both.map((one) => one.dataset.rule));
  const pages = [wanted.previous, wanted.next].filter(Boolean);
  check(JSON.stringify(pair) === JSON.stringify(pages), `${name}: before and after ${id} stand ${pair}`);
  // The ruling leads back to the rule.
  await page.locator(`.lookup-one [data-rule=${ruling.id}]`).click();
  await page.locator(".lookup-one .rule-question").waitFor();
  check((await shown()).includes(id), `${name}: ${ruling.id} does not lead to ${id}`);
  const asked = await (await page.request.get(`${rules}/${ruling.id}`)).json();
  await page.click(".shown-by summary");
  const proofs = page.locator(".shown-by li");
  if (asked.proofs.length > 0) await proofs.first().waitFor();
  else await page.locator(".shown-by p").first().waitFor();
  check((await proofs.count()) === asked.proofs.length, `${name}: ${ruling.id} is not shown with its proofs`);
  await page.click(".other-languages summary");
  await page.waitForFunction(() => [...document.querySelectorAll(".other-languages p")].every((one) => (one.textContent ?? "").length > 8));
}

/** 5. Look up: rules as one types, a rule's lasting page, cards, a deck. */
export const lookUp = (browser, where, game) =>
  visit(browser, { ...where, path: `#/${game}/rules`, name: `look up ${game} ${where.width} ${where.language}` }, async (page) => {
    const name = `look up ${game} ${where.width} ${where.language}`;
    const cites = disputes[game].cites;
    await page.locator(".rule-line").first().waitFor();
    await page.locator(".big-search").pressSequentially(cites);
    await page.locator(".rule-line mark").first().waitFor();
    await page.locator(".rule-line").first().click();
    await page.locator(".lookup-one .rule-text").waitFor();
    await fits(page, name);
    if (where.axe) await accessible(page, name);
    const answer = await page.request.get(`${where.url}/rules/${game}/${encodeURIComponent(cites)}`, { headers: { "accept-language": where.language } });
    const text = await page.locator(".lookup-one .rule-text").innerText();
    check(text.length > 5, `${name}: the rule says nothing`);
    const plain = await page.evaluate((source) => new DOMParser().parseFromString(source, "text/html").querySelector(".rule-text")?.textContent, await answer.text());
    check(answer.status() === 200 && plain === text, `${name}: the page of the rule says ${plain}`);
    await beside(page, `${where.url}/v1/games/${game}/rules`, name);
    await page.goto(`${where.url}/#/${game}/rules`);
    await page.locator(".check input").check();
    await page.waitForFunction(() => [...document.querySelectorAll(".rule-list b")].length > 0 && [...document.querySelectorAll(".rule-list b")].every((one) => /^(Ruling|裁定) /.test(one.textContent ?? "")));
    await page.goto(`${where.url}/#/${game}/cards`);
    await page.locator(".card-row").first().waitFor();
    await page.locator(".card-row").nth(2).click();
    await page.locator(".card-view .facts").waitFor();
    if (where.axe) await accessible(page, `${name}, cards`);
    await page.goto(`${where.url}/#/${game}/deck?pool=${game}/demo`);
    const prefix = await page.request.get(`${where.url}/v1/games/${game}/cards?limit=12`);
    const ids = (await prefix.json()).cards.map((card) => card.id);
    await page.locator("textarea").fill([...ids.map((id) => `9 ${id}`), "3 no such card"].join("\n"));
    await page.click("[data-do=check]");
    await page.locator(".deck-lines li.bad").last().waitFor();
    check((await page.locator(".deck-lines li").count()) === ids.length + 1, `${name}: not every line is shown`);
    check((await page.locator(".deck-lines li.bad").count()) >= 2, `${name}: faults are not at their lines`);
    await fits(page, `${name}, deck`);
    if (game === "azur-lane") {
      // The code of another printing is that card.
      await page.goto(`${where.url}/#/${game}/deck?pool=${game}/official`);
      await page.locator("textarea").fill("1 BP01-001<SEC>\n1 BP01-001<NONE>");
      await page.click("[data-do=check]");
      const lines = page.locator(".deck-lines li");
      await lines.nth(1).locator(".fault").waitFor();
      check(!(await lines.nth(0).innerText()).includes("BP01-001"), `${name}: a printing is ${await lines.nth(0).innerText()}`);
      check((await lines.nth(1).innerText()).includes("NONE"), `${name}: a code of no printing is not marked`);
      await page.goto(`${where.url}/#/${game}/deck?pool=${game}/demo`);
    }
    if (where.axe) await accessible(page, `${name}, deck`);
  });
