// The slip of a judge: what a report of a tournament has besides the decision, and the timer of the round.

import { html, signal, useEffect, useSignal } from "./lib.js";
import { keep, kept } from "./prefs.js";
import { t } from "./i18n.js";
import { Sheet, Sign, Stepper } from "./ui.js";
import { openOne } from "./recent.js";

/** The fields of a slip. */
const FIELDS = /** @type {const} */ (["event", "round", "table", "players", "judge", "infraction", "remedy", "note"]);
/** What stays from one slip to the next. */
const STAYS = ["event", "round", "judge"];

/** @typedef {Record<typeof FIELDS[number], string>} Slip */

/**
 * A slip as it begins: what stays, and what was noted of the dispute.
 * @param {string[]} players
 * @returns {Slip}
 */
export function begun(players) {
  const before = /** @type {any} */ (kept("slip")) ?? {};
  const noted = openOne();
  const said = { players: players.join(" – "), table: noted?.table ?? "", note: noted?.note ?? "" };
  return /** @type {Slip} */ (Object.fromEntries(FIELDS.map((name) => [name, String(STAYS.includes(name) ? before[name] ?? "" : /** @type {any} */ (said)[name] ?? "")])));
}

/**
 * A slip that is filled in; on paper the fields are lines.
 * @param {{slip: Slip, onSlip: (slip: Slip) => void}} props
 */
export function SlipFields({ slip, onSlip }) {
  /** @param {typeof FIELDS[number]} name @param {string} text */
  const put = (name, text) => {
    const next = { ...slip, [name]: text };
    keep("slip", Object.fromEntries(STAYS.map((one) => [one, /** @type {any} */ (next)[one]])));
    onSlip(next);
  };
  const input = (/** @type {typeof FIELDS[number]} */ name) =>
    html`<label class="field" key=${name}><span>${t(`slip_${name}`)}</span><input data-slip=${name} maxlength="300" value=${slip[name]} onInput=${(/** @type {any} */ event) => put(name, event.target.value)} /></label>`;
  return html`<details class="no-print"><summary>${t("slip")}</summary><div class="slip-fields">${FIELDS.map(input)}</div></details>
    <dl class="slip">${FIELDS.map((name) => html`<dt key=${name}>${t(`slip_${name}`)}</dt><dd>${slip[name]}</dd>`)}</dl>`;
}

/** When the round ends, in milliseconds; 0: no round runs. */
const ends = signal(Number(kept("round_ends")) || 0);
/** How long a round is, in minutes. */
const minutes = signal(Number(kept("round_minutes")) || 35);

/** @param {number} at */
function put(at) {
  ends.value = at;
  keep("round_ends", at || null);
  keep("round_minutes", minutes.value);
}

/** The time that is left of the round, as a button that opens its settings. */
export function RoundTimer() {
  const now = useSignal(Date.now());
  const isOpen = useSignal(false);
  useEffect(() => {
    const clock = setInterval(() => (now.value = Date.now()), 1000);
    return () => clearInterval(clock);
  }, []);
  const left = Math.round((ends.value - now.value) / 1000);
  const text = `${left < 0 ? "−" : ""}${Math.floor(Math.abs(left) / 60)}:${String(Math.abs(left) % 60).padStart(2, "0")}`;
  return html`<button type="button" class=${`timer ${ends.value && left < 0 ? "over" : ""}`} aria-label=${ends.value ? t("says", { who: t("round_timer"), what: text }) : t("round_timer")} onClick=${() => (isOpen.value = true)}>${ends.value ? text : html`<${Sign} name="clock" />`}</button>
    ${isOpen.value && html`<${Sheet} title=${t("round_timer")} onClose=${() => (isOpen.value = false)}>
      <${Stepper} label=${t("minutes")} value=${minutes.value} min=${1} max=${240} onPick=${(/** @type {number} */ next) => (minutes.value = next)} />
      <div class="row"><button type="button" class="primary" data-do="start-round" onClick=${() => {
        put(Date.now() + minutes.value * 60_000);
        isOpen.value = false;
      }}>${t("start_round")}</button>
      ${ends.value > 0 && html`<button type="button" onClick=${() => put(ends.value + 60_000)}>+1</button><button type="button" onClick=${() => {
        put(0);
        isOpen.value = false;
      }}>${t("stop_round")}</button>`}</div>
    <//>`}`;
}
