export { compileEntry } from "./compile-entry.ts";
export {
  changeList,
  type Chunks,
  compareEntries,
  EMPTY_LIST,
  type EntryHead,
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
  type EntryTemplate,
  findRichTextLinks,
  type Hole,
  type Part,
  type RichTextLink,
} from "./entry-template.ts";
export { HTML_POLICY, type HtmlPolicy } from "./html-policy.ts";
export {
  deltaFilePath,
  entryFilePath,
  INDEX_PATH,
  listFilePath,
  mediaFilePath,
  publicAddress,
  renderRoute,
} from "./public-paths.ts";
export {
  type PublicPlace,
  renderEntry,
  renderMedia,
  type RenderMediaOptions,
  type RenderScope,
} from "./render-entry.ts";
export { type IndexedType, renderIndex, type RenderIndexOptions } from "./render-index.ts";
export {
  finishRichText,
  prepareRichText,
  type RichTextNode,
  withoutJoiners,
} from "./rich-text-tree.ts";
