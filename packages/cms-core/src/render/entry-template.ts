import type { ContentType, MediaField } from "../model/content-type.ts";
import type { EntryValues, MediaValue, ReferenceValue } from "../model/entry.ts";
import { eachItem } from "../model/walk-values.ts";
import type { EntryHead } from "./list-body.ts";

/**
 * A position in an entry's JSON whose text depends on other data than the entry: a value (`reference`, `media`), or the
 * content of a JSON string (`mediaUrl`, `entryUrl`).
 */
export type Hole =
  | { readonly kind: "reference"; readonly id: string }
  | { readonly kind: "media"; readonly id: string; readonly alt?: string }
  | {
      readonly kind: "mediaUrl" | "entryUrl";
      readonly id: string;
      /** `#part` of the target, or empty. */
      readonly fragment: string;
    };

export type Part = string | Hole;

/** A hole with the range of its text in an entry's JSON, in UTF-16 units. */
export type FilledHole = Hole & { readonly start: number; readonly end: number };

/**
 * An entry's JSON with holes. Its own text is serialized once, when the template is created. If a dependency changes,
 * only the parts are joined again.
 */
export interface EntryTemplate {
  readonly head: EntryHead;
  readonly parts: readonly Part[];
  /** Ids of entries in its reference fields. */
  readonly references: readonly string[];
  /** Ids of media records in its fields and text. */
  readonly media: readonly string[];
  /** Ids of entries linked in its text. */
  readonly links: readonly string[];
}

/** Merges adjacent texts. */
export function joinTexts(parts: readonly Part[]): readonly Part[] {
  const joined: Part[] = [];
  let texts: string[] = [];
  // Joined instead of concatenated: a concatenated string keeps each of its parts in memory until it is read.
  const endText = (): void => {
    if (texts.length > 0) joined.push(texts.join(""));
    texts = [];
  };
  for (const part of parts) {
    if (typeof part === "string") {
      texts.push(part);
    } else {
      endText();
      joined.push(part);
    }
  }
  endText();
  return joined;
}

/** Splits an entry's JSON into its parts. */
export function partsOf(json: string, holes: readonly FilledHole[]): readonly Part[] {
  const parts: Part[] = [];
  let from = 0;
  for (const hole of holes) {
    parts.push(json.slice(from, hole.start), hole);
    from = hole.end;
  }
  parts.push(json.slice(from));
  return parts;
}

/** Unique ids that an entry's JSON depends on, by kind. */
type Dependencies = Pick<EntryTemplate, "references" | "media" | "links">;

export const NO_DEPENDENCIES: Dependencies = { references: [], media: [], links: [] };

/** Returns the dependencies of parts. */
export function dependenciesOf(parts: readonly Part[]): Dependencies {
  const holes = parts.filter((part) => typeof part !== "string");
  if (holes.length === 0) return NO_DEPENDENCIES;
  const of = (isWanted: (kind: Hole["kind"]) => boolean): readonly string[] =>
    unique(holes.filter(({ kind }) => isWanted(kind)).map(({ id }) => id));
  return {
    references: of((kind) => kind === "reference"),
    media: of((kind) => kind === "media" || kind === "mediaUrl"),
    links: of((kind) => kind === "entryUrl"),
  };
}

function unique(ids: readonly string[]): readonly string[] {
  return ids.length < 2 ? ids : [...new Set(ids)];
}

/** Returns whether a stored value is a media value or a reference. */
export function hasId(value: unknown): value is MediaValue | ReferenceValue {
  return typeof value === "object" && value !== null && "id" in value && !("values" in value);
}

/** A link from an entry's value to an entry or media record. */
export interface ValueLink {
  readonly kind: "entry" | "media";
  readonly id: string;
  /** Dotted path of API IDs, with row numbers from 0. */
  readonly field: string;
  /** API IDs of the allowed types; absent for links in text, which allow any. */
  readonly to?: readonly string[];
  /** Kind of files that the media field accepts; absent for images in text, which accept any. */
  readonly accept?: MediaField["accept"];
}

