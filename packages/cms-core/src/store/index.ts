export { createSite, openSiteStore } from "./site-store.ts";
export type { OpenSiteOptions, SiteStore } from "./site-store.ts";
export { MAIN } from "./site-writer.ts";
export type { Actor } from "./site-writer.ts";
export type { AppliedFiles, ApplyFiles } from "./apply-files.ts";
export type { DeleteOptions } from "./delete-entry.ts";
export type { EntryRef, TypeState } from "./file-facts.ts";
export type { SavedEntry, SaveEntry, SaveOptions } from "./save-entry.ts";
