import { LIMITS } from "../../model/limits.ts";

/** Position of an entry in its type's default order: by `sortOrder`, then `recency`, then id. */
export interface PlacedEntry {
  readonly id: string;
  readonly sortOrder: number;
  /** Among entries with the same `sortOrder`, smaller values come first. */
  readonly recency: number;
}

/** Distance between renumbered neighbors. It allows ten successive insertions halfway between two of them. */
const GAP = 1024;

/**
 * Returns the new `sortOrder`s that move an entry before another one, or to the end, changing as few entries as
 * possible. Empty if the entry is already there.
 *
 * An entry goes halfway between its neighbors. If they are too close, the nearest ones that leave room are spread
 * evenly with it. Entries that were never moved all have 0. Entries moved by people have even numbers. Those renumbered
 * only to make room have odd numbers, and are reset to 0 as soon as the order doesn't need their numbers: a new entry
 * then goes before them.
 *
 * @param placed - every entry of the type, in default order, without duplicate ids
 * @param before - id of the entry that follows the moved one; undefined for the end
 */
export function planMove(
  placed: readonly PlacedEntry[],
  id: string,
  before: string | undefined,
): ReadonlyMap<string, number> {
  const moved = placed.find((entry) => entry.id === id);
  if (moved === undefined || before === id) return new Map();
  const others = placed.filter((entry) => entry.id !== id);
  const found = others.findIndex((entry) => entry.id === before);
  const at = found === -1 ? others.length : found;
  if (placed[at]?.id === id) return new Map();
  return withoutUnneeded(planNumbers(others, moved, at), others.toSpliced(at, 0, moved), id);
}

function planNumbers(
  others: readonly PlacedEntry[],
  moved: PlacedEntry,
  at: number,
): ReadonlyMap<string, number> {
  const sortOrder = placeBetween(others[at - 1], moved, others[at]);
  if (sortOrder !== undefined && isSortOrder(sortOrder)) return new Map([[moved.id, sortOrder]]);
  const plan = spread(others, moved, roomAround(others, at));
  return [...plan.values()].every(isSortOrder) ? plan : numberAll(others, moved, at);
}

/**
 * Returns the same order without unneeded numbers above the entries that were never moved. Numbers below them stay,
 * because they may come from imported entries.
 */
function withoutUnneeded(
  plan: ReadonlyMap<string, number>,
  order: readonly PlacedEntry[],
  movedId: string,
): ReadonlyMap<string, number> {
  const entries = order.map((entry) => ({
    ...entry,
    sortOrder: plan.get(entry.id) ?? entry.sortOrder,
  }));
  const first = entries.findIndex(({ sortOrder }) => sortOrder >= 0);
  const freed = new Map(plan);
  for (let place = (first === -1 ? entries.length : first) - 1; place >= 0; place -= 1) {
    const entry = entries[place];
    if (entry === undefined || entry.id === movedId || isByHand(entry.sortOrder)) break;
    const [free, below] = [{ ...entry, sortOrder: 0 }, entries[place + 1]];
    if (below !== undefined && !isBefore(free, below)) break;
    entries[place] = free;
    freed.set(entry.id, 0);
  }
  return freed;
}

/** Whether the number belongs to an entry that people moved. */
function isByHand(sortOrder: number): boolean {
  return sortOrder !== 0 && sortOrder % 2 === 0;
}

interface Between {
  /** Numbers must lie strictly between the two. */
  readonly low: number;
  readonly high: number;
  readonly byHand: boolean;
}

/** Returns the number, or the one next to it whose parity tells whether people moved the entry, if there is one. */
function numberWithParity(number: number, { low, high, byHand }: Between): number {
  const near = [0, 1, -1, 2, -2].map((step) => number + step);
  const fits = (one: number): boolean => one > low && one < high && isSortOrder(one);
  return near.find((one) => fits(one) && one !== 0 && isByHand(one) === byHand) ?? number;
}

function isSortOrder(number: number): boolean {
  return Math.abs(number) <= LIMITS.sortOrder;
}

