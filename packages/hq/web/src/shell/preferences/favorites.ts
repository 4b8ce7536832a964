import { usePreference } from "../../api/people/preferences.ts";
import { type StoredEntry, readEntries, without } from "./stored-entries.ts";

/** Maximum ids per request to HQ. */
const MOST = 100;

interface Favorites {
  /** The user's favorite entries of the site, latest first. */
  readonly favourites: readonly StoredEntry[];
  /** Adds or removes a favorite. */
  readonly mark: (entry: StoredEntry, isFavourite: boolean) => void;
}

/** Manages the user's favorites, which are shared by all devices. */
export function useFavorites(site: string): Favorites {
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
