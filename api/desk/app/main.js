// The frame of the page: where one is, and what stands around it.

import { effect, html, render, signal } from "./lib.js";
import { askAgain, offline, waitFor, waiting } from "./api.js";
import { dropJudge, isPossible, keepJudge, keptVersion, look, offer, state } from "./keeper.js";
import { become, go, href, hrefBack, route } from "./address.js";
import { plain } from "./names.js";
import { language, LANGUAGES, theme } from "./prefs.js";
import { say, t } from "./i18n.js";
import { announced, isTyping, keepFocus, notice, Segments, Sheet, Sign } from "./ui.js";
import { board, FILES, game, games, loadGames, trouble } from "./games.js";

/** @typedef {{id: string, icon: any}} Page */

/** What draws the pages of a game, once it is loaded. @type {import("./lib.js").Signal<typeof import("./pages.js") | null>} */
const pages = signal(null);
/** @type {Promise<void> | null} */
let loadingPages = null;

/** Loads it, unless it is there. */
function loadPages() {
  loadingPages ??= import("./pages.js").then((loaded) => void (pages.value = loaded), withoutPages);
  return loadingPages;
}

/** A page that stayed open while the service was renewed finds its other files no more: it is loaded anew. */
function withoutPages() {
  loadingPages = null;
  // On the first page nothing is missing yet.
  if (!route.value.page) return;
  if (navigator.onLine) {
    trouble.value = new Error(t("part_missing"));
    return;
  }
  waitFor({ what: "page", why: "network" });
  addEventListener("online", () => location.reload(), { once: true });
}

/** The pages in the order of the bar. */
/** @type {Page[]} */
const PAGES = [
  { id: "decide", icon: "scales" },
  { id: "log", icon: "log" },
  { id: "rules", icon: "rules" },
  { id: "cards", icon: "cards" },
  { id: "deck", icon: "deck" },
  { id: "compare", icon: "compare" },
];

/** Pages that others lead to. @type {Page[]} */
const FURTHER = [{ id: "report", icon: "log" }];

const ICON = new URL("icon.svg", FILES).href;

const NAMES = { en: "English", "zh-Hant": "繁體中文", "zh-Hans": "简体中文" };

/** @param {{key?: string}} _ */
function Head(_) {
  const line = game.value;
  return html`<header class="bar">
    <a class="skip" href="#content" onClick=${(/** @type {Event} */ event) => {
      event.preventDefault();
      document.getElementById("content")?.focus();
    }}>${t("skip")}</a>
    <button type="button" class="plain home" aria-label=${`${t("title")}: ${t("another_game")}`} onClick=${() => go("#/")}><img src=${ICON} alt="" width="24" height="24" /> <span class=${line ? "wide-only" : ""}>${t("title")}</span></button>
    ${line && html`<button type="button" class="plain game-name" aria-label=${`${say(line.title)}: ${t("game_start")}`} onClick=${() => go(href(line.game))}>${say(line.title)}</button>`}
    ${line && html`<nav class="bar-pages wide-only" aria-label=${t("title")}>${PAGES.map((page) => html`<${PageLink} key=${page.id} page=${page} />`)}</nav>`}
    <select class="language" aria-label=${t("language")} value=${language.value} onChange=${(/** @type {any} */ event) => (language.value = event.target.value)}>
      ${LANGUAGES.map((tag) => html`<option value=${tag} lang=${tag} selected=${tag === language.value}>${NAMES[tag]}</option>`)}
    </select>
  </header>`;
}

/** @param {{page: typeof PAGES[number]}} props */
const PageLink = ({ page }) =>
  html`<a class="page-link" href=${hrefBack(route.value.game, page.id)} aria-current=${route.value.page === page.id ? "page" : "false"}>
    <${Sign} name=${page.icon} />${t(/** @type {any} */ (page.id))}
  </a>`;

function Home() {
  return html`<div class="home-page">
    <h1>${t("title")}</h1>
    <p class="tagline">${t("tagline")}</p>
    ${route.value.game && html`<p class="answer open" role="alert">${t("unknown_game", { game: plain(route.value.game).slice(0, 60) })}</p>`}
    <h2>${t("which_game")}</h2>
    <ul class="games">
      ${games.value.map((line) => html`<li key=${line.game}><a class="game" href=${href(line.game)}>${say(line.title)}</a></li>`)}
    </ul>
  </div>`;
}

function GameHome() {
  return html`<div class="home-page">
    <h1>${say(game.value.title)}</h1>
    <ul class="deeds">
      ${PAGES.map(
        (page) => html`<li key=${page.id}>
          <a class=${`deed ${page.id === "decide" ? "first" : ""}`} href=${href(route.value.game, page.id)}>
            <span class="deed-icon"><${Sign} name=${page.icon} /></span>
            <span><b>${t(/** @type {any} */ (`${page.id}_long`))}</b><span class="quiet">${t(/** @type {any} */ (`${page.id}_says`))}</span></span>
          </a>
        </li>`,
      )}
    </ul>
  </div>`;
}

/** What can be done without a network, and the way to more of it. */
function WithoutNetwork() {
  const size = (offer.value?.files ?? []).reduce((sum, file) => sum + file.sent, 0) / 1e6;
  return html`<section class="without-network"><h2>${t("without_network")}</h2>
    <p>${t("offline_reads")} ${!isPossible ? t("offline_never") : !offer.value && !keptVersion.value ? t("offline_none") : ""}</p>
    ${isPossible && (state.value === "loading" ? html`<p role="status">${t("keeping")}</p>` : state.value === "ready" ? html`<p role="status">${t("judge_kept")}</p><button type="button" data-do="drop" onClick=${dropJudge}>${t("drop_judge")}</button>` : html`${state.value === "failed" && html`<p role="status">${t("judge_failed")}</p>`}${offer.value && html`<button type="button" data-do="keep" onClick=${keepJudge}>${t("keep_judge", { n: size.toFixed(1) })}</button>`}`)}
  </section>`;
}

