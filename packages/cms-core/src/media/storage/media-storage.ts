import { CmsError } from "../../base/errors.ts";
import type { MediaRecord, MediaVariant } from "../../model/media.ts";
import type { S3Bucket } from "../s3/s3-bucket.ts";

/** Bytes in memory, or a file that is copied. */
export type MediaSource = Uint8Array | { readonly file: string };

/** First and last byte, both included, as in HTTP. */
export interface MediaRange {
  readonly start: number;
  readonly end: number;
}

/** How a stored object is best read: in place where it is a file, else as a stream. */
export type MediaObject =
  | {
      readonly kind: "file";
      readonly path: string;
      /** Of the whole object. */
      readonly byteSize: number;
    }
  | {
      readonly kind: "stream";
      /** Read from storage when it is iterated, once: most opened objects are never read. */
      readonly stream: AsyncIterable<Uint8Array>;
      /** Of the whole object, whatever range was asked for. */
      readonly byteSize: number;
      /** Where a bucket has the whole of it, so that the service can copy it by itself. */
      readonly object?: { readonly bucket: S3Bucket; readonly key: string; readonly etag: string };
    };

/**
 * Where binaries are kept, by key (`<2 hex>/<sha256>/<name>`). An object is whole or absent, never
 * changes, and stands before `put` returns.
 *
 * Every method throws CmsError `storage_failed` with the cause, and `invalid_path` for what is no key.
 */
export interface MediaStorage {
  has(key: string): Promise<boolean>;
  /** Does nothing where the key is taken: keys are addresses of content. */
  put(key: string, source: MediaSource): Promise<void>;
  /** Puts an object in the place of one that is damaged; until then that one stands. */
  replace(key: string, source: MediaSource): Promise<void>;
  /**
   * The object, or a part of it as a stream.
   *
   * @throws CmsError `not_found`, `range_not_satisfiable`
   */
  open(key: string, range?: MediaRange): Promise<MediaObject>;
  /** @throws CmsError `not_found` */
  read(key: string): Promise<Uint8Array>;
  /** Keys of all objects; those of one binary follow each other. */
  list(): AsyncIterable<string>;
  /** Does nothing where there is no such object. */
  remove(key: string): Promise<void>;
}

const KEY = /^[0-9a-f]{2}\/[0-9a-f]{64}\/[a-z0-9][a-z0-9.-]{0,63}$/;

export function isMediaKey(key: string): boolean {
  return KEY.test(key);
}

/**
 * Keys are made by this package; a bad one is a bug or an attack, and never becomes a path.
 *
 * @throws CmsError `invalid_path`
 */
export function checkMediaKey(key: string): string {
  if (isMediaKey(key)) return key;
  throw new CmsError("invalid_path", `${JSON.stringify(key)} is not a media key.`);
}

/** Where a record's binary stands in media storage: `<sha256[0..2]>/<sha256>/original`. */
export function originalKey({ sha256 }: Pick<MediaRecord, "sha256">): string {
  return `${objectFolder(sha256)}/original`;
}

/** Where a resized copy stands in media storage: `<sha256[0..2]>/<sha256>/<width>.<format>`. */
export function variantKey({ sha256 }: Pick<MediaRecord, "sha256">, variant: MediaVariant): string {
  return `${objectFolder(sha256)}/${variantName(variant)}`;
}

/** Where the hashes of copies stand: `<sha256[0..2]>/<sha256>/sums`. */
export function sumsKey({ sha256 }: Pick<MediaRecord, "sha256">): string {
  return `${objectFolder(sha256)}/sums`;
}

/** Where a sweep says since when a binary is unused: `<sha256[0..2]>/<sha256>/unused`. */
export function unusedKey({ sha256 }: Pick<MediaRecord, "sha256">): string {
  return `${objectFolder(sha256)}/unused`;
}

/** Folder of everything that belongs to one binary. */
export function objectFolder(sha256: string): string {
  return `${sha256.slice(0, 2)}/${sha256}`;
}

/** `<width>.<format>`: the name of a copy, beside its original. */
export function variantName({ width, format }: MediaVariant): string {
  return `${width}.${format}`;
}
