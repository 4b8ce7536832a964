/** The amount transferred up to a time. */
export interface Measured {
  /** In milliseconds. */
  readonly at: number;
  readonly sent: number;
}

/** Shorter measurements are too imprecise. */
const SOONEST_MS = 2000;

/** Estimates the transfer time of some bytes at the measured speed; undefined if it is unknown. */
export function secondsFor(bytes: number, measured: readonly Measured[]): number | undefined {
  const [first, last] = [measured[0], measured.at(-1)];
  if (first === undefined || last === undefined || last.at - first.at < SOONEST_MS)
    return undefined;
  const perSecond = ((last.sent - first.sent) / (last.at - first.at)) * 1000;
  return perSecond > 0 ? bytes / perSecond : undefined;
}
