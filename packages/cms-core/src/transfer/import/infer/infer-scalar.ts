import type { RowField } from "../../../model/content-type.ts";
import { sourceText, wholeDay } from "../source/source-keys.ts";
import {
  type Cell,
  type Lookup,
  convertScalar,
  describedMedia,
  parseBoolean,
  parseNumber,
} from "./convert-scalar.ts";

/** What a field can be apart from its names: distributes over the union of field types. */
export type FieldShape = RowField extends infer F
  ? F extends RowField
    ? Omit<F, "id" | "apiId" | "label" | "help" | "required" | "multiple">
    : never
  : never;

export interface InferredScalar {
  readonly shape: FieldShape;
  /** Some values do not fit and go to a text field beside this one. */
  readonly rest: boolean;
  /** Text only because a few values are not what most of them are. */
  readonly mixed?: boolean;
}

export interface InferOptions {
  /** Last part of the key, for names that suggest a type. */
  readonly key: string;
  readonly lookup: Lookup;
  /** The values stand in quotes: they were meant as text. */
  readonly quoted: boolean;
}

const BARE: Omit<RowField, "type"> = {
  id: "",
  apiId: "",
  label: "",
  required: false,
  multiple: false,
};
const MEDIA_PATH = /\.(?:jpe?g|png|a?png|webp|avif|gif|svg|pdf|zip|mp3|ogg|wav|m4a)(?:[?#][^]*)?$/i;

/**
 * The field type that all values of a key share; text where they share none, so that every value can be
 * kept. `cells` are single values, none of them empty.
 */
export function inferScalar(cells: readonly Cell[], options: InferOptions): InferredScalar {
  const media = inferMedia(cells, options.lookup);
  if (media !== undefined) return media;
  const to = inferReference(cells, options);
  if (to !== undefined) return { shape: { type: "reference", to }, rest: false };
  return inferPlain(cells, options.quoted);
}

const PLAIN = [
  { type: "boolean", fits: parseBoolean, like: /^(?:true|false)$/i, alsoQuoted: false },
  { type: "number", fits: parseNumber, like: /^-?[\d.,_]*\d$/, alsoQuoted: false },
  { type: "date", fits: wholeDay, like: /^\d{4}-\d\d-\d\d/, alsoQuoted: true },
] as const;

function inferPlain(cells: readonly Cell[], quoted: boolean): InferredScalar {
  let mixed = cells.some(({ value }) => typeof value !== "string");
  for (const { type, fits, like, alsoQuoted } of PLAIN) {
    if (quoted && !alsoQuoted) continue;
    const alike = cells.filter(({ value }) => typeof value === "string" && like.test(value));
    const good = alike.filter(({ value }) => fits(sourceText(value)) !== undefined);
    if (good.length === cells.length) return { shape: { type }, rest: false };
    mixed ||= alike.length > cells.length / 2;
  }
  const type = textType(cells.map(({ value }) => sourceText(value)));
  return { shape: { type }, rest: false, mixed };
}

/** The smallest of the text types that holds all texts. */
export function textType(texts: readonly string[]): "text" | "textarea" | "richtext" {
  const fits = (type: "text" | "textarea"): boolean =>
    texts.every(
      (value) => convertScalar({ path: "", value }, asField({ type }), NO_LOOKUP) !== undefined,
    );
  if (fits("text")) return "text";
  return fits("textarea") ? "textarea" : "richtext";
}

const NO_LOOKUP: Lookup = { types: [], media: () => undefined, entry: () => undefined };

function asField(shape: FieldShape): RowField {
  return { ...BARE, ...shape };
}

/** Files of the folder, when every value looks like a file's address; others' addresses go beside. */
function inferMedia(cells: readonly Cell[], lookup: Lookup): InferredScalar | undefined {
  const sources = cells.map(({ path, value }) => ({
    path,
    src: typeof value === "string" ? value : describedMedia(value)?.src,
  }));
  if (!sources.every(({ src }) => src !== undefined && MEDIA_PATH.test(src))) return undefined;
  const found = sources.map(({ path, src = "" }) => lookup.media(src, path));
  const kept = found.filter((one) => one !== undefined);
  if (kept.length === 0) return undefined;
  const accept = kept.every((one) => one.accept === "image") ? "image" : "file";
  return { shape: { type: "media", accept }, rest: kept.length < cells.length };
}

const ANY_TYPE = /^(?:related|similar|see|linked|parent|previous|prev|next|children|depends)/i;
const LINK = /^(?:\[\[[^[\]]+\]\]|[^\s?#]+\.mdx?)$/;

/** Entries, when the key speaks of their type or the values are links, and every value leads to one. */
function inferReference(
  cells: readonly Cell[],
  { key, lookup }: InferOptions,
): string[] | undefined {
  const stem = stemOf(key);
  const named = lookup.types.filter((type) => stemOf(type) === stem);
  const types = new Set<string>();
  for (const { path, value } of cells) {
    if (typeof value !== "string") return undefined;
    const anyType = ANY_TYPE.test(key) || LINK.test(value);
    if (named.length === 0 && !anyType) return undefined;
    const found =
      (named.length === 0 ? undefined : lookup.entry(value, named, path)) ??
      (anyType ? lookup.entry(value, undefined, path) : undefined);
    if (found === undefined) return undefined;
    types.add(found.type);
  }
  return [...types].toSorted();
}

/** `authors`, `author_id` and `coAuthors` are all about `author`. */
function stemOf(key: string): string {
  const word = key
    .replace(/^(?:related|main|primary|guest|co)[-_]?(?=[A-Z]|[a-z]{4})/, "")
    .replace(/[-_](?:ids?|slugs?|refs?)$|(?:Ids?|Slugs?|Refs?)$/, "")
    .toLowerCase();
  return word.replace(/ies$/, "y").replace(/s$/, "");
}
