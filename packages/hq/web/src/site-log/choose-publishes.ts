import type { LoggedPublish } from "../api/publishing/site-log.ts";

/** The two compared points of the publish history. */
export interface ChosenPublishes {
  readonly from: LoggedPublish | undefined;
  readonly to: LoggedPublish | undefined;
}

interface Commits {
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/**
 * Returns the points selected in the URL. B defaults to the live version, and A to the predecessor of B, which shows
 * what B changed.
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
