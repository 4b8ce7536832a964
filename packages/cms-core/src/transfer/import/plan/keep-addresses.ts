import { posix } from "node:path";
import { FOLDER_SIGN, slugProblem } from "../../../base/slug.ts";
import type { ContentTypeKind } from "../../../model/content-type.ts";
import { renderRoute } from "../../../render/public-paths.ts";
import type { SourceEntry } from "../project/source-entry.ts";
import type { ImportedRoute } from "../source/report.ts";

interface RouteOptions {
  readonly apiId: string;
  readonly kind: ContentTypeKind;
  /** Where nothing is known of pages. */
  readonly usual: string;
  /** Routes that were asked for, by API id. */
  readonly given: Readonly<Record<string, string | null>>;
  /** Routes that the site has. */
  readonly site: Readonly<Record<string, string>>;
}

/**
 * The route of a type: what was asked for, what the site says, else the one by which its entries keep the addresses
 * that they had.
 */
export function chooseRoute(entries: readonly SourceEntry[], options: RouteOptions): ImportedRoute {
  const { apiId, given, site, usual } = options;
  if (Object.hasOwn(given, apiId))
    return { apiId, route: given[apiId] ?? defaultRoute(apiId), from: "given", apart: 0 };
  const known = Object.hasOwn(site, apiId) ? site[apiId] : undefined;
  if (known !== undefined) return { apiId, route: known, from: "site", apart: 0 };
  const route = oldRoute(entries, options.kind) ?? usual;
  return { apiId, route, from: route === defaultRoute(apiId) ? "default" : "framework", apart: 0 };
}

/** The route by which entries keep their addresses, whatever was asked for; undefined where none is sure. */
export function oldRoute(
  entries: readonly SourceEntry[],
  kind: ContentTypeKind,
): string | undefined {
  const sure = entries.filter((one) => one.sure).map(({ address }) => address);
  const [only] = sure;
  if (only === undefined) return undefined;
  return kind === "object" ? routeText(only) : commonRoute(sure);
}

/** What goes without saying. */
export function defaultRoute(apiId: string): string {
  return `/${apiId}/{slug}`;
}

/** Of so many pages of a type the folder must be, so that its index or one page elsewhere does not matter. */
const NEARLY_ALL = 0.9;
/** And no more may be elsewhere: each of them needs a route of its own. */
const MOST_ELSEWHERE = 100;

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

const ENDS = ["/", ".html"] as const;

function usualEnd(addresses: readonly string[]): string {
  return (
    ENDS.find(
      (end) => addresses.filter((one) => one.endsWith(end)).length * 2 > addresses.length,
    ) ?? ""
  );
}

/** An address as a route has it: what a route cannot have is percent-encoded. */
export function routeText(address: string): string {
  return readable(address).replaceAll(/[\s\\?#%{}]+/gu, encodeURIComponent);
}

/** The entry with the slug by which the route of its type makes its old address, where there is one. */
export function withAddress(entry: SourceEntry, route: string): SourceEntry {
  const slug = slugAtAddress(entry.address, route);
  if (slug === undefined) return entry;
  const others = entry.wantedSlugs.filter((one) => one !== slug);
  return { ...entry, wantedSlugs: [slug, ...others], slugGiven: "route" };
}

function slugAtAddress(address: string, route: string): string | undefined {
  const [before = "", after = ""] = route.split(/\{(?:slug|path)\}/);
  const plain = readable(address);
  const start = readable(before);
  if (!plain.startsWith(start)) return undefined;
  const rest = bareAddress(plain.slice(start.length));
  const slug = bareAddress(rest.slice(0, rest.length - bareAddress(after).length))
    .split("/")
    .join(FOLDER_SIGN);
  if (slugProblem(slug) !== undefined) return undefined;
  return isSameAddress(address, addressAt(route, { slug, id: "" })) ? slug : undefined;
}

/** The address that a route makes for an entry. */
export function addressAt(
  route: string,
  { slug, id }: { readonly slug: string; readonly id: string },
): string {
  return renderRoute({ type: "", slug, id }, { routes: { "": route } });
}

/** Whether two addresses lead to one page; a host serves `/trip`, `/trip/` and `/trip.html` alike. */
export function isSameAddress(a: string, b: string): boolean {
  return bareAddress(readable(a)) === bareAddress(readable(b));
}

function bareAddress(address: string): string {
  return address.replace(/(?:^index)?\.html$|\/(?:index\.html)?$/, "");
}

function readable(address: string): string {
  try {
    return decodeURIComponent(address).normalize("NFC");
  } catch {
    return address.normalize("NFC");
  }
}
