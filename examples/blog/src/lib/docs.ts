import { type CollectionEntry, getCollection } from "astro:content";

export type Doc = CollectionEntry<"docs">;

export interface DocSection {
  readonly name: string;
  readonly pages: readonly Doc[];
}

/** Sections in reading order. Others follow. */
const SECTIONS = ["Getting started", "Content", "Delivery", "Reference"];

/** The documentation by section, sorted by position. */
export async function docSections(): Promise<readonly DocSection[]> {
  const docs = await getCollection("docs");
  const names = new Set([...SECTIONS, ...docs.map((doc) => doc.data.section)]);
  return [...names]
    .map((name) => ({
      name,
      pages: docs
        .filter((doc) => doc.data.section === name)
        .toSorted((a, b) => a.data.position - b.data.position),
    }))
    .filter(({ pages }) => pages.length > 0);
}
