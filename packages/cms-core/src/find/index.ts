export { openContentIndex } from "./content-index.ts";
export type { ContentIndex, OpenContentIndex } from "./content-index.ts";
export type { IndexHeads } from "./follow/build-index.ts";
export type { DueSchedule } from "./ask/due-schedules.ts";
export type { EntryState } from "./schema/entry-state.ts";
export type { LinkSource } from "./ask/find-links.ts";
export type { IndexedEntry, LiveVersion } from "./ask/indexed-entry.ts";
export type { EntryPage, ListEntries } from "./ask/list-entries.ts";
export {
  MEDIA_KINDS,
  MEDIA_ORDERS,
  type IndexedMedia,
  type ListMedia,
  type MediaCounts,
  type MediaKind,
  type MediaOrder,
  type MediaPage,
} from "./ask/list-media.ts";
export type { EntryAuthor } from "./ask/list-authors.ts";
export { ENTRY_ORDERS, type EntryOrder } from "./ask/list-orders.ts";
export type { WorkingFile } from "./ask/list-versions.ts";
export type { StateCounts, TypeCounts } from "./ask/type-counts.ts";
