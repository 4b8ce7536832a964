import { currentPreview } from "./preview-context.ts";

/** Attribute that identifies the clicked field to the editor (docs/reference/preview-messages.md). */
export interface EditMark {
  readonly "data-loam-field"?: string;
}

/**
 * Returns attributes for an element that shows a field, so that clicking it in the preview opens the field in the
 * editor: `<h1 {...editable(post, "title")}>`. Returns no attributes outside previews and for other entries than the
 * previewed one.
 *
 * @param path the API ID of a field, or the path of a value in it: `sources.0.url`
 */
export function editable(entry: { readonly data: object }, path: string): EditMark {
  const preview = currentPreview();
  if (preview === undefined || Reflect.get(entry.data, "id") !== preview.id) return {};
  return { "data-loam-field": path };
}

/** Returns whether the page is rendered in a preview. */
export function isPreview(): boolean {
  return currentPreview() !== undefined;
}
