export { openRepository } from "./repository/repository.ts";
export type {
  Change,
  CommitResult,
  FileEdit,
  FileMode,
  GitRepository,
  OpenRepositoryOptions,
  SharedAccess,
} from "./repository/repository.ts";
export type { Rewrite } from "./repository/guard-refs.ts";
export { checkGit, requireGit } from "./program/git-program.ts";
export { checkRepository } from "./disk/check-repository.ts";
export { isOid, parseOid, parseRef } from "./objects/object-id.ts";
export { parseTreePath } from "./objects/tree-path.ts";
export type { Author } from "./objects/commit-object.ts";
export type { Precondition } from "./repository/commit-queue.ts";
export type { CommitsBetween, ListedCommit } from "./read/commits-between.ts";
export type { CommitStep } from "./read/first-parents.ts";
export type { FileChange } from "./read/diff-reader.ts";
export type { TreeFile } from "./read/list-files.ts";
export type { Oid } from "./objects/object-id.ts";
export type { RefMove } from "./repository/advance-refs.ts";
export type { Tag } from "./objects/tag-object.ts";
export { takeBundle } from "./repository/bundle.ts";
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
export { openRemote } from "./transport/remote.ts";
export type {
  FetchLimits,
  PushOutcome,
  Remote,
  RemoteMove,
  RemoteRefs,
} from "./transport/remote.ts";
export type { RemoteAddress, RemoteLogin } from "./transport/remote-access.ts";
export { lostRef } from "./repository/guard-refs.ts";
export { requireReachable, uploadPack } from "./transport/upload-pack.ts";
export { repositorySize } from "./disk/repository-size.ts";
export { diffFolders } from "./read/diff-folders.ts";
