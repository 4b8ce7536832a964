import { valueEnd } from "./json-scan.ts";

/** An entry that can be asked for. A changed entry is a new object. */
export interface QueryEntry {
  readonly id: string;
  /** API id of its content type. */
  readonly type: string;
  readonly slug: string;
  /**
   * Its published shape as compact JSON, system keys first: references as `{"id"}`, or expanded one
   * level where the table says so.
   */
  readonly json: string;
  /** The JSON in UTF-8, where it is at hand; it never changes. */
  readonly bytes?: Buffer;
  /** Equal for equal JSON alone, where it is known. */
  readonly digest?: string;
  /** How many references its JSON shows expanded, where that is known. */
  readonly expanded?: number;
  /** Where in the bytes its JSON shows references, but for those inside expanded ones; where that is known. */
  readonly references?: readonly ReferencePlace[];
}

/** A reference in an entry's JSON: from where to where it stands. */
interface ReferencePlace {
  readonly id: string;
  readonly start: number;
  readonly end: number;
}

/** The JSON of an entry in UTF-8. */
export function bytesOf(entry: QueryEntry): Buffer {
  // The text may be made when it is read, so it is not to be where the bytes are there.
  return entry.bytes ?? Buffer.from(entry.json);
}

/**
 * The bytes of an entry's JSON as text, one character each: JSON is put together without reading what stands in
 * its strings, and this takes a third of the time that text does.
 */
export function byteText(bytes: Buffer): string {
  return bytes.toString("latin1");
}

/** Where an entry's bytes show references, but for those inside expanded ones. */
export function referencesOf(entry: QueryEntry): readonly ReferencePlace[] {
  return entry.references ?? findReferences(byteText(bytesOf(entry)));
}

/** A reference in an entry's JSON, as `{"id"}` or expanded. */
interface FoundReference {
  readonly id: string;
  readonly start: number;
  readonly end: number;
  readonly expanded: boolean;
}

// Quotes inside strings are escaped, so this is never text. An entry begins with its id and slug; a
// media object has other keys, and one that is not there is `{"id"}` of no entry.
const OPENING = '{"id":"';
const SECOND_KEY = '","slug":';

/** Whether an entry's JSON may show a reference; to see that it shows none takes a fraction of looking for each. */
export function mayRefer(json: string): boolean {
  return json.includes(OPENING, 1);
}

/** The next reference that begins at `from` or later; what is inside an expanded one comes after it. */
export function nextReference(json: string, from: number): FoundReference | undefined {
  let start = json.indexOf(OPENING, from);
  while (start !== -1) {
    const idStart = start + OPENING.length;
    const idEnd = json.indexOf('"', idStart);
    const expanded = json.startsWith(SECOND_KEY, idEnd);
    if (expanded || json.startsWith('"}', idEnd)) {
      const end = expanded ? valueEnd(json, start) : idEnd + 2;
      return { id: json.slice(idStart, idEnd), start, end, expanded };
    }
    start = json.indexOf(OPENING, idEnd);
  }
  return undefined;
}

/** The id of the reference that begins at `start`, or undefined for any other value. */
export function referenceAt(json: string, start: number): string | undefined {
  const reference = json.startsWith(OPENING, start) ? nextReference(json, start) : undefined;
  return reference?.start === start ? reference.id : undefined;
}

/** The references of an entry; what is inside expanded ones is not among them. */
export function findReferences(json: string): readonly FoundReference[] {
  const references: FoundReference[] = [];
  for (let found = nextReference(json, 1); found; found = nextReference(json, found.end)) {
    references.push(found);
  }
  return references;
}

/** How many references of an entry are expanded; not those inside the expanded ones. */
export function countExpanded(json: string): number {
  let count = 0;
  for (let found = nextReference(json, 1); found; found = nextReference(json, found.end)) {
    if (found.expanded) count += 1;
  }
  return count;
}

/** The entry's JSON with every reference as `{"id"}`. */
export function collapseReferences(json: string): string {
  let own = "";
  let from = 0;
  for (let found = nextReference(json, 1); found; found = nextReference(json, found.end)) {
    if (!found.expanded) continue;
    own += `${json.slice(from, found.start)}{"id":"${found.id}"}`;
    from = found.end;
  }
  return from === 0 ? json : own + json.slice(from);
}
