export type { Issue } from "../../base/errors.ts";
export { importFolder } from "./import-folder.ts";
export type { ImportOptions } from "./write/write-import.ts";
export {
  type CollectionRule,
  type FieldRule,
  type ImportMap,
  parseImportMap,
} from "./infer/parse-map.ts";
export {
  type ImportedCollection,
  type ImportedComponent,
  type ImportedEntry,
  type ImportedField,
  type ImportedRoute,
  type ImportNotice,
  type ImportReport,
  NOTICE_KINDS,
  type NoticeKind,
  type NoticePlace,
  SKIP_REASONS,
  type SkippedFiles,
  type SkipReason,
} from "./source/report.ts";
