const INSTANT =
  /^(\d{4}-\d{2}-\d{2})T((?:[01]\d|2[0-3]):[0-5]\d)(:[0-5]\d)?(?:\.(\d{1,9}))?(Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;
const CALENDAR_DATE = /^\d{4}-\d{2}-\d{2}$/;

/** ISO 8601 UTC with milliseconds: `2026-11-20T09:30:00.000Z`. */
export function isoInstant(date: Date): string {
  return date.toISOString();
}

const TO_THE_SECOND = "YYYY-MM-DDTHH:MM:SS".length;

/**
 * Returns when an entry was last saved, never before its creation: commits from outside HQ have whole seconds, so an
 * entry created within the second of such a commit would appear saved before it was created.
 *
 * @param commitTime - in canonical form, like `createdAt`
 */
export function savedAt(commitTime: string, createdAt: string): string {
  const second = commitTime.slice(0, TO_THE_SECOND);
  return createdAt.startsWith(second) && createdAt > commitTime ? createdAt : commitTime;
}

/**
 * Parses an instant and returns it as ISO 8601 UTC with milliseconds, or undefined. It must be a real date with a time
 * zone; seconds are optional, and digits beyond milliseconds are cut off.
 */
export function parseInstant(text: string): string | undefined {
  const match = INSTANT.exec(text);
  if (match === null) return undefined;
  const [, date = "", minutes = "", seconds = ":00", fraction = "", zone = "Z"] = match;
  if (parseCalendarDate(date) === undefined) return undefined;
  const millis = fraction.slice(0, 3).padEnd(3, "0");
  const instant = new Date(`${date}T${minutes}${seconds}.${millis}${zone}`);
  const year = instant.getUTCFullYear();
  return year < 0 || year > 9999 ? undefined : instant.toISOString();
}

/** Returns the `YYYY-MM-DD` text if that day exists, otherwise undefined. */
export function parseCalendarDate(text: string): string | undefined {
  if (!CALENDAR_DATE.test(text)) return undefined;
  const [year, month, day] = [text.slice(0, 4), text.slice(5, 7), text.slice(8)].map(Number);
  return isDay(year, month, day) ? text : undefined;
}

const DAYS_OF_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function isDay(year = 0, month = 0, day = 0): boolean {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const last = month === 2 && isLeap ? 29 : (DAYS_OF_MONTH[month - 1] ?? 0);
  return day >= 1 && day <= last;
}
