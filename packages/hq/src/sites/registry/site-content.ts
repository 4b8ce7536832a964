import { existsSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { type ErrorCode, isCmsError } from "@loam/cms-core";
import { type ContentIndex, openContentIndex, recallEntryIds } from "@loam/cms-core/find";
import type { GitRepository } from "@loam/cms-core/git";
import {
  createLiveTables,
  finishDeletions,
  liveIndex,
  type LiveSite,
  type LiveTables,
} from "@loam/cms-core/publish";
import { type Actor, openSiteStoreOn, type RecallIds, type SiteStore } from "@loam/cms-core/site";
import type { User } from "../../people/identity/users/users.ts";
import type { Hq } from "../../platform/hq.ts";

/** The working content of a site: what people write, and the lists and searches over it. */
export interface SiteContent {
  readonly store: SiteStore;
  readonly index: ContentIndex;
}

/** Where this process has its content index of a site; it can be deleted and is made again. */
function indexFile({ paths }: Pick<Hq, "paths">, siteId: string): string {
  return join(paths.node, `${siteId}.index.db`);
}

const INDEX_FILE = /^(\w+)\.index\.db(-\w+)?$/;

/** Removes this process's content indexes of sites that are not there: they hold the text of drafts. */
export async function removeIndexes(
  { paths }: Pick<Hq, "paths">,
  isGone: (siteId: string) => boolean,
): Promise<void> {
  for (const name of existsSync(paths.node) ? await readdir(paths.node) : []) {
    const siteId = INDEX_FILE.exec(name)?.[1];
    if (siteId !== undefined && isGone(siteId)) await rm(join(paths.node, name), { force: true });
  }
}

interface OpenSiteContent {
  readonly siteId: string;
  readonly repository: GitRepository;
  /** Open already: its file is opened once in a process. */
  readonly index?: ContentIndex;
}

/** Opens the working content of a site. Its repository stays the caller's to close. */
export async function openSiteContent(
  hq: Pick<Hq, "paths" | "now">,
  { siteId, repository, index: opened }: OpenSiteContent,
): Promise<SiteContent> {
  const path = indexFile(hq, siteId);
  const recall: RecallIds = (blobs) => recallEntryIds({ path }, blobs);
  const store = await openSiteStoreOn(repository, { now: hq.now, siteId, recall });
  await unlessDamaged(finishDeletions(store));
  // Of a push that was in before a kill.
  await unlessDamaged(store.completePushed());
  if (opened !== undefined) {
    await opened.follow();
    return { store, index: opened };
  }
  const index = await openContentIndex(repository, { path });
  return { store, index };
}

const DAMAGED: ReadonlySet<ErrorCode> = new Set(["repository_broken", "not_found", "git_failed"]);

/** What a crash left is made up for by the next opening, where something damaged is in its way now. */
async function unlessDamaged(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!isCmsError(error) || !DAMAGED.has(error.code)) throw error;
  }
}

/** Brings what is in memory and in the index up to date with both branches. */
export async function followSiteContent({ store, index }: SiteContent): Promise<void> {
  await Promise.all([store.refresh(), index.follow()]);
}

/** The author of a commit: the user, or HQ itself where there is none yet. */
export function siteActor(user: Pick<User, "name" | "email"> | undefined): Actor {
  return user === undefined
    ? { name: "Loam HQ", email: "hq@loam.invalid" }
    : { name: user.name, email: user.email };
}

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
