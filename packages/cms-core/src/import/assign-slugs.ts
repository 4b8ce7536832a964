import { foldSlug } from "../base/slug.ts";
import { slugify } from "../base/slugify.ts";

export interface WantsSlug {
  readonly id: string;
  /** Slugs that would do, the best first; at least one. */
  readonly wanted: readonly string[];
}

/**
 * Gives every entry of one type a slug that no other has, also by case folding: the first it wants that no
 * other entry wants too, else the last of them, with a number where that is taken. An entry that is on the
 * site already with a slug that it wants keeps it.
 *
 * @param held slugs of the type on the site, by folded form, with the id of the entry that has it
 * @returns slugs by entry id
 */
export function assignSlugs(
  entries: readonly WantsSlug[],
  held: ReadonlyMap<string, string>,
): Map<string, string> {
  const taken = new Map(held);
  const slugs = new Map<string, string>();
  const wishes = new Map<string, number>();
  for (const { id, wanted } of entries) {
    for (const slug of wanted) wishes.set(foldSlug(slug), (wishes.get(foldSlug(slug)) ?? 0) + 1);
    const kept = wanted.find((slug) => held.get(foldSlug(slug)) === id);
    if (kept !== undefined) slugs.set(id, kept);
  }
  for (const { id, wanted } of entries) {
    if (slugs.has(id)) continue;
    const free = wanted.filter((slug) => !taken.has(foldSlug(slug)));
    const slug =
      free.find((one) => wishes.get(foldSlug(one)) === 1) ??
      free.at(-1) ??
      firstFree(wanted.at(-1) ?? "untitled", taken);
    taken.set(foldSlug(slug), id);
    slugs.set(id, slug);
  }
  return slugs;
}

/** `post-2`; a slug at the limit of its length is cut to make room. */
function firstFree(wanted: string, taken: ReadonlyMap<string, string>): string {
  const short = slugify(Array.from(wanted).slice(0, 180).join(""));
  let number = 2;
  while (taken.has(foldSlug(`${short}-${number}`))) number += 1;
  return `${short}-${number}`;
}
