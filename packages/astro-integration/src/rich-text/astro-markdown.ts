import { scanLinks } from "@loam/cms-core/markdown";
import { prepareRichText, withoutJoiners } from "@loam/cms-core/render";
import type { LoaderContext } from "astro/loaders";
import type { LinkOf } from "../store/entry-links.ts";
import { printAttributes } from "./print-html.ts";

export interface ByAstro {
  /** From the loader's context. */
  readonly renderMarkdown: LoaderContext["renderMarkdown"];
  /** File URL for plugins that need one, such as Starlight's. */
  readonly fileURL: URL;
  readonly link: LinkOf | undefined;
}

/**
 * Renders Markdown of a rich text field like Astro renders the project's own files, with its `markdown` settings,
 * plugins, and all HTML in the text. Some pitfalls are avoided: the text can start with `---`, images of hosts in
 * `image.domains` are displayed, and emphasis next to CJK punctuation is recognized as elsewhere.
 */
export async function renderByAstro(
  text: string,
  { renderMarkdown, fileURL, link }: ByAstro,
): Promise<Awaited<ReturnType<ByAstro["renderMarkdown"]>>> {
  const linked = link ? changeLinks(text, link) : text;
  // Astro would remove text between two such lines as front matter.
  const whole = /^\s*(?:---|\+\+\+)/.test(linked) ? `<!---->\n\n${linked}` : linked;
  const { html, metadata } = await renderMarkdown(prepareRichText(whole), { fileURL });
  const headings = metadata?.headings?.map((heading) => {
    return { ...heading, slug: withoutJoiners(heading.slug), text: withoutJoiners(heading.text) };
  });
  return {
    html: withoutJoiners(html).replaceAll(ASTRO_IMAGE, plainImage),
    metadata: { ...metadata, ...(headings && { headings }), imagePaths: [] },
  };
}

function changeLinks(text: string, link: LinkOf): string {
  let changed = text;
  for (const { kind, start, end, target } of scanLinks(text, { wiki: false }).toReversed()) {
    if (kind !== "image") changed = changed.slice(0, start) + link(target) + changed.slice(end);
  }
  return changed;
}

/** An image that Astro would optimize in a file. It is left without a URL. */
const ASTRO_IMAGE = /__ASTRO_IMAGE_="([^"]+)"/g;

function plainImage(_all: string, quoted: string): string {
  const json = quoted
    .replaceAll(/&(?:#x22|quot);/g, '"')
    .replaceAll(/&(?:#x27|apos);/g, "'")
    .replaceAll(/&(?:amp|#x26|#38);/g, "&");
  const { index: _index, inferSize: _inferSize, ...attributes } = Object(JSON.parse(json));
  const texts = Object.entries(attributes).map(([name, value]) => [name, String(value)]);
  return printAttributes(Object.fromEntries(texts)).trimStart();
}
