import {
  isObject,
  type JsonObject,
  parseEntry,
  type QueryEntry,
  referencedId,
} from "./query-entry.ts";

/** References that one answer shows expanded; every further one is `{"id"}` (contracts, section 4). */
export const MAX_EXPANDED_NODES = 2000;

/** How entries are put together for one answer. */
export interface Composing {
  readonly entry: (id: string) => QueryEntry | undefined;
  /** How many levels of references the JSON of entries shows already. */
  readonly jsonDepth: 0 | 1;
  /** How many references may still be expanded. */
  nodes: number;
  /** Whether one was not, for want of nodes. */
  truncated: boolean;
}

/**
 * An entry's JSON with references expanded to `depth` levels; one that is not published is `{"id"}`. Nodes are
 * given out in the order in which they stand in the answer.
 */
export function expandedJson(entry: QueryEntry, depth: number, composing: Composing): string {
  if (depth === composing.jsonDepth) {
    // Most questions are for what is published, which takes a fifth of the time as it is.
    const { json } = entry;
    const nodes = composing.nodes - ((json.match(ENTRY)?.length ?? 1) - 1);
    if (nodes >= 0) {
      composing.nodes = nodes;
      return json;
    }
  }
  return JSON.stringify(expandEntry(entry, depth, composing));
}

/** How an entry begins, also one in the place of a reference. Quotes inside strings are escaped: it is never text. */
const ENTRY = /\{"id":"[^"]*","slug":/g;

function expandEntry(entry: QueryEntry, depth: number, composing: Composing): JsonObject {
  return expandMembers(parseEntry(entry.json), depth, composing);
}

/** In place: what was parsed for an answer is nobody else's, and to build it all anew takes as long as to parse it. */
function expandMembers(values: JsonObject, depth: number, composing: Composing): JsonObject {
  for (const [key, value] of Object.entries(values)) {
    if (typeof value === "object") values[key] = expandValue(value, depth, composing);
  }
  return values;
}

/** The same of one value of an entry. */
export function expandValue(value: unknown, depth: number, composing: Composing): unknown {
  if (Array.isArray(value)) return value.map((one) => expandValue(one, depth, composing));
  if (!isObject(value)) return value;
  const id = referencedId(value);
  if (id === undefined) return expandMembers(value, depth, composing);
  const target = takeTarget(id, depth, composing);
  return target === undefined ? { id } : expandEntry(target, depth - 1, composing);
}

/** The entry to show in the place of a reference, if it is to be expanded. */
export function takeTarget(
  id: string,
  depth: number,
  composing: Composing,
): QueryEntry | undefined {
  const target = depth === 0 ? undefined : composing.entry(id);
  if (target === undefined) return undefined;
  if (composing.nodes === 0) {
    composing.truncated = true;
    return undefined;
  }
  composing.nodes -= 1;
  return target;
}

/** The entry's JSON with every reference as `{"id"}`. */
export function collapseReferences(json: string): string {
  const composing = { entry: () => undefined, jsonDepth: 0, nodes: 0, truncated: false } as const;
  return JSON.stringify(expandMembers(parseEntry(json), 0, composing));
}
