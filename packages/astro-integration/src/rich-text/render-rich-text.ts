import {
  finishRichText,
  HTML_POLICY,
  type HtmlPolicy,
  prepareRichText,
} from "@loam/cms-core/render";
import { sanitize } from "hast-util-sanitize";
import { markdownToHast } from "satteri";
import type { CmsMedia } from "../schema/published-shapes.ts";
import { addHeadingIds, type RichTextHeading } from "./heading-ids.ts";
import { DEFAULT_THEMES, highlightCode, type HighlightThemes } from "./highlight.ts";
import {
  type ElementNode,
  fromHast,
  type HtmlNode,
  mapElements,
  type MdxComponent,
  textOf,
} from "./html-tree.ts";
import { markMdx, MDX_NUMBER, MDX_TAG } from "./mdx-components.ts";
import { prepareImages } from "./media-images.ts";
import { printHtml } from "./print-html.ts";

export interface RichTextOptions {
  /** Media in the text, so that images can use their variants. */
  readonly media?: CmsMedia | readonly (CmsMedia | undefined)[] | undefined;
  /** `sizes` of the images. */
  readonly sizes?: string | undefined;
  /** Number of levels by which headings are lowered. @default 0 */
  readonly headingOffset?: number | undefined;
  /** Returns the URL of a link on this site. @default unchanged */
  readonly link?: ((href: string) => string) | undefined;
  /** Shiki themes for code, or `false` to turn highlighting off. @default github-light and github-dark-default */
  readonly highlight?: HighlightThemes | false | undefined;
}

export interface RenderedRichText {
  /** Sanitized HTML. */
  readonly html: string;
  readonly headings: readonly RichTextHeading[];
  /** Plain text without markup. */
  readonly text: string;
  /** The same content as `html`, for rendering with custom components. */
  readonly nodes: readonly HtmlNode[];
  /** Unique names of its MDX components, whose text `html` contains. */
  readonly components: readonly string[];
}

/**
 * Renders Markdown of a rich text field as sanitized HTML. Unlike Astro's own renderer, it treats a leading `---` or
 * `+++` as text, and removes all scripts, styles, frames, and event handlers.
 */
export async function renderRichText(
  markdown: string,
  options: RichTextOptions = {},
): Promise<RenderedRichText> {
  const { media, sizes, link, headingOffset = 0, highlight = DEFAULT_THEMES } = options;
  const { markdown: marked, components } = markMdx(markdown);
  const safe = parseSafely(marked, components);
  const linked = link ? changeLinks(safe, link) : safe;
  const { nodes: named, headings } = addHeadingIds(linked, headingOffset);
  const coloured = highlight === false ? named : await highlightCode(named, highlight);
  const nodes = prepareImages(coloured, { media: mediaByUrl(media), sizes });
  return {
    html: printHtml(nodes),
    headings,
    text: textOf(named).trim(),
    nodes,
    components: [...new Set(components.map(({ name }) => name))],
  };
}

function changeLinks(
  nodes: readonly HtmlNode[],
  link: (href: string) => string,
): readonly HtmlNode[] {
  return mapElements(nodes, (element) => {
    const { href } = element.attributes;
    if (element.tag !== "a" || typeof href !== "string") return element;
    const to = link(href);
    return to === href ? element : { ...element, attributes: { ...element.attributes, href: to } };
  });
}

/** Parses Markdown and removes everything that the policy doesn't allow. The result is safe to render. */
function parseSafely(markdown: string, components: readonly MdxComponent[]): readonly HtmlNode[] {
  // Without a `<`, there is no HTML to parse; unparsed tags are removed.
  const rawHtml = markdown.includes("<");
  const tree = markdownToHast(prepareRichText(markdown), {
    features: { frontmatter: false, rawHtml, gfm: true, smartPunctuation: true },
    position: false,
  });
  finishRichText(tree);
  const safe = sanitize(tree, components.length === 0 ? HTML_POLICY : MDX_POLICY);
  const nodes = fromHast("children" in safe ? safe.children : [safe]);
  return components.length === 0 ? nodes : mapElements(nodes, (one) => withMdx(one, components));
}

/** Allows the element that represents a component, with only its number. */
const MDX_POLICY = {
  ...HTML_POLICY,
  tagNames: [...HTML_POLICY.tagNames, MDX_TAG],
  attributes: { ...HTML_POLICY.attributes, [MDX_TAG]: [["dataN", /^\d{1,6}$/]] },
} satisfies HtmlPolicy;

function withMdx(element: ElementNode, components: readonly MdxComponent[]): ElementNode {
  if (element.tag !== MDX_TAG) return element;
  const component = components[Number(element.attributes[MDX_NUMBER])];
  return { ...element, component: component ?? { name: "", props: {} } };
}

function mediaByUrl(media: RichTextOptions["media"]): ReadonlyMap<string, CmsMedia> {
  const all = media === undefined || isList(media) ? (media ?? []) : [media];
  return new Map(all.flatMap((one) => (one === undefined ? [] : [[one.url, one] as const])));
}

function isList<T>(value: T | readonly T[]): value is readonly T[] {
  return Array.isArray(value);
}
