import type { Hunk } from "./hunk.ts";

const MAX_EDITS = 1500;

/**
 * The shortest way from one stretch to another (Myers 1986), as hunks. When it would cost more than
 * the budget holds, the stretch is one hunk.
 */
export function editScript(
  a: Int32Array,
  b: Int32Array,
  stretch: Hunk,
  budget: { steps: number },
): Hunk[] {
  const { start, end, from, to } = stretch;
  if (start === end && from === to) return [];
  if (start === end || from === to) return [stretch];
  const trace = furthestPaths(a, b, stretch, budget);
  return trace === undefined ? [stretch] : readBack(trace, stretch);
}

/** For each number of edits, how far along `a` each diagonal gets; the last one reaches the end. */
function furthestPaths(
  a: Int32Array,
  b: Int32Array,
  { start, end, from, to }: Hunk,
  budget: { steps: number },
): Int32Array[] | undefined {
  const [n, m] = [end - start, to - from];
  const trace: Int32Array[] = [];
  let last = new Int32Array(3);
  for (let edits = 0; edits <= Math.min(n + m, MAX_EDITS); edits += 1) {
    const row = new Int32Array(2 * edits + 3);
    for (let k = -edits; k <= edits; k += 2) {
      let x = edits === 0 ? 0 : firstStep(last, edits, k);
      const before = x;
      while (x < n && x - k < m && a[start + x] === b[from + x - k]) x += 1;
      budget.steps -= x - before + 1;
      row[k + edits + 1] = x;
      if (x >= n && x - k >= m) return [...trace, row];
    }
    if (budget.steps < 0) return undefined;
    trace.push(row);
    last = row;
  }
  return undefined;
}

/** Along diagonal k from the row before: down (an item of `b`) or right (one of `a` less). */
function firstStep(row: Int32Array, edits: number, k: number): number {
  const at = k + edits;
  const down = row[at + 1] ?? 0;
  const right = (row[at - 1] ?? 0) + 1;
  if (k === -edits) return down;
  if (k === edits) return right;
  return down >= right ? down : right;
}

function readBack(trace: readonly Int32Array[], { start, end, from, to }: Hunk): Hunk[] {
  const hunks: Hunk[] = [];
  let [x, y] = [end - start, to - from];
  let open = { end: x, to: y };
  for (let edits = trace.length - 1; edits >= 0; edits -= 1) {
    const k = x - y;
    const [fromX, fromY] = edits === 0 ? [0, 0] : stepInto(trace[edits - 1], edits, k);
    const snake = edits === 0 ? x : Math.min(x - fromX, y - fromY);
    if (snake > 0) {
      push(hunks, { start: x, end: open.end, from: y, to: open.to });
      open = { end: x - snake, to: y - snake };
    }
    [x, y] = [fromX, fromY];
  }
  push(hunks, { start: x, end: open.end, from: y, to: open.to });
  return hunks.toReversed().map((hunk) => ({
    start: hunk.start + start,
    end: hunk.end + start,
    from: hunk.from + from,
    to: hunk.to + from,
  }));
}

/** Where the path stood before the edit that led to diagonal k. */
function stepInto(row: Int32Array | undefined, edits: number, k: number): [number, number] {
  const at = k + edits;
  const down = row?.[at + 1] ?? 0;
  const right = (row?.[at - 1] ?? 0) + 1;
  const isDown = k === -edits || (k !== edits && down >= right);
  return isDown ? [down, down - k - 1] : [right - 1, right - k];
}

function push(hunks: Hunk[], hunk: Hunk): void {
  if (hunk.start < hunk.end || hunk.from < hunk.to) hunks.push(hunk);
}
