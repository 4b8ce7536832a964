import { CmsError } from "@loam/cms-core";
import type { Selectable, Updateable } from "kysely";
import type { ControlTables } from "../../platform/db/control-tables.ts";
import type { ControlDatabase } from "../../platform/db/database.ts";

/** A site in the control database. Its content is in its repository. */
export interface Site {
  readonly id: string;
  readonly workspaceId: string;
  readonly name: string;
  /** Id of the user who created it, if known. */
  readonly createdBy?: string;
  readonly createdAt: string;
  /** Whether its files are in public storage and the read API is available. */
  readonly publishing: boolean;
  /** Target of the Preview button. */
  readonly previewUrl?: string;
  /** Whether the dashboard shows only the screens for writing. Has no effect on permissions. */
  readonly integrationMode: boolean;
  /** Whether content and schema change only through approved change requests. */
  readonly reviewRequired: boolean;
}

/** Lists all sites, oldest first. */
export async function listSites(database: ControlDatabase): Promise<readonly Site[]> {
  const rows = await database
    .selectFrom("sites")
    .selectAll()
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return rows.map(toSite);
}

/** Lists the sites of a workspace, by name. */
export async function listSitesOf(
  database: ControlDatabase,
  workspaceId: string,
): Promise<readonly Site[]> {
  const rows = await database
    .selectFrom("sites")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .orderBy("name")
    .execute();
  return rows.map(toSite);
}

/** Whether the files of a site belong in public storage. False for a deleted site. */
export async function isPublishing(database: ControlDatabase, id: string): Promise<boolean> {
  const row = await database
    .selectFrom("sites")
    .select("publishing")
    .where("id", "=", id)
    .executeTakeFirst();
  return row?.publishing === 1;
}

/** Updates the settings of a site. */
export async function updateSite(
  database: ControlDatabase,
  id: string,
  change: Updateable<ControlTables["sites"]>,
): Promise<Site> {
  const row = await database
    .updateTable("sites")
    .set(change)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return toSite(row);
}

/** Returns the site with an id. */
export async function findSiteById(
  database: ControlDatabase,
  id: string,
): Promise<Site | undefined> {
  const row = await database
    .selectFrom("sites")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirst();
  return row && toSite(row);
}

function toSite(row: Selectable<ControlTables["sites"]>): Site {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    name: row.name,
    ...(row.created_by !== null && { createdBy: row.created_by }),
    createdAt: row.created_at,
    publishing: row.publishing === 1,
    ...(row.preview_url !== null && { previewUrl: row.preview_url }),
    integrationMode: row.integration_mode === 1,
    reviewRequired: row.review_required === 1,
  };
}

/**
 * Returns the site with an id or a unique name.
 *
 * @throws CmsError `site_not_found`
 */
export async function findSite(database: ControlDatabase, idOrName: string): Promise<Site> {
  const sites = await listSites(database);
  const byId = sites.find(({ id }) => id === idOrName);
  if (byId !== undefined) return byId;
  const [only, second] = sites.filter(({ name }) => name === idOrName);
  if (only !== undefined && second === undefined) return only;
  throw new CmsError(
    "site_not_found",
    only === undefined
      ? `Site not found: ${idOrName}. Run: hq site list`
      : `Several sites have the name ${idOrName}. Use an ID shown by hq site list.`,
  );
}
