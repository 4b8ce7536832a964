import { setTimeout as pause } from "node:timers/promises";
import { sharedState } from "../options/shared-state.ts";

const PAUSE_MS = 1000;
const MAX_TRIES = 30;

/**
 * Makes Astro refresh its store. Astro ignores a refresh without notice while it reads `content.config`, which it does
 * whenever a JSON or Markdown file of the project changes. In that case, the refresh is repeated.
 *
 * @param refresh Astro's `refreshContent` for the loaders of this package
 */
export async function refreshStore(refresh: () => Promise<void>): Promise<void> {
  const runs = sharedState()?.loaderRuns;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const before = runs?.count ?? 0;
    await refresh();
    // A site with collections of this package ran their loaders at startup.
    if (before === 0 || runs?.count !== before) return;
    await pause(PAUSE_MS, undefined, { ref: false });
  }
}
