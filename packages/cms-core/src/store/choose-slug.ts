import { CmsError } from "../base/errors.ts";
import { foldSlug } from "../base/slug.ts";
import { slugify } from "../base/slugify.ts";
import { titleIn } from "../content/entry-title.ts";
import type { EntryValues } from "../model/entry.ts";
import { kindOf, type EntryRef, type TypeState } from "./file-facts.ts";
import type { SiteWriter } from "./site-writer.ts";

/** Slugs that saves under way will take, so that two of them cannot take the same. */
export type SlugClaims = Set<string>;

interface SlugWish {
  readonly writer: SiteWriter;
  readonly claims: SlugClaims;
  readonly input: { readonly type: string; readonly slug?: string; readonly values: EntryValues };
  readonly id: string;
}

/** The slug that is asked for, that the entry has, or one made of its first text that nobody has. */
export function chooseSlug(
  save: SlugWish,
  state: TypeState,
  current: EntryRef | undefined,
): string {
  const { input } = save;
  if (kindOf(state) === "object") return input.type;
  if (input.slug !== undefined) return input.slug;
  if (current !== undefined) return current.slug;
  const title = state.latest === undefined ? undefined : titleIn(input.values, state.latest);
  const base = slugify(title ?? "");
  for (let number = 1; ; number += 1) {
    const slug = number === 1 ? base : slugify(`${base.slice(0, 180)}-${number}`);
    if (isFree(save, slug, `${input.type}/${foldSlug(slug)}`)) return slug;
  }
}

function isFree({ writer, claims, input, id }: SlugWish, slug: string, claim: string): boolean {
  const owner = writer.index().entryWithSlug(input.type, slug);
  return (owner === undefined || owner.id === id) && !claims.has(claim);
}

/** @throws CmsError `slug_taken` */
export function checkSlugFree(save: SlugWish, slug: string, claim: string): void {
  if (isFree(save, slug, claim)) return;
  throw new CmsError(
    "slug_taken",
    `Another entry of "${save.input.type}" has the slug "${slug}".`,
    {
      details: { type: save.input.type, slug },
    },
  );
}
