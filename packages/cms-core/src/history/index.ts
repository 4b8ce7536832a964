export { blameEntry } from "./blame-entry.ts";
export type { Blame, FieldBlame } from "./blame-entry.ts";
export type { TextChange } from "./compare-text.ts";
export { compareCommits } from "./compare-commits.ts";
export type { ChangedEntry, ChangedMedia, ChangedType, CommitChanges } from "./compare-commits.ts";
export { compareVersions } from "./compare-versions.ts";
export type {
  ChangeKind,
  FieldChange,
  ItemChange,
  RowChange,
  SystemChange,
  VersionChanges,
} from "./compare-versions.ts";
export { deletedEntries } from "./deleted-entries.ts";
export type { DeletedEntries, DeletedEntriesOptions, DeletedEntry } from "./deleted-entries.ts";
export { entryTimeline } from "./entry-timeline.ts";
export type { Timeline, TimelineOptions } from "./entry-timeline.ts";
export { findDeleted } from "./find-deleted.ts";
export { publishedLog } from "./published-log.ts";
export type { LoggedPublish, PublishedEntry, PublishedLogOptions } from "./published-log.ts";
export { readVersion } from "./read-version.ts";
export type { EntryVersion, VersionFile } from "./read-version.ts";
export { restoreEntry } from "./restore-entry.ts";
export type { RestoreEntry } from "./restore-entry.ts";
export type { DeleteEvent, PublishEvent, SaveEvent, TimelineEvent } from "./timeline-events.ts";
export { schemaLog } from "./schema-log.ts";
export type { LoggedVersion } from "./schema-log.ts";
export { lastSiteEvents, siteEvents } from "./site-events.ts";
export type { CommitEvents, SiteEvent, SiteEventsOptions } from "./site-events.ts";
