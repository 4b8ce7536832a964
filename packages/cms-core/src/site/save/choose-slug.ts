import { CmsError } from "../../base/errors.ts";
import { foldSlug } from "../../base/slug.ts";
import { slugify } from "../../base/slugify.ts";
import { titleIn } from "../../content/entry/entry-title.ts";
import type { EntryValues } from "../../model/entry.ts";
import { kindOf, type EntryRef, type TypeState } from "../read/file-facts.ts";
import type { SiteWriter } from "./site-writer.ts";

/** Slugs that saves under way will take, so that two of them cannot take the same. */
export type SlugClaims = Set<string>;

interface SlugWish {
  readonly writer: SiteWriter;
  readonly claims: SlugClaims;
  readonly input: {
    readonly id?: string;
    readonly type: string;
    readonly slug?: string;
    readonly values: EntryValues;
  };
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
  return freeSlug(title ?? "", (slug) => isFree(save, slug, `${input.type}/${foldSlug(slug)}`));
}

/** The slug of a title, with a number behind it where others have it. */
export function freeSlug(title: string, isUnused: (slug: string) => boolean): string {
  const base = slugify(title);
  for (let number = 1; ; number += 1) {
    const slug = number === 1 ? base : slugify(`${base.slice(0, 180)}-${number}`);
    if (isUnused(slug)) return slug;
  }
}

function isFree(save: SlugWish, slug: string, claim: string): boolean {
  const { writer, claims, input, id } = save;
  const owner = writer.index().entryWithSlug(input.type, slug);
  const free = owner === undefined ? unreadFile(save, slug) === undefined : owner.id === id;
  return free && !claims.has(claim);
}

/** What a new entry would be written over; an entry that has an id, and is brought back, mends it. */
function unreadFile({ writer, input }: SlugWish, slug: string): string | undefined {
  if (input.id !== undefined) return undefined;
  const folded = foldSlug(slug);
  return writer
    .index()
    .unreadFiles(input.type)
    .find((file) => foldSlug(file.slug) === folded)?.path;
}

/** @throws CmsError `slug_taken` */
export function checkSlugFree(save: SlugWish, slug: string, claim: string): void {
  if (isFree(save, slug, claim)) return;
  const path = unreadFile(save, slug);
  if (path !== undefined) {
    const message = `${path} stands there already and cannot be read; mend it, or take another slug.`;
    throw new CmsError("slug_taken", message, { details: { type: save.input.type, slug } });
  }
  throw new CmsError(
    "slug_taken",
    `Another entry of "${save.input.type}" has the slug "${slug}".`,
    {
      details: { type: save.input.type, slug },
    },
  );
}
