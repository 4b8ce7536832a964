import type { EntrySummary } from "../api/content/entries.ts";
import { timesOf } from "../api/publishing/entry-times.ts";
import type { Release } from "../api/publishing/releases.ts";
import type { ScheduleFailure } from "../api/publishing/schedule.ts";

/** A scheduled change: upcoming, done, or failed. */
export interface Planned {
  readonly key: string;
  /** ISO 8601. */
  readonly at: string;
  readonly title: string;
  readonly act: "release" | "publish" | "unpublish";
  readonly state: "coming" | "done" | "failed";
  /** Reasons for the failure. */
  readonly causes: readonly string[];
  /** Path of the entry below the site, for a single entry. */
  readonly address?: string;
}

interface Sources {
  readonly releases: readonly Release[];
  readonly entries: readonly EntrySummary[];
  readonly failures: readonly ScheduleFailure[];
}

/** Returns the calendar items of releases and single entries. Releases without a time are omitted. */
export function plannedOf(
  { releases, entries, failures }: Sources,
  now: number,
): readonly Planned[] {
  return [
    ...releases.flatMap(ofRelease),
    ...entries.flatMap((entry) => ofEntry(entry, failures, now)),
  ];
}

function ofRelease({
  id,
  title,
  state,
  publishAt,
  publishedAt,
  issues,
}: Release): readonly Planned[] {
  const at = publishedAt ?? publishAt;
  if (at === null) return [];
  const states = {
    published: "done",
    failed: "failed",
    open: "coming",
    scheduled: "coming",
  } as const;
  const causes = issues.map(({ message }) => message);
  return [{ key: id, at, title, act: "release", state: states[state], causes }];
}

function ofEntry(
  { id, type, title, ...entry }: EntrySummary,
  failures: readonly ScheduleFailure[],
  now: number,
): readonly Planned[] {
  if (id === undefined) return [];
  return timesOf({ id, ...entry }, failures, now).map((time) => ({
    key: `${id} ${time.act}`,
    at: time.at,
    title,
    act: time.act,
    state: time.kind,
    causes: time.kind === "failed" ? time.failure.issues.map(({ message }) => message) : [],
    address: `entries/${type}/${id}`,
  }));
}
