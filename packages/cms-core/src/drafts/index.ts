export { createDrafts } from "./create-drafts.ts";
export type { Drafts, DraftSite, DraftSource, DraftType } from "./create-drafts.ts";
