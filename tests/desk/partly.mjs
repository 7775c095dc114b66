// Hands and decks of which some cards are known: how they are set up, and disputes about the one known card of a hand.
import { readFile } from "node:fs/promises";
import { deflateRawSync } from "node:zlib";
import { accessible, check, fits, visit } from "./browser.mjs";
import { documentOf } from "./deeds.mjs";

/** May a player react with this card, whatever else is in the hand? */
export const PARTLY = JSON.parse(await readFile(new URL("partly.json", import.meta.url), "utf8"));

/** A card that is added to unknown ones is one of them, and lies where it is put; what is set up is what the link says. */
export const partly = (browser, where) =>
  visit(browser, { ...where, path: "#/azur-lane/decide?pool=azur-lane/demo", silent: /400/, name: `partly known ${where.width}` }, async (page) => {
    const name = `partly known ${where.width}`;
    await page.click("[data-template=attack]");
    await page.locator("[data-zone='hand.1']").waitFor();
    const is = async (zone, value, what) => {
      const said = () => documentOf(new URL(page.url()))?.head.start.position.players[1][zone];
      for (let tries = 0; JSON.stringify(said()) !== JSON.stringify(value) && tries < 200; tries += 1) await page.waitForTimeout(50);
      check(JSON.stringify(said()) === JSON.stringify(value), `${name}: ${what}: ${zone} is ${JSON.stringify(said())}`);
    };
    const add = async (card) => {
      await page.click("dialog .primary");
      await page.locator("dialog input[type=search]").fill(card);
      await page.click(`dialog [data-card=${card}]`);
      await page.locator("dialog .stepper").first().waitFor();
    };
    const number = async (place, count) => {
      await page.locator("dialog .stepper input").nth(place).fill(String(count));
      await page.keyboard.press("Tab");
    };
    await page.click("[data-zone='hand.1']");
    await add("rj-056");
    await is("hand", ["rj-056", { unknown: 4 }], "a card is named");
    await page.locator("[data-zone='hand.1']", { hasText: /5\s+1 known/ }).waitFor();
    if (where.axe) await accessible(page, `${name}, a hand`);
    await number(0, 13);
    await is("hand", ["rj-056", { unknown: 13 }], "13 others");
    await add("rj-011");
    await is("hand", ["rj-056", "rj-011", { unknown: 12 }], "a second card is named");
    await page.click("dialog [data-card=rj-056]");
    await page.locator("dialog", { hasText: "What the card says" }).waitFor();
    check((await page.locator("dialog .stepper").count()) === 0, `${name}: a card of a hand has a place`);
    await page.locator("dialog [data-do=move] ~ button").last().click();
    await is("hand", ["rj-011", { unknown: 12 }], "the first one is removed");
    await page.click("[data-zone='hand.1']");
    await page.click("dialog [data-do=unknown]");
    await is("hand", { unknown: 13 }, "none is known");
    await page.keyboard.press("Escape");
    // In a deck the place counts from the top.
    await page.click("[data-zone='deck.1']");
    await add("rj-011");
    await is("deck", ["rj-011", { unknown: 31 }], "the top card is known");
    await page.click("dialog [data-card=rj-011]");
    await number(0, 3);
    await is("deck", [{ unknown: 2 }, "rj-011", { unknown: 29 }], "it is the third");
    await page.keyboard.press("Escape");
    await page.click("[data-zone='deck.1']");
    await page.locator("dialog .stepper").nth(1).waitFor();
    await number(1, 0);
    await is("deck", [{ unknown: 2 }, "rj-011"], "it is the last");
    await fits(page, name);
    if (where.axe) await accessible(page, `${name}, a deck`);
    await page.keyboard.press("Escape");
    await page.locator("dialog").waitFor({ state: "detached" });
    await page.keyboard.press("Control+z");
    await is("deck", [{ unknown: 2 }, "rj-011", { unknown: 29 }], "undone");
    await page.reload();
    await page.locator("[data-zone='deck.1']", { hasText: /32\s+1 known/ }).waitFor();
  });

/** A table that leaves out what the question does not need: it is shown with what was assumed, and kept with it. */
export const assumed = (browser, where, game) => {
  const name = `assumed ${game}`;
  const replay = (async () => JSON.parse(await readFile(new URL(`../../openapi/examples/assumed/${game}.json`, import.meta.url), "utf8")))();
  const path = async () => {
    const { actions, ...head } = await replay;
    const dispute = { head: { ...head, pool: `${game}/demo` }, actions: actions.slice(0, -1), act: actions.at(-1) };
    return `#/${game}/decide?d=${deflateRawSync(JSON.stringify(dispute)).toString("base64url")}`;
  };
  return path().then((path) => visit(browser, { ...where, path, name }, async (page) => {
    await page.locator(".answer[data-verdict=legal]").waitFor();
    const lines = await page.locator(".assumed li").count();
    check(lines > 2, `${name}: ${lines} lines`);
    await page.click(".assumed summary");
    check((await page.locator(".assumed li").first().innerText()).startsWith("A · "), `${name}: whose the first field is`);
    if (where.axe) await accessible(page, name);
    await page.waitForURL((url) => documentOf(url)?.assumed?.length === lines);
    const { start } = documentOf(new URL(page.url())).head;
    check(start.left_out === undefined, `${name}: the table still leaves something out`);
    await page.reload();
    await page.locator(".answer[data-verdict=legal]").waitFor();
    check((await page.locator(".assumed li").count()) === lines, `${name}: a reload loses what was assumed`);
  }));
};

