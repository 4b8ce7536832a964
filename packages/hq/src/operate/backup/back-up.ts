import { randomUUID } from "node:crypto";
import { createReadStream, createWriteStream, existsSync } from "node:fs";
import { open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { CmsError, ifFound, isCmsError } from "@loam/cms-core";
import { hashChunks, writeExportFile, writeZip, type ZipFile } from "@loam/cms-core/export";
import { type GitRepository, openRepository } from "@loam/cms-core/git";
import { syncFolder } from "@loam/cms-core/program";
import { sql } from "kysely";
import { listSites } from "../../people/workspaces/sites.ts";
import { formatStorageAddress } from "../../platform/config/storage-address.ts";
import { type ControlDatabase, openDatabase } from "../../platform/db/database.ts";
import type { Hq } from "../../platform/hq.ts";
import { siteGitDir } from "../../sites/publisher/site-publisher.ts";
import {
  checkStoredMedia,
  describe,
  isDamaged,
  type MediaFinding,
  wantedObjects,
} from "../../sites/registry/check-media.ts";
import { publicReason } from "../../sites/registry/site-troubles.ts";
import {
  type BackedUpFile,
  type BackedUpRepository,
  type BackupManifest,
  bundlePath,
  DATABASE_PATH,
  makeManifest,
  MANIFEST_PATH,
  MEDIA_FOLDER,
  type MissingRepository,
  SECRET_KEY_PATH,
  openBackup,
  verifyBackup,
} from "./backup-manifest.ts";

export interface BackUpOptions {
  readonly file: string;
  /** Whether to overwrite an existing file. */
  readonly force: boolean;
  /** Whether the key that encrypts secrets in the database is included. */
  readonly withKeys: boolean;
  readonly onFile: (count: number, path: string) => void;
}

export interface BackUpReport extends Omit<BackupManifest, "loamBackup" | "files"> {
  readonly file: string;
  readonly byteSize: number;
  readonly files: number;
  /** Omitted media files: damaged, or missing from media storage. */
  readonly media: readonly MediaFinding[];
}

/**
 * Writes everything that cannot be derived into one file, even next to a running server: first the control database,
 * then each site's repository at its current refs, then media. Everything that a row or commit references is therefore
 * included, whatever is written in the meantime. The file appears only when it is complete and verified, and only its
 * owner can read it. Damaged repositories and media files are omitted and listed in the report.
 *
 * @throws CmsError `conflict` if the file exists, `not_found` without its folder, `storage_failed`
 */
export async function backUp(
  hq: Hq,
  { file, force, withKeys, onFile }: BackUpOptions,
): Promise<BackUpReport> {
  if (!force && existsSync(file)) {
    throw new CmsError("conflict", `${file} already exists. Use --force to overwrite it.`);
  }
  if (!existsSync(dirname(file))) {
    throw new CmsError("not_found", `Folder not found: ${dirname(file)}.`);
  }
  const createdAt = hq.now().toISOString();
  await removeStaleTempFiles(dirname(file));
  const unfinished = `${file}.${randomUUID()}.unfinished`;
  const snapshot = `${unfinished}.db`;
  const missing: MissingRepository[] = [];
  const damaged = new Set<string>();
  try {
    const sites = await backUpSites(hq, snapshot, missing);
    const skills = await backUpSkills(hq, missing);
    const bundle = `${unfinished}.bundle`;
    const parts = {
      createdAt,
      sites,
      skills,
      missing,
      damaged,
      withKeys,
      snapshot,
      bundle,
      onFile,
    };
    const zip = writeZip(backupFiles(hq, parts), { when: new Date(createdAt) });
    const byteSize = await writeExportFile(unfinished, zip, { mode: 0o600 });
    const manifest = await readBack(unfinished);
    await rename(unfinished, file);
    syncFolder(dirname(file));
    const { loamBackup: _, files, ...rest } = manifest;
    const media = await findOmittedMedia(hq, damaged);
    return { file, byteSize, files: files.length, media, ...rest };
  } catch (cause) {
    if (!(cause instanceof Error) || !("syscall" in cause)) throw cause;
    throw new CmsError("storage_failed", `Could not write ${file}: ${cause.message}`, { cause });
  } finally {
    for (const path of [unfinished, snapshot, `${unfinished}.bundle`]) {
      await rm(path, { force: true });
    }
  }
}

const TEMP_FILE = /\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.unfinished(\.bundle|\.db(-\w+)?)?$/;
const STALE_MS = 24 * 60 * 60_000;

/** Removes temporary files of killed backups in this folder. An active backup has written within the last day. */
async function removeStaleTempFiles(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!TEMP_FILE.test(name)) continue;
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (found !== undefined && Date.now() - found.mtimeMs > STALE_MS)
      await rm(path, { force: true });
  }
}

