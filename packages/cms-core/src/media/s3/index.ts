export { createS3Bucket } from "./create-s3-bucket.ts";
export type {
  ByteRange,
  S3Body,
  S3Bucket,
  S3Condition,
  S3Headers,
  S3Listed,
  S3Object,
  S3ObjectInfo,
  S3PutOptions,
  S3Stored,
} from "./s3-bucket.ts";
export type { S3ClientOptions, S3Credentials } from "./s3-client.ts";
export { etagOf, PART_BYTES } from "./bucket-calls.ts";
export { formatS3Url, isSameService, parseS3Url, type S3Location } from "./s3-location.ts";
