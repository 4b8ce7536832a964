import type { HistoryEvent } from "../api/content/history.ts";

/** The two versions that are compared, by their commits. */
export interface Chosen {
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** Whether an event left a version that can be read. */
export function hasVersion({ kind }: HistoryEvent): boolean {
  return kind !== "delete" && kind !== "unpublish";
}

/**
 * What is compared while nobody has chosen: the newest version with what is live, or with the one before it where
 * nothing was saved since it went live. Of an entry that was deleted, the last version with the one before it.
 */
export function firstChoice(events: readonly HistoryEvent[]): Chosen {
  const save = events.find((event) => hasVersion(event) && event.kind !== "publish");
  if (save === undefined) return { from: undefined, to: events.find(hasVersion)?.commit };
  const live = events.find(({ kind }) => kind === "publish" || kind === "unpublish");
  const isOlder = live !== undefined && events.indexOf(live) > events.indexOf(save);
  const from = isOlder && live.kind === "publish" ? live.commit : save.previous;
  return { from, to: save.commit };
}

/** What an event is looked at by: a save by what it changed, a publish by what was written since. */
export function choiceOf(event: HistoryEvent, events: readonly HistoryEvent[]): Chosen {
  if (event.kind !== "publish") return { from: event.previous, to: event.commit };
  const newest = events.find((one) => hasVersion(one) && one.kind !== "publish");
  return { from: event.commit, to: newest?.commit ?? event.commit };
}
