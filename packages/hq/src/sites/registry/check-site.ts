import { isCmsError, type Issue } from "@loam/cms-core";
import { type GitRepository, openRepository } from "@loam/cms-core/git";
import {
  repairSite,
  type RepairReport,
  verifySite,
  type VerifyReport,
  type VerifySiteOptions,
} from "@loam/cms-core/publish";
import { openSiteStoreOn } from "@loam/cms-core/store";
import { isPublishing } from "../../people/workspaces/sites.ts";
import type { Hq } from "../../platform/hq.ts";
import {
  configuredPublicUrl,
  publishingAlone,
  siteGitDir,
  writePublicFiles,
} from "../publisher/site-publisher.ts";

export interface CheckSiteOptions extends Pick<VerifySiteOptions, "deep" | "onChecked"> {
  readonly siteId: string;
}

export interface SiteVerification extends VerifyReport {
  /** What is wrong with the files that people work on. */
  readonly problems: readonly Issue[];
}

/**
 * Compares the public files of a site with what is published, and reads its working content; also beside a running
 * server.
 */
export async function verifyPublicFiles(
  hq: Hq,
  { siteId, ...options }: CheckSiteOptions,
): Promise<SiteVerification> {
  const publicUrl = `${configuredPublicUrl(hq.config)}/${siteId}`;
  await using opened = await openSiteRepository(hq, siteId);
  const { repository } = opened;
  const files = hq.storages.readPublic(siteId);
  const media = await hq.storages.openMedia();
  const withdrawn = !(await isPublishing(hq.database, siteId));
  // Awaited here, where the repository is open.
  const report = await verifySite({
    ...options,
    repository,
    siteId,
    publicUrl,
    files,
    media,
    withdrawn,
  });
  return { ...report, problems: await contentProblems(repository, siteId) };
}

async function contentProblems(
  repository: GitRepository,
  siteId: string,
): Promise<readonly Issue[]> {
  try {
    return (await openSiteStoreOn(repository, { siteId })).problems();
  } catch (error) {
    if (!isCmsError(error)) throw error;
    return [{ code: error.code, message: error.message }];
  }
}

export interface SiteRepair extends RepairReport {
  /** How many files were written or removed because the publisher had not followed yet. */
  readonly followed: number;
}

/** Brings the public files of a site up to date with `published`, and repairs what is not as published. */
export async function repairPublicFiles(
  hq: Hq,
  { siteId, ...options }: CheckSiteOptions,
): Promise<SiteRepair> {
  const publicStorageUrl = configuredPublicUrl(hq.config);
  await using opened = await openSiteRepository(hq, siteId);
  const { repository } = opened;
  const { written, removed } = await writePublicFiles(
    hq,
    { siteId, repository },
    { publicStorageUrl },
  );
  const media = await hq.storages.openMedia();
  const publicUrl = `${publicStorageUrl}/${siteId}`;
  return await publishingAlone(hq, siteId, async () => {
    const storage = await hq.storages.openPublic(siteId);
    try {
      const withdrawn = !(await isPublishing(hq.database, siteId));
      const site = { repository, siteId, publicUrl, storage, media, withdrawn };
      return { ...(await repairSite({ ...options, ...site })), followed: written + removed };
    } finally {
      await storage.close();
    }
  });
}

interface OpenedRepository extends AsyncDisposable {
  readonly repository: GitRepository;
}

async function openSiteRepository(hq: Hq, siteId: string): Promise<OpenedRepository> {
  const repository = await openRepository(siteGitDir(hq, siteId));
  return { repository, [Symbol.asyncDispose]: () => repository.close() };
}
