import { parseCalendarDate, parseInstant } from "../../../base/instant.ts";
import { fromLocal } from "../../../base/time-zone.ts";
import { englishMonth, monthOfName } from "./month-names.ts";

/** A date as written in the source, before its time zone is known. */
interface WrittenDate {
  /** `YYYY-MM-DD` */
  readonly day: string;
  /** Absent for a date without a time. */
  readonly time?: WrittenTime;
}

interface WrittenTime {
  /** `HH:MM:SS`, with a fraction if one was written. */
  readonly clock: string;
  /** `Z` or `+HH:MM`; absent if none was written. */
  readonly zone?: string;
}

const WEEKDAY = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,?\s+/i;

/**
 * Date notations. A month is a number or an English name, or a name in any European language between day and year. The
 * year can come last only if a time precedes it. Days and months between slashes are read only if their order is clear;
 * between dots, the day comes first.
 */
const DAYS: readonly RegExp[] = [
  /^(?<year>\d{4})([-/.])(?<month>\d{1,2})\2(?<day>\d{1,2})(?=$|[\sT,])/i,
  /^(?<year>(?:19|20)\d{2})(?<month>\d{2})(?<day>\d{2})(?=$|T)/i,
  /^(?<year>\d{4})[年년]\s*(?<month>\d{1,2})[月월]\s*(?<day>\d{1,2})[日일]/,
  /^(?<day>\d{1,2})\.\s?(?<month>\d{1,2})\.\s?(?<year>\d{4})(?=$|[\s,])/,
  /^(?<day>1[3-9]|2\d|3[01])\/(?<month>\d{1,2})\/(?<year>\d{4})(?=$|[\s,])/,
  /^(?<month>\d{1,2})\/(?<day>1[3-9]|2\d|3[01])\/(?<year>\d{4})(?=$|[\s,])/,
  // `Jul 08 2022`, `July 8th, 2022`, and `Apr  5 10:30:00 2024`
  /^(?<month>[a-z]{3,9})\.?\s+(?<day>\d{1,2})(?:st|nd|rd|th)?(?:,?\s+(?<year>\d{4})\b|(?=\s+\d{1,2}:))/i,
  // `8 July 2022`, `08-Jul-2022`, `8. Juli 2022`, `8 de julio de 2022`
  /^(?<day>\d{1,2})(?:st|nd|rd|th|er|\.|º)?[\s-]+(?:de\s+)?(?<name>\p{L}{3,12})\.?,?[\s-]+(?:de\s+)?(?<year>\d{4})(?=$|[^\p{L}\d])/iu,
  // The short year of RFC 822: `8 Jul 22 10:30`
  /^(?<day>\d{1,2})\s+(?<month>[a-z]{3})\s+(?<year>\d{2})(?=\s+\d{1,2}:)/i,
  /^(?<year>\d{4})-(?<month>[a-z]{3,9})-(?<day>\d{1,2})(?=$|[\sT,])/i,
];
const TIME = /^(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?(?:\s*([ap])\.?m\.?)?(?=$|[\sZ+(-])/i;
const OFFSET = /^(?:(?:UTC|GMT|UT)\s*)?([+-])(\d{1,2})(?::?(\d{2}))?(?=$|\s)/i;
const ZONE_NAME = /^([a-z]{1,4})(?=$|\s)/i;

/** Zone names of RFC 2822, and a few others with an unambiguous offset. */
const ZONES: Readonly<Record<string, string>> = {
  z: "Z",
  ut: "Z",
  utc: "Z",
  gmt: "Z",
  est: "-05:00",
  edt: "-04:00",
  cst: "-06:00",
  cdt: "-05:00",
  mst: "-07:00",
  mdt: "-06:00",
  pst: "-08:00",
  pdt: "-07:00",
  cet: "+01:00",
  cest: "+02:00",
  jst: "+09:00",
};

/**
 * Parses a date in front matter to ISO 8601 UTC with milliseconds, or undefined. A date without a time is midnight UTC.
 * @param timeZone - IANA time zone of times without a zone. @default UTC
 */
export function parseSourceInstant(written: string, timeZone?: string): string | undefined {
  if (EPOCH.test(written)) return ofEpoch(written);
  const date = parseWritten(written);
  if (date === undefined) return undefined;
  const { day, time } = date;
  if (time === undefined) return `${day}T00:00:00.000Z`;
  if (time.zone !== undefined || timeZone === undefined)
    return parseInstant(`${day}T${time.clock}${time.zone ?? "Z"}`);
  const local = parseInstant(`${day}T${time.clock}Z`);
  return local === undefined ? undefined : fromLocal(local, timeZone);
}

/** Seconds or milliseconds since 1970, from 2001 on. */
const EPOCH = /^[1-9]\d{9}(?:\d{3})?$/;

function ofEpoch(written: string): string {
  return new Date(Number(written) * (written.length === 10 ? 1000 : 1)).toISOString();
}

/** Returns the written date in its own time zone, as `YYYY-MM-DD`. */
export function writtenDay(written: string): string | undefined {
  return parseWritten(written)?.day;
}

/** Returns whether only a date was written, without a time. */
export function isDayOnly(written: string): boolean {
  const date = parseWritten(written);
  return date !== undefined && date.time === undefined;
}

/**
 * Returns the calendar date of a value in any notation, or of midnight in its own zone. Returns undefined if the
 * conversion would lose something. `2022.09.15` can be a version.
 */
export function wholeDay(text: string): string | undefined {
  if (/^[\d.]+$/.test(text)) return undefined;
  const date = parseWritten(text);
  const isWhole = date?.time === undefined || /^00:00:00(?:\.0+)?$/.test(date.time.clock);
  return isWhole ? date?.day : undefined;
}

const DATE_IN_PATH = /(?:^|\/)(\d{4})[-/](\d{2})[-/](\d{2})(?=[-/_. ]|$)/;

/**
 * Returns the date in a path such as `2018/03/29/rust` or `_posts/2018-03-29-rust.md`, in the format of
 * `parseSourceInstant`.
 */
export function dateInPath(path: string): string | undefined {
  const [, year, month, day] = DATE_IN_PATH.exec(path) ?? [];
  return year === undefined ? undefined : parseSourceInstant(`${year}/${month}/${day}`);
}

function parseWritten(written: string): WrittenDate | undefined {
  // The value can be arbitrarily long text.
  if (written.length > MAX_CHARACTERS || !/\p{Nd}/u.test(written)) return undefined;
  const text = plainDigits(written).trim().replace(WEEKDAY, "");
  const found = parseDay(text);
  if (found === undefined) return undefined;
  const rest = text.slice(found.length).replace(/^(?:\s*(?:T|,|at\b|um\b|à\s|ore\b))?\s*/i, "");
  if (rest === "") return found.year === undefined ? undefined : toWrittenDate(found, undefined);
  return parseTime(rest, found);
}

const MAX_CHARACTERS = 80;

/** Nearly every date in front matter. */
const USUAL = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)?)?$/;

