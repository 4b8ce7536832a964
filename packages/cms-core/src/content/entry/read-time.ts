import { parseCalendarDate, parseInstant } from "../../base/instant.ts";

/** The instant that a file names; a date alone is its first moment in UTC. Undefined for anything else. */
export function readTime(text: string): string | undefined {
  const instant = parseInstant(text);
  if (instant !== undefined) return instant;
  return parseCalendarDate(text) === undefined ? undefined : `${text}T00:00:00.000Z`;
}
