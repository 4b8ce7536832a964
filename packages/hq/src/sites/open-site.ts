import { join } from "node:path";
import { type GitRepository, openRepository } from "@loam/cms-core/git";
import { openMediaFolder } from "@loam/cms-core/media";
import { createPublisher, openPublicFolder, type Publisher } from "@loam/cms-core/publish";
import type { Hq } from "../open-hq.ts";

/** A site whose repository is open and whose public files follow it. */
export interface OpenSite {
  readonly id: string;
  readonly repository: GitRepository;
  readonly publisher: Publisher;
  close(): Promise<void>;
}

export interface OpenSiteOptions {
  /** `{public_storage_url}`, without a slash at its end. */
  readonly publicStorageUrl: string;
}

/** Where the repository of a site is. */
export function siteGitDir({ paths }: Pick<Hq, "paths">, siteId: string): string {
  return join(paths.sites, `${siteId}.git`);
}

/**
 * Opens the repository of a site; its public files are brought up to date by `publisher.follow()`.
 *
 * @throws CmsError `git_missing`, `repository_broken`
 */
export async function openSite(
  { paths, config }: Hq,
  siteId: string,
  { publicStorageUrl }: OpenSiteOptions,
): Promise<OpenSite> {
  const storage = await openPublicFolder(join(config.publicFolder, siteId));
  const media = await openMediaFolder(config.mediaFolder);
  const repository = await openRepository(siteGitDir({ paths }, siteId));
  const publisher = createPublisher({
    repository,
    siteId,
    storage,
    media,
    publicUrl: `${publicStorageUrl}/${siteId}`,
    stateFile: join(paths.state, `${siteId}.publisher.json`),
  });
  return {
    id: siteId,
    repository,
    publisher,
    async close() {
      await publisher.close();
      await repository.close();
    },
  };
}
