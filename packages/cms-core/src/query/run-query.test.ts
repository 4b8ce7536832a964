import { describe, expect, test } from "vitest";
import type { QueryEntry } from "./answer/query-entry.ts";
import { escapeFilterValue } from "./ask/parse-filters.ts";
import { parseQueryString, type QueryField } from "./ask/query-parameters.ts";
import { parseEntryQuery, parseListQuery } from "./list-query.ts";
import { answerEntry, answerList, type QueryAnswer } from "./run-query.ts";
import { createQueryTable, makeQuerySite } from "./table/query-table.ts";

type Values = Readonly<Record<string, unknown>>;

const field = (apiId: string, type: QueryField["type"], to?: string[]): QueryField => ({
  apiId,
  type,
  multiple: false,
  ...(to && { to }),
});

const FIELDS = [
  field("title", "text"),
  field("body", "richtext"),
  field("rank", "number"),
  field("next", "reference", ["posts"]),
  { ...field("many", "reference", ["posts"]), multiple: true },
];

function entryOf(id: string, values: Values): QueryEntry {
  const slug = `slug-of-${id}`;
  return { id, type: "posts", slug, json: JSON.stringify({ id, slug, ...values }) };
}

function textOf({ body }: QueryAnswer): string {
  return body.toString();
}

/** Queries a site of one type, whose entries show references as `{"id"}` by default. */
function asking(
  entries: readonly QueryEntry[],
  options?: Parameters<typeof makeQuerySite>[1],
): {
  list: (query: string) => QueryAnswer;
  entry: (id: string, query: string) => QueryAnswer;
} {
  const table = createQueryTable(entries, { fields: FIELDS });
  const site = makeQuerySite(new Map([["posts", table]]), options);
  const schema = { fields: FIELDS, fieldsOf: () => FIELDS };
  return {
    list: (query) =>
      answerList(table, { query: parseListQuery(parseQueryString(query), schema), site }),
    entry: (id, query) => {
      const entry = site.find("posts", id);
      if (entry === undefined) throw new Error(`no entry ${id}`);
      return answerEntry(entry, { query: parseEntryQuery(parseQueryString(query)), site });
    },
  };
}

describe("a list response", () => {
  const ranked = asking([3, 1, 2].map((rank) => entryOf(`e${rank}`, { rank })));
  test.for([
    [
      "fields=id,rank",
      '{"contents":[{"id":"e3","rank":3},{"id":"e1","rank":1},{"id":"e2","rank":2}],"totalCount":3,"offset":0,"limit":10}',
    ],
    ["limit=0", '{"contents":[],"totalCount":3,"offset":0,"limit":0}'],
    [
      "limit=1&offset=1&fields=id",
      '{"contents":[{"id":"e1"}],"totalCount":3,"offset":1,"limit":1}',
    ],
    ["offset=3", '{"contents":[],"totalCount":3,"offset":3,"limit":10}'],
    ["offset=1000000000", '{"contents":[],"totalCount":3,"offset":1000000000,"limit":10}'],
    [
      "orders=-rank&limit=2&fields=rank",
      '{"contents":[{"rank":3},{"rank":2}],"totalCount":3,"offset":0,"limit":2}',
    ],
    [
      "ids=slug-of-e1,e3,e3,none&fields=id&limit=1",
      '{"contents":[{"id":"e3"}],"totalCount":2,"offset":0,"limit":1}',
    ],
    [
      "filters=rank[greater_than]1&fields=id&limit=1",
      '{"contents":[{"id":"e3"}],"totalCount":2,"offset":0,"limit":1}',
    ],
  ] as const)("%s", ([query, expected]) => expect(textOf(ranked.list(query))).toBe(expected));
});

function postJson(id: string, next: string): string {
  return `{"id":"${id}","slug":"${id}","next":${next}}`;
}

test("shows the current content of referenced entries", () => {
  const text = "x".repeat(20_000);
  const ada = JSON.stringify({ id: "e9", slug: "ada", text });
  const old = ada.replace("xx", "yy");
  const shownBefore = [ada, ada, old];
  const entries = shownBefore.map((next, at) => {
    const id = `e${at + 1}`;
    return { id, type: "posts", slug: id, json: postJson(id, next) };
  });
  const table = createQueryTable(entries, { fields: FIELDS });
  const others = createQueryTable([{ id: "e9", type: "people", slug: "ada", json: ada }], {
    fields: [],
  });
  const tables = new Map([
    ["posts", table],
    ["people", others],
  ]);
  const site = makeQuerySite(tables, { jsonDepth: 1 });
  const query = parseListQuery(parseQueryString("depth=2"), { fields: FIELDS, fieldsOf: () => [] });
  const shown = ["e1", "e2", "e3"].map((id) => postJson(id, ada)).join(",");
  expect(textOf(answerList(table, { query, site }))).toBe(
    `{"contents":[${shown}],"totalCount":3,"offset":0,"limit":10}`,
  );
});

