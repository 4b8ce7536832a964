/** How much had come through at a time. */
export interface Measured {
  /** In milliseconds. */
  readonly at: number;
  readonly sent: number;
}

/** Less says too little of the speed. */
const SOONEST_MS = 2000;

/** How long some bytes take at the speed that was measured; undefined where it is not known. */
export function secondsFor(bytes: number, measured: readonly Measured[]): number | undefined {
  const [first, last] = [measured[0], measured.at(-1)];
  if (first === undefined || last === undefined || last.at - first.at < SOONEST_MS)
    return undefined;
  const perSecond = ((last.sent - first.sent) / (last.at - first.at)) * 1000;
  return perSecond > 0 ? bytes / perSecond : undefined;
}
