import {
  answerList,
  createQueryTable,
  makeQuerySite,
  parseListQuery,
  parseQueryString,
  printFilters,
  type QueryEntry,
  type QueryField,
  type QueryTable,
} from "@loam/cms-core/query";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { entriesOf, sites } from "../../support/properties/entry-arbitraries.ts";
import { type JsonEntry, type NaiveSite, textOf } from "../../support/properties/naive-filter.ts";
import {
  compareDefault,
  naiveAnswer,
  type NaiveQuery,
} from "../../support/properties/naive-query.ts";
import { queriesOf } from "../../support/properties/query-arbitraries.ts";

/** Prints a query as URL parameters. */
function printQuery(query: NaiveQuery): string {
  const { limit, offset, depth, orders, filter, q, ids, fields } = query;
  const parameters = {
    limit,
    offset,
    depth,
    q,
    orders: orders.map(({ key, descending }) => (descending ? `-${key}` : key)).join(","),
    filters: filter === undefined ? "" : printFilters(filter),
    ids: ids?.join(",") ?? "",
    fields: fields?.join(",") ?? "",
  };
  return Object.entries(parameters)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join("&");
}

/** Returns a published entry, with references expanded to `depth` levels. */
function queryEntry(
  entry: JsonEntry,
  type: string,
  show: (entry: JsonEntry) => string,
): QueryEntry {
  return { id: textOf(entry["id"]), type, slug: textOf(entry["slug"]), json: show(entry) };
}

/** Returns a printer of entries for tables: without expansion, or as published with expanded references. */
function printerOf(site: NaiveSite, jsonDepth: 0 | 1): (entry: JsonEntry) => string {
  if (jsonDepth === 0) return (entry) => JSON.stringify(entry);
  return (entry) => {
    const alone = new Map([...site, ["alone", { fields: [], entries: [entry] }]]);
    const query = { limit: 1, offset: 0, depth: 1, orders: [], q: "" };
    return naiveAnswer(alone, "alone", query).replace(
      /^\{"contents":\[(.*)\],"totalCount":1,"offset":0,"limit":1\}$/s,
      "$1",
    );
  };
}

function tablesOf(site: NaiveSite, jsonDepth: 0 | 1): Map<string, QueryTable> {
  const print = printerOf(site, jsonDepth);
  return new Map(
    [...site].map(([apiId, { fields, entries }]) => {
      const sorted = entries.toSorted(compareDefault);
      const rows = sorted.map((entry) => queryEntry(entry, apiId, print));
      return [apiId, createQueryTable(rows, { fields })];
    }),
  );
}

interface Asked {
  readonly tables: ReadonlyMap<string, QueryTable>;
  readonly site: NaiveSite;
  readonly jsonDepth: 0 | 1;
}

function ask({ tables, site, jsonDepth }: Asked, query: NaiveQuery): string {
  const table = tables.get("posts");
  if (table === undefined) throw new Error("there are always posts");
  const fieldsOf = (apiId: string): readonly QueryField[] | undefined => site.get(apiId)?.fields;
  const schema = { fields: table.fields, fieldsOf };
  const parsed = parseListQuery(parseQueryString(printQuery(query)), schema);
  const { body } = answerList(table, { query: parsed, site: makeQuerySite(tables, { jsonDepth }) });
  return body.toString();
}

const asked = sites.chain((site) =>
  fc.record({
    site: fc.constant(site),
    queries: fc.array(queriesOf(site), { minLength: 1, maxLength: 4 }),
    jsonDepth: fc.constantFrom(0 as const, 1 as const),
  }),
);

test("any query returns the same bytes as plain loops over parsed entries", () => {
  fc.assert(
    fc.property(asked, ({ site, queries, jsonDepth }) => {
      const tables = tablesOf(site, jsonDepth);
      for (const query of queries) {
        expect(ask({ tables, site, jsonDepth }, query)).toBe(naiveAnswer(site, "posts", query));
      }
    }),
    { numRuns: 400 },
  );
});

/** The initial entries, and those after each of several changes. */
const histories = sites.chain((site) =>
  fc.record({
    site: fc.constant(site),
    states: fc.array(entriesOf("posts", site.get("posts")?.fields ?? []), { maxLength: 4 }),
    queries: fc.array(queriesOf(site), { minLength: 1, maxLength: 3 }),
  }),
);

function withPosts(site: NaiveSite, entries: readonly JsonEntry[]): NaiveSite {
  return new Map([...site, ["posts", { fields: site.get("posts")?.fields ?? [], entries }]]);
}

/** Returns the table of the next state, which shares unchanged entries with the previous one. */
function follow(before: QueryTable, next: readonly JsonEntry[]): QueryTable {
  const old = new Map(before.rows.map(({ entry }) => [entry.id, entry]));
  const entries = next.toSorted(compareDefault).map((entry) => {
    const made = queryEntry(entry, "posts", JSON.stringify);
    const known = old.get(made.id);
    return known?.json === made.json ? known : made;
  });
  return createQueryTable(entries, { fields: before.fields });
}

test("an updated table equals a new one and keeps older ones intact", () => {
  fc.assert(
    fc.property(histories, ({ site, states, queries }) => {
      const first = tablesOf(site, 0);
      const all = [{ site, tables: first }];
      for (const entries of states) {
        const before = all.at(-1)?.tables ?? first;
        const posts = before.get("posts");
        if (posts === undefined) throw new Error("there are always posts");
        // Queries fill caches that the next table inherits.
        for (const query of queries) ask({ tables: before, site, jsonDepth: 0 }, query);
        const tables = new Map([...before, ["posts", follow(posts, entries)] as const]);
        all.push({ site: withPosts(site, entries), tables });
      }
      for (const { site: state, tables } of all) {
        for (const query of queries) {
          expect(ask({ tables, site: state, jsonDepth: 0 }, query)).toBe(
            naiveAnswer(state, "posts", query),
          );
        }
      }
    }),
    { numRuns: 200 },
  );
});
