export { renderRichText } from "./rich-text/render-rich-text.ts";
export type { RenderedRichText, RichTextOptions } from "./rich-text/render-rich-text.ts";
export type { RichTextHeading } from "./rich-text/heading-ids.ts";
export type { HighlightThemes } from "./rich-text/highlight.ts";
export type { HtmlNode } from "./rich-text/html-tree.ts";
export { printHtml } from "./rich-text/print-html.ts";
