export { EXPORT_LIMITS } from "./export-limits.ts";
export { openExport } from "./export-site.ts";
export type { ExportOptions, SiteExport } from "./export-site.ts";
export type { ExportedFile, ExportManifest } from "./manifest.ts";
export type { BundledMedia, LinkedMedia, MediaPlan } from "./plan-media.ts";
export { writeExportFile } from "./write-export-file.ts";
