export {
  createDrafts,
  draftIndex,
  type Drafts,
  type DraftSite,
  type DraftType,
} from "./create-drafts.ts";
export { type DraftSource, renderDraft, type RenderDraftOptions } from "./render-drafts.ts";
