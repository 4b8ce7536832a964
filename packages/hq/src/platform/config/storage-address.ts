import { formatS3Url, parseS3Url, type S3Location } from "@loam/cms-core/s3";

/** Location of files: a local folder or a bucket. */
export type StorageAddress =
  | { readonly kind: "folder"; readonly folder: string }
  | { readonly kind: "s3"; readonly location: S3Location };

/**
 * Parses `file:<folder>` or `s3://bucket/prefix?endpoint=…&region=…`. Returns undefined for any other text.
 *
 * @throws CmsError `invalid_config` for an invalid S3 location.
 */
export function parseStorageAddress(text: string): StorageAddress | undefined {
  if (text.startsWith("s3:")) return { kind: "s3", location: parseS3Url(text) };
  if (!/^file:./.test(text)) return undefined;
  return { kind: "folder", folder: text.replace(/^file:(?:\/\/)?/, "") };
}

/** Formats a location for `parseStorageAddress`. The result contains no secret. */
export function formatStorageAddress(address: StorageAddress): string {
  return address.kind === "folder" ? `file:${address.folder}` : formatS3Url(address.location);
}
