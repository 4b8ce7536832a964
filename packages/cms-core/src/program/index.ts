export {
  answer,
  columns,
  EXIT,
  exitCodeOf,
  type JsonOption,
  renderFailure,
  withJson,
} from "./answer.ts";
export { wholeCharacters } from "../base/bytes.ts";
export { isRunning } from "../base/running.ts";
export { type FolderLock, lockFolder } from "./folder-lock.ts";
export {
  keepKeyFile,
  KEY_BYTES,
  openText,
  readKeyFile,
  SEALED_EXTRA_BYTES,
  sealText,
  syncFolder,
  writeNewFile,
} from "./key-file.ts";
export { problemBody, requestErrorStatus } from "./problem.ts";
export { DURABLE, inTransaction, openPrivate } from "../base/sqlite.ts";
export {
  type Environment,
  isClosedReader,
  processTerminal,
  readHidden,
  type Terminal,
  withoutEscapes,
} from "./terminal.ts";
