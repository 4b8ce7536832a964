import { characterCount } from "../../../base/text.ts";
import { parseVideoAddress } from "../../../base/video-address.ts";
import type { RowField } from "../../../model/content-type.ts";
import type { MediaValue, SingleValue } from "../../../model/entry.ts";
import { LIMITS } from "../../../model/limits.ts";
import { isSourceList, sourceText, type SourceValue, wholeDay } from "../source/source-keys.ts";

/** What a value of the file `path` can be turned into; lookups that need the whole import. */
export interface Lookup {
  /** API ids of the content types that the import makes or finds on the site. */
  readonly types: readonly string[];
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
export function parseNumber(text: string): number | undefined {
  if (!/^-?\d{1,16}(?:\.\d{1,16})?$/.test(text)) return undefined;
  const number = Number(text);
  return String(number) === text ? number : undefined;
}

/** `true` and `false` only: YAML 1.2 says so, and a country code `no` must stay one. */
export function parseBoolean(text: string): boolean | undefined {
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
