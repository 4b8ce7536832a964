import { slugProblem } from "../../../base/slug.ts";
import { characterCount } from "../../../base/text.ts";
import { parseVideoAddress } from "../../../base/video-address.ts";
import type { RowField, SelectOption, TextField } from "../../../model/content-type.ts";
import type { MediaValue, SingleValue } from "../../../model/entry.ts";
import { LIMITS } from "../../../model/limits.ts";
import type { KeyDemand } from "../frameworks/astro-collections.ts";
import { wholeDay } from "../source/source-dates.ts";
import { isSourceList, sourceText, type SourceValue } from "../source/source-keys.ts";

/** A field without its names. Distributes over the union of field types. */
export type FieldShape = RowField extends infer F
  ? F extends RowField
    ? Omit<F, "id" | "apiId" | "label" | "help" | "required" | "multiple">
    : never
  : never;

interface InferredScalar {
  readonly shape: FieldShape;
  /** Whether some values don't fit and go to an additional text field. */
  readonly rest: boolean;
  /** Whether the field is text only because a few values differ from the rest. */
  readonly mixed?: boolean;
}

interface InferOptions {
  /** Last part of the key, for names that suggest a type. */
  readonly key: string;
  readonly lookup: Lookup;
  /** Whether the values are quoted, and so meant as text. */
  readonly quoted: boolean;
  /** Requirement of the project's own schema for the key. */
  readonly demand: KeyDemand | undefined;
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
 * Infers the field type that all values of a key share, or text if there is none, so that every value can be kept.
 * `cells` are single, non-empty values.
 */
export function inferScalar(cells: readonly Cell[], options: InferOptions): InferredScalar {
  const media = inferMedia(cells, options.lookup);
  if (media !== undefined) return media;
  const to = inferReference(cells, options);
  if (to !== undefined) return { shape: { type: "reference", to }, rest: false };
  const plain = inferPlain(cells, options.quoted);
  const values = plain.shape.type === "text" ? optionsOf(cells, options) : undefined;
  if (values === undefined) return plain;
  return { shape: { type: "select", options: toOptions(values) }, rest: false };
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
    const texts = cells.map(({ value }) => value).filter((value) => typeof value === "string");
    const good = texts.filter((text) => fits(text) !== undefined);
    if (good.length === cells.length) return { shape: { type }, rest: false };
    mixed ||= texts.filter((text) => like.test(text)).length > cells.length / 2;
  }
  const type = textType(cells);
  return { shape: { type }, rest: false, mixed };
}

/** Returns the smallest text type that can store all values as text. */
export function textType(cells: readonly Cell[]): TextField["type"] {
  const holds = (type: TextField["type"]): boolean =>
    cells.every((cell) => convertScalar(cell, { ...BARE, type }, NO_LOOKUP) !== undefined);
  return (["text", "textarea"] as const).find(holds) ?? "richtext";
}

const NO_LOOKUP: Lookup = {
  types: [],
  typeNamed: () => undefined,
  typeAt: () => undefined,
  media: () => undefined,
  entry: () => undefined,
};

/** Infers a media field if every value looks like a file path. External URLs go to an additional field. */
function inferMedia(cells: readonly Cell[], lookup: Lookup): InferredScalar | undefined {
  const sources = cells.map(({ path, value }) => ({
    path,
    src: typeof value === "string" ? value : describedMedia(value)?.src,
  }));
  if (!sources.every(({ src }) => src !== undefined && MEDIA_PATH.test(src))) return undefined;
  const found = sources.map(({ path, src = "" }) => lookup.media(src, path));
  const local = found.filter((one) => one !== undefined);
  if (local.length === 0) return undefined;
  const accept = local.every((one) => one.accept === "image") ? "image" : "file";
  return { shape: { type: "media", accept }, rest: local.length < cells.length };
}

/** More distinct values are not a set of options. */
const MAX_OPTIONS = 8;
/** With fewer values, repetition can be a coincidence. */
const MIN_VALUES = 6;
const TIMES_EACH = 3;

/** Keys whose values are open-ended. */
const OPEN_ENDED_KEY =
  /^(?:tags?|keywords?|authors?|writers?|creators?|people|title|name|headline|slug|description)$/i;