describe("an entry", () => {
  const self = entryOf("ea", { next: { id: "eb" }, many: [{ id: "ea" }, { id: "gone" }] });
  const other = entryOf("eb", { next: { id: "ea" } });
  const { entry } = asking([self, other]);

  test("is returned exactly as published", () => {
    const json = '{"id":"e1","slug":"e1","body":"a\\u2028b","n":1.0}';
    const alone = asking([{ id: "e1", type: "posts", slug: "e1", json }], { jsonDepth: 1 });
    expect(textOf(alone.entry("e1", ""))).toBe(json);
  });

  test.for([
    ["depth=0&fields=next,many", '{"next":{"id":"eb"},"many":[{"id":"ea"},{"id":"gone"}]}'],
    ["depth=2&fields=next.next.id", '{"next":{"next":{"id":"ea"}}}'],
    ["depth=2&fields=next.next.slug", '{"next":{"next":{"slug":"slug-of-ea"}}}'],
    ["depth=1&fields=next.next.slug", '{"next":{"next":{}}}'],
    ["depth=1&fields=many.slug", '{"many":[{"slug":"slug-of-ea"},{}]}'],
    ["depth=3&fields=next.next.next", '{"next":{"next":{"next":' + other.json + "}}}"],
  ] as const)("with %s ends cycles at the depth", ([query, expected]) => {
    expect(textOf(entry("ea", query))).toBe(expected);
  });
});

describe("a response that would expand more than 2,000 references", () => {
  const all = Array.from({ length: 100 }, (_, number) => ({ id: `e${number}` }));
  const { list } = asking(all.map(({ id }) => entryOf(id, { many: all })));

  test("leaves the rest as ids and reports it", () => {
    const answer = list("depth=3&limit=100");
    const json = textOf(answer);
    expect(answer.truncated).toBe(true);
    expect(json.match(/"slug":/g)).toHaveLength(100 + 2000);
    expect(() => JSON.parse(json)).not.toThrow();
  });

  test("is complete if the selected fields need fewer", () => {
    const answer = list("depth=3&limit=100&fields=id");
    expect([answer.truncated, textOf(answer).includes("many")]).toEqual([false, false]);
    expect(list("depth=1&limit=20").truncated).toBe(false);
    expect(list("depth=1&limit=21").truncated).toBe(true);
  });
});

describe("a search", () => {
  const { list } = asking([
    entryOf("e1", { body: "Moss on soil" }),
    entryOf("e2", { title: "Soil", body: "moss" }),
    entryOf("e3", { title: "Rain", body: "soil" }),
    entryOf("e4-moss-soil", { title: "Rain" }),
    entryOf("e5", { title: "東京の庭", body: "ＳＯＩＬ ﬁre" }),
  ]);
  const ids = (query: string): string[] =>
    [...textOf(list(`${query}&fields=id`)).matchAll(/"id":"(e\d)/g)].map(([, id = ""]) => id);

  test.for([
    ["q=soil", ["e2", "e4", "e1", "e3", "e5"]],
    ["q=soil+MOSS", ["e2", "e4", "e1"]],
    ["q=soil&orders=-system:default", ["e5", "e4", "e3", "e2", "e1"]],
    ["q=soil&orders=system:default", ["e1", "e2", "e3", "e4", "e5"]],
    ["q=soil&filters=title[exists]&limit=2", ["e2", "e4"]],
    ["q=%E4%BA%AC", ["e5"]],
    ["q=fire", ["e5"]],
    ["q=soil+nowhere", []],
    ["q=%22soil%22", []],
    ["q=so*", []],
    ["q=slug", ["e1", "e2", "e3", "e4", "e5"]],
  ] as const)("%s", ([query, expected]) => expect(ids(query)).toEqual(expected));
});

describe("a filter interprets its value literally", () => {
  const titles = ["a.*b", "a(b|c)+", "100%", "x,y", 'it\'s "so"', "two\nlines", "[and]", "\\"];
  const { list } = asking(titles.map((title, number) => entryOf(`e${number}`, { title })));

  test.for(titles)("%j", (title) => {
    for (const operator of ["equals", "contains", "begins_with"]) {
      const filters = encodeURIComponent(`title[${operator}]${escapeFilterValue(title)}`);
      const answer = list(`fields=title&filters=${filters}`);
      expect(JSON.parse(textOf(answer))).toMatchObject({ contents: [{ title }], totalCount: 1 });
    }
  });
});
