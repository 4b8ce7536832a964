import { CmsError } from "@loam/cms-core";
import type { Selectable, Updateable } from "kysely";
import type { ControlTables } from "../../platform/db/control-tables.ts";
import type { ControlDatabase } from "../../platform/db/database.ts";

/** What the control database knows of a site; its content is in its repository. */
export interface Site {
  readonly id: string;
  readonly workspaceId: string;
  readonly name: string;
  /** Id of the user who made it; absent where nobody is known. */
  readonly createdBy?: string;
  readonly createdAt: string;
  /** Whether its files are in public storage and the read API answers. */
  readonly publishing: boolean;
  /** Where the editor's Preview button leads. */
  readonly previewUrl?: string;
  /** Whether the editor shows the screens of writing alone; changes no permission. */
  readonly integrationMode: boolean;
  /** Whether content and schema change by approved change requests alone. */
  readonly reviewRequired: boolean;
}

/** Every site, the oldest first. */
export async function listSites(database: ControlDatabase): Promise<readonly Site[]> {
  const rows = await database
    .selectFrom("sites")
    .selectAll()
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return rows.map(siteOf);
}

/** The sites of a workspace, by name. */
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
  return rows.map(siteOf);
}

/** Whether the files of a site belong in public storage; false for one that is gone. */
export async function isPublishing(database: ControlDatabase, id: string): Promise<boolean> {
  const row = await database
    .selectFrom("sites")
    .select("publishing")
    .where("id", "=", id)
    .executeTakeFirst();
  return row?.publishing === 1;
}

/** Changes the settings of a site. */
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
  return siteOf(row);
}

/** The site with an id. */
export async function findSiteById(
  database: ControlDatabase,
  id: string,
): Promise<Site | undefined> {
  const row = await database
    .selectFrom("sites")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirst();
  return row && siteOf(row);
}

function siteOf(row: Selectable<ControlTables["sites"]>): Site {
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
 * The site with an id, or with a name that no other site has.
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
