import { lazy, type ReactNode, Suspense } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import type { ShownState } from "../../api/content/entries.ts";
import { useActivity } from "../../api/people/activity.ts";
import { type Site, useSite, useTypes } from "../../api/sites.ts";
import { useFirstSteps } from "../../shell/preferences/first-steps.ts";
import { useTitle } from "../../shell/use-title.ts";
import { Ago } from "../../ui/values/ago.tsx";
import { StateShape } from "../../ui/values/state-mark.tsx";
import { EntrySection } from "./entry-section.tsx";
import { FavoriteEntries, ViewedEntries } from "./favorite-entries.tsx";
import { ACTS_SHOWN, LastActivity } from "./last-activity.tsx";
import { ProblemsSection } from "./problems-section.tsx";
import { PublishChanges } from "./publish-changes.tsx";
import { ScheduledNext } from "./scheduled-next.tsx";
import { UnsavedEntries } from "./unsaved-entries.tsx";
import styles from "./home.module.css";

// Established sites need neither.
const FirstSteps = lazy(async () => ({
  default: (await import("../onboarding/first-steps.tsx")).FirstSteps,
}));
const TurnOn = lazy(async () => ({
  default: (await import("../../delivery/publishing/turn-on.tsx")).TurnOnPublishing,
}));

/** The home of a site: tasks on the left, information on the right. */
export function Component(): ReactNode {
  const { formatMessage } = useIntl();
  const { data: site } = useSite();
  const { data: types } = useTypes();
  const { isUnderway } = useFirstSteps();
  useTitle(formatMessage({ id: "nav.home" }));
  if (types === undefined || site === undefined) return null;
  const count = (state: ShownState): number =>
    types.reduce((sum, { entries }) => sum + entries[state], 0);
  const entries = types.reduce((sum, type) => sum + type.entries.all, 0);
  if (entries === 0 || isUnderway(site.id)) {
    return (
      <Suspense>
        <FirstSteps site={site} types={types} />
      </Suspense>
    );
  }
  const changed = count("changed");
  return (
    <>
      <Head site={site} changed={changed} published={count("published")} />
      <div className={styles["columns"]}>
        <div>
          <EntrySection state="changed" count={changed} title="home.changedTitle" />
          <EntrySection state="draft" count={count("draft")} title="home.draftsTitle" />
        </div>
        <aside>
          {site.role !== "view" && <UnsavedEntries />}
          <FavoriteEntries />
          <ViewedEntries />
          <ProblemsSection broken={count("broken")} />
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

/** The heading states the current situation. */
function Head({ site, changed, published }: HeadProps): ReactNode {
  return (
    <header className={styles["head"]}>
      <h1 className={styles["title"]}>
        {changed > 0 && <FormattedMessage id="home.changed" values={{ count: changed }} />}
        {changed === 0 && (
          <FormattedMessage
            id={
              published === 0
                ? "home.nothingLive"
                : site.publishing
                  ? "home.allLive"
                  : "state.notVisible"
            }
          />
        )}
      </h1>
      <p className={styles["lead"]}>
        <StateShape state={site.publishing ? "published" : "unpublished"} />
        <FormattedMessage id={site.publishing ? "home.publishingOn" : "home.publishingOff"} />
        <LastPublished />
        {site.publishing && (
          <a href={`${site.publicUrl}/api/index.json`} target="_blank" rel="noreferrer">
            <FormattedMessage id="home.publicFiles" />
          </a>
        )}
      </p>
      {!site.publishing && (
        <Suspense>
          <TurnOn site={site} />
        </Suspense>
      )}
      {site.publishing && changed > 0 && site.role !== "view" && (
        <div className={styles["acts"]}>
          <PublishChanges />
        </div>
      )}
    </header>
  );
}

/** The last publish, if it is among the latest activity. */
function LastPublished(): ReactNode {
  const { data: acts = [] } = useActivity(ACTS_SHOWN);
  const last = acts.find(({ act }) => act === "published");
  if (last === undefined) return null;
  return (
    <span>
      <FormattedMessage
        id="home.lastPublished"
        values={{ by: last.by, ago: <Ago time={last.when} /> }}
      />
    </span>
  );
}
