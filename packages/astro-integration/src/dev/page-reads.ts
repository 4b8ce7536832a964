import { changesBetween } from "../store/changed-reads.ts";
import { Reads } from "../store/reads.ts";
import type { SiteContent } from "../store/site-content.ts";
import { snapshotOf } from "../store/snapshot.ts";

/** Maximum number of recorded pages; the newest are kept. */
const MAX_PAGES = 1000;

/** Content that each page showed in its last render during development. */
export interface PageReads {
  /** Starts recording the page at `path`. */
  begin(path: string): Reads;
  of(path: string): Reads | undefined;
  /** Returns the paths of pages that show changed content. */
  changed(before: SiteContent, after: SiteContent): readonly string[];
}

export function pageReads(): PageReads {
  const pages = new Map<string, Reads>();
  return {
    begin(path) {
      const reads = new Reads();
      pages.delete(path);
      pages.set(path, reads);
      const [oldest] = pages.keys();
      if (pages.size > MAX_PAGES && oldest !== undefined) pages.delete(oldest);
      return reads;
    },
    of: (path) => pages.get(path),
    changed(before, after) {
      const old = snapshotOf(before);
      const change = changesBetween(old, snapshotOf(after, old));
      return [...pages]
        .filter(([, reads]) => change(reads.record()) !== undefined)
        .map(([path]) => path);
    },
  };
}