/** Copies the database in one snapshot, then records the refs of its sites. */
async function backUpSites(
  hq: Hq,
  snapshot: string,
  missing: MissingRepository[],
): Promise<readonly BackedUpRepository[]> {
  if (hq.config.database.kind === "postgres") return readSiteRefs(hq, hq.database, missing);
  // Created first, so that no one else can read the copy.
  await (await open(snapshot, "wx", 0o600)).close();
  await sql`vacuum into ${snapshot}`.execute(hq.database);
  await using copy = openDatabase({ kind: "sqlite", file: snapshot });
  // A single file without a separate log.
  await sql`pragma journal_mode = delete`.execute(copy);
  // Awaited here, while the copy is open.
  return await readSiteRefs(hq, copy, missing);
}

async function readSiteRefs(
  hq: Hq,
  database: ControlDatabase,
  missing: MissingRepository[],
): Promise<readonly BackedUpRepository[]> {
  const sites: BackedUpRepository[] = [];
  for (const { id } of await listSites(database)) {
    const { refs, reason = "" } = await readRefsOrReason(siteGitDir(hq, id));
    if (refs === undefined) missing.push({ folder: "sites", id, reason });
    else sites.push({ id, refs });
  }
  return sites;
}

/** Skills are in one repository per workspace that ever had any. */
async function backUpSkills(
  { paths }: Hq,
  missing: MissingRepository[],
): Promise<readonly BackedUpRepository[]> {
  const skills: BackedUpRepository[] = [];
  for (const name of existsSync(paths.skills) ? await readdir(paths.skills) : []) {
    const id = /^(w[a-z2-7]{15})\.git$/.exec(name)?.[1];
    if (id === undefined) continue;
    const { refs, reason = "" } = await readRefsOrReason(join(paths.skills, name));
    if (refs === undefined) missing.push({ folder: "skills", id, reason });
    else skills.push({ id, refs });
  }
  return skills;
}

/** Returns the refs of a repository, or the reason why they cannot be read. */
async function readRefsOrReason(
  gitDir: string,
): Promise<{ readonly refs?: Readonly<Record<string, string>>; readonly reason?: string }> {
  try {
    await using repository = await opened(gitDir);
    return { refs: Object.fromEntries(await repository.listRefs()) };
  } catch (error) {
    return { reason: publicReason(error) };
  }
}

async function opened(gitDir: string): Promise<GitRepository & AsyncDisposable> {
  const repository = await openRepository(gitDir);
  return { ...repository, [Symbol.asyncDispose]: () => repository.close() };
}

interface BackupParts extends Pick<BackUpOptions, "withKeys" | "onFile"> {
  readonly createdAt: string;
  readonly sites: readonly BackedUpRepository[];
  readonly skills: readonly BackedUpRepository[];
  /** Repositories found to be damaged are added. */
  readonly missing: MissingRepository[];
  /** Keys of media files found to be damaged are added. */
  readonly damaged: Set<string>;
  readonly snapshot: string;
  /** Temporary file for each bundle, so that a bundle that Git cannot complete is never started in the archive. */
  readonly bundle: string;
}

