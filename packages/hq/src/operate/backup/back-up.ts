import { createHash, randomUUID } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import { open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { CmsError, ifFound } from "@loam/cms-core";
import { writeExportFile, writeZip, type ZipFile } from "@loam/cms-core/export";
import { type GitRepository, openRepository } from "@loam/cms-core/git";
import { syncFolder } from "@loam/cms-core/program";
import { sql } from "kysely";
import { listSites } from "../../people/workspaces/sites.ts";
import { formatStorageAddress } from "../../platform/config/storage-address.ts";
import { type ControlDatabase, openDatabase } from "../../platform/db/database.ts";
import type { Hq } from "../../platform/hq.ts";
import { siteGitDir } from "../../sites/publisher/site-publisher.ts";
import {
  type BackedUpFile,
  type BackedUpRepository,
  type BackupManifest,
  bundlePath,
  DATABASE_PATH,
  makeManifest,
  MANIFEST_PATH,
  MEDIA_FOLDER,
  SECRET_KEY_PATH,
  openBackup,
  verifyBackup,
} from "./backup-manifest.ts";

export interface BackUpOptions {
  readonly file: string;
  /** Whether a file that is there is replaced. */
  readonly force: boolean;
  /** Whether the key that encrypts secrets of the database is included. */
  readonly withKeys: boolean;
  readonly onFile: (count: number, path: string) => void;
}

export interface BackUpReport extends Omit<BackupManifest, "loamBackup" | "files"> {
  readonly file: string;
  readonly byteSize: number;
  readonly files: number;
}

/**
 * Writes everything that cannot be made again into one file, also beside a running server: the control database
 * first, then each site's repository at its refs, then media. So whatever a row or a commit names is in it, no matter
 * what is written meanwhile. The file appears once it is whole, read back and verified; only its owner can read it.
 *
 * @throws CmsError `conflict` when the file is there already, `not_found` without its folder, `storage_failed`, `repository_broken`
 */
export async function backUp(
  hq: Hq,
  { file, force, withKeys, onFile }: BackUpOptions,
): Promise<BackUpReport> {
  if (!force && existsSync(file)) {
    throw new CmsError("conflict", `${file} is there already; use --force to replace it.`);
  }
  if (!existsSync(dirname(file))) {
    throw new CmsError("not_found", `There is no folder ${dirname(file)}.`);
  }
  const createdAt = hq.now().toISOString();
  await removeLeft(dirname(file));
  const unfinished = `${file}.${randomUUID()}.unfinished`;
  const snapshot = `${unfinished}.db`;
  try {
    const sites = await takeSites(hq, snapshot);
    const skills = await takeSkills(hq);
    const parts = { createdAt, sites, skills, withKeys, snapshot, onFile };
    const zip = writeZip(backupFiles(hq, parts), { when: new Date(createdAt) });
    const byteSize = await writeExportFile(unfinished, zip, { mode: 0o600 });
    const manifest = await readBack(unfinished);
    await rename(unfinished, file);
    syncFolder(dirname(file));
    const { loamBackup: _, files, ...rest } = manifest;
    return { file, byteSize, files: files.length, ...rest };
  } catch (cause) {
    if (!(cause instanceof Error) || !("syscall" in cause)) throw cause;
    throw new CmsError("storage_failed", `Could not write ${file}: ${cause.message}`, { cause });
  } finally {
    await rm(unfinished, { force: true });
    await rm(snapshot, { force: true });
  }
}

const LEFT = /\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.unfinished(\.db(-\w+)?)?$/;
const LEFT_MS = 24 * 60 * 60_000;

/** Removes what backups to this folder have left that were killed; one that still goes on has written within a day. */
async function removeLeft(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!LEFT.test(name)) continue;
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (found !== undefined && Date.now() - found.mtimeMs > LEFT_MS)
      await rm(path, { force: true });
  }
}

/** Copies the database as it is at one moment, and then notes the refs of the sites that it names. */
async function takeSites(hq: Hq, snapshot: string): Promise<readonly BackedUpRepository[]> {
  if (hq.config.database.kind === "postgres") return standing(hq, hq.database);
  // The copy is made under this name, and nobody else may read it.
  await (await open(snapshot, "wx", 0o600)).close();
  await sql`vacuum into ${snapshot}`.execute(hq.database);
  await using copy = openDatabase({ kind: "sqlite", file: snapshot });
  // A copy in one file, without a log beside it.
  await sql`pragma journal_mode = delete`.execute(copy);
  // Awaited here, where the copy is open.
  return await standing(hq, copy);
}

