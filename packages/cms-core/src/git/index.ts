export { openRepository } from "./repository.ts";
export type {
  Change,
  CommitResult,
  FileEdit,
  FileMode,
  GitRepository,
  OpenRepositoryOptions,
  SharedAccess,
} from "./repository.ts";
export type { Rewrite } from "./guard-refs.ts";
export { checkGit, requireGit } from "./git-program.ts";
export { checkRepository } from "./check-repository.ts";
export { isOid, parseOid, parseRef } from "./object-id.ts";
export { parseTreePath } from "./tree-path.ts";
export type { Author } from "./commit-object.ts";
export type { Precondition } from "./commit-queue.ts";
export type { CommitsBetween, ListedCommit } from "./commits-between.ts";
export type { CommitStep } from "./first-parents.ts";
export type { FileChange } from "./diff-reader.ts";
export type { TreeFile } from "./list-files.ts";
export type { Oid } from "./object-id.ts";
export type { RefMove } from "./advance-refs.ts";
export type { Tag } from "./tag-object.ts";
export { takeBundle } from "./bundle.ts";
export { shareRepository } from "./share-repository.ts";
export {
  claimRepository,
  nameRepository,
  removeUnfinishedRepositories,
  unfinishedPath,
} from "./create-repository.ts";
export type { FileLogOptions, LoggedChanges } from "./file-log.ts";
export { receivePack, type Incoming } from "./receive-pack.ts";
export { receiveFolder } from "./receive-folder.ts";
export { openRemote } from "./remote.ts";
export type { FetchLimits, PushOutcome, Remote, RemoteMove, RemoteRefs } from "./remote.ts";
export type { RemoteAddress, RemoteLogin } from "./remote-access.ts";
export { lostRef } from "./guard-refs.ts";
export { requireReachable, uploadPack } from "./upload-pack.ts";
export { repositorySize } from "./repository-size.ts";
export { diffFolders } from "./diff-folders.ts";
