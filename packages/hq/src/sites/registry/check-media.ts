import { isCmsError, type MediaRecord } from "@loam/cms-core";
import { parseMediaFile } from "@loam/cms-core/content";
import { eachFileThere, type GitRepository, openRepository } from "@loam/cms-core/git";
import { type CheckedMedia, isHashed, originalKey, variantKey } from "@loam/cms-core/media";
import { PUBLISHED_REF } from "@loam/cms-core/publish";
import { MAIN } from "@loam/cms-core/site";
import { listSites, type Site } from "../../people/workspaces/sites.ts";
import type { Hq } from "../../platform/hq.ts";
import { siteGitDir } from "../publisher/site-publisher.ts";

/** A media record and the entries that use it. */
interface MediaUse {
  /** Id and name of the site. */
  readonly site: string;
  readonly name: string;
  /** Id of the media record. */
  readonly media: string;
  readonly filename: string;
  /** Paths of entry files that contain its id. */
  readonly entries: readonly string[];
}

/** A problem of a file in media storage. */
export interface MediaFinding {
  readonly kind: "missing" | "damaged";
  /** Its actual or expected key in media storage. */
  readonly key: string;
  /** Empty if no media record of any site references it. */
  readonly usedBy: readonly MediaUse[];
}

export interface CheckMediaOptions {
  /** Whether every file is read and compared with its hash. Otherwise only missing files are found. */
  readonly deep: boolean;
  /** Called before each object is read. @throws to stop the check */
  readonly onChecked?: (key: string) => void;
  /** Only check files used by this site. @default everything in media storage */
  readonly siteId?: string | undefined;
}

/** A media record and the site it belongs to. */
export interface KeptRecord {
  readonly site: Site;
  readonly record: MediaRecord;
}

/** Checks whether media storage contains all files that the sites use, unchanged. Makes no changes. */
export async function checkStoredMedia(
  hq: Hq,
  { deep, onChecked = () => undefined, siteId }: CheckMediaOptions,
): Promise<readonly MediaFinding[]> {
  const storage = await hq.storages.openMedia();
  const expected = await wantedObjects(hq, siteId);
  const present = new Set<string>();
  for await (const key of storage.list()) present.add(key);
  const found = new Map<string, MediaFinding["kind"]>();
  for (const key of expected.keys()) if (!present.has(key)) found.set(key, "missing");
  for (const key of deep ? present : []) {
    if (!isHashed(key) || (siteId !== undefined && !expected.has(key))) continue;
    onChecked(key);
    if (await isDamaged(storage, key)) found.set(key, "damaged");
  }
  return describe(hq, found, expected);
}

/** Whether an object exists but differs from what was stored. */
export async function isDamaged(storage: CheckedMedia, key: string): Promise<boolean> {
  try {
    await storage.check(key);
    return false;
  } catch (error) {
    if (!isCmsError(error)) throw error;
    // Unreferenced files can be swept in the meantime.
    if (error.code === "not_found") return false;
    if (error.code === "media_damaged") return true;
    throw error;
  }
}

/** Describes a problem with the records and entries that it affects. */
export async function describe(
  hq: Hq,
  found: ReadonlyMap<string, MediaFinding["kind"]>,
  expected: ReadonlyMap<string, readonly KeptRecord[]>,
): Promise<readonly MediaFinding[]> {
  const ids = new Map<string, Set<string>>();
  for (const key of found.keys()) {
    for (const { site, record } of expected.get(key) ?? []) {
      ids.set(site.id, (ids.get(site.id) ?? new Set()).add(record.id));
    }
  }
  const entries = new Map<string, readonly string[]>();
  for (const [siteId, wantedIds] of ids) {
    for (const [id, paths] of await entriesWith(hq, siteId, wantedIds)) entries.set(id, paths);
  }
  return [...found].map(([key, kind]) => ({
    kind,
    key,
    usedBy: (expected.get(key) ?? []).map(({ site, record: { id, filename } }) => {
      return {
        site: site.id,
        name: site.name,
        media: id,
        filename,
        entries: entries.get(id) ?? [],
      };
    }),
  }));
}

/** Returns the objects that media records of the sites reference on either branch. */
export async function wantedObjects(
  hq: Hq,
  siteId?: string,
): Promise<ReadonlyMap<string, readonly KeptRecord[]>> {
  const expected = new Map<string, KeptRecord[]>();
  const sites = (await listSites(hq.database)).filter(
    ({ id }) => siteId === undefined || id === siteId,
  );
  for (const site of sites) {
    const records = await inRepository(hq, site.id, readRecords);
    for (const record of records ?? []) {
      const keys = [originalKey(record), ...record.variants.map((one) => variantKey(record, one))];
      for (const key of keys) expected.set(key, [...(expected.get(key) ?? []), { site, record }]);
    }
  }
  return expected;
}

/** Returns undefined for an unreadable repository, which other checks report. */
async function inRepository<T>(
  hq: Hq,
  siteId: string,
  work: (repository: GitRepository) => Promise<T>,
): Promise<T | undefined> {
  try {
    const repository = await openRepository(siteGitDir(hq, siteId));
    try {
      return await work(repository);
    } finally {
      await repository.close();
    }
  } catch (error) {
    if (isCmsError(error)) return undefined;
    throw error;
  }
}

const RECORD = /^media\/.+\.yml$/;
const ENTRY = /\.(?:md|yml|yaml|json|mdx)$/;

async function readRecords(repository: GitRepository): Promise<readonly MediaRecord[]> {
  const records = new Map<string, MediaRecord>();
  const files = await listFiles(repository, (path) => RECORD.test(path));
  for await (const [[path], bytes] of eachFileThere(repository, files, ([, oid]) => oid)) {
    const record = bytes && parsed(bytes, path);
    if (record !== undefined) records.set(`${record.id} ${record.sha256}`, record);
  }
  return [...records.values()];
}

function parsed(bytes: Uint8Array, path: string): MediaRecord | undefined {
  try {
    return parseMediaFile(bytes, path);
  } catch (error) {
    if (isCmsError(error)) return undefined;
    throw error;
  }
}

/** Returns the files of both branches, identical ones only once. */
async function listFiles(
  repository: GitRepository,
  isWanted: (path: string) => boolean,
): Promise<readonly (readonly [path: string, oid: string])[]> {
  const files = new Map<string, readonly [string, string]>();
  for (const ref of [MAIN, PUBLISHED_REF]) {
    const commit = await repository.resolveRef(ref);
    if (commit === undefined) continue;
    for (const { path, after } of (await repository.readableFiles(commit)).files) {
      if (after !== undefined && isWanted(path)) files.set(`${path} ${after}`, [path, after]);
    }
  }
  return [...files.values()];
}

function isEntry(path: string): boolean {
  return ENTRY.test(path) && !/^(?:ledger|types|media)\//.test(path) && path !== "site.yml";
}

async function entriesWith(
  hq: Hq,
  siteId: string,
  ids: ReadonlySet<string>,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, string[]>();
  await inRepository(hq, siteId, async (repository) => {
    const files = await listFiles(repository, isEntry);
    for await (const [[path], bytes] of eachFileThere(repository, files, ([, oid]) => oid)) {
      const text = Buffer.from(bytes ?? "").toString("utf8");
      for (const id of ids) {
        const paths = found.get(id) ?? [];
        if (text.includes(id) && !paths.includes(path)) found.set(id, [...paths, path]);
      }
    }
  });
  return found;
}
