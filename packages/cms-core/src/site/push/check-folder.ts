import { snapshotFolder, type SnapshotOptions } from "../../git/repository/snapshot-folder.ts";
import { loadSite } from "../read/follow-site.ts";
import { readSiteFile } from "../read/read-site.ts";
import { SiteIndex } from "../read/site-index.ts";
import { type CheckedPush, checkPush } from "./check-push.ts";

/**
 * Checks the files of a site in a folder as a push of them would be: against the base that they are built on where
 * the folder is a clone, else each for itself. Nothing is written.
 *
 * @throws CmsError `not_found`, `invalid`, `invalid_site` where there is no `site.yml`, `git_failed`, `git_missing`
 */
export async function checkFolder(
  folder: string,
  options: SnapshotOptions & { readonly now: Date },
): Promise<CheckedPush> {
  await using snapshot = await snapshotFolder(folder, options);
  const { repository, commit, since } = snapshot;
  const before =
    since === undefined
      ? new SiteIndex(await readSiteFile(repository, commit), NOTHING)
      : await loadSite(repository, since);
  const pushed = { repository, incoming: repository, from: since, to: commit };
  // Read to the end before the snapshot goes.
  return await checkPush(before, { ...pushed, now: options.now });
}

/** No commit. */
const NOTHING = "";