/** Returns the options of a key: those of the project's own schema, or a few words that files repeat. */
function optionsOf(
  cells: readonly Cell[],
  { key, demand }: Pick<InferOptions, "key" | "demand">,
): readonly string[] | undefined {
  const texts = cells.map(({ value }) => (typeof value === "string" ? value : ""));
  if (demand?.options !== undefined) {
    const known = new Set(demand.options);
    return texts.every((text) => known.has(text)) ? [...known] : undefined;
  }
  const counts = Map.groupBy(texts, (text) => text);
  const isFew =
    counts.size >= 2 &&
    counts.size <= MAX_OPTIONS &&
    texts.length >= Math.max(MIN_VALUES, counts.size * TIMES_EACH);
  if (!isFew || OPEN_ENDED_KEY.test(key)) return undefined;
  const areOptions = [...counts].every(([text, uses]) => uses.length > 1 && OPTION.test(text));
  return areOptions && areDistinct([...counts.keys()]) ? [...counts.keys()].toSorted() : undefined;
}

/** Matches one to three words that are not a URL or path. */
const OPTION = /^(?=.{1,40}$)[\p{L}\p{N}][^\s/\\.:@]*(?: [^\s/\\.:@]+){0,2}$/u;

/** Returns whether options differ by more than case. */
function areDistinct(texts: readonly string[]): boolean {
  return new Set(texts.map((text) => text.toLowerCase())).size === texts.length;
}

export function toOptions(values: readonly string[]): SelectOption[] {
  return values.map((value) => ({ value, label: value }));
}

