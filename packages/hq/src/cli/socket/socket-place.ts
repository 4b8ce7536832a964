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

/** Systems take 103 to 107 bytes for the path of a socket, and cut or refuse a longer one. */
const MAX_PATH_BYTES = 100;
/** Begins the name of a folder outside the data folder. */
const ELSEWHERE = "loam-socket-";

/** Where commands look for the server of a data folder: a socket, or a link to it. */
function socketIn(dataFolder: string): string {
  return join(dataFolder, "run", "hq.sock");
}

/** A place for a socket that only the user of this process can reach. */
export interface SocketPlace {
  readonly path: string;
  /** Removes what leads there, once nobody listens any more. */
  leave(): void;
}

/**
 * Makes the place, to be called by who holds the data folder: what a killed server left is removed. The folder of the
 * socket is closed to others before there is a socket in it, so nobody can open it while it is being made. Where the
 * path of the data folder is too long for one, the socket is in the system's folder for temporary files, and a
 * link leads there.
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
  // Fails for a folder of somebody else.
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
 * Where a server of this data folder would listen; undefined when none can. A link that outlived its server is not
 * followed to a folder that somebody else made since: what is sent may be a password.
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
