import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { LRUCache } from "lru-cache";
import { CmsError, errorCode, ifFound } from "../../base/errors.ts";
import { type MediaObject, type MediaStorage, sumsKey } from "./media-storage.ts";

/** Number of verified objects to cache. */
const REMEMBERED = 100_000;

/** Names of objects with the content of a binary or a variant; all others are notes about it. */
const HASHED = /^(?:original|\d+\.[a-z]+)$/;

/** A media storage that never returns damaged objects. */
export interface CheckedMedia extends MediaStorage {
  /**
   * Reads an object and resolves if it is intact, ignoring earlier checks, because bit rot changes no time stamp.
   * Variants from before their hashes were stored count as intact.
   *
   * @throws CmsError `not_found`, `media_damaged`
   */
  check(key: string): Promise<void>;
  /** Returns the expected hash of an object; undefined if unknown. */
  hashOf(key: string): Promise<string | undefined>;
  /** Whether a file has the bytes of an object; undefined if the expected hash is unknown. */
  isWholeFile(key: string, file: string): Promise<boolean | undefined>;
}

/**
 * Checks each object against its hash before it is returned, once for as long as the file or object stays the same. The
 * hash of a binary is its name; those of variants are stored with them.
 */
export function checkedMedia(storage: MediaStorage | CheckedMedia): CheckedMedia {
  // Checking an already checked storage would read everything twice.
  if ("check" in storage) return storage;
  const whole = new LRUCache<string, string>({ max: REMEMBERED });
  /** Checks in progress: a browser requests several ranges of a video in parallel. */
  const checking = new Map<string, Promise<void>>();

  async function compare(key: string, object: MediaObject, identity?: string): Promise<void> {
    const wanted = await wantedHash(storage, key);
    if (wanted === undefined) return;
    if ((await hashOf(bytesOf(object))) !== wanted) {
      whole.delete(key);
      throw damaged(key);
    }
    if (identity !== undefined) whole.set(key, identity);
  }

  /** @returns whether the object may have been read for the check; a stream can be read only once */
  async function ensureIntact(key: string, object: MediaObject): Promise<boolean> {
    if (!isHashed(key)) return false;
    const identity = await identityOf(object);
    if (identity !== undefined && whole.get(key) === identity) return false;
    const place = `${key} ${identity}`;
    const check = checking.get(place) ?? compare(key, object, identity);
    checking.set(place, check);
    try {
      await check;
    } finally {
      checking.delete(place);
    }
    return object.kind === "stream";
  }

  return {
    ...storage,
    async check(key) {
      if (!isHashed(key)) return;
      const object = await storage.open(key);
      await compare(key, object, await identityOf(object));
    },
    hashOf: (key) => wantedHash(storage, key),
    async isWholeFile(key, file) {
      const wanted = await wantedHash(storage, key);
      return wanted === undefined ? undefined : (await hashOf(createReadStream(file))) === wanted;
    },
    async open(key, range) {
      const object = await storage.open(key);
      const isRead = await ensureIntact(key, object);
      return isRead || range !== undefined ? storage.open(key, range) : object;
    },
    async read(key) {
      await ensureIntact(key, await storage.open(key));
      return storage.read(key);
    },
  };
}

/** Whether a hash may be known for the object. */
export function isHashed(key: string): boolean {
  return HASHED.test(key.split("/")[2] ?? "");
}

function damaged(key: string): CmsError {
  return new CmsError(
    "media_damaged",
    `${key} in media storage is damaged: its bytes have changed since it was stored. Run hq repair to restore it from public storage, or hq repair --from to restore it from a backup.`,
    { details: { key } },
  );
}

async function wantedHash(storage: MediaStorage, key: string): Promise<string | undefined> {
  const [, sha256 = "", name = ""] = key.split("/");
  if (name === "original") return sha256;
  const bytes = await ifFound(storage.read(sumsKey({ sha256 })));
  return bytes === undefined ? undefined : parseSums(bytes)?.[name];
}

/** Returns the content of `sums`: the hash of each variant, by name. */
export function printSums(hashes: ReadonlyMap<string, string>): string {
  return `${JSON.stringify(Object.fromEntries(hashes))}\n`;
}

/** Returns undefined if the bytes aren't valid sums. */
function parseSums(bytes: Uint8Array): Readonly<Record<string, string>> | undefined {
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(bytes).toString("utf8"));
  } catch {
    return undefined;
  }
  if (typeof value !== "object" || value === null) return undefined;
  const entries = Object.entries(value).filter(
    (entry): entry is [string, string] =>
      typeof entry[1] === "string" && /^[0-9a-f]{64}$/.test(entry[1]),
  );
  return Object.fromEntries(entries);
}

/** Returns a value that changes whenever the file or object is written or replaced. */
async function identityOf(object: MediaObject): Promise<string | undefined> {
  if (object.kind === "file") {
    const { ino, size, mtimeMs, ctimeMs } = await stat(object.path).catch((error: unknown) => {
      if (errorCode(error) !== "ENOENT") throw error;
      throw new CmsError("not_found", "The file was removed from media storage a moment ago.");
    });
    return [ino, size, mtimeMs, ctimeMs].join(" ");
  }
  return object.object?.etag;
}

function bytesOf(object: MediaObject): AsyncIterable<Uint8Array> {
  return object.kind === "file" ? createReadStream(object.path) : object.stream;
}

async function hashOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of bytes) hash.update(chunk);
  return hash.digest("hex");
}
