import { CmsError } from "../../base/errors.ts";
import { foldSlug } from "../../base/slug.ts";
import type { Field } from "../../model/content-type.ts";
import type { CheckedFilter, CheckedHop, ValuePath } from "../../query/ask/check-filters.ts";
import { compareWith, isText, parseTime, type ValueTest } from "../../query/ask/value-test.ts";
import { fieldsOf, type IndexSession } from "../follow/index-session.ts";
import { readField } from "../schema/entry-state.ts";

/** A row with `FILTER_COLUMNS`. */
type FilterRow = Readonly<Record<string, unknown>>;

export type EntryTest = (row: FilterRow) => boolean;

/** Columns used by filters. */
export const FILTER_COLUMNS = `e.row, e.id, e.slug, e.created_at, e.updated_at, e.by_published, e.sort_order, e.fields`;

/**
 * Compiles a checked filter to a predicate on rows. Values are compared like published ones in the read API; those
 * written with an older schema are matched by field id.
 *
 * @throws CmsError `invalid_filters` for the content of rich text, which can be searched but not compared
 */
export function compileFilter(
  session: IndexSession,
  filter: CheckedFilter,
  fields: readonly Field[],
): EntryTest {
  if (filter.kind === "term") {
    const is = compileTerm(session, filter, fields);
    return filter.negated ? (row) => !is(row) : is;
  }
  if (filter.kind === "hop") {
    const is = compileHop(session, filter, fields);
    return filter.negated ? (row) => !is(row) : is;
  }
  const left = compileFilter(session, filter.left, fields);
  const right = compileFilter(session, filter.right, fields);
  return filter.kind === "and"
    ? (row) => left(row) && right(row)
    : (row) => left(row) || right(row);
}

interface Term {
  readonly path: ValuePath;
  readonly test: ValueTest;
}

function compileTerm(
  session: IndexSession,
  { path, test }: Term,
  fields: readonly Field[],
): EntryTest {
  const system = SYSTEM[path.key];
  if (system !== undefined) {
    const is = compileTest(session, test, undefined);
    return (row) => {
      const value = system(row);
      return value !== undefined && is(value);
    };
  }
  const field = fields.find(({ apiId }) => apiId === path.key);
  if (field === undefined) return () => false;
  const inner =
    field.type === "repeat" ? field.fields.find(({ apiId }) => apiId === path.inner) : undefined;
  const is = compileTest(session, test, inner ?? field);
  const isUnset = path.inner === undefined && field.type === "boolean" && is(false);
  return (row) => {
    const value = readField(row["fields"], field.id);
    if (value === undefined) return isUnset;
    const values = inner === undefined ? listOf(value) : listOf(value).flatMap(valuesIn(inner.id));
    return values.some(is);
  };
}

const SYSTEM: Readonly<Record<string, (row: FilterRow) => unknown>> = {
  id: (row) => row["id"],
  slug: (row) => row["slug"],
  createdAt: (row) => timeOr(row["created_at"]),
  updatedAt: (row) => timeOr(row["updated_at"]),
  publishedAt: (row) => (row["by_published"] === 0 ? undefined : timeOr(row["by_published"])),
  sortOrder: (row) => row["sort_order"],
};

function timeOr(value: unknown): string | undefined {
  return typeof value === "number" ? new Date(Math.abs(value)).toISOString() : undefined;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}

/** Returns the values of one field in the rows of a repeat. */
function valuesIn(fieldId: string): (row: unknown) => readonly unknown[] {
  return (row) => {
    if (typeof row !== "object" || row === null || !("values" in row)) return [];
    const { values } = row;
    if (typeof values !== "object" || values === null) return [];
    const value = new Map<string, unknown>(Object.entries(values)).get(fieldId);
    return value === undefined ? [] : listOf(value);
  };
}

type ValueIs = (value: unknown) => boolean;

/** @param field - absent for a system key */
function compileTest(session: IndexSession, test: ValueTest, field: Field | undefined): ValueIs {
  switch (test.kind) {
    case "never":
      return () => false;
    case "exists":
      // An empty text doesn't exist. For rich text, only its existence is stored.
      return field?.type === "richtext"
        ? (value) => value === true
        : (value) => value !== "" && value !== undefined;
    case "number": {
      const is = compareWith(test.how, test.number);
      return (value) => typeof value === "number" && is(value);
    }
    case "time": {
      const is = compareWith(test.how, test.time);
      return (value) => typeof value === "string" && is(parseTime(value) ?? Number.NaN);
    }
    case "boolean":
      return (value) => value === test.boolean;
    case "reference": {
      const ids = idsOf(session, test.idOrSlug, field);
      return (value) => ids.has(idIn(value));
    }
    case "text":
      return textTest(test, field);
  }
}

function textTest(test: ValueTest, field: Field | undefined): ValueIs {
  if (field?.type === "richtext") {
    const message = `Search the text of "${field.apiId}" with q. A filter only checks whether the field has a value.`;
    throw new CmsError("invalid_filters", message, {
      details: { param: "filters", field: field.apiId, allowed: ["exists", "not_exists"] },
    });
  }
  const is = isText(test);
  if (field?.type !== "select") return (value) => typeof value === "string" && is(value);
  const wanted = new Set(field.options.filter(({ label }) => is(label)).map(({ value }) => value));
  return (value) => typeof value === "string" && wanted.has(value);
}

function idIn(value: unknown): string {
  if (typeof value !== "object" || value === null || !("id" in value)) return "";
  return String(value.id);
}

/** Converts ids, or slugs of entries of the field's types, to ids. */
function idsOf(
  { database }: IndexSession,
  idOrSlug: string,
  field: Field | undefined,
): ReadonlySet<string> {
  const bySlug = database.prepare(`SELECT id FROM entries WHERE type = ? AND folded = ?`);
  const types = field?.type === "reference" ? field.to : [];
  const named = types.flatMap((type) => bySlug.all(type, foldSlug(idOrSlug)));
  return new Set([idOrSlug, ...named.map(({ id }) => String(id))]);
}

/** Searches the referenced entries first, once. */
function compileHop(
  session: IndexSession,
  { path, targets }: CheckedHop,
  fields: readonly Field[],
): EntryTest {
  const field = fields.find(({ apiId }) => apiId === path.key);
  const ids = new Set<string>();
  for (const [type, term] of targets) {
    const is = compileTerm(session, term, fieldsOf(session, type) ?? []);
    const statement = session.database.prepare(
      `SELECT ${FILTER_COLUMNS} FROM entries e WHERE type = ?`,
    );
    for (const row of statement.iterate(type)) if (is(row)) ids.add(String(row["id"]));
  }
  return (row) => {
    const value = readField(row["fields"], field?.id ?? "");
    return listOf(value).some((one) => ids.has(idIn(one)));
  };
}
