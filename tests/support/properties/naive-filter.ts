import type { FilterNode, FilterTerm, QueryField } from "@loam/cms-core/query";

/** Parsed JSON. */
export type Json = string | number | boolean | Json[] | { [key: string]: Json };
export type JsonEntry = { [key: string]: Json };

/** A plain site: per type its fields, and its entries with references as `{"id"}`. */
export type NaiveSite = ReadonlyMap<
  string,
  { readonly fields: readonly QueryField[]; readonly entries: readonly JsonEntry[] }
>;

interface Scope {
  readonly site: NaiveSite;
  readonly fields: readonly QueryField[];
}

export function passes(entry: JsonEntry, node: FilterNode, scope: Scope): boolean {
  if (node.kind !== "term") {
    const sides = [node.left, node.right];
    return node.kind === "and"
      ? sides.every((side) => passes(entry, side, scope))
      : sides.some((side) => passes(entry, side, scope));
  }
  const isNegated = node.operator.startsWith("not_");
  return meets(entry, node, scope) !== isNegated;
}

const SYSTEM: Readonly<Record<string, string>> = {
  id: "text",
  slug: "text",
  createdAt: "date",
  updatedAt: "date",
  publishedAt: "date",
  sortOrder: "number",
};

/** Returns whether the condition holds, ignoring `not_`. */
function meets(entry: JsonEntry, term: FilterTerm, scope: Scope): boolean {
  const [key = "", inner] = term.field.split(".");
  const system = SYSTEM[key];
  const field = scope.fields.find(({ apiId }) => apiId === key);
  if (system !== undefined) return isMet(entry[key], term, { type: system, scope });
  if (field === undefined) throw new Error(`no field ${key}`);
  if (inner === undefined) return isMet(valueOf(entry, field), term, { ...field, scope });
  if (field.type === "repeat") {
    const row = field.fields?.find(({ apiId }) => apiId === inner);
    if (row === undefined) throw new Error(`no field ${inner}`);
    return rowsOf(entry[key]).some((values) =>
      isMet(valueOf(values, row), term, { ...row, scope }),
    );
  }
  return listOf(entry[key]).some((reference) => {
    const [target, fields] = targetOf(reference, field, scope.site);
    return target !== undefined && meets(target, { ...term, field: inner }, { ...scope, fields });
  });
}

export function valueOf(
  values: JsonEntry,
  { apiId, type, multiple }: QueryField,
): Json | undefined {
  if (type === "boolean" && !multiple) return values[apiId] ?? false;
  return values[apiId];
}

function targetOf(
  reference: Json,
  { to = [] }: QueryField,
  site: NaiveSite,
): [JsonEntry | undefined, readonly QueryField[]] {
  for (const apiId of to) {
    const type = site.get(apiId);
    const target = type?.entries.find((entry) => entry["id"] === idOf(reference));
    if (type !== undefined && target !== undefined) return [target, type.fields];
  }
  return [undefined, []];
}

function idOf(reference: Json): Json | undefined {
  return isObject(reference) ? reference["id"] : undefined;
}

interface Kind {
  readonly type: string;
  readonly to?: readonly string[];
  readonly scope: Scope;
}

function isMet(value: Json | undefined, term: FilterTerm, kind: Kind): boolean {
  if (term.operator.endsWith("exists")) {
    return value !== undefined && value !== "" && !(Array.isArray(value) && value.length === 0);
  }
  return listOf(value).some((one) => isOne(one, term, kind));
}

function isOne(value: Json, { operator, value: operand }: FilterTerm, kind: Kind): boolean {
  const asked = operator.replace("not_", "");
  const text = textOf(value);
  switch (kind.type) {
    case "number":
      return compares(Number(value), asked, Number(operand));
    case "boolean":
      return text === operand;
    case "date":
      if (asked === "contains") return text.includes(operand);
      if (asked === "begins_with") return text.startsWith(operand);
      return compares(time(text), asked, time(operand));
    case "select":
      return asked === "begins_with" ? text.startsWith(operand) : text === operand;
    case "reference":
      return idOf(value) === operand || slugOf(value, kind) === operand;
    default:
      if (asked === "equals") return text === operand;
      return asked === "contains" ? text.includes(operand) : text.startsWith(operand);
  }
}

function compares(value: number, asked: string, operand: number): boolean {
  if (asked === "equals") return value === operand;
  if (asked === "less_than") return value < operand;
  return asked === "greater_than" && value > operand;
}

function time(text: string): number {
  const day = { 4: `${text}-01-01`, 7: `${text}-01` }[text.length] ?? text;
  return Date.parse(/T.*(Z|[+-]\d\d:\d\d)$|^[^T]*$/.test(day) ? day : `${day}Z`);
}

function slugOf(reference: Json, { to = [], scope }: Kind): Json | undefined {
  for (const apiId of to) {
    const target = scope.site.get(apiId)?.entries.find((entry) => entry["id"] === idOf(reference));
    if (target !== undefined) return target["slug"];
  }
  return undefined;
}

export function isObject(value: Json | undefined): value is JsonEntry {
  return typeof value === "object" && !Array.isArray(value);
}

export function listOf(value: Json | undefined): Json[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

function rowsOf(value: Json | undefined): JsonEntry[] {
  return listOf(value).filter(isObject);
}

/** Returns a string unchanged, and other values as JSON. */
export function textOf(value: Json | undefined): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? "");
}
