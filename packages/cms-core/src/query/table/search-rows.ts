import { visibleText } from "../../markdown/visible-text.ts";
import { isObject, type JsonObject, parseEntry, type QueryEntry } from "../answer/query-entry.ts";
import type { QueryField } from "../ask/query-parameters.ts";
import type { Row, SearchText } from "./row.ts";

/** Weights of a match (contracts, section 4: the first text field weighs most). */
const WEIGHTS = { rest: 1, slug: 3, first: 5 } as const;

/** Returns the rows that contain every word, highest score first, otherwise in their order. */
export function rankRows(
  rows: readonly Row[],
  words: readonly string[],
  fields: readonly QueryField[],
): readonly Row[] {
  const scoreOf = createScorer(words, fields);
  const scored = rows.map((row) => ({ row, score: scoreOf(row) })).filter(({ score }) => score > 0);
  return scored.toSorted((a, b) => b.score - a.score).map(({ row }) => row);
}

/** Returns the sum of each word's best weight; 0 if one doesn't occur. */
export function createScorer(
  words: readonly string[],
  fields: readonly QueryField[],
): (row: Row) => number {
  return (row) => {
    // Cached, because creating it takes longer than everything else.
    const text = (row.text ??= readSearchText(row.entry, fields));
    let score = 0;
    for (const word of words) {
      const weight = weightIn(text, word);
      if (weight === 0) return 0;
      score += weight;
    }
    return score;
  };
}

/** Returns the best weight of a word; 0 if it doesn't occur. */
function weightIn({ text, slugStart, restStart }: SearchText, word: string): number {
  const at = text.indexOf(word);
  if (at === -1) return 0;
  if (at < slugStart) return WEIGHTS.first;
  return at < restStart ? WEIGHTS.slug : WEIGHTS.rest;
}

function readSearchText({ json, slug }: QueryEntry, fields: readonly QueryField[]): SearchText {
  const values = parseEntry(json);
  const first = fields.find(({ type }) => type === "text");
  const others = fields.filter((field) => field !== first);
  const head = lines(first === undefined ? [] : textsOf(values, [first]));
  const middle = lines([slug]);
  const slugStart = head.length;
  const restStart = slugStart + middle.length;
  return { text: head + middle + lines(textsOf(values, others)), slugStart, restStart };
}

function lines(texts: readonly string[]): string {
  return texts.length === 0 ? "" : toSearchText(`${texts.join("\n")}\n`);
}

function textsOf(values: JsonObject, fields: readonly QueryField[]): readonly string[] {
  return fields.flatMap((field) => {
    const value = values[field.apiId];
    return Array.isArray(value)
      ? value.flatMap((one: unknown) => textsIn(one, field))
      : textsIn(value, field);
  });
}

const TEXTS: ReadonlySet<QueryField["type"]> = new Set([
  "text",
  "textarea",
  "richtext",
  "select",
  "embed",
]);

/** Returns the texts of one value: the visible text of rich text, the alt text of media. */
function textsIn(value: unknown, { type, fields = [] }: QueryField): readonly string[] {
  if (type === "richtext" && typeof value === "string") return [visibleText(value)];
  if (TEXTS.has(type)) return typeof value === "string" ? [value] : [];
  if (!isObject(value)) return [];
  if (type === "repeat") return textsOf(value, fields);
  return type === "media" && typeof value["alt"] === "string" ? [value["alt"]] : [];
}

/** Normalizes text for searching: unifies compatibility forms (full width, ligatures, half-width kana) and case. */
export function toSearchText(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}

/** Splits a search into words normalized by `toSearchText`; a text matches if it contains all of them. */
export function searchWords(q: string): readonly string[] {
  const words = toSearchText(q).split(/\s+/u);
  return [...new Set(words)].filter((word) => word !== "");
}
