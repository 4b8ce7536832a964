import { isoInstant } from "../base/instant.ts";
import type { Author } from "../git/objects/commit-object.ts";
import type { LoggedChanges } from "../git/read/file-log.ts";
import { slugOf } from "./entry-place.ts";
import type { LedgerStep } from "./published-log.ts";
import type { EntryStep } from "./walk-entry.ts";

interface EventBase {
  readonly commit: string;
  /** ISO 8601 UTC with milliseconds. */
  readonly when: string;
  readonly author: Author;
  /** First line of the commit message. */
  readonly message: string;
  /** Slug of the entry at that time; for a deletion, before it. */
  readonly slug: string;
}

/** A change of an entry's working version, on `main`. */
export interface SaveEvent extends EventBase {
  /** `merge`: both sides had changed the entry, and this commit merged them. */
  readonly kind: "create" | "update" | "rename" | "restore" | "merge";
  readonly path: string;
  /** The version: blob id of the file. */
  readonly blob: string;
  /** Commit with the previous version, to compare with: `readVersion`. */
  readonly previous?: string;
  /** The commit whose version was restored. */
  readonly restored?: string;
}

export interface DeleteEvent extends EventBase {
  readonly kind: "delete";
  /** Commit with the last version. */
  readonly previous?: string;
}

/** A change of an entry's live version, on `published`. */
export interface PublishEvent extends EventBase {
  readonly kind: "publish" | "unpublish";
  /** 1, 2, … per entry. */
  readonly version: number;
  /** Blob id of the version that became live, or was live until then. */
  readonly blob: string;
  /** The earlier publish to which the whole site was rolled back. */
  readonly rolledBackTo?: string;
}

export type TimelineEvent = SaveEvent | DeleteEvent | PublishEvent;

/** Returns the event for a commit on `main`. */
export function saveEvent(step: EntryStep): SaveEvent | DeleteEvent {
  const { logged, path, blob, previous: before, reached } = step;
  const [place] = before;
  const slug = slugOf(path ?? place?.path ?? reached[0]?.path ?? "");
  const base = {
    ...baseOf(logged),
    slug,
    ...(place && !step.returned && { previous: place.commit }),
  };
  if (path === undefined || blob === undefined) return { ...base, kind: "delete" };
  const restored = logged.trailers["Loam-Restored"];
  const kind = saveKind(step, path);
  return { ...base, kind, path, blob, ...(kind === "restore" && restored ? { restored } : {}) };
}

function saveKind({ logged, previous, returned }: EntryStep, path: string): SaveEvent["kind"] {
  if (logged.parents.length > 1 && previous.length > 0) return "merge";
  if (returned || logged.trailers["Loam-Action"] === "restore") return "restore";
  const [before] = previous;
  if (before === undefined) return "create";
  return slugOf(before.path) === slugOf(path) ? "update" : "rename";
}

/** Returns the event for a commit on `published`. */
export function publishEvent({ logged, record }: LedgerStep): PublishEvent {
  const rolledBackTo = logged.trailers["Loam-Rolled-Back-To"];
  return {
    ...baseOf(logged),
    kind: record.state === "published" ? "publish" : "unpublish",
    slug: record.slug,
    version: record.version,
    blob: record.blob,
    ...(rolledBackTo === undefined ? {} : { rolledBackTo }),
  };
}

function baseOf({ commit, author, subject, time }: LoggedChanges): Omit<EventBase, "slug"> {
  return { commit, when: isoInstant(new Date(time)), author, message: subject };
}
