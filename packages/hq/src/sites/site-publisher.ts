import { join } from "node:path";
import { CmsError } from "@loam/cms-core";
import type { GitRepository } from "@loam/cms-core/git";
import { openMediaFolder } from "@loam/cms-core/media";
import { createPublisher, openPublicFolder, type Publisher } from "@loam/cms-core/publish";
import type { HqConfig } from "../config.ts";
import { localUrl } from "../local-url.ts";
import type { Hq } from "../open-hq.ts";

export interface SitePublisherOptions {
  /** `{public_storage_url}`, without a slash at its end. */
  readonly publicStorageUrl: string;
}

/** Where the repository of a site is. */
export function siteGitDir({ paths }: Pick<Hq, "paths">, siteId: string): string {
  return join(paths.sites, `${siteId}.git`);
}

/** The publisher that keeps the public folder of a site equal to its `published` branch. */
export async function createSitePublisher(
  { paths, config }: Hq,
  { siteId, repository }: { readonly siteId: string; readonly repository: GitRepository },
  { publicStorageUrl }: SitePublisherOptions,
): Promise<Publisher> {
  return createPublisher({
    repository,
    siteId,
    storage: await openPublicFolder(join(config.publicFolder, siteId)),
    media: await openMediaFolder(config.mediaFolder),
    publicUrl: `${publicStorageUrl}/${siteId}`,
    stateFile: join(paths.state, `${siteId}.publisher.json`),
  });
}

/**
 * `{public_storage_url}` as a server with this configuration will have it.
 *
 * @throws CmsError `invalid_config` when only the running server could know: its port is chosen
 * when it starts.
 */
export function configuredPublicUrl(config: HqConfig): string {
  const { publicStorageUrl, baseUrl, host, port } = config;
  if (publicStorageUrl !== undefined) return publicStorageUrl;
  if (baseUrl !== undefined) return `${baseUrl}/public`;
  if (port !== 0) return `${localUrl(host, port)}/public`;
  throw new CmsError("invalid_config", "LOAM_BASE_URL must be set where LOAM_PORT is 0.");
}
