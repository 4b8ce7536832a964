import type { PublishedType } from "../source/site-index.ts";
import type { RichTextHeading } from "./heading-ids.ts";
import { renderRichText, type RichTextOptions } from "./render-rich-text.ts";
import { reportPlainBody } from "./report-components.ts";

export interface RenderedBody {
  readonly html: string;
  readonly headings: readonly RichTextHeading[];
}

/** Returns the Markdown for `render(entry)`: the first rich text field with a value. */
export function bodyText(
  { fields }: Pick<PublishedType, "fields">,
  data: Readonly<Record<string, unknown>>,
): string | undefined {
  for (const { apiId, type, multiple } of fields) {
    const value = type === "richtext" && !multiple ? data[apiId] : undefined;
    if (typeof value === "string") return value;
  }
  return undefined;
}

/** Renders the body of an entry for `render(entry)`, with MDX components as their text. */
export async function renderBody(
  text: string,
  options: Pick<RichTextOptions, "link"> = {},
): Promise<RenderedBody> {
  const { html, headings, components } = await renderRichText(text, options);
  reportPlainBody(components);
  return { html, headings };
}
