import { CmsError } from "@loam/cms-core";
import type { ContentIndex } from "@loam/cms-core/find";
import { type GitRepository, openRepository, type Rewrite } from "@loam/cms-core/git";
import { PUBLISHED_REF } from "@loam/cms-core/publish";
import { MAIN } from "@loam/cms-core/site";
import type { Logger } from "pino";
import { holdLease } from "../../platform/db/leases.ts";
import type { Hq } from "../../platform/hq.ts";
import { OnlyPublisher, SharedPublisher, type SitePublisher } from "../cluster/shared-publisher.ts";
import { siteGitDir, type SitePublisherOptions } from "../publisher/site-publisher.ts";
import { createLiveSnapshots, type LiveSnapshots, type SiteContent } from "./site-content.ts";

/** The heads of a site's two branches, once its files, lists and index are up to date with them. */
export interface SiteMoved {
  readonly siteId: string;
  /** Absent while nobody has opened the site's working content here. */
  readonly main?: string;
  /** Absent while nothing was published. */
  readonly published?: string;
}

/** A branch of a site that others rewrote or deleted; `undone`: it stands again where HQ left it. */
export interface SiteRewritten extends Omit<Rewrite, "ref"> {
  readonly siteId: string;
  readonly branch: string;
}

/** What is served of a site needs its `published` branch alone; its `main` is read when it is asked for. */
export interface OpenSite {
  readonly repository: GitRepository;
  readonly publisher: SitePublisher;
  readonly snapshots: LiveSnapshots;
  content?: Promise<SiteContent>;
  /** Stays open when the content is to be opened anew; requests may be reading from it. */
  index?: ContentIndex;
  /** Why its working content could not be read when somebody last asked for it. */
  unread?: unknown;
  /** What its media were last counted to have. */
  mediaBytes?: number;
  /** Whether it was brought up to date with `published`: until then nothing is known to be live. */
  loaded?: boolean;
  /** Whether its files are known to be gone because publishing is off. */
  withdrawn?: boolean;
  /** The heads of its branches when its working content was last brought up to date. */
  followed?: Branches;
  /** When it was last looked whether the repository lost something, ms by the monotonic clock. */
  lookedAt?: number;
  /** What was told to listeners last. */
  told?: SiteMoved;
}

interface Branches {
  readonly main: string | undefined;
  readonly published: string | undefined;
}

/** The heads of the branches of a site now. */
export async function branchesOf({ repository }: Pick<OpenSite, "repository">): Promise<Branches> {
  const [main, published] = await Promise.all([
    repository.resolveRef(MAIN),
    repository.resolveRef(PUBLISHED_REF),
  ]);
  return { main, published };
}

/** Why it cannot be told where the branches of a site stand; undefined where it can. */
export async function whyUnreadable(site: OpenSite): Promise<unknown> {
  return branchesOf(site).then(
    ({ main }) => (main === undefined ? new CmsError("not_found", "There is no main.") : undefined),
    (error: unknown) => error,
  );
}

/** Whether somebody moved a site after its working content was followed here. */
export async function isBehind({ repository, followed }: OpenSite): Promise<boolean> {
  const { main, published } = await branchesOf({ repository });
  return followed?.main !== main || followed?.published !== published;
}

/** Whether git moved a branch that HQ looked at, and not by HQ. */
export function isMovedByOthers({ repository: { guard } }: OpenSite): boolean {
  return guard.isMoved(MAIN) || guard.isMoved(PUBLISHED_REF);
}

/** Often enough that people hardly meet what git cannot find, and seldom enough to cost nothing. */
const LOOK_EVERY_MS = 5000;

/** Makes the index of a pack again that was lost while the site is open. */
export async function rebuildNowAndThen(site: OpenSite): Promise<void> {
  const now = performance.now();
  if (now - (site.lookedAt ?? 0) < LOOK_EVERY_MS) return;
  site.lookedAt = now;
  await site.repository.rebuild({ quick: true });
}

export async function closeSite(site: OpenSite): Promise<void> {
  const { publisher, repository, content } = site;
  await publisher.close();
  await content?.catch(() => undefined);
  await site.index?.close();
  await repository.close();
}

export async function openSite(
  hq: Hq,
  siteId: string,
  { log, ...options }: SitePublisherOptions & { readonly log: Logger },
): Promise<OpenSite> {
  const shared = hq.config.database.kind === "postgres";
  const repository = await openRepository(siteGitDir(hq, siteId), {
    onRebuilt: (paths) => log.warn({ siteId, paths }, "lost files of a repository were rebuilt"),
    ...(shared && { shared: { alone: (work) => repackAlone(hq, siteId, work) } }),
  });
  const site = { siteId, repository };
  return {
    repository,
    publisher: new (shared ? SharedPublisher : OnlyPublisher)(hq, site, options),
    snapshots: createLiveSnapshots(),
  };
}

/** Of several processes that find a repository due one repacks it. */
async function repackAlone(hq: Hq, siteId: string, work: () => Promise<void>): Promise<void> {
  await using lease = await holdLease(hq.database, `repack:${siteId}`);
  if (lease !== undefined) await work();
}
