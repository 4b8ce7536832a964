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

/** The places in a data folder. */
export interface DataPaths {
  /** Control database. */
  readonly database: string;
  /** Encrypts what is secret in the control database; made when it is first needed. */
  readonly secretKey: string;
  /** Folder of the bare site repositories. */
  readonly sites: string;
  /** Folder of the bare repositories of skills, one for each workspace. */
  readonly skills: string;
  /** Folder of the followers' cursors; can be deleted and made again. */
  readonly state: string;
  /** Folder of what one process keeps for itself; can be deleted while it does not run. */
  readonly node: string;
  /** Folder of what is being uploaded to this process; can be emptied while it does not run. */
  readonly uploads: string;
  /** Folder of uploads that may go on later, at any process of this HQ. */
  readonly partialUploads: string;
  /** Folder of what runs print, a file for each. */
  readonly runs: string;
  /** Folder of the repositories of deleted sites; emptied by hand. */
  readonly trash: string;
}

/** `node` is another folder only where several processes share the data folder. */
export function dataPaths(folder: string, node: string = folder): DataPaths {
  return {
    database: join(folder, "hq.db"),
    secretKey: join(folder, "secret.key"),
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

/** Syncs the name of a new folder to disk, and the names of the folders that were made above it. */
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

/** Folders that others may have to pass, as a web server that serves public files. */
export const PASSABLE = 0o750;
const PRIVATE = 0o700;

/**
 * Makes a folder that HQ writes to, with its parents, unless it is there. It is its owner's alone unless told otherwise.
 *
 * @throws CmsError `data_dir_unusable` when it cannot be made or written to.
 */
export function ensureFolder(path: string, mode: number = PRIVATE): void {
  try {
    const first = mkdirSync(path, { recursive: true, mode });
    if (first !== undefined) syncNames(resolve(path), first);
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    // A disk that the system has made read-only is told by no permission.
    const why = cause instanceof Error ? ` (${cause.message})` : "";
    throw new CmsError(
      "data_dir_unusable",
      `${path} cannot be created or written to${why}. Check its owner, its permissions, and the disk.`,
      { cause },
    );
  }
}

/** One of these says that a folder is a data folder. */
const OURS = ["format.json", "hq.db", "sites"];
/** What may be in a folder before it becomes one: a volume's own, settings, a key, what a process that starts beside this one makes. */
const NO_MATTER = /^(?:lost\+found|\.env|secret\.key|nodes|run|hq\.(?:lock|sock).*)$/;

/**
 * Refuses a folder in which somebody else keeps files: HQ has its data folder to itself.
 *
 * @throws CmsError `data_dir_unusable`
 */
export function refuseForeignFolder(folder: string): void {
  const names = namesIn(folder);
  if (OURS.some((name) => names.includes(name))) return;
  const [other, ...more] = names
    .filter((name) => !NO_MATTER.test(name) && !isEmptyFolder(join(folder, name)))
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

/** The layout of the data folder that this program reads and writes. */
const DATA_FORMAT = 1;

const formatSchema = z.object({ loamData: z.int().positive() });

/**
 * Checks the format of a data folder, and notes it in a new one. Nothing else may be touched before
 * this has passed: an older program must not write into a folder that a newer one has changed.
 *
 * @throws CmsError `data_format_newer`, or `data_dir_unusable` when `format.json` is broken.
 */
export function checkDataFormat(folder: string): void {
  const path = join(folder, "format.json");
  if (!existsSync(path)) {
    // Renamed, so that another process that starts at the same time never reads half of it.
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
