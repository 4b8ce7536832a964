import { randomUUID } from "node:crypto";
import { createWriteStream, existsSync, mkdirSync, readdirSync } from "node:fs";
import { rename, rm, rmdir } from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";
import { pipeline } from "node:stream/promises";
import { CmsError } from "@loam/cms-core";
import type { Archive } from "@loam/cms-core/export";
import { takeBundle } from "@loam/cms-core/git";
import { checkedMedia, openMediaFolder } from "@loam/cms-core/media";
import { isRunning, syncFolder } from "@loam/cms-core/program";
import { isPublishing, listSites } from "../../people/workspaces/sites.ts";
import type { HqConfig } from "../../platform/config/config.ts";
import {
  formatStorageAddress,
  type StorageAddress,
} from "../../platform/config/storage-address.ts";
import {
  dataPaths,
  checkDataFormat,
  ensureFolder,
  PASS_THROUGH,
} from "../../platform/data-folder/data-folder.ts";
import { openDatabase } from "../../platform/db/database.ts";
import { openHq } from "../../platform/hq.ts";
import {
  checkStoredMedia,
  isDamaged,
  type MediaFinding,
} from "../../sites/registry/check-media.ts";
import { repairPublicFiles } from "../../sites/registry/check-site.ts";
import {
  type BackupManifest,
  bundlePath,
  DATABASE_PATH,
  MEDIA_FOLDER,
  type MissingRepository,
  refused,
  SECRET_KEY_PATH,
  openBackup,
  verifyBackup,
} from "./backup-manifest.ts";

export interface RestoreReport {
  readonly dataFolder: string;
  readonly createdAt: string;
  readonly sites: number;
  /** Repositories that are not in the backup because they were damaged. */
  readonly missing: readonly MissingRepository[];
  readonly media: number;
  /** Media files in use that the backup doesn't contain intact. */
  readonly mediaFindings: readonly MediaFinding[];
  /** Number of public files written. */
  readonly publicFiles: number;
  /** Location of media in a bucket, if it differs from the configured one. */
  readonly mediaAt?: string;
  /** Whether the restored or configured key can decrypt the secrets in the database. */
  readonly hasKey: boolean;
}

/**
 * Creates a data folder from a backup, including the public files of its sites. The backup is verified first, and the
 * folder appears only when it is complete. If restoring fails or the process is killed, nothing remains at its path,
 * and the next restore removes temporary files next to it.
 *
 * @throws CmsError `conflict` if the data folder is not empty, `invalid_archive`, `invalid_config` if
 * the configured database is of another kind than in the backup, `storage_failed`
 */
export async function restore(config: HqConfig, file: string): Promise<RestoreReport> {
  const { dataFolder } = config;
  refuseFull(dataFolder);
  await using archive = await openBackup(file);
  const manifest = await verifyBackup(archive);
  refuseOtherDatabase(config, manifest);
  if (config.database.kind === "postgres") await requireRows(config, manifest);
  await removeKilled(dataFolder);
  const making = `${dataFolder}.restoring-${process.pid}-${randomUUID()}`;
  try {
    mkdirSync(making, { recursive: true, mode: PASS_THROUGH });
    for (const kind of ["sites", "skills"] as const) {
      await restoreRepositories(making, archive, { kind, manifest });
    }
    const inMaking = configIn(config, making);
    const media = await restoreMedia(making, archive, { config: inMaking, manifest });
    await restoreFile(archive, DATABASE_PATH, dataPaths(making).database);
    await restoreFile(archive, SECRET_KEY_PATH, dataPaths(making).secretKey);
    checkDataFormat(making);
    const { publicFiles, mediaFindings } = await restorePublicFiles(inMaking, manifest);
    syncFolder(making);
    if (existsSync(dataFolder)) await rmdir(dataFolder);
    await rename(making, dataFolder);
    syncFolder(dirname(dataFolder));
    return {
      dataFolder,
      createdAt: manifest.createdAt,
      sites: manifest.sites.length,
      missing: manifest.missing,
      media,
      mediaFindings,
      publicFiles,
      ...mediaLocation(config, manifest),
      hasKey: config.secretKeys.length > 0 || archive.files.has(SECRET_KEY_PATH),
    };
  } finally {
    await rm(making, { recursive: true, force: true });
  }
}

function mediaLocation(
  { mediaStorage }: HqConfig,
  { mediaAt }: BackupManifest,
): Pick<RestoreReport, "mediaAt"> {
  if (mediaAt === undefined || mediaAt === formatStorageAddress(mediaStorage)) return {};
  return { mediaAt };
}

/** Removes temporary folders of killed restores. */
async function removeKilled(dataFolder: string): Promise<void> {
  const parent = dirname(dataFolder);
  const prefix = `${basename(dataFolder)}.restoring-`;
  const names = existsSync(parent) ? readdirSync(parent) : [];
  for (const name of names.filter((each) => each.startsWith(prefix))) {
    const pid = Number(name.slice(prefix.length).split("-")[0]);
    if (!isRunning(pid)) await rm(join(parent, name), { recursive: true, force: true });
  }
}

