import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { Link } from "react-router";
import { useEntriesById } from "../api/content/entries-by-id.ts";
import type { EntrySummary } from "../api/content/entries.ts";
import { type SiteAct, useActivity } from "../api/people/activity.ts";
import { Ago } from "../ui/values/ago.tsx";
import { Avatar } from "../ui/values/avatar.tsx";
import heading from "../ui/heading.module.css";
import home from "./home.module.css";
import styles from "./last-activity.module.css";

/** Number of activities that fit the page. */
export const ACTS_SHOWN = 8;

/** The latest activity: a band of the drill core per activity, and the same as text. */
export function LastActivity(): ReactNode {
  const { data: acts = [] } = useActivity(ACTS_SHOWN);
  const ids = [...new Set(acts.flatMap(({ entries }) => entries[0]?.id ?? []))];
  const { data: entries = [] } = useEntriesById(ids);
  if (acts.length === 0) return null;
  return (
    <section className={home["section"]}>
      <div className={`${heading["head"]} ${heading["lined"]}`}>
        <h2 className={heading["heading"]}>
          <FormattedMessage id="home.activity" />
        </h2>
      </div>
      <ol className={styles["core"]}>
        {acts.map((act) => (
          <li key={`${act.commit} ${act.act}`} data-act={act.act}>
            <Avatar name={act.by} />
            <span className={styles["words"]}>
              <FormattedMessage
                id={`activity.${act.act}`}
                values={{
                  by: act.by,
                  count: act.count,
                  what: <What act={act} entries={entries} />,
                }}
              />
            </span>
            <span className={styles["ago"]}>
              <Ago time={act.when} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The title of the entry, or the number of entries. */
function What({
  act: { entries: acted, count },
  entries,
}: {
  readonly act: SiteAct;
  readonly entries: readonly EntrySummary[];
}): ReactNode {
  const [first] = acted;
  if (first === undefined || count !== 1) {
    return (
      <b>
        <FormattedMessage id="activity.entries" values={{ count }} />
      </b>
    );
  }
  const entry = entries.find(({ id }) => id === first.id);
  if (entry === undefined) return <b>{first.slug}</b>;
  return <Link to={`entries/${entry.type}/${first.id}`}>{entry.title}</Link>;
}
