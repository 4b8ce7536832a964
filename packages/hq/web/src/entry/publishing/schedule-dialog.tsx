import { getLocalTimeZone, now } from "@internationalized/date";
import { type ReactNode, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import type { Entry } from "../../api/content/entry.ts";
import type { Field } from "../../api/content/schema.ts";
import { type TimedAct, type TimeState, timesToSend } from "../../api/publishing/entry-times.ts";
import { usePublishCheck } from "../../api/publishing/publishing.ts";
import { useScheduleEntry } from "../../api/publishing/schedule.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Checkbox } from "../../ui/fields/checkbox.tsx";
import { TimeField } from "../../ui/fields/time-field.tsx";
import { HiddenPublishNote } from "../../ui/notes/hidden-publish-note.tsx";
import { Note } from "../../ui/notes/note.tsx";
import { Refusal } from "../../ui/notes/refusal.tsx";
import { labelOf, problemsOf } from "../form/problems.ts";
import styles from "./publish-dialog.module.css";

interface ScheduleDialogProps {
  readonly entry: Entry;
  readonly fields: readonly Field[];
  /** The current schedule. */
  readonly times: readonly TimeState[];
  readonly onClose: () => void;
}

type Chosen = Readonly<Record<TimedAct, string | null>>;

const WORDS = {
  publish: { tick: "schedule.publish", time: "schedule.publishTime", path: "publishAt" },
  unpublish: { tick: "schedule.unpublish", time: "schedule.unpublishTime", path: "unpublishAt" },
} as const;

/** Schedules when an entry is published and unpublished. */
export function ScheduleDialog({ entry, fields, times, onClose }: ScheduleDialogProps): ReactNode {
  const { formatMessage } = useIntl();
  const schedule = useScheduleEntry(entry);
  const { data: check } = usePublishCheck(entry);
  const isSet = times.some(({ kind }) => kind !== "done");
  const [chosen, setChosen] = useState<Chosen>(() => ({
    publish: openTime(times, "publish") ?? (isSet ? null : tomorrow(1)),
    unpublish: openTime(times, "unpublish"),
  }));
  const [late, setLate] = useState<readonly TimedAct[]>([]);
  const refused = new Map(problemsOf(schedule.error).map(({ path, message }) => [path, message]));
  const errorOf = (act: TimedAct): string | undefined =>
    late.includes(act)
      ? formatMessage({ id: "schedule.timeToCome" })
      : refused.get(WORDS[act].path);
  const choose = (act: TimedAct, at: string | null): void => {
    schedule.reset();
    setLate([]);
    setChosen({ ...chosen, [act]: at });
  };
  const send = (): void => {
    const past = (["publish", "unpublish"] as const).filter(
      (act) => chosen[act] !== null && Date.parse(chosen[act]) <= Date.now(),
    );
    setLate(past);
    if (past.length > 0 || schedule.isPending) return;
    schedule.mutate(timesToSend(chosen, times), { onSuccess: onClose });
  };
  return (
    <Dialog title={<FormattedMessage id="schedule.title" />} isOpen onClose={onClose}>
      <form
        className={styles["found"]}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <p>
          <FormattedMessage id="schedule.lead" />
        </p>
        {(["publish", "unpublish"] as const).map((act) => (
          <TimeChoice
            key={act}
            act={act}
            at={chosen[act]}
            first={later(chosen, act)}
            error={errorOf(act)}
            onChoose={(at) => choose(act, at)}
          />
        ))}
        {chosen.publish !== null &&
          check?.problems.map(({ path, message }) => (
            <Note key={`${path} ${message}`} tone="ochre">
              <FormattedMessage
                id="schedule.mendFirst"
                values={{ field: labelOf(path, fields), message }}
              />
            </Note>
          ))}
        <HiddenPublishNote />
        {refused.size === 0 && <Refusal error={schedule.error} />}
        <footer className={styles["foot"]}>
          <span className={styles["space"]} />
          <Button look="quiet" onPress={onClose}>
            <FormattedMessage id="publish.cancel" />
          </Button>
          <Button look="primary" type="submit" isWorking={schedule.isPending}>
            <FormattedMessage id="schedule.save" />
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}

interface TimeChoiceProps {
  readonly act: TimedAct;
  readonly at: string | null;
  /** Initial time when the option is selected. */
  readonly first: string;
  readonly error: string | undefined;
  readonly onChoose: (at: string | null) => void;
}

function TimeChoice({ act, at, first, error, onChoose }: TimeChoiceProps): ReactNode {
  const { formatMessage } = useIntl();
  return (
    <div className={styles["found"]}>
      <Checkbox isSelected={at !== null} onChange={(isOn) => onChoose(isOn ? first : null)}>
        <FormattedMessage id={WORDS[act].tick} />
      </Checkbox>
      {at !== null && (
        <TimeField
          label={formatMessage({ id: WORDS[act].time })}
          value={at}
          onChange={onChoose}
          error={error}
        />
      )}
    </div>
  );
}

/** Returns a pending scheduled time. */
function openTime(times: readonly TimeState[], wanted: TimedAct): string | null {
  return times.find(({ act, kind }) => act === wanted && kind !== "done")?.at ?? null;
}

/** Returns the initial time: tomorrow morning, or for unpublishing a week after publishing. */
function later(chosen: Chosen, act: TimedAct): string {
  return act === "publish" ? tomorrow(1) : tomorrow(chosen.publish === null ? 1 : 8);
}

const MORNING = { hour: 9, minute: 0, second: 0, millisecond: 0 };

function tomorrow(days: number): string {
  return now(getLocalTimeZone()).add({ days }).set(MORNING).toAbsoluteString();
}
