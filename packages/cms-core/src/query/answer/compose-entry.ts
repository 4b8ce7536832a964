import {
  isObject,
  type JsonObject,
  parseEntry,
  type QueryEntry,
  referencedId,
} from "./query-entry.ts";

/** Maximum number of expanded references per response; all others are `{"id"}` (contracts, section 4). */
export const MAX_EXPANDED_NODES = 2000;

/** State of composing the entries of one response. */
export interface Composing {
  readonly entry: (id: string) => QueryEntry | undefined;
  /** How many levels of references the JSON of entries already expands. */
  readonly jsonDepth: 0 | 1;
  /** How many references can still be expanded. */
  nodes: number;
  /** Whether a reference wasn't expanded because the limit was reached. */
  truncated: boolean;
}

/**
 * Returns an entry's JSON with references expanded to `depth` levels; an entry that isn't published is `{"id"}`. The
 * limit applies in the order of the response.
 */
export function expandedJson(entry: QueryEntry, depth: number, composing: Composing): string {
  if (depth === composing.jsonDepth) {
    // Most queries are for published content, and returning its JSON unchanged takes a fifth of the time.
    const { json } = entry;
    const nodes = composing.nodes - ((json.match(ENTRY)?.length ?? 1) - 1);
    if (nodes >= 0) {
      composing.nodes = nodes;
      return json;
    }
  }
  return JSON.stringify(expandEntry(entry, depth, composing));
}

/** Start of an entry, also in place of a reference. Quotes inside strings are escaped, so text never matches. */
const ENTRY = /\{"id":"[^"]*","slug":/g;

function expandEntry(entry: QueryEntry, depth: number, composing: Composing): JsonObject {
  return expandMembers(parseEntry(entry.json), depth, composing);
}

/** Modifies the object in place: it was parsed for this response only, and copying takes as long as parsing. */
function expandMembers(values: JsonObject, depth: number, composing: Composing): JsonObject {
  for (const [key, value] of Object.entries(values)) {
    if (typeof value === "object") values[key] = expandValue(value, depth, composing);
  }
  return values;
}

/** Expands the references in one value of an entry. */
export function expandValue(value: unknown, depth: number, composing: Composing): unknown {
  if (Array.isArray(value)) return value.map((one) => expandValue(one, depth, composing));
  if (!isObject(value)) return value;
  const id = referencedId(value);
  if (id === undefined) return expandMembers(value, depth, composing);
  const target = resolveReference(id, depth, composing);
  return target === undefined ? { id } : expandEntry(target, depth - 1, composing);
}

/** Returns the entry to show for a reference, if it can be expanded. */
export function resolveReference(
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

/** Returns the entry's JSON with every reference as `{"id"}`. */
export function collapseReferences(json: string): string {
  const composing = { entry: () => undefined, jsonDepth: 0, nodes: 0, truncated: false } as const;
  return JSON.stringify(expandMembers(parseEntry(json), 0, composing));
}
