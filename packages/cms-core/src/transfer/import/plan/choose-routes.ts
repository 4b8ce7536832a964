import { posix } from "node:path";
import { hasDay, withDay } from "../../../base/route-day.ts";
import { FOLDER_SIGN, foldSlug, slugProblem } from "../../../base/slug.ts";
import type { ContentTypeKind } from "../../../model/content-type.ts";
import type { Entry } from "../../../model/entry.ts";
import type { SiteConfig } from "../../../model/site.ts";
import { renderRoute } from "../../../render/public-paths.ts";
import { type DateRules, timeZoneOf } from "../project/page-state.ts";
import type { SourceEntry } from "../project/source-entry.ts";
import type { ImportedRoute } from "../source/report.ts";
import { datedRoute } from "./dated-route.ts";
import {
  bareUrlPath,
  isSameUrlPath,
  decodeUrlPath,
  toRouteText,
  commonEnding,
} from "./url-paths.ts";

/** Properties of a type that affect its URL path, in addition to its pages. */
interface TypeOptions {
  readonly kind: ContentTypeKind;
  /** IANA time zone of the dates in URLs. */
  readonly timeZone: string | undefined;
}

interface KnownRoutes {
  /** Requested URL paths, by API ID. */
  readonly requested: Readonly<Record<string, string | null>>;
  /** URL paths set on the site. */
  readonly site: Readonly<Record<string, string>>;
}

/** Returns the requested URL path of a type or, failing that, the site's. */
export function knownRoute(
  apiId: string,
  { requested, site }: KnownRoutes,
): ImportedRoute | undefined {
  if (Object.hasOwn(requested, apiId))
    return { apiId, route: requested[apiId] ?? defaultRoute(apiId), from: "given", apart: 0 };
  const route = Object.hasOwn(site, apiId) ? site[apiId] : undefined;
  return route === undefined ? undefined : { apiId, route, from: "site", apart: 0 };
}

interface RouteOptions extends TypeOptions {
  readonly apiId: string;
  /** URL path if no pages are known. */
  readonly usual: string;
}

/** Chooses the URL path that keeps most entries at their old URLs, for a type without a requested one. */
export function chooseRoute(entries: readonly SourceEntry[], options: RouteOptions): ImportedRoute {
  const { apiId, usual } = options;
  const route = oldRoute(entries, options) ?? usual;
  return { apiId, route, from: route === defaultRoute(apiId) ? "default" : "framework", apart: 0 };
}

/** Returns the URL path that keeps the old URLs, regardless of requests; undefined if it isn't certain. */
export function oldRoute(
  entries: readonly SourceEntry[],
  { kind, timeZone }: TypeOptions,
): string | undefined {
  const sure = entries.filter((one) => one.sure);
  const [only] = sure;
  if (only === undefined) return undefined;
  if (kind === "object") return toRouteText(only.urlPath);
  const dated = datedRoute(sure, { nearlyAll: NEARLY_ALL, mostElsewhere: MAX_ELSEWHERE });
  if (dated !== undefined && countSeparate(sure, { route: dated, timeZone }) <= MAX_SEPARATE)
    return dated;
  return commonRoute(sure.map(({ urlPath }) => urlPath));
}

/** Counts the pages that would need a separate URL path. */
function countSeparate(entries: readonly SourceEntry[], zonedRoute: ZonedRoute): number {
  const slugs = entries.flatMap((entry) => slugAtUrlPath(entry, zonedRoute) ?? []);
  return entries.length - new Set(slugs.map(foldSlug)).size;
}

/**
 * Returns the time zone of the dates in URLs: the site's, otherwise the project's. If the site already has dated URLs
 * without a time zone, it stays unset, because a time zone would change them.
 */
export function importedZone(
  { routes, timeZone }: Pick<SiteConfig, "routes" | "timeZone">,
  rules: DateRules,
): string | undefined {
  const isFree = timeZone === undefined && !Object.values(routes).some(hasDay);
  return isFree ? timeZoneOf(rules) : timeZone;
}

/** Returns the URL path used if nothing else applies. */
export function defaultRoute(apiId: string): string {
  return `/${apiId}/{slug}`;
}

