import { createHash } from "node:crypto";
import { join, relative } from "node:path";
import { CmsError, isCmsError } from "@loam/cms-core";
import type { GitRepository } from "@loam/cms-core/git";
import type { MediaObject, MediaRange } from "@loam/cms-core/media";
import {
  createPublisher,
  type FollowReport,
  type Publisher,
  type PublisherOptions,
} from "@loam/cms-core/publish";
import { isPublishing } from "../../people/workspaces/sites.ts";
import { type HqConfig, localUrl } from "../../platform/config/config.ts";
import { formatStorageAddress } from "../../platform/config/storage-address.ts";
import { withLease } from "../../platform/db/leases.ts";
import type { Hq } from "../../platform/hq.ts";

export interface SitePublisherOptions {
  /** `{public_storage_url}` without a trailing slash. */
  readonly publicStorageUrl: string;
  /** Called with the progress of a publisher that writes all files of a site. */
  readonly onWriting?: (siteId: string, done: number, total: number) => void;
}

/** Path of a site's repository. */
export function siteGitDir({ paths }: Pick<Hq, "paths">, siteId: string): string {
  return join(paths.sites, `${siteId}.git`);
}

/** A site whose files are published. */
export interface PublishedRepository {
  readonly siteId: string;
  readonly repository: GitRepository;
  readonly rendered?: PublisherOptions["rendered"];
}

/**
 * Creates the publisher that keeps the public files of a site up to date with its `published` branch. If several
 * processes share the storage, the caller must hold the lease `publisherLease`.
 */
export async function createSitePublisher(
  hq: Hq,
  { siteId, repository, rendered }: PublishedRepository,
  options: SitePublisherOptions,
): Promise<Publisher> {
  return createPublisher({
    repository,
    siteId,
    storage: await hq.storages.openPublic(siteId),
    media: { open: async (key, range) => openToPublish(hq, key, range) },
    ...publishedPlace(hq, siteId, options),
    onWriting: (done, total) => options.onWriting?.(siteId, done, total),
    ...(rendered && { rendered }),
  });
}

/**
 * Variants whose hash isn't known are copied as they are: when all files are written, creating them again would take
 * too long. HQ checks them on their first request. Storage is opened on demand, because most publishes contain no
 * media.
 */
async function openToPublish(
  { storages }: Hq,
  key: string,
  range: MediaRange | undefined,
): Promise<MediaObject> {
  const media = await storages.openMedia();
  try {
    return await media.openUnchanged(key, range);
  } catch (error) {
    if (!isCmsError(error)) throw error;
    return media.open(key, range);
  }
}

/** Returns the URL of a site's files and the location of its publisher's cursor. */
export function publishedPlace(
  hq: Hq,
  siteId: string,
  { publicStorageUrl }: SitePublisherOptions,
): Pick<PublisherOptions, "publicUrl" | "stateFile"> {
  return { publicUrl: `${publicStorageUrl}/${siteId}`, stateFile: cursorFile(hq, siteId) };
}

/** The lease for writing the public files of a site. */
export function publisherLease(siteId: string): string {
  return `publisher:${siteId}`;
}

/** Runs work that writes the public files of a site exclusively. */
export async function publishingAlone<T>(
  hq: Hq,
  siteId: string,
  work: () => Promise<T>,
): Promise<T> {
  if (hq.opened !== undefined) return hq.opened.alone(siteId, work);
  // With SQLite, this process has locked the data folder.
  if (hq.config.database.kind === "sqlite") return work();
  return withLease(hq.database, publisherLease(siteId), work);
}

/**
 * Updates the public files of a site to `published` once, or removes them if publishing is off. Uses a separate
 * publisher unless a server in this process has one.
 */
export async function writePublicFiles(
  hq: Hq,
  site: { readonly siteId: string; readonly repository: GitRepository },
  options: SitePublisherOptions,
): Promise<FollowReport> {
  if (hq.opened !== undefined) {
    await hq.opened.follow(site.siteId);
    return NOTHING_WRITTEN;
  }
  return publishingAlone(hq, site.siteId, async () => {
    const publisher = await createSitePublisher(hq, site, options);
    try {
      if (await isPublishing(hq.database, site.siteId)) return await publisher.follow();
      await publisher.withdraw();
      return NOTHING_WRITTEN;
    } finally {
      await publisher.close();
    }
  });
}

const NOTHING_WRITTEN: FollowReport = {
  to: undefined,
  full: false,
  written: 0,
  removed: 0,
  problems: [],
};

/**
 * The cursor is per public storage, because `LOAM_PUBLIC_STORAGE` can be changed temporarily. Folders are identified by
 * their relative path, because the data folder can be moved.
 */
function cursorFile({ paths, config: { dataFolder, publicStorage } }: Hq, siteId: string): string {
  const place =
    publicStorage.kind === "folder"
      ? relative(dataFolder, publicStorage.folder)
      : formatStorageAddress(publicStorage);
  const name = createHash("sha256").update(place).digest("hex").slice(0, 8);
  return join(paths.state, `${siteId}.${name}.publisher.json`);
}

/**
 * Returns `{public_storage_url}` for a server with this configuration.
 *
 * @throws CmsError `invalid_config` if the port is chosen when the server starts, so only the running server knows it.
 */
export function configuredPublicUrl(config: HqConfig): string {
  const { publicStorageUrl } = config;
  if (publicStorageUrl !== undefined) return publicStorageUrl;
  const baseUrl = configuredBaseUrl(config);
  if (baseUrl !== undefined) return `${baseUrl}/public`;
  throw new CmsError("invalid_config", "LOAM_BASE_URL is required if LOAM_PORT is 0.");
}

/** Returns the public URL of a server with this configuration, or undefined if only the running server knows it. */
export function configuredBaseUrl({ baseUrl, host, port }: HqConfig): string | undefined {
  return baseUrl ?? (port === 0 ? undefined : localUrl(host, port));
}