async function standing(hq: Hq, database: ControlDatabase): Promise<readonly BackedUpRepository[]> {
  const sites: BackedUpRepository[] = [];
  for (const { id } of await listSites(database)) {
    sites.push({ id, refs: await refsOf(siteGitDir(hq, id)) });
  }
  return sites;
}

/** Skills are in a repository of each workspace that ever had some. */
async function takeSkills({ paths }: Hq): Promise<readonly BackedUpRepository[]> {
  const skills: BackedUpRepository[] = [];
  for (const name of existsSync(paths.skills) ? await readdir(paths.skills) : []) {
    const id = /^(w[a-z2-7]{15})\.git$/.exec(name)?.[1];
    if (id !== undefined) skills.push({ id, refs: await refsOf(join(paths.skills, name)) });
  }
  return skills;
}

async function refsOf(gitDir: string): Promise<Readonly<Record<string, string>>> {
  try {
    await using repository = await opened(gitDir);
    return Object.fromEntries(await repository.listRefs());
  } catch (cause) {
    throw unreadable(gitDir, cause);
  }
}

async function opened(gitDir: string): Promise<GitRepository & AsyncDisposable> {
  const repository = await openRepository(gitDir);
  return { ...repository, [Symbol.asyncDispose]: () => repository.close() };
}

/** A backup without it would be refused at its restore. */
function unreadable(gitDir: string, cause: unknown): CmsError {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new CmsError(
    "repository_broken",
    `No backup was made, since the repository ${gitDir} cannot be read: ${why}. hq verify says whose it is and what is wrong; put it back from an earlier backup.`,
    { cause },
  );
}

interface BackupParts extends Pick<BackUpOptions, "withKeys" | "onFile"> {
  readonly createdAt: string;
  readonly sites: readonly BackedUpRepository[];
  readonly skills: readonly BackedUpRepository[];
  readonly snapshot: string;
}

/** The files of a backup, and then the manifest, which says what they were. */
async function* backupFiles(
  hq: Hq,
  { createdAt, sites, skills, withKeys, snapshot, onFile }: BackupParts,
): AsyncGenerator<ZipFile> {
  const { config, paths } = hq;
  const files: BackedUpFile[] = [];
  const noted = (path: string, content: AsyncIterable<Uint8Array>, compress: boolean): ZipFile => {
    onFile(files.length + 1, path);
    return { name: path, content: hashed(path, content, files), compress };
  };
  if (config.database.kind === "sqlite") {
    yield noted(DATABASE_PATH, createReadStream(snapshot), true);
  }
  for (const folder of ["sites", "skills"] as const) {
    for (const { id, refs } of { sites, skills }[folder]) {
      if (Object.keys(refs).length === 0) continue;
      const gitDir = join(paths[folder], `${id}.git`);
      yield noted(bundlePath(folder, id), bundleOf(gitDir, refs), false);
    }
  }
  if (config.mediaStorage.kind === "folder") {
    const media = await hq.storages.openMedia();
    for await (const key of media.list()) {
      // What nothing refers to may be swept away meanwhile.
      const object = await ifFound(media.open(key));
      if (object === undefined) continue;
      const content = object.kind === "file" ? createReadStream(object.path) : object.stream;
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
    sites,
    skills,
    files,
  });
  yield { name: MANIFEST_PATH, content: Buffer.from(JSON.stringify(manifest)), compress: true };
}

async function* bundleOf(
  gitDir: string,
  refs: Readonly<Record<string, string>>,
): AsyncGenerator<Uint8Array> {
  try {
    await using repository = await opened(gitDir);
    yield* repository.readBundle(new Map(Object.entries(refs)));
  } catch (cause) {
    throw unreadable(gitDir, cause);
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Passes bytes on, and notes what they were. */
async function* hashed(
  path: string,
  content: AsyncIterable<Uint8Array>,
  files: BackedUpFile[],
): AsyncGenerator<Uint8Array> {
  const hash = createHash("sha256");
  let byteSize = 0;
  for await (const chunk of content) {
    hash.update(chunk);
    byteSize += chunk.length;
    yield chunk;
  }
  files.push({ path, byteSize, sha256: hash.digest("hex") });
}

async function readBack(file: string): Promise<BackupManifest> {
  await using archive = await openBackup(file);
  return await verifyBackup(archive);
}
