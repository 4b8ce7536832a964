import type { HistoryEvent } from "../api/content/history.ts";

/** The two compared versions, by commit. */
export interface Chosen {
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** Returns whether an event has a version that can be loaded. */
export function hasVersion({ kind }: HistoryEvent): boolean {
  return kind !== "delete" && kind !== "unpublish";
}

/**
 * Returns the default comparison: the newest version with the live version, or with its predecessor if the newest is
 * live. For a deleted entry, the last version with its predecessor.
 */
export function firstChoice(events: readonly HistoryEvent[]): Chosen {
  const save = events.find((event) => hasVersion(event) && event.kind !== "publish");
  if (save === undefined) return { from: undefined, to: events.find(hasVersion)?.commit };
  const live = events.find(({ kind }) => kind === "publish" || kind === "unpublish");
  const isOlder = live !== undefined && events.indexOf(live) > events.indexOf(save);
  const from = isOlder && live.kind === "publish" ? live.commit : save.previous;
  return { from, to: save.commit };
}

/**
 * Returns the comparison for an event: a save with its predecessor, a publish with the newest version.
 */
export function choiceOf(event: HistoryEvent, events: readonly HistoryEvent[]): Chosen {
  if (event.kind !== "publish") return { from: event.previous, to: event.commit };
  const newest = events.find((one) => hasVersion(one) && one.kind !== "publish");
  return { from: event.commit, to: newest?.commit ?? event.commit };
}
