import { createHash } from "node:crypto";
import { text } from "node:stream/consumers";
import { CmsError, isCmsError } from "@loam/cms-core";
import { type Archive, openArchive } from "@loam/cms-core/export";
import { z } from "zod";

/** The last file of a backup, which lists all others with their hashes. */
export const MANIFEST_PATH = "backup.json";
export const DATABASE_PATH = "hq.db";
export const SECRET_KEY_PATH = "secret.key";
export const MEDIA_FOLDER = "media/";

const BACKUP_FORMAT = 1;

/** A file in a backup. */
export interface BackedUpFile {
  readonly path: string;
  readonly byteSize: number;
  readonly sha256: string;
}

/** A repository and its refs. */
export interface BackedUpRepository {
  /** Site id; for skills, the workspace id. */
  readonly id: string;
  /** Commit by ref; for skill versions, the tag. */
  readonly refs: Readonly<Record<string, string>>;
}

/** A repository that could not be read completely and is not in the backup. */
export interface MissingRepository {
  readonly folder: "sites" | "skills";
  readonly id: string;
  readonly reason: string;
}

export interface BackupManifest {
  readonly loamBackup: typeof BACKUP_FORMAT;
  /** Everything acknowledged before this time is included. */
  readonly createdAt: string;
  /** With PostgreSQL, rows aren't included: use `pg_dump`. */
  readonly database: "sqlite" | "postgres";
  /** Location of the media, if not included. */
  readonly mediaAt?: string | undefined;
  readonly sites: readonly BackedUpRepository[];
  /** Skill repositories of workspaces. */
  readonly skills: readonly BackedUpRepository[];
  /** Repositories omitted because of damage. */
  readonly missing: readonly MissingRepository[];
  readonly files: readonly BackedUpFile[];
}

function repositories(id: RegExp): z.ZodType<BackedUpRepository[]> {
  const refs = z.record(z.string(), z.string().regex(/^[0-9a-f]{40}$/));
  return z.array(z.object({ id: z.string().regex(id), refs }));
}

const manifestSchema: z.ZodType<BackupManifest> = z.object({
  loamBackup: z.literal(BACKUP_FORMAT),
  createdAt: z.iso.datetime(),
  database: z.enum(["sqlite", "postgres"]),
  mediaAt: z.string().optional(),
  sites: repositories(/^s[a-z2-7]{19}$/),
  // Backups from before skills existed have none.
  skills: repositories(/^w[a-z2-7]{15}$/).default([]),
  missing: z
    .array(z.object({ folder: z.enum(["sites", "skills"]), id: z.string(), reason: z.string() }))
    .default([]),
  files: z.array(
    z.object({
      path: z.string(),
      byteSize: z.int().min(0),
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
    }),
  ),
});

/** Returns the path of a repository's bundle in a backup, named as in the data folder. */
export function bundlePath(folder: "sites" | "skills", id: string): string {
  return `${folder}/${id}.bundle`;
}

/** Adds the format version. */
export function makeManifest(parts: Omit<BackupManifest, "loamBackup">): BackupManifest {
  return { loamBackup: BACKUP_FORMAT, ...parts };
}

/** @throws CmsError `invalid_archive` if it isn't a backup, or was created by a newer version */
async function readManifest(archive: Archive): Promise<BackupManifest> {
  if (!archive.files.has(MANIFEST_PATH)) throw refused("it is not a Loam backup");
  const parsed = manifestSchema.safeParse(parseJson(await text(await archive.read(MANIFEST_PATH))));
  if (parsed.success) return parsed.data;
  throw refused(
    "its backup.json has a format that this version of Loam does not know",
    parsed.error,
  );
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (cause) {
    throw refused("its backup.json is damaged", cause);
  }
}

/** Creates the error for a rejected backup. */
export function refused(why: string, cause?: unknown): CmsError {
  return new CmsError("invalid_archive", `The backup cannot be restored: ${why}.`, { cause });
}

/** Users trust their own backups, so size is not limited. */
const NO_LIMITS = {
  bytes: Number.MAX_SAFE_INTEGER,
  files: 50_000_000,
  nameBytes: Number.MAX_SAFE_INTEGER,
  ratio: Number.MAX_SAFE_INTEGER,
  ratioFrom: 65_536,
} as const;

/** Opens a backup as a ZIP. @throws CmsError `invalid_archive`, `not_found` */
export async function openBackup(file: string): Promise<Archive> {
  return openArchive(file, NO_LIMITS);
}

/**
 * Reads a whole backup and compares each file with the manifest.
 *
 * @throws CmsError `invalid_archive` for the first file that differs, is missing, or is unexpected
 */
export async function verifyBackup(archive: Archive): Promise<BackupManifest> {
  const manifest = await readManifest(archive);
  for (const { path, byteSize, sha256 } of manifest.files) {
    if (archive.files.get(path)?.byteSize !== byteSize) throw refused(`${path} is incomplete`);
    if ((await hashFile(archive, path)) !== sha256) throw refused(`${path} is damaged`);
  }
  const known = new Set([MANIFEST_PATH, ...manifest.files.map(({ path }) => path)]);
  const unknown = [...archive.files.keys()].find((path) => !known.has(path));
  if (unknown !== undefined) throw refused(`${unknown} is not in its manifest`);
  return manifest;
}

async function hashFile(archive: Archive, path: string): Promise<string> {
  const hash = createHash("sha256");
  try {
    for await (const chunk of await archive.read(path)) hash.update(chunk);
  } catch (error) {
    if (isCmsError(error)) throw error;
    throw refused(`${path} cannot be read`, error);
  }
  return hash.digest("hex");
}
