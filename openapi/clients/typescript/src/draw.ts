// The board, the question and the log of every game as lines of text, drawn from the generated types alone.

import type { components } from "./api.js";

type Schemas = components["schemas"];
type Verdict = Schemas["Verdict"];
type Question =
  | Schemas["AzurLaneQuestion"]
  | Schemas["XinglingwangQuestion"]
  | Schemas["BattleSpiritsQuestion"]
  | Schemas["BuildDivideQuestion"]
  | Schemas["TianhaiQuestion"];
type Seen = { card?: string | null; id?: number | null; name?: string; place?: Place };
type Place = { cell?: string; seat?: number; zone: string };

/** A card by its name and place, as far as this view knows them. */
function card(seen: Seen): string {
  const name = seen.name ?? seen.card ?? "a card";
  return seen.place === undefined ? name : `${name} (${place(seen.place)})`;
}

function place(there: Place): string {
  const whose = there.seat === undefined ? "" : `seat ${there.seat}'s `;
  return `${whose}${there.cell ?? there.zone}`;
}

function pile(held: Schemas["PileView"]): string {
  return held.cards === undefined ? `${held.count}` : `${held.count} [${held.cards.map(card).join(", ")}]`;
}

/** No member of a union is left. */
function never(rest: never): never {
  throw new Error(`what the document does not know: ${JSON.stringify(rest)}`);
}

function keyword(given: Schemas["AzurLaneKeyword"] | Schemas["XinglingwangKeyword"]): string {
  return typeof given === "string" ? given : JSON.stringify(given);
}

function does(effect: Schemas["AzurLaneEffectDoes"] | Schemas["XinglingwangEffectDoes"]): string {
  switch (effect.kind) {
    case "add":
      return `${effect.stat} ${effect.value < 0 ? "" : "+"}${effect.value}`;
    case "become":
      return `${effect.stat} = ${effect.value}`;
    case "multiply":
      return `${effect.stat} x ${effect.times}`;
    case "grant":
      return `has ${keyword(effect.what)}`;
    case "lose":
      return `loses ${effect.what ?? "every ability"}`;
    case "grant_ability":
    case "later":
      return `${effect.kind}: ability ${effect.number ?? "?"} of ${effect.of}`;
    case "counts_as_type":
    case "counts_as_name":
      return `${effect.kind} ${effect.what}`;
    case "forbid":
    case "allow":
      return `${effect.kind} ${effect.what}${effect.partly ? " (some)" : ""}`;
    default:
      return never(effect);
  }
}

function effect(running: Schemas["AzurLaneEffectView"] | Schemas["XinglingwangEffectView"]): string {
  const on = running.on_seat === undefined ? running.on.map(card).join(", ") : `seat ${running.on_seat}`;
  const from = running.source === undefined ? "" : `, from ${card(running.source)}`;
  const until = typeof running.until === "string" ? running.until : JSON.stringify(running.until);
  return `  effect on ${on}: ${does(running.does)} until ${until}${from} [${running.cite}]`;
}

const AZUR_LANE_CELLS = ["F1", "F2", "F3", "B1", "B2", "B3"] as const;

function azurLane(state: Schemas["AzurLaneState"]): string[] {
  const step = state.step === null ? "" : `, ${state.step}`;
  const lines = [`turn ${state.turn}, ${state.phase}${step}, seat ${state.active} is active`];
  for (const [seat, half] of state.players.entries()) {
    const cubes = half.cost_zone;
    lines.push(
      `  seat ${seat}: hand ${pile(half.hand)}; deck ${half.deck.count}; durability ${half.durability.count}; ` +
        `cubes ${cubes.up}/${cubes.up_rested} up, ${cubes.down}/${cubes.down_rested} down; retreat ${half.retreat.count}`,
    );
    for (const cell of AZUR_LANE_CELLS) {
      const stack = half.battlefield[cell];
      if (stack !== undefined) {
        lines.push(`    ${cell} ${card(stack)}: power ${stack.power}, support ${stack.support}, ${stack.state}`);
      }
    }
  }
  return [...lines, ...state.effects.map(effect)];
}

const XINGLINGWANG_CELLS = ["F1", "F2", "F3", "F4", "F5", "B1", "B2", "B3", "B4", "B5"] as const;

function xinglingwang(state: Schemas["XinglingwangState"]): string[] {
  const lines = [`turn ${state.turn}, ${state.phase}, seat ${state.active} is current`];
  for (const [seat, half] of state.players.entries()) {
    lines.push(
      `  seat ${seat} (${half.race}): score ${half.score}; hand ${pile(half.hand)}; deck ${half.deck.count}; ` +
        `forest ${half.forest}; energy ${half.energy}; graveyard ${half.graveyard.count}`,
    );
    for (const cell of XINGLINGWANG_CELLS) {
      const unit = half.field[cell];
      if (unit !== undefined) {
        const words = [unit.state, ...unit.keywords].join(", ");
        lines.push(`    ${cell} ${card(unit)}: attack ${unit.attack ?? "none"}, score ${unit.score}, ${words}`);
      }
    }
  }
  return [...lines, ...state.effects.map(effect)];
}

function cores(held: Schemas["BattleSpiritsCoresView"]): string {
  return held.soul > 0 ? `${held.normal} and the soul core` : `${held.normal}`;
}

