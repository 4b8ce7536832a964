import { FOLDER_SIGN } from "@loam/cms-core";

/**
 * What an entry's `id` in Astro is: its slug, its id in the CMS, or as path its slug with its folders, as Astro calls
 * files (`guides~start` is `guides/start`).
 */
export type IdFrom = "slug" | "id" | "path";

export function entryKey(
  entry: { readonly id: string; readonly slug: string },
  from: IdFrom,
): string {
  return from === "path" ? entry.slug.replaceAll(FOLDER_SIGN, "/") : entry[from];
}

/** The id or slug by which HQ knows an entry that has this key in Astro: neither has a slash. */
export function idOrSlug(key: string): string {
  return key.replaceAll("/", FOLDER_SIGN);
}
