import { currentPreview } from "./preview-context.ts";

/** The mark that the editor is told when somebody presses what has it (docs/reference/preview-messages.md). */
export interface EditMark {
  readonly "data-loam-field"?: string;
}

/**
 * Attributes for what shows a field, so that a press on it in the preview leads to the field in the editor:
 * `<h1 {...editable(post, "title")}>`. Outside of previews, and for other entries than the previewed one, there are none.
 *
 * @param path - The API id of a field, or the path of a value in it: `sources.0.url`.
 */
export function editable(entry: { readonly data: object }, path: string): EditMark {
  const preview = currentPreview();
  if (preview === undefined || Reflect.get(entry.data, "id") !== preview.id) return {};
  return { "data-loam-field": path };
}

/** Whether the page is rendered for who looks at a preview. */
export function isPreview(): boolean {
  return currentPreview() !== undefined;
}
