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

/** The working content of a site, with the index for lists and search. */
export interface SiteContent {
  readonly store: SiteStore;
  readonly index: ContentIndex;
}

/** Path of this process's content index of a site. It can be deleted and is rebuilt. */
function indexFile({ paths }: Pick<Hq, "paths">, siteId: string): string {
  return join(paths.node, `${siteId}.index.db`);
}

const INDEX_FILE = /^(\w+)\.index\.db(-\w+)?$/;

/** Removes this process's content indexes of deleted sites, because they contain the text of drafts. */
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
  /** The index, if it is already open: its file is opened only once per process. */
  readonly index?: ContentIndex;
}

/** Opens the working content of a site. The caller must close its repository. */
export async function openSiteContent(
  hq: Pick<Hq, "paths" | "now">,
  { siteId, repository, index: opened }: OpenSiteContent,
): Promise<SiteContent> {
  const path = indexFile(hq, siteId);
  const recall: RecallIds = (blobs) => recallEntryIds({ path }, blobs);
  const store = await openSiteStoreOn(repository, { now: hq.now, siteId, recall });
  await unlessDamaged(finishDeletions(store));
  // For a push that was accepted before a crash.
  await unlessDamaged(store.completePushed());
  if (opened !== undefined) {
    await opened.follow();
    return { store, index: opened };
  }
  const index = await openContentIndex(repository, { path });
  return { store, index };
}

const DAMAGED: ReadonlySet<ErrorCode> = new Set(["repository_broken", "not_found", "git_failed"]);

/** If damage prevents recovery from a crash now, the next opening retries it. */
async function unlessDamaged(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!isCmsError(error) || !DAMAGED.has(error.code)) throw error;
  }
}

/** Updates the memory and the index to both branches. */
export async function followSiteContent({ store, index }: SiteContent): Promise<void> {
  await Promise.all([store.refresh(), index.follow()]);
}

/** Returns the author of a commit: the user, or HQ itself if there is no user yet. */
export function siteActor(user: Pick<User, "name" | "email"> | undefined): Actor {
  return user === undefined
    ? { name: "Loam HQ", email: "hq@loam.invalid" }
    : { name: user.name, email: user.email };
}

/** The live site at one commit, and its queries. */
export interface QueryableSite extends LiveSite {
  readonly tables: LiveTables;
  /** Content of its `api/index.json`. Undefined before the first publish. */
  readonly index: () => Promise<string | undefined>;
}

/** Recent commits of the live site, so that a client can read several pages from the same one. */
export interface LiveSnapshots {
  /** Adds and returns the current live site. `at` finds it afterwards. */
  now(live: LiveSite): QueryableSite;
  /** Returns the site at a recent live commit, or `undefined`. */
  at(commit: string): QueryableSite | undefined;
  /** Removes all snapshots, because they are no longer public. */
  clear(): void;
}

/** Snapshots share unchanged data, so each costs only what its publish changed. */
const MAX_SNAPSHOTS = 8;
const KEPT_MS = 10 * 60_000;

interface Kept {
  readonly site: QueryableSite;
  /** The live site it was created from. */
  readonly live: LiveSite;
  /** When another one replaced it. */
  replacedAt: number | undefined;
}

export function createLiveSnapshots(
  monotonicMs: () => number = () => performance.now(),
): LiveSnapshots {
  const tablesOf = createLiveTables();
  let snapshots: readonly Kept[] = [];

  function add(live: LiveSite): QueryableSite {
    const now = monotonicMs();
    const site = { ...live, tables: tablesOf(live), index: async () => liveIndex(live) };
    const before = snapshots.filter(({ replacedAt = now }) => now - replacedAt < KEPT_MS);
    for (const one of before) one.replacedAt ??= now;
    snapshots = [{ site, live, replacedAt: undefined }, ...before].slice(0, MAX_SNAPSHOTS);
    return site;
  }

  return {
    now(live) {
      const [newest] = snapshots;
      return newest?.live === live ? newest.site : add(live);
    },
    at(commit) {
      const found = snapshots.find(({ site }) => site.commit === commit);
      if (found?.replacedAt === undefined) return found?.site;
      return monotonicMs() - found.replacedAt < KEPT_MS ? found.site : undefined;
    },
    clear() {
      snapshots = [];
    },
  };
}
