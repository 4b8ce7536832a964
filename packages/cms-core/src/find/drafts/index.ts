export { createDrafts, draftIndex } from "./create-drafts.ts";
export type { Drafts, DraftSite, DraftType } from "./create-drafts.ts";
export { renderDraft } from "./render-draft.ts";
export type { RenderDraftOptions } from "./render-draft.ts";
export type { DraftSource } from "./render-drafts.ts";