const ANY_TYPE = /^(?:related|similar|see|linked|parent|previous|prev|next|children|depends)/i;
const LINK = /^(?:\[\[[^[\]]+\]\]|[^\s?#]+\.mdx?)$/;

/** Infers a reference to the type in the project's schema, or the type suggested by the key or the values. */
function inferReference(
  cells: readonly Cell[],
  { key, lookup, demand }: InferOptions,
): string[] | undefined {
  const wanted = demand?.to === undefined ? undefined : lookup.typeNamed(demand.to);
  if (wanted !== undefined && referencesAll(cells, wanted, lookup)) return [wanted];
  return inferByKey(cells, { key, lookup }) ?? inferByValues(cells, { key, lookup });
}

/** Infers a reference if the key names the type or the values are links, and every value resolves to an entry. */
function inferByKey(
  cells: readonly Cell[],
  { key, lookup }: Pick<InferOptions, "key" | "lookup">,
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

/** Keys that describe how or as what a page is displayed, or its own name. */
const NO_REFERENCE =
  /^(?:layout|template|type|kind|status|section|menu|lang|language|locale|slug|id|key|title|name|headline|label|description|summary|icon|theme|color|colour|class|format)$/i;

/** Returns the only type whose entries have all values as slugs, regardless of the key. */
function inferByValues(
  cells: readonly Cell[],
  { key, lookup }: Pick<InferOptions, "key" | "lookup">,
): string[] | undefined {
  const values = new Set(cells.map(({ value }) => value));
  const areSlugs = [...values].every(
    (value) =>
      typeof value === "string" && /\p{L}/u.test(value) && slugProblem(value) === undefined,
  );
  if (values.size < 2 || !areSlugs || NO_REFERENCE.test(key)) return undefined;
  const own = new Set(cells.map(({ path }) => lookup.typeAt(path)));
  const fitting = lookup.types.filter(
    (type) => !own.has(type) && referencesAll(cells, type, lookup),
  );
  return fitting.length === 1 ? fitting : undefined;
}

function referencesAll(cells: readonly Cell[], type: string, lookup: Lookup): boolean {
  return cells.every(({ path, value }) => {
    return typeof value === "string" && lookup.entry(value, [type], path) !== undefined;
  });
}

/** Returns the stem of a key: `author` for `authors`, `author_id`, and `coAuthors`. */
function stemOf(key: string): string {
  const word = key
    .replace(/^(?:related|main|primary|guest|co)[-_]?(?=[A-Z]|[a-z]{4})/, "")
    .replace(/[-_](?:ids?|slugs?|refs?)$|(?:Ids?|Slugs?|Refs?)$/, "")
    .toLowerCase();
  return word.replace(/ies$/, "y").replace(/s$/, "");
}

/** Lookups across the whole import, for converting values of the file `path`. */
export interface Lookup {
  /** API IDs of the content types that the import creates or finds on the site. */
  readonly types: readonly string[];
  /** Returns the API ID of a collection's content type. */
  typeNamed(collection: string): string | undefined;
  /** Returns the API ID of a file's content type. */
  typeAt(path: string): string | undefined;
  /** Returns the media id and kind of a local file that can be stored. */
  media(written: string, path: string): { id: string; accept: "image" | "file" } | undefined;
  /** Returns the entry of one of `types` (undefined: any) that a value refers to by slug, file, or wiki link. */
  entry(
    written: string,
    types: readonly string[] | undefined,
    path: string,
  ): FoundEntry | undefined;
}

export interface FoundEntry {
  readonly id: string;
  readonly type: string;
}

export interface Cell {
  /** File that contains the value. */
  readonly path: string;
  readonly value: SourceValue;
}

const LINE_BREAK = /[\n\u2028\u2029]/;

type Convert = (cell: Cell, field: RowField, lookup: Lookup) => SingleValue | undefined;

const CONVERT: Readonly<Record<RowField["type"], Convert>> = {
  text: ({ value }) => parseLimited(sourceText(value), LIMITS.textCharacters, LINE_BREAK),
  textarea: ({ value }) => parseLimited(sourceText(value), LIMITS.textareaCharacters),
  richtext: ({ value }) => parseLimited(sourceText(value), LIMITS.richtextCharacters),
  number: ({ value }) => (typeof value === "string" ? parseNumber(value) : undefined),
  boolean: ({ value }) => (typeof value === "string" ? parseBoolean(value) : undefined),
  date: ({ value }) => (typeof value === "string" ? wholeDay(value) : undefined),
  select: ({ value }, field) =>
    field.type === "select"
      ? field.options.find((option) => option.label === value || option.value === value)?.value
      : undefined,
  media: toMedia,
  reference: toReference,
  embed: ({ value }) =>
    typeof value === "string" && parseVideoAddress(value) !== undefined ? value : undefined,
};

/** Converts one cell to a field value. Returns undefined if it wouldn't fit or would lose information. */
export function convertScalar(
  cell: Cell,
  field: RowField,
  lookup: Lookup,
): SingleValue | undefined {
  return CONVERT[field.type](cell, field, lookup);
}

/** Parses a number only if the text is its shortest form. `1.10`, `007`, and `1e3` stay text. */
function parseNumber(text: string): number | undefined {
  if (!/^-?\d{1,16}(?:\.\d{1,16})?$/.test(text)) return undefined;
  const number = Number(text);
  return String(number) === text ? number : undefined;
}

/** Accepts only `true` and `false`, as in YAML 1.2, so that a country code `no` stays text. */
function parseBoolean(text: string): boolean | undefined {
  if (/^(?:true|True|TRUE)$/.test(text)) return true;
  return /^(?:false|False|FALSE)$/.test(text) ? false : undefined;
}

const SOURCE_KEYS: ReadonlySet<string> = new Set(["src", "url", "path", "image", "file"]);

/** Reads an image written as `{src, alt}`, as many themes do. */
export function describedMedia(value: SourceValue): { src: string; alt: string } | undefined {
  if (typeof value === "string" || isSourceList(value)) return undefined;
  const keys = [...value.keys()];
  const source = keys.find((key) => SOURCE_KEYS.has(key));
  if (source === undefined || keys.some((key) => key !== source && key !== "alt")) return undefined;
  const [src, alt = ""] = [value.get(source), value.get("alt")];
  return typeof src === "string" && typeof alt === "string" ? { src, alt } : undefined;
}

function toMedia({ path, value }: Cell, field: RowField, lookup: Lookup): MediaValue | undefined {
  const described = typeof value === "string" ? { src: value, alt: "" } : describedMedia(value);
  if (described === undefined || field.type !== "media") return undefined;
  const found = lookup.media(described.src, path);
  if (found === undefined || (field.accept === "image" && found.accept === "file"))
    return undefined;
  if (characterCount(described.alt) > LIMITS.altCharacters) return undefined;
  return described.alt === "" ? { id: found.id } : { id: found.id, alt: described.alt };
}

function toReference(
  { path, value }: Cell,
  field: RowField,
  lookup: Lookup,
): SingleValue | undefined {
  if (typeof value !== "string" || field.type !== "reference") return undefined;
  const found = lookup.entry(value, field.to, path);
  return found === undefined ? undefined : { id: found.id };
}

function parseLimited(text: string, characters: number, forbidden?: RegExp): string | undefined {
  if (forbidden?.test(text) === true) return undefined;
  // A string never has fewer code units than characters, so short texts need no counting.
  return text.length <= characters || characterCount(text) <= characters ? text : undefined;
}
