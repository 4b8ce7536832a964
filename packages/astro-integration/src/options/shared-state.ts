import type { LoamOptions } from "./options.ts";

/** What the integration tells `content.config.ts`, which Astro loads as a module of its own. */
export interface SharedState {
  readonly options: LoamOptions;
  /** Folder of the Astro project. */
  readonly root: string;
  /** Astro's `cacheDir`. */
  readonly cacheFolder: string;
  /** Whether content is looked for again while the process runs: in `astro dev`. */
  readonly watches: boolean;
  /** How often a loader was asked for its collection in this process. */
  readonly loaderRuns: { count: number };
}

declare global {
  var loamAstroState: SharedState | undefined;
}

// Config files run in Vite's module runner and the integration in plain Node: two instances of
// this module in one process, which share nothing but `globalThis`.
export function shareState(state: SharedState): void {
  globalThis.loamAstroState = state;
}

export function sharedState(): SharedState | undefined {
  return globalThis.loamAstroState;
}
