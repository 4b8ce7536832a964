import { copyFileSync, readdirSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { newId } from "@loam/cms-core";
import { importExport } from "@loam/cms-core/export";
import { removeUnfinishedRepositories } from "@loam/cms-core/git";
import { type MediaStorage, openMediaFolder, originalKey } from "@loam/cms-core/media";
import { PUBLISHED_REF } from "@loam/cms-core/publish";
import { openSiteStore } from "@loam/cms-core/site";
import { expect } from "vitest";
import { ACTOR, openBlog } from "../../support/site/blog-site.ts";
import { buryWriter, fsck } from "./check-site.ts";
import { exportBlog, makeExportBase, sha256Of, ZIP } from "./export-scenarios.ts";
import type { Acknowledge, Scenario } from "./scenario.ts";

interface Destination {
  readonly folder: string;
  readonly storage: MediaStorage;
}

/** Creates a folder for sites, empty media storage, and the export of a site. */
export async function makeImportBase(folder: string): Promise<void> {
  const source = `${folder}-source`;
  await makeExportBase(source);
  const blog = await openBlog(source);
  await exportBlog(blog, () => undefined);
  await blog.store.close();
  await mkdir(join(folder, "sites"), { recursive: true });
  await openMediaFolder(join(folder, "media"));
  copyFileSync(join(source, "out", ZIP), join(folder, ZIP));
}

/** Imports an export as a site twice, the second time with a new id. */
export const IMPORT_EXPORT: Scenario<Destination> = {
  open: async (folder) => ({ folder, storage: await openMediaFolder(join(folder, "media")) }),
  act: importOnce,
  again: importOnce,
  close: async () => Promise.resolve(),
  check: checkImported,
};

async function importOnce(
  { folder, storage }: Destination,
  acknowledge: Acknowledge,
): Promise<void> {
  const siteId = newId("site");
  const gitDir = join(folder, "sites", `${siteId}.git`);
  const options = { gitDir, siteId, storage, actor: ACTOR };
  const { media } = await importExport(join(folder, ZIP), options);
  expect(media).toMatchObject({ missing: [], failed: [] });
  acknowledge(siteId);
}

async function checkImported(folder: string, acknowledged: readonly string[]): Promise<void> {
  const sites = join(folder, "sites");
  await removeUnfinishedRepositories(sites, () => true);
  const found = readdirSync(sites);
  for (const id of acknowledged) expect(found).toContain(`${id}.git`);
  const storage = await openMediaFolder(join(folder, "media"));
  // Even without acknowledgement, there is either a complete site or nothing.
  for (const name of found) {
    expect(name).toMatch(/^s\w+\.git$/);
    await checkSite(join(sites, name), storage);
  }
}

async function checkSite(gitDir: string, storage: MediaStorage): Promise<void> {
  buryWriter(gitDir);
  const store = await openSiteStore(gitDir);
  try {
    expect(gitDir).toContain(store.site().id);
    expect(
      store
        .entries("posts")
        .map(({ slug }) => slug)
        .toSorted(),
    ).toEqual(["a", "b"]);
    expect(await store.repository.resolveRef(PUBLISHED_REF)).toBeDefined();
    for (const id of store.mediaIds()) {
      const record = await store.readMedia(id);
      expect(sha256Of(await storage.read(originalKey(record)))).toBe(record.sha256);
    }
    expect(store.mediaIds()).toHaveLength(1);
  } finally {
    await store.close();
  }
  expect(fsck(gitDir)).toBe("");
}
