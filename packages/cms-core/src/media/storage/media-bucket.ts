import { createReadStream } from "node:fs";
import { buffer } from "node:stream/consumers";
import { CmsError } from "../../base/errors.ts";
import type { S3Body, S3Bucket } from "../s3/s3-bucket.ts";
import {
  checkMediaKey,
  isMediaKey,
  type MediaObject,
  type MediaRange,
  type MediaSource,
  type MediaStorage,
} from "./media-storage.ts";

/**
 * Opens media storage in an S3 bucket, where objects appear atomically. The bucket needs no public access: published
 * media are copied to public storage.
 */
export function openMediaBucket(bucket: S3Bucket): MediaStorage {
  return {
    has: async (key) => (await bucket.head(checkMediaKey(key))) !== undefined,
    put: (key, source) => putObject(bucket, key, source),
    replace: (key, source) => bucket.put(checkMediaKey(key), bodyOf(source)).then(() => undefined),
    open: (key, range) => openObject(bucket, key, range),
    read: async (key) => buffer((await bucket.get(checkMediaKey(key))).body),
    list: () => listKeys(bucket),
    remove: async (key) => bucket.delete([checkMediaKey(key)]),
  };
}

async function putObject(bucket: S3Bucket, key: string, source: MediaSource): Promise<void> {
  if ((await bucket.head(checkMediaKey(key))) !== undefined) return;
  await bucket.put(key, bodyOf(source));
}

function bodyOf(source: MediaSource): S3Body {
  return source instanceof Uint8Array ? source : createReadStream(source.file);
}

async function openObject(
  bucket: S3Bucket,
  key: string,
  range: MediaRange | undefined,
): Promise<MediaObject> {
  const found = await bucket.head(checkMediaKey(key));
  if (found === undefined) {
    throw new CmsError("not_found", `Media storage has no object ${key}.`, { details: { key } });
  }
  const { byteSize, etag } = found;
  if (range !== undefined && !(range.start <= range.end && range.start < byteSize)) {
    throw new CmsError("range_not_satisfiable", `The requested range is outside ${key}.`, {
      details: { key },
    });
  }
  const stream = readLazily(bucket, key, range);
  const whole = range === undefined ? { object: { bucket, key, etag } } : {};
  return { kind: "stream", stream, byteSize, ...whole };
}

/**
 * Opens the object on the first read: a caller that opens a thousand objects and reads them in sequence doesn't need a
 * thousand connections.
 */
async function* readLazily(
  bucket: S3Bucket,
  key: string,
  range: MediaRange | undefined,
): AsyncGenerator<Uint8Array> {
  const { body } = await bucket.get(key, range);
  const parts: AsyncIterable<Uint8Array> = body;
  yield* parts;
}

async function* listKeys(bucket: S3Bucket): AsyncGenerator<string> {
  for await (const { key } of bucket.list()) if (isMediaKey(key)) yield key;
}
