import crypto from "node:crypto";
import { createS3Bucket, parseS3Url, type S3Bucket, type S3ClientOptions } from "@loam/cms-core/s3";
import S3rver from "s3rver";
import { onTestFinished } from "vitest";
import { temporaryFolder } from "../temporary-folder.ts";
import { type Fault, type FrontRequest, type S3FrontOptions, serveS3Front } from "./s3-front.ts";

const KEY = "S3RVER";

export interface S3Server {
  /** `s3://loam/<prefix>?endpoint=…&region=us-east-1` */
  url(prefix?: string): string;
  /** Environment for an `hq` process to use `url`. */
  readonly env: Readonly<Record<string, string>>;
  /** Opens a bucket below a prefix, closed when the test ends. */
  bucket(prefix?: string, options?: S3ClientOptions): S3Bucket;
  /** All requests in order; can be cleared. */
  readonly requests: FrontRequest[];
  /** Applies this fault to the next matching requests. */
  readonly fail: (fault: Fault) => void;
  /** Removes all faults. */
  readonly heal: () => void;
}

/** Starts an S3 service with an empty bucket `loam` on a free loopback port, until the test ends. */
export async function startS3Server(front: S3FrontOptions = {}): Promise<S3Server> {
  restoreDes();
  const server = new S3rver({
    address: "127.0.0.1",
    port: 0,
    silent: true,
    directory: await temporaryFolder("loam-s3"),
    configureBuckets: [{ name: "loam", configs: [] }],
  });
  const { port } = await server.run();
  onTestFinished(() => server.close());
  const { url: origin, ...rest } = await serveS3Front(port, front);
  const url = (prefix = ""): string =>
    `s3://loam${prefix === "" ? "" : `/${prefix}`}?endpoint=${origin.origin}&region=us-east-1`;
  return {
    url,
    env: { AWS_ACCESS_KEY_ID: KEY, AWS_SECRET_ACCESS_KEY: KEY },
    bucket(prefix, options) {
      const credentials = { accessKeyId: KEY, secretAccessKey: KEY };
      const bucket = createS3Bucket(parseS3Url(url(prefix)), { credentials, ...options });
      onTestFinished(() => bucket.close());
      return bucket;
    },
    ...rest,
  };
}

/** S3rver creates list tokens with DES, which Node's OpenSSL no longer supports. */
function restoreDes(): void {
  const { createCipheriv, createDecipheriv } = crypto;
  Object.assign(crypto, {
    createCipheriv: (name: string, key: Uint8Array, iv: Uint8Array) =>
      name === "des"
        ? createCipheriv("aes-128-cbc", twice(key), twice(iv))
        : createCipheriv(name, key, iv),
    createDecipheriv: (name: string, key: Uint8Array, iv: Uint8Array) =>
      name === "des"
        ? createDecipheriv("aes-128-cbc", twice(key), twice(iv))
        : createDecipheriv(name, key, iv),
  });
}

function twice(bytes: Uint8Array): Buffer {
  return Buffer.concat([bytes, bytes]);
}
