import type { ReactNode } from "react";
import { FormattedDate } from "react-intl";

/** A time: to the second for today, because deliveries follow each other closely; otherwise with the date. */
export function EventTime({ time }: { readonly time: string }): ReactNode {
  const isToday = new Date(time).toDateString() === new Date().toDateString();
  return isToday ? (
    <FormattedDate value={time} timeStyle="medium" />
  ) : (
    <FormattedDate value={time} dateStyle="medium" timeStyle="short" />
  );
}
