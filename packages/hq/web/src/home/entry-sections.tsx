import { type ReactNode, useState } from "react";
import { FormattedDate, FormattedMessage, FormattedNumber, useIntl } from "react-intl";
import { Link } from "react-router";
import { useEntriesById } from "../api/content/entries-by-id.ts";
import { type EntrySummary, type ShownState, useFirstEntries } from "../api/content/entries.ts";
import { useUnsavedEntries } from "../api/content/unsaved-entries.ts";
import { type PublishCheck, usePublishChecks } from "../api/publishing/publishing.ts";
import { useSiteId, useTypes } from "../api/sites.ts";
import { recentEntries } from "../shell/commands/recent.ts";
import { useFavorites } from "../shell/preferences/favorites.ts";
import { Ago } from "../ui/values/ago.tsx";
import { Avatar } from "../ui/values/avatar.tsx";
import { StateMark } from "../ui/values/state-mark.tsx";
import { Thumbnail } from "../ui/values/thumbnail.tsx";
import headingStyles from "../ui/heading.module.css";
import list from "../ui/list.module.css";
import textStyles from "../ui/text.module.css";
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
      <div className={`${headingStyles["head"]} ${headingStyles["lined"]}`}>
        <h2 className={headingStyles["heading"]}>
          <FormattedMessage id={title} />
        </h2>
        <span className={styles["count"]}>{count}</span>
        <Link to={`entries?state=${state}`} className={`${textStyles["action"]} ${styles["more"]}`}>
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
    <li className={`${list["row"]} ${styles["line"]}`}>
      <Thumbnail picture={thumbnail?.url} size="large" />
      <div className={`${list["names"]} ${list["clipped"]}`}>
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

const STARRED = 10;
const VIEWED = 5;

/** The user's favorite entries. Renders nothing if there are none. */
export function FavoriteEntries(): ReactNode {
  const { favorites } = useFavorites(useSiteId());
  const ids = favorites.map(({ id }) => id);
  return <Remembered title="favourite.title" ids={ids.slice(0, STARRED)} />;
}

/** The entries opened last in this browser. */
export function ViewedEntries(): ReactNode {
  const site = useSiteId();
  // A snapshot, so that nothing moves while the page is open.
  const [recent] = useState(recentEntries);
  const ids = recent.filter((entry) => entry.site === site).map(({ id }) => id);
  return <Remembered title="home.viewed" ids={ids.slice(0, VIEWED)} />;
}

interface RememberedProps {
  readonly title: "favourite.title" | "home.viewed";
  readonly ids: readonly string[];
}

function Remembered({ title: heading, ids }: RememberedProps): ReactNode {
  const { data = [] } = useEntriesById(ids);
  const entries = ids.flatMap((id) => data.find((entry) => entry.id === id) ?? []);
  if (entries.length === 0) return null;
  return (
    <section className={styles["section"]}>
      <div className={`${headingStyles["head"]} ${headingStyles["lined"]}`}>
        <h2 className={headingStyles["heading"]}>
          <FormattedMessage id={heading} />
        </h2>
      </div>
      <ul>
        {entries.map(({ id, type, title, state }) => (
          <li key={id} className={`${list["row"]} ${styles["line"]}`}>
            <div className={`${list["names"]} ${list["clipped"]}`}>
              <b>
                <Link to={`entries/${type}/${id}`}>{title}</Link>
              </b>
            </div>
            <StateMark state={state} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** New entries that were never saved and appear in no list. Renders nothing if there are none. */
export function UnsavedEntries(): ReactNode {
  const { data: begun = [] } = useUnsavedEntries();
  const { data: types = [] } = useTypes();
  // Entries of deleted types can't be opened.
  const shown = begun.flatMap(({ type: apiId, ...entry }) => {
    const type = types.find((one) => one.apiId === apiId);
    return type === undefined ? [] : [{ ...entry, type }];
  });
  if (shown.length === 0) return null;
  return (
    <section className={styles["section"]}>
      <div className={`${headingStyles["head"]} ${headingStyles["lined"]}`}>
        <h2 className={headingStyles["heading"]}>
          <FormattedMessage id="home.begun" />
        </h2>
      </div>
      <ul>
        {shown.map(({ id, type, keptAt, text }) => (
          <li key={id} className={`${list["row"]} ${styles["line"]}`}>
            <div className={`${list["names"]} ${list["clipped"]}`}>
              <b>
                <Link to={`entries/${type.apiId}/${id}`}>
                  {text ?? <FormattedMessage id="entries.new" />}
                </Link>
              </b>
              <small>{type.label}</small>
            </div>
            <Ago time={keptAt} />
          </li>
        ))}
      </ul>
    </section>
  );
}

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
      <div className={`${headingStyles["head"]} ${headingStyles["lined"]}`}>
        <h2 className={headingStyles["heading"]}>
          <FormattedMessage id="home.scheduledTitle" />
        </h2>
        <Link to="entries?state=scheduled" className={`${textStyles["action"]} ${styles["more"]}`}>
          <FormattedMessage id="home.all" values={{ count: data.total ?? 0 }} />
        </Link>
      </div>
      <ul>
        {next.map(({ entry, act, at }) => (
          <li
            key={`${entry.id ?? entry.slug}/${act}`}
            className={`${list["row"]} ${styles["line"]}`}
          >
            <time dateTime={at} className={styles["date"]}>
              <b>
                {/* Only the number: Japanese would add 日, which does not fit in the tile. */}
                <FormattedNumber value={new Date(at).getDate()} />
              </b>
              <FormattedDate value={at} month="short" />
            </time>
            <div className={`${list["names"]} ${list["clipped"]}`}>
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
