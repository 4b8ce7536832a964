const INSTANT =
  /^(\d{4}-\d{2}-\d{2})T((?:[01]\d|2[0-3]):[0-5]\d)(:[0-5]\d)?(?:\.(\d{1,9}))?(Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;
const CANONICAL = /^\d{4}-\d{2}-\d{2}T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;
const CALENDAR_DATE = /^\d{4}-\d{2}-\d{2}$/;
const DATE_LENGTH = "YYYY-MM-DD".length;
const ZERO = "0".charCodeAt(0);

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
  // As we write them ourselves: nearly all there are.
  if (CANONICAL.test(text)) return isCalendarDate(text.slice(0, DATE_LENGTH)) ? text : undefined;
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
  return CALENDAR_DATE.test(text) && isCalendarDate(text) ? text : undefined;
}

/** @param text digits where a date has them */
function isCalendarDate(text: string): boolean {
  // By their units: to cut them out and to have them parsed takes several times as long.
  const digit = (at: number): number => text.charCodeAt(at) - ZERO;
  const year = digit(0) * 1000 + digit(1) * 100 + digit(2) * 10 + digit(3);
  const [month, day] = [digit(5) * 10 + digit(6), digit(8) * 10 + digit(9)];
  return month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}
