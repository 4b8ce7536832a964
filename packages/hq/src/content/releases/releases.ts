import { CmsError } from "@loam/cms-core";
import type { Selectable } from "kysely";
import { z } from "zod";
import type { ControlTables } from "../../platform/db/control-tables.ts";
import type { ControlDatabase } from "../../platform/db/database.ts";
import { randomText } from "../../platform/secrets/secret-token.ts";
import { parseIssues, type ScheduleFailure } from "./schedule-failures.ts";

/** Entries that become live together, in one commit, at a time or by hand. */
export interface Release {
  readonly id: string;
  readonly siteId: string;
  readonly title: string;
  /** Entry ids. */
  readonly entries: readonly string[];
  readonly publishAt: string | null;
  readonly createdBy: string | null;
  readonly createdAt: string;
  readonly publishedAt: string | null;
  readonly publishedCommit: string | null;
  /** What kept it from being published the last time; empty when nothing did. */
  readonly issues: ScheduleFailure["issues"];
}

export interface NewRelease {
  readonly siteId: string;
  readonly title: string;
  readonly entries: readonly string[];
  readonly publishAt: string | null;
  /** User id. */
  readonly by: string;
}

export async function createRelease(
  database: ControlDatabase,
  { siteId, title, entries, publishAt, by }: NewRelease,
  { now }: { readonly now: () => Date },
): Promise<Release> {
  const row = {
    id: `r${randomText(15)}`,
    site_id: siteId,
    title,
    entries: JSON.stringify(entries),
    publish_at: publishAt,
    created_by: by,
    created_at: now().toISOString(),
    published_at: null,
    published_commit: null,
    issues: null,
  };
  await database.insertInto("releases").values(row).execute();
  return releaseOf(row);
}

/** The releases of a site, the newest first. */
export async function listReleases(
  database: ControlDatabase,
  siteId: string,
): Promise<readonly Release[]> {
  const rows = await database
    .selectFrom("releases")
    .selectAll()
    .where("site_id", "=", siteId)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .execute();
  return rows.map(releaseOf);
}

/** @throws CmsError `not_found` */
export async function findRelease(
  database: ControlDatabase,
  { siteId, id }: { readonly siteId: string; readonly id: string },
): Promise<Release> {
  const row = await database
    .selectFrom("releases")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .executeTakeFirst();
  if (row !== undefined) return releaseOf(row);
  throw new CmsError("not_found", `The site has no release ${id}.`);
}

/**
 * Changes a release that was not published yet.
 *
 * @throws CmsError `conflict` for one that was
 */
export async function updateRelease(
  database: ControlDatabase,
  id: string,
  change: {
    readonly title?: string;
    readonly entries?: string;
    readonly publish_at?: string | null;
    readonly issues?: string | null;
    readonly published_at?: string;
    readonly published_commit?: string | null;
  },
): Promise<Release> {
  const row = await database
    .updateTable("releases")
    .set(change)
    .where("id", "=", id)
    .where("published_at", "is", null)
    .returningAll()
    .executeTakeFirst();
  if (row !== undefined) return releaseOf(row);
  throw new CmsError("conflict", "The release was published already, or is gone.");
}

/** Forgets a release; what it published stays live. */
export async function deleteRelease(database: ControlDatabase, id: string): Promise<void> {
  await database.deleteFrom("releases").where("id", "=", id).execute();
}

export function releaseOf(row: Selectable<ControlTables["releases"]>): Release {
  return {
    id: row.id,
    siteId: row.site_id,
    title: row.title,
    entries: z.array(z.string()).parse(JSON.parse(row.entries)),
    publishAt: row.publish_at,
    createdBy: row.created_by,
    createdAt: row.created_at,
    publishedAt: row.published_at,
    publishedCommit: row.published_commit,
    issues: row.issues === null ? [] : parseIssues(row.issues),
  };
}
