import { CmsError } from "../../base/errors.ts";
import type { MediaRecord, MediaVariant } from "../../model/media.ts";
import type { S3Bucket } from "../s3/s3-bucket.ts";

/** Bytes in memory, or a file to copy. */
export type MediaSource = Uint8Array | { readonly file: string };

/** First and last byte, both inclusive, as in HTTP. */
export interface MediaRange {
  readonly start: number;
  readonly end: number;
}

/** A stored object: a file to read in place, or a stream. */
export type MediaObject =
  | {
      readonly kind: "file";
      readonly path: string;
      /** Size of the whole object. */
      readonly byteSize: number;
    }
  | {
      readonly kind: "stream";
      /** Read from storage when iterated, once: most opened objects are never read. */
      readonly stream: AsyncIterable<Uint8Array>;
      /** Size of the whole object, whatever range was requested. */
      readonly byteSize: number;
      /** Location in a bucket that has the whole object, so that the service can copy it. */
      readonly object?: { readonly bucket: S3Bucket; readonly key: string; readonly etag: string };
    };

/**
 * Stores binaries by key (`<2 hex>/<sha256>/<name>`). An object is complete or absent, never changes, and exists once
 * `put` returns.
 *
 * All methods throw CmsError `storage_failed` with the cause, and `invalid_path` for an invalid key.
 */
export interface MediaStorage {
  has(key: string): Promise<boolean>;
  /** Does nothing if the key exists, because keys identify content. */
  put(key: string, source: MediaSource): Promise<void>;
  /** Replaces a damaged object atomically. */
  replace(key: string, source: MediaSource): Promise<void>;
  /**
   * Opens the object, or a range of it as a stream.
   *
   * @throws CmsError `not_found`, `range_not_satisfiable`
   */
  open(key: string, range?: MediaRange): Promise<MediaObject>;
  /** @throws CmsError `not_found` */
  read(key: string): Promise<Uint8Array>;
  /** Yields the keys of all objects, grouped by binary. */
  list(): AsyncIterable<string>;
  /** Does nothing if there is no such object. */
  remove(key: string): Promise<void>;
}

const KEY = /^[0-9a-f]{2}\/[0-9a-f]{64}\/[a-z0-9][a-z0-9.-]{0,63}$/;

export function isMediaKey(key: string): boolean {
  return KEY.test(key);
}

/**
 * Only this package creates keys; an invalid one is a bug or an attack and never becomes a path.
 *
 * @throws CmsError `invalid_path`
 */
export function checkMediaKey(key: string): string {
  if (isMediaKey(key)) return key;
  throw new CmsError("invalid_path", `${JSON.stringify(key)} is not a media key.`);
}

/** Key of a record's binary in media storage: `<sha256[0..2]>/<sha256>/original`. */
export function originalKey({ sha256 }: Pick<MediaRecord, "sha256">): string {
  return `${objectFolder(sha256)}/original`;
}

/** Key of a variant in media storage: `<sha256[0..2]>/<sha256>/<width>.<format>`. */
export function variantKey({ sha256 }: Pick<MediaRecord, "sha256">, variant: MediaVariant): string {
  return `${objectFolder(sha256)}/${variantName(variant)}`;
}

/** Key of the hashes of variants: `<sha256[0..2]>/<sha256>/sums`. */
export function sumsKey({ sha256 }: Pick<MediaRecord, "sha256">): string {
  return `${objectFolder(sha256)}/sums`;
}

/** Key of a sweep's note since when a binary is unused: `<sha256[0..2]>/<sha256>/unused`. */
export function unusedKey({ sha256 }: Pick<MediaRecord, "sha256">): string {
  return `${objectFolder(sha256)}/unused`;
}

/** Folder of all objects of one binary. */
export function objectFolder(sha256: string): string {
  return `${sha256.slice(0, 2)}/${sha256}`;
}

/** Name of a variant, next to its original: `<width>.<format>`. */
export function variantName({ width, format }: MediaVariant): string {
  return `${width}.${format}`;
}
