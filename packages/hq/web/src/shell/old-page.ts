import { useSyncExternalStore } from "react";

let isOld = false;
const listeners = new Set<() => void>();

// A part of the editor was gone when it was asked for: HQ was replaced by another version since the page was opened.
addEventListener("vite:preloadError", () => {
  isOld = true;
  for (const listener of listeners) listener();
});

/** Whether the page is older than the server. */
export function useIsOldPage(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isOld,
  );
}
