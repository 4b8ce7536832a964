import type { CheckedFilter, CheckedHop, CheckedTerm } from "./checked-filter.ts";
import type { CodeColumn } from "./columns.ts";
import { inDefaultOrder } from "./default-rows.ts";
import { keepMarked } from "./keep-rows.ts";
import { narrowByWords } from "./narrow-by-words.ts";
import type { QuerySite } from "./query-site.ts";
import { type QueryTable, rowOfId } from "./query-table.ts";
import { valuesOf } from "./row-store.ts";
import { anyCodeTest, answering, codesTest, makeRowTest, type RowTest } from "./row-test.ts";

/** A filter of one table. */
export interface TableFilter {
  /** Whether the rows that pass are among few, which are known without looking at all. */
  readonly isSparse: boolean;
  /** Those of some rows that pass, in the same order. */
  keep(rows: Uint32Array): Uint32Array;
}

export function compileFilter(filter: CheckedFilter, place: Place): TableFilter {
  const compiled = compile(filter, place);
  return {
    isSparse: isSparse(compiled),
    keep: (rows) => keepRows(rows, compiled, place.table),
  };
}

function isSparse(filter: RowFilter): boolean {
  switch (filter.kind) {
    case "term":
      return filter.few !== undefined && !filter.negated;
    case "and":
      return filter.parts.slice(0, 1).some(isSparse);
    case "or":
      return filter.parts.every(isSparse);
  }
}

interface Place {
  readonly table: QueryTable;
  readonly site: QuerySite;
}

/** A filter over the columns of one table. */
type RowFilter =
  | ({ readonly kind: "term"; readonly negated: boolean } & Pick<RowTest, "cost" | "keep" | "few">)
  | { readonly kind: "and" | "or"; readonly cost: number; readonly parts: readonly RowFilter[] };

function compile(filter: CheckedFilter, place: Place): RowFilter {
  switch (filter.kind) {
    case "term":
      return { kind: "term", ...termTest(filter, place), negated: filter.negated };
    case "hop":
      return { kind: "term", ...hopTest(filter, place), negated: filter.negated };
    case "and":
    case "or": {
      // `a and b and c` is one list: in which order its conditions are looked at changes no answer.
      const parts = chain(filter, filter.kind)
        .map((part) => compile(part, place))
        .toSorted((a, b) => a.cost - b.cost);
      return { kind: filter.kind, parts, cost: parts.reduce((sum, { cost }) => sum + cost, 0) };
    }
  }
}

function chain(filter: CheckedFilter, kind: "and" | "or"): readonly CheckedFilter[] {
  if (filter.kind !== kind) return [filter];
  return [...chain(filter.left, kind), ...chain(filter.right, kind)];
}

function termTest({ path, test }: CheckedTerm, { table, site }: Place): RowTest {
  const values = valuesOf(table.store, path);
  if (test.kind === "reference" && values.kind === "codes") {
    const codes = referenceCodes(values, { idOrSlug: test.idOrSlug, table, site });
    return anyCodeTest(values, codes);
  }
  const rowTest = makeRowTest(values, test);
  const isLong = values.kind === "texts" && values.source.type !== undefined;
  return isLong && test.kind === "text" ? narrowByWords(rowTest, test.text, table) : rowTest;
}

interface Target extends Place {
  readonly idOrSlug: string;
}

/** Codes of the entries with this id or, of any type that may be referenced, with this slug. */
function referenceCodes(
  column: CodeColumn,
  { idOrSlug, table, site }: Target,
): ReadonlySet<number> {
  const { key, inner } = column.source;
  const field = table.fields.find(({ apiId }) => apiId === key);
  const own = inner === undefined ? field : field?.fields?.find(({ apiId }) => apiId === inner);
  const found = (own?.to ?? []).map((apiId) => site.find(apiId, idOrSlug)?.id);
  return new Set([idOrSlug, ...found].flatMap((id) => codeOf(column, id) ?? []));
}

function codeOf(column: CodeColumn, id: string | undefined): number | undefined {
  return id === undefined ? undefined : column.codeOf(id);
}

/** Asks the referenced entries' own tables, each referenced entry once. */
function hopTest({ path, targets }: CheckedHop, { table, site }: Place): RowTest {
  const values = valuesOf(table.store, path);
  if (values.kind !== "codes") return makeRowTest(values, { kind: "never" });
  const tests = new Map(
    [...targets].flatMap(([apiId, target]) => {
      const other = site.table(apiId);
      if (other === undefined) return [];
      const { test } = makeTargetTest(other, target, site);
      return [[apiId, { table: other, test }] as const];
    }),
  );
  const wanted = answering(values, (code) => {
    const id = values.texts[code] ?? "";
    const type = site.entry(id)?.type;
    const target = type === undefined ? undefined : tests.get(type);
    const row = target && rowOfId(target.table, id);
    return target !== undefined && row !== undefined && target.test(row);
  });
  return codesTest(values, wanted);
}

type HopTarget = CheckedHop["targets"] extends ReadonlyMap<string, infer T> ? T : never;

function makeTargetTest(table: QueryTable, target: HopTarget, site: QuerySite): RowTest {
  return termTest({ kind: "term", negated: false, ...target }, { table, site });
}

function keepRows(rows: Uint32Array, filter: RowFilter, table: QueryTable): Uint32Array {
  switch (filter.kind) {
    case "term":
      return filter.few !== undefined && !filter.negated && rows === table.order
        ? inDefaultOrder(table, filter.few)
        : filter.keep(rows, filter.negated);
    case "and":
      return filter.parts.reduce((kept, part) => keepRows(kept, part, table), rows);
    case "or":
      return keepAny(rows, filter.parts, table);
  }
}

function keepAny(rows: Uint32Array, parts: readonly RowFilter[], table: QueryTable): Uint32Array {
  const found = new Uint8Array(table.end);
  let rest = rows;
  for (const part of parts) {
    const kept = keepRows(rest, part, table);
    for (let at = 0; at < kept.length; at += 1) found[kept[at] ?? 0] = 1;
    if (kept.length > 0) rest = keepMarked(rest, found, 0);
  }
  return keepMarked(rows, found, 1);
}
