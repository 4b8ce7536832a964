import { categoriesOf, type Page } from "./framework.ts";

/** A token, or a range of a list: `:sections[1:]`. */
const TOKEN = /:(\w+)(\[[^\]/]+\])?/g;

/**
 * Expands a URL pattern of Jekyll or Hugo, such as `/:year/:month/:title/`. Returns undefined if the pattern has a
 * token that requires running the generator.
 *
 * @param valueOf value of a token that only one of them has; undefined for others
 */
export function expandPermalink(
  pattern: string,
  page: Page,
  valueOf: (token: string, range: string | undefined) => string | undefined,
): string | undefined {
  const common = tokensOf(page);
  let isWhole = true;
  const path = pattern.replaceAll(TOKEN, (_, token: string, range: string | undefined) => {
    const value = valueOf(token, range) ?? (range === undefined ? common[token] : undefined);
    if (value === undefined) isWhole = false;
    return value ?? "";
  });
  return isWhole ? `/${path}`.replaceAll(/\/{2,}/g, "/") : undefined;
}

function tokensOf(page: Page): Partial<Record<string, string>> {
  const { inside, collection, key, date } = page;
  const path = key.replace(/\/?_?index$/i, "");
  const sections = inside.split("/").slice(0, -1).join("/");
  return {
    ...(date !== undefined && dateTokens(date)),
    path,
    collection,
    section: inside.split("/")[0] ?? "",
    sections,
    categories: categoriesOf(page).join("/"),
  };
}

/** Returns the tokens of Jekyll and Hugo for the day of an ISO 8601 date. */
function dateTokens(date: string): Partial<Record<string, string>> {
  const day = splitDay(date);
  const { year, month, date: ofMonth, weekday, yearDay, monthName, weekdayName } = day;
  return {
    year,
    month,
    day: ofMonth,
    i_month: String(Number(month)),
    i_day: String(Number(ofMonth)),
    short_year: year.slice(2),
    long_month: monthName,
    short_month: monthName.slice(0, 3),
    long_day: weekdayName,
    short_day: weekdayName.slice(0, 3),
    w_day: String(weekday === 0 ? 7 : weekday),
    y_day: String(yearDay).padStart(3, "0"),
    ...isoWeek(day),
  };
}

/** A day and its names in URLs. */
export interface UrlDay {
  /** Four digits. */
  readonly year: string;
  /** Two digits. */
  readonly month: string;
  /** Two digits. */
  readonly date: string;
  /** 0 is Sunday. */
  readonly weekday: number;
  /** 1 to 366. */
  readonly yearDay: number;
  readonly monthName: string;
  readonly weekdayName: string;
}

const MONTHS =
  "January February March April May June July August September October November December".split(
    " ",
  );

const WEEKDAYS = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split(" ");

const DAY_MS = 24 * 60 * 60 * 1000;

/** Splits the day of an ISO 8601 date, whatever its time zone. */
export function splitDay(date: string): UrlDay {
  const [year = "", month = "", day = ""] = date.slice(0, 10).split("-");
  const time = Date.parse(`${date.slice(0, 10)}T00:00:00Z`);
  const weekday = new Date(time).getUTCDay();
  return {
    year,
    month,
    date: day,
    weekday,
    yearDay: (time - Date.parse(`${year}-01-01T00:00:00Z`)) / DAY_MS + 1,
    monthName: MONTHS[Number(month) - 1] ?? "",
    weekdayName: WEEKDAYS[weekday] ?? "",
  };
}

/** Returns Jekyll's tokens for the week of ISO 8601, which belongs to the year of its Thursday. */
function isoWeek({ year, month, date, weekday }: UrlDay): { w_year: string; week: string } {
  const ofDay = Date.parse(`${year}-${month}-${date}T00:00:00Z`);
  const thursday = new Date(ofDay + (4 - (weekday === 0 ? 7 : weekday)) * DAY_MS);
  const { yearDay } = splitDay(thursday.toISOString());
  const week = String(Math.ceil(yearDay / 7)).padStart(2, "0");
  return { w_year: String(thursday.getUTCFullYear()), week };
}
