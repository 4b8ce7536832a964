export { type DuplicateOptions, type DuplicateReport, duplicateSite } from "./duplicate-site.ts";
export { EXPORT_LIMITS } from "./export-files.ts";
export {
  type ExportOptions,
  openExport,
  type SiteExport,
  writeExportFile,
  type WriteFileOptions,
} from "./export-site.ts";
export { type ExportedFile, type ExportManifest, hashChunks } from "./manifest.ts";
export type { BundledMedia, LinkedMedia, MediaPlan } from "./plan-media.ts";
export { type Archive, ARCHIVE_LIMITS, type ArchiveLimits, openArchive } from "./open-archive.ts";
export { type TarFile, writeTar, writeZip, type ZipFile } from "./write-archive.ts";
export {
  type ExportImportReport,
  importExport,
  type ImportExportOptions,
  readExportedSite,
} from "./import-export.ts";
export type { ImportedMedia } from "./import-media.ts";
