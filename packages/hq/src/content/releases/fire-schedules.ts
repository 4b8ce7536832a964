import { CmsError, type Issue } from "@loam/cms-core";
import type { DueSchedule } from "@loam/cms-core/find";
import type { MediaStorage } from "@loam/cms-core/media";
import { checkPublish, publishEntries, unpublishEntries } from "@loam/cms-core/publish";
import type { Actor, SiteStore } from "@loam/cms-core/site";
import type { SiteContent } from "../../sites/registry/site-content.ts";
import type { SiteServices } from "../../sites/services.ts";
import { fireReleases, nextRelease } from "./releases.ts";
import { listFailures, replaceFailures, type ScheduleFailure } from "./schedule-routes.ts";

/** The author of commits that HQ makes by itself. */
const SCHEDULER: Actor = { name: "Loam scheduler", email: "scheduler@loam.invalid" };

/** An entry whose time has come, but whose publish or unpublish cannot happen yet. */
interface FailedSchedule extends DueSchedule {
  readonly issues: readonly Issue[];
}

interface FiredSchedules {
  readonly published: readonly string[];
  readonly unpublished: readonly string[];
  readonly failed: readonly FailedSchedule[];
}

interface FireOptions {
  readonly media: Pick<MediaStorage, "has">;
  readonly now: () => Date;
}

/** Published in one commit: enough for thousands a minute, few enough for a save to come in between. */
const BATCH = 100;

/**
 * Does what the times in entry files ask for by now, with the checks of a publish by hand; what cannot happen is
 * reported and stays due (spec, "States and transitions"). `publishedAt` is the time that was set. It may run again,
 * and in several processes: what is done already is no change.
 */
async function fireSchedules(
  { store, index }: SiteContent,
  options: FireOptions,
): Promise<FiredSchedules> {
  await Promise.all([store.refresh(), index.follow()]);
  const due = await index.dueSchedules(options.now());
  const published: string[] = [];
  const failed: FailedSchedule[] = [];
  const publishes = due.filter(({ action }) => action === "publish");
  for (let from = 0; from < publishes.length; from += BATCH) {
    const fired = await publishDue(store, publishes.slice(from, from + BATCH), options);
    published.push(...fired.published);
    failed.push(...fired.failed);
  }
  const ends = due.filter(({ action }) => action === "unpublish");
  return { published, failed, unpublished: await unpublishDue(store, ends, options) };
}

async function publishDue(
  store: SiteStore,
  due: readonly DueSchedule[],
  { media, now }: FireOptions,
): Promise<Pick<FiredSchedules, "published" | "failed">> {
  const ids = due.map(({ id }) => id);
  const { issues: found } = await checkPublish(store, ids, { media });
  const issuesOf = (id: string): readonly Issue[] => found.get(id) ?? [];
  const good = due.filter(({ id }) => issuesOf(id).length === 0);
  const failed = due
    .filter(({ id }) => issuesOf(id).length > 0)
    .map((schedule) => Object.assign({ issues: issuesOf(schedule.id) }, schedule));
  if (good.length === 0) return { published: [], failed };
  const at = now().toISOString();
  const { records } = await publishEntries(store, {
    entries: good.map((schedule) => ({ id: schedule.id, publishedAt: schedule.at })),
    actor: SCHEDULER,
    media,
    now,
    // Of two decisions at one moment it is the old one or the new one, never half of each (SCD-07).
    stillWanted: ({ publishAt, unpublishAt }) =>
      publishAt !== undefined && publishAt <= at && (unpublishAt === undefined || unpublishAt > at),
  });
  return { published: records.map(({ id }) => id), failed };
}

async function unpublishDue(
  store: SiteStore,
  due: readonly DueSchedule[],
  { now }: FireOptions,
): Promise<readonly string[]> {
  const at = now().toISOString();
  const still: string[] = [];
  for (const { id } of due) {
    if (await isOver(store, id, at)) still.push(id);
  }
  if (still.length === 0) return [];
  const { records } = await unpublishEntries(store, { ids: still, actor: SCHEDULER, now });
  return records.map(({ id }) => id);
}

async function isOver(store: SiteStore, id: string, at: string): Promise<boolean> {
  const ref = store.entryById(id);
  if (ref === undefined) return false;
  try {
    const { unpublishAt } = await store.readEntry(ref);
    return unpublishAt !== undefined && unpublishAt <= at;
  } catch (error) {
    if (error instanceof CmsError) return false;
    throw error;
  }
}

type Services = Pick<SiteServices, "hq" | "sites" | "events" | "log">;

/** What has to be done to content at a time: schedules in entry files, and releases. The scheduler asks for it. */
export function createDueWork(services: Services): {
  run(siteId: string): Promise<void>;
  nextAt(siteId: string): Promise<number>;
} {
  return {
    run: (siteId) => doWhatIsDue(services, siteId),
    nextAt: (siteId) => nextAt(services, siteId),
  };
}

async function doWhatIsDue(services: Services, siteId: string): Promise<void> {
  const { hq, sites, events, log } = services;
  const content = await sites.content(siteId);
  const media = await hq.storages.openMedia();
  const fired = await fireSchedules(content, { media, now: hq.now });
  const releases = await fireReleases(services, siteId, { store: content.store, media });
  const moved = fired.published.length + fired.unpublished.length + releases.published;
  if (moved > 0) await sites.follow(siteId);
  const failedAt = hq.now().toISOString();
  const failures = fired.failed.map(({ id, action, at, issues }) => {
    return { entryId: id, action, dueAt: at, failedAt, issues };
  });
  const before = await listFailures(hq.database, siteId);
  await replaceFailures(hq.database, siteId, failures);
  if (releases.changed) events.tell(siteId, "release.changed");
  if (describe(before) !== describe(failures)) events.tell(siteId, "schedule.changed");
  for (const { id, action, at, issues } of fired.failed) {
    log.warn(
      { siteId, entryId: id, action, dueAt: at, issues },
      "a schedule could not be executed",
    );
  }
}

/** What failed and why; when it was tried last is no news. */
function describe(
  failures: readonly Pick<ScheduleFailure, "entryId" | "action" | "issues">[],
): string {
  const told = failures.map(({ entryId, action, issues }) =>
    [entryId, action, ...issues.map(({ message }) => message)].join("\n"),
  );
  return told.toSorted().join("\n\n");
}

async function nextAt({ hq, sites }: Services, siteId: string): Promise<number> {
  const { index } = await sites.content(siteId);
  const entry = (await index.nextDue(hq.now()))?.getTime();
  const release = await nextRelease(hq.database, siteId, hq.now());
  return Math.min(entry ?? Infinity, release ?? Infinity);
}
