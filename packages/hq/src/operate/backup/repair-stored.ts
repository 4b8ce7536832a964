import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { isCmsError } from "@loam/cms-core";
import type { Archive } from "@loam/cms-core/export";
import {
  adoptBundle,
  checkRepository,
  dropDamagedPacks,
  findLost,
  type LostFile,
  openRepository,
} from "@loam/cms-core/git";
import { type CheckedMedia, openWorkFolder } from "@loam/cms-core/media";
import { publicMediaPaths, PUBLISHED_REF } from "@loam/cms-core/publish";
import { MAIN } from "@loam/cms-core/site";
import { listSites, type Site } from "../../people/workspaces/sites.ts";
import type { Hq } from "../../platform/hq.ts";
import { siteGitDir } from "../../sites/publisher/site-publisher.ts";
import {
  checkStoredMedia,
  describe,
  type KeptRecord,
  type MediaFinding,
  wantedObjects,
} from "../../sites/registry/check-media.ts";
import { bundlePath, MEDIA_FOLDER, openBackup, verifyBackup } from "./backup-manifest.ts";

export interface RepairStoredOptions {
  /** Only this site and its media. @default everything */
  readonly siteId?: string | undefined;
  /** A backup to restore from what exists nowhere else. */
  readonly from?: string | undefined;
}

/** The restored data that cannot be derived: media files and Git objects. */
export interface StoredRepair {
  /** Keys of repaired media files. */
  readonly media: readonly string[];
  /** Media files without an intact copy. */
  readonly mediaLeft: readonly MediaFinding[];
  readonly repositories: readonly RepairedRepository[];
}

interface RepairedRepository {
  readonly site: string;
  readonly name: string;
  /** Files that Git rebuilt from others, by path in the repository. */
  readonly rebuilt: readonly string[];
  /** Files that are readable again. */
  readonly restored: readonly LostFile[];
  /** Files that are still unreadable. */
  readonly left: readonly LostFile[];
  /** Remaining problems found by Git. */
  readonly damage: readonly string[];
}

/**
 * Restores media files from public storage or a backup, and Git objects from a backup. Only bytes with the correct hash
 * are used. Variants of images without such a copy, or without a stored hash, are created from their original. Each file is restored completely or not at all, and an interrupted repair can be repeated.
 *
 * @throws CmsError `invalid_archive` if the backup itself is damaged, `storage_failed`
 */
export async function repairStored(
  hq: Hq,
  { siteId, from }: RepairStoredOptions,
): Promise<StoredRepair> {
  await using archive = from === undefined ? undefined : await openBackup(from);
  const manifest = archive === undefined ? undefined : await verifyBackup(archive);
  const sites = (await listSites(hq.database)).filter(
    ({ id }) => siteId === undefined || id === siteId,
  );
  const repositories: RepairedRepository[] = [];
  for (const site of sites) {
    const refs = manifest?.sites.find(({ id }) => id === site.id)?.refs ?? {};
    const bundle =
      Object.keys(refs).length === 0 ? undefined : { archive, refs: Object.keys(refs) };
    const repaired = await repairRepository(hq, site, bundle);
    if (repaired !== undefined) repositories.push(repaired);
  }
  const media = await repairMedia(hq, { siteId, archive });
  return { ...media, repositories };
}

interface Bundle {
  readonly archive: Archive | undefined;
  readonly refs: readonly string[];
}

/** The branches whose files are checked. */
const REFS = [MAIN, PUBLISHED_REF];

/** @returns undefined if the repository is intact or cannot be opened at all */
async function repairRepository(
  hq: Hq,
  { id, name }: Site,
  bundle: Bundle | undefined,
): Promise<RepairedRepository | undefined> {
  const gitDir = siteGitDir(hq, id);
  const rebuilt: string[] = [];
  try {
    const repository = await openRepository(gitDir, {
      onRebuilt: (paths) => rebuilt.push(...paths),
    });
    try {
      const lost = await findLost(repository, REFS);
      const isDamaged = lost.length > 0 || (await checkRepository(gitDir)).length > 0;
      if (!isDamaged && rebuilt.length === 0) return undefined;
      if (!isDamaged) return { site: id, name, rebuilt, restored: [], left: [], damage: [] };
      if (bundle?.archive !== undefined) {
        await takeObjects(hq, { ...bundle, archive: bundle.archive, gitDir, id });
      }
      await dropDamagedPacks(gitDir);
      const left = lost.length === 0 ? [] : await findLostNow(gitDir);
      const stays = new Set(left.map(({ path, oid }) => `${path} ${oid}`));
      const restored = lost.filter(({ path, oid }) => !stays.has(`${path} ${oid}`));
      const damage = await checkRepository(gitDir);
      return { site: id, name, rebuilt, restored, left, damage };
    } finally {
      await repository.close();
    }
  } catch (error) {
    // Other checks report that it cannot be opened.
    if (isCmsError(error) && error.code === "not_found") return undefined;
    throw error;
  }
}

