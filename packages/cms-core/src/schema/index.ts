export { checkTypeChange } from "./check-type-change.ts";
export { diffTypes, type SchemaChange, type SchemaChangeKind } from "./diff-types.ts";
export type { EffectKind, EntryEffect } from "./entry-effects.ts";
export { sampleEntry, sampleFile, type SampleOptions } from "./sample-entry.ts";
export { upgradeEntry } from "./upgrade-entry.ts";
