import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import {
  type LiveDifference,
  type LoggedPublish,
  useLiveDifference,
} from "../api/publishing/site-log.ts";
import { Loading } from "../ui/notes/loading.tsx";
import { EntryChanges } from "./entry-changes.tsx";
import { FileChanges } from "./file-changes.tsx";
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
