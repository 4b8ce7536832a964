import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useSearchParams } from "react-router";
import { useProjects } from "../../api/hub/projects.ts";
import { type RunState, useRuns } from "../../api/hub/runs.ts";
import { useWorkers } from "../../api/hub/workers.ts";
import { useTitle } from "../../shell/use-title.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { SelectField } from "../../ui/fields/select-field.tsx";
import { Loading } from "../../ui/notes/loading.tsx";
import { ScreenHead } from "../../ui/screen-head.tsx";
import { RunRows } from "./run-rows.tsx";
import list from "../../ui/list.module.css";
import toolbar from "../../ui/toolbar.module.css";
import styles from "./runs.module.css";

const ALL = "all";
const STATES: readonly RunState[] = [
  "queued",
  "dispatched",
  "running",
  "succeeded",
  "failed",
  "cancelled",
  "timed_out",
  "lost",
  "refused",
];

/** The runs of the workspace, filtered by the URL. */
export function RunsScreen(): ReactNode {
  const { formatMessage } = useIntl();
  const title = formatMessage({ id: "nav.runs" });
  useTitle(title);
  const which = useRunFilters();
  const isNarrow = Object.keys(which).length > 0;
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useRuns(which);
  const runs = data?.pages.flatMap((page) => page.runs);
  if (runs === undefined) return <Loading error={error} />;
  return (
    <>
      <ScreenHead title={title} />
      {(isNarrow || runs.length > 0) && <Filters />}
      {runs.length > 0 ? <RunRows runs={runs} /> : <NoRuns isNarrow={isNarrow} />}
      {hasNextPage && (
        <div className={styles["moreRuns"]}>
          <Button
            isWorking={isFetchingNextPage}
            onPress={() => !isFetchingNextPage && void fetchNextPage()}
          >
            <FormattedMessage id="hub.earlierRuns" />
          </Button>
        </div>
      )}
    </>
  );
}

/** Returns the filters from the URL. */
function useRunFilters() {
  const [address] = useSearchParams();
  const state = STATES.find((one) => one === address.get("state"));
  const [project, worker] = [address.get("project"), address.get("worker")];
  return {
    ...(state !== undefined && { state }),
    ...(project !== null && { project }),
    ...(worker !== null && { worker }),
  };
}

function NoRuns({ isNarrow }: { readonly isNarrow: boolean }): ReactNode {
  if (isNarrow) {
    return (
      <p className={list["none"]} role="status">
        <FormattedMessage id="entries.noMatch" />
      </p>
    );
  }
  return (
    <EmptyState title="hub.noRunsTitle">
      <p>
        <FormattedMessage id="hub.noRuns" />
      </p>
    </EmptyState>
  );
}

function Filters(): ReactNode {
  const { formatMessage } = useIntl();
  const [address, setAddress] = useSearchParams();
  const { data: projects = [] } = useProjects();
  const { data: workers = [] } = useWorkers();
  const choices = [
    {
      name: "state",
      all: "hub.everyState",
      options: STATES.map((id) => [id, formatMessage({ id: `hub.run.${id}` })] as const),
    },
    {
      name: "project",
      all: "hub.everyProject",
      options: projects.map(({ id, name }) => [id, name] as const),
    },
    {
      name: "worker",
      all: "hub.everyWorker",
      options: workers.map(({ id, name }) => [id, name] as const),
    },
  ] as const;
  return (
    <div className={`${toolbar["toolbar"]} ${toolbar["fields"]}`}>
      {choices.map(({ name, all, options }) => (
        <SelectField
          key={name}
          label={formatMessage({ id: all })}
          isLabelled={false}
          options={[[ALL, formatMessage({ id: all })] as const, ...options]}
          value={address.get(name) ?? ALL}
          onChange={(id) =>
            setAddress(
              (before) => {
                const after = new URLSearchParams(before);
                if (id === ALL) after.delete(name);
                else after.set(name, id);
                return after;
              },
              { replace: true },
            )
          }
        />
      ))}
    </div>
  );
}
