import * as fc from "fast-check";
import { expect, test } from "vitest";
import { rounds } from "../../../../../tests/support/test-rounds.ts";
import type { QueryEntry } from "../answer/query-entry.ts";
import { selectRows } from "../run-query.ts";
import { createQueryTable, makeQuerySite, type QueryTable } from "./query-table.ts";
import { toSearchText, searchWords } from "./search-rows.ts";

const FIELDS = [
  { apiId: "title", type: "text", multiple: false },
  { apiId: "body", type: "richtext", multiple: false },
] as const;

const WORDS = [
  ..."soil rain raining moss-soil c++ don't ÉTÉ été東京 東京都 京 ｓｏｉｌ ﬁre 😀 α ΟΔΟΣ i̇".split(
    " ",
  ),
  "x".repeat(99),
  `${"soil".repeat(30)}moss`,
  `${"clay".repeat(140)}moss${"clay".repeat(40)}`,
];

/** The entry's words depend only on its number. */
function entryOf(number: number, revision: number): QueryEntry {
  const pick = (step: number): string =>
    WORDS[(number * step + revision * 5 + (number >> 4)) % WORDS.length] ?? "";
  const id = `e${String(number).padStart(5, "0")}`;
  const slug = number % 9 === 0 ? `soil-${number}` : `n-${number}`;
  const title = number % 3 === 0 ? { title: pick(7) } : {};
  const body = `${pick(3)} ${pick(11)}\n${number}`;
  return { id, type: "posts", slug, json: JSON.stringify({ id, slug, ...title, body }) };
}

const ROWS = 2300;
const first = Array.from({ length: ROWS }, (_, number) => entryOf(number, 0));

function searched(table: QueryTable, q: string): string[] {
  const site = makeQuerySite(new Map([["posts", table]]));
  const query = { words: searchWords(q), orders: [], limit: 1e6, offset: 0 };
  const { rows, totalCount } = selectRows(table, { query, site });
  expect(totalCount).toBe(rows.length);
  return rows.map(({ entry }) => entry.json);
}

/** Reference implementation that searches every entry. */
function naive(entries: readonly QueryEntry[], q: string): string[] {
  const scored = entries.map(({ json, slug }) => {
    const { title = "", body = "" } = JSON.parse(json);
    const places = [title, slug, body].map((text) => toSearchText(String(text)));
    const weights = searchWords(q).map((word) => {
      const place = places.findIndex((text) => text.includes(word));
      return [5, 3, 1][place] ?? 0;
    });
    const score = weights.includes(0) ? 0 : weights.reduce((sum, weight) => sum + weight, 0);
    return { json, score };
  });
  return scored
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ json }) => json);
}

const part = fc.oneof(
  fc.constantFrom(
    ...WORDS,
    "clay".repeat(70),
    "aymosscl",
    "oi",
    "s",
    "-",
    "ss-so",
    "soil-",
    "n-1",
    "'",
    "東",
    "12",
    "nowhere",
  ),
  fc.nat(ROWS).map(String),
);
const question = fc
  .array(part, { minLength: 1, maxLength: 3 })
  .map((parts) => parts.join(" "))
  .filter((q) => searchWords(q).length > 0);

const table = createQueryTable(first, { fields: FIELDS });

test("finds and ranks the same rows as a full scan", () => {
  fc.assert(
    fc.property(question, (q) => {
      expect(searched(table, q)).toEqual(naive(first, q));
    }),
  );
});

test("keeps doing so while entries change, also in previous tables", () => {
  let entries = first;
  let latest = createQueryTable(first, { fields: FIELDS });
  fc.assert(
    fc.property(fc.array(fc.nat(ROWS - 1), { maxLength: 300 }), question, (numbers, q) => {
      const changed = new Map(
        numbers.map((number) => [number, entryOf(number, entries.length + number)]),
      );
      const [before, old] = [latest, entries];
      entries = old.map((entry, number) => changed.get(number) ?? entry);
      latest = createQueryTable(entries, { fields: FIELDS });
      expect(searched(latest, q)).toEqual(naive(entries, q));
      expect(searched(before, q)).toEqual(naive(old, q));
    }),
    { numRuns: rounds(10) },
  );
});

test("searches the visible text of rich text", () => {
  const bodies = [
    "[word](https://e.org/secret-link) ![A red kite](/secret.png)",
    "<!-- secret --> <b class='secret'>bold</b>",
    "これは**「重要」**です",
  ];
  const entries = bodies.map((body, at): QueryEntry => {
    const id = `e${at}`;
    return { id, type: "posts", slug: id, json: JSON.stringify({ id, slug: id, body }) };
  });
  const found = (q: string): number[] =>
    searched(createQueryTable(entries, { fields: FIELDS }), q).map((json) =>
      bodies.indexOf(Object(JSON.parse(json)).body),
    );
  expect(found("secret")).toEqual([]);
  expect(found("e.org")).toEqual([]);
  expect(found("red kite")).toEqual([0]);
  expect(found("bold")).toEqual([1]);
  expect(found("これは「重要」です")).toEqual([2]);
});
