import { lazy, type ReactNode, Suspense, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useCollectEntries } from "../api/content/bulk.ts";
import type { EntrySummary, ShownState } from "../api/content/entries.ts";
import { useActivity } from "../api/people/activity.ts";
import { type Site, useSite, useTypes } from "../api/sites.ts";
import { useFirstSteps } from "../shell/preferences/first-steps.ts";
import { useTitle } from "../shell/use-title.ts";
import { Button } from "../ui/button.tsx";
import { Refusal } from "../ui/notes/refusal.tsx";
import { Ago } from "../ui/values/ago.tsx";
import { StateShape } from "../ui/values/state-mark.tsx";
import {
  EntrySection,
  FavoriteEntries,
  ScheduledNext,
  UnsavedEntries,
  ViewedEntries,
} from "./entry-sections.tsx";
import { ACTS_SHOWN, LastActivity } from "./last-activity.tsx";
import { ProblemsSection } from "./problems-section.tsx";
import form from "../ui/form.module.css";
import text from "../ui/text.module.css";
import styles from "./home.module.css";

// Established sites need neither.
const FirstSteps = lazy(async () => ({
  default: (await import("../onboarding/first-steps.tsx")).FirstSteps,
}));
const TurnOn = lazy(async () => ({
  default: (await import("../delivery/publishing/turn-on.tsx")).TurnOnPublishing,
}));

/** The home of a site: tasks on the left, information on the right. */
export function HomeScreen(): ReactNode {
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
          <a
            className={text["action"]}
            href={`${site.publicUrl}/api/index.json`}
            target="_blank"
            rel="noreferrer"
          >
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
        <div className={`${form["buttons"]} ${styles["acts"]}`}>
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

const BulkDialog = lazy(async () => ({
  default: (await import("../entries/bulk/bulk-dialog.tsx")).BulkDialog,
}));

const CHANGED = { state: "changed", search: "", order: "-updatedAt" } as const;

/** Publishes all changes after reviewing them. */
function PublishChanges(): ReactNode {
  const collect = useCollectEntries({ thumbnails: true });
  const [entries, setEntries] = useState<readonly EntrySummary[]>();
  return (
    <>
      <Refusal error={collect.error} />
      <Button
        look="primary"
        isWorking={collect.isPending}
        onPress={() => !collect.isPending && collect.mutate(CHANGED, { onSuccess: setEntries })}
        data-publishes
      >
        <FormattedMessage id="home.publishChanges" />
      </Button>
      <Suspense>
        {entries !== undefined && (
          <BulkDialog plan={{ act: "publish", entries }} onClose={() => setEntries(undefined)} />
        )}
      </Suspense>
    </>
  );
}
