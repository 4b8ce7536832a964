import type { Field } from "../../api/content/schema.ts";
import type { ReadQuestion } from "../../api/delivery/read-api.ts";

/** Operators of filters, as the read API names them. */
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

/** One condition of a filter, and how it joins what stands before it. */
export interface Term {
  readonly join: "and" | "or";
  /** API id, or `reference.field`. */
  readonly field: string;
  readonly operator: Operator;
  readonly value: string;
}

/** A question to the read API, as the address of the explorer has it. Everything but the type may be empty. */
export interface Question {
  readonly type: string;
  /** Id or slug of one entry. */
  readonly entry: string;
  readonly drafts: boolean;
  readonly filters: string;
  /** By commas; `-` descends. */
  readonly orders: string;
  readonly fields: string;
  readonly depth: string;
  readonly limit: string;
  readonly offset: string;
  readonly q: string;
}

/** The parameters of the read API, in the order in which they are written. */
const PARAMETERS = ["filters", "q", "orders", "fields", "depth", "limit", "offset"] as const;

export function readQuestion(address: URLSearchParams): Question {
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

export function writeQuestion(question: Question): URLSearchParams {
  const { type, entry, drafts } = question;
  const address = new URLSearchParams({ type });
  if (entry !== "") address.set("entry", entry);
  if (drafts) address.set("drafts", "1");
  for (const name of PARAMETERS) if (question[name] !== "") address.set(name, question[name]);
  return address;
}

/** Parameters that count: those of lists say nothing of one entry, or of an object. */
function parametersOf(question: Question, isOne: boolean): readonly (readonly [string, string])[] {
  const names = isOne ? (["fields", "depth"] as const) : PARAMETERS;
  return names.flatMap((name) => {
    const value = question[name].trim();
    return value === "" ? [] : [[name, value] as const];
  });
}

/** What is asked, as HQ takes it; parameters are written so that they can be read in an address, too. */
export function askedOf(question: Question, isObject: boolean): ReadQuestion {
  const entry = question.entry.trim();
  const isOne = isObject || entry !== "";
  const query = parametersOf(question, isOne)
    .map(([name, value]) => `${name}=${encodeValue(value)}`)
    .join("&");
  return {
    apiId: question.type,
    query,
    drafts: question.drafts,
    ...(!isObject && entry !== "" && { entry }),
  };
}

/** Encoded as an address needs it, and no more: commas and brackets are what people look for in a query. */
function encodeValue(value: string): string {
  return encodeURIComponent(value).replaceAll(/%(?:2C|3A|2F|40|24)/g, decodeURIComponent);
}

/** Whether an operator compares with a value. */
export function needsValue(operator: Operator): boolean {
  return operator !== "exists" && operator !== "not_exists";
}

/** Terms as the read API reads them: from left to right, whatever joins them. */
export function printTerms(terms: readonly Term[]): string {
  return terms
    .map(({ join, field, operator, value }, place) => {
      // What would end a value there.
      const escaped = value.replaceAll(/[()[\]\\]/g, String.raw`\$&`);
      const text = `${field}[${operator}]${needsValue(operator) ? escaped : ""}`;
      return place === 0 ? text : `[${join}]${text}`;
    })
    .join("");
}

const TERM = /^([^[\]()\\]+)\[([a-z_]+)\](.*)$/su;

/** Terms of a filter that was written by hand; `undefined` for one with groups, or that is not understood. */
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
  // A bracket that is not escaped is no part of a value.
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

/** A field by which can be filtered, ordered, or that can be picked. */
export interface AskedField {
  /** API id, or `reference.field`. */
  readonly name: string;
  readonly label: string;
  readonly type: string;
  readonly multiple: boolean;
}

export function operatorsOf(field: Pick<AskedField, "type"> | undefined): readonly Operator[] {
  return BY_TYPE[field?.type ?? "text"] ?? PRESENCE;
}

/** What every entry has besides its fields. */
const SYSTEM = [
  ["id", "text"],
  ["slug", "text"],
  ["createdAt", "date"],
  ["updatedAt", "date"],
  ["publishedAt", "date"],
  ["sortOrder", "number"],
] as const;

const ROWS: ReadonlySet<string> = new Set(["repeat"]);

/** The fields of a type that a question can name, those of its rows included. */
export function askedFields(fields: readonly Field[]): readonly AskedField[] {
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

export function isOrderable({ type, multiple }: AskedField): boolean {
  return ORDERABLE.has(type) && !multiple;
}

/** Names by commas. */
export function splitNames(text: string): readonly string[] {
  return text.split(",").flatMap((name) => (name.trim() === "" ? [] : [name.trim()]));
}
