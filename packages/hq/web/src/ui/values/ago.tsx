import type { ReactNode } from "react";
import { FormattedDate, FormattedRelativeTime, useIntl } from "react-intl";

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;
const WEEK = 604_800;

/** A relative time; after a week, the date. The full time is in its title. */
export function Ago({ time }: { readonly time: string }): ReactNode {
  const { formatDate } = useIntl();
  const title = formatDate(time, { dateStyle: "full", timeStyle: "short" });
  return (
    <time dateTime={time} title={title}>
      <Words time={time} />
    </time>
  );
}

function Words({ time }: { readonly time: string }): ReactNode {
  const seconds = Math.max(0, Math.floor((Date.now() - Date.parse(time)) / 1000));
  if (seconds >= WEEK) return <FormattedDate value={time} dateStyle="medium" />;
  const [size, unit] =
    seconds < HOUR
      ? ([MINUTE, "minute"] as const)
      : seconds < DAY
        ? ([HOUR, "hour"] as const)
        : ([DAY, "day"] as const);
  return <FormattedRelativeTime value={-Math.floor(seconds / size)} unit={unit} numeric="auto" />;
}
