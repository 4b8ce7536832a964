import { CmsError } from "../../../base/errors.ts";
import type { ImportedRoute, Notice } from "../source/report.ts";
import { urlPathAt, MAX_SEPARATE, oldRoute } from "./choose-routes.ts";
import type { ImportPlan, PlannedEntry, PlannedType } from "./plan-import.ts";
import type { SiteState } from "./site-state.ts";
import { isSameUrlPath, toRouteText } from "./url-paths.ts";

export interface RoutePlan {
  readonly routes: readonly ImportedRoute[];
  /** URL paths of entries that the routes of their types cannot produce, by id. */
  readonly apart: Readonly<Record<string, string>>;
  readonly notices: readonly Notice[];
}

interface RouteOptions {
  readonly site: SiteState;
  /** IANA time zone of the dates in URLs. */
  readonly timeZone: string | undefined;
  /** Requested URL paths, by API ID. */
  readonly requested: Readonly<Record<string, string | null>>;
}

/**
 * Plans the URL path of each type and of entries that need a separate one to keep their URL. Reports the entries whose
 * URL changes because of a chosen route.
 */
export function planRoutes({ types }: ImportPlan, options: RouteOptions): RoutePlan {
  rejectUnknown(options.requested, types);
  const usedUrlPaths = new Set<string>();
  const moved = types.flatMap((planned) => movedEntries(planned, options, usedUrlPaths));
  const separate = moved.filter((one) => one.mayKeep && !usedUrlPaths.has(one.old));
  const apart = new Map<string, string>();
  for (const { id, old } of separate.length > MAX_SEPARATE ? [] : separate) {
    if (usedUrlPaths.has(old)) continue;
    usedUrlPaths.add(old);
    apart.set(id, toRouteText(old));
  }
  const routes = types.map(({ collected: { route }, entries }): ImportedRoute => {
    return { ...route, apart: entries.filter(({ entry }) => apart.has(entry.id)).length };
  });
  const notices = moved.filter(({ id }) => !apart.has(id)).map(noticeOf);
  return { routes, apart: Object.fromEntries(apart), notices };
}

function rejectUnknown(requested: RouteOptions["requested"], types: readonly PlannedType[]): void {
  const known = types.map(({ type }) => type.apiId);
  const unknown = Object.keys(requested).find((apiId) => !known.includes(apiId));
  if (unknown === undefined) return;
  const message = `There is no content type "${unknown}" to set a URL path for. Content types: ${known.join(", ")}.`;
  throw new CmsError("content_type_not_found", message);
}

interface MovedEntry {
  readonly id: string;
  readonly path: string;
  readonly old: string;
  readonly made: string;
  /** Whether the entry can get a separate URL path, because the route wasn't chosen by anyone. */
  readonly mayKeep: boolean;
}

/** Returns the entries whose URL changes. The URL paths of the others are added to `usedUrlPaths`. */
function movedEntries(
  { type, entries, collected: { route } }: PlannedType,
  { site: { site, types }, timeZone }: RouteOptions,
  usedUrlPaths: Set<string>,
): MovedEntry[] {
  const sources = entries.map(({ source }) => source);
  const isOld =
    route.from !== "given" && route.route === oldRoute(sources, { kind: type.kind, timeZone });
  const existingIds = new Set(types.get(type.apiId)?.entries.map(({ id }) => id));
  return entries.flatMap(({ entry, source }: PlannedEntry): MovedEntry[] => {
    const { id } = entry;
    const made = urlPathAt(site.routes[id] ?? route.route, { ...entry, timeZone });
    if (!source.sure || isSameUrlPath(source.urlPath, made)) {
      if (source.sure) usedUrlPaths.add(source.urlPath);
      return [];
    }
    // An existing entry already has its URL path on the site.
    const mayKeep = isOld && !existingIds.has(id);
    return [{ id, path: source.place.path, old: source.urlPath, made, mayKeep }];
  });
}

function noticeOf({ path, old, made }: MovedEntry): Notice {
  const message =
    "The page had a different URL on its site. Redirect it, or set a matching URL path.";
  return { kind: "address_changed", message, path, about: `${old} → ${made}` };
}
