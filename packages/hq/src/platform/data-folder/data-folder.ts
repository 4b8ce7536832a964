import {
  accessSync,
  closeSync,
  constants,
  fsyncSync,
  mkdirSync,
  openSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { CmsError } from "@loam/cms-core";
import { z } from "zod";

/** Paths in a data folder. */
export interface DataPaths {
  /** The control database. */
  readonly database: string;
  /** Encrypts the secrets in the control database. Created on first use. */
  readonly secretKey: string;
  /** Tells commands how to reach the running server (`server-file.ts`). */
  readonly server: string;
  /** Folder of the bare site repositories. */
  readonly sites: string;
  /** Folder of the bare skill repositories, one per workspace. */
  readonly skills: string;
  /** Folder of the followers' cursors. Can be deleted and is recreated. */
  readonly state: string;
  /** Private folder of one process. Can be deleted while the process isn't running. */
  readonly node: string;
  /** Folder of uploads to this process. Can be emptied while the process isn't running. */
  readonly uploads: string;
  /** Folder of resumable uploads, which any process of this HQ can continue. */
  readonly partialUploads: string;
  /** Folder of run logs, one file per run. */
  readonly runs: string;
  /** Folder of the repositories of deleted sites. HQ never empties it. */
  readonly trash: string;
}

/** `node` differs from `folder` only if several processes share the data folder. */
export function dataPaths(folder: string, node: string = folder): DataPaths {
  return {
    database: join(folder, "hq.db"),
    secretKey: join(folder, "secret.key"),
    server: join(folder, "server.json"),
    sites: join(folder, "sites"),
    skills: join(folder, "skills"),
    state: join(folder, "state"),
    node,
    uploads: join(node, "uploads"),
    partialUploads: join(folder, "partial-uploads"),
    runs: join(folder, "runs"),
    trash: join(folder, "trash"),
  };
}

/** Syncs the name of a new folder to disk, and the names of the parents created with it. */
function syncNames(path: string, first: string): void {
  for (let at = path; at.length >= first.length; at = dirname(at)) {
    const parent = openSync(dirname(at), "r");
    try {
      fsyncSync(parent);
    } finally {
      closeSync(parent);
    }
  }
}

/** Mode of folders that other users pass through, such as a web server that serves public files. */
export const PASS_THROUGH = 0o750;
const PRIVATE = 0o700;

/**
 * Creates a folder that HQ writes to, with its parents, if it doesn't exist. Only its owner has access by default.
 *
 * @throws CmsError `data_dir_unusable` if it cannot be created or written to.
 */
export function ensureFolder(path: string, mode: number = PRIVATE): void {
  try {
    const first = mkdirSync(path, { recursive: true, mode });
    if (first !== undefined) syncNames(resolve(path), first);
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    // Permissions don't reveal a disk that the system remounted as read-only.
    const why = cause instanceof Error ? ` (${cause.message})` : "";
    throw new CmsError(
      "data_dir_unusable",
      `${path} cannot be created or written to${why}. Check its owner, its permissions, and the disk.`,
      { cause },
    );
  }
}

/** Any one of these marks a data folder. */
const DATA_FOLDER_NAMES = ["format.json", "hq.db", "sites"];
/**
 * What a folder can contain before it becomes a data folder: files of the volume, settings, a key, and files created by
 * another process that is starting.
 */
const IGNORED_NAMES = /^(?:lost\+found|\.env|secret\.key|nodes|hq\.lock.*)$/;

/**
 * Rejects a folder that contains foreign files. HQ doesn't share its data folder.
 *
 * @throws CmsError `data_dir_unusable`
 */
export function refuseForeignFolder(folder: string): void {
  const names = namesIn(folder);
  if (DATA_FOLDER_NAMES.some((name) => names.includes(name))) return;
  const [other, ...more] = names
    .filter((name) => !IGNORED_NAMES.test(name) && !isEmptyFolder(join(folder, name)))
    .toSorted();
  if (other === undefined) return;
  const rest = more.length === 0 ? "" : ` and ${more.length} more`;
  throw new CmsError(
    "data_dir_unusable",
    `${folder} already contains ${other}${rest}, and HQ needs a separate folder. Set LOAM_DATA to a new or empty folder.`,
  );
}

function namesIn(folder: string): readonly string[] {
  return existsSync(folder) && statSync(folder).isDirectory() ? readdirSync(folder) : [];
}

function isEmptyFolder(path: string): boolean {
  return (
    statSync(path, { throwIfNoEntry: false })?.isDirectory() === true &&
    readdirSync(path).length === 0
  );
}

/** The data folder layout that this version reads and writes. */
const DATA_FORMAT = 1;

const formatSchema = z.object({ loamData: z.int().positive() });

/**
 * Checks the format of a data folder and records it in a new one. Must pass before anything else is touched: an older
 * version must not write to a folder that a newer one has changed.
 *
 * @throws CmsError `data_format_newer`, or `data_dir_unusable` if `format.json` is broken.
 */
export function checkDataFormat(folder: string): void {
  const path = join(folder, "format.json");
  if (!existsSync(path)) {
    // Written with a rename, so that a process that starts at the same time never reads a partial file.
    const unfinished = `${path}.${process.pid}`;
    writeFileSync(unfinished, `${JSON.stringify({ loamData: DATA_FORMAT })}\n`);
    renameSync(unfinished, path);
    return;
  }
  const format = readFormat(path);
  if (format > DATA_FORMAT) {
    throw new CmsError(
      "data_format_newer",
      `${folder} has data format ${format}, but this version knows only ${DATA_FORMAT}. Use a newer version of Loam.`,
    );
  }
}

function readFormat(path: string): number {
  try {
    return formatSchema.parse(JSON.parse(readFileSync(path, "utf8"))).loamData;
  } catch (cause) {
    throw new CmsError("data_dir_unusable", `${path} is damaged. Restore it from a backup.`, {
      cause,
    });
  }
}
