import { setTimeout as pause } from "node:timers/promises";
import { sharedState } from "../options/shared-state.ts";

const PAUSE_MS = 1000;
const MOST_TRIES = 30;

/**
 * Has Astro refresh its store. While it reads `content.config`, which it does whenever a JSON or Markdown file of the
 * project changes, it does nothing and says nothing: then it is asked again.
 *
 * @param refresh - Astro's `refreshContent`, for the loaders of this package.
 */
export async function refreshStore(refresh: () => Promise<void>): Promise<void> {
  const runs = sharedState()?.loaderRuns;
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const before = runs?.count ?? 0;
    await refresh();
    // A site that has collections of this package ran their loaders as it started.
    if (before === 0 || runs?.count !== before) return;
    await pause(PAUSE_MS, undefined, { ref: false });
  }
}