/** Replaces full-width digits and other notations of times: `10時30分`, `10h30`, `103000`, `3 PM`. */
function plainDigits(written: string): string {
  if (USUAL.test(written)) return written;
  return written
    .normalize("NFKC")
    .replace(
      /(\d{1,2})[時시]\s*(\d{1,2})[分분](?:\s*(\d{1,2})[秒초])?/,
      (_, hour, minute, second) =>
        [hour, minute, second ?? "00"].map((part: string) => part.padStart(2, "0")).join(":"),
    )
    .replace(/(?<=\d{8}T)(\d{2})(\d{2})(\d{2})?(?!\d)/i, (_, hour, minute, second) =>
      [hour, minute, second ?? "00"].join(":"),
    )
    .replace(/(?<=\s)(\d{1,2})h(\d{2})$/i, "$1:$2")
    .replace(/(?<=\s)(\d{1,2})\s*([ap]\.?m\.?)$/i, "$1:00 $2");
}

interface FoundDay {
  readonly year: string | undefined;
  readonly month: number;
  readonly day: string;
  /** Number of characters that it takes. */
  readonly length: number;
}

function parseDay(text: string): FoundDay | undefined {
  for (const pattern of DAYS) {
    const found = pattern.exec(text);
    if (found === null) continue;
    const { year, month, name = "", day = "" } = found.groups ?? {};
    const number = month === undefined ? monthOfName(name) : monthOf(month);
    return { year: longYear(year), month: number, day, length: found[0].length };
  }
  return undefined;
}

function longYear(year: string | undefined): string | undefined {
  if (year?.length !== 2) return year;
  return `${Number(year) < 50 ? "20" : "19"}${year}`;
}

/** Returns the number of a month, or 0 for words that aren't English months. */
function monthOf(written: string): number {
  return /^\d/.test(written) ? Number(written) : englishMonth(written);
}

function toWrittenDate(
  { year = "", month, day }: FoundDay,
  time: WrittenTime | undefined,
): WrittenDate | undefined {
  const date = parseCalendarDate(
    `${year}-${String(month).padStart(2, "0")}-${day.padStart(2, "0")}`,
  );
  if (date === undefined) return undefined;
  return { day: date, ...(time !== undefined && { time }) };
}

function parseTime(text: string, found: FoundDay): WrittenDate | undefined {
  const time = TIME.exec(text);
  const clock = time === null ? undefined : clockOf(time);
  if (time === null || clock === undefined) return undefined;
  const [zone, after] = parseZone(text.slice(time[0].length).trim());
  const year = found.year ?? /^\d{4}$/.exec(after)?.[0];
  const rest = found.year === undefined ? after.replace(/^\d{4}$/, "") : after;
  // JavaScript prints the name of the zone in parentheses after it.
  if (!/^(?:\([^()]*\))?$/.test(rest)) return undefined;
  return toWrittenDate({ ...found, year }, { clock, ...(zone !== undefined && { zone }) });
}

/** Returns `HH:MM:SS` if the time exists. */
function clockOf(time: RegExpExecArray): string | undefined {
  const [, hour = "", minute = "", second = "00", fraction, half] = time;
  const hours = half === undefined ? Number(hour) : twelveHours(Number(hour), half);
  const exact = fraction === undefined ? second : `${second}.${fraction.slice(0, 9)}`;
  const clock = `${String(hours ?? "?").padStart(2, "0")}:${minute}:${exact}`;
  return parseInstant(`2000-01-01T${clock}Z`) === undefined ? undefined : clock;
}

function twelveHours(hour: number, half: string): number | undefined {
  if (hour < 1 || hour > 12) return undefined;
  return (hour % 12) + (half.toLowerCase() === "p" ? 12 : 0);
}

/** Splits a leading offset from a text. */
function parseZone(text: string): readonly [zone: string | undefined, after: string] {
  const offset = OFFSET.exec(text);
  if (offset !== null) {
    const [all, sign = "", hours = "", minutes = "00"] = offset;
    return [`${sign}${hours.padStart(2, "0")}:${minutes}`, text.slice(all.length).trim()];
  }
  const [all = "", name = ""] = ZONE_NAME.exec(text) ?? [];
  const zone = ZONES[name.toLowerCase()];
  return zone === undefined ? [undefined, text] : [zone, text.slice(all.length).trim()];
}
