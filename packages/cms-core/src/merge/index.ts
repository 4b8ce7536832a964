export { type CheckMerge, checkMerge, type MergedSiteEntry } from "./check-merge.ts";
export type { MergeConflict, Merged, Versions } from "./conflict.ts";
export { mergeEntries, type MergedEntry, mergeOrDelete } from "./merge-entries.ts";
export { type EntryFile, type MergedEntryFile, mergeEntryFiles } from "./merge-entry-files.ts";
export { mergeMediaRecords } from "./merge-media-records.ts";
export { mergeSite } from "./merge-site.ts";
export type { MergedFile, MergedTree, TreeConflict } from "./merge-trees.ts";
export { mergeTypes } from "./merge-types.ts";
