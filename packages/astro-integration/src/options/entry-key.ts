import { FOLDER_SIGN } from "@loam/cms-core";

/**
 * Source of an entry's `id` in Astro: its slug, its id in the CMS, or with `path`, its slug with folders, like Astro's
 * ids of files (`guides~start` becomes `guides/start`).
 */
export type IdFrom = "slug" | "id" | "path";

export function entryKey(
  entry: { readonly id: string; readonly slug: string },
  from: IdFrom,
): string {
  return from === "path" ? entry.slug.replaceAll(FOLDER_SIGN, "/") : entry[from];
}

/** Returns the id or slug in HQ of an entry with this key in Astro. Neither contains a slash. */
export function idOrSlug(key: string): string {
  return key.replaceAll("/", FOLDER_SIGN);
}
