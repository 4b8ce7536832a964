import {
  type CalendarDate,
  endOfMonth,
  fromDate,
  isSameMonth,
  startOfMonth,
  startOfWeek,
  toCalendarDate,
} from "@internationalized/date";

/** Something that happens at a time. */
interface Timed {
  /** ISO 8601. */
  readonly at: string;
}

/** A day of a calendar's page. */
export interface CalendarDay<T> {
  readonly date: CalendarDate;
  /** Whether it is of the month that is shown, and not of one beside it. */
  readonly isInMonth: boolean;
  /** The earliest first. */
  readonly items: readonly T[];
}

interface Page {
  /** Any day of the month. */
  readonly month: CalendarDate;
  /** In which a time is on its day. */
  readonly zone: string;
  /** Says on which day a week begins. */
  readonly locale: string;
}

const WEEK = 7;

/** The weeks of a month, each with its seven days and what happens on them. */
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
