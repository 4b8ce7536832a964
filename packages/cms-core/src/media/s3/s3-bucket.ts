import type { Readable } from "node:stream";
import { CmsError } from "../../base/errors.ts";
import type { S3Location } from "./s3-location.ts";

/** Content to store. Streams of any length are stored in parts, each retried independently. */
export type S3Body = Uint8Array | Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** Headers with which the service serves an object. */
export interface S3Headers {
  /** @default `application/octet-stream` */
  readonly contentType?: string;
  readonly cacheControl?: string;
  readonly contentDisposition?: string;
  /** SHA-256 of the bytes in hex, stored as the object's metadata. */
  readonly sha256?: string;
}

/** Stored only if the object is absent or has this ETag; ignored by services without conditional writes. */
export type S3Condition = { readonly absent: true } | { readonly etag: string };

export interface S3PutOptions extends S3Headers {
  readonly onlyIf?: S3Condition;
}

export interface S3Stored {
  /** Without quotes, as returned by the service. */
  readonly etag: string;
  /** `etagOf` of the sent bytes. */
  readonly sentEtag: string;
}

/** An object in a listing. */
export interface S3Listed {
  readonly key: string;
  readonly byteSize: number;
  /** Without quotes. */
  readonly etag: string;
}

/** An object with its headers. */
export interface S3ObjectInfo extends S3Headers {
  readonly byteSize: number;
  /** Without quotes. */
  readonly etag: string;
}

export interface S3Object extends S3ObjectInfo {
  /** Ends with an error if the connection breaks; must be read to the end or destroyed. */
  readonly body: Readable;
}

/** First and last byte, both inclusive, as in HTTP. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Objects of a bucket below a prefix; keys are relative to it. Objects are replaced atomically and never incomplete.
 * Requests that fail temporarily are retried with increasing delays.
 *
 * All methods throw CmsError `storage_failed` with advice, and `invalid_path` for a key that isn't a plain path.
 */
export interface S3Bucket {
  readonly location: S3Location;
  /** @throws CmsError `conflict` if the condition isn't met */
  put(key: string, body: S3Body, options?: S3PutOptions): Promise<S3Stored>;
  /** @throws CmsError `not_found`, `range_not_satisfiable` */
  get(key: string, range?: ByteRange): Promise<S3Object>;
  /** Returns undefined if there is no such object. */
  head(key: string): Promise<S3ObjectInfo | undefined>;
  /** Yields objects whose keys start with `prefix`, in the service's order, a thousand per page. */
  list(prefix?: string): AsyncIterable<S3Listed>;
  /** Ignores missing keys. */
  delete(keys: Iterable<string>): Promise<void>;
  /**
   * Copies an object from a bucket of the same service, inside the service.
   *
   * @throws CmsError `not_found`; `storage_failed`, also if the credentials cannot read the source
   */
  copy(from: S3Bucket, key: string, to: string, headers?: S3Headers): Promise<void>;
  /** Resolves if the bucket can be listed. */
  check(): Promise<void>;
  /** Returns the part of this bucket below a folder. It shares this bucket's connections and doesn't close them. */
  below(folder: string): S3Bucket;
  /** Closes open connections; pending requests fail. */
  close(): void;
}

/** The limit of all known services, in UTF-8 bytes. */
const MAX_KEY_BYTES = 1024;

// oxlint-disable-next-line no-control-regex
const UNSAFE = /[\\\u0000-\u001f\u007f\ufffe\uffff]/;

/**
 * Returns the full name of an object below a location's prefix. No part of a name is empty, `.`, or `..`, so that no
 * proxy or folder behind the service can interpret it as another path.
 *
 * @throws CmsError `invalid_path`
 */
export function objectKey({ prefix }: Pick<S3Location, "prefix">, key: string): string {
  const full = prefix === "" ? key : `${prefix}/${key}`;
  const plain = key
    .split("/")
    .every((part) => part !== "" && part !== "." && part !== ".." && part.isWellFormed());
  if (plain && !UNSAFE.test(key) && Buffer.byteLength(full) <= MAX_KEY_BYTES) return full;
  throw new CmsError("invalid_path", `${JSON.stringify(key)} is not a valid object key.`, {
    details: { key },
  });
}
