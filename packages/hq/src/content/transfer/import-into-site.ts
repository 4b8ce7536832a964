import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { importFolder, type ImportOptions, type ImportReport } from "@loam/cms-core/import";
import { type Actor, createSite } from "@loam/cms-core/store";
import type { Hq } from "../../platform/hq.ts";
import type { NewSite } from "../../sites/manage/create-site.ts";
import { openIntake } from "../../sites/open-intake.ts";
import { bringSettingsLive } from "../../sites/publisher/publish-site.ts";
import { configuredPublicUrl, writePublicFiles } from "../../sites/publisher/site-publisher.ts";
import { inSite } from "../../sites/registry/in-site.ts";

/** A site, and who imports into it. */
export interface ImportTarget {
  readonly siteId: string;
  readonly actor: Actor;
}

/** A site that is to be made, and who imports into it. */
export interface NewTarget {
  readonly site: NewSite & { readonly id: string };
  readonly actor: Actor;
}

type Options = Omit<ImportOptions, "store" | "storage" | "actor" | "now" | "dryRun">;

export interface ImportIntoSite extends Options {
  readonly target: ImportTarget;
}

/**
 * What an import of a folder would do, also into a site that is not there yet: nothing is changed.
 */
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

/** Imports a folder into a site of this HQ; what is published is in public storage afterwards. */
export async function importIntoSite(
  hq: Hq,
  folder: string,
  { target: { siteId, actor }, ...options }: ImportIntoSite,
): Promise<ImportReport> {
  return inSite(hq, siteId, async (store) => {
    const storage = await hq.storages.openMedia();
    await using intake = await openIntake(hq);
    const report = await importFolder(folder, {
      ...options,
      intake,
      store,
      storage,
      actor,
      now: hq.now,
    });
    const live = await bringSettingsLive(hq, store, actor);
    if (live === undefined && report.published?.commit === undefined) return report;
    const publicStorageUrl = configuredPublicUrl(hq.config);
    await writePublicFiles(hq, { siteId, repository: store.repository }, { publicStorageUrl });
    return report;
  });
}
