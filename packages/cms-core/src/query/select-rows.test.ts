import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { QueryEntry } from "./answer/query-entry.ts";
import type { CheckedFilter } from "./ask/check-filters.ts";
import type { OrderTerm } from "./ask/query-parameters.ts";
import { selectRows } from "./run-query.ts";
import { createQueryTable, makeQuerySite, type QueryTable } from "./table/query-table.ts";

const FIELDS = [
  { apiId: "rank", type: "number", multiple: false },
  { apiId: "title", type: "text", multiple: false },
  { apiId: "body", type: "textarea", multiple: false },
] as const;

/** Enough rows for orders of the whole table, with few distinct values so that many entries tie. */
const ROWS = 600;

interface Values {
  readonly id: string;
  readonly sortOrder: number;
  readonly rank?: number;
  readonly title?: string;
  readonly body?: string;
}

function valuesOf(number: number, seed: number): Values {
  const mixed = Math.imul(number + 1, 2_654_435_761 + 2 * seed) >>> 8;
  return {
    id: `e${String(number).padStart(4, "0")}`,
    sortOrder: mixed % 5,
    ...(mixed % 7 > 0 && { rank: (mixed >> 3) % 20 }),
    ...(mixed % 6 > 0 && {
      title: ["b", "a", "ab", "\u{1F994}", "\uFF21"][(mixed >> 7) % 5] ?? "",
    }),
    ...(mixed % 4 > 0 && { body: ["x", "y"][(mixed >> 9) % 2] ?? "" }),
  };
}

const made = new WeakMap<Values, QueryEntry>();

/** Returns the same entry for the same values, because tables share its row. */
function entryOf(values: Values): QueryEntry {
  const { id } = values;
  const json = JSON.stringify(values);
  const entry = made.get(values) ?? { id, type: "posts", slug: `slug-${id}`, json };
  made.set(values, entry);
  return entry;
}

function byDefault(a: Values, b: Values): number {
  return a.sortOrder - b.sortOrder || (a.id < b.id ? -1 : 1);
}

interface Wanted {
  readonly orders: readonly OrderTerm[];
  /** Only entries with a lower rank. */
  readonly below: number | undefined;
  readonly offset: number;
  readonly limit: number;
}

function naive(all: readonly Values[], { orders, below, offset, limit }: Wanted): string[] {
  const found = all.filter(({ rank = Infinity }) => below === undefined || rank < below);
  const sorted = found.toSorted((a, b) => {
    for (const { key, descending } of orders) {
      if (key === "system:default") return descending ? byDefault(b, a) : byDefault(a, b);
      const [left, right] = [Reflect.get(a, key), Reflect.get(b, key)];
      if (left === right) continue;
      if (left === undefined || right === undefined) return left === undefined ? 1 : -1;
      const isLess = typeof left === "number" ? left < right : points(left) < points(right);
      return isLess === descending ? 1 : -1;
    }
    return byDefault(a, b);
  });
  return sorted.slice(offset, offset + limit).map(({ id }) => id);
}

function points(text: string): string {
  const numbers = Array.from(text, (character) => character.codePointAt(0) ?? 0);
  return numbers.map((number) => String(number).padStart(8, "0")).join();
}

function selected(table: QueryTable, { below, ...wanted }: Wanted): string[] {
  const filter: CheckedFilter = {
    kind: "term",
    path: { key: "rank" },
    test: { kind: "number", how: "less", number: below ?? 0 },
    negated: false,
  };
  const query = { ...wanted, ...(below !== undefined && { filter }) };
  const { rows } = selectRows(table, { query, site: makeQuerySite(new Map()) });
  return rows.map(({ entry }) => entry.id);
}

const orders = fc.uniqueArray(
  fc.record({
    key: fc.constantFrom("rank", "title", "body", "sortOrder", "id", "system:default"),
    descending: fc.boolean(),
  }),
  { minLength: 1, maxLength: 2, selector: ({ key }) => key },
);
const wanteds = fc.record({
  orders,
  below: fc.option(fc.constantFrom(0, 1, 3, 10, 100), { nil: undefined }),
  offset: fc.constantFrom(0, 1, 20, 450, 1000),
  limit: fc.constantFrom(0, 1, 10, 600),
});
const changes = fc.array(fc.nat(ROWS + 40), { maxLength: 60 });

test("pages of any order equal slices of the sorted matches, also while entries change", () => {
  fc.assert(
    fc.property(
      fc.array(changes, { maxLength: 5 }),
      fc.array(wanteds, { minLength: 1 }),
      (steps, asked) => {
        let values = Array.from({ length: ROWS }, (_, number) => valuesOf(number, 0)).toSorted(
          byDefault,
        );
        let table = createQueryTable(values.map(entryOf), { fields: FIELDS });
        const check = (): void => {
          for (const wanted of asked)
            expect(selected(table, wanted)).toEqual(naive(values, wanted));
        };
        check();
        for (const [seed, numbers] of steps.entries()) {
          const ids = new Set(numbers.map((number) => valuesOf(number, 0).id));
          // Every third one is removed; the others change or are added.
          const added = [...new Set(numbers)]
            .filter((number) => number % 3 > 0)
            .map((number) => valuesOf(number, seed + 1));
          values = [...values.filter(({ id }) => !ids.has(id)), ...added].toSorted(byDefault);
          table = createQueryTable(values.map(entryOf), { fields: FIELDS });
          check();
        }
      },
    ),
  );
});
