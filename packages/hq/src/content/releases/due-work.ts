import type { SiteServices } from "../../sites/services.ts";
import { fireReleases, nextRelease } from "./fire-releases.ts";
import { fireSchedules } from "./fire-schedules.ts";
import { replaceFailures } from "./schedule-failures.ts";

type Services = Pick<SiteServices, "hq" | "sites" | "log">;

/** What content wants done at a time: schedules in entry files, and releases. The scheduler asks for it. */
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
  const { hq, sites, log } = services;
  const content = await sites.content(siteId);
  const media = await hq.storages.openMedia();
  const fired = await fireSchedules(content, { media, now: hq.now });
  const released = await fireReleases(services, siteId, { store: content.store, media });
  const moved = fired.published.length + fired.unpublished.length + released;
  if (moved > 0) await sites.follow(siteId);
  const failedAt = hq.now().toISOString();
  const failures = fired.failed.map(({ id, action, at, issues }) => {
    return { entryId: id, action, dueAt: at, failedAt, issues };
  });
  await replaceFailures(hq.database, siteId, failures);
  for (const { id, action, at, issues } of fired.failed) {
    log.warn({ siteId, entryId: id, action, dueAt: at, issues }, "a schedule could not be kept");
  }
}

async function nextAt({ hq, sites }: Services, siteId: string): Promise<number> {
  const { index } = await sites.content(siteId);
  const entry = (await index.nextDue(hq.now()))?.getTime();
  const release = await nextRelease(hq.database, siteId, hq.now());
  return Math.min(entry ?? Infinity, release ?? Infinity);
}
