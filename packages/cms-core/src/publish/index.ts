export {
  type CheckOptions,
  checkPublish,
  type PublishCheck,
  type PublishIssues,
} from "./act/check-publish.ts";
export {
  type EntryToPublish,
  type PublishDates,
  type Published,
  type PublishedEntries,
  publishEntries,
  type PublishOptions,
  type ReorderOptions,
  reorderPublished,
} from "./act/publish-entries.ts";
export { publishSettings, type PublishSettingsOptions } from "./act/publish-settings.ts";
export {
  type DeletedEntries,
  type DeletedEntry,
  deleteEntries,
  deleteEntry,
  type DeleteEntryOptions,
  unpublishEntries,
  type UnpublishOptions,
} from "./act/unpublish-entries.ts";
export {
  type Advance,
  advanceToCommit,
  loadLiveSite,
  type LoadLiveSiteOptions,
} from "./live/load-live-site.ts";
export {
  emptyLiveSite,
  type EntryChange,
  type LiveChanges,
  type LiveEntry,
  type LiveSite,
  type LiveType,
  type MediaChange,
  RENDERER_VERSION,
} from "./live/live-site.ts";
export { readCopies } from "./files/read-copies.ts";
export { readStandingCommit } from "./files/cursor-file.ts";
export { createLiveTables, type LiveTables } from "./live/live-tables.ts";
export { liveIndex, publicMediaPaths } from "./files/plan-files.ts";
export { openPublicFolder } from "./files/public-folder.ts";
export { openPublicBucket, readPublicBucket } from "./files/public-bucket.ts";
export {
  type ApplyOptions,
  type FileBody,
  type FilePlan,
  type OpenedFile,
  type PublicFile,
  type PublicFiles,
  publicHeaders,
  type PublicHeaders,
  type PublicStorage,
  type StoredFile,
} from "./files/public-storage.ts";
export { readPublicFolder } from "./files/read-public-folder.ts";
export { finishDeletions, withdrawnAmong } from "./branch/deletion-notes.ts";
export { type DeletedField, deletedFields, type Holders } from "./live/deleted-fields.ts";
export { type DeletedMedia, deleteMedia } from "./act/delete-media.ts";
export { findMediaUsers, type MediaUser, type MediaUsers } from "./branch/media-users.ts";
export { PUBLISHED_REF } from "./branch/published-tree.ts";
export {
  createPublisher,
  type FollowReport,
  type Publisher,
  type PublisherOptions,
} from "./files/publisher.ts";
export type { AffectedEntry, RepublishPlan } from "./act/plan-republish.ts";
export {
  type SchemaEffect,
  schemaImpact,
  type SchemaImpact,
  type SchemaImpactOptions,
} from "./act/schema-impact.ts";
export type { FileFinding } from "./files/check-files.ts";
export {
  publicFilesStand,
  type RepairReport,
  repairSite,
  type RepairSiteOptions,
  type VerifyReport,
  verifySite,
  type VerifySiteOptions,
  writtenFor,
} from "./files/verify-site.ts";
export {
  previewRollBack,
  type RollBack,
  type RollBackOptions,
  rollBackSite,
} from "./act/roll-back-site.ts";
export {
  type LiveDifference,
  type LiveRecord,
  publishedDiff,
  type PublishedDiff,
} from "./branch/published-diff.ts";
