import { CmsError } from "../../base/errors.ts";
import type { S3Location } from "./s3-location.ts";

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
  throw new CmsError("invalid_path", `${JSON.stringify(key)} cannot be the key of an object.`, {
    details: { key },
  });
}
