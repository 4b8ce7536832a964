import { existsSync } from "node:fs";
import { isCmsError, newId } from "@loam/cms-core";
import {
  type ExportImportReport,
  importExport,
  type ImportExportOptions,
  readExportedSite,
} from "@loam/cms-core/export";
import { openRepository } from "@loam/cms-core/git";
import { recordCommand } from "../../people/audit/record-command.ts";
import { findUser } from "../../people/identity/users/users.ts";
import { findSite } from "../../people/workspaces/sites.ts";
import { findWorkspace } from "../../people/workspaces/workspaces.ts";
import type { Hq } from "../../platform/hq.ts";
import { createSiteFrom, requireFreeSiteName } from "../../sites/manage/create-site.ts";
import {
  configuredPublicUrl,
  siteGitDir,
  writePublicFiles,
} from "../../sites/publisher/site-publisher.ts";
import { siteActor } from "../../sites/registry/site-content.ts";

export interface ImportZipOptions extends Pick<ImportExportOptions, "drafts" | "dryRun"> {
  /** @default the name in the export */
  readonly name: string | undefined;
  /** Slug of its workspace. */
  readonly workspace: string | undefined;
  /** Email address of the user who imports. */
  readonly as: string | undefined;
}

/**
 * Creates a site from an export, with its own id, or a new id if that one is in use.
 *
 * @throws CmsError `name_taken`, and as `importExport`
 */
export async function importZip(
  hq: Hq,
  file: string,
  { name, workspace, as, dryRun = false, drafts = false }: ImportZipOptions,
): Promise<ExportImportReport> {
  const exported = await readExportedSite(file);
  const { id: workspaceId } = await findWorkspace(hq.database, workspace);
  const siteName = name ?? exported.name;
  await requireFreeSiteName(hq.database, { name: siteName, workspaceId });
  const id = (await isTaken(hq, exported.id)) ? newId("site") : exported.id;
  const storage = await hq.storages.openMedia();
  const actor = siteActor(await findUser(hq.database, as));
  const make = async (gitDir: string): Promise<ExportImportReport> =>
    importExport(file, {
      gitDir,
      siteId: id,
      storage,
      ...(hq.opened !== undefined && { intake: hq.opened.intake }),
      actor,
      now: hq.now,
      dryRun,
      drafts,
    });
  if (dryRun) return make(siteGitDir(hq, id));
  const params = { ws: workspaceId, name: siteName };
  await recordCommand(hq, { event: "site.created", params });
  const site = { id, name: siteName, workspaceId, ...(as !== undefined && { by: as }) };
  const { made } = await createSiteFrom(hq, site, make);
  if (made.published) await publishFiles(hq, id);
  return { ...made, site: { id, name: siteName } };
}

async function isTaken(hq: Hq, id: string): Promise<boolean> {
  if (existsSync(siteGitDir(hq, id))) return true;
  try {
    await findSite(hq.database, id);
    return true;
  } catch (error) {
    if (isCmsError(error) && error.code === "site_not_found") return false;
    throw error;
  }
}

async function publishFiles(hq: Hq, siteId: string): Promise<void> {
  const repository = await openRepository(siteGitDir(hq, siteId));
  try {
    const publicStorageUrl = configuredPublicUrl(hq.config);
    await writePublicFiles(hq, { siteId, repository }, { publicStorageUrl });
  } finally {
    await repository.close();
  }
}
