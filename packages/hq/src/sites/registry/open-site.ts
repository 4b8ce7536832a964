import { CmsError, isCmsError } from "@loam/cms-core";
import type { ContentIndex } from "@loam/cms-core/find";
import { type GitRepository, openRepository, type Rewrite } from "@loam/cms-core/git";
import { PUBLISHED_REF } from "@loam/cms-core/publish";
import { MAIN } from "@loam/cms-core/site";
import type { Logger } from "pino";
import { storeMediaBytes } from "../../people/workspaces/usage.ts";
import { holdLease } from "../../platform/db/leases.ts";
import type { Hq } from "../../platform/hq.ts";
import { OnlyPublisher, SharedPublisher, type SitePublisher } from "../cluster/shared-publisher.ts";
import { siteGitDir, type SitePublisherOptions } from "../publisher/site-publisher.ts";
import { createLiveSnapshots, type LiveSnapshots, type SiteContent } from "./site-content.ts";

/** The heads of a site's branches, after its files, lists, and index were updated to them. */
export interface SiteMoved {
  readonly siteId: string;
  /** Absent while the site's working content is not open in this process. */
  readonly main?: string;
  /** Absent while nothing is published. */
  readonly published?: string;
}

/** A branch of a site that was rewritten or deleted outside HQ. `undone`: HQ has restored its last state. */
export interface SiteRewritten extends Omit<Rewrite, "ref"> {
  readonly siteId: string;
  readonly branch: string;
}

/** Progress of writing all public files of a site. */
export interface SiteWriting {
  readonly site: string;
  readonly done: number;
  readonly total: number;
}

/** An open site. Serving it requires only its `published` branch; `main` is read on demand. */
export interface OpenSite {
  readonly repository: GitRepository;
  readonly publisher: SitePublisher;
  readonly snapshots: LiveSnapshots;
  content?: Promise<SiteContent>;
  /** Stays open while the content is reopened, because requests might be reading from it. */
  index?: ContentIndex;
  /** Why its working content could not be read at the last attempt. */
  unread?: unknown;
  /** Total size of its media at the last count. */
  mediaBytes?: number;
  /** Whether it was updated to `published`. Before that, nothing is known to be live. */
  loaded?: boolean;
  /** Whether its files are known to be removed because publishing is off. */
  withdrawn?: boolean;
  /** The heads of its branches when its working content was last updated. */
  followed?: Branches;
  /** When it was last checked for losses, in milliseconds of the monotonic clock. */
  lookedAt?: { readonly repository: number; readonly files: number };
  /** The current check of its public files. */
  looking?: Promise<void>;
  /** Whether its public files were lost and must be written. */
  lost?: boolean;
  /** Progress of writing them. */
  writing?: { readonly done: number; readonly total: number };
  /** The last state reported to listeners. */
  reported?: SiteMoved;
}

interface Branches {
  readonly main: string | undefined;
  readonly published: string | undefined;
}

/** Returns the current heads of a site's branches. */
export async function readBranches({
  repository,
}: Pick<OpenSite, "repository">): Promise<Branches> {
  const [main, published] = await Promise.all([
    repository.resolveRef(MAIN),
    repository.resolveRef(PUBLISHED_REF),
  ]);
  return { main, published };
}

/** Returns why the branches of a site cannot be read, or undefined if they can. */
export async function findReadError(site: OpenSite): Promise<unknown> {
  return readBranches(site).then(
    ({ main }) =>
      main === undefined ? new CmsError("not_found", "The branch main is missing.") : undefined,
    (error: unknown) => error,
  );
}

/** Whether a site was moved since this process last updated its working content. */
export async function isBehind({ repository, followed }: OpenSite): Promise<boolean> {
  const { main, published } = await readBranches({ repository });
  return followed?.main !== main || followed?.published !== published;
}

