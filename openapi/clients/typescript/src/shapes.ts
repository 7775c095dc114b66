// From a shape to an action, as openapi/shapes.md says; run as a program, a player who sees nothing but shapes.
//
// usage: node dist/shapes.js URL REPLAY [SEED]    (the header of REPLAY is played anew)

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";

export type Json = null | boolean | number | string | Json[] | Fields;
export type Fields = { [name: string]: Json };
type Cell = [number, number];
type Share = { from?: Json; kind: string; least?: number; most: number };
type Split = { after?: string; max: number; min: number; over: Share[] };
type Moves = { keep?: { holder: Json; least: number }[]; over: Share[]; to: Json[] };
type Path = {
  blocked: Cell[];
  diagonal: boolean;
  from: Cell;
  max: number;
  min: number;
  passed?: Cell[];
  within?: [Cell, Cell];
};
type Matching = {
  complete: "slots" | "cards";
  from: { card: number; colors: string[] }[];
  max: number;
  min: number;
  slots: string[][];
};
export type Domain =
  | { one_of: Json[] }
  | { some_of: Json[] }
  | { by: { cases: { domain: Domain; is: Json[] }[]; field: string; otherwise?: Domain } }
  | { subset: { from: number[]; max: number; min: number } }
  | { sequence: { from: number[]; length: number } }
  | { order: number[] }
  | { partition: { groups: string[]; of: number[] } }
  | { number: { max: number; min: number } }
  | { sum: { from: Weighed[]; total: number } }
  | { matching: Matching }
  | { split: Split }
  | { moves: Moves }
  | { path: Path };
type Slot = { domain: Domain; name: string };
export type Shape = { slots: Slot[]; type: string };
/** A whole number from 0 up to, but not including, the bound. */
export type Dice = (bound: number) => number;

/** Every action of a shape, in an order that the dice choose. An action has no seat yet. */
export function* actions(shape: Shape, dice: Dice): Generator<Fields> {
  yield* filled(shape.slots, { type: shape.type }, dice);
}

function* filled(slots: Slot[], action: Fields, dice: Dice): Generator<Fields> {
  const [slot, ...rest] = slots;
  if (slot === undefined) {
    yield action;
    return;
  }
  for (const value of values(slot.domain, action, dice)) {
    yield* filled(rest, written(action, slot.name, value), dice);
  }
}

const isFields = (value: Json | undefined): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The action with a field more. A dot leads into an inner field; without a name the value's fields are the action's. */
function written(action: Fields, name: string, value: Json): Fields {
  if (name === "") {
    return { ...action, ...(isFields(value) ? value : {}) };
  }
  const dot = name.indexOf(".");
  if (dot < 0) {
    return { ...action, [name]: value };
  }
  const outer = action[name.slice(0, dot)];
  return { ...action, [name.slice(0, dot)]: written(isFields(outer) ? outer : {}, name.slice(dot + 1), value) };
}

function field(action: Fields, name: string): Json {
  return name.split(".").reduce<Json>((value, part) => (isFields(value) ? (value[part] ?? null) : null), action);
}

/** A value without what says nothing, as a text to be compared with another. */
function said(value: Json): string {
  if (isFields(value)) {
    const some = Object.entries(value).filter(([, inner]) => inner !== 0);
    return some.length === 0 ? "null" : JSON.stringify(some.sort(([one], [other]) => (one < other ? -1 : 1)));
  }
  return Array.isArray(value) && value.length === 0 ? "null" : JSON.stringify(value);
}

/** Every value that may stand in a slot, given the fields before it, in an order that the dice choose. */
function* values(domain: Domain, action: Fields, dice: Dice): Generator<Json> {
  if ("one_of" in domain) {
    yield* mixed(domain.one_of, dice);
  } else if ("some_of" in domain) {
    yield* mixed(domain.some_of, dice);
  } else if ("by" in domain) {
    const { cases, otherwise } = domain.by;
    const before = said(field(action, domain.by.field));
    const fitting = cases.filter((one) => one.is.some((value) => said(value) === before)).map((one) => one.domain);
    for (const one of fitting.length === 0 && otherwise ? [otherwise] : fitting) {
      yield* values(one, action, dice);
    }
  } else if ("number" in domain) {
    const { max, min } = domain.number;
    const span = max - min + 1;
    const first = dice(span);
    for (let step = 0; step < span; step += 1) {
      yield min + ((first + step) % span);
    }
  } else if ("subset" in domain) {
    const { from, max, min } = domain.subset;
    yield* sets(mixed(from, dice).map((card) => ({ card, weight: 1 })), min, max, dice);
  } else if ("sum" in domain) {
    const { from, total } = domain.sum;
    yield* sets(mixed(from, dice), total, total, dice);
  } else if ("sequence" in domain) {
    yield* rows(mixed(domain.sequence.from, dice), domain.sequence.length);
  } else if ("order" in domain) {
    yield* rows(mixed(domain.order, dice), domain.order.length);
  } else if ("partition" in domain) {
    for (const row of rows(mixed(domain.partition.of, dice), domain.partition.of.length)) {
      yield* groups(domain.partition.groups, row);
    }
  } else if ("matching" in domain) {
    const { from, max, min } = domain.matching;
    const colors = new Map(from.map((one) => [one.card, one.colors]));
    for (const cards of sets(mixed(from, dice).map(({ card }) => ({ card, weight: 1 })), min, max, dice)) {
      if (matches(domain.matching, cards.map((card) => colors.get(card) ?? []))) {
        yield cards;
      }
    }
  } else if ("split" in domain) {
    yield* splits(domain.split, domain.split.after === undefined ? null : field(action, domain.split.after), dice);
  } else if ("moves" in domain) {
    yield* moves(domain.moves, dice);
  } else {
    yield* paths(domain.path, domain.path.from, [], dice);
  }
}

