import { CmsError } from "@loam/cms-core";
import { checkSchedule, parseSchedule, type Schedule } from "@loam/cms-core/content";
import type { Actor, EntryRef, SavedEntry, SiteStore } from "@loam/cms-core/store";
import { readEdited } from "./save-fields.ts";

export interface ScheduleEntry {
  /** What is to be set; a time that is left out is taken away. */
  readonly schedule: Schedule;
  readonly actor: Actor;
  readonly now: Date;
  /** Blob of the version that was looked at. */
  readonly base?: string;
}

/**
 * Sets an entry's times, in one commit; its values stay.
 *
 * @throws CmsError `invalid` with what is wrong with each time, and as `saveEntry` of the store
 */
export async function scheduleEntry(
  store: SiteStore,
  ref: EntryRef,
  { schedule, actor, now, base = ref.blob }: ScheduleEntry,
): Promise<SavedEntry> {
  const { id, type, slug } = ref;
  const known = await store.readEntry(ref);
  const issues = checkSchedule(schedule, { now, known });
  if (issues.length > 0) {
    throw new CmsError("invalid", "The times cannot be set so.", { issues });
  }
  const { publishAt = null, unpublishAt = null } = parseSchedule(schedule);
  const { values } = await readEdited(store, ref, base);
  return store.saveEntry(
    {
      id,
      type,
      values,
      publishAt,
      unpublishAt,
      base,
      ...(base === ref.blob && { baseSlug: slug }),
    },
    {
      actor,
      message: `${(publishAt ?? unpublishAt) ? "Schedule" : "Unschedule"} ${type}/${slug}`,
      trailers: { "Loam-Action": "schedule" },
    },
  );
}