/** Yields the files of a backup, followed by the manifest that describes them. */
async function* backupFiles(
  hq: Hq,
  { createdAt, withKeys, snapshot, bundle, missing, damaged, onFile, ...repositories }: BackupParts,
): AsyncGenerator<ZipFile> {
  const { config, paths } = hq;
  const files: BackedUpFile[] = [];
  const noted = (path: string, content: AsyncIterable<Uint8Array>, compress: boolean): ZipFile => {
    onFile(files.length + 1, path);
    const recorded = hashChunks(content, (whole) => files.push({ path, ...whole }));
    return { name: path, content: recorded, compress };
  };
  if (config.database.kind === "sqlite") {
    yield noted(DATABASE_PATH, createReadStream(snapshot), true);
  }
  const complete = { sites: [...repositories.sites], skills: [...repositories.skills] };
  for (const folder of ["sites", "skills"] as const) {
    for (const { id, refs } of repositories[folder]) {
      if (Object.keys(refs).length === 0) continue;
      const reason = await makeBundle(join(paths[folder], `${id}.git`), refs, bundle);
      if (reason === undefined)
        yield noted(bundlePath(folder, id), createReadStream(bundle), false);
      else {
        missing.push({ folder, id, reason });
        complete[folder] = complete[folder].filter((one) => one.id !== id);
      }
    }
  }
  if (config.mediaStorage.kind === "folder") {
    for await (const [key, content] of intactMedia(hq, damaged)) {
      yield noted(`${MEDIA_FOLDER}${key}`, content, false);
    }
  }
  if (withKeys && existsSync(paths.secretKey)) {
    yield noted(SECRET_KEY_PATH, once(await readFile(paths.secretKey)), false);
  }
  const manifest = makeManifest({
    createdAt,
    database: config.database.kind,
    ...(config.mediaStorage.kind === "s3" && {
      mediaAt: formatStorageAddress(config.mediaStorage),
    }),
    ...complete,
    missing,
    files,
  });
  yield { name: MANIFEST_PATH, content: Buffer.from(JSON.stringify(manifest)), compress: true };
}

/** Yields the objects of media storage. Keys of damaged ones are added to `damaged` instead. */
async function* intactMedia(
  hq: Hq,
  damaged: Set<string>,
): AsyncGenerator<readonly [key: string, content: AsyncIterable<Uint8Array>]> {
  const media = await hq.storages.openMedia();
  for await (const key of media.list()) {
    if (await isDamaged(media, key)) {
      damaged.add(key);
      continue;
    }
    // Unreferenced files can be swept in the meantime.
    const object = await ifFound(media.openUnchanged(key));
    if (object === undefined) continue;
    yield [key, object.kind === "file" ? createReadStream(object.path) : object.stream];
  }
}

/** @returns why Git could not create it, or undefined */
async function makeBundle(
  gitDir: string,
  refs: Readonly<Record<string, string>>,
  to: string,
): Promise<string | undefined> {
  try {
    await using repository = await opened(gitDir);
    const bundle = repository.readBundle(new Map(Object.entries(refs)));
    await pipeline(bundle, createWriteStream(to, { mode: 0o600 }));
    return undefined;
  } catch (error) {
    // A full disk isn't a problem of the repository.
    if (!isCmsError(error)) throw error;
    return publicReason(error);
  }
}

/** Returns missing and damaged media files with the entries that use them. */
async function findOmittedMedia(
  hq: Hq,
  damaged: ReadonlySet<string>,
): Promise<readonly MediaFinding[]> {
  if (hq.config.mediaStorage.kind === "s3") return [];
  const missing = await checkStoredMedia(hq, { deep: false });
  const found = new Map([...damaged].map((key) => [key, "damaged" as const]));
  return [
    ...missing,
    ...(found.size === 0 ? [] : await describe(hq, found, await wantedObjects(hq))),
  ];
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function readBack(file: string): Promise<BackupManifest> {
  await using archive = await openBackup(file);
  return await verifyBackup(archive);
}
