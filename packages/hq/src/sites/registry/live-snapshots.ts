import {
  createLiveTables,
  liveIndex,
  type LiveSite,
  type LiveTables,
} from "@loam/cms-core/publish";

/** What is live at one commit, and the way to query it. */
export interface QueryableSite extends LiveSite {
  readonly tables: LiveTables;
  /** What `api/index.json` says of it; undefined before anything was published. */
  readonly index: () => Promise<string | undefined>;
}

/** The last commits of a site that were live, so that a reader of several pages can stay at one. */
export interface LiveSnapshots {
  /** What is live now; from then on `at` finds it. */
  now(live: LiveSite): QueryableSite;
  /** The site at a commit that was live a short while ago; `undefined` for every other one. */
  at(commit: string): QueryableSite | undefined;
  /** Forgets all: what was live is not public any more. */
  clear(): void;
}

/** Snapshots share all that did not change, so each costs what its publish changed. */
const MAX_SNAPSHOTS = 8;
const KEPT_MS = 10 * 60_000;

interface Kept {
  readonly site: QueryableSite;
  /** What it was made from. */
  readonly live: LiveSite;
  /** When another took its place. */
  replacedAt: number | undefined;
}

export function createLiveSnapshots(
  monotonicMs: () => number = () => performance.now(),
): LiveSnapshots {
  const tablesOf = createLiveTables();
  let kept: readonly Kept[] = [];

  function add(live: LiveSite): QueryableSite {
    const now = monotonicMs();
    const site = { ...live, tables: tablesOf(live), index: async () => liveIndex(live) };
    const before = kept.filter(({ replacedAt = now }) => now - replacedAt < KEPT_MS);
    for (const one of before) one.replacedAt ??= now;
    kept = [{ site, live, replacedAt: undefined }, ...before].slice(0, MAX_SNAPSHOTS);
    return site;
  }

  return {
    now(live) {
      const [newest] = kept;
      return newest?.live === live ? newest.site : add(live);
    },
    at(commit) {
      const found = kept.find(({ site }) => site.commit === commit);
      if (found?.replacedAt === undefined) return found?.site;
      return monotonicMs() - found.replacedAt < KEPT_MS ? found.site : undefined;
    },
    clear() {
      kept = [];
    },
  };
}
