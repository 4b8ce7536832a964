import { parseCalendarDate, parseInstant } from "../base/instant.ts";

/**
 * Milliseconds since 1970 of a date or time as a filter names it: `YYYY`, `YYYY-MM`, `YYYY-MM-DD` or
 * ISO 8601; what is left out is the earliest, and no zone is UTC. Undefined for anything else.
 */
export function parseTime(text: string): number | undefined {
  const date = parseCalendarDate(wholeDate(text));
  const iso = date === undefined ? instant(text) : `${date}T00:00:00.000Z`;
  return iso === undefined ? undefined : Date.parse(iso);
}

function wholeDate(text: string): string {
  if (/^\d{4}$/.test(text)) return `${text}-01-01`;
  return /^\d{4}-\d{2}$/.test(text) ? `${text}-01` : text;
}

function instant(text: string): string | undefined {
  return parseInstant(text) ?? parseInstant(`${text}Z`);
}
