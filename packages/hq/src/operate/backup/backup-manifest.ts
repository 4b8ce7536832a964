import { createHash } from "node:crypto";
import { text } from "node:stream/consumers";
import { CmsError, isCmsError } from "@loam/cms-core";
import { type Archive, openArchive } from "@loam/cms-core/export";
import { z } from "zod";

/** The last file of a backup: what else is in it, and what that must be. */
export const MANIFEST_PATH = "backup.json";
export const DATABASE_PATH = "hq.db";
export const SECRET_KEY_PATH = "secret.key";
export const MEDIA_FOLDER = "media/";

const BACKUP_FORMAT = 1;

/** A file of a backup. */
export interface BackedUpFile {
  readonly path: string;
  readonly byteSize: number;
  readonly sha256: string;
}

/** A repository, and where its refs were. */
export interface BackedUpRepository {
  /** Of the site; of skills, that of their workspace. */
  readonly id: string;
  /** Commit by ref; of a version of a skill, its tag. */
  readonly refs: Readonly<Record<string, string>>;
}

/** A repository that could not be read whole when the backup was made, and is not in it. */
export interface MissingRepository {
  readonly folder: "sites" | "skills";
  readonly id: string;
  readonly reason: string;
}

export interface BackupManifest {
  readonly loamBackup: typeof BACKUP_FORMAT;
  /** Everything that was acknowledged before then is in it. */
  readonly createdAt: string;
  /** With PostgreSQL its rows are not in it: `pg_dump` keeps them. */
  readonly database: "sqlite" | "postgres";
  /** Where the media are, if they are not in it. */
  readonly mediaAt?: string | undefined;
  readonly sites: readonly BackedUpRepository[];
  /** Of every workspace that has some. */
  readonly skills: readonly BackedUpRepository[];
  /** What had to be left out because it was damaged. */
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
  // One from before there were skills has none.
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

/** Where a repository is in a backup, which names it as the data folder does. */
export function bundlePath(folder: "sites" | "skills", id: string): string {
  return `${folder}/${id}.bundle`;
}

/** Fills in the format. */
export function makeManifest(parts: Omit<BackupManifest, "loamBackup">): BackupManifest {
  return { loamBackup: BACKUP_FORMAT, ...parts };
}

/** @throws CmsError `invalid_archive` for what is no backup, or one of a newer program */
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

/** Why a backup is not taken. */
export function refused(why: string, cause?: unknown): CmsError {
  return new CmsError("invalid_archive", `The backup cannot be restored: ${why}.`, { cause });
}

/** One's own backup may be of any size. */
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
 * Reads a whole backup, and compares each file with what its manifest says of it.
 *
 * @throws CmsError `invalid_archive` for the first file that differs, is missing, or does not
 * belong there
 */
export async function verifyBackup(archive: Archive): Promise<BackupManifest> {
  const manifest = await readManifest(archive);
  for (const { path, byteSize, sha256 } of manifest.files) {
    if (archive.files.get(path)?.byteSize !== byteSize) throw refused(`${path} is incomplete`);
    if ((await hashOf(archive, path)) !== sha256) throw refused(`${path} is damaged`);
  }
  const known = new Set([MANIFEST_PATH, ...manifest.files.map(({ path }) => path)]);
  const unknown = [...archive.files.keys()].find((path) => !known.has(path));
  if (unknown !== undefined) throw refused(`${unknown} is not in its manifest`);
  return manifest;
}

async function hashOf(archive: Archive, path: string): Promise<string> {
  const hash = createHash("sha256");
  try {
    for await (const chunk of await archive.read(path)) hash.update(chunk);
  } catch (error) {
    if (isCmsError(error)) throw error;
    throw refused(`${path} cannot be read`, error);
  }
  return hash.digest("hex");
}
