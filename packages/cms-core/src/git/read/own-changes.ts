import { LRUCache } from "lru-cache";
import type { Oid } from "../objects/object-id.ts";
import type { FileChange } from "./diff-reader.ts";

/** Sizes are files that were changed. */
const LIMITS = {
  maxSize: 4096,
  maxEntrySize: 256,
  sizeCalculation: ({ changes }: OwnCommit): number => Math.max(1, changes.length),
};

interface OwnCommit {
  readonly commit: Oid;
  readonly parent: Oid;
  /** Each file once. */
  readonly changes: readonly FileChange[];
}

/** What the newest commits of this process changed: who follows them need not ask git. */
export interface OwnChanges {
  readonly add: (commit: OwnCommit) => void;
  /** What differs between two commits; undefined when not all between them is known. */
  readonly between: (from: Oid, to: Oid) => FileChange[] | undefined;
}

export function createOwnChanges(): OwnChanges {
  const commits = new LRUCache<Oid, OwnCommit>(LIMITS);
  return {
    add: (own) => void commits.set(own.commit, own),
    between: (from, to) => {
      const newestFirst: (readonly FileChange[])[] = [];
      for (let at = to; at !== from;) {
        // Looking back must not make the newest commits the first to be forgotten.
        const own = commits.peek(at);
        if (own === undefined) return undefined;
        newestFirst.push(own.changes);
        at = own.parent;
      }
      return joinChanges(newestFirst.toReversed());
    },
  };
}

/**
 * In the order of git, as if nothing had stood between. Undefined when a file has its old bytes again: whether it
 * is the kind of file that it was, git knows.
 */
function joinChanges(steps: readonly (readonly FileChange[])[]): FileChange[] | undefined {
  const files = new Map<string, FileChange>();
  for (const change of steps.flat()) {
    const known = files.get(change.path);
    if (known !== undefined && known.before === change.after) return undefined;
    files.set(change.path, known === undefined ? change : join(known, change));
  }
  return [...files.values()].toSorted((a, b) =>
    Buffer.compare(Buffer.from(a.path), Buffer.from(b.path)),
  );
}

function join({ path, before }: FileChange, { after, mode }: FileChange): FileChange {
  return {
    path,
    ...(before !== undefined && { before }),
    ...(after !== undefined && { after }),
    ...(mode !== undefined && { mode }),
  };
}
