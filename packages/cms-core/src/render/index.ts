export { compileEntry } from "./compile-entry.ts";
export { compareEntries, type EntryHead } from "./default-order.ts";
export type { EntryTemplate, Hole, Part } from "./entry-template.ts";
export { HTML_POLICY, type HtmlPolicy } from "./html-policy.ts";
export {
  changeList,
  type Chunks,
  EMPTY_LIST,
  latestUpdate,
  type ListBody,
  type ListChanges,
  type ListedEntry,
  listEntries,
  type ListSegment,
  renderDelta,
  renderList,
} from "./list-body.ts";
export {
  deltaFilePath,
  entryFilePath,
  INDEX_PATH,
  listFilePath,
  mediaFilePath,
  publicAddress,
  renderRoute,
} from "./public-paths.ts";
export { renderEntry, type RenderScope } from "./render-entry.ts";
export { type IndexedType, renderIndex, type RenderIndexOptions } from "./render-index.ts";
export { type PublicPlace, renderMedia, type RenderMediaOptions } from "./render-media.ts";
export { findRichTextLinks, type RichTextLink } from "./collect-links.ts";
