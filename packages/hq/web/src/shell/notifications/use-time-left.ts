import { useEffect, useState } from "react";
import { hasEnded, type Uploading } from "../../api/media/uploads.ts";
import { type Measured, secondsFor } from "./seconds-for.ts";

interface Progress {
  /** Bytes sent of the active uploads. */
  readonly sent: number;
  readonly size: number;
  /** Undefined at the start, and while no data is transferred. */
  readonly secondsLeft: number | undefined;
}

/** Time span for measuring the speed. A shorter one fluctuates, a longer one lags. */
const WINDOW_MS = 15_000;
const LOOK_MS = 1000;

/** Returns the progress of all uploads, and the remaining time at the speed of the last seconds. */
export function useTimeLeft(uploads: readonly Uploading[]): Progress {
  const left = uploads.filter(({ state }) => !hasEnded(state));
  const sent = left.reduce((sum, one) => sum + one.sent, 0);
  const size = left.reduce((sum, { file }) => sum + file.size, 0);
  // Including finished files, so that the sum doesn't decrease when one finishes.
  const through = uploads.reduce((sum, one) => sum + one.sent, 0);
  const [measured, setMeasured] = useState<readonly Measured[]>([]);
  useEffect(() => {
    const look = setInterval(() => {
      const now = { at: performance.now(), sent: through };
      setMeasured((before) => [...before.filter(({ at }) => now.at - at < WINDOW_MS), now]);
    }, LOOK_MS);
    return () => clearInterval(look);
  }, [through]);
  return { sent, size, secondsLeft: secondsFor(size - sent, measured) };
}
