import { slugProblem } from "../../../base/slug.ts";
import { characterCount } from "../../../base/text.ts";
import { parseVideoAddress } from "../../../base/video-address.ts";
import type { RowField, SelectOption, TextField } from "../../../model/content-type.ts";
import type { MediaValue, SingleValue } from "../../../model/entry.ts";
import { LIMITS } from "../../../model/limits.ts";
import type { KeyDemand } from "../frameworks/astro-collections.ts";
import { wholeDay } from "../source/source-dates.ts";
import { isSourceList, sourceText, type SourceValue } from "../source/source-keys.ts";

/** What a field can be apart from its names: distributes over the union of field types. */
export type FieldShape = RowField extends infer F
  ? F extends RowField
    ? Omit<F, "id" | "apiId" | "label" | "help" | "required" | "multiple">
    : never
  : never;

interface InferredScalar {
  readonly shape: FieldShape;
  /** Some values do not fit and go to a text field beside this one. */
  readonly rest: boolean;
  /** Text only because a few values are not what most of them are. */
  readonly mixed?: boolean;
}

interface InferOptions {
  /** Last part of the key, for names that suggest a type. */
  readonly key: string;
  readonly lookup: Lookup;
  /** The values stand in quotes: they were meant as text. */
  readonly quoted: boolean;
  /** What the project's own schema says of the key. */
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
 * The field type that all values of a key share; text where they share none, so that every value can be
 * kept. `cells` are single values, none of them empty.
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

/** The smallest of the text types that holds all values as texts. */
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

/** More values than these are no choice that somebody made once. */
const MOST_OPTIONS = 8;
/** Fewer files may have the same values by chance. */
const FEWEST_VALUES = 6;
const TIMES_EACH = 3;

/** Keys whose values are anybody's to add to. */
const OPEN =
  /^(?:tags?|keywords?|authors?|writers?|creators?|people|title|name|headline|slug|description)$/i;

/** The values that a key may have: those of the project's own schema, else a few words that files repeat. */
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
    counts.size <= MOST_OPTIONS &&
    texts.length >= Math.max(FEWEST_VALUES, counts.size * TIMES_EACH);
  if (!isFew || OPEN.test(key)) return undefined;
  const areOptions = [...counts].every(([text, uses]) => uses.length > 1 && OPTION.test(text));
  return areOptions && differ([...counts.keys()]) ? [...counts.keys()].toSorted() : undefined;
}

/** One to three words, that are no address. */
const OPTION = /^(?=.{1,40}$)[\p{L}\p{N}][^\s/\\.:@]*(?: [^\s/\\.:@]+){0,2}$/u;

/** A person tells options apart by more than capitals. */
function differ(texts: readonly string[]): boolean {
  return new Set(texts.map((text) => text.toLowerCase())).size === texts.length;
}

export function toOptions(values: readonly string[]): SelectOption[] {
  return values.map((value) => ({ value, label: value }));
}

const ANY_TYPE = /^(?:related|similar|see|linked|parent|previous|prev|next|children|depends)/i;
const LINK = /^(?:\[\[[^[\]]+\]\]|[^\s?#]+\.mdx?)$/;

/** Entries of the type that the project's schema names, else of the one that the key or the values do. */
function inferReference(
  cells: readonly Cell[],
  { key, lookup, demand }: InferOptions,
): string[] | undefined {
  const wanted = demand?.to === undefined ? undefined : lookup.typeNamed(demand.to);
  if (wanted !== undefined && namesAll(cells, wanted, lookup)) return [wanted];
  return inferByKey(cells, { key, lookup }) ?? inferByValues(cells, { key, lookup });
}

/** Entries, when the key speaks of their type or the values are links, and every value leads to one. */
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

/** Keys that say how or as what a page is shown, or what it is called itself. */
const NO_REFERENCE =
  /^(?:layout|template|type|kind|status|section|menu|lang|language|locale|slug|id|key|title|name|headline|label|description|summary|icon|theme|color|colour|class|format)$/i;

/** The one type whose entries all values name by their slugs, whatever the key is called. */
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
  const fitting = lookup.types.filter((type) => !own.has(type) && namesAll(cells, type, lookup));
  return fitting.length === 1 ? fitting : undefined;
}

function namesAll(cells: readonly Cell[], type: string, lookup: Lookup): boolean {
  return cells.every(({ path, value }) => {
    return typeof value === "string" && lookup.entry(value, [type], path) !== undefined;
  });
}

/** `authors`, `author_id` and `coAuthors` are all about `author`. */
function stemOf(key: string): string {
  const word = key
    .replace(/^(?:related|main|primary|guest|co)[-_]?(?=[A-Z]|[a-z]{4})/, "")
    .replace(/[-_](?:ids?|slugs?|refs?)$|(?:Ids?|Slugs?|Refs?)$/, "")
    .toLowerCase();
  return word.replace(/ies$/, "y").replace(/s$/, "");
}

/** What a value of the file `path` can be turned into; lookups that need the whole import. */
export interface Lookup {
  /** API ids of the content types that the import makes or finds on the site. */
  readonly types: readonly string[];
  /** API id of the content type of a collection. */
  typeNamed(collection: string): string | undefined;
  /** API id of the content type that a file belongs to. */
  typeAt(path: string): string | undefined;
  /** Media id of a local file that can be stored, and what it is. */
  media(written: string, path: string): { id: string; accept: "image" | "file" } | undefined;
  /** Entry of one of `types` (any, when undefined) that a value means: a slug, a file, a wiki link. */
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
  /** The file that the value stands in. */
  readonly path: string;
  readonly value: SourceValue;
}

const LINE_BREAK = /[\n\u2028\u2029]/;

type Convert = (cell: Cell, field: RowField, lookup: Lookup) => SingleValue | undefined;

const CONVERT: Readonly<Record<RowField["type"], Convert>> = {
  text: ({ value }) => limited(sourceText(value), LIMITS.textCharacters, LINE_BREAK),
  textarea: ({ value }) => limited(sourceText(value), LIMITS.textareaCharacters),
  richtext: ({ value }) => limited(sourceText(value), LIMITS.richtextCharacters),
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

/** The value of one cell for a field, or undefined where it would not fit or something would be lost. */
export function convertScalar(
  cell: Cell,
  field: RowField,
  lookup: Lookup,
): SingleValue | undefined {
  return CONVERT[field.type](cell, field, lookup);
}

/** A number whose shortest spelling is the text: `1.10`, `007` and `1e3` are texts, not numbers. */
function parseNumber(text: string): number | undefined {
  if (!/^-?\d{1,16}(?:\.\d{1,16})?$/.test(text)) return undefined;
  const number = Number(text);
  return String(number) === text ? number : undefined;
}

/** `true` and `false` only: YAML 1.2 says so, and a country code `no` must stay one. */
function parseBoolean(text: string): boolean | undefined {
  if (/^(?:true|True|TRUE)$/.test(text)) return true;
  return /^(?:false|False|FALSE)$/.test(text) ? false : undefined;
}

const SOURCE_KEYS: ReadonlySet<string> = new Set(["src", "url", "path", "image", "file"]);

/** A picture written as `{src, alt}`, as many themes have it. */
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

function limited(text: string, characters: number, forbidden?: RegExp): string | undefined {
  if (forbidden?.test(text) === true) return undefined;
  // Units are never fewer than characters, so short texts need no counting.
  return text.length <= characters || characterCount(text) <= characters ? text : undefined;
}
