import type { ReactNode } from "react";
import { FormattedDate, FormattedMessage, FormattedNumber } from "react-intl";
import { Link } from "react-router";
import { type EntrySummary, useFirstEntries } from "../../api/content/entries.ts";
import styles from "./home.module.css";

/** Number of entries to search for the next one, because the list isn't sorted by time. */
const READ = 100;
const SHOWN = 3;

/** The next scheduled change. Renders nothing if all times have passed; failures are shown elsewhere. */
export function ScheduledNext(): ReactNode {
  const { data } = useFirstEntries("scheduled", READ);
  if (data === undefined) return null;
  const next = data.entries
    .flatMap(timesOf)
    .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
    .slice(0, SHOWN);
  if (next.length === 0) return null;
  return (
    <section className={styles["section"]}>
      <div className={styles["sectionHead"]}>
        <h2>
          <FormattedMessage id="home.scheduledTitle" />
        </h2>
        <Link to="entries?state=scheduled" className={styles["more"]}>
          <FormattedMessage id="home.all" values={{ count: data.total ?? 0 }} />
        </Link>
      </div>
      <ul>
        {next.map(({ entry, act, at }) => (
          <li key={`${entry.id ?? entry.slug}/${act}`} className={styles["line"]}>
            <time dateTime={at} className={styles["date"]}>
              <b>
                {/* Only the number: Japanese would add 日, which does not fit in the tile. */}
                <FormattedNumber value={new Date(at).getDate()} />
              </b>
              <FormattedDate value={at} month="short" />
            </time>
            <div className={styles["names"]}>
              <b>{entry.title}</b>
              <small>
                <FormattedMessage
                  id={act === "publish" ? "home.publishAt" : "home.unpublishAt"}
                  values={{ time: <FormattedDate value={at} hour="numeric" minute="2-digit" /> }}
                />
              </small>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface DueTime {
  readonly entry: EntrySummary;
  readonly act: "publish" | "unpublish";
  readonly at: string;
}

/** Returns the pending times of an entry. */
function timesOf(entry: EntrySummary): readonly DueTime[] {
  const times = [
    ["publish", entry.publishAt],
    ["unpublish", entry.unpublishAt],
  ] as const;
  return times.flatMap(([act, at]) =>
    at !== undefined && Date.parse(at) > Date.now() ? [{ entry, act, at }] : [],
  );
}
