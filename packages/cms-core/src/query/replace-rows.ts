export interface RowChange {
  readonly removed: ReadonlySet<number>;
  readonly added: readonly number[];
}

/** Sorted rows without those removed, and with those added where they belong. */
export function replaceRows(
  rows: Uint32Array,
  { removed, added, compare }: RowChange & { readonly compare: (a: number, b: number) => number },
): Uint32Array {
  const kept = without(rows, removed);
  const places = added
    .map((row) => ({ row, at: placeOf(kept, row, compare) }))
    .toSorted((a, b) => a.at - b.at || compare(a.row, b.row));
  const next = new Uint32Array(kept.length + added.length);
  let from = 0;
  for (const [index, { row, at }] of places.entries()) {
    next.set(kept.subarray(from, at), from + index);
    next[at + index] = row;
    from = at;
  }
  next.set(kept.subarray(from), from + places.length);
  return next;
}

function placeOf(
  rows: Uint32Array,
  row: number,
  compare: (a: number, b: number) => number,
): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compare(rows[middle] ?? 0, row) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** `removed` are all among `rows`. */
function without(rows: Uint32Array, removed: ReadonlySet<number>): Uint32Array {
  if (removed.size === 0) return rows;
  if (removed.size > FEW) return rows.filter((row) => !removed.has(row));
  const places = [...removed].map((row) => rows.indexOf(row)).toSorted((a, b) => a - b);
  const kept = new Uint32Array(rows.length - places.length);
  let from = 0;
  for (const [index, at] of places.entries()) {
    kept.set(rows.subarray(from, at), from - index);
    from = at + 1;
  }
  kept.set(rows.subarray(from), from - places.length);
  return kept;
}

/** Up to as many rows are looked for one by one. */
const FEW = 16;
