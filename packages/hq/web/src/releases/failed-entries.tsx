import type { ReactNode } from "react";
import { FormattedDate, FormattedMessage } from "react-intl";
import { Link } from "react-router";
import { useEntriesById } from "../api/content/entries-by-id.ts";
import { useScheduleFailures } from "../api/publishing/schedule.ts";
import { useSiteId } from "../api/sites.ts";
import { Note } from "../ui/notes/note.tsx";
import styles from "./releases.module.css";

/** Entries whose scheduled change failed, with the reasons. Renders nothing if there are none. */
export function FailedEntries(): ReactNode {
  const site = useSiteId();
  const { data: failures = [] } = useScheduleFailures();
  const { data: entries = [] } = useEntriesById([
    ...new Set(failures.map(({ entryId }) => entryId)),
  ]);
  if (failures.length === 0) return null;
  return (
    <section>
      <h2 className={styles["heading"]}>
        <FormattedMessage id="releases.failedSingle" />
      </h2>
      <ul>
        {failures.map(({ entryId, action, dueAt, issues }) => {
          const entry = entries.find(({ id }) => id === entryId);
          const at = <FormattedDate value={dueAt} dateStyle="medium" timeStyle="short" />;
          const cause = issues.map(({ message }) => message).join(" ");
          return (
            <li key={`${entryId} ${action}`} className={styles["line"]}>
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