/** Renumbers all entries around 0 when the available numbers run out. */
function numberAll(
  others: readonly PlacedEntry[],
  moved: PlacedEntry,
  at: number,
): ReadonlyMap<string, number> {
  const first = -GAP * Math.floor(others.length / 2);
  const orders = others.toSpliced(at, 0, moved).map((entry, place) => {
    const byHand = entry === moved || isByHand(entry.sortOrder);
    return [entry, first + GAP * place + (byHand ? 0 : 1)] as const;
  });
  return new Map(
    orders
      .filter(([entry, sortOrder]) => entry.sortOrder !== sortOrder)
      .map(([{ id }, sortOrder]) => [id, sortOrder]),
  );
}

/** Returns a number for the moved entry without renumbering others; undefined if there isn't one. */
function placeBetween(
  above: PlacedEntry | undefined,
  moved: PlacedEntry,
  below: PlacedEntry | undefined,
): number | undefined {
  const [low, high] = [above?.sortOrder ?? -Infinity, below?.sortOrder ?? Infinity];
  const between = { low, high, byHand: true };
  if (above === undefined) return numberWithParity((below?.sortOrder ?? 0) - GAP, between);
  if (below === undefined) return numberWithParity(above.sortOrder + GAP, between);
  if (high - low >= 2) return numberWithParity(Math.floor((low + high) / 2), between);
  // A neighbor's number works if the other sort keys give the same order.
  return [above.sortOrder, below.sortOrder].find((sortOrder) => {
    const candidate = { ...moved, sortOrder };
    return isBefore(above, candidate) && isBefore(candidate, below);
  });
}

function isBefore(a: PlacedEntry, b: PlacedEntry): boolean {
  if (a.sortOrder !== b.sortOrder) return a.sortOrder < b.sortOrder;
  return a.recency === b.recency ? a.id < b.id : a.recency < b.recency;
}

/** The unchanged entries around those that are renumbered; both can be beyond the ends of the list. */
interface Room {
  readonly above: number;
  readonly at: number;
  readonly below: number;
}

/**
 * Finds the nearest two entries, one above the position and one below it, with a number for each entry between them and
 * for the moved one: `below.sortOrder - above.sortOrder > below - above`. Beyond the ends of the list there is room for
 * all.
 */
function roomAround(others: readonly PlacedEntry[], at: number): Room {
  const slack = others.map(({ sortOrder }, place) => sortOrder - place);
  // Running maximum of what lies below the position. It never decreases, which allows binary search.
  const greatest: number[] = [];
  for (let place = at; place < others.length; place += 1) {
    greatest.push(Math.max(greatest.at(-1) ?? -Infinity, slack[place] ?? -Infinity));
  }
  let best: Room = { above: -1, at, below: at };
  if (others.length - at < at) best = { above: at - 1, at, below: others.length };
  for (let above = at - 1; above >= 0 && at - 1 - above < numbered(best); above -= 1) {
    const below = at + firstGreater(greatest, slack[above] ?? Infinity);
    const room = { above, at, below };
    if (below < others.length && numbered(room) < numbered(best)) best = room;
  }
  return best;
}

function numbered({ above, below }: Room): number {
  return below - above - 1;
}

/** Returns the index of the first greater number, or the length. */
function firstGreater(growing: readonly number[], limit: number): number {
  let [from, to] = [0, growing.length];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if ((growing[middle] ?? Infinity) > limit) to = middle;
    else from = middle + 1;
  }
  return from;
}

function spread(
  others: readonly PlacedEntry[],
  moved: PlacedEntry,
  { above, at, below }: Room,
): ReadonlyMap<string, number> {
  const wanted = [...others.slice(above + 1, at), moved, ...others.slice(at, below)];
  const low = others[above]?.sortOrder;
  const high = others[below]?.sortOrder;
  const numberOf = (place: number): number => {
    if (low === undefined) return (high ?? 0) - GAP * (wanted.length - place);
    if (high === undefined) return low + GAP * (place + 1);
    return low + Math.floor(((high - low) * (place + 1)) / (wanted.length + 1));
  };
  let last = low ?? -Infinity;
  const numbers = wanted.map((entry, place) => {
    const next = place === wanted.length - 1 ? (high ?? Infinity) : numberOf(place + 1);
    const byHand = entry === moved || isByHand(entry.sortOrder);
    last = numberWithParity(numberOf(place), { low: last, high: next, byHand });
    return [entry, last] as const;
  });
  return new Map(
    numbers
      .filter(([entry, sortOrder]) => entry.sortOrder !== sortOrder)
      .map(([{ id }, sortOrder]) => [id, sortOrder]),
  );
}
