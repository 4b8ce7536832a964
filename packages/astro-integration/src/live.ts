import { liveFunctions, type LiveFunctions } from "./live/live-collections.ts";

export { CmsError, isCmsError } from "@loam/cms-core";
export type {
  LiveCollections,
  LiveData,
  LiveEntry,
  LiveOptions,
  LoamLiveLoader,
} from "./live/live-collections.ts";
export type { LiveCondition, LiveFilter } from "./live/live-filter.ts";

// With the integration, a module of the same name replaces this one. It knows the options and the content types.
const functions: LiveFunctions = liveFunctions();

export const loamLiveCollections: LiveFunctions["loamLiveCollections"] =
  functions.loamLiveCollections;
export const loamLiveLoader: LiveFunctions["loamLiveLoader"] = functions.loamLiveLoader;