function mixed<T>(items: T[], dice: Dice): T[] {
  const left = [...items];
  return items.map(() => left.splice(dice(left.length), 1)).flat();
}

type Weighed = { card: number; least?: number; weight: number };

/** Sets of cards whose weights add to no less than the one; those that may count for less, to no more than the other. */
function* sets(cards: Weighed[], least: number, most: number, dice: Dice): Generator<number[]> {
  if (most < 0 || cards.reduce((sum, { weight }) => sum + weight, 0) < least) {
    return;
  }
  const [first, ...others] = cards;
  if (first === undefined) {
    yield [];
    return;
  }
  for (const takes of mixed([true, false], dice)) {
    if (takes) {
      for (const more of sets(others, least - first.weight, most - (first.least ?? first.weight), dice)) {
        yield [first.card, ...more];
      }
    } else {
      yield* sets(others, least, most, dice);
    }
  }
}

/** So many of the cards, one after the other. */
function* rows(cards: number[], length: number): Generator<number[]> {
  if (length === 0) {
    yield [];
    return;
  }
  for (const [at, card] of cards.entries()) {
    for (const more of rows([...cards.slice(0, at), ...cards.slice(at + 1)], length - 1)) {
      yield [card, ...more];
    }
  }
}

/** The row cut into groups. */
function* groups(names: string[], row: number[]): Generator<Fields> {
  const [name, ...others] = names;
  if (name === undefined) {
    return;
  }
  if (others.length === 0) {
    yield { [name]: row };
    return;
  }
  for (let cut = 0; cut <= row.length; cut += 1) {
    for (const more of groups(others, row.slice(cut))) {
      yield { [name]: row.slice(0, cut), ...more };
    }
  }
}

/** Whether cards, by their colours, fill the slots: every slot, or each card one. */
function matches(matching: Matching, cards: string[][]): boolean {
  const fill = (wants: string[][], offers: string[][]): boolean => {
    const [want, ...others] = wants;
    return (
      want === undefined ||
      offers.some(
        (offer, at) =>
          offer.some((color) => want.includes(color)) && fill(others, offers.filter((_, other) => other !== at)),
      )
    );
  };
  return matching.complete === "slots" ? fill(matching.slots, cards) : fill(cards, matching.slots);
}

/** Counts of pieces by kind; of pieces that lie with holders, one item for each holder. Zeros may be written. */
function* splits(split: Split, taken: Json, dice: Dice): Generator<Json> {
  const gone = (share: Share): number => {
    const held = Array.isArray(taken)
      ? taken.find((one) => isFields(one) && JSON.stringify(one.from) === JSON.stringify(share.from))
      : taken;
    return isFields(held) ? Number(held[share.kind] ?? 0) : 0;
  };
  function* counts(shares: Share[], least: number, most: number): Generator<number[]> {
    const room = (share: Share) => share.most - gone(share);
    if (most < 0 || shares.reduce((sum, share) => sum + room(share), 0) < least) {
      return;
    }
    const [share, ...others] = shares;
    if (share === undefined) {
      yield [];
      return;
    }
    const low = share.least ?? 0;
    const range = Array.from({ length: Math.max(room(share) - low + 1, 0) }, (_, step) => low + step);
    for (const count of mixed(range, dice)) {
      for (const more of counts(others, least - count, most - count)) {
        yield [count, ...more];
      }
    }
  }
  for (const row of counts(split.over, split.min, split.max)) {
    if (split.over.every((share) => share.from === undefined)) {
      yield Object.fromEntries(split.over.map((share, at) => [share.kind, row[at] ?? 0]));
      continue;
    }
    const held: Fields[] = [];
    for (const [at, share] of split.over.entries()) {
      const count = row[at] ?? 0;
      if (count > 0) {
        const last = held.at(-1);
        if (last !== undefined && JSON.stringify(last.from) === JSON.stringify(share.from)) {
          last[share.kind] = count;
        } else {
          held.push({ from: share.from ?? null, [share.kind]: count });
        }
      }
    }
    yield held;
  }
}

