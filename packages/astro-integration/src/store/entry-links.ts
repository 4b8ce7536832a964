import { renderRoute } from "@loam/cms-core/render";
import type { EntryRoutes, LinkedEntry } from "../options/options.ts";
import type { SiteContent } from "./site-content.ts";

/** Returns the URL of a published link on this site. */
export type LinkOf = (href: string) => string;

/**
 * Returns a function that maps published links between entries to the site's own routes. Other links stay unchanged.
 */
export function entryLinks(content: SiteContent, routes: EntryRoutes): LinkOf {
  const published = new Map(
    entriesOf(content).map((entry) => [renderRoute(entry, content), entry]),
  );
  return (href) => {
    const [path = "", rest = ""] = /^([^?#]*)(.*)$/s.exec(href)?.slice(1) ?? [];
    const entry = published.get(path);
    const address = entry && ownUrlPath(entry, { routes, timeZone: content.timeZone });
    return address === undefined ? href : `${address}${rest}`;
  };
}

/** Returns the URL path of an entry on this site. */
export function urlPathIn(entry: LinkedEntry, routing: Routing): string {
  return ownUrlPath(entry, routing) ?? renderRoute(entry, { routes: {} });
}

/** Routes of entries, and the time zone of their dates. */
export interface Routing {
  readonly routes: EntryRoutes;
  readonly timeZone: string | undefined;
}

function ownUrlPath(entry: LinkedEntry, { routes, timeZone }: Routing): string | undefined {
  if (typeof routes === "function") return routes(entry);
  const isKnown = Object.hasOwn(routes, entry.type) || Object.hasOwn(routes, entry.id);
  return isKnown ? renderRoute(entry, { routes, timeZone }) : undefined;
}

function entriesOf({ collections }: SiteContent): readonly LinkedEntry[] {
  return [...collections.values()].flatMap(({ type, entries }) =>
    [...entries.values()].map(({ data }) => ({
      type: type.apiId,
      id: String(data["id"]),
      slug: String(data["slug"]),
      createdAt: String(data["createdAt"]),
    })),
  );
}
