import { type CmsReference, isPublished } from "@loam/astro/content";
import { type CollectionEntry, type CollectionKey, getEntries } from "astro:content";

/** Resolves references and skips unpublished entries: a "read next" list can name a post that is still a draft. */
export async function publishedEntries<Name extends CollectionKey>(
  references: readonly (CmsReference<Name> | undefined)[],
): Promise<readonly CollectionEntry<Name>[]> {
  const published = references.filter((reference) => isPublished(reference));
  return await getEntries(published.map(({ collection, id }) => ({ collection, id })));
}