function battleSpirits(state: Schemas["BattleSpiritsState"]): string[] {
  const lines = [`turn ${state.turn}, ${state.phase}, seat ${state.active} is the turn player`];
  for (const [seat, half] of state.players.entries()) {
    lines.push(
      `  seat ${seat}: life ${cores(half.life)}; reserve ${cores(half.reserve)}; hand ${pile(half.hand)}; ` +
        `deck ${half.deck.count}; trash ${half.trash.count}`,
    );
    for (const there of half.field) {
      lines.push(`    ${card(there)}: Lv${there.level}, BP ${there.bp ?? "none"}, cores ${cores(there.cores)}, ${there.state}`);
    }
  }
  for (const running of state.effects) {
    const on = running.on_seat === undefined ? running.on.map(card).join(", ") : `seat ${running.on_seat}`;
    lines.push(`  effect on ${on}: ${running.does.kind} until ${running.until} [${running.cite}]`);
  }
  return lines;
}

function buildDivide(state: Schemas["BuildDivideState"]): string[] {
  const lines = [`turn ${state.turn}, ${state.phase}, seat ${state.active} is the turn player`];
  for (const [seat, half] of state.players.entries()) {
    const standing = half.energy.filter((there) => there.state === "standing").length;
    lines.push(
      `  seat ${seat}: life ${half.yellow_life} yellow, ${half.red_life} red; energy ${standing}/${half.energy.length}; ` +
        `hand ${pile(half.hand)}; deck ${half.deck.count}; graveyard ${half.graveyard.count}`,
    );
    if (half.territory !== null) {
      const released = half.territory.released ? "released" : "not released";
      lines.push(`    territory ${card(half.territory)}: ${released}, ${half.territory.state}`);
    }
    for (const unit of half.field) {
      lines.push(`    ${card(unit)}: power ${unit.power}, hit ${unit.hit}, damage ${unit.damage}, ${unit.state}`);
    }
  }
  for (const item of state.chain) {
    lines.push(`  on the chain: ${card(item)} of seat ${item.seat}`);
  }
  for (const running of state.effects) {
    const on = running.on_seat === undefined ? running.on.map(card).join(", ") : `seat ${running.on_seat}`;
    lines.push(`  effect on ${on}: ${running.does.kind} [${running.cite}]`);
  }
  return lines;
}

function tianhai(state: Schemas["TianhaiState"]): string[] {
  const lines = [`round ${state.round}, ${state.phase}, seat ${state.active} is the active player`];
  for (const [seat, half] of state.players.entries()) {
    lines.push(
      `  seat ${seat}: hand ${half.hand.units} units and ${half.hand.orders} orders; played ${half.plays} of ` +
        `${half.limit}; discard pile ${half.discard_pile.count}; out of the game ${pile(half.out)}`,
    );
    for (const sequence of half.sequences) {
      lines.push(`    sequence ${sequence.number}: ${sequence.count} cards, paid for in round ${sequence.paid_round}`);
    }
  }
  for (const unit of state.field) {
    const order = unit.order === null ? "no order" : `order ${unit.order.card} with ${unit.combat}`;
    lines.push(`    (${unit.at}) ${card(unit)} of seat ${unit.seat}, face ${unit.face}: wounds ${unit.wounds}, ${order}`);
  }
  for (const running of state.effects) {
    const on = running.on_seat === undefined ? running.on.map(card).join(", ") : `seat ${running.on_seat}`;
    lines.push(`  effect on ${on}: ${running.does.kind} [${running.cite}]`);
  }
  return lines;
}

/** The table of a verdict. */
export function board(verdict: Verdict): string[] {
  switch (verdict.game) {
    case "azur-lane":
      return verdict.state === null ? [] : azurLane(verdict.state);
    case "xinglingwang":
      return verdict.state === null ? [] : xinglingwang(verdict.state);
    case "battle-spirits":
      return verdict.state === null ? [] : battleSpirits(verdict.state);
    case "build-divide":
      return verdict.state === null ? [] : buildDivide(verdict.state);
    case "tianhai":
      return verdict.state === null ? [] : tianhai(verdict.state);
    default:
      return never(verdict);
  }
}

/** What is asked, about what, and what may be answered. */
export function question(asked: Question): string[] {
  const about = asked.about;
  const lines = [`? seat ${asked.seat ?? "-"}: ${asked.text} (${asked.kind})`];
  if (about !== undefined) {
    const cards = [about.card, about.other].filter((seen) => seen !== undefined).map(card);
    lines.push(`    for ${about.purpose}${cards.length > 0 ? `, about ${cards.join(" and ")}` : ""} [${about.rule}]`);
  }
  const texts = asked.texts ?? [];
  return [...lines, ...texts.slice(0, 8).map((text) => `    - ${text}`)];
}

/** What happened, entry by entry. */
export function log(verdict: Verdict): string[] {
  const lines: string[] = [];
  for (const step of verdict.trace ?? []) {
    if (step.action !== undefined) {
      lines.push(`> ${step.action.seat ?? "-"} ${step.action.type}`);
    }
    for (const event of step.events) {
      lines.push(`    ${event.text} [${event.cite}]${event.point === "done" ? "" : ` (${event.point})`}`);
    }
  }
  return lines;
}
