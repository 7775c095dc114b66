// Read a log: the verdict, the table at any entry, and what happened, entry by entry.

import { effect, html, signal, useEffect, useLayoutEffect, useRef, useSignal } from "./lib.js";
import { go, href, pack, route } from "./address.js";
import { kept, language } from "./prefs.js";
import { say, t } from "./i18n.js";
import { board, sampleOf } from "./games.js";
import { download, FileButton, isTyping, notify, Segments, Sheet, Sign } from "./ui.js";
import { CardView } from "./cards.js";
import { Chips, Quoted } from "./rules.js";
import { Board, nameOf } from "./board.js";
import { askedInstead, countOf, Events, Listing } from "./answer.js";
import { wordOf } from "./form.js";
import { setUpAnew } from "./decide.js";
import { againstGame, parsed } from "./pasted.js";
import { ShareSheet } from "./share.js";
import { laid, pointerTo, zoneOf } from "./table.js";
import { againstWriting, at, here, seenBy, shownAt, indexOf, last, length, log, names, open, refusedAt, replayOf, show, steps, trouble, turns, view, whole } from "./reading.js";

/** @typedef {import("./table.js").Slot} Slot */

/** @type {import("./lib.js").Signal<{kind: "card", slot: Slot} | {kind: "zone", zone: string, seat: number} | {kind: "share"} | null>} */
const sheet = signal(null);
const facing = signal(0);

// What one view showed does not lie open over another.
effect(() => {
  void [view.value, log.value];
  sheet.value = null;
});

/** @param {number} place */
function step(place) {
  at.value = Math.max(0, Math.min(place, last.value));
}

