import type { ReactNode } from "react";
import { FormattedDate, FormattedMessage } from "react-intl";
import { Link } from "react-router";
import type { EntrySummary } from "../api/content/entries.ts";
import { type TimedAct, timesOf } from "../api/publishing/entry-times.ts";
import { useScheduledEntries } from "../api/publishing/schedule.ts";
import { useSiteId } from "../api/sites.ts";
import styles from "./releases.module.css";

const SHOWN = 50;

const WORDS = { publish: "releases.publishAt", unpublish: "releases.unpublishAt" } as const;

/** Individually scheduled entries, next first. */
export function ScheduledEntries(): ReactNode {
  const site = useSiteId();
  const { data } = useScheduledEntries();
  if (data === undefined) return null;
  const entries = data
    .map((entry) => ({ entry, times: comingOf(entry) }))
    .filter(({ times }) => times.length > 0)
    .toSorted((one, other) => firstOf(one.times) - firstOf(other.times));
  return (
    <section>
      <h2 className={styles["heading"]}>
        <FormattedMessage id="releases.single" />
      </h2>
      {entries.length === 0 && (
        <p className={styles["soft"]}>
          <FormattedMessage id="releases.noSingle" />
        </p>
      )}
      <ul>
        {entries.slice(0, SHOWN).map(({ entry: { id, slug, type, title }, times }) => (
          <li key={id ?? slug} className={styles["line"]}>
            <Link className={styles["names"]} to={`/sites/${site}/entries/${type}/${id ?? slug}`}>
              <b>{title}</b>
              {times.map(({ act, at }) => (
                <small key={act}>
                  <FormattedMessage id={WORDS[act]} values={{ time: <At time={at} /> }} />
                </small>
              ))}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface ComingTime {
  readonly act: TimedAct;
  readonly at: string;
}

/** Returns upcoming times. Past ones are done or listed as failed. */
function comingOf({ id = "", ...entry }: EntrySummary): readonly ComingTime[] {
  return timesOf({ id, ...entry }, [], Date.now()).filter(({ kind }) => kind === "coming");
}

function firstOf([first]: readonly ComingTime[]): number {
  return first === undefined ? Infinity : Date.parse(first.at);
}

function At({ time }: { readonly time: string }): ReactNode {
  return <FormattedDate value={time} dateStyle="medium" timeStyle="short" />;
}
