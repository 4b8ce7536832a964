import { useSyncExternalStore } from "react";

let isOld = false;
const listeners = new Set<() => void>();

// A chunk could not be loaded, because HQ was updated since the page was opened.
addEventListener("vite:preloadError", () => {
  isOld = true;
  for (const listener of listeners) listener();
});

/** Returns whether the page is older than the server. */
export function useIsPageOutdated(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isOld,
  );
}
