import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { isCmsError } from "@loam/cms-core";
import { printPortableSkill } from "@loam/cms-core/skills";
import { LRUCache } from "lru-cache";
import { maxEntries } from "../../platform/limits/cache-size.ts";
import type { SkillStore, SkillVersion } from "../skills/skill-store.ts";
import { makeTar } from "./tar.ts";

const compress = promisify(gzip);
const KEPT_BYTES = 64 * 1024 * 1024;
const KEPT_DIGESTS = 10_000;

/** Skill versions as archives for installation in other tools. */
export interface SkillArchives {
  /** Returns a `.tar.gz` of all files, or undefined if the format cannot contain them. */
  archive(store: SkillStore, version: SkillVersion): Promise<Buffer | undefined>;
  /** Returns `sha256:…` of the archive. */
  digest(store: SkillStore, version: SkillVersion): Promise<string | undefined>;
}

/** Creates archives on demand and caches recent ones. Equal files produce the same archive. */
export function createSkillArchives(): SkillArchives {
  const archives = new LRUCache<string, Buffer>({
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ length }) => length,
  });
  const digests = new LRUCache<string, string>(maxEntries(KEPT_DIGESTS));

  async function archive(store: SkillStore, version: SkillVersion): Promise<Buffer | undefined> {
    const key = `${version.name}/${version.tree}`;
    const cached = archives.get(key);
    if (cached !== undefined) return cached;
    const created = await makeArchive(store, version);
    if (created !== undefined) archives.set(key, created);
    return created;
  }

  return {
    archive,
    async digest(store, version) {
      const key = `${version.name}/${version.tree}`;
      const cached = digests.get(key);
      if (cached !== undefined) return cached;
      const bytes = await archive(store, version);
      if (bytes === undefined) return undefined;
      const digest = `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
      digests.set(key, digest);
      return digest;
    },
  };
}

/** Returns a file of a skill as installed elsewhere. @throws CmsError for an invalid SKILL.md that bypassed HQ */
export function installedBytes(
  { name }: SkillVersion,
  path: string,
  bytes: Uint8Array,
): Uint8Array {
  return path === "SKILL.md" ? Buffer.from(printPortableSkill(bytes, { folder: name })) : bytes;
}

async function makeArchive(store: SkillStore, version: SkillVersion): Promise<Buffer | undefined> {
  const files = await store.files(version);
  const read = await store.repository.readBlobs(files.map(({ oid }) => oid));
  try {
    const tar = makeTar(
      files.map(({ path, mode }, index) => {
        const bytes = installedBytes(version, path, read[index] ?? new Uint8Array());
        return { path, isProgram: mode === "100755", bytes };
      }),
    );
    return await compress(tar, { level: 9 });
  } catch (error) {
    // A path is too long, or an invalid SKILL.md bypassed HQ.
    if (isCmsError(error)) return undefined;
    throw error;
  }
}
