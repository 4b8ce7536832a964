import { CmsError } from "../../base/errors.ts";
import { composeText } from "../../base/text.ts";
import { type FilterNode, type FilterTerm, invalidFilters, quoteName } from "./parse-filters.ts";
import {
  kindOf,
  OPERATORS_OF_KIND,
  type QueryField,
  type QuerySchema,
  SYSTEM_KINDS,
  systemKeyOf,
  type ValueKind,
} from "./query-parameters.ts";
import { isValueTest, makeTest, type ValueTest } from "./value-test.ts";

/** Source of values: a system key, a field, or a field of a repeat's rows. */
export interface ValuePath {
  readonly key: string;
  /** API id inside the rows of a repeat. */
  readonly inner?: string;
}

/** One condition on an entry, checked against the schema. */
export interface CheckedTerm {
  readonly kind: "term";
  readonly path: ValuePath;
  readonly test: ValueTest;
  /** Whether the condition is negated. */
  readonly negated: boolean;
}

/** A condition on any of the entries that a reference field refers to. */
export interface CheckedHop {
  readonly kind: "hop";
  readonly path: ValuePath;
  /** By API id of the target's type; types without the field are omitted. */
  readonly targets: ReadonlyMap<string, { readonly path: ValuePath; readonly test: ValueTest }>;
  readonly negated: boolean;
}

interface CheckedPair {
  readonly kind: "and" | "or";
  readonly left: CheckedFilter;
  readonly right: CheckedFilter;
}

export type CheckedFilter = CheckedTerm | CheckedHop | CheckedPair;

/**
 * Checks each term of `filters` against the schema only, so that mistakes are reported even without data.
 *
 * @throws CmsError `unknown_field`, or `invalid_filters` for an operator that the field's type doesn't support or a
 * value of the wrong type; `details` contain `param`, `position`, `field`, `allowed`
 */
export function checkFilters(node: FilterNode, schema: QuerySchema): CheckedFilter {
  if (node.kind === "term") return checkTerm(node, schema);
  const left = checkFilters(node.left, schema);
  return { kind: node.kind, left, right: checkFilters(node.right, schema) };
}

function checkTerm(term: FilterTerm, schema: QuerySchema): CheckedTerm | CheckedHop {
  const [name = "", ...rest] = term.field.trim().split(".");
  const found = findField(name, schema.fields);
  if (found !== undefined && rest.length === 0) return checkedTerm(term, found);
  const [inner] = rest;
  if (inner !== undefined && rest.length === 1 && found?.field !== undefined) {
    const { field } = found;
    const row = rowField(field, inner);
    if (row !== undefined) return checkedTerm(term, row);
    if (field.type === "reference") return checkHop(term, { field, inner, schema });
  }
  throw unknownField(term, knownNames(schema.fields));
}

function rowField({ type, fields = [], apiId }: QueryField, inner: string): FoundPath | undefined {
  const field = type === "repeat" ? fields.find((one) => one.apiId === inner) : undefined;
  return field && { path: { key: apiId, inner }, kind: kindOf(field.type) };
}

interface FoundPath {
  readonly path: ValuePath;
  readonly kind: ValueKind;
}

interface FoundField extends FoundPath {
  /** Absent for a system key. */
  readonly field?: QueryField;
}

function findField(name: string, fields: readonly QueryField[]): FoundField | undefined {
  const key = systemKeyOf(name, fields);
  const system = SYSTEM_KINDS.get(key);
  if (system !== undefined) return { path: { key }, kind: system };
  const field = fields.find(({ apiId }) => apiId === name);
  return field && { path: { key: name }, kind: kindOf(field.type), field };
}

function checkedTerm(term: FilterTerm, { path, kind }: FoundPath): CheckedTerm {
  const test = testOf(term, kind);
  return { kind: "term", path, test, negated: isNegated(term) };
}

interface Hop {
  readonly field: QueryField;
  readonly inner: string;
  readonly schema: QuerySchema;
}

/** Checks a field of the referenced entry. It suffices if one of the possible types has it. */
function checkHop(term: FilterTerm, { field, inner, schema }: Hop): CheckedHop {
  const types = (field.to ?? []).flatMap((apiId) => {
    const fields = schema.fieldsOf(apiId);
    return fields === undefined ? [] : [{ apiId, fields }];
  });
  const found = types.flatMap(({ apiId, fields }) => {
    const target = findField(inner, fields);
    return target === undefined ? [] : [{ apiId, path: target.path, kind: target.kind }];
  });
  const [first] = found;
  if (first === undefined) {
    const names = new Set(types.flatMap(({ fields }) => topNames(fields)));
    throw unknownField(
      term,
      [...names].map((name) => `${field.apiId}.${name}`),
    );
  }
  const fitting = found.filter(({ kind }) => isValueTest(term, kind));
  if (fitting.length === 0) testOf(term, first.kind);
  const targets = new Map(
    fitting.map(({ apiId, path, kind }) => [apiId, { path, test: testOf(term, kind) }]),
  );
  return { kind: "hop", path: { key: field.apiId }, targets, negated: isNegated(term) };
}

function isNegated({ operator }: FilterTerm): boolean {
  return operator.startsWith("not_");
}

function testOf(term: FilterTerm, kind: ValueKind): ValueTest {
  const { field, operator } = term;
  const allowed = OPERATORS_OF_KIND[kind];
  if (!allowed.includes(operator)) {
    throw invalidFilters(`The operator ${operator} is not supported for ${quoteName(field)}.`, {
      position: term.operatorStart,
      field: field.slice(0, 80),
      allowed,
    });
  }
  const test = makeTest(kind, operator, composeText(term.value));
  if (test !== undefined) return test;
  throw invalidFilters(`${quoteName(field)} must be compared with ${EXPECTED[kind]}.`, {
    position: term.valueStart,
    field: field.slice(0, 80),
  });
}

const EXPECTED: Readonly<Record<ValueKind, string>> = {
  text: "text",
  label: "an option's label",
  number: "a decimal number, such as 12 or -0.5",
  date: "a date: YYYY, YYYY-MM, YYYY-MM-DD, or ISO 8601",
  instant: "a time: YYYY, YYYY-MM, YYYY-MM-DD, or ISO 8601",
  boolean: "true or false",
  reference: "an entry's ID or slug",
  presence: "nothing",
};

function unknownField({ field, start }: FilterTerm, allowed: readonly string[]): CmsError {
  return new CmsError("unknown_field", `There is no field ${quoteName(field)} to filter by.`, {
    details: { param: "filters", position: start, field: field.slice(0, 80), allowed },
  });
}

function topNames(fields: readonly QueryField[]): readonly string[] {
  return [...SYSTEM_KINDS.keys(), ...fields.map(({ apiId }) => apiId)];
}

/** All names defined by the fields of this type, including those of repeat rows. */
function knownNames(fields: readonly QueryField[]): readonly string[] {
  const inner = fields.flatMap(({ apiId, type, fields: rows = [] }) =>
    type === "repeat" ? rows.map((row) => `${apiId}.${row.apiId}`) : [],
  );
  return [...topNames(fields), ...inner];
}
