import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { importFolder, type ImportOptions, type ImportReport } from "@loam/cms-core/import";
import { type Actor, createSite, type SiteStore } from "@loam/cms-core/site";
import { recordCommand } from "../../people/audit/record-command.ts";
import type { Hq } from "../../platform/hq.ts";
import { createSiteWith, type NewSite } from "../../sites/manage/create-site.ts";
import { openIntake } from "../../sites/open-intake.ts";
import { applySettingsLive } from "../../sites/publisher/publish-site.ts";
import { configuredPublicUrl, writePublicFiles } from "../../sites/publisher/site-publisher.ts";
import { inSite } from "../../sites/registry/in-site.ts";

/** A site and the user who imports. */
export interface ImportTarget {
  readonly siteId: string;
  readonly actor: Actor;
}

/** A site to create and the user who imports. */
export interface NewTarget {
  readonly site: NewSite & { readonly id: string };
  readonly actor: Actor;
}

type Options = Omit<ImportOptions, "store" | "storage" | "actor" | "now" | "dryRun">;

export interface ImportIntoSite extends Options {
  readonly target: ImportTarget | NewTarget;
}

/** Returns what an import of a folder would do, even for a site that doesn't exist yet. Changes nothing. */
export async function rehearseImport(
  hq: Hq,
  folder: string,
  { target, ...options }: Options & { readonly target: ImportTarget | NewTarget },
): Promise<ImportReport> {
  const storage = await hq.storages.openMedia();
  const { actor } = target;
  const common = { ...options, storage, actor, now: hq.now, dryRun: true };
  if ("siteId" in target) {
    return inSite(hq, target.siteId, async (store) => importFolder(folder, { ...common, store }));
  }
  const { id, name } = target.site;
  const place = await mkdtemp(join(tmpdir(), "loam-new-site-"));
  try {
    const config = { id, name, paths: {}, routes: {} };
    const store = await createSite(join(place, "site.git"), config, { actor, now: hq.now });
    try {
      return await importFolder(folder, { ...common, store });
    } finally {
      await store.close();
    }
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

/**
 * Imports a folder into a site of this HQ. Published entries are in public storage afterwards. A site created for the
 * import is invisible until its content is complete, and removed if the import fails.
 */
export async function importIntoSite(
  hq: Hq,
  folder: string,
  { target, ...options }: ImportIntoSite,
): Promise<ImportReport> {
  const { actor } = target;
  const fill = async (store: SiteStore): Promise<ImportReport> => {
    const storage = await hq.storages.openMedia();
    await using intake = await openIntake(hq);
    return await importFolder(folder, { ...options, intake, store, storage, actor, now: hq.now });
  };
  if ("siteId" in target) {
    await recordCommand(hq, { event: "site.imported", params: { site: target.siteId } });
    return inSite(hq, target.siteId, async (store) => {
      const report = await fill(store);
      await goLive(hq, { store, actor, report });
      return report;
    });
  }
  const { workspaceId, name } = target.site;
  await recordCommand(hq, { event: "site.created", params: { ws: workspaceId, name } });
  const { site, made: report } = await createSiteWith(hq, target.site, fill);
  await inSite(hq, site.id, (store) => goLive(hq, { store, actor, report }));
  return report;
}

interface Imported {
  readonly store: SiteStore;
  readonly actor: Actor;
  readonly report: ImportReport;
}

async function goLive(hq: Hq, { store, actor, report }: Imported): Promise<void> {
  const { repository } = store;
  const live = await applySettingsLive(hq, store, actor);
  if (live === undefined && report.published?.commit === undefined) return;
  const publicStorageUrl = configuredPublicUrl(hq.config);
  await writePublicFiles(hq, { siteId: store.site().id, repository }, { publicStorageUrl });
}
