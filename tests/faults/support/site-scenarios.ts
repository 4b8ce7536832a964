import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { newId } from "@loam/cms-core";
import { removeUnfinishedRepositories } from "@loam/cms-core/git";
import { createSite, openSiteStore } from "@loam/cms-core/site";
import { expect } from "vitest";
import { ACTOR } from "../../support/site/blog-site.ts";
import { buryWriter, fsck } from "./check-site.ts";
import type { Acknowledge, Scenario } from "./scenario.ts";

/** Creates an empty folder for sites. */
export function makeSitesFolder(folder: string): void {
  mkdirSync(join(folder, "sites"), { recursive: true });
}

export const CREATE_SITE: Scenario<string> = {
  open: async (folder) => Promise.resolve(folder),
  act: create,
  again: create,
  close: async () => Promise.resolve(),
  check: checkSites,
};

async function create(folder: string, acknowledge: Acknowledge): Promise<void> {
  const id = newId("site");
  const config = { id, name: "A site", paths: {}, routes: {} };
  const store = await createSite(join(folder, "sites", `${id}.git`), config, { actor: ACTOR });
  acknowledge(id);
  await store.close();
}

async function checkSites(folder: string, acknowledged: readonly string[]): Promise<void> {
  const sites = join(folder, "sites");
  await removeUnfinishedRepositories(sites, () => true);
  for (const id of acknowledged) {
    const gitDir = join(sites, `${id}.git`);
    buryWriter(gitDir);
    const store = await openSiteStore(gitDir);
    expect(store.site().name).toBe("A site");
    await store.close();
    expect(fsck(gitDir)).toBe("");
  }
  // Even without acknowledgement, there is either a repository or nothing.
  for (const name of readdirSync(sites)) expect(name).toMatch(/^s\w+\.git$/);
}
