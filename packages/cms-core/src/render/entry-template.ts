import type { MediaValue, ReferenceValue } from "../model/entry.ts";
import type { EntryHead } from "./default-order.ts";

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
      /** `#part` of the target, or empty: of no use where there is no target. */
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
  readonly parts: readonly Part[];
}

export function createPartWriter(): PartWriter {
  const parts: Part[] = [];
  return {
    parts,
    text(text) {
      const last = parts.at(-1);
      if (typeof last === "string") parts[parts.length - 1] = last + text;
      else parts.push(text);
    },
    hole(hole) {
      parts.push(hole);
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

/** The ids that parts depend on, each once, by kind of dependency. */
export function dependenciesOf(
  parts: readonly Part[],
): Pick<EntryTemplate, "references" | "media" | "links"> {
  const references = new Set<string>();
  const media = new Set<string>();
  const links = new Set<string>();
  for (const part of parts) {
    if (typeof part === "string") continue;
    if (part.kind === "reference") references.add(part.id);
    else if (part.kind === "entryUrl") links.add(part.id);
    else media.add(part.id);
  }
  return { references: [...references], media: [...media], links: [...links] };
}

/** Whether a stored value is a media value or a reference. */
export function hasId(value: unknown): value is MediaValue | ReferenceValue {
  return typeof value === "object" && value !== null && "id" in value && !("values" in value);
}