/** Pieces of one kind that go from one holder to another; an action may name several such ways, too. */
function* moves(it: Moves, dice: Dice): Generator<Json> {
  const same = (one: Json | undefined, other: Json | undefined) => JSON.stringify(one) === JSON.stringify(other);
  const ways = it.over.flatMap((share) => {
    const there = it.over.filter((other) => same(other.from, share.from)).reduce((sum, other) => sum + other.most, 0);
    const kept = it.keep?.find((keep) => same(keep.holder, share.from))?.least ?? 0;
    const counts = Array.from({ length: Math.max(Math.min(share.most, there - kept), 0) }, (_, count) => count + 1);
    const targets = it.to.filter((to) => !same(to, share.from));
    return targets.flatMap((to) => counts.map((count): Fields => ({ from: share.from ?? null, to, [share.kind]: count })));
  });
  for (const way of mixed(ways, dice)) {
    yield [way];
  }
}

/** Ways over cells, step by step to a neighbour; the last cell is none that may only be passed. */
function* paths(path: Path, at: Cell, way: Cell[], dice: Dice): Generator<Cell[]> {
  const has = (cells: Cell[], cell: Cell) => cells.some(([x, y]) => x === cell[0] && y === cell[1]);
  const ends = path.min <= way.length && !has(path.passed ?? [], at);
  const around = [-1, 0, 1].flatMap((x) => [-1, 0, 1].map((y): Cell => [x, y]));
  const steps = around.filter(([x, y]) => (x !== 0 || y !== 0) && (path.diagonal || x === 0 || y === 0));
  for (const stops of mixed([true, false], dice)) {
    if (stops && ends) {
      yield way;
    }
    for (const [x, y] of !stops && way.length < path.max ? mixed(steps, dice) : []) {
      const cell: Cell = [at[0] + x, at[1] + y];
      const [[left, low], [right, high]] = path.within ?? [cell, cell];
      const inside = left <= cell[0] && cell[0] <= right && low <= cell[1] && cell[1] <= high;
      if (inside && !has(path.blocked, cell)) {
        yield* paths(path, cell, [...way, cell], dice);
      }
    }
  }
}

type Asked = { complete: boolean; count: number | null; listing: Fields[]; seat: number; shapes: Shape[] };
type Verdict = { illegal: Json; next: Asked[]; outcome: Json; replay_digest: string; verdict: string };

async function main(url: string, source: string, seed: number): Promise<void> {
  let state = seed >>> 0;
  const dice: Dice = (bound) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
  const call = async (path: string, body: unknown): Promise<Verdict & { code?: string }> => {
    const headers = { "content-type": "application/json" };
    const answer = await fetch(url + path, { body: JSON.stringify(body), headers, method: "POST" });
    return (await answer.json()) as Verdict & { code?: string };
  };
  const replay = JSON.parse(await readFile(source, "utf8")) as Fields;
  const log: Fields[] = [];
  replay.actions = log;
  // Nothing is listed: what is played comes from the shapes.
  let verdict: Verdict & { code?: string } = await call("/v1/verify?listing=0", replay);
  for (let asked = verdict.next[0]; asked !== undefined; asked = verdict.next[0]) {
    assert(asked.listing.length === 0 && (!asked.complete || asked.count === 0));
    const shape = asked.shapes[dice(asked.shapes.length)];
    // A game of random answers may have no end.
    const made = log.length < 1500 && shape !== undefined ? actions(shape, dice).next() : undefined;
    const action: Fields = made?.done === false ? made.value : { type: "concede" };
    assert(made === undefined || made.done === false, `nothing can be made of ${JSON.stringify(shape)}`);
    const entry = { ...action, seat: asked.seat };
    log.push(entry);
    verdict = await call("/v1/moves?listing=0", { action: entry, base: verdict.replay_digest });
    if (verdict.code === "unknown_base") {
      // The judge may have forgotten the game; the log never does.
      verdict = await call("/v1/verify?listing=0", replay);
    }
    assert.equal(verdict.verdict, "legal", JSON.stringify([entry, asked.shapes, verdict]));
  }
  console.log(`shapes.ts: ${replay.game}, ${log.length} answers, none refused; ${JSON.stringify(verdict.outcome)}`);
}

const [program, url, source, seed] = process.argv.slice(1);
if (program?.endsWith("shapes.js") && import.meta.url === pathToFileURL(program).href) {
  assert(url !== undefined && source !== undefined, "usage: shapes.js URL REPLAY [SEED]");
  await main(url, source, Number(seed ?? 1));
}
