import { posix } from "node:path";
import { CmsError } from "../../../base/errors.ts";
import { FOLDER_SIGN } from "../../../base/slug.ts";
import type { LinkPlace, LinkWorld } from "../links/resolve-link.ts";
import { slugWithFolders } from "../project/source-entry.ts";
import type { ImportedRoute, Notice } from "../source/report.ts";
import type { ImportPlan, PlannedEntry, PlannedType } from "./plan-import.ts";
import type { SiteState } from "./site-state.ts";

export interface RoutePlan {
  readonly routes: readonly ImportedRoute[];
  readonly notices: readonly Notice[];
}

interface RouteOptions {
  readonly site: SiteState;
  readonly world: LinkWorld;
  /** Routes that were asked for, by API id. */
  readonly given: Readonly<Record<string, string | null>>;
}

/**
 * Where links to the entries of each type are to lead: what the site says, what was asked for, else the
 * folder that all pages of the type had on their site. Names the entries whose address will be another.
 */
export function planRoutes({ types }: ImportPlan, options: RouteOptions): RoutePlan {
  const { world } = options;
  refuseUnknown(options.given, types);
  const notices: Notice[] = [];
  const routes = types.map((planned): ImportedRoute => {
    const places = planned.entries.flatMap((entry) => sureOf(entry, world) ?? []);
    const route = routeOf(planned, places, options);
    notices.push(...movedEntries(planned, route.route, world));
    return route;
  });
  return { routes, notices };
}

function refuseUnknown(given: RouteOptions["given"], types: readonly PlannedType[]): void {
  const known = types.map(({ type }) => type.apiId);
  const unknown = Object.keys(given).find((apiId) => !known.includes(apiId));
  if (unknown === undefined) return;
  const message = `There is no content type "${unknown}" to give a route to; there are ${known.join(", ")}.`;
  throw new CmsError("content_type_not_found", message);
}

type Placed = LinkPlace & { readonly translated: boolean };

function sureOf({ source: { place } }: PlannedEntry, { entries }: LinkWorld): Placed | undefined {
  const known = entries.get(place.path);
  if (known?.sure !== true || place.data) return undefined;
  return { ...known, translated: place.translated };
}

function routeOf(
  { type: { apiId } }: PlannedType,
  places: readonly Placed[],
  { given, site }: RouteOptions,
): ImportedRoute {
  const { routes } = site.site;
  const usual = `/${apiId}/{slug}`;
  if (Object.hasOwn(given, apiId)) return { apiId, route: given[apiId] ?? usual, from: "given" };
  if (Object.hasOwn(routes, apiId)) return { apiId, route: routes[apiId] ?? "", from: "site" };
  const own = places.filter(({ translated }) => !translated).map(({ address }) => address);
  const route = own.length === 0 ? usual : commonRoute(own);
  return { apiId, route, from: route === usual ? "default" : "framework" };
}

/** Of so many pages of a type the folder must be, so that its index or one page elsewhere does not matter. */
const NEARLY_ALL = 0.9;

/** The innermost folder that nearly all addresses lie in: `/news/{slug}/`. */
function commonRoute(addresses: readonly string[]): string {
  const parents = new Set(addresses.map((address) => posix.dirname(address)));
  const folders = addresses.map((address) => {
    const own = address.replace(/\/$/, "");
    // The index of a folder belongs to it, and a date is that of one page.
    const folder = parents.has(own) ? own : posix.dirname(address);
    return folder
      .replace(/\/\d{4}(?:\/.*)?$/, "")
      .split("/")
      .filter(Boolean);
  });
  const counts = new Map<string, number>();
  for (const parts of folders) {
    for (let depth = 0; depth <= parts.length; depth += 1) {
      const folder = parts.slice(0, depth).join("/");
      counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
  }
  const common = [...counts].filter(([, count]) => count >= addresses.length * NEARLY_ALL);
  const [innermost = ""] = common.map(([folder]) => folder).toSorted((a, b) => b.length - a.length);
  const slashes = addresses.filter((address) => address.endsWith("/")).length;
  const start = innermost === "" ? "/" : `/${encodeURI(innermost)}/`;
  return `${start}{slug}${slashes * 2 > addresses.length ? "/" : ""}`;
}

/** What a person must know who wants old addresses to lead to the same pages. */
function movedEntries({ type, entries }: PlannedType, route: string, world: LinkWorld): Notice[] {
  const withFolders = route.replaceAll("{slug}", "{path}");
  return entries.flatMap((planned): Notice[] => {
    const old = sureOf(planned, world)?.address;
    const { place } = planned.source;
    const made = fillRoute(route, planned.entry);
    if (old === undefined || bare(old) === bare(made)) return [];
    const kept = fillRoute(withFolders, { ...planned.entry, slug: slugWithFolders(place) });
    const other =
      bare(old) === bare(kept)
        ? `import with the route ${type.apiId}=${withFolders}, which keeps folders`
        : "set a route that fits";
    const message = `The page had another address on its site: redirect it, or ${other}.`;
    const about = `${old} → ${made}`;
    return [{ kind: "address_changed", message, path: place.path, about }];
  });
}

function fillRoute(
  route: string,
  { slug, id }: Pick<PlannedEntry["entry"], "slug" | "id">,
): string {
  return route
    .replaceAll("{slug}", () => slug)
    .replaceAll("{path}", () => slug.replaceAll(FOLDER_SIGN, "/"))
    .replaceAll("{id}", id);
}

function bare(address: string): string {
  return address.toLowerCase().replace(/(?:\/|\.html)$/, "");
}