/** Uses a new Git process, which hasn't opened the previous packs. */
async function findLostNow(gitDir: string): Promise<readonly LostFile[]> {
  const repository = await openRepository(gitDir);
  try {
    return await findLost(repository, REFS);
  } finally {
    await repository.close();
  }
}

async function takeObjects(
  hq: Hq,
  {
    archive,
    refs,
    gitDir,
    id,
  }: Bundle & { readonly archive: Archive; readonly gitDir: string; readonly id: string },
): Promise<void> {
  await inScratch(hq, async (folder) => {
    const file = join(folder, "bundle");
    await pipeline(await archive.read(bundlePath("sites", id)), createWriteStream(file));
    await adoptBundle(gitDir, file, { refs });
  });
}

async function repairMedia(
  hq: Hq,
  {
    siteId,
    archive,
  }: { readonly siteId: string | undefined; readonly archive: Archive | undefined },
): Promise<Pick<StoredRepair, "media" | "mediaLeft">> {
  const findings = await checkStoredMedia(hq, { deep: true, siteId });
  const storage = await hq.storages.openMedia();
  const wanted = await wantedObjects(hq);
  const media: string[] = [];
  const mediaLeft: MediaFinding[] = [];
  for (const finding of originalsFirst(findings)) {
    const { key } = finding;
    const copies = copiesOf(hq, key, { kept: wanted.get(key) ?? [], archive });
    const isWhole = (await isRestored(hq, storage, key, copies)) || (await isRemade(storage, key));
    if (isWhole) media.push(key);
    else mediaLeft.push(finding);
  }
  const checked = siteId === undefined ? wanted : await wantedObjects(hq, siteId);
  const found = new Set(findings.map(({ key }) => key));
  for (const key of checked.keys()) {
    if (found.has(key) || (await storage.hashOf(key)) !== undefined) continue;
    if (await isRemade(storage, key)) media.push(key);
    else mediaLeft.push(...(await describe(hq, new Map([[key, "damaged"]]), checked)));
  }
  return { media, mediaLeft };
}

/** Variants are made from originals. */
function originalsFirst(findings: readonly MediaFinding[]): readonly MediaFinding[] {
  return [...findings.filter(isOriginal), ...findings.filter((one) => !isOriginal(one))];
}

function isOriginal({ key }: MediaFinding): boolean {
  return key.endsWith("/original");
}

async function isRemade(storage: CheckedMedia, key: string): Promise<boolean> {
  try {
    await storage.remake(key);
    return true;
  } catch (error) {
    if (isCmsError(error) && error.code === "media_damaged") return false;
    throw error;
  }
}

type Copy = AsyncIterable<Uint8Array>;

/** Yields possible copies of the same bytes, nearest first. */
async function* copiesOf(
  hq: Hq,
  key: string,
  {
    kept,
    archive,
  }: { readonly kept: readonly KeptRecord[]; readonly archive: Archive | undefined },
): AsyncGenerator<Copy> {
  for (const { site, record } of kept) {
    const path = publicMediaPaths(record).get(key);
    const opened =
      path === undefined ? undefined : await hq.storages.readPublic(site.id).open(path);
    if (opened !== undefined) yield opened.stream;
  }
  const packed = `${MEDIA_FOLDER}${key}`;
  if (archive?.files.has(packed) === true) yield await archive.read(packed);
}

async function isRestored(
  hq: Hq,
  storage: CheckedMedia,
  key: string,
  copies: AsyncIterable<Copy>,
): Promise<boolean> {
  return inScratch(hq, async (folder) => {
    const file = join(folder, "copy");
    for await (const copy of copies) {
      await pipeline(copy, createWriteStream(file));
      if ((await storage.isWholeFile(key, file)) !== true) continue;
      await storage.replace(key, { file });
      return true;
    }
    return false;
  });
}

/** Located next to uploads, where the next process removes leftovers of a crash. */
async function inScratch<T>({ paths }: Hq, work: (folder: string) => Promise<T>): Promise<T> {
  const scratch = await openWorkFolder(paths.uploads);
  try {
    return await work(scratch.path);
  } finally {
    await scratch.remove();
  }
}
