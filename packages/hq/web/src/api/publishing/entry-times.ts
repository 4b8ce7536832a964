import type { Entry } from "../content/entry.ts";
import type { EntryTimes, ScheduleFailure } from "./schedule.ts";

export type TimedAct = "publish" | "unpublish";

const KEYS = { publish: "publishAt", unpublish: "unpublishAt" } as const;

/** The state of a scheduled time of an entry. */
export type TimeState =
  | { readonly act: TimedAct; readonly at: string; readonly kind: "coming" | "done" }
  | {
      readonly act: TimedAct;
      readonly at: string;
      readonly kind: "failed";
      readonly failure: ScheduleFailure;
    };

/** Returns the scheduled times of an entry: pending, done, or failed. */
export function timesOf(
  entry: Pick<Entry, "id" | "publishAt" | "unpublishAt">,
  failures: readonly ScheduleFailure[],
  now: number,
): readonly TimeState[] {
  return (["publish", "unpublish"] as const).flatMap((act): TimeState[] => {
    const at = entry[KEYS[act]];
    if (at === undefined) return [];
    if (Date.parse(at) > now) return [{ act, at, kind: "coming" }];
    const failure = failures.find(({ entryId, action }) => entryId === entry.id && action === act);
    return [
      failure === undefined ? { act, at, kind: "done" } : { act, at, kind: "failed", failure },
    ];
  });
}

/** Returns the times to send for the user's choices. A past time stays in the file as a record. */
export function timesToSend(
  chosen: Readonly<Record<TimedAct, string | null>>,
  known: readonly TimeState[],
): EntryTimes {
  const times = (["publish", "unpublish"] as const).flatMap((act) => {
    const done = known.find((time) => time.act === act && time.kind === "done")?.at;
    const at = chosen[act] ?? done;
    return at === undefined ? [] : [[KEYS[act], at] as const];
  });
  const isAnySet = chosen.publish !== null || chosen.unpublish !== null;
  return isAnySet ? Object.fromEntries(times) : {};
}
