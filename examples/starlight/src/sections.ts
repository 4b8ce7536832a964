import { getCollection } from "loam:content";

/** Sections in reading order. Others follow. */
const SECTIONS = ["Getting started", "Content", "Delivery", "Reference"];

/** The documentation by section, sorted by position. */
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
