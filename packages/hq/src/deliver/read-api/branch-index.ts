import type { DraftSource } from "@loam/cms-core/drafts";
import type { ContentIndex } from "@loam/cms-core/find";
import type { SiteStore } from "@loam/cms-core/site";

type Index = DraftSource["index"];

/**
 * Replaces the content index, which exists only for `main`, for a branch: its entries, when changed ones were saved,
 * and the live state of each.
 */
export function branchIndex(
  store: SiteStore,
  main: Pick<ContentIndex, "heads" | "versions">,
): Index {
  return {
    heads: () => ({ ...main.heads(), main: store.head() }),
    async versions(type) {
      const known = new Map((await main.versions(type)).map((file) => [file.id, file]));
      const refs = store.entries(type);
      const other = refs.filter(({ id, blob }) => known.get(id)?.blob !== blob);
      const times = await store.updatedAt(other);
      return refs.flatMap(({ id, slug, path, blob }) => {
        const of = known.get(id);
        const updatedAt = of?.blob === blob ? of.updatedAt : times.get(id);
        if (updatedAt === undefined) return [];
        const publishedAt = of?.publishedAt;
        return [{ id, slug, path, blob, updatedAt, ...(publishedAt && { publishedAt }) }];
      });
    },
  };
}
