import { dayInZone } from "./time-zone.ts";

/** A route, or a part of one, with the day on which its entry was created. */
export function withDay(
  route: string,
  { createdAt, timeZone }: { readonly createdAt: string; readonly timeZone: string | undefined },
): string {
  if (!hasDay(route)) return route;
  const [year = "", month = "", day = ""] = entryDay(createdAt, timeZone).split("-");
  return route.replaceAll("{year}", year).replaceAll("{month}", month).replaceAll("{day}", day);
}

/** Whether the URLs that a route makes depend on the day of the entry. */
export function hasDay(route: string): boolean {
  return /\{(?:year|month|day)\}/.test(route);
}

const MIDNIGHT = "T00:00:00.000Z";

/**
 * The day of an entry, as its URL has it. Midnight in UTC, to the millisecond, is what a day without a time is stored
 * as: it is that day everywhere.
 *
 * @param createdAt - ISO 8601 UTC with milliseconds
 * @param timeZone - IANA name. @default UTC
 */
function entryDay(createdAt: string, timeZone = "UTC"): string {
  if (timeZone === "UTC" || createdAt.endsWith(MIDNIGHT)) return createdAt.slice(0, 10);
  return dayInZone(createdAt, timeZone);
}
