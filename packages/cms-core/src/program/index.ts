export { answer, columns, EXIT, exitCodeOf, renderFailure, withJson } from "./answer.ts";
export type { JsonOption } from "./answer.ts";
export { lockFolder } from "./folder-lock.ts";
export type { FolderLock } from "./folder-lock.ts";
export {
  KEY_BYTES,
  keepKeyFile,
  openText,
  readKeyFile,
  SEALED_EXTRA_BYTES,
  sealText,
} from "./key-file.ts";
export { syncFolder, writeNewFile } from "./synced-file.ts";
export { processTerminal, readHidden, withoutEscapes } from "./terminal.ts";
export type { Environment, Terminal } from "./terminal.ts";
