import { importFolder, type ImportOptions, type ImportReport } from "@loam/cms-core/import";
import type { Actor } from "@loam/cms-core/store";
import type { Hq } from "../../platform/hq.ts";
import { openIntake } from "../../sites/open-intake.ts";
import { bringSettingsLive } from "../../sites/publisher/publish-site.ts";
import { configuredPublicUrl, writePublicFiles } from "../../sites/publisher/site-publisher.ts";
import { inSite } from "../../sites/registry/in-site.ts";

/** A site, and who imports into it. */
export interface ImportTarget {
  readonly siteId: string;
  readonly actor: Actor;
}

export interface ImportIntoSite extends Omit<ImportOptions, "store" | "storage" | "actor" | "now"> {
  readonly target: ImportTarget;
}

/** Imports a folder into a site of this HQ; what is published is in public storage afterwards. */
export async function importIntoSite(
  hq: Hq,
  folder: string,
  { target: { siteId, actor }, ...options }: ImportIntoSite,
): Promise<ImportReport> {
  return inSite(hq, siteId, async (store) => {
    const storage = await hq.storages.openMedia();
    await using intake = options.dryRun === true ? undefined : await openIntake(hq);
    const report = await importFolder(folder, {
      ...options,
      ...(intake !== undefined && { intake }),
      store,
      storage,
      actor,
      now: hq.now,
    });
    if (options.dryRun === true) return report;
    const live = await bringSettingsLive(hq, store, actor);
    if (live === undefined && report.published?.commit === undefined) return report;
    const publicStorageUrl = configuredPublicUrl(hq.config);
    await writePublicFiles(hq, { siteId, repository: store.repository }, { publicStorageUrl });
    return report;
  });
}
