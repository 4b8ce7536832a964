export { checkTypeChange } from "./check-type-change.ts";
export { sampleEntry, sampleFile, type SampleOptions } from "./sample-entry.ts";
export { upgradeEntry } from "./upgrade-entry.ts";