/** Whether another process moved a site or changed its settings since this process last updated it. */
export async function lagsBehindOthers(site: OpenSite, publishing: boolean): Promise<boolean> {
  if (site.withdrawn !== !publishing) return true;
  if (publishing && !(await site.publisher.settled())) return true;
  return site.content !== undefined && isBehind(site);
}

/** Whether a branch that HQ has read was moved outside HQ. */
export function isMovedByOthers({ repository: { guard } }: OpenSite): boolean {
  return guard.isMoved(MAIN) || guard.isMoved(PUBLISHED_REF);
}

/** Frequent enough that users rarely notice a loss, and cheap enough to be negligible. */
const CHECK_EVERY_MS = 5000;
/** Each check of a bucket is a billed request. */
const CHECK_BUCKET_EVERY_MS = 60_000;

interface LossOptions {
  readonly site: OpenSite;
  readonly log: Logger;
}

/**
 * Periodically checks an open site for losses: the index of a pack, which is rebuilt, and public files, which are then
 * written. Doesn't wait for the latter, because buckets are slow. Files that are all being written are checked
 * afterwards.
 */
export async function checkForLosses(
  { config }: Pick<Hq, "config">,
  siteId: string,
  { site, log }: LossOptions,
): Promise<void> {
  const now = performance.now();
  const every = config.publicStorage.kind === "s3" ? CHECK_BUCKET_EVERY_MS : CHECK_EVERY_MS;
  // Spreads the checks of sites that were opened together.
  const { repository = now, files = now - Math.random() * every } = site.lookedAt ?? {};
  const isDue = { repository: now - repository >= CHECK_EVERY_MS, files: now - files >= every };
  site.lookedAt = {
    repository: isDue.repository ? now : repository,
    files: isDue.files ? now : files,
  };
  if (isDue.files && site.withdrawn !== true) {
    site.looking ??= checkFiles(siteId, { site, log }).finally(() => delete site.looking);
  }
  if (isDue.repository) await site.repository.rebuild({ quick: true });
}

async function checkFiles(siteId: string, { site, log }: LossOptions): Promise<void> {
  try {
    if (!(await site.publisher.areLost())) return;
    site.lost = true;
    log.warn({ siteId }, "public files are missing and will be written again");
  } catch (error) {
    // An unreadable storage is reported elsewhere.
    if (!isCmsError(error)) log.error({ err: error, siteId }, "public files cannot be checked");
  }
}

/** Returns the sites of which all files are being written. */
export function listWriting(
  sites: ReadonlyMap<string, OpenSite | undefined>,
): readonly SiteWriting[] {
  return [...sites].flatMap(([site, open]) =>
    open?.writing === undefined ? [] : [{ site, ...open.writing }],
  );
}

/** Media can be added or removed by uploads, imports, or pushes, so the index determines the used quota. */
export async function countMedia(
  { database }: Pick<Hq, "database">,
  siteId: string,
  { site, content: { index } }: { readonly site: OpenSite; readonly content: SiteContent },
): Promise<void> {
  const bytes = await index.mediaBytes();
  if (bytes === site.mediaBytes) return;
  await storeMediaBytes(database, siteId, bytes);
  site.mediaBytes = bytes;
}

export async function closeSite(site: OpenSite): Promise<void> {
  const { publisher, repository, content } = site;
  await site.looking;
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
    onRebuilt: (paths) => log.warn({ siteId, paths }, "missing files of a repository were rebuilt"),
    ...(shared && { shared: { alone: (work) => repackAlone(hq, siteId, work) } }),
  });
  const site = { siteId, repository };
  return {
    repository,
    publisher: new (shared ? SharedPublisher : OnlyPublisher)(hq, site, options),
    snapshots: createLiveSnapshots(),
  };
}

/** If several processes find that a repository needs repacking, only one repacks it. */
async function repackAlone(hq: Hq, siteId: string, work: () => Promise<void>): Promise<void> {
  await using lease = await holdLease(hq.database, `repack:${siteId}`);
  if (lease !== undefined) await work();
}
