import { Columns3, List } from "lucide-react";
import { type ReactNode, useId } from "react";
import { Tab, TabList, TabPanel, Tabs } from "react-aria-components";
import { FormattedMessage, FormattedNumber, useIntl } from "react-intl";
import { useSearchParams } from "react-router";
import { type ListedChange, useChanges } from "../../api/changes/changes.ts";
import { useSession } from "../../api/session.ts";
import type { MessageId } from "../../messages/messages.ts";
import { changeSettings, useSettings } from "../../shell/preferences/settings.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Segments } from "../../ui/fields/segments.tsx";
import { Loading } from "../../ui/notes/loading.tsx";
import { Ago } from "../../ui/values/ago.tsx";
import { type Names, namesOf } from "../stage/person-name.tsx";
import { ReviewerMarks } from "../stage/reviewer-marks.tsx";
import { StageTag } from "../stage/stage-tag.tsx";
import { OPEN_STAGES, type Stage, stageOf, waitsForMe } from "../stage/stage.ts";
import {
  type ChangeFilter,
  type ChangeListParams,
  type ChangeTab,
  parseListParams,
  printListParams,
  queryOf,
} from "./change-filter.ts";
import { AboutChange, ChangeLine, ChangeTitle, OpenThreads } from "./change-line.tsx";
import panel from "../../ui/panel.module.css";
import tabs from "../../ui/tabs.module.css";
import styles from "./list.module.css";

const BOARD = "board";
const LIST = "list";

/** Open, merged, and closed change requests. Filters are part of the URL. */
export function ChangeLists({ howTo }: { readonly howTo: MessageId }): ReactNode {
  const { formatMessage } = useIntl();
  const [query, setQuery] = useSearchParams();
  const address = parseListParams(query);
  const go = (next: Partial<ChangeListParams>): void =>
    setQuery(printListParams({ ...address, ...next }));
  const { reviewBoard } = useSettings();
  // Every list includes the totals of all states.
  const { data } = useChanges({ state: "open" });
  const counts = data?.pages[0]?.counts;
  return (
    <Tabs selectedKey={address.tab} onSelectionChange={(key) => go({ tab: tabOf(String(key)) })}>
      <TabList
        className={`${tabs["tabs"]} ${tabs["wide"]}`}
        aria-label={formatMessage({ id: "nav.review" })}
      >
        <ChangesTab id="open" label="review.tabOpen" count={counts?.open} />
        <ChangesTab id="merged" label="review.tabAccepted" count={counts?.merged} />
        <ChangesTab id="closed" label="review.tabClosed" count={counts?.closed} />
      </TabList>
      <div className={styles["tools"]}>
        <Segments
          label={formatMessage({ id: "review.filter" })}
          segments={FILTERS.map(({ id, label }) => ({
            id,
            label: <FormattedMessage id={label} />,
          }))}
          value={address.filter}
          onChange={(filter) => go({ filter })}
        />
        {address.tab === "open" && (
          <span className={styles["look"]}>
            <Segments
              label={formatMessage({ id: "review.look" })}
              segments={[
                {
                  id: LIST,
                  label: <Look icon={List} label="review.asList" />,
                },
                { id: BOARD, label: <Look icon={Columns3} label="review.asBoard" /> },
              ]}
              value={reviewBoard ? BOARD : LIST}
              onChange={(look) => changeSettings({ reviewBoard: look === BOARD })}
            />
          </span>
        )}
      </div>
      {TABS.map((tab) => (
        <TabPanel key={tab} id={tab} className={styles["panel"] ?? ""}>
          <ChangeResults
            address={address}
            isBoard={reviewBoard && tab === "open"}
            howTo={howTo}
            onAll={() => go({ filter: "all" })}
          />
        </TabPanel>
      ))}
    </Tabs>
  );
}

const TABS = ["open", "merged", "closed"] as const;

const FILTERS = [
  { id: "all", label: "review.showAll" },
  { id: "waiting", label: "review.showWaiting" },
  { id: "mine", label: "review.showMine" },
  { id: "unread", label: "review.showUnread" },
] as const satisfies readonly { readonly id: ChangeFilter; readonly label: string }[];

function tabOf(name: string): ChangeTab {
  return TABS.find((tab) => tab === name) ?? "open";
}

interface ChangesTabProps {
  readonly id: ChangeTab;
  readonly label: "review.tabOpen" | "review.tabAccepted" | "review.tabClosed";
  readonly count: number | undefined;
}

