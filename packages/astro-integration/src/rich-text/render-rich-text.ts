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
  /** Media that the text may show, so that its images get their variants. */
  readonly media?: CmsMedia | readonly (CmsMedia | undefined)[] | undefined;
  /** `sizes` of the images. */
  readonly sizes?: string | undefined;
  /** Levels by which headings are lowered. @default 0 */
  readonly headingOffset?: number | undefined;
  /** Of each link, where it leads in this site. @default where it says */
  readonly link?: ((href: string) => string) | undefined;
  /** Shiki themes for code, or `false` for none. @default github-light and github-dark-default */
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
  /** Names of the components of MDX in it, of which `html` shows the text; each once. */
  readonly components: readonly string[];
}

/**
 * Markdown of a rich text field as sanitised HTML. Unlike Astro's own renderer it takes a leading
 * `---` or `+++` for what it is in a text, and lets no script, style, frame or handler through.
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

/** Without what the policy does not allow: what comes of it needs no trust. */
function parseSafely(markdown: string, components: readonly MdxComponent[]): readonly HtmlNode[] {
  // Where there is no tag, no HTML need be parsed; a tag that is not parsed is dropped.
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

/** With the element that stands for a component, and nothing but its number. */
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
