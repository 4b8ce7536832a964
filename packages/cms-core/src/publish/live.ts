// What serves a live site and keeps its public files: all that a server needs of this stage before it
// answers. The whole of the stage, which edits and checks as well, takes several times as long to load.
export { advanceToCommit, loadLiveSite } from "./load-live-site.ts";
export { emptyLiveSite, type LiveSite } from "./live-site.ts";
export { createLiveTables, type LiveTables } from "./live-tables.ts";
export { openPublicBucket, readPublicBucket } from "./public-bucket.ts";
export { publicFilesStand } from "./public-files-stand.ts";
export { openPublicFolder } from "./public-folder.ts";
export type { PublicFiles, PublicStorage } from "./public-storage.ts";
export { PUBLISHED_REF } from "./published-paths.ts";
export {
  createPublisher,
  type FollowReport,
  type Publisher,
  type PublisherOptions,
} from "./publisher.ts";
export { readPublicFolder } from "./read-public-folder.ts";
export { MAIN } from "../store/branches.ts";
