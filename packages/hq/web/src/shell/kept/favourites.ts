import { usePreference } from "../../api/people/preferences.ts";
import { type KeptEntry, readEntries, without } from "./kept-entries.ts";

/** As many as one question to HQ names. */
const MOST = 100;

interface Favourites {
  /** The entries of the site that somebody marked, the latest first. */
  readonly favourites: readonly KeptEntry[];
  /** Marks an entry, or takes its mark away. */
  readonly mark: (entry: KeptEntry, isFavourite: boolean) => void;
}

/** What somebody comes back to, on whatever device. */
export function useFavourites(site: string): Favourites {
  const [all, change] = usePreference("favourites", readEntries);
  return {
    favourites: all.filter((entry) => entry.site === site),
    mark(entry, isFavourite) {
      change((now) => {
        const others = without(now, entry);
        return isFavourite ? [entry, ...others].slice(0, MOST) : others;
      });
    },
  };
}
