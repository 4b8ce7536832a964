import type { Field } from "../../api/content/schema.ts";
import type { ReadQuery } from "../../api/delivery/read-api.ts";

/** Filter operators of the read API. */
export const OPERATORS = [
  "equals",
  "not_equals",
  "contains",
  "not_contains",
  "begins_with",
  "less_than",
  "greater_than",
  "exists",
  "not_exists",
] as const;

export type Operator = (typeof OPERATORS)[number];

/** A filter condition and its operator for joining the conditions before it. */
export interface Term {
  readonly join: "and" | "or";
  /** API ID, or `reference.field`. */
  readonly field: string;
  readonly operator: Operator;
  readonly value: string;
}

/** A read API query as stored in the explorer's URL. Only the type is required. */
export interface ExplorerQuery {
  readonly type: string;
  /** Id or slug of one entry. */
  readonly entry: string;
  readonly drafts: boolean;
  readonly filters: string;
  /** Comma-separated; `-` sorts descending. */
  readonly orders: string;
  readonly fields: string;
  readonly depth: string;
  readonly limit: string;
  readonly offset: string;
  readonly q: string;
}

/** Read API parameters, in output order. */
const PARAMETERS = ["filters", "q", "orders", "fields", "depth", "limit", "offset"] as const;

export function parseQuery(address: URLSearchParams): ExplorerQuery {
  const read = (name: string): string => address.get(name) ?? "";
  return {
    type: read("type"),
    entry: read("entry"),
    drafts: read("drafts") === "1",
    filters: read("filters"),
    orders: read("orders"),
    fields: read("fields"),
    depth: read("depth"),
    limit: read("limit"),
    offset: read("offset"),
    q: read("q"),
  };
}

export function printQuery(question: ExplorerQuery): URLSearchParams {
  const { type, entry, drafts } = question;
  const address = new URLSearchParams({ type });
  if (entry !== "") address.set("entry", entry);
  if (drafts) address.set("drafts", "1");
  for (const name of PARAMETERS) if (question[name] !== "") address.set(name, question[name]);
  return address;
}

/** Returns the applicable parameters. List parameters don't apply to a single entry or object. */
function parametersOf(
  question: ExplorerQuery,
  isSingleEntry: boolean,
): readonly (readonly [string, string])[] {
  const names = isSingleEntry ? (["fields", "depth"] as const) : PARAMETERS;
  return names.flatMap((name) => {
    const value = question[name].trim();
    return value === "" ? [] : [[name, value] as const];
  });
}

/** Converts to the query sent to HQ, with parameters encoded readably. */
export function toReadQuery(question: ExplorerQuery, isObject: boolean): ReadQuery {
  const entry = question.entry.trim();
  const isForOneEntry = isObject || entry !== "";
  const query = parametersOf(question, isForOneEntry)
    .map(([name, value]) => `${name}=${encodeValue(value)}`)
    .join("&");
  return {
    apiId: question.type,
    query,
    drafts: question.drafts,
    ...(!isObject && entry !== "" && { entry }),
  };
}

/** Encodes only what a URL requires, so commas and brackets stay readable. */
function encodeValue(value: string): string {
  return encodeURIComponent(value).replaceAll(/%(?:2C|3A|2F|40|24)/g, decodeURIComponent);
}

/** Returns whether an operator takes a value. */
export function needsValue(operator: Operator): boolean {
  return operator !== "exists" && operator !== "not_exists";
}

/** Prints conditions in the read API's syntax, evaluated from left to right without precedence. */
export function printTerms(terms: readonly Term[]): string {
  return terms
    .map(({ join, field, operator, value }, place) => {
      // Characters that would end a value.
      const escaped = value.replaceAll(/[()[\]\\]/g, String.raw`\$&`);
      const text = `${field}[${operator}]${needsValue(operator) ? escaped : ""}`;
      return place === 0 ? text : `[${join}]${text}`;
    })
    .join("");
}

const TERM = /^([^[\]()\\]+)\[([a-z_]+)\](.*)$/su;

