import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { CmsError, isCmsError } from "../../base/errors.ts";
import {
  bareEtag,
  copyObject,
  cutParts,
  deleteObjects,
  etagOfParts,
  headerParameters,
  headObject,
  listObjects,
  md5,
  readInfo,
} from "./bucket-calls.ts";
import {
  type ByteRange,
  objectKey,
  type S3Body,
  type S3Bucket,
  type S3Condition,
  type S3Headers,
  type S3Object,
  type S3Stored,
} from "./s3-bucket.ts";
import { connectS3, type S3ClientOptions, type S3Connection } from "./s3-client.ts";
import { isUnsupported } from "./s3-failure.ts";
import type { S3Location } from "./s3-location.ts";

/** Opens a bucket. Sends nothing until the first call. */
export function createS3Bucket(location: S3Location, options: S3ClientOptions = {}): S3Bucket {
  const connection = connectS3(location, options);
  return bucketOf(connection, () => connection.close());
}

function bucketOf(connection: S3Connection, close: () => void): S3Bucket {
  const { location } = connection;
  return {
    location,
    put: async (key, body, { onlyIf, ...headers } = {}) =>
      putObject(connection, { key, name: objectKey(location, key), headers, onlyIf }, body),
    get: (key, range) => getObject(connection, key, range),
    head: (key) => headObject(connection, key),
    list: (prefix = "") => listObjects(connection, prefix),
    delete: (keys) => deleteObjects(connection, keys),
    copy: (from, key, to, headers = {}) =>
      copyObject(connection, { source: from.location, key, to, headers }),
    check: () => checkBucket(connection),
    below: (folder) => {
      const prefix = objectKey(location, folder);
      return bucketOf({ ...connection, location: { ...location, prefix } }, () => undefined);
    },
    close,
  };
}

async function getObject(
  { location, send }: S3Connection,
  key: string,
  range: ByteRange | undefined,
): Promise<S3Object> {
  const Key = objectKey(location, key);
  const found = await send({ what: `read ${key}`, key }, (client, { GetObjectCommand }) =>
    client.send(
      new GetObjectCommand({
        Bucket: location.bucket,
        Key,
        ...(range !== undefined && { Range: `bytes=${range.start}-${range.end}` }),
      }),
    ),
  );
  if (!(found.Body instanceof Readable)) {
    throw new CmsError("internal", "The S3 client did not return a stream.");
  }
  return { ...readInfo(found), body: found.Body };
}

async function checkBucket({ location, send }: S3Connection): Promise<void> {
  await send({ what: "list objects" }, (client, { ListObjectsV2Command }) =>
    client.send(
      new ListObjectsV2Command({
        Bucket: location.bucket,
        Prefix: location.prefix === "" ? "" : `${location.prefix}/`,
        MaxKeys: 1,
      }),
    ),
  );
}

interface PutTarget {
  /** Relative to the location, for messages and lookups. */
  readonly key: string;
  /** Validated full name. */
  readonly name: string;
  readonly headers: S3Headers;
  readonly onlyIf: S3Condition | undefined;
}

/** Stores an object, short ones in one request, others in parts. A failure leaves no parts behind. */
async function putObject(
  connection: S3Connection,
  target: PutTarget,
  body: S3Body,
): Promise<S3Stored> {
  const parts = cutParts(body instanceof Uint8Array ? [body] : body);
  try {
    const first = await parts.next();
    const second = await parts.next();
    if (first.done !== true && second.done === true) {
      return await putInOneRequest(connection, target, first.value);
    }
    const rest = async function* (): AsyncGenerator<Buffer> {
      if (first.done !== true) yield first.value;
      if (second.done !== true) yield second.value;
      yield* parts;
    };
    return await putInParts(connection, target, rest());
  } finally {
    // Closes the source even if it wasn't read to the end.
    await parts.return(undefined);
  }
}

