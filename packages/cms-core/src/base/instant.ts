const INSTANT =
  /^(\d{4}-\d{2}-\d{2})T((?:[01]\d|2[0-3]):[0-5]\d)(:[0-5]\d)?(?:\.(\d{1,9}))?(Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;
const CANONICAL = /^(\d{4}-\d{2}-\d{2})T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;
const CALENDAR_DATE = /^(\d{4})-(\d{2})-(\d{2})$/;

/** ISO 8601 UTC with milliseconds: `2026-11-20T09:30:00.000Z`. */
export function isoInstant(date: Date): string {
  return date.toISOString();
}

/**
 * The instant that a text names, as ISO 8601 UTC with milliseconds, or undefined.
 * It must be a real date with a zone; seconds may be left out, finer digits are cut off.
 */
export function parseInstant(text: string): string | undefined {
  // As we write them ourselves: nearly all there are.
  const canonical = CANONICAL.exec(text)?.[1];
  if (canonical !== undefined) return parseCalendarDate(canonical) && text;
  return parseOtherInstant(text);
}

function parseOtherInstant(text: string): string | undefined {
  const match = INSTANT.exec(text);
  if (match === null) return undefined;
  const [, date = "", minutes = "", seconds = ":00", fraction = "", zone = "Z"] = match;
  if (parseCalendarDate(date) === undefined) return undefined;
  const millis = fraction.slice(0, 3).padEnd(3, "0");
  const instant = new Date(`${date}T${minutes}${seconds}.${millis}${zone}`);
  const year = instant.getUTCFullYear();
  return year < 0 || year > 9999 ? undefined : instant.toISOString();
}

/** `YYYY-MM-DD` of a day that exists, as given, or undefined. */
export function parseCalendarDate(text: string): string | undefined {
  const match = CALENDAR_DATE.exec(text);
  if (match === null) return undefined;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  if (month < 1 || month > 12 || day < 1) return undefined;
  return day <= daysIn(year, month) ? text : undefined;
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}
