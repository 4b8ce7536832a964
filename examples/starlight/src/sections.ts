import { getCollection } from "loam:content";

/** Reading order; sections with other names come last. */
const SECTIONS = ["Getting started", "Content", "Delivery", "Reference"];

/** Returns the documentation by section, in the order numbered by its editors. */
export async function sections() {
  const docs = await getCollection("docs");
  const names = [...new Set([...SECTIONS, ...docs.map(({ data }) => data.section)])];
  return names
    .map((name) => ({
      name,
      pages: docs
        .filter(({ data }) => data.section === name)
        .toSorted((a, b) => a.data.position - b.data.position),
    }))
    .filter(({ pages }) => pages.length > 0);
}
