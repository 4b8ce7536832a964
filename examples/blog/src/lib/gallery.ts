import { byPosition } from "@loam/astro/content";
import { type CollectionEntry, getCollection } from "astro:content";

export type Drawing = CollectionEntry<"gallery">;

/** Returns the drawings in the editors' order. */
export async function allDrawings(): Promise<readonly Drawing[]> {
  const drawings = await getCollection("gallery");
  return drawings.toSorted(byPosition);
}
