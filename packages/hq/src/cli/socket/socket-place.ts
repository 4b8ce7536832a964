import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { CmsError } from "@loam/cms-core";

/** Systems allow 103 to 107 bytes for the path of a socket, and truncate or reject longer ones. */
const MAX_PATH_BYTES = 100;
/** Name prefix of a folder outside the data folder. */
const ELSEWHERE = "loam-socket-";

/** Path where commands look for a data folder's server: a socket, or a link to one. */
function socketIn(dataFolder: string): string {
  return join(dataFolder, "run", "hq.sock");
}

/** A path for a socket that only the current user can access. */
export interface SocketPlace {
  readonly path: string;
  /** Removes the socket path after listening has stopped. */
  leave(): void;
}

/**
 * Prepares the socket path. Must be called by the process that holds the data folder, because it removes what a killed
 * server left behind. The folder is made private before it contains a socket, so that no one can open the socket while
 * it is created. If the path of the data folder is too long, the socket is in the system's temporary folder, and a link
 * points to it.
 *
 * @throws CmsError `data_dir_unusable`
 */
export function makeSocketPlace(dataFolder: string): SocketPlace {
  const known = socketIn(dataFolder);
  try {
    closeFolder(dirname(known));
    remove(known);
    const path = Buffer.byteLength(known) <= MAX_PATH_BYTES ? known : linkElsewhere(known);
    return { path, leave: () => remove(known) };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new CmsError("data_dir_unusable", `Cannot create a socket at ${known}: ${reason}`, {
      cause,
    });
  }
}

function closeFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (!lstatSync(folder).isDirectory()) throw new Error(`${folder} is not a folder`);
  // Fails for a folder of another user.
  chmodSync(folder, 0o700);
}

function linkElsewhere(known: string): string {
  const path = join(mkdtempSync(join(tmpdir(), ELSEWHERE)), basename(known));
  if (Buffer.byteLength(path) > MAX_PATH_BYTES) {
    rmSync(dirname(path), { recursive: true });
    throw new Error("its path is too long; set TMPDIR to a shorter path");
  }
  symlinkSync(path, known);
  return path;
}

function remove(known: string): void {
  const linked = linkedFrom(known);
  if (linked !== undefined && basename(dirname(linked)).startsWith(ELSEWHERE)) {
    rmSync(dirname(linked), { recursive: true, force: true });
  }
  rmSync(known, { force: true });
}

function linkedFrom(known: string): string | undefined {
  try {
    return readlinkSync(known);
  } catch {
    return undefined;
  }
}

/**
 * Returns the socket path of a data folder's server, or undefined if there cannot be one. A stale link isn't followed
 * to a folder that another user has created since, because the command might send a password.
 */
export function findSocket(dataFolder: string): string | undefined {
  const known = socketIn(dataFolder);
  const linked = linkedFrom(known);
  if (linked === undefined) {
    return Buffer.byteLength(known) <= MAX_PATH_BYTES ? known : undefined;
  }
  const owner = statSync(dirname(linked), { throwIfNoEntry: false })?.uid;
  return owner === lstatSync(known).uid ? linked : undefined;
}
