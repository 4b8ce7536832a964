import { valueEnd } from "./json-scan.ts";

/** A reference in an entry's JSON, as `{"id"}` or expanded. */
export interface FoundReference {
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
