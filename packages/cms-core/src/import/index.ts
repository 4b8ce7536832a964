export type { Issue } from "../base/errors.ts";
export { importFolder } from "./import-folder.ts";
export type { ImportOptions } from "./import-options.ts";
export type { CollectionRule, FieldRule, ImportMap } from "./import-map.ts";
export { parseImportMap } from "./parse-map.ts";
export { NOTICE_KINDS, SKIP_REASONS } from "./report.ts";
export type {
  ImportedCollection,
  ImportedComponent,
  ImportedEntry,
  ImportedField,
  ImportNotice,
  ImportReport,
  ImportedRoute,
  NoticeKind,
  NoticePlace,
  SkippedFiles,
  SkipReason,
} from "./report.ts";
