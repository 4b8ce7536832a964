import { collapseReferences, countExpanded, nextReference } from "./entry-references.ts";
import type { QueryEntry } from "./query-entry.ts";

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
 * An entry's JSON, or a part of it, with references expanded to `depth` levels; one that is not
 * published is `{"id"}`. Nodes are given out in the order in which they stand in the answer.
 */
export function expandReferences(json: string, depth: number, composing: Composing): string {
  if (depth === 0) return composing.jsonDepth === 0 ? json : collapseReferences(json);
  if (depth === composing.jsonDepth) {
    const count = countExpanded(json);
    if (count <= composing.nodes) {
      composing.nodes -= count;
      return json;
    }
  }
  let composed = "";
  let from = 0;
  for (let found = nextReference(json, 1); found; found = nextReference(json, found.end)) {
    composed += json.slice(from, found.start) + expandReference(found.id, depth, composing);
    from = found.end;
  }
  return composed + json.slice(from);
}

/** The entry that is referenced, `depth` counted from the reference; or `{"id"}`. */
function expandReference(id: string, depth: number, composing: Composing): string {
  const target = takeTarget(id, depth, composing);
  if (target === undefined) return `{"id":"${id}"}`;
  return expandReferences(target.json, depth - 1, composing);
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
