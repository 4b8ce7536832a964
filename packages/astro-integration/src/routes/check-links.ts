import { elementsOf } from "../rich-text/html-tree.ts";
import { renderRichText } from "../rich-text/render-rich-text.ts";
import type { LinkOf } from "../store/entry-links.ts";
import type { SiteContent } from "../store/site-content.ts";
import type { SitePages } from "./site-pages.ts";

/** A link to a missing page. */
export interface DeadLink {
  /** `posts/first`. */
  readonly entry: string;
  /** API IDs and row numbers: `faq.2.answer`. */
  readonly field: string;
  /** URL on this site. */
  readonly href: string;
}

/** Texts without internal links can be skipped. */
const MAY_LINK = /\]\(\s*<?\/|\]:\s*<?\/|href\s*=\s*["']?\//;

/** Finds all internal links in rich text that lead to no page. */
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

/** Yields the texts of a value, a list of values, or rows. Other text of a row contains no links, or the same ones. */
function* textsIn(value: unknown, field: string, entry: string): Generator<RichText> {
  if (typeof value === "string") yield { entry, field, text: value };
  else if (typeof value === "object" && value !== null) {
    for (const [key, inner] of Object.entries(value))
      yield* textsIn(inner, `${field}.${key}`, entry);
  }
}
