export { openContentIndex } from "./content-index.ts";
export type { ContentIndex, OpenContentIndex } from "./content-index.ts";
export type { IndexHeads } from "./build-index.ts";
export type { DueSchedule } from "./due-schedules.ts";
export type { EntryState } from "./entry-state.ts";
export type { LinkSource } from "./find-links.ts";
export type { IndexedEntry, LiveVersion } from "./indexed-entry.ts";
export type { EntryPage, ListEntries } from "./list-entries.ts";
export {
  MEDIA_KINDS,
  MEDIA_ORDERS,
  type IndexedMedia,
  type ListMedia,
  type MediaCounts,
  type MediaKind,
  type MediaOrder,
  type MediaPage,
} from "./list-media.ts";
export type { EntryAuthor } from "./list-authors.ts";
export { ENTRY_ORDERS, type EntryOrder } from "./list-orders.ts";
export type { WorkingFile } from "./list-versions.ts";
export type { StateCounts, TypeCounts } from "./type-counts.ts";