/** Minimum share of pages in the folder, which tolerates its index or a page elsewhere. */
const NEARLY_ALL = 0.9;
/** Maximum number of pages elsewhere. Each needs a separate URL path. */
const MAX_ELSEWHERE = 100;
/** Maximum per import: `site.yml` is read with every page that links to another. */
export const MAX_SEPARATE = 1000;

/** Returns the innermost folder of nearly all URL paths, with their common ending: `/news/{slug}/`. */
function commonRoute(urlPaths: readonly string[]): string {
  const parents = new Set(urlPaths.map((urlPath) => posix.dirname(urlPath)));
  const folders = urlPaths.map((urlPath) => {
    const own = urlPath.replace(/\/$/, "");
    // An index belongs to its folder, and a date folder to a single page.
    const folder = parents.has(own) ? own : posix.dirname(urlPath);
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
  const least = Math.max(urlPaths.length * NEARLY_ALL, urlPaths.length - MAX_ELSEWHERE);
  const common = [...counts].filter(([, count]) => count >= least).map(([folder]) => folder);
  const [innermost = ""] = common.toSorted((a, b) => b.length - a.length);
  const start = innermost === "" ? "/" : `/${innermost}/`;
  const inside = urlPaths.filter((urlPath) => urlPath.startsWith(start));
  const isDeep = inside.some((urlPath) => bareUrlPath(urlPath.slice(start.length)).includes("/"));
  return `${toRouteText(start)}${isDeep ? "{path}" : "{slug}"}${commonEnding(inside)}`;
}

/** Gives an entry the slug that produces its old URL path with the route of its type, if there is one. */
export function withUrlPath(entry: SourceEntry, zonedRoute: ZonedRoute): SourceEntry {
  const sameSlug = slugAtUrlPath(entry, zonedRoute);
  const slug = sameSlug ?? slugAtAnotherDay(entry, zonedRoute);
  if (slug === undefined) return entry;
  const wantedSlugs = [slug, ...entry.wantedSlugs.filter((one) => one !== slug)];
  return sameSlug === undefined
    ? { ...entry, wantedSlugs }
    : { ...entry, wantedSlugs, slugGiven: "route" };
}

/** Returns the slug in its old URL path if the date there is that of another time zone. */
function slugAtAnotherDay(
  { urlPath, day }: SourceEntry,
  { route }: ZonedRoute,
): string | undefined {
  if (day === undefined || !hasDay(route)) return undefined;
  return slugAtUrlPath({ urlPath, date: `${day}T00:00:00.000Z` }, { route, timeZone: undefined });
}

/** A URL pattern with the time zone of its dates. */
interface ZonedRoute {
  readonly route: string;
  readonly timeZone: string | undefined;
}

function slugAtUrlPath(
  { urlPath, date: createdAt }: Pick<SourceEntry, "urlPath" | "date">,
  { route: pattern, timeZone }: ZonedRoute,
): string | undefined {
  // An entry without a date gets the time of the import.
  if (createdAt === undefined && hasDay(pattern)) return undefined;
  const route = withDay(pattern, { createdAt: createdAt ?? "", timeZone });
  const [before = "", after = ""] = route.split(/\{(?:slug|path)\}/);
  const plain = decodeUrlPath(urlPath);
  const start = decodeUrlPath(before);
  if (!plain.startsWith(start)) return undefined;
  const rest = bareUrlPath(plain.slice(start.length));
  const slug = bareUrlPath(rest.slice(0, rest.length - bareUrlPath(after).length))
    .split("/")
    .join(FOLDER_SIGN);
  if (slugProblem(slug) !== undefined) return undefined;
  const made = urlPathAt(route, { slug, id: "", createdAt: "", timeZone });
  return isSameUrlPath(urlPath, made) ? slug : undefined;
}

/** Returns the URL path that a route gives an entry. */
export function urlPathAt(
  route: string,
  {
    slug,
    id,
    createdAt,
    timeZone,
  }: Pick<Entry, "slug" | "id" | "createdAt"> & Pick<ZonedRoute, "timeZone">,
): string {
  const dated = withDay(route, { createdAt, timeZone });
  return renderRoute({ type: "", slug, id, createdAt }, { routes: { "": dated } });
}
