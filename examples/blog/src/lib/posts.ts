import { type CollectionEntry, getCollection } from "astro:content";

export type Post = CollectionEntry<"posts">;

/**
 * Returns all posts in reading order: manually ordered ones first, then by their date. The publish time isn't used,
 * because an import can publish ten years of posts in one minute.
 */
export async function allPosts(): Promise<readonly Post[]> {
  const posts = await getCollection("posts");
  return posts.toSorted(
    (a, b) => a.data.sortOrder - b.data.sortOrder || b.data.date.localeCompare(a.data.date),
  );
}

export function hasCategory(post: Post, category: string): boolean {
  return post.data.categories.some(({ id }) => id === category);
}

/** Returns tags with their number of posts, most used first. */
export function tagsOf(posts: readonly Post[]): readonly (readonly [tag: string, count: number])[] {
  const counts = new Map<string, number>();
  for (const tag of posts.flatMap((post) => post.data.tags)) {
    counts.set(tag, (counts.get(tag) ?? 0) + 1);
  }
  return [...counts].toSorted(([a, m], [b, n]) => n - m || a.localeCompare(b));
}

/** Returns a tag's slug for URLs. */
export function tagSlug(tag: string): string {
  return tag.toLowerCase().replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, "-");
}
