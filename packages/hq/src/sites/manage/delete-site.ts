import { existsSync } from "node:fs";
import { rename } from "node:fs/promises";
import { join } from "node:path";
import { updateSite } from "../../people/workspaces/sites.ts";
import { ensureFolder } from "../../platform/data-folder/data-folder.ts";
import { siteGitDir } from "../publisher/site-publisher.ts";
import type { SiteServices } from "../services.ts";

/**
 * Deletes a site: its public files first, its row last, so that a deletion that was cut off can be asked
 * for again. The repository is moved to the data folder's `trash`, where the operator can take it back.
 */
export async function deleteSite(
  { hq, sites }: Pick<SiteServices, "hq" | "sites">,
  siteId: string,
): Promise<void> {
  await updateSite(hq.database, siteId, { publishing: 0 });
  await sites.follow(siteId);
  await sites.drop(siteId);
  const repository = siteGitDir(hq, siteId);
  if (existsSync(repository)) {
    ensureFolder(hq.paths.trash);
    await rename(repository, join(hq.paths.trash, `${siteId}-${hq.now().getTime()}.git`));
  }
  await hq.database.deleteFrom("sites").where("id", "=", siteId).execute();
}