/** What no source tells of a card is asked for where the judge stops for it, and stands in the header from then on. */
export const stated = (browser, where) => {
  const name = `stated ${where.width}`;
  const path = async () => {
    const example = JSON.parse(await readFile(new URL("../../openapi/examples/facts/battle-spirits.json", import.meta.url), "utf8"));
    const { actions, facts, ...head } = example;
    const dispute = { head, actions: [], act: actions[0] };
    return [`#/battle-spirits/decide?d=${deflateRawSync(JSON.stringify(dispute)).toString("base64url")}`, facts];
  };
  return path().then(([path, facts]) => visit(browser, { ...where, path, name }, async (page) => {
    const judge = page.locator("[data-do=state-fact]");
    await page.locator(".answer[data-verdict=not_judged]").waitFor();
    await judge.waitFor();
    check(await judge.isDisabled(), `${name}: nothing can be judged before something is stated`);
    const field = page.locator("fieldset.act-field").filter({ has: page.locator("button", { hasText: "+" }) }).last();
    await field.locator("> button").click();
    await page.click(".list-item [data-value=purple]");
    check(await judge.isDisabled(), `${name}: how many symbols there are is not stated yet`);
    await page.locator(".list-item .stepper input").fill("1");
    await page.keyboard.press("Tab");
    await fits(page, name);
    if (where.axe) await accessible(page, name);
    await judge.click();
    await page.locator(".answer[data-verdict=legal]").waitFor();
    const said = documentOf(new URL(page.url()))?.head.facts;
    check(JSON.stringify(said) === JSON.stringify(facts), `${name}: the header says ${JSON.stringify(said)}`);
  }));
};

/**
 * When magic can be used is told part by part: whether in a phase or at an exact moment, and then which. What was stated stands
 * in the header, and the words are those of the language.
 */
export const timing = (browser, where) => {
  const name = `timing ${where.width} ${where.language}`;
  const deck = ["R-NMS-0035", "C-CAT-0054", "R-NMS-0035"];
  const position = { turn: 5, active: 0, window: "summon", players: [{ hand: ["CAT-0020"], deck }, { deck: ["MMS-0016-2", "MMS-0016-2", "MMS-0016-2"] }] };
  const head = { format: "rules-judge/1", game: "xinglingwang", pool: "xinglingwang/official", players: [{}, {}], start: { position } };
  const dispute = { head, actions: [], act: { seat: 0, type: "use_card", card: 0 } };
  const path = `#/xinglingwang/decide?d=${deflateRawSync(JSON.stringify(dispute)).toString("base64url")}`;
  return visit(browser, { ...where, path, name }, async (page) => {
    const judge = page.locator("[data-do=state-fact]");
    await page.locator(".answer[data-verdict=not_judged]").waitFor();
    await judge.waitFor();
    const field = page.locator(".inexact fieldset.act-field").first();
    await field.locator("> button").click();
    check(await judge.isDisabled(), `${name}: neither a phase nor a moment is stated`);
    await page.click(".list-item [data-value=moment]");
    check(await judge.isDisabled(), `${name}: no moment is stated`);
    await page.locator(".list-item fieldset.act-field fieldset.act-field > button").click();
    await page.locator(".list-item select").first().selectOption("destroy");
    check(!(await judge.isDisabled()), `${name}: a moment is stated`);
    // Something else is printed there after all.
    await page.click(".list-item [data-value=phase]");
    check(await judge.isDisabled(), `${name}: no phase is stated`);
    const main = page.locator(".list-item [data-value=main]");
    const said = { en: "main phase", "zh-TW": "主要階段", "zh-CN": "主要阶段" }[where.language];
    check((await main.innerText()) === said, `${name}: the phase is called ${await main.innerText()}`);
    await main.click();
    await page.click(".list-item [data-value=own]");
    await fits(page, name);
    if (where.axe) await accessible(page, name);
    await judge.click();
    await page.locator(".answer[data-verdict=legal]").waitFor();
    const facts = documentOf(new URL(page.url()))?.head.facts;
    const wanted = [{ card: "CAT-0020", timing: [{ phase: { phase: "main", turn: "own" } }] }];
    check(JSON.stringify(facts) === JSON.stringify(wanted), `${name}: the header says ${JSON.stringify(facts)}`);
  });
};
