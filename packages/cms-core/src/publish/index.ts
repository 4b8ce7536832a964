export { checkPublish } from "./act/check-publish.ts";
export type { CheckOptions, PublishCheck, PublishIssues } from "./act/check-publish.ts";
export { publishEntries } from "./act/publish-entries.ts";
export type {
  EntryToPublish,
  PublishDates,
  Published,
  PublishedEntries,
  PublishOptions,
} from "./act/publish-entries.ts";
export { publishSettings } from "./act/publish-settings.ts";
export type { PublishSettingsOptions } from "./act/publish-settings.ts";
export { unpublishEntries } from "./act/unpublish-entries.ts";
export type { UnpublishOptions } from "./act/unpublish-entries.ts";
export { advanceToCommit, loadLiveSite } from "./live/load-live-site.ts";
export type { LoadLiveSiteOptions } from "./live/load-live-site.ts";
export type { Advance } from "./live/advance-live-site.ts";
export type { EntryChange, LiveChanges, MediaChange } from "./live/live-changes.ts";
export { emptyLiveSite } from "./live/live-site.ts";
export type { LiveSite } from "./live/live-site.ts";
export { createLiveTables } from "./live/live-tables.ts";
export type { LiveTables } from "./live/live-tables.ts";
export type { LiveEntry, LiveType } from "./live/live-type.ts";
export { liveIndex } from "./files/plan-files.ts";
export { openPublicFolder } from "./files/public-folder.ts";
export type { PublicFolderOptions } from "./files/public-folder.ts";
export { openPublicBucket, readPublicBucket } from "./files/public-bucket.ts";
export { publicHeaders } from "./files/public-headers.ts";
export type { PublicHeaders } from "./files/public-headers.ts";
export { readPublicFolder } from "./files/read-public-folder.ts";
export type {
  ApplyOptions,
  FileBody,
  FilePlan,
  OpenedFile,
  PublicFile,
  PublicFiles,
  PublicStorage,
  StoredFile,
} from "./files/public-storage.ts";
export { deleteEntries, deleteEntry } from "./act/delete-published-entry.ts";
export { finishDeletions } from "./branch/noted-deletions.ts";
export type {
  DeletedEntries,
  DeletedEntry,
  DeleteEntryOptions,
} from "./act/delete-published-entry.ts";
export { deletedFields } from "./live/deleted-fields.ts";
export type { DeletedField, Holders } from "./live/deleted-fields.ts";
export { deleteMedia } from "./act/delete-media.ts";
export type { DeletedMedia } from "./act/delete-media.ts";
export { findMediaUsers } from "./branch/media-users.ts";
export type { MediaUser, MediaUsers } from "./branch/media-users.ts";
export { PUBLISHED_REF } from "./branch/published-paths.ts";
export { createPublisher } from "./files/publisher.ts";
export { RENDERER_VERSION } from "./live/renderer-version.ts";
export type { FollowReport, Publisher, PublisherOptions } from "./files/publisher.ts";
export type { AffectedEntry, RepublishPlan } from "./act/plan-republish.ts";
export { schemaImpact } from "./act/schema-impact.ts";
export type { SchemaEffect, SchemaImpact, SchemaImpactOptions } from "./act/schema-impact.ts";
export type { FileFinding } from "./files/check-files.ts";
export { repairSite } from "./files/repair-site.ts";
export type { RepairReport, RepairSiteOptions } from "./files/repair-site.ts";
export { publicFilesStand, writtenFor } from "./files/public-files-stand.ts";
export { verifySite } from "./files/verify-site.ts";
export type { VerifyReport, VerifySiteOptions } from "./files/verify-site.ts";
export { reorderPublished } from "./act/reorder-published.ts";
export type { ReorderOptions } from "./act/reorder-published.ts";
export { previewRollBack, rollBackSite } from "./act/roll-back-site.ts";
export type { RollBack, RollBackOptions } from "./act/roll-back-site.ts";
export { publishedDiff } from "./branch/published-diff.ts";
export type { LiveDifference, LiveRecord, PublishedDiff } from "./branch/published-diff.ts";
