export { checkTypeChange } from "./check-type-change.ts";
export { upgradeEntry } from "./upgrade-entry.ts";
