export type { Issue } from "../../base/errors.ts";
export { importFolder } from "./import-folder.ts";
export type { ImportOptions } from "./write/import-options.ts";
export type { CollectionRule, FieldRule, ImportMap } from "./infer/import-map.ts";
export { parseImportMap } from "./infer/parse-map.ts";
export { NOTICE_KINDS, SKIP_REASONS } from "./source/report.ts";
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
} from "./source/report.ts";
