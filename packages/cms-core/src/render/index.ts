export { compileEntry } from "./compile-entry.ts";
export { compareEntries } from "./default-order.ts";
export type { EntryHead } from "./default-order.ts";
export type { EntryTemplate, Hole, Part } from "./entry-template.ts";
export { HTML_POLICY } from "./html-policy.ts";
export type { HtmlPolicy } from "./html-policy.ts";
export { changeList, EMPTY_LIST, latestUpdate, listEntries } from "./list-body.ts";
export type { ListBody, ListChanges, ListedEntry, ListSegment } from "./list-body.ts";
export {
  deltaFilePath,
  entryFilePath,
  INDEX_PATH,
  listFilePath,
  mediaFilePath,
  publicAddress,
} from "./public-paths.ts";
export { renderEntry } from "./render-entry.ts";
export type { RenderScope } from "./render-entry.ts";
export { renderIndex } from "./render-index.ts";
export type { IndexedType, RenderIndexOptions } from "./render-index.ts";
export { renderDelta, renderList } from "./render-list.ts";
export type { Chunks } from "./render-list.ts";
export { renderMedia } from "./render-media.ts";
export type { PublicPlace, RenderMediaOptions } from "./render-media.ts";
export { renderRoute } from "./render-route.ts";
export { findRichTextLinks } from "./rich-text-links.ts";
export type { RichTextLink } from "./rich-text-links.ts";
