export type { MergeConflict, Merged, Versions } from "./conflict.ts";
export { mergeEntries, type MergedEntry, mergeOrDelete } from "./merge-entries.ts";
export { mergeMediaRecords } from "./merge-media-records.ts";
export { mergeSite } from "./merge-site.ts";
export { mergeTypes } from "./merge-types.ts";
