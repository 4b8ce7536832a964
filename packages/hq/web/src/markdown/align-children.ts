import { longestRising } from "@loam/cms-core/browser";
import type { Node } from "prosemirror-model";
import type { ContainerBase } from "./base.ts";

/** The base child that a child corresponds to. `copied` means it has another position in the base, or occurs twice. */
export type Origin =
  | { readonly kind: "kept" | "edited" | "copied"; readonly at: number }
  | { readonly kind: "new" };

// Filling a table of this many cells takes about a millisecond.
const LARGEST_TABLE = 250_000;

/** Matches each child of a container with its base child. */
export function alignChildren(node: Node, base: ContainerBase): Origin[] {
  const now = node.children;
  const was = base.children.map((child) => child.node);
  const origins: Origin[] = now.map(() => ({ kind: "new" }));
  let start = 0;
  while (start < now.length && isEqual(now[start], was[start])) {
    origins[start] = { kind: "kept", at: start };
    start += 1;
  }
  let tail = 0;
  const shorter = Math.min(now.length, was.length) - start;
  while (tail < shorter && isEqual(now.at(-1 - tail), was.at(-1 - tail))) {
    origins[now.length - 1 - tail] = { kind: "kept", at: was.length - 1 - tail };
    tail += 1;
  }
  const area = {
    now,
    was,
    nowFrom: start,
    wasFrom: start,
    nowTo: now.length - tail,
    wasTo: was.length - tail,
  };
  let [nowFrom, wasFrom] = [start, start];
  for (const [index, at] of [...pairsOf(area), [area.nowTo, area.wasTo] as const]) {
    if (index < area.nowTo) origins[index] = { kind: "kept", at };
    pairEdited({ ...area, nowFrom, wasFrom, nowTo: index, wasTo: at }, origins);
    [nowFrom, wasFrom] = [index + 1, at + 1];
  }
  return origins;
}

interface Area {
  readonly now: readonly Node[];
  readonly was: readonly Node[];
  readonly nowFrom: number;
  readonly wasFrom: number;
  readonly nowTo: number;
  readonly wasTo: number;
}

type Pair = readonly [now: number, was: number];

function isEqual(one: Node | undefined, other: Node | undefined): boolean {
  return one !== undefined && other !== undefined && (one === other || one.eq(other));
}

/** Returns the matching pairs of an area in order: identical objects first, then equal nodes between them. */
function pairsOf(area: Area): Pair[] {
  const pairs: Pair[] = [];
  let [nowFrom, wasFrom] = [area.nowFrom, area.wasFrom];
  for (const [index, at] of [
    ...longestRising(sameObjects(area), ([, place]) => place),
    [area.nowTo, area.wasTo] as const,
  ]) {
    pairs.push(...commonOf({ ...area, nowFrom, wasFrom, nowTo: index, wasTo: at }));
    if (index < area.nowTo) pairs.push([index, at]);
    [nowFrom, wasFrom] = [index + 1, at + 1];
  }
  return pairs;
}

/** Pairs identical objects. Unchanged nodes keep their identity, so long documents don't need a table of all blocks. */
function sameObjects({ now, was, nowFrom, wasFrom, nowTo, wasTo }: Area): Pair[] {
  const places = new Map<Node, number>();
  for (let at = wasTo - 1; at >= wasFrom; at -= 1) {
    const node = was[at];
    if (node !== undefined) places.set(node, at);
  }
  const pairs: Pair[] = [];
  for (let index = nowFrom; index < nowTo; index += 1) {
    const node = now[index];
    const at = node && places.get(node);
    if (at !== undefined) pairs.push([index, at]);
  }
  return pairs;
}

/** Returns the longest common subsequence of an area. */
function commonOf({ now, was, nowFrom, wasFrom, nowTo, wasTo }: Area): Pair[] {
  const height = nowTo - nowFrom;
  const width = wasTo - wasFrom;
  if (height * width > LARGEST_TABLE || height * width <= 1) return [];
  const lengths = Array.from({ length: height + 1 }, () => new Uint16Array(width + 1));
  const lengthAt = (i: number, j: number): number => lengths[i]?.[j] ?? 0;
  const equalAt = (i: number, j: number): boolean => isEqual(now[nowFrom + i], was[wasFrom + j]);
  for (let i = height - 1; i >= 0; i -= 1) {
    for (let j = width - 1; j >= 0; j -= 1) {
      const length = equalAt(i, j)
        ? lengthAt(i + 1, j + 1) + 1
        : Math.max(lengthAt(i + 1, j), lengthAt(i, j + 1));
      lengths[i]?.fill(length, j, j + 1);
    }
  }
  const pairs: Pair[] = [];
  for (let i = 0, j = 0; i < height && j < width;) {
    if (equalAt(i, j)) {
      pairs.push([nowFrom + i, wasFrom + j]);
      i += 1;
      j += 1;
    } else if (lengthAt(i + 1, j) >= lengthAt(i, j + 1)) i += 1;
    else j += 1;
  }
  return pairs;
}

/**
 * Pairs the children between two kept ones: exact matches elsewhere in the base are copies, the rest is paired by type
 * and order.
 */
function pairEdited({ now, was, nowFrom, wasFrom, nowTo, wasTo }: Area, origins: Origin[]): void {
  let next = wasFrom;
  for (let index = nowFrom; index < nowTo; index += 1) {
    const child = now[index];
    const elsewhere = was.findIndex((other) => isEqual(child, other));
    if (elsewhere !== -1) {
      origins[index] = { kind: "copied", at: elsewhere };
      continue;
    }
    const at = was.findIndex(
      (other, place) => place >= next && place < wasTo && other.type === child?.type,
    );
    if (at === -1) continue;
    origins[index] = { kind: "edited", at };
    next = at + 1;
  }
}