/** Reads a text as a log. @param {string} text @returns {string} what is wrong with it */
function take(text) {
  const body = text.trim();
  const link = body.match(/^\S*#\/[^/?#\s]+\/log\?\S*$/)?.[0];
  if (link) {
    go(link.slice(link.indexOf("#")));
    return "";
  }
  if (/^(sha256:)?[0-9a-f]{64}$/.test(body)) {
    go(href(route.value.game, "log", body.startsWith("sha256:") ? body : `sha256:${body}`));
    return "";
  }
  try {
    const replay = parsed(body);
    if (replay?.game && Array.isArray(replay.actions)) {
      const unknown = againstGame(replay.game);
      if (unknown) return unknown;
      if (replay.game !== route.value.game) {
        pack({ head: (({ actions: _, ...head }) => head)(replay), actions: replay.actions }).then((d) => go(href(replay.game, "log", "", { d })));
        return "";
      }
      show(replay);
      return "";
    }
    return t("log_no_log");
  } catch (error) {
    return /** @type {Error} */ (error).message;
  }
}

export function LogPage() {
  // Before anything can be tapped: later it would undo a first tap on a slow device.
  useLayoutEffect(() => {
    open();
  }, [route.value.params.d, route.value.params.view, route.value.params.at, route.value.arg, route.value.game, language.value]);
  useEffect(() => {
    const onKey = (/** @type {KeyboardEvent} */ event) => {
      if (!log.value || isTyping(event)) return;
      const jumps = /** @type {Record<string, () => void>} */ ({
        ArrowLeft: () => step(at.value - (event.shiftKey ? 10 : 1)),
        ArrowRight: () => step(at.value + (event.shiftKey ? 10 : 1)),
        ArrowUp: () => step(0),
        ArrowDown: () => step(last.value),
        Home: () => step(0),
        End: () => step(last.value),
        r: () => refusedAt.value !== null && step(refusedAt.value),
      });
      const jump = jumps[event.key];
      if (!jump) return;
      event.preventDefault();
      jump();
    };
    const onPaste = (/** @type {ClipboardEvent} */ event) => {
      if (event.target instanceof HTMLElement && event.target.closest("input, textarea")) return;
      const text = event.clipboardData?.getData("text");
      const wrong = text && take(text);
      if (wrong) notify(wrong);
    };
    addEventListener("keydown", onKey);
    addEventListener("paste", onPaste);
    return () => {
      removeEventListener("keydown", onKey);
      removeEventListener("paste", onPaste);
      sheet.value = null;
    };
  }, []);
  // A log that is judged anew, as for another view, keeps its tools.
  if (!whole.value && !trouble.value && !log.value) return route.value.params.d || route.value.arg ? html`<p class="quiet center">${t("loading_log")}</p>` : html`<${Take} />`;
  return html`<div class="desk-page log-page">
    <h1 class="visually-hidden">${t("log_long")}</h1>
    <div class="desk-head"><${Tools} /><${Banner} /></div>
    <div class="desk-board"><${Table} /></div>
    <div class="desk-narration"><${Narration} /></div>
    <${Sheets} />
  </div>`;
}

/** A log is dropped, pasted or opened. */
function Take() {
  const text = useSignal("");
  const wrong = useSignal("");
  const over = useSignal(false);
  // What was wrong was said in the language before.
  useEffect(() => void (wrong.value = ""), [language.value]);
  const draft = /** @type {any} */ (kept(`draft.${route.value.game}.log`));
  const example = () => sampleOf(route.value.game).then((log) => (wrong.value = take(log)), (error) => (wrong.value = error.message));
  return html`<div class="column">
    <h1>${t("log_long")}</h1>
    ${draft?.d && html`<p><a class="deed" href=${href(route.value.game, "log", "", { d: draft.d })}><span class="deed-icon"><${Sign} name="back" /></span><b>${t("go_on_with")}</b></a></p>`}
    <div
      class=${`drop ${over.value ? "over" : ""}`}
      onDragOver=${(/** @type {DragEvent} */ event) => {
        event.preventDefault();
        over.value = true;
      }}
      onDragLeave=${() => (over.value = false)}
      onDrop=${(/** @type {DragEvent} */ event) => {
        event.preventDefault();
        over.value = false;
        event.dataTransfer?.files[0]?.text().then((one) => (wrong.value = take(one)));
      }}
    >
      <p class="with-mouse">${t("log_drop")}</p>
      <${FileButton} label=${t("log_file")} primary=${true} onText=${(/** @type {string} */ one) => (wrong.value = take(one))} />
    </div>
    <label class="field"><span>${t("log_paste")}</span>
      <textarea rows="5" value=${text.value} onInput=${(/** @type {any} */ event) => (text.value = event.target.value)}></textarea>
    </label>
    ${wrong.value && html`<p class="fault" role="alert">${wrong.value}</p>`}
    <div class="row">
      <button type="button" class="primary" data-do="read" disabled=${!text.value.trim()} onClick=${() => (wrong.value = take(text.value))}>${t("log_read")}</button>
      <button type="button" data-do="example" onClick=${example}>${t("log_example")}</button>
    </div>
  </div>`;
}

function Tools() {
  const views = ["full", "seat0", "seat1", "public"].map((value) => ({ value, name: value === "full" ? t("view_full") : value === "public" ? t("view_public") : names.value[Number(value.slice(4))] ?? value }));
  return html`<div class="tools row">
    <button type="button" onClick=${() => go(href(route.value.game, "log"))}>${t("log_another")}</button>
    <button type="button" onClick=${() => (facing.value = 1 - facing.value)} aria-label=${t("turn_round")}><${Sign} name="turn" /></button>
    <button type="button" onClick=${() => (sheet.value = { kind: "share" })} aria-label=${t("share")}><${Sign} name="share" /></button>
    ${log.value && html`<button type="button" data-do="download" onClick=${() => log.value && download("log.json", JSON.stringify(replayOf(log.value)))}>${t("download")}</button>`}
    ${log.value && html`<${Segments} label=${t("view")} value=${view.value} options=${views} onPick=${(/** @type {string} */ one) => (view.value = one)} />`}
  </div>`;
}

/** The verdict over everything. */
function Banner() {
  const said = whole.value;
  if (trouble.value) return html`<div class="answer open" role="status"><b>${t("failed")}</b><p>${trouble.value.message}</p></div>`;
  if (!said) return null;
  const kind = said.illegal ? "bad" : said.not_judged ? "open" : "good";
  const word = said.illegal ? (said.illegal.stage === "header" ? t("log_header_bad") : t("log_illegal_at", { n: (refusedAt.value ?? said.illegal.at) + 1 })) : said.not_judged ? t("not_judged") : said.verdict === "legal_with_rulings" ? t("log_legal_rulings") : t("log_legal");
  const refusals = said.illegal?.refusals ?? [];
  const { outcome } = said;
  const isThere = refusedAt.value !== null && at.value === refusedAt.value;
  return html`<section class="verdict">
    <div class=${`answer ${kind}`} role="status" data-verdict=${said.verdict}>
      <b>${word}</b>
      ${refusals[0] && html`<p class="first-reason">${refusals[0].message}</p>`}
      ${said.not_judged && html`<p>${said.not_judged.message}</p>`}
      ${outcome && html`<p class="sentence">${outcome.winner === undefined || outcome.winner === null ? t("draw_result") : t("wins", { name: names.value[outcome.winner] ?? "" })}${board.value?.words[outcome.reason] ? ` · ${wordOf(outcome.reason)}` : ""}</p>`}
      ${outcome && html`<${Chips} ids=${outcome.cites ?? []} />`}
    </div>
    ${refusedAt.value !== null && !isThere && html`<button type="button" onClick=${() => step(refusedAt.value ?? 0)}>${t("to_refusal")}</button>`}
    ${(isThere || said.illegal?.stage === "header") && html`<${Refused} />`}
    ${isThere && view.value === "full" && html`<${Ruling} />`}
    ${log.value && html`<p><button type="button" data-do="report" onClick=${report}>${t("report")}</button></p>`}
    ${(said.rulings ?? []).length > 0 && html`<details><summary>${t("rulings_in_it", { n: said.rulings.length })}</summary>${said.rulings.map((/** @type {any} */ ruling) => html`<div class="reason"><p>${ruling.text ?? ""}</p>${[...(ruling.waived ?? []), ...(ruling.overruled ?? []).flatMap((/** @type {any} */ one) => one.refusals)].slice(0, 4).map((/** @type {any} */ one) => html`<p class="quiet">${one.message} <${Chips} ids=${one.cites} /></p>`)}</div>`)}</details>`}
  </section>`;
}

async function report() {
  const now = log.value;
  if (!now) return;
  const { illegal } = whole.value ?? {};
  const stops = illegal?.stage === "log" && refusedAt.value !== null;
  const d = await pack({ head: now.head, actions: stops ? now.actions.slice(0, refusedAt.value ?? 0) : now.actions, act: stops ? now.actions[refusedAt.value ?? 0] : null });
  go(href(route.value.game, "report", "", { d }));
}

/** A judge's ruling on the refused entry: it stands, or the table is put right. */
function Ruling() {
  const text = useSignal("");
  const wrong = useSignal("");
  const now = log.value;
  const place = refusedAt.value;
  if (!now || place === null) return null;
  const stands = async () => {
    const ruling = { seat: null, type: "ruling", text: text.value || t("it_stood"), allow: now.actions[place] };
    const ruled = [...now.actions.slice(0, place + 1), ruling];
    wrong.value = await againstWriting(now.head, ruled);
    const d = wrong.value === "" && (await pack({ head: now.head, actions: [...ruled, ...now.actions.slice(place + 1)] }));
    if (d && log.peek() === now && route.peek().page === "log") go(href(now.head.game, "log", "", { d }));
  };
  const corrects = async () => {
    const table = await setUpAnew({ head: now.head, actions: now.actions.slice(0, place), act: null });
    const d = table && (await pack({ ...table, amends: { head: now.head, before: now.actions.slice(0, place + 1), left: now.actions.length - place - 1, text: text.value } }));
    if (d && log.peek() === now && route.peek().page === "log") go(href(now.head.game, "decide", "", { d }));
  };
  return html`<details class="ruling-form"><summary>${t("rule_on")}</summary>
    <label class="field"><span>${t("ruling_reason")}</span><input value=${text.value} maxlength="500" onInput=${(/** @type {any} */ event) => (text.value = event.target.value)} /></label>
    <div class="row"><button type="button" data-do="stands" onClick=${stands}>${t("it_stood")}</button><button type="button" data-do="correct" onClick=${corrects}>${t("correct_table")}</button></div>
    ${wrong.value && html`<p class="fault" role="alert">${wrong.value}</p>`}
  </details>`;
}

/** The log goes on with another entry. @param {any} entry @param {number | null} seat */
async function goOn(entry, seat) {
  const now = log.value;
  if (!now) return;
  const actions = [...now.actions, { ...entry, seat }];
  go(href(route.value.game, "log", "", { at: String(actions.length), d: await pack({ head: now.head, actions }) }));
}

/** Every reason against the refused entry, and what was legal. */
function Refused() {
  const said = whole.value;
  const refusals = said?.illegal?.refusals ?? [];
  const legal = said && askedInstead(said, said.illegal?.seat ?? null);
  return html`<div>
    ${refusals[0]?.cites.map((/** @type {string} */ id) => html`<${Quoted} key=${id} id=${id} />`)}
    ${refusals.slice(1).map((/** @type {any} */ one) => html`<div class="reason"><p>${one.message}</p>${one.cites.map((/** @type {string} */ id) => html`<${Quoted} key=${id} id=${id} />`)}</div>`)}
    ${legal?.listing?.length > 0 && html`<details><summary>${t("instead")} (${countOf(legal)})</summary><${Listing} asked=${legal} first=${said.illegal.action?.type} onPick=${(/** @type {any} */ one) => tryHere(one, legal.seat)} /></details>`}
  </div>`;
}

/** Another act at this place, as a dispute of its own. @param {any} entry @param {number | null} seat */
async function tryHere(entry, seat) {
  const now = log.value;
  if (!now) return;
  const d = await pack({ head: now.head, actions: now.actions.slice(0, Math.min(at.value, last.value)), act: entry ? { ...entry, seat } : null });
  go(href(route.value.game, "decide", "", { d }));
}

function Table() {
  const desc = board.value;
  const state = here.value?.state;
  if (!desc || !state || here.value.game !== desc.game) return trouble.value || whole.value?.illegal?.stage === "header" ? null : html`<p class="quiet center">${t("loading_log")}</p>`;
  const moment = [state.turn ?? state.round, names.value[state.active], wordOf(state.step ?? state.phase ?? "")].filter((part) => part !== undefined && part !== "").join(" · ");
  return html`<p class="moment">${moment}</p>
    <${Board}
      board=${desc} table=${state} place=${shownAt.value} seenBy=${seenBy.value} kind="state" names=${names.value} nameOf=${nameOf} facing=${facing.value}
      asked=${(here.value?.next ?? []).map((/** @type {any} */ one) => one.seat)}
      marked=${(/** @type {Slot} */ slot) => say(pointerTo(desc, state, slot)?.name)}
      onSlot=${(/** @type {Slot} */ slot) => slot.card?.card && (sheet.value = { kind: "card", slot })}
      onZone=${(/** @type {import("./table.js").Laid} */ one) => (sheet.value = { kind: "zone", zone: one.zone.id, seat: one.seat })}
    />
    <${Scrubber} />`;
}

/** The way through the log. */
function Scrubber() {
  const most = last.value;
  const place = Math.min(at.value, most);
  const held = useRef(/** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined));
  const jumped = useRef(false);
  const going = useSignal(false);
  const release = () => clearTimeout(held.current);
  useEffect(() => release, []);
  if (!log.value) return null;
  /** Held down it jumps to the start or the end; a click by keyboard (`detail` 0) always steps. @param {number} by @param {number} end */
  const jumper = (by, end) => ({
    onPointerDown: () => {
      release();
      jumped.current = false;
      held.current = setTimeout(() => {
        jumped.current = true;
        step(end);
      }, 500);
    },
    onPointerUp: release,
    onPointerCancel: release,
    onPointerLeave: release,
    onClick: (/** @type {MouseEvent} */ event) => {
      if (event.detail === 0 || !jumped.current) step(place + by);
    },
  });
  const numbers = [...turns.value].filter(([, start]) => start <= most).map(([turn]) => turn).sort((one, other) => one - other);
  /** Where a turn begins, or the last one before it. @param {number} turn */
  const turnAt = (turn) => turns.value.get(numbers.findLast((one) => one <= turn) ?? numbers[0] ?? 0) ?? 0;
  /** @param {number} to */
  const goTo = (to) => {
    step(to);
    going.value = false;
  };
  return html`<div class="scrubber" role="group" aria-label=${t("entries")}>
    <button type="button" aria-label=${t("to_start")} disabled=${place === 0} onClick=${() => step(0)}><${Sign} name="first" /></button>
    <button type="button" aria-label=${t("previous")} disabled=${place === 0} ...${jumper(-1, 0)}><${Sign} name="back" /></button>
    <input type="range" min="0" max=${most} value=${place} aria-label=${t("entries")} aria-valuetext=${`${place} / ${length.value}`} onInput=${(/** @type {any} */ event) => step(Number(event.target.value))} />
    <button type="button" class="plain go-to" onClick=${() => (going.value = true)}><span class="visually-hidden">${t("go_to_entry")} </span><output class="place">${place}/${length.value}</output></button>
    <button type="button" aria-label=${t("next")} disabled=${place >= most} ...${jumper(1, most)}><${Sign} name="ahead" /></button>
    <button type="button" aria-label=${t("to_end")} disabled=${place >= most} onClick=${() => step(most)}><${Sign} name="last" /></button>
    ${going.value && html`<${Sheet} title=${t("go_to_entry")} onClose=${() => (going.value = false)}>
      <${GoTo} name="entry" label=${t("entry")} range=${`0–${most}`} placeOf=${(/** @type {number} */ n) => Math.max(0, Math.min(most, n))} onGo=${goTo} />
      ${numbers.length > 0 && html`<${GoTo} name="turn" label=${t("turn")} range=${`${numbers[0]}–${numbers.at(-1)}`} placeOf=${turnAt} onGo=${goTo} />`}
    <//>`}
  </div>`;
}

/**
 * A number that leads to a place of the log.
 * @param {{name: string, label: string, range: string, placeOf: (n: number) => number, onGo: (place: number) => void}} props
 */
const GoTo = ({ name, label, range, placeOf, onGo }) =>
  html`<form onSubmit=${(/** @type {any} */ event) => {
    event.preventDefault();
    const said = event.target.elements[0].value.trim();
    if (/^\d+$/.test(said)) onGo(placeOf(Number(said)));
  }}><div class="row"><label class="field"><span>${label}</span><input inputmode="numeric" autofocus=${name === "entry"} data-go=${name} placeholder=${range} /></label><button type="submit" class="primary">${t("to_refusal")}</button></div></form>`;

/** How many entries are drawn around the one that is shown. */
const DRAWN = 60;

/** What happened, in words; the entry whose table is shown is marked. */
function Narration() {
  const list = useRef(/** @type {HTMLOListElement | null} */ (null));
  const all = steps.value;
  const place = Math.min(at.value, last.value);
  const shownStep = view.value === "full" ? place : here.value?.accepted ?? place;
  const first = Math.max(0, Math.min(shownStep - DRAWN / 2, all.length - DRAWN));
  const some = all.slice(first, first + DRAWN);
  useEffect(() => {
    const current = list.current?.querySelector("[aria-current=step]");
    const box = list.current;
    if (current instanceof HTMLElement && box) box.scrollTop = current.offsetTop - box.clientHeight / 3;
  }, [shownStep, all]);
  if (!log.value || !whole.value) return null;
  const isEnd = place === length.value && refusedAt.value === null && view.value === "full";
  const options = (here.value?.next ?? []).filter((/** @type {any} */ one) => one.count !== 0);
  const asked = options.map((/** @type {any} */ one) => one.text).join(" · ");
  return html`<section class="narrated">
    <ol class="narration" ref=${list} tabindex="0" aria-label=${t("what_happened")}>
      ${some.map((one, offset) => {
        const index = first + offset;
        const refused = whole.value?.illegal?.stage === "log" && one.action && index - 1 === whole.value.illegal.at;
        const overruled = one.action && (whole.value?.rulings ?? []).some((/** @type {any} */ ruling) => ruling.overruled.some((/** @type {any} */ other) => other.at === index - 1));
        return html`<li key=${index} class=${refused || overruled ? "refused" : ""} aria-current=${index === shownStep ? "step" : undefined}>
          ${index === 0 ? html`<button type="button" class="narration-entry" onClick=${() => step(0)}>${t("before_all")}</button>` : html`<button type="button" class="narration-entry" onClick=${() => step(indexOf(index - 1) + 1)}><span class="narration-number">${indexOf(index - 1) + 1}</span> <b>${one.action?.seat === null || one.action?.seat === undefined ? t("judge") : names.value[one.action.seat]}</b> ${wordOf(one.action?.type ?? "")}${one.action?.text ? ` — ${one.action.text}` : ""}${overruled && html` <span class="tag ruling">${t("corrected")}</span>`}</button>`}
          ${one.events.length > 0 && index === shownStep ? html`<${Events} events=${one.events} />` : one.events.length > 0 && html`<${Short} events=${one.events} />`}
        </li>`;
      })}
    </ol>
    ${refusedAt.value === place && whole.value?.illegal && html`<p class="refused-line"><b>${place + 1} ${names.value[whole.value.illegal.seat] ?? ""} ${wordOf(whole.value.illegal.action?.type ?? "")}</b> ✗</p>`}
    ${options.length > 0 && html`<details class="branches" open=${isEnd}><summary>${isEnd ? t("says", { who: t("continue_with"), what: asked }) : asked}</summary>
      ${options.map((/** @type {any} */ one) => html`<${Listing} asked=${one} onPick=${(/** @type {any} */ entry) => (isEnd ? goOn(entry, one.seat) : tryHere(entry, one.seat))} />`)}
    </details>`}
    <button type="button" data-do="try" onClick=${() => tryHere(null, null)}>${t("dispute_here")}</button>
  </section>`;
}

/** What happened at an entry that is not shown, in short. Its chips are for pointers: by keyboard one steps to the entry. @param {{events: any[]}} props */
const Short = ({ events }) =>
  html`<p class="narration-short">${events.map((event) => event.text).join("; ")} <${Chips} ids=${[...new Set(events.flatMap((event) => event.cite ?? []))]} reach=${-1} /></p>`;

function Sheets() {
  const now = sheet.value;
  const desc = board.value;
  const close = () => (sheet.value = null);
  if (!now || !desc) return null;
  if (now.kind === "share") return html`<${ShareSheet} onClose=${close} />`;
  if (now.kind === "card") {
    const { card } = now.slot;
    return html`<${Sheet} key="card" title=${nameOf(card ?? { card: null })} onClose=${close}><${CardView} of=${route.value.game} pool=${whole.value?.pool} id=${card?.card ?? ""} /><//>`;
  }
  if (now.kind === "zone" && here.value?.state) {
    const one = laid(desc, here.value.state, "state", zoneOf(desc, now.zone).zone, now.seat);
    const known = one.slots.filter((slot) => slot.card?.card);
    return html`<${Sheet} key="zone" title=${t("says", { who: names.value[now.seat] ?? "", what: say(one.zone.name) })} onClose=${close}>
      ${(one.zone.counts ?? []).map((count) => html`<p key=${count.field}>${say(count.name)} <b>${one.value?.[count.field] ?? 0}</b></p>`)}
      ${one.count !== undefined && html`<p class="quiet">${one.count}</p>`}
      <ul class="rule-list">${known.map((slot, index) => html`<li key=${index}><button type="button" class="card-row" data-card=${slot.card?.card} onClick=${() => (sheet.value = { kind: "card", slot })}><b>${nameOf(slot.card ?? { card: null })}</b><code>${slot.card?.card}</code></button></li>`)}</ul>
    <//>`;
  }
  return null;
}

