import type { MediaValue, ReferenceValue } from "../model/entry.ts";
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

/** Collects parts; neighbouring texts become one. */
export interface PartWriter {
  text(text: string): void;
  hole(hole: Hole): void;
  /** All parts; nothing is written afterwards. */
  finish(): readonly Part[];
}

export function createPartWriter(): PartWriter {
  const parts: Part[] = [];
  let texts: string[] = [];
  // Joined, and not added one to the other: a sum keeps each of its texts in memory until it is read.
  const endText = (): void => {
    if (texts.length > 0) parts.push(texts.join(""));
    texts = [];
  };
  return {
    text(text) {
      texts.push(text);
    },
    hole(hole) {
      endText();
      parts.push(hole);
    },
    finish() {
      endText();
      return parts;
    },
  };
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
export type Dependencies = Pick<EntryTemplate, "references" | "media" | "links">;

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
