import { elementsOf } from "../rich-text/html-tree.ts";
import { renderRichText } from "../rich-text/render-rich-text.ts";
import type { LinkOf } from "../store/entry-links.ts";
import type { SiteContent } from "../store/site-content.ts";
import type { SitePages } from "./site-pages.ts";

/** A link to a page that is not there. */
export interface DeadLink {
  /** `posts/first`. */
  readonly entry: string;
  /** API ids and row numbers: `faq.2.answer`. */
  readonly field: string;
  /** As it stands in this site. */
  readonly href: string;
}

/** Texts that have no link within the site need not be read. */
const MAY_LINK = /\]\(\s*<?\/|\]:\s*<?\/|href\s*=\s*["']?\//;

/** Every link within the site, of every rich text, that leads to no page. */
export async function deadLinks(
  content: SiteContent,
  pages: SitePages,
  link: LinkOf = (href) => href,
): Promise<readonly DeadLink[]> {
  const dead: DeadLink[] = [];
  for (const { entry, field, text } of richTexts(content)) {
    if (!MAY_LINK.test(text)) continue;
    const { nodes } = await renderRichText(text, { link, highlight: false });
    for (const { tag, attributes } of elementsOf(nodes)) {
      const { href } = attributes;
      if (tag !== "a" || typeof href !== "string" || !/^\/(?!\/)/.test(href)) continue;
      if (!pages.has(href.replace(/[?#].*$/s, ""))) dead.push({ entry, field, href });
    }
  }
  return dead;
}

interface RichText {
  readonly entry: string;
  readonly field: string;
  readonly text: string;
}

function* richTexts({ collections }: SiteContent): Generator<RichText> {
  for (const { name, type, entries } of collections.values()) {
    const rich = type.fields.filter(holdsRichText).map(({ apiId }) => apiId);
    for (const { key, data } of entries.values()) {
      for (const field of rich) yield* textsIn(data[field], field, `${name}/${key}`);
    }
  }
}

function holdsRichText(field: {
  readonly type: string;
  readonly fields?: readonly { readonly type: string }[] | undefined;
}): boolean {
  return field.type === "richtext" || (field.fields ?? []).some(holdsRichText);
}

/** Of a value, a list of them, or rows; other text of a row has no link in it, or the same one. */
function* textsIn(value: unknown, field: string, entry: string): Generator<RichText> {
  if (typeof value === "string") yield { entry, field, text: value };
  else if (typeof value === "object" && value !== null) {
    for (const [key, inner] of Object.entries(value))
      yield* textsIn(inner, `${field}.${key}`, entry);
  }
}
