export {
  createSite,
  type OpenSiteOptions,
  openSiteStore,
  openSiteStoreOn,
  type SiteStore,
} from "./site-store.ts";
export { MAIN, publishedHead, mediaInUse } from "./read/branches.ts";
export {
  freeSlug,
  type SavedEntry,
  type SaveEntry,
  type SaveOptions,
  type StaleConflict,
} from "./save/save-rules.ts";
export type { Actor } from "./save/site-writer.ts";
export type { AppliedFiles, ApplyFiles } from "./save/apply-files.ts";
export type { ChangedMany, ChangeMany, ManyChange } from "./save/change-many.ts";
export type { SiteSettings } from "./save/change-settings.ts";
export type { DeleteOptions } from "./save/delete-content.ts";
export type { EntryRef, TypeState } from "./read/file-facts.ts";
export type { RecallIds } from "./read/follow-site.ts";
export type { SaveTypeOptions } from "./save/save-type.ts";
export { type CheckedPush, checkFolder, type PushedCommits } from "./push/check-push.ts";
export type { CompletePushed } from "./push/complete-pushed.ts";
export { type FileKind, proposedKinds } from "./push/file-kind.ts";
export { isHostPath } from "./push/host-paths.ts";
export { mergeCommits, type MergeCommits } from "./push/merge-commits.ts";
export type { MergeBranch, MergedBranch, UpdatedBranch } from "./push/merge-branch.ts";
export { composeMerge, type CheckedMerge, type ComposedCommit } from "./push/stage-merge.ts";
export { planMove, type PlacedEntry } from "./save/plan-move.ts";
export type { MovedEntry, OrderChange, SavedOrders } from "./save/save-orders.ts";
export type {
  MediaBinary,
  MediaEdit,
  MediaEditOptions,
  MediaSaveOptions,
  SavedMedia,
} from "./save/save-media.ts";
export { readMediaAt } from "./read/read-site.ts";
