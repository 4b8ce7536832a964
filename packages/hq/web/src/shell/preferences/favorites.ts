import { usePreference } from "../../api/people/preferences.ts";
import { type StoredEntry, readEntries, without } from "./stored-entries.ts";

/** HQ returns at most this many entries by id. */
const MAX_ENTRIES = 100;

interface Favorites {
  /** The user's favorite entries of the site, latest first. */
  readonly favorites: readonly StoredEntry[];
  /** Adds or removes a favorite. */
  readonly mark: (entry: StoredEntry, isFavorite: boolean) => void;
}

/** Manages the user's favorites, which are shared by all devices. */
export function useFavorites(site: string): Favorites {
  const [all, change] = usePreference("favourites", readEntries);
  return {
    favorites: all.filter((entry) => entry.site === site),
    mark(entry, isFavorite) {
      change((now) => {
        const others = without(now, entry);
        return isFavorite ? [entry, ...others].slice(0, MAX_ENTRIES) : others;
      });
    },
  };
}
