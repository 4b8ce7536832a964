import { createHash } from "node:crypto";
import { isCmsError } from "@loam/cms-core";
import { type Archive, openArchive } from "@loam/cms-core/export";
import { type BackupManifest, MANIFEST_PATH, readManifest, refused } from "./backup-manifest.ts";

/** A backup of one's own may be as large as it is. */
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
 * @throws CmsError `invalid_archive` for the first that is another, is missing, or is too many
 */
export async function verifyBackup(archive: Archive): Promise<BackupManifest> {
  const manifest = await readManifest(archive);
  for (const { path, byteSize, sha256 } of manifest.files) {
    if (archive.files.get(path)?.byteSize !== byteSize) throw refused(`${path} is not whole`);
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
