import { changesBetween } from "../store/changed-reads.ts";
import { Reads } from "../store/reads.ts";
import type { SiteContent } from "../store/site-content.ts";
import { snapshotOf } from "../store/snapshot.ts";

/** Pages that were looked at are remembered up to here, the newest. */
const MOST_PAGES = 1000;

/** What each page showed when it was rendered last, while developing. */
export interface PageReads {
  /** Notes for the page at `path` from now on. */
  begin(path: string): Reads;
  of(path: string): Reads | undefined;
  /** Paths of the pages that show something that is different. */
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
      if (pages.size > MOST_PAGES && oldest !== undefined) pages.delete(oldest);
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
