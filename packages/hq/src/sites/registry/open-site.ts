import { CmsError, isCmsError } from "@loam/cms-core";
import type { ContentIndex } from "@loam/cms-core/find";
import { type GitRepository, openRepository, type Rewrite } from "@loam/cms-core/git";
import { PUBLISHED_REF } from "@loam/cms-core/publish";
import { MAIN } from "@loam/cms-core/site";
import type { Logger } from "pino";
import { noteMediaBytes } from "../../people/workspaces/usage.ts";
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

/** How many public files of a site are written, of how many. */
export interface SiteWriting {
  readonly site: string;
  readonly done: number;
  readonly total: number;
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
  /** When it was last looked whether something was lost, ms by the monotonic clock. */
  lookedAt?: { readonly repository: number; readonly files: number };
  /** A look at its public files that is under way. */
  looking?: Promise<void>;
  /** Whether its public files were found to be lost, and are to be written. */
  lost?: boolean;
  /** How far that has come. */
  writing?: { readonly done: number; readonly total: number };
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
    ({ main }) =>
      main === undefined ? new CmsError("not_found", "The branch main is missing.") : undefined,
    (error: unknown) => error,
  );
}

/** Whether somebody moved a site after its working content was followed here. */
export async function isBehind({ repository, followed }: OpenSite): Promise<boolean> {
  const { main, published } = await branchesOf({ repository });
  return followed?.main !== main || followed?.published !== published;
}

/** Whether another process moved a site, or its settings, since it was brought up to date here. */
export async function lagsBehindOthers(site: OpenSite, publishing: boolean): Promise<boolean> {
  if (site.withdrawn !== !publishing) return true;
  if (publishing && !(await site.publisher.settled())) return true;
  return site.content !== undefined && isBehind(site);
}

/** Whether git moved a branch that HQ looked at, and not by HQ. */
export function isMovedByOthers({ repository: { guard } }: OpenSite): boolean {
  return guard.isMoved(MAIN) || guard.isMoved(PUBLISHED_REF);
}

/** Often enough that people hardly meet what is lost, and seldom enough to cost nothing. */
const LOOK_EVERY_MS = 5000;
/** Each look at a bucket is a request that is paid for. */
const LOOK_AT_BUCKET_EVERY_MS = 60_000;

interface LossOptions {
  readonly site: OpenSite;
  readonly log: Logger;
}

/**
 * Looks now and then whether something was lost while the site is open: the index of a pack, which is made again, or its
 * public files, which are then to be written. Nobody waits for the latter: a bucket takes its time, and files that are
 * all being written are looked at after that.
 */
export async function lookForLosses(
  { config }: Pick<Hq, "config">,
  siteId: string,
  { site, log }: LossOptions,
): Promise<void> {
  const now = performance.now();
  const every = config.publicStorage.kind === "s3" ? LOOK_AT_BUCKET_EVERY_MS : LOOK_EVERY_MS;
  // Sites that were opened together are looked at one by one.
  const { repository = now, files = now - Math.random() * every } = site.lookedAt ?? {};
  const isDue = { repository: now - repository >= LOOK_EVERY_MS, files: now - files >= every };
  site.lookedAt = {
    repository: isDue.repository ? now : repository,
    files: isDue.files ? now : files,
  };
  if (isDue.files && site.withdrawn !== true) {
    site.looking ??= lookAtFiles(siteId, { site, log }).finally(() => delete site.looking);
  }
  if (isDue.repository) await site.repository.rebuild({ quick: true });
}

async function lookAtFiles(siteId: string, { site, log }: LossOptions): Promise<void> {
  try {
    if (!(await site.publisher.areLost())) return;
    site.lost = true;
    log.warn({ siteId }, "public files are missing and will be written again");
  } catch (error) {
    // A storage that cannot be read is reported by whoever reads it.
    if (!isCmsError(error)) log.error({ err: error, siteId }, "public files cannot be checked");
  }
}

/** The sites of which all files are being written. */
export function writingOf(
  sites: ReadonlyMap<string, OpenSite | undefined>,
): readonly SiteWriting[] {
  return [...sites].flatMap(([site, open]) =>
    open?.writing === undefined ? [] : [{ site, ...open.writing }],
  );
}

/** However media came or went, by an upload, an import or a push: what they take of the plan is what the index has. */
export async function countMedia(
  { database }: Pick<Hq, "database">,
  siteId: string,
  { site, content: { index } }: { readonly site: OpenSite; readonly content: SiteContent },
): Promise<void> {
  const bytes = await index.mediaBytes();
  if (bytes === site.mediaBytes) return;
  await noteMediaBytes(database, siteId, bytes);
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

/** Of several processes that find a repository due one repacks it. */
async function repackAlone(hq: Hq, siteId: string, work: () => Promise<void>): Promise<void> {
  await using lease = await holdLease(hq.database, `repack:${siteId}`);
  if (lease !== undefined) await work();
}
