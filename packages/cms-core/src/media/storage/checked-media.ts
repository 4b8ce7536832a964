import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { LRUCache } from "lru-cache";
import { CmsError, errorCode, ifFound, isCmsError } from "../../base/errors.ts";
import { type MediaObject, type MediaRange, type MediaStorage, sumsKey } from "./media-storage.ts";

/** Number of verified objects to cache. */
const REMEMBERED = 100_000;

/** Creates a variant from its original again, replaces it, and stores its hash. */
export type RemakeVariant = (key: string) => Promise<void>;

/** Names of objects with the content of a binary or a variant; all others are notes about it. */
const HASHED = /^(?:original|\d+\.[a-z]+)$/;

/** How an object was found to be intact; unknown if its hash was never stored. */
type Intact = "checked earlier" | "checked now" | "unknown";

/**
 * A media storage that never returns damaged objects. `open` and `read` create variants again that are damaged or lost,
 * or whose hash was never stored, if the storage can do that.
 */
export interface CheckedMedia extends MediaStorage {
  /**
   * Reads an object and resolves if it is intact, ignoring earlier checks, because bit rot changes no time stamp.
   * Variants whose hash was never stored count as intact.
   *
   * @throws CmsError `not_found`, `media_damaged`
   */
  check(key: string): Promise<void>;
  /** Returns the expected hash of an object; undefined if unknown. */
  hashOf(key: string): Promise<string | undefined>;
  /** Whether a file has the bytes of an object; undefined if the expected hash is unknown. */
  isWholeFile(key: string, file: string): Promise<boolean | undefined>;
  /** Like `open`, but changes nothing in the storage. Variants whose hash was never stored count as intact. */
  openUnchanged(key: string, range?: MediaRange): Promise<MediaObject>;
  /**
   * Creates a variant again from its original.
   *
   * @throws CmsError `media_damaged` if the original is damaged or missing or has no such variant
   */
  remake(key: string): Promise<void>;
}

/**
 * Checks each object against its hash before it is returned, once for as long as the file or object stays the same. The
 * hash of a binary is its name; those of variants are stored with them.
 *
 * @param remakeVariant - without it, damaged variants stay damaged
 */
export function checkedMedia(
  storage: MediaStorage | CheckedMedia,
  remakeVariant?: RemakeVariant,
): CheckedMedia {
  // Checking an already checked storage would read everything twice.
  if ("check" in storage) return storage;
  const { compare, openChecked } = createChecks(storage);
  const remaking = new Map<string, Promise<void>>();

  async function remake(key: string): Promise<void> {
    if (remakeVariant === undefined || !isVariant(key)) throw damaged(key);
    const running = remaking.get(key) ?? remakeVariant(key);
    remaking.set(key, running);
    try {
      await running;
    } catch (error) {
      throw damaged(key, error);
    } finally {
      remaking.delete(key);
    }
  }

  async function needsRemaking(key: string, error: unknown): Promise<boolean> {
    if (!isCmsError(error)) return false;
    if (error.code === "media_damaged") return true;
    // A variant that never existed stays missing, whatever a record claims.
    return error.code === "not_found" && (await wantedHash(storage, key)) !== undefined;
  }

  async function open(key: string, range?: MediaRange): Promise<MediaObject> {
    if (remakeVariant === undefined || !isVariant(key)) {
      return (await openChecked(key, range)).object;
    }
    try {
      const { object, isKnown } = await openChecked(key, range);
      if (isKnown) return object;
    } catch (error) {
      if (!(await needsRemaking(key, error))) throw error;
    }
    await remake(key);
    return (await openChecked(key, range)).object;
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
    openUnchanged: async (key, range) => (await openChecked(key, range)).object,
    remake,
    open,
    async read(key) {
      await open(key);
      return storage.read(key);
    },
  };
}

interface Checks {
  /** Compares an object with its hash. @returns whether the hash is known, so that the object was read */
  readonly compare: (key: string, object: MediaObject, identity?: string) => Promise<boolean>;
  /** Opens an object that isn't damaged. */
  readonly openChecked: (key: string, range?: MediaRange) => Promise<CheckedObject>;
}

interface CheckedObject {
  readonly object: MediaObject;
  /** Whether it is known to be intact, because its hash is known. */
  readonly isKnown: boolean;
}

function createChecks(storage: MediaStorage): Checks {
  const whole = new LRUCache<string, string>({ max: REMEMBERED });
  /** Checks in progress: a browser requests several ranges of a video in parallel. */
  const checking = new Map<string, Promise<boolean>>();

  async function compare(key: string, object: MediaObject, identity?: string): Promise<boolean> {
    const wanted = await wantedHash(storage, key);
    if (wanted === undefined) return false;
    if ((await hashOf(bytesOf(object))) !== wanted) {
      whole.delete(key);
      throw damaged(key);
    }
    if (identity !== undefined) whole.set(key, identity);
    return true;
  }

  async function ensureIntact(key: string, object: MediaObject): Promise<Intact> {
    if (!isHashed(key)) return "checked earlier";
    const identity = await identityOf(object);
    if (identity !== undefined && whole.get(key) === identity) return "checked earlier";
    const place = `${key} ${identity}`;
    const check = checking.get(place) ?? compare(key, object, identity);
    checking.set(place, check);
    try {
      return (await check) ? "checked now" : "unknown";
    } finally {
      checking.delete(place);
    }
  }

  async function openChecked(key: string, range?: MediaRange): Promise<CheckedObject> {
    const object = await storage.open(key);
    const found = await ensureIntact(key, object);
    // A stream can be read only once.
    const wasRead = object.kind === "stream" && found === "checked now";
    return {
      object: wasRead || range !== undefined ? await storage.open(key, range) : object,
      isKnown: found !== "unknown",
    };
  }

  return { compare, openChecked };
}

/** Whether a hash may be known for the object. */
export function isHashed(key: string): boolean {
  return HASHED.test(key.split("/")[2] ?? "");
}

function isVariant(key: string): boolean {
  return isHashed(key) && !key.endsWith("/original");
}

function damaged(key: string, cause?: unknown): CmsError {
  return new CmsError(
    "media_damaged",
    `${key} in media storage is damaged: its bytes have changed since it was stored. Run hq repair to restore it from public storage, or hq repair --from to restore it from a backup.`,
    { details: { key }, cause },
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
export function parseSums(bytes: Uint8Array): Readonly<Record<string, string>> | undefined {
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
