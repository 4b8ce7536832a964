import type { LoamOptions } from "./options.ts";

/** State that the integration shares with `content.config.ts`, which Astro loads as a separate module. */
export interface SharedState {
  readonly options: LoamOptions;
  /** Root folder of the Astro project. */
  readonly root: string;
  /** Astro's `cacheDir`. */
  readonly cacheFolder: string;
  /** Whether the process checks for new content: in `astro dev`. */
  readonly watches: boolean;
  /** Number of loader runs in this process. */
  readonly loaderRuns: { count: number };
}

declare global {
  var loamAstroState: SharedState | undefined;
}

// Config files run in Vite's module runner and the integration in plain Node: two instances of this module in one
// process, which share only `globalThis`.
export function shareState(state: SharedState): void {
  globalThis.loamAstroState = state;
}

export function sharedState(): SharedState | undefined {
  return globalThis.loamAstroState;
}
