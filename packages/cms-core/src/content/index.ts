export type { Issue } from "../base/errors.ts";
export { checkSchedule, parseSchedule, type Schedule } from "./entry/check-schedule.ts";
export {
  classifyPath,
  entryFolder,
  entryPath,
  type EntryPathOptions,
  type FileIdentity,
  ledgerPath,
  mediaPath,
  SITE_PATH,
  typePath,
  versionPath,
} from "./site/layout.ts";
export {
  entryTitle,
  printEntryFile,
  type PrintEntryOptions,
  type TitleOf,
} from "./entry/print-entry.ts";
export { parseLedgerFile, printLedgerFile } from "./site/ledger-file.ts";
export { cleanMediaFolder, parseMediaFile, printMediaFile } from "./site/media-file.ts";
export { findConflicts } from "./entry/conflict-markers.ts";
export { normalizeEntry } from "./entry/print-entry.ts";
export { parseEntryFile, type ParseEntryOptions, readEntryId } from "./entry/parse-entry.ts";
export { parseSiteFile, printSiteFile } from "./site/site-file.ts";
export {
  parseTypeFile,
  parseVersionFile,
  printTypeFile,
  printVersionFile,
} from "./schema/type-file.ts";
export { locateIssues, validateEntry, type ValidateEntryOptions } from "./entry/validate-entry.ts";
export { validateType } from "./schema/validate-type.ts";
