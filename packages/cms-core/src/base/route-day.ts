import { dayInZone } from "./time-zone.ts";

/** Replaces the day placeholders of a route, or a part of one, with an entry's creation day. */
export function withDay(
  route: string,
  { createdAt, timeZone }: { readonly createdAt: string; readonly timeZone: string | undefined },
): string {
  if (!hasDay(route)) return route;
  const [year = "", month = "", day = ""] = entryDay(createdAt, timeZone).split("-");
  return route.replaceAll("{year}", year).replaceAll("{month}", month).replaceAll("{day}", day);
}

/** Whether the URLs of a route depend on the entry's creation day. */
export function hasDay(route: string): boolean {
  return /\{(?:year|month|day)\}/.test(route);
}

const MIDNIGHT = "T00:00:00.000Z";

/**
 * Returns the day of an entry for its URL. Midnight UTC, to the millisecond, is how a day without a time is stored: it
 * is that day in every time zone.
 *
 * @param createdAt - ISO 8601 UTC with milliseconds
 * @param timeZone - IANA name. @default UTC
 */
function entryDay(createdAt: string, timeZone = "UTC"): string {
  if (timeZone === "UTC" || createdAt.endsWith(MIDNIGHT)) return createdAt.slice(0, 10);
  return dayInZone(createdAt, timeZone);
}
