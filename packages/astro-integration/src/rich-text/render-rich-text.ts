import { markdownToHast } from "satteri";
import type { CmsMedia } from "../schema/published-shapes.ts";
import { addHeadingIds, type RichTextHeading, type WithHeadings } from "./heading-ids.ts";
import { DEFAULT_THEMES, highlightCode, type HighlightThemes } from "./highlight.ts";
import { type HtmlNode, textOf } from "./html-tree.ts";
import { prepareImages } from "./media-images.ts";
import { printHtml } from "./print-html.ts";
import { sanitise } from "./sanitise.ts";

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
  const { nodes: named, headings } = readRichText(markdown, options.headingOffset ?? 0);
  const { media, sizes, highlight = DEFAULT_THEMES } = options;
  const coloured = highlight === false ? named : await highlightCode(named, highlight);
  const nodes = prepareImages(coloured, { media: mediaByUrl(media), sizes });
  return { html: printHtml(nodes), headings, text: textOf(named).trim(), nodes };
}

/** The part of rendering that needs no waiting. */
export function readRichText(markdown: string, headingOffset: number): WithHeadings {
  return addHeadingIds(sanitise(parse(markdown)), headingOffset);
}

function parse(markdown: string): Parameters<typeof sanitise>[0] {
  const tree = markdownToHast(markdown, {
    features: { frontmatter: false, rawHtml: true, gfm: true, smartPunctuation: true },
    position: false,
  });
  return "children" in tree ? tree.children.map(sourceNode) : [];
}

type Tree = ReturnType<typeof markdownToHast>;
type Source = Parameters<typeof sanitise>[0][number];

function sourceNode(node: Tree): Source {
  return {
    type: node.type,
    ...("tagName" in node ? { tagName: node.tagName } : {}),
    ...("value" in node ? { value: node.value } : {}),
    ...("properties" in node ? { properties: { ...node.properties } } : {}),
    ...("children" in node ? { children: node.children.map(sourceNode) } : {}),
  };
}

function mediaByUrl(media: RichTextOptions["media"]): ReadonlyMap<string, CmsMedia> {
  const all = media === undefined || isList(media) ? (media ?? []) : [media];
  return new Map(all.flatMap((one) => (one === undefined ? [] : [[one.url, one] as const])));
}

function isList<T>(value: T | readonly T[]): value is readonly T[] {
  return Array.isArray(value);
}