function Foot() {
  const themes = ["auto", "light", "dark"];
  return html`<footer class="foot">
    <${WithoutNetwork} />
    <${Segments} label=${t("theme")} value=${theme.value} options=${themes.map((value) => ({ value, name: t(/** @type {any} */ (`theme_${value}`)) }))} onPick=${(/** @type {string} */ value) => (theme.value = value)} />
    <nav aria-label=${t("more")}>
      <a href="rules">${t("plain_rules")}</a> <a href="docs">${t("calls")}</a> <a href="openapi.json">${t("openapi")}</a> <a href="readyz">${t("health")}</a>
    </nav>
  </footer>`;
}

/** Whether the keys are told. */
const keysOpen = signal(false);

/** What keys do, by the page on which they do it. @type {[string, "key_help" | "key_undo" | "key_cancel" | "key_board" | "key_step" | "key_far" | "key_ends" | "key_refusal"][]} */
const KEYS = [
  ["?", "key_help"], ["Esc", "key_cancel"], ["Ctrl Z", "key_undo"], ["← ↑ → ↓", "key_board"],
  ["← →", "key_step"], ["⇧ ← →", "key_far"], ["Home End", "key_ends"], ["R", "key_refusal"],
];

function Keys() {
  if (!keysOpen.value) return null;
  const part = (/** @type {typeof KEYS} */ list) => html`<dl class="keys">${list.map(([keys, says]) => html`<dt>${keys.split(" ").map((key) => html`<kbd>${key}</kbd> `)}</dt><dd>${t(says)}</dd>`)}</dl>`;
  return html`<${Sheet} title=${t("keys")} onClose=${() => (keysOpen.value = false)}>
    ${part(KEYS.slice(0, 2))}<h2 class="small">${t("decide")}</h2>${part(KEYS.slice(2, 4))}<h2 class="small">${t("log")}</h2>${part(KEYS.slice(4))}
  <//>`;
}

addEventListener("keydown", (event) => {
  if (event.key !== "?" || isTyping(event)) return;
  event.preventDefault();
  keysOpen.value = true;
});

/** What is waited for, and why; or that what is shown was kept before. */
function Waiting() {
  const waits = waiting.value;
  const why = /** @type {const} */ (["network", "busy", "slow"]).find((one) => waits.some((wait) => wait.why === one));
  if (!why) return offline.value && html`<p class="network" role="status">${t("from_device")}</p>`;
  const what = [...new Set(waits.filter((wait) => wait.why === why).map((wait) => t(`what_${wait.what}`)))].join(t("comma"));
  return html`<p class=${why === "slow" ? "asking" : "network"} role="status">${t(`waits_${why}`, { what })}</p>`;
}

function App() {
  const page = [...PAGES, ...FURTHER].find((one) => one.id === route.value.page);
  const known = game.value;
  const loaded = pages.value;
  const View = page && loaded?.VIEWS[page.id];
  const isHome = !known || !page;
  return html`
    <${Head} />
    <${Waiting} />
    <main id="content" tabindex="-1">
      ${trouble.value ? html`<h1 class="visually-hidden">${t("title")}</h1><p class="answer open" role="alert"><b>${t("failed")}</b> ${trouble.value.message}</p><button type="button" onClick=${() => location.reload()}>${t("again")}</button>` : games.value.length === 0 ? html`<p class="quiet center">${t("loading", { what: t("what_games") })}</p>` : !known ? html`<${Home} />` : !page ? html`<${GameHome} />` : board.value && View ? html`<${View} key=${`${known.game} ${page.id}`} />` : html`<p class="quiet center">${t("loading", { what: t(View ? "what_table" : "what_page") })}</p>`}
    </main>
    ${isHome && html`<${Foot} />`}
    ${known && html`<nav class="tabs narrow-only" aria-label=${t("title")}>${PAGES.map((one) => html`<${PageLink} key=${one.id} page=${one} />`)}</nav>`}
    ${loaded && html`<${loaded.RuleSheet} />`}
    <${Keys} />
    <p class=${`notice ${notice.value ? "shown" : ""}`} role="status">${notice.value}</p>
    <p class="visually-hidden" role="status" aria-live="polite">${announced.value}</p>
  `;
}

effect(() => {
  const page = [...PAGES, ...FURTHER].find((one) => one.id === route.value.page);
  const parts = [page && t(/** @type {any} */ (page.id)), game.value && say(game.value.title), t("title")];
  document.title = parts.filter(Boolean).join(" · ");
});

// After the page was drawn anew.
addEventListener("click", () => setTimeout(keepFocus, 60));

// A link to a page of a game needs it at once; elsewhere it is loaded when the first page is there.
effect(() => {
  if (route.value.page) loadPages();
});

/** Keeps what is here for a visit without a network, when nothing else waits for the line. */
async function settle() {
  await loadPages();
  if (!("serviceWorker" in navigator)) return;
  if (!navigator.serviceWorker.controller) navigator.serviceWorker.addEventListener("controllerchange", askAgain, { once: true });
  // A device without room, or a browser that forbids it, goes on without.
  navigator.serviceWorker.register("sw.js").catch(() => {});
}

if (location.hash === "") become("#/");
loadGames().then(settle).then(look);
const root = document.getElementById("desk");
if (root) render(html`<${App} />`, root);
