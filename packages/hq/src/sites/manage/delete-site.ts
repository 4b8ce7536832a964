import { existsSync } from "node:fs";
import { open, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { CmsError } from "@loam/cms-core";
import type { Logger } from "pino";
import { listSites, updateSite } from "../../people/workspaces/sites.ts";
import { ensureFolder } from "../../platform/data-folder/data-folder.ts";
import type { Hq } from "../../platform/hq.ts";
import { siteGitDir } from "../publisher/site-publisher.ts";
import { removeIndexes } from "../registry/site-content.ts";
import type { SiteServices } from "../services.ts";

type DeletingServices = Pick<SiteServices, "hq" | "sites">;

/**
 * Dependencies for deleting a site: from a server, or from a command that locks the data folder or runs in a server.
 */
export interface SiteRemoval {
  readonly hq: Hq;
  /** Turns publishing off. Resolves when all public files of the site are removed. */
  readonly withdraw: (siteId: string) => Promise<void>;
  readonly drop: (siteId: string) => Promise<void>;
}

/** No deletion takes this long, so another process has finished or died. */
const OTHER_PROCESS_MS = 600_000;

/**
 * Deletes a site: its public files first, its row last. The repository is moved to the data folder's `trash`, from
 * which the operator can restore it. A deletion interrupted by a crash is completed on the next start.
 *
 * @throws CmsError `unavailable` if its public files cannot be removed; the request must then be repeated
 */
export async function deleteSite(removal: SiteRemoval, siteId: string): Promise<void> {
  ensureFolder(removal.hq.paths.trash);
  const note = markerPath(removal, siteId);
  await writeMarker(note);
  try {
    await remove(removal, siteId);
  } finally {
    await rm(note, { force: true });
  }
}

/** Returns the dependencies for deleting a site that a server has open. */
export function removalBy({ hq, sites }: DeletingServices): SiteRemoval {
  return {
    hq,
    drop: (siteId) => sites.drop(siteId),
    async withdraw(siteId) {
      await updateSite(hq.database, siteId, { publishing: 0 });
      await sites.follow(siteId);
      if (!sites.stuck().includes(siteId)) return;
      const message =
        "The public files of the site cannot be removed at the moment. Delete the site again when public storage works.";
      throw new CmsError("unavailable", message);
    },
  };
}

async function remove({ hq, withdraw, drop }: SiteRemoval, siteId: string): Promise<void> {
  await withdraw(siteId);
  await drop(siteId);
  const repository = siteGitDir(hq, siteId);
  if (existsSync(repository)) {
    await rename(repository, join(hq.paths.trash, `${siteId}-${hq.now().getTime()}.git`));
  }
  await hq.database.deleteFrom("sites").where("id", "=", siteId).execute();
  await removeIndexes(hq, (id) => id === siteId);
}

/** Completes deletions interrupted by a crash, and removes local data of sites that another process deleted. */
export async function finishDeletedSites(
  services: DeletingServices & { readonly log: Logger },
): Promise<void> {
  const { hq, log } = services;
  const known = new Set((await listSites(hq.database)).map(({ id }) => id));
  await removeIndexes(hq, (id) => !known.has(id));
  if (!existsSync(hq.paths.trash)) return;
  for (const name of await readdir(hq.paths.trash)) {
    const siteId = /^(\w+)\.deleting$/.exec(name)?.[1];
    if (siteId === undefined) continue;
    const note = markerPath(services, siteId);
    if (hq.config.database.kind === "postgres" && !(await isOld(note))) continue;
    try {
      if (known.has(siteId)) await remove(removalBy(services), siteId);
      await rm(note, { force: true });
    } catch (error) {
      // One failure must not block the other sites.
      log.warn({ err: error, siteId }, "a site that is being deleted cannot be removed yet");
    }
  }
}

function markerPath({ hq }: Pick<SiteRemoval, "hq">, siteId: string): string {
  return join(hq.paths.trash, `${siteId}.deleting`);
}

/** Must be on disk before any data of the site is removed. */
async function writeMarker(path: string): Promise<void> {
  for (const [at, flags] of [
    [path, "a"],
    [join(path, ".."), "r"],
  ] as const) {
    await using file = await open(at, flags);
    await file.sync();
  }
}

async function isOld(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && Date.now() - found.mtimeMs > OTHER_PROCESS_MS;
}
