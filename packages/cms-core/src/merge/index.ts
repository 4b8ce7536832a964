export type { MergeConflict, Merged, Versions } from "./sequence/conflict.ts";
export { mergeEntries, type MergedEntry } from "./entry/merge-entries.ts";
export {
  type EntryFile,
  type MergedEntryFile,
  mergeEntryFiles,
} from "./entry/merge-entry-files.ts";
export { mergeMediaRecords, mergeSite } from "./site/merge-site.ts";
export type { MergedFile, MergedTree, TreeConflict } from "./site/merge-trees.ts";
export { mergeTypes } from "./site/merge-types.ts";
