export { timeOfMessage } from "../git/objects/commit-time.ts";
export { advanceToCommit, loadLiveSite } from "../publish/live/load-live-site.ts";
export { emptyLiveSite } from "../publish/live/live-site.ts";
export type { LiveSite } from "../publish/live/live-site.ts";
export { PUBLISHED_REF } from "../publish/branch/published-paths.ts";
export { publicFiles } from "./public-files.ts";
export { readBranch } from "./read-branch.ts";
export type { BranchSite, ReadBranchOptions, SnapshotReader } from "./read-branch.ts";
