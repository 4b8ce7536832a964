export { editable, isPreview } from "./preview/editable.ts";
export type { EditMark } from "./preview/editable.ts";
