import { isCmsError, type Issue } from "@loam/cms-core";
import { checkRepository, type GitRepository, openRepository } from "@loam/cms-core/git";
import {
  repairSite,
  type RepairReport,
  verifySite,
  type VerifyReport,
  type VerifySiteOptions,
  writtenFor,
} from "@loam/cms-core/publish";
import { openSiteStoreOn } from "@loam/cms-core/site";
import { isPublishing } from "../../people/workspaces/sites.ts";
import type { Hq } from "../../platform/hq.ts";
import {
  configuredPublicUrl,
  publishedPlace,
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
  /** What git finds wrong with the repository; where it is too much, nothing could be compared. */
  readonly damage: readonly string[];
  /** Where all findings come of it: the address that the files were written for, another than is configured here. */
  readonly otherAddress?: { readonly files: string; readonly configured: string };
}

/**
 * Compares the public files of a site with what is published, reads its working content, and has git look through its
 * repository; also beside a running server.
 */
export async function verifyPublicFiles(
  hq: Hq,
  options: CheckSiteOptions,
): Promise<SiteVerification> {
  const gitDir = siteGitDir(hq, options.siteId);
  let compared: Compared;
  try {
    compared = await comparePublicFiles(hq, options);
  } catch (error) {
    const damage = isCmsError(error) ? await checkRepository(gitDir) : [];
    if (!isCmsError(error) || damage.length === 0) throw error;
    return { ...NOT_COMPARED, damage: [...damage, error.message] };
  }
  // Not before it was opened: that heals what a power cut left.
  return { ...compared, damage: await checkRepository(gitDir) };
}

type Compared = Omit<SiteVerification, "damage">;

const NOT_COMPARED: Compared = {
  commit: undefined,
  standing: undefined,
  files: 0,
  findings: [],
  problems: [],
};

async function comparePublicFiles(
  hq: Hq,
  { siteId, ...options }: CheckSiteOptions,
): Promise<Compared> {
  await using opened = await openSiteRepository(hq, siteId);
  const { repository } = opened;
  const publicStorageUrl = configuredPublicUrl(hq.config);
  const { publicUrl, stateFile } = publishedPlace(hq, siteId, { publicStorageUrl });
  const files = hq.storages.readPublic(siteId);
  const media = await hq.storages.openMedia();
  const withdrawn = !(await isPublishing(hq.database, siteId));
  const site = { ...options, repository, siteId, files, media, withdrawn };
  const report = await verifySite({ ...site, publicUrl });
  const problems = await contentProblems(repository, siteId);
  const written = await writtenFor(stateFile);
  if (report.findings.length === 0 || written === undefined || written === publicUrl) {
    return { ...report, problems };
  }
  const there = await verifySite({ ...site, publicUrl: written });
  if (there.findings.length > 0) return { ...report, problems };
  return { ...report, problems, otherAddress: { files: written, configured: publicUrl } };
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
