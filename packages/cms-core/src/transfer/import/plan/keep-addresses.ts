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
import { bareAddress, isSameAddress, readable, routeText, usualEnd } from "./address-text.ts";
import { datedRoute } from "./dated-route.ts";

/** What the route of a type depends on besides its pages. */
interface TypeOptions {
  readonly kind: ContentTypeKind;
  /** IANA name of the zone of the days in URLs. */
  readonly timeZone: string | undefined;
}

interface KnownRoutes {
  /** Routes that were asked for, by API id. */
  readonly given: Readonly<Record<string, string | null>>;
  /** Routes that the site has. */
  readonly site: Readonly<Record<string, string>>;
}

/** The route of a type that was asked for or, failing that, that the site has. */
export function knownRoute(apiId: string, { given, site }: KnownRoutes): ImportedRoute | undefined {
  if (Object.hasOwn(given, apiId))
    return { apiId, route: given[apiId] ?? defaultRoute(apiId), from: "given", apart: 0 };
  const route = Object.hasOwn(site, apiId) ? site[apiId] : undefined;
  return route === undefined ? undefined : { apiId, route, from: "site", apart: 0 };
}

interface RouteOptions extends TypeOptions {
  readonly apiId: string;
  /** Where nothing is known of pages. */
  readonly usual: string;
}

/** The route of a type that nobody chose: the one by which its entries keep the addresses that they had. */
export function chooseRoute(entries: readonly SourceEntry[], options: RouteOptions): ImportedRoute {
  const { apiId, usual } = options;
  const route = oldRoute(entries, options) ?? usual;
  return { apiId, route, from: route === defaultRoute(apiId) ? "default" : "framework", apart: 0 };
}

/** The route by which entries keep their addresses, whatever was asked for; undefined where none is sure. */
export function oldRoute(
  entries: readonly SourceEntry[],
  { kind, timeZone }: TypeOptions,
): string | undefined {
  const sure = entries.filter((one) => one.sure);
  const [only] = sure;
  if (only === undefined) return undefined;
  if (kind === "object") return routeText(only.address);
  const dated = datedRoute(sure, { nearlyAll: NEARLY_ALL, mostElsewhere: MOST_ELSEWHERE });
  if (dated !== undefined && countApart(sure, { route: dated, timeZone }) <= MOST_APART)
    return dated;
  return commonRoute(sure.map(({ address }) => address));
}

/** How many pages would need a route of their own. */
function countApart(entries: readonly SourceEntry[], way: RouteAt): number {
  const slugs = entries.flatMap((entry) => slugAtAddress(entry, way) ?? []);
  return entries.length - new Set(slugs.map(foldSlug)).size;
}

/**
 * The time zone of the days in URLs: that of the site, else that of the project, unless the site has URLs with days,
 * which would be others in it.
 */
export function importedZone(
  { routes, timeZone }: Pick<SiteConfig, "routes" | "timeZone">,
  rules: DateRules,
): string | undefined {
  const isFree = timeZone === undefined && !Object.values(routes).some(hasDay);
  return isFree ? timeZoneOf(rules) : timeZone;
}

/** What goes without saying. */
export function defaultRoute(apiId: string): string {
  return `/${apiId}/{slug}`;
}

/** Of so many pages of a type the folder must be, so that its index or one page elsewhere does not matter. */
const NEARLY_ALL = 0.9;
/** And no more may be elsewhere: each of them needs a route of its own. */
const MOST_ELSEWHERE = 100;
/** Of one import: `site.yml` is read with every page that links to another. */
export const MOST_APART = 1000;

/** The innermost folder that nearly all addresses lie in, with what they have in common at the end: `/news/{slug}/`. */
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
  const least = Math.max(addresses.length * NEARLY_ALL, addresses.length - MOST_ELSEWHERE);
  const common = [...counts].filter(([, count]) => count >= least).map(([folder]) => folder);
  const [innermost = ""] = common.toSorted((a, b) => b.length - a.length);
  const start = innermost === "" ? "/" : `/${innermost}/`;
  const inside = addresses.filter((address) => address.startsWith(start));
  const isDeep = inside.some((address) => bareAddress(address.slice(start.length)).includes("/"));
  return `${routeText(start)}${isDeep ? "{path}" : "{slug}"}${usualEnd(inside)}`;
}

/** The entry with the slug by which the route of its type makes its old address, where there is one. */
export function withAddress(entry: SourceEntry, way: RouteAt): SourceEntry {
  const kept = slugAtAddress(entry, way);
  const slug = kept ?? slugAtAnotherDay(entry, way);
  if (slug === undefined) return entry;
  const wantedSlugs = [slug, ...entry.wantedSlugs.filter((one) => one !== slug)];
  return kept === undefined
    ? { ...entry, wantedSlugs }
    : { ...entry, wantedSlugs, slugGiven: "route" };
}

/** What its address has in place of the slug, where the day there is that of another time zone. */
function slugAtAnotherDay({ address, day }: SourceEntry, { route }: RouteAt): string | undefined {
  if (day === undefined || !hasDay(route)) return undefined;
  return slugAtAddress({ address, date: `${day}T00:00:00.000Z` }, { route, timeZone: undefined });
}

/** A route, and the time zone of the days in it. */
interface RouteAt {
  readonly route: string;
  readonly timeZone: string | undefined;
}

function slugAtAddress(
  { address, date: createdAt }: Pick<SourceEntry, "address" | "date">,
  { route: pattern, timeZone }: RouteAt,
): string | undefined {
  // What has no date of its own is created by the import.
  if (createdAt === undefined && hasDay(pattern)) return undefined;
  const route = withDay(pattern, { createdAt: createdAt ?? "", timeZone });
  const [before = "", after = ""] = route.split(/\{(?:slug|path)\}/);
  const plain = readable(address);
  const start = readable(before);
  if (!plain.startsWith(start)) return undefined;
  const rest = bareAddress(plain.slice(start.length));
  const slug = bareAddress(rest.slice(0, rest.length - bareAddress(after).length))
    .split("/")
    .join(FOLDER_SIGN);
  if (slugProblem(slug) !== undefined) return undefined;
  const made = addressAt(route, { slug, id: "", createdAt: "", timeZone });
  return isSameAddress(address, made) ? slug : undefined;
}

/** The address that a route makes for an entry. */
export function addressAt(
  route: string,
  {
    slug,
    id,
    createdAt,
    timeZone,
  }: Pick<Entry, "slug" | "id" | "createdAt"> & Pick<RouteAt, "timeZone">,
): string {
  const dated = withDay(route, { createdAt, timeZone });
  return renderRoute({ type: "", slug, id, createdAt }, { routes: { "": dated } });
}
