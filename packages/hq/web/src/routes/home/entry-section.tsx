import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Link } from "react-router";
import { type EntrySummary, type ShownState, useFirstEntries } from "../../api/content/entries.ts";
import { type PublishCheck, usePublishChecks } from "../../api/publishing/publishing.ts";
import { useTypes } from "../../api/sites.ts";
import { Ago } from "../../ui/values/ago.tsx";
import { Avatar } from "../../ui/values/avatar.tsx";
import { StateMark } from "../../ui/values/state-mark.tsx";
import { Thumbnail } from "../../ui/values/thumbnail.tsx";
import styles from "./home.module.css";

const ROWS = 5;

interface EntrySectionProps {
  readonly state: ShownState;
  readonly count: number;
  readonly title: "home.changedTitle" | "home.draftsTitle";
}

/** The latest entries with a state. Renders nothing if there are none. */
export function EntrySection({ state, count, title }: EntrySectionProps): ReactNode {
  const { data } = useFirstEntries(state, ROWS, { thumbnails: true });
  const { data: types = [] } = useTypes();
  const entries = data?.entries ?? [];
  const checks = usePublishChecks(state === "changed" ? entries : NONE);
  if (count === 0 || data === undefined) return null;
  return (
    <section className={styles["section"]}>
      <div className={styles["sectionHead"]}>
        <h2>
          <FormattedMessage id={title} />
        </h2>
        <span className={styles["count"]}>{count}</span>
        <Link to={`entries?state=${state}`} className={styles["more"]}>
          <FormattedMessage id="home.all" values={{ count }} />
        </Link>
      </div>
      <ul>
        {entries.map((entry, place) => (
          <EntryLine
            key={`${entry.type}/${entry.id ?? entry.slug}`}
            entry={entry}
            type={types.find(({ apiId }) => apiId === entry.type)?.label ?? entry.type}
            check={checks[place]?.data}
          />
        ))}
      </ul>
    </section>
  );
}

const NONE: readonly EntrySummary[] = [];

interface EntryLineProps {
  readonly entry: EntrySummary;
  readonly type: string;
  /** For changed entries: the result of the publish checks. */
  readonly check: PublishCheck | undefined;
}

function EntryLine({ entry, type, check }: EntryLineProps): ReactNode {
  const { thumbnail, scheduled, state, updatedAt, updatedBy } = entry;
  return (
    <li className={styles["line"]}>
      <Thumbnail picture={thumbnail?.url} size="large" />
      <div className={styles["names"]}>
        <b>
          <EntryLink entry={entry} />
        </b>
        <small>
          {type}
          <About entry={entry} check={check} />
        </small>
      </div>
      <span className={styles["state"]}>
        {check === undefined ? (
          <StateMark state={scheduled ? "scheduled" : state} />
        ) : (
          <Readiness check={check} />
        )}
      </span>
      <span className={styles["ago"]}>
        <Ago time={updatedAt} />
        {updatedBy !== undefined && (
          <span title={updatedBy.name}>
            <Avatar name={updatedBy.name} />
          </span>
        )}
      </span>
    </li>
  );
}

/** Link to an entry. Files too broken to have an id aren't linked. */
function EntryLink({ entry: { id, type, title } }: { readonly entry: EntrySummary }): ReactNode {
  return id === undefined ? title : <Link to={`entries/${type}/${id}`}>{title}</Link>;
}

/** Its error, or the fields with unpublished changes. */
function About({ entry, check }: Pick<EntryLineProps, "entry" | "check">): ReactNode {
  const { formatList } = useIntl();
  const [problem] = entry.problems;
  const fields = check?.changes?.fields ?? [];
  if (problem !== undefined) return ` · ${problem.message}`;
  if (fields.length === 0) return null;
  const labels = formatList(fields.map(({ label }) => label));
  return (
    <>
      {" · "}
      <FormattedMessage id="home.differ" values={{ count: fields.length, fields: labels }} />
    </>
  );
}

/** Whether it can be published. */
function Readiness({ check: { problems } }: { readonly check: PublishCheck }): ReactNode {
  const isReady = problems.length === 0;
  return (
    <StateMark state={isReady ? "published" : "broken"}>
      <FormattedMessage
        id={isReady ? "home.ready" : "home.problems"}
        values={{ count: problems.length }}
      />
    </StateMark>
  );
}
