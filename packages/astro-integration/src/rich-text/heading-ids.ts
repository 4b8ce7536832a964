import { type ElementNode, type HtmlNode, mapElements, textOf } from "./html-tree.ts";

/** A heading for a table of contents, in the format of Astro's `MarkdownHeading`. */
export interface RichTextHeading {
  /** 1 to 6. */
  readonly depth: number;
  /** The heading's `id`. */
  readonly slug: string;
  readonly text: string;
}

export interface WithHeadings {
  readonly nodes: readonly HtmlNode[];
  readonly headings: readonly RichTextHeading[];
}

const HEADING = /^h([1-6])$/;

/**
 * Adds an id to every heading, derived from its text like on GitHub, and lowers its level by `offset` (use 1 on a page
 * whose `<h1>` is the title).
 */
export function addHeadingIds(nodes: readonly HtmlNode[], offset: number): WithHeadings {
  const headings: RichTextHeading[] = [];
  const usedSlugs = new Set<string>();
  const changed = mapElements(nodes, (element) => {
    const level = HEADING.exec(element.tag)?.[1];
    if (level === undefined || element.attributes["id"] === "footnote-label") return element;
    const depth = Math.min(6, Math.max(1, Number(level) + offset));
    const text = textOf(element.children);
    const slug = freeSlug(headingSlug(text), usedSlugs);
    headings.push({ depth, slug, text });
    return withId(element, `h${depth}`, slug);
  });
  return { nodes: changed, headings };
}

function withId(element: ElementNode, tag: string, id: string): ElementNode {
  return { ...element, tag, attributes: { id, ...omitId(element) } };
}

function omitId({ attributes }: ElementNode): ElementNode["attributes"] {
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => name !== "id"));
}

function headingSlug(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, "")
    .replaceAll(" ", "-");
}

function freeSlug(slug: string, usedSlugs: Set<string>): string {
  let free = slug;
  for (let number = 1; usedSlugs.has(free); number += 1) free = `${slug}-${number}`;
  usedSlugs.add(free);
  return free;
}
