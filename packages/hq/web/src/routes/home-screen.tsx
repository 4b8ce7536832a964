import { type ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Link } from "react-router";
import { type EntrySummary, type ShownState, useFirstEntries } from "../api/content/entries.ts";
import { type Site, useSite, useTypes } from "../api/sites.ts";
import { TurnOn } from "../delivery/publishing/turn-on.tsx";
import { useTitle } from "../shell/use-title.ts";
import { Ago } from "../ui/values/ago.tsx";
import { StateMark, StateShape } from "../ui/values/state-mark.tsx";
import { LastActivity } from "./last-activity.tsx";
import { NeedsMending } from "./needs-mending.tsx";
import { NewSite } from "./new-site.tsx";
import { ScheduledNext } from "./scheduled-next.tsx";
import { StarredEntries } from "./starred-entries.tsx";
import styles from "./home.module.css";

const ROWS = 5;

/** Where a site stands: on the left what is to do, on the right what is to know. */
export function Component(): ReactNode {
  const { formatMessage } = useIntl();
  const { data: site } = useSite();
  const { data: types } = useTypes();
  useTitle(formatMessage({ id: "nav.home" }));
  if (types === undefined || site === undefined) return null;
  const count = (state: ShownState): number =>
    types.reduce((sum, { entries }) => sum + entries[state], 0);
  const entries = types.reduce((sum, type) => sum + type.entries.all, 0);
  if (entries === 0) return <NewSite site={site} types={types} />;
  const changed = count("changed");
  return (
    <>
      <Head site={site} changed={changed} published={count("published")} />
      <div className={styles["columns"]}>
        <div>
          <Section state="changed" count={changed} title="home.changedTitle" />
          <Section state="draft" count={count("draft")} title="home.draftsTitle" />
        </div>
        <aside>
          <StarredEntries />
          <NeedsMending broken={count("broken")} />
          {count("scheduled") > 0 && <ScheduledNext />}
          <LastActivity />
        </aside>
      </div>
    </>
  );
}

interface HeadProps {
  readonly site: Site;
  readonly changed: number;
  readonly published: number;
}

/** The headline is the fact. */
function Head({ site, changed, published }: HeadProps): ReactNode {
  return (
    <header className={styles["head"]}>
      <h1 className={styles["title"]}>
        {changed > 0 && <FormattedMessage id="home.changed" values={{ count: changed }} />}
        {changed === 0 && (
          <FormattedMessage id={published > 0 ? "home.allLive" : "home.nothingLive"} />
        )}
      </h1>
      <p className={styles["lead"]}>
        <StateShape state={site.publishing ? "published" : "unpublished"} />
        <FormattedMessage id={site.publishing ? "home.publishingOn" : "home.publishingOff"} />
        {site.publishing && (
          <a href={`${site.publicUrl}/api/index.json`} target="_blank" rel="noreferrer">
            <FormattedMessage id="home.publicFiles" />
          </a>
        )}
      </p>
      {!site.publishing && <TurnOn site={site} />}
    </header>
  );
}

interface SectionProps {
  readonly state: ShownState;
  readonly count: number;
  readonly title: "home.changedTitle" | "home.draftsTitle";
}

/** The newest entries of a state; nothing where there is none. */
function Section({ state, count, title }: SectionProps): ReactNode {
  const { data } = useFirstEntries(state, ROWS);
  const { data: types = [] } = useTypes();
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
        {data.entries.map((entry) => (
          <EntryLine
            key={`${entry.type}/${entry.id ?? entry.slug}`}
            entry={entry}
            type={types.find(({ apiId }) => apiId === entry.type)?.label ?? entry.type}
          />
        ))}
      </ul>
    </section>
  );
}

/** The way to an entry; a file that is too broken to say its id has none. */
function EntryLink({ entry: { id, type, title } }: { readonly entry: EntrySummary }): ReactNode {
  return id === undefined ? title : <Link to={`entries/${type}/${id}`}>{title}</Link>;
}

function EntryLine({ entry, type }: { entry: EntrySummary; type: string }): ReactNode {
  const [problem] = entry.problems;
  return (
    <li className={styles["line"]}>
      <div className={styles["names"]}>
        <b>
          <EntryLink entry={entry} />
        </b>
        <small>
          {type}
          {problem !== undefined && ` · ${problem.message}`}
        </small>
      </div>
      <StateMark state={entry.state} />
      <span className={styles["ago"]}>
        <Ago time={entry.updatedAt} />
      </span>
    </li>
  );
}
