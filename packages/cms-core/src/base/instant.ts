const INSTANT =
  /^(\d{4}-\d{2}-\d{2})T((?:[01]\d|2[0-3]):[0-5]\d)(:[0-5]\d)?(?:\.(\d{1,9}))?(Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;
const CALENDAR_DATE = /^\d{4}-\d{2}-\d{2}$/;

/** ISO 8601 UTC with milliseconds: `2026-11-20T09:30:00.000Z`. */
export function isoInstant(date: Date): string {
  return date.toISOString();
}

const TO_THE_SECOND = "YYYY-MM-DDTHH:MM:SS".length;

/**
 * When an entry was last saved, so that it is never before it was made: a commit that HQ did not make has whole
 * seconds, and of an entry that was made in the second of such a commit no more can be said than when that was.
 *
 * @param commitTime canonical, as the next
 */
export function savedAt(commitTime: string, createdAt: string): string {
  const second = commitTime.slice(0, TO_THE_SECOND);
  return createdAt.startsWith(second) && createdAt > commitTime ? createdAt : commitTime;
}

/**
 * The instant that a text names, as ISO 8601 UTC with milliseconds, or undefined.
 * It must be a real date with a zone; seconds may be left out, finer digits are cut off.
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

/** `YYYY-MM-DD` of a day that exists, as given, or undefined. */
export function parseCalendarDate(text: string): string | undefined {
  if (!CALENDAR_DATE.test(text)) return undefined;
  // To a `Date` the 31st of February is the 3rd of March.
  const day = new Date(`${text}T00:00Z`);
  const isReal = !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
  return isReal ? text : undefined;
}
