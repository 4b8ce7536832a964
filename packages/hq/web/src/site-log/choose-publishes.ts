import type { LoggedPublish } from "../api/publishing/site-log.ts";

/** The two points of the log that are compared. */
export interface ChosenPublishes {
  readonly from: LoggedPublish | undefined;
  readonly to: LoggedPublish | undefined;
}

interface Commits {
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/**
 * What an address chooses of a log, the newest first. Without B it is what is live now; without A the point before B, so
 * that what B itself did is seen.
 */
export function choosePublishes(
  publishes: readonly LoggedPublish[],
  { from, to }: Commits,
): ChosenPublishes {
  const find = (commit: string | undefined): LoggedPublish | undefined =>
    publishes.find((publish) => publish.commit === commit);
  const second = find(to) ?? publishes[0];
  const place = second === undefined ? -1 : publishes.indexOf(second);
  return { from: find(from) ?? publishes[place + 1], to: second };
}
