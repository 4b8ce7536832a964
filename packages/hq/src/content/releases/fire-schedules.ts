import { CmsError, type Issue } from "@loam/cms-core";
import type { DueSchedule } from "@loam/cms-core/find";
import type { MediaStorage } from "@loam/cms-core/media";
import { checkPublish, publishEntries, unpublishEntries } from "@loam/cms-core/publish";
import type { Actor, SiteStore } from "@loam/cms-core/site";
import type { SiteContent } from "../../sites/registry/site-content.ts";
import type { SiteServices } from "../../sites/services.ts";
import { fireReleases, nextRelease } from "./releases.ts";
import { listFailures, replaceFailures, type ScheduleFailure } from "./schedule-routes.ts";

/** The author of automatic commits. */
const SCHEDULER: Actor = { name: "Loam scheduler", email: "scheduler@loam.invalid" };

/** An entry that is due but cannot be published or unpublished. */
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

/** Maximum entries per commit: enough for thousands a minute, while saves can run in between. */
const BATCH = 100;

/**
 * Publishes and unpublishes all due entries with the same checks as a manual publish. Failures are reported and stay
 * due (spec, "States and transitions"). `publishedAt` is the scheduled time. Can run repeatedly and in several
 * processes: completed work isn't repeated.
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
    // If the schedule is changed at the same moment, either the old or the new one applies, never a mix (SCD-07).
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

/** The scheduler's work on content: schedules in entry files, and releases. */
export function createDueWork(services: Services): {
  run(siteId: string): Promise<void>;
  nextAt(siteId: string): Promise<number>;
} {
  return {
    run: (siteId) => runDueSchedules(services, siteId),
    nextAt: (siteId) => nextAt(services, siteId),
  };
}

async function runDueSchedules(services: Services, siteId: string): Promise<void> {
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
  if (releases.changed) events.announce(siteId, "release.changed");
  if (describe(before) !== describe(failures)) events.announce(siteId, "schedule.changed");
  for (const { id, action, at, issues } of fired.failed) {
    log.warn(
      { siteId, entryId: id, action, dueAt: at, issues },
      "a schedule could not be executed",
    );
  }
}

/** Describes failures by what failed and why. A later time of failure is not a change. */
function describe(
  failures: readonly Pick<ScheduleFailure, "entryId" | "action" | "issues">[],
): string {
  const described = failures.map(({ entryId, action, issues }) =>
    [entryId, action, ...issues.map(({ message }) => message)].join("\n"),
  );
  return described.toSorted().join("\n\n");
}

async function nextAt({ hq, sites }: Services, siteId: string): Promise<number> {
  const { index } = await sites.content(siteId);
  const entry = (await index.nextDue(hq.now()))?.getTime();
  const release = await nextRelease(hq.database, siteId, hq.now());
  return Math.min(entry ?? Infinity, release ?? Infinity);
}
