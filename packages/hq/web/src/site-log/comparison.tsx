import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { Button as AriaButton, Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import {
  type LiveDifference,
  type LoggedPublish,
  useLiveDifference,
} from "../api/publishing/site-log.ts";
import { useSession } from "../api/session.ts";
import { Letter } from "../ui/compare/drill-core.tsx";
import { Loading } from "../ui/notes/loading.tsx";
import { EntryChanges } from "./entry-changes.tsx";
import { FileChanges } from "./file-changes.tsx";
import { PublishName, PublishTime } from "./log-text.tsx";
import list from "../ui/list.module.css";
import menu from "../ui/menu.module.css";
import styles from "./site-log.module.css";

interface ComparisonProps {
  readonly from: LoggedPublish | undefined;
  readonly to: LoggedPublish | undefined;
}

/** Changes of the live site between two points. */
export function Comparison({ from, to }: ComparisonProps): ReactNode {
  const { data, error } = useLiveDifference({ from: from?.commit, to: to?.commit });
  if (to === undefined) return null;
  // The first publish has no predecessor, so everything in it is new.
  if (from === undefined) return <Differences difference={firstOf(to)} from={undefined} to={to} />;
  if (data === undefined) return <Loading error={error} />;
  return <Differences difference={data} from={from} to={to} />;
}

function firstOf({ entries, count }: LoggedPublish): LiveDifference {
  const added = entries.map(({ id, type, slug }) => ({ id, type, slug, kind: "added" as const }));
  return { entries: added, count, files: [] };
}

interface DifferencesProps extends ComparisonProps {
  readonly difference: LiveDifference;
  readonly to: LoggedPublish;
}

function Differences({ difference, from, to }: DifferencesProps): ReactNode {
  const { entries, count, files } = difference;
  if (count === 0 && files.length === 0) {
    return (
      <p className={styles["soft"]}>
        <FormattedMessage id={to.kind === "reorder" ? "log.onlyOrder" : "log.noDifference"} />
      </p>
    );
  }
  return (
    <>
      <EntryChanges entries={entries} from={from?.commit} to={to.commit} />
      {count > entries.length && (
        <p className={styles["soft"]}>
          <FormattedMessage id="log.moreEntries" values={{ count: count - entries.length }} />
        </p>
      )}
      <FileChanges files={files} />
    </>
  );
}

interface PublishChoiceProps {
  readonly letter: "A" | "B";
  readonly publishes: readonly LoggedPublish[];
  readonly chosen: LoggedPublish | undefined;
  readonly onChoose: (commit: string) => void;
}

/** Selects one of the two compared points. */
export function PublishChoice(props: PublishChoiceProps): ReactNode {
  const { letter, publishes, chosen, onChoose } = props;
  const { formatMessage } = useIntl();
  const { data: session } = useSession();
  const me = session ? session.user.email : undefined;
  return (
    <MenuTrigger>
      <AriaButton className={`${list["option"]} ${styles["point"]}`}>
        <Letter letter={letter} />
        <span className={`${list["names"]} ${list["small"]}`}>
          {chosen === undefined ? (
            <FormattedMessage id="log.nothingBefore" />
          ) : (
            <>
              <b>
                <PublishTime publish={chosen} />
              </b>
              <small>
                <PublishName publish={chosen} me={me} />
              </small>
            </>
          )}
        </span>
        <ChevronDown size={16} aria-hidden="true" />
      </AriaButton>
      <Popover className={menu["popup"] ?? ""} placement="bottom start">
        <Menu
          className={menu["menu"] ?? ""}
          aria-label={formatMessage({ id: "log.choose" }, { letter })}
          selectionMode="single"
          selectedKeys={chosen === undefined ? [] : [chosen.commit]}
        >
          {publishes.map((publish) => (
            <MenuItem
              key={publish.commit}
              id={publish.commit}
              className={`${menu["item"]} ${list["small"]} ${styles["pointChoice"]}`}
              onAction={() => onChoose(publish.commit)}
            >
              <b>
                <PublishTime publish={publish} />
              </b>
              <small>
                <PublishName publish={publish} me={me} />
              </small>
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
