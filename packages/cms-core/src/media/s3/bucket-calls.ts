import { createHash } from "node:crypto";
import { CmsError, ifFound } from "../../base/errors.ts";
import { countOf } from "../../base/quantity.ts";
import { objectKey, type S3Headers, type S3Listed, type S3ObjectInfo } from "./s3-bucket.ts";
import type { S3Connection } from "./s3-client.ts";
import type { S3Location } from "./s3-location.ts";

/** Maximum number of keys per deletion request. */
const DELETE_BATCH = 1000;

export async function headObject(
  { location, send }: S3Connection,
  key: string,
): Promise<S3ObjectInfo | undefined> {
  const Key = objectKey(location, key);
  const found = await ifFound(
    send({ what: `look up ${key}`, key }, (client, { HeadObjectCommand }) =>
      client.send(new HeadObjectCommand({ Bucket: location.bucket, Key })),
    ),
  );
  return found === undefined ? undefined : readInfo(found);
}

/** Fields of a response about an object. */
interface ObjectAnswer {
  readonly ContentLength?: number | undefined;
  readonly ETag?: string | undefined;
  readonly ContentType?: string | undefined;
  readonly CacheControl?: string | undefined;
  readonly ContentDisposition?: string | undefined;
  readonly Metadata?: Readonly<Record<string, string>> | undefined;
}

export function readInfo(answer: ObjectAnswer): S3ObjectInfo {
  const { ContentLength, ETag, ContentType, CacheControl, ContentDisposition, Metadata } = answer;
  const sha256 = Metadata?.["sha256"];
  return {
    byteSize: ContentLength ?? 0,
    etag: bareEtag(ETag),
    ...(ContentType !== undefined && { contentType: ContentType }),
    ...(CacheControl !== undefined && { cacheControl: CacheControl }),
    ...(ContentDisposition !== undefined && { contentDisposition: ContentDisposition }),
    ...(sha256 !== undefined && { sha256 }),
  };
}

/** Converts the headers of an object to command parameters. */
export function headerParameters(headers: S3Headers): {
  ContentType: string;
  CacheControl?: string;
  ContentDisposition?: string;
  Metadata?: Record<string, string>;
} {
  const { contentType = "application/octet-stream", cacheControl } = headers;
  const { contentDisposition, sha256 } = headers;
  return {
    ContentType: contentType,
    ...(cacheControl !== undefined && { CacheControl: cacheControl }),
    ...(contentDisposition !== undefined && { ContentDisposition: contentDisposition }),
    ...(sha256 !== undefined && { Metadata: { sha256 } }),
  };
}

export async function* listObjects(
  { location, send }: S3Connection,
  prefix: string,
): AsyncGenerator<S3Listed> {
  const base = location.prefix === "" ? "" : `${location.prefix}/`;
  let after: string | undefined;
  do {
    const page = await send({ what: "list objects" }, (client, { ListObjectsV2Command }) =>
      client.send(
        new ListObjectsV2Command({
          Bucket: location.bucket,
          Prefix: `${base}${prefix}`,
          // Other clients' keys can contain characters that XML cannot.
          EncodingType: "url",
          ...(after !== undefined && { ContinuationToken: after }),
        }),
      ),
    );
    const encoded = page.EncodingType === "url";
    for (const { Key = "", Size = 0, ETag } of page.Contents ?? []) {
      const key = (encoded ? decodeKey(Key) : Key).slice(base.length);
      yield { key, byteSize: Size, etag: bareEtag(ETag) };
    }
    after = page.IsTruncated === true ? page.NextContinuationToken : undefined;
    if (page.IsTruncated === true && after === undefined) {
      throw new CmsError(
        "storage_failed",
        `The bucket ${location.bucket} returned an incomplete object list.`,
      );
    }
  } while (after !== undefined);
}

function decodeKey(key: string): string {
  return decodeURIComponent(key.replaceAll("+", " "));
}

