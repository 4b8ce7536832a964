import { createHash } from "node:crypto";
import type * as S3Module from "@aws-sdk/client-s3";
import type { S3Client, S3ClientConfig } from "@aws-sdk/client-s3";
import pLimit from "p-limit";
import { s3Failure } from "./s3-failure.ts";
import type { S3Location } from "./s3-location.ts";

type Sdk = typeof S3Module;

export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

export interface S3ClientOptions {
  /** @default credentials that the AWS SDK finds in the environment, the shared files, or the machine's role */
  readonly credentials?: S3Credentials | undefined;
  /** Maximum number of attempts for a request that fails temporarily. @default 6, about ten seconds */
  readonly attempts?: number | undefined;
  /** Maximum time until a response starts. @default 60,000 */
  readonly timeoutMs?: number | undefined;
}

/** The SDK, loaded and connected on first use, because it takes as long to load as everything else. */
export interface S3Connection {
  readonly location: S3Location;
  /** Features that turned out to be unsupported are switched off. */
  readonly knows: { conditions: boolean };
  /** Sends one command. A failure is a `CmsError` whose message starts with `what`. */
  readonly send: <T>(
    attempt: { readonly what: string; readonly key?: string },
    command: (client: S3Client, sdk: Sdk) => Promise<T>,
  ) => Promise<T>;
  readonly close: () => void;
}

/** Maximum number of parallel requests. Others wait, which doesn't count toward the timeouts. */
const PARALLEL = 24;

/** More than the number of requests, because a response being read keeps its connection. */
const MAX_SOCKETS = 256;

export function connectS3(location: S3Location, options: S3ClientOptions): S3Connection {
  let connected: Promise<{ readonly sdk: Sdk; readonly client: S3Client }> | undefined;
  const limit = pLimit(PARALLEL);
  const connect = async (): Promise<{ readonly sdk: Sdk; readonly client: S3Client }> => {
    const sdk = await import("@aws-sdk/client-s3");
    const client = new sdk.S3Client(clientConfig(location, options));
    useMd5ForDeletions(client);
    return { sdk, client };
  };
  return {
    location,
    knows: { conditions: true },
    async send(attempt, command) {
      connected ??= connect();
      const { sdk, client } = await connected;
      try {
        return await limit(() => command(client, sdk));
      } catch (error) {
        throw s3Failure(error, { location, ...attempt });
      }
    },
    close() {
      void connected?.then(({ client }) => client.destroy());
      connected = undefined;
    },
  };
}

function clientConfig(
  { endpoint, region }: S3Location,
  { credentials, attempts = 6, timeoutMs = 60_000 }: S3ClientOptions,
): S3ClientConfig {
  const agent = { keepAlive: true, maxSockets: MAX_SOCKETS };
  return {
    region: region ?? process.env["AWS_REGION"] ?? "us-east-1",
    // Without a configured endpoint, AWS redirects to the bucket's region.
    followRegionRedirects: endpoint === undefined,
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    ...(credentials !== undefined && { credentials: { ...credentials } }),
    // Requests are signed with the SHA-256 of the bytes, which every service checks; some don't support the newer
    // checksums.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    retryMode: "standard",
    maxAttempts: attempts,
    requestHandler: {
      connectionTimeout: 5000,
      requestTimeout: timeoutMs,
      throwOnRequestTimeout: true,
      socketTimeout: 2 * timeoutMs,
      httpAgent: agent,
      httpsAgent: agent,
    },
  };
}

/** A deletion of many objects requires a checksum, and some services support only MD5. */
function useMd5ForDeletions(client: S3Client): void {
  client.middlewareStack.add(
    (next, { commandName }) =>
      (args) => {
        if (commandName === "DeleteObjectsCommand") replaceChecksum(args.request);
        return next(args);
      },
    { step: "build", priority: "low", name: "md5ForDeletions" },
  );
}

function replaceChecksum(request: unknown): void {
  if (typeof request !== "object" || request === null) return;
  if (!("headers" in request) || !("body" in request)) return;
  const { headers, body } = request;
  if (typeof headers !== "object" || headers === null || typeof body !== "string") return;
  for (const name of Object.keys(headers)) {
    if (/^x-amz-(?:sdk-)?checksum-/i.test(name)) Reflect.deleteProperty(headers, name);
  }
  Reflect.set(headers, "content-md5", createHash("md5").update(body).digest("base64"));
}
