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
  /**
   * @default those of the environment, the shared files or the machine's role, as the AWS SDK finds them
   */
  readonly credentials?: S3Credentials | undefined;
  /** How often a request is tried that fails for a reason that may pass. @default 6, some ten seconds */
  readonly attempts?: number | undefined;
  /** How long an answer may take to begin. @default 60,000 */
  readonly timeoutMs?: number | undefined;
}

/** The SDK, loaded and connected when it is first needed: it takes as long to load as all of the rest. */
export interface S3Connection {
  readonly location: S3Location;
  /** What the service was found not to know is switched off. */
  readonly knows: { conditions: boolean };
  /** Sends one command; a failure is a `CmsError` that says `what` could not be done. */
  readonly send: <T>(
    attempt: { readonly what: string; readonly key?: string },
    command: (client: S3Client, sdk: Sdk) => Promise<T>,
  ) => Promise<T>;
  readonly close: () => void;
}

/** Requests that are sent at the same time; more wait, which the timeouts do not count. */
const PARALLEL = 24;

/** More than are sent: an answer that is still read holds its connection. */
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
    // Without a region in its address a bucket of AWS is found where it is.
    followRegionRedirects: endpoint === undefined,
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    ...(credentials !== undefined && { credentials: { ...credentials } }),
    // Signed by their SHA-256, bytes are checked by every service; not every one knows the newer checksums.
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

/** A deletion of many objects must carry a checksum, and some services know this oldest one alone. */
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
