import { type CollectionEntry, getCollection } from "astro:content";

export type Doc = CollectionEntry<"docs">;

export interface DocSection {
  readonly name: string;
  readonly pages: readonly Doc[];
}

/** Reading order; sections with other names come last. */
const SECTIONS = ["Getting started", "Content", "Delivery", "Reference"];

/** Returns the documentation by section, in the order numbered by its editors. */
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
