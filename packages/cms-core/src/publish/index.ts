export { checkPublish } from "./check-publish.ts";
export type { CheckOptions, PublishCheck, PublishIssues } from "./check-publish.ts";
export { publishEntries } from "./publish-entries.ts";
export type {
  EntryToPublish,
  PublishDates,
  Published,
  PublishedEntries,
  PublishOptions,
} from "./publish-entries.ts";
export { publishSettings } from "./publish-settings.ts";
export type { PublishSettingsOptions } from "./publish-settings.ts";
export { unpublishEntries } from "./unpublish-entries.ts";
export type { UnpublishOptions } from "./unpublish-entries.ts";
export { advanceToCommit, loadLiveSite } from "./load-live-site.ts";
export type { LoadLiveSiteOptions } from "./load-live-site.ts";
export type { Advance } from "./advance-live-site.ts";
export type { EntryChange, LiveChanges, MediaChange } from "./live-changes.ts";
export { emptyLiveSite } from "./live-site.ts";
export type { LiveSite } from "./live-site.ts";
export { createLiveTables } from "./live-tables.ts";
export type { LiveTables } from "./live-tables.ts";
export type { LiveEntry, LiveType } from "./live-type.ts";
export { liveIndex } from "./plan-files.ts";
export { openPublicFolder } from "./public-folder.ts";
export type { PublicFolderOptions } from "./public-folder.ts";
export { openPublicBucket, readPublicBucket } from "./public-bucket.ts";
export { publicHeaders } from "./public-headers.ts";
export type { PublicHeaders } from "./public-headers.ts";
export { readPublicFolder } from "./read-public-folder.ts";
export type {
  ApplyOptions,
  FileBody,
  FilePlan,
  OpenedFile,
  PublicFile,
  PublicFiles,
  PublicStorage,
  StoredFile,
} from "./public-storage.ts";
export { deleteEntries, deleteEntry } from "./delete-entry.ts";
export { finishDeletions } from "./noted-deletions.ts";
export type { DeletedEntries, DeletedEntry, DeleteEntryOptions } from "./delete-entry.ts";
export { deletedFields } from "./deleted-fields.ts";
export type { DeletedField, Holders } from "./deleted-fields.ts";
export { deleteMedia } from "./delete-media.ts";
export type { DeletedMedia } from "./delete-media.ts";
export { findMediaUsers } from "./media-users.ts";
export type { MediaUser, MediaUsers } from "./media-users.ts";
export { PUBLISHED_REF } from "./published-paths.ts";
export { createPublisher } from "./publisher.ts";
export { RENDERER_VERSION } from "./renderer-version.ts";
export type { FollowReport, Publisher, PublisherOptions } from "./publisher.ts";
export type { AffectedEntry, RepublishPlan } from "./plan-republish.ts";
export { schemaImpact } from "./schema-impact.ts";
export type { SchemaEffect, SchemaImpact, SchemaImpactOptions } from "./schema-impact.ts";
export type { FileFinding } from "./check-files.ts";
export { repairSite } from "./repair-site.ts";
export type { RepairReport, RepairSiteOptions } from "./repair-site.ts";
export { publicFilesStand, writtenFor } from "./public-files-stand.ts";
export { verifySite } from "./verify-site.ts";
export type { VerifyReport, VerifySiteOptions } from "./verify-site.ts";
export { reorderPublished } from "./reorder-published.ts";
export type { ReorderOptions } from "./reorder-published.ts";
export { previewRollBack, rollBackSite } from "./roll-back-site.ts";
export type { RollBack, RollBackOptions } from "./roll-back-site.ts";
export { publishedDiff } from "./published-diff.ts";
export type { LiveDifference, LiveRecord, PublishedDiff } from "./published-diff.ts";
