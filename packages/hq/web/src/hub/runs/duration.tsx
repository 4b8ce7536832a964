import { type ReactNode, useEffect, useState } from "react";
import { FormattedMessage } from "react-intl";
import type { Run } from "../../api/hub/runs.ts";

type Times = Pick<Run, "startedAt" | "endedAt">;

/** Duration of a run, updated while it is running. Empty if it hasn't started. */
export function Duration({ run }: { readonly run: Times }): ReactNode {
  const now = useNow(run.startedAt !== undefined && run.endedAt === undefined);
  if (run.startedAt === undefined) return null;
  const end = run.endedAt === undefined ? now : Date.parse(run.endedAt);
  const seconds = Math.max(0, Math.round((end - Date.parse(run.startedAt)) / 1000));
  const values = {
    hours: Math.floor(seconds / 3600),
    minutes: Math.floor((seconds % 3600) / 60),
    seconds: seconds % 60,
    size: seconds >= 3600 ? "hours" : seconds >= 60 ? "minutes" : "seconds",
  };
  return <FormattedMessage id="hub.duration" values={values} />;
}

const SECOND_MS = 1000;

/** Returns the current time, updated while needed. */
function useNow(isOfInterest: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!isOfInterest) return undefined;
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, [isOfInterest]);
  return now;
}
