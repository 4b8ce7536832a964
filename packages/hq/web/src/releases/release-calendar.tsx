import {
  type CalendarDate,
  getLocalTimeZone,
  isToday,
  parseDate,
  startOfMonth,
  today,
} from "@internationalized/date";
import { ChevronLeft, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { useLocale } from "react-aria-components";
import { FormattedDate, FormattedMessage, useIntl } from "react-intl";
import { Link, useSearchParams } from "react-router";
import { useReleases } from "../api/publishing/releases.ts";
import { useScheduledEntries, useScheduleFailures } from "../api/publishing/schedule.ts";
import { useSiteId } from "../api/sites.ts";
import type { MessageId } from "../messages/messages.ts";
import { Button } from "../ui/button.tsx";
import { Loading } from "../ui/notes/loading.tsx";
import { StateShape } from "../ui/values/state-mark.tsx";
import { type CalendarDay, weeksOf } from "./calendar-days.ts";
import { type Planned, plannedOf } from "./planned.ts";
import heading from "../ui/heading.module.css";
import textStyles from "../ui/text.module.css";
import styles from "./calendar.module.css";

const MONTH = "month";

/** A calendar of upcoming, completed, and failed changes. The month is part of the URL. */
export function ReleaseCalendar(): ReactNode {
  const { formatMessage } = useIntl();
  const { locale } = useLocale();
  const [address, setAddress] = useSearchParams();
  const [ofReleases, ofEntries] = [useReleases(), useScheduledEntries()];
  const ofFailures = useScheduleFailures();
  const { data: releases } = ofReleases;
  const { data: entries } = ofEntries;
  const { data: failures } = ofFailures;
  if (releases === undefined || entries === undefined || failures === undefined) {
    const error = ofReleases.error ?? ofEntries.error ?? ofFailures.error;
    return <Loading error={error} />;
  }
  const zone = getLocalTimeZone();
  const month = readMonth(address.get(MONTH)) ?? startOfMonth(today(zone));
  const show = (next: CalendarDate): void =>
    setAddress((before) => {
      const params = new URLSearchParams(before);
      params.set(MONTH, next.toString().slice(0, "2026-11".length));
      return params;
    });
  const planned = plannedOf({ releases, entries, failures }, Date.now());
  const weeks = weeksOf(planned, { month, zone, locale });
  const isEmpty = weeks.flat().every(({ items, isInMonth }) => items.length === 0 || !isInMonth);
  return (
    <section className={styles["calendar"]}>
      <header className={styles["head"]}>
        <h2 className={heading["title"]} aria-live="polite">
          <FormattedDate value={month.toDate(zone)} month="long" year="numeric" />
        </h2>
        <Button
          look="quiet"
          iconOnly
          aria-label={formatMessage({ id: "calendar.before" })}
          onPress={() => show(month.subtract({ months: 1 }))}
        >
          <ChevronLeft size={16} aria-hidden="true" />
        </Button>
        <Button
          look="quiet"
          iconOnly
          aria-label={formatMessage({ id: "calendar.after" })}
          onPress={() => show(month.add({ months: 1 }))}
        >
          <ChevronRight size={16} aria-hidden="true" />
        </Button>
        <Button look="quiet" onPress={() => show(startOfMonth(today(zone)))}>
          <FormattedMessage id="calendar.thisMonth" />
        </Button>
        <span className={`${textStyles["faint"]} ${styles["zone"]}`}>
          <FormattedMessage id="calendar.zone" values={{ zone: zone.replaceAll("_", " ") }} />
        </span>
      </header>
      {isEmpty && (
        <p className={styles["none"]}>
          <FormattedMessage id="calendar.none" />
        </p>
      )}
      <Month weeks={weeks} zone={zone} />
    </section>
  );
}

interface MonthProps {
  readonly weeks: readonly (readonly CalendarDay<Planned>[])[];
  readonly zone: string;
}

function Month({ weeks, zone }: MonthProps): ReactNode {
  return (
    <table className={styles["table"]}>
      <thead>
        <tr>
          {weeks[0]?.map(({ date }) => (
            <th key={date.toString()} scope="col">
              <FormattedDate value={date.toDate(zone)} weekday="short" />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]?.date.toString()}>
            {week.map((day) => (
              <Day key={day.date.toString()} day={day} zone={zone} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface DayProps {
  readonly day: CalendarDay<Planned>;
  readonly zone: string;
}

function Day({ day: { date, isInMonth, items }, zone }: DayProps): ReactNode {
  return (
    <td
      data-beside={!isInMonth || undefined}
      data-empty={items.length === 0 || undefined}
      data-today={isToday(date, zone) || undefined}
    >
      <span className={styles["date"]}>
        <span className={styles["weekday"]}>
          <FormattedDate value={date.toDate(zone)} weekday="short" />{" "}
        </span>
        {date.day}
      </span>
      {items.length > 0 && (
        <ul>
          {items.map((item) => (
            <Item key={item.key} item={item} />
          ))}
        </ul>
      )}
    </td>
  );
}

const ACTS = {
  release: "calendar.release",
  publish: "calendar.publish",
  unpublish: "calendar.unpublish",
} as const satisfies Readonly<Record<Planned["act"], MessageId>>;

const SHAPES = { coming: "scheduled", done: "published", failed: "broken" } as const;

function Item({
  item: { at, title, act, state, causes, address },
}: {
  readonly item: Planned;
}): ReactNode {
  const site = useSiteId();
  return (
    <li className={styles["item"]} data-state={state}>
      <StateShape state={SHAPES[state]} />
      <span>
        <time dateTime={at}>
          <FormattedDate value={at} hour="numeric" minute="2-digit" />
        </time>{" "}
        {address === undefined ? (
          <b>{title}</b>
        ) : (
          <Link to={`/sites/${site}/${address}`}>{title}</Link>
        )}{" "}
        <small>
          <FormattedMessage id={ACTS[act]} />
          {state === "failed" && (
            <>
              {" · "}
              <FormattedMessage id="calendar.failed" values={{ cause: causes.join(" ") }} />
            </>
          )}
        </small>
      </span>
    </li>
  );
}

function readMonth(text: string | null): CalendarDate | undefined {
  try {
    return text === null ? undefined : parseDate(`${text}-01`);
  } catch {
    return undefined;
  }
}
