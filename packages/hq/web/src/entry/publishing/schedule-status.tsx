import type { ReactNode } from "react";
import { FormattedDate, FormattedMessage } from "react-intl";
import type { Entry } from "../../api/content/entry.ts";
import type { TimeState } from "../../api/publishing/entry-times.ts";
import { useScheduleEntry } from "../../api/publishing/schedule.ts";
import { StateShape } from "../../ui/values/state-mark.tsx";
import text from "../../ui/text.module.css";
import styles from "../entry.module.css";

interface ScheduleStatusProps {
  readonly entry: Entry;
  /** The current schedule. */
  readonly times: readonly TimeState[];
  readonly mayWrite: boolean;
  readonly onChange: () => void;
}

const WORDS = {
  publish: { coming: "schedule.goesLive", failed: "notices.notPublished" },
  unpublish: { coming: "schedule.leaves", failed: "notices.notTakenDown" },
} as const;

/** Shows the scheduled changes of an entry or why they failed, with actions to change them. */
export function ScheduleStatus(props: ScheduleStatusProps): ReactNode {
  const { entry, times, mayWrite, onChange } = props;
  const cancel = useScheduleEntry(entry);
  const open = times.filter(({ kind }) => kind !== "done");
  if (open.length === 0) return null;
  return (
    <span className={styles["times"]}>
      {open.map((time) => (
        <span key={time.act} className={time.kind === "failed" ? styles["missed"] : styles["time"]}>
          <StateShape state={time.kind === "failed" ? "broken" : "scheduled"} />
          <span>
            <Words time={time} />
          </span>
        </span>
      ))}
      {mayWrite && (
        <>
          <button
            type="button"
            className={`${text["button"]} ${styles["plain"]}`}
            onClick={onChange}
          >
            <FormattedMessage id="schedule.change" />
          </button>
          <button
            type="button"
            className={`${text["button"]} ${styles["plain"]}`}
            disabled={cancel.isPending}
            onClick={() => cancel.mutate({})}
          >
            <FormattedMessage id="schedule.cancel" />
          </button>
        </>
      )}
      {cancel.error !== null && (
        <span className={styles["missed"]} role="alert">
          {cancel.error.message}
        </span>
      )}
    </span>
  );
}

function Words({ time }: { readonly time: TimeState }): ReactNode {
  const at = (
    <time dateTime={time.at}>
      <FormattedDate
        value={time.at}
        year="numeric"
        month="short"
        day="numeric"
        hour="numeric"
        minute="2-digit"
        timeZoneName="short"
      />
    </time>
  );
  if (time.kind !== "failed") {
    return <FormattedMessage id={WORDS[time.act].coming} values={{ at }} />;
  }
  const cause = time.failure.issues.map(({ message }) => message).join(" ");
  return <FormattedMessage id={WORDS[time.act].failed} values={{ at, cause }} />;
}
