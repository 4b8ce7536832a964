export type { Issue } from "../base/errors.ts";
export { checkSchedule, parseSchedule, type Schedule } from "./check-schedule.ts";
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
} from "./layout.ts";
export type { TitleOf } from "./entry-tree.ts";
export { parseLedgerFile, printLedgerFile } from "./ledger-file.ts";
export { cleanMediaFolder, parseMediaFile, printMediaFile } from "./media-file.ts";
export { entryTitle } from "./entry-title.ts";
export { normalizeEntry } from "./normalize-entry.ts";
export { parseEntryFile, type ParseEntryOptions, readEntryId } from "./parse-entry.ts";
export { printEntryFile, type PrintEntryOptions } from "./print-entry.ts";
export { parseSiteFile, printSiteFile } from "./site-file.ts";
export { parseTypeFile, printTypeFile } from "./type-file.ts";
export { locateIssues } from "./locate-issues.ts";
export { validateEntry, type ValidateEntryOptions } from "./validate-entry.ts";
export { validateType } from "./validate-type.ts";
export { parseVersionFile, printVersionFile } from "./version-file.ts";
