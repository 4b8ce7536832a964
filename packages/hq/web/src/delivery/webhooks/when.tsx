import type { ReactNode } from "react";
import { FormattedDate } from "react-intl";

/** A time of today to the second, since several deliveries follow each other; any other with its day. */
export function When({ time }: { readonly time: string }): ReactNode {
  const isToday = new Date(time).toDateString() === new Date().toDateString();
  return isToday ? (
    <FormattedDate value={time} timeStyle="medium" />
  ) : (
    <FormattedDate value={time} dateStyle="medium" timeStyle="short" />
  );
}
