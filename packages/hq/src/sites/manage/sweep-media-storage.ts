import { readdir } from "node:fs/promises";
import { basename } from "node:path";
import { openRepository } from "@loam/cms-core/git";
import type { SweepReport } from "@loam/cms-core/media";
import { mediaInUse } from "@loam/cms-core/site";
import { listSites } from "../../people/workspaces/sites.ts";
import type { Hq } from "../../platform/hq.ts";
import { openIntake } from "../open-intake.ts";
import { siteGitDir } from "../publisher/site-publisher.ts";

export interface MediaSweep extends SweepReport {
  readonly dryRun: boolean;
  /** Number of sites whose branches were read. */
  readonly sites: number;
}

/**
 * Marks files that no branch of any site references, and removes those that were marked at least a week ago.
 *
 * @throws CmsError if a site is missing or cannot be read; nothing is removed then
 */
export async function sweepMediaStorage(
  hq: Hq,
  { dryRun }: { readonly dryRun: boolean },
): Promise<MediaSweep> {
  const siteIds = await allSites(hq);
  const used = async (): Promise<ReadonlySet<string>> => {
    const found = new Set<string>();
    for (const siteId of siteIds) {
      for (const sha256 of await usedBySite(hq, siteId)) found.add(sha256);
    }
    return found;
  };
  await using intake = await openIntake(hq);
  const report = await intake.sweep({ used, dryRun, now: hq.now });
  return { ...report, dryRun, sites: siteIds.length };
}

/**
 * Includes repositories that the control database doesn't contain, because their sites might be about to be created.
 */
async function allSites({ database, paths }: Hq): Promise<readonly string[]> {
  const known = (await listSites(database)).map(({ id }) => id);
  const folders = (await readdir(paths.sites)).filter((name) => name.endsWith(".git"));
  return [...new Set([...known, ...folders.map((name) => basename(name, ".git"))])];
}

async function usedBySite(hq: Hq, siteId: string): Promise<ReadonlySet<string>> {
  const repository = await openRepository(siteGitDir(hq, siteId));
  try {
    return await mediaInUse(repository);
  } finally {
    await repository.close();
  }
}
