import { CmsError, isCmsError } from "../../base/errors.ts";
import type { S3Location } from "./s3-location.ts";

/** The attempted operation, for error messages and details. */
export interface S3Attempt {
  readonly location: S3Location;
  /** Follows "Could not": `store api/index.json`. */
  readonly what: string;
  readonly key?: string;
}

/** An error thrown by the SDK. */
interface SdkFailure {
  readonly name: string;
  readonly message: string;
  readonly status: number | undefined;
}

/** Advice by the service's error name. */
const HELP: Readonly<Record<string, string>> = {
  NoSuchBucket: "the bucket does not exist. Create it, or correct its URL",
  AccessDenied:
    "access was denied. The credentials need permission to list the bucket and to get, put, and delete objects below the prefix",
  InvalidAccessKeyId: "the access key is unknown. Check AWS_ACCESS_KEY_ID",
  SignatureDoesNotMatch: "the signature is wrong. Check AWS_SECRET_ACCESS_KEY",
  ExpiredToken: "the credentials have expired. Renew them",
  InvalidToken: "the session token is invalid. Renew the credentials",
  CredentialsProviderError:
    "no credentials were found. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY",
  RequestTimeTooSkewed: "this machine's clock is wrong. Synchronize it with a time server",
  AuthorizationHeaderMalformed: "the bucket is in another region. Set the region in its URL",
  PermanentRedirect: "the bucket is in another region or at another endpoint. Correct its URL",
  SlowDown: "the service is rate limiting requests. Nothing is lost, and Loam tries again",
  InvalidDigest: "the bytes changed in transit, so nothing was stored",
  BadDigest: "the bytes changed in transit, so nothing was stored",
};

const ALIASES: Readonly<Record<string, string>> = {
  Forbidden: "AccessDenied",
  "403": "AccessDenied",
  AllAccessDisabled: "AccessDenied",
  ExpiredTokenException: "ExpiredToken",
  TokenRefreshRequired: "ExpiredToken",
  RequestExpired: "RequestTimeTooSkewed",
  ServiceUnavailable: "SlowDown",
  ThrottlingException: "SlowDown",
  TooManyRequests: "SlowDown",
};

/**
 * Converts an error of the service: `not_found`, `conflict` for an unmet condition, `range_not_satisfiable`, and
 * `storage_failed` for everything else.
 */
export function s3Failure(error: unknown, { location, what, key }: S3Attempt): CmsError {
  if (isCmsError(error)) return error;
  const failure = readFailure(error);
  const reason = ALIASES[failure.name] ?? failure.name;
  const options = {
    cause: error,
    details: { bucket: location.bucket, reason, status: failure.status, ...(key && { key }) },
  };
  if (isMissing(failure)) {
    return new CmsError("not_found", `${location.bucket} has no object ${key}.`, options);
  }
  if (isConflict(failure)) {
    return new CmsError("conflict", `${key} was changed by another process.`, options);
  }
  if (failure.status === 416) {
    return new CmsError("range_not_satisfiable", `The requested range is outside ${key}.`, options);
  }
  const at = location.endpoint === undefined ? "" : ` at ${location.endpoint}`;
  const why = HELP[reason] ?? helpByStatus(failure);
  return new CmsError(
    "storage_failed",
    `Could not ${what} in bucket ${location.bucket}${at}: ${why}.`,
    options,
  );
}

/** Whether the service doesn't support a requested feature. */
export function isUnsupported(error: unknown): boolean {
  return readFailure(error).status === 501;
}

function helpByStatus({ name, message, status }: SdkFailure): string {
  if (status === 403) return HELP["AccessDenied"] ?? "";
  if (status === 503 || status === 429) return HELP["SlowDown"] ?? "";
  if (status === undefined) return `the service cannot be reached (${oneLine(message) || name})`;
  return `the service returned ${status} ${name}`;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").replace(/\.$/, "");
}

function isMissing({ name, status }: SdkFailure): boolean {
  return status === 404 && name !== "NoSuchBucket" && name !== "NoSuchUpload";
}

function isConflict({ name, status }: SdkFailure): boolean {
  return status === 412 || (status === 409 && name === "ConditionalRequestConflict");
}

function readFailure(error: unknown): SdkFailure {
  if (!(error instanceof Error))
    return { name: "Error", message: String(error), status: undefined };
  const metadata: unknown = "$metadata" in error ? error.$metadata : undefined;
  const status =
    typeof metadata === "object" && metadata !== null && "httpStatusCode" in metadata
      ? metadata.httpStatusCode
      : undefined;
  return {
    name: error.name,
    message: error.message === "" && "code" in error ? String(error.code) : error.message,
    status: typeof status === "number" ? status : undefined,
  };
}
