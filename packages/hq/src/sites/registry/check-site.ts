import { type ErrorCode, isCmsError, type Issue } from "@loam/cms-core";
import {
  checkRepository,
  findLost,
  type GitRepository,
  type LostFile,
  openRepository,
  readRefs,
} from "@loam/cms-core/git";
import {
  PUBLISHED_REF,
  repairSite,
  type RepairReport,
  verifySite,
  type VerifyReport,
  type VerifySiteOptions,
  writtenFor,
} from "@loam/cms-core/publish";
import { MAIN, openSiteStoreOn } from "@loam/cms-core/site";
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
  /** Problems in the working content. */
  readonly problems: readonly Issue[];
  /** Problems that Git finds in the repository. If it is too damaged, nothing could be compared. */
  readonly damage: readonly string[];
  /** The files of `main` and `published` that are unavailable as a result. */
  readonly lost: readonly LostFile[];
  /** The common cause of all findings: the files were written for another URL than the configured one. */
  readonly otherAddress?: { readonly files: string; readonly configured: string };
}

/**
 * Compares the public files of a site with what is published, reads its working content, and checks its repository with
 * Git. Also works next to a running server.
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
    if (!isCmsError(error)) throw error;
    const damage = await checkRepository(gitDir);
    if (damage.length === 0 && !OF_THE_REPOSITORY.has(error.code)) throw error;
    const lost = await findLostFiles(hq, options.siteId);
    return { ...NOT_COMPARED, damage: [...damage, error.message], lost };
  }
  // Must come after opening, which repairs the effects of a power failure.
  const damage = [...(await checkRepository(gitDir)), ...missingMain(gitDir)];
  const lost = damage.length === 0 ? [] : await findLostFiles(hq, options.siteId);
  return { ...compared, damage, lost };
}

function missingMain(gitDir: string): readonly string[] {
  try {
    return readRefs(gitDir).has(MAIN) ? [] : ["its main branch is missing"];
  } catch (error) {
    if (isCmsError(error)) return [error.message];
    throw error;
  }
}

const OF_THE_REPOSITORY: ReadonlySet<ErrorCode> = new Set([
  "repository_broken",
  "not_found",
  "git_failed",
  "invalid_site",
]);

/** Returns the unreadable files of both branches, or nothing if the repository cannot be opened at all. */
async function findLostFiles(hq: Hq, siteId: string): Promise<readonly LostFile[]> {
  try {
    await using opened = await openSiteRepository(hq, siteId);
    return await findLost(opened.repository, [MAIN, PUBLISHED_REF]);
  } catch (error) {
    if (isCmsError(error)) return [];
    throw error;
  }
}

type Compared = Omit<SiteVerification, "damage" | "lost">;

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
  const stored = await hq.storages.openMedia();
  const media = {
    open: async (key: string) => stored.openUnchanged(key),
    hashOf: async (key: string) => stored.hashOf(key),
  };
  const withdrawn = !(await isPublishing(hq.database, siteId));
  const site = { ...options, repository, siteId, files, media, withdrawn };
  const report = await verifySite({ ...site, publicUrl });
  const problems = await contentProblems(repository, siteId);
  const written = await writtenFor(stateFile);
  if (report.findings.length === 0 || written === undefined || written === publicUrl) {
    return { ...report, problems };
  }
  const atOtherUrl = await verifySite({ ...site, publicUrl: written });
  if (atOtherUrl.findings.length > 0) return { ...report, problems };
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
  /** Number of files written or removed because the publisher was behind. */
  readonly followed: number;
  /** Why nothing could be compared: its repository is damaged. */
  readonly failed?: string;
}

/** Updates the public files of a site to `published` and repairs those that differ. */
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
