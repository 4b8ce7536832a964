import { openSiteStore, type SiteStore } from "@loam/cms-core/site";
import { findSite } from "../../people/workspaces/sites.ts";
import type { Hq } from "../../platform/hq.ts";
import { siteGitDir } from "../publisher/site-publisher.ts";

/**
 * Runs work on the content of a site, by id or name: through the server in this process, which then follows it, or
 * standalone. Work that writes requires the lock of the data folder.
 */
export async function inSite<T>(
  hq: Hq,
  siteName: string,
  work: (store: SiteStore) => Promise<T>,
): Promise<T> {
  const { id } = await findSite(hq.database, siteName);
  if (hq.opened !== undefined) return hq.opened.use(id, work);
  const store = await openSiteStore(siteGitDir(hq, id), { now: hq.now });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
