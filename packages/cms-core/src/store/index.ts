export { createSite, openSiteStore, openSiteStoreOn } from "./site-store.ts";
export type { OpenSiteOptions, SiteStore } from "./site-store.ts";
export { MAIN, publishedHead } from "./branches.ts";
export { freeSlug } from "./choose-slug.ts";
export type { Actor } from "./site-writer.ts";
export type { AppliedFiles, ApplyFiles } from "./apply-files.ts";
export type { ChangedMany, ChangeMany, ManyChange } from "./change-many.ts";
export type { SiteSettings } from "./change-settings.ts";
export type { DeleteOptions } from "./delete-entry.ts";
export type { EntryRef, TypeState } from "./file-facts.ts";
export type { SavedEntry, SaveEntry, SaveOptions } from "./save-options.ts";
export type { SaveTypeOptions } from "./save-type.ts";
export { checkFolder } from "./push/check-folder.ts";
export type { CheckedPush, FileKind, PushedCommits } from "./push/check-push.ts";
export type { CompletePushed } from "./push/complete-pushed.ts";
export { mergeCommits, type MergeCommits } from "./merge-commits.ts";
export type { MergeBranch, MergedBranch } from "./merge-branch.ts";
export { composeMerge, type CheckedMerge, type ComposedCommit } from "./stage-merge.ts";
export type { StaleConflict } from "./stale-conflict.ts";
export { planMove, type PlacedEntry } from "./plan-move.ts";
export type { MovedEntry, OrderChange, SavedOrders } from "./save-orders.ts";
export { mediaInUse } from "./media-in-use.ts";
export type {
  MediaBinary,
  MediaEdit,
  MediaEditOptions,
  MediaSaveOptions,
  SavedMedia,
} from "./save-media.ts";
export { readMediaAt } from "./read-media-at.ts";