export async function deleteObjects(
  { location, send }: S3Connection,
  keys: Iterable<string>,
): Promise<void> {
  const base = location.prefix === "" ? "" : `${location.prefix}/`;
  const waiting = [...keys];
  while (waiting.length > 0) {
    const Objects = waiting.splice(0, DELETE_BATCH).map((key) => ({ Key: `${base}${key}` }));
    const { Errors = [] } = await send({ what: "delete objects" }, (client, sdk) =>
      client.send(
        new sdk.DeleteObjectsCommand({
          Bucket: location.bucket,
          Delete: { Objects, Quiet: true },
        }),
      ),
    );
    const failed = Errors.filter(({ Code }) => Code !== "NoSuchKey");
    if (failed.length > 0) throw notDeleted(location, failed);
  }
}

interface DeleteFailure {
  readonly Key?: string | undefined;
  readonly Code?: string | undefined;
  readonly Message?: string | undefined;
}

function notDeleted({ bucket }: S3Location, failed: readonly DeleteFailure[]): CmsError {
  const [first] = failed;
  return new CmsError(
    "storage_failed",
    `Could not delete ${countOf(failed.length, "object")} in bucket ${bucket}. The first is ${first?.Key}: ${first?.Code} ${first?.Message ?? ""}`,
    { details: { bucket, reason: first?.Code, key: first?.Key } },
  );
}

export async function copyObject(
  { location, send }: S3Connection,
  {
    source,
    key,
    to,
    headers,
  }: {
    readonly source: S3Location;
    readonly key: string;
    readonly to: string;
    readonly headers: S3Headers;
  },
): Promise<void> {
  const Key = objectKey(location, to);
  const from = `${source.bucket}/${objectKey(source, key)}`;
  await send({ what: `copy ${to}`, key }, (client, { CopyObjectCommand }) =>
    client.send(
      new CopyObjectCommand({
        Bucket: location.bucket,
        Key,
        CopySource: from.split("/").map(encodeURIComponent).join("/"),
        MetadataDirective: "REPLACE",
        ...headerParameters(headers),
      }),
    ),
  );
}

/**
 * Objects up to this size are stored in one request, longer ones in parts of this size, each held in memory until it is
 * stored. Never change it: ETags of stored objects depend on it.
 */
export const PART_BYTES: number = 8 * 1024 * 1024;

/** Splits bytes into parts of `PART_BYTES`, except the last. Empty input gives one empty part. */
export async function* cutParts(
  body: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): AsyncGenerator<Buffer> {
  let waiting: Uint8Array[] = [];
  let bytes = 0;
  let yielded = false;
  for await (const chunk of body) {
    let rest = chunk;
    while (bytes + rest.length >= PART_BYTES) {
      const head = rest.subarray(0, PART_BYTES - bytes);
      yield Buffer.concat([...waiting, head]);
      yielded = true;
      rest = rest.subarray(head.length);
      waiting = [];
      bytes = 0;
    }
    if (rest.length > 0) waiting.push(rest);
    bytes += rest.length;
  }
  if (bytes > 0 || !yielded) yield Buffer.concat(waiting);
}

/**
 * Returns the ETag of an object stored by this package, if the service uses MD5 like AWS without customer-provided
 * encryption keys: MD5 of the bytes, or of the parts' MD5s with their number.
 */
export async function etagOf(
  body: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<string> {
  const digests: Buffer[] = [];
  for await (const part of cutParts(body)) digests.push(md5(part));
  return etagOfParts(digests);
}

/** Returns the ETag of an object from the MD5s of its parts. */
export function etagOfParts(digests: readonly Buffer[]): string {
  const [only] = digests;
  return digests.length === 1 && only !== undefined
    ? only.toString("hex")
    : `${md5(Buffer.concat(digests)).toString("hex")}-${digests.length}`;
}

export function md5(bytes: Uint8Array): Buffer {
  return createHash("md5").update(bytes).digest();
}

/** Removes the quotes around an ETag. */
export function bareEtag(etag: string | undefined): string {
  return (etag ?? "").replaceAll('"', "");
}
