import {
  type CalendarDate,
  endOfMonth,
  fromDate,
  isSameMonth,
  startOfMonth,
  startOfWeek,
  toCalendarDate,
} from "@internationalized/date";

/** An item with a time. */
interface Timed {
  /** ISO 8601. */
  readonly at: string;
}

/** A day in the calendar. */
export interface CalendarDay<T> {
  readonly date: CalendarDate;
  /** Whether it belongs to the displayed month. */
  readonly isInMonth: boolean;
  /** Earliest first. */
  readonly items: readonly T[];
}

interface Page {
  /** Any day of the month. */
  readonly month: CalendarDate;
  /** Time zone that determines the day of a time. */
  readonly zone: string;
  /** Determines the first day of the week. */
  readonly locale: string;
}

const WEEK = 7;

/** Returns the weeks of a month, each with seven days and their items. */
export function weeksOf<T extends Timed>(
  items: readonly T[],
  { month, zone, locale }: Page,
): readonly (readonly CalendarDay<T>[])[] {
  const byDay = Map.groupBy(
    items.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at)),
    ({ at }) => toCalendarDate(fromDate(new Date(at), zone)).toString(),
  );
  const weeks: CalendarDay<T>[][] = [];
  const last = endOfMonth(month);
  let first = startOfWeek(startOfMonth(month), locale);
  while (first.compare(last) <= 0) {
    const monday = first;
    weeks.push(
      Array.from({ length: WEEK }, (_, days) => {
        const date = monday.add({ days });
        return {
          date,
          isInMonth: isSameMonth(date, month),
          items: byDay.get(date.toString()) ?? [],
        };
      }),
    );
    first = first.add({ weeks: 1 });
  }
  return weeks;
}
