import type { ContentType, MediaField } from "../model/content-type.ts";
import type { EntryValues, MediaValue, ReferenceValue } from "../model/entry.ts";
import { eachItem } from "../model/walk-values.ts";
import type { EntryHead } from "./list-body.ts";

/**
 * A place in an entry's JSON whose text depends on something else than the entry itself: a value
 * (`reference`, `media`) or the inside of a JSON string (`mediaUrl`, `entryUrl`).
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

/** A hole with where its text stands in an entry's JSON, in UTF-16 units. */
export type FilledHole = Hole & { readonly start: number; readonly end: number };

/**
 * An entry's JSON with holes. Its own text is serialised once, when the template is made; when something
 * it depends on changes, only the parts are joined again.
 */
export interface EntryTemplate {
  readonly head: EntryHead;
  readonly parts: readonly Part[];
  /** Ids of entries that its reference fields hold. */
  readonly references: readonly string[];
  /** Ids of media records in its fields and texts. */
  readonly media: readonly string[];
  /** Ids of entries that its texts link to. */
  readonly links: readonly string[];
}

/** The same parts, neighbouring texts as one. */
export function joinTexts(parts: readonly Part[]): readonly Part[] {
  const joined: Part[] = [];
  let texts: string[] = [];
  // Joined, and not added one to the other: a sum keeps each of its texts in memory until it is read.
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

/** The parts that an entry's JSON was joined from. */
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

/** The ids that an entry's JSON depends on, each once, by kind of dependency. */
type Dependencies = Pick<EntryTemplate, "references" | "media" | "links">;

export const NO_DEPENDENCIES: Dependencies = { references: [], media: [], links: [] };

/** What parts depend on. */
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

/** Whether a stored value is a media value or a reference. */
export function hasId(value: unknown): value is MediaValue | ReferenceValue {
  return typeof value === "object" && value !== null && "id" in value && !("values" in value);
}

/** Something that an entry's value points to. */
export interface ValueLink {
  readonly kind: "entry" | "media";
  readonly id: string;
  /** Dotted path of API ids, with row numbers from 0. */
  readonly field: string;
  /** API ids of the types that may stand there; any, for links in text. */
  readonly to?: readonly string[];
  /** What a media field takes; anything, for pictures in text. */
  readonly accept?: MediaField["accept"];
}

/** Everything an entry's references, media fields and texts point to. */
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

/** A link of the site's own kind inside rich text: `media:<id>` or `entry:<id>`. */
export interface RichTextLink {
  readonly kind: "media" | "entry";
  readonly id: string;
  /** `#part` behind it, or empty. */
  readonly fragment: string;
  /** Where the link's text (`media:m…#part`) begins and ends, in UTF-16 code units. */
  readonly start: number;
  readonly end: number;
}

const LINK = /(media:m|entry:e)([a-z2-7]{19})(?![a-z0-9])(#[^\s()<>"'\\]*)?/g;

/** What stands before an address: `](`, `[name]: `, `src=` or `<`. */
const BEFORE_ADDRESS =
  /(?:\]\([ \t\n]*<?|^ {0,3}\[[^\]\n]+\]:[ \t]*<?|\b(?:src|href|poster|data)[ \t]*=[ \t]*["']?|<)(?![^])/im;

/** An attribute or shortcode that is open, where an address follows its like, a quote or `url(`. */
const IN_TAG = /(?:<[a-z][^<>]*|\{\{[<%][^{}]*|\{%[^{}]*)[\s"'`,(=]$/i;

/** Longer tags hold addresses only in attributes that say so. */
const LONGEST_BEFORE = 4000;

/** Whether Markdown or HTML takes what stands at a place for an address: in text it is text. */
function isAddressAt(markdown: string, at: number): boolean {
  const before = markdown.slice(Math.max(0, at - LONGEST_BEFORE), at);
  return BEFORE_ADDRESS.test(before.slice(-500)) || IN_TAG.test(before);
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/** Every link to a media record or an entry, in order; what stands in a fenced code block is no link. */
export function findRichTextLinks(markdown: string): readonly RichTextLink[] {
  // Almost every text has none. An exact search costs a hundredth of the expression, and one that
  // begins with a rare character a tenth of that.
  if (!markdown.includes(":m") && !markdown.includes(":e")) return [];
  if (!markdown.includes("media:m") && !markdown.includes("entry:e")) return [];
  const code = fencedRanges(markdown);
  let next = 0;
  return [...markdown.matchAll(LINK)].flatMap((match) => {
    // Both are in order.
    while ((code[next]?.[1] ?? Infinity) <= match.index) next += 1;
    const isCode = match.index >= (code[next]?.[0] ?? Infinity);
    return isCode || !isAddressAt(markdown, match.index) ? [] : [linkOf(match)];
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

/** From the opening fence to the closing one, or to the end of the text. */
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
