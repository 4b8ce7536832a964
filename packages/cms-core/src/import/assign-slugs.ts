import { foldSlug } from "../base/slug.ts";
import { slugify } from "../base/slugify.ts";

export interface WantsSlug {
  readonly id: string;
  readonly wanted: string;
}

/**
 * Gives every entry of one type a slug that no other has, also by case folding. An entry that is on the
 * site already and wants a slug that it has keeps it; the first to want a slug gets it, later ones a number.
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
  for (const { id, wanted } of entries) {
    if (held.get(foldSlug(wanted)) === id) slugs.set(id, wanted);
  }
  for (const { id, wanted } of entries) {
    if (slugs.has(id)) continue;
    let slug = wanted;
    for (let number = 2; !isFree(taken.get(foldSlug(slug)), id); number += 1) {
      slug = numbered(wanted, number);
    }
    taken.set(foldSlug(slug), id);
    slugs.set(id, slug);
  }
  return slugs;
}

function isFree(holder: string | undefined, id: string): boolean {
  return holder === undefined || holder === id;
}

/** `post-2`; a slug at the limit of its length is cut to make room. */
function numbered(slug: string, number: number): string {
  const suffix = `-${number}`;
  return slugify(Array.from(slug).slice(0, 180).join("")) + suffix;
}
