import { CmsError, type Issue } from "@loam/cms-core";
import type { MediaStorage } from "@loam/cms-core/media";
import type { Actor, SiteStore } from "@loam/cms-core/store";
import { whoMayStill } from "../../people/workspaces/who-may-still.ts";
import type { ControlDatabase } from "../../platform/db/database.ts";
import type { SiteServices } from "../../sites/services.ts";
import { publishTogether } from "../entries/publish-together.ts";
import { type Release, releaseOf, updateRelease } from "./releases.ts";
import { printIssues } from "./schedule-failures.ts";

interface Place {
  readonly store: SiteStore;
  readonly media: Pick<MediaStorage, "has">;
}

/**
 * Publishes a release: all of its entries in one commit, or none. Done again it is no change.
 *
 * @throws CmsError `content_not_found`; `publish_refused` with everything that is wrong with any of its entries
 */
export async function publishRelease(
  { hq }: Pick<SiteServices, "hq">,
  release: Release,
  { store, media, actor }: Place & { readonly actor: Actor },
): Promise<Release> {
  const { commit } = await publishTogether(store, {
    ids: release.entries,
    actor,
    media,
    now: hq.now,
  });
  return updateRelease(hq.database, release.id, {
    published_at: hq.now().toISOString(),
    published_commit: commit ?? null,
    issues: null,
  });
}

/**
 * Publishes the releases of a site whose time has come, the earliest first; one that cannot be published
 * says why and is tried again. @returns how many were published
 */
export async function fireReleases(
  { hq, log }: Pick<SiteServices, "hq" | "log">,
  siteId: string,
  place: Place,
): Promise<number> {
  let published = 0;
  for (const release of await dueReleases(hq.database, siteId, hq.now())) {
    try {
      const actor = await requireCreator(hq.database, release);
      await publishRelease({ hq }, release, { ...place, actor });
      published += 1;
    } catch (error) {
      if (!(error instanceof CmsError)) throw error;
      const issues: readonly Issue[] =
        error.issues.length > 0 ? error.issues : [{ code: error.code, message: error.message }];
      await updateRelease(hq.database, release.id, { issues: printIssues(issues) });
      log.warn({ siteId, release: release.id, issues }, "a release could not be published");
    }
  }
  return published;
}

/** Who planned a release must still be allowed to publish when its time comes. */
async function requireCreator(database: ControlDatabase, release: Release): Promise<Actor> {
  const { createdBy: userId, siteId } = release;
  const creator = await whoMayStill(database, { userId, siteId, action: "entry.publish" });
  if (creator !== undefined) return creator;
  throw new CmsError(
    "forbidden",
    "Who planned this release may not publish here any more; somebody else must plan it again.",
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
  return rows.map(releaseOf);
}

/** When the next release of a site is due, ms since 1970. */
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
