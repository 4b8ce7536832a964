import { getCollection } from "loam:content";

/** The order of reading; a section with another name comes after these. */
const SECTIONS = ["Getting started", "Content", "Delivery", "Reference"];

/** The documentation by section, each in the order that its editors numbered it in. */
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
