import { diffSequences } from "./diff-sequences.ts";

/**
 * Whether a sequence holds all that another one changed of the base: what that one took away is gone,
 * what it put in is there, in its order. So a merge that is merged again with a side stays as it is.
 * An item that the one took out and the other only reworded is not gone.
 */
export function holdsChanges(
  whole: readonly string[],
  part: readonly string[],
  base: readonly string[],
): boolean {
  const inWhole = keptItems(base, whole);
  const inPart = keptItems(base, part);
  const gone = new Set<number>();
  for (const [index, place] of inPart) if (!inWhole.has(index)) gone.add(place);
  for (const index of inWhole.keys()) if (!inPart.has(index)) return false;
  const removed = base.filter((_, index) => !inPart.has(index));
  if (hasReworded(removed, { whole, part, base })) return false;
  let at = 0;
  for (const [place, item] of part.entries()) {
    if (gone.has(place)) continue;
    while (at < whole.length && whole[at] !== item) at += 1;
    if (at === whole.length) return false;
    at += 1;
  }
  return true;
}

// Enough for every text that a person edits; more would cost the square of it.
const MAX_COMPARED = 1_000_000;

/** Whether items that the part took out without a new wording have one in the whole. */
function hasReworded(
  removed: readonly string[],
  { whole, part, base }: Record<"whole" | "part" | "base", readonly string[]>,
): boolean {
  const known = new Set(base);
  const inPart = new Set(part).difference(known);
  const added = new Set(whole).difference(known).difference(inPart);
  if (removed.length * (added.size + inPart.size) > MAX_COMPARED) return true;
  return removed.some((item) => isReworded(item, added) && !isReworded(item, inPart));
}

function isReworded(item: string, others: ReadonlySet<string>): boolean {
  return others.values().some((other) => resembles(item, other));
}

/** Whether two texts begin and end alike, for half of the shorter one or more. */
function resembles(a: string, b: string): boolean {
  const most = Math.min(a.length, b.length);
  let [head, tail] = [0, 0];
  while (head < most && a.charCodeAt(head) === b.charCodeAt(head)) head += 1;
  while (tail < most - head && a.at(-1 - tail) === b.at(-1 - tail)) tail += 1;
  return (head + tail) * 2 >= most;
}

/** The places in a sequence of the items of its base that it keeps, by their place in the base. */
function keptItems(base: readonly string[], items: readonly string[]): Map<number, number> {
  const kept = new Map<number, number>();
  let [at, place] = [0, 0];
  const take = (until: number): void => {
    for (; at < until; at += 1, place += 1) kept.set(at, place);
  };
  for (const hunk of diffSequences(base, items)) {
    take(hunk.start);
    [at, place] = [hunk.end, hunk.to];
  }
  take(base.length);
  return kept;
}
