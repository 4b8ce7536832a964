import { usePreference } from "../../api/people/preferences.ts";
import { type KeptEntry, readEntries, without } from "./stored-entries.ts";

/** Maximum ids per request to HQ. */
const MOST = 100;

interface Favourites {
  /** The user's favorite entries of the site, latest first. */
  readonly favourites: readonly KeptEntry[];
  /** Adds or removes a favorite. */
  readonly mark: (entry: KeptEntry, isFavourite: boolean) => void;
}

/** Manages the user's favorites, which are shared by all devices. */
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
