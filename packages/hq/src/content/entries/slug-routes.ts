import { CmsError, slugProblem } from "@loam/cms-core";
import { freeSlug } from "@loam/cms-core/store";
import { z } from "zod";
import { defineRoute, type Route } from "../../api/route.ts";
import { onSite } from "../../people/workspaces/policies.ts";
import type { SiteContent } from "../../sites/registry/site-content.ts";
import type { SiteServices } from "../../sites/services.ts";
import { typeParams } from "./entry-input.ts";

const MAX_TITLE = 1000;

const query = z
  .object({
    slug: z.string().max(MAX_TITLE).exactOptional().meta({ description: "One that is wanted." }),
    title: z
      .string()
      .max(MAX_TITLE)
      .exactOptional()
      .meta({ description: "A title to make one of, which nobody has." }),
    entry: z
      .string()
      .exactOptional()
      .meta({ description: "Id of the entry that it is for: it may have its own." }),
  })
  .refine(({ slug, title }) => (slug === undefined) !== (title === undefined), {
    message: "Ask with a slug, or with a title.",
    path: ["slug"],
  });

const answer = z
  .object({
    slug: z.string(),
    free: z.boolean(),
    message: z.string().exactOptional().meta({ description: "Why it cannot be had." }),
    takenBy: z
      .object({ id: z.string(), title: z.string() })
      .exactOptional()
      .meta({ description: "The entry that has it." }),
  })
  .meta({ id: "SlugCheck" });

type SlugCheck = z.infer<typeof answer>;

/** Whether a slug can be had, while somebody types it: nothing is saved by asking. */
export function slugRoute({ sites }: SiteServices): Route {
  return defineRoute({
    method: "get",
    path: "/sites/{site}/types/{api_id}/slug",
    id: "checkSlug",
    summary: "Whether an entry of a type can have a slug, or which one its title makes",
    policy: onSite("site.read"),
    input: { params: typeParams, query },
    answer,
    handle: async ({ site, params: { api_id: type }, query: { slug, title = "", entry } }) => {
      const content = await sites.content(site.id);
      if (content.store.type(type) === undefined) {
        throw new CmsError("content_type_not_found", `There is no content type "${type}".`);
      }
      const isUnused = (one: string): boolean =>
        [undefined, entry].includes(ownerOf(content, type, one));
      const wanted = slug ?? freeSlug(title, isUnused);
      return { body: await checkSlug(content, { type, slug: wanted, entry }) };
    },
  });
}

interface WantedSlug {
  readonly type: string;
  readonly slug: string;
  /** The entry that it is for. */
  readonly entry: string | undefined;
}

async function checkSlug(
  content: SiteContent,
  { type, slug, entry }: WantedSlug,
): Promise<SlugCheck> {
  const message = slugProblem(slug);
  if (message !== undefined) return { slug, free: false, message };
  const owner = ownerOf(content, type, slug);
  if (owner === undefined || owner === entry) return { slug, free: true };
  const [found] = await content.index.find(owner);
  const title = found?.title ?? slug;
  const taken = `Another entry of "${type}" has the slug "${slug}".`;
  return { slug, free: false, message: taken, takenBy: { id: owner, title } };
}

/** Id of the working entry that has a slug. */
function ownerOf({ store }: SiteContent, type: string, slug: string): string | undefined {
  return store.findEntry(type, slug)?.id;
}
