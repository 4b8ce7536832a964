import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { QueryEntry } from "./answer/query-entry.ts";
import { checkFilters } from "./ask/check-filters.ts";
import { parseFilters } from "./ask/parse-filters.ts";
import { selectRows } from "./run-query.ts";
import { createQueryTable, makeQuerySite, type QueryTable } from "./table/query-table.ts";

const FIELDS = [
  { apiId: "name", type: "text", multiple: false },
  { apiId: "tags", type: "text", multiple: true },
  { apiId: "author", type: "reference", multiple: false, to: ["people"] },
] as const;

const ROWS = 1000;

/** Few entries share a name, tag, or author, except for `common`. */
function entryOf(number: number, revision: number): QueryEntry {
  const mixed = Math.imul(number + revision, 2_654_435_761) >>> 8;
  const id = `e${String(number).padStart(4, "0")}`;
  const values = {
    id,
    // Changed entries move in the default order.
    sortOrder: revision === 0 ? number : mixed % ROWS,
    ...(mixed % 5 > 0 && { name: `name ${mixed % 150}` }),
    tags: [`tag ${mixed % 99}`, `tag ${number % 12}`, ...(mixed % 3 > 0 ? ["common"] : [])],
    ...(mixed % 4 > 0 && { author: { id: `p${mixed % 130}` } }),
  };
  return { id, type: "posts", slug: id, json: JSON.stringify(values) };
}

function found(table: QueryTable, filters: string): string[] {
  const schema = { fields: FIELDS, fieldsOf: () => undefined };
  const filter = checkFilters(parseFilters(filters), schema);
  const query = { filter, orders: [], limit: ROWS, offset: 0 };
  const { rows, totalCount } = selectRows(table, { query, site: makeQuerySite(new Map()) });
  expect(totalCount).toBe(rows.length);
  return rows.map(({ entry }) => entry.id);
}

interface Values {
  readonly id: string;
  readonly sortOrder: number;
  readonly name?: string;
  readonly tags: readonly string[];
  readonly author?: { readonly id: string };
}

function valuesOf({ json }: QueryEntry): Values {
  const values: Values = JSON.parse(json);
  return values;
}

function byDefault(a: Values, b: Values): number {
  return a.sortOrder - b.sortOrder || (a.id < b.id ? -1 : 1);
}

function naive(entries: readonly QueryEntry[], is: (values: Values) => boolean): string[] {
  return entries
    .map(valuesOf)
    .filter(is)
    .toSorted(byDefault)
    .map(({ id }) => id);
}

function tableOf(entries: readonly QueryEntry[]): QueryTable {
  const sorted = entries.toSorted((a, b) => byDefault(valuesOf(a), valuesOf(b)));
  return createQueryTable(sorted, { fields: FIELDS });
}

/** Tags below 12 are in so many rows that these are scanned instead of sorted. */
const number = fc.oneof(fc.nat(11), fc.nat(150));

test("finds the same rows by equality as a full scan, also while entries change", () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(fc.nat(ROWS - 1), { maxLength: 40 }), { maxLength: 6 }),
      fc.array(number, { minLength: 1, maxLength: 4 }),
      (steps, numbers) => {
        let entries = Array.from({ length: ROWS }, (_, at) => entryOf(at, 0));
        let table = tableOf(entries);
        const check = (): void => {
          for (const one of numbers) {
            const [name, tag, author] = [`name ${one}`, `tag ${one}`, `p${one}`];
            expect(found(table, `name[equals]${name}`)).toEqual(
              naive(entries, (values) => values.name === name),
            );
            expect(found(table, `tags[equals]${tag}`)).toEqual(
              naive(entries, ({ tags }) => tags.includes(tag)),
            );
            expect(found(table, `tags[equals]common[and]author[equals]${author}`)).toEqual(
              naive(entries, (values) => {
                return values.author?.id === author && values.tags.includes("common");
              }),
            );
            expect(found(table, `name[not_equals]${name}[and]tags[equals]${tag}`)).toEqual(
              naive(entries, (values) => values.name !== name && values.tags.includes(tag)),
            );
            expect(found(table, `name[equals]${name}[or]tags[equals]${tag}`)).toEqual(
              naive(entries, (values) => values.name === name || values.tags.includes(tag)),
            );
          }
        };
        check();
        for (const [revision, changed] of steps.entries()) {
          const fresh = new Map(changed.map((at) => [at, entryOf(at, revision + 1)]));
          entries = entries.map((entry, at) => fresh.get(at) ?? entry);
          table = tableOf(entries);
          check();
        }
      },
    ),
    { numRuns: 12 },
  );
});