async function putInOneRequest(
  connection: S3Connection,
  target: PutTarget,
  bytes: Buffer,
): Promise<S3Stored> {
  const sha256 = target.headers.sha256 ?? createHash("sha256").update(bytes).digest("hex");
  const digest = md5(bytes);
  const ContentMD5 = digest.toString("base64");
  const sentEtag = digest.toString("hex");
  const put = (condition: object): Promise<{ ETag?: string | undefined }> =>
    connection.send({ what: `store ${target.key}`, key: target.key }, (client, sdk) =>
      client.send(
        new sdk.PutObjectCommand({
          Bucket: connection.location.bucket,
          Key: target.name,
          Body: bytes,
          ContentMD5,
          ...headerParameters({ ...target.headers, sha256 }),
          ...condition,
        }),
      ),
    );
  try {
    const { ETag } = await withCondition(connection, target.onlyIf, put);
    return { etag: bareEtag(ETag), sentEtag };
  } catch (error) {
    const etag = await storedByAttempt(connection, { error, target, sha256, bytes });
    if (etag === undefined) throw error;
    return { etag, sentEtag };
  }
}

/**
 * Returns the object's ETag if the condition failed only because an earlier attempt of the same request succeeded but
 * its response was lost.
 */
async function storedByAttempt(
  connection: S3Connection,
  {
    error,
    target,
    sha256,
    bytes,
  }: {
    readonly error: unknown;
    readonly target: PutTarget;
    readonly sha256: string;
    readonly bytes: Buffer;
  },
): Promise<string | undefined> {
  if (!isCmsError(error) || error.code !== "conflict") return undefined;
  const found = await headObject(connection, target.key);
  return found?.sha256 === sha256 && found.byteSize === bytes.length ? found.etag : undefined;
}

async function withCondition<T>(
  connection: S3Connection,
  condition: S3Condition | undefined,
  put: (condition: object) => Promise<T>,
): Promise<T> {
  if (condition === undefined || !connection.knows.conditions) return put({});
  try {
    return await put("absent" in condition ? { IfNoneMatch: "*" } : { IfMatch: condition.etag });
  } catch (error) {
    if (!isCmsError(error) || !isUnsupported(error.cause)) throw error;
    connection.knows.conditions = false;
    return put({});
  }
}

async function putInParts(
  connection: S3Connection,
  target: PutTarget,
  parts: AsyncIterable<Buffer>,
): Promise<S3Stored> {
  const { location, send } = connection;
  const place = { Bucket: location.bucket, Key: target.name };
  const attempt = { what: `store ${target.key}`, key: target.key };
  const { UploadId } = await send(attempt, (client, sdk) =>
    client.send(
      new sdk.CreateMultipartUploadCommand({ ...place, ...headerParameters(target.headers) }),
    ),
  );
  if (UploadId === undefined)
    throw new CmsError("storage_failed", "The service did not start the upload.");
  try {
    const digests: Buffer[] = [];
    const stored: { PartNumber: number; ETag: string | undefined }[] = [];
    for await (const Body of parts) {
      const PartNumber = stored.length + 1;
      const digest = md5(Body);
      const ContentMD5 = digest.toString("base64");
      const { ETag } = await send(attempt, (client, sdk) =>
        client.send(
          new sdk.UploadPartCommand({ ...place, UploadId, PartNumber, Body, ContentMD5 }),
        ),
      );
      stored.push({ PartNumber, ETag });
      digests.push(digest);
    }
    const { ETag } = await withCondition(connection, target.onlyIf, (condition) =>
      send(attempt, (client, sdk) =>
        client.send(
          new sdk.CompleteMultipartUploadCommand({
            ...place,
            UploadId,
            MultipartUpload: { Parts: stored },
            ...condition,
          }),
        ),
      ),
    );
    return { etag: bareEtag(ETag), sentEtag: etagOfParts(digests) };
  } catch (error) {
    await abort(connection, { ...place, UploadId });
    throw error;
  }
}

/** Parts of an incomplete upload cost as much as stored bytes. */
async function abort(
  { send }: S3Connection,
  upload: { readonly Bucket: string; readonly Key: string; readonly UploadId: string },
): Promise<void> {
  await send({ what: "abort an upload" }, (client, { AbortMultipartUploadCommand }) =>
    client.send(new AbortMultipartUploadCommand(upload)),
  ).catch(() => undefined);
}