/** Returns the configuration for a data folder at a temporary location. */
function configIn(config: HqConfig, folder: string): HqConfig {
  const moved = (path: string): string => {
    const inside = relative(config.dataFolder, path);
    return inside.startsWith("..") ? path : join(folder, inside);
  };
  const movedStorage = (address: StorageAddress): StorageAddress =>
    address.kind === "folder" ? { ...address, folder: moved(address.folder) } : address;
  const { database } = config;
  return {
    ...config,
    dataFolder: folder,
    database: database.kind === "sqlite" ? { ...database, file: moved(database.file) } : database,
    publicStorage: movedStorage(config.publicStorage),
    mediaStorage: movedStorage(config.mediaStorage),
  };
}

function refuseFull(folder: string): void {
  if (!existsSync(folder) || readdirSync(folder).length === 0) return;
  throw new CmsError(
    "conflict",
    `${folder} is not empty. A backup can only be restored into an empty data folder. Set LOAM_DATA to another folder.`,
  );
}

function refuseOtherDatabase({ database }: HqConfig, manifest: BackupManifest): void {
  if (database.kind === manifest.database) return;
  throw new CmsError(
    "invalid_config",
    manifest.database === "sqlite"
      ? "This backup contains a SQLite database. Unset LOAM_DATABASE_URL to restore it."
      : "This backup is from an HQ with PostgreSQL. Restore the database with pg_restore, and set LOAM_DATABASE_URL.",
  );
}

/** With PostgreSQL, its own tools must restore the rows first. */
async function requireRows(
  { database: address }: HqConfig,
  { sites }: BackupManifest,
): Promise<void> {
  await using database = openDatabase(address);
  const tables = await database.introspection.getTables();
  // Rows of an older version lack columns, and an empty database has no tables.
  const rows = tables.some(({ name }) => name === "sites")
    ? await database.selectFrom("sites").select("id").execute()
    : [];
  const known = new Set(rows.map(({ id }) => id));
  const missing = sites.find(({ id }) => !known.has(id));
  if (missing === undefined) return;
  throw new CmsError(
    "conflict",
    `The database has no site ${missing.id}. Restore the pg_dump that belongs to this backup first, with pg_restore.`,
  );
}

interface RestoredRepositories {
  readonly kind: "sites" | "skills";
  readonly manifest: BackupManifest;
}

async function restoreRepositories(
  folder: string,
  archive: Archive,
  { kind, manifest }: RestoredRepositories,
): Promise<void> {
  const { [kind]: place } = dataPaths(folder);
  ensureFolder(place);
  const bundle = join(folder, "bundle");
  for (const { id, refs } of manifest[kind]) {
    if (Object.keys(refs).length === 0) continue;
    await restoreFile(archive, bundlePath(kind, id), bundle);
    const taken = await takeBundle(join(place, `${id}.git`), bundle, {
      refs: Object.keys(refs),
    });
    const wrong = Object.entries(refs).find(([ref, commit]) => taken.get(ref) !== commit);
    if (wrong !== undefined)
      throw refused(`${wrong[0]} of ${kind}/${id} does not match the backup`);
    await rm(bundle);
  }
  syncFolder(place);
}

async function restoreMedia(
  folder: string,
  archive: Archive,
  {
    config: { mediaStorage },
    manifest,
  }: { readonly config: HqConfig; readonly manifest: BackupManifest },
): Promise<number> {
  const paths = manifest.files
    .map(({ path }) => path)
    .filter((path) => path.startsWith(MEDIA_FOLDER));
  if (paths.length === 0) return 0;
  if (mediaStorage.kind === "s3") {
    throw new CmsError(
      "invalid_config",
      "This backup contains media. To restore it, set LOAM_MEDIA_STORAGE to a folder, then copy the media to the bucket.",
    );
  }
  const storage = checkedMedia(await openMediaFolder(mediaStorage.folder));
  const waiting = join(folder, "object");
  const keys: string[] = [];
  for (const path of paths) {
    await restoreFile(archive, path, waiting);
    const key = path.slice(MEDIA_FOLDER.length);
    await storage.put(key, { file: waiting });
    keys.push(key);
    await rm(waiting);
  }
  // Checked after the hashes of all variants are restored. A damaged file in a backup counts as missing.
  let intactCount = 0;
  for (const key of keys) {
    if (await isDamaged(storage, key)) await storage.remove(key);
    else intactCount += 1;
  }
  return intactCount;
}

/** Restores a file durably. Does nothing if it is not in the backup. */
async function restoreFile(archive: Archive, path: string, to: string): Promise<void> {
  if (!archive.files.has(path)) return;
  await pipeline(await archive.read(path), createWriteStream(to, { mode: 0o600, flush: true }));
}

/** Opens the restored data like a normal start, and writes everything derived from it. */
async function restorePublicFiles(
  config: HqConfig,
  { sites, missing, mediaAt }: BackupManifest,
): Promise<{ readonly publicFiles: number; readonly mediaFindings: readonly MediaFinding[] }> {
  const hq = await openHq(config);
  try {
    const known = new Set(sites.map(({ id }) => id));
    const left = new Set(missing.map(({ id }) => id));
    let publicFiles = 0;
    for (const { id } of await listSites(hq.database)) {
      if (left.has(id)) continue;
      if (!known.has(id))
        throw refused(`the database has a site ${id} that the backup does not contain`);
      if (!(await isPublishing(hq.database, id))) continue;
      publicFiles += (await repairPublicFiles(hq, { siteId: id, deep: false })).files;
    }
    const mediaFindings = mediaAt === undefined ? await checkStoredMedia(hq, { deep: false }) : [];
    return { publicFiles, mediaFindings };
  } finally {
    await hq.close();
  }
}
