import { useEffect, useState } from "react";
import { hasEnded, type Uploading } from "../../api/media/uploads.ts";
import { type Measured, secondsFor } from "./seconds-for.ts";

interface Progress {
  /** Bytes of those that are on their way. */
  readonly sent: number;
  readonly size: number;
  /** Unknown until some time has passed, and while nothing comes through. */
  readonly secondsLeft: number | undefined;
}

/** So much of the past says how fast it goes: less jumps, more lags behind. */
const WINDOW_MS = 15_000;
const LOOK_MS = 1000;

/** How far all uploads together are, and how long what is left takes at the speed of the last seconds. */
export function useTimeLeft(uploads: readonly Uploading[]): Progress {
  const left = uploads.filter(({ state }) => !hasEnded(state));
  const sent = left.reduce((sum, one) => sum + one.sent, 0);
  const size = left.reduce((sum, { file }) => sum + file.size, 0);
  // Also of files that have ended meanwhile, so that the end of one does not look like a step back.
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
