import { Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { FormattedDate, FormattedMessage } from "react-intl";
import { Link } from "react-router";
import { useEntriesById } from "../api/content/entries-by-id.ts";
import type { EntrySummary } from "../api/content/entries.ts";
import { type TimedAct, timesOf } from "../api/publishing/entry-times.ts";
import { type Release, useReleases } from "../api/publishing/releases.ts";
import { useScheduledEntries, useScheduleFailures } from "../api/publishing/schedule.ts";
import { useSiteId } from "../api/sites.ts";
import type { MessageId } from "../messages/messages.ts";
import { Button } from "../ui/button.tsx";
import { Loading } from "../ui/notes/loading.tsx";
import { Note } from "../ui/notes/note.tsx";
import { ReleaseDialog } from "./release-dialog.tsx";
import { ReleaseLine } from "./release-line.tsx";
import heading from "../ui/heading.module.css";
import list from "../ui/list.module.css";
import styles from "./releases.module.css";

/** Failed, upcoming, and past releases, and individually scheduled entries. */
export function ReleaseLists({ mayWrite }: { readonly mayWrite: boolean }): ReactNode {
  const { data, error } = useReleases();
  const [isNew, setIsNew] = useState(false);
  if (data === undefined) return <Loading error={error} />;
  const failed = data.filter(({ state }) => state === "failed");
  const past = data.filter(({ state }) => state === "published");
  const coming = data
    .filter(({ state }) => state === "open" || state === "scheduled")
    .toSorted((one, other) => dueTime(one) - dueTime(other));
  return (
    <div className={styles["columns"]}>
      <div className={styles["lists"]}>
        {mayWrite && (
          <div>
            <Button look="primary" onPress={() => setIsNew(true)}>
              <Plus size={15} aria-hidden="true" />
              <FormattedMessage id="releases.new" />
            </Button>
          </div>
        )}
        <Section title="releases.failed" releases={failed} mayWrite={mayWrite} />
        <FailedEntries />
        <Section title="releases.coming" releases={coming} mayWrite={mayWrite} />
        <Section title="releases.past" releases={past} mayWrite={mayWrite} />
        {data.length === 0 && (
          <p className={styles["soft"]}>
            <FormattedMessage id="releases.none" />
          </p>
        )}
      </div>
      <ScheduledEntries />
      {isNew && <ReleaseDialog onClose={() => setIsNew(false)} />}
    </div>
  );
}

interface SectionProps {
  readonly title: MessageId;
  readonly releases: readonly Release[];
  readonly mayWrite: boolean;
}

function Section({ title, releases, mayWrite }: SectionProps): ReactNode {
  if (releases.length === 0) return null;
  return (
    <section>
      <h2 className={`${heading["heading"]} ${heading["lined"]}`}>
        <FormattedMessage id={title} />
      </h2>
      <ul>
        {releases.map((release) => (
          <ReleaseLine key={release.id} release={release} mayWrite={mayWrite} />
        ))}
      </ul>
    </section>
  );
}

/** Returns the sort time. Releases without one come last. */
function dueTime({ publishAt }: Release): number {
  return publishAt === null ? Infinity : Date.parse(publishAt);
}

const SHOWN = 50;

const WORDS = { publish: "releases.publishAt", unpublish: "releases.unpublishAt" } as const;

/** Individually scheduled entries, next first. */
function ScheduledEntries(): ReactNode {
  const site = useSiteId();
  const { data } = useScheduledEntries();
  if (data === undefined) return null;
  const entries = data
    .map((entry) => ({ entry, times: comingOf(entry) }))
    .filter(({ times }) => times.length > 0)
    .toSorted((one, other) => firstOf(one.times) - firstOf(other.times));
  return (
    <section>
      <h2 className={`${heading["heading"]} ${heading["lined"]}`}>
        <FormattedMessage id="releases.single" />
      </h2>
      {entries.length === 0 && (
        <p className={styles["soft"]}>
          <FormattedMessage id="releases.noSingle" />
        </p>
      )}
      <ul>
        {entries.slice(0, SHOWN).map(({ entry: { id, slug, type, title }, times }) => (
          <li key={id ?? slug} className={list["row"]}>
            <Link
              className={`${list["names"]} ${styles["names"]}`}
              to={`/sites/${site}/entries/${type}/${id ?? slug}`}
            >
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

/** Entries whose scheduled change failed, with the reasons. Renders nothing if there are none. */
function FailedEntries(): ReactNode {
  const site = useSiteId();
  const { data: failures = [] } = useScheduleFailures();
  const { data: entries = [] } = useEntriesById([
    ...new Set(failures.map(({ entryId }) => entryId)),
  ]);
  if (failures.length === 0) return null;
  return (
    <section>
      <h2 className={`${heading["heading"]} ${heading["lined"]}`}>
        <FormattedMessage id="releases.failedSingle" />
      </h2>
      <ul>
        {failures.map(({ entryId, action, dueAt, issues }) => {
          const entry = entries.find(({ id }) => id === entryId);
          const at = <FormattedDate value={dueAt} dateStyle="medium" timeStyle="short" />;
          const cause = issues.map(({ message }) => message).join(" ");
          return (
            <li key={`${entryId} ${action}`} className={list["row"]}>
              <div className={styles["wide"]}>
                {entry === undefined ? (
                  <b>{entryId}</b>
                ) : (
                  <Link to={`/sites/${site}/entries/${entry.type}/${entryId}`}>
                    <b>{entry.title}</b>
                  </Link>
                )}
              </div>
              <div className={styles["wide"]}>
                <Note tone="ochre">
                  <FormattedMessage
                    id={action === "publish" ? "notices.notPublished" : "notices.notTakenDown"}
                    values={{ at, cause }}
                  />
                </Note>
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
