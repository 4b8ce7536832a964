import { type CmsReference, isPublished } from "@loam/astro/content";
import { type CollectionEntry, type CollectionKey, getEntries } from "astro:content";

/**
 * The entries that references point to. Unpublished ones have only an ID and are skipped: the
 * list "Read next" can contain a post that is still a draft.
 */
export async function publishedEntries<Name extends CollectionKey>(
  references: readonly (CmsReference<Name> | undefined)[],
): Promise<readonly CollectionEntry<Name>[]> {
  const published = references.filter((reference) => isPublished(reference));
  return await getEntries(published.map(({ collection, id }) => ({ collection, id })));
}
