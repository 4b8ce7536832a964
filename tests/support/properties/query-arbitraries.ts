import type { FilterNode, FilterOperator, QueryField } from "@loam/cms-core/query";
import * as fc from "fast-check";
import { DAYS, IDS, LABELS, NAMES, NUMBERS, TEXTS, TIMES } from "./entry-arbitraries.ts";
import type { NaiveSite } from "./naive-filter.ts";
import type { NaiveQuery } from "./naive-query.ts";

type Operand = fc.Arbitrary<string>;

const needles: Operand = fc.constantFrom(...TEXTS.filter((one) => one !== ""), "n", "ew", "2024");
const times: Operand = fc.constantFrom(
  "2024",
  "2024-02",
  ...DAYS,
  ...TIMES,
  "2024-02-29T12:30",
  "2024-02-29T21:30+09:00",
);

const TEXT_OPERATORS = ["equals", "not_equals", "contains", "not_contains", "begins_with"] as const;
const ORDER_OPERATORS = ["equals", "not_equals", "less_than", "greater_than"] as const;

type Choice = readonly [readonly FilterOperator[], Operand];

const OF_TEXT: readonly Choice[] = [[TEXT_OPERATORS, needles]];
const OF_TIME: readonly Choice[] = [
  [ORDER_OPERATORS, times],
  [["contains", "not_contains", "begins_with"], needles],
];
const OF_NUMBER: readonly Choice[] = [
  [ORDER_OPERATORS, fc.constantFrom(...NUMBERS.map(String), "1.0", "0.5")],
  [["contains", "not_contains", "begins_with"], needles],
];

const CHOICES: Readonly<Record<QueryField["type"], readonly Choice[]>> = {
  text: OF_TEXT,
  textarea: OF_TEXT,
  richtext: OF_TEXT,
  embed: OF_TEXT,
  select: [[TEXT_OPERATORS, fc.constantFrom(...LABELS)]],
  number: OF_NUMBER,
  date: OF_TIME,
  boolean: [[["equals", "not_equals"], fc.constantFrom("true", "false")]],
  reference: [
    [["equals", "not_equals", "contains", "not_contains"], fc.constantFrom(...IDS, "a-a", "new-j")],
  ],
  media: [],
  repeat: [],
};

const SYSTEM: readonly [string, readonly Choice[]][] = [
  ["id", [[TEXT_OPERATORS, fc.constantFrom(...IDS, "a")]]],
  ["slug", [[TEXT_OPERATORS, fc.constantFrom("a-a", "new", "-")]]],
  ["updatedAt", OF_TIME],
  ["sortOrder", OF_NUMBER],
];

type Filterable = readonly [string, readonly Choice[]];

/** Returns all names available in filters, with their operators. */
function filterable(site: NaiveSite, fields: readonly QueryField[]): readonly Filterable[] {
  const own = fields.map(({ apiId, type }): Filterable => [apiId, CHOICES[type]]);
  const rows = fields.flatMap(({ apiId, type, fields: inner = [] }) =>
    type === "repeat"
      ? inner.map((row): Filterable => [`${apiId}.${row.apiId}`, CHOICES[row.type]])
      : [],
  );
  // References to two types are covered by examples, because their operators depend on both.
  const hops = fields.flatMap(({ apiId, type, to = [] }) => {
    const [only = "", other] = to;
    if (type !== "reference" || other !== undefined) return [];
    const inner = site.get(only)?.fields ?? [];
    const names = inner.map((field): Filterable => [field.apiId, CHOICES[field.type]]);
    return [...SYSTEM, ...names].map(([name, choices]): Filterable => [
      `${apiId}.${name}`,
      choices,
    ]);
  });
  return [...SYSTEM, ...own, ...rows, ...hops];
}

function makeTerm(field: string, operator: FilterOperator, value: string): FilterNode {
  const places = { start: 0, end: 0, operatorStart: 0, valueStart: 0 };
  return { kind: "term", field, operator, value, ...places };
}

function termOf([field, choices]: Filterable): fc.Arbitrary<FilterNode> {
  const presence = fc.constantFrom("exists" as const, "not_exists" as const);
  return fc.oneof(
    presence.map((operator) => makeTerm(field, operator, "")),
    ...choices.map(([operators, operand]) =>
      fc
        .tuple(fc.constantFrom(...operators), operand)
        .map(([operator, value]) => makeTerm(field, operator, value)),
    ),
  );
}

function filterOf(site: NaiveSite, fields: readonly QueryField[]): fc.Arbitrary<FilterNode> {
  const term = fc.constantFrom(...filterable(site, fields)).chain(termOf);
  const { tree } = fc.letrec<{ tree: FilterNode }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 3, depthSize: "small" },
      term,
      fc
        .tuple(fc.constantFrom("and" as const, "or" as const), tie("tree"), tie("tree"))
        .map(([kind, left, right]): FilterNode => ({ kind, left, right, start: 0, end: 0 })),
    ),
  }));
  return tree;
}

const UNORDERED: ReadonlySet<string> = new Set(["media", "reference", "repeat"]);

/** Returns queries allowed by the schema of `posts`. */
export function queriesOf(site: NaiveSite): fc.Arbitrary<NaiveQuery> {
  const fields = site.get("posts")?.fields ?? [];
  const keys = fields.filter(({ type, multiple }) => !multiple && !UNORDERED.has(type));
  // Prefer keys with many equal values.
  const tied = ["sortOrder", "updatedAt", "publishedAt", ...keys.map(({ apiId }) => apiId)];
  const order = fc.record({
    key: fc.constantFrom(...tied, ...tied, "id", "slug", "system:default"),
    descending: fc.boolean(),
  });
  const path = fc
    .array(fc.constantFrom("id", "slug", "nope", ...NAMES), { minLength: 1, maxLength: 3 })
    .map((parts) => parts.join("."));
  // Usually a single parameter, because combinations mostly find nothing.
  return fc.record({
    limit: often(100, fc.constantFrom(0, 1, 3, 10)),
    offset: often(0, fc.constantFrom(1, 2, 4)),
    depth: fc.constantFrom(0, 1, 2, 3),
    orders: fc.uniqueArray(order, { maxLength: 3, selector: ({ key }) => key }),
    filter: fc.oneof(fc.constant(undefined), filterOf(site, fields)),
    q: often("", fc.constantFrom("a", "B", "ab", "new", "b a", "京", "　", "😀 a", "{", "\\")),
    ids: often(
      undefined,
      fc.array(fc.constantFrom(...IDS, "a-b", "new-c", "none"), { minLength: 1 }),
    ),
    fields: often(undefined, fc.array(path, { minLength: 1, maxLength: 4 })),
  });
}

function often<T>(usual: T, other: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return fc.oneof({ weight: 3, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: other });
}
