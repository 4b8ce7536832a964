import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { CmsError, ifFound } from "@loam/cms-core";
import { LRUCache } from "lru-cache";
import type { Storages } from "../../platform/storage/storages.ts";

/** Maximum number of files cached as intact. */
const REMEMBERED = 50_000;

const MEDIA_FILE = /^[^/]+\/media\/([0-9a-f]{16})\/([^/]+)$/;
const COPY = /^\d+\.(?:webp|avif)$/;

interface FoundFile {
  /** Changes whenever the file is written or replaced. */
  readonly identity: string;
  readonly bytes: () => Promise<AsyncIterable<Uint8Array>>;
}

/**
 * Creates a function that checks, before serving a public media file, whether it is the published one. Each file is
 * checked only once while it is unchanged. Its URL starts with the hash of the original; the hashes of variants are in
 * media storage.
 */
export function createPublicMediaCheck(storages: Storages): (path: string) => Promise<void> {
  const intact = new LRUCache<string, string>({ max: REMEMBERED });

  async function hashesOf(prefix: string, name: string): Promise<(hash: string) => boolean> {
    const isOriginal = (hash: string): boolean => hash.startsWith(prefix);
    if (!COPY.test(name)) return isOriginal;
    const sha256 = await storages.findMedia(prefix);
    const media = await storages.openMedia();
    const wanted =
      sha256 === undefined
        ? undefined
        : await media.hashOf(`${sha256.slice(0, 2)}/${sha256}/${name}`);
    // Variants created before their hashes were stored cannot be checked.
    return (hash) => wanted === undefined || hash === wanted || isOriginal(hash);
  }

  return async (path) => {
    const [, prefix, name] = MEDIA_FILE.exec(path) ?? [];
    if (prefix === undefined || name === undefined) return;
    const file = await findFile(storages, path);
    if (file === undefined || intact.get(path) === file.identity) return;
    const isRight = await hashesOf(prefix, name);
    const hash = createHash("sha256");
    for await (const chunk of await file.bytes()) hash.update(chunk);
    if (!isRight(hash.digest("hex"))) {
      throw new CmsError(
        "media_damaged",
        "This file is damaged on the server and cannot be served. Run hq repair to rewrite it.",
      );
    }
    intact.set(path, file.identity);
  };
}

async function findFile({ publicSource }: Storages, path: string): Promise<FoundFile | undefined> {
  if (publicSource.kind === "bucket") {
    const { bucket } = publicSource;
    const found = await ifFound(bucket.head(path).then((info) => info ?? undefined));
    if (found === undefined) return undefined;
    return { identity: found.etag, bytes: async () => (await bucket.get(path)).body };
  }
  const file = join(publicSource.folder, path);
  const found = await stat(file).catch(() => undefined);
  if (found?.isFile() !== true) return undefined;
  const { ino, size, mtimeMs, ctimeMs } = found;
  return {
    identity: [ino, size, mtimeMs, ctimeMs].join(" "),
    bytes: async () => Promise.resolve(createReadStream(file)),
  };
}
