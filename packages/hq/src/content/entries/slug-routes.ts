import { CmsError, slugProblem } from "@loam/cms-core";
import { freeSlug, type SiteStore } from "@loam/cms-core/site";
import { z } from "zod";
import { defineRoute, type Route } from "../../api/route.ts";
import { onSite } from "../../people/workspaces/policies.ts";
import type { SiteServices } from "../../sites/services.ts";
import { typeParams } from "./entry-input.ts";

const MAX_TITLE = 1000;

/** A query for whether a slug is available, or for the slug of a title. */
interface SlugQuery {
  readonly slug?: string;
  readonly title?: string;
  /** Id of the entry that the slug is for. */
  readonly entry?: string;
}

export const slugQuery: z.ZodType<SlugQuery> = z
  .object({
    slug: z.string().max(MAX_TITLE).exactOptional().meta({ description: "The slug to check." }),
    title: z
      .string()
      .max(MAX_TITLE)
      .exactOptional()
      .meta({ description: "A title to derive a free slug from." }),
    entry: z
      .string()
      .exactOptional()
      .meta({ description: "ID of the entry that the slug is for. Its current slug is allowed." }),
  })
  .refine(({ slug, title }) => (slug === undefined) !== (title === undefined), {
    message: "Send either a slug or a title.",
    path: ["slug"],
  });

interface SlugCheck {
  readonly slug: string;
  readonly free: boolean;
  readonly message?: string;
  readonly takenBy?: { readonly id: string; readonly title: string };
}

export const slugAnswer: z.ZodType<SlugCheck, SlugCheck> = z
  .object({
    slug: z.string(),
    free: z.boolean(),
    message: z
      .string()
      .exactOptional()
      .meta({ description: "Reason why the slug is not available." }),
    takenBy: z
      .object({ id: z.string(), title: z.string() })
      .exactOptional()
      .meta({ description: "The entry that has the slug." }),
  })
  .meta({ id: "SlugCheck" });

/** Checks whether a slug is available while it is entered. Saves nothing. */
export function slugRoute({ sites, hq: { now } }: SiteServices): Route {
  return defineRoute({
    method: "get",
    path: "/sites/{site}/types/{api_id}/slug",
    id: "checkSlug",
    summary: "Check whether a slug is available, or derive a slug from a title",
    policy: onSite("site.read"),
    input: { params: typeParams, query: slugQuery },
    answer: slugAnswer,
    handle: async ({ site, params: { api_id: type }, query }) => {
      const { store, index } = await sites.content(site.id);
      const titleOf = async (id: string) => (await index.find(id))[0]?.title;
      return { body: await askSlug(store, { type, titleOf, now: now(), ...query }) };
    },
  });
}

interface AskedSlug extends SlugQuery {
  /** API id. */
  readonly type: string;
  readonly titleOf: (id: string) => Promise<string | undefined>;
  readonly now: Date;
}

/**
 * Checks whether a slug is available on the branch of a store, or returns the slug of a title. @throws CmsError
 * `content_type_not_found`
 */
export async function askSlug(
  store: SiteStore,
  { type, titleOf, now, slug, title = "", entry }: AskedSlug,
): Promise<SlugCheck> {
  if (store.type(type) === undefined) {
    throw new CmsError("content_type_not_found", `There is no content type "${type}".`);
  }
  const ownerOf = (one: string): string | undefined => store.findEntry(type, one)?.id;
  const isUnused = (one: string): boolean => [undefined, entry].includes(ownerOf(one));
  const wanted = slug ?? freeSlug(title, { site: store.site(), type, now, isUnused });
  const message = slugProblem(wanted);
  if (message !== undefined) return { slug: wanted, free: false, message };
  const owner = ownerOf(wanted);
  if (owner === undefined || owner === entry) return { slug: wanted, free: true };
  const taken = `Another entry of "${type}" already has the slug "${wanted}".`;
  const takenBy = { id: owner, title: (await titleOf(owner)) ?? wanted };
  return { slug: wanted, free: false, message: taken, takenBy };
}
