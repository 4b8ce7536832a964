import { CmsError } from "@loam/cms-core";
import { z } from "zod";
import type { Route } from "../../api/route.ts";
import type { SiteRegistry } from "../../sites/registry/site-registry.ts";

const params = z.object({ id: z.string().meta({ description: "ID of the entry." }) });

/**
 * Adds the same routes for clients that know only an entry's id, below `/sites/{site}/entries` (contracts, section 5).
 */
export function withByIdRoutes(
  routes: readonly Route[],
  { sites }: { readonly sites: SiteRegistry },
): readonly Route[] {
  return [...routes, ...routes.map((route) => byId(route, sites))];
}

function byId(route: Route, sites: SiteRegistry): Route {
  return {
    ...route,
    path: route.path.replace("/types/{api_id}", ""),
    id: `${route.id}ById`,
    input: { ...route.input, params },
    open: async (caller) => {
      const { run } = await route.open(caller);
      return {
        run: async ({ params: named, ...raw }, facts) => {
          const type = await typeOf(sites, named);
          return run({ ...raw, params: { ...named, api_id: type } }, facts);
        },
      };
    },
  };
}

/** @throws CmsError `content_not_found` */
async function typeOf(
  sites: SiteRegistry,
  { site = "", id = "" }: Readonly<Record<string, string>>,
): Promise<string> {
  const { store } = await sites.content(site);
  const ref = store.entryById(id);
  if (ref !== undefined) return ref.type;
  throw new CmsError("content_not_found", `Entry not found: ${id}.`);
}
