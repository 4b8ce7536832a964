import { createHash } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isCmsError } from "@loam/cms-core";
import * as z from "astro/zod";
import { readAll } from "./published-content.ts";
import { readJson } from "./read-json.ts";
import type { SiteIndex } from "./site-index.ts";
import { withConsistentSite } from "./site-snapshot.ts";
import type { Source } from "./source.ts";

export interface KeepLastGoodOptions {
  /** Dedicated folder of this source for the last good set. */
  readonly folder: string;
  /** Throws if the site cannot be built from the set. */
  readonly check: (source: Source, index: SiteIndex) => Promise<void>;
  /** Whether the index is only read once: a build uses a single set, regardless of its duration. */
  readonly once: boolean;
  readonly now?: () => Date;
}

/** A complete, verified set of files. */
interface GoodSet {
  /** ISO 8601. */
  readonly readAt: string;
  readonly files: ReadonlyMap<string, Uint8Array>;
}

const INDEX = "api/index.json";
const goodSet = z.object({ readAt: z.string(), files: z.record(z.string(), z.string()) });

/**
 * Wraps a source so that it uses the last good set, with a warning and its time, while a newer one is unreadable or
 * incomplete. Each read of the index loads a complete set, so no page mixes two.
 *
 * @throws CmsError the errors of reading, if no good set was ever read
 */
export function keepLastGood(
  source: Source,
  { folder, check, once, now = () => new Date() }: KeepLastGoodOptions,
): Source {
  let shown: Promise<GoodSet> | undefined;
  const warnings: string[] = [];

  async function take(): Promise<GoodSet> {
    const before = await readStoredSet(folder);
    try {
      return await readSet(before);
    } catch (error) {
      if (before === undefined || !isCmsError(error)) throw error;
      warnings.push(
        `COULD NOT READ THE CONTENT. The site uses the content read from ${source.name} at ${before.readAt}. ${error.message}`,
      );
      return before;
    }
  }

  async function readSet(before: GoodSet | undefined): Promise<GoodSet> {
    const read = new Map<string, Uint8Array>();
    const recording: Source = {
      name: source.name,
      async read(path) {
        // Row indexes refer to single entries, but a set only contains complete lists.
        if (path.endsWith("/_index.json")) return undefined;
        const found = await source.read(path);
        if (found === undefined) read.delete(path);
        else read.set(path, found);
        return found;
      },
    };
    const index = await withConsistentSite(recording, async ({ index: seen }) => {
      for (const type of seen.contentTypes) {
        const stored = before?.files.get(listPath(type));
        if (stored !== undefined && sha256(stored) === type.sha256)
          read.set(listPath(type), stored);
        else await readAll(recording, type);
      }
      return seen;
    });
    const paths = new Set([INDEX, ...index.contentTypes.map(listPath)]);
    const files = new Map([...read].filter(([path]) => paths.has(path)));
    const set = { readAt: now().toISOString(), files };
    await check(setSource(source.name, set), index);
    await writeStoredSet(folder, set);
    return set;
  }

  return {
    name: source.name,
    async read(path) {
      if (shown === undefined || (path === INDEX && !once)) shown = take();
      return (await shown).files.get(path);
    },
    takeWarnings: () => [...(source.takeWarnings?.() ?? []), ...warnings.splice(0)],
  };
}

function listPath({ apiId }: { readonly apiId: string }): string {
  return `api/${apiId}.json`;
}

function setSource(name: string, { files }: GoodSet): Source {
  return { name, read: async (path) => files.get(path) };
}

/** A small file that lists the files by digest. It is replaced last. */
const CURRENT = "current.json";

async function readStoredSet(folder: string): Promise<GoodSet | undefined> {
  try {
    const place = { source: { name: folder, read: async () => undefined }, path: CURRENT };
    const { readAt, files } = readJson(goodSet, await readFile(join(folder, CURRENT)), place);
    const read = new Map<string, Uint8Array>();
    for (const [path, digest] of Object.entries(files)) {
      const bytes = await readFile(join(folder, digest));
      if (sha256(bytes) !== digest) return undefined;
      read.set(path, bytes);
    }
    return { readAt, files: read };
  } catch {
    // Missing, incomplete, or in another format: treated as if no set were stored.
    return undefined;
  }
}

async function writeStoredSet(folder: string, { readAt, files }: GoodSet): Promise<void> {
  await mkdir(folder, { recursive: true });
  const before = await readFile(join(folder, CURRENT), "utf8").catch(() => "");
  const names: Record<string, string> = {};
  for (const [path, bytes] of files) {
    names[path] = sha256(bytes);
    if (!before.includes(sha256(bytes))) await replace(join(folder, sha256(bytes)), bytes);
  }
  const now = JSON.stringify({ readAt, files: names });
  await replace(join(folder, CURRENT), now);
  for (const [digest] of before.matchAll(/[0-9a-f]{64}/g)) {
    if (!now.includes(digest)) await rm(join(folder, digest), { force: true });
  }
}

async function replace(path: string, content: Uint8Array | string): Promise<void> {
  const temporary = `${path}.${process.pid}.new`;
  await writeFile(temporary, content);
  await rename(temporary, path);
}

function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
