import { scanLinks } from "@loam/cms-core/markdown";
import { prepareRichText, withoutJoiners } from "@loam/cms-core/render";
import type { LoaderContext } from "astro/loaders";
import type { LinkOf } from "../store/entry-links.ts";
import { printAttributes } from "./print-html.ts";

export interface ByAstro {
  /** Of the loader's context. */
  readonly renderMarkdown: LoaderContext["renderMarkdown"];
  /** Where the text would be a file: plugins ask, as Starlight's do. */
  readonly fileURL: URL;
  readonly link: LinkOf | undefined;
}

/**
 * Markdown of a rich text field as Astro makes HTML of the project's own files, by its `markdown` settings: with plugins,
 * and with all HTML that the text has. Traps of it are avoided: a text may begin with `---`, and show images of hosts that
 * `image.domains` names; and emphasis beside CJK punctuation is read as everywhere.
 */
export async function renderByAstro(
  text: string,
  { renderMarkdown, fileURL, link }: ByAstro,
): Promise<Awaited<ReturnType<ByAstro["renderMarkdown"]>>> {
  const linked = link ? changeLinks(text, link) : text;
  // Astro takes what stands between two of these lines for front matter, and drops it.
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

/** An image that Astro would make files of, if the text were a file: it is left without an address. */
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
