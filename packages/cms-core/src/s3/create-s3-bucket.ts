import { Readable } from "node:stream";
import { CmsError } from "../base/errors.ts";
import { copyObject, deleteObjects, headObject, listObjects, readInfo } from "./bucket-calls.ts";
import { objectKey } from "./object-key.ts";
import { putObject } from "./put-object.ts";
import type { ByteRange, S3Bucket, S3Object } from "./s3-bucket.ts";
import { connectS3, type S3ClientOptions, type S3Connection } from "./s3-client.ts";
import type { S3Location } from "./s3-location.ts";

/** Opens a bucket; nothing is sent until the first call. */
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
    throw new CmsError("internal", "The S3 client answers with no stream.");
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
