import { compareCodePoints } from "./compare-code-points.ts";
import { DEFAULT_ORDER, type OrderTerm } from "./parse-orders.ts";
import type { QueryTable, SortedRows } from "./query-table.ts";
import { replaceRows, type RowChange } from "./replace-rows.ts";
import { type RowValues, valuesOf } from "./row-store.ts";

/**
 * All rows by `orders`: sorted once, then kept. Rows without a value come last whether the term
 * ascends or descends; ties keep the default order, so paging is stable (contracts, section 4).
 */
export function sortedRows(table: QueryTable, orders: readonly OrderTerm[]): SortedRows {
  const known = knownOrder(table, orders);
  if (known !== undefined) return known;
  const sorted = sortAll(table, orders);
  table.sorted.set(nameOf(orders), sorted);
  return sorted;
}

/** The same, if all rows have been sorted so before. */
export function knownOrder(
  table: QueryTable,
  orders: readonly OrderTerm[],
): SortedRows | undefined {
  if (orders.length === 0) return undefined;
  return table.sorted.get(nameOf(orders));
}

function nameOf(orders: readonly OrderTerm[]): string {
  return orders.map(({ key, descending }) => (descending ? `-${key}` : key)).join(",");
}

/** The same order of the table after a change. */
export function advanceSorted(
  { orders, rows }: SortedRows,
  next: QueryTable,
  change: RowChange,
): SortedRows {
  const compare = comparison(next, orders);
  return makeSorted(next, orders, replaceRows(rows, { ...change, compare }));
}

/** Some rows by `orders`, without sorting all of them. */
export function sortRows(
  table: QueryTable,
  rows: Uint32Array,
  orders: readonly OrderTerm[],
): Uint32Array {
  return rows.toSorted(comparison(table, orders));
}

function sortAll(table: QueryTable, orders: readonly OrderTerm[]): SortedRows {
  return makeSorted(table, orders, sortRows(table, table.order, orders));
}

function makeSorted(
  table: QueryTable,
  orders: readonly OrderTerm[],
  rows: Uint32Array,
): SortedRows {
  const { end } = table;
  let ranks: Uint32Array | undefined;
  return {
    orders,
    rows,
    ranks() {
      ranks ??= ranksOf(rows, end);
      return ranks;
    },
  };
}

function ranksOf(rows: Uint32Array, end: number): Uint32Array {
  const ranks = new Uint32Array(end);
  for (const [rank, row] of rows.entries()) ranks[row] = rank;
  return ranks;
}

type Compare = (a: number, b: number) => number;

function comparison(table: QueryTable, orders: readonly OrderTerm[]): Compare {
  const terms = orders.map((order) => compareBy(table, order));
  const [first] = terms;
  const positions = table.positions();
  return (a, b) => {
    if (first === undefined) return 0;
    let order = first(a, b);
    for (let index = 1; order === 0 && index < terms.length; index += 1) {
      order = terms[index]?.(a, b) ?? 0;
    }
    return order || (positions[a] ?? 0) - (positions[b] ?? 0);
  };
}

function compareBy(table: QueryTable, { key, descending }: OrderTerm): Compare {
  const sign = descending ? -1 : 1;
  if (key === DEFAULT_ORDER) {
    const positions = table.positions();
    return (a, b) => sign * ((positions[a] ?? 0) - (positions[b] ?? 0));
  }
  const values = valuesOf(table.store, { key });
  return values.kind === "numbers" ? compareNumbers(values, sign) : compareTexts(values, sign);
}

function compareNumbers(
  { numbers }: Extract<RowValues, { readonly kind: "numbers" }>,
  sign: number,
): Compare {
  const { values } = numbers;
  return (a, b) => {
    const [left, right] = [values[a] ?? Number.NaN, values[b] ?? Number.NaN];
    if (Number.isNaN(left) || Number.isNaN(right)) {
      return Number(Number.isNaN(left)) - Number(Number.isNaN(right));
    }
    return sign * (left - right);
  };
}

function compareTexts(
  values: Exclude<RowValues, { readonly kind: "numbers" }>,
  sign: number,
): Compare {
  const text = textReader(values);
  return (a, b) => {
    const [left, right] = [text(a), text(b)];
    if (left === undefined || right === undefined) {
      return Number(left === undefined) - Number(right === undefined);
    }
    return sign * compareCodePoints(left, right);
  };
}

/** Texts that have to be read are read once for one sorting. */
function textReader(
  values: Exclude<RowValues, { readonly kind: "numbers" }>,
): (row: number) => string | undefined {
  if (values.kind === "codes") {
    const { codes, texts } = values;
    return (row) => {
      const code = codes.values[row] ?? 0;
      return code === 0 ? undefined : texts[code];
    };
  }
  const read = new Map<number, string | undefined>();
  return (row) => {
    if (!read.has(row)) read.set(row, values.read(row)[0]);
    return read.get(row);
  };
}
