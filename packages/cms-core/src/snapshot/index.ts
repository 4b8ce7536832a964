export { timeOfMessage } from "../git/objects/commit-object.ts";
export { advanceToCommit, loadLiveSite } from "../publish/live/load-live-site.ts";
export { emptyLiveSite, type LiveSite } from "../publish/live/live-site.ts";
export { PUBLISHED_REF } from "../publish/branch/published-tree.ts";
export {
  type BranchSite,
  publicFiles,
  readBranch,
  type ReadBranchOptions,
  type SnapshotReader,
} from "./read-branch.ts";
