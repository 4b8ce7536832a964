import { useSyncExternalStore } from "react";
import { keepEntries, type KeptEntry, readKeptEntries, without } from "./kept-entries.ts";

const KEY = "loam.favourites";
/** As many as one question to HQ names. */
const MOST = 100;

const listeners = new Set<() => void>();
let favourites = readKeptEntries(KEY);

addEventListener("storage", ({ key }) => {
  if (key === KEY) take(readKeptEntries(KEY));
});

/** The entries of a site that somebody marked in this browser, the latest first. */
export function useFavourites(site: string): readonly KeptEntry[] {
  const all = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => favourites,
  );
  return all.filter((entry) => entry.site === site);
}

/** Marks an entry, or takes its mark away, in every window of this browser. */
export function markFavourite(entry: KeptEntry, isFavourite: boolean): void {
  const others = without(favourites, entry);
  const next = isFavourite ? [entry, ...others].slice(0, MOST) : others;
  keepEntries(KEY, next);
  take(next);
}

function take(next: readonly KeptEntry[]): void {
  favourites = next;
  for (const listener of listeners) listener();
}
