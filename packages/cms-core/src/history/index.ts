export { type Blame, blameEntry, type FieldBlame } from "./blame-entry.ts";
export type { TextChange } from "./compare-text.ts";
export {
  type ChangedEntry,
  type ChangedMedia,
  type ChangedType,
  type CommitChanges,
  compareCommits,
} from "./compare-commits.ts";
export {
  type ChangeKind,
  compareVersions,
  type FieldChange,
  type ItemChange,
  type RowChange,
  type SystemChange,
  type VersionChanges,
} from "./compare-versions.ts";
export {
  deletedEntries,
  type DeletedEntries,
  type DeletedEntriesOptions,
  type DeletedEntry,
  findDeleted,
} from "./deleted-entries.ts";
export { entryTimeline, type Timeline, type TimelineOptions } from "./entry-timeline.ts";
export {
  type LoggedPublish,
  type PublishedEntry,
  publishedLog,
  type PublishedLogOptions,
} from "./published-log.ts";
export { type EntryVersion, readVersion, type VersionFile } from "./read-version.ts";
export { restoreEntry, type RestoreEntry } from "./restore-entry.ts";
export type { DeleteEvent, PublishEvent, SaveEvent, TimelineEvent } from "./timeline-events.ts";
export {
  type CommitEvents,
  lastSiteEvents,
  type LoggedVersion,
  schemaLog,
  type SiteEvent,
  siteEvents,
  type SiteEventsOptions,
} from "./site-events.ts";
