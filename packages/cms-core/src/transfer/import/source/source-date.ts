import { parseCalendarDate, parseInstant } from "../../../base/instant.ts";

const ISO_LIKE =
  /^(\d{4}-\d{2}-\d{2})[T ](\d{1,2}):(\d{2})(?::(\d{2})(\.\d+)?)?\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2})?$/i;
const SLASHED = /^(\d{4})[/.](\d{1,2})[/.](\d{1,2})$/;
/** `Jul 08 2022`, `July 8, 2022`, `8 July 2022`, `Fri, 08 Jul 2022`, with nothing but a date. */
const NAMED =
  /^(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,?\s+)?(?:([a-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})|(\d{1,2})(?:st|nd|rd|th)?\s+([a-z]{3,9})\.?,?\s+(\d{4}))$/i;
const MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");

/**
 * The instant that a date in front matter means, ISO 8601 UTC with milliseconds, or undefined. A day
 * without a time is its midnight in UTC, as is a time without a zone.
 */
export function parseSourceInstant(written: string): string | undefined {
  const text = written.trim();
  const day = parseSourceDay(text);
  if (day !== undefined) return `${day}T00:00:00.000Z`;
  const [, date = "", hour = "", minute = "", second = "00", fraction = "", zone = "Z"] =
    ISO_LIKE.exec(text) ?? [];
  if (date === "") return undefined;
  const time = `${hour.padStart(2, "0")}:${minute}:${second}${fraction.slice(0, 4)}`;
  return parseInstant(`${date}T${time}${normalZone(zone)}`);
}

/** `YYYY-MM-DD` where a text is a day and nothing more, however it is spelled. */
function parseSourceDay(text: string): string | undefined {
  const [, year, month = "", day = ""] = SLASHED.exec(text) ?? [];
  if (year !== undefined) return calendarDate(year, month, day);
  const named = NAMED.exec(text);
  if (named === null) return parseCalendarDate(text);
  const name = (named[1] ?? named[5] ?? "").slice(0, 3).toLowerCase();
  const number = MONTHS.indexOf(name) + 1;
  return calendarDate(named[3] ?? named[6] ?? "", String(number), named[2] ?? named[4] ?? "");
}

/**
 * The calendar date of a value that is one, also when it is written as midnight of its own zone;
 * undefined when turning it into a date would lose something.
 */
export function wholeDay(text: string): string | undefined {
  const plain = parseCalendarDate(text);
  if (plain !== undefined) return plain;
  const [, date = "", hour = "", minute, second = "00", fraction = ""] = ISO_LIKE.exec(text) ?? [];
  const isMidnight =
    Number(hour) === 0 && minute === "00" && second === "00" && /^(?:\.0+)?$/.test(fraction);
  return isMidnight ? parseCalendarDate(date) : undefined;
}

function calendarDate(year: string, month: string, day: string): string | undefined {
  return parseCalendarDate(`${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`);
}

function normalZone(zone: string): string {
  if (/^[zug]/i.test(zone)) return "Z";
  return zone.includes(":") ? zone : `${zone.slice(0, 3)}:${zone.slice(3)}`;
}
