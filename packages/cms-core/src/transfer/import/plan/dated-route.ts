import { withDay } from "../../../base/route-day.ts";
import type { SourceEntry } from "../project/source-entry.ts";
import { bareAddress, routeText, usualEnd } from "./address-text.ts";

/** How a URL may hold the day of its page, the most exact first. */
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

type DatedPage = Pick<SourceEntry, "address" | "day">;

interface DatedAddress {
  readonly address: string;
  /** As a route begins: `/blog/{year}/{month}/`. */
  readonly start: string;
  /** What follows in the address. */
  readonly rest: string;
}

interface Shares {
  /** Of so many pages the beginning counts, however many are left. */
  readonly nearlyAll: number;
  /** Else so few may have a route of their own. */
  readonly mostElsewhere: number;
}

/**
 * The route of pages whose URLs hold their day: `/blog/{year}/{month}/{slug}/`. Nearly all must begin alike; where they
 * begin with categories, or some have no day, the most usual beginning does, as long as few begin otherwise.
 */
export function datedRoute(pages: readonly DatedPage[], shares: Shares): string | undefined {
  // The index of a folder has no day, and is no sign that its pages have none.
  const parents = new Set(pages.flatMap(({ address }) => foldersOf(address)));
  const counted = pages.filter(({ address }) => !parents.has(bareAddress(address)));
  const dated = counted.flatMap((page) => datedAddress(page) ?? []);
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
  const isDeep = alike.some(({ rest }) => bareAddress(rest).includes("/"));
  return `${start}${isDeep ? "{path}" : "{slug}"}${usualEnd(alike.map(({ address }) => address))}`;
}

function datedAddress({ address, day }: DatedPage): DatedAddress | undefined {
  if (day === undefined) return undefined;
  for (const form of FORMS) {
    const found = withDay(form, { createdAt: `${day}T00:00:00.000Z`, timeZone: undefined });
    const at = address.indexOf(found);
    const rest = address.slice(at + found.length);
    if (at === -1 || bareAddress(rest) === "") continue;
    return { address, start: `${routeText(address.slice(0, at))}${form}`, rest };
  }
  return undefined;
}

/** `/blog`, `/blog/2024`, … of an address below them. */
function foldersOf(address: string): string[] {
  const parts = bareAddress(address).split("/");
  return parts.slice(1).map((_, at) => parts.slice(0, at + 1).join("/"));
}
