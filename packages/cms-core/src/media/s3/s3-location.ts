import { isIP } from "node:net";
import { CmsError } from "../../base/errors.ts";

/** A bucket, or the part of one below a prefix. Contains no credentials. */
export interface S3Location {
  readonly bucket: string;
  /** Without a slash at either end; empty for the whole bucket. */
  readonly prefix: string;
  /** Without a trailing slash. Absent: AWS. */
  readonly endpoint?: string;
  readonly region?: string;
}

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const REGION = /^[a-z0-9-]{1,64}$/;
const PREFIX_PART = /^(?!\.)[\w.-]{1,128}$/;

/**
 * Parses `s3://bucket/prefix?endpoint=…&region=…`. An endpoint is an `https:` URL; `http:` is accepted only for hosts
 * on the local machine or network, because content and signatures are sent unencrypted.
 *
 * @throws CmsError `invalid_config` with a message that contains no part of the text, which may include credentials
 */
export function parseS3Url(text: string): S3Location {
  const url = URL.parse(text);
  if (url === null || url.protocol !== "s3:") throw invalidUrl("must be s3://bucket/prefix");
  if (url.username !== "" || url.password !== "") {
    throw invalidUrl(
      "must not contain credentials. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY instead",
    );
  }
  if (!BUCKET.test(url.host))
    throw invalidUrl("needs a bucket name of lowercase letters and digits");
  const prefix = url.pathname.replaceAll(/^\/+|\/+$/g, "");
  if (prefix !== "" && !prefix.split("/").every((part) => PREFIX_PART.test(part))) {
    throw invalidUrl("can only have a prefix of letters, digits, and . _ - between slashes");
  }
  if (url.hash !== "") throw invalidUrl("must not have a part after #");
  return { bucket: url.host, prefix, ...parseParameters(url.searchParams) };
}

function parseParameters(given: URLSearchParams): Pick<S3Location, "endpoint" | "region"> {
  const names = [...given.keys()];
  if (new Set(names).size !== names.length) throw invalidUrl("has the same parameter twice");
  if (names.some((name) => name !== "endpoint" && name !== "region")) {
    throw invalidUrl("only allows the parameters endpoint and region");
  }
  const region = given.get("region") ?? undefined;
  if (region !== undefined && !REGION.test(region)) throw invalidUrl("has an invalid region");
  const endpoint = given.get("endpoint") ?? undefined;
  return {
    ...(endpoint !== undefined && { endpoint: parseEndpoint(endpoint) }),
    ...(region !== undefined && { region }),
  };
}

function parseEndpoint(text: string): string {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:")) {
    throw invalidUrl("has an endpoint that is not an HTTP or HTTPS URL");
  }
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") {
    throw invalidUrl("has an endpoint with more than a host, port, and path");
  }
  if (url.protocol === "http:" && !isOwnNetwork(url.hostname)) {
    throw invalidUrl("has an HTTP endpoint outside the local network. Use HTTPS");
  }
  return url.href.replace(/\/+$/, "");
}

/** Loopback and private IP addresses, and names that only a private network resolves. */
function isOwnNetwork(host: string): boolean {
  const address = host.replace(/^\[|\]$/g, "");
  switch (isIP(address)) {
    case 4:
      return /^(?:127|10|192\.168|172\.(?:1[6-9]|2\d|3[01]))\./.test(address);
    case 6:
      return address === "::1" || /^f[cd]/.test(address);
    default:
      return !host.includes(".") || /\.(?:internal|local|localhost)$/.test(host);
  }
}

function invalidUrl(what: string): CmsError {
  return new CmsError("invalid_config", `An S3 URL ${what}.`);
}

/** Formats a URL for `parseS3Url`. */
export function formatS3Url({ bucket, prefix, endpoint, region }: S3Location): string {
  const parameters = new URLSearchParams({
    ...(endpoint !== undefined && { endpoint }),
    ...(region !== undefined && { region }),
  }).toString();
  return `s3://${bucket}${prefix === "" ? "" : `/${prefix}`}${parameters === "" ? "" : `?${parameters}`}`;
}

/** Whether both are on the same service, which can then copy between them. */
export function isSameService(a: S3Location, b: S3Location): boolean {
  return a.endpoint === b.endpoint && a.region === b.region;
}
