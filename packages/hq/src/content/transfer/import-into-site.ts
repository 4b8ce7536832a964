import { importFolder, type ImportOptions, type ImportReport } from "@loam/cms-core/import";
import type { Actor } from "@loam/cms-core/store";
import type { Hq } from "../../platform/hq.ts";
import { createSiteWith, type NewSite } from "../../sites/manage/create-site.ts";
import { openIntake } from "../../sites/open-intake.ts";
import { bringSettingsLive } from "../../sites/publisher/publish-site.ts";
import { configuredPublicUrl, writePublicFiles } from "../../sites/publisher/site-publisher.ts";
import { inSite } from "../../sites/registry/in-site.ts";

/** A site, and who imports into it. */
export interface ImportTarget {
  readonly siteId: string;
  readonly actor: Actor;
}

type ImportInto = Omit<ImportOptions, "store" | "storage" | "actor" | "now">;

export interface ImportIntoSite extends ImportInto {
  readonly target: ImportTarget;
}

/** Imports a folder into a site of this HQ; what is published is in public storage afterwards. */
export async function importIntoSite(
  hq: Hq,
  folder: string,
  { target: { siteId, actor }, ...options }: ImportIntoSite,
): Promise<ImportReport> {
  return inSite(hq, siteId, async (store) => {
    const report = await importInto(hq, folder, { ...options, store, actor });
    if (options.dryRun !== true) await goLive(hq, { store, actor, report });
    return report;
  });
}

export interface ImportIntoNewSite extends ImportInto {
  readonly newSite: NewSite;
  readonly actor: Actor;
  /** Asked with what would be done; where it throws, no site is made. @default nobody is asked */
  readonly confirm?: (plan: ImportReport) => Promise<void>;
}

/** The same into a site that is made for it, and that nobody sees before its content is there. */
export async function importIntoNewSite(
  hq: Hq,
  folder: string,
  { newSite, actor, confirm, ...options }: ImportIntoNewSite,
): Promise<ImportReport> {
  const { site, made: report } = await createSiteWith(hq, newSite, async (store) => {
    const into = { ...options, store, actor };
    if (confirm !== undefined)
      await confirm(await importInto(hq, folder, { ...into, dryRun: true }));
    return importInto(hq, folder, into);
  });
  await inSite(hq, site.id, (store) => goLive(hq, { store, actor, report }));
  return report;
}

async function importInto(
  hq: Hq,
  folder: string,
  options: ImportInto & Pick<ImportOptions, "store" | "actor">,
): Promise<ImportReport> {
  const storage = await hq.storages.openMedia();
  await using intake = options.dryRun === true ? undefined : await openIntake(hq);
  return await importFolder(folder, {
    ...options,
    ...(intake !== undefined && { intake }),
    storage,
    now: hq.now,
  });
}

interface Imported extends Pick<ImportOptions, "store" | "actor"> {
  readonly report: ImportReport;
}

async function goLive(hq: Hq, { store, actor, report }: Imported): Promise<void> {
  const { repository } = store;
  const live = await bringSettingsLive(hq, store, actor);
  if (live === undefined && report.published?.commit === undefined) return;
  const publicStorageUrl = configuredPublicUrl(hq.config);
  const siteId = store.site().id;
  await writePublicFiles(hq, { siteId, repository }, { publicStorageUrl });
}
