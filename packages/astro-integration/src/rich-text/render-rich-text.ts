import { HTML_POLICY } from "@loam/cms-core/render";
import { sanitize } from "hast-util-sanitize";
import { markdownToHast } from "satteri";
import type { CmsMedia } from "../schema/published-shapes.ts";
import { addHeadingIds, type RichTextHeading } from "./heading-ids.ts";
import { DEFAULT_THEMES, highlightCode, type HighlightThemes } from "./highlight.ts";
import { fromHast, type HtmlNode, textOf } from "./html-tree.ts";
import { prepareImages } from "./media-images.ts";
import { printHtml } from "./print-html.ts";

export interface RichTextOptions {
  /** Media that the text may show, so that its images get their variants. */
  readonly media?: CmsMedia | readonly (CmsMedia | undefined)[] | undefined;
  /** `sizes` of the images. */
  readonly sizes?: string | undefined;
  /** Levels by which headings are lowered. @default 0 */
  readonly headingOffset?: number | undefined;
  /** Shiki themes for code, or `false` for none. @default github-light and github-dark */
  readonly highlight?: HighlightThemes | false | undefined;
}

export interface RenderedRichText {
  /** Sanitised. */
  readonly html: string;
  readonly headings: readonly RichTextHeading[];
  /** What a reader reads, without markup. */
  readonly text: string;
  /** The same as `html`, for rendering with components of one's own. */
  readonly nodes: readonly HtmlNode[];
}

/**
 * Markdown of a rich text field as sanitised HTML. Unlike Astro's own renderer it takes a leading
 * `---` or `+++` for what it is in a text, and lets no script, style, frame or handler through.
 */
export async function renderRichText(
  markdown: string,
  options: RichTextOptions = {},
): Promise<RenderedRichText> {
  const { media, sizes, headingOffset = 0, highlight = DEFAULT_THEMES } = options;
  const { nodes: named, headings } = addHeadingIds(parseSafely(markdown), headingOffset);
  const coloured = highlight === false ? named : await highlightCode(named, highlight);
  const nodes = prepareImages(coloured, { media: mediaByUrl(media), sizes });
  return { html: printHtml(nodes), headings, text: textOf(named).trim(), nodes };
}

/** Without what the policy does not allow: what comes of it needs no trust. */
function parseSafely(markdown: string): readonly HtmlNode[] {
  // Where there is no tag, no HTML need be parsed; a tag that is not parsed is dropped.
  const rawHtml = markdown.includes("<");
  const tree = markdownToHast(markdown, {
    features: { frontmatter: false, rawHtml, gfm: true, smartPunctuation: true },
    position: false,
  });
  alignCells(tree);
  const safe = sanitize(tree, HTML_POLICY);
  return fromHast("children" in safe ? safe.children : [safe]);
}

/** GFM's tables have `style="text-align: …"`, which a strict content security policy forbids. */
function alignCells(node: ReturnType<typeof sanitize>): void {
  if (node.type === "element" && (node.tagName === "td" || node.tagName === "th")) {
    const { style } = node.properties;
    const align = /^text-align:\s*(left|right|center);?$/.exec(style?.trim() ?? "")?.[1];
    if (align !== undefined) node.properties["align"] = align;
  }
  if ("children" in node) for (const child of node.children) alignCells(child);
}

function mediaByUrl(media: RichTextOptions["media"]): ReadonlyMap<string, CmsMedia> {
  const all = media === undefined || isList(media) ? (media ?? []) : [media];
  return new Map(all.flatMap((one) => (one === undefined ? [] : [[one.url, one] as const])));
}

function isList<T>(value: T | readonly T[]): value is readonly T[] {
  return Array.isArray(value);
}
