import { withDay } from "../../../base/route-day.ts";
import type { SourceEntry } from "../project/source-entry.ts";
import { bareUrlPath, toRouteText, commonEnding } from "./url-paths.ts";

/** Notations of a page's date in its URL path, most precise first. */
const FORMS = [
  "/{year}/{month}/{day}/",
  "/{year}-{month}-{day}/",
  "/{year}-{month}-{day}-",
  "/{year}{month}{day}/",
  "/{year}{month}{day}-",
  "/{year}/{month}/",
  "/{year}-{month}/",
  "/{year}/",
] as const;

type DatedPage = Pick<SourceEntry, "urlPath" | "day">;

interface DatedUrl {
  readonly urlPath: string;
  /** Start of the URL pattern: `/blog/{year}/{month}/`. */
  readonly start: string;
  /** Rest of the URL path. */
  readonly rest: string;
}

interface Shares {
  /** Share of pages with the same start that is always enough. */
  readonly nearlyAll: number;
  /** Otherwise, the maximum number of pages with a separate URL path. */
  readonly mostElsewhere: number;
}

/**
 * Returns the URL pattern of pages with dates in their paths: `/blog/{year}/{month}/{slug}/`. Nearly all must have the
 * same start. If some start with categories or have no date, the most common start is used if few pages differ.
 */
export function datedRoute(pages: readonly DatedPage[], shares: Shares): string | undefined {
  // The index of a folder has no date and is ignored.
  const parents = new Set(pages.flatMap(({ urlPath }) => foldersOf(urlPath)));
  const counted = pages.filter(({ urlPath }) => !parents.has(bareUrlPath(urlPath)));
  const dated = counted.flatMap((page) => parseDatedUrl(page) ?? []);
  if (dated.length * 2 <= counted.length) return undefined;
  const groups = [...Map.groupBy(dated, ({ start }) => start)];
  const [usual] = groups.toSorted(
    ([a, some], [b, others]) => others.length - some.length || a.length - b.length,
  );
  if (usual === undefined) return undefined;
  const [start, alike] = usual;
  const isUsual =
    alike.length >= counted.length * shares.nearlyAll ||
    counted.length - alike.length <= shares.mostElsewhere;
  if (!isUsual) return undefined;
  const isDeep = alike.some(({ rest }) => bareUrlPath(rest).includes("/"));
  return `${start}${isDeep ? "{path}" : "{slug}"}${commonEnding(alike.map(({ urlPath }) => urlPath))}`;
}

function parseDatedUrl({ urlPath, day }: DatedPage): DatedUrl | undefined {
  if (day === undefined) return undefined;
  for (const form of FORMS) {
    const found = withDay(form, { createdAt: `${day}T00:00:00.000Z`, timeZone: undefined });
    const at = urlPath.indexOf(found);
    const rest = urlPath.slice(at + found.length);
    if (at === -1 || bareUrlPath(rest) === "") continue;
    return { urlPath, start: `${toRouteText(urlPath.slice(0, at))}${form}`, rest };
  }
  return undefined;
}

/** Returns the parent paths of a URL path: `/blog`, `/blog/2024`, … */
function foldersOf(urlPath: string): string[] {
  const parts = bareUrlPath(urlPath).split("/");
  return parts.slice(1).map((_, at) => parts.slice(0, at + 1).join("/"));
}
