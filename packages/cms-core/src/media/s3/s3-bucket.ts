import type { Readable } from "node:stream";
import { CmsError } from "../../base/errors.ts";
import type { S3Location } from "./s3-location.ts";

/** What can be stored; streams of any length are stored in parts, each tried again on its own. */
export type S3Body = Uint8Array | Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** How an object is served by the service itself. */
export interface S3Headers {
  /** @default `application/octet-stream` */
  readonly contentType?: string;
  readonly cacheControl?: string;
  readonly contentDisposition?: string;
  /** SHA-256 of the bytes in hex, kept with the object as metadata. */
  readonly sha256?: string;
}

/** Stored only if the object is absent, or stands with a tag; ignored by services without conditions. */
export type S3Condition = { readonly absent: true } | { readonly etag: string };

export interface S3PutOptions extends S3Headers {
  readonly onlyIf?: S3Condition;
}

export interface S3Stored {
  /** Without quotes, as the service gave it. */
  readonly etag: string;
  /** As `etagOf` makes it of the bytes that were sent. */
  readonly sentEtag: string;
}

/** An object as a listing shows it. */
export interface S3Listed {
  readonly key: string;
  readonly byteSize: number;
  /** Without quotes. */
  readonly etag: string;
}

/** An object with what it is served with. */
export interface S3ObjectInfo extends S3Headers {
  readonly byteSize: number;
  /** Without quotes. */
  readonly etag: string;
}

export interface S3Object extends S3ObjectInfo {
  /** Ends with an error when the connection breaks; to be read to its end or destroyed. */
  readonly body: Readable;
}

/** First and last byte, both included, as in HTTP. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Objects of a bucket below a prefix; keys are relative to it. An object is whole or absent, and is replaced
 * atomically. Requests that fail for a reason that may pass are tried again with growing pauses.
 *
 * Every method throws CmsError `storage_failed` with a sentence that says what to do, and `invalid_path` for a
 * key that is no plain path.
 */
export interface S3Bucket {
  readonly location: S3Location;
  /** @throws CmsError `conflict` when the condition does not hold. */
  put(key: string, body: S3Body, options?: S3PutOptions): Promise<S3Stored>;
  /** @throws CmsError `not_found`, `range_not_satisfiable` */
  get(key: string, range?: ByteRange): Promise<S3Object>;
  /** Undefined when there is no such object. */
  head(key: string): Promise<S3ObjectInfo | undefined>;
  /** Objects whose keys begin with `prefix`, in the service's order, a page of a thousand at a time. */
  list(prefix?: string): AsyncIterable<S3Listed>;
  /** Keys that are not there are no error. */
  delete(keys: Iterable<string>): Promise<void>;
  /**
   * Copies an object of a bucket of the same service without its bytes passing through here.
   *
   * @throws CmsError `not_found`; `storage_failed` also where the credentials may not read the source.
   */
  copy(from: S3Bucket, key: string, to: string, headers?: S3Headers): Promise<void>;
  /** Returns when the bucket can be listed. */
  check(): Promise<void>;
  /** The part of this bucket below a folder, over the same connections, which it does not close. */
  below(folder: string): S3Bucket;
  /** Closes kept connections; what is under way fails. */
  close(): void;
}

/** The limit of every known service, in UTF-8 bytes. */
const MAX_KEY_BYTES = 1024;

// oxlint-disable-next-line no-control-regex
const UNSAFE = /[\\\u0000-\u001f\u007f\ufffe\uffff]/;

/**
 * The full name of an object below a location's prefix. A name has parts between slashes, none of them empty,
 * `.` or `..`, so that nothing on the way (a proxy, a folder behind the service) can make it lead elsewhere.
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