/** Parses a hand-written filter; undefined if it has groups or is invalid. */
export function parseTerms(filters: string): readonly Term[] | undefined {
  if (filters === "") return [];
  const parts = splitTerms(filters);
  const terms = parts?.map(({ join, text }) => parseTerm(join, text));
  return terms?.every((term) => term !== undefined) === true ? terms : undefined;
}

interface Part {
  readonly join: Term["join"];
  readonly text: string;
}

function splitTerms(filters: string): readonly Part[] | undefined {
  const parts: Part[] = [];
  let join: Term["join"] = "and";
  let text = "";
  for (let at = 0; at < filters.length; at += 1) {
    const next = /^\[(and|or)\]/.exec(filters.slice(at))?.[1];
    if (next === "and" || next === "or") {
      parts.push({ join, text });
      join = next;
      text = "";
      at += next.length + 1;
      continue;
    }
    const character = filters.charAt(at);
    if (character === "(" || character === ")") return undefined;
    text += character;
    if (character === "\\") {
      at += 1;
      text += filters.charAt(at);
    }
  }
  return [...parts, { join, text }];
}

function parseTerm(join: Term["join"], text: string): Term | undefined {
  const [, field = "", name, value = ""] = TERM.exec(text) ?? [];
  const operator = OPERATORS.find((known) => known === name);
  // An unescaped bracket can't be part of a value.
  if (operator === undefined || /(?<!\\)(?:\\\\)*[[\]]/.test(value)) return undefined;
  return { join, field, operator, value: value.replaceAll(/\\(.)/gsu, "$1") };
}

const TEXT = ["contains", "equals", "begins_with", "not_contains", "not_equals"] as const;
const PRESENCE = ["exists", "not_exists"] as const;
const ORDERED = ["equals", "not_equals", "less_than", "greater_than"] as const;

const BY_TYPE: Readonly<Record<string, readonly Operator[]>> = {
  text: [...TEXT, ...PRESENCE],
  textarea: [...TEXT, ...PRESENCE],
  richtext: [...TEXT, ...PRESENCE],
  embed: [...TEXT, ...PRESENCE],
  number: [...ORDERED, ...PRESENCE],
  date: [...ORDERED, "begins_with", ...PRESENCE],
  boolean: ["equals", "not_equals"],
  select: ["equals", "not_equals", ...PRESENCE],
  reference: ["equals", "not_equals", ...PRESENCE],
};

/** A field that can be filtered, sorted by, or selected. */
export interface QueryField {
  /** API ID, or `reference.field`. */
  readonly name: string;
  readonly label: string;
  readonly type: string;
  readonly multiple: boolean;
}

export function operatorsOf(field: Pick<QueryField, "type"> | undefined): readonly Operator[] {
  return BY_TYPE[field?.type ?? "text"] ?? PRESENCE;
}

/** System fields of every entry. */
const SYSTEM = [
  ["id", "text"],
  ["slug", "text"],
  ["createdAt", "date"],
  ["updatedAt", "date"],
  ["publishedAt", "date"],
  ["sortOrder", "number"],
] as const;

const ROWS: ReadonlySet<string> = new Set(["repeat"]);

/** Returns the fields of a type available in queries, including fields of rows. */
export function queryFields(fields: readonly Field[]): readonly QueryField[] {
  const own = fields.flatMap(({ apiId, label, type, multiple, fields: rows = [] }) => {
    const field = { name: apiId, label, type, multiple };
    if (!ROWS.has(type)) return [field];
    const inner = rows.map((row) => ({
      name: `${apiId}.${row.apiId}`,
      label: `${label}: ${row.label}`,
      type: row.type,
      multiple: true,
    }));
    return [field, ...inner];
  });
  return [...own, ...SYSTEM.map(([name, type]) => ({ name, label: name, type, multiple: false }))];
}

const ORDERABLE: ReadonlySet<string> = new Set([
  "text",
  "textarea",
  "richtext",
  "number",
  "boolean",
  "date",
  "select",
  "embed",
]);

export function isOrderable({ type, multiple }: QueryField): boolean {
  return ORDERABLE.has(type) && !multiple;
}

/** Splits comma-separated names. */
export function splitNames(text: string): readonly string[] {
  return text.split(",").flatMap((name) => (name.trim() === "" ? [] : [name.trim()]));
}
