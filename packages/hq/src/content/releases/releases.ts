import { CmsError, type Issue } from "@loam/cms-core";
import type { MediaStorage } from "@loam/cms-core/media";
import type { PublishDates, PublishedEntries } from "@loam/cms-core/publish";
import type { Actor, SiteStore } from "@loam/cms-core/site";
import type { Selectable } from "kysely";
import { z } from "zod";
import { findStillAllowed } from "../../people/workspaces/policies.ts";
import type { ControlTables } from "../../platform/db/control-tables.ts";
import type { ControlDatabase } from "../../platform/db/database.ts";
import { randomText } from "../../platform/secrets/secret-token.ts";
import type { SiteServices } from "../../sites/services.ts";
import { publishTogether } from "../entries/publish-together.ts";
import { parseIssues, type ScheduleFailure, printIssues } from "./schedule-routes.ts";

/** Entries that are published together in one commit, scheduled or manually. */
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
  /** Issues that prevented publishing the last time. Empty if there were none. */
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
  return toRelease(row);
}

/** Lists the releases of a site, newest first. */
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
  return rows.map(toRelease);
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
  if (row !== undefined) return toRelease(row);
  throw new CmsError("not_found", `Release not found in this site: ${id}.`);
}

/**
 * Updates a release that isn't published yet.
 *
 * @throws CmsError `conflict` if it is published
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
  if (row !== undefined) return toRelease(row);
  throw new CmsError("conflict", "The release was already published or deleted.");
}

/** Deletes a release. Published entries stay live. */
export async function deleteRelease(database: ControlDatabase, id: string): Promise<void> {
  await database.deleteFrom("releases").where("id", "=", id).execute();
}

function toRelease(row: Selectable<ControlTables["releases"]>): Release {
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

interface Place {
  readonly store: SiteStore;
  readonly media: Pick<MediaStorage, "has">;
}

interface PublishedRelease extends Pick<PublishedEntries, "warnings" | "changed"> {
  readonly release: Release;
}

/**
 * Publishes all entries of a release in one commit, or none. Publishing again has no effect.
 *
 * @throws CmsError `content_not_found`; `publish_refused` with all problems of its entries
 */
export async function publishRelease(
  { hq }: Pick<SiteServices, "hq">,
  release: Release,
  {
    store,
    media,
    actor,
    dates,
  }: Place & { readonly actor: Actor; readonly dates?: PublishDates | undefined },
): Promise<PublishedRelease> {
  const { commit, warnings, changed } = await publishTogether(store, {
    entries: release.entries.map((id) => ({ id })),
    actor,
    dates,
    batch: true,
    media,
    now: hq.now,
  });
  const published = await updateRelease(hq.database, release.id, {
    published_at: hq.now().toISOString(),
    published_commit: commit ?? null,
    issues: null,
  });
  return { release: published, warnings, changed };
}

/** Publishes the due releases of a site, earliest first. A failed release records the reason and is tried again. */
export async function fireReleases(
  { hq, log }: Pick<SiteServices, "hq" | "log">,
  siteId: string,
  place: Place,
): Promise<{ readonly published: number; readonly changed: boolean }> {
  let published = 0;
  let changed = false;
  for (const release of await dueReleases(hq.database, siteId, hq.now())) {
    try {
      const actor = await requireCreator(hq.database, release);
      await publishRelease({ hq }, release, { ...place, actor });
      published += 1;
      changed = true;
    } catch (error) {
      if (!(error instanceof CmsError)) throw error;
      const issues: readonly Issue[] =
        error.issues.length > 0 ? error.issues : [{ code: error.code, message: error.message }];
      const printed = printIssues(issues);
      await updateRelease(hq.database, release.id, { issues: printed });
      changed ||= printed !== printIssues(release.issues);
      log.warn({ siteId, release: release.id, issues }, "a release could not be published");
    }
  }
  return { published, changed };
}

/** The author of a release must still have permission to publish when it is due. */
async function requireCreator(database: ControlDatabase, release: Release): Promise<Actor> {
  const { createdBy: userId, siteId } = release;
  const creator = await findStillAllowed(database, { userId, siteId, action: "entry.publish" });
  if (creator !== undefined) return creator;
  throw new CmsError(
    "forbidden",
    "The user who scheduled this release can no longer publish on this site. Someone else must schedule it again.",
  );
}

async function dueReleases(
  database: ControlDatabase,
  siteId: string,
  now: Date,
): Promise<readonly Release[]> {
  const rows = await database
    .selectFrom("releases")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("published_at", "is", null)
    .where("publish_at", "<=", now.toISOString())
    .orderBy("publish_at")
    .orderBy("id")
    .execute();
  return rows.map(toRelease);
}

/** Returns when the next release of a site is due, in milliseconds since 1970. */
export async function nextRelease(
  database: ControlDatabase,
  siteId: string,
  now: Date,
): Promise<number | undefined> {
  const row = await database
    .selectFrom("releases")
    .select("publish_at")
    .where("site_id", "=", siteId)
    .where("published_at", "is", null)
    .where("publish_at", ">", now.toISOString())
    .orderBy("publish_at")
    .limit(1)
    .executeTakeFirst();
  return row?.publish_at == null ? undefined : Date.parse(row.publish_at);
}