function ChangesTab({ id, label, count }: ChangesTabProps): ReactNode {
  return (
    <Tab id={id} className={tabs["tab"] ?? ""}>
      <FormattedMessage id={label} />
      {count !== undefined && (
        <span className={tabs["count"]}>
          <FormattedNumber value={count} />
        </span>
      )}
    </Tab>
  );
}

interface LookProps {
  readonly icon: typeof List;
  readonly label: "review.asList" | "review.asBoard";
}

function Look({ icon: Icon, label }: LookProps): ReactNode {
  return (
    <>
      <Icon size={14} aria-hidden="true" />
      <FormattedMessage id={label} />
    </>
  );
}

interface ChangeResultsProps {
  readonly address: ChangeListParams;
  readonly isBoard: boolean;
  /** Explains how to create one, for the empty state. */
  readonly howTo: MessageId;
  /** Clears the author filter. */
  readonly onAll: () => void;
}

function ChangeResults({ address, isBoard, howTo, onAll }: ChangeResultsProps): ReactNode {
  const { data: session } = useSession();
  const me = session?.user.id ?? "";
  const list = useChanges(queryOf(address, me));
  if (list.data === undefined) {
    return <Loading error={list.error} />;
  }
  const all = list.data.pages.flatMap((page) => page.contents);
  const changes =
    address.filter === "waiting" && address.tab === "open"
      ? all.filter((change) => waitsForMe(change, me))
      : all;
  if (changes.length === 0) return <Nothing {...address} howTo={howTo} onAll={onAll} />;
  const names = namesOf(...list.data.pages.map(({ people }) => people));
  return (
    <>
      {isBoard ? (
        <ChangeBoard changes={changes} names={names} />
      ) : (
        <ul>
          {changes.map((change: ListedChange) => (
            <ChangeLine key={change.number} change={change} names={names} />
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <div className={styles["more"]}>
          <Button
            isWorking={list.isFetchingNextPage}
            onPress={() => !list.isFetchingNextPage && void list.fetchNextPage()}
          >
            <FormattedMessage id="review.more" />
          </Button>
        </div>
      )}
    </>
  );
}

/** Empty state with the next step. */
function Nothing({
  tab,
  filter,
  howTo,
  onAll,
}: ChangeListParams & Pick<ChangeResultsProps, "howTo" | "onAll">): ReactNode {
  return (
    <EmptyState title={filter === "all" ? NOTHING[tab] : "review.nothingMatches"}>
      {filter === "all" ? (
        tab === "open" && (
          <p>
            <FormattedMessage id={howTo} />
          </p>
        )
      ) : (
        <Button onPress={onAll}>
          <FormattedMessage id="review.showAll" />
        </Button>
      )}
    </EmptyState>
  );
}

const NOTHING = {
  open: "review.nothingOpen",
  merged: "review.nothingAccepted",
  closed: "review.nothingClosed",
} as const;

interface ChangeBoardProps {
  readonly changes: readonly ListedChange[];
  readonly names: Names;
}

/** Open change requests in a column for each stage. */
function ChangeBoard({ changes, names }: ChangeBoardProps): ReactNode {
  const byStage = Map.groupBy(changes, stageOf);
  return (
    <div className={styles["board"]}>
      {OPEN_STAGES.map((stage) => (
        <Column key={stage} stage={stage} changes={byStage.get(stage) ?? []} names={names} />
      ))}
    </div>
  );
}

function Column({
  stage,
  changes,
  names,
}: ChangeBoardProps & { readonly stage: Stage }): ReactNode {
  const heading = useId();
  return (
    <section className={styles["column"]} aria-labelledby={heading}>
      <h2 id={heading}>
        <StageTag stage={stage} />
        <span className={tabs["count"]}>
          <FormattedNumber value={changes.length} />
        </span>
      </h2>
      {changes.length === 0 && (
        <p className={styles["empty"]}>
          <FormattedMessage id="review.columnEmpty" />
        </p>
      )}
      <ul>
        {changes.map((change) => (
          <li key={change.number} className={`${panel["box"]} ${styles["card"]}`}>
            <ChangeTitle change={change} />
            <small>
              <AboutChange change={change} names={names} />
            </small>
            <span className={styles["cardFoot"]}>
              <ReviewerMarks change={change} names={names} />
              <OpenThreads count={change.openThreads} />
              <span className={styles["ago"]}>
                <Ago time={change.updatedAt} />
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
