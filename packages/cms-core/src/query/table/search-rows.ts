import { isObject, type JsonObject, parseEntry, type QueryEntry } from "../answer/query-entry.ts";
import type { QueryField } from "../ask/query-parameters.ts";
import type { Row, SearchText } from "./row.ts";

/** What finding a word is worth (contracts, section 4: the first text field weighs most). */
const WEIGHTS = { rest: 1, slug: 3, first: 5 } as const;

/** Those of some rows that hold every word: the highest scores first, and else in their order. */
export function rankRows(
  rows: readonly Row[],
  words: readonly string[],
  fields: readonly QueryField[],
): readonly Row[] {
  const scoreOf = scoring(words, fields);
  const scored = rows.map((row) => ({ row, score: scoreOf(row) })).filter(({ score }) => score > 0);
  return scored.toSorted((a, b) => b.score - a.score).map(({ row }) => row);
}

/** The sum of what each word is worth where it is worth most; 0 where one does not occur. */
export function scoring(
  words: readonly string[],
  fields: readonly QueryField[],
): (row: Row) => number {
  const plan = searchPlanOf(fields);
  return (row) => {
    // Read once: to make it takes more time than all else.
    const text = (row.text ??= readSearchText(row.entry, plan));
    let score = 0;
    for (const word of words) {
      const weight = weightIn(text, word);
      if (weight === 0) return 0;
      score += weight;
    }
    return score;
  };
}

/** What it is worth that a word occurs, where it is worth most; 0 where it does not. */
function weightIn({ text, slugStart, restStart }: SearchText, word: string): number {
  const at = text.indexOf(word);
  if (at === -1) return 0;
  if (at < slugStart) return WEIGHTS.first;
  return at < restStart ? WEIGHTS.slug : WEIGHTS.rest;
}

/** Which of a type's fields are searched. */
interface SearchPlan {
  /** API id of the first field of type text. */
  readonly first: string | undefined;
  readonly fields: ReadonlyMap<string, SearchedField>;
}

/** `alt`: of media, the alternative text. `rows`: the fields of a repeat field's rows. */
type SearchedField =
  | { readonly kind: "text" | "alt" }
  | { readonly kind: "rows"; readonly fields: ReadonlyMap<string, SearchedField> };

function searchPlanOf(fields: readonly QueryField[]): SearchPlan {
  const first = fields.find(({ type }) => type === "text");
  return { first: first?.apiId, fields: searchedFields(fields) };
}

function searchedFields(fields: readonly QueryField[]): ReadonlyMap<string, SearchedField> {
  const searched = new Map<string, SearchedField>();
  for (const { apiId, type, fields: rows = [] } of fields) {
    if (TEXTS.has(type)) searched.set(apiId, { kind: "text" });
    else if (type === "media") searched.set(apiId, { kind: "alt" });
    else if (type === "repeat") searched.set(apiId, { kind: "rows", fields: searchedFields(rows) });
  }
  return searched;
}

const TEXTS: ReadonlySet<QueryField["type"]> = new Set([
  "text",
  "textarea",
  "richtext",
  "select",
  "embed",
]);

function readSearchText(entry: QueryEntry, plan: SearchPlan): SearchText {
  const first: string[] = [];
  const rest: string[] = [];
  for (const [key, value] of Object.entries(parseEntry(entry.json))) {
    const field = plan.fields.get(key);
    if (field !== undefined) collect(value, { field, into: key === plan.first ? first : rest });
  }
  const head = lines(first);
  const middle = lines([entry.slug]);
  const slugStart = head.length;
  const restStart = slugStart + middle.length;
  return { text: head + middle + lines(rest), slugStart, restStart };
}

function lines(texts: readonly string[]): string {
  return texts.length === 0 ? "" : normaliseText(`${texts.join("\n")}\n`);
}

interface Collecting {
  readonly field: SearchedField;
  readonly into: string[];
}

function collect(value: unknown, { field, into }: Collecting): void {
  if (Array.isArray(value)) {
    for (const one of value) collect(one, { field, into });
  } else if (field.kind === "text") {
    if (typeof value === "string") into.push(value);
  } else if (isObject(value)) {
    if (field.kind === "rows") collectRow(value, field.fields, into);
    else if (typeof value["alt"] === "string") into.push(value["alt"]);
  }
}

function collectRow(
  row: JsonObject,
  fields: ReadonlyMap<string, SearchedField>,
  into: string[],
): void {
  for (const [key, value] of Object.entries(row)) {
    const field = fields.get(key);
    if (field !== undefined) collect(value, { field, into });
  }
}

/**
 * The form in which texts are searched: compatibility forms are the same (full width, ligatures,
 * half-width kana), and so are upper and lower case.
 */
export function normaliseText(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}

/** The words of a search in the form of `normaliseText`; a text matches that holds every one. */
export function searchWords(q: string): readonly string[] {
  const words = normaliseText(q).split(/\s+/u);
  return [...new Set(words)].filter((word) => word !== "");
}
