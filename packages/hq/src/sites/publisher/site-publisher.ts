import { createHash } from "node:crypto";
import { join, relative } from "node:path";
import { CmsError } from "@loam/cms-core";
import type { GitRepository } from "@loam/cms-core/git";
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
  /** `{public_storage_url}`, without a slash at its end. */
  readonly publicStorageUrl: string;
  /** Told how far a publisher has come that writes all files of a site. */
  readonly onWriting?: (siteId: string, done: number, total: number) => void;
}

/** Where the repository of a site is. */
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
 * The publisher that keeps the public files of a site equal to its `published` branch. Where several
 * processes share the storage, its caller holds the lease `publisherLease`.
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
    // Most publishes bring no binary.
    media: { open: async (key, range) => (await hq.storages.openMedia()).open(key, range) },
    ...publishedPlace(hq, siteId, options),
    onWriting: (done, total) => options.onWriting?.(siteId, done, total),
    ...(rendered && { rendered }),
  });
}

/** The address of a site's files, and where the cursor of their publisher is. */
export function publishedPlace(
  hq: Hq,
  siteId: string,
  { publicStorageUrl }: SitePublisherOptions,
): Pick<PublisherOptions, "publicUrl" | "stateFile"> {
  return { publicUrl: `${publicStorageUrl}/${siteId}`, stateFile: cursorFile(hq, siteId) };
}

/** The lease of whoever writes the public files of a site. */
export function publisherLease(siteId: string): string {
  return `publisher:${siteId}`;
}

/** Does what writes the public files of a site while nothing else does. */
export async function publishingAlone<T>(
  hq: Hq,
  siteId: string,
  work: () => Promise<T>,
): Promise<T> {
  if (hq.opened !== undefined) return hq.opened.alone(siteId, work);
  // With SQLite the data folder is this process's.
  if (hq.config.database.kind === "sqlite") return work();
  return withLease(hq.database, publisherLease(siteId), work);
}

/**
 * Brings the public files of a site up to date with `published`, or removes them where publishing is off: once, by a
 * publisher of its own unless a server of this process has one.
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
 * How far one public storage has come says nothing about another, to which `LOAM_PUBLIC_STORAGE` may
 * be set for a while. The data folder itself may be moved, so a folder is named by the way to it.
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
 * `{public_storage_url}` as a server with this configuration will have it.
 *
 * @throws CmsError `invalid_config` when only the running server could know: its port is chosen
 * when it starts.
 */
export function configuredPublicUrl(config: HqConfig): string {
  const { publicStorageUrl } = config;
  if (publicStorageUrl !== undefined) return publicStorageUrl;
  const baseUrl = configuredBaseUrl(config);
  if (baseUrl !== undefined) return `${baseUrl}/public`;
  throw new CmsError("invalid_config", "LOAM_BASE_URL is required if LOAM_PORT is 0.");
}

/** Where people will reach a server with this configuration; undefined where only the running server could know. */
export function configuredBaseUrl({ baseUrl, host, port }: HqConfig): string | undefined {
  return baseUrl ?? (port === 0 ? undefined : localUrl(host, port));
}
