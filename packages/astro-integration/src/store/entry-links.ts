import { renderRoute } from "@loam/cms-core/render";
import type { EntryRoutes, LinkedEntry } from "../options/options.ts";
import type { SiteContent } from "./site-content.ts";

/** Of a published link, the address in this site. */
export type LinkOf = (href: string) => string;

/** Published links between entries lead to the site's own routes; all others stay. */
export function entryLinks(content: SiteContent, routes: EntryRoutes): LinkOf {
  const published = new Map(
    entriesOf(content).map((entry) => [renderRoute(entry, content), entry]),
  );
  return (href) => {
    const [path = "", rest = ""] = /^([^?#]*)(.*)$/s.exec(href)?.slice(1) ?? [];
    const entry = published.get(path);
    const address = entry && ownAddress(entry, { routes, timeZone: content.timeZone });
    return address === undefined ? href : `${address}${rest}`;
  };
}

/** Where an entry stands on this site. */
export function addressIn(entry: LinkedEntry, routing: Routing): string {
  return ownAddress(entry, routing) ?? renderRoute(entry, { routes: {} });
}

/** Where entries stand, and in which time zone the days of their routes are. */
export interface Routing {
  readonly routes: EntryRoutes;
  readonly timeZone: string | undefined;
}

function ownAddress(entry: LinkedEntry, { routes, timeZone }: Routing): string | undefined {
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
