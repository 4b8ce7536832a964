export {
  type Change,
  type CommitResult,
  type FileEdit,
  type FileMode,
  type GitRepository,
  openRepository,
  type OpenRepositoryOptions,
  type SharedAccess,
} from "./repository/repository.ts";
export { lostRef, type Rewrite } from "./repository/guard-refs.ts";
export { checkGit, requireGit } from "./program/git-program.ts";
export { checkRepository } from "./disk/recover-repository.ts";
export { dropDamagedPacks } from "./disk/maintenance.ts";
export { lacksIndex } from "./disk/rebuild-derived.ts";
export { listRefs as readRefs } from "./disk/refs.ts";
export { isOid, type Oid, parseOid, parseRef } from "./objects/object-id.ts";
export { parseTreePath } from "./objects/tree.ts";
export type { Author, Tag } from "./objects/commit-object.ts";
export type { Precondition } from "./repository/commit-queue.ts";
export type { CommitsBetween, CommitStep, ListedCommit } from "./read/first-parents.ts";
export { diffFolders, type FileChange } from "./read/diff-reader.ts";
export type { TreeFile } from "./read/list-files.ts";
export type { RefMove } from "./repository/advance-refs.ts";
export { adoptBundle, takeBundle } from "./repository/bundle.ts";
export { eachFileThere } from "./repository/read-files.ts";
export { findLost, type LostFile } from "./repository/find-lost.ts";
export { shareRepository } from "./repository/share-repository.ts";
export {
  claimRepository,
  nameRepository,
  removeUnfinishedRepositories,
  unfinishedPath,
} from "./disk/create-repository.ts";
export type { FileLogOptions, LoggedChanges } from "./read/file-log.ts";
export { receivePack, type Incoming } from "./transport/receive-pack.ts";
export { receiveFolder } from "./transport/receive-folder.ts";
export {
  type FetchLimits,
  openRemote,
  type PushOutcome,
  type Remote,
  type RemoteMove,
  type RemoteRefs,
} from "./transport/remote.ts";
export type { RemoteAddress, RemoteLogin } from "./transport/remote-access.ts";
export { requireReachable, uploadPack } from "./transport/upload-pack.ts";
export { repositorySize } from "./disk/maintenance.ts";