/** Collects the links in an entry's references, media fields, and text. */
export function collectLinks(
  values: EntryValues,
  { fields }: Pick<ContentType, "fields">,
): readonly ValueLink[] {
  const links: ValueLink[] = [];
  for (const { field, item, place } of eachItem(values, fields)) {
    if (field.type === "richtext" && typeof item === "string") {
      for (const { kind, id } of findRichTextLinks(item)) links.push({ kind, id, field: place });
    } else if (typeof item === "object") {
      const { id } = item;
      if (field.type === "media") {
        links.push({ kind: "media", id, field: place, accept: field.accept });
      }
      if (field.type === "reference") links.push({ kind: "entry", id, field: place, to: field.to });
    }
  }
  return links;
}

/** An internal link in rich text: `media:<id>` or `entry:<id>`. */
export interface RichTextLink {
  readonly kind: "media" | "entry";
  readonly id: string;
  /** `#part` after it, or empty. */
  readonly fragment: string;
  /** Range of the link's text (`media:m…#part`), in UTF-16 code units. */
  readonly start: number;
  readonly end: number;
}

const LINK = /(media:m|entry:e)([a-z2-7]{19})(?![a-z0-9])(#[^\s()<>"'\\]*)?/g;

/** Text before a URL: `](`, `[name]: `, `src=`, or `<`. */
const BEFORE_URL =
  /(?:\]\([ \t\n]*<?|^ {0,3}\[[^\]\n]+\]:[ \t]*(?:\n[ \t]*)?<?|\b(?:src|href|poster|data)[ \t]*=[ \t]*["']?|<)(?![^])/im;

/**
 * Matches an open tag or shortcode up to a character after which a URL can start: white space, a quote, `,`, `(`, or
 * `=`.
 */
const IN_TAG = /(?:<[a-z][^<>]*|\{\{[<%][^{}]*|\{%[^{}]*)[\s"'`,(=]$/i;

/** Longer tags contain URLs only in URL attributes. */
const MAX_BEFORE = 4000;

/** Returns whether the text at an offset is a URL in Markdown or HTML, not plain text. */
function isUrlAt(markdown: string, at: number): boolean {
  const before = markdown.slice(Math.max(0, at - MAX_BEFORE), at);
  return BEFORE_URL.test(before.slice(-500)) || IN_TAG.test(before) || isListed(before);
}

/** Returns whether a URL starts a line below a shortcode, as in the content of a gallery. */
function isListed(before: string): boolean {
  const line = before.slice(before.lastIndexOf("\n") + 1);
  return /^[ \t]*(?:[-*+][ \t]+)?$/.test(line) && /\{\{[<%]/.test(before);
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/** Finds all links to media records and entries, in order. Fenced code blocks contain no links. */
export function findRichTextLinks(markdown: string): readonly RichTextLink[] {
  // Most texts contain none. An exact search costs a hundredth of the expression, and a tenth of that if it starts with
  // a rare character.
  if (!markdown.includes(":m") && !markdown.includes(":e")) return [];
  if (!markdown.includes("media:m") && !markdown.includes("entry:e")) return [];
  const code = fencedRanges(markdown);
  let next = 0;
  return [...markdown.matchAll(LINK)].flatMap((match) => {
    // Both lists are in order.
    while ((code[next]?.[1] ?? Infinity) <= match.index) next += 1;
    const isCode = match.index >= (code[next]?.[0] ?? Infinity);
    return isCode || !isUrlAt(markdown, match.index) ? [] : [linkOf(match)];
  });
}

function linkOf(match: RegExpExecArray): RichTextLink {
  const [text, scheme = "", rest = "", fragment = ""] = match;
  return {
    kind: scheme.startsWith("media") ? "media" : "entry",
    id: `${scheme.slice(-1)}${rest}`,
    fragment,
    start: match.index,
    end: match.index + text.length,
  };
}

/** Returns the ranges from each opening fence to its closing one, or to the end of the text. */
function fencedRanges(markdown: string): readonly (readonly [number, number])[] {
  const ranges: [number, number][] = [];
  let open: { fence: string; start: number } | undefined;
  let offset = 0;
  for (const line of markdown.split("\n")) {
    const fence = FENCE.exec(line)?.[1];
    if (open === undefined && fence !== undefined) {
      open = { fence, start: offset };
    } else if (open !== undefined && fence?.startsWith(open.fence) === true) {
      ranges.push([open.start, offset + line.length]);
      open = undefined;
    }
    offset += line.length + 1;
  }
  if (open !== undefined) ranges.push([open.start, markdown.length]);
  return ranges;
}
