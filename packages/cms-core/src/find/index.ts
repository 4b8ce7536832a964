export {
  type ContentIndex,
  openContentIndex,
  type OpenContentIndex,
  recallEntryIds,
} from "./content-index.ts";
export type { IndexHeads } from "./follow/index-session.ts";
export type {
  DueSchedule,
  EntryAuthor,
  LinkSource,
  StateCounts,
  TypeCounts,
  WorkingFile,
} from "./ask/look-ups.ts";
export type { EntryState } from "./schema/entry-state.ts";
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
export { ENTRY_ORDERS, type EntryOrder } from "./ask/list-orders.ts";
