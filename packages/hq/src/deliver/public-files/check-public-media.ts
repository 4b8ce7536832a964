import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { CmsError, ifFound, isCmsError } from "@loam/cms-core";
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

/** What to serve for the path of a public media file. */
export type PublicMedia =
  /** The file itself, or nothing if it doesn't exist. */
  | { readonly kind: "as stored" }
  /** The file is damaged, and media storage has it under this key. */
  | { readonly kind: "from media storage"; readonly key: string };

/**
 * Creates a function that checks, before serving a public media file, whether it is the published one. Each file is
 * checked only once while it is unchanged. Its URL starts with the hash of the original; the hashes of variants are in
 * media storage.
 */
export function createPublicMediaCheck(storages: Storages): (path: string) => Promise<PublicMedia> {
  const known = new LRUCache<string, { readonly identity: string; readonly media: PublicMedia }>({
    max: REMEMBERED,
  });

  async function compare(
    file: FoundFile,
    { prefix, name }: { readonly prefix: string; readonly name: string },
  ): Promise<PublicMedia> {
    const hash = createHash("sha256");
    for await (const chunk of await file.bytes()) hash.update(chunk);
    const found = hash.digest("hex");
    // Also the name of an original that is called like a variant.
    if (found.startsWith(prefix)) return AS_STORED;
    const sha256 = await storages.findMedia(prefix);
    if (sha256 === undefined) throw damaged();
    const key = `${sha256.slice(0, 2)}/${sha256}/${COPY.test(name) ? name : "original"}`;
    const media = await storages.openMedia();
    // Creates a variant again whose hash isn't known.
    await media.open(key).catch((error: unknown) => {
      throw isCmsError(error) && error.code === "not_found" ? damaged(error) : error;
    });
    return (await media.hashOf(key)) === found ? AS_STORED : { kind: "from media storage", key };
  }

  return async (path) => {
    const [, prefix, name] = MEDIA_FILE.exec(path) ?? [];
    if (prefix === undefined || name === undefined) return AS_STORED;
    const file = await findFile(storages, path);
    if (file === undefined) return AS_STORED;
    const earlier = known.get(path);
    if (earlier?.identity === file.identity) return earlier.media;
    const media = await compare(file, { prefix, name });
    known.set(path, { identity: file.identity, media });
    return media;
  };
}

const AS_STORED: PublicMedia = { kind: "as stored" };

function damaged(cause?: unknown): CmsError {
  return new CmsError(
    "media_damaged",
    "This file is damaged on the server and cannot be served. Run hq repair to rewrite it.",
    { cause },
  );
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
